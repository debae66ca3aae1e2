"""Orders of a fleet action in words: `mars turn 20 starboard`, `fire mars at pluton`, `board mars pluton`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from weathergauge.cli.table.names import Names, Unclear
from weathergauge.freetable import bearing
from weathergauge.rulesets.trafalgar import gunnery, helm
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
    Ready,
    Turn,
)
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.rules import Orders
from weathergauge.rulesets.trafalgar.state import INCH, Broadside, Firing, Manner, Moving, View
from weathergauge.rulesets.trafalgar.wind import limits

VERBS = {
    **dict.fromkeys(("turn", "turns", "wear", "tack", "come", "helm", "bear", "luff"), "turn"),
    **dict.fromkeys(("steer", "head", "course"), "steer"),
    **dict.fromkeys(("move", "moves", "sail", "sails", "go", "ahead", "advance", "run", "make"), "move"),
    **dict.fromkeys(("fire", "fires", "shoot", "broadside", "engage", "rake"), "fire"),
    **dict.fromkeys(("hold", "holds", "silent"), "hold"),
    **dict.fromkeys(("board", "boards"), "board"),
    **dict.fromkeys(("grapple", "grapples"), "grapple"),
    **dict.fromkeys(("part", "parts", "cut", "loose"), "part"),
    **dict.fromkeys(("pick", "fight", "fights"), "pick"),
    "ready": "ready",
    **dict.fromkeys(("done", "finish", "end"), "finish"),
}
WAYS: dict[str, Broadside] = {
    **dict.fromkeys(("port", "larboard", "left"), "port"),
    **dict.fromkeys(("starboard", "right", "star"), "starboard"),
}
MANNERS: dict[str, Manner] = {
    "succession": "succession",
    "following": "succession",
    "together": "together",
    "alone": "alone",
}
POINTS = {
    "n": 0, "north": 0, "nne": 22, "ne": 45, "northeast": 45, "ene": 68, "e": 90, "east": 90, "ese": 112, "se": 135,
    "southeast": 135, "sse": 158, "s": 180, "south": 180, "ssw": 202, "sw": 225, "southwest": 225, "wsw": 248, "w": 270,
    "west": 270, "wnw": 292, "nw": 315, "northwest": 315, "nnw": 338,
}  # fmt: skip
MOST, LEAST, SAME = (
    ("full", "max", "maximum", "most"),
    ("min", "minimum", "least", "slow"),
    ("same", "keep", "steady", "on"),
)
TOUCHING = ("alongside", "contact", "ram", "touch", "touching")
TOWARDS = ("at", "from", "with")
SMALL = ("to", "and", "in", "the", "her", "a", "by", "of", "inch", "inches", "degrees", "degree", "deg", "ship", "ships",
         "line", "off", "then", "its", "his", "pass", "passing", "both", "all", "everybody", "nearest")  # fmt: skip
RESERVED = frozenset((*VERBS, *WAYS, *MANNERS, *POINTS, *MOST, *LEAST, *SAME, *TOUCHING, *TOWARDS, *SMALL))


class Heard:
    """What some words come to, before they are made an order."""

    def __init__(self) -> None:
        self.verb = ""
        self.ship = ""
        self.targets: list[tuple[Broadside | None, str]] = []
        self.ways: list[Broadside] = []
        self.numbers: list[float] = []
        self.heading: int | None = None
        self.manner: Manner | None = None
        self.flags: set[str] = set()


def read(view: View, said: Sequence[str], chosen: str, names: Names, charts: Charts) -> list[AnyAction]:
    """The orders that are meant, or an Unclear sentence."""
    heard = listen(view, _words(said), names)
    choices = Orders(view, charts)
    verb = heard.verb or _guess(view, heard)
    if verb in ("ready", "finish"):
        return [Ready() if verb == "ready" or not isinstance(view.table.phase, Moving | Firing) else Finish()]
    if verb == "fire" and "all" in heard.flags and not heard.ship:
        return [order for ship in choices.subjects() if (order := _nearest(choices, ship)) is not None] or [Finish()]
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
        case "board" | "grapple" | "part" | "pick":
            return [_secret(view, ship, heard, verb, choices)]
    raise Unclear(f"What is {_name(view, ship)} to do? `options {ship}` lists what she can.")


def _words(said: Sequence[str]) -> list[str]:
    """Words as they are told apart: `20°`, `5.5"` and `5in` lose what is not the number, `5,5` becomes `5.5`."""
    text = " ".join(said).lower().replace("½", ".5")
    text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    text = re.sub(r"(\d)\s*(?:°|\"|''|″|in\b|deg\b)", r"\1 ", text)
    return [word.strip(",;:!?") for word in text.split() if word.strip(",;:!?.")]


def listen(view: View, said: Sequence[str], names: Names) -> Heard:
    """Tell the words apart; what is neither a word of orders nor a ship is an Unclear sentence."""
    heard, place = Heard(), 0
    seat = view.seat or ""
    while place < len(said):
        word = said[place]
        before = said[place - 1] if place else ""
        used = 1
        if number := _number(word, said, place, before):
            heard.numbers.append(number[0])
            if before == "to" and word.isdigit():
                heard.heading = int(word) % 360
        elif word in POINTS and (heard.verb in ("turn", "steer") or before == "to"):
            heard.heading = POINTS[word]
        elif word in WAYS:
            heard.ways.append(WAYS[word])
        elif word in MANNERS:
            heard.manner = MANNERS[word]
        elif word in VERBS and not (word in SAME and heard.verb):
            if heard.verb and VERBS[word] == "hold":
                heard.flags.add("touching")  # `move 5 and hold on`: into contact
            elif not (heard.verb and word in ("bear", "come", "run", "head", "end", "loose", "fire", "ahead")):
                heard.verb = VERBS[word]
        elif word in (*MOST, *LEAST, *SAME, *TOUCHING):
            flag = {**dict.fromkeys(MOST, "most"), **dict.fromkeys(LEAST, "least"), **dict.fromkeys(SAME, "same")}
            heard.flags.add(flag.get(word, "touching"))
        elif word in ("both", "all", "everybody", "nearest"):
            heard.flags.add("all" if word == "everybody" else word)
        elif word not in (*SMALL, *TOWARDS):
            used = _ship(view, heard, said, place, names, seat)
        place += used
    return heard


def _number(word: str, said: Sequence[str], place: int, before: str) -> tuple[float] | None:
    """A number that is not a ship's: hers stands before a verb, after `at`, or after a #."""
    if not re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)", word):
        return None
    first = place == 0 and len(said) > 1 and said[1] in VERBS
    return None if word.isdigit() and (first or before in TOWARDS) else (float(word),)


