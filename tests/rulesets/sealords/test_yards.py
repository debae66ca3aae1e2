"""Wear and repairs, admirals, prestige and the end of a campaign."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import pytest

import weathergauge.rulesets.sealords.procedures.yards as resolved
from tests.rulesets.sealords.sea import mistral_settings
from weathergauge.files.inputs import BadInput
from weathergauge.rulesets.sealords import prestige
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.forces import Front, Station
from weathergauge.rulesets.sealords.leaders import control
from weathergauge.rulesets.sealords.phases import Going, Yards
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.procedures import procedures
from weathergauge.rulesets.sealords.sea import storm
from weathergauge.rulesets.sealords.sea.gales import gale_at
from weathergauge.rulesets.sealords.sequence import ADMINISTRATION
from weathergauge.rulesets.sealords.state import Date, EventMark, Gale, Over, Port, Settings, State, Tally, replace
from weathergauge.rulesets.sealords.words import said
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards import counting, ending, ordered, relief, repairs, told
from weathergauge.rulesets.sealords.yards.actions import FitOut, LayUp, OrdersCounted, Repair, Repaired, TradeCounted
from weathergauge.rulesets.sealords.yards.attrition import Wear, aimed, attrition, times, worn
from weathergauge.throwing import RandomDice, ScriptedDice

from .sea import COLD_WAVES, MISTRAL, formation, heard, leader, order, squadron, state, view


def wear(of: World, faces: tuple[int, ...] = (), **changed: Any) -> int:
    """The attrition of a squadron of the line at sea in summer, but for what is changed."""
    usual: dict[str, Any] = {"cls": "sol", "state": "ready", "season": "summer"}
    dice = ScriptedDice(faces)
    found = worn(Wear(**(usual | changed)), of.charts, dice)
    dice.finish()
    return found


# Attrition


@pytest.mark.parametrize(
    ("changed", "dps"),
    [
        ({}, 1),
        ({"season": "winter"}, 2),
        ({"state": "in_ordinary", "season": "winter"}, 0),
        ({"entered": True}, 2),
        ({"entered": True, "cls": "galley"}, 1),
        ({"interdicted": True, "entered": True}, 3),
        ({"season": "winter", "blockade": 3}, 5),
        ({"size": 3, "control": 2}, 2),
    ],
)
def test_lines_of_the_attrition_chart_add_up(changed: dict[str, Any], dps: int) -> None:
    """At sea 1, in winter 2, straits and blockade on top; ships in ordinary do not wear."""
    assert wear(MISTRAL, **changed) == dps


def test_ships_that_fit_out_throw_a_die() -> None:
    """0 to 4 is one point, more is two; in a neutral port the die is two higher."""
    assert wear(MISTRAL, (4,), state="fitting_out") == 1
    assert wear(MISTRAL, (5,), state="fitting_out") == 2
    assert wear(MISTRAL, (2,), state="fitting_out", neutral=True) == 1
    assert wear(MISTRAL, (3,), state="fitting_out", neutral=True) == 2
    assert wear(MISTRAL, (9,), state="fitting_out", neutral=True) == 2


def test_an_oversized_formation_wears_by_how_much_it_is_too_large() -> None:
    """Up to twice the control one point more; beyond it the points are doubled instead, beyond three times tripled."""
    assert [times(size, 2, MISTRAL.charts) for size in (2, 4, 5, 6, 7)] == [1, 1, 2, 2, 3]
    assert wear(MISTRAL, size=4, control=2, season="winter") == 3
    assert wear(MISTRAL, size=5, control=2, season="winter") == 4
    assert wear(MISTRAL, size=7, control=2, season="winter") == 6


def test_frigates_and_galleys_in_straits_wear_less_where_the_chart_says_so() -> None:
    """After everything else, and never below one point; Mistral has no such line."""
    assert wear(COLD_WAVES, cls="frigate", season="winter", blockade=2) == 3
    assert wear(COLD_WAVES, cls="frigate") == 1
    assert wear(COLD_WAVES, cls="galley", interdicted=True, in_strait=True) == 1
    assert wear(COLD_WAVES, cls="galley", interdicted=True) == 2
    assert wear(MISTRAL, cls="frigate", season="winter", blockade=2) == 4


def test_a_turn_at_sea_wears_every_squadron_and_only_her_side_hears_of_it() -> None:
    """A close blockade of Toulon in winter: two points, and three for the port."""
    blockade = order("o1", "blockade", target=("toulon",), holder="b1", state="in_execution")
    ours = formation("b1", "toulon", order="o1", leader=leader())
    theirs = formation("f1", "toulon/harbour", "bourbon", state="in_ordinary")
    was = state(formations=[ours, theirs], british={"orders": (blockade,)}, step="attrition")
    dice = ScriptedDice([])
    after = attrition(was, MISTRAL, dice)
    assert [one.dps for one in after.formations] == [5, 0]
    assert isinstance(after.table.phase, Going)
    assert [told.to for told in dice.told] == [("british",)]


def test_everything_that_changes_the_wear_is_told_with_its_reason() -> None:
    """Winter 2 and a port of 2, twice, less 1 for frigates: the account adds up to 7."""
    dice = ScriptedDice([])
    dice.account = []
    assert worn(Wear("frigate", "ready", "winter", blockade=2, size=3), COLD_WAVES.charts, dice) == 7
    reasons = [(one.reason, one.value) for look in dice.account for one in look.add]
    assert reasons == [("at sea", 2), ("blockade", 2), ("oversized formation, times 2", 4), ("frigates", -1)]


def test_flagships_do_not_make_a_formation_oversized() -> None:
    """Each squadron has only its own wear."""
    flag = squadron("flag", "flagship")
    ours = formation(squadrons=[flag, squadron("s1"), squadron("s2")], leader=leader(control=2))
    after = attrition(state(formations=[ours], date=Date(1744, 9)), MISTRAL, ScriptedDice([]))
    assert [one.dps for one in after.formations[0].squadrons] == [1, 1, 1]


# Repairs


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


def yard(of: str = "mistral", **changed: Any) -> State:
    """A damaged squadron in port, in the yards phase of turn 5."""
    place, kept = changed.pop("place", "port_mahon/harbour"), changed.pop("state", "in_ordinary")
    hurt = squadron(
        "s1", dps=changed.pop("dps", 6), fitted=changed.pop("fitted", False), hauled=changed.pop("hauled", 0)
    )
    ours = formation("b1", place, squadrons=[hurt], state=kept)
    usual: dict[str, Any] = {"date": Date(1744, 5), "phase": Yards(("british",)), "step": "yards", "serial": 16}
    return state(of, [ours], **(usual | changed))


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


# Admirals


def admirals(**tally: Any) -> State:
    fleet = leader("mathews", rank="admiral", role="fleet_admiral")
    junior, rear = leader("lestock", rank="vice_admiral"), leader("rowley")
    forces = [formation(id, leader=one) for id, one in (("b1", fleet), ("b2", junior), ("b3", rear))]
    return state("mistral", forces, date=Date(1745, 1), tallies=(Tally(**tally), Tally()))


def test_a_fleet_admiral_goes_when_the_die_and_twice_the_loss_pass_nine() -> None:
    """Two points lost: a 5 keeps him, a 6 does not, and the vice-admiral follows him."""
    kept = relief.relief(admirals(previous_year=2), MISTRAL, ScriptedDice([5]))
    assert kept.formations[0].leader is not None
    gone = relief.relief(admirals(previous_year=2), MISTRAL, ScriptedDice([6]))
    assert gone.formations[0].leader is None
    assert gone.formations[1].leader is not None
    assert gone.formations[1].leader.role == "fleet_admiral"


def test_no_die_is_thrown_without_a_loss_or_in_another_turn() -> None:
    """No admiral is relieved then."""
    for was in (admirals(), replace(admirals(previous_year=5), table=replace(admirals().table, date=Date(1745, 2)))):
        assert relief.relief(was, MISTRAL, ScriptedDice([])).formations[0].leader is not None


def test_cold_waves_counts_the_year_and_mistral_the_one_before_too() -> None:
    """For what an admiral has lost."""
    table = state(tallies=(Tally(prestige=1, year_began=2, previous_year=5), Tally())).table
    assert relief.lost(table, "british", MISTRAL.charts) == 4
    assert relief.lost(table, "british", COLD_WAVES.charts) == 1


def test_a_fleet_whose_admiral_fell_has_another_at_the_end_of_the_turn() -> None:
    """With his role."""
    was = admirals()
    was = was.with_formation(replace(was.formations[0], leader=None))
    after = ending.turn_end(was, MISTRAL, ScriptedDice([]))
    assert after.formations[1].leader is not None
    assert after.formations[1].leader.role == "fleet_admiral"


def test_a_wounded_fleet_admiral_comes_back_without_the_office() -> None:
    """There is one Fleet Admiral: who follows him while he lies ashore keeps the post."""
    was = admirals()
    hurt = was.formations[0].leader
    assert hurt is not None
    was = was.with_formation(replace(was.formations[0], leader=None))
    was = was.with_secret("british", replace(was.secret("british"), leaders=(replace(hurt, wounded=2),)))
    after = ending.turn_end(was, MISTRAL, ScriptedDice([]))
    assert [one.role for one in after.secret("british").leaders] == [""]
    assert [one.leader.role for one in after.secret("british").formations if one.leader] == ["fleet_admiral", ""]


def test_orders_are_paid_for_before_a_fleet_admiral_is_judged() -> None:
    """Relief looks at the whole winter, its last quarter included (P21, P33)."""
    assert ADMINISTRATION.index("prestige") < ADMINISTRATION.index("relief")


def test_a_wounded_leader_controls_no_less_than_nobody() -> None:
    """But less than when he was well."""
    table = state("cold_waves").table
    found = [control(one, table, "british", COLD_WAVES.charts) for one in (None, leader(control=1, wounded=1))]
    assert found == [1, 1]
    assert control(leader(control=5, wounded=1), table, "british", COLD_WAVES.charts) == 2


# Prestige


def points(of: State) -> tuple[int, int]:
    return of.table.tallies[0].prestige, of.table.tallies[1].prestige


def test_sail_are_paid_as_each_number_is_reached() -> None:
    """One ship of the line brings nothing, the second a point, of whatever kind; a flagship brings one by herself."""
    dice = ScriptedDice([])
    after = prestige.scored(state("cold_waves"), "british", (("sol", 1),), 0, 0, dice)
    assert points(after) == (0, 0)
    after = prestige.scored(after, "british", (("sol_d", 1),), 0, 0, dice)
    assert points(after) == (1, 0)
    after = prestige.scored(after, "british", (("flagship", 1), ("frigate", 5)), 0, 0, dice)
    assert points(after) == (3, 0)
    assert after.table.tally("bourbon").lost == (("frigate", 1),)


def test_in_mistral_the_loser_of_sail_pays_and_frigates_bring_nothing() -> None:
    """Two for four sail of the line."""
    after = prestige.scored(state(), "bourbon", (("sol", 4), ("frigate", 8)), 0, 0, ScriptedDice([]))
    assert points(after) == (-2, 2)


def test_eight_points_of_damage_count_on_anything_in_cold_waves_and_on_convoys_in_mistral() -> None:
    """What is left over is kept for the next."""
    after = prestige.scored(state("cold_waves"), "british", (), 13, 5, ScriptedDice([]))
    after = prestige.scored(after, "british", (), 4, 0, ScriptedDice([]))
    assert points(after) == (2, 0)
    assert after.table.tally("british").dps == 1
    mistral = prestige.scored(state(), "british", (), 13, 5, ScriptedDice([]))
    assert points(mistral) == (0, 0)
    mistral = prestige.scored(mistral, "british", (), 3, 3, ScriptedDice([]))
    assert points(mistral) == (1, 0)


def test_treasure_ships_bring_a_point_each() -> None:
    """Two azogues are two."""
    assert points(prestige.scored(state("cold_waves"), "british", (("azogues", 2),), 0, 0, ScriptedDice([]))) == (2, 0)


def test_an_award_may_be_taken_as_the_enemys_loss() -> None:
    """As far as it was credited so."""
    was = state("cold_waves", tallies=(Tally(as_loss=1), Tally(prestige=4)))
    assert points(prestige.scored(was, "british", (("sol", 2),), 0, 0, ScriptedDice([]))) == (0, 3)


def test_admirals_without_a_post_are_followed_when_the_turn_ends() -> None:
    """Navarro is ashore with a wound: the next Spaniard at sea has his Command, and he is an admiral no longer."""
    wounded = leader("navarro", "spanish", role="command_admiral", wounded=3)
    next_man = formation("s1", side="bourbon", command="spanish", leader=leader("cordoba", "spanish"))
    court = formation("f1", side="bourbon", leader=leader("court", "french", role="fleet_admiral"))
    before = state(formations=[court, next_man], bourbon={"leaders": (wounded,)})
    after = relief.named(before, "bourbon", MISTRAL, ScriptedDice([]))
    assert [one.leader.role for one in after.secrets[1].formations if one.leader] == [
        "fleet_admiral",
        "command_admiral",
    ]
    assert [(one.id, one.role) for one in after.secrets[1].leaders] == [("navarro", "")]
    bereft = state(formations=[court], bourbon={"leaders": (wounded,)})
    assert relief.named(bereft, "bourbon", MISTRAL, ScriptedDice([])) == bereft


def test_formations_off_the_levant_cover_boxes_too() -> None:
    """SL25. A squadron and an auxiliary make two, a dummy counts for nothing, and there are six boxes in all."""
    trade = MISTRAL.values.levant
    assert trade is not None
    off = [formation("b1", "levant_edge"), formation("b2", "levant_edge", squadrons=(), kind="dummy")]
    assert counting.covered(state(formations=off, levant=("x1",)), trade) == 2
    many = [formation(f"b{n}", "levant_edge") for n in range(8)]
    assert counting.covered(state(formations=many), trade) == 6


def test_the_account_of_the_trade_has_its_line() -> None:
    """Who asks why the Bourbons count two orders more sees the line on the Levant; where all of it is watched nothing is told."""
    trade, dice = MISTRAL.values.levant, ScriptedDice([])
    assert trade is not None
    dice.account = []
    end = Date(1745, 1)
    counting.prestige(state(date=end, step="prestige"), MISTRAL, dice)
    told = [one.event for one in dice.events() if isinstance(one.event, TradeCounted)]
    assert [look.cell and look.cell.key for one in told for look in one.account] == [(trade.line,)]
    many = [formation(f"b{n}", "levant_edge") for n in range(8)]
    after = counting.prestige(state(formations=many, date=end, step="prestige"), MISTRAL, dice)
    assert not any(isinstance(one.event, TradeCounted) for one in dice.events())
    assert after.table.tally("bourbon").fulfilled == 0


def test_any_part_of_a_larger_award_may_be_taken_as_loss() -> None:
    """Three points for orders, one of them as the enemy's loss; of a single point no more than the point."""
    was = state("cold_waves", tallies=(Tally(as_loss=1), Tally(prestige=4)))
    assert points(prestige.awarded(was, "british", 3, "orders", ScriptedDice([]))) == (2, 3)
    more = state("cold_waves", tallies=(Tally(as_loss=2), Tally(prestige=4)))
    assert points(prestige.awarded(more, "british", 1, "a flagship", ScriptedDice([]))) == (0, 3)


