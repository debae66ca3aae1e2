"""Wooden ships in the browser: secret plots on hexes, by pen, key and finger, and a duel between two people to its end."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.looks import PHONE, by_day_and_by_night, sticking_out
from tests.browser.people import Chair, Visitor

AMELIA, ARETHUSE = "amelia", "arethuse"


def bar(page: Page) -> Any:
    return page.get_by_role("region", name="What is to be decided")


def two(visit: Any, scenario: str = "duel", other: str = "french", **match: Any) -> tuple[Visitor, Visitor, str]:
    """Ann makes a match and plays the British, Ben joins it."""
    ann, ben = visit().arrive("Ann"), visit().arrive("Ben")
    seats = {"british": {"kind": "me"}, other: {"kind": "open"}}
    made = ann.create(title="wsim", scenario=scenario, seats=seats, **match)
    ben.api(f"matches/{made['id']}/join", {"seat": other})
    return ann, ben, made["id"]


def alone(visit: Any, scenario: str = "duel", other: str = "french", **options: Any) -> tuple[Visitor, Chair, Chair]:
    """Both sides at one screen, the opening loads left as they are: the first plots are to be written."""
    ann = visit(**options).arrive("Ann")
    made = ann.create(title="wsim", scenario=scenario, seats={"british": {"kind": "me"}, other: {"kind": "me"}})
    british, enemy = ann.at(made["id"], "british"), ann.at(made["id"], other)
    for chair in (british, enemy):
        chair.act({"type": "ready"})
    assert step(british) == "notation"
    return ann, british, enemy


def step(chair: Chair) -> str:
    return str(chair.view()["view"]["table"]["phase"].get("step", "over"))


def plots(chair: Chair, ship: str) -> list[str]:
    actions = chair.visitor.api(f"{chair.path}/choices?subject={ship}")["actions"]
    return [one["action"]["moves"] for one in actions if one["action"]["type"] == "plot"]


def ready(chair: Chair) -> None:
    """The button, and the question where ships have no plot, or are held and have no party; done when the table has gone on."""
    page = chair.visitor.page
    gone_on = chair.visitor.in_step(chair)
    writing = step(chair)
    unordered = [one["id"] for one in chair.view()["subjects"] if one["id"] != "step"]
    bar(page).get_by_role("button", name=re.compile("^Ready")).click()
    dialog = page.get_by_role("dialog")
    if unordered and writing == "boarding":
        expect(dialog.or_(gone_on).first).to_be_attached()
        if dialog.count():
            expect(dialog).to_contain_text("told off no party")
            dialog.get_by_role("button", name="Ready").click()
    if unordered and writing == "notation":
        dialog.get_by_role("button", name="Ready").click()
    expect(gone_on).to_have_count(1)


def everything(page: Page) -> str:
    """All that can be read on a page, by eye or by ear."""
    return str(
        page.evaluate("""() => [document.querySelector('main').textContent,
        ...[...document.querySelectorAll('[aria-label], [title], input')].flatMap((one) => [one.getAttribute('aria-label'), one.getAttribute('title'), one.value])].join(' ')""")
    )


def order(page: Page) -> None:
    bar(page).get_by_role("button", name="Order", exact=True).click()


def write_plot(page: Page, moves: str) -> None:
    page.get_by_label("Plot in the notation of the log").fill(moves)


def test_two_browsers_plot_in_secret_and_fight_a_duel_to_its_end(visit):
    """What one writes is not on the other's page, nor in anything sent to it, until both are ready; then both see it."""
    ann, ben, match = two(visit, settings={"turns": 3})
    british, french = ann.at(match, "british"), ben.at(match, "french")
    ann.sit(match, "british")
    ben.sit(match, "french")
    expect(bar(ann.page)).to_contain_text("can open with a load other than round shot")
    bar(ann.page).get_by_role("button", name="port: double shot").click()
    order(ann.page)
    expect(ann.button(re.compile("^Undo ?: Amelia"))).to_be_visible()
    ready(british)
    ready(french)

    mine = next(moves for moves in plots(british, AMELIA) if re.fullmatch(r"\d[LR]\d", moves))
    theirs = next(moves for moves in plots(french, ARETHUSE) if re.fullmatch(r"[LR]\d[LR]", moves))
    before = ben.page.locator("main").inner_text(), french.view(log=200), french.events()
    write_plot(ann.page, mine)
    expect(bar(ann.page)).to_contain_text(f"Amelia plots {mine}")
    order(ann.page)
    expect(ann.button(re.compile(f"^Undo ?: Amelia plots {mine}"))).to_be_visible()
    ben.page.wait_for_timeout(500)  # long enough for anything that is on its way
    assert (ben.page.locator("main").inner_text(), french.view(log=200), french.events()) == before
    ready(british)
    assert "The British are ready." in str(french.events())  # that, and not for what
    assert mine not in everything(ben.page)
    assert not french.view()["view"]["own"]["orders"]
    assert "double" not in str(french.view(log=200)) + everything(ben.page)  # nor what she has loaded

    write_plot(ben.page, theirs)
    expect(bar(ben.page)).to_contain_text(f"plots {theirs}")
    order(ben.page)
    expect(ben.button(re.compile(f"^Undo ?: .* plots {theirs}"))).to_be_visible()
    ready(french)
    for page in (ann.page, ben.page):  # now both are shown to both
        expect(page.locator(".log")).to_contain_text(f"Amelia plotted {mine}")
        expect(page.locator(".log")).to_contain_text(f"plotted {theirs}")

    for _ in range(60):
        if british.view()["status"] == "finished":
            break
        for chair in (british, french):
            if chair.view()["your_turn"]:
                ready(chair)
    for page in (ann.page, ben.page):
        expect(bar(page).get_by_role("heading")).to_have_text("The match is over")
    bar(ben.page).get_by_role("link", name="Result and luck").click()
    expect(ben.page.get_by_role("heading", level=1)).not_to_be_empty()


