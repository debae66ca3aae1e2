"""The yards (P30 to P32): laying up, repair rolls, the quarterly refit, and fitting out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from weathergauge.dice import Dice, Modifier
from weathergauge.rulesets.sealords.charts import Charts, Rolls
from weathergauge.rulesets.sealords.common import STEP, Noticed, Ready, with_phase
from weathergauge.rulesets.sealords.damage import bands, hurt
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.leaders import favoured, rank_modifiers, spent
from weathergauge.rulesets.sealords.naming import squadron_words
from weathergauge.rulesets.sealords.phases import Going, Yards
from weathergauge.rulesets.sealords.ports import friendly
from weathergauge.rulesets.sealords.sequence import quarterly, through
from weathergauge.rulesets.sealords.state import Seated, Secret, State, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World, at
from weathergauge.rulesets.sealords.yards.actions import FitOut, FittedOut, LaidUp, LayUp, Refitted, Repair, Repaired

# How many rolls a port has


def rolls(table: Table, port: str, world: World) -> int:
    """Repair rolls of a port in this turn: its own row of the chart, else that of its kind; fewer after a raid."""
    allowed = _row(table, port, world)
    if allowed.per == "quarter" and not quarterly(table.date, world):
        return 0
    return max(0, allowed.rolls - _raided(table, port))


def _raided(table: Table, port: str) -> int:
    held = table.port(port)
    return held.raided if held is not None else 0


def early(table: Table, own: Secret, port: str, world: World) -> int:
    """Rolls of the quarter that a port can still make before its end, in emergencies (SL84)."""
    allowed = _row(table, port, world)
    if allowed.per != "quarter" or quarterly(table.date, world) or not table.settings.emergency_repair:
        return 0
    raids = world.charts.marine_task_effects.at("raid_port").affects_emergency_repair
    return max(0, allowed.rolls - _ahead(own, port) - (_raided(table, port) if raids else 0))


def _ahead(own: Secret, port: str) -> int:
    return dict(own.ahead).get(port, 0)


def crippled(squadron: Squadron, charts: Charts) -> bool:
    """Whether a squadron's damage is an emergency: more than the band of damage that slows her."""
    return "dps_over_two_thirds_dr" in bands(squadron.dps, squadron.rating, charts)


def _row(table: Table, port: str, world: World) -> Rolls:
    chart, place, held = world.charts.repair_rolls, world.places[port], table.port(port)
    owner = held.owner if held is not None else place.owner
    rows = [port]
    peace = world.values.before_war
    if peace is not None and owner == peace.contingent and table.relation(peace.foe, peace.contingent) != "war":
        rows.append(peace.ports)
    if place.port == "minor":
        rows.append("minor_port")
    row = next((row for row in rows if (row,) in chart.cells), "port_default")
    allowed = chart.at(row)
    # The number in the harbour box, where the chart sends us there.
    return allowed if isinstance(allowed, Rolls) else Rolls(place.repair, "turn")


def left(table: Table, own: Secret, port: str, world: World) -> int:
    """Rolls that a port can still make in this phase."""
    made = dict(own.rolls).get(port, 0)
    if _row(table, port, world).per == "quarter":
        made += _ahead(own, port)
    return max(0, rolls(table, port, world) - made)


def saved(table: Table, port: str) -> int:
    """Repair points that convoys have landed, each worth a roll."""
    held = table.port(port)
    return held.points if held is not None else 0


# What may be done


def subjects(view: Seated, world: World) -> Sequence[str]:
    return (
        *[formation.id for formation in view.own.formations if any(True for _ in _of(view, formation, world))],
        STEP,
    )


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    if subject == STEP:
        return (Ready(),)
    formation = view.own.formation(subject)
    return list(_of(view, formation, world)) if formation is not None else ()


def _of(view: Seated, formation: Formation, world: World) -> Iterator[Any]:
    if formation.state == "ready" or not formation.squadrons:
        return
    listed: list[Any] = [LayUp(formation.id), FitOut(formation.id)]
    for squadron in formation.squadrons:
        listed += [Repair(formation.id, squadron.id), Repair(formation.id, squadron.id, saved=True)]
    yield from (action for action in listed if why_not(view, action, world) is None)


