"""Pictures for the pages, made by the program itself: how a scenario of each title begins."""

from __future__ import annotations

from weathergauge.drawing import Caption, drawn
from weathergauge.match.record import dice_key
from weathergauge.ruleset import Card
from weathergauge.rulesets import Title, ruleset
from weathergauge.throwing import SeededDice

__all__ = ["picture", "shown"]


def shown(title: Title) -> Card:
    """Choose the scenario that stands for a title: from the middle of its list, where enough happens."""
    cards = ruleset(title.name).scenarios()
    return cards[len(cards) // 2]


def picture(title: Title, *, night: bool = False) -> bytes:
    """Draw how that scenario begins, dark on light or light on dark."""
    rules, card = ruleset(title.name), shown(title)
    state = rules.setup(rules.scenario_of(card.name, {}), SeededDice(dice_key(b"picture", {}), 0))
    return drawn(rules, rules.view(state, None), Caption(title.title, card.title, ""), night=night).encode()
