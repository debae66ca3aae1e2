"""`weathergauge cases`: run the rules' answer key, or your own, and show the first difference of each that fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, bold, print_json
from weathergauge.cli.rows import offer, print_rows, wanted
from weathergauge.dice import Cell
from weathergauge.files import cases as answer_key

ABOUT = """\
Run numbered cases: each is a resolution or a few moves with all its dice, and what must come of it. Without a file
they are those of this project, or those that came with it. docs/cases.md describes the files.
The status is 0 when all hold, 1 when one does not, and 2 when a file cannot be used."""

EXAMPLES = [
    "cases",
    "cases cases/trafalgar/firing.toml",
    "cases my-own-cases/ --json",
    "cases --csv  > cases.csv",
    "cases --uncovered",
]


def main(argv: list[str]) -> int:
    """Run the cases. Every file is read before the first case runs."""
    made = Parser("cases", "[FILE…] [--uncovered] [--json | --csv | --json-lines]", ABOUT, EXAMPLES)
    made.add_argument("files", nargs="*", metavar="FILE", help="a file of cases, or a folder of them")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    made.add_argument("--uncovered", action="store_true", help="also list the cells of charts that no case reads")
    offer(made, "each case, and the first difference where it does not hold")
    args = made.told(argv)
    as_rows = wanted(args)
    if as_rows and args.uncovered:
        raise Wrong("--uncovered: rows are of cases; ask for the cells without --csv and --json-lines")
    loaded = answer_key.load(_files(args.files))
    read: dict[str, set[Cell]] = {}
    failed = [*_failures(loaded, read, progress=not args.json and not as_rows and sys.stderr.isatty())]
    if as_rows:
        differences = {(case["file"], case["id"]): case["difference"] for case in failed}
        print_rows(args, (_row(case, differences.get((case.file, case.id))) for case in loaded))
        return 1 if failed else 0
    missed = uncovered(read) if args.uncovered else {}
    if args.json:
        told = {"passed": len(loaded) - len(failed), "failed": len(failed), "failures": failed}
        print_json(told | ({"uncovered": missed} if args.uncovered else {}))
    else:
        for case in failed:
            print(f"{bold(case['id'])} ({case['file']}): {case['words']}\n    {case['difference']}")
        for title, charts in missed.items():
            print(f"In no case of {title}:", *(f"  {line}" for line in charts.values()), sep="\n")
        print(f"{len(loaded) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _row(case: answer_key.Case, difference: str | None) -> dict[str, Any]:
    told = {"case": case.id, "title": case.title, "file": case.file, "words": case.words}
    return told | {"holds": difference is None, "difference": difference}


def uncovered(read: Mapping[str, set[Cell]]) -> dict[str, dict[str, str]]:
    """The cells that no case has read, a line for each chart of each title that the cases are about."""
    missed: dict[str, dict[str, str]] = {}
    for title, cells in read.items():
        missed[title] = {}
        for id, chart in rulesets.ruleset(title).chart_set.items():
            left = [Cell(id, key) for key in chart.cells if Cell(id, key) not in cells]
            if len(left) == len(chart.cells):
                missed[title][id] = f"{id}: all {len(left)} cells"
            elif left:
                keys = "; ".join(", ".join(map(str, cell.key)) for cell in left)
                missed[title][id] = f"{id}: {len(left)} of {len(chart.cells)} cells: {keys}"
    return missed


def _failures(
    loaded: Sequence[answer_key.Case], read: dict[str, set[Cell]], progress: bool
) -> Iterator[dict[str, str]]:
    rules: dict[str, Any] = {}
    for n, case in enumerate(loaded, 1):
        if progress and n % 50 == 0:
            print(f"\r{n} of {len(loaded)} ", end="", file=sys.stderr)
        if case.title not in rules:
            try:
                rules[case.title] = rulesets.ruleset(case.title)
            except (rulesets.Misspelt, rulesets.Unplayable) as error:
                raise Wrong(f"{case.file}, case {case.id}: {error}") from None
        lit = read.setdefault(case.title, set())
        docs, family = _rulings(Path(case.file)), rules[case.title].family  # a series shares the page of its rulings
        difference = answer_key.check(case, rules[case.title], docs, lit, family)
        if difference is not None:
            yield {"id": case.id, "file": case.file, "words": case.words, "difference": difference}
    if progress and len(loaded) >= 50:
        print("\r", end="", file=sys.stderr)


def _files(named: Sequence[str]) -> list[Path]:
    """The files named, those in folders named, or those of the project or the package."""
    places = [Path(name) for name in named] or [home()]
    files: list[Path] = []
    for place in places:
        inside = sorted(place.rglob("*.toml")) if place.is_dir() else [place]
        if not inside:
            raise Wrong(f"{place}: there are no cases in this folder; expected files ending in .toml")
        files += inside
    return files


def home() -> Path:
    """Where the answer key is: here, in the package, or in the checkout that the package runs from."""
    package = Path(answer_key.__file__).parents[1]
    places = [Path("cases"), package / "_cases", package.parents[1] / "cases"]
    for place in places:
        if place.is_dir():
            return place
    raise Wrong("There are no cases here: name a file of them, or run this where a folder `cases` is")


def _rulings(file: Path) -> Path | None:
    """The project's rulings, when the cases are the project's own."""
    for folder in file.resolve().parents:
        if (folder / "docs" / "rulings").is_dir():
            return folder / "docs" / "rulings"
    return None
