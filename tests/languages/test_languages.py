"""Languages: a catalogue has every sentence, what a record keeps is the same in all of them, and numbers are written as they are read."""

from __future__ import annotations

import ast
import doctest
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from weathergauge import cli, languages, rulesets
from weathergauge.frame.charts import as_json, load_charts
from weathergauge.languages import LanguageError, amount, catalogue, counted, retold, said, speaking, spoken_by
from weathergauge.match import Match, Replay
from weathergauge.match import talk as match_talk
from weathergauge.match.talk import MatchEvent
from weathergauge.ruleset import TABLE
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.trafalgar import words
from weathergauge.rulesets.trafalgar.actions import Board, Fire, Grapple, Hold, Move, Part, Pick, Remain, Turn
from weathergauge.throwing import RandomDice

SOURCE = Path(rulesets.__file__).parents[1]
RECORDS = Path(__file__).parents[1] / "records"
SPOKEN = [(title, language) for title in rulesets.TITLES for language in spoken_by(title.home)]
SHARED = [
    *(SOURCE / "frame").glob("*.py"),
    SOURCE / "match/talk.py",
    SOURCE / "cli/table/telling.py",
    SOURCE / "sentences.py",
    *(SOURCE / "server").glob("*.py"),
]
CARD = ("title", "history", "invented", "victory", "advice", "balance")
KEPT = (words.STEP_WORDS, words.SIDE_WORDS, words.RAKES, words.MEANS, words.NOBODY, words.SHOWS)


def asked(file: Path) -> Iterator[tuple[str, str]]:
    """Every sentence that a module says by name, and whether it is one or counts."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("said", "counted"):
            for part in ast.walk(node.args[-1 if node.func.id == "counted" else 0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield node.func.id, part.value


def of_data(title: rulesets.Title) -> set[str]:
    """What stands in a title's files and is said: its scenarios, and what its charts, measures and books are called."""
    rules = ruleset(title.name)
    files = [tomllib.loads(file.read_text(encoding="utf-8")) for file in title.home.glob("scenarios/*.toml")]
    lines = {text for page in files for key in CARD if (text := page.get(key))}
    names = {chart.name for chart in load_charts(*title.folders).values()}
    first = rules.scenarios()[0].name
    start = rules.setup(rules.scenario(first, {}), RandomDice(1))
    return lines | names | {*rules.measures(start)} | {*rules.headings}


@pytest.mark.parametrize(("title", "language"), SPOKEN, ids=lambda one: getattr(one, "name", one))
def test_scenarios_charts_and_books_have_their_names(title: rulesets.Title, language: str):
    """What a title's files say about themselves is in its catalogue, too."""
    assert of_data(title) - catalogue(language, title.home).sentences.keys() == set()
    with speaking(catalogue(language, title.home)):
        cards = {card.name: card for card in ruleset(title.name).scenarios()}
        charts = as_json(title.name, load_charts(*title.folders))["charts"]
    if language == "fr" and title.name == "trafalgar":
        assert cards["duel"].title == "Un duel de soixante-quatorze"
        assert cards["lee_column"].words.startswith("Collingwood, sur le Royal Sovereign, mène six navires")
        assert charts["leadership_test"]["name"] == "Commandement"


@pytest.mark.parametrize(("title", "language"), SPOKEN, ids=lambda one: getattr(one, "name", one))
def test_a_catalogue_has_every_sentence(title: rulesets.Title, language: str):
    """Those of the title and those that all titles share, as the code says them; and none that nobody says."""
    spoken = catalogue(language, title.home)
    code = {sentence for file in (*title.file.parent.glob("*.py"), *SHARED) for sentence in asked(file)}
    sentences = {sentence for kind, sentence in code if kind == "said"}
    counts = {sentence for kind, sentence in code if kind == "counted"}
    assert sentences - spoken.sentences.keys() == set()
    assert counts - spoken.counts.keys() == set()
    files = (*title.file.parent.glob("*.py"), *SHARED)
    every = "\n".join(
        [*(file.read_text(encoding="utf-8") for file in files), *(f'"{line}"' for line in of_data(title))]
    )
    named = {"British", "French", "Spanish"}  # a nation as a ship's home
    assert [one for one in (*spoken.sentences, *spoken.counts) if f'"{one}"' not in every and one not in named] == []


def test_what_is_kept_in_tables_is_there_too():
    """Steps, sides, and what ships mean to do stand in tables and not where they are said."""
    spoken = catalogue("fr", rulesets.title("trafalgar").home)
    kept = {sentence for table in KEPT for sentence in table.values()} | {*words.TESTS, *words.REASONS}
    assert kept - spoken.sentences.keys() == set()


class Noting(dict[str, str]):
    """Sentences that note which were asked for and are not there."""

    def __init__(self, known: dict[str, str]) -> None:
        super().__init__(known)
        self.missed: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        if key not in self:
            self.missed.add(key)
        return super().get(key, default)


