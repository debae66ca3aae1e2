"""Critical hits, magazines, blasts, torpedoes and mines as procedures: what strikes a ship, by itself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, aimed, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.ironclads import arcs, criticals, damage, passage, torpedoes
from weathergauge.rulesets.ironclads.actions import AnyAction, Launch
from weathergauge.rulesets.ironclads.charts import Charts, charts
from weathergauge.rulesets.ironclads.criticals import LIGHTEST_FIRST, Blow, Sheet, Wreck
from weathergauge.rulesets.ironclads.procedures import forms
from weathergauge.rulesets.ironclads.procedures.fire import Damage, named, square, told
from weathergauge.rulesets.ironclads.state import INCH, QUARTERS, Needed, View, replace
from weathergauge.rulesets.ironclads.terms import DamageType
from weathergauge.rulesets.ironclads.torpedoes import Torpedo

Sixes = Annotated[int, Meta(ge=0, le=30, description="natural sixes of the salvo after the first")]
NEAR = f"{damage.blast_reach(charts()) / INCH:g} inches"


class CriticalHit(forms.Hulls, kw_only=True):
    """The critical test of a salvo: a die, one more for each further six, and what it leads to."""

    further_sixes: Sixes = 0
    hull: forms.Points
    hull_full: forms.Undamaged | None = None
    guns: Annotated[forms.GunTypes, Meta(description="types of battery she has left")] = LIGHTEST_FIRST
    bridge_hit: forms.BridgeHit = False
    rudder_hit: forms.RudderHit = False


@procedure
def critical_hit(c: CriticalHit, charts: Charts, dice: Dice) -> Damage:
    struck = forms.sheet(c.hull, c.hull_full, c.guns, c.bridge_hit, c.rudder_hit)
    return dice.last.do(
        criticals.critical, c.further_sixes, struck, charts, read=lambda blow: told(0, 0, blow, struck.hull)
    )


class Ammunition(forms.Hulls, kw_only=True):
    """A hit on a ship's ammunition: a small explosion, half her hull, or the end of her."""

    hull: forms.Points
    hull_full: forms.Undamaged | None = None


@procedure
def magazine(m: Ammunition, charts: Charts, dice: Dice) -> Damage:
    struck = forms.sheet(m.hull, m.hull_full)
    return dice.last.do(criticals.magazine, struck.full, charts, read=lambda blow: told(0, 0, blow, struck.hull))


class FortCritical(forms.Hulls, kw_only=True):
    """A critical hit on a fort: nothing, a gun, or a magazine."""

    further_sixes: Sixes = 0
    structure: Annotated[forms.Points, Meta(description="structure points it has left", examples=[6])]
    guns: Annotated[bool, Meta(description="it has a gun left")] = True


@procedure
def fort_critical(f: FortCritical, charts: Charts, dice: Dice) -> Damage:
    struck = forms.sheet(f.structure, guns=("medium",) if f.guns else (), fort=True)
    return dice.last.do(
        criticals.critical, f.further_sixes, struck, charts, read=lambda blow: told(0, 0, blow, struck.hull)
    )


class Blasted(Inputs, kw_only=True):
    """The blast of a ship that blows up: how many within 3.5 inches catch fire."""

    ships: Annotated[int, Meta(ge=1, le=20, description=f"ships within {NEAR}", examples=[1])] = 1
    success: Annotated[Needed, Meta(description="what a plain success needs (IR09)")] = forms.USUAL.success


class Alight(Struct, frozen=True):
    fires: int


@procedure
def blast(b: Blasted, charts: Charts, dice: Dice) -> Alight:
    return dice.last.do(criticals.blast, b.ships, b.success, read=Alight)


# Under water


class TorpedoRun(forms.Hulls, kw_only=True):
    """One torpedo: whether it hits, and what it does."""

    damage: Annotated[DamageType, Meta(description="type of torpedo")] = "D2"
    range: forms.Inches
    era: Annotated[forms.Era, Meta(examples=[5])]
    target_class: Annotated[forms.Class, Meta(description="class of the target")]
    knots: Annotated[forms.Knots, Meta(description="knots the target is making", examples=[10])] = 0
    stopped: forms.LyingStill = False
    hull: forms.Points
    rudder_hit: forms.RudderHit = False
    engine_room: forms.EngineRoom = 0
    listing: forms.Listing = False
    near: Annotated[Needed, Meta(description="hits within half its reach on this (IR18)")] = forms.USUAL.torpedo_near
    far: Annotated[Needed, Meta(description="hits beyond that on this (IR18)")] = forms.USUAL.torpedo_far

    def __post_init__(self) -> None:
        forms.Hulls.__post_init__(self)
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


def _torpedo(t: TorpedoRun) -> Torpedo:
    struck = forms.sheet(t.hull, rudder=t.rudder_hit, engine_room=t.engine_room, listing=t.listing)
    return Torpedo(square(t.range), t.era, t.target_class, t.knots, t.stopped, t.near, t.far, t.damage, struck)


