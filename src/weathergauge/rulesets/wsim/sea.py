"""The ships while they move: all step together, and whatever meets is settled (phase E).

In a step every ship that moves leaves one hex and enters one other: her bow goes ahead while her stern follows, or her
stern swings while she turns on her bow. So whatever meets in a step meets in a single hex.
"""

from __future__ import annotations

from msgspec import Struct

from weathergauge.dice import Dice, Look
from weathergauge.rulesets.wsim.actions import Collided, Drifted, Stepped
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.helm import riding
from weathergauge.rulesets.wsim.hexes import Heading, Hex, ahead, stern, turned
from weathergauge.rulesets.wsim.plots import Walk
from weathergauge.rulesets.wsim.state import Lock, Ship, Table


def foul(why: str, charts: Charts, dice: Dice) -> bool:
    """One die for two ships that have run into each other, or for one and the fallen mast of another."""
    return dice.look_up(charts.fouling, why=why, good="neither")


def _highest(tied: tuple[int, ...], why: str, dice: Dice) -> tuple[int, ...]:
    """Those of the tied ships who throw the highest face."""
    return dice.roll(
        len(tied),
        why=why,
        read=lambda faces: tuple(n for n, face in zip(tied, faces, strict=True) if face == max(faces)),
    )


def right_of_way(ships: int, why: str, dice: Dice) -> int:
    """Which of so many ships, counted from 0, has the hex that all want: a die each, the equal highest again (WS39)."""
    left = dice.repeat(_highest, tuple(range(ships)), why, until=lambda tied: len(tied) == 1)
    return left[0]


# One step of all ships


class Move(Struct, frozen=True):
    """What one ship would do in a step: where she would lie, the hex she enters and the one she leaves."""

    item: str
    bow: Hex
    heading: Heading
    enters: Hex
    """Her own, where she stays."""
    leaves: Hex | None = None


class Hull:
    """A ship while the move is carried out."""

    def __init__(self, number: int, ship: Ship) -> None:
        self.number, self.ship = number, ship
        self.bow, self.heading = ship.bow, ship.heading
        self.items: list[str] = []
        self.next = 0
        self.leader: Hull | None = None
        self.walk: Walk | None = None
        """What she may do in wake; a ship in tow has no limits of her own."""
        self.first: Hex | None = None
        """The first hex of the track that she follows."""
        self.trail = [ship.stern, ship.bow]
        """The hexes of her own track: who follows her enters them one by one."""
        self.made = 0
        self.turns = 0
        self.speed = 0
        self.free_turns = False
        self.on_stern = riding(ship) == "AS"
        self.stopped = False
        self.collided = False

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        return self.bow, stern(self.bow, self.heading)

    def move(self, item: str) -> Move:
        """What an item would do."""
        bow, heading = self.bow, self.heading
        aft = stern(bow, heading)
        if item == "1":
            to = ahead(bow, heading)
            return Move(item, to, heading, to, aft)
        if item == "BW":
            return Move(item, aft, heading, stern(aft, heading), bow)
        if item in "LR":
            new = turned(heading, 1 if item == "R" else -1)
            if self.on_stern:
                to = ahead(aft, new)
                return Move(item, to, new, to, bow)
            return Move(item, bow, new, stern(bow, new), aft)
        return Move(item, bow, heading, bow)

    def done(self, move: Move) -> None:
        """She has done it."""
        if self.walk is not None:
            self.walk.take(move.item)
        self.bow, self.heading = move.bow, move.heading
        if move.item in ("1", "BW"):
            self.made += 1
            self.trail.append(move.bow)
        elif move.item in "LR":
            self.turns += 1
        if move.item == "1" or (move.item in "LR" and not self.free_turns):
            self.speed += 1
        self.next += 1


