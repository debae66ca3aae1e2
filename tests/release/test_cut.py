"""Cutting a release: what keeps it from being cut is a sentence, and what it is made of is told whole."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from release.cut import INIT, LOG, NotYet, cut, dated, main, ready
from release.materials import bill, client_packages, pins

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout with something to release."""
    (tmp_path / INIT).parent.mkdir(parents=True)
    (tmp_path / INIT).write_text('__version__ = "0.1.0"\n')
    (tmp_path / LOG).write_text("# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Rakes.\n\n## [0.1.0] - 2026-01-01\n")
    for words in (
        ("init", "-q"),
        ("add", "-A"),
        ("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qm", "x"),
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def test_a_checkout_with_something_new_is_ready(checkout: Path):
    """A newer version, all committed, and a word about it."""
    ready(checkout, "0.2.0")


@pytest.mark.parametrize(
    ("version", "spoil", "said"),
    [
        ("two", "", "two is no version: expected three numbers"),
        ("0.1.0", "", "0.1.0 is not newer than 0.1.0"),
        ("0.0.9", "", "is not newer"),
        ("0.2.0", "change", "not committed"),
        ("0.2.0", "tag", "There is a tag v0.2.0 already"),
        ("0.2.0", "log", "says nothing under [Unreleased]"),
    ],
)
def test_what_keeps_a_release_from_being_cut(checkout: Path, version: str, spoil: str, said: str):
    """One sentence, and nothing is touched."""
    if spoil == "change":
        (checkout / LOG).write_text("# Changelog\n")
    elif spoil == "tag":
        subprocess.run(["git", "tag", "v0.2.0"], cwd=checkout, check=True)
    elif spoil == "log":
        (checkout / LOG).write_text("# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n")
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-qam", "y"],
            cwd=checkout,
            check=True,
        )
    before = (checkout / INIT).read_text(), (checkout / LOG).read_text()
    with pytest.raises(NotYet, match=re.escape(said)):
        ready(checkout, version)
    assert ((checkout / INIT).read_text(), (checkout / LOG).read_text()) == before


def test_a_release_that_cannot_be_built_leaves_nothing_behind(checkout: Path):
    """There is no pyproject.toml here: version and changelog are put back, and there is no tag."""
    before = (checkout / INIT).read_text(), (checkout / LOG).read_text()
    with pytest.raises(NotYet, match="failed"):
        cut(checkout, "0.2.0", dry=False)
    assert ((checkout / INIT).read_text(), (checkout / LOG).read_text()) == before
    assert subprocess.run(["git", "tag"], cwd=checkout, capture_output=True, check=True).stdout == b""


def test_the_changelog_gets_its_day(checkout: Path):
    """What was unreleased stands under the version; the heading for what comes next is empty."""
    text = dated((checkout / LOG).read_text(), "0.2.0", "2026-02-03")
    assert "## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- Rakes." in text


def test_a_wrong_line_is_told_how_it_is_done(capsys: pytest.CaptureFixture[str]):
    """No version, or two."""
    assert main([]) == 2
    assert "make release ARGS=0.2.0" in capsys.readouterr().err


def test_the_bill_of_materials_has_every_package_with_its_hashes():
    """Those of the lock file, and those that the client is built from; twice the same text."""
    lock = (ROOT / "requirements-run.lock").read_text(encoding="utf-8")
    client = client_packages(json.loads((ROOT / "client/package-lock.json").read_text(encoding="utf-8")))
    text = bill("0.2.0", lock, {"msgspec": "BSD-3-Clause"}, client)
    parts = {part["purl"]: part for part in json.loads(text)["components"]}
    pinned = pins(lock)
    assert len(pinned) == len(re.findall(r"(?m)^[a-z].*==", lock))
    assert all(hashes for _, _, hashes in pinned)
    assert {f"pkg:pypi/{name}@{version}" for name, version, _ in pinned} <= parts.keys()
    assert any(purl.startswith("pkg:npm/svelte@") for purl in parts)
    msgspec = next(part for purl, part in parts.items() if purl.startswith("pkg:pypi/msgspec@"))
    assert msgspec["licenses"] == [{"license": {"name": "BSD-3-Clause"}}]
    assert text == bill("0.2.0", lock, {"msgspec": "BSD-3-Clause"}, client)
