"""Cells that are played otherwise than printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from weathergauge import rulesets
from weathergauge.files import changes
from weathergauge.files.chartfile import read_pages
from weathergauge.files.chartpage import ChartError

PAGES = read_pages(*rulesets.title("trafalgar").folders)


@pytest.mark.parametrize("title", [title.name for title in rulesets.titles() if not title.package])
def test_every_cell_has_a_name_that_finds_it(title: str):
    """Whatever stands on a chart, its own labels name it and nothing else, and what is printed there can stand there."""
    for page in read_pages(*rulesets.title(title).folders).values():
        for key, value in page.cells.items():
            words = changes.called(key)
            assert changes.keys(page, words) == [key]
            assert changes.with_cell(page, words, "." if value is None else value).cells == page.cells


def test_a_cell_is_changed_and_nothing_else_is():
    """One cell has another number; the rest of the chart, and all other charts, are as they were."""
    changed = changes.changed(PAGES, {"base_factors": {"stern_rake_under_5_inches": 6}})
    assert changed["base_factors"].cells["stern_rake_under_5_inches",] == 6
    before = dict(PAGES["base_factors"].cells)
    assert dict(changed["base_factors"].cells) == {**before, ("stern_rake_under_5_inches",): 6}
    assert {id: page for id, page in changed.items() if id != "base_factors"} == {
        id: page for id, page in PAGES.items() if id != "base_factors"
    }


def test_a_range_names_all_its_cells():
    """`2-4` is what is printed for three numbers, and all three change."""
    page = PAGES["hit_and_random_factor"]
    assert changes.keys(page, "0-5 2-4") == [("0-5", 2), ("0-5", 3), ("0-5", 4)]


def test_a_cell_with_fields_keeps_those_that_are_not_named():
    """Of a cell with several numbers one can be changed alone."""
    wsim = read_pages(*rulesets.title("wsim").folders)
    page = next(page for page in wsim.values() if isinstance(next(iter(page.cells.values())), dict))
    key, old = next(iter(page.cells.items()))
    field = next(name for name, value in old.items() if type(value) is int)
    new = changes.with_cell(page, changes.called(key), {field: 9}).cells[key]
    assert new == {**old, field: 9}


@pytest.mark.parametrize(
    ("chart", "cell", "value", "words"),
    [
        ("base_factor", "x", 1, "base_factor: there is no such chart; did you mean base_factors?"),
        ("base_factors", "stern_rake", 1, "base_factors has no .* stern_rake; did you mean stern_rake_under_5_inches?"),
        ("hit_and_random_factor", "0-5", 1, "expected a label for each of its axes, .*, as in overlap_or_grappled 1"),
        ("hit_and_random_factor", "0-5 9", 1, "hit_and_random_factor has no .* 9; "),
        ("range_bands", "rake", "near", "range_bands, rake = 'near': expected a number, as in the rest of the chart"),
        ("hit_and_random_factor", "0-5 1", "mis", "expected a number or a word of the chart; did you mean miss?"),
        (
            "base_factors",
            "stern_rake_under_5_inches",
            "x",
            "= 'x': expected a number or a word of the chart; expected one of ",
        ),
    ],
)
def test_what_is_not_there_is_a_sentence(chart: str, cell: str, value: object, words: str):
    """The value, what was expected, the nearest name."""
    with pytest.raises(ChartError, match=words):
        changes.changed(PAGES, {chart: {cell: value}})


def test_changes_are_laid_before_charts_are_read():
    """Rules made constants of what they read: a change that comes later would be played by half of them."""
    folder = Path(rulesets.title("trafalgar").folders[0])
    changes.pages(folder)
    with pytest.raises(RuntimeError, match="charts were read before"):
        changes.lay((folder,), {"base_factors": {"stern_rake_under_5_inches": 6}})
