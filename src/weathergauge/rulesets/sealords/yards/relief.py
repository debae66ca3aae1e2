"""Fleet Admirals: whether they are relieved at the end of the winter (P33), and who follows them."""

from __future__ import annotations

from weathergauge.dice import D10, Dice
from weathergauge.rulesets.sealords.casualties import succeeded
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import with_phase
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.leaders import senior
from weathergauge.rulesets.sealords.phases import Going
from weathergauge.rulesets.sealords.state import State, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards.actions import AdmiralJudged, AdmiralNamed


def stays(lost: int, charts: Charts, dice: Dice) -> bool:
    """Whether a Fleet Admiral keeps his post after so many points of prestige lost."""
    chart, why = charts.fleet_admiral_relief, "is the Fleet Admiral relieved?"
    most = chart.of(int, "remains_if_modified_die_at_most")
    add = dice.reckon(why, [chart.modifier("prestige lost", "drm_per_net_prestige_point_lost", times=lost)])
    return dice.roll(1, D10, read=lambda faces: faces[0] + add <= most, why=why, good="low")


def lost(table: Table, side: Side, charts: Charts) -> int:
    """Net prestige that a side has lost since the date that the chart names."""
    tally = table.tally(side)
    since = charts.fleet_admiral_relief.at("prestige_counted_since")
    began = tally.previous_year if since == "start_of_previous_year" else tally.year_began
    return max(0, began - tally.prestige)


def relief(state: State, world: World, dice: Dice) -> State:
    """At the end of the winter's quarterly turn, one die for each Fleet Admiral who has lost his side prestige."""
    charts = world.charts
    if state.table.date.turn != charts.fleet_admiral_relief.at("turn"):
        return with_phase(state, Going())
    for side in world.sides:
        flag, gone = _fleet_admiral(state, side), lost(state.table, side, charts)
        if flag is None or flag.leader is None or not gone:  # without a loss no die can relieve him
            continue
        keeps = dice.do(stays, gone, charts, seat=side)
        dice.tell(AdmiralJudged(side, flag.leader.name, not keeps))
        if not keeps:
            state = state.with_formation(replace(flag, leader=None))
            state = named(state, side, world, dice)
    return with_phase(state, Going())


def _fleet_admiral(state: State, side: Side) -> Formation | None:
    for formation in state.secret(side).formations:
        if formation.leader is not None and formation.leader.role == "fleet_admiral":
            return formation
    return None


def named(state: State, side: Side, world: World, dice: Dice) -> State:
    """A Fleet without its admiral gets the most senior leader that has a post (SL70). Admirals who have lost theirs, as when
    they were wounded or their ships foundered, are followed too (SL92)."""
    for leader in [leader for leader in state.secret(side).leaders if leader.role == "command_admiral"]:
        after = succeeded(state, side, leader, world, dice)
        state = _reduced(after, side, leader.id) if after is not state else state
    return _flag(state, side, world, dice)


def _reduced(state: State, side: Side, id: str) -> State:
    """A leader without a post is an admiral no longer."""
    own = state.secret(side)
    ashore = tuple([replace(leader, role="") if leader.id == id else leader for leader in own.leaders])
    return state.with_secret(side, replace(own, leaders=ashore))


def _flag(state: State, side: Side, world: World, dice: Dice) -> State:
    if _fleet_admiral(state, side) is not None:
        return state
    posted = [formation for formation in state.secret(side).formations if formation.leader is not None]
    leader = senior([formation.leader for formation in posted], world.charts)
    if leader is None:
        return state
    formation = next(other for other in posted if other.leader == leader)
    dice.tell(AdmiralNamed(side, leader.name))
    own = state.secret(side)
    # Whoever lies wounded ashore comes back without the office.
    ashore = tuple([replace(leader, role="") if leader.role == "fleet_admiral" else leader for leader in own.leaders])
    state = state.with_secret(side, replace(own, leaders=ashore))
    return state.with_formation(replace(formation, leader=replace(leader, role="fleet_admiral")))
