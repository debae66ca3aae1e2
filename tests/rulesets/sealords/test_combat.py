"""Combats and whole battles as dice and charts alone."""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weathergauge.odds import Memory, odds
from weathergauge.rulesets.sealords.battle import aftermath, array, combat
from weathergauge.rulesets.sealords.battle.combat import Combat, Fighter, Intent, Line, Toll, Usage
from weathergauge.rulesets.sealords.charts import Casualty
from weathergauge.rulesets.sealords.orders.convoys import cargo_lost
from weathergauge.rulesets.sealords.state import replace
from weathergauge.throwing import RandomDice, ScriptedDice

from .sea import COLD_WAVES, MISTRAL, formation, leader, squadron

CHARTS = MISTRAL.charts
RATED = {"sol": 10, "sol_d": 6, "frigate": 5, "galley": 6, "flagship": 6}


def ships(cls: Any = "sol", sail: int = 4, shift: int = 0, dps: int = 0) -> Fighter:
    return Fighter(cls, sail, shift, dps, RATED[cls])


def line(*squadrons: Fighter, lr: int = 0, own: int = 9) -> Line:
    """A line of squadrons, by itself four sail of the line; a leader is with it if it has a rating."""
    return Line(squadrons or (ships(),), lr, lr > 0, 0, own)


def fought(level: int, gauge: Line, other: Line, faces: list[int], **usage: bool) -> combat.Outcome:
    dice = ScriptedDice(faces)
    found = combat.combat(Combat(level, gauge, other, Usage(**usage)), CHARTS, dice)
    dice.finish()
    return found


def column(gauge: Line, other: Line, level: int = 4, **usage: bool) -> tuple[combat.Aim, combat.Aim]:
    return combat.aims(Combat(level, gauge, other, Usage(**usage)), CHARTS, ScriptedDice([]))


def test_one_die_is_read_by_both_sides_in_their_own_columns():
    """Level 4, the gauge better led by 2: columns 5 and 4. A 1 reads 6 and 5."""
    found = fought(4, line(lr=4), line(lr=2), [1])
    assert (found.other.dps, found.gauge.dps) == ((6,), (5,))


def test_a_setting_gives_each_side_its_own_die():
    """Usually one die is read for both."""
    found = fought(4, line(), line(), [1, 9], die_per_side=True)
    assert (found.other.dps, found.gauge.dps) == ((5,), (1,))


@pytest.mark.parametrize(("own", "columns"), [(0, (4, 2)), (1, (5, 3)), (2, (6, 4))])
def test_half_the_difference_of_leadership_rounded_up_is_shared_out(own: int, columns: tuple[int, int]):
    """4 against 1 is a difference of 3: two shifts, each to the own side or against the enemy's."""
    found = column(line(lr=4, own=own), line(lr=1))
    assert (found[0].column, found[1].column) == columns


def test_the_worst_squadron_and_the_flagship_shift_a_column():
    """A flagship's number is added to the worst of the others; alone she has only her own (R-FLAG-SHIFT)."""
    mixed = line(ships(shift=-1), ships("flagship", 1, 2))
    assert column(mixed, line())[0].column == 5
    assert column(line(ships("flagship", 1, 2)), line())[0].column == 6


def test_a_setting_compares_flagships_with_the_others():
    """The worst squadron or the flagship, whichever is farther."""
    mixed = line(ships(), ships("flagship", 1, 2))
    assert column(mixed, line(), flagship_compared=True)[0].column == 4
    assert column(mixed, line())[0].column == 6


def test_shifts_beyond_the_table_change_damage_points():
    """Level 8 with two more shifts stays at 8 and adds 2; level 0 with one less stays at 0 and takes 1 away."""
    strong = line(ships("flagship", 1, 2))
    assert column(strong, line(ships("sol", 1)), 8)[0] == combat.Aim(8, 2)
    assert column(line(ships(shift=-1)), line(), 0)[0] == combat.Aim(0, -1)


def test_more_sail_add_damage_points_counted_before_losses():
    """Four sail against two: 2 more points on every result."""
    assert column(line(), line(ships("sol", 2)))[0].points == 2


def test_frigates_and_galleys_do_less_but_galleys_are_at_home_in_straits():
    """There they do more than elsewhere."""
    frigates = line(ships("frigate", 2), ships("frigate", 2))
    assert column(frigates, line())[0].points == -4
    galleys = line(ships("galley", 4))
    assert column(galleys, line())[0].points == -2
    assert column(galleys, line(), narrow=True)[0].points == 2


