"""Steps 3 and 4: who bears, who must be fired at, and what a broadside does."""

import pytest

from tests.rulesets.trafalgar.sea import BRITISH_FIRE, Sea, ship
from weathergauge.rulesets.trafalgar.gunnery import targets


def bearing_on(sea: Sea, id: str, side: str) -> list[str]:
    """The eligible targets of a broadside, nearest first."""
    return [sea.table.ships[mark.target].id for mark in targets(sea.table, sea.number(id), side)]  # type: ignore[arg-type]


# Arcs: TR11


@pytest.mark.parametrize("heading", [0, 3, 177, 180])
@pytest.mark.parametrize("apart", [0.76, 0.9, 1.1])
def test_ships_close_alongside_bear_on_each_other(apart: float, heading: int):
    """Of a ship close alongside the nearest point may be a corner outside the arc; some part of her is inside (TR11)."""
    sea = Sea(ship("mars", 30, 30, 0), ship("pluton", 30 + apart, 30, heading), phase=BRITISH_FIRE)
    assert bearing_on(sea, "mars", "starboard") == ["pluton"]
    assert bearing_on(sea, "mars", "port") == []
