"""The machine the README asks for: Python, git and make, and what every Debian has. Tests find no other program.

A test that calls `ps` or `curl` passes on a full machine and fails on a newcomer's. So tests run with a PATH that holds
links to these programs alone (`tests/conftest.py`), and such a test fails everywhere.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAMED = ("git", "make")
"""What the README names, beside Python."""

# fmt: off
ESSENTIAL = (
    "awk", "basename", "bash", "cat", "chmod", "cmp", "cp", "cut", "date", "df", "diff", "dirname", "echo", "env",
    "expr", "false", "find", "getconf", "grep", "head", "hostname", "id", "ln", "ls", "mkdir", "mktemp", "mv",
    "nproc", "od", "printf", "pwd", "readlink", "realpath", "rm", "rmdir", "sed", "seq", "sh", "sleep", "sort",
    "stat", "sync", "tail", "tee", "test", "timeout", "touch", "tr", "true", "tty", "uname", "uniq", "wc", "xargs",
    # With these PostgreSQL's wheel gives its server a user of its own, where root runs the tests.
    "su", "useradd", "userdel",
)
# fmt: on
"""What a Debian has that was installed with nothing chosen: packages that are marked essential or required."""


def links(folder: Path, path: str | None = None) -> str:
    """Fill a folder with links to the programs that are certain, as found on `path`; gives the PATH that holds only them."""
    folder.mkdir(parents=True, exist_ok=True)
    base = getattr(sys, "_base_executable", sys.executable)
    places = {"python3": base, **{name: shutil.which(name, path=path) for name in (*NAMED, *ESSENTIAL)}}
    for name, place in places.items():
        if place is not None:
            os.symlink(place, folder / name)
    return str(folder)
