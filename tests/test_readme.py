"""What the README shows is what happens: its commands are run as written, its keyboard transcripts are played again."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
ROOT = README.parent
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines()]
TRANSCRIPTS = [block for kind, block in BLOCKS if kind == "text"]
INLINE = re.findall(
    r"`([^`\n]*\bweathergauge [^`\n]*)`", re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
)
UNTIL_STOPPED = re.compile(r"make (run|test)\b")
"""What does not end by itself, or is what runs this test."""


def run(command: str, home: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """A command as the README writes it, from the folder of the project."""
    program, *words = shlex.split(command, comments=True)
    assert program.startswith(".venv/bin/"), f"{command}: not found as written in a fresh clone"
    # `make test` has this very interpreter from .venv/bin; whoever runs the tests with another has the commands beside it.
    place = Path(sys.executable).parent / program.removeprefix(".venv/bin/")
    around = os.environ | {"WEATHERGAUGE_HOME": str(home), "PYTHONUTF8": "1", "NO_COLOR": "1", "COLUMNS": "80"}
    return subprocess.run(
        [place, *words],
        cwd=ROOT,
        env=around,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )


def test_every_example_in_the_readme_gives_what_it_says():
    """The README's Python examples are run, and must print exactly what they print there."""
    failed, _ = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_the_readme_names_targets_that_exist():
    """Every `make` command in the README is a target of the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {line.partition(":")[0] for line in makefile.splitlines() if "##" in line and ":" in line}
    asked = set(re.findall(r"(?:^|`)make ([a-z-]+)", TEXT, re.MULTILINE))
    assert {"run", "test"} <= asked <= targets


def test_commands_are_found_where_make_installs_them():
    """`.venv/bin`, which the README writes before every command, is the Makefile's."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "VENV := .venv\nBIN := $(VENV)/bin\n" in makefile
    assert len([line for line in COMMANDS if not UNTIL_STOPPED.match(line)]) >= 5


@pytest.mark.parametrize("command", [*(line for line in COMMANDS if not UNTIL_STOPPED.match(line)), *INLINE])
def test_every_command_shown_does_what_it_is_shown_for(command: str, tmp_path: Path):
    """Each line of a block and each command in the text: it succeeds and has something to say."""
    done = run(command, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda text: text.splitlines()[0][:60])
def test_a_transcript_is_what_the_program_prints(transcript: str, tmp_path: Path):
    """What stands after a prompt is typed, and everything else is printed, in this order; `…` is whatever was left out."""
    first, *lines = transcript.splitlines()
    assert first.startswith("$ ")
    typed = [found[1] for line in lines if (found := re.fullmatch(r"\w+> (.+)", line))]
    done = run(first.removeprefix("$ "), tmp_path, "".join(f"{line}\n" for line in typed))
    assert (done.returncode, done.stderr) == (0, "")
    printed = [line.rstrip() for line in done.stdout.splitlines()]
    pieces = [piece.strip("\n").splitlines() for piece in re.split(r"^…$", "\n".join(lines), flags=re.MULTILINE)]
    at = 0
    for piece in pieces:
        places = (n for n in range(at, len(printed) - len(piece) + 1) if printed[n : n + len(piece)] == piece)
        place = next(places, None)
        assert place is not None, "\n".join(["not printed:", *piece, "", "but, from there on:", *printed[at:]])
        assert place == at or piece is not pieces[0], "\n".join(["printed before it, and not shown:", *printed[:place]])
        at = place + len(piece)


def test_every_page_is_reached_from_the_readme():
    """Each page of docs/ is linked from the README, or from a page that is."""
    pages = set((ROOT / "docs").rglob("*.md"))
    reached, waiting = set[Path](), [README]
    while waiting:
        page = waiting.pop()
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            target = (page.parent / link).resolve()
            assert target.exists(), f"{page.name} links to {link}, which is not there"
            if target.suffix == ".md" and target not in reached:
                reached.add(target)
                waiting.append(target)
    assert pages <= reached, sorted(str(page.relative_to(ROOT)) for page in pages - reached)
