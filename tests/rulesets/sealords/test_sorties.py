"""Coming out of harbour: ships and convoys past those who blockade the port, and who closes with them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    chit,
    convoy,
    formation,
    found,
    heard,
    mistral_settings,
    order,
    squadron,
    state,
    view,
)
from weathergauge.bots.sealords import Judgement
from weathergauge.rulesets.sealords.chapters import STEPS
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.forces import Cargo, Station
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.phases import Offering, Sailing, Sighting
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea import sailing, sighting, sorties
from weathergauge.rulesets.sealords.sea.actions import Closed, CloseWith, LeftPort, Move, Slipped, Spotted, StoodOff
from weathergauge.rulesets.sealords.state import Date, Gale, State, replace
from weathergauge.throwing import ScriptedDice

OUT = Sailing("bourbon")
BLOCKADE = order("o1", "blockade", target=("toulon",), holder="b1", state="in_execution")


def blockade(*watching: Any, inside: Any = None, **changed: Any) -> State:
    """British blockaders of Toulon where they are named, and a French formation in its harbour."""
    watch = [formation(f"b{n}", place, order="o1") for n, place in enumerate(watching, 1)]
    ships = inside or [formation("f1", "toulon/harbour", "bourbon", state="fitting_out", order="o2")]
    return state(formations=[*watch, *ships], british={"orders": (BLOCKADE,)}, phase=OUT, **changed)


def out(before: State, *faces: int, world: Any = MISTRAL) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = sorties.left_port(before, "f1", OUT, world, dice)
    dice.finish()
    return after, heard(dice)


def answered(before: State, action: Any) -> tuple[State, list[Any]]:
    assert sighting.why_not(view(before), action, MISTRAL) is None
    dice = ScriptedDice([])
    after = sighting.play(before, "british", action, MISTRAL, dice)
    return after, heard(dice)


def kinds(log: list[Any]) -> list[type]:
    return [type(one) for one in log]


# Ships


def test_coming_out_of_port():
    """Ready, off the port, and told."""
    one = formation("f1", "port_mahon/harbour", state="in_ordinary", order="o1")
    after, log = out(state(formations=[one]))
    ship = found(after, "f1")
    assert (ship.place, ship.state, ship.approach) == ("port_mahon", "ready", "from_fitting_out")
    assert kinds(log) == [LeftPort]


def test_whoever_comes_out_past_a_close_blockade_is_spotted():
    """Without a search."""
    after, log = out(blockade("toulon"))
    assert found(after, "f1").known == "spotted"
    assert log[1].by == "blockade"
    assert after.table.phase == OUT  # nobody is asked: they lie there already


def test_unseen_it_is_out_and_the_blockade_has_failed():
    """The chit goes back to the pool."""
    after, log = out(blockade("space_12"), 6)
    assert found(after, "f1").known == "hidden"
    assert found(after, "b1").place == "space_12"
    assert kinds(log) == [LeftPort, Slipped, OrderEnded]
    assert chit(after, "o1").state == "pool"


def test_a_distant_blockade_searches_and_its_admiral_is_asked():
    """Die 5 finds the formation. From #12 the lane to Toulon is against the wind, with the marin it is with it."""
    for winds, how in (((), "against_wind"), (("marin",), "with_wind")):
        asked, log = out(blockade("space_12", winds=winds), 5)
        assert kinds(log) == [LeftPort, Spotted]
        assert asked.table.phase == Sighting("british", "f1", "toulon", OUT)
        assert found(asked, "b1").place == "space_12"
        assert sighting.of(view(asked), STEP, MISTRAL) == (CloseWith("f1"), Ready())
        after, log = answered(asked, CloseWith("f1"))
        closed = found(after, "b1")
        assert (closed.place, closed.approach, closed.moved, closed.acted) == ("toulon", how, True, True)
        assert [(one.formation, one.place, one.port, one.how) for one in log if isinstance(one, Closed)] == [
            ("b1", "space_12", "toulon", how)
        ]
        assert chit(after, "o1").state == "in_execution"


def test_a_distant_blockader_may_let_them_go():
    """And fails with it."""
    after, log = answered(out(blockade("space_12"), 5)[0], Ready())
    assert found(after, "b1").place == "space_12"
    assert log[:1] == [StoodOff("british", "f1", "toulon")]
    assert chit(after, "o1").state == "pool"


def test_blockaders_search_once_together_and_close_with_all_that_can():
    """One die for three in two places; galleys alone do not come through a gale."""
    rowed = formation("b3", "coastal_a", order="o1", squadrons=[squadron("g", "galley")])
    before = blockade("space_12", "coastal_a").with_formation(rowed)
    asked, _ = out(before, 5)
    _, log = answered(asked, CloseWith("f1"))
    assert [one.formation for one in log if isinstance(one, Closed)] == ["b1", "b2", "b3"]
    stormy = replace(asked, table=replace(asked.table, gales=(Gale("mistral", 8, "toulon"),)))
    assert [one.id for one in sorties.closers(stormy, "toulon", "bourbon", MISTRAL)] == ["b1", "b2"]


