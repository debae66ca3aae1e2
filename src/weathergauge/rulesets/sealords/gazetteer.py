"""Hold the places and winds that a `title.toml` names to the map and the charts beside it: what is not there is named by its line."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from weathergauge.files.handwritten import Page, Path, shown
from weathergauge.sentences import nearest


def hold(page: Page, places: Collection[str], winds: Collection[str]) -> None:
    """Note every place that is not on the map, every track of no wind, and every wind without a track."""
    for path, place in _named(page.values):
        if place not in places:
            word = str(path[-1])
            page.note(path, f"{word} = {shown(place)}: expected a place of the map{_hint(place, places)}")
    tracks = page.values.get("tracks", {})
    for wind in tracks:
        if wind not in winds:
            page.note(("tracks", wind), f"[tracks.{wind}]: expected one of the winds of the charts{_hint(wind, winds)}")
    for wind in winds:
        if wind not in tracks:
            page.note((), f"the track of a wind is missing: add [tracks.{wind}] with the places where its gales begin")


def _hint(word: str, known: Collection[str]) -> str:
    """The nearest of the words that are known, where one is near."""
    hint = nearest(word, known)
    return f"; {hint}" if hint.startswith("did") else ""


def _named(values: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """Every place that is named, and where it stands. A step to "" is none: there a gale ends."""
    for wind, track in values.get("tracks", {}).items():
        for key in ("starts", "halts", "lasts", "own"):
            yield from (((*("tracks", wind), key), place) for place in track.get(key, ()))
        for start, goal in track.get("steps", ()):
            yield from ((("tracks", wind, "steps"), place) for place in (start, goal) if place)
    for number, contingent in enumerate(values.get("contingents", ())):
        yield from ((("contingents", number, "home"), place) for place in contingent.get("home", ()))
        yield from ((("contingents", number, "entry"), place) for place in (contingent.get("entry"),) if place)
    for key in ("routes", "zones", "diversions"):
        for name, told in values.get(key, {}).items():
            yield from (((key, name), place) for place in ([told] if isinstance(told, str) else told))
    yield from ((("diversions",), place) for place in values.get("diversions", {}))
    yield from ((("victualled",), place) for place in values.get("victualled", ()))
    for part, key in (("knights", "port"), ("levant", "place")):
        yield from (((part, key), told[key]) for told in (values.get(part),) if told)
