"""What wooden ships do by themselves: a line follows its leader, broadsides are fired and loaded, and whoever is ordered by hand is asked about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.wsim.sea import ship, state, table
from weathergauge.frame.events import Ready
from weathergauge.ruleset import Refused
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.wsim import plots
from weathergauge.rulesets.wsim.actions import Fire, Plot
from weathergauge.rulesets.wsim.standing import StandingOrders

RULES: Any = ruleset("wsim")
LINE = StandingOrders(sail="follow", leader="amazon")
AMAZON, BOSTON = ship("amazon", (0, 0), 3), ship("boston", (-2, 0), 3)
FAR, NEAR = ship("foe", (40, 0), 3, "french"), ship("foe", (4, 0), 3, "french")


def stands(orders: StandingOrders, *ships: Any, step: Any = "notation", written: Any = (), **changed: Any) -> Any:
    """What they come to for the British."""
    at = state(table(*ships, step=step, **changed), *written)
    return RULES.stand(RULES.view(at, "british"), orders, ())


def test_a_line_follows_its_leader():
    """She is asked about first; then each sails in the wake of the ship before her, or towards her, and the step is ended."""
    away = ship("boston", (-8, 0), 3)
    assert stands(LINE, AMAZON, away, FAR).action is None
    led = Plot("amazon", "3")
    found = stands(LINE, AMAZON, away, FAR, written=[led]).action
    assert isinstance(found, Plot)
    assert plots.check(table(AMAZON, away, FAR), 1, found.moves, RULES.charts) is None
    both = [led, Plot("boston", "3")]
    assert stands(LINE, AMAZON, away, FAR, written=both).action == Ready()


def test_ships_sail_on_until_an_enemy_is_near():
    """Straight on and as fast as before; then their owner is asked, or a captain."""
    on = StandingOrders(sail="on", near=8)
    found = stands(on, AMAZON, FAR).action
    assert isinstance(found, Plot)
    assert set(found.moves) <= set("0123456789")
    assert stands(on, AMAZON, NEAR).action is None
    assert not stands(on, AMAZON, NEAR).advised
    assert stands(StandingOrders(sail="on", near=8, met="advised"), AMAZON, NEAR).advised
    assert stands(StandingOrders(sail="on", near=0), AMAZON, ship("foe", (9, 9), 3, "french")).action is not None


def test_every_broadside_is_fired_at_the_nearest_and_loaded_again():
    """At the hull; with no broadside left the step is ended. Held fire ends it at once."""
    beam = ship("foe", (2, -4), 3, "french")
    further = ship("more", (2, -7), 3, "french")
    found = stands(StandingOrders(fire="nearest"), AMAZON, beam, further, step="combat").action
    assert isinstance(found, Fire)
    assert (found.target, found.aim) == ("foe", "hull")
    assert stands(StandingOrders(fire="nearest"), AMAZON, beam, step="combat", written=[found]).action == Ready()
    assert stands(StandingOrders(fire="hold"), AMAZON, beam, step="combat").action == Ready()
    assert stands(StandingOrders(fire="nearest", by_hand=("amazon",)), AMAZON, beam, step="combat").action is None
    assert stands(StandingOrders(load="round"), AMAZON, FAR, step="loading").action == Ready()


def test_a_step_is_not_ended_over_a_ship_by_hand():
    """Captains order the others; the order that ends the step is not theirs while she has nothing written."""
    advised = StandingOrders(sail="advised", by_hand=("boston",))
    found = stands(advised, AMAZON, BOSTON, FAR)
    assert found.advised
    assert set(found.hands) == {"boston", ""}
    assert "" not in stands(advised, AMAZON, BOSTON, FAR, written=[Plot("boston", "3")]).hands


def test_the_rest_of_a_turn_is_advised_and_no_more():
    """Of ships by hand too; in the next turn everything stands as it was ordered."""
    rest = StandingOrders(rest=5, by_hand=("amazon",))
    assert stands(rest, AMAZON, FAR).advised
    assert stands(rest, AMAZON, FAR).hands == ()
    assert not stands(rest, AMAZON, FAR, turn=6).advised
    assert "Captains order the rest of turn 5" in RULES.stand_in_words(
        RULES.view(state(table(AMAZON, FAR)), "british"), rest
    )


def test_a_leader_who_is_not_there_is_refused():
    """With those that are."""
    view = RULES.view(state(table(AMAZON, FAR)), "british")
    with pytest.raises(Refused, match="'foe' is no ship of yours: expected amazon"):
        RULES.stand_by(view, StandingOrders(sail="follow", leader="foe"))
