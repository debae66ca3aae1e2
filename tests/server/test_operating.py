"""What an operator does to accounts at the command line, beside a running server or without one."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.server.desk import run, serving
from weathergauge import cli

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
            assert await asyncio.to_thread(cli.main, ["account", "list", "--json", "--guests", *named]) == 0
            listed = capsys.readouterr().out
            assert [(one["name"], one["guest"], one["seats"]) for one in json.loads(listed)] == [
                ("Ann", False, 1),
                ("Ben", True, 0),
            ]
            assert "argon2" not in listed
            assert await asyncio.to_thread(cli.main, ["account", "list", *named]) == 0
            assert "Ben" not in capsys.readouterr().out
            assert await asyncio.to_thread(cli.main, ["account", "reset", "ann", "--json", *named]) == 0
            token = json.loads(capsys.readouterr().out)["link"].rpartition("/")[2]
            await ann.post("/api/reset/finish", {"token": token, "password": OTHER})
            await ann.post("/api/reset/finish", {"token": token, "password": OTHER}, 404)
            assert await asyncio.to_thread(cli.main, ["account", "delete", "Ann", "--yes", *named]) == 2
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
    assert cli.main(["account", "delete", "Ann", *named]) == 2
    assert "--yes" in capsys.readouterr().err
    assert cli.main(["account", "delete", "Ann", "--yes", "--running", "resign", *named]) == 0
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
        ("account", "needs WHAT"),
        ("account lst", "did you mean list?"),
        ("account reset", "account reset needs a name"),
        ("account list Ann", "one word too many"),
        ("account reset Ann", "There is no database"),
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
    assert cli.main(["account", "reset", "Nobody", "--database", str(tmp_path / "wg.db")]) == 2
    assert "There is no player called 'Nobody'" in capsys.readouterr().err
