"""Winds, gales, catching the wind and searching as procedures: each resolution by itself, with its odds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct

from weathergauge.dice import Dice, Modifier
from weathergauge.procedures import Inputs, Procedure, aimed, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords import leaders
from weathergauge.rulesets.sealords.charts import Charts, Found, GaleEffect, RandomEvent
from weathergauge.rulesets.sealords.damage import hurt, sinks
from weathergauge.rulesets.sealords.forces import Squadron
from weathergauge.rulesets.sealords.sea import passage, spotting, storm, weather
from weathergauge.rulesets.sealords.sea.actions import Catch
from weathergauge.rulesets.sealords.sea.gales import Affected, effect_of, gale_at
from weathergauge.rulesets.sealords.sea.passage import Try
from weathergauge.rulesets.sealords.sea.spotting import Looker, Sought
from weathergauge.rulesets.sealords.sea.weather import winds
from weathergauge.rulesets.sealords.state import Gale, View
from weathergauge.rulesets.sealords.terms import AuxClass, Season
from weathergauge.rulesets.sealords.world import World

InSeason = Annotated[Season, Meta(description="season of the turn", examples=["winter"])]
Force = Annotated[Literal[8, 9, 10, 11], Meta(description="force of the gale", examples=[9])]
Away = Annotated[int, Meta(ge=0, le=3, description="spaces from the gale marker")]
Hurricane = Annotated[bool, Meta(description="it is a hurricane")]
Lr = Annotated[int, Meta(ge=0, le=9, description="leadership rating; 0 without a leader", examples=[3])]
Drm = Annotated[int, Meta(ge=-9, le=9, description="a modifier of the die, as by a player's rank")]


def _added(number: int) -> tuple[Modifier, ...]:
    return (Modifier("as given", number),) if number else ()


# Winds and gales


class WindsOfASeason(Inputs, kw_only=True):
    """The winds in effect for an impulse: one die for each contra pair and each single wind."""

    season: InSeason


class Winds(Struct, frozen=True):
    winds: tuple[str, ...]


@procedure
def winds_of_an_impulse(w: WindsOfASeason, charts: Charts, dice: Dice) -> Winds:
    return Winds(weather.impulse_winds(w.season, charts, dice).winds)


class GaleForce(Struct, frozen=True):
    """The force of the gale, 0 for none, and whether it is a hurricane."""

    force: int
    hurricane: bool = False


def _gale(world: World) -> Procedure:
    """The gale table has a title's own winds."""
    names: Any = winds(world.charts)
    named: Any = Annotated[Literal[names], Meta(description="the wind in effect", examples=[names[0]])]
    inputs: Any = defstruct(
        "WindInEffect", [("wind", named), ("season", InSeason)], bases=(Inputs,), frozen=True, kw_only=True
    )
    inputs.__doc__ = "Whether a wind in effect becomes a gale, and of what force."

    def gale(g: Any, charts: Charts, dice: Dice) -> GaleForce:
        gathered = weather.gather(g.wind, g.season, charts, dice)
        return GaleForce(gathered.force, gathered.hurricane)

    return Procedure(gale, inputs, GaleForce)


class Ships(Struct, frozen=True):
    """A squadron in a gale."""

    sail: Annotated[int, Meta(ge=1, le=4, description="its sail", examples=[4])] = 4
    dps: Annotated[int, Meta(ge=0, le=40, description="damage points it has", examples=[0])] = 0
    rating: Annotated[int, Meta(ge=1, le=20, description="its damage rating", examples=[10])] = 10


class GaleCase(Inputs, kw_only=True):
    """What a gale does in an increment to a formation, or to ships in harbour, and to the auxiliaries with them."""

    force: Force
    range: Away = 0
    hurricane: Hurricane = False
    sheltered: Annotated[bool, Meta(description="in harbour, or marking time at anchor")] = False
    lr: Lr = 0
    squadrons: Annotated[tuple[Ships, ...], Meta(min_length=1, max_length=8, description="its squadrons")] = (Ships(),)
    auxiliaries: Annotated[tuple[AuxClass, ...], Meta(max_length=12, description="auxiliaries with it")] = ()
    drm: Drm = 0

    def __post_init__(self) -> None:
        if self.hurricane and self.force != 11:
            raise ValueError(
                f"force={self.force}: a hurricane counts as force 11; expected 11, or leave out the hurricane"
            )


