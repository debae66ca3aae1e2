"""The fleet action as a ruleset: whose turn it is, what may be done, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.chapter import STEP, Offers
from weathergauge.frame.events import Ended, Ready
from weathergauge.frame.table import Seated, seated
from weathergauge.procedures import Procedure
from weathergauge.ruleset import TABLE, Call, Card, Form, Played, Proceed, Refused, Result, Ruleset, Seat, Types
from weathergauge.rulesets.trafalgar import boarding, drifting, grappling, gunnery, helm, victory
from weathergauge.rulesets.trafalgar import scenarios as library
from weathergauge.rulesets.trafalgar.actions import (
    AnyAction,
    AnyEvent,
    Began,
    Board,
    Committed,
    Finish,
    Fire,
    Grapple,
    Hold,
    Move,
    Ordered,
    Part,
    Pick,
    Turn,
)
from weathergauge.rulesets.trafalgar.charts import Charts, chart_set, charts
from weathergauge.rulesets.trafalgar.scenarios import Scenario
from weathergauge.rulesets.trafalgar.state import (
    SIDES,
    Boarding,
    Firing,
    Grappling,
    Melee,
    Moving,
    Over,
    Secret,
    Settings,
    Side,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.trafalgar.words import SIDE_WORDS, called, ordered, told

STEPS = ("allied_move", "british_move", "british_fire", "allied_fire")
"""The steps of the order of turn that a side plays by itself; the rest follow from the table."""


At = Seated[Table, Side, Secret]


class Orders(Offers[At, AnyAction]):
    """What a seat may do now, from its view alone."""

    def __init__(self, view: View, charts: Charts) -> None:
        self.at = seated(view, acting(view.table))
        self.view = view
        self.charts = charts

    def over(self) -> bool:
        return isinstance(self.view.table.phase, Over)

    def waiting(self) -> str:
        return waiting_words(self.view.table)

    def subjects_at(self, at: At) -> Sequence[str]:
        """Ships that can be ordered, and `step` for ending the step."""
        table = at.table
        match table.phase:
            case Moving():
                return (*helm.subjects(table), STEP)
            case Firing():
                return (*(table.ships[n].id for n in gunnery.waiting(table)), STEP)
            case Boarding() | Grappling():
                found = dict.fromkeys(action.ship for action in _secret_options(at))
                return (*found, STEP)
            case Melee(choosing=ship):
                return (table.ships[ship].id,)
        return ()

    def of_at(self, at: At, subject: str) -> Sequence[AnyAction]:
        """The actions of one ship, or the one that ends the step."""
        table = at.table
        match table.phase:
            case Moving() | Firing() if subject == STEP:
                return (Finish(),)
            case Boarding() | Grappling() if subject == STEP:
                return (Ready(),)
            case Moving():
                return helm.options(table, table.number(subject), self.charts)
            case Firing():
                return gunnery.options(table, table.number(subject), self.charts)
            case Boarding() | Grappling():
                return [action for action in _secret_options(at) if action.ship == subject]
            case Melee(choosing=ship) if subject == table.ships[ship].id:
                return boarding.picks(table, at.side)
        return ()

    def forms_at(self, at: At) -> Sequence[Form]:
        return tuple(helm.forms(at.table, self.charts)) if isinstance(at.table.phase, Moving) else ()

    def why_not_at(self, at: At, action: Any) -> str | None:
        table, side, own = at
        match table.phase, action:
            case Moving(), Turn():
                return helm.why_not_turn(table, action, self.charts)
            case Moving(), Move():
                return helm.why_not_move(table, action, self.charts)
            case ((Moving() | Firing()), Finish()):
                return None
            case Firing(), Fire():
                return gunnery.why_not_fire(table, action, self.charts)
            case Firing(), Hold():
                return gunnery.why_not_hold(table, action, self.charts)
            case Boarding(), Board():
                return boarding.why_not_board(table, own, side, action)
            case Grappling(), Grapple() | Part():
                return grappling.why_not(table, own, side, action)
            case ((Boarding() | Grappling()), Ready()):
                return None
            case Melee(), Pick():
                return None if action in boarding.picks(table, side) else "pick one of the fights before her"
        return self.not_now()


def _secret_options(at: At) -> list[Any]:
    if isinstance(at.table.phase, Boarding):
        return boarding.options(at.table, at.own, at.side)
    return grappling.options(at.table, at.own, at.side)


def acting(table: Table) -> tuple[Seat, ...]:
    """Who must decide now, from the table alone."""
    match table.phase:
        case Moving(side=side) | Firing(side=side):
            return (side,)
        case Boarding(ready=ready) | Grappling(ready=ready):
            return tuple(side for side in SIDES if side not in ready) or (TABLE,)
        case Melee(choosing=ship) if ship >= 0:
            return (table.ships[ship].side,)
    return ()


def waiting_words(table: Table) -> str:
    """What is being done now, in words."""
    match table.phase:
        case Moving(side=side):
            return f"{SIDE_WORDS[side]} are moving"
        case Firing(side=side):
            return f"{SIDE_WORDS[side]} are firing"
        case Boarding():
            return "both sides are deciding whom to board"
        case Melee():
            return "a boarding fight is to be picked"
        case Grappling():
            return "both sides are deciding whom to grapple or leave"
    return "the battle is over"


class Trafalgar(Ruleset[State, AnyAction, View]):
    """The ruleset of the fast fleet action."""

    name = "trafalgar"
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
        from weathergauge.rulesets.trafalgar.procedures import PROCEDURES

        return PROCEDURES

    def scenarios(self) -> Sequence[Card]:
        return library.cards()

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Scenario:
        return library.with_settings(library.read(name), settings)

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        return library.set_out(scenario)

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        """The ships of a scenario as sheets for a physical table; `boxes` is what a broadside's result calls them."""
        return [
            {
                "name": ship.name,
                "side": ship.side,
                "kind": f"{ship.nation.capitalize()} {ship.rate.replace('_', ' ')}, {ship.guns} guns",
                "tracks": [{"name": "boxes", "boxes": list(ship.sheet), "marked": ship.crossed}],
            }
            for ship in library.set_out(scenario).table.ships
        ]

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return acting(state.table)

    def view(self, state: State, seat: Seat | None) -> View:
        if seat == "british":
            return View(state.table, "british", state.british)
        if seat == "allied":
            return View(state.table, "allied", state.allied)
        return View(state.table, None, None)

    def legal(self, view: View) -> Orders:
        return Orders(view, self.charts)

    def result(self, state: State) -> Result | None:
        phase = state.table.phase
        if not isinstance(phase, Over):
            return None
        return Result(phase.winner, phase.reason, {str(k): v for k, v in victory.score(state.table).items()})

    def play(self, state: State, seat: Seat, action: AnyAction, dice: Dice) -> Played:
        """Carry out a legal action. Secret orders are told to their own side alone."""
        return Played(self._carry_out(state, seat, action, dice), dice.events())

    def _carry_out(self, state: State, seat: Seat, action: AnyAction, dice: Dice) -> State:
        table = state.table
        match action:
            case Turn():
                table = helm.turn(table, action, self.charts, dice)
            case Move():
                table = self._next(helm.move(table, action, self.charts, dice), dice)
            case Fire():
                table = self._next(gunnery.play_fire(table, action, self.charts, dice), dice)
            case Hold():
                table = self._next(gunnery.play_hold(table, action, self.charts, dice), dice)
            case Finish():
                chapter = helm if isinstance(table.phase, Moving) else gunnery
                table = self._close(chapter.finish(table, self.charts, dice), dice)
            case Board() | Grapple() | Part():
                return _write_down(state, seat, action, dice)
            case Ready():
                return _commit(state, seat, dice)
            case Pick():
                table = self._after_melee(boarding.play_pick(table, action, self.charts, dice), dice)
            case Proceed():
                return self._proceed(state, dice)
        return replace(state, table=table)

    def _next(self, table: Table, dice: Dice) -> Table:
        """Close the step by itself once nothing is left to order."""
        if isinstance(table.phase, Moving):
            return table if helm.units(table) else self._close(table, dice)
        return table if gunnery.waiting(table) else self._close(table, dice)

    def _close(self, table: Table, dice: Dice) -> Table:
        """Go on to the next step of the order of turn."""
        phase = table.phase
        assert isinstance(phase, Moving | Firing)
        if isinstance(phase, Moving):
            table = helm.forget(table)
        done = f"{phase.side}_{'move' if isinstance(phase, Moving) else 'fire'}"
        return self._begin(table, self._step(done) + 1, dice)

    def _begin(self, table: Table, step: int, dice: Dice) -> Table:
        """Begin a step, passing over those in which nobody has anything to do."""
        what = self.charts.turn_sequence.at(step)
        if what in STEPS:
            side, _, doing = what.partition("_")
            dice.tell(Began(table.turn, what))
            if doing == "move":
                table = helm.begin(table, side)
                return table if helm.units(table) else self._begin(table, step + 1, dice)
            table = gunnery.begin(table, side)  # type: ignore[arg-type]
            return table if gunnery.waiting(table) else self._begin(table, step + 1, dice)
        if what == "boarding_actions":
            if boarding.pairs(table):
                dice.tell(Began(table.turn, what))
                return replace(table, phase=Boarding())
            return self._begin(table, step + 1, dice)
        if what == "grappling_and_cut_loose":
            if grappling.wanted(table):
                dice.tell(Began(table.turn, what))
                return replace(table, phase=Grappling())
            return self._begin(table, step + 1, dice)
        return self._end_turn(drifting.drift(table, self.charts, dice), dice)

    def _end_turn(self, table: Table, dice: Dice) -> Table:
        over = victory.ending(table)
        if over is not None:
            dice.tell(Ended(over.winner or "", over.reason))
            return replace(table, phase=over)
        return self._begin(replace(table, turn=table.turn + 1), 1, dice)

    def _after_melee(self, table: Table, dice: Dice) -> Table:
        if isinstance(table.phase, Melee) and table.phase.fights:
            return table
        return self._begin(table, self._step("boarding_actions") + 1, dice)

    def _step(self, what: str) -> int:
        return next(int(key[0]) for key, value in self.charts.turn_sequence.cells.items() if value == what)

    def _proceed(self, state: State, dice: Dice) -> State:
        """Both sides are ready: show the orders and throw the dice."""
        if isinstance(state.table.phase, Boarding):
            state = boarding.reveal(state, dice)
            table = boarding.fight_on(state.table, self.charts, dice)
            table = self._after_melee(table, dice)
        elif isinstance(state.table.phase, Grappling):
            state = grappling.resolve(state, self.charts, dice)
            table = self._begin(state.table, self._step("grappling_and_cut_loose") + 1, dice)
        else:
            raise Refused("there is nothing to proceed with")
        return replace(state, table=table)

    def preview(self, view: View, action: AnyAction) -> tuple[Call, ...]:
        from weathergauge.rulesets.trafalgar.procedures import calls

        return calls(view.table, action, self.charts)

    def imagine(self, view: View, dice: Dice) -> State:
        """The table, the seat's own secret, and for the other side any orders it could have written."""
        state = State(view.table)
        for side in SIDES:
            secret = view.own if side == view.seat and view.own is not None else _imagined(view, side, dice)
            state = state.with_secret(side, secret)
        return state

    def tell(self, state: State, event: Any) -> str:
        return told(state.table, event)

    def say(self, view: View, action: AnyAction) -> str:
        """An order as a sentence."""
        return ordered(view.table, action)

    def subject(self, view: View, id: str) -> str:
        """What can be ordered, as a player calls it."""
        return called(view.table, id)


