"""Your account: another password, a forgotten one, where you are signed in, all that is kept of you, and leaving."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.server.desk import Desk, Player, run, serving, toy_match, until
from tests.server.test_mail import confirm, posting
from weathergauge.server import accounts, schema
from weathergauge.server.browsers import browser_of
from weathergauge.server.settings import DAY
from weathergauge.server.store import now

SECRET, OTHER = "correct horse", "battery staple"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36"


async def registered(desk: Desk, name: str = "Ann") -> Player:
    who = await desk.player("", guest=False)
    await who.post("/api/register", {"name": name, "password": SECRET})
    return who


async def signed_in(desk: Desk, agent: str = FIREFOX) -> Player:
    who = await desk.player("", guest=False)
    who.http.headers["User-Agent"] = agent
    await who.post("/api/login", {"name": "Ann", "password": SECRET})
    return who


async def rows(desk: Desk, table: sa.Table) -> list[Any]:
    return list(await desk.house.store.read(lambda connection: connection.execute(sa.select(table)).all()))


def test_a_language_is_kept_with_the_account(tmp_path: Path):
    """It is there in every browser in which somebody signs in, and in what is kept of them; one that nobody speaks is a sentence."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await registered(desk)
            assert (await ann.get("/api/me"))["language"] is None
            assert (await ann.post("/api/me/language", {"language": "fr"}))["language"] == "fr"
            other = await signed_in(desk, PHONE)
            assert (await other.get("/api/me"))["language"] == "fr"
            assert (await other.get("/api/me/export"))["profile"]["language"] == "fr"
            wrong = await ann.post("/api/me/language", {"language": "tlh"}, 422)
            assert wrong["detail"] == "language 'tlh': expected one of en and fr, or null."
            assert (await ann.post("/api/me/language", {"language": None}))["language"] is None

    run(test)


def test_a_password_is_changed_by_who_knows_it(tmp_path: Path):
    """Every other session ends, and this one gets another cookie; the old password opens nothing any more."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await registered(desk)
            there, before = await signed_in(desk), dict(ann.http.cookies)
            wrong = await ann.post("/api/me/password", {"old": "nonsense", "new": OTHER}, 403)
            assert wrong["detail"] == "That is not your password: type the one you sign in with now."
            await ann.post("/api/me/password", {"old": SECRET, "new": "password"}, 422)
            assert (await there.get("/api/me"))["signed_in"]
            await ann.post("/api/me/password", {"old": SECRET, "new": OTHER})
            assert (await ann.get("/api/me"))["signed_in"]
            assert dict(ann.http.cookies) != before
            assert not (await there.get("/api/me"))["signed_in"]
            await there.post("/api/login", {"name": "Ann", "password": SECRET}, 403)
            await there.post("/api/login", {"name": "Ann", "password": OTHER})
            guest = await desk.player("Ben")
            assert "no password" in (await guest.post("/api/me/password", {"old": "x", "new": OTHER}, 409))["detail"]

    run(test)


def test_guessing_the_old_password_is_slowed_down(tmp_path: Path):
    """A stolen session is not enough to find it out: wrong ones count as when signing in."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", tries_per_name=3, tries_per_address=3) as desk:
            ann = await registered(desk)
            for _ in range(3):
                await ann.post("/api/me/password", {"old": "nonsense", "new": OTHER}, 403)
            await ann.post("/api/me/password", {"old": "nonsense", "new": OTHER}, 429)
            await ann.post("/api/me/delete", {"password": "nonsense"}, 429)

    run(test)


def test_a_forgotten_password_is_set_anew_by_a_letter(tmp_path: Path):
    """Once, within the hour, to a confirmed address; the answer tells nobody whether there is such a player."""

    async def test() -> None:
        async with posting(tmp_path / "wg.db") as (desk, office):
            ann = await registered(desk)
            await registered(desk, "Ben")
            await confirm(ann, office, "ann@example.org")
            stranger = await desk.player("", guest=False)
            count = len(office.letters)
            answers = [await stranger.post("/api/reset", {"name": name}) for name in ("ann", "Ben", "Nobody", "Ann")]
            assert answers == answers[:1] * 4

            async def arrived() -> bool:
                return desk.house.postman.sent > count

            await until(arrived)
            assert len(office.letters) == count + 1  # the second within five minutes is not written
            token = re.search(r"http://table\.test/#/reset/([\w-]+)", office.letters[-1])
            assert token
            await stranger.post("/api/reset/finish", {"token": token[1], "password": "password"}, 422)
            me = await stranger.post("/api/reset/finish", {"token": token[1], "password": OTHER})
            assert (me["name"], me["guest"]) == ("Ann", False)
            assert not (await ann.get("/api/me"))["signed_in"]
            again = await stranger.post("/api/reset/finish", {"token": token[1], "password": OTHER}, 404)
            assert "ask for a new letter" in again["detail"]
            await ann.post("/api/login", {"name": "Ann", "password": OTHER})

    run(test)


