"""Fireships, bombs, marines, attacks on convoys and the tasks of the combined game: the dice, as rules of what they need."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.dice import D10, Cell, Dice, Modifier
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.forces import Auxiliary
from weathergauge.rulesets.sealords.leaders import better_guns
from weathergauge.rulesets.sealords.terms import AuxClass
from weathergauge.rulesets.sealords.world import World

MarineColumn = Literal["raid_port", "cutting_out_squadron", "cutting_out_troop_convoy"]
CombinedColumn = Literal["bombardment_vs_port_facilities", "bombardment_vs_coastal_road", "cutting_out"]


class Blow(Struct, frozen=True):
    """What an attack does: whether it came to anything, damage points, sail sunk, and whether a leader is in danger."""

    success: bool = False
    dp: int = 0
    sail: int = 0
    leader: bool = False


class Burning(Struct, frozen=True):
    """The target of a fireship: a squadron's sail, and the blockade value of the port if she lies in its harbour."""

    sail: int
    harbour: bool = False
    bv: int = 0
    add: tuple[Modifier, ...] = ()
    """For the die on the damage table."""
    luck: tuple[Modifier, ...] = ()
    """For the die to reach the target, which is to be high."""
    ordnance: int = 0
    """What a player's rank adds to the damage points (SL94)."""


def fireship(target: Burning, charts: Charts, dice: Dice) -> Blow:
    """A fireship attack (6.23): a die to reach the target, one for the column, one on it. High is good for the first."""
    numbers = charts.fireship_attack
    need = numbers.at("success_minimum_die_per_target_sail") * target.sail
    add = list(target.luck)
    if target.harbour and target.bv:
        row = "in_harbour_die_modifier_per_point_of_blockade_value"
        add.append(numbers.modifier("blockade value", row, times=target.bv))
    changed = dice.reckon("reaching the target", add) if add else 0
    why = f"the fireship, {need} or more"
    if not dice.roll(1, D10, read=lambda faces: faces[0] + changed >= need, why=why):
        return Blow()
    times = dice.see(numbers, "in_harbour_dp_multiplier") if target.harbour else 1
    return _blow(numbers.at("column_die_that_fails"), times, target.add, charts, dice, target.ordnance)


def bombard(add: tuple[Modifier, ...], charts: Charts, dice: Dice) -> Blow:
    """A bombardment (6.24) of one squadron in port: a die for the column and one on it; only damage points are multiplied."""
    numbers = charts.bombard_attack
    return _blow(int(numbers.at("column_die_that_fails")), int(numbers.at("dp_multiplier")), add, charts, dice)


def _blow(fails: int, times: int, add: tuple[Modifier, ...], charts: Charts, dice: Dice, ordnance: int = 0) -> Blow:
    # A high column does more, until the highest faces do nothing.
    column = dice.roll(1, D10, read=lambda faces: faces[0], why="the column of the damage table", good="neither")
    if column >= fails:
        return Blow()
    hit = dice.look_up(charts.combat_damage, add=add, why="the damage", good="low", column=column)
    more = dice.reckon("damage points", better_guns(ordnance)) if ordnance else 0
    return Blow(True, (hit.dp + more) * times, hit.sail_sunk, hit.leader_check)


class Raiders(Struct, frozen=True):
    """An attack on a convoy: the class of the attacker, the sail that escort it, and whether a screen hampers it."""

    cls: AuxClass
    escort: int = 0
    hampered: bool = False
    add: tuple[Modifier, ...] = ()


def raiders_column(raiders: Raiders, charts: Charts, dice: Dice) -> int:
    """The column of the damage table: by class, one less for each sail of the escort, to a least one."""
    row = "fleet" if raiders.cls == "fleet_50" else raiders.cls
    first = dice.see(charts.convoy_attack_column, row, why="the attacker's column")
    chart, each = charts.convoy_attack_modifier, "column_shift_per_escorting_sail"
    least = chart.of(int, "minimum_column")
    if not raiders.escort:
        return max(least, first)
    return max(least, first + dice.reckon("the escort", [chart.modifier("escorting sail", each, times=raiders.escort)]))


