"""The bridge between the core's structs and FastAPI: bodies decoded and answers encoded by msgspec, both described in OpenAPI."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from msgspec import Struct

from weathergauge import codec
from weathergauge.ruleset import Rules
from weathergauge.server.problem import TITLES, Description, Problem

T = TypeVar("T", bound=Struct)
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., Any])

REF = "#/components/schemas/{name}"
WORTH_PACKING = 4096
PACKING = 4
NO_STORE = {"Cache-Control": "no-store"}
EVERYWHERE = ("too-many", "misdirected", "server-error", "unavailable")
"""What can be answered to any request."""


class Asked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is asked in a body: frozen, unknown fields refused."""


class Nothing(Asked, frozen=True):
    """An empty object."""


class Reply(JSONResponse):
    """JSON from structs, or bytes that are JSON already; never kept by anybody on the way."""

    def __init__(self, content: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        super().__init__(content, status, {**NO_STORE, **(headers or {})})

    def render(self, content: Any) -> bytes:
        return content if isinstance(content, bytes) else codec.encode(content)


def takes_gzip(request: Request) -> bool:
    """Whether the client says that it can unpack."""
    for coding in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "").rstrip("0").rstrip(".") not in ("q=", "q=0")
    return False


R = TypeVar("R", bound=Response)


async def packed(request: Request, reply: R) -> R:
    """A large answer made small for the way.

    Only where nobody else's words stand beside a secret: whoever can try words and measure the size of the answer would
    find the secret out. So never for sessions, links, events, or a view with its log.
    """
    reply.headers["Vary"] = "Accept-Encoding, Accept-Language"
    if len(reply.body) >= WORTH_PACKING and takes_gzip(request):
        reply.body = await asyncio.to_thread(gzip.compress, reply.body, PACKING, mtime=0)
        reply.headers["Content-Encoding"] = "gzip"
        reply.headers["Content-Length"] = str(len(reply.body))
    return reply


async def read(request: Request, kind: type[T]) -> tuple[T, bytes]:
    """The body as a struct, and as it came; what is wrong with it is a sentence."""
    raw = await request.body()
    if not raw and not any(field.required for field in msgspec.structs.fields(kind)):
        return kind(), raw
    try:
        return codec.decode(raw, kind), raw
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if isinstance(error, msgspec.ValidationError):
            raise
        raise Problem("bad-request", f"The body is no JSON: {error}.") from None
    except RecursionError:
        raise Problem("bad-request", "The body is nested too deeply.") from None


