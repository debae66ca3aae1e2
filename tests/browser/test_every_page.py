"""Every page, by day and by night, on a desk and on a phone: readable by everyone, complaining of nothing, no wider than the screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import chromium
from tests.browser.people import Visitor
from tests.browser.play import a_finished_match

PAGES = (
    "", "new", "lobby", "matches", "account", "learn", "nowhere/at/all", "seat/no-such-token", "confirm/no-such-token", "reset/no-such-token",
    "match/{playing}", "match/{gathering}", "match/{playing}?seat=spectator", "match/{finished}", "replay/{finished}",
    "result/{finished}", "rules", "rules/trafalgar", "rules/trafalgar/firing", "charts", "charts/trafalgar", "charts/trafalgar/effect_of_firing", "companion",
    "companion/{companion}", "companion/no-such-table", "sheets/trafalgar/duel", "sheets?table={companion}", "verify", "verify?match={finished}",
)  # fmt: skip
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 3,
}
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


def opened(visit: Any, places: Any, where: str, **options: Any) -> Visitor:
    ann: Visitor = visit(storage_state=places[1], **options)
    if where in MISSING:
        ann.expects(MISSING[where])
    open_page(ann, places, where)
    return ann


def open_page(ann: Visitor, places: Any, where: str) -> None:
    ann.go(where.format(**places[0]))
    if "match/" in where or "companion/" in where:
        ann.page.wait_for_timeout(500)  # their line to the server stays open
    else:
        ann.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("where", PAGES)
def test_a_page_is_accessible_by_day_and_by_night_and_silent(visit, places, where):
    """No serious or critical violation of the accessibility rules, no error, no warning and no breach of the policy."""
    ann = opened(visit, places, where, color_scheme="light")
    found = [f"by day: {one}" for one in violations(ann.page)]
    ann.page.emulate_media(color_scheme="dark")
    open_page(ann, places, where)  # afresh, so that no colour is still fading over
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "dark")
    found += [f"by night: {one}" for one in violations(ann.page)]
    assert not found, f"{where or 'home'}:\n" + "\n".join(found)


@pytest.mark.parametrize("where", PAGES)
def test_a_page_fits_a_phone(visit, places, where):
    """390 by 844: nothing sticks out to the side."""
    ann = opened(visit, places, where, **PHONE)
    assert not sticking_out(ann.page), where or "home"


def violations(page: Page) -> list[str]:
    """What axe finds, each with its first places."""
    # The policy forbids scripts that are not the page's own; the rules are run by the browser itself.
    page.evaluate(chromium.axe())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['impact']}: {one['id']}: {one['help']}: "
        + "; ".join(
            f"{' '.join(map(str, node['target']))} ({(node.get('any') or node.get('all') or node.get('none') or [{'message': ''}])[0]['message']})"
            for node in one["nodes"][:4]
        )
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def sticking_out(page: Page) -> list[str]:
    """Elements beyond the right edge, where the page scrolls sideways for them."""
    return list(
        page.evaluate(
            """(screen) => {
        const wide = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= wide && innerWidth <= screen) return [];
        return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > wide + 1)
            .slice(0, 5).map((one) => `${one.tagName}.${one.getAttribute('class')} ${Math.round(one.getBoundingClientRect().right)}`)
            .concat(`scrolls ${document.documentElement.scrollWidth} of ${wide}, window ${innerWidth}`);
    }""",
            (page.viewport_size or {"width": 390})["width"],
        )
    )


def test_the_first_page_is_light(visit):
    """What must come before anybody can press the button: well under half a megabyte over the line."""
    ann = visit()
    sizes: list[int] = []
    ann.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    ann.go()
    expect(ann.button(re.compile("Fight a duel now"))).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert sum(sizes) < 500_000, sum(sizes)
