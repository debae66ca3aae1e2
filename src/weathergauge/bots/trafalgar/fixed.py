"""Dice that are known beforehand, for trials on the table."""

from __future__ import annotations

from weathergauge.dice import Dice, Die, Good


class Fixed(Dice):
    """Dice that always show one face."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self.account = None
        self.face = face

    def _throw(
        self, count: int, die: Die, why: str, seat: str | None, secret: bool, good: Good = "high"
    ) -> tuple[int, ...]:
        return (self.face,) * count
