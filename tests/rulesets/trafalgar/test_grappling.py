"""Step 6: grappling, and cutting loose."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.trafalgar.sea import CHARTS, Sea, ship
from weathergauge.frame.events import Ready
from weathergauge.odds import odds
from weathergauge.ruleset import Proceed
from weathergauge.rulesets.trafalgar.actions import Grapple, Grappled, Part, Parted, Remain
from weathergauge.rulesets.trafalgar.grappling import cut_loose, grapple
from weathergauge.rulesets.trafalgar.procedures import CutLoose
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Grappling, Lock, Settings


def alongside(
    apart: float = 0.75, locks: tuple[str, ...] = (), settings: Settings | None = None, **changed: Any
) -> Sea:
    """Mars and Pluton side by side; at 0.75 inches their bases touch."""
    ships = (ship("mars", 30, 30, 90, 5), ship("pluton", 30, 30 + apart, 90, 5, **changed))
    return Sea(*ships, phase=Grappling(), locks=locks, settings=settings)


LOCKED = ("mars grappled pluton",)


def resolved(sea: Sea, *faces: int) -> Sea:
    sea.play(Ready(), by="british")
    sea.play(Ready(), by="allied")
    sea.play(Proceed(), *faces)
    return sea


def test_one_side_tries_and_locks_on_a_4():
    """Pluton throws; Mars did not wish to."""
    sea = alongside()
    sea.play(Grapple("pluton", "mars"))
    resolved(sea, 4)
    assert sea.table.locks == (Lock(0, 1, "grappled"),)


def test_both_sides_try_and_one_success_is_enough():
    """A 3 fails, a 4 holds; after a success the second die is not thrown (TR40)."""
    for faces in ((3, 4), (4,)):
        sea = alongside()
        sea.play(Grapple("pluton", "mars"))
        sea.play(Grapple("mars", "pluton"))
        assert resolved(sea, *faces).told(Grappled)[0].held
    sea = alongside()
    sea.play(Grapple("pluton", "mars"))
    sea.play(Grapple("mars", "pluton"))
    assert not resolved(sea, 3, 3).told(Grappled)[0].held


def test_only_enemies_whose_bases_touch():
    """A hundredth of an inch still touches; two do not. Friends cannot be grappled."""
    assert alongside(0.76).why_not(Grapple("mars", "pluton")) is None
    assert "only an enemy whose base touches hers" in str(alongside(0.77).why_not(Grapple("mars", "pluton")))
    ships = (ship("mars", 30, 30, 90), ship("ajax", 30, 30.75, 90), ship("pluton", 30, 29.25, 90))
    sea = Sea(*ships, phase=Grappling())
    assert "only an enemy" in str(sea.why_not(Grapple("mars", "ajax")))


def test_ships_that_met_in_a_line_count_as_touching_until_the_turn_ends():
    """Her bow is in the gap, and their bases are apart (TR30)."""
    ships = (ship("mars", 30, 30, 90, 5), ship("pluton", 31, 31.5, 0, 5))
    assert Sea(*ships, phase=Grappling()).why_not(Grapple("mars", "pluton")) is not None
    sea = Sea(*ships, phase=Grappling(), met=((0, 1),))
    sea.play(Grapple("mars", "pluton"))
    resolved(sea, 4)
    assert sea.table.locks
    assert sea.table.met == ()


def test_wishes_are_secret_until_both_are_ready():
    """As for boarding (TR29)."""
    sea = alongside(locks=LOCKED)
    before = RULES.view(sea.state, "allied")
    sea.play(Part("mars", "pluton"))
    assert RULES.view(sea.state, "allied") == before


def test_both_would_part():
    """Each side throws for a 5 or 6: 4 and 5 free them, 4 and 4 do not."""
    for faces, free in (((4, 5), True), ((5,), True), ((4, 4), False)):
        sea = alongside(locks=LOCKED)
        sea.play(Part("mars", "pluton"))
        sea.play(Part("pluton", "mars"))
        assert resolved(sea, *faces).told(Parted)[0].free is free
        assert bool(sea.table.locks) is not free


@pytest.mark.parametrize(("face", "free"), [(3, True), (4, False)])
def test_one_would_part_and_the_other_would_not(face: int, free: bool):
    """One throw, and on 4 to 6 they stay together; fouled ships as much as grappled ones (TR08)."""
    sea = alongside(locks=("mars fouled pluton",))
    sea.play(Part("pluton", "mars"))
    sea.play(Remain("mars", "pluton"))
    assert resolved(sea, face).told(Parted)[0].free is free


@pytest.mark.parametrize(("faces", "free"), [((5,), True), ((4, 6), True), ((4, 4), False)])
def test_who_writes_nothing_lets_the_other_go(faces: tuple[int, ...], free: bool):
    """Nobody wishes to remain: both crews cut, on 5 or 6 (TR47)."""
    sea = alongside(locks=LOCKED)
    sea.play(Part("pluton", "mars"))
    assert resolved(sea, *faces).told(Parted)[0].free is free


def test_silence_may_be_taken_for_holding_on():
    """As a setting: then one throw, and on 4 to 6 they stay together (TR47)."""
    sea = alongside(locks=LOCKED, settings=Settings(silence="holds_on"))
    sea.play(Part("pluton", "mars"))
    assert resolved(sea, 3).told(Parted)[0].free


def test_a_pair_has_one_wish_a_side():
    """To part or to remain; and nobody holds on to a hulk, which has nobody to part from her."""
    sea = alongside(locks=LOCKED)
    sea.play(Remain("mars", "pluton"))
    assert sea.why_not(Part("mars", "pluton"), by="british") == "Mars already means to remain locked with Pluton"
    hulk = alongside(locks=LOCKED, struck=True)
    assert hulk.why_not(Remain("mars", "pluton"), by="british") == (
        "nobody aboard Pluton would part from Mars: there is nobody to hold on to"
    )


def test_neither_would_part():
    """No dice."""
    assert not resolved(alongside(locks=LOCKED)).told(Parted)


def test_a_struck_ship_has_no_say():
    """Mars alone throws, once for each end of the lines, for a 5 or 6: no harder than from one who resists (TR32)."""
    for faces, free in (((4, 4), False), ((5,), True), ((1, 5), True)):
        sea = alongside(locks=LOCKED, struck=True)
        sea.play(Part("mars", "pluton"))
        assert resolved(sea, *faces).told(Parted)[0].free is free


def test_two_friends_who_are_fouled_each_throw():
    """One owner wishes for both, and both ships try (TR32)."""
    ships = (ship("mars", 30, 30, 90, 5), ship("ajax", 30, 30.75, 90, 5), ship("pluton", 5, 5, 0, 5))
    sea = Sea(*ships, phase=Grappling(), locks=("mars fouled ajax",))
    sea.play(Part("mars", "ajax"))
    assert sea.why_not(Part("ajax", "mars")) == "Ajax already means to part from Mars"
    assert resolved(sea, 4, 5).told(Parted)[0].free


def test_what_a_wish_to_part_may_come_to():
    """With them or against them; a prize and a friend have no will of their own (TR32)."""

    def inputs(sea: Sea, target: str) -> list[Any]:
        return [call.inputs for call in RULES.preview(RULES.view(sea.state, "british"), Part("mars", target))]

    assert inputs(alongside(locks=LOCKED), "pluton") == [CutLoose(tries=2), CutLoose(contested=True)]
    assert inputs(alongside(locks=LOCKED, struck=True), "pluton") == [CutLoose(tries=2)]
    ships = (ship("mars", 30, 30, 90, 5), ship("ajax", 30, 30.75, 90, 5))
    assert inputs(Sea(*ships, phase=Grappling(), locks=("mars fouled ajax",)), "ajax") == [CutLoose(tries=2)]


def test_sentences_for_what_cannot_be():
    """Each names the two ships."""
    sea = alongside(locks=LOCKED)
    assert sea.why_not(Grapple("mars", "pluton")) == "Mars is already locked with Pluton"
    assert alongside().why_not(Part("mars", "pluton")) == "Mars is not locked with Pluton"


def test_exact_chances():
    """Half for one try at grappling and three quarters for two; 1 in 3 and 5 in 9 for cutting loose; half contested."""

    def chance(rule: Any, *args: Any) -> Fraction:
        return odds(rule, *args, CHARTS).chance(lambda yes: yes)

    one, both = (None,), (None, None)
    assert (chance(grapple, one), chance(grapple, both)) == (Fraction(1, 2), Fraction(3, 4))
    assert (chance(cut_loose, one, False), chance(cut_loose, both, False)) == (Fraction(1, 3), Fraction(5, 9))
    assert chance(cut_loose, both, True) == Fraction(1, 2)
