"""Checking a record in full (seals, seed, every throw, turn, action and state) against playing the same games out."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import Any

from benchmarks.rounds import Differs, Times, in_turn, line, ratio, same, versions
from weathergauge.bots import bot
from weathergauge.bots.series import Bot, Crew, play_out
from weathergauge.dice import Die, Good
from weathergauge.match import Match
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.ruleset import Rules
from weathergauge.rulesets import ruleset
from weathergauge.throwing import RandomDice, fallen

FLOOR, GOAL = 0.5, 1
GAMES = {
    "trafalgar": {"duel": 20, "frigates": 4, "lee_column": 2, "trafalgar": 1},
    "mistral": {"year": 1},
    "cold_waves": {"year": 1},
}
"""Games of each scenario in a round, by title."""


class Again(RandomDice):
    """The throws of a record once more, for a playout of the very same game: nothing is checked or noted."""

    def __init__(self, faces: Iterable[tuple[int, ...]]) -> None:
        super().__init__(0)
        self.faces = iter(faces)

    def _throw(
        self, count: int, die: Die, why: str, seat: str | None, secret: bool, good: Good = "high"
    ) -> tuple[int, ...]:
        return next(self.faces)


def crew(rules: Rules, number: int) -> dict[str, Bot]:
    return {seat: bot("midshipman", f"{number}:{seat}") for seat in rules.seats}


def recorded(rules: Rules, scenario: str, number: int) -> tuple[bytes, list[tuple[int, ...]], int]:
    """A game played through a match: its record, its throws and its number of steps."""
    lines: list[bytes] = []
    match = Match.create(rules, rules.name, scenario, seed=f"bench {number}", put=lines.append)
    Crew(crew(rules, number)).play(match)
    data = b"".join(lines)
    record = Record(data)
    throws = [fallen(text) for n in range(1, len(record.lines)) for text in record.line(n).dice]
    return data, [throw.faces for throw in throws], match.course.n


def main() -> None:
    versions("weathergauge")
    for title, games in GAMES.items():
        _measure(ruleset(title), games)


def _measure(rules: Rules, by_scenario: dict[str, int]) -> None:
    for scenario, games in by_scenario.items():
        played = [recorded(rules, scenario, number) for number in range(games)]
        read = rules.scenario(scenario, {})
        steps = 0
        for number, (data, faces, _) in enumerate(played):
            found = verify(Record(data), ruleset)
            if not found.ok:
                raise Differs(f"{scenario}, game {number}: {found.sentence}")
            result, taken = play_out(rules, read, crew(rules, number), Again(faces))
            same(f"{scenario}, game {number}", found.result, result)
            steps += taken

        def checked(played: list[Any] = played) -> None:
            for data, _, _ in played:
                verify(Record(data), ruleset)

        def playout(played: list[Any] = played, read: Any = read) -> None:
            for number, (_, faces, _) in enumerate(played):
                play_out(rules, read, crew(rules, number), Again(faces))

        times: Times = in_turn({"verify": checked, "playout": playout})
        told = f"{steps / median(times['verify']):,.0f} against {steps / median(times['playout']):,.0f} steps/s"
        line(f"{rules.name} {scenario}, {steps} steps", ratio(times, "verify", "playout"), FLOOR, GOAL, told)


if __name__ == "__main__":
    main()