def test_damage_never_falls_below_nothing():
    """A 9 at level 4 is 1 point; a frigate squadron takes 2 off."""
    assert fought(4, line(ships("frigate", 2)), line(ships("frigate", 2)), [9]).other.dps == (0,)


def test_a_galley_squadron_suffers_double():
    """A 1 at level 4 is 5 points, in a strait; the galleys' 5 and 2 fall on the other side."""
    found = fought(4, line(), line(ships("galley", 4)), [1], narrow=True)
    assert (found.other.dps, found.gauge.dps) == ((10,), (7,))


def test_modifiers_are_added_even_to_a_bare_sinking():
    """A 0 at level 4 is a sail and nothing else; four against two adds 2 points, on what is left."""
    found = fought(4, line(), line(ships("sol", 2)), [0])
    assert (found.other.sail, found.other.dps) == ((1,), (2,))


def test_sail_are_drawn_among_the_whole_line():
    """Four sail and a flagship: 5 on five faces draws the flagship; the points fall on what is left."""
    two = line(ships(), ships("flagship", 1, 1))
    lost = fought(4, two, line(ships("sol", 5)), [0, 5])
    assert lost.gauge.sail == (0, 1)
    spared = fought(4, two, line(ships("sol", 5)), [0, 1])
    assert spared.gauge.sail == (1, 0)
    chance = odds(combat.suffered, two, CHARTS.combat_damage.at(0, 4), 0, Usage(), CHARTS)
    assert chance.chance(lambda harm: harm.sail == (0, 1)) == Fraction(1, 5)


def test_a_setting_lets_the_paired_squadron_take_the_losses():
    """Before the others lose any."""
    two = line(ships("sol", 1), ships("flagship", 1, 1))
    assert fought(4, two, line(ships("sol", 2)), [0], paired_takes_all=True).gauge.sail == (1, 0)


def test_damage_is_shared_evenly_and_the_odd_points_go_to_the_paired_squadron():
    """Among those who still float; with nobody left it is lost."""
    three = line(ships(), ships("sol_d", 2), ships("sol_d", 2))
    assert combat.shared(three, (0, 0, 0), 8, CHARTS) == (4, 2, 2)
    assert combat.shared(three, (4, 0, 0), 7, CHARTS) == (0, 4, 3)
    assert combat.shared(line(ships("sol", 1)), (1,), 7, CHARTS) == (0,)


def test_a_star_strikes_only_where_there_is_a_leader():
    """A 4 at level 6 is 5 points and a star. The die for the leader comes only if there is one: 1 kills him."""
    assert fought(6, line(), line(), [4]).gauge.leader == combat.NO_CASUALTY
    found = fought(6, line(lr=3), line(lr=3), [4, 1, 3])
    assert (found.gauge.leader, found.other.leader) == (Casualty("killed"), Casualty("wounded", 2))


def test_a_sail_takes_her_share_of_old_damage_with_her():
    """Four sail with 9 points: one goes with 2, then 5 new ones come."""
    assert combat.after(ships(dps=9), 5, 1) == ships("sol", 3, dps=12)


def test_sinking_checks_after_the_battle_need_damage_beyond_the_rating():
    """12 points on a rating of 10: 0, 1 and 2 sink a sail."""
    hurt = line(ships(dps=7))
    law = odds(combat.founders, hurt, combat.Harm((5,), (0,)))
    assert law[1] == Fraction(3, 10)
    assert odds(combat.founders, line(), combat.Harm((5,), (0,)))[0] == 1


@pytest.mark.parametrize(
    ("chosen", "gauge", "opponent", "strait", "found"),
    [
        ("light", "rash", "aggressive", False, "heavy"),
        ("heavy", "rash", "aggressive", False, "heavy"),
        ("medium", "timid", "timid", False, "light"),
        ("medium", "timid", "timid", True, "medium"),
        ("medium", "cautious", "aggressive", False, "medium"),
    ],
)
def test_personalities_shift_the_intensity(chosen: Any, gauge: Any, opponent: Any, strait: bool, found: str):
    """Shifts stop at the ends of the table, in a strait at medium (R-BIT-CLAMP)."""
    assert combat.intensity(Intent(chosen, gauge, opponent, strait), CHARTS, ScriptedDice([])) == found


def test_a_strait_bars_light_battles():
    """Elsewhere there are three intensities."""
    assert combat.choices(True, CHARTS) == ("medium", "heavy")
    assert combat.choices(False, CHARTS) == ("light", "medium", "heavy")


