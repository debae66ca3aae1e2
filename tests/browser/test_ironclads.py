"""Iron and steam in the browser: orders face down for a squadron, a move by key and by finger, salvos and their answers."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.looks import PHONE, by_day_and_by_night, sticking_out
from tests.browser.people import Chair, Visitor

SEATS = ("blue", "red")


def bar(page: Page) -> Any:
    return page.get_by_role("region", name="What is to be decided")


def two(visit: Any, scenario: str = "gunnery", **match: Any) -> tuple[Chair, Chair]:
    """Ann makes a match and plays Blue, Ben joins it."""
    ann, ben = visit().arrive("Ann"), visit().arrive("Ben")
    seats = {"blue": {"kind": "me"}, "red": {"kind": "open"}}
    made = ann.create(title="ironclads", scenario=scenario, seats=seats, **match)
    ben.api(f"matches/{made['id']}/join", {"seat": "red"})
    return ann.at(made["id"], "blue"), ben.at(made["id"], "red")


def alone(visit: Any, scenario: str = "gunnery", **options: Any) -> tuple[Chair, Chair]:
    """Both sides at one screen; Blue goes first, and orders are to be placed."""
    ann = visit(**options).arrive("Ann")
    made = ann.create(title="ironclads", scenario=scenario, seats={seat: {"kind": "me"} for seat in SEATS})
    chairs = ann.at(made["id"], "blue"), ann.at(made["id"], "red")
    next(chair for chair in chairs if chair.view()["your_turn"]).act({"type": "lead", "first": "blue"})
    assert phase(chairs[0])["type"] == "commanding"
    return chairs


def phase(chair: Chair) -> Any:
    return chair.view()["view"]["table"]["phase"]


def ships(chair: Chair) -> list[Any]:
    return [ship for ship in chair.view()["view"]["table"]["ships"] if ship["side"] == chair.seat]


def place_all(chair: Chair, now: str, next_turn: str) -> None:
    """Without the page: the same orders for every ship, and ready."""
    for ship in ships(chair):
        for order, active in ((now, True), (next_turn, False)):
            chair.act({"type": "place", "ship": ship["id"], "order": order, "active": active})
    chair.act({"type": "ready"})


def press(chair: Chair, name: str | re.Pattern[str]) -> None:
    """A button of the bar that decides something by itself; done when the table has gone on."""
    gone_on = chair.visitor.in_step(chair)
    bar(chair.visitor.page).get_by_role("button", name=name).first.click()
    expect(gone_on).to_have_count(1)


def order(chair: Chair) -> None:
    """What is drafted; done when the table has gone on."""
    press(chair, re.compile("^Order$"))


def everything(page: Page) -> str:
    """All that can be read on a page, by eye or by ear."""
    return str(
        page.evaluate("""() => [document.querySelector('main').textContent,
        ...[...document.querySelectorAll('[aria-label], [title], input')].flatMap((one) => [one.getAttribute('aria-label'), one.getAttribute('title'), one.value])].join(' ')""")
    )


def step_on(chair: Chair) -> None:
    """One decision by the buttons of the page, whatever is asked."""
    page, kind = chair.visitor.page, phase(chair)["type"]
    if kind == "choosing":
        press(chair, re.compile("^We activate first"))
    elif kind == "commanding":
        press(chair, "All ships, next turn: Half")
        press(chair, re.compile("^Ready"))
    elif kind == "breaking":
        press(chair, re.compile("^Fight on"))
    elif kind == "countering":
        chair.visitor.in_step(chair)
        bar(page).get_by_role("button", name="With all that bears").click()
        order(chair)
    elif phase(chair)["stage"] == "pick":
        press(chair, re.compile("^Activate "))
    elif phase(chair)["stage"] == "move":
        chair.visitor.in_step(chair)
        straight = bar(page).get_by_role("button", name=re.compile("^Straight on"))
        keep = bar(page).get_by_role("button", name="Keep her place")
        expect(keep).to_be_visible()
        if straight.count():
            straight.click()
            order(chair)
        else:
            press(chair, "Keep her place")
    else:
        chair.visitor.in_step(chair)
        expect(bar(page).get_by_role("button", name=re.compile("is done$"))).to_be_visible()
        target = bar(page).get_by_role("button", name=re.compile("^Fire all that bears at"))
        if target.count():
            target.first.click()
            order(chair)
        else:
            press(chair, re.compile("is done$"))


def test_two_browsers_place_orders_in_secret_and_fight_an_action_to_its_end(visit):
    """What one places is not on the other's page, nor in anything sent to it, until the ship is activated; then both see it."""
    blue, red = two(visit, settings={"turns": 2})
    ann, ben = blue.visitor, red.visitor
    ann.sit(blue.match, "blue")
    ben.sit(red.match, "red")
    press(next(chair for chair in (blue, red) if chair.view()["your_turn"]), re.compile("^We activate first"))

    for page in (ann.page, ben.page):
        expect(bar(page).get_by_role("button", name="All ships, this turn: Half")).to_be_visible()
    before = everything(ben.page), red.view(log=200), red.events()
    press(blue, "All ships, this turn: Half")
    press(blue, "All ships, next turn: Slow")
    expect(ann.page.locator(".fleet")).to_contain_text("now half · next slow")
    ben.page.wait_for_timeout(500)  # long enough for anything that is on its way
    assert (everything(ben.page), red.view(log=200), red.events()) == before
    press(blue, re.compile("^Ready"))
    assert "Blue have placed their orders." in str(red.events())  # that, and not which
    for ship in ships(blue):
        label = ben.page.locator(f'[data-ship="{ship["id"]}"]').get_attribute("aria-label") or ""
        assert not re.search("full|half|slow|stop", label), label
    assert not re.search("now half|next slow|this turn half", everything(ben.page))
    assert '"slow"' not in str(red.view(log=200)).replace("'", '"')

    press(red, "All ships, this turn: Full")
    press(red, "All ships, next turn: Full")
    press(red, re.compile("^Ready"))
    expect(ann.page.locator(".log")).to_contain_text("The ships act")
    assert "half" not in ben.page.locator(".log").inner_text()

    first = next(chair for chair in (blue, red) if chair.view()["your_turn"])
    while not any(ship.get("order") for ship in ships(blue)):
        acting = next(chair for chair in (blue, red) if chair.view()["your_turn"])
        step_on(acting)
    for page in (ann.page, ben.page):  # now her order is shown to both
        expect(page.locator(".log")).to_contain_text("shows her order: half")
    assert "next slow" not in everything(ben.page)

    for _ in range(200):
        if first.view()["status"] == "finished":
            break
        step_on(next(chair for chair in (blue, red) if chair.view()["your_turn"]))
    for page in (ann.page, ben.page):
        expect(bar(page).get_by_role("heading")).to_have_text("The match is over")
    bar(ben.page).get_by_role("link", name="Result and luck").click()
    expect(ben.page.get_by_role("heading", level=1)).not_to_be_empty()


