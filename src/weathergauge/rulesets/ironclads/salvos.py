"""Chapter: salvos. Which batteries may fire at whom, who may answer, and what comes of both at one moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept
from weathergauge.rulesets.ironclads import arcs, damage
from weathergauge.rulesets.ironclads.actions import Aim, Counter, Fired, Salvo, Struck
from weathergauge.rulesets.ironclads.arcs import Target
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.criticals import FIRE, LIGHTEST_FIRST, sheet_of
from weathergauge.rulesets.ironclads.gunfire import Shot, Tally, aftermath, aimed, guns_of, hopeless, situation, volley
from weathergauge.rulesets.ironclads.state import State, Table, replace
from weathergauge.rulesets.ironclads.weather import GALE


def gunners_battery(table: Table, number: int, guns: Iterable[int]) -> int:
    """The battery whose misses a gunner rolls again, counted from 1: the heaviest, then most dice (IR22, IR49); 0 is none."""
    ship = table.ships[number]
    if ship.captain != "gunner" or not table.settings.captains:
        return 0
    able = [gun for gun in guns if "super_heavy" not in ship.batteries[gun - 1].traits]

    def weight(gun: int) -> tuple[int, int, int, int]:
        battery = ship.batteries[gun - 1]
        return LIGHTEST_FIRST.index(battery.kind), battery.dice, battery.ap, -gun

    return max(able, key=weight, default=0)


def why_not_gun(table: Table, number: int, gun: int) -> str | None:
    """Why a battery cannot fire at anything now; None if it can."""
    ship = table.ships[number]
    if not 1 <= gun <= len(ship.batteries):
        count = len(ship.batteries)
        return f"{ship.name} has no battery {gun}: " + (f"expected 1 to {count}" if count else "she has none at all")
    battery = ship.batteries[gun - 1]
    if battery.lost:
        return f"battery {gun} of {ship.name} is destroyed"
    if battery.fired:
        return f"battery {gun} of {ship.name} has fired this turn"
    if battery.group and any(other.fired for other in ship.batteries if other.group == battery.group):
        return f"battery {gun} of {ship.name} are guns that have fired this turn on another bearing"
    if battery.kind == "light" and table.level >= GALE and "poor_seakeeping" in ship.traits:  # IR23
        return f"{ship.name} cannot work her light guns in this sea"
    return None


def why_not_target(table: Table, number: int, gun: int, id: str) -> str | None:
    """Why a battery cannot fire at that ship; None if it can. How far off she is, is measured later (IR50)."""
    if (reason := arcs.why_not_enemy(table, number, id)) is not None:
        return reason
    what, sectors = f"battery {gun}", table.ships[number].batteries[gun - 1].sectors
    return arcs.why_not_seen(table, number, table.number(id), what, sectors)


def why_not(table: Table, number: int, action: Salvo, charts: Charts) -> str | None:
    """None when she may fire so, else the player's sentence."""
    ship = table.ships[number]
    if not action.shots:
        return f"{ship.name}: name a battery and its target, or end her activation"
    return _why_not_guns(table, number, [aim.gun for aim in action.shots]) or next(
        (reason for aim in action.shots if (reason := why_not_target(table, number, aim.gun, aim.target))), None
    )


def _why_not_guns(table: Table, number: int, guns: Sequence[int]) -> str | None:
    """Why these batteries cannot fire together; None if they can."""
    ship = table.ships[number]
    groups: dict[str, int] = {}
    for n, gun in enumerate(guns):
        if (reason := why_not_gun(table, number, gun)) is not None:
            return reason
        if gun in guns[:n]:
            return f"battery {gun} of {ship.name} is named twice: it fires once a turn"
        group = ship.batteries[gun - 1].group
        if group and group in groups:
            return f"batteries {groups[group]} and {gun} of {ship.name} are the same guns: one of them fires in a turn"
        groups[group] = gun
    return None


class _Known:
    """What has been worked out of the guns on one table: the same ship is asked about several times before it changes."""

    def __init__(self, table: Table, charts: Charts) -> None:
        self.table, self.charts = table, charts
        self.useful: dict[tuple[int, int], tuple[int, ...]] = {}
        self.ready: dict[int, list[int]] = {}
        self.hopes: dict[tuple[Any, ...], tuple[int, ...]] = {}
        able = [(n, ship.side) for n, ship in enumerate(table.ships) if ship.able]
        self.foes = {side: [n for n, other in able if other != side] for side in table.sides}
        """Whom each side may fire at (IR39)."""


