"""A position that a seat could not tell from the real one: the other side's counters filled with forces it could have."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.ratings import RATINGS, squadron
from weathergauge.rulesets.sealords.state import (
    Auxiliary,
    Cargo,
    Counter,
    Formation,
    Leader,
    Screening,
    Secret,
    Squadron,
    State,
    Station,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.sealords.terms import SIDES, AuxClass, Personality, Side, SquadronClass
from weathergauge.rulesets.sealords.world import World

CLASSES: tuple[tuple[SquadronClass, ...], ...] = (
    ("sol",), ("sol_d",), ("frigate",), ("sol", "sol_d"), ("flagship", "sol", "sol_d"), ("flagship", "sol", "sol", "sol_d"),
)  # fmt: skip
PERSONALITIES: tuple[Personality, ...] = ("timid", "cautious", "aggressive", "rash")
SMALL: tuple[AuxClass, ...] = ("fleet", "light", "fireship")


def imagined(view: View, world: World, dice: Dice) -> State:
    """The table, the seat's own secret, and for whoever else plays any secret that fits the table."""
    table = view.table
    british, bourbon = (
        view.own if side == view.seat and view.own is not None else _secret(table, side, world, dice) for side in SIDES
    )
    return State(table, (british, bourbon))


def _secret(table: Table, side: Side, world: World, dice: Dice) -> Secret:
    contingents = [one.id for one in world.values.contingents if one.side == side]
    formations = [_formation(counter, contingents, dice) for counter in table.counters if counter.side == side]
    auxiliaries = [_stationed(station) for station in table.stations if station.side == side]
    ports = [port.id for port in table.ports if world.side_of(port.owner) == side]
    taken = {one.id for one in auxiliaries}
    for number, port in enumerate(ports[:3], 1):
        cls = dice.pick(SMALL[:2], why="what lies in port?", secret=True)
        id = f"{side}_imagined_{number}"
        if id not in taken:
            auxiliaries.append(Auxiliary(id, side, contingents[0], cls, "assigned", base=port))
    pending = ""
    phase = table.phase
    if isinstance(phase, Screening) and phase.side != side:
        pending = f"{side}_imagined_task"
        base = ports[0] if ports else ""
        auxiliaries.append(Auxiliary(pending, side, contingents[0], "fleet", "assigned", base=base))
    return Secret(tuple(formations), tuple(auxiliaries), pending=pending, serial=900)


def _formation(counter: Counter, contingents: list[str], dice: Dice) -> Formation:
    """A formation that would show as the counter does."""
    if counter.shown is not None:
        return counter.shown
    contingent = dice.pick(contingents, why="whose is it?", secret=True)
    classes = counter.classes
    kind = counter.kind or ("dummy" if counter.state == "ready" and _chance(dice, 4) else "flotilla")
    if not counter.kind and kind != "dummy":
        classes = dice.pick(CLASSES, why="what is it?", secret=True)
        kind = "flotilla" if len(classes) > 1 else "squadron"
    squadrons = tuple([_squadron(f"{counter.id}_{n}", contingent, cls, dice) for n, cls in enumerate(classes, 1)])
    cargo = Cargo("trade", 24, 24) if kind == "convoy" else None
    leader = None
    if counter.leader or (not counter.kind and kind == "flotilla"):
        lr = dice.pick((2, 3, 4), why="how good is he?", secret=True)
        nature = dice.pick(PERSONALITIES, why="what is he like?", secret=True)
        leader = Leader(f"{counter.id}_leader", counter.leader or "somebody", contingent, lr, nature, lr, 3)
    return Formation(
        counter.id,
        counter.side,
        "a formation",
        kind,
        counter.place,
        contingent,
        counter.state,
        leader,
        squadrons,
        cargo,
        known=counter.known,
    )


def _squadron(id: str, contingent: str, cls: SquadronClass, dice: Dice) -> Squadron:
    most = RATINGS[cls].full
    sail = dice.pick(range((most + 1) // 2, most + 1), why="how many sail?", secret=True)
    return squadron(id, contingent, cls, sail, guns=74 if cls == "flagship" else 0)


def _stationed(station: Station) -> Auxiliary:
    """An auxiliary on a lasting task, as everybody sees it."""
    side: Side = "british" if station.side == "british" else "bourbon"
    made = Auxiliary(station.aux, side, station.contingent, station.cls, "tasked")
    return replace(made, task=station.task, place=station.place, target=station.target)


def _chance(dice: Dice, of: int) -> bool:
    return dice.pick(range(of), why="is anything there?", secret=True) == 0
