"""Words of an age of steam told apart, in their order: what is to be done, by whom, how far, with which guns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct

from weathergauge.cli.table.names import NUMBER, POINTS, Name, Names, Unclear, spoken
from weathergauge.rulesets.ironclads.state import View
from weathergauge.rulesets.ironclads.terms import GunType, Order, Sector

VERBS = {
    **dict.fromkeys(("lead", "leads", "begin"), "lead"),
    **dict.fromkeys(("place", "order", "orders", "signal"), "place"),
    **dict.fromkeys(("ready", "placed"), "ready"),
    **dict.fromkeys(("activate", "activates", "act"), "activate"),
    **dict.fromkeys(("move", "moves", "steam", "steams", "ahead", "go", "run", "make"), "move"),
    **dict.fromkeys(("turn", "turns", "helm"), "turn"),
    **dict.fromkeys(("steer", "course"), "steer"),
    **dict.fromkeys(("astern", "reverse"), "astern"),
    **dict.fromkeys(("stay", "stays", "keep", "wait"), "stay"),
    **dict.fromkeys(("ram", "rams"), "ram"),
    **dict.fromkeys(("fire", "fires", "shoot", "salvo", "engage"), "fire"),
    **dict.fromkeys(("torpedo", "torpedoes", "launch", "launches"), "torpedo"),
    **dict.fromkeys(("board", "boards"), "board"),
    **dict.fromkeys(("answer", "answers", "counter", "reply"), "answer"),
    **dict.fromkeys(("hold", "holds", "silent"), "hold"),
    **dict.fromkeys(("again", "rethrow", "reroll"), "again"),
    **dict.fromkeys(("destroy", "destroys"), "destroy"),
    **dict.fromkeys(("done", "finish", "end", "pass"), "done"),
    **dict.fromkeys(("break", "withdraw", "disengage"), "break"),
    **dict.fromkeys(("fight", "continue"), "fight"),
}
MOVES = ("move", "turn", "steer", "astern", "stay", "ram")
"""Verbs of a move: several of them make one course."""
AIMED = ("ram", "fire", "torpedo", "board", "answer")
"""What is done to an enemy: a name after the verb is hers."""
TOGETHER = (
    ("hold", "fire"), ("answer", "fire"), ("place", "stay"), ("break", "fight"), ("fire", "answer"), ("lead", "act"),
)  # fmt: skip
"""Verbs that may stand in one order: `hold fire`."""
ORDERS: dict[str, Order] = {"full": "full", "half": "half", "slow": "slow", "stop": "stop"}
SECTORS: dict[str, Sector] = {
    **dict.fromkeys(("port", "larboard", "left"), "port"),
    **dict.fromkeys(("starboard", "right"), "starboard"),
    "bow": "bow",
    "stern": "stern",
}
KINDS: dict[str, GunType] = {"main": "main", "heavy": "main", "medium": "medium", "light": "light"}
FLAGS = {
    **dict.fromkeys(("all", "everybody", "fleet", "squadron", "rest", "others"), "all"),
    **dict.fromkeys(("now", "active"), "now"),
    **dict.fromkeys(("next", "inactive"), "next"),
    **dict.fromkeys(("most", "max", "maximum"), "most"),
    **dict.fromkeys(("short", "stopping", "clear"), "stop"),
    **dict.fromkeys(("boarding", "alongside"), "board"),
    **dict.fromkeys(("us", "me", "we", "ourselves", "first"), "us"),
    **dict.fromkeys(("them", "enemy", "second", "last"), "them"),
    **dict.fromkeys(("degrees", "degree", "deg"), "degrees"),
}
TOWARDS = ("at", "with", "into", "against")
SMALL = ("to", "and", "in", "the", "her", "a", "by", "of", "on", "off", "inch", "inches", "ship", "ships", "gun", "guns",
         "battery", "batteries", "tube", "tubes", "but", "except", "from", "for", "turn's")  # fmt: skip
RESERVED = frozenset((*VERBS, *ORDERS, *SECTORS, *KINDS, *POINTS, *FLAGS, *TOWARDS, *SMALL))

Kind = Literal["verb", "ship", "foe", "order", "sector", "kind", "number", "heading", "flag", "side"]


class Token(Struct, frozen=True):
    """One thing that was said."""

    kind: Kind
    value: Any


class Heard:
    """What some words come to, before they are made an order."""

    def __init__(self) -> None:
        self.verb = ""
        self.said: list[Token] = []

    def all(self, *kinds: Kind) -> list[Any]:
        """The values of some kinds, in their order."""
        return [token.value for token in self.said if token.kind in kinds]

    def has(self, flag: str) -> bool:
        return Token("flag", flag) in self.said

    @property
    def ship(self) -> str:
        """Who is ordered; empty where nobody was named."""
        return next(iter(self.all("ship")), "")

    @property
    def moving(self) -> bool:
        """Whether it is a move, also where the verb was left out: `2 port 30`."""
        return self.verb in MOVES or (not self.verb and bool(self.all("number", "heading")))


class ShipNames(Names):
    """All ships and forts at the table. No word of orders is taken for a misspelt name."""

    def __init__(self, names: Iterable[Name]) -> None:
        super().__init__(names, RESERVED)
        self._ids = {name.id for name in self.names}
        self.reserved = RESERVED - (self._ids & set(SMALL))

    def called(self, word: str) -> bool:
        """Whether one of them is called just so."""
        return word in self._ids


def listen(view: View, said: Sequence[str], names: ShipNames) -> Heard:
    """Tell the words apart; what is neither a word of orders nor a ship is an Unclear sentence."""
    heard, place, words = Heard(), 0, spoken(said)
    sides = {word: side for side in view.table.sides for word in (side, f"{side}s")}
    while place < len(words):
        word, before, used = words[place], words[place - 1] if place else "", 1
        if NUMBER.fullmatch(word):
            if before in VERBS and VERBS[before] == "steer":
                heard.said.append(Token("heading", round(float(word)) % 360))
            else:
                heard.said.append(Token("number", float(word)))
        elif word in POINTS and heard.verb in ("turn", "steer"):
            heard.said.append(Token("heading", POINTS[word]))
        elif word in SMALL and names.called(word) and not _counted(words, place):
            name = names.find(word)  # a fort that is called `battery`, and no battery by its number
            heard.said.append(Token("ship" if name.whose == view.seat else "foe", name.id))
        elif word in VERBS:
            _verb(heard, word)
        elif (plain := _plain(word)) is not None:
            heard.said.append(plain)
        elif word in sides:
            heard.said.append(Token("side", sides[word]))
        elif word not in (*SMALL, *TOWARDS, *POINTS):
            name, used = _named(view, heard, words, place, names)
            heard.said.append(Token("ship" if name.whose == view.seat else "foe", name.id))
        place += used
    return heard


def _counted(words: Sequence[str], place: int) -> bool:
    """Whether a word stands before a number, as in `battery 2`, and is aimed at by none."""
    after = words[place + 1] if place + 1 < len(words) else ""
    return NUMBER.fullmatch(after) is not None and (place == 0 or words[place - 1] not in TOWARDS)


def _plain(word: str) -> Token | None:
    """A word of orders that means the same wherever it stands."""
    kinds: tuple[tuple[Kind, dict[str, Any]], ...] = (
        ("order", ORDERS), ("sector", SECTORS), ("kind", KINDS), ("flag", FLAGS),
    )  # fmt: skip
    for kind, known in kinds:
        if word in known:
            return Token(kind, known[word])
    return None


def _verb(heard: Heard, word: str) -> None:
    """What is to be done; a second verb belongs to the first, or to another order."""
    verb = VERBS[word]
    heard.said.append(Token("verb", verb))
    if not heard.verb:
        heard.verb = verb
    elif verb == "board" and heard.verb in MOVES:
        heard.said[-1] = Token("flag", "board")  # `move 3 to board`
    elif verb in MOVES and heard.verb in MOVES:
        heard.verb = verb if verb == "ram" else heard.verb
    elif verb != heard.verb and (heard.verb, verb) not in TOGETHER:
        raise Unclear(f"{heard.verb} and {verb}? One order at a time: put `then` between them.")


def _named(view: View, heard: Heard, words: Sequence[str], place: int, names: ShipNames) -> tuple[Name, int]:
    """The ship that begins at a word, and how many words she takes."""
    seat = view.seat
    aimed = heard.verb in AIMED or (place > 0 and words[place - 1] in TOWARDS)
    foe = view.table.enemy(seat) if seat is not None else ""
    return names.named(words, place, foe if aimed else seat or "")
