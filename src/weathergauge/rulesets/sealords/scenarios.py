"""Scenarios of the campaigns: read from files a player could write, checked line by line, and set out on the map.

A file says when it begins and ends, who is at war, and which forces there are. Forces that several scenarios share stand in
the title's `forces` folder and are named with `forces = ["toulon_1744"]`; whatever they hold may stand in a scenario too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from sys import intern
from typing import Any

from msgspec import Struct

from weathergauge.files.handwritten import Page, Part, Wrong, one_of, shown, text, whole, yes_no
from weathergauge.files.library import Library, an_id, dated, slug
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation, Front, Leader, Squadron
from weathergauge.rulesets.sealords.ratings import ratings, squadron
from weathergauge.rulesets.sealords.state import Date, Settings, replace, settings_type
from weathergauge.rulesets.sealords.terms import AuxClass, Side, State3
from weathergauge.rulesets.sealords.world import World, at, harbour, world
from weathergauge.sentences import nearest

FIRST = ("teaching", "quarter", "year", "campaign")
"""The scenarios to begin with, the shortest first."""
RESERVED = ("step", "table")
"""Words that orders use for other things than formations."""
MOST = 60
"""Formations in a file."""
CLASSES: tuple[AuxClass, ...] = ("fleet", "fleet_50", "galley", "light", "fireship", "bomb", "marine")
CORSAIRS = ("privateer", "pirate", "guardacostas")
STATES: tuple[State3, ...] = ("ready", "fitting_out", "in_ordinary")
TYPES = (
    "cruise", "blockade", "interdict", "escort", "show_of_force", "support_the_army", "transport", "victual", "transit",
    "seek_battle",
)  # fmt: skip


class Held(Struct, frozen=True):
    """An order with which a side begins, and which formation has it already."""

    command: str
    type: str
    target: tuple[str, ...] = ()
    holder: str = ""
    kind: str = ""
    route: str = ""


class Coming(Struct, frozen=True):
    """A formation that comes later."""

    date: Date
    formation: Formation


class Forces(Struct, frozen=True):
    """What scenarios may share."""

    formations: tuple[Formation, ...] = ()
    coming: tuple[Coming, ...] = ()
    auxiliaries: tuple[Auxiliary, ...] = ()
    leaders: tuple[tuple[Side, Leader], ...] = ()
    """Without a post."""
    orders: tuple[Held, ...] = ()


class Scenario(Struct, frozen=True):
    """A campaign before its first turn."""

    campaign: str
    """The title it belongs to."""
    title: str
    history: str
    date: str
    place: str
    victory: str
    advice: str
    invented: str
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
    name: str = ""

    @property
    def sides(self) -> tuple[Side, Side]:
        return world(self.campaign).sides


# What a file may say


_LEADER = re.compile(
    r"(?P<name>[^:]+): (?P<lr>\d) (?P<personality>timid|cautious|aggressive|rash) (?P<sr>\d) (?P<control>\d)"
    r"(?:, (?P<rank>commodore|rear admiral|vice admiral|admiral)(?: (?P<ensign>red|white|blue))?(?: (?P<year>\d{4}))?)?"
    r"(?:, (?P<role>fleet admiral|command admiral))?"
)
_SQUADRON = re.compile(
    r"(?P<name>[^:]+): (?:(?P<flagship>flagship) (?P<guns>\d{2,3})|(?P<cls>sol_d|sol|frigate|galley) (?P<sail>\d))"
    r"(?: shift (?P<shift>[+-]\d))?(?: dps (?P<dps>\d{1,2}))?(?: \((?P<ships>[^()]+)\))?"
)


def _leader(contingent: str) -> Callable[[Any], Leader]:
    """A leader as his counter reads: `Thomas Mathews: 4 rash 2 5, admiral blue 1743, fleet admiral`."""

    def check(value: Any) -> Leader:
        found = _LEADER.fullmatch(value.strip()) if isinstance(value, str) else None
        if found is None:
            raise Wrong(
                'a leader such as "Thomas Mathews: 4 rash 2 5, admiral blue 1743, fleet admiral": leadership, personality, '
                "strategy and control, then rank, ensign and year of promotion, then his role"
            )
        # Interned, for a default is left out of a record only where it is the very word.
        rank: Any = intern((found["rank"] or "commodore").replace(" ", "_"))
        role: Any = (found["role"] or "").replace(" ", "_")
        ensign: Any = found["ensign"] or ""
        personality: Any = found["personality"]
        return Leader(
            slug(found["name"]), found["name"].strip(), contingent, int(found["lr"]), personality, int(found["sr"]),
            int(found["control"]), rank, ensign, int(found["year"] or 0), role,
        )  # fmt: skip

    return check


def _squadrons(contingent: str, of: World) -> Callable[[Any], tuple[Squadron, ...]]:
    """Squadrons as a list of lines: `C1: sol 4 (Norfolk, Marlborough)`, `Namur: flagship 90`, `S1: sol 3 shift -1 dps 2`."""

    def check(value: Any) -> tuple[Squadron, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= 20:
            raise Wrong('a list of 1 to 20 lines such as "C1: sol 4" or "Namur: flagship 90"')
        return tuple([_squadron(line, contingent, of) for line in value])

    return check


def _squadron(line: Any, contingent: str, of: World) -> Squadron:
    found = _SQUADRON.fullmatch(line.strip()) if isinstance(line, str) else None
    if found is None:
        raise Wrong(
            'squadrons such as "C1: sol 4 (Norfolk, Marlborough)", "Namur: flagship 90" or "S1: sol_d 2 shift -1 dps 3" '
            f"(sol, sol_d, frigate, galley or flagship); {shown(line)} is not"
        )
    cls: Any = found["flagship"] or found["cls"]
    sail = int(found["sail"] or 1)
    most = of.charts.squadron_ratings.at(cls).full
    if not 1 <= sail <= most:
        raise Wrong(f"1 to {most} sail for a squadron of class {cls}; {shown(line)} is not")
    shift = int(found["shift"]) if found["shift"] else None
    name = found["name"].strip() if cls == "flagship" else found["ships"] or ""
    return squadron(
        slug(found["name"]), contingent, cls, sail, of, name=name, guns=int(found["guns"] or 0), shift=shift,
        dps=int(found["dps"] or 0),
    )  # fmt: skip


def _texts(example: str) -> Callable[[Any], tuple[str, ...]]:
    def check(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise Wrong(f"a list of names, as in {example}")
        return tuple(value)

    return check


def _pair(known: Iterable[str]) -> Callable[[Any], tuple[str, str]]:
    contingents = tuple(known)

    def check(value: Any) -> tuple[str, str]:
        if not isinstance(value, list) or len(value) != 2 or not all(one in contingents for one in value):
            raise Wrong(f"two of {', '.join(contingents)}")
        return value[0], value[1]

    return check


def _location(part: Part, key: str, state: State3, of: World) -> str | None:
    """Where a formation lies: in port, the harbour box of a key port and the space of a minor one (R-STATES)."""
    place = part.take(key, one_of(of.places), needed='"toulon", a place of the map')
    if place is None:
        return None
    known = of.places[place]
    if state == "ready":
        return place
    if not known.port:
        part.note(key, f'{key} = "{place}": expected a port for state = "{state}"; {known.name} is none')
        return None
    return harbour(place) if known.port == "key" else place


# The parts of a file


def _scenario(of: World, part: Part) -> Scenario | None:
    title = part.take("title", text(80), needed='"a short title"')
    history = part.take("history", text(1000), "")
    date, place = part.take("date", dated, ""), part.take("place", text(80), "")
    victory, advice = part.take("victory", text(400), ""), part.take("advice", text(1200), "")
    invented = part.take("invented", text(400), "")
    start, last = _date(part, "start", of), _date(part, "end", of)
    if start is not None and last is not None and last < start:
        part.note("end", "the campaign ends before it begins: exchange start and end")
    named = part.take("forces", _texts('["toulon_1744"]'))
    shared = [_shared(of, part, name) for name in named or ()]
    own = _forces(of, part)
    relations = [_relation(of, one) for one in part.several("relation")]
    prestige, a_year_ago = _prestige(part, of)
    fronts = tuple([one for one in [_front(of, one) for one in part.several("campaign")] if one is not None])
    events = part.take("events", _texts('["dunkirk_invasion"]')) or ()
    for event in events:
        if event not in [node.id for node in of.events]:
            part.note("events", f"there is no event {shown(event)}; {nearest(event, [node.id for node in of.events])}")
    end_die = part.take("end_die", yes_no, False)
    settings = library(of.title).settings(part, settings_type(of.title)())
    part.done()
    if part.page.problems or title is None or start is None or last is None:
        return None
    forces = _joined([*[one for one in shared if one is not None], own])
    _together(of, part, forces)
    return Scenario(
        campaign=of.title, title=title, history=history or "", date=date or "", place=place or "", victory=victory or "",
        advice=advice or "", invented=invented or "", start=start, last=last, forces=forces,
        relations=tuple([relation for relation in relations if relation]), prestige=prestige, a_year_ago=a_year_ago, events=events,
        campaigns=fronts, end_die=bool(end_die), settings=settings,
    )  # fmt: skip


def _date(part: Part, key: str, of: World) -> Date | None:
    """A turn of a year, as in `[start]` with year and turn."""
    inner = part.inner(key, needed="year and turn")
    if inner is None:
        return None
    turns = of.charts.turn_structure.of(int, "turns_per_year")
    year = inner.take("year", whole(1700, 1799), needed="1744")
    turn = inner.take("turn", whole(1, turns), needed=f"3, from 1 to {turns}")
    inner.done()
    return None if year is None or turn is None else Date(year, turn)


def _shared(of: World, part: Part, name: str) -> Forces | None:
    """Forces from the title's own folder."""
    folder = of.folder / "forces"
    known = sorted([path.stem for path in folder.glob("*.toml")])
    if name not in known:
        part.note("forces", f"forces: there are no forces {shown(name)}; {nearest(name, known)}")
        return None
    return forces_of(of.title, name)


