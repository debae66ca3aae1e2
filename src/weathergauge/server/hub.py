"""Who is listening, and how they wake up: streams in this process, and other processes over the database's notifications.

A stream reads what it has not sent yet, by number; the hub only tells it that there may be more. So a lost wake-up costs
time until the next heartbeat and never an event. Who comes and goes is told once a second at most, from memory: else whoever
opens and closes streams would have everybody else at the match look into the store each time.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import structlog

from weathergauge.server.store import Store

log = structlog.get_logger()

KEPT = 256
PRESENCE_LASTS = 90.0
PRESENCE_EVERY = 1.0
"""Seconds between two words on who is there, to all who listen at a match."""
SPECTATOR = ""
WHO_IS_THERE = "presence?"

Numbered = tuple[int, bytes]


class Listener:
    """One open stream: whose, and whether something may have happened since it last looked."""

    def __init__(self, channel: str, audience: str) -> None:
        self.channel, self.audience = channel, audience
        self.woken = asyncio.Event()
        self.news = True
        """Whether there may be events that were not sent yet."""
        self.presence_due = True
        self.check_due = False
        """Whether it must be asked again if this stream may go on, before anything more is sent."""

    def has_news(self) -> None:
        self.news = True
        self.woken.set()

    def has_company(self) -> None:
        self.presence_due = True
        self.woken.set()

    async def wait(self, seconds: float) -> bool:
        """Until woken, or so long."""
        try:
            async with asyncio.timeout(seconds):  # `wait_for` makes a task of it, and that is felt with every event
                await self.woken.wait()
        except TimeoutError:
            return False
        self.woken.clear()
        return True


class Hub:
    """Channels are matches and companion tables; an audience is a seat, or nobody in particular."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.closing = False
        self._listeners: dict[str, set[Listener]] = {}
        self._counts: dict[str, Counter[str]] = {}
        """How many listen here, by channel and audience."""
        self._presence: dict[str, asyncio.TimerHandle] = {}
        """The next word on who is there, by channel."""
        self._presence_told: OrderedDict[str, float] = OrderedDict()
        self._changed_here: set[str] = set()
        """Channels of which other processes have not been told who is here now."""
        self._recent: dict[tuple[str, str], deque[Numbered]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, dict[str, int]]]] = {}
        self._changed_elsewhere: list[Callable[[str], None]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def on_change_elsewhere(self, call: Callable[[str], None]) -> None:
        """Have it called with the word another process sent, such as `match:ID` or `session:HASH`."""
        self._changed_elsewhere.append(call)

    async def start(self) -> None:
        if self.store.shared:
            self._tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._keep_saying())]

    def close_soon(self) -> None:
        """Let every stream end; their clients come back to another process, or to this one when it is up again."""
        self.closing = True
        with contextlib.suppress(AttributeError, RuntimeError):  # not started, or stopped already
            self.store.loop.call_soon_threadsafe(self._wake_all)

    def _wake_all(self) -> None:
        for channel in list(self._listeners):
            self.wake(channel)

    async def stop(self) -> None:
        self.closing = True
        self._wake_all()
        for timer in self._presence.values():
            timer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @contextlib.contextmanager
    def listening(self, channel: str, audience: str) -> Iterator[Listener]:
        """A stream, for as long as it is open."""
        listener = Listener(channel, audience)
        self._listeners.setdefault(channel, set()).add(listener)
        counts = self._counts.setdefault(channel, Counter())
        counts[audience] += 1
        self._presence_changed(channel, here=True)
        try:
            yield listener
        finally:
            self._listeners[channel].discard(listener)
            counts[audience] -= 1
            if not counts[audience]:
                del counts[audience]
                self._recent.pop((channel, audience), None)
            if not counts:
                del self._listeners[channel], self._counts[channel]
            self._presence_changed(channel, here=True)

    @property
    def streams(self) -> int:
        return sum(map(len, self._listeners.values()))

    def publish(self, channel: str, told: Mapping[str, Sequence[Numbered]]) -> None:
        """What was stored, for those who listen here."""
        listeners = self._listeners.get(channel)
        if not listeners:
            return
        for audience in {listener.audience for listener in listeners}:
            if news := told.get(audience):
                recent = self._recent.setdefault((channel, audience), deque(maxlen=KEPT))
                if recent and news[0][0] != recent[-1][0] + 1:
                    recent.clear()
                recent.extend(news)
        for listener in listeners:
            if told.get(listener.audience):
                listener.has_news()

    def recent(self, channel: str, audience: str, after: int) -> list[Numbered] | None:
        """What came after that number, if it is all still here."""
        recent = self._recent.get((channel, audience))
        if not recent or recent[0][0] > after + 1:
            return None
        # They have numbers without gaps: from the newest back, what is new is a few of many.
        return list(islice(reversed(recent), max(0, recent[-1][0] - after)))[::-1]

    def wake(self, channel: str) -> None:
        """Something may have happened: everybody look."""
        for listener in self._listeners.get(channel, ()):
            self._recent.pop((channel, listener.audience), None)
            listener.has_news()

    def ask_again(self, channel: str) -> None:
        """Somebody may no longer listen: every stream is asked before it hears anything more."""
        for listener in self._listeners.get(channel, ()):
            listener.check_due = True
            listener.woken.set()

    def presence(self, channel: str) -> dict[str, int]:
        """How many streams each audience has open, here and in other processes."""
        counts = dict(self._counts.get(channel, {}))
        for at, others in self._elsewhere.get(channel, {}).values():
            if at > time.monotonic() - PRESENCE_LASTS:
                for audience, count in others.items():
                    counts[audience] = counts.get(audience, 0) + count
        return counts

    def _presence_changed(self, channel: str, *, here: bool) -> None:
        """Have everybody told: at once where it was quiet, else when a second has passed since the last word."""
        if self.closing:
            return
        if here:
            self._changed_here.add(channel)
        if channel not in self._presence:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self._presence_told.get(channel, 0.0) + PRESENCE_EVERY)
            self._presence[channel] = loop.call_at(at, self._tell_presence, channel)

    def _tell_presence(self, channel: str) -> None:
        del self._presence[channel]
        at = asyncio.get_running_loop().time()
        self._presence_told[channel] = at
        self._presence_told.move_to_end(channel)
        while next(iter(self._presence_told.values())) < at - PRESENCE_EVERY:
            self._presence_told.popitem(last=False)
        for listener in self._listeners.get(channel, ()):
            listener.has_company()
        changed = channel in self._changed_here
        self._changed_here.discard(channel)
        if changed and self.store.shared and not self.closing:
            self._begin(self._say_presence(channel))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    async def tell_others(self, *messages: str) -> None:
        """Send other processes words that go with no stored change."""
        if self.store.shared and messages:
            await self.store.write(lambda connection: self.store.notify(connection, *messages))

    async def _say_presence(self, *channels: str) -> None:
        """Tell other processes who is here, of many channels in one statement."""
        words = []
        for channel in channels:
            counts = sorted(self._counts.get(channel, {}).items())
            words.append(f"presence:{channel} " + ",".join(f"{audience}={count}" for audience, count in counts))
        await self._say(*words)

    async def _say(self, *words: str) -> None:
        try:
            await self.tell_others(*words)
        except Exception as error:  # others will hear it the next time
            log.warning("presence-not-told", error=type(error).__name__)

    async def _keep_saying(self) -> None:
        """Others forget a process that says nothing: it may have died."""
        while True:
            await asyncio.sleep(PRESENCE_LASTS / 3)
            await self._say_presence(*self._listeners)

    async def _hear(self) -> None:
        """Listen to the database's notifications for as long as the server runs; a lost connection is made again."""
        import psycopg

        target = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(target, autocommit=True) as connection:
                    await connection.execute("LISTEN weathergauge")
                    for channel in list(self._listeners):  # what was said while nobody listened
                        self._heard("", f"match:{channel}")
                    self._begin(self._say(WHO_IS_THERE))
                    async for notice in connection.notifies():
                        process, _, message = notice.payload.partition(" ")
                        if process != self.store.process:
                            self._heard(process, message)
            except psycopg.Error as error:
                log.warning("notifications-lost", error=type(error).__name__)
                await asyncio.sleep(1)

    def _heard(self, process: str, message: str) -> None:
        kind, _, rest = message.partition(":")
        if kind == "presence":
            channel, _, counts = rest.partition(" ")
            pairs = (pair.split("=") for pair in counts.split(",") if pair)
            self._elsewhere.setdefault(channel, {})[process] = time.monotonic(), {a: int(n) for a, n in pairs}
            if not counts:
                del self._elsewhere[channel][process]
            if not self._elsewhere[channel]:
                del self._elsewhere[channel]
            if channel in self._listeners:
                self._presence_changed(channel, here=False)
            return
        if kind == "seats":
            self.ask_again(rest)
            return
        if message == WHO_IS_THERE:  # one that has just begun to listen
            self._begin(self._say_presence(*self._listeners))
            return
        for call in self._changed_elsewhere:
            call(message)
        if kind in ("match", "companion"):
            self.wake(rest)
