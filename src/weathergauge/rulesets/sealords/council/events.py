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
from weathergauge.rulesets.sealords.council.actions import (
    EventHappened,
    EventLooked,
    EventOver,
    ForcesCame,
    PortLost,
    PortTurned,
    PrestigePaid,
    RelationChanged,
)
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation
from weathergauge.rulesets.sealords.orders import chits, convoys, execution
from weathergauge.rulesets.sealords.orders.holding import shut
from weathergauge.rulesets.sealords.prestige import scored
from weathergauge.rulesets.sealords.sequence import quarterly, season, serial
from weathergauge.rulesets.sealords.state import Date, EventMark, State, Table, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import EventNode, World, at

Effect = Mapping[str, Any]


def events(state: State, world: World, dice: Dice) -> State:
    """The event phase: marks that have lasted come off, ports open again, then every box that may be looked at (9.2, SL55)."""
    state = _reopened(_lapsed(state, world, dice), world, dice)
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
    if not all(_before(table, id, node.delay, world) for id in node.after):
        return False
    if node.automatic_when and holds(node.automatic_when, state, world):
        return True
    if node.each == "quarter" and not quarterly(date, world):
        return False
    return not node.when or holds(node.when, state, world)


def _before(table: Table, id: str, delay: int, world: World) -> bool:
    """Whether an event has happened, all its steps, and long enough ago."""
    mark = table.happened(id)
    if mark is None or not _complete(mark, world):
        return False
    quarter = world.charts.turn_structure.of(int, "turns_per_season")
    return serial(table.date, world) - serial(Date(mark.year, mark.turn), world) >= delay * quarter


def _complete(mark: EventMark, world: World) -> bool:
    node = next((one for one in world.events if one.id == mark.id), None)
    return node is None or node.yearly or mark.count >= node.steps


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
    kept = [one for one in state.table.events if one.id != node.id]
    state = replace(state, table=replace(state.table, events=(*kept, made)))
    step = (count - 1) % node.steps + 1
    dice.tell(EventHappened(node.id, node.words, step))
    for effect in node.effects:
        if effect.get("at", node.steps) in (0, step):
            state = EFFECTS[effect["do"]](state, effect, node, world, dice)
    return state


# Conditions


def holds(condition: str, state: State, world: World) -> bool:
    """Whether a condition of the chart holds now."""
    return any(
        all(_one(part.strip(), state, world) for part in either.split(" and ")) for either in condition.split(" or ")
    )


def _one(part: str, state: State, world: World) -> bool:
    if part.startswith("not "):
        return not _one(part.removeprefix("not ").strip(), state, world)
    name, *given = part.split(":")
    return CONDITIONS[name](state, given, world)


def _relation(state: State, given: list[str], world: World) -> bool:
    return state.table.relation(given[0], given[1]) == given[2]


def _noted(kind: str) -> Callable[[State, list[str], World], bool]:
    def found(state: State, given: list[str], world: World) -> bool:
        return state.table.happened(":".join([kind, *given])) is not None

    return found


def _happened(state: State, given: list[str], world: World) -> bool:
    mark = state.table.happened(given[0])
    return mark is not None and _complete(mark, world)


def _marked(state: State, given: list[str], world: World) -> bool:
    mark = state.table.happened(given[0])
    return mark is not None and mark.marked


def _owned(state: State, given: list[str], world: World) -> bool:
    port = state.table.port(given[0])
    return port is not None and port.owner == given[1]


def _year(state: State, given: list[str], world: World) -> bool:
    return state.table.date.year >= int(given[0])


def _ahead(state: State, given: list[str], world: World) -> bool:
    side = given[0]
    return state.table.tally(side).prestige - state.table.tally(world.enemy(side)).prestige >= int(given[1])


