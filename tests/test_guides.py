"""The rules in the program: every title has its pages, and nothing that it is played by is left out of them."""

from __future__ import annotations

import pytest

from weathergauge.rulesets import TITLES, guide, ruleset
from weathergauge.throwing import SeededDice

NAMES = [title.name for title in TITLES if title.guides]
EVERY = pytest.mark.parametrize("name", NAMES)
UNNAMED: dict[str, dict[str, str]] = {}
"""Charts and rulings that no page names, each with its reason."""
UNTRIED: dict[str, dict[str, str]] = {}
"""Pages that have no example, each with its reason."""


@EVERY
def test_every_chart_and_every_ruling_is_named_by_a_page(name: str):
    """Those left out are listed here with their reason."""
    found = guide(name)
    told = {*(one for topic in found.topics for one in (*topic.charts, *topic.rulings))}
    there = {*ruleset(name).chart_set, *(ruling.id for ruling in found.rulings)}
    assert there - told == UNNAMED.get(name, {}).keys()


@EVERY
def test_every_page_says_what_it_is_for_and_has_an_example(name: str):
    """The first words are a paragraph; then come its parts under their headings."""
    found = guide(name)
    for topic in found.topics:
        assert topic.body[0].kind == "text", topic.id
        assert [block for block in topic.body if block.kind == "heading"], topic.id
    assert {topic.id for topic in found.topics if topic.example is None} == UNTRIED.get(name, {}).keys()
    assert len({topic.order for topic in found.topics}) == len(found.topics)


@EVERY
def test_every_example_resolves_and_throws_the_dice_that_it_speaks_of(name: str):
    """It comes with an account to read."""
    rules = ruleset(name)
    for topic in guide(name).topics:
        if topic.example:
            procedure = rules.procedures[topic.example.procedure]
            dice = SeededDice(topic.id.encode())
            procedure.resolve(procedure.read(topic.example.inputs), rules.charts, dice)
            assert dice.account, f"{topic.id}: its example comes without an account"


@EVERY
def test_every_word_is_short_and_leads_to_a_page(name: str):
    """More than twenty in each title, each a sentence."""
    found = guide(name)
    topics = {topic.id for topic in found.topics}
    assert len(found.words) > 20
    for word in found.words:
        assert word.topic in topics
        assert word.words[0].isupper(), f"{word.word}: {word.words}"
        assert word.words[-1] in ".!", f"{word.word}: {word.words}"


def test_every_title_of_the_project_has_a_guide():
    """None is missing from the names above."""
    assert {title.name for title in TITLES} == {*NAMES}
