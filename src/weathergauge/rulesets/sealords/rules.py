"""The campaigns of the 1740s as a ruleset: one system, with a title's charts, map and values given to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.procedures import Procedure
from weathergauge.ruleset import TABLE, Call, Card, Form, Played, Proceed, Refused, Result, Ruleset, Seat, Types
from weathergauge.rulesets.sealords import (
    auxiliaries,
    battle,
    council,
    favours,
    imagining,
    sea,
    sentences,
    words,
    yards,
)
from weathergauge.rulesets.sealords import scenarios as library
from weathergauge.rulesets.sealords.actions import AnyAction, AnyEvent
from weathergauge.rulesets.sealords.chartroom import ChartRoom, chart_room
from weathergauge.rulesets.sealords.charts import chart_set
from weathergauge.rulesets.sealords.common import STEP, Began, Committed, Ended, Noticed, Ready, committed, with_phase
from weathergauge.rulesets.sealords.scenarios import Scenario
from weathergauge.rulesets.sealords.sequence import ADMINISTRATION, IMPULSE, INCREMENT, following
from weathergauge.rulesets.sealords.state import (
    Closing,
    Council,
    Decoying,
    Going,
    Over,
    Plotting,
    Requesting,
    Seated,
    Settings,
    State,
    Table,
    View,
    Yards,
    replace,
)
from weathergauge.rulesets.sealords.terms import SIDES, Side
from weathergauge.rulesets.sealords.world import World, titles, world

Begin = Callable[[State, World, Dice], State]
"""A step of the sequence: it does what needs no decision, and sets a phase where one is needed."""

TOGETHER = (Decoying, Closing, Requesting, Council, Yards)
"""Phases in which both sides decide at once."""


class Chapter(Protocol):
    """What a chapter offers for the phases that are its own. Everything a player is offered comes from the view."""

    def subjects(self, view: Seated, world: World) -> Sequence[str]: ...
    def of(self, view: Seated, subject: str, world: World) -> Sequence[AnyAction]: ...
    def why_not(self, view: Seated, action: Any, world: World) -> str | None: ...
    def play(self, state: State, side: Side, action: Any, world: World, dice: Dice) -> State: ...


CHAPTERS: dict[type, Chapter] = {
    **sea.CHAPTERS,
    **auxiliaries.CHAPTERS,
    **battle.CHAPTERS,
    **council.CHAPTERS,
    **yards.CHAPTERS,
}
STEPS: dict[str, Begin] = {**sea.STEPS, **auxiliaries.STEPS, **battle.STEPS, **council.STEPS, **yards.STEPS}


def _open(view: View) -> tuple[Chapter, Seated] | None:
    """The chapter that is open and the view of it, where the one who looks has something to decide."""
    if not isinstance(view, Seated) or view.seat not in acting(view.table):
        return None
    return CHAPTERS[type(view.table.phase)], view


class Choices:
    """What a seat may do now, from its view alone."""

    def __init__(self, view: View, world: World) -> None:
        self.view, self.world = view, world
        self._open = _open(view)

    def __iter__(self) -> Iterator[AnyAction]:
        for subject in self.subjects():
            yield from self.of(subject)

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def subjects(self) -> Sequence[str]:
        if self._open is None:
            return ()
        chapter, view = self._open
        found = chapter.subjects(view, self.world)
        return (*found, STEP) if STEP not in found and favours.offered(view, self.world) else found

    def of(self, subject: str) -> Sequence[AnyAction]:
        if self._open is None:
            return ()
        chapter, view = self._open
        ranks = favours.offered(view, self.world) if subject == STEP else []
        if ranks and STEP not in chapter.subjects(view, self.world):
            return ranks  # the chapter has nothing for the whole side to decide
        found = chapter.of(view, subject, self.world)
        return [*found, *ranks] if ranks else found

    def forms(self) -> Sequence[Form]:
        """Nothing here is a free move."""
        return ()

    def why_not(self, action: Any) -> str | None:
        """None when the action is legal, else the sentence the player reads."""
        if isinstance(self.view.table.phase, Over):
            return "the campaign is over"
        if self._open is None:
            return f"it is not your turn: {words.waiting(self.view.table, self.world)}"
        chapter, view = self._open
        if isinstance(action, favours.SpendRank):
            return favours.why_not(view, action, self.world)
        return chapter.why_not(view, action, self.world)


def acting(table: Table) -> tuple[Seat, ...]:
    """Who must decide now, from the table alone."""
    phase = table.phase
    if isinstance(phase, TOGETHER):
        return phase.waiting or (TABLE,)
    if isinstance(phase, Going):
        return (TABLE,)
    side = getattr(phase, "side", None)
    return (side,) if side is not None else ()


class Sealords(Ruleset[State, AnyAction, View]):
    """The ruleset, for one title of the series."""

    family = "sealords"
    version = 1
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    settings = Settings
    sides: Mapping[Seat, str] = {side: words.SIDE_WORDS[side] for side in SIDES}

    def __init__(self, title: str) -> None:
        self.name = title

    @cached_property
    def world(self) -> World:
        return world(self.name)

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

    def scenarios(self) -> Sequence[Card]:
        return library.cards(self.name)

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Scenario:
        return library.with_settings(library.read(self.name, name), settings)

    def scenario_from(self, written: str, name: str, settings: Mapping[str, Any]) -> Scenario:
        """The scenario in the text of a file; a Faulty error names every problem by its line."""
        return library.with_settings(library.from_text(self.name, written, name), settings)

    def card(self, scenario: Scenario) -> Card:
        return library.card(scenario)

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        """The fleets in their places; both sides hold a council before the first turn."""
        return library.set_out(scenario, self.world, dice)

    def chart_room(self) -> ChartRoom:
        """What a board draws under the counters."""
        return chart_room(self.name)

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        """The forces of a scenario as sheets for a physical table."""
        return library.sheets(scenario, self.world)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return acting(state.table)

    def view(self, state: State, seat: Seat | None) -> View:
        for side, secret in zip(SIDES, state.secrets, strict=True):
            if side == seat:
                return Seated(state.table, side, secret)
        return View(state.table, None, None)

    def legal(self, view: View) -> Choices:
        return Choices(view, self.world)

    def result(self, state: State) -> Result | None:
        phase = state.table.phase
        if not isinstance(phase, Over):
            return None
        score: dict[Seat, int] = {side: state.table.tally(side).prestige for side in SIDES}
        return Result(phase.winner, phase.reason, score)

    def play(self, state: State, seat: Seat, action: AnyAction, dice: Dice) -> Played:
        """Carry out a legal action, and go on until somebody has to decide."""
        phase = state.table.phase
        side: Side = SIDES[0] if seat == SIDES[0] else SIDES[1]
        if isinstance(action, Proceed):
            if acting(state.table) != (TABLE,):
                raise Refused("there is nothing to proceed with")
            state = with_phase(state.shown(), Going())
        else:
            if isinstance(action, Ready) and isinstance(phase, TOGETHER):
                dice.tell(Committed(side))
                return Played(committed(state, side), dice.events())
            if isinstance(action, favours.SpendRank):
                state = favours.play(state, side, action, self.world, dice)
                return Played(state, dice.events())
            before = state.table
            state = CHAPTERS[type(phase)].play(state, side, action, self.world, dice)
            if isinstance(phase, TOGETHER):
                state = state.behind_the_screen(before)
        # What was plotted in secret is carried out by the table, like whatever both sides have decided at once.
        if not (isinstance(phase, Plotting) and isinstance(state.table.phase, Going) and seat != TABLE):
            state = self._go_on(state, dice)
        if seat != TABLE and all(told.to is not None for told in dice.told):
            # What cannot be hidden: that a side has made up its mind, and that dice fell, if not which.
            if dice.throws:
                dice.tell(Noticed(side, "dice"))
            if state.table.phase != phase:
                dice.tell(Committed(side))
        return Played(state, dice.events())

    def _go_on(self, state: State, dice: Dice) -> State:
        """Step after step, as long as nobody has anything to decide."""
        while isinstance(state.table.phase, Going):
            step, date = following(state.table, self.world)
            state = replace(state, table=replace(state.table, step=step, date=date))
            if step in (IMPULSE[0], INCREMENT[0], ADMINISTRATION[0]):
                dice.tell(Began(date, step))
            state = STEPS[step](state, self.world, dice)
        if isinstance(state.table.phase, Over):
            dice.tell(Ended(state.table.phase.winner or "", state.table.phase.reason))
        return state

    def preview(self, view: View, action: AnyAction) -> tuple[Call, ...]:
        from weathergauge.rulesets.sealords.procedures import calls

        return calls(view, action, self.world)

    def imagine(self, view: View, dice: Dice) -> State:
        """The table, the seat's own secret, and for the other side any forces and orders it could have."""
        return imagining.imagined(view, self.world, dice)

    def tell(self, state: State, event: Any) -> str:
        return sentences.told(state.table, event, self.world)

    def say(self, view: View, action: AnyAction) -> str:
        """An order as a sentence."""
        return sentences.ordered(view, action, self.world)

    def subject(self, view: View, id: str) -> str:
        """What can be ordered, as a player calls it."""
        return words.called(view, id, self.world)


RULES: dict[str, Sealords] = {title: Sealords(title) for title in titles()}
__all__ = ["CHAPTERS", "RULES", "STEP", "STEPS", "Sealords", "acting"]
