"""The rules in the program: a handbook with dice to throw, one search over all of it, and words that explain themselves."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.looks import PHONE, lit, sticking_out, violations

TITLES = ["trafalgar", "wsim", "ironclads", "cold_waves", "mistral"]
DESK: dict[str, Any] = {}


def test_a_page_is_reached_from_the_contents_and_its_example_is_thrown(visit):
    """The result comes with its account, and the next page is one key away."""
    page = visit().go("rules")
    page.get_by_role("navigation", name="Titles").get_by_role("link", name="Trafalgar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules of Trafalgar")
    page.get_by_role("link", name="Firing", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Firing")
    expect(page.get_by_role("heading", name="What the dice decide")).to_be_visible()
    page.get_by_role("button", name="Throw the dice").click()
    expect(page.get_by_text("How it came about")).to_be_visible()
    expect(page.locator(".worked td.lit").first).to_be_visible()
    expect(page.get_by_role("button", name="Throw again")).to_be_visible()
    page.get_by_role("heading", level=1).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text("Raking")


@pytest.mark.parametrize("title", TITLES)
def test_every_page_of_a_title_is_readable_by_day_and_by_night(visit, title):
    """Each with its example thrown, so that charts and account are looked at too."""
    ann = visit()
    topics = ann.api(f"titles/{title}/guide")["topics"]
    found: list[str] = []
    ann.go(f"rules/{title}")
    for n, topic in enumerate(topics):
        ann.turn_to(f"rules/{title}/{topic['id']}")
        expect(ann.page.get_by_role("heading", level=1)).to_have_text(topic["title"])
        if topic["example"]:
            ann.page.locator(".throw button").click()
            expect(ann.page.locator(".worked .account")).to_be_visible()
        lit(ann.page, "dark" if n % 2 else "light")
        found += [f"{topic['id']}: {one}" for one in violations(ann.page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("options", [DESK, PHONE], ids=["desk", "phone"])
def test_one_search_finds_words_pages_charts_and_rulings(visit, options):
    """By hand and by keyboard: Enter goes to the first, a slash comes back to the box."""
    page = visit(**options).go("rules/trafalgar")
    box = page.get_by_role("searchbox")
    if not options:
        page.keyboard.press("/")
        expect(box).to_be_focused()
    box.fill("boarding")
    for kind in ("Words", "Pages", "Charts", "Rulings"):
        expect(page.get_by_role("heading", name=re.compile(f"^{kind}"))).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("places found")
    assert not sticking_out(page)
    assert not violations(page)
    box.fill("raked")
    box.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Raking")
    expect(page.locator(".sought dt")).to_have_text("rake")
    box.fill("xyzzy")
    expect(page.get_by_text("Nothing here has these words")).to_be_visible()
    page.get_by_role("button", name="Back to the pages").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Raking")


def test_a_ruling_that_was_looked_for_is_open(visit):
    """The search for TR12 leads to the ruling with its words in sight."""
    page = visit().go("rules/trafalgar")
    page.get_by_role("searchbox").fill("TR12")
    page.get_by_role("link", name=re.compile("When a shot rakes")).click()
    expect(page.locator("details[open]").get_by_text("within 22.5 degrees")).to_be_visible()


def test_a_page_that_is_gone_says_so_and_shows_a_way_on(visit):
    """So does a title that nobody knows."""
    ann = visit()
    ann.expects("404")
    page = ann.go("rules/trafalgar/fireing")
    expect(page.get_by_role("heading", level=1)).to_have_text("That page is not here")
    page.locator("main").get_by_role("link", name="Firing").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Firing")
    page = ann.go("rules/trafalgr")
    expect(page.get_by_role("alert").filter(has_text="did you mean trafalgar")).to_be_visible()


def test_the_handbook_fits_a_phone(visit):
    """By night: its contents, a page, its words and its rulings."""
    ann = visit(**PHONE, color_scheme="dark")
    ann.go("rules")
    for where in ("", "/trafalgar", "/trafalgar/firing", "/trafalgar/words", "/trafalgar/rulings"):
        page = ann.turn_to(f"rules{where}")
        page.wait_for_load_state("networkidle")
        assert (where, sticking_out(page), violations(page)) == (where, [], [])


def seated(visit: Any, **options: Any) -> Any:
    ann = visit(**options).arrive("Ann")
    seats = {"british": {"kind": "me"}, "allied": {"kind": "me"}}
    match = ann.create(seats=seats)["id"]
    chair = ann.at(match, "allied")
    ship = chair.view()["view"]["table"]["ships"][1]["id"]
    chair.act({"type": "turn", "ship": ship, "angle": 15, "manner": "alone"})
    ann.sit(match, "allied")
    return ann


def test_a_word_in_the_log_explains_itself_to_the_keyboard_and_leads_to_its_page(visit):
    """On focus, to the eye and as the description that a screen reader speaks; Escape puts it away."""
    ann = seated(visit)
    page = ann.page
    page.get_by_role("radio", name="Everything").check(force=True)  # a test that is passed is told there alone
    word = page.locator(".log .word", has_text="leadership test").first
    expect(word).to_have_accessible_description(re.compile("One die that says whether"))
    page.locator(".log").focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if word.evaluate("one => one === document.activeElement"):
            break
    expect(word).to_be_focused()
    told = page.locator(".log .tip", has_text="One die that says whether").first
    expect(told).to_be_visible()
    page.keyboard.press("Escape")
    expect(told).to_be_hidden()
    word.click()
    expect(told.get_by_role("link", name="More in the rules")).to_have_attribute(
        "href", "#/rules/trafalgar/leadership?word=leadership+test"
    )
    assert not violations(page)


def test_a_word_on_a_sheet_explains_itself_to_the_mouse(visit):
    """Nothing there is changed for it, and nothing is pressed."""
    ann = seated(visit)
    page = ann.page
    place = page.locator(".sheet dt", has_text="Hull points").first.bounding_box()
    assert place is not None
    x, y = place["x"] + 12, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.move(x + 3, y)
    expect(page.get_by_role("note").filter(has_text="first whole box")).to_be_visible()
    page.mouse.move(640, 300)
    expect(page.get_by_role("note").filter(has_text="first whole box")).to_be_hidden()


def test_a_word_on_a_sheet_explains_itself_to_a_finger(visit):
    """Touching "Hull points" on a phone shows what it means."""
    ann = seated(visit, **PHONE)
    page = ann.page
    page.get_by_role("button", name="Fleet", exact=True).tap()
    page.get_by_role("dialog").locator(".sheet dt", has_text="Hull points").tap()
    expect(page.get_by_role("note").filter(has_text="first whole box")).to_be_visible()


def test_all_words_of_a_page_are_one_key_away(visit):
    """For those who neither point nor tap: W lists what stands there, and each leads on."""
    ann = seated(visit)
    page = ann.page
    page.keyboard.press("w")
    listed = page.get_by_role("dialog", name="Words on this page")
    expect(listed.get_by_text("hull points", exact=True)).to_be_visible()
    expect(listed.get_by_role("link", name="More on hull points")).to_have_attribute(
        "href", "#/rules/trafalgar/ships?word=hull+points"
    )
    assert not violations(page)


def test_the_rules_are_linked_from_where_one_asks_for_them(visit):
    """The first page, the rail, Learn, and in a match its menu and its help."""
    ann = seated(visit)
    page = ann.page
    page.get_by_role("button", name="Match").click()
    expect(page.get_by_role("link", name="The rules")).to_have_attribute("href", "#/rules/trafalgar")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    told = page.get_by_role("dialog", name="How to command")
    expect(told.get_by_role("link", name="The rules", exact=True)).to_have_attribute("href", "#/rules/trafalgar")
    for where, name in (("", "The rules"), ("learn", "The rules of each game")):
        page = ann.go(where)
        expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("href", "#/rules")
        expect(page.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules")).to_be_visible()
