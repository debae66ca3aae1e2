"""What steamers do by themselves: a fleet goes on or follows its leader, fires and answers, and its owner is asked for the rest."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, land, ship, table
from weathergauge.frame.events import Ready
from weathergauge.ruleset import Refused
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.ironclads.actions import Activate, Aim, Counter, Done, Salvo, Steam
from weathergauge.rulesets.ironclads.standing import StandingOrders, stand
from weathergauge.rulesets.ironclads.state import Activating, Commanding, Countering, Secret, View
from weathergauge.rulesets.ironclads.steaming import why_not

RULES: Any = ruleset("ironclads")
LINE = StandingOrders(sail="follow", leader="one")


def stands(orders: StandingOrders, phase: Any, *ships: Any, **changed: Any) -> Any:
    """What they come to for the blue side."""
    at = table(*ships, phase=phase, **changed)
    view = View(at, "blue", Secret())
    return stand(view, orders, RULES.legal(view), CHARTS).action


def moving(number: int = 0) -> Activating:
    return Activating("blue", number, "move")


def far(id: str = "foe") -> Any:
    return ship(id, 60, 40, side="red")


def test_a_ship_goes_straight_on_at_the_speed_of_her_order():
    """As far as it takes her; she asks where an enemy is near, and where a shore lies in her way."""
    one = ship("one", order="full", activated=True)
    found = stands(StandingOrders(sail="on"), moving(), one, far())
    assert isinstance(found, Steam)
    assert found.run > 0
    assert found.turn == 0
    assert stands(StandingOrders(sail="on"), moving(), one, ship("foe", 24, 30, side="red")) is None
    assert stands(StandingOrders(sail="on", near=2), moving(), one, ship("foe", 34, 24, side="red")) is not None
    shore = land((20, 26), (28, 26), (28, 30), (20, 30))
    assert stands(StandingOrders(sail="on"), moving(), one, far(), shores=(shore,)) is None


def test_a_line_follows_its_leader():
    """The leader is activated first and moved by hand; whoever is astern turns after the ship before her, by a legal order."""
    pair = ship("one", 24, 30, heading=90), ship("two", 24, 20, heading=0, order="full", activated=True)
    assert stands(LINE, Activating("blue"), ship("two", 24, 20), ship("one", 24, 30), far()) == Activate("one")
    led = (ship("one", 24, 30, order="full", activated=True), ship("two", 24, 20), far())
    assert stands(LINE, moving(0), *led) is None
    aside = ship("one", 34, 30, heading=90), pair[1]
    found = stands(LINE, moving(1), *aside, far())
    assert isinstance(found, Steam)
    assert found.turn > 0
    assert why_not(table(*aside, far(), phase=moving(1)), 1, found, CHARTS) is None


def test_guns_speak_at_the_nearest_or_are_silent():
    """All that bears; a ship with nothing to fire at is done. Ships by hand are asked about."""
    one, near, there = ship("one", activated=True), ship("near", 30, 24, side="red"), ship("there", 36, 24, side="red")
    fires = stands(StandingOrders(fire="nearest"), Activating("blue", 0, "fire"), one, near, there)
    assert isinstance(fires, Salvo)
    assert {aim.target for aim in fires.shots} == {"near"}
    assert stands(StandingOrders(fire="hold"), Activating("blue", 0, "fire"), one, near) == Done("one")
    assert stands(StandingOrders(fire="nearest", by_hand=("one",)), Activating("blue", 0, "fire"), one, near) is None
    shot = Countering("blue", 1, (Aim(1, "one"),), (0,))
    assert stands(StandingOrders(answer="hold"), shot, one, near) == Counter("one")
    answers = stands(StandingOrders(answer="all"), shot, one, near)
    assert isinstance(answers, Counter)
    assert answers.guns


def test_speeds_are_kept_and_what_is_not_said_is_asked():
    """Nobody is ready for his owner who has not said so."""
    two = ship("one"), ship("two", 30), far()
    assert stands(StandingOrders(speeds="keep"), Commanding(), *two) == Ready()
    assert stands(StandingOrders(), Commanding(), *two) is None
    assert stands(StandingOrders(), Activating("blue"), *two) is None


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        (StandingOrders(by_hand=("ghost",)), "'ghost' is no ship of yours: expected one"),
        (StandingOrders(sail="follow"), "name the ship that leads it"),
        (StandingOrders(sail="follow", leader="foe"), "'foe' is no ship of yours"),
    ],
)
def test_orders_to_ships_that_are_not_there_are_refused(orders: StandingOrders, said: str):
    """With the ships that there are."""
    with pytest.raises(Refused, match=said):
        RULES.stand_by(View(table(ship("one"), far()), "blue", Secret()), orders)


def test_what_stands_is_said_in_sentences():
    """A line for each thing."""
    view = View(table(ship("one"), far()), "blue", Secret())
    orders = StandingOrders(sail="follow", leader="one", fire="nearest", answer="hold", speeds="keep")
    assert RULES.stand_in_words(view, orders) == (
        "Ships follow One until an enemy is within 10 inches", "All that bears is fired at the nearest",
        "No salvo is answered", "Ships keep their speeds",
    )  # fmt: skip
    assert len(RULES.stand_in_words(view, StandingOrders())) == 1
