"""Intensity, pairs, joining and sharing, and where leaders are."""

from __future__ import annotations

import pytest

from tests.rulesets.sealords.fights import (
    ATTACK,
    asked,
    lined_up,
    lines,
    meeting,
    paired,
    plays,
    refusal,
    step,
    told,
)
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    SIDES,
    formation,
    heard,
    leader,
    mistral_settings,
    squadron,
    state,
    view,
)
from weathergauge.rulesets.sealords import battle, casualties
from weathergauge.rulesets.sealords.battle import aftermath, array, subroutine
from weathergauge.rulesets.sealords.battle.actions import (
    Attack,
    BattleAction,
    Fight,
    JoinCombat,
    LeaderPlaced,
    LeadersShown,
    Pair,
    PlaceLeader,
    Ransom,
    Share,
)
from weathergauge.rulesets.sealords.charts import Casualty
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.council import sitting
from weathergauge.rulesets.sealords.phases import Council, Fighting, Going
from weathergauge.rulesets.sealords.state import Settings, replace, with_battle
from weathergauge.testing import rules_for
from weathergauge.throwing import RandomDice, ScriptedDice

# Intensity, pairs, joining, sharing


def test_the_side_with_the_gauge_chooses_and_rolls():
    """Rash against cautious: one shift up, from light to medium. A 5 there is level 4."""
    begun = lines(2, 2)
    assert step(begun) == ("british", "intensity")
    found = plays(begun, ("british", Fight("light")), faces=[5])
    assert found.table.battle is not None
    assert (found.table.battle.intensity, found.table.battle.level) == ("medium", 4)
    assert step(found) == ("british", "pair")


def test_light_intensity_is_refused_in_a_strait():
    """There is no room to keep apart."""
    place = "strait_of_gibraltar"
    begun = plays(asked(meeting(place=place)), ("british", Attack(place)), ("british", Ready()), ("bourbon", Ready()))
    assert "in a strait cannot be fought at light" in refusal(begun, Fight("light"))


def test_leaders_go_with_flagships_first_and_then_with_the_most_sail():
    """A poor squadron of more sail, too."""
    begun = lines(2, 2)
    assert begun.table.battle is not None
    assert dict(begun.table.battle.leaders) == {"b1": "b_flag", "f1": "f_flag"}
    small = formation("b1", squadrons=[squadron("a", sail=2), squadron("b", sail=4, shift=-1)])
    assert array.post(small) == "b"  # a poor squadron of more sail, too


def test_each_side_places_its_leaders_behind_its_screen():
    """The side with the gauge first; the other does not see where, and all are shown when both are ready."""
    begun = lined_up(2, 2)
    assert step(begun) == ("british", "post")
    assert subroutine.options(view(begun, "british"), MISTRAL) == {
        "b1": [PlaceLeader("b1", "b_flag"), PlaceLeader("b1", "b_1"), PlaceLeader("b1", "b_2")],
        STEP: [Ready()],
    }
    dice = ScriptedDice([])
    after = plays(begun, ("british", PlaceLeader("b1", "b_2")), faces=dice)
    assert step(after) == ("bourbon", "post")
    assert after.secret("british").posts == (("b1", "b_2"),)
    assert after.table.battle == begun.table.battle
    assert [(one.event, one.to) for one in dice.told] == [(LeaderPlaced("british", "Rowley", "b_2"), ("british",))]
    shown = plays(after, ("bourbon", Ready()), faces=dice)
    assert step(shown) == ("british", "intensity")
    assert shown.table.battle is not None
    assert dict(shown.table.battle.leaders) == {"b1": "b_2", "f1": "f_flag"}
    assert shown.secret("british").posts == ()
    assert [one.event for one in dice.told if one.to is None] == [
        LeadersShown("british", (("Rowley", "b_2"),)),
        LeadersShown("bourbon", (("Court", "f_flag"),)),
    ]


def test_a_leader_counts_where_he_was_placed():
    """Rowley leads by one: with b_2 he shifts the combat of b_2, and that of b_1 has nobody to shift it."""
    begun = plays(lined_up(2, 2), ("british", PlaceLeader("b1", "b_2")), ("bourbon", Ready()))
    laid = plays(begun, ("british", Fight("light")), ("british", Pair("b_1", "f_1")), faces=[5])
    battle = laid.table.fighting
    assert [array.led_by(laid.table, "british", pair.gauge, MISTRAL) is not None for pair in battle.combats] == [
        False,
        True,
    ]


