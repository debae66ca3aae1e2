"""Records across releases: what the wheel of the release before has recorded is checked by the program as it is now.

Before the first tag the wheel is that of the newest commit, so that the way itself is always tried.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from weathergauge import cli, rulesets
from weathergauge.match.record import Record

ROOT = Path(__file__).parents[2]


def told(*words: str, cwd: Path = ROOT, **env: str) -> str:
    """What a program says, which must not fail."""
    done = subprocess.run(
        words, cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel of the tag before is installed, and nothing else."""
    if not (ROOT / ".git").exists():
        pytest.skip("a source archive has no tags: this is tried in a checkout")
    here = told("git", "tag", "--points-at", "HEAD").split()
    tags = [tag for tag in told("git", "tag", "--merged", "HEAD", "--list", "v*", "--sort=-v:refname").split() if tag not in here]  # fmt: skip
    place = tmp_path_factory.mktemp("before")
    told("git", "archive", "-o", str(place / "source.zip"), tags[0] if tags else "HEAD", "--", ".", ":!client")
    with ZipFile(place / "source.zip") as archive:
        archive.extractall(place / "source")
    told(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place), cwd=place / "source")
    (wheel,) = place.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--no-index")
    told(*pip, "--target", str(place / "installed"), str(wheel))
    return place / "installed"


@pytest.mark.parametrize(
    ("title", "scenario"), [("trafalgar", "duel"), ("wsim", "constitution_java"), ("ironclads", "gunnery")]
)
def test_a_record_of_the_release_before_is_checked(title: str, scenario: str, before: Path, tmp_path: Path):
    """It holds where the rules are the same, and otherwise is said to need those of its time; never that it was altered."""
    rules = rulesets.ruleset(title)
    card = rules.card_of(scenario)
    assert card is not None
    bots = [word for seat in card.seats for word in ("--seat", f"{seat}=midshipman")]
    program = (sys.executable, "-m", "weathergauge")
    where = told(
        sys.executable, "-c", "import weathergauge; print(weathergauge.__file__)", cwd=tmp_path, PYTHONPATH=str(before)
    )
    assert Path(where).is_relative_to(before)
    told(*program, "simulate", title, scenario, "--games", "1", "--jobs", "1", "--records", "kept", *bots, cwd=tmp_path, PYTHONPATH=str(before))  # fmt: skip
    (record,) = (tmp_path / "kept").glob("*.jsonl")
    same = Record.read(record).header.rules == f"{rules.name} {rules.version}"
    assert cli.main(["verify", str(record)]) == (0 if same else 3)
