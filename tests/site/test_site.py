"""The documentation as a site: every page is reached, every link leads somewhere, and each page reads without its look."""

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from weathergauge.rulesets import TITLES
from weathergauge.site.__main__ import main
from weathergauge.site.contents import docs, shelves
from weathergauge.site.pages import pages, site


def test_every_page_of_the_docs_is_on_a_shelf():
    """A page that is added to `docs/` is listed, or this fails; every title has one of its own."""
    listed = {leaf.file for shelf in shelves() for leaf in shelf.leaves if leaf.file}
    assert listed == {str(file.relative_to(docs())) for file in docs().rglob("*.md")}
    assert {f"titles/{title.name}/" for title in TITLES} <= pages().keys()


@cache
def files() -> dict[str, bytes]:
    """Make the site once for all tests."""
    return site()


def test_every_link_leads_to_a_page_and_a_place_on_it():
    """Also to headings, charts and topics; a link out of the site is none to a file of the repository."""
    made, there = pages(), files().keys()
    broken = []
    for page in made.values():
        for link in page.links:
            path, _, anchor = link.partition("#")
            if path in made:
                if anchor and anchor not in made[path].anchors:
                    broken.append(f"{page.path}: {link} has no such place")
            elif path not in there:
                broken.append(f"{page.path}: {link} is no page")
    assert broken == []


@pytest.mark.parametrize("title", [title.name for title in TITLES])
def test_a_title_has_a_picture_made_by_the_program(title: str):
    """Its page shows it, and it is among the files."""
    assert f'src="../../titles/{title}/table.svg"' in pages()[f"titles/{title}/"].html
    assert f'srcset="../../titles/{title}/table-night.svg"' in pages()[f"titles/{title}/"].html
    day, night = files()[f"titles/{title}/table.svg"], files()[f"titles/{title}/table-night.svg"]
    assert day.startswith(b"<svg ")
    assert night.startswith(b"<svg ")
    assert day != night


class Tags(HTMLParser):
    """The tags of a page, with what is open where."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


@pytest.mark.parametrize("path", sorted(pages()))
def test_a_page_reads_by_ear(path: str):
    """One main heading, no level left out, no place named twice, a language, and words for every picture."""
    tags = Tags()
    tags.feed(pages()[path].html)
    levels = [
        int(tag[1])
        for tag, _ in tags.seen[[tag for tag, _ in tags.seen].index("main") :]
        if re.fullmatch(r"h[1-6]", tag)
    ]
    body = levels[: len(levels) - (1 if any(told.get("class") == "inside" for _, told in tags.seen) else 0)]
    assert body.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(body))
    named = [told["id"] for _, told in tags.seen if "id" in told]
    assert len(named) == len(set(named))
    assert ("html", {"lang": "en"}) in tags.seen
    assert all(told.get("alt") for tag, told in tags.seen if tag == "img")


def test_it_is_written_to_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Again into the same one, but never among files of somebody else."""
    assert main([str(tmp_path / "site")]) == 0
    assert main([str(tmp_path / "site")]) == 0
    assert (tmp_path / "site" / "playing" / "index.html").is_file()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear")
    capsys.readouterr()
    assert main([str(tmp_path / "other")]) == 2
    assert "has other files in it" in capsys.readouterr().err
