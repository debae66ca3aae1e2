"""Gunfire as procedures: salvos, their answers, and armour."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept_by_value
from weathergauge.freetable import FINE
from weathergauge.procedures import Inputs, aimed, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.ironclads import arcs, gunfire, salvos
from weathergauge.rulesets.ironclads.actions import AnyAction, Counter, Salvo
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.criticals import LIGHTEST_FIRST, Blow, Sheet
from weathergauge.rulesets.ironclads.gunfire import FORT_CLASS, Guns, Situation, Volley
from weathergauge.rulesets.ironclads.procedures import forms
from weathergauge.rulesets.ironclads.state import INCH, QUARTERS, SMALLEST, Countering, PerHit, Table, View
from weathergauge.rulesets.ironclads.state import Battery as OnSheet
from weathergauge.rulesets.ironclads.terms import GunTrait, GunType

PerPenetration = Annotated[PerHit, Meta(description="hull for light, medium and main hits (IR10)")]
Storm = Annotated[bool, Meta(description="it blows a storm")]


class Battery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battery that fires."""

    kind: Annotated[GunType, Meta(description="type of gun", examples=["medium"])]
    dice: Annotated[int, Meta(ge=1, le=30, description="its dice on the sheet", examples=[4])]
    ap: forms.Piercing
    hull: Annotated[float, Meta(ge=0, le=5, description="hull points for each penetration; 0 by its type (IR10)")] = 0
    slow_load: Annotated[bool, Meta(description="slow to load")] = False
    super_heavy: Annotated[bool, Meta(description="super-heavy: misses are never rolled again")] = False
    gunner: Annotated[bool, Meta(description="a gunner captain rolls its misses again (IR22)")] = False


Batteries = Annotated[tuple[Battery, ...], Meta(min_length=1, max_length=16, description="batteries that fire")]


class SalvoShot(forms.Hulls, kw_only=True):
    """A ship's salvo at one target: hull lost, fires, and the critical hit."""

    batteries: Batteries
    firer_class: Annotated[forms.Class, Meta(description="class of the firer; a fort fires as 1")]
    target_class: Annotated[forms.Class, Meta(description="class of the target; a fort is hit as 1")]
    range: forms.Inches
    armour: forms.Armour
    hull: Annotated[forms.Points, Meta(description="hull points the target has left")]
    hull_full: forms.Undamaged | None = None
    stopped: Annotated[bool, Meta(description="the target shows a stop order, is anchored, aground or a fort")] = False
    obscured: Annotated[bool, Meta(description="the target is partly hidden (IR30)")] = False
    storm: Storm = False
    listing: Annotated[bool, Meta(description="the firer lists heavily")] = False
    fort: Annotated[bool, Meta(description="the target is a fort (IR37)")] = False
    target_guns: Annotated[forms.GunTypes, Meta(description="types of battery the target has left")] = LIGHTEST_FIRST
    bridge_hit: forms.BridgeHit = False
    rudder_hit: forms.RudderHit = False
    hull_per_hit: PerPenetration = forms.USUAL.hull_per_hit


class Damage(Struct, frozen=True, cache_hash=True):
    """Hull points lost in all, new markers, the critical hit, and whether she is gone."""

    hull: float
    fires: int
    flooding: int
    critical: str
    sunk: bool


def square(inches: float) -> int:
    return (round(inches * INCH) * FINE) ** 2


def _volley(s: SalvoShot) -> Volley:
    at = Situation(
        firer_class=s.firer_class, target_class=FORT_CLASS if s.fort else s.target_class, square=square(s.range),
        armour=s.armour, stopped=s.stopped, obscured=s.obscured, storm=s.storm, listing=s.listing, fort=s.fort,
        per_hit=s.hull_per_hit,
    )  # fmt: skip
    return _fires(
        at, s.batteries, forms.sheet(s.hull, s.hull_full, s.target_guns, s.bridge_hit, s.rudder_hit, fort=s.fort)
    )


def _fires(at: Situation, batteries: tuple[Battery, ...], target: Sheet) -> Volley:
    gunners = tuple([n for n, battery in enumerate(batteries) if battery.gunner])
    return Volley(at, tuple([_on_sheet(battery) for battery in batteries]), gunners, target)


def _on_sheet(battery: Battery) -> OnSheet:
    slow: tuple[GunTrait, ...] = ("slow_load",) if battery.slow_load else ()
    heavy: tuple[GunTrait, ...] = ("super_heavy",) if battery.super_heavy else ()
    return OnSheet(battery.kind, battery.dice, battery.ap, (), forms.quarters(battery.hull), (*slow, *heavy))


def _form(v: Volley) -> SalvoShot:
    at, target = v.at, v.sheet
    batteries = [
        Battery(
            kind=battery.kind, dice=battery.dice, ap=battery.ap, hull=battery.quarters / QUARTERS, slow_load="slow_load" in battery.traits,
            super_heavy="super_heavy" in battery.traits, gunner=n in v.gunners,
        )
        for n, battery in enumerate(v.batteries)
    ]  # fmt: skip
    return SalvoShot(
        batteries=tuple(batteries), firer_class=at.firer_class, target_class=at.target_class,
        range=arcs.rounded(at.square) / INCH, armour=at.armour, hull=target.hull / QUARTERS,
        hull_full=target.full / QUARTERS, stopped=at.stopped, obscured=at.obscured, storm=at.storm, listing=at.listing,
        fort=at.fort, target_guns=target.guns, bridge_hit=target.bridge, rudder_hit=target.rudder,
        hull_per_hit=at.per_hit,
    )  # fmt: skip


