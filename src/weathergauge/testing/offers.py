"""Checks of what is offered, accepted and refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import msgspec

from weathergauge import codec
from weathergauge.match import Match
from weathergauge.ruleset import PROCEED, TABLE, Form, Refused, Rules, Seat
from weathergauge.testing.hints import Start, hints
from weathergauge.testing.play import Player, between, filled, play_on, quick

PYTHON = re.compile(
    r"Traceback|\b\w*(?:Error|Exception)\b|\bNone\b|\bTrue\b|\bFalse\b|<[\w.]+|\bobject at\b|0x[0-9a-f]{4}|__|\b[A-Za-z_]+\(\w+="
)
"""What a sentence for a player never contains: the words of a programmer."""


def check_sentence(sentence: Any, about: str) -> None:
    """It is one line that a player can read."""
    assert isinstance(sentence, str), f"{about}: {sentence!r} is no sentence"
    assert sentence.strip() == sentence != "", f"{about}: {sentence!r} is empty, or has blanks around it"
    assert sentence.isprintable(), f"{about}: {sentence!r} has more than one line"
    assert " " in sentence, f"{about}: {sentence!r} is a word, not a sentence"
    assert len(sentence) <= 400, f"{about}: {sentence!r} is too long to read"
    assert sentence[0].isalnum() or sentence[0] in "'\"“‘(", f"{about}: {sentence!r} begins strangely"
    speaks = PYTHON.search(sentence)
    assert speaks is None, f"{about}: {sentence!r} speaks Python ({speaks and speaks[0]})"


def check_offers(rules: Rules, state: Any, seat: Seat) -> list[Any]:
    """A seat that is to act can act: every subject offers something, and each offer is accepted. The offers."""
    choices = rules.legal(rules.view(state, seat))
    subjects = list(choices.subjects())
    assert subjects, f"{seat} is to act, and there is nobody to order"
    assert len(set(subjects)) == len(subjects), f"{seat} finds a subject twice: {subjects}"
    offered: list[Any] = []
    for subject in subjects:
        options = list(choices.of(subject))
        assert options, f"{seat}: {subject} is listed and offers nothing"
        offered += options
    assert list(choices) == offered, f"{seat}: the list is not what the subjects offer one by one"
    assert len(set(offered)) == len(offered), f"{seat}: an action is offered twice"
    for action in offered:
        why = choices.why_not(action)
        assert why is None, f"{seat} is offered {action} and refused it: {why}"
        assert action in choices, f"{seat} is offered {action}, and it is not in the choices"
    assert not choices.of("nobody at all"), f"{seat}: an unknown subject offers something"
    return offered


def check_idle(rules: Rules, state: Any, actions: Iterable[Any]) -> None:
    """Whoever is not to act is offered nothing, and refused everything with a sentence; so are spectators."""
    actions = list(actions)
    for seat in (*rules.seats, None):
        if seat in rules.to_act(state):
            continue
        choices = rules.legal(rules.view(state, seat))
        assert not list(choices), f"{seat} is not to act and is offered {next(iter(choices))}"
        assert not choices.forms(), f"{seat} is not to act and is given forms"
        for action in actions:
            assert action not in choices, f"{seat} is not to act and may do {action}"
            check_sentence(choices.why_not(action), f"{seat}, not to act, asks for {action}")


def check_all_play(rules: Rules, state: Any, seat: Seat, actions: Iterable[Any]) -> None:
    """What is accepted can be played, and leaves the match over or somebody to act."""
    for action in actions:
        after = rules.play(state, seat, action, quick("try")).state
        assert rules.result(after) is not None or rules.to_act(after), f"after {action} of {seat} nobody can act"


def check_refusals(rules: Rules, state: Any, seat: Seat, offered: list[Any], others: Iterable[Any]) -> list[Any]:
    """Any other action is refused with a sentence, unless a form covers it or the hints say that it takes another's place
    in secret. Those that are accepted."""
    choices = rules.legal(rules.view(state, seat))
    forms, known, accepted = choices.forms(), set(offered), []
    for action in others:
        why = choices.why_not(action)
        assert (why is None) == (action in choices), f"{seat}: {action} is in the choices, and also refused: {why}"
        if why is not None:
            assert action not in known, f"{seat} is offered {action} and refused it: {why}"
            check_sentence(why, f"{seat} asks for {action}")
            continue
        told = rules.play(state, seat, action, quick("try")).events if hints(rules.name).rewrites else ()
        secret = bool(told) and all(event.to == (seat,) for event in told)
        free = type(action).__name__.lower() in hints(rules.name).unlisted
        offered_so = action in known or secret or free or covered(action, forms)
        assert offered_so, f"{seat} may do {action}, which nothing offers"
        accepted.append(action)
    return accepted


def covered(action: Any, forms: Iterable[Form], but: Form | None = None) -> bool:
    """Whether a form has this action within its limits."""
    plain = {"type": codec.plain(action)["type"], **codec.plain(msgspec.structs.asdict(action))}
    return any(
        form is not but
        and form.action == plain["type"]
        and all(plain[name] == value for name, value in form.fixed.items())
        and all(
            limits.low <= plain[name] <= limits.high and (plain[name] - limits.low) % limits.step == 0
            for name, limits in form.ranges.items()
        )
        for form in forms
    )


def check_forms(rules: Rules, state: Any, seat: Seat, offered: list[Any], chance: Random) -> int:
    """What is within a form's limits is accepted, and what is just outside is refused. How many forms were tried."""
    choices = rules.legal(rules.view(state, seat))
    forms = choices.forms()
    some = chance.sample(forms, min(4, len(forms)))
    for form in some:
        check_sentence(f"form {form.words}", f"the form of {form.action}")
        for name, limits in form.ranges.items():
            assert limits.low <= limits.high, f"{form}: {name} has no value within its limits"
        ends = [{name: getattr(limits, end) for name, limits in form.ranges.items()} for end in ("low", "high")]
        inside = [filled(rules, form, values) for values in (*ends, between(form, chance), between(form, chance))]
        for action in inside:
            why = choices.why_not(action)
            assert why is None, f"{seat}: {action} is within the form {form} and refused: {why}"
        check_all_play(rules, state, seat, inside[-1:])
        for action in _outside(rules, form, chance):
            if action not in offered and not covered(action, forms, but=form):
                why = choices.why_not(action)
                assert why is not None, f"{seat}: {action} is outside the form {form} and accepted"
                check_sentence(why, f"{seat} asks for {action}")
    return len(some)


