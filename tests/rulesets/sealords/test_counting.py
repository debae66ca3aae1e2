"""Prestige for battles and for orders that were carried out."""

from __future__ import annotations

import pytest

from tests.rulesets.sealords.harbours import points, station
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    formation,
    heard,
    leader,
    state,
)
from weathergauge.rulesets.sealords import prestige
from weathergauge.rulesets.sealords.chartroom import chart_room
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.state import Date, EventMark, Tally, replace
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards import counting, relief
from weathergauge.rulesets.sealords.yards.actions import OrdersCounted, TradeCounted
from weathergauge.throwing import ScriptedDice


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


def test_what_counts_beside_orders_is_said_from_the_start():
    """In the ledger of whichever title has it, with the numbers of its charts; a title without it says nothing."""
    commerce, pirates, levant = chart_room("mistral").reckonings
    assert "every 3 places that French auxiliaries interdict" in commerce
    assert commerce.endswith("the British count 1 order more as failed.")
    assert "counts 1 order more as failed" in pirates
    assert levant.endswith("2 where they cover 0 to 1, 1 where they cover 2 to 3 and 0 where they cover 4 to 6.")
    assert not any("Levant" in sentence for sentence in chart_room("cold_waves").reckonings)
