"""Battles in sentences."""

from __future__ import annotations

from typing import Any

from weathergauge.frame.words import capital, listed, many
from weathergauge.rulesets.sealords.battle import array
from weathergauge.rulesets.sealords.battle.actions import (
    Attack,
    BattleDeclined,
    BattleOffered,
    BattleWon,
    CalledOff,
    CallOff,
    CameUp,
    ColoursStruck,
    CombatFought,
    CombatThrown,
    ConvoyStruck,
    Disordered,
    Engage,
    Engaged,
    FallUpon,
    Fight,
    FireshipSent,
    Foundered,
    GaugeTaken,
    JoinCombat,
    JoinedCombat,
    LeaderPlaced,
    LeadersShown,
    LevelFound,
    Named,
    Pair,
    Paired,
    PlaceLeader,
    PrizeTaken,
    Ransom,
    Reinforce,
    SendFireship,
    Share,
    TakePrize,
    ThrowAgain,
    ThrownAgain,
    Withdraw,
    Withdrew,
)
from weathergauge.rulesets.sealords.battle.quarrels import hunters, prey, price
from weathergauge.rulesets.sealords.casualties import LeaderHit, Ransomed, Succeeded
from weathergauge.rulesets.sealords.forces import Squadron
from weathergauge.rulesets.sealords.naming import marked
from weathergauge.rulesets.sealords.state import Table, View
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.words import counter_name, marked_counter, marked_squadron, place_name
from weathergauge.rulesets.sealords.world import World

FATES = {"captured": "is captured", "killed": "is killed"}
CLASS_WORDS = {
    "sol": "of the line", "sol_d": "small two-decker", "frigate": "frigate", "galley": "galley", "flagship": "flagship",
}  # fmt: skip


def told(table: Table, event: Any, world: World) -> str | None:
    """An event of a battle as a sentence; None for what is not of battles."""
    match event:
        case BattleOffered(side=side, place=place, price=price):
            return f"{_who(side, world)} attack at {place_name(place, world)}{_paid(price)}."
        case BattleDeclined(place=place):
            return f"Nobody seeks battle at {place_name(place, world)}."
        case Engaged(side=side, names=names):
            return f"{_who(side, world)} engage with {listed(names)}."
        case Named(side=side, formation=id):
            return f"{_who(side, world)} name {marked_counter(table, id)} for the battle."
        case GaugeTaken(side=side, chances=chances):
            return f"{_who(side, world)} have the weather gauge ({_chances(chances, world)})."
        case CalledOff(side=side, place=place):
            return f"{_who(side, world)} call the battle at {place_name(place, world)} off."
        case Withdrew(name=name, to=to, away=away):
            return f"{name} withdraws to {place_name(to, world)}." if away else f"{name} cannot get away."
        case CameUp(name=name, came=came):
            return f"{name} comes up in time." if came else f"{name} does not come up in time."
        case LeaderPlaced(leader=leader, squadron=squadron):
            return f"{leader} goes with {_squadron(table, squadron)}."
        case LeadersShown(leaders=leaders):
            each = [f"{name} is with {_squadron(table, squadron)}" for name, squadron in leaders]
            return f"{capital(listed(each))}."
        case FireshipSent(squadron=squadron, hit=hit, dps=dps, sail=sail):
            done = f"{_points(dps)}{_sail(sail)}" if hit else "it burns in vain"
            return f"A fireship drives at {_squadron(table, squadron)}: {done}."
    return _of_the_guns(table, event, world) or _of_the_end(table, event, world)


def _of_the_guns(table: Table, event: Any, world: World) -> str | None:
    match event:
        case LevelFound(side=side, chosen=chosen, intensity=intensity, level=level):
            became = "" if chosen == intensity else f" and it becomes {intensity}"
            return f"{_who(side, world)} fight at {chosen} intensity{became}: damage level {level}."
        case ThrownAgain(side=side, price=price):
            cost = f"pay {price} prestige" if price else "use their free chance"
            return f"{_who(side, world)} {cost}, and the die is thrown again."
        case Paired(squadron=squadron, enemy=other):
            return f"{capital(_squadron(table, squadron))} is laid against {_squadron(table, other)}."
        case JoinedCombat(squadron=squadron, combat=n):
            return f"{capital(_squadron(table, squadron))} joins combat {n}."
        case CombatThrown(combat=n, faces=faces):
            return f"Combat {n}: {' and '.join(map(str, faces))}."
        case CombatFought(combat=n, dps=dps, sail=sail):
            both = [f"{side} {_points(points)}{_sail(lost)}" for side, points, lost in _sides(dps, sail, world)]
            return f"Combat {n} costs {', '.join(both)}."
        case LeaderHit(leader=leader, fate="wounded", turns=turns):
            return f"{leader} is wounded, for {many(turns, 'turn')}."
        case LeaderHit(leader=leader, fate=fate):
            return f"{leader} {FATES[fate]}."
        case Succeeded(leader=leader, role=role):
            return f"{leader} takes over as {role.replace('_', ' ')}."
    return None


