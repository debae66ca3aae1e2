"""``python -m release.compiled``: the free table compiled by mypyc, where a C compiler is at hand; ``--remove`` takes it away.

Nothing needs it: the same source runs as plain Python. What was compiled stays only if it gives the very answers that the
plain source gives, on a hundred thousand random positions.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random

from weathergauge import freetable
from weathergauge.freetable import fleet, geometry, shores

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
HOME = SOURCE / "weathergauge" / "freetable"
MODULES = ("geometry", "shores", "fleet")
POSITIONS = 100_000
BATCH = 1_000
"""So many positions share a line of answers, so that a difference can be looked for."""
SEA = 4_000
SETUP = """
from setuptools import setup
from mypyc.build import mypycify
setup(name="freetable", ext_modules=mypycify([{files}], opt_level="3"), package_dir={{"": "src"}}, packages=[])
"""


class Unable(Exception):
    """It cannot be compiled here; the sentence says why and what to do."""


def boxes(random: Random) -> Iterator[geometry.Box]:
    """Bases on a small sea, many of them touching or overlapping."""
    while True:
        x, y = random.randrange(SEA), random.randrange(SEA)
        for _ in range(4):
            x, y = x + random.randrange(-300, 300), y + random.randrange(-300, 300)
            yield x, y, random.randrange(360), random.randrange(60, 300), random.randrange(20, 100)


def answers(positions: int) -> Iterator[str]:
    """What the free table answers about random positions, a line for each batch of them."""
    for start in range(0, positions, BATCH):
        random = Random(start)
        some, hashed = boxes(random), hashlib.sha256()
        for number in range(start, min(start + BATCH, positions)):
            hashed.update(repr(_measured(random, some)).encode())
            if number % 50 == 0:
                hashed.update(repr(_among_many(random, some)).encode())
        yield f"{start} {hashed.hexdigest()}"


def _measured(random: Random, some: Iterator[geometry.Box]) -> list[object]:
    """Two bases, a run and a line of sight."""
    a, b, c = next(some), next(some), next(some)
    run, angle = random.randrange(1, 900), random.randrange(1, 90)
    start, end = (a[0] * geometry.FINE, a[1] * geometry.FINE), (b[0] * geometry.FINE, b[1] * geometry.FINE)
    land = tuple([(x // geometry.FINE, y // geometry.FINE) for x, y in geometry.corners(c)])
    return [
        geometry.overlaps(a, b), geometry.gap(a, b), geometry.square_apart(a, b), geometry.touching(a, b, 3),
        geometry.first_contact(a, run, b), geometry.swept(a, run), geometry.corners(a), geometry.run(a, -run),
        geometry.in_cone(start, a[2], angle * 10, end), geometry.meets_cone(b, start, a[2], angle),
        geometry.seen_through(start, end, c), geometry.shadow(start, geometry.corners(b), c),
        geometry.crosses_at((a[0], a[1]), a[2], run, (b[0], b[1]), (c[0], c[1])), geometry.nearest_point(b, start),
        shores.covers(land, a), shores.cuts(land, start, end), shores.first_touch(land, a, run),
        shores.within(a, (b[0], b[1]), run), shores.first_within(a, run, (b[0], b[1]), 100), shores.holds(land, start),
    ]  # fmt: skip


def _among_many(random: Random, some: Iterator[geometry.Box]) -> list[object]:
    """A fleet, small or large, of which some ships have moved."""
    count = random.choice((2, 12, 40, fleet.FEW + 30))
    places = [
        fleet.GONE if random.random() < 0.1 else (one := next(some), one, random.random() < 0.8) for _ in range(count)
    ]
    table = fleet.fleet_of(places)
    moved = next(some)
    table = table.changed([(random.randrange(count), (moved, moved, True))])
    base, other, reach = next(some), next(some), random.randrange(1, 1500)
    start, end = (
        (base[0] * geometry.FINE, base[1] * geometry.FINE),
        (other[0] * geometry.FINE, other[1] * geometry.FINE),
    )
    near = table.near(base[0], base[1], reach)
    return [
        near, table.touching(0, base, 5), table.lies_on(0, base), table.under(geometry.swept(base, reach), near),
        table.met(base, reach, near), table.close_pairs(near, 80), table.blocked(start, end, 100, 0, 1), table.largest,
    ]  # fmt: skip


def made() -> list[Path]:
    """What was compiled, wherever it was put."""
    return [
        *SOURCE.glob("*__mypyc*"),
        *[path for path in HOME.iterdir() if path.suffix in (".so", ".pyd")],
        HOME / freetable.STAMP,
    ]


def remove() -> None:
    """Take away what was compiled: the plain source runs again."""
    for path in made():
        path.unlink(missing_ok=True)


def why_not() -> str | None:
    """Why nothing can be compiled here; None where it can."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return (
            f"there is no C compiler {compiler} here; the free table runs as plain Python, and nothing else is needed"
        )
    missing = [name for name in ("mypyc", "setuptools") if find_spec(name) is None]
    if missing:
        return f"{' and '.join(missing)} cannot be imported; install it with pip, and run make compile again"
    return None


