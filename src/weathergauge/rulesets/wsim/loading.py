"""Chapter: loading, repairs and sails (phases J and K), and what is loaded before the action."""

from __future__ import annotations

from collections.abc import Iterator

from weathergauge.dice import Dice
from weathergauge.rulesets.wsim.actions import Load, Repair, Repaired, Sailed, Sails
from weathergauge.rulesets.wsim.actions import Loaded as LoadedSide
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.orders import has
from weathergauge.rulesets.wsim.squares import restore, sections_free
from weathergauge.rulesets.wsim.state import Loaded, Loads, Secret, Ship, State, Table, replace
from weathergauge.rulesets.wsim.terms import BEAMS, BROADSIDES, SHOTS, Broadside, Shot, Side

KINDS: tuple[Shot, ...] = ("round", "double", "chain", "grape")
UNCHAINED: tuple[Shot, ...] = ("round", "double", "grape")
"""Those of the British, where chain shot is not for them."""
KEPT_BUSY = {
    "turned": "has turned",
    "collided": "has collided",
    "fired": "has fired",
    "fought": "has fought hand to hand",
    "weighed": "has worked at her anchor",
    "sails": "has changed sails",
    "manned": "was manned only",
    "boarders": "told off too many hands as boarders",
}
"""What she did this turn, and so cannot repair."""


def wanted(table: Table, side: Side, charts: Charts) -> bool:
    """Any ship that takes orders may load, repair or change sails; what is loaded is no reason, being secret."""
    return any(ship.side == side and ship.able for ship in table.ships)


def options(table: Table, own: Secret, side: Side, number: int, charts: Charts) -> list[Load | Repair | Sails]:
    """What she may still load, repair and do with her sails."""
    ship, opening = table.ships[number], table.turn == 0
    orders: list[Load | Repair | Sails] = []
    if opening:
        for beam in BROADSIDES:
            if not has(own, Load(ship.id, beam), opening):
                orders += loads_of(table, ship, own.load(number), beam)
        return orders
    if not has(own, Repair(ship.id, "hull")):
        loads = own.load(number)
        # Both broadsides are ready more often than not: then nothing more need be asked.
        if not (loads.left.ready and loads.right.ready) and no_gunners(ship) is None:
            half = half_loaded(loads)
            for beam in BROADSIDES:
                if not loads.of(beam).ready and half in (None, beam):
                    orders += loads_of(table, ship, loads, beam)
        repairs = (Repair(ship.id, "hull"), Repair(ship.id, "rigging"))
        orders += [repair for repair in repairs if _no_repair(table, ship, own, repair, charts) is None]
    sails = Sails(ship.id, not ship.full_sails)
    if not has(own, sails) and _no_sails(table, ship, own, sails, charts) is None:
        orders.append(sails)
    return orders


def loads_of(table: Table, ship: Ship, loads: Loads, beam: Broadside) -> list[Load]:
    """The shots that may go into a broadside that hands are free for: only double shot into one half loaded with it."""
    side = 0 if beam == "left" else 1
    if not ship.guns[side] + ship.carronades[side]:
        return []
    if table.turn and loads.of(beam).shot:
        return [Load(ship.id, beam, "double")]
    shots = UNCHAINED if table.settings.chain == "not_british" and _british(ship) else KINDS
    return [Load(ship.id, beam, shot) for shot in shots]


def why_not(table: Table, own: Secret, side: Side, order: Load | Repair | Sails, charts: Charts) -> str | None:
    """None when it may be done, else the player's sentence."""
    number = table.number(order.ship)
    ship = table.ships[number]
    match order:
        case Load():
            return _unloadable(table, ship, own.load(number), order)
        case Repair():
            return _no_repair(table, ship, own, order, charts)
        case Sails():
            return _no_sails(table, ship, own, order, charts)


def _british(ship: Ship) -> bool:
    """Whether her men are British: those of a prize are her captors."""
    return (ship.nation if ship.prize is None else ship.side) == "british"


