"""Admirals who are relieved, and who follows them."""

from __future__ import annotations

from tests.rulesets.sealords.harbours import admirals
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    leader,
    state,
)
from weathergauge.rulesets.sealords.leaders import control
from weathergauge.rulesets.sealords.sequence import ADMINISTRATION
from weathergauge.rulesets.sealords.state import Date, Tally, replace
from weathergauge.rulesets.sealords.yards import ending, relief
from weathergauge.throwing import ScriptedDice


def test_a_fleet_admiral_goes_when_the_die_and_twice_the_loss_pass_nine() -> None:
    """Two points lost: a 5 keeps him, a 6 does not, and the vice-admiral follows him."""
    kept = relief.relief(admirals(previous_year=2), MISTRAL, ScriptedDice([5]))
    assert kept.formations[0].leader is not None
    gone = relief.relief(admirals(previous_year=2), MISTRAL, ScriptedDice([6]))
    assert gone.formations[0].leader is None
    assert gone.formations[1].leader is not None
    assert gone.formations[1].leader.role == "fleet_admiral"


def test_no_die_is_thrown_without_a_loss_or_in_another_turn() -> None:
    """No admiral is relieved then."""
    for was in (admirals(), replace(admirals(previous_year=5), table=replace(admirals().table, date=Date(1745, 2)))):
        assert relief.relief(was, MISTRAL, ScriptedDice([])).formations[0].leader is not None


def test_cold_waves_counts_the_year_and_mistral_the_one_before_too() -> None:
    """For what an admiral has lost."""
    table = state(tallies=(Tally(prestige=1, year_began=2, previous_year=5), Tally())).table
    assert relief.lost(table, "british", MISTRAL.charts) == 4
    assert relief.lost(table, "british", COLD_WAVES.charts) == 1


def test_a_fleet_whose_admiral_fell_has_another_at_the_end_of_the_turn() -> None:
    """With his role."""
    was = admirals()
    was = was.with_formation(replace(was.formations[0], leader=None))
    after = ending.turn_end(was, MISTRAL, ScriptedDice([]))
    assert after.formations[1].leader is not None
    assert after.formations[1].leader.role == "fleet_admiral"


def test_a_wounded_fleet_admiral_comes_back_without_the_office() -> None:
    """There is one Fleet Admiral: who follows him while he lies ashore keeps the post."""
    was = admirals()
    hurt = was.formations[0].leader
    assert hurt is not None
    was = was.with_formation(replace(was.formations[0], leader=None))
    was = was.with_secret("british", replace(was.secret("british"), leaders=(replace(hurt, wounded=2),)))
    after = ending.turn_end(was, MISTRAL, ScriptedDice([]))
    assert [one.role for one in after.secret("british").leaders] == [""]
    assert [one.leader.role for one in after.secret("british").formations if one.leader] == ["fleet_admiral", ""]


def test_orders_are_paid_for_before_a_fleet_admiral_is_judged() -> None:
    """Relief looks at the whole winter, its last quarter included (P21, P33)."""
    assert ADMINISTRATION.index("prestige") < ADMINISTRATION.index("relief")


def test_a_wounded_leader_controls_no_less_than_nobody() -> None:
    """But less than when he was well."""
    table = state("cold_waves").table
    found = [control(one, table, "british", COLD_WAVES.charts) for one in (None, leader(control=1, wounded=1))]
    assert found == [1, 1]
    assert control(leader(control=5, wounded=1), table, "british", COLD_WAVES.charts) == 2
