"""Initiative, weather, speed, shoals, land and mines as procedures: each resolution by itself, with its odds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, aimed, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.ironclads import passage, speed, steaming, weather
from weathergauge.rulesets.ironclads.actions import AnyAction, Lead, Steam
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.criticals import sheet_of
from weathergauge.rulesets.ironclads.procedures import forms
from weathergauge.rulesets.ironclads.procedures.hits import Among, mine_test
from weathergauge.rulesets.ironclads.speed import Making
from weathergauge.rulesets.ironclads.state import INCH, QUARTERS, HalfPercent, PerKnot, SlowPercent, View
from weathergauge.rulesets.ironclads.terms import COMPASS, Direction, Order, Trait, WindStrength
from weathergauge.rulesets.ironclads.waters import Waters, against
from weathergauge.rulesets.ironclads.weather import STORM, STRENGTHS, Contest, Wind
from weathergauge.rulesets.ironclads.words import compass

# Initiative and weather


class Initiative(Inputs, kw_only=True):
    """Who has the initiative: a die each, ties thrown again (IR27)."""

    flagship: Annotated[bool, Meta(description="your flagship is in play")] = False
    enemy_flagship: Annotated[bool, Meta(description="the enemy's flagship is in play")] = False


class Won(Struct, frozen=True):
    """Whether the initiative is yours."""

    yours: bool


def _contest(i: Initiative) -> Contest:
    return Contest(("you", "the enemy"), (i.flagship, i.enemy_flagship))


@aimed(_contest)
def initiative(contest: Contest, charts: Charts, dice: Dice) -> Won:
    return Won(dice.do(weather.contested, contest, charts) == 0)


class WeatherChange(Inputs, kw_only=True):
    """The weather of a turn: the first throw of a battle, or a later one."""

    first: Annotated[bool, Meta(description="it is the first throw: there is no wind yet")] = False
    wind: Annotated[Direction, Meta(description="where it blows from until now", examples=["N"])] = "N"
    strength: Annotated[WindStrength, Meta(description="how strong it is until now")] = "moderate_breeze"
    calmest: Annotated[WindStrength, Meta(description="no calmer than this in the scenario")] = "calm"
    roughest: Annotated[WindStrength, Meta(description="no rougher than this in the scenario")] = "storm"

    def __post_init__(self) -> None:
        if STRENGTHS.index(self.calmest) > STRENGTHS.index(self.roughest):
            raise ValueError(f"calmest={self.calmest}: expected no more than the roughest, {self.roughest}")


class NewWeather(Struct, frozen=True):
    """Where the wind blows from now, and how strong it is."""

    wind: str
    strength: str


@procedure
def weather_change(w: WeatherChange, charts: Charts, dice: Dice) -> NewWeather:
    low, high = STRENGTHS.index(w.calmest) + 1, STRENGTHS.index(w.roughest) + 1
    if w.first:
        new = dice.do(weather.first_wind, charts)
    else:
        new = dice.do(weather.changed, Wind(COMPASS[w.wind], STRENGTHS.index(w.strength) + 1), charts)
    return NewWeather(compass(new.wind), STRENGTHS[max(low, min(high, new.level)) - 1])


class StormMines(Inputs, kw_only=True):
    """How many minefields a storm carries away at the start of a turn."""

    fields: Annotated[int, Meta(ge=1, le=30, description="minefields on the table", examples=[2])]


class Swept(Struct, frozen=True):
    """Minefields that are gone."""

    gone: int


def _one_field(gone: int, field: int, charts: Charts, dice: Dice) -> int:
    return gone + dice.do(weather.carried_away, charts)


@procedure
def storm_mines(s: StormMines, charts: Charts, dice: Dice) -> Swept:
    return Swept(dice.fold(_one_field, 0, range(s.fields), charts))


# Speed


class SpeedLimit(Inputs, kw_only=True):
    """How fast a ship may go on an order, and what holds her to it: the lowest of all limits."""

    knots: Annotated[forms.Knots, Meta(description="her speed on the sheet")]
    order: Annotated[Order, Meta(description="the order she shows", examples=["full"])]
    wind: Annotated[WindStrength, Meta(description="strength of the wind")] = "moderate_breeze"
    traits: Annotated[tuple[Trait, ...], Meta(max_length=6, description="her traits", examples=["sails"])] = ()
    flooding: Annotated[int, Meta(ge=0, le=30, description="flooding markers, active or not")] = 0
    engine_room: forms.EngineRoom = 0
    grounded: Annotated[bool, Meta(description="she is aground (IR38)")] = False
    half_percent: Annotated[HalfPercent, Meta(description="percent of a half order (IR01)")] = forms.USUAL.half_percent
    slow_percent: Annotated[SlowPercent, Meta(description="percent of a slow order (IR01)")] = forms.USUAL.slow_percent
    hundredths_per_knot: Annotated[PerKnot, Meta(description="hundredths of an inch for each knot (IR02)")] = (
        forms.USUAL.hundredths_per_knot
    )


class Speed(Struct, frozen=True):
    """The order she may make of hers, its knots, how far she may run, and what holds her."""

    order: str
    knots: int
    inches: float
    held_by: str


def _making(s: SpeedLimit) -> Making:
    return Making(
        knots=s.knots,
        order=s.order,
        level=STRENGTHS.index(s.wind) + 1,
        traits=s.traits,
        flooding=s.flooding,
        engine_room=s.engine_room,
        grounded=s.grounded,
        half_percent=s.half_percent,
        slow_percent=s.slow_percent,
        knot=s.hundredths_per_knot,
    )


@aimed(_making)
def speed_limit(making: Making, charts: Charts, dice: Dice) -> Speed:
    limit = speed.limited(making, charts)
    return Speed(limit.order, limit.knots, limit.run / INCH, limit.why or "her order")


# The ground


class Obstacle(forms.Hulls, kw_only=True):
    """Entering a shoal, a reef or a boom: she passes, or strikes as if on land (IR25)."""

    ship_class: forms.Class
    hull: forms.Points
    easy: Annotated[bool, Meta(description="the scenario lets her pass on 3 or more")] = False


class Ground(forms.Hulls, kw_only=True):
    """A collision with land: no dice, only what it costs."""

    ship_class: forms.Class
    hull: forms.Points


class Strike(Struct, frozen=True):
    """Whether she went clear; else the hull points it cost, flooding markers, and whether she is gone."""

    passed: bool
    hull: float
    flooding: int
    sunk: bool


def _struck(ship_class: int, hull: int, charts: Charts, dice: Dice) -> Strike:
    cost = dice.see(charts.land_collision, ship_class, why="collision with land")
    points, sunk = forms.lost(cost.hull_points_lost * QUARTERS, hull)
    return Strike(False, points, cost.markers.flooding, sunk)


@procedure
def obstacle(o: Obstacle, charts: Charts, dice: Dice) -> Strike:
    if dice.do(passage.passes, o.ship_class, o.easy, charts):
        return Strike(True, 0, 0, False)
    return _struck(o.ship_class, forms.quarters(o.hull), charts, dice)


@procedure
def land(g: Ground, charts: Charts, dice: Dice) -> Strike:
    return _struck(g.ship_class, forms.quarters(g.hull), charts, dice)


class ComingOff(Inputs, kw_only=True):
    """Coming off the ground astern with a slow order (IR38)."""

    ship_class: forms.Class
    easy: Annotated[bool, Meta(description="the scenario lets her pass there on 3 or more")] = False


class Off(Struct, frozen=True):
    """Whether she came off."""

    off: bool


@procedure
def come_off(c: ComingOff, charts: Charts, dice: Dice) -> Off:
    return dice.last.do(passage.passes, c.ship_class, c.easy, charts, read=Off)


PROCEDURES = [initiative, weather_change, storm_mines, speed_limit, obstacle, land, come_off, mine_test]


# What an order will use


def calls(view: View, action: AnyAction, charts: Charts) -> list[Call]:
    """The weather of the turn that begins, and the shoals, land and mines on a ship's way."""
    match action:
        case Lead():
            return _weather(view)
        case Steam():
            return _way(view, action, charts)
    return []


