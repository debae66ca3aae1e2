"""Series on a Dask cluster: a real scheduler and real workers, one of which is killed in the midst."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from weathergauge.bots.series import Game, jobs, play, series
from weathergauge.cli import main

BOTS = {"british": "midshipman", "allied": "midshipman"}
GAMES = 60


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask that runs until the test is over."""
    quiet = subprocess.DEVNULL
    running = subprocess.Popen([sys.executable, "-W", "ignore", "-m", *words], stdout=quiet, stderr=quiet)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[Path]:
    """A scheduler, by the file that says where it listens."""
    file = folder / "scheduler.json"
    words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(file))
    with process("distributed.cli.dask_scheduler", *words):
        until = time.monotonic() + 60
        while not file.exists() or not file.read_text().strip().endswith("}"):
            assert time.monotonic() < until, "the scheduler did not start"
            time.sleep(0.05)
        yield file


def address(file: Path) -> str:
    import json

    found: str = json.loads(file.read_text())["address"]
    return found


def worker(file: Path, *more: str) -> tuple[str, ...]:
    words = ("--host", "127.0.0.1", "--no-nanny", "--no-dashboard", "--nthreads", "1", "--scheduler-file", str(file))
    return ("distributed.cli.dask_worker", *words, *more)


def plain(games: tuple[Game, ...]) -> list[tuple[object, ...]]:
    return [(game.number, game.result, game.steps, game.dice) for game in games]


@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_dies_costs_only_its_batch(tmp_path: Path):
    """Two workers play a series; one is killed while it plays. Every game is there once, as one process plays it."""
    from weathergauge.bots.cluster import cluster

    alone = tuple(play(job) for job in jobs("trafalgar", "duel", BOTS, GAMES))
    with ExitStack() as running:
        file = running.enter_context(scheduler(tmp_path))
        doomed = running.enter_context(process(*worker(file)))
        running.enter_context(process(*worker(file)))
        seen: list[int] = []

        def watch(game: Game) -> None:
            seen.append(game.number)
            if len(seen) == 5:
                doomed.send_signal(signal.SIGKILL)

        place = running.enter_context(cluster(address(file), 1))
        played = series(jobs("trafalgar", "duel", BOTS, GAMES), workers=2, executor=place.executor, progress=watch)
        assert doomed.wait(30) == -signal.SIGKILL
    assert sorted(seen) == list(range(1, GAMES + 1))
    assert plain(played.games) == plain(alone)


@pytest.mark.filterwarnings("ignore")
def test_workers_with_another_version_play_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Other rules would play other games: the version and what to do are said before any is played."""
    old = tmp_path / "old.py"
    old.write_text("import weathergauge\nweathergauge.__version__ = '0.0.1'\n")
    with scheduler(tmp_path) as file, process(*worker(file, "--preload", str(old))):
        assert main(["simulate", "trafalgar", "duel", "--games", "2", "--cluster", address(file)]) == 2
    told = capsys.readouterr().err
    assert "has weathergauge 0.0.1, and this is" in told
    assert told.endswith("; install the same there\n")


@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_not_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """The address, what was expected, and nothing played."""
    monkeypatch.setattr("weathergauge.bots.cluster.PATIENCE", 1.0)
    assert main(["simulate", "trafalgar", "duel", "--games", "2", "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert capsys.readouterr().err == (
        "--cluster tcp://127.0.0.1:9: no scheduler answers there; "
        "expected the address of one, such as tcp://host:8786, or local\n"
    )


@pytest.mark.filterwarnings("ignore")
def test_beginning_anew_waits_until_there_is_somebody_to_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Games that were kept are not done away with for a scheduler that is not there."""
    monkeypatch.setattr("weathergauge.bots.cluster.PATIENCE", 0.5)
    file = tmp_path / "mine.toml"
    bots = "[bots]\nbritish = 'midshipman'\nallied = 'midshipman'\n"
    file.write_text(f"study = 1\ntitle = 'trafalgar'\nscenario = 'duel'\ngames = 1\n{bots}")
    assert main(["study", str(file), "--jobs", "1", "--json"]) == 0
    kept = (tmp_path / "mine" / "games.jsonl").read_text()
    assert main(["study", str(file), "--fresh", "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert (tmp_path / "mine" / "games.jsonl").read_text() == kept
    assert main(["study", str(file), "--fresh", "--jobs", "1", "--json"]) == 0
    assert (tmp_path / "mine" / "games.jsonl").read_text() == kept


def test_records_stay_where_they_are_played(capsys: pytest.CaptureFixture[str]):
    """A folder here is none there: said before anything is played."""
    assert main(["simulate", "trafalgar", "duel", "--records", "x", "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "--records and --cluster" in capsys.readouterr().err