def _outside(rules: Rules, form: Form, chance: Random) -> Iterator[Any]:
    for name, limits in form.ranges.items():
        beyond = [limits.low - limits.step, limits.high + limits.step, limits.low - 100_000, limits.high + 100_000]
        if limits.step > 1:
            beyond.append(limits.low + 1)
        for value in beyond:
            yield filled(rules, form, {**between(form, chance), name: value})


class Pool:
    """Words and numbers that actions have used, to make others of: other ships' names, other phases' actions."""

    def __init__(self) -> None:
        self.actions: dict[Any, None] = {PROCEED: None}
        self.words: dict[str, None] = {"nobody": None, "": None}
        self.numbers: dict[int, None] = dict.fromkeys((0, -1, 1, 7, 1_000_000))

    def learn(self, actions: Iterable[Any], chance: Random) -> None:
        """Keep some actions, and what they are made of."""
        for action in actions:
            if len(self.actions) < 400 or chance.random() < 0.01:
                self.actions[action] = None
            for value in _leaves(msgspec.structs.asdict(action)):
                if isinstance(value, str):
                    self.words[value] = None
                elif isinstance(value, int) and not isinstance(value, bool) and len(self.numbers) < 200:
                    self.numbers[value] = None

    def others(self, rules: Rules, offered: list[Any], chance: Random, count: int) -> list[Any]:
        """Actions that were not offered, or not here: from another time, or with one field changed."""
        made = chance.sample([*self.actions], min(count // 2, len(self.actions)))
        for _ in range(count):
            action = chance.choice(offered)
            fields = _fields(action.__class__)
            if not fields:
                continue
            field, other = chance.choice(fields), chance.choice(fields)
            changed = msgspec.structs.asdict(action)
            if chance.random() < 0.2:  # the target orders, and the ship is the target
                changed[field.name], changed[other.name] = changed[other.name], changed[field.name]
            else:
                changed[field.name] = chance.choice([*self._instead(changed[field.name], field.type)])
            try:
                plain = {**codec.plain(changed), "type": codec.plain(action)["type"]}
                made.append(codec.convert(plain, rules.types.action))
            except msgspec.ValidationError:
                continue  # the door turns it away before the rules see it
        return made

    def _instead(self, value: Any, kind: Any) -> Iterator[Any]:
        yield from _literals(kind)
        yield from (None, not value)
        match value:
            case int():
                yield from (value + 1, value - 1, -value, *self.numbers)
            case str() | None:
                yield from self.words
            case tuple():
                yield from (value[1:], value[::-1], value + value, ())


@cache
def _fields(kind: Any) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def _leaves(value: Any) -> Iterator[Any]:
    match value:
        case dict():
            for part in value.values():
                yield from _leaves(part)
        case list() | tuple():
            for part in value:
                yield from _leaves(part)
        case msgspec.Struct():
            yield from _leaves(msgspec.structs.asdict(value))
        case _:
            yield value


def _literals(kind: Any) -> Iterator[Any]:
    for part in get_args(kind):
        if isinstance(part, str | int):
            yield part
        yield from _literals(part)


class Spy:
    """Rules that note whether they are asked to play."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.plays = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def play(self, *args: Any) -> Any:
        self.plays += 1
        return self._rules.play(*args)


def check_door(rules: Rules, title: str, start: Start, seed: str, *, limit: int = 400) -> int:
    """A match refuses with the rules' own sentence, and nothing is played, written or counted. How often it did."""
    lines: list[bytes] = []
    spy, refusals = Spy(rules), 0
    watched: Any = spy
    match = Match.create(watched, title, start.scenario, seed=seed, put=lines.append, position=start.position)
    player, pool = Player(rules, seed), Pool()
    for _ in play_on(match, player, steps=limit):
        if match.result is not None:
            break
        pool.learn([action for seat in match.to_act if seat != TABLE for action in match.legal(seat)], player.chance)
        before = match.state, len(lines), spy.plays, match.to_act, [match.decision(seat) for seat in rules.seats]
        for seat in (*rules.seats, TABLE, "nobody"):
            why = None
            action = player.chance.choice([*pool.actions])
            if seat in match.to_act and seat != TABLE:
                why = match.legal(seat).why_not(action)
                if why is None:
                    continue
            elif seat in match.to_act and action == PROCEED:
                continue
            refused = _refusal(match, seat, action)
            assert refused is not None, f"the match lets {seat} do {action}"
            check_sentence(refused, f"the match refuses {seat} {action}")
            assert why in (None, refused), f"the rules say {why!r}, and the match says {refused!r}"
            refusals += 1
        after = match.state, len(lines), spy.plays, match.to_act, [match.decision(seat) for seat in rules.seats]
        assert before[0] is after[0], f"{start.name}, {seed}: a refused action changed the match"
        assert before[1:] == after[1:], f"{start.name}, {seed}: a refused action changed the match"
    return refusals


def _refusal(match: Match, seat: Seat, action: Any) -> str | None:
    try:
        match.act(seat, action)
    except Refused as refused:
        return str(refused)
    return None
