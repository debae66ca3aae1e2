"""Where a request comes from, and which names of this server it may use."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from fastapi import Request
from starlette.datastructures import Headers
from starlette.types import Scope

from weathergauge.server.settings import Settings

HOUSEHOLD = 64
"""The bits of an IPv6 address that are one household's: whoever has one has all that begin with them."""
EVERYWHERE = ("", "0.0.0.0", "::")


def address_of(request: Request, settings: Settings) -> str:
    """The address that a request is counted under."""
    return address_in(request.scope, Headers(scope=request.scope), settings)


def address_in(scope: Scope, headers: Headers, settings: Settings) -> str:
    """The same, before there is a request. Of forwarded addresses the one our outermost proxy wrote is believed."""
    if settings.proxies:
        # A proxy may add its entry to the line that came or write a line of its own: all lines are one list.
        lines = ",".join(headers.getlist("x-forwarded-for"))
        hops = [hop.strip() for hop in lines.split(",") if hop.strip()]
        if len(hops) >= settings.proxies:
            return network(hops[-settings.proxies])
    client = scope.get("client")
    return network(str(client[0])) if client else "unknown"


def network(address: str) -> str:
    """What of an address is counted: the whole of an IPv4 address, a household's part of an IPv6 one."""
    try:
        address_read = ipaddress.ip_address(without_port(address))
    except ValueError:
        return address[:100]
    if isinstance(address_read, ipaddress.IPv4Address):
        return str(address_read)
    if address_read.ipv4_mapped is not None:
        return str(address_read.ipv4_mapped)
    return str(ipaddress.ip_network((int(address_read), HOUSEHOLD), strict=False))


class Names:
    """The names under which this server may be asked for.

    A page of a stranger's can have its own name lead to this machine, and then read what is served here as if it were
    its own. It cannot have a bare address or one of our names.
    """

    def __init__(self, settings: Settings) -> None:
        self._names = {"localhost", settings.host.lower(), *_names(settings.hosts)}
        if settings.address:
            self._names.add((urlsplit(settings.address).hostname or "").lower())
        if settings.host in EVERYWHERE:
            here = socket.gethostname().lower()
            self._names |= {here, f"{here.partition('.')[0]}.local"}
        self._names.discard("")
        self._any = "*" in self._names

    def know(self, host: str | None) -> bool:
        """Whether a request that names this host is meant for us; one that names none comes from no browser."""
        if self._any or not host:
            return True
        name = without_port(host).lower().rstrip(".")
        if name in self._names or name.endswith(".localhost"):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _names(listed: str) -> list[str]:
    return [name.strip().lower() for name in listed.split(",") if name.strip()]


def without_port(host: str) -> str:
    """`[::1]:80` and `10.0.0.1:80` without their port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") == 1 else host