@cache
def forces_of(title: str, name: str) -> Forces:
    """Shared forces by the name of their file, read once."""
    of = world(title)
    path = of.folder / "forces" / f"{name}.toml"
    page = Page(path.read_text(encoding="utf-8"), path.name)
    part = page.part()
    found = _forces(of, part)
    part.done()
    page.done()
    return found


def _forces(of: World, part: Part) -> Forces:
    listed = part.several("formation")
    if len(listed) > MOST:
        listed[MOST].note("", f"there are {len(listed)} formations: expected at most {MOST}")
    formations, coming = [], []
    for one in listed:
        formation, date = _formation(of, one)
        if formation is not None and date is not None:
            coming.append(Coming(date, formation))
        elif formation is not None:
            formations.append(formation)
    auxiliaries = [made for one in part.several("auxiliaries") for made in _auxiliaries(of, one)]
    leaders = [_unposted(of, one) for one in part.several("leader")]
    orders = [_order(of, one) for one in part.several("order")]
    return Forces(
        tuple(formations), tuple(coming), tuple(auxiliaries), tuple([leader for leader in leaders if leader]),
        tuple([order for order in orders if order]),
    )  # fmt: skip


def _joined(parts: Iterable[Forces]) -> Forces:
    """Several forces as one; auxiliaries are numbered through."""
    whole = list(parts)
    auxiliaries: list[Auxiliary] = []
    count: dict[str, int] = {}
    for one in [auxiliary for forces in whole for auxiliary in forces.auxiliaries]:
        kind = f"{one.contingent}_{one.corsair or one.cls}"
        count[kind] = count.get(kind, 0) + 1
        auxiliaries.append(replace(one, id=f"{kind}_{count[kind]}"))
    return Forces(
        tuple([formation for forces in whole for formation in forces.formations]),
        tuple([one for forces in whole for one in forces.coming]),
        tuple(auxiliaries),
        tuple([leader for forces in whole for leader in forces.leaders]),
        tuple([order for forces in whole for order in forces.orders]),
    )


