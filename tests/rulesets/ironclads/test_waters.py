"""What a ship could meet: leaving out what is too far off changes nothing."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.ironclads.sea import land, ship, table
from weathergauge.freetable import run
from weathergauge.rulesets.ironclads.state import Minefield
from weathergauge.rulesets.ironclads.waters import Waters

near = st.integers(1200, 3600)
places = st.tuples(near, near, st.integers(0, 359), st.sampled_from([1, 2, 3, 4]))


@settings(deadline=None)
@given(places, st.lists(places, max_size=4), near, near, st.integers(0, 500), st.integers(-90, 90), st.integers(0, 500))
def test_what_is_too_far_off_to_be_met_is_left_out(
    own: Any, others: list[Any], x: int, y: int, first: int, angle: int, then: int
):
    """A run, a turn and a run on meet the same among the things within reach as among all on the table."""
    ships = [
        ship(f"s{n}", px / 100, py / 100, h, ship_class=size) for n, (px, py, h, size) in enumerate([own, *others])
    ]
    island = land((x / 100, y / 100), (x / 100 + 2, y / 100), (x / 100, y / 100 + 3))
    at = table(*ships, shores=(island,), mines=(Minefield("field", y, x),))
    some, every = Waters(at, 0, first + then), Waters(at, 0, 9999)
    base = ships[0].base
    assert some.beset == every.beset
    assert some.ahead(base, first) == every.ahead(base, first)
    if some.ahead(base, first) is None:
        base = run(base, first)
        assert some.about(base, angle) == every.about(base, angle)
        if some.about(base, angle) is None:
            base = (*base[:2], (base[2] + angle) % 360, *base[3:])
            assert some.ahead(base, then) == every.ahead(base, then)


def test_a_ship_that_she_has_come_alongside_is_held_from_then_on():
    """What was worked out before she came alongside is worked out anew: she may run along her, not into her."""
    mars, pluton = ship("mars", 20, 20), ship("pluton", 20, 24, side="red")
    about = Waters(table(mars, pluton), 0, 600)
    met = about.ahead(mars.base, 600)
    assert met is not None
    assert met.kind == "ship"
    assert not about.held
    about.hold(1)
    again = about.ahead(mars.base, 600)
    assert about.held == [1]
    assert again is not None
    assert again.at > met.at
