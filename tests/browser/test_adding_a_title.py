"""The title that docs/adding-a-title.md grows, installed beside the project, in the browser: offered, and played to its end."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.adding import Workshop
from tests.browser.test_plain_board import Player, bar, panel
from tests.server.live import Live


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that finds the package among what is installed."""
    folder = tmp_path_factory.mktemp("cutters")
    shop = Workshop(folder)
    shop.put_all()
    shop.install()
    live = Live(folder / "browser.db", heartbeat=5)
    live.env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(shop.site), live.env.get("PYTHONPATH")]))
    with live:
        yield live


def test_a_title_of_another_package_is_chosen_and_played_to_its_end(visit, harbour: Live):
    """It stands among the games, begins with a click, and is played from lists against the midshipman until somebody has won."""
    ann = visit(harbour.url).arrive("Ann")
    ann.go("new?title=cutters")
    expect(ann.page.get_by_text("a revenue cutter chases a smuggler home")).to_be_visible()
    seats = {"revenue": {"kind": "me"}, "smuggler": {"kind": "bot", "bot": "midshipman"}}
    match = ann.create(title="cutters", scenario="dusk", seats=seats)["id"]
    ann.expects(r"409 \(Conflict\)")  # where both decide at once, the bot may have decided a moment before
    ann.go(f"match/{match}?seat=revenue")
    expect(panel(ann.page)).to_be_visible()
    expect(panel(ann.page)).to_contain_text("Gap")
    player = Player(ann.at(match, "revenue"))
    player.play(lambda seen: seen["status"] == "finished")
    expect(bar(ann.page).get_by_role("heading")).to_have_text("The match is over")
    assert "sail under a press of canvas" in player.said
    assert any("%" in odds for odds in player.weighed), player.weighed
    expect(ann.page.locator(".log")).to_contain_text("The revenue cutter makes")
    ann.page.get_by_role("link", name="Watch it again").click()
    expect(ann.page.get_by_role("region", name="Replay")).to_be_visible()
