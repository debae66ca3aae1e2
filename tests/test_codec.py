"""Decoders are made in one place, once, and never by two threads at a time."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from weathergauge import codec
from weathergauge.match.course import follow_on
from weathergauge.match.opening import kind_of_mark, start_of
from weathergauge.match.record import Record
from weathergauge.rulesets import TITLES, ruleset
from weathergauge.server.app import create_app
from weathergauge.server.settings import Settings

PACKAGE = Path(__file__).parents[1] / "src" / "weathergauge"
RECORDS = Path(__file__).parent / "records"
NAMES = [title.name for title in TITLES]
# Threads change places as often as they can, so that one meets what another has half built.
LOAD = """
import sys, threading
from pathlib import Path
from weathergauge.match.opening import believed
from weathergauge.match.record import Record
from weathergauge.rulesets import ruleset
sys.setswitchinterval(1e-6)
folder, records, names = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
matches = {name: (Record.read(records / f"{name}.jsonl"), ruleset(name)) for name in names}
together, found = threading.Barrier(8), []
def load():
    for name, (record, rules) in matches.items():
        snapshot = (folder / name).read_bytes()
        together.wait()
        found.append(believed(snapshot, record, rules) is not None)
threads = [threading.Thread(target=load) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(found.count(True), found.count(False))
"""


@pytest.fixture(scope="module")
def snapshots(tmp_path_factory):
    """A folder with a snapshot of a match of each title, sixty lines into its record, or half way in a shorter one."""
    folder = tmp_path_factory.mktemp("snapshots")
    for name in NAMES:
        record = Record.read(RECORDS / f"{name}.jsonl")
        first, course = start_of(record, ruleset(name))
        for _ in follow_on(course, record, first, min(60, len(record.lines) // 2)):
            pass
        assert course.mark.n > 0, f"{name} has met no fence"
        (folder / name).write_bytes(codec.pack(course.mark))
    return folder


@pytest.mark.parametrize("run", range(4))
def test_many_matches_of_every_title_are_loaded_at_once_in_a_fresh_process(snapshots, run):
    """Two threads that first meet a title together do not end the process, and both get their match."""
    names = NAMES[run:] + NAMES[:run]
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(snapshots), str(RECORDS), *names], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout.split()) == (0, [str(8 * len(NAMES)), "0"]), done.stderr


def test_a_server_has_every_decoder_of_a_match_before_it_serves(tmp_path):
    """Nothing is left for the first two who come to make at once."""
    codec._DECODERS.clear()
    codec._UNPACKERS.clear()
    create_app(Settings(database=f"sqlite:///{tmp_path}/ready.db"))
    for name in NAMES:
        rules = ruleset(name)
        for kind in (rules.types.state, rules.types.action, kind_of_mark(rules)):
            assert kind in codec._DECODERS, f"{name}: {kind}"
            assert kind in codec._UNPACKERS, f"{name}: {kind}"


def test_only_the_codec_reads_values_into_types():
    """Nobody else calls what builds a type's tables: `convert`, a `Decoder`, or `decode` with a type."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "codec.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "msgspec":
                assert not {alias.name for alias in node.names} & {"convert", "json", "msgpack", "toml"}, path
            if isinstance(node, ast.Call) and (called := ast.unparse(node.func)).startswith("msgspec."):
                builds = called.endswith((".convert", "Decoder")) or (called.endswith(".decode") and node.keywords)
                assert not builds, f"{path.relative_to(PACKAGE)}:{node.lineno} calls {called}: codec has it"
