"""Full random games through `legal` and `play`: steps a second on one core, against random games of other programs."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any

import chess
import pyspiel

from benchmarks.rounds import Differs, in_turn, line, ratio, versions
from benchmarks.seating import seats_of
from weathergauge.bots import bot
from weathergauge.bots.series import play_out
from weathergauge.ruleset import PROCEED, TABLE, Rules
from weathergauge.rulesets import ruleset
from weathergauge.throwing import RandomDice

FLOOR, GOAL = 0.5, 0.5
GAMES = {
    "trafalgar": {"duel": 12, "frigates": 3, "lee_column": 1, "trafalgar": 1},
    "wsim": {"duel": 20, "constitution_cyane_levant": 8, "algeciras": 4, "suffren_hughes": 4},
    "ironclads": {"gunnery": 12, "iquique": 8, "yalu": 2, "lissa": 2},
    "mistral": {"teaching": 12, "year": 1},
    "cold_waves": {"teaching": 8, "year": 1},
}
"""Games of each scenario in a round, by title; the first, a duel or little more, is the headline of each."""


def size_of(table: Any) -> str:
    """How much there is to be ordered about."""
    ships = getattr(table, "ships", None)
    return f"{len(ships)} ships" if ships is not None else f"{len(table.counters)} formations"


def ours(rules: Rules, scenario: Any, games: int) -> int:
    """Steps of some games between midshipmen, who take any legal order."""
    steps = 0
    seats = seats_of(rules, scenario)
    for number in range(games):
        bots = {seat: bot("midshipman", f"{number}:{seat}") for seat in seats}
        steps += play_out(rules, scenario, bots, RandomDice(number))[1]
    return steps


def in_chess(games: int) -> int:
    """Plies of random chess; the end is found from the list of moves and the clock, not asked for at each ply."""
    random, steps = Random(1), 0
    for _ in range(games):
        board = chess.Board()
        while (moves := list(board.generate_legal_moves())) and board.halfmove_clock < 150:
            board.push(random.choice(moves))
            steps += 1
            if steps % 16 == 0 and board.is_insufficient_material():
                break
    return steps


def in_spiel(game: Any, games: int) -> int:
    """Steps of random backgammon, its dice counted as steps like any other."""
    random, steps = Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                action = random.choices(outcomes, chances)[0]
            else:
                action = random.choice(state.legal_actions())
            state.apply_action(action)
            steps += 1
    return steps


def check(rules: Rules, scenario: Any) -> None:
    """Every order that is played is legal when it is asked for by itself, and the same seeds play the same game."""
    if ours(rules, scenario, 1) != ours(rules, scenario, 1):
        raise Differs("the same seeds played two different games")
    dice = RandomDice(0)
    state = rules.setup(scenario, dice)
    bots = {seat: bot("midshipman", seat) for seat in seats_of(rules, scenario)}
    for _ in range(500):
        if rules.result(state) is not None:
            return
        seat = rules.to_act(state)[0]
        action: Any = PROCEED
        if seat != TABLE:
            choices = rules.legal(rules.view(state, seat))
            action = bots[seat].choose(rules.view(state, seat), choices, rules)
            if (why := choices.why_not(action)) is not None:
                raise Differs(f"{action} was offered, and is refused: {why}")
        state = rules.play(state, seat, action, dice).state


def main() -> None:
    versions("weathergauge", "chess", "open_spiel")
    backgammon = pyspiel.load_game("backgammon")
    for title, games in GAMES.items():
        rules: Rules = ruleset(title)
        scenarios = {name: rules.scenario(name, {}) for name in games}
        for scenario in scenarios.values():
            check(rules, scenario)
        _measure(rules, scenarios, games, backgammon)


def _measure(rules: Rules, scenarios: dict[str, Any], games: dict[str, int], backgammon: Any) -> None:
    """One title against both peers, in the same rounds."""
    works: dict[str, Any] = {name: (lambda name=name: ours(rules, scenarios[name], games[name])) for name in scenarios}
    works["chess"] = lambda: in_chess(20)
    works["open_spiel"] = lambda: in_spiel(backgammon, 40)
    steps = {name: work() for name, work in works.items()}
    times = in_turn(works)

    def speed(name: str) -> str:
        return f"{steps[name] / median(times[name]):,.0f}"

    print(
        f"   {rules.name}; python-chess {speed('chess')} steps/s, open_spiel backgammon {speed('open_spiel')} steps/s"
    )
    for name in scenarios:
        size = size_of(rules.setup(scenarios[name], RandomDice(0)).table)
        told = f"{speed(name)} steps/s, {size}, {steps[name] // games[name]} steps a game"
        headline = name == next(iter(scenarios))
        against = ratio(times, name, "chess", steps[name] / steps["chess"])
        line(
            f"{name}{'   HEADLINE' if headline else ''}, × python-chess",
            against,
            FLOOR if headline else None,
            None,
            told,
        )
        against = ratio(times, name, "open_spiel", steps[name] / steps["open_spiel"])
        line(f"{name}, × open_spiel", against, None, GOAL if headline else None)


if __name__ == "__main__":
    main()
