"""Orders in words: a verb, and enough of names and numbers that only one of the legal orders is meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from weathergauge.cli.table.names import Names, Unclear, plain
from weathergauge.cli.table.sealords import hearing
from weathergauge.cli.table.sealords.hearing import EVERYBODY, MEANT, SMALL, TASKS, VERBS, words_of
from weathergauge.rulesets.sealords.actions import AnyAction
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.council.actions import HandOverOrder, JoinHolder
from weathergauge.rulesets.sealords.formations.actions import JoinFormations, MoveSquadron, TransferSail
from weathergauge.rulesets.sealords.orders import chits
from weathergauge.rulesets.sealords.phases import Plotting, Sailing
from weathergauge.rulesets.sealords.rules import Sealords
from weathergauge.rulesets.sealords.sea.actions import Beat, Catch, MarkTime, Move, Plot
from weathergauge.rulesets.sealords.state import Over, View
from weathergauge.rulesets.sealords.words import called, counter_name, place_name, waiting
from weathergauge.rulesets.sealords.world import World, at

SHOWN = 4
ANYWHERE: dict[str, Any] = {"move": Move, "beat": Beat, "catch": Catch, "plot": Plot}
"""Verbs whose order can be made of a formation and a place, so that the rules can say why it may not be."""
FROM_ONE_TO_ANOTHER = (TransferSail, MoveSquadron, JoinFormations, JoinHolder, HandOverOrder)
"""Orders in which it matters who is named first."""
OTHER_WORDS = frozenset((
    "light", "medium", "heavy", "detachment", "squadron", "pay", "saved", "stay", "harbour", "cruise", "escort", "show",
    "support", "transport", "victual", "transit", "passage", "troop", "trade", "convoy", "seek", "battle",
))  # fmt: skip
"""Words of orders that are neither verbs nor names."""


class Candidate(Struct, frozen=True):
    """A legal order, the words that name it, and other words by which its parts are known."""

    action: Any
    subject: str
    words: tuple[str, ...]
    also: tuple[str, ...] = ()


def read(rules: Sealords, view: View, said: Sequence[str], chosen: str) -> list[AnyAction]:
    """The orders that are meant, or an Unclear sentence."""
    if isinstance(view.table.phase, Over):
        raise Unclear("The campaign is over.")
    words = words_of(said)
    verb = next((VERBS[word] for word in words if word in VERBS), "")
    rest = _rest(words, verb)
    if verb == "ready" and not rest:
        return [Ready()]
    everybody = [word for word in rest if word in EVERYBODY]
    rest = [word for word in rest if word not in EVERYBODY]
    able = [candidate for candidate in _candidates(rules, view) if _fits(candidate.action, verb, view)]
    if not able:
        return [_refused(rules, view, verb, rest)]
    if everybody:
        return _all(able, verb, rest)
    return [_one(rules, view, able, verb, rest, chosen)]


def _rest(words: Sequence[str], verb: str) -> list[str]:
    """The words that tell which order is meant: tasks stay, for `search` is a verb and a task in one."""
    left, taken = [], False
    for word in words:
        if VERBS.get(word) == verb and verb and not taken:
            taken = True
            if word in TASKS and verb not in MEANT:
                left.append(word)
        elif word not in SMALL:
            left.append(word)
    return left


def _fits(action: Any, verb: str, view: View) -> bool:
    name = type(action).__name__
    match verb:
        case "":
            return not isinstance(action, Ready | MarkTime)
        case "hold":
            return name == "MarkTime" or (isinstance(action, Plot) and not action.to)
        case "move":
            return name in MEANT["move"] and not (isinstance(action, Plot) and not action.to)
    return name in MEANT.get(verb, ("Send",))


def _candidates(rules: Sealords, view: View) -> list[Candidate]:
    choices = rules.legal(view)
    return [
        Candidate(action, subject, *_named(view, action, rules.world))
        for subject in choices.subjects()
        for action in choices.of(subject)
    ]


def _named(view: View, action: Any, world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of an order's parts, apart from what it leaves as it usually is; and those of their ids."""
    words: list[str] = []
    ids: list[str] = []
    if isinstance(action, Plot) and not action.to:
        return tuple(words_of([called(view, action.formation, world), "stay"])), tuple(
            words_of([action.formation, "hold"])
        )
    for field in fields(action):
        value = getattr(action, field.name)
        if value == field.default or value == "":
            continue
        if isinstance(value, bool):
            words.append(field.name)
        else:
            words += words_of([_part(view, value, world)])
            ids += words_of([str(value).replace("/", " ")])
    return tuple([word for word in words if word not in SMALL]), tuple(ids)


def _part(view: View, value: Any, world: World) -> str:
    """A part of an order as a player calls it."""
    if not isinstance(value, str):
        return str(value)
    if at(value) in world.places:
        return place_name(value, world)
    if view.own is not None:
        if (order := view.own.order(value)) is not None:
            return chits.words(order, world)
        for leader in [formation.leader for formation in view.own.formations if formation.leader is not None]:
            if leader.id == value:
                return leader.name
        for formation in view.own.formations:
            if (squadron := formation.squadron(value)) is not None:  # by her ships too, though the log says V1
                return f"{squadron.name or value.replace('_', ' ')} of {formation.name}"
    if value in world.contingents:
        return world.contingents[value].words
    if view.table.counter(value) is not None:
        return counter_name(view, value)
    return called(view, value, world)


