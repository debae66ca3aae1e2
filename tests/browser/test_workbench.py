"""The workbench in a browser: a cell is changed in the chart book, games are played, and what came of it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE, by_day_and_by_night, sticking_out
from tests.browser.people import Visitor
from tests.server.live import Live


def test_a_number_is_changed_played_and_kept(visit):
    """By whoever sits at the machine: the change is marked on the chart, and both distributions are there when it is over."""
    ann = visit()
    page = ann.go()
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Workbench").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The workbench")
    page.get_by_label("Scenario").select_option(label="A duel of seventy-fours")
    for side in ("The British", "The Allies"):
        page.get_by_label(side).select_option("midshipman")
    page.get_by_label("Games of each").fill("0")
    expect(page.get_by_role("form", name="What is tried").get_by_role("alert")).to_have_text(
        re.compile("^Games: expected a whole number from 1 to ")
    )
    page.get_by_label("Games of each").fill("20")

    charts = page.get_by_role("navigation", name="Charts")
    charts.get_by_label("Find a chart").fill("base factors")
    charts.get_by_role("button", name=re.compile("Base")).first.click()
    page.locator("td", has_text=re.compile(r"^2$")).first.get_by_role("button").click()
    hand = page.get_by_role("region", name="The cell in hand")
    hand.get_by_role("button", name=re.compile("^One more")).first.click()
    expect(page.locator("td.changed").first).to_contain_text("changed from 2")
    expect(page.locator(".made li")).to_have_count(1)
    found = [f"a cell in hand: {one}" for one in by_day_and_by_night(page)]

    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_text("40 games of 40")).to_be_visible()
    expect(
        page.get_by_role("img", name=re.compile("lead of the British.*as printed: mean.*changed: mean"))
    ).to_be_visible()
    expect(page.locator(".verdict p")).to_have_count(2)
    found += [f"what came of it: {one}" for one in by_day_and_by_night(page)]
    page.get_by_label("Name").fill("One more")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.get_by_role("heading", name="It is kept")).to_be_visible()
    with page.expect_download() as loading:
        page.get_by_role("link", name="The report").click()
    assert "One more" not in Path(loading.value.path()).read_text(encoding="utf-8")  # it is as it was played
    assert "as printed" in Path(loading.value.path()).read_text(encoding="utf-8")
    assert not found, "\n".join(found)

    phone = visit(**PHONE)
    there = phone.go(page.url.partition("#/")[2])
    expect(there.get_by_role("heading", name="One more")).to_be_visible()
    assert not sticking_out(there)
    there.get_by_role("tab", name="The chart book").click()
    expect(there.get_by_text("On a wider screen cells can be changed.")).to_be_visible()
    assert not sticking_out(there)


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Live]:
    """A server that is meant for others."""
    with Live(tmp_path / "public.db", bot_workers=0, hosts="table.lan") as live:
        yield live


def test_guests_of_a_public_server_are_told_whose_it_is(visit, public):
    """No link leads there, and the page says who may."""
    ann = visit(public.url)
    page = ann.go("workbench")
    expect(page.get_by_role("heading", name="For whoever runs this server")).to_be_visible()
    expect(page.get_by_role("link", name="Workbench")).to_have_count(0)
    assert isinstance(ann, Visitor)
    assert not by_day_and_by_night(page)
