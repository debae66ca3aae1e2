"""A lesson at a server: begun, followed, left and taken up, for its pupil alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.desk import Chair, Desk, run, serving
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset


async def begun(desk: Desk, name: str = "Ann", **asked: Any) -> Chair:
    ann = await desk.player(name)
    made = await ann.post("/api/lessons", {"title": "trafalgar", **asked}, 201)
    assert made["lesson"]["moment"] == "duel"
    assert not made["public"]
    return ann.at(made["id"], "british")


async def voice(chair: Chair) -> Any:
    return (await chair.view(log=0))["lesson"]


async def follow(chair: Chair, do: str, status: int = 200) -> Any:
    return await chair.post("lesson", {"do": do}, status)


def test_it_is_followed_to_its_end_over_a_restart(tmp_path: Path):
    """Ann follows half of it; the server is stopped; she goes on where she was, wins, and the record verifies."""

    async def on(chair: Chair, most: int) -> Any:
        told = await voice(chair)
        while told["waits"] != "over" and most:
            most, before = most - 1, told["waits"]
            await follow(chair, "read" if before == "read" else "show")
            told = await voice(chair)
        return told

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await begun(desk)
            told = await on(ann, 5)
            assert told["cue"] == 5
            cookies = ann.player.http.cookies
        async with serving(tmp_path / "wg.db") as desk:
            back = await desk.player("Ann", guest=False)
            back.http.cookies = cookies
            ann = back.at(ann.match, "british")
            assert (await voice(ann))["cue"] == 5
            told = await on(ann, 20)
            assert told["won"]
            seen = await ann.view(log=0)
            assert seen["result"]["winner"] == "british"
            mine = (await back.get("/api/matches"))["matches"][0]["lesson"]
            assert mine["done"]
            record = Record((await back.http.get(f"/api/matches/{ann.match}/record")).content)
            assert verify(record, ruleset).ok

    run(test)


def test_only_what_the_voice_waits_for_may_be_ordered(tmp_path: Path):
    """Another order is refused with what it waits for, alone or among several; a step that is taken back is asked for again."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await begun(desk)
            turn = {"type": "turn", "ship": "bellerophon", "angle": -30}
            assert "read on first" in (await ann.act(turn, status=409))["detail"]
            await follow(ann, "read")
            weighed = await ann.post("preview", {"action": {**turn, "angle": -40}})
            assert weighed["why_not"].startswith("Your guide waits for something else")
            refused = await ann.act({**turn, "angle": -40}, status=409)
            assert "Your guide waits for something else" in refused["detail"]
            assert "30 degrees to port" in refused["detail"]
            refused = await ann.post("orders", {"actions": [{**turn, "angle": -40}]}, 409)
            assert "Your guide waits" in refused["detail"]
            await ann.act(turn)
            assert (await voice(ann))["cue"] == 2
            assert "nothing to go on from" in (await follow(ann, "read", 409))["detail"]
            answer = await ann.player.http.put(f"{ann.path}/standing-orders", json={"orders": {}})
            assert answer.status_code == 409
            assert "leave the lesson" in answer.json()["detail"]

    run(test)


def test_whoever_leaves_it_plays_on(tmp_path: Path):
    """The match goes on, a bot sits where the book was, any order may be given; the voice is silent, and cannot be left twice."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await begun(desk)
            await follow(ann, "leave")
            seen = await ann.view(log=0)
            assert seen["lesson"] is None
            assert seen["players"]["allied"] != "lesson"
            await ann.act({"type": "move", "ship": "bellerophon", "distance": 300})
            assert "nothing to leave" in (await follow(ann, "leave", 409))["detail"]
            assert "no order" in (await follow(ann, "show", 409))["detail"]

    run(test)


def test_what_cannot_be_learned_is_a_sentence(tmp_path: Path):
    """A title that is none, a moment that is none, and a word that is none; nobody else hears the voice."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await begun(desk)
            await ann.player.post("/api/lessons", {"title": "trafalgr"}, 404)
            missing = await ann.player.post("/api/lessons", {"title": "trafalgar", "moment": "duell"}, 404)
            assert "did you mean duel" in missing["detail"]
            await ann.post("lesson", {"do": "dance"}, 400)
            eve = (await desk.player("Eve")).at(ann.match, "spectator")
            await eve.player.get(f"{eve.path}/view", 403)
            assert (await ann.player.get("/api/titles"))["titles"][0]["lesson"]["moments"][0]["name"] == "duel"

    run(test)
