"""The door before every route: other sites, large and frequent requests, headers for pages, and a log without secrets."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.desk import run, serving
from weathergauge.server.app import create_app
from weathergauge.server.guard import Guard
from weathergauge.server.serving import log_to_stderr
from weathergauge.server.settings import Settings
from weathergauge.server.web import load


def test_requests_from_other_sites_change_nothing(tmp_path: Path):
    """A form on another page cannot play for you; reading is left to the browser's own rules."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", address="http://games.example.org") as desk:
            ann = await desk.player("Ann")
            body = {"title": "trafalgar", "scenario": "duel"}
            foreign = [
                {"Sec-Fetch-Site": "cross-site"},
                {"Sec-Fetch-Site": "same-site"},
                {"Origin": "https://evil.example"},
                {"Origin": "null"},
            ]
            for headers in foreign:
                answer = await ann.http.post("/api/matches", json=body, headers=headers)
                assert (answer.status_code, answer.json()["type"]) == (403, "not-yours"), headers
            assert (await ann.get("/api/matches"))["matches"] == []
            ours = [
                {"Sec-Fetch-Site": "same-origin"},
                {"Origin": "http://table.test"},
                {"Origin": "http://games.example.org"},
                {},
            ]
            for headers in ours:
                assert (await ann.http.post("/api/matches", json=body, headers=headers)).status_code == 201, headers

    run(test)


def test_large_requests_are_refused_unread(tmp_path: Path):
    """Whether they say how large they are or not."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", body_limit=2000) as desk:
            ann = await desk.player("Ann")
            answer = await ann.http.post("/api/matches", content=b" " * 3000)
            assert (answer.status_code, answer.json()["type"]) == (413, "too-large")

            async def unending() -> object:
                for _ in range(50):
                    yield b" " * 100

            answer = await ann.http.post("/api/matches", content=unending())  # type: ignore[arg-type]
            assert (answer.status_code, answer.json()["type"]) == (413, "too-large")

    run(test)


def test_frequent_requests_are_slowed_down(tmp_path: Path):
    """Writing weighs more than reading; new accounts have a limit of their own. Health is always answered."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", requests_per_minute=20, accounts_per_hour=3) as desk:
            ann = await desk.player("Ann", guest=False)
            for _ in range(2):
                await ann.post("/api/guest", {})
            codes = [(await ann.http.get("/api/me")).status_code for _ in range(20)]
            assert codes.count(200) >= 10
            assert codes[-1] == 429
            assert (await ann.http.get("/healthz")).status_code == 200
        async with serving(tmp_path / "other.db", accounts_per_hour=3) as desk:
            for _ in range(3):
                await desk.player("Somebody")
            late = await desk.player("", guest=False)
            assert (await late.post("/api/guest", {}, 429))["type"] == "too-many"

    run(test)


