"""What rules that another package brings are held to before they are played; ours are held to it by their types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, get_args

from msgspec import Struct

from weathergauge import codec
from weathergauge.charts import Chart
from weathergauge.procedures import Procedure
from weathergauge.ruleset import TABLE, Action, Card, Event, Ruleset, Types
from weathergauge.rulesets import Title
from weathergauge.rulesets.outside import NAME, Broken, in_words


def check_contract(rules: Any, known: Title) -> None:
    """Hold rules to what `Ruleset` asks of them, as far as that shows without playing; a Broken error says what is wrong."""
    if isinstance(rules, type):
        raise Broken(f"{known.rules} is the class {rules.__name__}, and should be rules made of it: {rules.__name__}()")
    if not isinstance(rules, Ruleset):
        raise Broken(f"{known.rules} is of the type {type(rules).__name__}, and should be a Ruleset")
    for member, kind in (("name", str), ("version", int), ("seats", tuple), ("types", Types)):
        try:
            value = attrgetter(member)(rules)
        except AttributeError:
            raise Broken(f"its rules do not say their {member}") from None
        _is(value, kind, f"the {member} of its rules")
    if rules.name != known.name:
        raise Broken(f"its rules call themselves {rules.name!r}")
    if rules.family != known.ruleset:
        raise Broken(f"its rules are of the family {rules.family!r}, and its title.toml says {known.ruleset!r}")
    if rules.version < 1:
        raise Broken(f"the version of its rules is {rules.version}, and should be 1 or more")
    _check_seats(rules.seats, "its rules have")
    for seat in rules.sides:
        if seat not in rules.seats:
            raise Broken(f"its rules name a side {seat!r}, which is not among their seats")
    _check_types(rules.types)
    _are(rules.chart_set, Chart, "chart_set")
    _are(rules.procedures, Procedure, "procedures")
    if rules.settings is not None and not (isinstance(rules.settings, type) and issubclass(rules.settings, Struct)):
        raise Broken("the settings of its rules should be None or a msgspec.Struct")
    _check_scenarios(rules.scenarios(), rules.seats)


def _is(value: object, kind: type, what: str) -> None:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Broken(f"{what} should be of the type {kind.__name__}, and is {value!r}")


def _are(values: Any, kind: type, member: str) -> None:
    _is(values, Mapping, f"{member} of its rules")
    for name, value in values.items():
        _is(value, kind, f"{name!r} in {member} of its rules")


def _check_seats(seats: Sequence[Any], who: str) -> None:
    if not seats:
        raise Broken(f"{who} no seats")
    for seat in seats:
        if not isinstance(seat, str) or not NAME.fullmatch(seat) or seat in (TABLE, "spectator"):
            raise Broken(f"{who} a seat {seat!r}, which cannot be one")
    if len({*seats}) < len(seats):
        raise Broken(f"{who} a seat twice")


def _check_types(types: Types) -> None:
    """State, actions and events can be written and read: actions and events are told apart by their names."""
    for member, base in (("action", Action), ("event", Event)):
        kinds: Iterable[Any] = get_args(getattr(types, member)) or (getattr(types, member),)
        for kind in kinds:
            if not isinstance(kind, type) or not issubclass(kind, base):
                called = kind.__name__ if isinstance(kind, type) else repr(kind)
                raise Broken(f"{called} among the types of its {member}s should be a subclass of {base.__name__}")
    for member in ("state", "action", "event"):
        try:
            codec.decoder(getattr(types, member))
        except TypeError as error:
            raise Broken(f"the type of its {member}s cannot be read ({in_words(error)})") from None


def _check_scenarios(cards: Sequence[Any], seats: Sequence[str]) -> None:
    if not cards:
        raise Broken("it has no scenarios")
    for card in cards:
        _is(card, Card, "a scenario")
        _check_seats(card.seats, f"its scenario {card.name!r} has")
        if strange := [seat for seat in card.seats if seat not in seats]:
            raise Broken(f"its scenario {card.name!r} has the seat {strange[0]!r}, and its rules have not")
    if len({card.name for card in cards}) < len(cards):
        raise Broken("it has two scenarios of one name")