async def while_there(request: Request, work: Coroutine[Any, Any, V]) -> V:
    """Do work whose body was read, and drop it when the one who asked for it hangs up."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    doing, watching = asyncio.create_task(work), asyncio.create_task(gone())
    try:
        await asyncio.wait({doing, watching}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            return doing.result()
        raise Problem("unavailable", "You hung up before the answer.")
    finally:
        for task in (doing, watching):
            task.cancel()
        await asyncio.gather(doing, watching, return_exceptions=True)


def key_of(request: Request, needed: bool = True) -> str | None:
    """The Idempotency-Key of a request."""
    key = request.headers.get("idempotency-key")
    if key is None:
        if needed:
            raise Problem(
                "bad-request", "The header Idempotency-Key is missing: send any text that is new for each order."
            )
        return None
    if not 1 <= len(key) <= 200 or not key.isprintable():
        raise Problem("bad-request", "The header Idempotency-Key must have 1 to 200 visible characters.")
    return key


class Routes:
    """A part of the API. Every route says what it takes, what it gives and what can go wrong."""

    def __init__(self, tag: str) -> None:
        self.router = APIRouter(tags=[tag])
        self.kinds: list[Any] = [Description]

    def get(
        self, path: str, gives: Any, problems: Sequence[str] = (), *, media: str = "application/json"
    ) -> Callable[[F], F]:
        return self._route("GET", path, None, gives, problems, 200, media)

    def post(
        self,
        path: str,
        takes: Any,
        gives: Any,
        problems: Sequence[str] = (),
        *,
        status: int = 200,
        key: bool | None = None,
    ) -> Callable[[F], F]:
        """`key`: whether an Idempotency-Key is needed, or only may be given; None where it has no meaning."""
        return self._route("POST", path, takes, gives, ("bad-request", *problems), status, key=key)

    def put(self, path: str, takes: Any, gives: Any, problems: Sequence[str] = ()) -> Callable[[F], F]:
        return self._route("PUT", path, takes, gives, ("bad-request", *problems), 200)

    def delete(self, path: str, problems: Sequence[str] = ()) -> Callable[[F], F]:
        return self._route("DELETE", path, None, None, problems, 204)

    def _route(
        self, method: str, path: str, takes: Any, gives: Any, problems: Sequence[str], status: int,
        media: str = "application/json", key: bool | None = None,
    ) -> Callable[[F], F]:  # fmt: skip
        answers: dict[int | str, dict[str, Any]] = {status: {"description": "as described"}}
        if gives is not None:
            self.kinds.append(gives)
            answers[status]["content"] = {media: {"schema": _reference(gives)}}
        for problem in dict.fromkeys((*EVERYWHERE, *(["too-slow"] if takes is not None else []), *problems)):
            code, title = TITLES[problem]
            said = answers[code]["description"] + "; " + title if code in answers else title
            answers[code] = {
                "description": said,
                "content": {"application/problem+json": {"schema": _reference(Description)}},
            }
        extra: dict[str, Any] = {}
        if takes is not None:
            self.kinds.append(takes)
            codec.ready([takes])
            needed = any(field.required for field in msgspec.structs.fields(takes))
            content = {"application/json": {"schema": _reference(takes)}}
            extra["requestBody"] = {"required": needed, "content": content}
        if key is not None:
            name = {"name": "Idempotency-Key", "in": "header", "required": key}
            words = "any text that is new for each request; a repeated one gets the same answer"
            shape = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"}
            extra["parameters"] = [{**name, "description": words, "schema": shape}]

        def add(handler: F) -> F:
            words = (handler.__doc__ or "").strip()
            self.router.add_api_route(
                path, handler, methods=[method], response_model=None, status_code=status, response_class=Response,
                responses=answers, openapi_extra=extra or None, summary=words.partition("\n")[0].rstrip("."),
                description=words, name=handler.__name__,
            )  # fmt: skip
            return handler

        return add


def _reference(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REF)
    return dict(schema)


def describe(app: FastAPI, parts: Iterable[Routes], titles: Iterable[tuple[str, Any]]) -> None:
    """Make `/openapi.json` whole: the structs of every route, and the shapes of every ruleset under its name."""
    kinds = [kind for part in parts for kind in part.kinds]

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            _, components = msgspec.json.schema_components(kinds, ref_template=REF)
            schema.setdefault("components", {})["schemas"] = components
            for name, rules in titles:
                components.update(ruleset_schemas(name, rules))
            for path in schema["paths"].values():
                for operation in path.values():
                    answers = operation["responses"]
                    if "422" in answers and "application/problem+json" not in answers["422"].get("content", {}):
                        answers["422"]["description"] = TITLES["bad-input"][1]
                        answers["422"]["content"] = {"application/problem+json": {"schema": _reference(Description)}}
                    for code, answer in answers.items():
                        content = answer.get("content", {})
                        if code != "200" or len(content) > 1:
                            content.pop("application/json", None) if "application/problem+json" in content else None
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def ruleset_schemas(name: str, rules: Rules) -> dict[str, Any]:
    """`trafalgar.View`, `trafalgar.Action`, `trafalgar.Event` and whatever they are made of."""
    wanted = {"View": rules.view_type, "Action": rules.types.action, "Event": rules.types.event}
    shapes, components = msgspec.json.schema_components(
        list(wanted.values()), ref_template="#/components/schemas/" + name + ".{name}"
    )
    schemas = {f"{name}.{part}": shape for part, shape in components.items()}
    view = shapes[0].get("$ref", "").rpartition("/")[2]  # a view of the frame is named by all that it is made of
    if view in schemas:
        schemas[f"{name}.View"] = {**schemas.pop(view), "title": "View"}
    for part, shape in zip(wanted, shapes, strict=True):
        schemas.setdefault(f"{name}.{part}", shape)
    return schemas