def moving(visit: Any, **options: Any) -> tuple[Visitor, Chair, str]:
    """The first ship of Blue is activated and is to move, with full speed."""
    blue, red = alone(visit, **options)
    place_all(blue, "full", "full")
    place_all(red, "half", "half")
    ship = ships(blue)[0]["id"]
    blue.act({"type": "activate", "ship": ship})
    assert phase(blue)["stage"] == "move"
    blue.visitor.sit(blue.match, "blue")
    expect(bar(blue.visitor.page).get_by_role("button", name="Keep her place")).to_be_visible()
    return blue.visitor, blue, ship


def test_a_ship_steams_by_the_keyboard_alone(visit):
    """Arrows run and turn her, the bar says it in words, Enter orders it; she lies where her ghost lay."""
    ann, blue, ship = moving(visit)
    was = next(one for one in ships(blue) if one["id"] == ship)
    ann.page.keyboard.press("ArrowUp")
    expect(bar(ann.page).get_by_role("spinbutton", name="Inches to run", exact=True)).not_to_have_value("")
    ann.page.keyboard.press("Shift+ArrowRight")
    expect(bar(ann.page)).to_contain_text("15 degrees to starboard")
    expect(ann.page.locator(".ghost .iron")).to_have_count(1)
    gone_on = ann.in_step(blue)
    ann.page.keyboard.press("Enter")
    expect(gone_on).to_have_count(1)
    now = next(one for one in ships(blue) if one["id"] == ship)
    assert now["heading"] == (was["heading"] + 15) % 360
    assert (now["x"], now["y"]) != (was["x"], was["y"])


