"""A client that costs next to nothing: plain sockets to a server on this machine, and tables with both seats' streams open.

A client library takes longer than the server does for an empty answer, and would hide in every ratio what the server costs.
"""

from __future__ import annotations

import random
import selectors
import socket
import uuid
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from benchmarks.rounds import Differs
from tests.server.live import Live

EMPTY = "/api/me"
"""An endpoint with nothing to do: without a session it looks nothing up. It passes the same door and the same router."""
HEALTH = "/healthz"
"""This one asks the store for nothing."""
PATIENCE = 30.0
PRIVATE = ("grapple", "board", "part")
"""Orders that only their own seat hears of: never timed, because they are not delivered to both."""


def p50(seconds: Sequence[float]) -> float:
    return median(seconds)


def always(port: int, cookie: str, address: str = "") -> str:
    """The headers that every request of a browser has, and the one of a proxy, where there is one."""
    from_where = f"X-Forwarded-For: {address}\r\n" if address else ""
    return f"Host: 127.0.0.1:{port}\r\n{from_where}" + (f"Cookie: wg_session={cookie}\r\n" if cookie else "")


def encoded(headers: str, method: str, path: str, body: Any = None, more: str = "") -> bytes:
    """The bytes of a request; one that changes something has a key of its own."""
    if method == "GET":
        return f"GET {path} HTTP/1.1\r\n{headers}{more}\r\n".encode()
    data = msgspec.json.encode({} if body is None else body)
    more += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\nIdempotency-Key: {uuid.uuid4().hex}\r\n"
    return f"{method} {path} HTTP/1.1\r\n{headers}{more}\r\n".encode() + data


def resident(live: Live) -> int | None:
    """The memory of a server's process; None where this system does not tell it in /proc."""
    assert live.process is not None
    status = Path(f"/proc/{live.process.pid}/status")
    if not status.exists():
        return None
    return int(status.read_text(encoding="ascii").partition("VmRSS:")[2].split()[0]) * 1024


class Work:
    """The processor time of a server, all its threads together: what a busy machine leaves as it is."""

    def __init__(self, live: Live) -> None:
        assert live.process is not None
        self._tasks = Path(f"/proc/{live.process.pid}/task")
        self.known = (self._tasks / str(live.process.pid) / "schedstat").exists()

    def now(self) -> float:
        if not self.known:
            return 0.0
        return sum(int((task / "schedstat").read_bytes().split()[0]) for task in self._tasks.iterdir()) / 1e9


class Wire:
    """One connection that is kept, as a browser keeps it."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.always = always(port, cookie)
        self.cookie = cookie
        self._had = b""

    def request(self, method: str, path: str, body: Any = None, more: str = "") -> bytes:
        """The bytes of a request, to be made before the clock runs."""
        return encoded(self.always, method, path, body, more)

    def send(self, request: bytes) -> None:
        self.socket.sendall(request)

    def take(self) -> bytes | None:
        """Read once; the body of the answer, when it is whole."""
        self._had += self._more()
        head, found, rest = self._had.partition(b"\r\n\r\n")
        if not found:
            return None
        lowered = head.lower()
        size = int(lowered.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(rest) < size:
            return None
        if head[9:10] != b"2":
            raise Differs(f"the server answered {head[9:12].decode()}: {rest[:300].decode()}")
        if b"set-cookie: wg_session=" in lowered:
            at = lowered.index(b"set-cookie: wg_session=") + 23
            self.cookie = head[at:].partition(b";")[0].decode()
        self._had = rest[size:]
        return rest[:size]

    def answer(self) -> bytes:
        while (body := self.take()) is None:
            pass
        return body

    def _more(self) -> bytes:
        data = self.socket.recv(65536)
        if not data:
            raise Differs("the server hung up")
        return data

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        self.send(self.request(method, path, body))
        return msgspec.json.decode(self.answer())

    def close(self) -> None:
        self.socket.close()


class Ear(Wire):
    """A seat's stream. Everything that one change brings comes in one piece."""

    def __init__(self, port: int, cookie: str, path: str) -> None:
        super().__init__(port, cookie)
        self.heard = b""
        self.send(self.request("GET", path, more="Accept: text/event-stream\r\n"))
        self.mark = 0
        while b"event: presence" not in self.heard:
            self.listen()
        self.mark = len(self.heard)

    def listen(self) -> bool:
        """Read once; whether an event has come since the mark."""
        self.heard += self._more()
        return self.heard.find(b"\nid: ", self.mark) >= 0 and self.heard.endswith(b"\n\n\r\n")

    def next(self) -> None:
        """Forget that anything was heard, so that only what comes now counts."""
        self.mark = len(self.heard) - 2

    @property
    def numbers(self) -> list[int]:
        return [int(line[4:]) for line in self.heard.splitlines() if line.startswith(b"id: ")]


