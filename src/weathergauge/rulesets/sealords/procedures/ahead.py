"""What an order leads to beyond its own dice: gales on the way, who watches a port, wear to the end of the turn, and the battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords import leaders, ratings, routes
from weathergauge.rulesets.sealords.battle import engagement, opening, quarrels
from weathergauge.rulesets.sealords.battle.actions import Attack
from weathergauge.rulesets.sealords.battle.combat import Intent
from weathergauge.rulesets.sealords.forces import Counter, Formation, Leader
from weathergauge.rulesets.sealords.naming import CLASSES, squadron_words
from weathergauge.rulesets.sealords.orders.holding import blockading
from weathergauge.rulesets.sealords.phases import Battle, Combatants, Sighting
from weathergauge.rulesets.sealords.ports import berth, standing
from weathergauge.rulesets.sealords.prestige import at_stake
from weathergauge.rulesets.sealords.procedures.battle import Comer, GaugeSought, laid_by_strength
from weathergauge.rulesets.sealords.procedures.combat import Overloaded
from weathergauge.rulesets.sealords.procedures.sea import GaleCase, Ships, look
from weathergauge.rulesets.sealords.procedures.yards import wearing_of
from weathergauge.rulesets.sealords.sea import storm
from weathergauge.rulesets.sealords.sea.actions import Beat, Catch, CloseWith, MarkTime, Move, Plot
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.state import Seated, Table, View, replace
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at, boxed
from weathergauge.rulesets.sealords.yards.attrition import aimed, worn
from weathergauge.throwing import RandomDice

MOST_SQUADRONS = 8
MOST_SMALL = 12
"""As many as the form of a gale takes."""
BEST = 9
"""The leadership of a leader of whom no more than his name is known, at its best: the most that the form takes."""


class Passage(NamedTuple):
    """A formation, where an order takes it, and whether it comes out of port for that."""

    formation: Formation
    to: str
    out: bool
    stays: bool


def calls(view: View, action: Any, world: World) -> list[Call]:
    """What lies ahead of an order, as far as its side can know: each procedure with the inputs that it would then have."""
    if view.seat is None or view.own is None:
        return []
    seated = Seated(view.table, view.seat, view.own)
    if isinstance(action, Attack):
        return _battle(seated, action.place, world)
    if isinstance(action, CloseWith):
        return _closing(seated, action, world)
    way = _passage(seated, action)
    if way is None or way.formation.kind == "dummy":
        return []
    wear = (
        [*_wear(seated, way, world), *_foundering(way.formation, world)] if isinstance(action, Plot | MarkTime) else []
    )
    gales = [call for lies, when in _spent(seated, way, action, world) for call in _gale(seated, lies, when, world)]
    return [*_watched(seated, way, world), *gales, *wear]


def warning(view: View, action: Any, world: World) -> str:
    """What lies ahead and needs no dice: who may shut a port in from its very roads, and what prestige a battle is about."""
    if view.seat is None or view.own is None:
        return ""
    if isinstance(action, Attack):
        return at_stake(quarrels.prey(view.table, view.seat, action.place), world)
    seated = Seated(view.table, view.seat, view.own)
    way = _passage(seated, action)
    port = at(way.formation.place) if way is not None and way.out else ""
    if not port or not _off(seated, port, world, near=False):
        return ""
    return f"An enemy lies off {place_name(port, world)}: if he blockades it closely, he sees whoever comes out."


def _passage(view: Seated, action: Any) -> Passage | None:
    if not isinstance(action, Plot | Move | Beat | Catch | MarkTime):
        return None
    formation = view.own.formation(action.formation)
    if formation is None:
        return None
    to = "" if isinstance(action, MarkTime) else action.to
    lies_in = boxed(to)[1] == "harbour" or not to
    return Passage(formation, to or formation.place, not formation.afloat and not lies_in, not to)


# Coming out of port


def _off(view: Seated, port: str, world: World, *, near: bool) -> list[Counter]:
    """Enemy counters that may watch a port: from next to it, or in its very space."""
    about = {other for other in world.near(port) if world.lane(port, other) is not None} if near else {port}
    return [
        counter
        for counter in view.table.counters
        if counter.side != view.seat and counter.state == "ready" and counter.place in about
    ]


def _watched(view: Seated, way: Passage, world: World) -> list[Call]:
    """Those who may watch the port from afar look together for whoever comes out (SL13)."""
    port = at(way.formation.place)
    watchers = _off(view, port, world, near=True)
    if not way.out or not watchers or way.formation.known != "hidden":
        return []
    many = sum([max(1, len(counter.classes)) for counter in watchers])
    words = f"found by {'him who lies' if len(watchers) == 1 else 'those who lie'} near {place_name(port, world)}, if they watch it"
    own = max(1, len(way.formation.squadrons))
    return [look(world, "formation", squadrons=many, target=own, around=own, words=words)]


# Gales


def _spent(view: Seated, way: Passage, action: Any, world: World) -> list[tuple[Passage, str]]:
    """Where the MP of an order leaves it, and on what that hangs: the first MP of a beat keeps it where it is, and out of
    shelter."""
    formation = way.formation
    if not formation.afloat or way.stays:
        return [(way, "")]
    here = way._replace(to=formation.place)
    if isinstance(action, Beat) and formation.beating != way.to:
        return [(here, " as it beats up")]
    if isinstance(action, Catch):
        return [(way, " if it catches the wind"), (here._replace(stays=True), " if it does not catch the wind")]
    if (
        isinstance(action, Plot)
        and formation.beating != way.to
        and routes.against(view.table, formation, way.to, world)
    ):
        return [(here, " as it beats up"), (way, " if it catches the wind")]
    return [(way, "")]


def _gale(view: Seated, way: Passage, when: str, world: World) -> list[Call]:
    """The gale that is felt where it goes, or where it comes out; gale effects are done once in an increment."""
    formation, table = way.formation, view.table
    if formation.galed or not formation.squadrons or not table.gales:
        return []
    there = gale_at(table, way.to, world)
    felt = there if there is not None or not way.out else gale_at(table, at(formation.place), world)
    if felt is None:
        return []
    laid_up = not formation.afloat and not way.out
    sheltered = laid_up or (way.stays and table.settings.roads and storm.anchorage(table, formation, world))
    side, charts = view.seat, world.charts
    ranks = leaders.rank_modifiers(table, side, "leadership_check_drm", charts)
    ranks += leaders.favoured(view.own, side, "leadership_check")
    small = [aux.cls for aux in view.own.auxiliaries if aux.box == "assigned" and aux.base == formation.id]
    inputs = GaleCase(
        # A force on the table is one of the gale chart, which no type knows.
        force=felt.gale.force,  # type: ignore[arg-type]
        range=felt.range,
        hurricane=felt.gale.hurricane,
        sheltered=sheltered,
        lr=leaders.lr(formation.leader, charts),
        squadrons=tuple(
            [Ships(squadron.sail, squadron.dps, squadron.rating) for squadron in formation.squadrons[:MOST_SQUADRONS]]
        ),
        auxiliaries=tuple(small[:MOST_SMALL]),
        drm=sum([modifier.value for modifier in ranks]),
    )
    return [Call("gale_effects", inputs, f"the gale, force {felt.gale.force}, for {formation.name}{when}")]


# Wear


def _wear(view: Seated, way: Passage, world: World) -> list[Call]:
    """What the turn's end costs its squadrons where the order leaves them: a line for those that wear alike."""
    there = _lying(view, way, world)
    wears = dict.fromkeys([aimed(squadron, there, view, world) for squadron in there.squadrons])
    where = "there" if there.afloat else "in port"
    charts = world.charts
    if there.state != "fitting_out" and len({worn(wear, charts, RandomDice(0)) for wear in wears}) == 1:
        wears = dict.fromkeys([*wears][:1])  # it takes no die, and is the same for all of them
    whose = "of each squadron" if len(wears) == 1 else ""
    return [
        Call("attrition", wearing_of(wear), f"wear {whose or f'of {CLASSES[wear.cls]}'} by the turn's end {where}")
        for wear in wears
    ]