def _form(t: Torpedo) -> TorpedoRun:
    return TorpedoRun(
        damage=t.kind, range=arcs.rounded(t.square) / INCH, era=t.era, target_class=t.target_class, knots=t.knots,
        stopped=t.still, hull=t.sheet.hull / QUARTERS, rudder_hit=t.sheet.rudder, engine_room=t.sheet.engine_room,
        listing=t.sheet.listing, near=t.near, far=t.far,
    )  # fmt: skip


def _wrecked(wreck: Wreck | None, hull: int) -> Torpedoed:
    if wreck is None:
        return Torpedoed(False, False, 0, 0, "none", False)
    extra = wreck.extra or Blow("")
    points, sunk = forms.lost(wreck.quarters + extra.quarters, hull, extra.sunk)
    return Torpedoed(True, wreck.misfire, points, wreck.flooding + extra.flooding, named(wreck.extra), sunk)


@aimed(_torpedo, _form)
def torpedo(t: Torpedo, charts: Charts, dice: Dice) -> Torpedoed:
    run = torpedoes.run(t, charts)
    return dice.last.do(
        torpedoes.torpedo, run, t.kind, t.sheet, charts, read=lambda wreck: _wrecked(wreck, t.sheet.hull)
    )


class MineTest(forms.Hulls, kw_only=True):
    """A ship whose base touches a minefield: the mines that strike her, and all that they do."""

    ship_class: forms.Class
    damage: Annotated[DamageType, Meta(description="type of mine")] = "D2"
    hull: forms.Points
    rudder_hit: forms.RudderHit = False
    engine_room: forms.EngineRoom = 0
    listing: forms.Listing = False


class Mined(Struct, frozen=True):
    """Mines that struck, hull points lost, new flooding markers, what else was damaged, and whether she is gone."""

    hits: int
    hull: float
    flooding: int
    rudder: bool
    engine_room: int
    listing: bool
    sunk: bool


class Among(Struct, frozen=True):
    """A ship among mines of one type."""

    ship_class: int
    kind: DamageType
    sheet: Sheet


class _Wrecked(Struct, frozen=True):
    sheet: Sheet
    flooding: int = 0
    sunk: bool = False


def _mine(so_far: _Wrecked, mine: int, damage: DamageType, charts: Charts, dice: Dice) -> _Wrecked:
    """One mine that struck: a ship that has sunk needs no more dice."""
    if so_far.sunk:
        return so_far
    struck = so_far.sheet
    wreck = dice.do(criticals.under_water, damage, struck, charts)
    extra = wreck.extra or Blow("")
    left = struck.hull - wreck.quarters - extra.quarters
    flooding = so_far.flooding + wreck.flooding + extra.flooding
    if left <= 0 or extra.sunk:
        return _Wrecked(replace(struck, hull=0), flooding, True)
    after = replace(
        struck,
        hull=left,
        rudder=struck.rudder or extra.effect == criticals.RUDDER,
        engine_room=min(2, struck.engine_room + (extra.effect == criticals.ENGINE_ROOM)),
        listing=struck.listing or extra.effect == criticals.LIST,
    )
    return _Wrecked(after, flooding)


def _among(m: MineTest) -> Among:
    struck = forms.sheet(m.hull, rudder=m.rudder_hit, engine_room=m.engine_room, listing=m.listing)
    return Among(m.ship_class, m.damage, struck)


def _mine_form(m: Among) -> MineTest:
    return MineTest(
        ship_class=m.ship_class, damage=m.kind, hull=m.sheet.hull / QUARTERS, rudder_hit=m.sheet.rudder,
        engine_room=m.sheet.engine_room, listing=m.sheet.listing,
    )  # fmt: skip


@aimed(_among, _mine_form)
def mine_test(m: Among, charts: Charts, dice: Dice) -> Mined:
    hits = dice.do(passage.mine_hits, m.ship_class, charts)
    end = dice.fold(_mine, _Wrecked(m.sheet), range(hits), m.kind, charts)
    after = end.sheet
    points = (m.sheet.hull - after.hull) / QUARTERS
    return Mined(hits, points, end.flooding, after.rudder, after.engine_room, after.listing, end.sunk)


PROCEDURES = [critical_hit, magazine, fort_critical, blast, torpedo]


def calls(view: View, action: AnyAction, charts: Charts) -> list[Call]:
    """The torpedoes that an order launches, each by itself."""
    if not isinstance(action, Launch):
        return []
    table = view.table
    number = table.number(action.ship)
    asked = []
    for aim in action.shots:
        target = table.number(aim.target)
        words = f"tube {aim.gun} at {table.ships[target].name}"
        asked.append(Call("torpedo", torpedoes.aimed(table, number, aim.gun, target), words))
    return asked
