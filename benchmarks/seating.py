"""Who plays in the games that benchmarks play; it needs no peer."""

from __future__ import annotations

from typing import Any

from weathergauge.ruleset import Rules


def seats_of(rules: Rules, scenario: Any) -> tuple[str, ...]:
    """Say who takes part: all seats, or those that a scenario names."""
    return rules.card(scenario).seats if rules.reads_files else rules.seats
