"""What a match is entered as in the books: causes, sides and numbers hold against what was told."""

from collections import Counter
from typing import Any

import pytest

from tests import golden
from tests.ours import TITLES
from weathergauge.beside.annals import Entry, totals
from weathergauge.match import Replay
from weathergauge.match.record import Record
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.sealords.battle.actions import BattleWon
from weathergauge.rulesets.sealords.orders.events import ConvoyLanded
from weathergauge.rulesets.sealords.sea.actions import Spotted
from weathergauge.rulesets.trafalgar.actions import Fired
from weathergauge.testing import rules_for
from weathergauge.throwing import RandomDice

every_title = pytest.mark.parametrize("title", TITLES)


def steps(title):
    """Of each step of the golden match how it stood before and after, and what was told."""
    replay = Replay(Record.read(golden.record_of(title)), rules_for)
    for at in range(1, len(replay)):
        before = replay.at(at - 1)[0]
        after, told = replay.at(at)
        yield (
            replay.rules,
            before,
            after,
            [one.event for one in told if isinstance(one.event, replay.rules.types.event)],
        )


def test_convoys_are_booked_and_ships_spotted_by_the_names_that_they_have_everywhere():
    """A place by the chart's, and not by that of the map's data; squadrons by their class, and how many there are of it."""
    rules: Any = ruleset("mistral")
    state = rules.setup(rules.scenario("quarter", {}), RandomDice(1))
    landed = ConvoyLanded("bourbon", "bourbon_f9", "the troop convoy to Coastal Space B", "coastal_b", 22)
    spotted = Spotted("bourbon_f9", "bourbon", "toulon", ("flagship", "sol_d", "sol_d"), "Navarro")
    assert [entry.words for entry in rules.entries(state, state, [landed])] == ["the troop convoy to the coast B"]
    ships = "a flagship and 2 squadrons of small two-deckers"
    assert rules.tell(state, spotted) == f"Spotted at Toulon: a Bourbon formation under Navarro, {ships}."


def test_what_stands_under_one_heading_in_the_same_words_is_added_up():
    """Two broadsides are one line, another side's are another."""
    books = [
        Entry("Boxes lost", seat, "to broadsides", number) for seat, number in (("red", 2), ("blue", 1), ("red", 3))
    ]
    assert totals(books) == [
        Entry("Boxes lost", "red", "to broadsides", 5),
        Entry("Boxes lost", "blue", "to broadsides", 1),
    ]


@every_title
def test_every_title_keeps_books_of_its_sides_under_its_own_headings(title):
    """No entry of a seat that does not play or under a heading that nobody looks for, and the last measures are drawn for both."""
    for rules, before, after, events in steps(title):
        for entry in rules.entries(before, after, events):
            assert entry.heading in rules.headings
            assert entry.seat in after.table.sides
            assert entry.number
            assert "_" not in entry.words
    assert all(set(values) == set(after.table.sides) for values in rules.measures(after).values())
    assert len(rules.measures(after)) >= 2
    assert "turn" in rules.moment(after)


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
def test_sail_that_battles_cost_stands_in_the_books_as_lost_in_battle(title):
    """As the battle itself counted them: neither prizes nor squadrons that part hide one, or add one."""
    told: Counter[str] = Counter()
    entered: Counter[str] = Counter()
    for rules, before, after, events in steps(title):
        for event in events:
            if isinstance(event, BattleWon):
                told.update(dict(zip(after.table.sides, event.sail, strict=True)))
        for entry in rules.entries(before, after, events):
            if entry.heading == "Sail lost" and entry.words == "in battle":
                entered[entry.seat] += entry.number
    assert told.total()
    assert entered == +told


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
def test_prestige_and_orders_in_the_books_are_those_of_the_tallies(title):
    """Every change of prestige of the golden match, and every order that is counted as carried out or failed."""
    entered: Counter[tuple[str, str]] = Counter()
    first: Any = None
    last: Any = None
    ended: Counter[tuple[str, str]] = Counter()
    for rules, before, after, events in steps(title):
        first, last = first or before, after
        for entry in rules.entries(before, after, events):
            entered[entry.heading, entry.seat] += entry.number
        for seat in after.table.sides:
            was, now = before.table.tally(seat), after.table.tally(seat)
            ended["Orders kept", seat] += max(0, now.fulfilled - was.fulfilled)
            ended["Orders failed", seat] += max(0, now.failed - was.failed)
    assert first is not None
    for seat in last.table.sides:
        assert entered["Prestige", seat] == last.table.tally(seat).prestige - first.table.tally(seat).prestige
        for heading in ("Orders kept", "Orders failed"):
            assert entered[heading, seat] == ended[heading, seat], heading


def test_boxes_that_broadsides_destroyed_are_lost_to_them_and_done_by_their_guns():
    """Whoever fires, whatever the angle: all boxes of the log stand twice in the books."""
    fired, lost = 0, Counter[str]()
    for rules, before, after, events in steps("trafalgar"):
        fired += sum(event.boxes for event in events if isinstance(event, Fired))
        for entry in rules.entries(before, after, events):
            lost["fire" if "fire" in entry.words or "broadsides" in entry.words else entry.heading] += entry.number
    assert fired == lost["fire"] > 0


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
def test_when_all_is_over_every_counter_is_turned_up(title):
    """Leaders, squadrons and dummies of both sides, which no spectator saw before."""
    *_, (rules, _, after, _) = steps(title)
    hidden = [one for one in rules.view(after, None).table.counters if one.shown is None]
    assert hidden
    open_table = rules.unveiled(after).table
    assert all(one.shown is not None for one in open_table.counters)
    assert [one.id for one in open_table.counters] == [one.id for one in after.table.counters]
