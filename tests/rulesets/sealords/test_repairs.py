"""What yards mend, and ships that fit out or are laid up."""

from __future__ import annotations

import pytest

from tests.rulesets.sealords.harbours import yard
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    formation,
    heard,
    mistral_settings,
    state,
    view,
)
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.phases import Going, Yards
from weathergauge.rulesets.sealords.sea import storm
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.state import Date, Gale, Port, Settings, State, replace
from weathergauge.rulesets.sealords.yards import ending, repairs
from weathergauge.rulesets.sealords.yards.actions import FitOut, LayUp, Repair, Repaired
from weathergauge.rulesets.sealords.yards.attrition import attrition
from weathergauge.throwing import RandomDice, ScriptedDice


@pytest.mark.parametrize(
    ("port", "turn", "rolls"),
    [
        ("toulon", 3, 1),
        ("cartagena", 3, 1),
        ("port_mahon", 3, 0),
        ("port_mahon", 5, 2),
        ("gibraltar", 3, 0),
        ("gibraltar", 5, 1),
        ("barcelona", 3, 0),
        ("barcelona", 5, 1),
    ],
)
def test_rolls_of_ports_in_mistral(port: str, turn: int, rolls: int) -> None:
    """Key ports one a turn; Gibraltar and minor ports one a quarter, Port Mahon two."""
    assert repairs.rolls(state(date=Date(1744, turn)).table, port, MISTRAL) == rolls


def test_rolls_of_ports_in_cold_waves_stand_in_the_harbour_boxes() -> None:
    """Harwich has one a quarter."""
    table = state("cold_waves", date=Date(1744, 3)).table
    assert [repairs.rolls(table, port, COLD_WAVES) for port in ("brest", "ferrol", "harwich")] == [3, 2, 0]
    quarterly = replace(table, date=Date(1744, 4))
    assert repairs.rolls(quarterly, "harwich", COLD_WAVES) == 1


def test_french_ports_make_one_roll_a_quarter_before_france_is_at_war() -> None:
    """British ones make theirs each turn."""
    hostile = (("british", "french", "hostile"),)
    table = state("cold_waves", date=Date(1743, 15), relations=hostile).table
    assert repairs.rolls(table, "brest", COLD_WAVES) == 0
    assert repairs.rolls(replace(table, date=Date(1743, 16)), "brest", COLD_WAVES) == 1
    assert repairs.rolls(table, "portsmouth", COLD_WAVES) == 3


def test_a_raided_port_makes_a_roll_fewer_until_the_quarter_is_over() -> None:
    """Then the mark is taken off."""
    table = state("cold_waves", date=Date(1744, 4)).table.with_port(Port("brest", "french", raided=1))
    assert repairs.rolls(table, "brest", COLD_WAVES) == 2
    after = ending.turn_end(State(table, state().secrets), COLD_WAVES, ScriptedDice([]))
    found = after.table.port("brest")
    assert found is not None
    assert found.raided == 0


def test_a_repair_roll_takes_off_what_the_table_says() -> None:
    """Face 0 is two points in Mistral; two rolls a quarter at Port Mahon, and then none is left."""
    was = yard()
    dice, action = ScriptedDice([0, 6]), Repair("b1", "s1")
    after = repairs.play(was, "british", action, MISTRAL, dice)
    after = repairs.play(after, "british", action, MISTRAL, dice)
    assert after.formations[0].dps == 3
    assert [event.dps for event in heard(dice) if isinstance(event, Repaired)] == [2, 1]
    assert repairs.why_not(view(after), action, MISTRAL) == "Port Mahon has no repair rolls left this turn"


def test_a_saved_point_buys_a_roll() -> None:
    """Where a convoy has landed one."""
    was = yard(date=Date(1744, 3))
    action = Repair("b1", "s1", saved=True)
    assert repairs.why_not(view(was), action, MISTRAL) == "Port Mahon has no repair points saved: convoys land them"
    stocked = replace(was, table=was.table.with_port(Port("port_mahon", "british", points=1)))
    assert repairs.why_not(view(stocked), action, MISTRAL) is None
    after = repairs.play(stocked, "british", action, MISTRAL, ScriptedDice([3]))
    assert (after.formations[0].dps, repairs.saved(after.table, "port_mahon")) == (5, 0)


def test_the_dockyards_rank_lowers_the_die() -> None:
    """A 2 is read as 0, a 9 as 7; under 0 it is 0 still."""
    was = yard(settings=mistral_settings(ranks_british=("dockyards",)))
    for face, left in ((1, 4), (5, 5), (9, 6)):
        after = repairs.play(was, "british", Repair("b1", "s1"), MISTRAL, ScriptedDice([face]))
        assert after.formations[0].dps == left


