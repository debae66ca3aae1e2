"""Critical hits: every entry of the table with the dice that follow."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.wsim.sea import heard, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.wsim import criticals, damage, gunnery
from weathergauge.rulesets.wsim.actions import Critical, Fate, Masted, Squares
from weathergauge.rulesets.wsim.bearing import Target
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.criticals import Blow, Outcome, critical
from weathergauge.rulesets.wsim.firepower import Hit
from weathergauge.rulesets.wsim.state import Crewed, Ship, State
from weathergauge.throwing import ScriptedDice

CHARTS = charts()
HIT = Hit(30, 3, 1, 1, 4)


def struck(*faces: int, **blow: Any) -> Outcome:
    """A critical hit with these dice, all of which must be asked for."""
    dice = ScriptedDice(faces)
    usual: dict[str, Any] = {"aim": "hull", "number": 0, "range": 1}
    found = critical(Blow(**(usual | blow)), CHARTS, dice)
    dice.finish()
    return found


def suffered(outcome: Outcome, *faces: int, options: Any = None, **changed: Any) -> tuple[Ship, State, list[Any]]:
    """What it does to Pluton; Mars fired."""
    at = state(table(ship("mars", (5, 5), 1), ship("pluton", (0, 0), 1, "french", **changed), **(options or {})))
    dice = ScriptedDice(faces)
    after = damage.suffer(at, 1, "mars", outcome, HIT, CHARTS, dice)
    dice.finish()
    return after.table.ships[1], after, heard(dice)


# The table


@pytest.mark.parametrize(
    ("aim", "number", "face", "effect"),
    [
        ("hull", 0, 1, "no_effect"),
        ("hull", 0, 4, "anchor_cable"),
        ("hull", 5, 1, "no_effect"),
        ("hull", 10, 2, "waterline_damage"),
        ("rigging", 4, 1, "no_effect"),
        ("rigging", 10, 1, "no_effect"),
    ],
)
def test_a_die_and_the_critical_number_by_aim(aim: str, number: int, face: int, effect: str):
    """Each leads to the effect that the table prints."""
    assert struck(face, aim=aim, number=number).effect == effect


def test_every_entry_of_the_table_can_be_struck():
    """Whatever the dice, for both aims and every critical number: the odds walk them all."""
    found = set()
    for aim in ("hull", "rigging"):
        for number in range(11):
            blow = Blow(aim=aim, number=number, range=1, rake="bow", admiral=True)
            found |= {outcome.effect for outcome in odds(critical, blow, CHARTS)}
    assert found == set(CHARTS.critical_hit_table.cells.values())


# Rakes


@pytest.mark.parametrize(
    ("blow", "face", "took"),
    [
        ({"rake": "stern", "range": 3}, 2, True),
        ({"rake": "stern", "range": 4}, 2, False),
        ({"range": 1}, 2, False),
        ({"aim": "rigging", "rake": "bow", "range": 3}, 1, True),
        ({"aim": "rigging", "rake": "bow", "range": 4}, 1, False),
        ({"aim": "rigging", "rake": "bow", "range": 9, "number": 5}, 2, True),
        ({"aim": "rigging", "range": 1, "number": 5}, 2, False),
    ],
)
def test_a_rake_bonus_needs_a_rake_and_sometimes_a_short_range(blow: dict[str, Any], face: int, took: bool):
    """1 at the rigging and 2 at the hull only up to 3 hexes; 7, 13 and 16 at any."""
    found = struck(face, **blow)
    assert found.effect == "rake_bonus"
    assert (found.took, found.double or found.section) == (took, took)


def test_sixteen_at_the_hull_severs_the_cable_in_any_case():
    """And a rake close by counts double besides."""
    assert struck(6, number=10) == Outcome("anchor_and_rake_bonus", True, cable=True)
    assert struck(6, number=10, rake="bow", range=5) == Outcome("anchor_and_rake_bonus", True, double=True, cable=True)


def test_doubling_counts_hull_and_crew_once_more():
    """The shot took 3 hull and 1 crew before; the rigging is not doubled."""
    pluton, _, log = suffered(Outcome("rake_bonus", True, double=True))
    assert (pluton.hull, pluton.crew, pluton.rigging) == (9, (3, 4, 4), (5, 5, 5, 5))
    assert log[1] == Squares("pluton", "the rake", 3, 1, 0)


def test_a_rake_takes_the_whole_lowest_rigging_section():
    """Whatever squares it has left."""
    pluton, _, log = suffered(Outcome("rake_bonus", True, section=True), rigging=(0, 3, 5, 5))
    assert pluton.rigging == (0, 0, 5, 5)
    assert log[1] == Squares("pluton", "the rake", 0, 0, 3)


# Leaders


@pytest.mark.parametrize(
    ("range", "thrown", "dies"),
    [
        (1, (3, 4), True), (1, (3, 3), False), (2, (4, 5), True), (2, (4, 4), False), (3, (5, 5), True),
        (4, (4, 5), False), (6, (5, 6), True), (7, (5, 6), False), (10, (6, 6), True),
    ],
)  # fmt: skip
def test_leaders_fall_the_sooner_the_nearer(range: int, thrown: tuple[int, int], dies: bool):
    """Two dice and 5, 3, 2, 1 or nothing by range make 12."""
    assert criticals.dies("captain", range, CHARTS, ScriptedDice(thrown)) is dies


def test_each_leader_aboard_has_his_own_throw():
    """None for the dead: without an admiral there is one throw, with both dead none."""
    assert struck(3, 6, 6, 1, 1, admiral=True) == Outcome("leader_casualty", True, captain=True)
    assert struck(3, 1, 1, 6, 6, admiral=True) == Outcome("leader_casualty", True, admiral=True)
    assert struck(3, 6, 6) == Outcome("leader_casualty", True, captain=True)
    assert struck(3, captain=False) == Outcome("leader_casualty")


def test_a_leaders_death_is_recorded():
    """And nothing more, unless the table wants an admiral's squadron silent for five turns (WS20)."""
    fallen = Outcome("leader_casualty", True, captain=True, admiral=True)
    pluton, after, log = suffered(fallen, admiral=True)
    assert (pluton.captain, pluton.admiral) == (False, False)
    assert log[0].detail == "the captain and the admiral are dead"
    assert after.secret("french").silent_until == 0
    _, after, _ = suffered(fallen, admiral=True, options={"leader_loss": "signals"})
    assert after.secret("french").silent_until == 11
    assert after.secret("british").silent_until == 0


