"""The README's picture, taken again from the pages as they are: `make picture`, after they changed. Look at it before you commit it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser import chromium
from tests.browser.conftest import FLAGS, ROOT
from tests.browser.people import Visitor
from tests.browser.play import BRITISH, move, throw, turn
from tests.server.live import Live

PICTURE = ROOT / "docs" / "images" / "board.png"


def take(place: Path) -> None:
    """A duel in its first turn: Bellerophon has come round and may fire, and has seen what her broadside would do."""
    chromium.prepare()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.node())
    program, environment = chromium.launch()
    if Path("/etc/fonts/fonts.conf").exists():
        environment.pop("FONTCONFIG_FILE", None)  # the machine's own have signs that those for tests lack
    with (
        tempfile.TemporaryDirectory() as folder,
        Live(Path(folder) / "picture.db", bot_workers=0) as live,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, env=environment, args=FLAGS)
        ann = Visitor(browser, live.url).arrive("Ann")
        made = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}}, dice="typed")
        british, allied = (ann.at(made["id"], seat) for seat in ("british", "allied"))
        allied.act(move("aigle", 300))
        british.act(turn(BRITISH, -45))
        throw(british, 6)
        british.act(move(BRITISH, 600))
        page = ann.page
        ann.sit(made["id"], "british")
        bar = page.get_by_role("region", name="What is to be decided")
        bar.get_by_role("button", name="Aigle").first.click()
        expect(bar).to_contain_text("%")
        page.evaluate("document.activeElement?.blur()")
        page.mouse.move(0, 0)
        page.wait_for_timeout(500)  # what moves has come to rest
        page.screenshot(path=place)
        assert not ann.unexpected(), ann.unexpected()
        browser.close()


if __name__ == "__main__":
    take(PICTURE)
    print(f"{PICTURE.relative_to(ROOT)} is new: look at it.")
