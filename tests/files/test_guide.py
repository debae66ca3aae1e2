"""A guide in files: what stands in a topic is read, and whatever it names that is not there is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from weathergauge.files.guide import Guide, Span, read_guide, read_rulings
from weathergauge.files.handwritten import Faulty
from weathergauge.rulesets import ruleset

RULES = ruleset("trafalgar")
RULINGS = """# Rulings

## TR01 Which band

- **Open:** `range_bands` is silent.
- **Ruling:** the farther one.
- **Reason:** so it is.
- **Setting:** `shared_edge`.
"""
HEAD = '+++\ntitle = "Firing"\norder = 1\nwhen = "step 3"\n'
TOPIC = (
    HEAD
    + """charts = ["range_bands"]
rulings = ["TR01"]
[example]
words = "A shot."
procedure = "broadside"
inputs = { hull = 6, range = 4, target_rate = "3rd_rate" }
[words]
"rake, raked" = "Along the ship."
+++
All **guns** of *one* side, by `range_bands`.

## What it costs

- Nothing: see [here](firing).
"""
)


def write(folder: Path, **topics: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in topics.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def read(*folders: Path) -> Guide:
    rulings = folders[0].parent / "rulings.md"
    rulings.write_text(RULINGS, encoding="utf-8")
    return read_guide(folders, RULES.chart_set, RULES.procedures, rulings)


def test_a_topic_is_read_with_its_text_its_example_and_its_words(tmp_path: Path):
    """Blocks and marks are read into spans, the example into inputs."""
    found = read(write(tmp_path / "guide", firing=TOPIC))
    (topic,) = found.topics
    assert (topic.id, topic.title, topic.charts, topic.rulings) == ("firing", "Firing", ("range_bands",), ("TR01",))
    assert topic.example is not None
    assert topic.example.inputs["hull"] == 6
    assert [block.kind for block in topic.body] == ["text", "heading", "item"]
    assert topic.body[0].spans[1] == Span("guns", "strong")
    assert topic.body[0].spans[3] == Span("one", "em")
    assert topic.body[0].spans[5] == Span("range_bands", chart="range_bands")
    assert topic.body[2].spans[1] == Span("here", topic="firing")
    (word,) = found.words
    assert (word.word, word.forms, word.topic) == ("rake", ("rake", "raked"), "firing")
    (ruling,) = found.rulings
    assert (ruling.id, ruling.title) == ("TR01", "Which band")
    assert ruling.open[0] == Span("range_bands", chart="range_bands")
    assert ruling.setting[0] == Span("shared_edge", "code")


def test_a_file_of_the_same_name_in_a_titles_own_folder_adds_to_the_shared_topic(tmp_path: Path):
    """Charts, text and words are put behind those of the series."""
    shared = write(tmp_path / "guide", firing=TOPIC)
    own = write(
        tmp_path / "own" / "guide", firing='+++\ncharts = ["base_factors"]\n[words]\nluff = "Up."\n+++\nAnd more.\n'
    )
    found = read(shared, own)
    (topic,) = found.topics
    assert topic.charts == ("range_bands", "base_factors")
    assert topic.body[-1].plain == "And more."
    assert topic.title == "Firing"
    assert [word.word for word in found.words] == ["rake", "luff"]


def test_a_title_without_a_guide_has_an_empty_one():
    """Which is no error."""
    assert read_guide((), RULES.chart_set, RULES.procedures, None) == Guide()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("Firing", 1, "expected a line +++"),
        (HEAD + 'charts = ["range_band"]\n+++\nText.\n', 5, "did you mean range_bands?"),
        (HEAD + 'rulings = ["TR02"]\n+++\nText.\n', 5, "did you mean TR01?"),
        (HEAD + "charts = 3\n+++\nText.\n", 5, "expected a list of names"),
        ("+++\norder = 1\n+++\nText.\n", 1, "title is missing"),
        (HEAD + "colour = 1\n+++\nText.\n", 5, "colour: there is no such word here"),
        (HEAD + '[example]\nwords = "A."\nprocedure = "brodside"\n+++\nText.\n', 7, "did you mean broadside?"),
        (HEAD + '[example]\nwords = "A."\nprocedure = "broadside"\ninputs = { hull = 99, range = 4, target_rate = "3rd_rate" }\n+++\n', 8, "hull=99"),
        (HEAD + '[words]\n"rake, rake" = "Along."\n"raked," = "Along."\n+++\nText.\n', 7, "expected forms of a word"),
        (HEAD + '[words]\nrake = 3\n+++\nText.\n', 6, "expected a text between quotes"),
        (HEAD + "+++\nText.\n\nSee [there](fireing).\n", 8, "[there](fireing): there is no such topic; did you mean firing?"),
        (HEAD + "+++\nBy `range_band`.\n", 6, "`range_band`: there is no such chart; did you mean range_bands?"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_file_and_its_line(tmp_path: Path, text: str, line: int, words: str):
    """Every kind of mistake is found where it stands."""
    folder = write(tmp_path / "guide", firing=text)
    with pytest.raises(Faulty) as told:
        read(folder)
    assert told.value.file.endswith("guide/firing.md")
    assert [problem.line for problem in told.value.problems if words in problem.words] == [line], str(told.value)


def test_a_word_is_explained_once(tmp_path: Path):
    """The second topic that does so is refused, with the first one's name."""
    folder = write(tmp_path / "guide", firing=TOPIC, raking=TOPIC.replace("order = 1", "order = 2"))
    with pytest.raises(Faulty, match='"rake" is explained already, by the topic firing'):
        read(folder)


def test_rulings_with_several_entries_keep_them_all():
    """One for each chapter that a ruling is about."""
    page = "## IR11 Markers: ground\n\n- **Open:** one.\n\n# Guns\n\n## IR11 Markers: guns (R-GUNS, R-MARK)\n\n- **Open:** other.\n"
    assert [(one.id, one.title) for one in read_rulings(page, ())] == [
        ("IR11", "Markers: ground"),
        ("IR11", "Markers: guns"),
    ]
