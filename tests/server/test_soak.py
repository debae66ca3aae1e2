"""The short run of `make soak`, and that a soak finds what it looks for."""

import asyncio
import sys
import time
from pathlib import Path

import pytest
from msgspec import Raw

from tests.soak import game
from tests.soak.checks import of_log, of_record
from tests.soak.figures import Figures, table
from tests.soak.game import TITLES
from tests.soak.ledger import Ledger, Sent, fits
from tests.soak.part import PARTS, Soak, on_postgresql, on_sqlite, shared, soak_on
from tests.soak.server import Server
from tests.soak.stores import Disk
from weathergauge.match.record import Line

pytestmark = pytest.mark.skipif(not Path("/proc/uptime").exists(), reason="a soak finds processes by /proc")


def run(soak: Soak, kills: int) -> Figures:
    asyncio.run(soak.run(kills))
    return soak.figures


def test_a_server_killed_again_and_again_loses_nothing_it_answered(tmp_path: Path):
    """Every title is played; every answered order is in a record that verifies, and nothing dies by itself."""
    soak = on_sqlite(tmp_path, tmp_path, Figures("sqlite"), "short", len(TITLES))
    soak.together = 1
    figures = run(soak, 3)
    assert not figures.faults, figures.faults
    assert figures.killed >= 3
    assert set(figures.titles) == {title for title, *_ in TITLES}
    assert figures.records == figures.matches


def test_serving_processes_and_their_supervisor_are_killed(postgres: str, tmp_path: Path):
    """The same on PostgreSQL, where the others play on."""
    figures = run(on_postgresql(postgres, tmp_path, Figures("postgresql"), "short", 2), 2)
    assert not figures.faults, figures.faults
    assert figures.killed >= 2
    assert figures.records == figures.matches > 0


def test_a_disk_without_room_is_said_and_loses_nothing(tmp_path: Path):
    """Everybody is told 503 while nothing can be written, and plays on when there is room again."""
    soak = on_sqlite(tmp_path, tmp_path, Figures("small disk"), "short", 2)
    soak.strain.disk = Disk(tmp_path, mounted=False)
    figures = run(soak, 1)
    assert not figures.faults, figures.faults
    assert figures.unavailable > 0
    assert figures.records == figures.matches > 0


@pytest.mark.parametrize(("fault", "found"), [("dies", "ended by itself"), ("forgets", "do not fit")])
def test_a_soak_finds_a_broken_server(fault: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One that crashes by itself, and one that answers an order which it has not kept."""
    monkeypatch.setattr(game, "ORDERS", (6, 8))
    soak = on_sqlite(tmp_path, tmp_path, Figures("sqlite"), "broken", 3)
    soak.strain.orders, soak.strain.longest = (999, 999), 90  # not killed: what it does wrong it does by itself
    soak.server.command = (sys.executable, "-m", "tests.soak.broken", fault)

    async def until_found() -> None:
        running = asyncio.create_task(soak.run(1000))
        end = time.monotonic() + 60
        while not any(found in sentence for sentence in soak.figures.faults) and time.monotonic() < end:
            await asyncio.sleep(0.1)
        soak.stop()
        await running

    asyncio.run(until_found())
    figures = soak.figures
    assert any(found in sentence for sentence in figures.faults), figures.faults
    assert bool(figures.deaths) == (fault == "dies")


def test_a_serving_process_that_dies_by_itself_is_found_in_the_log(tmp_path: Path):
    """The supervisor starts another and nobody would notice; one that was killed does not count."""
    figures = Figures("postgresql")
    server = Server("postgresql://nowhere/none", tmp_path, figures, {"processes": 2})
    server.killed.add(11)
    died = '{"number": 1, "pid": %d, "status": %d, "event": "process-died", "level": "warning"}\n'
    crash = "Fatal Python error: Segmentation fault\n"
    server.errors.write_text(died % (11, -9) + crash + died % (12, -11) + crash + '{"cut')
    for _ in range(2):  # what was read is not read again, and half a line waits for its end
        server.read_log()
        assert figures.faults == {"a serving process ended by itself with status -11": 1}
    asyncio.run(server.close())
    assert figures.deaths == 2  # the second crash was of a process whose end nobody saw
    assert figures.faults["a process of the server crashed: Fatal Python error"] == 1


def test_orders_without_an_answer_may_be_there_once_or_not_at_all():
    """Answered orders must be there, each in its place, and nothing twice."""
    sent = [Sent("a", True), Sent("b", False), Sent("c", True)]
    assert fits(["a", "b", "c"], sent)
    assert fits(["a", "c"], sent)
    for wrong in (["a", "b"], ["b", "c"], ["a", "b", "b", "c"], ["a", "c", "b"], ["a", "b", "c", "c"], ["a", "d", "c"]):
        assert not fits(wrong, sent), wrong


def test_what_was_answered_is_looked_for_in_the_record():
    """An order lost, a step taken back twice and a head that is gone are three sentences."""
    ledger = Ledger(orders=[Sent({"type": "fire"}, True)], backs=[Sent(1, True)], heads={"ab", "cd"})
    lines = [Line(by="red", back=1), Line(by="red", back=2), Line(by="blue", do=Raw(b'{"type":"fire"}'))]
    found = list(of_record("red", ledger, lines, {"ab"}))
    assert [sentence.split(" ", 1)[0] for sentence in found] == ["0", "2", "1"]
    held = [Line(by="red", do=Raw(b'{"type":"fire"}')), Line(by="red", back=1)]
    assert not list(of_record("red", ledger, held, {"ab", "cd"}))


def test_what_was_shown_is_looked_for_in_the_log():
    """Gaps and repeats of a stream, two forms of an event, one that is gone, and a word that was lost."""
    ledger = Ledger(words=[Sent("ahoy", True), Sent("belay", False)])
    for number in (1, 3, 3):
        ledger.stream({"number": number, "kind": "talk", "event": {"text": "ahoy"}})
    ledger.show({"number": 3, "kind": "talk", "event": {"text": "avast"}})
    assert len(ledger.faults) == 3
    log = [{"number": 1, "kind": "talk", "event": {"text": "aho"}}]
    found = " ".join(of_log(ledger, log))
    assert "event 1 was shown and is otherwise now" in found
    assert "event 3 was shown and is not there now" in found
    assert "'ahoy' was said 0 times" in found
    assert "belay" not in found


def test_the_log_is_kept_where_a_fault_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What a server said is needed afterwards, and the folder of a soak is thrown away."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    async def one(faulty: bool) -> str:
        async with soak_on("sqlite", "none", 1) as soak:
            soak.server.errors.write_text("what it said")
            if faulty:
                soak.figures.fault("an order is lost")
            await soak.server.close()
        return soak.figures.log

    assert asyncio.run(one(False)) == ""
    assert Path(asyncio.run(one(True))).read_text() == "what it said"


def test_the_kills_are_shared_out_and_shown():
    """Every store has its share, and the table adds the figures of all up."""
    assert shared(150, list(PARTS)) == {"sqlite": 75, "postgresql": 60, "small disk": 15}
    assert sum(shared(1000, ["sqlite", "postgresql"]).values()) == 1000
    figures = Figures("sqlite", answered=1234)
    figures.kills["the server"] += 2
    figures.fault("an order is lost")
    shown = {line[:36].strip(): line.split()[-1] for line in table([figures, Figures("postgresql")]).splitlines()[1:]}
    assert (shown["kills"], shown["orders answered"], shown["faults"]) == ("2", "1,234", "1")
