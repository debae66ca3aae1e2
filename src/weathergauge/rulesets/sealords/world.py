"""A title of the series: its charts, its map, and the few values that the chapters ask for. No chapter names a title."""

from __future__ import annotations

import csv
import tomllib
from collections import deque
from collections.abc import Iterable
from functools import cache, cached_property
from typing import Any, Literal

from msgspec import Struct

from weathergauge import codec, rulesets
from weathergauge.beside.hints import Livery
from weathergauge.files.handwritten import Page
from weathergauge.frame.memory import kept_by_value
from weathergauge.rulesets.sealords.charts import FOLDER, Charts, charts_of
from weathergauge.rulesets.sealords.gazetteer import hold
from weathergauge.rulesets.sealords.happenings import Campaign, EventNode
from weathergauge.rulesets.sealords.terms import AuxClass, PlaceKind, Side


class Place(Struct, frozen=True):
    """A place of the map. The owner of a port is a contingent; `user` is a side that may use it as its own."""

    id: str
    name: str
    kind: PlaceKind
    port: Literal["", "key", "minor"]
    bv: int
    repair: int
    owner: str
    user: str
    attested: bool
    x: int
    y: int

    @property
    def large(self) -> bool:
        """A Large Space (R-LARGE)."""
        return self.kind in ("space", "strait", "coastal", "port")


class Lane(Struct, frozen=True):
    """A way between two places. The prevailing wind favours `>` a to b, `<` b to a, `=` neither."""

    a: str
    b: str
    evidence: str
    prevailing: Literal[">", "<", "="]
    seasonal: tuple[tuple[str, str], ...]
    """Winds marked on it, each with the place it helps towards."""


class Link(Struct, frozen=True):
    """A way into a sea zone and out of it, with the numbers in the boxes."""

    zone: str
    other: str
    evidence: str
    into: int
    out: int
    seasonal: tuple[tuple[str, Literal["in", "out"]], ...]


class Track(Struct, frozen=True, omit_defaults=True):
    """Where the gales of a wind begin, and the steps by which they go on."""

    starts: tuple[str, ...]
    steps: tuple[tuple[str, str], ...] = ()
    """From where to where, each with the same chance; a step to nowhere ends it."""
    halts: tuple[str, ...] = ()
    """Places where it stays instead of ending when it cannot go on."""
    lasts: tuple[str, ...] = ()
    """Places where it lasts a full turn."""
    own: tuple[str, ...] = ()
    """Places from which only a gale that began there goes on."""


class Player(Struct, frozen=True):
    """One of the two sides of a title: as orders and records call it, and as sentences do."""

    id: Side
    words: str
    """As in "the British attack"."""
    adjective: str
    """As in "a British formation"."""
    tone: Literal["red", "blue"]
    """The colour of its counters."""


class BeforeWar(Struct, frozen=True, omit_defaults=True):
    """What holds as long as a contingent is not at war with another: lines of the title's charts."""

    contingent: str
    foe: str
    ports: str = ""
    """Repair rolls of its ports."""
    request: str = ""
    """Prestige that its request for reinforcements costs."""
    attack: str = ""
    """Prestige that it costs the foe to attack while there is no war."""


class Knights(Struct, frozen=True):
    """Knights who may be paid to act against pirates."""

    port: str
    side: Side
    """Who may pay them."""
    price: str
    """The line of the prestige chart."""


class Levant(Struct, frozen=True):
    """A trade that one side watches: each box that it covers costs the other."""

    place: str
    """Where formations lie that watch it."""
    boxes: int
    line: str
    """Of the chart of what counts as an order."""
    field: str
    """Of the line: how many orders it may count for."""
    watched_by: Side
    counts_for: Side


class Commerce(Struct, frozen=True):
    """The war on commerce: places that a contingent's auxiliaries interdict count against the other side."""

    event: str
    """From which on it counts."""
    contingent: str
    line: str
    """Of the chart of what counts as an order."""
    field: str
    """Of the line: how many orders count as failed."""
    counts_against: Side


class Favoured(Struct, frozen=True, omit_defaults=True):
    """A line of the recovery table for a nation's auxiliaries."""

    line: str
    contingent: str
    classes: tuple[AuxClass, ...]
    corsairs: bool = False
    """Corsairs of any class too."""


