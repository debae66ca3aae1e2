"""The folder of a study: the report, and its games as other programs read them. Each file is whole, or not there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from weathergauge.studies import report, rows
from weathergauge.studies.run import Outcome

REPORT, CSV, PARQUET = "report.html", "games.csv", "games.parquet"


class Written(NamedTuple):
    """What was written, and in a sentence what could not be."""

    files: list[Path]
    wanting: str = ""


def write(outcome: Outcome, folder: Path) -> Written:
    """Write the report, and the games as CSV and Parquet."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / REPORT]
    aside = folder / "report.part"
    aside.write_text(report.page(outcome), encoding="utf-8")
    aside.replace(files[0])
    if not outcome.rows:
        return Written(files)
    rows.write_csv(folder / CSV, outcome.rows)
    files.append(folder / CSV)
    try:
        rows.write_parquet(folder / PARQUET, outcome.rows)
    except rows.Unusable as error:
        return Written(files, str(error))
    return Written([*files, folder / PARQUET])
