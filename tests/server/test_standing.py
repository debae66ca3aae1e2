"""Standing orders and orders in one go at a server: followed while nobody looks, seen by their owner alone, kept with the match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.desk import Chair, Desk, run, serving, until
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset

QUIET = {
    "passes": ["decoying", "plotting", "sailing", "tasking", "closing", "requesting", "council", "yards"],
    "screen": "pass", "battle": "decline", "wake": [],
}  # fmt: skip
READY = {"type": "ready"}


async def campaign(desk: Desk, **more: Any) -> tuple[Chair, Chair]:
    """Ann plays the British, Ben the Bourbons."""
    ann, ben = await desk.player("Ann"), await desk.player("Ben")
    made = await ann.create("mistral", "teaching", seats={"british": {"kind": "me"}}, **more)
    await ben.post(f"/api/matches/{made['id']}/join", {"seat": "bourbon"})
    return ann.at(made["id"], "british"), ben.at(made["id"], "bourbon")


async def put(chair: Chair, orders: Any, status: int = 200) -> Any:
    answer = await chair.player.http.put(f"{chair.path}/standing-orders", json={"orders": orders})
    assert answer.status_code == status, answer.text
    return answer.json()


async def standing(chair: Chair, status: int = 200) -> Any:
    return await chair.player.get(f"{chair.path}/standing-orders", status)


def test_they_are_followed_while_the_page_is_closed(tmp_path: Path):
    """Ann orders and goes; Ben alone plays the campaign to its end, and its record verifies."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await campaign(desk)
            told = await put(ann, QUIET)
            assert told["words"]
            for _ in range(400):
                seen = await ben.view(log=0)
                if seen["result"] or not seen["your_turn"]:
                    break
                await ben.act(
                    READY if any(one["id"] == "step" for one in seen["subjects"]) else (await ben.offered())[0]
                )
            seen = await ann.view(log=0)
            assert seen["result"] or not (await standing(ann))["resting"]
            assert len((await standing(ann))["given"]) > 10
            heard = await ann.events()
            assert [one["number"] for one in heard] == list(range(1, len(heard) + 1))
            assert any(one["kind"] == "standing" and one["type"] == "given" for one in heard)
            await ann.post("resign") if seen["result"] is None else None
            record = Record((await ann.player.http.get(f"/api/matches/{ann.match}/record")).content)
            assert verify(record, ruleset).ok

    run(test)


def test_nobody_else_sees_them(tmp_path: Path):
    """Neither the other seat nor a spectator, by any way: not the orders, nor that they were given, nor who is woken."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await campaign(desk)
            eve = (await desk.player("Eve")).at(ann.match, "spectator")
            before = [await ben.view(), await eve.view(), await ben.events(), await eve.events()]
            await put(ann, {"courses": [{"formation": "british_f1", "to": "toulon"}], "battle": "odds", "ours": 3})
            assert [await ben.view(), await eve.view(), await ben.events(), await eve.events()] == before
            assert (await ben.player.get(f"{ann.path}/standing-orders", 403))["type"] == "not-yours"
            assert (await eve.player.get(f"{ann.path}/standing-orders", 403))["type"] == "not-yours"
            assert (await standing(eve, 403))["type"] == "not-yours"
            assert (await standing(ben))["orders"] is None
            answer = await ben.player.http.put(f"{ann.path}/standing-orders", json={"orders": {}})
            assert answer.status_code == 403
            assert (await ben.player.http.delete(f"{ann.path}/standing-orders")).status_code == 403
            mine = (await standing(ann))["orders"]
            assert mine["courses"] == [{"formation": "british_f1", "to": "toulon", "name": mine["courses"][0]["name"]}]

    run(test)


def test_they_are_changed_and_taken_back(tmp_path: Path):
    """At any time; what stood is replaced, and what is taken back is gone."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, _ = await campaign(desk)
            assert await standing(ann) == {"orders": None, "words": [], "woken": "", "resting": False, "given": []}
            await put(ann, {"search": True})
            assert (await put(ann, {"screen": "pass"}))["orders"] == {"screen": "pass"}
            assert (await ann.player.http.delete(f"{ann.path}/standing-orders")).status_code == 204
            assert (await standing(ann))["orders"] is None

    run(test)


