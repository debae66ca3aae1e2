"""Chances as they are sent: the law of a whole result, and of each of its parts."""

from __future__ import annotations

from msgspec import Struct

from weathergauge.odds import Odds
from weathergauge.reckoning.laws import Law
from weathergauge.server.chances import chances


class Struck(Struct, frozen=True, omit_defaults=True):
    hull: int = 0
    crew: int = 0


def test_a_part_that_is_left_out_counts_with_its_default():
    """A result that writes nothing where it is 0 still has that 0 in the law of the part, and in its mean."""
    found = chances(Odds(Law({Struck(2, 1): 1, Struck(2): 3}, 4)))
    assert {name: mean.mean for name, mean in found.means.items()} == {"hull": "2", "crew": "1/4"}
    assert [(share.value, share.chance) for share in found.parts["crew"]] == [(0, "3/4"), (1, "1/4")]


class Loss(Struct, frozen=True):
    hull: float


def test_hull_points_in_quarters_have_a_law_and_a_mean_too():
    """Three times in four nothing, else three quarters of a point: three sixteenths on average."""
    found = chances(Odds(Law({Loss(0.0): 3, Loss(0.75): 1}, 4)))
    assert found.means["hull"].mean == "3/16"
    assert [(share.value, share.least) for share in found.parts["hull"]] == [(0.0, "1"), (0.75, "1/4")]
