"""A whole year of each campaign, played by bots in a process of its own: killed on the way, gone on with, and checked.

Nothing is timed here; how fast a year is played is a matter of the benchmarks.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from weathergauge import codec
from weathergauge.match import Match, Replay
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.testing import rules_for

ROOT = Path(__file__).parents[2]
MOST = 200 * 1024 * 1024
"""Bytes of memory that a process may take in which bots play a year."""
YEAR = """
import json, resource, sys
from pathlib import Path
from weathergauge.bots import bot
from weathergauge.match import Match
from weathergauge.rulesets import ruleset
from weathergauge.ruleset import TABLE
title, player, path, most = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
rules = ruleset(title)
if most:
    match = Match.create(rules, title, "year", seed="a year", path=path)
else:
    match = Match.load(path, ruleset)
players = {seat: bot(player, f"{seat} {match.course.n}", title) for seat in match.course.seats}
steps = 0
with match:
    while match.result is None and steps != (most or -1):
        seat = match.to_act[0]
        if seat == TABLE:
            match.settle()
        else:
            match.act(seat, players[seat].choose(match.view(seat), match.legal(seat), rules))
        steps += 1
    # Linux hands a child the peak of whoever started it: what it took itself stands in its status.
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    most = next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)
    most = most or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([steps, match.result is not None, most]))
"""
"""Play so many steps of a new match, or, told 0, go on with the one in the file to its end."""


def play(title: str, player: str, path: Path, steps: int) -> tuple[int, bool]:
    """So many steps, or to the end; the steps that were made, and whether it is over. Memory is held to the limit."""
    done = subprocess.run(
        [sys.executable, "-c", YEAR, title, player, str(path), str(steps)],
        capture_output=True, text=True, cwd=ROOT, check=False, env={**os.environ, "PYTHONHASHSEED": "0"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    made, over, most = json.loads(done.stdout)
    memory = most if sys.platform == "darwin" else most * 1024  # which Linux counts in kibibytes
    assert memory < MOST, f"{title}: {memory / 1024 / 1024:.0f} MiB after {made} steps"
    return made, over


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
@pytest.mark.parametrize("player", ["midshipman", "captain"])
def test_a_year_is_played_killed_gone_on_with_and_checked(title: str, player: str, tmp_path: Path):
    """The file is cut where a kill could cut it; what is left is gone on with to the end, replays and holds."""
    path = tmp_path / "year.jsonl"
    _, over = play(title, player, path, 1000)
    assert not over, "the year was over before it could be cut off"
    whole = path.read_bytes()
    path.write_bytes(whole[: Random(title).randrange(len(whole) // 2, len(whole))])
    made, over = play(title, player, path, 0)
    assert over
    assert made > 200
    held = verify(path, rules_for)
    assert held.ok, held.sentence
    assert held.result is not None
    replay = Replay(Record.read(path), rules_for)
    state, _ = replay.at(len(replay) - 1)
    assert rules_for(title).result(state) == held.result
    assert Match.load(path, rules_for).result == held.result
    assert codec.decode(codec.encode(state), type(state)) == state
    assert state.table.date.turn == state.table.last.turn
