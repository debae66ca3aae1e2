"""The browser client can be fetched and built anywhere: its lock names no host, and an unchanged one is not built again."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest
from msgspec import Struct

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "client"


def loaded(path: Path) -> ModuleType:
    """A program of the client's, as a module."""
    spec = importlib.util.spec_from_file_location(f"client_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def build() -> ModuleType:
    return loaded(CLIENT / "build.py")


def test_the_lock_of_the_client_names_no_host():
    """A `resolved` address would tie everybody to the registry of whoever made the lock."""
    lock = json.loads((CLIENT / "package-lock.json").read_text())
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []
    assert all("integrity" in package for name, package in lock["packages"].items() if name)


def test_new_locks_will_name_none_either():
    """Only the project's own settings make it hold everywhere."""
    settings = (CLIENT / ".npmrc").read_text().split()
    assert "omit-lockfile-registry-resolved=true" in settings
    assert "min-release-age=21" in settings


def test_ranges_are_loose_so_that_the_lock_can_wait_for_settled_releases():
    """The lock pins; a range that asks for a release of last week could not be locked at all."""
    package = json.loads((CLIENT / "package.json").read_text())
    ranges = {**package["dependencies"], **package["devDependencies"]}
    assert [name for name, wanted in ranges.items() if wanted[0] not in "^~"] == []


def test_the_pages_need_nothing_that_the_policy_forbids():
    """No inline script or style in the page, and nothing from another host."""
    page = (CLIENT / "index.html").read_text()
    assert "<style" not in page
    assert page.count("<script") == page.count("<script src=") + page.count('<script type="module" src=')
    assert "://" not in page


def test_a_built_client_is_known_by_its_stamp(build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The stamp is the hash of the sources: equal, nothing is built; otherwise it is."""
    monkeypatch.setattr(build, "DIST", tmp_path / "dist")
    assert not build.current()
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / ".stamp").write_text("something else")
    assert not build.current()
    (tmp_path / "dist" / ".stamp").write_text(build.fingerprint())
    assert build.current()


def test_the_fingerprint_follows_every_source(build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A changed file, a renamed one and a new one all count; a test beside the source does not."""
    for name in (
        "package.json",
        "package-lock.json",
        "index.html",
        "vite.config.ts",
        "faces.js",
        "svelte.config.js",
        "tsconfig.json",
    ):
        (tmp_path / name).write_text(name)
    (tmp_path / "src").mkdir()
    page = tmp_path / "src" / "App.svelte"
    page.write_text("<h1>Weather Gauge</h1>")
    monkeypatch.setattr(build, "CLIENT", tmp_path)
    seen = [build.fingerprint()]
    page.write_text("<h1>Weather Gage</h1>")
    seen.append(build.fingerprint())
    page.rename(page.with_name("Page.svelte"))
    seen.append(build.fingerprint())
    (tmp_path / "src" / "app.css").write_text("")
    seen.append(build.fingerprint())
    assert len(set(seen)) == 4
    (tmp_path / "src" / "router.test.ts").write_text("")
    assert build.fingerprint() == seen[-1]


@pytest.mark.parametrize("name", ["titles", "fields"])
def test_the_client_knows_what_the_python_knows(name):
    """Its page for proofs asks no server: after a new scenario or a new field of the record, NAME.py writes the list anew."""
    module = loaded(CLIENT / "src" / "lib" / "proof" / f"{name}.py")
    assert module.FILE.read_text(encoding="utf-8") == module.text()


class Spot(Struct, array_like=True):
    x: int
    y: int


class Rowing(Struct, tag="rowing"):
    far: int


class Resting(Struct, tag="resting"):
    pass


Rig = Literal["lug", "sprit"]


class Boat(Struct, omit_defaults=True):
    """A boat."""

    at: Spot
    hold: Any
    rig: Rig = "lug"
    phase: Rowing | Resting | None = None
    tows: tuple[Boat, ...] = ()


def test_structs_become_the_types_that_the_client_reads():
    """What has its default may be left out, words and phases have names, a tuple stays one, a struct may hold its own kind."""
    shapes = loaded(CLIENT / "shapes.py")
    made = shapes.Shapes([("Rig", Rig), ("Phase", Rowing | Resting)], narrowed={"Boat": {"hold": "Action"}})
    made.add("Boat", Boat)
    assert made.text().partition("change those, and run it again.\n")[2] == (
        "import type { Action } from '../api/types';\n\n"
        "/** A boat. */\nexport type Boat = {\n  readonly at: Spot;\n  readonly hold: Action;\n  readonly rig?: Rig;\n"
        "  readonly phase?: Phase | null;\n  readonly tows?: readonly Boat[];\n};\n\n"
        "export type Phase = {\n  readonly type: 'rowing';\n  readonly far: number;\n} | {\n  readonly type: 'resting';\n};\n\n"
        "export type Rig = 'lug' | 'sprit';\n\nexport type Spot = readonly [x: number, y: number];\n"
    )
    with pytest.raises(TypeError, match="no crew"):
        shapes.Shapes(narrowed={"Boat": {"crew": "number"}}).add("Boat", Boat)


def test_the_built_pages_carry_the_licences_of_what_is_in_them(build: ModuleType):
    """Fonts and code of others: each with its name, its version and its notice; nothing that only builds."""
    build.build()
    text = (build.DIST / build.NOTICES).read_text(encoding="utf-8")
    locked = json.loads((CLIENT / "package-lock.json").read_text())["packages"]
    named = dict(re.findall(r"^(@?[a-z][\w@/.-]*) (\d\S*) \([^)]+\)$", text, re.MULTILINE))
    assert named == {name: locked[f"node_modules/{name}"]["version"] for name in named}
    wanted = json.loads((CLIENT / "package.json").read_text())["dependencies"]
    assert {*wanted, "svelte"} <= named.keys()
    assert not {"vite", "typescript", "vitest"} & named.keys()
    assert "SIL OPEN FONT LICENSE" in text
    code = [name for name in named if not name.startswith("@fontsource")]
    assert text.count("Permission is hereby granted") >= len(code) > 2
    assert not (build.DIST / "carried.txt").exists()


def test_a_package_without_a_licence_is_not_carried(build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Those that have one are named with its text."""
    monkeypatch.setattr(build, "CLIENT", tmp_path)
    for name, licence in (("@some/one", "LICENSE.md"), ("other", "README.md")):
        folder = tmp_path / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"name": name, "version": "1.0", "license": "MIT"}))
        (folder / licence).write_text("Do as you like.")
    files = ["src/main.ts", "\0virtual", f"{tmp_path}/node_modules/@some/one/index.js?url"]
    assert "@some/one 1.0 (MIT)\n\nDo as you like.\n" in build.notices(files)
    with pytest.raises(SystemExit, match="other is in the built pages and has no licence"):
        build.notices([*files, "node_modules/other/index.js"])


def test_a_wheel_carries_the_pages_and_every_notice(build: ModuleType, tmp_path: Path):
    """Built with what the lock files hold and nothing fetched; LICENSE is our own."""
    build.build()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        notices = packed.read("weathergauge/web/dist/licences.txt").decode()
    assert "weathergauge/web/dist/index.html" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "SIL OPEN FONT LICENSE" in notices


def test_nothing_is_installed_that_has_no_hash():
    """Each set is held to its hashes, and the project itself is built with what is in them."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = re.findall(r"\$\(PIP\) install (.*)", makefile)
    loose = [line for line in installs if "--require-hashes -r" not in line]
    assert len(installs) >= 5
    assert loose == ['--quiet "$(UV)"', "--quiet --no-deps --no-build-isolation -e ."]  # uv only makes the locks
    built_with = re.findall(r"^([a-z-]+)==", (ROOT / "requirements-build.lock").read_text(), re.MULTILINE)
    assert {"hatchling", "editables"} <= {*built_with}
