"""How fast a ship may go: her order, and all that holds her to less (section 4, IR01, IR02, IR23)."""

from __future__ import annotations

from collections.abc import Iterator

from weathergauge.frame.memory import kept_by_value
from weathergauge.rulesets.ironclads.charts import Charts, WindEffect
from weathergauge.rulesets.ironclads.findings import Limit as Limit
from weathergauge.rulesets.ironclads.findings import Making as Making
from weathergauge.rulesets.ironclads.state import Ship, Table
from weathergauge.rulesets.ironclads.terms import ORDERS, Order


def caps(m: Making, charts: Charts) -> Iterator[tuple[Order, str]]:
    """Everything that holds her to an order, each with its reason."""
    if m.knots == 0:
        yield "stop", "having no way of her own"
    if m.grounded and m.order != "slow":
        yield "stop", "being aground"  # IR38: only a slow order may bring her off
    yield from _wind(m, charts)
    for (least,) in charts.flooding_speed_limits.cells:
        if isinstance(least, int) and m.flooding >= least:
            row = charts.flooding_speed_limits.at(least)
            yield _order(row.max_order), f"{m.flooding} flooding markers"
    if m.engine_room > 1:
        yield _order(charts.torpedo_damage_states.at("engine_room_damage_again").order), "her engine room"
    elif m.engine_room:
        yield _order(charts.torpedo_damage_states.at("engine_room_damage").max_order), "her engine room"


def _wind(m: Making, charts: Charts) -> Iterator[tuple[Order, str]]:
    """What the wind holds her to: the move is bound, and not the order."""
    name, effects = charts.wind_strength_levels.at(m.level), charts.wind_strength_effects
    words = _the(name)
    subjects = [f"{trait}_trait" for trait in m.traits]
    for subject in ("all_ships", *subjects):
        if (name, subject) in effects.cells:
            effect = effects.at(name, subject)
            if isinstance(effect, WindEffect) and effect.max_order:
                yield _order(effect.max_order), words
    for trait in m.traits:
        if limit := charts.trait_wind_limits.cells.get((trait, name)):
            yield limit, words


def _the(wind: str) -> str:
    """A wind as what holds her: `the light breeze`."""
    return f"the {wind.replace('_', ' ')}"


def _becalmed(m: Making, charts: Charts) -> int | None:
    """The knots that the wind leaves a ship under sail, where it names knots and not an order."""
    name = charts.wind_strength_levels.at(m.level)
    if "sails" not in m.traits or (name, "sails_trait") not in charts.wind_strength_effects.cells:
        return None
    effect = charts.wind_strength_effects.at(name, "sails_trait")
    return effect.max_speed_knots or None if isinstance(effect, WindEffect) else None


def _order(word: str) -> Order:
    return next(order for order in ORDERS if order == word)


@kept_by_value()
def limited(m: Making, charts: Charts) -> Limit:
    """The lowest of all that holds her; her knots rounded, her run to the hundredth (IR01, IR02, IR41)."""
    order, why = m.order, ""
    for cap, reason in caps(m, charts):
        if ORDERS.index(cap) > ORDERS.index(order):
            order, why = cap, reason
    percent = {"full": 100, "half": m.half_percent, "slow": m.slow_percent, "stop": 0}[order]
    knots, distance = (m.knots * percent + 50) // 100, m.knots * percent * m.knot // 100
    most = _becalmed(m, charts)
    if most is not None and distance > most * m.knot:
        return Limit("slow", most, _the(charts.wind_strength_levels.at(m.level)), most * m.knot)
    return Limit(order, knots, why, distance)


def making(table: Table, ship: Ship, order: Order) -> Making:
    settings = table.settings
    return Making(
        knots=ship.knots,
        order=order,
        level=table.level,
        traits=ship.traits,
        flooding=ship.markers,
        engine_room=ship.engine_room,
        grounded=ship.grounded,
        half_percent=settings.half_percent,
        slow_percent=settings.slow_percent,
        knot=settings.hundredths_per_knot,
    )


def limit(table: Table, number: int, order: Order, charts: Charts) -> Limit:
    """What a ship may make of an order now."""
    return limited(making(table, table.ships[number], order), charts)


def shown(table: Table, number: int, charts: Charts) -> Limit:
    """What she may make of the order that she shows."""
    return limit(table, number, table.ships[number].order or "stop", charts)
