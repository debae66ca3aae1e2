"""A package installed beside the project, as pip leaves it, for tests of titles that others bring."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from weathergauge.rulesets import outside

HEAD = 'title = "Two Boats"\nwords = "a brush of boats"\n'
GOOD = """\
from tests.toy import Toy

class Boats(Toy):
    name = "boats"

RULES = Boats()
"""


def pack(place: Path, package: str, entries: str, files: Mapping[str, str], group: str = outside.GROUP) -> None:
    """Lay a package into a place as pip leaves it there."""
    about = place / f"{package.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{group}]\n{entries}\n")
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(dedent(text), encoding="utf-8")


class Installer:
    """Installs packages in a temporary place: their files, and what says of them what they bring."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place, self.monkeypatch = place, monkeypatch

    def __call__(
        self,
        package: str = "boats-of-ours",
        entries: str = "boats = boats.rules:RULES",
        files: Mapping[str, str] | None = None,
        *,
        group: str = outside.GROUP,
    ) -> None:
        files = {"boats/title.toml": HEAD, "boats/rules.py": GOOD} if files is None else files
        place = self.place / package
        pack(place, package, entries, {"boats/__init__.py": "", **files}, group)
        self.monkeypatch.syspath_prepend(place)
        outside.found.cache_clear()

    def away(self) -> None:
        """Take away what was installed."""
        for place in self.place.iterdir():
            if str(place) in sys.path:
                sys.path.remove(str(place))
        outside.found.cache_clear()
        outside._outcome.cache_clear()
        for name in [name for name in sys.modules if name.partition(".")[0] == "boats"]:
            del sys.modules[name]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installer]:
    """Install a package for the time of a test."""
    installer = Installer(tmp_path / "site", monkeypatch)
    installer.place.mkdir()
    yield installer
    installer.away()
