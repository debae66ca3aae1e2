"""Phase 4: fires, floods, repairs, and ships at the brink that may give up. Every step is simultaneous (IR53)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.freetable import gap
from weathergauge.rulesets.ironclads import damage
from weathergauge.rulesets.ironclads.actions import Fate, Fought
from weathergauge.rulesets.ironclads.arcs import within
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.state import Settings, Ship, State, Table, distance, replace
from weathergauge.rulesets.ironclads.terms import Captain

ENEMY_NEAR = distance("enemy_near")
FLAG_NEAR = distance("flagship_near")
"""How far a flagship steadies others (IR29)."""
FATES: dict[str, Literal["surrendered", "sunk"]] = {"surrenders": "surrendered", "sunk": "sunk"}
Flag = Literal["", "near", "lost"]


class Gain(Struct, frozen=True):
    """A step against fires or floods: markers dealt with, markers left before and after, hull lost."""

    mended: int
    added: int = 0
    quarters: int = 0
    lost: bool = False
    """She blows up, or capsizes."""


def need(usual: int, control: bool, what: str, charts: Charts, dice: Dice) -> int:
    """The number that a test of damage control needs; her captain's +1 to the die is one less to need."""
    if not control:
        return usual
    easier = Modifier("damage control", -charts.figures.at("damage_control"))
    return dice.reckon(f"needed for {what}", (Modifier("usual", usual), easier))


def fires(markers: int, usual: int, control: bool, charts: Charts, dice: Dice) -> Gain:
    """Step 4.1 for one ship: a die for each marker; what still burns adds its number to a die (IR12)."""
    out = dice.hits(markers, need=need(usual, control, "a fire", charts, dice), why="fires put out")
    if out == markers:
        return Gain(out)
    cell = dice.see(charts.unextinguished_fire, _score("fires", markers - out, dice), why="fires spread")
    return Gain(out, cell.add_fire_markers, cell.hull_quarters, cell.sunk)


def floods(active: int, usual: int, control: bool, charts: Charts, dice: Dice) -> Gain:
    """Step 4.2 for one ship: a die for each active marker; what is not held adds its number to a die (IR13)."""
    held = dice.hits(active, need=need(usual, control, "a flood", charts, dice), why="floods held")
    if held == active:
        return Gain(held)
    cell = dice.see(charts.failed_flood_containment, _score("floods", active - held, dice), why="floods gain")
    return Gain(held, cell.add_flooding_markers, cell.hull_quarters, cell.sunk)


def _score(what: str, left: int, dice: Dice) -> int:
    """A die and the number of what is left."""
    face = dice.total(why=f"{what} left", good="low")
    return dice.reckon(f"score of the {what}", (Modifier("the die", face), Modifier(f"{what} left", left)))


def mended(usual: int, control: bool, what: str, charts: Charts, dice: Dice) -> bool:
    """Step 4.3 for one kind of damage (IR14)."""
    return dice.hits(1, need=need(usual, control, what, charts, dice), why=f"repairing {what}") == 1


def surrender(add: tuple[Modifier, ...], enemy_near: bool, charts: Charts, dice: Dice) -> str:
    """Step 4.4 for one ship: she stays, or is surrendered or sunk (IR17)."""
    if dice.look_up(charts.surrender_test, add=add, why="will she fight on?", good="low") != "roll_surrender_failure":
        return "stays"
    cell = dice.look_up(charts.surrender_failure, why="she gives up", good="low")
    return FATES[cell.enemy_within_10_inches if enemy_near else cell.otherwise]


def doubts(flooding: bool, fire: bool, captain: Captain, flag: Flag, charts: Charts) -> Iterator[Modifier]:
    """What is added to a test for surrender. The sheet leaves captain and flagship open: IR22, IR29."""
    for there, reason, condition in (
        (flooding, "flooding", "at_least_one_flooding_marker"),
        (fire, "fire", "at_least_one_fire_marker"),
    ):
        if there:
            yield charts.surrender_modifiers.modifier(reason, condition)
    if captain in ("resolute", "timid"):
        value = charts.surrender_influence.at(captain)
        yield Modifier(f"a {captain} captain", value, Cell("surrender_modifiers", ("captain",)))
    if flag:
        value = charts.surrender_influence.at(flag)
        yield Modifier(f"the flagship is {flag}", value, Cell("surrender_modifiers", ("flagship_influence",)))


def repair(state: State, charts: Charts, dice: Dice) -> State:
    """The four steps, each for all ships before the next. Forts have none of it."""
    state = _fires(state, charts, dice)
    state = _floods(state, charts, dice)
    state = _repairs(state, charts, dice)
    return _surrenders(state, charts, dice)


def controlled(ship: Ship, settings: Settings) -> bool:
    """Whether her captain is known for damage control, and captains count; one who has given up does no more (IR39)."""
    return settings.captains and ship.captain == "damage_control" and not ship.surrendered


