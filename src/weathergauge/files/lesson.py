"""A lesson: a title's guided first game, in moments, each with a voice that waits for the right kind of order.

It is a file `lesson.toml` in the folder of its title. A moment begins where a scenario begins, or later in it: what both sides ordered before
is written down too. A cue is what the voice says, what it points at, and what it waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct, ValidationError

from weathergauge import codec
from weathergauge.files.handwritten import Page, Part, Wrong, one_of, read, shown, text, whole
from weathergauge.ruleset import Rules, Seat
from weathergauge.sentences import nearest, spoken

CONTROLS = ("board", "charts", "commit", "dice", "fleet", "log", "odds", "orders", "sheet", "undo", "wind")
"""What a voice may point at beside ships, formations and places."""
LONGEST = 700
"""Characters that the voice says in one breath."""

Pattern = dict[str, Any]
"""What an order, an event or a view must look like: values, one of several values, `{low, high}`, or patterns within."""


class Cue(Struct, frozen=True, omit_defaults=True):
    """What the voice says, and what it waits for."""

    say: str
    then: str = ""
    """What it says of what came of it, before the next."""
    point: tuple[str, ...] = ()
    """Subjects and places, or controls."""
    do: Any = None
    """An order that is right: whoever asks is shown it, and a test follows it."""
    keys: str = ""
    """The same, as it is typed at the keyboard."""
    want: tuple[Pattern, ...] = ()
    """What an order may look like that is right; without any it must be the one of `do`."""
    also: tuple[Pattern, ...] = ()
    """What may be ordered besides, as often as one likes."""
    until: tuple[Pattern, ...] = ()
    """Events that end it, whatever is ordered until then."""
    skip: Pattern | None = None
    """What the pupil's view looks like when he is asked next: everything before is passed for him."""

    @property
    def waits(self) -> str:
        """For an order, for events, for nobody, or for the reader to go on."""
        return (
            "skip" if self.skip is not None else "event" if self.until else "order" if self.do is not None else "read"
        )


class Ordered(Struct, frozen=True):
    """What a seat orders by the book."""

    by: Seat
    do: Any


class Moment(Struct, frozen=True, omit_defaults=True):
    """A part of a lesson: where it begins, who sits where, and its cues."""

    name: str
    title: str
    words: str
    scenario: str
    seat: Seat
    """The pupil's."""
    seed: str
    won: str
    """What the voice says at the end."""
    cues: tuple[Cue, ...]
    before: tuple[Ordered, ...] = ()
    """What is ordered before it begins, in this order."""
    begins: Pattern = {}
    """What the pupil's view looks like when it begins: until then both sides pass."""
    enemy: tuple[Ordered, ...] = ()
    """What the others order, one after the other, each as soon as it may be; otherwise they pass."""
    settings: dict[str, Any] = {}
    lost: str = ""
    """What the voice says where the enemy won instead."""


class Lesson(Struct, frozen=True):
    """A title's guided first game."""

    title: str
    words: str
    minutes: int
    moments: tuple[Moment, ...]
    onward: str = ""
    """The scenario to play after it; nothing where one had better choose."""

    def moment(self, name: str) -> Moment | None:
        """Find a moment by its name."""
        return next((moment for moment in self.moments if moment.name == name), None)

    def after(self, name: str) -> Moment | None:
        """Find the moment that comes after one; None after the last."""
        names = [moment.name for moment in self.moments]
        place = names.index(name) + 1 if name in names else len(names)
        return self.moments[place] if place < len(names) else None


def matches(pattern: Any, value: Any) -> bool:
    """Say whether a plain value looks as the pattern has it; a value of which nothing is said may be anything."""
    if isinstance(pattern, dict):
        if pattern and pattern.keys() <= {"low", "high"}:
            return isinstance(value, int | float) and pattern.get("low", value) <= value <= pattern.get("high", value)
        return isinstance(value, dict) and all(matches(inner, value.get(key)) for key, inner in pattern.items())
    if isinstance(pattern, list) and not isinstance(value, list):
        return any(matches(allowed, value) for allowed in pattern)
    return bool(pattern == value)


def read_lesson(path: Path, rules: Rules) -> Lesson:
    """Read a lesson and hold it to the title's scenarios, orders and events; a Faulty error names every problem by its line."""
    page = Page(read(path), f"{path.parent.name}/{path.name}")
    part, known = page.part(), _Known(rules)
    title = part.take("title", text(60), needed='"A first duel"') or ""
    words = part.take("words", text(400), needed='"Two ships meet …"') or ""
    minutes = part.take("minutes", whole(1, 60), needed="10") or 0
    onward = part.take("onward", one_of(known.cards), "") or ""
    moments: list[Moment] = []
    for written in part.several("moment", needed="at least one moment"):
        moment = _moment(written, known)
        if moment.name in [known.name for known in moments]:
            written.note("name", f"name = {shown(moment.name)}: there is a moment of that name already")
        moments.append(moment)
    part.done()
    page.done()
    return Lesson(title, words, minutes, tuple(moments), onward)


