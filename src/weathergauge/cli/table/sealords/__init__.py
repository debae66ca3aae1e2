"""The campaigns at the keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.text import Text

from weathergauge.cli.table import desk
from weathergauge.cli.table.desk import Lens, Line, Page
from weathergauge.cli.table.digest import Digest
from weathergauge.cli.table.sealords import ahead, cards, chances, hearing, orders, picture, sheets
from weathergauge.frame.words import capital
from weathergauge.odds import Odds
from weathergauge.ruleset import Call, Seat
from weathergauge.rulesets.sealords.actions import AnyAction
from weathergauge.rulesets.sealords.common import Began, Ready
from weathergauge.rulesets.sealords.phases import Plotting, Sailing
from weathergauge.rulesets.sealords.rules import Sealords
from weathergauge.rulesets.sealords.sea.actions import MarkTime, Plot
from weathergauge.rulesets.sealords.standing import StandingOrders
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.words import date_words, place_name, waiting
from weathergauge.rulesets.sealords.world import World

FEW = 6
LOG = Digest(Began, lambda event: "", {})


class Desk(desk.Desk):
    """Formations, squadrons, auxiliaries and places by name; a summary of the campaign, and the map about a place."""

    verbs = hearing.VERBS
    pages = cards.PAGES

    @property
    def sealords(self) -> Sealords:
        rules: Any = self.rules
        assert isinstance(rules, Sealords)
        return rules

    @property
    def world(self) -> World:
        return self.sealords.world

    def examples(self, view: View) -> tuple[str, str]:
        own = (
            [hearing.words_of([formation.name])[0] for formation in view.own.formations if formation.squadrons]
            if view.own
            else []
        )
        ports = [place for place in self.world.places.values() if place.port == "key"]
        return (own or ["her"])[0], hearing.words_of([ports[0].name])[0]

    def help(self, view: View) -> Sequence[tuple[str, str]]:
        one, port = self.examples(view)
        return (
            (f"move {one} {port}", f"with the wind; into harbour: move … {port} harbour; also sail and go"),
            (f"plot {one} {port}", "as player A, before anybody moves; then it goes as it was plotted"),
            (f"beat {one} {port}", "against the wind in two increments; catch tries it in one, on a die"),
            (f"hold {one}", "mark time, or plot to stay; hold all is everyone who can still be told something"),
            (f"decoy {port}", "put a dummy there; drive off an auxiliary that interdicts where you are"),
            (f"search fleet 1 {port}", "an auxiliary on a task: search, shadow, interdict, blockade …; also send fleet 1 …"),
            ("recall light 2", "from its task; screen fleet 1 stands in the way of one; in council, assign light 2 to a port or formation"),
            (f"issue {one} cruise", "orders in council; receive, extend, hand over, give up are said with a place or a name"),
            ("detach namur", f"reorganise: join rear {one} makes them one; also transfer 1 …, post, relieve, promote"),
            ("attack", "when battle is offered; engage, withdraw, reinforce, call off, post a leader in a squadron"),
            ("fight heavy", "the intensity; pair namur royal lays them together, join namur 2, share 1 0"),
            (f"repair {one}", "in the yards: also lay up and fit out"),
            ("request british", "reinforcements, in a quarterly turn; with `pay` a better die"),
            ("ready", "nothing more to decide in this step; also done and pass"),
            (f"map {port}", f"the map about a place or a formation; `show {one}` is a sheet"),
        )  # fmt: skip

    def names(self, view: View) -> hearing.SeaNames:
        return hearing.names(view, self.world)

    def turn(self, view: View) -> int:
        return view.table.date.turn

    def stage(self, view: View) -> str:
        date = view.table.date
        when = f", impulse {date.impulse}" if date.impulse else ""
        when += f", increment {date.mpi}" if date.mpi else ""
        return f"{date_words(date, self.world)}{when} · {waiting(view.table, self.world)}"

    def score(self, view: View) -> str:
        return sheets.prestige(view.table, self.sealords.world)

    def pending(self, view: View) -> str:
        left = self.subjects(view)
        if not left:
            return "" if view.own is None else "say what is to be done, or ready: `options` lists it"
        more = f" and {len(left) - FEW} more" if len(left) > FEW else ""
        end = "; then say ready" if Ready() in self.rules.legal(view) else ""
        return f"{', '.join(map(partial(self._called, view), left[:FEW]))}{more}{end}"

    def _called(self, view: View, id: str) -> str:
        return place_name(id, self.world) if id in self.world.places else self.sealords.subject(view, id)

    def picture(self, view: View, lens: Lens, columns: int, rows: int) -> list[Text]:
        place = hearing.place_of(view, lens.subject, self.world) if lens.subject else ""
        if place:
            return picture.around(view, place, self.world)
        return picture.situation(view, self.world, None if lens.whole else rows)

    def roster(self, view: View, columns: int) -> list[Line]:
        return [*picture.situation(view, self.world, None), *sheets.more(view, self.world)]

    def sheet(self, view: View, subject: str) -> list[Line]:
        return [*sheets.sheet(view, subject, self.world)]

    def page(self, view: View, word: str, about: Sequence[str]) -> Page:
        return cards.page(self.sealords, view, word, about)

    def read(self, view: View, said: Sequence[str], chosen: str) -> list[AnyAction]:
        return orders.read(self.sealords, view, said, chosen)

    def chance(self, view: View, action: AnyAction, call: Call, odds: Odds[Any]) -> str:
        return f"{capital(call.words or call.procedure.replace('_', ' '))}: {chances.told(view, call, odds)}"

    def brief(self, view: View, action: AnyAction, call: Call, odds: Odds[Any]) -> str:
        return chances.told(view, call, odds)

    def wishes(self, view: View) -> Sequence[tuple[str, str]]:
        return ahead.examples(*self.examples(view))

    def ahead(self, view: View, orders: Any, said: Sequence[str]) -> StandingOrders:
        return ahead.read(orders, view, said, self.names(view), self.world)

    def caution(self, view: View, action: AnyAction) -> str:
        """Formations that were forgotten, when a side says that it is ready."""
        if not isinstance(action, Ready) or not isinstance(view.table.phase, Plotting | Sailing) or view.own is None:
            return ""
        left = [subject for subject in self.subjects(view) if view.own.formation(subject) is not None]
        called = [self.sealords.subject(view, id) for id in left[:FEW]]
        return (
            f"Nothing is said of {', '.join(called)}{' and others' if len(left) > FEW else ''}: they stay."
            if left
            else ""
        )

    def rolls_now(self, action: AnyAction) -> bool:
        """What is plotted can be plotted anew, and the wear of a turn falls at its end."""
        return not isinstance(action, Plot | MarkTime)

    def digest(self, state: Any, events: Sequence[Any], whole: bool = False, seats: Sequence[Seat] = ()) -> list[Line]:
        """Sentences, with a heading where an increment or phase begins in which something happened."""
        return [*LOG.lines(state.table, events, lambda event: self.rules.tell_to(state, event, seats), whole)]
