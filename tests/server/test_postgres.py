"""The same server on a real PostgreSQL, and several servers on one database, woken by its notifications."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from tests.server.desk import Chair, Desk, Player, run, serving, until
from tests.server.live import Live, read_stream
from tests.toy import ruleset as toy_rules
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset

PLOTS = [{"type": "plot", "boat": 0, "speed": 1}, {"type": "plot", "boat": 1, "speed": 2}, {"type": "commit"}]


@asynccontextmanager
async def two_servers(postgres: str, **more: Any) -> AsyncIterator[tuple[Desk, Desk]]:
    async with serving(postgres, toy=True, **more) as one, serving(postgres, toy=True, **more) as other:
        yield one, other


async def seated(one: Desk, other: Desk) -> tuple[Chair, Chair]:
    """Ann plays red at one server, Ben blue at the other."""
    ann, ben = await one.player("Ann"), await other.player("Ben")
    made = await ann.create("toy", "duel", seats={"red": {"kind": "me"}})
    await ben.post(f"/api/matches/{made['id']}/join", {"seat": "blue"})
    return ann.at(made["id"], "red"), ben.at(made["id"], "blue")


def elsewhere(desk: Desk, player: Player) -> Player:
    """The same browser, at the other server."""
    moved = Player(desk.app, player.name)
    moved.http.cookies = player.http.cookies
    desk._players.append(moved)
    return moved


def test_a_duel_against_a_bot_on_postgresql(postgres: str):
    """Everything that SQLite does: accounts, bots, events, records."""

    async def test() -> None:
        async with serving(postgres, bot_workers=1) as desk:
            assert desk.house.store.kind == "postgresql"
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": "correct horse"})
            bots = {seat: {"kind": "bot", "bot": "midshipman"} for seat in ("british", "allied")}
            made = await ann.create(seats=bots, settings={"turns": 3})

            async def over() -> Any:
                return (await ann.get(f"/api/matches/{made['id']}"))["result"]

            await until(over, 60)
            record = Record((await ann.http.get(f"/api/matches/{made['id']}/record")).content)
            checked = verify(record, ruleset)
            assert checked.ok, checked.sentence
            table = await ann.post("/api/companion", {"title": "trafalgar", "scenario": "duel"}, 201)
            sheet = table["sheets"][0]
            at = f"/api/companion/{table['id']}/sheets/{sheet['id']}/apply"
            tries = [ann.http.post(at, json={"version": 1, "result": {"boxes": 1}}) for _ in range(5)]
            assert sorted([answer.status_code for answer in await asyncio.gather(*tries)]) == [200, 409, 409, 409, 409]

    run(test)


def test_two_servers_play_one_match(postgres: str):
    """Each notices what the other wrote before it acts; both see the same, and the record verifies."""

    async def test() -> None:
        async with two_servers(postgres) as (one, other):
            red, blue = await seated(one, other)
            for _ in range(3):
                for action in PLOTS:
                    await red.act(action)
                    await blue.act(action)
                for chair in (red, blue):  # the dice may have ended it at any of these
                    if (await chair.view(log=0))["result"] is None:
                        await chair.act({"type": "hold"})
                if (await red.view(log=0))["result"] is not None:
                    break
            here = await red.view()
            there = await elsewhere(other, red.player).at(red.match, "red").view()
            assert here == there
            await red.post("resign") if here["result"] is None else None
            record = Record((await blue.player.http.get(f"/api/matches/{red.match}/record")).content)
            assert verify(record, toy_rules).ok
            for chair in (red, blue):
                log = await chair.events()
                assert [event["number"] for event in log] == list(range(1, len(log) + 1))

    run(test)


def test_two_servers_hear_two_players_in_the_same_moment(postgres: str):
    """Both commit at once, each at another server: both are heard and the table proceeds once."""

    async def test() -> None:
        async with two_servers(postgres) as (one, other):
            for _ in range(5):
                red, blue = await seated(one, other)
                for chair in (red, blue):
                    for plot in PLOTS[:2]:
                        await chair.act(plot)
                await asyncio.gather(red.act(PLOTS[2], "0.2"), blue.act(PLOTS[2], "0.2"))
                for chair in (red, blue):
                    log = await chair.events()
                    assert [event["type"] for event in log].count("revealed") == 1
                    assert [event["number"] for event in log] == list(range(1, len(log) + 1))

    run(test)


def test_two_tabs_at_two_servers_and_a_request_repeated_at_the_other(postgres: str):
    """One tab is heard; a repeated order gets the first answer wherever it is sent."""

    async def test() -> None:
        async with two_servers(postgres) as (one, other):
            red, _ = await seated(one, other)
            tab = elsewhere(other, red.player).at(red.match, "red")
            plots = [{"type": "plot", "boat": 0, "speed": speed} for speed in (1, 2)]

            async def order(chair: Chair, plot: Any, key: str) -> int:
                body = {"action": plot, "decision": "0.0"}
                answer = await chair.player.http.post(
                    f"{chair.path}/actions", json=body, headers={"Idempotency-Key": key}
                )
                return answer.status_code

            assert sorted(await asyncio.gather(order(red, plots[0], "a"), order(tab, plots[1], "b"))) == [200, 409]
            first = await red.act(PLOTS[1], None, key="again")
            assert await tab.act(PLOTS[1], None, key="again") == first

    run(test)


def test_a_stream_is_woken_by_what_another_server_wrote(postgres: str):
    """Soon, and not only at the next heartbeat; who is present is known everywhere; sessions end everywhere."""

    async def test() -> None:
        async with two_servers(postgres) as (one, other):
            red, blue = await seated(one, other)
            hub = other.house.hub
            await asyncio.sleep(0.3)
            with hub.listening(red.match, "blue") as listener:
                listener.woken.clear()
                began = time.monotonic()
                await red.post("talk", {"text": "ahoy"})
                await asyncio.wait_for(listener.woken.wait(), 5)
                assert time.monotonic() - began < 5

                async def present() -> bool:
                    return one.house.hub.presence(red.match).get("blue") == 1

                await until(present, 10)
            there = elsewhere(other, red.player)
            assert (await there.get("/api/me"))["signed_in"]
            await red.player.post("/api/logout-everywhere")

            async def out() -> bool:
                return not (await there.get("/api/me"))["signed_in"]

            await until(out, 10)
            assert (await blue.view())["log"][-1]["event"]["text"] == "ahoy"

    run(test)


def test_a_server_that_starts_later_knows_who_is_there(postgres: str):
    """It asks, instead of waiting until the others say so again by themselves; and it hears who goes."""

    async def test() -> None:
        async with serving(postgres, toy=True) as one:
            hub = one.house.hub
            with hub.listening("first", "red"), hub.listening("second", "blue"), hub.listening("second", "blue"):
                async with serving(postgres, toy=True) as other:

                    async def known() -> bool:
                        there = other.house.hub
                        return (there.presence("first"), there.presence("second")) == ({"red": 1}, {"blue": 2})

                    await until(known, 10)
                    with other.house.hub.listening("third", "red"):

                        async def heard() -> bool:
                            return hub.presence("third") == {"red": 1}

                        await until(heard, 10)

    run(test)


def test_who_is_put_out_or_leaves_at_one_server_is_gone_at_the_other(postgres: str):
    """Streams end there too, names are compared there too, and a deleted account's session is none."""

    async def test() -> None:
        async with two_servers(postgres, heartbeat=60.0) as (one, other):
            red, _ = await seated(one, other)
            eve = await other.player("Eve")
            await eve.post("/api/seats/claim", {"token": (await red.post("link"))["token"]})
            path = f"{red.path}/events"
            heard = asyncio.create_task(eve.http.get(path, headers={"Accept": "text/event-stream"}))

            async def listening() -> bool:
                return other.house.hub.streams > 0

            await until(listening)
            await red.post("end")
            assert "putout" not in (await asyncio.wait_for(heard, 10)).text
            await eve.get(f"{red.path}/view", 403)
            secret = {"name": "Fay", "password": "correct horse"}
            here, there = await one.player("", guest=False), await other.player("", guest=False)
            tries = [player.http.post("/api/register", json=secret) for player in (here, there)]
            assert sorted([answer.status_code for answer in await asyncio.gather(*tries)]) == [200, 409]
            fay, moved = await one.player("", guest=False), await other.player("", guest=False)
            await moved.post("/api/guest", {"name": "F\u0430y"}, 409)
            await fay.post("/api/login", secret)
            await moved.post("/api/login", secret)
            (ended,) = [one["id"] for one in (await fay.get("/api/me/sessions"))["sessions"] if one["here"]]
            await moved.post("/api/me/sessions/end", {"session": ended})

            async def signed_out() -> bool:
                return not (await fay.get("/api/me"))["signed_in"]

            await until(signed_out)
            await moved.post("/api/me/delete", {"password": "correct horse"})
            await fay.post("/api/login", secret, 403)

    run(test)


