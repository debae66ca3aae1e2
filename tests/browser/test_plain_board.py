"""The plain board: any title from lists and forms, whether or not a board is drawn for it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.looks import PHONE, by_day_and_by_night, sticking_out
from tests.browser.people import Chair, Visitor
from tests.browser.play import BRITISH, lay_alongside

SOON = 5_000


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="What is to be decided")


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="The table", exact=True)


def orders(page: Page) -> Locator:
    return page.get_by_role("list", name="Orders").get_by_role("button")


def sit(visitor: Visitor, match: str, seat: str) -> Chair:
    visitor.go(f"match/{match}?seat={seat}&board=plain")
    expect(panel(visitor.page)).to_be_visible()
    return visitor.at(match, seat)


class Player:
    """Somebody who plays on the plain board: orders each thing once in a step, and ends the step."""

    def __init__(self, chair: Chair) -> None:
        self.chair, self.page = chair, chair.visitor.page
        self.ordered: set[tuple[str, str]] = set()
        self.said: list[str] = []
        self.weighed: list[str] = []

    def play(self, enough: Any, most: int = 600) -> None:
        for _ in range(most):
            seen = self.chair.view()
            if enough(seen):
                return
            decision = seen["decision"]
            if not seen["your_turn"] or bar(self.page).get_attribute("data-decision") != decision:
                self.page.wait_for_timeout(50)
                continue
            step = str(seen["view"]["table"]["phase"]) + str(seen["view"]["table"].get("turn"))
            open_ = [
                one["id"] for one in seen["subjects"] if (step, one["id"]) not in self.ordered and one["id"] != "step"
            ]
            gone_on = self.page.locator(f'section[data-decision]:not([data-decision="{decision}"])')
            try:
                if open_:
                    self.order(open_[0])
                    self.ordered.add((step, open_[0]))
                else:
                    self.close(gone_on)
            except (TimeoutError, AssertionError):
                # Where both decide at once, the other may have decided a moment before, and the choice is offered anew.
                assert bar(self.page).get_attribute("data-decision") != decision
                continue
            expect(gone_on).to_have_count(1)
        raise AssertionError(f"it does not come to that: {self.said}")

    def order(self, subject: str) -> None:
        """The last order in its list, with its odds before it is given."""
        row = self.page.locator(f'.subject[data-subject="{subject}"]')
        if row.get_attribute("aria-expanded", timeout=SOON) == "false":
            row.click(timeout=SOON)
        orders(self.page).last.click(timeout=SOON)
        expect(bar(self.page).locator(".weigh .odds, .weigh .small:not(.reckoning)")).to_have_count(1, timeout=SOON)
        said = bar(self.page).locator(".words").inner_text(timeout=SOON)
        odds = bar(self.page).locator(".odds").all_inner_texts()
        bar(self.page).get_by_role("button", name=re.compile("^Order")).click(timeout=SOON)
        self.said.append(said)
        self.weighed.extend(odds)

    def close(self, gone_on: Locator) -> None:
        expect(bar(self.page).locator('[aria-keyshortcuts="C"]')).to_be_visible(timeout=SOON)
        self.page.keyboard.press("c")
        question = self.page.get_by_role("dialog")
        expect(question.or_(gone_on).first).to_be_visible(timeout=SOON)
        if question.is_visible():
            question.get_by_role("button").last.click(timeout=SOON)
        self.said.append("end")


def test_a_whole_match_is_played_from_lists(visit):
    """Three turns of Trafalgar against a bot, every order from the list or by ending the step, to the result."""
    ann = visit().arrive("Ann")
    seats = {"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "midshipman"}}
    match = ann.create(seats=seats, settings={"turns": 3})["id"]
    player = Player(sit(ann, match, "british"))
    player.play(lambda seen: seen["status"] == "finished")
    expect(bar(ann.page).get_by_role("heading")).to_have_text("The match is over")
    assert any("Bellerophon" in words for words in player.said)
    ann.page.get_by_role("link", name="Watch it again").click()
    expect(ann.page.get_by_role("region", name="Replay")).to_be_visible()


def test_a_campaign_is_played_from_lists(visit):
    """Sixty events of Mistral against a bot, on the same board: nothing of it knows of ports or winds."""
    ann = visit().arrive("Ann")
    ann.expects(r"409 \(Conflict\)")  # where both decide at once, the bot may have decided a moment before
    seats = {"british": {"kind": "me"}, "bourbon": {"kind": "bot", "bot": "midshipman"}}
    match = ann.create(title="mistral", scenario="teaching", seats=seats)["id"]
    player = Player(sit(ann, match, "british"))
    steps: set[str] = set()

    def enough(seen: Any) -> bool:
        steps.add(seen["view"]["table"]["phase"]["type"])
        return len(player.said) >= 25 and {"council", "plotting"} <= steps

    player.play(enough)
    assert player.weighed, player.said  # odds were shown before orders were given
    expect(panel(ann.page)).to_contain_text("At sea")


def test_secret_orders_are_written_and_made_ready(visit):
    """What is written down stands among what is yours alone, the other side's page has nothing of it, and both end the step."""
    ann, ben = visit().arrive("Ann"), visit().arrive("Ben")
    made = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "open"}}, dice="typed")
    ben.api(f"matches/{made['id']}/join", {"seat": "allied"})
    chairs = {"british": ann.at(made["id"], "british"), "allied": ben.at(made["id"], "allied")}
    lay_alongside(chairs)
    for seat, chair in chairs.items():
        sit(chair.visitor, made["id"], seat)
    expect(bar(ann.page)).to_contain_text("The Allies decide at the same time")
    orders(ann.page).filter(has_text="boards Aigle").click()
    expect(bar(ann.page).locator(".odds")).to_contain_text("%")
    bar(ann.page).get_by_role("button", name="Order", exact=True).click()
    expect(ann.page.get_by_role("region", name="What has changed")).to_contain_text(
        "Written down, secret: boards Aigle"
    )
    bar(ann.page).get_by_role("button", name="No more secret orders").click()
    expect(bar(ann.page).get_by_role("heading")).to_have_text(re.compile("Allies decide"))
    assert not re.search("boards? Aigle", ben.page.content())


