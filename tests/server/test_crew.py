"""Bots in a server: whom they answer first, and what they are told after a restart."""

from __future__ import annotations

import asyncio

import pytest

from weathergauge.match import Match
from weathergauge.rulesets import ruleset
from weathergauge.server.crew import Line
from weathergauge.server.thinker import MISSING, Question, Thinker

WHERE = f"{__name__}:bot"


class Listener:
    """A bot that counts what it heard."""

    def __init__(self) -> None:
        self.count = 0

    def heard(self, events: list[object]) -> None:
        self.count += len(events)

    def choose(self, view: object, choices: object, rules: object) -> int:
        return self.count


def bot(name: str, seed: str, title: str) -> Listener:
    return Listener()


def test_whom_a_person_waits_for_comes_first() -> None:
    """Four wait for one process: the two at whose table a person sits are asked before the others, each in their order."""
    came: list[str] = []

    async def wait(line: Line, name: str) -> None:
        async with line.turn(name.startswith("person")):
            came.append(name)
            await asyncio.sleep(0)

    async def play() -> None:
        line = Line()
        async with line.turn(False):
            names = ["bots 1", "person 1", "bots 2", "person 2"]
            tasks = [asyncio.create_task(wait(line, name)) for name in names]
            gone = asyncio.create_task(wait(line, "person who left"))
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.sleep(0)
        await asyncio.wait_for(asyncio.gather(*tasks), 10)
        await asyncio.wait_for(wait(line, "later"), 10)

    asyncio.run(play())
    assert came == ["person 1", "person 2", "bots 1", "bots 2", "later"]


def test_one_who_leaves_when_it_is_his_turn_lets_the_next_one_in() -> None:
    async def play() -> list[str]:
        line, came = Line(), list[str]()

        async def wait(name: str) -> None:
            async with line.turn(False):
                came.append(name)

        async with line.turn(False):
            first, second = asyncio.create_task(wait("first")), asyncio.create_task(wait("second"))
            await asyncio.sleep(0)
        first.cancel()  # after the turn was given to him, before he took it
        await asyncio.wait_for(second, 10)
        return came

    assert asyncio.run(play()) == ["second"]


@pytest.mark.parametrize("whole", [False, True])
def test_a_bot_that_remembers_asks_for_what_is_missing(whole: bool) -> None:
    """With half of what it heard it does not choose; with all of it, it does."""
    rules = ruleset("trafalgar")
    view = Match.create(rules, "trafalgar", "duel", put=lambda _: None).view("british")
    asked = Question("m", "british", "trafalgar", "listener", "", view, ["a", "b"], True, whole, False)
    answer = Thinker("weathergauge.rulesets:ruleset", WHERE).answer(asked)
    assert answer == (2 if whole else MISSING)


def test_a_bot_that_does_not_remember_is_spared_the_past() -> None:
    rules = ruleset("trafalgar")
    game = Match.create(rules, "trafalgar", "duel", put=lambda _: None)
    seat = game.to_act[0]
    asked = Question("m", seat, "trafalgar", "midshipman", "1", game.view(seat), [], True, False, False)
    action = Thinker("weathergauge.rulesets:ruleset", "weathergauge.bots:bot").answer(asked)
    assert game.legal(seat).why_not(action) is None
