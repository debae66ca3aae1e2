"""Standing orders of a campaign: courses, searches, screens and battles that need no question, and what wakes their owner.

Nothing is ruled here. What stands is looked up in the seat's view, and what comes of it is an order like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace as changed

from weathergauge.beside.standing import Standing, Stood, only
from weathergauge.frame import table as frame
from weathergauge.frame.chapter import Choices
from weathergauge.frame.words import listed
from weathergauge.ruleset import Refused
from weathergauge.rulesets.sealords import routes, waking
from weathergauge.rulesets.sealords.auxiliaries.actions import Screen, Send
from weathergauge.rulesets.sealords.battle import array
from weathergauge.rulesets.sealords.battle.actions import Attack, BattleDeclined, BattleOffered, JoinCombat
from weathergauge.rulesets.sealords.battle.quarrels import hunters
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.naming import formation_words, name_of
from weathergauge.rulesets.sealords.phases import (
    Council,
    Fighting,
    Offering,
    Plotting,
    Sailing,
    Screening,
    Sighting,
    Tasking,
    Yards,
)
from weathergauge.rulesets.sealords.ports import standing as port_of
from weathergauge.rulesets.sealords.sea.actions import Beat, Catch, MarkTime, Move, Plot
from weathergauge.rulesets.sealords.sea.plotting import laid
from weathergauge.rulesets.sealords.state import Date, Seated, Table, View, replace
from weathergauge.rulesets.sealords.waking import WAKES, Due, Name, Wake
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at, boxed
from weathergauge.rulesets.sealords.yards.actions import Repair

Step = Literal["decoying", "plotting", "sailing", "tasking", "closing", "requesting", "council", "yards"]
Until = Literal["", "increment", "impulse", "turn"]
STEPS: dict[Step, str] = {
    "decoying": "dummies", "plotting": "directions", "sailing": "moves", "tasking": "tasks", "closing": "the end of an impulse",
    "requesting": "requests", "council": "councils", "yards": "yards",
}  # fmt: skip
"""Steps that may be passed, as they are called."""
AT_SEA: tuple[Step, ...] = ("decoying", "plotting", "sailing", "tasking", "closing")
"""Steps that are passed by whoever sails on to the end of something."""
PARTS: dict[Until, tuple[str, ...]] = {
    "increment": ("year", "turn", "impulse", "mpi"), "impulse": ("year", "turn", "impulse"), "turn": ("year", "turn"),
}  # fmt: skip
SHUT = ("enemy", "closed")
"""What a port is to a side that may not go in."""
Parts = Annotated[int, Meta(ge=1, le=10)]


HOME = "home"
"""A course to the nearest harbour of its own side, whose name it then has."""


class Course(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a formation goes by itself."""

    formation: Name
    to: Name
    contrary: Literal["beat", "catch", "wait", "ask"] = "beat"
    """Against the wind: beat up, try to catch it, wait for another, or ask."""
    gale: Literal["go", "wait", "ask"] = "wait"
    """Where the next place lies in a gale and this one does not."""
    name: Name = ""
    """What the formation is called: its counter may change with a dummy's."""
    suspended: Name = ""
    """Why it is not followed any more."""


class StandingOrders(Standing, frozen=True):
    """What a side lets be done in a campaign without being asked."""

    courses: Annotated[tuple[Course, ...], Meta(max_length=100)] = ()
    search: bool = False
    """Send auxiliaries to search for what comes in reach, one for each target in an increment."""
    repair: bool = False
    """Repair rolls go to whoever is worst hurt; points that are saved stay so."""
    screen: Literal["ask", "pass", "send"] = "ask"
    battle: Literal["ask", "odds", "decline"] = "ask"
    """Asked for battle: by odds it is offered or declined, but never where not all of the enemy can be made out."""
    ours: Parts = 2
    theirs: Parts = 1
    """The odds from which on battle is offered: this many of our squadrons to so many of theirs."""
    join: Literal["ask", "battle", "strength"] = "ask"
    """Squadrons left over when a battle is laid join its combats by strength: in one, in hand or the next, or in every one."""
    passes: tuple[Step, ...] = ()
    until: Until = ""
    """Pass all steps at sea to the end of this increment, impulse or turn."""
    news: bool = False
    """Ask about a council only where something has come that no earlier one let lie."""
    wake: tuple[Wake, ...] = tuple(WAKES)
    since: Name = ""
    """The increment, impulse or turn that `until` is about."""
    searched: tuple[Name, ...] = ()
    """What has been searched for in this increment."""
    due: tuple[Due, ...] = ()
    """What the owner is to be woken for, as soon as he can do anything about it."""
    told: tuple[Name, ...] = ()
    """Of what lasts, whatever he was woken for."""
    offered: tuple[Name, ...] = ()
    """What councils have offered and let lie."""
    sitting: Name = ""
    """The council that is asked about."""
    put: tuple[Name, ...] = ()
    """The battle that was asked about last: where, and who lies there."""
    joining: Name = ""
    """The battle that `join` is about, where it is about one."""
    let_be: tuple[tuple[Name, ...], ...] = ()
    """Battles of this turn that were let be."""


