"""What wakes the owner of standing orders, and when: in the first step in which he could do anything about it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from weathergauge.frame.chapter import Choices
from weathergauge.rulesets.sealords.auxiliaries.actions import ConvoyAttacked, CutOut, Send, ShipsAttacked
from weathergauge.rulesets.sealords.battle.actions import CombatFought, ConvoyStruck, FireshipSent, Foundered, Ransom
from weathergauge.rulesets.sealords.common import Began
from weathergauge.rulesets.sealords.council.actions import AssignAuxiliary, IssueOrder, OrderTaken, ReceiveOrder
from weathergauge.rulesets.sealords.formations.actions import PromoteLeader
from weathergauge.rulesets.sealords.naming import name_of, waters
from weathergauge.rulesets.sealords.orders.execution import UNDER_WAY, runs_out
from weathergauge.rulesets.sealords.phases import Council, Plotting, Sailing, Tasking
from weathergauge.rulesets.sealords.sea.actions import Battered, Moved, Spotted, Swamped
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.sequence import ADMINISTRATION, quarterly
from weathergauge.rulesets.sealords.state import Seated
from weathergauge.rulesets.sealords.terms import Task
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World

Wake = Literal["sighted", "arrived", "expiring", "quarter", "gale", "lost"]
WAKES: dict[Wake, str] = {
    "sighted": "an enemy is sighted", "arrived": "a course is run", "expiring": "an order is in its last turn",
    "quarter": "a quarterly turn comes to its end", "gale": "a gale is upon own ships", "lost": "ships are lost",
}  # fmt: skip
AGAINST: tuple[Task, ...] = (
    "search", "shadow", "counter_shadow", "convoy_attack", "fireship_attack", "cutting_out",
)  # fmt: skip
"""Tasks that answer an enemy who is sighted."""
Name = Annotated[str, Meta(max_length=200)]


class Due(Struct, frozen=True, omit_defaults=True):
    """Why the owner is woken as soon as he can do anything about it."""

    words: Name
    wake: Wake | None = None
    """None where it is no matter of what he wants to be woken for."""
    formations: tuple[Name, ...] = ()
    """Own formations that it is about; none where it is about all."""
    place: Name = ""
    """Where an enemy was sighted."""


# What is worth waking for


def news(
    view: Seated, heard: Sequence[Any], told: Sequence[str], provided: Container[str], world: World
) -> Iterator[tuple[Due, str]]:
    """What was heard and what is seen, each with the mark by which it is known that it was told.

    Of a gale nothing is said to whoever has provided for it in a course, nor of ships that it sinks to whoever knows of the gale.
    """
    date = view.table.date
    for n, event in enumerate(heard):
        if isinstance(event, Spotted) and event.side != view.seat:
            words = waters(f"an enemy is sighted at {place_name(event.place, world)}")
            if _sailed(view, heard[n + 1 :]):
                words += ", and what was plotted before that has been sailed"
            mark = f"sighted {event.formation} {date.year} {date.turn} {date.impulse}"
            yield Due(words, "sighted", place=event.place), mark
        if isinstance(event, Began) and event.step == ADMINISTRATION[0] and quarterly(event.date, world):
            yield Due("a quarterly turn has come to its end", "quarter"), ""
    stormy = [event.formation for event in heard if isinstance(event, Battered | Swamped)]
    for formation in view.own.formations:
        blown = formation.id in stormy or gale_at(view.table, formation.place, world) is not None
        if blown and formation.afloat and formation.id not in provided:
            mark = f"gale {formation.id} {date.year} {date.turn}"
            yield Due(f"a gale is upon {name_of(formation, world)}", "gale", (formation.id,)), mark
    known = [mark.split()[1] for mark in told if mark.startswith("gale ")]
    if any(_lost(view, event) and getattr(event, "formation", "") not in known for event in heard):
        yield Due("ships are lost", "lost"), f"lost {date.year} {date.turn} {date.impulse}"
    for order in view.own.orders:
        if order.state in UNDER_WAY and runs_out(order, view.table, world):
            holder = view.own.formation(order.holder)
            whose = f" of {name_of(holder, world)}" if holder is not None else ""
            yield Due(f"the order{whose} is in its last turn", "expiring", (order.holder,)), f"expiring {order.id}"


def still(view: Seated, mark: str, world: World) -> bool:
    """Whether what was told is not over yet, so that it is not told again: once an impulse, a gale once a turn."""
    what, _, rest = mark.partition(" ")
    date = view.table.date
    if what == "expiring":
        order = view.own.order(rest)
        return order is not None and order.state in UNDER_WAY and runs_out(order, view.table, world)
    if what == "gale":
        return rest.endswith(f" {date.year} {date.turn}")
    return rest.endswith(f"{date.year} {date.turn} {date.impulse}")


def _sailed(view: Seated, heard: Sequence[Any]) -> bool:
    """Whether own formations moved of which nobody could be asked any more: player A's plots bind him (R-PLAYER-A)."""
    moved = [event.formation for event in heard if isinstance(event, Moved)]
    return view.table.first == view.seat and any(view.own.formation(id) is not None for id in moved)


