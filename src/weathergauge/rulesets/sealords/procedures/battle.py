"""Battles as procedures: a whole battle, a single combat, and each step before and after it by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from weathergauge.dice import Dice, Modifier
from weathergauge.procedures import Inputs, Procedure, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords import damage
from weathergauge.rulesets.sealords.battle import aftermath, array, opening, subroutine
from weathergauge.rulesets.sealords.battle import combat as guns
from weathergauge.rulesets.sealords.battle.actions import FallUpon, Fight, JoinCombat, Pair, Reinforce, Share, Withdraw
from weathergauge.rulesets.sealords.battle.combat import Fighter, Intent, Outcome, Toll, Usage
from weathergauge.rulesets.sealords.battle.combat import Line as Laid
from weathergauge.rulesets.sealords.battle.opening import Flight, Relief, Weatherly
from weathergauge.rulesets.sealords.casualties import befalls
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.leaders import favoured, ordnance, passes
from weathergauge.rulesets.sealords.orders.convoys import cargo_lost
from weathergauge.rulesets.sealords.phases import Fighting, Pairing
from weathergauge.rulesets.sealords.state import Table, View, replace
from weathergauge.rulesets.sealords.terms import Approach, Intensity, Personality, SquadronClass
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import RandomDice

Rating = Annotated[int, Meta(ge=0, le=9, examples=[3])]
Level = Annotated[int, Meta(ge=0, le=8, description="damage level, the column before shifts", examples=[4])]
MOST = 9
"""Combats of one battle: the joint odds of more take too long to wait for."""
QUICK = 6
"""So many are offered with an order."""
LARGEST = 60
"""The largest cargo that a form takes."""


def _fought_in(intensity: Intensity, strait: bool) -> None:
    """Light intensity is barred in a strait (`battle_intensity_restriction`)."""
    if strait and intensity == "light":
        raise ValueError("intensity=light: nobody fights lightly in a strait; expected medium or heavy")


class Ships(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A squadron in a combat."""

    cls: Annotated[SquadronClass, Meta(description="her class", examples=["sol"])] = "sol"
    sail: Annotated[int, Meta(ge=1, le=4, description="her sail", examples=[4])]
    shift: Annotated[int, Meta(ge=-3, le=3, description="her column shift")] = 0
    dps: Annotated[int, Meta(ge=0, le=60, description="damage points she has")] = 0
    rating: Annotated[int, Meta(ge=1, le=20, description="her damage rating")] = 10


