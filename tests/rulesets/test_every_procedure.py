"""Whatever is printed with dice can be asked for by itself, at the command line and at the companion's table."""

from __future__ import annotations

import pytest

from weathergauge.dice import Cell
from weathergauge.files.cases import check, load
from weathergauge.rulesets import TITLES
from weathergauge.testing import rules_for
from weathergauge.testing.hints import hints
from weathergauge.testing.reach import in_procedures


@pytest.mark.parametrize("name", [title.name for title in TITLES])
def test_every_chart_that_is_rolled_on_is_read_by_a_procedure(name: str, pytestconfig: pytest.Config):
    """All but those that only say in words how others are read; by some inputs of any kind, or by those of a case."""
    rules = rules_for(name)
    read = {cell.chart for cell in in_procedures(rules, examples=15)}  # of all inputs; the cases have the telling ones
    lit: set[Cell] = set()
    for case in load(sorted((pytestconfig.rootpath / "cases" / name).glob("*.toml"))):
        if case.procedure is not None:
            assert check(case, rules, read=lit) is None, case.id
    read |= {cell.chart for cell in lit}
    worded = {reason.chart for reason in hints(rules.name).unread if reason.cells == ("*",)}
    rolled = {id for id, chart in rules.chart_set.items() if chart.roll and not chart.ours}
    assert rolled - read - worded == set()
