"""What is printed can happen: bots play the scenarios as they are shipped, and what they read of the charts is counted.

A game is played by bots first, and then carried out again with the account open, so that what bots look up while they think
counts for nothing. `sorting` says of each cell whether it is read, rare, or never read. Besides captains and midshipmen there are
`drifting` crews, who come to what nobody seeks: what only they meet is rare.

``python -m weathergauge.testing.shipped [TITLE…] [--games N] [--drifts N] [--minutes M] [--page FILE]`` plays on from where it was
stopped: what was counted lies in ``build/reach``, and is forgotten where rules, charts or a scenario have changed.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from weathergauge import codec
from weathergauge.bots import bot
from weathergauge.bots.executors import PROCESSES, executor
from weathergauge.bots.series import STEP_LIMIT, Bot
from weathergauge.dice import Cell, Look, die
from weathergauge.match.opening import fingerprint
from weathergauge.ruleset import PROCEED, TABLE, Rules, Seat
from weathergauge.rulesets import misspelt, titles
from weathergauge.testing import rules_for
from weathergauge.testing.drifting import DRIFTER, Drifter
from weathergauge.testing.hints import hints
from weathergauge.testing.reading import NotingDice, lit, reading
from weathergauge.testing.sorting import Count, Counts, Game, page, sort
from weathergauge.throwing import RandomDice, SeededDice

CREWS = (("captain", "captain"), ("midshipman", "midshipman"), ("captain", "midshipman"), ("midshipman", "captain"))
"""Who plays, game after game: equals, and the better of two on either side."""
ADRIFT = (DRIFTER, DRIFTER)
GAMES, DRIFTS = 20, 20
"""How many of each scenario are played where nobody says otherwise: by captains and midshipmen, and by drifters."""

Order = tuple[Seat, Any]


class Play(NamedTuple):
    """A game that is to be played."""

    title: str
    scenario: str
    number: int
    adrift: bool = False


def fresh(rules: Rules) -> Counts:
    """Begin to count: nothing was played yet of any scenario."""
    made = {}
    for card in rules.scenarios():
        state = rules.setup(rules.scenario(card.name, {}), SeededDice(b"mark"))
        told = f"{rules.version} {fingerprint(rules)}".encode() + codec.encode(state)
        made[card.name] = Count(hashlib.sha256(told).hexdigest()[:16])
    return made


def remembered(rules: Rules, file: Path) -> Counts:
    """Take up what was counted before; a scenario that has changed begins anew."""
    counts = fresh(rules)
    if file.exists():
        kept = codec.decode(file.read_bytes(), Counts)
        for name, count in counts.items():
            if name in kept and kept[name].mark == count.mark:
                counts[name] = kept[name]
    return counts


def keep(counts: Counts, file: Path) -> None:
    """Write what was counted: all of it or, where this is stopped, what stood there before."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_suffix(".new")
    written.write_bytes(msgspec.json.encode(counts, order="sorted"))
    written.replace(file)


def play(game: Play) -> Game:
    """Play one game of a scenario as it is shipped, and see what it read."""
    crew = ADRIFT if game.adrift else CREWS[game.number % len(CREWS)]
    return played(rules_for(game.title), game.scenario, game.number, crew)


def played(rules: Rules, scenario: str, number: int, crew: Sequence[str]) -> Game:
    """Play a game with these bots, and carry its orders out again with the account open."""
    card = next(card for card in rules.scenarios() if card.name == scenario)
    adrift = DRIFTER in crew
    seed = f"{scenario} {number}{' adrift' if adrift else ''}"
    try:
        orders = ordered(rules, scenario, dict(zip(card.seats, crew, strict=False)), seed)
        met, near = carried_out(rules, scenario, orders, seed)
    except Exception as error:
        error.add_note(f"in game {number} of {rules.name} {scenario}, between {' and '.join(crew)}")
        raise
    return Game(rules.name, scenario, number, met, near, adrift)


def ordered(rules: Rules, scenario: str, crew: Mapping[Seat, str], seed: str) -> list[Order]:
    """List all orders of a game between bots."""
    bots = {seat: _seated(rules, name, f"{seed}:{seat}") for seat, name in crew.items()}
    dice = RandomDice(seed)
    state, orders = rules.setup(rules.scenario(scenario, {}), dice), list[Order]()
    while rules.result(state) is None:
        assert len(orders) < STEP_LIMIT, f"{rules.name} {scenario}: the game was not over after {STEP_LIMIT:,} steps"
        seat = rules.to_act(state)[0]
        action: Any = PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            action = bots[seat].choose(view, rules.legal(view), rules)
        orders.append((seat, action))
        done = rules.play(state, seat, action, dice)
        state = done.state
        for listener, listening in bots.items():
            if events := [told.event for told in done.events if told.to is None or listener in told.to]:
                listening.heard(events)
    return orders


def _seated(rules: Rules, name: str, seed: str) -> Bot:
    return Drifter(rules, seed) if name == DRIFTER else bot(name, seed, rules.name)


