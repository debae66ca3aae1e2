"""Orders of a fleet action in words: `mars turn 20 starboard`, `fire mars at pluton`, `board mars pluton`."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.cli.table.names import Names, Unclear
from weathergauge.cli.table.trafalgar.hearing import Heard, listen
from weathergauge.frame.events import Ready
from weathergauge.freetable import bearing, turn_to
from weathergauge.ruleset import Choices
from weathergauge.rulesets.trafalgar import helm, targets
from weathergauge.rulesets.trafalgar.actions import (
    AnyAction,
    Board,
    Finish,
    Fire,
    Grapple,
    Hold,
    Move,
    Part,
    Pick,
    Remain,
    Turn,
)
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import INCH, Broadside, Firing, Manner, Moving, View
from weathergauge.rulesets.trafalgar.wind import limits


def read(view: View, said: Sequence[str], chosen: str, names: Names, charts: Charts) -> list[AnyAction]:
    """The orders that are meant, or an Unclear sentence."""
    heard = listen(view, said, names)
    choices = RULES.legal(view)
    verb = heard.verb or _guess(view, heard)
    if verb in ("ready", "finish"):
        return [Ready() if verb == "ready" or not isinstance(view.table.phase, Moving | Firing) else Finish()]
    if verb == "fire" and "all" in heard.flags and not heard.ship:
        return [order for ship in choices.subjects() if (order := _nearest(view, ship)) is not None] or [Finish()]
    if verb in ("move", "") and "all" in heard.flags and not heard.numbers:
        return [Finish()]
    ship = heard.ship or _understood(view, heard, verb, chosen, choices)
    match verb:
        case "turn" | "steer":
            return [_turn(view, ship, heard)]
        case "move":
            return [_move(view, ship, heard, charts)]
        case "fire":
            return [_fire(view, ship, heard)]
        case "hold":
            return [Hold(ship)]
        case "board" | "grapple" | "part" | "remain" | "pick":
            return [_secret(view, ship, heard, verb, choices)]
    raise Unclear(f"What is {_name(view, ship)} to do? `options {ship}` lists what she can.")


def _guess(view: View, heard: Heard) -> str:
    """The verb that was left out."""
    if heard.heading is not None or (heard.ways and heard.numbers):
        return "turn"
    if isinstance(view.table.phase, Firing) and (heard.targets or heard.ways or "both" in heard.flags):
        return "fire"
    if heard.numbers or heard.flags & {"most", "least", "same", "touching"}:
        return "move"
    return ""


def _understood(view: View, heard: Heard, verb: str, chosen: str, choices: Choices[AnyAction]) -> str:
    """The ship that was not named: the one chosen before, the only one there is, or the only one that can."""
    ready = [subject for subject in choices.subjects() if view.table.number(subject) >= 0]
    if chosen in ready:
        return chosen
    if len(ready) > 1 and heard.targets:
        target = heard.targets[0][1]
        kinds = {"fire": Fire, "board": Board, "grapple": Grapple, "part": Part, "remain": Remain, "pick": Pick}
        kind = kinds.get(verb, Fire)
        able = [ship for ship in ready if any(isinstance(a, kind) and target in _aims(a) for a in choices.of(ship))]
        ready = able or ready
    if len(ready) == 1:
        return ready[0]
    if not ready:
        raise Unclear("No ship can be ordered now: `done` ends the step.")
    first = f" {_example(heard)}".rstrip()
    raise Unclear(f"Which ship? Name her first, as in `{ready[0]}{first}`.")


def _example(heard: Heard) -> str:
    parts = [heard.verb, *(f"{number:g}" for number in heard.numbers), *heard.ways]
    return " ".join(part for part in parts if part)


def _aims(action: AnyAction) -> tuple[str | None, ...]:
    return (action.port, action.starboard) if isinstance(action, Fire) else (getattr(action, "target", None),)


def _name(view: View, ship: str) -> str:
    return view.table.ships[view.table.number(ship)].name


def _turn(view: View, ship: str, heard: Heard) -> Turn:
    number = view.table.number(ship)
    heading = heard.heading
    if heading is None and heard.verb == "steer" and heard.numbers:
        heading = round(heard.numbers[0]) % 360
    if heading is not None:
        angle = turn_to(view.table.ships[number].heading, heading)
        if angle == 0:
            raise Unclear(f"{_name(view, ship)} is on that heading already.")
        angle = 180 if angle == -180 and "starboard" in heard.ways else angle
    elif not heard.numbers:
        raise Unclear(f"How far? Say so many degrees, as in `{ship} turn 20 {(heard.ways or ['port'])[0]}`.")
    else:
        degrees = heard.numbers[0]
        if degrees != int(degrees):
            raise Unclear(f"{degrees:g}: a turn is so many whole degrees.")
        if not heard.ways and degrees > 0:
            raise Unclear(f"To which side? Say `{ship} turn {degrees:g} port` or `{ship} turn {degrees:g} starboard`.")
        angle = -abs(int(degrees)) if "port" in heard.ways or degrees < 0 else int(degrees)
    return Turn(ship, angle, heard.manner or usual_manner(view, number))


def usual_manner(view: View, number: int) -> Manner:
    """How she turns where nothing is said: a lead ship with her line, any other alone."""
    table = view.table
    if not isinstance(table.phase, Moving) or len(helm.unit_of(table, number)) < 2:
        return "alone"
    squadron = table.squadron_of(number)
    return "together" if squadron is not None and squadron.abreast else "succession"


def _move(view: View, ship: str, heard: Heard, charts: Charts) -> Move:
    table = view.table
    model = table.ships[table.number(ship)]
    low, high = limits(model, model.heading, table, charts)
    if heard.numbers:
        distance = round(heard.numbers[0] * INCH)
    elif "least" in heard.flags:
        distance = low
    elif "same" in heard.flags:
        distance = max(low, min(high, model.speed))
    elif heard.flags & {"most", "touching"}:
        distance = high
    else:
        raise Unclear(
            f"How far? This turn {model.name} sails {low / INCH:g} to {high / INCH:g} inches: `{ship} move {high / INCH:g}`."
        )
    side: Broadside = heard.ways[0] if heard.ways else "port"
    return Move(ship, distance, "touching" in heard.flags, side)


def _fire(view: View, ship: str, heard: Heard) -> Fire:
    table, number = view.table, view.table.number(ship)
    bears = {side: [table.ships[m.target].id for m in targets.targets(table, number, side)] for side in sides()}
    if "both" in heard.flags and not heard.targets:
        for side in sides():
            if not bears[side]:
                raise Unclear(f"Nothing bears to {side} of {_name(view, ship)}: she can fire one broadside only.")
        return Fire(ship, port=bears["port"][0], starboard=bears["starboard"][0])
    aims: dict[Broadside, str] = {}
    for way, target in heard.targets:
        side = way or _side_of(view, number, target, bears)
        if side in aims:
            raise Unclear(f"Two targets to {side}: each broadside fires at one.")
        aims[side] = target
    for way in heard.ways:
        if way not in aims and len(heard.targets) == 1 and len(heard.ways) == 1 and heard.targets[0][0] is None:
            aims = {way: heard.targets[0][1]}  # `fire at pluton to port`
        elif way not in aims:
            if not bears[way]:
                raise Unclear(f"Nothing bears to {way} of {_name(view, ship)}.")
            aims[way] = bears[way][0]
    if not aims:
        nearest = _nearest_on(view, number)
        if nearest is None:
            raise Unclear(f"Nothing bears from {_name(view, ship)}.")
        aims = dict([nearest])
    return Fire(ship, port=aims.get("port"), starboard=aims.get("starboard"))


def sides() -> tuple[Broadside, Broadside]:
    return "port", "starboard"


def _nearest_on(view: View, number: int) -> tuple[Broadside, str] | None:
    """The nearest target of either broadside."""
    marks = [(mark.square, side, mark.target) for side in sides() for mark in targets.targets(view.table, number, side)]
    if not marks:
        return None
    _, side, target = min(marks)
    return side, view.table.ships[target].id


def _side_of(view: View, number: int, target: str, bears: dict[Broadside, list[str]]) -> Broadside:
    """The broadside that bears on a ship, or the one she lies nearer to: the rules then say why not."""
    for side in sides():
        if target in bears[side]:
            return side
    ship, other = view.table.ships[number], view.table.ships[view.table.number(target)]
    off = (bearing((ship.x, ship.y), (other.x, other.y)) - ship.heading) % 360
    return "starboard" if off < 180 else "port"


def _nearest(view: View, ship: str) -> Fire | None:
    """The shot of a ship that is told no target: at her nearest."""
    number = view.table.number(ship)
    nearest = _nearest_on(view, number) if number >= 0 else None
    return None if nearest is None else Fire(ship, **{nearest[0]: nearest[1]})


WITH_WHOM = {"part": "part from", "remain": "remain with"}


def _secret(view: View, ship: str, heard: Heard, verb: str, choices: Choices[AnyAction]) -> AnyAction:
    kinds: dict[str, type[Board | Grapple | Part | Remain | Pick]] = {
        "board": Board,
        "grapple": Grapple,
        "part": Part,
        "remain": Remain,
        "pick": Pick,
    }
    kind = kinds[verb]
    if heard.targets:
        return kind(ship, heard.targets[0][1])
    open_now = (
        [action for action in choices.of(ship) if isinstance(action, kind)] if view.table.number(ship) >= 0 else []
    )
    if len(open_now) == 1:
        return open_now[0]
    whom = " or ".join(f"`{verb} {ship} {_aims(action)[0]}`" for action in open_now)
    raise Unclear(
        f"Whom? Say {whom}." if whom else f"{_name(view, ship)} has nobody to {WITH_WHOM.get(verb, verb)} now."
    )