class Player:
    def __init__(self, live: Live, name: str) -> None:
        newcomer = Wire(live.port)
        newcomer.ask("POST", "/api/guest", {"name": name})
        newcomer.close()
        self.port, self.cookie = live.port, newcomer.cookie
        self.wire = Wire(live.port, newcomer.cookie)


class Order:
    """One order on its way: what is sent, and what must come back."""

    def __init__(self, wire: Wire, request: bytes, ears: Sequence[Ear]) -> None:
        self.wire, self.request, self.ears = wire, request, ears
        self.receipt: Any = None

    def deliver(self) -> float:
        """From sending it until it is answered and both seats have heard of it."""
        for ear in self.ears:
            ear.next()
        start = perf_counter()
        self.wire.send(self.request)
        for ear in self.ears:
            while not ear.listen():
                pass
        body = self.wire.answer()
        seconds = perf_counter() - start
        self.receipt = msgspec.json.decode(body)
        return seconds


class Table:
    """A duel between two people, each with a stream open."""

    def __init__(self, players: Sequence[Player], seed: str) -> None:
        self.chance = random.Random(seed)
        asked = {
            "title": "trafalgar",
            "scenario": "duel",
            "seats": {"british": {"kind": "me"}, "allied": {"kind": "open"}},
        }
        made = players[0].wire.ask("POST", "/api/matches", asked)
        self.id, self.over = str(made["id"]), False
        players[1].wire.ask("POST", f"/api/matches/{self.id}/join", {"seat": "allied"})
        self.seats = dict(zip(("british", "allied"), players, strict=True))
        self.wires = {seat: Wire(player.port, player.cookie) for seat, player in self.seats.items()}
        self.ears = {
            seat: Ear(player.port, player.cookie, self.at(seat, "events")) for seat, player in self.seats.items()
        }

    def at(self, seat: str, what: str) -> str:
        return f"/api/matches/{self.id}/seats/{seat}/{what}"

    def order(self) -> Order | None:
        """An order of the seat whose turn it is, taken by chance from what it may do; None when the duel is over."""
        while True:
            seen = self.wires["british"].ask("GET", self.at("british", "view?log=0"))
            if not seen["to_act"]:
                self.over = True
                return None
            seat = seen["to_act"][0]
            wire = self.wires[seat]
            if seat != "british":
                seen = wire.ask("GET", self.at(seat, "view?log=0"))
            subject = self.chance.choice(seen["subjects"])["id"]
            offered = wire.ask("GET", self.at(seat, f"choices?subject={subject}"))
            if not offered["actions"]:
                continue
            action = self.chance.choice(offered["actions"])["action"]
            body = {"action": action, "decision": offered["decision"]}
            request = wire.request("POST", self.at(seat, "actions"), body)
            if action["type"] in PRIVATE:
                Order(wire, request, [self.ears[seat]]).deliver()
                continue
            return Order(wire, request, list(self.ears.values()))

    def close(self) -> None:
        for wire in (*self.wires.values(), *self.ears.values()):
            wire.close()


def volley(orders: Sequence[Order]) -> list[float]:
    """All of them at one moment; for each the seconds until it was answered and heard by both seats."""
    started, waiting, took = [0.0] * len(orders), [0] * len(orders), [0.0] * len(orders)
    with selectors.DefaultSelector() as selector:
        for n, order in enumerate(orders):
            for ear in order.ears:
                ear.next()
            for wire in (order.wire, *order.ears):
                selector.register(wire.socket, selectors.EVENT_READ, (n, wire))
                waiting[n] += 1
        for n, order in enumerate(orders):
            started[n] = perf_counter()
            order.wire.send(order.request)
        left = len(orders)
        while left:
            ready = selector.select(PATIENCE)
            if not ready:
                raise Differs("the server no longer answers")
            for key, _ in ready:
                n, wire = key.data
                if isinstance(wire, Ear):
                    done = wire.listen()
                else:
                    body = wire.take()
                    if done := body is not None:
                        orders[n].receipt = body
                if done:
                    selector.unregister(wire.socket)
                    waiting[n] -= 1
                    if not waiting[n]:
                        took[n] = perf_counter() - started[n]
                        left -= 1
    return took
