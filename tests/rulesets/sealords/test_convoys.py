"""Convoys: made for an order, waiting for their escort, landed and counted."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    SIDES,
    YEAR,
    chit,
    convoy,
    formation,
    found,
    leader,
    mark,
    order,
    port,
    state,
)
from weathergauge.dice import Told
from weathergauge.ruleset import TABLE, Proceed
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.council import sitting
from weathergauge.rulesets.sealords.council.actions import IssueOrder
from weathergauge.rulesets.sealords.forces import Cargo
from weathergauge.rulesets.sealords.orders import chits, convoys, execution
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.phases import Council
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sequence import serial
from weathergauge.rulesets.sealords.state import Date, State, replace
from weathergauge.rulesets.sealords.world import world
from weathergauge.throwing import RandomDice, ScriptedDice

NOW = serial(Date(YEAR, 3), MISTRAL)
LEVANT = order("o1", "escort", state="available", target=("the_gut", "maltese_roads"), route="british_levant")


def issued(given: Any, place: str, route: str = "", side: Any = "british") -> tuple[State, str]:
    """A chit issued to a formation in port, and the id of its convoy."""
    holder = formation("e", place, side, state="fitting_out", command=given.command)
    mine: Any = {side: {"orders": (given,)}}
    made = state("mistral", [holder], date=Date(YEAR, 3), step="council", phase=Council(SIDES), **mine)
    after = sitting.play(made, side, IssueOrder(given.id, "e", route), MISTRAL, ScriptedDice([]))
    return after, chit(after, given.id, side).convoy


def ends(log: Sequence[Told]) -> list[tuple[str, str]]:
    """The ends of orders that everybody hears of."""
    ended = [one.event for one in log if isinstance(one.event, OrderEnded) and one.to is None]
    return [(one.outcome, one.reason) for one in ended]


def over(now: State) -> tuple[State, list[Told]]:
    dice = ScriptedDice([])
    now = replace(now, table=replace(now.table, date=Date(YEAR, 4, 1, 4)))
    return execution.orders_end(now, MISTRAL, dice), dice.told


def test_a_convoy_is_made_with_its_order_on_the_edge_next_to_its_route():
    """SL50: the Levant trade comes from the Atlantic and waits there; route 1 leads by the African coast."""
    made, id = issued(LEVANT, "gibraltar/harbour", "british_levant_1")
    ship = found(made, id)
    assert (ship.place, ship.kind, ship.cargo.points, ship.cargo.waits) == ("atlantic_edge", "convoy", 24, True)
    assert ship.cargo.route == MISTRAL.values.routes["british_levant_1"]
    assert chit(made, "o1", "british").cargo == 24
    assert "convoy" not in id  # a counter's name tells nothing


def test_it_sails_when_its_escort_has_come():
    """The order is in execution from then on."""
    made, id = issued(LEVANT, "gibraltar/harbour", "british_levant_1")
    still = execution.visited(made, MISTRAL)
    assert found(still, id).cargo.waits
    met = made.with_formation(replace(found(made, "e"), place="the_gut", state="ready"))
    met = execution.visited(met, MISTRAL)
    ship = found(met, id)
    assert (ship.place, ship.cargo.waits, ship.cargo.route[0]) == ("the_gut", False, "strait_of_gibraltar")
    assert chit(met, "o1", "british").state == "in_execution"
    assert convoys.escorts(met, ship) == (found(met, "e"),)


def test_one_in_port_waits_in_harbour_for_its_escort():
    """It is not at sea before."""
    given = order(
        "o1",
        "escort",
        state="available",
        target=("marseilles", "maltese_roads"),
        route="french_levant_4",
        command="french",
    )
    made, id = issued(given, "marseilles/harbour", "french_levant_4", "bourbon")
    assert (found(made, id).place, found(made, id).state) == ("marseilles/harbour", "fitting_out")
    assert found(made, id).cargo.route[0] == "space_13"  # the route turned round
    assert convoys.awaited(made, found(made, id), MISTRAL) is None
    out = made.with_formation(replace(found(made, "e"), place="marseilles", state="ready"))
    assert convoys.awaited(out, found(out, id), MISTRAL) == found(out, "e")
    assert found(convoys.released(out, MISTRAL), id).cargo.waits  # it comes out with an MP of its own


@pytest.mark.parametrize(("points", "outcome"), [(12, "fulfilled"), (11, "failed")])
def test_half_a_trade_convoy_fulfils_its_escort(points: int, outcome: str):
    """Twelve of 24 points do, eleven do not."""
    given = replace(LEVANT, state="in_execution", holder="e", convoy="c1", issued=NOW)
    here = convoy(place="maltese_roads", cargo=Cargo("trade", points, 24, (), "maltese_roads"))
    made = state(formations=[formation("e", "maltese_roads", order="o1"), here], british={"orders": (given,)})
    after, log = over(made)
    assert ends(log) == [(outcome, f"{points} of 24 points came in")]
    assert found(after, "c1") is None


@pytest.mark.parametrize(("points", "landed", "outcome"), [(24, 3, "fulfilled"), (9, 1, "fulfilled"), (7, 0, "failed")])
def test_victuals_become_repair_points(points: int, landed: int, outcome: str):
    """Eight points of cargo make one."""
    given = order(
        "o1",
        "victual",
        target=("atlantic_edge", "port_mahon"),
        state="in_execution",
        holder="e",
        convoy="c1",
        issued=NOW,
    )
    here = convoy(place="port_mahon", cargo=Cargo("victualling", points, 24, (), "port_mahon"))
    made = state(formations=[formation("e", "port_mahon", order="o1"), here], british={"orders": (given,)})
    after, log = over(made)
    assert port(after, "port_mahon").points == landed
    assert [one for one, _ in ends(log)] == [outcome]


def test_troops_land_on_a_coast_and_events_know_of_it():
    """What they landed for can happen."""
    given = order(
        "o1",
        "transport",
        target=("barcelona", "coastal_b"),
        state="in_execution",
        holder="e",
        convoy="c1",
        issued=NOW,
        command="spanish",
    )
    here = convoy(place="coastal_b", side="bourbon", cargo=Cargo("troop", 1, 24, (), "coastal_b"))
    made = state(formations=[formation("e", "coastal_b", "bourbon", order="o1"), here], bourbon={"orders": (given,)})
    after, log = over(made)
    assert [one for one, _ in ends(log)] == ["fulfilled"]
    assert mark(after, "landed:troop:coastal_b") is not None


def test_a_lost_convoy_fails_its_order_and_one_that_never_sailed_is_broken_up():
    """Each with its own reason."""
    made, id = issued(LEVANT, "gibraltar/harbour", "british_levant_1")
    _, log = over(made.without(id))
    assert ends(log) == [("failed", "its convoy is lost")]
    gone, log = over(made.without("e"))
    assert ends(log) == [("failed", "its holder is gone")]
    assert found(gone, id) is None


def test_a_blockaded_port_keeps_convoys_out():
    """Until the blockader has gone."""
    here = convoy(place="port_mahon", cargo=Cargo("victualling", 24, 24, (), "port_mahon"))
    foe = formation("x", "port_mahon", "bourbon", order="o9")
    shut = state(formations=[here, foe], bourbon={"orders": (order("o9", "blockade", target=("port_mahon",)),)})
    assert not convoys.came_in(shut, here, MISTRAL)
    assert convoys.came_in(shut.without("x"), here, MISTRAL)


def test_french_trade_turns_to_toulon_when_marseilles_is_blockaded():
    """MI Ex. 2.156, as the title's values have it."""
    assert MISTRAL.values.diversions == {"marseilles": "toulon"}
    ship = convoy(
        place="space_12", side="bourbon", cargo=Cargo("trade", 24, 24, ("space_13", "marseilles"), "marseilles")
    )
    foe = formation("x", "marseilles", order="o9")
    made = state(formations=[ship, foe], british={"orders": (order("o9", "blockade", target=("marseilles",)),)})
    turned = found(convoys.released(made, MISTRAL), "c1").cargo
    assert (turned.route, turned.target) == (("space_13", "toulon"), "toulon")
    open_again = found(convoys.released(made.without("x"), MISTRAL), "c1").cargo
    assert open_again.target == "marseilles"


