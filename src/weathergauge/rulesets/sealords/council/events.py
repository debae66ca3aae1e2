"""Events (P20): an engine over the boxes of a title's `events.toml`.

A box is an `EventNode`. Boxes with `each = "turn"` are looked at in every administrative phase, the others in that of
quarterly turns, in the order of the file; what makes another box's condition true is seen in the same phase. A box with a
`die` is rolled for, unless its `automatic_when` holds: then it happens by itself, in any turn. One that `lasts` some
quarters has its mark taken off again, and the chits it brought go with it.

Conditions, for `when` and `automatic_when`. Several are joined by ` and ` and ` or ` (`or` binds less), `not ` before one
turns it round; what belongs to it follows after colons:

    relation:british:french:war      how two contingents stand: war, hostile or peace
    fought:british:french            they have fought a battle
    defeat:french                    a contingent has lost a battle badly (SL58)
    fulfilled:show_of_force:naples   an order of that type with that target has been fulfilled, by either side
    landed:troop:coastal_l           a convoy of that kind has landed there
    happened:genoa_joins             an event has happened (all its steps)
    marked:army_in_liguria           its box is marked now
    owner:bastia:french              who owns a port
    year:1745                        in that year or later
    prestige:british:3               a side is ahead by at least as much
    status:scotland:in_the_field     how a campaign of armies stands: none, in_the_field, resting (until the next year), over (for good)
    reached:scotland:edinburgh       armies in the field stand there or beyond
    won:scotland:british             who won a campaign, in this year or for good

Effects, for `effects`: tables with `do`, and `at`, the step with which they come (the last if left out, 0 with each):

    { do = "relation", one = "british", other = "french", to = "war" }
    { do = "owner", ports = ["genoa", "ajaccio"], to = "french" }            SL56 for what lies there
    { do = "close", ports = ["naples"], side = "bourbon", turns = 16 }       a neutral that does not take a side's ships
    { do = "orders", side = "bourbon", into = "pool", orders = [{ type = "transport", command = "french",
        target = ["dunkerque", "coastal_b"], kind = "troop", route = "", count = 1 }] }   `into` may be "available"
    { do = "formation", contingent = "dutch", formation = { name = "...", place = "hellevoetsluis/harbour",
        state = "fitting_out", leader = { ... }, squadrons = [{ ... }] } }     as the structs of state.py have it
    { do = "auxiliaries", side = "bourbon", contingent = "french", cls = "light", count = 2, corsair = "privateer" }
    { do = "convoy", command = "spanish", kind = "azogues", target = ["atlantic_edge", "cadiz"], route = "" }
    { do = "prestige", side = "british", amount = 1 }
    { do = "last", year = 1748, turn = 16 }                                   the campaign's last turn from now on
    { do = "end", reason = "peace" }                                          the campaign ends with this phase
    { do = "unmark", event = "army_in_liguria" }                              ends another event
    { do = "campaign", campaign = "liguria" }                                 its armies take the field, where it begins
    { do = "campaign", campaign = "liguria", may = "never" }                  it never begins again: a status for good

A campaign of armies is a `[[campaign]]` of the same file: see `happenings.Campaign`. It is fought while the event that began
it is marked, or until a position is reached that somebody wins by.

Chapters ask `table.happened("guerre_de_course")` and the like: an id that a chapter knows needs no effect. Entries of
`order_pool` in title.toml are like those of `orders`, each with `side`; `orders.chits.chits(side, world)` makes them
into the pool with which a scenario begins. Targets: cruise three places, blockade and show_of_force a port, interdict a
place, support_the_army a coastal space, escort, transport and victual where the convoy begins and ends, transit the port
where it begins and where it ends, seek_battle the enemy's contingent. `route` is a name of `routes`, or the beginning of
several (`british_levant`) among which the player chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from weathergauge import codec
from weathergauge.dice import D10, Dice
from weathergauge.rulesets.sealords.common import numbered
from weathergauge.rulesets.sealords.council import armies, conditions
from weathergauge.rulesets.sealords.council.actions import EventHappened, EventLooked, ForcesCame
from weathergauge.rulesets.sealords.council.conditions import before, holds
from weathergauge.rulesets.sealords.council.lasting import lapsed, over
from weathergauge.rulesets.sealords.council.turning import closed, owned, paid, related, reopened
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation
from weathergauge.rulesets.sealords.happenings import EventNode
from weathergauge.rulesets.sealords.orders import chits, convoys
from weathergauge.rulesets.sealords.sequence import quarterly, season, serial
from weathergauge.rulesets.sealords.state import Date, EventMark, State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World

Effect = Mapping[str, Any]


def events(state: State, world: World, dice: Dice) -> State:
    """The event phase: armies march, marks that have lasted come off, ports open again, then every box that may be looked at
    (9.2, SL55, SL59)."""
    state = reopened(lapsed(armies.march(state, world, dice), world, dice), world, dice)
    left = list(world.events)
    while True:
        due = next((node for node in left if may_happen(state, node, world)), None)
        if due is None:
            return state
        left.remove(due)
        state = _looked_at(state, due, world, dice)


def may_happen(state: State, node: EventNode, world: World) -> bool:
    """Whether a box is looked at now: its time, what must have come before it, and what must hold."""
    table = state.table
    date, mark = table.date, table.happened(node.id)
    if mark is not None and (mark.year == date.year if node.yearly else mark.count >= node.steps):
        return False
    if not (node.from_year, node.from_turn) <= (date.year, date.turn) <= (node.to_year, node.to_turn):
        return False
    if node.seasons and season(date, world) not in node.seasons:
        return False
    if not all(before(table, id, node.delay, world) for id in node.after):
        return False
    if node.automatic_when and holds(node.automatic_when, state, world):
        return True
    if node.each == "quarter" and not quarterly(date, world):
        return False
    return not node.when or holds(node.when, state, world)


def event_die(need: int, dice: Dice, why: str = "does it happen?") -> bool:
    """The die of a box: at most its number."""
    return dice.roll(1, D10, read=lambda faces: faces[0] <= need, why=why, good="neither")


def _looked_at(state: State, node: EventNode, world: World, dice: Dice) -> State:
    sure = node.die is None or (bool(node.automatic_when) and holds(node.automatic_when, state, world))
    if not sure and not event_die(node.die or 0, dice, f"event: {node.words}"):
        dice.tell(EventLooked(node.id, node.words))
        return state
    known, date = state.table.happened(node.id), state.table.date
    count = known.count + 1 if known is not None else 1
    made = EventMark(node.id, date.year, date.turn, count)
    kept = [event for event in state.table.events if event.id != node.id]
    state = replace(state, table=replace(state.table, events=(*kept, made)))
    step = (count - 1) % node.steps + 1
    dice.tell(EventHappened(node.id, node.words, step))
    for effect in node.effects:
        if effect.get("at", node.steps) in (0, step):
            state = EFFECTS[effect["do"]](state, effect, node, world, dice)
    return state


# Effects


def _relate(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    return related(state, effect["one"], effect["other"], effect["to"], dice)


def _own(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    for id in effect["ports"]:
        state = owned(state, id, effect["to"], world, dice)
    return state


def _close(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    until = serial(state.table.date, world) + effect["turns"] if effect.get("turns") else 0
    for id in effect["ports"]:
        state = closed(state, id, effect["side"], until, world, dice)
    return state


def _orders(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    return chits.added(state, effect["side"], effect["orders"], node.id, effect.get("into", "pool"))


def _formation(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    contingent = world.contingents[effect["contingent"]]
    state, id = numbered(state, contingent.side)
    plain = {"kind": "flotilla", "command": contingent.id, **effect["formation"], "id": id, "side": contingent.side}
    plain["squadrons"] = [{"contingent": contingent.id, **squadron} for squadron in plain.get("squadrons", ())]
    if "leader" in plain:
        plain["leader"] = {"contingent": contingent.id, **plain["leader"]}
    came = codec.convert(plain, Formation)
    dice.tell(ForcesCame(contingent.side, came.name, came.place), to=(contingent.side,))
    return state.with_formation(replace(came, since=state.table.serial))


def _auxiliaries(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    side: Side = effect["side"]
    for _ in range(effect.get("count", 1)):
        state, id = numbered(state, side, "x")
        own = state.secret(side)
        aux = codec.convert(
            {
                "id": id,
                "side": side,
                "contingent": effect["contingent"],
                "cls": effect["cls"],
                "box": "available",
                "corsair": effect.get("corsair", ""),
            },
            Auxiliary,
        )
        state = state.with_secret(side, replace(own, auxiliaries=(*own.auxiliaries, aux)))
    dice.tell(ForcesCame(side, f"{effect.get('count', 1)} {effect['cls']} auxiliaries", ""), to=(side,))
    return state


def _convoy(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    command = world.contingents[effect["command"]]
    target, route = tuple(effect["target"]), effect.get("route", "")
    state, convoy = convoys.made(state, command.side, effect["kind"], target, route, command.id, world, waits=False)
    convoys.gathered(convoy, dice)
    return state


def _prestige(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    return paid(state, effect["side"], effect["amount"], node.words, dice)


def _last(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    last = min(state.table.last, Date(effect["year"], effect["turn"]))
    return replace(state, table=replace(state.table, last=last))


def _end(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    """This turn is the last: the rest of its administrative phase is still done, prestige and all."""
    date = state.table.date
    return replace(state, table=replace(state.table, last=Date(date.year, date.turn)))


def _unmark(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    return over(state, effect["event"], world, dice)


def _campaign(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    row = world.campaign(effect["campaign"])
    if effect.get("may") == "never":
        return armies.ended(state, row, dice)
    return armies.begun(state, row, node.id, world, dice)


EFFECTS: dict[str, Callable[[State, Effect, EventNode, World, Dice], State]] = {
    "relation": _relate,
    "owner": _own,
    "close": _close,
    "orders": _orders,
    "formation": _formation,
    "auxiliaries": _auxiliaries,
    "convoy": _convoy,
    "prestige": _prestige,
    "last": _last,
    "end": _end,
    "unmark": _unmark,
    "campaign": _campaign,
}


# The data is checked by a test, so that a campaign does not stop on a slip of the pen.


def problems(node: EventNode, world: World) -> list[str]:
    """What is wrong with a box of the chart, each as a sentence."""
    asked = [wrong for text in (node.when, node.automatic_when) for wrong in conditions.problems(text, world)]
    faults = [f"{node.id}: {wrong}" for wrong in asked]
    known = {event.id for event in world.events}
    faults += [f"{node.id}: comes after {id!r}, which is no event" for id in node.after if id not in known]
    for effect in node.effects:
        if effect.get("do") not in EFFECTS:
            faults.append(f"{node.id}: no effect {effect.get('do')!r}, expected one of {', '.join(EFFECTS)}")
        for id in (*effect.get("ports", ()), *(effect.get("target", ()))):
            if id not in world.places:
                faults.append(f"{node.id}: {id!r} is no place of the map")
        row = effect.get("campaign")
        if row is not None and row not in [campaign.id for campaign in world.campaigns]:
            faults.append(f"{node.id}: there is no campaign {row!r}")
    return faults