@pytest.mark.parametrize(
    ("of", "nets", "ahead", "gains", "loses"),
    [
        (COLD_WAVES, (1, 0), "british", 1, 0),
        (COLD_WAVES, (0, 3), "bourbon", 2, 0),
        (COLD_WAVES, (4, -2), "british", 3, 0),
        (COLD_WAVES, (2, 2), None, 0, 0),
        (MISTRAL, (2, 0), "british", 1, 0),
        (MISTRAL, (0, 5), "bourbon", 1, 1),
        (MISTRAL, (6, 0), "british", 1, 2),
    ],
)
def test_only_the_best_step_of_the_ladder_is_paid(
    of: World, nets: tuple[int, int], ahead: str | None, gains: int, loses: int
) -> None:
    """By how far one side is ahead."""
    assert counting.orders_pay(*nets, of) == counting.OrderPay(ahead, gains, loses)


def test_orders_are_counted_by_quarter_or_year_and_with_the_last_turn() -> None:
    """Holds SL73."""
    counted = {
        title: [
            turn
            for turn in range(1, 17)
            if counting.closes(state(title, date=Date(1744, turn), last=Date(1745, 3)).table, of)
        ]
        for title, of in (("mistral", MISTRAL), ("cold_waves", COLD_WAVES))
    }
    assert counted == {"mistral": [16], "cold_waves": [4, 8, 12, 16]}
    assert counting.closes(state(date=Date(1745, 3), last=Date(1745, 3)).table, MISTRAL)


