"""Combats as procedures: one of them, a whole battle of them, how hard they become, and what follows by itself."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict

from weathergauge.dice import Dice, Modifier
from weathergauge.procedures import Inputs, aimed, procedure
from weathergauge.rulesets.sealords import damage
from weathergauge.rulesets.sealords.battle import aftermath
from weathergauge.rulesets.sealords.battle import combat as guns
from weathergauge.rulesets.sealords.battle.combat import Combat, Fighter, Intent, Line, Outcome, Usage
from weathergauge.rulesets.sealords.casualties import befalls
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.terms import Intensity, Personality, SquadronClass

Rating = Annotated[int, Meta(ge=0, le=9, examples=[3])]
Level = Annotated[int, Meta(ge=0, le=8, description="damage level, the column before shifts", examples=[4])]
MOST = 9
"""Combats of one battle: the joint odds of more take too long to wait for."""


Whole = tuple[tuple[Combat, ...], Intent | None]
"""A battle as it is aimed: its combats, and how hard it is to be fought; at the combats' own levels without that."""


def ranks(modifier: int) -> tuple[Modifier, ...]:
    return (Modifier("other modifiers", modifier),) if modifier else ()


def added(modifiers: tuple[Modifier, ...]) -> int:
    return sum([modifier.value for modifier in modifiers])


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


class CombatResult(Struct, frozen=True, cache_hash=True):
    """Damage points and sail lost by each side, and what befell its leader."""

    gauge_dps: int
    gauge_sail: int
    gauge_leader: str
    other_dps: int
    other_sail: int
    other_leader: str


class BattleResult(Struct, frozen=True, cache_hash=True):
    """What the battle costs each side, leaders killed or captured, and whether the side with the gauge wins."""

    gauge_dps: int
    gauge_sail: int
    gauge_leaders: int
    other_dps: int
    other_sail: int
    other_leaders: int
    gauge_wins: bool


def _line(side: Side) -> Line:
    ships = tuple(
        [
            Fighter(squadron.cls, squadron.sail, squadron.shift, squadron.dps, squadron.rating)
            for squadron in side.squadrons
        ]
    )
    luck = (Modifier("ranks of the players", side.luck),) if side.luck else ()
    return Line(ships, side.lr, side.leader or side.lr > 0, side.ordnance, side.own_shifts, luck)


def _side(line: Line) -> Side:
    ships = [
        Ships(cls=squadron.cls, sail=squadron.sail, shift=squadron.shift, dps=squadron.dps, rating=squadron.rating)
        for squadron in line.squadrons
    ]
    return Side(
        squadrons=tuple(ships), lr=line.lr, leader=line.led, own_shifts=line.own_shifts, ordnance=line.ordnance,
        luck=added(line.luck),
    )  # fmt: skip


def _result(outcome: Outcome) -> CombatResult:
    one, two = outcome.gauge, outcome.other
    return CombatResult(sum(one.dps), sum(one.sail), _fate(one.leader), sum(two.dps), sum(two.sail), _fate(two.leader))


def _fate(casualty: Any) -> str:
    return f"{casualty.result} {casualty.turns}" if casualty.turns else str(casualty.result)


def _toll(packed: int) -> BattleResult:
    dps, sail, leaders, other_dps, other_sail, other_leaders = guns.parts(packed)
    wins = guns.gauge_wins(dps, sail, other_dps, other_sail)
    return BattleResult(dps, sail, leaders, other_dps, other_sail, other_leaders, wins)


def _combat(level: int | None, laid: SingleCombat | Laying, usage: Usage) -> Combat:
    return Combat(level or 0, _line(laid.gauge), _line(laid.other), usage)


def _single(c: SingleCombat) -> Combat:
    return _combat(c.level, c, c.usage)


def _single_form(c: Combat) -> SingleCombat:
    return SingleCombat(level=c.level, gauge=_side(c.gauge), other=_side(c.other), **asdict(c.usage))


@aimed(_single, _single_form)
def combat(c: Combat, charts: Charts, dice: Dice) -> CombatResult:
    return dice.last.do(guns.combat, c, charts, read=_result)


def _whole(b: WholeBattle) -> Whole:
    combats = tuple([_combat(b.level, laid, b.usage) for laid in b.combats])
    known = b.level is not None
    return combats, None if known else Intent(b.intensity, b.gauge_leader, b.opponent, b.strait, ranks(b.modifier))


def _whole_form(whole: Whole) -> WholeBattle:
    combats, intent = whole
    laid = tuple([Laying(gauge=_side(combat.gauge), other=_side(combat.other)) for combat in combats])
    usages = asdict(combats[0].usage)
    return (
        WholeBattle(combats=laid, level=combats[0].level, **usages)
        if intent is None
        else WholeBattle(combats=laid, **_intended(intent), **usages)
    )


@aimed(_whole, _whole_form)
def battle(whole: Whole, charts: Charts, dice: Dice) -> BattleResult:
    return dice.last.do(guns.packed_battle, *whole, charts, read=_toll)


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


def _intent(i: IntensityChosen) -> Intent:
    return Intent(i.intensity, i.gauge_leader, i.opponent, i.strait, ranks(i.modifier))


def _intended(intent: Intent) -> dict[str, Any]:
    return {
        "intensity": intent.intensity,
        "gauge_leader": intent.gauge,
        "opponent": intent.opponent,
        "strait": intent.strait,
        "modifier": added(intent.add),
    }


def _intent_form(intent: Intent) -> IntensityChosen:
    return IntensityChosen(**_intended(intent))


@aimed(_intent, _intent_form)
def battle_intensity(intent: Intent, charts: Charts, dice: Dice) -> IntensityResult:
    return IntensityResult(*guns.settled(intent, charts, dice))


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
    effects = [dice.see(charts.damage_effects, row, why="damage") for row in rows]
    return DamageDone(
        sum([row.battle_reinforcement_drm or 0 for row in effects]),
        sum([row.ma_change or 0 for row in effects]),
        sum([row.weather_gauge or 0 for row in effects]),
        max(0, b.dps - b.rating),
    )
