"""Whoever asks in French is told trafalgar in French; others hear the same match in English, and the record stays as it is."""

from pathlib import Path

import pytest

from tests.server.desk import run, serving
from weathergauge.languages import said
from weathergauge.server import tongues

FRENCH = {"Accept-Language": "fr-CA, en;q=0.5"}
FRENCH_NAMES = "Un duel de soixante-quatorze", "Commandement", "navires au combat", "tour 1", "Aigle court 2 pouces."
ENGLISH_NAMES = "A duel of seventy-fours", "Leadership", "ships in the fight", "turn 1", "Aigle sails 2 inches."
FAR = {"type": "move", "ship": "aigle", "distance": 9999}


@pytest.mark.parametrize(
    ("accepted", "wished"),
    [
        ("", ()),
        ("fr", ("fr",)),
        ("en-GB, fr;q=0.8", ("en", "fr")),
        ("de;q=0.4, FR-fr;q=0.9, en;q=0", ("fr", "de")),
        ("fr;q=nonsense, *, ;;;=,", ("*",)),
    ],
)
def test_languages_are_read_as_browsers_send_them(accepted: str, wished: tuple[str, ...]):
    """By weight, without countries; what is refused, or is no language, is left out."""
    assert tongues.wishes(accepted) == wished


def test_english_where_a_title_is_told_in_nothing_that_was_asked_for():
    """English where it is wanted before French, where nothing is known that is wanted, and of titles without catalogues."""
    for accepted, title, word in (
        ("fr", "trafalgar", "les Alliés"),
        ("de, fr;q=0.5", "trafalgar", "les Alliés"),
        ("en, fr;q=0.5", "trafalgar", "the Allies"),
        ("de", "trafalgar", "the Allies"),
        ("fr", "sealords", "the Allies"),
        ("fr", "nobody's", "the Allies"),
    ):
        with tongues.asked_in(accepted), tongues.speaking(title):
            assert said("the Allies") == word


def test_a_match_is_told_ordered_and_refused_in_french(tmp_path: Path):
    """Ann reads French and Ben English at the same table: orders, refusals and log, each in their own language."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            ann.http.headers.update(FRENCH)
            made = await ann.create(
                seats={"allied": {"kind": "me"}, "british": {"kind": "open"}}, settings={"turns": 4}
            )
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "british"})
            chair, other = ann.at(made["id"], "allied"), ben.at(made["id"], "british")
            decision = (await chair.view())["decision"]

            refused = await chair.act(FAR, decision, 409)
            assert refused["detail"] == "Aigle ne peut courir 99,99 pouces : ce tour de 0,5 pouce à 3 pouces"
            order = {"type": "move", "ship": "aigle", "distance": 200}
            asked = await chair.post("why-not", {"actions": [FAR, order]})
            assert asked["why_not"] == [refused["detail"], None]
            assert asked["words"][1] == "Aigle court 2 pouces"
            offers = await chair.choices("aigle")
            assert any(offer["words"].startswith("Aigle court") for offer in offers["actions"])
            assert (await chair.post("preview", {"action": FAR}))["why_not"] == refused["detail"]
            test = await chair.post("preview", {"action": {"type": "turn", "ship": "aigle", "angle": 15}})
            assert test["calls"][0]["words"].startswith("pour venir au ")

            receipt = await chair.act(order, decision)
            assert receipt["events"][0]["words"] == "Aigle court 2 pouces."
            assert "said" not in receipt["events"][0]
            here, there = await chair.events(), await other.events()
            assert [event["words"] for event in here if event["type"] == "turn"][
                -1
            ] == "La décision revient à : les Britanniques."
            assert {"La partie commence.", "Aigle court 2 pouces."} <= {event["words"] for event in here}
            assert {"The match begins.", "Aigle sails 2 inches."} <= {event["words"] for event in there}
            assert "Ben joue pour les Britanniques." in {event["words"] for event in here}
            assert "Ben plays the British." in {event["words"] for event in there}
            assert (await chair.view())["standing"][0]["words"] == "Aigle court 2 pouces"
            await chair.post("resign")
            record = (await ann.http.get(f"/api/matches/{made['id']}/record")).content
            assert record == (await ben.http.get(f"/api/matches/{made['id']}/record")).content
            assert b'"move"' in record
            assert b"pouce" not in record

            for reader, names in ((ann, FRENCH_NAMES), (ben, ENGLISH_NAMES)):
                assert (await reader.get(f"/api/matches/{made['id']}"))["words"] == names[0]
                assert (await reader.get("/api/titles/trafalgar"))["scenarios"][0]["title"] == names[0]
                charts = (await reader.get("/api/titles/trafalgar/charts"))["charts"]
                assert charts["leadership_test"]["name"] == names[1]
                story = await reader.get(f"/api/matches/{made['id']}/chronicle")
                assert story["measures"][0]["words"] == names[2]
                back = await reader.get(f"/api/matches/{made['id']}/seats/allied/replay")
                assert back["start"]["moment"] == names[3]
                assert names[4] in {words for step in back["positions"] for words in step["words"]}

    run(test)
