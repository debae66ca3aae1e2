"""Phase F, second half: throwing grapples off."""

from fractions import Fraction
from typing import Any

from tests.rulesets.wsim.sea import heard, locked, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.wsim import fending
from weathergauge.rulesets.wsim.actions import Fend, Fended
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import Boarders, Lock, State, Table
from weathergauge.throwing import ScriptedDice

CHARTS = charts()


def held(
    *how: str, side: str = "french", hers: dict[str, Any] | None = None, motionless: str = "both", **changed: Any
) -> Table:
    pluton = ship("pluton", (1, 0), 1, side, **(hers or {}))
    at = table(ship("mars", (0, 0), 1, **changed), pluton, step="fending", motionless=motionless)
    return locked(at, "mars", "pluton", *how)


def done(before: State, *faces: int) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = fending.resolve(before, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


def test_each_grapple_has_its_own_die():
    """Two and four: one of two comes off, and the foul stays."""
    after, log = done(state(held("foul", "grapple", "grapple"), Fend("pluton", "mars")), 2, 4)
    assert after.table.locks == (Lock(0, 1, "foul"), Lock(0, 1, "grapple"))
    assert isinstance(log[0], Fended)
    assert (log[0].off, log[0].left) == (1, 1)
    assert len(log[0].account) == 2


def test_three_grapples_are_rarely_thrown_off_at_once():
    """One case in twenty-seven; in eight none of them is."""
    law = odds(fending.throw_off, 3, 0, CHARTS)
    assert law[3] == Fraction(1, 27)
    assert law[0] == Fraction(8, 27)


def test_each_ship_that_lay_still_takes_one_from_the_die():
    """WS66: a 3 is read as 2 with one, a 4 as 2 with both, a 1 is still a 1; the line stands under both tables."""
    one = held("grapple", moved=False)
    assert done(state(one, Fend("mars", "pluton")), 3)[0].table.grapples(0, 1) == 0
    assert done(state(one, Fend("mars", "pluton")), 4)[0].table.grapples(0, 1) == 1
    both = held("grapple", moved=False, hers={"moved": False})
    after, log = done(state(both, Fend("pluton", "mars")), 4)
    assert after.table.grapples(0, 1) == 0
    assert [(m.reason, m.value) for m in log[0].account[0].add] == [("two ships that lay still", -2)]
    assert done(state(both, Fend("pluton", "mars")), 1)[0].table.grapples(0, 1) == 0


def test_a_table_may_want_ships_that_lay_still_to_count_for_grappling_alone():
    """WS66: as in the base game."""
    both = held("grapple", moved=False, hers={"moved": False}, motionless="grappling")
    assert done(state(both, Fend("pluton", "mars")), 3)[0].table.grapples(0, 1) == 1


def test_if_both_want_to_part_the_second_throws_for_what_is_left():
    """WS53: by the number of the ship."""
    both = (Fend("pluton", "mars"), Fend("mars", "pluton"))
    after, log = done(state(held("grapple", "grapple"), *both), 1, 6, 2)
    assert after.table.locks == ()
    assert [event.ship for event in log] == ["mars", "pluton"]
    assert len(done(state(held("grapple"), *both), 1)[1]) == 1


def test_friends_cast_off_without_a_die():
    """WS53: as they made fast."""
    after, log = done(state(held("grapple", "grapple", side="british"), Fend("mars", "pluton")))
    assert after.table.locks == ()
    assert log == [Fended("mars", "pluton", 2, 0)]


def test_boarders_come_home_when_the_last_grapple_is_off():
    """WS54."""
    at = held("grapple", parties=(Boarders("OBP", (1,), 1),))
    assert done(state(at, Fend("pluton", "mars")), 1)[0].table.ships[0].parties == ()


def test_who_is_asked_and_what_is_refused():
    """Whoever is grappled, and only for the ship that holds her."""
    at = held("foul")
    own = state(at).secret("british")
    assert not fending.wanted(at, "british", CHARTS)
    assert fending.wanted(held("grapple"), "french", CHARTS)
    refused = fending.why_not(at, own, "british", Fend("mars", "pluton"), CHARTS)
    assert refused == "Mars is not grappled with Pluton; name a ship that she is grappled with"
    assert "no such ship" in str(fending.why_not(at, own, "british", Fend("mars", "x"), CHARTS))
    assert fending.options(held("grapple"), own, "british", 0, CHARTS) == [Fend("mars", "pluton")]