def test_the_address_changes_the_board_at_once(visit):
    """Who adds `board=plain` to the address of the sea gets the lists without loading the page again, and back."""
    ann = visit().arrive("Ann")
    match = ann.create(seats={seat: {"kind": "me"} for seat in ("british", "allied")})["id"]
    ann.go(f"match/{match}?seat=allied")
    form = ann.page.get_by_role("group", name=re.compile("^Move: Aigle"))
    expect(ann.page.locator(".log")).to_be_visible()
    expect(form).to_have_count(0)
    for plain in (True, False):
        ann.page.evaluate("hash => { location.hash = hash }", f"#/match/{match}?seat=allied{'&board=plain' * plain}")
        expect(form).to_have_count(1 if plain else 0)


def test_a_free_order_is_given_with_numbers_and_by_keyboard(visit):
    """A number is typed into its form; arrows go through orders and numbers, Enter gives the one in the bar."""
    ann = visit().arrive("Ann")
    match = ann.create(seats={seat: {"kind": "me"} for seat in ("british", "allied")})["id"]
    chair = sit(ann, match, "allied")
    form = ann.page.get_by_role("group", name=re.compile("^Move: Aigle"))
    form.get_by_role("spinbutton").fill("137")
    form.get_by_role("spinbutton").press("Tab")
    expect(bar(ann.page).locator(".words")).to_have_text("Aigle sails 1.37 inches")
    form.get_by_role("spinbutton").fill("99999")
    form.get_by_role("spinbutton").press("Tab")
    expect(bar(ann.page).locator(".words")).to_have_text("Aigle sails 3 inches")
    ann.page.locator(".subject").first.focus()
    ann.page.keyboard.press("ArrowDown")
    expect(bar(ann.page).locator(".words")).to_have_text("Aigle sails 2.99 inches")
    ann.page.keyboard.press("ArrowRight")
    expect(bar(ann.page).locator(".words")).to_have_text("Aigle sails 0.5 inches")
    orders(ann.page).nth(1).focus()
    ann.page.keyboard.press("Enter")  # chooses the one that has the focus
    expect(bar(ann.page).locator(".words")).to_have_text("Aigle sails 2 inches")
    gone_on = ann.in_step(chair)
    ann.page.keyboard.press("Enter")  # and gives it
    expect(gone_on).to_have_count(1)
    expect(ann.page.locator(".log")).to_contain_text("Aigle sails 2 inches")
    expect(ann.page.get_by_role("region", name="What has changed")).to_contain_text("Aigle")


