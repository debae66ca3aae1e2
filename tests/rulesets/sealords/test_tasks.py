"""Tasks of auxiliaries: what may be ordered, what lasts, and what ends by itself."""

from typing import Any

import pytest

from tests.rulesets.sealords.errands import (
    REFUSED,
    box,
    interdicted,
    play,
    role,
    sends,
    tasked,
)
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    dummy,
    formation,
    heard,
    mistral_settings,
    order,
    squadron,
    state,
    view,
)
from weathergauge.rulesets.sealords import auxiliaries
from weathergauge.rulesets.sealords.auxiliaries import boxes, outcome, reach, roles, tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    ChangeRole,
    HireKnights,
    Recall,
    RoleChanged,
    Send,
    TurnedBack,
)
from weathergauge.rulesets.sealords.battle import opening
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.phases import Going, Tasking
from weathergauge.rulesets.sealords.state import Tally, replace
from weathergauge.rulesets.sealords.stations import StationEnded
from weathergauge.throwing import ScriptedDice

# What may be ordered


def test_tasks_by_the_class_tables():
    """Lights do not counter a shadow; nobody but corsairs interdicts in Cold Waves; fireships do nothing else."""
    here = view(state(), "british")
    assert tasking.may(auxiliary(), "counter_shadow", here, MISTRAL)
    assert not tasking.may(auxiliary(cls="light"), "counter_shadow", here, MISTRAL)
    assert tasking.may(auxiliary(), "interdict", here, MISTRAL)
    assert not tasking.may(auxiliary(), "interdict", here, COLD_WAVES)
    assert tasking.may(auxiliary(cls="light", corsair="privateer"), "interdict", here, COLD_WAVES)
    assert not tasking.may(auxiliary(cls="fireship"), "search", here, MISTRAL)
    assert tasking.may(auxiliary(), "levant_trade_table", here, MISTRAL)
    assert not tasking.may(auxiliary(side="bourbon"), "levant_trade_table", here, MISTRAL)
    assert not tasking.may(auxiliary(), "levant_trade_table", here, COLD_WAVES)


def test_every_order_on_the_list_is_legal_and_there_are_not_too_many():
    """At most seventy for one auxiliary."""
    fleet = tuple([auxiliary(f"x{n}", cls) for n, cls in enumerate(("fleet", "fleet_50", "galley", "light"))])
    before = tasked(formation("f1", "space_7", "bourbon"), formation("b1", "space_7"), british=fleet)
    here = view(before)
    for subject in tasking.subjects(here, MISTRAL):
        found = tasking.of(here, subject, MISTRAL)
        assert len(found) <= 70
        assert all(tasking.why_not(here, one, MISTRAL) is None for one in found)
        assert all(auxiliaries.ordered(here, one, MISTRAL) for one in found if one != Ready())
    assert Ready() in tasking.of(here, STEP, MISTRAL)


@pytest.mark.parametrize(("action", "reason"), REFUSED, ids=[str(one[0])[:40] for one in REFUSED])
def test_refusals_name_what_is_wrong(action: Any, reason: str):
    """Class, place, target or box."""
    force = (auxiliary("x1"), auxiliary("x2", box="recovery"), auxiliary("x3", "light"))
    before = tasked(formation("f1", "space_7", "bourbon"), british=force)
    assert reason in (tasking.why_not(view(before), action, MISTRAL) or "")


# Interdiction, blockade, help in battle


def test_an_interdiction_lasts_and_is_seen():
    """By the other side's mark on the place."""
    before = tasked(british=(auxiliary(),))
    after, _ = play(before, Send("x1", "interdict", "space_7"))
    assert [(one.aux, one.task, one.place) for one in after.table.stations] == [("x1", "interdict", "space_7")]
    assert box(after, "x1") == "tasked"
    assert reach.interdicting(after.table, "space_7", "bourbon") == ["x1"]
    assert reach.interdicting(after.table, "space_7", "british") == []


def test_ports_are_not_interdicted_and_no_place_twice():
    """SL19."""
    before = tasked(british=(auxiliary(), auxiliary("x2")), stations=(interdicted("space_7", "british"),))
    places = {one.place for one in sends(before, "x1", "interdict")}
    assert "space_14" in places
    assert not places & {"space_7", "port_mahon", "toulon"}


