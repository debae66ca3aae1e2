"""Scenarios: what comes with the game is whole, and what a player writes is checked line by line."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import heard
from weathergauge import codec
from weathergauge.files.handwritten import Faulty
from weathergauge.freetable import corners, overlaps
from weathergauge.freetable.shores import covers, within
from weathergauge.ruleset import TABLE, Proceed
from weathergauge.rulesets.ironclads import scenarios, victory
from weathergauge.rulesets.ironclads.actions import Flagged, Lead
from weathergauge.rulesets.ironclads.charts import charts
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.scenarios import LIBRARY
from weathergauge.rulesets.ironclads.sheets import Sheet
from weathergauge.rulesets.ironclads.state import (
    NONE,
    Activating,
    Battery,
    Choosing,
    Commanding,
    Orders,
    Ship,
    State,
    Tube,
    replace,
)
from weathergauge.rulesets.ironclads.terms import SECTORS, SIDES
from weathergauge.throwing import RandomDice, ScriptedDice

NAMES = LIBRARY.names()
SMALL = """\
title = "Two turret ships"
era = 3
turns = 10
width = 48
height = 36

[wind]
from = "N"
strength = "light_breeze"

[[ship]]
name = "Glatton"
side = "british"
type = "huascar"
x = 10
y = 18
heading = "E"

