"""The admiral: plays orders on in his head, within a budget of samples and time, and compares what comes of them."""

from __future__ import annotations

from importlib import import_module

from weathergauge.bots import tempers
from weathergauge.bots.captain import Captain, Judgement

SAMPLES = 4
"""Battles that are imagined for an order, or enemies in them."""
SECONDS, SLOW_SECONDS = 1.0, 5.0
"""What a turn may cost of the processor's time, and what it may cost an admiral who takes his time.

Where the limit is not reached the same seed and samples always give the same order.
"""


class Admiral(Captain):
    """Plays as a captain does, by a judgement that thinks longer."""

    rank = "admiral"
    module = "admiral"

    def __init__(
        self, seed: int | str = 0, title: str | None = None, samples: int = SAMPLES, seconds: float = SECONDS,
        temper: str = tempers.ORDINARY,
    ) -> None:  # fmt: skip
        super().__init__(seed, title, temper)
        if samples < 1:
            raise ValueError(f"samples={samples}: expected 1 or more; a captain plays without")
        if not seconds > 0:
            raise ValueError(f"seconds={seconds}: expected more than 0; a captain plays without")
        self.samples, self.seconds = samples, seconds

    def made(self, place: str) -> Judgement:
        made: Judgement = import_module(place).judgement(self.seed, self.samples, self.seconds, **self.asked())
        return made
