"""How long the bots of each title think for an order at their default budget, by the processor's clock."""

from __future__ import annotations

from time import process_time
from typing import Any

from benchmarks.rounds import versions
from weathergauge.bots import NAMES, bot
from weathergauge.course import PROCEED, Rules
from weathergauge.dice import RandomDice
from weathergauge.ruleset import TABLE
from weathergauge.rulesets import PLAYABLE, ruleset

GAMES = 2
TURNS = 12
LARGER = {"trafalgar": "lee_column", "wsim": "lake_erie"}
"""Beside the duel of each title, an action of several ships."""


def thought(rules: Rules, scenario: str, name: str, seed: int) -> list[float]:
    """The seconds of every order of one game."""
    seats = next(card.seats for card in rules.scenarios() if card.name == scenario)
    bots = {seat: bot(name, f"{seed}:{seat}") for seat in seats}
    dice, found = RandomDice(seed), []
    state = rules.setup(rules.scenario(scenario, {"turns": TURNS}), dice)
    while rules.result(state) is None:
        seat = rules.to_act(state)[0]
        action: Any = PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            choices = rules.legal(view)
            start = process_time()
            action = bots[seat].choose(view, choices, rules)
            found.append(process_time() - start)
        state = rules.play(state, seat, action, dice).state
    return found


def main() -> None:
    versions("weathergauge")
    for title in PLAYABLE:
        rules: Rules = ruleset(title)
        names = [card.name for card in rules.scenarios()]
        for scenario in dict.fromkeys((names[0], LARGER.get(title, names[0]))):
            for name in NAMES[1:]:
                try:
                    bot(name, title=title)
                except ValueError:
                    continue
                times = sorted(time for seed in range(GAMES) for time in thought(rules, scenario, name, seed))
                mean = 1e3 * sum(times) / len(times)
                late, most = 1e3 * times[int(0.95 * len(times))], 1e3 * times[-1]
                print(
                    f"   {title} {scenario}, {name}: {mean:.1f} ms an order, 95 % within {late:.0f} ms, at most {most:.0f} ms",
                    flush=True,
                )


if __name__ == "__main__":
    main()
