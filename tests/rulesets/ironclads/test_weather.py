"""Initiative and weather: ties, flagships, the columns of the wind, and mines in a storm."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, heard, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import weather
from weathergauge.rulesets.ironclads.actions import MinesSwept, Weather
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import Minefield, Secret, State, Table, replace
from weathergauge.throwing import RandomDice, ScriptedDice

MARS, PLUTON = ship("mars"), ship("pluton", 24, 40, side="red")


def contest(*faces: int, at: Table | None = None) -> str:
    dice = ScriptedDice(faces)
    winner = weather.initiative(at or table(MARS, PLUTON), dice)
    dice.finish()
    return winner


def blown(*faces: int, **changed: Any) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = weather.weather(state(table(MARS, PLUTON, **changed)), CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


# Initiative


def test_the_higher_die_has_the_initiative():
    """Whichever side throws it."""
    assert contest(4, 3) == "blue"
    assert contest(3, 4) == "red"


def test_a_tie_is_thrown_again():
    """2 and 2, 5 and 5, then 1 and 6 (IR27)."""
    assert contest(2, 2, 5, 5, 1, 6) == "red"


def test_a_flagship_in_play_adds_one():
    """And so wins a tie, or makes one that is thrown again."""
    flag = table(replace(MARS, flagship=True), PLUTON)
    assert contest(4, 4, at=flag) == "blue"
    assert contest(3, 4, 6, 1, at=flag) == "blue"


@pytest.mark.parametrize("lost", [{"gone": "sunk"}, {"surrendered": True}])
def test_a_flagship_out_of_play_adds_nothing(lost: Any):
    """Whether she is sunk, taken or has left."""
    gone = table(replace(MARS, flagship=True, **lost), PLUTON)
    assert contest(4, 4, 1, 2, at=gone) == "red"


def test_odds_of_the_initiative():
    """With the flagship 21 of 36 win and 5 tie, which are thrown again."""
    even = weather.Contest(("blue", "red"), (False, False))
    assert odds(weather.contested, even, CHARTS).chance(lambda n: n == 0) == Fraction(1, 2)
    flag = weather.Contest(("blue", "red"), (True, False))
    assert odds(weather.contested, flag, CHARTS).chance(lambda n: n == 0) == Fraction(21, 31)


# Weather


@pytest.mark.parametrize(
    ("faces", "wind", "level"),
    [
        ((1, 3, 1), 0, 2),
        ((2, 1, 2), 135, 3),
        ((4, 6, 5), 135, 4),
        ((6, 5, 6), 225, 5),
        ((1, 6, 4), 315, 4),
    ],
)
def test_the_first_wind(faces: tuple[int, ...], wind: int, level: int):
    """Direction, 45 degrees of deviation (IR34), strength."""
    after, log = blown(*faces, turn=1)
    assert (after.table.wind, after.table.level) == (wind, level)
    assert (log[0].wind, log[0].level) == (wind, level)
    assert len(log[0].account) == 3


@pytest.mark.parametrize(
    ("level", "face", "then"),
    [
        (1, 3, 1), (1, 4, 2),
        (2, 1, 1), (3, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 6), (2, 6, 3),
        (6, 3, 5), (6, 4, 6),
    ],
)  # fmt: skip
def test_later_changes_use_the_column_of_the_wind(level: int, face: int, then: int):
    """Calm and storm have columns of their own. The first die is the deviation."""
    after, _ = blown(2, face, turn=3, level=level, wind=330)
    assert (after.table.level, after.table.wind) == (then, 15)


def test_the_weather_is_thrown_for_on_odd_turns():
    """In turn 4 nothing changes."""
    after, log = blown(turn=4)
    assert log == []
    assert after.table.level == 3


def test_a_scenario_keeps_its_weather_or_bounds_it():
    """No throw at all, or none beyond the calmest and the roughest."""
    assert blown(turn=1, fixed_weather=True)[1] == []
    assert blown(1, 3, 6, turn=1, roughest=4)[0].table.level == 4
    assert blown(3, 1, turn=3, level=3, calmest=3)[0].table.level == 3


# Mines in a storm


FIELD = Minefield("east", 3000, 3000)
HIDDEN = Minefield("west", 1000, 1000, owner="red")


def test_a_storm_turn_throws_for_every_minefield():
    """Even turns too: 4 carries the first away, 3 leaves the second."""
    fields = (FIELD, replace(FIELD, name="south"))
    after, log = blown(4, 3, turn=4, level=6, mines=fields)
    assert after.table.mines == fields[1:]
    assert [(e.field, e.gone) for e in log if isinstance(e, MinesSwept)] == [("east", True), ("south", False)]


def test_mines_are_thrown_for_in_the_storm_that_has_just_come():
    """The weather first, then what it sweeps away."""
    after, log = blown(3, 5, 6, turn=3, level=5, mines=(FIELD,))
    assert after.table.level == 6
    assert after.table.mines == ()
    assert [type(e) for e in log] == [Weather, MinesSwept]


def test_a_storm_that_has_just_gone_spares_them():
    """Mines are thrown for in the weather that now blows."""
    after, _ = blown(3, 1, turn=3, level=6, mines=(FIELD,))
    assert after.table.mines == (FIELD,)


@pytest.mark.parametrize(("face", "left"), [(3, (HIDDEN,)), (4, ())])
def test_of_hidden_mines_only_their_owner_hears(face: int, left: tuple[Minefield, ...]):
    """Swept or not, the table shows nothing."""
    at = state(table(MARS, PLUTON, turn=4, level=6))
    at = at.with_secret("red", Secret(at.secret("red").orders, (HIDDEN,)))
    dice = ScriptedDice([face])
    after = weather.weather(at, CHARTS, dice)
    assert after.secret("red").mines == left
    assert after.table == at.table
    (told,) = dice.events()
    assert (told.to, told.event.gone) == (("red",), not left)
    assert [look.faces for look in told.event.account] == [(face,)]


def test_weather_may_be_thrown_for_in_any_scenario():
    """IR68: at Lissa it blew; with the setting it is thrown for on the first turn, and a storm may come of it."""
    at = RULES.setup(RULES.scenario("lissa", {"weather": "rolled"}), RandomDice(1)).table
    assert not at.fixed_weather
    assert (at.calmest, at.roughest) == (1, 6)
    assert RULES.setup(RULES.scenario("lissa", {}), RandomDice(1)).table.fixed_weather
    assert not RULES.setup(RULES.scenario("gunnery", {}), RandomDice(1)).table.fixed_weather
