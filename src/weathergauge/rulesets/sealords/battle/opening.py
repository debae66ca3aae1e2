"""Before the guns: who has the weather gauge, who gets away, who comes up in time, and which Commands fight together.

The dice are functions of what they need alone (`Approach`, `Flight`, `Relief`); the rest gathers that from the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from weathergauge.dice import D10, Cell, Dice, Modifier
from weathergauge.rulesets.sealords import damage
from weathergauge.rulesets.sealords.auxiliaries.boxes import assisting
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.forces import Formation, Leader
from weathergauge.rulesets.sealords.leaders import favoured, lr, passes, personality, rank_modifiers, senior
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.sea.passage import ways
from weathergauge.rulesets.sealords.state import Secret, Table
from weathergauge.rulesets.sealords.terms import Approach, Personality, Side
from weathergauge.rulesets.sealords.world import World, at, boxed

APPROACH_ROWS: dict[Approach, str] = {
    "on_station": "on_station",
    "with_wind": "approaching_with_wind",
    "against_wind": "approaching_against_wind",
    "catching_the_wind": "approach_by_catching_the_wind",
    "from_fitting_out": "approach_from_fitting_out",
}


class Weatherly(Struct, frozen=True, omit_defaults=True):
    """A side on its way to the weather gauge."""

    approach: Approach
    lr: int = 0
    fast: bool = False
    crippled: bool = False
    """A squadron has damage over two thirds of her rating."""
    galleys: bool = False
    """Galleys all of them, in a strait or a port space."""


def chances(side: Weatherly, charts: Charts) -> list[Modifier]:
    """What a side's hope of the gauge is made of (8.22)."""
    chart = charts.weather_gauge

    def line(reason: str, row: str) -> Modifier:
        value = chart.at(row)
        return Modifier(reason, value if isinstance(value, int) else side.lr, Cell(chart.id, (row,)))

    modifiers = [
        line("base chance", "base_chance"),
        line(side.approach.replace("_", " "), APPROACH_ROWS[side.approach]),
        line("leadership", "formation_leader_lr"),
    ]
    if side.fast:
        modifiers.append(line("fast ships", "formation_has_ma_of_5"))
    if side.crippled:
        modifiers.append(line("damaged ships", "any_squadron_with_dps_over_two_thirds_dr"))
    if side.galleys:
        modifiers.append(line("galleys at home", "galley_formation_in_strait_or_port_space"))
    return modifiers


class Gauge(Struct, frozen=True):
    """Whether the first side has the gauge, and both chances."""

    first: bool
    chances: tuple[int, int]


def gauge(first: Weatherly, other: Weatherly, charts: Charts, dice: Dice) -> Gauge:
    """The higher chance has it; equal ones are settled by a die, low for the first named (SL32)."""
    one = dice.reckon("the first side's chance of the gauge", chances(first, charts))
    two = dice.reckon("the other side's chance", chances(other, charts))
    if one != two:
        return Gauge(one > two, (one, two))
    most = charts.gauge_numbers.at("first_side_on_at_most")
    why = f"the weather gauge: 0 to {most} is the first side's"
    wins = dice.roll(1, D10, read=lambda faces: faces[0] <= most, why=why, good="low")
    return Gauge(wins, (one, two))


def weatherly(formations: Sequence[Formation], serial: int, world: World) -> Weatherly:
    """A side's engaged formations as they came up: the worst approach counts, the senior leader's rating."""
    charts, place = world.charts, world.places[at(formations[0].place)]
    approaches = [_approach(formation, serial, world) for formation in formations]
    worst = min(approaches, key=lambda approach: int(charts.weather_gauge.at(APPROACH_ROWS[approach])))
    return Weatherly(
        worst,
        lr(senior([formation.leader for formation in formations], charts), charts),
        all(
            damage.allowance(formation, charts) >= charts.gauge_numbers.at("formation_has_ma_of_5")
            for formation in formations
        ),
        any(
            "dps_over_two_thirds_dr" in damage.bands(squadron.dps, squadron.rating, charts)
            for f in formations
            for squadron in f.squadrons
        ),
        place.kind in ("strait", "port") and all(formation.galleys for formation in formations),
    )


def _approach(formation: Formation, serial: int, world: World) -> Approach:
    """How a formation came up in this increment; in the open sea nobody lies on station (SL32)."""
    if world.places[at(formation.place)].kind == "sea_zone" and not boxed(formation.place)[1]:
        return "with_wind"
    return came(formation, serial)


def came(formation: Formation, serial: int) -> Approach:
    """How a formation came to its place in this increment; on station if it was there before."""
    return formation.approach if formation.since == serial else "on_station"


def narrow(place: str, world: World) -> bool:
    """A strait or a port space, where galleys are at home."""
    return world.places[at(place)].kind in ("strait", "port")


class Flight(Struct, frozen=True, omit_defaults=True):
    """A formation that would withdraw."""

    lr: int
    faster: int = 0
    """Enemy formations of a higher movement allowance."""
    gale: bool = False
    ranks: tuple[Modifier, ...] = ()


def withdraws(flight: Flight, charts: Charts, dice: Dice, seat: str | None = None) -> bool:
    """A leadership check: every faster enemy is against it, a gale hides it (SL33)."""
    add = list(flight.ranks)
    if flight.faster:
        add.append(Modifier("faster enemies", charts.withdrawal_drm.at("faster_enemy_formation") * flight.faster))
    if flight.gale:
        add.append(Modifier("gale", charts.withdrawal_drm.at("gale")))
    return passes(flight.lr, add, dice, why="withdrawal", seat=seat)