@pytest.mark.parametrize(
    ("orders", "status", "words"),
    [
        ({"courses": [{"formation": "nobody", "to": "toulon"}]}, 409, "'nobody' is no formation of yours"),
        ({"courses": [{"formation": "british_f1", "to": "atlantis"}]}, 409, "there is no place 'atlantis'"),
        ({"screen": "perhaps"}, 422, "Those are no standing orders of mistral"),
        ({"haste": True}, 422, "Those are no standing orders of mistral"),
    ],
)
def test_orders_that_make_no_sense_are_refused_in_a_sentence(tmp_path: Path, orders: Any, status: int, words: str):
    """And whatever stood before stands on."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, _ = await campaign(desk)
            await put(ann, {"search": True})
            assert words in (await put(ann, orders, status))["detail"]
            assert (await standing(ann))["orders"] == {"search": True}

    run(test)


def test_whoever_goes_back_decides_the_step_himself(tmp_path: Path):
    """A step that a standing order gave can be taken back, and is not given again in the same step."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, _ = await campaign(desk)
            await put(ann, QUIET)
            seen = await ann.view(log=0)
            assert not seen["your_turn"]
            assert seen["standing"]
            await ann.post("take-back", {"step": seen["standing"][-1]["step"]})
            assert (await ann.view(log=0))["your_turn"]
            assert (await standing(ann))["resting"]
            await ann.act(READY)
            assert not (await ann.view(log=0))["your_turn"]

    run(test)


def test_several_orders_are_given_in_one_go(tmp_path: Path):
    """In their order, until one does not hold any more: it says why, those before it stand, and a repeated request does nothing."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create("toy", "duel", seats={"red": {"kind": "me"}})
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "blue"})
            red = ann.at(made["id"], "red")
            decision = (await red.view())["decision"]
            plots = [
                {"type": "plot", "boat": 0, "speed": 1},
                {"type": "plot", "boat": 1, "speed": 9},
                {"type": "commit"},
            ]
            for _ in range(2):
                told = await red.post("orders", {"actions": plots, "decision": decision}, key="once")
                assert told["given"] == 1
                assert "9" in told["refused"]
            assert [one["action"]["boat"] for one in (await red.view())["standing"]] == [0]
            assert (await red.post("orders", {"actions": plots, "decision": decision}, 409))["type"] == "stale"
            refused = await red.post("orders", {"actions": plots[1:]}, 409)
            assert refused["type"] == "refused"
            rest = [{"type": "plot", "boat": 1, "speed": 2}, {"type": "commit"}]
            told = await red.post("orders", {"actions": rest})
            assert (told["given"], told["refused"], told["your_turn"]) == (2, "", False)
            assert (await red.post("orders", {"actions": []}, 400))["type"] == "bad-request"

    run(test)


def test_two_sides_that_both_order_everything_are_led_on_by_the_crew(tmp_path: Path):
    """More than fits into one change: the match plays itself to its end."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", bot_workers=1) as desk:
            ann, ben = await campaign(desk)
            await put(ann, QUIET)
            await put(ben, QUIET)

            async def over() -> Any:
                seen = await ann.view(log=0)
                return seen["result"] or seen["to_act"]

            await until(over, 60)
            assert len((await standing(ann))["given"]) > 30

    run(test)


def test_they_outlive_the_server(tmp_path: Path):
    """They lie in the database beside the match."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await campaign(desk)
            before = await put(ann, {**QUIET, "search": True})
            cookies = ann.player.http.cookies
        async with serving(tmp_path / "wg.db") as desk:
            again = await desk.player("", guest=False)
            again.http.cookies = cookies
            assert (await standing(again.at(ann.match, "british")))["orders"] == before["orders"]
            assert ben.match == ann.match

    run(test)


def test_they_stand_on_postgresql(postgres: str):
    """Followed and kept as on SQLite; another server on the database sees them too."""

    async def test() -> None:
        async with serving(postgres) as one, serving(postgres) as other:
            ann, ben = await campaign(one)
            await put(ann, QUIET)
            await ben.act(READY)
            assert not (await ann.view(log=0))["your_turn"] or (await standing(ann))["resting"]
            there = await other.player("", guest=False)
            there.http.cookies = ann.player.http.cookies
            chair = there.at(ann.match, "british")
            assert (await standing(chair))["given"] == (await standing(ann))["given"] != []
            await put(chair, {"search": True})
            assert (await standing(ann))["orders"] == {"search": True}

    run(test)
