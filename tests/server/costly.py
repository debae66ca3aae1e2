"""The toy with procedures that cost what one asks for: time, memory or steps."""

from __future__ import annotations

import time
from typing import Any

from tests.toy import Toy
from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, catalogue, procedure


class Load(Inputs):
    """How much to do."""

    count: int = 1


@procedure
def spin(load: Load, charts: Any, dice: Dice) -> int:
    """Take tenths of seconds without taking steps: what only a limit of the process can end."""
    _many_ways(dice)
    until = time.process_time() + load.count / 10
    while time.process_time() < until:
        pass
    return load.count


@procedure
def fill(load: Load, charts: Any, dice: Dice) -> int:
    """Take mebibytes without taking steps."""
    _many_ways(dice)
    return len(b"x" * (load.count << 20)) >> 20


@procedure
def spread(load: Load, charts: Any, dice: Dice) -> tuple[int, ...]:
    """Six times as many results for each die."""
    return tuple(dice.total(why=f"die {n}") for n in range(load.count))


def _many_ways(dice: Dice) -> None:
    """More than are walked beside the requests, and nothing comes of them."""
    dice.do(_ways, read=lambda found: None)


def _ways(dice: Dice) -> tuple[int, ...]:
    return dice.tally(30, needs=(2, 3, 4), why="many ways")


class Costly(Toy):
    """The toy with procedures that cost what one asks for."""

    procedures = catalogue([spin, fill, spread])


def rules_for(title: str) -> Costly:
    return Costly()