class Side(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a combat, the squadron that was paired first."""

    squadrons: Annotated[tuple[Ships, ...], Meta(min_length=1, max_length=6, description="its squadrons")]
    lr: Annotated[Rating, Meta(description="leadership of the best leader with them; 0 without one")] = 0
    leader: Annotated[bool, Meta(description="a leader is with one of them")] = False
    own_shifts: Annotated[int, Meta(ge=0, le=9, description="leadership shifts it takes to itself, if better led")] = 9
    ordnance: Annotated[int, Meta(ge=0, le=1, description="1 with the rank of naval ordnance")] = 0
    luck: Annotated[int, Meta(ge=-4, le=4, description="what ranks change about the die as it reads it (SL91)")] = 0


class Usages(Inputs, kw_only=True):
    narrow: Annotated[bool, Meta(description="in a strait or a port space")] = False
    die_per_side: Annotated[bool, Meta(description="each side has its own die (SL37)")] = False
    flagship_compared: Annotated[bool, Meta(description="flagships are compared for the worst shift (SL36)")] = False
    paired_takes_all: Annotated[bool, Meta(description="the paired squadron takes the losses (SL39)")] = False

    @property
    def usage(self) -> Usage:
        return Usage(self.narrow, self.die_per_side, self.flagship_compared, self.paired_takes_all)


class SingleCombat(Usages, kw_only=True):
    """One combat: damage points, sail and leaders lost on both sides."""

    level: Level
    gauge: Annotated[Side, Meta(description="the side with the weather gauge")]
    other: Annotated[Side, Meta(description="its enemy")]


class Laying(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One combat of a battle."""

    gauge: Annotated[Side, Meta(description="the side with the weather gauge")]
    other: Annotated[Side, Meta(description="its enemy")]


class WholeBattle(Usages, kw_only=True):
    """A whole battle of several combats: its damage level, every combat, and the sinking checks after it."""

    combats: Annotated[tuple[Laying, ...], Meta(min_length=1, max_length=MOST, description="its combats")]
    intensity: Annotated[Intensity, Meta(description="as the side with the gauge chooses it")] = "medium"
    gauge_leader: Annotated[Personality, Meta(description="its senior leader")] = "cautious"
    opponent: Annotated[Personality, Meta(description="the enemy's senior leader")] = "cautious"
    strait: Annotated[bool, Meta(description="in a strait")] = False
    modifier: Annotated[int, Meta(ge=-4, le=4, description="what ranks add to the die of the damage level")] = 0
    level: Annotated[Level, Meta(description="the damage level, if it is known already")] | None = None

    def __post_init__(self) -> None:
        if self.level is None:
            _fought_in(self.intensity, self.strait)


class CombatResult(Struct, frozen=True):
    """Damage points and sail lost by each side, and what befell its leader."""

    gauge_dps: int
    gauge_sail: int
    gauge_leader: str
    other_dps: int
    other_sail: int
    other_leader: str


class BattleResult(Struct, frozen=True):
    """What the battle costs each side, leaders killed or captured, and whether the side with the gauge wins."""

    gauge_dps: int
    gauge_sail: int
    gauge_leaders: int
    other_dps: int
    other_sail: int
    other_leaders: int
    gauge_wins: bool


def _line(side: Side) -> Laid:
    ships = tuple(
        [
            Fighter(squadron.cls, squadron.sail, squadron.shift, squadron.dps, squadron.rating)
            for squadron in side.squadrons
        ]
    )
    luck = (Modifier("ranks of the players", side.luck),) if side.luck else ()
    return Laid(ships, side.lr, side.leader or side.lr > 0, side.ordnance, side.own_shifts, luck)


def _result(outcome: Outcome) -> CombatResult:
    one, two = outcome.gauge, outcome.other
    return CombatResult(sum(one.dps), sum(one.sail), _fate(one.leader), sum(two.dps), sum(two.sail), _fate(two.leader))


def _fate(casualty: Any) -> str:
    return f"{casualty.result} {casualty.turns}" if casualty.turns else str(casualty.result)


def _toll(toll: Toll) -> BattleResult:
    return BattleResult(
        toll.gauge_dps,
        toll.gauge_sail,
        toll.gauge_leaders,
        toll.other_dps,
        toll.other_sail,
        toll.other_leaders,
        toll.gauge_wins,
    )


@procedure
def combat(c: SingleCombat, charts: Charts, dice: Dice) -> CombatResult:
    laid = guns.Combat(c.level, _line(c.gauge), _line(c.other), c.usage)
    return dice.last.do(guns.combat, laid, charts, read=_result)


@procedure
def battle(b: WholeBattle, charts: Charts, dice: Dice) -> BattleResult:
    laid = tuple([guns.Combat(b.level or 0, _line(one.gauge), _line(one.other), b.usage) for one in b.combats])
    intent = None
    if b.level is None:
        intent = Intent(b.intensity, b.gauge_leader, b.opponent, b.strait, _ranks(b.modifier))
    return dice.last.do(guns.battle, laid, intent, charts, read=_toll)


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
    found = opening.gauge(_weatherly(g.first), _weatherly(g.other), charts, dice)
    return GaugeResult(found.first, *found.chances)


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


def _ranks(modifier: int) -> tuple[Modifier, ...]:
    return (Modifier("other modifiers", modifier),) if modifier else ()


@procedure
def battle_reinforcement(r: ReliefSought, charts: Charts, dice: Dice) -> Passed:
    relief = Relief(
        r.lr, r.personality, r.squadrons, r.approach, r.assisted, r.light, int(r.damaged), _ranks(r.modifier)
    )
    return dice.last.do(opening.comes_up, relief, charts, read=Passed)


class FlightSought(Inputs, kw_only=True):
    """Whether a formation gets away before a battle."""

    lr: Annotated[Rating, Meta(description="leadership of its leader; 0 without one")] = 0
    faster: Annotated[int, Meta(ge=0, le=20, description="enemy formations of a higher movement allowance")] = 0
    gale: Annotated[bool, Meta(description="in a gale")] = False
    modifier: Annotated[int, Meta(ge=-3, le=3, description="of a player's ranks")] = 0


@procedure
def withdrawal(w: FlightSought, charts: Charts, dice: Dice) -> Passed:
    return dice.last.do(opening.withdraws, Flight(w.lr, w.faster, w.gale, _ranks(w.modifier)), charts, read=Passed)


class IntensityChosen(Inputs, kw_only=True):
    """How hard a battle becomes: its intensity after the leaders' shifts, and the damage level."""

    intensity: Annotated[Intensity, Meta(description="as the side with the gauge chooses it")] = "medium"
    gauge_leader: Annotated[Personality, Meta(description="its senior leader")] = "cautious"
    opponent: Annotated[Personality, Meta(description="the enemy's senior leader")] = "cautious"
    strait: Annotated[bool, Meta(description="in a strait")] = False
    modifier: Annotated[int, Meta(ge=-4, le=4, description="what ranks add to the die of the damage level")] = 0

    def __post_init__(self) -> None:
        _fought_in(self.intensity, self.strait)


class IntensityResult(Struct, frozen=True):
    intensity: Intensity
    level: int


@procedure
def battle_intensity(i: IntensityChosen, charts: Charts, dice: Dice) -> IntensityResult:
    became = guns.intensity(Intent(i.intensity, i.gauge_leader, i.opponent, i.strait), charts, dice)
    return IntensityResult(became, guns.level(became, _ranks(i.modifier), charts, dice))


class LeaderInDanger(Inputs, kw_only=True):
    """What befalls a leader in a combat whose result has a star."""


class LeaderFate(Struct, frozen=True):
    result: str
    turns: int


@procedure
def leader_casualty(c: LeaderInDanger, charts: Charts, dice: Dice) -> LeaderFate:
    fate = befalls(guns.IN_DANGER, charts, dice)
    return LeaderFate(fate.result, fate.turns or 0)


class Beaten(Inputs, kw_only=True):
    """How many of the enemy's sail that were lost in a battle have struck to the winner."""

    sunk: Annotated[int, Meta(ge=1, le=60, description="enemy sail lost in the battle", examples=[3])]


class Prizes(Struct, frozen=True):
    captured: int


@procedure
def strike_colours(b: Beaten, charts: Charts, dice: Dice) -> Prizes:
    return dice.last.do(aftermath.struck, b.sunk, charts, read=Prizes)


class Overloaded(Inputs, kw_only=True):
    """A sinking check: whether a squadron whose damage is beyond her rating loses a sail."""

    dps: Annotated[int, Meta(ge=0, le=60, description="her damage points", examples=[12])]
    rating: Annotated[int, Meta(ge=1, le=20, description="her damage rating", examples=[10])] = 10


class Sunk(Struct, frozen=True):
    sail: int


@procedure
def sinking(o: Overloaded, charts: Charts, dice: Dice) -> Sunk:
    return Sunk(damage.sinks(o.dps - o.rating, dice))


class Battered(Overloaded, kw_only=True):
    """What damage points do to a squadron by her rating, and to her formation if she is its worst."""


class DamageDone(Struct, frozen=True):
    """Changes of the die to join a battle, of the movement allowance and of the chance for the weather gauge; and the highest
    die on which she loses a sail in a sinking check, 0 if she makes none."""

    battle_reinforcement: int
    movement: int
    weather_gauge: int
    sinks_on_at_most: int


@procedure
def damage_effects(b: Battered, charts: Charts, dice: Dice) -> DamageDone:
    rows = damage.bands(b.dps, b.rating, charts)
    found = [dice.see(charts.damage_effects, row, why="damage") for row in rows]
    return DamageDone(
        sum([one.battle_reinforcement_drm or 0 for one in found]),
        sum([one.ma_change or 0 for one in found]),
        sum([one.weather_gauge or 0 for one in found]),
        max(0, b.dps - b.rating),
    )


class LeaderChecked(Inputs, kw_only=True):
    """A leadership check: one die with its modifiers, at most the rating."""

    lr: Annotated[Rating, Meta(description="leadership; 0 without a leader")]
    modifier: Annotated[int, Meta(ge=-9, le=9, description="what is added to the die")] = 0


@procedure
def leadership_check(c: LeaderChecked, charts: Charts, dice: Dice) -> Passed:
    return Passed(passes(c.lr, _ranks(c.modifier), dice, why="leadership check"))


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
    battle,
    combat,
    weather_gauge,
    battle_reinforcement,
    withdrawal,
    battle_intensity,
    leader_casualty,
    strike_colours,
    sinking,
    damage_effects,
    leadership_check,
    caught_convoy,
)