def test_a_whole_match_is_told_and_refused_in_french():
    """The golden match, its log, its orders and some thousand refusals: no sentence is asked for that has no French."""
    spoken = catalogue("fr", rulesets.title("trafalgar").home)
    noting = Noting(dict(spoken.sentences))
    replay = Replay(RECORDS / "trafalgar.jsonl", ruleset)
    rules, state, told, refused = replay.rules, replay.at(0)[0], 0, 0
    with speaking(replace(spoken, sentences=noting)):
        for position in range(len(replay)):
            state, events = replay.at(position)
            for one in events:
                if isinstance(one.event, MatchEvent):
                    match_talk.told(rules, one.event)
                else:
                    assert rules.tell(state, one.event)
                    told += 1
            if position % 12:
                continue
            ships = [ship.id for ship in state.table.ships]
            for seat in rules.seats:
                view = rules.view(state, seat)
                legal = rules.legal(view)
                for ship, other in zip(ships, [*ships[3:], *ships[:3]], strict=True):
                    for order in (Move(ship, 9999), Turn(ship, 200), Turn(ship, 20, "together"), Turn(ship, 5, "succession"), Fire(ship, other, None), Fire(ship, None, None), Hold(ship), Board(ship, other), Grapple(ship, other), Part(ship, other), Remain(ship, other), Pick(ship, other)):  # fmt: skip
                        assert rules.say(view, order)
                        refused += legal.why_not(order) is not None
    names = {ship.name for ship in state.table.ships} | {squadron.name for squadron in state.table.squadrons}
    assert {one for one in noting.missed if one not in names and not one.isdigit()} == set()
    assert told > 250
    assert refused > 1000


def test_a_record_is_the_same_in_every_language(tmp_path: Path):
    """Nothing that is kept is said: a match played while French is spoken leaves the same bytes."""
    rules, spoken = ruleset("trafalgar"), catalogue("fr", rulesets.title("trafalgar").home)
    kept = []
    for language in (None, spoken):
        path = tmp_path / f"{language is None}.jsonl"
        with speaking(language):
            match = Match.create(rules, "trafalgar", "duel", {"turns": 5}, path=path, seed="same in both")
            dice = RandomDice(7)
            while match.result is None:
                seat = match.to_act[0]
                if seat == TABLE:
                    match.settle()
                    continue
                choices = list(match.legal(seat))
                match.act(seat, dice.pick(choices, why="which") if len(choices) > 1 else choices[0])
            match.close()
        kept.append(path.read_bytes())
    assert kept[0] == kept[1]
    assert b"level at " in kept[0] or b"victory" in kept[0]


def test_numbers_and_plurals():
    """A comma before tenths; of less than two the singular, as French has it; English counts one alone."""
    with speaking(catalogue("fr", rulesets.title("trafalgar").home)):
        assert [counted(n, "{n} inch", "{n} inches") for n in (0, 1, 1.5, 2)] == ["0 pouce", "1 pouce", "1,5 pouce", "2 pouces"]  # fmt: skip
        assert amount(7.25, ".1f") == "7,2"
        assert retold("a victory, 9 points to 4", *words.REASONS) == "une victoire, 9 points à 4"
        assert retold("somebody went home", *words.REASONS) == "somebody went home"
    assert [counted(n, "{n} inch", "{n} inches") for n in (0, 1, 1.5, 2)] == ["0 inches", "1 inch", "1.5 inches", "2 inches"]  # fmt: skip
    assert retold("a victory, 9 points to 4", *words.REASONS) == "a victory, 9 points to 4"


def test_what_is_not_in_a_catalogue_stays_english():
    """So does everything when nothing else is spoken."""
    with speaking(catalogue("fr", rulesets.title("trafalgar").home)):
        assert said("{ship} dances.", ship="Mars") == "Mars dances."
    assert said("the British") == "the British"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[sentences]\n"{ship} sails" = "{navire} court"\n', "'{navire} court' has other parts than '{ship} sails'"),
        ('[counts]\n"{n} boxes" = ["{n} case"]\n', "cannot be read"),
        ("[sentenses]\n", "cannot be read"),
        ("not a catalogue", "cannot be read"),
    ],
)
def test_a_catalogue_that_cannot_be_used_is_one_sentence(text: str, words: str, tmp_path: Path):
    """It names the file and what is wrong in it."""
    (tmp_path / "fr.toml").write_text(text)
    with pytest.raises(LanguageError) as told:
        languages.written(tmp_path / "fr.toml")
    assert str(tmp_path / "fr.toml") in str(told.value)
    assert words in str(told.value)


def test_at_the_keyboard(capsys: pytest.CaptureFixture[str]):
    """A replay is told in French; a title that has no French says which languages it has."""
    assert cli.main(["replay", str(RECORDS / "trafalgar.jsonl"), "--language", "fr"]) == 0
    out = capsys.readouterr().out
    assert "Bucentaure manque un test de commandement pour venir au 359." in out
    assert "Victory lâche sa bordée de tribord sur San Justo à 12,0 pouces : sans effet." in out
    for title in rulesets.TITLES:
        if (title, "fr") not in SPOKEN:
            assert cli.main(["replay", str(RECORDS / f"{title.name}.jsonl"), "--language", "fr"]) == 2
            assert capsys.readouterr().err.strip() == f"--language fr: {title.name} is told in en"


def test_the_page_runs():
    """The Python of docs/languages.md prints what stands there."""
    failed, tried = doctest.testfile(str(SOURCE.parents[1] / "docs" / "languages.md"), module_relative=False)
    assert (failed, tried) == (0, 3)
