"""The chart book, and the page that checks a record with its own arithmetic."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.play import a_finished_match


def test_a_chart_is_found_by_what_is_printed_on_it(visit):
    """A word in the search leads to the chart; its cells are the server's, and it has a page of its own to print."""
    ann = visit()
    page = ann.go("charts/trafalgar")
    page.get_by_role("searchbox").fill("effect of firing")
    page.get_by_role("searchbox").press("Enter")
    page.wait_for_url(re.compile("charts/trafalgar/effect_of_firing"))
    expect(page.get_by_role("heading", name=re.compile("effect of firing", re.IGNORECASE)).first).to_be_visible()
    cells = ann.api("titles/trafalgar/charts")["charts"]["effect_of_firing"]["cells"]
    printed = page.locator("table").first.inner_text()
    assert all(str(cell["value"]) in printed for cell in cells)


def test_every_title_has_its_charts_in_the_book(visit):
    """All five titles, whether they can be played yet or not; a word is looked for in all of them."""
    ann = visit()
    page = ann.go("charts")
    for title in ann.api("titles")["titles"]:
        expect(
            page.get_by_role("navigation", name="Titles").get_by_role("link", name=title["title"], exact=True)
        ).to_be_visible()
    page.get_by_role("searchbox").fill("boarding")
    expect(page.get_by_text(re.compile("with these words")).first).to_be_visible()


def record_of(ann: Any, match: str) -> list[str]:
    answer = ann.context.request.get(f"/api/matches/{match}/record")
    assert answer.ok
    return list(answer.text().splitlines())


def change_one_roll(lines: list[str]) -> list[str]:
    """The record of a server that turned one die over."""
    for n, line in enumerate(lines):
        told = json.loads(line)
        dice = told.get("dice") if isinstance(told, dict) else None
        if n > 0 and isinstance(dice, list) and dice:
            changed, count = re.subn(
                r'("dice":\["[^"]*?)(\d)(")',
                lambda found: found[1] + str(int(found[2]) % 6 + 1) + found[3],
                line,
                count=1,
            )
            assert count == 1, line
            return [*lines[:n], changed, *lines[n + 1 :]]
    raise AssertionError("no dice fell")


@pytest.mark.parametrize("honest", [True, False], ids=["as it was", "with one roll changed"])
def test_a_record_is_checked_in_the_browser_alone(visit, honest):
    """The good record holds; with one face changed it does not, and the page says where. The server is not asked."""
    ann = visit().arrive("Ann")
    match = a_finished_match(ann)
    lines = record_of(ann, match)
    text = "\n".join(lines if honest else change_one_roll(lines)) + "\n"
    page = ann.go("verify")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("input[type=file]").set_input_files(
        {"name": "duel.jsonl", "mimeType": "application/x-ndjson", "buffer": text.encode()}
    )
    if honest:
        expect(page.get_by_role("heading", name="The dice hold.")).to_be_visible()
        expect(page.locator("dl")).to_contain_text("Trafalgar: A duel of seventy-fours")
    else:
        expect(page.get_by_role("heading", name="It does not hold.")).to_be_visible()
        expect(page.get_by_text(re.compile("line|step")).first).to_be_visible()
    assert not [url for url in asked if "/api/" in url]


def test_a_match_is_verified_from_its_result(visit):
    """One link from the result page, and the record of that match is fetched and checked, with the head that was shown."""
    ann = visit().arrive("Ann")
    match = a_finished_match(ann)
    head = ann.api(f"matches/{match}")["head"]
    page = ann.go(f"result/{match}")
    page.get_by_role("link", name="Verify the dice").click()
    expect(page.get_by_role("heading", name="The dice hold.")).to_be_visible()
    page.get_by_label("Heads you kept").fill(head)
    ann.button("Check again").click()
    expect(page.get_by_text(re.compile("is that of line")).first).to_be_visible()
    page.get_by_label("Heads you kept").fill("0" * len(head))
    ann.button("Check again").click()
    expect(page.get_by_role("heading", name="It does not hold.")).to_be_visible()
