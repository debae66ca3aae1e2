"""Every page, by day and by night, on a desk and on a phone: readable by everyone, complaining of nothing, no wider than the screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE, by_day_and_by_night, sticking_out
from tests.browser.people import Visitor
from tests.browser.play import a_finished_match

PAGES = (
    "", "new", "lobby", "matches", "account", "learn", "nowhere/at/all", "seat/no-such-token", "confirm/no-such-token", "reset/no-such-token",
    "match/{playing}", "match/{gathering}", "match/{playing}?seat=spectator", "match/{finished}", "replay/{finished}",
    "result/{finished}", "chronicle/{finished}", "rules", "rules/trafalgar", "rules/trafalgar/firing", "charts", "charts/trafalgar", "charts/trafalgar/effect_of_firing", "companion",
    "companion/{companion}", "companion/no-such-table", "sheets/trafalgar/duel", "sheets?table={companion}", "verify", "verify?match={finished}",
)  # fmt: skip
# A page may be asked for something that is not there: its address says so.
MISSING = {
    "seat/no-such-token": "40[0-9]|422",
    "confirm/no-such-token": "40[0-9]|422",
    "companion/no-such-table": "404",
}


@pytest.fixture(scope="module")
def places(browser: Any, server: Any) -> Any:
    """One match of each kind, and a companion table, with the cookies of whoever made them."""
    maker = Visitor(browser, server.url).arrive("Ann")
    me, bot = {"kind": "me"}, {"kind": "bot", "bot": "midshipman"}
    found = {
        "playing": maker.create(seats={"british": me, "allied": me})["id"],
        "gathering": maker.create(seats={"british": me, "allied": {"kind": "invite"}})["id"],
        "bots": maker.create(seats={"british": me, "allied": bot})["id"],
        "finished": a_finished_match(maker),
        "companion": maker.api("companion", {"title": "trafalgar", "name": "Friday", "scenario": "duel"})["id"],
    }
    state = maker.context.storage_state()
    maker.close()
    return found, state


def _somebody(browser: Any, server: Any, places: Any, **options: Any) -> Any:
    somebody = Visitor(browser, server.url, storage_state=places[1], **options)
    yield somebody
    somebody.close()


@pytest.fixture(scope="module")
def desk(browser: Any, server: Any, places: Any) -> Any:
    """One browser that goes from page to page: to start one for each takes longer than to look at them."""
    yield from _somebody(browser, server, places, color_scheme="light")


@pytest.fixture(scope="module")
def phone(browser: Any, server: Any, places: Any) -> Any:
    yield from _somebody(browser, server, places, **PHONE)


def open_page(ann: Visitor, places: Any, where: str) -> None:
    ann.go(where.format(**places[0]))
    if "match/" in where or "companion/" in where:
        ann.page.wait_for_timeout(500)  # their line to the server stays open
    else:
        ann.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("where", PAGES)
def test_a_page_is_accessible_by_day_and_by_night_and_silent(desk, places, where):
    """No serious or critical violation of the accessibility rules, no error, no warning and no breach of the policy."""
    desk.begins_anew()
    if where in MISSING:
        desk.expects(MISSING[where])
    desk.page.emulate_media(color_scheme="light")
    open_page(desk, places, where)
    found = by_day_and_by_night(desk.page) + desk.unexpected()
    assert not found, f"{where or 'home'}:\n" + "\n".join(found)


@pytest.mark.parametrize("where", PAGES)
def test_a_page_fits_a_phone(phone, places, where):
    """390 by 844: nothing sticks out to the side."""
    open_page(phone, places, where)
    assert not sticking_out(phone.page), where or "home"


BOARDS = (("trafalgar", "duel"), ("trafalgar", "trafalgar"), ("wsim", "suffren_hughes"), ("ironclads", "lissa"), ("mistral", "quarter"), ("cold_waves", "quarter"))  # fmt: skip
"""A small one, and for each title one with as much on it as there is."""


def weight(newcomer: Visitor, where: str, shown: str) -> float:
    """The KiB that come over the line for a page, to somebody who has nothing of it yet."""
    sizes: list[int] = []
    newcomer.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    newcomer.go(where)
    expect(newcomer.page.locator(shown).first).to_be_visible()
    expect(newcomer.page.locator("body")).to_have_css("font-family", re.compile("Source Sans 3"))
    newcomer.page.evaluate("document.fonts.ready.then(() => true)")
    newcomer.page.wait_for_timeout(500)  # what a page asks for when it stands counts too
    assert len(sizes) > 10, "the page brings its parts with it"
    return sum(sizes) / 1024


def test_the_first_page_is_light(visit):
    """What must come before anybody can press the button."""
    assert weight(visit(), "", "text=Four impulses off Catalonia") < 125


@pytest.mark.parametrize(("title", "scenario"), BOARDS)
def test_a_board_is_light(visit, title, scenario):
    """What must come before a player sees his ships, of every title."""
    ann = visit().arrive("Ann")
    known = next(one for one in ann.api(f"titles/{title}")["scenarios"] if one["name"] == scenario)
    made = ann.create(title=title, scenario=scenario, seats={seat: {"kind": "me"} for seat in known["seats"]})
    assert weight(ann, f"match/{made['id']}?seat={known['seats'][0]}", "[data-ship]") < 250
