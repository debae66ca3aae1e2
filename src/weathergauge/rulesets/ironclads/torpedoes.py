"""Chapter: torpedoes, in place of gunfire (section 8, IR18)."""

from __future__ import annotations

from msgspec import Struct

from weathergauge.dice import Dice, Modifier
from weathergauge.rulesets.ironclads import arcs, criticals, damage
from weathergauge.rulesets.ironclads.actions import Aim, Launch, Torpedoed
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.criticals import Sheet, Wreck, sheet_of
from weathergauge.rulesets.ironclads.gunfire import NEEDS, hit_roll, raised, stopped
from weathergauge.rulesets.ironclads.state import INCH, State, Table, replace
from weathergauge.rulesets.ironclads.terms import DamageType


class Torpedo(Struct, frozen=True):
    """A torpedo that is launched at a target: how far off she is, and what makes her hard or easy to hit."""

    square: int
    """The square of the distance between the bases, in fine units."""
    era: int
    target_class: int
    knots: int
    still: bool
    """Who lies still is not fast, whatever she made."""
    near: int
    """What it needs within half its reach."""
    far: int
    kind: DamageType
    sheet: Sheet


class Run(Struct, frozen=True, omit_defaults=True):
    """A torpedo on its way, reduced to what its dice need."""

    need: int
    hard: tuple[Modifier, ...] = ()
    reroll: bool = False


def reach(era: int, charts: Charts) -> int:
    """How far a torpedo runs, in hundredths of an inch (IR18)."""
    return charts.torpedo_reach.at(era) * INCH


def run(at: Torpedo, charts: Charts) -> Run:
    """What a torpedo needs to hit; half its reach is still near."""
    near = arcs.within(2 * 2 * at.square, reach(at.era, charts))
    small, fast = charts.torpedo_hindrances.at("small"), charts.torpedo_hindrances.at("fast")
    hard: tuple[Modifier, ...] = ()
    if at.target_class >= small.at_least:
        hard = (Modifier("a small target", small.harder),)
    elif at.knots >= fast.at_least and not at.still:
        hard = (Modifier("a fast target", fast.harder),)
    return Run(at.near if near else at.far, hard, at.still)


def hits(shot: Run, dice: Dice) -> bool:
    """One die, rolled again where the target lies still."""
    need = f"{shot.need}+"
    if shot.hard:
        need = raised(need, dice.reckon("harder to hit by", shot.hard))
    return bool(dice.do(hit_roll, 1, *NEEDS[need], shot.reroll))


def torpedo(shot: Run, kind: DamageType, sheet: Sheet, charts: Charts, dice: Dice) -> Wreck | None:
    """A torpedo by itself: None when it runs past."""
    if not dice.do(hits, shot):
        return None
    return dice.last.do(criticals.under_water, kind, sheet, charts)


def aimed(table: Table, number: int, tube: int, target: int) -> Torpedo:
    """A torpedo of a ship of the table, out of a tube counted from 1."""
    other, settings = table.ships[target], table.settings
    return Torpedo(
        square=arcs.square(table, number, target),
        era=table.era,
        target_class=other.ship_class,
        knots=other.speed,
        still=stopped(other),
        near=settings.torpedo_near,
        far=settings.torpedo_far,
        kind=table.ships[number].tubes[tube - 1].damage,
        sheet=sheet_of(other),
    )


def prohibited(level: int, charts: Charts) -> bool:
    """Whether the wind forbids torpedoes."""
    key = charts.wind_strength_levels.at(level), "torpedoes"
    return key in charts.wind_strength_effects.cells and charts.wind_strength_effects.at(*key) == "prohibited"


def why_not_tube(table: Table, number: int, tube: int) -> str | None:
    """Why a tube cannot be used now; None if it can."""
    ship = table.ships[number]
    if not 1 <= tube <= len(ship.tubes):
        count = len(ship.tubes)
        return f"{ship.name} has no tube {tube}: " + (f"expected 1 to {count}" if count else "she has none at all")
    if ship.tubes[tube - 1].spent:
        return f"tube {tube} of {ship.name} has had its one shot"
    return None


def why_not_target(table: Table, number: int, tube: int, id: str, charts: Charts) -> str | None:
    """Why a tube cannot be aimed at that ship; None if it can."""
    if (reason := arcs.why_not_enemy(table, number, id)) is not None:
        return reason
    target = table.number(id)
    other, at = table.ships[target], arcs.mark(table, number, target)
    if other.fort:
        return f"{other.name} stands on land: no torpedo reaches it"
    if not arcs.within(at.square, reach(table.era, charts)):
        return f"{other.name} is {at.range / INCH:g} inches off: torpedoes run {charts.torpedo_reach.at(table.era)}"
    return arcs.why_not_seen(table, number, target, f"tube {tube}", table.ships[number].tubes[tube - 1].sectors)


def why_not(table: Table, number: int, action: Launch, charts: Charts) -> str | None:
    """None when she may launch so, else the player's sentence."""
    ship = table.ships[number]
    if prohibited(table.level, charts):
        return "no torpedoes can be launched in a storm"
    if not action.shots:
        return f"{ship.name}: name a tube and its target, or end her activation"
    tubes = [aim.gun for aim in action.shots]
    for n, aim in enumerate(action.shots):
        if (reason := why_not_tube(table, number, aim.gun)) is not None:
            return reason
        if aim.gun in tubes[:n]:
            return f"tube {aim.gun} of {ship.name} is named twice: it has one shot"
        if (reason := why_not_target(table, number, aim.gun, aim.target, charts)) is not None:
            return reason
    return None


def options(table: Table, number: int, charts: Charts) -> list[Launch]:
    """All tubes that bear on a target together, and each by itself."""
    ship = table.ships[number]
    if not ship.able or all(tube.spent for tube in ship.tubes) or prohibited(table.level, charts):
        return []
    near = []
    for n, other in enumerate(table.ships):
        if arcs.target_able(ship, other) and not other.fort:
            square = arcs.square(table, number, n)
            if arcs.within(square, reach(table.era, charts)) and arcs.sight(table, number, n) != "hidden":
                near.append((square, n))
    launches: dict[tuple[Aim, ...], None] = {}
    for _, n in sorted(near):
        target = table.ships[n]
        sectors = arcs.sectors(ship, target)
        tubes = [
            number
            for number, tube in enumerate(ship.tubes, 1)
            if not tube.spent and any(sector in tube.sectors for sector in sectors)
        ]
        for shots in (tubes, *([tube] for tube in tubes)):
            if shots:
                launches[tuple([Aim(tube, target.id) for tube in shots])] = None
    return [Launch(ship.id, shots) for shots in launches]


def launch(state: State, number: int, shots: tuple[Aim, ...], charts: Charts, dice: Dice) -> State:
    """Torpedoes one after the other; what is aimed at a ship that has sunk meanwhile runs past without a die."""
    ship = state.table.ships[number]
    used = {aim.gun for aim in shots}
    tubes = tuple([replace(tube, spent=True) if n in used else tube for n, tube in enumerate(ship.tubes, 1)])
    state = damage.with_ship(state, number, replace(ship, tubes=tubes))
    for aim in shots:
        target = state.table.number(aim.target)
        at = aimed(state.table, number, aim.gun, target)
        afloat = state.table.ships[target].here
        hit = afloat and dice.do(hits, run(at, charts), seat=ship.side)
        dice.tell(Torpedoed(ship.id, aim.target, aim.gun, hit, arcs.rounded(at.square)))
        if hit:
            state = damage.under_water(state, target, at.kind, "by a torpedo", charts, dice)
    return state
