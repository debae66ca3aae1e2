"""Rollouts for search: a state in the midst of a game is taken up again and again, and a hundred random decisions played.

States are values, so that taking one up costs nothing. The peer is open_spiel's backgammon from Python: a copy of
a state in the midst of a game, and a hundred random decisions with their dice, which is what its Python MCTS spends its
time on.
"""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import pyspiel

from benchmarks.rounds import Differs, in_turn, line, ratio, versions
from weathergauge.bots import bot
from weathergauge.course import PROCEED, Rules
from weathergauge.dice import RandomDice
from weathergauge.ruleset import TABLE
from weathergauge.rulesets import ruleset

FLOOR = 1.0
DECISIONS = 100
ROLLOUTS = 20
TITLES = ("wsim", "trafalgar")


def midgame(rules: Rules, turns: int) -> Any:
    """A duel between midshipmen after some turns."""
    dice = RandomDice(2)
    state = rules.setup(rules.scenario("duel", {}), dice)
    bots = {seat: bot("midshipman", seat) for seat in rules.seats}
    while state.table.turn < turns and rules.result(state) is None:
        state = _step(rules, state, bots, dice)[0]
    if rules.result(state) is not None:
        raise Differs(f"{rules.name}: the duel was over before turn {turns}")
    return state


def _step(rules: Rules, state: Any, bots: dict[str, Any], dice: RandomDice) -> tuple[Any, int]:
    seat = rules.to_act(state)[0]
    if seat == TABLE:
        return rules.play(state, seat, PROCEED, dice).state, 0
    view = rules.view(state, seat)
    return rules.play(state, seat, bots[seat].choose(view, rules.legal(view), rules), dice).state, 1


def roll_out(rules: Rules, start: Any, seed: int) -> int:
    """A hundred random decisions from a position, or fewer where the game ends: how many."""
    dice = RandomDice(seed)
    bots = {seat: bot("midshipman", f"{seed}:{seat}") for seat in rules.seats}
    state, made = start, 0
    while made < DECISIONS and rules.result(state) is None:
        state, one = _step(rules, state, bots, dice)
        made += one
    return made


def in_spiel(state: Any, random: Random, decisions: int) -> int:
    """So many random decisions of a game, and the dice between them: how many are left when it ends."""
    while decisions and not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = random.choices(outcomes, chances)[0]
        else:
            action = random.choice(state.legal_actions())
            decisions -= 1
        state.apply_action(action)
    return decisions


def main() -> None:
    versions("weathergauge", "open_spiel")
    peer = pyspiel.load_game("backgammon").new_initial_state()
    in_spiel(peer, Random(1), 20)
    works: dict[str, Any] = {
        "open_spiel": lambda: [in_spiel(peer.clone(), Random(n), DECISIONS) for n in range(ROLLOUTS)]
    }
    for title in TITLES:
        rules: Rules = ruleset(title)
        start = midgame(rules, 4)
        if roll_out(rules, start, 1) != roll_out(rules, start, 1):
            raise Differs(f"{title}: the same seed gave two different rollouts")
        works[title] = lambda rules=rules, start=start: [roll_out(rules, start, n) for n in range(ROLLOUTS)]
    times = in_turn(works)
    for title in TITLES:
        told = f"{ROLLOUTS / median(times[title]):,.0f} rollouts/s; open_spiel {ROLLOUTS / median(times['open_spiel']):,.0f}"
        head = "   HEADLINE" if title == "wsim" else ""
        line(
            f"{title}{head}, × open_spiel in Python",
            ratio(times, title, "open_spiel"),
            FLOOR if head else None,
            None,
            told,
        )


if __name__ == "__main__":
    main()
