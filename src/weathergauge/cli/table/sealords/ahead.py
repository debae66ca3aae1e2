"""Standing orders of a campaign in words: courses, what is searched, screened and fought, what is passed, and what wakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from weathergauge.cli.table import wishes
from weathergauge.cli.table.names import Unclear
from weathergauge.cli.table.sealords.hearing import SeaNames, words_of
from weathergauge.cli.table.wishes import OFF
from weathergauge.frame.words import listed
from weathergauge.rulesets.sealords.standing import HOME, PARTS, STEPS, Course, StandingOrders
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.waking import WAKES
from weathergauge.rulesets.sealords.world import World

BEGIN = ("course", "search", "repair", "news", "screen", "battle", "join", "pass", "until", "wake")
PASSED: Mapping[str, Any] = {words.rpartition(" ")[2]: step for step, words in STEPS.items()}
"""Steps by the last word of what they are called: `dummies`, `moves`, `impulse` …"""
WINDS = ("beat", "catch", "wait", "ask")
GALES = ("go", "wait", "ask")


def examples(one: str, port: str) -> list[tuple[str, str]]:
    """What may be said, by example."""
    return [
        (f"standing course {one} {port}", f"by the shortest way until it is there; also {port} harbour, home, off; then beat, catch, wait or ask against the wind, and gale go, gale wait or gale ask"),
        ("standing search", "auxiliaries search for what comes in reach; search off"),
        ("standing screen pass", "tasks of the enemy are let by; also send, ask"),
        ("standing battle 2 to 1", "offered from these odds on, declined at worse; also decline, ask"),
        ("standing join battle", "squadrons left over join combats by strength, in this battle or the next; join strength in every one, join ask in none"),
        ("standing repair", "repair rolls go to whoever is worst hurt; repair off"),
        ("standing pass moves tasks", f"steps that you are not asked about: {listed([*PASSED])}; pass all, pass off"),
        ("standing news", "councils to which nothing new has come are passed; news off"),
        ("standing until turn", "all steps at sea are passed to the end of it; also impulse, increment, off"),
        ("standing wake sighted lost", f"what you are woken for: {listed([*WAKES])}; wake all, wake off"),
    ]  # fmt: skip


def read(orders: StandingOrders, view: View, said: Sequence[str], names: SeaNames, world: World) -> StandingOrders:
    """The orders as they stand after some wishes."""
    for word, *rest in wishes.clauses(said, BEGIN):
        match word:
            case "course":
                orders = _course(orders, view, rest, names, world)
            case "search" | "repair" | "news":
                orders = replace(orders, **{word: not _off(word, rest)})
            case "battle":
                orders = _battle(orders, rest)
            case "screen" | "join":
                orders = wishes.chosen(orders, word, rest)
            case "pass":
                orders = replace(orders, passes=tuple(_several(word, rest, PASSED)))
            case "wake":
                orders = replace(orders, wake=tuple(_several(word, rest, {wake: wake for wake in WAKES})))
            case "until":
                orders = replace(orders, until="" if _off(word, rest, tuple(PARTS)) else rest[0], since="")
            case _:
                raise Unclear(f"standing {word}: expected one of {', '.join(BEGIN)}, or off to take everything back.")
    return orders


def _off(word: str, rest: Sequence[str], may: Sequence[str] = ("on", "")) -> bool:
    """Whether something is ended; Unclear where it is neither that nor what it may be."""
    if len(rest) == 1 and rest[0] in OFF:
        return True
    if " ".join(rest) not in may:
        raise Unclear(f"standing {' '.join([word, *rest])}: expected one of {', '.join([*filter(None, may), 'off'])}.")
    return False


def _several(word: str, rest: Sequence[str], known: Mapping[str, Any]) -> list[Any]:
    """The values of some words of a list, of all or of none."""
    if rest in (["all"], ["off"], ["none"]):
        return list(known.values()) if rest == ["all"] else []
    found = []
    for part in rest:
        meant = [value for name, value in known.items() if name.startswith(part)]
        if len(meant) != 1:
            raise Unclear(f"standing {word} {part}: expected some of {', '.join(known)}, or all or off.")
        found += meant
    if not found:
        raise Unclear(f"standing {word}: say which of {', '.join(known)}, or all or off.")
    return list(dict.fromkeys(found))


def _battle(orders: StandingOrders, rest: Sequence[str]) -> StandingOrders:
    odds = [part for part in " ".join(rest).replace(":", " ").split() if part not in ("to", "odds", "from")]
    if len(odds) == 2 and all(part.isdecimal() for part in odds):
        ours, theirs = (wishes.number([part], "battle", 1, 10) for part in odds)
        return replace(orders, battle="odds", ours=ours, theirs=theirs)
    if rest not in (["ask"], ["decline"]):
        raise Unclear(
            f"standing {' '.join(['battle', *rest])}: expected ask, decline, or odds such as 2 to 1 in squadrons."
        )
    return replace(orders, battle=rest[0])


def _course(orders: StandingOrders, view: View, said: Sequence[str], names: SeaNames, world: World) -> StandingOrders:
    """The course of a formation, in place of the one it had."""
    words = words_of(said)
    named = names.at(words, 0, view.seat or "") if words else None
    formation = view.own.formation(named[0].id) if named is not None and view.own is not None else None
    if named is None or formation is None:
        raise Unclear(f"standing course {' '.join(said)}: name a formation of yours, and where it goes.")
    others = tuple([course for course in orders.courses if course.formation != formation.id])
    rest = [word for word in words[named[1] :] if word not in ("to", "for")]
    if rest and rest[0] in OFF:
        return replace(orders, courses=others)
    to, rest = _goal(rest, world)
    course = Course(formation.id, to)
    if rest and rest[0] in WINDS:
        course, rest = replace(course, contrary=rest[0]), rest[1:]
    if rest[:1] == ["gale"] and rest[1:2] and rest[1] in GALES:
        course, rest = replace(course, gale=rest[1]), rest[2:]
    if rest:
        raise Unclear(
            f"standing course … {' '.join(rest)}: after the place expected {', '.join(WINDS)} against the wind, and gale {', '.join(GALES)}."
        )
    return replace(orders, courses=(*others, course))


def _goal(words: Sequence[str], world: World) -> tuple[str, list[str]]:
    """Where a course leads, and the words that are left."""
    if words and words[0] == HOME:
        return HOME, [*words[1:]]
    for count in range(len(words), 0, -1):
        if place := _place(words[:count], world):
            rest = [*words[count:]]
            return (f"{place}/harbour", rest[1:]) if rest[:1] == ["harbour"] else (place, rest)
    raise Unclear(f"standing course … {' '.join(words)}: name one place of the map, or home.")


def _place(words: Sequence[str], world: World) -> str:
    """The place of whose name these are the beginnings of some words, and the most of it; none where it could be two."""
    left: dict[str, int] = {}
    for place in world.places.values():
        named = words_of([place.name])
        for word in words:
            same = next((part for part in named if part == word), None)
            same = same or next((part for part in named if part.startswith(word) and not word.isdigit()), None)
            if same is None:
                break
            named.remove(same)
        else:
            left[place.id] = len(named)
    best = [id for id, count in left.items() if count == min(left.values())]
    return best[0] if len(best) == 1 else ""