def flight(formation: Formation, enemies: Iterable[Formation], table: Table, world: World) -> Flight:
    own = damage.allowance(formation, world.charts)
    faster = sum([damage.allowance(enemy, world.charts) > own for enemy in enemies])
    ranks = rank_modifiers(table, formation.side, "leadership_check_drm", world.charts)
    ranks += favoured(table, formation.side, "withdrawal")
    return Flight(lr(formation.leader, world.charts), faster, stormy(table, formation.place, world), tuple(ranks))


def stormy(table: Table, place: str, world: World) -> bool:
    """Whether a gale is felt there."""
    return bool(table.gales) and gale_at(table, place, world) is not None


class Relief(Struct, frozen=True, omit_defaults=True):
    """A formation that would come up in time for a battle."""

    lr: int = 0
    personality: Personality = "timid"
    squadrons: int = 1
    """Without flagships (SL87)."""
    approach: Approach = "on_station"
    assisted: bool = False
    """A friendly auxiliary was sent to help."""
    light: bool = False
    """Galleys all of them, or half her sail and more frigates."""
    damage: int = 0
    """What its worst squadron's damage adds to the die."""
    ranks: tuple[Modifier, ...] = ()


def relief_modifiers(relief: Relief, charts: Charts) -> list[Modifier]:
    """What speeds a formation up or keeps it back (8.24)."""
    line = charts.battle_reinforcement.modifier
    modifiers = list(relief.ranks)
    if relief.personality == "timid":
        modifiers.append(line("timid", "timid_personality"))
    elif relief.personality in ("aggressive", "rash"):
        modifiers.append(line(relief.personality, "aggressive_or_rash_personality"))
    if relief.squadrons > 1:
        row = "per_squadron_beyond_first_in_reinforcing_formation"
        modifiers.append(line("many squadrons", row, times=relief.squadrons - 1))
    rows: dict[Approach, tuple[str, str]] = {
        "on_station": ("was there before", "began_mpi_in_the_space"),
        "against_wind": ("came against the wind", "entered_space_against_the_wind"),
        "catching_the_wind": ("came by catching the wind", "entered_space_by_catching_the_wind"),
        "from_fitting_out": ("came out of harbour", "entered_space_from_fitting_out"),
    }
    if relief.approach in rows:
        modifiers.append(line(*rows[relief.approach]))
    if relief.light:
        modifiers.append(
            line("galleys or frigates", "galley_formation_or_half_or_more_frigate_sail_supersedes_auxiliary_drm")
        )
    elif relief.assisted:
        modifiers.append(line("an auxiliary helps", "tasked_friendly_fleet_or_galley_auxiliary"))
    if relief.damage:
        row = "formation_dps_over_one_third_up_to_two_thirds_dr"
        modifiers.append(Modifier("damage", relief.damage, Cell("battle_reinforcement", (row,))))
    return modifiers


def comes_up(relief: Relief, charts: Charts, dice: Dice, seat: str | None = None, secret: bool = False) -> bool:
    """Whether a formation comes up in time: a leadership check of its leader."""
    return passes(
        relief.lr, relief_modifiers(relief, charts), dice, why="battle reinforcement", seat=seat, secret=secret
    )


def relief(formation: Formation, own: Secret, table: Table, world: World) -> Relief:
    """Take from the table, and from what its own side knows, all that its leader's check depends on."""
    charts, side = world.charts, formation.side
    frigates = sum([squadron.sail for squadron in formation.squadrons if squadron.cls == "frigate"])
    return Relief(
        lr(formation.leader, charts),
        personality(formation.leader),
        max(1, sum([squadron.cls != "flagship" for squadron in formation.squadrons])),
        came(formation, table.serial),
        bool(assisting(table, own, formation.place, side)),
        formation.galleys or frigates * 2 >= formation.sail,
        sum([modifier.value for modifier in damage.reinforcement(formation, charts)]),
        (*rank_modifiers(table, side, "leadership_check_drm", charts), *favoured(own, side, "leadership_check")),
    )


def together(commands: Iterable[str], present: Iterable[Leader | None], world: World) -> bool:
    """Whether formations of these Commands may fight side by side, with these leaders in the space (SL35)."""
    wanted = {command for command in commands if command}
    if len(wanted) < 2:
        return True
    there = [leader for leader in present if leader is not None]
    fleet = any(leader.role == "fleet_admiral" for leader in there)
    have = {leader.contingent for leader in there if leader.role == "command_admiral"}
    commands = {command for command in wanted if command in world.contingents and world.contingents[command].command}
    if commands < wanted and not fleet:
        return False  # what belongs to no Command is the Fleet Admiral's own
    missing = commands - have
    return not missing or (fleet and (world.values.either_admiral or len(missing) == 1))


def holds_strait(table: Table, formation: Formation, enemies: Iterable[Formation], world: World) -> bool:
    """Whether the enemy was first in a strait, and so holds it against a formation (SL33)."""
    if world.places[at(formation.place)].kind != "strait":
        return False
    return min([enemy.since for enemy in enemies], default=formation.since) < formation.since


def lee(table: Table, formation: Formation, world: World) -> tuple[str, ...]:
    """Where a formation can get away to with the wind: no harbour, no edge of the map, no way into a sea zone (SL33)."""
    runs = [way.to for way in ways(table, formation, world) if way.kind == "run"]
    runs = [to for to in runs if boxed(to)[1] not in ("harbour", "in")]
    return tuple([to for to in runs if world.places[at(to)].kind != "entry"])


def facing(table: Table, side: Side) -> list[Formation]:
    """The engaged formations of a side, which everybody sees."""
    if table.battle is None:
        return []
    shown = [table.counter(id) for id in table.battle.of(side).engaged]
    return [counter.shown for counter in shown if counter is not None and counter.shown is not None]


def opponents(table: Table, side: Side) -> list[Formation]:
    return facing(table, table.enemy(side))
