"""What may be asked for in which time, counted by one process in memory and by several in their database."""

import asyncio
import contextlib
import time
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import sqlalchemy as sa

from tests.server.desk import Desk, run, serving, until
from tests.server.live import Live, read_stream
from weathergauge.server import places, schema
from weathergauge.server.cleaning import clean
from weathergauge.server.ledger import BLOCKS, Ledger, Rate, Window
from weathergauge.server.problem import Problem
from weathergauge.server.store import Store, Unreachable


async def codes(desk: Desk, count: int, path: str = "/api/titles/toy") -> list[int]:
    """What a stranger is answered who asks so often."""
    ann = await desk.player("", guest=False)
    return [(await ann.http.get(path)).status_code for _ in range(count)]


def test_whoever_waits_as_long_as_he_was_told_is_let_in():
    """And not much earlier: in the window that is left, or in the one after it."""
    rate, waited = Rate(60, 60), 0
    for used, earlier, part, cost in product((0, 7, 40, 59), (0, 13, 60), (0.0, 0.25, 0.9), (1, 16, 60)):

        def free_after(seconds: float, part: float = part, used: int = used, earlier: int = earlier) -> int:
            windows, into = divmod(part * 60 + seconds, 60)
            later = Window(5, used, earlier)
            for _ in range(int(windows)):
                later.move_to(later.number + 1)
            return later.free(rate, into / 60)

        if free_after(0) < cost:
            wait = Window(5, used, earlier).wait(rate, part, cost)
            assert free_after(wait + 0.001) >= cost
            assert free_after(max(0.0, wait - 1.1)) < cost
            waited += 1
    assert waited > 50


def test_a_window_that_is_long_over_counts_no_more():
    """One that has just ended counts in part, one before it not at all; nor does a clock that was set back bind anybody."""
    for number, free in ((5, 0), (6, 30), (7, 60), (2, 60)):
        window = Window(5, 60)
        window.move_to(number)
        assert window.free(Rate(60, 60), 0.5) == free


def test_one_process_counts_without_its_store(tmp_path: Path):
    """And forgets whom it counted long ago."""

    async def test() -> None:
        ledger, rate = Ledger(Store(f"sqlite:///{tmp_path / 'wg.db'}")), Rate(3, 60)
        assert [await ledger.take(rate, "kind", "ann") is None for _ in range(5)] == [True] * 3 + [False] * 2
        assert await ledger.take(rate, "kind", "ben") is None
        ledger._prune(1e12)
        assert (ledger.asked, ledger._windows) == (0, {})

    run(test)


def test_what_one_server_gave_out_the_other_refuses(postgres: str):
    """Small limits to the last; and of large ones all together give out no more than there is, nearly all of it, with few questions to the database."""

    async def test() -> None:
        async with serving(postgres, requests_per_minute=40) as one, serving(postgres, requests_per_minute=40) as other:
            assert await codes(one, 30) == [404] * 30
            assert await codes(other, 12) == [404] * 10 + [429] * 2
            assert await codes(one, 3) == [429] * 3
            refused = await (await one.player("", guest=False)).http.get("/api/titles")
            assert 1 <= int(refused.headers["retry-after"]) <= 120
        most = 640
        block, more = most // BLOCKS, dict[str, Any](requests_per_minute=most)
        async with serving(postgres, **more) as one, serving(postgres, **more) as other:
            await one.house.store.write(lambda connection: connection.execute(schema.allowances.delete()))
            told = [*await codes(one, 100), *await codes(other, 5), *await codes(one, 600)]
            got = len(told) - told.count(429)
            assert most - block <= got <= most
            assert one.house.guard.ledger.asked < got / block + 20
            assert told[-1] == 429

    run(test)


