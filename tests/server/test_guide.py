"""The rules of a title over the network: pages, words and rulings, kept and packed like the charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.outside import GOOD, HEAD, install
from tests.server.desk import run, serving
from weathergauge.rulesets import guide

__all__ = ["install"]


def test_a_title_has_its_pages_its_rulings_and_its_words(tmp_path: Path):
    """The page on firing has text, rulings that are told too, and an example that can be resolved."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            told = await ann.get("/api/titles/trafalgar/guide")
            firing = next(topic for topic in told["topics"] if topic["id"] == "firing")
            assert firing["example"]["procedure"] == "broadside"
            assert firing["body"][0]["kind"] == "text"
            assert {ruling["id"] for ruling in told["rulings"]} >= {*firing["rulings"]}
            words = (await ann.get("/api/titles/trafalgar/words"))["words"]
            assert [word["word"] for word in words] == [word.word for word in guide("trafalgar").words]
            answer = await ann.post(
                "/api/titles/trafalgar/procedures/broadside/resolve", {"inputs": firing["example"]["inputs"]}
            )
            assert answer["account"]
            for part in ("guide", "words"):
                assert "did you mean trafalgar?" in (await ann.get(f"/api/titles/trafalgr/{part}", 404))["detail"]

    run(test)


WRONG = '+++\ntitle = "Oars"\norder = 1\nwhen = "always"\ncharts = ["oars"]\n+++\nPull.\n'


@pytest.mark.parametrize(("pages", "status"), [({}, 200), ({"boats/guide/oars.md": WRONG}, 500)], ids=["none", "wrong"])
def test_a_title_of_another_package_need_not_have_a_guide(tmp_path: Path, install, pages: dict[str, str], status: int):
    """One that is wrong says where, and everything else of the title is there."""
    install(files={"boats/title.toml": HEAD, "boats/rules.py": GOOD, **pages})
    guide.cache_clear()

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            told = await ann.get("/api/titles/boats/guide", status)
            assert "boats/guide/oars.md, line 5" in told["detail"] if pages else told["topics"] == []
            assert (await ann.get("/api/titles/boats/procedures"))["title"] == "boats"

    run(test)
    guide.cache_clear()