def test_the_damage_level_is_one_die_in_the_column_of_the_intensity():
    """A 5 at medium is level 4."""
    assert combat.level("medium", (), CHARTS, ScriptedDice([5])) == 4


def test_a_lone_combat_by_hand():
    """Two equal squadrons at level 4, ten faces: one in ten sinks a sail on each side; the mean damage is 3.0."""
    law = odds(combat.battle, (Combat(4, line(), line()),), None, CHARTS)
    assert law.chance(lambda toll: toll.gauge_sail == 1 and toll.other_sail == 1) == Fraction(1, 10)
    assert law.mean(lambda toll: toll.other_dps) == Fraction(5 + 5 + 4 + 4 + 3 + 3 + 3 + 2 + 1, 10)


def test_who_wins():
    """More enemy sail, then more damage, then the gauge (R-STRIKE-WHO)."""
    assert Toll(9, 1, 0, 0, 2, 0).gauge_wins
    assert not Toll(9, 1, 0, 8, 1, 0).gauge_wins
    assert Toll(9, 1, 0, 9, 1, 0).gauge_wins


TOULON = (
    Combat(0, line(ships(), ships("flagship", 1, 2), lr=4), line(ships(), ships("flagship", 1, 1), lr=3)),
    Combat(0, line(ships(), ships("flagship", 1, 2), lr=4), line(ships(), ships("flagship", 1, 1), lr=2)),
    Combat(0, line(ships(), ships("flagship", 1, 2), lr=2), line(ships("sol", 3, -1), ships("flagship", 1, 2), lr=3)),
    Combat(0, line(ships()), line(ships("sol_d", 2), ships("sol_d", 1), ships("flagship", 1, 1), lr=2)),
    Combat(0, line(ships("sol", 2)), line(ships("sol_d", 2), ships("sol_d", 1))),
    Combat(0, line(ships("sol_d", 2)), line(ships("sol_d", 2))),
)


def test_six_combats_are_exact_and_merge():
    """The law of a battle of six combats: equal tolls merge, and nothing is left out."""
    law = odds(combat.battle, TOULON, Intent("heavy", "cautious", "aggressive"), CHARTS, memory=Memory())
    assert sum(law.values()) == 1
    assert law.unresolved == 0
    # Ten faces for the level and ten for each combat are ten million ways, before sail are drawn and leaders hit.
    assert len(law) < 100_000


def test_a_battle_is_the_sum_of_its_combats():
    """What a battle costs in the mean is what its combats cost, one by one: Toulon, at damage level 4."""
    fixed = tuple([replace(one, level=4) for one in TOULON])
    whole = odds(combat.battle, fixed, None, CHARTS)
    for part in Toll.__struct_fields__:
        single = [odds(combat.battle, (one,), None, CHARTS).mean(attrgetter(part)) for one in fixed]
        assert whole.mean(attrgetter(part)) == sum(single)


SQUADRONS = st.builds(
    ships,
    st.sampled_from(["sol", "sol_d", "frigate", "galley", "flagship"]),
    st.integers(1, 4),
    st.integers(-1, 2),
    st.integers(0, 12),
)
LINES = st.builds(
    lambda squadrons, lr, own: line(*squadrons, lr=lr, own=own),
    st.lists(SQUADRONS, min_size=1, max_size=3),
    st.integers(0, 6),
    st.integers(0, 3),
)


@settings(max_examples=60, deadline=None)
@given(LINES, LINES, st.integers(0, 8), st.booleans(), st.booleans(), st.integers())
def test_no_combat_takes_more_than_there_is(
    gauge: Line, other: Line, level: int, narrow: bool, paired: bool, seed: int
):
    """Whatever meets whatever: no squadron loses more sail than she has, and no damage is negative."""
    usage = Usage(narrow=narrow, paired_takes_all=paired)
    found = combat.combat(Combat(level, gauge, other, usage), CHARTS, RandomDice(seed))
    for side, harm in ((gauge, found.gauge), (other, found.other)):
        assert all(lost <= one.sail for one, lost in zip(side.squadrons, harm.sail, strict=True))
        assert all(dps >= 0 for dps in harm.dps)
        assert side.led or harm.leader == combat.NO_CASUALTY


@pytest.mark.parametrize(("face", "captured"), [(0, 5), (1, 4), (2, 3), (4, 2), (6, 1), (7, 0)])
def test_a_share_of_the_lost_sail_strikes(face: int, captured: int):
    """Of five sail, by the die: all, four fifths, three, two, one, none."""
    assert aftermath.struck(5, CHARTS, ScriptedDice([face])) == captured


