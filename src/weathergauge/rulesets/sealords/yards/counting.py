"""Orders counted (P34): what counts as one fulfilled or failed, and the prestige that is paid for them."""

from __future__ import annotations

from msgspec import Struct

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import with_phase
from weathergauge.rulesets.sealords.prestige import _has, _paid, awarded, changed
from weathergauge.rulesets.sealords.sequence import quarterly
from weathergauge.rulesets.sealords.state import Going, State, Table, enemy, replace
from weathergauge.rulesets.sealords.terms import SIDES, Side
from weathergauge.rulesets.sealords.world import World, at
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
COURSE = "per_3_locations_interdicted_by_french_command_auxiliaries_guerre_de_course_end_of_turn"
PIRATES = "at_least_1_sea_box_interdicted_by_pirate_auxiliary_end_of_turn"
LEVANT = "levant_trade_track_by_boxes_covered"
SEA_BOXES = ("space", "strait", "sea_zone")


class OrderPay(Struct, frozen=True):
    """What the count of orders brings: who is ahead, what he gains, what the other loses."""

    ahead: Side | None
    gains: int = 0
    loses: int = 0


def orders_pay(british: int, bourbon: int, charts: Charts) -> OrderPay:
    """By net orders of both sides (SL71)."""
    if british == bourbon:
        return OrderPay(None)
    ahead: Side = "british" if british > bourbon else "bourbon"
    gap = abs(british - bourbon)
    return OrderPay(ahead, _step(AHEAD, gap, charts), -_step(BEHIND, gap, charts))


def _step(ladder: tuple[str, ...], gap: int, charts: Charts) -> int:
    """What the highest step of a ladder that is reached pays."""
    steps = [row for row in ladder if _has(charts.prestige, row) and gap >= charts.prestige_counts.at(row)]
    return _paid(charts.prestige, steps[0]) if steps else 0


def boxes_pay(covered: int, charts: Charts) -> int:
    """Orders that the trade of the Levant counts for, by how many boxes are covered; none without that trade."""
    options = charts.order_equivalents.at(LEVANT).french_fulfilled_options
    return options[charts.levant_trade.at(covered)] if charts.levant_trade is not None else 0


def covered(state: State, world: World) -> int:
    """Boxes of the trade track that the British cover, with auxiliaries and with formations off the Levant (SL25)."""
    watching = [one for one in state.at(world.values.levant, "british") if one.afloat and one.squadrons]
    return min(world.values.levant_boxes, len(set(state.table.levant)) + len(watching))


def prestige(state: State, world: World, dice: Dice) -> State:
    """What counts as orders at the end of a turn; then orders, if this turn closes the time they are counted for."""
    state = _equivalents(state, world, dice)
    table = state.table
    if not closes(table, world):
        return with_phase(state, Going())
    british, bourbon = (tally.fulfilled - tally.failed for tally in table.tallies)
    dice.tell(OrdersCounted(british, bourbon))
    pay = orders_pay(british, bourbon, world.charts)
    for side in SIDES:
        state = replace(
            state, table=state.table.with_tally(side, replace(state.table.tally(side), fulfilled=0, failed=0))
        )
    if pay.ahead is not None:
        state = awarded(state, pay.ahead, pay.gains, "more orders carried out", dice)
        state = changed(state, enemy(pay.ahead), -pay.loses, "fewer orders carried out", dice)
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
    if _has(chart, COURSE) and table.happened("guerre_de_course") is not None:
        places = {one.place for one in table.stations if one.task == "interdict" and one.contingent == "french"}
        failed = len(places) // world.charts.prestige_counts.at(COURSE) * chart.at(COURSE).british_failed
        state = _counted(state, "british", 0, failed, "the war on commerce", dice)
    if _has(chart, PIRATES):
        taskers = {
            one.by
            for one in table.stations
            if one.task == "interdict" and one.contingent == "pirate" and world.places[at(one.place)].kind in SEA_BOXES
        }
        even = table.tallies[0].prestige == table.tallies[1].prestige
        for side in SIDES:
            if taskers and (even or enemy(side) in taskers):
                state = _counted(state, side, 0, chart.at(PIRATES).failed, "pirates at sea", dice)
    if _has(chart, LEVANT) and world.values.levant_boxes and quarterly(table.date, world):
        fulfilled = boxes_pay(covered(state, world), world.charts)
        state = _counted(state, "bourbon", fulfilled, 0, "the trade of the Levant", dice)
    return state


def _counted(state: State, side: Side, fulfilled: int, failed: int, reason: str, dice: Dice) -> State:
    if not fulfilled and not failed:
        return state
    tally = state.table.tally(side)
    dice.tell(TradeCounted(side, fulfilled, failed, reason))
    more = replace(tally, fulfilled=tally.fulfilled + fulfilled, failed=tally.failed + failed)
    return replace(state, table=state.table.with_tally(side, more))
