"""Chapter: movement notation (phase D). What a ship may plot, tow and signal, and why not."""

from __future__ import annotations

from weathergauge.frame.fleet import no_such_ship
from weathergauge.frame.memory import kept_by_value
from weathergauge.rulesets.wsim import wind
from weathergauge.rulesets.wsim.actions import Plot, Signal, Tow
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.helm import Helm, held_fast, helm, riding, towed_by
from weathergauge.rulesets.wsim.hexes import STEPS, Heading, Hex, ahead, distance, turned
from weathergauge.rulesets.wsim.orders import has, unknown
from weathergauge.rulesets.wsim.plots import check, leaders, no_anchor
from weathergauge.rulesets.wsim.state import Secret, Ship, Table
from weathergauge.rulesets.wsim.terms import Side

WORDS = 120
"""The most characters of a signal."""


def unwritten(table: Table, number: int, charts: Charts) -> str:
    """The plot of a ship for which none was written: she stays, or goes straight on as far as she must (WS36)."""
    can = helm(table, number, charts)
    if can.least:
        return str(can.least)
    ship = table.ships[number]
    return "D" if ship.still and table.velocity and not riding(ship) else "0"


def plots(table: Table, number: int, charts: Charts) -> list[tuple[str, Hex, Heading, int]]:
    """Every legal plot without B and T: the moves, where bow and heading end, and the factors spent."""
    ship = table.ships[number]
    can = helm(table, number, charts)
    (q, r), heading = ship.bow, ship.heading
    if can.mode == "fast":
        return [("0", ship.bow, heading, 0)]
    if can.mode != "free":
        return [("0", ship.bow, heading, 0), *_swings(ship, can)]
    limit = min(can.total, can.most)
    paths = _paths(
        heading, table.wind, can.allow, can.total, limit, can.least, can.turns, can.in_place, can.still, can.rowed
    )
    reached = [(moves, (q + dq, r + dr), end, spent) for moves, dq, dr, end, spent in paths]
    if can.rowed and can.total and not can.least:
        reached += [("BW", ship.stern, heading, 0), ("RW", ship.bow, heading, 0)]
    return reached


def _swings(ship: Ship, can: Helm) -> list[tuple[str, Hex, Heading, int]]:
    """Turns of a ship on a spring, or of one with no rigging."""
    if can.mode == "adrift" and not can.in_place:
        return []
    swings = []
    for way, by in (("L", -1), ("R", 1)):
        for count in range(1, can.turns + 1 if can.mode == "spring" else 2):
            heading = turned(ship.heading, by * count)
            swings.append((way * count, swung(ship, heading), heading, 0))
    return swings


def swung(ship: Ship, heading: Heading) -> Hex:
    """Where her bow comes when she turns: she pivots on it, or on her stern with a spring there."""
    return ahead(ship.stern, heading) if riding(ship) == "AS" else ship.bow


@kept_by_value(2048)
def _paths(
    heading: Heading,
    toward: Heading,
    allow: tuple[int, ...],
    total: int,
    limit: int,
    least: int,
    turns: int,
    in_place: bool,
    still: bool,
    rowed: bool,
) -> tuple[tuple[str, int, int, Heading, int], ...]:
    """The plots of a free ship from the place 0, 0. The same ship in the same wind has the same ones everywhere."""
    kind = [0] * 7 if rowed else [0, *["ABCD".index(wind.attitude(h, toward)) for h in range(1, 7)]]
    irons = -1 if rowed else 3
    start = kind[heading]
    reached: list[tuple[str, int, int, Heading, int]] = []
    if total == 0:
        reached.append(("0", 0, 0, heading, 0))
        if in_place:
            reached += [(way, 0, 0, turned(heading, by), 0) for way, by in (("L", -1), ("R", 1))]
        return tuple(reached)

    def go(
        text: str, run: int, q: int, r: int, head: int, spent: int, used: int, hexes: tuple[int, ...], here: bool
    ) -> None:
        now = kind[head]
        ended = here and now == irons
        if spent >= least or ended or (now != start and hexes[now] >= allow[head]):
            reached.append(((text + str(run)) if run else (text or "0"), q, r, head, spent))
        if ended or spent >= limit or (still and used and not any(hexes)):
            return
        if hexes[now] < allow[head]:
            dq, dr = STEPS[head]
            more = tuple([n + (k == now) for k, n in enumerate(hexes)])
            go(text, run + 1, q + dq, r + dr, head, spent + 1, used, more, False)
        first = still and not any(hexes)
        if not here and (in_place if first else used < turns):
            before = text + str(run) if run else text
            for way, by in (("L", -1), ("R", 1)):
                go(before + way, 0, q, r, turned(head, by), spent + 1, used + 1, hexes, True)

    go("", 0, 0, 0, heading, 0, 0, (0, 0, 0, 0), False)
    return tuple(reached)


