"""Marking what a ship suffers: squares, masts, fires, a destroyed hull, explosions (12.4, 12.5, 14, rules VIII and X)."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Dice
from weathergauge.frame.words import many
from weathergauge.rulesets.wsim import bearing, criticals, firepower, squares
from weathergauge.rulesets.wsim.actions import Critical, Fate, Masted, Squares
from weathergauge.rulesets.wsim.charts import Charts, Effect
from weathergauge.rulesets.wsim.criticals import Outcome
from weathergauge.rulesets.wsim.firepower import Fall, Hit
from weathergauge.rulesets.wsim.hexes import distance
from weathergauge.rulesets.wsim.sea import foul
from weathergauge.rulesets.wsim.state import Crewed, Settings, Ship, State, Table, apart, held_by, replace
from weathergauge.rulesets.wsim.terms import BEAMS, Broadside

Destroyed = Literal["strikes", "may_sink", "may_explode"]


def marked(ship: Ship, hull: int, crew: int, rigging: int) -> Ship:
    """Squares crossed out; what follows of it is for others to see to."""
    return squares.lose_rigging(squares.lose_crew(squares.lose_hull(ship, hull), crew), rigging)


def _sections(before: Ship, after: Ship) -> int:
    """Rigging sections that were lost between two looks at her."""
    return squares.rigging_gone(after) - squares.rigging_gone(before)


def masts(table: Table, number: int, sections: int, charts: Charts, dice: Dice) -> Table:
    """Rule VIII: each rigging section lost is a mast that falls free or hangs over a side."""
    if not table.settings.masts:
        return table
    for _ in range(sections):
        ship = table.ships[number]
        side = dice.do(mast_hangs, charts)
        fouls: list[str] = []
        if side:
            table = table.with_ship(number, replace(ship, hanging=(*ship.hanging, side)))
            for other in alongside(table, number, side):
                if not table.fouled(number, other) and dice.do(foul, "fouled by the mast?", charts):
                    table = replace(table, locks=(*table.locks, held_by(number, other, "foul")))
                    fouls.append(table.ships[other].id)
        dice.tell(Masted(ship.id, side, tuple(fouls)))
    return table


def mast_hangs(charts: Charts, dice: Dice) -> Broadside | Literal[""]:
    """The side that a fallen mast hangs over; empty when it falls free."""
    if dice.look_up(charts.fallen_mast, why="the mast falls") == "falls_free":
        return ""
    return dice.look_up(charts.fallen_mast_side, why="over which side?")


def alongside(table: Table, number: int, side: Broadside) -> list[int]:
    """Ships beside her on one side: those with a hex next to hers and off her own line to that side (WS49)."""
    ship = table.ships[number]
    sign = 1 if side == "left" else -1
    return [
        n
        for n, other in enumerate(table.ships)
        if n != number
        and not other.gone
        and apart(ship, other) == 1
        and any(
            bearing.told(ship, place)[0] * sign > 0 and min(distance(place, mine) for mine in ship.hexes) == 1
            for place in other.hexes
        )
    ]


def consequences(state: State, number: int, before: Ship, charts: Charts, dice: Dice) -> State:
    """What follows when squares are gone: nobody left aboard, nobody at the pumps, a destroyed hull."""
    table = state.table
    ship = table.ships[number]
    if ship.gone:
        return state
    if before.hands and not ship.hands:
        dice.tell(Fate(ship.id, "no_crew"))
    manned = pumped(ship, table.settings)
    if manned.danger != ship.danger:
        dice.tell(Fate(ship.id, "may_sink"))
    ship = manned
    if before.hull and not ship.hull and not ship.danger and ship.colours != "struck":
        fate = dice.do(destroyed, table.settings.exploding, table.settings.destroyed_six, charts)
        ship = replace(ship, colours="struck") if fate == "strikes" else replace(ship, danger=fate)
        dice.tell(Fate(ship.id, fate))
    return replace(state, table=table.with_ship(number, ship)) if ship is not table.ships[number] else state


def destroyed(exploding: bool, six: Literal["strikes", "sinks", "explodes"], charts: Charts, dice: Dice) -> Destroyed:
    """A hull with no squares left: one die. Without rule X a 6 is what the table has agreed on (WS25)."""
    fate = dice.look_up(charts.destroyed_hull, why="her hull is destroyed")
    if fate == "may_sink":
        return "may_sink"
    if fate == "may_explode":
        agreed: dict[str, Destroyed] = {"strikes": "strikes", "sinks": "may_sink", "explodes": "may_explode"}
        return "may_explode" if exploding else agreed[six]
    return "strikes"


def pumped(ship: Ship, settings: Settings) -> Ship:
    """Another living section takes the place of one that is emptied at the pumps; with none left she may sink (WS28).

    A prize crew pumps without telling off sections (WS46).
    """
    if ship.prize is not None or not ship.pumps or ship.danger or all(ship.crew[n - 1] for n in ship.pumps):
        return ship
    wanted = len(ship.pumps)
    ship = replace(ship, pumps=tuple([n for n in ship.pumps if ship.crew[n - 1]]))
    for _ in range(wanted - len(ship.pumps)):
        ship = to_the_pumps(ship, settings)
    return ship


def to_the_pumps(ship: Ship, settings: Settings) -> Ship:
    """One more crew section tied to the pumps: the highest living one that is not there (WS21); with none she may sink."""
    if ship.prize is not None:
        return ship  # WS46
    living = [n for n, left in enumerate(ship.crew, 1) if left and n not in ship.pumps]
    if not living:
        return ship if ship.danger else replace(ship, danger="may_sink")
    section = living[-1] if settings.pump_section == "highest" else living[0]
    return replace(ship, pumps=(*ship.pumps, section))


def suffer(
    state: State,
    number: int,
    by: str,
    outcome: Outcome,
    hit: Hit,
    charts: Charts,
    dice: Dice,
) -> State:
    """Mark a critical hit. A magazine that explodes is left for the end of the phase."""
    table = state.table
    before = ship = table.ships[number]
    detail, why = "", ""
    fate: Literal["", "may_sink", "will_explode"] = ""
    match outcome.effect:
        case "leader_casualty":
            dead = [who for who, is_dead in (("captain", outcome.captain), ("admiral", outcome.admiral)) if is_dead]
            detail = (
                f"the {' and the '.join(dead)} {'is' if len(dead) == 1 else 'are'} dead" if dead else "nobody is hit"
            )
            ship = replace(
                ship, captain=ship.captain and not outcome.captain, admiral=ship.admiral and not outcome.admiral
            )
            if outcome.admiral and table.settings.leader_loss == "signals":
                own = state.secret(ship.side)
                silent = replace(own, silent_until=max(own.silent_until, table.turn + charts.figures.at("silence") + 1))
                state = state.with_secret(ship.side, silent)
        case "crew_demoralized":
            if outcome.took:
                ship = disheartened(ship)
            detail = (
                f"now a {_quality(ship)} crew" if outcome.took and _quality(ship) != _quality(before) else "she stands"
            )
        case "magazine_may_explode":
            detail = "it explodes" if outcome.explodes else "it holds"
        case "steering_damage":
            if outcome.took:
                ship = replace(ship, steering_lost=min(ship.turning, ship.steering_lost + 1))
            detail = f"turning ability {ship.turning - ship.steering_lost}" if outcome.took else "it still answers"
        case "waterline_damage":
            ship = to_the_pumps(ship, table.settings)
            fate = "may_sink" if ship.danger != before.danger else ""
            new = [n for n in ship.pumps if n not in before.pumps]
            detail = (
                f"crew section {new[0]}" if new else "no section is left for them" if fate else "the prize crew pumps"
            )
        case "fire_breaks_out":
            ship = burning(ship, outcome.turns)
            fate = "will_explode" if outcome.explodes else ""
            detail = "out of control" if outcome.explodes else f"it burns for {many(outcome.turns, 'turn')}"
        case "broadside_obscured" if outcome.side:
            turns = charts.critical_effects.of(Effect, "broadside_obscured").turns
            ship = replace(ship, obscured=(*ship.obscured, (outcome.side, turns)))
            why = "the wreckage"
            detail = f"to {BEAMS[outcome.side]}, for {many(turns, 'turn')}"
        case "mast_may_fall":
            detail = "it falls" if outcome.section else "it stands"
            why = "the fall of a mast"
        case "rake_bonus" | "anchor_and_rake_bonus":
            detail = "" if outcome.section or outcome.double else "she is not raked so near"
            why = "the rake"
    if outcome.cable:
        ship = cable_cut(ship)
    lost = firepower.toll(hit, outcome, charts)
    if outcome.section:
        lost = (0, 0, next((left for left in ship.rigging if left), 0))
    dice.tell(Critical(ship.id, by, outcome.effect, outcome.took, detail))
    if any(lost):
        ship = marked(ship, *lost)
        dice.tell(Squares(ship.id, why, *lost))
    if fate:
        dice.tell(Fate(ship.id, fate))
    table = masts(table.with_ship(number, ship), number, _sections(before, ship), charts, dice)
    return replace(state, table=table)


def _quality(ship: Ship) -> str:
    return ship.quality if ship.prize is None else ship.prize.quality


def disheartened(ship: Ship) -> Ship:
    """Her crew, or the prize crew, one grade down."""
    if ship.prize is not None:
        return replace(ship, prize=Crewed(ship.prize.squares, criticals.worse(ship.prize.quality)))
    return replace(ship, quality=criticals.worse(ship.quality))


def cable_cut(ship: Ship) -> Ship:
    """Her cable is severed: at anchor she lies free from the next turn, and she never anchors again."""
    return replace(ship, cutting=ship.cutting or bool(ship.anchor), anchoring="", weighing=0, may_anchor=False)


def burning(ship: Ship, turns: int) -> Ship:
    """One more fire, each with its own time (WS19); no turns stand for one that nobody can put out (WS27)."""
    if not turns:
        return replace(ship, danger="will_explode")
    return replace(ship, fires=(*ship.fires, (turns, turns)))


def remove(table: Table, number: int, how: Literal["sunk", "exploded"]) -> Table:
    """Take a ship off the map, with every line that held her."""
    locks = tuple([lock for lock in table.locks if number not in (lock.one, lock.other)])
    ships = []
    for n, ship in enumerate(table.ships):
        if n == number:
            ship = replace(ship, gone=how, danger="", tow=-1, parties=(), fires=())
        elif ship.tow == number:
            ship = replace(ship, tow=-1)
        ships.append(ship)
    return replace(table, locks=locks if len(locks) < len(table.locks) else table.locks, ships=tuple(ships))


def explode(state: State, number: int, charts: Charts, dice: Dice) -> State:
    """She blows up; with rule X every ship beside her feels it."""
    table = state.table
    ship = table.ships[number]
    if ship.gone:
        return state
    near = [n for n, other in enumerate(table.ships) if n != number and not other.gone and apart(ship, other) == 1]
    dice.tell(Fate(ship.id, "explodes"))
    state = replace(state, table=remove(table, number, "exploded"))
    if table.settings.exploding:
        for other in near:
            state = _blast(state, ship, other, charts, dice)
    return state


def _blast(state: State, exploding: Ship, number: int, charts: Charts, dice: Dice) -> State:
    """What an explosion does to one ship beside it: rigging columns, then the fire critical."""
    settings = state.table.settings
    before = state.table.ships[number]
    fall = Fall(full_sails=doubles(before, settings), boarders=bool(before.parties), companion=settings.doubtful_rows)
    hit = dice.do(firepower.explosion, exploding.guns, exploding.carronades, fall, charts)
    why = f"the explosion of {exploding.name}"
    dice.tell(Squares(before.id, why, hit.hull, hit.crew, hit.rigging))
    after = marked(before, hit.hull, hit.crew, hit.rigging)
    table = masts(state.table.with_ship(number, after), number, _sections(before, after), charts, dice)
    turns = dice.do(criticals.fire_aboard, charts)
    outcome = Outcome("fire_breaks_out", True, turns=turns, explodes=not turns)
    state = suffer(replace(state, table=table), number, exploding.id, outcome, hit, charts, dice)
    return consequences(state, number, before, charts, dice)


def doubles(ship: Ship, settings: Settings) -> bool:
    """Whether rigging hits on her count double: full sails, unless rule XIV spares her fore-and-aft rig."""
    return ship.full_sails and not (settings.fore_and_aft and ship.fore_and_aft)


def gives_up(table: Table, number: int, firer: int, charts: Charts) -> bool:
    """Whether a raking shot at her hull makes a helpless ship surrender: no rigging, and no stout friend near (WS47)."""
    ship, enemy = table.ships[number], table.ships[firer]
    if not ship.able or not ship.dismasted or ship.oars:  # WS34: oars still carry her away.
        return False
    return not any(
        n != number
        and other.side == ship.side
        and other.able
        and other.ship_class <= enemy.ship_class
        and apart(ship, other) <= charts.distances.at("company")
        for n, other in enumerate(table.ships)
    )
