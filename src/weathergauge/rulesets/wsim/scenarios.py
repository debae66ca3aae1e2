"""Ship types and scenarios: read from files a player could write, checked line by line, and set out on the sea."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from weathergauge import codec
from weathergauge.dice import Dice
from weathergauge.files.handwritten import Part, Wrong, numbers, one_of, whole, yes_no
from weathergauge.files.library import Described, Library, described, named
from weathergauge.rulesets.wsim.charts import FOLDER, Charts, charts
from weathergauge.rulesets.wsim.hexes import NAMES, Heading, Hex, stern
from weathergauge.rulesets.wsim.state import (
    EMPTY,
    ROUND,
    Loads,
    Secret,
    Settings,
    Ship,
    State,
    Table,
    Writing,
    replace,
)
from weathergauge.rulesets.wsim.terms import QUALITIES, SIDES, Anchor, Quality, Side
from weathergauge.rulesets.wsim.wind import acceleration_row, allowance, allowance_in, attitude, eighty_guns, rig_of

NATIONS: tuple[str, ...] = (*(side for side in SIDES if side != "allied"), "venetian", "neapolitan", "portuguese")
"""Whose a ship may be; on the side of the Allies each ship keeps her own."""
RESERVED = ("step", "table", "all", "ready")
"""Words that orders use for other things than ships."""
FAR = 500
"""Columns and rows of a file lie within this distance of the middle."""
FIRST = ("duel", "gunboats")
"""The scenarios to begin with; the others follow by date, and those from novels come last."""


class Log(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The printed part of a ship's log: what a type of ship is (WS01)."""

    rated: int
    ship_class: int
    quality: Quality
    turning: int
    battle_speed: int
    full_speed: int
    hull: int
    crew: tuple[int, ...]
    guns: tuple[int, int]
    carronades: tuple[int, int]
    rigging: tuple[int, ...]
    points: int
    oars: bool = False
    """She is rowed; the logs of such vessels are our own (WS65)."""
    fore_and_aft: bool = False
    coppered: bool = True


class Vessel(Struct, frozen=True):
    """A ship of a scenario: her log, who sails her, and how she lies."""

    id: str
    name: str
    side: Side
    nation: str
    log: Log
    bow: Hex
    heading: Heading
    speed: int | None = None
    full_sails: bool = False
    admiral: bool = False
    anchor: Anchor = ""


