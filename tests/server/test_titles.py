"""Titles that other packages bring, on the server: played like ours; one that is broken is told, and harms no other."""

from pathlib import Path

import structlog
from structlog.testing import capture_logs

from tests.outside import GOOD, HEAD, install
from tests.server.desk import run, serving
from weathergauge.rulesets import TITLES

__all__ = ["install"]


def test_a_title_of_another_package_is_offered_and_played(tmp_path: Path, install):
    """Its scenarios, its bots and its seats are in the list, and a match begins."""
    install()

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            offered = (await ann.get("/api/titles"))["titles"][-1]
            assert (offered["name"], offered["title"], offered["playable"]) == ("boats", "Two Boats", True)
            assert [card["name"] for card in offered["scenarios"]] == ["duel", "brush"]
            assert [bot["name"] for bot in offered["bots"]] == ["midshipman"]
            assert (await ann.get("/api/titles/boats/charts"))["charts"] == {}
            assert (await ann.get("/api/titles/boats/scenarios/duel"))["view"]["table"]["turn"] == 1
            assert (await ann.post("/api/companion", {"title": "boats", "scenario": "duel"}, 201))["sheets"] == []
            seats = {"red": {"kind": "me"}, "blue": {"kind": "bot", "bot": "midshipman"}}
            made = await ann.create("boats", "duel", seats=seats)
            assert made["title"] == "boats"
            assert (await ann.at(made["id"], "red").view())["view"]["table"]["turn"] == 1

    run(test)


def test_a_title_that_cannot_be_played_is_told_in_the_log_and_in_the_list(tmp_path: Path, install):
    """Whoever asks for it hears the same sentence, and every other title is there."""
    install(files={"boats/title.toml": HEAD, "boats/rules.py": GOOD.replace('"boats"', '"ships"')})
    sentence = (
        "The package boats-of-ours brings the title 'boats', which cannot be played: its rules call themselves 'ships'."
    )

    async def test() -> None:
        structlog.reset_defaults()
        with capture_logs() as logs:
            async with serving(tmp_path / "wg.db") as desk:
                ann = await desk.player("Ann")
                titles = {title["name"]: title for title in (await ann.get("/api/titles"))["titles"]}
                assert (titles["boats"]["playable"], titles["boats"]["words"]) == (False, sentence)
                assert all(titles[own.name]["playable"] for own in TITLES)
                refused = await ann.create("boats", "duel", 404)
                assert refused["detail"] == sentence
                assert (await ann.get("/api/titles/boats/procedures", 404))["detail"] == sentence
        assert [line["why"] for line in logs if line["event"] == "title-left-out"] == [sentence]

    run(test)


def test_a_match_of_a_title_that_was_taken_away_is_left_out(tmp_path: Path, install):
    """Lists go on without it; who opens it is told that there is no such title."""
    install()

    async def made() -> str:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
            return str((await ann.create("boats", "duel", seats=seats, public=True))["id"])

    async def test() -> None:
        match = await made()
        install.away()
        async with serving(tmp_path / "wg.db") as desk:
            ben = await desk.player("Ben")
            assert await ben.get("/api/matches") == {"matches": []}
            assert await ben.get("/api/lobby") == {"open": [], "live": [], "finished": []}
            told = await ben.get(f"/api/matches/{match}", 404)
            assert told["detail"].startswith("There is no title 'boats'")

    run(test)
