"""Rollouts: from a state in the middle of a game, a hundred random decisions with their dice.

The peer is open_spiel's Python search on backgammon, by the rollouts it makes: each walks down its tree and plays one
random game to its end. A second row has random backgammon driven from Python, cut to as many decisions as ours.
"""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

from benchmarks.rounds import Differs, in_turn, line, ratio, versions
from benchmarks.seating import seats_of
from weathergauge.bots import bot
from weathergauge.ruleset import PROCEED, TABLE, Rules
from weathergauge.rulesets import ruleset
from weathergauge.throwing import RandomDice

FLOOR, GOAL = 1, 3
DECISIONS = 100
ROLLOUTS = 12
SCENARIOS = {"trafalgar": ("duel", "lee_column"), "wsim": ("duel", "algeciras")}
AHEAD = 60
"""So many decisions lead to the state that rollouts begin from."""


def play_on(rules: Rules, state: Any, seats: tuple[str, ...], seed: int, decisions: int) -> tuple[Any, int]:
    """So many random decisions from a state, or fewer where the game ends. A state is a value: it needs no copy."""
    dice, bots = RandomDice(seed, unheard=True), {seat: bot("midshipman", f"{seed}:{seat}") for seat in seats}
    made = 0
    while made < decisions and rules.result(state) is None:
        seat, action = rules.to_act(state)[0], PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            action = bots[seat].choose(view, rules.legal(view), rules)
            made += 1
        state = rules.play(state, seat, action, dice).state
    return state, made


def in_spiel(start: Any, rollouts: int) -> int:
    """The same on backgammon: a copy of the state, and random decisions with the dice between them."""
    made = 0
    for seed in range(rollouts):
        random, state, here = Random(seed), start.clone(), 0
        while here < DECISIONS and not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                here += 1
        made += here
    return made


def searched(start: Any, rollouts: int) -> None:
    """So many simulations of the search."""
    source = numpy.random.RandomState(1)
    judge = mcts.RandomRolloutEvaluator(1, source)
    mcts.MCTSBot(start.get_game(), 2.0, rollouts, judge, random_state=source).mcts_search(start)


def middle_of_backgammon() -> Any:
    random, state, made = Random(1), pyspiel.load_game("backgammon").new_initial_state(), 0
    while made < AHEAD // 2:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def main() -> None:
    versions("weathergauge", "open_spiel")
    works: dict[str, Any] = {}
    for title, names in SCENARIOS.items():
        rules: Rules = ruleset(title)
        for name in names:
            scenario = rules.scenario(name, {})
            seats = seats_of(rules, scenario)
            start, _ = play_on(rules, rules.setup(scenario, RandomDice(3)), seats, 3, AHEAD if name != "duel" else 12)
            if play_on(rules, start, seats, 5, DECISIONS) != play_on(rules, start, seats, 5, DECISIONS):
                raise Differs(f"{title} {name}: the same state and seed played on in two ways")

            def rollouts(rules: Rules = rules, start: Any = start, seats: tuple[str, ...] = seats) -> int:
                return sum([play_on(rules, start, seats, seed, DECISIONS)[1] for seed in range(ROLLOUTS)])

            works[f"{title} {name}"] = rollouts
    backgammon = middle_of_backgammon()
    ours = list(works)
    works["random"] = lambda: in_spiel(backgammon, ROLLOUTS)
    made = {name: work() for name, work in works.items()}
    works["search"] = lambda: searched(backgammon, ROLLOUTS)
    times = in_turn(works)
    peer, bare = ROLLOUTS / median(times["search"]), made["random"] / median(times["random"]) / DECISIONS
    print(
        f"   open_spiel on backgammon from Python: {peer:,.0f} rollouts/s in its search, {bare:,.0f} of ours by themselves"
    )
    for name in ours:
        headline = name.endswith("duel")
        rolled = made[name] / DECISIONS
        line(
            f"{name}{'   HEADLINE' if headline else ''}, × search",
            ratio(times, name, "search", rolled / ROLLOUTS),
            FLOOR if headline else None,
            GOAL if headline else None,
            f"{rolled / median(times[name]):,.0f} rollouts of {DECISIONS} decisions a second",
        )
        line(f"{name}, × random backgammon", ratio(times, name, "random", made[name] / made["random"]))


if __name__ == "__main__":
    main()
