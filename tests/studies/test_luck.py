"""Luck and skill apart: what dice gave more than they promised, and what decisions gave away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from weathergauge import cli
from weathergauge.bots.series import jobs, play
from weathergauge.match import Replay
from weathergauge.rulesets import ruleset
from weathergauge.studies.luck import Amount, Reckoner, report, summed

SEATS = ("british", "allied")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A duel in which a captain fights a midshipman, to its end."""
    bots = {"british": "captain", "allied": "midshipman"}
    folder = tmp_path_factory.mktemp("records")
    (job,) = jobs("trafalgar", "duel", bots, 1, seed="7", swap=False, records=folder)
    played = play(job).record
    assert played is not None
    return Path(played)


def test_luck_is_what_came_less_the_mean_of_what_could(record: Path):
    """Weighed with their chances, all the ways a step can go are worth as much as it promised: their luck adds up to nought."""
    replay = Replay(record, ruleset)
    reckoner = Reckoner(replay.rules, "trafalgar", SEATS, 3, "midshipman")
    from weathergauge.odds import odds

    for position in range(1, len(replay)):
        before, action = replay.at(position - 1)[0], replay.action(position)
        law = odds(replay.rules.play, before, replay.lines[position].by, action).of(lambda played: played.state)
        if len(law) > 1:
            seat = replay.lines[position].by
            lucks = {state: reckoner.luck(before, seat, action, state) for state in law}
            assert all(exact for _, exact in lucks.values())
            total = sum(float(law[state]) * luck.points for state, (luck, _) in lucks.items() if luck is not None)
            assert abs(total) < 1e-9
            return
    raise AssertionError("dice fell nowhere in this duel")


def test_a_step_without_dice_has_no_luck(record: Path):
    """Where only one thing can come, dice gave nothing, and nothing is played on."""
    replay = Replay(record, ruleset)
    rules, before = replay.rules, replay.at(0)[0]
    (seat,) = rules.to_act(before)
    choices = rules.legal(rules.view(before, seat))
    straight = next(
        order for subject in choices.subjects() for order in choices.of(subject) if type(order).__name__ == "Move"
    )
    from weathergauge.throwing import SeededDice

    after = rules.play(before, seat, straight, SeededDice(b"1")).state
    assert Reckoner(rules, "trafalgar", SEATS, 3, "midshipman").luck(before, seat, straight, after) == (None, True)


def test_the_same_order_gives_nothing_away(record: Path):
    """An order held to itself, with the same dice, comes to the same points; of the other seat it counts the other way."""
    replay = Replay(record, ruleset)
    before, action, seat = replay.at(0)[0], replay.action(1), replay.lines[1].by
    reckoner = Reckoner(replay.rules, "trafalgar", SEATS, 2, "midshipman")
    assert reckoner.given_away(before, seat, action, action) == Amount(0.0, 0.0)


def test_stopped_early_keeps_what_was_worked_out(record: Path):
    """Ctrl-C after a few steps leaves their moments, and says that it was stopped."""

    def enough(position: int, _: int) -> None:
        if position >= 5:
            raise KeyboardInterrupt

    found = report(Replay(record, ruleset), 2, head="midshipman", progress=enough)
    assert found.stopped
    assert sum(found.decisions.values()) > 0
    assert all(moment.position <= 5 for moment in found.moments)
    assert found.luck == summed([moment.luck for moment in found.moments if moment.luck is not None])


def test_at_the_terminal(record: Path, capsys: pytest.CaptureFixture[str]):
    """`luck --dice-only` tells the sum and the greatest moments, with `--json` as one value."""
    assert cli.main(["luck", str(record), "--games", "2", "--bot", "midshipman", "--dice-only"]) == 0
    out = capsys.readouterr().out
    assert "In points by which the British lead, by 2 games from each state" in out
    assert "more than they promised, at" in out
    assert cli.main(["luck", "tests/records/wsim.jsonl", "--games", "one"]) == 2


def test_a_match_that_is_not_over_keeps_its_luck(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """One sentence, and nothing is played."""
    lines = record.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(lines[: len(lines) // 2]))
    assert cli.main(["luck", str(cut)]) == 2
    assert "the match is not over; its luck is told when it is" in capsys.readouterr().err
    assert json.loads(lines[0])
