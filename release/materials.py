"""What a release is made of: every package that is installed with it, with its version, hashes and licence, as CycloneDX."""

from __future__ import annotations

import json
import re
import sysconfig
from collections.abc import Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==([^\s;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


ELSEWHERE = "as its own notice says; for other systems alone"
"""Of a package that is not installed on the system where the page is written."""
ROOT = Path(__file__).parents[1]


def pins(lock: str) -> list[tuple[str, str, list[str]]]:
    """Read a lock file: each package with its version and the hashes of the files it may be; some have one version for each Python."""
    found: list[tuple[str, str, list[str]]] = []
    for line in lock.splitlines():
        if pin := PIN.match(line):
            found.append((re.sub(r"[-_.]+", "-", pin[1]).lower(), pin[2], []))
        if found:
            found[-1][2].extend(HASH.findall(line))
    return found


def licences(place: Path) -> dict[str, str]:
    """Say the licence of each package that is installed in a place."""
    return {
        re.sub(r"[-_.]+", "-", dist.metadata["Name"]).lower(): _licence(dist)
        for dist in distributions(path=[str(place)])
    }


def _licence(dist: Distribution) -> str:
    def said(name: str) -> list[str]:
        return [str(line).strip() for line in dist.metadata.get_all(name) or ()]

    named = [line.rpartition(" :: ")[2] for line in said("Classifier") if line.startswith("License :: OSI")]
    short = [text.partition("\n")[0] for text in said("License")]
    return "".join(said("License-Expression")) or ", ".join(named) or "".join(short) or "not said"


def client_packages(lock: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """List the packages that the browser client is built from, with version and licence."""
    return {
        place.rpartition("node_modules/")[2]: (told["version"], told.get("license", "not said"))
        for place, told in lock["packages"].items()
        if place and not told.get("optional")
    }


def bill(version: str, lock: str, said: Mapping[str, str], client: Mapping[str, tuple[str, str]]) -> str:
    """Write the bill of materials as CycloneDX JSON; the same materials give the same text."""
    parts: list[dict[str, Any]] = []
    for name, pinned, hashes in sorted(pins(lock)):
        part: dict[str, Any] = {"type": "library", "name": name, "version": pinned, "purl": f"pkg:pypi/{name}@{pinned}"}
        if name in said:
            part["licenses"] = [{"license": {"name": said[name]}}]
        part["properties"] = [{"name": "weathergauge:sha256", "value": one} for one in sorted(hashes)]
        parts.append(part)
    for name, (pinned, licence) in sorted(client.items()):
        path = name.replace("@", "%40", 1)
        parts.append(
            {
                "type": "library", "name": name, "version": pinned, "purl": f"pkg:npm/{path}@{pinned}",
                "licenses": [{"license": {"name": licence}}],
            }
        )  # fmt: skip
    whole = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"component": {"type": "application", "name": "weathergauge", "version": version}},
        "components": parts,
    }  # fmt: skip
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def page(lock: str, said: Mapping[str, str], client: Mapping[str, tuple[str, str]]) -> str:
    """Write the page of licences: each package that is installed with a release, and those the browser client is built from."""
    mine = sorted({name for name, _, _ in pins(lock)})
    lines = [
        "# Licences of what is shipped",
        "",
        "Weather Gauge is under the MIT licence. What it installs and what its pages are built from keep licences of their own; nothing else is in a release.",
        "The full notices of what the pages carry, fonts among them, are in `licences.txt` of every server. This page is written by `python -m release.materials`,",
        "and a test holds it to the lock files.",
        "",
        "## Installed with it",
        "",
        "| package | licence |",
        "|---|---|",
        *(f"| {name} | {said.get(name, ELSEWHERE)} |" for name in mine),
        "",
        "## Built into the pages, or used to build them",
        "",
        "| package | licence |",
        "|---|---|",
        *(f"| {name} | {licence} |" for name, (_, licence) in sorted(client.items())),
        "",
    ]
    return "\n".join(lines)


def unnamed(lock: str, said: Mapping[str, str]) -> list[str]:
    """Name the packages whose licence nobody says: a release is not cut with one. One for other systems is not installed here."""
    return sorted({name for name, _, _ in pins(lock) if said.get(name) == "not said"})


def written() -> str:
    """Write the page of licences for what is installed here."""
    lock = (ROOT / "requirements-run.lock").read_text(encoding="utf-8")
    client = client_packages(json.loads((ROOT / "client/package-lock.json").read_text(encoding="utf-8")))
    return page(lock, licences(Path(sysconfig.get_path("purelib"))), client)


if __name__ == "__main__":
    (ROOT / "docs/licences.md").write_text(written(), encoding="utf-8")
