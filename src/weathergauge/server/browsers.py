"""What a browser is called in the list of sessions: its name and its system, and nothing finer."""

from __future__ import annotations

BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Chromium/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Windows", "Windows"), ("Mac OS X", "a Mac"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip
PROGRAM = "a program"


def browser_of(agent: str | None) -> str:
    """Two words of a `User-Agent` header: "Firefox on Linux"."""
    # Most browsers say that they are several: the one that the others do not say comes first in the list.
    browser = next((name for mark, name in BROWSERS if mark in (agent or "")), None)
    system = next((name for mark, name in SYSTEMS if mark in (agent or "")), None)
    if browser is None:
        return PROGRAM
    return browser if system is None else f"{browser} on {system}"
