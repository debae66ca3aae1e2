"""What is answered when something cannot be done: `application/problem+json` with a sentence for the player."""

from __future__ import annotations

from typing import Any

import msgspec
import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from msgspec import Struct
from starlette.exceptions import HTTPException

from weathergauge.dice import WrongDice
from weathergauge.files.inputs import BadInput
from weathergauge.match.course import Stale
from weathergauge.match.record import RecordError
from weathergauge.ruleset import Refused
from weathergauge.sentences import spoken
from weathergauge.server.store import Spoilt, Unreachable

log = structlog.get_logger()

RETRY = 5
"""Seconds after which somebody may try again where the store could not be reached."""

TITLES = {
    "bad-request": (400, "The request cannot be read"),
    "signed-out": (401, "You are not signed in"),
    "not-yours": (403, "That is not yours to do"),
    "not-found": (404, "There is no such thing"),
    "no-method": (405, "That cannot be done here"),
    "refused": (409, "The rules do not allow it"),
    "stale": (409, "The match has moved on"),
    "conflict": (409, "Somebody else was quicker"),
    "too-slow": (408, "That took too long to arrive"),
    "too-large": (413, "That is too much at once"),
    "misdirected": (421, "Another server was meant"),
    "bad-input": (422, "A value cannot be used"),
    "too-many": (429, "Too many requests"),
    "server-error": (500, "Something went wrong here"),
    "unavailable": (503, "Not at the moment"),
}


class Description(Struct, frozen=True, omit_defaults=True):
    """A problem as it is sent."""

    type: str
    title: str
    status: int
    detail: str
    decision: str | None = None
    """Of a stale order: the decision that is open now."""
    current: Any = None
    """Of a conflict: what is there now."""


class Problem(Exception):
    """Something a request cannot have; the sentence is for the player."""

    def __init__(
        self,
        type: str,
        detail: str,
        *,
        decision: str | None = None,
        current: Any = None,
        retry: int | None = None,
        close: bool = False,
    ) -> None:
        super().__init__(detail)
        status, title = TITLES[type]
        self.description = Description(type, title, status, detail, decision, current)
        self.headers = {} if retry is None else {"Retry-After": str(retry)}
        if close or type == "too-slow":  # what else comes over this line cannot be told apart
            self.headers["Connection"] = "close"

    def response(self) -> Response:
        return Response(
            msgspec.json.encode(self.description),
            self.description.status,
            {"Cache-Control": "no-store", **self.headers},
            "application/problem+json",
        )


def from_error(error: Exception) -> Problem:
    """The problem that an error of the core is, in its own words."""
    match error:
        case Problem():
            return error
        case Stale():
            return Problem("stale", str(error))
        case BadInput() | WrongDice():
            return Problem("bad-input", str(error))
        case Refused():
            return Problem("refused", str(error))
        case RecordError(kind="rules" | "charts" | "title"):  # played with what this server does not have
            return Problem("refused", str(error))
        case RecordError() | Spoilt():
            return Problem(
                "server-error",
                "What is stored of this match is damaged, and it cannot be shown or gone on with. Please tell who runs the "
                "server: its log says where.",
            )
        case Unreachable():
            return Problem(
                "unavailable", "The server cannot reach its database or write to it; please try again.", retry=RETRY
            )
        case msgspec.ValidationError() | msgspec.DecodeError():
            return Problem("bad-request", spoken(str(error)))
    return Problem("server-error", "Something went wrong on the server; nothing was changed. Please try again.")


def install(app: FastAPI) -> None:
    """Answer every error of every route as a problem."""

    async def known(request: Request, error: Exception) -> Response:
        problem = from_error(error)
        if isinstance(error, RecordError | Spoilt) and problem.description.status >= 500:
            log.error("match-spoilt", error=str(error))
        elif isinstance(error, Unreachable):
            log.error("store-unreachable", error=str(error))
        return problem.response()

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where, *names = first["loc"]
        name = ".".join(map(str, names)) or str(where)
        said = first["msg"][:1].lower() + first["msg"][1:]
        kind = "bad-input" if where in ("query", "path") else "bad-request"
        return Problem(kind, f"{name}: {said}").response()

    async def plain(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404:
            return Problem("not-found", f"There is nothing at {request.url.path}.").response()
        if error.status_code == 405:
            answer = Problem(
                "no-method", f"{request.method} is not something {request.url.path} answers to."
            ).response()
            answer.headers.update(error.headers or {})
            return answer
        return Problem("bad-request", str(error.detail)).response()

    core = Refused, RecordError, BadInput, WrongDice, msgspec.ValidationError, msgspec.DecodeError
    for kind in (Problem, Spoilt, Unreachable, *core):
        app.add_exception_handler(kind, known)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, plain)
