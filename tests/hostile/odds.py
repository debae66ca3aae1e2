"""Ask a running server for the odds of every procedure, with inputs as large as its own form takes."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx

from tests.hostile.figures import Asked, Figures
from tests.hostile.sea import crashed, memory
from tests.ours import TITLES
from tests.server.live import Live
from weathergauge.files.inputs import Field
from weathergauge.testing import rules_for

SLOW = 20.0
"""Seconds for an answer on a busy machine; without a budget some took minutes."""
GROWTH = 800
"""MB that the server may take more than before; without a budget one question took three thousand."""
MANY = 40
"""So long is a list that has no limit of its own."""


def largest(field: Field, chance: Random) -> Any:
    """A large value of a field: numbers at their end, lists as long as they may be."""
    high = field.high if field.high is not None else (field.low or 0) + chance.choice((5, 40, 1000))
    match field.kind:
        case "int":
            one: Any = int(high)
        case "number":
            one = high
        case "bool":
            one = chance.random() < 0.7
        case "choice":
            one = chance.choice(field.choices)
        case "group":
            return _repeated(field, lambda: inputs(field.parts, chance), chance)
        case "text":
            one = "Victory"
        case _:
            return field.example if field.default is None else field.default
    return _repeated(field, lambda: one, chance)


def _repeated(field: Field, make: Any, chance: Random) -> Any:
    if not field.many:
        return make()
    longest = field.most or MANY
    return [make() for _ in range(max(field.least, chance.choice((longest, longest, min(longest, 6)))))]


def inputs(fields: tuple[Field, ...], chance: Random) -> dict[str, Any]:
    """A form filled in: all that is required, and most of the rest."""
    return {field.name: largest(field, chance) for field in fields if field.required or chance.random() < 0.8}


def run(asked: Asked, figures: Figures) -> None:
    """Ask for each in turn, again and again, until the time is over."""
    chance = Random(asked.seed)
    procedures = [
        (title, name, procedure) for title in TITLES for name, procedure in rules_for(title).procedures.items()
    ]
    with tempfile.TemporaryDirectory() as folder, Live(Path(folder) / "wg.db", bot_workers=0) as live:
        with httpx.Client(base_url=live.url, timeout=SLOW * 3) as http:
            http.post("/api/guest", json={"name": "Mallory"}).raise_for_status()
            before, ends = memory(live), time.monotonic() + asked.seconds
            for _ in range(asked.some(20, 1)):
                for title, name, procedure in chance.sample(procedures, len(procedures)):
                    if time.monotonic() > ends:
                        break
                    path = f"/api/titles/{title}/procedures/{name}/odds"
                    _ask(http, path, inputs(procedure.fields(), chance), figures)
        grown = memory(live) - before
        figures.add("MB more than before", max(0, grown))
        if grown > GROWTH:
            figures.fault(f"the server has taken {grown} MB more than before the questions")
        figures.faults += crashed(live)


def _ask(http: httpx.Client, path: str, given: dict[str, Any], figures: Figures) -> None:
    figures.add("questions")
    began = time.monotonic()
    try:
        answer = http.post(path, json={"inputs": given})
    except httpx.HTTPError as error:
        figures.add("hangs")
        figures.fault(f"{path} of {str(given)[:200]}: {type(error).__name__} after {time.monotonic() - began:.0f} s")
        return
    took = time.monotonic() - began
    if answer.status_code >= 500:
        figures.add("5xx")
        figures.fault(f"{path} of {str(given)[:200]}: {answer.status_code} {answer.text[:200]}")
    elif answer.status_code >= 400:
        figures.add("refused with a sentence")
    else:
        figures.add("answered")
    if took > SLOW:
        figures.fault(f"{path} of {str(given)[:200]}: answered after {took:.1f} s")