def test_cold_waves_repairs_only_what_has_fitted_out_for_a_turn() -> None:
    """Neither ships in ordinary nor those who began this turn."""
    place = "portsmouth/harbour"
    laid_up = yard("cold_waves", place=place)
    assert "yards repair only ships that fit out" in str(repairs.why_not(view(laid_up), Repair("b1", "s1"), COLD_WAVES))
    fresh = yard("cold_waves", place=place, state="fitting_out")
    assert "began to fit out this turn" in str(repairs.why_not(view(fresh), Repair("b1", "s1"), COLD_WAVES))
    ripe = yard("cold_waves", place=place, state="fitting_out", fitted=True)
    assert repairs.why_not(view(ripe), Repair("b1", "s1"), COLD_WAVES) is None
    # Out and in again since the turn began.
    back = ripe.with_formation(replace(ripe.formations[0], since=3))
    assert "began to fit out this turn" in str(repairs.why_not(view(back), Repair("b1", "s1"), COLD_WAVES))


def test_what_was_repaired_is_not_laid_up_in_the_same_phase() -> None:
    """Ships are laid up before the repairs: in Cold Waves it would spare them the wear of the turn they are mended in."""
    ripe = yard("cold_waves", place="portsmouth/harbour", state="fitting_out", fitted=True)
    done = repairs.play(ripe, "british", Repair("b1", "s1"), COLD_WAVES, ScriptedDice([3]))
    assert "was repaired in this phase" in str(repairs.why_not(view(done), LayUp("b1"), COLD_WAVES))
    assert repairs.why_not(view(ripe), LayUp("b1"), COLD_WAVES) is None
    there = yard(state="fitting_out")
    done = repairs.play(there, "british", Repair("b1", "s1"), MISTRAL, ScriptedDice([3]))
    assert repairs.why_not(view(done), LayUp("b1"), MISTRAL) is None  # which repairs both states alike


def test_refusals_of_the_yards_are_sentences() -> None:
    """Whom, what and where."""
    was = yard()
    assert repairs.why_not(view(was), Repair("b9", "s1"), MISTRAL) == "you have no formation 'b9': name one of your own"
    assert "has no squadron 's9'" in str(repairs.why_not(view(was), Repair("b1", "s9"), MISTRAL))
    assert "has no damage" in str(repairs.why_not(view(yard(dps=0)), Repair("b1", "s1"), MISTRAL))
    assert "is at sea" in str(repairs.why_not(view(yard(place="space_7", state="ready")), LayUp("b1"), MISTRAL))
    assert "is in ordinary already" in str(repairs.why_not(view(was), LayUp("b1"), MISTRAL))
    keys = mistral_settings(key_ports_only=True)
    minor = yard(place="villefranche", state="fitting_out", settings=keys)
    assert "only key ports lay ships up" in str(repairs.why_not(view(minor), LayUp("b1"), MISTRAL))
    neutral = yard(place="naples/harbour", state="fitting_out")
    assert "neutral port" in str(repairs.why_not(view(neutral), LayUp("b1"), MISTRAL))
    assert "neutral port" in str(repairs.why_not(view(neutral), Repair("b1", "s1"), MISTRAL))
    assert repairs.why_not(view(was), Ready(), MISTRAL) is None


def test_minor_ports_lay_ships_up_too() -> None:
    """SL85: they wear no more, and are mended by the roll of the quarter; the refit of key ports they have not."""
    there = yard(place="villefranche", state="fitting_out")
    after = repairs.play(there, "british", LayUp("b1"), MISTRAL, ScriptedDice([]))
    assert (after.formations[0].state, after.formations[0].place) == ("in_ordinary", "villefranche")
    later = replace(after, table=replace(after.table, phase=Yards(("british",))))
    later = later.with_secret("british", replace(later.secret("british"), changed=()))
    assert repairs.why_not(view(later), Repair("b1", "s1"), MISTRAL) is None
    kept = attrition(later, MISTRAL, ScriptedDice([]))
    assert kept.formations[0].dps == 6
    long = yard(place="villefranche", hauled=8)
    assert repairs.yards(long, MISTRAL, ScriptedDice([])).formations[0].dps == 6


