"""``python -m benchmarks.profile TITLE SCENARIO [playout | order | odds]``: where the time goes, by chapter.

Every call is watched, so that small functions look dearer than they are: read shares and counts, and time by `make bench`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from typing import Any

import weathergauge
from benchmarks.seating import seats_of
from weathergauge.bots import bot
from weathergauge.bots.series import play_out
from weathergauge.odds import Memory
from weathergauge.ruleset import PROCEED, TABLE, Rules
from weathergauge.rulesets import ruleset, titles
from weathergauge.throwing import RandomDice

SOURCE = Path(weathergauge.__file__).parent
SHOWN = 12
"""So many chapters and functions are listed."""
ENOUGH = {"playout": 500, "order": 100, "odds": 100}
"""Games are begun until so much was watched, or so many were played."""
GAMES = 12

Where = tuple[str, int, str]


class Row:
    """What one chapter or function took: seconds of its own, with those of Python's own functions that it calls."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.calls = 0


def playout(rules: Rules, scenario: Any, number: int, profile: Profile) -> int:
    """Watch one game between midshipmen, as `make bench ARGS=playout` plays it; how many steps it had."""
    bots = {seat: bot("midshipman", f"{number}:{seat}") for seat in seats_of(rules, scenario)}
    return profile.runcall(play_out, rules, scenario, bots, RandomDice(number))[1]


def order(rules: Rules, scenario: Any, number: int, profile: Profile) -> int:
    """Watch captains think about their orders, and not what comes of them; how many there were."""
    captains = {seat: bot("captain", f"{number}:{seat}", rules.name) for seat in seats_of(rules, scenario)}
    dice = RandomDice(number)
    state, made = rules.setup(scenario, dice), 0
    while made < ENOUGH["order"] and rules.result(state) is None:
        seat, action = rules.to_act(state)[0], PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            action = profile.runcall(captains[seat].choose, view, rules.legal(view), rules)
            made += 1
        played = rules.play(state, seat, action, dice)
        state = played.state
        for listener, captain in captains.items():
            captain.heard([told.event for told in played.events if told.to is None or listener in told.to])
    return made


def query(rules: Rules, scenario: Any, number: int, profile: Profile) -> int:
    """Watch the odds of what is ordered by chance, nothing kept; how many were asked."""
    dice, nothing = RandomDice(number), Memory(0)
    bots = {seat: bot("midshipman", f"{number}:{seat}") for seat in seats_of(rules, scenario)}
    state, asked = rules.setup(scenario, dice), 0
    while asked < ENOUGH["odds"] and rules.result(state) is None:
        seat, action = rules.to_act(state)[0], PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            action = bots[seat].choose(view, rules.legal(view), rules)
            for call in rules.preview(view, action):
                profile.runcall(rules.procedures[call.procedure].odds, call.inputs, rules.charts, nothing)
                asked += 1
        state = rules.play(state, seat, action, dice).state
    return asked


WATCHED: dict[str, tuple[str, Callable[[Rules, Any, int, Profile], int]]] = {
    "playout": ("steps of games by chance", playout),
    "order": ("orders of captains", order),
    "odds": ("odds of what is ordered, nothing kept", query),
}


def shared_out(stats: Stats) -> tuple[dict[str, Row], dict[Where, Row]]:
    """Give each chapter and each function its own time; Python's own functions belong to whoever called them."""
    chapters: dict[str, Row] = {}
    functions: dict[Where, Row] = {}

    def give(where: Where, seconds: float, calls: int) -> None:
        file = Path(where[0])
        chapter = file.relative_to(SOURCE).as_posix() if file.is_relative_to(SOURCE) else "elsewhere"
        for row in (chapters.setdefault(chapter, Row()), functions.setdefault(where, Row())):
            row.seconds += seconds
            row.calls += calls

    for where, (_, calls, own, _, callers) in stats.stats.items():  # type: ignore[attr-defined]  # pstats hides it
        built_in = where[0] == "~" or where[0].startswith("<")
        if not built_in:
            give(where, own, calls)
        for caller, (_, _, seconds, _) in callers.items() if built_in else ():
            give(caller, seconds, 0)
    return chapters, functions


def report(title: str, scenario: str, what: str) -> None:
    """Print where the time of one thing goes."""
    words, watch = WATCHED[what]
    rules: Rules = ruleset(title)
    at = rules.scenario(scenario, {})
    watch(rules, at, 0, Profile())  # what is made once, is made now
    profile, count, game = Profile(), 0, 0
    gc.collect()
    gc.disable()  # whoever happens to be at work would be charged for it
    while count < ENOUGH[what] and game < GAMES:
        count += watch(rules, at, game, profile)
        game += 1
    gc.enable()
    chapters, functions = shared_out(Stats(profile))
    whole = sum([row.seconds for row in chapters.values()]) or 1.0
    calls = sum([row.calls for row in chapters.values()])
    print(
        f"{what}: {count:,} {words}; {calls / max(1, count):.0f} calls and {whole / max(1, count) * 1e6:.0f} µs each, watched"
    )
    print(f"   {'share':>6} {'calls each':>10}  chapter")
    for name, row in sorted(chapters.items(), key=lambda one: -one[1].seconds)[:SHOWN]:
        print(f"   {row.seconds / whole:6.1%} {row.calls / max(1, count):10.2f}  {name}")
    print(f"   {'share':>6} {'calls each':>10}  function")
    for (file, line, name), row in sorted(functions.items(), key=lambda one: -one[1].seconds)[:SHOWN]:
        place = Path(file).relative_to(SOURCE).as_posix() if Path(file).is_relative_to(SOURCE) else Path(file).name
        print(f"   {row.seconds / whole:6.1%} {row.calls / max(1, count):10.2f}  {name}  ({place}:{line})")
    sys.stdout.flush()


def main(given: Sequence[str]) -> int:
    """Report on a title's scenario; a sentence where there is no such thing."""
    known = [one.name for one in titles()]
    if not 2 <= len(given) <= 3:
        print('Name a title and a scenario, and playout, order or odds: ARGS="trafalgar duel order".', file=sys.stderr)
        return 2
    title, scenario, *one = given
    if title not in known:
        print(f"There is no title {title!r}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    names = [card.name for card in ruleset(title).scenarios()]
    if scenario not in names:
        print(f"{title} has no scenario {scenario!r}. There are: {', '.join(names)}.", file=sys.stderr)
        return 2
    if one and one[0] not in WATCHED:
        print(f"{one[0]!r} cannot be watched. There are: {', '.join(WATCHED)}.", file=sys.stderr)
        return 2
    for what in one or WATCHED:
        report(title, scenario, what)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
