"""Words for the dice on the server: the hash first, then commitments, then words; and what never ends is ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.server.desk import Desk, Player, run, serving, toy_match, until
from tests.toy import ruleset as toy_rules
from weathergauge.match.record import Record, bot_key, commitment, dice_key, seed_hash
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset
from weathergauge.server import days, schema, sweeping
from weathergauge.server.seating import take_seat
from weathergauge.server.settings import DAY
from weathergauge.server.store import now
from weathergauge.server.thinker import Question

ANNS, BENS = "ann's own words 01234567", "ben's own words 89abcdef"


async def record_of(player: Player, match: str) -> Record:
    return Record((await player.http.get(f"/api/matches/{match}/record")).content)


def test_two_people_seal_before_either_opens(tmp_path: Path):
    """The hash, then both commitments, then the words; the record shows all of it, and verifies."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}}, words=True)
            assert (made["status"], made["waits_for"], made["seed"]) == ("gathering", "seats", None)
            assert [one["id"] for one in (await ben.get("/api/lobby"))["open"]] == [made["id"]]
            await ann.seal(made, "british", ANNS, opens=False)
            early = await ann.at(made["id"], "british").post("open", {"words": ANNS}, 409)
            assert early["detail"] == "Not all have sealed their words yet: keep yours to yourself until then."
            joined = await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied", "words": True})
            assert (joined["status"], joined["waits_for"]) == ("gathering", "commitments")
            early = await ben.at(made["id"], "allied").post("resign", status=409)
            assert early["detail"] == "The match has not begun: words for the dice are still to be sealed."
            assert (await ben.get("/api/lobby"))["open"] == [], "nobody can sit down any more"
            assert joined["seats"][0]["commitment"] == commitment(ANNS)
            sealed = await ben.seal(made, "allied", BENS, opens=False)
            assert (sealed["waits_for"], [seat["words"] for seat in sealed["seats"]]) == ("openings", ["committed"] * 2)
            await ann.at(made["id"], "british").post("open", {"words": ANNS})
            begun = await ben.at(made["id"], "allied").post("open", {"words": BENS})
            assert (begun["status"], begun["waits_for"]) == ("playing", None)
            again = await ben.at(made["id"], "allied").post("open", {"words": BENS})
            assert again["status"] == "playing"
            told = [event["type"] for event in await ann.at(made["id"], "british").events()]
            assert told[:7] == ["joined", "committed", "joined", "committed", "opening", "opened", "opened"]
            await ann.at(made["id"], "british").post("resign")
            record = await record_of(ann, made["id"])
            assert record.seeds == {"british": ANNS, "allied": BENS}
            assert record.line(1).commits == {"british": commitment(ANNS), "allied": commitment(BENS)}
            found = verify(record, ruleset)
            assert (found.outcome, found.words) == ("holds", dict.fromkeys(record.seeds, "sealed"))
            assert record.reveal is not None
            assert seed_hash(record.reveal) == made["seed_hash"]
            assert dice_key(record.reveal, record.seeds) != dice_key(record.reveal, {"british": ANNS})

    run(test)


def test_one_person_against_a_bot_and_a_program(tmp_path: Path):
    """Who takes no part is said to have no words, and the match does not wait for them."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            seats = {"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "captain"}}
            made = await ann.create(seats=seats, words=True)
            assert (made["waits_for"], made["seats"][1]["words"]) == ("commitments", "bot")
            assert (await ann.seal(made, "british", ANNS))["status"] == "playing"
            plain = await ann.create(seats=seats)
            assert plain["status"] == "playing"
            await ann.at(plain["id"], "british").post("resign")
            found = verify(await record_of(ann, plain["id"]), ruleset)
            assert (found.outcome, found.words) == ("holds", {"british": "none", "allied": "bot"})
            assert found.notes[0].startswith("nobody added words of their own")

    run(test)


def test_who_commits_is_held_to_it(tmp_path: Path):
    """Not before the hash was seen, not for another's seat, not twice, not to another's words, and no other words after."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}}, words=True)
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied", "words": True})
            mine, his = ann.at(made["id"], "british"), ben.at(made["id"], "allied")
            asked: dict[str, Any] = {"commitment": commitment(ANNS), "seed_hash": made["seed_hash"]}
            for chair, body, status, why in (
                (mine, {**asked, "seed_hash": "0" * 64}, 409, "that is not the hash of this match"),
                (mine, {**asked, "commitment": "XY"}, 400, "commitment"),
                (ben.at(made["id"], "british"), asked, 403, "You do not play british"),
            ):
                assert why in (await chair.post("commit", body, status))["detail"]
            await mine.post("open", {"words": ANNS}, 409)
            await mine.post("commit", asked)
            await mine.post("commit", asked)
            other = {**asked, "commitment": commitment(BENS)}
            assert "cannot be exchanged" in (await mine.post("commit", other, 409))["detail"]
            assert "another seat has committed" in (await his.post("commit", asked, 409))["detail"]
            await his.post("commit", other)
            wrong = await mine.post("open", {"words": "ann's other words 0000"}, 409)
            assert wrong["detail"] == "words: these are not the words that british has committed to."
            await mine.post("open", {"words": "short"}, 400)
            spoilt = b'{"words": "' + b"\\ud800" * 20 + b'"}'
            assert (await ann.http.post(f"{mine.path}/open", content=spoilt)).status_code == 400
            await mine.post("open", {"words": ANNS})
            await his.post("open", {"words": BENS})
            late = {**asked, "commitment": "1" * 64}
            assert "The match is playing already" in (await mine.post("commit", late, 409))["detail"]

    run(test)


