"""What a broadside may be expected to do, and what the squares are worth that it crosses out."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from weathergauge.bots.wsim.lie import CODES, HULL_REACH, RAKES, read
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.firepower import Battery, companion, fire_number
from weathergauge.rulesets.wsim.squares import sections_lost
from weathergauge.rulesets.wsim.state import Loaded, Loads, Settings, Ship, Table, replace
from weathergauge.rulesets.wsim.terms import BROADSIDES, Aim, Shot

LOWEST, HIGHEST = -20, 60
"""Modified fire numbers outside of these do not occur."""
ROUND = Loaded("round", True)
LOADED = Loads(ROUND, ROUND)
CRITICAL = {"doubles": 1 / 6, "always": 1.0, "twelve": 1 / 36}


class Expected(NamedTuple):
    """Squares that a shot may be expected to cross out, and the critical number times its chance."""

    hull: float
    crew: float
    rigging: float
    critical: float


class Weights(NamedTuple):
    """What a square of each kind is worth, and what the ship is worth as a whole."""

    hull: float
    crew: float
    rigging: float
    ship: float
    helpless: float
    """Her last rigging: with no friend near, the next rake makes her surrender."""


@lru_cache(maxsize=32)
def expectations(aim: Aim, doubtful: Literal["hull", "crew"], trigger: str, charts: Charts) -> tuple[Expected, ...]:
    """By modified fire number from `LOWEST`: the mean of two dice on the fire results."""
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    least = charts.figures.at("least_fire_number")
    expected = []
    for number in range(LOWEST, HIGHEST + 1):
        hull = crew = rigging = critical = 0.0
        for total, count in ways.items():
            if number + total < least:
                continue
            row = charts.fire_results.at(number + total)
            marks = row.hull if aim == "hull" else companion(row.rigging, doubtful)
            hull += marks.H * count / 36
            crew += marks.C * count / 36
            rigging += marks.R * count / 36
            critical += row.critical_number * count / 36
        expected.append(Expected(hull, crew, rigging, critical * CRITICAL[trigger]))
    return tuple(expected)


@lru_cache(maxsize=4096)
def dismasts(number: int, left: int, charts: Charts) -> float:
    """How often fire at the rigging takes the last of so many squares; never where none is left."""
    if not 0 < left <= MOST_RIGGING:
        return 0.0
    lost = {total: charts.fire_results.at(number + total).rigging.R for total in range(2, 13)}
    return sum(6 - abs(7 - total) for total, squares in lost.items() if squares >= left) / 36


@lru_cache(maxsize=4096)
def numbers(
    ship: Ship, velocity: int, loads: Loads, settings: Settings, sections: int, charts: Charts
) -> tuple[int | None, ...]:
    """Her modified fire number for every bearing, with what is loaded; None where she has no shot."""
    sums: list[int | None] = [None] * CODES
    prize = ship.prize
    for number in range(12, CODES):
        beam, range_, half, rake = read(number)
        load = loads.of(BROADSIDES[beam])
        shot = load.shot
        if not load.ready or not shot or (shot != "round" and range_ > charts.ammunition.at(shot).max_range):
            continue
        battery = Battery(
            guns=ship.guns[beam], carronades=ship.carronades[beam], range=range_, half=half,
            quality=ship.quality if prize is None else prize.quality, ship_class=ship.ship_class, velocity=velocity,
            hull_lost=ship.hull_full - ship.hull, sections_lost=0 if prize is not None else sections,
            captured=prize is not None, dismasted=settings.masts and ship.dismasted, anchored=bool(ship.anchor),
            fired=ship.fired if settings.fatigue else 0,
            obscured=sum(side == BROADSIDES[beam] for side, _ in ship.obscured),
            initial=BROADSIDES[beam] in ship.fresh, rake=RAKES[rake],  # type: ignore[arg-type]
            far_rake=settings.far_rake, shot=shot, fires=tuple([rolled for _, rolled in ship.fires]),
        )  # fmt: skip
        parts = fire_number(battery, charts)
        if parts:
            sums[number] = sum(part.value for part in parts)
    return tuple(sums)


def weights(ship: Ship, duel: bool) -> Weights:
    """The nearer a track is to its end, the more its next square is worth."""
    points = float(max(1, ship.points))
    crew, crew_full = sum(ship.crew), max(1, sum(ship.crew_full))
    rigging, rigging_full = sum(ship.rigging), max(1, sum(ship.rigging_full))
    hull_full = max(1, ship.hull_full)
    return Weights(
        points * (HULL_FIRST + HULL_MORE * (1 - ship.hull / hull_full)) / hull_full,
        points * (CREW_FIRST + CREW_MORE * (1 - crew / crew_full)) / crew_full,
        points * (RIG_FIRST + RIG_MORE * (1 - rigging / rigging_full)) / rigging_full if rigging else 0.0,
        points * (1.3 if duel else 2.0),
        points * HELPLESS if duel else 0.0,
    )


HULL_FIRST, HULL_MORE = 0.8, 0.8
CREW_FIRST, CREW_MORE = 0.6, 0.4
RIG_FIRST, RIG_MORE = 0.3, 0.2
HELPLESS = 0.3
MOST_RIGGING = 8
"""More squares of rigging than this no broadside takes."""
CRITICAL_WORTH = 0.006
"""What a point of critical number is worth, as a part of the ship."""


def aimed(
    number: int, shot: Shot, range_: int, target: Ship, worth: Weights, settings: Settings, charts: Charts,
    held: bool = False,
) -> tuple[float, Aim]:  # fmt: skip
    """The better aim of a shot with that fire number, and what it may be expected to be worth."""
    number = max(LOWEST, min(HIGHEST, number))
    if shot == "grape":
        squares = charts.fire_results.at(number).critical_number
        squares += bool(squares and target.parties)
        return worth.ship if squares >= target.hands else squares * worth.crew, "hull"
    best, best_aim = -1.0, "rigging"
    if shot != "chain" and range_ <= HULL_REACH:
        hit = expectations("hull", settings.doubtful_rows, settings.critical, charts)[number - LOWEST]
        twice = 2 if target.full_sails else 1
        best_aim = "hull"
        best = hit.hull * worth.hull + hit.crew * worth.crew + twice * hit.rigging * worth.rigging
        best += hit.critical * CRITICAL_WORTH * worth.ship
    if not held:
        hit = expectations("rigging", settings.doubtful_rows, settings.critical, charts)[number - LOWEST]
        twice = 2 if target.full_sails else 1
        other = hit.crew * worth.crew + twice * hit.rigging * worth.rigging
        other += hit.hull * worth.hull if shot != "chain" else 0.0
        other += hit.critical * CRITICAL_WORTH * worth.ship / 2
        other += worth.helpless * dismasts(number, -(-sum(target.rigging) // twice), charts)
        if other > best:
            best, best_aim = other, "rigging"
    return max(best, 0.0), best_aim  # type: ignore[return-value]


@lru_cache(maxsize=8192)
def fire_worth(
    firer: Ship, loads: Loads, target: Ship, velocity: int, duel: bool, settings: Settings, charts: Charts
) -> tuple[float, ...]:
    """By bearing: what a broadside of hers at that target may be expected to be worth; 0 where she has no shot."""
    worth = weights(target, duel)
    worths = [0.0] * CODES
    for at, number in enumerate(numbers(firer, velocity, loads, settings, sections_lost(firer), charts)):
        if number is not None:
            beam, range_, _, _ = read(at)
            shot = loads.of(BROADSIDES[beam]).shot
            assert shot
            worths[at] = aimed(number, shot, range_, target, worth, settings, charts)[0]
    return tuple(worths)


def guns_of(table: Table, firer: Ship, loads: Loads, target: Ship, charts: Charts) -> tuple[float, ...]:
    """The worth of her fire by bearing, wherever the two of them lie."""
    there = {"bow": (0, 0), "heading": 1, "speed": 0, "still": 0, "steady": 0, "moved": True, "did": ()}
    return fire_worth(
        replace(firer, **there), loads, replace(target, **there), table.velocity, table.duel, table.settings, charts
    )
