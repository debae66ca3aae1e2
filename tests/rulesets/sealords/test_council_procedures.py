"""The council's dice by themselves, and the odds that are shown before a decision."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import weathergauge.rulesets.sealords.procedures.council as procedures
from tests.rulesets.sealords.sea import COLD_WAVES, MISTRAL, formation, leader, order, squadron, state, view
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.council.actions import GiveUpOrder, IssueOrder, RequestReinforcement
from weathergauge.rulesets.sealords.formations.actions import DetachSquadron, TransferSail


def chance(name: str, world: Any = MISTRAL, **given: Any) -> Fraction:
    found = {one.name: one for one in procedures.procedures(world)}[name]
    return found.odds(found.read(given), world.charts).chance(
        lambda result: getattr(result, result.__struct_fields__[0])
    )


def test_procedures_of_the_council():
    """Rating 3 passes on 0 to 3; 8 damage points add two faces; a formation in harbour needs no die."""
    assert chance("strategy_check", rating=3) == Fraction(4, 10)
    assert chance("strategy_check", rating=3, dps=8) == Fraction(6, 10)
    assert chance("strategy_check", rating=3, ranks=-1) == Fraction(5, 10)
    assert chance("order_issue", state="ready", rating=3) == Fraction(4, 10)
    assert chance("order_issue", state="in_ordinary") == 1
    assert chance("order_issue", state="ready", all_new=True) == 1
    assert chance("event_die", at_most=5) == Fraction(6, 10)


def test_entry_onto_the_map_is_offered_where_its_table_is():
    """In Cold Waves, with the printed chances."""
    names = [[one.name for one in procedures.procedures(world)] for world in (MISTRAL, COLD_WAVES)]
    assert ["map_entry" in one for one in names] == [False, True]
    found = next(one for one in procedures.procedures(COLD_WAVES) if one.name == "map_entry")
    law = found.odds(found.read({"season": "summer"}), COLD_WAVES.charts)
    assert law.chance(lambda one: (one.impulse, one.dps) == (1, 2)) == Fraction(2, 10) * Fraction(2, 10)


def test_previews_name_the_check_and_its_rating():
    """For each order of the council that needs one."""
    mine = (
        order("o1", state="available", target=("space_7", "space_14", "space_13")),
        order("o2", holder="b2", target=("toulon",), type="blockade"),
    )
    made = state(
        formations=[
            formation(leader=leader(role="fleet_admiral")),
            formation("b2", order="o2", squadrons=(squadron("w", dps=9), squadron("v", sail=2))),
        ],
        british={"orders": mine},
    )
    seen = view(made)

    def of(action: Any) -> list[Any]:
        return [(one.procedure, one.inputs) for one in procedures.calls(seen, action, MISTRAL)]

    assert of(IssueOrder("o1", "b1")) == [("order_issue", procedures.OrderIssue(state="ready", rating=3))]
    assert of(GiveUpOrder("o2")) == [("strategy_check", procedures.StrategyCheck(rating=3, dps=9))]
    assert of(TransferSail("w", 1, "v")) == [("strategy_check", procedures.StrategyCheck(rating=3))]
    assert of(DetachSquadron("w")) == [("strategy_check", procedures.StrategyCheck(rating=3))]
    assert of(RequestReinforcement("british", True)) == [
        ("reinforcement_request", procedures.ReinforcementRequest(pay=True))
    ]
    assert of(Ready()) == []
