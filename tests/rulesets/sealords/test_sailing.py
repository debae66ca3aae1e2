"""Plotting, moving and marking time: who is asked, what is offered, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    chit,
    convoy,
    dummy,
    formation,
    leader,
    order,
    squadron,
    state,
    view,
)
from tests.rulesets.sealords.test_weather import events, run
from weathergauge.rulesets.sealords.chapters import CHAPTERS
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.forces import Formation, Station
from weathergauge.rulesets.sealords.phases import Decoying, Going, Plotting, Sailing
from weathergauge.rulesets.sealords.sea import STEPS, dummies, ordered, plotting, sailing
from weathergauge.rulesets.sealords.sea.actions import (
    Beat,
    Catch,
    Decoy,
    DriveOff,
    DroveOff,
    DummyPlaced,
    MarkTime,
    Move,
    Moved,
    PlayerA,
    Plot,
    TriedTheWind,
)
from weathergauge.rulesets.sealords.state import Date, Gale, State, Tally, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.throwing import RandomDice, ScriptedDice


def there(after: State, id: str = "b1") -> Formation:
    found = after.formation(id)
    assert found is not None
    return found


def play(before: State, side: Side, action: Any, *faces: int) -> tuple[State, list[Any]]:
    """An action that must be legal."""
    chapter = CHAPTERS[type(before.table.phase)]
    assert chapter.why_not(view(before, side), action, MISTRAL) is None
    dice = ScriptedDice(faces)
    after = chapter.play(before, side, action, MISTRAL, dice)
    dice.finish()
    return after, dice.told


def why_not(before: State, side: Side, action: Any) -> str:
    found: str | None = CHAPTERS[type(before.table.phase)].why_not(view(before, side), action, MISTRAL)
    assert found is not None
    return found


# Player A


@pytest.mark.parametrize(("british", "bourbon", "first"), [(0, 0, "british"), (1, 2, "bourbon"), (3, 2, "british")])
def test_player_a_has_more_prestige(british: int, bourbon: int, first: str):
    """And everybody is told who it is."""
    tallies = (Tally(prestige=british), Tally(prestige=bourbon))
    after, log = run("plot", state(tallies=tallies), MISTRAL)
    assert after.table.first == first
    assert [one.side for one in events(log, PlayerA)] == [first]


def test_player_a_plots_what_each_of_his_formations_is_to_do():
    """Once for each that has an MP; with the last plot the phase is over."""
    before = state(formations=[formation("b1", order="o"), formation("b2", "palma", order="o")])
    asked, _ = run("plot", before, MISTRAL)
    assert asked.table.phase == Plotting("british")
    assert plotting.subjects(view(asked), MISTRAL) == ["b1", "b2", STEP]
    after, _ = play(asked, "british", Plot("b1", "port_mahon"))
    assert plotting.subjects(view(after), MISTRAL) == ["b2", STEP]
    assert why_not(after, "british", Plot("b1", "")) == "b1 is plotted already"
    after, _ = play(after, "british", Plot("b2", ""))
    assert after.table.phase == Going()
    assert after.secret("british").plots == (("b1", "port_mahon"), ("b2", ""))


def test_nobody_is_asked_who_has_nothing_to_plot():
    """Ships at home without orders, a convoy, and a slow formation in the first increment."""
    idle = [
        formation("b1", "port_mahon/harbour", state="in_ordinary"),
        convoy("c1", route=("palma",)),
        formation("b2", order="o", squadrons=[squadron(ma=3)]),
    ]
    assert run("plot", state(formations=idle), MISTRAL)[0].table.phase == Going()


def test_plots_are_refused_with_a_reason():
    """Whom, where to and how far."""
    there = [
        formation("b1", order="o"),
        formation("b2", "space_11"),
        convoy("c1"),
        formation("b3", order="o", squadrons=[squadron(ma=2)]),
    ]
    asked, _ = run("plot", state(formations=there), MISTRAL)
    assert why_not(asked, "british", Plot("f9", "palma")) == "you have no formation 'f9': choose one of yours"
    assert why_not(asked, "british", Plot("b1", "naples")).startswith(
        "b1 cannot go from north of Majorca and Minorca (#7) to Naples"
    )
    assert why_not(asked, "british", Plot("b1", "atlantis")).startswith("there is no place 'atlantis' on the map")
    assert why_not(asked, "british", Plot("b2", "ajaccio")).startswith("b2 has no orders: it may only go home")
    assert why_not(asked, "british", Plot("c1", "palma")) == "c1 is a convoy: it goes along its route by itself"
    assert why_not(asked, "british", Plot("b3", "palma")) == "b3 has no MP to spend in this increment"
    assert why_not(asked, "british", Move("b1", "palma")) == "Move cannot be ordered now: plot directions, or be ready"


def test_the_fastest_plot_twice_in_the_first_increment():
    """An extra MP, then the ordinary one from where that leads."""
    fast = formation("b1", order="o", squadrons=[squadron("f", "frigate")])
    asked, _ = run("plot", state(formations=[fast]), MISTRAL)
    after, _ = play(asked, "british", Plot("b1", "palma"))
    assert after.table.phase == Plotting("british")
    assert Plot("b1", "space_6") in plotting.of(view(after), "b1", MISTRAL)
    after, _ = play(after, "british", Plot("b1", "space_6"))
    after, _ = run("extra_a", after, MISTRAL)
    assert there(after).place == "palma"
    assert there(after).extra
    after, _ = run("sail_a", after, MISTRAL)
    assert there(after).place == "space_6"


def test_the_extra_mp_is_for_the_first_increment_alone():
    """In the second nobody is asked."""
    fast = formation("b1", order="o", squadrons=[squadron("f", "frigate")])
    before = state(formations=[fast], first="bourbon", date=Date(1744, 3, 1, 2))
    assert run("extra_b", before, MISTRAL)[0].table.phase == Going()


def test_an_escort_that_goes_along_with_its_convoy_is_not_plotted_for():
    """In the second increment the convoy sails; in the first it has no MP, and its escort is free."""
    orders = (order("o1", "escort", convoy="c1", holder="b1", target=("port_mahon", "space_8")),)
    forces = [
        convoy("c1", "port_mahon", route=("balearic_sea",)),
        formation("b1", "port_mahon", order="o1"),
        formation("b2", order="o"),
    ]
    before = state(formations=forces, british={"orders": orders})
    asked, _ = run("plot", before, MISTRAL)
    assert plotting.subjects(view(asked), MISTRAL) == ["b1", "b2", STEP]
    second = replace(before, table=replace(before.table, date=Date(1744, 3, 1, 2)))
    asked, _ = run("plot", second, MISTRAL)
    assert plotting.subjects(view(asked), MISTRAL) == ["b2", STEP]
    assert why_not(asked, "british", Plot("b1", "")).startswith("b1 keeps company with its convoy")


# Player A's formations go as plotted


def test_what_leaves_no_choice_is_done_without_asking():
    """One stays, one runs with the wind."""
    plots = (("b1", "port_mahon"), ("b2", ""))
    before = state(
        formations=[formation("b1", order="o"), formation("b2", "palma", order="o")], british={"plots": plots}
    )
    after, log = run("sail_a", before, MISTRAL)
    assert after.table.phase == Going()
    assert (there(after).place, there(after).approach, there(after).moved) == ("port_mahon", "with_wind", True)
    assert (there(after, "b2").place, there(after, "b2").acted) == ("palma", True)
    assert [one.formation for one in events(log, Moved)] == ["b1"]


def test_against_the_wind_he_chooses_between_beating_and_catching_it():
    """What was plotted must be tried in one way or the other."""
    one = formation("b1", "port_mahon", order="o")
    before = state(formations=[one], british={"plots": (("b1", "space_7"),)})
    asked, _ = run("sail_a", before, MISTRAL)
    assert asked.table.phase == Sailing("british")
    assert sailing.of(view(asked), "b1", MISTRAL) == [Beat("b1", "space_7"), Catch("b1", "space_7")]
    refused = why_not(asked, "british", MarkTime("b1"))
    assert (
        refused
        == "b1 was plotted to go to north of Majorca and Minorca (#7): it cannot do anything else in this increment"
    )
    after, _ = play(asked, "british", Beat("b1", "space_7"))
    assert (there(after).place, there(after).beating, there(after).moved) == ("port_mahon", "space_7", False)
    again = replace(after, table=replace(after.table, date=Date(1744, 3, 1, 2)))
    again = again.with_formation(replace(there(again), acted=False))
    own = replace(again.secret("british"), plots=(("b1", "space_7"),))
    after, _ = run("sail_a", again.with_secret("british", own), MISTRAL)
    assert (there(after).place, there(after).approach, there(after).beating) == ("space_7", "against_wind", "")


def test_a_box_is_crossed_without_asking():
    """Catching the wind is the only way: leadership 3 makes 7 of a 6."""
    one = formation("b1", "balearic_sea/in/space_7", order="o", leader=leader())
    before = state(formations=[one], british={"plots": (("b1", "balearic_sea"),)})
    after, log = run("sail_a", before, MISTRAL, 7)
    assert (there(after).place, there(after).approach) == ("balearic_sea", "catching_the_wind")
    assert [entry.to for entry in log if entry.to is not None] == [("british",)]
    after, log = run("sail_a", before, MISTRAL, 8)
    assert there(after).place == "balearic_sea/in/space_7"
    assert events(log, TriedTheWind)[0].caught is False
    assert not events(log, Moved)


def test_a_plot_that_cannot_be_carried_out_is_a_stay():
    """A galley was plotted into a space that a gale has reached."""
    one = formation("b1", order="o", squadrons=[squadron("g", "galley")])
    before = state(
        formations=[one],
        british={"plots": (("b1", "palma"),)},
        gales=(Gale("mistral", 8, "palma"),),
        date=Date(1744, 3, 1, 2),
    )
    after, _ = run("sail_a", before, MISTRAL)
    assert there(after).place == "space_7"
    assert there(after).acted


# Player B


def moving(*formations: Formation, **changed: Any) -> State:
    """The British are player B."""
    before = state(formations=formations, **({"first": "bourbon"} | changed))
    return run("sail_b", before, MISTRAL)[0]


def test_player_b_moves_as_he_likes():
    """Once for each formation in an increment."""
    asked = moving(formation("b1", order="o"), formation("b2", "palma", order="o"))
    assert asked.table.phase == Sailing("british")
    offered = sailing.of(view(asked), "b1", MISTRAL)
    assert Move("b1", "port_mahon") in offered
    assert MarkTime("b1") in offered
    after, _ = play(asked, "british", Move("b1", "port_mahon"))
    assert after.table.phase == Sailing("british")
    assert why_not(after, "british", Move("b1", "palma")) == "b1 has spent its MP of this increment"
    after, _ = play(after, "british", Ready())
    assert after.table.phase == Going()
    assert there(after, "b2").acted


def test_the_list_is_what_is_legal():
    """Everything offered may be done; nothing is offered twice."""
    asked = moving(
        formation("b1", "port_mahon", order="o"), dummy("d1", "palma"), formation("b2", "balearic_sea", order="o")
    )
    chapter = CHAPTERS[Sailing]
    offered = [
        one for subject in chapter.subjects(view(asked), MISTRAL) for one in chapter.of(view(asked), subject, MISTRAL)
    ]
    assert len(offered) == len(set(offered))
    assert all(chapter.why_not(view(asked), one, MISTRAL) is None for one in offered)
    assert all(ordered(view(asked), one, MISTRAL) for one in offered if isinstance(one, sailing.Moving))


def test_moves_are_refused_with_a_reason():
    """Whom, where to and by which wind."""
    asked = moving(
        formation("b1", "port_mahon", order="o"),
        formation("b2", "balearic_sea/in/space_7", order="o"),
        formation("b3", order="o", squadrons=[squadron(ma=1)]),
        convoy("c1"),
    )
    where = "north of Majorca and Minorca (#7)"
    assert why_not(asked, "british", Move("b1", "space_7")) == (
        f"the wind stands against b1 on the way to {where}: beat up, or try to catch the wind"
    )
    assert why_not(asked, "british", Move("b2", "balearic_sea")) == "b2 comes to Balearic Sea only by catching the wind"
    assert why_not(asked, "british", Beat("b2", "balearic_sea")) == "b2 comes to Balearic Sea only by catching the wind"
    assert (
        why_not(asked, "british", Catch("b2", "space_7"))
        == f"nothing holds b2 up on the way to {where}: it simply moves there"
    )
    assert why_not(asked, "british", MarkTime("b3")) == "b3 has no MP to spend in this increment"
    assert why_not(asked, "british", MarkTime("c1")) == "c1 is a convoy: it goes along its route by itself"
    assert why_not(asked, "british", DriveOff("b1", "x1")) == (
        "'x1' does not interdict Port Mahon against b1: there is nothing to drive off"
    )


def test_beating_takes_two_mps_on_end():
    """Doing anything else in between loses the first."""
    asked = moving(formation("b1", "port_mahon", order="o"))
    after, log = play(asked, "british", Beat("b1", "space_7"))
    assert there(after).beating == "space_7"
    assert not events(log, Moved)
    idle, _ = run("sail_b", after.with_formation(replace(there(after), acted=False)), MISTRAL)
    idle, _ = play(idle, "british", MarkTime("b1"))
    assert there(idle).beating == ""


def test_the_second_mp_of_a_beat_needs_no_die():
    """She comes in against the wind."""
    one = formation("b1", "port_mahon", order="o", beating="space_7")
    asked = moving(one)
    assert Catch("b1", "space_7") not in sailing.of(view(asked), "b1", MISTRAL)
    assert why_not(asked, "british", Catch("b1", "space_7")).endswith("its second MP brings it there")
    after, _ = play(asked, "british", Beat("b1", "space_7"))
    assert (there(after).place, there(after).approach) == ("space_7", "against_wind")


def test_marking_time_may_drive_off_an_interdicting_auxiliary():
    """It goes to recovery, and the formation has not moved."""
    mark = Station("x1", "bourbon", "french", "fleet", "interdict", "space_7")
    pest = auxiliary("x1", "fleet", "bourbon", box="tasked", base="toulon", task="interdict", place="space_7")
    asked = moving(formation("b1"), stations=(mark,), bourbon={"auxiliaries": (pest,)})
    after, log = play(asked, "british", DriveOff("b1", "x1"))
    assert after.table.stations == ()
    assert after.secret("bourbon").auxiliaries[0].box == "recovery"
    assert events(log, DroveOff)
    assert not there(after).moved


def test_whoever_spends_an_mp_in_a_gale_feels_it_at_once():
    """Moving in, staying, beating and failing to catch the wind."""
    storm = (Gale("mistral", 8, "port_mahon"),)
    for action, faces in ((Beat("b1", "space_7"), ()), (Catch("b1", "space_7"), (9,)), (MarkTime("b1"), ())):
        asked = moving(formation("b1", "port_mahon", order="o"), gales=storm)
        after, _ = play(asked, "british", action, *faces)
        # At anchor off a friendly port force 8 costs nothing.
        assert there(after).squadrons[0].dps == (1 if isinstance(action, Beat) else 0)
    asked = moving(formation("b1", order="o"), gales=storm)
    assert there(play(asked, "british", Move("b1", "port_mahon"))[0]).squadrons[0].dps == 1


def test_going_into_port_and_out_again():
    """She is in ordinary in harbour and ready outside."""
    asked = moving(formation("b1", "port_mahon", order="o"))
    after, _ = play(asked, "british", Move("b1", "port_mahon/harbour"))
    assert there(after).state == "in_ordinary"
    back, _ = run("sail_b", after.with_formation(replace(there(after), acted=False)), MISTRAL)
    assert sailing.of(view(back), "b1", MISTRAL) == [Move("b1", "port_mahon"), MarkTime("b1")]
    after, _ = play(back, "british", Move("b1", "port_mahon"))
    assert (there(after).place, there(after).state) == ("port_mahon", "ready")


def test_interdicting_a_strait_leaves_its_mark():
    """For wear at the end of the turn."""
    orders = (order("o1", "interdict", target=("strait_of_messina",), holder="b1"),)
    one = formation("b1", "strait_of_messina", order="o1")
    after, _ = run("increment_end", state(formations=[one], british={"orders": orders}), MISTRAL)
    assert there(after).squadrons[0].interdicted


@pytest.mark.parametrize(("known", "failed"), [("spotted", True), ("all", False)])
def test_a_blockader_who_lets_them_go_unfought_has_failed(known: str, failed: bool):
    """Whoever fought is known altogether; the others got out."""
    watch = formation("b1", "toulon", order="o1")
    out = formation("f1", "toulon", "bourbon", known=known, moved=True, approach="from_fitting_out", order="o2")
    orders = (order("o1", "blockade", target=("toulon",), holder="b1", state="in_execution"),)
    after, _ = run("increment_end", state(formations=[watch, out], british={"orders": orders}), MISTRAL)
    assert (there(after).order == "") is failed


def test_every_expenditure_is_one_mp():
    """Which is what the rules take for granted."""
    for world in (MISTRAL, COLD_WAVES):
        assert set(world.charts.mp_expenditures.cells.values()) == {1}
        assert {step.mp for step in world.charts.sea_zone_movement.cells.values()} == {1, None}


def test_an_increment_begins_afresh():
    """What was done in the last is forgotten."""
    used = formation("b1", acted=True, moved=True, sheltered=True, galed=True)
    after, _ = run("gales_move", state(formations=[used], serial=7, fought=("space_7",)), MISTRAL)
    one = there(after)
    assert (one.acted, one.moved, one.sheltered, one.galed) == (False, False, False, False)
    assert (after.table.serial, after.table.fought) == (8, ())


# Dummies


def test_dummies_are_as_many_as_formations_at_sea():
    """Two at sea, one in harbour, a dummy already: one more. It may lie with them, beside them, or by a port."""
    before = state(
        formations=[
            formation("b1"),
            formation("b2", "palma"),
            dummy("d1"),
            formation("b3", "gibraltar/harbour", state="fitting_out"),
        ]
    )
    asked, _ = run("dummies", before, MISTRAL)
    assert asked.table.phase == Decoying(("british",))
    offered = [one for id in dummies.subjects(view(asked), MISTRAL) for one in dummies.of(view(asked), id, MISTRAL)]
    assert Decoy("space_7") in offered
    assert Decoy("gibraltar") in offered
    assert Decoy("strait_of_gibraltar") not in offered
    assert len(offered) == len(set(offered))
    after, log = play(asked, "british", Decoy("space_6"))
    assert [entry.to for entry in log] == [("british",)]
    new = there(after, events(log, DummyPlaced)[0].formation)
    assert (new.kind, new.place) == ("dummy", "space_6")
    assert after.table.counter(new.id).kind == ""  # type: ignore[union-attr]
    assert why_not(after, "british", Decoy("space_6")).startswith("no dummy is left for Iviza channel (#6)")


def test_dummies_are_refused_with_a_reason():
    """Where they cannot be put, and what else is no dummy."""
    asked, _ = run("dummies", state(formations=[formation("b1")]), MISTRAL)
    assert why_not(asked, "british", Decoy("naples")).startswith("a dummy cannot be put at Naples")
    assert why_not(asked, "british", Decoy("nowhere")).startswith("there is no place 'nowhere' on the map")
    assert why_not(asked, "british", MarkTime("b1")) == "MarkTime cannot be ordered now: place dummies, or be ready"


def test_nobody_is_asked_for_dummies_without_a_formation_at_sea():
    """There is nothing to hide."""
    inside = formation("b1", "gibraltar/harbour", state="fitting_out")
    assert run("dummies", state(formations=[inside]), MISTRAL)[0].table.phase == Going()


def test_a_dummy_is_mixed_up_with_whom_it_lies_with():
    """SL90. Who is behind which counter is settled behind the screen: the table does not change, and orders, auxiliaries and
    convoys follow their formations."""
    before = state(
        formations=[formation("b1", order="o1"), formation("b2"), dummy("d1"), convoy("c1", "palma")],
        british={
            "orders": (order("o1", "escort", holder="b1", convoy="c1"), order("o2", "rendezvous", target=("b1",))),
            "auxiliaries": (auxiliary("x1", base="b1"),),
        },
    )
    after, log = run("plot", before, MISTRAL, 3, 1)
    assert after.table.counters == before.table.counters
    assert [(one.name, one.id) for one in after.secrets[0].formations] == [
        ("b1", "d1"), ("b2", "b1"), ("d1", "b2"), ("c1", "c1"),
    ]  # fmt: skip
    assert there(after, "b2").kind == "dummy"
    assert (there(after, "d1").order, there(after, "b1").order) == ("o1", "")
    assert chit(after, "o1").holder == "d1"
    assert chit(after, "o1").convoy == "c1"
    assert chit(after, "o2").target == ("d1",)
    assert after.secrets[0].auxiliaries[0].base == "d1"
    assert not any("behind" in repr(event) for event in log)


def test_who_is_seen_shadowed_or_alone_is_not_mixed_up():
    """No die falls: a dummy by itself, a formation in sight beside one, and formations without a dummy."""
    before = state(
        formations=[
            formation("b1", known="spotted"),
            dummy("d1"),
            dummy("d2", "palma"),
            formation("b2", "space_11"),
            formation("b3", "space_11"),
        ]
    )
    after, _ = run("plot", before, MISTRAL)
    assert after.secrets[0].formations == before.secrets[0].formations


# A whole impulse of chance


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
@pytest.mark.parametrize("seed", range(6))
def test_impulses_of_chance_leave_the_table_whole(title: str, seed: int):
    """Whatever is chosen among what is offered: counters say what formations are, and every step comes to its end."""
    world = MISTRAL if title == "mistral" else COLD_WAVES
    start = (
        ("coastal_a", "space_11", "toulon/harbour", "the_gut")
        if title == "mistral"
        else ("spithead", "lizard", "brest/harbour", "cape_st_vincent")
    )
    forces = [
        formation("b1", start[0], order="o1", squadrons=[squadron("s1"), squadron("s2", "frigate")], leader=leader()),
        formation("b2", start[1], order="o2", squadrons=[squadron("s3", "frigate")]),
        formation("f1", start[2], "bourbon", order="o3", state="fitting_out"),
        formation("f2", start[3], "bourbon", squadrons=[squadron("s4", "galley")], order="o4"),
        dummy("d1", start[1], "bourbon"),
    ]
    orders = {"orders": tuple([order(id, "seek_battle", holder=holder) for id, holder in (("o1", "b1"), ("o2", "b2"))])}
    theirs = {"orders": tuple([order(id, "seek_battle", holder=holder) for id, holder in (("o3", "f1"), ("o4", "f2"))])}
    now = state(title, forces, british=orders, bourbon=theirs, tallies=(Tally(), Tally(prestige=seed % 2)))
    dice = RandomDice(seed)
    for impulse in (1, 2):
        for step in ("winds", "dummies"):
            now = _done(now, step, Date(1744, 2, impulse), world, dice)
        for mpi in (1, 2, 3, 4):
            for step in (
                "gales_move",
                "plot",
                "extra_b",
                "extra_a",
                "sail_b",
                "sail_a",
                "search",
                "gales",
                "increment_end",
            ):
                now = _done(now, step, Date(1744, 2, impulse, mpi), world, dice)
        now = _done(now, "conceal", Date(1744, 2, impulse, 4), world, dice)
    assert {one.id for one in now.formations} == {one.id for one in now.table.counters}
    for counter in now.table.counters:
        one = there(now, counter.id)
        assert (counter.place, counter.state, counter.known) == (one.place, one.state, one.known)
    hash(now)


def _done(now: State, step: str, date: Date, world: Any, dice: RandomDice) -> State:
    """A step of the sequence, every decision in it taken by chance."""
    now = replace(now, table=replace(now.table, step=step, date=date))
    now = STEPS[step](now, world, dice)
    for _ in range(200):
        phase = now.table.phase
        if isinstance(phase, Going):
            return now
        sides = phase.waiting if isinstance(phase, Decoying) else (phase.side,)  # type: ignore[union-attr]
        if not sides:
            return replace(now, table=replace(now.table, phase=Going()))
        chapter, seen = CHAPTERS[type(phase)], view(now, sides[0])
        offered = [one for subject in chapter.subjects(seen, world) for one in chapter.of(seen, subject, world)]
        action = dice.pick(offered, why="chance")
        assert chapter.why_not(seen, action, world) is None
        if isinstance(phase, Decoying) and isinstance(action, Ready):
            now = replace(now, table=replace(now.table, phase=Decoying(sides[1:])))
        else:
            now = chapter.play(now, sides[0], action, world, dice)
    raise AssertionError(f"{step} does not come to its end")
