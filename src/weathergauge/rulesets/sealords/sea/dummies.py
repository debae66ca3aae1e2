"""Dummies: counters with nothing behind them, mixed up with those that have something (P5, SL90)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.common import STEP, Ready, numbered, with_phase
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.phases import Decoying
from weathergauge.rulesets.sealords.ports import friendly_ports
from weathergauge.rulesets.sealords.sea.actions import Decoy, DummyPlaced, SeaAction
from weathergauge.rulesets.sealords.state import Seated, Secret, State, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at


def room(own: Secret) -> int:
    """How many dummies a side may still place: one for each real formation at sea."""
    real = [formation for formation in own.formations if formation.kind != "dummy" and formation.afloat]
    return len(real) - len([formation for formation in own.formations if formation.kind == "dummy"])


def anchors(table: Table, own: Secret, side: Side, world: World) -> dict[str, tuple[str, ...]]:
    """Where dummies may be put, by the formation or port that each place is at or next to; every place stands once."""
    anchored: dict[str, tuple[str, ...]] = {}
    taken: set[str] = set()
    bases = [(formation.id, at(formation.place)) for formation in own.formations if formation.kind != "dummy"]
    bases += [(port, port) for port in friendly_ports(table, side, world)]
    for id, place in bases:
        fitting = [near for near in (place, *world.near(place)) if near not in taken and _fits(near, world)]
        taken |= set(fitting)
        if fitting:
            anchored[id] = tuple(fitting)
    return anchored


def _fits(place: str, world: World) -> bool:
    """A space or sea zone. In a strait a dummy would be spotted at once; off the map there is no space."""
    return world.places[place].kind not in ("strait", "entry")


def begin(state: State, world: World, dice: Dice) -> State:
    """The start of an impulse: whoever has dummies left is asked."""
    able = tuple([side for side in world.sides if room(state.secret(side)) > 0])
    return with_phase(state, Decoying(able)) if able else state


def subjects(view: Seated, world: World) -> Sequence[str]:
    if room(view.own) <= 0:
        return [STEP]
    return [STEP, *anchors(view.table, view.own, view.seat, world)]


def of(view: Seated, subject: str, world: World) -> Sequence[SeaAction | Ready]:
    if subject == STEP:
        return [Ready()]
    if room(view.own) <= 0:
        return []
    return [Decoy(place) for place in anchors(view.table, view.own, view.seat, world).get(subject, ())]


def why_not(view: Seated, action: Any, world: World) -> str | None:
    if isinstance(action, Ready):
        return None
    if not isinstance(action, Decoy):
        return f"{type(action).__name__} cannot be ordered now: place dummies, or be ready"
    if action.place not in world.places:
        return f"there is no place {action.place!r} on the map: choose one of the places offered"
    name = place_name(action.place, world)
    if room(view.own) <= 0:
        return f"no dummy is left for {name}: you may have one for each formation at sea"
    if all(action.place not in places for places in anchors(view.table, view.own, view.seat, world).values()):
        return f"a dummy cannot be put at {name}: expected a space or sea zone with or next to a formation or port of yours"
    return None


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    assert isinstance(action, Decoy)
    state, id = numbered(state, side)
    dummy = Formation(
        id=id, side=side, name=f"dummy {id.rpartition('_')[2]}", kind="dummy", place=action.place,
        since=state.table.serial,
    )  # fmt: skip
    dice.tell(DummyPlaced(id, action.place), to=(side,))
    return state.with_formation(dummy)


# Mixing them up


def mixed(state: State, dice: Dice) -> State:
    """Wherever a dummy lies with other hidden counters of its side, who is behind which of them is settled anew.

    The counters on the table are the same before and after: ids change hands behind the screen, and whatever refers to
    a formation follows it (SL90).
    """
    for side in state.table.sides:
        own = state.secret(side)
        for place in dict.fromkeys(
            [formation.place for formation in own.formations if formation.kind == "dummy" and _alike(formation)]
        ):
            stack = [formation.id for formation in own.formations if formation.place == place and _alike(formation)]
            new = {old: id for old, id in _shuffled(stack, side, dice).items() if old != id}
            if new:
                state = state.with_secret(side, renamed(state.secret(side), new))
    dice.take_account()  # the lots are told to nobody
    return state


def _alike(formation: Formation) -> bool:
    """Whether a formation's counter tells no more than that something is at sea."""
    return formation.afloat and formation.known == "hidden" and not formation.shadows


def _shuffled(ids: list[str], side: Side, dice: Dice) -> dict[str, str]:
    left, behind = list(ids), {}
    for id in ids:
        behind[id] = dice.pick(left, why="who is behind which counter?", seat=side, secret=True)
        left.remove(behind[id])
    return behind


def renamed(own: Secret, new: dict[str, str]) -> Secret:
    """A side's secret with formations under other ids: orders, auxiliaries and plots follow them."""

    def now(id: str) -> str:
        return new.get(id, id)

    return replace(
        own,
        formations=tuple([replace(formation, id=new[formation.id]) if formation.id in new else formation for formation in own.formations]),
        orders=tuple([
            replace(
                order, holder=now(order.holder), convoy=now(order.convoy), target=tuple([now(target) for target in order.target])
            )
            for order in own.orders
        ]),
        auxiliaries=tuple([replace(auxiliary, base=now(auxiliary.base), target=now(auxiliary.target)) for auxiliary in own.auxiliaries]),
        plots=tuple([(now(id), to) for id, to in own.plots]),
        changed=tuple([now(id) for id in own.changed]),
    )  # fmt: skip
