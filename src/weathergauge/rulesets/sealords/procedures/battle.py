"""Battles as procedures: who has the gauge, who comes up or gets away; and what an order in battle will use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, Procedure, aimed, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords.battle import aftermath, array, opening, subroutine
from weathergauge.rulesets.sealords.battle import combat as guns
from weathergauge.rulesets.sealords.battle.actions import (
    FallUpon,
    Fight,
    JoinCombat,
    Pair,
    Reinforce,
    SendFireship,
    Share,
    Withdraw,
)
from weathergauge.rulesets.sealords.battle.combat import Intent
from weathergauge.rulesets.sealords.battle.opening import Flight, Relief, Weatherly
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.leaders import ordnance, passes
from weathergauge.rulesets.sealords.orders.convoys import cargo_lost
from weathergauge.rulesets.sealords.phases import Fighting, Pairing
from weathergauge.rulesets.sealords.procedures import combat
from weathergauge.rulesets.sealords.procedures.auxiliaries import FireshipCase
from weathergauge.rulesets.sealords.procedures.combat import Rating, added, ranks
from weathergauge.rulesets.sealords.state import Table, View, replace
from weathergauge.rulesets.sealords.terms import Approach, Personality
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import RandomDice

QUICK = 6
"""So many combats of a battle are offered with an order."""
LARGEST = 60
"""The largest cargo that a form takes."""


class Comer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side that comes up to battle."""

    approach: Annotated[Approach, Meta(description="the worst of its formations")] = "on_station"
    lr: Annotated[Rating, Meta(description="leadership of its senior leader")] = 0
    fast: Annotated[bool, Meta(description="a movement allowance of 5")] = False
    crippled: Annotated[bool, Meta(description="a squadron has damage over two thirds of her rating")] = False
    galleys: Annotated[bool, Meta(description="galleys all of them, in a strait or a port space")] = False


class GaugeSought(Inputs, kw_only=True):
    """The weather gauge: whether the side that was first in the space has it."""

    first: Annotated[Comer, Meta(description="the side that was first in the space")]
    other: Annotated[Comer, Meta(description="the side that came later")]


class GaugeResult(Struct, frozen=True):
    first_has_it: bool
    first_chance: int
    other_chance: int


def _weatherly(side: Comer) -> Weatherly:
    return Weatherly(side.approach, side.lr, side.fast, side.crippled, side.galleys)


@procedure
def weather_gauge(g: GaugeSought, charts: Charts, dice: Dice) -> GaugeResult:
    gauge = opening.gauge(_weatherly(g.first), _weatherly(g.other), charts, dice)
    return GaugeResult(gauge.first, *gauge.chances)


class ReliefSought(Inputs, kw_only=True):
    """Whether a formation comes up in time for a battle in its space."""

    lr: Annotated[Rating, Meta(description="leadership of its leader; 0 without one")] = 0
    personality: Annotated[Personality, Meta(description="his personality; timid without a leader")] = "timid"
    squadrons: Annotated[int, Meta(ge=1, le=20, description="squadrons in it, flagships not counted")] = 1
    approach: Annotated[Approach, Meta(description="how it came; on_station if it was there before")] = "on_station"
    assisted: Annotated[bool, Meta(description="an auxiliary was sent to help")] = False
    light: Annotated[bool, Meta(description="galleys, or half its sail and more frigates")] = False
    damaged: Annotated[bool, Meta(description="a squadron has damage over a third of her rating")] = False
    modifier: Annotated[int, Meta(ge=-3, le=3, description="of a player's ranks")] = 0


class Passed(Struct, frozen=True):
    passed: bool


def _relieving(r: ReliefSought) -> Relief:
    return Relief(r.lr, r.personality, r.squadrons, r.approach, r.assisted, r.light, int(r.damaged), ranks(r.modifier))


