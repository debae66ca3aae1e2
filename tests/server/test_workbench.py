"""The workbench: for whoever runs the server, games beside it that grow while one watches."""

from __future__ import annotations

import csv
import io
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2 as httpx
import msgspec
import pytest

from tests.server.desk import Desk, Player, run, serving, until
from tests.server.live import Live, read_stream
from weathergauge import studies
from weathergauge.bots.series import jobs, play
from weathergauge.server.accounts import Account
from weathergauge.server.operators import Operators
from weathergauge.server.settings import Settings
from weathergauge.studies.text import text

BOTS = {"british": "midshipman", "allied": "midshipman"}
TRY = {
    "title": "trafalgar", "scenario": "duel", "bots": BOTS, "games": 3,
    "changes": {"base_factors": {"first_shot_on_that_side": 6}},
}  # fmt: skip


async def operator(desk: Desk) -> Player:
    ann = await desk.player("Ann", guest=False)
    await ann.post("/api/register", {"name": "Ann", "password": "a long word of ships"})
    return ann


async def over(ann: Player, id: str) -> Any:
    """A study when nothing of it is played any more."""

    async def found() -> Any:
        shown = await ann.get(f"/api/workbench/studies/{id}")
        return None if shown["study"]["state"] == "playing" else shown

    return await until(found, 60)


def test_a_change_is_tried_and_grows_and_is_kept(tmp_path: Path):
    """Both variants by the same dice, the games that `simulate` plays, rows and report to take away, more games on top."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", operators="Ann") as desk:
            ann = await operator(desk)
            assert (await ann.get("/api/me"))["workbench"]
            made = (await ann.post("/api/workbench/studies", TRY, 201))["study"]
            assert (made["state"], made["by"], made["name"]) == ("playing", "Ann", "A duel of seventy-fours")
            whole = await over(ann, made["id"])
            assert (whole["study"]["state"], whole["study"]["done"], whole["study"]["total"]) == ("whole", 6, 6)
            assert whole["glance"]["games"] == {"base": 3, "changed": 3}
            lead = next(one for one in whole["glance"]["numbers"] if one["name"] == "lead_british")
            assert lead["differences"]["changed"] is not None
            assert sum(whole["glance"]["shapes"][0]["spread"]["counts"]["changed"]) == 3

            files = f"/api/workbench/studies/{made['id']}/files"
            rows = (await ann.http.get(f"{files}/games.csv")).text
            base = [row for row in csv.DictReader(io.StringIO(rows)) if row["variant"] == "base"]
            alone = [play(job) for job in jobs("trafalgar", "duel", BOTS, 3, seed="1", swap=False)]
            assert [int(row["steps"]) for row in base] == [game.steps for game in alone]
            report = await ann.http.get(f"{files}/report.html")
            assert "first shot on that side: 6" in report.text
            assert report.headers["content-disposition"].startswith("attachment")
            written = tmp_path / "mine.toml"
            written.write_text((await ann.http.get(f"{files}/study.toml")).text, encoding="utf-8")
            assert studies.read(written).variants[0].charts == TRY["changes"]
            await ann.get(f"{files}/about.json", 404)

            await ann.post(f"/api/workbench/studies/{made['id']}/keep", {"name": "First shots"})
            more = await ann.post(f"/api/workbench/studies/{made['id']}/play", {"games": 4})
            assert more["study"]["total"] == 8
            assert (await over(ann, made["id"]))["glance"]["games"] == {"base": 4, "changed": 4}
        async with serving(tmp_path / "wg.db", operators="Ann") as desk:
            again = await desk.player("Ann", guest=False)
            await again.post("/api/login", {"name": "Ann", "password": "a long word of ships"})
            bench = await again.get("/api/workbench")
            assert [(one["name"], one["kept"], one["state"]) for one in bench["studies"]] == [("First shots", True, "whole")]  # fmt: skip
            await again.http.delete(f"/api/workbench/studies/{made['id']}")
            assert not (await again.get("/api/workbench"))["studies"]

    run(test)


def test_nobody_else_may(tmp_path: Path):
    """Guests, also one who calls himself like an operator, and accounts that are not named: told so, and nothing is played."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", operators="Ann") as desk:
            guest, ben = await desk.player("Ann"), await desk.player("Ben", guest=False)
            await ben.post("/api/register", {"name": "Ben", "password": "a long word of ships"})
            for somebody in (guest, ben, await desk.player("nobody", guest=False)):
                assert not (await somebody.get("/api/me"))["workbench"]
                assert "whoever runs this server" in (await somebody.get("/api/workbench", 403))["detail"]
                await somebody.post("/api/workbench/studies", TRY, 403)
                for path in ("", "/events", "/files/games.csv"):
                    await somebody.get(f"/api/workbench/studies/00000000{path}", 403)
            assert not (tmp_path / "studies").exists()
        async with serving(tmp_path / "wg.db", operators="Ben", workbench_workers=0) as desk:
            ben = await desk.player("Ben", guest=False)
            await ben.post("/api/login", {"name": "Ben", "password": "a long word of ships"})
            assert not (await ben.get("/api/me"))["workbench"]
            assert "WORKBENCH_WORKERS is 0" in (await ben.get("/api/workbench", 404))["detail"]

    run(test)


