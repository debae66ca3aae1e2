"""How the cost of a turn, of checking one order and of a replay grows with the ships, and a replay with its steps.

The fleets of trafalgar are cut from the fleet lists into squadrons of three, each pair of squadrons on its own stretch of
sea; those of wsim are pairs of frigates, each pair on its own hexes, those of ironclads pairs of ironclads. More ships, on more sea, at the same density. A cost
that grows with the ships has the exponent 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log, sqrt
from random import Random
from statistics import linear_regression, median
from typing import Any

from benchmarks.rounds import Differs, in_turn, same, versions
from weathergauge.bots.series import Crew, play_out
from weathergauge.frame.chapter import STEP
from weathergauge.match import Match
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.ruleset import Rules
from weathergauge.rulesets.ironclads.rules import Ironclads
from weathergauge.rulesets.trafalgar.rules import Trafalgar
from weathergauge.rulesets.trafalgar.scenarios import LIBRARY, Group, Scenario, fleet
from weathergauge.rulesets.trafalgar.state import Side
from weathergauge.rulesets.wsim.rules import WoodenShips
from weathergauge.throwing import RandomDice

SIZES = (2, 6, 12, 24, 42, 60)
WSIM_SIZES = (2, 4, 10, 20, 30)
IRONCLADS_SIZES = (2, 4, 10, 20, 40)
SHIPS = 180
"""So many ships are sailed at each size, over several games: one game alone may go quietly or not."""
TURNS = 6
LENGTHS = (3, 6, 12, 24)
LINEAR = 1.15
"""An exponent up to this counts as linear: caches and short lists make the small sizes a little cheaper."""


class Orderly:
    """Gives each ship one random order after the other, and only then ends the step: equal work for every ship."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, view: Any, choices: Any, rules: Rules) -> Any:
        subjects = [subject for subject in choices.subjects() if subject != STEP] or [STEP]
        return self.random.choice(choices.of(subjects[0]))

    def heard(self, events: Sequence[Any]) -> None:
        pass


class Growing(Trafalgar):
    """Trafalgar's rules with scenarios of any size, named by it: `24` or `24 for 12 turns`."""

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Scenario:
        ships, _, turns = name.partition(" for ")
        return laid_out(int(ships), int(turns.removesuffix(" turns") or TURNS))