def why_not(view: Seated, action: Any, world: World) -> str | None:
    match action:
        case Ready():
            return None
        case LayUp(formation=id) | FitOut(formation=id):
            return _why_not_change(view, id, action, world)
        case Repair():
            return _why_not_repair(view, action, world)
    return f"{type(action).__name__} is nothing for the yards: lay up, repair, fit out, or be ready"


def _own(view: Seated, id: str) -> Formation | str:
    """A formation in port, or the sentence."""
    formation = view.own.formation(id)
    if formation is None:
        return f"you have no formation {id!r}: name one of your own"
    if not formation.squadrons:
        return f"{formation.name} has no squadrons: there is nothing for a yard to do"
    if formation.state == "ready":
        return f"{formation.name} is at sea: only what lies in port goes to the yard"
    return formation


def _why_not_change(view: Seated, id: str, action: LayUp | FitOut, world: World) -> str | None:
    formation = _own(view, id)
    if isinstance(formation, str):
        return formation
    if formation.id in view.own.changed:
        return f"{formation.name} was laid up or fitted out in this phase already: wait for the next turn"
    port = at(formation.place)
    if isinstance(action, LayUp):
        if formation.state == "in_ordinary":
            return f"{formation.name} is in ordinary already"
        if world.places[port].port != "key" and view.table.settings.key_ports_only:
            return f"{formation.name} lies at {place_name(port, world)}: only key ports lay ships up at this table"
        if not friendly(view.table, port, view.seat, world):
            return f"{formation.name} lies in a neutral port: only your own ports lay ships up"
        if formation.id in view.own.mended and "in_ordinary" not in world.values.repaired:
            return f"{formation.name} was repaired in this phase: ships are laid up before repairs, so wait for the next turn"
        return None
    return f"{formation.name} is fitting out already" if formation.state == "fitting_out" else None


def _why_not_repair(view: Seated, action: Repair, world: World) -> str | None:
    formation = _own(view, action.formation)
    if isinstance(formation, str):
        return formation
    squadron, port = formation.squadron(action.squadron), at(formation.place)
    where = place_name(port, world)
    if squadron is None:
        return f"{formation.name} has no squadron {action.squadron!r}: name one of its own"
    if not friendly(view.table, port, view.seat, world):
        return f"{formation.name} lies at {where}, a neutral port: only your own yards work for you"
    if formation.state not in world.values.repaired:
        return f"{formation.name} is {formation.state.replace('_', ' ')}: here yards repair only ships that fit out"
    if not _worked_on(squadron, formation, view.table, world):
        return f"{formation.name} began to fit out this turn: the yard may work on it from the next"
    if not squadron.dps:
        return f"{squadron_words(squadron, world)} has no damage"
    if action.saved and saved(view.table, port) < 1:
        return f"{where} has no repair points saved: convoys land them"
    if action.saved or left(view.table, view.own, port, world):
        return None
    if not early(view.table, view.own, port, world):
        return f"{where} has no repair rolls left this turn"
    if not crippled(squadron, world.charts):
        return f"{where} makes its rolls by the quarter, and earlier only for a squadron over two thirds of her rating"
    return None


def _worked_on(squadron: Squadron, formation: Formation, table: Table, world: World) -> bool:
    """Where only ships that fit out are repaired, they must have done so for a whole turn (SL68)."""
    lain = squadron.fitted and through(formation.since, table, world)
    return lain or "in_ordinary" in world.values.repaired


# What comes of it


def repaired(
    add: tuple[Modifier, ...], charts: Charts, dice: Dice, *, seat: str | None = None, why: str = "repair"
) -> int:
    """One roll of the repair table."""
    return dice.look_up(charts.repair, add=add, why=why, seat=seat, secret=seat is not None, good="low")


def dockyards(table: Table, side: Side, charts: Charts) -> tuple[Modifier, ...]:
    """What ranks take off the die: the one modifier that the table allows (SL68)."""
    return tuple(rank_modifiers(table, side, "repair_drm", charts))