def test_the_board_can_be_changed_in_the_menu(visit):
    """Who likes words better chooses the plain board among the preferences, at the table, and goes back to the sea."""
    ann = visit().arrive("Ann")
    match = ann.create(seats={seat: {"kind": "me"} for seat in ("british", "allied")})["id"]
    ann.sit(match, "allied")
    expect(ann.page.locator(f'[data-ship="{BRITISH}"]').first).to_be_attached()
    ann.button("Menu").click()
    ann.page.get_by_label(re.compile("Plain board")).check()
    expect(panel(ann.page)).to_be_attached()
    ann.page.get_by_label(re.compile("Plain board")).uncheck()
    expect(panel(ann.page)).to_have_count(0)
    expect(ann.page.locator(f'[data-ship="{BRITISH}"]').first).to_be_attached()


def test_sides_have_their_own_colours_and_two(visit):
    """Those of the board that is drawn, in the fleets and in what is told of the table."""
    ann = visit().arrive("Ann")
    for scenario, other, called in (("duel", "french", "French"), ("gunboats", "danish", "Danish")):
        seats = {seat: {"kind": "me"} for seat in ("british", other)}
        match = ann.create(title="wsim", scenario=scenario, seats=seats)["id"]
        sit(ann, match, "british")
        for words, tone in (("British", "1"), (called, "2")):
            expect(ann.page.locator(".board .side", has_text=words).first).to_have_attribute("data-side", tone)
            heading = ann.page.locator(".fleet section[data-side]").filter(has=ann.page.locator("h2", has_text=words))
            expect(heading).to_have_attribute("data-side", tone)


def test_it_is_accessible_by_day_and_night_and_fits_a_phone(visit):
    """With orders open and a change told: no serious violation, nothing wider than the screen."""
    found: list[str] = []
    for options in ({}, PHONE):
        for title, scenario, seats in (
            ("trafalgar", "duel", ("british", "allied")),
            ("mistral", "quarter", ("british", "bourbon")),
        ):
            ann = visit(**options).arrive("Ann")
            match = ann.create(title=title, scenario=scenario, seats={seat: {"kind": "me"} for seat in seats})["id"]
            chair = ann.at(match, "british")
            if not chair.view()["your_turn"]:
                chair = ann.at(match, seats[1])
            sit(ann, match, chair.seat)
            orders(ann.page).first.click()
            found.extend(by_day_and_by_night(ann.page, title))
            found.extend(sticking_out(ann.page))
    assert not found, "\n".join(found)


def _ids(value: Any) -> set[str]:
    """What the data of a view calls its things and places."""
    if isinstance(value, list):
        return {one for part in value for one in _ids(part)}
    if not isinstance(value, dict):
        return set()
    own = {str(value[field]) for field in ("id", "place", "type") if isinstance(value.get(field), str)}
    return own | {one for part in value.values() for one in _ids(part)}


@pytest.mark.parametrize(
    ("title", "scenario", "seats"),
    [
        ("trafalgar", "lee_column", ("british", "allied")),
        ("wsim", "suffren_hughes", ("british", "french")),
        ("ironclads", "lissa", ("austrian", "italian")),
        ("mistral", "quarter", ("british", "bourbon")),
        ("cold_waves", "quarter", ("british", "bourbon")),
    ],
)
def test_nothing_of_the_data_reaches_the_board(visit, title, scenario, seats):
    """All that stands there is said in the title's words: no id, no name of a field, no place on the sheet, for either seat."""
    ann = visit().arrive("Ann")
    match = ann.create(title=title, scenario=scenario, seats={seat: {"kind": "me"} for seat in seats})["id"]
    for seat in seats:
        chair = sit(ann, match, seat)
        ann.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        words = panel(ann.page).inner_text() + (bar(ann.page).text_content() or "")
        assert len(words) > 500
        raw = {one for one in _ids(chair.view()["view"]) if re.search("[_0-9@]", one)}
        found = [
            one for one in raw for form in (one, one.replace("_", " ")) if re.search(rf"\b{re.escape(form)}\b", words)
        ]
        assert not found
        assert not re.findall(r"\w*_\w*|undefined|null|NaN|\bmpi\b|\bsr \d|\bHeading \d{1,2}\b", words)
