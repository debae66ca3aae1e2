"""What a scenario is good for: stories and exercises say so, and a handicap counts where it is asked for (TR50, WS82, IR73)."""

from __future__ import annotations

from typing import Any

import pytest

from weathergauge.files.handwritten import Faulty
from weathergauge.ruleset import Card
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.ironclads import scenarios as ironclads
from weathergauge.rulesets.trafalgar import scenarios as trafalgar
from weathergauge.rulesets.wsim import scenarios as wsim
from weathergauge.throwing import RandomDice

LIBRARIES: dict[str, Any] = {
    "trafalgar": trafalgar.LIBRARY, "wsim": wsim.LIBRARY, "ironclads": ironclads.LIBRARY,
}  # fmt: skip
CARDS = [(title, card) for title in LIBRARIES for card in ruleset(title).scenarios()]
EVENED = [pytest.param(title, card.name, id=f"{title} {card.name}") for title, card in CARDS if card.handicap]


@pytest.mark.parametrize(("title", "name"), EVENED)
def test_a_handicap_counts_where_it_is_asked_for(title: str, name: str):
    """Otherwise everything is as it was; what is set beside it comes before it."""
    rules = ruleset(title)
    tables = [
        rules.setup(rules.scenario_of(name, settings), RandomDice(1)).table
        for settings in ({}, {"handicap": "yes"}, {"handicap": True, "head_start": 7, "turns": 3})
    ]
    plain, evened, ours = tables
    assert not plain.settings.head_start
    assert (evened.settings.head_start, evened.turns) != (0, plain.turns)
    assert (ours.settings.head_start, ours.turns) == (7, 3)


@pytest.mark.parametrize(("title", "card"), CARDS, ids=[f"{title} {card.name}" for title, card in CARDS])
def test_a_handicap_is_explained(title: str, card: Card):
    """Whoever is favoured is named in words; who asks for a handicap that is not there hears so."""
    scenario = LIBRARIES[title].read(card.name)
    assert bool(scenario.balance) == bool(card.kind == "story" or card.handicap)
    assert ("handicap" in scenario.balance) == card.handicap
    if not card.handicap:
        with pytest.raises(ValueError, match=r"^handicap: .+ has none; leave it out, or give a head_start$"):
            ruleset(title).scenario_of(card.name, {"handicap": "yes"})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('kind = "tale"', 'kind = "tale": expected one of story, exercise'),
        ("handicap = { head_strat = 4 }", "head_strat: no such setting of wsim; did you mean head_start?"),
        ("handicap = { head_start = 900 }", "head_start=900: expected a whole number from -500 to 500"),
    ],
)
def test_a_file_is_told_what_its_handicap_cannot_be(line: str, said: str):
    """At its line."""
    library = LIBRARIES["wsim"]
    with pytest.raises(Faulty) as wrong:
        library.from_text(f"{line}\n{library.printed('duel')}")
    assert [(problem.line, problem.words) for problem in wrong.value.problems] == [(1, said)]
