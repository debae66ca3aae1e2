"""Who is listening, and how they wake up: streams in this process, and other processes over the database's notifications.

A stream reads what it has not sent yet, by number; the hub only tells it that there may be more. So a lost wake-up costs
time until the next heartbeat and never an event.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

import structlog

from weathergauge.server.store import Store

log = structlog.get_logger()

KEPT = 256
PRESENCE_LASTS = 90.0
SPECTATOR = ""

Numbered = tuple[int, bytes]


class Listener:
    """One open stream: whose, and whether something may have happened since it last looked."""

    def __init__(self, channel: str, audience: str) -> None:
        self.channel, self.audience = channel, audience
        self.woken = asyncio.Event()
        self.presence_due = True
        self.check_due = False
        """Whether it must be asked again if this stream may go on, before anything more is sent."""
        self.closed = False

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
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @contextlib.contextmanager
    def listening(self, channel: str, audience: str) -> Iterator[Listener]:
        """A stream, for as long as it is open."""
        listener = Listener(channel, audience)
        self._listeners.setdefault(channel, set()).add(listener)
        self._presence_changed(channel)
        try:
            yield listener
        finally:
            left = self._listeners[channel]
            left.discard(listener)
            if not any(other.audience == audience for other in left):
                self._recent.pop((channel, audience), None)
            if not left:
                del self._listeners[channel]
            self._presence_changed(channel)

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
                listener.woken.set()

    def recent(self, channel: str, audience: str, after: int) -> list[Numbered] | None:
        """What came after that number, if it is all still here."""
        recent = self._recent.get((channel, audience))
        if not recent or recent[0][0] > after + 1:
            return None
        return [one for one in recent if one[0] > after]

    def wake(self, channel: str) -> None:
        """Something may have happened: everybody look."""
        for listener in self._listeners.get(channel, ()):
            self._recent.pop((channel, listener.audience), None)
            listener.woken.set()

    def ask_again(self, channel: str) -> None:
        """Somebody may no longer listen: every stream is asked before it hears anything more."""
        for listener in self._listeners.get(channel, ()):
            listener.check_due = True
            listener.woken.set()

    def presence(self, channel: str) -> dict[str, int]:
        """How many streams each audience has open, here and in other processes."""
        counts = self._here(channel)
        for at, others in self._elsewhere.get(channel, {}).values():
            if at > time.monotonic() - PRESENCE_LASTS:
                for audience, count in others.items():
                    counts[audience] = counts.get(audience, 0) + count
        return counts

    def _here(self, channel: str) -> dict[str, int]:
        counts: dict[str, int] = {}
        for listener in self._listeners.get(channel, ()):
            counts[listener.audience] = counts.get(listener.audience, 0) + 1
        return counts

    def _presence_changed(self, channel: str) -> None:
        for listener in self._listeners.get(channel, ()):
            listener.presence_due = True
            listener.woken.set()
        if self.store.shared and not self.closing:
            task = asyncio.get_running_loop().create_task(self._say_presence(channel))
            self._tasks.append(task)
            task.add_done_callback(self._tasks.remove)

    async def tell_others(self, message: str) -> None:
        """Send other processes a word that goes with no stored change."""
        if self.store.shared:
            await self.store.write(lambda connection: self.store.notify(connection, message))

    async def _say_presence(self, channel: str) -> None:
        counts = ",".join(f"{audience}={count}" for audience, count in sorted(self._here(channel).items()))
        try:
            await self.tell_others(f"presence:{channel} {counts}")
        except Exception as error:  # others will hear it the next time
            log.warning("presence-not-told", error=type(error).__name__)

    async def _keep_saying(self) -> None:
        """Others forget a process that says nothing: it may have died."""
        while True:
            await asyncio.sleep(PRESENCE_LASTS / 3)
            for channel in list(self._listeners):
                await self._say_presence(channel)

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
            for listener in self._listeners.get(channel, ()):
                listener.presence_due = True
                listener.woken.set()
            return
        if kind == "seats":
            self.ask_again(rest)
            return
        for call in self._changed_elsewhere:
            call(message)
        if kind in ("match", "companion"):
            self.wake(rest)