@kept(lambda table, charts: (table.ships, table.shores, table.level, table.settings, charts), size=64)
def _known(table: Table, charts: Charts) -> _Known:
    """A shelf for what is worked out of the guns on one table."""
    return _Known(table, charts)


def useful(table: Table, number: int, target: int, charts: Charts) -> tuple[int, ...]:
    """Batteries that can fire at a target with any hope, counted from 1; of the same guns the bearing with most dice."""
    known = _known(table, charts)
    guns = known.useful.get((number, target))
    if guns is None:
        guns = known.useful[number, target] = _useful(known, number, target)
    return guns


def _ready(known: _Known, number: int) -> list[int]:
    """The batteries of a ship that can be fired now, counted from 1."""
    ready = known.ready.get(number)
    if ready is None:
        every = range(1, len(known.table.ships[number].batteries) + 1)
        ready = known.ready[number] = [gun for gun in every if why_not_gun(known.table, number, gun) is None]
    return ready


def _useful(known: _Known, number: int, target: int) -> tuple[int, ...]:
    """What is cheap to see comes first: guns that are loaded, their bearing and range, and only then what is in the way."""
    table, charts = known.table, known.charts
    ready = _ready(known, number)
    if not ready:
        return ()
    ship, other = table.ships[number], table.ships[target]
    quarters = arcs.sectors(ship, other)
    square = arcs.square(table, number, target)
    band = arcs.band(square, charts)
    clear = number, quarters, band, other.ship_class, other.armour, other.fort, "clear"
    guns = known.hopes.get(clear)
    if guns is None:
        guns = known.hopes[clear] = _hopeful(known, number, Target(target, quarters, square, "clear"), ready)
    if not guns:
        return ()
    sight = arcs.sight(table, number, target)
    if sight != "partly":
        return guns if sight == "clear" else ()
    partly = (*clear[:-1], sight)
    guns = known.hopes.get(partly)
    if guns is None:
        guns = known.hopes[partly] = _hopeful(known, number, Target(target, quarters, square, sight), ready)
    return guns


def _hopeful(known: _Known, number: int, mark: Target, ready: list[int]) -> tuple[int, ...]:
    """The batteries of a ship that bear on a target and have any hope."""
    table = known.table
    ship = table.ships[number]
    lie, quarters = situation(table, number, mark), set(mark.sectors)
    strongest: dict[str, int] = {}
    for gun in ready:
        battery = ship.batteries[gun - 1]
        if quarters.isdisjoint(battery.sectors) or hopeless(battery, lie, known.charts):
            continue
        group = battery.group or f"#{gun}"
        if group not in strongest or battery.dice > ship.batteries[strongest[group] - 1].dice:
            strongest[group] = gun
    return tuple(sorted(strongest.values()))


def can_fire(table: Table, number: int, charts: Charts) -> bool:
    """Whether she has any salvo to fire: cheaper to ask than to list them all."""
    ship, known = table.ships[number], _known(table, charts)
    if not ship.able or not _ready(known, number):
        return False
    return any(useful(table, number, n, charts) for n in known.foes[ship.side])


def options(table: Table, number: int, charts: Charts) -> list[Salvo]:
    """Salvos with any hope: all that bear on a target, the same with the rest at what else they have, single batteries.

    Every other mixture of these aims may be declared too.
    """
    ship, known = table.ships[number], _known(table, charts)
    if not ship.able or not _ready(known, number):
        return []
    reach = [
        (arcs.square(table, number, n), n, guns)
        for n in known.foes[ship.side]
        if (guns := useful(table, number, n, charts))
    ]
    groups = [battery.group or f"#{gun}" for gun, battery in enumerate(ship.batteries, 1)]
    aims = [[Aim(gun, table.ships[n].id) for gun in guns] for _, n, guns in sorted(reach)]
    closest: dict[str, Aim] = {}
    """What every gun fires at that has nothing better to do."""
    for mine in aims:
        for aim in mine:
            closest.setdefault(groups[aim.gun - 1], aim)
    salvos: list[tuple[Aim, ...]] = []
    listed = False
    for mine in aims:
        salvos.append(tuple(mine))
        taken = {groups[aim.gun - 1] for aim in mine}
        rest = [aim for group, aim in closest.items() if group not in taken]
        if rest:
            # Where all of hers is the nearest too, the mixture is the same for each of them.
            plain = all(closest[groups[aim.gun - 1]] is aim for aim in mine)
            if not (plain and listed):
                salvos.append(tuple(sorted([*mine, *rest], key=lambda aim: aim.gun)))
            listed = listed or plain
    salvos += [(aim,) for mine in aims if len(mine) > 1 for aim in mine]
    return [Salvo(ship.id, shots) for shots in salvos]


