"""Campaigns of armies: they begin, march with a die a turn, take ports, are won, and end for good (SL59)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from weathergauge.dice import Dice, Modifier
from weathergauge.rulesets.sealords import campaigns
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.council.actions import ArmiesMarched, CampaignBegun, CampaignEnded, CampaignWon
from weathergauge.rulesets.sealords.council.lasting import over
from weathergauge.rulesets.sealords.council.turning import owned
from weathergauge.rulesets.sealords.forces import Front
from weathergauge.rulesets.sealords.happenings import Campaign
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Help, Side
from weathergauge.rulesets.sealords.world import World

WORDS: dict[Help, str] = {
    "fleet_supports_the_army": "a fleet supports the army", "troops_landed": "troops landed",
    "supplies_landed": "supplies landed", "road_shelled": "the coastal road shelled", "port_stormed": "a port stormed",
}  # fmt: skip


class March(Struct, frozen=True):
    """What a turn of a campaign depends on: how the armies alone fare, and what fleets have done for each side's."""

    lean: int = 0
    first: tuple[Help, ...] = ()
    second: tuple[Help, ...] = ()


def marched(march: March, charts: Charts, dice: Dice) -> int:
    """How many positions the armies go: less than none toward the first player's victory."""
    add = tuple(_modifiers(march, charts))
    return dice.look_up(charts.army_march, add=add, why="the armies march", good="neither")


def _modifiers(march: March, charts: Charts) -> Iterator[Modifier]:
    if march.lean:
        yield Modifier("the armies alone", march.lean)
    for done, sign in ((march.first, -1), (march.second, 1)):
        for kind in done:
            yield charts.army_march_drm.modifier(WORDS[kind], kind, times=sign)


def begun(state: State, row: Campaign, event: str, world: World, dice: Dice) -> State:
    """The armies take the field where the campaign begins each year; one that has ended for good does not begin."""
    known = state.table.front(row.id)
    if known is not None and (known.over or known.fought):
        return state
    dice.tell(CampaignBegun(row.id))
    return _at(state, row, Front(row.id, row.start, event), world, dice)


def march(state: State, world: World, dice: Dice) -> State:
    """Every campaign in the field, a die each."""
    for row, front in campaigns.in_the_field(state.table, world):
        step = dice.do(marched, _march(state, row, front, world), world.charts)
        now = min(max(front.at + step, 0), len(row.positions) - 1)
        dice.tell(ArmiesMarched(row.id, now - front.at, now))
        state = _at(state, row, replace(front, at=now, help=()), world, dice)
        winner = row.positions[now].won_by
        if winner:
            state = _won(state, row, winner, world, dice)
    return state


def _march(state: State, row: Campaign, front: Front, world: World) -> March:
    done: list[tuple[Help, ...]] = []
    for side in world.sides:
        lying: list[Help] = ["fleet_supports_the_army"] * _fleets(state, row, side, world)
        done.append((*lying, *[kind for whose, kind in front.help if whose == side]))
    return March(row.lean, *done)


def _fleets(state: State, row: Campaign, side: Side, world: World) -> int:
    """Orders to support the army in execution on the coasts of a campaign, whose holders lie there."""
    own = state.secret(side)
    running = [order for order in own.orders if order.type == "support_the_army" and order.state == "in_execution"]
    held = {(formation.order, formation.place) for formation in own.formations if formation.afloat}
    there = [order for order in running if (order.id, order.target[0]) in held]
    return len([order for order in there if campaigns.ashore(order.target[0], row, world)])


def _at(state: State, row: Campaign, front: Front, world: World, dice: Dice) -> State:
    """The armies stand at a position: ports that they hold from there on turn, those they have left turn back."""
    state = replace(state, table=state.table.with_front(front))
    for hold in row.taken:
        held, owner = campaigns.holds(hold, row, front.at), state.table.port_of(hold.port).owner
        if held and owner != hold.to:
            state = owned(state, hold.port, hold.to, world, dice)
        elif not held and owner == hold.to:
            state = owned(state, hold.port, world.places[hold.port].owner, world, dice)
    return state


def _won(state: State, row: Campaign, winner: Side, world: World, dice: Dice) -> State:
    """The winner is named, and the armies leave the field: until the next year, if no event ends the campaign for good."""
    front = next(campaign for campaign in state.table.campaigns if campaign.id == row.id)
    state = replace(state, table=state.table.with_front(replace(front, winner=winner, won_in=state.table.date.year)))
    dice.tell(CampaignWon(row.id, winner))
    return over(state, front.event, world, dice)


def ended(state: State, row: Campaign, dice: Dice) -> State:
    """A campaign that never begins again: its status is for good."""
    front = state.table.front(row.id)
    if front is None or front.over:
        return state
    dice.tell(CampaignEnded(row.id))
    return replace(state, table=state.table.with_front(replace(front, over=True, fought=False, help=())))


def problems(row: Campaign, world: World) -> list[str]:
    """What is wrong with a campaign of the chart, each as a sentence."""
    wrong = []
    names = [position.id for position in row.positions]
    if [position.start for position in row.positions].count(True) != 1:
        wrong.append(f"{row.id}: expected one position at which it begins")
    ends = (row.positions[0].won_by, row.positions[-1].won_by)
    if ends != world.sides or any(position.won_by for position in row.positions[1:-1]):
        wrong.append(f"{row.id}: the first position is won by {world.sides[0]}, the last by {world.sides[1]}, no other")
    wrong += [f"{row.id}: {place!r} is no place of the map" for place in row.coasts if place not in world.places]
    if row.map and row.map not in dict.fromkeys([key[-1] for key in world.charts.coastal_spaces.cells]):
        wrong.append(f"{row.id}: the chart of coasts has no land map {row.map!r}")
    for hold in row.taken:
        if not (hold.port in world.places and world.places[hold.port].port):
            wrong.append(f"{row.id}: {hold.port!r} is no port of the map")
        if hold.since not in names:
            wrong.append(f"{row.id}: {hold.port} is held from {hold.since!r}, which is no position of it")
    return wrong
