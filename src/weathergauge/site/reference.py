"""The reference: what authors of titles and bots import, read from the modules themselves, so that it cannot say anything else than they do.

Nothing is imported for it: the tools that only tests need are not installed where the pages are shown. The core has a page written by hand,
`docs/core.md`, which a test holds to it in the same way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

INSIDE = Path(__file__).parents[1]


class Room(Struct, frozen=True):
    """A page: packages or modules that are imported for one purpose."""

    path: str
    name: str
    words: str
    holds: tuple[str, ...]


ROOMS = (
    Room(
        "frame", "What titles share", "Chapters, phases, tables, events and words: what a title is made of, beside the [core](/core/).",
        ("frame", "freetable", "throwing"),
    ),
    Room("files", "Files that people write", "Charts, scenarios, cases, guides and lessons, each read with every problem named by its line.", ("files",)),
    Room("match", "Matches and records", "A match with its record, how it is replayed, checked and written down, whatever the title.", ("match", "rulesets", "languages")),
    Room("bots", "Bots and series of games", "What a bot is given and may bring, and games between bots over any executor.", ("bots",)),
    Room("studies", "Studies", "What a change to a chart, a setting or a bot does, by games with the same dice.", ("studies",)),
    Room("envs", "Environments", "Every title as libraries for learning know games.", ("envs",)),
    Room("testing", "The suite and its checks", "What every ruleset is held to; `pytest` runs `suite` for a title, and each check can be called by itself.", ("testing",)),
)  # fmt: skip


class Offer(Struct, frozen=True):
    """A name that a module offers: how it is written, what it says of itself, and what it has in turn."""

    name: str
    written: str
    words: str
    members: tuple[Offer, ...] = ()


def page(room: Room) -> str:
    """The text of a page, as Markdown."""
    lines = [f"# {room.name}", "", room.words, "", "Every name that these modules offer, with the types it is given and gives. "
             "What begins with an underscore is theirs alone, and may change at any time.", ""]  # fmt: skip
    for module in modules(room):
        offers = offered(module)
        if not offers:
            continue
        lines += [f"## weathergauge.{module}", "", said(module), ""]
        for offer in offers:
            lines += [f"### {offer.name}", "", "```python", offer.written, "```", "", _plain(offer.words), ""]
            for member in offer.members:
                told = f": {_plain(member.words)}" if member.words else ""
                lines.append(f"- `{member.written}`{told}")
            lines.append("")
    return "\n".join(lines)


def modules(room: Room) -> list[str]:
    """The modules of a room, its own words first."""
    found = []
    for held in room.holds:
        files = sorted((INSIDE / held).glob("*.py"), key=lambda path: (path.stem != "__init__", path.stem))
        names = [held if path.stem == "__init__" else f"{held}.{path.stem}" for path in files]
        found += [name for name in names if not name.rpartition(".")[2].startswith("_")]
    return found


def offered(module: str) -> list[Offer]:
    """What a module defines and does not keep to itself, in its order; constants where they say what they are."""
    body = _tree(module).body
    found = []
    for node, after in zip(body, [*body[1:], None], strict=True):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if not name.startswith("_"):
                found.append(_offer(node))
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if name[0] != "_":
                if (words := _words_after(after)) and "TypeVar(" not in ast.unparse(node):
                    found.append(Offer(name, _short(ast.unparse(node)), words))
            case ast.Assign(targets=[ast.Tuple(elts=names)]):
                if words := _words_after(after):
                    written = _short(ast.unparse(node))
                    found += [
                        Offer(one.id, written, words) for one in names if isinstance(one, ast.Name) and one.id[0] != "_"
                    ]
    last = {offer.name: offer for offer in found}  # of overloads the function itself
    return list(last.values())


def said(module: str) -> str:
    """The first words of a module about itself."""
    return _first(ast.get_docstring(_tree(module)))


def _tree(module: str) -> ast.Module:
    place = INSIDE / module.replace(".", "/")
    file = next(one for one in (place.with_suffix(".py"), place / "__init__.py") if one.is_file())
    return ast.parse(file.read_text(encoding="utf-8"))


def _offer(node: ast.FunctionDef | ast.ClassDef) -> Offer:
    words = _first(ast.get_docstring(node))
    if isinstance(node, ast.FunctionDef):
        return Offer(node.name, _call(node), words)
    return Offer(node.name, _class(node), words, tuple(_members(node)))


def _members(node: ast.ClassDef) -> Iterator[Offer]:
    for one, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
            yield Offer(one.name, _call(one, inside=True), _first(ast.get_docstring(one)))
        elif isinstance(one, ast.AnnAssign) and (words := _words_after(after)):
            yield Offer(ast.unparse(one.target), f"{ast.unparse(one.target)}: {ast.unparse(one.annotation)}", words)


def _call(node: ast.FunctionDef, *, inside: bool = False) -> str:
    """How a function is called, with its types; a property as what it is."""
    gives = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    if any("property" in ast.unparse(one) for one in node.decorator_list):
        return f"{node.name}{gives.replace(' ->', ':')}"
    given = ast.unparse(node.args)
    if inside:
        given = given.removeprefix("self").removeprefix("cls").removeprefix(", ")
    return f"{node.name}({given}){gives}"


def _class(node: ast.ClassDef) -> str:
    """How one is made: by its own `__init__`, or with the fields of a struct."""
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    head = f"class {node.name}({bases})" if bases else f"class {node.name}"
    made = next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
    if made is not None:
        given = ast.unparse(made.args).removeprefix("self").removeprefix(", ")
        return f"{head}\n{node.name}({given})"
    fields = [
        ast.unparse(one) for one in node.body if isinstance(one, ast.AnnAssign) and ast.unparse(one.target)[0] != "_"
    ]
    return "\n".join([head + (":" if fields else ""), *(f"    {field}" for field in fields)])


def _words_after(node: ast.stmt | None) -> str:
    match node:
        case ast.Expr(value=ast.Constant(value=str(words))):
            return _first(words)
    return ""


def _first(words: str | None) -> str:
    """The first paragraph, on one line."""
    return " ".join((words or "").strip().partition("\n\n")[0].split())


def _short(written: str) -> str:
    return written if len(written) <= 200 else f"{written[:197]}…"


def _plain(words: str) -> str:
    """Words as they were meant: a `<` begins no tag."""
    parts = words.split("`")
    return "`".join(part if n % 2 else part.replace("<", "&lt;").replace("*", "\\*") for n, part in enumerate(parts))