# What is given, changed and said


def seated(view: View) -> Seated:
    """Say whose standing orders they are: spectators have none."""
    if not isinstance(view, frame.Seated):
        raise TypeError("a spectator has no standing orders")
    return view


def stand_by(view: Seated, orders: StandingOrders, choices: Choices[Any, Any], world: World) -> StandingOrders:
    """Hold courses to formations and places that there are; whatever was suspended is tried again."""
    courses: list[Course] = []
    for course in orders.courses:
        formation = view.own.formation(course.formation)
        if formation is None or formation.kind in ("convoy", "dummy"):
            able = [
                name_of(formation, world)
                for formation in view.own.formations
                if formation.kind not in ("convoy", "dummy")
            ]
            raise Refused(
                f"{course.formation!r} is no formation of yours that can be given a course: expected {listed(able)}"
            )
        if course.to == HOME:
            course = changed(course, to=routes.home(view, formation, world))
        if at(course.to) not in world.places or boxed(course.to)[1] not in ("", "harbour"):
            raise Refused(
                f"there is no place {course.to!r} on the map for {name_of(formation, world)} to go to: name a place of it"
            )
        if boxed(course.to)[1] == "harbour" and not world.places[at(course.to)].port:
            raise Refused(f"{place_name(at(course.to), world)} is no port and has no harbour: name a port")
        if boxed(course.to)[1] == "harbour" and port_of(view.table, at(course.to), view.seat, world) in SHUT:
            raise Refused(f"{place_name(at(course.to), world)} is shut to you: give a course to the waters off it")
        if at(course.to) not in routes.reachable(formation, world):
            raise Refused(
                f"no way leads {name_of(formation, world)} to {place_name(course.to, world)}: choose another place"
            )
        if any(other.formation == course.formation for other in courses):
            raise Refused(f"{name_of(formation, world)} has two courses: give it one")
        courses.append(changed(course, name=formation.name, suspended=""))
    if orders.news and isinstance(view.table.phase, Council):
        orders = _sitting(view, orders, choices)
    return changed(orders, courses=tuple(courses), since=_part(view.table.date, orders.until))


def in_words(view: Seated, orders: StandingOrders, world: World) -> tuple[str, ...]:
    """Put standing orders into sentences."""
    told = [_course_in_words(view, course, world) for course in orders.courses]
    if orders.search:
        told.append("Auxiliaries search for what comes in reach")
    if orders.repair:
        told.append("Yards repair whoever is worst hurt")
    told += {"pass": ["No task is screened"], "send": ["Every task that can be screened is screened"], "ask": []}[
        orders.screen
    ]
    told += {
        "ask": [], "decline": ["Battle is declined"],
        "odds": [f"Battle is offered from {orders.ours} to {orders.theirs} on, and declined at worse"],
    }[orders.battle]  # fmt: skip
    if orders.join != "ask":
        told.append(
            f"{'In one battle s' if orders.join == 'battle' else 'S'}quadrons left over join combats by strength"
        )
    if orders.passes:
        told.append(f"Passed are {listed([STEPS[step] for step in orders.passes])}")
    if orders.news and "council" not in orders.passes:
        told.append("Councils to which nothing new has come are passed")
    if orders.until and orders.since == _part(view.table.date, orders.until):
        woken = ", but for those in which you are woken" if orders.wake else ""
        told.append(f"All steps at sea are passed to the end of this {orders.until}{woken}")
    if orders.wake and told:
        told.append(f"You are woken when {' or '.join([WAKES[wake] for wake in orders.wake])}")
    return tuple(told)


def _course_in_words(view: Seated, course: Course, world: World) -> str:
    where = place_name(course.to, world)
    who = _called(view, course, world)
    if course.suspended:
        return f"{who} does not go to {where} any more: {course.suspended}"
    winds = {"beat": "beats up against contrary winds", "catch": "tries to catch contrary winds", "wait": "waits for fair winds", "ask": "asks when the wind stands against it"}  # fmt: skip
    gales = {"go": "goes through gales", "wait": "waits before gales", "ask": "asks before gales"}
    return f"{who} goes to {where}, {winds[course.contrary]} and {gales[course.gale]}"