def no_gunners(ship: Ship) -> str | None:
    """Why nobody can load aboard her now."""
    if ship.weighing:
        return f"{ship.name} is weighing her anchor and cannot load; wait until it is up"
    if ship.anchor in ("AB", "AS") and "turned" in ship.did:
        return f"{ship.name} has turned on her spring and cannot load this turn"
    free = sections_free(ship) if ship.prize is None else ship.prize.squares
    if ship.committed or not free:  # Who was in a party loads nothing that turn (WS54).
        return f"{ship.name} cannot load: all her crew sections are in parties or at the pumps"
    if "manned" in ship.did:
        return f"{ship.name} cannot load: her men came aboard only this turn"
    return None


def _unloadable(table: Table, ship: Ship, loads: Loads, order: Load) -> str | None:
    side = BROADSIDES.index(order.broadside)
    beam, shot = BEAMS[order.broadside], SHOTS[order.shot]
    if not ship.guns[side] + ship.carronades[side]:
        return f"{ship.name} has no guns to {beam}"
    if order.shot == "chain" and table.settings.chain == "not_british" and _british(ship):
        return f"{ship.name} cannot load chain shot: at this table it is not for the British; take another shot"
    if table.turn == 0:
        return None
    if (busy := no_gunners(ship)) is not None:
        return busy
    there = loads.of(order.broadside)
    if there.ready:
        return f"{ship.name} has {SHOTS[there.shot]} in her {beam} broadside; it can only be fired off"
    half = half_loaded(loads)
    if half and half != order.broadside:
        return f"{ship.name} is loading double shot to {BEAMS[half]}, and cannot load to {beam} before that is done"
    if half and order.shot != "double":
        return f"{ship.name} has double shot half loaded to {beam} and cannot load {shot} there; finish it"
    return None


def half_loaded(loads: Loads) -> Broadside | None:
    """The side in which double shot is half loaded."""
    for beam in BROADSIDES:
        if loads.of(beam).shot and not loads.of(beam).ready:
            return beam
    return None


def _no_repair(table: Table, ship: Ship, own: Secret, order: Repair, charts: Charts) -> str | None:
    if table.turn == 0:
        return f"{ship.name} has nothing to repair before the action"
    if ship.prize is not None:
        return f"{ship.name} is a prize: her prize crew makes no repairs"
    whole = ship.hull >= ship.hull_full if order.what == "hull" else ship.rigging == ship.rigging_full
    if whole:
        return f"the {order.what} of {ship.name} is whole; there is nothing to repair"
    if ship.weighing:
        return f"{ship.name} is weighing her anchor and cannot repair; wait until it is up"
    for deed, words in KEPT_BUSY.items():
        if deed in ship.did:
            return f"{ship.name} {words} this turn and cannot repair; try next turn"
    free, wanted = len(sections_free(ship)), charts.figures.at("repair_sections")
    if free < wanted:
        return f"{ship.name} cannot repair: it takes {wanted} free crew sections, and she has {free}"
    if any(isinstance(other, Sails) and other.ship == ship.id for other in own.orders):
        return f"{ship.name} changes sails this turn and cannot repair; take that back first"
    return None


def _no_sails(table: Table, ship: Ship, own: Secret, order: Sails, charts: Charts) -> str | None:
    if table.turn == 0:
        return f"{ship.name} begins the action under the sails that the scenario gives her"
    if "sails" in ship.did:
        return f"{ship.name} has changed sails this turn already; wait for the next"
    if order.full == ship.full_sails:
        return f"{ship.name} is under {'full' if order.full else 'battle'} sails already"
    if any(isinstance(other, Repair) and other.ship == ship.id for other in own.orders):
        return f"{ship.name} repairs this turn and cannot change sails; take that back first"
    if not order.full:
        return None
    if not ship.full_speed:
        return f"{ship.name} has no full sails"
    if "gathering" in ship.did:
        return (
            f"{ship.name} cannot set full sails: she lay still and must first go a hex straight ahead without turning"
        )
    return no_full_sails(ship.name, not ship.rigging[0], table.velocity, ship.ship_class, charts)


def no_full_sails(name: str, first_gone: bool, velocity: int, ship_class: int, charts: Charts) -> str | None:
    """Why rigging or wind forbid full sails; None when they do not."""
    if first_gone:
        return f"{name} cannot set full sails: the first section of her rigging is gone"
    if not wind_allows(velocity, ship_class, charts):
        return f"{name} cannot set full sails in this wind; wait until it drops"
    return None


