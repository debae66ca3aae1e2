"""Where matches are made and found: seats, links, lists, and who may watch."""

from pathlib import Path
from typing import Any

from tests.server.desk import run, serving, toy_match
from weathergauge.match.record import Record, seed_hash


def test_a_match_starts_when_the_last_seat_is_taken(tmp_path: Path):
    """The hash of the server's seed is fixed before. Who says nothing of words adds none, and none are made up."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}})
            assert made["status"] == "gathering"
            assert [seat["kind"] for seat in made["seats"]] == ["person", "open"]
            assert (await ann.at(made["id"], "british").view())["view"] is None
            begun = await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied"})
            assert begun["status"] == "playing"
            assert begun["seed_hash"] == made["seed_hash"]
            assert begun["yours"] == ["allied"]
            assert (await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied"}, 409))["type"] == "refused"
            assert (await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allyed"}, 404))["detail"].endswith(
                "allied?"
            )
            await ann.at(made["id"], "british").post("resign")
            record = Record((await ann.http.get(f"/api/matches/{made['id']}/record")).content)
            assert (record.seeds, record.words) == ({}, {"british": "none", "allied": "none"})
            assert record.reveal is not None
            assert seed_hash(record.reveal) == made["seed_hash"]

    run(test)


def test_an_invited_seat_is_taken_by_its_link(tmp_path: Path):
    """Anybody with the link plays, without having been here before; a new link makes the old one worthless."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben, eve = await desk.player("Ann"), await desk.player("", guest=False), await desk.player("Eve")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "invite"}}, public=False)
            first = made["seats"][1]["link"].removeprefix("/#/seat/")
            assert len(first) >= 40
            assert (await ann.get(f"/api/matches/{made['id']}"))["seats"][1]["link"] is None
            await eve.post(f"/api/matches/{made['id']}/seats/allied/link", {}, 403)
            await eve.post(f"/api/matches/{made['id']}/join", {"seat": "allied"}, 409)
            token = (await ann.post(f"/api/matches/{made['id']}/seats/allied/link"))["token"]
            assert (await eve.post("/api/seats/claim", {"token": first}, 404))["type"] == "not-found"
            assert (await eve.post("/api/seats/look", {"token": first}, 404))["type"] == "not-found"
            asked = await ben.post("/api/seats/look", {"token": token})
            assert (asked["seat"], asked["side"], asked["by"]) == ("allied", "the Allies", "Ann")
            assert (asked["summary"]["words"], asked["summary"]["status"]) == ("A duel of seventy-fours", "gathering")
            claimed = await ben.post("/api/seats/claim", {"token": token})
            assert (claimed["match"], claimed["seat"]) == (made["id"], "allied")
            assert claimed["summary"]["status"] == "playing"
            assert (await ben.at(made["id"], "allied").view())["your_turn"]
            assert (await ben.get("/api/me"))["guest"]

    run(test)


def test_a_seats_token_is_enough_to_play_it(tmp_path: Path):
    """A program without cookies sends it as a bearer token; it opens that seat and no other."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, program = await desk.player("Ann"), await desk.player("", guest=False)
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}}, public=False)
            link = await ann.post(f"/api/matches/{made['id']}/seats/allied/token", {"name": "my engine"})
            await program.get(f"/api/matches/{made['id']}/seats/allied/view", 401)
            program.http.headers["Authorization"] = f"Bearer {link['token']}"
            chair = program.at(made["id"], "allied")
            assert (await chair.view())["your_turn"]
            await chair.act({"type": "move", "ship": "aigle", "distance": 200})
            await program.get(f"/api/matches/{made['id']}/seats/british/view", 403)
            program.http.headers["Authorization"] = "Bearer " + "x" * 43
            await program.get(f"/api/matches/{made['id']}/seats/allied/view", 403)

    run(test)


def test_spectators_see_public_matches_only_and_no_secrets(tmp_path: Path):
    """A private match is closed to others, also when it is over; what a side plotted is not on the spectator's table."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            eve = await desk.player("Eve")
            red, _ = await toy_match(desk)
            await red.act({"type": "plot", "boat": 0, "speed": 3})
            seen = await eve.at(red.match, "spectator").view()
            assert seen["view"]["own"] is None
            assert seen["subjects"] == []
            assert not any(event["type"] == "plotted" for event in seen["log"])
            await eve.get(f"/api/matches/{red.match}/seats/red/view", 403)
            await eve.at(red.match, "spectator").act({"type": "commit"}, None, 403)
            hidden, _ = await toy_match(desk, public=False)
            await eve.get(f"/api/matches/{hidden.match}/seats/spectator/view", 403)
            await hidden.post("resign")
            for what in ("seats/spectator/view", "seats/spectator/events", "seats/red/replay", "record", "luck"):
                await eve.get(f"/api/matches/{hidden.match}/{what}", 403)
            assert not (await eve.get(f"/api/matches/{hidden.match}"))["may_watch"]
            await hidden.player.get(f"/api/matches/{hidden.match}/seats/spectator/view")
            lobby = await eve.get("/api/lobby")
            assert [match["id"] for match in lobby["live"]] == [red.match]
            assert lobby["finished"] == []

    run(test)