def stage(table: Table) -> str:
    """Mark the step that is being decided."""
    date = table.date
    return f"{date.year} {date.turn} {date.impulse} {date.mpi} {table.step} {type(table.phase).__name__.lower()}"


def _part(date: Date, until: Until) -> str:
    return " ".join([str(getattr(date, part)) for part in PARTS.get(until, ())])


# What they come to


def stand(
    view: Seated, orders: StandingOrders, heard: Sequence[Any], choices: Choices[Any, Any], world: World
) -> Stood:
    """Say what standing orders come to now: what they are for, or else the one thing that can be ordered."""
    stood = _stood(view, orders, heard, choices, world)
    if stood.action is None and not stood.woken and stood.orders.alone:
        return changed(stood, action=only(choices, choices.forms()))
    return stood


def _stood(
    view: Seated, orders: StandingOrders, heard: Sequence[Any], choices: Choices[Any, Any], world: World
) -> Stood:
    """First what wakes their owner, then what is ordered."""
    if orders.until and orders.since != _part(view.table.date, orders.until):
        orders = changed(orders, until="", since="")
    orders = _remembered(_joining(orders, view.table), heard, view.table.date)
    orders, woken = _looked(view, orders, heard, choices, world)
    if woken and orders.news and isinstance(view.table.phase, Council):
        orders = _sitting(view, orders, choices)
    if woken:
        return Stood(orders, woken=woken)
    match view.table.phase:
        case Council() if orders.news and "council" not in orders.passes:
            return _sat(view, orders, heard, choices)
        case Plotting():
            return _plotted(view, orders, choices, world)
        case Sailing():
            return _sailed(view, orders, choices, world)
        case Tasking():
            return _searched(view, orders, choices)
        case Yards() if orders.repair and (repair := _repair(view, choices)) is not None:
            return Stood(orders, repair)
        case Screening() if orders.screen != "ask":
            screens = [choice for choice in choices if isinstance(choice, Screen)] if orders.screen == "send" else []
            return Stood(orders, screens[0] if screens else Ready())
        case Sighting() if orders.battle == "decline":
            return Stood(orders, Ready())
        case Offering() as phase:
            return _offered(view, orders, phase)
        case Fighting(step="join") if orders.join != "ask":
            joins = array.next_to_join(view.table, view.seat, world)
            return Stood(orders, JoinCombat(joins[0].id, joins[1] + 1) if joins is not None else Ready())
    return Stood(orders, _passed(view.table, orders))


def _joining(orders: StandingOrders, table: Table) -> StandingOrders:
    """What holds for one battle is about that in hand, or the first there is, and ends with it."""
    battle = "" if table.battle is None else f"{table.serial} {table.battle.place}"
    if orders.join != "battle" or orders.joining == battle:
        return orders
    return changed(orders, join="ask", joining="") if orders.joining else changed(orders, joining=battle)


def _passed(table: Table, orders: StandingOrders) -> Ready | None:
    step = type(table.phase).__name__.lower()
    if step == "tasking" and table.step == "recovery":
        return None  # pirates must be based somewhere
    passed = step in orders.passes or (orders.until != "" and step in AT_SEA)
    return Ready() if passed else None


def _looked(
    view: Seated, orders: StandingOrders, heard: Sequence[Any], choices: Choices[Any, Any], world: World
) -> tuple[StandingOrders, tuple[str, ...]]:
    """What happened since that wakes the owner in this step, and the courses that are run or cannot be run any more."""
    told = [mark for mark in orders.told if waking.still(view, mark, world)]
    due = [*orders.due]
    provided = [course.formation for course in orders.courses if not course.suspended and course.gale != "ask"]
    for one, mark in waking.news(view, heard, tuple(told), provided, world):
        if one.wake in orders.wake and mark not in told and one not in due:
            due.append(one)
            told += [mark] if mark else []
    courses = []
    for course in orders.courses:
        formation = _hers(view, course)
        if course.suspended:
            courses.append(course)
        elif formation is None:
            why = f"{_called(view, course, world)} is no formation of its own any more"
            courses.append(changed(course, suspended=why))
            due.append(Due(f"the course to {place_name(course.to, world)} is suspended: {why}"))
        elif not routes.there(formation, course.to):
            courses.append(changed(course, formation=formation.id))
        elif "arrived" in orders.wake:
            words = f"{name_of(formation, world)} has come to {place_name(course.to, world)}"
            due.append(Due(words, "arrived", (formation.id,)))
    orders = changed(orders, courses=tuple(courses), told=tuple(told), due=tuple(due))
    if _uncalled(view, orders, heard, choices):
        return orders, ()
    ripe = [one for one in due if waking.now(view, one, choices)]
    left = tuple([one for one in due if one not in ripe])
    return changed(orders, due=left), tuple(dict.fromkeys([one.words for one in ripe]))


