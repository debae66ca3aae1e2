"""Looking back: positions, records, luck, and playing on from where one wonders."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.golden import record_of
from tests.server.desk import Chair, run, serving, toy_match, until
from tests.toy import ruleset as toy_rules
from weathergauge.match import Replay
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.rulesets.ironclads import actions as ironclads
from weathergauge.rulesets.wsim.actions import Fired, Melee
from weathergauge.server import lookback
from weathergauge.server.lookback import luck
from weathergauge.testing import rules_for

PLOTS = [{"type": "plot", "boat": 0, "speed": 1}, {"type": "plot", "boat": 1, "speed": 2}, {"type": "commit"}]


async def turn(red: Chair, blue: Chair) -> None:
    for chair in (red, blue):
        for action in PLOTS:
            await chair.act(action)
    await red.act({"type": "press"})
    await blue.act({"type": "hold"})


def test_during_play_a_seat_sees_only_what_it_saw(tmp_path: Path):
    """What the other side does in private adds no position, and no earlier view shows it."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            await turn(red, blue)
            before = await blue.player.get(f"{blue.path}/replay")
            await red.act(PLOTS[0])
            assert await blue.player.get(f"{blue.path}/replay") == before
            assert not before["finished"]
            assert [at["position"] for at in before["positions"]] == list(range(1, len(before["positions"]) + 1))
            for position in range(len(before["positions"]) + 1):
                past = await blue.player.get(f"{blue.path}/replay/{position}")
                assert past["view"]["seat"] == "blue"
            own = [at for at in before["positions"] if "plotted" in at["types"]]
            assert {at["by"] for at in own} == {"blue"}
            await blue.player.get(f"{red.path}/replay", 403)
            await blue.player.get(f"{blue.path}/replay/999", 404)

    run(test)


def test_the_record_is_closed_until_the_end(tmp_path: Path):
    """It holds orders that are still secret; afterwards it is whole, and verifies."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            await turn(red, blue)
            refused = await blue.player.get(f"/api/matches/{red.match}/record", 409)
            assert "still secret" in refused["detail"]
            await blue.player.get(f"/api/matches/{red.match}/luck", 409)
            assert "still secret" in (await blue.player.get(f"{blue.path}/replay/1/reason", 409))["detail"]
            await red.post("resign")
            answer = await blue.player.http.get(f"/api/matches/{red.match}/record")
            assert answer.headers["content-type"].startswith("application/x-ndjson")
            checked = verify(Record(answer.content), toy_rules)
            assert checked.ok, checked.sentence
            spectator = await blue.player.get(f"/api/matches/{red.match}/seats/spectator/replay")
            assert spectator["finished"]
            assert len([at for at in spectator["positions"] if at["types"] == ["plotted"]]) == 4
            reason = await blue.player.get(f"{blue.path}/replay/1/reason")
            assert reason == {"position": 1, "plan": "", "note": "", "order": "", "weighed": []}  # no bot was playing
            luck = await blue.player.get(f"/api/matches/{red.match}/luck")
            assert luck["seats"]["table"]["dice"] == 1
            assert all(throw["why"] for throw in luck["throws"])
            rolled = sum(throw["rolled"] for throw in luck["throws"] if throw["by"] == "red")
            assert luck["seats"]["red"] == {
                "throws": 4, "dice": 6, "rolled": rolled, "expected": 21.0, "luck": rolled - 21.0,
            }  # fmt: skip

    run(test)


def test_what_the_table_throws_for_a_side_is_that_sides_luck():
    """Of wooden ships the table throws everything; broadsides and blows are told by who struck, the wind is nobody's."""
    replay = Replay(Record(record_of("wsim").read_bytes()), rules_for)
    found = luck(replay)
    wanted: Counter[tuple[str, str]] = Counter()
    for position in range(1, len(replay)):
        ships = replay.at(position - 1)[0].table.ships
        side = {ship.id: ship.side for ship in ships}
        for told in replay.at(position)[1]:
            if isinstance(told.event, Fired) and any(look.faces for look in told.event.account):
                wanted[side[told.event.ship], "the broadside"] += 1
            elif isinstance(told.event, Melee):
                for ship, strength in zip((told.event.ship, told.event.other), told.event.strength, strict=True):
                    wanted[side[ship], "hand to hand"] += bool(strength)
    assert {by for by, why in wanted if why == "the broadside"} == set(replay.record.header.seats)
    thrown = Counter((throw.by, throw.why) for throw in found.throws)
    assert {key: n for key, n in thrown.items() if key[1] in ("the broadside", "hand to hand")} == dict(+wanted)
    assert {throw.by for throw in found.throws if "wind" in throw.why} == {"table"}
    low = [throw for throw in found.throws if throw.why in ("hand to hand", "grappling", "clearing away")]
    assert low
    assert all(throw.luck == throw.expected - throw.rolled for throw in low)
    assert sum(seat.dice for seat in found.seats.values()) == sum(len(throw.faces) for throw in found.throws)


def test_a_salvo_that_answers_another_is_the_luck_of_who_fired_it():
    """Of ironclads one step holds the dice of both: guns, rams and boarders count for their ship, the weather for nobody."""
    replay = Replay(Record(record_of("ironclads").read_bytes()), rules_for)
    found = luck(replay)
    answered = Counter(throw.by for throw in found.throws if throw.why == "to hit")
    wanted: Counter[str] = Counter()
    for position in range(1, len(replay)):
        side = {ship.id: ship.side for ship in replay.at(position - 1)[0].table.ships}
        for told in replay.at(position)[1]:
            if isinstance(told.event, ironclads.Fired):
                wanted[side[told.event.ship]] += sum(look.why == "to hit" for look in told.event.account if look.faces)
    assert answered == +wanted
    assert set(answered) == set(replay.record.header.seats)
    owner = {throw.why: throw.by for throw in found.throws if throw.position}
    for seat in replay.record.header.seats:
        assert owner[f"initiative: {seat}"] == seat
    nobodys = {why: by for why, by in owner.items() if "wind" in why or why == "does the battle go on?"}
    assert nobodys
    assert set(nobodys.values()) == {"table"}