# Crew


@pytest.mark.parametrize(
    ("quality", "lost", "chance"),
    [
        ("elite", 0, Fraction(1, 6)), ("crack", 0, Fraction(2, 6)), ("seasoned", 0, Fraction(2, 6)),
        ("average", 0, Fraction(3, 6)), ("green", 0, Fraction(4, 6)), ("poor", 0, Fraction(5, 6)),
        ("average", 2, Fraction(5, 6)), ("seasoned", 1, Fraction(3, 6)),
    ],
)  # fmt: skip
def test_a_crew_wavers_by_its_strength_and_losses(quality: Any, lost: int, chance: Fraction):
    """A die, the strength points and less one for each lost section: 6 or less fails. 3.5 for a seasoned crew."""
    assert odds(criticals.demoralised, quality, lost, CHARTS)[True] == chance


def test_a_crew_that_wavers_loses_a_grade_and_a_poor_one_stays_poor():
    """And a crew that does not waver stays as it is."""
    assert suffered(Outcome("crew_demoralized", True))[0].quality == "seasoned"
    assert suffered(Outcome("crew_demoralized", False))[0].quality == "crack"
    assert suffered(Outcome("crew_demoralized", True), quality="poor")[0].quality == "poor"


def test_on_a_prize_the_prize_crew_wavers_and_no_leader_is_in_danger():
    """Nor do the losses of her old crew count (WS46)."""
    prize = ship("pluton", (0, 0), 1, prize=Crewed(3, "elite"), crew=(0, 0, 1), admiral=True)
    blow = gunnery.blow_of(prize, "hull", Target(1, 1, 1))
    assert (blow.quality, blow.sections_lost, blow.captain, blow.admiral) == ("elite", 0, False, False)
    pluton, _, _ = suffered(Outcome("crew_demoralized", True), prize=Crewed(3, "elite"))
    assert pluton.prize == Crewed(3, "crack")
    assert pluton.quality == "crack"


# The hull


@pytest.mark.parametrize(("range", "chance"), [(1, Fraction(3, 6)), (2, Fraction(2, 6)), (3, Fraction(1, 6)), (4, 0)])
def test_a_magazine_explodes_at_short_range(range: int, chance: Fraction):
    """A die and the range, 4 or less."""
    assert odds(criticals.magazine, range, CHARTS).chance(bool) == chance