def test_pages_come_under_a_strict_policy(tmp_path: Path):
    """No script but our own, no frame around us, nothing guessed from content."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", address="https://games.example.org") as desk:
            ann = await desk.player("Ann")
            for path in ("/", "/api/me", "/nowhere.js", "/api/nowhere"):
                headers = (await ann.http.get(path)).headers
                assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
                assert "unsafe-eval" not in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["strict-transport-security"].startswith("max-age=")
            assert (await ann.http.get("/api/me")).headers["cache-control"] == "no-store"

    run(test)


def test_the_client_is_served_where_it_was_built(tmp_path: Path):
    """Its own addresses are answered with its page; files by content are kept for ever; nothing outside is reached."""
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<!doctype html><title>Weather Gauge</title>")
    (dist / "assets" / "app-1a2b.js").write_text("console.log(1);\n" * 100)
    (dist / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    load.cache_clear()

    async def test() -> None:
        import httpx2 as httpx

        app = create_app(Settings(database=str(tmp_path / "wg.db"), bot_workers=0), dist=dist)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http,
        ):
            for path in ("/", "/match/abc"):
                answer = await http.get(path)
                assert "<title>Weather Gauge" in answer.text
                assert answer.headers["cache-control"] == "no-cache"
            for path, page in (("/docs", "/docs/"), ("/docs/playing", "/docs/playing/")):
                led = await http.get(path)
                assert (led.status_code, led.headers["location"]) == (307, page)
                assert "<h1" in (await http.get(page)).text
            lost = await http.get("/docs/nonsense/")
            assert (lost.status_code, lost.json()["detail"]) == (
                404,
                "There is no page nonsense/ in the documentation: its first page is /docs/.",
            )
            icon = await http.get("/favicon.ico")  # browsers ask for it beside whatever is no page
            assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml; charset=utf-8")
            script = await http.get("/assets/app-1a2b.js")
            assert "immutable" in script.headers["cache-control"]
            assert script.headers["content-encoding"] == "gzip"
            assert script.headers["content-type"] == "text/javascript; charset=utf-8"
            again = await http.get("/assets/app-1a2b.js", headers={"If-None-Match": script.headers["etag"]})
            assert again.status_code == 304
            for path in ("/..%2fsecret.txt", "/assets/../../secret.txt", "/%00", "/assets/none.js"):
                answer = await http.get(path)
                assert "secret" not in answer.text or answer.status_code == 404

    run(test)


def test_without_a_built_client_the_page_says_how(tmp_path: Path):
    """A plain sentence, and the server works."""

    async def test() -> None:
        import httpx2 as httpx

        app = create_app(Settings(database=str(tmp_path / "wg.db"), bot_workers=0), dist=tmp_path / "none")
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http,
        ):
            assert "make client" in (await http.get("/")).text

    run(test)


def test_no_secret_is_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Passwords, cookies, tokens, orders and whole addresses stay out, also when something breaks."""
    log_to_stderr("debug")

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": "very-secret"})
            cookie = ann.http.cookies["wg_session"]
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            link = await ann.post(f"/api/matches/{made['id']}/seats/allied/link")
            table = await ann.post("/api/companion", {"title": "trafalgar"}, 201)
            await ann.get(f"/api/companion/{table['id']}")
            desk.house.accounts._hasher = None  # type: ignore[assignment]
            await ann.post("/api/login", {"name": "Ann", "password": "other-secret"}, 500)
            entries = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
            assert {entry["event"] for entry in entries} >= {"request", "request-failed"}
            assert any("AttributeError" in str(entry.get("exception")) for entry in entries)
            for secret in ("very-secret", "other-secret", cookie, link["token"], table["id"], made["id"]):
                assert secret not in str(entries)

    run(test)


def test_operators_have_health_and_figures(tmp_path: Path):
    """Health says whether the store answers; figures count requests by their route."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            assert (await ann.get("/healthz"))["database"] == "sqlite"
            await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            text = (await ann.http.get("/metrics")).text
            assert 'weathergauge_requests_total{method="POST",route="/api/matches",status="201"} 1.0' in text
            assert "weathergauge_matches_in_memory 1.0" in text

    run(test)


def test_large_answers_are_packed_unless_that_could_tell_a_secret(tmp_path: Path):
    """Charts and a view by itself; never a view with its log, in which others' words stand."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            me = {"kind": "me"}
            made = await ann.create(scenario="trafalgar", seats={"british": me, "allied": me})
            at = f"/api/matches/{made['id']}"

            async def how(path: str, accept: str = "gzip, br") -> str | None:
                answer = await ann.http.get(path, headers={"Accept-Encoding": accept})
                assert answer.status_code == 200
                assert answer.content[:1] in (b"{", b"[")  # unpacked by the client
                return str(answer.headers["content-encoding"]) if "content-encoding" in answer.headers else None

            assert await how("/api/titles/trafalgar/charts") == "gzip"
            for refused in ("identity", "gzip;q=0", "gzip; q=0.0", "br"):
                assert await how("/api/titles/trafalgar/charts", refused) is None
            assert await how("/api/titles/trafalgar/charts", "br;q=1, gzip;q=0.5") == "gzip"
            assert await how(f"{at}/seats/british/view?log=0") == "gzip"
            assert await how(f"{at}/seats/british/view") is None
            assert await how("/api/me") is None

    run(test)


def test_a_request_that_a_stopping_server_has_no_time_for_is_told_so(tmp_path: Path):
    """The server cancels what takes too long when it is told to stop: 503 and not 500, for it may be repeated."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            house, sent = desk.house, list[Any]()

            async def slow(*_: object) -> None:
                await asyncio.sleep(60)

            async def receive() -> Any:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Any) -> None:
                sent.append(message)

            door = Guard(slow, settings=house.settings, limiter=house.guard, metrics=house.metrics)
            scope = {
                "type": "http", "method": "GET", "path": "/api/me", "client": ("127.0.0.1", 1),
                "headers": [(b"host", b"table.test")],
            }  # fmt: skip
            asked = asyncio.create_task(door(scope, receive, send))
            await asyncio.sleep(0.05)
            asked.cancel()
            await asked
            assert sent[0]["status"] == 503
            assert (b"retry-after", b"1") in sent[0]["headers"]
            assert json.loads(sent[1]["body"])["detail"] == "The server is stopping; please try again."

    run(test)
