"""Learn by playing: the voice of a lesson points, waits for the right order, can be left and taken up, and is won."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE, by_day_and_by_night, sticking_out, violations


def test_the_first_moments_of_a_lesson(visit):
    """From the first page: an order it does not wait for says so, the right one is given by hand, and it goes on after a pause."""
    ann = visit()
    page = ann.go("")
    page.get_by_role("link", name="Learn by playing").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn by playing")
    found = by_day_and_by_night(page, "the lessons")
    page.get_by_role("button", name="Begin Trafalgar").click()
    voice = page.get_by_role("region", name="Your guide")
    expect(voice).to_contain_text("1 of 12")
    expect(page.locator(".rings .round").first).to_be_visible()
    voice.get_by_role("button", name="Go on").click()
    expect(voice).to_contain_text("Turn Bellerophon 30 degrees to port")
    found += by_day_and_by_night(page, "a cue")
    orders = page.get_by_role("region", name="What is to be decided")
    orders.get_by_role("button", name=re.compile("15.*port")).click()
    expect(orders).to_contain_text("Your guide waits for something else")
    orders.get_by_role("button", name=re.compile("30.*port")).click()
    orders.get_by_role("button", name="Order").click()
    expect(voice).to_contain_text("3 of 12")
    expect(voice).to_contain_text("leadership test")
    ann.turn_to("learn")
    page.get_by_role("button", name="Go on with Trafalgar").click()
    expect(voice).to_contain_text("3 of 12")
    voice.get_by_role("button", name="Do it for me").click()
    expect(voice).to_contain_text("4 of 12")
    voice.get_by_role("button", name="Leave the lesson").click()
    expect(voice).to_have_count(0)
    assert not found, "\n".join(found)


def test_a_moment_of_a_campaign_on_a_phone(visit):
    """It stands above the sea, nothing sticks out, it is won, and the next one is a tap away."""
    bob = visit(**PHONE).arrive("Bob")
    made = bob.api("lessons", {"title": "mistral", "moment": "course"})
    bob.sit(made["id"], "british")
    voice = bob.page.get_by_role("region", name="Your guide")
    voice.get_by_role("button", name="Do it for me").click()
    expect(voice).to_contain_text("Against the wind you are asked how")
    assert not sticking_out(bob.page)
    assert not violations(bob.page)
    voice.get_by_role("button", name="Fold your guide away").click()
    voice.get_by_role("button", name="Hear your guide").click()
    voice.get_by_role("button", name="Do it for me").click()
    voice.get_by_role("button", name="Next: The search").click()
    expect(voice).to_contain_text("1 of 2")


LAID_OVER = """(what) => {
    const ring = document.querySelector('.rings span')?.getBoundingClientRect();
    const on = [...document.querySelectorAll('.bar .do button')].find((one) => one.textContent.includes(what))?.getBoundingClientRect();
    return Boolean(ring && on && Math.abs(ring.x + ring.width / 2 - on.x - on.width / 2) < 3);
}"""


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_the_voice_rings_the_button_that_it_names(visit, options):
    """Where it says that battle is given, the ring lies about that button, not about Undo beside it."""
    ann = visit(**options).arrive("Ann")
    ann.sit(ann.api("lessons", {"title": "mistral", "moment": "battle"})["id"], "british")
    voice = ann.page.get_by_role("region", name="Your guide")
    voice.get_by_role("button", name="Do it for me").click()
    expect(voice).to_contain_text("2 of 6")
    ann.page.wait_for_function(LAID_OVER, arg="Give battle")


CUT = "() => { const one = document.querySelector('.voice'); return one.scrollHeight - one.clientHeight; }"


@pytest.mark.parametrize(("moment", "seat"), [("wind", "british"), ("screen", "bourbon"), ("prestige", "british")])
def test_the_voice_is_heard_without_scrolling(visit, moment, seat):
    """At 1280 by 800 whatever it says stands there whole, and no step is skipped in its count; the last moment begins a battle."""
    ann = visit().arrive("Ann")
    ann.sit(ann.api("lessons", {"title": "mistral", "moment": moment})["id"], seat)
    voice = ann.page.get_by_role("region", name="Your guide")
    does = voice.get_by_role("button", name=re.compile("^(Go on|Do it for me|Next:|Begin:)"))
    for step in range(1, 9):
        expect(does).to_be_enabled()
        assert ann.page.evaluate(CUT) <= 0, f"cue {step}"
        if does.inner_text().startswith(("Next", "Begin")):
            break
        expect(voice.locator(".count")).to_contain_text(f"{step} of")
        said = voice.locator(".say").inner_text()
        does.click()
        expect(voice.locator(".say")).not_to_have_text(said)
    assert voice.locator(".count").inner_text() == f"{step - 1} of {step - 1}"
    if moment == "prestige":
        does.click()
        expect(voice).to_have_count(0)
        expect(ann.page.locator(".track .when")).to_have_text("Winter 1744")


def test_the_voice_says_what_stands_on_the_button(visit):
    """Where a step is ended, by the very words of the button that ends it; where ships are named, as the bar names them."""
    ann = visit().arrive("Ann")
    voice = ann.page.get_by_role("region", name="Your guide")
    bar = ann.page.get_by_role("region", name="What is to be decided")
    for title, moment, seat, cues in (
        ("mistral", "battle", "british", {1: "Give battle", 2: "Leaders as usual"}),
        ("cold_waves", "battle", "bourbon", {1: "Leaders as usual", 2: "Apollon and 1 more"}),
    ):
        ann.sit(ann.api("lessons", {"title": title, "moment": moment})["id"], seat)
        for step in range(max(cues) + 1):
            expect(voice).to_contain_text(f"{step + 1} of")
            if step in cues:
                expect(voice).to_contain_text(re.compile(cues[step], re.IGNORECASE))
                expect(bar).to_contain_text(cues[step])
            voice.get_by_role("button", name="Do it for me").click()
