"""Chapter: grappling and cutting loose (step 6). Both sides write their wishes, then the dice are thrown."""

from __future__ import annotations

from typing import Any

from weathergauge.dice import Dice
from weathergauge.rulesets.trafalgar.actions import AnyAction, Grapple, Grappled, Part, Parted, Revealed
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.contact import touching
from weathergauge.rulesets.trafalgar.gunnery import held_together
from weathergauge.rulesets.trafalgar.helm import unknown_ship
from weathergauge.rulesets.trafalgar.state import INCH, SIDES, Grappling, Lock, Secret, Side, State, Table, replace


def grapple(tries: int, charts: Charts, dice: Dice) -> bool:
    """Each side that tries throws a die until one succeeds, which locks the pair (TR40)."""
    return any(dice.look_up(charts.grapple_attempt, why="grappling") == "success" for _ in range(tries))


def cut_loose(tries: int, contested: bool, charts: Charts, dice: Dice) -> bool:
    """One success of those who try frees the pair; where only one side would part, a single throw decides (TR08)."""
    if contested:
        return dice.look_up(charts.contested_cut_loose, why="cutting loose, contested") == "cut_loose"
    return any(dice.look_up(charts.cut_loose, why="cutting loose") == "success" for _ in range(tries))


def touching_enemies(table: Table) -> list[tuple[int, int]]:
    """Pairs of enemies whose bases touch and who are not locked yet, both still fighting."""
    ships = table.ships
    british = [n for n, ship in enumerate(ships) if ship.able and ship.side == "british"]
    allied = [n for n, ship in enumerate(ships) if ship.able and ship.side == "allied"]
    reach = 4 * INCH
    return sorted(
        (min(a, b), max(a, b))
        for a in british
        for b in allied
        if -reach < ships[a].x - ships[b].x < reach
        and -reach < ships[a].y - ships[b].y < reach
        and touching(table, a, b)
        and not held_together(table, a, b)
    )


def wanted(table: Table) -> bool:
    """Whether there is anything to decide in this step."""
    return any(_owners(table, lock) for lock in table.locks) or bool(touching_enemies(table))


def _owners(table: Table, lock: Lock) -> tuple[Side, ...]:
    """The sides that have a say in a lock: those whose ship still fights."""
    ships = (table.ships[lock.one], table.ships[lock.other])
    return tuple(side for side in SIDES if any(ship.able and ship.side == side for ship in ships))


def why_not(table: Table, own: Secret, side: Side, action: Grapple | Part) -> str | None:
    """None when she may try, else the player's sentence."""
    phase = table.phase
    assert isinstance(phase, Grappling)
    number, target = table.number(action.ship), table.number(action.target)
    if number < 0 or target < 0:
        return unknown_ship(table, action.ship if number < 0 else action.target)
    ship, other = table.ships[number], table.ships[target]
    if side in phase.ready:
        return "you have already said that you are ready"
    if ship.side != side or not ship.able:
        return f"{ship.name} is not yours to order"
    if isinstance(action, Part):
        if not held_together(table, number, target):
            return f"{ship.name} is not locked with {other.name}"
        if (number, target) in own.part or (target, number) in own.part:
            return f"{ship.name} already means to part from {other.name}"
        return None
    if other.side == side or not other.able or not touching(table, number, target):
        return f"{ship.name} cannot grapple {other.name}: only an enemy whose base touches hers"
    if held_together(table, number, target):
        return f"{ship.name} is already locked with {other.name}"
    if (number, target) in own.grapple:
        return f"{ship.name} already means to grapple {other.name}"
    return None


def options(table: Table, own: Secret, side: Side) -> list[AnyAction]:
    """The wishes a side may still write down."""
    ships = table.ships
    found: list[AnyAction] = []
    for pair in touching_enemies(table):
        mine, hers = pair if ships[pair[0]].side == side else pair[::-1]
        if (mine, hers) not in own.grapple:
            found.append(Grapple(ships[mine].id, ships[hers].id))
    for lock in table.locks:
        for mine, hers in ((lock.one, lock.other), (lock.other, lock.one)):
            if ships[mine].side == side and ships[mine].able and not _parting(own, mine, hers):
                found.append(Part(ships[mine].id, ships[hers].id))
    return found


def _parting(own: Secret, one: int, other: int) -> bool:
    return (one, other) in own.part or (other, one) in own.part


def resolve(state: State, charts: Charts, dice: Dice, log: list[Any]) -> State:
    """Show both sides' wishes and throw for each pair."""
    table = state.table
    for side in SIDES:
        for what, chosen in (("grapple", state.secret(side).grapple), ("part", state.secret(side).part)):
            names = tuple((table.ships[a].id, table.ships[b].id) for a, b in chosen)
            if names:
                log.append(Revealed(side, what, names))  # type: ignore[arg-type]
    locks = [lock for lock in table.locks if not _freed(state, lock, charts, dice, log)]
    tries: dict[tuple[int, int], int] = {}
    for side in SIDES:
        for one, other in state.secret(side).grapple:
            pair = (min(one, other), max(one, other))
            tries[pair] = tries.get(pair, 0) + 1
    for (one, other), count in sorted(tries.items()):
        mark = len(dice.account) if dice.account is not None else 0
        held = dice.do(grapple, count, charts)
        account = tuple(dice.account[mark:]) if dice.account is not None else ()
        log.append(Grappled(table.ships[one].id, table.ships[other].id, held, account))
        if held:
            locks.append(Lock(one, other, "grappled"))
    return State(replace(table, locks=tuple(locks)))


def _freed(state: State, lock: Lock, charts: Charts, dice: Dice, log: list[Any]) -> bool:
    """Whether a locked pair parts: both willing, one against the other, or the only one left to say (TR08, TR32)."""
    table = state.table
    owners = _owners(table, lock)
    willing = [side for side in owners if _parting(state.secret(side), lock.one, lock.other)]
    if not willing:
        return False
    contested = len(willing) < len(owners)
    afloat = sum(table.ships[n].able for n in (lock.one, lock.other))
    mark = len(dice.account) if dice.account is not None else 0
    free = dice.do(cut_loose, afloat, contested, charts)
    account = tuple(dice.account[mark:]) if dice.account is not None else ()
    log.append(Parted(table.ships[lock.one].id, table.ships[lock.other].id, free, account))
    return free