def attack(raiders: Raiders, charts: Charts, dice: Dice) -> Blow:
    """An attack on a convoy (10.16, 10.18). Damage points and sail sunk, as the table has them."""
    column = raiders_column(raiders, charts, dice)
    add = list(raiders.add)
    if raiders.hampered:
        add.append(charts.convoy_attack_modifier.modifier("partly screened", "die_roll_if_partially_screened"))
    hit = dice.look_up(charts.combat_damage, add=add, why="the attack on the convoy", good="low", column=column)
    return Blow(True, hit.dp, hit.sail_sunk)


class Landing(Struct, frozen=True):
    """What marines try, the blockade value of the port, and whether enemy land units are there."""

    column: MarineColumn
    bv: int = 0
    land_units: bool = False
    add: tuple[Modifier, ...] = ()


def land(landing: Landing, charts: Charts, dice: Dice) -> bool:
    """A task of marines (6.25, 6.26): whether it succeeds."""
    drm = charts.marine_tasks_drm
    add = list(landing.add)
    if landing.column == "raid_port":
        if landing.land_units:
            row = "raid_port_enemy_land_units_in_space"
            add.append(drm.modifier("enemy land units", row))
    elif landing.bv:
        row = f"{landing.column}_port"
        add.append(Modifier("blockade value", landing.bv, Cell("marine_tasks_drm", (row,))))
    return dice.look_up(charts.marine_tasks, add=add, why="the marines", good="low", task=landing.column)


class Storming(Struct, frozen=True):
    """An escalade: the sail of the formation off the port, without the bomb, and the port's blockade value."""

    sail: int
    bv: int = 0
    add: tuple[Modifier, ...] = ()


def storm(storming: Storming, charts: Charts, dice: Dice) -> bool:
    """An escalade: whether the port is stormed, on a die of at most the sail that count, the bomb among them (SL83)."""
    numbers = charts.escalade
    most = min(storming.sail + numbers.at("sail_that_a_bomb_counts_as"), numbers.at("most_sail_that_count"))
    add = list(storming.add)
    if storming.bv:
        add.append(Modifier("blockade value", storming.bv))
    changed = dice.reckon("the escalade", add) if add else 0
    return dice.roll(
        1, D10, read=lambda faces: faces[0] + changed <= most, why=f"the escalade, {most} or less", good="low"
    )


class Shelling(Struct, frozen=True):
    """A task of the combined game."""

    column: CombinedColumn
    add: tuple[Modifier, ...] = ()


def combined(task: Shelling, charts: Charts, dice: Dice) -> bool:
    """A task of the combined game: whether it succeeds (SL23)."""
    chart = charts.combined_auxiliary_tasks
    return dice.look_up(chart, add=task.add, why="the combined task", good="low", task=task.column)


class Meeting(Struct, frozen=True):
    """Who is tasked, who screens, and whether in narrow waters: all that the matrix asks."""

    tasked: AuxClass
    screening: AuxClass
    narrow: bool = False
    """In a strait or a port."""
    guardacostas: bool = False
    """The tasked are guardacostas."""


def meet(meeting: Meeting, charts: Charts, dice: Dice) -> str:
    """What comes of a screen: yes, partial or no."""
    return dice.see(charts.screening_matrix, row(meeting, charts), meeting.screening, why="the screen")


def row(meeting: Meeting, charts: Charts) -> str:
    """The row of the tasked auxiliary. Fleet-50 and guardacostas have one only where it is printed."""
    rows = charts.screening_matrix.page.reach["tasked"].labels
    if meeting.guardacostas and "guardacostas" in rows:
        return "guardacostas"
    if meeting.tasked == "galley" and meeting.narrow:
        return "galley_in_strait_or_port"
    return meeting.tasked if meeting.tasked in rows else "fleet"


def meeting(tasked: Auxiliary, screen: Auxiliary, place: str, world: World) -> Meeting:
    return Meeting(tasked.cls, screen.cls, confined(place, world), tasked.corsair == "guardacostas")


def confined(place: str, world: World) -> bool:
    """Whether those who meet there are in narrow waters: a strait, or a port space."""
    return place in world.places and world.places[place].kind in ("strait", "port")
