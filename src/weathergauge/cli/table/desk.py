"""What the keyboard must know of a ruleset: how its table is drawn, how its orders are said, what is still to be decided.

`Desk` serves any ruleset from its lists of legal actions alone. A ruleset that can be said or drawn better has a
package of its own name beside this one, with a `Desk` there that says how.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct
from rich.console import RenderableType
from rich.text import Text

from weathergauge import codec
from weathergauge.beside.standing import Standing
from weathergauge.cli.table import chances, wishes
from weathergauge.cli.table.names import Name, Names, Unclear
from weathergauge.frame.chapter import STEP
from weathergauge.frame.rules import Frame
from weathergauge.frame.words import listed
from weathergauge.odds import Odds
from weathergauge.ruleset import Call, Rules, Seat

Line = RenderableType


class Lens(Struct, frozen=True):
    """What is looked at: a subject or the whole, and how near."""

    subject: str = ""
    zoom: float = 1.0
    whole: bool = False
    """The whole table, empty water and all."""


class Page(Struct, frozen=True):
    """What a word to the table shows, and the orders in it that a number picks."""

    lines: Sequence[Line]
    offered: Sequence[Any] = ()


class Desk:
    """A table of any ruleset, played from numbered lists."""

    verbs: Mapping[str, str] = {}
    """Words that begin an order, each with the word it stands for."""
    pages: Mapping[str, tuple[str, str]] = {}
    """Words to the table that others do not have: an example of each, and what it shows."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def examples(self, view: Any) -> tuple[str, str]:
        """One of ours and one of theirs, for the help page."""
        subjects = self.rules.legal(view).subjects()
        return (subjects[0], subjects[-1]) if subjects else ("her", "them")

    def help(self, view: Any) -> Sequence[tuple[str, str]]:
        """Orders by example, for the help page: what to type, and what it does."""
        return ()

    def subjects(self, view: Any) -> list[str]:
        """What has orders to come now, the end of the step apart."""
        return [subject for subject in self.rules.legal(view).subjects() if subject != STEP]

    def names(self, view: Any) -> Names:
        """Whatever can be ordered or pointed at."""
        subjects = self.rules.legal(view).subjects() if view is not None else ()
        return Names((Name(subject, self.rules.subject(view, subject)) for subject in subjects), self.verbs)

    def turn(self, view: Any) -> int:
        """The number of the turn, 0 where turns are not counted."""
        return int(getattr(getattr(view, "table", view), "turn", 0))

    def stage(self, view: Any) -> str:
        """Which step of which turn this is."""
        turn = self.turn(view)
        now = self.rules.now(view) if isinstance(self.rules, Frame) else ""
        return " · ".join(part for part in (f"turn {turn}" if turn else "", now) if part)

    def pending(self, view: Any) -> str:
        """What the seat still has to decide."""
        subjects = [self.rules.subject(view, subject) for subject in self.subjects(view)]
        return f"{listed(subjects) or 'nothing more to order'}: `options` lists what can be done"

    def picture(self, view: Any, lens: Lens, columns: int, rows: int) -> list[Text]:
        """The table, at most so wide, and about so high."""
        return []

    def key(self, view: Any, columns: int) -> Sequence[Line]:
        """What the numbers of a picture stand for, where it has any."""
        return []

    def roster(self, view: Any, columns: int) -> Sequence[Line]:
        """All that is on the table, and what the seat keeps to itself, a line for each."""
        seen = codec.plain(view)
        own = seen.get("own") if isinstance(seen, dict) else None
        kept = [f"you alone know: {fields}"] if own and (fields := _in_words(own)) else []
        return [*_lines(seen.get("table", seen) if isinstance(seen, dict) else seen), *kept]

    def sheet(self, view: Any, subject: str) -> list[Line]:
        """Everything about one of them."""
        return [self.rules.subject(view, subject)]

    def page(self, view: Any, word: str, about: Sequence[str]) -> Page:
        """What one of `pages` shows."""
        raise Unclear(f"There is no page {word!r} here: expected {listed(list(self.pages)) or 'none'}.")

    def score(self, view: Any) -> str:
        """How it stands."""
        return ""

    def read(self, view: Any, said: Sequence[str], chosen: str) -> list[Any]:
        """The actions that are meant by some words, or an Unclear sentence."""
        raise Unclear(f"{' '.join(said)!r} is no order here: `options` lists what can be done, and a number picks.")

    def wishes(self, view: Any) -> Sequence[tuple[str, str]]:
        """What may be ordered ahead, by example: what to type, and what it means."""
        return wishes.examples(self.rules.standing(), self.examples(view)[0])

    def ahead(self, view: Any, orders: Standing, said: Sequence[str]) -> Standing:
        """Standing orders as they are after some wishes, or an Unclear sentence."""
        return wishes.fleet(orders, said, self.names(view), view.seat or "", self.turn(view))

    def say(self, view: Any, action: Any) -> str:
        """An action as a player would say it."""
        return self.rules.say(view, action)

    def chance(self, view: Any, action: Any, call: Call, odds: Odds[Any]) -> str:
        """The odds of one procedure of an action, in a sentence."""
        what = call.words or call.procedure.replace("_", " ")
        return f"{what}: {chances.in_words(odds)}"

    def brief(self, view: Any, action: Any, call: Call, odds: Odds[Any]) -> str:
        """The same in a few words, for a list of options."""
        return chances.in_words(odds).partition(":")[0]

    def caution(self, view: Any, action: Any) -> str:
        """What a player may have overlooked about an action; empty where there is nothing."""
        return ""

    def rolls_now(self, action: Any) -> bool:
        """Whether an action throws its dice at once, so that it should be thought over."""
        return True

    def limits(self, view: Any, subject: str) -> list[str]:
        """What a free move may be, where there is one."""
        told = []
        for form in self.rules.legal(view).forms():
            if subject in form.fixed.values():
                ranges = ", ".join(f"{name} {r.low} to {r.high} {r.unit}".rstrip() for name, r in form.ranges.items())
                told.append(f"{form.action}: {ranges}")
        return told

    def by_hand(self, view: Any, action: Any) -> Any:
        """The first part of a large action, so that dice at a physical table are asked for one thing at a time."""
        return action

    def failed(self, events: Sequence[Any]) -> bool:
        """Whether what was tried went wrong, so that orders said in the same breath should wait."""
        return False

    def digest(self, state: Any, events: Sequence[Any], whole: bool = False, seats: Sequence[Seat] = ()) -> list[Line]:
        """Events as sentences, for those who know these seats from within; of many only what matters, unless the whole is wanted."""
        return [self.rules.tell_to(state, event, seats) for event in events]


