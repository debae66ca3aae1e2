"""The log in sentences."""

from __future__ import annotations

from typing import Any

from weathergauge.beside.hints import Livery
from weathergauge.frame.events import Ended, Ready
from weathergauge.frame.words import capital, ended, inches, listed, many, ship_name
from weathergauge.freetable import angle_between
from weathergauge.rulesets.ironclads import actions as told_of
from weathergauge.rulesets.ironclads.actions import (
    Activate,
    Again,
    Board,
    Break,
    Counter,
    Destroy,
    Done,
    Launch,
    Lead,
    Place,
    Salvo,
    Steam,
)
from weathergauge.rulesets.ironclads.state import QUARTERS, Table
from weathergauge.rulesets.ironclads.terms import COMPASS, SECTORS, WHERE, Direction

SIDE_WORDS: dict[str, str] = {
    "union": "the Union",
    "confederate": "the Confederates",
    "austrian": "the Austrians",
    "italian": "the Italians",
    "peruvian": "the Peruvians",
    "chilean": "the Chileans",
    "chinese": "the Chinese",
    "japanese": "the Japanese",
    "russian": "the Russians",
    "british": "the British",
    "french": "the French",
    "german": "the Germans",
    "turkish": "the Turks",
    "american": "the Americans",
    "spanish": "the Spanish",
    "blue": "Blue",
    "red": "Red",
}
RED = ("confederate", "austrian", "peruvian", "chinese", "russian", "turkish", "spanish", "red", "german")
"""Sides in the first of a table's two colours, where nobody else at it has that."""
LIVERIES = {side: Livery(capital(side), 1 if side in RED else 2) for side in SIDE_WORDS}
PHASES = {
    "initiative": "initiative",
    "command": "orders are placed",
    "activation": "the ships act",
    "repair": "fires, floods and repairs",
    "contact": "contact",
}
WINDS = ("", "a calm", "a light breeze", "a moderate breeze", "a strong breeze", "a gale", "a storm")
EFFECTS = {
    "fire": "a fire breaks out",
    "bridge_damage": "the bridge is hit: her next order repeats the present one",
    "rudder_damage": "the rudder is damaged",
    "weapon_destruction": "guns are knocked out",
    "gun_destroyed": "the enemy chooses the gun that is destroyed",
    "flooding_of_section": "a section floods",
    "ammunition_chamber_hit": "a magazine is hit",
    "engine_room_damage": "the engine room is damaged",
    "heavy_listing": "she lists heavily",
    "blast_spared": "the blast does her no harm",
    "no_effect": "nothing gives way",
    "misfire": "it fails to explode",
    "under_water": "she is holed under water",
    "marines_lost": "she loses a party of marines",
    "crew_lost": "her boarders are cut down",
}
FATES = {
    "sunk": "sinks",
    "blown_up": "blows up",
    "capsized": "capsizes",
    "surrendered": "surrenders",
    "taken": "is taken",
    "silenced": "is silenced",
    "left": "leaves the battle",
    "stays": "fights on",
}
FIGHTS = {
    "fire": "fires",
    "flood": "floods",
    "rudder": "the rudder",
    "engine_room": "the engine room",
    "heavy_list": "the list",
}


def name(table: Table, id: str) -> str:
    """A ship as the log calls her, with her side where another bears her name."""
    return ship_name(table, id, lambda ship: ship.side)


def points(quarters: int) -> str:
    """Hull points, in quarters where they are not whole: `1¾ hull points`."""
    whole, rest = divmod(quarters, QUARTERS)
    text = f"{whole or ''}{('', '¼', '½', '¾')[rest]}" or "no"
    return f"{text} hull point{'' if quarters == QUARTERS or (0 < quarters < QUARTERS) else 's'}"


def compass(degrees: int) -> Direction:
    """The nearest of eight winds: `NE`."""
    return min(COMPASS, key=lambda name: angle_between(COMPASS[name], degrees))


