"""Play matches of every title at a running server, and send each real order spoilt in one place as well."""

from __future__ import annotations

import json
import tempfile
import time
import uuid
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx

from tests.hostile.figures import Asked, Figures
from tests.hostile.mutants import spoil
from tests.hostile.sea import crashed, playing
from tests.server.live import Live

SLOW = 10.0
SPOILT = 4
"""Of each real order."""


def run(asked: Asked, figures: Figures) -> None:
    """Play on in turn, until the time is over."""
    chance = Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder, Live(Path(folder) / "wg.db", bot_workers=0) as live:
        with httpx.Client(base_url=live.url, timeout=SLOW * 3) as http:
            ends, enough, rounds = time.monotonic() + asked.seconds, asked.some(20_000, 60), 0
            matches: dict[str, str] = {}
            while time.monotonic() < ends and figures.counts["spoilt orders"] < enough:
                if not matches:
                    matches, rounds = playing(http, rounds), rounds + 1
                for title, match in list(matches.items()):
                    if not _turn(http, match, chance, figures):
                        figures.add("matches to their end")
                        del matches[title]
        figures.faults += crashed(live)


def _turn(http: httpx.Client, match: str, chance: Random, figures: Figures) -> bool:
    """One step of a match; False when it is over."""
    facts = http.get(f"/api/matches/{match}").json()
    seats = [seat["seat"] for seat in facts["seats"]]
    views = {seat: http.get(f"/api/matches/{match}/seats/{seat}/view?log=0").json() for seat in seats}
    acting = [seat for seat in seats if views[seat].get("your_turn")]
    if not acting:
        return False
    seat = chance.choice(acting)
    path, seen = f"/api/matches/{match}/seats/{seat}", views[seat]
    subject = chance.choice(seen["subjects"])["id"]
    offered = http.get(f"{path}/choices", params={"subject": subject}).json()["actions"]
    if not offered:
        return True
    action = chance.choice(offered)["action"]
    for _ in range(SPOILT):
        spoilt = spoil(json.loads(json.dumps(action)), chance)
        what = chance.choice(("actions", "actions", "why-not", "preview"))
        body = {"actions": [spoilt]} if what == "why-not" else {"action": spoilt}
        if what == "actions":
            body["decision"] = seen["decision"]
        figures.add("spoilt orders")
        _judge(http, f"{path}/{what}", body, figures)
    figures.add("real orders")
    _judge(http, f"{path}/actions", {"action": action}, figures)
    return True


def _judge(http: httpx.Client, path: str, body: Any, figures: Figures) -> None:
    """An answer is an answer or a refusal in a sentence, and it comes soon."""
    try:
        text = json.dumps(body)
    except (ValueError, RecursionError):
        return
    headers = {"Idempotency-Key": uuid.uuid4().hex, "Content-Type": "application/json"}
    began = time.monotonic()
    try:
        answer = http.post(path, content=text.encode("utf-8", "replace"), headers=headers)
    except httpx.HTTPError as error:
        figures.add("hangs")
        figures.fault(f"{path} of {text[:200]}: {type(error).__name__}")
        return
    if answer.status_code >= 500:
        figures.add("5xx")
        figures.fault(f"{path} of {text[:200]}: {answer.status_code} {answer.text[:200]}")
    elif answer.status_code >= 400:
        told = answer.json()
        if not told.get("detail") and not told.get("title"):
            figures.fault(f"{path} of {text[:200]}: {answer.status_code} without a sentence: {answer.text[:200]}")
        figures.add("refused with a sentence")
    if time.monotonic() - began > SLOW:
        figures.fault(f"{path} of {text[:200]}: answered after {time.monotonic() - began:.1f} s")