def _of_the_end(table: Table, event: Any, world: World) -> str | None:
    match event:
        case Foundered(squadron=squadron, sail=sail, name=name):
            outcome = "loses a sail to her damage" if sail else "keeps afloat in spite of her damage"
            shown = any(one.shown is not None and one.shown.squadron(squadron) is not None for one in table.counters)
            called = _squadron(table, squadron) if shown or not name else marked(squadron, name)
            return f"{capital(called)} {outcome}."
        case BattleWon(side=side, place=place, sail=sail, dps=dps):
            both = [f"{name} {_points(points)}{_sail(lost)}" for name, points, lost in _sides(dps, sail, world)]
            return f"{_who(side, world)} have won the battle at {place_name(place, world)}. It cost {', '.join(both)}."
        case ColoursStruck(side=side, sunk=sunk, captured=captured):
            return f"Of {sunk} enemy sail lost, {captured} {'has' if captured == 1 else 'have'} struck to {world.side_words[side]}."
        case PrizeTaken(cls=cls, squadron=squadron):
            return f"A prize, {CLASS_WORDS[cls]}, joins {_squadron(table, squadron)}."
        case Ransomed(leader=leader, price=price):
            return f"{leader} is ransomed for {price} prestige."
        case Disordered(names=names):
            return f"Disorganised: {listed(names)}."
        case ConvoyStruck(name=name, attacks=attacks, points=points, left=left):
            fell = f"{many(attacks, 'squadron falls', 'squadrons fall')} upon {name}"
            return f"{fell}: {points} points are lost, {left} are left."
    return None


def ordered(view: View, action: Any, world: World) -> str | None:
    """An order of a battle as a sentence; None for what is not of battles."""
    match action:
        case Attack(place=place):
            cost = _paid(_price(view, place, world)) or _paid_at_worst(view, place, world)
            return f"attack at {place_name(place, world)}{cost}"
        case Engage(formation=id):
            return f"engage {counter_name(view, id)}"
        case CallOff():
            return "call the battle off"
        case Withdraw(formation=id, to=to):
            return f"take {counter_name(view, id)} away to {place_name(to, world)}"
        case Reinforce(formation=id):
            return f"bring up {counter_name(view, id)}"
        case PlaceLeader(formation=id, squadron=squadron):
            own = view.own.formation(id) if view.own is not None else None
            leader = own.leader.name if own is not None and own.leader is not None else "the leader"
            return f"let {leader} go with {_squadron(view.table, squadron)}"
        case SendFireship(squadron=squadron):
            return f"send a fireship at {_squadron(view.table, squadron)}"
        case Fight(intensity=intensity):
            return f"fight at {intensity} intensity"
        case ThrowAgain():
            return "have the die thrown again"
        case Pair(squadron=own, enemy=other):
            return f"lay {_squadron(view.table, own)} against {_squadron(view.table, other)}"
        case JoinCombat(squadron=own, combat=n):
            return f"let {_squadron(view.table, own)} join combat {n}"
        case Share(combat=n, own=own):
            return f"combat {n}: {_shared(view.table, n, own, world)}"
        case TakePrize(cls=cls, squadron=squadron):
            return f"put a prize, {CLASS_WORDS.get(cls, cls)}, into {_squadron(view.table, squadron)}"
        case Ransom(leader=id):
            return f"ransom {_captured(view, id)}"
        case FallUpon(convoy=id):
            return f"fall upon {counter_name(view, id)}"
    return None


def _shared(table: Table, n: int, own: int, world: World) -> str:
    """What a sharing leaves for the enemy, of all the shifts that there are."""
    combats = table.battle.combats if table.battle is not None else ()
    sharing = array.sharing(table, combats[n - 1], world) if 1 <= n <= len(combats) else None
    if sharing is None:
        return f"{many(own, 'shift')} to your own side, the rest against the enemy"
    return f"{own} of {many(sharing[1], 'shift')} to your own side, {sharing[1] - own} against the enemy"


def _captured(view: View, id: str) -> str:
    battle, side = view.table.battle, view.seat
    taken = battle.of(side).captured if battle is not None and side is not None else ()
    for leader in (*taken, *(view.own.captives if view.own is not None else ())):
        if leader.id == id:
            return leader.name
    return id.replace("_", " ")


def _who(side: Side, world: World) -> str:
    return capital(world.side_words[side])


def _chances(chances: tuple[int, int], world: World) -> str:
    names = [words.removeprefix("the ") for words in world.side_words.values()]
    return ", ".join([f"{name} {chance}" for name, chance in zip(names, chances, strict=True)])


def _points(dps: int) -> str:
    return many(dps, "damage point")


def _paid(price: int) -> str:
    return f", at the price of {price} prestige once the guns fire" if price else ""


def _price(view: View, place: str, world: World) -> int:
    """What an attack would cost whoever asks; 0 for those who have no ships there."""
    if view.own is None or view.seat is None:
        return 0
    return price(view.table, hunters(view.own, place), prey(view.table, view.seat, place), world) or 0


def _paid_at_worst(view: View, place: str, world: World) -> str:
    """War with any of those engaged makes an attack free; who of them fights the enemy chooses (SL31)."""
    if view.own is None or view.seat is None:
        return ""
    ours = hunters(view.own, place)
    costs = {foe.id: price(view.table, ours, [foe], world) or 0 for foe in prey(view.table, view.seat, place)}
    dear = [counter_name(view, id) for id, cost in costs.items() if cost]
    return f", at the price of {max(costs.values())} prestige if nobody but {listed(dear)} fights" if dear else ""


def _sail(sail: int) -> str:
    return f" and {sail} sail" if sail else ""


def _sides(dps: tuple[int, int], sail: tuple[int, int], world: World) -> list[tuple[str, int, int]]:
    return list(zip(world.side_words.values(), dps, sail, strict=True))


def _squadron(table: Table, id: str) -> str:
    """A squadron by the name of its ship, or of its formation; by its id where she is hidden or gone."""
    for counter in table.counters:
        squadron: Squadron | None = counter.shown.squadron(id) if counter.shown is not None else None
        if squadron is not None and counter.shown is not None:
            return (
                squadron.name
                if squadron.cls == "flagship" and squadron.name
                else f"{marked_squadron(id, table.sides)} of {counter.shown.name}"
            )
    return marked_squadron(id, table.sides)