class Contingent(Struct, frozen=True, omit_defaults=True):
    """A nation's forces: whose they are, what they are called, and where they come from and lie."""

    id: str
    words: str
    side: Side = ""
    """Whose it is; a neutral's is nobody's, though his privateers may take a side."""
    command: bool = False
    """Has a Command of its own."""
    home: tuple[str, ...] = ()
    """Ports where its new squadrons appear, the first one first."""
    entry: str = ""
    """Where its squadrons come onto the map, if from off it."""
    slower: int = 0
    """Points by which its ships of the line move less than others (SL76)."""


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    """What the chapters ask a title for: its `title.toml`."""

    name: str
    title: str
    words: str
    sides: tuple[Player, Player]
    """The one that is named first wins ties for player A (R-PLAYER-A)."""
    contingents: tuple[Contingent, ...]
    wounded_out: bool
    """A wounded leader is out of play (else his ratings are halved, R-WOUND)."""
    repaired: tuple[str, ...]
    """States in which yards repair squadrons (R-REPAIR)."""
    refit: bool
    """Quarterly refit in ordinary (R-REFIT)."""
    either_admiral: bool
    """The Fleet Admiral may stand in for either Command Admiral (else for one alone, R-COMMANDS)."""
    halved_stand_in: bool
    """A Fleet Admiral acting for a Command Admiral uses half his strategy rating."""
    random_events: bool
    awards_as_loss: bool
    """A side may take its awards as the other's loss (12.12)."""
    victualled: tuple[str, ...]
    """Ports where convoys land repair points."""
    orders_counted: Literal["quarter", "year"]
    """When prestige is paid for orders."""
    sail_costs: bool
    """A side that loses sail loses as much prestige as the enemy gains by them."""
    orders_drawn: dict[str, int]
    """Order chits each side draws a quarter."""
    order_pool: tuple[dict[str, Any], ...] = ()
    """The chits with which orders are drawn, in the form that council/events.py describes."""
    interdictors: tuple[str, ...] = ()
    """Kinds of auxiliaries that may interdict: classes, or `corsair`."""
    zones: dict[str, str] = {}
    """Corsair zones by their chart's row: the place each is counted from."""
    routes: dict[str, tuple[str, ...]] = {}
    """Convoy routes by name, as places."""
    tracks: dict[str, Track] = {}
    ruleset: str = ""
    """Where the title is not a folder of the series itself."""
    before_war: BeforeWar | None = None
    levant: Levant | None = None
    commerce: Commerce | None = None
    knights: Knights | None = None
    recovery: tuple[Favoured, ...] = ()
    diversions: dict[str, str] = {}
    """Ports of convoys, each with the one they turn to when it is blockaded."""


