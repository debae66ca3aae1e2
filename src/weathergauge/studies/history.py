"""Plausibility: where history knows what came of a battle, its outcome among those that are played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct

from weathergauge import codec, rulesets
from weathergauge.bots.series import wilson
from weathergauge.studies.page import Study
from weathergauge.studies.rows import Row, columns

FOLDER = Path(__file__).parent / "history"
NOBODY = "nobody"
"""Who won where nobody did."""
MIDDLE = 0.9
"""An outcome outside of the middle nine tenths of those that were played does not fit."""


class History(Struct, frozen=True, forbid_unknown_fields=True):
    """What history tells of a scenario: who won by the scenario's own conditions, figures, a sentence, and who says so."""

    told: str
    source: str
    figures: dict[str, float] = {}
    """By the name of a column of the rows, as `lost_british`."""
    winner: str = ""


class Placed(Struct, frozen=True):
    """A real figure among those of the games: how many had less, as much and more."""

    figure: str
    real: float
    less: int
    same: int
    more: int
    middle: float

    @property
    def games(self) -> int:
        return self.less + self.same + self.more

    @property
    def fits(self) -> bool:
        """Whether it lies within the middle nine tenths."""
        tail = (1 - MIDDLE) / 2 * self.games
        return self.less + self.same > tail and self.more + self.same > tail


class Compared(Struct, frozen=True):
    """A scenario as it was played, beside what came of it."""

    title: str
    scenario: str
    told: History
    games: int
    as_told: int | None
    """Games won by who won; None where the scenario's winner is another question than history's."""
    placed: tuple[Placed, ...]

    @property
    def interval(self) -> tuple[float, float]:
        """The share of games won by who won, as surely as so many games say it."""
        return wilson(self.as_told or 0, self.games)

    @property
    def fits(self) -> bool:
        """Whether who won does so in one game of twenty at least, and every figure lies in the middle."""
        won = self.as_told is None or self.as_told > (1 - MIDDLE) / 2 * self.games
        return won and all(placed.fits for placed in self.placed)


def known(title: str) -> Mapping[str, History]:
    """What history tells of a title's scenarios; nothing of a title that says nothing."""
    path = FOLDER / f"{title}.toml"
    if not path.exists():
        return {}
    return codec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, History])


def study(title: str, scenario: str, bot: str, games: int) -> Study:
    """The study that plays a scenario as it is shipped, with one kind of bot in every seat."""
    card = next(card for card in rulesets.ruleset(title).scenarios() if card.name == scenario)
    return Study(f"{title}_{scenario}", title, scenario=scenario, games=games, bots=dict.fromkeys(card.seats, bot))


def compare(title: str, scenario: str, told: History, rows: Sequence[Row]) -> Compared:
    """Place what came of a battle among the games that were played of it."""
    plain = list(columns(rows))
    as_told = None
    if told.winner:
        won = None if told.winner == NOBODY else told.winner
        as_told = sum(row.result.winner == won for row in rows)
    placed = []
    for figure, real in told.figures.items():
        values = [float(row[figure]) for row in plain if row.get(figure) is not None]
        less, same = sum(value < real for value in values), sum(value == real for value in values)
        middle = median(values) if values else 0.0
        placed.append(Placed(figure, real, less, same, len(values) - less - same, middle))
    return Compared(title, scenario, told, len(rows), as_told, tuple(placed))


def lines(compared: Iterable[Compared]) -> Iterator[list[str]]:
    """A line for each scenario, for a table: what happened, how often it is played so, and whether it fits."""
    for battle in compared:
        won = ""
        if battle.as_told is not None:
            low, high = battle.interval
            won = f"{battle.told.winner}: {battle.as_told / battle.games:.0%} ({low:.0%} to {high:.0%})"
        figures = "; ".join(
            f"{placed.figure.replace('_', ' ')} {placed.real:g}: "
            + (f"{placed.less} less, {placed.same} so, {placed.more} more" if placed.games else "counted in no game")
            for placed in battle.placed
        )
        yield [
            battle.title,
            battle.scenario,
            str(battle.games),
            won,
            figures,
            "fits" if battle.fits else "does not fit",
        ]


HEADS = ("title", "scenario", "games", "won, by who won", "figures, and the games with less, as much and more", "")


def page(compared: Sequence[Compared], bot: str) -> str:
    """The table as a page of documentation."""
    text = [
        "# History among the games",
        "",
        f"What came of battles that were fought, among games of the scenarios as they are shipped, {bot} against {bot}:",
        "`weathergauge study --history` plays them, and writes this page with `--page docs/history.md`. A scenario fits where",
        "who won does so in one game of twenty at least, and every figure lies within the middle nine tenths of the games.",
        "",
        "| " + " | ".join(HEADS) + " |",
        "|---|---|---:|---|---|---|",
    ]
    text += ["| " + " | ".join(line) + " |" for line in lines(compared)]
    fitting = sum(battle.fits for battle in compared)
    text += ["", f"Of {len(compared)} scenarios {fitting} fit.", "", "What history tells, and who tells it:", ""]
    text += [f"- {battle.title} {battle.scenario}: {battle.told.told} {battle.told.source}." for battle in compared]
    return "\n".join(text) + "\n"
