"""Who may play a seat: links that are used up, programs, hearing who came, and putting others out."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.desk import Chair, Desk, Player, run, serving, toy_match, until


async def linked(chair: Chair, **more: Any) -> str:
    return str((await chair.post("link", more))["token"])


async def come_by(desk: Desk, token: str, name: str = "Eve", status: int = 200) -> Player:
    who = await desk.player(name)
    await who.post("/api/seats/claim", {"token": token}, status)
    return who


def test_a_private_link_lets_one_in(tmp_path: Path):
    """The second who opens it is refused, and not made a guest; the first may open it again, and the seat heard who came."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            token = await linked(red)
            phone = await desk.player("", guest=False)
            await phone.post("/api/seats/claim", {"token": token})
            name = (await phone.get("/api/me"))["name"]
            stranger = await desk.player("", guest=False)
            for path in ("look", "claim"):
                answer = await stranger.post(f"/api/seats/{path}", {"token": token}, 404)
                assert "opened already" in answer["detail"]
            assert not (await stranger.get("/api/me"))["signed_in"]
            await phone.post("/api/seats/look", {"token": token})
            await phone.post("/api/seats/claim", {"token": token})
            heard = [event["words"] for event in await red.events() if event["type"] == "letin"]
            assert heard == [f"{name} has opened this seat's private link, and plays it too."]
            assert not any(event["type"] == "letin" for event in await blue.events())
            assert (await phone.at(red.match, "red").view())["your_turn"]

    run(test)


def test_of_two_who_open_a_link_at_once_one_gets_in(tmp_path: Path):
    """The link is used up under the match's lock."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            token = await linked(red)
            people = [await desk.player(name) for name in ("Eve", "Fay", "Gil")]
            answers = await asyncio.gather(
                *(who.http.post("/api/seats/claim", json={"token": token}) for who in people)
            )
            assert sorted(answer.status_code for answer in answers) == [200, 404, 404]

    run(test)


def test_a_link_for_many_works_until_a_new_one_is_made(tmp_path: Path):
    """It has to be asked for; those who came by it stay, and find the seat again by any link they came by."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            many = await linked(red, many=True)
            for name in ("Eve", "Fay"):
                await come_by(desk, many, name)
            once = await linked(red)
            await come_by(desk, many, "Gil", 404)
            phone = await come_by(desk, once, "Phone")
            await linked(red)
            await phone.post("/api/seats/claim", {"token": once})
            assert len((await red.player.get(f"{red.path}/holders"))["people"]) == 4

    run(test)


def test_who_is_put_out_does_not_come_back_by_a_link_for_many(tmp_path: Path):
    """The link is gone with her; whoever else came by it stays."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            many = await linked(red, many=True)
            eve, fay = await come_by(desk, many), await come_by(desk, many, "Fay")
            people = (await red.player.get(f"{red.path}/holders"))["people"]
            left = await red.post("end", {"holder": next(one["id"] for one in people if one["player"] == "Eve")})
            assert ([one["player"] for one in left["people"]], left["link"]) == (["Ann", "Fay"], None)
            await eve.post("/api/seats/claim", {"token": many}, 404)
            await eve.get(f"{red.path}/view", 403)
            await fay.get(f"{red.path}/view")

    run(test)


def test_a_link_is_no_bearer_token(tmp_path: Path):
    """A program that found a link would play unheard: it needs a token of its own, of which the seat hears."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            program = await desk.player("", guest=False)
            program.http.headers["Authorization"] = f"Bearer {await linked(red, many=True)}"
            await program.get(f"{red.path}/view", 403)
            token = (await red.post("token", {"name": "my engine"}))["token"]
            program.http.headers["Authorization"] = f"Bearer {token}"
            assert (await program.at(red.match, "red").view())["your_turn"]
            assert (await red.events())[-1]["words"] == "Ann has let a program play this seat too: my engine."
            for what in ("link", "token", "end"):  # it plays, and does not decide who else does
                await program.at(red.match, "red").post(what, {}, 401)
            await program.post("/api/seats/claim", {"token": token}, 404)

    run(test)