def procedures(world: World) -> list[Procedure]:
    """All of them: every title has these charts."""
    return list(ALL)


# What an order in battle will use


def _ships(fighter: Fighter) -> Ships:
    return Ships(cls=fighter.cls, sail=fighter.sail, shift=fighter.shift, dps=fighter.dps, rating=fighter.rating)


def _side(line: Laid) -> Side:
    return Side(
        squadrons=tuple([_ships(squadron) for squadron in line.squadrons]),
        lr=line.lr,
        leader=line.led,
        own_shifts=line.own_shifts,
        ordnance=line.ordnance,
        luck=sum([one.value for one in line.luck]),
    )


def calls(view: View, action: Any, world: World) -> list[Call]:
    """The procedures that an order in battle will use, with their inputs."""
    table, side = view.table, view.seat
    if table.battle is None or side is None or view.own is None or not isinstance(table.phase, Fighting):
        return []
    match action:
        case Withdraw(formation=id) if table.phase.step == "withdraw":
            formation = view.own.formation(id)
            return [_flight(view, formation, world)] if formation is not None else []
        case Reinforce(formation=id):
            formation = view.own.formation(id)
            return [_relief(view, formation, world)] if formation is not None else []
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
            inputs = IntensityChosen(
                intensity=chosen,
                gauge_leader=meant.gauge,
                opponent=meant.opponent,
                strait=meant.strait,
                modifier=sum([one.value for one in meant.add]),
            )
            return [Call("battle_intensity", inputs, f"{chosen} intensity"), *_forecast(view, inputs, world)]
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


