"""What a system of rules offers, and the small values that pass between rules and match.

A state has two parts: `table`, which everybody may know, and `secrets`, one struct for each seat. A view is
the table and one seat's own secret; everything a player is shown or refused comes from the view.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, final, get_type_hints

from msgspec import Struct

from weathergauge import sentences
from weathergauge.beside.annals import Entry, Measures
from weathergauge.beside.hints import Foresight, Hints, Livery, Sea
from weathergauge.beside.standing import Standing, Stood, only
from weathergauge.beside.tidings import ORDER, Tiding
from weathergauge.dice import Told as Told

if TYPE_CHECKING:
    from weathergauge.charts import Chart
    from weathergauge.dice import Dice
    from weathergauge.procedures import Procedure

__all__ = [
    "PROCEED", "TABLE", "Action", "Call", "Card", "Choices", "Event", "Form", "Played", "Proceed", "Range", "Refused",
    "Result", "Rules", "Ruleset", "Seat", "Told", "Types",
]  # fmt: skip

Seat = str
"""A place at the table, by its name: a side, as a rule."""
TABLE: Seat = "table"
"""The seat of the table itself, which carries out what all have committed to."""

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
A_co = TypeVar("A_co", covariant=True)


class Refused(ValueError):
    """What was asked cannot be done. The message is the sentence the player reads."""


class Action(
    Struct, frozen=True, gc=False, tag_field="type", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True
):
    """Something a player decides. Subclasses are named as a player would say them.

    Like events, states and all that they are made of, orders hold nothing that leads back to them: the collector of cycles passes them by.
    """


class Proceed(Action, frozen=True):
    """The only action of the seat `table`: carry out what all seats have committed to."""


PROCEED = Proceed()
"""The table's action, made once."""


class Event(Struct, frozen=True, gc=False, tag_field="type", tag=str.lower, omit_defaults=True):
    """Something that happened, as the log tells it."""


class Played(Struct, frozen=True, gc=False):
    """What came of an action: the new state, and what each seat hears of it."""

    state: Any
    events: tuple[Told, ...] = ()


class Result(Struct, frozen=True, omit_defaults=True):
    """How a match ended. No winner is a draw."""

    winner: Seat | None
    reason: str
    score: dict[Seat, int] = {}


class Call(Struct, frozen=True):
    """A procedure with its inputs as play aims them: the odds of an action, in place.

    `Procedure.form` shows the inputs as somebody would fill them in.
    """

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
    kind: str = ""
    """`story` where its set-up decides it, as history did, `exercise` where it teaches one thing; a game otherwise."""
    handicap: bool = False
    """Whether it has settings of its own that even the sides."""


class Choices(Protocol[A_co]):
    """What a seat may do now: one list to loop over, to ask, and to hear a reason from."""

    def __iter__(self) -> Iterator[A_co]: ...
    def __contains__(self, action: object) -> bool: ...
    def why_not(self, action: object) -> str | None:
        """Say why an action is not legal, in the sentence the player reads; None where it is."""

    def subjects(self) -> Sequence[str]:
        """List what can be ordered now, one ship at a time; phases themselves are subjects too."""

    def of(self, subject: str) -> Sequence[A_co]:
        """List the actions of one subject: for free moves a sample."""

    def forms(self) -> Sequence[Form]:
        """List free moves with their limits, for the client."""


