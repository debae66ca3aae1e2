"""Chapter: grappling and cutting loose (step 6). Both sides write their wishes, then the dice are thrown."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Dice
from weathergauge.frame.chapter import Closed
from weathergauge.frame.events import Began
from weathergauge.languages import said
from weathergauge.rulesets.trafalgar.actions import Grapple, Grappled, Part, Parted, Remain, Revealed
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.contact import TOUCH, touching
from weathergauge.rulesets.trafalgar.state import (
    SIDES,
    Grappling,
    Lock,
    Seated,
    Secret,
    Side,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.trafalgar.targets import held_together
from weathergauge.rulesets.trafalgar.wishes import Wishes


def grapple(hands: tuple[Side | None, ...], charts: Charts, dice: Dice) -> bool:
    """Throw a die for each side that tries until one succeeds, which locks the pair (TR40)."""
    return any(dice.look_up(charts.grapple_attempt, why="grappling", seat=side) == "success" for side in hands)


def cut_loose(hands: tuple[Side | None, ...], contested: bool, charts: Charts, dice: Dice) -> bool:
    """Throw for those who try until one frees the pair; where the other side would remain, once (TR08)."""
    if contested:
        why = "cutting loose, contested"
        return dice.look_up(charts.contested_cut_loose, why=why, seat=hands[0], good="low") == "cut_loose"
    return any(dice.look_up(charts.cut_loose, why="cutting loose", seat=side) == "success" for side in hands)


def touching_enemies(table: Table) -> list[tuple[int, int]]:
    """Pairs of enemies whose bases touch and who are not locked yet, both still fighting."""
    fleet, ships = table.places, table.ships
    british = [n for n, ship in enumerate(ships) if ship.able and ship.side == "british"]
    pairs = {(min(a, b), max(a, b)) for a in british for b in fleet.touching(a, ships[a].base, TOUCH)} | set(table.met)
    return sorted(
        (a, b)
        for a, b in pairs
        if ships[a].side != ships[b].side and ships[a].able and ships[b].able and not held_together(table, a, b)
    )


def wanted(table: Table) -> bool:
    """Whether there is anything to decide in this step."""
    return any(_owners(table, lock) for lock in table.locks) or bool(touching_enemies(table))


def _owners(table: Table, lock: Lock) -> tuple[Side, ...]:
    """The sides that have a say in a lock: those whose ship still fights."""
    ships = (table.ships[lock.one], table.ships[lock.other])
    return tuple(side for side in SIDES if any(ship.able and ship.side == side for ship in ships))


def _parting(own: Secret, one: int, other: int) -> bool:
    return (one, other) in own.part or (other, one) in own.part


def _remaining(own: Secret, one: int, other: int) -> bool:
    return (one, other) in own.remain or (other, one) in own.remain


class Grapples(Wishes[Grapple | Part | Remain]):
    """Step 6: both sides write down whom they grapple, and with whom they would part or remain (TR29, TR47)."""

    phases = (Grappling,)
    steps = ("grappling_and_cut_loose",)
    takes = (Grapple, Part, Remain)

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        if not wanted(state.table):
            return Closed(state)
        dice.tell(Began(state.table.turn, step))
        return state.with_phase(Grappling())

    def now(self, view: View) -> str:
        return said("both sides are deciding whom to grapple or leave")

    def options(self, table: Table, own: Secret, side: Side) -> list[Grapple | Part | Remain]:
        """The wishes a side may still write down."""
        ships = table.ships
        orders: list[Grapple | Part | Remain] = []
        for pair in touching_enemies(table):
            mine, hers = pair if ships[pair[0]].side == side else pair[::-1]
            if (mine, hers) not in own.grapple:
                orders.append(Grapple(ships[mine].id, ships[hers].id))
        for lock in table.locks:
            for mine, hers in ((lock.one, lock.other), (lock.other, lock.one)):
                if ships[mine].side != side or not ships[mine].able:
                    continue
                if _parting(own, mine, hers) or _remaining(own, mine, hers):
                    continue
                orders.append(Part(ships[mine].id, ships[hers].id))
                if ships[hers].able and ships[hers].side != side:
                    orders.append(Remain(ships[mine].id, ships[hers].id))
        return orders

    def why_not_pair(self, at: Seated, number: int, target: int, action: Grapple | Part | Remain) -> str | None:
        ship, other = at.table.ships[number], at.table.ships[target]
        held = held_together(at.table, number, target)
        if not ship.able:
            return said("{ship} takes no orders", ship=ship.name)
        if isinstance(action, Part | Remain):
            if not held:
                return said("{ship} is not locked with {other}", ship=ship.name, other=other.name)
            if _parting(at.own, number, target):
                return said("{ship} already means to part from {other}", ship=ship.name, other=other.name)
            if _remaining(at.own, number, target):
                return said("{ship} already means to remain locked with {other}", ship=ship.name, other=other.name)
            if isinstance(action, Remain) and (other.side == at.seat or not other.able):
                return said(
                    "nobody aboard {other} would part from {ship}: there is nobody to hold on to",
                    ship=ship.name,
                    other=other.name,
                )
            return None
        if other.side == at.seat or not other.able or not touching(at.table, number, target):
            return said(
                "{ship} cannot grapple {other}: only an enemy whose base touches hers", ship=ship.name, other=other.name
            )
        if held:
            return said("{ship} is already locked with {other}", ship=ship.name, other=other.name)
        if (number, target) in at.own.grapple:
            return said("{ship} already means to grapple {other}", ship=ship.name, other=other.name)
        return None

    def proceed(self, state: State, dice: Dice) -> Closed[State]:
        return Closed(resolve(state, self.charts, dice))


def resolve(state: State, charts: Charts, dice: Dice) -> State:
    """Show both sides' wishes and throw for each pair."""
    table = state.table
    for side in SIDES:
        own = state.secret(side)
        wishes: tuple[tuple[Literal["grapple", "part", "remain"], tuple[tuple[int, int], ...]], ...] = (
            ("grapple", own.grapple),
            ("part", own.part),
            ("remain", own.remain),
        )
        for what, chosen in wishes:
            names = tuple((table.ships[a].id, table.ships[b].id) for a, b in chosen)
            if names:
                dice.tell(Revealed(side, what, names))
    locks = [lock for lock in table.locks if not _freed(state, lock, charts, dice)]
    tries: dict[tuple[int, int], tuple[Side, ...]] = {}
    for side in SIDES:
        for one, other in state.secret(side).grapple:
            pair = (min(one, other), max(one, other))
            tries[pair] = (*tries.get(pair, ()), side)
    for (one, other), hands in sorted(tries.items()):
        held = dice.do(grapple, hands, charts)
        dice.tell(Grappled(table.ships[one].id, table.ships[other].id, held))
        if held:
            locks.append(Lock(one, other, "grappled"))
    return State(replace(table, locks=tuple(locks)))


def _freed(state: State, lock: Lock, charts: Charts, dice: Dice) -> bool:
    """Whether a locked pair parts: one against the other, or with nobody against it (TR08, TR32, TR47)."""
    table = state.table
    owners = _owners(table, lock)
    willing = tuple([side for side in owners if _parting(state.secret(side), lock.one, lock.other)])
    if not willing:
        return False
    one, other = table.ships[lock.one], table.ships[lock.other]
    contested = any(_remaining(state.secret(side), lock.one, lock.other) for side in owners)
    contested |= table.settings.silence == "holds_on" and len(willing) < len(owners)
    hands = tuple([ship.side if ship.able else willing[0] for ship in (one, other)])  # she cuts at both ends
    free = dice.do(cut_loose, willing if contested else hands, contested, charts)
    dice.tell(Parted(one.id, other.id, free))
    return free
