"""Other hands than a mouse: the keyboard alone, and a thumb on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.looks import PHONE, sticking_out


def a_match_to_move_in(ann: Any) -> Any:
    """Both seats are Ann's; Aigle has moved, the British are to."""
    made = ann.arrive("Ann").create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}}, settings={"turns": 2})
    ann.at(made["id"], "allied").act({"type": "move", "ship": "aigle", "distance": 150})
    return made["id"]


def tab_to(page: Page, what: Locator, backwards: bool = False) -> None:
    """Press Tab until it has the focus."""
    expect(what.first).to_be_attached()
    for _ in range(150):
        if what.count() and what.first.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError(f"Tab never comes to {what}")


def test_a_whole_turn_is_ordered_by_keyboard(visit):
    """Turn, sail, take back, sail again, end the step, hold or fire, to the next turn: no pointer, and every order read as text."""
    ann = visit()
    match = a_match_to_move_in(ann)
    ann.sit(match, "british")
    page, log = ann.page, ann.page.locator(".log")
    bar = page.get_by_role("region", name="What is to be decided")
    expect(bar.get_by_role("button", name=re.compile("^Sail 5 in"))).to_be_visible()

    page.keyboard.press("ArrowRight")
    expect(bar).to_contain_text(re.compile(r"Bellerophon turns \d+ degrees? to starboard"))
    page.keyboard.press("Escape")
    expect(bar).not_to_contain_text("Bellerophon turns")
    page.keyboard.press("ArrowUp")
    expect(bar).to_contain_text(re.compile(r"Bellerophon sails [\d.]+ inch"))
    page.keyboard.press("Enter")
    expect(log).to_contain_text("Bellerophon sails")
    british = ann.at(match, "british")
    expect(ann.button(re.compile("^Undo ?: Bellerophon sails"))).to_be_visible()
    page.keyboard.press("u")
    expect(log).to_contain_text("A step is taken back by the British.")
    tab_to(page, bar.get_by_role("spinbutton", name="Inches to sail"))
    page.keyboard.type("4.5")
    expect(bar).to_contain_text("Bellerophon sails 4.5 inches")
    expect(bar.get_by_role("heading")).to_have_text("Your move: Bellerophon")
    page.keyboard.press("Enter")
    expect(log).to_contain_text("Bellerophon sails 4.5 inches")
    # Who has moved is done; the rest of the turn is whatever the dice and the guns ask for.
    for _ in range(12):
        seen, another = british.view(), ann.in_step(british)
        if seen["view"]["table"]["turn"] > 1:
            break
        if "british" in seen["to_act"]:
            expect(bar.get_by_role("heading")).to_have_text(re.compile("Your move"))
            page.keyboard.press("c")
            dialog = page.get_by_role("dialog")
            expect(dialog.or_(another).first).to_be_attached()
            if dialog.count():
                page.keyboard.press("Tab")
                tab_to(page, dialog.get_by_role("button", name=re.compile("^(End|Ready)")))
                page.keyboard.press("Enter")
        else:
            phase = seen["view"]["table"]["phase"]["type"]
            ann.at(match, "allied").act({"type": "finish" if phase in ("moving", "firing") else "ready"})
        expect(another).to_be_attached()
    assert british.view()["view"]["table"]["turn"] == 2
    expect(page.get_by_text(re.compile("turn 2 of 2", re.IGNORECASE)).first).to_be_visible()


@pytest.mark.parametrize("obeyed", [True, False])
def test_a_turn_and_the_run_after_it_are_ordered_in_one_go(visit, obeyed):
    """Both stand in the bar, the turn first. Once she has come about she sails; if she is not obeyed, the run waits for a word."""
    ann = visit().arrive("Ann")
    made = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}}, dice="typed")
    ann.at(made["id"], "allied").act({"type": "move", "ship": "aigle", "distance": 150})
    ann.sit(made["id"], "british")
    bar, log = ann.page.get_by_role("region", name="What is to be decided"), ann.page.locator(".log")
    bar.get_by_role("button", name=re.compile("^Sail 5 in")).click()
    bar.get_by_role("button", name=re.compile("Turn ?15° ?to starboard")).click()
    draft = "Bellerophon turns 15 degrees to starboard, then Bellerophon sails 5 inches"
    expect(bar).to_contain_text(draft)
    ahead = bar.locator("legend .now").filter(has_text="in turning")
    expect(ahead).to_have_text(re.compile(r"^[\d.]+ to [\d.]+ inches in all; of 5, [\d.]+ in turning$"))
    taken = re.findall(r"[\d.]+", ahead.inner_text())[-1]
    bar.get_by_role("button", name="Order", exact=True).click()
    bar.get_by_role("button", name=f"shows {6 if obeyed else 1}").click()
    expect(log).not_to_contain_text("Bellerophon sails")
    bar.get_by_role("button", name=re.compile("^So it fell")).click()
    if obeyed:
        expect(log).to_contain_text("Bellerophon turns 15 degrees to starboard, to 105.")
    else:
        expect(log).to_contain_text("Bellerophon fails a leadership test")
        expect(bar).to_contain_text("Bellerophon sails 5 inches")
        expect(log).not_to_contain_text("Bellerophon sails")
        bar.get_by_role("button", name="Order", exact=True).click()
    expect(log).to_contain_text(
        f"Bellerophon sails 5 inches, {taken} inches of it in turning" if obeyed else "Bellerophon sails 5 inches"
    )


