"""Chapter: drifting (step 7). What is locked, struck or without seaway goes two inches downwind."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.frame.chapter import Chapter, Closed
from weathergauge.freetable import moved, opposite
from weathergauge.rulesets.trafalgar import victory
from weathergauge.rulesets.trafalgar.actions import AnyAction, Drifted, Left
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.state import INCH, Seated, Ship, State, Table, replace
from weathergauge.rulesets.trafalgar.wind import figure


def drift(table: Table, charts: Charts, dice: Dice) -> Table:
    """Every drift happens last and at once; groups keep their shape, single ships come head to wind (TR23).

    Nobody collides by drifting (TR39).
    """
    held = {n for lock in table.locks for n in (lock.one, lock.other)}
    least = figure(charts, "loses_seaway_and_drifts_if_moved_less_than").inches * INCH
    distance = figure(charts, "drift_distance").inches * INCH
    downwind = opposite(table.wind)
    faces_wind = charts.movement_rules.at("second_turn_of_drift") == "turn_to_face_into_wind"
    grappled_drift = charts.movement_rules.at("grappled_ship") == "drifts"
    ships: list[Ship] = []
    adrift: list[str] = []
    left: list[str] = []
    for n, ship in enumerate(table.ships):
        locked = n in held and grappled_drift
        if ship.gone or not (locked or ship.struck or ship.sailed < least):
            ships.append(replace(ship, drifting=0) if ship.drifting else ship)
            continue
        x, y = moved(ship.x, ship.y, downwind, distance)
        turns = ship.drifting + 1
        heading = table.wind if turns > 1 and not locked and faces_wind else ship.heading
        gone = not (0 <= x <= table.width and 0 <= y <= table.height)
        adrift.append(ship.id)
        if gone:
            left.append(ship.id)
        parted = ship.parted or table.squadron_of(n) is not None
        ships.append(
            replace(ship, x=x, y=y, heading=heading, drifting=turns, speed=0, gone=gone, parted=parted, wake=())
        )
    if adrift:
        dice.tell(Drifted(tuple(adrift)))
    for id in left:
        dice.tell(Left(id))
    gone_now = {n for n, ship in enumerate(ships) if ship.gone}
    locks = tuple(lock for lock in table.locks if lock.one not in gone_now and lock.other not in gone_now)
    return replace(table, ships=tuple(ships), locks=locks, met=())


class Drifts(Chapter[State, Seated, Charts, AnyAction]):
    """Step 7, and the end of a turn: nobody decides anything."""

    steps = ("drifting",)

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        table = drift(state.table, self.charts, dice)
        if (over := victory.ending(table)) is not None:
            return replace(state, table=replace(table, phase=over))
        return Closed(replace(state, table=replace(table, turn=table.turn + 1)))
