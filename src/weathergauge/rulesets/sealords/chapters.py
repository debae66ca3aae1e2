"""The files of the campaign's chapters as the frame plays them, and its steps, which go on until somebody must decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from weathergauge.dice import Dice
from weathergauge.frame.chapter import STEP, Chapter, Closed, Secretly
from weathergauge.frame.table import Together
from weathergauge.ruleset import TABLE, Played, Seat, Told
from weathergauge.rulesets.sealords import auxiliaries, battle, council, favours, sea, yards
from weathergauge.rulesets.sealords.actions import AnyAction
from weathergauge.rulesets.sealords.common import Began, Committed, Noticed, Ready
from weathergauge.rulesets.sealords.favours import SpendRank
from weathergauge.rulesets.sealords.phases import Going, Plotting
from weathergauge.rulesets.sealords.sequence import ADMINISTRATION, IMPULSE, INCREMENT, following
from weathergauge.rulesets.sealords.state import Seated, State, Table, View, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import waiting
from weathergauge.rulesets.sealords.world import World

Begin = Callable[[State, World, Dice], State]
"""A step of the sequence: it does what needs no decision, and sets a phase where one is needed."""


class File(Protocol):
    """What the file of a chapter has for the phases that are its own. All that a player is offered is from his view."""

    def subjects(self, view: Seated, world: World, /) -> Sequence[str]: ...
    def of(self, view: Seated, subject: str, world: World, /) -> Sequence[AnyAction]: ...
    def why_not(self, view: Seated, action: AnyAction, world: World, /) -> str | None: ...
    def play(self, state: State, side: Side, action: AnyAction, world: World, dice: Dice, /) -> State: ...


CHAPTERS: dict[type, File] = {
    **sea.CHAPTERS,
    **auxiliaries.CHAPTERS,
    **battle.CHAPTERS,
    **council.CHAPTERS,
    **yards.CHAPTERS,
}
BEGIN = (IMPULSE[0], INCREMENT[0], ADMINISTRATION[0])
"""Steps with which everybody hears that something begins."""
STEPS: dict[str, Begin] = {**sea.STEPS, **auxiliaries.STEPS, **battle.STEPS, **council.STEPS, **yards.STEPS}


class Filed(Chapter[State, Seated, World, AnyAction]):
    """A file as a chapter: it takes every order that no other chapter of the phase takes."""

    takes = None

    def __init__(self, phase: type, file: File, world: World) -> None:
        super().__init__(world)
        self.phases, self.file, self.world = (phase,), file, world

    def now(self, view: View) -> str:
        return waiting(view.table, self.world)

    def subjects(self, at: Seated) -> Sequence[str]:
        return self.file.subjects(at, self.world)

    def of(self, at: Seated, subject: str) -> Sequence[AnyAction]:
        return self.file.of(at, subject, self.world)

    def why_not(self, at: Seated, action: AnyAction) -> str | None:
        return self.file.why_not(at, action, self.world)

    def play(self, state: State, side: Side, action: AnyAction, dice: Dice) -> State | Closed[State]:
        after = self.file.play(state, side, action, self.world, dice)
        # What was plotted in secret is carried out by the table, like whatever both sides have decided at once.
        plotted = isinstance(state.table.phase, Plotting)
        return Closed(after) if isinstance(after.table.phase, Going) and not plotted else after


class Screened(Filed, Secretly[State, Seated, World, AnyAction]):
    """A file of a phase in which both sides decide at once, each behind its screen."""

    ends = None

    def play(self, state: State, side: Side, action: AnyAction, dice: Dice) -> State | Closed[State]:
        if isinstance(action, Ready):
            return self.end(state, side, dice)
        return self.file.play(state, side, action, self.world, dice).behind_the_screen(state.table)

    def proceed(self, state: State, dice: Dice) -> Closed[State]:
        return Closed(state.shown())


class Between(Chapter[State, Seated, World, AnyAction]):
    """Nobody decides: the table carries out what was plotted."""

    phases = (Going,)

    def acting(self, table: Table) -> tuple[Seat, ...]:
        return (TABLE,)

    def now(self, view: View) -> str:
        return waiting(view.table, self.charts)

    def proceed(self, state: State, dice: Dice) -> Closed[State]:
        return Closed(state.shown())


class Ranks(Chapter[State, Seated, World, SpendRank]):
    """Ranks that players spend on their dice, whatever else is being decided."""

    phases = tuple(CHAPTERS)
    takes = (SpendRank,)

    def subjects(self, at: Seated) -> Sequence[str]:
        return (STEP,) if favours.offered(at, self.charts) else ()

    def of(self, at: Seated, subject: str) -> Sequence[SpendRank]:
        return favours.offered(at, self.charts) if subject == STEP else ()

    def why_not(self, at: Seated, action: SpendRank) -> str | None:
        return favours.why_not(at, action, self.charts)

    def play(self, state: State, side: Side, action: SpendRank, dice: Dice) -> State:
        return favours.play(state, side, action, self.charts, dice)


def written(chapters: Mapping[type, File]) -> tuple[Callable[[World], Chapter[State, Seated, World, Any]], ...]:
    """The chapters of a group's files, to be made for the world of a title."""
    return tuple(
        [partial(Screened if issubclass(phase, Together) else Filed, phase, file) for phase, file in chapters.items()]
    )


def noticed(before: State, played: Played, seat: Seat, dice: Dice) -> Played:
    """What everybody sees of a step that was told to nobody else: that dice fell, if not which, and that a side is ready."""
    if dice.unheard or seat == TABLE or any(told.to is None for told in played.events):
        return played
    seen = (Told(Noticed(seat, "dice")),) if dice.throws else ()
    if played.state.table.phase != before.table.phase:
        seen = (*seen, Told(Committed(seat)))
    return Played(played.state, (*played.events, *seen))


def go_on(state: State, world: World, dice: Dice) -> State:
    """Step after step of increments, impulses, turns and years, as long as nobody has anything to decide."""
    while True:
        step, date = following(state.table, world)
        state = replace(state, table=replace(state.table, step=step, date=date, phase=Going()))
        if step in BEGIN:
            dice.tell(Began(date, step))
        state = STEPS[step](state, world, dice)
        if not isinstance(state.table.phase, Going):
            return state
