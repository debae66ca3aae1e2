"""Forces as files write them: formations with their leaders and squadrons, auxiliaries, and orders in hand.

A scenario has its own; what several share stands in the title's `forces` folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from sys import intern
from typing import Any

from msgspec import Struct

from weathergauge.files.handwritten import Page, Part, Wrong, numbers, one_of, shown, text, whole
from weathergauge.files.library import an_id, slug
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation, Leader, Squadron
from weathergauge.rulesets.sealords.ratings import squadron
from weathergauge.rulesets.sealords.state import Date, replace
from weathergauge.rulesets.sealords.terms import AuxClass, OrderType, Side, State3
from weathergauge.rulesets.sealords.world import World, harbour, world
from weathergauge.sentences import nearest

RESERVED = ("step", "table")
"""Words that orders use for other things than formations."""
MOST = 60
"""Formations in a file."""
CLASSES: tuple[AuxClass, ...] = ("fleet", "fleet_50", "galley", "light", "fireship", "bomb", "marine")
CORSAIRS = ("privateer", "pirate", "guardacostas")
STATES: tuple[State3, ...] = ("ready", "fitting_out", "in_ordinary")
TYPES: tuple[OrderType, ...] = (
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
    impulses: int = 0
    """In execution before the first turn."""
    visits: tuple[int, ...] = ()
    """In how many of them each place of a cruise was visited."""


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
        match = _LEADER.fullmatch(value.strip()) if isinstance(value, str) else None
        if match is None:
            raise Wrong(
                'a leader such as "Thomas Mathews: 4 rash 2 5, admiral blue 1743, fleet admiral": leadership, personality '
                "(timid, cautious, aggressive or rash), strategy and control, then rank, ensign and year of promotion, then his role"
            )
        # Interned, for a default is left out of a record only where it is the very word.
        rank: Any = intern((match["rank"] or "commodore").replace(" ", "_"))
        role: Any = (match["role"] or "").replace(" ", "_")
        ensign: Any = match["ensign"] or ""
        personality: Any = match["personality"]
        return Leader(
            slug(match["name"]), match["name"].strip(), contingent, int(match["lr"]), personality, int(match["sr"]),
            int(match["control"]), rank, ensign, int(match["year"] or 0), role,
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
    match = _SQUADRON.fullmatch(line.strip()) if isinstance(line, str) else None
    if match is None:
        raise Wrong(
            'squadrons such as "C1: sol 4 (Norfolk, Marlborough)", "Namur: flagship 90" or "S1: sol_d 2 shift -1 dps 3" '
            f"(sol, sol_d, frigate, galley or flagship); {shown(line)} is not"
        )
    cls: Any = match["flagship"] or match["cls"]
    sail = int(match["sail"] or 1)
    most = of.charts.squadron_ratings.at(cls).full
    if not 1 <= sail <= most:
        raise Wrong(f"1 to {most} sail for a squadron of class {cls}; {shown(line)} is not")
    shift = int(match["shift"]) if match["shift"] else None
    name = match["name"].strip() if cls == "flagship" else match["ships"] or ""
    return squadron(
        slug(match["name"]), contingent, cls, sail, of, name=name, guns=int(match["guns"] or 0), shift=shift,
        dps=int(match["dps"] or 0),
    )  # fmt: skip


def names_in(example: str) -> Callable[[Any], tuple[str, ...]]:
    """Read a list of names."""

    def check(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise Wrong(f"a list of names, as in {example}")
        return tuple(value)

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


def date_in(part: Part, key: str, of: World) -> Date | None:
    """Read a turn of a year, as in `[start]` with year and turn."""
    inner = part.inner(key, needed="year and turn")
    if inner is None:
        return None
    turns = of.charts.turn_structure.of(int, "turns_per_year")
    year = inner.take("year", whole(1700, 1799), needed="1744")
    turn = inner.take("turn", whole(1, turns), needed=f"3, from 1 to {turns}")
    inner.done()
    return None if year is None or turn is None else Date(year, turn)


def shared(of: World, part: Part, name: str) -> Forces | None:
    """Find forces in the title's own folder."""
    folder = of.folder / "forces"
    known = sorted([path.stem for path in folder.glob("*.toml")])
    if name not in known:
        part.note("forces", f"forces: there are no forces {shown(name)}; {nearest(name, known)}")
        return None
    return forces_of(of.title, name)


