"""The app: the house, its routes and the door before them, put together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from msgspec import Struct

from weathergauge import __version__, codec
from weathergauge.match.opening import ready
from weathergauge.ruleset import Rules
from weathergauge.server import (
    account,
    catalogue,
    companion,
    lobby,
    lookback,
    me,
    play,
    problem,
    sealing,
    seats,
    stream,
    talk,
    web,
    workbench,
)
from weathergauge.server.bridge import Reply, Routes, describe, packed
from weathergauge.server.change import Change
from weathergauge.server.events import Event
from weathergauge.server.guard import Guard
from weathergauge.server.house import BOTS, RULES, House
from weathergauge.server.settings import Settings
from weathergauge.server.sheets import Sheet
from weathergauge.server.table import AS_JSON, Table

ABOUT = "Play chart-driven naval wargames: views, actions, events, odds, records. docs/api.md says the same for people."


class Health(Struct, frozen=True):
    ok: bool
    version: str
    database: str


def create_app(
    settings: Settings | None = None,
    *,
    rules_at: str = RULES,
    bots_at: str = BOTS,
    titles: Sequence[str] = (),
    dist: Path = web.DIST,
) -> FastAPI:
    """The web app. What it needs is opened when it starts, and closed when it stops."""
    house = House(settings or Settings(), rules_at, bots_at, titles)
    app = _app(house)
    parts = [
        part.routes(house)
        for part in (play, stream, lobby, seats, sealing, me, account, talk, catalogue, lookback, companion, workbench)
    ]
    parts.append(_operators(house))
    for part in parts:
        app.include_router(part.router)
    app.include_router(_description(app))
    app.include_router(web.routes(dist))
    describe(app, parts, _ready(app, house))
    return app


def create_worker(
    settings: Settings, *, rules_at: str = RULES, bots_at: str = BOTS, titles: Sequence[str] = ()
) -> FastAPI:
    """What plays bots for the servers on the same database: the house with no routes but health and figures."""
    house = House(settings, rules_at, bots_at, titles)
    app = _app(house)
    app.include_router(_operators(house).router)
    _ready(app, house)
    return app


def _app(house: House) -> FastAPI:
    """An app without routes, around a house that starts and stops with it."""

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await house.start()
        try:
            yield
        finally:
            await house.stop()

    app = FastAPI(
        title="Weather Gauge", version=__version__, description=ABOUT, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url=None,
    )  # fmt: skip
    app.state.house = house
    problem.install(app)
    return app


def _ready(app: FastAPI, house: House) -> list[tuple[str, Rules]]:
    """Put the door before the routes and make the decoders; the titles that can be played."""
    app.add_middleware(Guard, settings=house.settings, limiter=house.guard, metrics=house.metrics)
    playable = [(name, house.rules_for(name)) for name in house.titles if house.why_not(name) is None]
    for _, rules in playable:
        ready(rules)
    codec.ready([*AS_JSON.values(), Event, Sheet])
    return playable


def _description(app: FastAPI) -> APIRouter:
    """The description of the interface, made once: it is large, and always the same."""
    router, kept = APIRouter(), list[bytes]()

    @router.get("/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        if not kept:
            kept.append(codec.encode(app.openapi()))
        return await packed(request, Response(kept[0], media_type="application/json"))

    return router


def _operators(house: House) -> Routes:
    """Health and figures."""
    part, metrics = Routes("operators"), house.metrics
    metrics.watch("streams", "Open event streams.", lambda: house.hub.streams)
    metrics.watch("matches_in_memory", "Matches held in memory.", lambda: len(house.keeper))
    metrics.watch("bot_moves", "Orders that bots gave.", lambda: house.crew.moves)
    metrics.watch("bot_matches", "Matches whose bots are playing here now.", lambda: len(house.crew))
    metrics.watch("letters_sent", "Letters sent.", lambda: house.postman.sent)

    metrics.watch("webhooks_posted", "What was posted to the webhook.", lambda: house.herald.posted)

    def changed(table: Table, change: Change) -> None:
        metrics.changes.inc()
        if table.row.finished == change.at:
            metrics.finished.inc()

    house.keeper.changed.append(changed)

    @part.get("/healthz", Health, ["unavailable"])
    async def health() -> Reply:
        """Whether the server can do its work: whether its store can be written to."""
        await house.pulse.feel()
        return Reply(Health(True, __version__, house.store.kind))

    @part.get("/livez", Health, [])
    async def life() -> Reply:
        """Whether the process answers at all, whatever its store does: what fails this wants to be started again."""
        return Reply(Health(True, __version__, house.store.kind))

    if house.settings.metrics:

        @part.router.get("/metrics", include_in_schema=False)
        async def figures() -> Response:
            return Response(metrics.text(), media_type="text/plain; version=0.0.4")

    return part