def test_both_opening_loads_are_chosen_and_ordered_together(visit):
    """A choice to starboard keeps the one to port; whoever is content is not asked, but an unplotted ship is asked about."""
    ann = visit().arrive("Ann")
    made = ann.create(title="wsim", scenario="duel", seats={"british": {"kind": "me"}, "french": {"kind": "me"}})
    british, french = ann.at(made["id"], "british"), ann.at(made["id"], "french")
    ann.sit(made["id"], "british")
    port = bar(ann.page).get_by_role("button", name="port: double shot")
    starboard = bar(ann.page).get_by_role("button", name="starboard: grape shot")
    port.click()
    starboard.click()
    for choice in (port, starboard):
        expect(choice).to_have_attribute("aria-pressed", "true")
    order(ann.page)
    expect(bar(ann.page)).to_contain_text("Every ship is loaded.")
    orders = {one["broadside"]: one["shot"] for one in british.view()["view"]["own"]["orders"]}
    assert orders == {"left": "double", "right": "grape"}
    ready(british)
    french.act({"type": "ready"})
    expect(bar(ann.page)).to_contain_text("One ship has no plot.")
    bar(ann.page).get_by_role("button", name=re.compile("^Ready")).click()
    asked = ann.page.get_by_role("dialog")
    expect(asked).to_contain_text("One ship has no order: Amelia.")
    expect(asked).to_contain_text("stays where she is, or sails straight on")


def test_a_plot_by_the_keyboard_alone(visit):
    """Letters and digits write it wherever the focus is, the bar says what is wrong with it, Enter orders, C is ready."""
    ann, british, _ = alone(visit)
    moves = next(moves for moves in plots(british, AMELIA) if re.fullmatch(r"\d[LR]\d", moves))
    ann.sit(british.match, "british")
    expect(ann.page.get_by_label("Plot in the notation of the log")).to_be_visible()
    for key in ("9", "9"):
        ann.page.keyboard.press(key)
    expect(bar(ann.page).locator(".no")).to_contain_text("Amelia")
    ann.page.keyboard.press("Enter")
    assert not british.view()["view"]["own"]["orders"]
    ann.page.keyboard.press("Escape")
    for key in moves:
        ann.page.keyboard.press(key)
    expect(ann.page.get_by_label("Plot in the notation of the log")).to_have_value(moves)
    expect(bar(ann.page)).to_contain_text(f"Amelia plots {moves}")
    expect(bar(ann.page).get_by_role("heading")).to_have_text("Your move: Amelia")
    ann.page.keyboard.press("Backspace")
    ann.page.keyboard.press(moves[-1])
    expect(bar(ann.page)).to_contain_text(f"Amelia plots {moves}")
    ann.page.keyboard.press("Enter")
    expect(ann.button(re.compile(f"^Undo ?: Amelia plots {moves}"))).to_be_visible()
    ann.page.keyboard.press("c")
    expect(bar(ann.page).get_by_role("heading")).not_to_have_text(re.compile("Your move"))
    assert british.view()["your_turn"] is False


def test_arrows_steer_and_a_plot_can_be_written_anew(visit):
    """Up is a hex ahead, left and right are turns; what is written can be torn up until both are ready."""
    ann, british, _ = alone(visit)
    ann.sit(british.match, "british")
    field = ann.page.get_by_label("Plot in the notation of the log")
    expect(field).to_be_visible()
    for key, now in (
        ("ArrowUp", "1"),
        ("ArrowRight", "1R"),
        ("ArrowUp", "1R1"),
        ("ArrowDown", "1R"),
        ("ArrowUp", "1R1"),
    ):
        ann.page.keyboard.press(key)
        expect(field).to_have_value(now)
    order(ann.page)
    expect(ann.page.get_by_role("button", name="Write Amelia anew")).to_be_visible()
    ann.page.get_by_role("button", name="Write Amelia anew").click()
    expect(field).to_have_value("")
    assert not british.view()["view"]["own"]["orders"]


