"""Auxiliaries that search, shadow and screen."""

from typing import Any

import pytest

from tests.rulesets.sealords.errands import (
    MATRIX,
    box,
    play,
    screened,
    sends,
    shadowed,
    tasked,
)
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    dummy,
    formation,
    squadron,
    view,
)
from weathergauge.rulesets.sealords.auxiliaries import reach, screening, special, tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    AuxSearched,
    Screen,
    Screened,
    Send,
    ShadowFought,
)
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.phases import Sailing, Screening, Tasking
from weathergauge.rulesets.sealords.state import Gale, replace
from weathergauge.throwing import ScriptedDice

# Searching and shadowing


def test_an_auxiliary_searches_every_counter_of_a_place_with_a_die_each():
    """Mistral: faces 5 and 6 spot the first and miss the second. The searcher has done its task (R-AUX-SPENT)."""
    foes = [formation("f1", "space_7", "bourbon"), formation("f2", "space_7", "bourbon")]
    before = tasked(*foes, british=(auxiliary(),))
    after, log = play(before, Send("x1", "search", "space_7"), (5, 6))
    assert AuxSearched("british", "space_7", ("f1",)) in log
    assert [one.known for one in after.secret("bourbon").formations] == ["spotted", "hidden"]
    assert box(after, "x1") == "recovery"


def test_where_the_table_has_columns_one_target_is_named():
    """Cold Waves: a search is for one counter."""
    foes = [formation("f1", "ushant", "bourbon"), formation("f2", "ushant", "bourbon")]
    before = tasked(*foes, british=(auxiliary(base="plymouth"),), title="cold_waves")
    found = sends(before, "x1", "search", world=COLD_WAVES)
    assert [one.target for one in found] == ["f1", "f2"]
    after, _ = play(before, found[1], (0,), world=COLD_WAVES)
    assert [one.known for one in after.secret("bourbon").formations] == ["hidden", "spotted"]


def test_a_shadow_follows_whom_the_table_lets_it():
    """SL18: on 2 it may follow; it stays out until it is broken, and everybody sees it."""
    before = tasked(formation("f1", "space_7", "bourbon"), british=(auxiliary(),))
    after, log = play(before, Send("x1", "shadow", "space_7", "f1"), (2,))
    assert AuxSearched("british", "space_7", ("f1",), "f1") in log
    assert box(after, "x1") == "tasked"
    assert [(one.aux, one.task, one.target) for one in after.table.stations] == [("x1", "shadow", "f1")]
    target = after.formation("f1")
    assert target is not None
    assert target.shadows == ("x1",)


def test_the_log_tells_both_looks_at_a_counter_in_sight_too():
    """Three squadrons that are spotted already: on 4 the second look lets it follow, and everybody can read why."""
    squadrons = tuple([squadron(f"s{n}") for n in range(3)])
    seen = formation("f1", "space_7", "bourbon", squadrons=squadrons, known="spotted")
    before = tasked(seen, british=(auxiliary(),))
    dice = ScriptedDice([4])
    tasking.play(before, "british", Send("x1", "shadow", "space_7", "f1"), MISTRAL, dice)
    told = next(one for one in dice.told if isinstance(one.event, AuxSearched))
    assert told.to is None
    assert told.event.shadowed == "f1"
    assert [str(look.cell) for look in told.event.account if look.cell is not None] == ["search[4]", "search[2]"]
    assert not any(look.secret for look in told.event.account)


def test_a_shadow_that_only_spots_comes_home():
    """A 5 spots and does not let it follow, with one squadron to see."""
    before = tasked(formation("f1", "space_7", "bourbon"), british=(auxiliary(),))
    after, log = play(before, Send("x1", "shadow", "space_7", "f1"), (5,))
    assert AuxSearched("british", "space_7", ("f1",)) in log
    assert box(after, "x1") == "recovery"
    assert after.table.stations == ()


def test_a_dummy_is_not_followed():
    """It is found out, and the searcher goes home."""
    before = tasked(dummy("d1", "space_7", "bourbon"), british=(auxiliary(),))
    after, _ = play(before, Send("x1", "shadow", "space_7", "d1"), (0,))
    assert after.formation("d1") is None
    assert box(after, "x1") == "recovery"
    assert after.table.stations == ()


def test_nobody_shadows_in_a_gale():
    """But may search."""
    stormy = tasked(
        formation("f1", "space_7", "bourbon"), british=(auxiliary(),), gales=(Gale("mistral", 8, "space_7"),)
    )
    assert sends(stormy, "x1", "shadow") == []
    assert sends(stormy, "x1", "search") != []
    assert "a gale is felt" in (tasking.why_not(view(stormy), Send("x1", "shadow", "space_7", "f1"), MISTRAL) or "")


def test_a_shadow_is_fought_by_the_screening_matrix():
    """7.14: fleet against light is yes: both go to the recovery box, and nobody follows any more."""
    after, log = play(shadowed("light", "fleet"), Send("x1", "counter_shadow", "space_7", "y1"))
    assert any(isinstance(one, ShadowFought) and one.broken for one in log)
    assert (box(after, "x1"), box(after, "y1")) == ("recovery", "recovery")
    target = after.formation("b1")
    assert target is not None
    assert target.shadows == ()


def test_a_shadow_that_is_only_partly_stopped_stays():
    """Fleet-50 against fleet is partial: the one that went against it is removed."""
    after, log = play(shadowed("fleet", "fleet_50"), Send("x1", "counter_shadow", "space_7", "y1"))
    assert not any(isinstance(one, ShadowFought) and one.broken for one in log)
    assert (box(after, "x1"), box(after, "y1")) == ("recovery", "tasked")


