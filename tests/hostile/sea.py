"""What the sections that attack a running server share: matches of every title, and whether the server is still sound."""

from __future__ import annotations

import httpx2 as httpx

from tests.ours import TITLES
from tests.server.live import Live
from weathergauge.testing import by_size, rules_for


def playing(http: httpx.Client, number: int = 0) -> dict[str, str]:
    """A guest with a match of a small scenario of each title, all seats their own; `number` says which."""
    http.post("/api/guest", json={"name": "Mallory"}).raise_for_status()
    found = {}
    for title in TITLES:
        rules = rules_for(title)
        small = by_size(rules)[:3]
        scenario = small[number % len(small)]
        seats = next(card.seats for card in rules.scenarios() if card.name == scenario)
        body = {"title": title, "scenario": scenario, "seats": {seat: {"kind": "me"} for seat in seats}}
        answer = http.post("/api/matches", json=body)
        answer.raise_for_status()
        found[title] = answer.json()["id"]
    return found


def crashed(live: Live) -> list[str]:
    """What a server has to be ashamed of: that it died, and every traceback in its log."""
    assert live.process is not None
    died = [] if live.process.poll() is None else [f"the server died with {live.process.returncode}"]
    log = live.errors.read_text(encoding="utf-8", errors="replace") if live.errors.exists() else ""
    shown = [line for line in log.splitlines() if "Traceback" in line or '"exception"' in line]
    return died + [f"the server's log has a traceback: {line[-300:]}" for line in shown]


def memory(live: Live) -> int:
    """The resident memory of the server in MB, 0 where the system does not say."""
    assert live.process is not None
    try:
        with open(f"/proc/{live.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))
    except (OSError, StopIteration):
        return 0
