"""The procedures of battles: from typed inputs to results and exact odds, and what orders in battle ask of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.fights import ATTACK, asked, lines, meeting, paired, plays, step
from weathergauge.files.inputs import BadInput
from weathergauge.rulesets.sealords.battle import engagement
from weathergauge.rulesets.sealords.battle.actions import Fight, JoinCombat, Pair, Reinforce, Share, Withdraw
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.procedures import calls, procedures
from weathergauge.throwing import ScriptedDice

from .sea import COLD_WAVES, MISTRAL, formation, leader, view

PROCEDURES = procedures(MISTRAL)
CHARTS = MISTRAL.charts


def resolved(name: str, faces: list[int], **given: Any) -> Any:
    """A procedure from inputs as they are typed, with these faces and no more."""
    dice = ScriptedDice(faces)
    found = PROCEDURES[name](PROCEDURES[name].read(given), CHARTS, dice)
    dice.finish()
    return found


def chance(name: str, wanted: Any, **given: Any) -> Fraction:
    return PROCEDURES[name].odds(PROCEDURES[name].read(given), CHARTS).chance(wanted)


SIDES = {"gauge.squadrons.1.sail": "4", "other.squadrons.1.sail": "4"}


def test_a_single_combat():
    """Level 4, four sail each: a 1 is 5 points on both sides."""
    found = resolved("combat", [1], level="4", **SIDES)
    assert (found.gauge_dps, found.other_dps, found.gauge_leader) == (5, 5, "none")
    hit = resolved("combat", [4, 2], level="6", **SIDES, **{"gauge.leader": "yes"})
    assert hit.gauge_leader == "wounded 3"


def test_a_whole_battle():
    """One combat of equals, medium intensity as chosen: a 5 is level 4, a 0 sinks a sail on both sides."""
    pair = {f"combats.1.{side}": value for side, value in SIDES.items()}
    found = resolved("battle", [5, 0], intensity="medium", opponent="aggressive", **pair)
    assert (found.gauge_sail, found.other_sail, found.gauge_wins) == (1, 1, True)
    assert chance("battle", lambda toll: toll.other_sail > 0, level="4", **pair) == Fraction(1, 10)


def test_the_weather_gauge():
    """10 - 2 + 4 against 10 - 5 + 3; equal chances are even."""
    given = {"first.approach": "with_wind", "first.lr": "4", "other.lr": "3"}
    assert resolved("weather_gauge", [], **given).first_has_it
    assert chance("weather_gauge", lambda found: found.first_has_it, **{"first.lr": "3", "other.lr": "3"}) == Fraction(
        1, 2
    )


def test_reinforcement_withdrawal_and_plain_checks():
    """Lestock (2, timid, three squadrons) comes up on 0 and 1; a leader of 3 gets away from one faster enemy on 0-2."""
    lestock = {"lr": "2", "personality": "timid", "squadrons": "3"}
    assert chance("battle_reinforcement", lambda found: found.passed, **lestock) == Fraction(2, 10)
    assert chance("withdrawal", lambda found: found.passed, lr="3", faster="1") == Fraction(3, 10)
    assert chance("leadership_check", lambda found: found.passed, lr="3") == Fraction(4, 10)
    assert resolved("leadership_check", [4], lr="3", modifier="-1").passed


def test_intensity_casualties_prizes_and_sinking():
    """Each is resolved by itself with the faces of its chart."""
    found = resolved("battle_intensity", [0], intensity="light", gauge_leader="rash", opponent="aggressive")
    assert (found.intensity, found.level) == ("heavy", 8)
    assert resolved("leader_casualty", [3]).turns == 2
    assert chance("leader_casualty", lambda fate: fate.result == "none") == Fraction(1, 2)
    assert resolved("strike_colours", [2], sunk="5").captured == 3
    assert chance("sinking", lambda found: found.sail == 1, dps="12") == Fraction(3, 10)
    assert resolved("sinking", [], dps="10").sail == 0


def test_a_caught_convoy():
    """A 1 in column 6: 2 points and a sail, worth 4; of treasure ships the sail alone."""
    assert resolved("caught_convoy", [1]).points == 6
    assert resolved("caught_convoy", [1], treasure="yes").points == 1
    assert resolved("caught_convoy", [0, 0], squadrons="2", points="5").points == 5


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("combat", {"level": "9", **SIDES}, "level"),
        ("combat", {"level": "4", **SIDES, "gauge.squadrons.1.sail": "7"}, "sail"),
        ("strike_colours", {"sunk": "0"}, "sunk"),
        ("battle_intensity", {"intensity": "fierce"}, "fierce"),
        ("battle_intensity", {"intensity": "light", "strait": "yes"}, "expected medium or heavy"),
        (
            "battle",
            {
                "combats.1.gauge.squadrons.1.sail": "2",
                "combats.1.other.squadrons.1.sail": "2",
                "intensity": "light",
                "strait": "yes",
            },
            "strait",
        ),
    ],
)
def test_bad_input_is_one_sentence(name: str, given: dict[str, str], words: str):
    """For whatever cannot be."""
    with pytest.raises(BadInput, match=words):
        PROCEDURES[name].read(given)


def test_both_titles_have_them():
    """Cold Waves has the battles of Mistral."""
    assert {"battle", "combat", "weather_gauge", "withdrawal"} <= procedures(COLD_WAVES).keys()


# What orders ask for


def held(of: Any, action: Any) -> list[str]:
    """The procedures an order asks for; each of them can be reckoned."""
    phase = of.table.phase
    found = calls(view(of, phase.side), action, MISTRAL)
    for one in found:
        assert sum(PROCEDURES[one.procedure].odds(one.inputs, CHARTS).values()) == 1
    return [one.procedure for one in found]


def test_odds_of_a_withdrawal_and_of_relief():
    """Each order of a battle has the odds of its own procedure beside it."""
    begun = plays(asked(meeting()), ATTACK, ("british", Ready()))
    to = engagement.withdrawable(view(begun, "bourbon"), MISTRAL)["f1"][0]
    assert held(begun, Withdraw("f1", to)) == ["withdrawal"]
    second = formation("f2", "space_7", "bourbon", leader=leader("gabaret", "french"))
    begun = plays(asked(meeting(second)), ATTACK, ("bourbon", Ready()), ("british", Ready()), ("bourbon", Ready()))
    assert step(begun) == ("bourbon", "reinforce")
    assert held(begun, Reinforce("f2")) == ["battle_reinforcement"]


def test_odds_of_intensity_pairs_joining_and_sharing():
    """And of the whole battle where the order decides it."""
    begun = lines(2, 3)
    assert held(begun, Fight("heavy")) == ["battle_intensity", "battle"]
    begun = plays(begun, ("british", Fight("light")), faces=[5])
    assert held(begun, Pair("b_1", "f_2")) == ["combat"]
    begun = paired()
    assert held(begun, JoinCombat("b_flag", 1)) == ["combat"]
    begun = plays(begun, ("british", JoinCombat("b_flag", 1)), ("bourbon", Ready()))
    assert held(begun, Share(1, 1)) == ["combat", "battle"]


def test_the_odds_of_a_shared_combat_are_those_of_the_dice():
    """What is offered with an order is what the battle will do: means agree with the combat as it is laid."""
    begun = plays(paired(), ("british", JoinCombat("b_flag", 1)), ("bourbon", Ready()))
    (call, _) = calls(view(begun, "british"), Share(1, 2), MISTRAL)
    inputs = call.inputs
    assert (inputs.level, inputs.gauge.own_shifts, inputs.gauge.lr, inputs.other.lr) == (4, 2, 4, 0)
    assert [one.cls for one in inputs.gauge.squadrons] == ["sol", "flagship"]
