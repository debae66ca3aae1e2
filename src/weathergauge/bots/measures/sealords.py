"""Measures of a campaign: does the fleet last, do fleets meet, and do orders hang on the enemy?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.measures import BOTH, Measure, Observer
from weathergauge.rulesets.sealords.auxiliaries.actions import Screened, TaskSent
from weathergauge.rulesets.sealords.council.actions import ArmiesMarched, CampaignWon, PortTurned, Requested
from weathergauge.rulesets.sealords.formations.actions import Reorganised
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.sea.actions import DummyPlaced
from weathergauge.rulesets.sealords.state import State

QUARTER = 3
"""Turns of a quarter."""


class Seen(Observer):
    measures = (
        Measure("sail_left", "sail left at the end, of those begun with and reinforced", "share"),
        Measure("worn", "squadrons past a third of their rating at the end", "share"),
        Measure("battles", "battles, a quarter", "mean"),
        Measure("orders_kept", "orders fulfilled, a side", "mean"),
        Measure("orders_failed", "orders failed, of those that ended", "share"),
        Measure("reorganised", "leaders posted, formations joined or parted, a side", "mean"),
        Measure("requests", "requests for reinforcement, a side", "mean"),
        Measure("shadows", "auxiliaries sent to shadow, a side", "mean"),
        Measure("screens", "screens put forward, a game", "mean"),
        Measure("dummies", "dummies placed, a game", "mean"),
        Measure("marches", "turns in which armies marched, a game", "mean"),
        Measure("won_ashore", "campaigns of armies won, a side", "mean"),
        Measure("ports", "ports that changed hands, a game", "mean"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.afloat: dict[str, int] = {}
        self.turns: set[tuple[int, int]] = set()
        self.fighting = False

    def saw(self, state: State, events: Sequence[Any]) -> None:
        table = state.table
        if table.date.turn:
            self.turns.add((table.date.year, table.date.turn))
        if table.battle is not None and not self.fighting:
            self.add("battles", BOTH)
        self.fighting = table.battle is not None
        for side in table.sides:
            now = sum(one.sail for formation in state.secret(side).formations for one in formation.squadrons)
            self.add("sail_left", side, 0, max(0, now - self.afloat.get(side, 0)))  # begun with, reinforced or taken
            self.afloat[side] = now
        for event in events:
            match event:
                case OrderEnded(side=side, outcome=outcome) if outcome != "taken back":
                    self.add("orders_kept", side, outcome == "fulfilled")
                    self.add("orders_failed", side, outcome == "failed", 1)
                case Reorganised(side=side, passed=True):
                    self.add("reorganised", side)
                case Requested(side=side):
                    self.add("requests", side)
                case TaskSent(side=side, task="shadow"):
                    self.add("shadows", side)
                case Screened():
                    self.add("screens", BOTH)
                case DummyPlaced():
                    self.add("dummies", BOTH)
                case ArmiesMarched():
                    self.add("marches", BOTH)
                case CampaignWon(winner=side):
                    self.add("won_ashore", side)
                case PortTurned(what="owner"):
                    self.add("ports", BOTH)

    def ended(self, state: State) -> None:
        self.add("battles", BOTH, 0, max(1, len(self.turns)) / QUARTER)
        for name in ("screens", "dummies", "marches", "ports"):
            self.add(name, BOTH, 0, 1)
        for side in state.table.sides:
            for name in ("orders_kept", "reorganised", "requests", "shadows", "won_ashore"):
                self.add(name, side, 0, 1)
            self.add("sail_left", side, self.afloat.get(side, 0))
            for formation in state.secret(side).formations:
                for one in formation.squadrons:
                    self.add("worn", side, one.dps * 3 > one.rating, 1)
