"""The first minute of somebody who has never been here."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_a_newcomer_comes_to_a_first_broadside_by_clicks_alone(visit):
    """From the first page, without a name and without a word typed, to "fires" in the log: a few dozen clicks at most."""
    ann = visit()
    page = ann.go()
    expect(page.get_by_role("heading", name="Weather Gauge")).to_be_visible()
    ann.click(ann.button("Fight a duel now"))
    bar = page.get_by_role("region", name="What is to be decided")
    fired = page.locator(".log").get_by_text(re.compile(r"^Bellerophon fires"))
    for _ in range(60):
        expect(bar.get_by_role("heading", name=re.compile("Your move|over"))).to_be_visible()
        if fired.count():
            break
        step_forward(ann, bar)
    assert fired.count(), "no broadside was fired"
    assert ann.clicks < 60


def step_forward(ann, bar):
    """What somebody who has not read the rules would press: what is nearest, furthest or called for."""
    page = ann.page
    before = bar.inner_text()
    broadside = bar.get_by_role("button", name=re.compile("broadside at"))
    sail = bar.get_by_role("button", name=re.compile(r"^Sail [\d.]+ inches"))
    end = bar.get_by_role("button", name=re.compile("^(End|Done|Ready|Finish|Close|No more)"))
    if broadside.count():
        ann.click(broadside.first)
    elif sail.count():
        ann.click(sail.last)
    else:
        ann.click(end.first)
        page.wait_for_timeout(200)
        return
    ann.click(bar.get_by_role("button", name=re.compile("^Order")))
    page.wait_for_timeout(200)
    del before
