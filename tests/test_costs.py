"""No question about odds costs more than its steps, however large its inputs: counted in calls, and not timed."""

from __future__ import annotations

import sys
from random import Random
from types import FrameType
from typing import Any

import pytest

from tests.hostile.odds import inputs
from tests.ours import TITLES
from weathergauge.odds import Memory, TooLarge
from weathergauge.testing import rules_for

STEPS = 4_000
CALLS = 12 * STEPS
"""Calls of Python functions while so many steps are taken, and the little that is done before the first."""


def calls_of(rules: Any, procedure: Any, given: dict[str, Any], steps: int = STEPS) -> int:
    """Ask for the odds with few steps, and count every call that is made of a function written in Python."""
    count = 0

    def counting(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    try:
        made = procedure.read(given)
    except ValueError:
        return 0  # two values that do not go together: nothing is reckoned
    sys.setprofile(counting)
    try:
        procedure.odds(made, rules.charts, Memory(), steps)
    except (TooLarge, ValueError):
        pass
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("title", TITLES)
def test_every_procedure_stops_when_its_steps_are_used_up(title: str):
    """At the top of what its form takes. Work that is not counted as steps shows as calls: once there were millions."""
    rules: Any = rules_for(title)
    chance = Random("costs")
    for name, procedure in rules.procedures.items():
        for _ in range(3):
            given = inputs(procedure.fields(), chance)
            assert (calls := calls_of(rules, procedure, given)) < CALLS, f"{name} of {given}: {calls} calls"


def test_more_work_than_its_steps_would_show():
    """The largest battle goes on for as long as it may: with five hundred times the steps it makes too many calls,
    whichever Python counts them: since 3.12 a comprehension is no call of its own.
    """
    rules: Any = rules_for("mistral")
    battle = rules.procedures["battle"]
    given = inputs(battle.fields(), Random("costs"))
    assert calls_of(rules, battle, given) < CALLS < calls_of(rules, battle, given, 500 * STEPS)
