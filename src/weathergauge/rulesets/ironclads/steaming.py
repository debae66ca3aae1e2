"""Chapter: movement (phase 3). What a ship may be ordered within her speed; `passage` has what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergauge.freetable import Box, bearing, moved, pivoted, run, turn_to
from weathergauge.ruleset import Form, Range
from weathergauge.rulesets.ironclads import waters
from weathergauge.rulesets.ironclads.actions import Steam
from weathergauge.rulesets.ironclads.charts import Charts, charts
from weathergauge.rulesets.ironclads.findings import Met as Met
from weathergauge.rulesets.ironclads.findings import Ram as Ram
from weathergauge.rulesets.ironclads.passage import STRAIGHT
from weathergauge.rulesets.ironclads.ramming import rammable
from weathergauge.rulesets.ironclads.speed import Limit, limit, shown
from weathergauge.rulesets.ironclads.state import Settings, Ship, Table, replace
from weathergauge.rulesets.ironclads.terms import Contact
from weathergauge.rulesets.ironclads.waters import Meeting, Waters, against
from weathergauge.rulesets.ironclads.weather import STORM

Plan = tuple[int, int, int, int, int]
"""Run, turn, run on, second turn, last run."""
CONTACTS: dict[Contact, str] = {"ram": "to ram", "board": "to board", "stop": "to stop at"}


def refreshed(ship: Ship) -> Ship:
    """A ship whose guns are loaded again for a new turn."""
    if not any(battery.fired for battery in ship.batteries):
        return ship
    return replace(ship, batteries=tuple([replace(b, fired=False) if b.fired else b for b in ship.batteries]))


def turn_limit(ship: Ship, settings: Settings) -> int:
    """The largest turn that she may make, in degrees."""
    most, seaman = charts().largest_turn, settings.captains and ship.captain == "seaman"
    return most.at(ship.ship_class) + (most.at("seaman") if seaman else 0)


def turns(table: Table, ship: Ship) -> int:
    """How many turns she may make in an activation."""
    if ship.rudder:
        return 0
    return 2 if "high_manoeuvrability" in ship.traits and table.level < STORM else 1


def astern(table: Table, number: int, charts: Charts) -> int:
    """How far she may back: no more than slow, and only off the ground or off what she lies against (IR43)."""
    ship, now = table.ships[number], shown(table, number, charts)
    if not now.run or not (ship.grounded or beset(table, number)):
        return 0
    slow = limit(table, number, "slow", charts)
    return min(now.run, slow.run)


def beset(table: Table, number: int) -> bool:
    """Whether she lies against a ship or a shore."""
    return waters.alongside(table, number) or bool(table.shores and against(table, table.ships[number]))


def bound(table: Table, number: int, most: int, about: Waters | None = None) -> int:
    """The least that she runs straight on when she may run so far (IR60).

    Nothing where she lies aground, at anchor or against something, or where anything is in her way so far.
    """
    ship = table.ships[number]
    least = most * table.settings.least_percent // 100
    if not least or ship.grounded or ship.anchored:
        return 0
    about = about or Waters(table, number, most)
    if about.empty:
        return least
    return 0 if about.beset or about.ahead(ship.base, least) is not None else least


def carried_on(table: Table, number: int, plan: Plan, most: int, about: Waters | None = None) -> Plan:
    """A plan that turns, run on straight to the least that her order asks, if that way is free (IR60)."""
    first, turn, then, second, last = plan
    ship = table.ships[number]
    short = most * table.settings.least_percent // 100 - first - then - last
    if not turn or short <= 0 or ship.grounded or ship.anchored:
        return plan
    about = about or Waters(table, number, most)
    if not about.empty:
        if about.beset or foreseen(about, ship.base, plan, most):
            return plan
        base = pivoted(run(ship.base, first), turn)
        base = pivoted(run(base, then), second) if second else base
        if about.ahead(run(base, last if second else then), short) is not None:
            return plan
    return (first, turn, then, second, last + short) if second else (first, turn, then + short, second, last)


def told(table: Table, number: int, action: Steam, charts: Charts) -> Steam:
    """The order as she will carry it out: run on as far as she must."""
    if not action.turn or action.run < 0:
        return action
    plan = (action.run, action.turn, action.then, action.second, action.last)
    first, turn, then, second, last = carried_on(table, number, plan, shown(table, number, charts).run)
    return replace(action, run=first, turn=turn, then=then, second=second, last=last)


# What she may be ordered


def why_not(table: Table, number: int, action: Steam, charts: Charts) -> str | None:
    """None when she may steam so, else the player's sentence. The last stretch ends where her speed is spent (IR42)."""
    ship, now = table.ships[number], shown(table, number, charts)
    if action.run < 0:
        return _why_not_astern(table, number, action, charts)
    if ship.grounded and action.run:
        return f"{ship.name} is aground: she can only come off astern, or stay"
    for what, distance in (("run", action.run), ("then", action.then), ("last", action.last)):
        if not 0 <= distance <= now.run:
            held = f", held to {now.order} by {now.why}" if now.why else ""
            return (
                f"{what}={distance}: {ship.name} may run from 0 to {now.run} hundredths of an inch at {now.order}{held}"
            )
    if not action.turn:
        if action.then or action.second or action.last:
            return f"{ship.name} does not turn: give the whole way as her run"
        return _why_not_less(table, number, action, now)
    if (reason := _why_not_turn(table, ship, "turn", action.turn)) is not None:
        return reason
    if action.run < STRAIGHT:
        return f"{ship.name} must run {STRAIGHT} hundredths straight before she turns, not {action.run}"
    if not action.second:
        return f"{ship.name} makes no second turn: give the rest of the way as `then`" if action.last else None
    if turns(table, ship) < 2:
        why = "in a storm" if "high_manoeuvrability" in ship.traits else "in an activation"
        return f"{ship.name} turns no more than once {why}"
    if (reason := _why_not_turn(table, ship, "second", action.second)) is not None:
        return reason
    if action.then < STRAIGHT:
        return f"{ship.name} must run {STRAIGHT} hundredths straight between two turns, not {action.then}"
    return None


