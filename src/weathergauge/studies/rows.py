"""The games of a study, a row each: kept as they are played, and given as a table."""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct

from weathergauge import __version__, codec
from weathergauge.bots.measures import BOTH, Figures
from weathergauge.bots.series import Game
from weathergauge.ruleset import Result, Seat
from weathergauge.studies.page import FORM, Study

FILE = "games.jsonl"


class Unusable(ValueError):
    """What was kept of a study cannot be gone on with. The message is one sentence."""


class Row(Struct, frozen=True, omit_defaults=True):
    """One game: of which variant, with which dice, who played, and what came of it."""

    variant: str
    game: int
    dice: str
    bots: dict[Seat, str]
    result: Result
    steps: int
    turns: int | None = None
    figures: Figures = {}
    lit: dict[str, int] = {}

    def lead(self, seat: Seat) -> float:
        """What a seat scored more than the best of the others."""
        others = [score for other, score in self.result.score.items() if other != seat]
        return self.result.score.get(seat, 0) - max(others, default=0)

    def share(self, measure: str, seat: Seat) -> float | None:
        """A measure of play in this game, of a seat or of nobody in particular; None where there was nothing to count."""
        amount = self.figures.get(measure, {}).get(seat)
        return amount.amount / amount.of if amount is not None and amount.of else None


class Head(Struct, frozen=True):
    """The first line: which study these games are of, and by whose rules."""

    form: int
    study: str
    package: str
    title: str
    rules: int


def row(variant: str, game: Game) -> Row:
    """A game that was played, as a row."""
    return Row(variant, game.number, game.dice, game.bots, game.result, game.steps, game.turns, game.figures, game.lit)


def digest(study: Study) -> str:
    """Name what a study plays; more games, other words or another set of cells to try do not make it another one."""
    same = msgspec.structs.replace(study, games=0, name="", question="", of="", sensitivity=0)
    return "sha256:" + hashlib.sha256(codec.encode(same)).hexdigest()


class Store:
    """The games of a study on disk, each written as it ends. What was cut off in the middle of a line is played again."""

    def __init__(self, folder: Path, study: Study, rules: int) -> None:
        self.path = folder / FILE
        self.head = Head(FORM, digest(study), __version__, study.title, rules)
        self.rows: list[Row] = []
        folder.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            self._take_up()
        self._file: IO[bytes] = self.path.open("ab")
        if not self.path.stat().st_size:
            self._write(self.head)

    def _take_up(self) -> None:
        raw = self.path.read_bytes()
        whole, _, cut = raw.rpartition(b"\n")
        lines = whole.split(b"\n") if whole else []
        if cut:
            os.truncate(self.path, len(raw) - len(cut))
        if not lines:
            return
        try:
            head = codec.decode(lines[0], Head)
            self.rows = [codec.decode(line, Row) for line in lines[1:]]
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise Unusable(
                f"{self.path}: it is not what a study of this version keeps; move it away, or choose another folder with --out"
            ) from None
        for word, was, now in (
            ("another study", head.study, self.head.study),
            (f"version {head.package} of the package", head.package, self.head.package),
            (f"version {head.rules} of the rules", head.rules, self.head.rules),
        ):
            if was != now:
                raise Unusable(
                    f"{self.path}: its games were played for {word}, and cannot be counted with new ones; "
                    "choose another folder with --out, or begin anew with --fresh"
                )

    def add(self, row: Row) -> None:
        """Keep a game."""
        self.rows.append(row)
        self._write(row)

    def _write(self, line: Struct) -> None:
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def columns(rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """Each game as plain named values: a column for each seat and each measure."""
    for row in rows:
        plain: dict[str, Any] = {"variant": row.variant, "game": row.game, "dice": row.dice}
        plain |= {f"bot_{seat}": name for seat, name in row.bots.items()}
        plain |= {"winner": row.result.winner, "reason": row.result.reason}
        plain |= {f"score_{seat}": score for seat, score in row.result.score.items()}
        plain |= {"turns": row.turns, "steps": row.steps}
        for name, by_seat in row.figures.items():
            plain |= {name if seat == BOTH else f"{name}_{seat}": row.share(name, seat) for seat in by_seat}
        yield plain


def names(plain: Iterable[Mapping[str, Any]]) -> list[str]:
    """The columns of all rows, in the order in which they first stand."""
    return list(dict.fromkeys(name for row in plain for name in row))


def write_csv(path: Path, rows: Iterable[Row]) -> None:
    """Write the games as CSV; an empty place is what could not be counted."""
    plain = list(columns(rows))
    aside = path.with_suffix(".part")
    with aside.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names(plain), restval="")
        writer.writeheader()
        writer.writerows(plain)
    aside.replace(path)


def arrow(rows: Iterable[Row]) -> Any:
    """The games as an Arrow table, which pandas and polars take."""
    try:
        import pyarrow
    except ImportError:
        raise Unusable("Arrow and Parquet need a package more: pip install weathergauge[study]") from None
    plain = list(columns(rows))
    return pyarrow.Table.from_pylist([{name: row.get(name) for name in names(plain)} for row in plain])


def write_parquet(path: Path, rows: Iterable[Row]) -> None:
    """Write the games as Parquet, whole or not at all."""
    table = arrow(rows)
    from pyarrow import parquet

    aside = path.with_suffix(".part")
    parquet.write_table(table, aside)
    aside.replace(path)
