"""For a physical table: procedures with odds and typed dice, and sheets that several phones share."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.server.desk import run, serving
from weathergauge.rulesets import TITLES
from weathergauge.server import sheets

SHOT = {"hull": 6, "range": "4", "target_rate": "3rd_rate"}
SHEET = {
    "name": "Aigle",
    "side": "allied",
    "kind": "3rd rate",
    "tracks": [{"name": "boxes", "boxes": [6, 6, 5, 5], "marked": 1}],
}


def test_titles_say_what_can_be_played_and_set(tmp_path: Path):
    """Settings are fields with limits and words; the strongest bot comes first; unwritten titles have their charts."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            titles = {title["name"]: title for title in (await ann.get("/api/titles"))["titles"]}
            assert set(titles) == {title.name for title in TITLES}
            for cover in (await ann.get("/api/covers"))["titles"]:
                one = titles[cover["name"]]
                assert one == await ann.get(f"/api/titles/{cover['name']}")
                assert {
                    key: one[key] for key in ("name", "title", "words", "playable", "sides")
                }.items() <= cover.items()
                assert (cover["bot"], cover["reckons"]) == (one["bots"][0]["name"], bool(one["procedures"]))
                firsts = [card["name"] for card in one["scenarios"]]
                assert cover["first"]["name"] == ("duel" if "duel" in firsts else firsts[0])
            assert (await ann.get("/api/titles/trafalgr", 404))["detail"].endswith("did you mean trafalgar?")
            arc = next(field for field in titles["trafalgar"]["settings"] if field["name"] == "arc")
            assert (arc["low"], arc["high"], arc["default"]) == (1, 90, 45)
            assert arc["words"]
            assert [bot["name"] for bot in titles["trafalgar"]["bots"]][-1] == "midshipman"
            assert [titles[name]["title"] for name in ("trafalgar", "wsim", "cold_waves")] == [
                "Trafalgar", "Wooden Ships", "Cold Waves",
            ]  # fmt: skip
            assert titles["trafalgar"]["sides"] == {"british": "the British", "allied": "the Allies"}
            for one in titles.values():  # one that cannot be played yet has none
                seats = {seat for card in one["scenarios"] for seat in card["seats"]}
                assert one["sides"].keys() >= seats
                assert all(one["sides"].values())
            for name in titles:
                charts = await ann.get(f"/api/titles/{name}/charts")
                assert charts["title"] == name
                assert all(chart["source"] and chart["cells"] for chart in charts["charts"].values())
            assert (await ann.get("/api/titles/trafalgr/charts", 404))["detail"].endswith("did you mean trafalgar?")

    run(test)


def test_every_scenario_has_a_picture(tmp_path: Path):
    """Its starting position as everybody sees it: no seat, no secrets, the same each time."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            title = next(one for one in (await ann.get("/api/titles"))["titles"] if one["name"] == "trafalgar")
            for card in title["scenarios"]:
                path = f"/api/titles/trafalgar/scenarios/{card['name']}"
                picture = await ann.get(path)
                assert picture["view"]["table"]["title"] == card["title"]
                assert picture["view"]["seat"] is None
                assert picture["view"]["own"] is None
                assert picture == await ann.get(path)
            assert (await ann.get("/api/titles/trafalgar/scenarios/duell", 404))["detail"].endswith(
                "did you mean duel?"
            )

    run(test)


def test_a_title_on_an_open_table_has_no_map(tmp_path: Path):
    """A campaign gives its chart whole; who asks for the map of an open table is told that there is none."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            chart = (await ann.get("/api/titles/mistral/map"))["map"]
            assert {"toulon", "port_mahon", "balearic_sea"} <= {place["id"] for place in chart["places"]}
            assert chart["lanes"]
            assert chart["links"]
            assert chart["sheet"]["lands"]
            assert (await ann.get("/api/titles/trafalgar/map", 404))["detail"].endswith("it has no map.")
            assert (await ann.get("/api/titles/mistrl/map", 404))["detail"].endswith("did you mean mistral?")

    run(test)