class Scenario(Described, frozen=True, kw_only=True):
    """A starting position."""

    turns: int
    """How long it may last at most (WS64)."""
    duel: bool
    wind: Heading
    velocity: int
    wsn: int
    ships: tuple[Vessel, ...]
    settings: Settings = Settings()

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two sides, in the order of the file."""
        one, other = dict.fromkeys(ship.side for ship in self.ships)
        return one, other


@cache
def types() -> dict[str, Log]:
    """Every type of ship, by id."""
    logs: dict[str, Log] = {}
    for path in sorted((FOLDER / "ships").glob("*.toml")):
        logs |= codec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, Log])
    return logs


def _heading(value: Any) -> Heading:
    if isinstance(value, str) and value.upper() in NAMES[1:]:
        return NAMES.index(value.upper())
    if type(value) is int and 1 <= value <= 6:
        return value
    raise Wrong("a heading: 1 to 6, or N, NE, SE, S, SW, NW between quotes")


def _both(most: int) -> Any:
    """Squares of both broadsides: one number for each, or left and right."""

    def check(value: Any) -> tuple[int, int]:
        pair = [value, value] if type(value) is int else value
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not all(type(number) is int and 0 <= number <= most for number in pair)
        ):
            raise Wrong(f"squares of each broadside, 0 to {most}, or left and right as in [2, 3]")
        return pair[0], pair[1]

    return check


def _crew(value: Any) -> tuple[int, ...]:
    sections = numbers(3, 3, 0, 40)(value)
    if not any(sections):
        raise Wrong("at least one square of crew")
    return sections


def _scenario(part: Part) -> Scenario | None:
    story = described(part)
    turns = part.take("turns", whole(1, 200), needed="40")
    duel = part.take("duel", yes_no, False)
    wind, velocity, wsn = _wind(part)
    settings = LIBRARY.settings(part, Settings())
    story["handicap"] = LIBRARY.handicap(part, settings)
    ships = list(_ships(part))
    part.done()
    _together(part, ships, bool(duel))
    made = [ship for ship in ships if ship is not None]
    if turns is None or wind is None or velocity is None or part.page.problems:
        return None
    scenario = Scenario(
        **story, turns=turns, duel=bool(duel), wind=wind, velocity=velocity,
        wsn=wsn, ships=tuple(made), settings=settings,
    )  # fmt: skip
    for number, ship in enumerate(part.several("ship")):
        _under_way(ship, scenario, number)
    return scenario


def _under_way(part: Part, scenario: Scenario, number: int) -> None:
    """Hold the way that she has on to what she makes at best, on any heading, in this wind and under these sails."""
    table, vessel = _table(scenario), scenario.ships[number]
    rig = msgspec.structs.replace(rig_of(table, number, charts()), blocked=0)
    most = max(allowance_in(rig, attitude(heading, scenario.wind), charts()) for heading in range(1, len(NAMES)))
    if vessel.speed is not None and vessel.speed > most:
        sails = "with oars" if vessel.log.oars else "under full sails" if rig.full else "under battle sails"
        part.note(
            "speed", f"speed = {vessel.speed}: expected at most {most}, which {vessel.name} makes {sails} in this wind"
        )
    if vessel.speed and vessel.anchor:
        part.note("speed", f"speed = {vessel.speed}: expected 0, for {vessel.name} lies at anchor")


def _wind(part: Part) -> tuple[Heading | None, int | None, int]:
    wind = part.inner("wind", needed='direction = "N" and velocity = 3 under it')
    usual = charts().figures.at("usual_shift")
    if wind is None:
        return None, None, usual
    direction = wind.take("direction", _heading, needed='"N", the heading it blows toward')
    velocity = wind.take("velocity", whole(0, 6), needed="3, from 0 (becalmed) to 6 (storm)")
    wsn = wind.take("wsn", whole(1, 12), usual)
    wind.done()
    return direction, velocity, wsn or usual


def _ships(part: Part) -> Iterator[Vessel | None]:
    """Every ship of the file; None for one with problems."""
    used: dict[str, int] = {}
    taken: dict[Hex, str] = {}
    listed = part.several("ship", needed="at least two, each with name, side, type, column, row and heading")
    if len(listed) > 80:
        listed[80].note("", f"there are {len(listed)} ships: expected at most 80")
    for ship in listed:
        before = len(part.page.problems)
        vessel = _vessel(ship)
        if vessel is None or len(part.page.problems) > before:
            yield None
            continue
        if vessel.id in used:
            ship.note(
                "", f"{vessel.id}: the ship in line {used[vessel.id]} has this id already; give one of them id = …"
            )
        used.setdefault(vessel.id, part.page.line(ship.path))
        for place in (vessel.bow, stern(vessel.bow, vessel.heading)):
            if place in taken:
                q, r = place
                ship.note(
                    "",
                    f"{vessel.name} lies in column {q}, row {r + q // 2} where {taken[place]} lies: move one of them",
                )
            taken.setdefault(place, vessel.name)
        yield vessel


def _vessel(part: Part) -> Vessel | None:
    name, id = named(part, RESERVED)
    side = part.take("side", one_of(SIDES), needed='"british", or another of ' + ", ".join(SIDES))
    nation = part.take("nation", one_of(NATIONS), None if side == "allied" else side)
    if side == "allied" and "nation" not in part:
        part.note("", 'nation is missing: the ships of the Allies say whose they are, as in nation = "spanish"')
    log = _log(part)
    bow = _place(part)
    heading = part.take("heading", _heading, needed='"N", or 1 to 6')
    speed = part.take("speed", whole(0, 12))
    full_sails = part.take("full_sails", yes_no, False)
    admiral = part.take("admiral", yes_no, False)
    anchor: Anchor | None = part.take("anchor", one_of(("A", "AB", "AS")), "")
    part.done()
    if full_sails and log is not None and not log.full_speed:
        part.note("full_sails", "full_sails = true: this ship has none, for her full_speed is 0")
    if not name or not id or side is None or nation is None or log is None or bow is None or heading is None:
        return None
    return Vessel(
        id, name, side, nation, log, bow, heading, speed, bool(full_sails), bool(admiral), anchor or "",
    )  # fmt: skip


def _place(part: Part) -> Hex | None:
    """Where her bow is: as a hex `[q, r]`, or by column and row as on a printed map (WS62)."""
    hex = part.take("hex", numbers(2, 2, -2 * FAR, 2 * FAR))
    column, row = part.take("column", whole(-FAR, FAR)), part.take("row", whole(-FAR, FAR))
    if "hex" in part:
        if "column" in part or "row" in part:
            part.note("hex", "hex: her place is given twice; keep hex, or column and row")
        return None if hex is None else (hex[0], hex[1])
    if "column" not in part or "row" not in part:
        part.note("", "her place is missing: add column = 10 and row = 12, or hex = [10, 7]")
    return None if column is None or row is None else (column, row - column // 2)


def _log(part: Part) -> Log | None:
    """Her log: that of her type, with whatever the file gives in its place, or the whole of it (WS09)."""
    known = types()
    kind = part.take("type", one_of(known))
    if "type" in part and kind is None:
        _overridden(part, None)
        return None
    if kind is None and "ship_class" not in part:
        part.note(
            "", 'type is missing: add type = "…" (`weathergauge scenario types` lists them), or write out her whole log'
        )
        _overridden(part, None)
        return None
    return _overridden(part, None if kind is None else known[kind])


def _overridden(part: Part, printed: Log | None) -> Log | None:
    """The fields of the log that stand in the file, and for the rest those of the type."""
    was: dict[str, Any] = {} if printed is None else msgspec.structs.asdict(printed)
    alone = printed is None and "ship_class" in part
    ship_class = part.take("ship_class", whole(1, 7), was.get("ship_class"))
    rated = part.take("rated", whole(0, 140), was.get("rated"), needed="38, the guns she is rated for" if alone else "")
    usual = _usual(ship_class, rated) if alone and ship_class is not None else {}

    def field(key: str, check: Any, needed: str = "") -> Any:
        return part.take(key, check, was.get(key, usual.get(key)), needed=needed if alone else "")

    fields = {
        "rated": rated,
        "ship_class": ship_class,
        "quality": field("quality", one_of(QUALITIES), '"average", or another of ' + ", ".join(QUALITIES)),
        "turning": field("turning", whole(0, 6)),
        "battle_speed": field("battle_speed", whole(1, 6)),
        "full_speed": field("full_speed", whole(0, 9)),
        "hull": field("hull", whole(1, 60), "14"),
        "crew": field("crew", _crew, "[4, 4, 4], the squares of her three sections"),
        "guns": field("guns", _both(14), "3, the squares of each broadside"),
        "carronades": field("carronades", _both(6)) or (0, 0),
        "rigging": field("rigging", numbers(1, 6, 1, 20), "[5, 5, 5, 5], the squares of her sections"),
        "points": field("points", whole(0, 99), "14"),
        "oars": field("oars", yes_no) or ship_class == charts().figures.at("rowed_class"),
        "fore_and_aft": bool(field("fore_and_aft", yes_no)),
        "coppered": part.take("coppered", yes_no, was.get("coppered", True)),
    }
    if (printed is None and not alone) or any(value is None for value in fields.values()):
        return None
    return Log(**fields)


def _usual(ship_class: int, rated: int | None) -> dict[str, int]:
    """The standard movement of a class, for a log that is silent; classes 6 and 7 print neither turns nor full sails (WS09)."""
    known = charts()
    at = known.acceleration.at(acceleration_row(eighty_guns(rated, known), ship_class))
    turning = known.figures.at("usual_turning") if at.turn_allowance is None else at.turn_allowance
    return {"turning": turning, "battle_speed": at.battle_sail_speed, "full_speed": at.full_sail_speed or 0}


def _together(part: Part, ships: list[Vessel | None], duel: bool) -> None:
    """What can only be seen when all ships are known."""
    if None in ships or not ships:
        return  # the ships that can be read might be a wrong picture of those that were meant
    sides = Counter(ship.side for ship in ships if ship is not None)
    listed = ", ".join(f"{side} with {count}" for side, count in sides.items())
    if len(sides) != 2:
        part.note("ship", f"these are the sides: {listed}; expected exactly two, with ships on both")
    elif duel and len(ships) != 2:
        part.note("duel", f"duel = true: the sides are {listed}; expected one ship each, or leave duel out")


def set_out(scenario: Scenario, charts: Charts, dice: Dice) -> State:
    """The position before the first turn: everything loaded with round shot, and both sides may choose otherwise."""
    table = _table(scenario)
    for number, vessel in enumerate(scenario.ships):  # WS61: she comes on with all the way that the wind gives her
        speed = vessel.speed
        if speed is None:
            speed = 0 if vessel.anchor else allowance(table, number, charts)
        table = table.with_ship(number, replace(table.ships[number], speed=speed))
    full = Loads(ROUND, ROUND)
    one, other = (
        Secret(loads=tuple(full if ship.side == side else EMPTY for ship in table.ships)) for side in table.sides
    )
    return State(table, (one, other))


def _table(scenario: Scenario) -> Table:
    """The ships as they lie, before any has way on."""
    return Table(
        title=scenario.title, sides=scenario.sides, turn=0, turns=scenario.settings.turns or scenario.turns,
        wind=scenario.wind, velocity=scenario.velocity, wsn=scenario.wsn, first_wind=scenario.wind,
        settings=scenario.settings, ships=tuple(_launched(ship) for ship in scenario.ships), phase=Writing("loading"),
        duel=scenario.duel,
    )  # fmt: skip


def _launched(vessel: Vessel) -> Ship:
    log = vessel.log
    return Ship(
        **msgspec.structs.asdict(log), id=vessel.id, name=vessel.name, side=vessel.side, built=vessel.side,
        nation=vessel.nation, hull_full=log.hull, crew_full=log.crew, rigging_full=log.rigging, bow=vessel.bow,
        heading=vessel.heading, admiral=vessel.admiral, full_sails=vessel.full_sails, anchor=vessel.anchor,
    )  # fmt: skip


def sheets(scenario: Scenario) -> list[dict[str, Any]]:
    """The ships of a scenario as sheets for a physical table: a box for each square, called as the fire results do."""
    return [
        {
            "name": ship.name,
            "side": ship.side,
            "kind": f"{ship.nation.capitalize()}, class {ship.log.ship_class}, {ship.log.rated} guns, {ship.log.quality}",
            "tracks": [
                {"name": "hull", "boxes": list(range(1, ship.log.hull + 1)), "marked": 0},
                {"name": "crew", "boxes": _squares(ship.log.crew), "marked": 0},
                {"name": "rigging", "boxes": _squares(ship.log.rigging), "marked": 0},
            ],
            "notes": _figures(ship.log),
            "facts": _facts(ship.log),
        }
        for ship in scenario.ships
    ]


def _facts(printed: Log) -> dict[str, Any]:
    """What forms ask of her by the names of their fields, as firer, as target and hand to hand; guns where both sides have the same."""
    sections, squares = {"of": "crew", "how": "gone"}, {"of": "crew"}
    found = {
        "ship_class": printed.ship_class, "speed": printed.battle_speed, "oars": printed.oars, "eighty_guns": eighty_guns(printed.rated, charts()),
        "rigging_gone": {"of": "rigging", "how": "gone"}, "hull_lost": {"of": "hull", "how": "marked"},
        "crew": printed.quality, "sections_lost": sections, "target_crew": printed.quality, "target_sections_lost": sections,
        "quality": printed.quality, "squares": squares, "enemy_quality": printed.quality, "enemy_squares": squares,
        "enemy_class": printed.ship_class,
    }  # fmt: skip
    alike = {name: sides[0] for name in ("guns", "carronades") if len(set(sides := getattr(printed, name))) == 1}
    return found | alike


def _figures(printed: Log) -> str:
    """What else a log says of a ship, in a line."""
    full = f", {printed.full_speed} under full sails" if printed.full_speed else ""
    guns = f"guns {printed.guns[0]}/{printed.guns[1]}, carronades {printed.carronades[0]}/{printed.carronades[1]}"
    return f"{guns}, speed {printed.battle_speed}{full}, turning {printed.turning}, {printed.points} points"


def _squares(sections: tuple[int, ...]) -> list[int]:
    """The number of its section on every square, in the order in which they are lost."""
    return [section for section, squares in enumerate(sections, 1) for _ in range(squares)]


class Battles(Library[Scenario]):
    """The scenarios that come with the game, and what a file can name."""

    def types(self) -> dict[str, Any]:
        return {**types()}

    def type_rows(self) -> list[list[str]]:
        """The types of ships as a table, with its heads."""
        logs = sorted(types().items(), key=lambda named: (named[1].ship_class, -named[1].rated, named[0]))
        return [
            ["type", "guns", "class", "crew", "hull", "points"],
            *(
                [id, str(log.rated), str(log.ship_class), log.quality, str(log.hull), str(log.points)]
                for id, log in logs
            ),
        ]

    def summary(self, scenario: Scenario) -> list[str]:
        """What a scenario holds, in a few lines."""
        force = charts().wind_velocity_names.at(scenario.velocity).replace("_", " ")
        lines = [
            f"{scenario.title}: {len(scenario.ships)} ships, {scenario.turns} turns, "
            f"wind toward {NAMES[scenario.wind]} ({force})" + (", a duel" if scenario.duel else "")
        ]
        for ship in scenario.ships:
            q, r = ship.bow
            lines.append(
                f"  {ship.id}: {ship.name}, {ship.side}, {ship.log.rated} guns, class {ship.log.ship_class}, "
                f"{ship.log.quality}, column {q} row {r + q // 2} heading {NAMES[ship.heading]}"
            )
        return lines


LIBRARY = Battles("wsim", FOLDER / "scenarios", _scenario, FIRST)
