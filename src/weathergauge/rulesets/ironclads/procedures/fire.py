"""Gunfire, criticals and torpedoes as procedures: each resolution by itself, with its odds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.freetable import FINE
from weathergauge.procedures import Inputs, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.ironclads import arcs, criticals, gunfire, torpedoes
from weathergauge.rulesets.ironclads.actions import AnyAction, Counter, Launch, Salvo
from weathergauge.rulesets.ironclads.charts import Charts, charts
from weathergauge.rulesets.ironclads.criticals import LIGHTEST_FIRST, Blow, Sheet, Wreck, sheet_of
from weathergauge.rulesets.ironclads.gunfire import Guns, Harm
from weathergauge.rulesets.ironclads.state import INCH, QUARTERS, Countering, Settings, Ship, Table, View
from weathergauge.rulesets.ironclads.state import Battery as OnSheet
from weathergauge.rulesets.ironclads.terms import DamageType, GunTrait, GunType

Class = Annotated[int, Meta(ge=1, le=4, examples=[2])]
Points = Annotated[float, Meta(ge=0.25, le=30, examples=[5])]
Inches = Annotated[float, Meta(ge=0, le=200, description="inches between the bases", examples=[8])]
PerHit = Literal["quarter_quarter_half", "quarter_half_one"]
Sixes = Annotated[int, Meta(ge=0, le=30, description="natural sixes of the salvo after the first")]
Success = Annotated[int, Meta(ge=2, le=6, description="what a plain success needs (IR09)")]
USUAL = Settings()


class Battery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battery that fires."""

    kind: Annotated[GunType, Meta(description="type of gun", examples=["medium"])]
    dice: Annotated[int, Meta(ge=1, le=30, description="its dice on the sheet", examples=[4])]
    ap: Annotated[int, Meta(ge=0, le=9, description="armour piercing", examples=[3])]
    hull: Annotated[float, Meta(ge=0, le=5, description="hull points for each penetration; 0 by its type (IR10)")] = 0
    slow_load: Annotated[bool, Meta(description="slow to load")] = False
    super_heavy: Annotated[bool, Meta(description="super-heavy: misses are never rolled again")] = False
    gunner: Annotated[bool, Meta(description="a gunner captain rolls its misses again (IR22)")] = False


Batteries = Annotated[tuple[Battery, ...], Meta(min_length=1, max_length=16, description="batteries that fire")]


class SalvoShot(Inputs, kw_only=True):
    """A ship's salvo at one target: hull lost, fires, and the critical hit."""

    batteries: Batteries
    firer_class: Annotated[Class, Meta(description="class of the firer; a fort fires as 1")]
    target_class: Annotated[Class, Meta(description="class of the target; a fort is hit as 1")]
    range: Inches
    armour: Annotated[int, Meta(ge=0, le=9, description="armour of the target", examples=[3])]
    hull: Annotated[Points, Meta(description="hull points the target has left")]
    hull_full: Annotated[Points, Meta(description="her undamaged hull; the same if left out")] | None = None
    stopped: Annotated[bool, Meta(description="the target shows a stop order, is anchored, aground or a fort")] = False
    obscured: Annotated[bool, Meta(description="the target is partly hidden (IR30)")] = False
    storm: Annotated[bool, Meta(description="it blows a storm")] = False
    listing: Annotated[bool, Meta(description="the firer lists heavily")] = False
    fort: Annotated[bool, Meta(description="the target is a fort (IR37)")] = False
    target_guns: Annotated[
        tuple[GunType, ...], Meta(max_length=3, description="types of battery the target has left")
    ] = LIGHTEST_FIRST
    bridge_hit: Annotated[bool, Meta(description="her bridge is out of action already")] = False
    rudder_hit: Annotated[bool, Meta(description="her rudder is damaged already")] = False
    hull_per_hit: Annotated[PerHit, Meta(description="hull for light, medium and main hits (IR10)")] = (
        "quarter_quarter_half"
    )

    def __post_init__(self) -> None:
        quartered(hull=self.hull, hull_full=self.hull_full)
        for n, battery in enumerate(self.batteries, 1):
            quartered(**{f"batteries.{n}.hull": battery.hull})