def test_the_count_is_paid_and_begins_anew() -> None:
    """And everybody is told what for."""
    dice = ScriptedDice([])
    was = state("cold_waves", date=Date(1744, 8), last=Date(1744, 16), tallies=(Tally(fulfilled=4, failed=1), Tally()))
    after = counting.prestige(was, COLD_WAVES, dice)
    assert points(after) == (2, 0)
    assert after.table.tally("british").fulfilled == 0
    assert heard(dice) == [OrdersCounted(3, 0), PrestigeChanged("british", 2, "more orders carried out", 2)]


def station(aux: str, place: str, contingent: str, **changed: Any) -> Station:
    side: Any = "" if contingent == "pirate" else "bourbon"
    return Station(aux, side, contingent, "light", "interdict", place, **changed)


def test_what_counts_as_orders_in_mistral() -> None:
    """Three places that French auxiliaries interdict, once the doctrine is there; pirates at sea; the trade of the Levant."""
    course = tuple([station(f"x{n}", f"space_{n}", "french") for n in (2, 3, 5)])
    was = state(stations=course, date=Date(1745, 6), last=Date(1746, 1))
    assert counting.prestige(was, MISTRAL, ScriptedDice([])).table.tally("british").failed == 0
    doctrine = replace(was, table=replace(was.table, events=(EventMark("guerre_de_course", 1745, 1),)))
    assert counting.prestige(doctrine, MISTRAL, ScriptedDice([])).table.tally("british").failed == 1
    tallies = (Tally(prestige=2), Tally())
    pirates = (station("p1", "space_3", "pirate", by="bourbon"),)
    raid = replace(was, table=replace(was.table, stations=pirates, tallies=tallies))
    assert [one.failed for one in counting.prestige(raid, MISTRAL, ScriptedDice([])).table.tallies] == [1, 0]
    in_port = replace(raid, table=replace(raid.table, stations=(station("p1", "toulon", "pirate", by="bourbon"),)))
    assert [one.failed for one in counting.prestige(in_port, MISTRAL, ScriptedDice([])).table.tallies] == [0, 0]
    quarter = replace(was, table=replace(was.table, stations=(), date=Date(1745, 9), levant=("a", "b")))
    assert counting.prestige(quarter, MISTRAL, ScriptedDice([])).table.tally("bourbon").fulfilled == 1
    trade = MISTRAL.values.levant
    assert trade is not None
    assert [counting.boxes_pay(trade, covered, MISTRAL.charts) for covered in (0, 1, 2, 3, 4, 6)] == [2, 2, 1, 1, 0, 0]