def test_a_leader_whose_ship_is_burnt_goes_on_by_the_rule():
    """He is with the flagship again."""
    begun = plays(lined_up(2, 2), ("british", PlaceLeader("b1", "b_2")), ("bourbon", Ready()))
    ship = begun.formation_of("b1")
    burnt = begun.with_formation(ship.with_squadron(replace(ship.squadron_of("b_2"), sail=0)))
    assert array.posted(burnt.table.fighting, burnt.formation_of("b1")) == "b_flag"


def test_leaders_are_placed_by_the_rule_where_the_table_wants_it():
    """With that setting nobody is asked."""
    assert step(lined_up(2, 2, table={"settings": mistral_settings(leaders_by_rule=True)})) == ("british", "intensity")


def test_a_leader_with_one_squadron_is_not_asked_about():
    """There is nothing to choose."""
    assert step(plays(asked(meeting()), ATTACK, ("british", Ready()), ("bourbon", Ready())))[1] == "intensity"


def test_refusals_where_leaders_are_placed():
    """The sentence names who and where one could."""
    begun = lined_up(2, 2)
    assert "'b9' has no leader to be placed: expected one of b1" in refusal(begun, PlaceLeader("b9", "b_1"))
    assert "'f_1' is not a squadron of 'b1': expected one of b_flag, b_1, b_2" in refusal(
        begun, PlaceLeader("b1", "f_1")
    )
    assert "place leaders with squadrons, or pass" in refusal(begun, Fight("light"))


def test_pairs_are_laid_in_turn_until_a_side_has_none_left():
    """Two against three: the gauge pairs, the other pairs, then one is left over. Flagships are not paired."""
    begun = plays(lines(2, 3), ("british", Fight("light")), faces=[5])
    assert "'b_flag' cannot be paired" in refusal(begun, Pair("b_flag", "f_1"))
    assert "'f_flag' cannot be paired" in refusal(begun, Pair("b_1", "f_flag"))
    begun = plays(begun, ("british", Pair("b_1", "f_2")))
    assert step(begun) == ("bourbon", "pair")
    begun = plays(begun, ("bourbon", Pair("f_1", "b_2")))
    assert step(begun) == ("british", "join")
    assert begun.table.battle is not None
    assert [(one.gauge, one.other) for one in begun.table.battle.combats] == [
        (("b_1",), ("f_2",)),
        (("b_2",), ("f_1",)),
    ]


def test_squadrons_left_over_join_in_turn_within_the_limit():
    """Each side in turn, and no combat beyond its room."""
    begun = plays(paired(), ("british", JoinCombat("b_flag", 1)), ("bourbon", JoinCombat("f_3", 1)))
    assert step(begun) == ("bourbon", "join")
    assert "'f_3' can join no combat" in refusal(begun, JoinCombat("f_3", 2))
    assert "cannot join combat 9" in refusal(begun, JoinCombat("f_flag", 9))
    begun = plays(begun, ("bourbon", JoinCombat("f_flag", 1)))
    assert begun.table.battle is not None
    assert begun.table.battle.combats[0].other == ("f_2", "f_3", "f_flag")


def test_who_joins_next_by_strength():
    """The flagship first, where the fewest are; then the squadron that is left over in the other combat, and nobody then."""
    begun = paired()
    joined = []
    while step(begun)[1] == "join":
        side = step(begun)[0]
        found = array.next_to_join(begun.table, side, MISTRAL)
        if found is not None:
            joined.append((found[0].id, found[1] + 1))
        begun = plays(begun, (side, JoinCombat(*joined[-1]) if found is not None else Ready()), faces=RandomDice(1))
    assert joined == [("b_flag", 1), ("f_flag", 1), ("f_3", 2)]


def test_both_may_leave_squadrons_out():
    """The battle goes on without them."""
    begun = plays(paired(), ("british", Ready()), ("bourbon", Ready()), faces=RandomDice(1))
    assert not isinstance(begun.table.phase, Fighting) or begun.table.phase.step != "join"


