"""Chances as they are sent: the law of a whole result, and of each of its parts."""

from __future__ import annotations

from msgspec import Struct

from weathergauge.odds import Law, Odds
from weathergauge.server.chances import chances


class Struck(Struct, frozen=True, omit_defaults=True):
    hull: int = 0
    crew: int = 0


def test_a_part_that_is_left_out_counts_with_its_default():
    """A result that writes nothing where it is 0 still has that 0 in the law of the part, and in its mean."""
    found = chances(Odds(Law({Struck(2, 1): 1, Struck(2): 3}, 4)))
    assert {name: mean.mean for name, mean in found.means.items()} == {"hull": "2", "crew": "1/4"}
    assert [(share.value, share.chance) for share in found.parts["crew"]] == [(0, "3/4"), (1, "1/4")]
