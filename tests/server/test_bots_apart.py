"""Bots in processes of their own: one plays a match at a time, another goes on where it dies, and nothing is moved twice."""

import asyncio
import socket
from collections import Counter
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import sqlalchemy as sa

from tests.server.desk import Desk, run, serving, until
from tests.server.live import Live, LiveBots, read_stream
from tests.server.test_crew import Slow
from tests.toy import ruleset as toy_rules
from weathergauge import cli
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset
from weathergauge.server import schema

SLOWER = f"{__name__}:slower"
BOTH = {seat: {"kind": "bot", "bot": "midshipman"} for seat in ("british", "allied")}


def figure(live: Live, name: str) -> float:
    """A figure of a process, as it tells it itself."""
    lines = httpx.get(live.url + "/metrics", timeout=30).text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"weathergauge_{name}"))


async def by_whom(desk: Desk, match: str) -> str | None:
    """The process that plays a match's bots."""
    query = sa.select(schema.matches.c.bots_by).where(schema.matches.c.id == match)
    found: str | None = await desk.house.store.read(lambda connection: connection.execute(query).scalar())
    return found


def test_a_worker_is_killed_in_the_middle_and_another_goes_on(postgres: str):
    """The web process plays no bots. Two workers share four matches; one is killed; all end, each order once, and their records verify."""

    async def test(web: Live, workers: list[Live]) -> None:
        async with httpx.AsyncClient(base_url=web.url, timeout=30) as http:
            await http.post("/api/guest", json={})
            body = {"title": "trafalgar", "scenario": "frigates", "seats": BOTH}
            matches = [(await http.post("/api/matches", json=body)).json()["id"] for _ in range(4)]
            heard: dict[str, list[int]] = {match: [] for match in matches}
            killed, killing = list[Live](), list[asyncio.Task[None]]()

            def kill() -> None:
                killed.append(next(one for one in workers if figure(one, "bot_matches") > 0))
                killed[0].kill()

            async def listen(match: str) -> None:
                async for name, event in read_stream(http, f"/api/matches/{match}/seats/spectator/events"):
                    if name == "message":
                        heard[match].append(event["number"])
                        if min(map(len, heard.values())) >= 8 and not killing:
                            killing.append(asyncio.create_task(asyncio.to_thread(kill)))
                        if event["type"] == "ended":
                            return

            async with asyncio.timeout(240):
                await asyncio.gather(*(listen(match) for match in matches))
            assert killed
            for match in matches:
                assert heard[match] == list(range(1, len(heard[match]) + 1))
                record = Record((await http.get(f"/api/matches/{match}/record")).content)
                checked = verify(record, ruleset)
                assert checked.ok, checked.sentence
            assert figure(web, "bot_moves") == 0
            (left,) = (one for one in workers if one not in killed)
            assert figure(left, "bot_moves") > 0

    bots = [LiveBots(postgres, bot_workers=1, bot_lease=2) for _ in range(2)]
    with Live(postgres, bot_workers=0) as web, bots[0], bots[1]:
        asyncio.run(test(web, list(bots)))


