"""What a page looks like to whoever comes to it: readable by everyone, by day and by night, and no wider than the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import chromium

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 3,
}
OF_COLOUR = ("color-contrast", "link-in-text-block")
"""The rules of accessibility that day and night answer differently: the others ask what a page is made of."""
SETTLED = """() => document.getAnimations().forEach((one) => {
    if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
})"""


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe finds by these rules or by all, each with its first places."""
    # The policy forbids scripts that are not the page's own; the rules are run by the browser itself.
    if not page.evaluate("'axe' in window"):
        page.evaluate(chromium.axe())
    found = page.evaluate(
        "(rules) => axe.run(document, {resultTypes: ['violations'], ...(rules.length ? {runOnly: rules} : {})})",
        list(rules),
    )
    return [
        f"{one['impact']}: {one['id']}: {one['help']}: "
        + "; ".join(
            f"{' '.join(map(str, node['target']))} ({(node.get('any') or node.get('all') or node.get('none') or [{'message': ''}])[0]['message']})"
            for node in one["nodes"][:4]
        )
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def by_day_and_by_night(page: Page, where: str = "") -> list[str]:
    """What axe finds of a page as it stands, by day, and what night changes about it."""
    found = []
    for scheme, called, rules in (("light", "by day", ()), ("dark", "by night", OF_COLOUR)):
        lit(page, scheme)
        found += [": ".join(filter(None, (where, called, one))) for one in violations(page, rules)]
    return found


def lit(page: Page, scheme: Any) -> None:
    """Turn day into night, or night into day; no colour is still fading over."""
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-theme", scheme)
    page.evaluate(SETTLED)


def sticking_out(page: Page) -> list[str]:
    """Elements beyond the right edge, where the page scrolls sideways for them."""
    return list(
        page.evaluate(
            """(screen) => {
        const wide = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= wide && innerWidth <= screen) return [];
        return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > wide + 1)
            .slice(0, 5).map((one) => `${one.tagName}.${one.getAttribute('class')} ${Math.round(one.getBoundingClientRect().right)}`)
            .concat(`scrolls ${document.documentElement.scrollWidth} of ${wide}, window ${innerWidth}`);
    }""",
            (page.viewport_size or {"width": 390})["width"],
        )
    )
