"""`weathergauge cases`: run the rules' answer key, or your own, and show the first difference of each that fails."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from weathergauge import cases as answer_key
from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, bold, print_json

ABOUT = """\
Run numbered cases: each is a resolution or a few moves with all its dice, and what must come of it. Without a file
they are those of this project, or those that came with it. docs/cases.md describes the files.
The status is 0 when all hold, 1 when one does not, and 2 when a file cannot be used."""

EXAMPLES = ["cases", "cases cases/trafalgar/firing.toml", "cases my-own-cases/ --json"]


def main(argv: list[str]) -> int:
    """Run the cases. Every file is read before the first case runs."""
    made = Parser("cases", "[FILE…] [--json]", ABOUT, EXAMPLES)
    made.add_argument("files", nargs="*", metavar="FILE", help="a file of cases, or a folder of them")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.parse_args(argv)
    loaded = answer_key.load(_files(args.files))
    failed = [*_failures(loaded, progress=not args.json and sys.stderr.isatty())]
    if args.json:
        print_json({"passed": len(loaded) - len(failed), "failed": len(failed), "failures": failed})
    else:
        for one in failed:
            print(f"{bold(one['id'])} ({one['file']}): {one['words']}\n    {one['difference']}")
        print(f"{len(loaded) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


def _failures(loaded: Sequence[answer_key.Case], progress: bool) -> Iterator[dict[str, str]]:
    rules: dict[str, Any] = {}
    for n, case in enumerate(loaded, 1):
        if progress and n % 50 == 0:
            print(f"\r{n} of {len(loaded)} ", end="", file=sys.stderr)
        if case.title not in rules:
            try:
                rules[case.title] = rulesets.ruleset(case.title)
            except rulesets.Misspelt as error:
                raise Wrong(f"{case.file}, case {case.id}: {error}") from None
        difference = answer_key.check(case, rules[case.title], _rulings(Path(case.file)))
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
    package = Path(answer_key.__file__).parent
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
