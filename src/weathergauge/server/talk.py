"""Talk at a match: to the whole table, or among the players of one's own side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from fastapi import Request
from msgspec import Meta, Struct

from weathergauge.server.bridge import Asked, Reply, Routes, key_of, read
from weathergauge.server.change import Ask, Change
from weathergauge.server.house import House, is_program, sit
from weathergauge.server.problem import Problem
from weathergauge.server.table import Table


class Say(Asked, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    to: Literal["table", "side"] = "table"


class Said(Struct, frozen=True):
    """The number under which the speaker hears it."""

    number: int


class Mute(Asked, frozen=True):
    """Whether the seat wants to hear nothing of spectators."""

    spectators: bool


class Muted(Struct, frozen=True):
    spectators: bool


def routes(house: House) -> Routes:
    part = Routes("talk")

    @part.post(
        "/api/matches/{match}/seats/{seat}/talk", Say, Said,
        ["signed-out", "not-yours", "not-found", "bad-input"], key=False,
    )  # fmt: skip
    async def say(request: Request, match: str, seat: str) -> Reply:
        """Say something to the table or to one's own side."""
        asked, raw = await read(request, Say)
        caller = await house.caller(request)
        nameless = Problem("signed-out", "Take a name first: play as a guest, or sign in.")
        if caller.account is None and caller.bearer is None:
            raise nameless
        text = "".join(sign for sign in asked.text if sign.isprintable() or sign == "\n").strip()
        if not text:
            raise Problem("bad-input", "text: expected something to say.")
        name = caller.account.name if caller.account else seat
        await house.guard.work("spectator-talk" if seat == "spectator" else "talk", request, caller.id)
        key = key_of(request, needed=False)
        ask = None if key is None else Ask.of(f"{match}:{seat}:talk:{caller.id}", key, raw)

        def may(table: Table) -> None:
            sit(table, seat, caller)
            if caller.account is None and not is_program(table, caller):  # any word may be sent as a token
                raise nameless

        def do(change: Change) -> object:
            audience = sit(change.table, seat, caller)
            if asked.to == "side" and not audience:
                raise Problem("not-yours", "A spectator has no side: speak to the table.")
            event = {"by": seat, "player": name, "to": asked.to, "text": text}
            heard: Iterable[str] | None = (audience,) if asked.to == "side" else None
            if not audience:
                muted = change.table.row.facts.muted
                heard = [other for other in change.table.audiences if other not in muted]
            change.tell("talk", "said", event, f"{name}: {text}", heard)
            return lambda: Said(change.table.row.told[audience])

        return Reply(await house.keeper.change(match, do, ask, may=may))

    @part.post(
        "/api/matches/{match}/seats/{seat}/mute", Mute, Muted, ["signed-out", "not-yours", "not-found"]
    )  # fmt: skip
    async def mute(request: Request, match: str, seat: str) -> Reply:
        """Hear no more of what spectators say, or hear it again: for one's own seat alone."""
        asked, _ = await read(request, Mute)
        caller = await house.caller(request)

        def do(change: Change) -> Muted:
            sit(change.table, seat, caller, play=True)
            facts = change.table.row.facts
            if asked.spectators != (seat in facts.muted):
                facts.muted = sorted({*facts.muted, seat} if asked.spectators else {*facts.muted} - {seat})
                words = "You hear no more of what spectators say." if asked.spectators else "You hear spectators again."
                change.tell("match", "muted" if asked.spectators else "unmuted", {"seat": seat}, words, (seat,))
            return Muted(asked.spectators)

        return Reply(await house.keeper.change(match, do))

    return part
