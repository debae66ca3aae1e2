"""Knights who may be paid to act against pirates, for a year at a time (SL28)."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.auxiliaries.actions import KnightsHired, KnightsLeft
from weathergauge.rulesets.sealords.forces import Auxiliary
from weathergauge.rulesets.sealords.prestige import changed
from weathergauge.rulesets.sealords.state import Seated, State, replace
from weathergauge.rulesets.sealords.stations import off_station
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import Knights, World


def why_not(view: Seated, world: World) -> str | None:
    """They are hired in the first increment of a turn, by the side the prestige chart names."""
    table = view.table
    knights = world.values.knights
    if knights is None:
        return "there are no knights to be paid in this campaign"
    if view.seat != knights.side:
        return f"only {world.side_words[knights.side]} may pay the knights"
    if table.paid_knights == table.date.year:
        return f"the knights are paid for {table.date.year} already"
    if (table.date.impulse, table.date.mpi) != (1, 1):
        return "the knights are paid in the first increment of a turn"
    return None


def hired(state: State, side: Side, knights: Knights, world: World, dice: Dice) -> State:
    """Two galleys come to their port, for the price on the chart."""
    year = state.table.date.year
    state = replace(state, table=replace(state.table, paid_knights=year))
    new = [
        Auxiliary(f"knights_{number}", side, "knights", "galley", "assigned", knights.port, "knights")
        for number in range(1, world.charts.ship_numbers.at("galleys_of_knights") + 1)
    ]
    own = state.secret(side)
    dice.tell(KnightsHired(side, year))
    state = state.with_secret(side, replace(own, auxiliaries=(*own.auxiliaries, *new)))
    return changed(state, side, world.charts.prestige.of(int, knights.price), "the knights are paid", dice)


def dismissed(state: State, dice: Dice) -> State:
    """A new year has begun: who was paid for the old one goes home."""
    for side in state.table.sides:
        gone = [auxiliary for auxiliary in state.secret(side).auxiliaries if auxiliary.corsair == "knights"]
        if not gone or state.table.paid_knights == state.table.date.year:
            continue
        for galley in gone:
            state = off_station(state, galley.id)
        own = state.secret(side)
        kept = tuple([auxiliary for auxiliary in own.auxiliaries if auxiliary.corsair != "knights"])
        state = state.with_secret(side, replace(own, auxiliaries=kept))
        dice.tell(KnightsLeft(side))
    return state
