"""Auxiliaries in sentences: what is ordered of them, and what came of it."""

from __future__ import annotations

from typing import Any

from weathergauge.frame.words import capital, many
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    AuxBlockadeTested,
    AuxiliaryBack,
    AuxSearched,
    BaseLost,
    BasePirate,
    ChangeRole,
    ConvoyAttacked,
    CutOut,
    HireKnights,
    KnightsHired,
    KnightsLeft,
    LetGo,
    Missed,
    PirateRebased,
    PiratesWoke,
    PortRaided,
    PortStormed,
    Recall,
    RoadShelled,
    RoleChanged,
    Screen,
    Screened,
    Send,
    ShadowFought,
    ShipsAttacked,
    Stationed,
    TaskSent,
    TurnedBack,
)
from weathergauge.rulesets.sealords.naming import small_mark, small_of
from weathergauge.rulesets.sealords.state import Table, View
from weathergauge.rulesets.sealords.stations import StationEnded
from weathergauge.rulesets.sealords.terms import AuxClass, Side, Task
from weathergauge.rulesets.sealords.words import counter_name, marked_counter, place_name
from weathergauge.rulesets.sealords.world import World

DOING: dict[Task, str] = {
    "search": "to search", "shadow": "to shadow", "counter_shadow": "against a shadow", "interdict": "to interdict",
    "assist_battle_reinforcement": "to help formations into battle", "convoy_attack": "against a convoy",
    "blockade": "to blockade", "fireship_attack": "with a fireship", "bombardment": "to bombard ships",
    "raid": "to raid the port", "cutting_out": "to cut out ships", "levant_trade_table": "to watch the Levant trade",
    "rebase": "to another zone", "port_facilities": "to bombard the yards", "coastal_road": "to shell the coastal road",
    "escalade": "to storm the port",
}  # fmt: skip
OVER: dict[str, str] = {
    "shadow": "stops shadowing", "interdict": "stops interdicting", "blockade": "raises its blockade",
    "assist_battle_reinforcement": "is no longer at hand for battle", "levant_trade_table": "leaves the Levant trade",
}  # fmt: skip


def named(id: str) -> str:
    """A small ship in a sentence, which naming says by whose and what she is."""
    return small_mark(id)


def who(side: Side, world: World) -> str:
    return world.side_words[side] if side else "nobody"


def place(location: str, world: World) -> str:
    """A place, or a corsair zone by its name."""
    if location in world.values.zones and location not in world.places:
        return f"the zone of {location.replace('_', ' ').title()}"
    return place_name(location, world)


def where(location: str, world: World) -> str:
    return f" at {place(location, world)}" if location else ""


def target(table: Table, id: str) -> str:
    return marked_counter(table, id) if table.counter(id) is not None else named(id)


def points(number: int) -> str:
    return many(number, "damage point")


def told(table: Table, event: Any, world: World) -> str | None:
    """An event as a sentence; None where it is another chapter's."""
    match event:
        case TaskSent(side=side, task=task, place=at, target=aim, rover=rover):
            sent = named(rover) if rover else "an auxiliary"
            whom = f", after {target(table, aim)}" if aim else ""
            return f"{capital(who(side, world))} send {sent} {DOING[task]}{where(at, world)}{whom}."
        case TurnedBack(side=side, place=at):
            return f"{capital(who(side, world))} find the way{where(at, world)} closed; the auxiliary turns back."
        case LetGo(side=side, target=aim):
            return (
                f"{capital(target(table, aim))} flies a flag that there is no war with; {who(side, world)} let it go."
            )
        case Missed(side=side, place=at):
            return f"{capital(who(side, world))} find nothing{where(at, world)} that the task was for."
        case Screened(side=side, place=at, tasked=tasked, screening=screening, result=result):
            return _screened(side, at, tasked, screening, result, world)
        case AuxSearched(side=side, place=at, found=found, shadowed=shadowed):
            seen = ", ".join([target(table, id) for id in found]) if found else "nothing"
            after = f" The auxiliary follows {target(table, shadowed)}." if shadowed else ""
            return f"An auxiliary of {who(side, world)} spots {seen}{where(at, world)}.{after}"
        case ShadowFought(target=aim, broken=broken):
            return f"{capital(named(aim))} is {'driven off' if broken else 'not to be shaken off'}."
        case Stationed(aux=aux, task=task, place=at, target=aim):
            whom = f", {target(table, aim)}" if task == "shadow" else ""
            return f"{capital(named(aux))} is out {DOING[task]}{where(at, world)}{whom}."
        case StationEnded(aux=aux, task=task, place=at, why=why):
            reason = f": {why}" if why else ""
            return f"{capital(named(aux))} {OVER[task]}{where(at, world)}{reason}."
    return _attacks(table, event, world) or _keeping(event, world)