def _foundering(formation: Formation, world: World) -> list[Call]:
    """The check, at the turn's end, of squadrons that have more damage than they can bear, wherever they lie (P27)."""
    return [
        Call(
            "sinking", Overloaded(dps=squadron.dps, rating=squadron.rating),
            f"a sail of {squadron_words(squadron, world)} founders of its damage at the turn's end",
        )
        for squadron in formation.squadrons
        if squadron.dps > squadron.rating
    ]  # fmt: skip


def _closing(view: Seated, action: CloseWith, world: World) -> list[Call]:
    """What the turn's end costs those who close with whoever came out of a port, once they lie off it."""
    found: dict[Call, None] = {}
    port = view.table.during(Sighting).place
    for formation in view.own.formations:
        if formation.afloat and formation.place != port and blockading(view, formation) == port:
            found |= dict.fromkeys(_wear(view, Passage(formation, port, False, True), world))
    return [*found]


def _lying(view: Seated, way: Passage, world: World) -> Formation:
    """The formation as it would lie at the end of its way."""
    formation, place = way.formation, world.places.get(at(way.to))
    into = place is not None and bool(place.port) and boxed(way.to)[1] == "harbour" and formation.afloat
    if into:
        own = place is not None and standing(view.table, place.id, view.seat, world) == "friendly"
        key = place is not None and place.port == "key"
        lies = replace(formation, place=berth(at(way.to), world), state="in_ordinary" if own and key else "fitting_out")
    else:
        lies = replace(formation, place=way.to, state="ready" if way.out else formation.state)
    strait = place is not None and place.kind == "strait" and not way.stays
    entered = [replace(squadron, strait=squadron.strait or strait) for squadron in lies.squadrons]
    return replace(lies, squadrons=tuple(entered))


# Battle


