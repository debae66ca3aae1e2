"""Environments for learning: random play through PettingZoo's interface, steps a second, observations and masks included.

The peers are PettingZoo's own classics, driven by the same loop: chess, connect four and tic-tac-toe.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from statistics import median
from typing import Any

import numpy as np

from benchmarks.rounds import faster, in_turn, line, ratio, versions

STEPS = 400
SCENARIOS = {
    "trafalgar": ("duel", "frigates"),
    "wsim": ("duel", "chios"),
    "ironclads": ("gunnery", "lissa"),
    "mistral": ("teaching", "quarter"),
    "cold_waves": ("teaching", "quarter"),
}
CLASSICS = ("chess", "connect_four", "tictactoe")


def walk(env: Any, steps: int = STEPS) -> int:
    """So many random legal decisions, over as many games as they last."""
    random, made, seed = np.random.default_rng(1), 0, 0
    while made < steps:
        seed += 1
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated or made == steps:
                break
            env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
            made += 1
    return made


def main() -> None:
    versions("weathergauge", "pettingzoo", "gymnasium", "numpy", "chess")
    works: dict[str, Callable[[], object]] = {}
    for name in CLASSICS:
        classic = import_module(f"pettingzoo.classic.{name}.{name}").raw_env()
        works[name] = partial(walk, classic)
    for title, names in SCENARIOS.items():
        for name in names:
            ours = import_module(f"weathergauge.envs.{title}_v0").raw_env(scenario=name)
            works[f"{title} {name}"] = partial(walk, ours)
    times = in_turn(works)
    peer = faster(times, *CLASSICS)
    print("   " + ", ".join(f"{name} {STEPS / median(times[name]):,.0f} steps/s" for name in CLASSICS))
    for name in works:
        if name not in CLASSICS:
            told = f"{STEPS / median(times[name]):,.0f} steps/s; × {peer} {ratio(times, name, peer):.2f}"
            line(f"{name}, × chess", ratio(times, name, "chess"), told=told)


if __name__ == "__main__":
    main()