def test_lists_of_matches(tmp_path: Path):
    """Mine by status, the lobby by what can be done; a cancelled one is in neither."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            waiting = await ann.create(seats={"british": {"kind": "me"}})
            playing = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            assert [m["id"] for m in (await ann.get("/api/matches"))["matches"]] == [playing["id"], waiting["id"]]
            assert [m["id"] for m in (await ann.get("/api/matches", status="gathering"))["matches"]] == [waiting["id"]]
            older = (await ann.get("/api/matches", before=playing["created"]))["matches"]
            assert [m["id"] for m in older] == [waiting["id"]]
            for before, count in (
                ("0001-01-01T00:00:00", 0),
                ("0001-01-01T00:00:00+14:00", 0),
                ("9999-12-31T23:59:59-14:00", 2),
            ):
                assert len((await ann.get("/api/matches", before=before))["matches"]) == count
            lobby = await ben.get("/api/lobby")
            assert [m["id"] for m in lobby["open"]] == [waiting["id"]]
            await ben.post(f"/api/matches/{waiting['id']}/cancel", {}, 403)
            await ann.post(f"/api/matches/{playing['id']}/cancel", {}, 409)
            assert (await ann.post(f"/api/matches/{waiting['id']}/cancel"))["status"] == "cancelled"
            assert (await ben.get("/api/lobby"))["open"] == []
            await ben.post(f"/api/matches/{waiting['id']}/join", {"seat": "allied"}, 409)
            assert (await ben.get("/api/matches"))["matches"] == []

    run(test)


def test_a_match_that_cannot_be_made_says_why(tmp_path: Path):
    """Names with the nearest right one, settings with their limits, seats that nobody can fill."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", matches_per_account=1) as desk:
            ann, nobody = await desk.player("Ann"), await desk.player("", guest=False)
            assert (await nobody.create(status=401))["detail"] == "Take a name first: play as a guest, or sign in."
            wrong: list[tuple[dict[str, Any], int, str]] = [
                ({"title": "trafalger"}, 404, "did you mean trafalgar?"),
                ({"scenario": "dual"}, 422, "did you mean duel?"),
                ({"settings": {"turns": 0}}, 422, "turns=0"),
                ({"settings": {"wind": 1}}, 422, "no such setting"),
                ({"seats": {"french": {"kind": "me"}}}, 422, "There is no seat 'french'"),
                ({"seats": {"allied": {"kind": "bot", "bot": "general"}}}, 422, "There is no bot 'general'"),
                ({"seats": {"allied": {"kind": "bot", "bot": "blod-captain"}}}, 422, "did you mean bold?"),
                (
                    {"seats": {"allied": {"kind": "bot"}, "british": {"kind": "bot"}}, "dice": "typed"},
                    422,
                    "throw dice",
                ),
                ({"deadline_hours": 0}, 400, "deadline_hours"),
                ({"pace": "fast"}, 400, "pace"),
            ]
            titles = (await ann.get("/api/titles"))["titles"]
            wrong += [({"title": one["name"]}, 404, "cannot be played yet") for one in titles if not one["playable"]]
            for more, status, words in wrong:
                problem = await ann.post("/api/matches", {"title": "trafalgar", "scenario": "duel", **more}, status)
                assert words in problem["detail"], problem
            await ann.create()
            assert "as many unfinished" in (await ann.create(status=409))["detail"]

    run(test)


def test_making_a_match_twice_by_mistake_makes_one(tmp_path: Path):
    """The same key gives the same match; the same key for another match is refused."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            body = {"title": "trafalgar", "scenario": "duel"}
            first = await ann.post("/api/matches", body, 201, key="once")
            again = await ann.post("/api/matches", body, 201, key="once")
            assert first == again
            await ann.post("/api/matches", {**body, "scenario": "frigates"}, 422, key="once")
            assert len((await ann.get("/api/matches"))["matches"]) == 1

    run(test)