def test_a_lasting_task_may_be_given_up():
    """Who did it goes to recovery."""
    before = tasked(british=(auxiliary(),))
    out, _ = play(before, Send("x1", "interdict", "space_7"))
    again = replace(out, table=replace(out.table, phase=Tasking("british")))
    after, log = play(again, Recall("x1"))
    assert box(after, "x1") == "recovery"
    assert after.table.stations == ()
    assert isinstance(log[0], StationEnded)


def test_a_hidden_interdiction_turns_auxiliaries_back():
    """SL19: a formation's order is secret; who runs into it is turned back and spent. The way round is long enough."""
    own = formation("b1", "space_13", order="o1")
    before = state(
        "mistral",
        [own],
        british={"orders": (order("o1", "interdict", target=("space_13",), holder="b1", state="in_execution"),)},
        bourbon={"auxiliaries": (auxiliary("y1", "light", "bourbon", base="marseilles"),)},
        phase=Tasking("bourbon"),
        step="tasks",
    )
    after, log = play(before, Send("y1", "interdict", "space_14"), side="bourbon")
    assert TurnedBack("bourbon", "interdict", "space_14") in log
    assert box(after, "y1") == "recovery"
    into, _ = play(before, Send("y1", "interdict", "space_13"), side="bourbon")
    assert box(into, "y1") == "tasked"


def test_auxiliaries_blockade_minor_ports_of_the_enemy_without_an_enemy_before_them():
    """P14: Barcelona and not Cartagena, nor Leghorn, nor where a Spanish formation is at sea."""
    fleet = (auxiliary(),)
    assert "barcelona" in {one.place for one in sends(tasked(british=fleet), "x1", "blockade")}
    places = {one.place for one in sends(tasked(british=fleet), "x1", "blockade")}
    assert not places & {"cartagena", "leghorn", "ajaccio", "villefranche"}
    held = tasked(formation("f1", "barcelona", "bourbon"), british=fleet)
    assert "barcelona" not in {one.place for one in sends(held, "x1", "blockade")}


def test_an_enemy_formation_raises_the_blockade_of_an_auxiliary():
    """SL24: at once."""
    out, _ = play(tasked(british=(auxiliary(),)), Send("x1", "blockade", "barcelona"))
    assert reach.aux_blockade(out.table, "barcelona", "bourbon") == "x1"
    dice = ScriptedDice([])
    after = boxes.settled(out.with_formation(formation("f1", "barcelona", "bourbon")), MISTRAL, dice)
    assert box(after, "x1") == "recovery"
    assert [one.why for one in heard(dice)] == ["an enemy formation drives it off"]
    assert boxes.settled(
        out.with_formation(dummy("d1", "barcelona", "bourbon")), MISTRAL, ScriptedDice([])
    ).table.stations


def test_a_light_helps_in_battle_as_a_fleet_auxiliary_does():
    """SL95: its class lists the task; who comes up has one off the die."""
    before = tasked(
        formation("b1", "space_7"), formation("f1", "space_7", "bourbon"), british=(auxiliary(cls="light"),), serial=7
    )
    after, _ = play(before, Send("x1", "assist_battle_reinforcement", "space_7"))
    assert [one.cls for one in boxes.assisting(after.table, after.secret("british"), "space_7", "british")] == ["light"]
    assert tasking.may(auxiliary(cls="light"), "assist_battle_reinforcement", view(before), COLD_WAVES)


def test_odds_of_coming_up_count_the_help_that_play_counts():
    """Whoever asks before he orders is told of a light that lies on the table, as of his own."""
    before = tasked(
        formation("b1", "space_7"), formation("f1", "space_7", "bourbon"), british=(auxiliary(cls="light"),), serial=7
    )
    after, _ = play(before, Send("x1", "assist_battle_reinforcement", "space_7"))
    light = after.secret("british").auxiliaries[0]
    (mark,) = after.table.stations
    roving = replace(
        after.with_secret("british", replace(after.secret("british"), auxiliaries=())),
        table=replace(after.table, rovers=(replace(light, side=""),), stations=(replace(mark, by="british"),)),
    )
    for known in (after, roving):
        seen = view(known, "british")
        assert seen.own is not None
        assert opening.relief(formation("b1", "space_7"), seen.own, seen.table, MISTRAL).assisted