def _why_not_less(table: Table, number: int, action: Steam, now: Limit) -> str | None:
    """Her order binds her: with the way ahead free she runs a good part of it (IR60)."""
    if 100 * action.run >= now.run * table.settings.least_percent or action.run >= (
        least := bound(table, number, now.run)
    ):
        return None
    return (
        f"run={action.run}: {table.ships[number].name} may run from {least} to {now.run} hundredths of an inch at "
        f"{now.order}: her order binds her while the way ahead is free"
    )


def _why_not_turn(table: Table, ship: Ship, what: str, angle: int) -> str | None:
    most = turn_limit(ship, table.settings)
    if ship.rudder:
        return f"{ship.name} cannot turn: her rudder is damaged"
    if not -most <= angle <= most:
        return f"{what}={angle}: {ship.name} may turn {most} degrees at most to either side"
    return None


def _why_not_astern(table: Table, number: int, action: Steam, charts: Charts) -> str | None:
    ship, most = table.ships[number], astern(table, number, charts)
    if not most:
        now = shown(table, number, charts)
        if not now.run:
            return f"{ship.name} cannot go astern: she is held to stop" + (f" by {now.why}" if now.why else "")
        least = bound(table, number, now.run)
        return f"{ship.name} cannot go astern: she lies against nothing, so her run is from {least} to {now.run}"
    if -action.run > most:
        return f"run={action.run}: {ship.name} may back {most} hundredths of an inch at most"
    if action.then or action.second or action.last:
        return f"{ship.name} backs and may turn once: she does not run on after it"
    if not action.turn:
        return None
    if -action.run < (need := min(STRAIGHT, most)):
        return f"{ship.name} must back {need} hundredths straight before she turns, not {-action.run}"
    return _why_not_turn(table, ship, "turn", action.turn)


