"""Somebody with a browser of their own: what they see, what they do, and what went wrong on their pages."""

from __future__ import annotations

import re
import uuid
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

# A press of a button may have to wait for a bot that thinks; nothing here waits longer.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)


class Visitor:
    """One browser with its own cookies; `page` is its tab."""

    def __init__(self, browser: Browser, base: str, **options: Any) -> None:
        chosen = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}, **options}
        self.base = base
        self.context = browser.new_context(base_url=base, **chosen)
        self.context.set_default_timeout(PATIENCE)
        self.troubles: list[str] = []
        self.expected: list[str] = []
        self.clicks = self.loads = 0
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        # A policy that is broken is told as an error too.
        if message.type in ("error", "warning"):
            self.troubles.append(
                f"{message.page.url if message.page else ''}: {message.text} {message.location.get('url', '')}"
            )

    def expects(self, pattern: str) -> None:
        """What this test brings about on purpose is no trouble."""
        self.expected.append(pattern)

    def begins_anew(self) -> None:
        """Forget what went wrong so far: another test looks through the same browser."""
        self.troubles.clear()
        self.expected.clear()

    def unexpected(self) -> list[str]:
        return [one for one in self.troubles if not any(re.search(pattern, one) for pattern in self.expected)]

    # ---- going and doing

    def go(self, where: str = "") -> Page:
        """A page by its address after `#/`; always loaded afresh, in the same process of the browser."""
        self.loads += 1
        self.page.goto(f"/?{self.loads}#/{where}")
        self.settled()
        return self.page

    def turn_to(self, where: str) -> Page:
        """Another page, as a link leads there: nothing is loaded that is there already."""
        self.page.evaluate("(where) => { location.hash = where }", f"#/{where}")
        self.settled()
        return self.page

    def settled(self) -> None:
        """Until the page has its heading, and what it asked for has come."""
        expect(self.page.locator("main h1, .table h1").first).to_be_attached()
        self.page.evaluate("document.fonts.ready")

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def button(self, name: str | re.Pattern[str], exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    # ---- what the page does not need to be watched for

    def api(self, path: str, body: Any = None, method: str | None = None, status: int | None = None) -> Any:
        """A request with this browser's cookies; gives the answer."""
        method = method or ("GET" if body is None else "POST")
        headers = {"Idempotency-Key": uuid.uuid4().hex, "Origin": self.base}
        answer = self.context.request.fetch(f"/api/{path}", method=method, data=body, headers=headers)
        if status is None:
            assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        else:
            assert answer.status == status, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def arrive(self, name: str) -> Visitor:
        self.api("guest", {"name": name})
        return self

    def create(self, **more: Any) -> Any:
        return self.api("matches", {"title": "trafalgar", "scenario": "duel", **more})

    def at(self, match: str, seat: str) -> Chair:
        return Chair(self, match, seat)

    def sit(self, match: str, seat: str) -> Chair:
        """The page of a seat; ready when the bar says who decides."""
        self.go(f"match/{match}?seat={seat}")
        expect(self.page.get_by_role("region", name="What is to be decided").locator("h2")).not_to_be_empty()
        return self.at(match, seat)

    def in_step(self, chair: Chair) -> Locator:
        """Until the page shows what the seat has to decide now; gives the bar of another decision, for whoever waits for one."""
        decision = chair.view()["decision"]
        bar = self.page.get_by_role("region", name="What is to be decided")
        expect(bar).to_have_attribute("data-decision", decision)
        return self.page.locator(f'section[data-decision]:not([data-decision="{decision}"])')

    def close(self) -> None:
        self.context.close()


class Chair:
    """A seat, spoken to without its page."""

    def __init__(self, visitor: Visitor, match: str, seat: str) -> None:
        self.visitor, self.match, self.seat = visitor, match, seat
        self.path = f"matches/{match}/seats/{seat}"

    def view(self, log: int = 0) -> Any:
        return self.visitor.api(f"{self.path}/view?log={log}")

    def act(self, action: Any) -> Any:
        return self.visitor.api(f"{self.path}/actions", {"action": action, "decision": self.view()["decision"]})

    def events(self) -> list[Any]:
        return list(self.visitor.api(f"{self.path}/events?after=0")["events"])
