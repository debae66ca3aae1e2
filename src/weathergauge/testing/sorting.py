"""Every printed cell sorted by how play comes to it, from what was counted in games.

A cell is *read* where play comes to it in one game of twenty of some scenario, *rare* where it comes to it less often,
where only the faces of a throw stood between, or where only drifters came to it, and else it is *never* read: then the
``suite.toml`` of the title has the reason (``unread``, ``unplayed``). A reason for a cell that is read, or that is not there, is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, get_args

from msgspec import Struct

from weathergauge.dice import Cell
from weathergauge.ruleset import Rules
from weathergauge.testing.hints import Hints, Reason
from weathergauge.testing.reading import shown

Standing = Literal["read", "rare", "never"]
STANDINGS: tuple[Standing, ...] = get_args(Standing)
OFTEN = 20
"""A cell that is met in one of so many games of a scenario is no longer rare."""


class Game(Struct, frozen=True):
    """One game: the cells that it read, and those that other faces of its throws would have read."""

    title: str
    scenario: str
    number: int
    met: frozenset[Cell]
    near: frozenset[Cell]
    adrift: bool = False
    """It was played by drifters: whatever it read counts as near."""


class Count(Struct):
    """What the games of one scenario have read so far. `mark` says of which rules, charts and forces."""

    mark: str
    played: list[int] = []
    adrift: list[int] = []
    """Which games drifters have played; they are numbered by themselves."""
    met: dict[str, int] = {}
    """In how many games each cell was read."""
    near: dict[str, int] = {}
    """In how many more a throw was made that other faces would have taken there, or drifters came to it."""

    def add(self, game: Game) -> None:
        """Count one more game."""
        (self.adrift if game.adrift else self.played).append(game.number)
        met: frozenset[Cell] = frozenset() if game.adrift else game.met
        for cells, counts in ((met, self.met), ((game.met | game.near) - met, self.near)):
            for cell in cells:
                counts[str(cell)] = counts.get(str(cell), 0) + 1


Counts = dict[str, Count]


class Sorted(Struct, frozen=True):
    """Every printed cell of a title, by how play comes to it."""

    title: str
    games: Mapping[str, int]
    adrift: Mapping[str, int]
    """How many games of each scenario captains and midshipmen played, and how many drifters."""
    standing: Mapping[Cell, Standing]
    where: Mapping[Cell, str]
    """The scenario in which a cell is met most often."""
    known: Hints

    def silent(self) -> list[Cell]:
        """List cells that are never read, and nobody has said why."""
        return [cell for cell in self.of("never") if not any(reason.about(cell) for reason in self.known.never)]

    def mistaken(self) -> list[str]:
        """Say which reasons are not true: of cells that are read after all, or that are not there."""
        told = [
            f"{reason.chart} [{'; '.join(reason.cells)}]: there is no such cell, and a reason is given for it"
            for reason in self.known.never
            if not any(reason.about(cell) for cell in self.standing)
        ]
        for cell, standing in self.standing.items():
            if standing != "never" and any(reason.about(cell) for reason in self.known.never):
                told.append(f"{cell} is {standing} in {self.where[cell]}, and a reason is given why it is never read")
        return told

    def faults(self) -> list[str]:
        """Say all that is wrong, a sentence each."""
        by_chart: dict[str, list[Cell]] = {}
        for cell in self.silent():
            by_chart.setdefault(cell.chart, []).append(cell)
        return [f"never read, and nobody says why: {shown(cells)}" for cells in by_chart.values()] + self.mistaken()

    def of(self, standing: Standing, chart: str = "") -> list[Cell]:
        """List the cells of that standing, of one chart or of all."""
        return [cell for cell, how in self.standing.items() if how == standing and chart in ("", cell.chart)]

    def charts(self) -> list[str]:
        return [*dict.fromkeys(cell.chart for cell in self.standing)]

    def played(self) -> str:
        """Say how many games of each scenario were played."""
        return ", ".join(f"{name} {games}+{self.adrift[name]}" for name, games in self.games.items())

    def rare_in(self, chart: str) -> str:
        """Say which cells of a chart are rare, and in which scenarios they are met."""
        rare = self.of("rare", chart)
        places = ", ".join(dict.fromkeys(self.where[cell] for cell in rare))
        return f"{shown(rare)} ({places})" if rare else ""

    def lines(self) -> Iterator[str]:
        """Give the report as a table, and below it what is rare, what is never read and why, and what is wrong."""
        width = max(map(len, self.charts()))
        yield f"{self.title}: games of {self.played()}"
        yield f"{'chart':{width}}  cells   read   rare  never"
        for chart in self.charts():
            counts = [len(self.of(standing, chart)) for standing in STANDINGS]
            yield f"{chart:{width}}  {sum(counts):5}" + "".join(f"  {count or '':>5}" for count in counts)
        yield ""
        yield from (f"rare: {told}" for told in map(self.rare_in, self.charts()) if told)
        yield from (f"never: {shown(about)}: {reason.why}" for reason, about in self.explained())
        yield from (f"FAULT: {fault}" for fault in self.faults())

    def explained(self) -> Iterator[tuple[Reason, list[Cell]]]:
        """Give each reason that is needed, with the cells it is about."""
        for reason in self.known.never:
            if about := [cell for cell in self.of("never") if reason.about(cell)]:
                yield reason, about


def sort(rules: Rules, counts: Counts, known: Hints) -> Sorted:
    """Sort every cell by what was counted.

    Tables of ours are left out: they are numbers of rulings, some of which are read as the rules are loaded.
    """
    standing: dict[Cell, Standing] = {}
    where: dict[Cell, str] = {}
    for id, chart in rules.chart_set.items():
        for key in () if chart.ours else chart.cells:
            cell = Cell(id, key)
            rate, often = max(((_rate(count, cell), name) for name, count in counts.items()), default=((0.0, 0), ""))
            standing[cell] = "never" if rate == (0.0, 0) else "read" if rate[0] * OFTEN >= 1 else "rare"
            where[cell] = often
    games = {name: len(count.played) for name, count in counts.items()}
    adrift = {name: len(count.adrift) for name, count in counts.items()}
    return Sorted(rules.name, games, adrift, standing, where, known)


def _rate(count: Count, cell: Cell) -> tuple[float, int]:
    """In what part of the games a cell was read, and in how many more it was near."""
    return count.met.get(str(cell), 0) / max(1, len(count.played)), count.near.get(str(cell), 0)


def page(reports: Iterable[Sorted]) -> str:
    """Write the reports as a page for people who make scenarios."""
    return "\n".join([PAGE, *(line for report in reports for line in _section(report))])


PAGE = """# What is printed can happen

