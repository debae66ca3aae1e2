"""Learn by playing: the voice of a lesson points, waits for the right order, can be left and taken up, and is won."""

from __future__ import annotations

import re

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
