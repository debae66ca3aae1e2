"""The account page, and who may play a seat: what a player does with both, seen and clicked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE, violations
from tests.browser.people import Visitor

SECRET, OTHER = "correct horse", "battery staple"


def shot(visitor: Visitor, name: str) -> None:
    """A picture of the page, where somebody asked for pictures by naming a folder."""
    if folder := os.environ.get("WG_PICTURES"):
        visitor.page.wait_for_timeout(300)
        visitor.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def registered(visit: Any, name: str, **options: Any) -> Visitor:
    ann: Visitor = visit(**options)
    ann.api("register", {"name": name, "password": SECRET})
    return ann


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_account_of_a_player_is_readable_by_everyone(visit, phone, night):
    """With everything on it, and with the question before it is deleted; no wider than the screen."""
    options = {**(PHONE if phone else {}), "color_scheme": "dark" if night else "light"}
    name = f"Ann {'P' if phone else 'D'}{'N' if night else 'D'}"
    ann = registered(visit, name, **options)
    other = visit()
    other.api("login", {"name": name, "password": SECRET})
    ann.go("account")
    ann.page.wait_for_load_state("networkidle")
    expect(ann.button("Sign out everywhere else")).to_be_visible()
    where = f"{'phone' if phone else 'desk'}-{'night' if night else 'day'}"
    shot(ann, f"account-{where}")
    found = violations(ann.page)
    wide = ann.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    ann.click(ann.button("Delete the account…"))
    expect(ann.page.get_by_role("dialog")).to_contain_text("cannot be undone")
    shot(ann, f"delete-{where}")
    found += violations(ann.page)
    assert (found, wide <= 0) == ([], True)


def test_a_password_is_changed_and_other_devices_are_signed_out(visit):
    """A wrong one is answered beside the fields; afterwards this device alone is in the list."""
    ann, there = registered(visit, "Bea"), visit()
    there.api("login", {"name": "Bea", "password": SECRET})
    ann.expects("403")
    ann.go("account")
    old, new = ann.page.get_by_label("The one you have"), ann.page.get_by_label("A new one")
    for given in ("nonsense", SECRET):
        old.fill(given)
        new.fill(OTHER)
        ann.click(ann.button("Change the password"))
        if given == "nonsense":
            expect(ann.page.get_by_role("alert").first).to_contain_text("That is not your password")
    expect(ann.button("Sign out everywhere else")).to_have_count(0)
    assert ann.api("me")["signed_in"]
    assert not there.api("me")["signed_in"]


def test_an_account_is_deleted_after_being_asked(visit):
    """For good: the first page, nobody signed in, and the name does not sign in any more."""
    ann = registered(visit, "Cleo")
    ann.go("account")
    ann.click(ann.button("Delete the account…"))
    ann.page.get_by_label("Your password").fill(SECRET)
    ann.click(ann.button("Delete for good"))
    expect(ann.page.get_by_text("The account is deleted.").first).to_be_visible()
    assert not ann.api("me")["signed_in"]
    ann.api("login", {"name": "Cleo", "password": SECRET}, status=403)


def test_a_seat_is_opened_on_a_phone_and_the_phone_is_put_out_again(visit):
    """A link from the match menu, used once; the desk hears who came, sees both, and ends the other, who is told so."""
    ann, phone = visit().arrive("Dora"), visit(**PHONE)
    match = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "midshipman"}})["id"]
    ann.sit(match, "british")
    ann.click(ann.button("Match", exact=True))
    ann.click(ann.button("Play on another device, or share the seat…"))
    ann.click(ann.button("Make a link", exact=True))
    link = ann.page.get_by_label("It works once:").input_value()
    phone.go(link.partition("#/")[2])
    phone.click(phone.button("Sit down"))
    expect(phone.page.get_by_role("region", name="What is to be decided")).to_be_visible()
    expect(ann.page.get_by_text("has opened this seat's private link").first).to_be_visible()
    seat = ann.page.get_by_role("region", name="Who may play this seat")
    expect(seat.get_by_role("listitem")).to_have_count(2)
    shot(ann, "seat-desk-day")
    shot(phone, "seat-phone-day")
    ann.click(ann.button("End all others at this seat…"))
    assert not violations(ann.page)
    phone.expects("403")
    ann.click(ann.button("End all others", exact=True))
    expect(seat.get_by_role("listitem")).to_have_count(1)
    expect(phone.page.get_by_text("You do not play british in this match.")).to_be_visible()
    eve = visit()
    eve.expects("404")
    eve.go(link.partition("#/")[2])
    expect(eve.page.get_by_text("This link is not valid any more")).to_be_visible()
    expect(eve.page.get_by_role("heading", name="No seat by this link")).to_be_visible()
    expect(eve.button("Sit down")).to_have_count(0)