def yards(state: State, world: World, dice: Dice) -> State:
    """The quarterly refit by itself; then both sides see to their yards, where they have anything to decide."""
    for side in world.sides:
        state = state.with_secret(side, replace(state.secret(side), rolls=(), mended=(), changed=()))
        state = _refit(state, side, world, dice)
    views = [(side, state.seated(side)) for side in world.sides]
    waiting = tuple([side for side, view in views if len(subjects(view, world)) > 1])
    return with_phase(state, Yards(waiting) if waiting else Going())


def _refit(state: State, side: Side, world: World, dice: Dice) -> State:
    """One roll for each sail of squadrons that have lain in ordinary through the last four turns (SL69)."""
    table = state.table
    if not (world.values.refit and table.settings.refit and quarterly(table.date, world)):
        return state
    lines = []
    add = dockyards(table, side, world.charts)
    for formation in state.secret(side).formations:
        port = at(formation.place)
        if formation.state != "in_ordinary" or not friendly(table, port, side, world):
            continue
        if world.places[port].port != "key":  # SL85: a roadstead has no docks
            continue
        for squadron in formation.squadrons:
            # The turn that ends now is one of the four, and is not counted yet.
            lain = squadron.hauled + 1 if through(formation.since, table, world) else 0
            if lain < world.charts.ship_numbers.at("turns_in_ordinary_to_refit") or not squadron.dps:
                continue
            why = f"{squadron_words(squadron, world)}: refit"
            gained = sum([repaired(add, world.charts, dice, seat=side, why=why) for _ in range(squadron.sail)])
            formation = formation.with_squadron(hurt(squadron, -gained))
            lines.append((formation.id, squadron.id, min(gained, squadron.dps)))
        state = state.with_formation(formation)
    if lines:
        dice.tell(Refitted(side, tuple(lines)), to=(side,))
    return state


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    formation = state.formation_of(action.formation)
    own = state.secret(side)
    match action:
        case LayUp():
            state = state.with_secret(side, replace(own, changed=(*own.changed, formation.id)))
            dice.tell(LaidUp(side, formation.id, formation.name), to=(side,))
            return state.with_formation(replace(formation, state="in_ordinary"))
        case FitOut():
            state = state.with_secret(side, replace(own, changed=(*own.changed, formation.id)))
            dice.tell(FittedOut(side, formation.id, formation.name), to=(side,))
            return state.with_formation(replace(formation, state="fitting_out"))
        case Repair():
            return _repair(state, side, formation, action, world, dice)
    raise ValueError(f"the yards know nothing of {type(action).__name__}")


def _one_more(made: tuple[tuple[str, int], ...], port: str) -> tuple[tuple[str, int], ...]:
    """Rolls by port, with another of one."""
    count = dict(made)
    count[port] = count.get(port, 0) + 1
    return tuple(sorted(count.items()))


def _repair(state: State, side: Side, formation: Formation, action: Repair, world: World, dice: Dice) -> State:
    squadron, port, own = formation.squadron_of(action.squadron), at(formation.place), state.secret(side)
    add = (*dockyards(state.table, side, world.charts), *favoured(own, side, "repair"))
    gained = repaired(add, world.charts, dice, seat=side, why=f"{squadron_words(squadron, world)}: repair")
    state = spent(state, side, "repair")
    own = state.secret(side)
    account = dice.take_account()
    own = replace(own, mended=(*own.mended, formation.id))
    state = state.with_secret(side, own)
    if action.saved:
        held = state.table.port_of(port)
        state = replace(state, table=state.table.with_port(replace(held, points=held.points - 1)))
        dice.tell(Noticed(side, "stores"))
    elif left(state.table, own, port, world):
        state = state.with_secret(side, replace(own, rolls=_one_more(own.rolls, port)))
    else:
        state = state.with_secret(side, replace(own, ahead=_one_more(own.ahead, port)))
    dps = min(gained, squadron.dps)
    dice.tell(Repaired(side, port, formation.id, squadron.id, dps, action.saved), to=(side,), account=account)
    return state.with_formation(formation.with_squadron(hurt(squadron, -dps)))
