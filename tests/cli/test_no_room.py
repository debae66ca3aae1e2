"""No room to write: every command that keeps something says so in one sentence, with status 2, and leaves nothing half done."""

import os
import pickle
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.live import free_port
from weathergauge.match.record import RecordError

RECORD = Path(__file__).parents[1] / "records" / "trafalgar.jsonl"
ROOM = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there no process can be kept from writing")


def told(home: Path, *words: str, full: bool = True) -> subprocess.CompletedProcess[str]:
    """Run the program where not a byte can be written to any file, as on a full disk."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("WEATHERGAUGE_", "XDG_"))}
    nothing = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))) if full else None
    return subprocess.run(
        [sys.executable, "-B", *words], env=env | {"WEATHERGAUGE_HOME": str(home)}, cwd=ROOM, input="quit\n",
        capture_output=True, text=True, timeout=120, check=False, preexec_fn=nothing,
    )  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        "draw RECORD -o HOME/x.svg",
        "play trafalgar duel --seed x",
        "simulate trafalgar duel --games 4 --jobs 1 --records HOME/kept",
        "serve --port PORT",
        "restore BACKUP --database HOME/new.db",
    ],
)
def test_what_cannot_be_kept_is_said(words: str, tmp_path: Path):
    """The file is named, and no part of it is left."""
    whole, home = tmp_path / "whole", tmp_path / "home"
    home.mkdir()
    if "BACKUP" in words:
        whole.mkdir()
        made = "from weathergauge.server.store import Store; import sys; store = Store(sys.argv[1]); store.open(); store.close()"
        assert told(whole, "-c", made, f"sqlite:///{whole / 'wg.db'}", full=False).returncode == 0
        kept = told(whole, "-m", "weathergauge", "backup", str(whole / "a.backup"), "--database", str(whole / "wg.db"), full=False)  # fmt: skip
        assert kept.returncode == 0, kept.stderr
    for name, value in (
        ("RECORD", RECORD), ("HOME", home), ("PORT", free_port()), ("BACKUP", whole / "a.backup"),
    ):  # fmt: skip
        words = words.replace(name, str(value))
    answer = told(home, "-m", "weathergauge", *words.split())
    assert answer.returncode == 2, answer.stderr
    assert answer.stderr.count("\n") == 1, answer.stderr
    assert str(home) in answer.stderr
    assert "cannot be" in answer.stderr or "could not be" in answer.stderr
    left = [path.name for path in home.rglob("*") if path.is_file() and path.suffix != ".lock"]
    assert left == []


def test_the_site_is_not_written_where_there_is_no_room(tmp_path: Path):
    """It names the file, or the folder, and what to do."""
    answer = told(tmp_path, "-m", "weathergauge.site", str(tmp_path / "site"))
    assert answer.returncode == 2
    assert "cannot be written: file too large; name another folder." in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_what_a_worker_cannot_keep_reaches_whoever_waits_for_it():
    """An error that did not survive the way between processes broke the pool, and "the workers were lost" was said."""
    error = RecordError("file", "four.jsonl cannot be written: no space left on device", line=3, step=2)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.kind, copy.line, copy.step) == (str(error), "file", 3, 2)
