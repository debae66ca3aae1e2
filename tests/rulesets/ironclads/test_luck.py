"""Whose luck dice are."""

from typing import Any

import pytest

from tests.rulesets.ironclads.sea import ship, table
from weathergauge.dice import Look
from weathergauge.rulesets.ironclads.actions import Boarded, Fate, Fought, Leads, Mined, Rammed, Struck, Torpedoed
from weathergauge.rulesets.ironclads.luck import whose


def look(why: str) -> Look:
    return Look(why, dice="1d6", faces=(3,))


@pytest.mark.parametrize(
    ("made", "ours"),
    [
        (lambda one, other: Rammed(one, other, True, account=(look("the ram"),)), ("one",)),
        (lambda one, other: Torpedoed(one, other, 1, True, 300, (look("to hit"),)), ("one",)),
        (lambda one, other: Struck(one, "under_water", 2, "by a torpedo", (look("hull"),)), ("other",)),
        (lambda one, other: Struck(one, "under_water", 2, "by a mine", (look("hull"),)), ("one",)),
        (lambda one, other: Struck(one, "fire", account=(look("critical hit"),)), ("other",)),
        (lambda one, other: Struck(one, "fire", account=(look("the blast"),)), ("one",)),
        (lambda one, other: Struck(one, "misfire", account=(look("hull"),)), ()),
        (lambda one, other: Mined(one, "a field", 1, (look("mines"),)), ("one",)),
        (lambda one, other: Fought(one, "flood", account=(look("floods held"),)), ("one",)),
        (lambda one, other: Fate(one, "surrendered", (look("does she strike?"),)), ("one",)),
        (
            lambda one, other: Boarded(one, other, True, (look("boarders"), look("defenders"), look("defenders"))),
            ("one", "other", "other"),
        ),
    ],
)
def test_dice_are_the_luck_of_who_made_them(made: Any, ours: tuple[str, ...]):
    """What a ship does is hers, what is done to her is the enemy's, and what she suffers by herself is hers."""
    at = table(ship("one", side="blue"), ship("other", 30, side="red"))
    side = {"one": "blue", "other": "red"}
    assert whose(at, made("one", "other")) == tuple([side[who] for who in ours])


def test_a_choice_without_dice_is_nobodys_luck():
    assert whose(table(ship("one"), ship("other", 30, side="red")), Leads("union")) == ()
