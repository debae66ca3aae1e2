"""The annals of a match: what each step is entered as in the books, and what is measured over time. Each title keeps its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

__all__ = ["Entry", "Measures", "totals"]


class Entry(Struct, frozen=True):
    """A line in the books: under a heading, whose it is, what for, and how much."""

    heading: str
    """"Sail lost", "Orders kept": what stands together on one page."""
    seat: str
    words: str
    """What for, as it is read: "in battle", "a cruise off Toulon"."""
    number: int = 1


Measures = Mapping[str, Mapping[str, int]]
"""What is drawn over time, in words, and how it stands for each seat: {"sail": {"british": 32, "bourbon": 35}}."""


def totals(entries: Iterable[Entry]) -> list[Entry]:
    """Add up what stands under the same heading for the same seat in the same words, in the order of the books."""
    sums: dict[tuple[str, str, str], int] = {}
    for entry in entries:
        key = entry.heading, entry.seat, entry.words
        sums[key] = sums.get(key, 0) + entry.number
    return [Entry(*key, number) for key, number in sums.items()]