HERE = {"type": "http", "client": ("127.0.0.1", 5), "headers": [(b"host", b"localhost:8042")]}


@pytest.mark.parametrize(
    ("settings", "scope", "may"),
    [
        ({}, {}, True),
        ({"host": "::1"}, {"client": ("::1", 5), "headers": [(b"host", b"[::1]:8042")]}, True),
        ({"host": "0.0.0.0"}, {}, False),
        ({"address": "https://games.example.org"}, {}, False),
        ({"hosts": "table.lan"}, {}, False),
        ({"proxies": 1}, {}, False),
        ({}, {"client": ("192.0.2.4", 5)}, False),
        ({}, {"headers": [(b"host", b"games.example.org")]}, False),
        ({}, {"headers": [(b"host", b"localhost"), (b"x-forwarded-for", b"192.0.2.4")]}, False),
        ({}, {"headers": [(b"host", b"localhost"), (b"via", b"1.1 proxy")]}, False),
    ],
)
def test_whoever_sits_at_the_machine_runs_a_server_that_nobody_else_can_reach(
    settings: dict[str, Any], scope: dict[str, Any], may: bool
):
    """A public address, a further name, a proxy before it or one that shows in a request: then accounts must be named."""
    known = Operators(Settings(database="sqlite://", **settings))
    assert known.include(None, {**HERE, **scope}) is may
    assert known.include(Account("g1", "Ann", guest=True), {**HERE, **scope}) is may


def test_an_operator_is_named_by_name_or_id():
    """By the name as one signs in with it; a guest only by the id, since anybody may be a guest of that name."""
    known = Operators(Settings(database="sqlite://", host="0.0.0.0", operators="ann  LEE, x42"))
    assert known.include(Account("a1", "Ann Lee", guest=False), HERE)
    assert not known.include(Account("a2", "Ann Lee", guest=True), HERE)
    assert known.include(Account("x42", "Ben", guest=True), HERE)


WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    ({"scenario": "dual"}, "did you mean duel?"),
    ({"bots": {"british": "captian"}}, "did you mean captain?"),
    ({"bots": {"french": "captain"}}, "french: there is no such word here"),
    ({"changes": {"base_factor": {"bow": 2}}}, "there is no such chart of trafalgar; did you mean base_factors?"),
    ({"changes": {"base_factors": {"first_shot": 2}}}, "base_factors has no"),
    ({"changes": {"base_factors": {"first_shot_on_that_side": True}}}, "expected a number"),
    ({"changes": {"range_bands": {"rake": 5.5}}}, "variant changed: chart range_bands, cell rake: 5.5 is no"),
    ({"settings": {"withdrawl": 1}}, "did you mean withdrawal?"),
    ({"games": 9}, "games = 9: expected at most 8, which WEATHERGAUGE_WORKBENCH_GAMES allows"),
)


