"""The campaigns in the browser: an impulse against a bot, destinations on the chart, a battle in its panel, and secrets kept."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.looks import PHONE, by_day_and_by_night, sticking_out
from tests.browser.people import Chair
from tests.browser.test_ironclads import everything
from tests.outside import pack
from tests.rulesets.sealords import baltic
from tests.server.live import Live

SEATS = ("british", "bourbon")
OTHERS = ("russian", "swedish")


def bar(page: Page) -> Any:
    return page.get_by_role("region", name="What is to be decided")


def table(chair: Chair) -> Any:
    return chair.view()["view"]["table"]


def alone(
    visit: Any, title: str = "mistral", scenario: str = "quarter", seats: tuple[str, ...] = SEATS, **options: Any
) -> dict[str, Chair]:
    """Both sides at one screen."""
    ann = visit(**options).arrive("Ann")
    made = ann.create(title=title, scenario=scenario, seats={seat: {"kind": "me"} for seat in seats})
    return {seat: ann.at(made["id"], seat) for seat in seats}


def actions(chair: Chair, subject: str) -> list[Any]:
    return [one["action"] for one in chair.visitor.api(f"{chair.path}/choices?subject={subject}")["actions"]]


def until(chairs: dict[str, Chair], stop: Any) -> Chair:
    """Play on without the page, always out of harbour and into battle, until a seat is asked what is looked for. Where fleets
    slip past each other until the end, as dice may have it, another match is begun."""
    for _ in range(1600):
        chair = next((one for one in chairs.values() if one.view()["your_turn"]), None)
        if chair is None:
            _anew(chairs)
            continue
        seen = chair.view()
        now, subjects = seen["view"]["table"]["phase"], [one["id"] for one in seen["subjects"]]
        if stop(now, subjects):
            return chair
        if now["type"] == "fighting":
            passing = "step" in subjects and now["step"] not in ("engage", "intensity", "share")
            chair.act({"type": "ready"} if passing else actions(chair, subjects[0])[0])
        elif now["type"] == "sighting":
            chair.act(next(one for one in actions(chair, subjects[0]) if one["type"] != "ready"))
        elif now["type"] == "offering":
            chair.act({"type": "attack", "place": now["place"]})
        elif now["type"] in ("plotting", "sailing"):
            chair.act(_out_of_harbour(chair, seen["view"], subjects))
        else:
            chair.act({"type": "ready"})
    raise AssertionError("what was looked for was never asked")


def _anew(chairs: dict[str, Chair]) -> None:
    """The same scenario from its beginning, with the same seats."""
    ann = next(iter(chairs.values())).visitor
    was = ann.api(f"matches/{next(iter(chairs.values())).match}")
    made = ann.create(title=was["title"], scenario=was["scenario"], seats={seat: {"kind": "me"} for seat in chairs})
    chairs.update({seat: ann.at(made["id"], seat) for seat in chairs})


def _out_of_harbour(chair: Chair, view: Any, subjects: list[str]) -> Any:
    """The first formation that lies in harbour comes out; the rest stay."""
    inside = [one["id"] for one in view["own"]["formations"] if one["place"].endswith("/harbour")]
    for id in subjects:
        going = [one for one in actions(chair, id) if one["type"] in ("move", "plot") and one.get("to")]
        if id in inside and going:
            return going[0]
    return {"type": "ready"}


def press(chair: Chair, name: str | re.Pattern[str]) -> None:
    """A button of the bar that decides something by itself; done when the table has gone on."""
    gone_on = chair.visitor.in_step(chair)
    bar(chair.visitor.page).get_by_role("button", name=name).first.click()
    expect(gone_on).to_have_count(1)


def test_an_impulse_against_a_bot(visit):
    """What is routine is passed without being asked, the rest by the buttons of the page, until the next impulse begins."""
    ann = visit().arrive("Ann")
    seats = {"british": {"kind": "me"}, "bourbon": {"kind": "bot", "bot": "midshipman"}}
    made = ann.create(title="mistral", scenario="quarter", seats=seats)
    ann.expects(r"409 \(Conflict\)")  # where both decide at once, the bot may have decided a moment before
    chair = ann.sit(made["id"], "british")
    page = ann.page
    ahead = standing_orders(page)
    for step in ("Dummies", "Tasks"):
        ahead.get_by_label(step, exact=True).check()
    ahead.get_by_label("A task of the enemy").select_option("pass")
    ahead.get_by_role("button", name="Let this stand").click()
    expect(ahead).to_have_count(0)
    asked: set[str] = set()
    for _ in range(600):
        seen = chair.view()
        date, now = seen["view"]["table"]["date"], seen["view"]["table"]["phase"]
        if date["impulse"] > 1:
            break
        if seen["your_turn"]:
            asked.add(now["type"])
        _decide(chair)
    else:
        raise AssertionError(f"the impulse did not end: {asked}")
    assert "council" in asked
    expect(page.get_by_role("group", name="Turn track")).to_contain_text("impulse")
    assert len([one for one in chair.events() if one["type"] == "began"]) > 5


def _asked(chair: Chair) -> str | None:
    """The decision that the page and the server agree is ours now; None where another's is waited for. A bot may act meanwhile."""
    for _ in range(200):
        seen = chair.view()
        shown = bar(chair.visitor.page).get_attribute("data-decision")
        if not seen["your_turn"]:
            return None
        if shown == seen["decision"]:
            return str(shown)
        chair.visitor.page.wait_for_timeout(50)
    raise AssertionError("the page does not follow the match")


