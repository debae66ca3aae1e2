"""Wear of ships at sea, by what they did and how many lie together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.harbours import wear
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    formation,
    leader,
    order,
    squadron,
    state,
)
from weathergauge.rulesets.sealords.phases import Going
from weathergauge.rulesets.sealords.state import Date
from weathergauge.rulesets.sealords.yards.attrition import Wear, attrition, times, worn
from weathergauge.throwing import ScriptedDice


@pytest.mark.parametrize(
    ("changed", "dps"),
    [
        ({}, 1),
        ({"season": "winter"}, 2),
        ({"state": "in_ordinary", "season": "winter"}, 0),
        ({"entered": True}, 2),
        ({"entered": True, "cls": "galley"}, 1),
        ({"interdicted": True, "entered": True}, 3),
        ({"season": "winter", "blockade": 3}, 5),
        ({"size": 3, "control": 2}, 2),
    ],
)
def test_lines_of_the_attrition_chart_add_up(changed: dict[str, Any], dps: int) -> None:
    """At sea 1, in winter 2, straits and blockade on top; ships in ordinary do not wear."""
    assert wear(MISTRAL, **changed) == dps


def test_ships_that_fit_out_throw_a_die() -> None:
    """0 to 4 is one point, more is two; in a neutral port the die is two higher."""
    assert wear(MISTRAL, (4,), state="fitting_out") == 1
    assert wear(MISTRAL, (5,), state="fitting_out") == 2
    assert wear(MISTRAL, (2,), state="fitting_out", neutral=True) == 1
    assert wear(MISTRAL, (3,), state="fitting_out", neutral=True) == 2
    assert wear(MISTRAL, (9,), state="fitting_out", neutral=True) == 2


def test_an_oversized_formation_wears_by_how_much_it_is_too_large() -> None:
    """Up to twice the control one point more; beyond it the points are doubled instead, beyond three times tripled."""
    assert [times(size, 2, MISTRAL.charts) for size in (2, 4, 5, 6, 7)] == [1, 1, 2, 2, 3]
    assert wear(MISTRAL, size=4, control=2, season="winter") == 3
    assert wear(MISTRAL, size=5, control=2, season="winter") == 4
    assert wear(MISTRAL, size=7, control=2, season="winter") == 6


def test_frigates_and_galleys_in_straits_wear_less_where_the_chart_says_so() -> None:
    """After everything else, and never below one point; Mistral has no such line."""
    assert wear(COLD_WAVES, cls="frigate", season="winter", blockade=2) == 3
    assert wear(COLD_WAVES, cls="frigate") == 1
    assert wear(COLD_WAVES, cls="galley", interdicted=True, in_strait=True) == 1
    assert wear(COLD_WAVES, cls="galley", interdicted=True) == 2
    assert wear(MISTRAL, cls="frigate", season="winter", blockade=2) == 4


def test_a_turn_at_sea_wears_every_squadron_and_only_her_side_hears_of_it() -> None:
    """A close blockade of Toulon in winter: two points, and three for the port."""
    blockade = order("o1", "blockade", target=("toulon",), holder="b1", state="in_execution")
    ours = formation("b1", "toulon", order="o1", leader=leader())
    theirs = formation("f1", "toulon/harbour", "bourbon", state="in_ordinary")
    was = state(formations=[ours, theirs], british={"orders": (blockade,)}, step="attrition")
    dice = ScriptedDice([])
    after = attrition(was, MISTRAL, dice)
    assert [one.dps for one in after.formations] == [5, 0]
    assert isinstance(after.table.phase, Going)
    assert [told.to for told in dice.told] == [("british",)]


def test_everything_that_changes_the_wear_is_told_with_its_reason() -> None:
    """Winter 2 and a port of 2, twice, less 1 for frigates: the account adds up to 7."""
    dice = ScriptedDice([])
    dice.account = []
    assert worn(Wear("frigate", "ready", "winter", blockade=2, size=3), COLD_WAVES.charts, dice) == 7
    reasons = [(one.reason, one.value) for look in dice.account for one in look.add]
    assert reasons == [("at sea", 2), ("blockade", 2), ("oversized formation, times 2", 4), ("frigates", -1)]


def test_flagships_do_not_make_a_formation_oversized() -> None:
    """Each squadron has only its own wear."""
    flag = squadron("flag", "flagship")
    ours = formation(squadrons=[flag, squadron("s1"), squadron("s2")], leader=leader(control=2))
    after = attrition(state(formations=[ours], date=Date(1744, 9)), MISTRAL, ScriptedDice([]))
    assert [one.dps for one in after.formations[0].squadrons] == [1, 1, 1]
