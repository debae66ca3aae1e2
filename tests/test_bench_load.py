"""The benchmark of many players, in its smallest form."""

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import bench_load, bench_processes


def test_a_few_players_are_measured_and_come_back(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Orders, what the other seat hears and the restart are all told; every stream has had every event once."""
    monkeypatch.setattr(bench_load, "THINK", 0.1)
    assert benchmarks.main(["load=4/1.5"]) == 0
    shown = capsys.readouterr().out
    for words in ("4 players", "an order, p99", "heard by the other seat, p50", "everybody back after a restart"):
        assert words in shown


@pytest.mark.parametrize("given", ["load=many", "load=1", "load=50/0", "load=50/soon", "processes=few", "processes=1"])
def test_nonsense_is_refused_in_a_sentence(given: str):
    """Players and seconds are numbers."""
    with pytest.raises(SystemExit, match="expected players and seconds"):
        benchmarks.main([given])


def test_what_cannot_be_asked_for_is_said(capsys: pytest.CaptureFixture[str]):
    """A row that takes no number says so."""
    assert benchmarks.main(["startup=3"]) == 2
    assert "leave out =3" in capsys.readouterr().err


def test_several_processes_are_measured_beside_one(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Each figure of two stands beside that of one; every stream has had every event once, whoever served it."""
    monkeypatch.setattr(bench_processes, "THINK", 0.1)
    monkeypatch.setattr(bench_processes, "PROCESSES", (1, 2))
    assert benchmarks.main(["processes=4/1"]) == 0
    shown = capsys.readouterr().out
    for words in (
        "1 process, without limits\n",
        "2 processes, with limits\n",
        "server, ms a request",
        "database, ms a request",
        "order p99, ms",
    ):
        assert words in shown
