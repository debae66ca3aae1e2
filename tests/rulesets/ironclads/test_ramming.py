"""Ramming: success by era, the die, every modifier, the rows of the effect, rams lost and rudders."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.ironclads.sea import CHARTS, fort, heard, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import ramming
from weathergauge.rulesets.ironclads.actions import Fate, Rammed, Struck
from weathergauge.rulesets.ironclads.criticals import Sheet
from weathergauge.rulesets.ironclads.ramming import MISSED, Beam, Clash, Collision, Hurt
from weathergauge.rulesets.ironclads.state import State
from weathergauge.throwing import ScriptedDice

LISSA = Beam(1, Sheet(28, 28), ram=True)
ITALY = Beam(1, Sheet(28, 28))


def laid(one: Beam = LISSA, other: Beam = ITALY, **changed: Any) -> ramming.Ram:
    """Ferdinand Max into the port side of Re d'Italia at 12 knots, but for what is told otherwise."""
    usual: dict[str, Any] = {"era": 2, "knots": 12, "edge": "bow", "struck_edge": "port", "by_turn": False}
    return ramming.laid(Collision(one, other, **(usual | changed)), CHARTS)


def clash(ram: ramming.Ram, *faces: int) -> Clash:
    dice = ScriptedDice(faces)
    done = ramming.clash(ram, CHARTS, dice)
    dice.finish()
    return done


def adds(ram: ramming.Ram) -> dict[str, int]:
    return {m.reason: m.value for m in ram.add}


@pytest.mark.parametrize(("era", "face"), [(1, 4), (2, 4), (4, 4), (5, 5), (6, 5)])
def test_success_needs_4_until_the_fourth_era_and_5_later(era: int, face: int):
    """The least face that strikes, and the one below (IR28)."""
    assert clash(laid(era=era), face - 1) == MISSED
    assert clash(laid(era=era), face, 1).struck


def test_the_ram_of_lissa():
    """+2 for the ram and +1 for 12 knots: 8 and over on 5 and 6; she sinks one time in six, and is halved one in four."""
    found = odds(ramming.clash, laid(), CHARTS)
    assert found.chance(lambda done: done.target.sunk) == Fraction(1, 6)
    assert found.chance(lambda done: done.target.quarters == 14) == Fraction(1, 4)
    assert found.chance(lambda done: not done.struck) == Fraction(1, 2)


ROWS = [
    (1, Hurt(28, 0, True), Hurt(2)),
    (2, Hurt(14, 1), Hurt(4)),
    (3, Hurt(8, 1), Hurt(8, 1)),
    (4, Hurt(8, 1), Hurt(8, 1)),
    (5, Hurt(4), Hurt(14, 1)),
    (6, Hurt(4), Hurt(14, 1)),
]


@pytest.mark.parametrize(("face", "rammer", "target"), ROWS)
def test_the_rows_of_the_effect(face: int, rammer: Hurt, target: Hurt):
    """Without modifiers, 28 quarters each: half of the original hull is 14."""
    assert clash(laid(ITALY, ITALY, knots=4), 4, face) == Clash(True, rammer, target)


@pytest.mark.parametrize(
    ("face", "knots", "target"), [(4, 12, Hurt(14, 1)), (5, 12, Hurt(28, 0, True)), (6, 16, Hurt(28, 0, True))]
)
def test_seven_and_eight(face: int, knots: int, target: Hurt):
    """A 4 and 3 is a 7; from 8 up she is gone, and the rammer loses half a point."""
    assert clash(laid(knots=knots), 4, face) == Clash(True, Hurt(2), target)


def test_less_than_1_is_read_as_1():
    """A fourth class ship into a first class one: d3, -3, and +1 for speed; a 1 comes to -1 (IR16)."""
    small = Beam(4, Sheet(8, 8))
    assert clash(laid(small), 4, 1) == Clash(True, Hurt(8, 0, True), Hurt(2))


def test_half_the_original_hull_may_be_all_she_has_left():
    """14 of 28 quarters, and she has 10 (IR31)."""
    assert clash(laid(other=Beam(1, Sheet(10, 28))), 4, 3).target == Hurt(10, 1, True)