def test_caught_convoys_are_attacked_in_column_6():
    """Two squadrons, 0 and 5: 2 points and a sail, then 4 points; a sail is worth 4 points of cargo."""
    assert aftermath.caught(2, 0, COLD_WAVES.charts, ScriptedDice([0, 5])) == (6, 1)
    assert cargo_lost("trade", 6, 1, CHARTS) == 10
    assert cargo_lost("azogues", 6, 1, CHARTS) == 1


def test_joining_keeps_the_limit_of_the_intensity_with_one_flagship_above_it():
    """At light intensity a squadron and a flagship; at heavy three squadrons and a flagship."""
    assert combat.holds("light", 1, 1, CHARTS)
    assert not combat.holds("light", 0, 2, CHARTS)
    assert not combat.holds("light", 2, 1, CHARTS)
    assert combat.holds("medium", 2, 1, CHARTS)
    assert combat.holds("heavy", 1, 3, CHARTS)
    assert not combat.holds("heavy", 0, 4, CHARTS)


def fleet(side: Any, *divisions: tuple[Any, list[Any]]) -> list[Any]:
    """Formations of a fleet: a leader's rating, guns and shift of his flagship, and squadrons as (class, sail, shift)."""
    made = []
    for n, ((lr, shift), ships_) in enumerate(divisions):
        squadrons = [squadron(f"{side}{n}_flag", "flagship", 1, shift=shift)]
        squadrons += [squadron(f"{side}{n}_{k}", cls, sail, shift=s) for k, (cls, sail, s) in enumerate(ships_)]
        made.append(formation(f"{side}{n}", squadrons=squadrons, leader=leader(f"{side}{n}", lr=lr), side=side))
    return made


BRITISH = fleet(
    "british",
    ((4, 2), [("sol", 4, 0), ("sol", 4, 0), ("sol_d", 2, 0)]),
    ((4, 2), [("sol", 4, 0), ("sol", 2, 0), ("sol_d", 2, 0)]),
    ((2, 2), [("sol", 4, 0), ("sol", 2, 0), ("sol_d", 1, 0)]),
)
BOURBON = fleet(
    "bourbon",
    ((3, 1), [("sol", 4, 0), ("sol_d", 2, 0), ("sol_d", 1, 0)]),
    ((2, 1), [("sol", 4, 0), ("sol_d", 2, 0), ("sol_d", 1, 0)]),
    ((3, 2), [("sol", 3, -1), ("sol_d", 2, 0), ("sol_d", 2, 0)]),
    ((2, 1), [("sol_d", 2, 0), ("sol_d", 1, 0)]),
)
SIMULATED: dict[Any, tuple[float, float, float]] = {
    "light": (21, 0.4, 0.7), "medium": (31, 1.1, 1.5), "heavy": (38, 2.0, 2.4),
}  # fmt: skip
"""What a simulation of the battle of 1744 found: damage points a side, British sail, Bourbon sail."""


@pytest.mark.parametrize("intensity", ["light", "medium", "heavy"])
def test_the_fleets_of_1744_cost_each_other_what_was_expected(intensity: Any):
    """All engaged, laid by strength: within a fifth of the simulated damage, and two fifths of a sail of the losses."""
    combats = array.forecast(BRITISH, BOURBON, intensity, Usage(), MISTRAL)
    assert len(combats) == 9
    dps, british, bourbon = SIMULATED[intensity]
    found = dict.fromkeys(Toll.__struct_fields__, Fraction(0))
    for face in range(10):
        for one in combats:
            law = odds(combat.battle, (replace(one, level=CHARTS.battle_intensity.at(face, intensity)),), None, CHARTS)
            for part in found:
                found[part] += law.mean(attrgetter(part)) / 10
    assert abs(found["gauge_dps"] + found["other_dps"] - 2 * dps) < dps * 2 / 5
    assert abs(found["gauge_sail"] - Fraction(british)) < Fraction(2, 5)
    assert abs(found["other_sail"] - Fraction(bourbon)) < Fraction(2, 5)


def test_a_forecast_lays_every_squadron_that_has_room():
    """At light intensity a pair and a flagship a side; nobody stands in two combats."""
    light = array.forecast(BRITISH, BOURBON, "light", Usage(), MISTRAL)
    assert [len(one.gauge.squadrons) for one in light] == [2, 2, 2, 1, 1, 1, 1, 1, 1]
    heavy = array.forecast(BRITISH, BOURBON, "heavy", Usage(), MISTRAL)
    assert sum([one.other.sail for one in heavy]) == sum([one.sail for one in BOURBON])
