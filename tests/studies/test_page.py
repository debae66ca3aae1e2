"""A study as it is written, and everything that can be wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from weathergauge import studies
from weathergauge.files.handwritten import Faulty

DUEL = 'study = 1\ntitle = "trafalgar"\nscenario = "duel"\n'
SHOT = (
    'study = 1\ntitle = "trafalgar"\nprocedure = "broadside"\n[inputs]\nhull = 6\nrange = 4\ntarget_rate = "3rd_rate"\n'
)


def written(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_what_is_not_said_is_as_usual(tmp_path: Path):
    """A title and a scenario are enough: the strongest bots play a hundred games, and nothing else is tried."""
    found = studies.read(written(tmp_path, DUEL))
    assert (found.name, found.games, found.seed, found.swap, found.variants) == ("mine", 100, "1", False, ())
    assert set(found.bots) == {"british", "allied"}
    assert [variant.name for variant in found.all] == ["base"]


def test_the_example_of_the_documentation_can_be_played():
    """The study whose finished result stands in docs/studies.md."""
    found = studies.read(Path(__file__).parents[2] / "docs" / "examples" / "duel_cells.toml")
    assert (found.scenario, found.games, found.sensitivity, found.variants) == ("duel", 40, 5, ())


def test_variants_are_small_differences(tmp_path: Path):
    """Cells, bots, settings and scenarios, each alone or together."""
    text = (
        DUEL
        + """games = 20
swap = true
[bots]
british = "captain"
[variant.rakes]
words = "rakes count more"
[variant.rakes.charts.base_factors]
stern_rake_under_5_inches = 6
[variant.rakes.charts.hit_and_random_factor]
"0-5 5-6" = 4
[variant.chance.bots]
allied = "midshipman"
[variant.soft.settings]
withdrawal = "free"
[variant.columns]
scenario = "lee_column"
"""
    )
    found = studies.read(written(tmp_path, text))
    rakes, chance, soft, columns = found.variants
    assert rakes.charts == {"base_factors": {"stern_rake_under_5_inches": 6}, "hit_and_random_factor": {"0-5 5-6": 4}}
    assert chance.bots == {"allied": "midshipman"}
    assert soft.settings == {"withdrawal": "free"}
    assert columns.scenario == "lee_column"


def test_a_scenario_of_ones_own_lies_beside_the_study(tmp_path: Path):
    """A file is named as it lies from the study's own folder, and its text goes along."""
    from weathergauge.rulesets.trafalgar.scenarios import LIBRARY

    (tmp_path / "my_duel.toml").write_text(LIBRARY.printed("duel"), encoding="utf-8")
    found = studies.read(written(tmp_path, 'study = 1\ntitle = "trafalgar"\nfile = "my_duel.toml"\n'))
    assert found.scenario == "my_duel"
    assert found.written == LIBRARY.printed("duel")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "study is missing: add study = 1"),
        ('study = 2\ntitle = "trafalgar"\nscenario = "duel"', 1, "study = 2: expected 1, the form that this version"),
        ('study = 1\ntitle = "trafalger"', 2, "did you mean trafalgar"),
        ('study = 1\ntitle = "trafalgar"', 1, "a study is of a scenario or of a procedure"),
        (DUEL + 'procedure = "broadside"', 1, "a study is of a scenario or of a procedure"),
        ('study = 1\ntitle = "trafalgar"\nscenario = "dual"', 3, "did you mean duel"),
        ('study = 1\ntitle = "trafalgar"\nfile = "nowhere.toml"', 3, "no such file or directory"),
        (DUEL + "games = 0", 4, "games = 0: expected a whole number from 1 to 1000000"),
        (DUEL + "game = 5", 4, "game: there is no such word here; did you mean games?"),
        (DUEL + '[bots]\nbritish = "captian"', 5, "did you mean captain"),
        (DUEL + '[bots]\nfrench = "captain"', 5, "french: there is no such word here"),
        (DUEL + "[settings]\nwithdrawl = 1", 5, "withdrawl: no such setting of trafalgar; did you mean withdrawal?"),
        (DUEL + "[inputs]\nhull = 6", 4, "only a study of a procedure has them"),
        (DUEL + "[variant.x]", 4, "x: nothing is different in it"),
        (DUEL + '[variant.Base]\nscenario = "duel"', 4, "expected a name of small letters"),
        (DUEL + '[variant.base]\nscenario = "duel"', 4, "other than base"),
        (DUEL + "[variant.x.charts.base_factor]\nbow = 2", 4, "there is no such chart of trafalgar; did you mean base_factors?"),
        (DUEL + "[variant.x.charts.base_factors]\nbow = 2", 5, "base_factors has no"),
        (DUEL + '[variant.x.charts.base_factors]\nstern_rake_under_5_inches = true', 5, "expected a number"),
        (SHOT + '[variant.x.bots]\nbritish = "captain"', 8, "a study of a procedure has none"),
    ],
)  # fmt: skip
def test_each_mistake_is_named_by_its_line(tmp_path: Path, text: str, line: int, words: str):
    """The line, the value, what was expected."""
    with pytest.raises(Faulty) as caught:
        studies.read(written(tmp_path, text))
    assert any(problem.line == line and words in problem.words for problem in caught.value.problems), str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        'study = 1\ntitle = "trafalgar"\nscenario = "dual"\ngames = 5\n[bots]\nbritish = "captain"',
        'study = 1\ntitle = "trafalgar"\nprocedure = "brodside"\n[inputs]\nhull = 6',
        DUEL + "[variant.x.charts.base_factor]\nbow = 2",
        DUEL + '[variant.x.bots]\nbritish = "captian"',
        DUEL + "[variant.x.charts.base_factors]\nstern_rake_under_5_inches = 'x'",
    ],
)
def test_one_mistake_is_one_sentence(tmp_path: Path, text: str):
    """Nothing is said of what only follows from it."""
    with pytest.raises(Faulty) as caught:
        studies.read(written(tmp_path, text))
    assert len(caught.value.problems) == 1, str(caught.value)