The figures of a run of `make reach`, which writes this page with `ARGS="--page docs/reach.md"`. Captains and midshipmen play the
scenarios as they are shipped, with the settings that these have, against their equals and against each other. Besides them there
are drifters: they play legal orders by lot, with a bent that each game draws anew, to close, to use what was used least, such
as boarding, and to ask a captain now and then. Nobody plays so to win, and they come to positions that nobody seeks; what they
alone meet is rare, not read. Behind each scenario stand its games, and after the plus those of drifters. Every cell of the
printed charts is then one of three:

| | |
|---|---|
| read | play comes to it in at least one game of twenty of some scenario |
| rare | in fewer, or a throw was made that other faces would have taken there, or drifters came to it; beside the chart stands where that happens most |
| never | no game comes near it, for the reason that stands below the table |

What a bot looks up while it thinks counts for nothing: each game is carried out again from its orders alone. In few games more
cells are rare or not met than there are in many; what stands in **bold** was not met in this run and has no reason, and is what a
scenario is wanted for, or more games.
"""


def _section(report: Sorted) -> Iterator[str]:
    every = len(report.standing)
    read, rare, never = (len(report.of(standing)) for standing in STANDINGS)
    yield f"## {report.title}\n"
    yield f"{every} cells: {read} read, {rare} rare, {never} never. Games: {report.played()}.\n"
    yield "| chart | cells | read | rare | never | rare ones, and where |\n|---|---|---|---|---|---|"
    for chart in report.charts():
        counts = [len(report.of(standing, chart)) for standing in STANDINGS]
        yield f"| `{chart}` | {sum(counts)} | {' | '.join(str(count or '') for count in counts)} | {report.rare_in(chart)} |"
    yield ""
    for reason, about in report.explained():
        yield f"- never {shown(about)}: {reason.why}"
    for fault in report.faults():
        yield f"- **{fault}**"
    yield ""
