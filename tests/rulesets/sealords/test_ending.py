"""The end of a turn, of a year and of the game, with its odds and its words."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest

import weathergauge.rulesets.sealords.procedures.yards as resolved
from tests.rulesets.sealords.harbours import FACES, yard
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    formation,
    heard,
    leader,
    order,
    squadron,
    state,
    view,
)
from weathergauge.files.inputs import BadInput
from weathergauge.rulesets.sealords import prestige
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.forces import Front
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.procedures import procedures
from weathergauge.rulesets.sealords.state import Date, EventMark, Over, Tally, replace
from weathergauge.rulesets.sealords.words import said
from weathergauge.rulesets.sealords.yards import ending, ordered, repairs, told
from weathergauge.rulesets.sealords.yards.actions import FitOut, Repair
from weathergauge.rulesets.sealords.yards.attrition import aimed
from weathergauge.throwing import ScriptedDice

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