def _pair(table: Table, pair: Pairing, world: World, number: int = 0) -> Laying:
    laid = array.combat_of(table, pair, world, number)
    return Laying(gauge=_side(laid.gauge), other=_side(laid.other))


def _combat(view: View, pair: Pairing, world: World, words: str, number: int = 0) -> Call:
    """The odds of a combat as it would stand."""
    table, both = view.table, _pair(view.table, pair, world, number)
    inputs = SingleCombat(level=table.fighting.level, gauge=both.gauge, other=both.other, **_usages(table, world))
    return Call("combat", inputs, words)


def _whole(view: View, combats: Sequence[Pairing], world: World) -> list[Call]:
    """The odds of the whole battle, where they do not keep anybody waiting."""
    table = view.table
    if len(combats) > QUICK:
        return []
    laid = tuple([_pair(table, one, world, n) for n, one in enumerate(combats, 1)])
    return [
        Call("battle", WholeBattle(combats=laid, level=table.fighting.level, **_usages(table, world)), "the battle")
    ]


def _forecast(view: View, chosen: IntensityChosen, world: World) -> list[Call]:
    """The battle at an intensity, with the squadrons laid by strength: a forecast, before anybody has paired them."""
    table = view.table
    gauge = table.fighting.gauge
    own, foes = opening.facing(table, gauge), opening.opponents(table, gauge)
    meant = Intent(chosen.intensity, chosen.gauge_leader, chosen.opponent, chosen.strait)
    became = guns.intensity(meant, world.charts, RandomDice(0))
    usage = guns.usage(table.settings, opening.narrow(table.fighting.place, world))
    laid = array.forecast(own, foes, became, usage, world)
    if not laid or len(laid) > QUICK:
        return []
    combats = tuple([Laying(gauge=_side(one.gauge), other=_side(one.other)) for one in laid])
    inputs = WholeBattle(
        combats=combats,
        intensity=chosen.intensity,
        gauge_leader=chosen.gauge_leader,
        opponent=chosen.opponent,
        strait=chosen.strait,
        modifier=chosen.modifier,
        **_usages(table, world),
    )
    return [Call("battle", inputs, "the battle, if squadrons are laid by strength")]


def _usages(table: Table, world: World) -> dict[str, Any]:
    usage = guns.usage(table.settings, opening.narrow(table.fighting.place, world))
    return {
        "narrow": usage.narrow,
        "die_per_side": usage.die_per_side,
        "flagship_compared": usage.flagship_compared,
        "paired_takes_all": usage.paired_takes_all,
    }


def _flight(view: View, formation: Formation, world: World) -> Call:
    flight = opening.flight(formation, opening.opponents(view.table, formation.side), view.table, world)
    changed = sum([rank.value for rank in flight.ranks])
    inputs = FlightSought(lr=flight.lr, faster=flight.faster, gale=flight.gale, modifier=changed)
    return Call("withdrawal", inputs, f"{formation.name} gets away")


def _relief(view: View, formation: Formation, world: World) -> Call:
    assert view.own is not None
    helping = [auxiliary for auxiliary in view.own.auxiliaries if auxiliary.task == "assist_battle_reinforcement"]
    here = [one for one in helping if one.place == formation.place and one.target == str(view.table.serial)]
    relief = opening.relief(formation, bool(here), view.table, world)
    inputs = ReliefSought(
        lr=relief.lr,
        personality=relief.personality,
        squadrons=relief.squadrons,
        approach=relief.approach,
        assisted=relief.assisted,
        light=relief.light,
        damaged=relief.damage > 0,
        modifier=sum([
            one.value for one in (*relief.ranks, *favoured(view.own, formation.side, "leadership_check"))
        ]),
    )  # fmt: skip
    return Call("battle_reinforcement", inputs, f"{formation.name} comes up")
