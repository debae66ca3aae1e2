"""Chapter: the wind. How it shifts (phase A), how it meets a ship, and how far it carries her."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.frame.memory import kept_by_value
from weathergauge.rulesets.wsim.actions import Wind
from weathergauge.rulesets.wsim.charts import Acceleration, Charts
from weathergauge.rulesets.wsim.hexes import Heading, ahead, turned
from weathergauge.rulesets.wsim.squares import rigging_gone
from weathergauge.rulesets.wsim.state import Ship, Table, replace
from weathergauge.rulesets.wsim.terms import Attitude

ATTITUDES: tuple[Attitude, ...] = ("B", "A", "C", "D", "C", "A")
"""By the steps of 60 degrees from the wind's course to the ship's."""


# How it shifts


class Shifted(Struct, frozen=True):
    """The wind of the next turn, and the number that the turns after are thrown against."""

    changed: bool
    direction: Heading
    velocity: int
    wsn: int


def changes(wsn: int, charts: Charts, dice: Dice) -> bool:
    """Two dice against the wind shift number (WS03)."""
    why = f"change of wind, against {wsn}"
    if wsn >= charts.figures.at("steady"):
        return False
    if (wsn, 2) in charts.wind_change.cells:
        return dice.look_up(charts.wind_change, why=why, wsn=wsn)
    return dice.roll(2, why=why, read=lambda faces: charts.unprinted_wind_change.at(wsn, sum(faces)))


def shift(
    wsn: int, direction: Heading, velocity: int, first: Heading, again: bool, charts: Charts, dice: Dice
) -> Shifted:
    """Throw for a change; if there is one, for its direction and its velocity, and for a new number if wanted."""
    if not changes(wsn, charts, dice):
        return Shifted(False, direction, velocity, wsn)
    degrees = dice.look_up(charts.wind_direction_change, why="direction of the wind")
    toward = first if isinstance(degrees, str) else turned(direction, degrees // 60)
    change = dice.look_up(charts.wind_velocity_change, why="velocity of the wind")
    force = max(0, min(charts.figures.at("hurricane"), velocity + change))
    number = dice.total(why="new wind shift number") if again else wsn  # WS31
    return Shifted((toward, force) != (direction, velocity), toward, force, number)


def blow(table: Table, charts: Charts, dice: Dice) -> Table:
    """Phase A: the wind that was announced comes in, and the next one is thrown for and announced."""
    if table.coming is not None:
        table = replace(table, wind=table.coming[0], velocity=table.coming[1], coming=None)
    if table.settings.random_wind and table.turn == 1:
        return _opening(table, charts, dice)
    again = table.settings.wsn_again
    new = dice.do(shift, table.wsn, table.wind, table.velocity, table.first_wind, again, charts)
    dice.tell(Wind(new.changed, new.direction, new.velocity))
    return replace(table, wsn=new.wsn, coming=(new.direction, new.velocity) if new.changed else None)


def _opening(table: Table, charts: Charts, dice: Dice) -> Table:
    """A random wind for the first turn, which counts at once in the place of that turn's throw (WS31)."""
    toward = dice.total(why="opening direction of the wind")
    force = dice.roll(why="opening velocity of the wind", read=lambda faces: charts.opening_wind.at(faces[0]))
    dice.tell(Wind(True, toward, force, at_once=True))
    return replace(table, wind=toward, first_wind=toward, velocity=force)


# How it carries a ship


def attitude(heading: Heading, wind: Heading) -> Attitude:
    """How the wind meets a ship on this heading: A on the quarter, B astern, C close hauled, D in irons."""
    return ATTITUDES[(heading - wind) % 6]


class Rig(Struct, frozen=True):
    """All that a ship's allowance depends on, beside her attitude."""

    column: int | Literal["rowed"]
    speed: int
    full: bool
    velocity: int
    sections_gone: int = 0
    foul_bottom: bool = False
    """Uncoppered and under full sails (option coppering)."""
    close: bool = False
    """A fore-and-aft rig that may make her one hex in irons this turn (option fore_and_aft)."""
    hanging: int = 0
    tow: int = 0
    """What her tow takes (option towing)."""
    blocked: int = 0
    """What a ship to windward takes (option blocked_wind)."""


def base(rig: Rig, at: Attitude) -> int:
    """The figure of an attitude: the speed, one less before the wind, 1 or 2 close hauled, none in irons (WS74)."""
    if rig.column == "rowed" or at == "A":
        return rig.speed  # WS02: oars do not mind where the wind is
    return {"B": rig.speed - 1, "C": 2 if rig.full else 1, "D": int(rig.close)}[at]