def forms(table: Table, number: int, charts: Charts) -> list[Form]:
    """Everything she may be ordered, as ranges: straight, one turn to either side, two with the trait, and astern."""
    ship, now = table.ships[number], shown(table, number, charts)
    whole = Range(0, 0 if ship.grounded else now.run, 1, "hundredths of an inch")
    straight = replace(whole, low=bound(table, number, whole.high))
    offered: list[Form] = []
    most, count = turn_limit(ship, table.settings), turns(table, ship)
    back = astern(table, number, charts)
    for contact, words in CONTACTS.items():
        fixed = {"ship": ship.id, "contact": contact}
        meeting = f"{words} what she meets"
        still: dict[str, Any] = {**fixed, "second": 0, "last": 0}
        offered.append(
            Form("steam", {**still, "turn": 0, "then": 0}, {"run": straight}, f"{ship.name} straight, {meeting}")
        )
        if back:
            off = Range(-back, -1, 1, whole.unit)
            words = f"{ship.name} astern, {meeting}"
            offered.append(Form("steam", {**still, "turn": 0, "then": 0}, {"run": off}, words))
            if count:
                ranges = {"run": replace(off, high=-min(STRAIGHT, back)), "turn": Range(-most, most, 1, "degrees")}
                offered.append(Form("steam", {**still, "then": 0}, ranges, words))
        if whole.high < STRAIGHT or not count:
            continue
        before = Range(STRAIGHT, now.run, 1, whole.unit)
        sides = (("port", Range(-most, -1, 1, "degrees")), ("starboard", Range(1, most, 1, "degrees")))
        for side, angle in sides:
            ranges = {"run": before, "turn": angle, "then": whole}
            offered.append(Form("steam", still, ranges, f"{ship.name} to {side}, {meeting}"))
            if count > 1:
                for again, second in sides:
                    two = {"run": before, "turn": angle, "then": before, "second": second, "last": whole}
                    offered.append(Form("steam", fixed, two, f"{ship.name} to {side}, then to {again}, {meeting}"))
    return offered


def options(table: Table, number: int, charts: Charts) -> list[Steam]:
    """A sample of what she may do: the exact limits are in the forms. Runs onto land and off the table are left out while
    there are others, but for a ship that is to leave."""
    ship, now = table.ships[number], shown(table, number, charts)
    still = Steam(ship.id)
    back, most = astern(table, number, charts), turn_limit(ship, table.settings) if not ship.rudder else 0
    backing = _backing(table, number, back, most, charts) if back else []
    if not now.run or ship.grounded:
        return [still, *backing]
    about = Waters(table, number, now.run)
    least = bound(table, number, now.run, about)
    ahead: dict[Steam, None] = {} if least else {still: None}
    leaving: dict[Steam, None] = {}
    away = any(ship.id in goal.leave for goal in table.goals)
    if about.empty:
        ahead |= dict.fromkeys([Steam(ship.id, *plan) for plan in _samples(table, ship, now.run, least)])
        return [*ahead, *backing]
    samples = [(plan, -1) for plan in _samples(table, ship, now.run, least)]
    for plan, aimed in [*samples, *_rams(table, ship, now.run, most, about)]:
        end = foreseen(about, ship.base, carried_on(table, number, plan, now.run, about), now.run)[-1:]
        met = end[0].met if end else None
        if aimed >= 0 and (met is None or met.kind != "ship" or met.which != aimed):
            continue
        if plan[1] and end and not end[0].by_turn and end[0].base[2] == ship.heading and met_ends(end[0].met):
            continue  # brought up before she turns: the straight run has it
        order = Steam(ship.id, *plan)
        if met is None or not met_ends(met):
            ahead[order] = None
        elif met.kind == "edge":
            (ahead if away else leaving)[order] = None
        elif met.kind == "ship":
            ahead[order] = None
            if rammable(ship, table.ships[met.which]) and met.which not in about.held:
                ahead[replace(order, contact="board" if now.order == "slow" else "stop")] = None
    if [*ahead] == [still]:
        ahead |= leaving
    return [*ahead, *backing]


def _backing(table: Table, number: int, back: int, largest: int, charts: Charts) -> list[Steam]:
    """Ways astern, straight and with a turn; where one rams, the same short of it too."""
    astern = [Steam(table.ships[number].id, -back, turn) for turn in dict.fromkeys((0, -largest, largest))]
    short = [replace(option, contact="stop") for option in astern if ram_of(table, number, option, charts) is not None]
    return [*astern, *short]


