"""Words for the dice, in two browsers: the seal comes first, then what both committed to, and the record shows it."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from playwright.sync_api import Page, expect

KEPT = "() => JSON.parse(localStorage.getItem('weathergauge-heads') ?? '[]')"


def sent(page: Page, part: str) -> list[dict[str, Any]]:
    """What the page will have posted to addresses that end so, in order."""
    found: list[dict[str, Any]] = []

    def note(request: Any) -> None:
        if request.method == "POST" and request.url.endswith(part):
            kept = page.evaluate(KEPT) if part == "/commit" else []
            found.append({"body": json.loads(request.post_data or "{}"), "kept": kept})

    page.on("request", note)
    return found


def test_two_people_seal_their_words_before_either_opens(visit):
    """The hash lies in the browser before it commits; the record has both commitments, and each browser proves it."""
    ann, ben = visit(), visit()
    page = ann.go("new?title=trafalgar&scenario=duel")
    page.get_by_label("The Allies", exact=True).select_option("invite")
    page.get_by_text("Rulings and dice").click()
    page.get_by_label("Your words for the dice").fill("five sail in sight")
    posts = {part: sent(page, part) for part in ("/commit", "/open")}
    ann.click(ann.button("Open the table"))
    expect(page.get_by_text("waiting for players")).to_be_visible()
    expect(page.get_by_text("words are sealed")).to_be_visible()
    expect(page.get_by_text("This link opens on this computer only.")).to_be_visible()
    match = page.url.partition("#/match/")[2].partition("?")[0]
    seal = ann.api(f"matches/{match}")["seed_hash"]
    link = page.get_by_label(re.compile("Invitation for")).input_value()

    other = ben.page
    theirs = {part: sent(other, part) for part in ("/commit", "/open")}
    other.goto(link)
    expect(other.get_by_text(seal)).to_be_visible()
    assert not posts["/open"], "nobody opens words before all have sealed theirs"
    ben.click(ben.button("Sit down"))
    for one in (page, other):
        expect(one.get_by_role("region", name="What is to be decided").locator("h2")).not_to_be_empty()

    for found in (posts, theirs):
        assert [len(found[part]) for part in ("/commit", "/open")] == [1, 1]
        assert found["/commit"][0]["body"]["seed_hash"] == seal
        kept = next(one for one in found["/commit"][0]["kept"] if one["match"] == match)
        assert kept["seedHash"] == seal, "the seal is kept before anything is sent"
    commits = {
        seat: found["/commit"][0]["body"]["commitment"] for seat, found in (("british", posts), ("allied", theirs))
    }
    for browser in (page, other):
        kept = next(one for one in browser.evaluate(KEPT) if one["match"] == match)
        assert kept["commits"] == commits

    ann.api(f"matches/{match}/seats/british/resign", {})
    text = ann.context.request.get(f"/api/matches/{match}/record").text()
    second = json.loads(text.splitlines()[1])
    assert (second["commits"], second["words"]) == (commits, {"british": "sealed", "allied": "sealed"})
    for seat, words in second["seeds"].items():
        assert hashlib.sha256(words.encode()).hexdigest() == commits[seat]
    assert re.fullmatch("five sail in sight [0-9a-f]{32}", second["seeds"]["british"])
    for somebody in (ann, ben):
        shown = somebody.go(f"verify?match={match}")
        expect(shown.get_by_role("heading", name="The seals hold.")).to_be_visible()
        expect(shown.get_by_text(re.compile("nobody could choose the dice")).first).to_be_visible()
        expect(shown.locator(".sentence")).to_contain_text("The orders up to line")


def test_a_duel_against_a_bot_is_still_one_click(visit):
    """The browser seals and opens by itself; the bot adds no words, and the record says so."""
    ann = visit()
    page = ann.go()
    ann.click(ann.button("Fight a duel now"))
    page.wait_for_url(re.compile("#/match/"))
    expect(page.get_by_role("region", name="What is to be decided").locator("h2")).not_to_be_empty()
    match = page.url.partition("#/match/")[2].partition("?")[0]
    seats = {seat["seat"]: seat["words"] for seat in ann.api(f"matches/{match}")["seats"]}
    assert seats == {"british": "opened", "allied": "bot"}
    ann.api(f"matches/{match}/seats/british/resign", {})
    shown = ann.go(f"verify?match={match}")
    expect(shown.get_by_text("captain: no words: bot")).to_be_visible()
    # The captain moves first, and may have thrown a die meanwhile.
    expect(shown.get_by_role("heading", name=re.compile("^The (seals|dice) hold.$"))).to_be_visible()


def test_a_match_that_waits_for_words_says_for_whose(visit):
    """A link that has been used is not offered any more; who is waited for is named, and oneself is not."""
    ann, ben = visit().arrive("Ann"), visit().arrive("Ben")
    page = ann.go("new?title=trafalgar&scenario=duel")
    page.get_by_label("The Allies", exact=True).select_option("invite")
    ann.click(ann.button("Open the table"))
    invitation = page.get_by_label(re.compile("Invitation for"))
    link = invitation.input_value()
    ben.expects("ERR_FAILED")
    ben.context.route("**/open", lambda route: route.abort())
    ben.page.goto(link)
    ben.click(ben.button("Sit down"))
    expect(page.get_by_text("when Ben has opened the words for the dice")).to_be_visible()
    expect(invitation).to_have_count(0)
    other = ben.go(page.url.partition("#/")[2])
    expect(other.get_by_text(re.compile("This browser opens your words|cannot be reached")).first).to_be_visible()
    ben.context.unroute("**/open")
    ben.page.reload()
    for one in (page, other):
        expect(one.get_by_role("region", name="What is to be decided").locator("h2")).not_to_be_empty()


def test_words_are_opened_from_whichever_page_the_browser_is_on(visit):
    """Who sealed words and went elsewhere keeps nobody waiting; a match that is called off says so."""
    ann, ben = visit().arrive("Ann"), visit().arrive("Ben")
    page = ann.go("new?title=trafalgar&scenario=duel")
    page.get_by_label("The Allies", exact=True).select_option("open")
    ann.click(ann.button("Open the table"))
    expect(page.get_by_text("words are sealed")).to_be_visible()
    match = page.url.partition("#/match/")[2].partition("?")[0]
    ann.go("charts")
    other = ben.go(f"match/{match}")
    ben.click(ben.button("Sit down here"))
    expect(other.get_by_text(re.compile("when Ann has opened the words for the dice"))).to_be_visible()
    ann.go("lobby")
    expect(other.get_by_role("region", name="What is to be decided").locator("h2")).not_to_be_empty()
    made = ann.create(seats={"british": {"kind": "me"}}, words=True)
    ann.api(f"matches/{made['id']}/cancel", {})
    expect(ann.go(f"match/{made['id']}").get_by_role("heading", name="This match was called off")).to_be_visible()
