"""A toy ruleset that has everything the core must serve, and no more: two seats in one small sea.

Each turn both seats plot a speed for each of their two boats in secret and commit; the table reveals the plots and
throws for gunnery, and in secret for each seat's lookout; then red, and after her blue, presses on (a throw) or holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.match import Match
from weathergauge.procedures import Procedure
from weathergauge.ruleset import (
    TABLE,
    Action,
    Call,
    Card,
    Event,
    Form,
    Played,
    Proceed,
    Refused,
    Result,
    Ruleset,
    Seat,
    Types,
)  # fmt: skip
from weathergauge.sentences import nearest
from weathergauge.throwing import RandomDice

SEATS = ("red", "blue")
BOATS = (0, 1)
SPEEDS = (0, 1, 2, 3)
Plots = tuple[int | None, int | None]


class Plot(Action, frozen=True):
    boat: int
    speed: int


class Commit(Action, frozen=True):
    pass


class Press(Action, frozen=True):
    pass


class Hold(Action, frozen=True):
    pass


class Plotted(Event, frozen=True):
    boat: int
    speed: int


class Committed(Event, frozen=True):
    seat: Seat


class Revealed(Event, frozen=True):
    plots: dict[Seat, Plots]
    hits: dict[Seat, int]


class Spotted(Event, frozen=True):
    """What a lookout made out; only her own side hears it."""

    sails: int


class Pressed(Event, frozen=True):
    seat: Seat
    face: int


class Held(Event, frozen=True):
    seat: Seat


class Table(Struct, frozen=True):
    turn: int
    last: int
    wind: int
    hull: dict[Seat, int]
    committed: tuple[Seat, ...] = ()
    pressing: Seat | None = None
    plots: dict[Seat, Plots] = {}


class Secret(Struct, frozen=True):
    plots: Plots = (None, None)
    sails: int = 0


class State(Struct, frozen=True):
    table: Table
    secrets: dict[Seat, Secret]


class View(Struct, frozen=True):
    seat: Seat | None
    table: Table
    own: Secret | None


class Scenario(Struct, frozen=True):
    turns: int
    hull: int


class List:
    """The choices of a seat."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __iter__(self) -> Iterator[Any]:
        for subject in self.subjects():
            yield from self.of(subject)

    def __contains__(self, action: object) -> bool:
        return self.why_not(action) is None

    def why_not(self, action: Any) -> str | None:
        table, own = self.view.table, self.view.own
        if own is None:
            return "only a seat can act"
        if table.pressing is not None:
            if table.pressing != self.view.seat:
                return f"{table.pressing} is to press or to hold"
            return None if isinstance(action, Press | Hold) else "press or hold"
        if self.view.seat in table.committed:
            return "you have committed"
        match action:
            case Plot(boat, speed):
                if boat not in BOATS or speed not in SPEEDS:
                    return f"boat {boat} cannot make {speed}: boats are 0 and 1, speeds 0 to 3"
                return f"boat {boat} has her order" if own.plots[boat] is not None else None
            case Commit():
                return "plot both boats first" if None in own.plots else None
        return "plot, or commit"

    def subjects(self) -> Sequence[str]:
        return ("pressing",) if self.view.table.pressing else ("boat 0", "boat 1", "orders")

    def of(self, subject: str) -> Sequence[Any]:
        every: dict[str, list[Action]] = {
            "boat 0": [Plot(0, speed) for speed in SPEEDS],
            "boat 1": [Plot(1, speed) for speed in SPEEDS],
            "orders": [Commit()],
            "pressing": [Press(), Hold()],
        }
        return [action for action in every[subject] if action in self]

    def forms(self) -> Sequence[Form]:
        return ()