def test_what_the_forms_do_not_allow_is_said_and_not_done(visit):
    """A run that is too long: the sentence of the rules stands in the bar, and nothing changes."""
    ann, blue, _ = moving(visit)
    bar(ann.page).get_by_role("spinbutton", name="Inches to run", exact=True).fill("90")
    expect(bar(ann.page).locator(".no")).to_contain_text("may run from 0 to")
    expect(bar(ann.page).get_by_role("button", name="Order", exact=True)).to_have_attribute("aria-disabled", "true")
    assert phase(blue)["stage"] == "move"


def test_the_helm_is_dragged(visit):
    """The arrow at the end of her run shortens it, and the draft says how far she goes."""
    ann, _, _ = moving(visit)
    ann.page.get_by_role("button", name=re.compile("^Centre on")).click()
    bar(ann.page).get_by_role("button", name=re.compile("^Straight on")).click()
    field = bar(ann.page).get_by_role("spinbutton", name="Inches to run", exact=True)
    far = float(field.input_value())
    grip = ann.page.locator('.helm [data-run="0"] .knob')
    box = grip.bounding_box()
    ship = ann.page.locator(".ship.chosen .plate").bounding_box()
    assert box
    assert ship
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.move(
        x + (ship["x"] + ship["width"] / 2 - x) / 3, y + (ship["y"] + ship["height"] / 2 - y) / 3, steps=4
    )
    ann.page.mouse.up()
    expect(field).not_to_have_value(f"{far:g}")
    assert 0 < float(field.input_value()) < far