def _weather(view: View) -> list[Call]:
    table = view.table
    if table.turn % weather.EVERY == 1 and not table.fixed_weather:
        inputs = WeatherChange(
            first=table.turn == 1,
            wind=compass(table.wind),
            strength=STRENGTHS[table.level - 1],
            calmest=STRENGTHS[table.calmest - 1],
            roughest=STRENGTHS[table.roughest - 1],
        )
        return [Call("weather_change", inputs, "the weather of this turn")]
    if table.level == STORM and table.mines:
        return [Call("storm_mines", StormMines(fields=len(table.mines)), "mines in the storm")]
    return []


def _way(view: View, action: Steam, charts: Charts) -> list[Call]:
    """What dice her way will ask for, as far as her side can know."""
    table = view.table
    number = table.number(action.ship)
    ship = table.ships[number]
    if action.run < 0:
        if not ship.grounded:
            return []
        easy = any(ship.id in table.shores[n].easy for n in against(table, ship))
        return [Call("come_off", ComingOff(ship_class=ship.ship_class, easy=easy), f"{ship.name} comes off")]
    most = speed.shown(table, number, charts).run
    hidden = view.own.mines if view.own is not None else ()
    about = Waters(table, number, most, (*table.mines, *hidden))
    plan = (action.run, action.turn, action.then, action.second, action.last)
    asked: list[Call] = []
    plan = steaming.carried_on(table, number, plan, most)
    for meeting in steaming.foreseen(about, ship.base, plan, most):
        hull = ship.hull / QUARTERS
        if meeting.met.kind == "mine":
            field = about.mines[meeting.met.which]
            asked.append(
                Call(
                    "mine_test", Among(ship.ship_class, field.damage, sheet_of(ship)), f"through {_midway(field.name)}"
                )
            )
        elif meeting.met.kind == "shoal":
            shore = table.shores[meeting.met.which]
            entering = Obstacle(ship_class=ship.ship_class, hull=hull, easy=ship.id in shore.easy)
            asked.append(Call("obstacle", entering, f"entering {_midway(shore.name)}"))
        elif meeting.met.kind == "land":
            shore = table.shores[meeting.met.which]
            asked.append(
                Call("land", Ground(ship_class=ship.ship_class, hull=hull), f"running onto {_midway(shore.name)}")
            )
    return asked


def _midway(name: str) -> str:
    """A name within a sentence: `the boom`."""
    return name[0].lower() + name[1:] if name.startswith("The ") else name