def _fires(state: State, charts: Charts, dice: Dice) -> State:
    """Step 4.1. Those that blow up do so at the end of it: their blast starts fires that are fought next turn."""
    before, settings = state.table, state.table.settings
    explosions = []
    for number, ship in enumerate(before.ships):
        if not ship.fire or ship.gone or ship.fort:
            continue
        gain = dice.do(fires, ship.fire, settings.fire_out, controlled(ship, settings), charts, seat=ship.side)
        left = ship.fire - gain.mended + gain.added
        lost = min(gain.quarters, ship.hull)
        dice.tell(Fought(ship.id, "fire", gain.mended, left, lost))
        state = damage.with_ship(state, number, replace(ship, fire=left))
        if gain.lost:
            explosions.append(number)
        else:
            state = damage.lose(state, number, gain.quarters, dice)
    for number in explosions:
        state = damage.explode(state, number, charts, dice)
    return state


def _floods(state: State, charts: Charts, dice: Dice) -> State:
    """Step 4.2. A marker that comes in wakes those that were held (IR13)."""
    settings = state.table.settings
    for number, ship in enumerate(state.table.ships):
        if not ship.flooding or ship.gone or ship.fort:
            continue
        gain = dice.do(floods, ship.flooding, settings.flood_held, controlled(ship, settings), charts, seat=ship.side)
        after = replace(ship, flooding=ship.flooding - gain.mended, flooded=ship.flooded + gain.mended)
        state = damage.flood(damage.with_ship(state, number, after), number, gain.added)
        left, lost = state.table.ships[number].flooding, min(gain.quarters, ship.hull)
        dice.tell(Fought(ship.id, "flood", gain.mended, left, lost))
        if gain.lost:
            state = damage.sink(state, number, dice, "capsized")
        else:
            state = damage.lose(state, number, gain.quarters, dice)
    return state


def _repairs(state: State, charts: Charts, dice: Dice) -> State:
    """Step 4.3: rudder, engine room and list of every ship that fights on; a hit bridge is never repaired."""
    settings = state.table.settings
    for number, ship in enumerate(state.table.ships):
        if not (ship.rudder or ship.engine_room or ship.heavy_list) or not ship.able or ship.fort:
            continue
        control = controlled(ship, settings)
        if ship.rudder and _done(ship, "rudder", "the rudder", control, settings, charts, dice):
            ship = replace(ship, rudder="")
        # A second hit takes a second success: the first leaves her at slow (IR14).
        if ship.engine_room and _done(ship, "engine_room", "the engine room", control, settings, charts, dice):
            ship = replace(ship, engine_room=ship.engine_room - 1)
        if ship.heavy_list and _done(ship, "heavy_list", "the list", control, settings, charts, dice):
            righted = charts.torpedo_damage_states.at("heavy_listing_repaired").add_inactive_flooding_markers
            ship = replace(ship, heavy_list=False, flooded=ship.flooded + righted)
        state = damage.with_ship(state, number, ship)
    return state


def _done(
    ship: Ship,
    what: Literal["rudder", "engine_room", "heavy_list"],
    words: str,
    control: bool,
    settings: Settings,
    charts: Charts,
    dice: Dice,
) -> bool:
    done = dice.do(mended, settings.repair, control, words, charts, seat=ship.side)
    left = ship.engine_room - done if what == "engine_room" else 1 - done
    dice.tell(Fought(ship.id, what, int(done), left))
    return done


def _surrenders(state: State, charts: Charts, dice: Dice) -> State:
    """Step 4.4, by the table as it stands before any of them has given up."""
    before = state.table
    for number, ship in enumerate(before.ships):
        if not wavers(ship, before.settings, charts):
            continue
        captain: Captain = ship.captain if before.settings.captains else ""
        add = tuple(doubts(bool(ship.markers), bool(ship.fire), captain, flag(before, number), charts))
        fate = dice.do(surrender, add, enemy_near(before, number), charts, seat=ship.side)
        if fate == "sunk":
            state = damage.sink(state, number, dice)
        elif fate == "surrendered":
            dice.tell(Fate(ship.id, "surrendered"))
            state = damage.with_ship(state, number, replace(ship, surrendered=True, order="", speed=0))
        else:
            dice.tell(Fate(ship.id, "stays"))
    return state


def wavers(ship: Ship, settings: Settings, charts: Charts) -> bool:
    """Whether she is at the brink: a quarter or less of her original hull, in a turn that cost her some (IR17)."""
    if not ship.able or ship.fort or ship.hull * charts.figures.at("brink") > ship.hull_full:
        return False
    return ship.lost_hull or settings.surrender == "every_turn"


def enemy_near(table: Table, number: int) -> bool:
    """Whether an enemy ship that fights on is within 10 inches: a fort cannot take her."""
    ship = table.ships[number]
    return any(
        other.side != ship.side and other.able and not other.fort and within(gap(ship.base, other.base)[0], ENEMY_NEAR)
        for other in table.ships
    )


def flag(table: Table, number: int) -> Flag:
    """What the flagships of her side mean to her: one near steadies her, else one that is lost unnerves her (IR29)."""
    ship = table.ships[number]
    flags = [other for n, other in enumerate(table.ships) if other.flagship and other.side == ship.side and n != number]
    if any(other.able and within(gap(ship.base, other.base)[0], FLAG_NEAR) for other in flags):
        return "near"
    standing = any(other.able or other.gone == "left" for other in flags) or ship.flagship
    return "lost" if flags and not standing else ""
