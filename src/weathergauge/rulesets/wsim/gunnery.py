"""Chapter: combat (phase H). Which broadsides may be fired at whom, and what all of them together do.

Fire is simultaneous: every shot is worked out as the ships lay, then hits are marked, then criticals, then fates.
"""

from __future__ import annotations

from msgspec import Struct

from weathergauge.dice import Dice
from weathergauge.frame.words import many
from weathergauge.rulesets.wsim import bearing, criticals, damage, squares
from weathergauge.rulesets.wsim.actions import Fate, Fire, Fired
from weathergauge.rulesets.wsim.bearing import Target
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.criticals import Blow
from weathergauge.rulesets.wsim.firepower import Battery, Fall, Hit, Volley, fire
from weathergauge.rulesets.wsim.orders import has, out_of_it, unknown
from weathergauge.rulesets.wsim.state import Loaded, Secret, Ship, State, Table, replace
from weathergauge.rulesets.wsim.terms import BEAMS, BROADSIDES, SHOTS, Aim, Broadside, Shot, Side

AIMS: tuple[Aim, Aim] = ("hull", "rigging")


def silent(ship: Ship) -> str | None:
    """Why none of her guns may fire this turn, from the table alone; None when they may."""
    if ship.hanging:
        return f"{ship.name} cannot fire: a mast hangs over her side; cut it away first"
    if ship.weighing or "weighed" in ship.did:
        return f"{ship.name} cannot fire while she weighs her anchor"
    if ship.anchor in ("AB", "AS") and "turned" in ship.did:
        return f"{ship.name} cannot fire: she turned on her spring this turn"
    if ship.prize is not None:
        busy = bool(ship.parties)  # A prize crew is one body: it fights or it fires (WS46).
    else:
        busy = not squares.sections_free(ship)
    if busy:
        return f"{ship.name} cannot fire: no crew section is free to serve the guns"
    return None


def wanted(table: Table, side: Side, charts: Charts) -> bool:
    """Whether some ship of that side bears on an enemy in reach, whatever she may have loaded."""
    return any(
        ship.side == side
        and ship.able
        and silent(ship) is None
        and any(bearing.targets(table, number, broadside, charts) for broadside in BROADSIDES)
        for number, ship in enumerate(table.ships)
    )


def options(table: Table, own: Secret, side: Side, number: int, charts: Charts) -> list[Fire]:
    """Every shot that she may still write down: for each broadside that is ready, its targets and what to aim at."""
    ship = table.ships[number]
    if silent(ship) is not None:
        return []
    loads = own.load(number)
    orders: list[Fire] = []
    for broadside in BROADSIDES:
        load = loads.of(broadside)
        if not load.ready or not load.shot or has(own, Fire(ship.id, broadside, "")):
            continue
        for mark in bearing.targets(table, number, broadside, charts):
            target = table.ships[mark.target]
            orders += [
                Fire(ship.id, broadside, target.id, aim)
                for aim in AIMS
                if why_not_shot(table, number, mark, load.shot, aim, charts) is None
            ]
    return orders


def why_not(table: Table, own: Secret, side: Side, order: Fire, charts: Charts) -> str | None:
    """None when the shot may be written down, else the player's sentence."""
    number, target = table.number(order.ship), table.number(order.target)
    if target < 0:
        return unknown(table, order.target)
    ship = table.ships[number]
    beam = BEAMS[order.broadside]
    load = own.load(number).of(order.broadside)
    if (reason := silent(ship)) is not None:
        return reason
    if not load.shot:
        return f"{ship.name} cannot fire to {beam}: nothing is loaded there"
    if not load.ready:
        return f"{ship.name} cannot fire to {beam}: {SHOTS[load.shot]} is only half loaded there"
    mark = mark_of(table, number, order.broadside, target, charts)
    if mark is None:
        reason = why_not_target(table, number, order.broadside, target, charts)
        return f"{ship.name} cannot fire to {beam} at {table.ships[target].name}: {reason}"
    return why_not_shot(table, number, mark, load.shot, order.aim, charts)


def mark_of(table: Table, number: int, broadside: Broadside, target: int, charts: Charts) -> Target | None:
    """How a target lies to a broadside; None where it is no target."""
    return next((mark for mark in bearing.targets(table, number, broadside, charts) if mark.target == target), None)


