"""What happened is weighed: a dispatch has the weightiest of it, in the order in which it happened."""

from itertools import pairwise

import pytest

from tests import golden
from tests.ours import TITLES
from weathergauge.beside.tidings import FEWEST, MOST, NEWS, ORDER, UNSAID, Tiding, chosen, moved_on
from weathergauge.match import Replay
from weathergauge.match.record import Record
from weathergauge.rulesets.sealords.battle.actions import CombatFought
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.sea.actions import GaleBegan
from weathergauge.rulesets.sealords.state import Gale
from weathergauge.server.chronicle import MOST as MOST_OF_A_PART
from weathergauge.server.chronicle import Sentence, _part
from weathergauge.testing import rules_for

every_title = pytest.mark.parametrize("title", TITLES)


def test_great_moments_come_before_anything_else_and_all_stand_in_their_order():
    """Six of eight: the great one however small, then the greatest; and none that is not worth it."""
    told = [Tiding("dispatch", size) for size in (5, 1, 4, 3, 2, 6, 7)]
    assert chosen([UNSAID, *told, Tiding("dispatch", great="struck")]) == (1, 3, 4, 6, 7, 8)


def test_where_little_of_weight_happened_what_was_done_fills_up():
    """One piece of news and the last two of the orders; what is not said is never told."""
    assert chosen([ORDER, NEWS, ORDER, UNSAID, ORDER, Tiding()]) == (1, 2, 4)
    assert chosen([UNSAID, Tiding()]) == ()


def test_a_move_ends_where_the_seat_decides_no_longer_or_a_step_begins():
    """News alone does not end it."""
    assert moved_on(False, [])
    assert moved_on(True, [NEWS, Tiding(step=True)])
    assert not moved_on(True, [NEWS])


@every_title
def test_a_title_weighs_its_events_and_finds_its_great_moments(title):
    """In its golden match: no side's being ready is told, and every turn has from one to six sentences worth reading."""
    replay = Replay(Record.read(golden.record_of(title)), rules_for)
    told = [one.event for at in range(1, len(replay)) for one in replay.at(at)[1]]
    told = [event for event in told if isinstance(event, replay.rules.types.event)]
    weighed = [(type(event).__name__, replay.rules.tiding(event)) for event in told]
    assert {one.level for name, one in weighed if name == "Committed"} <= {"unsaid"}
    assert weighed[-1][1].great == "won" or title in ("mistral", "cold_waves")
    assert {one.level for _, one in weighed} == {"unsaid", "all", "orders", "dispatch"}
    steps = [place for place, (_, one) in enumerate(weighed) if one.step]
    assert steps
    for begin, end in pairwise(steps):
        assert len(chosen([one for _, one in weighed[begin:end]])) <= MOST
    assert FEWEST <= len(chosen([one for _, one in weighed])) <= MOST


def test_orders_kept_and_failed_and_every_combat_come_before_gales_and_sightings():
    """What a campaign is counted by is told of a turn, and each combat of its battles that cost anything."""
    rules = rules_for("mistral")
    kept = rules.tiding(OrderEnded("bourbon", "fulfilled", "transit", "passage to Toulon"))
    gale = rules.tiding(GaleBegan(Gale("mistral", 8, "toulon")))
    assert kept.level == gale.level == "dispatch"
    assert kept.size > gale.size
    assert rules.tiding(CombatFought(2, (3, 0), (0, 0))).level == "dispatch"
    assert rules.tiding(CombatFought(2, (0, 0), (0, 0))).level == "orders"


def test_a_chronicle_tells_the_whole_of_a_battle_and_nothing_twice():
    """Of more than it has room for; a gale that begins again in the same words stands once, a combat as often as it was fought."""
    news = [(NEWS, Sentence(n, f"A gale {n}.", "", "", False)) for n in range(MOST_OF_A_PART)]
    again = [(NEWS, Sentence(90, "A gale 0.", "", "", False))]
    combats = [(Tiding("dispatch", within=True), Sentence(n, "A combat.", "", "", True)) for n in (91, 92)]
    part = _part("turn 3", 0, [*combats, *news, *again])
    assert [one.words for one in part.told].count("A combat.") == 2
    assert [one.words for one in part.told].count("A gale 0.") <= 1
    assert len(part.told) == MOST_OF_A_PART
    assert part.left_out == 2
