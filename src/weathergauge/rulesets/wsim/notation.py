"""Chapter: movement notation (phase D). The language of the log, what a ship may plot, and why not.

A plot is a row of items: `L` and `R` turn 60 degrees, `T` turns back, a digit is so many hexes ahead, `B` backs the
sails for one movement factor; at the end `A`, `AB` or `AS` drops an anchor. These stand alone: `0` stays, `D` drifts,
`W` follows in the wake of the friend ahead (`W3` or `Wmars` of one by her number in the list of ships or by her id),
`BW` rows astern, `RW` rows to hold her place, `(A)` weighs the anchor (the circled A of the log), `a` cuts the cable.
Small letters are read as capitals, but for `a`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from weathergauge.frame.chapter import no_such_ship
from weathergauge.frame.words import many
from weathergauge.rulesets.wsim import wind
from weathergauge.rulesets.wsim.actions import Plot, Signal, Tow
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.hexes import STEPS, Heading, Hex, ahead, distance, turned
from weathergauge.rulesets.wsim.orders import has, unknown
from weathergauge.rulesets.wsim.state import Secret, Ship, Table
from weathergauge.rulesets.wsim.terms import Anchor, Side

LONGEST = 40
"""No plot needs more characters."""
WORDS = 120
"""The most characters of a signal."""
KINDS: dict[str, Literal["stay", "drift", "astern", "hold"]] = {"0": "stay", "D": "drift", "BW": "astern", "RW": "hold"}
ATTITUDE_WORDS = {
    "A": "with the wind on her quarter (A)", "B": "before the wind (B)", "C": "close hauled (C)", "D": "in irons (D)",
}  # fmt: skip


# The language


class Item(Struct, frozen=True, array_like=True):
    """One item as it was written, with its place in the plot; hexes stand together in one digit."""

    place: int
    text: str


class Plan(Struct, frozen=True):
    """A plot as it was read, before anybody asks whether she can sail it."""

    kind: Literal["sail", "stay", "drift", "wake", "astern", "hold", "weigh", "cut"]
    items: tuple[Item, ...] = ()
    anchor: Anchor = ""
    leader: str = ""
    """Whom she follows, as written: a number, an id, or nothing."""
    why: str = ""
    """Why it could not be read on from here; the items before it stand."""


def parse(moves: str) -> Plan:
    """Read a plot; what cannot be read is explained, and the items before it are kept."""
    text = "".join(moves.split())
    if not text:
        return Plan("stay", why="the plot is empty: write 0 for a ship that stays where she is")
    if len(text) > LONGEST:
        return Plan("stay", why=f"the plot has {len(text)} characters: no plot needs more than {LONGEST}")
    if text == "a":
        return Plan("cut")
    big = text.upper()
    if big == "(A)":
        return Plan("weigh")
    if big in KINDS:
        return Plan(KINDS[big])
    if big[0] == "W":
        return Plan("wake", leader=text[1:].lower())
    return _items(text)


def _items(text: str) -> Plan:
    """The items of a plot that sails, turns or anchors."""
    items: list[Item] = []
    at = 0
    while at < len(text):
        sign, place = text[at], len(items) + 1
        big = sign.upper()
        if big in "LRTB":
            items.append(Item(place, big))
        elif sign in "123456789":
            if items and items[-1].text.isdecimal():
                run = f"the hexes of item {place - 1} run on: write them together as one digit"
                return _unread(items, place, sign, run)
            items.append(Item(place, sign))
        elif sign == "A":
            word = text[at:]
            if word.upper() not in ("A", "AB", "AS"):
                return _unread(items, place, word, "an anchor, A, AB or AS, ends the plot")
            return Plan("sail" if items else "stay", tuple(items), word.upper())  # type: ignore[arg-type]
        elif sign == "0" and at == 0 and text[1:2] == "A":
            pass  # she stays, and anchors
        else:
            return _unread(items, place, sign, _no_item(sign))
        at += 1
    return Plan("sail", tuple(items))


def _unread(items: list[Item], place: int, text: str, reason: str) -> Plan:
    return Plan("sail" if items else "stay", tuple(items), why=f"item {place}, {text}: {reason}")


def _no_item(sign: str) -> str:
    """Why a sign is no item of a longer plot."""
    if sign == "a":
        return "a small a cuts the cable and stands alone; an anchor is dropped with A, AB or AS"
    if sign in "0DdWw(":
        word = {"0": "0 stays where she is", "D": "D drifts", "W": "W follows in wake", "(": "(A) weighs the anchor"}
        return f"{word[sign.upper()]} and stands alone"
    return "that is no move; expected L, R, T, B, a digit from 1 to 9, or an anchor"


# What she can do


class Helm(Struct, frozen=True):
    """What a ship can do this turn, from the table alone."""

    allow: tuple[int, ...]
    """Movement factors on each heading, counted from 1."""
    total: int
    """On the heading she starts on: all she may spend."""
    least: int
    most: int
    """Bounds of her speed: factors on hexes and turns."""
    turns: int
    """Turning ability, for a plot with hexes in it."""
    in_place: bool
    """Whether she may turn where she lies."""
    speed: int
    still: bool
    rowed: bool
    mode: Literal["free", "spring", "adrift", "fast"]
    """Adrift ships have no rigging and may turn now and then; fast ones do nothing at all."""
    why: str = ""
    """Why she is not free."""


def riding(ship: Ship) -> Anchor:
    """The anchor that holds her in this turn's movement: one dropped last turn holds, one cut or weighed does not."""
    if ship.cutting or ship.weighing >= 2 or (ship.anchoring and not ship.may_anchor):
        return ""
    return ship.anchor or ship.anchoring


