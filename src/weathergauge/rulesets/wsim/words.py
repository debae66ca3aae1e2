"""The log in sentences."""

from __future__ import annotations

from typing import Any

from weathergauge.beside.hints import Livery
from weathergauge.frame.events import Ended, Ready
from weathergauge.frame.words import capital, ended, listed, many, ship_name
from weathergauge.rulesets.wsim import actions as told_of
from weathergauge.rulesets.wsim.actions import (
    Cut,
    Erase,
    Fend,
    Fire,
    Grapple,
    Load,
    Man,
    Party,
    Plot,
    Repair,
    Sails,
    Signal,
    Tow,
    Unfoul,
)
from weathergauge.rulesets.wsim.hexes import NAMES
from weathergauge.rulesets.wsim.state import Table, Writing
from weathergauge.rulesets.wsim.terms import BEAMS, SHOTS, Step

SIDE_WORDS: dict[str, str] = {
    "american": "the Americans",
    "british": "the British",
    "french": "the French",
    "spanish": "the Spanish",
    "dutch": "the Dutch",
    "danish": "the Danes",
    "swedish": "the Swedes",
    "russian": "the Russians",
    "turkish": "the Turks",
    "barbary": "the Barbary corsairs",
    "allied": "the Allies",
}
RED = ("british", "swedish", "turkish", "barbary")
"""Sides in the first of a table's two colours, where nobody else at it has that."""
LIVERIES = {side: Livery(capital(side), 1 if side in RED else 2) for side in SIDE_WORDS}
STEP_WORDS: dict[Step, str] = {
    "unfouling": "both sides decide what to clear away",
    "notation": "both sides plot their moves",
    "grappling": "both sides decide whom to grapple",
    "fending": "both sides decide which grapples to throw off",
    "boarding": "both sides tell off boarding parties",
    "combat": "both sides lay their guns",
    "loading": "both sides load, repair and see to the sails",
}
BEGAN = {
    "wind": "the wind",
    "unfouling": "clearing away",
    "notation": "moves are plotted",
    "movement": "the ships move",
    "grappling": "grappling",
    "fending": "throwing off grapples",
    "boarding": "boarding parties",
    "combat": "broadsides",
    "melee": "hand to hand",
    "loading": "loading and sails",
}
WINDS = (
    "a calm", "a light breeze", "a moderate breeze", "a normal breeze", "a heavy breeze", "a gale", "a storm", "a hurricane",
)  # fmt: skip
PARTIES = {"OBP": "boarders", "DBP": "defenders", "TBP": "a transfer"}
EFFECTS = {
    "no_effect": "no effect",
    "rake_bonus": "a raking shot tells",
    "leader_casualty": "a leader is in danger",
    "anchor_cable": "the anchor cable is severed",
    "crew_demoralized": "the crew wavers",
    "steering_damage": "the steering is hit",
    "magazine_may_explode": "the magazine is in danger",
    "waterline_damage": "holed at the waterline, hands to the pumps",
    "fire_breaks_out": "fire breaks out",
    "anchor_and_rake_bonus": "a raking shot tells and the anchor cable is severed",
    "broadside_obscured": "wreckage hangs over a broadside",
    "mast_may_fall": "a mast is in danger",
}
FATES = {
    "strikes": "strikes her colours",
    "may_sink": "is shattered and may sink",
    "may_explode": "is shattered and may blow up",
    "will_explode": "burns out of control and will blow up",
    "sinks": "sinks",
    "explodes": "blows up",
    "surrenders": "can neither move nor reply and surrenders",
    "captured": "is taken",
    "retaken": "is retaken",
    "recovers": "hoists her colours again, with friends close by",
    "fire_out": "puts out a fire",
    "no_crew": "has nobody left to work her",
}


def name(table: Table, id: str) -> str:
    """A ship as the log calls her, with her nation where another bears her name."""
    return ship_name(table, id, lambda ship: ship.nation)


def squares(hull: int, crew: int, rigging: int) -> str:
    """What was crossed out, or that nothing was."""
    parts = [many(n, f"{what} square") for n, what in ((hull, "hull"), (crew, "crew"), (rigging, "rigging")) if n]
    return listed(parts) or "no effect"


