"""Requests for reinforcements, squadrons called away, and entry onto the map."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    SIDES,
    WAR,
    YEAR,
    chit,
    formation,
    found,
    order,
    port,
    squadron,
    state,
    view,
)
from weathergauge.odds import odds
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.council import requests, sitting
from weathergauge.rulesets.sealords.council.actions import (
    GiveUpSquadron,
    IssueOrder,
    RequestReinforcement,
)
from weathergauge.rulesets.sealords.phases import Going, Requesting
from weathergauge.rulesets.sealords.sequence import serial
from weathergauge.rulesets.sealords.state import Date, State, replace
from weathergauge.throwing import ScriptedDice

HOSTILE = (("british", "french", "hostile"), ("british", "spanish", "war"))


def quarter(title: str = "mistral", turn: int = 5, **changed: Any) -> State:
    mine = formation(place="gibraltar/harbour", state="fitting_out")
    french = formation("f", "toulon/harbour" if title == "mistral" else "brest/harbour", "bourbon", state="fitting_out")
    return state(title, [mine, french], date=Date(YEAR, turn), step="requests", phase=Requesting(SIDES), **changed)


def asked(now: State, action: Any, *dice: int, side: Any = "british", world: Any = MISTRAL) -> State:
    assert requests.why_not(view(now, side), action, world) is None
    thrown = ScriptedDice(dice)
    after = requests.play(now, side, action, world, thrown)
    thrown.finish()
    return after


def test_requests_are_made_in_quarterly_turns():
    """In others the step passes."""
    assert requests.requests(quarter(turn=5), MISTRAL, ScriptedDice([])).table.phase == Requesting(SIDES)
    assert requests.requests(quarter(turn=6), MISTRAL, ScriptedDice([])).table.phase == Going()


@pytest.mark.parametrize(
    ("die", "cls", "sail"),
    [
        (0, "sol", 4),
        (1, "sol", 2),
        (2, "sol", 2),
        (3, "sol_d", 2),
        (4, "sol_d", 2),
        (5, "frigate", 2),
        (6, "frigate", 2),
    ],
)
def test_what_the_die_brings_to_a_home_port(die: int, cls: str, sail: int):
    """A squadron in ordinary, with a leader on a 0."""
    after = asked(quarter(), RequestReinforcement("french"), die, side="bourbon")
    new = after.secret("bourbon").formations[-1]
    assert (new.place, new.state, new.command) == ("toulon/harbour", "in_ordinary", "french")
    assert [(one.cls, one.sail, one.new) for one in new.squadrons] == [(cls, sail, sail)]
    assert (new.leader is not None) is (die == 0)
    assert after.table.phase == Requesting(("british",))


def test_two_auxiliaries_or_nothing():
    """On 7 one of each kind, on 8 none."""
    after = asked(quarter(), RequestReinforcement("french"), 7, side="bourbon")
    assert [(one.cls, one.box) for one in after.secret("bourbon").auxiliaries] == [
        ("fleet", "available"),
        ("light", "available"),
    ]
    assert asked(quarter(), RequestReinforcement("french"), 8, side="bourbon").secrets == quarter().secrets


def test_prestige_is_worth_one_on_the_die_and_never_below_0():
    """A 9 becomes an 8, which is still nothing."""
    after = asked(quarter(), RequestReinforcement("french", True), 9, side="bourbon")
    assert after.table.tally("bourbon").prestige == -1
    assert after.secrets == quarter().secrets  # 9 less 1 is nothing
    assert (
        asked(quarter(), RequestReinforcement("french", True), 0, side="bourbon").secret("bourbon").formations[-1].sail
        == 4
    )
    assert odds(requests.answered, True, MISTRAL.charts).chance(lambda one: one == "sol_4_and_leader") == Fraction(1, 5)


def test_a_squadron_is_given_up_by_its_owner_or_by_default():
    """A 9 calls one away, and nothing else may be asked until she is named."""
    now = asked(quarter(), RequestReinforcement("french"), 9, side="bourbon")
    assert now.secret("bourbon").owed == 1
    assert now.table.phase == Requesting(SIDES)
    assert "name her first" in (requests.why_not(view(now, "bourbon"), RequestReinforcement("french"), MISTRAL) or "")
    assert GiveUpSquadron("f_1") in requests.of(view(now, "bourbon"), "f", MISTRAL)
    gone = asked(now, GiveUpSquadron("f_1"), side="bourbon")
    assert gone.secret("bourbon").formations == ()
    assert gone.table.phase == Requesting(("british",))
    assert sitting.council(now, MISTRAL, ScriptedDice([])).secret("bourbon").formations == ()


def test_whom_nobody_names_is_the_least_in_port():
    """SL62."""
    now = quarter()
    now = now.with_formation(formation("f2", "space_7", "bourbon", (squadron("tiny", "frigate", 1),)))
    now = now.with_formation(
        formation(
            "f3",
            "toulon/harbour",
            "bourbon",
            (squadron("small", sail=2), squadron("flag", "flagship")),
            state="fitting_out",
        )
    )
    now = now.with_secret("bourbon", replace(now.secret("bourbon"), owed=1))
    after = requests.called_away(now, ScriptedDice([]))
    assert {one.id for formation in after.secret("bourbon").formations for one in formation.squadrons} == {
        "f_1",
        "tiny",
        "flag",
    }


def test_asking_for_the_french_before_the_war_costs_prestige_where_the_chart_has_it():
    """In Cold Waves while they are hostile."""
    assert requests.price(quarter("cold_waves", 4, relations=HOSTILE).table, "french", False, COLD_WAVES) == 1
    assert requests.price(quarter("cold_waves", 4, relations=HOSTILE).table, "french", True, COLD_WAVES) == 2
    assert requests.price(quarter("cold_waves", 4, relations=HOSTILE).table, "spanish", False, COLD_WAVES) == 0
    assert requests.price(quarter("cold_waves", 4).table, "french", False, COLD_WAVES) == 0
    assert requests.price(quarter(relations=HOSTILE).table, "french", False, MISTRAL) == 0


def test_those_from_off_the_map_enter_in_their_impulse_with_their_wear():
    """SL61, R-ENTRY: in winter a 3 is the second impulse and an 8 nine damage points."""
    now = quarter("cold_waves", 16).with_formation(
        formation("s", "ferrol/harbour", "bourbon", command="spanish", state="in_ordinary")
    )
    now = asked(now, RequestReinforcement("spanish"), 1, 3, 8, side="bourbon", world=COLD_WAVES)
    ((turn, impulse, coming),) = now.secret("bourbon").arrivals
    assert (turn, impulse, coming.place) == (serial(Date(YEAR, 16), COLD_WAVES) + 1, 2, "atlantic_edge")
    assert [one.dps for one in coming.squadrons] == [9]

    def at(impulse: int) -> State:
        then = replace(now, table=replace(now.table, date=Date(YEAR + 1, 1, impulse)))
        return requests.arrive(then, COLD_WAVES, ScriptedDice([]))

    assert found(at(1), coming.id) is None
    assert found(at(2), coming.id).place == "atlantic_edge"
    assert at(2).secret("bourbon").arrivals == ()


def test_without_the_table_they_come_in_the_first_impulse_unworn():
    """Mistral has no table of entries."""
    now = asked(quarter(), RequestReinforcement("british"), 1)
    ((_, impulse, coming),) = now.secret("british").arrivals
    assert (impulse, coming.place, coming.dps) == (1, "atlantic_edge", 0)


def test_a_home_port_in_enemy_hands_is_passed_over():
    """Marseilles takes what Toulon cannot."""
    now = quarter()
    now = replace(now, table=now.table.with_port(replace(port(now, "toulon"), owner="british")))
    assert (
        asked(now, RequestReinforcement("french"), 1, side="bourbon").secret("bourbon").formations[-1].place
        == "marseilles/harbour"
    )


def test_refusals_and_offers():
    """What is offered is what is not refused."""
    now = quarter()
    assert "'french' is no contingent of yours" in (
        requests.why_not(view(now), RequestReinforcement("french"), MISTRAL) or ""
    )
    assert "no squadron is called away" in (requests.why_not(view(now), GiveUpSquadron("b1_1"), MISTRAL) or "")
    assert requests.of(view(now), STEP, MISTRAL) == (
        RequestReinforcement("british"),
        RequestReinforcement("british", True),
        Ready(),
    )
    assert "wait for the council" in (requests.why_not(view(now), IssueOrder("o", "b1"), MISTRAL) or "")


def test_a_fleet_that_is_gone_may_come_back():
    """The last French squadron is lost: four sail and a commodore are asked for all the same, and lie at Toulon."""
    now = quarter()
    for one in now.secret("bourbon").formations:
        now = now.without(one.id)
    assert RequestReinforcement("french") in requests.of(view(now, "bourbon"), STEP, MISTRAL)
    (new,) = asked(now, RequestReinforcement("french"), 0, side="bourbon").secret("bourbon").formations
    assert (new.place, new.sail, new.leader is not None) == ("toulon/harbour", 4, True)


def test_who_has_neither_ships_nor_a_war_sends_none():
    """The Dutch before they join."""
    peace = tuple([one for one in WAR if "dutch" not in one])
    now = quarter("cold_waves", relations=peace)
    reason = requests.why_not(view(now), RequestReinforcement("dutch"), COLD_WAVES)
    assert reason == "the Dutch have no squadrons on the map and are at odds with nobody: they send none"
    joined = quarter("cold_waves")
    assert requests.why_not(view(joined), RequestReinforcement("dutch"), COLD_WAVES) is None


def test_a_quarter_draws_orders_and_makes_reinforcements_old():
    """And only a quarter."""
    now = quarter(british={"orders": (order("o1", "interdict", state="pool", target=("space_7",)),), "promoted": True})
    now = now.with_formation(formation("n", squadrons=(squadron("n1", new=4),)))
    after = sitting.quarter(now, MISTRAL, ScriptedDice([]))
    assert found(after, "n").squadrons[0].new == 0
    assert chit(after, "o1", "british").state == "available"
    assert not after.secret("british").promoted
    assert (
        sitting.quarter(replace(now, table=replace(now.table, date=Date(YEAR, 6))), MISTRAL, ScriptedDice([])).secrets
        == now.secrets
    )
