"""Whose each throw is: at a table she throws it, and it counts as her luck."""

from collections.abc import Callable

import pytest

from tests.rulesets.ironclads.sea import CHARTS, ship, state, table, tube
from tests.watched import Watched
from weathergauge.dice import Dice, Roll
from weathergauge.rulesets.ironclads import (
    boarding,
    damage,
    passage,
    ramming,
    repairs,
    salvos,
    torpedoes,
    weather,
)
from weathergauge.rulesets.ironclads.actions import Aim, Steam
from weathergauge.rulesets.ironclads.state import Minefield, State, Table

MARS, AJAX = ship("mars"), ship("ajax", 24.9, 24, side="red")
FIELD = Minefield("bank", 2400, 2900)


def salvo(at: State, dice: Dice) -> State:
    return salvos.resolve(at, 0, (Aim(1, "pluton"),), ((1, (2,)),), CHARTS, dice)


def torpedo(at: State, dice: Dice) -> State:
    return torpedoes.launch(at, 0, (Aim(1, "pluton"),), CHARTS, dice)


def run(at: State, dice: Dice) -> State:
    return passage.steam(at, 0, Steam("mars", 600), CHARTS, dice)


def board(at: State, dice: Dice) -> State:
    return boarding.board(at, 0, 1, CHARTS, dice)


def ram(at: State, dice: Dice) -> State:
    return ramming.ram(at, 0, 1, "bow", "stern", False, CHARTS, dice)[0]


def blow_up(at: State, dice: Dice) -> State:
    return damage.explode(at, 0, CHARTS, dice)


def phase_four(at: State, dice: Dice) -> State:
    return repairs.repair(at, CHARTS, dice)


def first_wind(at: State, dice: Dice) -> State:
    return weather.weather(at, CHARTS, dice)


def initiative(at: State, dice: Dice) -> State:
    weather.initiative(at.table, dice)
    return at


PLUTON = ship("pluton", 32, 24, side="red")
STEAMING = ship("mars", order="full", speed=12)
BURNING = ship("mars", hull=4, hull_full=20, fire=1, lost_hull=True)


@pytest.mark.parametrize(
    ("what", "at", "faces", "wanted"),
    [
        # A salvo and what it leads to are the firer's, and so is the one that answers it.
        (
            salvo,
            table(MARS, PLUTON),
            (6, 6, 1, 1, 6, 6, 1, 1, 1, 1, 1),
            ["blue to hit", "blue to pierce her armour", "red to hit", "blue critical hit"],
        ),
        (torpedo, table(ship("mars", tubes=(tube(),)), ship("pluton", 26, 24, side="red")), (6, 3), ["blue to hit", "blue what it does"]),
        # Mines strike for the enemy of whom they strike.
        (run, table(STEAMING, PLUTON, mines=(FIELD,)), (6, 1, 1, 3), ["red mines", "red what it does"]),
        # Each side throws for its own men.
        (board, table(MARS, AJAX), (5, 4), ["blue boarders", "red defenders"]),
        # Which stern suffers is nobody's luck.
        (ram, table(ship("mars", 24, 20), ship("ajax", 24, 22, 90, "red")), (4, 2, 3), ["blue does she strike?", "blue the ram", "- a stern in the collision"]),
        # Who is near an explosion throws for herself, and would rather throw low.
        (blow_up, table(ship("mars", 26, 24), ship("argo", side="red")), (1,), ["red low the blast"]),
        # What a ship does about her own damage is hers; what still burns grows with the die.
        (
            phase_four,
            table(BURNING, PLUTON),
            (1, 1, 1),
            ["blue fires put out", "blue low fires left", "blue low will she fight on?"],
        ),
        (initiative, table(MARS, PLUTON), (2, 2, 3, 1), ["blue initiative: blue", "red initiative: red"] * 2),
        (
            first_wind,
            table(MARS, PLUTON, turn=1),
            (1, 1, 1),
            ["- direction of the wind", "- deviation of the wind", "- strength of the wind"],
        ),
    ],
)  # fmt: skip
def test_a_throw_is_of_who_does_it(
    what: Callable[[State, Dice], State], at: Table, faces: tuple[int, ...], wanted: list[str]
):
    """What a ship does is hers, what is done to her is the enemy's, and the weather is nobody's."""
    dice = Watched(faces)
    what(state(at), dice)
    dice.finish()
    assert [said(roll) for roll in dice.rolls] == wanted


def said(roll: Roll) -> str:
    seat = "-" if roll.seat is None or roll.good == "neither" else roll.seat
    return f"{seat} {'low ' if roll.good == 'low' else ''}{roll.why}"
