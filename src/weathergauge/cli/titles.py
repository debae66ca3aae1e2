"""`weathergauge titles` and `weathergauge scenarios`: what there is to play."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from weathergauge import rulesets
from weathergauge.cli.console import Parser, columns, print_json

if TYPE_CHECKING:
    from weathergauge.ruleset import Card


def main(argv: list[str]) -> int:
    """The titles, each with a line about it."""
    made = Parser("titles", "[--json]", "The games there are.", ["titles", "titles --json"])
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    titles = rulesets.titles()
    playable = {title.name for title in titles if rulesets.playable(title)}
    warn_of_faults()
    if args.json:
        print_json(
            [{"name": t.name, "words": t.words, "ruleset": t.ruleset, "playable": t.name in playable} for t in titles]
        )
    else:
        rows = [[title.name, title.words, "" if title.name in playable else _so_far(title)] for title in titles]
        print("\n".join(columns(rows)))
    return 0


def _so_far(title: rulesets.Title) -> str:
    return "(cannot be played)" if title.written else "(its charts only, so far)"


def warn_of_faults() -> None:
    """Say what is wrong with titles of other packages, where it does not get among the answers."""
    for sentence in rulesets.faults():
        print(sentence, file=sys.stderr)


def scenarios(argv: list[str]) -> int:
    """The scenarios of one title, or of all."""
    about = "The starting positions of a title, or of all of them."
    made = Parser("scenarios", "[TITLE] [--json]", about, ["scenarios", "scenarios trafalgar"])
    made.add_argument("title", nargs="?", metavar="TITLE", help="a title, such as trafalgar")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    names = [args.title]
    if args.title is None:
        names = [title.name for title in rulesets.titles() if rulesets.playable(title)]
        warn_of_faults()
    cards = [(name, card) for name in names for card in rulesets.ruleset(name).scenarios()]
    if args.json:
        print_json(
            [
                {"title": n, "name": c.name, "words": c.words, "seats": c.seats, "heading": c.title, "kind": c.kind, "handicap": c.handicap}
                for n, c in cards
            ]
        )  # fmt: skip
        return 0
    for name in names:
        print(f"{name}:")
        print(
            "\n".join(columns([["", c.name, c.title, ", ".join(c.seats), _good_for(c)] for n, c in cards if n == name]))
        )
    return 0


def _good_for(card: Card) -> str:
    """What a scenario is besides a game, and whether its sides can be evened."""
    return ", ".join([*([card.kind] if card.kind else []), *(["handicap"] if card.handicap else [])])
