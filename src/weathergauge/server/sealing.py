"""Words for the dice: a seat seals its own by their hash, and opens them when all who take part have sealed theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Request
from msgspec import Meta

from weathergauge.languages import said
from weathergauge.match.record import commitment, seed_hash
from weathergauge.server.bridge import Asked, Reply, Routes, read
from weathergauge.server.change import Change
from weathergauge.server.house import House, sit
from weathergauge.server.problem import Problem
from weathergauge.server.seating import go_on
from weathergauge.server.summary import Summary, summary
from weathergauge.server.table import Place

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
AT = "/api/matches/{match}/seats/{seat}"
PROBLEMS = ["signed-out", "not-yours", "not-found", "refused", "bad-input"]


class Commit(Asked, frozen=True):
    """SHA-256 of a seat's words, and the hash of the server's seed after which they were drawn."""

    commitment: Hash
    seed_hash: Hash


class Open(Asked, frozen=True):
    """The words that were committed to."""

    words: Annotated[str, Meta(min_length=16, max_length=300)]


def routes(house: House) -> Routes:
    part = Routes("matches")

    async def at_place(request: Request, match: str, seat: str, do: Callable[[Change, Place], None]) -> Reply:
        """Change something about the place of whoever plays the seat, and answer how the match stands."""
        caller = await house.caller(request)

        def change_it(change: Change) -> Any:
            table = change.table
            place = table.row.facts.place(sit(table, seat, caller, play=True))
            assert place is not None  # who sits there was asked
            do(change, place)
            return lambda: summary(table.row, table.rules, caller, table.of(caller.id))

        return Reply(await house.keeper.change(match, change_it))

    @part.post(AT + "/commit", Commit, Summary, PROBLEMS)
    async def commit(request: Request, match: str, seat: str) -> Reply:
        """Seal the words of a seat: they are drawn after the hash of the server's seed was shown."""
        asked, _ = await read(request, Commit)

        def do(change: Change, place: Place) -> None:
            if place.commitment != asked.commitment:
                _seal(change, place, asked)

        return await at_place(request, match, seat, do)

    @part.post(AT + "/open", Open, Summary, PROBLEMS)
    async def open(request: Request, match: str, seat: str) -> Reply:
        """Open the words of a seat, once all have sealed theirs; the last one starts the match."""
        asked, _ = await read(request, Open)

        def do(change: Change, place: Place) -> None:
            if place.words != "opened" or change.table.row.seeds.get(place.seat) != asked.words:
                _open(change, place, asked.words)

        return await at_place(request, match, seat, do)

    return part


def _seal(change: Change, place: Place, asked: Commit) -> None:
    row = change.table.row
    if row.status != "gathering":
        raise Problem("refused", f"The match is {row.status} already: words are sealed before it begins.")
    if place.words in ("committed", "opened"):
        raise Problem("refused", f"The words of {place.seat} are sealed already, and cannot be exchanged.")
    if row.facts.opening is not None:
        raise Problem("refused", "Others open their words already: nobody can add some now.")
    if asked.seed_hash != seed_hash(row.seed):
        raise Problem("refused", "seed_hash: that is not the hash of this match; read its summary, then draw words.")
    if any(other.commitment == asked.commitment for other in row.facts.seats):
        raise Problem("refused", "commitment: another seat has committed to those words; draw your own.")
    place.words, place.commitment = "committed", asked.commitment
    rules = change.table.rules
    change.tell(
        "match",
        "committed",
        {"seat": place.seat, "commitment": asked.commitment},
        lambda: said("Words for the dice are sealed by {side}.", side=said(rules.side_words(place.seat))),
    )
    go_on(change, place.seat)


def _open(change: Change, place: Place, words: str) -> None:
    row = change.table.row
    if row.status != "gathering":
        raise Problem("refused", f"The match is {row.status} already.")
    if place.words != "committed":
        raise Problem("refused", f"{place.seat} has no sealed words to open.")
    if row.facts.opening is None:
        raise Problem("refused", "Not all have sealed their words yet: keep yours to yourself until then.")
    if commitment(words) != place.commitment:
        raise Problem("refused", f"words: these are not the words that {place.seat} has committed to.")
    place.words = "opened"
    row.seeds = {**row.seeds, place.seat: words}
    rules = change.table.rules
    change.tell(
        "match",
        "opened",
        {"seat": place.seat},
        lambda: said("The words for the dice are opened by {side}.", side=said(rules.side_words(place.seat))),
    )
    go_on(change)
