"""Boarding: who may, what is added, and what comes of it."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, fort, heard, ship, state, table
from weathergauge.dice import ScriptedDice
from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import boarding
from weathergauge.rulesets.ironclads.actions import Board, Boarded, Fate, Struck
from weathergauge.rulesets.ironclads.boarding import NOBODY, Party
from weathergauge.rulesets.ironclads.state import Settings, State, Table

PLAIN = Party(2)


def alongside(one: dict[str, Any] | None = None, other: dict[str, Any] | None = None, **changed: Any) -> Table:
    """Blue's Mars and red's Ajax side by side, both stopped: bases 0.9 inches wide."""
    return table(ship("mars", 24, 24, **(one or {})), ship("ajax", 24.9, 24, side="red", **(other or {})), **changed)


def boarded(at: Table, *faces: int) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = boarding.board(state(at), 0, 1, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (PLAIN, PLAIN, {}),
        (Party(2, marines=2), PLAIN, {"marines": 4}),
        (Party(1), Party(3), {"the larger ship": 4}),
        (Party(3), Party(1), {}),
        (PLAIN, Party(2, half_lost=True), {"the enemy has lost more than half": 1}),
    ],
)
def test_what_is_added(one: Party, other: Party, expected: dict[str, int]):
    found = list(boarding.factors(one, other, CHARTS))
    assert {m.reason: m.value for m in found} == expected
    assert all(m.cell is not None and m.cell.chart == "boarding_modifiers" for m in found)


def test_even_ships():
    """Two dice: higher wins, 15 in 36 each, and 6 in 36 alike."""
    found = odds(boarding.fight, PLAIN, PLAIN, NOBODY, CHARTS)
    assert found[True] == found[False] == Fraction(15, 36)
    assert found[None] == Fraction(1, 6)


def test_a_specialist_rolls_a_losing_die_again():
    """Of 15 in 36 that lose, by the defender's face f: again it wins with 6-f in 6 and ties with 1 in 6 (IR52)."""
    found = odds(boarding.fight, Party(2, specialist=True), PLAIN, NOBODY, CHARTS)
    lose = [Fraction(f - 1, 36) for f in range(1, 7)]
    again = sum((p * Fraction(6 - f, 6) for f, p in enumerate(lose, 1)), Fraction(0))
    assert found[True] == Fraction(15, 36) + again
    assert found[None] == Fraction(1, 6) + Fraction(15, 36) / 6


def test_two_specialists_roll_again_in_turn():
    """2 against 3: the boarders again, 5; now the defenders, 6; nobody may any more."""
    dice = ScriptedDice([2, 3, 5, 6])
    both = Party(2, specialist=True)
    assert boarding.fight(both, both, NOBODY, CHARTS, dice) is False
    dice.finish()


def test_a_tie_is_not_rolled_again():
    dice = ScriptedDice([4, 4])
    assert boarding.fight(Party(2, specialist=True), PLAIN, NOBODY, CHARTS, dice) is None
    dice.finish()


def test_captains_count_unless_the_table_leaves_them_out():
    mars = ship("mars", captain="boarding_specialist", hull=9, hull_full=20, marines=1)
    assert boarding.party(mars, Settings()) == Party(2, 1, True, True)
    assert boarding.party(mars, Settings(captains=False)) == Party(2, 1, True, False)


def test_half_lost_is_more_than_half():
    assert not boarding.party(ship("mars", hull=10, hull_full=20), Settings()).half_lost


def test_the_boarders_win_and_take_her():
    after, log = boarded(alongside(), 5, 4)
    assert after.table.ships[1].gone == "taken"
    assert log[0].won is True
    assert log[1] == Fate("ajax", "taken")


def test_thrown_back_costs_marines():
    """IR20: 2 and 2 for the marines against 6."""
    after, log = boarded(alongside({"marines": 1}), 2, 6)
    assert (after.table.ships[0].marines, after.table.ships[0].hull) == (0, 20)
    assert log[1] == Struck("mars", "marines_lost")


def test_thrown_back_without_marines_costs_a_quarter():
    after, log = boarded(alongside(), 2, 6)
    assert after.table.ships[0].hull == 19
    assert after.table.ships[0].lost_hull
    assert log[1] == Struck("mars", "crew_lost", 1)


def test_thrown_back_with_the_last_quarter_sinks_her():
    after, log = boarded(alongside({"hull": 1, "hull_full": 20}), 1, 6)
    assert after.table.ships[0].gone == "sunk"
    assert log[-1] == Fate("mars", "sunk")


def test_a_tie_goes_on():
    """IR20."""
    at = alongside()
    after, log = boarded(at, 3, 3)
    assert after.table == at
    assert isinstance(log[0], Boarded)
    assert log[0].won is None


def test_options_are_enemies_alongside():
    assert boarding.options(alongside(), 0, CHARTS) == [Board("mars", "ajax")]
    assert boarding.why_not(alongside(), 0, Board("mars", "ajax"), CHARTS) is None


@pytest.mark.parametrize(
    ("at", "target", "sentence"),
    [
        (alongside(), "ayax", "'ayax': there is no such ship; did you mean ajax?"),
        (alongside(other={"surrendered": True}), "ajax", "Mars cannot board Ajax: she is out of the battle"),
        (table(ship("mars"), ship("orion", 24.9)), "orion", "Mars cannot board Orion: she is on the same side"),
        (table(ship("mars"), fort("sumter", 25.4)), "sumter", "Mars cannot board Sumter: a fort is not boarded"),
        (table(ship("mars"), ship("ajax", 26, side="red")), "ajax", "Mars cannot board Ajax: their bases do not touch"),
        (
            alongside(other={"speed": 6}),
            "ajax",
            "Mars cannot board Ajax: Ajax makes 6 knots, and both must be at slow or stop",
        ),
        (
            alongside({"speed": 12}),
            "ajax",
            "Mars cannot board Ajax: Mars makes 12 knots, and both must be at slow or stop",
        ),
    ],
)
def test_who_may_not_be_boarded(at: Table, target: str, sentence: str):
    assert boarding.why_not(at, 0, Board("mars", target), CHARTS) == sentence
    assert Board("mars", target) not in boarding.options(at, 0, CHARTS)


@pytest.mark.parametrize(
    ("knots", "speed", "slow"),
    [(12, 3, True), (12, 4, False), (6, 2, True), (6, 3, False), (0, 0, True), (7, 4, False)],
)
def test_slow_is_a_quarter_of_her_speed(knots: int, speed: int, slow: bool):
    """A quarter of 6 knots is 1.5, and counts as 2 when it is rounded (IR41)."""
    assert boarding.slow(ship("mars", knots=knots, speed=speed), Settings()) is slow


def test_an_order_face_down_does_not_tell():
    """Ajax is not activated yet: what counts is the speed of her last activation, whatever she holds (IR52)."""
    at = alongside(other={"speed": 3, "order": ""})
    assert boarding.options(at, 0, CHARTS) == [Board("mars", "ajax")]


def test_anchored_or_aground_is_stopped():
    assert boarding.slow(ship("mars", speed=12, anchored=True), Settings())
    assert boarding.slow(ship("mars", speed=12, grounded=True), Settings())


@pytest.mark.parametrize(("hits", "slow"), [(1, False), (2, True)])
def test_a_ship_whose_engines_have_stopped_is_stopped(hits: int, slow: bool):
    """A second hit on the engine room stops her at once; a first one only counts when she is next activated."""
    assert boarding.slow(ship("mars", speed=12, engine_room=hits), Settings()) is slow