def _relief_form(relief: Relief) -> ReliefSought:
    return ReliefSought(
        lr=relief.lr, personality=relief.personality, squadrons=relief.squadrons, approach=relief.approach,
        assisted=relief.assisted, light=relief.light, damaged=relief.damage > 0, modifier=added(relief.ranks),
    )  # fmt: skip


@aimed(_relieving, _relief_form)
def battle_reinforcement(relief: Relief, charts: Charts, dice: Dice) -> Passed:
    return dice.last.do(opening.comes_up, relief, charts, read=Passed)


class FlightSought(Inputs, kw_only=True):
    """Whether a formation gets away before a battle."""

    lr: Annotated[Rating, Meta(description="leadership of its leader; 0 without one")] = 0
    faster: Annotated[int, Meta(ge=0, le=20, description="enemy formations of a higher movement allowance")] = 0
    gale: Annotated[bool, Meta(description="in a gale")] = False
    modifier: Annotated[int, Meta(ge=-3, le=3, description="of a player's ranks")] = 0


def _fleeing(w: FlightSought) -> Flight:
    return Flight(w.lr, w.faster, w.gale, ranks(w.modifier))


def _flight_form(flight: Flight) -> FlightSought:
    return FlightSought(lr=flight.lr, faster=flight.faster, gale=flight.gale, modifier=added(flight.ranks))


@aimed(_fleeing, _flight_form)
def withdrawal(flight: Flight, charts: Charts, dice: Dice) -> Passed:
    return dice.last.do(opening.withdraws, flight, charts, read=Passed)


class LeaderChecked(Inputs, kw_only=True):
    """A leadership check: one die with its modifiers, at most the rating."""

    lr: Annotated[Rating, Meta(description="leadership; 0 without a leader")]
    modifier: Annotated[int, Meta(ge=-9, le=9, description="what is added to the die")] = 0


@procedure
def leadership_check(c: LeaderChecked, charts: Charts, dice: Dice) -> Passed:
    return Passed(passes(c.lr, ranks(c.modifier), dice, why="leadership check"))


class ConvoyCaught(Inputs, kw_only=True):
    """Squadrons fall upon a convoy that nothing guards: points of its cargo that are lost."""

    squadrons: Annotated[int, Meta(ge=1, le=20, description="squadrons that attack", examples=[2])] = 1
    points: Annotated[int, Meta(ge=1, le=LARGEST, description="cargo it carries", examples=[24])] = 24
    treasure: Annotated[bool, Meta(description="treasure ships, which are lost by the sail")] = False
    ordnance: Annotated[int, Meta(ge=0, le=1, description="1 with the rank of naval ordnance")] = 0


class CargoLost(Struct, frozen=True):
    points: int


@procedure
def caught_convoy(c: ConvoyCaught, charts: Charts, dice: Dice) -> CargoLost:
    kind = "azogues" if c.treasure else "trade"
    dps, sail = dice.do(aftermath.caught, c.squadrons, c.ordnance, charts)
    return CargoLost(min(c.points, cargo_lost(kind, dps, sail, charts)))


ALL = (
    combat.battle, combat.combat, weather_gauge, battle_reinforcement, withdrawal, combat.battle_intensity,
    combat.leader_casualty, combat.strike_colours, combat.sinking, combat.damage_effects, leadership_check, caught_convoy,
)  # fmt: skip


def procedures(world: World) -> list[Procedure]:
    """All of them: every title has these charts."""
    return list(ALL)


# What an order in battle will use


