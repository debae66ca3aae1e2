"""Measures of a campaign: does the fleet last, do fleets meet, and do orders hang on the enemy?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from weathergauge.bots.measures import BOTH, Measure, Observer
from weathergauge.rulesets.sealords.auxiliaries.actions import ConvoyAttacked, Screened, TaskSent
from weathergauge.rulesets.sealords.battle.actions import BattleWon, ConvoyStruck, Engaged
from weathergauge.rulesets.sealords.council.actions import ArmiesMarched, CampaignWon, OrderTaken, PortTurned, Requested
from weathergauge.rulesets.sealords.forces import Formation, Order
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.sea.actions import DummyPlaced, LeftPort
from weathergauge.rulesets.sealords.sequence import OPENING
from weathergauge.rulesets.sealords.state import Secret, State, Table
from weathergauge.rulesets.sealords.terms import Side

QUARTER = 3
"""Turns of a quarter, about: scenarios begin within one."""
COUNCILS = (OPENING, "council")
RUNNING = ("issued", "in_execution")
EACH_QUARTER = ("leaders_posted", "joined", "detached", "shadows", "interdictions", "dummies", "screens")


class Seen(Observer):
    measures = (
        Measure("sail_left", "sail left at the end, of those begun with, reinforced and not called away", "share"),
        Measure("worn", "squadrons past a third of their rating at the end", "share"),
        Measure("battles", "battles fought, a quarter", "mean"),
        Measure("chases", "battles that came to no shot, since one side got away or let be, a quarter", "mean"),
        Measure("orders_kept", "orders fulfilled, a side", "mean"),
        Measure("orders_failed", "orders failed, of those that ended", "share"),
        Measure("by_the_enemy", "failed orders whose holder or convoy had met the enemy, or who came out past it", "share"),
        Measure("landings_stopped", "transports of troops that had not landed them", "share"),
        Measure("leaders_posted", "leaders posted, a quarter and side", "mean"),
        Measure("joined", "squadrons that joined other formations, a quarter and side", "mean"),
        Measure("detached", "squadrons detached, a quarter and side", "mean"),
        Measure("shadows", "auxiliaries sent to shadow, a quarter and side", "mean"),
        Measure("interdictions", "auxiliaries sent to interdict, a quarter and side", "mean"),
        Measure("dummies", "dummies placed, a quarter and side", "mean"),
        Measure("screens", "screens put forward, a quarter and side", "mean"),
        Measure("rendezvous", "formations sent to join others, a side", "mean"),
        Measure("handed_over", "orders handed over, a side", "mean"),
        Measure("given_up", "orders given up, a side", "mean"),
        Measure("requests", "requests for reinforcement, a side", "mean"),
        Measure("marches", "turns in which armies marched, a game", "mean"),
        Measure("won_ashore", "campaigns of armies won, a side", "mean"),
        Measure("ports", "ports that changed hands, a game", "mean"),
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.before: State | None = None
        self.turns: set[tuple[int, int]] = set()
        self.met: set[str] = set()
        """Formations that have met the enemy since they last held no order."""

    def saw(self, state: State, events: Sequence[Any]) -> None:
        table, before = state.table, self.before
        if table.date.turn:
            self.turns.add((table.date.year, table.date.turn))
        if table.battle is not None and (before is None or before.table.battle is None):
            self.add("chases", BOTH)
        for event in events:
            self._heard(event, table)
        for side in table.sides:
            own, old = state.secret(side), before.secret(side) if before is not None else Secret()
            self._afloat(side, old, own)
            self._orders(side, old, own, events)
            if before is not None and before.table.step in COUNCILS:
                self._changed(side, old, own)
        self.before = state

    def _heard(self, event: Any, table: Table) -> None:
        match event:
            case BattleWon():
                self.add("battles", BOTH)
                self.add("chases", BOTH, -1)
            case Requested(side=side):
                self.add("requests", side)
            case TaskSent(side=side, task="shadow"):
                self.add("shadows", side)
            case TaskSent(side=side, task="interdict"):
                self.add("interdictions", side)
            case Screened(side=side):
                self.add("screens", side)
            case DummyPlaced(formation=id):
                self.add("dummies", next(side for side in table.sides if id.startswith(side)))
            case ArmiesMarched():
                self.add("marches", BOTH)
            case CampaignWon(winner=side):
                self.add("won_ashore", side)
            case PortTurned(what="owner"):
                self.add("ports", BOTH)
            case OrderTaken(side=side, what=what, passed=True) if what in ("rendezvous", "handed over", "given up"):
                self.add(what.replace(" ", "_"), side)
            case Engaged(formations=ids):
                self.met.update(ids)
            case ConvoyAttacked(target=id) | ConvoyStruck(convoy=id):
                self.met.add(id)

    def _afloat(self, side: Side, old: Secret, own: Secret) -> None:
        """What came is counted, and what was called away was not lost."""
        gained = _sail(own.formations) - _sail(old.formations)
        if own.owed < old.owed or gained > 0:
            self.add("sail_left", side, 0, gained)

    def _orders(self, side: Side, old: Secret, own: Secret, events: Sequence[Any]) -> None:
        for order in old.orders:
            now = own.order(order.id)
            if order.state not in RUNNING or (now is not None and now.state in RUNNING) or order.type == "rendezvous":
                continue
            outcome = next(
                (
                    event.outcome
                    for event in events
                    if isinstance(event, OrderEnded) and event.side == side and event.order == order.type
                ),
                "",
            )
            if outcome not in ("fulfilled", "failed"):
                continue
            self.add("orders_kept", side, outcome == "fulfilled")
            self.add("orders_failed", side, outcome == "failed", 1)
            if order.type == "transport":
                self.add("landings_stopped", side, outcome == "failed", 1)
            if outcome == "failed":
                self.add("by_the_enemy", side, self._theirs(order, old, events), 1)
        free = {formation.id for formation in own.formations if not formation.order and formation.cargo is None}
        self.met -= free

    def _theirs(self, order: Order, old: Secret, events: Sequence[Any]) -> bool:
        """Whether an order failed by the enemy's doing."""
        holders = [formation.id for formation in old.formations if formation.order == order.id]
        out = any(isinstance(event, LeftPort) and event.port in order.target[:1] for event in events)
        return (order.type == "blockade" and out) or any(id in self.met for id in (*holders, order.convoy))

    def _changed(self, side: Side, old: Secret, own: Secret) -> None:
        """What a council did with leaders and squadrons."""
        led, was = _led(own.formations), _led(old.formations)
        self.add(
            "leaders_posted",
            side,
            sum([leader not in was or was[leader] != id for leader, id in led.items() if id in _ids(old)]),
        )
        place, before = _in(own.formations), _in(old.formations)
        moved = [(before[ship], id) for ship, id in place.items() if ship in before and before[ship] != id]
        self.add("joined", side, len([id for _, id in moved if id in _ids(old)]))
        self.add("detached", side, len([id for _, id in moved if id not in _ids(old)]))

    def ended(self, state: State) -> None:
        quarters = max(1, len(self.turns)) / QUARTER
        for name in ("battles", "chases"):
            self.add(name, BOTH, 0, quarters)
        for name in ("marches", "ports"):
            self.add(name, BOTH, 0, 1)
        for side in state.table.sides:
            own = state.secret(side)
            for name in EACH_QUARTER:
                self.add(name, side, 0, quarters)
            for name in ("orders_kept", "rendezvous", "handed_over", "given_up", "requests", "won_ashore"):
                self.add(name, side, 0, 1)
            self.add("sail_left", side, _sail(own.formations))
            for order in own.orders:
                if order.type == "transport" and order.state in RUNNING:
                    self.add("landings_stopped", side, 1, 1)
            for formation in own.formations:
                for squadron in formation.squadrons:
                    self.add("worn", side, squadron.dps * 3 > squadron.rating, 1)


def _sail(formations: Iterable[Formation]) -> int:
    return sum([formation.sail for formation in formations])


def _ids(own: Secret) -> set[str]:
    return {formation.id for formation in own.formations}


def _led(formations: Iterable[Formation]) -> dict[str, str]:
    """The formation of each leader who has one."""
    return {formation.leader.id: formation.id for formation in formations if formation.leader is not None}


def _in(formations: Iterable[Formation]) -> dict[str, str]:
    """The formation of each squadron."""
    return {ship.id: formation.id for formation in formations for ship in formation.squadrons}
