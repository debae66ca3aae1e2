"""Beside a physical table: odds before the throw, dice that were thrown by hand, sheets on several phones."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import PHONE, sticking_out

BROADSIDE = {"hull": 6, "range": 4, "target_rate": "3rd_rate"}


def fill_in_a_broadside(page: Page) -> None:
    page.get_by_role("radio", name="Broadside", exact=True).check(force=True)
    page.get_by_role("textbox", name="Hull", exact=True).fill("6")
    page.get_by_role("textbox", name="Range", exact=True).fill("4")
    page.get_by_role("group", name="Target rate").get_by_role("radio", name="3rd rate").check(force=True)


def throw(page: Page, face: int) -> None:
    page.get_by_role("button", name="Type our dice").click()
    dice = page.get_by_role("region", name="The dice")
    expect(dice).to_contain_text("Throw 1d6")
    dice.get_by_label("What fell").fill(str(face))
    dice.get_by_role("button", name="So it fell").click()


def take(page: Page, words: str, ship: str) -> None:
    """Fill in a part of the form from a ship's sheet."""
    known = page.get_by_label(words)
    known.select_option(known.locator("option", has_text=ship).get_attribute("value"))


def test_a_broadside_is_reckoned_from_dice_that_were_typed(visit):
    """The form is filled in, the odds are there at once, the die that fell is typed, and result and arithmetic are the server's."""
    ann = visit()
    page = ann.go("companion")
    fill_in_a_broadside(page)
    known = ann.api("titles/trafalgar/procedures/broadside/odds", {"inputs": BROADSIDE})
    plot = page.get_by_role("figure", name="Odds of boxes")
    expect(plot.get_by_role("button")).to_have_count(len(known["parts"]["boxes"]))
    throw(page, 9)
    expect(page.get_by_role("region", name="The dice").get_by_role("alert")).not_to_be_empty()  # no such face
    page.get_by_label("What fell").fill("3")
    page.get_by_role("button", name="So it fell").click()
    result = ann.api("titles/trafalgar/procedures/broadside/resolve", {"inputs": BROADSIDE, "dice": [3]})["result"]
    outcome = page.get_by_role("region", name="Broadside")
    expect(outcome).to_contain_text(f"{result['boxes']} boxes")
    expect(outcome).to_contain_text("hull points")
    expect(outcome.locator("table").first).to_be_visible()
    ann.expects("422")


def test_two_phones_share_the_sheets_of_one_table(visit):
    """One opens a table and gives the link; a box crossed on the one is crossed on the other, and a broadside marks a sheet on both."""
    ann, ben = visit(**PHONE), visit(**PHONE)
    page = ann.go("companion")
    page.get_by_label("What shall it be called?").fill("Friday")
    page.get_by_label("Ships to lay out").select_option("duel")
    ann.button("Open a table").tap()
    expect(page.get_by_role("heading", name="Friday", level=1)).to_be_visible()
    link = page.get_by_label("Link for every phone").input_value()
    other = ben.go(link.partition("#/")[2])
    expect(other.get_by_role("heading", name="Friday", level=1)).to_be_visible()

    boxes = "boxes of Aigle"
    page.get_by_role("group", name=re.compile(boxes)).get_by_role("button").first.tap()
    expect(other.get_by_role("group", name=re.compile(boxes)).get_by_role("button", pressed=True)).to_have_count(1)

    other.get_by_role("tab", name="Resolve").tap()
    other.get_by_role("radio", name="Broadside", exact=True).check(force=True)
    take(other, "Fill in from the sheet of", "Bellerophon")
    expect(other.get_by_role("textbox", name="Hull", exact=True)).to_have_value("6")
    take(other, "Fill in the target from the sheet of", "Aigle")
    rate = other.get_by_role("group", name="Target rate").get_by_role("radio", name="3rd rate")
    expect(rate).to_be_checked()
    other.get_by_role("textbox", name="Range", exact=True).fill("4")
    throw(other, 3)
    ben.button("Mark Aigle").tap()  # whose sheet it was
    marked = 1 + int(
        ben.api("titles/trafalgar/procedures/broadside/resolve", {"inputs": BROADSIDE, "dice": [3]})["result"]["boxes"]
    )
    expect(page.get_by_role("group", name=re.compile(boxes)).get_by_role("button", pressed=True)).to_have_count(marked)
    page.get_by_role("tab", name="What fell").tap()
    expect(page.get_by_text(re.compile("broadside", re.IGNORECASE)).first).to_be_visible()
    for one in (page, other):
        assert not sticking_out(one)


def test_a_wooden_ship_fires_from_her_log_at_another(visit):
    """Guns and class come from the firer's log, the other's crew from hers, and the odds are there at once."""
    ann = visit()
    page = ann.go("companion?title=wsim")
    page.get_by_label("Ships to lay out").select_option("duel")
    ann.button("Open a table").click()
    expect(page.get_by_role("group", name=re.compile("hull of Amelia"))).to_be_visible()
    page.get_by_role("tab", name="Resolve").click()
    page.get_by_role("radio", name="Broadside", exact=True).check(force=True)
    take(page, "Fill in from the sheet of", "Amelia")
    expect(page.get_by_role("textbox", name="Guns", exact=True)).to_have_value("3")
    expect(page.get_by_role("textbox", name="Ship class", exact=True)).to_have_value("3")
    take(page, "Fill in the target from the sheet of", "Aréthuse")
    target = page.get_by_role("group", name="Target crew")
    expect(target.get_by_role("radio", name="crack")).to_be_checked()
    expect(page.get_by_role("textbox", name="Guns", exact=True)).to_have_value("3")
    expect(page.get_by_role("figure", name=re.compile("^Odds of hull"))).to_be_visible()
