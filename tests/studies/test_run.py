"""A study that is played: the same dice for every variant, kept as it goes, and gone on with."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from weathergauge import studies
from weathergauge.bots.series import jobs, play
from weathergauge.cli import main
from weathergauge.studies import exact, figures, report, sensitivity
from weathergauge.studies.rows import FILE, Unusable

HEAVY = {"base_factors": {"first_shot_on_that_side": 6}}
BOTS = {"british": "midshipman", "allied": "midshipman"}


def study(**more: Any) -> studies.Study:
    """Some duels between midshipmen, with a variant in which a first broadside counts far more."""
    variants = (studies.Variant("heavy", charts=HEAVY), studies.Variant("long", settings={"withdrawal": "free"}))
    whole = studies.Study("mine", "trafalgar", scenario="duel", games=3, bots=BOTS, variants=variants)
    return msgspec.structs.replace(whole, **more)


def plain(rows: list[studies.Row]) -> list[tuple[Any, ...]]:
    return sorted((row.variant, row.game, row.dice, row.steps, str(row.result.score)) for row in rows)


def test_the_base_is_what_simulate_plays(tmp_path: Path):
    """Game by game the same result as a series with the same seed, in this process or over several."""
    outcome = studies.run(study(), tmp_path / "one")
    alone = [play(job) for job in jobs("trafalgar", "duel", BOTS, 3, seed="1", swap=False)]
    base = figures.by_variant(outcome.rows)["base"]
    assert [(row.result, row.steps) for row in base] == [(game.result, game.steps) for game in alone]
    several = studies.run(study(), tmp_path / "several", workers=2)
    assert plain(several.rows) == plain(outcome.rows)


def test_variants_have_the_same_dice_and_other_charts(tmp_path: Path):
    """A changed cell changes games, and only by what was changed: a setting that nobody met changes nothing."""
    outcome = studies.run(study(games=6), tmp_path)
    games = figures.by_variant(outcome.rows)
    assert [row.dice for row in games["heavy"]] == [row.dice for row in games["base"]]
    assert [row.result for row in games["heavy"]] != [row.result for row in games["base"]]


def test_what_is_stopped_is_gone_on_with(tmp_path: Path):
    """Ctrl-C keeps what was played; the next run plays the rest, and both together are what one run would have been."""

    def stop(done: int, total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    first = studies.run(study(), tmp_path / "stopped", progress=stop)
    assert first.stopped
    assert len(first.rows) == 4
    second = studies.run(study(), tmp_path / "stopped")
    assert not second.stopped
    assert plain(second.rows) == plain(studies.run(study(), tmp_path / "whole").rows)


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path):
    """Power went off in the middle of a line: that game is played again, no other is lost."""
    whole = studies.run(study(), tmp_path)
    file = tmp_path / FILE
    file.write_bytes(file.read_bytes()[:-40])
    assert plain(studies.run(study(), tmp_path).rows) == plain(whole.rows)


def test_more_games_go_on_and_another_study_does_not(tmp_path: Path):
    """More games of the same study are added to those there are; those of another one are never mixed with them."""
    studies.run(study(games=2), tmp_path)
    assert len(studies.run(study(games=3), tmp_path).rows) == 9
    with pytest.raises(Unusable, match="its games were played for another study"):
        studies.run(study(seed="2"), tmp_path)
    (tmp_path / FILE).write_text('{"no": "study"}\n', encoding="utf-8")
    with pytest.raises(Unusable, match="is not what a study of this version keeps"):
        studies.run(study(), tmp_path)


def test_what_the_type_of_a_chart_refuses_is_said_before_any_game(tmp_path: Path):
    """Half an inch where the rules need whole ones: named by its variant, and no game is played."""
    wrong = studies.Variant("wrong", charts={"range_bands": {"rake": 5.5}})
    with pytest.raises(ValueError, match=r"variant wrong: chart range_bands, cell rake: 5\.5 is no"):
        studies.run(study(variants=(wrong,)), tmp_path)
    assert not (tmp_path / FILE).exists()


def test_odds_of_a_procedure_are_exact(tmp_path: Path):
    """A first broadside adds two on the chart, so six adds four more: by fractions, without a game."""
    inputs = {"hull": 6, "range": 4, "target_rate": "3rd_rate", "first_shot": True}
    one = studies.Study(
        "shot", "trafalgar", procedure="broadside", of="boxes", inputs=inputs,
        variants=(studies.Variant("heavy", charts=HEAVY),),
    )  # fmt: skip
    outcome = studies.run(one, tmp_path)
    laws = {name: exact.law(found, "boxes") for name, found in outcome.odds.items()}
    assert all(sum(law.values()) == 1 for law in laws.values())
    assert laws["base"][3] == Fraction(1, 2)
    more, base = exact.mean(laws["heavy"]), exact.mean(laws["base"])
    assert more is not None
    assert base is not None
    assert more > base
    assert "first shot on that side: 6" in report.page(outcome)
    with pytest.raises(ValueError, match=r"of = box: the result has no such part; did you mean boxes\?"):
        studies.run(msgspec.structs.replace(one, of="box"), tmp_path)


def test_two_charts_stand_side_by_side_at_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Each result with its chance in both, and the difference as a fraction: a sharper five hits for two boxes more."""
    file = tmp_path / "mine.toml"
    file.write_text(
        'study = 1\ntitle = "trafalgar"\nprocedure = "broadside"\nof = "boxes"\n[inputs]\nhull = 6\nrange = 4\n'
        'target_rate = "3rd_rate"\n[variant.sharper.charts.hit_and_random_factor]\n"0-5 5" = 6\n',
        encoding="utf-8",
    )
    assert main(["study", str(file)]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["boxes", "base", "sharper", "difference"]
    assert lines[3] == ["2", "1/2", "(50.0", "%)", "1/3", "(33.3", "%)", "−1/6"]
    assert lines[5] == ["4", "0", "(0.0", "%)", "1/6", "(16.7", "%)", "+1/6"]


def test_cells_that_count_are_found(tmp_path: Path):
    """The numbers read most are tried a step up and a step down, each with the same dice as the base."""
    outcome = studies.run(study(games=2, variants=(), sensitivity=2), tmp_path)
    assert len(outcome.tried) == 4
    assert {row.variant for row in outcome.rows} == {"base", *(variant.name for variant in outcome.tried)}
    weights = outcome.weights
    assert len(weights) == 2
    assert weights[0].most >= weights[1].most
    assert all(isinstance(weight.value, int) and outcome.cells[weight.cell] == weight.times for weight in weights)
    assert all(step in ("up", "down") for step, _ in sensitivity.STEPS)
    page = report.page(outcome)
    assert "What the outcome depends on" in page
    assert "Cells that were read" in page


def test_a_report_has_every_picture(tmp_path: Path):
    """Wins and scores with intervals, differences with the same dice, distributions, length, measures, and cells."""
    page = report.page(studies.run(study(games=4), tmp_path))
    for picture in (
        "Won by the British", "Score of the Allies", "Lead of the British, in points", "How much more often", "By how much more",
        "Distribution of the lead", "Distribution of the length", "Broadsides that rake", "Cells that were read, a game",
    ):  # fmt: skip
        assert f'aria-label="{picture}"' in page, picture
    assert "src=" not in page
    assert "href=" not in page


def test_differences_are_between_games_with_the_same_dice():
    """Three games each, paired by number: 1, 3 and 2 more, so two more on the average."""
    from weathergauge.ruleset import Result

    def row(variant: str, game: int, score: int) -> studies.Row:
        return studies.Row(variant, game, str(game), BOTS, Result(None, "", {"british": score, "allied": 0}), 1)

    base = [row("base", game, game) for game in (1, 2, 3)]
    other = [row("x", 3, 5), row("x", 1, 2), row("x", 2, 5), row("x", 4, 99)]
    lead = next(one for one in figures.asked(["british", "allied"], {}, ()) if one.name == "lead_british")
    found = figures.paired(base, other, lead)
    assert found is not None
    assert (found.value, found.games) == (2, 3)
    assert found.low == pytest.approx(2 - 1.96 / 3**0.5)


def test_shares_differ_by_points():
    """73 % instead of 87 % is 14 points less: not 14 % less."""
    won = next(one for one in figures.asked(["british", "allied"], {}, ()) if one.name == "won_british")
    assert report.signed(figures.Figure(-0.14, -0.2, -0.08, 30), won) == "−14.0 ± 6.0 points"


def test_rows_can_be_read_by_other_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The command writes a page, CSV and Parquet that agree, and one JSON value where it is asked for."""
    from pyarrow import parquet

    file = tmp_path / "mine.toml"
    file.write_text(
        'study = 1\ntitle = "trafalgar"\nscenario = "duel"\ngames = 2\n[bots]\nbritish = "midshipman"\n'
        'allied = "midshipman"\n[variant.heavy.charts.base_factors]\nfirst_shot_on_that_side = 6\n'
    )
    assert main(["study", str(file), "--jobs", "1"]) == 0
    assert "2 games of each variant with the same dice" in capsys.readouterr().out
    folder = tmp_path / "mine"
    with (folder / "games.csv").open(encoding="utf-8", newline="") as lines:
        read = list(csv.DictReader(lines))
    table = parquet.read_table(folder / "games.parquet")
    assert table.column("variant").to_pylist() == [row["variant"] for row in read]
    assert len(read) == 4
    assert {"winner", "score_british", "turns", "first_shot", "rakes_allied"} <= set(table.column_names)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert main(["study", str(file), "--jobs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["variants"]["heavy"]["games"] == 2
    assert told["variants"]["base"]["figures"]["won_british"]["difference"] is None


def test_a_file_that_is_not_there_is_a_sentence(capsys: pytest.CaptureFixture[str]):
    """As every command says it."""
    assert main(["study", "nowhere.toml"]) == 2
    assert capsys.readouterr().err == "nowhere.toml: no such file or directory\n"


def test_values_that_lie_together_count_as_one():
    """Few are counted each by itself, many in round steps that begin where those begin; shares of one by hundredths."""
    few = figures.spread({"base": [1, 3, 3], "other": [2]})
    assert (few.width, few.places, few.counts) == (1, [1, 2, 3], {"base": [1, 0, 2], "other": [0, 1, 0]})
    many = figures.spread({"base": [-97, -3, 0, 104], "other": []}, most=20)
    assert (many.width, many.places[0], many.places[-1]) == (20, -100, 100)
    assert sum(many.counts["base"]) == 4
    assert many.counts["base"][:6] == [1, 0, 0, 0, 1, 1]
    fine = figures.spread({"base": [0.25, 0.5, 0.75]})
    assert fine.width == 0.02
    assert sum(fine.counts["base"]) == 3
    assert figures.spread({"base": []}).places == []