def test_pirates_count_against_both_when_prestige_is_even() -> None:
    """One failed order each."""
    was = state(stations=(station("p1", "space_3", "pirate", by="british"),), date=Date(1745, 10), last=Date(1746, 1))
    assert [one.failed for one in counting.prestige(was, MISTRAL, ScriptedDice([])).table.tallies] == [1, 1]


# The end


def test_the_end_is_rolled_for_from_the_year_of_the_chart() -> None:
    """A 0 ends it; in 1748 a 2 does, and one yellow box makes it a 3."""
    was = state(date=Date(1747, 5), last=Date(1748, 16), rolled_end=True)
    assert ending.end_die(was, MISTRAL, ScriptedDice([1])).table.last == Date(1748, 16)
    assert ending.end_die(was, MISTRAL, ScriptedDice([0])).table.last == Date(1747, 5)
    later = replace(was, table=replace(was.table, date=Date(1748, 5), events=(EventMark("army_in_liguria", 1748, 5),)))
    assert ending.end_die(later, MISTRAL, ScriptedDice([3])).table.last == Date(1748, 5)
    assert ending.end_die(later, MISTRAL, ScriptedDice([4])).table.last == Date(1748, 16)
    for date, rolled in ((Date(1746, 5), True), (Date(1747, 6), True), (Date(1747, 5), False)):
        other = replace(was, table=replace(was.table, date=date, rolled_end=rolled))
        assert ending.end_die(other, MISTRAL, ScriptedDice([])).table.last == Date(1748, 16)


