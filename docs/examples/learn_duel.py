"""Learn the duel of `trafalgar` by playing it against the midshipman: a policy with one weight for each thing an order says.

The policy gives each order on the list a score, and chooses among them by chance, the likelier the higher the score
(softmax). After each round of games, orders of games that went better than the average become likelier (REINFORCE;
Williams 1992). Nothing is used but what the environment shows: the rows of the orders.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from weathergauge.envs.alone import Alone

SEATS = ("british", "allied")
ROUND, STEP = 64, 0.3


def game(env: Alone, weights: np.ndarray, seed: int, chance: np.random.Generator) -> tuple[float, np.ndarray]:
    """Play a game: what it was worth, and the direction in which its orders become likelier."""
    seen, _ = env.reset(seed=seed)
    towards, over, reward = np.zeros_like(weights), False, 0.0
    while not over:
        places = np.flatnonzero(seen["action_mask"])
        orders = seen["orders"][places]
        score = orders @ weights
        likely = np.exp(score - score.max())
        likely /= likely.sum()
        chosen = chance.choice(len(places), p=likely)
        towards += orders[chosen] - likely @ orders
        seen, reward, over, _, _ = env.step(places[chosen])
    return float(reward), towards


def learn(rounds: int, seed: int = 1) -> Iterator[tuple[np.ndarray, float]]:
    """Play rounds of games from both seats: the weights after each, and the points by which it led on the average."""
    envs = [Alone("trafalgar", "duel", seat=seat, reward="lead", width=1) for seat in SEATS]
    weights, chance = np.zeros(envs[0].game.order_width), np.random.default_rng(seed)
    for number in range(rounds):
        played = [game(envs[at % 2], weights, seed + number * ROUND + at, chance) for at in range(ROUND)]
        leads = np.array([lead for lead, _ in played])
        worth = (leads - leads.mean()) / (leads.std() + 1e-9)
        step = sum(value * towards for value, (_, towards) in zip(worth, played, strict=True)) / ROUND
        weights = weights + STEP * step / (np.linalg.norm(step) + 1e-9)
        yield weights, leads.mean()


def measure(weights: np.ndarray, games: int, seed: int) -> tuple[int, int]:
    """Play against the midshipman with dice that were not learnt from: games won and drawn."""
    envs = [Alone("trafalgar", "duel", seat=seat, width=1) for seat in SEATS]
    chance = np.random.default_rng(seed)
    rewards = [game(envs[at % 2], weights, seed + at // 2, chance)[0] for at in range(games)]
    return sum(reward > 0 for reward in rewards), sum(reward == 0 for reward in rewards)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=60)
    asked.add_argument("--games", type=int, default=1000)
    told = asked.parse_args()
    learnt = np.zeros(64)
    for number, (weights, lead) in enumerate(learn(told.rounds), 1):
        learnt = weights
        if number % 10 == 0:
            print(f"round {number}: leads by {lead:+.2f} points")
    for words, played in (("by chance", np.zeros_like(learnt)), ("learnt", learnt)):
        won, drawn = measure(played, told.games, 1_000_000)
        print(f"{words}: won {won} and drew {drawn} of {told.games} games")