def test_all_others_are_put_out_of_a_seat(tmp_path: Path):
    """People, programs and the open link; their streams end before they hear another word, and a restart changes nothing."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            eve = await come_by(desk, await linked(red))
            token, still_open = (await red.post("token"))["token"], await linked(red)
            heard = asyncio.create_task(listening(eve, red.match))
            await until(lambda: streams(desk))
            before = await red.player.get(f"{red.path}/holders")
            assert [(one["player"], one["you"], one["first"]) for one in before["people"]] == [
                ("Ann", True, True),
                ("Eve", False, False),
            ]
            assert ([one["name"] for one in before["programs"]], before["link"]["many"]) == (["a program"], False)
            left = await red.post("end")
            assert ([one["player"] for one in left["people"]], left["programs"], left["link"]) == (["Ann"], [], None)
            assert (await red.events())[-1]["words"] == "Ann has put out of this seat: Eve; a program, a program."
            assert "putout" not in await asyncio.wait_for(heard, 5)
            await eve.get(f"{red.path}/view", 403)
            await come_by(desk, still_open, "Fay", 404)
            program = await desk.player("", guest=False)
            program.http.headers["Authorization"] = f"Bearer {token}"
            await program.get(f"{red.path}/view", 403)
            assert (await blue.view())["your_turn"]
            cookies = [dict(chair.http.cookies) for chair in (red.player, eve)]
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            for kept, status in zip(cookies, (200, 403), strict=True):
                who = await desk.player("", guest=False)
                who.http.cookies.update(kept)
                await who.get(f"{red.path}/view", status)

    run(test)


def test_who_came_later_cannot_put_out_who_had_the_seat_first(tmp_path: Path):
    """Somebody who got hold of a link must not be able to keep its owner out; one can be put out alone."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            eve = await come_by(desk, await linked(red))
            await come_by(desk, await linked(red), "Fay")
            ann, me, fay = (await eve.get(f"{red.path}/holders"))["people"]
            refused = await eve.post(f"{red.path}/end", {"holder": ann["id"]}, 409)
            assert refused["detail"] == "Ann had this seat before you, and cannot be put out of it by you."
            assert "That is you" in (await eve.post(f"{red.path}/end", {"holder": me["id"]}, 409))["detail"]
            await eve.post(f"{red.path}/end", {"holder": "nobody"}, 404)
            assert len((await eve.post(f"{red.path}/end"))["people"]) == 2
            assert (await red.post("end", {"holder": fay["id"]}, 404))["type"] == "not-found"
            await red.post("end", {"holder": me["id"]})
            await eve.get(f"{red.path}/view", 403)
            await blue.player.post(f"{red.path}/end", {}, 403)
            await blue.player.get(f"{red.path}/holders", 403)

    run(test)


@pytest.mark.parametrize("many", [False, True])
def test_an_invited_seat_is_taken_by_the_first_who_comes(tmp_path: Path, many: bool):
    """Everybody hears that somebody joined; only a link that was made for many lets in another."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            ann = await desk.player("Ann")
            made = await ann.create("toy", "duel", seats={"red": {"kind": "me"}, "blue": {"kind": "invite"}})
            token = (await ann.post(f"/api/matches/{made['id']}/seats/blue/link", {"many": many}))["token"]
            await come_by(desk, token, "Ben")
            assert any(event["type"] == "joined" for event in await ann.at(made["id"], "red").events())
            await come_by(desk, token, "Eve", 200 if many else 404)

    run(test)


async def listening(who: Player, match: str) -> str:
    """Everything that a stream of red's brings until it ends."""
    path = f"/api/matches/{match}/seats/red/events"
    answer = await who.http.get(path, headers={"Accept": "text/event-stream"})
    return answer.text


async def streams(desk: Desk) -> bool:
    return desk.house.hub.streams > 0
