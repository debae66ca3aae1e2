"""Ironclads by keyboard and ear: what the page says aloud is enough to know what is asked next."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

HEAR = """() => {
    const said = document.querySelector('[role=status][aria-live=polite]');
    window.heard = [];
    new MutationObserver(() => window.heard.push(said.textContent)).observe(said, { childList: true, characterData: true, subtree: true });
}"""


class Listener:
    """Somebody who presses keys and hears what is said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(HEAR)

    def press(self, *keys: str) -> None:
        self.page.evaluate("window.heard = []")
        for key in keys:
            self.page.keyboard.press(key)

    def hears(self, words: str) -> None:
        self.page.wait_for_function("(words) => window.heard.some((one) => new RegExp(words).test(one))", arg=words)


@pytest.fixture
def angamos(visit) -> Any:
    """The Huáscar, against somebody who sees little."""
    ann = visit().arrive("Ann")
    seats = {"peruvian": {"kind": "me"}, "chilean": {"kind": "bot", "bot": "midshipman"}}
    made = ann.create(title="ironclads", scenario="angamos", seats=seats, dice="typed")
    return ann, ann.sit(made["id"], "peruvian")


def test_each_order_is_followed_by_the_next_question(angamos):
    """From the initiative to the guns by arrows and Enter: every time it is said what is wanted next, and of whom."""
    ann, chair = angamos
    page: Page = ann.page
    bar = page.get_by_role("region", name="What is to be decided")
    ear = Listener(page)
    while (waiting := chair.view()["waiting"]) is not None:
        ann.api(f"{chair.path}/dice", {"faces": [6] * waiting["count"], "lock": waiting["lock"]})
    step = chair.view()["view"]["table"]["phase"]["type"]
    if step == "choosing":
        expect(bar.get_by_role("heading")).to_have_text(re.compile("Your move"))
        ear.press("ArrowUp", "Enter")
        ear.hears("Huáscar: One ship has no order yet")
    # In the step that has begun it is she who is asked about, not the whole side.
    expect(bar.get_by_role("heading")).to_have_text("Your move: Huáscar")
    expect(bar.get_by_role("button", name="Huáscar, this turn: Half")).to_be_enabled()
    ear.press("ArrowUp")
    expect(bar.locator(".words").last).to_have_text(re.compile("^Huáscar: "))
