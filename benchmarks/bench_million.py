"""What a million games of each title cost: processor time of a game, where it goes, and how many workers play them in a night.

``million=60`` gives each pairing so many seconds instead of ten.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

from benchmarks.rounds import versions
from weathergauge import rulesets
from weathergauge.bots import bot
from weathergauge.bots.series import play_out
from weathergauge.throwing import RandomDice

SCENARIOS = {
    "trafalgar": ("duel", "lee_column"),
    "wsim": ("duel", "chios"),
    "ironclads": ("gunnery", "lissa"),
    "mistral": ("teaching", "quarter"),
    "cold_waves": ("teaching", "quarter"),
}
BOTS = ("midshipman", "captain")
MILLION, NIGHT = 1_000_000, 8 * 3600
MOST = 200
"""Games of a pairing."""


class Clock:
    """Rules that say how much of the time of a game they take, apart from what bots do with them in their heads."""

    PARTS = ("play", "legal", "view")

    def __init__(self, rules: Any) -> None:
        self.real = rules
        self.took = dict.fromkeys((*self.PARTS, "choose"), 0.0)
        self.within = False

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.real, name)
        return self.timed(name, found) if name in self.PARTS else found

    def timed(self, name: str, work: Any) -> Any:
        def done(*args: Any, **more: Any) -> Any:
            if self.within:
                return work(*args, **more)
            self.within, start = True, process_time()
            try:
                return work(*args, **more)
            finally:
                self.took[name] += process_time() - start
                self.within = False

        return done


class Timed:
    """A bot whose choosing is on the clock."""

    remembers = True

    def __init__(self, bot: Any, clock: Clock) -> None:
        self.bot, self.clock = bot, clock
        self.choose = clock.timed("choose", bot.choose)

    def heard(self, events: Any) -> None:
        self.bot.heard(events)


class Cost(NamedTuple):
    """Processor seconds of each game, the steps of all of them, and the shares of their parts."""

    seconds: list[float]
    steps: int
    shares: dict[str, float]


def cost(title: str, scenario: str, name: str, budget: float) -> Cost:
    """Games between bots of one kind until the time is up, three at least."""
    clock = Clock(rulesets.ruleset(title))
    asked, card = clock.rules.scenario(scenario, {}), clock.rules.card_of(scenario, "")
    seconds: list[float] = []
    steps = 0
    while len(seconds) < MOST and (len(seconds) < 3 or sum(seconds) < budget):
        bots = {seat: Timed(bot(name, f"{len(seconds)}:{seat}", title), clock) for seat in card.seats}
        start = process_time()
        steps += play_out(clock, asked, bots, RandomDice(f"million:{len(seconds)}"))[1]  # type: ignore[arg-type]
        seconds.append(process_time() - start)
    whole = sum(seconds)
    return Cost(seconds, steps, {part: took / whole for part, took in clock.took.items()})


def lines(budget: float) -> Iterator[str]:
    """A line for each pairing, as the documentation has it."""
    yield "| | bots | games | steps | seconds | a million: hours | workers for a night | choosing | rules: orders | rules: play |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for title, scenarios in SCENARIOS.items():
        for scenario in scenarios:
            for name in BOTS:
                found = cost(title, scenario, name, budget)
                games, each = len(found.seconds), fmean(found.seconds)
                whole, shares = each * MILLION, found.shares
                yield (
                    f"| `{title}` {scenario} | {name} | {games} | {found.steps / games:,.0f} | {each:.3g} | {whole / 3600:,.0f} | "
                    f"{-(-whole // NIGHT):,.0f} | {shares['choose']:.0%} | {shares['legal']:.0%} | {shares['play']:.0%} |"
                )


def main(seconds: str = "10") -> None:
    versions("weathergauge")
    for line in lines(float(seconds)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
