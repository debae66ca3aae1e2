"""Marking what a ship suffers: hull, markers, effects; and what follows: she sinks, or blows up with a blast."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Dice, Look
from weathergauge.freetable import FINE, gap
from weathergauge.rulesets.ironclads import criticals
from weathergauge.rulesets.ironclads.actions import Fate, Struck
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.criticals import Blow, sheet_of
from weathergauge.rulesets.ironclads.state import INCH, Battery, Orders, Ship, State, Table, replace
from weathergauge.rulesets.ironclads.terms import SECTORS, DamageType, GunType, Rudder, Sector

RUDDERS: dict[str, Rudder] = {"left": "left", "right": "right", "ahead": "ahead"}
LOST: dict[str, GunType] = {"light": "light", "medium": "medium", "main": "main"}


def with_ship(state: State, number: int, ship: Ship) -> State:
    return replace(state, table=state.table.with_ship(number, ship))


def lose(state: State, number: int, quarters: int, dice: Dice) -> State:
    """Hull squares crossed out. At 0 a ship sinks at once (IR32) and a fort falls silent (IR37)."""
    ship = state.table.ships[number]
    if quarters <= 0 or ship.gone or (ship.fort and not ship.hull):
        return state
    ship = replace(ship, hull=max(0, ship.hull - quarters), lost_hull=True)
    state = with_ship(state, number, ship)
    return state if ship.hull else sink(state, number, dice)


def flood(state: State, number: int, markers: int) -> State:
    """New active flooding markers; they make every inactive one active again (IR13). A fort has none."""
    ship = state.table.ships[number]
    if markers <= 0 or ship.fort or ship.gone:
        return state
    return with_ship(state, number, replace(ship, flooding=ship.flooding + ship.flooded + markers, flooded=0))


def burn(state: State, number: int, markers: int) -> State:
    """New fire markers. A fort has none."""
    ship = state.table.ships[number]
    if markers <= 0 or ship.fort or ship.gone:
        return state
    return with_ship(state, number, replace(ship, fire=ship.fire + markers))


def sink(state: State, number: int, dice: Dice, how: Literal["sunk", "blown_up", "capsized"] = "sunk") -> State:
    """Take her from the table. A fort stays where it stands, silent."""
    ship = state.table.ships[number]
    if ship.gone:
        return state
    dice.tell(Fate(ship.id, "silenced" if ship.fort else how))
    return with_ship(state, number, replace(ship, hull=0, gone="" if ship.fort else "sunk", lost_hull=True))


def explode(state: State, number: int, charts: Charts, dice: Dice) -> State:
    """Blow her up; every ship near enough rolls for the blast."""
    before = state.table
    state = sink(state, number, dice, "blown_up")
    for other in near(before, number, blast_reach(charts)):
        ship = before.ships[other]
        struck = dice.do(criticals.blast, 1, before.settings.success, seat=ship.side)
        if struck:
            blow = criticals.suffered(criticals.FIRE, sheet_of(state.table.ships[other]), charts, dice)
            state = suffer(state, other, blow, charts, dice)
        else:
            dice.tell(Struck(ship.id, "blast_spared"))
    return state


def blast_reach(charts: Charts) -> int:
    """How far a blast is felt, in hundredths of an inch."""
    return round(charts.explosion_blast.of(float, "radius_inches") * INCH)


def near(table: Table, number: int, reach: int) -> list[int]:
    """Ships whose base is no farther from hers than that, friend and foe. Forts feel no blast: it could only burn them."""
    ship = table.ships[number]
    return [
        n
        for n, other in enumerate(table.ships)
        if n != number and other.here and not other.fort and gap(ship.base, other.base)[0] <= (reach * FINE) ** 2
    ]


def suffer(
    state: State,
    number: int,
    blow: Blow,
    charts: Charts,
    dice: Dice,
    firer: tuple[Sector, ...] = (),
    account: tuple[Look, ...] | None = None,
) -> State:
    """Mark an effect whose dice have fallen; `firer` is where the ship lies that did it, as she who is hit sees her.

    The account of its dice is to be given only where something else was told since.
    """
    ship = state.table.ships[number]
    if ship.gone:
        return state
    detail = blow.detail
    match blow.effect:
        case criticals.BRIDGE:
            state = _bridge(state, number)
            detail = ""
        case criticals.RUDDER:
            state = with_ship(state, number, replace(ship, rudder=RUDDERS[blow.detail]))
            detail = {"left": "jammed to port", "right": "jammed to starboard", "ahead": "she cannot turn"}[detail]
        case criticals.WEAPON:
            state, detail = _weapon(state, number, blow, firer)
        case criticals.ENGINE_ROOM:
            state = with_ship(state, number, replace(ship, engine_room=min(2, ship.engine_room + 1)))
        case criticals.LIST:
            state = with_ship(state, number, replace(ship, heavy_list=True))
        case criticals.MAGAZINE:
            detail = {"blown_up": "and explodes", "small": "a small explosion", "medium": "a great explosion"}.get(
                detail, f"the {detail} magazine"
            )
    dice.tell(Struck(ship.id, blow.effect, min(blow.quarters, ship.hull), detail), account=account)
    if blow.effect == criticals.MAGAZINE and not ship.fort and (blow.sunk or blow.quarters >= ship.hull):
        return explode(state, number, charts, dice)  # sunk by an explosion, however small it was (IR09)
    if blow.sunk:
        return sink(state, number, dice)
    # Markers first: a ship that sinks takes them with her.
    state = flood(burn(state, number, blow.fire), number, blow.flooding)
    return lose(state, number, blow.quarters, dice)


def _bridge(state: State, number: int) -> State:
    """The order that waits becomes a copy of the active one; it ends when she is next activated."""
    ship = state.table.ships[number]
    own = state.secret(ship.side)
    held = own.of(number)
    state = state.with_secret(ship.side, own.having(number, Orders(held.active, held.active)))
    return with_ship(state, number, replace(ship, bridge=True))


def _weapon(state: State, number: int, blow: Blow, firer: tuple[Sector, ...]) -> tuple[State, str]:
    """Guns lost for good: of a ship a battery of that type, of a fort one die; and what they were."""
    ship = state.table.ships[number]
    kind = LOST.get(blow.detail)
    if ship.fort and state.table.settings.fort_guns == "chosen" and len(standing(ship)) > 1:
        owed = min(ship.guns_owed + 1, sum([ship.batteries[n].dice for n in standing(ship)]))
        return with_ship(state, number, replace(ship, guns_owed=owed)), "one gun"
    place = best(ship.batteries, kind, firer)
    if place < 0:
        return state, ""
    hit = ship.batteries[place]
    if ship.fort:
        after = _one_gun_fewer(ship, place).batteries
    else:
        after = tuple([
            replace(b, lost=True) if n == place or (hit.group and b.group == hit.group) else b
            for n, b in enumerate(ship.batteries)
        ])  # fmt: skip
    return with_ship(state, number, replace(ship, batteries=after)), _called(hit)


def _called(battery: Battery) -> str:
    """A battery in words."""
    where = "all round" if battery.sectors == SECTORS else " and ".join(battery.sectors)
    return f"{battery.kind} guns {where}"


def standing(fort: Ship) -> list[int]:
    """The places of batteries that still stand."""
    return [n for n, battery in enumerate(fort.batteries) if not battery.lost]


def destroy(state: State, number: int, place: int, dice: Dice) -> State:
    """Take the gun of a fort that the firer has named (IR70)."""
    fort = state.table.ships[number]
    dice.tell(Struck(fort.id, "gun_destroyed", 0, _called(fort.batteries[place])))
    return with_ship(state, number, replace(_one_gun_fewer(fort, place), guns_owed=fort.guns_owed - 1))


def best(batteries: tuple[Battery, ...], kind: GunType | None, firer: tuple[Sector, ...]) -> int:
    """The battery that the firer picks: of those that stand, most dice, then AP, then one that bears on her (IR46)."""

    def weight(n: int) -> tuple[int, int, bool, int]:
        battery = batteries[n]
        return battery.dice, battery.ap, any(sector in battery.sectors for sector in firer), -n

    standing = [n for n, b in enumerate(batteries) if not b.lost and (kind is None or b.kind == kind)]
    return max(standing, key=weight, default=-1)


def _one_gun_fewer(fort: Ship, place: int) -> Ship:
    hit = fort.batteries[place]
    less = replace(hit, dice=hit.dice - 1) if hit.dice > 1 else replace(hit, lost=True)
    return replace(fort, batteries=(*fort.batteries[:place], less, *fort.batteries[place + 1 :]))


def under_water(state: State, number: int, damage: DamageType, what: str, charts: Charts, dice: Dice) -> State:
    """Strike her `by a mine` or `by a torpedo`: hull, flooding, and rudder, engines or trim. The dice are her enemy's."""
    ship = state.table.ships[number]
    if ship.gone:
        return state
    wreck = dice.do(criticals.under_water, damage, sheet_of(ship), charts, seat=state.table.enemy(ship.side))
    if wreck.misfire:
        dice.tell(Struck(ship.id, "misfire"))
        return state
    dice.tell(Struck(ship.id, "under_water", min(wreck.quarters, ship.hull), what))
    state = lose(flood(state, number, wreck.flooding), number, wreck.quarters, dice)
    return state if wreck.extra is None else suffer(state, number, wreck.extra, charts, dice)
