"""A position as text that can be pasted: what stands otherwise than when the scenario was set up, in the title's own words.

Each line is a thing and what is otherwise about it, as in `table.ships[aigle] x=3120 speed=200 -sailed`. The set-up that is compared with always falls
by the same dice, so that the text alone says everything; the last line is a seal over the whole, against a line that was lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from weathergauge import codec
from weathergauge.match.opening import RulesFor
from weathergauge.match.record import dice_key, digest
from weathergauge.ruleset import TABLE, Rules
from weathergauge.sentences import spoken
from weathergauge.throwing import SeededDice

__all__ = ["Position", "PositionError", "read", "written"]

KEY = dice_key(b"position", {})
"""The dice of the set-up that positions are compared with."""
NAME = re.compile(r"[^\s.:\[\]=\"-][^\s.:\[\]=\"]*")
STEP = re.compile(r"\.?[^\s.:\[\]=\"]+|\[[^\s\[\]=\"]+\]")
CHANGE = re.compile(r"-(?P<gone>[^\s=]+)|(?P<key>[^\s=]+)=")
DECODER = json.JSONDecoder()
ALL = "all"
"""The state itself, as a place."""
LAST = "seal "
LONGEST = 2_000_000
"""The most characters of a text."""


class PositionError(ValueError):
    """What is wrong with the text of a position, in a sentence that names its line."""


class Position(Struct, frozen=True):
    """A position that was read: whose it is, and how everything stands."""

    title: str
    scenario: str
    settings: dict[str, Any]
    file: str
    """The text of the scenario file, where the scenario was written by hand."""
    state: Any


def written(rules: Rules, position: Position) -> str:
    """Write a position down, the same for the same position."""
    lines = [f"position {position.title} {rules.version}", f"scenario {position.scenario}"]
    if position.settings:
        lines.append(f"settings {_json(position.settings)}")
    if position.file:
        lines.append(f"file {_json(position.file)}")
    base = _base(rules, position.scenario, position.settings, position.file)
    lines += _lines(base, json.loads(codec.encode(position.state)))
    return "\n".join([*lines, LAST + digest(position.state), ""])


def read(text: str, rules_for: RulesFor) -> Position:
    """Read a position again. Without its seal it may have been changed by hand: it is then taken as it stands."""
    if len(text) > LONGEST:
        raise PositionError(f"The text has {len(text):,} characters: expected a position, of at most {LONGEST:,}.")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    rules, title = _opened(lines, rules_for)
    scenario, settings, file = "", {}, ""
    rest = 1
    for number, line in lines[1:]:
        word, _, said = line.partition(" ")
        if word not in ("scenario", "settings", "file"):
            break
        rest += 1
        if word == "scenario":
            scenario = said
        elif word == "settings":
            settings = _value(number, said)
        else:
            file = _value(number, said)
    try:
        plain = _base(rules, scenario, settings, file)
    except ValueError as error:
        raise PositionError(f"The scenario of the position cannot be set up: {spoken(error)}") from None
    seal = ""
    for number, line in lines[rest:]:
        if seal:
            raise PositionError(f"Line {number}: expected nothing after the seal, and found: {_short(line)}")
        if line.startswith(LAST):
            seal = line.removeprefix(LAST).strip()
        else:
            _lay(plain, number, line)
    try:
        state = codec.decode(_json(plain), rules.types.state)
        if strange := next(_strange("", plain, state), ""):
            raise PositionError(f"There is no {strange} in {title}: the name is misspelt, or of another title.")
        for seat in rules.to_act(state):
            if seat != TABLE:
                next(iter(rules.legal(rules.view(state, seat))), None)
    except PositionError:
        raise
    except ValueError as error:
        raise PositionError(f"This is no position of {title}: {spoken(error)}.") from None
    except (LookupError, TypeError, AttributeError, ArithmeticError, AssertionError):
        raise PositionError(f"This is no position of {title}: its parts do not fit each other.") from None
    if seal and seal != digest(state):
        raise PositionError(
            f"The position does not fit its seal {_short(seal)}: a line was lost or changed. Paste it whole, or take the last line away if you changed it on purpose."
        )
    return Position(title, scenario, settings, file, state)


def _opened(lines: list[tuple[int, str]], rules_for: RulesFor) -> tuple[Rules, str]:
    """The rules of the first line."""
    first = lines[0][1] if lines else ""
    told = re.fullmatch(r"position (\S+) (\d+)", first)
    if told is None:
        raise PositionError(
            f"Line 1: expected a position, such as: position trafalgar 2; found: {_short(first) or 'nothing'}"
        )
    rules = rules_for(told[1])
    if int(told[2]) != rules.version:
        raise PositionError(
            f"The position is of version {told[2]} of the rules of {told[1]}, and these are version {rules.version}: it needs the weathergauge it was written with."
        )
    return rules, told[1]


def _base(rules: Rules, scenario: str, settings: Mapping[str, Any], file: str) -> Any:
    """The set-up that is compared with, as plain values."""
    return json.loads(codec.encode(rules.setup(rules.scenario_of(scenario, settings, file), SeededDice(KEY, 0))))


def _lines(base: Any, now: Any) -> Iterator[str]:
    """What stands otherwise now, with a line for each thing of which anything does."""
    for place, changes in groupby(_changes("", base, now), key=itemgetter(0)):
        yield f"{place or ALL} {' '.join(said for _, said in changes)}"


def _changes(place: str, base: Any, now: Any) -> Iterator[tuple[str, str]]:
    """Each part that is otherwise: of what, and in the words of the notation."""
    names, others = _names(base), _names(now)
    if isinstance(base, dict) and isinstance(now, dict) and all(map(NAME.fullmatch, (*base, *now))):
        parts = [(key, f"{place}.{key}" if place else key, base.get(key), now.get(key)) for key in {**base, **now}]
        known, gone = {*base}, {*base} - {*now}
    elif names and others:
        if names != others:
            yield place, f": {' '.join(others)}"
        there = dict(zip(names, base, strict=True))
        parts = [(f"[{name}]", f"{place}[{name}]", there.get(name), one) for name, one in zip(others, now, strict=True)]
        known, gone = {f"[{name}]" for name in names}, set()
    else:  # two lists of the same length
        parts = [(f"[{n}]", f"{place}[{n}]", one, other) for n, (one, other) in enumerate(zip(base, now, strict=True))]
        known, gone = {part[0] for part in parts}, set()
    within = []
    for key, inner, one, other in parts:
        if key in gone:
            yield place, f"-{key}"
        elif key not in known or (_json(one) != _json(other) and not _alike(one, other)):
            yield place, f"{key}={_json(other)}"
        elif _json(one) != _json(other):
            within.append((inner, one, other))
    for inner, one, other in within:
        yield from _changes(inner, one, other)


def _alike(one: Any, other: Any) -> bool:
    """Whether two plain values are better told apart part by part than written out."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(map(NAME.fullmatch, (*one, *other))) and bool(one.keys() & other.keys())
    if not isinstance(one, list) or not isinstance(other, list):
        return False
    return bool(_names(one) and _names(other)) or (
        len(one) == len(other) and any(isinstance(part, dict) for part in one)
    )