def towed_by(table: Table, number: int) -> int:
    """The number of the ship that has her in tow, or -1."""
    if table.settings.towing:
        for n, ship in enumerate(table.ships):
            if ship.tow == number and not ship.gone:
                return n
    return -1


def held_fast(table: Table, number: int) -> str:
    """Why she can neither move nor turn at all, but for her anchor; empty when she can."""
    ship = table.ships[number]
    if held := table.held(number):
        others = " and ".join(table.ships[n].name for n in held)
        return f"{ship.name} is fast to {others} and can neither move nor turn"
    if ship.committed:
        return f"{ship.name} had all her crew in boarding parties last turn and cannot move in this one"
    if (tug := towed_by(table, number)) >= 0:
        return f"{ship.name} is in tow and goes where {table.ships[tug].name} takes her"
    return ""


def helm(table: Table, number: int, charts: Charts) -> Helm:
    """What she can do this turn."""
    ship = table.ships[number]
    allow = wind.allowances(table, number, charts)
    rowed, still = ship.oars, ship.still > 0
    turns = 0 if ship.hanging else max(0, ship.turning - ship.steering_lost)
    mode: Literal["free", "spring", "adrift", "fast"] = "free"
    why, in_place = held_fast(table, number), turns > 0
    if why:
        mode = "fast"
    elif anchor := riding(ship):
        mode = "fast" if anchor == "A" or ship.hanging else "spring"
        turns = charts.figures.at("spring_turns") if mode == "spring" else turns
        why = f"{ship.name} lies at anchor"
    elif rowed and charts.wind_effects.at(table.velocity, "rowed", "A") == "drift_only":
        mode, why = "fast", f"{ship.name} goes by oars and can only drift in this wind"
    elif ship.dismasted and not rowed:
        # WS34: oars need no masts. Others wait 3, 2 or 1 turns for a turn, by their turning ability.
        wait = charts.adrift.at(turns) if turns else 0
        mode, in_place = "adrift", turns > 0 and ship.steady >= wait
        why = f"{ship.name} has no rigging left and can only drift"
        if turns and not in_place:
            why += f"; she may turn once she has not turned for {wait} turn{'s' if wait > 1 else ''}"
    if mode != "free":
        return Helm(allow, 0, 0, 0, turns, in_place, ship.speed, still, rowed, mode, why)
    total = allow[ship.heading]
    least, most = wind.limits(ship, total, charts)
    # A ship that lay still has one turn less, but may always turn where she lies: WS35.
    return Helm(allow, total, least, most, turns - still if turns else 0, in_place, ship.speed, still, rowed, mode)