class Sea:
    """The ships of a table while they move, and what is told of it."""

    def __init__(self, table: Table, charts: Charts, dice: Dice) -> None:
        self.table, self.charts, self.dice = table, charts, dice
        self.hulls = {n: Hull(n, ship) for n, ship in enumerate(table.ships) if ship.afloat}
        self.at: dict[Hex, int] = {place: n for n, hull in self.hulls.items() for place in hull.hexes}
        self.met: set[tuple[int, int]] = set()
        self.locks: list[Lock] = []

    # What each does next

    def wish(self, hull: Hull, wishes: dict[int, Move | None]) -> Move | None:
        """What a ship would do in this step; whoever follows waits to hear what her leader does."""
        n = hull.number
        if n in wishes:
            return wishes[n]
        wishes[n] = None  # whoever follows a ship that follows her waits in vain
        if not hull.stopped:
            if hull.leader is not None:
                wishes[n] = self._in_wake(hull, hull.leader, wishes)
            elif hull.next < len(hull.items):
                wishes[n] = hull.move(hull.items[hull.next])
        return wishes[n]

    def _in_wake(self, hull: Hull, leader: Hull, wishes: dict[int, Move | None]) -> Move | None:
        """Her next item in the track of her leader, one hex for every hex the leader makes (WS07)."""
        before = self.wish(leader, wishes)
        made = leader.made + (before is not None and before.item == "1")
        if hull.made >= made:
            return None
        target = hull.first if hull.made == 0 and hull.first is not None else leader.trail[hull.made]
        off = next((by for by in range(6) if ahead(hull.bow, turned(hull.heading, by)) == target), None)
        if off is None or (hull.walk is not None and off not in (0, 1, 5)):
            return None
        item = "1" if off == 0 else "R" if off <= 3 else "L"
        if hull.walk is not None and hull.walk.refuse(item) is not None:
            return None
        return hull.move(item)

    # All together

    def sail(self) -> None:
        """Step after step, until nobody has anything left to do."""
        number = 0
        while True:
            wishes: dict[int, Move | None] = {}
            for hull in self.hulls.values():
                self.wish(hull, wishes)
            moves = {n: move for n, move in wishes.items() if move is not None}
            if not moves:
                return
            number += 1
            self._step(number, moves)

    def _step(self, number: int, moves: dict[int, Move]) -> None:
        failed, accounts = self._settle(moves)
        done = {n: move for n, move in sorted(moves.items()) if n not in failed}
        for n, move in done.items():
            if move.leaves is not None and self.at.get(move.leaves) == n:
                del self.at[move.leaves]
        for n, move in done.items():
            self.hulls[n].done(move)
            self.at[move.enters] = n
        if done:
            told = [(self._id(n), m.item, m.bow[0], m.bow[1], m.heading) for n, m in done.items()]
            self.dice.tell(Stepped(number, tuple(told)))
        for n, other in sorted(failed.items()):
            self._meet(n, other, moves[n], done, accounts)

    def _settle(self, moves: dict[int, Move]) -> tuple[dict[int, int], dict[Hex, tuple[Look, ...]]]:
        """Who cannot do what she would, and who is in her way; with the account of dice thrown for a hex.

        A ship may enter the hex that another leaves in the same step, so a line moves together. To fail is to stay,
        which may stop the next in turn: so look again until nothing changes.
        """
        failed: dict[int, int] = {}
        accounts: dict[Hex, tuple[Look, ...]] = {}
        while True:
            while blocked := self._blocked(moves, failed):
                failed.update(blocked)
            wanted: dict[Hex, list[int]] = {}
            for n, move in moves.items():
                if n not in failed:
                    wanted.setdefault(move.enters, []).append(n)
            contested = sorted(place for place, ships in wanted.items() if len(ships) > 1)
            if not contested:
                return failed, accounts
            # Who enters the hex of a ship that may herself be stopped waits until that is known.
            place = next((p for p in contested if not self._waits(p, wanted, moves)), contested[0])
            winner = self._contest(sorted(wanted[place]), moves, place, accounts)
            failed.update({n: winner for n in wanted[place] if n != winner})

    def _blocked(self, moves: dict[int, Move], failed: dict[int, int]) -> dict[int, int]:
        """Ships that would enter a hex whose ship stays in it, or change hexes with another (WS39)."""
        blocked = {}
        for n, move in moves.items():
            if n in failed:
                continue
            there = self.at.get(move.enters)
            if there is None or there == n:
                continue
            hers = moves.get(there)
            stays = hers is None or there in failed or hers.leaves != move.enters
            if stays or (hers is not None and hers.enters == move.leaves):
                blocked[n] = there
        return blocked

    def _waits(self, place: Hex, wanted: dict[Hex, list[int]], moves: dict[int, Move]) -> bool:
        """Whether the ship that leaves this hex goes, by whatever chain, to a hex that is still contested."""
        seen = {place}
        while (there := self.at.get(place)) is not None and there in moves:
            place = moves[there].enters
            if place in seen:
                return False
            if len(wanted.get(place, ())) > 1:
                return True
            seen.add(place)
        return False

    def _contest(
        self, ships: list[int], moves: dict[int, Move], place: Hex, accounts: dict[Hex, tuple[Look, ...]]
    ) -> int:
        """Who has a hex that several enter: a bow moving in before a stern or bow that swings in, else dice."""
        first = [n for n in ships if moves[n].item == "1"] or ships
        if len(first) == 1:
            return first[0]
        names = " and ".join(self.table.ships[n].name for n in first)
        winner = first[self.dice.do(right_of_way, len(first), f"{names} want one hex")]
        accounts[place] = self.dice.take_account()
        return winner

    def _meet(
        self, n: int, other: int, move: Move, done: dict[int, Move], accounts: dict[Hex, tuple[Look, ...]]
    ) -> None:
        """Two ships have met: both stop for the turn, and a die says whether they foul, one for each pair."""
        hull, struck = self.hulls[n], self.hulls[other]
        if hull.leader is struck:
            hull.stopped = other not in done  # WS07: in wake she waits for her leader and does not run into her
            return
        hull.stopped = struck.stopped = True
        hull.collided = struck.collided = True
        pair = (min(n, other), max(n, other))
        if pair in self.met:
            return
        self.met.add(pair)
        fouled = not self.table.fouled(*pair) and self.dice.do(foul, "fouled?", self.charts)
        if fouled:
            self.locks.append(Lock(*pair, "foul"))
        has = self.at.get(move.enters)
        account = (*accounts.pop(move.enters, ()), *self.dice.take_account())
        told = Collided(self._id(n), self._id(other), move.enters, "" if has is None else self._id(has), fouled)
        self.dice.tell(told, account=account)

    def _id(self, n: int) -> str:
        return self.table.ships[n].id

    # Together downwind

    def drift(self, due: dict[int, int]) -> None:
        """Groups of ships that are due drift a hex downwind, never into a hex where another lies (WS37).

        Who lies to leeward goes first, so that those behind find room; else the lowest number of a group decides.
        """
        if not due:
            return
        groups = self._groups()
        waiting = [group for group in groups if all(n in due for n in group) and self._pace(group, due)]
        drifted: list[tuple[str, int, int]] = []
        going = True
        while going:
            going = False
            for group in list(waiting):
                to = {n: ahead(self.hulls[n].bow, self.table.wind) for n in group}
                places = [p for n, bow in to.items() for p in (bow, stern(bow, self.hulls[n].heading))]
                if any(self.at.get(place, group[0]) not in group for place in places):
                    continue
                for n in group:
                    for place in self.hulls[n].hexes:
                        self.at.pop(place, None)
                for n, bow in to.items():
                    self.hulls[n].bow = bow
                    drifted.append((self._id(n), *bow))
                for n in group:
                    self.at.update(dict.fromkeys(self.hulls[n].hexes, n))
                waiting.remove(group)
                going = True
        if drifted:
            self.dice.tell(Drifted(tuple(drifted)))

    def _pace(self, group: tuple[int, ...], due: dict[int, int]) -> bool:
        """Whether it is her turn: a group with a ship of the line in it drifts every other turn (WS76)."""
        still = min(due[n] for n in group)
        return still >= 2 and (still % 2 == 0 or not any(self.hulls[n].ship.of_the_line for n in group))

    def _groups(self) -> list[tuple[int, ...]]:
        """Ships held together by fouls, grapples and tow lines, and every other by herself."""
        mates: dict[int, set[int]] = {n: {n} for n in self.hulls}
        pairs = [(lock.one, lock.other) for lock in (*self.table.locks, *self.locks)]
        pairs += [(n, hull.ship.tow) for n, hull in self.hulls.items() if hull.ship.tow >= 0]
        for one, other in pairs:
            if one in mates and other in mates and mates[one] is not mates[other]:
                mates[one] |= mates[other]
                for n in mates[other]:
                    mates[n] = mates[one]
        return sorted({tuple(sorted(group)) for group in mates.values()})