def test_where_the_chart_counts_squadrons_they_search_with_all_of_them():
    """In the other title each two of them make the die one less: 6 finds with four, and not with two."""
    inside = formation("f1", "dunkerque", "bourbon", state="fitting_out", order="o2")
    near = [place for place in COLD_WAVES.near("dunkerque") if COLD_WAVES.lane(place, "dunkerque")][:1] * 2
    given = replace(BLOCKADE, target=("dunkerque",))
    ships = [
        formation(f"b{n}", place, order="o1", squadrons=[squadron(f"b{n}_{m}") for m in range(2)])
        for n, place in enumerate(near, 1)
    ]
    faces = next(die for die in range(10) if not _found(ships[:1], given, inside, die))
    assert _found(ships, given, inside, faces)


def _found(watch: Any, given: Any, inside: Any, face: int) -> bool:
    before = state("cold_waves", [*watch, inside], british={"orders": (given,)}, phase=OUT)
    return isinstance(out(before, face, world=COLD_WAVES)[0].table.phase, Sighting)


def test_a_setting_lets_each_blockader_search_for_itself():
    """Usually they search together."""
    alone = mistral_settings(blockaders_apart=True)
    asked, _ = out(blockade("space_12", "coastal_a", settings=alone), 6, 5)
    assert isinstance(asked.table.phase, Sighting)


def test_one_in_sight_already_is_not_searched_for():
    """The blockader is asked at once."""
    lit = formation("f1", "toulon/harbour", "bourbon", state="fitting_out", order="o2", known="spotted")
    assert isinstance(out(blockade("space_12", inside=[lit]))[0].table.phase, Sighting)


def test_nobody_is_asked_who_cannot_come():
    """Galleys off a port in a gale see them go."""
    rowed = formation("b1", "coastal_a", order="o1", squadrons=[squadron("g", "galley")])
    inside = formation("f1", "toulon/harbour", "bourbon", state="fitting_out", order="o2")
    gale = (Gale("mistral", 8, "toulon"),)
    before = state(formations=[rowed, inside], british={"orders": (BLOCKADE,)}, phase=OUT, gales=gale)
    after, log = out(before, 5)
    assert after.table.phase == OUT
    assert kinds(log)[-1] is OrderEnded


def test_other_answers_are_refused_with_a_reason():
    """Close with it or let it go."""
    asked, _ = out(blockade("space_12"), 5)
    who = "the Bourbon counter f1 has come out of Toulon"
    assert (
        sighting.why_not(view(asked), CloseWith("f2"), MISTRAL) == f"{who}: close with 'f1' and no other, or let it go"
    )
    assert sighting.why_not(view(asked), Move("b1", "toulon"), MISTRAL) == f"{who}: close with it, or let it go"


def test_the_move_goes_on_after_the_answer():
    """The French are asked again for what else they have to move."""
    second = formation("f2", "space_13", "bourbon", order="o3")
    inside = formation("f1", "toulon/harbour", "bourbon", state="fitting_out", order="o2")
    before = blockade("space_12", inside=[inside, second])
    dice = ScriptedDice([5])
    asked = sailing.play(before, OUT, Move("f1", "toulon"), MISTRAL, dice)
    assert isinstance(asked.table.phase, Sighting)
    after, _ = answered(asked, Ready())
    assert after.table.phase == OUT
    assert sailing.subjects(view(after, "bourbon"), MISTRAL) == ["f2"]


def test_what_was_plotted_goes_on_after_the_answer_too():
    """Player A's formations have no more to choose: those that were not carried out yet follow."""
    second = formation("f2", "space_13", "bourbon", order="o3")
    inside = formation("f1", "toulon/harbour", "bourbon", state="fitting_out", order="o2")
    before = blockade("space_12", inside=[inside, second], first="bourbon")
    own = replace(before.secret("bourbon"), plots=(("f1", "toulon"), ("f2", "space_12")))
    dice = ScriptedDice([5])
    asked = STEPS["sail_a"](before.with_secret("bourbon", own), MISTRAL, dice)
    assert asked.table.phase == Sighting("british", "f1", "toulon", OUT)
    assert found(asked, "f2").place == "space_13"
    after, _ = answered(asked, CloseWith("f1"))
    assert found(after, "f2").place == "space_12"


