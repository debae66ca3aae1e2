"""The ship-to-ship action as a ruleset: the sequence of play, what may be written, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.chapter import STEP, Offers
from weathergauge.frame.events import Ended, Ready
from weathergauge.procedures import Procedure
from weathergauge.ruleset import TABLE, Call, Card, Played, Proceed, Refused, Result, Ruleset, Seat, Types
from weathergauge.rulesets.wsim import (
    boarding,
    fending,
    grappling,
    gunnery,
    loading,
    melee,
    notation,
    sailing,
    unfouling,
    victory,
    wind,
)
from weathergauge.rulesets.wsim import scenarios as library
from weathergauge.rulesets.wsim.actions import (
    AnyAction,
    AnyEvent,
    Began,
    Committed,
    Erase,
    Erased,
    Fend,
    Fire,
    Grapple,
    Load,
    Order,
    Party,
    Plot,
    Repair,
    Sails,
    Signal,
    Signalled,
    Tow,
    Unfoul,
    Wrote,
)
from weathergauge.rulesets.wsim.actions import Cut as CutMast
from weathergauge.rulesets.wsim.charts import Charts, chart_set, charts
from weathergauge.rulesets.wsim.orders import erased, has, out_of_it, unknown, written
from weathergauge.rulesets.wsim.scenarios import Scenario
from weathergauge.rulesets.wsim.state import (
    EMPTY,
    Loaded,
    Loads,
    Over,
    Secret,
    Settings,
    State,
    Table,
    View,
    Writing,
    replace,
)
from weathergauge.rulesets.wsim.terms import SIDES, Side, Step
from weathergauge.rulesets.wsim.words import SIDE_WORDS, STEP_WORDS, called, name, ordered, told

CHAPTERS: dict[Step, Any] = {
    "unfouling": unfouling,
    "notation": notation,
    "grappling": grappling,
    "fending": fending,
    "boarding": boarding,
    "combat": gunnery,
    "loading": loading,
}
"""Who judges and lists the orders of each step."""
WRITTEN: dict[Step, tuple[type, ...]] = {
    "unfouling": (Unfoul, CutMast),
    "notation": (Plot, Signal, Tow),
    "grappling": (Grapple,),
    "fending": (Fend,),
    "boarding": (Party,),
    "combat": (Fire,),
    "loading": (Load, Repair, Sails),
}
NEXT: dict[Step, Step | None] = {
    "unfouling": "notation",
    "notation": "grappling",
    "grappling": "fending",
    "fending": "boarding",
    "boarding": "combat",
    "combat": "loading",
    "loading": None,
}


At = tuple[Table, Secret, Side, Writing]


def _writing(view: View) -> At | None:
    """The table, the seat's secret, its side and the step; None when it has nothing to write."""
    phase = view.table.phase
    if view.own is None or view.seat is None or not isinstance(phase, Writing) or view.seat in phase.ready:
        return None
    return view.table, view.own, view.seat, phase


class Orders(Offers[At, AnyAction]):
    """What a seat may write now, from its view alone. There are no free moves: any plot can be written and judged."""

    ended = "the action is over"

    def __init__(self, view: View, charts: Charts) -> None:
        self.at = _writing(view)
        self.view, self.charts = view, charts
        self._found: dict[int, list[AnyAction]] = {}

    def over(self) -> bool:
        return isinstance(self.view.table.phase, Over)

    def waiting(self) -> str:
        return waiting_words(self.view.table, self.view.seat)

    def _options(self, number: int, table: Table, own: Secret, side: Side, step: Step) -> list[AnyAction]:
        """What one ship may write, worked out once: those asked which ships have orders go on to ask for these."""
        found = self._found.get(number)
        if found is None:
            found = self._found[number] = CHAPTERS[step].options(table, own, side, number, self.charts)
        return found

    def subjects_at(self, at: At) -> Sequence[str]:
        """Ships with something left to write, and `step` for being ready."""
        table, own, side, phase = at
        found = []
        for number, ship in enumerate(table.ships):
            if ship.side == side and ship.able:
                if phase.step == "notation":  # Every ship has some plot: no need to list them all.
                    left = not has(own, Plot(ship.id, ""))
                else:
                    left = bool(self._options(number, table, own, side, phase.step))
                if left:
                    found.append(ship.id)
        return (*found, STEP)

    def of_at(self, at: At, subject: str) -> Sequence[AnyAction]:
        """The orders of one ship, or the one that ends the step."""
        if subject == STEP:
            return (Ready(),)
        table, own, side, phase = at
        number = table.number(subject)
        if number < 0 or table.ships[number].side != side or not table.ships[number].able:
            return ()
        return self._options(number, table, own, side, phase.step)

    def why_not_at(self, at: At, action: Any) -> str | None:
        table, own, side, phase = at
        if isinstance(action, Ready):
            return None
        if not isinstance(action, Order | Erase):
            return self.not_now()
        number = table.number(action.ship)
        if number < 0:
            return unknown(table, action.ship)
        ship = table.ships[number]
        if ship.side != side:
            return f"{name(table, ship.id)} is not yours to order"
        if isinstance(action, Erase):
            wrote = any(order.ship == ship.id for order in own.orders)
            return None if wrote else f"nothing is written for {name(table, ship.id)} in this step"
        if not isinstance(action, WRITTEN[phase.step]):
            return self.not_now()
        if (out := out_of_it(ship)) is not None:
            return out
        refused: str | None = CHAPTERS[phase.step].why_not(table, own, side, action, self.charts)
        return refused