def told(table: Table, event: Any) -> str:
    """What happened, as a sentence."""

    def ship(id: str) -> str:
        return name(table, id)

    match event:
        case told_of.Began(turn=turn, phase=phase):
            return f"Turn {turn}: {PHASES[phase]}."
        case told_of.Initiative(winner=winner):
            return f"{capital(SIDE_WORDS[winner])} have the initiative."
        case told_of.Leads(side=side):
            return f"{capital(SIDE_WORDS[side])} activate first."
        case told_of.Weather(wind=wind, level=level):
            return f"The weather: {WINDS[level]} from {compass(wind)}."
        case told_of.MinesSwept(field=field, gone=gone):
            return f"The storm {'carries away' if gone else 'spares'} {field}."
        case told_of.Placed(ship=id, order=order, active=active):
            return f"{ship(id)}: {order} {'for this turn' if active else 'for the next turn'}."
        case told_of.Committed(side=side):
            return f"{capital(SIDE_WORDS[side])} have placed their orders."
        case told_of.Activated(ship=id, order=order, limit=limit, why=why):
            held = f", held to {limit} by {why}" if limit != order and why else ""
            return f"{ship(id)} shows her order: {order}{held}."
        case told_of.Manned(ship=id):
            return f"{ship(id)} is to fire."
        case told_of.Finished(ship=id):
            return f"{ship(id)} is done."
        case told_of.Steamed(ship=id, track=track, forced=forced):
            swing = (
                f" Her rudder swings her {abs(forced)} degrees to {'starboard' if forced > 0 else 'port'}."
                if forced
                else ""
            )
            heading = f", now heading {track[-1][2]:03d}" if track else ""
            return f"{ship(id)} {'steams on' if len(track) > 1 else 'keeps her place'}{heading}.{swing}"
        case told_of.Rammed(ship=id, target=target, struck=struck, lost=(own, hers)):
            if not struck:
                return f"{ship(id)} tries to ram {ship(target)} and slides past."
            return f"{ship(id)} rams {ship(target)}: {ship(target)} loses {points(hers)}, {ship(id)} {points(own)}."
        case told_of.Grounded(ship=id, what=what, quarters=quarters):
            doing = {
                "passed": "passes the shoal",
                "aground": "runs aground",
                "land": "strikes the land",
                "off": "comes off",
                "stuck": "stays aground",
            }
            return f"{ship(id)} {doing[what]}{f' and loses {points(quarters)}' if quarters else ''}."
        case told_of.Mined(ship=id, hits=hits):
            return f"{ship(id)} is among mines: {many(hits, 'hit') if hits else 'none touches her'}."
        case told_of.Fired():
            return _fired(table, event)
        case told_of.Torpedoed(ship=id, target=target, hit=hit):
            return f"{ship(id)} launches a torpedo at {ship(target)}: {'a hit' if hit else 'it runs past'}."
        case told_of.Struck(ship=id, effect=effect, quarters=quarters, detail=detail):
            loss = f" She loses {points(quarters)}." if quarters else ""
            return (
                f"{ship(id)}: {EFFECTS.get(effect, effect.replace('_', ' '))}{f', {detail}' if detail else ''}.{loss}"
            )
        case told_of.Held(ship=id):
            return f"{ship(id)} does not answer."
        case told_of.Answers(ship=id):
            return f"{ship(id)} will answer."
        case told_of.Threw(ship=id, target=target, face=face):
            return f"{ship(id)} throws {face} against {ship(target)}, and her captain may throw again."
        case told_of.Boarded(ship=id, target=target, won=won):
            end = {True: "and takes her", False: "and is thrown back", None: "and neither gives way"}[won]
            return f"{ship(id)} boards {ship(target)} {end}."
        case told_of.Fought(ship=id, what=what, mended=mended, left=left, quarters=quarters):
            loss = f" She loses {points(quarters)}." if quarters else ""
            if what in ("fire", "flood"):
                verb = "put out" if what == "fire" else "held"
                return f"{ship(id)}: {many(mended, what)} {verb}, {left} left.{loss}"
            return f"{ship(id)}: {FIGHTS[what]} {'is repaired' if mended else 'is not repaired yet'}."
        case told_of.Fate(ship=id, what=what):
            return f"{ship(id)} {FATES[what]}."
        case told_of.Flagged(ship=id):
            return f"The admiral goes over to {ship(id)}."
        case told_of.Contacted(on=on, why=why):
            return f"{capital(why)}: {'the battle goes on' if on else 'the battle ends'}."
        case Ended():
            return ended(event, SIDE_WORDS)
    return str(event)