def test_steering_is_lost_on_odd_dice_and_never_below_nothing():
    """A ship that cannot turn loses no more of it."""
    assert [struck(3, face, number=5).took for face in (1, 2, 3, 4, 5, 6)] == [True, False] * 3
    pluton, _, log = suffered(Outcome("steering_damage", True), turning=2, steering_lost=1)
    assert (pluton.steering_lost, log[0].detail) == (2, "turning ability 0")
    assert suffered(Outcome("steering_damage", True), turning=2, steering_lost=2)[0].steering_lost == 2


def test_a_severed_cable_lets_her_lie_free_from_the_next_turn():
    """At anchor or not, she never anchors again."""
    cut = Outcome("anchor_cable", True, cable=True)
    pluton, _, _ = suffered(cut, anchor="AB", weighing=1)
    assert (pluton.anchor, pluton.cutting, pluton.weighing, pluton.may_anchor) == ("AB", True, 0, False)
    pluton, _, _ = suffered(cut, anchoring="A")
    assert (pluton.cutting, pluton.anchoring, pluton.may_anchor) == (False, "", False)


def test_holed_at_the_waterline_the_highest_living_section_pumps():
    """Or the lowest, if the table wants it so (WS21)."""
    assert suffered(Outcome("waterline_damage", True), crew=(4, 4, 0))[0].pumps == (2,)
    assert suffered(Outcome("waterline_damage", True), pumps=(3,))[0].pumps == (3, 2)
    low = {"pump_section": "lowest"}
    assert suffered(Outcome("waterline_damage", True), crew=(0, 4, 4), options=low)[0].pumps == (2,)


def test_with_no_section_left_for_the_pumps_she_may_sink():
    """WS28."""
    pluton, _, log = suffered(Outcome("waterline_damage", True), crew=(0, 0, 4), pumps=(3,))
    assert pluton.danger == "may_sink"
    assert log[-1] == Fate("pluton", "may_sink")
    assert log[0].detail == "no section is left for them"


def test_fires_burn_side_by_side():
    """Each for its own time, and both lower her fire number (WS19)."""
    pluton, _, log = suffered(Outcome("fire_breaks_out", True, turns=3), fires=((1, 5),))
    assert pluton.fires == ((1, 5), (3, 3))
    assert log == [Critical("pluton", "mars", "fire_breaks_out", True, "it burns for 3 turns")]


def test_a_fire_on_a_six_will_blow_her_up():
    """Out of action at once, to blow up in the next phase C without a die (WS27)."""
    assert struck(6, 6, number=8) == Outcome("fire_breaks_out", True, explodes=True)
    assert struck(6, 5, number=8) == Outcome("fire_breaks_out", True, turns=5)
    pluton, _, log = suffered(Outcome("fire_breaks_out", True, explodes=True))
    assert (pluton.danger, pluton.able, pluton.gone) == ("will_explode", False, "")
    assert log[-1] == Fate("pluton", "will_explode")


# The rigging


@pytest.mark.parametrize(
    ("range", "chance"), [(1, 1), (2, Fraction(35, 36)), (6, Fraction(21, 36)), (10, Fraction(3, 36))]
)
def test_a_mast_falls_on_13_or_less(range: int, chance: Fraction):
    """Two dice and the range."""
    assert odds(criticals.mast_falls, range, CHARTS).chance(bool) == chance


def test_a_fallen_mast_takes_its_section_and_may_hang():
    """Rule VIII: a 1 hangs it over the side, the next die says which."""
    pluton, _, log = suffered(
        Outcome("mast_may_fall", True, section=True), 1, 4, options={"masts": True}, full_sails=True
    )
    assert (pluton.rigging, pluton.full_sails, pluton.hanging) == ((0, 5, 5, 5), False, ("right",))
    assert [type(event) for event in log] == [Critical, Squares, Masted]


def test_wreckage_obscures_a_side_for_three_turns():
    """Odd is the left side; two rigging squares go at once, and not doubled under full sails."""
    assert [struck(3, face, aim="rigging").side for face in (1, 2, 3, 4)] == ["left", "right", "left", "right"]
    wreck = Outcome("broadside_obscured", True, side="left")
    pluton, _, log = suffered(wreck, obscured=(("left", 1),), full_sails=True)
    assert pluton.obscured == (("left", 1), ("left", 3))
    assert pluton.rigging == (3, 5, 5, 5)
    assert log[1] == Squares("pluton", "the wreckage", 0, 0, 2)
