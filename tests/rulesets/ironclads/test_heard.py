"""What both sides hear of an activation: whatever can be seen is heard."""

from typing import Any

from tests.rulesets.ironclads.sea import fort, ship, state, table
from weathergauge.ruleset import Told
from weathergauge.rulesets.ironclads.actions import Activate, Aim, Answers, Counter, Done, Finished, Manned
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import Activating, Countering, State
from weathergauge.throwing import RecordedDice


def played(before: State, seat: str, action: Any) -> tuple[State, tuple[Told, ...]]:
    after = RULES.play(before, seat, action, RecordedDice(()))
    return after.state, after.events


def test_a_fort_that_is_activated_is_heard_by_all():
    """It has no order to show (IR65)."""
    at = state(table(fort("sumter"), ship("mars"), phase=Activating("red")))
    after, told = played(at, "red", Activate("sumter"))
    assert told == (Told(Manned("sumter")),)
    assert RULES.tell(after, Manned("sumter")) == "Sumter is to fire."


def test_a_ship_that_is_done_is_heard_of_where_her_side_goes_on():
    """Pluton has been activated, so Blue goes on with Argo; else the turn passes, which says it (IR65)."""
    argo = ship("argo", 10, 10)
    busy = state(table(ship("mars", activated=True), ship("pluton", 60, 40, side="red", activated=True), argo))
    after, told = played(busy, "blue", Done("mars"))
    assert told == (Told(Finished("mars")),)
    assert RULES.tell(after, Finished("mars")) == "Mars is done."
    free = state(table(ship("mars", activated=True), ship("pluton", 60, 40, side="red"), argo))
    after, told = played(free, "blue", Done("mars"))
    assert told == ()
    assert RULES.to_act(after) == ("red",)


def test_whether_a_ship_answers_is_heard_by_all_at_once():
    """Two ships are fired at; the first declares, and the second is still asked (IR21)."""
    ships = ship("mars"), ship("pluton", 32, 24, side="red"), ship("argo", 32, 30, side="red")
    shots = (Aim(1, "pluton"), Aim(1, "argo"))
    asked = state(table(*ships, phase=Countering("red", 0, shots, (1, 2))))
    after, told = played(asked, "red", Counter("pluton", (2,)))
    assert told == (Told(Answers("pluton")),)
    assert RULES.tell(after, Answers("pluton")) == "Pluton will answer."