def _formation(of: World, part: Part) -> tuple[Formation | None, Date | None]:
    """A formation, and when it comes if it is not there from the start."""
    name = part.take("name", text(60), needed='"Centre"')
    id = part.take("id", an_id, slug(name or ""))
    command = part.take("command", one_of(of.taking_part), needed="one of " + ", ".join(of.taking_part))
    state: State3 = part.take("state", one_of(STATES), "ready") or "ready"
    place = _location(part, "place", state, of)
    leader = part.take("leader", _leader(command or ""))
    squadrons = part.take("squadrons", _squadrons(command or "", of), needed='["C1: sol 4"]')
    arrives = _date(part, "arrives", of) if "arrives" in part else None
    part.done()
    if id in RESERVED:
        part.note("id", f"id = {shown(id)}: expected another, for orders use this word")
    if id is None or name is None or command is None or place is None or squadrons is None:
        return None, arrives
    flagships = [one for one in squadrons if one.cls == "flagship"]
    flotilla = leader is not None and (len(squadrons) > 1 or bool(flagships))
    formation = Formation(
        id=id, side=of.contingents[command].side, name=name, kind="flotilla" if flotilla else "squadron", place=place,
        command=command, state=state, leader=leader,
        squadrons=tuple([replace(one, fitted=state == "fitting_out") for one in squadrons]),
    )  # fmt: skip
    return formation, arrives