def _fired(table: Table, event: told_of.Fired) -> str:
    what = "answers" if event.counter else "fires at"
    result = f"{many(event.hits, 'hit')}, {event.through} through" if event.hits else "no hits"
    loss = f", {points(event.quarters)}" if event.quarters else ""
    return f"{name(table, event.ship)} {what} {name(table, event.target)} at {inches(event.range)}: {result}{loss}."


def ordered(table: Table, action: Any) -> str:
    """An order as a sentence, before it is carried out."""

    def ship(id: str) -> str:
        return name(table, id)

    def guns(id: str, shots: Any) -> str:
        return listed([f"{_gun(table, id, aim.gun)} at {ship(aim.target)}" for aim in shots])

    match action:
        case Lead(first=first):
            return f"{capital(SIDE_WORDS[first])} activate first"
        case Place(ship=id, order=order, active=active):
            return f"{ship(id)}: {order} {'this turn' if active else 'next turn'}"
        case Ready():
            return "All orders are placed"
        case Activate(ship=id):
            return f"Activate {ship(id)}"
        case Steam():
            return _steams(table, action)
        case Salvo(ship=id, shots=shots):
            return f"{ship(id)} fires {guns(id, shots)}"
        case Launch(ship=id, shots=shots):
            return f"{ship(id)} launches {listed([f'tube {aim.gun} at {ship(aim.target)}' for aim in shots])}"
        case Counter(ship=id, guns=numbers):
            return (
                f"{ship(id)} answers with {listed([_gun(table, id, n) for n in numbers])}"
                if numbers
                else f"{ship(id)} holds her fire"
            )
        case Board(ship=id, target=target):
            return f"{ship(id)} boards {ship(target)}"
        case Again(again=again):
            return "Throw again" if again else "Let the die stand"
        case Destroy(fort=id, gun=gun):
            return f"Destroy one of the {_gun(table, id, gun)} of {ship(id)}"
        case Done(ship=id):
            return f"{ship(id)} is done"
        case Break(ask=ask):
            return "Ask to break off" if ask else "Fight on"
    return str(action)


def _gun(table: Table, id: str, gun: int) -> str:
    number = table.number(id)
    batteries = table.ships[number].batteries if number >= 0 else ()
    if not 1 <= gun <= len(batteries):
        return f"battery {gun}"
    battery = batteries[gun - 1]
    where = (
        "all round" if len(battery.sectors) == len(SECTORS) else listed([WHERE[sector] for sector in battery.sectors])
    )
    return f"{battery.kind} guns {where}"


def _steams(table: Table, action: Steam) -> str:
    parts = []
    if action.run:
        parts.append(inches(action.run) if action.run > 0 else f"{inches(-action.run)} astern")
    for turn, then in ((action.turn, action.then), (action.second, action.last)):
        if turn:
            parts.append(f"{abs(turn)} degrees to {'starboard' if turn > 0 else 'port'}")
        if then:
            parts.append(inches(then))
    contact = {"ram": "", "board": ", to board what she meets", "stop": ", stopping short"}[action.contact]
    return (
        f"{name(table, action.ship)} steams {', '.join(parts)}{contact}"
        if parts
        else f"{name(table, action.ship)} keeps her place"
    )


def called(table: Table, id: str) -> str:
    """What can be ordered, as a player calls it."""
    return name(table, id) if table.number(id) >= 0 else "the whole side" if id == "step" else id