def test_help_for_a_battle_counts_in_its_own_increment():
    """8.24: it stands by where both sides have ships, and has done its task when the battle or the increment is over."""
    before = tasked(formation("b1", "space_7"), formation("f1", "space_7", "bourbon"), british=(auxiliary(),), serial=7)
    assert sends(before, "x1", "assist_battle_reinforcement") == [Send("x1", "assist_battle_reinforcement", "space_7")]
    after, _ = play(before, Send("x1", "assist_battle_reinforcement", "space_7"))
    assert [one.id for one in boxes.assisting(after.table, after.secret("british"), "space_7", "british")] == ["x1"]
    assert boxes.assisting(after.table, after.secret("bourbon"), "space_7", "bourbon") == []
    assert boxes.assisting(after.table, after.secret("british"), "space_8", "british") == []
    assert boxes.settled(after, MISTRAL, ScriptedDice([])).table.stations != ()
    later = replace(after, table=replace(after.table, serial=8))
    assert boxes.assisting(later.table, later.secret("british"), "space_7", "british") == []
    assert box(boxes.settled(later, MISTRAL, ScriptedDice([])), "x1") == "recovery"
    assert box(boxes.assisted(after, "space_7", ScriptedDice([])), "x1") == "recovery"


def test_the_levant_trade_is_watched_from_boxes():
    """SL25: six boxes, by the British."""
    after, _ = play(tasked(british=(auxiliary(),)), Send("x1", "levant_trade_table", "port_mahon"))
    assert after.table.levant == ("x1",)
    assert box(after, "x1") == "tasked"
    full = tasked(british=(auxiliary(),), levant=("a", "b", "c", "d", "e", "f"))
    assert sends(full, "x1", "levant_trade_table") == []


# What ends by itself


def test_shadows_end_with_whom_they_follow():
    """And go where he goes until then."""
    before = tasked(formation("f1", "space_7", "bourbon"), british=(auxiliary(),))
    out, _ = play(before, Send("x1", "shadow", "space_7", "f1"), (0,))
    assert box(boxes.settled(out.without("f1"), MISTRAL, ScriptedDice([])), "x1") == "recovery"
    moved = out.with_formation(replace(out.formation("f1"), place="space_14"))  # type: ignore[type-var, arg-type]
    followed = boxes.settled(moved, MISTRAL, ScriptedDice([]))
    assert [one.place for one in followed.table.stations] == ["space_14"]
    assert followed.auxiliary("x1").place == "space_14"  # type: ignore[union-attr]


def test_who_loses_its_base_goes_to_recovery_and_only_its_side_hears_it():
    """SL29."""
    before = tasked(british=(auxiliary("x1", base="b9"), auxiliary("x2", base="toulon"), auxiliary("x3")))
    dice = ScriptedDice([])
    after = boxes.settled(before, MISTRAL, dice)
    assert [box(after, one) for one in ("x1", "x2", "x3")] == ["recovery", "recovery", "assigned"]
    assert [one.to for one in dice.told] == [("british",), ("british",)]


def test_guardacostas_without_a_base_wait_for_another():
    """SL29, SL30: they are never in the recovery box, and are told of it once."""
    guard = auxiliary("y1", "light", "bourbon", corsair="guardacostas", base="gibraltar", contingent="spanish")
    dice = ScriptedDice([])
    after = boxes.settled(tasked(bourbon=(guard,), title="cold_waves"), COLD_WAVES, dice)
    assert box(after, "y1") == "available"
    assert len(dice.told) == 1
    assert boxes.settled(after, COLD_WAVES, dice) == after


# Mixed roles


def test_a_fleet_auxiliary_goes_over_to_a_formation_in_port_by_a_check_of_its_leader():
    """6.323: leadership 3 passes on 3. Nobody else hears of it."""
    before = role()
    assert roles.bases(view(before), auxiliary("x1"), MISTRAL) == ["b1"]
    dice = ScriptedDice([3])
    after = tasking.play(before, "british", ChangeRole("x1", "b1"), MISTRAL, dice)
    assert after.secret("british").auxiliary("x1").base == "b1"  # type: ignore[union-attr]
    assert [one.to for one in dice.told] == [("british",)]
    back = replace(after, table=replace(after.table, phase=Tasking("british")))
    assert "has tried" in (tasking.why_not(view(back), ChangeRole("x1", "port_mahon"), MISTRAL) or "")


