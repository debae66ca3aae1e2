"""Kill the server at random moments during many matches, and start it again: nothing that was answered is lost.

`make soak` plays 200 matches; `make soak ARGS="--matches 20 --seed 7"` fewer. Each match is a client against a bot. The client
sends every order until it is answered, under one key; afterwards the record must hold exactly the orders that were
answered, in their order, verify, and the streams must have had every event once.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.server.live import Live, read_stream
from weathergauge import codec
from weathergauge.proof import verify
from weathergauge.record import NOTHING, Record
from weathergauge.rulesets import ruleset

LOST = (httpx.HTTPError, AssertionError, OSError)


class Client:
    """A browser at one match: orders by POST, events by a stream that comes back by itself."""

    def __init__(self, url: str, seed: str) -> None:
        self.http = httpx.AsyncClient(base_url=url, timeout=20)
        self.chance = random.Random(seed)
        self.match = ""
        self.answered: list[Any] = []
        self.heard: list[int] = []
        self.repeated = 0

    async def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """Until it is answered."""
        headers = {"Idempotency-Key": key} if key else {}
        for attempt in range(10_000):
            try:
                answer = await self.http.request(method, path, json=body, headers=headers)
            except (httpx.HTTPError, OSError):
                self.repeated += attempt == 0 and method == "POST"
                await asyncio.sleep(0.05)
                continue
            if answer.status_code < 500:
                return answer
            await asyncio.sleep(0.1)
        raise AssertionError(f"{path} was never answered")

    async def play(self, turns: int) -> None:
        await self.ask("POST", "/api/guest", {"name": "Soak"})
        body = {
            "title": "trafalgar", "scenario": "duel", "settings": {"turns": turns},
            "seats": {"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "midshipman"}},
        }  # fmt: skip
        made = await self.ask("POST", "/api/matches", body, uuid.uuid4().hex)
        assert made.status_code == 201, made.text
        self.match = made.json()["id"]
        listening = asyncio.create_task(self.listen())
        at = f"/api/matches/{self.match}/seats/british"
        while True:
            seen = (await self.ask("GET", f"{at}/view?log=0")).json()
            if seen["result"]:
                break
            if not seen["your_turn"]:
                await asyncio.sleep(0.02)
                continue
            subject = self.chance.choice(seen["subjects"])["id"]
            offers = (await self.ask("GET", f"{at}/choices?subject={subject}")).json()
            if not offers["actions"] or offers["decision"] != seen["decision"]:
                continue
            action = self.chance.choice(offers["actions"])["action"]
            order = {"action": action, "decision": seen["decision"]}
            answer = await self.ask("POST", f"{at}/actions", order, uuid.uuid4().hex)
            assert answer.status_code == 200, answer.text
            self.answered.append(action)
        last = (await self.ask("GET", f"{at}/view?log=0")).json()["last"]
        async with asyncio.timeout(120):
            while len(self.heard) < last:
                await asyncio.sleep(0.05)
        listening.cancel()

    async def listen(self) -> None:
        while True:
            with contextlib.suppress(*LOST):
                path = f"/api/matches/{self.match}/seats/british/events"
                async for name, event in read_stream(self.http, path, self.heard[-1] if self.heard else 0):
                    if name == "message":
                        self.heard.append(event["number"])
            await asyncio.sleep(0.05)

    async def check(self) -> int:
        """What was answered is what is recorded; the number of steps."""
        data = (await self.ask("GET", f"/api/matches/{self.match}/record")).content
        record = Record(data, self.match)
        checked = verify(record, ruleset)
        assert checked.ok, checked.sentence
        lines = [record.line(index) for index in range(1, len(record.lines))]
        recorded = [codec.decode(line.do) for line in lines if line.by == "british" and line.do is not NOTHING]
        assert recorded == self.answered, f"{self.match}: the record differs from what was answered"
        assert self.heard == list(range(1, len(self.heard) + 1)), f"{self.match}: the stream had gaps or repeats"
        return checked.steps


async def soak(
    database: str,
    matches: int,
    at_once: int,
    turns: int,
    seed: str,
    pause: tuple[float, float],
    say: Any,
    most: int = 1_000_000,
) -> str:
    """Play them all while the server is killed and started; what it came to, as a sentence."""
    chance, server = random.Random(seed), Live(database, bot_workers=1)
    began, kills, steps, repeated, done = time.monotonic(), 0, 0, 0, 0
    await asyncio.to_thread(server.start().wait_until_ready)
    limit = asyncio.Semaphore(at_once)

    async def one(number: int) -> None:
        nonlocal steps, repeated, done
        async with limit:
            client = Client(server.url, f"{seed}:{number}")
            await client.play(turns)
            checked = await client.check()
            steps += checked
            repeated += client.repeated
            await client.http.aclose()
            done += 1
            say(f"{done} of {matches} matches, {steps} steps, {kills} kills, {repeated} orders sent again")

    async def killing() -> None:
        nonlocal kills
        while kills < most:
            await asyncio.sleep(chance.uniform(*pause))
            await asyncio.to_thread(server.kill)
            kills += 1
            await asyncio.to_thread(server.start)
            if chance.random() < 0.8:  # otherwise it may be killed again while it starts
                await asyncio.to_thread(server.wait_until_ready)

    killer = asyncio.create_task(killing())
    try:
        await asyncio.gather(*(one(number) for number in range(matches)))
    finally:
        killer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await killer
        await asyncio.to_thread(server.__exit__)
    seconds = time.monotonic() - began
    return (
        f"{matches} matches, {steps} steps, {kills} kills, {repeated} orders sent again, nothing lost, "
        f"every record verified, {seconds:.0f} s"
    )


def main() -> int:
    parser = argparse.ArgumentParser("soak", description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--at-once", type=int, default=8)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seed", default=str(time.time_ns()))
    parser.add_argument("--pause", type=float, nargs=2, default=(0.5, 6.0), help="seconds between kills, from and to")
    parser.add_argument("--database", help="a PostgreSQL address; otherwise a SQLite file that is thrown away")
    args = parser.parse_args()

    def say(text: str) -> None:
        print(f"\r{text}", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        database = args.database or str(Path(folder) / "soak.db")
        pause = (args.pause[0], args.pause[1])
        print(f"seed {args.seed}", file=sys.stderr)
        print("\n" + asyncio.run(soak(database, args.matches, args.at_once, args.turns, args.seed, pause, say)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