def _strange(place: str, plain: Any, value: Any) -> Iterator[str]:
    """The names in a plain value that its type does not have."""
    if isinstance(value, Struct) and isinstance(plain, dict):
        known = {field.encode_name: field.name for field in fields(value)}
        for key, part in plain.items():
            inner = f"{place}.{key}" if place else key
            if key in known:
                yield from _strange(inner, part, getattr(value, known[key]))
            elif key != type(value).__struct_config__.tag_field:
                yield inner
    elif isinstance(value, list | tuple) and isinstance(plain, list):
        for one, other in zip(plain, value, strict=False):
            yield from _strange(f"{place}[{_called(one) or '…'}]", one, other)


def _names(value: Any) -> list[str]:
    """The ids of a list of things, where each has one of its own."""
    if not isinstance(value, list) or not value:
        return []
    names = [part.get("id") if isinstance(part, dict) else None for part in value]
    fit = all(isinstance(name, str) and NAME.fullmatch(name) and not name.isdigit() for name in names)
    return [str(name) for name in names] if fit and len({*names}) == len(names) else []


def _lay(plain: Any, number: int, line: str) -> None:
    """Carry one line of the text out in a plain value."""
    place, _, rest = line.partition(" ")
    within = plain
    try:
        for step in _steps(place):
            within = within[_key(within, step)]
        end = 0
        while end < len(rest):
            end = _change(within, number, rest, end)
            end += len(rest[end:]) - len(rest[end:].lstrip())
    except PositionError:
        raise
    except (LookupError, TypeError, ValueError):
        raise PositionError(
            f"Line {number}: there is nothing at {_short(place)} that could be so: {_short(rest)}"
        ) from None


def _steps(place: str) -> list[str]:
    if place == ALL:
        return []
    steps = STEP.findall(place)
    if "".join(steps) != place:
        raise LookupError(place)
    return [step.removeprefix(".") for step in steps]


def _change(within: Any, number: int, rest: str, start: int) -> int:
    """Carry out one change of a line, and say where the next begins."""
    if rest.startswith(": ", start):
        known = {_called(part): part for part in within}
        within[:] = [known.get(name, _Coming(name)) for name in rest[start + 2 :].split(" [")[0].split()]
        return len(rest) if " [" not in rest[start:] else rest.index(" [", start)
    told = CHANGE.match(rest, start)
    if told is None:
        raise PositionError(f"Line {number}: expected changes such as turn=3 or -speed; found: {_short(rest[start:])}")
    if told["gone"]:
        del within[_key(within, told["gone"])]
        return told.end()
    try:
        value, end = DECODER.raw_decode(rest, told.end())
    except (ValueError, RecursionError):
        sentence = f'Line {number}: {_short(rest[told.end() :])} is no value: expected a number, true, false, null, "words" or a list'
        raise PositionError(sentence) from None
    within[_key(within, told["key"], new=True)] = value
    return end


def _key(within: Any, step: str, new: bool = False) -> Any:
    """Where a step leads, in a struct or a list."""
    if not step.startswith("["):
        if not isinstance(within, dict) or (step not in within and not new):
            raise KeyError(step)
        return step
    name = step[1:-1]
    if not isinstance(within, list):
        raise KeyError(step)
    if name.isdigit():
        return range(len(within))[int(name)]
    return [_called(part) for part in within].index(name)


def _called(one: Any) -> Any:
    return one.get("id") if isinstance(one, dict) else one.name if isinstance(one, _Coming) else None


class _Coming(Struct):
    """A thing that was not there at the set-up; a later line says what it is."""

    name: str


def _value(number: int, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise PositionError(f"Line {number}: {_short(text)} cannot be read: it was cut or changed") from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
