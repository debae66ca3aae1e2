"""The API is described whole, by its schema and by docs/api.md, and generated requests find no surprise."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.live import Live
from weathergauge.server.app import create_app
from weathergauge.server.settings import Settings

ROOT = Path(__file__).parents[2]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def described() -> dict[str, Any]:
    return create_app(Settings(database="sqlite://")).openapi()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    with Live(tmp_path_factory.mktemp("schema") / "wg.db", bot_workers=0, hashing_at_once=1) as live:
        yield live


def test_the_page_and_the_schema_name_the_same_addresses():
    """docs/api.md leaves nothing out and promises nothing that is not there."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    seat = "/api/matches/{match}/seats/{seat}/"
    promised = set(re.findall(r"`?(GET|POST|PUT|DELETE) (/[\w/{}.-]*[\w}])", text))
    promised |= {("POST", seat + name) for name in re.findall(r"^\| `([\w-]+)` \| `\{", text, re.M)}
    known = {(method.upper(), path) for path, methods in described()["paths"].items() for method in methods}
    apart = {("GET", "/metrics"), ("GET", "/openapi.json")}
    assert promised - apart == known


def test_every_answer_is_described():
    """Each route has its answer, its problems and, for a body, what it takes; rulesets show their own shapes."""
    schema = described()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], f"{method} {path}"
            for code, answer in operation["responses"].items():
                if int(code) >= 400:
                    assert list(answer["content"]) == ["application/problem+json"], f"{method} {path} {code}"
            if method in ("post", "put"):
                assert "requestBody" in operation, f"{method} {path}"
    parts = schema["components"]["schemas"]
    assert {"trafalgar.View", "trafalgar.Action", "trafalgar.Event", "Receipt", "Description"} <= set(parts)
    used = set(re.findall(r'"#/components/schemas/([^"]+)"', str(schema).replace("'", '"')))
    assert used <= set(parts)


def test_generated_requests_find_no_surprise(live: Live):
    """Good and bad ones, from the schema, against a match, a seat and a table that exist: every answer is as described."""
    with httpx.Client(base_url=live.url, timeout=30) as http:
        http.post("/api/guest", json={})
        seats = {"british": {"kind": "me"}, "allied": {"kind": "me"}}
        body = {"title": "trafalgar", "scenario": "duel", "seats": seats}
        playing = http.post("/api/matches", json=body).json()["id"]
        finished = http.post("/api/matches", json=body).json()["id"]
        key = {"Idempotency-Key": "end"}
        assert http.post(f"/api/matches/{finished}/seats/allied/resign", json={}, headers=key).status_code == 200
        table = http.post("/api/companion", json={"title": "trafalgar", "scenario": "duel"}).json()["id"]
        cookie = {"Cookie": f"wg_session={http.cookies['wg_session']}"}
    schema = schemathesis.openapi.from_url(f"{live.url}/openapi.json")
    schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
    real: dict[str, list[str]] = {
        "match": [playing, finished], "seat": ["british", "allied", "spectator"], "title": ["trafalgar"],
        "procedure": ["broadside"], "table": [table], "sheet": ["s1"], "position": ["0", "1"],
    }  # fmt: skip
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()  # type: ignore[union-attr]
        if operation.path in ("/api/logout", "/api/logout-everywhere"):
            continue

        @settings(
            max_examples=12, deadline=None, database=None, derandomize=True,
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy(), data=st.data())
        def attempt(case: Any, data: Any) -> None:
            nonlocal tried
            for name in case.path_parameters or {}:
                if name in real and data.draw(st.integers(0, 3), label=name):
                    case.path_parameters[name] = data.draw(st.sampled_from(real[name]), label=name)
            tried += 1
            case.call_and_validate(headers=cookie, checks=CHECKS, timeout=30)

        attempt()
    assert tried > 200
