"""General modifiers of players' ranks (SL91): what they can be spent on, what they change, and when they are gone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    MISTRAL,
    SIDES,
    auxiliary,
    formation,
    leader,
    mistral_settings,
    order,
    state,
    view,
)
from weathergauge.odds import odds
from weathergauge.rulesets.sealords import favours, sentences
from weathergauge.rulesets.sealords.auxiliaries.special import Burning, fireship
from weathergauge.rulesets.sealords.battle import array, combat
from weathergauge.rulesets.sealords.battle.combat import Combat, Fighter, Line
from weathergauge.rulesets.sealords.common import STEP
from weathergauge.rulesets.sealords.council.actions import GiveUpOrder
from weathergauge.rulesets.sealords.favours import RankSpent, SpendRank
from weathergauge.rulesets.sealords.leaders import favoured, high_modifiers, spent
from weathergauge.rulesets.sealords.phases import (
    Battle,
    Combatants,
    Council,
    Fighting,
    Pairing,
    Sailing,
    Screening,
    Tasking,
    Yards,
)
from weathergauge.rulesets.sealords.procedures import calls
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea.actions import Catch
from weathergauge.rulesets.sealords.state import Settings, State, Tally, View, replace
from weathergauge.rulesets.sealords.yards.ending import turn_end
from weathergauge.throwing import ScriptedDice

COMMODORE = mistral_settings(ranks_british=("commodore",))
RULE = RULES["mistral"]


def at_sea(settings: Settings = COMMODORE, **changed: Any) -> State:
    """A formation off a lane that the prevailing wind closes: from #7 to #14."""
    one = formation("b1", order="o1", leader=leader(lr=2))
    base: dict[str, Any] = {
        "british": {"orders": (order(holder="b1"),)},
        "phase": Sailing("british"),
        "first": "bourbon",
    }
    return state(formations=[one], settings=settings, **(base | changed))


def spend(before: State, action: SpendRank, side: Any = "british") -> tuple[State, list[Any]]:
    assert RULES["mistral"].legal(view(before, side)).why_not(action) is None
    played = RULE.play(before, side, action, ScriptedDice(()))
    return played.state, list(played.events)


def test_a_rank_is_spent_ahead_on_a_die_behind_the_screen():
    """Catching the wind on 4 with a 5: the rank makes it a success, and is gone with the die (SL91)."""
    before = at_sea()
    ahead = SpendRank("catch_the_wind", "british", -1)
    assert ahead in RULES["mistral"].legal(view(before)).of(STEP)
    after, log = spend(before, ahead)
    assert after.table.phase == before.table.phase
    assert after.table.tally("british").uses == (("commodore", 1),)
    assert after.table.favours == ()
    assert [(one.event, one.to) for one in log] == [
        (RankSpent("british", "commodore"), None),
        (RankSpent("british", "commodore", "catch_the_wind", "british", -1), ("british",)),
    ]
    assert calls(view(after), Catch("b1", "space_14"), MISTRAL)[0].inputs.drm == -1
    moved = RULE.play(after, "british", Catch("b1", "space_14"), ScriptedDice([5])).state
    assert moved.formation("b1").place == "space_14"
    assert moved.secrets[0].favours == ()
    failed = RULE.play(before, "british", Catch("b1", "space_14"), ScriptedDice([5])).state
    assert failed.formation("b1").place == "space_7"


def test_each_rank_has_so_many_uses_and_a_lieutenant_helps_alone():
    """A lieutenant's use goes before a captain's, which can do more; then there is none left."""
    before = at_sea(mistral_settings(ranks_british=("captain", "lieutenant")))
    one, _ = spend(before, SpendRank("catch_the_wind", "british", -1))
    assert one.table.tally("british").uses == (("lieutenant", 1),)
    two, _ = spend(one, SpendRank("search", "british", -1))
    assert two.table.tally("british").uses == (("captain", 1), ("lieutenant", 1))
    why = RULES["mistral"].legal(view(two)).why_not(SpendRank("leadership_check", "british", -1))
    assert why == "you have no rank left this turn that changes a die by -1"
    assert favours.offered(view(two), MISTRAL) == []