def test_nobody_adds_words_while_others_open_theirs(tmp_path: Path):
    """A seat that said it adds none cannot come with some once it has seen another's."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}}, words=True)
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied"})
            await ann.seal(made, "british", ANNS, opens=False)
            late = {"commitment": commitment(BENS), "seed_hash": made["seed_hash"]}
            told = await ben.at(made["id"], "allied").post("commit", late, 409)
            assert told["detail"] == "Others open their words already: nobody can add some now."
            assert (await ann.at(made["id"], "british").post("open", {"words": ANNS}))["status"] == "playing"

    run(test)


def test_a_match_that_was_called_off_opens_its_seed(tmp_path: Path):
    """So that one that somebody did not like the look of can be looked at."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "open"}}, words=True)
            told = await ann.post(f"/api/matches/{made['id']}/cancel")
            assert seed_hash(bytes.fromhex(told["seed"])) == made["seed_hash"]

    run(test)


async def aged(desk: Desk, match: str, days: float) -> None:
    """Make a match that old, as it is stored."""
    async with desk.house.keeper.holding(match) as table:
        row, by = table.row, int(days * DAY * 1000)
        values: dict[str, Any] = {"created": row.created - by, "moved": None if row.moved is None else row.moved - by}
        values["started"] = None if row.started is None else row.started - by
        if row.facts.opening is not None:
            row.facts.opening -= by
            from weathergauge.server.table import to_columns

            values["facts"] = to_columns(row)["facts"]
        update = schema.matches.update().where(schema.matches.c.id == match).values(**values)
        await desk.house.store.write(lambda connection: connection.execute(update))
        desk.house.keeper.forget(table)


async def seen(desk: Desk, days: int) -> None:
    """Note so many days before today, as a server that ran all the while would have."""
    today = now() // (DAY * 1000)
    noted = [{"day": today - ago} for ago in range(1, days + 1)]
    await desk.house.store.write(lambda connection: connection.execute(schema.days.insert(), noted))


def test_a_match_that_nobody_plays_on_with_is_ended_and_revealed(tmp_path: Path):
    """After 30 days: one that was begun and one that waits; not one of 29."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True, abandoned_days=30) as desk:
            red, _ = await toy_match(desk)
            fresh, _ = await toy_match(desk)
            waiting = await red.player.create("toy", "duel", seats={"red": {"kind": "me"}})
            await red.act({"type": "plot", "boat": 0, "speed": 1})
            await aged(desk, red.match, 31)
            await aged(desk, waiting["id"], 31)
            await aged(desk, fresh.match, 29)
            await seen(desk, 30)
            assert await desk.house.sweeper.sweep() == 2
            assert await desk.house.sweeper.sweep() == 0
            ended = await red.player.get(f"/api/matches/{red.match}")
            assert (ended["status"], ended["result"]["winner"]) == ("finished", None)
            found = verify(await record_of(red.player, red.match), toy_rules)
            assert (found.outcome, found.result and found.result.reason) == ("holds", "abandoned: nobody played on")
            assert (await red.events())[-1]["words"] == "The match is abandoned: nobody played on."
            off = await red.player.get(f"/api/matches/{waiting['id']}")
            assert off["status"] == "cancelled"
            assert seed_hash(bytes.fromhex(off["seed"])) == off["seed_hash"]
            assert (await fresh.player.get(f"/api/matches/{fresh.match}"))["status"] == "playing"

    run(test)


@pytest.mark.parametrize(("days", "status"), [(8, "cancelled"), (6, "gathering")])
def test_who_never_opens_blocks_nobody_for_ever(tmp_path: Path, days: int, status: str):
    """The match is called off; it never begins without words that were committed to."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}}, words=True)
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied", "words": True})
            await ann.seal(made, "british", ANNS, opens=False)
            await ben.seal(made, "allied", BENS)
            await aged(desk, made["id"], days)
            await seen(desk, days)
            await desk.house.sweeper.sweep()
            assert (await ann.get(f"/api/matches/{made['id']}"))["status"] == status
            opened = await ann.at(made["id"], "british").post("open", {"words": ANNS}, 409 if days == 8 else 200)
            assert opened["status"] == (409 if days == 8 else "playing")

    run(test)


