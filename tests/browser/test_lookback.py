"""When a match is over: the result, the replay, and playing on from an earlier moment."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.looks import by_day_and_by_night, violations
from tests.browser.play import a_finished_match


def test_a_match_is_watched_again_forwards_backwards_and_from_any_turn(visit):
    """The bar under the replay, its keys, its list and its turns all lead to the same positions."""
    ann = visit().arrive("Ann")
    match = a_finished_match(ann)
    page = ann.go(f"replay/{match}")
    bar = page.get_by_role("region", name="Replay")
    end = ann.api(f"matches/{match}/seats/spectator/replay")["positions"][-1]["position"]
    expect(bar).to_contain_text(f"0 of {end}")
    bar.get_by_role("button", name="Forward").click()
    current = page.locator("[aria-current=step]")
    expect(current).not_to_have_text("The fleets in sight")
    first = current.inner_text()
    bar.get_by_role("button", name="Forward").click()
    expect(current).not_to_have_text(first)
    bar.get_by_role("button", name="Back").click()
    expect(current).to_have_text(first)
    page.keyboard.press("End")
    expect(bar).to_contain_text(f"{end} of {end}")
    page.keyboard.press("ArrowLeft")
    expect(bar).not_to_contain_text(f"{end} of {end}")
    page.keyboard.press("Home")
    expect(current).to_have_text("The fleets in sight")
    bar.get_by_role("combobox", name="Chapter").select_option("Turn 2")
    expect(page.get_by_text(re.compile(r"turn 2 of 2"))).to_be_visible()
    bar.get_by_role("combobox", name="Eyes").select_option("As the Allies saw it")
    expect(page).to_have_url(re.compile("seat=allied"))
    bar.get_by_role("slider", name="Position").fill(str(end))
    expect(bar).to_contain_text(f"{end} of {end}")
    page.reload()
    expect(bar).to_contain_text(f"{end} of {end}")  # the address keeps the place


def test_the_replay_tells_why_beside_each_throw(visit):
    """In the list, as in the log of a match: the dice, and the chart with the cell that was read."""
    ann = visit().arrive("Ann")
    match = a_finished_match(ann)
    page = ann.go(f"replay/{match}")
    positions = ann.api(f"matches/{match}/seats/spectator/replay")["positions"]
    whys = page.get_by_role("complementary", name="What happened").get_by_role("button", name=re.compile(r"^Why\?"))
    expect(whys).to_have_count(sum(one["why"] for one in positions))
    whys.first.click()
    dialog = page.get_by_role("dialog", name="Why?")
    expect(dialog).to_contain_text("leadership test")
    expect(dialog.locator("table").first).to_be_visible()


def test_a_bot_says_what_an_order_was_for(visit):
    """Beside each order of hers, when the match is over: her plan, and what she weighed with what it was worth."""
    ann = visit().arrive("Ann")
    seats = {"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "captain"}}
    match = str(ann.create(seats=seats, settings={"turns": 1})["id"])
    chair = ann.at(match, "british")
    while (seen := chair.view())["status"] != "finished":
        if seen["your_turn"]:
            phase = seen["view"]["table"]["phase"]["type"]
            chair.act({"type": "finish" if phase in ("moving", "firing") else "ready"})
    page = ann.go(f"replay/{match}")
    page.get_by_role("button", name=re.compile("^What for\\?")).first.click()
    dialog = page.get_by_role("dialog", name="What for?")
    expect(dialog.get_by_role("list", name="What was weighed").locator(".chosen")).to_have_count(1)
    expect(dialog.locator(".plan")).not_to_be_empty()
    assert not violations(page)


def test_the_seal_of_the_dice_is_there_for_who_asks(visit):
    """The menu of a match says who plays; sixty-four digits are shown only for proof."""
    ann = visit().arrive("Ann")
    match = a_finished_match(ann)
    page = ann.go(f"match/{match}")
    page.get_by_role("button", name="Match", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The British")
    seal = dialog.get_by_text(ann.api(f"matches/{match}")["seed_hash"])
    expect(seal).to_be_hidden()
    dialog.get_by_text("For proof").click()
    expect(seal).to_be_visible()


def test_a_finished_match_is_played_on_from_the_middle_against_the_bot(visit):
    """A branch begins where the replay stood, and the old match stays as it was."""
    ann = visit().arrive("Ann")
    match = a_finished_match(ann)
    page = ann.go(f"replay/{match}?at=3")
    before = ann.api(f"matches/{match}")
    ann.button("Play on from here…").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Play the British")).click()
    page.wait_for_url(re.compile(rf"#/match/(?!{match})"))
    expect(page.get_by_role("region", name="What is to be decided").locator("h2")).not_to_be_empty()
    made = ann.api("matches/" + page.url.partition("#/match/")[2].partition("?")[0])
    assert made["branch"] == {"match": match, "position": 3}
    assert {seat["seat"]: seat["kind"] for seat in made["seats"]} == {"british": "person", "allied": "bot"}
    assert ann.api(f"matches/{match}") == before


def test_the_result_tells_the_luck_and_leads_on(visit):
    """Who won and why, what fell against what was to be expected, every throw, and the way to the record."""
    ann = visit().arrive("Ann")
    match = a_finished_match(ann)
    page = ann.go(f"result/{match}")
    expect(page.get_by_role("heading", level=1)).to_have_text("A drawn battle")
    throws = ann.api(f"matches/{match}/luck")["throws"]
    assert throws
    expect(page.get_by_role("heading", name="Every throw")).to_be_visible()
    expect(page.locator("table tbody tr")).to_have_count(len(throws))
    for seat, luck in ann.api(f"matches/{match}/luck")["seats"].items():
        if luck["dice"] and seat != "table":
            expect(
                page.locator(".shares li").filter(has_text="The British" if seat == "british" else "The Allies")
            ).to_be_visible()
            expect(page.locator("svg.course .end")).not_to_have_count(0)
    boxes = page.get_by_role("img", name=re.compile("^Boxes left: the British"))
    expect(boxes).to_be_visible()
    expect(boxes.locator(".turn").last).to_have_text("turn 2")
    expect(page.get_by_role("link", name="Verify the dice")).to_have_attribute("href", re.compile(f"verify.*{match}"))


def test_a_chronicle_is_read_kept_as_a_page_and_leads_back_to_its_moments(visit):
    """Turn by turn, with pictures and books; the page that is kept needs nothing but itself; a picture of the sea is kept too."""
    ann = visit().arrive("Ann")
    match = a_finished_match(ann)
    page = ann.go(f"result/{match}")
    page.get_by_role("link", name="Read the chronicle").click()
    # Whether the first turn has anything is for the dice to say; the last has the end.
    expect(page.get_by_role("heading", level=2, name="Turn 2")).to_be_visible()
    assert not by_day_and_by_night(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep as a page").click()
    kept = download.value.path().read_text(encoding="utf-8")
    assert kept.startswith("<!doctype html>")
    assert f'href="{ann.base}' in kept
    assert "url(" not in kept.replace("url(#", "")
    page.get_by_role("article").get_by_role("link").first.click()
    expect(page.get_by_role("region", name="Replay")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_what_is_not_there_to_look_back_on_is_said_in_a_sentence(visit):
    """A match that goes on has no chronicle, and nobody looks through the eyes of a seat that is not his: both lead to the match."""
    ann, ben = visit().arrive("Ann"), visit().arrive("Ben")
    match = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "captain"}}, public=True)[
        "id"
    ]
    for visitor in (ann, ben):
        visitor.expects("the server responded with a status of (403|409)")
    page = ann.go(f"chronicle/{match}")
    expect(page.get_by_role("heading", level=1)).to_have_text("No chronicle")
    expect(page.get_by_text("The match is not over")).to_be_visible()
    expect(page.get_by_role("link", name="To the match")).to_be_visible()
    page = ben.go(f"replay/{match}?seat=british&at=3")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing to look back on")
    expect(page.get_by_text("You do not play")).to_be_visible()
    expect(page.get_by_role("link", name="To the match")).to_be_visible()