@pytest.mark.parametrize(
    ("one", "other", "changed", "restrictions", "modifiers"),
    [
        (LISSA, ITALY, {}, (), {"her ram": 2, "12 knots": 1}),
        (LISSA, ITALY, {"knots": 4}, (), {"her ram": 2}),
        (LISSA, ITALY, {"knots": 5}, (), {"her ram": 2, "5 knots": 1}),
        (LISSA, ITALY, {"knots": 15}, (), {"her ram": 2, "15 knots": 1}),
        (LISSA, ITALY, {"knots": 16}, (), {"her ram": 2, "16 knots": 2}),
        (LISSA, Beam(2, Sheet(20, 20), wooden=True), {"knots": 0}, (), {"her ram": 2, "iron against wood": 1, "the larger ship": 1}),
        (LISSA, Beam(4, Sheet(8, 8)), {"knots": 0}, (), {"her ram": 2, "the larger ship": 3}),
        (Beam(2, Sheet(20, 20)), ITALY, {"knots": 0}, (), {"the smaller ship": -1}),
        (Beam(3, Sheet(16, 16)), ITALY, {"knots": 0}, ("rammer_two_or_more_classes_smaller",), {"the smaller ship": -2}),
        (Beam(1, Sheet(28, 28), wooden=True), ITALY, {"knots": 0}, ("wooden_rams_armoured",), {}),
        (Beam(1, Sheet(28, 28), True), Beam(1, Sheet(28, 28), True), {"knots": 0}, (), {}),
        (LISSA, ITALY, {"knots": 0, "struck_edge": "bow"}, ("bow_to_bow",), {"her ram": 2}),
        (LISSA, LISSA, {"knots": 0, "struck_edge": "bow"}, ("bow_to_bow",), {}),
        (LISSA, LISSA, {"knots": 0, "struck_edge": "stern"}, (), {"her ram": 2}),
        (LISSA, ITALY, {"knots": 0, "edge": "stern"}, ("edge_other_than_bow",), {}),
        (LISSA, ITALY, {"knots": 0, "by_turn": True}, ("edge_other_than_bow",), {}),
        (LISSA, ITALY, {"knots": 0, "by_turn": True, "struck_edge": "bow"}, ("edge_other_than_bow",), {}),
    ],
)  # fmt: skip
def test_restrictions_and_modifiers(one: Beam, other: Beam, changed: Any, restrictions: Any, modifiers: Any):
    """Size, wood and iron, rams, speed and angle, each from its cell."""
    ram = laid(one, other, **changed)
    assert ram.restrictions == restrictions
    assert adds(ram) == modifiers


def test_any_restriction_makes_it_a_d3():
    """The account shows the die, the restriction, and every modifier with its cell."""
    dice = ScriptedDice([4, 3])
    ramming.clash(laid(struck_edge="bow"), CHARTS, dice)
    assert [throw.dice for throw in dice.throws] == ["1d6", "1d3"]
    assert dice.account is not None
    cells = [str(look.cell) for look in dice.account if look.cell]
    assert "ramming_roll_restrictions[bow_to_bow]" in cells
    reckoned = next(look for look in dice.account if look.add)
    assert [(m.reason, m.value) for m in reckoned.add] == [("the die", 3), ("her ram", 2), ("12 knots", 1)]
    assert [str(m.cell) for m in reckoned.add[1:]] == [
        "ramming_modifiers[equipped_with_ram]",
        "ramming_modifiers[declared_speed_5_to_15_knots]",
    ]


def test_a_struck_stern_tests_her_rudder():
    """A 4 damages it, and a die says which way; a 3 does not."""
    stern = laid(struck_edge="stern")
    assert clash(stern, 4, 1, 3).target.rudder is None
    rudder = clash(stern, 4, 1, 4, 1).target.rudder
    assert rudder is not None
    assert rudder.detail == "left"


def test_a_stern_that_strikes_tests_her_own_rudder():
    """Backing into somebody may cost it."""
    done = clash(laid(edge="stern", knots=0), 4, 3, 6, 5)
    assert done.rammer.rudder is not None
    assert (done.rammer.rudder.detail, done.target.rudder) == ("ahead", None)


def test_a_damaged_rudder_is_a_flood_instead():
    """And a quarter."""
    rudder = clash(laid(other=Beam(1, Sheet(28, 28, rudder=True)), struck_edge="stern"), 4, 1, 4).target.rudder
    assert rudder is not None
    assert (rudder.quarters, rudder.flooding) == (1, 1)


def test_a_ship_that_sinks_needs_no_test_of_her_rudder():
    """No die is thrown for it."""
    assert clash(laid(struck_edge="stern"), 4, 6).target == Hurt(28, 0, True)