def _decide(chair: Chair) -> None:
    """One decision by the page: what closes the step, or in a battle the first choice there is."""
    page = chair.visitor.page
    decision = _asked(chair)
    if decision is None:
        page.wait_for_timeout(100)
        return
    gone_on = page.locator(f'section[data-decision]:not([data-decision="{decision}"])')
    closing = bar(page).locator(".do").get_by_role("button", name=re.compile("^(?!Undo|Order)"))
    try:
        if closing.count():
            closing.last.click(timeout=3000)
        else:
            bar(page).locator(".orders").get_by_role("button").first.click(timeout=3000)
            if chair.view()["decision"] == decision:
                bar(page).locator(".do").get_by_role("button", name=re.compile("^Order")).click(timeout=3000)
    except TimeoutError:
        # What is passed without being asked went on meanwhile, and took the button with it.
        assert bar(page).get_attribute("data-decision") != decision
        return
    expect(gone_on).to_have_count(1)


def test_destinations_light_up_and_a_second_click_goes_there(visit):
    """A formation that is chosen shows where it can go, with the wind; one click drafts it, the next one orders it."""
    chairs = alone(visit)
    chair = until(chairs, lambda now, subjects: now["type"] == "plotting" and len(subjects) > 2)
    page = chair.visitor.page
    chair.visitor.sit(chair.match, chair.seat)
    goal = page.locator(".goal[data-ship]").first
    expect(goal).to_be_visible()
    where = (goal.get_attribute("data-ship") or "")[1:]
    label = goal.get_attribute("aria-label") or ""
    assert ": " in label
    goal.focus()
    page.keyboard.press("Space")
    expect(goal).to_have_attribute("aria-pressed", "true")
    expect(bar(page).locator(".words")).not_to_be_empty()
    expect(page.locator(".goals .course")).to_have_count(1)
    subject = page.locator(".counter.chosen [data-ship]").get_attribute("data-ship")
    gone_on = chair.visitor.in_step(chair)
    page.keyboard.press("Space")
    expect(gone_on).to_have_count(1)
    own = chair.view()["view"]["own"]
    assert [subject, where] in own["plots"]
    expect(page.locator(".plotted")).to_have_count(1)


def standing_orders(page: Page) -> Any:
    page.get_by_role("button", name="Standing orders").click()
    return page.get_by_role("dialog", name="Standing orders")


