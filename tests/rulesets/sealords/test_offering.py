"""Who may attack whom, and what a battle in peace costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.fights import (
    ATTACK,
    ORDERS,
    SPACE,
    asked,
    meeting,
    plays,
    refusal,
    step,
)
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    convoy,
    dummy,
    formation,
    heard,
    mistral_settings,
    squadron,
    state,
    view,
)
from weathergauge.rulesets.sealords import battle
from weathergauge.rulesets.sealords.battle import aftermath, quarrels, subroutine
from weathergauge.rulesets.sealords.battle.actions import (
    Attack,
    CallOff,
    ConvoyStruck,
    FallUpon,
    SendFireship,
)
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.phases import Going, Offering
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.procedures import calls
from weathergauge.rulesets.sealords.state import replace
from weathergauge.throwing import ScriptedDice

# Who may attack


def test_whoever_can_see_the_enemy_is_asked():
    """Only the French are spotted: the British are asked, and if they pass nothing happens."""
    found = asked(meeting())
    assert found.table.phase == Offering("british", SPACE, (), asked=True)
    passed = plays(found, ("british", Ready()))
    assert passed.table.phase == Going()
    assert passed.table.fought == (SPACE,)


def test_player_b_is_asked_first_and_then_the_other():
    """The British are Player A: the Bourbons are asked first where both are seen."""
    both = meeting()
    first = both.formation("b1")
    assert first is not None
    found = asked(both.with_formation(replace(first, known="spotted")))
    assert found.table.phase == Offering("bourbon", SPACE, ())
    assert plays(found, ("bourbon", Ready())).table.phase == Offering("british", SPACE, (), asked=True)


@pytest.mark.parametrize(
    "changed",
    [{"disorganised": True}, {"order": ""}, {"state": "fitting_out"}, {"place": "space_6"}],
)
def test_who_cannot_begin_a_battle(changed: dict[str, Any]):
    """Without orders, in disorder, in port or elsewhere nobody attacks."""
    both = meeting()
    own = both.formation("b1")
    assert own is not None
    assert asked(both.with_formation(replace(own, **changed))).table.phase == Going()


def test_what_is_hidden_is_not_attacked():
    """The step passes without a question."""
    hidden = state("mistral", [formation("b1", order="o1"), formation("f1", SPACE, "bourbon")], **ORDERS)
    assert asked(hidden).table.phase == Going()


def test_an_attack_on_the_hostile_costs_prestige_and_peace_allows_none():
    """SL31. The French before the war: 3 prestige in either title, once it comes to a battle. At peace nobody is asked."""
    for title, world in (("mistral", MISTRAL), ("cold_waves", COLD_WAVES)):
        place = SPACE if title == "mistral" else "ushant"
        hostile = meeting(title=title, place=place, relations=(("british", "french", "hostile"),))
        offered = asked(hostile, world)
        words = battle.ordered(view(offered, "british"), Attack(place), world)
        assert words is not None
        assert words.endswith(", at the price of 3 prestige once the guns fire")
        found = plays(offered, ("british", Attack(place)), world=world)
        assert found.table.tally("british").prestige == 0
        called_off = plays(found, ("british", CallOff()), world=world)
        assert called_off.table.tally("british").prestige == 0
        dice = ScriptedDice([])
        joined = plays(found, ("british", Ready()), ("bourbon", Ready()), world=world, faces=dice)
        assert step(joined) == ("british", "intensity")
        assert joined.table.tally("british").prestige == -3
        assert [one.amount for one in heard(dice) if isinstance(one, PrestigeChanged)] == [-3]
    assert asked(meeting(relations=())).table.phase == Going()


def test_war_with_one_of_them_makes_the_attack_free():
    """Spanish beside the French: the British are at war with them, and the French may fire or not."""
    spanish = formation("s1", SPACE, "bourbon", command="spanish", known="spotted")
    mixed = meeting(spanish, relations=(("british", "french", "hostile"), ("british", "spanish", "war")))
    offered = asked(mixed)
    words = battle.ordered(view(offered, "british"), Attack(SPACE), MISTRAL)
    assert words is not None
    assert "at the price of 3 prestige if nobody but " in words
    assert words.endswith(" fights")
    found = plays(offered, ATTACK)
    begun = plays(asked(meeting(relations=mixed.table.relations)), ATTACK)
    assert found.table.tally("british").prestige == 0
    spaniards = [formation("s1", SPACE, "bourbon", command="spanish"), formation("f1", SPACE, "bourbon")]
    assert aftermath.paid(begun, spaniards, MISTRAL, ScriptedDice([])).table.tally("british").prestige == 0
    assert aftermath.paid(begun, spaniards[1:], MISTRAL, ScriptedDice([])).table.tally("british").prestige == -3


def test_an_attack_before_the_war_costs_the_british_alone():
    """SL31. The line is "British attack French": the French pay nothing for theirs."""
    hostile = (("british", "french", "hostile"),)
    here = meeting(relations=hostile)
    british, french = ([one for one in here.formations if one.side == side] for side in ("british", "bourbon"))
    assert quarrels.price(here.table, british, french, MISTRAL) == 3
    assert quarrels.price(here.table, french, british, MISTRAL) == 0


def test_falling_upon_a_convoy_of_the_hostile_is_paid_for_too():
    """Three prestige, as for any attack in peace."""
    trade = convoy("c1", SPACE, "bourbon", known="spotted", command="french")
    alone = state(
        "mistral", [formation("b1", SPACE, order="o1"), trade], relations=(("british", "french", "hostile"),), **ORDERS
    )
    found = plays(asked(alone), ATTACK, faces=[9])
    assert found.table.tally("british").prestige == -3


def test_who_flees_into_a_strait_is_worn_and_seen_like_any_other():
    """P10: every squadron but galleys is marked, and the counter shows."""
    fled = formation("f1", SPACE, "bourbon", (squadron("s1"), squadron("s2", "galley")))
    after = aftermath.taken_away(state("mistral", [fled]), "f1", "strait_of_gibraltar", MISTRAL, ScriptedDice([]))
    there = after.formation("f1")
    assert there is not None
    assert [one.strait for one in there.squadrons] == [True, False]
    assert (there.known, there.acted, there.place) == ("spotted", True, "strait_of_gibraltar")


def test_several_battles_come_in_random_order():
    """A die says which is offered first, and passing leads to the next."""
    more = [formation("b2", "space_6", order="o1"), formation("f2", "space_6", "bourbon", known="spotted")]
    found = asked(meeting(*more), dice=ScriptedDice([2]))
    assert found.table.phase == Offering("british", "space_6", (SPACE,), asked=True)
    assert plays(found, ("british", Ready())).table.phase == Offering("british", SPACE, (), asked=True)


def test_a_battle_elsewhere_is_refused():
    """Only the place that is asked about can be attacked."""
    assert "not Iviza channel (#6)" in refusal(asked(meeting()), Attack("space_6"))
    assert "attack, or pass" in refusal(asked(meeting()), CallOff())


# Convoys


def test_an_unescorted_convoy_is_fallen_upon():
    """One squadron, a 1 in column 6: 2 points and a sail, 6 points of cargo."""
    prey = convoy("c1", SPACE, "bourbon", known="spotted", trade="troop")
    begun = state("mistral", [formation("b1", order="o1"), prey], **ORDERS)
    dice = ScriptedDice([1])
    found = plays(asked(begun), ATTACK, faces=dice)
    left = found.formation("c1")
    assert left is not None
    assert left.cargo is not None
    assert left.cargo.points == 18
    assert found.table.phase == Going()
    assert [(one.points, one.left) for one in heard(dice) if isinstance(one, ConvoyStruck)] == [(6, 18)]


def test_a_convoy_that_nobody_has_spotted_is_not_fallen_upon():
    """Two lie in the place: the one in sight loses 6 points, the other stays hidden and whole."""
    unseen = convoy("c1", SPACE, "bourbon")
    prey = convoy("c2", SPACE, "bourbon", known="spotted", trade="troop")
    begun = state("mistral", [formation("b1", order="o1"), unseen, prey], **ORDERS)
    found = plays(asked(begun), ATTACK, faces=[1])
    assert found.formation("c1") == unseen
    struck = found.formation("c2")
    assert struck is not None
    assert struck.load.points == 18


def test_of_several_convoys_in_sight_the_winner_chooses_one():
    """He is asked which, and may let them go; the other keeps its cargo."""
    fleet = [convoy(id, SPACE, "bourbon", known="spotted", trade="troop") for id in ("c1", "c2")]
    begun = state("mistral", [formation("b1", order="o1"), *fleet], **ORDERS)
    found = plays(asked(begun), ATTACK)
    assert step(found) == ("british", "plunder")
    here = view(found, "british")
    assert subroutine.of(here, STEP, MISTRAL) == [FallUpon("c1"), FallUpon("c2"), Ready()]
    assert battle.ordered(here, FallUpon("c2"), MISTRAL) == "fall upon the Bourbon counter c2"
    assert "'b1' is no convoy in sight here: expected one of c1, c2" in refusal(found, FallUpon("b1"))
    (call,) = calls(here, FallUpon("c2"), MISTRAL)
    assert (call.procedure, call.inputs.squadrons) == ("caught_convoy", 1)
    after = plays(found, ("british", FallUpon("c2")), faces=[1])
    assert [one.load.points for one in after.secret("bourbon").formations] == [24, 18]
    assert after.table.phase == Going()
    spared = plays(found, ("british", Ready()))
    assert [one.load.points for one in spared.secret("bourbon").formations] == [24, 24]


def test_naval_ordnance_counts_for_each_attack_on_a_caught_convoy():
    """The 1 in column 6 again, with a point more: 7 points of cargo. A face of 9 that does 2 does 3."""
    prey = convoy("c1", SPACE, "bourbon", known="spotted", trade="troop")
    ranks = mistral_settings(ranks_british=("naval_ordnance",))
    begun = state("mistral", [formation("b1", order="o1"), prey], settings=ranks, **ORDERS)
    for face, left in ((1, 17), (9, 21)):
        convoyed = plays(asked(begun), ATTACK, faces=[face]).formation("c1")
        assert convoyed is not None
        assert convoyed.load.points == left


def test_naval_ordnance_counts_for_a_fireship_in_battle():
    """Column 4, a 1: five damage points and one more."""
    ship = auxiliary("fire", "fireship", base="b1")
    ranks = mistral_settings(ranks_british=("naval_ordnance",))
    begun = asked(meeting(british=ORDERS["british"] | {"auxiliaries": (ship,)}, settings=ranks))
    begun = plays(begun, ATTACK, ("british", Ready()), ("bourbon", Ready()))
    target = plays(begun, ("british", SendFireship("fire", "f1", "f1_1")), faces=[8, 4, 1]).formation("f1")
    assert target is not None
    assert target.dps == 6


def test_an_escort_in_sight_must_be_fought_first():
    """The convoy keeps all its points until then."""
    prey = convoy("c1", SPACE, "bourbon", known="spotted")
    found = plays(asked(meeting(prey)), ATTACK)
    assert step(found) == ("british", "call_off")
    untouched = found.formation("c1")
    assert untouched is not None
    assert untouched.cargo is not None
    assert untouched.cargo.points == 24


def test_a_hidden_escort_may_keep_out_of_it():
    """It is asked, and if it does not fight the convoy is lost to its fate."""
    escort = formation("f2", SPACE, "bourbon")
    prey = convoy("c1", SPACE, "bourbon", known="spotted")
    begun = state("mistral", [formation("b1", order="o1"), escort, prey], **ORDERS)
    found = plays(asked(begun), ATTACK)
    assert step(found) == ("bourbon", "engage")
    over = plays(found, ("bourbon", Ready()), faces=[9])
    counter = over.table.counter("f2")
    assert counter is not None
    assert counter.known == "hidden"
    assert over.table.phase == Going()


def test_dummies_and_convoys_fight_no_battle():
    """With nobody else there is none to offer."""
    lone = state("mistral", [dummy("b1", order="o1"), formation("f1", SPACE, "bourbon", known="spotted")], **ORDERS)
    assert asked(lone).table.phase == Going()


# The end of the operations phase


def test_every_squadron_beyond_her_rating_is_checked_and_her_side_alone_hears_it():
    """In harbour too: 12 on 10 founders on 0, 1 and 2."""
    worn = formation("b1", "toulon/harbour", squadrons=[squadron("a", dps=12)], state="fitting_out")
    dice = ScriptedDice([2])
    found = aftermath.sinking(state("mistral", [worn, formation("b2")]), MISTRAL, dice)
    dice.finish()
    left = found.formation("b1")
    assert left is not None
    assert (left.sail, left.dps) == (3, 9)
    assert [one.to for one in dice.told] == [("british",)]
    kept = aftermath.sinking(state("mistral", [worn]), MISTRAL, ScriptedDice([3]))
    assert kept.formation("b1") == worn