def test_ticked_ships_are_ordered_together_and_orders_can_be_changed_until_all_are_ready(visit):
    """One is ticked and gets another order than the rest; the list can be looked through again. Ordered as a fleet, they go on by themselves."""
    blue, red = alone(visit)
    ann = blue.visitor
    one, other = ships(blue)[:2]
    ann.sit(blue.match, "blue")
    for name in ("All ships, this turn: Half", "All ships, next turn: Half"):
        press(blue, name)
    ann.page.get_by_role("button", name="Look through the orders").click()
    bar(ann.page).get_by_label(f"Tick {one['name']}").check()
    press(blue, "The ticked ships, next turn: Stop")
    expect(bar(ann.page).get_by_role("button", name=f"{one['name']}, next turn: Stop")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(bar(ann.page).get_by_role("button", name=f"{other['name']}, next turn: Half")).to_have_attribute(
        "aria-pressed", "true"
    )
    table, own = blue.view()["view"]["table"], blue.view()["view"]["own"]
    held = {ship["id"]: own["orders"][n] for n, ship in enumerate(table["ships"]) if ship["side"] == "blue"}
    assert held == {one["id"]: ["half", "stop"], other["id"]: ["half", "half"]}
    ann.page.get_by_role("button", name="Fleet orders").click()
    fleet = ann.page.get_by_role("dialog", name="Fleet orders")
    for way in ("Straight on", "As they are ordered now", "All that bears, at the nearest"):
        fleet.get_by_label(way).check()
    fleet.get_by_label("inches").fill("0")
    fleet.get_by_label("inches").blur()
    assert not by_day_and_by_night(ann.page)
    fleet.get_by_role("button", name="Let this stand").click()
    expect(fleet).to_have_count(0)
    place_all(red, "half", "half")
    expect(ann.page.get_by_role("button", name="Fleet orders")).to_contain_text("3")
    assert blue.visitor.api(f"{blue.path}/standing-orders")["given"]
    rest = ann.page.get_by_role("button", name="The rest as advised")
    rest.click()
    expect(rest).to_have_attribute("aria-pressed", "true")
    assert "Captains order the rest of turn 1" in blue.visitor.api(f"{blue.path}/standing-orders")["words"]


def test_a_finger_places_orders_and_steams_on_a_phone(visit):
    """Everything within reach of a thumb, and nothing sticks out."""
    blue, red = alone(visit, **PHONE)
    ann = blue.visitor
    ann.sit(blue.match, "blue")
    for name in ("All ships, this turn: Full", "All ships, next turn: Stop"):
        gone_on = ann.in_step(blue)
        button = bar(ann.page).get_by_role("button", name=name)
        expect(button).to_be_in_viewport(ratio=1)
        button.tap()
        expect(gone_on).to_have_count(1)
    assert not sticking_out(ann.page)
    blue.act({"type": "ready"})
    place_all(red, "half", "half")
    press(blue, re.compile("^Activate "))
    bar(ann.page).get_by_role("button", name=re.compile("^Straight on")).tap()
    bar(ann.page).get_by_role("button", name="Turn 15° to port").tap()
    expect(bar(ann.page)).to_contain_text("15 degrees to port")
    assert not sticking_out(ann.page)
    expect(bar(ann.page).get_by_role("button", name="Order", exact=True)).to_be_in_viewport(ratio=1)
    order(blue)
    assert phase(blue).get("stage") != "move"


def steered(chair: Chair, ship: str) -> Any:
    """The listed move that brings her nearest to the enemy."""
    foes = [one for one in chair.view()["view"]["table"]["ships"] if one["side"] != chair.seat and not one.get("gone")]
    moves = [one["action"] for one in chair.visitor.api(f"{chair.path}/choices?subject={ship}")["actions"]]

    def apart(move: Any) -> float:
        here = chair.visitor.api(f"{chair.path}/preview", {"action": move}).get("outcome")
        ships = here["view"]["table"]["ships"] if here else ()
        ends = [(one["x"], one["y"]) for one in ships if one["id"] == ship and not one.get("gone")]
        return min((abs(x - foe["x"]) + abs(y - foe["y"]) for x, y in ends for foe in foes), default=1e9)

    return min(moves, key=apart)


def until(chairs: tuple[Chair, Chair], stop: Any) -> Chair:
    """Both sides go at each other without their pages, until a seat has to decide what is looked for."""
    for _ in range(400):
        chair = next(one for one in chairs if one.view()["your_turn"])
        now, subjects = phase(chair), [one["id"] for one in chair.view()["subjects"]]
        actions = [one["action"] for one in chair.visitor.api(f"{chair.path}/choices?subject={subjects[0]}")["actions"]]
        if stop(now, actions):
            return chair
        if now["type"] == "commanding":
            chair.act(next(one for one in actions if one.get("order", "full") == "full"))
        elif now.get("stage") == "move":
            chair.act(steered(chair, subjects[0]))
        elif now.get("stage") == "fire":
            chair.act({"type": "done", "ship": subjects[0]})
        else:
            chair.act(actions[0])
    raise AssertionError("they never came within range")


def test_a_salvo_is_laid_on_the_sea_and_answered_by_its_target(visit):
    """A click on an enemy lays all that bears on her, with its odds; she answers before anything is measured."""
    chairs = alone(visit)
    ann = chairs[0].visitor
    for _ in range(12):
        firer = until(chairs, lambda _, actions: any(one["type"] == "salvo" for one in actions))
        ann.sit(firer.match, firer.seat)
        target = ann.page.locator(".ship.target").first
        expect(target).to_be_visible()
        target.focus()
        ann.page.keyboard.press("Space")
        expect(ann.page.locator(".lines .open.on")).not_to_have_count(0)
        expect(bar(ann.page).locator(".odds")).to_contain_text("hull on average")
        order(firer)
        if phase(firer)["type"] == "countering":
            break
    else:
        raise AssertionError("nobody could answer a salvo")
    answering = next(chair for chair in chairs if chair.view()["your_turn"])
    ann.sit(answering.match, answering.seat)
    expect(bar(ann.page)).to_contain_text("answer her?")
    expect(ann.page.locator(".lines .declared")).not_to_have_count(0)
    bar(ann.page).get_by_role("button", name="With all that bears").click()
    expect(bar(ann.page).locator(".odds")).to_contain_text("hull on average")
    order(answering)
    told = [event for event in answering.events() if event["type"] == "fired"][-2:]
    assert [event["event"].get("counter", False) for event in told] == [False, True]


def test_a_move_is_shown_and_can_be_skipped(visit):
    """With motion she glides along her track; skipped, she lies at its end at once."""
    ann, blue, ship = moving(visit, reduced_motion="no-preference")
    ann.page.get_by_role("button", name=re.compile("^Centre on")).click()
    blue.act({"type": "steam", "ship": ship, "run": 300})
    skip = ann.page.locator(".pace").get_by_role("button", name="Skip")
    expect(skip).to_be_visible()
    skip.click()
    expect(ann.page.locator(".pace")).to_have_count(0)
    table = blue.view()["view"]["table"]
    lies = next(one for one in table["ships"] if one["id"] == ship)
    place = f"translate({lies['x']}px, {table['height'] - lies['y']}px)"
    expect(ann.page.locator(f'[data-ship="{ship}"]')).to_have_attribute("style", re.compile(re.escape(place)))


ALONGSIDE = """
title = "Alongside"
place = "open sea"
invented = "All of it."
victory = "By points."
era = 4
turns = 6
width = 48
height = 36

[wind]
from = "W"
strength = "moderate_breeze"

[[ship]]
name = "Resolute"
side = "blue"
type = "trial_ironclad"
marines = 9
x = 20
y = 20
heading = 0

[[ship]]
name = "Wasp"
side = "blue"
type = "torpedo_boat"
x = 20
y = 14
heading = 90

[[ship]]
name = "Defiant"
side = "red"
type = "trial_ironclad"
anchored = true
x = 20.92
y = 20
heading = 0

[[ship]]
name = "Heron"
side = "red"
type = "trial_corvette"
x = 24
y = 14
heading = 0
"""
"""Two ironclads whose bases touch, one at anchor, one with marines enough to win; and a torpedo boat four inches from a corvette."""


def alongside(visit: Any, **options: Any) -> tuple[Chair, Chair]:
    """Both sides at one screen, everybody stopped, and Blue to activate a ship."""
    ann = visit(**options).arrive("Ann")
    seats = {seat: {"kind": "me"} for seat in SEATS}
    made = ann.create(title="ironclads", scenario="alongside", written=ALONGSIDE, seats=seats)
    chairs = ann.at(made["id"], "blue"), ann.at(made["id"], "red")
    next(chair for chair in chairs if chair.view()["your_turn"]).act({"type": "lead", "first": "blue"})
    for chair in chairs:
        place_all(chair, "stop", "stop")
    return chairs


def firing(chair: Chair, ship: str) -> None:
    """She is activated, has kept her place, and may fire; her page is open."""
    chair.act({"type": "activate", "ship": ship})
    chair.act({"type": "steam", "ship": ship})
    assert phase(chair)["stage"] == "fire"
    chair.visitor.sit(chair.match, chair.seat)
    expect(bar(chair.visitor.page).get_by_role("button", name=re.compile("is done$"))).to_be_visible()


def log_of(chair: Chair) -> Any:
    return chair.visitor.page.locator(".log")


def idle(chair: Chair) -> None:
    """One decision without the page: everybody stays where she is and holds her fire."""
    now, ship = phase(chair), chair.view()["subjects"][0]["id"]
    if now["type"] == "choosing":
        chair.act({"type": "lead", "first": "blue"})
    elif now["type"] == "commanding":
        chair.act({"type": "ready"})
    elif now["stage"] == "pick":
        chair.act({"type": "activate", "ship": ship})
    else:
        chair.act({"type": "steam" if now["stage"] == "move" else "done", "ship": ship})


def test_a_ship_is_boarded_by_a_click_and_her_side_may_break_off(visit):
    """With odds before it; she is taken. Half of Red's hull is gone with her, so that Red is asked at the end of the third turn."""
    chairs = blue, red = alongside(visit)
    ann, page = blue.visitor, blue.visitor.page
    firing(blue, "resolute")
    expect(page.locator('.ship.target[data-ship="defiant"]')).to_have_count(1)
    bar(page).get_by_role("button", name="Board Defiant").click()
    expect(bar(page).locator(".odds")).to_contain_text("%")
    order(blue)
    expect(log_of(blue)).to_contain_text("Resolute boards Defiant and takes her.")
    expect(page.locator('[data-ship="defiant"]')).to_have_count(0)

    deciding = blue
    for _ in range(100):
        deciding = next(chair for chair in chairs if chair.view()["your_turn"])
        if phase(deciding)["type"] == "breaking":
            break
        idle(deciding)
    assert (deciding.seat, deciding.view()["view"]["table"]["turn"]) == ("red", 3)
    ann.sit(red.match, "red")
    expect(bar(page).get_by_role("button", name="Fight on")).to_be_visible()
    press(red, "Ask to break off")
    expect(log_of(red)).to_contain_text(re.compile("Red would break off: the battle (goes on|ends)"))


def test_torpedoes_are_launched_by_a_click_in_place_of_gunfire(visit):
    """Both tubes of the boat bear: one press lays them, and pointing at one lights where it bears."""
    blue, _ = alongside(visit)
    page = blue.visitor.page
    firing(blue, "wasp")
    tubes = bar(page).get_by_role("group", name=re.compile("^Torpedoes"))
    tubes.get_by_text("Tube by tube").click()
    page.mouse.move(5, 5)  # the list may have opened under the pointer
    expect(page.locator(".arcs .tube.on")).to_have_count(0)
    tubes.get_by_label(re.compile("^Tube 1")).focus()
    expect(page.locator(".arcs .tube.on")).to_have_count(1)
    tubes.get_by_role("button", name=re.compile("^Launch all that bears at Heron")).click()
    expect(bar(page)).to_contain_text("tube 1 at Heron and tube 2 at Heron")
    expect(bar(page).locator(".odds")).to_contain_text("%")
    order(blue)
    expect(log_of(blue)).to_contain_text("Wasp launches a torpedo at Heron")
    told = [event["event"] for event in blue.events() if event["type"] == "torpedoed"]
    assert [one["tube"] for one in told] == [1, 2]
    boat = next(ship for ship in ships(blue) if ship["id"] == "wasp")
    assert all(tube["spent"] for tube in boat["tubes"])


def test_pointing_at_a_battery_lights_its_arc(visit):
    """From the sheet by hovering, to stay by a press, and from the list of batteries by its focus."""
    blue, _ = alongside(visit)
    page = blue.visitor.page
    firing(blue, "resolute")
    lit = page.locator(".arcs .sector.on")
    expect(lit).to_have_count(0)
    guns = bar(page).get_by_role("group", name=re.compile("^Fire"))
    guns.get_by_text("Battery by battery").click()
    page.mouse.move(5, 5)
    guns.get_by_role("combobox").first.focus()
    expect(lit).to_have_count(1)
    page.keyboard.press("Escape")
    guns.get_by_role("combobox").first.blur()
    expect(lit).to_have_count(0)

    sheet = page.locator("article.shipsheet").first
    main = sheet.get_by_role("button", name="1 main")
    main.hover()
    expect(lit).to_have_count(1)
    main.click()
    expect(main).to_have_attribute("aria-pressed", "true")
    page.mouse.move(5, 5)
    expect(lit).to_have_count(1)
    main.click()
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)