class Walk:
    """A plot being followed item by item: what it has cost so far, and whether another item is allowed (section 9)."""

    def __init__(self, helm: Helm, heading: Heading, toward: Heading) -> None:
        self.helm, self.heading, self.wind = helm, heading, toward
        self.start = self.attitude
        self.spent = 0
        """Movement factors, with those burnt."""
        self.speed = 0
        """Movement factors on hexes and turns."""
        self.turns = 0
        self.hexes = {"A": 0, "B": 0, "C": 0, "D": 0}
        self.made = 0
        self.turned_here = False
        self.irons = False
        self.back: list[str] = []
        """Turns that `T` can still take back."""

    @property
    def attitude(self) -> str:
        """Her attitude now. Oars know only one (WS02)."""
        return "A" if self.helm.rowed else wind.attitude(self.heading, self.wind)

    def refuse(self, item: str) -> str | None:
        """Why she may not do this next; None when she may. Items are 1, L, R, T and B."""
        helm = self.helm
        if helm.mode == "fast":
            return helm.why
        if helm.mode != "free":
            return self._refuse_swing(item)
        if self.irons:
            return "she has turned into the wind, which ends her move"
        turning = item in "LRT"
        if helm.total == 0:
            return self._refuse_without_way(item)
        if helm.still and self.turned_here and not self.made:
            return "she lay still last turn: if she turns in place she does nothing else"
        if self.spent >= helm.total:
            return f"she has {many(helm.total, 'movement factor')} this turn, and {_they(helm.total)} used up"
        if item != "B" and self.speed >= helm.most:
            return f"she made {helm.speed} last turn and can make {helm.most} at most in this one"
        if turning:
            return self._refuse_turn(item)
        if item == "1":
            most = helm.allow[self.heading]
            if self.hexes[self.attitude] >= most:
                return f"{ATTITUDE_WORDS[self.attitude]} she may enter {many(most, 'hex', 'hexes')} and no more"
        return None

    def _refuse_swing(self, item: str) -> str | None:
        """On a spring she swings twice at most; with no rigging she may turn once when she has waited."""
        if item not in "LR":
            return self.helm.why
        if self.helm.mode == "spring":
            if self.turns >= self.helm.turns:
                return f"on the spring she swings {self.helm.turns * 60} degrees at most in a turn"
            if self.back and self.back[-1] != item:
                return "on the spring she swings to one side in a turn"
            return None
        return None if self.helm.in_place and not self.turns else self.helm.why

    def _refuse_without_way(self, item: str) -> str | None:
        """With no movement factors she may turn once in place, and no more."""
        if item not in "LR":
            return "she has no movement factors in this wind and on this heading; she may turn once in place"
        if self.turns:
            return "she has no movement factors, and has turned once in place already"
        if not self.helm.in_place:
            return "she cannot turn: her steering is gone or wreckage hangs over her side"
        return None

    def _refuse_turn(self, item: str) -> str | None:
        helm = self.helm
        if self.turned_here:
            return "she may turn only once in each hex"
        if item == "T":
            return None if self.back else "there is no turn before it in this plot to take back"
        if not self.made and helm.still:
            return None if helm.in_place else "she cannot turn: her steering is gone or wreckage hangs over her side"
        if self.turns >= helm.turns:
            still = ", one less because she lay still last turn" if helm.still else ""
            return f"her turning ability is {helm.turns}{still}, and it is used up"
        return None

    def take(self, item: str) -> None:
        """Do it. WS06: turning back costs a factor like any turn, and is not charged to the turning ability."""
        free = self.helm.total == 0
        if item == "T":
            item, charged = ("R" if self.back.pop() == "L" else "L"), 0
        else:
            charged = 1
            if item in "LR":
                self.back.append(item)
        if not free:
            self.spent += 1
            self.speed += item != "B"
        if item == "1":
            self.hexes[self.attitude] += 1
            self.made += 1
            self.turned_here = False
        elif item in "LR":
            self.heading = turned(self.heading, 1 if item == "R" else -1)
            self.turns += charged
            self.turned_here = True
            self.irons = not self.helm.rowed and wind.attitude(self.heading, self.wind) == "D"

    def way(self, item: str) -> str:
        """The item as the ship does it: `T` is a turn to one side."""
        return ("R" if self.back[-1] == "L" else "L") if item == "T" else item

    @property
    def slow(self) -> bool:
        """Whether she ends with less speed than she must keep; wind that carries her no farther excuses it (WS08)."""
        if self.speed >= self.helm.least or self.irons:
            return False
        now = self.attitude
        return now == self.start or self.hexes[now] < self.helm.allow[self.heading]


def _they(n: int) -> str:
    return "it is" if n == 1 else "they are"


# Judging a plot


class Course(Struct, frozen=True):
    """A plot as far as she may sail it: single items, and why it goes no farther."""

    kind: Literal["sail", "stay", "drift", "wake", "astern", "hold", "weigh", "cut"]
    items: tuple[str, ...] = ()
    """1 for a hex, L and R for turns (a turn back is one of them), B."""
    anchor: Anchor = ""
    leader: int = -1
    why: str = ""


