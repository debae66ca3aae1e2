"""How long a take-back takes tells nothing of what the others did in private."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.desk import run, serving
from weathergauge.server import play
from weathergauge.server.evenly import evenly, steadily


def test_an_answer_goes_out_only_at_a_whole_quantum():
    """Whatever the work took, and whether it was done or refused."""

    async def took(work: float, fails: bool = False) -> float:
        began = time.monotonic()
        with contextlib.suppress(ValueError):
            async with evenly(0.1):
                await asyncio.sleep(work)
                if fails:
                    raise ValueError("refused")
        return time.monotonic() - began

    async def test() -> None:
        for work, fails in ((0, False), (0.03, False), (0.05, True)):
            assert await took(work, fails) >= 0.099
        assert await took(0.12) >= 0.199

    run(test)


def test_the_server_is_kept_busy_for_a_whole_quantum():
    """Whoever asks something else at the same moment waits as long, whatever there was to play again."""
    for work in (0, 0.01, 0.03):
        began = time.perf_counter()
        with contextlib.suppress(ValueError), steadily(0.04):
            time.sleep(work)
            raise ValueError("refused")
        assert time.perf_counter() - began >= 0.0399


def test_take_backs_and_questions_to_go_back_are_answered_evenly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Granted or refused: the replay of private steps is within the quantum. Orders need none."""
    entered: list[str] = []

    @contextlib.asynccontextmanager
    async def counting() -> AsyncIterator[None]:
        entered.append("evenly")
        yield

    @contextlib.contextmanager
    def working() -> Iterator[None]:
        entered.append("steadily")
        yield

    monkeypatch.setattr(play, "evenly", counting)
    monkeypatch.setattr(play, "steadily", working)

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            ann = await desk.player("Ann")
            made = await ann.create("toy", "duel", seats={"red": {"kind": "me"}, "blue": {"kind": "me"}})
            red = ann.at(made["id"], "red")
            await red.act({"type": "plot", "boat": 0, "speed": 1})
            assert entered == []
            await red.post("take-back", {})
            await red.post("take-back", {}, status=409)
            await red.post("go-back", {"do": "offer"}, status=409)
            assert entered == ["evenly", "steadily"] * 3

    run(test)
