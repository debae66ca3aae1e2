"""Dice that tell afterwards what a rule asked of them: whose throw it was, and which faces help."""

from __future__ import annotations

from collections.abc import Iterable

from weathergauge.dice import Roll, Throw
from weathergauge.throwing import ScriptedDice


class Watched(ScriptedDice):
    """Dice that note what was asked of them."""

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__(faces)
        self.rolls: list[Roll] = []

    def _fall(self, roll: Roll) -> Throw:
        self.rolls.append(roll)
        return super()._fall(roll)