def _lost(view: Seated, event: Any) -> bool:
    """Whether an event tells of own sail, or of cargo, that is gone."""
    side = view.seat
    match event:
        case Foundered(side=of, sail=sail):
            return of == side and sail > 0
        case Battered(sunk=sunk):
            return bool(sunk)
        case Swamped(points=points):
            return points > 0
        case CombatFought(sail=sail):
            return sail[view.table.sides.index(side)] > 0
        case FireshipSent(side=by, sail=sail) | ShipsAttacked(side=by, sail=sail):
            return by != side and sail > 0
        case ConvoyAttacked(side=by, sail=sail, points=points):
            return by != side and (sail > 0 or points > 0)
        case CutOut(side=by, success=success):
            return by != side and success
        case ConvoyStruck(side=by, points=points):
            return by != side and points > 0
    return False


# When it is


def now(view: Seated, due: Due, choices: Choices[Any, Any]) -> bool:
    """Whether anything could be done about it in this step: winds and dummies wait, and so does who cannot be told anything."""
    match view.table.phase:
        case Council():
            return due.wake not in ("sighted", "gale")
        case Plotting() | Sailing():
            able = [subject for subject in choices.subjects() if view.own.formation(subject) is not None]
            hers = [id for id in due.formations if view.own.formation(id) is not None]
            return due.wake != "quarter" and any(not hers or subject in hers for subject in able)
        case Tasking():
            tasks = [choice.task for choice in choices if isinstance(choice, Send) and choice.place == due.place]
            return due.wake == "sighted" and any(task in AGAINST for task in tasks)
    return False


# What a council has to decide


def matters(view: Seated, choices: Choices[Any, Any]) -> tuple[str, ...]:
    """What a council can settle that it cannot at any other time: orders, auxiliaries, leaders, and formations that are new to it."""
    found = [f"formation {formation.name}" for formation in view.own.formations if formation.squadrons]
    for choice in choices:
        match choice:
            case IssueOrder(order=order, formation=formation):
                found.append(f"issue {order} {formation}")
            case ReceiveOrder(order=order):
                found.append(f"receive {order}")
            case AssignAuxiliary(auxiliary=auxiliary):
                found.append(f"assign {auxiliary}")
            case PromoteLeader(leader=leader) | Ransom(leader=leader):
                found.append(f"leader {leader}")
    return tuple(dict.fromkeys(found))


def settled(offered: Sequence[str], heard: Sequence[Any]) -> set[str]:
    """What earlier councils let lie, less the orders whose issue failed: those want another try."""
    again = [event.order for event in heard if isinstance(event, OrderTaken) and not event.passed]
    return {key for key in offered if not (key.startswith("issue ") and key.split()[1] in again)}