def test_many_at_once_at_two_servers_get_no_more_than_there_is(postgres: str):
    """Two processes in the same moment, and many requests in each."""

    async def test() -> None:
        async with serving(postgres) as one, serving(postgres) as other:
            ledgers, rate = (one.house.guard.ledger, other.house.guard.ledger), Rate(100, 3600)
            waits = await asyncio.gather(*(ledger.take(rate, "k", "w", 2) for _ in range(60) for ledger in ledgers))
            assert 100 // 2 - 2 <= [wait is None for wait in waits].count(True) <= 100 // 2

    run(test)


def test_a_flood_that_was_refused_does_not_reach_the_database(postgres: str):
    """A refusal of the database holds for a second; what costs less may still be had."""

    async def test() -> None:
        async with serving(postgres) as one:
            ledger, rate = one.house.guard.ledger, Rate(10, 3600)
            assert await ledger.take(rate, "k", "w", 8) is None
            assert [await ledger.take(rate, "k", "w", 5) is None for _ in range(200)] == [False] * 200
            assert ledger.asked < 10
            assert await ledger.take(rate, "k", "w", 2) is None

    run(test)


def test_a_database_that_is_away_is_said_to_pass(postgres: str, monkeypatch: pytest.MonkeyPatch):
    """What must be counted is not answered, and no mistake of ours; whether the process lives is answered all the same."""

    async def test() -> None:
        async with serving(postgres, requests_per_minute=40) as one:
            ann = await one.player("", guest=False)

            async def away(job: Any, *, long: bool = False) -> Any:
                raise Unreachable("the line was cut")

            monkeypatch.setattr(one.house.store, "write", away)
            answer = await ann.http.get("/api/titles")
            assert (answer.status_code, answer.json()["type"]) == (503, "unavailable")
            assert int(answer.headers["retry-after"]) > 0
            assert (await ann.http.get("/livez")).status_code == 200
            monkeypatch.undo()
            assert (await ann.http.get("/api/titles")).status_code == 200

    run(test)


def test_what_counts_no_more_is_thrown_away(postgres: str):
    """Limits of windows that are over, and places of processes that died."""

    async def test() -> None:
        async with serving(postgres) as one:
            tables: dict[sa.Table, dict[str, Any]] = {
                schema.allowances: {"who": "w", "number": 1, "used": 1, "earlier": 0},
                schema.places: {"process": "p", "whose": None, "address": "a"},
            }
            for table, row in tables.items():
                both = [
                    {**row, "until": until, **({"who": str(until)} if "who" in row else {})} for until in (1, 10**11)
                ]
                await one.house.store.write(partial(sa.Connection.execute, statement=table.insert(), parameters=both))
            await clean(one.house.store)
            for table in tables:
                kept = await one.house.store.read(partial(sa.Connection.execute, statement=sa.select(table.c.until)))
                assert kept.scalars().all() == [10**11]

    run(test)


def test_streams_of_all_processes_count_together(postgres: str, monkeypatch: pytest.MonkeyPatch):
    """Three under a name, four from an address; what is closed makes room at the other server, and so does a server that stops or dies."""
    monkeypatch.setattr(places, "EVERY", 0.2)
    most: dict[str, Any] = {"streams_signed_in": 3, "streams_per_address": 4, "streams_anonymous": 2}

    async def test() -> None:
        async with (
            serving(postgres, **most) as one,
            serving(postgres, **most) as other,
            contextlib.AsyncExitStack() as held,
            contextlib.AsyncExitStack() as brief,
        ):
            for desk in (one, other, one):
                await held.enter_async_context(desk.house.places.one("here", "ann"))
            assert await refusal(other, "there", "ann") == "3 streams of events are open under your name"
            await brief.enter_async_context(other.house.places.one("here", "ben"))
            assert await refusal(one, "here", None, known=True) == "4 streams of events are open from your address"
            await brief.aclose()

            async def room() -> bool:
                return not await refusal(one, "here", None, known=True)

            await until(room)
            forgotten = schema.places.update().values(until=1)
            await other.house.store.write(lambda connection: connection.execute(forgotten))
            assert not await refusal(other, "here", "ann")

            async def counted() -> bool:  # each says that it lives, and its streams with it
                return bool(await refusal(other, "here", "ann"))

            await until(counted)
            await one.house.places.stop()
            assert not await refusal(other, "here", "ann")

    run(test)