def at_sea(one: dict[str, Any] | None = None, other: dict[str, Any] | None = None, **changed: Any) -> State:
    """Blue's Mars heads north into the side of red's Ajax, both with five hull points."""
    usual: dict[str, Any] = {"traits": ("ram",), "speed": 12}
    mars = ship("mars", 24, 20, **(usual | (one or {})))
    ajax = ship("ajax", 24, 22, 90, "red", **(other or {}))
    return state(table(mars, ajax, **changed))


def rammed(at: State, *faces: int, edge: Any = "bow", struck: Any = "starboard") -> tuple[State, bool, list[Any]]:
    dice = ScriptedDice(faces)
    after, hit = ramming.ram(at, 0, 1, edge, struck, False, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, hit, log


def test_a_failed_ram_does_no_damage():
    """They slide past each other (IR36); where she goes on is told with movement."""
    at = at_sea()
    after, hit, log = rammed(at, 3)
    assert (after, hit) == (at, False)
    assert log[0].struck is False


def test_a_ram_is_marked_on_both():
    """A 1 and 3 is a 4: two points each, and a flooding marker each, which wakes Ajax's inactive ones (IR11, IR13)."""
    after, hit, log = rammed(at_sea(other={"flooded": 2}), 4, 1)
    mars, ajax = after.table.ships
    assert hit
    assert (mars.hull, mars.flooding, ajax.hull, ajax.flooding, ajax.flooded) == (12, 1, 12, 3, 0)
    assert (mars.lost_hull, ajax.lost_hull) == (True, True)
    assert isinstance(log[0], Rammed)
    assert log[0].lost == (8, 8)
    assert log[0].account


def test_only_a_ship_with_a_ram_loses_it():
    """A 2 costs her the ram, counted or not; a ship without one has none to lose."""
    assert not clash(laid(ITALY, ITALY, knots=4), 4, 2).rammer.ram_lost
    turning = laid(knots=4, by_turn=True)
    assert clash(turning, 4, 2).rammer.ram_lost


def test_a_2_costs_her_the_ram_for_good():
    """d3 bow to bow with both rams: no modifier but her speed; a 1 and 1 is a 2."""
    after, _, _ = rammed(at_sea(other={"traits": ("ram",)}), 4, 1, struck="bow")
    assert after.table.ships[0].ram_lost
    assert not ramming.beam(after.table.ships[0]).ram


def test_both_may_sink_in_a_ram():
    """A 1 without modifiers: the rammer sinks, and Ajax had half a point left."""
    after, hit, log = rammed(at_sea({"traits": (), "speed": 0}, {"hull": 2, "hull_full": 20}), 4, 1)
    assert hit
    assert [one.gone for one in after.table.ships] == ["sunk", "sunk"]
    assert log[0].lost == (20, 2)
    assert log[1:] == [Fate("ajax", "sunk"), Fate("mars", "sunk")]


def test_a_rudder_is_damaged_on_the_table():
    """The state and the event say which way it is jammed."""
    after, _, log = rammed(at_sea(), 4, 1, 5, 3, struck="stern")
    assert after.table.ships[1].rudder == "right"
    assert log[1] == Struck("ajax", "rudder_damage", 0, "jammed to starboard")


def test_who_may_be_rammed():
    """Enemies that fight on; no friend, no fort (IR51), none that has surrendered (IR39)."""
    mars = ship("mars")
    assert ramming.rammable(mars, ship("ajax", side="red"))
    assert not ramming.rammable(mars, ship("orion"))
    assert not ramming.rammable(mars, fort("sumter"))
    assert not ramming.rammable(mars, ship("ajax", side="red", surrendered=True))
    assert not ramming.rammable(mars, ship("ajax", side="red", gone="sunk"))


@settings(deadline=None)
@given(
    st.integers(1, 6),
    st.integers(1, 4),
    st.integers(1, 4),
    st.sampled_from(["bow", "starboard", "stern", "port"]),
    st.sampled_from(["bow", "starboard", "stern", "port"]),
    st.booleans(),
    st.booleans(),
)
def test_nobody_loses_more_than_she_has(era: int, one: int, other: int, edge: Any, struck: Any, ram: bool, wood: bool):
    """Whatever the ships, losses are between nothing and all, and all is to be sunk."""
    both = Beam(one, Sheet(7, 12), wood, ram), Beam(other, Sheet(3, 20), not wood, ram)
    for done in odds(ramming.clash, laid(*both, era=era, edge=edge, struck_edge=struck), CHARTS):
        for hurt, beam in zip((done.rammer, done.target), both, strict=True):
            assert 0 <= hurt.quarters <= beam.sheet.hull
            assert hurt.sunk == (hurt.quarters == beam.sheet.hull)