def test_what_cannot_be_tried_is_one_sentence_and_leaves_nothing(tmp_path: Path):
    """Before any game is played, and with no study left behind."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", operators="Ann", workbench_games=8) as desk:
            ann = await operator(desk)
            for wrong, words in WRONG:
                told = await ann.post("/api/workbench/studies", {**TRY, **wrong}, 422)
                assert words in told["detail"]
                assert str(tmp_path) not in told["detail"]
            assert not (await ann.get("/api/workbench"))["studies"]
            assert not list((tmp_path / "studies").glob("*"))

    run(test)


def test_it_is_stopped_when_asked_and_goes_on_where_it_was(tmp_path: Path):
    """One study at a time; a stop keeps what was played, and the rest is what one run would have played."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", operators="Ann", workbench_games=400) as desk:
            ann = await operator(desk)
            at = "/api/workbench/studies"
            id = (await ann.post(at, {**TRY, "games": 400}, 201))["study"]["id"]
            assert "Another study is being played" in (await ann.post(at, TRY, 409))["detail"]

            async def some() -> bool:
                return bool((await ann.get(f"{at}/{id}"))["study"]["done"])

            await until(some, 60)
            stopped = await ann.post(f"{at}/{id}/stop")
            assert stopped["study"]["state"] == "stopped"
            assert 0 < stopped["study"]["done"] < 800
            assert desk.house.trials.playing is None
            kept = (tmp_path / "studies" / id / "games.jsonl").read_text().count("\n") - 1
            assert kept == stopped["study"]["done"]
            assert kept < 799
            (tmp_path / "studies" / id / "glance.json").unlink()  # as after a server that was killed
            seen = await ann.get(f"{at}/{id}")
            assert (seen["study"]["state"], seen["study"]["done"], seen["glance"]) == ("stopped", kept, None)
            await ann.post(f"{at}/{id}/play", {"games": 1})
            assert (await over(ann, id))["study"]["state"] == "whole"

    run(test)


def test_what_nobody_keeps_makes_room(tmp_path: Path):
    """Of studies that were not kept the latest five remain."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", operators="Ann") as desk:
            trials = desk.house.trials
            ann = await operator(desk)
            first = (await ann.post("/api/workbench/studies", {**TRY, "games": 1, "changes": {}}, 201))["study"]["id"]
            await over(ann, first)
            about = trials.about(first)
            for n in range(1, 6):
                other = tmp_path / "studies" / f"0000000{n}"
                other.mkdir()
                (other / "about.json").write_bytes(msgspec.json.encode(msgspec.structs.replace(about, made=n, kept=n == 1)))  # fmt: skip
            second = (await ann.post("/api/workbench/studies", {**TRY, "games": 1, "changes": {}}, 201))["study"]["id"]
            await over(ann, second)
            assert list(trials.all()) == [second, first, "00000005", "00000004", "00000003", "00000001"]

    run(test)


def test_a_stream_brings_each_look_to_whoever_sits_at_the_machine(tmp_path: Path):
    """A server as it is without any settings: no name is needed, and a stream brings the study until it is over."""

    async def test() -> None:
        with Live(tmp_path / "wg.db", bot_workers=0) as live:
            async with httpx.AsyncClient(base_url=live.url) as http:
                assert (await http.get("/api/me")).json()["workbench"]
                made = await http.post("/api/workbench/studies", json={**TRY, "games": 40})
                assert made.status_code == 201, made.text
                id, looks = made.json()["study"]["id"], []
                async for name, look in read_stream(http, f"/api/workbench/studies/{id}/events"):
                    if name == "message":
                        looks.append(look)
                        if look["study"]["state"] != "playing":
                            break
        assert looks[-1]["study"]["state"] == "whole"
        assert looks[-1]["glance"]["games"] == {"base": 40, "changed": 40}
        assert all(earlier["study"]["done"] <= later["study"]["done"] for earlier, later in pairwise(looks))

    run(test)


def test_the_text_of_a_study_is_read_as_it_was(tmp_path: Path):
    """Cells with blanks in their names, cells of several fields, a printed blank, and a name in any letters."""
    charts: dict[str, dict[str, Any]] = {
        "fire_base": {"1 6": None},
        "other_modifiers": {"half_broadside": {"fire_base_factor": 0.25}},
    }
    changed = studies.Variant("changed", charts=charts, bots={"british": "midshipman"})
    whole = studies.Study(
        'Ça "ira"', "wsim", scenario="constitution_java", bots={"american": "captain", "british": "captain"}, games=7,
        seed="x y", swap=True, question="Why?", variants=(changed,),
    )  # fmt: skip
    (tmp_path / "mine.toml").write_text(text(whole), encoding="utf-8")
    found = studies.read(tmp_path / "mine.toml")
    charts["fire_base"]["1 6"] = "."
    assert found == msgspec.structs.replace(whole, variants=(msgspec.structs.replace(changed, charts=charts),))
