"""Two people far apart, each with a browser, at one table; and lines that break."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.people import Chair, Visitor
from tests.browser.play import LAST_TURN, lay_alongside
from tests.server.live import Live


def bar(page: Page) -> Any:
    return page.get_by_role("region", name="What is to be decided")


def words(page: Page) -> str:
    """All that the page says, once it has come to rest: names are set on the chart when the camera stands still."""
    said = ""
    for _ in range(40):
        before, said = said, page.locator("main").inner_text()
        if said == before:
            break
        page.wait_for_timeout(250)
    return said


def two(visit: Any, **match: Any) -> tuple[Visitor, Visitor, str]:
    """Ann makes a match and plays the British, Ben joins it."""
    ann, ben = visit().arrive("Ann"), visit().arrive("Ben")
    made = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "open"}}, **match)
    ben.api(f"matches/{made['id']}/join", {"seat": "allied"})
    return ann, ben, made["id"]


def type_dice(chair: Chair, face: int) -> None:
    """Say what fell. A throw of nobody's own is asked of both: the prompt must be that of the throw which is waited for now."""
    page = chair.visitor.page
    expect(bar(page).get_by_role("group", name=re.compile("^Throw"))).to_be_visible()
    lock = chair.view()["waiting"]["lock"]
    prompt = bar(page).locator(f'[role=group][data-throw="{lock}"]')
    prompt.get_by_role("button", name=f"shows {face}").click()
    with page.expect_response(re.compile("/dice$")):
        prompt.get_by_role("button", name=re.compile("^So it fell")).click()


def test_two_browsers_fight_a_duel_to_its_end_and_board_in_secret(visit):
    """What one side writes down is not on the other's page, nor in anything sent to it, until both are ready."""
    ann, ben, match = two(visit, settings={"turns": LAST_TURN}, dice="typed")
    british, allied = ann.at(match, "british"), ben.at(match, "allied")
    lay_alongside({"british": british, "allied": allied})
    ann.sit(match, "british")
    ben.sit(match, "allied")
    for page in (ann.page, ben.page):
        expect(bar(page)).to_contain_text("Write down in secret whom to board")
    expect(bar(ben.page).get_by_role("button", name="Board Bellerophon")).to_be_visible()
    page_before, view_before, heard_before = words(ben.page), allied.view(log=200), allied.events()

    bar(ann.page).get_by_role("button", name="Board Aigle").click()
    expect(bar(ann.page)).to_contain_text("to win")  # the odds, before it is ordered
    bar(ann.page).get_by_role("button", name="Order", exact=True).click()
    expect(ann.button(re.compile("^Undo ?: Bellerophon boards Aigle"))).to_be_visible()
    expect(bar(ann.page)).to_contain_text("Bellerophon boards Aigle. Bellerophon has nothing more to decide now")
    ben.page.wait_for_timeout(500)  # long enough for anything that is on its way
    assert words(ben.page) == page_before
    assert allied.view(log=200) == view_before
    assert allied.events() == heard_before
    bar(ann.page).get_by_role("button", name=re.compile("^Ready")).click()
    expect(bar(ann.page).get_by_role("heading")).to_have_text(re.compile("Allies decide"))
    assert "The British are ready." in str(allied.events())  # that, and not for what
    assert not re.search("boards? Aigle", ben.page.content())
    assert not re.search("boards? Aigle", str(allied.events()))
    assert not allied.view()["view"]["own"]["board"]

    bar(ben.page).get_by_role("button", name="Board Bellerophon").click()
    bar(ben.page).get_by_role("button", name="Order", exact=True).click()
    expect(ben.button(re.compile("^Undo ?: Aigle boards Bellerophon"))).to_be_visible()
    assert not re.search("boards? Bellerophon", ann.page.content())
    bar(ben.page).get_by_role("button", name=re.compile("^Ready")).click()

    type_dice(british, 6)
    type_dice(allied, 1)
    for page in (ann.page, ben.page):  # now both are shown to both
        expect(page.locator(".log")).to_contain_text(re.compile("Bellerophon (boards|attacks) Aigle"))
        expect(page.locator(".log")).to_contain_text(re.compile("Aigle (boards|attacks) Bellerophon"))
    for page in (ann.page, ben.page):
        expect(bar(page)).to_contain_text("Write down in secret whom to grapple")
    bar(ann.page).get_by_role("button", name="Cut loose from Aigle").click()
    bar(ann.page).get_by_role("button", name="Order", exact=True).click()
    expect(ann.button(re.compile("^Undo ?: Bellerophon .*Aigle"))).to_be_visible()
    bar(ann.page).get_by_role("button", name=re.compile("^Ready")).click()
    bar(ben.page).get_by_role("button", name=re.compile("^Ready")).click()  # who writes nothing is asked once more
    ben.page.get_by_role("dialog").get_by_role("button", name="Ready").click()
    type_dice(british, 6)  # uncontested: one die for cutting loose
    for page in (ann.page, ben.page):
        expect(bar(page).get_by_role("heading")).to_have_text("The match is over")
    bar(ben.page).get_by_role("link", name="Result and luck").click()
    expect(ben.page.get_by_role("heading", level=1)).to_have_text("A drawn battle")
    told_in_french(visit(locale="fr-FR").arrive("Claire"), match)