def acting(table: Table) -> tuple[Seat, ...]:
    """Who must decide now, from the table alone."""
    if isinstance(table.phase, Writing):
        ready = table.phase.ready
        return tuple([side for side in table.sides if side not in ready]) or (TABLE,)
    return ()


def waiting_words(table: Table, seat: Side | None) -> str:
    """What is being done now, in words."""
    if not isinstance(table.phase, Writing):
        return "the action is over"
    if seat in table.phase.ready:
        return "you have said that you are ready, and the other side is still writing"
    return STEP_WORDS[table.phase.step]


class WoodenShips(Ruleset[State, AnyAction, View]):
    """The ruleset of the ship-to-ship action."""

    name = "wsim"
    version = 1
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    settings = Settings
    sides: Mapping[Seat, str] = {side: SIDE_WORDS[side] for side in SIDES}

    @cached_property
    def charts(self) -> Charts:
        return charts()

    @cached_property
    def chart_set(self) -> Mapping[str, Chart[Any]]:
        return chart_set()

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        from weathergauge.rulesets.wsim.procedures import PROCEDURES

        return PROCEDURES

    def scenarios(self) -> Sequence[Card]:
        return library.cards()

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Scenario:
        return library.with_settings(library.read(name), settings)

    def scenario_from(self, written: str, name: str, settings: Mapping[str, Any]) -> Scenario:
        """The scenario in the text of a file; a Faulty error names every problem by its line."""
        return library.with_settings(library.from_text(written, name), settings)

    def card(self, scenario: Scenario) -> Card:
        return library.card(scenario)

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        return library.set_out(scenario, self.charts, dice)

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        """The ships of a scenario as log sheets for a physical table."""
        return library.sheets(scenario)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return acting(state.table)

    def view(self, state: State, seat: Seat | None) -> View:
        for side, secret in zip(state.table.sides, state.secrets, strict=True):
            if side == seat:
                return View(state.table, side, secret)
        return View(state.table, None, None)

    def legal(self, view: View) -> Orders:
        return Orders(view, self.charts)

    def result(self, state: State) -> Result | None:
        phase = state.table.phase
        if not isinstance(phase, Over):
            return None
        return Result(phase.winner, phase.reason, {str(side): n for side, n in victory.score(state.table).items()})

    def play(self, state: State, seat: Seat, action: AnyAction, dice: Dice) -> Played:
        """Write an order down, or carry out what both sides have written."""
        side = _side(state, seat)
        match action:
            case Ready():
                state = _commit(state, side, dice)
            case Erase(ship=ship):
                dice.tell(Erased(ship), to=(seat,))
                state = state.with_secret(side, erased(state.secret(side), ship))
            case Proceed():
                if not isinstance(state.table.phase, Writing):
                    raise Refused("there is nothing to proceed with")
                state = self._carry_out(state, state.table.phase.step, dice)
            case order:
                dice.tell(Wrote(order), to=(seat,))
                state = state.with_secret(side, written(state.secret(side), order, state.table.turn == 0))
        return Played(state, dice.events())

    def _enter(self, state: State, step: Step, dice: Dice) -> State:
        """Begin a step; pass over it where nobody has anything to decide."""
        table, chapter = state.table, CHAPTERS[step]
        ready = tuple([side for side in table.sides if not chapter.wanted(table, side, self.charts)])
        if len(ready) == len(table.sides):
            return self._carry_out(state, step, dice)
        dice.tell(Began(table.turn, step))
        return replace(state, table=replace(table, phase=Writing(step, ready)))

    def _carry_out(self, state: State, step: Step, dice: Dice) -> State:
        """Do what was written in a step and what follows of itself, and go on to the next."""
        if step == "notation":
            state = sailing.resolve(state, self.charts, dice)
        else:
            state = CHAPTERS[step].resolve(state, self.charts, dice)
        one, other = state.secrets
        state = replace(state, secrets=(replace(one, orders=()), replace(other, orders=())))
        if step == "unfouling":
            state = unfouling.checks(state, self.charts, dice)
        elif step == "combat":
            state = melee.fight(state, self.charts, dice)
        over = victory.ending(state.table, step == "loading") if step in ("unfouling", "combat", "loading") else None
        if over is not None:
            dice.tell(Ended(over.winner or "", over.reason))
            return replace(state, table=replace(state.table, phase=over))
        after = NEXT[step]
        return self._begin_turn(state, dice) if after is None else self._enter(state, after, dice)

    def _begin_turn(self, state: State, dice: Dice) -> State:
        """Phases A and B: the wind that was announced counts, a new one is thrown for, and signals arrive."""
        table = state.table
        if table.coming is not None:
            table = replace(table, wind=table.coming[0], velocity=table.coming[1], coming=None)
        ships = tuple([replace(ship, did=()) if ship.did else ship for ship in table.ships])
        table = replace(table, turn=table.turn + 1, ships=ships)
        dice.tell(Began(table.turn, "wind"))
        table = victory.recover(table, dice)
        table = wind.blow(table, self.charts, dice)
        table = loading.shortened(table, self.charts, dice)  # A random opening wind counts at once.
        state = replace(state, table=table)
        for side in table.sides:
            own = state.secret(side)
            for message in own.signals:
                friends = [table.ships[table.number(id)] for id in message.to]
                readers = tuple([ship.id for ship in friends if ship.able and ship.side == side])  # WS04
                if message.turn == table.turn - 1 and readers:
                    dice.tell(Signalled(message.ship, readers, message.words), to=(side,))
            kept = tuple([message for message in own.signals if message.turn >= table.turn - 1])
            if kept != own.signals:
                state = state.with_secret(side, replace(own, signals=kept))
        return self._enter(state, "unfouling", dice)

    def preview(self, view: View, action: AnyAction) -> tuple[Call, ...]:
        from weathergauge.rulesets.wsim.procedures import calls

        return calls(view, action, self.charts)

    def imagine(self, view: View, dice: Dice) -> State:
        """The table, the seat's own secret, and for the other side any loads and orders it could have."""
        first, second = (
            view.own if side == view.seat and view.own is not None else _imagined(view.table, side, self.charts, dice)
            for side in view.table.sides
        )
        return State(view.table, (first, second))

    def tell(self, state: State, event: Any) -> str:
        return told(state.table, event)

    def say(self, view: View, action: AnyAction) -> str:
        """An order as a sentence."""
        return ordered(view.table, action)

    def subject(self, view: View, id: str) -> str:
        """What can be ordered, as a player calls it."""
        return called(view.table, id)