class _Known:
    """What a lesson may name."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cards = {card.name: card for card in rules.scenarios()}
        self.actions, self.events = _kinds(rules.types.action), _kinds(rules.types.event)

    def action(self, value: Any) -> Any:
        """An order as it is sent."""
        try:
            return codec.convert(value, self.rules.types.action)
        except ValidationError as error:
            raise Wrong(f"an order of {self.rules.name} ({spoken(str(error))})") from None

    def kind(self, kinds: Mapping[str, Sequence[str]], what: str) -> Callable[[Any], tuple[Pattern, ...]]:
        """Patterns of orders or events: each names its type, and no field that this has not."""

        def check(value: Any) -> tuple[Pattern, ...]:
            for event in value if isinstance(value, list) else [value]:
                if not isinstance(event, dict) or "type" not in event:
                    raise Wrong(f'{what} by its type, as in {{type = "{next(iter(kinds))}"}}')
                if event["type"] not in kinds:
                    raise Wrong(f"{what} of a type that there is; {nearest(str(event['type']), kinds)}")
                for field in event.keys() - {"type"}:
                    if field not in kinds[event["type"]]:
                        raise Wrong(f"no {field} of {event['type']}; {nearest(field, kinds[event['type']])}")
            return tuple(value if isinstance(value, list) else [value])

        return check


def _kinds(union: Any) -> dict[str, Sequence[str]]:
    """The types of a union by their tags, each with its fields."""
    return {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(union) or (union,)}


def _pattern(value: Any) -> Pattern:
    if not isinstance(value, dict) or not value:
        raise Wrong("what a view looks like, as in {table = {turn = 2}}")
    return value


def _points(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
        raise Wrong('a list of subjects, places and controls, as in ["aigle", "wind"]')
    return tuple(value)


def _moment(part: Part, known: _Known) -> Moment:
    scenario = part.take("scenario", one_of(known.cards), needed=f'"{next(iter(known.cards))}"') or ""
    seats = known.cards[scenario].seats if scenario else known.rules.seats
    settings = part.inner("settings")
    moment = Moment(
        part.take("name", text(30), needed='"wind"') or "",
        part.take("title", text(60), needed='"The wind"') or "",
        part.take("words", text(300), needed='"A step with the wind costs …"') or "",
        scenario,
        part.take("seat", one_of(seats), needed=f'"{seats[0]}"') or "",
        part.take("seed", text(60), needed='"a text from which the dice fall"') or "",
        part.take("won", text(LONGEST), needed='"Well done: …"') or "",
        tuple([_cue(written, known) for written in part.several("cue", needed="at least one cue")]),
        tuple(ordered for written in part.several("before") for ordered in _ordered(written, known, seats)),
        part.take("begins", _pattern, {}) or {},
        tuple(ordered for written in part.several("enemy") for ordered in _ordered(written, known, seats)),
        dict(settings.values) if settings else {},
        part.take("lost", text(LONGEST), "") or "",
    )
    if settings and scenario:
        try:
            known.rules.scenario_of(scenario, settings.values)
        except ValueError as error:
            part.note("settings", f"settings: {error}")
    part.done()
    return moment


def _ordered(part: Part, known: _Known, seats: Sequence[Seat]) -> list[Ordered]:
    """Orders of a seat, one or a list of them."""

    def check(value: Any) -> list[Any]:
        return [known.action(order) for order in (value if isinstance(value, list) else [value])]

    by = part.take("by", one_of(seats), needed=f'"{seats[0]}"') or ""
    given: list[Any] = part.take("do", check, [], needed='[{type = "…"}]') or []
    part.done()
    return [Ordered(by, action) for action in given]


def _cue(part: Part, known: _Known) -> Cue:
    orders, events = known.kind(known.actions, "an order"), known.kind(known.events, "an event")
    cue = Cue(
        part.take("say", text(LONGEST), needed='"Choose her, and turn to starboard."') or "",
        part.take("then", text(LONGEST), "") or "",
        part.take("point", _points, ()) or (),
        part.take("do", known.action),
        part.take("keys", text(200), "") or "",
        part.take("want", orders, ()) or (),
        part.take("also", orders, ()) or (),
        part.take("until", events, ()) or (),
        part.take("skip", _pattern),
    )
    if cue.want and cue.do is None:
        part.note("want", "want: expected an order that is right beside it, as do = {type = …}")
    elif cue.want and not any(matches(wanted, codec.plain(cue.do)) for wanted in cue.want):
        part.note("do", f"do = {shown(codec.plain(cue.do))}: expected an order that looks as want has it")
    part.done()
    return cue
