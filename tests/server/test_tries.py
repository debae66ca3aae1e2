"""Wrong passwords: counted before they are tried, slowed down where they come from, and nobody else is locked out."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.desk import Desk, Player, run, serving
from weathergauge.server import tries
from weathergauge.server.settings import DAY

SECRET = "correct horse battery staple"


async def tell_apart(desk: Desk, address: str) -> Player:
    """Somebody who comes from another address."""
    player = await desk.player("", guest=False)
    player.http.headers["X-Forwarded-For"] = address
    return player


async def login(player: Player, password: str, name: str = "Ann") -> Any:
    return await player.http.post("/api/login", json={"name": name, "password": password})


def test_of_many_at_once_only_so_many_are_tried(tmp_path: Path):
    """Sixty wrong passwords in the same moment get no further than sixty in a row: ten are hashed."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            tried, accounts = 0, desk.house.accounts

            async def verify(password: str, hash: str) -> bool:
                nonlocal tried
                tried += 1
                await asyncio.sleep(0.05)
                return False

            accounts._verify = verify  # type: ignore[method-assign]
            answers = await asyncio.gather(*(login(ann, f"wrong number {n}") for n in range(60)))
            codes = [answer.status_code for answer in answers]
            assert (tried, codes.count(403), codes.count(429)) == (10, 10, 50)
            assert all(1 <= int(a.headers["retry-after"]) <= 15 for a in answers if a.status_code == 429)

    run(test)


def test_a_stranger_locks_nobody_out(tmp_path: Path):
    """Ten wrong passwords from one address, and twenty more: who has the right one comes in from another."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", proxies=1) as desk:
            ann, eve = await tell_apart(desk, "192.0.2.1"), await tell_apart(desk, "192.0.2.66")
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            codes = [(await login(eve, "nonsense")).status_code for _ in range(14)]
            assert codes == [403] * 10 + [429] * 4
            assert (await login(ann, SECRET)).status_code == 200

    run(test)


def test_whoever_mistook_it_often_is_let_in_after_a_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Slowed down and not locked out: the wait is short at first and doubles; the right one ends it."""
    at = 1_700_000_000_000
    monkeypatch.setattr(tries, "now", lambda: at)

    async def test() -> None:
        nonlocal at
        async with serving(tmp_path / "wg.db", tries_per_name=3) as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            for _ in range(3):
                assert (await login(ann, "nonsense")).status_code == 403
            refused = await login(ann, SECRET)
            assert refused.json()["detail"] == "Too many wrong passwords: try again in 15 seconds."
            at += 16_000
            assert (await login(ann, "nonsense")).status_code == 403
            assert (await login(ann, SECRET)).headers["retry-after"] == "30"
            at += 31_000
            assert (await login(ann, SECRET)).status_code == 200
            assert (await login(ann, "nonsense")).status_code == 403

    run(test)


def test_tries_of_a_clock_that_was_ahead_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """When it is right again they lie months ahead, and would be waited for as long."""
    at = 1_700_000_000_000
    monkeypatch.setattr(tries, "now", lambda: at + 61 * DAY * 1000)

    async def test() -> None:
        async with serving(tmp_path / "wg.db", tries_per_name=3) as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            for status in (403, 403, 403, 429):
                assert (await login(ann, "nonsense")).status_code == status
            monkeypatch.setattr(tries, "now", lambda: at)
            assert (await login(ann, SECRET)).status_code == 200

    run(test)


def test_a_try_that_could_not_be_made_does_not_count(tmp_path: Path):
    """Where too many sign in at once, the password was never looked at."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", tries_per_name=1) as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            desk.house.accounts._waiting = 1000
            for _ in range(3):
                assert (await login(ann, SECRET)).status_code == 503
            desk.house.accounts._waiting = 0
            assert (await login(ann, SECRET)).status_code == 200

    run(test)
