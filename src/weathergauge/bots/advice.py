"""A captain's advice to somebody who sits at the table himself: what he would order, from what that seat sees."""

from __future__ import annotations

from typing import Any

from weathergauge.bots.captain import Captain
from weathergauge.match import Match
from weathergauge.ruleset import Seat


class Adviser:
    """A captain for each seat of a match: what he has worked out he keeps while the table stays as it is."""

    def __init__(self) -> None:
        self._captains: dict[Seat, Captain] = {}

    def __call__(self, match: Match, seat: Seat) -> Any:
        """What he would order now; None where he does not know: nothing is advised by chance."""
        if not Captain.can_play(match.header.title):
            return None
        captain = self._captains.setdefault(seat, Captain())
        view = match.view(seat)
        return captain.advise(view, match.rules.legal(view), match.rules)