def _auxiliaries(of: World, part: Part) -> list[Auxiliary]:
    """Some auxiliaries of a kind: at a base, or available to be sent to one."""
    contingent = part.take(
        "command", one_of([*of.taking_part, "pirate"]), needed="one of " + ", ".join([*of.taking_part, "pirate"])
    )
    cls: AuxClass | None = part.take("class", one_of(CLASSES), needed='"fleet", or another of ' + ", ".join(CLASSES))
    number = part.take("number", whole(1, 12), 1)
    base = part.take("base", text(40), "")
    corsair: Any = part.take("corsair", one_of(CORSAIRS), "pirate" if contingent == "pirate" else "")
    part.done()
    if contingent is None or cls is None or number is None:
        return []
    if contingent == "pirate" and not base:
        part.note("", "pirates have a base: add base = a port or a corsair zone")
    side: Any = of.side_of(contingent) or ""
    box: Any = "assigned" if base else "available"
    made = Auxiliary("", side, contingent, cls, box, base or "", corsair or "", active=contingent != "pirate")
    return [made] * number


def _unposted(of: World, part: Part) -> tuple[Side, Leader] | None:
    command = part.take("command", one_of(of.taking_part), needed="one of " + ", ".join(of.taking_part))
    leader = part.take("leader", _leader(command or ""), needed='"William Rowley: 4 aggressive 4 3, rear admiral 1743"')
    part.done()
    return None if command is None or leader is None else (of.contingents[command].side, leader)


