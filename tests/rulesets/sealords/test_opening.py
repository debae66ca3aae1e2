"""The gauge, and who comes up or gets away."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulesets.sealords.fights import (
    ATTACK,
    asked,
    meeting,
    plays,
    refusal,
    step,
)
from tests.rulesets.sealords.sea import (
    MISTRAL,
    formation,
    leader,
    order,
    squadron,
    view,
)
from weathergauge.odds import odds
from weathergauge.rulesets.sealords.battle import engagement, opening
from weathergauge.rulesets.sealords.battle.actions import (
    Attack,
    CallOff,
    CameUp,
    Engage,
    Fight,
    Reinforce,
    Withdraw,
)
from weathergauge.rulesets.sealords.battle.opening import Flight, Relief, Weatherly
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.phases import Going
from weathergauge.rulesets.sealords.state import Secret, replace
from weathergauge.throwing import ScriptedDice

# Weather gauge


def test_chances_of_the_gauge_by_hand():
    """10, less 2 for coming up with the wind, and 4 for the leader: 12. On station 10 - 5 + 3 = 8."""
    found = opening.gauge(Weatherly("with_wind", 4), Weatherly("on_station", 3), MISTRAL.charts, ScriptedDice([]))
    assert found == opening.Gauge(True, (12, 8))


@pytest.mark.parametrize(
    ("side", "chance"),
    [
        (Weatherly("against_wind", 4), 6),
        (Weatherly("catching_the_wind", 4), 8),
        (Weatherly("from_fitting_out", 4), 7),
        (Weatherly("with_wind", 4, fast=True), 14),
        (Weatherly("with_wind", 4, crippled=True), 11),
        (Weatherly("with_wind", 0, galleys=True), 10),
    ],
)
def test_every_line_of_the_gauge_chart(side: Weatherly, chance: int):
    """Each adds what is printed."""
    assert sum([one.value for one in opening.chances(side, MISTRAL.charts)]) == chance


def test_equal_chances_are_settled_by_a_die_for_who_was_there_first():
    """On 4 or less; and who was there first is told by the increment."""
    tied = Weatherly("with_wind", 3)
    assert opening.gauge(tied, tied, MISTRAL.charts, ScriptedDice([4])).first
    assert not opening.gauge(tied, tied, MISTRAL.charts, ScriptedDice([5])).first
    found = meeting()
    early = found.formation("f1")
    assert early is not None
    late = found.with_formation(replace(early, since=3))
    for state_, first in ((found, "bourbon"), (late, "british")):
        begun = plays(asked(state_), ATTACK)
        facing = {side: opening.facing(begun.table, side) for side in begun.table.sides}
        assert engagement.first_there(begun.table, facing) == first


def test_nobody_lies_on_station_in_the_open_sea():
    """In a zone one comes with the wind, in a space one has waited."""
    at_sea = formation("b1", "balearic_sea")
    assert opening.weatherly([at_sea], 0, MISTRAL).approach == "with_wind"
    assert opening.weatherly([formation("b1")], 0, MISTRAL).approach == "on_station"


def test_the_worst_approach_of_a_side_counts():
    """One formation against the wind spoils it for all."""
    two = [formation("b1", approach="with_wind"), formation("b2", approach="against_wind")]
    assert opening.weatherly(two, 0, MISTRAL).approach == "against_wind"


def test_who_came_in_an_earlier_increment_lies_on_station():
    """However he came."""
    before = formation("b1", approach="against_wind", since=3)
    assert opening.weatherly([before], 3, MISTRAL).approach == "against_wind"
    assert opening.weatherly([before], 4, MISTRAL).approach == "on_station"


# Calling off and withdrawing


def test_the_side_with_the_gauge_may_call_it_off():
    """And nobody else may."""
    found = plays(asked(meeting()), ATTACK, ("british", CallOff()))
    assert found.table.phase == Going()
    assert found.table.battle is None
    assert "call the battle off" in refusal(plays(asked(meeting()), ATTACK), Fight("light"))


def test_a_blockader_cannot_call_it_off():
    """With an order to blockade the port of the battle she stays."""
    orders = {"orders": (order("o1", "blockade", holder="b1", target=("toulon",), state="in_execution"),)}
    found = plays(asked(meeting(place="toulon", british=orders)), ("british", Attack("toulon")))
    assert step(found) != ("british", "call_off")


def test_the_attacked_may_withdraw_with_the_wind():
    """A leadership of 3 passes on 3 or less; then there is nobody left to fight."""
    found = plays(asked(meeting()), ATTACK, ("british", Ready()))
    assert step(found) == ("bourbon", "withdraw")
    ways = engagement.withdrawable(view(found, "bourbon"), MISTRAL)["f1"]
    assert "with the wind" in refusal(found, Withdraw("f1", "tunis"))
    away = plays(found, ("bourbon", Withdraw("f1", ways[0])), faces=[3])
    gone = away.formation("f1")
    assert gone is not None
    assert (gone.place, gone.acted, gone.approach) == (ways[0], True, "with_wind")
    assert away.table.phase == Going()
    stays = plays(found, ("bourbon", Withdraw("f1", ways[0])), faces=[4])
    assert step(stays) == ("british", "intensity")


def test_faster_enemies_hinder_a_withdrawal_and_a_gale_hides_it():
    """Leadership 3, two faster enemies: 3 becomes 5. In a gale 5 is read as 3."""
    assert odds(opening.withdraws, Flight(3, 2), MISTRAL.charts).chance(bool) == odds(
        opening.withdraws, Flight(1), MISTRAL.charts
    ).chance(bool)
    assert opening.withdraws(Flight(3, 0, gale=True), MISTRAL.charts, ScriptedDice([5]))
    assert not opening.withdraws(Flight(3, 0), MISTRAL.charts, ScriptedDice([5]))


def test_the_attacker_does_not_withdraw():
    """The attacked have the gauge: the attacker has nothing to say before the battle."""
    both = meeting()
    french = both.formation("f1")
    assert french is not None
    strong = replace(french, leader=leader("court", "french", lr=9))
    found = plays(asked(both.with_formation(strong)), ATTACK)
    assert step(found) == ("bourbon", "call_off")
    assert step(plays(found, ("bourbon", Ready()))) == ("bourbon", "intensity")


def test_a_strait_is_held_by_who_was_there_first():
    """In open spaces nobody holds anything."""
    table = meeting().table
    mine = formation("b1", "strait_of_gibraltar", since=5)
    theirs = formation("f1", "strait_of_gibraltar", "bourbon", since=3)
    assert opening.holds_strait(table, mine, [theirs], MISTRAL)
    assert not opening.holds_strait(table, theirs, [mine], MISTRAL)
    assert not opening.holds_strait(table, formation("b1", since=5), [formation("f1", since=3)], MISTRAL)


def test_who_flees_runs_with_the_wind_and_not_into_harbour():
    """Down a lane that the seasonal wind favours, not up it; from a sea zone by a way out; from a way in back again."""
    lane = next(one for one in MISTRAL.lanes if len(one.seasonal) == 1)
    wind, to = lane.seasonal[0]
    other = lane.a if to == lane.b else lane.b
    table = replace(meeting().table, winds=(wind,))
    assert to in opening.lee(table, formation("b1", other), MISTRAL)
    assert other not in opening.lee(table, formation("b1", to), MISTRAL)
    assert "balearic_sea/out/space_7" in opening.lee(table, formation("b1", "balearic_sea"), MISTRAL)
    assert opening.lee(table, formation("b1", "balearic_sea/in/space_7"), MISTRAL) == ("space_7",)
    assert not [to for to in opening.lee(table, formation("b1", "port_mahon"), MISTRAL) if "/" in to]


# Reinforcement


@pytest.mark.parametrize(
    ("relief", "modifier"),
    [
        (Relief(3, "cautious", 1, "with_wind"), 0),
        (Relief(3, "timid", 1, "with_wind"), 1),
        (Relief(3, "rash", 1, "with_wind"), -1),
        (Relief(3, "cautious", 4, "with_wind"), 3),
        (Relief(3, "cautious", 1, "on_station"), -2),
        (Relief(3, "cautious", 1, "against_wind"), 1),
        (Relief(3, "cautious", 1, "catching_the_wind"), 2),
        (Relief(3, "cautious", 1, "from_fitting_out"), 2),
        (Relief(3, "cautious", 1, "with_wind", assisted=True), -1),
        (Relief(3, "cautious", 1, "with_wind", assisted=True, light=True), -1),
        (Relief(3, "cautious", 1, "with_wind", damage=1), 1),
    ],
)
def test_every_line_of_the_reinforcement_chart(relief: Relief, modifier: int):
    """An auxiliary's help and light ships do not add up."""
    assert sum([one.value for one in opening.relief_modifiers(relief, MISTRAL.charts)]) == modifier


