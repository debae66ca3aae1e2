"""Events as they are stored and sent: numbered for each seat without gaps, each with its sentence and its arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace

from weathergauge import codec
from weathergauge.beside.tidings import ALL, NEWS, Tiding
from weathergauge.dice import Look
from weathergauge.match import talk
from weathergauge.ruleset import Rules, Ruleset, Seat
from weathergauge.server import tongues

NOTHING = Raw(b"[]")
SAID = b'"said":'


class Event(Struct, frozen=True, omit_defaults=True):
    """Something that happened, as one seat hears it."""

    number: int
    kind: str
    """rules, match, turn, dice, talk or standing; at a companion table sheet or roll"""
    type: str
    event: Any
    words: str
    account: list[Look]
    at: str
    tiding: Tiding = Tiding()
    """What it is worth telling of afterwards."""


class Body(Struct, frozen=True, omit_defaults=True):
    """The same without its number, which differs from seat to seat."""

    kind: str
    type: str
    event: Any
    words: str
    account: Any
    at: str
    tiding: Tiding = Tiding()
    said: Mapping[str, str] = {}
    """The words in other languages than English."""


class _Stored(Struct, frozen=True, omit_defaults=True):
    """An event as it is stored, of which only the words are looked at."""

    kind: str
    type: str
    event: Raw
    words: str
    account: Raw
    at: str
    tiding: Tiding = Tiding()
    said: Mapping[str, str] = {}


@lru_cache(maxsize=64)
def clock(at: int) -> str:
    """A time as it is sent."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S") + f".{at % 1000:03d}Z"


def milliseconds(told: datetime) -> int:
    """A time as it is stored; one that was told without a zone is universal time."""
    zoned = told if told.tzinfo is not None else told.replace(tzinfo=UTC)
    return (zoned - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


Words = str | Callable[[], str]
"""What an event says, or says in whatever language is spoken."""


def body(
    kind: str, type: str, event: Any, words: Words, at: int, account: Any = (), tiding: Tiding = ALL, title: str = ""
) -> bytes:
    english, said = (words, {}) if isinstance(words, str) else tongues.in_all(title, words)
    return codec.encode(Body(kind, type, event, english, account, clock(at), tiding, said))


def in_words(told: Mapping[str, Any]) -> str:
    """What an event that was read again says, in the language of whoever asks."""
    said: Mapping[str, str] = told.get("said") or {}
    return said.get(tongues.chosen(said)) or str(told["words"])


def numbered(number: int, body: bytes) -> bytes:
    """The event as it is sent, under the number it has for that seat, in the language of whoever asks."""
    return b'{"number":%d,%b' % (number, _said(body, tongues.wished())[1:] if SAID in body else body[1:])


@lru_cache(maxsize=1024)
def _said(body: bytes, wished: tuple[str, ...]) -> bytes:
    """An event in the words of the language that is wished for: the same for the receipt and for every stream."""
    stored = codec.decode(body, _Stored)
    words = stored.said.get(tongues.chosen(stored.said, wished), stored.words)
    return codec.encode(replace(stored, words=words, said={}))


def alike(rules: Rules) -> bool:
    """Whether everybody is told of an event in the same words."""
    return type(rules).tell_to is Ruleset.tell_to


def of_rules(rules: Rules, state: Any, event: Any, at: int, seats: Sequence[Seat] = ()) -> bytes:
    """An event of the title or of the match itself, for those seats. Its account goes beside it, for whoever asks why."""
    if isinstance(event, talk.MatchEvent):
        kind = type(event).__name__.lower()
        return body("match", kind, event, lambda: talk.told(rules, event), at, tiding=NEWS, title=rules.name)
    plain = codec.plain(event)
    account = plain.pop("account", ())
    tiding, words = rules.tiding(event), lambda: rules.tell_to(state, event, seats)
    return body("rules", plain["type"], plain, words, at, account, tiding, rules.name)
