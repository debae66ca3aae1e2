"""Generate requests from the schema of a running server, good and bad ones: every answer is as described, and none is 500."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from tests.hostile.figures import Asked, Figures
from tests.hostile.sea import crashed, playing
from tests.server.live import Live
from tests.server.test_schema import CHECKS

LEFT_OUT = ("/api/logout", "/api/logout-everywhere", "/api/me/delete")
"""What would end the session that all others need."""


def run(asked: Asked, figures: Figures) -> None:
    """Ask each operation in turn, a few times in each round, until the time is over."""
    with tempfile.TemporaryDirectory() as folder, Live(Path(folder) / "wg.db", hashing_at_once=1) as live:
        with httpx.Client(base_url=live.url, timeout=30) as http:
            real = _real(http)
            cookie = {"Cookie": f"wg_session={http.cookies['wg_session']}"}
        schema = schemathesis.openapi.from_url(f"{live.url}/openapi.json")
        schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
        operations = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
        operations = [one for one in operations if one.path not in LEFT_OUT and not one.path.endswith("/events")]
        figures.add("operations", len(operations))
        ends = time.monotonic() + asked.seconds
        for number in range(asked.some(20, 1)):
            for operation in operations:
                if time.monotonic() > ends:
                    break
                _ask(operation, f"{asked.seed} {number}", asked.some(10, 2), real, cookie, figures)
        figures.faults += crashed(live)


def _real(http: httpx.Client) -> dict[str, list[str]]:
    """Things that are there, so that requests reach them."""
    matches = playing(http)
    key = {"Idempotency-Key": "end"}
    http.post(f"/api/matches/{matches['trafalgar']}/seats/allied/resign", json={}, headers=key).raise_for_status()
    table = http.post("/api/companion", json={"title": "trafalgar", "scenario": "duel"}).json()["id"]
    return {
        "match": list(matches.values()), "seat": ["british", "allied", "blue", "bourbon", "spectator"],
        "title": list(matches), "procedure": ["broadside", "battle"], "table": [table], "sheet": ["s1"], "position": ["0", "1"],
    }  # fmt: skip


def _ask(
    operation: Any, chance: str, count: int, real: dict[str, list[str]], cookie: dict[str, str], figures: Figures
) -> None:
    @seed(Random(f"{chance} {operation.path}").randrange(2**60))
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(), data=st.data())
    def attempt(case: Any, data: Any) -> None:
        for name in case.path_parameters or {}:
            if name in real and data.draw(st.integers(0, 3), label=name):
                case.path_parameters[name] = data.draw(st.sampled_from(real[name]), label=name)
        figures.add("requests")
        case.call_and_validate(headers=cookie, checks=CHECKS, timeout=30)

    try:
        attempt()
    except Exception as error:
        figures.add("surprises")
        told = " ".join(str(error).split())[:400] or type(error).__name__
        figures.fault(f"{operation.method.upper()} {operation.path}: {told}")
