"""Orders counted (P34): what counts as one fulfilled or failed, and the prestige that is paid for them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from weathergauge.dice import Dice
from weathergauge.frame.words import listed, many
from weathergauge.rulesets.sealords.charts import Charts, has_row
from weathergauge.rulesets.sealords.common import with_phase
from weathergauge.rulesets.sealords.phases import Going
from weathergauge.rulesets.sealords.prestige import awarded, changed
from weathergauge.rulesets.sealords.sequence import quarterly
from weathergauge.rulesets.sealords.state import State, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import Levant, World, at
from weathergauge.rulesets.sealords.yards.actions import OrdersCounted, TradeCounted

AHEAD = (
    "net_orders_at_least_5_more_than_opponent_quarterly",
    "net_orders_at_least_3_more_than_opponent_quarterly",
    "net_orders_at_least_1_more_than_opponent_quarterly",
    "more_net_orders_than_opponent_year_end",
)
"""Steps of the ladder, the highest first: only the best is paid (SL71)."""
BEHIND = (
    "net_orders_6_or_more_fewer_than_opponent_year_end",
    "net_orders_3_to_5_fewer_than_opponent_year_end",
)
PIRATES = "at_least_1_sea_box_interdicted_by_pirate_auxiliary_end_of_turn"
SEA_BOXES = ("space", "strait", "sea_zone")


class OrderPay(Struct, frozen=True):
    """What the count of orders brings: who is ahead, what he gains, what the other loses."""

    ahead: Side | None
    gains: int = 0
    loses: int = 0


def orders_pay(one: int, other: int, world: World) -> OrderPay:
    """By net orders of both sides, the first of the title first (SL71)."""
    if one == other:
        return OrderPay(None)
    charts, ahead, gap = world.charts, world.sides[other > one], abs(one - other)
    return OrderPay(ahead, _step(AHEAD, gap, charts), -_step(BEHIND, gap, charts))


def _step(ladder: tuple[str, ...], gap: int, charts: Charts) -> int:
    """What the highest step of a ladder that is reached pays."""
    steps = [row for row in ladder if has_row(charts.prestige, row) and gap >= charts.prestige_counts.at(row)]
    return charts.prestige.of(int, steps[0]) if steps else 0


def boxes_pay(trade: Levant, covered: int, charts: Charts) -> int:
    """Orders that a trade counts for, by how many boxes of its track are covered."""
    if charts.levant_trade is None:
        return 0
    options: list[int] = charts.order_equivalents.page.cells[trade.line,][trade.field]
    return options[charts.levant_trade.at(covered)]


def reckonings(world: World) -> tuple[str, ...]:
    """What a title counts as orders beside orders, in sentences: nobody should meet it first when it is counted."""
    return (*_commerce(world), *_pirates(world), *_levant(world))


def _commerce(world: World) -> Iterator[str]:
    commerce, charts = world.values.commerce, world.charts
    if commerce is None:
        return
    begins = next((event.words for event in world.events if event.id == commerce.event), commerce.event)
    failed = charts.order_equivalents.page.cells[commerce.line,][commerce.field]
    every = many(charts.prestige_counts.at(commerce.line), "place")
    whose = world.contingents[commerce.contingent].words
    yield (
        f"The war on commerce: once it has come to “{begins}”, for every {every} that {whose} auxiliaries interdict as a turn ends, "
        f"{world.side_words[commerce.counts_against]} count {many(failed, 'order')} more as failed."
    )


def _pirates(world: World) -> Iterator[str]:
    if has_row(world.charts.order_equivalents, PIRATES):
        failed = many(world.charts.order_equivalents.at(PIRATES).failed, "order")
        yield (
            f"Pirates at sea: where any of them interdict a space, a strait or a sea zone as a turn ends, the enemy of whoever sent them "
            f"counts {failed} more as failed; while prestige is equal both sides do."
        )


def _levant(world: World) -> Iterator[str]:
    trade = world.values.levant
    if trade is None or world.charts.levant_trade is None:
        return
    pays = [boxes_pay(trade, boxes, world.charts) for boxes in range(trade.boxes + 1)]
    runs = [f"{pay} where they cover {_run(pays, pay)}" for pay in dict.fromkeys(pays)]
    yield (
        f"The trade of the Levant: as a quarter ends, {world.side_words[trade.counts_for]} count orders more as carried out, by how many of its "
        f"{many(trade.boxes, 'box', 'boxes')} {world.side_words[trade.watched_by]} cover: {listed(runs)}."
    )


def _run(pays: list[int], pay: int) -> str:
    """So many boxes, from the first to the last that pay alike."""
    first, last = pays.index(pay), len(pays) - 1 - pays[::-1].index(pay)
    return f"{first}" if first == last else f"{first} to {last}"


def covered(state: State, trade: Levant) -> int:
    """Boxes of the track that the watching side covers, with auxiliaries and with formations on the spot (SL25)."""
    watching = [
        formation for formation in state.at(trade.place, trade.watched_by) if formation.afloat and formation.squadrons
    ]
    return min(trade.boxes, len(set(state.table.levant)) + len(watching))


def prestige(state: State, world: World, dice: Dice) -> State:
    """What counts as orders at the end of a turn; then orders, if this turn closes the time they are counted for."""
    state = _equivalents(state, world, dice)
    table = state.table
    if not closes(table, world):
        return with_phase(state, Going())
    one, other = (tally.fulfilled - tally.failed for tally in table.tallies)
    dice.tell(OrdersCounted(one, other))
    pay = orders_pay(one, other, world)
    for side in world.sides:
        state = replace(
            state, table=state.table.with_tally(side, replace(state.table.tally(side), fulfilled=0, failed=0))
        )
    if pay.ahead is not None:
        state = awarded(state, pay.ahead, pay.gains, "more orders carried out", dice)
        state = changed(state, world.enemy(pay.ahead), -pay.loses, "fewer orders carried out", dice)
    return with_phase(state, Going())


def closes(table: Table, world: World) -> bool:
    """Whether orders are counted with this turn: by quarter or year, and with the last turn of the game (SL73)."""
    if (table.date.year, table.date.turn) >= (table.last.year, table.last.turn):
        return True
    if world.values.orders_counted == "quarter":
        return quarterly(table.date, world)
    return table.date.turn == world.charts.turn_structure.at("turns_per_year")


def _equivalents(state: State, world: World, dice: Dice) -> State:
    """Trade, pirates and the war on commerce, where the title's chart counts them."""
    chart, table = world.charts.order_equivalents, state.table
    commerce = world.values.commerce
    if commerce is not None and table.happened(commerce.event) is not None:
        held = [
            station
            for station in table.stations
            if station.task == "interdict" and station.contingent == commerce.contingent
        ]
        steps = len({station.place for station in held}) // world.charts.prestige_counts.at(commerce.line)
        failed: int = steps * chart.page.cells[commerce.line,][commerce.field]
        state = _counted(state, commerce.counts_against, 0, failed, "the war on commerce", commerce.line, world, dice)
    if has_row(chart, PIRATES):
        taskers = {
            station.by
            for station in table.stations
            if station.task == "interdict"
            and station.contingent == "pirate"
            and world.places[at(station.place)].kind in SEA_BOXES
        }
        even = table.tallies[0].prestige == table.tallies[1].prestige
        for side in world.sides:
            if taskers and (even or world.enemy(side) in taskers):
                state = _counted(state, side, 0, chart.at(PIRATES).failed, "pirates at sea", PIRATES, world, dice)
    trade = world.values.levant
    if trade is not None and quarterly(table.date, world):
        fulfilled = boxes_pay(trade, covered(state, trade), world.charts)
        state = _counted(state, trade.counts_for, fulfilled, 0, "the trade of the Levant", trade.line, world, dice)
    return state


def _counted(
    state: State, side: Side, fulfilled: int, failed: int, reason: str, line: str, world: World, dice: Dice
) -> State:
    if not fulfilled and not failed:
        return state
    tally = state.table.tally(side)
    dice.see(world.charts.order_equivalents, line, why=reason)
    dice.tell(TradeCounted(side, fulfilled, failed, reason))
    more = replace(tally, fulfilled=tally.fulfilled + fulfilled, failed=tally.failed + failed)
    return replace(state, table=state.table.with_tally(side, more))