def told(table: Table, event: Any) -> str:
    """What happened, as a sentence."""

    def ship(id: str) -> str:
        return name(table, id)

    match event:
        case told_of.Began(turn=turn, step=step):
            return f"Turn {turn}: {BEGAN[step]}." if turn else "Before the action: the guns are loaded."
        case told_of.Wind(changed=changed, direction=direction, velocity=velocity, at_once=at_once):
            if at_once:
                return f"The action begins with {WINDS[velocity]} towards {NAMES[direction]}."
            if not changed:
                return "The wind holds."
            return f"The wind changes: from the next turn {WINDS[velocity]} towards {NAMES[direction]}."
        case told_of.Wrote(order=order):
            return f"{ordered(table, order)}."
        case told_of.Erased(ship=id):
            return f"What was written for {ship(id)} is taken back."
        case told_of.Committed(side=side):
            return f"{capital(SIDE_WORDS[side])} are ready."
        case told_of.Plotted(ship=id, moves=moves, cut_short=short):
            return f"{ship(id)} plotted {moves}." + (f" It is cut short: {short}." if short else "")
        case told_of.Signalled(ship=id, to=to, words=words):
            return f"Signal from {ship(id)} to {listed([ship(other) for other in to])}: {words}"
        case told_of.Stepped(number=number, moves=moves):
            return f"Step {number}: {', '.join(f'{ship(id)} {item}' for id, item, *_ in moves)}."
        case told_of.Collided(ship=id, other=other, has=has, fouled=fouled):
            who = f" {ship(has)} has the place." if has else ""
            return f"{ship(id)} and {ship(other)} collide{' and are fouled' if fouled else ''}.{who}"
        case told_of.Drifted(ships=ids):
            return f"{listed([ship(id) for id, *_ in ids])} drift{'s' if len(ids) == 1 else ''} downwind."
        case told_of.Anchored(ship=id, what=what):
            doing = {
                "down": "anchors",
                "weighing": "is weighing her anchor",
                "up": "has weighed",
                "cut": "cuts her cable",
            }
            return f"{ship(id)} {doing[what]}."
        case told_of.Towed(ship=id, other=other, on=on):
            return f"{ship(id)} {'takes' if on else 'casts off'} {ship(other)}{' in tow' if on else ''}."
        case told_of.Unfouled(ship=id, other=other, free=free):
            return f"{ship(id)} {'clears herself from' if free else 'stays fouled with'} {ship(other)}."
        case told_of.Cleared(ship=id, side=beam, free=free):
            return f"{ship(id)} {'cuts away' if free else 'cannot yet cut away'} the mast that hangs to {BEAMS[beam]}."
        case told_of.Grappled(ship=id, other=other, held=held):
            return f"{ship(id)} throws a grapple at {ship(other)}: it {'holds' if held else 'does not hold'}."
        case told_of.Fended(ship=id, other=other, off=off, left=left):
            rest = f"{many(left, 'grapple')} still hold{'s' if left == 1 else ''}" if left else "none holds any more"
            return f"{ship(id)} throws off {many(off, 'grapple') if off else 'no grapple'} of {ship(other)}: {rest}."
        case told_of.Prepared(ship=id, kind=kind, sections=sections, target=target):
            whom = {"OBP": f" to board {ship(target)}", "TBP": f" to go to {ship(target)}", "DBP": ""}[kind]
            who = f"section{'s' if len(sections) > 1 else ''} {listed([str(n) for n in sections])}"
            return f"{ship(id)} tells off {who} as {PARTIES[kind]}{whom}."
        case told_of.Manning(ship=id, other=other, squares=count):
            return f"{ship(id)} will leave {many(count, 'crew square')} aboard {ship(other)} if she is carried."
        case told_of.Fired():
            return _fired(table, event)
        case told_of.Critical(ship=id, effect=effect, detail=detail):
            return f"Critical hit on {ship(id)}: {EFFECTS.get(effect, effect)}{f'; {detail}' if detail else ''}."
        case told_of.Squares(ship=id, why=why, hull=hull, crew=crew, rigging=rigging):
            return f"{ship(id)} loses {squares(hull, crew, rigging).replace('no effect', 'nothing')} to {why}."
        case told_of.Masted(ship=id, hangs=hangs, fouls=fouls):
            where = f"hangs over the {BEAMS[hangs]} side" if hangs else "falls clear"
            caught = f" and fouls {listed([ship(other) for other in fouls])}" if fouls else ""
            return f"{ship(id)} loses a mast; it {where}{caught}."
        case told_of.Fate(ship=id, what=what, by=by):
            who = ship(by) if by else "her own crew" if what == "retaken" else ""
            return f"{ship(id)} {FATES[what]}{f' by {who}' if who and what in ('captured', 'retaken') else ''}."
        case told_of.Melee(ship=id, other=other, strength=(one, two), lost=(a, b)):
            losses = f"{ship(id)} loses {many(a, 'crew square')}, {ship(other)} {many(b, 'crew square')}"
            return f"{ship(id)} ({one}) and {ship(other)} ({two}) fight hand to hand: {losses}."
        case told_of.Transferred(ship=id, other=other, squares=count):
            return f"{many(count, 'crew square')} of {ship(id)} cross{'es' if count == 1 else ''} to {ship(other)}."
        case told_of.Loaded(ship=id, broadside=broadside, shot=shot, ready=ready):
            state = "loaded" if ready else "half loaded"
            return f"{ship(id)}: {BEAMS[broadside]} broadside {state} with {SHOTS[shot]}."
        case told_of.Repaired(ship=id, what=what, squares=count):
            done = f"{many(count, f'{what} square')} restored" if count else f"hands at work on the {what}"
            return f"{ship(id)}: {done}."
        case told_of.Sailed(ship=id, full=full):
            return f"{ship(id)} {'sets full sails' if full else 'comes down to battle sails'}."
        case Ended():
            return ended(event, SIDE_WORDS)
    return str(event)


