"""Coming out of harbour, past whoever blockades the port (R-STATES, R-BLOCKADE, SL13)."""

from __future__ import annotations

from weathergauge.dice import Dice
from weathergauge.rulesets.sealords import leaders
from weathergauge.rulesets.sealords.common import with_phase
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.orders.execution import escaped
from weathergauge.rulesets.sealords.orders.holding import close_blockaders, distant_blockaders
from weathergauge.rulesets.sealords.phases import Sailing, Sighting
from weathergauge.rulesets.sealords.sea import sight, spotting
from weathergauge.rulesets.sealords.sea.actions import Closed, LeftPort, Slipped, StoodOff
from weathergauge.rulesets.sealords.sea.passage import arrived, forbidden, with_wind
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Approach, Side
from weathergauge.rulesets.sealords.world import World, at


def left_port(state: State, id: str, then: Sailing, world: World, dice: Dice) -> State:
    """A formation, or a convoy, comes out of harbour: seen by a close blockade, sought by one from afar. Where that finds it, its
    side is asked whether to close, and goes back to the phase `then`."""
    formation = state.formation_of(id)
    port, side = at(formation.place), formation.side
    out = replace(
        formation, place=port, state="ready", approach="from_fitting_out", moved=True, since=state.table.serial,
        beating="", sheltered=False,
    )  # fmt: skip
    dice.tell(LeftPort(id, port))
    state = state.with_formation(out)
    if close_blockaders(state, port, side):
        state = sight.revealed(state, id, "blockade", dice)
        return arrived(state, id, world, dice)
    watchers = distant_blockaders(state, port, side)
    seen = out.known != "hidden"
    if watchers and not seen:
        seen = _found(state, out, watchers, world, dice)
        state = leaders.spent(state, world.enemy(side), "search")
    if watchers and seen:
        state = sight.revealed(state, id, "blockade", dice)
    state = arrived(state, id, world, dice)
    if not watchers or state.formation(id) is None:
        return state
    if not seen:
        dice.tell(Slipped(out.id, out.name, port), to=(side,))
    elif closers(state, port, side, world):
        return with_phase(state, Sighting(world.enemy(side), id, port, then))
    return escaped(state, port, side, world, dice)


def _found(state: State, out: Formation, watchers: list[Formation], world: World, dice: Dice) -> bool:
    """Whether those who watch a port find what comes out of it: one search with all their squadrons, or one for each where the
    table plays so."""
    side, target = watchers[0].side, spotting.sought(state, out)
    lookers = [spotting.looking(state, watcher, world) for watcher in watchers]
    if not state.table.settings.blockaders_apart:
        lookers = [replace(lookers[0], squadrons=sum([looker.squadrons for looker in lookers]))]
    lookers[0] = spotting.favoured(state, side, lookers[0])
    spotted = [spotting.search(looker, target, world.charts, dice, side).spotted for looker in lookers]
    dice.take_account()  # the searchers' dice stay behind their screen
    return any(spotted)


def closers(state: State, port: str, side: Side, world: World) -> list[Formation]:
    """Those who watch a port against a side and can close with what came out: all that the weather lets come there."""
    watchers = distant_blockaders(state, port, side)
    return [watcher for watcher in watchers if not forbidden(state.table, watcher, port, world)]


def closed_with(state: State, id: str, world: World, dice: Dice) -> State:
    """All that can come up with a formation that has come out, with or against the wind."""
    out = state.formation_of(id)
    port = out.place
    for closer in closers(state, port, out.side, world):
        lane = world.lanes_between[closer.place, port]
        how: Approach = "with_wind" if closer.galleys or with_wind(lane, port, state.table.winds) else "against_wind"
        dice.tell(Closed(closer.id, closer.place, port, how))
        closing = replace(
            closer,
            place=port,
            approach=how,
            moved=True,
            acted=True,
            since=state.table.serial,
            beating="",
            sheltered=False,
        )
        state = arrived(state.with_formation(closing), closer.id, world, dice)
    return state


def stood_off(state: State, side: Side, id: str, world: World, dice: Dice) -> State:
    """Those who watch leave what came out alone: the blockade has not been kept."""
    out = state.formation_of(id)
    dice.tell(StoodOff(side, id, out.place))
    return escaped(state, out.place, out.side, world, dice)
