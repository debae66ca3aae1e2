"""A few ships on an open sea, for tests that read like a turn at the table. Inches, and degrees from north."""

from __future__ import annotations

from typing import Any

from weathergauge.ruleset import TABLE, Proceed
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.scenarios import fleet, sheets
from weathergauge.rulesets.trafalgar.state import (
    INCH,
    Firing,
    Lock,
    Moving,
    Phase,
    Settings,
    Ship,
    Side,
    Squadron,
    State,
    Table,
    replace,
)  # fmt: skip
from weathergauge.throwing import ScriptedDice

CHARTS = RULES.charts
BRITISH_MOVE, ALLIED_MOVE = Moving("british"), Moving("allied")
BRITISH_FIRE, ALLIED_FIRE = Firing("british"), Firing("allied")


def hundredths(inches: float) -> int:
    return round(inches * INCH)


def ship(id: str, x: float = 30, y: float = 30, heading: int = 0, speed: float = 0, **changed: Any) -> Ship:
    """A ship of the fleet lists, with her proper sheet. She has sailed this turn as she did the last."""
    entry = fleet()[id]
    sheet = sheets()[changed.pop("sheet_of", entry.sheet)]
    afloat = Ship(
        id=id, name=entry.name, side="british" if entry.nation == "british" else "allied", nation=entry.nation,
        rate=sheet.rate, guns=entry.guns, sheet=sheet.boxes, x=hundredths(x), y=hundredths(y), heading=heading,
        length=hundredths(sheet.base[0]), width=hundredths(sheet.base[1]), points=sheet.points, flag=entry.flag,
        speed=hundredths(speed), sailed=hundredths(speed),
    )  # fmt: skip
    return replace(afloat, **changed)


def column(ids: str, x: float, y: float, heading: int, speed: float, spacing: float = 2.5) -> tuple[Ship, ...]:
    """Ships in line: the first one leads, the others lie astern of her."""
    back = (heading + 180) % 360
    step = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[back]
    return tuple(
        ship(id, x + step[0] * spacing * n, y + step[1] * spacing * n, heading, speed)
        for n, id in enumerate(ids.split())
    )


class Sea:
    """A position, and what is played from it. The wind is from the north unless told otherwise."""

    def __init__(
        self,
        *ships: Ship,
        phase: Phase = BRITISH_MOVE,
        wind: int = 0,
        lines: tuple[str, ...] = (),
        locks: tuple[str, ...] = (),
        settings: Settings | None = None,
        **changed: Any,
    ) -> None:
        numbers = {one.id: n for n, one in enumerate(ships)}
        table = Table(
            title="open sea", turn=2, turns=15, wind=wind, width=6000, height=6000, settings=settings or Settings(),
            ships=ships, squadrons=tuple(_squadron(line, ships, numbers) for line in lines), phase=phase,
            locks=tuple(_lock(pair, numbers) for pair in locks),
        )  # fmt: skip
        self.state = State(replace(table, **changed))
        self.events: list[Any] = []
        self.log: list[Any] = []

    @property
    def table(self) -> Table:
        return self.state.table

    def __getitem__(self, id: str) -> Ship:
        return self.table.ships[self.number(id)]

    def number(self, id: str) -> int:
        return self.table.number(id)

    def at(self, id: str) -> tuple[float, float]:
        """Where a ship lies, in inches."""
        return self[id].x / INCH, self[id].y / INCH

    def why_not(self, action: Any, by: Side | None = None) -> str | None:
        seat = by or self._seat(action)
        return RULES.legal(RULES.view(self.state, seat)).why_not(action)

    def play(self, action: Any, *faces: int, by: Side | None = None) -> list[Any]:
        """Play a legal action with these faces, no more and no fewer; the events of it."""
        seat = None if isinstance(action, Proceed) else by or self._seat(action)
        if seat is not None:
            assert self.why_not(action, seat) is None, self.why_not(action, seat)
        dice = ScriptedDice(faces)
        played = RULES.play(self.state, seat or TABLE, action, dice)
        dice.finish()
        self.state = played.state
        self.events = [told.event for told in played.events]
        self.log += self.events
        return self.events

    def told(self, kind: type[Any]) -> list[Any]:
        """The events of one kind of the last action."""
        return [event for event in self.events if isinstance(event, kind)]

    def _seat(self, action: Any) -> Side:
        phase = self.table.phase
        if isinstance(phase, Moving | Firing):
            return phase.side
        return self[action.ship].side


def _squadron(line: str, ships: tuple[Ship, ...], numbers: dict[str, int]) -> Squadron:
    ids = line.split()
    return Squadron(f"{ids[0]}'s line", ships[numbers[ids[0]]].side, tuple(numbers[id] for id in ids))


def _lock(pair: str, numbers: dict[str, int]) -> Lock:
    one, how, other = pair.split()
    assert how in ("grappled", "fouled")
    a, b = sorted((numbers[one], numbers[other]))
    return Lock(a, b, how)  # type: ignore[arg-type]
