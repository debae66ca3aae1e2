"""The end of a battle: a side with nothing left, goals, points, the last turn, and contact that breaks."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Dice
from weathergauge.frame.words import listed, many
from weathergauge.freetable import FINE, corners, gap
from weathergauge.rulesets.ironclads.actions import Contacted
from weathergauge.rulesets.ironclads.arcs import within
from weathergauge.rulesets.ironclads.charts import Charts, charts
from weathergauge.rulesets.ironclads.state import INCH, QUARTERS, ContactRule, Goal, Over, Ship, Table, distance
from weathergauge.rulesets.ironclads.terms import Side
from weathergauge.rulesets.ironclads.words import SIDE_WORDS, name

CONTACT = distance("in_contact")
"""Opponents within this are in contact (IR26)."""
Standing = Literal["met", "lost", "open"]
EDGES = ("north", "east", "south", "west")


def lost(ship: Ship) -> bool:
    """Whether she counts for the other side: sunk, taken or surrendered (IR39); of a fort, silenced."""
    return ship.gone in ("sunk", "taken") or ship.surrendered or not ship.hull


def worth(ship: Ship) -> int:
    """Her points: what the scenario says, or her hull points."""
    return ship.points or ship.hull_full // QUARTERS


def withdrew(table: Table, ship: Ship) -> bool:
    """Whether she left the table with more than half of her hull, and no goal of her side or against her sent her (IR66)."""
    if ship.gone != "left" or 2 * ship.hull <= ship.hull_full:
        return False
    return not any(ship.id in goal.leave or ship.id in goal.sink for goal in table.goals)


def score(table: Table) -> dict[Side, int]:
    """The points of each side: those given (IR73), enemies that are lost, and a part of those that withdrew without need."""
    points = table.settings.start(table.sides)
    part = charts().figures.at("withdrawn") if table.settings.withdrawal == "half" else 0
    for ship in table.ships:
        if lost(ship):
            points[table.enemy(ship.side)] += worth(ship)
        elif part and withdrew(table, ship):
            points[table.enemy(ship.side)] += -(-worth(ship) // part)
    return points


def holds(table: Table, side: Side) -> bool:
    """Whether a side still has a ship that fights. Forts hold a side up only if it never had a ship (IR54)."""
    if any(ship.side == side and ship.able and not ship.fort for ship in table.ships):
        return True
    own = [ship for ship in table.ships if ship.side == side]
    return all(ship.fort for ship in own) and any(ship.able for ship in own)


def edge_left(table: Table, ship: Ship) -> str:
    """The edge of the table that a ship went over: the one her base is farthest across."""
    xs, ys = zip(*corners(ship.base), strict=True)
    across = (max(ys) - table.height * FINE, max(xs) - table.width * FINE, -min(ys), -min(xs))
    return EDGES[across.index(max(across))]


def escaped(table: Table, goal: Goal, ship: Ship) -> bool:
    """Whether a ship that a goal would have sunk got away: by any edge, or by the one that it names (IR61)."""
    return ship.gone == "left" and (bool(goal.leave) or goal.edge in ("", edge_left(table, ship)))


def standing(table: Table, goal: Goal) -> Standing:
    """Whether a goal is reached or out of reach for good. One that only keeps ships stays open until the end."""
    ships = {ship.id: ship for ship in table.ships}
    keep, sink, leave = ([ships[id] for id in ids] for ids in (goal.keep, goal.sink, goal.leave))
    # A ship that got away can be sunk no more, and one that went over another edge will not come back.
    if (
        any(lost(ship) for ship in (*keep, *leave))
        or any(escaped(table, goal, ship) for ship in sink)
        or any(ship.gone == "left" and goal.edge not in ("", edge_left(table, ship)) for ship in leave)
    ):
        return "lost"
    if not sink and not leave:
        return "open"
    # Prey that left by another edge than its own is driven off, and as good as taken.
    caught = all(lost(ship) or ship.gone == "left" for ship in sink)
    out = all(ship.gone == "left" for ship in leave) or not holds(table, table.enemy(goal.side))  # IR71
    return "met" if caught and out else "open"


def aims(table: Table, side: Side) -> Standing | None:
    """How all the goals of a side stand together; None where it has none."""
    goals = [(goal, standing(table, goal)) for goal in table.goals if goal.side == side]
    if not goals:
        return None
    if any(how == "lost" for _, how in goals):
        return "lost"
    active = [how for goal, how in goals if goal.sink or goal.leave]
    return "met" if active and all(how == "met" for how in active) else "open"


def ending(table: Table) -> Over | None:
    """How the battle stands if it is over for good, at any moment of a turn (IR54)."""
    if table.goals:
        how = {side: aims(table, side) for side in table.sides}
        met = [side for side in table.sides if how[side] == "met"]
        if met:
            return (
                Over(met[0], _upshot(table, met[0])) if len(met) == 1 else decided(table, "both have met their goals")
            )
        for side in table.sides:
            enemy = table.enemy(side)
            if how[side] == "lost" and how[enemy] is None:
                return Over(enemy, _upshot(table, enemy))
    beaten = [side for side in table.sides if not holds(table, side)]
    if not beaten:
        return None
    who = listed([SIDE_WORDS[side] for side in beaten])
    return decided(table, f"{who} have no ship left to fight with")


def fled(table: Table, side: Side) -> bool:
    """Whether a side has left the field: no ship of it fights on, and one at least went over the edge (IR62)."""
    own = [ship for ship in table.ships if ship.side == side]
    return not holds(table, side) and any(ship.gone == "left" for ship in own)


def decided(table: Table, why: str, asked: tuple[Side, ...] = ()) -> Over:
    """Who has won a battle that ends now: by goals, then points, then by who is still there, or did not ask to go."""
    one, other = table.sides
    reached = [side for side in table.sides if _reached_all(table, side)]
    if len(reached) == 1:
        return Over(reached[0], f"{why}, and {_upshot(table, reached[0])}")
    points = score(table)
    if points[one] != points[other]:
        winner, loser = (one, other) if points[one] > points[other] else (other, one)
        count = f"{many(points[winner], 'point')} to {points[loser]}{table.settings.counted}"
        if fled(table, winner) and holds(table, loser):
            return Over(None, f"{why}, {count}, but {SIDE_WORDS[winner]} left the sea to {SIDE_WORDS[loser]}")
        return Over(winner, f"{why}, {count}")
    there = [side for side in table.sides if holds(table, side)]
    level = f"{why}, {many(points[one], 'point')} each"
    if len(there) == 1:
        return Over(there[0], level)
    if len(asked) == 1:  # IR63: who asked to go and got away leaves the field to the other
        return Over(table.enemy(asked[0]), f"{level}, and {SIDE_WORDS[asked[0]]} yield the field")
    return Over(None, level)


def _reached_all(table: Table, side: Side) -> bool:
    """Whether a side has reached its goals when the battle ends. A side without any had to prevent the other's."""
    own = [goal for goal in table.goals if goal.side == side]
    if not own:
        return not _reached_all(table, table.enemy(side)) if table.goals else False
    # What only had to be kept is kept if it is not lost by now.
    return aims(table, side) == "met" or (
        aims(table, side) == "open" and not any(goal.sink or goal.leave for goal in own)
    )


