"""Phase F, first half: throwing grapples."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.wsim.sea import heard, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.wsim import grappling
from weathergauge.rulesets.wsim.actions import Grapple
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import Lock, State, Table, replace
from weathergauge.throwing import ScriptedDice

CHARTS = charts()


def beside(bow: tuple[int, int] = (1, 0), side: str = "french", **changed: Any) -> Table:
    return table(ship("mars", (0, 0), 1), ship("pluton", bow, 1, side, **changed), step="grappling")


def done(before: State, *faces: int) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = grappling.resolve(before, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


@pytest.mark.parametrize(("still", "chance"), [(0, 2), (1, 3), (2, 4)])
def test_each_ship_that_lay_still_makes_it_easier(still, chance):
    """By one case in six."""
    assert odds(grappling.grapple, still, CHARTS)[True] == Fraction(chance, 6)


def test_the_modifier_has_its_reason_and_a_one_stays_a_one():
    """It is read in the first row all the same."""
    at = beside(moved=False)
    after, log = done(state(at, Grapple("mars", "pluton")), 1)
    assert after.table.locks == (Lock(0, 1, "grapple"),)
    assert [(m.reason, m.value) for m in log[0].account[0].add] == [("a ship that lay still", -1)]
    assert log[0].account[0].cell.key == (1,)


def test_grapples_of_both_ships_and_of_both_turns_are_counted():
    """Three of them are three to throw off."""
    at = beside()
    after, _ = done(state(at, Grapple("pluton", "mars"), Grapple("mars", "pluton")), 2, 1)
    again, _ = done(state(after.table, Grapple("mars", "pluton")), 2)
    assert again.table.grapples(0, 1) == 3
    assert done(state(at, Grapple("mars", "pluton")), 3)[0].table.locks == ()


def test_friends_make_fast_without_a_die():
    """There is no account, for nothing was thrown."""
    after, log = done(state(beside(side="british"), Grapple("mars", "pluton")))
    assert after.table.grapples(0, 1) == 1
    assert log[0].held
    assert log[0].account == ()


def test_a_ship_that_has_struck_may_be_grappled_with_a_die():
    """WS52: nobody aboard makes the line fast, and nobody casts it off."""
    at = beside(colours="struck")
    assert grappling.wanted(at, "british", CHARTS)
    assert done(state(at, Grapple("mars", "pluton")), 3)[0].table.locks == ()


def test_nobody_is_asked_when_only_sound_friends_lie_together():
    """WS51: in a line ahead the step would else be asked for every turn."""
    assert not grappling.wanted(beside(side="british"), "british", CHARTS)
    assert grappling.wanted(beside(side="british", rigging=(0, 0, 0, 0)), "british", CHARTS)
    assert grappling.wanted(beside(), "british", CHARTS)
    assert not grappling.wanted(beside((3, 0)), "british", CHARTS)
    assert not grappling.wanted(beside(danger="may_sink"), "british", CHARTS)


def test_a_small_ship_that_grapples_a_ship_of_the_line_provokes_her():
    """Only if she holds, and not the other way round."""
    at = beside(ship_class=2)
    assert done(state(at, Grapple("mars", "pluton")), 1)[0].table.ships[0].provoked == at.turn
    assert done(state(at, Grapple("mars", "pluton")), 6)[0].table.ships[0].provoked < at.turn
    assert done(state(at, Grapple("pluton", "mars")), 1)[0].table.ships[1].provoked < at.turn


def test_what_cannot_be_grappled_is_refused():
    """Herself, nobody, and whoever is not next to her."""

    def sentence(at: Table, other: str) -> str | None:
        return grappling.why_not(at, state(at).secret("british"), "british", Grapple("mars", other), CHARTS)

    assert sentence(beside(), "pluton") is None
    assert "there is no such ship" in str(sentence(beside(), "nobody"))
    assert sentence(beside(), "mars") == "Mars cannot grapple herself; name a ship next to her"
    far = "Mars cannot grapple Pluton, 3 hexes away; only a ship next to her can be grappled"
    assert sentence(beside((3, 0)), "pluton") == far
    assert sentence(beside(gone="sunk"), "pluton") == "Mars cannot grapple Pluton, who is gone; name a ship next to her"
    wreck = "Mars cannot grapple Pluton, who may go down at any moment"
    assert sentence(beside(danger="may_sink"), "pluton") == wreck


def test_options_are_the_ships_next_to_her_once_each():
    """What is written already is not offered again."""
    at = replace(beside(), ships=(*beside().ships, ship("bellona", (5, 5), 1), ship("ajax", (-1, 0), 1)))
    own = state(at).secret("british")
    assert grappling.options(at, own, "british", 0, CHARTS) == [Grapple("mars", "pluton"), Grapple("mars", "ajax")]
    own = state(at, Grapple("mars", "pluton")).secret("british")
    assert grappling.options(at, own, "british", 0, CHARTS) == [Grapple("mars", "ajax")]
