"""A fleet in the browser: one press of a button, and captains order the rest of the turn, in every tactical title."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import by_day_and_by_night


@pytest.mark.parametrize(
    ("title", "scenario", "seat"),
    [
        ("trafalgar", "lee_column", "british"),
        ("wsim", "suffren_hughes", "british"),
        ("ironclads", "lissa", "austrian"),
    ],
)
def test_a_turn_of_a_fleet_is_one_click(visit, title, scenario, seat):
    """Whatever is still to be decided in the turn is decided as advised; the next question is of the turn after it."""
    ann = visit().arrive("Ann")
    known = next(one for one in ann.api(f"titles/{title}")["scenarios"] if one["name"] == scenario)
    seats = {one: {"kind": "me"} if one == seat else {"kind": "bot", "bot": "midshipman"} for one in known["seats"]}
    chair = ann.sit(ann.create(title=title, scenario=scenario, seats=seats)["id"], seat)
    bar = ann.page.get_by_role("region", name="What is to be decided")
    expect(bar.get_by_role("heading")).to_have_text(re.compile("Your move"))
    turn = chair.view()["view"]["table"]["turn"]
    ann.click(bar.get_by_role("button", name=re.compile("^The rest as advised")))
    ann.page.wait_for_function(
        """async ([path, turn]) => {
        const seen = await (await fetch(`/api/${path}/view?log=0`)).json();
        return seen.view.table.turn > turn && seen.your_turn;
    }""",
        arg=[chair.path, turn],
        timeout=60_000,
        polling=500,
    )
    expect(ann.page.locator("header.rail").get_by_text(re.compile(rf"turn {turn + 1}\b"))).to_be_visible()
    expect(bar.get_by_role("heading")).to_have_text(re.compile("Your move"))
    expect(bar.get_by_role("button", name=re.compile("^The rest as advised"))).to_have_attribute(
        "aria-pressed", "false"
    )
    assert ann.clicks == 1
    bar.get_by_role("button", name="Fleet orders").click()
    expect(ann.page.get_by_role("dialog", name="Fleet orders")).to_contain_text("Where ships go")
    found = by_day_and_by_night(ann.page, title)
    assert not found, "\n".join(found)
