"""Who plays: guests at once, names with passwords, sessions that end when they are told to."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.desk import run, serving
from weathergauge.server import accounts, schema

SECRET = "correct horse"


def test_a_guest_plays_at_once_and_keeps_everything_when_registering(tmp_path: Path):
    """The same account gets a name and a password; its matches stay its own, on another device too."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann", guest=False)
            assert (await ann.get("/api/me"))["signed_in"] is False
            guest = await ann.post("/api/guest", {})
            assert guest["guest"]
            made = await ann.create(seats={"british": {"kind": "me"}})
            me = await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            assert (me["id"], me["guest"], me["name"]) == (guest["id"], False, "Ann")
            elsewhere = await desk.player("", guest=False)
            await elsewhere.post("/api/login", {"name": "ANN", "password": SECRET})
            assert [match["id"] for match in (await elsewhere.get("/api/matches"))["matches"]] == [made["id"]]
            assert (await ann.post("/api/register", {"name": "Other", "password": SECRET}, 409))["type"] == "refused"

    run(test)


def test_the_cookie_is_out_of_reach_of_scripts(tmp_path: Path):
    """HttpOnly, SameSite and, behind https, Secure. In the store there is only its hash."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", address="https://games.example.org") as desk:
            ann = await desk.player("Ann", guest=False)
            answer = await ann.http.post("/api/guest", json={})
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert "secure" in cookie
            token = answer.cookies["wg_session"]
            assert len(token) >= 40
            stored = await desk.house.store.read(lambda c: c.execute(sa.select(schema.sessions.c.hash)).scalars().all())
            assert token not in stored
            assert all(len(hash) == 64 for hash in stored)

    run(test)


def test_signing_out_everywhere_ends_every_session(tmp_path: Path):
    """Here and on the other device; signing out ends one alone."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            here, there, third = [await desk.player("", guest=False) for _ in range(3)]
            await here.post("/api/register", {"name": "Ann", "password": SECRET})
            for other in (there, third):
                await other.post("/api/login", {"name": "Ann", "password": SECRET})
            await third.post("/api/logout")
            assert not (await third.get("/api/me"))["signed_in"]
            assert (await there.get("/api/me"))["signed_in"]
            await here.post("/api/logout-everywhere")
            for player in (here, there):
                assert not (await player.get("/api/me"))["signed_in"]
            assert (await there.post("/api/logout-everywhere", {}, 401))["type"] == "signed-out"

    run(test)


def test_an_expired_session_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """From the moment on that the clock says so: here days are over as they begin."""
    monkeypatch.setattr(accounts, "DAY", 0)

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            assert not (await ann.get("/api/me"))["signed_in"]

    run(test)


def test_wrong_passwords_are_slowed_down(tmp_path: Path):
    """The same sentence for a wrong name as for a wrong password; too many for one name, and nobody gets in for a while."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", tries_per_name=3, tries_per_address=5) as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            wrong = await ann.post("/api/login", {"name": "Ann", "password": "nonsense"}, 403)
            nobody = await ann.post("/api/login", {"name": "Nobody", "password": "nonsense"}, 403)
            assert wrong == nobody
            for _ in range(2):
                await ann.post("/api/login", {"name": "Ann", "password": "nonsense"}, 403)
            answer = await ann.http.post("/api/login", json={"name": "Ann", "password": SECRET})
            assert (answer.status_code, answer.json()["type"]) == (429, "too-many")
            assert int(answer.headers["retry-after"]) > 0
            await ann.post("/api/login", {"name": "Nobody", "password": "nonsense"}, 403)
            await ann.post("/api/login", {"name": "Somebody", "password": "nonsense"}, 429)

    run(test)


def test_names_are_one_persons_alone(tmp_path: Path):
    """Whatever their letters; and no person is called as a bot is."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("", guest=False), await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            taken = await ben.post("/api/register", {"name": " aNN ", "password": SECRET}, 409)
            assert taken["detail"] == "Somebody is called aNN already, or nearly so: choose another name."
            assert "name of a bot" in (await ben.post("/api/guest", {"name": "Captain"}, 422))["detail"]
            assert "8 to 200" in (await ben.post("/api/register", {"name": "Ben", "password": "short"}, 422))["detail"]
            await ben.post("/api/guest", {"name": "a\u202eb"}, 422)

    run(test)


def test_passwords_are_argon2_and_bounded(tmp_path: Path):
    """What is stored is a slow hash; where too many wait to be hashed, the next is asked to come back."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            stored = await desk.house.store.read(lambda c: c.execute(sa.select(schema.accounts.c.password)).scalar())
            assert str(stored).startswith("$argon2id$")
            desk.house.accounts._waiting = 1000
            assert (await ann.post("/api/login", {"name": "Ann", "password": SECRET}, 503))["type"] == "unavailable"

    run(test)


def test_the_guests_cookie_is_worth_nothing_once_registered(tmp_path: Path):
    """Whoever knew the guest's token, from a shared machine for example, is nobody; the player has a new one."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, thief = await desk.player("Ann"), await desk.player("", guest=False)
            thief.http.cookies.update(dict(ann.http.cookies))
            assert (await thief.get("/api/me"))["signed_in"]
            await ann.post("/api/register", {"name": "Ann", "password": SECRET})
            assert (await ann.get("/api/me"))["name"] == "Ann"
            assert not (await thief.get("/api/me"))["signed_in"]

    run(test)


def test_guests_do_not_bear_a_registered_players_name(tmp_path: Path):
    """Nor one that looks like it, in whatever letters; who did so before is called otherwise from then on."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            early, ann = await desk.player("Ann Lee"), await desk.player("", guest=False)
            await ann.post("/api/register", {"name": "Ann Lee", "password": SECRET})
            assert (await early.get("/api/me"))["name"].startswith("Guest ")
            late = await desk.player("", guest=False)
            alike = ("Ann Lee", "ann lee", "ANNLEE", "Ann-Lee", "\uff21nn Lee", "\u0410nn L\u0435\u0435", " Ann  Lee ")
            for name in alike:
                answer = await late.post("/api/guest", {"name": name}, 409)
                assert "is a registered player" in answer["detail"], name
                await late.post("/api/register", {"name": name, "password": SECRET}, 409)
            for name in ("C\u0430ptain", "A player who left", "weathergauge", "Guest 12ab"):
                await late.post("/api/guest", {"name": name}, 422)
            assert (await late.post("/api/guest", {"name": "Ann Leigh"}))["name"] == "Ann Leigh"
            elsewhere = await desk.player("", guest=False)
            await elsewhere.post("/api/login", {"name": "\uff41nn  lee", "password": SECRET})

    run(test)


def test_passwords_that_everybody_tries_are_refused(tmp_path: Path):
    """Well-known ones, with or without figures behind them, rows of keys, and the name itself; in one sentence."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            for password in (
                *(
                    "password",
                    "Password1!",
                    "password2024",
                    "12345678",
                    "87654321",
                    "qwertyuiop",
                    "aaaaaaaa",
                    "abababab",
                ),
                *("iloveyou", "letmein123", "abcdefgh", "trustno1", "WeatherGauge", "1q2w3e4r", "zyxwvuts"),
            ):
                said = (await ann.post("/api/register", {"name": "Ann Lee", "password": password}, 422))["detail"]
                assert "first that anybody tries" in said, password
            for password in ("ann lee!", "annlee1805"):
                said = (await ann.post("/api/register", {"name": "Ann Lee", "password": password}, 422))["detail"]
                assert "this is your name" in said, password
            await ann.post("/api/register", {"name": "Ann Lee", "password": SECRET})

    run(test)
