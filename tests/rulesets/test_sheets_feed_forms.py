"""Sheets of paper know what forms ask of a ship: every fact is a field of a form, and what is read off boxes has its boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from weathergauge import rulesets
from weathergauge.files.inputs import Field
from weathergauge.server.sheets import Read, laid_out


def named(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        yield field.name
        yield from named(field.parts)


@pytest.mark.parametrize("title", ["trafalgar", "wsim", "ironclads", "mistral", "cold_waves"])
def test_what_a_sheet_knows_is_asked_by_a_form(title: str) -> None:
    """By the name of a field, and off a track that stands on it."""
    rules = rulesets.ruleset(title)
    asked = {name for procedure in rules.procedures.values() for name in named(procedure.fields())}
    sheets = [sheet for card in rules.scenarios()[:3] for sheet in laid_out(rules, card.name)]
    knowing = [sheet for sheet in sheets if sheet.facts]
    assert len(knowing) > len(sheets) / 2
    for sheet in knowing:
        assert not sheet.facts.keys() - asked, sheet.name
        read = {fact.of for fact in sheet.facts.values() if isinstance(fact, Read)}
        assert read <= {track.name for track in sheet.tracks}, sheet.name