def _side(state: State, seat: Seat) -> Side:
    return state.table.sides[0] if seat == state.table.sides[0] else state.table.sides[1]


def _commit(state: State, side: Side, dice: Dice) -> State:
    phase = state.table.phase
    assert isinstance(phase, Writing)
    ready = tuple([s for s in state.table.sides if s == side or s in phase.ready])
    dice.tell(Committed(side))
    return replace(state, table=replace(state.table, phase=replace(phase, ready=ready)))


_SHOTS = (
    Loaded("round", True),
    Loaded("round", True),
    Loaded("double", True),
    Loaded("chain", True),
    Loaded("grape", True),
    Loaded("double", False),
    Loaded(),
)
"""What may be in a broadside that one cannot see; round shot most of all."""


def _imagined(table: Table, side: Side, charts: Charts, dice: Dice) -> Secret:
    """Loads and orders that a side could have, each as likely as the next."""
    loads = []
    for ship in table.ships:
        if ship.side != side or ship.gone:
            loads.append(EMPTY)
            continue
        left = dice.pick(_SHOTS, why=f"what has {ship.name} to port?", secret=True)
        right = dice.pick(_SHOTS, why=f"what has {ship.name} to starboard?", secret=True)
        loads.append(Loads(left, right))
    own = Secret(loads=tuple(loads))
    if not isinstance(table.phase, Writing):
        return own
    for number, ship in enumerate(table.ships):
        if ship.side != side or not ship.able:
            continue
        while options := CHAPTERS[table.phase.step].options(table, own, side, number, charts):
            choice = dice.pick((None, *options), why=f"what would {ship.name} do?", secret=True)
            if choice is None:
                break
            own = written(own, choice, table.turn == 0)
    return own


RULES = WoodenShips()
