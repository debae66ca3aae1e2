"""Scenarios and ship sheets, read from data files a player could write, and set out on the table."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from weathergauge import codec
from weathergauge.files.library import Shelf
from weathergauge.freetable import moved, opposite
from weathergauge.ruleset import Card
from weathergauge.rulesets.trafalgar import helm
from weathergauge.rulesets.trafalgar.charts import FOLDER, charts
from weathergauge.rulesets.trafalgar.state import (
    INCH,
    SIDES,
    Moving,
    Nation,
    Rate,
    Settings,
    Ship,
    Side,
    Squadron,
    State,
    Table,
    replace,
)
from weathergauge.sentences import nearest


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ship: her boxes, base and worth (TR16, TR21, TR22)."""

    rate: Rate
    boxes: tuple[int, ...]
    base: tuple[float, float]
    points: int


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship of the fleet lists."""

    name: str
    nation: Nation
    guns: int
    sheet: str
    flag: bool = False
    move_modifier: float = 0


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """A squadron in line, or ships by themselves, as a scenario sets them out: inches and degrees."""

    name: str
    side: Side
    ships: tuple[str, ...]
    lead: tuple[float, float]
    heading: int
    speed: float = 0
    spacing: float = 2.5
    hold_until: int = 0
    alone: bool = False
    """Not a squadron: each ship sails by herself."""


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A starting position."""

    title: str
    words: str
    wind: int
    table: tuple[float, float]
    turns: int
    group: tuple[Group, ...]
    settings: Settings = Settings()
    name: str = ""


@cache
def sheets() -> dict[str, Sheet]:
    """The kinds of ship."""
    return codec.convert(_toml(FOLDER / "ships" / "sheets.toml"), dict[str, Sheet])


@cache
def fleet() -> dict[str, Entry]:
    """Every ship of the fleet lists, by id."""
    ships: dict[str, Entry] = {}
    for file in ("british.toml", "french.toml", "spanish.toml"):
        ships |= codec.convert(_toml(FOLDER / "ships" / file), dict[str, Entry])
    return ships


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Battles(Shelf[Scenario]):
    """The scenarios, easiest first."""

    def from_text(self, written: str, file: str) -> Scenario:
        return replace(codec.convert(tomllib.loads(written), Scenario), name=file.removesuffix(".toml"))

    def card(self, scenario: Scenario) -> Card:
        return Card(scenario.name, scenario.title, scenario.words, SIDES)


SHELF = Battles("trafalgar", FOLDER / "scenarios", ("duel", "frigates", "lee_column", "weather_column", "trafalgar"))


def set_out(scenario: Scenario) -> State:
    """The position at the start, with the Allies about to move."""
    ships: list[Ship] = []
    squadrons: list[Squadron] = []
    for group in scenario.group:
        numbers = tuple(range(len(ships), len(ships) + len(group.ships)))
        for place, id in enumerate(group.ships):
            x, y = round(group.lead[0] * INCH), round(group.lead[1] * INCH)
            x, y = moved(x, y, opposite(group.heading), round(place * group.spacing * INCH))
            ships.append(_launch(id, group, x, y, scenario.settings))
        if not group.alone:
            squadrons.append(Squadron(group.name, group.side, numbers, hold_until=group.hold_until))
    table = Table(
        title=scenario.title, turn=1, turns=scenario.settings.turns or scenario.turns, wind=scenario.wind,
        width=round(scenario.table[0] * INCH), height=round(scenario.table[1] * INCH), settings=scenario.settings,
        ships=tuple(ships), squadrons=tuple(squadrons), phase=Moving("allied"),
    )  # fmt: skip
    return State(helm.begin(table, "allied"))


def sheets_of(scenario: Scenario) -> list[dict[str, Any]]:
    """The ships of a scenario as sheets for a physical table; `boxes` is what a broadside's result calls them."""
    return [
        {
            "name": ship.name,
            "side": ship.side,
            "kind": f"{ship.nation.capitalize()} {ship.rate.replace('_', ' ')}, {ship.guns} guns",
            "tracks": [{"name": "boxes", "boxes": list(ship.sheet), "marked": ship.crossed}],
        }
        for ship in set_out(scenario).table.ships
    ]


def _launch(id: str, group: Group, x: int, y: int, settings: Settings) -> Ship:
    if id not in fleet():
        raise ValueError(f"{id}: no such ship in the fleet lists; {nearest(id, fleet())}")
    entry = fleet()[id]
    sheet = sheets()[entry.sheet]
    boxes, crossed = sheet.boxes, 0
    if settings.historical_gunnery:  # TR16
        handicap = charts().historical_gunnery.at(entry.nation)
        boxes, crossed = tuple(max(1, box - handicap.lower) for box in boxes), handicap.crossed
    speed = round(group.speed * INCH)
    return Ship(
        id=id, name=entry.name, side=group.side, nation=entry.nation, rate=sheet.rate, guns=entry.guns, sheet=boxes,
        crossed=crossed, x=x, y=y, heading=group.heading, length=round(sheet.base[0] * INCH),
        width=round(sheet.base[1] * INCH), points=sheet.points, flag=entry.flag,
        move_modifier=round(entry.move_modifier * INCH), speed=speed, sailed=speed,
    )  # fmt: skip