def test_campaigns_that_are_over_for_good_bring_the_end_nearer() -> None:
    """Two of them make a 4 of 1747 end it; one at rest does not count."""
    over = (
        Front("liguria", 5, "army_in_liguria", False, over=True),
        Front("naples", 0, "march_on_naples", False, over=True),
    )
    was = state(date=Date(1747, 5), last=Date(1748, 16), rolled_end=True, campaigns=over)
    assert ending.over(was.table) == 2
    assert ending.end_die(was, MISTRAL, ScriptedDice([4])).table.last == Date(1747, 5)
    assert ending.end_die(was, MISTRAL, ScriptedDice([5])).table.last == Date(1748, 16)
    assert ending.over(state(campaigns=(replace(over[0], over=False),)).table) == 0


def test_the_end_of_a_turn_takes_its_marks_off() -> None:
    """Straits, interdiction and a turn of each wound."""
    tired = squadron("s1", strait=True, interdicted=True)
    ours = formation("b1", "port_mahon/harbour", squadrons=[tired], state="in_ordinary", leader=leader(wounded=2))
    spare = {"leaders": (leader("spare", wounded=1),)}
    was = state(formations=[ours], british=spare, last=Date(1744, 16), serial=16)
    after = ending.turn_end(was, MISTRAL, ScriptedDice([]))
    one = after.formations[0]
    assert (one.squadrons[0].strait, one.squadrons[0].interdicted, one.squadrons[0].hauled) == (False, False, 1)
    assert one.leader is not None
    assert (one.leader.wounded, after.secret("british").leaders[0].wounded) == (1, 0)
    assert ending.rested(one, through=False).squadrons[0].hauled == 0
    out = ending.rested(replace(one, state="fitting_out"))
    assert (out.squadrons[0].hauled, out.squadrons[0].fitted) == (0, True)