def test_a_finger_plots_on_a_phone(visit):
    """A hex that can be reached is tapped; nothing sticks out."""
    ann, british, _ = alone(visit, **PHONE)
    ann.sit(british.match, "british")
    ends = ann.page.locator(".ends .end")
    expect(ends.first).to_be_visible()
    ends.nth(1).locator(".hex").tap()
    field = ann.page.get_by_label("Plot in the notation of the log")
    expect(field).not_to_have_value("")
    moves = field.input_value()
    assert moves in plots(british, AMELIA)
    assert not sticking_out(ann.page)
    order(ann.page)
    expect(bar(ann.page)).to_contain_text(f"Amelia plots {moves}")
    assert british.view()["view"]["own"]["orders"] == [{"type": "plot", "ship": AMELIA, "moves": moves}]


def test_signals_are_read_by_friends_in_the_next_turn_and_by_nobody_else(visit):
    """A hoist of flags, with its words beside it."""
    ann, ben, match = two(visit, "suffren_hughes")
    british, french = ann.at(match, "british"), ben.at(match, "french")
    for chair in (british, french):
        chair.act({"type": "ready"})
    ann.sit(match, "british")
    ben.sit(match, "french")
    words = "Engage the enemy more closely"
    ann.page.get_by_role("button", name=re.compile("^Signals")).click()
    ann.page.get_by_label("Words").fill(words)
    ann.page.get_by_role("button", name="Hoist").click()
    expect(ann.page.locator(".signals")).to_contain_text(f"will signal “{words}”")
    while british.view()["view"]["table"]["turn"] == 1:
        for chair in (british, french):
            if chair.view()["your_turn"]:
                chair.act({"type": "ready"})
    expect(ann.page.locator(".signals .hoist")).to_contain_text(f": “{words}”")
    expect(ben.page.locator(".log")).to_contain_text("Turn 2")
    assert words not in ben.page.content() + str(french.view(log=500)) + str(french.events())


def test_a_line_follows_in_wake_with_one_order(visit):
    """The leader is plotted, and who lies in her wake follows, as far as the rules let the line go."""
    ann, british, allied = alone(visit, "algeciras", "allied")
    chair, wakes = next(found for one in (british, allied) if (found := (one, in_wake(one)))[1])
    table = chair.view()["view"]["table"]
    follower = next(ship for ship in table["ships"] if ship["id"] == wakes[0])
    leader = next(ship for ship in table["ships"] if ship["side"] == follower["side"] and touches(follower, ship))
    ann.sit(chair.match, chair.seat)
    ann.page.locator(f'.fleet [data-subject="{leader["id"]}"]').click()
    wake = ann.page.get_by_role("button", name=re.compile("^Order, and .* in her wake"))
    expect(wake).to_have_attribute("aria-disabled", "true")
    write_plot(
        ann.page, next(moves for moves in plots(chair, leader["id"]) if re.fullmatch(r"\d", moves) and moves != "0")
    )
    expect(wake).not_to_have_attribute("aria-disabled", "true")
    wake.click()
    expect(ann.page.locator(f'.fleet [data-subject="{follower["id"]}"]')).to_contain_text("plot W")
    written = {one["ship"]: one["moves"] for one in chair.view()["view"]["own"]["orders"]}
    assert written[follower["id"]] == "W"
    assert leader["id"] in written


def in_wake(chair: Chair) -> list[str]:
    """Ships that may follow another."""
    subjects = [one["id"] for one in chair.view()["subjects"] if one["id"] != "step"]
    return [ship for ship in subjects if "W" in plots(chair, ship)]


def touches(follower: Any, leader: Any) -> bool:
    """Whether a bow lies beside a stern."""
    steps = ((0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    q, r = (a - b for a, b in zip(leader["bow"], steps[leader["heading"]], strict=True))
    apart = (follower["bow"][0] - q, follower["bow"][1] - r)
    return follower is not leader and max(abs(apart[0]), abs(apart[1]), abs(sum(apart))) == 1


def test_the_board_is_accessible_by_day_and_by_night(visit):
    """Plotting, with a draft on the sea: no serious violation of the accessibility rules; ships are told in words."""
    ann, british, _ = alone(visit, color_scheme="light")
    ann.sit(british.match, "british")
    expect(ann.page.get_by_label("Plot in the notation of the log")).to_be_visible()
    ann.page.keyboard.press("1")
    expect(bar(ann.page)).to_contain_text("Amelia plots 1")
    label = ann.page.locator(f'[data-ship="{ARETHUSE}"]').get_attribute("aria-label") or ""
    assert re.search(r"enemy; range \d+, bearing \d{3}, .*; heading \S+, attitude [A-D]", label), label
    found = by_day_and_by_night(ann.page)
    assert not found, "\n".join(found)
