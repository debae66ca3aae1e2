"""Ship types and scenarios: read from files a player could write, checked line by line, and set out on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from weathergauge.dice import Dice
from weathergauge.files.handwritten import Part, Wrong, numbers, one_of, shown, text, whole, yes_no
from weathergauge.files.library import Described, Library, described, named
from weathergauge.freetable import overlaps
from weathergauge.freetable.shores import covers, within
from weathergauge.rulesets.ironclads.charts import FOLDER, Charts, charts
from weathergauge.rulesets.ironclads.sheets import battery_words, kind_of, sheet_of_file, type_rows, types
from weathergauge.rulesets.ironclads.state import (
    INCH,
    NONE,
    QUARTERS,
    Choosing,
    Goal,
    Minefield,
    Secret,
    Settings,
    Ship,
    Shore,
    State,
    Table,
)
from weathergauge.rulesets.ironclads.terms import CAPTAINS, COMPASS, DAMAGES, SIDES, Captain, DamageType, Side
from weathergauge.rulesets.ironclads.waters import Waters
from weathergauge.rulesets.ironclads.weather import CALM, MODERATE, STORM, STRENGTHS
from weathergauge.sentences import nearest

RESERVED = ("step", "table")
"""Words that orders use for other things than ships."""
FIRST = ("gunnery", "steamers")
"""The scenario to begin with; the others follow by date, and what never happened comes last."""
MOST_SHIPS = 60
KINDS: tuple[Literal["land", "shoal", "reef", "boom"], ...] = ("land", "shoal", "reef", "boom")
EDGES: tuple[Literal["north", "east", "south", "west"], ...] = ("north", "east", "south", "west")


class Scenario(Described, frozen=True, kw_only=True):
    """A starting position."""

    era: int
    turns: int
    width: int
    height: int
    ships: tuple[Ship, ...]
    wind: int = 0
    level: int = MODERATE
    fixed_weather: bool = False
    calmest: int = CALM
    roughest: int = STORM
    shores: tuple[Shore, ...] = ()
    mines: tuple[Minefield, ...] = ()
    hidden: tuple[Minefield, ...] = ()
    """Mines that only their owner knows of."""
    goals: tuple[Goal, ...] = ()
    settings: Settings = Settings()

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two sides, in the order of the file."""
        one, other = dict.fromkeys(ship.side for ship in self.ships)
        return one, other


# What a file may say


def inches(low: int, high: int) -> Callable[[Any], int]:
    """A length or a place in inches, to hundredths."""

    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise Wrong(f"inches from {low} to {high}, as in 12 or 12.5")
        return round(value * INCH)

    return check


def _heading(value: Any) -> int:
    for name, degrees in COMPASS.items():
        if isinstance(value, str) and value.upper() == name:
            return degrees
    if type(value) is int and 0 <= value < 360:
        return value
    raise Wrong("degrees from 0 (north) to 359, clockwise, or N, NE, E, SE, S, SW, W, NW between quotes")


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise Wrong('a list of ids, as in ["monitor", "minnesota"]')
    return tuple(value)


def _points(value: Any) -> tuple[tuple[int, int], ...]:
    place = inches(-240, 480)
    try:
        if not isinstance(value, list) or not 3 <= len(value) <= 60:
            raise Wrong("")
        return tuple([(place(x), place(y)) for x, y in value])
    except (Wrong, TypeError, ValueError):
        raise Wrong("3 to 60 corners in inches, as in [[0, 0], [10, 0], [10, 4.5]]") from None


# The parts of a file


def _scenario(part: Part) -> Scenario | None:
    story = described(part)
    era = part.take(
        "era", whole(1, 6), era_of(story["date"]), needed="" if story["date"] else "2, from 1 to 6, or a date"
    )
    turns = part.take("turns", whole(1, 100), needed="12")
    width = part.take("width", inches(12, 240), needed="72, the table from west to east in inches")
    height = part.take("height", inches(12, 240), needed="48, the table from south to north in inches")
    wind = _wind(part)
    settings = LIBRARY.settings(part, Settings())
    story["handicap"] = LIBRARY.handicap(part, settings)
    ships = list(_ships(part))
    shores = [_shore(written) for written in part.several("shore")]
    mines = [_minefield(written) for written in part.several("minefield")]
    goals = [_goal(written) for written in part.several("goal")]
    part.done()
    if era is None or turns is None or width is None or height is None or part.page.problems:
        return None
    scenario = Scenario(
        **story, era=era, turns=turns, width=width, height=height,
        ships=tuple([ship for ship in ships if ship]), shores=tuple([shore for shore in shores if shore]),
        mines=tuple([field[0] for field in mines if field and not field[1]]),
        hidden=tuple([field[0] for field in mines if field and field[1]]),
        goals=tuple([goal for goal in goals if goal]), settings=settings, **wind,
    )  # fmt: skip
    _together(part, scenario)
    return scenario


