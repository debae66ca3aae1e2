"""Phase C: clearing fouls and masts, wrecks that go, fires that burn down."""

from fractions import Fraction
from typing import Any

from tests.rulesets.wsim.sea import heard, locked, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.wsim import unfouling
from weathergauge.rulesets.wsim.actions import Cleared, Cut, Fate, Unfoul, Unfouled
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import Boarders, Lock, State, Table
from weathergauge.throwing import ScriptedDice

CHARTS = charts()


def fouled(*how: str, **changed: Any) -> Table:
    at = table(ship("mars", (0, 0), 1, **changed), ship("pluton", (1, 0), 1, "french"), step="unfouling")
    return locked(at, "mars", "pluton", *how)


def done(before: State, *faces: int, checks: bool = False) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    rule = unfouling.checks if checks else unfouling.resolve
    after = rule(before, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


def test_one_try_in_three_clears():
    """On 1 and 2."""
    assert odds(unfouling.clear, CHARTS)[True] == Fraction(2, 6)


def test_the_step_is_wanted_by_whoever_is_fouled_or_has_a_mast_over_the_side():
    """And still commands her ship."""
    assert unfouling.wanted(fouled("foul"), "british", CHARTS)
    assert unfouling.wanted(fouled("foul"), "french", CHARTS)
    assert not unfouling.wanted(fouled("grapple"), "british", CHARTS)
    assert unfouling.wanted(fouled(hanging=("left",)), "british", CHARTS)
    assert not unfouling.wanted(fouled(hanging=("left",)), "french", CHARTS)
    assert not unfouling.wanted(fouled("foul", colours="struck"), "british", CHARTS)


def test_a_success_frees_both_ships_and_leaves_the_grapples():
    """These are thrown off in another step."""
    after, log = done(state(fouled("foul", "grapple"), Unfoul("mars", "pluton")), 2)
    assert after.table.locks == (Lock(0, 1, "grapple"),)
    assert [type(event) for event in log] == [Unfouled]
    assert log[0].free
    assert log[0].account[0].faces == (2,)


def test_both_may_try_and_the_second_does_not_throw_for_what_the_first_has_freed():
    """Her order is spent without a die."""
    both = (Unfoul("mars", "pluton"), Unfoul("pluton", "mars"))
    assert done(state(fouled("foul"), *both), 1)[0].table.locks == ()
    assert done(state(fouled("foul"), *both), 3, 2)[0].table.locks == ()
    assert done(state(fouled("foul"), *both), 3, 6)[0].table.locks != ()


def test_masts_are_cut_away_one_at_a_time():
    """One a side, each by its die."""
    at = fouled(hanging=("left", "right", "left"))
    orders = unfouling.options(at, state(at).secret("british"), "british", 0, CHARTS)
    assert orders == [Cut("mars", "left"), Cut("mars", "right")]
    after, log = done(state(at, *orders), 1, 3)
    assert after.table.ships[0].hanging == ("right", "left")
    assert [(event.side, event.free) for event in log if isinstance(event, Cleared)] == [
        ("left", True),
        ("right", False),
    ]


def test_what_cannot_be_cleared_is_refused():
    """Whom she is not fouled with, and masts that stand."""
    at = fouled("grapple")
    own = state(at).secret("british")
    assert unfouling.options(at, own, "british", 0, CHARTS) == []

    def sentence(order: Any) -> str | None:
        return unfouling.why_not(at, own, "british", order, CHARTS)

    assert sentence(Unfoul("mars", "pluton")) == "Mars is not fouled with Pluton; name a ship that she is fouled with"
    assert "did you mean pluton?" in str(sentence(Unfoul("mars", "plutn")))
    assert sentence(Cut("mars", "left")) == "Mars has no mast hanging over her left side; there is nothing to cut away"


def test_boarders_come_home_when_the_ships_come_apart():
    """WS54: the fight of last turn ends when nothing holds the ships together."""
    at = fouled("foul", parties=(Boarders("OBP", (1,), 1),))
    assert done(state(at, Unfoul("mars", "pluton")), 2)[0].table.ships[0].parties == ()
    assert done(state(at, Unfoul("mars", "pluton")), 3)[0].table.ships[0].parties != ()


def test_a_wreck_sinks_on_a_six():
    """And lets go of whom she was fouled with."""
    at = fouled("foul", danger="may_sink", hull=0)
    assert done(state(at), 5, checks=True)[0].table.ships[0].gone == ""
    after, log = done(state(at), 6, checks=True)
    assert after.table.ships[0].gone == "sunk"
    assert after.table.locks == ()
    assert [(event.ship, event.what) for event in log] == [("mars", "sinks")]


def test_a_wreck_that_holds_is_not_told_of_with_another():
    """Mars stays afloat on a 5, Pluton sinks on her own 6: the 5 is no part of what is told of Pluton."""
    at = table(
        ship("mars", (0, 0), 1, danger="may_sink", hull=0),
        ship("pluton", (5, 5), 1, "french", danger="may_sink", hull=0),
        step="unfouling",
    )
    _, (sunk,) = done(state(at), 5, 6, checks=True)
    assert (sunk.ship, [look.faces for look in sunk.account]) == ("pluton", [(6,)])


def test_a_wreck_that_blows_up_says_by_which_die():
    """The account of the event has it."""
    _, log = done(state(fouled("foul", danger="may_explode", hull=0)), 6, checks=True)
    assert [(event.what, [look.faces for look in event.account]) for event in log] == [("explodes", [(6,)])]


def test_a_ship_that_burns_out_of_control_blows_up_without_a_die():
    """WS27; without rule X nobody beside her is hurt."""
    after, log = done(state(fouled("foul", danger="will_explode")), checks=True)
    assert after.table.ships[0].gone == "exploded"
    assert after.table.ships[1] == fouled().ships[1]
    assert Fate("mars", "explodes") in log


def test_a_fire_of_two_turns_burns_through_the_next_two_turns():
    """WS05: thrown in combat, counted in phase C; the last turn is burnt out."""
    now = state(fouled(fires=((2, 2), (1, 1))))
    now, log = done(now, checks=True)
    assert now.table.ships[0].fires == ((1, 2), (0, 1))
    now, log = done(now, checks=True)
    assert now.table.ships[0].fires == ((0, 2),)
    assert log == []
    now, log = done(now, checks=True)
    assert now.table.ships[0].fires == ()
    assert log == [Fate("mars", "fire_out")]


def test_a_fire_that_a_blast_lights_in_phase_c_counts_this_turn():
    """WS05: a fire of one turn, lit before this turn's gunnery, is out in the next phase C."""
    sea = table(
        ship("mars", (0, 0), 1, danger="will_explode"),
        ship("pluton", (1, 0), 1, "french"),
        step="unfouling",
        exploding=True,
    )
    # 1 and 2 for the blast, and a 1 for the fire.
    now, _ = done(state(sea), 1, 2, 1, checks=True)
    assert now.table.ships[1].fires == ((0, 1),)
    now, log = done(now, checks=True)
    assert log == [Fate("pluton", "fire_out")]


def test_wreckage_over_a_side_lasts_three_turns():
    """WS05 counts wreckage as it counts fires."""
    now = state(fouled(obscured=(("left", 3),)))
    seen = []
    for _ in range(4):
        now, _ = done(now, checks=True)
        seen.append(bool(now.table.ships[0].obscured))
    assert seen == [True, True, True, False]
