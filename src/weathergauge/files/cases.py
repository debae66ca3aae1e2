"""Cases: the rules' answer key as data, so that anyone can check any implementation with it.

`docs/cases.md` describes the files. A case is a resolution or a few moves with all its dice, and what must come of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from weathergauge.codec import convert
from weathergauge.dice import Cell, Dice, NeedRoll, Roll, Throw, WrongDice
from weathergauge.ruleset import TABLE, Proceed, Rules
from weathergauge.sentences import nearest, spoken


class CaseError(ValueError):
    """A file of cases that cannot be used; the message names file, case and reason."""


class Fails(Exception):
    """A case that does not hold; the message is the first difference."""


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """One action of a case: whose, and what. The table's needs no words: it has only one."""

    by: str
    do: dict[str, Any] | None = None


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """How likely a result must be that has these fields."""

    when: Any
    chance: str

    def __post_init__(self) -> None:
        try:
            Fraction(self.chance)
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"chance {self.chance!r}: expected a fraction, as in '5/36'") from None


class Case(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One numbered case, as its file has it."""

    id: str
    words: str
    title: str
    file: str = ""
    procedure: str | None = None
    inputs: dict[str, Any] = {}
    scenario: str | None = None
    settings: dict[str, Any] = {}
    change: dict[str, Any] = {}
    play: tuple[Turn, ...] = ()
    dice: tuple[str, ...] = ()
    expect: Any = UNSET
    told: list[Any] | UnsetType = UNSET
    refused: str | bool = False
    odds: tuple[Chance, ...] = ()
    cells: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.id.strip() or not self.words.strip():
            raise ValueError("id and words must not be empty")
        if (self.procedure is None) == (self.scenario is None):
            raise ValueError("a case has either a procedure, with inputs, or a scenario, with what is played")
        if self.procedure is None and (self.inputs or self.odds):
            raise ValueError("inputs and odds belong to a procedure")
        if self.scenario is None and (self.settings or self.change or self.play):
            raise ValueError("settings, change and play belong to a scenario")
        if self.expect is UNSET and self.told is UNSET and not self.refused and not self.odds:
            raise ValueError("nothing is expected: give expect, told, refused or odds")
        if self.refused and (self.expect is not UNSET or self.told is not UNSET or self.odds):
            raise ValueError("what is refused has no result: leave out expect, told and odds")
        for entry in self.dice:
            faces_of(entry)
        for cell in self.cells:
            parse_cell(cell)

    @property
    def resolves(self) -> bool:
        """Whether it is more than a question of odds."""
        return self.procedure is None or self.expect is not UNSET or self.told is not UNSET or bool(self.refused)


def faces_of(entry: str) -> tuple[int, ...]:
    """`3 4: what for` is one throw of two dice."""
    faces, _, what_for = entry.partition(":")
    if not what_for.strip() or not all(face.isdigit() for face in faces.split()) or not faces.strip():
        raise ValueError(f"dice {entry!r}: expected one throw with its faces and what it is for, as in '3 4: the shot'")
    return tuple(int(face) for face in faces.split())


def parse_cell(text: str) -> Cell:
    """`chart[key, key]` is a place on a chart."""
    chart, bracket, keys = text.partition("[")
    if not chart or not bracket or not keys.endswith("]"):
        raise ValueError(f"cell {text!r}: expected chart[key, key]")
    return Cell(chart, tuple(key.strip() for key in keys[:-1].split(",")))


def load(files: Iterable[Path]) -> list[Case]:
    """The cases of these files, in order. No two may share an id."""
    found: dict[str, Case] = {}
    for file in files:
        for case in _read(file):
            if case.id in found:
                raise CaseError(f"{file}, case {case.id}: {found[case.id].file} already has a case of that id")
            found[case.id] = case
    return [*found.values()]


def _read(file: Path) -> list[Case]:
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CaseError(f"{file}: {spoken(error)}") from None
    title = told.pop("title", file.resolve().parent.name)
    cases = told.pop("case", [])
    if told or not isinstance(cases, list):
        raise CaseError(f"{file}: expected a title and [[case]] tables; found {', '.join(told) or 'case'}")
    return [_case(raw, n, title, file) for n, raw in enumerate(cases, 1)]


def _case(raw: Mapping[str, Any], n: int, title: str, file: Path) -> Case:
    place = f"{file}, case {raw.get('id', n)}"
    for name in raw:
        if name not in Case.__struct_fields__ or name == "file":
            known = [field for field in Case.__struct_fields__ if field != "file"]
            raise CaseError(f"{place}: {name}: a case has no such field; {nearest(name, known)}")
    try:
        return convert({"title": title, **raw, "file": str(file)}, Case)
    except msgspec.ValidationError as error:
        raise CaseError(f"{place}: {spoken(error)}") from None


def check(
    case: Case,
    rules: Rules,
    docs: Path | None = None,
    read: set[Cell] | None = None,
    ruleset: str | None = None,
    dice: CaseDice | None = None,
) -> str | None:
    """The first difference between what the case says and what the rules do; None when it holds.

    `docs` is the project's folder of rulings; without it those a case names are taken on trust. The page is that of
    `ruleset`, which titles of a series share. The cells that were read are added to `read`. Whoever wants to see what is
    asked of the dice brings his own `dice`, with those of the case.
    """
    dice = dice or CaseDice(case.dice)
    try:
        if case.procedure is not None:
            _check_procedure(case, case.procedure, rules, dice)
        elif case.scenario is not None:
            _check_play(case, case.scenario, rules, dice)
        _check_cells(case, rules, dice, set() if read is None else read)
        _check_rulings(case, ruleset or rules.name, docs)
    except Fails as difference:
        return str(difference)
    except NeedRoll as need:
        return f"the rules ask for {need}; the case has no more dice"
    except WrongDice as wrong:
        return str(wrong)
    return None


class CaseDice(Dice):
    """The throws of a case, each held to as many dice as the rules ask for; what it is for is for people."""

    def __init__(self, entries: Iterable[str]) -> None:
        super().__init__()
        self._entries = list(entries)

    def _fall(self, roll: Roll) -> Throw:
        if len(self.throws) == len(self._entries):
            raise NeedRoll(roll)
        entry = self._entries[len(self.throws)]
        faces = faces_of(entry)
        if len(faces) != roll.count or any(face not in roll.die.faces for face in faces):
            raise WrongDice(f"dice {entry!r}: the rules ask for {roll.dice} for {roll.why}")
        return Throw(roll.dice, faces)

    def finish(self) -> None:
        """Refuse throws that nobody asked for."""
        if left := self._entries[len(self.throws) :]:
            raise WrongDice(f"dice {left[0]!r}: the rules ask for no more dice")


def _check_procedure(case: Case, name: str, rules: Rules, dice: CaseDice) -> None:
    if name not in rules.procedures:
        hint = nearest(name, rules.procedures)
        raise CaseError(f"{case.file}, case {case.id}: there is no procedure {name} of {case.title}; {hint}")
    procedure = rules.procedures[name]
    try:
        inputs = procedure.read(case.inputs)
        result = procedure.resolve(inputs, rules.charts, dice) if case.resolves else None
    except WrongDice:
        raise
    except ValueError as error:
        return _check_refusal(case, str(error))
    if case.refused:
        raise Fails("expected a refusal, but it was resolved")
    dice.finish()
    if case.expect is not UNSET:
        hold(case.expect, plain(result))
    if case.told is not UNSET:
        hold(case.told, plain([told.event for told in dice.told]), "told")
    if case.odds:
        found = procedure.odds(inputs, rules.charts)
        for expected in case.odds:
            chance = found.chance(partial(_shows, expected.when))
            if chance != Fraction(expected.chance):
                raise Fails(f"chance of {_short(expected.when)}: expected {Fraction(expected.chance)}, got {chance}")
    return None


def _shows(when: Any, value: Any) -> bool:
    """Whether a result is the one, or one of those, that a case speaks of."""
    return differs(when, plain(value)) is None


def _check_refusal(case: Case, reason: str) -> None:
    if not case.refused:
        raise Fails(f"refused: {reason}")
    if isinstance(case.refused, str) and case.refused not in reason:
        raise Fails(f"refused: expected {case.refused!r}, got {reason!r}")


def _check_play(case: Case, scenario: str, rules: Rules, dice: CaseDice) -> None:
    """Play from the scenario, or from a position made of it; only what comes of the last action is compared."""
    state = _start(case, scenario, rules, dice)
    events: list[Any] = []
    for n, turn in enumerate(case.play, 1):
        while turn.by != TABLE and rules.to_act(state) == (TABLE,):
            state = rules.play(state, TABLE, Proceed(), dice).state
        action = _action(case, n, turn, rules)
        reason = _why_not(rules, state, turn.by, action)
        if reason is not None:
            if n < len(case.play):
                raise Fails(f"action {n} of {turn.by} is refused: {reason}")
            return _check_refusal(case, reason)
        played = rules.play(state, turn.by, action, dice)
        state, events = played.state, [told.event for told in played.events]
    if case.refused:
        raise Fails("expected a refusal, but it was played")
    dice.finish()
    got = {"state": state, "events": events, "to_act": rules.to_act(state), "result": rules.result(state)}
    if case.expect is not UNSET:
        hold(case.expect, plain(got))
    if case.told is not UNSET:
        hold(case.told, plain(events), "told")
    return None


def _start(case: Case, scenario: str, rules: Rules, dice: CaseDice) -> Any:
    """The position a case is played from."""
    try:
        state = rules.setup(rules.scenario(scenario, case.settings), dice)
        if not case.change:
            return state
        made = convert(_changed(plain(state), case.change), rules.types.state)
        _all_there(case.change, plain(made))
        return made
    except (NeedRoll, WrongDice):
        raise
    except msgspec.ValidationError as error:
        raise CaseError(f"{case.file}, case {case.id}: its change makes no position: {spoken(error)}") from None
    except ValueError as error:
        raise CaseError(f"{case.file}, case {case.id}: {error}") from None


def _action(case: Case, n: int, turn: Turn, rules: Rules) -> Any:
    if turn.do is None and turn.by == TABLE:
        return Proceed()
    try:
        return convert(turn.do, rules.types.action)
    except msgspec.ValidationError as error:
        raise CaseError(f"{case.file}, case {case.id}: action {n} cannot be read: {spoken(error)}") from None


def _why_not(rules: Rules, state: Any, seat: str, action: Any) -> str | None:
    if seat == TABLE:
        return None if TABLE in rules.to_act(state) else "the table has nothing to do now"
    reason: str | None = rules.legal(rules.view(state, seat)).why_not(action)
    return reason


def _changed(value: Any, change: Any) -> Any:
    """A plain value with some of its parts changed; the parts of a list are numbered from 1."""
    if not isinstance(change, Mapping):
        return change
    if isinstance(value, list):
        places = {str(n): part for n, part in enumerate(value, 1)}
        return [*_changed(places, change).values()]
    value = value if isinstance(value, Mapping) else {}
    return {**value, **{name: _changed(value.get(name), part) for name, part in change.items()}}


def _all_there(change: Any, made: Any, at: str = "the position") -> None:
    """Refuse a change of what the position does not have: it would be lost, and the case be about something else."""
    if not isinstance(change, Mapping):
        return
    parts = {str(n): part for n, part in enumerate(made, 1)} if isinstance(made, list) else made
    for name, part in change.items():
        if not isinstance(parts, Mapping) or name not in parts:
            hint = nearest(name, parts) if isinstance(parts, Mapping) else f"it is {made!r}"
            raise ValueError(f"its change: there is no {name} in {at}; {hint}")
        _all_there(part, parts[name], name if at == "the position" else f"{at}.{name}")


def plain(value: Any) -> Any:
    """The value as JSON has it, and also with what JSON leaves out because it is the default."""
    if isinstance(value, Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        tag = value.__struct_config__.tag
        if value.__struct_config__.array_like:
            parts = [plain(getattr(value, name)) for name in value.__struct_fields__]
            return parts if tag is None else [tag, *parts]
        told = {} if tag is None else {str(value.__struct_config__.tag_field): tag}
        return told | {shown: plain(getattr(value, name)) for name, shown in names}
    if isinstance(value, Mapping):
        return {str(msgspec.to_builtins(name)): plain(part) for name, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return msgspec.json.decode(msgspec.json.encode(value))


def hold(expected: Any, got: Any, at: str = "") -> None:
    """Fail with the first difference."""
    difference = differs(expected, got, at)
    if difference is not None:
        raise Fails(difference)


def differs(expected: Any, got: Any, at: str = "") -> str | None:
    """The first difference. Fields that are not named are not compared; a list is compared whole, or by its places."""
    if isinstance(expected, Mapping):
        parts = {str(n): part for n, part in enumerate(got, 1)} if isinstance(got, list) else got
        if not isinstance(parts, Mapping):
            return _difference(expected, got, at)
        for name, part in expected.items():
            inside = f"{at}.{name}" if at else name
            if name not in parts:
                return f"{inside}: expected {_short(part)}, but there is no {name}; {nearest(name, map(str, parts))}"
            if (difference := differs(part, parts[name], inside)) is not None:
                return difference
        return None
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return next(
            (d for n, (e, g) in enumerate(zip(expected, got, strict=True), 1) if (d := differs(e, g, f"{at}.{n}".lstrip(".")))),
            None,
        )  # fmt: skip
    same = expected == got and isinstance(expected, bool) == isinstance(got, bool)
    return None if same or (expected == "none" and got is None) else _difference(expected, got, at)


def _difference(expected: Any, got: Any, at: str) -> str:
    return f"{at or 'result'}: expected {_short(expected)}, got {_short(got)}"


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else text[:200] + "…"


def _check_cells(case: Case, rules: Rules, dice: Dice, read: set[Cell]) -> None:
    """Every cell a case rests on is there, and where the account lights cells it is one of them."""
    lit = {cell for look in dice.account or () for cell in [look.cell, *(m.cell for m in look.add)] if cell}
    read |= lit
    for text in case.cells:
        cell = parse_cell(text)
        chart = rules.chart_set.get(cell.chart)
        if chart is None:
            raise Fails(f"cell {text}: there is no such chart; {nearest(cell.chart, rules.chart_set)}")
        try:
            found = Cell(cell.chart, chart.key(*cell.key))
        except LookupError as error:
            raise Fails(f"cell {text}: {error}") from None
        if lit and found not in lit:
            shown = ", ".join(sorted(str(other) for other in lit if other.chart == cell.chart)) or "none on that chart"
            raise Fails(f"cell {text}: not read; those read were {shown}")
        read.add(found)


def _check_rulings(case: Case, ruleset: str, docs: Path | None) -> None:
    page = docs / f"{ruleset}.md" if docs else None
    if not case.rulings or page is None:
        return
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    words = {word.strip("#*`:.,;()[]|") for word in text.split()}
    for ruling in case.rulings:
        if ruling not in words:
            raise Fails(f"ruling {ruling}: docs/rulings/{page.name} has no such entry")