def test_hidden_mines_are_on_their_owners_page_alone(visit):
    """Red sees all of its fields, and Blue has no word of them; the buoyed field is seen by both."""
    blue, red = two(visit, "mines")
    blue.visitor.sit(blue.match, "blue")
    red.visitor.sit(red.match, "red")
    fields = red.view()["view"]["own"]["mines"]
    assert fields
    expect(red.visitor.page.locator(".waters .hidden")).to_have_count(len(fields))
    own = blue.view()["view"]["own"]["mines"]
    expect(blue.visitor.page.locator(".waters .hidden")).to_have_count(len(own))
    known = len(blue.view()["view"]["table"]["mines"])
    expect(blue.visitor.page.locator(".waters .field")).to_have_count(known + len(own))
    sent = str(blue.view(log=200)) + str(blue.events())
    assert not [one["name"] for one in fields if one["name"] in sent]


def test_the_board_is_accessible_by_day_and_by_night(visit):
    """With orders to place, and with a move in the making: no serious violation; ships are told in words."""
    blue, red = alone(visit, color_scheme="light")
    ann, page = blue.visitor, blue.visitor.page
    found: list[str] = []

    def looked(where: str) -> None:
        ann.sit(blue.match, "blue")
        expect(bar(page).get_by_role("button").nth(3)).to_be_visible()
        if where == "moving":
            page.keyboard.press("ArrowUp")
            expect(page.locator(".ghost .iron")).to_have_count(1)
        found.extend(by_day_and_by_night(page, where))

    looked("placing")
    place_all(blue, "half", "full")
    place_all(red, "half", "full")
    blue.act({"type": "activate", "ship": ships(blue)[0]["id"]})
    looked("moving")
    enemy = ships(red)[0]["id"]
    label = page.locator(f'[data-ship="{enemy}"]').get_attribute("aria-label") or ""
    assert re.search(r"enemy; [\d.]+ inches off, \w+ range, bearing \d{3}, .*; heading \d{3}.*; hull ", label), label
    assert not found, "\n".join(found)