def test_the_better_leader_shares_out_his_shifts():
    """4 against 3: one shift, to his own side or against the enemy. Then the combats are fought."""
    begun = plays(paired(), ("british", JoinCombat("b_flag", 1)), ("bourbon", JoinCombat("f_flag", 1)))
    begun = plays(begun, ("bourbon", Ready()))
    assert step(begun) == ("british", "share")
    assert subroutine.options(view(begun, "british"), MISTRAL)[STEP] == [Share(1, 0), Share(1, 1)]
    assert "0 to 1 of its shifts" in refusal(begun, Share(1, 2))
    said = rules_for("mistral").say(view(begun, "british"), Share(1, 0))
    assert said == "combat 1: 0 of 1 shift to your own side, 1 against the enemy"
    assert begun.table.battle is not None
    found = array.combat_of(begun.table, begun.table.battle.combats[0], MISTRAL)
    assert (found.level, found.gauge.lr, found.other.lr) == (4, 4, 3)


def test_a_battle_from_end_to_end():
    """Level 4. Combat 1, columns 6 and 5 (flagship +1, led +1; flagship +1): a 1 costs the French 2 and a sail by lot,
    the British 6. Combat 2 at 4 each: a 9, one point each. The French have lost more sail: they are beaten and disordered;
    7 on the strike table takes no prize; they run to leeward."""
    begun = plays(
        paired(),
        ("british", JoinCombat("b_flag", 1)),
        ("bourbon", JoinCombat("f_flag", 1)),
        ("bourbon", Ready()),
    )
    dice = ScriptedDice([1, 1, 9, 7])
    found = plays(begun, ("british", Share(1, 1)), faces=dice)
    beaten, winner = found.formation("f1"), found.formation("b1")
    assert beaten is not None
    assert winner is not None
    assert beaten.disorganised
    assert not winner.disorganised
    assert (beaten.sail, winner.sail) == (12, 9)
    assert (beaten.dps, winner.dps) == (3, 7)
    assert found.table.tally("bourbon").lost == (("sol", 1),)
    assert step(found) == ("bourbon", "reorganise")
    found = plays(found, ("bourbon", Ready()))
    assert step(found) == ("bourbon", "retreat")
    ways = subroutine.options(view(found, "bourbon"), MISTRAL)["f1"]
    over = plays(found, ("bourbon", ways[0]))
    assert over.table.phase == Going()
    assert over.table.battle is None
    gone = over.formation("f1")
    assert gone is not None
    assert gone.place == ways[0].to
    assert all(told(over, event) for event in heard(dice))


def test_every_choice_has_a_sentence_and_a_random_battle_ends():
    """Fleets that choose at random: every option is legal and told, and each battle comes to an end."""
    for seed in range(40):
        dice = RandomDice(seed)
        intensity = ("light", "medium", "heavy")[seed % 3]
        changed = {"settings": Settings(mulligans=seed % 2 == 0, die_per_side=seed % 5 == 0)}
        now = lines(3, 4, table=changed)
        now = plays(now, ("british", Fight(intensity)), faces=dice)  # type: ignore[arg-type]
        steps = 0
        while isinstance(now.table.phase, Fighting):
            side = now.table.phase.side
            options = subroutine.options(view(now, side), MISTRAL)
            every = [one for several in options.values() for one in several]
            assert every
            of_battle = [one for one in every if isinstance(one, BattleAction)]
            assert all(battle.ordered(view(now, side), one, MISTRAL) for one in of_battle)
            action = dice.pick(every, why="a choice")
            now = plays(now, (side, action), faces=dice)
            assert all(told(now, one.event) for one in dice.events())
            steps += 1
            assert steps < 60
        assert now.table.battle is None


@pytest.mark.parametrize("seed", range(6))
def test_a_battle_of_the_other_title_ends(seed: int):
    """Off Ushant, whatever is chosen: a leader may be hurt and stays, and somebody leaves."""
    dice = RandomDice(seed)
    now = plays(
        asked(meeting(title="cold_waves", place="ushant"), COLD_WAVES), ("british", Attack("ushant")), world=COLD_WAVES
    )
    while isinstance(now.table.phase, Fighting):
        side = now.table.phase.side
        options = subroutine.options(view(now, side), COLD_WAVES)
        action = dice.pick([one for several in options.values() for one in several], why="a choice")
        now = plays(now, (side, action), faces=dice, world=COLD_WAVES)
    assert now.table.phase == Going()
    assert now.table.fought == ("ushant",)


# Leaders


