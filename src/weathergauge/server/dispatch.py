"""The dispatch: what happened since a seat's last move, from what that seat heard and nothing else."""

from __future__ import annotations

from msgspec import Raw, Struct

from weathergauge import codec
from weathergauge.beside.tidings import Tiding, chosen
from weathergauge.server.events import Event, numbered
from weathergauge.server.hub import Numbered

REACH = 2000
"""Events that a dispatch looks back on at most."""


class Dispatch(Struct, frozen=True):
    """What happened since the seat's last move, in three to six events with their sentences."""

    since: int
    """The last event that was heard before that move ended."""
    last: int
    events: list[Event]
    more: int
    """How many more were worth a sentence."""


class RawDispatch(Struct, frozen=True):
    since: int
    last: int
    events: list[Raw]
    more: int


class _Weighed(Struct, frozen=True):
    tiding: Tiding = Tiding()


def dispatch(since: int, last: int, told: list[Numbered]) -> RawDispatch:
    """Choose among what a seat heard."""
    tidings = [codec.decode(body, _Weighed).tiding for _, body in told]
    places = chosen(tidings)
    news = sum(tiding.level == "dispatch" for tiding in tidings)
    told_of = sum(tidings[place].level == "dispatch" for place in places)
    return RawDispatch(since, last, [Raw(numbered(*told[place])) for place in places], news - told_of)
