"""Words that every ruleset's sentences are made of."""

import pytest
from msgspec import Struct

from weathergauge.frame.words import capital, inches, listed, many, ship_name


class Ship(Struct, frozen=True):
    id: str
    name: str
    nation: str = "french"


class Table(Struct, frozen=True):
    ships: tuple[Ship, ...]

    def number(self, id: str) -> int:
        return next((n for n, ship in enumerate(self.ships) if ship.id == id), -1)


def test_a_capital_changes_nothing_but_the_first_letter():
    """Names within the sentence keep theirs, and nothing stays nothing."""
    assert [capital("the British fire"), capital("")] == ["The British fire", ""]


@pytest.mark.parametrize(
    ("parts", "words"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (("a", "b", "c"), "a, b and c")]
)
def test_parts_are_listed_as_in_a_sentence(parts, words):
    """Commas, and `and` before the last."""
    assert listed(parts) == words


def test_one_is_not_many():
    """Nought counts as many; words with a plural of their own may bring it."""
    assert [many(n, "hit") for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]
    assert [many(n, "hex", "hexes") for n in (1, 3)] == ["1 hex", "3 hexes"]


def test_hundredths_are_said_in_inches():
    """Only one inch is a single one."""
    assert [inches(n) for n in (0, 50, 100, 250)] == ["0 inches", "0.5 inches", "1 inch", "2.5 inches"]


def test_a_ship_goes_by_her_name_and_twins_by_their_homes_too():
    """Two ships are called Achille, one Redoutable."""
    table = Table((Ship("a", "Achille"), Ship("b", "Achille", "british"), Ship("c", "Redoutable")))
    assert [ship_name(table, id, lambda ship: ship.nation) for id in "abc"] == [
        "Achille (French)",
        "Achille (British)",
        "Redoutable",
    ]


def test_a_ship_that_nobody_knows_is_called_what_was_said():
    """Not by the name of the last in the list."""
    assert ship_name(Table((Ship("a", "Achille"),)), "victory", lambda ship: ship.nation) == "victory"
