"""The first minute of somebody who has never been here."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Error, expect

from tests.browser.people import Visitor

CLICKS = 60
SECONDS = 120
"""For a machine that is busy with other things; nothing is claimed about how long a person takes."""


def test_a_newcomer_comes_to_a_first_broadside_by_clicks_alone(visit):
    """From the first page, without a name and without a word typed, to her broadside in the log."""
    ann = visit()
    page = ann.go()
    expect(page.get_by_role("heading", name="Weather Gauge", exact=True)).to_be_visible()
    ann.click(ann.button("Fight a duel now"))
    fired = page.locator(".log").get_by_text(re.compile("Bellerophon fires"))
    end = time.monotonic() + SECONDS
    while not fired.count() and time.monotonic() < end and ann.clicks < CLICKS:
        press_what_is_called_for(ann)
    assert fired.count(), f"no broadside after {ann.clicks} clicks: {page.locator('.log').first.inner_text()}"


def press_what_is_called_for(ann: Visitor) -> None:
    """What somebody who has not read the rules would press: a target, else the longest way, else on."""
    page = ann.page
    bar = page.get_by_role("region", name="What is to be decided")
    order = bar.get_by_role("button", name="Order", exact=True)
    wanted = [
        page.get_by_role("dialog").get_by_role("button", name=re.compile("^End ")),
        bar.get_by_role("button", name=re.compile("broadside at")),
        bar.get_by_role("button", name=re.compile(r"^Sail [\d.]+ in")),
        bar.get_by_role("button", name=re.compile("^(End moving|End firing|Ready)")),
    ]
    for n, found in enumerate(wanted):
        if not found.count():
            continue
        try:
            found.last.click(timeout=1500)
            ann.clicks += 1
            if n in (1, 2):
                order.click(timeout=1500)
                ann.clicks += 1
        except Error:
            pass  # the match has moved on meanwhile: look again
        break
    page.wait_for_timeout(150)