def laid_out(ships: int, turns: int) -> Scenario:
    """So many ships in all, in squadrons of three, a British and an Allied one in each part of the sea."""
    duel = LIBRARY.read("duel")
    sides: tuple[Side, Side] = ("british", "allied")
    ids = {
        side: [id for id, ship in fleet().items() if (ship.nation == "british") == (side == "british")]
        for side in sides
    }
    each = min(3, ships // 2)
    parts = ships // 2 // each
    columns = ceil(sqrt(parts))
    wide, high = duel.table
    groups = []
    for part in range(parts):
        x, y = part % columns * wide, part // columns * high
        for side, lead, heading, speed in zip(sides, ((14, 20), (30, 14)), (90, 0), (5.0, 2.0), strict=True):
            line = tuple(ids[side][part * each : part * each + each])
            groups.append(Group(f"{side} {part}", side, line, (lead[0] + x, lead[1] + y), heading, speed))
    rows = ceil(parts / columns)
    return Scenario(
        title=f"{ships} ships", wind=duel.wind, table=(wide * columns, high * rows), turns=turns, group=tuple(groups)
    )


class Pairs(WoodenShips):
    """Wsim's rules with scenarios of any size, named by it: pairs of frigates ten hexes apart, each on its own sea."""

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Any:
        return self.scenario_from(in_pairs(int(name), TURNS), name, settings)


def in_pairs(ships: int, turns: int) -> str:
    """A scenario file with so many ships, six pairs to a row."""
    parts = [
        f'title = "{ships} ships"\ndate = "1813-02-07"\nplace = "at sea"\nhistory = "None."\nvictory = "By points."\n'
        f'invented = "All of it."\nturns = {turns}\n[wind]\ndirection = "S"\nvelocity = 3\nwsn = 6\n'
    ]
    for pair in range(ships // 2):
        column, row = 6 + pair % 6 * 40, 10 + pair // 6 * 30
        for name, side, off, heading in (("Amelia", "british", 0, "SE"), ("Arethuse", "french", 8, "SW")):
            parts.append(
                f'[[ship]]\nname = "{name} {pair + 1}"\nside = "{side}"\ntype = "favorite_40"\nquality = "crack"\n'
                f'column = {column + off}\nrow = {row}\nheading = "{heading}"\n'
            )
    return "\n".join(parts)


class Squadrons(Ironclads):
    """The rules of ironclads with scenarios of any size, named by it: pairs of ships, each on its own stretch of sea."""

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Any:
        return self.scenario_from(at_sea(int(name), TURNS), name, settings)


def at_sea(ships: int, turns: int) -> str:
    """A scenario file with so many ships, five pairs to a row."""
    pairs = ships // 2
    parts = [
        f'title = "{ships} ships"\nplace = "at sea"\ninvented = "All of it."\nvictory = "By points."\nera = 3\n'
        f"turns = {turns}\nwidth = {48 * min(5, pairs)}\nheight = {36 * ceil(pairs / 5)}\n"
        '[wind]\nfrom = "W"\nstrength = "moderate_breeze"\n'
    ]
    for pair in range(pairs):
        x, y = pair % 5 * 48, pair // 5 * 36
        for name, side, off, heading in (("Resolute", "blue", (10, 20), 70), ("Defiant", "red", (30, 16), 250)):
            parts.append(
                f'[[ship]]\nname = "{name} {pair + 1}"\nside = "{side}"\ntype = "trial_ironclad"\n'
                f"x = {x + off[0]}\ny = {y + off[1]}\nheading = {heading}\n"
            )
    return "\n".join(parts)


SEATS = {"wsim": ("british", "french"), "ironclads": ("blue", "red")}
"""Who fights, where a scenario has some of a ruleset's seats."""


def crew(rules: Rules, game: int) -> dict[str, Orderly]:
    seats = SEATS.get(rules.name, rules.seats)
    return {seat: Orderly(10 * game + n) for n, seat in enumerate(seats)}


def games(size: int) -> int:
    return ceil(SHIPS / size)


def record_of(rules: Rules, name: str, game: int) -> tuple[bytes, int]:
    """A game's record, and its steps."""
    lines: list[bytes] = []
    seats = dict.fromkeys(crew(rules, game), "me")
    match = Match.create(rules, rules.name, name, seats=seats, seed=f"growth {game}", put=lines.append)
    Crew(crew(rules, game)).play(match)
    return b"".join(lines), match.course.n


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The slope of cost by size, both as logarithms."""
    return linear_regression([log(size) for size in sizes], [log(cost) for cost in costs]).slope


def report(what: str, sizes: Sequence[float], costs: Sequence[float], unit: str) -> None:
    """Costs for each unit of size relative to the smallest, and the exponent over all and over the larger half."""
    first = costs[0] / sizes[0]
    shown = "  ".join(f"{size:g}: {cost / size / first:.2f}" for size, cost in zip(sizes, costs, strict=True))
    slope, later = exponent(sizes, costs), exponent(sizes[-3:], costs[-3:])
    holds = "holds" if max(slope, later) <= LINEAR else "MISSED"
    print(f"   {what}: {first * 1e6:.0f} µs {unit} at the smallest; relative to it  {shown}")
    print(f"   {'':<46} n^{slope:.2f}, for the largest n^{later:.2f}  [goal n^1 {holds}]", flush=True)


def main() -> None:
    versions("weathergauge")
    _measure(Growing(), SIZES, {turns: f"12 for {turns} turns" for turns in LENGTHS})
    _measure(Pairs(), WSIM_SIZES, {})
    _measure(Squadrons(), IRONCLADS_SIZES, {})


def _measure(rules: Rules, sizes: Sequence[int], long: Mapping[int, str]) -> None:
    """One title: a turn and its replay by ships, and a replay by its steps where longer games are named."""
    records = {f"{size}": [record_of(rules, f"{size}", game) for game in range(games(size))] for size in sizes}
    records |= {name: [record_of(rules, name, game) for game in range(games(12))] for name in long.values()}
    for name, played in records.items():
        found = verify(Record(played[0][0]), lambda title: rules)
        if not found.ok:
            raise Differs(f"{name}: {found.sentence}")
    works: dict[str, Any] = {}
    steps = {}
    for size in sizes:
        scenario = rules.scenario(f"{size}", {})

        def turns(size: int = size, scenario: Any = scenario) -> int:
            return sum([play_out(rules, scenario, crew(rules, n), RandomDice(n))[1] for n in range(games(size))])

        steps[size] = turns()
        same(f"{size} ships", turns(), steps[size])
        works[f"turn {size}"] = turns
    for name, played in records.items():

        def replays(played: list[tuple[bytes, int]] = played) -> None:
            for game, (data, _) in enumerate(played):
                Match.load(Record(data), lambda title: rules, seed=f"growth {game}".encode())

        works[f"replay {name}"] = replays
    times = {name: median(taken) for name, taken in in_turn(works, rounds=7).items()}
    shown = "  ".join(f"{size}: {steps[size] / size / TURNS / games(size):.1f}" for size in sizes)
    print(f"   {rules.name}: steps of a ship in a turn  {shown}")
    report("a turn", sizes, [times[f"turn {size}"] / TURNS / games(size) for size in sizes], "a ship")
    report("its replay", sizes, [times[f"replay {size}"] / TURNS / games(size) for size in sizes], "a ship")
    if long:
        lengths = [sum(steps for _, steps in records[name]) / games(12) for name in long.values()]
        costs = [times[f"replay {name}"] / games(12) for name in long.values()]
        report("replay by steps", [round(length) for length in lengths], costs, "a step")


if __name__ == "__main__":
    main()
