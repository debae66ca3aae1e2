"""The example bot: thirty lines that play a whole match on a server, over plain HTTP."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.server.live import Live

BOT = Path(__file__).parents[2] / "docs" / "examples" / "bot_over_http.py"


def test_it_plays_a_match_to_its_end(tmp_path: Path):
    """As a program of its own, with nothing installed (`-I -S`): it gives orders, and says how the match ended."""
    with Live(tmp_path / "wg.db") as live:
        told = subprocess.run(
            [sys.executable, "-I", "-S", str(BOT), live.url], capture_output=True, text=True, timeout=120, check=False
        )
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert lines[-1].startswith("It is over: ")
    assert len(lines) > 4
    assert any(line.startswith("Bellerophon sails") for line in lines)


def test_it_is_as_short_as_it_says():
    """About thirty lines of code, its words at the top and what it imports apart."""
    source = BOT.read_text(encoding="utf-8")
    words = ast.parse(source).body[0].end_lineno or 0
    assert len([line for line in source.splitlines()[words:] if line.strip() and not line.startswith("import ")]) <= 32


def test_a_server_that_is_not_there_is_told(tmp_path: Path):
    """It ends with an error and plays nothing."""
    told = subprocess.run(
        [sys.executable, "-I", "-S", str(BOT), "http://127.0.0.1:9"], capture_output=True, text=True, timeout=60, check=False
    )  # fmt: skip
    assert told.returncode == 1
    assert "Nobody answers at http://127.0.0.1:9" in told.stderr
