"""Somebody with a browser at one seat: orders, talk and take-backs by POST, events by a stream that comes back by itself."""

from __future__ import annotations

import asyncio
import contextlib
import random
import uuid
from dataclasses import dataclass, field
from typing import Any

import httpx2 as httpx

from tests.server.live import read_stream
from tests.soak.figures import Figures
from tests.soak.ledger import Ledger, Receipt, Sent

LOST = (httpx.HTTPError, OSError)
PATIENCE = 300.0
"""Seconds after which somebody who asks again and again gives up: the server has not come back."""
AGAIN = 0.3
"""Seconds until a request or a stream is tried again, if the server does not come back before."""
TALKS, TAKES_BACK, ASKS_AGAIN = 0.06, 0.06, 0.04
"""How often somebody does these at a look at the table."""


class Gone(Exception):
    """The server has not answered for so long that nobody waits any longer."""


@dataclass
class World:
    """What all people of a soak share: where the server is, when they must end, and what they count."""

    url: str
    figures: Figures
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _back: asyncio.Event = field(default_factory=asyncio.Event)

    async def lost(self) -> None:
        """Wait a while before trying again, or until the server is back."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._back.wait(), AGAIN)

    def back(self) -> None:
        """Let everybody who waits for the server come at one moment, as browsers do."""
        self._back.set()
        self._back = asyncio.Event()


class Person:
    """A person at a seat. One who is `hasty` drops an order that got no answer; others repeat it under its key."""

    def __init__(self, world: World, seat: str, chance: random.Random, most: int) -> None:
        self.world, self.seat, self.chance, self.most = world, seat, chance, most
        self.hasty = chance.random() < 0.5
        self.http = httpx.AsyncClient(base_url=world.url, timeout=20)
        self.ledger = Ledger()
        self.match = ""
        self._news = asyncio.Event()

    @property
    def at(self) -> str:
        return f"/api/matches/{self.match}/seats/{self.seat}"

    async def ask(
        self, method: str, path: str, body: Any = None, key: str | None = None, *, patient: bool = True
    ) -> httpx.Response | None:
        """The answer; None where none came and the asker is not patient."""
        figures, end = self.world.figures, asyncio.get_running_loop().time() + PATIENCE
        headers, again = {"Idempotency-Key": key} if key else {}, False
        while True:
            answer = None
            with contextlib.suppress(*LOST):
                answer = await self.http.request(method, path, json=body, headers=headers)
            if answer is not None and answer.status_code < 500:
                figures.repeated += again and key is not None
                return answer
            if answer is not None:
                self._failed(f"{method} {path}", answer)
            if asyncio.get_running_loop().time() > end:
                raise Gone(f"{method} {path} was not answered for {PATIENCE:.0f} seconds")
            again = True
            await self.world.lost()
            if not patient:
                return None

    def _failed(self, what: str, answer: httpx.Response) -> None:
        """A server that cannot do its work at the moment says 503; anything else of that kind is a fault."""
        if answer.status_code == 503:
            self.world.figures.unavailable += 1
        else:
            where = what.replace(self.match, "MATCH") if self.match else what
            self.world.figures.fault(f"{where} was answered {answer.status_code}, expected 503 at worst")

    async def sure(self, method: str, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        """The answer, however long it takes."""
        answer = await self.ask(method, path, body, key)
        assert answer is not None
        return answer

    async def arrive(self) -> None:
        await self.sure("POST", "/api/guest", {"name": self.seat.title()})

    async def join(self) -> None:
        """Take the open seat. Joining has no key: who asks again may be told that the seat is taken, by themselves."""
        answer = await self.sure("POST", f"/api/matches/{self.match}/join", {"seat": self.seat})
        if answer.status_code == 409:
            answer = await self.sure("GET", f"/api/matches/{self.match}")
        if answer.status_code != 200 or self.seat not in answer.json()["yours"]:
            self.world.figures.fault(f"{self.at} could not be joined: {answer.status_code} {answer.text[:200]}")

    async def listen(self) -> None:
        """Hear every event once; where the stream breaks, go on after the last that it brought."""
        while True:
            after = self.ledger.streamed
            try:
                opened = False
                async for name, event in read_stream(self.http, f"{self.at}/events", after):
                    self.world.figures.streams += not opened
                    opened = True
                    if name == "message":
                        self.ledger.stream(event)
                        self._news.set()
            except httpx.HTTPStatusError as error:
                self._failed(f"the stream of {self.at}", error.response)
            except LOST:
                pass
            await self.world.lost()

    async def caught_up(self, last: int) -> bool:
        """Wait until the stream has brought that event."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(60):
                while self.ledger.streamed < last:
                    self._news.clear()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._news.wait(), 0.5)
        return self.ledger.streamed >= last

    async def play(self) -> None:
        """Play until the match is over; who has given orders enough, or is told to stop, resigns."""
        while True:
            self._news.clear()
            answer = await self.sure("GET", f"{self.at}/view?log=0")
            if answer.status_code != 200:
                self.world.figures.fault(f"{self.at}: the view was answered {answer.status_code} {answer.text[:200]}")
                return
            seen = answer.json()
            self.ledger.head(seen["head"])
            if seen["result"]:
                return
            if self.world.stopping.is_set() or self.ledger.answered >= self.most:
                await self.sure("POST", f"{self.at}/resign", {}, uuid.uuid4().hex)
            elif not await self._do_something(seen):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), 0.5)

    async def _do_something(self, seen: Any) -> bool:
        """One thing a person may do at the table now; false where there is nothing but to wait."""
        if self.chance.random() < TALKS:
            await self._talk()
        if self.ledger.receipts and self.chance.random() < ASKS_AGAIN:
            await self.ask_again(self.chance.choice(self.ledger.receipts))
        if not seen["your_turn"] or not seen["subjects"]:
            return False
        if seen["standing"] and self.chance.random() < TAKES_BACK:
            await self._take_back(seen)
            return True
        subject = self.chance.choice(seen["subjects"])["id"]
        answer = await self.sure("GET", f"{self.at}/choices?subject={subject}")
        if answer.status_code == 200:
            offers = answer.json()
            if offers["actions"] and offers["decision"] == seen["decision"]:
                await self._order(self.chance.choice(offers["actions"])["action"], seen["decision"])
        return True

    async def _order(self, action: Any, decision: str) -> None:
        path, key, body = f"{self.at}/actions", uuid.uuid4().hex, {"action": action, "decision": decision}
        answer = await self.ask("POST", path, body, key, patient=not self.hasty)
        if answer is None:
            self.ledger.orders.append(Sent(action, answered=False))
            self.world.figures.unanswered += 1
        elif answer.status_code == 200:
            self.ledger.orders.append(Sent(action, answered=True))
            self.ledger.receipts.append(Receipt(path, key, body, answer.content))
            self.world.figures.answered += 1
            receipt = answer.json()
            self.ledger.head(receipt["head"])
            for event in receipt["events"]:
                self.ledger.show(event)
        elif answer.status_code != 409:  # the other seat may have been quicker, and the match may be over
            self.world.figures.fault(f"{self.at}: an order was answered {answer.status_code} {answer.text[:200]}")

    async def _talk(self) -> None:
        """Say something that nobody has said before. Without a key it is never sent twice."""
        text, key = f"{self.seat}: {uuid.uuid4().hex}", uuid.uuid4().hex if self.chance.random() < 0.5 else None
        patient = key is not None and not self.hasty
        answer = await self.ask("POST", f"{self.at}/talk", {"text": text}, key, patient=patient)
        if answer is not None and answer.status_code != 200:
            self.world.figures.fault(f"{self.at}: a word was answered {answer.status_code} {answer.text[:200]}")
            return
        self.ledger.words.append(Sent(text, answer is not None))
        self.world.figures.words += 1

    async def _take_back(self, seen: Any) -> None:
        body = {"step": self.chance.choice(seen["standing"])["step"], "decision": seen["decision"]}
        answer = await self.ask("POST", f"{self.at}/take-back", body, uuid.uuid4().hex, patient=not self.hasty)
        if answer is None or answer.status_code == 200:
            self.ledger.backs.append(Sent(body["step"], answer is not None))
            self.world.figures.backs += 1
        elif answer.status_code != 409:
            self.world.figures.fault(f"{self.at}: a take-back was answered {answer.status_code} {answer.text[:200]}")

    async def ask_again(self, receipt: Receipt) -> None:
        """Repeat an order that was answered: the answer must be the same, byte by byte, and nothing happens."""
        answer = await self.sure("POST", receipt.path, receipt.body, receipt.key)
        self.world.figures.receipts += 1
        if answer.content != receipt.answer:
            first, now = receipt.answer[:200].decode(), f"{answer.status_code} {answer.text[:200]}"
            self.world.figures.fault(f"{self.at}: an order that was repeated got {now}, and at first {first}")

    async def leave(self) -> None:
        await self.http.aclose()