def _samples(table: Table, ship: Ship, most: int, least: int) -> Iterator[Plan]:
    for distance in dict.fromkeys((most, max(most // 2, least))):
        yield distance, 0, 0, 0, 0
    count, largest = turns(table, ship), turn_limit(ship, table.settings)
    if most < STRAIGHT or not count:
        return
    for angle in (-largest, -largest // 2, largest // 2, largest):
        yield STRAIGHT, angle, most - STRAIGHT, 0, 0
        yield STRAIGHT, angle, (most - STRAIGHT) // 3, 0, 0
        yield most, angle, 0, 0, 0
    if count > 1 and most >= 2 * STRAIGHT:
        for angle in (-largest, largest):
            yield STRAIGHT, angle, STRAIGHT, angle, most - 2 * STRAIGHT
            yield STRAIGHT, angle, STRAIGHT, -angle, most - 2 * STRAIGHT


def _rams(table: Table, ship: Ship, most: int, largest: int, about: Waters) -> Iterator[tuple[Plan, int]]:
    """Runs that aim at each enemy within reach: a turn towards her as soon as may be, or half way."""
    if most < STRAIGHT or not largest:
        return
    for n, _ in about.ships:
        other = table.ships[n]
        if not rammable(ship, other):
            continue
        for before in dict.fromkeys((STRAIGHT, max(STRAIGHT, most // 2))):
            start = moved(ship.x, ship.y, ship.heading, before)
            angle = turn_to(ship.heading, bearing(start, (other.x, other.y)))
            if angle and -largest <= angle <= largest:
                yield (before, angle, most - before, 0, 0), n


def met_ends(met: Meeting) -> bool:
    """Whether a run ends there, whatever the dice say."""
    return met.kind not in ("mine", "shoal")


def foreseen(about: Waters, base: Box, plan: Plan, most: int) -> list[Met]:
    """What a plan meets, if shoals let her pass and mines spare her: it ends with the first ship, land or edge."""
    passed: list[Meeting] = []
    meetings: list[Met] = []
    first, turn, then, second, last = plan
    for angle, distance in ((0, first), (turn, then), (second, last)):
        while angle:
            met = about.about(base, angle, passed)
            at = angle if met is None else met.at
            base, angle = pivoted(base, at), angle - at
            if met is None:
                break
            meetings.append(Met(met, base, True))
            if met.kind == "ship" and met.which in about.held:
                break
            if met_ends(met):
                return meetings
            passed.append(met)
        distance = min(distance, most)
        most -= distance
        while distance:
            met = about.ahead(base, distance, passed)
            at = distance if met is None else met.at
            base, distance = run(base, at), distance - at
            if met is None:
                break
            meetings.append(Met(met, base))
            if met_ends(met):
                return meetings
            passed.append(met)
    return meetings


def ram_of(table: Table, number: int, action: Steam, charts: Charts) -> Ram | None:
    """The ram that an order leads to if nothing stops her before; None if it leads to none."""
    if action.contact != "ram":
        return None
    ship, most = table.ships[number], shown(table, number, charts).run
    about = Waters(table, number, most)
    if action.run < 0:
        way = _foreseen_astern(table, about, -action.run, action.turn)
    else:
        plan = (action.run, action.turn, action.then, action.second, action.last)
        way = foreseen(about, ship.base, carried_on(table, number, plan, most, about), most)
    for meeting in way:
        if (
            meeting.met.kind == "ship"
            and meeting.met.which not in about.held
            and rammable(ship, table.ships[meeting.met.which])
        ):
            hers, others = waters.edges(
                meeting.base, table.ships[meeting.met.which].base, meeting.by_turn, action.run < 0
            )
            return Ram(meeting.met.which, hers, others, meeting.by_turn)
    return None


def _foreseen_astern(table: Table, about: Waters, distance: int, turn: int) -> list[Met]:
    """What she meets as she backs, and then turns if nothing but mines was in her way."""
    passed = waters.upon(table, about.ship)
    course = pivoted(about.ship.base, 180)
    while (met := about.ahead(course, distance, passed)) is not None:
        course, distance = run(course, met.at), distance - met.at
        if met.kind != "mine":
            return [Met(met, pivoted(course, 180))]
        passed.append(met)
    base = pivoted(run(course, distance), 180)
    while turn and (met := about.about(base, turn, passed)) is not None:
        base, turn = pivoted(base, met.at), turn - met.at
        if met.kind != "mine":
            return [Met(met, base, True)]
        passed.append(met)
    return []
