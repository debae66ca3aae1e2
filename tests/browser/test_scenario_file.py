"""A scenario of one's own in the browser: pasted or chosen, mended by the list of what is wrong, and played."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.files.test_handwritten import GOOD


def test_a_file_is_mended_by_its_list_of_problems_and_played(visit, tmp_path: Path):
    """Each problem names its line, and the mended text begins a match."""
    ann = visit()
    page = ann.go("new?title=wsim")
    page.get_by_text("Use a scenario file").click()
    text = page.get_by_label("The scenario, as text")
    text.fill(GOOD.replace("turns = 30", "turns = 0").replace("heading = 6", "heading = 7"))
    ann.button("Check and use it").click()
    wrong = page.get_by_role("list", name="What is wrong with the scenario").get_by_role("listitem")
    expect(wrong).to_have_text(
        [re.compile("^Line 2: turns = 0: expected"), re.compile("^Line 18: heading = 7: expected")]
    )
    great = tmp_path / "great.toml"
    great.write_text("#" * 60_001, encoding="utf-8")
    page.get_by_label("Choose a scenario file").set_input_files(great)
    expect(page.get_by_text("great.toml has 60001 bytes: expected at most 60000.")).to_be_visible()
    expect(wrong).to_have_count(0)  # they were another text's
    text.fill(GOOD)
    ann.button("Check and use it").click()
    expect(page.get_by_text("Two brigs is ready.")).to_be_visible()
    expect(wrong).to_have_count(0)
    ann.button("Begin", exact=True).click()
    page.wait_for_url(re.compile("#/match/"))
    match = page.url.partition("#/match/")[2].partition("?")[0]
    made = ann.api(f"matches/{match}")
    assert made["words"] == "Two brigs"
    assert [seat["seat"] for seat in made["seats"]] == ["american", "british"]


def test_a_file_is_chosen_and_a_title_s_own_scenario_takes_its_place_with_its_handicap(visit, tmp_path: Path):
    """The sides are the file's until a scenario of the title is picked again."""
    path = tmp_path / "two_brigs.toml"
    path.write_text(GOOD, encoding="utf-8")
    ann = visit()
    page = ann.go("new?title=wsim")
    page.get_by_text("Use a scenario file").click()
    page.get_by_label("Choose a scenario file").set_input_files(path)
    expect(page.get_by_text("Two brigs is ready.")).to_be_visible()
    expect(page.get_by_label("The Americans", exact=True)).to_be_visible()
    page.get_by_role("radio", name=re.compile("^A duel of frigates")).check(force=True)
    expect(page.get_by_label("The French", exact=True)).to_be_visible()
    expect(page.get_by_text("Two brigs is ready.")).to_have_count(0)
    expect(page.get_by_label("With its handicap")).to_have_count(0)  # a game that either side may win needs none
    page.get_by_role("radio", name=re.compile("^Rosas Bay ?story")).check(force=True)
    page.get_by_label("With its handicap").check()
    page.get_by_label("who", exact=True).select_option("bold")
    expect(page.get_by_text("against the bold captain, with its handicap.")).to_be_visible()
    ann.button("Begin", exact=True).click()
    page.wait_for_url(re.compile("#/match/"))
    made = ann.api(f"matches/{page.url.partition('#/match/')[2].partition('?')[0]}")
    assert made["settings"] == {"handicap": True}
    assert [seat["player"] for seat in made["seats"] if seat["kind"] == "bot"] == ["bold-captain"]