def test_a_server_that_dies_leaves_its_bots_to_another(postgres: str, monkeypatch: pytest.MonkeyPatch):
    """Two processes; the one that plays the bots is killed, and the match goes on to its end."""
    monkeypatch.setenv("WEATHERGAUGE_BOT_LEASE", "2")

    async def test(one: Live, other: Live) -> None:
        async with httpx.AsyncClient(base_url=other.url, timeout=30) as http:
            async with httpx.AsyncClient(base_url=one.url, timeout=30) as first:
                await first.post("/api/guest", json={})
                bots = {seat: {"kind": "bot", "bot": "midshipman"} for seat in ("british", "allied")}
                body = {"title": "trafalgar", "scenario": "frigates", "seats": bots}
                match = (await first.post("/api/matches", json=body)).json()["id"]
            path = f"/api/matches/{match}/seats/spectator/events"
            heard: list[int] = []
            async with asyncio.timeout(120):
                async for name, event in read_stream(http, path):
                    if name == "message":
                        heard.append(event["number"])
                        if len(heard) == 8:
                            await asyncio.to_thread(one.kill)
                        if event["type"] == "ended":
                            break
            assert heard == list(range(1, len(heard) + 1))
            record = Record((await http.get(f"/api/matches/{match}/record")).content)
            checked = verify(record, ruleset)
            assert checked.ok, checked.sentence

    with Live(postgres, bot_workers=1) as one, Live(postgres, bot_workers=1) as other:
        asyncio.run(test(one, other))