def test_what_cannot_be_named_is_refused_with_a_reason():
    """The sentence lists what could be."""
    before = at_sea()
    choices = RULES["mistral"].legal(view(before))
    why = choices.why_not(SpendRank("repair", "british", -1))
    assert why is not None
    assert why.startswith(
        "a rank cannot be spent on the next repair roll of the British by -1 now: expected die for a task"
    )
    why = choices.why_not(SpendRank("catch_the_wind", "bourbon", 1))
    assert why is not None
    assert "the next die for catching the wind of the Bourbons" in why
    after, _ = spend(before, SpendRank("search", "british", -1))
    why = RULES["mistral"].legal(view(after)).why_not(SpendRank("search", "british", -1))
    assert why == "a rank is spent on the next search of the British already"
    plain = RULES["mistral"].legal(view(at_sea(Settings())))
    assert (
        plain.why_not(SpendRank("search", "british", -1)) == "you have no rank left this turn that changes a die by -1"
    )


@pytest.mark.parametrize(
    ("phase", "rolls"),
    [
        (Sailing("british"), {"catch_the_wind", "search", "leadership_check", "auxiliary_task"}),
        (Tasking("british"), {"search", "leadership_check", "auxiliary_task"}),
        (Screening("british", "raid", "toulon", "", Tasking("bourbon")), {"auxiliary_task"}),
        (Council(SIDES), {"strategy_check", "leadership_check", "recovery"}),
        (Yards(SIDES), {"repair"}),
    ],
)
def test_what_can_be_named_in_each_phase(phase: Any, rolls: set[str]):
    """The dice that are coming and no others."""
    before = at_sea(phase=phase)
    assert {one.roll for one in favours.offered(view(before), MISTRAL)} == rolls


def test_a_step_about_single_things_is_not_asked_for_the_whole_side():
    """Pirates get their bases: only ranks are the side's own to spend then."""
    rover = auxiliary("rover", "galley", "", box="available", base="", corsair="pirate")
    choices = RULES["mistral"].legal(view(at_sea(phase=Tasking("british", 1), step="recovery", rovers=(rover,))))
    assert STEP in choices.subjects()
    assert {type(one) for one in choices.of(STEP)} == {SpendRank}
    assert all(choices.why_not(one) is None for one in choices)


def test_a_strategy_check_is_helped_once():
    """Admiral of strategy 3: a 4 fails, but not with a rank; the next check is plain again."""
    admiral = leader(role="fleet_admiral", sr=3)
    one = formation("b1", order="o1", leader=admiral)
    before = state(
        formations=[one], settings=COMMODORE, phase=Council(SIDES), british={"orders": (order("o1", holder="b1"),)}
    )
    ahead, _ = spend(before, SpendRank("strategy_check", "british", -1))
    given = RULE.play(ahead, "british", GiveUpOrder("o1"), ScriptedDice([4])).state
    assert given.formation("b1").order == ""
    assert given.secrets[0].favours == ()
    kept = RULE.play(before, "british", GiveUpOrder("o1"), ScriptedDice([4])).state
    assert kept.formation("b1").order == "o1"


def battle(settings: Settings = COMMODORE, **changed: Any) -> State:
    """Two squadrons laid against each other; the British have the gauge and would share out shifts."""
    one = formation("b1", order="o1", known="all", leader=leader("mathews", lr=5))
    two = formation("f1", side="bourbon", known="all", leader=leader("court", "french", lr=2))
    sides = (Combatants("british", ("b1",), began=4), Combatants("bourbon", ("f1",), began=4))
    hand = Battle("space_7", "british", sides, gauge="british", intensity="medium", level=4)
    hand = replace(hand, combats=(Pairing(("b1_1",), ("f1_1",)),), leaders=(("b1", "b1_1"), ("f1", "f1_1")))
    hand = replace(hand, **changed)
    return state(formations=[one, two], settings=settings, battle=hand, phase=Fighting("british", "share"))


def test_the_die_of_a_combat_is_read_differently_by_one_side():
    """A 4 at level 4 is four points each; a rank lets the British read 3, in the same column."""
    before = battle()
    offered = [one for one in favours.offered(view(before), MISTRAL) if one.roll == "combat"]
    assert offered == [SpendRank("combat", "british", -1, 1), SpendRank("combat", "bourbon", 1, 1)]
    after, log = spend(before, SpendRank("combat", "bourbon", 1, 1))
    assert log[0].to is None
    laid = array.combat_of(after.table, after.table.battle.combats[0], MISTRAL, 1)  # type: ignore[union-attr]
    assert laid.gauge.luck == ()
    assert [one.value for one in laid.other.luck] == [1]
    assert array.combat_of(after.table, after.table.battle.combats[0], MISTRAL, 2).other.luck == ()  # type: ignore[union-attr]
    assert spent(after, "bourbon", "combat", combat=1).table.favours == ()


