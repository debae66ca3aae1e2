"""Why a bot did what a record shows: asked again at the keyboard, and over the web when the match is over."""

from __future__ import annotations

from pathlib import Path

import pytest

from weathergauge.bots import bot
from weathergauge.bots.hindsight import AGAIN, has_reason, reason_at
from weathergauge.bots.series import Crew
from weathergauge.match import Match, Replay
from weathergauge.rulesets import ruleset
from weathergauge.server.lookback import intent_at


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """A short duel: a captain for the British, a midshipman for the Allies."""
    path: Path = tmp_path_factory.mktemp("records") / "duel.jsonl"
    players = {"british": "captain", "allied": "midshipman"}
    rules = ruleset("trafalgar")
    with Match.create(rules, "trafalgar", "duel", {"turns": 2}, players, path=path, seed="why") as match:
        Crew({seat: bot(name, 1) for seat, name in players.items()}).play(match)
    return Replay(path, ruleset)


def test_a_captain_is_asked_again_from_what_its_seat_saw(replay: Replay):
    """His reason is for the very order that the record has, and that order is among what he weighed."""
    place = next(n for n in range(1, len(replay)) if replay.lines[n].by == "british")
    reason = reason_at(replay, place)
    assert reason is not None
    assert reason.order == replay.action(place)
    assert reason.note != AGAIN
    assert any(one.what == reason.order for one in reason.weighed)


def test_nobody_else_gives_a_reason(replay: Replay):
    """The table and a bot that cannot say why have none to give."""
    others = [n for n in range(len(replay)) if replay.lines[n].by != "british"]
    assert others
    assert all(reason_at(replay, n) is None for n in others)


def test_the_web_tells_it_in_words(replay: Replay):
    """Plan, order and what was weighed are sentences; the beginning of a match has nothing to tell."""
    place = next(n for n in range(1, len(replay)) if replay.lines[n].by == "british")
    told = intent_at(replay, place)
    assert told.plan.endswith(".")
    assert told.order.startswith("Bellerophon ")
    assert told.order in [one.words for one in told.weighed]
    assert intent_at(replay, 0).weighed == []


def test_a_bot_of_a_campaign_tells_of_its_council_and_is_asked_only_where_it_can_say(tmp_path: Path):
    """Orders issued and auxiliaries assigned behind its screen are told as its own seat knew them."""
    path, players = tmp_path / "council.jsonl", {"british": "captain", "bourbon": "captain"}
    rules = ruleset("mistral")
    with Match.create(rules, "mistral", "quarter", path=path, seed="council", seats=players) as match:
        crew = {seat: bot(name, 1, "mistral") for seat, name in players.items()}
        for _ in range(60):
            match.settle()
            seat = match.to_act[0]
            match.act(seat, crew[seat].choose(match.view(seat), match.legal(seat), rules))
    replay = Replay(path, ruleset)
    asked: dict[bool, list[str]] = {True: [], False: []}
    for position in range(1, len(replay)):
        told = intent_at(replay, position)
        before = replay.at(position - 1)[0]
        says = has_reason(replay.record, replay.lines[position], rules, before)
        assert says == bool(told.plan or told.weighed)
        asked[says].append(type(replay.action(position)).__name__)
    assert {"IssueOrder", "AssignAuxiliary"} <= {*asked[True]}
    assert asked[False]
