"""Reinforcements: the quarterly request, squadrons called away, and formations that come onto the map (4.5, R-ENTRY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from weathergauge.dice import D10, Dice
from weathergauge.rulesets.sealords.casualties import put_ashore
from weathergauge.rulesets.sealords.charts import Charts, Raised, has_row
from weathergauge.rulesets.sealords.common import STEP, Ready, committed, numbered, with_phase
from weathergauge.rulesets.sealords.council.actions import ForcesCame, GiveUpSquadron, Requested, RequestReinforcement
from weathergauge.rulesets.sealords.council.turning import paid
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation, Leader, Squadron
from weathergauge.rulesets.sealords.formations.actions import Reorganised
from weathergauge.rulesets.sealords.naming import marked
from weathergauge.rulesets.sealords.phases import Going, Requesting
from weathergauge.rulesets.sealords.ports import berth, friendly
from weathergauge.rulesets.sealords.ratings import squadron as rated
from weathergauge.rulesets.sealords.sequence import quarterly, season, serial
from weathergauge.rulesets.sealords.state import Seated, State, Table, replace
from weathergauge.rulesets.sealords.terms import AuxClass, Season, Side, SquadronClass
from weathergauge.rulesets.sealords.world import Contingent, World

PAY = "modify_reinforcement_request_table_max_1"

ANSWER_WORDS: dict[str, str] = {
    "sol_4_and_leader": "a squadron of four sail of the line with a leader",
    "sol_2": "a squadron of two sail of the line",
    "sol_d_2": "a squadron of two small two-deckers",
    "frigate_2": "a squadron of two frigates",
    "auxiliaries": "two auxiliaries",
    "nothing": "nothing",
    "give_up": "a squadron is called away",
}
AUXILIARIES: tuple[AuxClass, AuxClass] = ("fleet", "light")


class Entering(Struct, frozen=True):
    """When a formation enters the map, and how worn."""

    impulse: int
    dps: int


def answered(pay: bool, charts: Charts, dice: Dice, seat: Side | None = None) -> str:
    """One die, less 1 for prestige spent on it, not below 0."""
    add = [charts.prestige.modifier("prestige is spent on it", PAY)] if pay else []
    changed = dice.reckon("the request for reinforcements", add, seat=seat, secret=seat is not None) if add else 0
    return dice.roll(
        1,
        D10,
        read=lambda faces: charts.reinforcement_request.at(faces[0] + changed),
        why="what does the request bring?",
        seat=seat,
        secret=seat is not None,
        good="low",
    )


def entering(now: Season, charts: Charts, dice: Dice, seat: Side | None = None) -> Entering:
    """Two rolls on the map entry table, for the impulse and for the wear; without that table the first impulse, and none."""
    chart = charts.map_entry_attrition
    if chart is None:
        return Entering(1, 0)
    hidden, when, how = seat is not None, "in which impulse do they come?", "how worn are they?"
    impulse = dice.look_up(chart, why=when, season=now, seat=seat, secret=hidden, good="low").impulse
    dps = dice.look_up(chart, why=how, season=now, seat=seat, secret=hidden, good="low").dps
    return Entering(impulse, dps)


# The request


def requests(state: State, world: World, dice: Dice) -> State:
    """A quarterly turn: both sides may ask; in other turns nobody does."""
    return with_phase(state, Requesting(world.sides) if quarterly(state.table.date, world) else Going())


def price(table: Table, contingent: str, pay: bool, world: World) -> int:
    """Prestige that a request costs: what is spent on its die, and what asking before the war does."""
    prestige = world.charts.prestige
    rows = [PAY] if pay else []
    peace = world.values.before_war
    if peace is not None and peace.request and contingent == peace.contingent:
        rows += [peace.request] if table.relation(peace.foe, contingent) != "war" else []
    return -sum([int(prestige.at(row)) for row in rows])


def subjects(view: Seated, world: World) -> Sequence[str]:
    if view.own.owed:
        return (*[formation.id for formation in view.own.formations if of(view, formation.id, world)], STEP)
    return (STEP,)


def of(view: Seated, subject: str, world: World) -> Sequence[Any]:
    own = view.own
    if subject == STEP:
        if own.owed:
            return (Ready(),)
        ours = [contingent.id for contingent in world.values.contingents if contingent.side == view.seat]
        asks = [RequestReinforcement(id, pay) for id in ours for pay in (False, True)]
        return (*[ask for ask in asks if why_not(view, ask, world) is None], Ready())
    formation = own.formation(subject)
    offers = [GiveUpSquadron(squadron.id) for squadron in formation.squadrons] if formation is not None else []
    return [ask for ask in offers if why_not(view, ask, world) is None]


def why_not(view: Seated, action: Any, world: World) -> str | None:
    own, side = view.own, view.seat
    match action:
        case Ready():
            return None
        case RequestReinforcement(contingent=contingent):
            known = world.contingents.get(contingent)
            if known is None or known.side != side:
                ours = ", ".join([contingent.id for contingent in world.values.contingents if contingent.side == side])
                return f"{contingent!r} is no contingent of yours: ask for one of {ours}"
            if own.owed:
                return "a squadron is called away: name her first"
            if not _takes_part(view, known):
                return f"the {known.words} have no squadrons on the map and are at odds with nobody: they send none"
            return None
        case GiveUpSquadron(squadron=id):
            if not own.owed:
                return "no squadron is called away"
            formation = next((formation for formation in own.formations if formation.squadron(id) is not None), None)
            squadron = formation.squadron(id) if formation is not None else None
            if squadron is None:
                return f"you have no squadron {id!r}: name one of your own"
            if squadron.cls == "flagship":
                return f"{squadron.name or id} is a flagship: an ordinary squadron is called away"
            return None
    return "now reinforcements are asked for: other things wait for the council"


def _takes_part(view: Seated, contingent: Contingent) -> bool:
    """Whether a contingent can be reinforced: it has squadrons on the map, or a war to send new ones to (SL60)."""
    there = [squadron.contingent for formation in view.own.formations for squadron in formation.squadrons]
    at_odds = [power for pair in view.table.relations for power in pair[:2]]
    return contingent.id in there or contingent.id in at_odds


def play(state: State, side: Side, action: Any, world: World, dice: Dice) -> State:
    match action:
        case RequestReinforcement():
            return _asked(state, side, action, world, dice)
        case GiveUpSquadron(squadron=id):
            state = _given_up(state, side, id, dice)
            return committed(state, side) if not state.secret(side).owed else state
    raise ValueError(f"a request knows no {type(action).__name__}")


def _asked(state: State, side: Side, action: RequestReinforcement, world: World, dice: Dice) -> State:
    cost = price(state.table, action.contingent, action.pay, world)
    if cost:
        state = paid(state, side, -cost, "a request for reinforcements", dice)
    if action.pay:
        state = replace(state, table=state.table.with_tally(side, replace(state.table.tally(side), bought=True)))
    answer = answered(action.pay, world.charts, dice, side)
    contingent = world.contingents[action.contingent]
    dice.tell(Requested(side, contingent.id, ANSWER_WORDS[answer]), to=(side,))
    if has_row(world.charts.reinforcements, answer):
        state = _raised(state, contingent, world.charts.reinforcements.at(answer), world, dice)
    elif answer == "auxiliaries":
        state = _fitted_out(state, contingent, dice)
    elif answer == "give_up":
        state = state.with_secret(side, replace(state.secret(side), owed=state.secret(side).owed + 1))
        if _callable(state, side):
            return state  # the player names her
    return committed(state, side)


def _raised(state: State, contingent: Contingent, new: Raised, world: World, dice: Dice) -> State:
    """A new squadron, in a home port or on her way to the edge of the map."""
    side = contingent.side
    state, squadron = fresh(state, contingent, new.cls, new.sail, world)
    state, id = numbered(state, side)
    leader = None
    if new.led:
        state, name = numbered(state, side, "leader")
        ratings = world.charts.reinforcement_leader
        leader = Leader(
            name, f"{contingent.words} commodore", contingent.id, ratings.at("lr"), "cautious", ratings.at("sr"),
            ratings.at("control"),
        )  # fmt: skip
    base = Formation(id, side, f"{contingent.words} reinforcement", "squadron", "", contingent.id)
    base = replace(base, leader=leader, squadrons=(squadron,))
    home = home_of(state.table, contingent, world)
    if contingent.entry or home is None:
        entry = contingent.entry or _edge(world)
        return on_its_way(state, replace(base, place=entry), world, dice)
    state_in = "in_ordinary" if world.places[home].port == "key" else "fitting_out"
    fitting = replace(base, place=berth(home, world), state=state_in)
    dice.tell(ForcesCame(side, fitting.name, fitting.place), to=(side,))
    return state.with_formation(fitting)


def fresh(state: State, contingent: Contingent, cls: SquadronClass, sail: int, world: World) -> tuple[State, Squadron]:
    """A squadron of new sail, rated as her class is."""
    state, id = numbered(state, contingent.side, "s")
    return state, replace(rated(id, contingent.id, cls, sail, world), new=sail)


def home_of(table: Table, contingent: Contingent, world: World) -> str | None:
    """The first of a contingent's home ports that is still its side's."""
    return next((port for port in contingent.home if friendly(table, port, contingent.side, world)), None)


def _edge(world: World) -> str:
    return next(place.id for place in world.places.values() if place.kind == "entry")


def on_its_way(state: State, formation: Formation, world: World, dice: Dice) -> State:
    """A formation comes next turn, in the impulse and with the wear that the dice give (SL61)."""
    side = formation.side
    came = entering(season(state.table.date, world), world.charts, dice, side)
    dice.take_account()  # nobody hears of them before they come
    worn = tuple([replace(squadron, dps=squadron.dps + came.dps) for squadron in formation.squadrons])
    own = state.secret(side)
    turn = serial(state.table.date, world) + 1
    arrivals = (*own.arrivals, (turn, came.impulse, replace(formation, squadrons=worn)))
    return state.with_secret(side, replace(own, arrivals=arrivals))


def arrive(state: State, world: World, dice: Dice) -> State:
    """At the start of an impulse: what is due now, or overdue, stands on its entry place."""
    table = state.table
    now = (serial(table.date, world), table.date.impulse)
    for side in world.sides:
        own = state.secret(side)
        due = [arrival for arrival in own.arrivals if (arrival[0], arrival[1]) <= now]
        if not due:
            continue
        left = tuple([arrival for arrival in own.arrivals if (arrival[0], arrival[1]) > now])
        state = state.with_secret(side, replace(own, arrivals=left))
        for _, _, formation in due:
            dice.tell(ForcesCame(side, formation.name, formation.place), to=(side,))
            state = state.with_formation(replace(formation, since=table.serial))
    return state


def _fitted_out(state: State, contingent: Contingent, dice: Dice) -> State:
    side = contingent.side
    for cls in AUXILIARIES:
        state, id = numbered(state, side, "x")
        own = state.secret(side)
        aux = Auxiliary(id, side, contingent.id, cls, "available")
        state = state.with_secret(side, replace(own, auxiliaries=(*own.auxiliaries, aux)))
    dice.tell(ForcesCame(side, "two auxiliaries", ""), to=(side,))
    return state


# Squadrons called away


def _callable(state: State, side: Side) -> list[tuple[Formation, Squadron]]:
    own = state.secret(side)
    return [
        (formation, squadron)
        for formation in own.formations
        for squadron in formation.squadrons
        if squadron.cls != "flagship"
    ]


def _given_up(state: State, side: Side, id: str, dice: Dice) -> State:
    formation = next(formation for formation in state.secret(side).formations if formation.squadron(id) is not None)
    squadron = formation.squadron_of(id)
    state = state.with_secret(side, replace(state.secret(side), owed=state.secret(side).owed - 1))
    dice.tell(
        Reorganised(side, f"{marked(squadron.id, squadron.name or squadron.id)} of {formation.name} is called away"),
        to=(side,),
    )
    return without_squadrons(state, formation, (id,))


def without_squadrons(state: State, formation: Formation, gone: tuple[str, ...]) -> State:
    """A formation without some of its squadrons; a leader without any has no post."""
    left = tuple([squadron for squadron in formation.squadrons if squadron.id not in gone])
    if not left and formation.leader is not None:
        state = put_ashore(state, formation.side, formation.leader)  # admirals are followed when the turn ends (SL92)
        formation = replace(formation, leader=None)
    kind = (
        "squadron" if len(left) == 1 and formation.kind == "flotilla" and formation.leader is None else formation.kind
    )
    return state.with_formation(replace(formation, squadrons=left, kind=kind))


def called_away(state: State, dice: Dice) -> State:
    """Before the council: whom the player did not name. The least squadron goes, one in port rather than at sea (SL62)."""
    for side in state.table.sides:
        while state.secret(side).owed:
            recallable = _callable(state, side)
            if not recallable:
                state = state.with_secret(side, replace(state.secret(side), owed=0))
                break
            _, least = min(recallable, key=lambda pair: (pair[0].afloat, pair[1].sail, pair[1].rating, pair[1].id))
            state = _given_up(state, side, least.id, dice)
    return state
