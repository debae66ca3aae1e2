"""Words of a fleet action told apart: verbs, ships, numbers, sides and small words."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.cli.table.names import NUMBER, POINTS, Names, Unclear, spoken
from weathergauge.rulesets.trafalgar.state import Broadside, Manner, View

VERBS = {
    **dict.fromkeys(("turn", "turns", "wear", "tack", "come", "helm", "bear", "luff"), "turn"),
    **dict.fromkeys(("steer", "head", "course"), "steer"),
    **dict.fromkeys(("move", "moves", "sail", "sails", "go", "ahead", "advance", "run", "make"), "move"),
    **dict.fromkeys(("fire", "fires", "shoot", "broadside", "engage", "rake"), "fire"),
    **dict.fromkeys(("hold", "holds", "silent"), "hold"),
    **dict.fromkeys(("board", "boards"), "board"),
    **dict.fromkeys(("grapple", "grapples"), "grapple"),
    **dict.fromkeys(("part", "parts", "cut", "loose"), "part"),
    **dict.fromkeys(("remain", "remains", "cling", "clings"), "remain"),
    **dict.fromkeys(("pick", "fight", "fights"), "pick"),
    "ready": "ready",
    **dict.fromkeys(("done", "finish", "end"), "finish"),
}
TOGETHER = (("hold", "fire"), ("turn", "steer"), ("steer", "turn"))
"""Verbs that may stand in one order: `hold fire`, `turn and head east`."""
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
FLAGS = {
    **dict.fromkeys(("full", "max", "maximum", "most"), "most"),
    **dict.fromkeys(("min", "minimum", "least", "slow"), "least"),
    **dict.fromkeys(("same", "keep", "steady", "on"), "same"),
    **dict.fromkeys(("alongside", "contact", "ram", "touch", "touching"), "touching"),
    **dict.fromkeys(("all", "everybody"), "all"),
    "both": "both",
}
TOWARDS = ("at", "from", "with")
SMALL = ("to", "and", "in", "the", "her", "a", "by", "of", "inch", "inches", "degrees", "degree", "deg", "ship", "ships",
         "line", "off", "then", "its", "his", "pass", "passing", "nearest")  # fmt: skip
RESERVED = frozenset((*VERBS, *WAYS, *MANNERS, *POINTS, *FLAGS, *TOWARDS, *SMALL))


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


def listen(view: View, said: Sequence[str], names: Names) -> Heard:
    """Tell the words apart; what is neither a word of orders nor a ship is an Unclear sentence."""
    heard, place, said = Heard(), 0, spoken(said)
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
        elif word in VERBS:
            _verb(heard, word)
        elif word in FLAGS:
            heard.flags.add(FLAGS[word])
        elif word not in (*SMALL, *TOWARDS):
            used = _ship(view, heard, said, place, names, seat)
        place += used
    return heard


def _verb(heard: Heard, word: str) -> None:
    """What is to be done; a second verb belongs to the first, or to another order."""
    verb = VERBS[word]
    if verb == "hold" and heard.verb == "move":
        heard.flags.add("touching")  # `move 5 and hold on`: into contact
    elif not heard.verb:
        heard.verb = verb
    elif verb != heard.verb and (heard.verb, verb) not in TOGETHER:
        raise Unclear(f"{heard.verb} and {verb}? One order at a time: put `then` between them.")


def _number(word: str, said: Sequence[str], place: int, before: str) -> tuple[float] | None:
    """A number that is not a ship's: hers stands before a verb, after `at`, or after a #."""
    if not NUMBER.fullmatch(word):
        return None
    first = place == 0 and len(said) > 1 and said[1] in VERBS
    return None if word.isdigit() and (first or before in TOWARDS) else (float(word),)


def _ship(view: View, heard: Heard, said: Sequence[str], place: int, names: Names, seat: str) -> int:
    """A ship: the first is ordered unless a word before her says that she is aimed at. How many words she takes."""
    aimed = bool(heard.ship) or (place > 0 and said[place - 1] in TOWARDS)
    foe = "allied" if seat == "british" else "british"
    word = said[place]
    name, used = (names.find(word), 1) if word.isdigit() else names.named(said, place, foe if aimed else seat)
    if aimed or (name.whose != seat and heard.verb in ("fire", "board", "grapple", "part", "remain", "pick")):
        heard.targets.append((heard.ways.pop() if heard.ways else None, name.id))
    else:
        heard.ship = name.id
    return used