def judge(table: Table, number: int, moves: str, charts: Charts) -> Course:
    """The course that a plot makes: all of it when it is legal, else what stands before the first illegal item."""
    plan = parse(moves)
    ship = table.ships[number]
    match plan.kind:
        case "wake":
            return _wake(table, number, plan.leader, charts)
        case "weigh" | "cut":
            return Course(plan.kind) if (why := _no_cable(table, number)) is None else Course("stay", why=why)
        case "astern" | "hold":
            why = _no_oars(helm(table, number, charts), ship, moves)
            return Course(plan.kind) if why is None else Course("stay", why=why)
        case "drift":
            why = None if ship.still or helm(table, number, charts).mode != "free" else _under_way(ship)
            return Course("drift" if why is None else "stay", why=why or "")
    walk = Walk(helm(table, number, charts), ship.heading, table.wind)
    items: list[str] = []
    for item in plan.items:
        for one in ("1" * int(item.text)) if item.text.isdecimal() else item.text:
            if (refused := walk.refuse(one)) is not None:
                return Course("sail", tuple(items), why=f"item {item.place}, {item.text}: {refused}")
            items.append(walk.way(one))
            walk.take(one)
    if plan.why:
        return Course(plan.kind, tuple(items), why=plan.why)
    why = _no_anchor(table, number) if plan.anchor else None
    if why is not None:
        return Course(plan.kind, tuple(items), why=f"item {len(plan.items) + 1}, {plan.anchor}: {why}")
    return Course(plan.kind, tuple(items), plan.anchor, why=_too_slow(walk, moves))


def _too_slow(walk: Walk, moves: str) -> str:
    if not walk.slow:
        return ""
    least = walk.helm.least
    return (
        f"{moves}: she made {walk.helm.speed} last turn and cannot lose her way at once; she must spend at least "
        f"{many(least, 'factor')} on hexes and turns, not {walk.speed}"
    )


def _under_way(ship: Ship) -> str:
    return f"D: {ship.name} has way on; only a ship that lay still last turn drifts"


def _no_oars(can: Helm, ship: Ship, moves: str) -> str | None:
    """Why she may not row astern or hold her place with oars (WS10)."""
    if not can.rowed:
        return f"{moves}: {ship.name} has no oars"
    if can.mode != "free":
        return f"{moves}: {can.why}"
    if can.least:
        return f"{moves}: she made {can.speed} last turn and cannot lose her way at once"
    if can.total == 0:
        return f"{moves}: {ship.name} has no movement factors in this wind"
    return None


def _no_cable(table: Table, number: int) -> str | None:
    """Why she has no anchor to weigh or to cut."""
    ship = table.ships[number]
    return None if riding(ship) else f"{ship.name} is not at anchor: there is no cable to weigh or to cut"


def _no_anchor(table: Table, number: int) -> str | None:
    """Why she may not drop an anchor. Ships held fast by others do not anchor: WS37."""
    ship = table.ships[number]
    if not table.settings.anchoring:
        return "there is no anchoring in this action"
    if not ship.may_anchor:
        return f"{ship.name} has lost her cable and cannot anchor again"
    if riding(ship):
        return f"{ship.name} lies at anchor already"
    if table.held(number) or ship.tow >= 0 or towed_by(table, number) >= 0:
        return f"{ship.name} cannot anchor while she is fast to another ship"
    return None


# In wake


def leaders(table: Table, number: int) -> list[int]:
    """Friends that she could follow: her bow touches their stern, and points towards it (WS07)."""
    ship = table.ships[number]
    found = []
    for n, other in enumerate(table.ships):
        if n != number and other.side == ship.side and other.able and distance(ship.bow, other.stern) == 1:
            if any(ahead(ship.bow, turned(ship.heading, by)) == other.stern for by in (-1, 0, 1)):
                found.append(n)
    return found


