"""Send small requests that would make a careless server work for minutes or take all memory."""

from __future__ import annotations

import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx

from tests.hostile.figures import Asked, Figures
from tests.hostile.sea import crashed, memory, playing
from tests.ours import TITLES
from tests.server.live import Live
from weathergauge.testing import rules_for

SLOW = 10.0
"""Seconds that an answer may take on a busy machine; without cures it was minutes."""
GROWTH = 400
"""MB that the server may take more after all of it than before; one bomb alone took 1,600."""
HUGE = "9" * 5000


def texts() -> Iterator[tuple[str, str]]:
    """Scenario files that are bombs."""
    yield "a dotted key", ".".join("a" * 15_000) + " = 1"
    yield "a dotted header", "[" + ".".join("a" * 15_000) + "]"
    yield "many tables", "\n".join(f"[t{n}]" for n in range(6_000))
    yield "nested arrays", "a = " + "[" * 15_000 + "]" * 15_000
    yield "nested tables", "a = " + "{b=" * 8_000 + "1" + "}" * 8_000
    yield "a number of five thousand digits", f"a = {HUGE}"
    yield "an exponent", "a = 1e999999999"
    yield "one long line", 'a = "' + "x" * 60_000 + '"'
    yield "a string without an end", 'a = "' + "\\" * 30_001
    yield "a million ships", "[[ship]]\n" * 6_000


def bodies() -> Iterator[tuple[str, bytes]]:
    """JSON that is a bomb, whatever it is sent to."""
    yield "deep arrays", b'{"action":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
    yield "deep objects", b'{"action":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_001
    yield "a number of five thousand digits", b'{"action":{"type":"move","distance":' + HUGE.encode() + b"}}"
    yield "an exponent", b'{"action":{"type":"move","distance":1e999999}}'
    yield "many keys", b'{"action":{' + b",".join(b'"k%d":1' % n for n in range(5_000)) + b"}}"
    yield "one key many times", b'{"action":{' + b",".join([b'"type":"move"'] * 4_000) + b"}}"
    yield "half of a surrogate", b'{"action":{"type":"\\ud800"}}'
    yield "not UTF-8", b'{"action":"\xff\xfe"}'
    yield "a large body", b'{"action":"' + b"x" * 5_000_000 + b'"}'


def run(asked: Asked, figures: Figures) -> None:
    """Send each bomb to every place that would take it, in an order by chance, until the time is over."""
    with tempfile.TemporaryDirectory() as folder, Live(Path(folder) / "wg.db", bot_workers=0) as live:
        with httpx.Client(base_url=live.url, timeout=SLOW * 3) as http:
            matches, ends = playing(http), time.monotonic() + asked.seconds
            before = memory(live)
            sent = list(_sent(matches))
            Random(asked.seed).shuffle(sent)
            for what, path, content in sent:
                if time.monotonic() > ends:
                    break
                _send(http, what, path, content, figures)
            _send(http, "nothing", f"/api/matches/{matches['trafalgar']}/seats/british/take-back", b"{}", figures)
            if http.get("/healthz").status_code != 200:
                figures.fault("the server is not well after the bombs")
        grown = memory(live) - before
        figures.add("MB more than before", max(0, grown))
        if grown > GROWTH:
            figures.fault(f"the server has taken {grown} MB more than before the bombs")
        figures.faults += crashed(live)


def _sent(matches: dict[str, str]) -> Iterator[tuple[str, str, bytes]]:
    from json import dumps

    for title, match in matches.items():
        rules: Any = rules_for(title)
        seat = rules.seats[0]
        for what, body in bodies():
            for kind in ("actions", "why-not", "preview", "talk"):
                yield what, f"/api/matches/{match}/seats/{seat}/{kind}", body
        for what, body in bodies():
            yield what, f"/api/titles/{title}/procedures/{next(iter(rules.procedures))}/odds", body
        for what, text in texts():
            yield what, f"/api/titles/{title}/scenarios", dumps({"written": text}).encode()
            made = {"title": title, "scenario": "mine", "written": text, "seats": {}}
            yield what, "/api/matches", dumps(made).encode()
    for title in TITLES:
        for settings in ({"turns": 10**400}, {"turns": "9" * 60_000}, {HUGE: 1}):
            made = {"title": title, "scenario": "duel", "settings": settings, "seats": {}}
            yield "strange settings", "/api/matches", dumps(made).encode()


def _send(http: httpx.Client, what: str, path: str, content: bytes, figures: Figures) -> None:
    figures.add("bombs")
    headers = {"Idempotency-Key": uuid.uuid4().hex, "Content-Type": "application/json"}
    began = time.monotonic()
    try:
        answer = http.post(path, content=content, headers=headers)
    except httpx.HTTPError as error:
        figures.add("hangs")
        figures.fault(f"{what} at {path}: {type(error).__name__} after {time.monotonic() - began:.0f} s")
        return
    took = time.monotonic() - began
    if answer.status_code >= 500:
        figures.add("5xx")
        figures.fault(f"{what} at {path}: {answer.status_code} {answer.text[:200]}")
    elif answer.status_code >= 400:
        figures.add("refused with a sentence")
    if took > SLOW:
        figures.fault(f"{what} at {path}: answered after {took:.1f} s")
