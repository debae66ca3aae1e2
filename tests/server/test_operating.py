"""What an operator does to accounts at the command line, beside a running server or without one."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.server.desk import run, serving
from weathergauge import cli
from weathergauge.server import store

SECRET, OTHER = "correct horse", "battery staple"


def test_an_operator_makes_a_link_for_a_forgotten_password(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """While the server runs: the link works there, once. So does the list, which shows no secret."""
    named = ["--database", str(tmp_path / "wg.db")]

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            await ann.create(seats={"british": {"kind": "me"}})
            await desk.player("Ben")
            assert await asyncio.to_thread(cli.main, ["admin", "users", "--json", "--guests", *named]) == 0
            listed = capsys.readouterr().out
            assert [(one["name"], one["guest"], one["seats"]) for one in json.loads(listed)] == [
                ("Ann", False, 1),
                ("Ben", True, 0),
            ]
            assert "argon2" not in listed
            assert await asyncio.to_thread(cli.main, ["admin", "users", *named]) == 0
            assert "Ben" not in capsys.readouterr().out
            assert await asyncio.to_thread(cli.main, ["admin", "reset", "ann", "--json", *named]) == 0
            token = json.loads(capsys.readouterr().out)["link"].rpartition("/")[2]
            await ann.post("/api/reset/finish", {"token": token, "password": OTHER})
            await ann.post("/api/reset/finish", {"token": token, "password": OTHER}, 404)
            assert await asyncio.to_thread(cli.main, ["admin", "delete", "Ann", "--yes", *named]) == 2
            assert "stop it, delete, and start it again" in capsys.readouterr().err
            assert (await ann.get("/api/me"))["signed_in"]

    run(test)


def test_an_operator_deletes_an_account(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """With the server stopped, and never without having been asked."""
    named = ["--database", str(tmp_path / "wg.db")]

    async def play() -> str:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("", guest=False), await desk.player("Ben")
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            made = await ann.create(seats={"british": {"kind": "me"}})
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied"})
            return str(made["id"])

    match = asyncio.run(play())
    assert cli.main(["admin", "delete", "Ann", *named]) == 2
    assert "--yes" in capsys.readouterr().err
    assert cli.main(["admin", "delete", "Ann", "--yes", "--running", "resign", *named]) == 0
    assert "Ann is deleted. Matches left: 1 (a bot plays on: 0; resigned: 1; cancelled: 0)." in capsys.readouterr().out

    async def look() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            eve = await desk.player("Eve")
            seats = (await eve.get(f"/api/matches/{match}"))["seats"]
            assert [seat["player"] for seat in seats] == ["a player who left", "Ben"]

    run(look)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("admin", "needs WHAT"),
        ("admin purge --days 0", "expected a whole number of at least 1"),
        ("admin matches --status won", "--status won: expected gathering"),
        ("admin purge", "There is no database"),
        ("admin limits", "There is no database"),
        ("admin usrs", "did you mean users?"),
        ("admin reset", "admin reset needs a name"),
        ("admin users Ann", "one word too many"),
        ("admin reset Ann", "There is no database"),
    ],
)
def test_what_an_operator_gets_wrong_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, words: str
):
    """And nothing is made by asking: a file that is not there is not there afterwards."""
    assert cli.main([*line.split(), "--database", str(tmp_path / "wg.db")]) == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_name_that_nobody_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Nor have guests a password."""

    async def begin() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            await desk.player("Ben")

    run(begin)
    assert cli.main(["admin", "reset", "Nobody", "--database", str(tmp_path / "wg.db")]) == 2
    assert "There is no player called 'Nobody'" in capsys.readouterr().err


def test_an_operator_sees_matches_and_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """While the server runs: who plays what, and nothing of how it stands; wrong passwords are counted, and forgiven."""
    named = ["--json", "--database", str(tmp_path / "wg.db")]

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            made = await ann.create(seats={"british": {"kind": "me"}})
            await ann.post("/api/login", {"name": "Ann", "password": "wrong"}, 403)
            assert await asyncio.to_thread(cli.main, ["admin", "matches", *named]) == 0
            (match,) = json.loads(capsys.readouterr().out)
            assert (match["id"], match["players"], match["status"]) == (made["id"], ["Ann"], "gathering")
            assert not {"seed", "seeds", "position"} & match.keys()
            assert await asyncio.to_thread(cli.main, ["admin", "matches", "--status", "finished", *named]) == 0
            assert json.loads(capsys.readouterr().out) == []
            told: list[str] = []
            for forgive, counted in ([], "(0 are counted now)"), (["--forgive"], "(0 are counted now)"):
                assert await asyncio.to_thread(cli.main, ["admin", "limits", *forgive, *named]) == 0
                told = [one["words"] for one in json.loads(capsys.readouterr().out)]
                assert (any(counted in words for words in told)) == bool(forgive)
            assert {"requests", "new matches", "odds"} <= {*told}

    run(test)


def test_an_operator_throws_away_what_is_old(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """Guests without a seat and, if asked, matches that are over; first only said, then done, and never what is in use."""
    named = ["--json", "--days", "30", "--database", str(tmp_path / "wg.db")]

    async def play() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben, eve = await desk.player("", guest=False), await desk.player("Ben"), await desk.player("Eve")
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            await ben.create(seats={"british": {"kind": "me"}})
            called_off = await eve.create(seats={"british": {"kind": "me"}})
            await eve.post(f"/api/matches/{called_off['id']}/cancel", {})
            await desk.player("Guest who only looked")

    run(play)
    assert cli.main(["admin", "purge", "--matches", "--yes", *named]) == 0
    assert json.loads(capsys.readouterr().out) == {"guests": 0, "matches": 0}
    later = store.now() + 31 * 24 * 60 * 60 * 1000
    monkeypatch.setattr("weathergauge.server.operating.now", lambda: later)
    for _ in range(2):  # saying so changes nothing
        assert cli.main(["admin", "purge", *named]) == 1
        assert json.loads(capsys.readouterr().out) == {"guests": 1, "matches": 0}
    assert cli.main(["admin", "purge", "--matches", "--yes", *named]) == 0
    assert json.loads(capsys.readouterr().out) == {"guests": 2, "matches": 1}
    assert cli.main(["admin", "users", "--guests", "--json", "--database", str(tmp_path / "wg.db")]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == ["Ann", "Ben"]
