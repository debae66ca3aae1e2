"""The chart a title is played on, as a board draws it: what never changes in a campaign, all in one value."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from weathergauge import codec
from weathergauge.rulesets.sealords.damage import BANDS
from weathergauge.rulesets.sealords.happenings import Campaign
from weathergauge.rulesets.sealords.terms import SEASONS, Season, Side
from weathergauge.rulesets.sealords.world import Contingent, Lane, Link, Place, Track, world
from weathergauge.rulesets.sealords.yards.counting import reckonings


class Land(Struct, frozen=True):
    """A coast line that closes on itself."""

    name: str
    points: tuple[tuple[int, int], ...]


class Sheet(Struct, frozen=True):
    """The sheet of paper: its size, in the units of the places, and the land on it."""

    width: int
    height: int
    lands: tuple[Land, ...]


class ChartRoom(Struct, frozen=True):
    """Everything that lies on the table before a counter does."""

    title: str
    sheet: Sheet
    places: tuple[Place, ...]
    lanes: tuple[Lane, ...]
    links: tuple[Link, ...]
    contingents: tuple[Contingent, ...]
    routes: dict[str, tuple[str, ...]]
    tracks: dict[str, Track]
    winds: dict[str, tuple[Season, ...]]
    """The seasons in which each wind may blow."""
    radius: dict[str, int]
    """How far a gale of each force reaches, in spaces."""
    seasons: tuple[Season, ...]
    """Of each turn of a year, the first one first."""
    quarterly: tuple[int, ...]
    impulses: int
    increments: int
    sides: dict[Side, str]
    campaigns: tuple[Campaign, ...]
    terms: dict[str, int]
    """Impulses in execution that fulfil an order of each kind, where impulses do."""
    wear: dict[str, tuple[int, int]]
    """The share of her rating, so many parts of so many, beyond which damage counts as each row of the damage effects."""
    events: dict[str, str]
    """What each box of the event chart says."""
    reckonings: tuple[str, ...] = ()
    """What counts as orders beside orders, in sentences."""


@cache
def chart_room(title: str) -> ChartRoom:
    """The chart of a title, read once."""
    of = world(title)
    charts = of.charts
    structure = charts.turn_structure
    sheet = codec.decode((of.folder / "map" / "coasts.json").read_bytes(), Sheet)
    return ChartRoom(
        title,
        sheet,
        tuple(of.places.values()),
        of.lanes,
        of.links,
        of.values.contingents,
        of.values.routes,
        of.values.tracks,
        _winds(title),
        {str(key[0]): radius for key, radius in charts.gale_radius.cells.items()},
        tuple([charts.season_of_turn.at(turn + 1) for turn in range(structure.of(int, "turns_per_year"))]),
        structure.of(tuple, "quarterly_turns"),
        structure.of(int, "impulses_per_operations_phase"),
        structure.of(int, "mpis_per_impulse"),
        of.side_words,
        of.campaigns,
        {str(key[0]): terms.impulses for key, terms in charts.order_terms.cells.items() if terms.impulses is not None},
        {band: (charts.damage_bands.at(band).parts, charts.damage_bands.at(band).of) for band in BANDS},
        {node.id: node.words for node in of.events},
        reckonings(of),
    )


def _winds(title: str) -> dict[str, tuple[Season, ...]]:
    """The seasons in which a wind has dice of its own."""
    chart = world(title).charts.wind
    winds = dict.fromkeys([str(wind) for wind, _, _ in chart.cells])
    blows = {(wind, season) for (wind, season, _), does in chart.cells.items() if does}
    return {wind: tuple([season for season in SEASONS if (wind, season) in blows]) for wind in winds}
