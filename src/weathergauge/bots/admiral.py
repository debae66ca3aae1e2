"""The admiral: imagines what the enemy may have written, and searches within a budget of samples and time."""

from __future__ import annotations

from importlib import import_module

from weathergauge.bots.captain import Captain, Judgement

SAMPLES, SECONDS = 4, 0.2
"""What an order may cost: enemies imagined, and a limit of time that a usual order does not reach.

Where the limit is not reached the same seed and samples always give the same order.
"""


class Admiral(Captain):
    """Plays as a captain does, by a judgement that thinks longer."""

    rank = "admiral"
    module = "admiral"

    def __init__(
        self, seed: int | str = 0, title: str | None = None, samples: int = SAMPLES, seconds: float = SECONDS
    ) -> None:
        super().__init__(seed, title)
        if samples < 1:
            raise ValueError(f"samples={samples}: expected 1 or more")
        if not seconds > 0:
            raise ValueError(f"seconds={seconds}: expected more than 0")
        self.samples, self.seconds = samples, seconds

    def made(self, place: str) -> Judgement:
        made: Judgement = import_module(place).judgement(self.seed, self.samples, self.seconds)
        return made
