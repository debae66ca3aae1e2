"""Chapter: firing (steps 3 and 4). What may be ordered, and what a broadside does; `targets` says whom it can be fired at."""

from __future__ import annotations

from weathergauge.dice import Cell, Dice, Modifier, of_charts
from weathergauge.frame.chapter import Chapter, Closed
from weathergauge.frame.events import Began
from weathergauge.frame.fleet import no_such_ship, why_not_hers
from weathergauge.frame.memory import kept_by_value
from weathergauge.frame.table import phase_of
from weathergauge.freetable.geometry import inches as hundredths
from weathergauge.languages import said
from weathergauge.rulesets.trafalgar import leadership
from weathergauge.rulesets.trafalgar.actions import Finish, Fire, Fired, Held, Hold, Tested
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Band, Ranged, Reckoned, Shot, Target
from weathergauge.rulesets.trafalgar.state import (
    Broadside,
    Firing,
    Rate,
    Seated,
    Ship,
    Side,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.trafalgar.targets import compelled, free_targets, targets, why_not_target
from weathergauge.rulesets.trafalgar.words import SIDE_WORDS, name, out_of_it


@kept_by_value()
def base_factor(shot: Shot, charts: Charts) -> Reckoned:
    """Everything that adds to a broadside before its die, the price of firing both sides on each of them (TR13)."""
    conditions = (
        (shot.first, "first_shot_on_that_side", "first shot from that side"),
        (shot.rake == "stern", "stern_rake_under_5_inches", "raking her stern"),
        (shot.rake == "bow", "bow_rake_under_5_inches", "raking her bow"),
        (shot.both, "firing_both_sides_same_turn", "firing both broadsides"),
    )
    added = [charts.base_factors.modifier(reason, condition) for true, condition, reason in conditions if true]
    return Reckoned((Modifier("hull points", shot.hull, Cell("base_factors", ("current_hull_points",))), *added))


def fire(shot: Shot, charts: Charts, dice: Dice) -> int:
    """Boxes destroyed by an aimed broadside."""
    return dice.last.do(boxes_destroyed, base_factor(shot, charts), shot.band, shot.target_rate, charts)


@of_charts
def boxes_destroyed(base: Reckoned, band: Band, rate: Rate, charts: Charts, dice: Dice) -> int:
    """Boxes that a base factor destroys: one die for hit and random factor, then the effect by rate."""
    random = dice.look_up(charts.hit_and_random_factor, why="hit and random factor", range_band=band)
    if isinstance(random, str):
        return 0
    factor = dice.reckon("final factor", (*base.parts, Modifier("random factor", random)))
    if factor < 0:
        return 0  # TR02: nothing is printed below 0.
    row = "3rd_rate" if rate == "4th_rate" else rate  # TR14
    return dice.see(charts.effect_of_firing, row, factor, why="boxes destroyed")


def begin(table: Table, side: Side) -> Table:
    """A side's fire begins: ships with nothing in their arcs are passed over."""
    silent = tuple([n for n, ship in enumerate(table.ships) if ship.side == side and not _has_target(table, n)])
    return replace(table, phase=Firing(side, done=silent))


def _has_target(table: Table, number: int) -> bool:
    """Whether a ship fights and bears on anything."""
    if not table.ships[number].able:
        return False
    return bool(targets(table, number, "port", first=True) or targets(table, number, "starboard", first=True))


def waiting(table: Table) -> list[int]:
    """Ships of the firing side that have not fired yet and bear on something."""
    phase = phase_of(table, Firing)
    side, done = phase.side, set(phase.done)
    return [n for n, ship in enumerate(table.ships) if n not in done and ship.side == side]


def why_not_fire(table: Table, action: Fire, charts: Charts) -> str | None:
    """None when she may fire so, else the player's sentence."""
    number = table.number(action.ship)
    if (reason := _why_not_order(table, number, action.ship)) is not None:
        return reason
    ship = table.ships[number]
    if action.port is None and action.starboard is None:
        return said("{ship}: name a target to port or to starboard, or hold fire", ship=ship.name)
    for side, id in aims(action):
        target = table.number(id)
        if target < 0:
            return no_such_ship(id, [ship.id for ship in table.ships])
        marks = targets(table, number, side)
        if not any(mark.target == target for mark in marks):
            why, other = why_not_target(table, number, side, target), table.ships[target].name
            return said(
                "{ship} cannot fire to {side} at {other}: {why}", ship=ship.name, side=said(side), other=other, why=why
            )
        if _failed(table, number) and target not in free_targets(table, marks):
            return said(
                "{ship} failed to hold her fire: she must fire at her nearest, and no test can spare her that",
                ship=ship.name,
            )
    return None


def _failed(table: Table, number: int) -> bool:
    """Whether she has had her test this turn and failed it: there is one a ship and turn (TR37)."""
    return isinstance(table.phase, Firing) and number in table.phase.must


def aims(action: Fire) -> list[tuple[Broadside, str]]:
    """The broadsides of an order, with their targets."""
    aimed: list[tuple[Broadside, str]] = []
    if action.port is not None:
        aimed.append(("port", action.port))
    if action.starboard is not None:
        aimed.append(("starboard", action.starboard))
    return aimed


def why_not_hold(table: Table, action: Hold, charts: Charts) -> str | None:
    """None when she may try to hold her fire, else the player's sentence."""
    phase = phase_of(table, Firing)
    number = table.number(action.ship)
    if (reason := _why_not_order(table, number, action.ship)) is not None:
        return reason
    if number in phase.must and compelled(table, number):
        return said("{ship} failed to hold her fire: she must fire this turn", ship=table.ships[number].name)
    return None


def _why_not_order(table: Table, number: int, id: str) -> str | None:
    phase = phase_of(table, Firing)
    if (reason := why_not_hers(table, phase.side, id, name)) is not None:
        return reason
    ship = table.ships[number]
    if not ship.able:
        return out_of_it(ship)
    if number in phase.done:
        bears = _has_target(table, number)
        return said(
            "{ship} has fired or held her fire already" if bears else "{ship} has no target that bears", ship=ship.name
        )
    return None


def play_fire(table: Table, action: Fire, charts: Charts, dice: Dice) -> Table:
    """One or both broadsides; a target that is not the nearest takes a test, once for the ship (TR37)."""
    phase = phase_of(table, Firing)
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
        mark = next((m for m in marks_now if m.target == target), marks_now[0] if marks_now else None)
        if mark is not None:
            table = _broadside(table, number, side, mark, both, charts, dice)
    return replace(table, phase=replace(phase, done=(*phase.done, number)))


def aimed(table: Table, number: int, side: Broadside, mark: Target, both: bool) -> Ranged:
    """A broadside on the table."""
    ship, target = table.ships[number], table.ships[mark.target]
    edge = table.settings.shared_edge
    return Ranged(ship.hull, mark.band, target.rate, side in ship.fresh, mark.rake, both, mark.square, edge)


def _broadside(
    table: Table, number: int, side: Broadside, mark: Target, both: bool, charts: Charts, dice: Dice
) -> Table:
    ship, target = table.ships[number], table.ships[mark.target]
    boxes = dice.do(fire, aimed(table, number, side, mark, both), charts, seat=ship.side)
    table = table.with_ship(number, replace(ship, fresh=tuple(s for s in ship.fresh if s != side)))  # TR03
    hurt = with_boxes_lost(target, boxes)
    table = table.with_ship(mark.target, hurt)
    dice.tell(Fired(ship.id, target.id, side, hundredths(mark.square), boxes, hurt.struck, mark.rake))
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
    phase = phase_of(table, Firing)
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
    for number in waiting(table):
        if (nearest := forced(table, number)) is not None:
            table = play_fire(table, nearest, charts, dice)
    return table


def forced(table: Table, number: int) -> Fire | None:
    """The shot of a ship left without orders: her nearest target, if she has one she may not ignore."""
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
    phase = phase_of(table, Firing)
    if number < 0 or table.ships[number].side != phase.side or number in phase.done:
        return []
    ship = table.ships[number]
    port = _open_to(table, number, "port")
    starboard = _open_to(table, number, "starboard")
    orders: list[Fire | Hold] = [Fire(ship.id, port=target) for target in port]
    orders += [Fire(ship.id, starboard=target) for target in starboard]
    orders += [Fire(ship.id, port=left, starboard=right) for left in port for right in starboard]
    if number not in phase.must or not compelled(table, number):
        orders.append(Hold(ship.id))
    return orders


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
        return said("{side} are firing", side=said(SIDE_WORDS[self.acting(view.table)[0]]))

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
