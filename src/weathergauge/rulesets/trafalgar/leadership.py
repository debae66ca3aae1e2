"""Chapter: leadership tests, and when they are needed."""

from __future__ import annotations

from weathergauge.dice import Dice, Modifier
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.state import Side


def required(condition: str, charts: Charts) -> bool:
    """Whether the sheet wants a test for this."""
    return charts.leadership_required.at(condition) == "required"


def test(side: Side, failures: int, charts: Charts, dice: Dice) -> bool:
    """One die on the side's own row; each earlier failure of the same change adds one (TR09)."""
    add: tuple[Modifier, ...] = ()
    if failures:
        further = "further_attempt_at_same_change_of_direction"
        earlier = f"{failures} earlier failure{'s' if failures > 1 else ''} of the same change"
        add = (charts.leadership_modifiers.modifier(earlier, further, times=failures),)
    return dice.look_up(charts.leadership_test, add=add, why="leadership", seat=side, side=side) == "success"
