"""One golden match for every title: the rules still play it as it was written down.

When rules or charts change on purpose, `make golden` writes it again; the difference belongs to the commit.
"""

import difflib

import pytest

from tests import golden
from tests.ours import TITLES
from weathergauge.match.record import Record
from weathergauge.match.verify import verify
from weathergauge.testing import rules_for

AGAIN = "if the rules were changed on purpose, make it again with `make golden` and look at the difference"
every_title = pytest.mark.parametrize("title", TITLES)


@every_title
def test_the_golden_record_holds(title):
    """Seals, seed, every throw, action and state, and how it ended."""
    path = golden.record_of(title)
    assert path.exists(), "make it with `make golden`"
    held = verify(path, rules_for, head=Record.read(path).head())
    assert held.ok, f"{held.sentence}; {AGAIN}"
    assert held.result is not None
    # They were written before words for the dice were sealed, and still hold as what they are.
    assert [note.partition(":")[0] for note in held.notes] == [
        "no words for the dice were sealed before they were opened"
    ]


@every_title
def test_the_golden_playthrough_reads_as_it_did(title):
    """Every order, die and sentence of it."""
    before = golden.playthrough_of(title).read_text(encoding="utf-8").splitlines()
    now = golden.playthrough(Record.read(golden.record_of(title))).splitlines()
    difference = [*difflib.unified_diff(before, now, "written down", "played now", lineterm="", n=1)]
    assert not difference, "\n".join([*difference[:20], AGAIN])


@every_title
def test_the_golden_match_shows_much_of_the_game(title):
    """It throws dice, takes something back, and ends by the rules."""
    text = golden.record_of(title).read_text(encoding="utf-8")
    assert '"dice":[' in text
    assert '"back":' in text
    assert '"match":' not in text