def test_undo_names_what_would_be_undone(visit):
    """After the moves were ended it is their end, though the firing has begun since."""
    ann = visit()
    match = a_match_to_move_in(ann)
    ann.at(match, "british").act({"type": "finish"})
    ann.sit(match, "british")
    expect(ann.button(re.compile("^Undo ?: End the moves"))).to_be_visible()


def test_a_ship_is_chosen_and_read_from_the_board_by_keyboard(visit):
    """Every ship can be focused; her name, bearing, range, heading and state are words."""
    ann = visit()
    match = a_match_to_move_in(ann)
    ann.sit(match, "british")
    ship = ann.page.get_by_role(
        "button", name=re.compile("^Aigle, French, enemy; .*inches off, bearing .*; heading .*boxes left")
    )
    tab_to(ann.page, ship)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[role=button][data-ship=aigle]")).to_have_attribute("aria-pressed", "true")
    live = ann.page.locator("[aria-live=polite]")
    expect(live.filter(has_text="Aigle, French, 3rd rate of 74 guns")).to_be_attached()


def test_the_log_tells_why_and_the_turn_is_announced(visit):
    """A result opens the chart with the cell that was read; what happens is said to who cannot see it."""
    ann = visit()
    match = a_match_to_move_in(ann)
    ann.sit(match, "british")
    ann.page.get_by_role("radio", name="Everything").check(force=True)  # a test that is passed is told there alone
    ann.at(match, "british").act({"type": "turn", "ship": "bellerophon", "angle": 15})  # a leadership test
    ann.page.locator(".log").get_by_role("button", name=re.compile(r"^Why\?")).first.click()
    dialog = ann.page.get_by_role("dialog", name="Why?")
    expect(dialog.locator("table").first).to_be_visible()
    expect(dialog.get_by_role("link", name="Leadership").first).to_have_attribute(
        "href", re.compile("rules/trafalgar/leadership")
    )
    expect(dialog).not_to_contain_text(re.compile("document", re.IGNORECASE))
    ann.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ann.page.locator("[role=status][aria-live=polite]").filter(has_text="Bellerophon")).to_be_attached()


def test_a_ship_is_ordered_with_a_thumb(visit):
    """On a phone the table is the sea, the orders and four pockets; an order is given, the log is in its pocket."""
    ann = visit(**PHONE)
    match = a_match_to_move_in(ann)
    ann.sit(match, "british")
    page = ann.page
    bar = page.get_by_role("region", name="What is to be decided")
    bar.get_by_role("button", name=re.compile("^Sail 5 in")).tap()
    bar.get_by_role("button", name="Order", exact=True).tap()
    page.get_by_role("navigation", name="Panels").get_by_role("button", name="Log").tap()
    expect(page.get_by_role("dialog", name="Log")).to_contain_text("Bellerophon sails 5 inches")
    assert not sticking_out(page)
    assert not too_small(page.get_by_role("dialog", name="Log"))


def test_a_phone_says_whose_move_it_is_and_shows_no_keys(visit):
    """The step and "your move" stand at the head; hints of keys that are not there do not."""
    ann = visit(**PHONE)
    ann.sit(a_match_to_move_in(ann), "british")
    head = ann.page.locator("header.rail")
    for words in ("turn 1", "the British move", "your move"):
        expect(head.get_by_text(words).first).to_be_visible()
    expect(ann.page.locator(".bar kbd").first).to_be_hidden()
    desk = visit(storage_state=ann.context.storage_state())
    desk.go(ann.page.url.partition("#/")[2])
    expect(desk.page.locator(".bar kbd").first).to_be_visible()


def test_on_its_side_a_phone_keeps_the_sea(visit):
    """780 by 437: the orders stand beside the sea, which has the height that is left; an order can be given."""
    ann = visit(**{**PHONE, "viewport": {"width": 780, "height": 437}})
    match = a_match_to_move_in(ann)
    ann.sit(match, "british")
    page = ann.page
    box = page.get_by_role("region", name="The sea").bounding_box()
    assert box is not None
    assert box["height"] > 330, box
    assert box["width"] > 350, box
    assert not sticking_out(page)
    page.get_by_role("button", name=re.compile("^Sail 5 in")).tap()
    page.get_by_role("button", name="Order", exact=True).tap()
    page.get_by_role("navigation", name="Panels").get_by_role("button", name="Log").tap()
    expect(page.get_by_role("dialog", name="Log")).to_contain_text("Bellerophon sails 5 inches")


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_names_of_a_great_fleet_stand_clear_of_one_another(visit, screen):
    """Seventy ships and more: as many names as there is room for, the flagships' first, and none over another."""
    ann = visit(**screen).arrive("Ann")
    made = ann.create(scenario="trafalgar", seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
    ann.sit(made["id"], "allied")
    ann.page.wait_for_function(
        """() => {
        const names = [...document.querySelectorAll('.tag.shown .words text')].map((one) => one.getBoundingClientRect());
        const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return names.length > 3 && !names.some((a, n) => names.slice(n + 1).some((b) => over(a, b)));
    }"""
    )
    expect(ann.page.locator(".tag.shown").filter(has_text="Royal Sovereign")).to_be_visible()


def too_small(where: Locator) -> list[str]:
    """What cannot be hit with a thumb: buttons under 24 CSS pixels, which WCAG 2.2 sets."""
    return list(
        where.evaluate("""(place) => [...place.querySelectorAll('button')].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width && !one.closest('.words') && (box.width < 24 || box.height < 24);
        }).map((one) => one.textContent || one.getAttribute('aria-label'))""")
    )