def _battle(view: Seated, place: str, world: World) -> list[Call]:
    """The gauge, and the battle of all who may begin it against those in sight, before anybody has engaged or drawn up: with
    the gauge, and without it."""
    table, side = view.table, view.seat
    own = quarrels.hunters(view.own, place)
    prey = quarrels.prey(table, side, place)
    foes = [foe for counter in prey if (foe := _seen(counter, world)).squadrons]
    if not own or not foes:
        return []
    asked = _gauge(view, place, [counter for counter in prey if counter.kind != "convoy"], world)
    lead = [
        leaders.personality(leaders.senior([formation.leader for formation in some], world.charts))
        for some in (own, foes)
    ]
    strait = world.places[at(place)].kind == "strait"
    told = list(asked)
    for who, gauge, other in (("you", 0, 1), ("the enemy", 1, 0)):
        both = own, foes
        meant = Intent("medium", lead[gauge], lead[other], strait)
        laid = laid_by_strength(both[gauge], both[other], meant, table, place, world)
        if laid:
            all_in = "if all of yours here and all in sight engage, whole, and join by strength"
            words = f"the battle at medium intensity, {who} to windward, {all_in}"
            told.append(Call("battle", (laid, meant), words))
    return told


def _gauge(view: Seated, place: str, prey: Sequence[Counter], world: World) -> list[Call]:
    """The gauge as it will be thrown for: of an enemy who has not shown all, as he may be at best and at worst."""
    own = _engaging(view, place, world)
    seen = [(counter, foe) for counter in prey if (foe := _seen(counter, world)).squadrons]
    if not own or not seen:
        return []
    if all(counter.shown is not None for counter, _ in seen):
        return [_sought(view, own, [foe for _, foe in seen], "", world)]
    table = view.table
    bad, good = ([_unseen(*one, table, world, bad=bad) for one in seen] for bad in (True, False))
    return [
        _sought(view, own, bad, "and what you do not know of the enemy is bad for him", world),
        _sought(view, own, good, "and what you do not know of the enemy is good for him", world),
    ]


def _engaging(view: Seated, place: str, world: World) -> list[Formation]:
    """All of the attacker's who may come along, one after the other as they are named."""
    sides = (Combatants(world.sides[0]), Combatants(world.sides[1]))
    battle = Battle(place, view.seat, sides)
    found: list[Formation] = []
    while True:
        now = battle.with_side(replace(battle.of(view.seat), engaged=tuple([formation.id for formation in found])))
        seated = Seated(replace(view.table, battle=now), view.seat, view.own)
        more = engagement.engageable(seated, world)
        if not more:
            return found
        found.append(more[0])


def _sought(view: Seated, own: Sequence[Formation], foes: Sequence[Formation], unknown: str, world: World) -> Call:
    """One throw for the gauge, seen from the side that was there first."""
    table = view.table
    came = {view.seat: own, world.enemy(view.seat): foes}
    first = engagement.first_there(table, came)
    comers = [_comer(came[side], table, world) for side in (first, world.enemy(first))]
    who = "you have" if first == view.seat else "the enemy has"
    was = "you were" if first == view.seat else "he was"
    words = f"{who} the weather gauge ({was} first there), if all in sight engage"
    return Call("weather_gauge", GaugeSought(first=comers[0], other=comers[1]), f"{words} {unknown}".strip())


def _comer(formations: Sequence[Formation], table: Table, world: World) -> Comer:
    worst = opening.weatherly(formations, table.serial, world)
    return Comer(
        approach=worst.approach, lr=min(worst.lr, 9), fast=worst.fast, crippled=worst.crippled, galleys=worst.galleys
    )


def _unseen(counter: Counter, seen: Formation, table: Table, world: World, *, bad: bool) -> Formation:
    """An enemy with what nobody knows of him at its worst for him, or at its best: how and when he came, his damage, and
    how good the leader is who was made out."""
    if counter.shown is not None:
        return seen
    rows = sorted(opening.APPROACH_ROWS, key=lambda row: int(world.charts.weather_gauge.at(opening.APPROACH_ROWS[row])))
    named = Leader(f"{counter.id}_leader", counter.leader, seen.command, 0 if bad else BEST, "cautious", 0, 0)
    leader = named if counter.leader else None
    if not bad:
        return replace(seen, leader=leader, approach="on_station", since=0)
    hurt = tuple([replace(squadron, dps=squadron.rating) for squadron in seen.squadrons])
    return replace(seen, leader=leader, squadrons=hurt, approach=rows[0], since=table.serial)


def _seen(counter: Counter, world: World) -> Formation:
    """An enemy as far as he is in sight: his classes with all the sail that they can have, and no leader worth a name."""
    if counter.shown is not None:
        return counter.shown
    contingent = counter.command or world.values.contingents[0].id
    made = [
        ratings.squadron(
            f"{counter.id}_{n}", contingent, cls, world.charts.squadron_ratings.at(cls).full, world,
            guns=world.charts.ship_numbers.at("guns_of_a_three_decker") - 1 if cls == "flagship" else 0,
        )
        for n, cls in enumerate(counter.classes, 1)
    ]  # fmt: skip
    return Formation(
        counter.id, counter.side, "", counter.kind or "flotilla", counter.place, contingent, squadrons=tuple(made)
    )