def why_not_shot(table: Table, number: int, mark: Target, shot: Shot, aim: Aim, charts: Charts) -> str | None:
    """Why a target that bears cannot be fired at so, with what is loaded."""
    ship, target = table.ships[number], table.ships[mark.target]
    if shot != "round" and mark.range > (limit := charts.ammunition.at(shot).max_range):
        return f"{ship.name} has {SHOTS[shot]} loaded: it reaches {many(limit, 'hex', 'hexes')}, and {target.name} is {many(mark.range, 'hex', 'hexes')} off"
    if shot == "chain" and aim == "hull":  # WS17
        return f"{ship.name} has chain shot loaded: aim it at the rigging"
    if shot == "grape":
        if aim == "rigging":
            return f"{ship.name} has grape loaded: it is for the men on deck; aim it at the hull"
        if mark.target in ship.fought:  # WS72
            return f"{ship.name} has grape loaded and her own men are fighting on {target.name}"
    if aim == "hull" and mark.range > (limit := charts.distances.at("hull")):  # WS70
        return (
            f"{target.name} is {many(mark.range, 'hex', 'hexes')} off: beyond {limit} only the rigging can be aimed at"
        )
    if aim == "rigging" and mark.target in table.held(number):  # WS71
        return f"{ship.name} is held fast to {target.name}: she cannot aim at her rigging"
    return None


def why_not_target(table: Table, number: int, broadside: Broadside, target: int, charts: Charts) -> str:
    """Why a ship is no target of a broadside."""
    ship, other = table.ships[number], table.ships[target]
    if number == target:
        return "no ship fires at herself"
    if other.side == ship.side:
        return "she is a friend"
    if (out := out_of_it(other)) is not None:
        return (
            f"{out.replace(' and takes no more orders', '').replace(' and takes no orders unless friends come up', '')}"
        )
    seen = next((other for other in bearing.in_sight(table, number, broadside, charts) if other.ship == target), None)
    if seen is None:
        return f"she is not in its play, or farther off than {charts.distances.at('guns')} hexes"
    slot = 0 if broadside == "left" else 1
    reach = bearing.reach(ship.guns[slot], ship.carronades[slot], charts)
    if seen.range > reach:
        return (
            f"she is {many(seen.range, 'hex', 'hexes')} off, and so few guns reach {reach}"
            if reach
            else "there are no guns on that side"
        )
    if bearing.spared(table, ship, other, seen.range, charts):
        return f"a ship of the line leaves smaller ships alone at {charts.distances.at('spared')} hexes and more"
    return "another ship lies nearer and masks her"


class Aimed(Struct, frozen=True):
    """A broadside as it is fired: who, at whom, how she lies, and with what."""

    firer: int
    broadside: Broadside
    mark: Target
    volley: Volley


def battery_of(table: Table, number: int, broadside: Broadside, mark: Target, shot: Shot) -> Battery:
    """Her guns on one side as they stand, with all that her fire number depends on.

    Broadsides of the same turn do not tire each other (WS49).
    """
    ship, settings = table.ships[number], table.settings
    slot = 0 if broadside == "left" else 1
    prize = ship.prize
    return Battery(
        guns=ship.guns[slot], carronades=ship.carronades[slot], range=mark.range, half=mark.half,
        quality=ship.quality if prize is None else prize.quality, ship_class=ship.ship_class, velocity=table.velocity,
        hull_lost=ship.hull_full - ship.hull, sections_lost=0 if prize is not None else squares.sections_lost(ship),
        captured=prize is not None, dismasted=settings.masts and ship.dismasted, anchored=bool(ship.anchor),
        fired=ship.fired if settings.fatigue else 0, obscured=sum(side == broadside for side, _ in ship.obscured),
        initial=broadside in ship.fresh, rake=mark.rake, far_rake=settings.far_rake, shot=shot,
        fires=tuple([rolled for _, rolled in ship.fires]),
    )  # fmt: skip


def volley_of(table: Table, own: Secret, order: Fire, charts: Charts) -> tuple[Target, Volley] | None:
    """The shot of an order and how its target lies; None where it cannot be fired."""
    number, target = table.number(order.ship), table.number(order.target)
    mark = mark_of(table, number, order.broadside, target, charts)
    load = own.load(number).of(order.broadside)
    if mark is None or not load.shot or not load.ready:
        return None
    other, settings = table.ships[target], table.settings
    fall = Fall(
        aim=order.aim, shot=load.shot, full_sails=damage.doubles(other, settings), boarders=bool(other.parties),
        trigger=settings.critical, companion=settings.doubtful_rows,
    )  # fmt: skip
    battery = battery_of(table, number, order.broadside, mark, load.shot)
    return mark, Volley(battery, fall, blow_of(other, order.aim, mark))


def resolve(state: State, charts: Charts, dice: Dice) -> State:
    """Fire everything that was written down, at once."""
    shots = [_aimed(state, order, charts) for order in state.written(Fire)]
    shots.sort(key=lambda shot: (shot.firer, shot.broadside))
    hits = [_fire(state.table, shot, charts, dice) for shot in shots]
    if not shots:
        return state
    before = state.table
    state = _spent(state, shots)
    state = _marked(state, before, shots, hits, charts, dice)
    state, blown = _criticals(state, shots, hits, charts, dice)
    for number in sorted({shot.mark.target for shot in shots} - blown):
        state = damage.consequences(state, number, before.ships[number], charts, dice)
    state = _given_up(state, shots, charts, dice)
    for number in sorted(blown):  # A magazine goes up at the end of the phase.
        state = damage.explode(state, number, charts, dice)
    return state


