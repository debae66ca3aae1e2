"""What bots were about is told at the keyboard when nothing of it is secret any more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.keyboard import Person, sit_down
from weathergauge.bots import bot
from weathergauge.bots.series import Crew
from weathergauge.cli.replay import Walker
from weathergauge.match import Match, Replay
from weathergauge.rulesets import ruleset


class Listener:
    """A talk that keeps what is shown."""

    columns, rows, live = 100, 40, False

    def __init__(self) -> None:
        self.shown: list[str] = []

    def show(self, lines: Any) -> None:
        self.shown += [str(line) for line in lines] if isinstance(lines, list) else []

    def say(self, line: str, style: str = "") -> None:
        self.shown.append(line)


def test_why_in_a_replay_tells_the_plan_and_what_was_weighed(tmp_path: Path):
    """At a step of a bot's the replay asks it again and prints the answer."""
    rules, path = ruleset("trafalgar"), tmp_path / "lee.jsonl"
    players = {"british": "midshipman", "allied": "captain"}
    with Match.create(rules, "trafalgar", "duel", {"turns": 1}, players, path=path, seed="2") as match:
        Crew({seat: bot(name, 1) for seat, name in players.items()}).play(match)
    replay = Replay(path, ruleset)
    listener = Listener()
    walker = Walker(replay, listener)
    walker.position = next(n for n in range(1, len(replay)) if replay.lines[n].by == "allied")
    walker.follow("why")
    assert listener.shown[0].endswith(".")
    assert sum(line.startswith("→ ") for line in listener.shown) == 1
    assert all("Aigle" in line for line in listener.shown[1:])
    listener.shown.clear()
    walker.position = 0
    walker.follow("why")
    assert listener.shown == [
        "no bot gave a reason for this step: captains and admirals give one where their title has them say so"
    ]


def test_what_a_bot_was_about_is_told_at_the_end_and_not_before():
    """While it is played one is told to wait; after it the plan stands there."""
    person = Person("why allied", "resign", "y")
    sit_down(person, allied="captain").run()
    shown = " ".join(person.shown.split())
    assert "Why allied: what the Allies are about is told when the match is over" in shown
    before, _, after = shown.partition("What the Allies were about:")
    assert after
    assert "Fight whatever is nearest" in after
    assert "Fight whatever is nearest" not in before
