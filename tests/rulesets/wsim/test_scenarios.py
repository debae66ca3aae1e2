"""Scenarios: what comes with the game is whole, and what a player writes is checked line by line."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from weathergauge.files.handwritten import Faulty
from weathergauge.rulesets.wsim import scenarios
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.hexes import stern
from weathergauge.rulesets.wsim.scenarios import LIBRARY
from weathergauge.rulesets.wsim.state import EMPTY, ROUND, Loads, State, Writing, apart
from weathergauge.rulesets.wsim.terms import QUALITIES, SIDES
from weathergauge.rulesets.wsim.wind import allowances
from weathergauge.throwing import ScriptedDice

NAMES = LIBRARY.names()
SMALL = """\
title = "Two brigs"
turns = 30

[wind]
direction = "N"
velocity = 3

[[ship]]
name = "Wasp"
side = "american"
type = "niagara_20"
column = 5
row = 8
heading = "NE"

[[ship]]
name = "Reindeer"
side = "british"
type = "reindeer_18"
column = 12
row = 8
heading = 6
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


def test_the_teaching_duel_comes_first_and_there_are_thirty_four():
    """Novels come last."""
    assert NAMES[:2] == ("duel", "gunboats")
    assert len(NAMES) == 34
    assert NAMES[-2:] == ("natividad", "rosas_bay")  # novels come last


def test_all_seventy_types_of_the_old_logs_are_there():
    """Beside them nine of ours: rowed vessels and what they meet (WS65), and ships and boats that have no old log (WS81)."""
    assert len(LIBRARY.types()) == 79
    used = {ship.log for name in NAMES for ship in LIBRARY.read(name).ships}
    assert len(used) >= 65


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_is_set_out_whole(name: str):
    """Turn 0, both sides to choose their shot, round shot in every broadside, no two ships in one hex."""
    state = started(name)
    table = state.table
    assert table.turn == 0
    assert table.phase == Writing("loading")
    taken = Counter(place for ship in table.ships for place in ship.hexes)
    assert set(taken.values()) == {1}
    assert len({ship.id for ship in table.ships}) == len(table.ships)
    assert {ship.side for ship in table.ships} == set(table.sides)
    for side, secret in zip(table.sides, state.secrets, strict=True):
        assert secret.loads == tuple(Loads(ROUND, ROUND) if ship.side == side else EMPTY for ship in table.ships)


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_tells_its_history_and_who_wins(name: str):
    """In two sentences, with its place, and its date unless it is of a novel."""
    scenario = LIBRARY.read(name)
    sentences = re.findall(r"[.!?](?= [A-Z]|$)", scenario.history)
    assert len(sentences) == 2
    assert scenario.victory
    assert scenario.place
    assert scenario.date or "novel" in scenario.invented
    assert scenario.duel == (len(scenario.ships) == 2)


@pytest.mark.parametrize("name", NAMES)
def test_the_sides_of_every_scenario_can_meet_in_half_its_turns(name: str):
    """WS64. Whoever lies to windward, or rows, comes up with the enemy: one of the two sides at least makes way on
    three headings next to each other, which is all it takes to reach any place downwind."""
    table = started(name).table
    speeds = [allowances(table, number, charts()) for number in range(len(table.ships))]
    quickest = max(sorted(speed)[-3] for speed in speeds)
    nearest = min(apart(a, b) for a in table.ships for b in table.ships if a.side != b.side)
    assert quickest > 0
    assert (nearest - 5) / quickest <= table.turns / 2


def test_ships_begin_with_the_way_that_the_wind_gives_them():
    """WS61. Amelia has the wind on her quarter; the Bayonnaise is close hauled."""
    assert started("duel").table.ships[0].speed == 4
    assert started("ambuscade_bayonnaise").table.ships[1].speed == 1


def test_a_ship_at_anchor_begins_without_way():
    """Others have what the file tells them."""
    scenario = LIBRARY.from_text(changed("heading = 6", 'heading = 6\nanchor = "AS"'))
    ship = scenarios.set_out(scenario, charts(), ScriptedDice([])).table.ships[1]
    assert (ship.anchor, ship.speed) == ("AS", 0)
    told = LIBRARY.from_text(changed("heading = 6", "heading = 6\nspeed = 2"))
    assert scenarios.set_out(told, charts(), ScriptedDice([])).table.ships[1].speed == 2


