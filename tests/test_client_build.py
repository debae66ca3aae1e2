"""The browser client can be fetched and built anywhere: its lock names no host, and an unchanged one is not built again."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "client"


@pytest.fixture
def build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("client_build", CLIENT / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
    spec = importlib.util.spec_from_file_location(f"client_{name}", CLIENT / "src" / "lib" / "proof" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.FILE.read_text(encoding="utf-8") == module.text()
