"""The door before every route: whom a request is for, how large and how frequent it may be, what goes into the log."""

from __future__ import annotations

import asyncio
import time
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from weathergauge.server import tongues
from weathergauge.server.addresses import Names, address_in
from weathergauge.server.allowance import Limiter, price
from weathergauge.server.metrics import Metrics
from weathergauge.server.problem import Problem, from_error
from weathergauge.server.settings import Settings
from weathergauge.server.store import Unreachable

log = structlog.get_logger()

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")
OPERATORS = ("/healthz", "/livez", "/metrics")
SLOWEST = 30.0
"""Seconds in which a whole body must have come: it is small."""


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter, metrics: Metrics) -> None:
        self.app, self.settings, self.limiter, self.metrics = app, settings, limiter, metrics
        self._names = Names(settings)
        self._headers = dict(HEADERS)
        if settings.secure:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, size, whole = time.perf_counter(), 500, 0, False

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        async def take() -> Message:
            nonlocal size, whole
            if whole:  # a stream, waiting for its client to go
                return await receive()
            try:
                async with asyncio.timeout(max(0.0, began + SLOWEST - time.perf_counter())):
                    message = await receive()
            except TimeoutError:
                raise Problem("too-slow", f"The request did not arrive whole within {SLOWEST:g} seconds.") from None
            if message["type"] == "http.request":
                size += len(message.get("body", b""))
                whole = not message.get("more_body", False)
                if size > self.settings.body_limit:
                    raise Problem("too-large", f"At most {self.settings.body_limit // 1024} KiB can be sent at once.")
            return message

        try:
            await self._admit(scope)
            with tongues.asked_in(Headers(scope=scope).get("accept-language", "")):
                await self.app(scope, take, answer)
        except Problem as problem:
            await problem.response()(scope, receive, answer)
        except Unreachable as error:  # limits are counted in the store, where processes share it
            log.error("store-unreachable", error=str(error))
            await from_error(error).response()(scope, receive, answer)
        except asyncio.CancelledError:
            # The server stops and has no more time for this. Whether it was done the store knows, and the next to start
            # tells whoever asks again under the same key.
            if status != 500:
                raise
            stopping = Problem("unavailable", "The server is stopping; please try again.", retry=1)
            await stopping.response()(scope, receive, answer)
        except Exception:
            log.exception("request-failed", method=scope["method"], route=_route(scope))
            if status == 500:
                ours = Problem("server-error", "Something went wrong on the server. Please try again.")
                await ours.response()(scope, receive, answer)
        finally:
            seconds = time.perf_counter() - began
            self.metrics.request(scope["method"], _route(scope), status, seconds)
            # The route's pattern and never the address itself: addresses can hold secrets.
            log.info("request", method=scope["method"], route=_route(scope), status=status, ms=round(seconds * 1000, 1))

    async def _admit(self, scope: Scope) -> None:
        headers, path = Headers(scope=scope), str(scope["path"])
        if not self._names.know(headers.get("host")):
            raise Problem(
                "misdirected",
                f"{headers['host'][:100]!r} is not a name of this server: use the address you were given. Who runs it can "
                "add the name to WEATHERGAUGE_HOSTS.",
            )
        writes = scope["method"] not in SAFE
        if path in OPERATORS:
            await self.limiter.operator(address_in(scope, headers, self.settings))
        elif path.startswith("/api") or path == "/openapi.json":
            address, cost = address_in(scope, headers, self.settings), price(scope["method"], path)
            kind, _, token = headers.get("authorization", "").partition(" ")
            if kind.lower() == "bearer":
                await self.limiter.program(address, token.strip(), cost)
            else:
                await self.limiter.request(address, cost)
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy may read the one and we the other: what follows would then be taken for another's request.
            raise Problem(
                "bad-request", "Content-Length and Transfer-Encoding were both sent: send one of them.", close=True
            )
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.settings.body_limit:
            raise Problem("too-large", f"At most {self.settings.body_limit // 1024} KiB can be sent at once.")
        if writes:
            self._same_site(headers)

    def _same_site(self, headers: Headers) -> None:
        """Only our own pages, and programs that are no browsers, may change anything."""
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if site is not None:
            fine = site in ("same-origin", "none")
        elif origin is not None:
            ours = {headers.get("host", ""), urlsplit(self.settings.address).netloc}
            fine = urlsplit(origin).netloc in ours - {""}
        else:
            fine = True
        if not fine:
            raise Problem("not-yours", "This request came from another site, and was not carried out.")


def _route(scope: Scope) -> str:
    return str(getattr(scope.get("route"), "path", "other"))
