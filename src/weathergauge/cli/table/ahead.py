"""Standing orders at the keyboard: kept beside the record, followed while others play, and told of when their owner is asked again."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any

from msgspec import DecodeError

from weathergauge import codec
from weathergauge.beside.standing import Standing
from weathergauge.bots.advice import Adviser
from weathergauge.cli.console import Wrong
from weathergauge.match import Match, standing
from weathergauge.match.standing import Kept
from weathergauge.ruleset import Seat

BESIDE = ".standing"
"""Goes with the name of the record: what its players have ordered ahead."""


class Ahead:
    """What the people at a keyboard have ordered ahead in a match, and what came of it since they were last asked."""

    def __init__(self, match: Match, path: Path | None) -> None:
        self.match = match
        self._place = None if path is None else path.with_name(path.name + BESIDE)
        self._kept = _taken_up(self._place)
        self._adviser = Adviser()
        self._given: dict[Seat, Counter[str]] = {}
        self._woken: dict[Seat, str] = {}

    def stands(self, seat: Seat) -> bool:
        """Whether a seat has ordered anything ahead."""
        return seat in self._kept

    def orders(self, seat: Seat) -> Standing:
        """What a seat has ordered ahead; where that is nothing, orders that ask about everything."""
        kept = self._kept.get(seat)
        return self.match.rules.standing() if kept is None else standing.of(self.match.rules, kept)

    def in_words(self, seat: Seat) -> list[str]:
        """What stands for a seat, a sentence each; none where it is asked about everything."""
        if seat not in self._kept:
            return []
        return [*self.match.rules.stand_in_words(self.match.view(seat), self.orders(seat))]

    def give(self, seat: Seat, orders: Standing) -> None:
        """Take orders of a seat; Refused is a sentence, and those before stand on."""
        self._kept[seat] = standing.give(self.match, seat, orders, self._kept.get(seat))
        self._keep()

    def drop(self, seat: Seat) -> None:
        """Take back whatever a seat has ordered ahead."""
        self._kept.pop(seat, None)
        self._keep()

    def rest(self, seat: Seat) -> None:
        """Let whoever has gone back decide this step himself."""
        if seat in self._kept:
            self._kept[seat] = standing.at_rest(self.match, seat, self._kept[seat])
            self._keep()

    def follow(self, people: Collection[Seat]) -> bool:
        """Give the next order that was given ahead, or wake its owner; False where everybody is asked as if nothing stood."""
        if not self._kept:
            return False
        before = dict(self._kept)
        led = standing.first(self.match, self._kept, people, self._adviser)
        if self._kept != before:
            self._keep()
        if led is None:
            return False
        seat, followed = led
        if followed.woken:
            self._woken[seat] = followed.woken
        else:
            self._given.setdefault(seat, Counter())[followed.words] += 1
        return True

    def gave(self, seat: Seat) -> bool:
        """Whether anything was ordered for a seat since it was last told of it."""
        return bool(self._given.get(seat))

    def told(self, seat: Seat) -> list[str]:
        """Say once what was ordered for a seat, and why it is woken."""
        given, woken = self._given.pop(seat, None), self._woken.pop(seat, "")
        lines = []
        if given:
            each = [f"{words}{f' ({times} times)' if times > 1 else ''}" for words, times in given.items()]
            lines.append(f"Your standing orders: {'; '.join(each)}.")
        if woken:
            lines.append(f"Your standing orders wake you. {woken}")
        return lines

    def _keep(self) -> None:
        """Write them beside the record, whole or not at all."""
        if self._place is None:
            return
        if not self._kept:
            self._place.unlink(missing_ok=True)
            return
        new = self._place.with_name(self._place.name + ".new")
        new.write_bytes(codec.encode(self._kept))
        os.replace(new, self._place)


def _taken_up(place: Path | None) -> dict[Seat, Kept]:
    """What stood when the match was left."""
    if place is None:
        return {}
    try:
        kept: dict[Seat, Any] = codec.decode(place.read_bytes(), dict[Seat, Kept])
    except FileNotFoundError:
        return {}
    except (OSError, DecodeError) as error:
        raise Wrong(f"{place} cannot be read ({error}): remove it, and nothing is ordered ahead any more") from None
    return kept