def test_luck_is_counted_in_the_direction_that_helps():
    """Of a fleet action every throw is its side's; a low die takes a ship through a line, and fouling is nobody's luck."""
    found = luck(Replay(Record(record_of("trafalgar").read_bytes()), rules_for))
    lines = [throw for throw in found.throws if throw.why == "passing through the line"]
    assert lines
    assert all(throw.luck == throw.expected - throw.rolled and throw.by != "table" for throw in lines)
    fired = [throw for throw in found.throws if throw.why == "hit and random factor"]
    assert {throw.by for throw in fired} == {"british", "allied"}
    assert all(throw.luck == throw.rolled - throw.expected for throw in fired)
    assert {throw.why for throw in found.throws if throw.by == "table"} == {"fouled?"}
    for seat, share in found.seats.items():
        assert share.luck == sum(throw.luck for throw in found.throws if throw.by == seat)


def test_a_changed_roll_is_caught(tmp_path: Path):
    """A server that altered one die, and sealed everything anew, still cannot have drawn it from its seed."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            await turn(red, blue)
            await red.post("resign")
            data = (await red.player.http.get(f"/api/matches/{red.match}/record")).content
            line = next(line for line in data.splitlines() if b'"2d6: ' in line)
            place = line.index(b'"2d6: ') + len(b'"2d6: ')
            face = b"1" if line[place : place + 1] != b"1" else b"2"
            changed = data.replace(line, line[:place] + face + line[place + 1 :])
            assert not verify(Record(changed), toy_rules).ok
            assert not verify(Record(resealed(changed)), toy_rules).ok

    run(test)


def resealed(data: bytes) -> bytes:
    """What a cheating server would publish: every seal made anew."""
    from weathergauge.match.record import Seal

    record = Record(data)
    assert record.reveal is not None
    seal, head, lines = Seal(record.reveal), "", []
    for line in record.lines:
        head = seal.head(head, line[:-40] + b"}")
        lines.append(line[:-40] + b',"h":"%b"}\n' % head.encode())
    return b"".join(lines)


def test_playing_on_from_a_position(tmp_path: Path):
    """A new match begins where the old one stood, against a bot; the end of a match is no place to begin."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", bot_workers=1) as desk:
            ann = await desk.player("Ann")
            bots = {"british": {"kind": "bot", "bot": "midshipman"}, "allied": {"kind": "bot", "bot": "midshipman"}}
            made = await ann.create(seats=bots, settings={"turns": 3})

            async def over() -> Any:
                return (await ann.get(f"/api/matches/{made['id']}"))["result"]

            assert "not over" in (await ann.post(f"/api/matches/{made['id']}/branch", {"position": 1}, 409))["detail"]
            await until(over)
            walk = await ann.get(f"/api/matches/{made['id']}/seats/spectator/replay")
            last = walk["positions"][-1]["position"]
            past = await ann.get(f"/api/matches/{made['id']}/seats/british/replay/{last // 2}")
            wishes = {"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "midshipman"}}
            branch = await ann.post(f"/api/matches/{made['id']}/branch", {"position": last // 2, "seats": wishes}, 201)
            assert branch["branch"] == {"match": made["id"], "position": last // 2}
            chair = ann.at(branch["id"], "british")
            await asyncio.sleep(0)
            start = await ann.get(f"{chair.path}/replay/0")
            assert start["view"] == past["view"]
            await chair.post("resign")
            checked = verify(
                Record((await ann.http.get(f"/api/matches/{branch['id']}/record")).content), desk.house.rules_for
            )
            assert checked.ok, checked.sentence
            await ann.post(f"/api/matches/{made['id']}/branch", {"position": last, "seats": wishes}, 409)
            await ann.post(f"/api/matches/{made['id']}/branch", {"position": last + 9, "seats": wishes}, 404)

    run(test)


def test_a_public_branch_does_not_tell_of_a_private_match(tmp_path: Path):
    """Those who played in it are told, and nobody else; of a public one everybody is."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            eve = await desk.player("Eve")
            for public in (False, True):
                red, blue = await toy_match(desk, public=public)
                await red.act({"type": "plot", "boat": 0, "speed": 1})
                await red.post("talk", {"text": "between us"})
                await red.post("resign")
                wishes = {"red": {"kind": "me"}, "blue": {"kind": "open"}}
                body = {"position": 0, "seats": wishes, "public": True}
                made = await red.player.post(f"/api/matches/{red.match}/branch", body, 201)
                told = {"match": red.match, "position": 0}
                for player, seen in ((red.player, told), (blue.player, told), (eve, told if public else None)):
                    assert (await player.get(f"/api/matches/{made['id']}"))["branch"] == seen
                    listed = (await player.get("/api/lobby"))["open"]
                    assert [match["branch"] for match in listed if match["id"] == made["id"]] == [seen]

    run(test)


def test_luck_is_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """However many ask, at once or later, for a match that is over."""
    worked = 0

    def counted(replay: Replay) -> lookback.Luck:
        nonlocal worked
        worked += 1
        return luck(replay)

    monkeypatch.setattr(lookback, "luck", counted)

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            await red.post("resign")
            at = f"/api/matches/{red.match}/luck"
            found = await asyncio.gather(*(chair.player.get(at) for chair in (red, blue) * 5))
            assert await red.player.get(at) == found[0] == found[-1]
            assert worked == 1

    run(test)
