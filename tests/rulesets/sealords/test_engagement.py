"""Who is engaged, fireships, and throwing again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.fights import (
    ATTACK,
    ORDERS,
    SPACE,
    asked,
    lines,
    meeting,
    plays,
    refusal,
    step,
)
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    formation,
    leader,
    mistral_settings,
    view,
)
from weathergauge.rulesets.sealords.battle import opening, subroutine
from weathergauge.rulesets.sealords.battle.actions import (
    Engage,
    Fight,
    SendFireship,
    ThrowAgain,
)
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.state import Settings, replace

# Engagement


def test_who_fights_is_known_to_all():
    """Both sides have one formation each: they are engaged without a question, and everything of them shows."""
    found = plays(asked(meeting()), ATTACK)
    assert step(found) == ("british", "call_off")
    assert [one.known for one in found.table.counters] == ["all", "all"]


def test_an_attacker_names_his_formations():
    """At least one of his there, before he may go on."""
    found = plays(asked(meeting(formation("b2", order="o1"))), ATTACK)
    assert step(found) == ("british", "engage")
    assert "name a formation" in refusal(found, Ready())
    assert "'f1' cannot be engaged: expected one of b1, b2" in refusal(found, Engage("f1"))
    found = plays(found, ("british", Engage("b2")))
    assert step(found) == ("british", "engage")
    found = plays(found, ("british", Ready()))
    assert found.table.battle is not None
    assert found.table.battle.of("british").engaged == ("b2",)
    counter = found.table.counter("b1")
    assert counter is not None
    assert counter.known == "hidden"


def test_a_defender_begins_with_what_is_in_sight():
    """A hidden second formation may keep out of it, the spotted one may not."""
    found = plays(asked(meeting(formation("f2", SPACE, "bourbon"))), ATTACK)
    assert step(found) == ("bourbon", "engage")
    assert found.table.battle is not None
    assert found.table.battle.of("bourbon").engaged == ("f1",)
    assert subroutine.options(view(found, "bourbon"), MISTRAL) == {"f2": [Engage("f2")], STEP: [Ready()]}


def admirals(fleet: bool, command: bool) -> list[Any]:
    found = [leader("gabaret", "french")]
    if fleet:
        found.append(leader("court", "french", role="fleet_admiral"))
    if command:
        found.append(leader("navarro", "spanish", role="command_admiral"))
    return found


@pytest.mark.parametrize(
    ("fleet", "command", "mistral", "cold_waves"),
    [(True, True, True, True), (True, False, True, False), (False, True, False, False), (False, False, False, False)],
)
def test_two_commands_fight_together_only_under_their_admirals(
    fleet: bool, command: bool, mistral: bool, cold_waves: bool
):
    """A Fleet Admiral stands in for either (Mistral) or for one of them (Cold Waves) (SL35)."""
    there = admirals(fleet, command)
    assert opening.together(["french", "spanish"], there, MISTRAL) is mistral
    assert opening.together(["french", "spanish"], there, COLD_WAVES) is cold_waves
    assert opening.together(["french", "french"], there, MISTRAL)


# Fireships


def test_a_fireship_needs_twice_the_sail_of_its_target_and_is_spent():
    """Four sail: 8 or 9. Column 4, a 1: 5 damage points."""
    ship = auxiliary("fire", "fireship", base="b1")
    begun = plays(
        asked(meeting(british=ORDERS["british"] | {"auxiliaries": (ship,)})),
        ATTACK,
        ("british", Ready()),
        ("bourbon", Ready()),
    )
    assert step(begun) == ("british", "fireships")
    assert "'f9' is no enemy squadron" in refusal(begun, SendFireship("fire", "f1", "f9"))
    assert "'sloop' is no fireship" in refusal(begun, SendFireship("sloop", "f1", "f1_1"))
    burnt = plays(begun, ("british", SendFireship("fire", "f1", "f1_1")), faces=[8, 4, 1])
    target = burnt.formation("f1")
    assert target is not None
    assert target.dps == 5
    spent = burnt.secret("british").auxiliary("fire")
    assert spent is not None
    assert spent.box == "recovery"
    in_vain = plays(begun, ("british", SendFireship("fire", "f1", "f1_1")), faces=[7])
    assert in_vain.formation("f1") == begun.formation("f1")
    assert step(in_vain) == ("british", "intensity")


# Mulligans


def test_a_mulligan_costs_prestige_and_throws_again():
    """With the setting and a point of prestige the die of the level is thrown again: 0 instead of 9 (SL43)."""
    begun = lines(1, 1, table={"settings": Settings(mulligans=True)})
    tally = replace(begun.table.tally("british"), prestige=1)
    begun = replace(begun, table=begun.table.with_tally("british", tally))
    found = plays(begun, ("british", Fight("light")), faces=[9])
    assert step(found) == ("british", "regret_intensity")
    again = plays(found, ("british", ThrowAgain()), faces=[0])
    assert again.table.battle is not None
    assert again.table.battle.level == 6
    assert again.table.tally("british").prestige == 0


def test_without_prestige_or_the_setting_nobody_is_asked():
    """Whether to throw again is a question only where one can pay for it."""
    begun = plays(lines(2, 2), ("british", Fight("light")), faces=[9])
    assert step(begun) == ("british", "pair")
    poor = plays(lines(2, 2, table={"settings": Settings(mulligans=True)}), ("british", Fight("light")), faces=[9])
    assert step(poor) == ("british", "pair")


def test_the_admiral_of_the_fleet_has_one_for_nothing():
    """Once, and no prestige is spent."""
    begun = lines(2, 2, table={"settings": mistral_settings(ranks_british=("admiral_red_of_the_fleet",))})
    found = plays(begun, ("british", Fight("light")), faces=[9])
    assert step(found) == ("british", "regret_intensity")
    again = plays(found, ("british", ThrowAgain()), faces=[0])
    assert again.table.tally("british").prestige == 0
    assert not subroutine.may_throw_again(again.table, "british", MISTRAL)