def test_what_is_ordered_ahead_stands_on_the_server(visit):
    """A course is set in the list and followed at once; it stands after the page is loaded anew, and is taken back."""
    chairs = alone(visit)

    def plotting(now: Any, subjects: list[str]) -> bool:
        return now["type"] == "plotting" and len(subjects) > 2

    chair = until(chairs, plotting)
    while table(chair)["gales"]:  # one upon ships without a course would wake their owner
        _anew(chairs)
        chair = until(chairs, plotting)
    page = chair.visitor.page
    chair.visitor.sit(chair.match, chair.seat)
    subject = page.locator(".counter.chosen [data-ship]").get_attribute("data-ship")
    own = {one["id"]: one for one in chair.view()["view"]["own"]["formations"]}
    goal, words = ("gibraltar", "Gibraltar") if "mahon" in own[subject]["place"] else ("port_mahon", "Port Mahon")
    gone_on = chair.visitor.in_step(chair)
    page.get_by_label(re.compile("^Course of")).select_option(goal)
    expect(gone_on).to_have_count(1)
    expect(page.locator("path.bound")).to_have_count(1)
    # By the rule of the course she goes, or waits before a gale.
    assert subject in [one for one, _ in chair.view()["view"]["own"]["plots"]]
    page.reload()
    ahead = standing_orders(page)
    expect(ahead.get_by_role("list", name="What stands")).to_contain_text(f"goes to {words}")
    assert not by_day_and_by_night(page)
    ahead.get_by_role("button", name="Take all back").click()
    expect(ahead).to_have_count(0)
    assert chair.visitor.api(f"{chair.path}/standing-orders")["orders"] is None
    assert page.locator("path.bound").count() == 0


def test_stacks_fan_out_and_places_tell_what_they_are(visit):
    """Three divisions lie off Toulon: one of them chosen, all can be reached. A click on a port opens its card."""
    chairs = alone(visit)
    page = chairs["british"].visitor.page
    chairs["british"].visitor.sit(chairs["british"].match, "british")
    page.locator(".fleet button").filter(has_text="Centre").first.click()
    expect(page.locator(".counters .tray")).to_have_count(1)
    own = chairs["british"].view()["view"]["own"]["formations"]
    together = [one for one in own if one["place"] == own[0]["place"]]
    boxes = [page.locator(f'[data-ship="{one["id"]}"] .touch').bounding_box() for one in together]
    assert len(boxes) > 1
    assert all(a["x"] + a["width"] <= b["x"] + 1 for a, b in pairwise(boxes) if a and b)
    page.locator('.place[data-ship="@villefranche"] .keep').click()
    card = page.get_by_role("region", name="A place of the chart")
    expect(card).to_contain_text("blockade value")
    expect(card).to_contain_text("To ")


def _weighed(chairs: dict[str, Chair]) -> Chair:
    """A seat that is asked how hard to fight, in a battle of few enough combats for its odds to be reckoned with the order."""
    light = {"type": "fight", "intensity": "light"}
    while True:
        chair = until(chairs, lambda now, _: now["type"] == "fighting" and now["step"] == "intensity")
        weighed = chair.visitor.api(f"{chair.path}/preview", {"action": light})
        if any(call["procedure"] == "battle" for call in weighed["calls"]):
            return chair
        chair.act(light)


def test_a_battle_is_walked_through_with_odds(visit):
    """The panel shows its step and both sides; a choice in the bar has its odds there, once; the end tells the result."""
    chairs = alone(visit)
    chair = _weighed(chairs)
    page = chair.visitor.page
    chair.visitor.sit(chair.match, chair.seat)
    panel = page.get_by_role("region", name="Battle", exact=True)
    expect(panel.locator("[aria-current=step]")).to_have_text("Intensity")
    expect(panel).to_contain_text("weather gauge")
    bar(page).get_by_role("button", name="Light").click()
    expect(bar(page).locator(".odds")).to_contain_text("damage level")
    expect(bar(page).locator(".odds")).to_contain_text("win")
    press(chair, re.compile("^Order"))
    place = table(chair)["battle"]
    fights = until(chairs, lambda now, _: now["type"] != "fighting")
    assert place is not None
    expect(page.get_by_role("region", name="A great moment")).to_be_visible()
    told = [event["type"] for event in fights.events()]
    assert "combatfought" in told
    assert "battlewon" in told


