"""``python -m release.compiled``: rules compiled by mypyc, where a C compiler is at hand; ``--remove`` takes them away.

Compiled are the free table and the chapters that are played on it. Nothing needs it: the same source runs as plain Python.
What was compiled stays only if it gives the very answers that the plain source gives: on a hundred thousand random
positions, and in games by chance, every choice, event and state of them.
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

import msgspec

from weathergauge.bots import bot
from weathergauge.frame.compiled import COMPILED, PLAIN, STAMP, running, stamped
from weathergauge.freetable import fleet, geometry, shores
from weathergauge.ruleset import PROCEED, TABLE
from weathergauge.rulesets import ruleset
from weathergauge.throwing import SeededDice

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "weathergauge"
MODULES = {
    "freetable": ("geometry", "shores", "fleet"),
    "rulesets/trafalgar": (
        "helm", "sailing", "contact", "wind", "targets", "drifting", "victory", "leadership", "grappling",
        "boarding", "wishes",
    ),
    "rulesets/ironclads": (
        "activation", "arcs", "closing", "command", "damage", "passage", "salvos", "speed", "steaming",
        "victory", "waters",
    ),
}  # fmt: skip
"""What is compiled, by folder: whatever takes most of a playout. Structs are left alone by mypyc, and stand elsewhere; rules that
leave their last throw to the dice stay plain too, since odds go on with laws where numbers are promised."""
NAMES = [f"{folder}/{name}.py" for folder, names in MODULES.items() for name in names]
POSITIONS = 100_000
GAMES = {
    "trafalgar": {"duel": 60, "frigates": 12, "lee_column": 2},
    "ironclads": {"gunnery": 40, "iquique": 12, "yalu": 2},
}
"""So many games of each scenario are played by chance."""
CAPTAINS = {"trafalgar": "duel", "ironclads": "gunnery"}
"""A game of captains, who ask for odds."""
BATCH = 1_000
"""So many positions share a line of answers, so that a difference can be looked for."""
SEA = 4_000
SETUP = """
from setuptools import setup
from mypyc.build import mypycify
setup(name="rules", ext_modules=mypycify([{files}], opt_level="3"), package_dir={{"": "src"}}, packages=[])
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
        yield f"positions from {start} {hashed.hexdigest()}"


def games() -> Iterator[str]:
    """What games by chance come to, a line for each: every list of choices, every order, event and state."""
    for title, scenarios in GAMES.items():
        for scenario, count in scenarios.items():
            for number in range(count):
                yield f"{title} {scenario} {number} {played(title, scenario, number)}"
    for title, scenario in CAPTAINS.items():
        yield f"{title} {scenario} of captains {played(title, scenario, 0, 'captain')}"


def played(title: str, scenario: str, number: int, rank: str = "midshipman") -> str:
    """The hash of one game between bots."""
    rules, hashed = ruleset(title), hashlib.sha256()
    dice = SeededDice(f"{title} {scenario} {number}".encode())
    bots = {seat: bot(rank, f"{number} {seat}", title) for seat in rules.seats}
    state = rules.setup(rules.scenario(scenario, {}), dice)
    while rules.result(state) is None:
        seat, action = rules.to_act(state)[0], PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            hashed.update(repr([*rules.legal(view)]).encode())
            action = bots[seat].choose(view, rules.legal(view), rules)
        done = rules.play(state, seat, action, dice)
        state = done.state
        for seat, listener in bots.items():
            listener.heard([told.event for told in done.events if told.to is None or seat in told.to])
        hashed.update(msgspec.json.encode((repr(action), done.events, state)))
    return hashed.hexdigest()


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
        *[path for folder in MODULES for path in (PACKAGE / folder).glob("*") if path.suffix in (".so", ".pyd")],
        PACKAGE / STAMP,
    ]


def remove() -> None:
    """Take away what was compiled: the plain source runs again."""
    for path in made():
        path.unlink(missing_ok=True)


def why_not() -> str | None:
    """Why nothing can be compiled here; None where it can."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"there is no C compiler {compiler} here; the rules run as plain Python, and nothing else is needed"
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
        files = ", ".join(repr(f"src/weathergauge/{name}") for name in NAMES)
        (there / "setup.py").write_text(SETUP.format(files=files), encoding="utf-8")
        asked = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
        done = subprocess.run(
            asked, cwd=there, capture_output=True, text=True, env=_environment(there / "src"), check=False
        )
        if done.returncode:
            raise Unable(f"the compiler refused it:\n{(done.stderr or done.stdout)[-2000:]}")
        built = there / "src"
        for path in [
            *built.glob("*__mypyc*"),
            *[at for name in MODULES for at in (built / "weathergauge" / name).iterdir()],
        ]:
            if path.suffix in (".so", ".pyd"):
                shutil.copy(path, SOURCE / path.relative_to(built))
    (PACKAGE / STAMP).write_text(stamped(PACKAGE, NAMES), encoding="utf-8")


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
    """The positions and games about which two lots of answers differ."""
    if len(plain) != len(compiled):
        return [f"{len(plain)} and {len(compiled)} answers"]
    return [one.rpartition(" ")[0] for one, other in zip(plain, compiled, strict=True) if one != other]


def main(given: Sequence[str]) -> int:
    """Compile, compare, and keep what was compiled only if it answers alike."""
    if given[:1] == ["--answers"]:
        print(running())
        for line in (*answers(int(given[1])), *games()):
            print(line)
        return 0
    remove()
    if list(given) == ["--remove"]:
        print("The rules run as plain Python.")
        return 0
    try:
        if (reason := why_not()) is not None:
            raise Unable(reason)
        print(f"Asking plain Python about {POSITIONS:,} positions, and playing games by chance …", flush=True)
        plain = asked(POSITIONS)
        print("Compiling …", flush=True)
        compile_all()
        print("Asking what was compiled the same …", flush=True)
        compiled = asked(POSITIONS)
        if (plain[0], compiled[0]) != (PLAIN, COMPILED):
            raise Unable(f"what ran was {plain[0]}, then {compiled[0]}")
        if differ := differing(plain[1:], compiled[1:]):
            raise Unable(f"it answers otherwise than the plain source: {', '.join(differ[:5])}")
    except Unable as error:
        remove()
        print(f"Not compiled: {error}.", file=sys.stderr)
        return 1
    many = sum([count for scenarios in GAMES.values() for count in scenarios.values()])
    print(
        f"Compiled; {POSITIONS:,} positions and {many} games come out alike. make compile ARGS=--remove takes it away."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