def test_a_failed_check_leaves_it_where_it_is_until_the_next_impulse():
    """SL20."""
    after, log = play(role(), ChangeRole("x1", "b1"), (4,))
    assert isinstance(log[0], RoleChanged)
    assert not log[0].changed
    found = after.secret("british").auxiliary("x1")
    assert found is not None
    assert (found.base, found.active) == ("port_mahon", False)
    fresh = auxiliaries.STEPS["pirates"](after, MISTRAL, ScriptedDice([]))
    assert fresh.secret("british").auxiliary("x1").active


def test_galleys_have_a_mixed_role_in_one_title():
    """In Mistral they go with galleys only, in Cold Waves with nobody."""
    force = [formation("b1", "port_mahon", squadrons=[squadron("g", "galley")]), formation("b2", "port_mahon")]
    before = tasked(*force)
    assert roles.bases(view(before), auxiliary(cls="galley"), MISTRAL) == ["b1"]
    assert roles.bases(view(before), auxiliary(cls="galley"), COLD_WAVES) == []
    assert roles.bases(view(before), auxiliary(cls="fleet"), MISTRAL) == ["b1", "b2"]


# The phase


def test_both_sides_are_asked_in_turn_until_both_pass():
    """Player B first. A side that can order nothing is passed over."""
    both = tasked(british=(auxiliary(),), bourbon=(auxiliary("y1", side="bourbon", base="toulon"),))
    first = auxiliaries.STEPS["tasks"](both, MISTRAL, ScriptedDice([]))
    assert first.table.phase == Tasking("bourbon", 0)
    passed, _ = play(first, Ready(), side="bourbon")
    assert passed.table.phase == Tasking("british", 1)
    sent, _ = play(passed, Send("x1", "interdict", "space_7"))
    assert sent.table.phase == Tasking("bourbon", 0)
    done, _ = play(passed, Ready())
    assert done.table.phase == Going()
    alone = replace(both.table, date=replace(both.table.date, mpi=2))
    nobody = replace(both, table=alone)
    for side in ("british", "bourbon"):
        nobody = nobody.with_secret(side, replace(nobody.secret(side), auxiliaries=()))
    assert auxiliaries.STEPS["tasks"](nobody, MISTRAL, ScriptedDice([])).table.phase == Going()


def test_the_knights_alone_are_a_reason_to_ask_the_british():
    """The Bourbons cannot hire them."""
    before = tasked()
    assert tasking.options(view(before), STEP, MISTRAL) == [HireKnights()]
    assert tasking.any_options(view(before), MISTRAL)
    assert not tasking.any_options(view(before, "bourbon"), MISTRAL)


def test_what_the_other_side_has_makes_no_difference_to_what_is_offered():
    """Choices come from the view alone: a hidden formation and a dummy look the same."""
    real = tasked(formation("f1", "space_7", "bourbon"), british=(auxiliary(),))
    false = tasked(dummy("f1", "space_7", "bourbon"), british=(auxiliary(),))
    assert tasking.options(view(real), "x1", MISTRAL) == tasking.options(view(false), "x1", MISTRAL)


def test_ranks_for_tasks_help_their_dice():
    """The British one and not the other side's."""
    ranked = state(settings=mistral_settings(ranks_british=("admiral_white",)))
    assert [one.value for one in outcome.ranks(ranked.table, "british", MISTRAL)] == [-1]
    assert outcome.ranks(ranked.table, "bourbon", MISTRAL) == ()


def test_prestige_decides_who_sends_the_pirates():
    """The player with less; tied, the British in Mistral and nobody in Cold Waves (SL27)."""
    tied = state().table
    assert reach.controller(tied, MISTRAL) == "british"
    assert reach.controller(tied, COLD_WAVES) is None
    ahead = tied.with_tally("british", Tally(prestige=2))
    assert reach.controller(ahead, MISTRAL) == reach.controller(ahead, COLD_WAVES) == "bourbon"
