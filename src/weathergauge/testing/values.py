"""Checks of the values that rules pass around: they survive JSON, never change, and nothing hidden is in them."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec

from weathergauge import codec
from weathergauge.dice import Throw
from weathergauge.match.opening import kind_of_mark
from weathergauge.ruleset import PROCEED, TABLE, Played, Rules, Told
from weathergauge.testing.offers import check_sentence
from weathergauge.testing.play import Turn
from weathergauge.throwing import RecordedDice, SeededDice, TypedDice


def check_frozen(value: Any, at: str = "state") -> None:
    """Frozen structs, tuples, whole numbers and words, all the way down."""
    match value:
        case None | bool() | int() | str() | Enum():
            return
        case msgspec.Struct():
            assert value.__struct_config__.frozen, f"{at} is a {type(value).__name__}, which can be changed"
            for name in value.__struct_fields__:
                check_frozen(getattr(value, name), f"{at}.{name}")
        case tuple():
            for place, part in enumerate(value, 1):
                check_frozen(part, f"{at}.{place}")
        case _:
            raise AssertionError(f"{at} is {value!r}: a state holds frozen structs, tuples, whole numbers and words")


def check_survives(value: Any, kind: Any, *, wholly: bool = True) -> Any:
    """Through JSON and back it is the same. What came back.

    What is told may hold a chart's cell of any kind, which comes back plain: then it need only read the same.
    """
    data = codec.encode(value)
    back = codec.decode(data, kind)
    assert codec.decode(codec.encode(back)) == codec.decode(data), f"{value} changes on its way through JSON"
    if wholly:
        assert back == value, f"{value} is not itself after JSON: {back}"
        assert codec.encode(back) == data, f"{value} is written otherwise after JSON"
    return back


def check_values(rules: Rules, turn: Turn) -> None:
    """Everything about a step can be written down and read back, and its state cannot be changed."""
    state = turn.played.state
    check_frozen(state)
    hash(state)
    check_survives(state, rules.types.state)
    packed = codec.pack(state)
    assert codec.unpack(packed, rules.types.state) == state, "a snapshot does not hold the state"
    if turn.seat != TABLE:
        check_survives(turn.action, rules.types.action)
    for seat in (*rules.seats, None):
        view = rules.view(state, seat)
        hash(view)
        check_survives(view, rules.view_type, wholly=False)
    for told in turn.played.events:
        check_dice_told(told)
        event = check_survives(told.event, rules.types.event, wholly=False)
        sentence = rules.tell(state, told.event)
        check_sentence(sentence, f"the sentence for {told.event}")
        assert rules.tell(state, event) == sentence, f"{told.event} reads otherwise after JSON"
    result = rules.result(state)
    if result is not None:
        check_survives(result, type(result))
        check_sentence(result.reason, "the reason of the end")


def check_dice_told(told: Told) -> None:
    """What was thrown behind the screen is told to its own seat and to nobody else."""
    for look in getattr(told.event, "account", ()):
        assert not look.secret or told.to == (look.seat,), f"{told.event} shows secret dice to {told.to or 'all'}"


def check_same(rules: Rules, turn: Turn) -> None:
    """The same state, action and dice give the same again, whoever throws them and wherever the state comes from."""
    copied = codec.decode(codec.encode(turn.state), rules.types.state)
    action = turn.action
    if turn.seat != TABLE:
        action = codec.decode(codec.encode(turn.action), rules.types.action)
    assert action in (turn.action, PROCEED)
    told = codec.encode(turn.played)
    recorded = RecordedDice(turn.throws)
    assert codec.encode(rules.play(copied, turn.seat, action, recorded)) == told, f"{turn.action} came out otherwise"
    recorded.finish()
    unkept = RecordedDice(turn.throws)
    unkept.account = None
    quiet = rules.play(turn.state, turn.seat, turn.action, unkept)
    assert quiet.state == turn.played.state, f"{turn.action} came out otherwise without an account"
    by_hand = TypedDice([Throw(throw.dice, throw.faces, True) for throw in turn.throws], SeededDice(b"none"))
    if not _secret_dice(rules, turn):
        typed: Played = rules.play(turn.state, turn.seat, turn.action, by_hand)
        assert typed.state == turn.played.state, f"{turn.action} came out otherwise with dice from a hand"
    assert [*rules.to_act(copied)] == [*rules.to_act(turn.state)]


def _secret_dice(rules: Rules, turn: Turn) -> bool:
    """Whether the step throws behind the screen: those dice are never typed."""

    class Watching(RecordedDice):
        secret = False

        def _fall(self, roll: Any) -> Throw:
            self.secret |= roll.secret
            return super()._fall(roll)

    dice = Watching(turn.throws)
    rules.play(turn.state, turn.seat, turn.action, dice)
    return dice.secret


def check_snapshot(rules: Rules, snapshot: bytes, state: Any) -> None:
    """A snapshot reads back to the state it was taken of."""
    assert codec.unpack(snapshot, kind_of_mark(rules)).state == state