def _fired(table: Table, event: told_of.Fired) -> str:
    rake = f", raking her {event.rake}" if event.rake else ""
    kind = "half broadside" if event.half else "broadside"
    first = "initial " if event.initial else ""
    shot = f" with {SHOTS[event.shot]}" if event.shot != "round" else ""
    return (
        f"{name(table, event.ship)} fires her {first}{BEAMS[event.broadside]} {kind}{shot} at the {event.aim} of "
        f"{name(table, event.target)} at {many(event.range, 'hex', 'hexes')}{rake}: "
        f"{squares(event.hull, event.crew, event.rigging)}."
    )


def ordered(table: Table, action: Any) -> str:
    """An order as a sentence, before it is carried out."""

    def ship(id: str) -> str:
        return name(table, id)

    match action:
        case Unfoul(ship=id, other=other):
            return f"{ship(id)} clears herself from {ship(other)}"
        case Cut(ship=id, side=beam):
            return f"{ship(id)} cuts away the mast to {BEAMS[beam]}"
        case Plot(ship=id, moves=moves):
            return f"{ship(id)} plots {moves}"
        case Signal(ship=id, to=to, words=words):
            return f"{ship(id)} signals to {listed([ship(other) for other in to])}: {words}"
        case Tow(ship=id, other=other):
            return f"{ship(id)} takes {ship(other)} in tow" if other else f"{ship(id)} casts off her tow"
        case Grapple(ship=id, other=other):
            return f"{ship(id)} grapples {ship(other)}"
        case Fend(ship=id, other=other):
            return f"{ship(id)} throws off the grapples of {ship(other)}"
        case Party(ship=id, kind=kind, sections=sections, target=target):
            whom = {"OBP": f" to board {ship(target)}", "TBP": f" to go to {ship(target)}"}.get(kind, "")
            who = f"section{'s' if len(sections) > 1 else ''} {listed([str(n) for n in sections])}"
            return f"{ship(id)} tells off {who} as {PARTIES[kind]}{whom}"
        case Man(ship=id, other=other, squares=count):
            return f"{ship(id)} leaves {many(count, 'crew square')} aboard {ship(other)} if she is carried"
        case Fire(ship=id, broadside=broadside, target=target, aim=aim):
            return f"{ship(id)} fires to {BEAMS[broadside]} at the {aim} of {ship(target)}"
        case Load(ship=id, broadside=broadside, shot=shot):
            return f"{ship(id)} loads to {BEAMS[broadside]} with {SHOTS[shot]}"
        case Repair(ship=id, what=what):
            return f"{ship(id)} repairs her {what}"
        case Sails(ship=id, full=full):
            return f"{ship(id)} {'sets full sails' if full else 'comes down to battle sails'}"
        case Erase(ship=id):
            return f"Take back what is written for {ship(id)}"
        case Ready():
            step = table.phase.step if isinstance(table.phase, Writing) else ""
            return {"notation": "All plots are written", "combat": "The guns are laid"}.get(step, "Ready")
    return str(action)


def called(table: Table, id: str) -> str:
    """What can be ordered, as a player calls it."""
    return name(table, id) if table.number(id) >= 0 else "the whole side" if id == "step" else id