def test_a_reset_expires_and_another_makes_it_void(tmp_path: Path):
    """As does a password changed meanwhile; and where no letters are sent, that is said."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await registered(desk)
            account = await desk.house.accounts.named("ANN")
            assert account
            late = await desk.house.accounts.new_reset(account, 0)
            first, second = [await desk.house.accounts.new_reset(account) for _ in range(2)]
            for token in (late, first):
                await ann.post("/api/reset/finish", {"token": token, "password": OTHER}, 404)
            await ann.post("/api/me/password", {"old": SECRET, "new": OTHER})
            await ann.post("/api/reset/finish", {"token": second, "password": SECRET}, 404)
            assert "sends no letters" in (await ann.post("/api/reset", {"name": "Ann"}, 409))["detail"]

    run(test)


def test_a_reset_of_a_clock_that_was_ahead_does_not_keep_the_next_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """There are minutes between two letters, and not the months by which a clock was wrong."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            await registered(desk)
            account = await desk.house.accounts.named("Ann")
            assert account
            at = now() + 61 * DAY * 1000
            with monkeypatch.context() as ahead:
                ahead.setattr(accounts, "now", lambda: at)
                assert await desk.house.accounts.new_reset(account, apart=accounts.ANOTHER_RESET)
            assert await desk.house.accounts.new_reset(account, apart=accounts.ANOTHER_RESET)
            assert await desk.house.accounts.new_reset(account, apart=accounts.ANOTHER_RESET) is None

    run(test)


def test_sessions_are_listed_and_ended(tmp_path: Path):
    """When each was made and last seen, and by which browser; one by one, or all others."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await registered(desk)
            phone, desktop, third = [await signed_in(desk, agent) for agent in (PHONE, FIREFOX, FIREFOX)]
            listed = (await desktop.get("/api/me/sessions"))["sessions"]
            assert [one["browser"] for one in listed] == [
                *("Firefox on Linux", "Firefox on Linux", "Chrome on Android", "a program"),
            ]
            assert [one["here"] for one in listed] == [False, True, False, False]
            assert all(one["seen"] >= one["made"] for one in listed)
            await desktop.post("/api/me/sessions/end", {"session": listed[2]["id"]})
            assert not (await phone.get("/api/me"))["signed_in"]
            await desktop.post("/api/me/sessions/end", {"session": listed[2]["id"]}, 404)
            eve = await desk.player("Eve")
            await eve.post("/api/me/sessions/end", {"session": listed[3]["id"]}, 404)
            left = (await desktop.post("/api/me/sessions/end"))["sessions"]
            assert [one["here"] for one in left] == [True]
            for player in (ann, third):
                assert not (await player.get("/api/me"))["signed_in"]

    run(test)


def test_a_session_notes_when_it_was_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Not for every request, but after a while."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await registered(desk)
            (first,) = await rows(desk, schema.sessions)
            await ann.get("/api/me")
            assert await rows(desk, schema.sessions) == [first]
            monkeypatch.setattr("weathergauge.server.accounts.BELIEVED_ALONE", 0.0)
            monkeypatch.setattr("weathergauge.server.accounts.SEEN_EVERY", -1)
            await ann.get("/api/me")
            (later,) = await rows(desk, schema.sessions)
            assert later.seen >= first.seen

    run(test)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (PHONE, "Chrome on Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1",
            "Safari on an iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/129.0 Safari/537.36 Edg/129.0", "Edge on Windows"),
        ("python-httpx/1.0", "a program"),
        (None, "a program"),
    ],
)
def test_a_browser_has_two_words(agent: str | None, words: str):
    """The finer things that browsers tell about themselves are not kept."""
    assert browser_of(agent) == words


def test_everything_that_is_kept_can_be_taken_along(tmp_path: Path):
    """Profile, sessions, matches with what one's own seats heard, and the record of a match once it is over."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            over, _ = await toy_match(desk)
            await red.act({"type": "plot", "boat": 0, "speed": 1})
            await blue.act({"type": "plot", "boat": 1, "speed": 3})
            await red.player.post(f"/api/matches/{over.match}/join", {"seat": "red"}, 409)
            token = (await over.post("link"))["token"]
            await red.player.post("/api/seats/claim", {"token": token})
            await over.post("resign")
            kept = await red.player.get("/api/me/export")
            assert kept["profile"]["name"] == "Ann"
            assert [one["here"] for one in kept["sessions"]] == [True]
            running, finished = kept["matches"]
            assert (running["match"], running["record"], list(running["heard"])) == (red.match, None, ["red"])
            assert running["heard"]["red"] == await red.events()
            assert not any(event["event"].get("speed") == 3 for event in running["heard"]["red"])
            record = (await over.player.http.get(f"/api/matches/{over.match}/record")).text
            assert finished["record"] == [json.loads(line) for line in record.splitlines()]
            stranger = await desk.player("", guest=False)
            await stranger.get("/api/me/export", 401)

    run(test)


