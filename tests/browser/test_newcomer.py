"""The first minute of somebody who has never been here."""

from __future__ import annotations

import math
import re
import time
from typing import Any

from playwright.sync_api import Error, Locator, Route, expect

from tests.browser.looks import PHONE
from tests.browser.people import Visitor

CLICKS = 60
SECONDS = 200
"""For a machine that is busy with other things; nothing is claimed about how long a person takes."""
TURNS = (-45, -30, -15, 15, 30, 45)
CARDS = """() => [...document.querySelectorAll('.titles label')].map((one) => one.getBoundingClientRect())
    .map((box) => [Math.round(box.top), box.width])"""
FAR = 1000
"""Hundredths of an inch: farther than this she sails nearer, else she shows her side."""


def test_a_newcomer_comes_to_a_first_broadside_by_clicks_alone(visit):
    """From the first page, without a name and without a word typed, to her broadside in the log."""
    ann = visit()
    page = ann.go()
    expect(page.get_by_role("heading", name="Weather Gauge", exact=True)).to_be_visible()
    titles = ann.api("titles")["titles"]
    beside = page.get_by_role("heading", name="Beside your own table").locator("xpath=ancestor::section[1]")
    for title in titles:  # what is said of the companion is true of each title
        expect(beside).to_contain_text(title["title"])
    expect(page).to_have_title("Weather Gauge")
    ann.click(ann.button("Fight a duel now"))
    page.wait_for_url(re.compile("#/match/"))
    captain = Captain(ann)
    fired = page.locator(".log").get_by_text(re.compile("Bellerophon fires"))
    end = time.monotonic() + SECONDS
    while not fired.count() and time.monotonic() < end and ann.clicks < CLICKS:
        captain.look_and_press()
    assert fired.count(), f"no broadside after {ann.clicks} clicks: {page.locator('.log').first.inner_text()}"


def test_the_card_of_the_first_page_is_whole_and_its_button_stays(visit):
    """When the other titles come, the sea grows with the card, and what somebody is about to press does not move."""
    ann = visit()
    held: list[Route] = []
    ann.context.route("**/api/covers", lambda route: held.append(route))
    page = ann.go()
    button = ann.button("Fight a duel now")
    before = button.bounding_box()
    for one in held:
        one.continue_()
    ann.context.unroute("**/api/covers")
    expect(ann.button(re.compile("^Four impulses off Catalonia"))).to_be_visible()
    assert button.bounding_box() == before
    hero, card = (page.locator(one).bounding_box() for one in (".hero", ".cartouche"))
    assert hero["y"] < card["y"]
    assert card["y"] + card["height"] < hero["y"] + hero["height"]


def test_from_any_battle_the_seats_are_one_click_away(visit):
    """Below five and twenty cards they would be far to find."""
    ann = visit(**PHONE)
    page = ann.go("new?title=wsim")
    seat = page.get_by_label("The British", exact=True)
    expect(seat).not_to_be_in_viewport()
    ann.click(ann.button("Change who plays, and how"))
    expect(seat).to_be_in_viewport()
    expect(seat).to_be_focused()


def test_every_playable_title_is_one_click_away(visit):
    """Beside the great button, quietly: the first battle of each other title begins at once."""
    for name in ("A duel of frigates", "Two a side"):
        ann = visit()
        page = ann.go()
        ann.button(re.compile(f"^{name}")).click()
        page.wait_for_url(re.compile("#/match/"))
        expect(page.get_by_role("region", name="What is to be decided").locator("h2")).not_to_be_empty()
        match = page.url.partition("#/match/")[2].partition("?")[0]
        assert ann.api(f"matches/{match}")["words"] == name


def test_an_invitation_says_to_what_by_whom_and_for_which_side(visit):
    """Ben reads who invites him to which scenario and side, and sits down with one click."""
    ann, ben = visit().arrive("Ann"), visit()
    seats = {"british": {"kind": "me"}, "french": {"kind": "invite"}}
    made = ann.create(title="wsim", seats=seats, public=False)
    page = ben.go(made["seats"][1]["link"].removeprefix("/#/"))
    told = page.locator("main")
    for words in ("Ann invites you", "A duel of frigates", "Wooden Ships", "the French", "Ann has the British"):
        expect(told).to_contain_text(words)
    ben.button("Sit down").click()
    page.wait_for_url(re.compile(f"#/match/{made['id']}"))