def told_in_french(claire: Visitor, match: str) -> None:
    """Whose browser wishes for French is told the same match in French, until she chooses English."""
    claire.go(f"match/{match}")
    page = claire.page
    expect(page.locator(".bar h2")).to_have_text("La partie est finie")
    expect(page.locator(".log")).to_contain_text(re.compile("Bellerophon (aborde|et Aigle se battent)"))
    expect(page.locator(".top .turn")).to_contain_text(f"tour {LAST_TURN}")
    expect(page.locator(".left h2").first).to_contain_text("Britanniques")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_text("English", exact=True).click()
    expect(page.locator(".bar h2")).to_have_text("The match is over")
    expect(page.locator(".log")).not_to_contain_text("aborde")


def test_a_face_that_was_put_down_stays_when_the_table_is_read_again(visit):
    """The first answer is a refusal, after which the page looks again: the same throw is asked for, and what was typed is there."""
    ann, ben, match = two(visit, dice="typed")
    ann.expects("409")
    ben.at(match, "allied").act({"type": "move", "ship": "aigle", "distance": 150})
    ann.at(match, "british").act({"type": "turn", "ship": "bellerophon", "angle": 15})  # a leadership test
    ann.sit(match, "british")
    prompt = bar(ann.page).get_by_role("group", name=re.compile("^Throw"))
    prompt.get_by_role("button", name="shows 6").click()
    refusal = {"type": "refused", "title": "Not now", "status": 409, "detail": "Try that once more."}
    ann.page.route(re.compile("/dice$"), lambda route: route.fulfill(status=409, json=refusal), times=1)
    with ann.page.expect_response(re.compile("/view")) as read:
        prompt.get_by_role("button", name=re.compile("^So it fell")).click()
    read.value.finished()
    expect(ann.page.get_by_text("Try that once more.").first).to_be_visible()
    with ann.page.expect_request(re.compile("/dice$")) as asked:
        prompt.get_by_role("button", name=re.compile("^So it fell")).click()
    sent: Any = asked.value.post_data_json
    assert sent["faces"] == [6]
    expect(prompt).to_have_count(0)
    expect(ann.page.locator(".log")).to_contain_text("Bellerophon turns 15 degrees to starboard")


def orders_of(chair: Any) -> list[str]:
    """What happened so far, as the seat heard it."""
    return [event["words"] for event in chair.events() if event["kind"] == "rules"]


def test_a_broken_line_loses_nothing_and_doubles_nothing(visit):
    """The network goes while Ann orders: the page says so, sends the order again when it is back, and hears what she missed."""
    ann, ben, match = two(visit)
    ann.expects("ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR")
    british, allied = ann.at(match, "british"), ben.at(match, "allied")
    ann.sit(match, "british")
    expect(bar(ann.page).get_by_role("heading")).to_have_text(re.compile("Allies decide"))
    ann.context.set_offline(True)
    allied.act({"type": "move", "ship": "aigle", "distance": 150})
    ann.context.set_offline(False)
    expect(ann.page.locator(".log")).to_contain_text("Aigle sails 1.5 inches")
    expect(bar(ann.page).get_by_role("heading")).to_have_text(re.compile("Your move"))

    bar(ann.page).get_by_role("button", name="Sail 5 in").click()
    ann.context.set_offline(True)
    bar(ann.page).get_by_role("button", name="Order", exact=True).click()
    expect(bar(ann.page)).to_contain_text("sending your order again")
    ann.context.set_offline(False)
    expect(ann.page.locator(".log")).to_contain_text("Bellerophon sails 5 inches")
    assert orders_of(british).count("Bellerophon sails 5 inches.") == 1
    assert ann.page.locator(".log").inner_text().count("Bellerophon sails 5 inches") == 1
    assert ann.page.locator(".log").inner_text().count("Aigle sails 1.5 inches") == 1


def test_an_order_whose_answer_was_lost_is_carried_out_once(visit):
    """The server has it, the answer never comes: the page asks again under the same key and is told the same."""
    ann, ben, match = two(visit)
    ann.expects("net::ERR|Failed to fetch")
    british, allied = ann.at(match, "british"), ben.at(match, "allied")
    allied.act({"type": "move", "ship": "aigle", "distance": 150})
    ann.sit(match, "british")
    keys: list[str | None] = []

    def swallow(route: Any) -> None:
        keys.append(route.request.header_value("idempotency-key"))
        answer = route.fetch()
        if len(keys) == 1:
            route.abort("connectionreset")
        else:
            route.fulfill(response=answer)

    ann.page.route("**/actions", swallow)
    bar(ann.page).get_by_role("button", name="Sail 5 in").click()
    with ann.page.expect_response(re.compile("/actions$")):  # the second: the first never has one
        bar(ann.page).get_by_role("button", name="Order", exact=True).click()
    expect(ann.page.locator(".log")).to_contain_text("Bellerophon sails 5 inches")
    expect(bar(ann.page)).not_to_contain_text("sending your order again")
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert orders_of(british).count("Bellerophon sails 5 inches.") == 1


