"""The fleet action at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.text import Text

from weathergauge.cli.table import chances
from weathergauge.cli.table.chances import number, percent, spread
from weathergauge.cli.table.desk import Lens, Line
from weathergauge.cli.table.fleet import FleetDesk
from weathergauge.cli.table.names import Names
from weathergauge.cli.table.trafalgar import digest, hearing, orders, picture, sheets
from weathergauge.frame.words import capital
from weathergauge.odds import Odds
from weathergauge.ruleset import Call
from weathergauge.rulesets.trafalgar import gunnery, helm, victory
from weathergauge.rulesets.trafalgar.actions import AnyAction, Board, Finish, Grapple, Move, Part, Remain, Tested, Turn
from weathergauge.rulesets.trafalgar.state import (
    INCH,
    SIDES,
    Boarding,
    Firing,
    Grappling,
    Melee,
    Moving,
    Over,
    Ship,
    Table,
    View,
)
from weathergauge.rulesets.trafalgar.wind import limits
from weathergauge.rulesets.trafalgar.words import name

STEPS = {"british": "the British", "allied": "the Allies"}


class Desk(FleetDesk):
    """Ships by name, a chart of the sea, and orders as an officer would give them."""

    verbs = hearing.VERBS
    log = digest.LOG

    def called(self, table: Table, ship: str) -> str:
        return name(table, ship)

    def colour(self, table: Table, ship: Ship) -> str:
        return picture.COLOURS[ship.nation]

    def help(self, view: View) -> Sequence[tuple[str, str]]:
        ship, foe = self.examples(view)
        return (
            (f"{ship} turn 20 starboard", "change direction; a lead ship takes her line with her, in succession"),
            (f"{ship} port 30 alone", "… in succession, together or alone, as you say"),
            (f"{ship} steer 090", f"turn to a heading, or to a point of the compass: {ship} steer nne"),
            (f"{ship} move 5.5", f"sail so many inches; also {ship} full, {ship} steady, {ship} move least"),
            (f"{ship} move 5 alongside", "hold on into contact, after a leadership test"),
            (
                f"{ship} fire port at {foe}",
                f"one broadside; also fire {ship} (at her nearest), {ship} fire both, fire all",
            ),
            (f"{ship} hold", "hold fire"),
            (f"board {ship} {foe}", "decide in secret; likewise grapple, part and remain, then ready"),
            ("ready", "no more secret orders"),
            ("done", "end the step: ships without orders sail on, and those that must fire do"),
            (f"{ship} turn 20 port then move 5", "several orders in one line"),
        )

    def names(self, view: View) -> Names:
        return Names(self.ship_names(view.table, lambda ship: ship.nation), hearing.RESERVED)

    def stage(self, view: View) -> str:
        return f"turn {view.table.turn} of {view.table.turns} · {_step(view.table)}"

    def score(self, view: View) -> str:
        return self.standing(victory.score(view.table), SIDES)

    def pending(self, view: View) -> str:
        table, seat = view.table, view.seat
        waiting = sheets.waiting(table)
        match table.phase:
            case Moving(side=side) if side == seat:
                return _count(table, waiting, "no orders to sail")
            case Firing(side=side) if side == seat:
                return _count(table, waiting, "not fired")
            case Boarding():
                return _asked(self.subjects(view), "ship could board", "ships could board")
            case Grappling():
                return _asked(self.subjects(view), "ship could grapple or part", "ships could grapple or part")
            case Melee(choosing=ship):
                return f"{table.ships[ship].name} is attacked more than once: pick whom she fights first"
        return _step(table)

    def picture(self, view: View, lens: Lens, columns: int, rows: int) -> list[Text]:
        return picture.draw(view.table, lens, columns, rows, self.stage(view), self.score(view))

    def key(self, view: View, columns: int) -> list[Text]:
        if not picture.numbered(view.table):
            return []
        room = max(1, columns // 26)
        cells = [
            Text.assemble(
                (f"{n:>2} ", "dim"), (f"{picture.sign(ship)} {name(view.table, ship.id)}", picture.COLOURS[ship.nation])
            )
            for n, ship in enumerate(view.table.ships, 1)
            if not ship.gone
        ]
        high = -(-len(cells) // room)
        lines = []
        for row in range(high):
            line = Text(no_wrap=True)
            for cell in cells[row::high]:
                cell.truncate(25, overflow="ellipsis", pad=True)
                line.append_text(cell).append(" ")
            line.rstrip()
            lines.append(line)
        return lines

    def roster(self, view: View, columns: int) -> Sequence[Line]:
        return sheets.roster(view, columns)

    def sheet(self, view: View, subject: str) -> list[Line]:
        return sheets.sheet(view, view.table.number(subject), self.rules.charts)

    def read(self, view: View, said: Sequence[str], chosen: str) -> list[AnyAction]:
        return orders.read(view, said, chosen, self.names(view), self.rules.charts)

    def chance(self, view: View, action: AnyAction, call: Call, odds: Odds[Any]) -> str:
        what = capital(call.words)
        match call.procedure:
            case "broadside":
                boxes = odds.of(lambda damage: damage.boxes)
                tail = self._strikes(view, call, boxes)
                return f"{what}: {percent(1 - boxes.get(0, Fraction(0)))} to hit, {number(boxes.mean())} boxes on average{tail}\n  boxes: {spread(boxes)}"
            case "boarding":
                won = odds.chance(lambda outcome: outcome.won is True)
                lost = odds.chance(lambda outcome: outcome.won is False)
                ours, hers = odds.mean(lambda o: o.lost), odds.mean(lambda o: o.enemy_lost)
                strikes = odds.chance(lambda outcome: outcome.enemy_struck)
                return (
                    f"{what}: {percent(won)} to have the better of it, {percent(lost)} the worse; she loses "
                    f"{number(hers)} boxes on average and we {number(ours)}; she strikes {percent(strikes)}"
                )
            case "leadership":
                return f"A leadership test {call.words}: {percent(odds.chance(lambda test: test.passed))} to pass"
        return f"{what}: {chances.in_words(odds)}"

    def _strikes(self, view: View, call: Call, boxes: Odds[int]) -> str:
        """The chance that a broadside makes its target strike, where there is one."""
        named = call.words.rpartition(" at ")[2]
        target = next((ship for ship in view.table.ships if ship.name == named and ship.side != view.seat), None)
        if target is None:
            return ""
        left = len(target.sheet) - target.crossed
        chance = boxes.chance(lambda count: count >= left)
        return f", {percent(chance)} that she strikes" if chance else ""

    def brief(self, view: View, action: AnyAction, call: Call, odds: Odds[Any]) -> str:
        match call.procedure:
            case "broadside":
                boxes = odds.of(lambda damage: damage.boxes)
                return f"{percent(1 - boxes.get(0, Fraction(0)))}, {number(boxes.mean())} boxes"
            case "leadership":
                return f"{percent(odds.chance(lambda test: test.passed))} {call.words}"
            case "boarding":
                return f"{percent(odds.chance(lambda outcome: outcome.won is True))} to have the better of it"
        return f"{chances.in_words(odds).partition(':')[0]} {call.words}"

    def caution(self, view: View, action: AnyAction) -> str:
        waiting = sheets.waiting(view.table)
        if not isinstance(action, Finish) or not waiting:
            return ""
        if isinstance(view.table.phase, Moving):
            return f"{_count(view.table, waiting, 'no orders to sail')}. They will sail on as they were."
        return f"{_count(view.table, waiting, 'not fired')}. Those that may not stay silent will fire at their nearest."

    def rolls_now(self, action: AnyAction) -> bool:
        return not isinstance(action, Board | Grapple | Part | Remain)

    def limits(self, view: View, subject: str) -> list[str]:
        table, number = view.table, view.table.number(subject)
        if not isinstance(table.phase, Moving) or number < 0:
            return []
        ship = table.ships[number]
        low, high = limits(ship, ship.heading, table, self.rules.charts)
        told = [f"sails {low / INCH:g} to {high / INCH:g} inches: `{subject} move {high / INCH:g}`"]
        why = helm.why_not_turn(table, Turn(subject, 1), self.rules.charts)
        if why is None:
            told.append(f"turns up to {90 if ship.drifting else 180} degrees to either side: `{subject} turn 20 port`")
        line = helm.unit_of(table, number)
        if len(line) > 1:
            told.append(f"leads {len(line) - 1} more, who follow where she goes")
        return told

    def by_hand(self, view: View, action: AnyAction) -> AnyAction:
        """Ending a step with ships still to go: each of them in turn, so that the dice are hers."""
        table = view.table
        if isinstance(action, Finish) and isinstance(table.phase, Firing):
            forced = [gunnery.forced(table, number) for number in gunnery.waiting(table)]
            return next((shot for shot in forced if shot is not None), action)
        if isinstance(action, Finish) and isinstance(table.phase, Moving) and (units := helm.units(table)):
            ship = table.ships[units[0][0]]
            return Move(ship.id, helm.steady(table, ship, self.rules.charts))
        return action

    def failed(self, events: Sequence[Any]) -> bool:
        return any(isinstance(event, Tested) and not event.passed for event in events)


def _step(table: Table) -> str:
    match table.phase:
        case Moving(side=side):
            return f"{STEPS[side]} move"
        case Firing(side=side):
            return f"{STEPS[side]} fire"
        case Boarding() | Melee():
            return "boarding"
        case Grappling():
            return "grappling and cutting loose"
        case Over():
            return "the battle is over"


def _count(table: Table, waiting: Sequence[int], what: str) -> str:
    if not waiting:
        return "every ship has her orders: done ends the step"
    names = [name(table, table.ships[n].id) for n in waiting[:5]]
    more = " …" if len(waiting) > 5 else ""
    lines = sum(len(unit) > 1 for unit in helm.units(table)) if isinstance(table.phase, Moving) else 0
    counted = [(lines, "line"), (len(waiting) - lines, "ship")]
    told = " and ".join(f"{count} {kind}{'s' if count > 1 else ''}" for count, kind in counted if count)
    return f"{told} {'has' if len(waiting) == 1 else 'have'} {what}: {', '.join(names)}{more}"


def _asked(subjects: Sequence[str], one: str, many: str) -> str:
    if not subjects:
        return "nothing left to write down: say ready"
    return f"{len(subjects)} {one if len(subjects) == 1 else many}; then say ready"