def test_column_and_row_are_the_same_place_as_the_hex():
    """WS62. Column 5, row 8 is the hex (5, 6); column 12, row 8 is (12, 2)."""
    by_row = LIBRARY.from_text(SMALL)
    assert [ship.bow for ship in by_row.ships] == [(5, 6), (12, 2)]
    by_hex = LIBRARY.from_text(changed("column = 5\nrow = 8", "hex = [5, 6]"))
    assert by_hex == by_row
    west = LIBRARY.from_text(changed("column = 5\nrow = 8", "column = -1\nrow = 7"))
    assert west.ships[0].bow == (-1, 8)


def test_only_the_droits_de_lhomme_begins_with_her_topmasts_down():
    """WS63."""
    rigging = {
        ship.name: ship.log.rigging
        for name in ("droits_de_lhomme", "cape_henry", "suffren_hughes")
        for ship in LIBRARY.read(name).ships
    }
    assert rigging["Droits de l'Homme"] == (4, 4, 7)
    assert rigging["Conquérant"] == rigging["Burford"] == (7, 7, 7)


def test_gunboats_outrange_the_brig_and_row_away_from_her():
    """WS65."""
    table, fire = started("gunboats").table, charts()
    brig, boat = table.ships[0], table.ships[1]
    assert boat.oars
    assert boat.ship_class == 7
    assert fire.fire_base.at(boat.guns[0], 5) is not None
    assert brig.guns == (0, 0)
    assert fire.fire_base_carronades.at(brig.carronades[0], 5) is None
    assert min(allowances(table, 1, fire)[1:]) > max(allowances(table, 0, fire)[1:])


def test_ships_without_an_old_log_stand_beside_their_sisters():
    """WS81. Larger than the largest of the old logs, or smaller than the smallest; boats can only board."""
    logs = LIBRARY.types()
    santisima, victory, carlos = logs["santisima_trinidad_136"], logs["victory_100"], logs["real_carlos_112"]
    assert santisima.guns > victory.guns > carlos.guns
    assert santisima.hull > carlos.hull > victory.hull
    assert logs["provence_64"].guns < logs["evstafii_66"].guns < logs["bedford_74"].guns
    assert logs["launch"].hull == logs["cutter"].hull < logs["gunboat_2"].hull
    assert sum(logs["cutter"].crew) < sum(logs["launch"].crew) < sum(logs["gunboat_2"].crew)
    assert logs["cutter"].guns == logs["cutter"].carronades == (0, 0)


def test_every_line_of_the_charts_has_ships_that_it_is_about():
    """Every size of broadside, every quality of crew, and enemies of each pair of classes in one action."""
    battles = [LIBRARY.read(name).ships for name in NAMES]
    every = [ship for ships in battles for ship in ships]
    assert {ship.log.quality for ship in every} == {*QUALITIES}
    sizes = {cell[0] for cell in charts().fire_base.cells}
    assert {guns for ship in every for guns in ship.log.guns} >= sizes
    met = {
        (one.log.ship_class, other.log.ship_class)
        for ships in battles
        for one in ships
        for other in ships
        if one.side != other.side
    }
    classes = range(1, 8)
    assert {(one, other) for one in classes for other in classes} <= met


def test_regiments_are_as_strong_as_the_melee_table_goes():
    """WS81. Parties of poor men fight with a point each, so that any number of them is read; a first broadside goes past the last row of fire."""
    ships = LIBRARY.read("regiments").ships
    parties = {
        sum(some)
        for ship in ships
        for many in (1, 2, 3)
        for some in combinations(ship.log.crew, many)
        if ship.log.quality == "poor"
    }
    assert {31, 37, 41, 43, 47, 59, 61, 67, 71, 73, 79} <= parties
    guns = [ship.log for ship in ships if ship.log.quality == "elite"]
    assert {(log.guns, log.carronades) for log in guns} == {((14, 14), (6, 6))}
    assert {ship.side for ship in ships if ship.log in guns} == {"british", "french"}


