"""Scenarios of the campaigns: read from files a player could write, checked line by line, and set out on the map.

A file says when it begins and ends, who is at war, and which forces there are. Forces that several scenarios share stand in
the title's `forces` folder and are named with `forces = ["toulon_1744"]`; whatever they hold may stand in a scenario too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any

from weathergauge.files.handwritten import Part, Wrong, one_of, shown, whole, yes_no
from weathergauge.files.library import LONG, Described, Library, described, slug
from weathergauge.frame.words import many
from weathergauge.rulesets.sealords.forces import Front
from weathergauge.rulesets.sealords.ratings import ratings
from weathergauge.rulesets.sealords.sequence import turns_between
from weathergauge.rulesets.sealords.state import Date, Settings
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.title_types import settings_type
from weathergauge.rulesets.sealords.world import World, at, world
from weathergauge.rulesets.sealords.written_forces import (
    Forces,
    date_in,
    forces_in,
    joined,
    names_in,
    shared,
)
from weathergauge.sentences import nearest

FIRST = ("teaching", "quarter", "year", "campaign")
"""The scenarios to begin with, the shortest first."""


class Scenario(Described, frozen=True, kw_only=True):
    """A campaign before its first turn."""

    campaign: str
    """The title it belongs to."""
    start: Date
    last: Date
    forces: Forces
    relations: tuple[tuple[str, str, str], ...] = ()
    prestige: tuple[int, int] = (0, 0)
    a_year_ago: tuple[int, int] = (0, 0)
    """Prestige with which the year before began."""
    events: tuple[str, ...] = ()
    """What has happened already."""
    campaigns: tuple[Front, ...] = ()
    """Armies that are in the field already."""
    end_die: bool = False
    """The end of the game is rolled for (P35)."""
    settings: Settings = Settings()

    @property
    def sides(self) -> tuple[Side, Side]:
        return world(self.campaign).sides


# What a file may say


def _pair(known: Iterable[str]) -> Callable[[Any], tuple[str, str]]:
    contingents = tuple(known)

    def check(value: Any) -> tuple[str, str]:
        if not isinstance(value, list) or len(value) != 2 or not all(name in contingents for name in value):
            raise Wrong(f"two of {', '.join(contingents)}")
        return value[0], value[1]

    return check


# The parts of a file


def _scenario(of: World, part: Part) -> Scenario | None:
    story = described(part, LONG)
    start, last = date_in(part, "start", of), date_in(part, "end", of)
    if start is not None and last is not None and last < start:
        part.note("end", "the campaign ends before it begins: exchange start and end")
    named = part.take("forces", names_in('["toulon_1744"]'))
    borrowed = [shared(of, part, name) for name in named or ()]
    own = forces_in(of, part)
    relations = [_relation(of, written) for written in part.several("relation")]
    prestige, a_year_ago = _prestige(part, of)
    fronts = tuple(
        [front for front in [_front(of, written) for written in part.several("campaign")] if front is not None]
    )
    events = part.take("events", names_in('["dunkirk_invasion"]')) or ()
    for event in events:
        if event not in [node.id for node in of.events]:
            part.note("events", f"there is no event {shown(event)}; {nearest(event, [node.id for node in of.events])}")
    end_die = part.take("end_die", yes_no, False)
    settings = library(of.title).settings(part, settings_type(of.title)())
    part.done()
    if part.page.problems or start is None or last is None:
        return None
    forces = joined([*[forces for forces in borrowed if forces is not None], own])
    _together(of, part, forces)
    return Scenario(
        campaign=of.title, **story, start=start, last=last, forces=forces,
        relations=tuple([relation for relation in relations if relation]), prestige=prestige, a_year_ago=a_year_ago, events=events,
        campaigns=fronts, end_die=bool(end_die), settings=settings,
    )  # fmt: skip


def _relation(of: World, part: Part) -> tuple[str, str, str] | None:
    first, *_, last = of.contingents
    between = part.take("between", _pair(of.contingents), needed=f'["{first}", "{last}"]')
    how = part.take("is", one_of(("war", "hostile")), needed='"war", or "hostile"')
    part.done()
    return None if between is None or how is None else (*between, how)


def _prestige(part: Part, of: World) -> tuple[tuple[int, int], tuple[int, int]]:
    """What each side begins with, and what it had when the year before began, if that was something else."""
    inner = part.inner("prestige")
    if inner is None:
        return (0, 0), (0, 0)
    first, second = (inner.take(side, whole(-50, 50), 0) or 0 for side in of.sides)
    before = inner.inner("a_year_ago")
    ago = (first, second)
    if before is not None:
        one, other = (before.take(side, whole(-50, 50), now) for side, now in zip(of.sides, ago, strict=True))
        ago = (first if one is None else one, second if other is None else other)
        before.done()
    inner.done()
    return (first, second), ago


def _front(of: World, part: Part) -> Front | None:
    """A campaign of armies in the field: which, and the position at which they stand."""
    rows = {campaign.id: campaign for campaign in of.campaigns}
    id = part.take("id", one_of(rows), needed="one of " + ", ".join(rows))
    known = [position.id for position in rows[id].positions if not position.won_by] if id is not None else []
    position = part.take("at", one_of(known), needed="one of " + ", ".join(known)) if id is not None else None
    part.done()
    if id is None or position is None:
        return None
    begins = [node.id for node in of.events for effect in node.effects if effect == {"do": "campaign", "campaign": id}]
    return Front(id, rows[id].index(position), begins[0])


# What can only be seen when everything is known


def _together(of: World, part: Part, forces: Forces) -> None:
    """Every id once, bases and holders that exist, one Fleet Admiral a side."""
    everything = [*forces.formations, *[arrival.formation for arrival in forces.coming]]
    posted = [formation.leader for formation in everything if formation.leader is not None]
    leaders = [*posted, *[leader for _, leader in forces.leaders]]
    _once(part, "formation", [formation.id for formation in everything], "id", "name")
    _once(part, "squadron", [squadron.id for formation in everything for squadron in formation.squadrons], "squadrons")
    _once(part, "leader", [leader.id for leader in leaders], "leader")
    for side in of.sides:
        if not any(formation.side == side for formation in forces.formations):
            part.note("", f"the {side} side has no formation: add a [[formation]] of one of its contingents")
        if sum(leader.role == "fleet_admiral" and of.side_of(leader.contingent) == side for leader in posted) > 1:
            part.note("formation", f"the {side} side has more than one fleet admiral: leave one of them")
    for formation in everything:
        if formation.id in of.places or formation.id in of.values.zones:
            words = f"the formation {shown(formation.id)} is called like a place: give it another id"
            _about(part, formation.id, ("id", "name"), words)
    bases = [*of.places, *of.values.zones, *[formation.id for formation in forces.formations]]
    for base in sorted({auxiliary.base for auxiliary in forces.auxiliaries if auxiliary.base} - set(bases)):
        words = f"base: there is no port, zone or formation {shown(base)}; {nearest(base, bases)}"
        _about(part, base, ("base",), words)
    holders = {formation.id: formation for formation in forces.formations}
    for order in forces.orders:
        holder = holders.get(order.holder)
        if order.holder and holder is None:
            words = f"holder: there is no formation {shown(order.holder)}; {nearest(order.holder, holders)}"
            _about(part, order.holder, ("holder",), words)
        elif holder is not None and of.contingents[order.command].side != holder.side:
            words = f"holder: {holder.name} is not of the side that the order of {order.command} is for"
            _about(part, order.holder, ("holder",), words)
    _once(part, "holder of an order", [order.holder for order in forces.orders if order.holder], "holder")


def _once(part: Part, what: str, ids: list[str], *keys: str) -> None:
    for id in sorted({id for id in ids if ids.count(id) > 1}):
        words = f"the {what} {shown(id)} is there {ids.count(id)} times: give the others another name or id"
        _about(part, id, keys, words)


def _about(part: Part, id: str, keys: tuple[str, ...], words: str) -> None:
    """A problem at the last line that has to do with an id; what comes from shared forces, at the top of the file."""
    parts = [written for kind in ("leader", "formation", "auxiliaries", "order") for written in part.several(kind)]
    for written, key in [(written, key) for written in reversed(parts) for key in keys if key in written]:
        given = written.values[key]
        if any(slug(str(value).partition(":")[0]) == id for value in (given if isinstance(given, list) else [given])):
            written.note(key, words)
            return
    part.note("", words)


QUARTER = 4
"""Turns from one quarterly turn to the next."""


class Campaigns(Library[Scenario]):
    """The scenarios of one title."""

    def __init__(self, title: str) -> None:
        super().__init__(title, world(title).folder / "scenarios", partial(_scenario, world(title)), FIRST)

    def with_settings(self, scenario: Scenario, settings: Mapping[str, Any]) -> Scenario:
        """The scenario with some settings changed; a ValueError is a sentence."""
        changed: Scenario = super().with_settings(scenario, settings)
        known = [key[0] for key in world(self.title).charts.player_ranks.cells]
        for side in world(self.title).sides:
            for rank in changed.settings.ranks(side):
                if rank not in known:
                    raise ValueError(f"ranks_{side}: there is no rank {rank!r}; {nearest(str(rank), map(str, known))}")
        return changed

    def length(self, scenario: Scenario) -> str:
        """Turns from the first to the last, fewer where a die ends the war; a quarter is called one."""
        lasting = turns_between(scenario.start, scenario.last, world(self.title)) + 1
        turns = many(lasting, "turn")
        if scenario.end_die:
            return f"up to {turns}"
        return f"a quarter of {turns}" if lasting == QUARTER else turns

    def types(self) -> dict[str, Any]:
        """Classes of squadrons as they are rated."""
        return {str(cls): rating for cls, rating in ratings(world(self.title).charts).items()}

    def type_rows(self) -> list[list[str]]:
        """The same as a table, with its heads."""
        rows = [["class", "most sail", "damage rating", "moves", "shift"]]
        for cls, rated in ratings(world(self.title).charts).items():
            rows.append([cls, str(rated.full), str(rated.rating), str(rated.ma), f"{rated.shift:+d}"])
        return rows

    def summary(self, scenario: Scenario) -> list[str]:
        """What a scenario holds, in a few lines."""
        of = world(self.title)
        start, last = scenario.start, scenario.last
        lines = [
            f"{scenario.title}: turn {start.turn} of {start.year} to turn {last.turn} of {last.year}, "
            f"{len(scenario.forces.formations)} formations, {len(scenario.forces.auxiliaries)} auxiliaries, "
            f"{len(scenario.forces.orders)} orders"
        ]
        for formation in scenario.forces.formations:
            leader = formation.leader.name if formation.leader is not None else "nobody"
            where = f"{of.places[at(formation.place)].name}, {formation.state.replace('_', ' ')}"
            lines.append(
                f"  {formation.id}: {formation.name}, {formation.command}, {leader}, {formation.sail} sail, {where}"
            )
        return lines


@cache
def library(title: str) -> Campaigns:
    """The scenarios of a title; a ValueError where there is none of that name."""
    return Campaigns(title)
