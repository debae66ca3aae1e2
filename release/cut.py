"""Cutting a release: version, changelog, wheel and source archive built twice and compared, tried where nothing else is, then the tag.

Nothing is left behind where a step fails: version and changelog are put back, and no tag is made.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from release.materials import bill, client_packages, licences, unnamed

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
INIT = Path("src/weathergauge/__init__.py")
LOG = Path("CHANGELOG.md")
USAGE = "usage: python -m release.cut VERSION [--dry-run]   as in: make release ARGS=0.2.0"


class NotYet(Exception):
    """What keeps a release from being cut, in a sentence."""


def main(argv: Sequence[str]) -> int:
    """Cut a release; with --dry-run all of it is done but the commit and the tag, and put back."""
    words = [word for word in argv if word != "--dry-run"]
    if len(words) != 1:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        cut(ROOT, words[0], dry="--dry-run" in argv)
    except NotYet as reason:
        print(reason, file=sys.stderr)
        return 2
    return 0


def cut(root: Path, version: str, *, dry: bool) -> None:
    """Cut the release of a checkout."""
    ready(root, version)
    before = {path: (root / path).read_text(encoding="utf-8") for path in (INIT, LOG)}
    done = False
    try:
        (root / INIT).write_text(
            re.sub(r'__version__ = ".*"', f'__version__ = "{version}"', before[INIT]), encoding="utf-8"
        )
        (root / LOG).write_text(
            dated(before[LOG], version, datetime.datetime.now(datetime.UTC).date().isoformat()), encoding="utf-8"
        )
        made = build(root, version)
        tried(root, made, version)
        if not dry:
            git(root, "commit", "-qam", f"Release {version}")
            git(root, "tag", "-a", f"v{version}", "-m", f"Weather Gauge {version}")
            done = True
    finally:
        if not done:
            for path, text in before.items():
                (root / path).write_text(text, encoding="utf-8")
    print(
        f"Weather Gauge {version} is in dist/"
        + (" (tried only: no commit and no tag)." if dry else f", and tagged v{version}.")
    )


def ready(root: Path, version: str) -> None:
    """Refuse a version that is none or not newer, changes that are not committed, and a release without a word about it."""
    if not VERSION.fullmatch(version):
        raise NotYet(f"{version} is no version: expected three numbers, as in 0.2.0.")
    text = (root / INIT).read_text(encoding="utf-8")
    now = re.search(r'__version__ = "(.*)"', text)
    if now is None:
        raise NotYet(f"{INIT} says no version.")
    if tuple(map(int, version.split("."))) <= tuple(map(int, now[1].split("."))):
        raise NotYet(f"{version} is not newer than {now[1]}, which stands in {INIT}.")
    if git(root, "status", "--porcelain", "--untracked-files=no"):
        raise NotYet("There are changes that are not committed: commit them, or take them back, first.")
    if git(root, "tag", "--list", f"v{version}"):
        raise NotYet(f"There is a tag v{version} already.")
    if not _unreleased((root / LOG).read_text(encoding="utf-8")).strip():
        raise NotYet("CHANGELOG.md says nothing under [Unreleased]: write what changes for players first.")


def _unreleased(log: str) -> str:
    found = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## \[|\Z)", log, re.DOTALL | re.MULTILINE)
    if found is None:
        raise NotYet("CHANGELOG.md has no heading [Unreleased].")
    return found[1]


def dated(log: str, version: str, day: str) -> str:
    """Give what stood under [Unreleased] its version and day, and leave an empty heading above it."""
    return log.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{version}] - {day}\n", 1)


def build(root: Path, version: str) -> list[Path]:
    """Build wheel and source archive twice, and refuse where the bytes differ; their hashes are written beside them."""
    dist = root / "dist"
    shutil.rmtree(dist, ignore_errors=True)
    seen: list[dict[str, bytes]] = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            run(root, sys.executable, "-m", "hatchling", "build", "-d", folder)
            seen.append({path.name: path.read_bytes() for path in Path(folder).iterdir()})
    if seen[0] != seen[1]:
        differ = [name for name in seen[0] if seen[0][name] != seen[1].get(name)]
        raise NotYet(f"Built twice, these are not the same: {', '.join(differ)}.")
    dist.mkdir()
    for name, data in seen[0].items():
        (dist / name).write_bytes(data)
    made = sorted(dist.iterdir())
    if [path.suffix for path in made] != [".whl", ".gz"][:: 1 if made[0].suffix == ".whl" else -1]:
        raise NotYet(f"Expected a wheel and a source archive, and got {', '.join(path.name for path in made)}.")
    if not all(version in path.name for path in made):
        raise NotYet(f"What was built is not {version}: {', '.join(path.name for path in made)}.")
    return made


def tried(root: Path, made: Sequence[Path], version: str) -> None:
    """Install the wheel where nothing else is, play, check and serve with it; then write materials and hashes."""
    wheel = next(path for path in made if path.suffix == ".whl")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(place, sys.executable, "-m", "venv", "env")
        python = place / "env" / "bin" / "python"
        pip = (str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
        run(place, *pip, "--require-hashes", "-r", str(root / "requirements-run.lock"))
        run(place, *pip, "--no-deps", str(wheel))
        program = str(python.with_name("weathergauge"))
        if run(place, program, "--version").split()[1] != version:
            raise NotYet(f"The wheel does not say that it is {version}.")
        for record in sorted((root / "tests/records").rglob("*.jsonl"))[:3]:
            run(place, program, "verify", str(record))
        run(place, program, "cases")
        serves(place, program)
        site = next((place / "env" / "lib").glob("python*/site-packages"))
        said = licences(site)
    lock = (root / "requirements-run.lock").read_text(encoding="utf-8")
    if nameless := unnamed(lock, said):
        raise NotYet(f"Nobody says the licence of {', '.join(nameless)}.")
    client = client_packages(json.loads((root / "client/package-lock.json").read_text(encoding="utf-8")))
    (root / "dist" / f"weathergauge-{version}.cdx.json").write_text(bill(version, lock, said, client), encoding="utf-8")
    files = sorted(path for path in (root / "dist").iterdir() if path.name != "SHA256SUMS")
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (root / "dist" / "SHA256SUMS").write_text(sums, encoding="ascii")


def serves(place: Path, program: str) -> None:
    """Start the server of the wheel, and look at its first page, its documentation and whether it is well."""
    env = {**os.environ, "WEATHERGAUGE_HOME": str(place / "home")}
    asked = [program, "serve", "--port", "0"]
    server = subprocess.Popen(asked, cwd=place, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://\S+?/", line)
        if found is None:
            raise NotYet(f"The server of the wheel did not say where it is: {line.strip() or 'it said nothing'}.")
        for path, words in (("", "<title>Weather Gauge"), ("docs/", "Weather Gauge"), ("healthz", "true")):
            with urllib.request.urlopen(found[0] + path, timeout=60) as answer:
                if words not in answer.read().decode():
                    raise NotYet(f"The server of the wheel does not show /{path}.")
    finally:
        server.terminate()
        for _ in range(100):
            if server.poll() is not None:
                break
            time.sleep(0.1)
        else:
            server.kill()


def git(root: Path, *words: str) -> str:
    """Ask git."""
    return run(root, "git", *words).strip()


def run(place: Path, *words: str) -> str:
    """Run a program; where it fails, what it said is the reason."""
    told = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
    if told.returncode:
        said = (told.stderr or told.stdout).strip().splitlines()
        raise NotYet(f"{' '.join(words[:4])} … failed: {said[-1] if said else f'status {told.returncode}'}")
    return told.stdout


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