def test_every_optional_rule_is_played_in_some_action():
    """Beside the sea of a player's own: where history had it."""
    options = ("masts", "exploding", "fatigue", "towing", "blocked_wind", "fore_and_aft", "coppering")
    played = {name: [one for one in options if getattr(LIBRARY.read(name).settings, one)] for name in NAMES}
    assert {one for found in played.values() for one in found} == {*options}
    assert not played["duel"]
    for name in NAMES:
        told = LIBRARY.read(name).advice
        assert all(one in told for one in played[name])


def test_macdonough_waits_at_anchor_on_springs():
    """And has no way on; the schooners of both sides sail closer than square rigs."""
    table = started("lake_champlain").table
    assert {ship.anchor for ship in table.ships if ship.side == "american"} == {"AB"}
    assert {ship.anchor for ship in table.ships if ship.side == "british"} == {""}
    assert all(ship.speed == 0 for ship in table.ships if ship.anchor)
    assert [ship.id for ship in table.ships if ship.fore_and_aft] == ["ticonderoga", "preble", "chubb"]


def test_allies_keep_their_nations():
    """Spanish and French ships sail on one side at Algeciras."""
    scenario = LIBRARY.read("algeciras")
    assert scenario.sides == ("british", "allied")
    assert {ship.nation for ship in scenario.ships if ship.side == "allied"} == {"spanish", "french"}


def test_a_card_says_where_when_and_what():
    """And who takes part."""
    card = LIBRARY.card(LIBRARY.read("constitution_guerriere"))
    assert card.words.startswith("North Atlantic, 19 August 1812. Isaac Hull")
    assert card.seats == ("american", "british")


def test_settings_of_a_file_and_of_a_match():
    """The match's go over the file's, and a wrong one is named."""
    scenario = LIBRARY.from_text(SMALL + "\n[settings]\nmasts = true\nturns = 12\n")
    assert scenario.settings.masts
    assert scenarios.set_out(scenario, charts(), ScriptedDice([])).table.turns == 12
    assert LIBRARY.with_settings(scenario, {"masts": False}).settings.masts is False
    with pytest.raises(ValueError, match="critical=often: expected one of doubles, always, twelve"):
        LIBRARY.with_settings(scenario, {"critical": "often"})


def test_an_unknown_scenario_is_answered_with_the_nearest():
    """lake_eerie is nearly lake_erie."""
    with pytest.raises(ValueError, match=r"lake_eerie: no such scenario of wsim; did you mean lake_erie\?"):
        LIBRARY.read("lake_eerie")


def test_sheets_have_a_box_for_every_square():
    """In its section."""
    sheet = scenarios.sheets(LIBRARY.read("duel"))[0]
    tracks = {track["name"]: track["boxes"] for track in sheet["tracks"]}
    assert len(tracks["hull"]) == 14
    assert tracks["crew"] == [1] * 6 + [2] * 6 + [3] * 4
    assert Counter(tracks["rigging"]) == {1: 5, 2: 5, 3: 5, 4: 5}
    assert sheet["kind"] == "British, class 3, 38 guns, crack"
    assert re.fullmatch(r"guns \d+/\d+, carronades \d+/\d+, speed \d+.*, turning \d, \d+ points", sheet["notes"])


# Files by hand


def test_a_small_file_is_enough():
    """Two types and two places make a scenario."""
    scenario = LIBRARY.from_text(SMALL, "folder/two brigs.toml")
    assert scenario.name == "two_brigs"
    assert scenario.sides == ("american", "british")
    assert [ship.id for ship in scenario.ships] == ["wasp", "reindeer"]