def test_a_new_year_begins_with_the_prestige_of_the_old() -> None:
    """What the old one brought is kept beside it."""
    was = state(date=Date(1744, 16), last=Date(1745, 16), tallies=(Tally(prestige=3, year_began=1), Tally()))
    tally = ending.turn_end(was, MISTRAL, ScriptedDice([])).table.tally("british")
    assert (tally.previous_year, tally.year_began) == (1, 3)


def test_after_the_last_turn_more_prestige_wins_and_buys_ranks() -> None:
    """Level prestige is nobody's victory."""
    dice = ScriptedDice([])
    was = state(date=Date(1744, 16), last=Date(1744, 16), tallies=(Tally(prestige=2), Tally(prestige=-1)))
    after = ending.turn_end(was, MISTRAL, dice)
    assert after.table.phase == Over("british", "the British have 2 prestige to -1")
    assert heard(dice)[-1].ranks[:2] == ("lieutenant", "captain")
    even = replace(was, table=replace(was.table, tallies=(Tally(), Tally())))
    phase = ending.turn_end(even, MISTRAL, ScriptedDice([])).table.phase
    assert isinstance(phase, Over)
    assert phase.winner is None


# Odds


def test_chances_of_the_yards() -> None:
    """Two rolls in Cold Waves take all of three points off in 83 cases of 100."""
    odds = resolved.repair.odds(resolved.RepairRolls(dps=3, rolls=2), COLD_WAVES.charts)
    by_hand = Fraction(sum([1 for one in FACES for other in FACES if one + other >= 3]), 100)
    assert odds.chance(lambda mended: mended.left == 0) == by_hand
    relieved = resolved.relief.odds(resolved.Relief(lost=2), MISTRAL.charts)
    assert relieved.chance(lambda kept: not kept.stays) == Fraction(4, 10)
    ended = resolved.end_of_game.odds(resolved.EndOfGame(year=1748, yellow=1), MISTRAL.charts)
    assert ended.chance(lambda end: end.ends) == Fraction(4, 10)


