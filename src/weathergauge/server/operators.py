"""Who runs this server: accounts that its settings name, and whoever sits at its machine where nobody else can reach it."""

from __future__ import annotations

import ipaddress

from starlette.datastructures import Headers
from starlette.types import Scope

from weathergauge.server.accounts import Account
from weathergauge.server.addresses import without_port
from weathergauge.server.naming import folded
from weathergauge.server.settings import Settings

PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
"""Headers by which a proxy tells that somebody else asks."""


class Operators:
    """Knows who runs the server."""

    def __init__(self, settings: Settings) -> None:
        named = [name.strip() for name in settings.operators.split(",") if name.strip()]
        self._named = {*named, *(folded(name) for name in named)}
        # A server with a public address, further names or a proxy is meant for others, wherever it listens.
        public = settings.address or settings.hosts or settings.proxies
        self._alone = not public and at_home(settings.host)

    def include(self, account: Account | None, scope: Scope) -> bool:
        """Whether a request comes from one of them."""
        if account is not None and account.id in self._named:
            return True
        if account is not None and not account.guest and folded(account.name) in self._named:
            return True
        return self._alone and _from_here(scope)


def at_home(host: str) -> bool:
    """Whether a name or an address is this machine's own, which no other can reach."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def _from_here(scope: Scope) -> bool:
    """Whether a request was made on this machine, and passed on by nobody."""
    headers, client = Headers(scope=scope), scope.get("client")
    direct = not any(name in headers for name in PASSED_ON)
    return direct and client is not None and at_home(str(client[0])) and at_home(without_port(headers.get("host", "")))