def _wake(table: Table, number: int, word: str, charts: Charts) -> Course:
    ship = table.ships[number]
    can = helm(table, number, charts)
    if can.mode != "free":
        return Course("stay", why=f"W: {can.why}")
    if can.total == 0:
        return Course("stay", why=f"W: {ship.name} has no movement factors in this wind and on this heading")
    able = leaders(table, number)
    if word:
        leader = int(word) - 1 if word.isdecimal() and word.isascii() else table.number(word)
        if not 0 <= leader < len(table.ships):
            known = ", ".join(f"{table.ships[n].name} (W{n + 1})" for n in able) or "nobody"
            return Course("stay", why=f"W{word}: there is no such ship; she could follow {known}")
        if leader not in able:
            other = table.ships[leader].name
            return Course(
                "stay", why=f"W{word}: {ship.name} must have her bow at the stern of {other}, a friend under way"
            )
        return Course("wake", leader=leader)
    if len(able) == 1:
        return Course("wake", leader=able[0])
    if not able:
        return Course("stay", why=f"W: {ship.name} has her bow at the stern of no friend whom she could follow")
    which = " or ".join(f"{table.ships[n].name} (W{n + 1})" for n in able)
    return Course("stay", why=f"W: {ship.name} could follow {which}; name one of them")


# What the step offers


def check(table: Table, number: int, moves: str, charts: Charts) -> str | None:
    """Why a plot is illegal, in one sentence; None when she may write it."""
    return judge(table, number, moves, charts).why or None


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
    found = [(moves, (q + dq, r + dr), end, spent) for moves, dq, dr, end, spent in paths]
    if can.rowed and can.total and not can.least:
        found += [("BW", ship.stern, heading, 0), ("RW", ship.bow, heading, 0)]
    return found


def _swings(ship: Ship, can: Helm) -> list[tuple[str, Hex, Heading, int]]:
    """Turns of a ship on a spring, or of one with no rigging."""
    if can.mode == "adrift" and not can.in_place:
        return []
    found = []
    for way, by in (("L", -1), ("R", 1)):
        for count in range(1, can.turns + 1 if can.mode == "spring" else 2):
            heading = turned(ship.heading, by * count)
            found.append((way * count, swung(ship, heading), heading, 0))
    return found


def swung(ship: Ship, heading: Heading) -> Hex:
    """Where her bow comes when she turns: she pivots on it, or on her stern with a spring there."""
    return ahead(ship.stern, heading) if riding(ship) == "AS" else ship.bow


@lru_cache(maxsize=2048)
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
    found: list[tuple[str, int, int, Heading, int]] = []
    if total == 0:
        found.append(("0", 0, 0, heading, 0))
        if in_place:
            found += [(way, 0, 0, turned(heading, by), 0) for way, by in (("L", -1), ("R", 1))]
        return tuple(found)

    def go(
        text: str, run: int, q: int, r: int, head: int, spent: int, used: int, hexes: tuple[int, ...], here: bool
    ) -> None:
        now = kind[head]
        ended = here and now == irons
        if spent >= least or ended or (now != start and hexes[now] >= allow[head]):
            found.append(((text + str(run)) if run else (text or "0"), q, r, head, spent))
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
    return tuple(found)


def wanted(table: Table, side: Side, charts: Charts) -> bool:
    """Whether a side has anything to decide: a ship that can do more than lie there, or somebody to signal to."""
    able = [n for n, ship in enumerate(table.ships) if ship.side == side and ship.able]
    return len(able) > 1 or any(riding(table.ships[n]) or not held_fast(table, n) for n in able)


def options(table: Table, own: Secret, side: Side, number: int, charts: Charts) -> list[Plot | Tow]:
    """Every plot she may write, with anchors and tows; signals have words of their own and are not listed."""
    ship = table.ships[number]
    found: list[Plot | Tow] = []
    if not has(own, Plot(ship.id, "")):
        found += [Plot(ship.id, moves) for moves, *_ in plots(table, number, charts)]
        found += [Plot(ship.id, moves) for moves in _others(table, number, charts)]
    if table.settings.towing and not has(own, Tow(ship.id)):
        tows = [Tow(ship.id, other.id) for other in table.ships] + [Tow(ship.id)]
        found += [tow for tow in tows if _no_tow(table, number, tow, charts) is None]
    return found


def _others(table: Table, number: int, charts: Charts) -> list[str]:
    """Plots that are no walk: in wake, and what is done with the anchor."""
    if riding(table.ships[number]):
        return ["(A)", "a"]
    found = []
    if able := leaders(table, number):
        words = ["W"] if len(able) == 1 else [f"W{n + 1}" for n in able]
        found += [word for word in words if check(table, number, word, charts) is None]
    if _no_anchor(table, number) is None and check(table, number, "0", charts) is None:
        found += ["A", "AB", "AS"]
    return found


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