def named(blow: Blow | None) -> str:
    """A critical hit in a word or two."""
    return "none" if blow is None else f"{blow.effect} {blow.detail}".strip().replace("_", " ")


@kept_by_value(16384)
def told(lost: int, fires: int, blow: Blow | None, hull: int) -> Damage:
    """The harm of a salvo in points: quarters lost before the critical hit, fires, and what that was."""
    struck = blow or Blow("")
    points, sunk = forms.lost(lost + struck.quarters, hull, struck.sunk)
    return Damage(points, fires + struck.fire, struck.flooding, named(blow), sunk)


@aimed(_volley, _form)
def salvo(v: Volley, charts: Charts, dice: Dice) -> Damage:
    return dice.last.do(_salvo, gunfire.guns_of(v, charts), v.sheet, charts)


def _salvo(guns: tuple[Guns, ...], sheet: Sheet, charts: Charts, dice: Dice) -> Damage:
    lost, fires, sixes = dice.do(gunfire.battered, guns, sheet, charts, read=_lost)
    if not sixes:
        return told(lost, fires, None, sheet.hull)
    return dice.last.do(
        gunfire.critical_test, sixes, sheet, charts, read=lambda blow: told(lost, fires, blow, sheet.hull)
    )


def _lost(battered: gunfire.Battered) -> tuple[int, int, int]:
    """Whether shot or fire took it, hull is hull."""
    quarters, fires, burnt, sixes = battered
    return quarters + burnt, fires, sixes


class Duellist(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of two ships that fire at each other."""

    batteries: Batteries
    ship_class: Annotated[forms.Class, Meta(description="her class")]
    armour: Annotated[forms.Armour, Meta(description="her armour")]
    hull: forms.Points
    hull_full: forms.Undamaged | None = None
    stopped: forms.LyingStill = False
    listing: Annotated[bool, Meta(description="she lists heavily")] = False


class CounterSalvo(forms.Hulls, kw_only=True):
    """A salvo and its answer at one moment: what each ship loses."""

    firer: Annotated[Duellist, Meta(description="the ship that fires")]
    target: Annotated[Duellist, Meta(description="the ship that answers")]
    range: forms.Inches
    obscured: Annotated[bool, Meta(description="each hides the other in part")] = False
    storm: Storm = False
    hull_per_hit: PerPenetration = forms.USUAL.hull_per_hit

    def one(self, firer: Duellist, target: Duellist) -> Volley:
        """The salvo of one of them at the other."""
        at = Situation(
            firer_class=firer.ship_class, target_class=target.ship_class, square=square(self.range),
            armour=target.armour, stopped=target.stopped, obscured=self.obscured, storm=self.storm,
            listing=firer.listing, per_hit=self.hull_per_hit,
        )  # fmt: skip
        return _fires(at, firer.batteries, forms.sheet(target.hull, target.hull_full, LIGHTEST_FIRST))


class Exchange(Struct, frozen=True):
    """Hull points that each has lost, and whether she is gone."""

    firer_loses: float
    firer_sunk: bool
    target_loses: float
    target_sunk: bool


def _loss(volley: Volley, charts: Charts, dice: Dice) -> tuple[float, bool]:
    return dice.last.do(salvo.rule, volley, charts, read=lambda damage: (damage.hull, damage.sunk))


@procedure
def counter_salvo(c: CounterSalvo, charts: Charts, dice: Dice) -> Exchange:
    target_loses, target_sunk = dice.do(_loss, c.one(c.firer, c.target), charts)
    firer_loses, firer_sunk = dice.do(_loss, c.one(c.target, c.firer), charts)
    return Exchange(firer_loses, firer_sunk, target_loses, target_sunk)


class Hits(Inputs, kw_only=True):
    """Hits against armour: how many get through, and the sixes among them."""

    hits: Annotated[int, Meta(ge=1, le=30, description="hits of one battery", examples=[3])]
    ap: Annotated[forms.Piercing, Meta(description="armour piercing of its guns")]
    armour: forms.Armour


class Pierced(Struct, frozen=True):
    through: int
    sixes: int


@procedure
def penetration(p: Hits, charts: Charts, dice: Dice) -> Pierced:
    # A medium gun at the smallest ship: all its sixes are counted, whichever way they go.
    guns = Guns("medium", p.hits, p.ap, SMALLEST, SMALLEST, "close", p.armour, 1)
    return dice.last.do(
        gunfire.penetration, p.hits, guns, charts, read=lambda tally: Pierced(tally.through, tally.sixes + tally.fires)
    )


PROCEDURES = [salvo, counter_salvo, penetration]


def calls(view: View, action: AnyAction, charts: Charts) -> list[Call]:
    """The salvos that an order will lead to, as the table has them."""
    table = view.table
    match action:
        case Salvo(ship=id, shots=shots):
            firer = table.number(id)
            answering = salvos.answerers(table, firer, shots, charts)
            answers = [(n, tuple(salvos.useful(table, n, firer, charts))) for n in answering]
            return [_call(table, shot) for shot in salvos.exchange(table, firer, shots, answers)]
        case Counter(ship=id, guns=guns) if guns and isinstance(table.phase, Countering):
            answer = (table.number(id), guns)
            phase = table.phase
            return [
                _call(table, shot)
                for shot in salvos.exchange(table, phase.ship, phase.shots, [answer])
                if answer[0] in (shot.ship, shot.target)
            ][::-1]
    return []


def _call(table: Table, shot: gunfire.Shot) -> Call:
    firer, target = table.ships[shot.ship], table.ships[shot.target]
    words = f"if {firer.name} answers" if shot.counter else f"at {target.name}"
    return Call("salvo", gunfire.aimed(table, shot), words)
