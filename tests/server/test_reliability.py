"""What must not go wrong: two tabs, two players in the same moment, repeated requests, a killed server, a full disk."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from tests.server.desk import Chair, run, serving, toy_match, until
from weathergauge.server import schema
from weathergauge.server.migrating import StoreError
from weathergauge.server.store import Store

PLOTS = [{"type": "plot", "boat": 0, "speed": 1}, {"type": "plot", "boat": 1, "speed": 2}, {"type": "commit"}]


async def order(chair: Chair, action: Any, decision: str | None, key: str) -> tuple[int, Any]:
    body = {"action": action, "decision": decision}
    answer = await chair.player.http.post(f"{chair.path}/actions", json=body, headers={"Idempotency-Key": key})
    return answer.status_code, answer.json()


def test_two_tabs_of_one_seat(tmp_path: Path):
    """Both answer the same question in the same moment: one is heard, the other is told that the match has moved on."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            seen = await red.view(log=0)
            two = [{"type": "plot", "boat": 0, "speed": speed} for speed in (1, 2)]
            answers = await asyncio.gather(
                *(order(red, plot, seen["decision"], f"tab {n}") for n, plot in enumerate(two))
            )
            assert sorted(status for status, _ in answers) == [200, 409]
            refused = next(body for status, body in answers if status == 409)
            assert (refused["type"], refused["decision"]) == ("stale", "0.1")
            assert len((await red.view())["standing"]) == 1

    run(test)


def test_two_players_commit_in_the_same_moment(tmp_path: Path):
    """Both are heard, the table proceeds once, and each seat's events have no gap."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            for round in range(10):
                red, blue = await toy_match(desk)
                for chair in (red, blue):
                    for plot in PLOTS[:2]:
                        await chair.act(plot)
                answers = await asyncio.gather(*(order(chair, PLOTS[2], "0.2", "k") for chair in (red, blue)))
                assert [status for status, _ in answers] == [200, 200], (round, answers)
                for chair in (red, blue):
                    log = await chair.events()
                    assert [event["number"] for event in log] == list(range(1, len(log) + 1))
                    assert [event["type"] for event in log].count("revealed") == 1
                    assert (await chair.view())["to_act"] == ["red"]

    run(test)


def test_a_repeated_request_is_carried_out_once(tmp_path: Path):
    """One after the other or at once, also after a restart; every answer is the same."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            plot = {"type": "plot", "boat": 0, "speed": 1}
            answers = await asyncio.gather(*(order(red, plot, None, "same") for _ in range(5)))
            assert {status for status, _ in answers} == {200}
            assert all(body == answers[0][1] for _, body in answers)
            assert len((await red.view())["standing"]) == 1
            status, body = await order(red, {"type": "plot", "boat": 1, "speed": 1}, None, "same")
            assert (status, body["type"]) == (422, "bad-input")
            cookies = red.player.http.cookies
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            again = (await desk.player("", guest=False)).at(red.match, "red")
            again.player.http.cookies = cookies
            assert await order(again, plot, None, "same") == answers[0]
            assert (await again.view())["decision"] == "0.1"

    run(test)


