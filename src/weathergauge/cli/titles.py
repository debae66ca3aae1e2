"""`weathergauge titles` and `weathergauge scenarios`: what there is to play."""

from __future__ import annotations

from weathergauge import rulesets
from weathergauge.cli.console import Parser, columns, print_json


def main(argv: list[str]) -> int:
    """The titles, each with a line about it."""
    made = Parser("titles", "[--json]", "The games there are.", ["titles", "titles --json"])
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    if args.json:
        print_json(
            [{"name": t.name, "words": t.words, "ruleset": t.ruleset, "playable": playable(t)} for t in rulesets.TITLES]
        )
    else:
        so_far = {True: "", False: "(its charts only, so far)"}
        print("\n".join(columns([[title.name, title.words, so_far[playable(title)]] for title in rulesets.TITLES])))
    return 0


def playable(title: rulesets.Title) -> bool:
    """Whether its rules are written."""
    return title.ruleset in rulesets.PLAYABLE


def scenarios(argv: list[str]) -> int:
    """The scenarios of one title, or of all."""
    about = "The starting positions of a title, or of all of them."
    made = Parser("scenarios", "[TITLE] [--json]", about, ["scenarios", "scenarios trafalgar"])
    made.add_argument("title", nargs="?", metavar="TITLE", help="a title, such as trafalgar")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    names = [title.name for title in rulesets.TITLES if playable(title)] if args.title is None else [args.title]
    cards = [(name, card) for name in names for card in rulesets.ruleset(name).scenarios()]
    if args.json:
        print_json([{"title": n, "name": c.name, "words": c.words, "seats": c.seats, "heading": c.title} for n, c in cards])  # fmt: skip
        return 0
    for name in names:
        print(f"{name}:")
        print("\n".join(columns([["", c.name, c.title, ", ".join(c.seats)] for n, c in cards if n == name])))
    return 0
