"""Boarding: an enemy alongside, both ships slow or stopped, and a die for each (IR20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from weathergauge.dice import D6, Cell, Dice, Modifier
from weathergauge.frame.fleet import no_such_ship
from weathergauge.frame.table import phase_of
from weathergauge.freetable import touching
from weathergauge.rulesets.ironclads import damage
from weathergauge.rulesets.ironclads.actions import Board, Boarded, Fate, Struck, Threw
from weathergauge.rulesets.ironclads.charts import Charts, PerClass
from weathergauge.rulesets.ironclads.state import (
    Activating,
    Rethrowing,
    Settings,
    Ship,
    ShipClass,
    State,
    Table,
    replace,
)
from weathergauge.rulesets.ironclads.terms import Side
from weathergauge.rulesets.ironclads.waters import TOUCH


class Party(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ship in a fight on deck."""

    ship_class: Annotated[ShipClass, Meta(description="her class, 1 the largest")]
    marines: Annotated[int, Meta(ge=0, le=10, description="groups of marines aboard")] = 0
    half_lost: Annotated[bool, Meta(description="she has lost more than half of her hull")] = False
    specialist: Annotated[bool, Meta(description="her captain is a boarding specialist (IR22)")] = False
    """He may throw his die again once when he has seen it (IR52)."""


Hands = tuple[Side | None, Side | None]
"""Who throws for the boarders and for the defenders, where somebody does."""
NOBODY: Hands = (None, None)


def party(ship: Ship, settings: Settings) -> Party:
    """A ship as a fight on deck asks for her."""
    specialist = settings.captains and ship.captain == "boarding_specialist"
    return Party(ship.ship_class, ship.marines, 2 * ship.hull < ship.hull_full, specialist)


def factors(one: Party, enemy: Party, charts: Charts) -> Iterator[Modifier]:
    """What a ship adds to her die."""
    if one.marines:
        yield _each("marines", "additional_marines", one.marines, charts)
    if one.ship_class < enemy.ship_class:
        yield _each("the larger ship", "higher_ship_class", enemy.ship_class - one.ship_class, charts)
    if enemy.half_lost:
        why = "the enemy has lost more than half"
        yield charts.boarding_modifiers.modifier(why, "enemy_lost_more_than_half_hull_points")


def _each(reason: str, condition: str, count: int, charts: Charts) -> Modifier:
    """What counts for each class or group."""
    worth = charts.boarding_modifiers.of(PerClass, condition)
    return Modifier(reason, (worth.per_group or worth.per_class) * count, Cell("boarding_modifiers", (condition,)))


def fight(one: Party, enemy: Party, hands: Hands, charts: Charts, dice: Dice) -> bool | None:
    """Whether the boarders win; None where neither side gives way. Specialists throw again where `better` says so."""
    ours = dice.do(thrown, "boarders", hands[0], False, charts)
    if one.specialist and better(one, enemy, ours, 0, charts):
        ours = dice.do(thrown, "boarders", hands[0], True, charts)
    theirs = dice.do(thrown, "defenders", hands[1], False, charts)
    if enemy.specialist and better(one, enemy, ours, theirs, charts):
        theirs = dice.do(thrown, "defenders", hands[1], True, charts)
    return dice.last.do(outcome, ours, theirs, one, enemy, charts)


def thrown(who: str, side: Side | None, again: bool, charts: Charts, dice: Dice) -> int:
    """The die of one side of a fight; the second of a specialist counts, whatever it is."""
    if again:
        dice.see(charts.boarding_modifiers, "captain_boarding_specialist", why="a boarding specialist throws again")
    return dice.total(why=f"{who} again" if again else who, seat=side)


def outcome(ours: int, theirs: int, one: Party, enemy: Party, charts: Charts, dice: Dice) -> bool | None:
    """Both dice with what is added to them: the higher total wins."""
    mine = dice.reckon("total of the boarders", (Modifier("the die", ours), *factors(one, enemy, charts)))
    hers = dice.reckon("total of the defenders", (Modifier("the die", theirs), *factors(enemy, one, charts)))
    return None if mine == hers else mine > hers


def better(one: Party, enemy: Party, ours: int, theirs: int, charts: Charts) -> bool:
    """Whether a second die serves a specialist better: boarders who have yet to see the other die, defenders who lose."""
    ahead = sum([m.value for m in factors(one, enemy, charts)]) - sum([m.value for m in factors(enemy, one, charts)])
    if theirs:
        return ours + ahead > theirs
    wins = {face: sum([face + ahead > other for other in D6.faces]) for face in D6.faces}
    return wins[ours] * len(wins) < sum(wins.values())