def test_servers_that_start_together_make_the_tables_once(postgres: str):
    """One does it and the others wait."""

    async def test() -> None:
        async def start() -> str:
            async with serving(postgres) as desk:
                return desk.house.store.kind

        assert await asyncio.gather(*(start() for _ in range(4))) == ["postgresql"] * 4

    run(test)


def test_several_processes_behind_one_address(postgres: str):
    """Two serve and a third plays the bots: a bot answers soon wherever one asks, one that dies is started again."""
    live = Live(postgres, processes=2, bot_lease=600, log_level="info")
    try:
        with live:
            assert live.process is not None
            first = _serving(live)
            assert len(first) == 3
            cookies: dict[str, str] = {}
            for _ in range(6):  # each on a connection of its own: whoever accepts it answers
                with httpx.Client(base_url=live.url, timeout=30, cookies=cookies) as ann:
                    if not cookies:
                        ann.post("/api/guest", json={"name": "Ann"})
                        cookies = dict(ann.cookies)
                    seats = {"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "midshipman"}}
                    asked = {"title": "trafalgar", "scenario": "duel", "seats": seats}
                    made = ann.post("/api/matches", json=asked).json()
                    end = time.monotonic() + 30
                    while ann.get(f"/api/matches/{made['id']}").json()["to_act"] != ["british"]:
                        assert time.monotonic() < end, "no bot came"
                        time.sleep(0.02)
            time.sleep(2.5)  # each puts its figures down every other second
            told = httpx.get(live.url + "/metrics", timeout=30).text
            assert (
                'weathergauge_requests_total{method="POST",route="/api/matches",status="201"} 6.0' in told.splitlines()
            )
            os.kill(first[1], signal.SIGKILL)
            end = time.monotonic() + 30
            while len(again := _serving(live)) != 3 or first[1] in again:
                assert time.monotonic() < end, "it was not started again"
                time.sleep(0.05)
            live.wait_until_ready()
            assert live.stop() < 20
            assert not any(_lives(pid) for pid in (*first, *again))
    finally:
        if live.process is not None and live.process.poll() is None:
            live.kill()


def test_processes_stop_when_the_one_that_started_them_is_killed(postgres: str):
    """And the next one, started at once, has the address as soon as they have let it go."""
    live = Live(postgres, processes=2, bot_workers=0, log_level="info")
    with live:
        assert live.process is not None
        children = _serving(live)
        assert len(children) == 2
        live.kill()
        live.start()
        end = time.monotonic() + 30
        while any(_lives(pid) for pid in children):
            assert time.monotonic() < end, "they live on"
            time.sleep(0.05)
        live.wait_until_ready()


def _serving(live: Live) -> list[int]:
    """The processes that serve, and the one that plays bots, by number, as the log of the one that starts them has them."""
    told = (json.loads(line) for line in live.errors.read_text().splitlines() if '"process-started"' in line)
    return list({line["number"]: line["pid"] for line in told}.values())


def _lives(pid: int) -> bool:
    """Whether it still runs; one that is dead and not yet buried does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:  # gone in between, or a system that shows no processes as files
        return not Path("/proc/self/stat").exists()
