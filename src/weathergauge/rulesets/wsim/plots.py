"""A plot: the language of the log, how far a ship may sail what is written, and why no farther (section 9).

A plot is a row of items: `L` and `R` turn 60 degrees, `T` turns back, a digit is so many hexes ahead, `B` backs the
sails for one movement factor; at the end `A`, `AB` or `AS` drops an anchor. These stand alone: `0` stays, `D` drifts,
`W` follows in the wake of the friend ahead (`W3` or `Wmars` of one by her number in the list of ships or by her id),
`BW` rows astern, `RW` rows to hold her place, `(A)` weighs the anchor (the circled A of the log), `a` cuts the cable.
Small letters are read as capitals, but for `a`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.frame.words import many
from weathergauge.rulesets.wsim import wind
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.helm import Helm, helm, riding, towed_by
from weathergauge.rulesets.wsim.hexes import Heading, ahead, distance, turned
from weathergauge.rulesets.wsim.state import Ship, Table
from weathergauge.rulesets.wsim.terms import Anchor

LONGEST = 40
"""No plot needs more characters."""
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
        """With no movement factors she may turn once in place, and no more (WS75)."""
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
        for way in ("1" * int(item.text)) if item.text.isdecimal() else item.text:
            if (refused := walk.refuse(way)) is not None:
                return Course("sail", tuple(items), why=f"item {item.place}, {item.text}: {refused}")
            items.append(walk.way(way))
            walk.take(way)
    if plan.why:
        return Course(plan.kind, tuple(items), why=plan.why)
    why = no_anchor(table, number) if plan.anchor else None
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


def no_anchor(table: Table, number: int) -> str | None:
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
    leading = []
    for n, other in enumerate(table.ships):
        if n != number and other.side == ship.side and other.able and distance(ship.bow, other.stern) == 1:
            if any(ahead(ship.bow, turned(ship.heading, by)) == other.stern for by in (-1, 0, 1)):
                leading.append(n)
    return leading


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


def check(table: Table, number: int, moves: str, charts: Charts) -> str | None:
    """Why a plot is illegal, in one sentence; None when she may write it."""
    return judge(table, number, moves, charts).why or None
