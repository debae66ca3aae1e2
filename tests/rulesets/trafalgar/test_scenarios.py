"""The fleets, their sheets, and how they are set out."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from weathergauge.freetable import overlaps
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.scenarios import LIBRARY, fleet, sheets
from weathergauge.rulesets.trafalgar.state import Settings, Ship, Table
from weathergauge.throwing import ScriptedDice


def table(name: str, **settings: Any) -> Table:
    return RULES.setup(RULES.scenario(name, settings), ScriptedDice(())).table


def rates(nation: str) -> Counter[str]:
    return Counter(ship.rate for ship in table("trafalgar").ships if ship.nation == nation)


def afloat(name: str, **settings: Any) -> dict[str, Ship]:
    return {ship.id: ship for ship in table(name, **settings).ships}


def test_the_british_fleet():
    """Twenty-seven of the line: 3 first, 4 second and 20 third rates; 4 frigates, a schooner and a cutter."""
    assert rates("british") == {"1st_rate": 3, "2nd_rate": 4, "3rd_rate": 20, "5th_rate": 4, "smaller": 2}


def test_the_combined_fleet():
    """Thirty-three of the line, 18 French and 15 Spanish: 4 first and 29 third rates; 5 frigates and 2 brigs."""
    french, spanish = rates("french"), rates("spanish")
    assert french == {"3rd_rate": 18, "5th_rate": 5, "smaller": 2}
    assert spanish == {"1st_rate": 4, "3rd_rate": 11}


def test_the_third_rates_by_their_guns():
    """British 1 eighty, 16 seventy-fours, 3 sixty-fours; Allied 6, 22 and 1."""
    third = [ship for ship in table("trafalgar").ships if ship.rate == "3rd_rate"]
    assert Counter(ship.guns for ship in third if ship.side == "british") == {80: 1, 74: 16, 64: 3}
    assert Counter(ship.guns for ship in third if ship.side == "allied") == {80: 6, 74: 22, 64: 1}


def test_the_flagships():
    """Nelson, Collingwood and Villeneuve."""
    flags = {id for id, entry in fleet().items() if entry.flag}
    assert flags == {"victory", "royal_sovereign", "bucentaure"}


def test_ships_of_the_same_name_have_ids_of_their_own():
    """Neptune, Swiftsure and Achille sailed in both fleets."""
    twins = Counter(entry.name for entry in fleet().values())
    assert {name for name, count in twins.items() if count > 1} >= {"Neptune", "Swiftsure", "Achille"}


@pytest.mark.parametrize(
    ("kind", "boxes"),
    [
        ("first_rate", "8 8 7 7 6 6 5 5 4 3 2 1"),
        ("second_rate", "7 7 6 6 5 5 4 4 3 2 1"),
        ("eighty", "7 6 6 5 5 4 4 3 3 2 1"),
        ("seventy_four", "6 6 5 5 4 4 3 3 2 1"),
        ("sixty_four", "5 5 4 4 3 3 2 2 1"),
        ("fourth_rate", "5 4 4 3 3 2 2 1"),
        ("frigate", "4 3 3 2 2 1"),
        ("smaller", "2 2 1 1"),
    ],
)
def test_the_sheets(kind: str, boxes: str):
    """The numbers never rise; a fourth rate is a sixty-four less her top box (TR14, TR16)."""
    assert sheets()[kind].boxes == tuple(map(int, boxes.split()))
    assert list(sheets()[kind].boxes) == sorted(sheets()[kind].boxes, reverse=True)


def test_bases_and_hulls():
    """Line 2 by 0.75 inches, frigates 1.75 by 0.6, smaller 1.25 by 0.5; a hull is 90 by 60 per cent of it (TR21)."""
    ships = afloat("trafalgar")
    assert ships["victory"].base[3:] == (200, 75)
    assert ships["victory"].hull_box[3:] == (180, 45)
    assert ships["euryalus"].base[3:] == (175, 60)
    assert ships["pickle"].base[3:] == (125, 50)


def test_historical_gunnery():
    """On for the whole battle: Spanish numbers one lower and never under 1, the first French box crossed (TR16)."""
    ships = afloat("trafalgar")
    assert ships["bahama"].sheet == (5, 5, 4, 4, 3, 3, 2, 2, 1, 1)
    assert (ships["pluton"].sheet, ships["pluton"].crossed, ships["pluton"].hull) == (
        (6, 6, 5, 5, 4, 4, 3, 3, 2, 1),
        1,
        6,
    )
    assert (ships["mars"].crossed, ships["mars"].hull) == (0, 6)


def test_elsewhere_the_sheets_are_even_unless_the_table_wants_it():
    """The lee column as it is, and with the setting."""
    assert afloat("lee_column")["bahama"].hull == 6
    assert afloat("lee_column", historical_gunnery=True)["bahama"].hull == 5
    assert afloat("trafalgar", historical_gunnery=False)["pluton"].crossed == 0


def test_the_allied_van_holds_its_course_until_turn_five():
    """The first eight ships of the line; nobody else must."""
    holding = [squadron for squadron in table("trafalgar").squadrons if squadron.hold_until]
    assert [(len(squadron.ships), squadron.hold_until, squadron.side) for squadron in holding] == [(8, 5, "allied")]


def test_africa_is_alone():
    """To the north, in no squadron."""
    sea = table("trafalgar")
    assert sea.squadron_of(sea.number("africa")) is None


@pytest.mark.parametrize("name", LIBRARY.names())
def test_every_scenario_is_set_out_clear(name: str):
    """All on the table, no base on another, Allies to move: the British at 5 or more and the Allies at 2 or more.

    In fog all make 2 or more, and where Victory meets Redoutable the ships lie nearly still.
    """
    sea = table(name)
    least = {"fog": {"british": 200, "allied": 200}, "redoutable": {"british": 0, "allied": 0}}
    speeds = least.get(name, {"british": 500, "allied": 200})
    assert all(0 < ship.x < sea.width and 0 < ship.y < sea.height for ship in sea.ships)
    assert not [(a.id, b.id) for a, b in combinations(sea.ships, 2) if overlaps(a.base, b.base)]
    assert RULES.to_act(RULES.setup(RULES.scenario(name, {}), ScriptedDice(()))) == ("allied",)
    assert all(ship.speed >= speeds[ship.side] for ship in sea.ships)


def test_the_wind_is_west_north_west():
    """On the bow for Allies heading north, aft for British heading east, with the angles of TR05."""
    from weathergauge.rulesets.trafalgar.wind import attitude

    sea = table("trafalgar")
    assert attitude(0, sea.wind, sea.settings) == "on_bow"
    assert attitude(90, sea.wind, sea.settings) == "aft"


def test_the_limit_of_turns_is_a_setting():
    """Twelve for the whole battle, fifteen elsewhere, or as agreed."""
    assert (table("trafalgar").turns, table("duel").turns, table("duel", turns=8).turns) == (12, 15, 8)


def test_wrong_settings_and_scenarios_get_a_sentence():
    """With the nearest right spelling."""
    with pytest.raises(ValueError, match=r"arcs: no such setting of trafalgar; .*arc"):
        RULES.scenario("duel", {"arcs": 40})
    with pytest.raises(ValueError, match=r"duell: no such scenario of trafalgar; .*duel"):
        RULES.scenario("duell", {})
    with pytest.raises(ValueError, match="lines=through: expected one of pass, collide"):
        RULES.scenario("duel", {"lines": "through"})


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"shared_edge": "near"}, "shared_edge=near: expected one of farther, nearer; did you mean nearer?"),
        ({"arc": "400"}, "arc=400: expected a whole number from 1 to 90"),
        ({"arc": 40.5}, "arc=40.5: expected a whole number from 1 to 90"),
        ({"historical_gunnery": "perhaps"}, "historical_gunnery=perhaps: expected yes or no"),
        (
            {"into_below": 100, "on_bow_below": 90},
            "into_below=100, on_bow_below=90 and quarter_below=150: expected each greater than the one before, "
            "or an attitude could not occur",
        ),
    ],
)
def test_a_setting_is_read_like_an_input(given, sentence):
    """No type of a programming language is in the sentence."""
    with pytest.raises(ValueError) as caught:
        RULES.scenario("duel", given)
    assert str(caught.value) == sentence


def test_settings_are_understood_as_people_write_them():
    """Yes, capitals, and "none" for no limit."""
    assert table("duel", historical_gunnery="Yes", arc="50", lines="COLLIDE", turns="none").settings == Settings(
        historical_gunnery=True, arc=50, lines="collide"
    )
