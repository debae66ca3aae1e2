"""On a machine with only Python, git and make the tests hold: no other program is within their reach."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import bare

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows finds programs another way")

CALLS_PS = """
import subprocess

def test_that_works_here_and_nowhere_else():
    assert subprocess.run(["ps"], capture_output=True, text=True).stdout == "1 sh"
"""


def test_a_test_that_calls_another_program_fails_even_where_there_is_one(tmp_path: Path):
    """The same test passes with the machine's own PATH, and fails with that of our tests."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "ps").write_text("#!/bin/sh\nprintf '1 sh'\n")
    (tmp_path / "bin" / "ps").chmod(0o755)
    (tmp_path / "test_ps.py").write_text(CALLS_PS)
    around = {name: value for name, value in os.environ.items() if name != "WG_MACHINE_PATH"}
    around["PATH"] = f"{tmp_path / 'bin'}:{os.environ['PATH']}"

    def pytest_says(*more: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *more, "test_ps.py"]
        done = subprocess.run(command, cwd=tmp_path, env={**around, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)  # fmt: skip
        return done.returncode, done.stdout

    assert pytest_says()[0] == 0
    status, said = pytest_says("-p", "tests.conftest")
    assert status == 1
    assert "FileNotFoundError: [Errno 2] No such file or directory: 'ps'" in said


def test_nothing_but_what_is_certain_is_found():
    """The PATH of this very test: one folder, and in it only names that the README or a bare Debian has."""
    (folder,) = os.environ["PATH"].split(os.pathsep)
    assert {one.name for one in Path(folder).iterdir()} <= {"python3", *bare.NAMED, *bare.ESSENTIAL}
    assert {"python3", "git", "make", "sh"} <= {one.name for one in Path(folder).iterdir()}


def test_make_says_what_it_can_do_with_these_programs_alone():
    """`make help` is the first thing a newcomer runs: it needs no more than they have."""
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert {"run", "test", "clean"} <= {line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")}
