"""The campaigns of the 1740s as a ruleset: one system, with a title's charts, map and values given to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import structs

from weathergauge.beside.annals import Entry, Measures
from weathergauge.beside.hints import Hints, Sea
from weathergauge.beside.standing import Stood
from weathergauge.beside.tidings import Tiding
from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame import table
from weathergauge.frame.chapter import Chapter
from weathergauge.frame.rules import Frame
from weathergauge.procedures import Procedure
from weathergauge.ruleset import TABLE, Call, Played, Seat, Told, Types
from weathergauge.rulesets.sealords import (
    annals,
    cards,
    hints,
    imagining,
    scenarios,
    sentences,
    setting_out,
    sheets,
    standing,
    tidings,
    words,
)
from weathergauge.rulesets.sealords.actions import AnyAction, AnyEvent
from weathergauge.rulesets.sealords.chapters import chapters, go_on
from weathergauge.rulesets.sealords.chartroom import ChartRoom, chart_room
from weathergauge.rulesets.sealords.charts import chart_set
from weathergauge.rulesets.sealords.common import Committed, Noticed
from weathergauge.rulesets.sealords.scenarios import Campaigns, Scenario
from weathergauge.rulesets.sealords.state import Seated, Secret, State, Table, View
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.title_types import settings_type, state_type, table_type
from weathergauge.rulesets.sealords.world import World, titles, world


class Sealords(Frame[State, View, AnyAction]):
    """The ruleset, for one title of the series."""

    family = "sealords"
    headings = annals.HEADINGS
    version = 4
    over = "the campaign is over"
    standing = standing.StandingOrders

    def __init__(self, title: str) -> None:
        self.name = title
        self.world = world(title)
        self.seats = self.world.sides
        self.sides = self.world.side_words
        self.liveries = self.world.liveries
        self.types = Types(state_type(title), AnyAction, AnyEvent)
        self.settings = settings_type(title)

    @property
    def charts(self) -> Any:
        return self.world.charts

    @cached_property
    def chart_set(self) -> Mapping[str, Chart[Any]]:
        return chart_set(self.name)

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        from weathergauge.rulesets.sealords.procedures import procedures_of

        return procedures_of(self.world)

    @cached_property
    def library(self) -> Campaigns:
        return scenarios.library(self.name)

    @cached_property
    def book(self) -> tuple[Chapter[State, Seated, World, Any], ...]:
        return tuple(chapters(self.world))

    def go_on(self, state: State, step: str, dice: Dice) -> State:
        return go_on(state, self.world, dice)

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        """The fleets in their places; both sides hold a council before the first turn."""
        return setting_out.set_out(scenario, self.world, dice)

    def chart_room(self) -> ChartRoom:
        return chart_room(self.name)

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        return sheets.sheets(scenario, self.world)

    def score(self, table: Table) -> Mapping[Side, int]:
        return {side: table.tally(side).prestige for side in table.sides}

    def play(self, state: State, seat: Seat, action: AnyAction, dice: Dice) -> Played:
        """Carry out a legal action, and say of it what cannot be hidden: that a side has made up its mind, and that dice
        fell, if not which."""
        played = super().play(state, seat, action, dice)
        if seat == TABLE or any(told.to is None for told in played.events):
            return played
        seen = (Told(Noticed(seat, "dice")),) if dice.throws else ()
        if played.state.table.phase != state.table.phase:
            seen = (*seen, Told(Committed(seat)))
        return Played(played.state, (*played.events, *seen))

    @property
    def view_type(self) -> Any:
        """Views of the title's own table, whose settings have its players' ranks."""
        return table.View[table_type(self.name), Side, Secret]  # type: ignore[misc]  # made for the title

    def preview(self, view: View, action: AnyAction) -> tuple[Call, ...]:
        from weathergauge.rulesets.sealords.procedures import calls

        found = calls(view, action, self.world)
        return tuple([structs.replace(one, words=words.said(one.words, view, (), self.world)) for one in found])

    def warn(self, view: View, action: AnyAction) -> str:
        from weathergauge.rulesets.sealords.procedures.ahead import warning

        return warning(view, action, self.world)

    def sea(self, view: View) -> Sea:
        return hints.sea(view, self.world)

    def hints(self, view: View, subject: str) -> Hints:
        if view.seat is None or view.own is None:
            return Hints()
        order, formation = view.own.order(subject), view.own.formation(subject)
        if order is not None and order.state != "pool":
            return Hints(card=cards.card(Seated(view.table, view.seat, view.own), order, self.world))
        if formation is None or formation.kind == "convoy":
            return Hints()
        return hints.hints(formation, self.legal(view).of(subject), self.world)

    def stage(self, view: View) -> str:
        return standing.stage(view.table)

    def stand_by(self, view: View, orders: Any) -> Any:
        return standing.stand_by(seated(view), orders, self.world)

    def stand(self, view: View, orders: Any, heard: Sequence[Any]) -> Stood:
        stood = standing.stand(seated(view), orders, heard, self.legal(view), self.world)
        if stood.action is not None or stood.woken:
            return stood
        return super().stand(view, stood.orders, heard)

    def stand_in_words(self, view: View, orders: Any) -> tuple[str, ...]:
        return standing.in_words(seated(view), orders, self.world)

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        return imagining.imagined(table, side, self.world, dice)

    def tell(self, state: State, event: Any) -> str:
        return self.tell_to(state, event, ())

    def tell_to(self, state: State, event: Any, seats: Sequence[Seat]) -> str:
        return words.said(sentences.told(state.table, event, self.world), state, seats, self.world)

    def measures(self, state: State) -> Measures:
        return annals.measures(state)

    def entries(self, before: State, after: State, events: Sequence[Any]) -> Sequence[Entry]:
        return tuple(annals.entries(before, after, events, self.world))

    def moment(self, state: State) -> str:
        return words.date_words(state.table.date, self.world)

    def unveiled(self, state: State) -> View:
        return self.view(annals.unveiled(state), None)

    def tiding(self, event: Any) -> Tiding:
        return tidings.tiding(event, self.world)

    def say(self, view: View, action: AnyAction) -> str:
        return words.said(sentences.ordered(view, action, self.world), view, (), self.world)

    def subject(self, view: View, id: str) -> str:
        return words.called(view, id, self.world)


def seated(view: View) -> Seated:
    """The view of a side that plays: spectators have no standing orders."""
    if not isinstance(view, table.Seated):
        raise TypeError("a spectator has no standing orders")
    return view


RULES: dict[str, Sealords] = {title: Sealords(title) for title in titles()}