class World:
    """A title, loaded once."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.folder = rulesets.title(title).home

    @cached_property
    def charts(self) -> Charts:
        return charts_of(self.title)

    @cached_property
    def values(self) -> Values:
        page = Page((self.folder / "title.toml").read_text(encoding="utf-8"), "title.toml")
        values = codec.convert(page.values, Values)
        hold(page, self.places, dict.fromkeys([str(key[0]) for key in self.charts.wind.cells]))
        page.done()
        return values

    @cached_property
    def _happenings(self) -> dict[str, Any]:
        return tomllib.loads((self.folder / "events.toml").read_text(encoding="utf-8"))

    @cached_property
    def events(self) -> tuple[EventNode, ...]:
        return codec.convert(self._happenings["event"], tuple[EventNode, ...])

    @cached_property
    def campaigns(self) -> tuple[Campaign, ...]:
        return codec.convert(self._happenings.get("campaign", ()), tuple[Campaign, ...])

    def campaign(self, id: str) -> Campaign:
        """The campaign of armies of that id, which is there."""
        return next(campaign for campaign in self.campaigns if campaign.id == id)

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        """The two players, the first one first."""
        first, second = self.values.sides
        return first.id, second.id

    def enemy(self, side: Side) -> Side:
        """The other side."""
        first, second = self.sides
        return second if side == first else first

    @cached_property
    def players(self) -> dict[Side, Player]:
        return {side.id: side for side in self.values.sides}

    @cached_property
    def side_words(self) -> dict[Side, str]:
        """The sides as sentences call them."""
        return {side.id: side.words for side in self.values.sides}

    @cached_property
    def liveries(self) -> dict[Side, Livery]:
        """The sides as boards show them."""
        return {side.id: Livery(side.adjective, 1 if side.tone == "red" else 2) for side in self.values.sides}

    def _rows(self, name: str) -> list[dict[str, str]]:
        with (self.folder / "map" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    @cached_property
    def places(self) -> dict[str, Place]:
        places = {}
        for row in self._rows("places"):
            owner, _, user = row["owner"].partition("+")
            number = {key: int(row[key] or 0) for key in ("bv", "repair", "x", "y")}
            words = {key: row[key] for key in ("id", "name", "kind", "port")}
            attested = row["attested"] == "yes"
            plain = words | number | {"owner": owner, "user": user, "attested": attested}
            places[row["id"]] = codec.convert(plain, Place)
        return places

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        return tuple([_lane(row) for row in self._rows("lanes")])

    @cached_property
    def links(self) -> tuple[Link, ...]:
        return tuple([_link(row) for row in self._rows("links")])

    @cached_property
    def lanes_between(self) -> dict[tuple[str, str], Lane]:
        return {pair: lane for lane in self.lanes for pair in ((lane.a, lane.b), (lane.b, lane.a))}

    @cached_property
    def links_between(self) -> dict[tuple[str, str], Link]:
        return {pair: link for link in self.links for pair in ((link.zone, link.other), (link.other, link.zone))}

    def lane(self, one: str, other: str) -> Lane | None:
        return self.lanes_between.get((one, other))

    def link(self, one: str, other: str) -> Link | None:
        return self.links_between.get((one, other))

    @cached_property
    def _near(self) -> dict[str, tuple[str, ...]]:
        near: dict[str, list[str]] = {id: [] for id in self.places}
        for pair in (*self.lanes_between, *self.links_between):
            near[pair[0]].append(pair[1])
        return {id: tuple(dict.fromkeys(others)) for id, others in near.items()}

    def near(self, place: str) -> tuple[str, ...]:
        """Places joined to one by a lane or by a sea zone's boxes."""
        return self._near[at(place)]

    @cached_property
    def contingents(self) -> dict[str, Contingent]:
        return {contingent.id: contingent for contingent in self.values.contingents}

    def side_of(self, contingent: str) -> Side | None:
        """Whose a contingent is; None for neutrals and pirates."""
        known = self.contingents.get(contingent)
        return (known.side or None) if known is not None else None

    @cached_property
    def taking_part(self) -> tuple[str, ...]:
        """The contingents that have a side."""
        return tuple([contingent.id for contingent in self.values.contingents if contingent.side])

    @cached_property
    def _distances(self) -> dict[str, dict[str, int]]:
        return {}

    def distances(self, place: str) -> dict[str, int]:
        """Steps from a place to every other: boxes of a sea zone count with the zone."""
        place = at(place)
        if place not in self._distances:
            steps = {place: 0}
            queue = deque([place])
            while queue:
                here = queue.popleft()
                for near in self._near[here]:
                    if near not in steps:
                        steps[near] = steps[here] + 1
                        queue.append(near)
            self._distances[place] = steps
        return self._distances[place]

    def ways(self, start: str, barred: Iterable[str] = ()) -> dict[str, str]:
        """Lead from a place to all others: each with the one before it on the shortest way, which goes through none of the barred."""
        start, shut = at(start), set(barred)
        came = {start: ""}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here in shut and here != start:
                continue
            for near in self._near[here]:
                if near not in came:
                    came[near] = here
                    queue.append(near)
        return came

    def way(self, start: str, goal: str, barred: Iterable[str] = ()) -> tuple[str, ...]:
        """The shortest way between two places without its start, through none of the barred; empty where there is none."""
        start, goal, came = at(start), at(goal), self.ways(start, barred)
        way = []
        while goal != start and goal in came:
            way.append(goal)
            goal = came[goal]
        return tuple(reversed(way))


@cache
def world(title: str) -> World:
    """The title of that name, loaded once."""
    return World(title)


def titles() -> tuple[str, ...]:
    """The titles in the folder of the series."""
    return tuple(sorted([path.parent.name for path in FOLDER.glob("*/title.toml")]))


@kept_by_value()
def at(location: str) -> str:
    """The place of the map that a location belongs to: `toulon` of `toulon/harbour`."""
    return location.partition("/")[0]


def harbour(port: str) -> str:
    return f"{port}/harbour"


def in_box(zone: str, origin: str) -> str:
    """The In box of a sea zone that is entered from a place."""
    return f"{zone}/in/{origin}"


def out_box(zone: str, goal: str) -> str:
    """The Out box of a sea zone that leads to a place."""
    return f"{zone}/out/{goal}"


@kept_by_value()
def boxed(location: str) -> tuple[str, str, str]:
    """A location taken apart: place, box (`harbour`, `in`, `out` or nothing), and the place the box leads from or to."""
    place, _, rest = location.partition("/")
    box, _, other = rest.partition("/")
    return place, box, other


def _lane(row: dict[str, str]) -> Lane:
    seasonal = []
    for part in row["seasonal"].split():
        wind, _, way = part.partition(":")
        seasonal.append((wind, row[way[-1]]))
    return codec.convert(row | {"seasonal": seasonal}, Lane)


def _link(row: dict[str, str]) -> Link:
    seasonal = [tuple(part.split(":")) for part in row["seasonal"].split()]
    return codec.convert(row | {"into": int(row["into"]), "out": int(row["out"]), "seasonal": seasonal}, Link)
