"""What has expired is thrown away in the end, and one wrong clock throws nothing away."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.desk import Desk, run, serving
from weathergauge.server import accounts, cleaning, schema
from weathergauge.server.settings import DAY
from weathergauge.server.store import now


def shift(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    """Set the server's clock so many days ahead."""
    for module in (accounts, cleaning):
        monkeypatch.setattr(module, "now", lambda: now() + int(days * DAY * 1000))


async def sessions(desk: Desk) -> int:
    found = sa.select(schema.sessions.c.hash)
    return len(await desk.house.store.read(lambda connection: connection.execute(found).all()))


@pytest.mark.parametrize("days", [61, 1000])
def test_one_start_with_a_wrong_clock_costs_nobody_their_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int
):
    """Meanwhile nobody is signed in and a newcomer comes; when the clock is right again, everybody is."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            shift(monkeypatch, days)
            desk.house.accounts._known.clear()
            assert not (await ann.get("/api/me"))["signed_in"]
            await desk.player("Ben")
            await cleaning.clean(desk.house.store)
            shift(monkeypatch, 0)
            await cleaning.clean(desk.house.store)
            assert (await ann.get("/api/me"))["signed_in"]

    run(test)


def test_what_expired_is_thrown_away_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """When people have signed in on three days that are more than a week later."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            await desk.player("Ann")
            for days in (66, 70, 71):
                shift(monkeypatch, days)
                await desk.player("Ben")
                await cleaning.clean(desk.house.store)
            assert await sessions(desk) == 4  # the third day was no week after Ann's session had expired
            shift(monkeypatch, 69)
            await cleaning.clean(desk.house.store)
            assert await sessions(desk) == 4
            for days in (80, 90):
                shift(monkeypatch, days)
                await desk.player("Cat")
                await cleaning.clean(desk.house.store)
            assert await sessions(desk) == 5

    run(test)
