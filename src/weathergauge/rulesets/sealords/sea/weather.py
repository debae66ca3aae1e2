"""Winds, the gales they grow into, where those go, and sudden weather (P2, P3)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from weathergauge.dice import D10, Dice
from weathergauge.rulesets.sealords.charts import Charts, RandomEvent
from weathergauge.rulesets.sealords.sea import storm
from weathergauge.rulesets.sealords.sea.actions import (
    GaleBegan,
    GaleEnded,
    GaleMoved,
    SuddenWeather,
    WindsFound,
)
from weathergauge.rulesets.sealords.sea.gales import (
    SQUALL,
    Affected,
    begun,
    blowing_on,
    effect_of,
    force_of,
    gale_at,
    moved_to,
    squall_at,
)
from weathergauge.rulesets.sealords.sequence import season
from weathergauge.rulesets.sealords.state import Gale, State, Table, replace
from weathergauge.rulesets.sealords.stations import stands, taken_off
from weathergauge.rulesets.sealords.terms import Season
from weathergauge.rulesets.sealords.world import World, at

__all__ = ["Affected", "gale_at", "squall_at"]

CALLS = "face_that_calls_for_sudden_weather"
"""The natural face that calls for a random event, where a title has them (R-EVENT)."""


class Blowing(Struct, frozen=True):
    """The winds found so far, and how many of their dice showed a natural 9."""

    winds: tuple[str, ...] = ()
    nines: int = 0


class Gathered(Struct, frozen=True):
    """What the gale die of a wind brought: force 0 is none."""

    force: int
    hurricane: bool
    nine: bool


@cache
def winds(charts: Charts) -> tuple[str, ...]:
    """The winds of a title in the order of its table."""
    return tuple([str(wind) for wind in charts.wind.page.reach["wind"].labels])


@cache
def pairs(charts: Charts) -> tuple[tuple[str, ...], ...]:
    """Winds that share a die: each contra pair together, every other alone (R-WIND-PAIR, SL03)."""
    paired: list[tuple[str, ...]] = []
    for wind in winds(charts):
        contra = charts.wind_contra.at(wind)
        if (contra, wind) not in paired:
            paired.append((wind,) if contra == "none" else (wind, contra))
    return tuple(paired)


@cache
def known(wind: str, season: Season, charts: Charts) -> bool:
    """Whether a wind can blow in a season at all: a dash is not rolled for."""
    return any(charts.wind.at(wind, season, face) for face in D10.faces)


def blow(before: Blowing, pair: tuple[str, ...], season: Season, charts: Charts, dice: Dice) -> Blowing:
    """One die for a wind, or for both of a pair."""
    possible = [wind for wind in pair if known(wind, season, charts)]
    if not possible:
        return before
    face = dice.roll(1, D10, why=f"will the {' or the '.join(possible)} blow?".replace("_", " "), good="neither")[0]
    blowing = [wind for wind in possible if charts.wind.at(wind, season, face)]
    for wind in blowing:
        dice.see(charts.wind, wind, season, face, why=f"the {wind.replace('_', ' ')}")
    return Blowing((*before.winds, *blowing), before.nines + (face == charts.sea_numbers.at(CALLS)))


def impulse_winds(season: Season, charts: Charts, dice: Dice) -> Blowing:
    """The winds of an impulse, in the order of the table."""
    blown = dice.fold(blow, Blowing(), pairs(charts), season, charts)
    return Blowing(tuple([wind for wind in winds(charts) if wind in blown.winds]), blown.nines)


def gather(wind: str, season: Season, charts: Charts, dice: Dice) -> Gathered:
    """Whether a wind in effect becomes a gale, and how strong."""
    words = wind.replace("_", " ")
    face = dice.roll(1, D10, why=f"will the {words} become a gale?", good="neither")[0]
    force, hurricane = force_of(dice.see(charts.gale, wind, season, face, why=f"the {words}"), charts)
    return Gathered(force, hurricane, face == charts.sea_numbers.at(CALLS))


def sudden(charts: Charts, dice: Dice) -> RandomEvent:
    """The table of random events, where a title has one."""
    assert charts.random_events is not None
    return dice.look_up(charts.random_events, why="sudden weather", good="neither")


# The steps


def begin_winds(state: State, world: World, dice: Dice) -> State:
    """The start of an impulse: winds, then a gale die for each of them."""
    table, charts = state.table, world.charts
    kept = tuple([gale for gale in table.gales if gale.lasts])
    now = season(table.date, world)
    blown = impulse_winds(now, charts, dice)
    dice.tell(WindsFound(blown.winds))
    state = replace(state, table=replace(table, winds=blown.winds, gales=kept))
    state = _rested(state)
    happened = not world.values.random_events
    for _ in range(blown.nines):
        state, happened = _sudden(state, happened, world, dice)
    for wind in blown.winds:
        if any(gale.wind == wind for gale in state.table.gales):
            continue  # one gale for each wind (R-GALE-MOVE)
        state, nine = _gale(state, wind, now, world, dice)
        if nine:
            state, happened = _sudden(state, happened, world, dice)
    return state


def move_gales(state: State, world: World, dice: Dice) -> State:
    """The start of an increment: from the second on each gale goes a space further along its track (R-GALE-MOVE, SL06)."""
    state = _new_increment(state)
    if state.table.date.mpi < 2:
        return state
    kept = []
    for gale in state.table.gales:
        to = gale.place if gale.freak else _onward(gale, state.table, world, dice)
        if not to:
            dice.tell(GaleEnded(gale.wind, gale.place))
            continue
        if to != gale.place:
            dice.tell(GaleMoved(gale.wind, gale.place, to))
        kept.append(gale if to == gale.place else moved_to(gale, to, world))
    return replace(state, table=replace(state.table, gales=tuple(kept)))


def end_increment_gales(state: State, world: World, dice: Dice) -> State:
    """Everything under a gale that has not felt it in this increment: formations, ships in harbour, auxiliaries, shadows."""
    if not state.table.gales:
        return state
    for id in [formation.id for formation in state.formations]:
        formation = state.formation(id)
        if formation is None or formation.galed:
            continue
        if not formation.moved and not formation.beating and storm.anchorage(state.table, formation, world):
            state = state.with_formation(replace(formation, sheltered=True))
        state = storm.struck(state, id, world, dice)
    formations = {formation.id: formation for formation in state.formations}
    for station in state.table.stations:
        target = formations.get(station.target) if station.task == "shadow" else None
        if target is not None and gale_at(state.table, target.place, world) is not None:
            state = taken_off(state, station.aux, dice, "the gale parts it from whom it follows")
    for aux in (*state.secrets[0].auxiliaries, *state.secrets[1].auxiliaries, *state.table.rovers):
        place = stands(aux, state, world)
        if not place or (aux.box == "assigned" and aux.base in formations):
            continue  # those with a formation have had their die with it
        felt = gale_at(state.table, place, world)
        if felt is not None and not felt.gale.freak:
            state = storm.swept(state, [aux], felt.effect, world, dice)
    return state


def calmed(table: Table) -> Table:
    """The end of an impulse: winds and gales go, but for a gale that lasts a full turn."""
    return replace(table, winds=(), gales=blowing_on(table.gales))


def _gale(state: State, wind: str, now: Season, world: World, dice: Dice) -> tuple[State, bool]:
    gathered = gather(wind, now, world.charts, dice)
    if not gathered.force:
        dice.take_account()  # no event tells of a gale that did not come
        return state, gathered.nine
    track = world.values.tracks[wind]
    place = dice.pick(track.starts, why=f"where the {wind.replace('_', ' ')} gale begins")
    gale = begun(wind, gathered.force, place, gathered.hurricane, world)
    dice.tell(GaleBegan(gale))
    return replace(state, table=replace(state.table, gales=(*state.table.gales, gale))), gathered.nine


def _onward(gale: Gale, table: Table, world: World, dice: Dice) -> str:
    """Where a gale goes now: its own place if it stays, nothing if it ends."""
    track = world.values.tracks[gale.wind]
    ways = [to for place, to in track.steps if place == gale.place and (place not in track.own or gale.began == place)]
    if not ways:
        stays = gale.place in track.halts or table.settings.gale_stays
        return gale.place if stays else ""
    return dice.pick(ways, why=f"where the {gale.wind.replace('_', ' ')} gale goes")


def _sudden(state: State, happened: bool, world: World, dice: Dice) -> tuple[State, bool]:
    """A natural 9 fell: a random event, unless one has come in this impulse (R-EVENT, SL07)."""
    if happened:
        return state, True
    event = sudden(world.charts, dice)
    places = _exposed(state.table, world)
    if event.event == "no_effect" or not places:
        dice.tell(SuddenWeather(event.event, ""))
        return state, event.event != "no_effect"
    place = dice.pick(places, why="where it strikes")
    dice.tell(SuddenWeather(event.event, place))
    freak = event.event == "freak_gale"
    force = world.charts.sea_numbers.at("force_of_a_freak_gale")
    dps = world.charts.attrition.of(int, event.event)  # the same line is printed on both charts
    gale = Gale(event.event, force if freak else SQUALL, place, freak=True)
    state = replace(state, table=replace(state.table, gales=(*state.table.gales, gale)))
    for formation in [formation for formation in state.formations if at(formation.place) == place]:
        if freak:
            state, formation = storm.driven_out(state, formation, dice)
        # Ready squadrons, and a convoy in the roads; who is laid up in a minor port rides it out (SL85).
        if formation.afloat or (freak and formation.place == place and formation.state != "in_ordinary"):
            weather = "a freak gale" if freak else "a squall"
            state = storm.battered(state, formation, dps, weather, world, dice)
    if not event.aux_removal:
        return state, True
    everyone = (*state.secrets[0].auxiliaries, *state.secrets[1].auxiliaries, *state.table.rovers)
    here = [auxiliary for auxiliary in everyone if at(stands(auxiliary, state, world)) == place]
    return storm.swept(state, here, effect_of(force, 0, False, world.charts), world, dice), True


def _exposed(table: Table, world: World) -> list[str]:
    """Spaces and sea zones with a ready formation, or one fitting out at a minor port, outside any hurricane. A dummy counts
    like any counter: nobody may learn from the draw which is one."""
    exposed: list[str] = []
    for counter in table.counters:
        place = at(counter.place)
        out = counter.state == "ready" or (counter.state == "fitting_out" and counter.place == place)
        if not out or place in exposed or world.places[place].kind == "entry":
            continue
        hurricanes = replace(table, gales=tuple([gale for gale in table.gales if gale.hurricane]))
        if gale_at(hurricanes, place, world) is None:
            exposed.append(place)
    return exposed


def _rested(state: State) -> State:
    """A new impulse: extra MPs are there again."""
    return state.with_changes(
        {formation.id: replace(formation, extra=False) for formation in state.formations if formation.extra}
    )


def _new_increment(state: State) -> State:
    """A new increment: nothing has been done in it yet."""
    state = replace(state, table=replace(state.table, serial=state.table.serial + 1, fought=()))
    return state.with_changes(
        {
            formation.id: replace(formation, acted=False, moved=False, searched=False, sheltered=False, galed=False)
            for formation in state.formations
            if formation.acted or formation.moved or formation.searched or formation.sheltered or formation.galed
        }
    )