def test_every_problem_of_a_file_is_named_with_its_line():
    """Not only the first: a captain who mends one must not have to ask again for the next."""
    written = SMALL.replace('"NE"', '"E"').replace("velocity = 3", "velocity = 9").replace("reindeer_18", "raindeer_18")
    written = written.replace("turns", "turn").replace("row = 8\nheading = 6", "rwo = 8\nheading = 6")
    assert problems(written) == [
        (1, "turns is missing: add turns = 40"),
        (2, "turn: there is no such word here; did you mean turns?"),
        (6, "velocity = 9: expected a whole number from 0 to 6"),
        (14, 'heading = "E": expected a heading: 1 to 6, or N, NE, SE, S, SW, NW between quotes'),
        (16, "her place is missing: add column = 10 and row = 12, or hex = [10, 7]"),
        (19, 'type = "raindeer_18": expected ' + problems(written)[5][1].partition("expected ")[2]),
        (21, "rwo: there is no such word here; did you mean row?"),
    ]
    assert problems(written)[5][1].endswith("did you mean reindeer_18?")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('side = "british"', 'side = "brittish"', 18, 'side = "brittish": expected one of american, british'),
        ('side = "british"', 'side = "american"', 8, "these are the sides: american with 2; expected exactly two"),
        ('side = "british"', 'side = "allied"', 16, "nation is missing: the ships of the Allies say whose they are"),
        ("column = 12\nrow = 8\nheading = 6", "column = 5\nrow = 8\nheading = 1", 16, "Reindeer lies in column 5, row 8 where Wasp lies"),
        ('name = "Reindeer"', 'name = "Wasp"', 16, "wasp: the ship in line 8 has this id already; give one of them id = …"),
        ('name = "Reindeer"', 'name = "Ready"', 17, "ready: orders use this word for something else"),
        ('name = "Reindeer"', 'name = "…"', 17, 'name = "…": expected a name with letters or digits'),
        ("turns = 30", "turns = 30\nduel = 1", 3, "duel = 1: expected true or false, without quotes"),
        ("turns = 30", "turns = 0", 2, "turns = 0: expected a whole number from 1 to 200"),
        ("turns = 30", 'turns = 30\ndate = "1812-13"', 3, 'date = "1812-13": expected a year, a month or a day'),
        ("velocity = 3", "velocity = 3\nwsn = 0", 7, "wsn = 0: expected a whole number from 1 to 12"),
        ("column = 5", "hex = [1, 2]\ncolumn = 5", 12, "hex: her place is given twice; keep hex, or column and row"),
        ("column = 5", "column = 5.5", 12, "column = 5.5: expected a whole number from -500 to 500"),
        ('type = "niagara_20"', 'quality = "elite"', 8, "type is missing: add type ="),
        ('type = "niagara_20"', "ship_class = 5", 8, "rated is missing: add rated = 38, the guns she is rated for"),
        ('type = "niagara_20"', 'type = "niagara_20"\ncrew = [4, 4]', 12, "crew = [4, 4]: expected a list of 3 whole numbers"),
        ('type = "niagara_20"', 'type = "niagara_20"\nguns = [1, 20]', 12, "guns = [1, 20]: expected squares of each broadside, 0 to 14"),
        ('type = "niagara_20"', 'type = "gunboat_2"\nfull_sails = true', 12, "full_sails = true: this ship has none"),
        ("row = 8\nheading = 6", "row = 8\nheading = 6\nspeed = 9", 23, "speed = 9: expected at most 4, which Reindeer makes under battle sails in this wind"),
        ("row = 8\nheading = 6", 'row = 8\nheading = 6\nspeed = 1\nanchor = "A"', 23, "speed = 1: expected 0, for Reindeer lies at anchor"),
        ("[wind]", "[settings]\ncritical = \"often\"\n\n[wind]", 5, "critical=often: expected one of doubles, always, twelve"),
        ("[wind]", "[settings]\ncriticl = 1\n\n[wind]", 5, "criticl: no such setting of wsim; did you mean critical?"),
        ('direction = "N"\nvelocity = 3', "", 4, "velocity is missing: add velocity = 3"),
        ("[wind]", "[wint]", 1, "the part [wind] is missing: add it with direction"),
        ("turns = 30", "turns 30", 2, '"turns 30": this cannot be read'),
        ('title = "Two brigs"', 'title = "Two brigs', 1, "this cannot be read"),
    ],
)  # fmt: skip
def test_each_mistake_names_its_line_the_value_and_what_was_expected(old: str, new: str, line: int, words: str):
    """Whatever is changed in a good file."""
    found = problems(changed(old, new))
    assert any(at == line and words in said for at, said in found), found


def test_a_duel_is_of_one_ship_each():
    """A third ship is refused at the line that says duel."""
    third = SMALL[SMALL.rindex("[[ship]]") :].replace("Reindeer", "Linnet").replace("column = 12", "column = 20")
    found = problems(changed("turns = 30", "turns = 30\nduel = true") + "\n" + third)
    assert found == [
        (3, "duel = true: the sides are american with 1, british with 2; expected one ship each, or leave duel out")
    ]