def test_a_place_for_somebody_who_has_gone_is_not_kept(postgres: str, monkeypatch: pytest.MonkeyPatch):
    """Who leaves while the database makes the place never comes to close it: it must not outlast what a dead process leaves."""
    monkeypatch.setattr(places, "EVERY", 0.1)

    async def test() -> None:
        async with serving(postgres, streams_per_address=4) as one, contextlib.AsyncExitStack() as held:
            store = one.house.store
            await held.enter_async_context(one.house.places.one("here", "ann"))
            lost = schema.places.insert().values(process=store.process, whose=None, address="there", until=1)
            await store.write(lambda connection: connection.execute(lost))
            soon = int(time.time()) + 10
            nearly_over = schema.places.update().values(until=soon)
            await store.write(lambda connection: connection.execute(nearly_over))
            kept = sa.select(schema.places.c.address).where(schema.places.c.until > soon)

            async def told() -> list[str]:
                found = await store.read(partial(sa.Connection.execute, statement=kept))
                return list(found.scalars().all())

            await until(told)
            await asyncio.sleep(0.5)
            assert len(await told()) == 1

    run(test)


async def refusal(desk: Desk, address: str, account: str | None, *, known: bool = False) -> str:
    """Open a stream and close it again; why it could not be opened."""
    try:
        async with desk.house.places.one(address, account, known=known):
            return ""
    except Problem as problem:
        return str(problem).partition(",")[0]


def test_two_server_processes_share_every_limit(postgres: str):
    """Requests, wrong passwords, new matches and streams: what was used up at the one is refused at the other."""
    most = 1600
    limits = {"requests_per_minute": most, "accounts_per_hour": 5, "limits": 1, "streams_signed_in": 1}

    async def heard(http: httpx.AsyncClient, path: str) -> Any:
        return await anext(read_stream(http, path))

    async def test(one: Live, other: Live) -> None:
        codes = [httpx.post(live.url + "/api/guest", json={}).status_code for live in [one] * 2 + [other] * 2]
        assert codes == [200] * 4
        clients = (httpx.AsyncClient(base_url=live.url, timeout=30) for live in (one, other))
        async with next(clients) as here, next(clients) as there:
            assert (
                await here.post("/api/register", json={"name": "Ann", "password": "correct horse"})
            ).status_code == 200
            assert (await there.post("/api/guest", json={})).status_code == 429
            there.cookies = here.cookies
            wrong = {"name": "Ann", "password": "nonsense"}
            tried = [(await http.post("/api/login", json=wrong)).status_code for http in [here] * 6 + [there] * 6]
            assert tried == [403] * 10 + [429] * 2
            duel = {"title": "trafalgar", "scenario": "duel", "seats": {"british": {"kind": "me"}}}
            made = [await http.post("/api/matches", json=duel) for http in [here] * 12 + [there] * 12]
            assert [answer.status_code for answer in made] == [201] * 20 + [429] * 4
            path = f"/api/matches/{made[0].json()['id']}/seats/british/events"
            async with here.stream("GET", path, headers={"Accept": "text/event-stream"}) as stream:
                assert stream.status_code == 200
                with pytest.raises(httpx.HTTPStatusError, match="429"):
                    await heard(there, path)
            asked: list[int] = []
            while asked[-3:] != [429] * 3:
                asked.append((await here.get("/openapi.json")).status_code)
            left = [(await there.get("/openapi.json")).status_code for _ in range(most // BLOCKS // 8 + 2)]
            assert left[-2:] == [429] * 2  # what it had taken for itself before, and no more

    with Live(postgres, bot_workers=0, **limits) as one, Live(postgres, bot_workers=0, **limits) as other:
        asyncio.run(test(one, other))
