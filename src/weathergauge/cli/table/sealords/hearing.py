"""The words of a campaign: verbs and what they may stand for, and everything that has a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from weathergauge.cli.table.names import LONGEST, Name, Names, plain
from weathergauge.rulesets.sealords.auxiliaries.tasking import TASK_WORDS
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.words import counter_name
from weathergauge.rulesets.sealords.world import World, at

MEANT: dict[str, tuple[str, ...]] = {
    "move": ("Move", "Plot", "MoveSquadron"),
    "plot": ("Plot",),
    "beat": ("Beat",),
    "catch": ("Catch",),
    "hold": ("MarkTime", "Plot"),
    "drive": ("DriveOff",),
    "decoy": ("Decoy",),
    "close": ("CloseWith",),
    "send": ("Send", "SendFireship"),
    "fireship": ("SendFireship",),
    "recall": ("Recall",),
    "screen": ("Screen",),
    "change": ("ChangeRole",),
    "hire": ("HireKnights",),
    "base": ("BasePirate", "AssignAuxiliary"),
    "attack": ("Attack",),
    "engage": ("Engage",),
    "call": ("CallOff",),
    "withdraw": ("Withdraw",),
    "reinforce": ("Reinforce",),
    "fight": ("Fight",),
    "again": ("ThrowAgain",),
    "pair": ("Pair",),
    "lay": ("LayUp", "Pair"),
    "join": ("JoinCombat", "JoinFormations", "JoinHolder", "MoveSquadron"),
    "rendezvous": ("JoinHolder",),
    "share": ("Share",),
    "prize": ("TakePrize",),
    "ransom": ("Ransom",),
    "fall": ("FallUpon",),
    "receive": ("ReceiveOrder",),
    "issue": ("IssueOrder",),
    "hand": ("HandOverOrder",),
    "extend": ("ExtendOrder",),
    "give": ("GiveUpOrder", "GiveUpSquadron"),
    "transfer": ("TransferSail",),
    "detach": ("DetachSquadron",),
    "post": ("PostLeader", "PlaceLeader"),
    "relieve": ("RelieveLeader",),
    "promote": ("PromoteLeader",),
    "assign": ("AssignAuxiliary",),
    "credit": ("CreditAsLoss",),
    "request": ("RequestReinforcement",),
    "fit": ("FitOut",),
    "repair": ("Repair",),
    "spend": ("SpendRank",),
    "ready": ("Ready",),
}
"""What each verb may stand for, by the names of orders."""
TASKS = {task.partition("_")[0]: task for task in TASK_WORDS}
"""Tasks by their first words: `search`, `shadow`, `interdict`, `levant` …"""
VERBS: dict[str, str] = {
    **{verb: verb for verb in MEANT},
    **{word: word for word in TASKS if word not in MEANT},
    **dict.fromkeys(("sail", "go", "proceed", "leave", "enter"), "move"),
    **dict.fromkeys(("stay", "wait", "mark", "anchor"), "hold"),
    **dict.fromkeys(("dummy", "dummies"), "decoy"),
    **dict.fromkeys(("place",), "post"),
    **dict.fromkeys(("retreat", "flee"), "withdraw"),
    **dict.fromkeys(("decline",), "call"),
    **dict.fromkeys(("bring",), "reinforce"),
    **dict.fromkeys(("mulligan", "reroll"), "again"),
    **dict.fromkeys(("abandon",), "give"),
    **dict.fromkeys(("ask",), "request"),
    **dict.fromkeys(("mend",), "repair"),
    **dict.fromkeys(("rank",), "spend"),
    **dict.fromkeys(("done", "pass", "end", "finish"), "ready"),
}
SMALL = frozenset((
    "a", "an", "and", "at", "against", "away", "by", "for", "from", "her", "his", "in", "into", "is", "it", "of", "off", "on",
    "out", "over", "the", "their", "them", "to", "towards", "up", "wind", "with",
))  # fmt: skip
EVERYBODY = ("all", "everybody", "everyone", "rest", "others")


def words_of(said: Sequence[str]) -> list[str]:
    """What was said in plain words: `Space #7,` is `space 7`."""
    return [word for word in re.sub(r"[^\w/]+", " ", plain(" ".join(said))).split() if word]


class SeaNames(Names):
    """Names of a campaign. Some have numbers in them: `space 7`, `british fleet 50 1`."""

    def at(self, words: Sequence[str], start: int, whose: str = "", sure: bool = False) -> tuple[Name, int] | None:
        for count in range(min(LONGEST, len(words) - start), 1, -1):
            said = words[start : start + count]
            if not any(word[:1].isdigit() for word in said) or said[0] in self.reserved or said[0][:1].isdigit():
                continue
            text = " ".join(words_of(said))
            alike = [name for name, forms in self._forms if any(" ".join(words_of([form])) == text for form in forms)]
            if alike:
                return self._one(" ".join(said), self._of(alike, whose)), count
        return super().at(words, start, whose, sure)


def names(view: View, world: World) -> SeaNames:
    """Whatever can be ordered or pointed at."""
    return SeaNames([*_ours(view), *_theirs(view), *_places(world)], VERBS)


def _ours(view: View) -> Iterator[Name]:
    own, seat = view.own, view.seat or ""
    if own is None:
        return
    for formation in own.formations:
        yield Name(formation.id, formation.name, seat)
        for squadron in formation.squadrons:
            yield Name(squadron.id, squadron.name or squadron.id.replace("_", " "), seat, (squadron.id,))
    for leader in [*own.leaders, *[formation.leader for formation in own.formations if formation.leader is not None]]:
        yield Name(leader.id, leader.name, seat)
    for aux in own.auxiliaries:
        yield Name(aux.id, aux.id.replace("_", " "), seat, (aux.id.partition("_")[2],))


def _theirs(view: View) -> Iterator[Name]:
    for counter in view.table.counters:
        if counter.side != view.seat:
            yield Name(counter.id, counter_name(view, counter.id), counter.side)
    for rover in view.table.rovers:
        yield Name(rover.id, rover.id.replace("_", " "))


def _places(world: World) -> Iterator[Name]:
    for place in world.places.values():
        yield Name(place.id, place.name, "place", (place.id.replace("_", " "),))


def place_of(view: View, id: str, world: World) -> str:
    """The place of the map that something named is in, or is; nothing where it is nowhere."""
    if id in world.places:
        return id
    if view.own is not None:
        for formation in view.own.formations:
            if id in (
                formation.id,
                formation.leader.id if formation.leader else "",
                *[s.id for s in formation.squadrons],
            ):
                return at(formation.place)
        aux = view.own.auxiliary(id)
        if aux is not None:
            base = view.own.formation(aux.base)
            return aux.place or (at(base.place) if base is not None else world.values.zones.get(aux.base, aux.base))
    counter = view.table.counter(id)
    return at(counter.place) if counter is not None else ""
