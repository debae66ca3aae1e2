"""The workbench: for whoever runs the server, what a change to a chart does, by games that grow while one watches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Request, Response
from fastapi.responses import FileResponse
from msgspec import Meta, Struct

from weathergauge import codec
from weathergauge.ruleset import Seat
from weathergauge.server.bridge import NO_STORE, Asked, Nothing, Reply, Routes, read
from weathergauge.server.events import clock
from weathergauge.server.house import House
from weathergauge.server.hub import Numbered
from weathergauge.server.problem import Problem
from weathergauge.server.stream import EventStream, wants_stream
from weathergauge.server.trials import About, Wanted
from weathergauge.studies.glance import Glance

Line = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")]
Label = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Games = Annotated[int, Meta(ge=1, le=1_000_000)]
KINDS = {".html": "text/html", ".csv": "text/csv", ".parquet": "application/vnd.apache.parquet", ".toml": "application/toml"}  # fmt: skip
PROBLEMS = ("not-yours", "not-found")


class Try(Asked, frozen=True):
    """Games to be played: of a scenario as it is printed, and with some cells and settings changed."""

    title: Line
    scenario: Line
    bots: dict[Seat, Line] = {}
    changes: dict[Line, dict[Label, Any]] = {}
    settings: dict[Line, Any] = {}
    games: Games = 100
    seed: Line = "1"
    swap: bool = False


class GoOn(Asked, frozen=True):
    """How many games there are to be of each variant."""

    games: Games


class Keep(Asked, frozen=True):
    """What a study is called that is to stay."""

    name: Line


class BenchStudy(Struct, frozen=True):
    """A study of the workbench: what was asked for, and how far it has come. `left` are the seconds it takes as far as one can tell."""

    id: str
    name: str
    kept: bool
    made: str
    by: str
    title: str
    scenario: str
    bots: dict[Seat, str]
    changes: dict[str, dict[str, Any]]
    settings: dict[str, Any]
    games: int
    seed: str
    swap: bool
    state: Literal["playing", "stopped", "whole"]
    done: int
    total: int
    left: float | None
    trouble: str
    files: list[str]


class BenchStanding(Struct, frozen=True):
    """A study with all its numbers; none before the first game is over."""

    study: BenchStudy
    glance: Glance | None


class Bench(Struct, frozen=True):
    """The workbench: how much may be played on it, and the studies that are there, the latest first."""

    workers: int
    most_games: int
    playing: str | None
    studies: list[BenchStudy]


def standing(house: House, id: str, about: About) -> BenchStanding:
    """A study as it is now."""
    trials, wanted = house.trials, about.wanted
    playing = trials.playing if trials.playing is not None and trials.playing.id == id else None
    stands = None if playing is None else playing.stands
    glance = trials.glance(id) if stands is None else stands.glance
    variants = len(wanted.study.all)
    done = trials.played(id) if glance is None else sum(min(games, wanted.games) for games in glance.games.values())
    total = wanted.games * variants
    state: Literal["playing", "stopped", "whole"] = "playing" if playing else "whole" if done >= total else "stopped"
    study = BenchStudy(
        id, wanted.name, about.kept, clock(about.made), about.by, wanted.title, wanted.scenario, wanted.bots,
        wanted.changes, wanted.settings, wanted.games, wanted.seed, wanted.swap, state, done, total,
        None if stands is None else stands.left, trials.troubles.get(id, ""), trials.files(id),
    )  # fmt: skip
    return BenchStanding(study, glance)


def routes(house: House) -> Routes:
    part = Routes("workbench")
    trials = house.trials

    async def operator(request: Request) -> str:
        """Who asks, if it is somebody who runs the server."""
        caller = await house.caller(request)
        if not house.operators.include(caller.account, request.scope):
            raise Problem(
                "not-yours",
                "The workbench is for whoever runs this server: by WEATHERGAUGE_OPERATORS they name their accounts.",
            )
        if (why := house.why_no_workbench) is not None:
            raise Problem("not-found", why)
        return "" if caller.account is None else caller.account.name

    def shown(id: str) -> BenchStanding:
        return standing(house, id, trials.about(id))

    def few_enough(games: int) -> None:
        most = house.settings.workbench_games
        if games > most:
            raise Problem("bad-input", f"games = {games}: expected at most {most}, which WEATHERGAUGE_WORKBENCH_GAMES allows.")  # fmt: skip

    @part.get("/api/workbench", Bench, PROBLEMS)
    async def bench(request: Request) -> Reply:
        """The studies of the workbench."""
        await operator(request)
        studies = [standing(house, id, about).study for id, about in trials.all().items()]
        playing = None if trials.playing is None else trials.playing.id
        settings = house.settings
        return Reply(Bench(settings.workbench_workers, settings.workbench_games, playing, studies))

    @part.post(
        "/api/workbench/studies", Try, BenchStanding, [*PROBLEMS, "bad-input", "conflict", "unavailable"], status=201
    )
    async def begin(request: Request) -> Reply:
        """Try it: play the games, beside all else that this server does."""
        by = await operator(request)
        asked, _ = await read(request, Try)
        few_enough(asked.games)
        rules = house.rules(asked.title)
        card = next((card for card in rules.scenarios() if card.name == asked.scenario), None)
        name = asked.scenario if card is None else card.title
        wanted = Wanted(
            asked.title, asked.scenario, asked.bots, asked.changes, asked.settings, asked.games, asked.seed, asked.swap,
            name,
        )  # fmt: skip
        return Reply(shown(await trials.begin(wanted, by)), 201)

    @part.get("/api/workbench/studies/{study}", BenchStanding, PROBLEMS)
    async def one(request: Request, study: str) -> Reply:
        """A study with its numbers."""
        await operator(request)
        return Reply(shown(study))

    @part.delete("/api/workbench/studies/{study}", PROBLEMS)
    async def remove(request: Request, study: str) -> Response:
        """Throw a study away; one that is played is stopped."""
        await operator(request)
        await trials.remove(study)
        return Response(status_code=204, headers=NO_STORE)

    @part.post("/api/workbench/studies/{study}/play", GoOn, BenchStanding, [*PROBLEMS, "bad-input", "conflict", "unavailable"])  # fmt: skip
    async def play(request: Request, study: str) -> Reply:
        """Go on with a study, up to so many games of each variant."""
        await operator(request)
        asked, _ = await read(request, GoOn)
        few_enough(asked.games)
        await trials.go_on(study, asked.games)
        return Reply(shown(study))

    @part.post("/api/workbench/studies/{study}/stop", Nothing, BenchStanding, PROBLEMS)
    async def stop(request: Request, study: str) -> Reply:
        """Stop it; what was played is kept."""
        await operator(request)
        await read(request, Nothing)
        await trials.stop(study)
        return Reply(shown(study))

    @part.post("/api/workbench/studies/{study}/keep", Keep, BenchStanding, [*PROBLEMS, "bad-input"])
    async def keep(request: Request, study: str) -> Reply:
        """Keep a study under a name; of the others the latest five remain."""
        await operator(request)
        asked, _ = await read(request, Keep)
        await trials.keep(study, asked.name)
        return Reply(shown(study))

    @part.get("/api/workbench/studies/{study}/files/{file}", Any, PROBLEMS, media="application/octet-stream")
    async def file(request: Request, study: str, file: str) -> Response:
        """The report, the rows as CSV or Parquet, or the file of the study, to take away."""
        await operator(request)
        if file not in trials.files(study):
            raise Problem("not-found", f"This study has no {file[:40]!r}: it has {', '.join(trials.files(study))}.")
        return FileResponse(
            trials.place(study) / file, media_type=KINDS[Path(file).suffix], filename=f"{study}-{file}", headers=NO_STORE
        )  # fmt: skip

    @part.get("/api/workbench/studies/{study}/events", BenchStanding, PROBLEMS)
    async def events(request: Request, study: str) -> Response:
        """A study as it grows: a stream with `Accept: text/event-stream`, else as it is."""
        await operator(request)
        trials.place(study)
        if not wants_stream(request):
            return Reply(shown(study))

        async def fetch(after: int) -> list[Numbered]:
            number = trials.number(study)
            return [(number, codec.encode(shown(study)))] if number > after else []

        return EventStream(
            house.hub, f"study:{study}", "", 0, fetch, lambda: operator(request), lambda _: {}, house.settings.heartbeat,
            house.place(request, await house.caller(request), known=True),
        )  # fmt: skip

    return part