def test_lestock_comes_up_one_time_in_five():
    """Leadership 2, timid +1, three squadrons +2, there from the beginning -2: 0 and 1 pass. His flagship does not count."""
    rear = formation(
        "b1",
        squadrons=[squadron("r1"), squadron("r2", sail=2), squadron("r3", "sol_d", 1), squadron("neptune", "flagship")],
        leader=leader("lestock", lr=2, personality="timid"),
    )
    relief = opening.relief(rear, Secret(), meeting().table, MISTRAL)
    assert relief == Relief(2, "timid", 3, "on_station")
    assert odds(opening.comes_up, relief, MISTRAL.charts).chance(bool) == Fraction(1, 5)


def test_damage_and_frigates_are_read_off_the_formation():
    """For reliefs: worst damage, squadrons, and whether all of them are fast."""
    hurt = formation("b1", squadrons=[squadron("a", dps=7), squadron("b", "frigate", 2)])
    found = opening.relief(hurt, Secret(), meeting().table, MISTRAL)
    assert (found.damage, found.light, found.squadrons) == (1, False, 2)
    swift = formation("b1", squadrons=[squadron("a", "sol_d", 2), squadron("b", "frigate", 2)])
    assert opening.relief(swift, Secret(), meeting().table, MISTRAL).light


def test_a_formation_that_comes_up_is_engaged_and_one_that_fails_stays_hidden():
    """The second British formation passes on 0 to 5 (leadership 3, in the space before: -2)."""
    second = formation("b2", order="o1", leader=leader("martin", lr=3))
    begun = plays(asked(meeting(second)), ATTACK, ("british", Engage("b1")), ("british", Ready()))
    begun = plays(begun, ("british", Ready()), ("bourbon", Ready()))
    assert step(begun) == ("british", "reinforce")
    assert "'f1' cannot come up" in refusal(begun, Reinforce("f1"))
    dice = ScriptedDice([6])
    late = plays(begun, ("british", Reinforce("b2")), faces=dice)
    assert late.table.battle is not None
    assert late.table.battle.of("british").engaged == ("b1",)
    counter = late.table.counter("b2")
    assert counter is not None
    assert counter.known == "hidden"
    assert [one.to for one in dice.told if isinstance(one.event, CameUp)] == [("british",)]
    came = plays(begun, ("british", Reinforce("b2")), faces=[5])
    assert came.table.battle is not None
    assert came.table.battle.of("british").engaged == ("b1", "b2")
