"""Bots in a server: whom they answer first, and what they are told after a restart."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.server.desk import run, serving, until
from weathergauge.match import Match
from weathergauge.rulesets import ruleset
from weathergauge.server import schema
from weathergauge.server.line import Line
from weathergauge.server.settings import DAY
from weathergauge.server.store import now
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


class Slow:
    """Takes its time over every order, and gives the first that it may."""

    remembers = False
    seconds = 0.15

    def heard(self, events: object) -> None:
        pass

    def choose(self, view: Any, choices: Any, rules: Any) -> Any:
        time.sleep(self.seconds)
        return next(iter(choices))


def slow(name: str, seed: str, title: str) -> Slow:
    return Slow()


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


def test_a_hundred_of_one_account_hold_another_up_by_one_turn() -> None:
    """Accounts take turns, whoever came first; within an account who came first comes first."""

    async def play() -> list[str]:
        line, came = Line(), list[str]()

        async def wait(whose: str, name: str) -> None:
            async with line.turn(True, whose):
                came.append(name)

        async with line.turn(True, "ann"):
            tasks = [asyncio.create_task(wait("ann", f"ann {n}")) for n in range(100)]
            await asyncio.sleep(0)
            tasks += [asyncio.create_task(wait("ben", f"ben {n}")) for n in range(2)]
            tasks += [asyncio.create_task(wait("cat", "cat"))]
            await asyncio.sleep(0)
        await asyncio.wait_for(asyncio.gather(*tasks), 10)
        return came

    came = asyncio.run(play())
    assert came[:6] == ["ben 0", "cat", "ann 0", "ben 1", "ann 1", "ann 2"]
    assert came[-1] == "ann 99"


def test_bots_take_turns_by_who_made_the_match(tmp_path: Path) -> None:
    """A slow admiral plays forty matches of one account; the bot of another's answers after a turn or two."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True, bot_workers=1, bots_at="tests.server.test_crew:slow") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            against = {"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "midshipman"}}
            for _ in range(40):
                await ann.create("toy", "duel", seats=against)
            crew, before = desk.house.crew, 0

            async def begun() -> bool:
                return crew.moves >= 1

            await until(begun, 60)
            made, before = await ben.create("toy", "duel", seats=against), crew.moves
            chair = ben.at(made["id"], "red")

            async def moved() -> bool:
                table = desk.house.keeper._tables[made["id"]]
                return table.going.course.told["blue"] > heard

            heard = desk.house.keeper._tables[made["id"]].going.course.told["blue"]
            await until(moved, 60)
            assert crew.moves - before <= 4
            assert (await chair.view())["status"] == "playing"

    run(test)


def test_one_who_leaves_when_it_is_his_turn_lets_the_next_one_in() -> None:
    """He is given the turn and goes away before he takes it."""

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
    asked = Question("m", "british", "trafalgar", "listener", "", view, ["a", "b"], True, whole, False, "ann")
    answer = Thinker("weathergauge.rulesets:ruleset", WHERE).answer(asked)
    assert answer == (2 if whole else MISSING)


def test_a_bot_that_does_not_remember_is_spared_the_past() -> None:
    """It answers with a legal order from the view alone."""
    rules = ruleset("trafalgar")
    game = Match.create(rules, "trafalgar", "duel", put=lambda _: None)
    seat = game.to_act[0]
    asked = Question("m", seat, "trafalgar", "midshipman", "1", game.view(seat), [], True, False, False, "ann")
    action = Thinker("weathergauge.rulesets:ruleset", "weathergauge.bots:bot").answer(asked)
    assert game.legal(seat).why_not(action) is None


@pytest.mark.parametrize(("ahead", "free"), [(0.001, False), (61, True), (-1, True)])
def test_a_lease_that_a_wrong_clock_has_made_binds_nobody(tmp_path: Path, ahead: float, free: bool):
    """A server that died with its clock months ahead would keep its matches' bots for months."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "bot"}})
            values = {"bots_by": "another", "bots_until": now() + int(ahead * DAY * 1000), "bot_due": True}
            update = sa.update(schema.matches).where(schema.matches.c.id == made["id"]).values(**values)
            await desk.house.store.write(lambda connection: connection.execute(update))
            assert await desk.house.crew.leases.take(made["id"]) is free

    run(test)
