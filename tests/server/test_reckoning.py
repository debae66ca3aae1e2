"""What a stranger asks is answered within limits of time and memory, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest

from tests.server.costly import Costly, Load, rules_for
from tests.server.desk import run, serving
from weathergauge.ruleset import Call
from weathergauge.server import reckoner, reckoning
from weathergauge.server.chances import Chances
from weathergauge.server.problem import Problem
from weathergauge.server.reckoning import Reckoning

COSTLY = "tests.server.costly:rules_for"


@pytest.fixture
def rules() -> Costly:
    return Costly()


async def ask(asked: Reckoning, rules: Any, name: str, count: int, who: str = "a") -> Any:
    return await asked.odds("toy", rules, name, Load(count=count), who)


def with_a_reckoning(test: Any) -> None:
    async def whole() -> None:
        asked = Reckoning(COSTLY, ["toy"])
        try:
            await test(asked)
        finally:
            await asked.stop()

    asyncio.run(whole())


def test_a_question_has_so_much_time_and_memory_and_then_is_a_sentence(rules: Costly):
    """Two seconds of the processor, 256 MiB; the process answers the next one as if nothing had been."""

    async def test(asked: Reckoning) -> None:
        for name, count, words in (
            ("spin", 600, "this takes longer than the 2 seconds that a question may have; ask with fewer"),
            ("fill", 400, "this takes more memory than a question may have; ask with fewer"),
        ):
            with pytest.raises(Problem, match=words) as caught:
                await ask(asked, rules, name, count)
            assert caught.value.description.status == 422
            assert (await ask(asked, rules, "fill", 20)).outcomes[0].value == 20

    with_a_reckoning(test)


def test_a_question_with_too_many_ways_is_out_of_steps():
    """Steps are counted and not timed: the same question is refused alike on every machine that has the time."""
    refused = reckoner.answer(reckoner.OddsOf("toy", "spread", Load(count=12)), rules_for).refused
    assert "there are too many ways for this to go: it takes more than 5000000 steps" in refused


def test_ordinary_odds_need_no_process(rules: Costly):
    """Three dice are worked out here; six are left to a process."""

    async def test(asked: Reckoning) -> None:
        assert len((await ask(asked, rules, "spread", 3)).outcomes) == 216
        assert asked._process is None
        assert (await ask(asked, rules, "spread", 6)).left_out == 6**6 - 500
        assert asked._process is not None

    with_a_reckoning(test)


def test_a_question_is_dropped_when_its_asker_is_gone(rules: Costly):
    """The next is answered at once, by the same process."""

    async def test(asked: Reckoning) -> None:
        await ask(asked, rules, "fill", 1)
        before = asked._process
        asking = asyncio.create_task(ask(asked, rules, "spin", 600))
        await asyncio.sleep(0.5)
        asking.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asking
        assert (await asyncio.wait_for(ask(asked, rules, "fill", 2), 10)).outcomes[0].value == 2
        assert asked._process is before

    with_a_reckoning(test)


def test_who_asks_much_waits_for_himself(rules: Costly):
    """Of one address one question is asked at a time, so another's comes after the first of them and not after all."""

    async def test(asked: Reckoning) -> None:
        answered: list[str] = []

        async def one(who: str, name: str) -> None:
            with contextlib.suppress(Problem):
                await ask(asked, rules, name, 1, who)
            answered.append(who)

        much = [asyncio.create_task(one("much", "spin")) for _ in range(4)]
        await asyncio.sleep(0.1)
        await asyncio.gather(*much, one("other", "fill"))
        assert answered.index("other") <= 1

        asking = [ask(asked, rules, "fill", 1, "many") for _ in range(reckoning.WAITING + 2)]
        refused = [one for one in await asyncio.gather(*asking, return_exceptions=True) if isinstance(one, Problem)]
        assert [problem.description.status for problem in refused] == [429]

    with_a_reckoning(test)


def test_an_order_whose_odds_are_too_many_can_be_given_all_the_same(rules: Costly):
    """Its preview has a sentence in place of odds: a refusal would stand in the way of the order."""

    async def test(asked: Reckoning) -> None:
        calls = [Call("spin", Load(count=count)) for count in (40, 1)]
        too_long, weighed = await asked.previews("toy", rules, calls)
        assert too_long == reckoning.UNWEIGHED
        assert isinstance(weighed, Chances)

    with_a_reckoning(test)


def test_a_process_that_died_is_started_again(rules: Costly):
    """The next question is answered as if nothing had happened."""

    async def test(asked: Reckoning) -> None:
        await ask(asked, rules, "fill", 1)
        assert asked._process is not None
        asked._process.kill()
        await asked._process.wait()
        assert (await ask(asked, rules, "fill", 2)).outcomes[0].value == 2

    with_a_reckoning(test)


def test_over_the_wire_a_question_that_is_too_large_is_a_sentence(tmp_path: Path):
    """Nine kilobytes within every limit of the form took minutes and gigabytes."""
    squadrons = [{"sail": 1 + n % 4, "dps": 7 * n % 60, "rating": 1 + n} for n in range(6)]
    side = {"squadrons": squadrons, "leader": True}
    combats = [{"gauge": side, "other": {**side, "lr": n}} for n in range(9)]

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            at = "/api/titles/cold_waves/procedures/battle/odds"
            told = await ann.post(at, {"inputs": {"combats": combats, "die_per_side": True}}, 422)
            assert told["type"] == "bad-input"
            assert "ask with fewer ships, guns or dice" in told["detail"]

    run(test)