def modifiers(rig: Rig, at: Attitude, charts: Charts) -> list[Modifier]:
    """Everything that adds up to her allowance in an attitude, each with its reason."""
    start = base(rig, at)
    sails = "full sails" if rig.full else "battle sails"
    name = "under oars" if rig.column == "rowed" else f"attitude {at} under {sails}"
    modifiers = [Modifier(name, start)]
    effect = charts.wind_effects.at(rig.velocity, rig.column, at)
    cell = Cell("wind_effects", charts.wind_effects.key(rig.velocity, rig.column, at))
    wind = charts.wind_velocity_names.at(rig.velocity).replace("_", " ")
    if isinstance(effect, str):
        return [*modifiers, Modifier(f"{wind}: {effect.replace('_', ' ')}", -start, cell)]
    if effect:
        modifiers.append(Modifier(wind, effect, cell))
    others = (
        ("rigging sections lost", rig.sections_gone),
        ("no copper on her bottom", int(rig.foul_bottom)),
        ("wreckage over the side", rig.hanging),
        ("a ship in tow", rig.tow),
        ("a ship to windward takes the wind", rig.blocked),
    )
    return [*modifiers, *(Modifier(reason, -lost) for reason, lost in others if lost)]


@kept_by_value()
def allowance_in(rig: Rig, at: Attitude, charts: Charts) -> int:
    """Movement factors in an attitude, never below 0: asked for in every plot, and nearly always the same."""
    return max(0, sum(modifier.value for modifier in modifiers(rig, at, charts)))


def rig_of(table: Table, number: int, charts: Charts) -> Rig:
    """What her allowance depends on, as she lies now."""
    ship = table.ships[number]
    settings = table.settings
    oars = ship.oars
    full = ship.full_sails and ship.full_speed > 0
    tow = 0
    if ship.tow >= 0:
        # Rule VII: one factor, two for a tow of the higher rate.
        tow = 2 if table.ships[ship.tow].rated > ship.rated else 1
    return Rig(
        column="rowed" if oars else ship.ship_class,
        speed=ship.full_speed if full else ship.battle_speed,
        full=full,
        velocity=table.velocity,
        sections_gone=0 if oars else rigging_gone(ship),  # WS34: oars need no rigging
        foul_bottom=settings.coppering and full and not ship.coppered,
        # WS32: she makes a hex in irons only after a turn in which she made none.
        close=settings.fore_and_aft and ship.fore_and_aft and ship.still > 0,
        hanging=len(ship.hanging),
        tow=tow,
        blocked=0 if oars or not settings.blocked_wind else blocked(table, number, charts),
    )


def allowances(table: Table, number: int, charts: Charts) -> tuple[int, ...]:
    """Her movement factors on each heading, counted from 1; place 0 is not used."""
    return _by_heading(rig_of(table, number, charts), table.wind, charts)


@kept_by_value()
def _by_heading(rig: Rig, toward: Heading, charts: Charts) -> tuple[int, ...]:
    return (0, *[allowance_in(rig, attitude(heading, toward), charts) for heading in range(1, 7)])


def allowance(table: Table, number: int, charts: Charts, heading: Heading | None = None) -> int:
    """Her movement factors on the heading she lies on, or on another."""
    return allowances(table, number, charts)[table.ships[number].heading if heading is None else heading]


def blocked(table: Table, number: int, charts: Charts) -> int:
    """What the worst ship directly to windward takes from her (rule IX, WS33).

    One factor, two if that ship is under full sails; one more for every 30 rated guns she has more, one less for
    every 30 she has less. A ship with no rigging takes no wind.
    """
    ship = table.ships[number]
    upwind = turned(table.wind, 3)
    beside = {ahead(place, upwind) for place in ship.hexes}
    worst = 0
    q, r = ship.bow
    for n, other in enumerate(table.ships):
        if n == number or not -3 <= other.bow[0] - q <= 3 or not -3 <= other.bow[1] - r <= 3:
            continue  # too far off to lie beside her
        if not other.afloat or other.dismasted or beside.isdisjoint(other.hexes):
            continue
        more = other.rated - ship.rated
        steps = abs(more) // charts.figures.at("blocking_guns")
        worst = max(worst, (2 if other.full_sails else 1) + (steps if more > 0 else -steps))
    return worst


# How fast she gathers and loses way


def eighty_guns(rated: int | None, charts: Charts) -> bool:
    """Whether a ship is rated at 80 guns, and so has her own row of `acceleration`."""
    return rated == charts.figures.at("own_row")


def acceleration_row(eighty: bool, ship_class: int) -> int | str:
    """The row of `acceleration` for a ship."""
    return "80_gun" if eighty else ship_class


def way(rule: Acceleration, speed: int, first_section_gone: bool, allowance: int) -> tuple[int, int]:
    """The least and the most factors of this turn after so many in the last (WS08).

    Where the allowance is lower than the least, she slows down to it at once.
    """
    gain = rule.max_acceleration
    if first_section_gone and rule.acceleration_minus_1_after_first_rigging_section:
        gain -= 1
    return min(max(0, speed - rule.max_deceleration), allowance), min(speed + gain, allowance)


def first_section_gone(ship: Ship) -> bool:
    """Whether the first rigging section is crossed out."""
    return bool(ship.rigging) and ship.rigging_full[0] > 0 and ship.rigging[0] == 0


def limits(ship: Ship, allowance: int, charts: Charts) -> tuple[int, int]:
    """The least and the most factors she may spend on hexes and turns this turn."""
    rule = charts.acceleration.at(acceleration_row(eighty_guns(ship.rated, charts), ship.ship_class))
    return way(rule, ship.speed, first_section_gone(ship), allowance)
