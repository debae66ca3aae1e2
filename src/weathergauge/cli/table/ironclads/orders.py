"""Orders of the age of steam in words: `all full but monitor slow`, `monitor move 2 port 30`, `fire main at virginia`."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.cli.table.ironclads.hearing import Heard, ShipNames, Token, listen
from weathergauge.cli.table.names import Unclear
from weathergauge.frame.chapter import STEP
from weathergauge.frame.events import Ready
from weathergauge.frame.words import capital
from weathergauge.freetable import turn_to
from weathergauge.rulesets.ironclads import salvos, steaming, torpedoes
from weathergauge.rulesets.ironclads.actions import (
    Activate,
    Again,
    Aim,
    AnyAction,
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
from weathergauge.rulesets.ironclads.activation import waiting
from weathergauge.rulesets.ironclads.command import commanded
from weathergauge.rulesets.ironclads.passage import STRAIGHT
from weathergauge.rulesets.ironclads.rules import Ironclads
from weathergauge.rulesets.ironclads.speed import shown
from weathergauge.rulesets.ironclads.state import (
    INCH,
    Activating,
    Breaking,
    Choosing,
    Commanding,
    Countering,
    Destroying,
    Over,
    Rethrowing,
    View,
    replace,
)
from weathergauge.rulesets.ironclads.terms import Contact, Order, Sector
from weathergauge.rulesets.ironclads.words import name
from weathergauge.throwing import RandomDice


def read(rules: Ironclads, view: View, said: Sequence[str], chosen: str, names: ShipNames) -> list[AnyAction]:
    """The orders that are meant, or an Unclear sentence."""
    heard = listen(view, said, names)
    match view.table.phase:
        case Choosing():
            return [_lead(view, heard)]
        case Commanding() if heard.verb in ("ready", "done"):
            return [Ready()]
        case Commanding() if heard.verb in ("", "place", "stay"):
            return [*_placed(view, heard, chosen)]
        case Activating(ship=-1):
            return _activated(rules, view, heard, chosen)
        case Activating(ship=active) if active >= 0:
            return [_act(rules, view, heard.ship or view.table.ships[active].id, heard)]
        case Countering(ship=firer, waiting=(first, *_)) if heard.verb in ("", "answer", "fire", "hold", "done"):
            return [_answer(rules, view, heard.ship or view.table.ships[first].id, firer, heard)]
        case Rethrowing() if heard.verb in ("again", "stay", "hold", "done"):
            return [Again(heard.verb == "again")]
        case Destroying() if heard.verb in ("", "destroy"):
            return [_destroyed(rules, view, heard)]
        case Breaking() if heard.verb in ("break", "fight"):
            return [Break(heard.verb == "break")]
        case Over():
            raise Unclear("The battle is over.")
    raise Unclear(f"That is not done now: {rules.now(view)}.")


def _name(view: View, ship: str) -> str:
    return name(view.table, ship)


# Phases 1 and 2


def _lead(view: View, heard: Heard) -> Lead:
    """Who activates first: we, they, or a side by its name."""
    table = view.table
    assert view.seat is not None
    sides = heard.all("side")
    if sides:
        return Lead(sides[0])
    if heard.has("them"):
        return Lead(table.enemy(view.seat))
    if heard.verb == "lead" or heard.has("us"):
        return Lead(view.seat)
    raise Unclear("Who goes first? Say `lead us` or `lead them`.")


def _placed(view: View, heard: Heard, chosen: str) -> list[Place]:
    """Orders for some ships or for all: names first, then what they are to do; `all` is everybody not named besides."""
    ours = [ship.id for _, ship in commanded(view.table, view.seat)] if view.seat is not None else []
    groups: list[tuple[list[str], list[Order], set[str]]] = []
    named: list[str] = []
    fresh = True
    for token in heard.said:
        if token.kind == "ship" or token == Token("flag", "all"):
            if fresh:
                groups.append(([], [], set()))
            groups[-1][0].append(token.value)
            named += [token.value] if token.kind == "ship" else []
            fresh = False
        elif token.kind == "foe":
            raise Unclear(f"{_name(view, token.value)} is not yours to order.")
        elif token.kind == "order":
            if not groups:
                groups.append(([_only(ours, chosen, token.value)], [], set()))
            groups[-1][1].append(token.value)
            fresh = True
        elif token.kind == "flag" and token.value in ("now", "next") and groups:
            groups[-1][2].add(token.value)
        elif token.kind != "verb":
            raise Unclear(f"An order is full, half, slow or stop, as in `{(ours or ['all'])[0]} half`.")
    places: list[Place] = []
    for ships, orders, when in groups:
        if not orders:
            who = "they" if "all" in ships else _name(view, ships[0])
            raise Unclear(f"What are {who} to do? Say full, half, slow or stop." if who == "they" else f"What is {who} to do? Say full, half, slow or stop.")  # fmt: skip
        every = [ship for ship in ours if ship not in named] if "all" in ships else []
        for ship in dict.fromkeys([*(ship for ship in ships if ship != "all"), *every]):
            places += _of_ship(view, ship, orders, when)
    if not places:
        raise Unclear(f"Which order? Say full, half, slow or stop, as in `{(ours or ['all'])[0]} half` or `all half`.")
    return places


def _only(ours: Sequence[str], chosen: str, order: Order) -> str:
    if chosen in ours or len(ours) == 1:
        return chosen if chosen in ours else ours[0]
    raise Unclear(f"Which ship? Name her first, as in `{(ours or ['all'])[0]} {order}`, or say `all {order}`.")


def _of_ship(view: View, ship: str, orders: Sequence[Order], when: set[str]) -> list[Place]:
    """Before the first turn an order for it and one for the next; later the next alone."""
    if len(orders) > 2 or (len(orders) == 2 and (when or view.table.turn > 1)):
        raise Unclear(
            f"{_name(view, ship)} is told one order for the next turn, as in `{ship} {orders[0]}`"
            + (
                "."
                if view.table.turn > 1
                else f", or this turn's and the next one's: `{ship} {orders[0]} {orders[1]}`."
            )
        )
    now = len(orders) == 2 or "now" in when or (view.table.turn == 1 and "next" not in when)
    later = len(orders) == 2 or "next" in when or "now" not in when
    first = [Place(ship, orders[0], True)] if now else []
    return [*first, Place(ship, orders[-1])] if later else first


# Phase 3


def _activated(rules: Ironclads, view: View, heard: Heard, chosen: str) -> list[AnyAction]:
    """A ship is chosen; what she is told in the same breath is looked at as if her order were shown."""
    table = view.table
    assert view.seat is not None
    ready = [ship.id for _, ship in waiting(table, view.seat)]
    ship = heard.ship or (chosen if chosen in ready else ready[0] if len(ready) == 1 else "")
    if not ship:
        raise Unclear(f"Which ship acts? Name her, as in `activate {ready[0]}`.")
    first = Activate(ship)
    if heard.verb in ("", "activate") and not heard.moving:
        return [first]
    if (why := rules.legal(view).why_not(first)) is not None:
        raise Unclear(f"{capital(why)}.")
    # No die is thrown for it, and what the other side hides has no part in it.
    dice = RandomDice(0)
    after = rules.play(rules.imagine(view, dice), view.seat, first, dice).state
    seen = rules.view(after, view.seat)
    order = _act(rules, seen, ship, heard)
    if (why := rules.legal(seen).why_not(order)) is not None:
        raise Unclear(f"{capital(why)}.")
    return [first, order]


def _act(rules: Ironclads, view: View, ship: str, heard: Heard) -> AnyAction:
    """What the ship that acts is told."""
    stage = view.table.phase.stage if isinstance(view.table.phase, Activating) else ""
    match heard.verb:
        case "ram":
            return _into(rules, view, ship, heard, "ram")
        case "board" if stage == "move":
            return _into(rules, view, ship, heard, "board")
        case "board":
            return _board(rules, view, ship, heard)
        case "fire":
            return _fire(rules, view, ship, heard)
        case "torpedo":
            return _launch(rules, view, ship, heard)
        case "done" | "hold":
            return Done(ship)
        case "activate":
            return Activate(ship)
    if heard.moving or (stage == "move" and heard.all("sector", "order")):
        return _steam(rules, view, ship, heard)
    if heard.all("foe") and stage == "fire":
        return _fire(rules, view, ship, heard)
    raise Unclear(f"What is {_name(view, ship)} to do? `options {ship}` lists what she can.")


def _steam(rules: Ironclads, view: View, ship: str, heard: Heard) -> Steam:
    """Her course: runs in inches and turns in degrees as they were said. What was left out is the inch before a turn,
    and all that her speed still gives her after it."""
    table, number = view.table, view.table.number(ship)
    most = shown(table, number, rules.charts).run
    contact: Contact = "board" if heard.has("board") else "stop" if heard.has("stop") else "ram"
    if heard.verb == "stay" or "stop" in heard.all("order"):
        return Steam(ship)
    runs, turns = _course(view, ship, heard)
    if heard.verb == "astern" or (runs[0] or 0) < 0:
        back = abs(runs[0]) if runs[0] is not None else steaming.astern(table, number, rules.charts)
        return Steam(ship, -(back or INCH), turns[0] if turns else 0, contact=contact)
    if len(turns) > 2:
        raise Unclear(f"{_name(view, ship)} cannot turn {len(turns)} times in one move: once, or twice where she may.")
    if not turns:
        return Steam(ship, most if runs[0] is None else runs[0], contact=contact)
    first = STRAIGHT if runs[0] is None else runs[0]
    if len(turns) == 1:
        rest = max(0, most - first)
        return Steam(ship, first, turns[0], rest if runs[1] is None else runs[1], contact=contact)
    then = STRAIGHT if runs[1] is None else runs[1]
    rest = max(0, most - first - then)
    return Steam(ship, first, turns[0], then, turns[1], rest if runs[2] is None else runs[2], contact=contact)


def _course(view: View, ship: str, heard: Heard) -> tuple[list[int | None], list[int]]:
    """Runs in hundredths and turns in degrees: as many runs as turns and one more, None where it was not said."""
    model = view.table.ships[view.table.number(ship)]
    runs: list[int | None] = [None]
    turns: list[int] = []
    degrees: float | None = None
    said = [token for token in heard.said if token.kind in ("number", "sector", "heading", "verb") or token.value == "degrees"]  # fmt: skip
    place = 0
    while place < len(said):
        token, after = said[place], said[place + 1] if place + 1 < len(said) else Token("flag", "")
        if token.kind == "number":
            turning = place > 0 and said[place - 1] == Token("verb", "turn")
            if after.value == "degrees" or (turning and after.kind == "sector"):
                degrees = token.value
            elif runs[-1] is not None:
                raise Unclear("Two runs with no turn between them: say `move 2 port 30 3`, a run, a turn, a run.")
            else:
                runs[-1] = round(token.value * INCH)
        elif token.kind == "sector":
            if token.value not in ("port", "starboard"):
                raise Unclear(f"A ship turns to port or to starboard, not to her {token.value}.")
            if degrees is None:
                if after.kind != "number":
                    raise Unclear(f"How far to {token.value}? Say degrees, as in `{ship} {token.value} 30`.")
                degrees, place = after.value, place + 1
            turns.append(round(degrees) * (1 if token.value == "starboard" else -1))
            runs.append(None)
            degrees = None
        elif token.kind == "heading":
            turns.append(turn_to(model.heading + sum(turns), token.value))
            runs.append(None)
        place += 1
    if degrees is not None:
        raise Unclear(f"To which side? Say `{ship} port {degrees:g}` or `{ship} starboard {degrees:g}`.")
    return runs, turns


def _into(rules: Ironclads, view: View, ship: str, heard: Heard, contact: Contact) -> Steam:
    """A listed course that runs into an enemy, the shortest turn first; whom, where only one can be met."""
    table, number = view.table, view.table.number(ship)
    meetings = []
    for order in rules.legal(view).of(ship):
        if isinstance(order, Steam) and order.contact == "ram":
            met = steaming.ram_of(table, number, order, rules.charts)
            if met is not None:
                meetings.append((table.ships[met.target].id, order))
    whom = heard.all("foe") or list(dict.fromkeys(target for target, _ in meetings))
    if not whom:
        raise Unclear(f"{_name(view, ship)} can run into nobody on a plain course: say her way, as in `{ship} move 2 port 30 3`.")  # fmt: skip
    if len(whom) > 1:
        raise Unclear(f"Whom? Say {' or '.join(f'`{heard.verb} {name}`' for name in whom)}.")
    courses = [order for target, order in meetings if target == whom[0]]
    if not courses:
        raise Unclear(
            f"No plain course takes {_name(view, ship)} into {_name(view, whom[0])}: say her way yourself, "
            f"as in `{ship} move 2 port 30 3`."
        )
    return replace(min(courses, key=lambda order: abs(order.turn) + abs(order.second)), contact=contact)


def _board(rules: Ironclads, view: View, ship: str, heard: Heard) -> Board:
    whom = heard.all("foe") or [order.target for order in rules.legal(view).of(ship) if isinstance(order, Board)]
    if len(whom) == 1:
        return Board(ship, whom[0])
    raise Unclear(
        f"Whom? Say {' or '.join(f'`board {name}`' for name in whom)}."
        if whom
        else f"{_name(view, ship)} has nobody to board now: bases must touch, and both be at slow or stop."
    )


# Guns and tubes


def _chosen(view: View, number: int, picks: Sequence[Token], guns: Sequence[int]) -> list[int]:
    """Of some batteries those that were picked by number, kind or bearing; all where none were."""
    batteries = view.table.ships[number].batteries
    numbers = [round(pick.value) for pick in picks if pick.kind == "number"]
    kinds = [pick.value for pick in picks if pick.kind == "kind"]
    sectors: list[Sector] = [pick.value for pick in picks if pick.kind == "sector"]
    if numbers:
        return numbers
    return [
        gun
        for gun in guns
        if (not kinds or batteries[gun - 1].kind in kinds)
        and (not sectors or any(sector in batteries[gun - 1].sectors for sector in sectors))
    ]


def _aims(heard: Heard) -> list[tuple[list[Token], str]]:
    """Guns and whom they fire at: `main at kaiser, light at novara`; without a name the last part has none."""
    parts: list[tuple[list[Token], str]] = []
    picks: list[Token] = []
    for token in heard.said:
        if token.kind in ("number", "kind", "sector"):
            picks.append(token)
        elif token.kind == "foe":
            parts.append((picks, token.value))
            picks = []
    return [*parts, (picks, "")] if picks or not parts else parts


def _fire(rules: Ironclads, view: View, ship: str, heard: Heard) -> Salvo:
    """Every gun with any hope that was not told otherwise, at whom was named; at the nearest where nobody was."""
    table, number = view.table, view.table.number(ship)
    parts = _aims(heard)
    if len(parts) > 1 and not parts[-1][1]:
        last, whom = parts.pop()[0], parts[-1][1]
        parts[-1] = ([*parts[-1][0], *last], whom)  # `fire kaiser with main`
    groups = [battery.group or f"#{gun}" for gun, battery in enumerate(table.ships[number].batteries, 1)]
    shots: dict[int, str] = {}
    for picks, target in parts:
        target = target or _nearest(rules, view, ship, picks)
        useful = salvos.useful(table, number, table.number(target), rules.charts)
        taken = {groups[gun - 1] for gun in shots}
        guns = [
            gun
            for gun in _chosen(view, number, picks, useful)
            if not 1 <= gun <= len(groups) or groups[gun - 1] not in taken
        ]
        if not guns:
            raise Unclear(_silent(view, number, target, picks))
        shots |= dict.fromkeys(guns, target)
    return Salvo(ship, tuple([Aim(gun, shots[gun]) for gun in sorted(shots)]))


def _nearest(rules: Ironclads, view: View, ship: str, picks: Sequence[Token]) -> str:
    """The nearest target of the guns that were picked."""
    number = view.table.number(ship)
    for salvo in rules.legal(view).of(ship):
        if isinstance(salvo, Salvo) and _chosen(view, number, picks, [aim.gun for aim in salvo.shots]):
            wanted = set(_chosen(view, number, picks, [aim.gun for aim in salvo.shots]))
            return next((aim.target for aim in salvo.shots if aim.gun in wanted), salvo.shots[0].target)
    raise Unclear(f"No guns of {_name(view, ship)} that were meant have any hope of a hit now.")


def _silent(view: View, number: int, target: str, picks: Sequence[Token]) -> str:
    """Why none of the guns that were meant can fire at a target."""
    table = view.table
    ship = table.ships[number]
    for gun in _chosen(view, number, picks, range(1, len(ship.batteries) + 1)):
        why = salvos.why_not_gun(table, number, gun) or salvos.why_not_target(table, number, gun, target)
        if why is not None:
            return f"{capital(why)}."
    return f"No guns of {ship.name} that were meant have any hope against {_name(view, target)}."


def _launch(rules: Ironclads, view: View, ship: str, heard: Heard) -> Launch:
    """All tubes that bear on a target, or those that were named; at the nearest where nobody was."""
    numbers = [round(number) for number in heard.all("number")]
    listed = [order for order in rules.legal(view).of(ship) if isinstance(order, Launch)]
    targets = heard.all("foe") or [order.shots[0].target for order in listed[:1]]
    if not targets:
        model = view.table.ships[view.table.number(ship)]
        why = torpedoes.why_not_tube(view.table, view.table.number(ship), 1) if not model.tubes else None
        raise Unclear(f"{why}." if why else f"{model.name} has nobody in reach of a torpedo.")
    if numbers:
        return Launch(ship, tuple([Aim(tube, targets[0]) for tube in numbers]))
    for order in listed:
        if order.shots[0].target == targets[0]:
            return order
    return Launch(ship, (Aim(1, targets[0]),))  # the rules say why not


def _destroyed(rules: Ironclads, view: View, heard: Heard) -> Destroy:
    """The battery of a fort that loses a gun, by number, type or bearing."""
    offered = [option for option in rules.legal(view).of(STEP) if isinstance(option, Destroy)]
    fort = view.table.number(offered[0].fort)
    picks = [token for token in heard.said if token.kind in ("number", "kind", "sector")]
    guns = _chosen(view, fort, picks, [offer.gun for offer in offered])
    if len(guns) == 1:
        return Destroy(offered[0].fort, guns[0])
    raise Unclear(f"Which gun? Say {' or '.join(f'`destroy {offer.gun}`' for offer in offered)}.")


def _answer(rules: Ironclads, view: View, ship: str, firer: int, heard: Heard) -> Counter:
    """All that bear on the ship that fires, or those that were picked; `hold` is none."""
    if heard.verb in ("hold", "done"):
        return Counter(ship)
    number = view.table.number(ship)
    picks = [token for token in heard.said if token.kind in ("number", "kind", "sector")]
    guns = _chosen(view, number, picks, salvos.useful(view.table, number, firer, rules.charts))
    if not guns:
        raise Unclear(_silent(view, number, view.table.ships[firer].id, picks))
    return Counter(ship, tuple(sorted(guns)))
