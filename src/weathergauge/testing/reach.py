"""Which cells of the charts random matches, procedures and cases read, and the reasons for the rest: the suite's check.

It is quick because some matches begin at positions that are made for it. What happens in the scenarios as they are shipped
is for `shipped` to say. The reasons are in the ``suite.toml`` of the title.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from weathergauge.dice import Cell
from weathergauge.files.cases import check, load
from weathergauge.procedures import Inputs, Procedure
from weathergauge.ruleset import Rules
from weathergauge.testing import largest, rules_for
from weathergauge.testing.chances import for_inputs
from weathergauge.testing.hints import Hints, Start, hints, starts
from weathergauge.testing.play import Player
from weathergauge.testing.reading import NotingDice, lit, reading, shown
from weathergauge.throwing import RandomDice


def in_matches(rules: Rules, steps: int) -> set[Cell]:
    """Cells that random matches read, in so many steps or a little more from each start and of the largest scenario."""
    with reading() as read:
        for start in (*starts(rules), Start("largest", largest(rules))):
            game = played = 0
            while played < steps:
                dice = NotingDice(f"reach {game}")
                played += _play(rules, start, dice, f"reach {game}", steps)
                read |= dice.lit()
                game += 1
    return lit(rules, read)


def _play(rules: Rules, start: Start, dice: RandomDice, seed: str, limit: int) -> int:
    """One match, or the beginning of it. How many steps it took."""
    player, played = Player(rules, seed, curious=0.7), 0
    state = start.state(rules, seed)
    while played < limit and rules.result(state) is None:
        seat = player.chance.choice(rules.to_act(state))
        state = rules.play(state, seat, player.order(state, seat), dice).state
        played += 1
    return played


def in_procedures(rules: Any, examples: int) -> set[Cell]:
    """Cells that the procedures read by themselves, with many inputs."""
    dice = NotingDice("procedures")
    with reading() as read:
        for procedure in rules.procedures.values():

            def resolve(inputs: Inputs, procedure: Procedure = procedure) -> None:
                for _ in range(6):
                    procedure.resolve(inputs, rules.charts, dice)

            for_inputs(procedure, resolve, examples=examples)
        read |= dice.lit()
    return lit(rules, read)


def in_cases(rules: Rules, folder: Path) -> set[Cell]:
    """Cells that the numbered cases of a folder read."""
    with reading() as read:
        for case in load(sorted(folder.glob("*.toml"))):
            check(case, rules)
    return lit(rules, read)


class Report(Struct, frozen=True):
    """What was read where, chart by chart."""

    title: str
    cells: Mapping[str, tuple[Cell, ...]]
    matches: frozenset[Cell]
    elsewhere: frozenset[Cell]
    known: Hints

    def unreached(self) -> list[Cell]:
        """Cells that matches do not reach, and nobody has said why."""
        why = (*self.known.never, *self.known.rare)
        return [cell for cell in self._all() if cell not in self.matches and not any(r.about(cell) for r in why)]

    def idle(self) -> list[str]:
        """Charts that nothing reads, not even a procedure, and nobody has said why."""
        read = self.matches | self.elsewhere
        return [
            id
            for id, cells in self.cells.items()
            if not read.intersection(cells) and not all(any(r.about(c) for r in self.known.unread) for c in cells)
        ]

    def outdated(self) -> list[str]:
        """Reasons that are no longer true: of cells that are not there, or of unread ones that are read."""
        cells = self._all()
        wrong = [
            f"{reason.chart} {list(reason.cells)}: there is no such cell"
            for reason in (*self.known.never, *self.known.rare)
            if not any(reason.about(cell) for cell in cells)
        ]
        read = self.matches | self.elsewhere
        return wrong + [
            f"{cell} is read"
            for reasons, where in ((self.known.unread, read), (self.known.unplayed, self.matches))
            for cell in cells
            if cell in where and any(r.about(cell) for r in reasons)
        ]

    def _all(self) -> list[Cell]:
        return [cell for cells in self.cells.values() for cell in cells]

    def lines(self) -> Iterator[str]:
        """The report as a table, and the reasons below it."""
        width = max(map(len, self.cells))
        yield f"{self.title}: cells of each chart, and how many are read in random matches, in procedures and cases, or never"
        yield f"{'chart':{width}}  cells  matches  elsewhere  never"
        for id, cells in self.cells.items():
            ours = set(cells)
            inside, outside = len(ours & self.matches), len(ours & self.elsewhere)
            never = len(ours - self.matches - self.elsewhere)
            yield f"{id:{width}}  {len(cells):5}  {inside:7}  {outside:9}  {never or '':>5}"
        yield ""
        missing = [cell for cell in self._all() if cell not in self.matches]
        kinds = (
            ("No rule reads", self.known.unread),
            ("No match comes to", self.known.unplayed),
            ("Random matches did not come to", self.known.rare),
        )
        for kind, told in kinds:
            for reason in told:
                about = [cell for cell in missing if reason.about(cell)]
                if about:
                    yield f"{kind} {shown(about)}: {reason.why}"
        if left := self.unreached():
            yield f"NOT REACHED, AND NOBODY SAYS WHY: {shown(left)}"


def report(title: str, cases: Path, steps: int, examples: int = 100) -> Report:
    """Play, resolve and check, and see what was read; `cases` are those of all titles, a folder each.

    Tables of ours are left out: they are numbers of rulings, some of which are read as the rules are loaded.
    """
    rules = rules_for(title)
    printed = {id: chart for id, chart in rules.chart_set.items() if not chart.ours}
    cells = {id: tuple(Cell(id, key) for key in chart.cells) for id, chart in printed.items()}
    elsewhere = in_procedures(rules, examples) | in_cases(rules, cases / title)
    return Report(title, cells, frozenset(in_matches(rules, steps)), frozenset(elsewhere), hints(rules.name))
