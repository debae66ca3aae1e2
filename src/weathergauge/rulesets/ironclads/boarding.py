"""Boarding: an enemy alongside, both ships slow or stopped, and a die for each (IR20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.frame.chapter import no_such_ship
from weathergauge.freetable import touching
from weathergauge.rulesets.ironclads import damage
from weathergauge.rulesets.ironclads.actions import Board, Boarded, Fate, Struck
from weathergauge.rulesets.ironclads.charts import Charts, PerClass
from weathergauge.rulesets.ironclads.state import Settings, Ship, ShipClass, State, Table, replace
from weathergauge.rulesets.ironclads.terms import Side
from weathergauge.rulesets.ironclads.waters import TOUCH


class Party(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ship in a fight on deck."""

    ship_class: Annotated[ShipClass, Meta(description="her class, 1 the largest")]
    marines: Annotated[int, Meta(ge=0, le=10, description="groups of marines aboard")] = 0
    half_lost: Annotated[bool, Meta(description="she has lost more than half of her hull")] = False
    specialist: Annotated[bool, Meta(description="her captain is a boarding specialist (IR22)")] = False
    """A die of his that loses is rolled again once (IR52)."""


Hands = tuple[Side | None, Side | None]
"""Who throws for the boarders and for the defenders, where somebody does."""
NOBODY: Hands = (None, None)


class Fight(Struct, frozen=True):
    """Both totals, and who may still roll again."""

    ours: int
    theirs: int
    again: bool
    again_theirs: bool

    @property
    def settled(self) -> bool:
        """Nobody who loses can roll again."""
        return not ((self.ours < self.theirs and self.again) or (self.theirs < self.ours and self.again_theirs))


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
    found = charts.boarding_modifiers.of(PerClass, condition)
    return Modifier(reason, (found.per_group or found.per_class) * count, Cell("boarding_modifiers", (condition,)))


def fight(one: Party, enemy: Party, hands: Hands, charts: Charts, dice: Dice) -> bool | None:
    """Whether the boarders win; None where neither side gives way."""
    start = Fight(
        dice.do(_total, one, enemy, "boarders", hands[0], charts),
        dice.do(_total, enemy, one, "defenders", hands[1], charts),
        one.specialist,
        enemy.specialist,
    )
    end = dice.repeat(_again, start, one, enemy, hands, charts, until=_settled)
    return None if end.ours == end.theirs else end.ours > end.theirs


def _settled(fight: Fight) -> bool:
    return fight.settled


def _total(one: Party, enemy: Party, who: str, side: Side | None, charts: Charts, dice: Dice) -> int:
    face = dice.total(why=who, seat=side)
    return dice.reckon(f"total of the {who}", (Modifier("the die", face), *factors(one, enemy, charts)))


def _again(fight: Fight, one: Party, enemy: Party, hands: Hands, charts: Charts, dice: Dice) -> Fight:
    """The specialist who loses rolls again."""
    dice.see(charts.boarding_modifiers, "captain_boarding_specialist", why="a boarding specialist rolls again")
    if fight.ours < fight.theirs:
        return replace(fight, ours=_total(one, enemy, "boarders", hands[0], charts, dice), again=False)
    return replace(fight, theirs=_total(enemy, one, "defenders", hands[1], charts, dice), again_theirs=False)


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
        enemies = [one.id for one in table.ships if one.side != ship.side and one.here]
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
    for one in (ship, other):
        if not slow(one, table.settings):
            return f"{ship.name} cannot board {other.name}: {one.name} makes {one.speed} knots, and both must be at slow or stop"
    return None


def options(table: Table, number: int, charts: Charts) -> list[Board]:
    """The enemies a ship may board now."""
    ship = table.ships[number]
    if ship.fort or not ship.able or not slow(ship, table.settings):
        return []
    near = [Board(ship.id, other.id) for other in table.ships if touching(ship.base, other.base, TOUCH)]
    return [order for order in near if why_not(table, number, order, charts) is None]


def board(state: State, number: int, target: int, charts: Charts, dice: Dice) -> State:
    """The fight and what comes of it: she is taken, or the boarders pay, or it goes on another turn."""
    table = state.table
    ship, other = table.ships[number], table.ships[target]
    hands = (ship.side, other.side)
    won = dice.do(fight, party(ship, table.settings), party(other, table.settings), hands, charts)
    dice.tell(Boarded(ship.id, other.id, won))
    if won:
        dice.tell(Fate(other.id, "taken"))
        return damage.with_ship(state, target, replace(other, gone="taken"))
    if won is None:
        return state
    if ship.marines:
        dice.tell(Struck(ship.id, "marines_lost"))
        return damage.with_ship(state, number, replace(ship, marines=ship.marines - 1))
    quarters = charts.figures.at("repelled")
    dice.tell(Struck(ship.id, "crew_lost", quarters))
    return damage.lose(state, number, quarters, dice)
