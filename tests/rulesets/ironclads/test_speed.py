"""How fast a ship may go: orders, wind, flooding, engines, the ground; the lowest wins and says why."""

from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, battery, ship, table
from weathergauge.rulesets.ironclads import speed, steaming
from weathergauge.rulesets.ironclads.speed import Limit


def limit(order: Any, level: int = 3, settings: Any = None, **changed: Any) -> Limit:
    return speed.limit(table(ship("mars", **changed), level=level, **(settings or {})), 0, order, CHARTS)


@pytest.mark.parametrize(
    ("order", "knots", "run"), [("full", 12, 600), ("half", 6, 300), ("slow", 3, 150), ("stop", 0, 0)]
)
def test_orders_are_shares_of_her_speed(order: Any, knots: int, run: int):
    """All, half, a quarter, nothing (IR01); half an inch for each knot (IR02)."""
    assert limit(order) == Limit(order, knots, "", run)


def test_a_run_is_exact_and_knots_are_rounded():
    """A quarter of 6 knots: 75 hundredths, declared as 2 knots (IR41)."""
    assert limit("slow", knots=6) == Limit("slow", 2, "", 75)
    assert limit("slow", knots=5) == Limit("slow", 1, "", 62)


def test_shares_and_scale_are_settings():
    """Percent of half and slow, and inches for a knot."""
    assert limit("half", settings={"half_percent": 60, "hundredths_per_knot": 100}) == Limit("half", 7, "", 720)
    assert limit("slow", settings={"slow_percent": 10}).run == 60


@pytest.mark.parametrize(
    ("traits", "level", "order", "held"),
    [
        ((), 1, "full", ""), ((), 2, "full", ""), ((), 5, "full", ""),
        ((), 6, "half", "the storm"),
        (("sails",), 2, "half", "the light breeze"), (("sails",), 3, "full", ""),
        (("cutter",), 3, "full", ""), (("cutter",), 4, "slow", "the strong breeze"),
        (("cutter",), 5, "stop", "the gale"), (("cutter",), 6, "stop", "the storm"),
        (("poor_seakeeping",), 4, "full", ""), (("poor_seakeeping",), 5, "half", "the gale"),
        (("poor_seakeeping",), 6, "slow", "the storm"),
    ],
)  # fmt: skip
def test_the_wind_binds_the_move_by_traits(traits: Any, level: int, order: str, held: str):
    """As printed, and for cutters and bad sea-boats by IR23."""
    found = limit("full", level, traits=traits)
    assert (found.order, found.why) == (order, held)


def test_a_calm_leaves_a_ship_under_sail_one_knot():
    """Whatever she was ordered, but not if she is to stop."""
    assert limit("full", 1, traits=("sails",)) == Limit("slow", 1, "the calm", 50)
    assert limit("slow", 1, traits=("sails",)) == Limit("slow", 1, "the calm", 50)
    assert limit("slow", 1, traits=("sails",), knots=4) == Limit("slow", 1, "", 50)
    assert limit("stop", 1, traits=("sails",)) == Limit("stop", 0, "", 0)


@pytest.mark.parametrize(
    ("active", "inactive", "order"), [(3, 0, "full"), (4, 0, "half"), (2, 2, "half"), (0, 5, "half"), (3, 3, "slow")]
)
def test_flooding_markers_of_either_kind_slow_her(active: int, inactive: int, order: str):
    """Active and inactive ones are counted together."""
    assert limit("full", flooding=active, flooded=inactive).order == order


def test_the_engine_room():
    """Hit once she makes slow, hit twice she lies."""
    assert limit("full", engine_room=1) == Limit("slow", 3, "her engine room", 150)
    assert limit("full", engine_room=2) == Limit("stop", 0, "her engine room", 0)


def test_aground_only_a_slow_order_counts():
    """IR38."""
    assert limit("full", grounded=True) == Limit("stop", 0, "being aground", 0)
    assert limit("slow", grounded=True) == Limit("slow", 3, "", 150)


def test_the_lowest_limit_wins_and_names_itself():
    """A storm holds her to half, six markers to slow."""
    assert limit("full", 6, flooded=6) == Limit("slow", 3, "6 flooding markers", 150)
    assert limit("stop", 6, flooded=6) == Limit("stop", 0, "", 0)


def test_a_ship_without_engines_stays():
    """A hulk has no way of her own."""
    assert limit("full", knots=0) == Limit("stop", 0, "having no way of her own", 0)


def test_guns_are_loaded_again_for_a_new_turn():
    """Those that are destroyed stay so, and a ship that fired nothing is left as she is."""
    fired = ship("mars", batteries=(battery(fired=True), battery(lost=True)))
    assert [b.fired for b in steaming.refreshed(fired).batteries] == [False, False]
    assert steaming.refreshed(fired).batteries[1].lost
    idle = ship("mars")
    assert steaming.refreshed(idle) is idle