def _uncalled(view: Seated, orders: StandingOrders, heard: Sequence[Any], choices: Choices[Any, Any]) -> bool:
    """Whether this is a council that is passed because it has nothing new on its table and ends no quarter."""
    if not (orders.news and isinstance(view.table.phase, Council)) or orders.sitting == stage(view.table):
        return False
    new = set(waking.matters(view, choices)) - waking.settled(orders.offered, heard)
    return not new and all(one.wake != "quarter" for one in orders.due)


def _sat(view: Seated, orders: StandingOrders, heard: Sequence[Any], choices: Choices[Any, Any]) -> Stood:
    """A council with nothing new on its table is passed; one that is asked about is asked about to its end."""
    if _uncalled(view, orders, heard, choices):
        return Stood(orders, Ready())
    return Stood(_sitting(view, orders, choices))


def _sitting(view: Seated, orders: StandingOrders, choices: Choices[Any, Any]) -> StandingOrders:
    """What lies on the table of the council that the owner sits in."""
    return changed(orders, offered=waking.matters(view, choices), sitting=stage(view.table))


def _hers(view: Seated, course: Course) -> Formation | None:
    """The formation of a course, behind whichever counter it is now."""
    formation = view.own.formation(course.formation)
    if formation is not None and formation.name == course.name:
        return formation
    named = [formation for formation in view.own.formations if formation.name == course.name]
    return named[0] if len(named) == 1 else None


def _called(view: Seated, course: Course, world: World) -> str:
    """What the formation of a course is called, also when it is gone."""
    formation = _hers(view, course)
    return name_of(formation, world) if formation is not None else formation_words(course.name, {}, world)


def _followed(view: Seated, orders: StandingOrders) -> list[tuple[Course, Formation]]:
    return [
        (course, formation)
        for course in orders.courses
        if not course.suspended and (formation := view.own.formation(course.formation)) is not None
    ]


def _suspended(view: Seated, orders: StandingOrders, course: Course, why: str, world: World) -> Stood:
    courses = tuple([changed(other, suspended=why) if other == course else other for other in orders.courses])
    woken = f"the course of {_called(view, course, world)} to {place_name(course.to, world)} is suspended: {why}"
    return Stood(changed(orders, courses=courses), woken=(woken,))


def _plotted(view: Seated, orders: StandingOrders, choices: Choices[Any, Any], world: World) -> Stood:
    """Player A's directions: each formation under a course one MP on, then the step is passed where that is ordered."""
    open_to = choices.subjects()
    for course, formation in _followed(view, orders):
        if formation.id not in open_to:
            continue
        offered = [option for option in choices.of(formation.id) if isinstance(option, Plot)]
        before = [to for to in laid(view.own, formation.id) if to]
        there = replace(formation, place=before[-1], state="ready") if before else formation
        stay = Plot(formation.id, "")
        if there.place == course.to or (before and len(before) < len(laid(view.own, formation.id))):
            return Stood(orders, stay)
        onward = next((option for option in offered if option.to in routes.onward(there, course.to, world)), None)
        if onward is None:
            why = f"no way on is open to it from {place_name(there.place, world)}"
            return _suspended(view, orders, course, why, world)
        if routes.into_gale(view.table, there, onward.to, world) and course.gale != "go":
            return Stood(orders, stay if course.gale == "wait" else None)
        if course.contrary in ("wait", "ask") and routes.against(view.table, there, onward.to, world):
            return Stood(orders, stay if course.contrary == "wait" else None)
        return Stood(orders, onward)
    return Stood(orders, _passed(view.table, orders))


def _sailed(view: Seated, orders: StandingOrders, choices: Choices[Any, Any], world: World) -> Stood:
    """Moves: each formation under a course by its rule for winds and gales, then searches, then the rest."""
    movers = choices.subjects()
    for course, formation in _followed(view, orders):
        if formation.id not in movers:
            continue
        offered = list(choices.of(formation.id))
        onward = routes.onward(formation, course.to, world)
        moves = [option for option in offered if isinstance(option, Move | Beat | Catch) and option.to in onward]
        stay = next((option for option in offered if isinstance(option, MarkTime)), None)
        if not moves:
            if view.seat == view.table.first and stay is not None:
                return Stood(orders, stay)
            why = f"no way on is open to it from {place_name(formation.place, world)}"
            return _suspended(view, orders, course, why, world)
        if course.gale != "go" and stay is not None and routes.into_gale(view.table, formation, moves[0].to, world):
            return Stood(orders, stay if course.gale == "wait" else None)
        return Stood(orders, _by_rule(course, moves, stay))
    return _searched(view, orders, choices)