def test_a_hidden_formation_never_reaches_the_other_page(visit):
    """Ben's ships, leaders and orders are nowhere on Ann's page, nor in anything that was sent to it."""
    ann, ben = visit().arrive("Ann"), visit().arrive("Ben")
    made = ann.create(
        title="mistral", scenario="quarter", seats={"british": {"kind": "me"}, "bourbon": {"kind": "open"}}
    )
    sent: list[str] = []
    ann.page.on(
        "response",
        lambda answer: (
            sent.append(answer.text()) if "/seats/british/" in answer.url and "events" not in answer.url else None
        ),
    )
    ben.api(f"matches/{made['id']}/join", {"seat": "bourbon"})
    chairs = {"british": ann.at(made["id"], "british"), "bourbon": ben.at(made["id"], "bourbon")}
    for chair in chairs.values():
        chair.visitor.sit(chair.match, chair.seat)
    for _ in range(12):
        chair = next(one for one in chairs.values() if one.view()["your_turn"])
        if table(chair)["phase"]["type"] in ("offering", "fighting"):
            break
        page, seen = chair.visitor.page, chair.view()
        expect(bar(page)).to_have_attribute("data-decision", seen["decision"])
        gone_on = chair.visitor.in_step(chair)
        bar(page).locator(".do").get_by_role("button", name=re.compile("^(?!Undo|Order)")).last.click()
        expect(gone_on).to_have_count(1)
    seen = chairs["bourbon"].view()["view"]
    shown = {one["id"]: one.get("known", "hidden") for one in seen["table"]["counters"]}
    secret: set[str] = set()
    for formation in seen["own"]["formations"]:
        if shown.get(formation["id"]) != "hidden":
            continue
        secret.add(formation["name"])
        secret |= {one["name"] for one in formation.get("squadrons", ()) if one.get("name")}
        if formation.get("leader"):
            secret.add(formation["leader"]["name"])
    assert len(secret) > 3
    on_page = (
        everything(ann.page) + " ".join(sent) + str(chairs["british"].view(log=200)) + str(chairs["british"].events())
    )
    assert not [one for one in secret if one in on_page]
    assert chairs["british"].view()["view"]["own"]["formations"][0]["name"] in on_page
    watching = visit().arrive("Cid")
    watching.sit(made["id"], "spectator")
    expect(watching.page.locator(".counters .counter").first).to_be_attached()
    seen_by_all = everything(watching.page) + str(watching.at(made["id"], "spectator").view(log=200))
    assert not [one for one in secret if one in seen_by_all]


def test_the_ledger_has_the_books(visit):
    """Prestige, orders with their progress, auxiliaries by box, leaders, and the state of the world."""
    chairs = alone(visit)
    page = chairs["british"].visitor.page
    chairs["british"].visitor.sit(chairs["british"].match, "british")
    page.get_by_role("button", name=re.compile("^Ledger")).click()
    book = page.get_by_role("dialog", name="Ledger")
    expect(book).to_contain_text("Orders fulfilled")
    for tab, words in (
        ("Orders", "Blockade"),
        ("Auxiliaries", "Available"),
        ("Leaders", "LR"),
        ("The world", "War and peace"),
    ):
        book.get_by_role("tab", name=re.compile(f"^{tab}")).click()
        expect(book).to_contain_text(words)
    book.get_by_role("button", name="Close").click()
    expect(book).not_to_be_visible()


