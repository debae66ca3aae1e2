"""Pages made of Markdown: headings that can be linked to, tables that slide on a small screen, and links that lead within the site."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import PurePosixPath

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

from weathergauge import __version__
from weathergauge.drawing import can_be_drawn
from weathergauge.rulesets import TITLES, ruleset
from weathergauge.site.contents import Leaf, Shelf, docs, shelves
from weathergauge.site.pictures import picture

ASSETS = ("site.css", "site.js")
OWN = ("search", "found", "text")
"""What the page itself has a place for: no heading has that name."""
REPOSITORY = re.compile(r"^(\.\./)+(?!rulings/)")


class Heading(Struct, frozen=True):
    """A heading of a page, where it is linked to."""

    level: int
    words: str
    anchor: str


class Made(Struct, frozen=True):
    """A page that has been made, with what its links lead to."""

    path: str
    title: str
    html: str
    headings: tuple[Heading, ...]
    anchors: frozenset[str]
    links: tuple[str, ...]
    """Where its links lead within the site, from the site's root, with `#` and an anchor where one is named."""
    words: str


def site() -> dict[str, bytes]:
    """Make every file of the site, by its path from the root; an index is `…/index.html`."""
    made = pages()
    out = {f"{path}index.html": page.html.encode() for path, page in made.items()}
    here = files("weathergauge.site")
    out |= {name: (here / name).read_bytes() for name in ASSETS}
    out["search.json"] = msgspec.json.encode(
        [[page.path, page.title, part] for page in made.values() for part in _parts(page)]
    )
    for title in TITLES:
        if title.written and can_be_drawn(ruleset(title.name)):
            out[f"titles/{title.name}/table.svg"] = picture(title)
            out[f"titles/{title.name}/table-night.svg"] = picture(title, night=True)
    beside = [file for file in sorted(docs().rglob("*")) if file.is_file() and file.suffix not in (".md", ".pyc")]
    out |= {file.relative_to(docs()).as_posix(): file.read_bytes() for file in beside}
    return out


@cache
def pages() -> dict[str, Made]:
    """Make every page, the first one among them under an empty path."""
    listed = shelves()
    made = {"": _made(_first(listed), listed)}
    return made | {leaf.path: _made(leaf, listed) for shelf in listed for leaf in shelf.leaves}


def _first(listed: Iterable[Shelf]) -> Leaf:
    lines = [
        "# Weather Gauge",
        "",
        "Naval wargames by chart and dice, with the bookkeeping done and the rules right.",
        "",
    ]
    for shelf in listed:
        lines += [f"## {shelf.name}", "", *(f"- [{leaf.name}](/{leaf.path})" for leaf in shelf.leaves), ""]
    return Leaf("", "Weather Gauge", "\n".join(lines))


def _made(leaf: Leaf, listed: tuple[Shelf, ...]) -> Made:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(leaf.text)
    headings, anchors, links, words = list[Heading](), set(OWN), list[str](), list[str]()
    up = "../" * leaf.path.count("/")
    _one_main_heading(tokens)
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and after is not None:
            plain = _plain(after)
            anchor = _anchor(plain, anchors)
            token.attrSet("id", anchor)
            headings.append(Heading(int(token.tag[1]), plain, anchor))
        if token.type == "inline":
            words.append(_plain(token))
            for child in token.children or ():
                if child.type == "link_open":
                    target = _target(leaf, str(child.attrGet("href")))
                    if target.startswith("/"):
                        links.append(target[1:])
                        path, hash, anchor = target[1:].partition("#")
                        child.attrSet(
                            "href",
                            (f"#{anchor}" if path == leaf.path and hash else (up + path or "./") + hash + anchor),
                        )
                elif child.type == "image":
                    child.attrSet("src", up + str(child.attrGet("src")))
        if token.type in ("html_block", "inline"):
            anchors.update(re.findall(r'<a id="([^"]+)">', token.content))
    body = (
        MarkdownIt("commonmark")
        .enable(["table", "strikethrough"])
        .renderer.render(tokens, MarkdownIt("commonmark").options, {})
    )
    body = body.replace("<table>", '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>').replace(
        "</table>", "</table></div>"
    )
    body = re.sub(
        r'<img src="([^"]+/table)\.svg"[^>]*>',
        r'<picture><source media="(prefers-color-scheme: dark)" srcset="\1-night.svg">\g<0></picture>',
        body,
    )
    body = body.replace("<pre>", '<pre tabindex="0">')
    title = headings[0].words if headings else leaf.name
    html = _page(leaf, title, body, headings, listed, up)
    return Made(
        leaf.path,
        title,
        html,
        tuple(headings),
        frozenset(anchors | {heading.anchor for heading in headings}),
        tuple(links),
        "\n".join(words),
    )