class GaleResult(Struct, frozen=True):
    """Damage points for each squadron, sail that founder, whether the formation keeps together, and auxiliaries removed."""

    dps: int
    sunk: int
    together: bool
    removed: int


def _founders(squadron: Squadron, dice: Dice) -> int:
    return sinks(squadron.excess, dice)


def _sails_off(cls: AuxClass, effect: GaleEffect, charts: Charts, dice: Dice) -> int:
    return int(storm.carried_off(effect, cls, charts, dice))


@procedure
def gale_effects(g: GaleCase, charts: Charts, dice: Dice) -> GaleResult:
    effect = effect_of(g.force, g.range, g.hurricane, charts)
    dice.see(charts.gale_effects, g.force, g.range)
    dps = storm.toll(effect, g.sheltered)
    wet = [
        hurt(Squadron(str(n), "", "sol", squadron.sail, squadron.sail, squadron.rating, 4, dps=squadron.dps), dps)
        for n, squadron in enumerate(g.squadrons)
    ]
    sunk = dice.sum(_founders, wet, 0) if dps else 0
    felt = Affected(effect, Gale("", g.force, "", g.hurricane), g.range)
    together = True
    if len(g.squadrons) > 1 and not g.sheltered and effect.attrition_dp:
        add = (*storm.gale_modifier(felt), *_added(g.drm))
        together = leaders.passes(g.lr, add, dice, why="is the formation kept together?")
    removed = dice.sum(_sails_off, g.auxiliaries, 0, effect, charts)
    return GaleResult(dps, sunk, together, removed)


class SuddenDie(Inputs, kw_only=True):
    """What a natural 9 on a die for winds or gales brings."""


@procedure
def random_event(s: SuddenDie, charts: Charts, dice: Dice) -> RandomEvent:
    return weather.sudden(charts, dice)


# Catching the wind


class Catching(Inputs, kw_only=True):
    """Trying to catch the wind: on a lane against it, or across a box of a sea zone."""

    base: Annotated[int, Meta(ge=0, le=9, description="number in the box; 4 on a lane", examples=[5])] = 4
    lr: Lr = 0
    seasonal: Annotated[
        Literal["none", "with", "against"], Meta(description="a seasonal wind marked there blows with or against it")
    ] = "none"
    gale: Annotated[Literal[0, 8, 9, 10, 11], Meta(description="force of a gale where it is; 0 is none")] = 0
    range: Away = 0
    hurricane: Hurricane = False
    drm: Drm = 0

    def __post_init__(self) -> None:
        if self.hurricane and self.gale != 11:
            raise ValueError(
                f"gale={self.gale}: a hurricane counts as force 11; expected 11, or leave out the hurricane"
            )


class Caught(Struct, frozen=True):
    caught: bool


WINDWARD = {"none": 0, "with": 1, "against": -1}


@procedure
def catch_the_wind(c: Catching, charts: Charts, dice: Dice) -> Caught:
    add = [*passage.wind_modifiers(c.lr, WINDWARD[c.seasonal], charts), *_added(c.drm)]
    if c.gale:
        effect = effect_of(c.gale, c.range, c.hurricane, charts)
        add += storm.gale_modifier(Affected(effect, Gale("", c.gale, "", c.hurricane), c.range))
    return Caught(dice.do(passage.caught, Try(c.base, tuple(add)), charts))


# Searching

Searcher = Annotated[Literal["formation", "auxiliary"], Meta(description="who searches", examples=["formation"])]
Poor = Annotated[bool, Meta(description="a galley or fleet-50 auxiliary searches")]
Partial = Annotated[bool, Meta(description="the search is partially screened")]
Around = Annotated[int, Meta(ge=0, le=40, description="enemy squadrons in the space")]


