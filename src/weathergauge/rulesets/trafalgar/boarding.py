"""Chapter: boarding (step 5). Secret decisions, and hand to hand fights by factors and an average die."""

from __future__ import annotations

from collections.abc import Iterator

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.frame.chapter import Chapter, Closed
from weathergauge.frame.events import Began
from weathergauge.languages import said
from weathergauge.ruleset import Seat
from weathergauge.rulesets.trafalgar.actions import Board, Boarded, Pick, Revealed
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Outcome, Party
from weathergauge.rulesets.trafalgar.gunnery import with_boxes_lost
from weathergauge.rulesets.trafalgar.state import (
    SIDES,
    Boarding,
    Fight,
    Melee,
    Seated,
    Secret,
    Ship,
    Side,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.trafalgar.targets import held_together
from weathergauge.rulesets.trafalgar.wishes import Wishes

_RATES = {"1st_rate": "first_rate", "2nd_rate": "second_rate", "5th_rate": "fifth_rate_or_lower"}
_RATES["smaller"] = _RATES["5th_rate"]


def factors(party: Party, charts: Charts) -> Iterator[Modifier]:
    """What a ship brings to a fight before her die."""
    yield Modifier("hull points", party.hull, Cell("boarding_factors", ("base_factor",)))
    conditions = (
        (_RATES.get(party.rate, ""), party.rate.replace("_", " ")),  # TR14: a fourth rate has no modifier
        ("attacker" if party.attacker else "", "attacking"),
        ("spanish_or_french" if party.nation != "british" else "", party.nation),
    )
    for condition, reason in conditions:
        if condition:
            yield charts.boarding_factors.modifier(reason, condition)


def total(party: Party, charts: Charts, dice: Dice) -> int:
    """A ship's boarding total: her factors and an average die (TR07)."""
    die = dice.look_up(charts.average_die, why="average die")
    return dice.reckon("boarding total", (*factors(party, charts), Modifier("average die", die)))


def fight(one: Party, other: Party, charts: Charts, dice: Dice) -> Outcome:
    """Compare both totals: the difference, and its effect on winner and loser together."""
    difference = dice.do(total, one, charts, seat=one.side) - dice.do(total, other, charts, seat=other.side)
    result = dice.see(charts.boarding_results, abs(difference), why="boarding result")
    if difference == 0:
        return Outcome(result.loser_boxes, result.winner_boxes)
    if difference > 0:
        return Outcome(result.winner_boxes, result.loser_boxes, won=True, enemy_struck=result.loser_strikes)
    return Outcome(result.loser_boxes, result.winner_boxes, won=False, struck=result.loser_strikes)


def party(ship: Ship, attacker: bool) -> Party:
    """Reduce a ship to what her part in a fight needs."""
    return Party(ship.hull, ship.rate, ship.nation, attacker, ship.side)


def pairs(table: Table) -> list[tuple[int, int]]:
    """Enemies locked together, both still fighting."""
    ships = table.ships
    return [
        (lock.one, lock.other)
        for lock in table.locks
        if ships[lock.one].side != ships[lock.other].side and ships[lock.one].able and ships[lock.other].able
    ]


def reveal(state: State, dice: Dice) -> State:
    """Both sides show what they wrote; every boarder is an attacker. Fights go in the order of the ships (TR40)."""
    table = state.table
    boarders: dict[tuple[int, int], list[int]] = {}
    for side in SIDES:
        chosen = state.secret(side).board
        names = tuple((table.ships[a].id, table.ships[b].id) for a, b in chosen)
        dice.tell(Revealed(side, "board", names))
        for mine, hers in chosen:
            boarders.setdefault((min(mine, hers), max(mine, hers)), []).append(mine)
    queue = tuple(Fight(one, other, tuple(sorted(who))) for (one, other), who in sorted(boarders.items()))
    return State(replace(table, phase=Melee(queue, -1)))


def fight_on(table: Table, charts: Charts, dice: Dice) -> Table:
    """Fight what is due; stop where a ship is attacked more than once and her owner must pick (TR17)."""
    while due := fights(table):
        chooser = undecided(due)
        if chooser >= 0:
            return replace(table, phase=Melee(due, chooser))
        table = _fight_out(table, due[0], charts, dice)
    return table


def fights(table: Table) -> tuple[Fight, ...]:
    """The boarding fights that are still to come."""
    return table.phase.fights if isinstance(table.phase, Melee) else ()


def undecided(due: tuple[Fight, ...]) -> int:
    """The first ship boarded by more than one, whose owner picks the order of her fights; -1 if there is none."""
    for fighting in due:
        for number in (fighting.one, fighting.other):
            if sum(number in (f.one, f.other) and f.attackers != (number,) for f in due) > 1:
                return number
    return -1


def _fight_out(table: Table, due: Fight, charts: Charts, dice: Dice) -> Table:
    table = replace(table, phase=Melee(tuple(f for f in fights(table) if f != due), -1))
    one, other = table.ships[due.one], table.ships[due.other]
    if not one.able or not other.able:
        return table  # Struck in an earlier fight of this step.
    outcome = dice.do(fight, party(one, due.one in due.attackers), party(other, due.other in due.attackers), charts)
    one_after = strike(one) if outcome.struck else with_boxes_lost(one, outcome.lost)
    other_after = strike(other) if outcome.enemy_struck else with_boxes_lost(other, outcome.enemy_lost)
    winner = "" if outcome.won is None else one.id if outcome.won else other.id
    struck = tuple(ship.id for ship in (one_after, other_after) if ship.struck)
    lost = (one_after.crossed - one.crossed, other_after.crossed - other.crossed)
    dice.tell(Boarded(one.id, other.id, winner, lost, struck))
    return table.with_ship(due.one, one_after).with_ship(due.other, other_after)


def strike(ship: Ship) -> Ship:
    """Her colours come down, whatever boxes she has left."""
    return replace(ship, struck=True, speed=0)


class Boardings(Wishes[Board]):
    """Step 5: both sides decide in secret whom they board, and show it at once."""

    phases = (Boarding,)
    steps = ("boarding_actions",)
    takes = (Board,)

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        if not pairs(state.table):
            return Closed(state)
        dice.tell(Began(state.table.turn, step))
        return state.with_phase(Boarding())

    def now(self, view: View) -> str:
        return said("both sides are deciding whom to board")

    def options(self, table: Table, own: Secret, side: Side) -> list[Board]:
        """The boardings a side may still order."""
        boards = []
        for one, other in pairs(table):
            mine, hers = (one, other) if table.ships[one].side == side else (other, one)
            if not any(first == mine for first, _ in own.board):
                boards.append(Board(table.ships[mine].id, table.ships[hers].id))
        return boards

    def why_not_pair(self, at: Seated, number: int, target: int, action: Board) -> str | None:
        ship, other = at.table.ships[number], at.table.ships[target]
        if not ship.able or not other.able or not held_together(at.table, number, target) or other.side == at.seat:
            return said(
                "{ship} cannot board {other}: only an enemy she is locked with", ship=ship.name, other=other.name
            )
        if any(first == number for first, _ in at.own.board):
            return said("{ship} boards already: one boarding a turn for each ship", ship=ship.name)  # TR17
        return None

    def proceed(self, state: State, dice: Dice) -> State | Closed[State]:
        state = reveal(state, dice)
        return fought(replace(state, table=fight_on(state.table, self.charts, dice)))


class Fights(Chapter[State, Seated, Charts, Pick]):
    """Step 5, after the reveal: the owner of a ship attacked more than once picks whom she fights first (TR17)."""

    phases = (Melee,)
    steps = ("boarding_actions",)
    takes = (Pick,)

    def acting(self, table: Table) -> tuple[Seat, ...]:
        return (chooser(table).side,)

    def now(self, view: View) -> str:
        return said("a boarding fight is to be picked")

    def subjects(self, at: Seated) -> tuple[str, ...]:
        return (chooser(at.table).id,)

    def of(self, at: Seated, subject: str) -> list[Pick]:
        table, ship = at.table, chooser(at.table)
        if subject != ship.id:
            return []
        number = table.number(ship.id)
        foes = [due.other if due.one == number else due.one for due in fights(table) if number in (due.one, due.other)]
        return [Pick(ship.id, table.ships[foe].id) for foe in foes]

    def why_not(self, at: Seated, action: Pick) -> str | None:
        return None if action in self.of(at, action.ship) else "pick one of the fights before her"

    def play(self, state: State, side: Side, action: Pick, dice: Dice) -> State | Closed[State]:
        """The fight her owner put first is fought, then whatever is due."""
        table = state.table
        pair = {table.number(action.ship), table.number(action.target)}
        due = next(due for due in fights(table) if {due.one, due.other} == pair)
        return fought(replace(state, table=fight_on(_fight_out(table, due, self.charts, dice), self.charts, dice)))


def fought(state: State) -> State | Closed[State]:
    """Close the step when no fight is left in it."""
    return state if fights(state.table) else Closed(state)


def chooser(table: Table) -> Ship:
    """The ship whose owner must pick the next fight."""
    return table.ships[undecided(fights(table))]