def _attacks(table: Table, event: Any, world: World) -> str | None:
    match event:
        case ConvoyAttacked(side=side, place=at, target=aim, points=lost, sail=sail):
            harm = f"{sail} sail sunk" if sail else f"{many(lost, 'point')} of cargo lost" if lost else "no harm done"
            return f"Auxiliaries of {who(side, world)} attack {target(table, aim)}{where(at, world)}: {harm}."
        case ShipsAttacked(side=side, task=task, place=at, target=aim, success=success, dps=dps, sail=sail):
            weapon = "fireship" if task == "fireship_attack" else "bomb vessel"
            sunk = f" and {sail} sail sunk" if sail else ""
            harm = f"{points(dps)}{sunk}" if success else "it fails"
            return f"A {weapon} of {who(side, world)} attacks {target(table, aim)}{where(at, world)}: {harm}."
        case PortRaided(side=side, task=task, place=at, success=success, point=point):
            cost = "a saved repair point" if point else "a repair roll until the quarter ends"
            deed = "Marines of" if task == "raid" else "Bombs of"
            verb = "land at" if task == "raid" else "shell the yards of"
            return (
                f"{deed} {who(side, world)} {verb} {place(at, world)}: {'it loses ' + cost if success else 'in vain'}."
            )
        case CutOut(side=side, place=at, target=aim, success=success, cls=cls, joined=joined, points=lost):
            if not success:
                harm = "they are beaten off"
            elif lost:
                harm = f"{many(lost, 'point')} of cargo lost"
            elif cls:
                harm = f"a {cls.replace('_d', '(D)')} is {'brought out' if joined else 'sunk'}"
            else:
                harm = "there is nothing that can be brought out"
            return f"Boats of {who(side, world)} go in for {target(table, aim)}{where(at, world)}: {harm}."
        case PortStormed(side=side, place=at, success=success, town=town):
            end, called = "is stormed" if success else "holds out", f" ({town})" if town else ""
            return f"The army goes at the walls of {place(at, world)}{called} with the bombs of {who(side, world)}: it {end}."
        case RoadShelled(side=side, place=at, success=success):
            return f"Bombs of {who(side, world)} shell the road{where(at, world)}: {'it is cut' if success else 'in vain'}."
    return None


def _keeping(event: Any, world: World) -> str | None:
    match event:
        case PirateRebased(aux=aux, base=base):
            return f"{capital(named(aux))} is based at {place(base, world)}."
        case PiratesWoke(active=active, by=by):
            if not active:
                return "No pirates are out this turn."
            sent = f", sent by {who(by, world)}" if by else ""
            return f"Pirates are out this turn: {', '.join(map(named, active))}{sent}."
        case KnightsHired(side=side, year=year):
            return f"{capital(who(side, world))} pay the knights for {year}."
        case KnightsLeft():
            return "The knights' year is over; their galleys go home."
        case RoleChanged(aux=aux, base=base, changed=changed):
            name = place(base, world) if base in world.places else named(base)
            return (
                f"{capital(named(aux))} {'goes over to' if changed else 'stays where it is: no leave to join'} {name}."
            )
        case AuxiliaryBack(aux=aux, back=back):
            return f"{capital(named(aux))} {'has recovered' if back else 'has not recovered'}."
        case BaseLost(aux=aux):
            return f"{capital(named(aux))} has lost its base and goes to the recovery box."
        case AuxBlockadeTested(aux=aux, place=at, left=left):
            return f"{capital(named(aux))} {'cannot keep up' if left else 'keeps up'} its blockade{where(at, world)}."
    return None


def _screened(side: Side, at: str, tasked: AuxClass, screening: AuxClass, result: str, world: World) -> str:
    comes = {
        "yes": "the task is stopped",
        "partial": "the task goes on, hampered",
        "no": "the task goes on",
    }[result]
    ours, theirs = small_of(screening), small_of(tasked)
    return f"{capital(who(side, world))} screen{where(at, world)} with {ours} against {theirs}: {comes}."


def ordered(view: View, action: Any, world: World) -> str | None:
    """An order as a sentence; None where it is another chapter's."""
    match action:
        case Send(aux=aux, task=task, place=at, target=aim):
            whom = f", {counter_name(view, aim)}" if aim else ""
            if task == "levant_trade_table":
                return f"send {named(aux)} {DOING[task]}"
            return f"send {named(aux)} {DOING[task]}{where(at, world)}{whom}"
        case Screen(aux=aux):
            return f"screen with {named(aux)}"
        case Recall(aux=aux):
            return f"recall {named(aux)}"
        case ChangeRole(aux=aux, base=base):
            name = place(base, world) if base in world.places else counter_name(view, base)
            return f"{named(aux)} goes over to {name}"
        case HireKnights() if world.values.knights is not None:
            return f"pay the knights of {place(world.values.knights.port, world)} for this year"
        case BasePirate(aux=aux, base=base):
            return f"base {named(aux)} at {place(base, world)}"
    return None
