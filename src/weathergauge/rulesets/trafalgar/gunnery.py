"""Chapter: firing (steps 3 and 4). Who can be fired at, who must be, and what a broadside does."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.frame.chapter import Chapter, Closed, no_such_ship, why_not_hers
from weathergauge.frame.events import Began
from weathergauge.frame.memory import kept
from weathergauge.freetable import (
    COS,
    FINE,
    SCALE,
    SIN,
    Box,
    Point,
    gap,
    in_cone,
    meets_cone,
    nearest_point,
    seen_through,
    turned,
)
from weathergauge.freetable.geometry import inches as hundredths
from weathergauge.rulesets.trafalgar import leadership
from weathergauge.rulesets.trafalgar.actions import Finish, Fire, Fired, Held, Hold, Tested
from weathergauge.rulesets.trafalgar.charts import Charts, charts
from weathergauge.rulesets.trafalgar.contact import near, touching
from weathergauge.rulesets.trafalgar.state import (
    INCH,
    Broadside,
    Firing,
    Rate,
    Seated,
    Settings,
    Ship,
    Side,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.trafalgar.words import SIDE_WORDS, name

Band = Literal["overlap_or_grappled", "0-5", "5-10", "10-15"]
Rake = Literal["", "stern", "bow"]
_BANDS: tuple[Band, ...] = ("0-5", "5-10", "10-15")
BANDS = tuple([(band, charts().range_bands.at(band) * INCH) for band in _BANDS])
"""Where each range band ends, in hundredths of an inch (TR01)."""
REACH = BANDS[-1][1]
RAKING = charts().range_bands.at("rake") * INCH
LIGHT = ("5th_rate", "smaller")
"""Ships that may be ignored without a test: the sheet says frigates, and what is smaller goes with them (TR31)."""
PORT_BEAM, STARBOARD_BEAM = -90, 90


class Shot(Struct, frozen=True):
    """A broadside reduced to what its dice and charts need."""

    hull: int
    band: Band
    target_rate: Rate
    first: bool = False
    rake: Rake = ""
    both: bool = False


@lru_cache(maxsize=4096)
def base_factor(shot: Shot, charts: Charts) -> tuple[Modifier, ...]:
    """Everything that adds to a broadside before its die, the price of firing both sides on each of them (TR13)."""
    found = [Modifier("hull points", shot.hull, Cell("base_factors", ("current_hull_points",)))]
    for true, condition, reason in (
        (shot.first, "first_shot_on_that_side", "first shot from that side"),
        (shot.rake == "stern", "stern_rake_under_5_inches", "raking her stern"),
        (shot.rake == "bow", "bow_rake_under_5_inches", "raking her bow"),
        (shot.both, "firing_both_sides_same_turn", "firing both broadsides"),
    ):
        if true:
            found.append(charts.base_factors.modifier(reason, condition))
    return tuple(found)


def fire(shot: Shot, charts: Charts, dice: Dice) -> int:
    """Boxes destroyed by an aimed broadside: one die for hit and random factor, then the effect by rate."""
    random = dice.look_up(charts.hit_and_random_factor, why="hit and random factor", range_band=shot.band)
    if isinstance(random, str):
        return 0
    parts = (*base_factor(shot, charts), Modifier("random factor", random))
    factor = dice.reckon("final factor", parts)
    if factor < 0:
        return 0  # TR02: nothing is printed below 0.
    rate = "3rd_rate" if shot.target_rate == "4th_rate" else shot.target_rate  # TR14
    return dice.see(charts.effect_of_firing, rate, factor, why="boxes destroyed")


def band(square: int, locked: bool, settings: Settings) -> Band | None:
    """The range band of a fine square distance between hulls; None beyond the last (TR01)."""
    if locked:
        return "overlap_or_grappled"
    nearer = settings.shared_edge == "nearer"
    for reached, edge in BANDS:
        limit = (edge * FINE) ** 2
        if square < limit or (square == limit and (nearer or edge == REACH)):
            return reached
    return None


class Mark(Struct, frozen=True):
    """A target that can be fired at from one broadside."""

    target: int
    square: int
    band: Band
    rake: Rake


def targets(table: Table, number: int, side: Broadside, first: bool = False) -> tuple[Mark, ...]:
    """Eligible targets of a broadside, nearest first: enemy, afloat, in arc, in range, in sight.

    With `first`, it stops at the first one found: enough to know that the broadside bears.
    """
    marks = _marks(table)
    key = (number, side, first)
    found = marks.get(key)
    if found is None:
        found = marks[key] = _look_out(table, number, side, first)
    return found


@kept(lambda table: (table.ships, table.locks, table.met, table.settings), size=64)
def _marks(table: Table) -> dict[tuple[int, Broadside, bool], tuple[Mark, ...]]:
    """A shelf for the targets in one set of positions: the same ship is asked about several times before it changes."""
    return {}


def _look_out(table: Table, number: int, side: Broadside, first: bool) -> tuple[Mark, ...]:
    ship = table.ships[number]
    hull = ship.hull_box
    axis = turned(ship.heading, PORT_BEAM if side == "port" else STARBOARD_BEAM)
    centre = (ship.x * FINE, ship.y * FINE)
    arc = table.settings.arc
    reach = REACH + 2 * INCH
    out, along = SIN[axis], COS[axis]
    aft = -2 * INCH * SCALE
    found = []
    for n, other in enumerate(table.ships):
        dx, dy = other.x - ship.x, other.y - ship.y
        if other.side == ship.side or not (-reach < dx < reach and -reach < dy < reach) or other.struck or other.gone:
            continue
        if dx * out + dy * along < aft:
            continue  # Wholly on her other side: no arc reaches there.
        locked = held_together(table, number, n)
        if not bears(centre, axis, arc, other.hull_box, locked or touching(table, number, n)):
            continue
        square, mine, hers = gap(hull, other.hull_box)
        locked = locked or (near(ship, other) and gap(ship.base, other.base)[0] == 0)
        reached = band(square, locked, table.settings)
        if reached is None or blocked(table, number, n, mine, hers):
            continue
        found.append(Mark(n, square, reached, rake(ship, other, square, table.settings)))
        if first:
            break
    found.sort(key=lambda mark: (mark.square, mark.target))
    return tuple(found)


def bears(centre: Point, axis: int, arc: int, hull: Box, alongside: bool) -> bool:
    """Whether the point of a hull that is nearest to the firer's centre lies in a broadside's arc (TR11).

    Of a ship locked or touching alongside, some part of the hull is enough: the sheet lets ships that are locked together
    go on firing.
    """
    if in_cone(centre, axis, arc * 10, nearest_point(hull, centre)):
        return True
    return alongside and meets_cone(hull, centre, axis, arc)


def held_together(table: Table, one: int, other: int) -> bool:
    return any({lock.one, lock.other} == {one, other} for lock in table.locks)


def blocked(table: Table, number: int, target: int, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether some other hull lies across the line between the nearest points (TR24)."""
    low_x, high_x = sorted((start[0] // FINE, end[0] // FINE))
    low_y, high_y = sorted((start[1] // FINE, end[1] // FINE))
    low_x, low_y, high_x, high_y = low_x - INCH, low_y - INCH, high_x + INCH, high_y + INCH
    for n, other in enumerate(table.ships):
        if (
            low_x <= other.x <= high_x and low_y <= other.y <= high_y
            and n != number and n != target and not other.gone
            and not seen_through(start, end, other.hull_box)
        ):  # fmt: skip
            return True
    return False


def rake(ship: Ship, target: Ship, square: int, settings: Settings) -> Rake:
    """Whether the firer lies on the target's stern or bow line, near enough to rake her (TR12)."""
    if square >= (RAKING * FINE) ** 2:
        return ""
    centre, point = (target.x * FINE, target.y * FINE), (ship.x * FINE, ship.y * FINE)
    if in_cone(centre, turned(target.heading, 180), settings.rake_tenths, point):
        return "stern"
    if in_cone(centre, target.heading, settings.rake_tenths, point):
        return "bow"
    return ""


def begin(table: Table, side: Side) -> Table:
    """A side's fire begins: ships with nothing in their arcs are passed over."""
    silent = tuple(
        n
        for n, ship in enumerate(table.ships)
        if ship.side == side
        and not (ship.able and any(targets(table, n, b, first=True) for b in ("port", "starboard")))
    )
    return replace(table, phase=Firing(side, done=silent))


def waiting(table: Table) -> list[int]:
    """Ships of the firing side that have not fired yet and bear on something."""
    phase = table.phase
    assert isinstance(phase, Firing)
    return [n for n, ship in enumerate(table.ships) if ship.side == phase.side and n not in phase.done]


def free_targets(table: Table, marks: tuple[Mark, ...]) -> set[int]:
    """Targets of a broadside that need no test: the nearest, and the nearest beyond light ships alone (TR31, TR37)."""
    free: set[int] = set()
    nearest = -1
    for mark in marks:
        if nearest >= 0 and mark.square > nearest:
            break  # Of two exactly as far off, either is the nearest.
        free.add(mark.target)
        if table.ships[mark.target].rate not in LIGHT:
            nearest = mark.square
    return free


def compelled(table: Table, number: int) -> bool:
    """Whether she has an eligible target that she may not ignore."""
    return any(
        table.ships[mark.target].rate not in LIGHT
        for side in ("port", "starboard")
        for mark in targets(table, number, side)
    )


def why_not_fire(table: Table, action: Fire, charts: Charts) -> str | None:
    """None when she may fire so, else the player's sentence."""
    number = table.number(action.ship)
    if (reason := _why_not_order(table, number, action.ship)) is not None:
        return reason
    ship = table.ships[number]
    if action.port is None and action.starboard is None:
        return f"{ship.name}: name a target to port or to starboard, or hold fire"
    for side, id in aims(action):
        target = table.number(id)
        if target < 0:
            return no_such_ship(id, [one.id for one in table.ships])
        marks = targets(table, number, side)
        if not any(mark.target == target for mark in marks):
            return f"{ship.name} cannot fire to {side} at {table.ships[target].name}: {why_not_target(table, number, side, target)}"
        if _failed(table, number) and target not in free_targets(table, marks):
            return f"{ship.name} failed to hold her fire: she must fire at her nearest, and no test can spare her that"
    return None


def _failed(table: Table, number: int) -> bool:
    """Whether she has had her test this turn and failed it: there is one a ship and turn (TR37)."""
    return isinstance(table.phase, Firing) and number in table.phase.must


def why_not_target(table: Table, number: int, side: Broadside, target: int) -> str:
    """Why a ship is no eligible target of a broadside."""
    ship, other = table.ships[number], table.ships[target]
    if other.side == ship.side:
        return "she is a friend"
    if not other.able:
        return "she has struck" if other.struck else "she has left the table"
    square, mine, hers = gap(ship.hull_box, other.hull_box)
    if square > (REACH * FINE) ** 2:
        return f"she is {hundredths(square) / INCH:.1f} inches off, beyond {REACH // INCH}"
    axis = turned(ship.heading, PORT_BEAM if side == "port" else STARBOARD_BEAM)
    alongside = held_together(table, number, target) or touching(table, number, target)
    if not bears((ship.x * FINE, ship.y * FINE), axis, table.settings.arc, other.hull_box, alongside):
        return "she is not in that broadside's arc"
    if blocked(table, number, target, mine, hers):
        return "another ship is in the way"
    return "she cannot be seen"


def aims(action: Fire) -> list[tuple[Broadside, str]]:
    """The broadsides of an order, with their targets."""
    found: list[tuple[Broadside, str]] = []
    if action.port is not None:
        found.append(("port", action.port))
    if action.starboard is not None:
        found.append(("starboard", action.starboard))
    return found


def why_not_hold(table: Table, action: Hold, charts: Charts) -> str | None:
    """None when she may try to hold her fire, else the player's sentence."""
    phase = table.phase
    assert isinstance(phase, Firing)
    number = table.number(action.ship)
    if (reason := _why_not_order(table, number, action.ship)) is not None:
        return reason
    if number in phase.must and compelled(table, number):
        return f"{table.ships[number].name} failed to hold her fire: she must fire this turn"
    return None


def _why_not_order(table: Table, number: int, id: str) -> str | None:
    phase = table.phase
    assert isinstance(phase, Firing)
    if (reason := why_not_hers(table, phase.side, id, name)) is not None:
        return reason
    ship = table.ships[number]
    if not ship.able:
        return f"{ship.name} {'has struck' if ship.struck else 'has left the table'}: she takes no orders"
    if number in phase.done:
        bears = any(targets(table, number, side, first=True) for side in ("port", "starboard"))
        return f"{ship.name} has fired or held her fire already" if bears else f"{ship.name} has no target that bears"
    return None


def play_fire(table: Table, action: Fire, charts: Charts, dice: Dice) -> Table:
    """One or both broadsides; a target that is not the nearest takes a test, once for the ship (TR37)."""
    phase = table.phase
    assert isinstance(phase, Firing)
    number = table.number(action.ship)
    ship = table.ships[number]
    orders = [(side, table.number(id)) for side, id in aims(action)]
    marks = {side: targets(table, number, side) for side, _ in orders}
    if any(target not in free_targets(table, marks[side]) for side, target in orders):
        passed = not leadership.required("fire_at_other_than_nearest_eligible_target", charts) or leadership.test(
            ship.side, 0, charts, dice
        )
        dice.tell(Tested(ship.id, "to fire at another than the nearest", passed))
        if not passed:
            free = {side: free_targets(table, marks[side]) for side, _ in orders}
            orders = [(side, to if to in free[side] else marks[side][0].target) for side, to in orders]
    both = len(orders) > 1
    for side, target in orders:
        # TR38: port first. Should that have made her other target strike, the second has its next nearest.
        marks_now = targets(table, number, side)
        aimed = next((m for m in marks_now if m.target == target), marks_now[0] if marks_now else None)
        if aimed is not None:
            table = _broadside(table, number, side, aimed, both, charts, dice)
    return replace(table, phase=replace(phase, done=(*phase.done, number)))


def aimed_shot(ship: Ship, target: Ship, side: Broadside, mark: Mark, both: bool) -> Shot:
    """A broadside on the table, reduced to what its dice need."""
    return Shot(ship.hull, mark.band, target.rate, side in ship.fresh, mark.rake, both)


def _broadside(
    table: Table, number: int, side: Broadside, aimed: Mark, both: bool, charts: Charts, dice: Dice
) -> Table:
    ship, target = table.ships[number], table.ships[aimed.target]
    boxes = dice.do(fire, aimed_shot(ship, target, side, aimed, both), charts, seat=ship.side)
    table = table.with_ship(number, replace(ship, fresh=tuple(s for s in ship.fresh if s != side)))  # TR03
    hurt = with_boxes_lost(target, boxes)
    table = table.with_ship(aimed.target, hurt)
    dice.tell(Fired(ship.id, target.id, side, hundredths(aimed.square), boxes, hurt.struck, aimed.rake))
    return table


def with_boxes_lost(ship: Ship, boxes: int) -> Ship:
    """Boxes crossed off from the front; with none left she strikes and lies a hulk (TR10)."""
    if boxes <= 0:
        return ship
    crossed = min(len(ship.sheet), ship.crossed + boxes)
    struck = crossed == len(ship.sheet)
    return replace(ship, crossed=crossed, struck=struck, speed=0 if struck else ship.speed)


def play_hold(table: Table, action: Hold, charts: Charts, dice: Dice) -> Table:
    """Hold fire: a test where there is a target she may not ignore; if it fails she must fire."""
    phase = table.phase
    assert isinstance(phase, Firing)
    number = table.number(action.ship)
    ship = table.ships[number]
    if leadership.required("hold_fire_with_eligible_non_frigate_target", charts) and compelled(table, number):
        passed = leadership.test(ship.side, 0, charts, dice)
        dice.tell(Tested(ship.id, "to hold her fire", passed))
        if not passed:
            return replace(table, phase=replace(phase, must=(*phase.must, number)))
    dice.tell(Held(ship.id))
    return replace(table, phase=replace(phase, done=(*phase.done, number)))


def finish(table: Table, charts: Charts, dice: Dice) -> Table:
    """Ships that may not stay silent fire at their nearest; the second broadside is not asked of them (TR36)."""
    phase = table.phase
    assert isinstance(phase, Firing)
    for number in waiting(table):
        if (nearest := forced(table, number)) is not None:
            table = play_fire(table, nearest, charts, dice)
    return table


def forced(table: Table, number: int) -> Fire | None:
    """The shot of a ship left without orders: her nearest target, if she has one she may not ignore."""
    phase = table.phase
    assert isinstance(phase, Firing)
    sides: tuple[Broadside, Broadside] = ("port", "starboard")
    marks = [(mark, side) for side in sides for mark in targets(table, number, side)]
    if not marks or not compelled(table, number):
        return None
    mark, side = min(marks, key=lambda pair: (pair[0].square, pair[0].target))
    ship, target = table.ships[number], table.ships[mark.target]
    return Fire(ship.id, port=target.id) if side == "port" else Fire(ship.id, starboard=target.id)


def _open_to(table: Table, number: int, side: Broadside) -> list[str]:
    marks = targets(table, number, side)
    free = free_targets(table, marks) if _failed(table, number) else None
    return [table.ships[mark.target].id for mark in marks if free is None or mark.target in free]


def options(table: Table, number: int, charts: Charts) -> list[Fire | Hold]:
    """Every order of fire open to one ship; nothing for one that takes no orders."""
    phase = table.phase
    assert isinstance(phase, Firing)
    if number < 0 or table.ships[number].side != phase.side or number in phase.done:
        return []
    ship = table.ships[number]
    port = _open_to(table, number, "port")
    starboard = _open_to(table, number, "starboard")
    found: list[Fire | Hold] = [Fire(ship.id, port=target) for target in port]
    found += [Fire(ship.id, starboard=target) for target in starboard]
    found += [Fire(ship.id, port=left, starboard=right) for left in port for right in starboard]
    if number not in phase.must or not compelled(table, number):
        found.append(Hold(ship.id))
    return found


class Broadsides(Chapter[State, Seated, Charts, Fire | Hold]):
    """Steps 3 and 4: a side fires, ship by ship in the order it likes."""

    phases = (Firing,)
    steps = ("british_fire", "allied_fire")
    takes = (Fire, Hold)
    ends = Finish()

    def step(self, phase: Firing) -> str:
        return f"{phase.side}_fire"

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        dice.tell(Began(state.table.turn, step))
        return self._after(state, begin(state.table, "british" if step == "british_fire" else "allied"))

    def now(self, view: View) -> str:
        return f"{SIDE_WORDS[self.acting(view.table)[0]]} are firing"

    def subjects(self, at: Seated) -> list[str]:
        return [at.table.ships[number].id for number in waiting(at.table)]

    def of(self, at: Seated, subject: str) -> list[Fire | Hold]:
        return options(at.table, at.table.number(subject), self.charts)

    def why_not(self, at: Seated, action: Fire | Hold) -> str | None:
        if isinstance(action, Fire):
            return why_not_fire(at.table, action, self.charts)
        return why_not_hold(at.table, action, self.charts)

    def play(self, state: State, side: Side, action: Fire | Hold, dice: Dice) -> State | Closed[State]:
        if isinstance(action, Fire):
            return self._after(state, play_fire(state.table, action, self.charts, dice))
        return self._after(state, play_hold(state.table, action, self.charts, dice))

    def end(self, state: State, side: Side, dice: Dice) -> Closed[State]:
        return Closed(replace(state, table=finish(state.table, self.charts, dice)))

    def _after(self, state: State, table: Table) -> State | Closed[State]:
        """Close the step by itself once nothing is left to order."""
        after = replace(state, table=table)
        return after if waiting(table) else Closed(after)