@cache
def forces_of(title: str, name: str) -> Forces:
    """Read shared forces by the name of their file, once."""
    of = world(title)
    path = of.folder / "forces" / f"{name}.toml"
    page = Page(path.read_text(encoding="utf-8"), path.name)
    part = page.part()
    forces = forces_in(of, part)
    part.done()
    page.done()
    return forces


def forces_in(of: World, part: Part) -> Forces:
    """Read what a file has of forces."""
    listed = part.several("formation")
    if len(listed) > MOST:
        listed[MOST].note("", f"there are {len(listed)} formations: expected at most {MOST}")
    formations, coming = [], []
    for written in listed:
        formation, date = _formation(of, written)
        if formation is not None and date is not None:
            coming.append(Coming(date, formation))
        elif formation is not None:
            formations.append(formation)
    auxiliaries = [made for written in part.several("auxiliaries") for made in _auxiliaries(of, written)]
    leaders = [_unposted(of, written) for written in part.several("leader")]
    orders = [_order(of, written) for written in part.several("order")]
    return Forces(
        tuple(formations), tuple(coming), tuple(auxiliaries), tuple([leader for leader in leaders if leader]),
        tuple([order for order in orders if order]),
    )  # fmt: skip


def joined(parts: Iterable[Forces]) -> Forces:
    """Make several forces one; auxiliaries are numbered through."""
    whole = list(parts)
    auxiliaries: list[Auxiliary] = []
    count: dict[str, int] = {}
    for aux in [auxiliary for forces in whole for auxiliary in forces.auxiliaries]:
        kind = f"{aux.contingent}_{aux.corsair or aux.cls}"
        count[kind] = count.get(kind, 0) + 1
        auxiliaries.append(replace(aux, id=f"{kind}_{count[kind]}"))
    return Forces(
        tuple([formation for forces in whole for formation in forces.formations]),
        tuple([arrival for forces in whole for arrival in forces.coming]),
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
    arrives = date_in(part, "arrives", of) if "arrives" in part else None
    part.done()
    if id in RESERVED:
        part.note("id", f"id = {shown(id)}: expected another, for orders use this word")
    if id is None or name is None or command is None or place is None or squadrons is None:
        return None, arrives
    flagships = [squadron for squadron in squadrons if squadron.cls == "flagship"]
    flotilla = leader is not None and (len(squadrons) > 1 or bool(flagships))
    formation = Formation(
        id=id, side=of.contingents[command].side, name=name, kind="flotilla" if flotilla else "squadron", place=place,
        command=command, state=state, leader=leader,
        squadrons=tuple([replace(squadron, fitted=state == "fitting_out") for squadron in squadrons]),
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
    target = part.take("target", names_in('["toulon"]')) or ()
    holder = part.take("holder", text(40), "") or ""
    convoy = part.take("kind", one_of(("trade", "victualling", "support", "troop")), "") or ""
    route = part.take("route", text(40), "") or ""
    impulses, visits = _begun(of, part, kind, target)
    part.done()
    if impulses and not holder:
        part.note("impulses", "impulses: an order that has begun is in somebody's hands: name its holder")
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
    if command is None or kind is None:
        return None
    return Held(command, kind, target, holder, convoy, route, impulses, visits)


def _begun(of: World, part: Part, kind: OrderType | None, target: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
    """What of an order was done before the first turn: impulses, and of a cruise the visits that they were spent on."""
    enough = of.charts.order_terms.at(kind).impulses if kind is not None else None
    if kind is not None and enough is None:
        return 0, ()
    impulses = part.take("impulses", whole(1, (enough or 2) - 1), 0) or 0
    if kind != "cruise" or not impulses:
        return impulses, ()
    places = len(target)
    visits = part.take("visits", numbers(places, places, 0, impulses), needed=str([impulses] * places)) or ()
    if visits and sum(visits) < impulses:
        words = f"visits: {sum(visits)} visits are too few for {impulses} impulses: in each of them a cruise is at a place of its own"
        part.note("visits", words)
    return impulses, visits
