"""Tests in a real browser: one server and one Chromium for all of them, a visitor of their own for each.

They run in a process of their own (`make test` and `make browser-test` see to that), because Playwright keeps an event loop
running for as long as it lives.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.people import Visitor
from tests.server.live import Live

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]

type_of_visit = Callable[..., Visitor]


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput") or config.option.collectonly or chromium.left_out():
        return
    try:
        chromium.prepare()
    except chromium.Missing as missing:
        raise pytest.UsageError(str(missing)) from None
    subprocess.run([sys.executable, str(ROOT / "client" / "build.py")], check=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if chromium.left_out():
        for item in items:
            item.add_marker(pytest.mark.skip(reason="WG_NO_BROWSER is set: nothing was tried in a browser"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server on SQLite with the built client."""
    with Live(tmp_path_factory.mktemp("server") / "browser.db", heartbeat=5) as live:
        yield live


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.node())
    program, environment = chromium.launch()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, env=environment, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, server: Live) -> Iterator[type_of_visit]:
    """Somebody opens a browser. Afterwards none of their pages may have complained, of anything."""
    visitors: list[Visitor] = []

    def arrive(base: str | None = None, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, base or server.url, **options))
        return visitors[-1]

    yield arrive
    troubles = [trouble for visitor in visitors for trouble in visitor.unexpected()]
    for visitor in visitors:
        visitor.close()
    assert not troubles, "the console has:\n" + "\n".join(troubles)