CONDITIONS: dict[str, Callable[[State, list[str], World], bool]] = {
    "relation": _relation,
    "fought": _noted("fought"),
    "defeat": _noted("defeat"),
    "fulfilled": _noted("fulfilled"),
    "landed": _noted("landed"),
    "happened": _happened,
    "marked": _marked,
    "owner": _owned,
    "year": _year,
    "prestige": _ahead,
}
ARGUMENTS = {
    "relation": 3, "fought": 2, "defeat": 1, "fulfilled": 2, "landed": 2, "happened": 1, "marked": 1, "owner": 2,
    "year": 1, "prestige": 2,
}  # fmt: skip
"""How many words belong to each condition."""


# Effects


def _relate(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    return related(state, effect["one"], effect["other"], effect["to"], dice)


def related(state: State, one: str, other: str, to: str, dice: Dice) -> State:
    """Two contingents are at war, hostile or at peace from now on."""
    kept = [row for row in state.table.relations if {row[0], row[1]} != {one, other}]
    if to != "peace":
        kept.append((one, other, to))
    dice.tell(RelationChanged(one, other, to))
    return replace(state, table=replace(state.table, relations=tuple(kept)))


def _own(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    for id in effect["ports"]:
        port = state.table.port_of(id)
        to = effect["to"]
        table = state.table.with_port(replace(port, owner=to, closed="", closed_until=0))
        dice.tell(PortTurned(id, "owner", to))
        side = world.side_of(to)
        if side is not None:
            before, state = state, replace(state, table=table)
            state = turned_out(before, state, id, world.enemy(side), world, dice)
        else:
            state = replace(state, table=table)
    return state


def _close(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    # SL57: for those who lie there it is as if the port had been lost.
    until = serial(state.table.date, world) + effect["turns"] if effect.get("turns") else 0
    for id in effect["ports"]:
        port = state.table.port_of(id)
        dice.tell(PortTurned(id, "closed", effect["side"]))
        before = state
        closed = replace(port, closed=effect["side"], closed_until=until)
        state = replace(state, table=state.table.with_port(closed))
        state = turned_out(before, state, id, effect["side"], world, dice)
    return state


def turned_out(before: State, state: State, port: str, side: Side, world: World, dice: Dice) -> State:
    """A port turns against a side: what lies there puts to sea, or strikes if the enemy blockades it (SL56).

    `before` is the position in which the port was still open, by which a blockade is judged.
    """
    caught = shut(before, port, side)
    for formation in state.secret(side).formations:
        if at(formation.place) != port or formation.afloat:
            continue
        dice.tell(PortLost(port, side, formation.id, caught))
        state = _struck(state, formation, dice) if caught else state.with_formation(_put_out(state, formation, port))
    own = state.secret(side)
    for aux in own.auxiliaries:
        if aux.base == port and aux.box == "assigned":
            own = own.with_auxiliary(replace(aux, box="available", base=""))
    return state.with_secret(side, own)


def _put_out(state: State, formation: Formation, port: str) -> Formation:
    return replace(
        formation, place=port, state="ready", approach="from_fitting_out", since=state.table.serial, beating=""
    )


def _struck(state: State, formation: Formation, dice: Dice) -> State:
    """A formation that cannot leave a captured port: its sail count as struck."""
    lost: dict[str, int] = {}
    for squadron in formation.squadrons:
        lost[squadron.cls] = lost.get(squadron.cls, 0) + squadron.sail
    state = state.without(formation.id)
    if not lost:
        return state
    after: State = scored(state, state.table.enemy(formation.side), tuple(lost.items()), 0, 0, dice)
    return after


def _orders(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    return chits.added(state, effect["side"], effect["orders"], node.id, effect.get("into", "pool"))


def _formation(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    contingent = world.contingents[effect["contingent"]]
    state, id = numbered(state, contingent.side)
    plain = {"kind": "flotilla", "command": contingent.id, **effect["formation"], "id": id, "side": contingent.side}
    plain["squadrons"] = [{"contingent": contingent.id, **one} for one in plain.get("squadrons", ())]
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


def paid(state: State, side: Side, amount: int, reason: str, dice: Dice) -> State:
    """Prestige won or spent outside battle."""
    tally = state.table.tally(side)
    dice.tell(PrestigePaid(side, amount, reason))
    return replace(state, table=state.table.with_tally(side, replace(tally, prestige=tally.prestige + amount)))


def _last(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    last = min(state.table.last, Date(effect["year"], effect["turn"]))
    return replace(state, table=replace(state.table, last=last))


def _end(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    """This turn is the last: the rest of its administrative phase is still done, prestige and all."""
    date = state.table.date
    return replace(state, table=replace(state.table, last=Date(date.year, date.turn)))


def _unmark(state: State, effect: Effect, node: EventNode, world: World, dice: Dice) -> State:
    return over(state, effect["event"], world, dice)


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
}


# What ends


def over(state: State, id: str, world: World, dice: Dice) -> State:
    """An event's mark comes off: chits it brought that nobody carries out leave play, support of its army has failed."""
    mark = state.table.happened(id)
    if mark is None or not mark.marked:
        return state
    marks = tuple([replace(one, marked=False) if one.id == id else one for one in state.table.events])
    state = replace(state, table=replace(state.table, events=marks))
    node = next((one for one in world.events if one.id == id), None)
    dice.tell(EventOver(id, node.words if node is not None else id))
    for side in world.sides:
        for order in state.secret(side).orders:
            running = order.state in ("issued", "in_execution")
            if order.event == id and running and order.type == "support_the_army":
                state = execution.ended(state, side, order, "failed", "the army's campaign is over", world, dice)
        own = state.secret(side)
        kept = [one for one in own.orders if one.event != id or one.state in ("issued", "in_execution")]
        state = state.with_secret(side, replace(own, orders=tuple(kept)))
    return state


def _lapsed(state: State, world: World, dice: Dice) -> State:
    quarter = world.charts.turn_structure.of(int, "turns_per_season")
    for node in world.events:
        mark = state.table.happened(node.id) if node.lasts else None
        if mark is not None and mark.marked:
            ago = serial(state.table.date, world) - serial(Date(mark.year, mark.turn), world)
            if ago >= node.lasts * quarter:
                state = over(state, node.id, world, dice)
    return state


def _reopened(state: State, world: World, dice: Dice) -> State:
    now = serial(state.table.date, world)
    for port in state.table.ports:
        if port.closed and 0 < port.closed_until <= now:
            dice.tell(PortTurned(port.id, "opened", port.closed))
            opened = replace(port, closed="", closed_until=0)
            state = replace(state, table=state.table.with_port(opened))
    return state


# The data is checked by a test, so that a campaign does not stop on a slip of the pen.


def problems(node: EventNode, world: World) -> list[str]:
    """What is wrong with a box of the chart, each as a sentence."""
    found = []
    for text in (node.when, node.automatic_when):
        for part in [part for either in text.split(" or ") for part in either.split(" and ") if part.strip()]:
            name, *given = part.strip().removeprefix("not ").strip().split(":")
            if name not in CONDITIONS:
                found.append(f"{node.id}: no condition {name!r}, expected one of {', '.join(CONDITIONS)}")
            elif len(given) != ARGUMENTS[name]:
                found.append(f"{node.id}: {name} takes {ARGUMENTS[name]} words after it, {len(given)} given")
    known = {one.id for one in world.events}
    found += [f"{node.id}: comes after {id!r}, which is no event" for id in node.after if id not in known]
    for effect in node.effects:
        if effect.get("do") not in EFFECTS:
            found.append(f"{node.id}: no effect {effect.get('do')!r}, expected one of {', '.join(EFFECTS)}")
        for id in (*effect.get("ports", ()), *(effect.get("target", ()))):
            if id not in world.places:
                found.append(f"{node.id}: {id!r} is no place of the map")
    return found
