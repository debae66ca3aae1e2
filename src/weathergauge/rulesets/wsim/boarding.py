"""Chapter: boarding parties (phase G). Whole crew sections are told off in secret, lowest number first."""

from __future__ import annotations

from collections.abc import Iterable

from weathergauge.dice import Dice
from weathergauge.rulesets.wsim.actions import Man, Manning, Order, Party, Prepared
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.grappling import alongside
from weathergauge.rulesets.wsim.orders import has, slot, unknown
from weathergauge.rulesets.wsim.squares import sections_gone
from weathergauge.rulesets.wsim.state import Boarders, Secret, Ship, State, Table, apart, replace
from weathergauge.rulesets.wsim.terms import PartyKind, Side


def boardable(table: Table, number: int, other: int) -> bool:
    """An enemy that she is held to and can step over to; one that has struck is taken possession of (WS52)."""
    target = table.ships[other]
    return (
        target.side != table.ships[number].side
        and not target.gone
        and not target.danger
        and other in table.held(number)
    )


def reachable(table: Table, number: int, other: int) -> bool:
    """A friend beside her that men can be sent to."""
    ship, friend = table.ships[number], table.ships[other]
    flying = not friend.gone and not friend.danger and friend.colours == "flying"
    return flying and friend.side == ship.side and number != other and apart(ship, friend) == 1


def in_need(friend: Ship) -> bool:
    """A prize, or a ship that has lost a whole crew section."""
    return friend.prize is not None or sections_gone(friend.crew_full, friend.crew) > 0


def able_sections(ship: Ship) -> tuple[int, ...]:
    """Sections that may go into parties, lowest first: those with squares and not at the pumps."""
    if ship.prize is not None:
        return ()  # a prize crew has the prisoners to watch (WS57)
    return tuple([n for n, squares in enumerate(ship.crew, 1) if squares and n not in ship.pumps])


def told_off(ship: Ship, orders: Iterable[Order]) -> tuple[int, ...]:
    """Sections that already are in a party: those that fight on from last turn, and those written now."""
    fighting = [section for party in ship.parties for section in party.sections]
    now = [
        section for order in orders if isinstance(order, Party) and order.ship == ship.id for section in order.sections
    ]
    return (*fighting, *now)


def wanted(table: Table, side: Side, charts: Charts) -> bool:
    """Whether some ship of the side is held to an enemy, or lies beside a friend in need of men (WS51)."""
    ships = table.ships
    held = {n for lock in table.locks for n in (lock.one, lock.other)}
    needy = any(ship.side == side and not ship.gone and in_need(ship) for ship in ships)
    for number, ship in enumerate(ships):
        if ship.side != side or not ship.able or not (needy or number in held):
            continue
        if not set(able_sections(ship)) - set(told_off(ship, ())):
            continue
        if number in held and any(boardable(table, number, other) for other in table.held(number)):
            return True
        if needy and any(in_need(ships[n]) and reachable(table, number, n) for n in alongside(table, number)):
            return True
    return False


def options(table: Table, own: Secret, side: Side, number: int, charts: Charts) -> list[Party | Man]:
    """Parties of the next sections, one section or more, for every use that she has for them; and prize crews."""
    ship = table.ships[number]
    taken = told_off(ship, own.orders)
    left = [section for section in able_sections(ship) if section not in taken]
    written = {slot(order) for order in own.orders}
    uses: list[tuple[PartyKind, str, bool]] = []
    enemies = [n for n in table.held(number) if boardable(table, number, n)]
    if not ship.weighing:
        uses += [("OBP", table.ships[n].id, False) for n in enemies]
    if enemies:
        uses += [("DBP", "", False), ("DBP", "", True)]
    uses += [("TBP", table.ships[n].id, False) for n in alongside(table, number) if reachable(table, number, n)]
    orders: list[Party | Man] = [
        order
        for kind, target, cross in uses
        for count in range(1, len(left) + 1)
        if slot(order := Party(ship.id, kind, tuple(left[:count]), target, cross)) not in written
    ]
    for n in enemies:
        other = table.ships[n].id
        if not has(own, Man(ship.id, other, 1)):
            orders += [Man(ship.id, other, men) for men in range(1, boarders(table, own, number, n) + 1)]
    return orders


def boarders(table: Table, own: Secret, number: int, other: int) -> int:
    """Crew squares of her boarders against a ship: those that fight on, and those written now."""
    ship, target = table.ships[number], table.ships[other].id
    fighting = [party.sections for party in ship.parties if (party.kind, party.target) == ("OBP", other)]
    now = [
        order.sections
        for order in own.orders
        if isinstance(order, Party) and (order.ship, order.kind, order.target) == (ship.id, "OBP", target)
    ]
    return sum(ship.crew[section - 1] for sections in (*fighting, *now) for section in sections)


def why_not(table: Table, own: Secret, side: Side, order: Party | Man, charts: Charts) -> str | None:
    """None when the party may be told off, else the player's sentence."""
    number = table.number(order.ship)
    ship = table.ships[number]
    if ship.prize is not None:
        return f"{ship.name} is a prize: her prize crew watches the prisoners and tells off no parties"
    if isinstance(order, Man):
        return _wrong_crew(table, own, number, order)
    return _wrong_use(table, number, order) or _wrong_sections(ship, own, order)


