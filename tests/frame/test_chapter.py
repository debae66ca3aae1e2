"""What is the same in every list of choices: who is asked, and with which sentence others are sent away."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from weathergauge.frame.chapter import STEP, Offers, no_such_ship
from weathergauge.frame.events import Ready
from weathergauge.frame.table import Seated, seated


class View(Struct, frozen=True):
    table: str
    seat: str | None
    own: int | None


class Signals(Offers[Seated[str, str, int], Ready]):
    """Red may be ready, whatever the table."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.at = seated(view, () if self.over() else ("red",))

    def over(self) -> bool:
        return self.view.table == "harbour"

    def waiting(self) -> str:
        return "red is thinking"

    def subjects_at(self, at: Seated[str, str, int]) -> tuple[str, ...]:
        return (STEP,)

    def of_at(self, at: Seated[str, str, int], subject: str) -> list[Ready]:
        return [Ready()] if subject == STEP else []

    def why_not_at(self, at: Seated[str, str, int], action: Any) -> str | None:
        return None if action == Ready() else self.not_now()


def test_whoever_must_decide_is_offered_something():
    offers = Signals(View("sea", "red", 3))
    assert offers.at == Seated("sea", "red", 3)
    assert ([*offers], offers.of("nobody"), offers.forms()) == ([Ready()], [], ())
    assert Ready() in offers
    assert offers.why_not("a word") == "that is not done now: red is thinking"


def test_others_and_spectators_are_offered_nothing_and_told_why():
    for view in (View("sea", "blue", 3), View("sea", None, None), View("sea", "red", None)):
        offers = Signals(view)
        assert ([*offers], [*offers.of(STEP)], Ready() in offers) == ([], [], False)
        assert offers.why_not(Ready()) == "it is not your turn: red is thinking"


def test_when_it_is_over_that_is_the_reason():
    assert Signals(View("harbour", "red", 3)).why_not(Ready()) == "the battle is over"


def test_a_misspelt_ship_brings_the_nearest():
    assert no_such_ship("victroy", ["victory", "mars"]) == "'victroy': there is no such ship; did you mean victory?"
