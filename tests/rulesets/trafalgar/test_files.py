"""Scenario files of the fleet action: what a file can say, and each thing that can be wrong with it."""

from __future__ import annotations

import pytest

from weathergauge.files.handwritten import Faulty
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.scenarios import LIBRARY, sheets

FILE = """\
title = "Leopard and the Pickle"
wind  = 270
table = [48, 36]
turns = 12

[[ship]]
name  = "Leopard"
nation = "british"
guns  = 50
sheet = "fourth_rate"
move_modifier = -0.5

[[group]]
name    = "Leopard"
side    = "british"
ships   = ["leopard", "pickle"]
lead    = [20, 20]
heading = 90
speed   = 4
spacing = 3

[[group]]
name    = "Aigle"
side    = "allied"
ships   = ["aigle"]
lead    = [30, 14]
heading = 0
speed   = 2
alone   = true
"""


def test_a_file_brings_ships_of_its_own_with_their_characters():
    """A fourth rate, half an inch slow, leads the fast schooner (TR49)."""
    table = RULES.setup(RULES.scenario_from(FILE, "mine", {}), None).table  # type: ignore[arg-type]
    leopard, pickle, aigle = table.ships
    assert (leopard.rate, leopard.sheet, leopard.move_modifier) == ("4th_rate", sheets()["fourth_rate"].boxes, -50)
    assert pickle.move_modifier == 100
    assert (pickle.x, pickle.y) == (1700, 2000)
    assert aigle.move_modifier == 0
    assert [squadron.ships for squadron in table.squadrons] == [(0, 1)]


@pytest.mark.parametrize(
    ("before", "after", "line", "sentence"),
    [
        ("wind  = 270", "wind  = 400", 2, "wind = 400: expected a whole number from 0 to 359"),
        ("table = [48, 36]", "table = [48]", 3, "table = [48]: expected width and height in inches, as in [48, 36]"),
        ("turns = 12\n", "", 1, "turns is missing: add turns = 15"),
        ('sheet = "fourth_rate"', 'sheet = "forth_rate"', 10, "did you mean fourth_rate?"),
        ("move_modifier = -0.5", "move_modifier = -9", 11, "move_modifier = -9: expected inches from -3 to 3"),
        ('name  = "Leopard"\nnation', 'name  = "Victory"\nnation', 6, "victory: the game has this id already; give her id = …"),
        ('"pickle"]', '"pickel"]', 16, 'ships: there is no ship "pickel" in the fleet lists or this file; did you mean pickle?'),
        ('["aigle"]', '["victory"]', 25, "ships: Victory is British: expected a ship of the allied side"),
        ('["aigle"]', '["aigle", "aigle"]', 25, 'ships: "aigle" is in the group of line 22 already'),
        ("lead    = [20, 20]", "lead    = [2, 20]", 17, "Pickle lies at -1, 20, off the table: move the group or widen the table"),
        ("speed   = 4", "speed   = 14", 19, "speed = 14: Leopard makes at most 6.5 inches on this heading in this wind"),
        ("spacing = 3", "spacing = 1", 17, "Pickle lies where Leopard lies: move one of them"),
        ("heading = 0", "headin = 0", 27, "headin: there is no such word here; did you mean heading?"),
        ('side    = "allied"', 'side    = "alied"', 24, "did you mean allied?"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_by_its_line(before: str, after: str, line: int, sentence: str):
    """Whatever is changed in a good file."""
    assert before in FILE
    with pytest.raises(Faulty) as caught:
        LIBRARY.from_text(FILE.replace(before, after, 1), "mine.toml")
    assert any(problem.line == line and sentence in problem.words for problem in caught.value.problems)


def test_a_side_without_ships_is_refused():
    """The sentence names the side."""
    with pytest.raises(Faulty, match="nobody sails for allied: expected ships on both sides"):
        LIBRARY.from_text(FILE[: FILE.index('[[group]]\nname    = "Aigle"')], "mine.toml")


def test_every_scenario_that_comes_with_the_game_is_such_a_file():
    """Printed and read again it means the same."""
    for name in LIBRARY.names():
        assert LIBRARY.from_text(LIBRARY.printed(name), name) == LIBRARY.read(name)
