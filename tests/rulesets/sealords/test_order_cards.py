"""Order cards: what they say is what the rules do with the order, for every kind of order of both titles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    SIDES,
    YEAR,
    convoy,
    formation,
    leader,
    order,
    squadron,
    state,
)
from weathergauge.beside.hints import Hints, OrderCard
from weathergauge.rulesets.sealords import reckoning
from weathergauge.rulesets.sealords.council import sitting
from weathergauge.rulesets.sealords.council.actions import IssueOrder
from weathergauge.rulesets.sealords.orders import chits, execution
from weathergauge.rulesets.sealords.phases import Council
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sequence import serial
from weathergauge.rulesets.sealords.state import Date, State, Tally, replace
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards import counting
from weathergauge.throwing import ScriptedDice

NOW = serial(Date(YEAR, 3), MISTRAL)
CRUISE = ("space_11", "space_12", "coastal_b")
SENTENCES = ("title", "demands", "fails", "progress", "deadline", "earns", "costs")
WORLDS = pytest.mark.parametrize("world", [MISTRAL, COLD_WAVES], ids=lambda world: world.title)


def card(made: State, id: str = "o1", side: str = "british") -> OrderCard:
    rules = RULES[made.table.title]
    found = rules.hints(rules.view(made, side), id).card
    assert found is not None
    return found


def council(formations: Any, *orders: Any, title: str = "mistral", **changed: Any) -> State:
    usual: dict[str, Any] = {
        "date": Date(YEAR, 3),
        "step": "council",
        "phase": Council(SIDES),
        "british": {"orders": orders},
    }
    return state(title, formations, **(usual | changed))


def ends_until(made: State, id: str, world: World, outcome: str) -> int:
    """How many ends of impulses it takes until an order is over."""
    number = world.charts.turn_structure.of(int, "impulses_per_operations_phase")
    for count in range(40):
        date = Date(YEAR + (2 + count // number) // 16, 1 + (2 + count // number) % 16, 1 + count % number, 4)
        made = replace(made, table=replace(made.table, date=date))
        dice = ScriptedDice([])
        made = execution.orders_end(made, world, dice)
        held = made.secret("british").order(id)
        if held is None or held.state == "pool":
            tally = made.table.tally("british")
            assert (tally.fulfilled, tally.failed) == ((1, 0) if outcome == "fulfilled" else (0, 1))
            return count + 1
    raise AssertionError(f"{id} never ends")


def every_chit(world: World) -> Iterator[tuple[str, Any]]:
    """Each kind of chit that a title or one of its events has, with its side, and a rendezvous where there are any."""
    for side in world.sides:
        for one in chits.chits(side, world):
            yield side, one
    for node in world.events:
        for effect in node.effects:
            for n, entry in enumerate(effect.get("orders", ())):
                yield entry.get("side", effect.get("side")), chits.chit(entry, f"{node.id}_{n}", node.id)


# Every kind


@WORLDS
def test_every_chit_has_a_card_in_words_of_the_game(world: World):
    """Whatever is drawn, received or held: sentences without ids, places of the map, and ways that lead from place to place."""
    kinds = set()
    for side, chit in every_chit(world):
        command = chit.command or world.taking_part[0]
        ship = squadron("s", contingent=command)
        for status in ("available", "received", "issued", "in_execution"):
            holder = formation(
                "b1", chit.target[0] if chit.target[0] in world.places else "space_7", side, [ship], command=command
            )
            if holder.place not in world.places:
                holder = replace(holder, place=next(iter(world.places)))
            held = status in ("issued", "in_execution")
            mine = replace(chit, state=status, holder="b1" if held else "", issued=NOW if held else 0)
            made = state(world.title, [replace(holder, order=mine.id if held else "")], british={})
            made = made.with_secret(side, replace(made.secret(side), orders=(mine,)))
            found = card(made, mine.id, side)
            said = [getattr(found, name) for name in SENTENCES]
            assert all(said), (mine, said)
            for text in [*said, found.outlook, *[one for each in found.holders for one in (each.words, each.how)]]:
                assert not re.search(r"[a-z]_[a-z]|\bNone\b", text), text
            assert {*found.places} <= {*world.places}
            for way in found.ways:
                assert all(b in world.near(a) for a, b in zip(way.places, way.places[1:], strict=False)), way
            kinds.add(mine.type)
    assert (
        kinds
        == {one.type for _, one in every_chit(world)}
        >= {"cruise", "blockade", "interdict", "escort", "seek_battle"}
    )


@pytest.mark.parametrize(
    ("type", "target", "place", "squadrons"),
    [
        ("cruise", CRUISE, "space_12", 1),
        ("blockade", ("toulon",), "toulon", 1),
        ("blockade", ("toulon",), "coastal_a", 1),
        ("interdict", ("space_7",), "space_7", 1),
        ("show_of_force", ("algiers",), "algiers", 2),
        ("support_the_army", ("coastal_b",), "coastal_b", 1),
    ],
)
def test_an_order_is_done_in_as_many_impulses_as_its_card_says(type: Any, target: Any, place: str, squadrons: int):
    """Its holder stays where it is; a cruise has been everywhere else already."""
    ships = [squadron(f"s{n}") for n in range(squadrons)]
    visits = (5, 0, 5) if type == "cruise" else ()
    mine = order("o1", type, target=target, holder="b1", issued=NOW, visits=visits)
    made = state(formations=[formation(place=place, squadrons=ships, order="o1")], british={"orders": (mine,)})
    found = card(made)
    needed = execution.needed(mine, MISTRAL.charts)
    assert place in found.places
    assert f"{needed} more impulses are needed" in found.outlook
    assert f"done in {needed} impulses at best" in found.outlook
    assert "there is time for it" in found.outlook
    assert ends_until(made, "o1", MISTRAL, "fulfilled") == needed


@pytest.mark.parametrize("type", ["cruise", "blockade", "interdict", "show_of_force", "support_the_army"])
def test_where_a_card_says_that_it_counts_is_where_it_counts(type: Any):
    """At each of its places an order is in execution when the impulse ends, and next to none of them."""
    target = {"cruise": CRUISE, "blockade": ("toulon",), "support_the_army": ("coastal_b",)}.get(type, ("algiers",))
    ships = [squadron("s1"), squadron("s2")]
    for place in [one.id for one in MISTRAL.places.values() if one.kind != "entry"]:
        mine = order("o1", type, target=target, holder="b1", issued=NOW)
        made = state(formations=[formation(place=place, squadrons=ships, order="o1")], british={"orders": (mine,)})
        places = card(made).places
        after = execution.orders_end(made, MISTRAL, ScriptedDice([])).secret("british").order_of("o1")
        assert (after.impulses > 0) == (place in places), place


# Until when


@pytest.mark.parametrize(
    ("type", "target", "extended"), [("cruise", CRUISE, 0), ("cruise", CRUISE, 1), ("seek_battle", ("french",), 0)]
)
def test_an_order_runs_out_after_as_many_impulses_as_its_card_says(type: Any, target: Any, extended: int):
    """The card and the rule that ends it agree."""
    mine = order("o1", type, target=target, holder="b1", issued=NOW - 1, extended=extended)
    far = [formation(place="space_1", order="o1", squadrons=[squadron("s1")])]
    made = state(formations=[replace(far[0], state="fitting_out")], british={"orders": (mine,)})
    left = int(re.findall(r"(\d+) impulses are left", card(made).deadline)[0])
    assert ends_until(made, "o1", MISTRAL, "failed") == left


def test_impulses_are_counted_from_council_and_from_sea():
    """Four a turn: in a council those of this turn are over, before the first turn they are all to come."""
    one = state().table
    council_now = replace(one, date=Date(YEAR, 3), step="council")
    assert reckoning.impulses_left(council_now, NOW, MISTRAL) == 0
    assert reckoning.impulses_left(council_now, NOW + 2, MISTRAL) == 8
    assert reckoning.impulses_left(replace(one, date=Date(YEAR, 3), step="opening"), NOW, MISTRAL) == 4
    assert reckoning.impulses_left(replace(one, date=Date(YEAR, 3, 3, 2)), NOW + 1, MISTRAL) == 6
    assert reckoning.date_of(NOW, MISTRAL) == Date(YEAR, 3)
    assert reckoning.date_of(serial(Date(YEAR, 16), MISTRAL), MISTRAL) == Date(YEAR, 16)


def test_a_card_says_when_it_is_too_late():
    """Six impulses more, and two left of the scenario."""
    mine = order("o1", "blockade", target=("toulon",), holder="b1", issued=NOW - 2, impulses=2, state="in_execution")
    made = state(
        formations=[formation(place="toulon", order="o1")],
        british={"orders": (mine,)},
        date=Date(YEAR, 3, 3, 1),
        last=Date(YEAR, 3),
    )
    found = card(made)
    assert found.outlook.startswith("6 more impulses are needed.")
    assert found.outlook.endswith("2 impulses are left: that is too late, and it cannot be fulfilled.")
    assert found.progress == "b1 holds it: 2 of 8 impulses done."
    assert "2 impulses are left" in found.deadline


def test_the_way_to_the_place_is_reckoned_with_a_fair_wind():
    """From Port Mahon: out of harbour, and move for move; who is slower comes later."""
    mine = order("o1", state="received", target=CRUISE)
    fast = formation("b1", "port_mahon/harbour", squadrons=[squadron("s1", "frigate")], state="fitting_out")
    found = card(council([fast], mine))
    moves = 1 + min(len(MISTRAL.way("port_mahon", goal)) for goal in CRUISE)
    assert f"b1 is {moves} moves away" in found.outlook
    assert found.holders[0].words == f"b1: {moves} moves from where it begins"


# What it is worth


@WORLDS
@pytest.mark.parametrize("net", [-4, -2, -1, 0, 1, 2, 4])
def test_what_an_order_more_brings_is_what_the_count_pays(world: World, net: int):
    """Against an enemy who has none: with one done more, and with one failed more, the very prestige that is paid."""
    made = state(world.title, date=Date(YEAR, 16), last=Date(YEAR, 16), step="prestige")
    for more in (-1, 0, 1):
        fulfilled, failed = max(0, net), max(0, -net)
        own = Tally(fulfilled=fulfilled, failed=failed)
        ahead = replace(own, fulfilled=fulfilled + max(0, more), failed=failed + max(0, -more))
        before = replace(made.table, tallies=(own, Tally()))
        paid = counting.prestige(
            replace(made, table=replace(made.table, tallies=(ahead, Tally()))), world, ScriptedDice([])
        )
        assert reckoning.paid(before, "british", more, False, world) == tuple(
            [one.prestige for one in paid.table.tallies]
        )


def test_the_count_that_an_order_comes_to_is_the_next_one_it_can_reach():
    """Cold Waves counts by the quarter: with impulses enough it is the next, else the one after, for which all begins anew."""
    table = replace(state("cold_waves").table, date=Date(YEAR, 3, 1, 1), last=Date(YEAR, 16))
    quarters = COLD_WAVES.charts.turn_structure.at("quarterly_turns")
    assert isinstance(quarters, tuple)
    first, second = [turn for turn in quarters if turn >= 3][:2]
    near = reckoning.counting(table, 4 * (first - 2), COLD_WAVES)
    late = reckoning.counting(table, 4 * (first - 2) + 1, COLD_WAVES)
    assert (near.date, near.fresh) == (Date(YEAR, first), False)
    assert (late.date, late.fresh) == (Date(YEAR, second), True)


# Who may hold it


@pytest.mark.parametrize("sr", [2, 5, 9])
def test_the_chance_that_an_order_reaches_a_fleet_at_sea_is_that_of_the_die(sr: int):
    """Every face is thrown in council, and those that pass are as many as the card says."""
    admiral = leader("mathews", role="fleet_admiral", sr=sr)
    made = council([formation(leader=admiral)], order("o1", state="received", target=CRUISE))
    (holder,) = card(made).holders
    thrown = [
        sitting.play(made, "british", IssueOrder("o1", "b1"), MISTRAL, ScriptedDice([face])) for face in range(10)
    ]
    passed = [one.formation_of("b1").order == "o1" for one in thrown]
    assert f"{sum(passed) * 10} % that the order reaches it" in holder.how
    assert holder.orders == (IssueOrder("o1", "b1"),)


def test_every_formation_of_ships_is_named_and_who_cannot_have_it_says_why():
    """Galleys for the open sea, other Commands, those with orders; dummies and convoys are not asked."""
    there = [
        formation("b1", "port_mahon/harbour", state="fitting_out"),
        formation("b2", order="held"),
        formation("b3", command="dutch"),
        formation("d", squadrons=(), kind="dummy"),
        convoy("c"),
    ]
    made = council(
        there, order("o1", state="received", target=CRUISE), order("held", "blockade", target=("toulon",), holder="b2")
    )
    found = {one.id: one for one in card(made).holders}
    assert {*found} == {"b1", "b2", "b3"}
    assert [one.may for one in found.values()] == [True, False, False]
    assert found["b1"].how == "The order reaches it without a check."
    assert "has orders already: blockade of Toulon" in found["b2"].how
    assert "is not of it" in found["b3"].how
    assert not found["b2"].orders


def test_what_a_card_offers_is_what_the_council_takes():
    """Each order of a holder is listed for him; once the council is over there is nothing to give."""
    mine = order("o1", "escort", state="received", target=("the_gut", "maltese_roads"), route="british_levant")
    made = council([formation("b1", "port_mahon/harbour", state="fitting_out")], mine)
    (holder,) = card(made).holders
    rules = RULES["mistral"]
    assert {*holder.orders} == {
        one for one in rules.legal(rules.view(made, "british")).of("b1") if isinstance(one, IssueOrder)
    }
    assert len(holder.orders) == len(card(made).ways) > 1
    late = replace(made, table=replace(made.table, phase=Council(("bourbon",))))
    assert not card(late).holders[0].orders


def test_a_convoy_on_its_way_is_seen_on_the_card():
    """Where it is, what it still has, and the way before it."""
    ship = convoy("c1", "space_12", route=("space_11", "coastal_b"), points=13)
    mine = order(
        "o1", "escort", target=("space_13", "coastal_b"), holder="b1", convoy="c1", issued=NOW, state="in_execution"
    )
    made = state(formations=[formation(place="space_12", order="o1"), ship], british={"orders": (mine,)})
    found = card(made)
    assert found.progress == "b1 holds it: its convoy is under way at off Provence (#12), with 13 of 13 points."
    assert found.ways[0].places == ("space_12", "space_11", "coastal_b")
    assert found.outlook.startswith("B1 and the convoy have 2 moves to make.")


def test_a_rendezvous_counts_for_nothing():
    """It shares in what whom it joins holds, and leads to where he is."""
    held = order("held", "blockade", target=("toulon",), holder="b1", issued=NOW)
    mine = order("o1", "rendezvous", target=("b1",), holder="b2", issued=NOW)
    there = [formation("b1", "toulon", order="held"), formation("b2", order="o1")]
    found = card(state(formations=there, british={"orders": (held, mine)}))
    assert found.places == ("toulon",)
    assert (found.earns, found.costs, found.outlook) == (
        "It counts for nothing by itself.",
        "It costs nothing to fail.",
        "",
    )


# Nobody else's


def test_the_card_of_an_order_is_for_its_own_side_alone():
    """The enemy has no order of that name, who looks on has none, and a chit in the pool has no card."""
    mine = (order("o1", state="received", target=CRUISE), order("o2", state="pool", target=CRUISE))
    made = council([formation()], *mine)
    rules = RULES["mistral"]
    assert rules.hints(rules.view(made, "bourbon"), "o1") == Hints()
    assert rules.hints(rules.view(made, None), "o1") == Hints()
    assert rules.hints(rules.view(made, "british"), "o2").card is None
    assert rules.hints(rules.view(made, "british"), "o1").card is not None


def test_a_card_says_the_same_whatever_the_enemy_hides():
    """Nothing of it is worked out from what its side does not know."""
    mine = order("o1", "blockade", target=("toulon",), holder="b1", issued=NOW, state="in_execution")
    own = [formation("b1", "toulon", order="o1")]
    alone = card(state(formations=own, british={"orders": (mine,)}, phase=Council(SIDES)))
    foe = formation("f1", "toulon/harbour", "bourbon", state="fitting_out", order="o9")
    there = state(
        formations=[*own, foe],
        british={"orders": (mine,)},
        bourbon={"orders": (order("o9", command="french", target=CRUISE),)},
        phase=Council(SIDES),
    )
    assert card(there) == alone
