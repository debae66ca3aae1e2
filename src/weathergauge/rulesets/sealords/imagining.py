"""A position that a seat could not tell from the real one: the other side's counters filled with forces it could have."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.forces import Auxiliary, Cargo, Counter, Formation, Leader, Squadron, Station
from weathergauge.rulesets.sealords.phases import Fighting, Offering, Screening
from weathergauge.rulesets.sealords.ratings import squadron
from weathergauge.rulesets.sealords.state import Secret, Table, replace
from weathergauge.rulesets.sealords.terms import (
    AuxClass,
    ConvoyKind,
    FormationKind,
    Personality,
    Side,
    SquadronClass,
)
from weathergauge.rulesets.sealords.world import World

CLASSES: tuple[tuple[SquadronClass, ...], ...] = (
    ("sol",), ("sol_d",), ("frigate",), ("sol", "sol_d"), ("flagship", "sol", "sol_d"), ("flagship", "sol", "sol", "sol_d"),
)  # fmt: skip
PERSONALITIES: tuple[Personality, ...] = ("timid", "cautious", "aggressive", "rash")
CARGOES: tuple[ConvoyKind, ...] = ("trade", "troop", "victualling", "support")
SMALL: tuple[AuxClass, ...] = ("fleet", "light", "fireship")


def imagined(table: Table, side: Side, world: World, dice: Dice) -> Secret:
    """Any secret of a side that fits the table."""
    contingents = [contingent.id for contingent in world.values.contingents if contingent.side == side]
    certain, willing = _certain(table, side, contingents, dice)
    formations = [
        _formation(counter, willing if counter.id == certain else contingents, counter.id == certain, world, dice)
        for counter in table.counters
        if counter.side == side
    ]
    auxiliaries = [_stationed(station) for station in table.stations if station.side == side]
    ports = [port.id for port in table.ports if world.side_of(port.owner) == side]
    taken = {auxiliary.id for auxiliary in auxiliaries}
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


def _certain(table: Table, side: Side, contingents: list[str], dice: Dice) -> tuple[str, list[str]]:
    """Of a side that is asked for battle, or chooses who fights: a counter that surely is a warship with orders, and the
    contingents that have a quarrel there."""
    phase = table.phase
    if isinstance(phase, Offering) and phase.side == side:
        place = phase.place
    elif isinstance(phase, Fighting) and phase.step == "engage" and phase.side == side and table.battle is not None:
        place = table.battle.place
    else:
        return "", contingents
    there = [counter for counter in table.counters if counter.place == place and counter.state == "ready"]
    foes = {counter.command for counter in there if counter.side != side and counter.command}
    willing = [own for own in contingents if any(table.relation(own, foe) != "peace" for foe in foes)] or contingents
    able = [
        counter.id
        for counter in there
        if counter.side == side and (not counter.kind or (counter.classes and counter.command in willing))
    ]
    return dice.pick(able, why="who could fight?", secret=True) if able else "", willing


def _formation(counter: Counter, contingents: list[str], certain: bool, world: World, dice: Dice) -> Formation:
    """A formation that would show as the counter does."""
    order = "imagined" if certain else ""
    if counter.shown is not None:
        return replace(counter.shown, order=order)
    contingent = counter.command or dice.pick(contingents, why="whose is it?", secret=True)
    kind, classes = counter.kind, counter.classes
    if not kind:
        kinds = ("warships",) if certain else ("warships", "warships", "warships", "convoy", "dummy")
        guess = dice.pick(kinds, why="what kind is it?", secret=True)
        kind = "dummy" if guess == "dummy" else "convoy"
        if guess == "warships":
            classes = dice.pick(CLASSES, why="what is it?", secret=True)
            kind = "flotilla" if len(classes) > 1 else "squadron"
    squadrons = tuple(
        [_squadron(f"{counter.id}_{n}", contingent, cls, world, dice) for n, cls in enumerate(classes, 1)]
    )
    return Formation(
        counter.id,
        counter.side,
        "a formation",
        kind,
        counter.place,
        contingent,
        counter.state,
        _leader(counter, kind, contingent, dice),
        squadrons,
        _cargo(world, dice) if kind == "convoy" else None,
        order,
        known=counter.known,
    )


def _leader(counter: Counter, kind: FormationKind, contingent: str, dice: Dice) -> Leader | None:
    """The leader who was seen; a flotilla that was not has one too."""
    if not counter.leader and (counter.kind or kind != "flotilla"):
        return None
    lr = dice.pick((2, 3, 4), why="how good is he?", secret=True)
    nature = dice.pick(PERSONALITIES, why="what is he like?", secret=True)
    return Leader(f"{counter.id}_leader", counter.leader or "somebody", contingent, lr, nature, lr, 3)


def _cargo(world: World, dice: Dice) -> Cargo:
    kind = dice.pick(CARGOES, why="what does it carry?", secret=True)
    points = world.charts.convoy_cargo.at(kind)
    return Cargo(kind, points, points)


def _squadron(id: str, contingent: str, cls: SquadronClass, world: World, dice: Dice) -> Squadron:
    most = world.charts.squadron_ratings.at(cls).full
    sail = dice.pick(range((most + 1) // 2, most + 1), why="how many sail?", secret=True)
    return squadron(id, contingent, cls, sail, world, guns=74 if cls == "flagship" else 0)


def _stationed(station: Station) -> Auxiliary:
    """An auxiliary on a lasting task, as everybody sees it."""
    made = Auxiliary(station.aux, station.side, station.contingent, station.cls, "tasked")
    return replace(made, task=station.task, place=station.place, target=station.target)
