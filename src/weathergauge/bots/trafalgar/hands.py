"""Hand to hand: whom to board, whom to hold on to, and from whom to part."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from weathergauge.bots.trafalgar.guns import points, worth
from weathergauge.frame.events import Ready
from weathergauge.odds import odds
from weathergauge.rulesets.trafalgar import boarding, grappling, gunnery, sailing, targets
from weathergauge.rulesets.trafalgar.actions import AnyAction, Board, Grapple, Part, Pick, Remain
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Band, Rake, Shot
from weathergauge.rulesets.trafalgar.state import Nation, Rate, Ship, Table, View

ROUNDS = 4


class Fighter(Struct, frozen=True):
    """A ship in a fight of two, reduced to what its odds need."""

    rate: Rate
    nation: Nation
    sheet: tuple[int, ...]
    points: int
    bears: bool = True
    rake: Rake = ""
    first: bool = False


def fighter(ship: Ship, bears: bool = True) -> Fighter:
    return Fighter(ship.rate, ship.nation, ship.sheet, points(ship), bears)


@lru_cache(maxsize=1 << 15)
def locked_fight(
    one: Fighter, other: Fighter, crossed: int, other_crossed: int, band: Band, first: bool, rounds: int, charts: Charts
) -> float:
    """What the first ship can expect to win, less what she loses, in so many turns of fire at one another."""
    if rounds == 0 or crossed >= len(one.sheet) or other_crossed >= len(other.sheet):
        return 0.0
    if not first:
        return -locked_fight(other, one, other_crossed, crossed, band, True, rounds, charts)
    total = 0.0
    for hit, chance in _fire(one.sheet[crossed], band, other.rate, one.bears, charts):
        hurt = min(len(other.sheet), other_crossed + hit)
        won = worth(other.points, len(other.sheet), hurt) - worth(other.points, len(other.sheet), other_crossed)
        if hurt >= len(other.sheet):
            total += chance * won
            continue
        for back, likely in _fire(other.sheet[hurt], band, one.rate, other.bears, charts):
            mine = min(len(one.sheet), crossed + back)
            lost = worth(one.points, len(one.sheet), mine) - worth(one.points, len(one.sheet), crossed)
            rest = locked_fight(one, other, mine, hurt, band, True, rounds - 1, charts)
            total += chance * likely * (won - lost + rest)
    return total


@lru_cache(maxsize=1 << 12)
def _fire(hull: int, band: Band, rate: Rate, bears: bool, charts: Charts) -> tuple[tuple[int, float], ...]:
    if not bears:
        return ((0, 1.0),)
    return tuple((hit, float(chance)) for hit, chance in odds(gunnery.fire, Shot(hull, band, rate), charts).items())


@lru_cache(maxsize=8)
def holding(charts: Charts) -> float:
    """The chance that two ships that have run into each other are locked by the end of the turn."""
    fouled = odds(sailing.foul, charts).chance(bool)
    return float(fouled + (1 - fouled) * odds(grappling.grapple, (None,), charts).chance(bool))


def bears(table: Table, number: int, target: int) -> bool:
    """Whether a ship has another in either broadside's arc."""
    return any(mark.target == target for side in ("port", "starboard") for mark in targets.targets(table, number, side))


def board(view: View, choices: Any, charts: Charts) -> AnyAction:
    """Board where the fight, by its odds, wins more than it costs."""
    table = view.table
    best: tuple[float, AnyAction] = (0.05, Ready())
    for action in choices:
        if isinstance(action, Board):
            mine, hers = table.ships[table.number(action.ship)], table.ships[table.number(action.target)]
            value = _boarding(mine, hers, charts)
            if value > best[0]:
                best = value, action
    return best[1]


def _boarding(mine: Ship, hers: Ship, charts: Charts) -> float:
    """What boarding wins over leaving it to her, who may board or not."""
    value = 0.0
    for she in (False, True):
        attack = _fight(mine, True, hers, she, charts)
        stay = _fight(mine, False, hers, True, charts) if she else 0.0
        value += (attack - stay) / 2
    return value


def _fight(mine: Ship, i_attack: bool, hers: Ship, she_attacks: bool, charts: Charts) -> float:
    law = odds(boarding.fight, boarding.party(mine, i_attack), boarding.party(hers, she_attacks), charts)
    value = 0.0
    for outcome, chance in law.items():
        mine_after = len(mine.sheet) if outcome.struck else mine.crossed + outcome.lost
        hers_after = len(hers.sheet) if outcome.enemy_struck else hers.crossed + outcome.enemy_lost
        value += float(chance) * (_won(hers, hers_after) - _won(mine, mine_after))
    return value


def _won(ship: Ship, crossed: int) -> float:
    boxes = len(ship.sheet)
    return worth(points(ship), boxes, crossed) - worth(points(ship), boxes, ship.crossed)


def grapple_or_part(view: View, choices: Any, charts: Charts) -> AnyAction:
    """Hold on to those whom lying alongside hurts more than us; part from the others, from friends and from hulks."""
    table = view.table
    for action in choices:
        if not isinstance(action, Grapple | Part | Remain):
            continue
        number, target = table.number(action.ship), table.number(action.target)
        mine, hers = table.ships[number], table.ships[target]
        if mine.side == hers.side or not hers.able:
            if isinstance(action, Part):
                return action
            continue
        good = alongside(table, number, target, charts) > 0
        if isinstance(action, Part) != good:
            return action
    return Ready()


def alongside(table: Table, number: int, target: int, charts: Charts) -> float:
    """What lying locked with an enemy is worth to a ship over the next turns."""
    mine, hers = table.ships[number], table.ships[target]
    one, other = fighter(mine, bears(table, number, target)), fighter(hers, bears(table, target, number))
    first = mine.side == "british"
    return locked_fight(
        one, other, mine.crossed, hers.crossed, "overlap_or_grappled", first, min(ROUNDS, table.turns - table.turn),
        charts,
    )  # fmt: skip


def pick(view: View, choices: Any, charts: Charts) -> AnyAction | None:
    """Of those who board her, she fights the one first who is likeliest to lose by it."""
    table = view.table
    best: tuple[float, AnyAction] | None = None
    for action in choices:
        if isinstance(action, Pick):
            mine, hers = table.ships[table.number(action.ship)], table.ships[table.number(action.target)]
            value = _fight(mine, False, hers, True, charts)
            if best is None or value > best[0]:
                best = value, action
    return None if best is None else best[1]