def _lines(value: Any) -> Iterator[str]:
    """A plain value a line for each of its parts, and for each that a part is a list of."""
    if not isinstance(value, dict):
        yield _in_words(value)
        return
    for name, part in value.items():
        if isinstance(part, list | tuple) and any(isinstance(inner, dict) for inner in part):
            yield f"{_spaced(name)}:"
            yield from (f"  {number} {_in_words(inner)}" for number, inner in enumerate(part, 1))
        elif said := _in_words(part):
            yield f"{_spaced(name)}: {said}"


def _in_words(value: Any) -> str:
    """A plain value on one line; nothing where there is nothing to say."""
    match value:
        case dict():
            said = {_spaced(name): _in_words(part) for name, part in value.items()}
            return ", ".join(f"{name} {text}" for name, text in said.items() if text)
        case list() | tuple():
            return ", ".join(filter(None, map(_in_words, value)))
        case None | "":
            return ""
        case bool():
            return "yes" if value else "no"
    return _spaced(str(value))


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def desk_for(rules: Rules) -> Desk:
    """The desk of a ruleset: its own where it has one."""
    if not Path(__file__).with_name(rules.family).is_dir():
        return Desk(rules)
    made: Desk = import_module(f"{__package__}.{rules.family}").Desk(rules)
    return made