def test_a_face_is_changed_within_the_die():
    """At damage level 5 a 0 with one off is still a 0: a sail and a star; a 4 with one off is a 3."""
    four = (Fighter("sol", 4),)
    helped = Line(
        four,
        luck=tuple(
            favoured(spend(battle(), SpendRank("combat", "british", -1, 1))[0].table, "british", "combat", combat=1)
        ),
    )
    plain = Line(four)
    low = combat.struck(Combat(5, helped, plain), (0,), MISTRAL.charts, ScriptedDice([1]))
    assert low.other.sail == (1,)
    usual = combat.struck(Combat(6, helped, plain), (4,), MISTRAL.charts, ScriptedDice([]))
    assert (usual.other.dps, usual.gauge.dps) == ((6,), (5,))


def test_either_side_may_change_the_damage_level_before_it_is_thrown():
    """Up or down; afterwards it is too late."""
    before = battle(level=-1, intensity="", combats=())
    before = replace(before, table=replace(before.table, phase=Fighting("british", "intensity")))
    found = [one for one in favours.offered(view(before), MISTRAL) if one.roll == "damage_level"]
    assert found == [SpendRank("damage_level", "british", -1), SpendRank("damage_level", "british", 1)]
    thrown = replace(before, table=replace(before.table, phase=Fighting("british", "regret_intensity")))
    assert favours.offered(view(thrown), MISTRAL) == []


def test_a_task_of_the_enemy_may_be_hindered_while_it_is_announced():
    """Its die is one worse, ours stay as they are."""
    phase = Screening("british", "convoy_attack", "space_7", "", Tasking("bourbon"))
    before = at_sea(phase=phase, bourbon={"auxiliaries": (auxiliary("y1", "light", "bourbon"),)})
    after, _ = spend(before, SpendRank("auxiliary_task", "bourbon", 1))
    assert [one.value for one in favoured(after.table, "bourbon", "auxiliary_task")] == [1]
    assert favoured(after.table, "british", "auxiliary_task") == []


def test_with_the_turn_everything_is_there_again():
    """Uses of ranks are counted by the turn."""
    after, _ = spend(at_sea(), SpendRank("search", "british", -1))
    ended = turn_end(after, MISTRAL, ScriptedDice(()))
    assert ended.secrets[0].favours == ()
    assert ended.table.tally("british") == Tally()


def test_the_vice_admiral_of_the_red_helps_dice_that_are_to_be_high():
    """Three sail need a 6; with one more a 5 is enough, so that the chance goes from four in ten to five."""
    ranked = state(settings=mistral_settings(ranks_british=("vice_admiral_red", "rear_admiral_red")))
    luck = tuple(high_modifiers(ranked.table, "british", MISTRAL.charts))
    assert [one.value for one in luck] == [1]
    need = odds(fireship, Burning(3, luck=luck), MISTRAL.charts)
    assert need.chance(lambda blow: blow.success) > odds(fireship, Burning(3), MISTRAL.charts).chance(
        lambda blow: blow.success
    )


def test_the_rear_admiral_of_the_red_reads_every_combat_lower():
    """By one, without being spent."""
    before = battle(mistral_settings(ranks_british=("rear_admiral_red",)))
    laid = array.combat_of(before.table, before.table.battle.combats[0], MISTRAL)  # type: ignore[union-attr]
    assert [one.value for one in laid.gauge.luck] == [-1]


def test_it_is_said_in_sentences():
    """The order, the spending and what it was spent on."""
    table = state().table
    action = SpendRank("combat", "bourbon", 1, 2)
    said = sentences.ordered(View(table, "british", None), action, MISTRAL)
    assert said == "spend a rank on combat 2, as the Bourbons read it: +1"
    assert sentences.told(table, RankSpent("british", "commodore"), MISTRAL) == (
        "The British spend a use of the rank of commodore."
    )
    told = RankSpent("british", "post_captain", "search", "british", -1)
    assert sentences.told(table, told, MISTRAL) == (
        "The British spend the rank of post captain on the next search of the British: -1."
    )