def era_of(date: str | None) -> int | None:
    """The era of a date; None where there is no date (IR28)."""
    if not date:
        return None
    year = int(date[:4])
    eras = charts().eras.cells.values()
    return next((era for era, last in enumerate(eras, 1) if year <= last), len(eras))


def _strength(value: Any) -> int:
    """The level of a wind by its name."""
    return STRENGTHS.index(one_of(STRENGTHS)(value)) + 1


def _wind(part: Part) -> dict[str, Any]:
    """Without `from` and `strength` the wind is thrown for on the first turn; with them the scenario keeps it."""
    wind = part.inner("wind")
    if wind is None:
        return {}
    fields: dict[str, Any] = {}
    if "from" in wind or "strength" in wind:
        fields["wind"] = wind.take("from", _heading, needed='"SW", where it blows from')
        fields["level"] = wind.take("strength", _strength, needed='"moderate_breeze"')
        fields["fixed_weather"] = True
        if "calmest" in wind or "roughest" in wind:
            wind.note("", "a wind with from and strength stays as it is: leave out calmest and roughest")
    fields["calmest"] = wind.take("calmest", _strength, CALM)
    fields["roughest"] = wind.take("roughest", _strength, STORM)
    wind.done()
    if (fields["calmest"] or CALM) > (fields["roughest"] or STORM):
        wind.note("calmest", "calmest is more wind than roughest: exchange them")
    return fields


def _ships(part: Part) -> Iterator[Ship | None]:
    """Every ship and fort of the file; None for one with problems."""
    used: dict[str, int] = {}
    listed = part.several("ship", needed="at least two, each with name, side, type, x, y and heading")
    if len(listed) > MOST_SHIPS:
        listed[MOST_SHIPS].note("", f"there are {len(listed)} ships: expected at most {MOST_SHIPS}")
    for written in listed:
        ship = _ship(written)
        if ship is not None and ship.id in used:
            written.note(
                "", f"{ship.id}: the ship in line {used[ship.id]} has this id already; give one of them id = …"
            )
        if ship is not None:
            used.setdefault(ship.id, part.page.line(written.path))
        yield ship


def _ship(part: Part) -> Ship | None:
    name, id = named(part, RESERVED)
    side = part.take("side", one_of(SIDES), needed='"union", or another of ' + ", ".join(SIDES))
    sheet = sheet_of_file(part)
    x = part.take("x", inches(0, 240), needed="24, inches from the western edge")
    y = part.take("y", inches(0, 240), needed="24, inches from the southern edge")
    heading = part.take("heading", _heading, needed='"N", or degrees from 0 to 359')
    captain: Captain | None = part.take("captain", one_of(CAPTAINS), "")
    flagship, flag_from = part.take("flagship", yes_no, False), part.take("flag_from", whole(2, 100), 0)
    anchored, grounded = part.take("anchored", yes_no, False), part.take("grounded", yes_no, False)
    flooded = part.take("flooded", whole(0, 6), 0)
    engine_room, heavy_list = part.take("engine_room", whole(0, 2), 0), part.take("heavy_list", yes_no, False)
    ram_lost = part.take("ram_lost", yes_no, False)
    points = part.take("points", whole(0, 99), 0)
    base = part.take("base", numbers(2, 2, 20, 1000))
    speed = part.take("speed", whole(0, 40))
    part.done()
    if not name or not id or side is None or sheet is None or x is None or y is None or heading is None:
        return None
    if speed is not None and speed > sheet.knots:
        part.note("speed", f"speed = {speed}: expected at most her {sheet.knots} knots")
    if speed is None:  # IR57: she has the way of a half order on, unless she lies still
        speed = 0 if anchored or grounded else (sheet.knots + 1) // 2
    usual = charts().bases.at("fort" if sheet.fort else sheet.ship_class)
    length, width = base or (usual.length, usual.width)
    hull = sheet.hull * QUARTERS
    return Ship(
        id=id, name=name, side=side, ship_class=sheet.ship_class, hull=hull, hull_full=hull, knots=sheet.knots,
        armour=sheet.armour, x=x, y=y, heading=heading, length=length, width=width, traits=sheet.traits,
        batteries=sheet.batteries, tubes=sheet.tubes, marines=sheet.marines, captain=captain or "",
        flagship=bool(flagship), flag_from=flag_from or 0, fort=sheet.fort, points=points or 0, speed=speed,
        anchored=bool(anchored), grounded=bool(grounded), flooded=flooded or 0, engine_room=engine_room or 0,
        heavy_list=bool(heavy_list), ram_lost=bool(ram_lost),
    )  # fmt: skip