def test_both_titles_are_accessible_by_day_and_by_night(visit):
    """In council, with destinations lit, and in a battle: no serious violation; counters are told in words."""
    found: list[str] = []
    for title in ("mistral", "cold_waves"):
        chairs = alone(visit, title, color_scheme="light")
        page = chairs["british"].visitor.page

        def looked(where: str, chair: Chair, title: str = title, page: Page = page) -> None:
            chair.visitor.sit(chair.match, chair.seat)
            expect(page.locator(".counters .counter").first).to_be_attached()
            found.extend(by_day_and_by_night(page, f"{title}, {where}"))

        looked("council", chairs["british"])
        looked("plotting", until(chairs, lambda now, subjects: now["type"] == "plotting" and len(subjects) > 1))
        enemy = page.locator('.counters [aria-label*=", enemy;"]').first.get_attribute("aria-label") or ""
        assert re.search(r"enemy; .+; \w+", enemy), enemy
        if title == "mistral":
            looked("battle", until(chairs, lambda now, _: now["type"] == "fighting" and now["step"] == "intensity"))
    assert not found, "\n".join(found)


def test_on_a_phone_nothing_sticks_out(visit):
    """The chart fills the screen, the bar stays below it, and panels keep inside."""
    chairs = alone(visit, **PHONE)
    page = chairs["british"].visitor.page
    chairs["british"].visitor.sit(chairs["british"].match, "british")
    assert not sticking_out(page)
    page.get_by_role("button", name=re.compile("^May be decided|^Still to decide")).click()
    assert not sticking_out(page)
    fighting = until(chairs, lambda now, _: now["type"] == "fighting" and now["step"] == "intensity")
    fighting.visitor.sit(fighting.match, fighting.seat)
    expect(page.get_by_role("region", name="Battle", exact=True)).to_be_visible()
    assert not sticking_out(page)


