"""What lies over the sea chart of a campaign: the strip of the date, the list of what may be decided, and the head of the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE, sticking_out
from tests.browser.test_campaigns import alone

LINES = "(one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_the_date_stands_on_one_line(visit, options):
    """Impulses and increments beside it do not push the ledger under it, and the title of the page does not break."""
    ann = visit(**options).arrive("Ann")
    ann.sit(ann.api("lessons", {"title": "mistral", "moment": "wind"})["id"], "british")
    track = ann.page.get_by_role("group", name="Turn track")
    expect(track).to_contain_text("increment")
    parts = track.locator("> :visible")
    middles = {round((box["y"] + box["height"] / 2) / 6) for box in (one.bounding_box() for one in parts.all()) if box}
    assert len(middles) == 1, middles
    assert ann.page.locator(".top h1").evaluate(LINES) == 1
    assert not sticking_out(ann.page)


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_what_may_be_decided_holds_nothing_empty(visit, options):
    """In a council the whole side is not listed where it has nothing to order, and standing orders are in reach below the list."""
    chair = alone(visit, **options)["british"]
    page = chair.visitor.sit(chair.match, "british").visitor.page
    todo = page.get_by_role("region", name="Still to decide")
    head = todo.get_by_role("button", name=re.compile("^May be decided"))
    if head.get_attribute("aria-expanded") == "false":
        head.click()
    listed = len([one for one in chair.view()["subjects"] if not one.get("idle")])
    expect(head).to_contain_text(str(listed))
    expect(todo.get_by_text("What concerns all")).to_have_count(0 if listed < len(chair.view()["subjects"]) else 1)
    expect(todo.get_by_role("button", name=re.compile("^Standing orders"))).to_be_in_viewport(ratio=1)
    box = todo.locator(".list").bounding_box()
    assert box is not None
    assert box["height"] > 70


def test_whoever_is_chosen_lies_free_of_the_list(visit):
    """A formation that the list of what may be decided covers is brought out from under it."""
    chair = alone(visit)["british"]
    page = chair.visitor.sit(chair.match, "british").visitor.page
    todo = page.get_by_role("region", name="Still to decide")
    for name in ("Gibraltar frigates", "Port Mahon division", "Centre"):
        todo.get_by_role("button", name=re.compile(f"^{name}")).first.click()
        page.wait_for_timeout(300)
        one = page.locator(".sea [data-ship][aria-pressed=true], .sea [data-ship].selected").first.bounding_box()
        box = todo.bounding_box()
        assert one is not None
        assert box is not None
        assert one["x"] + one["width"] / 2 > box["x"] + box["width"], name