def wanted(table: Table, side: Side, charts: Charts) -> bool:
    """Whether a side has anything to decide: a ship that can do more than lie there, or somebody to signal to."""
    able = [n for n, ship in enumerate(table.ships) if ship.side == side and ship.able]
    return len(able) > 1 or any(riding(table.ships[n]) or not held_fast(table, n) for n in able)


def options(table: Table, own: Secret, side: Side, number: int, charts: Charts) -> list[Plot | Tow]:
    """Every plot she may write, with anchors and tows; signals have words of their own and are not listed."""
    ship = table.ships[number]
    orders: list[Plot | Tow] = []
    if not has(own, Plot(ship.id, "")):
        orders += [Plot(ship.id, moves) for moves, *_ in plots(table, number, charts)]
        orders += [Plot(ship.id, moves) for moves in _others(table, number, charts)]
    if table.settings.towing and not has(own, Tow(ship.id)):
        tows = [Tow(ship.id, other.id) for other in table.ships] + [Tow(ship.id)]
        orders += [tow for tow in tows if _no_tow(table, number, tow, charts) is None]
    return orders


def _others(table: Table, number: int, charts: Charts) -> list[str]:
    """Plots that are no walk: in wake, and what is done with the anchor."""
    if riding(table.ships[number]):
        return ["(A)", "a"]
    others = []
    if able := leaders(table, number):
        words = ["W"] if len(able) == 1 else [f"W{n + 1}" for n in able]
        others += [word for word in words if check(table, number, word, charts) is None]
    if no_anchor(table, number) is None and check(table, number, "0", charts) is None:
        others += ["A", "AB", "AS"]
    return others


def why_not(table: Table, own: Secret, side: Side, order: Plot | Tow | Signal, charts: Charts) -> str | None:
    """None when it may be written, else the player's sentence."""
    number = table.number(order.ship)
    match order:
        case Plot(moves=moves):
            why = check(table, number, moves, charts)
            name = table.ships[number].name
            return None if why is None else why if why.startswith(name) else f"{name}: {why}"
        case Tow():
            return _no_tow(table, number, order, charts)
        case Signal():
            return _no_signal(table, own, number, order)


def _no_tow(table: Table, number: int, order: Tow, charts: Charts) -> str | None:
    """Why a line cannot be passed or cast off (rule VII, WS38)."""
    ship = table.ships[number]
    if not table.settings.towing:
        return "towing is an optional rule, and is not played in this action"
    if not order.other:
        return None if ship.tow >= 0 else f"{ship.name} has no ship in tow"
    other_number = table.number(order.other)
    if other_number < 0:
        return unknown(table, order.other)
    other = table.ships[other_number]
    if other_number == number or other.side != ship.side or not other.afloat or other.colours != "flying":
        return f"{ship.name} may take only a friend in tow, and {other.name} is none"
    if ship.tow >= 0:
        return f"{ship.name} has {table.ships[ship.tow].name} in tow already"
    if other.tow >= 0 or towed_by(table, other_number) >= 0 or towed_by(table, number) >= 0:
        return f"{ship.name} cannot take {other.name} in tow: one of them has a line to another ship"
    if table.held(number) or table.held(other_number) or riding(other) or riding(ship):
        return f"{ship.name} cannot take {other.name} in tow: one of them is held fast"
    if distance(other.bow, ship.stern) > charts.distances.at("tow_passed"):
        return f"{other.name} is too far off: her bow must come to the stern of {ship.name} by the end of the move"
    return None


def _no_signal(table: Table, own: Secret, number: int, order: Signal) -> str | None:
    """Why a signal cannot be made (WS04)."""
    ship = table.ships[number]
    if own.silent_until > table.turn:
        return f"no signals before turn {own.silent_until}: the admiral is dead"
    words = order.words.strip()
    if not 1 <= len(words) <= WORDS or not words.isprintable():
        return f"a signal has 1 to {WORDS} characters in one line, and this one has {len(order.words)}"
    if not order.to:
        return f"{ship.name} signals to nobody; name the friends who are to read it"
    if len(set(order.to)) < len(order.to):
        return "a ship is named twice among those who are to read the signal"
    for id in order.to:
        other = table.number(id)
        if other < 0:
            friends = [s.id for n, s in enumerate(table.ships) if s.side == ship.side and n != number]
            return no_such_ship(id, friends)
        if other == number or table.ships[other].side != ship.side:
            return f"{ship.name} may signal to her friends only, and {table.ships[other].name} is none"
        if not table.ships[other].able:
            return f"{table.ships[other].name} can read no signals any more"
    return None