class Toy(Ruleset[State, Any, View]):
    """The rules. `version` and `hits_on` can be changed, to see that records notice."""

    name = "toy"
    seats: tuple[Seat, ...] = SEATS
    types = Types(State, Plot | Commit | Press | Hold, Plotted | Committed | Revealed | Spotted | Pressed | Held)
    chart_set: Mapping[str, Chart[Any]] = {}
    procedures: Mapping[str, Procedure] = {}

    def __init__(self, version: int = 1, hits_on: int = 8) -> None:
        self.version = version
        self.hits_on = hits_on

    def scenarios(self) -> Sequence[Card]:
        return (Card("duel", "A duel", "Two boats each.", SEATS), Card("brush", "A brush", "One turn.", SEATS))

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Scenario:
        known = {"duel": 4, "brush": 1}
        if name not in known:
            raise ValueError(f"{name}: unknown scenario; {nearest(name, known)}")
        return Scenario(settings.get("turns", known[name]), settings.get("hull", 5))

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        wind = dice.total(why="wind")
        table = Table(1, scenario.turns, wind, dict.fromkeys(SEATS, scenario.hull))
        return State(table, dict.fromkeys(SEATS, Secret()))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        table = state.table
        if table.pressing is not None:
            return (table.pressing,)
        return tuple([seat for seat in SEATS if seat not in table.committed]) or (TABLE,)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.table, None if seat is None else state.secrets.get(seat))

    def legal(self, view: View) -> List:
        return List(view)

    def play(self, state: State, seat: Seat, action: Any, dice: Dice) -> Played:
        table, secrets = state.table, state.secrets
        match action:
            case Plot(boat, speed):
                first, second = secrets[seat].plots
                own = replace(secrets[seat], plots=(speed, second) if boat == 0 else (first, speed))
                dice.tell(Plotted(boat, speed), to=(seat,))
                return Played(State(table, {**secrets, seat: own}), dice.events())
            case Commit():
                table = replace(table, committed=(*table.committed, seat))
                dice.tell(Committed(seat))
                return Played(State(table, secrets), dice.events())
            case Proceed():
                return self._fight(state, dice)
            case Press():
                face = dice.total(why=f"{seat} presses on", seat=seat)
                hull = {side: points - (side != seat and face == 6) for side, points in table.hull.items()}
                dice.tell(Pressed(seat, face))
                return Played(self._next(replace(table, hull=hull), secrets), dice.events())
            case Hold():
                dice.tell(Held(seat))
                return Played(self._next(table, secrets), dice.events())
        raise TypeError(f"no such action: {action}")

    def _fight(self, state: State, dice: Dice) -> Played:
        plots = {seat: state.secrets[seat].plots for seat in SEATS}
        hits = {}
        for seat, other in zip(SEATS, reversed(SEATS), strict=True):
            need = self.hits_on + sum(speed or 0 for speed in plots[seat]) // 2
            hits[other] = sum(dice.total(2, why=f"{seat}'s boat {boat} fires", seat=seat) >= need for boat in BOATS)
        sails = {seat: dice.total(why=f"{seat}'s lookout", seat=seat, secret=True) for seat in SEATS}
        hull = {seat: max(0, state.table.hull[seat] - hits[seat]) for seat in SEATS}
        table = replace(state.table, committed=(), pressing="red", plots=plots, hull=hull)
        dice.tell(Revealed(plots, hits))
        for seat in SEATS:
            dice.tell(Spotted(sails[seat]), to=(seat,))
        return Played(State(table, {seat: Secret((None, None), sails[seat]) for seat in SEATS}), dice.events())

    def _next(self, table: Table, secrets: dict[Seat, Secret]) -> State:
        if table.pressing == "red":
            return State(replace(table, pressing="blue"), secrets)
        return State(replace(table, pressing=None, turn=table.turn + 1), secrets)

    def result(self, state: State) -> Result | None:
        table = state.table
        if min(table.hull.values()) > 0 and table.turn <= table.last:
            return None
        red, blue = table.hull["red"], table.hull["blue"]
        winner = None if red == blue else "red" if red > blue else "blue"
        return Result(
            winner, "the last turn is over" if min(red, blue) > 0 else "a side has no hull left", dict(table.hull)
        )

    def preview(self, view: View, action: Any) -> tuple[Call, ...]:
        return ()

    def imagine(self, view: View, dice: Dice) -> State:
        return State(view.table, {seat: view.own if seat == view.seat and view.own else Secret() for seat in SEATS})

    def tell(self, state: State, event: Any) -> str:
        return str(event)


TOY = Toy()


def ruleset(title: str) -> Toy:
    if title != "toy":
        raise ValueError(f"{title}: unknown title; {nearest(title, ['toy'])}")
    return TOY


class RandomBot:
    """Chooses anything that is legal."""

    def __init__(self, seed: str) -> None:
        self.random = RandomDice(seed).random
        self.events: list[Any] = []

    def choose(self, view: View, choices: Any, rules: Any) -> Any:
        return self.random.choice(list(choices))

    def heard(self, events: Sequence[Any]) -> None:
        self.events += events


class HoldingBot(RandomBot):
    """Never presses."""

    def choose(self, view: View, choices: Any, rules: Any) -> Any:
        every = list(choices)
        return Hold() if Hold() in every else self.random.choice(every)


def bot(name: str, seed: str) -> RandomBot:
    return {"random": RandomBot, "holding": HoldingBot}[name](seed)


def play_on(match: Match, seed: str, *, take_backs: float = 0.2, steps: int = 10_000) -> Match:
    """Play a match on at random, with take-backs and dice from a hand, for so many steps or to its end."""
    chance = RandomDice(seed).random
    for _ in range(steps):
        if match.result is not None:
            break
        if match.waiting is not None:
            match.supply([chance.choice(match.waiting.die.faces) for _ in range(match.waiting.count)])
        elif match.to_act == (TABLE,):
            match.settle()
        else:
            seat = chance.choice(match.to_act)
            if match.standing(seat) and chance.random() < take_backs:
                with suppress(Refused):
                    match.take_back(seat, chance.choice([None, *match.standing(seat)]))
            else:
                match.act(seat, chance.choice(list(match.legal(seat))), decision=match.decision(seat))
    return match
