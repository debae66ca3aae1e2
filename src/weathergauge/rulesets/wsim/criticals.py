"""Critical hits: what the table names, and the dice that follow it (12.5)."""

from __future__ import annotations

from math import ceil
from typing import Any, Literal

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier, of_charts
from weathergauge.rulesets.wsim.bearing import Rake
from weathergauge.rulesets.wsim.charts import Charts, Effect
from weathergauge.rulesets.wsim.terms import QUALITIES, Aim, Broadside, Quality

SECTION, DOUBLE = "lose_one_rigging_section", "double_hull_and_crew_hits"


class Blow(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A critical hit, reduced to what its dice need: the shot, and the ship that it struck."""

    aim: Aim
    number: int
    """The critical number of the fire result."""
    range: int
    rake: Rake = ""
    quality: Quality = "average"
    sections_lost: int = 0
    captain: bool = True
    admiral: bool = False


class Outcome(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """What a critical hit does, before it is marked on a log."""

    effect: str
    took: bool = False
    captain: bool = False
    """He is dead."""
    admiral: bool = False
    side: Broadside | Literal[""] = ""
    """The broadside that is obscured."""
    turns: int = 0
    """How long the fire burns."""
    explodes: bool = False
    section: bool = False
    """A rigging section is lost."""
    double: bool = False
    """The shot's hull and crew hits count once more."""
    cable: bool = False
    """The anchor cable is severed."""


@of_charts
def critical(blow: Blow, charts: Charts, dice: Dice) -> Outcome:
    """A die and the critical number on the table by aim, then whatever dice that calls for."""
    face = dice.total(1, why="critical hit", good="neither")
    total = dice.reckon("critical hit", (Modifier("the die", face), Modifier("critical number", blow.number)))
    name = dice.see(charts.critical_hit_table, blow.aim, total, why="critical hit")
    match name:
        case "rake_bonus" | "anchor_and_rake_bonus":
            return _raked(name, total, blow, charts, dice)
        case "leader_casualty":
            return dice.last.do(leaders, blow.captain, blow.admiral, blow.range, charts, read=_fallen)
        case "crew_demoralized":
            return dice.last.do(demoralised, blow.quality, blow.sections_lost, charts, read=_disheartened)
        case "magazine_may_explode":
            return dice.last.do(magazine, blow.range, charts, read=_blown_up)
        case "mast_may_fall":
            return dice.last.do(mast_falls, blow.range, charts, read=_dismasted)
        case "steering_damage":
            return dice.last.do(steering, charts, read=_unsteered)
        case "broadside_obscured":
            return dice.last.do(wreckage, charts, read=_obscured)
        case "fire_breaks_out":
            return dice.last.do(fire_aboard, charts, read=_burning)
        case "waterline_damage":
            return Outcome(name, True)
        case "anchor_cable":
            return Outcome(name, True, cable=True)
    return Outcome(name)


# What came of the dice that a hit calls for, as its outcome. Each has a name, so that odds remember what was read by it.


def _fallen(leaders: tuple[bool, bool]) -> Outcome:
    captain, admiral = leaders
    return Outcome("leader_casualty", captain or admiral, captain=captain, admiral=admiral)


def _disheartened(took: bool) -> Outcome:
    return Outcome("crew_demoralized", took)


def _blown_up(blown: bool) -> Outcome:
    return Outcome("magazine_may_explode", blown, explodes=blown)


def _dismasted(falls: bool) -> Outcome:
    return Outcome("mast_may_fall", falls, section=falls)


def _unsteered(less: int) -> Outcome:
    return Outcome("steering_damage", less != 0)


def _obscured(side: Broadside) -> Outcome:
    return Outcome("broadside_obscured", True, side=side)


def _burning(turns: int) -> Outcome:
    return Outcome("fire_breaks_out", True, turns=turns, explodes=not turns)


def _raked(name: str, total: int, blow: Blow, charts: Charts, dice: Dice) -> Outcome:
    """A rake bonus needs a rake, and some of them a short range."""
    bonus = dice.see(charts.critical_rake_bonus, blow.aim, total, why="rake bonus")
    far = bonus.max_range is not None and blow.range > bonus.max_range
    took = not far and (bool(blow.rake) or not bonus.requires_rake)
    cable = bonus.also == "anchor_cable"
    return Outcome(
        name,
        took or cable,
        section=took and bonus.effect == SECTION,
        double=took and bonus.effect == DOUBLE,
        cable=cable,
    )


def leaders(captain: bool, admiral: bool, range: int, charts: Charts, dice: Dice) -> tuple[bool, bool]:
    """Which of the leaders aboard fall, the captain first."""
    dead = captain and dice.do(dies, "captain", range, charts)
    return dead, admiral and dice.do(dies, "admiral", range, charts)


def dies(who: str, range: int, charts: Charts, dice: Dice) -> bool:
    """Whether a leader falls: two dice, and more the nearer the shot."""
    effect = charts.critical_effects.of(Effect, "leader_casualty")
    thrown = dice.total(effect.dice, why=f"is the {who} hit?")
    chart = charts.critical_leader_range_modifier
    near = Modifier("range", chart.at(range), Cell(chart.id, chart.key(range)))
    return dice.reckon(f"the {who}", (Modifier("two dice", thrown), near)) >= effect.dies_at_or_above


def demoralised(quality: Quality, sections_lost: int, charts: Charts, dice: Dice) -> bool:
    """Whether a crew loses heart: a die, its strength and the sections it has lost; a low total is bad."""
    effect = charts.critical_effects.of(Effect, "crew_demoralized")
    thrown = dice.total(effect.dice, why="does the crew lose heart?", good="low")
    # Half a point rounded up does not change which dice fail.
    strength = ceil(charts.crew_melee_strength.at(quality))
    parts = [
        Modifier("the die", thrown),
        Modifier(f"{quality} crew", strength, Cell("crew_melee_strength", (quality,))),
        Modifier("crew sections lost", -sections_lost),
    ]
    return dice.reckon("spirit of the crew", parts) <= effect.fails_at_or_below


def worse(quality: Quality) -> Quality:
    """One grade down; a poor crew stays poor."""
    return QUALITIES[min(QUALITIES.index(quality) + 1, len(QUALITIES) - 1)]


def magazine(range: int, charts: Charts, dice: Dice) -> bool:
    """Whether the magazine goes up: a die and the range."""
    effect = charts.critical_effects.of(Effect, "magazine_may_explode")
    thrown = dice.total(effect.dice, why="does the magazine explode?", good="low")
    return (
        dice.reckon("the magazine", (Modifier("the die", thrown), Modifier("range", range)))
        <= effect.explodes_at_or_below
    )


def mast_falls(range: int, charts: Charts, dice: Dice) -> bool:
    """Whether a mast goes by the board: two dice and the range."""
    effect = charts.critical_effects.of(Effect, "mast_may_fall")
    thrown = dice.total(effect.dice, why="does the mast fall?", good="low")
    return dice.reckon("the mast", (Modifier("two dice", thrown), Modifier("range", range))) <= effect.falls_at_or_below


def steering(charts: Charts, dice: Dice) -> int:
    """What her turning ability loses."""
    return dice.look_up(charts.critical_steering, why="steering", good="neither")


def wreckage(charts: Charts, dice: Dice) -> Broadside:
    """The side that wreckage lies over."""
    return dice.look_up(charts.critical_obscured_side, why="which side", good="neither")


def fire_aboard(charts: Charts, dice: Dice) -> int:
    """How many turns a fire burns; 0 when it cannot be put out and she will blow up (WS27)."""
    burning: Any = dice.look_up(charts.critical_fire_turns, why="fire")
    return 0 if isinstance(burning, str) else burning.turns