@pytest.mark.parametrize(("disorganised", "closes"), [(False, True), (True, False)])
def test_a_captain_closes_where_a_battle_promises_something(disorganised: bool, closes: bool):
    """Who is in disorder cannot attack, and would only lie there."""
    before = blockade("space_12")
    asked, _ = out(before.with_formation(replace(found(before, "b1"), disorganised=disorganised)), 5)
    rules = RULES["mistral"]
    seen = rules.view(asked, "british")
    assert Judgement().order(seen, rules.legal(seen)) == (CloseWith("f1") if closes else Ready())


# Convoys


ESCORT = order("e1", "transport", target=("marseilles", "coastal_b"), command="french", convoy="c1", holder="f2")


def waiting(place: str = "marseilles/harbour", route: Any = ("space_13",), **changed: Any) -> Any:
    cargo = Cargo("troop", 24, 24, tuple(route), "coastal_b", waits=True)
    return convoy("c1", place, "bourbon", cargo=cargo, state="fitting_out", **changed)


def escorted(*watching: str, **changed: Any) -> State:
    """A convoy in Marseilles with its escort off it, and blockaders where they are named."""
    given = replace(BLOCKADE, target=("marseilles",))
    watch = [formation(f"b{n}", place, order="o1") for n, place in enumerate(watching, 1)]
    escort = formation("f2", "marseilles", "bourbon", order="e1")
    return state(
        formations=[*watch, waiting(), escort], british={"orders": (given,)}, bourbon={"orders": (ESCORT,)},
        **({"date": Date(1744, 3, 1, 2)} | changed),
    )  # fmt: skip


def sails(before: State, *faces: int) -> tuple[State, list[Any]]:
    """The French part of an increment, up to where somebody is asked."""
    dice = ScriptedDice(faces)
    after = STEPS["sail_b"](before, MISTRAL, dice)
    dice.finish()
    return after, heard(dice)


def test_a_convoy_comes_out_with_an_mp_of_its_own():
    """In the first increment it has none; then it lies off the port, and its order is in execution."""
    assert not found(sails(escorted(date=Date(1744, 3, 1, 1)))[0], "c1").afloat
    after, log = sails(escorted())
    ship = found(after, "c1")
    assert (ship.place, ship.state, ship.acted, ship.cargo.waits) == ("marseilles", "ready", True, False)
    assert LeftPort in kinds(log)
    assert chit(after, "e1", "bourbon").state == "in_execution"


def test_a_convoy_that_slips_past_a_distant_blockade_breaks_it():
    """It stays hidden."""
    after, log = sails(escorted("space_13"), 6)
    assert found(after, "c1").known == "hidden"
    assert chit(after, "o1").state == "pool"
    assert [one.outcome for one in log if isinstance(one, OrderEnded)] == ["failed"]


def test_a_convoy_that_a_distant_blockade_finds_may_be_brought_to_battle():
    """The blockader comes to it, and battle is offered."""
    asked, _ = sails(escorted("space_13"), 5)
    assert asked.table.phase == Sighting("british", "c1", "marseilles", Sailing("bourbon"))
    after, _ = answered(asked, CloseWith("c1"))
    assert found(after, "b1").place == "marseilles"
    assert found(after, "c1").known == "spotted"
    assert after.table.phase == Sailing("bourbon")
    dice = ScriptedDice([0, 0, 0, 0])
    offered = STEPS["battles"](after.with_phase(Sailing("bourbon")), MISTRAL, dice)
    assert offered.table.phase == Offering("british", "marseilles", asked=True)


def test_a_convoy_that_is_let_go_breaks_the_blockade_and_the_others_sail_on():
    """After the answer the other convoys move."""
    other = convoy("c2", "space_7", "bourbon", route=("palma",))
    asked, _ = sails(escorted("space_13").with_formation(other), 5)
    assert found(asked, "c2").place == "space_7"
    after, _ = answered(asked, Ready())
    assert chit(after, "o1").state == "pool"
    assert found(after, "c2").place == "palma"


def test_a_close_blockade_sees_a_convoy_and_has_failed_if_nobody_fights_for_it():
    """It does not wait for the blockade to be raised: it comes out under the guns, as ships do."""
    after, log = sails(escorted("marseilles"))
    assert found(after, "c1").known == "spotted"
    assert [one.by for one in log if isinstance(one, Spotted)] == ["blockade"]
    ended = STEPS["increment_end"](after, MISTRAL, ScriptedDice([]))
    assert chit(ended, "o1").state == "pool"
    fought = after.with_formation(replace(found(after, "c1"), known="all"))
    kept = STEPS["increment_end"](fought, MISTRAL, ScriptedDice([]))
    assert chit(kept, "o1").state == "in_execution"


def test_an_auxiliary_keeps_a_convoy_in():
    """It does not come out."""
    station = Station("x", "british", "british", "light", "blockade", "marseilles")
    assert not found(sails(escorted(stations=(station,)))[0], "c1").afloat
