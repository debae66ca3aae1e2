"""Orders from above at the keyboard: a numbered list of them, and the card of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from weathergauge.beside.hints import OrderCard
from weathergauge.cli.table.desk import Line, Page
from weathergauge.cli.table.names import Unclear
from weathergauge.cli.table.sealords import sheets
from weathergauge.cli.table.sealords.hearing import words_of
from weathergauge.frame.words import capital
from weathergauge.rulesets.sealords.forces import Order
from weathergauge.rulesets.sealords.orders import chits
from weathergauge.rulesets.sealords.rules import Sealords
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World

PAGES = {
    "orders": ("orders", "the orders from above, numbered"),
    "order": ("order 2", "what one of them demands, earns and costs, and who may hold it; also `order blockade`"),
}


def page(rules: Sealords, view: View, word: str, about: Sequence[str]) -> Page:
    """The list of orders, or the card of the one that is named; all of them where several could be meant."""
    known = drawn(view)
    if not known:
        return Page(["There are no orders here: they are drawn in quarterly turns."])
    orders = [order for order in known if not about or _meant(order, known, about, rules.world)]
    if not orders:
        raise Unclear(
            f"There is no order {' '.join(about)!r}: say a number from 1 to {len(known)}, or words of its name."
        )
    if len(orders) > 1 or (word == "orders" and not about):
        return Page(
            [Text(f"  {known.index(order) + 1} {capital(sheets.progress(order, rules.world))}") for order in orders]
        )
    return _card(rules, view, orders[0])


def drawn(view: View) -> list[Order]:
    """A side's orders, as they are numbered: those that are not in the pool."""
    return [] if view.own is None else [order for order in view.own.orders if order.state != "pool"]


def _meant(order: Order, known: Sequence[Order], about: Sequence[str], world: World) -> bool:
    if len(about) == 1 and about[0].isdigit():
        return known.index(order) + 1 == int(about[0])
    named = words_of([chits.words(order, world)])
    return all(any(name.startswith(word) for name in named) for word in words_of(about))


def _card(rules: Sealords, view: View, order: Order) -> Page:
    card = rules.hints(view, order.id).card
    assert card is not None  # it is one of his own that is drawn
    offered = [order for holder in card.holders for order in holder.orders]
    return Page(list(_lines(card, rules, view, offered)), offered)


def _lines(card: OrderCard, rules: Sealords, view: View, offered: Sequence[Any]) -> Iterator[Line]:
    yield Text(card.title, "bold")
    said = [card.demands, card.fails, card.progress, card.deadline, card.outlook, card.earns, card.costs]
    yield from [Text(f"  {line}") for line in said if line]
    world = rules.world
    if card.places:
        yield Text(f"  It counts at: {', '.join(place_name(place, world) for place in card.places)}")
    for way in card.ways:
        places = ", ".join(place_name(place, world) for place in way.places)
        yield Text(f"  {capital(way.words) or 'Its way'}: {places}")
    if card.holders:
        yield Text("Who may hold it", "bold")
    for holder in card.holders:
        yield Text(f"  {capital(holder.words)}. {holder.how}", "" if holder.may else "dim")
        for order in holder.orders:
            yield Text(f"    {offered.index(order) + 1} {rules.say(view, order)}")