def _aimed(state: State, order: Fire, charts: Charts) -> Aimed:
    table = state.table
    number = table.number(order.ship)
    shot = volley_of(table, state.secret(table.ships[number].side), order, charts)
    if shot is None:
        raise ValueError(f"{order} was written down and cannot be fired")
    return Aimed(number, order.broadside, *shot)


def _fire(table: Table, shot: Aimed, charts: Charts, dice: Dice) -> Hit:
    ship, target, battery = table.ships[shot.firer], table.ships[shot.mark.target], shot.volley.battery
    hit = dice.do(fire, battery, shot.volley.fall, charts, seat=ship.side)
    fired = Fired(
        ship.id, shot.broadside, target.id, shot.volley.fall.aim, battery.shot, battery.range, hit.number, hit.hull,
        hit.crew, hit.rigging, battery.half, battery.initial, battery.rake,
    )  # fmt: skip
    dice.tell(fired)
    return hit


def _spent(state: State, shots: list[Aimed]) -> State:
    """Broadsides that have fired are empty, their first firing is over, and the log says so."""
    table = state.table
    for shot in shots:
        ship, target = table.ships[shot.firer], table.ships[shot.mark.target]
        provokes = not ship.of_the_line and target.of_the_line
        ship = replace(
            ship,
            fresh=tuple([side for side in ship.fresh if side != shot.broadside]),
            fired=ship.fired + 1,
            did=ship.did if "fired" in ship.did else (*ship.did, "fired"),
            provoked=table.turn if provokes else ship.provoked,
        )
        table = table.with_ship(shot.firer, ship)
        own = state.secret(ship.side)
        emptied = own.load(shot.firer).having(shot.broadside, Loaded())
        state = state.with_secret(ship.side, own.with_load(shot.firer, emptied))
    return replace(state, table=table)


def _marked(state: State, before: Table, shots: list[Aimed], hits: list[Hit], charts: Charts, dice: Dice) -> State:
    """Every hit crossed out, then the masts that went with it."""
    table = state.table
    for shot, hit in zip(shots, hits, strict=True):
        target = damage.marked(table.ships[shot.mark.target], hit.hull, hit.crew, hit.rigging)
        table = table.with_ship(shot.mark.target, target)
    for number in sorted({shot.mark.target for shot in shots}):
        gone = squares.rigging_gone(table.ships[number]) - squares.rigging_gone(before.ships[number])
        table = damage.masts(table, number, gone, charts, dice)
    return replace(state, table=table)


def _criticals(state: State, shots: list[Aimed], hits: list[Hit], charts: Charts, dice: Dice) -> tuple[State, set[int]]:
    """Critical hits, ship by ship, those on one ship in an order drawn by lot; with the ships that will blow up."""
    waiting: dict[int, list[int]] = {}
    for n, (shot, hit) in enumerate(zip(shots, hits, strict=True)):
        if hit.critical >= 0:
            waiting.setdefault(shot.mark.target, []).append(n)
    blown: set[int] = set()
    for number in sorted(waiting):
        left = waiting[number]
        while left:
            name = state.table.ships[number].name
            n = dice.pick(left, why=f"which critical hit on {name} comes next?")
            dice.take_account()  # the lot that was drawn is no part of the hit
            left.remove(n)
            shot, hit = shots[n], hits[n]
            blow = blow_of(state.table.ships[number], shot.volley.fall.aim, shot.mark, hit.critical)
            by = state.table.ships[shot.firer]
            outcome = dice.do(criticals.critical, blow, charts, seat=by.side)
            state = damage.suffer(state, number, by.id, outcome, hit, charts, dice)
            if outcome.effect == "magazine_may_explode" and outcome.explodes:
                blown.add(number)
    return state, blown


def blow_of(target: Ship, aim: Aim, mark: Target, number: int = 0) -> Blow:
    """A critical hit on that ship; on a prize it is the prize crew's, which has neither sections nor leaders (WS46)."""
    if target.prize is not None:
        crew = target.prize.quality
        return Blow(aim=aim, number=number, range=mark.range, rake=mark.rake, quality=crew, captain=False)
    return Blow(
        aim=aim, number=number, range=mark.range, rake=mark.rake, quality=target.quality, captain=target.captain,
        sections_lost=squares.sections_lost(target), admiral=target.admiral,
    )  # fmt: skip


def _given_up(state: State, shots: list[Aimed], charts: Charts, dice: Dice) -> State:
    """Helpless ships that were raked surrender."""
    table = state.table
    for shot in shots:
        if (
            shot.mark.rake
            and shot.volley.fall.aim == "hull"
            and damage.gives_up(table, shot.mark.target, shot.firer, charts)
        ):
            target = table.ships[shot.mark.target]
            table = table.with_ship(shot.mark.target, replace(target, colours="surrendered"))
            dice.tell(Fate(target.id, "surrenders", table.ships[shot.firer].id))
    return replace(state, table=table) if table is not state.table else state
