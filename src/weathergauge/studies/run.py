"""Playing a study: every variant with the same dice, each game kept as it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from weathergauge import rulesets
from weathergauge.bots import measures
from weathergauge.bots.hand import hand
from weathergauge.bots.series import Game, Job, jobs, series
from weathergauge.studies import exact, figures, sensitivity
from weathergauge.studies.page import BASE, Study, Variant
from weathergauge.studies.rows import FILE, Row, Store, arrow, row

ROUND = 20
"""Games of each variant before the next has its turn: whoever stops early has about as many of each."""


class Outcome(Struct):
    """What a study came to: its games, or of a procedure the exact odds of each variant."""

    study: Study
    rows: list[Row]
    odds: dict[str, exact.Distribution]
    tried: tuple[Variant, ...] = ()
    """The steps of cells that were tried to see what the outcome depends on."""
    stopped: bool = False
    lost: str = ""
    """Why it was stopped, where the workers were lost in the midst."""

    @property
    def questions(self) -> list[figures.Asked]:
        """All that is asked of the games."""
        rules = rulesets.ruleset(self.study.title)
        seats = list(self.study.bots)
        return figures.asked(seats, {seat: rules.side_words(seat) for seat in seats}, measures.measures_of(rules))

    @property
    def cells(self) -> dict[str, int]:
        """How often each cell was read in the games of the base."""
        return figures.read_cells(figures.by_variant(self.rows)[BASE])

    @property
    def weights(self) -> list[sensitivity.Weight]:
        """What the outcome depends on, by the lead of the first seat."""
        if not self.tried:
            return []
        lead = f"lead_{next(iter(self.study.bots))}"
        question = next(question for question in self.questions if question.name == lead)
        return sensitivity.weights(self.study, self.rows, self.cells, question)


def check(study: Study) -> None:
    """Have every variant read its charts and its inputs, before anything is played; a ValueError is a sentence."""
    rules = rulesets.ruleset(study.title)
    for variant in study.all:
        try:
            if variant.charts:
                hand(study.title, variant.charts)
            if study.procedure:
                rules.procedures[study.procedure].read({**study.inputs, **variant.inputs})
        except ValueError as error:
            raise ValueError(f"variant {variant.name}: {error}") from None


def run(
    study: Study,
    folder: Path,
    *,
    workers: int = 1,
    executor: Executor | str | None = None,
    progress: Callable[[int, int], None] | None = None,
    begins: Callable[[Outcome], None] | None = None,
    fresh: bool = False,
) -> Outcome:
    """Play what is not played yet, over an executor where one is given or named. Ctrl-C keeps what was played.

    `begins` is told the outcome, which grows from then on, when it is known that the study can be played;
    and only then, with `fresh`, games that were kept are done away with.
    """
    check(study)
    if study.procedure:
        odds = {variant.name: exact.weigh(study, variant) for variant in study.all}
        exact.law(odds[BASE], study.of)
        return Outcome(study, [], odds)
    if fresh:
        (folder / FILE).unlink(missing_ok=True)
    store = Store(folder, study, rulesets.ruleset(study.title).version)
    outcome = Outcome(study, store.rows, {})
    if begins is not None:
        begins(outcome)
    try:
        _play(study.all, outcome, store, workers, executor, progress)
        if study.sensitivity and not outcome.stopped:
            outcome.tried = tuple(sensitivity.variants(study, outcome.cells))
            _play(outcome.tried, outcome, store, workers, executor, progress)
    finally:
        store.close()
    return outcome


def _play(
    variants: Sequence[Variant],
    outcome: Outcome,
    store: Store,
    workers: int,
    executor: Executor | str | None,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Play the games of these variants that are not there yet, a round of each after the other."""
    study = outcome.study
    names = {variant.name for variant in variants}
    there = {(row.variant, row.game) for row in store.rows if row.variant in names and row.game <= study.games}
    total = study.games * len(variants) - len(there)
    owners: dict[int, tuple[Variant, int]] = {}

    def numbered() -> Iterator[Job]:
        """The games that are wanting, a round of each variant after the other, each with a number of its own."""
        number = 0
        for start in range(0, study.games, ROUND):
            for variant in variants:
                for job in _jobs(study, variant, start + 1, min(start + ROUND, study.games)):
                    if (variant.name, job.number) not in there:
                        number += 1
                        owners[number] = variant, job.number
                        yield replace(job, number=number)

    done = 0

    def keep(game: Game) -> None:
        nonlocal done
        variant, number = owners.pop(game.number)
        store.add(row(variant.name, replace(game, number=number)))
        done += 1
        if progress is not None:
            progress(done, total)

    if total:
        played = series(numbered(), workers=workers, executor=executor, progress=keep)
        outcome.stopped, outcome.lost = played.stopped, played.lost


def _jobs(study: Study, variant: Variant, first: int, last: int) -> Iterator[Job]:
    """The games of a variant from one number to another."""
    return jobs(
        study.title,
        variant.scenario or study.scenario,
        {**study.bots, **variant.bots},
        last,
        first=first,
        seed=study.seed,
        settings={**study.settings, **variant.settings},
        swap=study.swap,
        written=variant.written or ("" if variant.scenario else study.written),
        measured=True,
        changes=variant.charts,
        lit=variant.name == BASE,
    )


def table(outcome: Outcome) -> Any:
    """The games of a study as an Arrow table, which pandas and polars take."""
    return arrow(outcome.rows)
