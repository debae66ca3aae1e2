"""What a system of rules offers, and the small values that pass between rules and match.

A state has two parts: `table`, which everybody may know, and `secrets`, one struct for each seat. A view is
the table and one seat's own secret; everything a player is shown or refused comes from the view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from msgspec import Struct

from weathergauge.dice import Told as Told

if TYPE_CHECKING:
    from weathergauge.charts import Chart
    from weathergauge.dice import Dice
    from weathergauge.procedures import Procedure

Seat = str
TABLE: Seat = "table"

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
A_co = TypeVar("A_co", covariant=True)


class Refused(ValueError):
    """What was asked cannot be done. The message is the sentence the player reads."""


class Action(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True):
    """Something a player decides. Subclasses are named as a player would say them."""


class Proceed(Action, frozen=True):
    """The only action of the seat `table`: carry out what all seats have committed to."""


class Event(Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """Something that happened, as the log tells it."""


class Played(Struct, frozen=True):
    """What came of an action: the new state, and what each seat hears of it."""

    state: Any
    events: tuple[Told, ...] = ()


class Result(Struct, frozen=True, omit_defaults=True):
    """How a match ended. No winner is a draw."""

    winner: Seat | None
    reason: str
    score: dict[Seat, int] = {}


class Call(Struct, frozen=True):
    """A procedure with its inputs: the odds of an action, in place."""

    procedure: str
    inputs: Any
    words: str = ""


class Range(Struct, frozen=True):
    """The limits of one field of a free move."""

    low: int
    high: int
    step: int = 1
    unit: str = ""


class Form(Struct, frozen=True):
    """A free move: an action with some fields fixed and others within limits."""

    action: str
    fixed: dict[str, Any]
    ranges: dict[str, Range]
    words: str = ""


class Types(Struct, frozen=True):
    """The types of a ruleset's state, actions and events, for the codec."""

    state: Any
    action: Any
    event: Any


class Card(Struct, frozen=True):
    """A scenario as it is offered: its name, a title and a line or two about it."""

    name: str
    title: str
    words: str
    seats: tuple[Seat, ...]


def scenario_of(rules: Any, name: str, settings: Mapping[str, Any], written: str = "") -> Any:
    """A scenario of a title by its name, or the one in the text of a file; a ValueError is a sentence, or one a line."""
    if not written:
        return rules.scenario(name, settings)
    if getattr(rules, "scenario_from", None) is None:
        raise Refused(f"{rules.name} does not play scenarios from files: choose one of its own")
    return rules.scenario_from(written, name, settings)


def card_of(rules: Any, name: str, written: str = "") -> Card | None:
    """How a scenario is offered, and who takes part in it; None where the title has none of that name."""
    if written:
        scenario = scenario_of(rules, name, {}, written)
        return cast(Card, rules.card(scenario))
    return next((card for card in rules.scenarios() if card.name == name), None)


def side_words(rules: Any, seat: Seat) -> str:
    """A seat as its title calls the side: "the British". Where it says nothing in `sides`, the seat's own name."""
    called: Mapping[Seat, str] = getattr(rules, "sides", {})
    return called.get(seat, seat.replace("_", " "))


def family(rules: Any) -> str:
    """The name of the ruleset, which titles of a series share: its bots, its desk and its board go by it."""
    return str(getattr(rules, "family", rules.name))


class Choices(Protocol[A_co]):
    """What a seat may do now: one list to loop over, to ask, and to hear a reason from."""

    def __iter__(self) -> Iterator[A_co]: ...
    def __contains__(self, action: object) -> bool: ...
    def why_not(self, action: Any) -> str | None:
        """None when the action is legal, else the sentence the player reads."""

    def subjects(self) -> Sequence[str]:
        """What can be ordered now, one ship at a time; phases themselves are subjects too."""

    def of(self, subject: str) -> Sequence[A_co]:
        """The actions of one subject: for free moves a sample."""

    def forms(self) -> Sequence[Form]:
        """Free moves with their limits, for the client."""


class Ruleset(Protocol[S, A, V]):
    """A system of rules. Behaviour that changes changes `version`.

    One that plays scenarios written by hand has `scenario_from(text, name, settings)` as well, which raises a
    `handwritten.Faulty` for a bad one, and `card(scenario)`: how it is offered. `sides` are the words for seats. One
    of a series is called by its title and names the ruleset in `family`. One that is played on a map gives it in
    `chart_room()`.
    """

    name: str
    version: int
    seats: tuple[Seat, ...]
    types: Types
    chart_set: Mapping[str, Chart[Any]]
    procedures: Mapping[str, Procedure]

    def scenarios(self) -> Sequence[Card]: ...
    def scenario(self, name: str, settings: Mapping[str, Any]) -> Any:
        """The scenario of that name with these settings; a ValueError is a sentence with the nearest name."""

    def setup(self, scenario: Any, dice: Dice) -> S: ...
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Who must decide now, from the table alone: several seats where orders are simultaneous."""

    def view(self, state: S, seat: Seat | None) -> V: ...
    def legal(self, view: V) -> Choices[A]: ...
    def play(self, state: S, seat: Seat, action: A, dice: Dice) -> Played:
        """Carry out a legal action. Rules tell what happens through the dice: `Played(state, dice.events())`."""

    def result(self, state: S) -> Result | None: ...
    def preview(self, view: V, action: A) -> tuple[Call, ...]:
        """The procedures an action will use, with their inputs, for odds before committing."""

    def imagine(self, view: V, dice: Dice) -> S:
        """A state that the seat could not tell from the real one."""

    def tell(self, state: S, event: Any) -> str:
        """An event as a sentence of the log."""
