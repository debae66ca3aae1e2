"""Promises and licences: what the pages say of tests and packages is so."""

import json
import re
from pathlib import Path

from release.materials import ELSEWHERE, client_packages, pins, unnamed, written

ROOT = Path(__file__).parents[2]


def test_every_package_has_its_licence_on_the_page():
    """Those of the lock files, no more and no fewer, with the licences that they say themselves; `python -m release.materials` writes it."""
    page = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| (\S+) \| (.+) \|$", page, re.MULTILINE))
    lock = (ROOT / "requirements-run.lock").read_text(encoding="utf-8")
    client = client_packages(json.loads((ROOT / "client/package-lock.json").read_text(encoding="utf-8")))
    assert told.keys() - {"package"} == {name for name, _, _ in pins(lock)} | client.keys()
    here = dict(re.findall(r"^\| (\S+) \| (.+) \|$", written(), re.MULTILINE))
    differ = {name: (told[name], licence) for name, licence in here.items() if ELSEWHERE not in (licence, told[name]) and told[name] != licence}  # fmt: skip
    assert differ == {}
    assert not unnamed(lock, told)


def test_a_package_that_says_no_licence_is_named():
    """A release is not cut with one."""
    assert unnamed("alpha==1.0\nbeta==2.0\n", {"alpha": "MIT", "beta": "not said"}) == ["beta"]


def test_the_tests_that_hold_a_promise_are_there():
    """Each file that the page names."""
    named = re.findall(r"`(tests/[\w/]+\.py)`", (ROOT / "docs/trust.md").read_text(encoding="utf-8"))
    assert len(named) > 12
    assert [name for name in named if not (ROOT / name).is_file()] == []
