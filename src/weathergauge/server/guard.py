"""The door before every route: where a request comes from, how large and how frequent it may be, what goes into the log."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import structlog
from fastapi import Request
from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from weathergauge.server.metrics import Metrics
from weathergauge.server.problem import Problem
from weathergauge.server.settings import Settings

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
WRITE_COST = 4


def address_of(request: Request, settings: Settings) -> str:
    """Where a request comes from; of forwarded addresses the one our outermost proxy wrote is believed."""
    return _address(request.scope, Headers(scope=request.scope), settings)


def _address(scope: Scope, headers: Headers, settings: Settings) -> str:
    if settings.proxies:
        hops = [hop.strip() for hop in headers.get("x-forwarded-for", "").split(",") if hop.strip()]
        if len(hops) >= settings.proxies:
            return hops[-settings.proxies]
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


class Limiter:
    """How often one address may ask. Kept in memory: of several processes each counts by itself."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._requests = RateLimitItemPerMinute(max(1, settings.requests_per_minute))
        self._accounts = RateLimitItemPerHour(max(1, settings.accounts_per_hour))

    def request(self, address: str, writes: bool) -> None:
        if self.settings.requests_per_minute:
            cost = min(WRITE_COST, self.settings.requests_per_minute) if writes else 1
            if not self._limiter.hit(self._requests, "requests", address, cost=cost):
                raise Problem("too-many", "That was a lot at once: wait a moment and try again.", retry=10)

    def new_account(self, request: Request) -> None:
        """Accounts and letters cost more than other things."""
        if self.settings.accounts_per_hour:
            if not self._limiter.hit(self._accounts, "accounts", address_of(request, self.settings)):
                raise Problem("too-many", "Too many new players from your address: try again in an hour.", retry=600)


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter, metrics: Metrics) -> None:
        self.app, self.settings, self.limiter, self.metrics = app, settings, limiter, metrics
        self._headers = dict(HEADERS)
        if settings.secure:
            self._headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, size = time.perf_counter(), 500, 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        async def take() -> Message:
            nonlocal size
            message = await receive()
            if message["type"] == "http.request":
                size += len(message.get("body", b""))
                if size > self.settings.body_limit:
                    raise Problem("too-large", f"At most {self.settings.body_limit // 1024} KiB can be sent at once.")
            return message

        try:
            self._admit(scope)
            await self.app(scope, take, answer)
        except Problem as problem:
            await problem.response()(scope, receive, answer)
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

    def _admit(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        writes = scope["method"] not in SAFE
        if scope["path"].startswith("/api"):
            self.limiter.request(_address(scope, headers, self.settings), writes)
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
