"""The bars: what is asked of bots is read from a file, played until the time is over, taken up again, and told in tables."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchmarks import strength

BARS = """
[[bar]]
title = "ironclads"
scenario = "gunnery"
bots = ["captain", "midshipman"]
games = 2
rate = 0.6
low = 0.53
settings = { turns = 1 }

[[bar]]
title = "ironclads"
scenario = "gunnery"
bots = ["midshipman", "midshipman"]
games = 2
settings = { turns = 1 }
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "bars.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_bars_are_played_kept_and_taken_up_again(tmp_path: Path):
    """One game is missing of what was played before, and a line was cut short: that game alone is played."""
    bars = strength.bars_of(written(tmp_path, BARS))
    kept = tmp_path / "games.jsonl"
    with ThreadPoolExecutor(1) as pool:
        assert strength.play_bars(bars, tmp_path, pool, 1, 600.0, 0.0)
        lines = kept.read_bytes().splitlines()
        assert len(lines) == 4
        kept.write_bytes(b"\n".join([*lines[:3], lines[3][:40]]))
        assert strength.play_bars(bars, tmp_path, pool, 1, 600.0, 0.0)
    assert len(kept.read_bytes().splitlines()) == 5
    page = strength.tables(bars, strength.kept(kept))
    assert "| ironclads | gunnery, turns 1 | captain : midshipman | " in page
    assert "≥ 60 %: " in page
    assert "| ironclads | gunnery, turns 1 | blue " in page
    assert "* ironclads gunnery, turns 1, midshipman against captain: " in page


def test_no_game_is_begun_when_the_time_is_over(tmp_path: Path):
    """The bars are read and nothing is kept, so that a run can be gone on with."""
    bars = strength.bars_of(written(tmp_path, BARS))
    with ThreadPoolExecutor(1) as pool:
        assert strength.play_bars(bars, tmp_path, pool, 1, -1.0, 0.0)
    assert strength.tables(bars, strength.kept(tmp_path / "games.jsonl")).strip() == ""


def test_all_scenarios_of_a_title_are_a_bar_each(tmp_path: Path):
    """A star stands for every scenario there is, each as a question of balance."""
    text = '[[bar]]\ntitle = "trafalgar"\nscenario = "*"\nbots = ["captain", "captain"]\n'
    found = strength.bars_of(written(tmp_path, text))
    assert len({bar.scenario for bar in found}) == len(found) > 4
    assert all(bar.balance for bar in found)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('title = "wsim"\nscenario = "dule"\nbots = ["captain", "captain"]', "There is no scenario of wsim 'dule'"),
        ('title = "wsim"\nscenario = "duel"\nbots = ["captain", "captian"]', "There is no bot 'captian'"),
        ('title = "wsim"\nscenario = "duel"\nbots = ["captain", "captain"]\ngames = 0', "expected 1 game or more"),
        ('title = "wsim"\nscenario = "duel"\nbots = ["captain", "captain"]\nweight = 0', "a weight above 0"),
        ('title = "wsim"\nscenario = "duel"\nbots = ["captain"]', "--help describes the file"),
        ('title = "wsim"\nscenario = ', "--help describes the file"),
    ],
)
def test_a_wrong_file_is_one_sentence(tmp_path: Path, text: str, sentence: str, capsys: pytest.CaptureFixture[str]):
    """Nothing is written, either."""
    assert strength.main([str(written(tmp_path, "[[bar]]\n" + text)), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "titles"),
    [("tactics", {"trafalgar", "wsim", "ironclads"}), ("campaigns", {"mistral", "cold_waves"})],
)
def test_the_bars_of_the_project_can_be_read(name: str, titles: set[str]):
    """The files of bars name titles that there are, and no bar twice."""
    bars = strength.bars_of(Path(strength.__file__).with_name(f"{name}.toml"))
    assert {bar.title for bar in bars} == titles
    assert len({bar.key for bar in bars}) == len(bars)