def quartered(**points: float | None) -> None:
    """Refuse points that are not whole quarters."""
    for name, value in points.items():
        if value is not None and value * QUARTERS % 1:
            raise ValueError(f"{name}={value:g}: expected quarters of a point, as in 2.75")


class Damage(Struct, frozen=True):
    """Hull points lost in all, new markers, the critical hit, and whether she is gone."""

    hull: float
    fires: int
    flooding: int
    critical: str
    sunk: bool


def quarters(points: float) -> int:
    """Points as the small squares of a sheet."""
    return round(points * QUARTERS)


def _square(inches: float) -> int:
    return (round(inches * INCH) * FINE) ** 2


def _sheet(hull: float, full: float | None, guns: Iterable[GunType], bridge: bool, rudder: bool, fort: bool) -> Sheet:
    kinds = set(guns)
    left = tuple([kind for kind in LIGHTEST_FIRST if kind in kinds])
    return Sheet(quarters(hull), quarters(full or hull), left, bridge, rudder, fort=fort)


def _aimed(s: SalvoShot, charts: Charts) -> tuple[Guns, ...]:
    """A salvo as the rules of gunfire know it."""
    settings = Settings(hull_per_hit=s.hull_per_hit)
    lie = gunfire.Situation(
        firer_class=s.firer_class,
        target_class=gunfire.FORT_CLASS if s.fort else s.target_class,
        square=_square(s.range),
        armour=s.armour,
        stopped=s.stopped,
        obscured=s.obscured,
        storm=s.storm,
        listing=s.listing,
        fort=s.fort,
    )
    return tuple([gunfire.laid(_on_sheet(one), one.gunner, lie, settings, charts) for one in s.batteries])


def _on_sheet(battery: Battery) -> OnSheet:
    slow: tuple[GunTrait, ...] = ("slow_load",) if battery.slow_load else ()
    heavy: tuple[GunTrait, ...] = ("super_heavy",) if battery.super_heavy else ()
    return OnSheet(battery.kind, battery.dice, battery.ap, (), quarters(battery.hull), (*slow, *heavy))


def _named(blow: Blow | None) -> str:
    """A critical hit in a word or two."""
    if blow is None:
        return "none"
    return f"{blow.effect} {blow.detail}".strip().replace("_", " ")


def _damage(harm: Harm, hull: int) -> Damage:
    blow = harm.blow or Blow("")
    lost = harm.quarters + harm.burnt + blow.quarters
    sunk = blow.sunk or lost >= hull
    return Damage((hull if sunk else lost) / QUARTERS, harm.fires + blow.fire, blow.flooding, _named(harm.blow), sunk)


@procedure
def salvo(s: SalvoShot, charts: Charts, dice: Dice) -> Damage:
    sheet = _sheet(s.hull, s.hull_full, s.target_guns, s.bridge_hit, s.rudder_hit, s.fort)
    return dice.last.do(gunfire.salvo, _aimed(s, charts), sheet, charts, read=lambda harm: _damage(harm, sheet.hull))


