"""A store that cannot be used, and one that is damaged: said plainly, logged, and no longer than it lasts."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from tests.server.desk import Desk, run, serving, toy_match
from weathergauge.server import health, schema, store
from weathergauge.server.serving import log_to_stderr


def test_a_full_disk_is_said_to_pass_and_health_knows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Orders are 503 with a time to wait, reading goes on, health is 503; and all is well again when there is room."""
    monkeypatch.setattr(health, "BELIEVED", 0.0)
    begin, full = store._begin, False

    def begin_or_not(connection: sa.Connection) -> Exception | None:
        return sqlite3.OperationalError("database or disk is full") if full else begin(connection)

    monkeypatch.setattr(store, "_begin", begin_or_not)

    async def test() -> None:
        nonlocal full
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            assert (await red.player.get("/healthz"))["ok"]
            full = True
            for _ in range(2):
                answer = await red.player.http.post(f"{red.path}/talk", json={"text": "hello"})
                assert (answer.status_code, answer.json()["type"]) == (503, "unavailable")
                assert int(answer.headers["retry-after"]) > 0
            assert (await red.view())["status"] == "playing"
            sick = await red.player.http.get("/healthz")
            assert (sick.status_code, sick.json()["type"]) == (503, "unavailable")
            assert int(sick.headers["retry-after"]) > 0
            assert (await red.player.get("/livez"))["ok"]  # starting it again would give the disk no room
            full = False
            await red.post("talk", {"text": "hello"})
            assert (await red.player.get("/healthz"))["ok"]

    run(test)


def test_health_is_felt_once_for_many(tmp_path: Path):
    """However often it is asked for, the store is written to once in a while."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            ann, writes = await desk.player("Ann"), 0
            write = desk.house.store.write

            async def counted(job: Any, **more: Any) -> Any:
                nonlocal writes
                writes += 1
                return await write(job, **more)

            desk.house.store.write = counted  # type: ignore[method-assign]
            await asyncio.gather(*(ann.get("/healthz") for _ in range(50)))
            assert writes == 1

    run(test)


def test_a_line_to_the_database_that_is_cut_is_no_fault_of_ours(postgres: str):
    """Answers are given or 503, never 500; nothing that was answered is lost or doubled."""

    async def test() -> None:
        async with serving(postgres, toy=True) as desk:
            red, _ = await toy_match(desk)
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            codes: list[int] = []

            async def talk(who: int) -> list[str]:
                kept = []
                for n in range(25):
                    words, key = f"{who}.{n}", {"Idempotency-Key": f"{who}.{n}"}
                    code = 0
                    for _ in range(200):
                        answer = await red.player.http.post(f"{red.path}/talk", json={"text": words}, headers=key)
                        codes.append(code := answer.status_code)
                        if code == 200:
                            kept.append(words)
                            break
                        await asyncio.sleep(0.05)
                    assert code == 200
                return kept

            async def cutting() -> None:
                async with await psycopg.AsyncConnection.connect(postgres, autocommit=True) as connection:
                    for _ in range(8):
                        await connection.execute(cut)
                        await asyncio.sleep(0.25)

            cutter = asyncio.create_task(cutting())
            kept = [words for one in await asyncio.gather(*(talk(n) for n in range(4))) for words in one]
            await cutter
            assert set(codes) <= {200, 503}, {code: codes.count(code) for code in codes}
            said = [event["event"]["text"] for event in await red.events() if event["kind"] == "talk"]
            assert sorted(said) == sorted(kept)

    run(test)


def spoil(desk: Desk, change: sa.Update) -> Any:
    return desk.house.store.write(lambda connection: connection.execute(change))


def test_a_damaged_match_is_our_fault_and_takes_no_other_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """It is logged by its number and answered as a fault of the server, not as something the rules forbid."""
    log_to_stderr("warning")

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            other, _ = await toy_match(desk)
            third, _ = await toy_match(desk)
            lines, rows = schema.lines, schema.matches
            await spoil(
                desk, lines.update().where(lines.c.match == red.match, lines.c.n == 1).values(text=b'{"x":1}\n')
            )
            await spoil(desk, rows.update().where(rows.c.id == third.match).values(facts=b"\xff\x00"))
            desk.house.keeper._tables.clear()
            for chair in (red, third):
                said = await chair.player.get(f"{chair.path}/view", 500)
                assert said["type"] == "server-error"
                assert "What is stored of this match is damaged" in said["detail"]
                await chair.post("talk", {"text": "hello"}, 500)
            assert (await other.view())["status"] == "playing"
            lobby = await other.player.get("/api/lobby")
            assert [match["id"] for match in lobby["live"]] == [other.match, red.match]
            entries = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
            told = [entry["error"] for entry in entries if entry["event"] == "match-spoilt"]
            assert any(red.match in error for error in told)
            assert any(third.match in error for error in told)

    run(test)