def wind_allows(velocity: int, ship_class: int, charts: Charts) -> bool:
    """Whether a class may carry full sails in that wind. The chart ends before class 7 and the hurricane (WS44)."""
    if velocity >= charts.figures.at("hurricane"):
        return False
    return charts.wind_full_sails_allowed.at(velocity, min(ship_class, charts.figures.at("last_class")))


def shortened(table: Table, charts: Charts, dice: Dice) -> Table:
    """At the start of a turn: full sails that the wind forbids come in of themselves (WS59)."""
    for number, ship in enumerate(table.ships):
        if ship.full_sails and not ship.gone and not wind_allows(table.velocity, ship.ship_class, charts):
            table = table.with_ship(number, replace(ship, full_sails=False))
            dice.tell(Sailed(ship.id, False))
    return table


def resolve(state: State, charts: Charts, dice: Dice) -> State:
    """Load, repair, and then set or take in sails. What was loaded is told to its own side alone."""
    for side in state.table.sides:
        own = state.secret(side)
        for order in sorted(own.orders, key=lambda order: state.table.number(order.ship)):
            if isinstance(order, Load):
                own = _load(state.table, own, side, order, charts, dice)
        if state.table.turn:
            for order in tuple(standing(state.table, own, side)):
                own = _load(state.table, own, side, order, charts, dice)
        state = state.with_secret(side, own)
    table = state.table
    for order in state.orders():
        if isinstance(order, Repair):
            table = _repair(table, order, charts, dice)
        elif isinstance(order, Sails):
            table = trimmed(table, order, dice)
    return replace(state, table=table)


def trimmed(table: Table, order: Sails, dice: Dice) -> Table:
    """A ship under other sails: when all orders are shown, or as the order is given where sails are open (WS69)."""
    number = table.number(order.ship)
    ship = table.ships[number]
    dice.tell(Sailed(order.ship, order.full))
    return table.with_ship(number, replace(ship, full_sails=order.full, did=(*ship.did, "sails")))


def standing(table: Table, own: Secret, side: Side) -> Iterator[Load]:
    """What ships load for which nothing was written: half-loaded double shot, else round shot, to port first (WS59)."""
    written = {order.ship for order in own.orders if isinstance(order, Load | Repair)}
    for number, ship in enumerate(table.ships):
        if ship.side != side or not ship.able or ship.id in written or no_gunners(ship) is not None:
            continue
        loads = own.load(number)
        if (half := half_loaded(loads)) is not None:
            yield Load(ship.id, half, "double")
            continue
        for beam in BROADSIDES:
            armed = ship.guns[BROADSIDES.index(beam)] + ship.carronades[BROADSIDES.index(beam)]
            if armed and not loads.of(beam).shot:
                yield Load(ship.id, beam, "round")
                break


def _load(table: Table, own: Secret, side: Side, order: Load, charts: Charts, dice: Dice) -> Secret:
    """One phase of loading: double shot wants two, unless there was time before the action."""
    number = table.number(order.ship)
    loads = own.load(number)
    slow = order.shot == "double" and charts.ammunition.at("double").turns_to_load > 1
    ready = table.turn == 0 or not slow or bool(loads.of(order.broadside).shot)
    dice.tell(LoadedSide(order.ship, order.broadside, order.shot, ready), to=(side,))
    return own.with_load(number, loads.having(order.broadside, Loaded(order.shot, ready)))


def _repair(table: Table, order: Repair, charts: Charts, dice: Dice) -> Table:
    """One entry; every third of a kind restores two squares, the latest losses first (WS79)."""
    number = table.number(order.ship)
    ship = table.ships[number]
    hull, rigging = ship.repairs
    entries = (hull if order.what == "hull" else rigging) + 1
    back = 0
    if entries == charts.figures.at("repair_entries"):
        entries, restored = 0, charts.figures.at("repaired")
        if order.what == "hull":
            back = min(restored, ship.hull_full - ship.hull)
            ship = replace(ship, hull=ship.hull + back)
        else:
            whole = restore(ship.rigging, ship.rigging_full, restored)
            back = sum(whole) - sum(ship.rigging)
            ship = replace(ship, rigging=whole)
    ship = replace(ship, repairs=(entries, rigging) if order.what == "hull" else (hull, entries))
    dice.tell(Repaired(order.ship, order.what, back))
    return table.with_ship(number, ship)
