"""What titles, battles and sides are called, for the page that asks nothing: `python client/src/lib/proof/titles.py` writes it anew.

A record has only their names in the data, and a proof must not need the server to read them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from weathergauge import rulesets

FILE = Path(__file__).with_name("titles.json")


def called() -> dict[str, Any]:
    """By title: what it is called, and its sides and scenarios."""
    found: dict[str, Any] = {}
    for title in rulesets.TITLES:
        rules = rulesets.ruleset(title.name)
        found[title.name] = {
            "title": title.title,
            "sides": {seat: rules.side_words(seat) for seat in rules.seats},
            "scenarios": {card.name: card.title for card in rules.scenarios()},
        }
    return found


def text() -> str:
    return json.dumps(called(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
