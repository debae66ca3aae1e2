"""What of the rules runs compiled: the free table and the chapters of titles that mypyc can compile (`make compile`)."""

from __future__ import annotations

from pathlib import Path

from weathergauge.freetable import geometry

PLAIN, COMPILED, STALE = "plain Python", "compiled", "compiled of another source: run make compile again"
STAMP = "compiled.txt"
"""Says of what source each compiled module was made; `make compile` writes it into the package."""


def running() -> str:
    """Say whether the rules run as plain Python or compiled, or compiled of an older source than lies here."""
    if geometry.__file__.endswith(".py"):
        return PLAIN
    package = Path(geometry.__file__).parents[1]
    stamp = package / STAMP
    if not stamp.is_file():
        return STALE
    written = stamp.read_text(encoding="utf-8")
    names = [line.split()[0] for line in written.splitlines()]
    return COMPILED if written == stamped(package, names) else STALE


def stamped(package: Path, names: list[str]) -> str:
    """A line for each of these modules: its path in the package, and the hash of its source."""
    from hashlib import sha256  # whoever only plays does not wait for it

    sources = [(package / name).read_bytes() if (package / name).is_file() else b"" for name in names]
    return "".join([f"{name} {sha256(source).hexdigest()}\n" for name, source in zip(names, sources, strict=True)])
