"""Words of a captain told apart: what is to be done, by whom, to whom, and with what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from weathergauge.cli.table.names import Name, Names, Unclear
from weathergauge.rulesets.wsim.state import Table, View, Writing
from weathergauge.rulesets.wsim.terms import Aim, Broadside, Shot, Step

VERBS = {
    **dict.fromkeys(("plot", "sail", "move", "moves", "go", "make", "turn", "come"), "plot"),
    **dict.fromkeys(("follow", "wake"), "follow"),
    **dict.fromkeys(("fire", "fires", "shoot", "engage", "rake", "broadside"), "fire"),
    **dict.fromkeys(("load", "loads", "reload"), "load"),
    **dict.fromkeys(("repair", "repairs", "mend"), "repair"),
    **dict.fromkeys(("sails", "set", "furl", "shorten"), "sails"),
    **dict.fromkeys(("grapple", "grapples"), "grapple"),
    **dict.fromkeys(("fend", "fends", "throw"), "fend"),
    **dict.fromkeys(("board", "boards", "boarders"), "board"),
    **dict.fromkeys(("defend", "defends", "repel"), "defend"),
    **dict.fromkeys(("transfer", "send"), "transfer"),
    **dict.fromkeys(("man", "mans", "leave"), "man"),
    **dict.fromkeys(("unfoul", "clear"), "unfoul"),
    "cut": "cut",
    **dict.fromkeys(("tow", "tows"), "tow"),
    "cast": "cast",
    **dict.fromkeys(("signal", "signals", "hoist"), "signal"),
    **dict.fromkeys(("erase", "scratch", "forget", "cancel"), "erase"),
    **dict.fromkeys(("hold", "silent"), "hold"),
    **dict.fromkeys(("ready", "done", "finish", "end"), "ready"),
}
AIMED = ("fire", "grapple", "fend", "board", "man", "unfoul")
"""What is done to an enemy: her name may stand alone."""
AFTER = ("follow", "tow", "transfer")
"""What is done with a friend: a name after the verb is hers."""
BEAMS: dict[str, Broadside] = {
    **dict.fromkeys(("port", "larboard", "left"), "left"),
    **dict.fromkeys(("starboard", "right"), "right"),
}
SHOTS: dict[str, Shot] = {
    **dict.fromkeys(("round", "ball", "single"), "round"),
    **dict.fromkeys(("chain", "bar"), "chain"),
    **dict.fromkeys(("double", "doubleshot"), "double"),
    **dict.fromkeys(("grape", "canister"), "grape"),
}
AIMS: dict[str, Aim] = {"hull": "hull", "decks": "hull", "rigging": "rigging", "masts": "rigging"}
FLAGS = {
    **dict.fromkeys(("full", "more"), "full"),
    **dict.fromkeys(("battle", "reduced", "reduce", "fewer", "take"), "battle"),
    **dict.fromkeys(("all", "everybody", "fleet", "every"), "all"),
    "both": "both",
    **dict.fromkeys(("cross", "crossing"), "cross"),
}
MOVES = {
    "stay": "0", "drift": "D", "anchor": "A", "weigh": "(A)", "wait": "0", "back": "B", "tack": "",
    **dict.fromkeys(("port", "larboard", "left"), "L"), **dict.fromkeys(("starboard", "right"), "R"),
}  # fmt: skip
"""Words that stand for an item of a plot, where plots are written."""
TOWARDS = ("at", "from", "with", "of", "on")
SMALL = ("to", "and", "in", "the", "her", "a", "by", "ahead", "off", "hex", "hexes", "section", "sections", "shot",
         "then", "ship", "ships", "cable", "line", "anchored", "mast", "crew", "broadsides", "guns", "straight",
         "grapples", "men", "side", "as", "aboard")  # fmt: skip
PLOT = re.compile(r"[lrtb1-9]+(?:a|ab|as)?|0(?:a|ab|as)?|d|bw|rw|w\d*|\(a\)", re.IGNORECASE)
"""A plot, or a part of one, in the notation of the log."""
RESERVED = frozenset((*VERBS, *BEAMS, *SHOTS, *AIMS, *FLAGS, *MOVES, *TOWARDS, *SMALL, "rh", "rr", "ab"))


class Words(frozenset[str]):
    """The words of orders, with every plot that could be written."""

    def __contains__(self, word: object) -> bool:
        return super().__contains__(word) or (isinstance(word, str) and PLOT.fullmatch(word) is not None)


class ShipNames(Names):
    """All ships at the table. No plot is taken for a name."""

    def __init__(self, names: Iterable[Name]) -> None:
        super().__init__(names, RESERVED)
        self.reserved = Words(RESERVED)


class Heard:
    """What some words come to, before they are made an order."""

    def __init__(self) -> None:
        self.verb = ""
        self.ship = ""
        self.targets: list[str] = []
        self.beams: list[Broadside] = []
        self.shots: list[Shot] = []
        self.aims: list[Aim] = []
        self.numbers: list[int] = []
        self.flags: set[str] = set()
        self.plot = ""
        self.words: list[str] = []
        """What a signal says, with those it is meant for."""


def step_of(table: Table) -> Step | Literal[""]:
    """The step that is being written, if any is."""
    return table.phase.step if isinstance(table.phase, Writing) else ""


def _words(said: Sequence[str]) -> list[str]:
    """Words as they are told apart, without the stops between them."""
    return [word for part in " ".join(said).split() for word in part.replace(",", " ").strip(";:!?.").split() if word]


def listen(view: View, said: Sequence[str], names: Names) -> Heard:
    """Tell the words apart; what is neither a word of orders nor a ship is an Unclear sentence."""
    heard, place = Heard(), 0
    raw = _words(said)
    words = [word.lower() for word in raw]
    plotting = step_of(view.table) == "notation"
    named: list[tuple[Name, bool]] = []
    while place < len(words):
        word, used = words[place], 1
        if VERBS.get(word) == "signal" and not heard.verb:
            heard.verb, heard.words = "signal", " ".join(said).split()[place + 1 :]
            break
        if not (plotting and _item(heard, raw[place])) and not _sorted(heard, word):
            if word not in (*SMALL, *TOWARDS):
                name, used = _named(view, heard, words, place, names, bool(named))
                named.append((name, bool(heard.verb) or (place > 0 and words[place - 1] in TOWARDS)))
        place += used
    _share(view, heard, named)
    return heard


def _item(heard: Heard, raw: str) -> bool:
    """Whether a word belongs to the plot; small letters are read as capitals, but for a lone `a`."""
    word = raw.lower()
    if heard.verb not in ("", "plot"):
        return False
    if raw in ("A", "AB", "AS") or (raw == "a" and not heard.plot) or word == "ab":
        heard.plot += raw if raw == "a" else raw.upper()
    elif PLOT.fullmatch(word):
        heard.plot += raw.upper()
    elif word in MOVES:
        heard.plot += MOVES[word]
    else:
        return False
    return True


def _sorted(heard: Heard, word: str) -> bool:
    """Put a word of orders where it belongs; False where it is none."""
    if word.isdigit():
        heard.numbers.append(int(word))
    elif word in ("rh", "rr"):
        heard.verb = heard.verb or "repair"
        heard.aims.append("hull" if word == "rh" else "rigging")
    elif word in BEAMS:
        heard.beams.append(BEAMS[word])
    elif word in SHOTS:
        heard.shots.append(SHOTS[word])
    elif word in AIMS:
        heard.aims.append(AIMS[word])
    elif word in VERBS:
        _verb(heard, word)
    elif word in FLAGS:
        heard.flags.add(FLAGS[word])
    else:
        return False
    return True


def _verb(heard: Heard, word: str) -> None:
    """What is to be done; a second verb belongs to another order."""
    verb = VERBS[word]
    if verb == "sails" and word in ("furl", "shorten"):
        heard.flags.add("battle")
    if not heard.verb or (heard.verb, verb) == ("plot", "sails"):
        heard.verb = verb
    elif verb != heard.verb and (heard.verb, verb) not in (("hold", "fire"), ("sails", "plot"), ("ready", "fire")):
        raise Unclear(f"{heard.verb} and {verb}? One order at a time: put `then` between them.")


def _named(
    view: View, heard: Heard, words: Sequence[str], place: int, names: Names, again: bool
) -> tuple[Name, int]:  # fmt: skip
    """The ship that begins at a word, and how many words she takes."""
    seat = view.seat
    aimed = again or heard.verb in AIMED or (place > 0 and words[place - 1] in TOWARDS)
    foe = view.table.enemy(seat) if seat is not None else ""
    return names.named(words, place, foe if aimed and heard.verb not in AFTER else seat or "")


def _share(view: View, heard: Heard, named: Sequence[tuple[Name, bool]]) -> None:
    """Who is ordered and who is meant: the first name is ordered unless the words before it say otherwise."""
    names = list(named)
    if names:
        first, after = names[0]
        alone = len(names) == 1 and after
        unsaid = not heard.verb and step_of(view.table) in ("combat", "grappling", "fending", "boarding", "unfouling")
        aimed = first.whose != view.seat and (unsaid or (after and heard.verb in AIMED))
        if not (alone and heard.verb in AFTER) and not aimed:
            heard.ship = first.id
            names = names[1:]
    heard.targets = [name.id for name, _ in names]