def test_two_workers_never_play_a_match_at_the_same_time(postgres: str):
    """Both hear of every order. Whoever has a match answers it again, and each step of the record was written by one of them, once."""

    async def test() -> None:
        plain: dict[str, Any] = {"toy": True}
        async with (
            serving(postgres, **plain) as web,
            serving(postgres, bot_workers=1, **plain) as one,
            serving(postgres, bot_workers=1, **plain) as other,
        ):
            acted: Counter[tuple[str, str]] = Counter()
            for desk in (one, other):
                desk.house.crew._act = watched(desk, acted)  # type: ignore[method-assign]
            ann = await web.player("Ann")
            seats = {"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "midshipman"}}
            for _ in range(6):
                made = await ann.create("toy", "duel", seats=seats)
                chair = ann.at(made["id"], "red")

                async def mine(match: str = made["id"]) -> Any:
                    seen = await ann.get(f"/api/matches/{match}")
                    return seen["result"] or seen["to_act"] == ["red"]

                for _ in range(8):
                    await until(mine, 30)
                    if (await chair.view(log=0))["result"] is not None:
                        break
                    await chair.act((await chair.offered())[0])
                if (await chair.view(log=0))["result"] is None:
                    await chair.post("resign")
                record = Record((await ann.http.get(f"/api/matches/{made['id']}/record")).content)
                assert verify(record, toy_rules).ok
            assert acted
            assert set(acted.values()) == {1}

    run(test)


def watched(desk: Desk, acted: Counter[tuple[str, str]]) -> Any:
    """How a crew acts, with each decision counted that it answered."""
    act = desk.house.crew._act

    async def counted(id: str, seat: str, action: Any, decision: str) -> None:
        acted[id, f"{seat} {decision}"] += 1
        await act(id, seat, action, decision)

    return counted


def test_a_worker_that_stops_hands_its_matches_over(postgres: str):
    """At once, and not only when its leases have run out: they would last for ten minutes."""

    async def test() -> None:
        async with serving(postgres, toy=True) as web:
            ann = await web.player("Ann")
            seats = {"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "midshipman"}}
            async with serving(postgres, bot_workers=1, toy=True, bot_lease=600, bots_at=SLOWER) as one:
                made = await ann.create("toy", "duel", seats=seats)

                async def taken() -> bool:
                    return await by_whom(web, made["id"]) == one.house.store.process

                await until(taken)
                async with serving(postgres, bot_workers=1, toy=True, bot_lease=600) as other:
                    await one.house.crew.stop()

                    async def handed() -> bool:
                        return await by_whom(web, made["id"]) == other.house.store.process

                    await until(handed)

                    async def moved() -> bool:
                        return other.house.crew.moves > 0

                    await until(moved)

    run(test)


def test_a_lease_is_kept_up_while_a_bot_thinks(postgres: str):
    """One that thinks for longer than a lease lasts is not asked a second time elsewhere."""

    async def test() -> None:
        async with (
            serving(postgres, toy=True) as web,
            serving(postgres, toy=True, bot_workers=1, bot_lease=0.3, bots_at=SLOWER) as one,
        ):
            ann = await web.player("Ann")
            seats = {"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "midshipman"}}
            made = await ann.create("toy", "duel", seats=seats)

            async def taken() -> bool:
                return await by_whom(web, made["id"]) == one.house.store.process

            await until(taken)
            async with serving(postgres, toy=True, bot_workers=1, bot_lease=0.3) as other:
                for _ in range(10):
                    await asyncio.sleep(0.1)
                    assert await by_whom(web, made["id"]) == one.house.store.process
                assert other.house.crew.moves == 0

    run(test)


class Slower(Slow):
    """Thinks for two seconds about every order."""

    seconds = 2.0


def slower(name: str, seed: str, title: str) -> Slower:
    return Slower()


def test_a_worker_answers_to_health_and_figures_and_nothing_else(postgres: str):
    """It stops when it is told to, and says where it is."""
    with Live(postgres, bot_workers=0), LiveBots(postgres) as bots:
        assert httpx.get(bots.url + "/livez", timeout=30).json()["ok"]
        assert figure(bots, "bot_matches") == 0
        for path in ("/", "/api/me", "/openapi.json", "/docs/"):
            assert httpx.get(bots.url + path, timeout=30).status_code == 404
        assert bots.stop() < 10


def test_what_keeps_a_worker_from_starting_is_a_sentence(
    tmp_path: Path, postgres: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """A SQLite file, no processes to think in, a port that is taken."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for words, said in (
            (["bots", "--database", str(tmp_path / "wg.db")], "need PostgreSQL"),
            (["bots", "--database", postgres, "--host", "127.0.0.1", "--port", str(port)], "cannot be listened at"),
            (["bots", "--workers", "0"], "expected a whole number from 1 to 64"),
        ):
            assert cli.main(words) == 2
            shown = capsys.readouterr().err
            assert said in shown
            assert shown.count("\n") == 1
        monkeypatch.setenv("WEATHERGAUGE_BOT_WORKERS", "0")
        assert cli.main(["bots", "--database", postgres]) == 2
        assert "WEATHERGAUGE_BOT_WORKERS is 0" in capsys.readouterr().err
    assert not (tmp_path / "wg.db").exists()
