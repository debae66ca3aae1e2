"""The charts of a ruleset, read once."""

from pathlib import Path

from msgspec import Struct

from weathergauge.charts import Chart
from weathergauge.frame.charts import chart_book

PAGE = '[reach]\nname = "Reach"\nsource = "document 000, Reach"\naxes = ["guns"]\nvalue = "int"\ngrid = """\nguns | hexes\n1 | 4\n"""\n'


class Charts(Struct, frozen=True, eq=False):
    reach: Chart[int]


def test_charts_are_read_when_they_are_asked_for_and_once(tmp_path: Path):
    """Whoever imports a ruleset does not wait for its charts, and everybody is given the same ones."""
    chart_set, charts = chart_book(Charts, tmp_path)
    (tmp_path / "guns.toml").write_text(PAGE, encoding="utf-8")
    assert charts().reach.at(1) == 4
    assert charts() is charts()
    assert [*chart_set()] == ["reach"]