def _shore(part: Part) -> Shore | None:
    name = part.take("name", text(40), needed='"Middle Ground"')
    kind = part.take("kind", one_of(KINDS), needed='"land", or another of ' + ", ".join(KINDS))
    points = part.take("points", _points, needed="[[0, 0], [10, 0], [10, 4.5]], its corners in inches")
    easy = part.take("easy", _texts) or ()
    part.done()
    if name is None or kind is None or points is None:
        return None
    return Shore(name, kind, points, easy)


def _minefield(part: Part) -> tuple[Minefield, bool] | None:
    """A minefield, and whether it is hidden."""
    name = part.take("name", text(40), needed='"the inner field"')
    x = part.take("x", inches(0, 240), needed="24, inches from the western edge")
    y = part.take("y", inches(0, 240), needed="24, inches from the southern edge")
    radius = part.take("radius", inches(0, 12), INCH)
    damage: DamageType | None = part.take("damage", one_of(DAMAGES), "D2")
    owner: Side | Literal[""] | None = part.take("owner", one_of(SIDES), "")
    hidden = part.take("hidden", yes_no, False)
    part.done()
    if hidden and "owner" not in part:
        part.note("hidden", 'hidden = true: expected owner = "…" beside it, for somebody must know of it')
    if name is None or x is None or y is None or radius is None or damage is None:
        return None
    return Minefield(name, x, y, radius, damage, owner or ""), bool(hidden)


def _goal(part: Part) -> Goal | None:
    side = part.take("side", one_of(SIDES), needed='"union", or another of ' + ", ".join(SIDES))
    sink, keep, leave = (part.take(key, _texts) or () for key in ("sink", "keep", "leave"))
    edge: Any = part.take("edge", one_of(EDGES), "")
    words = part.take("words", text(200), "")
    part.done()
    if not (sink or keep or leave):
        part.note("", "a goal asks for something: add sink, keep or leave with ids of ships")
    if side is None:
        return None
    return Goal(side, sink, keep, leave, edge or "", words or "")


# What can only be seen when everything is known


def _together(part: Part, scenario: Scenario) -> None:
    """Two sides, ids that exist, and ships that lie where ships can lie."""
    count: dict[str, int] = {}
    for ship in scenario.ships:
        count[ship.side] = count.get(ship.side, 0) + 1
    if len(count) != 2:
        listed = ", ".join(f"{side} with {ships}" for side, ships in count.items())
        part.note("ship", f"these are the sides: {listed}; expected exactly two, with ships on both")
        return
    ids = [ship.id for ship in scenario.ships]
    for written, shore in zip(part.several("shore"), scenario.shores, strict=True):
        _known(written, "easy", shore.easy, ids)
    for written, goal in zip(part.several("goal"), scenario.goals, strict=True):
        for key in ("sink", "keep", "leave"):
            _known(written, key, getattr(goal, key), ids)
        if goal.side not in count:
            written.note("side", f"side = {shown(goal.side)}: expected one of {', '.join(count)}")
    for written in part.several("minefield"):
        owner = written.values.get("owner")
        if owner is not None and owner not in count:
            written.note("owner", f"owner = {shown(owner)}: expected one of {', '.join(count)}")
    table = _table(scenario)
    for number, (written, ship) in enumerate(zip(part.several("ship"), scenario.ships, strict=True)):
        _lies_well(written, table, number, ship, scenario)


def _known(part: Part, key: str, given: tuple[str, ...], ids: list[str]) -> None:
    for id in given:
        if id not in ids:
            part.note(key, f"{key}: there is no ship {shown(id)}; {nearest(id, ids)}")


