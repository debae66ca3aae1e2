"""The smallest game on the frame: red sets her pilots down, then both bid in secret, and whoever bids more wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from weathergauge.dice import Dice
from weathergauge.frame import table as frame
from weathergauge.frame.chapter import Chapter, Closed, Secretly
from weathergauge.frame.events import Began, Ready
from weathergauge.frame.rules import Frame
from weathergauge.frame.table import NamesReady, Over, State
from weathergauge.ruleset import Action, Call, Card, Proceed, Seat, Types

SIDES = ("red", "blue")


class Setting(Struct, frozen=True, tag="setting"):
    side: str


class Bidding(NamesReady, frozen=True, tag="bidding"):
    ready: tuple[str, ...] = ()


class Board(Struct, frozen=True):
    phase: Setting | Bidding | Over
    pilots: int = 0
    turn: int = 1
    sides: tuple[str, str] = SIDES


class Harbour(State[Board, int], frozen=True):
    pass


Seated = frame.Seated[Board, str, int]
View = frame.View[Board, str, int]


class Pilot(Action, frozen=True):
    """Set a pilot down."""


class Bid(Action, frozen=True):
    amount: int


class Toast(Action, frozen=True):
    """Drink to the other side."""


AnyAction = Pilot | Bid | Toast | Ready | Proceed


class Pilots(Chapter[Harbour, Seated, None, Pilot]):
    phases, steps, takes, ends = (Setting,), ("pilots",), (Pilot,), Ready()

    def begin(self, state: Harbour, step: str, dice: Dice) -> Harbour | Closed[Harbour]:
        dice.tell(Began(state.table.turn, step))
        return state.with_phase(Setting("red"))

    def now(self, view: View) -> str:
        return "red sets pilots down"

    def subjects(self, at: Seated) -> Sequence[str]:
        return ("north", "south")

    def of(self, at: Seated, subject: str) -> Sequence[Pilot]:
        return (Pilot(),) if subject == "north" else ()

    def why_not(self, at: Seated, action: Pilot) -> str | None:
        return "there are two pilots already" if at.table.pilots == 2 else None

    def play(self, state: Harbour, side: str, action: Pilot, dice: Dice) -> Harbour | Closed[Harbour]:
        return replace(state, table=replace(state.table, pilots=state.table.pilots + 1))


class Bids(Secretly[Harbour, Seated, None, Bid]):
    phases, steps, takes, sifts = (Bidding,), ("bids",), (Bid,), True

    def begin(self, state: Harbour, step: str, dice: Dice) -> Harbour | Closed[Harbour]:
        """Without pilots nobody bids, and the turn is over."""
        if not state.table.pilots:
            return Closed(replace(state, table=replace(state.table, turn=state.table.turn + 1)))
        return state.with_phase(Bidding())

    def now(self, view: View) -> str:
        return "both sides bid"

    def subjects(self, at: Seated) -> Sequence[str]:
        return ("purse", "pocket")

    def of(self, at: Seated, subject: str) -> Sequence[Bid]:
        return [Bid(amount) for amount in range(1, 4)] if subject == "purse" else []

    def play(self, state: Harbour, side: str, action: Bid, dice: Dice) -> Harbour:
        return state.with_secret(side, action.amount)

    def proceed(self, state: Harbour, dice: Dice) -> Harbour:
        red, blue = state.secrets
        return state.with_phase(Over("red" if red > blue else None, f"{red} to {blue}"))


class Toasts(Chapter[Harbour, Seated, None, Toast]):
    """A second chapter that is open while both bid."""

    phases, takes = (Bidding,), (Toast,)

    def subjects(self, at: Seated) -> Sequence[str]:
        return ("purse", "glass")

    def of(self, at: Seated, subject: str) -> Sequence[Toast]:
        return [Toast()]

    def play(self, state: Harbour, side: str, action: Toast, dice: Dice) -> Harbour:
        return state


class Sentences:
    """The words of the harbour."""

    def told(self, table: Board, event: Any) -> str:
        return f"turn {table.turn}: {event}"

    def ordered(self, table: Board, action: Any) -> str:
        return type(action).__name__

    def called(self, table: Board, id: str) -> str:
        return id.title()


class Purses:
    """One scenario, which needs no file."""

    def cards(self) -> Sequence[Card]:
        return (Card("calm", "Calm", "A quiet morning.", SIDES),)

    def read(self, name: str) -> str:
        return name

    def with_settings(self, scenario: str, settings: Mapping[str, Any]) -> str:
        return scenario


class Harbours(Frame[Harbour, View, AnyAction]):
    name, version = "harbours", 1
    seats: tuple[Seat, ...] = SIDES
    types = Types(Harbour, AnyAction, Began)
    chapters = (Pilots, Bids, Toasts)
    library, words, charts = Purses(), Sentences(), None
    chart_set: Mapping[str, Any] = {}
    procedures: Mapping[str, Any] = {}

    def setup(self, scenario: Any, dice: Dice) -> Harbour:
        return Harbour(Board(Setting("red")), (0, 0))

    def score(self, table: Board) -> Mapping[str, int]:
        return {"red": table.pilots, "blue": 0}

    def preview(self, view: View, action: Any) -> tuple[Call, ...]:
        return ()

    def imagined(self, table: Board, side: str, dice: Dice) -> int:
        return dice.pick((1, 2, 3), why="what do they bid?", secret=True)


RULES = Harbours()