def _order(of: World, part: Part) -> Held | None:
    command = part.take("command", one_of(of.taking_part), needed="one of " + ", ".join(of.taking_part))
    kind = part.take("type", one_of(TYPES), needed='"cruise", or another of ' + ", ".join(TYPES))
    target = part.take("target", _texts('["toulon"]')) or ()
    holder = part.take("holder", text(40), "") or ""
    convoy = part.take("kind", one_of(("trade", "victualling", "support", "troop")), "") or ""
    route = part.take("route", text(40), "") or ""
    part.done()
    known = [*of.places, *of.contingents]
    for place in target:
        if place not in known:
            part.note("target", f"target: there is no place {shown(place)}; {nearest(place, known)}")
    if route and holder and route not in of.values.routes:
        part.note(
            "route", f"route: a convoy that is under way has one route, such as {next(iter(of.values.routes), 'none')}"
        )
    elif route and not any(name == route or name.startswith(f"{route}_") for name in of.values.routes):
        part.note("route", f"route: there is no route {shown(route)}; {nearest(route, of.values.routes)}")
    return None if command is None or kind is None else Held(command, kind, target, holder, convoy, route)


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
    known = [one.id for one in rows[id].positions if not one.won_by] if id is not None else []
    position = part.take("at", one_of(known), needed="one of " + ", ".join(known)) if id is not None else None
    part.done()
    if id is None or position is None:
        return None
    begins = [node.id for node in of.events for effect in node.effects if effect == {"do": "campaign", "campaign": id}]
    return Front(id, rows[id].index(position), begins[0])


# What can only be seen when everything is known


def _together(of: World, part: Part, forces: Forces) -> None:
    """Every id once, bases and holders that exist, one Fleet Admiral a side."""
    everything = [*forces.formations, *[one.formation for one in forces.coming]]
    posted = [one.leader for one in everything if one.leader is not None]
    leaders = [*posted, *[leader for _, leader in forces.leaders]]
    _once(part, "formation", [one.id for one in everything], "id", "name")
    _once(part, "squadron", [squadron.id for one in everything for squadron in one.squadrons], "squadrons")
    _once(part, "leader", [leader.id for leader in leaders], "leader")
    for side in of.sides:
        if not any(formation.side == side for formation in forces.formations):
            part.note("", f"the {side} side has no formation: add a [[formation]] of one of its contingents")
        if len([one for one in posted if of.side_of(one.contingent) == side and one.role == "fleet_admiral"]) > 1:
            part.note("formation", f"the {side} side has more than one fleet admiral: leave one of them")
    for one in everything:
        if one.id in of.places or one.id in of.values.zones:
            words = f"the formation {shown(one.id)} is called like a place: give it another id"
            _about(part, one.id, ("id", "name"), words)
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
    _once(part, "holder of an order", [one.holder for one in forces.orders if one.holder], "holder")


def _once(part: Part, what: str, ids: list[str], *keys: str) -> None:
    for id in sorted({id for id in ids if ids.count(id) > 1}):
        words = f"the {what} {shown(id)} is there {ids.count(id)} times: give the others another name or id"
        _about(part, id, keys, words)


def _about(part: Part, id: str, keys: tuple[str, ...], words: str) -> None:
    """A problem at the last line that has to do with an id; what comes from shared forces, at the top of the file."""
    parts = [one for kind in ("leader", "formation", "auxiliaries", "order") for one in part.several(kind)]
    for one, key in [(one, key) for one in reversed(parts) for key in keys if key in one]:
        given = one.values[key]
        if any(slug(str(value).partition(":")[0]) == id for value in (given if isinstance(given, list) else [given])):
            one.note(key, words)
            return
    part.note("", words)


# Setting out


# For people


class Campaigns(Library[Scenario]):
    """The scenarios of one title."""

    def __init__(self, title: str) -> None:
        super().__init__(title, world(title).folder / "scenarios", partial(_scenario, world(title)), FIRST)

    def with_settings(self, scenario: Scenario, settings: Mapping[str, Any]) -> Scenario:
        """The scenario with some settings changed; a ValueError is a sentence."""
        found: Scenario = super().with_settings(scenario, settings)
        known = [key[0] for key in world(self.title).charts.player_ranks.cells]
        for side in world(self.title).sides:
            for rank in found.settings.ranks(side):
                if rank not in known:
                    raise ValueError(f"ranks_{side}: there is no rank {rank!r}; {nearest(str(rank), map(str, known))}")
        return found

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