def _upshot(table: Table, winner: Side) -> str:
    """The goal that decided it, in words."""
    for goal in table.goals:
        if goal.side == winner:
            return _reached(table, goal)
    return _failed(table, next(goal for goal in table.goals if goal.side != winner))


def _reached(table: Table, goal: Goal) -> str:
    done = []
    if goal.sink:
        gone = any(table.ships[table.number(id)].gone == "left" for id in goal.sink)
        how = "sunk, taken or driven off" if gone else "sunk or taken"
        done.append(f"{_names(table, goal.sink)} {_are(goal.sink)} {how}")
    if goal.leave:
        away = all(table.ships[table.number(id)].gone == "left" for id in goal.leave)
        how = "got away" if away else f"{_are(goal.leave)} free to go"
        done.append(f"{_names(table, goal.leave)} {how}{f' to the {goal.edge}' if goal.edge else ''}")
    if goal.keep and not done:
        done.append(f"{_names(table, goal.keep)} {_are(goal.keep)} safe")
    return listed(done)


def _failed(table: Table, goal: Goal) -> str:
    for id in (*goal.keep, *goal.leave):
        if lost(table.ships[table.number(id)]):
            return f"{name(table, id)} is lost"
    for id in goal.leave:
        edge = f" by the {goal.edge} edge" if goal.edge else ""
        if table.ships[table.number(id)].gone != "left":
            return f"{name(table, id)} has not got away{edge}"
        if goal.edge not in ("", edge_left(table, table.ships[table.number(id)])):
            return f"{name(table, id)} did not leave{edge}"
    away = tuple([id for id in goal.sink if escaped(table, goal, table.ships[table.number(id)])])
    if away:
        return f"{_names(table, away)} {'has' if len(away) == 1 else 'have'} escaped"
    afloat = tuple([id for id in goal.sink if not lost(table.ships[table.number(id)])])
    return f"{_names(table, afloat)} {_are(afloat)} still afloat"