def _wrong_crew(table: Table, own: Secret, number: int, order: Man) -> str | None:
    """What is wrong with the number of boarders who are to stay aboard."""
    ship, other = table.ships[number], table.number(order.other)
    if other < 0:
        return unknown(table, order.other)
    target = table.ships[other]
    if not (men := boarders(table, own, number, other)):
        return f"{ship.name} has no boarders for {target.name}; tell off a party against her first"
    if not 1 <= order.squares <= men:
        return (
            f"squares={order.squares}: {ship.name} has {men} squares of boarders for {target.name}; expected 1 to {men}"
        )
    return None


def _wrong_use(table: Table, number: int, order: Party) -> str | None:
    """What is wrong with what the party is for."""
    ship, other = table.ships[number], table.number(order.target)
    if order.cross and order.kind != "DBP":
        return f"{order.kind}: only a defensive party (DBP) crosses over when it wins; leave cross out"
    if order.kind == "DBP":
        if order.target:
            return f"{order.target}: a defensive party (DBP) has no target; leave it out"
        return None
    if not order.target:
        return f"{order.kind}: a target is missing; name the ship that the party of {ship.name} is meant for"
    if other < 0:
        return unknown(table, order.target)
    target = table.ships[other]
    if order.kind == "TBP":
        if reachable(table, number, other):
            return None
        return f"{ship.name} cannot send men to {target.name}; a transfer (TBP) goes to a friend next to her that flies her colours"
    if ship.weighing:
        return f"{ship.name} is weighing her anchor and cannot board; wait until it is up"
    if boardable(table, number, other):
        return None
    return f"{ship.name} cannot board {target.name}; only an enemy that she is fouled or grappled with, and that is no sinking wreck"


def _wrong_sections(ship: Ship, own: Secret, order: Party) -> str | None:
    """What is wrong with the sections: they are whole, in order, and none is skipped (WS54)."""
    shown = ", ".join(map(str, order.sections))
    if not order.sections or list(order.sections) != sorted(set(order.sections)):
        return f"sections={shown or 'none'}: expected crew sections in rising order, as in 1 or 1, 2"
    others = told_off(ship, [other for other in own.orders if slot(other) != slot(order)])
    for section in order.sections:
        if not 1 <= section <= len(ship.crew):
            return f"section {section}: {ship.name} has crew sections 1 to {len(ship.crew)}"
        if not ship.crew[section - 1]:
            return f"section {section} of {ship.name} has nobody left; take one that has squares"
        if section in ship.pumps:
            return f"section {section} of {ship.name} is tied to the pumps; take another"
        if section in others:
            return f"section {section} of {ship.name} is in another party already; take another"
    fighting = told_off(ship, ())  # those have been in it since last turn, whatever their number
    now = {section for section in (*others, *order.sections) if section not in fighting}
    for section in able_sections(ship):
        if section < max(now) and section not in now and section not in fighting:
            return f"section {section} of {ship.name} is skipped; parties take the lowest numbered sections first"
    return None


def resolve(state: State, charts: Charts, dice: Dice) -> State:
    """Show every party. New sections join the party of the same kind and target that fights on from last turn."""
    table = state.table
    for order in state.written(Party):
        number = table.number(order.ship)
        ship = table.ships[number]
        target = table.number(order.target) if order.target else -1
        party = Boarders(order.kind, order.sections, target, order.cross)
        kept = []
        for old in ship.parties:
            if (old.kind, old.target) == (party.kind, party.target):
                party = replace(party, sections=tuple(sorted({*old.sections, *party.sections})))
            else:
                kept.append(old)
        table = table.with_ship(number, replace(ship, parties=(*kept, party)))
        dice.tell(Prepared(order.ship, order.kind, order.sections, order.target))
    for wish in state.written(Man):
        table = _manning(table, wish, dice)
    return replace(state, table=table)


def _manning(table: Table, wish: Man, dice: Dice) -> Table:
    """Note how many boarders stay aboard her, where a party is told off against her after all (WS68)."""
    number, other = table.number(wish.ship), table.number(wish.other)
    ship = table.ships[number]
    if not any((party.kind, party.target) == ("OBP", other) for party in ship.parties):
        return table
    dice.tell(Manning(wish.ship, wish.other, wish.squares))
    manning = {**dict(ship.manning), other: wish.squares}
    return table.with_ship(number, replace(ship, manning=tuple(sorted(manning.items()))))


def recalled(table: Table) -> Table:
    """The parties that fight on from last turn, less those whose enemy is out of reach: men come home (WS54)."""
    if not any(ship.parties for ship in table.ships):
        return table
    boarding = {
        (number, party.target)
        for number, ship in enumerate(table.ships)
        if ship.able
        for party in ship.parties
        if party.kind == "OBP" and boardable(table, number, party.target)
    }
    attacked = {target for _, target in boarding}
    for number, ship in enumerate(table.ships):
        kept = tuple(
            [p for p in ship.parties if (number, p.target) in boarding or (p.kind == "DBP" and number in attacked)]
        )
        if kept != ship.parties:
            table = table.with_ship(number, replace(ship, parties=kept, manning=still_meant(ship, kept)))
    return table


def still_meant(ship: Ship, parties: tuple[Boarders, ...]) -> tuple[tuple[int, int], ...]:
    """Prize crews that are meant for ships which some of these parties still board."""
    if not ship.manning:
        return ()
    boarded = {party.target for party in parties if party.kind == "OBP"}
    return tuple([(other, men) for other, men in ship.manning if other in boarded])