def test_odds_are_exact(tmp_path: Path):
    """Fractions that add up to one, and the law of each part for a plot."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            path = "/api/titles/trafalgar/procedures/broadside"
            odds = await ann.post(f"{path}/odds", {"inputs": SHOT})
            assert sum(Fraction(one["chance"]) for one in odds["outcomes"]) == 1
            assert odds["means"]["boxes"]["mean"] == "5/3"
            assert [share["value"] for share in odds["parts"]["boxes"]] == [0, 1, 2, 3]
            assert [share["least"] for share in odds["parts"]["boxes"]] == ["1", "5/6", "2/3", "1/6"]
            wrong = [
                ({"inputs": {**SHOT, "hull": 99}}, "hull=99: expected a whole number from 1 to 12"),
                ({"inputs": {**SHOT, "target_rate": "3rd_rat"}}, "did you mean 3rd_rate?"),
                ({"inputs": {"hull": 6}}, "target_rate: missing"),
                ({"inputs": {**SHOT, "wind": 1}}, "there is no such input"),
                ({"inputs": {"hull": 6, "target_rate": "3rd_rate"}}, "range: missing"),
            ]
            for body, words in wrong:
                assert words in (await ann.post(f"{path}/odds", body, 422))["detail"]
            assert (
                "broadside"
                in (await ann.post("/api/titles/trafalgar/procedures/brodside/odds", {"inputs": {}}, 404))["detail"]
            )

    run(test)


def test_dice_of_the_table_are_typed_one_roll_after_the_other(tmp_path: Path):
    """Until they suffice the next roll is asked for, with what it is for; impossible and left-over dice are refused."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            path = "/api/titles/trafalgar/procedures/broadside/resolve"
            asked = await ann.post(path, {"inputs": SHOT, "dice": []})
            assert asked["need"] == {
                "dice": "1d6",
                "count": 1,
                "faces": [1, 2, 3, 4, 5, 6],
                "why": "hit and random factor",
            }
            assert asked["result"] is None
            done = await ann.post(path, {"inputs": SHOT, "dice": [3]})
            assert (done["need"], done["result"]) == (None, {"boxes": 2})
            assert done["account"][0]["cell"] == {"chart": "hit_and_random_factor", "key": ["0-5", 3]}
            assert "left-over" in (await ann.post(path, {"inputs": SHOT, "dice": [3, 4]}, 422))["detail"]
            assert "not on a d6" in (await ann.post(path, {"inputs": SHOT, "dice": [9]}, 422))["detail"]
            rolled = await ann.post(path, {"inputs": SHOT, "dice": "roll"})
            assert rolled["dice"][0]["dice"] == "1d6"

    run(test)


def test_two_phones_do_not_overwrite_each_other(tmp_path: Path):
    """The second change from an old version is refused, and gets what is there now."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("", guest=False), await desk.player("", guest=False)
            table = await ann.post("/api/companion", {"title": "trafalgar", "name": "Friday"}, 201)
            path = f"/api/companion/{table['id']}"
            assert table["link"] == f"/#/companion/{table['id']}"
            sheet = await ann.post(f"{path}/sheets", SHEET, 201)
            assert sheet["version"] == 1
            seen = (await ben.get(path))["sheets"][0]
            assert seen == sheet
            changed = {**SHEET, "version": 1, "markers": ["fouled"]}
            one = await ann.http.put(f"{path}/sheets/{sheet['id']}", json=changed)
            assert (one.status_code, one.json()["version"]) == (200, 2)
            other = await ben.http.put(f"{path}/sheets/{sheet['id']}", json={**SHEET, "version": 1, "notes": "lost?"})
            assert other.status_code == 409
            assert other.json()["current"]["markers"] == ["fouled"]
            assert other.json()["type"] == "conflict"
            assert (await ben.http.delete(f"{path}/sheets/{sheet['id']}?version=1")).status_code == 409
            assert (await ben.http.delete(f"{path}/sheets/{sheet['id']}?version=2")).status_code == 204
            events = (await ben.get(f"{path}/events"))["events"]
            assert [(event["number"], event["type"]) for event in events] == [
                (1, "added"),
                (2, "changed"),
                (3, "removed"),
            ]
            await ben.get("/api/companion/nonesuch", 404)

    run(test)


def test_a_result_is_marked_on_a_sheet(tmp_path: Path):
    """Boxes on the track of the same name, no further than there are; a marker for what came out true."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            table = await ann.post("/api/companion", {"title": "trafalgar"}, 201)
            path = f"/api/companion/{table['id']}"
            sheet = await ann.post(f"{path}/sheets", SHEET, 201)
            done = await ann.post(f"{path}/resolve", {"procedure": "broadside", "inputs": SHOT, "dice": [3]})
            at = f"{path}/sheets/{sheet['id']}/apply"
            sheet = await ann.post(at, {"version": 1, "result": done["result"], "words": "broadside"})
            assert sheet["tracks"][0]["marked"] == 3
            sheet = await ann.post(at, {"version": 2, "result": {"boxes": 9, "struck": True, "raked": False}})
            assert (sheet["tracks"][0]["marked"], sheet["markers"]) == (4, ["struck"])
            log = (await ann.get(path))["log"]
            assert [event["type"] for event in log] == ["added", "resolved", "changed", "changed"]
            assert log[1]["account"]
            waiting = await ann.post(f"{path}/resolve", {"procedure": "broadside", "inputs": SHOT, "dice": []})
            assert waiting["need"]
            assert (await ann.get(path))["last"] == 4

    run(test)