def test_only_one_assigned_to_the_shadowed_formation_may_fight_the_shadow():
    """Another in the same place may not."""
    before = shadowed("light", "fleet")
    elsewhere = before.with_secret("british", replace(before.secret("british"), auxiliaries=(auxiliary("x1"),)))
    assert sends(elsewhere, "x1", "counter_shadow") == []
    assert sends(before, "x1", "counter_shadow") == [Send("x1", "counter_shadow", "space_7", "y1")]


# Screens


def test_a_task_is_announced_without_the_one_who_does_it():
    """The other side is asked for a screen, and knows neither class nor name."""
    after = screened()
    assert after.table.phase == Screening("bourbon", "search", "space_12", "", Tasking("british"))
    assert after.secret("british").pending == "x1"
    assert screening.subjects(view(after, "bourbon"), MISTRAL) == ["y1", STEP]
    assert screening.of(view(after, "bourbon"), "y1", MISTRAL) == [Screen("y1")]
    assert screening.of(view(after, "bourbon"), STEP, MISTRAL) == [Ready()]
    assert "x1" not in str(after.table)


@pytest.mark.parametrize(("cls", "screen", "result"), MATRIX)
def test_the_screening_matrix(cls: Any, screen: Any, result: str):
    """6.2.10; fleet-50 auxiliaries on a task are read as fleet."""
    assert special.meet(special.Meeting(cls, screen), MISTRAL.charts, ScriptedDice([])) == result


def test_galleys_in_straits_and_ports_have_their_own_row():
    """There a fleet auxiliary does not stop them."""
    assert special.meet(special.Meeting("galley", "fleet", True), MISTRAL.charts, ScriptedDice([])) == "no"
    assert special.meet(special.Meeting("galley", "fleet"), MISTRAL.charts, ScriptedDice([])) == "yes"


def test_a_screen_that_holds_removes_both():
    """And the task does not happen."""
    after, log = play(screened("shadow", "fleet", "fleet"), Screen("y1"), side="bourbon")
    assert any(isinstance(one, Screened) and one.result == "yes" for one in log)
    assert (box(after, "x1"), box(after, "y1")) == ("recovery", "recovery")
    assert after.secret("british").pending == ""
    assert after.formation("f1").known == "hidden"  # type: ignore[union-attr]


def test_a_partial_screen_makes_the_search_worse():
    """Fleet-50 against fleet: the search goes on at +1, and a 5 finds nothing."""
    after, log = play(screened("search", "fleet", "fleet_50"), Screen("y1"), (5,), side="bourbon")
    assert AuxSearched("british", "space_12", ()) in log
    assert (box(after, "x1"), box(after, "y1")) == ("recovery", "recovery")
    free, log = play(screened("search", "fleet", "fleet_50"), Ready(), (5,), side="bourbon")
    assert AuxSearched("british", "space_12", ("f1",)) in log
    assert box(free, "y1") == "assigned"


def test_a_light_that_searches_cannot_be_screened():
    """Nobody is asked."""
    before = tasked(
        formation("f1", "space_12", "bourbon"),
        british=(auxiliary("x1", "light", base="villefranche"),),
        bourbon=(auxiliary("y1", "fleet", "bourbon", base="toulon"),),
    )
    after, _ = play(before, Send("x1", "search", "space_12"), (9,))
    assert not isinstance(after.table.phase, Screening)


def test_who_cannot_reach_the_place_does_not_screen():
    """And only one may."""
    after = screened("search", "fleet", "light")
    far = replace(after.secret("bourbon"), auxiliaries=(auxiliary("y1", "light", "bourbon", base="cadiz"),))
    assert reach.screens(view(after.with_secret("bourbon", far), "bourbon"), MISTRAL) == []
    reason = screening.why_not(view(after, "bourbon"), Screen("y9"), MISTRAL)
    assert "'y9' cannot screen" in (reason or "")
    assert "one screen, or pass" in (
        screening.why_not(view(after, "bourbon"), Send("y1", "search", "toulon"), MISTRAL) or ""
    )


def test_after_a_screen_the_phase_before_goes_on():
    """Between moves the same side moves on; in the step for tasks the other side is asked next."""
    before = screened("shadow", "fleet", "fleet", phase=Sailing("british"))
    after, _ = play(before, Screen("y1"), side="bourbon")
    assert after.table.phase == Sailing("british")


def test_guardacostas_are_stopped_and_not_removed():
    """screening_limit: a yes only stops the task, and they act again in the next impulse."""
    guard = auxiliary("y1", "light", "bourbon", corsair="guardacostas", base="cadiz", contingent="spanish")
    before = tasked(
        formation("b1", "gulf_of_cadiz"),
        bourbon=(guard,),
        british=(auxiliary("x1", "fleet", base="gibraltar"),),
        title="cold_waves",
        phase=Tasking("bourbon"),
    )
    asked, _ = play(before, Send("y1", "shadow", "gulf_of_cadiz", "b1"), side="bourbon", world=COLD_WAVES)
    after, log = play(asked, Screen("x1"), world=COLD_WAVES)
    assert any(isinstance(one, Screened) and one.result == "yes" for one in log)
    found = after.secret("bourbon").auxiliary("y1")
    assert found is not None
    assert (found.box, found.active, found.base) == ("assigned", False, "cadiz")
    spent = replace(after, table=replace(after.table, phase=Tasking("bourbon")))
    reason = tasking.why_not(view(spent, "bourbon"), Send("y1", "search", "gulf_of_cadiz", "b1"), COLD_WAVES)
    assert "guardacostas do so once" in (reason or "")
