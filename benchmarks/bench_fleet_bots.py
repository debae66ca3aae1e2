"""Captains on both sides of a fleet action of `wsim`: turns of a ship a second on one core, thinking and rules together.

The peer is a figure from elsewhere: BSD `sail` in C, 713,000 turns of a ship a second, with computer captains that look at
nothing but their own turn. It is reported and not measured here, because that program does not run by itself.
"""

from __future__ import annotations

from statistics import median

from benchmarks.rounds import Differs, in_turn, line, versions
from weathergauge.bots import bot
from weathergauge.bots.series import play_out
from weathergauge.ruleset import Rules
from weathergauge.rulesets import ruleset
from weathergauge.throwing import RandomDice

SAIL = 713_000
SCENARIO, TURNS = "suffren_hughes", 12
GOAL = 0.02


def ship_turns(rules: Rules, scenario: str, turns: int, ships: int) -> int:
    """One game of so many turns between captains, as turns of a ship; those beaten on the way are still on the table."""
    seats = next(card.seats for card in rules.scenarios() if card.name == scenario)
    bots = {seat: bot("captain", seat) for seat in seats}
    result, _ = play_out(rules, rules.scenario(scenario, {"turns": turns}), bots, RandomDice(1))
    if "time is up" not in result.reason:
        raise Differs(f"{scenario}: over before turn {turns}, because {result.reason}")
    return turns * ships


def main() -> None:
    versions("weathergauge")
    rules: Rules = ruleset("wsim")
    ships = len(rules.setup(rules.scenario(SCENARIO, {}), RandomDice(1)).table.ships)
    done = ship_turns(rules, SCENARIO, TURNS, ships)
    times = in_turn({"captains": lambda: ship_turns(rules, SCENARIO, TURNS, ships)}, 5)
    speed = done / median(times["captains"])
    told = f"{speed:,.0f} turns of a ship a second, {ships} ships; sail's {SAIL:,} is a figure from elsewhere"
    line("captains in a fleet action   HEADLINE, × sail in C", speed / SAIL, None, GOAL, told)


if __name__ == "__main__":
    main()
