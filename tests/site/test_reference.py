"""The reference: every name that authors import is on a page, says what it is, and is called as it is written there."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.test_core import MODULES
from weathergauge.site.pages import pages
from weathergauge.site.reference import INSIDE, ROOMS, modules, offered, page

ROOT = Path(__file__).parents[2]
LISTED = [module for room in ROOMS for module in modules(room)]


def imported(text: str) -> Iterator[tuple[str, str]]:
    """What some Python takes from the project: the module, and the name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("weathergauge"):
            yield from (
                (str(node.module).removeprefix("weathergauge").removeprefix("."), alias.name) for alias in node.names
            )


def authors() -> Iterator[tuple[str, str]]:
    """The Python of authors: the titles and families of the project, and what the pages show."""
    for room in ("rulesets", "bots"):
        for file in sorted((INSIDE / room).glob("*/**/*.py")):
            yield str(file.relative_to(INSIDE)), file.read_text(encoding="utf-8")
    for file in sorted((ROOT / "docs").rglob("*.md")):
        for number, block in enumerate(
            re.findall(r"^```python[^\n]*\n(.*?)^```", file.read_text(encoding="utf-8"), re.M | re.S)
        ):
            lines = [
                line[4:] if line.startswith((">>> ", "... ")) else "" if ">>>" in block else line
                for line in block.split("\n")
            ]
            yield f"{file.name} {number}", "\n".join(lines)


def test_what_authors_import_is_in_the_reference():
    """Each name that a title, a family of bots or a page takes from the project is the core's, on a page here, or of a family's own."""
    known = {(module, offer.name) for module in LISTED for offer in offered(module)}
    known |= {("", module) for module in LISTED}
    known |= {(room, name) for room, _, name in (module.rpartition(".") for module in LISTED)}
    aside, found = ("rulesets.", "bots.", "server", "site", "cli", "drawing"), 0
    missing = []
    for where, text in authors():
        for module, name in imported(text):
            own = module.startswith(aside) and module not in LISTED
            if own or module in MODULES or name in MODULES or name[0] in "_*":
                continue
            found += 1
            if (module, name) not in known and not reexported(module, name):
                missing.append(f"{where}: from weathergauge.{module} import {name}")
    assert found > 500
    assert missing == []


def reexported(module: str, name: str) -> bool:
    """Whether a module gives on what another one of the reference or the core offers, such as `Match` of `weathergauge.match`."""
    made = getattr(import_module(f"weathergauge.{module}".rstrip(".")), name, None)
    there = str(getattr(made, "__module__", "")).removeprefix("weathergauge.")
    inside = [one for one in LISTED if one.startswith(f"{module}.")]
    return there in LISTED or there in MODULES or any(name == offer.name for one in inside for offer in offered(one))


def test_every_module_of_a_room_is_on_its_page():
    """Also one that comes later; and each page has its place on the site."""
    for room in ROOMS:
        text = page(room)
        for held in room.holds:
            there = {path.stem for path in (INSIDE / held).glob("*.py") if path.stem[0] != "_"}
            assert {f"{held}.{stem}" for stem in there} <= {*modules(room)}
        for module in modules(room):
            assert (f"\n## weathergauge.{module}\n" in text) == bool(offered(module)), module
        assert f"reference/{room.path}/" in pages()


@pytest.mark.parametrize("module", LISTED)
def test_every_name_says_what_it_is(module: str):
    """A name without words would be a riddle."""
    assert [offer.name for offer in offered(module) if not offer.words] == []


@pytest.mark.parametrize("room", ["frame", "files", "match", "bots", "throwing", "freetable", "rulesets", "languages"])
def test_what_is_written_is_how_it_is_called(room: str):
    """The names on the page are those of the module that runs, and the parameters those of the function itself."""
    for module in (one for one in LISTED if one == room or one.startswith(f"{room}.")):
        real = import_module(f"weathergauge.{module}")
        for offer in offered(module):
            made = getattr(real, offer.name)
            if inspect.isfunction(inspect.unwrap(made)) and not inspect.isclass(made):
                shown = ast.parse(f"def {offer.written.partition(' -> ')[0]}: pass").body[0]
                assert isinstance(shown, ast.FunctionDef)
                given = [one.arg for one in [*shown.args.posonlyargs, *shown.args.args]]
                given += [one.arg for one in (shown.args.vararg,) if one is not None]
                given += [one.arg for one in shown.args.kwonlyargs]
                given += [one.arg for one in (shown.args.kwarg,) if one is not None]
                assert given == [*inspect.signature(inspect.unwrap(made)).parameters], f"{module}.{offer.name}"
            elif inspect.isclass(made):
                assert offer.written.startswith(f"class {offer.name}")
                for member in offer.members:
                    assert hasattr(made, member.name) or member.name in inspect.get_annotations(made), (
                        f"{module}.{offer.name}"
                    )


def test_a_page_shows_a_name_with_its_types():
    """What a reader finds: the heading to link to, the call, and the words."""
    frame = page(next(room for room in ROOMS if room.path == "frame"))
    assert "\n### load_charts\n\n```python\nload_charts(" in frame
    made = pages()["reference/frame/"]
    assert {"load_charts", "chapter", "weathergaugeframecharts"} <= made.anchors
    assert "&amp;lt;" not in made.html