def answerers(table: Table, firer: int, shots: tuple[Aim, ...], charts: Charts) -> tuple[int, ...]:
    """Targets of a salvo that can answer it, lowest number first (IR21)."""
    aimed_at = sorted({table.number(aim.target) for aim in shots})
    return tuple([n for n in aimed_at if table.ships[n].able and useful(table, n, firer, charts)])


def answers(table: Table, number: int, firer: int, charts: Charts) -> list[Counter]:
    """Counter salvos with any hope: everything that bears, or one battery of it. Any other part of it may answer too."""
    ship = table.ships[number]
    guns = useful(table, number, firer, charts)
    if not guns:
        return []
    return [Counter(ship.id, guns), *(Counter(ship.id, (gun,)) for gun in guns if len(guns) > 1)]


def why_not_counter(table: Table, number: int, firer: int, guns: tuple[int, ...], charts: Charts) -> str | None:
    """None when she may answer so, else the player's sentence. To answer with nothing is to hold fire."""
    id = table.ships[firer].id
    return _why_not_guns(table, number, guns) or next(
        (reason for gun in guns if (reason := why_not_target(table, number, gun, id))), None
    )


def exchange(
    table: Table, firer: int, shots: tuple[Aim, ...], answers: Sequence[tuple[int, tuple[int, ...]]]
) -> list[Shot]:
    """A salvo by target, and the salvos that answer it."""
    by_target: dict[int, tuple[int, ...]] = {}
    for aim in shots:
        target = table.number(aim.target)
        by_target[target] = (*by_target.get(target, ()), aim.gun)
    gunner = gunners_battery(table, firer, [aim.gun for aim in shots])
    exchanged = [Shot(firer, target, guns, gunner) for target, guns in by_target.items()]
    for number, guns in answers:
        exchanged.append(Shot(number, firer, guns, gunners_battery(table, number, guns), True))
    return exchanged


def resolve(
    state: State,
    firer: int,
    shots: tuple[Aim, ...],
    answers: Sequence[tuple[int, tuple[int, ...]]],
    charts: Charts,
    dice: Dice,
) -> State:
    """A salvo and its answers, as if at one moment: every hit is rolled for before any harm is marked (IR21)."""
    table = state.table
    rolled = []
    for shot in exchange(table, firer, shots, answers):
        at = arcs.mark(table, shot.ship, shot.target)
        aim = guns_of(aimed(table, shot), charts)
        tally = dice.do(volley, aim, charts, seat=table.ships[shot.ship].side)
        rolled.append((shot, tally))
        dice.tell(
            Fired(
                table.ships[shot.ship].id,
                table.ships[shot.target].id,
                at.range,
                arcs.band(at.square, charts),
                shot.guns,
                tally.hits,
                tally.through,
                min(tally.quarters, table.ships[shot.target].hull),
                shot.counter,
            )
        )
        state = _spent(state, shot)
    for shot, tally in rolled:
        state = _land(state, shot, tally, charts, dice)
    return state


def _spent(state: State, shot: Shot) -> State:
    ship = state.table.ships[shot.ship]
    batteries = tuple([replace(b, fired=True) if gun in shot.guns else b for gun, b in enumerate(ship.batteries, 1)])
    return damage.with_ship(state, shot.ship, replace(ship, batteries=batteries))


def _land(state: State, shot: Shot, tally: Tally, charts: Charts, dice: Dice) -> State:
    """Mark on the target what a salvo has done."""
    target = shot.target
    ship = state.table.ships[target]
    if not ship.hull or ship.gone:
        return state
    by = state.table.ships[shot.ship]
    harm = dice.do(aftermath, tally, sheet_of(ship), charts, seat=by.side)
    account = dice.take_account()
    state = damage.lose(state, target, harm.quarters, dice)
    if harm.fires:
        dice.tell(Struck(ship.id, FIRE, harm.burnt, "" if harm.fires == 1 else f"{harm.fires} of them"))
        state = damage.lose(damage.burn(state, target, harm.fires), target, harm.burnt, dice)
    if harm.blow is None:
        return state
    return damage.suffer(state, target, harm.blow, charts, dice, arcs.sectors(ship, by), account)
