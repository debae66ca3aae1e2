"""The sheets of the age of steam: one ship in full, with her squares, or all of them at a glance."""

from __future__ import annotations

from rich.text import Text

from weathergauge.cli.table import fleet, sea
from weathergauge.cli.table.desk import Line
from weathergauge.cli.table.ironclads.picture import colour, sign
from weathergauge.frame.words import inches, many
from weathergauge.rulesets.ironclads import arcs, salvos, speed, steaming
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.state import INCH, QUARTERS, Activating, Battery, Ship, Table, View
from weathergauge.rulesets.ironclads.terms import Sector
from weathergauge.rulesets.ironclads.words import SIDE_WORDS, name

LEFT, LOST = "■", "□"
PARTS = ("", "¼", "½", "¾")
FATES = {"sunk": "sunk", "left": "left the battle", "taken": "taken"}
RUDDERS = {"left": "rudder jammed to port", "right": "rudder jammed to starboard", "ahead": "rudder jammed ahead"}
CAPTAINS = {
    "gunner": "a gunner", "boarding_specialist": "a boarder", "damage_control": "quick with repairs",
    "seaman": "a seaman", "resolute": "resolute", "timid": "timid",
}  # fmt: skip


def hull(ship: Ship) -> str:
    """Her hull points as a bar; what is left of a point is a fraction."""
    whole, part = divmod(ship.hull, QUARTERS)
    full = -(-ship.hull_full // QUARTERS)
    return LEFT * whole + PARTS[part] + LOST * (full - whole - (part > 0))


def number_of(quarters: int) -> str:
    """`3¼`, `0`."""
    whole, part = divmod(quarters, QUARTERS)
    return f"{whole or ''}{PARTS[part]}" or "0"


def where(sectors: tuple[Sector, ...]) -> str:
    """Where guns point."""
    return "all round" if len(sectors) == 4 else " and ".join(sectors)


def sheet(view: View, number: int, charts: Charts) -> list[Line]:
    """Everything about one ship."""
    table = view.table
    ship = table.ships[number]
    head = Text()
    head.append(f"{sign(table, ship)} {name(table, ship.id)}", f"bold {colour(table, ship)}")
    head.append("   a fort" if ship.fort else f"   class {ship.ship_class}")
    head.append(f", {ship.side.capitalize()}, armour {ship.armour}" + (", flagship ⚑" if ship.flagship else ""))
    head.append(f", {', '.join(trait.replace('_', ' ') for trait in ship.traits)}" if ship.traits else "")
    head.append(f"; her captain is {CAPTAINS[ship.captain]}" if ship.captain and table.settings.captains else "")
    rows = [
        (
            "structure" if ship.fort else "hull",
            f"{hull(ship)}  {number_of(ship.hull)} of {number_of(ship.hull_full)} points",
        )
    ]
    if ship.here and not ship.fort:
        rows.append(("heading", f"{ship.heading:03d} {sea.compass(ship.heading)}"))
        rows.append(("speed", _speed(view, number, charts)))
    if ship.here:
        rows += [(f"battery {gun}", _battery(table, number, gun, charts)) for gun in range(1, len(ship.batteries) + 1)]
        rows += [
            (f"tube {n}", f"{where(tube.sectors)}, {'spent' if tube.spent else 'loaded'}")
            for n, tube in enumerate(ship.tubes, 1)
        ]
    if ship.marines:
        rows.append(("marines", many(ship.marines, "party").replace("partys", "parties")))
    if told := state(ship):
        rows.append(("state", told))
    if written := orders(view, number):
        rows.append(("orders", written))
    return fleet.sheet(head, rows)


def _speed(view: View, number: int, charts: Charts) -> str:
    """Her knots, how far the order that she shows takes her, and how far she may turn."""
    table = view.table
    ship = table.ships[number]
    told = f"{ship.knots} knots at most"
    if ship.order and ship.able:
        now = speed.shown(table, number, charts)
        held = f", held to {now.order} by {now.why}" if now.why else ""
        told += f"; {ship.order} order{held}: {inches(now.run)}"
    turns = steaming.turns(table, ship)
    if turns:
        told += f"; turns {'twice ' if turns > 1 else ''}up to {steaming.turn_limit(ship, table.settings)} degrees"
    return told


def _battery(table: Table, number: int, gun: int, charts: Charts) -> str:
    """Guns, where they point, and what they can be fired at with any hope, nearest first."""
    ship = table.ships[number]
    battery = ship.batteries[gun - 1]
    told = guns(battery)
    if battery.lost or battery.fired:
        return f"{told}; {'destroyed' if battery.lost else 'has fired'}"
    if not ship.able:
        return told
    marks = [at for at in arcs.targets(table, number) if gun in salvos.useful(table, number, at.target, charts)]
    seen = [
        f"{name(table, table.ships[at.target].id)} at {at.range / INCH:.1f} inches"
        + (", partly hidden" if at.sight == "partly" else "")
        for at in marks[:3]
    ]
    more = f" and {len(marks) - 3} more" if len(marks) > 3 else ""
    return f"{told}; " + ("bears on " + "; ".join(seen) + more if seen else "nothing it could hit")


def guns(battery: Battery) -> str:
    """`4 medium dice starboard, AP 3, slow load`."""
    traits = "".join(f", {trait.replace('_', ' ')}" for trait in battery.traits)
    return f"{battery.dice} {battery.kind} {'die' if battery.dice == 1 else 'dice'} {where(battery.sectors)}, AP {battery.ap}{traits}"  # fmt: skip


def state(ship: Ship) -> str:
    """What has befallen her."""
    told = [FATES[ship.gone]] if ship.gone else []
    told += ["surrendered"] if ship.surrendered else []
    told += ["silenced"] if ship.fort and not ship.hull else []
    told += [many(ship.fire, "fire")] if ship.fire else []
    told += [f"{many(ship.flooding, 'flood')} gaining"] if ship.flooding else []
    told += [f"{many(ship.flooded, 'flood')} held"] if ship.flooded else []
    told += ["bridge hit"] if ship.bridge else []
    told += [RUDDERS[ship.rudder]] if ship.rudder else []
    told += ["engine room hit" + (" twice" if ship.engine_room > 1 else "")] if ship.engine_room else []
    told += ["listing heavily"] if ship.heavy_list else []
    told += ["ram lost"] if ship.ram_lost else []
    told += ["aground"] if ship.grounded else []
    told += ["at anchor"] if ship.anchored else []
    return ", ".join(told)


def orders(view: View, number: int) -> str:
    """The orders that she holds, where they are ours to know."""
    ship = view.table.ships[number]
    if view.own is None or ship.side != view.seat or ship.fort or not ship.able:
        return ""
    held = view.own.of(number)
    parts = ([f"{held.active} now"] if held.active else []) + ([f"{held.inactive} next"] if held.inactive else [])
    return ", ".join(parts)


def roster(view: View, columns: int) -> list[Text]:
    """All ships, side by side, with number, sign, hull points and what has become of them."""
    wide = max(27, min(66, (columns - 2) // 2))
    halves = [_half(view, place, wide) for place in (0, 1)]
    return fleet.abreast(halves, wide)


def _half(view: View, place: int, wide: int) -> list[Text]:
    table = view.table
    side = table.sides[place]
    head = Text(f"{SIDE_WORDS[side]} {'►▻'[place]}", "bold")
    return [head, *(_row(view, n, wide) for n, ship in enumerate(table.ships) if ship.side == side)]


def _row(view: View, number: int, wide: int) -> Text:
    table = view.table
    ship = table.ships[number]
    called = name(table, ship.id) + ("⚑" if ship.flagship else "")
    style = colour(table, ship) + ("" if ship.able else " dim")
    line = fleet.row(number, sign(table, ship), called, max(9, wide - 24), style)
    line.append(f"{number_of(ship.hull)}/{number_of(ship.hull_full)}".rjust(7) + " ")
    return line.append(_short(view, number), "dim")


def _short(view: View, number: int) -> str:
    """Her state in a word or two: her fate, her orders where they are ours to know, or what is wrong with her."""
    table = view.table
    ship = table.ships[number]
    if not ship.able:
        return state(ship).split(",")[0]
    if isinstance(table.phase, Activating) and ship.activated:
        return "acted"
    held = orders(view, number).replace(" now, ", "→").replace(" now", "→").replace(" next", "")
    return held or state(ship).split(",")[0]
