"""`weathergauge scenario`: what helps to write a scenario by hand. It is played with `play TITLE --scenario FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, columns, one_of, print_json
from weathergauge.files import handwritten
from weathergauge.files.library import Library
from weathergauge.frame.rules import Frame

ABOUT = """\
Scenarios of your own. `check` reads a file and lists everything that is wrong with it, line by line, or says what it
holds. `types` lists the types of ships a file can name. `show` prints a scenario that comes with the game, to begin
from. How a file is written: docs/scenarios.md. Play it with: weathergauge play TITLE --scenario FILE"""

EXAMPLES = [
    "scenario check two_brigs.toml",
    "scenario types",
    "scenario types --title ironclads",
    "scenario show duel > mine.toml",
]

UNLESS_TOLD = "wsim"


def main(argv: list[str]) -> int:
    """Check a file, or print what helps to write one; 1 where a file has problems."""
    made = Parser("scenario", "check FILE | types | show SCENARIO [--title TITLE] [--json]", ABOUT, EXAMPLES)
    made.add_argument("what", type=one_of("check", "types", "show"), metavar="WHAT", help="check, types or show")
    made.add_argument("name", nargs="?", metavar="FILE", help="the file to check, or the scenario to show")
    made.add_argument("--title", metavar="TITLE", help="the title it is for; wsim unless told")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    library = library_of(args.title or UNLESS_TOLD)
    if args.what == "types":
        return _types(library, args.json)
    if args.name is None:
        wanted = "a file: weathergauge scenario check mine.toml"
        if args.what == "show":
            wanted = f"a scenario: one of {', '.join(library.names())}"
        raise Wrong(f"scenario {args.what} needs {wanted}")
    if args.title is None and (other := _of_another(args.what, args.name)):
        raise Wrong(f"{args.name} is a scenario of {other}: add --title {other}")
    if args.what == "show":
        print(library.printed(args.name), end="")
        return 0
    return _check(library, args.name, args.json, told=args.title is not None)


def library_of(title: str) -> Library[Any]:
    """The scenarios of a title that can be written by hand; a sentence where they cannot."""
    rules = rulesets.ruleset(title)
    if isinstance(rules, Frame) and isinstance(rules.library, Library):
        return rules.library
    raise Wrong(f"{title} does not play scenarios from files: choose one of its own")


def from_file(title: str, named: str | None, file: str) -> tuple[str, str]:
    """The name and text of a scenario file; a sentence for each thing that is wrong with it."""
    if named is not None:
        raise Wrong(f"{named} and --scenario {file} are two scenarios: give one of them")
    written = handwritten.read(file)
    return library_of(title).from_text(written, file).name, written


def _of_another(what: str, name: str) -> str:
    """The title that a scenario or a file is of, where it is none of the one that is meant unless told; else nothing."""
    others = [known.name for known in rulesets.titles() if known.name != UNLESS_TOLD]
    return next((title for title in others if _has(title, what, name)), "") if not _has(UNLESS_TOLD, what, name) else ""


def _has(title: str, what: str, name: str) -> bool:
    """Whether a title has a scenario of that name, or can read that file."""
    try:
        library = library_of(title)
        if what == "show":
            return name in library.names()
        library.from_text(handwritten.read(name), name)
    except (handwritten.Faulty, Wrong, rulesets.Unplayable):
        return False
    return True


def _check(library: Library[Any], file: str, as_json: bool, *, told: bool) -> int:
    try:
        scenario = library.from_text(handwritten.read(file), file)
    except handwritten.Faulty as faulty:
        if as_json:
            print_json({"file": file, "problems": faulty.problems})
            return 1
        count = len(faulty.problems)
        print(faulty)
        read_as = "" if told else f", read as a scenario of {UNLESS_TOLD}; --title names another title"
        print(f"{count} problem{'s' if count > 1 else ''} in {Path(file).name}{read_as}.")
        return 1
    if as_json:
        print_json({"file": file, "problems": [], "scenario": scenario})
    else:
        print("\n".join(library.summary(scenario)))
    return 0


def _types(library: Library[Any], as_json: bool) -> int:
    if as_json:
        print_json(library.types())
        return 0
    print("\n".join(columns(library.type_rows())))
    return 0
