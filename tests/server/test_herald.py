"""Webhooks: what happens in public matches is posted where the operator says, signed, and play never waits for it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from structlog.testing import capture_logs

from tests.server.desk import run, serving, until
from weathergauge import cli
from weathergauge.server import herald
from weathergauge.server.herald import SIGNATURE, signature

SECRET = "between us"


class Office:
    """A web server that keeps what is posted; it answers the first `failing` times with an error."""

    def __init__(self, failing: int = 0, status: str = "503 no") -> None:
        self.posted: list[tuple[dict[str, Any], str, bytes]] = []
        self.failing, self.status, self.asked = failing, status, 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        body = await reader.readexactly(int(headers["content-length"]))
        self.asked += 1
        good = self.asked > self.failing
        if good:
            self.posted.append((json.loads(body), headers.get(SIGNATURE.lower(), ""), body))
        where = "Location: http://127.0.0.1:9/\r\n" if self.status.startswith("3") else ""
        writer.write(
            f"HTTP/1.1 {'200 ok' if good else self.status}\r\n{where}Content-Length: 0\r\nConnection: close\r\n\r\n".encode()
        )
        await writer.drain()
        writer.close()


@asynccontextmanager
async def listening(office: Office) -> AsyncIterator[str]:
    server = await asyncio.start_server(office.serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"


def test_a_public_match_is_told_of_and_a_private_one_is_not(tmp_path: Path):
    """That it began, and how it ended, with a signature that only the secret can make."""

    async def test() -> None:
        office = Office()
        async with (
            listening(office) as address,
            serving(tmp_path / "wg.db", webhook=address, webhook_secret=SECRET, address="http://table.test") as desk,
        ):
            ann = await desk.player("Ann")
            seats = {"british": {"kind": "me"}, "allied": {"kind": "me"}}
            made: dict[str, Any] = {}
            for public in (False, True):
                made = await ann.create(seats=seats, public=public)
                await ann.post(f"/api/matches/{made['id']}/seats/british/resign", {})

            async def told() -> bool:
                return len(office.posted) >= 2

            await until(told)
            news = [one for one, _, _ in office.posted]
            assert {one["match"] for one in news} == {made["id"]}
            assert [one["event"] for one in news] == ["started", "finished"]
            assert (news[-1]["winner"], news[-1]["title"], news[-1]["to_act"]) == ("allied", "trafalgar", [])
            assert news[-1]["link"] == f"http://table.test/#/match/{made['id']}"
            assert all(signed == signature(SECRET, body) for _, signed, body in office.posted)
            assert "seed" not in str(news)

    run(test)


@pytest.mark.parametrize(("status", "why"), [("503 no", "503"), ("302 elsewhere", "302")])
def test_what_cannot_be_posted_is_tried_again_and_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: str, why: str):  # fmt: skip
    """Three times, then the log says so without the address; what comes after it is posted. Nobody is followed elsewhere."""
    monkeypatch.setattr(herald, "TRIES", (0.0, 0.01, 0.01))

    async def test() -> None:
        office = Office(failing=3, status=status)
        async with listening(office) as address, serving(tmp_path / "wg.db", webhook=address) as desk:
            ann = await desk.player("Ann")
            structlog.reset_defaults()
            with capture_logs() as logs:
                made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}}, public=True)
                await ann.post(f"/api/matches/{made['id']}/seats/british/resign", {})

                async def told() -> bool:
                    return bool(office.posted)

                await until(told)
            assert [one["event"] for one, _, _ in office.posted] == ["finished"]
            (noted,) = [line for line in logs if line["event"] == "webhook-not-posted"]
            assert (noted["why"], noted["host"]) == (why, "127.0.0.1")

    run(test)


def test_an_address_that_is_none_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # fmt: skip
    """The server does not start with it, and the secret is shown to nobody."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))
    monkeypatch.setenv("WEATHERGAUGE_WEBHOOK_SECRET", SECRET)
    assert cli.main(["settings"]) == 0
    assert SECRET not in capsys.readouterr().out
    (tmp_path / "settings.toml").write_text('webhook = "ftp://somewhere"\n')
    assert cli.main(["serve"]) == 2
    assert "webhook = 'ftp://somewhere'" in capsys.readouterr().err
