"""How long the command takes to start and to answer, as a multiple of starting Python itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.rounds import Differs, verdict, versions

GOAL = 8
ROUNDS = 21
SHOT = ["trafalgar", "broadside", "hull=6", "range=4", "target_rate=3rd_rate"]


def command() -> list[str]:
    """The command as it is installed beside this Python, or else the module."""
    script = Path(sys.executable).with_name("weathergauge")
    return [str(script)] if script.exists() else [sys.executable, "-m", "weathergauge"]


def run(words: list[str]) -> tuple[float, str]:
    # As for a player: compiled files may be kept, and the first run leaves them there.
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, env=surroundings)
    return perf_counter() - start, done.stdout


def main() -> None:
    versions("weathergauge")
    asked = {
        "weathergauge --help": [*command(), "--help"],
        "weathergauge resolve": [*command(), "resolve", *SHOT, "--dice", "5"],
        "weathergauge odds": [*command(), "odds", *SHOT],
    }
    for label, words in asked.items():
        if not run(words)[1].strip():
            raise Differs(f"{label} printed nothing")
    bare = [sys.executable, "-c", "pass"]
    ratios: dict[str, list[float]] = {label: [] for label in asked}
    times: dict[str, list[float]] = {label: [] for label in (*asked, "bare")}
    for _ in range(ROUNDS):
        times["bare"].append(run(bare)[0])
        for label, words in asked.items():
            times[label].append(run(words)[0])
            ratios[label].append(times[label][-1] / times["bare"][-1])
    print(f"   python -c pass took {median(times['bare']) * 1000:.1f} ms")
    for label in asked:
        value = median(ratios[label])
        told = f"{median(times[label]) * 1000:.1f} ms"
        limit = GOAL if label != "weathergauge odds" else None
        print(f"   {label:<46} {value:8.2f}×{verdict(value, goal=limit, most=True)}  {told}", flush=True)


if __name__ == "__main__":
    main()
