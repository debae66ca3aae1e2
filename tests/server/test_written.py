"""Scenarios that players wrote, on the server: checked line by line, played, kept, and looked back at."""

from pathlib import Path
from typing import Any

import pytest

from tests.files.test_handwritten import BRIEF, Written
from tests.server.desk import run, serving
from tests.toy import TOY, Toy
from weathergauge.match.record import Record
from weathergauge.match.verify import verify

FILES = "tests.files.test_handwritten:rules_for"


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy plays scenarios from files."""
    monkeypatch.setattr(Toy, "scenario_from", Written.scenario_from, raising=False)
    monkeypatch.setattr(Toy, "card", Written.card, raising=False)


def test_a_file_is_checked_and_every_problem_comes_back(tmp_path: Path, files: None):
    """Two faults, each with its line."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=FILES) as desk:
            ann = await desk.player("Ann")
            titles = (await ann.http.get("/api/titles")).json()["titles"]
            assert titles[0]["files"] is True
            found = await ann.post("/api/titles/toy/scenarios", {"written": "turns = 0\nhul = 3\n", "name": "brief"})
            assert found == {
                "title": "toy",
                "problems": [
                    {"line": 1, "words": "turns = 0: expected a whole number from 1 to 9"},
                    {"line": 2, "words": "hul: there is no such word here; did you mean hull?"},
                ],
                "scenario": None,
                "view": None,
            }
            good: Any = await ann.post("/api/titles/toy/scenarios", {"written": BRIEF})
            assert good["problems"] == []
            assert good["scenario"]["seats"] == ["red", "blue"]
            assert good["view"]["table"]["last"] == 2

    run(test)


def test_a_match_of_a_file_is_played_and_its_record_needs_no_file(tmp_path: Path, files: None):
    """The record holds the text, is verified by it and can be branched from."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=FILES) as desk:
            ann = await desk.player("Ann")
            seats = {"red": {"kind": "me"}, "blue": {"kind": "me"}}
            made = await ann.create("toy", "brief", written=BRIEF, seats=seats)
            assert (made["scenario"], made["words"]) == ("brief", "From a file")
            await ann.at(made["id"], "red").post("resign")
            record = Record((await ann.http.get(f"/api/matches/{made['id']}/record")).content)
            assert record.header.written == BRIEF
            assert verify(record, lambda title: TOY).ok
            again = await ann.post(f"/api/matches/{made['id']}/branch", {"position": 0, "seats": seats}, 201)
            assert again["words"] == "From a file"
        async with serving(tmp_path / "wg.db", toy=FILES) as desk:
            someone = await desk.player("Ben")
            kept = (await someone.http.get(f"/api/matches/{made['id']}")).json()
            assert kept["words"] == "From a file"

    run(test)


def test_a_faulty_file_makes_no_match(tmp_path: Path, files: None):
    """The refusal names every line, and the lobby stays empty."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=FILES) as desk:
            ann = await desk.player("Ann")
            body = {"title": "toy", "scenario": "brief", "written": "turns = 0\nhull = 0\n"}
            answer = await ann.http.post("/api/matches", json=body)
            assert answer.status_code == 422
            assert answer.json()["detail"].splitlines() == [
                "brief, line 1: turns = 0: expected a whole number from 1 to 9",
                "brief, line 2: hull = 0: expected a whole number from 1 to 9",
            ]
            assert (await ann.http.get("/api/matches")).json()["matches"] == []

    run(test)


def test_a_title_without_files_refuses(tmp_path: Path):
    """With a sentence, and the list of titles says so beforehand."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            ann = await desk.player("Ann")
            answer = await ann.http.post("/api/titles/toy/scenarios", json={"written": BRIEF})
            assert answer.status_code == 409
            assert answer.json()["detail"] == "toy does not play scenarios from files: choose one of its own"
            titles = (await ann.http.get("/api/titles")).json()["titles"]
            assert titles[0]["files"] is False

    run(test)