@pytest.fixture(scope="module")
def other_sea(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that finds a title with other powers among what is installed."""
    folder = tmp_path_factory.mktemp("baltic")
    pack(folder / "site", baltic.PACKAGE, baltic.ENTRY, baltic.files())
    live = Live(folder / "browser.db", heartbeat=5)
    live.env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(folder / "site"), live.env.get("PYTHONPATH")]))
    with live:
        yield live


def test_a_title_with_other_powers_is_drawn_with_its_own_words_and_colours(visit, other_sea: Live):
    """On the chart, in the lists, the ledger and a battle there are Russians in blue and Swedes in red, and nobody else."""
    chairs = alone(lambda: visit(other_sea.url), title="baltic", seats=OTHERS)
    chair = until(chairs, lambda now, subjects: now["type"] == "plotting")
    page = chair.visitor.page

    def strangers() -> list[str]:
        said = page.locator("main, .table").first.evaluate(
            "all => [all.innerText, ...[...all.querySelectorAll('[aria-label],[title]')].map(one => one.getAttribute('aria-label') + ' ' + one.getAttribute('title'))].join(' ')"
        )
        assert "Russian" in said
        assert "Swed" in said
        return re.findall(r"(?i)british|bourbon|french|spanish", said)

    chair.visitor.sit(chair.match, chair.seat)
    expect(page.get_by_role("group", name="Turn track").locator(".score")).to_have_count(2)
    ours, theirs = ("2", "1") if chair.seat == "russian" else ("1", "2")
    mine = {one["id"] for one in chair.view()["view"]["own"]["formations"]}
    for counter in page.locator(".counter").all():
        id = counter.locator("[data-ship]").get_attribute("data-ship")
        expect(counter.locator(".card")).to_have_attribute("data-side", ours if id in mine else theirs)
    assert strangers() == []
    port = page.locator(".port-mark[data-side]")
    assert {one.get_attribute("data-flag"): one.get_attribute("data-side") for one in port.all()} == {
        "russian": "2",
        "swedish": "1",
    }
    page.get_by_role("button", name="Ledger").click()
    expect(page.get_by_role("columnheader", name="Swedish")).to_have_attribute("data-side", "1")
    assert strangers() == []
    page.keyboard.press("Escape")

    chair = until(chairs, lambda now, subjects: now["type"] == "fighting" and now["step"] == "intensity")
    chair.visitor.sit(chair.match, chair.seat)
    expect(page.get_by_role("region", name="Battle").get_by_text("have the weather gauge")).to_be_visible()
    assert strangers() == []


def test_an_order_that_waits_says_what_it_wants_and_is_issued_from_its_card(visit):
    """The council begins with it: its card is open, the chart shows where it counts, the bar names who may have it; beside it
    stands how the campaign is won, until something has happened."""
    chair = alone(visit)["british"]
    page = chair.visitor.sit(chair.match, "british").visitor.page
    situation = page.locator(".dispatch")
    expect(situation).to_contain_text("The side with more Prestige after turn 6 wins")
    expect(bar(page)).to_contain_text("2 orders and 7 auxiliaries wait to be issued and assigned")
    expect(page.locator(".fleet .tally").first).to_have_text("32 sail")
    card = page.locator(".fleet .order")
    expect(card).to_contain_text("8 more impulses are needed")
    expect(card).to_contain_text("An order that is never issued costs nothing.")
    expect(page.locator(".wanted circle.inner")).to_have_count(3)
    holder = bar(page).get_by_role("group", name=re.compile("Port Mahon division"))
    holder.get_by_role("button", name="Issue it").click()
    press(chair, re.compile("^Order"))
    own = chair.view()["view"]["own"]["orders"]
    assert [one["state"] for one in own if one["type"] == "cruise" and one.get("holder")] == ["issued"]
    expect(card).to_contain_text("It carries 24 points of cargo")  # the next one that waits
    expect(situation).to_have_count(0)


def test_all_who_are_left_over_join_in_one_click(visit):
    """One click has them join turn by turn, in this battle alone; to pass says that they stay out, and no key does it."""
    chairs = alone(visit)

    def left_over(now: Any, subjects: list[str]) -> bool:
        return now["type"] == "fighting" and now["step"] == "join" and len(subjects) > 1

    chair = until(chairs, left_over)
    able = [one["id"] for one in chair.view()["subjects"] if one["id"] != "step"]
    page = chair.visitor.sit(chair.match, chair.seat).visitor.page
    expect(bar(page).get_by_role("button", name=re.compile("out of the battle$"))).to_be_visible()
    press(chair, "Join by strength" if len(able) == 1 else f"All {len(able)} join by strength")
    for _ in range(40):
        if (asked := next((one for one in chairs.values() if one.view()["your_turn"]), None)) is None:
            break
        seen = asked.view()["view"]["table"]["phase"]
        if (seen["type"], seen.get("step")) != ("fighting", "join"):
            break
        assert asked.seat != chair.seat
        asked.act({"type": "ready"})
    told = [event["event"] for event in chair.events() if event["type"] == "joinedcombat"]
    joined = {event["squadron"] for event in told if event["side"] == chair.seat}
    assert joined
    assert joined <= set(able)


def test_all_who_may_engage_are_engaged_in_one_click(visit):
    """Beside the buttons for one formation after the other stands one for all of them."""
    chairs = alone(visit)

    def several(now: Any, subjects: list[str]) -> bool:
        return now["type"] == "fighting" and now["step"] == "engage" and len(set(subjects) - {"step"}) > 1

    chair = until(chairs, several)
    able = [one["id"] for one in chair.view()["subjects"] if one["id"] != "step"]
    page = chair.visitor.sit(chair.match, chair.seat).visitor.page
    press(chair, f"All {len(able)} of them")
    told = [event for event in chair.events() if event["type"] in ("named", "engaged")]
    assert told
    battle = table(chair)["battle"]
    assert set(able) <= {id for side in battle["sides"] for id in side.get("engaged", ())}
    expect(page.get_by_role("region", name="Battle", exact=True)).to_be_visible()