def _by_rule(course: Course, moves: Sequence[Any], stay: MarkTime | None) -> Any:
    """The move that a course's rule for contrary winds picks; None where it asks."""
    plain = next((move for move in moves if isinstance(move, Move)), None)
    beating = next((move for move in moves if isinstance(move, Beat)), None)
    catching = next((move for move in moves if isinstance(move, Catch)), None)
    if plain is not None or beating is None:
        return plain or catching  # across a sea zone there is no other way
    if course.contrary == "ask":
        return None
    if course.contrary == "wait" and stay is not None:
        return stay
    return catching if course.contrary == "catch" and catching is not None else beating


def _searched(view: Seated, orders: StandingOrders, choices: Choices[Any, Any]) -> Stood:
    """Auxiliaries against hidden counters in reach, each of which is searched for once in an increment."""
    if orders.search:
        now = f"{view.table.serial}:"
        done = tuple([search for search in orders.searched if search.startswith(now)])
        for subject in choices.subjects():
            if subject == STEP or view.own.formation(subject) is not None:
                continue
            for task in choices.of(subject):
                if isinstance(task, Send) and task.task == "search" and f"{now}{task.place} {task.target}" not in done:
                    return Stood(changed(orders, searched=(*done, f"{now}{task.place} {task.target}")), task)
    return Stood(orders, _passed(view.table, orders))


def _repair(view: Seated, choices: Choices[Any, Any]) -> Repair | None:
    """The roll for the squadron that has the most damage for what she can bear."""
    worst, best = Fraction(), None
    for order in choices:
        formation = view.own.formation(order.formation) if isinstance(order, Repair) and not order.saved else None
        if formation is not None:
            squadron = formation.squadron_of(order.squadron)
            hurt = Fraction(squadron.dps, squadron.rating)
            worst, best = (hurt, order) if hurt > worst else (worst, best)
    return best


def _offered(view: Seated, orders: StandingOrders, phase: Offering) -> Stood:
    """Battle by its rule; where that asks, once a turn for as long as the same formations lie there."""
    answer = _battle(view, orders, phase) if orders.battle != "ask" else None
    there = sorted([
        f"{counter.id} {counter.known}"
        for counter in view.table.counters
        if counter.place == phase.place and counter.state == "ready"
    ])  # fmt: skip
    put = (phase.place, _part(view.table.date, "turn"), *there)
    if answer is None and put in orders.let_be:
        answer = Ready()
    return Stood(changed(orders, put=put if answer is None else ()), answer)


def _remembered(orders: StandingOrders, heard: Sequence[Any], date: Date) -> StandingOrders:
    """What was asked about battle and declined by both is let be for the rest of the turn."""
    let_be = tuple([put for put in orders.let_be if put[1] == _part(date, "turn")])
    if not orders.put:
        return changed(orders, let_be=let_be)
    for event in heard:
        if isinstance(event, BattleDeclined) and event.place == orders.put[0]:
            return changed(orders, put=(), let_be=(*let_be, orders.put))
        if isinstance(event, BattleOffered) and event.place == orders.put[0]:
            return changed(orders, put=(), let_be=let_be)
    return changed(orders, let_be=let_be)


def _battle(view: Seated, orders: StandingOrders, phase: Offering) -> Attack | Ready | None:
    """Attack or pass by what can be seen of both sides; None where not all of the enemy can be made out."""
    if orders.battle == "decline":
        return Ready()
    foes = [counter for counter in view.table.counters if counter.place == phase.place and counter.side != view.seat]
    foes = [foe for foe in foes if foe.state == "ready" and foe.kind != "dummy"]
    if any(counter.known == "hidden" for counter in foes):
        return None
    classes = [
        cls
        for foe in foes
        for cls in ([squadron.cls for squadron in foe.shown.squadrons] if foe.shown is not None else foe.classes)
    ]
    theirs = _weight(classes)
    ours = _weight([squadron.cls for formation in hunters(view.own, phase.place) for squadron in formation.squadrons])
    return Attack(phase.place) if ours * orders.theirs >= theirs * orders.ours else Ready()


def _weight(classes: Sequence[str]) -> int:
    """Squadrons as they count in the line, in halves: frigates and galleys one, the others two."""
    return sum([1 if cls in ("frigate", "galley") else 2 for cls in classes])
