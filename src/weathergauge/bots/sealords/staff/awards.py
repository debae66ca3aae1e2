"""What is asked of the admiralty, and what prestige is spent on: reinforcements, ranks, and whose loss an award is."""

from __future__ import annotations

from typing import Any

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords import favours
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.council import requests, sitting
from weathergauge.rulesets.sealords.council.actions import CreditAsLoss, GiveUpSquadron, RequestReinforcement
from weathergauge.rulesets.sealords.favours import HELPS, SpendRank

WANTED = ("combat", "withdrawal", "damage_level", "auxiliary_task", "repair", "strategy_check")
"""Dice on which a rank is spent, the best first."""
LATEST = 4
"""Impulses before the end after which reinforcements come too late."""


def credit(watch: Watch) -> Reason | None:
    """Awards are taken as the enemy's loss: the difference is the same, and his Fleet Admiral is judged by what he has lost."""
    asked = CreditAsLoss(sitting.largest_award(watch.world))
    if sitting.why_not_credit(watch.view, asked, watch.world) is not None:
        return None
    return Reason(asked, "The difference is the same, and his admiral is judged by what he has lost.")


def spend(watch: Watch) -> SpendRank | None:
    """A rank that the player holds is spent on his own die that matters most now."""
    offered = [
        favour
        for favour in favours.offered(watch.view, watch.world)
        if favour.whose == watch.side and favour.drm == HELPS
    ]
    able = [favour for favour in offered if favour.roll in WANTED]
    return min(able, key=lambda favour: WANTED.index(favour.roll), default=None)


def request(watch: Watch) -> Any:
    """Ask where it costs nothing and there is time to make use of it; name the least squadron where one is called away."""
    own, world = watch.own, watch.world
    if own.owed:
        ships = [(formation.afloat, squadron.sail, squadron.rating, squadron.id) for formation in own.formations
                 for squadron in formation.squadrons if squadron.cls != "flagship"]  # fmt: skip
        least = min(ships, default=None)
        return GiveUpSquadron(least[3]) if least is not None else Ready()
    if watch.impulses <= LATEST:
        return Ready()
    asks = [order for order in requests.of(watch.view, "step", world) if isinstance(order, RequestReinforcement)]
    free = [request for request in asks if not requests.price(watch.table, request.contingent, request.pay, world)]
    return max(free, key=lambda request: _present(watch, request.contingent)) if free else Ready()


def _present(watch: Watch, contingent: str) -> int:
    return sum([squadron.sail for formation in watch.own.formations for squadron in formation.squadrons
                if squadron.contingent == contingent])  # fmt: skip
