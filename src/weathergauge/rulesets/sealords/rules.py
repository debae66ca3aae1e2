"""The campaigns of the 1740s as a ruleset: one system, with a title's charts, map and values given to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame import table
from weathergauge.ruleset import Played, Seat, Types
from weathergauge.rulesets.sealords import (
    auxiliaries,
    battle,
    council,
    imagining,
    scenarios,
    sea,
    setting_out,
    yards,
)
from weathergauge.rulesets.sealords.actions import AnyAction, AnyEvent
from weathergauge.rulesets.sealords.chapters import Between, Ranks, go_on, noticed, written
from weathergauge.rulesets.sealords.charts import chart_set
from weathergauge.rulesets.sealords.scenarios import Campaigns, Scenario
from weathergauge.rulesets.sealords.showing import Showing
from weathergauge.rulesets.sealords.state import Secret, State, Table
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.title_types import settings_type, state_type, table_type
from weathergauge.rulesets.sealords.world import titles


class Sealords(Showing):
    """The ruleset, for one title of the series."""

    family = "sealords"
    version = 4
    over = "the campaign is over"
    chapters = (
        *written(sea.CHAPTERS),  # dummies, plots, and whether to close with what was sighted
        *written(auxiliaries.CHAPTERS),  # moves; tasks of small ships, and screens against them
        *written(battle.CHAPTERS),  # battle offered, then fought
        *written(council.CHAPTERS),  # the close of an impulse; requests and councils at that of a turn
        *written(yards.CHAPTERS),  # repairs
        Between,  # the table carries out what was plotted
        Ranks,  # spent beside whatever else is decided
    )

    def __init__(self, title: str) -> None:
        self.name = title
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
    def library(self) -> Campaigns:
        return scenarios.library(self.name)

    @property
    def view_type(self) -> Any:
        """Views of the title's own table, whose settings have its players' ranks."""
        return table.View[table_type(self.name), Side, Secret]  # type: ignore[misc]  # made for the title

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        """The fleets in their places; both sides hold a council before the first turn."""
        return setting_out.set_out(scenario, self.world, dice)

    def play(self, state: State, seat: Seat, action: AnyAction, dice: Dice) -> Played:
        return noticed(state, super().play(state, seat, action, dice), seat, dice)

    def go_on(self, state: State, step: str, dice: Dice) -> State:
        return go_on(state, self.world, dice)

    def score(self, table: Table) -> Mapping[Side, int]:
        return {side: table.tally(side).prestige for side in table.sides}

    def imagined(self, table: Table, side: Side, dice: Dice) -> Secret:
        return imagining.imagined(table, side, self.world, dice)


RULES: dict[str, Sealords] = {title: Sealords(title) for title in titles()}
