"""Step 7: two inches downwind for what is locked, struck or without seaway."""

import pytest

from tests.rulesets.trafalgar.sea import CHARTS, Sea, ship
from weathergauge.frame.events import Ready
from weathergauge.ruleset import Proceed
from weathergauge.rulesets.trafalgar import helm, words
from weathergauge.rulesets.trafalgar.actions import Drifted, Left, Part, Parted
from weathergauge.rulesets.trafalgar.drifting import drift
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Grappling, replace
from weathergauge.throwing import ScriptedDice


def drifted(sea: Sea, turns: int = 1) -> Sea:
    """The position after the drift of some turns, in which nobody moves."""
    for _ in range(turns):
        dice = ScriptedDice(())
        sea.state = replace(sea.state, table=drift(sea.table, CHARTS, dice))
        sea.events = [told.event for told in dice.events()]
    return sea


@pytest.mark.parametrize(("sailed", "drifts"), [(199, True), (200, False)])
def test_under_two_inches_she_loses_seaway(sailed: int, drifts: bool):
    """A hundredth makes the difference; the wind is from the north."""
    sea = drifted(Sea(ship("mars", 30, 30, 90, sailed=sailed, speed=sailed / 100)))
    assert sea.at("mars") == ((30, 28) if drifts else (30, 30))
    assert sea["mars"].drifting == drifts
    assert sea.told(Drifted) == ([Drifted(("mars",))] if drifts else [])


def test_on_the_second_turn_of_drift_she_comes_head_to_wind():
    """Her heading holds for the first two inches only."""
    sea = Sea(ship("mars", 30, 30, 90), wind=0)
    assert drifted(sea)["mars"].heading == 90
    assert drifted(sea)["mars"].heading == 0
    assert sea.at("mars") == (30, 26)


def test_drift_goes_with_the_wind_wherever_it_blows_from():
    """From 292 degrees, two inches towards 112."""
    assert drifted(Sea(ship("mars", 30, 30, 0), wind=292)).at("mars") == (31.85, 29.25)


def test_a_locked_group_drifts_as_it_lies():
    """Whatever they sailed and however long: both go together and keep their headings (TR23)."""
    ships = (ship("mars", 30, 30, 90, 5), ship("pluton", 30, 30.8, 45, 5))
    sea = drifted(Sea(*ships, locks=("mars grappled pluton",)), turns=3)
    assert (sea.at("mars"), sea["mars"].heading) == ((30, 24), 90)
    assert (sea.at("pluton"), sea["pluton"].heading) == ((30, 24.8), 45)


def test_a_struck_ship_drifts_every_turn():
    """She had way on when she struck (TR20)."""
    assert drifted(Sea(ship("mars", 30, 30, 90, 5, struck=True))).at("mars") == (30, 28)


def test_way_once_lost_is_lost_for_the_change_limit_and_the_line():
    """At rest, out of her line until she is astern of it again."""
    sea = drifted(Sea(ship("mars", 30, 30, 90, 1), ship("tonnant", 27.5, 30, 90, 5), lines=("mars tonnant",)))
    assert (sea["mars"].speed, sea["mars"].parted) == (0, True)
    assert not sea["tonnant"].parted


def test_two_inches_under_sail_end_the_drift():
    """The count begins anew."""
    sea = drifted(Sea(ship("mars", 30, 30, 90, drifting=3, speed=2)))
    assert sea["mars"].drifting == 0


def test_drift_never_collides():
    """Mars drifts onto Tonnant, who has way on: their bases overlap and nobody throws (TR39)."""
    sea = drifted(Sea(ship("mars", 30, 30, 90), ship("tonnant", 30, 28, 90, 5)))
    assert sea.at("mars") == sea.at("tonnant") == (30, 28)
    assert not sea.table.locks


def test_drifting_off_the_table_is_leaving_it():
    """Who was locked with her is free of her (TR26)."""
    ships = (ship("mars", 30, 1, 90), ship("pluton", 30, 2.5, 90))
    sea = drifted(Sea(*ships, locks=("mars fouled pluton",)))
    assert sea["mars"].gone
    assert not sea["pluton"].gone
    assert sea.events[-1] == Left("mars")
    assert sea.table.locks == ()


def test_a_ship_cut_loose_has_no_way_on_and_drifts():
    """She sailed 5 inches when she was caught, turns ago; this turn she has sailed nothing."""
    ships = (ship("mars", 30, 30, 90, 5, drifting=2), ship("pluton", 30, 30.8, 90, 5, drifting=2))
    sea = Sea(*ships, locks=("mars grappled pluton",))
    table = helm.begin(helm.begin(sea.table, "allied"), "british")
    sea.state = replace(sea.state, table=replace(table, phase=Grappling()))
    sea.play(Part("mars", "pluton"))
    sea.play(Ready(), by="british")
    sea.play(Part("pluton", "mars"))
    sea.play(Ready(), by="allied")
    sea.play(Proceed(), 5)
    assert sea.told(Parted)[0].free
    assert sea.at("mars") == (30, 28)
    assert sea["mars"].heading == 0, "her third turn adrift, and nothing holds her any more"


def test_a_fleet_adrift_is_told_in_one_sentence_that_can_be_read():
    """Of all seventy-three ships twenty are named; of twenty all."""
    table = RULES.setup(RULES.scenario("trafalgar", {}), ScriptedDice(())).table
    ids = tuple(one.id for one in table.ships)
    assert words.told(table, Drifted(ids)).endswith("Achille (British), Revenge, and 53 more drift downwind.")
    assert words.told(table, Drifted(ids[:20])).endswith("Achille (British), Revenge drift downwind.")