FACES = (4, 3, 3, 2, 2, 2, 2, 1, 1, 0)
"""The repair table of Cold Waves."""


def test_ranks_are_bought_once_and_within_the_purse() -> None:
    """Unknown and double ones are refused."""
    dice = ScriptedDice([])
    left = resolved.player_ranks(resolved.RankPurse(points=4, bought=("lieutenant",)), MISTRAL.charts, dice)
    assert (left.points, "lieutenant" in left.ranks, "commodore" in left.ranks) == (3, False, True)
    for bought, words in (("captian", "expected one of lieutenant"), ("captain,captain", "once")):
        with pytest.raises(BadInput, match=words):
            resolved.player_ranks.read({"points": 4, "bought": bought})
    short = resolved.player_ranks(resolved.RankPurse(points=4, bought=("commodore", "dockyards")), MISTRAL.charts, dice)
    assert (short.points, short.ranks) == (-4, ())
    for world in (MISTRAL, COLD_WAVES):
        assert {key[0] for key in world.charts.player_ranks.cells} == {*get_args(resolved.PlayersRank)}


def test_nobody_rolls_for_the_end_before_the_year_of_the_chart() -> None:
    """1746 is too early."""
    with pytest.raises(BadInput, match="expected 1747 or later"):
        resolved.end_of_game(resolved.EndOfGame(year=1746), MISTRAL.charts, ScriptedDice([]))


# Words


def test_the_yards_speak_in_sentences() -> None:
    """To the side whose yard it is, which knows what lies in it."""
    was = yard()
    dice = ScriptedDice([9])
    repairs.play(was, "british", Repair("b1", "s1"), MISTRAL, dice)
    repairs.play(was, "british", FitOut("b1"), MISTRAL, dice)
    assert [said(told(was.table, event, MISTRAL) or "", was, ("british",), MISTRAL) for event in heard(dice)] == [
        "Port Mahon gets nothing done on British ships of the line S1 in its yard.",
        "B1: fitting out.",
    ]
    assert told(was.table, PrestigeChanged("bourbon", -1, "ships of the line sunk or taken", -3), MISTRAL) == (
        "The Bourbons lose 1 prestige (ships of the line sunk or taken) and have -3."
    )
    order = ordered(view(was), Repair("b1", "s1", saved=True), MISTRAL) or ""
    assert said(order, view(was), (), MISTRAL) == "repair British ships of the line S1 of b1 with a saved repair point"
    assert ordered(view(was), Ready(), MISTRAL) is None


def test_only_a_close_blockade_costs_the_blockade_value() -> None:
    """SL96: three points before Toulon; none from Space #12, where the same order is kept from afar."""
    blockade = order("o1", "blockade", target=("toulon",), holder="b1", state="in_execution")
    for place, cost in (("toulon", 3), ("space_12", 0)):
        ours = formation("b1", place, order="o1")
        was = state(formations=[ours], british={"orders": (blockade,)}, step="attrition")
        assert aimed(ours.squadrons[0], ours, was, MISTRAL).blockade == cost


def test_each_title_asks_only_for_what_its_chart_pays():
    """Frigates, treasure and any damage in one title; in the other damage to convoys alone."""
    asked = {
        world.title: [field.name for field in procedures(world)["prestige_of_losses"].fields()]
        for world in (MISTRAL, COLD_WAVES)
    }
    assert asked["mistral"] == ["flagship", "sol", "convoy_dps"]
    assert asked["cold_waves"] == ["flagship", "sol", "frigate", "azogues", "dps"]


def test_the_procedure_pays_what_the_match_pays():
    """Two flagships, three of the line and ten points on a convoy, in a match and by the procedure."""
    dice = ScriptedDice([])
    form = procedures(MISTRAL)["prestige_of_losses"]
    earned = form(form.read({"flagship": 2, "sol": 3, "convoy_dps": 10}), MISTRAL.charts, dice)
    after = prestige.scored(state(), "british", (("flagship", 2), ("sol", 2), ("sol_d", 1)), 10, 10, dice)
    assert after.table.tally("british").prestige == earned.gains == 4
    assert after.table.tally("bourbon").prestige == -earned.enemy_loses == -3
