"""Formations, auxiliaries, orders and ports in text."""

from __future__ import annotations

from rich.text import Text

from weathergauge.cli.table.sealords import picture
from weathergauge.frame.words import capital
from weathergauge.rulesets.sealords.damage import allowance
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation, Order, Squadron
from weathergauge.rulesets.sealords.naming import waters
from weathergauge.rulesets.sealords.orders import chits, execution, holding
from weathergauge.rulesets.sealords.ports import standing
from weathergauge.rulesets.sealords.state import Table, View
from weathergauge.rulesets.sealords.words import called, counter_name, place_name
from weathergauge.rulesets.sealords.world import World

STATES = {"ready": "at sea", "fitting_out": "fitting out", "in_ordinary": "in ordinary"}


def prestige(table: Table, world: World) -> str:
    """`British 2, Bourbons 0`."""
    each = [f"{world.side_words[side].removeprefix('the ')} {table.tally(side).prestige}" for side in table.sides]
    return f"prestige: {', '.join(each)}"


def row(view: View, formation: Formation, world: World) -> Text:
    """A formation in one line: place, state, sail, damage, and its orders with their progress."""
    assert view.own is not None
    line = Text("  ").append(formation.name, world.players[formation.side].tone)
    told = [place_name(formation.place, world)]
    if formation.state != "ready":
        told.append(STATES[formation.state])
    if formation.squadrons:
        told.append(f"{formation.sail} sail")
    if formation.dps:
        told.append(f"{formation.dps} damage")
    if formation.cargo is not None:
        told.append(f"{formation.cargo.points} of {formation.cargo.full} points of cargo")
    if formation.known != "hidden":
        told.append("spotted")
    if formation.disorganised:
        told.append("disorganised")
    if formation.beating:
        told.append(f"beating up to {place_name(formation.beating, world)}")
    goals = [to for id, to in view.own.plots if id == formation.id]
    told += [f"plotted {f'to {place_name(to, world)}' if to else 'to stay'}" for to in goals]
    order = holding.held(view.own, formation)
    if order is not None:
        told.append(progress(order, world))
    elif formation.kind not in ("dummy", "convoy"):
        told.append("no orders")
    return line.append(f" · {' · '.join(told)}")


def progress(order: Order, world: World) -> str:
    """An order and how far it is carried out."""
    told = waters(chits.words(order, world))
    needed = execution.needed(order, world.charts)
    if order.state == "in_execution" and needed is not None:
        return f"{told} ({order.impulses} of {needed} impulses)"
    return f"{told} ({order.state.replace('_', ' ')})"


def more(view: View, world: World) -> list[Text]:
    """What stands in the lists beside the formations: auxiliaries, orders to be given out, leaders, ports."""
    lines = []
    if view.own is not None:
        lines += [
            Text("Your auxiliaries", "bold"),
            *[Text(f"  {auxiliary(view, aux, world)}") for aux in view.own.auxiliaries],
        ]
        given = [order for order in view.own.orders if order.state in ("available", "received")]
        lines += [Text("Orders to be given out", "bold")] if given else []
        lines += [Text(f"  {chits.words(order, world)} ({order.state})") for order in given]
        if view.own.leaders:
            lines.append(Text(f"Leaders without a post: {', '.join(leader.name for leader in view.own.leaders)}"))
    lines.append(Text("Ports", "bold"))
    side = view.seat or world.sides[0]
    by: dict[str, list[str]] = {}
    for port in view.table.ports:
        by.setdefault(standing(view.table, port.id, side, world) or "", []).append(world.places[port.id].name)
    lines += [Text(f"  {how}: {', '.join(names)}") for how, names in by.items() if how]
    return lines


def auxiliary(view: View, aux: Auxiliary, world: World) -> str:
    """An auxiliary in one line."""
    base = called(view, aux.base, world) if aux.base not in world.places else place_name(aux.base, world)
    told = [aux.box, f"based at {base}" if aux.base else ""]
    if aux.task:
        told.append(f"{aux.task.replace('_', ' ')} at {place_name(aux.place, world)}")
    return f"{aux.id.replace('_', ' ')}: {', '.join(filter(None, told))}"


def sheet(view: View, id: str, world: World) -> list[Text]:
    """Everything about something that has a name."""
    if id in world.places:
        return picture.around(view, id, world)
    own = view.own
    if own is not None:
        if (formation := own.formation(id)) is not None:
            return _formation(view, formation, world)
        for held in own.formations:
            if (squadron := held.squadron(id)) is not None:
                return [Text(f"{_squadron(squadron)}; of {held.name}, {place_name(held.place, world)}")]
            if held.leader is not None and held.leader.id == id:
                return [Text(_leader(held)), *_formation(view, held, world)]
        if (aux := own.auxiliary(id)) is not None:
            return [Text(capital(auxiliary(view, aux, world)))]
    counter = view.table.counter(id)
    if counter is not None:
        head = Text(f"{capital(counter_name(view, id))}, {place_name(counter.place, world)}, {STATES[counter.state]}")
        seen = counter.shown.squadrons if counter.shown is not None else ()
        rows = [Text(f"  {_squadron(squadron)}") for squadron in seen]
        classes = ", ".join(cls.replace("_", " ") for cls in counter.classes)
        return [head, *(rows or [Text(f"  {classes or 'nobody has seen what is there'}")])]
    return [Text(capital(called(view, id, world)))]


def _formation(view: View, formation: Formation, world: World) -> list[Text]:
    lines = [row(view, formation, world)]
    if formation.leader is not None:
        lines.append(Text(f"  {_leader(formation)}"))
    lines += [Text(f"  {_squadron(squadron)}") for squadron in formation.squadrons]
    if formation.squadrons or formation.cargo is not None:
        lines.append(Text(f"  movement {allowance(formation, world.charts)}", "dim"))
    return lines


def _leader(formation: Formation) -> str:
    leader = formation.leader
    assert leader is not None
    wound = f", wounded for {leader.wounded} turns" if leader.wounded else ""
    rank = leader.rank.replace("_", " ")
    return f"{leader.name}, {rank}, {leader.personality}: leadership {leader.lr}, strategy {leader.sr}{wound}"


def _squadron(squadron: Squadron) -> str:
    name = squadron.name or squadron.id.replace("_", " ")
    shift = f", shift {squadron.shift:+d}" if squadron.shift else ""
    return f"{name}: {squadron.cls.replace('_', ' ')}, {squadron.sail} of {squadron.full} sail, damage {squadron.dps} of {squadron.rating}{shift}"  # fmt: skip