class Duellist(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of two ships that fire at each other."""

    batteries: Batteries
    ship_class: Annotated[Class, Meta(description="her class")]
    armour: Annotated[int, Meta(ge=0, le=9, description="her armour", examples=[3])]
    hull: Annotated[Points, Meta(description="hull points she has left")]
    hull_full: Annotated[Points, Meta(description="her undamaged hull; the same if left out")] | None = None
    stopped: Annotated[bool, Meta(description="she shows a stop order, is anchored or aground")] = False
    listing: Annotated[bool, Meta(description="she lists heavily")] = False


class CounterSalvo(Inputs, kw_only=True):
    """A salvo and its answer at one moment: what each ship loses."""

    firer: Annotated[Duellist, Meta(description="the ship that fires")]
    target: Annotated[Duellist, Meta(description="the ship that answers")]
    range: Inches
    obscured: Annotated[bool, Meta(description="each hides the other in part")] = False
    storm: Annotated[bool, Meta(description="it blows a storm")] = False
    hull_per_hit: Annotated[PerHit, Meta(description="hull for light, medium and main hits (IR10)")] = (
        "quarter_quarter_half"
    )

    def __post_init__(self) -> None:
        # What one ship of the exchange needs is checked where a salvo by itself is.
        self.one(self.firer, self.target)
        self.one(self.target, self.firer)

    def one(self, firer: Duellist, target: Duellist) -> SalvoShot:
        """The salvo of one of them at the other."""
        return SalvoShot(
            batteries=firer.batteries,
            firer_class=firer.ship_class,
            target_class=target.ship_class,
            range=self.range,
            armour=target.armour,
            hull=target.hull,
            hull_full=target.hull_full,
            stopped=target.stopped,
            obscured=self.obscured,
            storm=self.storm,
            listing=firer.listing,
            hull_per_hit=self.hull_per_hit,
        )


class Exchange(Struct, frozen=True):
    """Hull points that each has lost, and whether she is gone."""

    firer_loses: float
    firer_sunk: bool
    target_loses: float
    target_sunk: bool


def _loss(shot: SalvoShot, charts: Charts, dice: Dice) -> tuple[float, bool]:
    return dice.last.do(salvo.rule, shot, charts, read=lambda damage: (damage.hull, damage.sunk))


@procedure
def counter_salvo(c: CounterSalvo, charts: Charts, dice: Dice) -> Exchange:
    target_loses, target_sunk = dice.do(_loss, c.one(c.firer, c.target), charts)
    firer_loses, firer_sunk = dice.do(_loss, c.one(c.target, c.firer), charts)
    return Exchange(firer_loses, firer_sunk, target_loses, target_sunk)


class Piercing(Inputs, kw_only=True):
    """Hits against armour: how many get through, and the sixes among them."""

    hits: Annotated[int, Meta(ge=1, le=30, description="hits of one battery", examples=[3])]
    ap: Annotated[int, Meta(ge=0, le=9, description="armour piercing of its guns", examples=[3])]
    armour: Annotated[int, Meta(ge=0, le=9, description="armour of the target", examples=[3])]


class Pierced(Struct, frozen=True):
    through: int
    sixes: int


@procedure
def penetration(p: Piercing, charts: Charts, dice: Dice) -> Pierced:
    # A medium gun at a class 4 ship: all its sixes are counted, whichever way they go.
    guns = Guns("medium", p.hits, p.ap, 4, 4, "close", p.armour, 1)
    return dice.last.do(
        gunfire.penetration, p.hits, guns, charts, read=lambda tally: Pierced(tally.through, tally.sixes + tally.fires)
    )


class CriticalHit(Inputs, kw_only=True):
    """The critical test of a salvo: a die, one more for each further six, and what it leads to."""

    further_sixes: Sixes = 0
    hull: Annotated[Points, Meta(description="hull points she has left")]
    hull_full: Annotated[Points, Meta(description="her undamaged hull; the same if left out")] | None = None
    guns: Annotated[tuple[GunType, ...], Meta(max_length=3, description="types of battery she has left")] = (
        LIGHTEST_FIRST
    )
    bridge_hit: Annotated[bool, Meta(description="her bridge is out of action already")] = False
    rudder_hit: Annotated[bool, Meta(description="her rudder is damaged already")] = False

    def __post_init__(self) -> None:
        quartered(hull=self.hull, hull_full=self.hull_full)


def _of_blow(blow: Blow, hull: int) -> Damage:
    return _damage(Harm(blow=blow), hull)


@procedure
def critical_hit(c: CriticalHit, charts: Charts, dice: Dice) -> Damage:
    sheet = _sheet(c.hull, c.hull_full, c.guns, c.bridge_hit, c.rudder_hit, False)
    return dice.last.do(
        criticals.critical, c.further_sixes, sheet, charts, read=lambda blow: _of_blow(blow, sheet.hull)
    )


class Ammunition(Inputs, kw_only=True):
    """A hit on a ship's ammunition: a small explosion, half her hull, or the end of her."""

    hull: Annotated[Points, Meta(description="hull points she has left")]
    hull_full: Annotated[Points, Meta(description="her undamaged hull; the same if left out")] | None = None

    def __post_init__(self) -> None:
        quartered(hull=self.hull, hull_full=self.hull_full)


@procedure
def magazine(m: Ammunition, charts: Charts, dice: Dice) -> Damage:
    hull = quarters(m.hull)
    full = quarters(m.hull_full or m.hull)
    return dice.last.do(criticals.magazine, full, charts, read=lambda blow: _of_blow(blow, hull))


class FortCritical(Inputs, kw_only=True):
    """A critical hit on a fort: nothing, a gun, or a magazine."""

    further_sixes: Sixes = 0
    structure: Annotated[Points, Meta(description="structure points it has left", examples=[6])]
    guns: Annotated[bool, Meta(description="it has a gun left")] = True

    def __post_init__(self) -> None:
        quartered(structure=self.structure)


@procedure
def fort_critical(f: FortCritical, charts: Charts, dice: Dice) -> Damage:
    hull = quarters(f.structure)
    sheet = Sheet(hull, hull, ("medium",) if f.guns else (), fort=True)
    return dice.last.do(criticals.critical, f.further_sixes, sheet, charts, read=lambda blow: _of_blow(blow, hull))


class Blasted(Inputs, kw_only=True):
    """The blast of a ship that blows up: how many within 3.5 inches catch fire."""

    ships: Annotated[int, Meta(ge=1, le=20, description="ships within 3.5 inches", examples=[1])] = 1
    success: Success = USUAL.success


class Alight(Struct, frozen=True):
    fires: int


@procedure
def blast(b: Blasted, charts: Charts, dice: Dice) -> Alight:
    return dice.last.do(criticals.blast, b.ships, b.success, read=Alight)


class TorpedoRun(Inputs, kw_only=True):
    """One torpedo: whether it hits, and what it does."""

    damage: Annotated[DamageType, Meta(description="type of torpedo")] = "D2"
    range: Inches
    era: Annotated[
        int,
        Meta(ge=1, le=6, description="1 to 1862, 2 to 1870, 3 to 1880, 4 to 1889, 5 to 1899, 6 to 1906", examples=[5]),
    ]
    target_class: Annotated[Class, Meta(description="class of the target")]
    knots: Annotated[int, Meta(ge=0, le=40, description="knots the target is making", examples=[10])] = 0
    stopped: Annotated[bool, Meta(description="she shows a stop order, is anchored or aground")] = False
    hull: Annotated[Points, Meta(description="hull points she has left")]
    rudder_hit: Annotated[bool, Meta(description="her rudder is damaged already")] = False
    engine_room: Annotated[int, Meta(ge=0, le=2, description="how often her engine room was hit")] = 0
    listing: Annotated[bool, Meta(description="she lists heavily already")] = False
    near: Annotated[int, Meta(ge=2, le=6, description="hits within half its reach on this (IR18)")] = USUAL.torpedo_near
    far: Annotated[int, Meta(ge=2, le=6, description="hits beyond that on this (IR18)")] = USUAL.torpedo_far

    def __post_init__(self) -> None:
        quartered(hull=self.hull)
        reach = torpedoes.reach(self.era, charts()) / INCH
        if self.range > reach:
            raise ValueError(f"range={self.range:g}: a torpedo of era {self.era} runs {reach:g} inches at most")


class Torpedoed(Struct, frozen=True):
    """What became of a torpedo: hull points lost, flooding markers, what else was damaged."""

    hit: bool
    misfire: bool
    hull: float
    flooding: int
    damaged: str
    sunk: bool


def _wrecked(wreck: Wreck | None, hull: int) -> Torpedoed:
    if wreck is None:
        return Torpedoed(False, False, 0, 0, "none", False)
    extra = wreck.extra or Blow("")
    lost = wreck.quarters + extra.quarters
    sunk = extra.sunk or lost >= hull
    flooding = wreck.flooding + extra.flooding
    return Torpedoed(True, wreck.misfire, (hull if sunk else lost) / QUARTERS, flooding, _named(wreck.extra), sunk)


@procedure
def torpedo(t: TorpedoRun, charts: Charts, dice: Dice) -> Torpedoed:
    settings = Settings(torpedo_near=t.near, torpedo_far=t.far)
    run = torpedoes.run(_square(t.range), t.era, t.target_class, t.knots, t.stopped, settings, charts)
    hull = quarters(t.hull)
    sheet = Sheet(hull, hull, rudder=t.rudder_hit, engine_room=t.engine_room, listing=t.listing)
    return dice.last.do(torpedoes.torpedo, run, t.damage, sheet, charts, read=lambda wreck: _wrecked(wreck, hull))


PROCEDURES = [salvo, counter_salvo, penetration, critical_hit, magazine, fort_critical, blast, torpedo]


def calls(view: View, action: AnyAction, charts: Charts) -> list[Call]:
    """The procedures that a salvo, its answer or torpedoes will use, with their inputs as the table has them."""
    table = view.table
    match action:
        case Salvo(ship=id, shots=shots):
            firer = table.number(id)
            answering = gunfire.answerers(table, firer, shots, charts)
            answers = [(n, tuple(gunfire.useful(table, n, firer, charts))) for n in answering]
            return [_salvo(table, shot) for shot in gunfire.exchange(table, firer, shots, answers)]
        case Counter(ship=id, guns=guns) if guns and isinstance(table.phase, Countering):
            answer = (table.number(id), guns)
            phase = table.phase
            return [
                _salvo(table, shot)
                for shot in gunfire.exchange(table, phase.ship, phase.shots, [answer])
                if answer[0] in (shot.ship, shot.target)
            ][::-1]
        case Launch(ship=id, shots=shots):
            firer = table.number(id)
            return [_torpedo(table, firer, aim.gun, table.number(aim.target)) for aim in shots]
    return []


def _salvo(table: Table, shot: gunfire.Shot) -> Call:
    firer, target = table.ships[shot.ship], table.ships[shot.target]
    at = arcs.mark(table, shot.ship, shot.target)
    lie, sheet = gunfire.situation(table, shot.ship, at), sheet_of(target)
    inputs = SalvoShot(
        batteries=tuple([_battery(firer, gun, gun == shot.gunner) for gun in shot.guns]),
        firer_class=lie.firer_class,
        target_class=lie.target_class,
        range=at.range / INCH,
        armour=lie.armour,
        hull=target.hull / QUARTERS,
        hull_full=target.hull_full / QUARTERS,
        stopped=lie.stopped,
        obscured=lie.obscured,
        storm=lie.storm,
        listing=lie.listing,
        fort=lie.fort,
        target_guns=sheet.guns,
        bridge_hit=sheet.bridge,
        rudder_hit=sheet.rudder,
        hull_per_hit=table.settings.hull_per_hit,
    )
    words = f"if {firer.name} answers" if shot.counter else f"at {target.name}"
    return Call("salvo", inputs, words)


def _battery(ship: Ship, gun: int, gunner: bool) -> Battery:
    battery = ship.batteries[gun - 1]
    return Battery(
        kind=battery.kind,
        dice=battery.dice,
        ap=battery.ap,
        hull=battery.quarters / QUARTERS,
        slow_load="slow_load" in battery.traits,
        super_heavy="super_heavy" in battery.traits,
        gunner=gunner,
    )


def _torpedo(table: Table, number: int, tube: int, target: int) -> Call:
    ship, other = table.ships[number], table.ships[target]
    inputs = TorpedoRun(
        damage=ship.tubes[tube - 1].damage,
        range=arcs.mark(table, number, target).range / INCH,
        era=table.era,
        target_class=other.ship_class,
        knots=other.speed,
        stopped=gunfire.stopped(other),
        hull=other.hull / QUARTERS,
        rudder_hit=bool(other.rudder),
        engine_room=other.engine_room,
        listing=other.heavy_list,
        near=table.settings.torpedo_near,
        far=table.settings.torpedo_far,
    )
    return Call("torpedo", inputs, f"tube {tube} at {other.name}")
