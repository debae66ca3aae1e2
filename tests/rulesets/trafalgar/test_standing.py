"""What a fleet under sail does by itself: it holds on, and fires at the nearest; its owner is asked about ships by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.trafalgar.sea import ALLIED_FIRE, BRITISH_FIRE, BRITISH_MOVE, Sea, ship
from weathergauge.beside.standing import FleetOrders
from weathergauge.ruleset import Refused
from weathergauge.rulesets.trafalgar.actions import Finish, Fire, Hold
from weathergauge.rulesets.trafalgar.rules import RULES


def stands(orders: FleetOrders, sea: Sea) -> Any:
    return RULES.stand(RULES.view(sea.state, "british"), orders, ()).action


def alongside(**changed: Any) -> Sea:
    """Mars with enemies on both sides, the nearer to starboard."""
    return Sea(
        ship("mars", 30, 30), ship("pluton", 35, 30), ship("algesiras", 24, 30), **({"phase": BRITISH_FIRE} | changed)
    )


def test_every_broadside_is_fired_at_the_nearest():
    """Both sides of a ship in one order; fire is held where that is said, and asked about where nothing is."""
    assert stands(FleetOrders(fire="nearest"), alongside()) == Fire("mars", port="algesiras", starboard="pluton")
    assert stands(FleetOrders(fire="hold"), alongside()) == Hold("mars")
    assert stands(FleetOrders(), alongside()) is None
    assert stands(FleetOrders(fire="nearest", by_hand=("mars",)), alongside()) is None


def test_lines_sail_on_but_for_ships_by_hand():
    """Whoever is ordered by hand is asked for first; then the rest sail on."""
    sea = Sea(
        ship("mars", 30, 30, speed=3), ship("tonnant", 36, 36, speed=3), ship("pluton", 10, 10), phase=BRITISH_MOVE
    )
    assert stands(FleetOrders(sail="on"), sea) == Finish()
    assert stands(FleetOrders(sail="on", by_hand=("mars",)), sea) is None


def test_what_stands_is_said_and_ships_of_nobody_are_refused():
    """By name, in sentences; the step that is decided marks where the owner has taken it in hand."""
    view = RULES.view(alongside().state, "british")
    both = FleetOrders(sail="on", fire="nearest", by_hand=("mars",))
    assert RULES.stand_in_words(view, both)[-1] == "You are asked about Mars"
    with pytest.raises(Refused, match="'pluton' is no ship of yours"):
        RULES.stand_by(view, FleetOrders(by_hand=("pluton",)))
    assert RULES.stage(view) != RULES.stage(RULES.view(alongside(phase=ALLIED_FIRE).state, "british"))