def _score(one: Candidate, said: Sequence[str]) -> tuple[int, int, int] | None:
    """How badly the words fit an order: how many are cut short, how much of it they leave out, and how often they stand
    in another order than its own. None where one of them does not belong to it."""
    short, left, places = 0, list(enumerate(one.words)), []
    for word in said:
        same = next((known for known in left if known[1] == word), None)
        if same is None and (word in one.words or word not in one.also):  # said once too often, or cut short
            short += 1
            same = next((known for known in left if known[1].startswith(word) and not word.isdigit()), None)
            if same is None and word not in one.words:
                return None
        if same is not None:
            left.remove(same)
            places += [] if word.isdigit() else [same[0]]
    turned = sum(a > b for a, b in pairwise(places))
    return None if turned and isinstance(one.action, FROM_ONE_TO_ANOTHER) else (short, len(left), turned)


def _one(
    rules: Sealords, view: View, able: Sequence[Candidate], verb: str, said: Sequence[str], chosen: str
) -> AnyAction:
    scored = [(score, candidate) for candidate in able if (score := _score(candidate, said)) is not None]
    mine = [(score, candidate) for score, candidate in scored if candidate.subject == chosen]
    if mine and not any(
        _score(Candidate(None, "", candidate.words[:1]), said[:1])
        for _, candidate in scored
        if candidate.subject != chosen
    ):
        scored = mine
    if not scored:
        return _refused(rules, view, verb, said)
    best = min(score for score, _ in scored)
    kinds = MEANT.get(verb, ())
    best_of: dict[tuple[str, ...], Candidate] = {}
    for score, candidate in scored:
        other = best_of.get(candidate.words)
        if score == best and (other is None or _before(candidate, other, kinds)):
            best_of[candidate.words] = candidate
    if tuple(said) in best_of:  # of two that share their words, the one that was said word for word
        best_of = {tuple(said): best_of[tuple(said)]}
    if len(best_of) > 1 or (
        not verb and len({type(candidate.action) for score, candidate in scored if score == best}) > 1
    ):
        listed = list(
            dict.fromkeys([f"`{rules.say(view, candidate.action)}`" for score, candidate in scored if score == best])
        )
        more = f" or {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
        raise Unclear(f"That could be {', '.join(listed[:SHOWN])}{more}: say more, or take a number from `options`.")
    action: AnyAction = next(iter(best_of.values())).action
    return action


def _before(one: Candidate, other: Candidate, kinds: Sequence[str]) -> bool:
    """Whether an order is what a verb stands for sooner than another of the same words."""
    mine, hers = type(one.action).__name__, type(other.action).__name__
    return mine in kinds and hers in kinds and kinds.index(mine) < kinds.index(hers)


def _all(able: Sequence[Candidate], verb: str, said: Sequence[str]) -> list[AnyAction]:
    """The same order for everyone who can be given it."""
    actions: dict[str, AnyAction] = {}
    twice = set()
    for candidate in able:
        if _score(candidate, said) is not None:
            if candidate.subject in actions:
                twice.add(candidate.subject)
            actions.setdefault(candidate.subject, candidate.action)
    if not actions or twice or STEP in actions:
        raise Unclear(
            f"`all` goes with one order for each, as in `hold all`: for {verb or 'this'} say more, or name them."
        )
    return list(actions.values())


def _refused(rules: Sealords, view: View, verb: str, said: Sequence[str]) -> AnyAction:
    """An order that the rules will refuse with their reason, where the words make one; else an Unclear sentence."""
    names = hearing.names(view, rules.world)
    if verb in ANYWHERE and isinstance(view.table.phase, Plotting | Sailing):
        kind = Plot if isinstance(view.table.phase, Plotting) and verb == "move" else ANYWHERE[verb]
        action: AnyAction | None = _anywhere(view, kind, said, rules.world)
        if action is not None and rules.legal(view).why_not(action) is not None:
            return action
    for word in said:
        if not word.isdigit() and not _known(word, names):
            raise Unclear(f"There is no {word!r} here: {names.nearest(word)}")
    what = f"`{' '.join((verb, *said) if verb not in said else said).strip()}`"
    raise Unclear(
        f"{what} is nothing that can be ordered while {waiting(view.table, rules.world)}: `options` lists what can be."
    )


def _anywhere(view: View, kind: Any, said: Sequence[str], world: World) -> Any:
    """The order of a formation to a place of the map that the words name best; None where they name no one."""
    ours = view.own.formations if view.own is not None else ()
    ways = [kind(formation.id, place) for formation in ours for place in world.places]
    tried = [Candidate(way, "", *_named(view, way, world)) for way in ways]
    scored = [(score, candidate.action) for candidate in tried if (score := _score(candidate, said)) is not None]
    best = [action for score, action in scored if score == min(scored, key=lambda scored: scored[0])[0]]
    return best[0] if len(best) == 1 else None


def _known(word: str, names: Names) -> bool:
    forms: Iterable[str] = [form for name in names.names for form in (name.called, name.id, *name.also)]
    return (
        word in VERBS
        or word in OTHER_WORDS
        or any(part.startswith(word) for form in forms for part in words_of([plain(form)]))
    )