def _imagined(view: View, side: Side, dice: Dice) -> Secret:
    """Orders the other side may have written: each it could have, as likely as not."""
    table, secret = view.table, Secret()
    if not isinstance(table.phase, Boarding | Grappling):
        return secret
    options = boarding.options if isinstance(table.phase, Boarding) else grappling.options
    asked: set[Any] = set()
    while left := [action for action in options(table, secret, side) if action not in asked]:
        asked.add(left[0])
        if dice.pick((True, False), why="would they?", secret=True):
            secret = _written(secret, table, left[0])
    return secret


def _written(secret: Secret, table: Table, action: AnyAction) -> Secret:
    assert isinstance(action, Board | Grapple | Part)
    pair = (table.number(action.ship), table.number(action.target))
    if table.ships[pair[0]].side == table.ships[pair[1]].side:
        pair = (min(pair), max(pair))  # Two of one side part alike, whichever of them is told to.
    match action:
        case Board():
            return replace(secret, board=tuple(sorted((*secret.board, pair))))
        case Grapple():
            return replace(secret, grapple=tuple(sorted((*secret.grapple, pair))))
        case Part():
            return replace(secret, part=tuple(sorted((*secret.part, pair))))


_WORDS: dict[type[Board | Grapple | Part], Literal["board", "grapple", "part"]] = {
    Board: "board",
    Grapple: "grapple",
    Part: "part",
}


def _write_down(state: State, seat: Seat, action: Board | Grapple | Part, dice: Dice) -> State:
    side: Side = "british" if seat == "british" else "allied"
    dice.tell(Ordered(action.ship, action.target, _WORDS[type(action)]), to=(seat,))
    return state.with_secret(side, _written(state.secret(side), state.table, action))


def _commit(state: State, seat: Seat, dice: Dice) -> State:
    phase = state.table.phase
    assert isinstance(phase, Boarding | Grappling)
    side: Side = "british" if seat == "british" else "allied"
    ready = tuple(s for s in SIDES if s == side or s in phase.ready)
    dice.tell(Committed(side))
    return replace(state, table=replace(state.table, phase=replace(phase, ready=ready)))


RULES = Trafalgar()
