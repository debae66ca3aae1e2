"""Standing orders beside a match: kept for a seat, followed whenever it must decide, and at rest while its owner decides himself.

The record knows nothing of them. What they lead to is an action of the seat, asked and written at the door like any other;
which steps those were is kept here.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from msgspec import DecodeError, Raw, Struct, ValidationError
from msgspec.structs import replace

from weathergauge import codec
from weathergauge.beside.standing import Standing
from weathergauge.match.match import Match
from weathergauge.ruleset import Refused, Rules, Seat
from weathergauge.sentences import spoken

REMEMBERED = 200
"""Steps of which it is known that standing orders gave them: the newest."""


Advise = Callable[[Match, Seat], Any]
"""What a captain would order for a seat now; None where he has nothing to say."""


class Kept(Struct, frozen=True, omit_defaults=True):
    """The standing orders of a seat, and how far they have come."""

    orders: Raw
    heard: int = 0
    """Events of the seat that were looked at."""
    stage: str = ""
    """The step in which the owner decides himself: until it is over nothing is ordered for him."""
    woken: str = ""
    """Why he was woken last."""
    given: tuple[int, ...] = ()
    """Steps of the record that these orders gave."""


class Followed(Struct, frozen=True):
    """What came of standing orders: how they stand now, the action that they gave, or why their owner is woken."""

    kept: Kept
    action: Any = None
    words: str = ""
    """The action as it was ordered."""
    woken: str = ""


def of(rules: Rules, kept: Kept) -> Standing:
    """The orders themselves; Refused where they are from a version that knew others."""
    try:
        return codec.decode(bytes(kept.orders), rules.standing)
    except (DecodeError, ValidationError) as error:
        raise Refused(f"the standing orders cannot be read ({spoken(str(error))}): give them again") from None


def give(match: Match, seat: Seat, orders: Standing, before: Kept | None = None) -> Kept:
    """Take standing orders of a seat, held to its view; Refused is a sentence, and those before stand on."""
    held = match.rules.stand_by(match.view(seat), orders)
    return Kept(Raw(codec.encode(held)), match.heard(seat), given=() if before is None else before.given)


def at_rest(match: Match, seat: Seat, kept: Kept) -> Kept:
    """The orders while their owner decides this step himself."""
    return replace(kept, stage=_stage(match, seat))


def follow(match: Match, seat: Seat, kept: Kept, advise: Advise | None = None) -> Followed | None:
    """Give the next action that is ordered ahead, or wake the owner; None where the seat is asked as if nothing stood."""
    if seat not in match.to_act or match.waiting is not None or match.asking is not None:
        return None
    if kept.stage and kept.stage == _stage(match, seat):
        return None
    rules, view = match.rules, match.view(seat)
    heard = [told.event for told in match.events(seat, kept.heard)]
    try:
        stood = rules.stand(view, of(rules, kept), heard)
    except Refused as refused:
        return _wake(match, seat, kept, str(refused))
    kept = replace(kept, orders=Raw(codec.encode(stood.orders)), heard=match.heard(seat), stage="")
    if stood.woken:
        return _wake(match, seat, kept, "; ".join(stood.woken))
    action = stood.action
    if stood.advised and advise is not None:
        action = advise(match, seat)
        if action is not None and getattr(action, "ship", "") in stood.hands:
            return Followed(kept)
    if action is None:
        return Followed(kept)
    words = rules.say(view, action)
    try:
        match.act(seat, action)
    except Refused as refused:
        return _wake(match, seat, kept, f"{words} cannot be ordered: {refused}")
    return Followed(replace(kept, woken="", given=(*kept.given, match.steps)[-REMEMBERED:]), action, words)


def _wake(match: Match, seat: Seat, kept: Kept, why: str) -> Followed:
    said = f"{why[:1].upper()}{why[1:]}."
    return Followed(replace(at_rest(match, seat, kept), heard=match.heard(seat), woken=said), woken=said)


def _stage(match: Match, seat: Seat) -> str:
    return match.rules.stage(match.view(seat)) or f"fence {match.fences}"


def first(
    match: Match, kept: dict[Seat, Kept], people: Container[Seat], advise: Advise | None = None
) -> tuple[Seat, Followed] | None:
    """Follow the standing orders of one who must decide and sits there himself; None where all such are asked."""
    for seat in [seat for seat in match.to_act if seat in kept and seat in people]:
        followed = follow(match, seat, kept[seat], advise)
        if followed is not None:
            kept[seat] = followed.kept
            if followed.action is not None or followed.woken:
                return seat, followed
    return None