def test_a_wound_puts_a_leader_out_of_play_or_halves_him():
    """Mistral: he waits ashore for two turns. Cold Waves: he stays with half his ratings."""
    begun = meeting()
    out = casualties.hit(begun, "b1", Casualty("wounded", 2), MISTRAL, ScriptedDice([]))
    assert out.formation("b1").leader is None  # type: ignore[union-attr]
    assert [(one.id, one.wounded) for one in out.secret("british").leaders] == [("rowley", 2)]
    stays = casualties.hit(begun, "b1", Casualty("wounded", 2), COLD_WAVES, ScriptedDice([]))
    assert stays.formation("b1").leader.wounded == 2  # type: ignore[union-attr]


def test_a_lost_admiral_is_followed_by_the_next_senior():
    """A killed Fleet Admiral: the vice admiral takes over, whose side alone hears it."""
    fleet = formation("b1", leader=leader("mathews", role="fleet_admiral", rank="admiral"))
    others = [formation("b2", leader=leader("lestock", rank="vice_admiral")), formation("b3", leader=leader("rowley"))]
    dice = ScriptedDice([])
    found = casualties.hit(state("mistral", [fleet, *others]), "b1", Casualty("killed"), MISTRAL, dice)
    heir = found.formation("b2")
    assert heir is not None
    assert heir.leader is not None
    assert heir.leader.role == "fleet_admiral"
    assert [one.to for one in dice.told if one.to is not None] == [("british",)]


def test_a_captured_leader_may_be_ransomed():
    """He comes back without a post, for a point of prestige; else he is lost."""
    begun = plays(asked(meeting()), ATTACK, ("british", Ready()), ("bourbon", Ready()))
    begun = casualties.hit(begun, "f1", Casualty("captured"), MISTRAL, ScriptedDice([]))
    assert begun.table.battle is not None
    begun = with_battle(begun, replace(begun.table.battle, winner="british"))
    asked_for = aftermath.ransoms(begun, MISTRAL, ScriptedDice([]))
    assert step(asked_for) == ("bourbon", "ransom")
    assert "'rowley' is not in the enemy's hands" in refusal(asked_for, Ransom("rowley"))
    paid = plays(asked_for, ("bourbon", Ransom("court")))
    assert paid.table.tally("bourbon").prestige == -1
    assert [one.id for one in paid.secret("bourbon").leaders] == ["court"]
    assert plays(asked_for, ("bourbon", Ready())).secret("bourbon").leaders == ()


def test_nobody_ransoms_a_commodore():
    """The prestige chart has a price for admirals only, of whatever rank."""
    lying = formation("f1", "toulon/harbour", "bourbon", leader=leader("court", "french", rank="commodore"))
    taken = casualties.hit(
        state("mistral", [lying], phase=Council(SIDES)), "f1", Casualty("captured"), MISTRAL, ScriptedDice([])
    )
    assert (taken.secret("bourbon").captives, taken.secret("bourbon").leaders) == ((), ())
    begun = plays(asked(meeting()), ATTACK, ("british", Ready()), ("bourbon", Ready()))
    junior = begun.formation("f1")
    assert junior is not None
    assert junior.leader is not None
    begun = begun.with_formation(replace(junior, leader=replace(junior.leader, rank="commodore")))
    begun = casualties.hit(begun, "f1", Casualty("captured"), MISTRAL, ScriptedDice([]))
    assert begun.table.battle is not None
    assert begun.table.battle.of("bourbon").captured == ()


def test_a_leader_taken_in_harbour_may_be_ransomed_in_council():
    """A fireship among the ships of Toulon: no battle, so the council decides, now or later."""
    lying = formation("f1", "toulon/harbour", "bourbon", state="in_ordinary", leader=leader("court", "french"))
    taken = casualties.hit(
        state("mistral", [lying], phase=Council(SIDES)), "f1", Casualty("captured"), MISTRAL, ScriptedDice([])
    )
    assert [one.id for one in taken.secret("bourbon").captives] == ["court"]
    seen = view(taken, "bourbon")
    assert "court" in sitting.subjects(seen, MISTRAL)
    assert sitting.of(seen, "court", MISTRAL) == [Ransom("court")]
    assert sitting.why_not(seen, Ransom("navarro"), MISTRAL) == "'navarro' is not in the enemy's hands: expected court"
    assert battle.ordered(seen, Ransom("court"), MISTRAL) == "ransom Court"
    back = sitting.play(taken, "bourbon", Ransom("court"), MISTRAL, ScriptedDice([]))
    assert back.table.tally("bourbon").prestige == -1
    assert [one.id for one in back.secret("bourbon").leaders] == ["court"]
    assert back.secret("bourbon").captives == ()