def test_a_gale_hurts_ships_laid_up_at_a_minor_port_as_in_harbour() -> None:
    """Those that fit out there put to sea and take the whole; at the marker of a force 9 that is a point more."""
    gale = Gale("mistral", 9, "villefranche")
    for kept, after in (("in_ordinary", "in_ordinary"), ("fitting_out", "ready")):
        was = yard(place="villefranche", state=kept, dps=0, gales=(gale,))
        hit = storm.struck(was, "b1", MISTRAL, RandomDice("a gale")).formations[0]
        found = gale_at(was.table, "villefranche", MISTRAL)
        assert found is not None
        assert (hit.state, hit.dps) == (after, storm.toll(found.effect, kept == "in_ordinary"))


def test_a_port_makes_a_roll_of_the_quarter_early_for_a_crippled_squadron() -> None:
    """SL84: in turn 3 for 7 of 10, and not for 6. In the quarterly turn that roll is gone; the next quarter has it again."""
    was = yard(date=Date(1744, 3), place="gibraltar/harbour", dps=7)
    action = Repair("b1", "s1")
    assert repairs.why_not(view(was), action, MISTRAL) is None
    sound = yard(date=Date(1744, 3), place="gibraltar/harbour", dps=6)
    assert "over two thirds of her rating" in str(repairs.why_not(view(sound), action, MISTRAL))
    after = repairs.play(was, "british", action, MISTRAL, ScriptedDice([0]))
    assert (after.formations[0].dps, after.secret("british").ahead) == (5, (("gibraltar", 1),))
    assert repairs.why_not(view(after), action, MISTRAL) == "Gibraltar has no repair rolls left this turn"
    quarter = replace(after, table=replace(after.table, date=Date(1744, 5), last=Date(1744, 16)))
    assert repairs.left(quarter.table, quarter.secret("british"), "gibraltar", MISTRAL) == 0
    assert ending.turn_end(quarter, MISTRAL, ScriptedDice([])).secret("british").ahead == ()
    early = replace(quarter, table=replace(quarter.table, date=Date(1744, 3)))
    assert ending.turn_end(early, MISTRAL, ScriptedDice([])).secret("british").ahead == (("gibraltar", 1),)


def test_a_raid_takes_the_emergency_repair_and_a_setting_does_without() -> None:
    """The marine task table says that a raid affects it. Ports with rolls by the turn have none."""
    was = yard(date=Date(1744, 3), place="gibraltar/harbour", dps=7)
    own = was.secret("british")
    raided = was.table.with_port(Port("gibraltar", "british", raided=1))
    assert [repairs.early(table, own, "gibraltar", MISTRAL) for table in (was.table, raided)] == [1, 0]
    without = yard(date=Date(1744, 3), dps=7, settings=mistral_settings(emergency_repair=False))
    assert repairs.early(without.table, own, "gibraltar", MISTRAL) == 0
    assert repairs.early(was.table, own, "toulon", MISTRAL) == 0
    assert repairs.early(was.table, own, "port_mahon", MISTRAL) == 2


def test_a_formation_changes_its_state_once_in_a_phase() -> None:
    """To lay up again waits for the next turn."""
    was = yard()
    after = repairs.play(was, "british", FitOut("b1"), MISTRAL, ScriptedDice([]))
    assert after.formations[0].state == "fitting_out"
    assert "wait for the next turn" in str(repairs.why_not(view(after), LayUp("b1"), MISTRAL))
    assert repairs.of(view(after), "b1", MISTRAL) == [Repair("b1", "s1")]


def test_the_yards_wait_only_for_sides_that_have_something_there() -> None:
    """With everybody at sea the step passes."""
    after = repairs.yards(replace(yard(), table=replace(yard().table, phase=Going())), MISTRAL, ScriptedDice([]))
    assert after.table.phase == Yards(("british",))
    at_sea = state(formations=[formation()], date=Date(1744, 5))
    assert repairs.yards(at_sea, MISTRAL, ScriptedDice([])).table.phase == Going()


def test_the_quarterly_refit_rolls_once_for_each_sail_after_four_turns_in_ordinary() -> None:
    """Four sail, faces 0 3 7 9: two, one, nothing, nothing."""
    after = repairs.yards(yard(hauled=3), MISTRAL, ScriptedDice([0, 3, 7, 9]))
    assert after.formations[0].dps == 3
    for other in (yard(hauled=2), yard(hauled=3, date=Date(1744, 6)), yard(hauled=3, settings=Settings(refit=False))):
        assert repairs.yards(other, MISTRAL, ScriptedDice([])).formations[0].dps == 6
    laid_up = yard("cold_waves", place="portsmouth/harbour", hauled=9, date=Date(1744, 4))
    assert repairs.yards(laid_up, COLD_WAVES, ScriptedDice([])).formations[0].dps == 6
