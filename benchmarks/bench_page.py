"""What the pages weigh, and how long a browser takes until the board is drawn, against a page with nothing on it."""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

from benchmarks.rounds import same, versions
from benchmarks.wire import HEALTH
from tests.browser import chromium
from tests.browser.conftest import FLAGS
from tests.browser.people import Visitor
from tests.server.live import Live
from weathergauge.server.web import DIST

ROUNDS = 7
SHIPS = {"duel": 2, "trafalgar": 60}


@contextmanager
def browsing() -> Iterator[Browser]:
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.node())
    program, environment = chromium.launch()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, env=environment, args=FLAGS)
        yield browser
        browser.close()


def weighed(context: BrowserContext, look: Callable[[Page], float]) -> str:
    """Every answer that a page needs which nobody has opened before: how many, their bytes, and those bytes packed."""
    page, answers = context.new_page(), list[Response]()
    page.on("response", lambda answer: answers.append(answer))
    look(page)
    page.wait_for_function("document.fonts.status === 'loaded'")
    plain = packed = count = 0
    for answer in answers:
        if "text/event-stream" in answer.headers.get("content-type", "") or answer.status != 200:
            continue
        body = answer.body()
        count, plain, packed = count + 1, plain + len(body), packed + min(len(body), len(gzip.compress(body, 9)))
    page.close()
    return f"{plain / 1024:8.0f} KiB in {count} requests, {packed / 1024:.0f} KiB with gzip"


def looker(address: str, wanted: str) -> Callable[[Page], float]:
    """Open an address; the seconds until what is wanted is there."""

    def look(page: Page) -> float:
        start = perf_counter()
        page.goto(address, wait_until="commit")
        page.locator(wanted).first.wait_for(state="visible")
        return perf_counter() - start

    return look


def measured(browser: Browser, live: Live) -> None:
    ann = Visitor(browser, live.url).arrive("Ann")
    keeping = ann.context.storage_state()

    @contextmanager
    def newcomer() -> Iterator[BrowserContext]:
        """Nothing kept from before but who they are."""
        context = browser.new_context(storage_state=keeping)
        yield context
        context.close()

    looks = {"an empty page": looker(live.url + HEALTH, "body"), "the first page": looker(f"{live.url}/#/", "main h1")}
    for scenario, ships in SHIPS.items():
        made = ann.create(scenario=scenario, seats={"british": {"kind": "me"}, "allied": {"kind": "open"}})
        ben = Visitor(browser, live.url).arrive("Ben")
        ben.api(f"matches/{made['id']}/join", {"seat": "allied"})
        ben.close()
        board = f"the board, {scenario}"
        looks[board] = looker(f"{live.url}/#/match/{made['id']}?seat=british", "[data-ship]")
        with newcomer() as context:
            page = context.new_page()
            looks[board](page)
            same(f"the ships of {scenario} at least", page.locator("[data-ship]").count() >= ships, True)
    for label in list(looks)[1:3]:
        with newcomer() as context:
            print(f"   {'weight of ' + label:<46} {weighed(context, looks[label])}", flush=True)
    times: dict[str, list[float]] = {label: [] for label in looks}
    for turn in range(ROUNDS + 1):
        for label, look in looks.items():
            with newcomer() as context:
                took = look(context.new_page())
            if turn:
                times[label].append(took)
    ann.close()
    for label in list(looks)[1:]:
        value = median(mine / empty for mine, empty in zip(times[label], times["an empty page"], strict=True))
        told = f"{median(times[label]) * 1e3:.0f} against {median(times['an empty page']) * 1e3:.0f} ms"
        print(f"   {'time to ' + label + ', to an empty page':<46} {value:8.2f}×  {told}", flush=True)


def main() -> None:
    versions("weathergauge", "playwright")
    if not (DIST / "index.html").is_file():
        print("   left out: the pages have not been built; run make client")
        return
    if chromium.left_out():
        print("   left out: WG_NO_BROWSER is set")
        return
    try:
        chromium.prepare()
    except chromium.Missing as missing:
        print(f"   left out: {missing}")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        Live(Path(folder) / "p.db", bot_workers=0) as live,
        browsing() as browser,
    ):
        print(f"   Chromium {browser.version}, nothing kept from before")
        measured(browser, live)


if __name__ == "__main__":
    main()