class OneColumn(Inputs, kw_only=True):
    """A search for one unspotted formation, and whether an auxiliary may shadow it."""

    searcher: Searcher = "formation"
    poor: Poor = False
    screened: Partial = False
    target_squadrons: Annotated[int, Meta(ge=0, le=20, description="squadrons of the target")] = 1
    drm: Drm = 0


class ByColumns(Inputs, kw_only=True):
    """A search, by the column of who searches, and whether an auxiliary may shadow what it spots."""

    searcher: Searcher = "formation"
    poor: Poor = False
    screened: Partial = False
    squadrons: Annotated[int, Meta(ge=0, le=20, description="squadrons searching")] = 1
    around: Around = 1
    convoy: Annotated[bool, Meta(description="the target is a convoy of nobody knows how many sail")] = False
    drm: Drm = 0


class Looking(Struct, frozen=True):
    looker: Looker
    sought: Sought


def _one_column(s: OneColumn) -> Looking:
    looker = Looker(s.searcher, 0, s.poor and s.searcher == "auxiliary", s.screened, _added(s.drm))
    return Looking(looker, Sought(s.target_squadrons))


def _by_columns(s: ByColumns) -> Looking:
    formation = s.searcher == "formation"
    looker = Looker(s.searcher, s.squadrons if formation else 0, s.poor and not formation, s.screened, _added(s.drm))
    return Looking(looker, Sought(1, s.around, s.convoy))


def _search(world: World) -> Procedure:
    def search(looking: Looking, charts: Charts, dice: Dice) -> Found:
        return spotting.search(looking.looker, looking.sought, charts, dice)

    columns = "searcher" in world.charts.search.axes
    return aimed(_by_columns if columns else _one_column)(search)


def look(
    world: World,
    searcher: Literal["formation", "auxiliary"],
    words: str,
    *,
    squadrons: int = 1,
    poor: bool = False,
    target: int = 1,
    around: int = 1,
    drm: int = 0,
) -> Call:
    """A search as an order leads to it, in the columns of the title's chart."""
    if "searcher" in world.charts.search.axes:
        form: Any = ByColumns(searcher=searcher, poor=poor, squadrons=squadrons, around=around, drm=drm)
    else:
        form = OneColumn(searcher=searcher, poor=poor, target_squadrons=target, drm=drm)
    return Call("search", form, words)


def procedures(world: World) -> list[Procedure]:
    """Those of this group whose charts the title has."""
    every = [winds_of_an_impulse, _gale(world), gale_effects, catch_the_wind, _search(world)]
    return [*every, random_event] if world.charts.random_events is not None else every


def calls(view: View, action: Any, world: World) -> list[Call]:
    """Catching the wind is the one order at sea with a die of its own."""
    if not isinstance(action, Catch) or view.own is None:
        return []
    formation = view.own.formation(action.formation)
    if formation is None:
        return []
    way = next((way for way in passage.ways(view.table, formation, world) if way.to == action.to), None)
    if way is None or way.kind == "run":
        return []
    felt = gale_at(view.table, formation.place, world)
    ranks = leaders.rank_modifiers(view.table, formation.side, "catch_the_wind_drm", world.charts)
    ranks += leaders.favoured(view.own, formation.side, "catch_the_wind")
    inputs = Catching(
        base=way.base,
        lr=leaders.lr(formation.leader, world.charts),
        seasonal="with" if way.wind > 0 else "against" if way.wind < 0 else "none",
        # A force on the table is one of the gale chart, which no type knows.
        gale=felt.gale.force if felt is not None else 0,  # type: ignore[arg-type]
        range=felt.range if felt is not None else 0,
        hurricane=felt.gale.hurricane if felt is not None else False,
        drm=sum([rank.value for rank in ranks]),
    )
    return [Call("catch_the_wind", inputs, f"{formation.name} catches the wind")]
