"""The age of steam at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.text import Text

from weathergauge.cli.table import chances
from weathergauge.cli.table.chances import percent
from weathergauge.cli.table.desk import Lens, Line
from weathergauge.cli.table.fleet import FleetDesk
from weathergauge.cli.table.ironclads import digest, hearing, orders, picture, sheets
from weathergauge.frame.events import Ready
from weathergauge.frame.words import capital, inches, many
from weathergauge.odds import Odds
from weathergauge.ruleset import Call
from weathergauge.rulesets.ironclads import speed, steaming, victory
from weathergauge.rulesets.ironclads.actions import AnyAction, Done, Place
from weathergauge.rulesets.ironclads.activation import waiting
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.rules import Ironclads
from weathergauge.rulesets.ironclads.state import (
    INCH,
    Activating,
    Breaking,
    Choosing,
    Commanding,
    Countering,
    Destroying,
    Rethrowing,
    Ship,
    Table,
    View,
)
from weathergauge.rulesets.ironclads.words import SIDE_WORDS, name


class Desk(FleetDesk):
    """Ships by name, a chart of the sea, and orders as a captain would give them."""

    verbs = hearing.VERBS
    log = digest.LOG

    def called(self, table: Table, ship: str) -> str:
        return name(table, ship)

    def colour(self, table: Table, ship: Ship) -> str:
        return picture.colour(table, ship)

    @property
    def ironclads(self) -> Ironclads:
        rules: Any = self.rules
        assert isinstance(rules, Ironclads)
        return rules

    @property
    def charts(self) -> Charts:
        return self.ironclads.charts

    def fit(self, view: View) -> list[Ship]:
        return [ship for ship in view.table.ships if ship.able and not ship.fort]

    def help(self, view: View) -> Sequence[tuple[str, str]]:
        ship, foe = self.examples(view)
        return (
            ("lead us", "with the initiative: who activates first; or lead them"),
            ("all half", "orders for the next turn, for every ship: full, half, slow or stop"),
            (f"all full but {ship} slow", "… with others for some; several names may share one order"),
            (f"{ship} full half", "before the first turn: this turn's order and the next one's"),
            ("ready", "no more orders: ships without one keep the order they hold"),
            (f"activate {ship}", f"show her order and act with her; also at once, as in {ship} move 3"),
            (f"{ship} move 3", f"straight ahead, in inches; {ship} move alone is as far as her order takes her"),
            (f"{ship} move 2 port 30", "a turn after two inches, then on as far as she goes; a number more ends that run"),
            (f"{ship} steer 090", f"turn to a heading, or to a point of the compass: {ship} steer nne"),
            (f"{ship} ram {foe}", f"the plain course into her; {ship} board {foe} the same to board, {ship} move 3 short stops"),
            (f"{ship} astern 1", "off the ground, or off what she lies against"),
            (f"fire {foe}", "every gun that bears; without a name at the nearest"),
            (f"fire 1 2 at {foe}", f"batteries by number, type or bearing, as in fire main at {foe}"),
            (f"torpedo {foe}", f"all tubes that bear; torpedo 1 at {foe} is one of them"),
            (f"board {foe}", "where bases touch and both are at slow or stop"),
            ("answer", "every gun that bears on the ship that fires; answer main, or hold to keep silent"),
            ("again", "a boarding specialist who has seen his die throws it again; keep lets it stand"),
            ("destroy 2", "a gun of a fort is destroyed: the battery that loses it, by number, type or bearing"),
            ("done", "end her activation"),
            ("break off", "where a side has lost half; or fight on"),
        )  # fmt: skip

    def names(self, view: View) -> hearing.ShipNames:
        return hearing.ShipNames(self.ship_names(view.table, lambda ship: ship.side))

    def stage(self, view: View) -> str:
        return f"turn {view.table.turn} of {view.table.turns} · {_phase(view.table)}"

    def score(self, view: View) -> str:
        return self.standing(victory.score(view.table), view.table.sides)

    def pending(self, view: View) -> str:
        table, seat = view.table, view.seat
        match table.phase:
            case Choosing(side=side) if side == seat:
                return "who activates first? lead us, or lead them"
            case Commanding() if seat is not None:
                left = self.subjects(view)
                if not left:
                    return "every order is placed: say ready"
                return f"{many(len(left), 'ship')} {'has' if len(left) == 1 else 'have'} no order for the next turn: {self.named(view.table, left)}"
            case Activating(side=side, ship=-1) if side == seat:
                left = [ship.id for _, ship in waiting(table, side)]
                return f"{many(len(left), 'ship')} to act: {self.named(view.table, left)}"
            case Activating(side=side, ship=ship, stage=stage) if side == seat:
                return f"{table.ships[ship].name} {'is to move' if stage == 'move' else 'may fire, or is done'}"
            case Countering(side=side, ship=ship, waiting=(first, *_)) if side == seat:
                return f"{table.ships[ship].name} fires: {table.ships[first].name} may answer, or hold"
            case Rethrowing(side=side, ours=ours, theirs=theirs) if side == seat:
                return f"the die is {theirs or ours}: throw it again, or keep it?"
            case Destroying(side=side) if side == seat:
                return f"{self.ironclads.now(view)}: say destroy and its number"
            case Breaking() if seat in table.sides:
                return "break off, or fight on?"
        return self.ironclads.now(view)

    def picture(self, view: View, lens: Lens, columns: int, rows: int) -> list[Text]:
        return picture.draw(view, lens, columns, rows, self.stage(view), self.score(view), self.charts)

    def key(self, view: View, columns: int) -> Sequence[Line]:
        return sheets.roster(view, columns) if picture.numbered(view.table) else []

    def roster(self, view: View, columns: int) -> Sequence[Line]:
        return sheets.roster(view, columns)

    def sheet(self, view: View, subject: str) -> list[Line]:
        return sheets.sheet(view, view.table.number(subject), self.charts)

    def read(self, view: View, said: Sequence[str], chosen: str) -> list[AnyAction]:
        return orders.read(self.ironclads, view, said, chosen, self.names(view))

    def chance(self, view: View, action: AnyAction, call: Call, odds: Odds[Any]) -> str:
        what = capital(call.words) or call.procedure.replace("_", " ").capitalize()
        match call.procedure:
            case "salvo":
                hurt = odds.chance(lambda damage: bool(damage.hull or damage.sunk))
                told = f"{percent(hurt)} to hurt her, {_points(odds.mean(lambda damage: damage.hull))} on average"
                if critical := odds.chance(lambda damage: damage.critical != "none"):
                    told += f", a critical hit {percent(critical)}"
                return f"{what}: {told}{_sinks(odds.chance(lambda damage: damage.sunk))}"
            case "torpedo":
                hit = odds.chance(lambda run: run.hit)
                return f"{what}: {percent(hit)} to hit{_sinks(odds.chance(lambda run: run.sunk))}"
            case "ram":
                struck = odds.chance(lambda ram: ram.struck)
                ours, hers = odds.mean(lambda ram: ram.rammer_loses), odds.mean(lambda ram: ram.target_loses)
                told = f"{percent(struck)} to strike her; she loses {_points(hers)} on average and we {_points(ours)}"
                return f"{what}: {told}{_sinks(odds.chance(lambda ram: ram.target_sunk))}"
        return f"{what}: {chances.in_words(odds)}"

    def brief(self, view: View, action: AnyAction, call: Call, odds: Odds[Any]) -> str:
        match call.procedure:
            case "salvo":
                hurt = odds.chance(lambda damage: bool(damage.hull or damage.sunk))
                return f"{percent(hurt)}, {_points(odds.mean(lambda damage: damage.hull))} {call.words}"
            case "torpedo":
                return f"{percent(odds.chance(lambda run: run.hit))} {call.words}"
            case "ram":
                return f"{percent(odds.chance(lambda ram: ram.struck))} {call.words}"
        return f"{chances.in_words(odds).partition(':')[0]} {call.words}".strip()

    def caution(self, view: View, action: AnyAction) -> str:
        """Ships that were forgotten, when a side says that it is ready or a ship that she is done."""
        if isinstance(action, Ready):
            left = self.subjects(view)
            return (
                f"No order is placed for {self.named(view.table, left)}: they keep the one they hold." if left else ""
            )
        if isinstance(action, Done):
            could = [order for order in self.rules.legal(view).of(action.ship) if not isinstance(order, Done)]
            return f"{name(view.table, action.ship)} could still fire or board." if could else ""
        return ""

    def rolls_now(self, action: AnyAction) -> bool:
        """Orders face down may be placed anew; all else is shown to the other side."""
        return not isinstance(action, Place)

    def limits(self, view: View, subject: str) -> list[str]:
        table, at = view.table, view.table.number(subject)
        phase = table.phase
        if not isinstance(phase, Activating) or phase.ship != at or phase.stage != "move" or at < 0:
            return []
        ship, now = table.ships[at], speed.shown(table, at, self.charts)
        least = steaming.bound(table, at, now.run)
        told = [f"runs {least / INCH:g} to {inches(now.run)} at {now.order}: `{subject} move {now.run / INCH:g}`"]
        if steaming.turns(table, ship):
            most = steaming.turn_limit(ship, table.settings)
            told.append(f"turns up to {most} degrees after an inch: `{subject} move 1 port {most}`")
        return told


def _phase(table: Table) -> str:
    match table.phase:
        case Choosing():
            return "initiative"
        case Commanding():
            return "orders"
        case Activating(side=side, ship=-1):
            return f"{SIDE_WORDS[side]} act"
        case Activating(ship=ship, stage=stage):
            return f"{table.ships[ship].name} {'moves' if stage == 'move' else 'fires'}"
        case Countering(ship=ship):
            return f"answers to {table.ships[ship].name}"
        case Rethrowing(ship=ship):
            return f"{table.ships[ship].name} boards"
        case Destroying():
            return "a gun of a fort is destroyed"
        case Breaking():
            return "breaking off"
    return "the battle is over"


def _points(mean: float | Fraction) -> str:
    """Hull points of an average, where a quarter counts."""
    return f"{float(mean):.2f} hull points"


def _sinks(chance: Fraction) -> str:
    return f", she sinks {percent(chance)}" if chance else ""
