"""A busy server: fifty matches that act at one moment, five hundred that bots play, and what a match takes while it waits."""

from __future__ import annotations

import re
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.rounds import ROUNDS, Differs, same, verdict, versions
from benchmarks.wire import EMPTY, Order, Player, Table, Wire, p50, resident, volley
from tests.server.live import Live

FLOOR, GOAL = 3, 1.5
AT_ONCE = 50
VOLLEYS = 2
BOT_MATCHES = 500
WINDOWS, WINDOW = 9, 2.0
IDLE = {"duel": 30, "trafalgar": 6}
"""How many matches each round adds, by scenario."""
BOTS = {"kind": "bot", "bot": "midshipman"}


def crowd(folder: Path) -> None:
    """Fifty orders sent at one moment, against fifty empty requests sent at one moment."""
    with Live(folder / "crowd.db", bot_workers=0) as live:
        players = [Player(live, "Ann"), Player(live, "Ben")]
        tables = [Table(players, f"crowd {number}") for number in range(AT_ONCE)]
        fresh = AT_ONCE

        def orders() -> list[Order]:
            """One of each match; one that is over gives its place to a new one."""
            nonlocal fresh
            made = []
            for place in range(AT_ONCE):
                while (order := tables[place].order()) is None:
                    tables[place].close()
                    tables[place], fresh = Table(players, f"crowd {fresh}"), fresh + 1
                made.append(order)
            return made

        wires = [Wire(live.port) for _ in range(AT_ONCE)]
        empty = [Order(wire, wire.request("GET", EMPTY), ()) for wire in wires]
        times: dict[str, list[float]] = {"action": [], "empty": [], "whole": []}
        for turn in range(ROUNDS + 1):
            took: dict[str, list[float]] = {name: [] for name in times}
            for _ in range(VOLLEYS):
                took["empty"] += volley(empty)
                ready = orders()
                start = perf_counter()
                took["action"] += volley(ready)
                took["whole"].append(perf_counter() - start)
            if turn:
                for name, seconds in took.items():
                    times[name].append(p50(seconds))
        for table in tables:
            for seat, ear in table.ears.items():
                told = table.wires[seat].ask("GET", table.at(seat, "events?after=0"))
                same(f"what {seat} heard", ear.numbers, list(range(1, told["last"] + 1)))
    value = median(mine / theirs for mine, theirs in zip(times["action"], times["empty"], strict=True))
    told = f"{median(times['action']) * 1e3:.1f} against {median(times['empty']) * 1e3:.1f} ms"
    told += f"; {AT_ONCE / median(times['whole']):,.0f} orders/s"
    print(
        f"   {f'p50 of {AT_ONCE} orders at one moment':<46} {value:8.2f}×{verdict(value, FLOOR, GOAL, most=True)}  {told}"
    )


def figure(wire: Wire, name: str) -> float:
    wire.send(wire.request("GET", "/metrics"))
    found = re.search(rf"^weathergauge_{name} ([0-9.e+]+)$", wire.answer().decode(), re.MULTILINE)
    if found is None:
        raise Differs(f"the server has no figure {name}")
    return float(found[1])


def hurried(wire: Wire, request: bytes, seconds: float) -> list[float]:
    """Empty requests, one after the other with a pause, for so long: what somebody notices who comes by."""
    took, end = [], perf_counter() + seconds
    while perf_counter() < end:
        start = perf_counter()
        wire.send(request)
        wire.answer()
        took.append(perf_counter() - start)
        time.sleep(0.01)
    return took


def bots(folder: Path) -> None:
    """Five hundred duels of midshipmen, all begun when the server starts."""
    live = Live(folder / "bots.db", bot_workers=0)
    with live:
        player = Player(live, "Ann")
        asked = {"title": "trafalgar", "scenario": "duel", "seats": {"british": BOTS, "allied": BOTS}}
        for _ in range(BOT_MATCHES):
            same("a match of bots", player.wire.ask("POST", "/api/matches", asked)["status"], "playing")
        wire = Wire(live.port)
        request = wire.request("GET", EMPTY)
        alone = p50(hurried(wire, request, 2))
        same("the moves while no bot plays", figure(wire, "bot_moves"), 0)
        live.stop()
    live.env["WEATHERGAUGE_BOT_WORKERS"] = "1"
    with live:
        wire = Wire(live.port)
        rates, beside = [], []
        before, at = figure(wire, "bot_moves"), perf_counter()
        for _ in range(WINDOWS):
            took = hurried(wire, request, WINDOW)
            moves, now = figure(wire, "bot_moves"), perf_counter()
            if moves > before:
                rates.append((moves - before) / (now - at))
                beside.append(p50(took) / alone)
            before, at = moves, now
        done = figure(wire, "matches_finished_total")
    if not rates:
        raise Differs("the bots did not play")
    told = f"{before:,.0f} orders and {done:,.0f} of {BOT_MATCHES} matches in the time; one process of bots"
    print(f"   {f'orders of {BOT_MATCHES} bot matches, each second':<46} {median(rates):8.0f}   {told}")
    print(f"   {'an empty request beside them, to one alone':<46} {median(beside):8.2f}×", flush=True)


def idle(folder: Path, scenario: str, count: int) -> None:
    """Matches that are in memory and wait for somebody: what each adds to the process."""
    live = Live(folder / f"idle-{scenario}.db", bot_workers=0, matches_in_memory=100_000)
    with live:
        player = Player(live, "Ann")
        asked = {"title": "trafalgar", "scenario": scenario, "seats": {"british": {"kind": "me"}, "allied": BOTS}}
        made = [player.wire.ask("POST", "/api/matches", asked)["id"] for _ in range(count * (ROUNDS + 1))]
        live.stop()
    with live:
        wire, sizes = Wire(live.port, player.cookie), []
        for turn in range(ROUNDS + 1):
            for match in made[turn * count : (turn + 1) * count]:
                seen = wire.ask("GET", f"/api/matches/{match}/seats/british/view")
                same("the match that was looked at", seen["match"], match)
            sizes.append(resident(live) or 0)
        same("the matches in memory", figure(wire, "matches_in_memory"), len(made))
    each = median(after - before for before, after in pairwise(sizes)) / count
    whole = (sizes[-1] - sizes[0]) / count / ROUNDS
    told = f"the server itself {sizes[0] / 2**20:.0f} MiB; by the whole difference {whole / 1024:.0f} KiB"
    print(f"   {f'memory of an idle match, {scenario}':<46} {each / 1024:8.0f} KiB  {told}", flush=True)


def main() -> None:
    versions("weathergauge", "fastapi", "uvicorn", "sqlalchemy")
    with tempfile.TemporaryDirectory() as folder:
        crowd(Path(folder))
        bots(Path(folder))
        if not Path("/proc/self/status").exists():
            print("   memory of an idle match: left out, because this system does not tell a process' memory in /proc")
            return
        for scenario, count in IDLE.items():
            idle(Path(folder), scenario, count)


if __name__ == "__main__":
    main()
