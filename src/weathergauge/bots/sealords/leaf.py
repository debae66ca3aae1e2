"""Where a position leads: prestige as it stands, what is on its way to be paid, and what is left to go on with."""

from __future__ import annotations

from weathergauge.bots.sealords import guns
from weathergauge.rulesets.sealords.state import State
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World

KEPT, HURT = 0.15, 0.02
"""What a sail afloat, and a damage point, are worth beside the prestige that is paid for them."""
ORDER = 0.5
"""What an order is worth that was carried out, or that a whole convoy at sea is about."""


def ahead(state: State, side: Side, of: World) -> float:
    """How far a side is ahead, in prestige."""
    return _own(state, side, of) - _own(state, of.enemy(side), of)


def _own(state: State, side: Side, of: World) -> float:
    each, tally, foe = guns.stakes(of.title), state.table.tally(side), state.table.tally(of.enemy(side))
    dp, troop_dp = each.dp - guns.WEAR, each.troop_dp - guns.WEAR
    total = tally.prestige + dp * tally.dps + max(0.0, troop_dp - dp) * tally.convoy_dps
    total += ORDER * (tally.fulfilled - tally.failed)
    total += sum([each.of(cls) * number for cls, number in foe.lost])
    for formation in state.secret(side).formations:
        for squadron in formation.squadrons:
            past = min(1.0, max(0.0, (squadron.dps - squadron.rating) / 10))
            total += KEPT * (squadron.sail - past) * (3.0 if squadron.cls == "flagship" else 1.0) - HURT * squadron.dps
        if formation.cargo is not None:
            whole = max(1, int(of.charts.convoy_cargo.at(formation.cargo.kind)))
            total += ORDER * formation.cargo.points / whole
    return total