def test_a_receipt_is_for_its_seat_alone(tmp_path: Path):
    """Whoever repeats a request word for word, with its key, but is not at the seat, learns nothing: not what was answered,
    and not whether anything was."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            order = {"action": {"type": "plot", "boat": 0, "speed": 1}, "decision": None}
            first = await red.post("actions", order, key="1")
            said = await red.post("talk", {"text": "for us", "to": "side"}, key="1")
            assert await red.post("actions", order, key="1") == first
            stranger, eve = await desk.player("", guest=False), await desk.player("Eve")
            for who, status, kind in ((stranger, 401, "signed-out"), (eve, 403, "not-yours")):
                for key in ("1", "2"):
                    answer = await who.at(red.match, "red").post("actions", order, status, key=key)
                    assert (answer["type"], "receipt" in answer) == (kind, False)
            program = await desk.player("", guest=False)
            program.http.headers["Authorization"] = "Bearer " + "x" * 43
            await program.at(red.match, "red").post("actions", order, 403, key="1")
            await program.at(red.match, "red").post("talk", {"text": "for us", "to": "side"}, 403, key="1")
            assert await red.post("talk", {"text": "for us", "to": "side"}, key="1") == said

    run(test)


def test_a_failed_write_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The disk is full in the middle of an order: it is not answered as done, memory forgets it, and it can be sent again."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            before = await red.view()
            write = Store.write

            async def broken(store: Store, job: Any) -> Any:
                def half(connection: Connection) -> None:
                    job(connection)
                    raise OSError("no space left on device")

                return await write(store, half)

            monkeypatch.setattr(Store, "write", broken)
            status, body = await order(red, PLOTS[0], before["decision"], "k")
            assert (status, body["type"]) == (500, "server-error")
            monkeypatch.setattr(Store, "write", write)
            assert await red.view() == before
            status, _ = await order(red, PLOTS[0], before["decision"], "k")
            assert status == 200

    run(test)


def test_a_match_that_left_memory_is_the_same_when_it_returns(tmp_path: Path):
    """Only so many are held; the others are loaded from their lines, with their private steps and their events."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True, matches_in_memory=1) as desk:
            red, blue = await toy_match(desk)
            await red.act(PLOTS[0])
            await blue.act(PLOTS[1])
            before = [await chair.view() for chair in (red, blue)]
            other, _ = await toy_match(desk)
            await other.act(PLOTS[0])
            assert len(desk.house.keeper) == 1
            assert [await chair.view() for chair in (red, blue)] == before
            for action in PLOTS[1:]:
                await red.act(action)
            assert (await red.view())["decision"] == "0.3"

    run(test)


def test_bots_go_on_after_a_restart(tmp_path: Path):
    """The server stops while a bot is to act; when it is up again the bot plays."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", bot_workers=0) as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "midshipman"}})
            assert made["to_act"] == ["allied"]
            cookies = ann.http.cookies
        async with serving(tmp_path / "wg.db", bot_workers=1) as desk:
            ann = await desk.player("", guest=False)
            ann.http.cookies = cookies

            async def mine() -> bool:
                return bool((await ann.get(f"/api/matches/{made['id']}"))["to_act"] == ["british"])

            await until(mine)

    run(test)


def test_a_bot_whose_process_dies_is_asked_again(tmp_path: Path):
    """The process is started anew, and the bot hears again what it had heard."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", bot_workers=1) as desk:
            ann = await desk.player("Ann")
            bots = {"british": {"kind": "bot", "bot": "midshipman"}, "allied": {"kind": "bot", "bot": "midshipman"}}
            made = await ann.create(seats=bots, settings={"turns": 6})
            (worker,) = desk.house.crew._workers
            for _ in range(3):
                await asyncio.sleep(0.3)
                if worker._process is not None:
                    with contextlib.suppress(ProcessLookupError):  # It may be dead and not yet asked anything again.
                        worker._process.kill()

            async def over() -> Any:
                return (await ann.get(f"/api/matches/{made['id']}"))["result"]

            await until(over, 60)

    run(test)


def test_only_one_server_uses_a_sqlite_file(tmp_path: Path):
    """A second one would not see what the first has in memory: it is told so."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db"):
            with pytest.raises(StoreError, match="Another server is using"):
                async with serving(tmp_path / "wg.db"):
                    pass
        async with serving(tmp_path / "wg.db"):
            pass

    run(test)


def test_what_is_written_together_fails_apart(tmp_path: Path):
    """Writes that share a sync to disk do not share their mistakes."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            store, table = desk.house.store, schema.tries

            def put(who: str) -> Any:
                def job(connection: Connection) -> str:
                    connection.execute(table.insert(), {"who": who, "at": 1})
                    if who == "bad":
                        raise ValueError(who)
                    return who

                return store.write(job)

            names = ["a", "bad", "b", "bad", "c"]
            done = await asyncio.gather(*map(put, names), return_exceptions=True)
            assert [one if isinstance(one, str) else "failed" for one in done] == ["a", "failed", "b", "failed", "c"]
            kept = await store.read(lambda c: c.execute(sa.select(table.c.who).order_by(table.c.id)).scalars().all())
            assert kept == ["a", "b", "c"]

    run(test)
