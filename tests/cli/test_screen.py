"""What the commands print steers no terminal, whatever stands in files and records."""

import io
import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from weathergauge import cli
from weathergauge.cli.screen import Screen, harmless
from weathergauge.files.handwritten import Wrong, text

TITLE = "\x1b]0;owned\x07"
CLEAR = "\x1b[2J\x1b[H"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Santísima Trinidad − 136 guns …", "Santísima Trinidad − 136 guns …"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        (f"Mars{TITLE}", r"Mars\x1b]0;owned\x07"),
        (f"{CLEAR}Mars", r"\x1b[2J\x1b[HMars"),
        ("Mars\rSunk", r"Mars\x0dSunk"),
        ("\x9b2J", r"\x9b2J"),
        ("Mars\u202esraM", r"Mars\u202esraM"),
        ("\x1b[31mMars", r"\x1b[31mMars"),
    ],
)
def test_signs_that_steer_are_spelt_out(written: str, shown: str):
    """Names, accents and lines stay; titles, cleared screens, returns and reversed text are shown for what they are."""
    assert harmless(written) == shown


def test_our_own_styles_stay_on_a_terminal():
    """Bold and colours are told from what hides text or moves about."""
    assert harmless("\x1b[1mbold\x1b[0m \x1b[38;5;8mgrey\x1b[8mhidden\x1b[5A", styled=True) == (
        "\x1b[1mbold\x1b[0m \x1b[38;5;8mgrey" + r"\x1b[8mhidden\x1b[5A"
    )


@pytest.mark.skipif(os.name == "nt", reason="there are no terminals of that kind")
def test_a_terminal_is_drawn_on_and_steered_by_us_alone(tmp_path: Path):
    """While a bot thinks a sign turns in its place; a name on the same terminal is spelt out."""
    record = tmp_path / "match.jsonl"
    with_signs(record)
    seen = at_a_terminal(["play", "trafalgar", "duel"], tmp_path)
    assert "is thinking for allied" in seen
    assert "\x1b[2K" in seen
    assert r"\x1b" not in seen
    seen = at_a_terminal(["simulate", "trafalgar", "duel", "--games", "2"], tmp_path)
    assert "\x1b[2K" in seen
    assert r"\x1b" not in seen
    seen = at_a_terminal(["replay", str(record)], tmp_path)
    assert r"\x1b]0;owned" in seen
    assert TITLE not in seen
    assert CLEAR not in seen


def at_a_terminal(words: list[str], home: Path) -> str:
    """What a command writes on a terminal, until it asks; then there is no more to type."""
    far, near = os.openpty()
    around = os.environ | {"WEATHERGAUGE_HOME": str(home), "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    command = [sys.executable, "-m", "weathergauge", *words]
    process = subprocess.Popen(command, stdin=near, stdout=near, stderr=near, env=around, start_new_session=True)
    os.close(near)
    seen, end = b"", time.monotonic() + 60
    while time.monotonic() < end:
        if not select.select([far], [], [], 0.2)[0]:
            continue
        try:
            seen += os.read(far, 65536)
        except OSError:  # the other end is closed
            break
        if seen.rstrip().endswith((b"> ", b">", b"q quits.")) or b"replay> " in seen:
            os.write(far, b"log\nq\nquit\n")
    process.kill()
    process.wait()
    os.close(far)
    return seen.decode(errors="replace")


def test_a_count_is_still_counted_in_place():
    """A return at the beginning of a line, on a terminal."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    page = Terminal()
    Screen(page).write("\r50 of 900 ")
    Screen(page).write("Mars\r")
    assert page.getvalue() == "\r50 of 900 Mars" + r"\x0d"


def test_a_record_with_signs_in_its_names_prints_none(tmp_path: Path):
    """Every command that reads one; also what is wrong with it is said without them."""
    path = tmp_path / "match.jsonl"
    with_signs(path)
    for words in (["replay"], ["replay", "--json"], ["verify"], ["play", "--resume"]):
        command = [sys.executable, "-m", "weathergauge", *words, str(path)]
        around = os.environ | {"WEATHERGAUGE_HOME": str(tmp_path / "home")}
        done = subprocess.run(command, capture_output=True, input=b"", env=around, timeout=60)
        assert not (done.stdout + done.stderr).translate(
            None, bytes(sign for sign in range(256) if sign not in b"\x1b\x07")
        )
        if words == ["replay"]:
            assert rb"\x1b]0;owned" in done.stdout


def with_signs(path: Path) -> None:
    """A record whose players have names that clear the screen."""
    lines = (Path(__file__).parents[1] / "records" / "trafalgar.jsonl").read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    header["seats"] = {seat: f"{TITLE}{CLEAR}{name}" for seat, name in header["seats"].items()}
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n", encoding="utf-8")


def test_an_error_spells_them_out(capsys: pytest.CaptureFixture[str]):
    """What a person typed comes back in a sentence."""
    assert cli.main(["verify", f"{CLEAR}match.jsonl"]) == 2
    assert capsys.readouterr().err.startswith(r"\x1b[2J\x1b[Hmatch.jsonl: there is no such file")


@pytest.mark.parametrize("name", ["Mars\x1b[2J", "Mars\x07", "Mars\u202e", "Mars\x9b"])
def test_scenario_files_refuse_them(name: str):
    """They are read by other people, at terminals of theirs."""
    with pytest.raises(Wrong, match="a text without control characters"):
        text(40)(name)