def _one_main_heading(tokens: list[Token]) -> None:
    """Let a page have one main heading: from the second on, all that follow stand a level lower."""
    mains = [n for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h1"]
    for token in tokens[mains[1] :] if len(mains) > 1 else ():
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, 6)}"


def _anchor(words: str, taken: set[str]) -> str:
    """Name a heading as the places where its Markdown is shown do, so that links hold in both."""
    plain = re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")
    anchor, n = plain, 0
    while anchor in taken:
        n += 1
        anchor = f"{plain}-{n}"
    taken.add(anchor)
    return anchor


def _plain(token: Token) -> str:
    """What a line says, without its marks."""
    return "".join(
        child.content for child in token.children or () if child.type in ("text", "code_inline", "softbreak")
    )


def _target(leaf: Leaf, href: str) -> str:
    """Where a link leads: from `/` on within the site, anything else outside it."""
    if re.match(r"^[a-z]+:", href):
        return href
    if href.startswith("/"):
        return href
    file, hash, anchor = href.partition("#")
    if not file:
        return f"/{leaf.path}{hash}{anchor}"
    where = _normal(PurePosixPath(leaf.file).parent / file)
    return f"/{where.removesuffix('.md')}/{hash}{anchor}" if where.endswith(".md") else f"/{where}{hash}{anchor}"


def _normal(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            if parts:
                parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def _parts(page: Made) -> list[str]:
    """What a search goes through: the page's headings and text, in pieces of some lines."""
    lines = page.words.split("\n")
    return [" ".join(lines[n : n + 8]) for n in range(0, len(lines), 8)]


def _page(leaf: Leaf, title: str, body: str, headings: list[Heading], listed: tuple[Shelf, ...], up: str) -> str:
    nav = "".join(
        f"<h2>{escape(shelf.name)}</h2><ul>"
        + "".join(
            f'<li><a href="{up}{page.path}"{" aria-current=page" if page.path == leaf.path else ""}>{escape(page.name)}</a></li>'
            for page in shelf.leaves
        )
        + "</ul>"
        for shelf in listed
    )
    parts = [heading for heading in headings[1:] if heading.level == 2]
    inside = "".join(f'<li><a href="#{heading.anchor}">{escape(heading.words)}</a></li>' for heading in parts)
    contents = (
        f'<nav class="inside" aria-label="On this page"><h2>On this page</h2><ul>{inside}</ul></nav>'
        if len(parts) > 1
        else ""
    )
    name = "Weather Gauge" if title == "Weather Gauge" else f"{title} · Weather Gauge"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(name)}</title>
<link rel="stylesheet" href="{up or "./"}site.css">
<script src="{up or "./"}site.js" defer data-root="{up or "./"}"></script>
</head>
<body>
<a class="skip" href="#text">To the text</a>
<header><a class="home" href="{up or "./"}">Weather Gauge</a><label for="search">Search</label><input id="search" type="search" autocomplete="off" placeholder="Search all pages"><output id="found" for="search" hidden></output></header>
<div class="sheet">
<details class="list"><summary>Pages</summary><nav aria-label="Pages">{nav}</nav></details>
<main id="text">{body}</main>
{contents}
</div>
<footer>Weather Gauge {escape(__version__)}. The published games belong to their publishers.</footer>
</body>
</html>
"""
