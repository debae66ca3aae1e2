"""An outside check: the tables of `sail`, a game of the same family, against our charts.

The figures are facts from the directory `sail` of the public repository vattam/BSDGames (BSD licence, 3 clauses), keyed in
anew. It plays the same base game on a square grid, so wind effects, melee, fouling, grapples and the reach of shot can be
compared; its fire tables, when the wind changes and its destroyed hulls differ on purpose and are left out.
"""

import pytest

from weathergauge.rulesets.wsim.charts import charts

CHARTS = charts()

# What a class loses in attitudes A, B, C, D, for each velocity above a calm; classes 3 and 4 are alike, and 5 and 6.
SAIL_WIND = {
    1: {1: (3, 2, 2, 0), 2: (3, 2, 1, 0), 3: (3, 2, 1, 0), 5: (2, 1, 0, 0)},
    2: {1: (1, 1, 1, 0), 2: (1, 1, 0, 0), 3: (1, 0, 0, 0), 5: (1, 0, 0, 0)},
    3: {1: (0, 0, 0, 0), 2: (0, 0, 0, 0), 3: (0, 0, 0, 0), 5: (0, 0, 0, 0)},
    4: {1: (0, 0, 0, 0), 2: (1, 0, 0, 0), 3: (1, 1, 0, 0), 5: (2, 2, 1, 0)},
    5: {1: (1, 0, 0, 0), 2: (1, 1, 0, 0), 3: (1, 1, 1, 0), 5: (3, 2, 2, 0)},
    6: {1: (2, 1, 1, 0), 2: (3, 2, 1, 0), 3: (3, 2, 1, 0), 5: (3, 3, 2, 0)},
}
TOO_MUCH = 9
"""What a calm takes there: more than any ship has."""

# Squares lost by the enemy, for each ten points of strength: best, middling and worst third of the die.
SAIL_MELEE = [
    (1, 0, 0), (1, 1, 0), (2, 1, 0), (2, 1, 1), (2, 2, 1), (3, 2, 1), (3, 2, 2), (4, 3, 2), (4, 4, 2),
]  # fmt: skip

# The faces of a die on which it happens.
SAIL_DICE = {"fouling": {1, 2, 3}, "unfouling": {1, 2}, "grappling": {1, 2}, "ungrappling": {1, 2}}
SAIL_REACH = {"grape": 1, "chain": 3, "double": 1}
ROUND_REACH = 10


@pytest.mark.parametrize("velocity", SAIL_WIND)
@pytest.mark.parametrize("ship_class", [1, 2, 3, 4, 5, 6])
def test_wind_effects_are_those_of_sail_with_the_sign_turned(velocity: int, ship_class: int):
    """There a ship loses so much, here as much is added: classes 1 to 6, all attitudes."""
    column = {4: 3, 6: 5}.get(ship_class, ship_class)
    ours = [CHARTS.wind_effects.at(velocity, ship_class, attitude) for attitude in "ABCD"]
    assert ours == [-lost for lost in SAIL_WIND[velocity][column]]


@pytest.mark.parametrize("ship_class", [1, 2, 3, 4, 5, 6])
def test_in_a_calm_nobody_moves_in_either_game(ship_class: int):
    """What a calm takes in `sail` leaves the fastest ship nothing."""
    assert TOO_MUCH > 7
    assert {CHARTS.wind_effects.at(0, ship_class, attitude) for attitude in "ABCD"} == {"may_not_move"}


@pytest.mark.parametrize("tens", range(9))
def test_melee_is_that_of_sail(tens: int):
    """Each ten points of strength are a column; two faces share a row."""
    for strength in (10 * tens + 1, 10 * tens + 10):
        ours = [CHARTS.melee_resolution.at(die, strength) for die in range(1, 7)]
        best, middling, worst = SAIL_MELEE[tens]
        assert ours == [best, best, middling, middling, worst, worst]
    assert CHARTS.melee_resolution.at(1, 200) == SAIL_MELEE[-1][0]


@pytest.mark.parametrize("name", SAIL_DICE)
def test_fouls_and_grapples_hold_and_part_on_the_faces_of_sail(name: str):
    """Our charts agree with the old program's dice."""
    assert {die for die in range(1, 7) if getattr(CHARTS, name).at(die)} == SAIL_DICE[name]


def test_shot_reaches_as_far_as_in_sail():
    """Kind by kind."""
    assert {shot: CHARTS.ammunition.at(shot).max_range for shot in SAIL_REACH} == SAIL_REACH
    assert CHARTS.fire_base.at(14, ROUND_REACH) is not None


def test_a_change_of_wind_turns_it_and_strengthens_it_as_in_sail():
    """The die of a change: steps of the compass there are 45 degrees and here 60; 1 brings the first direction back."""
    steps = {2: 0, 3: 1, 4: -1, 5: 2, 6: -2}
    assert {die: CHARTS.wind_direction_change.at(die) for die in steps} == {die: 60 * by for die, by in steps.items()}
    assert CHARTS.wind_direction_change.at(1) == "initial_direction"
    assert [CHARTS.wind_velocity_change.at(die) for die in range(1, 7)] == [-1, -1, 0, 0, 1, 1]