def carried_out(
    rules: Rules, scenario: str, orders: Sequence[Order], seed: str
) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Judge and play the orders of a game once more: the cells that this reads, and those that other faces would have."""
    near: set[Cell] = set()
    dice = NotingDice(seed)
    with reading() as read:
        state = rules.setup(rules.scenario(scenario, {}), dice)
        for seat, action in orders:
            if seat != TABLE:
                why_not = rules.legal(rules.view(state, seat)).why_not(action)
                assert why_not is None, f"{rules.name} {scenario}: {why_not}"
            state = rules.play(state, seat, action, dice).state
            for look in dice.account:
                near |= {*within_faces(rules, look)}
            read |= dice.lit()
    return frozenset(lit(rules, read)), frozenset(near)


def within_faces(rules: Rules, look: Look) -> Iterator[Cell]:
    """List the cells of its chart that a throw could have come to, as it stood."""
    chart = None if look.cell is None else rules.chart_set.get(look.cell.chart)
    if chart is None or chart.roll is None or look.cell is None or look.total is None or not look.faces:
        return
    axis = chart.axes.index(chart.roll.axis)
    faces, added = die(chart.roll.die).faces, look.total - sum(look.faces)
    for total in range(chart.roll.count * min(faces), chart.roll.count * max(faces) + 1):
        label = chart.page.reach[chart.roll.axis].find(total + added)
        if label is not None and (key := (*look.cell.key[:axis], label, *look.cell.key[axis + 1 :])) in chart.cells:
            yield Cell(chart.id, key)


def games_left(counts: Mapping[str, Counts], games: int, drifts: int) -> list[Play]:
    """List the games that are still to be played, in rounds over all scenarios."""
    missing = [
        Play(title, name, number, adrift)
        for title, of_title in counts.items()
        for name, count in of_title.items()
        for adrift, wanted, there in ((False, games, count.played), (True, drifts, count.adrift))
        for number in sorted({*range(wanted)} - {*there})
    ]
    return sorted(missing, key=lambda game: game.number)


def count_games(
    counts: Mapping[str, Counts], folder: Path, games: Iterable[Play], *, seconds: float = math.inf, workers: int = 1
) -> Iterator[Game]:
    """Play these games until the time is over, keep each that is counted, and give it."""
    end, left = time.monotonic() + seconds, iter(games)
    with executor(PROCESSES, workers) as pool:
        running = {pool.submit(play, game) for game in islice(left, workers)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for game in (future.result() for future in done):
                    counts[game.title][game.scenario].add(game)
                    keep(counts[game.title], folder / f"{game.title}.json")
                    yield game
                if time.monotonic() < end:
                    running |= {pool.submit(play, game) for game in islice(left, len(done))}
        finally:
            pool.shutdown(cancel_futures=True)


def main(words: Sequence[str] | None = None) -> int:
    """Play, and print what is read, rare and never; 1 where a cell is never read without a reason, or a reason is wrong."""
    known = [title.name for title in titles()]
    parser = argparse.ArgumentParser(prog="python -m weathergauge.testing.shipped", description=__doc__)
    parser.add_argument("titles", nargs="*", help=f"of {', '.join(known)}; all of them unless told")
    parser.add_argument("--games", type=int, default=GAMES, help="of each scenario, counted from the first run on")
    parser.add_argument(
        "--drifts", type=int, default=DRIFTS, help="the same of games between drifters, who play by lot"
    )
    parser.add_argument("--only", action="append", metavar="SCENARIO", help="play this one alone, and report on all")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long, and go on next time")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="games that are played at once")
    parser.add_argument("--counts", type=Path, default=Path("build/reach"), help="where what was counted lies")
    parser.add_argument("--page", type=Path, help="write the report for readers to this file")
    given = parser.parse_args(words)
    if wrong := [name for name in given.titles if name not in known]:
        parser.error(str(misspelt("title", wrong[0], known)))
    counts = {name: remembered(rules_for(name), given.counts / f"{name}.json") for name in given.titles or known}
    scenarios = {name for of_title in counts.values() for name in of_title}
    if wrong := [name for name in given.only or () if name not in scenarios]:
        parser.error(str(misspelt("scenario", wrong[0], sorted(scenarios))))
    left = [
        game for game in games_left(counts, given.games, given.drifts) if game.scenario in (given.only or scenarios)
    ]
    seconds = 60 * given.minutes
    try:
        for done, game in enumerate(count_games(counts, given.counts, left, seconds=seconds, workers=given.workers), 1):
            crew = ", adrift" if game.adrift else ""
            told = f"{done} of {len(left)}: {game.title} {game.scenario}, game {game.number}{crew}"
            print(told, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("Stopped; what was counted is kept, and the next run goes on from there.", file=sys.stderr)
    reports = [sort(rules_for(name), of_title, hints(name)) for name, of_title in counts.items()]
    for report in reports:
        print(*report.lines(), sep="\n", flush=True)
    if given.page:
        given.page.write_text(page(reports), encoding="utf-8")
    return int(any(report.faults() for report in reports))


if __name__ == "__main__":
    sys.exit(main())