class Ruleset(ABC, Generic[S, A, V]):
    """A system of rules: what every title must say, and after it what it may leave as it is here.

    Behaviour that changes changes `version`.
    """

    name: str
    """The title, as it is typed."""
    version: int
    """Goes into every record."""
    seats: tuple[Seat, ...]
    """Who can take part, in the order in which they are offered."""
    types: Types
    """What its values are made of."""

    @property
    @abstractmethod
    def chart_set(self) -> Mapping[str, Chart[object]]:
        """Hold all charts by their ids."""

    @property
    @abstractmethod
    def procedures(self) -> Mapping[str, Procedure]:
        """Hold what can be resolved by itself, by its name."""

    @abstractmethod
    def scenarios(self) -> Sequence[Card]:
        """List what can be played, those to begin with first."""

    @abstractmethod
    def scenario(self, name: str, settings: Mapping[str, object]) -> Any:
        """Find a scenario by its name, with these settings; a ValueError is a sentence with the nearest name."""

    @abstractmethod
    def setup(self, scenario: Any, dice: Dice) -> S:
        """Put a scenario on the table."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Say who must decide now, from the table alone: several seats where orders are simultaneous."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """Show what a seat may know, or anybody who looks on."""

    @abstractmethod
    def legal(self, view: V) -> Choices[A]:
        """Offer what a seat may do now, from what it may know."""

    @abstractmethod
    def play(self, state: S, seat: Seat, action: A, dice: Dice) -> Played:
        """Carry out a legal action. Rules tell what happens through the dice: `Played(state, dice.events())`."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Say how it ended; None while it goes on."""

    @abstractmethod
    def preview(self, view: V, action: A) -> tuple[Call, ...]:
        """Name the procedures an action will use, with their inputs, for odds before committing."""

    @abstractmethod
    def imagine(self, view: V, dice: Dice) -> S:
        """Make up a state that the seat could not tell from the real one."""

    @abstractmethod
    def tell(self, state: S, event: object) -> str:
        """Put an event into a sentence of the log."""

    sides: Mapping[Seat, str] = {}
    """Seats as sentences call them: "the British". A seat that is not here goes by its own name."""
    liveries: Mapping[Seat, Livery] = {}
    """How boards show sides. One that is not here goes by its seat's name, in a colour by its place among the seats."""
    settings: type[Struct] | None = None
    """What a table may want otherwise, field by field."""
    headings: Sequence[str] = ()
    """Headings of the books of a match, in their order."""
    standing: type[Standing] = Standing
    """What a seat may let be done without being asked, field by field."""

    @property
    def charts(self) -> Any:
        """Hold the charts of `chart_set` in the type that its procedures are handed."""
        return None

    @property
    def family(self) -> str:
        """Name the ruleset, which titles of a series share: its bots, its desk and its board go by it."""
        return self.name

    @property
    def view_type(self) -> Any:
        """Name the type of its views, for whoever describes them."""
        return get_type_hints(type(self).view)["return"]

    @property
    def reads_files(self) -> bool:
        """Say whether scenarios written by hand can be played: a ruleset says so by having its own `scenario_from`."""
        return type(self).scenario_from is not Ruleset.scenario_from

    def scenario_from(self, written: str, name: str, settings: Mapping[str, object]) -> Any:
        """Read the scenario in the text of a file; a `handwritten.Faulty` error names every problem by its line."""
        raise Refused(f"{self.name} does not play scenarios from files: choose one of its own")

    def card(self, scenario: Any) -> Card:
        """Say how a scenario from a file is offered."""
        raise Refused(f"{self.name} does not play scenarios from files: choose one of its own")

    def sheets(self, scenario: Any) -> list[dict[str, object]]:
        """List what a scenario puts on the table, as sheets for a physical one."""
        return []

    def chart_room(self) -> Struct | None:
        """Give what a board draws under the counters, where the title is played on a map."""
        return None

    def sea(self, view: V) -> Sea:
        """Give what a board draws about every ship alike, such as fields of fire; it comes with each view."""
        return Sea()

    def hints(self, view: V, subject: str) -> Hints:
        """Give what a board draws about the subject that is looked at, such as the range to all others."""
        return Hints()

    def foresee(self, view: V, orders: Sequence[A]) -> Foresight:
        """Show where orders in the making would lead, one after the other, if all goes well."""
        return Foresight()

    def warn(self, view: V, action: A) -> str:
        """Say what lies ahead of an order and has no odds, in a sentence; "" where nothing does."""
        return ""

    def tell_to(self, state: S, event: object, seats: Sequence[Seat]) -> str:
        """Put an event into a sentence for those who know these seats from within; a spectator knows none, at the end all are known."""
        return self.tell(state, event)

    def tiding(self, event: object) -> Tiding:
        """Say what an event is worth telling of afterwards: the log is shortened by it, and a dispatch is made of it."""
        return ORDER

    def moment(self, state: S) -> str:
        """Date a position as its chronicle is headed: "turn 4"; "" where the title has no such count."""
        turn = getattr(getattr(state, "table", None), "turn", None)
        return f"turn {turn}" if isinstance(turn, int) else ""

    def measures(self, state: S) -> Measures:
        """Measure what is drawn over time when all is over: ships that fight, sail, prestige."""
        return {}

    def entries(self, before: S, after: S, events: Sequence[object]) -> Sequence[Entry]:
        """Enter a step in the books of the match: what was lost in it and why, who did it, what was kept and failed."""
        return ()

    def unveiled(self, state: S) -> V:
        """Show a position with nothing hidden, when all is over."""
        return self.view(state, None)

    def say(self, view: V, action: A) -> str:
        """Put an order into a sentence."""
        return sentences.fields_in_words(action)

    def subject(self, view: V, id: str) -> str:
        """Call what can be ordered as a player does."""
        return id.replace("_", " ")

    def learnt(self, before: V, after: V, heard: Sequence[object]) -> bool:
        """Say whether `heard`, or what changed from `before` its own step to `after` it, showed a seat what it did not know of others.

        What others did since counts as well: such a step it does not take back alone."""
        return False

    def stage(self, view: V) -> str:
        """Mark the step that a seat decides in, so that whoever was woken is asked until it is over; "" where a fence ends it."""
        return ""

    def stand_by(self, view: V, orders: Standing) -> Standing:
        """Hold standing orders to what the seat may order, and give them as they then stand; Refused is a sentence."""
        return orders

    def stand(self, view: V, orders: Standing, heard: Sequence[object]) -> Stood:
        """Say what standing orders come to for a seat that must decide; `heard` is what it heard since they were last asked."""
        choices = self.legal(view)
        return Stood(orders, only(choices, choices.forms()) if orders.alone else None)

    def stand_in_words(self, view: V, orders: Standing) -> tuple[str, ...]:
        """Put standing orders into sentences, one for each thing that they say."""
        return ("What can only be answered in one way is answered",) if orders.alone else ()

    @final
    def scenario_of(self, name: str, settings: Mapping[str, object], written: str = "") -> Any:
        """Find a scenario by its name, or read the one in the text of a file; a ValueError is a sentence, or one a line."""
        return self.scenario_from(written, name, settings) if written else self.scenario(name, settings)

    @final
    def card_of(self, name: str, written: str = "") -> Card | None:
        """Say how a scenario is offered, and who takes part in it; None where the title has none of that name."""
        if written:
            return self.card(self.scenario_from(written, name, {}))
        return next((card for card in self.scenarios() if card.name == name), None)

    @final
    def side_words(self, seat: Seat) -> str:
        """Call a seat as its title calls the side: "the British"."""
        return self.sides.get(seat, seat.replace("_", " "))

    @final
    def side_has(self, seat: Seat) -> str:
        """Begin to say what a seat has: "the British have"; one that the title has no words for is one, "red has"."""
        return f"{self.side_words(seat)} {'have' if seat in self.sides else 'has'}"


Rules = Ruleset[Any, Any, Any]
"""Rules of which it does not matter here what they are of."""
