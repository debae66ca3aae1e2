"""One match of a soak, from its making to its check."""

from __future__ import annotations

import asyncio
import contextlib
import random
import uuid
from typing import Any

from tests.soak.checks import check
from tests.soak.person import Person, World
from weathergauge import rulesets
from weathergauge.rulesets import ruleset
from weathergauge.server.change import SNAPSHOT_EVERY

SHORT: dict[str, dict[str, Any]] = {"trafalgar": {"turns": 3}}
"""Settings that end a match soon, where it would be long."""
TITLES: tuple[tuple[str, str, dict[str, Any]], ...] = tuple(
    (title.name, ruleset(title.name).scenarios()[0].name, SHORT.get(title.name, {})) for title in rulesets.TITLES
)
"""The first scenario of each title, which is the one to learn on."""
ALONE = 0.3
"""How many of the matches are against bots."""
ORDERS = (8, 50)
"""After how many orders somebody resigns, from and to."""
BOT = {"kind": "bot", "bot": "midshipman"}


class Game:
    """A match between two people, or of one against a bot."""

    def __init__(self, world: World, number: int, seed: str, together: int) -> None:
        self.world = world
        self.title, self.scenario, self.settings = TITLES[number // together % len(TITLES)]
        chance = random.Random(f"{seed}:{number}")
        card = next(card for card in ruleset(self.title).scenarios() if card.name == self.scenario)
        self.bots = card.seats[1:] if chance.random() < ALONE else ()
        self.people = [
            Person(world, seat, random.Random(f"{seed}:{number}:{seat}"), chance.randint(*ORDERS))
            for seat in card.seats
            if seat not in self.bots
        ]

    @property
    def long(self) -> bool:
        """Whether the server has kept a snapshot of it by now."""
        return sum(person.ledger.answered for person in self.people) > SNAPSHOT_EVERY

    async def run(self) -> None:
        """Make it, play it, and hold the server to what it said."""
        try:
            if await self._begin():
                await self._play()
        finally:
            for person in self.people:
                await person.leave()

    async def _begin(self) -> bool:
        for person in self.people:
            await person.arrive()
        maker, *others = self.people
        seats = {maker.seat: {"kind": "me"}, **dict.fromkeys(self.bots, BOT)}
        body = {"title": self.title, "scenario": self.scenario, "settings": self.settings, "seats": seats}
        made = await maker.sure("POST", "/api/matches", body, uuid.uuid4().hex)
        if made.status_code != 201:
            self.world.figures.fault(f"a match of {self.title} was answered {made.status_code} {made.text[:200]}")
            return False
        for person in self.people:
            person.match = made.json()["id"]
        for person in others:
            await person.join()
        self.world.figures.matches += 1
        return True

    async def _play(self) -> None:
        listening = [asyncio.create_task(person.listen()) for person in self.people]
        try:
            await asyncio.gather(*(person.play() for person in self.people))
            await check(self.title, self.people)
        finally:
            for task in listening:
                task.cancel()
            for task in listening:
                with contextlib.suppress(asyncio.CancelledError):
                    await task