def test_a_server_that_dies_and_comes_back_is_noticed_and_forgiven(visit, tmp_path):
    """Killed in the middle of a match: the page waits, and goes on where it was."""
    with Live(tmp_path / "dies.db") as live:
        ann = visit(base=live.url).arrive("Ann")
        ann.expects("net::ERR|Failed to (fetch|load resource)")
        made = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
        allied = ann.at(made["id"], "allied")
        ann.sit(made["id"], "british")
        live.kill()
        expect(ann.page.get_by_text("The line is lost")).to_be_visible()
        live.start().wait_until_ready()
        allied.act({"type": "move", "ship": "aigle", "distance": 150})
        expect(ann.page.locator(".log")).to_contain_text("Aigle sails 1.5 inches")
        expect(ann.page.get_by_text("The line is lost")).to_have_count(0)
        bar(ann.page).get_by_role("button", name="Sail 5 in").click()
        bar(ann.page).get_by_role("button", name="Order", exact=True).click()
        expect(ann.page.locator(".log")).to_contain_text("Bellerophon sails 5 inches")
        assert orders_of(allied).count("Bellerophon sails 5 inches.") == 1


def test_the_stream_itself_comes_back_after_half_a_minute_without_a_server(visit, tmp_path):
    """Nothing is reloaded and nothing pressed: what happens afterwards is heard at once, and not by asking."""
    with Live(tmp_path / "gone.db") as live:
        ann = visit(base=live.url).arrive("Ann")
        ann.expects("net::ERR|Failed to (fetch|load resource)")
        made = ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
        allied = ann.at(made["id"], "allied")
        ann.sit(made["id"], "british")
        ann.page.evaluate("window.kept = true")
        live.kill()
        expect(ann.page.get_by_text("The line is lost")).to_be_visible()
        ann.page.wait_for_timeout(30_000)
        expect(ann.page.get_by_text("The line is lost")).to_be_visible()

        def opens_a_stream(answer: Any) -> bool:
            return bool(answer.headers.get("content-type", "").startswith("text/event-stream") and answer.ok)

        with ann.page.expect_response(opens_a_stream):
            live.start().wait_until_ready()
        expect(ann.page.get_by_text("The line is lost")).to_have_count(0)
        asked: list[str] = []
        ann.page.on("request", lambda sent: asked.append(sent.url) if "/events?" in sent.url else None)
        allied.act({"type": "move", "ship": "aigle", "distance": 150})
        expect(ann.page.locator(".log")).to_contain_text("Aigle sails 1.5 inches", timeout=2_000)
        ann.page.wait_for_timeout(4_000)  # longer than it waits between questions where streams do not work
        assert asked == []
        assert ann.page.evaluate("window.kept")


def test_two_tabs_of_one_seat_show_the_same_and_the_second_order_is_refused_kindly(visit):
    """Ordered in one tab, the other sees it; an order that both give at once is carried out once."""
    ann, ben, match = two(visit)
    ben.at(match, "allied").act({"type": "move", "ship": "aigle", "distance": 150})
    ann.sit(match, "british")
    other = ann.tab()
    other.goto(f"/#/match/{match}?seat=british")
    for page in (ann.page, other):
        bar(page).get_by_role("button", name="Sail 5 in").click()
    bar(ann.page).get_by_role("button", name="Order", exact=True).click()
    for page in (ann.page, other):
        expect(page.locator(".log")).to_contain_text("Bellerophon sails 5 inches")
        expect(bar(page).get_by_role("button", name="Sail 5 in")).to_have_count(0)
    assert orders_of(ann.at(match, "british")).count("Bellerophon sails 5 inches.") == 1


def test_a_dispatch_opens_the_move_and_the_log_is_as_long_as_one_likes(visit):
    """What the other side did stands first, and leads to her who did it; nobody's being ready is in any log."""
    ann, ben, match = two(visit)
    ben.at(match, "allied").act({"type": "move", "ship": "aigle", "distance": 150})
    page = ann.page
    ann.sit(match, "british")
    told = page.locator(".dispatch")
    expect(told).to_contain_text("Since your last move")
    told.get_by_role("button", name="Aigle sails 1.5 inches.").click()
    expect(page.locator(".fleet [aria-current], .fleet .chosen").first).to_contain_text("Aigle")
    log = page.locator(".log")
    expect(log).to_contain_text("Aigle sails 1.5 inches")
    page.get_by_role("radio", name="What matters").check(force=True)
    expect(log).not_to_contain_text("Aigle sails 1.5 inches")
    page.get_by_role("radio", name="Everything").check(force=True)
    expect(log).to_contain_text("Aigle sails 1.5 inches")
    expect(log).not_to_contain_text("are ready")