def _lies_well(part: Part, table: Table, number: int, ship: Ship, scenario: Scenario) -> None:
    """Inside the table, on no other ship, afloat unless she is a fort, and off mines."""
    if Waters(table, number, 0).off(ship.base):
        part.note("", f"{ship.name} does not lie wholly on the table: move her inward")
    for other in table.ships[:number]:
        if overlaps(ship.base, other.base):
            part.note("", f"{ship.name} lies where {other.name} lies: move one of them")
    if ship.fort:
        return
    for shore in table.shores:
        if covers(shore.points, ship.base):
            if shore.kind == "land":
                part.note("", f"{ship.name} lies on land ({shore.name}): move her")
            elif not ship.grounded:
                part.note("", f"{ship.name} lies on {shore.name}: move her, or add grounded = true")
    for field in (*scenario.mines, *scenario.hidden):
        if within(ship.base, (field.x, field.y), field.radius):
            part.note("", f"{ship.name} lies in the minefield {field.name}: move one of them")


# Setting out


def set_out(scenario: Scenario, charts: Charts, dice: Dice) -> State:
    """The position before the first initiative: nothing ordered yet, and hidden mines known to their owners alone."""
    none = (NONE,) * len(scenario.ships)
    one, other = (
        Secret(none, tuple([field for field in scenario.hidden if field.owner == side])) for side in scenario.sides
    )
    return State(_table(scenario), (one, other))


def _table(scenario: Scenario) -> Table:
    settings, sides = scenario.settings, scenario.sides
    if settings.weather == "rolled":
        scenario = msgspec.structs.replace(scenario, fixed_weather=False, calmest=CALM, roughest=STORM)
    return Table(
        title=scenario.title, sides=sides, era=settings.era or scenario.era, turn=1,
        turns=settings.turns or scenario.turns, width=scenario.width, height=scenario.height, settings=settings,
        ships=scenario.ships, phase=Choosing(sides[0]), first=sides[0], wind=scenario.wind, level=scenario.level,
        fixed_weather=scenario.fixed_weather, calmest=scenario.calmest, roughest=scenario.roughest,
        shores=scenario.shores, mines=scenario.mines, goals=scenario.goals,
        hidden_mines=tuple(sorted({field.owner for field in scenario.hidden if field.owner})),
    )  # fmt: skip


# For people


def sheets(scenario: Scenario) -> list[dict[str, Any]]:
    """The ships of a scenario as sheets for a physical table: four boxes a hull point, one for each battery and tube."""
    pages = []
    for ship in scenario.ships:
        points = [point for point in range(1, ship.hull_full // QUARTERS + 1) for _ in range(QUARTERS)]
        tracks = [{"name": "structure" if ship.fort else "hull", "boxes": points, "marked": 0}]
        tracks += [{"name": battery_words(battery), "boxes": [1], "marked": 0} for battery in ship.batteries]
        tracks += [
            {"name": f"torpedo tube {tube.damage}, {' and '.join(tube.sectors)}", "boxes": [1], "marked": 0}
            for tube in ship.tubes
        ]
        told = {
            "markers": ["flagship"] if ship.flagship else [],
            "notes": f"captain: {ship.captain.replace('_', ' ')}" if ship.captain else "",
            "facts": _facts(ship),
        }
        pages.append({"name": ship.name, "side": ship.side, "kind": kind_of(ship), "tracks": tracks, **told})
    return pages


def _facts(ship: Ship) -> dict[str, Any]:
    """What forms ask of her, by the names of their fields: of a target too, and of a battery that is named like a track."""
    hull = {"of": "structure" if ship.fort else "hull", "each": QUARTERS}
    found = {
        "ship_class": ship.ship_class, "target_class": ship.ship_class, "armour": ship.armour, "hull": hull,
        "hull_full": ship.hull_full / QUARTERS, "knots": ship.knots,
    }  # fmt: skip
    return {**found, "structure": hull, "fort": True} if ship.fort else found


class Battles(Library[Scenario]):
    """The scenarios that come with the game, and what a file can name."""

    def types(self) -> dict[str, Any]:
        return {**types()}

    def type_rows(self) -> list[list[str]]:
        return type_rows()

    def summary(self, scenario: Scenario) -> list[str]:
        """What a scenario holds, in a few lines."""
        width, height = scenario.width / INCH, scenario.height / INCH
        lines = [
            f"{scenario.title}: {len(scenario.ships)} ships, {scenario.turns} turns, era {scenario.era}, "
            f"{width:g} by {height:g} inches"
        ]
        for ship in scenario.ships:
            what = "fort" if ship.fort else f"class {ship.ship_class}"
            lines.append(
                f"  {ship.id}: {ship.name}, {ship.side}, {what}, hull {ship.hull_full // QUARTERS}, "
                f"at {ship.x / INCH:g}, {ship.y / INCH:g} heading {ship.heading}"
            )
        return lines


LIBRARY = Battles("ironclads", FOLDER / "scenarios", _scenario, FIRST)
