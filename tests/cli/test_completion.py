"""What a shell offers on Tab: always what there is, and nothing said where nothing fits."""

import os
import subprocess
import sys

import pytest

from weathergauge import cli
from weathergauge.cli.completion import FIRST_TITLE, SHELLS, fitting


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["pl"], ["play"]),
        (["help", "sim"], ["simulate"]),
        (["play", "i"], ["ironclads"]),
        (["play", "trafalgar", "lee"], ["lee_column"]),
        (["charts", "wsim", "fire_res"], ["fire_results"]),
        (["odds", "trafalgar", "boar"], ["boarding"]),
        (["odds", "trafalgar", "boarding", "hu"], ["hull="]),
        (["odds", "trafalgar", "boarding", "hull=3", "hu"], []),
        (["simulate", "wsim", "duel", "--ga"], ["--games"]),
        (["completion", "z"], ["zsh"]),
        (["settings", "session"], ["session_days"]),
        (["draw", "four.jsonl", "--st"], ["--step"]),
        (["draw", "four.jsonl", "--ou"], ["--output"]),
        (["admin", "li"], ["limits"]),
        (["bots", "--w"], ["--workers"]),
        (["cases", "traf"], []),
        (["nonsense", ""], []),
    ],
)
def test_what_fits_is_offered(line: list[str], words: list[str]):
    """Commands, titles, scenarios, charts, procedures and their inputs, options and settings."""
    assert fitting(line) == words


def test_every_command_that_begins_with_a_title_is_there():
    """The list of them names no command that is gone."""
    assert set(FIRST_TITLE) <= cli.COMMANDS.keys()


def test_a_key_pressed_in_a_wrong_line_says_nothing(capsys: pytest.CaptureFixture[str]):
    """A title that does not exist offers nothing, and no complaint stands in the middle of the line."""
    assert cli.main(["completion", "words", "--", "play", "nonsense", ""]) == 0
    assert capsys.readouterr() == ("", "")


def test_bash_completes_with_it(tmp_path):
    """A real bash that reads it offers what the program knows."""
    program = tmp_path / "weathergauge"
    program.write_text(f"#!{sys.executable}\nfrom weathergauge.cli import main\nraise SystemExit(main())\n")
    program.chmod(0o755)
    script = SHELLS["bash"] + (
        f"COMP_WORDS=({program} play trafalgar lee); COMP_CWORD=3; _weathergauge; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    told = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=os.environ, check=True)
    assert told.stdout.split() == ["lee_column"]


def test_a_shell_that_is_not_known_is_one_sentence(capsys: pytest.CaptureFixture[str]):
    """It names the word and the shells there are."""
    assert cli.main(["completion", "tcsh"]) == 2
    assert "tcsh: expected bash or zsh or fish" in capsys.readouterr().err