def test_what_happened_is_sent_a_little_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """However large the rolls were: asked for from the first number on, everything comes in its order."""
    monkeypatch.setattr(sheets, "SENT", 3000)

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            path = f"/api/companion/{(await ann.post('/api/companion', {'title': 'trafalgar'}, 201))['id']}"
            for _ in range(12):
                await ann.post(f"{path}/resolve", {"procedure": "broadside", "inputs": SHOT})
            log = (await ann.get(path))["log"]
            assert 1 < len(log) < 12
            assert log[-1]["number"] == 12
            got, last, asked = list[int](), 0, 0
            while (found := await ann.get(f"{path}/events", after=last))["events"]:
                assert len(json.dumps(found)) < 2 * 3000
                got += [event["number"] for event in found["events"]]
                last, asked = found["last"], asked + 1
            assert got == list(range(1, 13))
            assert asked > 1

    run(test)


def test_a_stranger_fills_no_disk_by_rolling(tmp_path: Path):
    """After six rolls on end he is told to wait."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", limits=0.05) as desk:
            ann = await desk.player("", guest=False)
            path = f"/api/companion/{(await ann.post('/api/companion', {'title': 'trafalgar'}, 201))['id']}"
            asked = {"procedure": "broadside", "inputs": SHOT}
            codes = [(await ann.http.post(f"{path}/resolve", json=asked)).status_code for _ in range(8)]
            assert codes == [200] * 6 + [429] * 2

    run(test)


def test_a_scenarios_ships_are_laid_out(tmp_path: Path):
    """Each with her boxes, ready to be marked."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            table = await ann.post("/api/companion", {"title": "trafalgar", "scenario": "duel"}, 201)
            assert [sheet["name"] for sheet in table["sheets"]] == ["Bellerophon", "Aigle"]
            aigle = table["sheets"][1]
            assert aigle["tracks"] == [{"name": "boxes", "boxes": [6, 6, 5, 5, 4, 4, 3, 3, 2, 1], "marked": 0}]
            assert (aigle["side"], aigle["kind"]) == ("allied", "French 3rd rate, 74 guns")
            await ann.post("/api/companion", {"title": "trafalgar", "scenario": "dual"}, 422)

    run(test)


def test_a_broadside_of_wsim_is_marked_on_hull_crew_and_rigging(tmp_path: Path):
    """The parts of its result are called as the tracks of a log are, so that they go where they belong by themselves."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("", guest=False)
            table = await ann.post("/api/companion", {"title": "wsim", "name": "Friday", "scenario": "duel"}, 201)
            path = f"/api/companion/{table['id']}"
            sheet = next(one for one in (await ann.get(path))["sheets"] if one["name"] == "Aréthuse")
            assert [track["name"] for track in sheet["tracks"]] == ["hull", "crew", "rigging"]
            shot = {"guns": 8, "range": 2, "crew": "average"}
            at = "/api/titles/wsim/procedures/broadside"
            odds = await ann.post(f"{at}/odds", {"inputs": shot})
            assert sum(Fraction(one["chance"]) for one in odds["outcomes"]) == 1
            assert {"hull", "crew", "rigging"} <= set(odds["parts"])
            done = await ann.post(f"{at}/resolve", {"inputs": shot, "dice": [3, 4]})
            squares = {part: count for part, count in done["result"].items() if part in ("hull", "crew", "rigging")}
            assert squares == {"hull": 2, "crew": 1}  # 8 guns at 2 hexes are 11, and 7 makes row 18
            marked = await ann.post(
                f"{path}/sheets/{sheet['id']}/apply", {"version": sheet["version"], "result": squares}
            )
            assert {track["name"]: track["marked"] for track in marked["tracks"]} == {
                "hull": 2,
                "crew": 1,
                "rigging": 0,
            }

    run(test)
