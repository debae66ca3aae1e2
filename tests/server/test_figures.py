"""Figures of several processes: whichever is asked tells those of all."""

import subprocess
import sys
from pathlib import Path

from weathergauge.server.figures import Shared, summed
from weathergauge.server.metrics import Metrics


def figures(asked: int, streams: int) -> str:
    """What a process tells after so many requests, with so many open streams."""
    made = Metrics()
    made.watch("streams", "Open event streams.", lambda: streams)
    for _ in range(asked):
        made.request("GET", "/api/me", 200, 0.004)
    return made.text().decode()


def values(text: str) -> dict[str, float]:
    """Samples by their name and labels."""
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[:1] not in ("#", "")}  # fmt: skip


def test_what_is_counted_and_held_is_added_up():
    """Requests, times in each bucket, open streams; the version is the same everywhere and stays one."""
    told = values(summed([(figures(3, 2), True), (figures(4, 5), True)]))
    assert told['weathergauge_requests_total{method="GET",route="/api/me",status="200"}'] == 7
    assert told['weathergauge_request_seconds_bucket{le="0.005",route="/api/me"}'] == 7
    assert told["weathergauge_streams"] == 7
    assert [value for name, value in told.items() if name.startswith("weathergauge_version{")] == [1]


def test_one_alone_is_told_as_it_is():
    """Apart from when counting began, which nobody adds up."""
    alone = figures(3, 2)
    assert values(summed([(alone, True)])) == {
        name: value for name, value in values(alone).items() if "_created" not in name
    }


def test_of_a_process_that_died_what_it_counted_is_kept():
    """Its streams are gone, its requests were answered."""
    told = values(summed([(figures(3, 2), True), (figures(4, 5), False)]))
    assert told["weathergauge_streams"] == 2
    assert told['weathergauge_requests_total{method="GET",route="/api/me",status="200"}'] == 7


def test_processes_share_a_folder(tmp_path: Path):
    """A process that ran and ended has left its figures; this one adds its own."""
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True, check=True)  # fmt: skip
    (tmp_path / f"{gone.stdout.strip()}.prom").write_text(figures(4, 5))
    here = Shared(tmp_path, lambda: figures(1, 1))
    told = values(here.text())
    here.stop()
    assert told['weathergauge_requests_total{method="GET",route="/api/me",status="200"}'] == 5
    assert told["weathergauge_streams"] == 1