def calls(view: View, action: Any, world: World) -> list[Call]:
    """The procedures that an order in battle will use, with their inputs."""
    table, side = view.table, view.seat
    if table.battle is None or side is None or view.own is None or not isinstance(table.phase, Fighting):
        return []
    match action:
        case Withdraw(formation=id) if table.phase.step == "withdraw":
            if (formation := view.own.formation(id)) is None:
                return []
            fleeing = opening.flight(formation, opening.opponents(table, formation.side), table, world)
            return [Call("withdrawal", fleeing, f"{formation.name} gets away")]
        case SendFireship(formation=id, squadron=squadron):
            there = next((enemy for enemy in opening.opponents(table, side) if enemy.id == id), None)
            target = there.squadron(squadron) if there is not None else None
            if target is None:
                return []
            burning = FireshipCase(sail=target.sail, ordnance=ordnance(table, side, world.charts))
            return [Call("fireship_attack", burning, f"the fireship, against {target.sail} sail")]
        case Reinforce(formation=id):
            if (formation := view.own.formation(id)) is None:
                return []
            relieving = opening.relief(formation, view.own, table, world)
            return [Call("battle_reinforcement", relieving, f"{formation.name} comes up")]
        case FallUpon():
            # What it carries is hidden: the odds are those against the largest cargo.
            against = ConvoyCaught(
                squadrons=aftermath.attackers(view.own, table, side),
                points=LARGEST,
                ordnance=ordnance(table, side, world.charts),
            )
            return [Call("caught_convoy", against, "as far as it carries so much")]
        case Fight(intensity=chosen):
            meant = subroutine.intent(table, chosen, world)
            if meant.strait and chosen == "light":
                return []
            return [Call("battle_intensity", meant, f"{chosen} intensity"), *_forecast(view, meant, world)]
        case Pair(squadron=own, enemy=other):
            ids = (own,), (other,)
            pair = Pairing(*(ids if side == table.battle.gauge else ids[::-1]))
            return [_combat(view, pair, world, "this combat")]
        case JoinCombat(squadron=own, combat=n) if 1 <= n <= len(table.battle.combats):
            pair = table.battle.combats[n - 1]
            if side == table.battle.gauge:
                pair = replace(pair, gauge=(*pair.gauge, own))
            else:
                pair = replace(pair, other=(*pair.other, own))
            return [_combat(view, pair, world, f"combat {n}", n)]
        case Share(combat=n, own=shifts) if 1 <= n <= len(table.battle.combats):
            combats = list(table.battle.combats)
            combats[n - 1] = replace(combats[n - 1], own_shift=shifts)
            return [_combat(view, combats[n - 1], world, f"combat {n}", n), *_whole(view, combats, world)]
    return []


def _combat(view: View, pair: Pairing, world: World, words: str, number: int = 0) -> Call:
    """The odds of a combat as it would stand."""
    return Call("combat", array.combat_of(view.table, pair, world, number), words)


def _whole(view: View, combats: Sequence[Pairing], world: World) -> list[Call]:
    """The odds of the whole battle, where they do not keep anybody waiting."""
    if len(combats) > QUICK:
        return []
    laid = tuple([array.combat_of(view.table, pair, world, n) for n, pair in enumerate(combats, 1)])
    return [Call("battle", (laid, None), "the battle")]


def _forecast(view: View, meant: Intent, world: World) -> list[Call]:
    """The battle at an intensity, with the squadrons laid by strength: a forecast, before anybody has paired them."""
    table = view.table
    gauge = table.fighting.gauge
    own, foes = opening.facing(table, gauge), opening.opponents(table, gauge)
    laid = laid_by_strength(own, foes, meant, table, table.fighting.place, world)
    return (
        [Call("battle", (laid, meant), "the battle, if squadrons are laid by strength and all that are left over join")]
        if laid
        else []
    )


def laid_by_strength(
    gauge: Sequence[Formation], other: Sequence[Formation], meant: Intent, table: Table, place: str, world: World
) -> tuple[guns.Combat, ...]:
    """A battle before anybody has paired its squadrons; nothing where its odds would keep somebody waiting."""
    became = guns.intensity(meant, world.charts, RandomDice(0))
    usage = guns.usage(table.settings, opening.narrow(place, world))
    laid = array.forecast(gauge, other, became, usage, world)
    return laid if len(laid) <= QUICK else ()
