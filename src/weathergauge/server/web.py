"""The browser client, where it has been built, and a plain page that says how where it has not."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from msgspec import Struct

from weathergauge.server.bridge import takes_gzip
from weathergauge.server.problem import Problem

DIST = Path(__file__).parents[1] / "web" / "dist"
PLAIN = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Weather Gauge</title>
<h1>Weather Gauge</h1>
<p>The server is running, but its pages have not been built yet: run <code>make client</code>, then reload this page.
Programs can use it already: see <a href="/openapi.json">the description of its interface</a>.</p></html>
"""
ASKED_FOR = {"favicon.ico": "icon.svg"}
"""Browsers ask for this unasked, beside whatever of ours is no page: a record, the description of the interface."""
DOCS = "docs"
"""Under this the documentation is shown."""
TEXTS = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")


class Asset(Struct, frozen=True):
    """A file ready to be sent."""

    kind: str
    data: bytes
    packed: bytes | None
    tag: str


@lru_cache(maxsize=500)
def load(path: Path, changed: int) -> Asset:
    """A file, read again only when it has changed."""
    return asset(path.name, path.read_bytes())


def asset(name: str, data: bytes) -> Asset:
    """Make a file ready to be sent, packed as well where that makes it smaller."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith((".js", ".mjs")):
        kind = "text/javascript"
    if name.endswith(".webmanifest"):
        kind = "application/manifest+json"
    packed = gzip.compress(data, 9, mtime=0) if kind.startswith(TEXTS) and len(data) > 500 else None
    if kind.startswith(TEXTS):
        kind += "; charset=utf-8"
    return Asset(kind, data, packed, hashlib.sha256(data).hexdigest()[:16])


def written(path: str) -> Asset | str:
    """A file of the documentation, or where it is to be asked for; it is made when somebody first asks for one."""
    made = _documentation()
    name = f"{path}index.html" if not path or path.endswith("/") else path
    if name in made:
        return asset(name, made[name])
    if f"{name}/index.html" in made:
        return f"/{DOCS}/{path}/"
    raise Problem("not-found", f"There is no page {path} in the documentation: its first page is /{DOCS}/.")


@lru_cache(maxsize=1)
def _documentation() -> dict[str, bytes]:
    from weathergauge.site.pages import site  # reading all pages takes a second, and most who play ask for none

    return site()


def routes(dist: Path = DIST) -> APIRouter:
    router = APIRouter()

    @router.get("/{path:path}", include_in_schema=False)
    @router.head("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path.startswith("api/") or path == "api":
            raise Problem("not-found", f"There is nothing at {request.url.path}.")
        if path == DOCS:
            return RedirectResponse(f"/{DOCS}/")
        if path.startswith(f"{DOCS}/"):
            found_page = await asyncio.to_thread(written, path.removeprefix(f"{DOCS}/"))
            return RedirectResponse(found_page) if isinstance(found_page, str) else send(request, found_page, False)
        path = ASKED_FOR.get(path, path)
        root = dist.resolve()
        if not (root / "index.html").is_file():
            return Response(PLAIN, 200 if path == "" else 404, media_type="text/html")
        try:
            found = (root / path).resolve()
            missing = not found.is_relative_to(root) or not found.is_file()
        except (OSError, ValueError):
            missing, found = True, root
        if missing:
            if "." in path.rpartition("/")[2]:
                raise Problem("not-found", f"There is nothing at {request.url.path}.")
            found = root / "index.html"  # the client's own addresses
        return send(request, load(found, found.stat().st_mtime_ns), path.startswith("assets/"))

    return router


def send(request: Request, asset: Asset, named_by_content: bool) -> Response:
    """Files under `assets/` have their content's hash in their name and may be kept for ever."""
    lasting = "public, max-age=31536000, immutable" if named_by_content else "no-cache"
    headers = {"Cache-Control": lasting, "ETag": f'"{asset.tag}"', "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if asset.packed is not None and takes_gzip(request):
        return Response(asset.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=asset.kind)
    return Response(asset.data, headers=headers, media_type=asset.kind)
