"""Odds draw themselves in a notebook."""

from fractions import Fraction

from weathergauge.dice import D6, D10, Dice
from weathergauge.odds import odds


def faces(dice: Dice) -> tuple[int, ...]:
    return dice.roll(2, D10, why="a spread of faces")


def word(dice: Dice) -> str:
    return "<miss>" if dice.total(1, D6, why="a shot") < 3 else "hit"


def test_each_value_has_its_chance_and_a_bar():
    """Fractions stand as they are, the likeliest has the longest bar, and a sign of HTML is only a sign."""
    drawn = odds(word)._repr_html_()
    assert drawn.index("hit") < drawn.index("&lt;miss&gt;")
    assert "<td>2/3</td><td>66.7 %</td>" in drawn
    assert "width:12.00em" in drawn
    assert "width:6.00em" in drawn


def test_of_many_values_the_rest_is_counted():
    """A hundred results are not all drawn; how many are left out is said, and so is what a cutoff left unresolved."""
    found = odds(faces)
    assert len(found) == 100
    assert "60 less likely ones" in found._repr_html_()
    cut = odds(faces, cutoff=Fraction(1, 50))
    assert "1 unresolved" in cut._repr_html_()
