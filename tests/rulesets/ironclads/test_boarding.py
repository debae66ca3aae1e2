"""Boarding: who may, what is added, and what comes of it."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, fort, heard, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import boarding
from weathergauge.rulesets.ironclads.actions import Again, Board, Boarded, Fate, Struck
from weathergauge.rulesets.ironclads.boarding import NOBODY, Party
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import Rethrowing, Settings, State, Table
from weathergauge.throwing import ScriptedDice

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
    """Marines, size, half the hull lost and specialists, each from its cell of the chart."""
    found = list(boarding.factors(one, other, CHARTS))
    assert {m.reason: m.value for m in found} == expected
    assert all(m.cell is not None and m.cell.chart == "boarding_modifiers" for m in found)


def test_even_ships():
    """Two dice: higher wins, 15 in 36 each, and 6 in 36 alike."""
    found = odds(boarding.fight, PLAIN, PLAIN, NOBODY, CHARTS)
    assert found[True] == found[False] == Fraction(15, 36)
    assert found[None] == Fraction(1, 6)


def test_a_specialist_throws_a_poor_die_again_before_the_other_throws():
    """IR52: of equal ships 1 to 3 are poor; half of the time a fresh die, else 4 to 6: wins 3, 4 or 5 in 6."""
    found = odds(boarding.fight, Party(2, specialist=True), PLAIN, NOBODY, CHARTS)
    assert found[True] == Fraction(1, 2) * Fraction(15, 36) + Fraction(1, 6) * Fraction(3 + 4 + 5, 6)
    assert found[None] == Fraction(1, 6)


@pytest.mark.parametrize(
    ("one", "enemy", "ours", "theirs", "again"),
    [
        (PLAIN, PLAIN, 3, 0, True),
        (PLAIN, PLAIN, 4, 0, False),
        (PLAIN, Party(2, marines=2), 5, 0, True),  # only a 6 wins against 4 more, and that is a tie with a 2
        (PLAIN, PLAIN, 4, 3, True),
        (PLAIN, PLAIN, 4, 4, False),
        (Party(1), Party(3), 1, 6, False),
    ],
)
def test_when_a_second_die_serves_better(one: Party, enemy: Party, ours: int, theirs: int, again: bool):
    """IR52: boarders by the chance to win, defenders where they lose."""
    assert boarding.better(one, enemy, ours, theirs, CHARTS) is again


SPECIALIST = {"captain": "boarding_specialist"}


def test_the_player_is_asked_after_his_die_and_before_the_other_throws():
    """IR52: a 2 is seen, thrown again and a 1, which counts; then Ajax throws 3, and Mars is thrown back."""
    at = state(alongside(SPECIALIST))
    dice = ScriptedDice([2, 1, 3])
    asked = RULES.play(at, "blue", Board("mars", "ajax"), dice).state
    assert asked.table.phase == Rethrowing("blue", 0, 1, 2)
    assert RULES.to_act(asked) == ("blue",)
    assert [*RULES.legal(RULES.view(asked, "blue"))] == [Again(True), Again(False)]
    after = RULES.play(asked, "blue", Again(True), dice)
    assert next(told.event for told in after.events if isinstance(told.event, Boarded)).won is False
    dice.finish()


def test_a_specialist_who_defends_is_asked_when_he_has_seen_both():
    """IR52: 4 against 2; he throws again and holds with a 6."""
    at = state(alongside(None, SPECIALIST))
    dice = ScriptedDice([4, 2, 6])
    asked = RULES.play(at, "blue", Board("mars", "ajax"), dice).state
    assert asked.table.phase == Rethrowing("red", 0, 1, 4, 2)
    after = RULES.play(asked, "red", Again(True), dice).state
    assert after.table.ships[1].able
    assert after.table.ships[0].hull == 19
    dice.finish()


def test_captains_count_unless_the_table_leaves_them_out():
    """The specialist is one only where the setting has captains."""
    mars = ship("mars", captain="boarding_specialist", hull=9, hull_full=20, marines=1)
    assert boarding.party(mars, Settings()) == Party(2, 1, True, True)
    assert boarding.party(mars, Settings(captains=False)) == Party(2, 1, True, False)


def test_half_lost_is_more_than_half():
    """Ten of twenty quarters are not yet it."""
    assert not boarding.party(ship("mars", hull=10, hull_full=20), Settings()).half_lost


def test_the_boarders_win_and_take_her():
    """The higher total takes the ship."""
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
    """Of the boarder's own hull."""
    after, log = boarded(alongside(), 2, 6)
    assert after.table.ships[0].hull == 19
    assert after.table.ships[0].lost_hull
    assert log[1] == Struck("mars", "crew_lost", 1)


def test_thrown_back_with_the_last_quarter_sinks_her():
    """She has no crew to keep her afloat."""
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
    """And what is listed is not refused."""
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
    """Each is refused in its sentence and not listed."""
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
    """Whatever speed her order would give her."""
    assert boarding.slow(ship("mars", speed=12, anchored=True), Settings())
    assert boarding.slow(ship("mars", speed=12, grounded=True), Settings())


@pytest.mark.parametrize(("hits", "slow"), [(1, False), (2, True)])
def test_a_ship_whose_engines_have_stopped_is_stopped(hits: int, slow: bool):
    """A second hit on the engine room stops her at once; a first one only counts when she is next activated."""
    assert boarding.slow(ship("mars", speed=12, engine_room=hits), Settings()) is slow
