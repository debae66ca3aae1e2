"""An order given to a running server, until it is stored, answered and heard by both seats, against an empty request."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.rounds import ROUNDS, Differs, in_turn, same, verdict, versions
from benchmarks.wire import EMPTY, HEALTH, Player, Table, Wire, Work, p50
from tests.server.live import Live
from weathergauge.bots import bot
from weathergauge.bots.series import Crew
from weathergauge.match import Match
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.ruleset import Rules
from weathergauge.rulesets import ruleset

FLOOR, GOAL = 3, 1.5
ORDERS = 60
BOARDGAME_IO = 8_400
DOOR_GOAL = 5
GAMES = 20


def duels(players: list[Player]) -> Any:
    """Orders without end: a new duel when one is over."""
    number = 0
    while True:
        table = Table(players, f"duel {number}")
        while (order := table.order()) is not None:
            yield order
        table.close()
        number += 1


def whole(players: list[Player]) -> None:
    """One duel to its end: both streams have every event once, receipts tell the same, and the record holds."""
    table = Table(players, "whole")
    while (order := table.order()) is not None:
        order.deliver()
        owner = next(seat for seat, wire in table.wires.items() if wire is order.wire)
        same("the last event of a receipt and of the stream", order.receipt["last"], table.ears[owner].numbers[-1])
    for seat, ear in table.ears.items():
        told = table.wires[seat].ask("GET", table.at(seat, "events?after=0"))
        same(f"what {seat} heard", ear.numbers, list(range(1, told["last"] + 1)))
    wire = table.wires["british"]
    wire.send(wire.request("GET", f"/api/matches/{table.id}/record"))
    found = verify(Record(wire.answer()), ruleset)
    if not found.ok:
        raise Differs(found.sentence)
    table.close()


def over_the_wire() -> None:
    with tempfile.TemporaryDirectory() as folder, Live(Path(folder) / "bench.db", bot_workers=0) as live:
        players = [Player(live, "Ann"), Player(live, "Ben")]
        same("the empty endpoint", Wire(live.port).ask("GET", EMPTY)["signed_in"], False)
        same("the health", Wire(live.port).ask("GET", HEALTH)["ok"], True)
        whole(players)
        spent = Work(live)
        orders, peers = duels(players), {path: Wire(live.port) for path in (EMPTY, HEALTH)}
        asked = {path: wire.request("GET", path) for path, wire in peers.items()}
        times: dict[str, list[float]] = {"action": [], EMPTY: [], HEALTH: []}
        works: dict[str, list[float]] = {name: [] for name in times}
        for turn in range(ROUNDS + 1):
            took: dict[str, list[float]] = {name: [] for name in times}
            cost: dict[str, list[float]] = {name: [] for name in times}
            for _ in range(ORDERS):
                order = next(orders)
                for path, wire in peers.items():
                    before, start = spent.now(), perf_counter()
                    wire.send(asked[path])
                    wire.answer()
                    took[path].append(perf_counter() - start)
                    cost[path].append(spent.now() - before)
                before = spent.now()
                took["action"].append(order.deliver())
                cost["action"].append(spent.now() - before)
            if turn:  # the first is for warming up
                for name, seconds in took.items():
                    times[name].append(p50(seconds))
                    works[name].append(p50(cost[name]))
    for label, peer in (
        ("p50 of an order, to an empty endpoint", EMPTY),
        ("the same, to one that reads the store", HEALTH),
    ):
        value = median(mine / theirs for mine, theirs in zip(times["action"], times[peer], strict=True))
        told = f"{median(times['action']) * 1e3:.2f} against {median(times[peer]) * 1e3:.2f} ms"
        print(f"   {label:<46} {value:8.2f}×{verdict(value, FLOOR, GOAL, most=True)}  {told}", flush=True)
    if min(works[EMPTY]) > 0:  # some systems have the file and count nothing in it
        value = median(mine / theirs for mine, theirs in zip(works["action"], works[EMPTY], strict=True))
        told = f"{median(works['action']) * 1e3:.2f} against {median(works[EMPTY]) * 1e3:.2f} ms"
        print(f"   {'the same by processor time of the server':<46} {value:8.2f}×  {told}", flush=True)


def at_the_door() -> None:
    """The part in the process: checked, resolved and written to a record in memory."""
    rules: Rules = ruleset("trafalgar")
    games = []
    for number in range(GAMES):
        steps: list[Any] = []
        match = Match.create(rules, "trafalgar", "duel", seed=f"door {number}", put=lambda _: None)
        act = match.act

        def noted(seat: str, action: Any, *, decision: Any = None, act: Any = act, steps: list[Any] = steps) -> Any:
            steps.append((seat, action))
            return act(seat, action, decision=decision)

        match.act = noted  # type: ignore[method-assign]
        Crew({seat: bot("midshipman", f"{number}:{seat}") for seat in rules.seats}).play(match)
        games.append((number, steps, match.result))

    def begun() -> list[Match]:
        return [
            Match.create(rules, "trafalgar", "duel", seed=f"door {number}", put=lambda _: None)
            for number, _, _ in games
        ]

    def played() -> list[Match]:
        made = begun()
        for match, (_, steps, _) in zip(made, games, strict=True):
            for seat, action in steps:
                match.act(seat, action, decision=match.decision(seat))
        return made

    same("the results of the games", [match.result for match in played()], [result for _, _, result in games])
    times = in_turn({"played": played, "begun": begun})
    count = sum(len(steps) for _, steps, _ in games)
    rate = median(count / (all_ - first) for all_, first in zip(times["played"], times["begun"], strict=True))
    value = rate / BOARDGAME_IO
    told = f"{rate:,.0f} steps/s; boardgame.io's {BOARDGAME_IO:,} moves/s are from elsewhere, not measured in this run"
    print(f"   {'Match.act':<46} {value:8.2f}×{verdict(value, goal=DOOR_GOAL)}  {told}", flush=True)


def main() -> None:
    versions("weathergauge", "fastapi", "uvicorn", "sqlalchemy")
    over_the_wire()
    at_the_door()


if __name__ == "__main__":
    main()