def _ship(view: View, heard: Heard, said: Sequence[str], place: int, names: Names, seat: str) -> int:
    """A ship: the first is ordered unless a word before her says that she is aimed at. How many words she takes."""
    aimed = bool(heard.ship) or (place > 0 and said[place - 1] in TOWARDS)
    foe = "allied" if seat == "british" else "british"
    word = said[place]
    if word.removeprefix("#").isdigit():
        name, used = names.find(word), 1
    else:
        found = names.at(said, place, foe if aimed else seat)
        if found is None:
            raise Unclear(f"There is no ship or word {word!r} here: {names.nearest(word, _beside())}")
        name, used = found
    if aimed or (name.whose != seat and heard.verb in ("fire", "board", "grapple", "part", "pick")):
        heard.targets.append((heard.ways.pop() if heard.ways else None, name.id))
    else:
        heard.ship = name.id
    return used


def _beside() -> Iterable[str]:
    return sorted({*VERBS.values(), "port", "starboard", "succession", "together", "alone"})


def _guess(view: View, heard: Heard) -> str:
    """The verb that was left out."""
    if heard.heading is not None or (heard.ways and heard.numbers):
        return "turn"
    if isinstance(view.table.phase, Firing) and (heard.targets or heard.ways or "both" in heard.flags):
        return "fire"
    if heard.numbers or heard.flags & {"most", "least", "same", "touching"}:
        return "move"
    return ""


def _understood(view: View, heard: Heard, verb: str, chosen: str, choices: Orders) -> str:
    """The ship that was not named: the one chosen before, the only one there is, or the only one that can."""
    ready = [subject for subject in choices.subjects() if view.table.number(subject) >= 0]
    if chosen in ready:
        return chosen
    if len(ready) > 1 and heard.targets:
        target = heard.targets[0][1]
        kinds = {"fire": Fire, "board": Board, "grapple": Grapple, "part": Part, "pick": Pick}
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
        angle = (heading - view.table.ships[number].heading + 180) % 360 - 180
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
    bears = {side: [table.ships[m.target].id for m in gunnery.targets(table, number, side)] for side in sides()}
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
    marks = [(mark.square, side, mark.target) for side in sides() for mark in gunnery.targets(view.table, number, side)]
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


def _nearest(choices: Orders, ship: str) -> Fire | None:
    """The shot of a ship that is told no target: at her nearest."""
    view = choices.view
    number = view.table.number(ship)
    nearest = _nearest_on(view, number) if number >= 0 else None
    return None if nearest is None else Fire(ship, **{nearest[0]: nearest[1]})


def _secret(view: View, ship: str, heard: Heard, verb: str, choices: Orders) -> AnyAction:
    kinds: dict[str, type[Board | Grapple | Part | Pick]] = {
        "board": Board,
        "grapple": Grapple,
        "part": Part,
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
    raise Unclear(f"Whom? Say {whom}." if whom else f"{_name(view, ship)} has nobody to {verb} now.")
