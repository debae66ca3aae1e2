"""The chart under the hands: dragged, zoomed by wheel, fingers, buttons and keys, by whoever uses which."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import PHONE
from tests.browser.play import BRITISH

SHIP = f'.ship[data-ship="{BRITISH}"]'
PLACE = """(ship) => {
    const { left, right, top, bottom } = document.querySelector(ship + ' .halo').getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2, size: right - left };
}"""


def place(page: Page) -> Any:
    """Where Bellerophon lies on the screen, and how large she is, once the camera rests."""
    page.evaluate(
        """async () => {
        for (let before = null; ; ) {
            await new Promise((done) => setTimeout(done, 150));
            const sea = document.querySelector('.sea[data-detail]');
            const now = sea.style.transform + sea.parentElement.style.transform;
            if (now === before) return;
            before = now;
        }
    }"""
    )
    return page.evaluate(PLACE, SHIP)


@pytest.fixture
def sea(visit):
    """The British seat of a duel, no ship chosen by hand."""

    def open_(**options: Any) -> Page:
        ann = visit(**options).arrive("Ann")
        match = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})["id"]
        ann.sit(match, "british")
        page: Page = ann.page
        place(page)
        return page

    return open_


def test_a_drag_moves_the_chart_and_chooses_nobody(sea):
    """Ships go along by as many pixels; where it ends over one, that was no click on her; a click is still one."""
    page = sea()
    at = place(page)
    page.mouse.move(at["x"], at["y"])
    page.mouse.down()
    page.mouse.move(at["x"] + 60, at["y"] - 35, steps=6)
    page.mouse.up()
    after = place(page)
    assert (after["x"] - at["x"], after["y"] - at["y"]) == pytest.approx((60, -35), abs=1.5)
    expect(page.locator(SHIP)).to_have_attribute("aria-pressed", "false")
    page.mouse.click(after["x"], after["y"])
    expect(page.locator(SHIP)).to_have_attribute("aria-pressed", "true")


def test_the_wheel_zooms_about_the_pointer(sea):
    """What lies under it stays there, nearer and farther, and there is an end to both."""
    page = sea()
    at = place(page)
    page.mouse.move(at["x"], at["y"])
    for _ in range(3):
        page.mouse.wheel(0, -100)
    near = place(page)
    assert near["size"] == pytest.approx(at["size"] * 2**0.6, rel=0.02)
    assert (near["x"], near["y"]) == pytest.approx((at["x"], at["y"]), abs=1.5)
    for turns in (-4000, 9000):
        page.mouse.wheel(0, turns)
        end = place(page)
        page.mouse.wheel(0, turns)
        assert place(page)["size"] == pytest.approx(end["size"], rel=0.01)


def test_buttons_and_keys_zoom_and_move(sea):
    """Plus and minus, on the chart and on the keyboard, pressed twice before the first is done; Control with arrows moves."""
    page = sea(reduced_motion="no-preference")
    at = place(page)
    nearer = page.get_by_role("button", name="Nearer")
    nearer.click()
    nearer.click()
    assert place(page)["size"] == pytest.approx(at["size"] * 1.5**2, rel=0.02)
    page.locator(SHIP).focus()
    page.keyboard.press("-")
    assert place(page)["size"] == pytest.approx(at["size"] * 1.5**2 / 1.4, rel=0.02)
    before = place(page)
    page.keyboard.press("Control+ArrowRight")
    assert place(page)["x"] < before["x"] - 20


def test_two_fingers_zoom_where_they_are(sea):
    """On a phone: spread to twice as far apart, ships are twice as large; one finger drags."""
    page = sea(**PHONE)
    at = place(page)
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(fingers)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = 195, 300
    touch("touchStart", (x - 40, y), (x + 40, y))
    for wide in (50, 60, 70, 80):
        touch("touchMove", (x - wide, y), (x + wide, y))
    touch("touchEnd")
    near = place(page)
    assert near["size"] == pytest.approx(at["size"] * 2, rel=0.05)
    touch("touchStart", (x, y))
    for far in (10, 20, 30):
        touch("touchMove", (x, y + far))
    touch("touchEnd")
    assert place(page)["y"] == pytest.approx(near["y"] + 30, abs=4)


def test_a_zoom_sets_few_words_anew(visit):
    """A browser sets every word of a drawing anew for each frame of a zoom: 73 ships have their names, and little more."""
    ann = visit().arrive("Ann")
    made = ann.create(scenario="trafalgar", seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
    ann.sit(made["id"], "allied")
    expect(ann.page.locator(".tag.shown").first).to_be_visible()
    words = ann.page.evaluate(
        "[...document.querySelectorAll('.sea text')].filter((one) => one.getClientRects().length).length"
    )
    assert 20 < words < 90