@pytest.mark.parametrize("starts", [1, 5])
def test_a_start_with_the_clock_far_ahead_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, starts: int):
    """Nobody has stood still for longer because a machine came up in another year, and not by doing so on a few days."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            seats = {"british": {"kind": "me"}, "allied": {"kind": "bot"}}
            played, made = (
                await ann.create(seats=seats),
                await ann.create(seats={"british": {"kind": "me"}}, words=True),
            )
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied", "words": True})
            await ann.seal(made, "british", ANNS, opens=False)
            await ben.seal(made, "allied", BENS)
            for start in range(starts):
                for module in (sweeping, days):
                    monkeypatch.setattr(module, "now", lambda ahead=400 + start: now() + ahead * DAY * 1000)
                assert await desk.house.sweeper.sweep() == 0
            monkeypatch.undo()
            assert await desk.house.sweeper.sweep() == 0
            assert (await ann.get(f"/api/matches/{played['id']}"))["status"] == "playing"
            assert (await ann.seal(made, "british", ANNS))["status"] == "playing"

    run(test)


def test_a_match_that_gathered_before_words_were_sealed_still_begins(tmp_path: Path):
    """Words that were given openly are said to be plain; those that the server had made up are nobody's, and left out."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            ann = await desk.player("Ann")
            made = await ann.create("toy", "duel", seats={})
            account = await desk.house.accounts.of_session(ann.http.cookies["wg_session"])
            assert account is not None

            def sit(change: Any) -> None:
                row = change.table.row
                for place, seeded in zip(row.facts.seats, (True, False), strict=True):
                    row.seeds[place.seat] = "given" if seeded else "made up"
                    place.seeded = seeded
                    take_seat(change, place, account, False)

            await desk.house.keeper.change(made["id"], sit)
            await ann.at(made["id"], "red").post("resign")
            record = await record_of(ann, made["id"])
            assert (record.seeds, record.words) == ({"red": "given"}, {"red": "plain", "blue": "none"})

    run(test)


def test_bots_never_hear_the_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """They get a key of their own, from which nothing about the dice can be worked out."""
    asked: list[Question] = []

    async def test() -> None:
        async with serving(tmp_path / "wg.db", bot_workers=1) as desk:
            for worker in desk.house.crew._workers:
                think = worker.ask

                async def ask(question: Question, heard: int, think: Any = think) -> Any:
                    asked.append(question)
                    return await think(question, heard)

                monkeypatch.setattr(worker, "ask", ask)
            ann = await desk.player("Ann")
            bots = {seat: {"kind": "bot", "bot": "midshipman"} for seat in ("british", "allied")}
            made = await ann.create(seats=bots, settings={"turns": 2})

            async def moved() -> bool:
                return len(asked) > 2

            await until(moved)
            query = sa.select(schema.matches.c.seed).where(schema.matches.c.id == made["id"])
            seed = bytes(await desk.house.store.read(lambda connection: connection.execute(query).scalar()) or b"")
            assert {question.seed for question in asked} <= {bot_key(seed, seat) for seat in bots}
            assert not any(seed.hex() in question.seed for question in asked)

    run(test)


@pytest.mark.parametrize(("sealed", "status"), [(True, "cancelled"), (False, "gathering")])
def test_nobody_comes_for_one_who_left_while_words_were_opened(tmp_path: Path, sealed: bool, status: str):
    """Who came then could choose words to suit. Before that the seat is free again, and its commitment forgotten."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}}, words=True)
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied", "words": True})
            await ben.seal(made, "allied", BENS, opens=False)
            if sealed:
                await ann.seal(made, "british", ANNS)
            await ben.post("/api/me/delete", {"name": "Ben"})
            left = await ann.get(f"/api/matches/{made['id']}")
            assert left["status"] == status
            if not sealed:
                assert (left["seats"][1]["kind"], left["seats"][1]["commitment"]) == ("open", None)

    run(test)