def slow(ship: Ship, settings: Settings) -> bool:
    """Whether she is at slow or stop, by the speed of her last activation: an order face down does not count (IR52)."""
    if ship.anchored or ship.grounded or ship.engine_room > 1:
        return True
    return ship.speed * 100 < ship.knots * settings.slow_percent + 100


def why_not(table: Table, number: int, action: Board, charts: Charts) -> str | None:
    """None when she may board so, else the player's sentence."""
    target = table.number(action.target)
    ship = table.ships[number]
    if target < 0:
        enemies = [other.id for other in table.ships if other.side != ship.side and other.here]
        return no_such_ship(action.target, enemies)
    other = table.ships[target]
    if other.side == ship.side:
        return f"{ship.name} cannot board {other.name}: she is on the same side"
    if other.fort:
        return f"{ship.name} cannot board {other.name}: a fort is not boarded"  # IR51
    if not other.able:
        return f"{ship.name} cannot board {other.name}: she is out of the battle"  # IR39
    if not touching(ship.base, other.base, TOUCH):
        return f"{ship.name} cannot board {other.name}: their bases do not touch"
    for either in (ship, other):
        if not slow(either, table.settings):
            return f"{ship.name} cannot board {other.name}: {either.name} makes {either.speed} knots, and both must be at slow or stop"
    return None


def options(table: Table, number: int, charts: Charts) -> list[Board]:
    """The enemies a ship may board now."""
    ship = table.ships[number]
    if ship.fort or not ship.able or not slow(ship, table.settings):
        return []
    near = [Board(ship.id, table.ships[n].id) for n in table.places.touching(number, ship.base, TOUCH)]
    return [order for order in near if why_not(table, number, order, charts) is None]


def board(state: State, number: int, target: int, charts: Charts, dice: Dice) -> State:
    """The fight, up to where a specialist is asked, or to its end."""
    table = state.table
    ship, fired = table.ships[number], phase_of(table, Activating).fired
    ours = dice.do(thrown, "boarders", ship.side, False, charts)
    if party(ship, table.settings).specialist:
        dice.tell(Threw(ship.id, table.ships[target].id, ours))
        return state.with_phase(Rethrowing(ship.side, number, target, ours, fired=fired))
    return _defended(state, Rethrowing(ship.side, number, target, ours, fired=fired), charts, dice)


def rethrow(state: State, again: bool, charts: Charts, dice: Dice) -> State:
    """A specialist has decided: his second die, and the fight goes on."""
    phase = phase_of(state.table, Rethrowing)
    if not phase.theirs:
        ours = dice.do(thrown, "boarders", phase.side, True, charts) if again else phase.ours
        return _defended(state, replace(phase, ours=ours), charts, dice)
    theirs = dice.do(thrown, "defenders", phase.side, True, charts) if again else phase.theirs
    return _ended(state, replace(phase, theirs=theirs), charts, dice)


def _defended(state: State, at: Rethrowing, charts: Charts, dice: Dice) -> State:
    """The die of the defenders, and their specialist if they have one."""
    table = state.table
    ship, other = table.ships[at.ship], table.ships[at.target]
    at = replace(at, theirs=dice.do(thrown, "defenders", other.side, False, charts))
    if party(other, table.settings).specialist:
        dice.tell(Threw(other.id, ship.id, at.theirs))
        return state.with_phase(replace(at, side=other.side))
    return _ended(state, at, charts, dice)


def _ended(state: State, at: Rethrowing, charts: Charts, dice: Dice) -> State:
    """What comes of it: she is taken, or the boarders pay, or it goes on another turn."""
    table = state.table
    ship, other = table.ships[at.ship], table.ships[at.target]
    won = dice.do(outcome, at.ours, at.theirs, party(ship, table.settings), party(other, table.settings), charts)
    state = state.with_phase(Activating(ship.side, at.ship, "fire", fired=at.fired))
    dice.tell(Boarded(ship.id, other.id, won))
    if won:
        dice.tell(Fate(other.id, "taken"))
        return damage.with_ship(state, at.target, replace(other, gone="taken"))
    if won is None:
        return state
    if ship.marines:
        dice.tell(Struck(ship.id, "marines_lost"))
        return damage.with_ship(state, at.ship, replace(ship, marines=ship.marines - 1))
    quarters = charts.figures.at("repelled")
    dice.tell(Struck(ship.id, "crew_lost", quarters))
    return damage.lose(state, at.ship, quarters, dice)
