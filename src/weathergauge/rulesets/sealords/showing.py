"""What a campaign shows and says beside its rules: hints, sheets, standing orders, sentences and dates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from weathergauge.beside.hints import Hints, Sea
from weathergauge.beside.standing import Stood
from weathergauge.beside.tidings import Tiding
from weathergauge.frame.furnished import Furnished
from weathergauge.frame.words import capital
from weathergauge.ruleset import Seat
from weathergauge.rulesets.sealords import annals, hints, sentences, sheets, standing, tidings, words
from weathergauge.rulesets.sealords.actions import AnyAction
from weathergauge.rulesets.sealords.battle.actions import BattleDeclined
from weathergauge.rulesets.sealords.chartroom import ChartRoom, chart_room
from weathergauge.rulesets.sealords.common import Committed, Noticed
from weathergauge.rulesets.sealords.scenarios import Scenario
from weathergauge.rulesets.sealords.state import State, View
from weathergauge.rulesets.sealords.world import World, world


class Showing(Furnished[State, View, AnyAction]):
    """A title of the series as players see, hear and keep it."""

    standing = standing.StandingOrders
    annals = annals
    resolving = "weathergauge.rulesets.sealords.procedures"

    @cached_property
    def world(self) -> World:
        """The map, the powers and the values of the title, with its charts."""
        return world(self.name)

    def chart_room(self) -> ChartRoom:
        return chart_room(self.name)

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        return sheets.sheets(scenario, self.world)

    def warn(self, view: View, action: AnyAction) -> str:
        from weathergauge.rulesets.sealords.procedures.ahead import warning

        return warning(view, action, self.world)

    def sea(self, view: View) -> Sea:
        return hints.sea(view, self.world)

    def hints(self, view: View, subject: str) -> Hints:
        return hints.hints(view, subject, self.legal(view), self.world)

    def learnt(self, before: View, after: View, heard: Sequence[Any]) -> bool:
        """Whether a counter of the enemy came, went or was made out, or anything was heard of him but that he is ready."""
        side = after.seat
        foes = [[counter for counter in view.table.counters if counter.side != side] for view in (before, after)]
        told = [event for event in heard if not isinstance(event, Committed | Noticed)]
        return foes[0] != foes[1] or any(
            isinstance(event, BattleDeclined) or getattr(event, "side", side) not in ("", side) for event in told
        )

    def stage(self, view: View) -> str:
        return standing.stage(view.table)

    def stand_by(self, view: View, orders: Any) -> Any:
        return standing.stand_by(standing.seated(view), orders, self.legal(view), self.world)

    def stand(self, view: View, orders: Any, heard: Sequence[Any]) -> Stood:
        return standing.stand(standing.seated(view), orders, heard, self.legal(view), self.world)

    def stand_in_words(self, view: View, orders: Any) -> tuple[str, ...]:
        return standing.in_words(standing.seated(view), orders, self.world)

    def tell(self, state: State, event: Any) -> str:
        return self.tell_to(state, event, ())

    def tell_to(self, state: State, event: Any, seats: Sequence[Seat]) -> str:
        return capital(words.said(sentences.told(state.table, event, self.world), state, seats, self.world))

    def say(self, view: View, action: AnyAction) -> str:
        return words.said(sentences.ordered(view, action, self.world), view, (), self.world)

    def subject(self, view: View, id: str) -> str:
        return words.called(view, id, self.world)

    def moment(self, state: State) -> str:
        return words.date_words(state.table.date, self.world)

    def unveiled(self, state: State) -> View:
        return self.view(annals.unveiled(state), None)

    def tiding(self, event: Any) -> Tiding:
        return tidings.tiding(event, self.world)