@pytest.mark.parametrize("world", [MISTRAL, COLD_WAVES], ids=["mistral", "cold_waves"])
def test_every_convoy_of_the_pool_has_a_way(world: Any):
    """Each step of it is a lane or a link of the map, and it ends where the order says."""
    for side in ("british", "bourbon"):
        for one in chits.chits(side, world):
            if one.type not in convoys.ESCORTED:
                continue
            for route in convoys.routes(one, world) or ("",):
                way = convoys.course(one.target, route, world)
                assert way[-1] == one.target[-1], (one, route)
                assert all(there in world.near(here) for here, there in itertools.pairwise(way)), (
                    one,
                    route,
                    way,
                )


def test_routes_that_do_not_touch_the_goal_are_not_offered():
    """Only the one that ends at that coast."""
    given = order("o1", "transport", target=("barcelona", "coastal_d"), route="spanish_troop")
    assert convoys.routes(given, MISTRAL) == ("spanish_troop_6",)


def test_a_convoy_and_its_escort_sail_the_whole_route_by_themselves():
    """From the council to the landing in ten steps of the Levant trade, with nothing but the two sides being ready."""
    rules = RULES["mistral"]
    dice = RandomDice(3)
    escort = formation("e", "the_gut", leader=leader(role="fleet_admiral", sr=9))
    opening: Any = {"date": Date(YEAR, 9), "step": "opening", "phase": Council(SIDES), "british": {"orders": (LEVANT,)}}
    now = state("mistral", [escort], **opening)
    now = sitting.play(now, "british", IssueOrder("o1", "e", "british_levant_3"), MISTRAL, dice)
    for _ in range(400):
        seat = rules.to_act(now)[0]
        choices = list(rules.legal(rules.view(now, seat)))
        done = Proceed() if seat == TABLE else next(one for one in choices if isinstance(one, Ready))
        now = rules.play(now, seat, done, dice).state
        if chit(now, "o1").state == "pool":
            break
    assert found(now, "e").place == "maltese_roads"
    assert now.table.tally("british").fulfilled == 1


def test_routes_of_one_name_are_told_apart_by_where_they_part():
    """Before one is chosen: A and B alone say nothing to who has not seen both on the chart."""
    twins = [chits.route_words(f"british_levant_{n}", world("mistral")) for n in (1, 2)]
    assert twins == ["the African Coast A (space #23)", "the African Coast B (space #27)"]
