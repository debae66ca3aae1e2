"""The action ship to ship at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from weathergauge.cli.table import chances
from weathergauge.cli.table.chances import number, percent
from weathergauge.cli.table.desk import Lens, Line
from weathergauge.cli.table.fleet import FEW, FleetDesk
from weathergauge.cli.table.names import Names
from weathergauge.cli.table.wsim import digest, hearing, orders, picture, sheets
from weathergauge.frame.events import Ready
from weathergauge.frame.words import capital, listed, many
from weathergauge.odds import Odds
from weathergauge.ruleset import Call
from weathergauge.rulesets.wsim import melee, notation, victory
from weathergauge.rulesets.wsim.actions import AnyAction, Man, Plot
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.orders import has
from weathergauge.rulesets.wsim.state import Over, Ship, Table, View
from weathergauge.rulesets.wsim.terms import Step
from weathergauge.rulesets.wsim.words import name

STEPS: dict[Step, str] = {
    "unfouling": "clear away",
    "notation": "plot your moves",
    "grappling": "grapple",
    "fending": "throw off grapples",
    "boarding": "tell off parties",
    "combat": "lay your guns",
    "loading": "load, repair, trim sails",
}
COULD: dict[Step, str] = {
    "unfouling": "could clear away",
    "notation": "no plot",
    "grappling": "could grapple",
    "fending": "could throw off grapples",
    "boarding": "could tell off parties",
    "combat": "could fire",
    "loading": "may be ordered",
}


class Desk(FleetDesk):
    """Ships by name, the hexes as a picture, and orders as a captain would write them."""

    verbs = hearing.VERBS
    log = digest.LOG

    def called(self, table: Table, ship: str) -> str:
        return name(table, ship)

    def colour(self, table: Table, ship: Ship) -> str:
        return picture.COLOURS[ship.built]

    @property
    def charts(self) -> Charts:
        charts: Charts = self.rules.charts
        return charts

    def help(self, view: View) -> Sequence[tuple[str, str]]:
        ship, foe = self.examples(view)
        return (
            (f"{ship} 1R2", "her plot: one hex ahead, a turn of 60 degrees to the right, two ahead; L is left"),
            (f"{ship} left 2", "the same in words; also stay (0), drift (D), back (B), anchor (A), weigh, cut cable"),
            (f"{ship} follow …", "in the wake of a friend right ahead of her (W)"),
            (f"{ship} fire left {foe} rigging", f"one broadside; also fire {foe}, {ship} fire both, fire all"),
            (f"{ship} load right double", "round, double, chain or grape; before the action on both sides at once"),
            (f"{ship} repair hull", "hands to hull or rigging (RH, RR) in place of loading"),
            (f"{ship} sails full", "or sails battle"),
            (f"{ship} grapple {foe}", f"likewise {ship} fend {foe}, {ship} unfoul {foe}, {ship} cut left"),
            (f"{ship} board {foe} 1 2", "a boarding party of those crew sections, or of all"),
            (
                f"{ship} defend 1 cross",
                "a defensive party, which crosses over if it wins; transfer sends men to a friend",
            ),
            (f"{ship} man {foe} 3", "so many boarders stay aboard if she is carried; else as few as hold her"),
            ("signal all close the enemy", "a message to your other ships, read in the next turn"),
            (f"{ship} tow …", "take a friend in tow; cast off lets her go, where towing is played"),
            (f"erase {ship}", "take back all she has written in this step; a new order also takes an old one's place"),
            ("ready", "no more to write: the orders of both sides are shown and carried out together"),
        )

    def names(self, view: View) -> Names:
        return hearing.ShipNames(self.ship_names(view.table, lambda ship: ship.nation))

    def stage(self, view: View) -> str:
        table, step = view.table, hearing.step_of(view.table)
        when = f"turn {table.turn} of {table.turns}" if table.turn else "before the action"
        return f"{when} · {STEPS[step]}" if step else f"{when} · the action is over"

    def score(self, view: View) -> str:
        return self.standing(victory.score(view.table, self.charts), view.table.sides)

    def pending(self, view: View) -> str:
        step = hearing.step_of(view.table)
        if not step or isinstance(view.table.phase, Over):
            return "the action is over"
        waiting = self.subjects(view)
        if not waiting:
            return "nothing left to write down: say ready"
        has_or_can = f"{'has' if len(waiting) == 1 else 'have'} no plot" if step == "notation" else COULD[step]
        return f"{many(len(waiting), 'ship')} {has_or_can}: {self.named(view.table, waiting)}; then say ready"

    def picture(self, view: View, lens: Lens, columns: int, rows: int) -> list[Text]:
        return picture.draw(view.table, lens, columns, rows, self.stage(view), self.score(view))

    def key(self, view: View, columns: int) -> Sequence[Line]:
        return sheets.roster(view, columns) if picture.numbered(view.table) else []

    def roster(self, view: View, columns: int) -> Sequence[Line]:
        return sheets.roster(view, columns)

    def sheet(self, view: View, subject: str) -> list[Line]:
        return sheets.sheet(view, view.table.number(subject), self.charts)

    def read(self, view: View, said: Sequence[str], chosen: str) -> list[AnyAction]:
        return orders.read(view, said, chosen, self.names(view), self.charts)

    def chance(self, view: View, action: AnyAction, call: Call, odds: Odds[Any]) -> str:
        what = capital(call.words) or call.procedure.replace("_", " ").capitalize()
        match call.procedure:
            case "movement_allowance":
                return ""  # nothing is thrown for it, and her sheet says it
            case "broadside":
                return f"{what}: {self.brief(view, action, call, odds)}"
            case "melee":
                winner = odds.of(lambda left: left.winner)
                won, lost = winner["first"], winner["second"]
                ours, hers = odds.mean(lambda left: left.left), odds.mean(lambda left: left.enemy_left)
                return (
                    f"{what}: {percent(won)} to win this turn, {percent(lost)} to lose; {number(ours)} crew squares of "
                    f"ours and {number(hers)} of hers are left on average"
                )
        return f"{what}: {chances.in_words(odds)}"

    def brief(self, view: View, action: AnyAction, call: Call, odds: Odds[Any]) -> str:
        match call.procedure:
            case "movement_allowance":
                return ""
            case "broadside":
                hits = odds.chance(lambda struck: bool(struck.hull or struck.crew or struck.rigging or struck.critical))
                means = [
                    f"{what} {number(mean)}"
                    for what, mean in (
                        ("hull", odds.mean(lambda struck: struck.hull)),
                        ("crew", odds.mean(lambda struck: struck.crew)),
                        ("rigging", odds.mean(lambda struck: struck.rigging)),
                    )
                    if mean
                ]
                critical = odds.chance(lambda struck: bool(struck.critical))
                averages = f"; {listed(means)} squares on average" if means else ""
                return f"{percent(hits)} to hit{averages}; a critical hit {percent(critical)}"
            case "melee":
                return f"{percent(odds.chance(lambda left: left.winner == 'first'))} to win"
        return f"{chances.in_words(odds).partition(':')[0]} {call.words}".strip()

    def caution(self, view: View, action: AnyAction) -> str:
        """Ships that were forgotten, when a side says that it is ready; a prize crew that prisoners can overpower."""
        if isinstance(action, Man):
            other = view.table.ships[view.table.number(action.other)]
            least = melee.needed(sum(other.crew), self.charts)
            if other.built == view.seat or action.squares >= least:
                return ""
            men = many(sum(other.crew), "crew square")
            return f"{other.name} has {men}, which {least} would hold: prisoners rise against fewer in the next turn."
        if not isinstance(action, Ready) or view.own is None:
            return ""
        table, own = view.table, view.own
        step = hearing.step_of(table)
        if step == "notation":
            left = [s for s in table.ships if s.side == view.seat and s.able and not has(own, Plot(s.id, ""))]
            told = [f"{s.name} ({notation.unwritten(table, table.number(s.id), self.charts)})" for s in left[:FEW]]
            more = " …" if len(left) > FEW else ""
            return f"No plot is written for {listed(told)}{more}: in brackets what they will do." if left else ""
        if step == "combat" and (left_over := self.subjects(view)):
            names = listed([name(table, ship) for ship in left_over[:FEW]]) + (" …" if len(left_over) > FEW else "")
            return f"{names} could still fire."
        return ""

    def rolls_now(self, action: AnyAction) -> bool:
        """Orders are written down and may be changed; being ready is what cannot be taken back."""
        return isinstance(action, Ready)

    def limits(self, view: View, subject: str) -> list[str]:
        ship = view.table.number(subject)
        if hearing.step_of(view.table) != "notation" or ship < 0 or view.table.ships[ship].side != view.seat:
            return []
        return [f"may write any plot, such as `{subject} 1R2`; {sheets.sailing(view.table, ship, self.charts)}"]