def test_a_file_that_is_no_scenario_at_all():
    """Empty, too long, or too deep."""
    assert [line for line, _ in problems("")] == [1, 1, 1, 1]
    assert problems("x" * 300_000) == [(1, "the file has 300000 characters: expected at most 60000")]
    assert problems("a = " + "[" * 5000 + "]" * 5000)[0][0] == 1


def test_a_whole_log_may_be_written_out_and_the_charts_fill_in_the_movement():
    """WS09: a log that is silent about movement takes the standard values of its class."""
    log = 'rated = 14\nship_class = 5\nquality = "green"\nhull = 4\ncrew = [2, 2, 1]\nguns = [1, 0]\nrigging = [3, 3, 3]\npoints = 5'
    ship = LIBRARY.from_text(changed('type = "niagara_20"', log)).ships[0].log
    assert (ship.turning, ship.battle_speed, ship.full_speed) == (3, 4, 7)
    assert (ship.guns, ship.carronades) == ((1, 0), (0, 0))
    boat = (
        LIBRARY.from_text(changed('type = "niagara_20"', log.replace("ship_class = 5", "ship_class = 7"))).ships[0].log
    )
    assert (boat.turning, boat.battle_speed, boat.full_speed, boat.oars) == (3, 4, 0, True)


def test_a_type_may_be_changed_in_part():
    """What the file does not say stays the type's."""
    changed_type = LIBRARY.from_text(changed('type = "niagara_20"', 'type = "niagara_20"\nquality = "poor"\nhull = 3'))
    was, now = LIBRARY.types()["niagara_20"], changed_type.ships[0].log
    assert (now.quality, now.hull) == ("poor", 3)
    assert (now.crew, now.carronades) == (was.crew, was.carronades)


def test_lines_are_found_behind_long_texts_lists_and_comments():
    """The problem has the line that an editor shows."""
    written = changed('title = "Two brigs"', 'title = """Two\nbrigs # [x]"""\nhistory = "a # b [c"')
    written = written.replace(
        'type = "niagara_20"', 'type = "niagara_20"\ncrew = [ # three\n  4,\n  4,\n  4,\n]\nhull = 0'
    )
    at = written.splitlines().index("hull = 0") + 1
    assert problems(written) == [(at, "hull = 0: expected a whole number from 1 to 60")]


def test_ships_of_a_file_lie_bow_and_stern_where_it_says():
    """The stern lies one hex behind the bow."""
    ship = scenarios.set_out(LIBRARY.from_text(SMALL), charts(), ScriptedDice([])).table.ships[0]
    assert ship.hexes == ((5, 6), stern((5, 6), 2))


def test_the_example_of_the_page_is_a_scenario():
    """docs/scenarios.md: the whole example loads, and every word it uses is in its tables."""
    page = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    scenario = LIBRARY.from_text(example, "galleys.toml")
    assert [ship.id for ship in scenario.ships] == ["enterprise", "first", "second"]
    assert scenario.ships[2].bow == (9, 12)
    assert scenario.ships[2].log.quality == "green"
    assert scenario.settings.masts
    told = page.partition("## The words")[2]
    words = [
        *re.findall(r"^(\w+) *=", example, re.M),
        *scenarios.Log.__struct_fields__,
        *scenarios.Vessel.__struct_fields__,
    ]
    missing = {word for word in words if f"`{word}`" not in told} - {"critical", "masts", "direction", "log", "bow"}
    assert not missing
    assert all(side in told for side in SIDES)


def test_the_duel_to_learn_by_is_fair():
    """Two logs that differ in nothing that counts, on mirrored headings with the wind on the quarter of both."""
    table = scenarios.set_out(LIBRARY.read("duel"), charts(), ScriptedDice([])).table
    one, other = table.ships
    counts = ("quality", "turning", "battle_speed", "full_speed", "guns", "carronades", "hull", "crew", "rigging",
              "points", "ship_class", "speed")  # fmt: skip
    assert [getattr(one, name) for name in counts] == [getattr(other, name) for name in counts]
    assert (one.heading - table.wind) == -(other.heading - table.wind)
    # In even columns equal rows are level: q and r of the bow say row = r + q / 2.
    assert 2 * one.bow[1] + one.bow[0] == 2 * other.bow[1] + other.bow[0]