[[ship]]
name = "Cerbère"
side = "french"
type = "monitor"
x = 38
y = 18
heading = 270
"""


def started(name: str) -> State:
    return scenarios.set_out(LIBRARY.read(name), charts(), ScriptedDice([]))


def problems(written: str) -> list[tuple[int, str]]:
    with pytest.raises(Faulty) as error:
        LIBRARY.from_text(written, "mine.toml")
    return [(problem.line, problem.words) for problem in error.value.problems]


def changed(old: str, new: str) -> str:
    assert old in SMALL
    return SMALL.replace(old, new, 1)


def of(name: str, id: str) -> Ship:
    table = started(name).table
    return table.ships[table.number(id)]


def guns(ship: Ship, sector: str) -> list[tuple[str, int, int]]:
    """Kind, dice and AP of all that bears on a quarter; of one group the first."""
    found: list[tuple[str, int, int]] = []
    groups: set[str] = set()
    for battery in ship.batteries:
        if sector in battery.sectors and (not battery.group or battery.group not in groups):
            groups.add(battery.group)
            found.append((battery.kind, battery.dice, battery.ap))
    return found


# What comes with the game


def test_teaching_actions_come_first_and_then_the_years():
    """Each scenario stands in its place in the list."""
    assert NAMES == (
        "gunnery", "steamers", "hampton_roads_1", "hampton_roads_2", "galveston", "lissa", "iquique", "angamos", "foochow", "yalu",
        "white_wolf_bay", "tsushima", "tsushima_evening", "mines", "mist", "strait",
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_is_set_out_whole(name: str):
    """Turn 1, nothing ordered, every base on the table, afloat, on no other base and in no minefield."""
    state = started(name)
    table = state.table
    assert table.turn == 1
    assert isinstance(table.phase, Choosing)
    assert {ship.side for ship in table.ships} == set(table.sides)
    assert len({ship.id for ship in table.ships}) == len(table.ships)
    mines = [*table.mines, *(field for secret in state.secrets for field in secret.mines)]
    for number, ship in enumerate(table.ships):
        assert all(0 <= x <= table.width * 100 and 0 <= y <= table.height * 100 for x, y in corners(ship.base))
        assert not any(overlaps(ship.base, other.base) for other in table.ships[:number])
        assert ship.fort or not any(covers(s.points, ship.base) for s in table.shores if s.kind == "land")
        assert ship.fort or ship.grounded or not any(covers(s.points, ship.base) for s in table.shores)
        assert not any(within(ship.base, (field.x, field.y), field.radius) for field in mines)
        assert (ship.speed == 0) == (ship.fort or ship.anchored or ship.grounded)
    for secret in state.secrets:
        assert secret.orders == (NONE,) * len(table.ships)


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_tells_its_history_and_who_wins(name: str):
    """Two sentences of it, or a word that nothing of it happened."""
    scenario = LIBRARY.read(name)
    assert scenario.victory
    assert scenario.place
    assert scenario.advice
    if scenario.date:
        assert len(re.findall(r"[.!?](?= [A-Z]|$)", scenario.history)) == 2
    else:
        assert "made up" in scenario.invented or "Nothing of this happened" in scenario.invented


@pytest.mark.parametrize("name", NAMES)
def test_every_side_has_one_flagship_at_the_start(name: str):
    """Initiative needs one on either side."""
    table = started(name).table
    for side in table.sides:
        assert sum(ship.flagship for ship in table.ships if ship.side == side) == 1


@pytest.mark.parametrize(
    ("date", "era"),
    [("1862-03-09", 1), ("1863", 2), ("1870-11", 2), ("1871", 3), ("1880", 3), ("1889", 4), ("1899", 5), ("1905", 6)],
)
def test_eras_by_year(date: str, era: int):
    """IR28."""
    assert scenarios.era_of(date) == era


def test_the_scenarios_have_the_eras_of_their_dates():
    """Unless the table sets another."""
    eras = {name: started(name).table.era for name in NAMES}
    assert eras == {
        "gunnery": 3, "steamers": 2, "hampton_roads_1": 1, "hampton_roads_2": 1, "lissa": 2, "iquique": 3, "angamos": 3, "yalu": 5,
        "tsushima": 6, "mines": 4, "strait": 6, "galveston": 2, "foochow": 4, "white_wolf_bay": 6, "tsushima_evening": 6, "mist": 4,
    }  # fmt: skip
    assert RULES.setup(RULES.scenario("lissa", {"era": 5}), RandomDice(1)).table.era == 5


def test_bases_by_class():
    """IR56."""
    assert of("lissa", "kaiser").base[3:] == (350, 100)
    assert of("lissa", "affondatore").base[3:] == (300, 90)
    assert of("iquique", "huascar").base[3:] == (225, 70)
    assert of("iquique", "covadonga").base[3:] == (150, 50)
    assert of("mines", "fort").base[3:] == (200, 200)


def test_ships_begin_with_half_their_knots_unless_they_lie_still():
    """IR57."""
    assert of("yalu", "yoshino").speed == 11
    assert of("iquique", "huascar").speed == 6
    assert of("hampton_roads_1", "minnesota").speed == 0
    told = LIBRARY.from_text(changed("x = 10", "x = 10\nspeed = 3"))
    assert [ship.speed for ship in told.ships] == [3, 3]


def test_how_the_ships_of_hampton_roads_lie():
    """IR57: two at anchor and one aground on the first day; on the second Virginia has left her ram behind."""
    assert of("hampton_roads_1", "cumberland").anchored
    assert of("hampton_roads_1", "congress").anchored
    assert of("hampton_roads_1", "minnesota").grounded
    assert of("hampton_roads_2", "minnesota").grounded
    assert not of("hampton_roads_1", "virginia").ram_lost
    assert of("hampton_roads_2", "virginia").ram_lost
    battery = of("hampton_roads_1", "battery")
    assert (battery.fort, battery.hull, battery.armour) == (True, 24, 2)


def test_goals():
    """Whom to sink, whom to keep and which edge to leave by are read from the file."""
    (roads,) = started("hampton_roads_1").table.goals
    assert (roads.side, roads.sink, roads.keep) == (
        "confederate",
        ("cumberland", "congress", "minnesota"),
        ("virginia",),
    )
    (angamos,) = started("angamos").table.goals
    assert (angamos.leave, angamos.edge) == (("huascar",), "north")
    assert started("lissa").table.goals == ()


@pytest.mark.parametrize(
    ("name", "id", "sector", "found"),
    [
        ("hampton_roads_1", "virginia", "starboard", [("medium", 2, 1)]),
        ("hampton_roads_1", "virginia", "bow", [("main", 1, 2)]),
        ("hampton_roads_2", "monitor", "stern", [("main", 2, 2)]),
        ("lissa", "ferdinand_max", "port", [("medium", 4, 1)]),
        ("lissa", "re_ditalia", "port", [("main", 1, 2), ("medium", 7, 1)]),
        ("lissa", "affondatore", "stern", [("main", 2, 5)]),
        ("angamos", "huascar", "bow", [("main", 2, 5)]),
        ("angamos", "huascar", "stern", []),
        ("angamos", "cochrane", "starboard", [("main", 3, 4), ("light", 1, 1)]),
        ("yalu", "ting_yuen", "bow", [("main", 4, 6), ("medium", 1, 3)]),
        ("yalu", "ting_yuen", "port", [("main", 2, 6)]),
        ("yalu", "yoshino", "port", [("medium", 3, 3), ("medium", 4, 2)]),
        ("yalu", "yoshino", "bow", [("medium", 2, 3)]),
        ("yalu", "matsushima", "stern", [("main", 1, 7)]),
        ("tsushima", "mikasa", "starboard", [("main", 4, 8), ("medium", 7, 3), ("light", 2, 1)]),
        ("tsushima", "orel", "port", [("main", 4, 8), ("medium", 6, 3), ("light", 2, 1)]),
        ("tsushima", "orel", "stern", [("main", 2, 8)]),
    ],
)
def test_guns_by_the_tables(name: str, id: str, sector: str, found: list[tuple[str, int, int]]):
    """A ship has on each quarter what the printed table gives her."""
    assert guns(of(name, id), sector) == found


def test_cruisers_without_bursting_shells_do_a_quarter():
    """Chih Yuen's main guns and not Ting Yuen's."""
    assert {b.quarters for b in of("yalu", "chih_yuen").batteries if b.kind == "main"} == {1}
    assert {b.quarters for b in of("yalu", "ting_yuen").batteries} == {0}


def test_tubes():
    """IR57: three of the battleships; where the tables have no number, one on each side."""
    assert [tube.sectors for tube in of("yalu", "ting_yuen").tubes] == [("starboard",), ("port",), ("stern",)]
    assert of("yalu", "chiyoda").tubes == (Tube(("starboard",)), Tube(("port",)))
    assert of("yalu", "yoshino").tubes == ()


def test_the_fleets_are_as_many_as_they_were():
    """Thirteen against twelve at Lissa, ten against eleven off the Yalu."""
    lissa = [ship.side for ship in started("lissa").table.ships]
    assert (lissa.count("austrian"), lissa.count("italian")) == (13, 12)
    yalu = [ship.side for ship in started("yalu").table.ships]
    assert (yalu.count("chinese"), yalu.count("japanese")) == (10, 11)


def test_tsushima_has_gunners_and_laden_ships():
    """Every Japanese captain is a gunner, every Russian hull carries a flood."""
    ships = started("tsushima").table.ships
    assert {(ship.side, ship.captain, ship.flooded, ship.flooding) for ship in ships} == {
        ("japanese", "gunner", 0, 0),
        ("russian", "", 1, 0),
    }


@pytest.mark.parametrize(
    ("name", "id", "captain", "marines"),
    [
        ("angamos", "cochrane", "", 1),
        ("angamos", "huascar", "seaman", 0),
        ("iquique", "esmeralda", "boarding_specialist", 1),
        ("iquique", "covadonga", "seaman", 0),
        ("hampton_roads_1", "cumberland", "resolute", 0),
        ("lissa", "kaiser", "damage_control", 0),
        ("lissa", "affondatore", "timid", 0),
    ],
)
def test_captains_and_marines_of_the_battles(name: str, id: str, captain: str, marines: int):
    """IR72: every kind of captain has a ship in some battle of history, and so have marines; the file says after whom."""
    at = started(name).table
    ship = at.ships[at.number(id)]
    assert (ship.captain, ship.marines) == (captain, marines)
    assert "# Captains" in (LIBRARY.folder / f"{name}.toml").read_text(encoding="utf-8")


def test_the_strait_has_heavy_mines_and_torpedoes_and_heavy_guns_in_small_craft():
    """Class 1 ships among banks and D4 mines, class 4 ships with a main gun, and D4 torpedoes: no other action has them."""
    at = started("strait")
    fields = [*at.table.mines, *(field for secret in at.secrets for field in secret.mines)]
    assert [field.damage for field in fields].count("D4") == 4
    ships = at.table.ships
    assert any(ship.ship_class == 1 for ship in ships)
    assert any(ship.ship_class == 4 and ship.batteries[0].kind == "main" for ship in ships)
    assert any(tube.damage == "D4" for ship in ships for tube in ship.tubes)
    assert any(shore.kind == "shoal" for shore in at.table.shores)


def test_the_mist_has_what_seldom_meets():
    """Heavy guns in small craft near a large enemy, and a boarding specialist on each side, one within a slow move."""
    ships = started("mist").table.ships
    assert {ship.side for ship in ships if ship.captain == "boarding_specialist"} == {"blue", "red"}
    assert any(ship.ship_class == 4 and ship.batteries[0].kind == "main" for ship in ships)
    assert all(ship.ship_class == 2 for ship in ships if ship.anchored)


def test_suvorov_begins_as_the_evening_found_her():
    """Her engines hit, leaning, three floods held: hit in either place again she stops, or rolls over."""
    ship = of("tsushima_evening", "suvorov")
    assert (ship.engine_room, ship.heavy_list, ship.flooded, ship.flooding) == (1, True, 3, 0)


def test_a_file_may_have_a_ship_that_is_hurt():
    """Her state is held to what can be."""
    ships = LIBRARY.from_text(
        changed('type = "monitor"', 'type = "monitor"\nengine_room = 2\nheavy_list = true'), "mine.toml"
    ).ships
    assert [(ship.engine_room, ship.heavy_list) for ship in ships] == [(0, False), (2, True)]
    assert problems(changed('type = "monitor"', 'type = "monitor"\nengine_room = 3')) == [
        (23, "engine_room = 3: expected a whole number from 0 to 2")
    ]
    assert problems(changed('type = "monitor"', 'type = "monitor"\nheavy_list = 1'))[0][0] == 23


def test_weather_that_a_scenario_keeps_or_bounds():
    """Lissa has its own sea throughout, the Yalu changes within bounds."""
    lissa, yalu = started("lissa").table, started("yalu").table
    assert (lissa.fixed_weather, lissa.wind, lissa.level) == (True, 315, 4)
    assert (yalu.fixed_weather, yalu.calmest, yalu.roughest) == (False, 2, 4)


def test_covadonga_passes_the_shoal_easily():
    """As she did at Iquique."""
    shoal = next(shore for shore in started("iquique").table.shores if shore.kind == "shoal")
    assert shoal.easy == ("covadonga",)


def test_hidden_mines_are_known_to_their_owner_alone():
    """The buoyed field is on the table; a spectator reads of no other."""
    state = started("mines")
    blue, red = (RULES.view(state, side) for side in ("blue", "red"))
    assert blue.own is not None
    assert red.own is not None
    assert {field.name for field in red.own.mines} == {"the channel field", "the outer field", "the western field"}
    assert {field.name for field in blue.own.mines} == {"the mines laid by night"}
    assert [field.name for field in state.table.mines] == ["the buoyed field"]
    seen = codec.encode(RULES.view(state, None)).decode()
    assert "buoyed" in seen
    assert "channel field" not in seen


def test_the_harbour_has_everything_that_harbours_had():
    """Land, boom and reef, forts, cutters with torpedoes and light guns."""
    table = started("mines").table
    assert {shore.kind for shore in table.shores} == {"land", "boom", "reef"}
    assert any(ship.fort for ship in table.ships)
    assert {ship.side for ship in table.ships if "cutter" in ship.traits and ship.tubes} == {"blue", "red"}
    assert any(battery.kind == "light" for ship in table.ships for battery in ship.batteries)


def test_the_teaching_action_is_fair():
    """The same ships on both sides, turned about the middle of the table."""
    table = started("gunnery").table
    blue, red = table.ships[:2], table.ships[2:]
    for one, other in zip(blue, red, strict=True):
        assert (one.x + other.x, one.y + other.y) == (table.width, table.height)
        assert (one.heading - other.heading) % 360 == 180
        assert (one.batteries, one.hull, one.armour, one.knots) == (
            other.batteries, other.hull, other.armour, other.knots,
        )  # fmt: skip


# An admiral who changes ships


def after_turn(turn: int, **fate: str) -> tuple[State, list[object]]:
    """Lissa at the end of a turn, all ships done, and what is told as the next one begins."""
    state = started("lissa")
    ships = tuple([
        replace(ship, activated=True, **({"gone": fate[ship.id]} if ship.id in fate else {}))
        for ship in state.table.ships
    ])  # fmt: skip
    phase = Activating("austrian", 0, "fire")
    state = replace(state, table=replace(state.table, turn=turn, ships=ships, phase=phase))
    dice = RandomDice(1)
    return RULES.steps.after(state, "activation", dice), heard(dice)


def flagships(state: State) -> set[str]:
    return {ship.id for ship in state.table.ships if ship.flagship}


def test_the_italian_admiral_changes_ships_as_turn_3_begins():
    """IR58."""
    state, log = after_turn(1)
    assert flagships(state) == {"ferdinand_max", "re_ditalia"}
    state, log = after_turn(2)
    assert flagships(state) == {"ferdinand_max", "affondatore"}
    assert Flagged("affondatore") in log
    assert RULES.tell(state, Flagged("affondatore")) == "The admiral goes over to Affondatore."


@pytest.mark.parametrize("lost", ["re_ditalia", "affondatore"])
def test_an_admiral_who_is_lost_or_has_nowhere_to_go_does_not_change_ships(lost: str):
    """IR58."""
    state, log = after_turn(2, **{lost: "sunk"})
    assert flagships(state) == {"ferdinand_max", "re_ditalia"}
    assert Flagged("affondatore") not in log


# A chase


def test_contact_is_not_tested_while_a_ship_is_to_be_brought_out():
    """IR59: at Angamos the Chileans cannot win by keeping away; without the goal contact would be tested."""
    table = replace(started("angamos").table, turn=5)
    far = replace(table.ships[0], y=5700)
    table = replace(table.with_ship(0, far), ships=(far, *(replace(ship, y=300) for ship in table.ships[1:])))
    assert victory.apart(table)
    assert victory.contact(table, (), charts(), ScriptedDice([])) is None
    over = victory.contact(replace(table, goals=()), (), charts(), ScriptedDice([1]))
    assert over is not None
    assert "contact is broken" in over.reason
    half = replace(far, hull=far.hull // 2, y=600)
    assert victory.may_ask(table.with_ship(0, half)) == ()
    assert victory.may_ask(replace(table.with_ship(0, half), goals=())) == ("peruvian",)


# Orders that nobody placed


def test_ships_without_an_order_go_on_at_half_and_those_at_anchor_stay():
    """IR40: half at the start, stop at anchor; afterwards the order they hold."""
    state = RULES.setup(RULES.scenario("hampton_roads_1", {}), RandomDice(2))
    state = RULES.play(state, "union", Lead("union"), RandomDice(3)).state
    table = replace(state.table, phase=Commanding(("confederate", "union")))
    state = RULES.play(replace(state, table=table), TABLE, Proceed(), RandomDice(4)).state
    held = {ship.id: state.secret(ship.side).of(n) for n, ship in enumerate(state.table.ships)}
    assert held["virginia"] == Orders("half", "half")
    assert held["cumberland"] == Orders("stop", "stop")


def test_a_hit_on_the_bridge_is_imagined_as_it_must_stand():
    """Hit after her activation the order that waits is the one she obeyed. Before it, it may be the hit of a turn ago."""
    state = started("gunnery")
    table = replace(state.table, turn=2, phase=Activating("blue"))
    hit = table.number("defiant")

    def imagined(**changed: Any) -> list[Orders]:
        here = table.with_ship(hit, replace(table.ships[hit], bridge=True, **changed))
        view = RULES.view(replace(state, table=here), "blue")
        return [RULES.imagine(view, RandomDice(seed)).secret("red").of(hit) for seed in range(40)]

    assert {(held.active, held.inactive) for held in imagined(activated=True, order="half")} == {("half", "half")}
    assert len({(held.active, held.inactive) for held in imagined()}) > 8


# Whole matches


@pytest.mark.parametrize("name", NAMES)
def test_a_match_of_three_turns_by_chance(name: str):
    """Whatever is offered can be played and told, bases never overlap, and the state can be written down and read."""
    dice, chance = RandomDice(name), random.Random(name)
    state = RULES.setup(RULES.scenario(name, {"turns": 3}), dice)
    while RULES.result(state) is None:
        seat = chance.choice(RULES.to_act(state))
        if seat == TABLE:
            played = RULES.play(state, seat, Proceed(), dice)
        else:
            choices = RULES.legal(RULES.view(state, seat))
            action = chance.choice(list(choices.of(chance.choice(list(choices.subjects())))))
            assert choices.why_not(action) is None
            played = RULES.play(state, seat, action, dice)
        state = played.state
        assert all(RULES.tell(state, told.event) for told in played.events)
    here = [ship for ship in state.table.ships if ship.here]
    assert not any(overlaps(a.base, b.base) for n, a in enumerate(here) for b in here[:n])
    assert codec.decode(codec.encode(state), State) == state


# For people


def test_a_card_says_where_when_and_what():
    """And who takes part."""
    card = LIBRARY.card(LIBRARY.read("angamos"))
    assert card.words.startswith("Off Punta Angamos, 8 October 1879. Huáscar")
    assert card.seats == ("peruvian", "chilean")


def test_settings_of_a_file_and_of_a_match():
    """The file's are kept, the match's go over them, a wrong one is named."""
    scenario = LIBRARY.from_text(SMALL + "\n[settings]\nfire_out = 4\nturns = 12\n")
    assert scenario.settings.fire_out == 4
    assert scenarios.set_out(scenario, charts(), ScriptedDice([])).table.turns == 12
    assert LIBRARY.with_settings(scenario, {"fire_out": 3}).settings.fire_out == 3
    with pytest.raises(ValueError, match="contact=never: expected one of apart, from_turn_6"):
        LIBRARY.with_settings(scenario, {"contact": "never"})


def test_an_unknown_scenario_is_answered_with_the_nearest():
    """lisa is nearly lissa."""
    with pytest.raises(ValueError, match=r"lisa: no such scenario of ironclads; did you mean lissa\?"):
        LIBRARY.read("lisa")


def test_sheets_have_four_boxes_a_point_and_one_for_each_battery():
    """As on the printed one."""
    sheet = scenarios.sheets(LIBRARY.read("angamos"))[0]
    tracks = {track["name"]: track["boxes"] for track in sheet["tracks"]}
    assert tracks["hull"] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    assert tracks["main 2 AP5 bow and starboard and port, slow load"] == [1]
    assert sheet["kind"] == "Peruvian, class 3, 11 knots, armour 3, ram"


def test_types_and_a_summary_in_lines():
    """A row for each type, and a file in a few lines."""
    rows = LIBRARY.type_rows()
    assert rows[0] == ["type", "class", "hull", "knots", "armour", "guns"]
    assert len(rows) == len(LIBRARY.types()) + 1
    assert ["huascar", "3", "4", "11", "3"] in [row[:5] for row in rows]
    assert LIBRARY.summary(LIBRARY.from_text(SMALL)) == [
        "Two turret ships: 2 ships, 10 turns, era 3, 48 by 36 inches",
        "  glatton: Glatton, british, class 3, hull 4, at 10, 18 heading 90",
        "  cerbere: Cerbère, french, class 3, hull 4, at 38, 18 heading 270",
    ]


def test_a_file_that_comes_with_the_game_can_be_printed_and_read_again():
    """It means the same."""
    assert LIBRARY.from_text(LIBRARY.printed("mines"), "mines.toml") == LIBRARY.read("mines")


# Files by hand


def test_a_small_file_is_enough():
    """Two types and two places make a scenario."""
    scenario = LIBRARY.from_text(SMALL, "folder/two turrets.toml")
    assert scenario.name == "two_turrets"
    assert scenario.sides == ("british", "french")
    assert [ship.id for ship in scenario.ships] == ["glatton", "cerbere"]
    assert RULES.scenario_from(SMALL, "two turrets", {"turns": 5}).settings.turns == 5


def test_guns_are_read_as_the_tables_print_them():
    """Bearings in words, marks and groups."""
    lines = '["main 2 AP5 bow and both sides, slow_load, quarters 3", "light 1 AP0 each side", "medium 3 AP2 all round, group a"]'
    ship = LIBRARY.from_text(changed('type = "huascar"', f'type = "huascar"\nguns = {lines}')).ships[0]
    assert ship.batteries == (
        Battery("main", 2, 5, ("bow", "starboard", "port"), 3, ("slow_load",)),
        Battery("light", 1, 0, ("starboard",)),
        Battery("light", 1, 0, ("port",)),
        Battery("medium", 3, 2, SECTORS, group="a"),
    )


def test_a_whole_sheet_may_be_written_out():
    """A ship or a fort that no table has."""
    sheet = (
        'ship_class = 4\nhull = 2\nknots = 9\narmour = 1\nguns = ["light 2 AP1 bow"]\ntubes = ["D4 bow"]\nmarines = 2'
    )
    ship = LIBRARY.from_text(changed('type = "huascar"', sheet)).ships[0]
    assert (ship.hull, ship.knots, ship.marines, ship.tubes) == (8, 9, 2, (Tube(("bow",), "D4"),))
    fort = LIBRARY.from_text(changed('type = "huascar"', "fort = true\nhull = 3\narmour = 5")).ships[0]
    assert (fort.fort, fort.hull, fort.knots, fort.base[3:]) == (True, 12, 0, (200, 200))


def test_every_problem_of_a_file_is_named_with_its_line():
    """Not only the first: an admiral who mends one must not have to ask again for the next."""
    written = SMALL.replace('"light_breeze"', '"breezy"').replace('"E"', '"ENE"').replace("turns", "turn")
    assert [line for line, _ in problems(written)] == [1, 3, 9, 17]
    assert problems(written)[0][1] == "turns is missing: add turns = 12"
    assert problems(written)[1][1] == "turn: there is no such word here; did you mean turns?"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('side = "french"', 'side = "frensh"', 21, 'side = "frensh": expected one of union'),
        ('side = "french"', 'side = "british"', 11, "these are the sides: british with 2; expected exactly two"),
        ("era = 3\n", "", 1, "era is missing: add era = 2, from 1 to 6, or a date"),
        ("era = 3", "era = 7", 2, "era = 7: expected a whole number from 1 to 6"),
        ("width = 48", "width = 5", 4, "width = 5: expected inches from 12 to 240"),
        ("width = 48\n", "", 1, "width is missing: add width = 72, the table from west to east in inches"),
        ("x = 38", 'x = "far"', 23, 'x = "far": expected inches from 0 to 240, as in 12 or 12.5'),
        ("x = 38", "x = 47.5", 19, "Cerbère does not lie wholly on the table: move her inward"),
        ("x = 38", "x = 10.5", 19, "Cerbère lies where Glatton lies: move one of them"),
        ('name = "Cerbère"', 'name = "Glatton"', 19, "glatton: the ship in line 11 has this id already"),
        ('name = "Cerbère"', 'name = "Step"', 20, "step: orders use this word for something else"),
        ('type = "monitor"', 'type = "moniter"', 22, "did you mean monitor?"),
        ('type = "monitor"', "armour = 2", 19, "type is missing: add type ="),
        ('type = "monitor"', "hull = 2", 19, "knots is missing: add knots = 12"),
        ("heading = 270", "heading = 360", 25, "heading = 360: expected degrees from 0 (north) to 359"),
        ("heading = 270", "heading = 270\nspeed = 7", 26, "speed = 7: expected at most her 6 knots"),
        ("heading = 270", 'heading = 270\ncaptain = "brave"', 26, 'captain = "brave": expected one of gunner'),
        ("heading = 270", 'heading = 270\nguns = ["main AP5 bow"]', 26, '"main AP5 bow" is not'),
        ("heading = 270", 'heading = 270\nguns = ["heavy 1 AP5 bow"]', 26, '"heavy 1 AP5 bow" is not'),
        ("heading = 270", 'heading = 270\nguns = ["main 1 AP5 ahead"]', 26, '"ahead" is none'),
        ("heading = 270", 'heading = 270\nguns = ["main 1 AP5 bow, fast"]', 26, "expected slow_load, super_heavy, quick_firing, quarters 1 to 12 or group NAME"),
        ("heading = 270", 'heading = 270\ntubes = ["D5 bow"]', 26, '"D5 bow" is not'),
        ("heading = 270", 'heading = 270\ntraits = ["fast"]', 26, "expected a list with some of sails, cutter"),
        ('from = "N"\n', "", 7, 'from is missing: add from = "SW", where it blows from'),
        ('from = "N"', 'from = "N"\ncalmest = "calm"', 7, "a wind with from and strength stays as it is"),
        ('from = "N"\nstrength = "light_breeze"', 'calmest = "gale"\nroughest = "calm"', 8, "calmest is more wind than roughest"),
        ("[wind]", "[settings]\nfire_ot = 1\n\n[wind]", 8, "fire_ot: no such setting of ironclads; did you mean fire_out?"),
        ("[wind]", '[[goal]]\nside = "british"\n\n[wind]', 7, "a goal asks for something"),
        ("[wind]", '[[goal]]\nside = "british"\nsink = ["cerberus"]\n\n[wind]', 9, 'sink: there is no ship "cerberus"; did you mean cerbere?'),
        ("[wind]", '[[goal]]\nside = "union"\nsink = ["cerbere"]\n\n[wind]', 8, 'side = "union": expected one of british, french'),
        ("[wind]", '[[shore]]\nname = "Spit"\nkind = "land"\npoints = [[0, 0], [1, 1]]\n\n[wind]', 10, "expected 3 to 60 corners in inches"),
        ("[wind]", '[[shore]]\nname = "Spit"\nkind = "sand"\npoints = [[0, 0], [1, 1], [2, 0]]\n\n[wind]', 9, 'kind = "sand": expected one of land'),
        ("[wind]", '[[shore]]\nname = "Spit"\nkind = "land"\npoints = [[8, 8], [12, 30], [14, 8]]\n\n[wind]', 16, "Glatton lies on land (Spit): move her"),
        ("[wind]", '[[shore]]\nname = "Spit"\nkind = "reef"\npoints = [[8, 8], [12, 30], [14, 8]]\n\n[wind]', 16, "Glatton lies on Spit: move her, or add grounded = true"),
        ("[wind]", '[[shore]]\nname = "Spit"\nkind = "reef"\npoints = [[0, 8], [1, 9], [2, 8]]\neasy = ["gladden"]\n\n[wind]', 11, 'easy: there is no ship "gladden"'),
        ("[wind]", '[[minefield]]\nname = "A"\nx = 20\ny = 20\nhidden = true\n\n[wind]', 11, 'hidden = true: expected owner = "…" beside it'),
        ("[wind]", '[[minefield]]\nname = "A"\nx = 20\ny = 20\nowner = "union"\n\n[wind]', 11, 'owner = "union": expected one of british, french'),
        ("[wind]", '[[minefield]]\nname = "A"\nx = 10\ny = 19\n\n[wind]', 16, "Glatton lies in the minefield A: move one of them"),
        ("turns = 10", "turns 10", 3, '"turns 10": this cannot be read'),
    ],
)  # fmt: skip
def test_each_mistake_names_its_line_the_value_and_what_was_expected(old: str, new: str, line: int, words: str):
    """Whatever is changed in a good file."""
    found = problems(changed(old, new))
    assert any(at == line and words in said for at, said in found), found


def test_a_file_that_is_no_scenario_at_all():
    """An empty one lacks six things."""
    assert [line for line, _ in problems("")] == [1] * 6


def test_the_example_of_the_page_is_a_scenario():
    """docs/scenarios.md: the whole example loads, and every word it uses is in its tables."""
    page = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    page = page.partition("# Scenarios of ironclads")[2]
    example = page.partition("```toml\n")[2].partition("```")[0]
    scenario = LIBRARY.from_text(example, "danube.toml")
    assert scenario.sides == ("russian", "turkish")
    assert scenario.hidden[0].owner == "russian"
    assert scenario.goals[0].sink == ("seyfi",)
    told = page.partition("## The words of ironclads")[2]
    words = [
        *re.findall(r"^(\w+) *=", example, re.M),
        *(f for f in Sheet.__struct_fields__ if f != "batteries"),
    ]
    missing = {word for word in words if f"`{word}`" not in told} - {"fire_out"}
    assert not missing
    assert all(side in told for side in SIDES)
