"""A server in this process, and players who talk to it as browsers do."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.server.live import UNLIMITED
from weathergauge.match.record import commitment
from weathergauge.server.app import create_app
from weathergauge.server.house import BOTS, RULES, House
from weathergauge.server.settings import Settings


class Player:
    """Somebody with a browser: cookies of their own, and a new key for each order."""

    def __init__(self, app: Any, name: str) -> None:
        self.name = name
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://table.test")

    async def get(self, path: str, expect: int = 200, **query: Any) -> Any:
        answer = await self.http.get(path, params=query)
        assert answer.status_code == expect, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def post(self, path: str, body: Any = None, status: int = 200, key: str | None = None, **headers: str) -> Any:
        sent = {"Idempotency-Key": key or uuid.uuid4().hex, **headers}
        answer = await self.http.post(path, json={} if body is None else body, headers=sent)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text}"
        return answer.json()

    async def arrive(self) -> Player:
        await self.post("/api/guest", {"name": self.name})
        return self

    async def create(self, title: str = "trafalgar", scenario: str = "duel", status: int = 201, **more: Any) -> Any:
        return await self.post("/api/matches", {"title": title, "scenario": scenario, **more}, status)

    async def seal(self, match: Any, seat: str, words: str, *, opens: bool = True) -> Any:
        """Commit to words for the dice, after the seal was seen, and open them."""
        chair = self.at(match["id"], seat)
        sent = {"commitment": commitment(words), "seed_hash": match["seed_hash"]}
        told = await chair.post("commit", sent)
        return await chair.post("open", {"words": words}) if opens else told

    def at(self, match: str, seat: str) -> Chair:
        return Chair(self, match, seat)


class Chair:
    """A player at a seat."""

    def __init__(self, player: Player, match: str, seat: str) -> None:
        self.player, self.match, self.seat = player, match, seat
        self.path = f"/api/matches/{match}/seats/{seat}"

    async def view(self, **query: Any) -> Any:
        return await self.player.get(f"{self.path}/view", **query)

    async def get(self, what: str) -> Any:
        return await self.player.get(f"{self.path}/{what}")

    async def choices(self, subject: str) -> Any:
        return await self.player.get(f"{self.path}/choices", subject=subject)

    async def act(self, action: Any, decision: str | None = None, status: int = 200, key: str | None = None) -> Any:
        return await self.player.post(f"{self.path}/actions", {"action": action, "decision": decision}, status, key)

    async def post(self, what: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        return await self.player.post(f"{self.path}/{what}", body, status, **more)

    async def events(self, after: int = 0) -> list[Any]:
        return list((await self.player.get(f"{self.path}/events", after=after))["events"])

    async def offered(self) -> list[Any]:
        """Every action that is offered to the seat now."""
        seen = await self.view(log=0)
        return [one["action"] for subject in seen["subjects"] for one in (await self.choices(subject["id"]))["actions"]]


class Desk:
    """The server of a test."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.house: House = app.state.house
        self._players: list[Player] = []

    async def player(self, name: str, guest: bool = True) -> Player:
        player = Player(self.app, name)
        self._players.append(player)
        return await player.arrive() if guest else player

    async def close(self) -> None:
        for player in self._players:
            await player.http.aclose()


@contextlib.asynccontextmanager
async def serving(
    database: Path | str, *, toy: bool | str = False, bots_at: str = BOTS, **settings: Any
) -> AsyncIterator[Desk]:
    """A running server, of the real titles or of the toy; by other rules than its own where they are named."""
    chosen: dict[str, Any] = {**UNLIMITED, "hosts": "table.test", "bot_workers": 0, **settings}
    made = Settings(database=str(database), **chosen)
    rules_at = toy if isinstance(toy, str) else "tests.toy:ruleset" if toy else RULES
    titles = ("toy",) if toy else ()
    app = create_app(made, rules_at=rules_at, bots_at=bots_at, titles=titles)
    async with app.router.lifespan_context(app):
        desk = Desk(app)
        try:
            yield desk
        finally:
            await desk.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test's coroutine to its end."""
    asyncio.run(_run(test))


async def _run(test: Callable[[], Awaitable[None]]) -> None:
    await test()


async def until(true: Callable[[], Awaitable[Any]], seconds: float = 20.0) -> Any:
    """Wait for something to become true, and give it."""
    async with asyncio.timeout(seconds):
        while not (found := await true()):
            await asyncio.sleep(0.02)
    return found


async def toy_match(desk: Desk, **more: Any) -> tuple[Chair, Chair]:
    """Ann plays red and Ben blue."""
    ann, ben = await desk.player("Ann"), await desk.player("Ben")
    made = await ann.create("toy", "duel", seats={"red": {"kind": "me"}}, **more)
    await ben.post(f"/api/matches/{made['id']}/join", {"seat": "blue"})
    return ann.at(made["id"], "red"), ben.at(made["id"], "blue")