@pytest.mark.parametrize("running", ["bot", "resign"])
def test_an_account_is_deleted_with_everything_of_its_owner(tmp_path: Path, running: str):
    """Name, address, sessions and seats are gone; a running match goes on with a bot or is resigned, as was asked for."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await registered(desk), await desk.player("Ben")
            going = await ann.create(seats={"british": {"kind": "me"}})
            await ben.post(f"/api/matches/{going['id']}/join", {"seat": "allied"})
            waiting = await ann.create(seats={"british": {"kind": "me"}})
            joined = await ben.create(seats={"british": {"kind": "me"}, "allied": {"kind": "open"}}, public=False)
            other = await ben.create(seats={"british": {"kind": "me"}})
            await ann.post(f"/api/matches/{other['id']}/join", {"seat": "allied"})
            await ben.at(other["id"], "british").post("resign")
            await ann.post("/api/me/delete", {"password": "nonsense"}, 403)
            left = await ann.post("/api/me/delete", {"password": SECRET, "running": running})
            assert left == {
                "matches": 3, "cancelled": 1, "handed_over": running == "bot", "resigned": running == "resign",
            }  # fmt: skip
            assert not (await ann.get("/api/me"))["signed_in"]
            assert [row.name for row in await rows(desk, schema.accounts)] == ["Ben"]
            assert {row.account for row in await rows(desk, schema.holders)} == {(await ben.get("/api/me"))["id"]}
            summary = await ben.get(f"/api/matches/{going['id']}")
            seat = summary["seats"][0]
            if running == "bot":
                assert (summary["status"], seat["kind"], seat["bot"]) == ("playing", "bot", seat["player"])
            else:
                assert (summary["status"], seat["player"]) == ("finished", "a player who left")
            assert (await ben.get(f"/api/matches/{other['id']}"))["seats"][1]["player"] == "a player who left"
            assert (await ben.get(f"/api/matches/{waiting['id']}"))["status"] == "cancelled"
            assert (await ben.get(f"/api/matches/{joined['id']}"))["status"] == "gathering"
            await ann.post("/api/login", {"name": "Ann", "password": SECRET}, 403)
            await registered(desk)  # the name is free again

    run(test)


def test_who_leaves_takes_programs_and_links_along(tmp_path: Path):
    """Else one of them could take the seat from the bot again, for somebody who is no more."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}})
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied"})
            tokens = {}
            for who, seat in ((ann, "british"), (ben, "allied")):
                tokens[seat] = (await who.at(made["id"], seat).post("token"))["token"]
            link = (await ann.at(made["id"], "british").post("link", {"many": True}))["token"]
            await ann.post("/api/me/delete", {"name": "Ann"})
            await ben.post("/api/seats/claim", {"token": link}, 404)
            program = await desk.player("", guest=False)
            for seat, status in (("british", 403), ("allied", 200)):
                program.http.headers["Authorization"] = f"Bearer {tokens[seat]}"
                await program.get(f"/api/matches/{made['id']}/seats/{seat}/view", status)
            assert len(await rows(desk, schema.tokens)) == 1

    run(test)


def test_a_guest_confirms_by_name_and_leaves_a_seat_that_others_hold(tmp_path: Path):
    """The other holder plays on, under his own name; a seat of a match that has not begun is free again."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            fay = await desk.player("Fay")
            await fay.post("/api/seats/claim", {"token": (await red.post("link"))["token"]})
            host = await desk.player("Host")
            waiting = await host.create("toy", "duel", public=False, seats={"red": {"kind": "open"}})
            await red.player.post(f"/api/matches/{waiting['id']}/join", {"seat": "red"})
            refused = await red.player.post("/api/me/delete", {"name": "Ben"}, 409)
            assert refused["detail"] == "Nothing was deleted: type your name, Ann, to confirm."
            await red.player.post("/api/me/delete", {"name": "Ann"})
            seat = (await blue.player.get(f"/api/matches/{red.match}"))["seats"][0]
            assert (seat["kind"], seat["player"]) == ("person", "Fay")
            assert (await fay.at(red.match, "red").view())["your_turn"]
            free = (await host.get(f"/api/matches/{waiting['id']}"))["seats"][0]
            assert (free["kind"], free["player"]) == ("invite", "")

    run(test)
