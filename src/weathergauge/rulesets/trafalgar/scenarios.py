"""Ships and scenarios: read from files a player could write, checked line by line, and set out on the table."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from weathergauge import codec
from weathergauge.files.handwritten import Part, Wrong, one_of, shown, text, whole, yes_no
from weathergauge.files.library import Described, Library, an_id, described, slug
from weathergauge.freetable import moved, opposite
from weathergauge.rulesets.trafalgar import helm, wind
from weathergauge.rulesets.trafalgar.charts import FOLDER, charts
from weathergauge.rulesets.trafalgar.contact import touching
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
)
from weathergauge.sentences import nearest

FIRST = ("duel", "frigates", "fog", "redoutable", "lee_column", "weather_column", "trafalgar")
"""The scenarios, easiest first."""
NATIONS: dict[Nation, Side] = {"british": "british", "french": "allied", "spanish": "allied"}
RATES: tuple[Rate, ...] = ("1st_rate", "2nd_rate", "3rd_rate", "4th_rate", "5th_rate", "smaller")
RESERVED = ("step", "table", "all", "ready")
"""Words that orders use for other things than ships."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ship: her boxes, base and worth (TR16, TR21, TR22)."""

    rate: Rate
    boxes: tuple[int, ...]
    base: tuple[float, float]
    points: int


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship of the fleet lists, or of a file that has ships of its own."""

    name: str
    nation: Nation
    guns: int
    sheet: str
    flag: bool = False
    move_modifier: float = 0
    """Inches that her sheet adds to her moves (TR49)."""


class Group(Struct, frozen=True):
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


class Scenario(Described, frozen=True, kw_only=True):
    """A starting position."""

    wind: int
    table: tuple[float, float]
    turns: int
    group: tuple[Group, ...]
    ships: dict[str, Entry] = {}
    """Ships of its own beside those of the fleet lists."""
    settings: Settings = Settings()

    @property
    def sides(self) -> tuple[Side, Side]:
        return SIDES


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


# Reading a file


def _inches(low: float, high: float) -> Callable[[Any], float]:
    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise Wrong(f"inches from {low:g} to {high:g}")
        return float(value)

    return check


def _pair(low: float, high: float, what: str) -> Callable[[Any], tuple[float, float]]:
    inch = _inches(low, high)

    def check(value: Any) -> tuple[float, float]:
        if not isinstance(value, list) or len(value) != 2:
            raise Wrong(f"{what}, as in [48, 36]")
        return inch(value[0]), inch(value[1])

    return check


def _ids(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 40 or not all(isinstance(id, str) for id in value):
        raise Wrong('a list of 1 to 40 ids of ships, as in ["victory", "temeraire"]')
    return tuple(value)


def _scenario(part: Part) -> Scenario | None:
    story = described(part)
    blows = part.take("wind", whole(0, 359), needed="292, the degrees from which it blows")
    table = part.take("table", _pair(12, 240, "width and height in inches"), needed="[48, 36], its inches")
    turns = part.take("turns", whole(1, 200), needed="15")
    settings = LIBRARY.settings(part, Settings())
    story["handicap"] = LIBRARY.handicap(part, settings)
    own = dict(_own_ships(part))
    groups = [_group(written, own) for written in part.several("group", needed="one for each squadron or single ship")]
    part.done()
    made = tuple([group for group in groups if group is not None])
    if blows is None or table is None or turns is None or part.page.problems:
        return None
    scenario = Scenario(
        **story, wind=blows, table=table, turns=turns, group=made, ships=own,
        settings=settings,
    )  # fmt: skip
    _together(part, scenario)
    return None if part.page.problems else scenario


def _own_ships(part: Part) -> Iterator[tuple[str, Entry]]:
    """Ships that a file brings along: of a known sheet, with a name and a character of their own."""
    seen: dict[str, int] = {}
    for ship in part.several("ship"):
        name = ship.take("name", text(40), needed='"the name of the ship"')
        id = ship.take("id", an_id, slug(name or ""))
        nation = ship.take("nation", one_of(NATIONS), needed='"british", "french" or "spanish"')
        sheet = ship.take("sheet", one_of(sheets()), needed='"seventy_four", or another of ' + ", ".join(sheets()))
        guns = ship.take("guns", whole(1, 140), needed="74")
        flag = ship.take("flag", yes_no, False)
        modifier = ship.take("move_modifier", _inches(-3, 3), 0.0)
        ship.done()
        if not id or name is None or nation is None or sheet is None or guns is None:
            continue
        if id in RESERVED or id in fleet() or id in seen:
            where = f"the ship in line {seen[id]} has" if id in seen else "the game has"
            ship.note("", f"{id}: {where} this id already; give her id = …")
            continue
        seen[id] = part.page.line(ship.path)
        yield id, Entry(name, nation, guns, sheet, bool(flag), modifier or 0)


def _group(part: Part, own: dict[str, Entry]) -> Group | None:
    name = part.take("name", text(60), needed='"the name of the squadron"')
    side = part.take("side", one_of(SIDES), needed='"british" or "allied"')
    ships = part.take("ships", _ids, needed='["victory", "temeraire"], in the order of the line')
    lead = part.take(
        "lead", _pair(0, 240, "inches from the west and from the south"), needed="[14, 20], where her lead lies"
    )
    heading = part.take("heading", whole(0, 359), needed="90, in degrees")
    speed = part.take("speed", _inches(0, 20), 0.0)
    spacing = part.take("spacing", _inches(1, 20), 2.5)
    hold_until = part.take("hold_until", whole(0, 200), 0)
    alone = part.take("alone", yes_no, False)
    part.done()
    known = {**fleet(), **own}
    for id in ships or ():
        if id not in known:
            part.note(
                "ships", f"ships: there is no ship {shown(id)} in the fleet lists or this file; {nearest(id, known)}"
            )
        elif side is not None and NATIONS[known[id].nation] != side:
            part.note(
                "ships",
                f"ships: {known[id].name} is {known[id].nation.capitalize()}: expected a ship of the {side} side",
            )
    if name is None or side is None or ships is None or lead is None or heading is None:
        return None
    return Group(name, side, ships, lead, heading, speed or 0, spacing or 2.5, hold_until or 0, bool(alone))


def _together(part: Part, scenario: Scenario) -> None:
    """What can only be seen when all ships are known: who is there, where she lies, and how fast."""
    groups = part.several("group")
    used: dict[str, int] = {}
    for group, read in zip(groups, scenario.group, strict=True):
        for id in read.ships:
            if id in used:
                group.note("ships", f"ships: {shown(id)} is in the group of line {used[id]} already")
            used.setdefault(id, part.page.line(group.path))
    missing = [side for side in SIDES if not any(group.side == side for group in scenario.group)]
    if missing:
        part.note("", f"nobody sails for {' or '.join(missing)}: expected ships on both sides")
    if len(used) > 80:
        part.note("", f"there are {len(used)} ships: expected at most 80")
    if part.page.problems:
        return
    table = set_out(scenario).table
    first = 0
    for group, read in zip(groups, scenario.group, strict=True):
        for number in range(first, first + len(read.ships)):
            _lies_well(group, table, number)
        first += len(read.ships)


def _lies_well(part: Part, table: Table, number: int) -> None:
    ship = table.ships[number]
    if not (0 <= ship.x <= table.width and 0 <= ship.y <= table.height):
        part.note(
            "lead",
            f"{ship.name} lies at {ship.x / INCH:g}, {ship.y / INCH:g}, off the table: move the group or widen the table",
        )
    most = wind.maximum(ship, ship.heading, table, charts())
    if ship.speed > most:
        part.note(
            "speed",
            f"speed = {ship.speed / INCH:g}: {ship.name} makes at most {most / INCH:g} inches on this heading in this wind",
        )
    for other in range(number):
        if touching(table, number, other):
            part.note("lead", f"{ship.name} lies where {table.ships[other].name} lies: move one of them")


# Setting it out


def set_out(scenario: Scenario) -> State:
    """The position at the start, with the Allies about to move."""
    ships: list[Ship] = []
    squadrons: list[Squadron] = []
    for group in scenario.group:
        numbers = tuple(range(len(ships), len(ships) + len(group.ships)))
        for place, id in enumerate(group.ships):
            x, y = round(group.lead[0] * INCH), round(group.lead[1] * INCH)
            x, y = moved(x, y, opposite(group.heading), round(place * group.spacing * INCH))
            ships.append(_launch(id, scenario.ships.get(id) or fleet()[id], group, x, y, scenario.settings))
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
            "markers": ["flagship"] if ship.flag else [],
            "facts": {"hull": {"of": "boxes", "how": "next"}, "target_rate": ship.rate},
        }
        for ship in set_out(scenario).table.ships
    ]


def _launch(id: str, entry: Entry, group: Group, x: int, y: int, settings: Settings) -> Ship:
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


class Battles(Library[Scenario]):
    """The scenarios of the fleet action, easiest first."""

    def types(self) -> dict[str, Any]:
        """Kinds of ships, and the ships of the fleet lists."""
        return {"sheets": sheets(), "ships": fleet()}

    def type_rows(self) -> list[list[str]]:
        """The ships of the fleet lists as a table, with its heads; after them the sheets for ships of one's own."""
        rows = [
            [
                id,
                entry.name,
                entry.nation,
                str(entry.guns),
                entry.sheet,
                f"{entry.move_modifier:+g}" if entry.move_modifier else "",
            ]
            for id, entry in fleet().items()
        ]
        kinds = [
            ["", f"sheet {id}", "", "", sheet.rate, " ".join(map(str, sheet.boxes))] for id, sheet in sheets().items()
        ]
        return [["ship", "name", "nation", "guns", "sheet", "inches"], *rows, *kinds]

    def summary(self, scenario: Scenario) -> list[str]:
        """What a scenario holds, in a few lines."""
        count = sum(len(group.ships) for group in scenario.group)
        lines = [f"{scenario.title}: {count} ships, {scenario.turns} turns, wind from {scenario.wind:03d}"]
        for group in scenario.group:
            where = f"{group.lead[0]:g}, {group.lead[1]:g} heading {group.heading:03d}"
            lines.append(f"  {group.name}, {group.side}: {', '.join(group.ships)}; at {where}, {group.speed:g} inches")
        return lines


LIBRARY = Battles("trafalgar", FOLDER / "scenarios", _scenario, FIRST)
