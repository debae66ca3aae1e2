"""Verbs that agree with whoever they are said of: "Gibraltar frigates come out", "Van comes out".

Sentences are written of one formation; whoever is called by a name of several has the verb of several.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

SEVERAL = frozenset({
    "bound", "cruisers", "friends", "frigates", "galleys", "guardacostas", "hulks", "knights", "marines", "pirates",
    "privateers", "ships", "sloops", "storeships", "two-deckers",
})  # fmt: skip
"""The last words of names of several."""
APART = re.compile(
    r" (?:after|at|before|beating|for|from|in|north|of(?! the line)|off|on|south|east|to|under|west|with)\b"
)
"""Where what somebody is ends, and begins where or whose he is."""
COUNTER = re.compile(r" [A-Z]{0,2}\d+[a-z]?$")
"""The mark of a counter after its name."""
MORE = re.compile(r" and \d+ more$")
OWN = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
ENDS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"))
FURTHER = "is|has|was|does|goes|comes|lies|takes|loses"
NO_VERB = frozenset({"always", "as", "its", "perhaps", "points", "ships", "squadrons", "this", "unless"})
BEGINS = r"(?:^|(?<=[.;:!?,(“—] )|(?<=[(“])|(?<=\b(?:and|but|how|who) )|(?<=\b(?:that|when|what) )|(?<=\bif )|(?<=\b(?:where|while|until) )|(?<=\bbefore )|(?<=\bwhether ))"
"""Where a clause may begin: a name that stands there is what the verb after it is said of."""


@cache
def several(name: str) -> bool:
    """Whether a name is one of several."""
    who = COUNTER.sub("", APART.split(name, maxsplit=1)[0])
    last = who.rsplit(" ", 1)[-1].lower()
    return last in SEVERAL or who.endswith("ships of the line") or MORE.search(who) is not None


def of_several(verb: str) -> str:
    """A verb of one as it is said of several: is, are; tries, try; passes, pass; comes, come."""
    if verb in OWN:
        return OWN[verb]
    for end, many in ENDS:
        if verb != "lies" and verb.endswith(end):
            return verb.removesuffix(end) + many
    return verb.removesuffix("s")


def agreed(said: str, names: Iterable[str]) -> str:
    """Let the verbs after names of several agree with them, and those that follow them in the same clause."""
    for name in names:
        if name in said:
            said = _clause(name).sub(
                lambda clause: f"{clause['who']}{_turned(clause['verb'])}{_joined(clause['rest'])}", said
            )
    return said


@cache
def _clause(name: str) -> re.Pattern[str]:
    first = f"[{name[0].upper()}{name[0].lower()}]"
    return re.compile(rf"(?P<who>{BEGINS}{first}{re.escape(name[1:])} )(?P<verb>[a-z]+s)\b(?P<rest>[^.;:!?]*)")


def _turned(verb: str) -> str:
    return verb if verb in NO_VERB else of_several(verb)


def _joined(rest: str) -> str:
    """What follows the verb: another verb after `and`, `but` or `or` is said of them too, and what is hers is theirs."""
    rest = re.sub(rf"\b(and|but|or) ({FURTHER})\b", lambda two: f"{two[1]} {_turned(two[2])}", rest)
    return re.sub(r"\b(?:her|its|itself)\b", lambda own: "themselves" if own[0] == "itself" else "their", rest)
