"""What the commands print steers no terminal, whatever stands in files and records."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from weathergauge import cli
from weathergauge.cli.screen import Screen, harmless
from weathergauge.handwritten import Wrong, text

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
    lines = (Path(__file__).parent / "records" / "trafalgar.jsonl").read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    header["seats"] = {seat: f"{TITLE}{CLEAR}{name}" for seat, name in header["seats"].items()}
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n", encoding="utf-8")
    for words in (["replay"], ["replay", "--json"], ["verify"], ["play", "--resume"]):
        command = [sys.executable, "-m", "weathergauge", *words, str(path)]
        around = os.environ | {"WEATHERGAUGE_HOME": str(tmp_path / "home")}
        done = subprocess.run(command, capture_output=True, input=b"", env=around, timeout=60)
        assert not (done.stdout + done.stderr).translate(
            None, bytes(sign for sign in range(256) if sign not in b"\x1b\x07")
        )
        if words == ["replay"]:
            assert rb"\x1b]0;owned" in done.stdout


def test_an_error_spells_them_out(capsys: pytest.CaptureFixture[str]):
    """What a person typed comes back in a sentence."""
    assert cli.main(["verify", f"{CLEAR}match.jsonl"]) == 2
    assert capsys.readouterr().err.startswith(r"\x1b[2J\x1b[Hmatch.jsonl: there is no such file")


@pytest.mark.parametrize("name", ["Mars\x1b[2J", "Mars\x07", "Mars\u202e", "Mars\x9b"])
def test_scenario_files_refuse_them(name: str):
    """They are read by other people, at terminals of theirs."""
    with pytest.raises(Wrong, match="a text without control characters"):
        text(40)(name)
