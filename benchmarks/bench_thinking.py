"""How long the bots of each title think for an order at their default budget, by the processor's clock."""

from __future__ import annotations

from time import process_time
from typing import Any

from benchmarks.rounds import versions
from weathergauge.bots import NAMES, bot
from weathergauge.ruleset import PROCEED, TABLE, Rules
from weathergauge.rulesets import TITLES, ruleset
from weathergauge.throwing import RandomDice

GAMES = 2
TURNS = {"sealords": 2}
"""Of a game, by ruleset; a turn of a campaign is a month of hundreds of orders."""
MOST_TURNS = 12
LARGER = {"trafalgar": "lee_column", "wsim": "lake_erie", "mistral": "year", "cold_waves": "year"}
"""Beside the duel of each title, or the first campaign, a larger one."""


def thought(rules: Rules, scenario: str, name: str, seed: int, turns: int) -> list[float]:
    """The seconds of every order of one game."""
    seats = next(card.seats for card in rules.scenarios() if card.name == scenario)
    bots = {seat: bot(name, f"{seed}:{seat}") for seat in seats}
    dice, found = RandomDice(seed), []
    state = rules.setup(rules.scenario(scenario, {"turns": turns}), dice)
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
    for title in TITLES:
        rules: Rules = ruleset(title.name)
        turns = TURNS.get(title.ruleset, MOST_TURNS)
        names = [card.name for card in rules.scenarios()]
        for scenario in dict.fromkeys((names[0], LARGER.get(title.name, names[0]))):
            for name in NAMES:
                try:
                    bot(name, title=title.name)
                except ValueError:
                    continue
                times = sorted(time for seed in range(GAMES) for time in thought(rules, scenario, name, seed, turns))
                mean = 1e3 * sum(times) / len(times)
                late, most = 1e3 * times[int(0.95 * len(times))], 1e3 * times[-1]
                print(
                    f"   {title.name} {scenario}, {name}: {mean:.2f} ms an order ({1e3 / mean:,.0f} orders/s), "
                    f"95 % within {late:.1f} ms, at most {most:.0f} ms",
                    flush=True,
                )


if __name__ == "__main__":
    main()