def test_a_link_to_another_title_is_followed_while_the_page_is_open(visit):
    """The form changes to the title and its first scenario."""
    ann = visit()
    page = ann.go("new?title=wsim")
    expect(page.get_by_role("radio", name=re.compile("^Wooden Ships"))).to_be_checked()
    page.evaluate("location.hash = '#/new?title=ironclads'")
    expect(page.get_by_role("radio", name=re.compile("^Ironclads"))).to_be_checked()
    expect(page.get_by_role("radio", name=re.compile("^Two a side"))).to_be_checked()


def test_on_a_phone_the_games_leave_no_hole(visit):
    """Whichever is chosen: every row of the grid is full, from edge to edge."""
    ann = visit(**PHONE)
    page = ann.go("new")
    for title in ("Trafalgar", "Wooden Ships", "Ironclads"):
        card = page.locator(".titles").get_by_role("radio", name=re.compile(f"^{title}"))
        card.check()
        expect(card).to_be_checked()
        widths: dict[int, float] = {}
        for top, width in page.evaluate(CARDS):
            widths[top] = widths.get(top, 0.0) + width
        assert max(widths.values()) - min(widths.values()) < 20, (title, widths)


class Captain:
    """Somebody who has not read the rules: goes nearer, shows her side, fires at what is offered. Clicks, and nothing else."""

    def __init__(self, ann: Visitor) -> None:
        self.ann = ann
        self.bar = ann.page.get_by_role("region", name="What is to be decided")
        self.chair = ann.at(ann.page.url.partition("#/match/")[2].partition("?")[0], "british")
        self.steered = 0

    def look_and_press(self) -> None:
        bar = self.bar
        broadside = bar.get_by_role("button", name=re.compile("broadside at"))
        sail = bar.get_by_role("button", name=re.compile(r"^Sail [\d.]+ in"))
        ask = self.ann.page.get_by_role("dialog").get_by_role("button", name=re.compile("^End "))
        done = bar.get_by_role("button", name=re.compile("^(End moving|End firing|Ready)"))
        try:
            if ask.count():
                self.press(ask)
            elif broadside.count():
                self.press(broadside.first)
                self.press(bar.get_by_role("button", name="Order", exact=True))
            elif sail.count():
                self.sail(sail)
            elif done.count():
                self.press(done)
        except Error:
            pass  # the match has moved on meanwhile: look again
        self.ann.page.wait_for_timeout(150)

    def press(self, what: Locator) -> None:
        what.click(timeout=2000)
        self.ann.clicks += 1

    def sail(self, sail: Locator) -> None:
        table = self.chair.view()["view"]["table"]
        turn, near = self.wanted(table)
        if turn and self.steered < table["turn"]:
            self.steered = table["turn"]
            name = f"Turn {abs(turn)}° to {'port' if turn < 0 else 'starboard'}"
            self.press(self.bar.get_by_role("button", name=re.compile(re.sub(" ", " ?", name))))
        else:
            self.press(sail.first if near else sail.last)
        self.press(self.bar.get_by_role("button", name="Order", exact=True))

    def wanted(self, table: Any) -> tuple[int, bool]:
        """Which turn, as the board shows it, and whether the enemy is near."""
        ships = {ship["id"]: ship for ship in table["ships"]}
        own, enemy = ships["bellerophon"], ships["aigle"]
        east, north = enemy["x"] - own["x"], enemy["y"] - own["y"]
        off = (math.degrees(math.atan2(east, north)) - own["heading"] + 180) % 360 - 180
        near = math.hypot(east, north) < FAR
        wish = off - math.copysign(90 if near else 20, off)
        best = min(TURNS, key=lambda one: abs(one - wish))
        return (best if abs(wish) > 12 else 0), near


def test_what_is_refused_in_a_dialog_is_said_over_it(visit):
    """Words behind the veil would be seen by nobody, and could not be put away."""
    ann = visit().arrive("Ann")
    ann.expects("409")
    match = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})["id"]
    page = ann.go(f"match/{match}?seat=british")
    ann.click(ann.button("Match", exact=True))
    dialog = page.get_by_role("dialog")
    ann.click(dialog.get_by_role("button", name="Ask to take my last decision back"))
    away = page.get_by_role("button", name="Dismiss")
    expect(away).to_have_count(1)
    ann.click(away)
    expect(away).to_have_count(0)
    expect(dialog).to_be_visible()


def test_the_same_again_seats_everybody_as_before(visit):
    """The address of the form says who sat where, and how a bot was asked to play."""
    page = visit().go("new?title=trafalgar&scenario=duel&sits=british.bot%3Abold-captain%2Callied.me")
    expect(page.get_by_label("The Allies", exact=True)).to_have_value("me")
    expect(page.get_by_label("The British", exact=True)).to_have_value("bot:captain")
    expect(page.get_by_text("You play the Allies against the bold captain.")).to_be_visible()