def _names(table: Table, ids: tuple[str, ...]) -> str:
    return listed([name(table, id) for id in ids])


def _are(ids: tuple[str, ...]) -> str:
    return "is" if len(ids) == 1 else "are"


def apart(table: Table) -> bool:
    """Whether no two opponents that still fight are in contact."""
    one, other = ([ship for ship in table.ships if ship.side == side and ship.able] for side in table.sides)
    return not any(within(gap(a.base, b.base)[0], CONTACT) for a in one for b in other)


def halved(table: Table, side: Side) -> bool:
    """Whether a side has lost half of its hull points or more; a ship that is lost has lost them all."""
    own = [ship for ship in table.ships if ship.side == side and not ship.fort]
    gone = sum(ship.hull_full if lost(ship) else ship.hull_full - ship.hull for ship in own)
    return bool(own) and 2 * gone >= sum(ship.hull_full for ship in own)


def may_ask(table: Table) -> tuple[Side, ...]:
    """The sides that may ask to break off at the end of this turn (IR26): in contact, and half of their hull is gone.

    Nobody asks while a ship is to be brought out or sunk (IR59, IR67), nor a side with a ship that cannot steam away.
    """
    if (
        table.settings.contact != "apart"
        or not charts().contact_tests.at("apart").from_turn <= table.turn < table.turns
    ):
        return ()
    if any(goal.leave or goal.sink for goal in table.goals):
        return ()
    sides = tuple([side for side in table.sides if halved(table, side) and _can_steam(table, side)])
    return () if not sides or apart(table) else sides


def _can_steam(table: Table, side: Side) -> bool:
    """Whether every ship of a side that still fights could get under way."""
    own = [ship for ship in table.ships if ship.side == side and ship.able and not ship.fort]
    return all(ship.knots and not ship.grounded and not ship.anchored and ship.engine_room < 2 for ship in own)


def needed(turn: int, is_apart: bool, asked: bool, setting: ContactRule, charts: Charts) -> int:
    """What the battle needs to go on after this turn; 0 where contact is not tested (IR26)."""
    test = charts.contact_tests.at(setting)
    if turn < test.from_turn:
        return 0
    return test.holds_apart if is_apart else test.holds_near if asked or setting != "apart" else 0


def goes_on(number: int, charts: Charts, dice: Dice) -> bool:
    """The test of contact: player A's die against the number needed."""
    held = dice.hits(1, need=number, why="does the battle go on?")
    return dice.see(charts.breaking_contact, "success" if held else "failure") == "battle_continues"


def contact(table: Table, asked: tuple[Side, ...], charts: Charts, dice: Dice) -> Over | None:
    """The end of a turn: the last one ends the battle, and before that a test of contact may."""
    if table.turn >= table.turns:
        return decided(table, f"the last of {many(table.turns, 'turn')} is over")
    if any(goal.leave for goal in table.goals):
        return None  # IR59: a chase is not over because the pursuers hang back
    off = apart(table)
    number = needed(table.turn, off, bool(asked), table.settings.contact, charts)
    if not number:
        return None
    if off:
        why = f"no opponents are within {CONTACT // INCH} inches"
    elif asked:
        why = f"{listed([SIDE_WORDS[side] for side in asked])} would break off"
    else:
        why = "contact is tested"
    on = dice.do(goes_on, number, charts)
    dice.tell(Contacted(on, why))
    return None if on else decided(table, "contact is broken", () if off else asked)
