"""What is the same in every list of choices: who is asked, and with which sentence others are sent away."""

from __future__ import annotations

from tests.frame.pilots import RULES, Bid, Bidding, Board, Harbour, Pilot, Setting, Toast
from weathergauge.frame.chapter import STEP
from weathergauge.frame.events import Ready
from weathergauge.frame.fleet import no_such_ship
from weathergauge.frame.table import Over

MORNING = Harbour(Board(Setting("red")), (0, 0))
NOON = Harbour(Board(Bidding(), pilots=1), (0, 0))


def choices(state: Harbour, seat: str | None):
    return RULES.legal(RULES.view(state, seat))


def test_whoever_must_decide_is_offered_the_orders_of_the_open_chapter_and_the_end_of_the_step():
    """Red sets pilots down: north, south, or no more; there are no free moves."""
    offered = choices(MORNING, "red")
    assert offered.subjects() == ("north", "south", STEP)
    assert [*offered] == [Pilot(), Ready()]
    assert Pilot() in offered
    assert Ready() in offered
    assert offered.forms() == []


def test_a_chapter_says_why_an_order_of_its_own_cannot_be_given():
    """With two pilots set down there is no room for a third."""
    crowded = Harbour(Board(Setting("red"), pilots=2), (0, 0))
    assert choices(crowded, "red").why_not(Pilot()) == "there are two pilots already"


def test_an_order_of_another_step_is_refused_with_what_is_being_done():
    """A bid while pilots are set down."""
    assert choices(MORNING, "red").why_not(Bid(2)) == "that is not done now: red sets pilots down"


def test_others_and_spectators_are_offered_nothing_and_told_why():
    """Neither the side that waits nor somebody who looks on."""
    for seat in ("blue", None):
        offered = choices(MORNING, seat)
        assert ([*offered], [*offered.of(STEP)], offered.forms(), Pilot() in offered) == ([], [], (), False)
        assert offered.why_not(Pilot()) == "it is not your turn: red sets pilots down"


def test_a_side_that_has_said_it_is_ready_is_offered_nothing_more():
    """Red is ready; blue may still bid."""
    waiting = NOON.with_phase(Bidding(ready=("red",)))
    assert [*choices(waiting, "red")] == []
    assert choices(waiting, "blue").why_not(Bid(1)) is None


def test_when_it_is_over_that_is_the_reason():
    """Even the end of a step is refused, with the title's own words."""
    assert choices(NOON.with_phase(Over(None, "fog")), "red").why_not(Ready()) == "the battle is over"


def test_several_chapters_serve_one_phase_and_a_subject_of_both_is_named_once():
    """Bids and toasts are both open; what has nothing to order is left out where the first chapter sifts."""
    offered = choices(NOON, "blue")
    assert offered.subjects() == ("purse", "pocket", "glass", STEP)
    assert offered.of("purse") == [Bid(1), Bid(2), Bid(3), Toast()]
    assert offered.of("purse") is offered.of("purse")
    assert Toast() in offered


def test_a_misspelt_ship_brings_the_nearest():
    """Two letters changed places."""
    assert no_such_ship("victroy", ["victory", "mars"]) == "'victroy': there is no such ship; did you mean victory?"