def compile_all() -> None:
    """Compile the modules in a folder of their own, and put them beside their source."""
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder)
        shutil.copytree(
            SOURCE / "weathergauge", there / "src" / "weathergauge", ignore=shutil.ignore_patterns("web", "__pycache__")
        )
        files = ", ".join(repr(f"src/weathergauge/freetable/{name}.py") for name in MODULES)
        (there / "setup.py").write_text(SETUP.format(files=files), encoding="utf-8")
        asked = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        done = subprocess.run(
            asked, cwd=there, capture_output=True, text=True, env=_environment(there / "src"), check=False
        )
        if done.returncode:
            raise Unable(f"the compiler refused it:\n{(done.stderr or done.stdout)[-2000:]}")
        for path in [*(there / "src").glob("*__mypyc*"), *(there / "src" / "weathergauge" / "freetable").iterdir()]:
            if path.suffix in (".so", ".pyd"):
                shutil.copy(path, SOURCE / path.relative_to(there / "src"))
    (HOME / freetable.STAMP).write_text(freetable.sources(), encoding="utf-8")


def _environment(path: Path) -> dict[str, str]:
    import os

    return {**os.environ, "MYPYPATH": str(path)}


def asked(positions: int) -> list[str]:
    """The answers of whatever runs now, from a process of its own; its first line says which that is."""
    done = subprocess.run(
        [sys.executable, "-m", "release.compiled", "--answers", str(positions)], cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Unable(f"it cannot be asked: {done.stderr[-2000:]}")
    return done.stdout.splitlines()


def differing(plain: Sequence[str], compiled: Sequence[str]) -> list[str]:
    """The batches of positions about which two lots of answers differ."""
    if len(plain) != len(compiled):
        return [f"{len(plain)} and {len(compiled)} batches"]
    return [one.split()[0] for one, other in zip(plain, compiled, strict=True) if one != other]


def main(given: Sequence[str]) -> int:
    """Compile, compare, and keep what was compiled only if it answers alike."""
    if given[:1] == ["--answers"]:
        print(freetable.running())
        for line in answers(int(given[1])):
            print(line)
        return 0
    remove()
    if list(given) == ["--remove"]:
        print("The free table runs as plain Python.")
        return 0
    try:
        if (reason := why_not()) is not None:
            raise Unable(reason)
        print(f"Asking plain Python about {POSITIONS:,} positions …", flush=True)
        plain = asked(POSITIONS)
        print("Compiling …", flush=True)
        compile_all()
        print("Asking what was compiled the same …", flush=True)
        compiled = asked(POSITIONS)
        if (plain[0], compiled[0]) != (freetable.PLAIN, freetable.COMPILED):
            raise Unable(f"what ran was {plain[0]}, then {compiled[0]}")
        if differ := differing(plain[1:], compiled[1:]):
            raise Unable(f"it answers otherwise than the plain source, in positions from {', '.join(differ[:5])}")
    except Unable as error:
        remove()
        print(f"Not compiled: {error}.", file=sys.stderr)
        return 1
    print(f"Compiled; {POSITIONS:,} positions are answered alike. make compile ARGS=--remove takes it away.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
