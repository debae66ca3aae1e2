"""Letters: only in slow matches, only to an address that was confirmed, once for each turn."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path

import structlog
from structlog.testing import capture_logs

from tests.server.desk import Desk, Player, run, serving, toy_match, until

PLOTS = [{"type": "plot", "boat": 0, "speed": 1}, {"type": "plot", "boat": 1, "speed": 2}, {"type": "commit"}]


class Office:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.letters: list[str] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 office\r\n")
        while line := (await reader.readline()).decode().strip():
            line = line.upper()
            if line == "DATA":
                writer.write(b"354 go on\r\n")
                letter = (await reader.readuntil(b"\r\n.\r\n")).decode()
                self.letters.append(letter.replace("=\r\n", "").replace("=3D", "="))
            writer.write(b"221 bye\r\n" if line == "QUIT" else b"250 fine\r\n")
            if line == "QUIT":
                break
        writer.close()


@asynccontextmanager
async def posting(database: Path) -> AsyncIterator[tuple[Desk, Office]]:
    office = Office()
    server = await asyncio.start_server(office.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    mail = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_starttls": False, "address": "http://table.test"}
    async with server, serving(database, toy=True, **mail) as desk:
        yield desk, office


async def confirm(player: Player, office: Office, address: str) -> None:
    count = len(office.letters)
    assert (await player.post("/api/me/email", {"email": address}))["email_confirmed"] is False

    async def arrived() -> bool:
        return len(office.letters) > count

    await until(arrived)
    token = re.search(r"http://table\.test/#/confirm/([\w-]+)", office.letters[-1])
    assert token
    assert (await player.post("/api/me/email/confirm", {"token": token[1]}))["email_confirmed"]
    await player.post("/api/me/email/confirm", {"token": token[1]}, 404)


def test_whose_words_are_waited_for_gets_a_letter(tmp_path: Path):
    """A slow match may be sealed by the last who comes long after the first has gone: that one's browser must come back."""

    async def test() -> None:
        async with posting(tmp_path / "wg.db") as (desk, office):
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            await confirm(ann, office, "ann@example.org")
            await confirm(ben, office, "ben@example.org")
            made = await ann.create("toy", "duel", seats={"red": {"kind": "me"}}, pace="slow", words=True)
            await ann.seal(made, "red", "words of ann 0123", opens=False)
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "blue", "words": True})
            await ben.seal(made, "blue", "words of ben 0123", opens=False)

            async def told() -> bool:
                return any("Your words for the dice" in letter for letter in office.letters)

            await until(told)
            await asyncio.sleep(0.2)
            (letter,) = [letter for letter in office.letters if "Your words for the dice" in letter]
            assert "To: ann@example.org" in letter
            assert f"http://table.test/#/match/{made['id']}" in letter

    run(test)


def test_whose_turn_it_is_gets_a_letter(tmp_path: Path):
    """When the turn comes to them in a slow match; not in a live one, and not to an address nobody confirmed."""

    async def test() -> None:
        async with posting(tmp_path / "wg.db") as (desk, office):
            red, blue = await toy_match(desk, pace="slow")
            await confirm(red.player, office, "ann@example.org")
            await blue.player.post("/api/me/email", {"email": "ben@example.org"})
            for chair in (red, blue):
                for action in PLOTS:
                    await chair.act(action)

            async def told() -> bool:
                return any("Your turn" in letter for letter in office.letters)

            await until(told)
            await asyncio.sleep(0.2)
            (letter,) = [letter for letter in office.letters if "Your turn" in letter]
            assert "To: ann@example.org" in letter
            assert f"http://table.test/#/match/{red.match}" in letter
            live, other = await toy_match(desk)
            assert live.player is not other.player
            await asyncio.sleep(0.2)
            assert len([letter for letter in office.letters if "Your turn" in letter]) == 1

    run(test)


def test_an_address_can_be_forgotten_and_must_be_one(tmp_path: Path):
    """And where no mail server was named, none is promised."""

    async def test() -> None:
        async with posting(tmp_path / "wg.db") as (desk, office):
            ann = await desk.player("Ann")
            assert (await ann.get("/api/me"))["mail"]
            for wrong in (
                *("ann", "ann@host", "a b@c.d", "ann@example.org\nBcc: all@example.org", "@example.org"),
                *(
                    "a@[b.c",
                    "a@b.c]",
                    "(a@b.c",
                    "a..b@c.d",
                    ".a@b.c",
                    "a@b..c",
                    "a@.b.c",
                    "ann@example.org@example.org",
                ),
                *("a:b@c.d", "a\\@b.c", "a" * 65 + "@b.c", "a@" + "b" * 250 + ".c", "\N{CYRILLIC SMALL LETTER A}@b.c"),
            ):
                assert "such as ann@example.org" in (await ann.post("/api/me/email", {"email": wrong}, 422))["detail"]
            await confirm(ann, office, "ann@example.org")
            assert (await ann.post("/api/me/email", {"email": None}))["email"] is None
        async with serving(tmp_path / "other.db") as desk:
            ann = await desk.player("Ann")
            assert "sends no letters" in (await ann.post("/api/me/email", {"email": "ann@example.org"}, 409))["detail"]

    run(test)


def test_a_letter_that_cannot_be_sent_keeps_no_other_from_going(tmp_path: Path):
    """An address from before they were checked, and a mail server that breaks in a way nobody thought of."""

    async def test() -> None:
        async with posting(tmp_path / "wg.db") as (desk, office):
            post, postman = desk.house.postman._post, desk.house.postman
            asked: list[str] = []

            def broken(letter: EmailMessage) -> None:
                asked.append(letter["To"])
                if len(asked) == 1:
                    raise AttributeError("a fault of the library")
                post(letter)

            postman._post = broken  # type: ignore[method-assign]
            structlog.reset_defaults()
            with capture_logs() as logs:
                postman.send("a@[b.c", "Your turn", "once")
                postman.send("ann@example.org", "Your turn", "twice")
                postman.send("ben@example.org", "Your turn", "three times")

                async def arrived() -> bool:
                    return postman.sent == 1

                await until(arrived)
            assert asked == ["ann@example.org", "ben@example.org"]
            assert "three times" in office.letters[0]
            assert [line["event"] for line in logs] == ["letter-not-written", "letter-not-sent"]

    run(test)
