"""Auxiliaries: how far they reach, what they may do, who screens them, and what lasts."""

from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    convoy,
    dummy,
    formation,
    heard,
    leader,
    mistral_settings,
    order,
    squadron,
    state,
    view,
)
from weathergauge.rulesets.sealords import auxiliaries
from weathergauge.rulesets.sealords.auxiliaries import boxes, outcome, reach, roles, screening, special, tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    AuxSearched,
    BasePirate,
    ChangeRole,
    HireKnights,
    Recall,
    RoleChanged,
    Screen,
    Screened,
    Send,
    ShadowFought,
    TaskSent,
    TurnedBack,
)
from weathergauge.rulesets.sealords.battle import opening
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.forces import Station
from weathergauge.rulesets.sealords.phases import Going, Sailing, Screening, Tasking
from weathergauge.rulesets.sealords.state import Gale, State, Tally, View, replace
from weathergauge.rulesets.sealords.stations import StationEnded
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import ScriptedDice


def tasked(*formations: Any, british: Any = (), bourbon: Any = (), title: str = "mistral", **table: Any) -> State:
    """A campaign in which the British may send auxiliaries."""
    usual: dict[str, Any] = {"phase": Tasking("british"), "step": "tasks"}
    return state(
        title, formations, british={"auxiliaries": british}, bourbon={"auxiliaries": bourbon}, **(usual | table)
    )


def play(
    before: State, action: Any, faces: tuple[int, ...] = (), side: Side = "british", world: World = MISTRAL
) -> tuple[State, list[Any]]:
    """Play a legal order of either phase; all dice must be used."""
    dice = ScriptedDice(faces)
    chapter = screening if isinstance(before.table.phase, Screening) else tasking
    assert chapter.why_not(view(before, side), action, world) is None
    after = chapter.play(before, side, action, world, dice)
    dice.finish()
    return after, heard(dice)


def sends(before: State, aux: str, task: str, side: Side = "british", world: World = MISTRAL) -> list[Send]:
    return [
        one for one in tasking.options(view(before, side), aux, world) if isinstance(one, Send) and one.task == task
    ]


def box(after: State, aux: str) -> str:
    found = after.auxiliary(aux)
    assert found is not None
    return found.box


# Reach


@pytest.mark.parametrize(
    ("cls", "span"), [("fleet", 6), ("fleet_50", 8), ("galley", 3), ("light", 4), ("fireship", 0), ("marine", 0)]
)
def test_each_class_has_its_range(cls: str, span: int):
    """SL16: the counters that had them are lost."""
    aux = auxiliary(cls=cls)
    assert reach.operational_range(aux, "british", state().table, MISTRAL) == span


def test_pirates_and_guardacostas_have_ranges_of_their_own():
    """SL16: five for a pirate's galley, three for guardacostas; a zone's reach stands in for that of its corsairs."""
    table = state().table
    assert reach.operational_range(auxiliary(cls="galley", side="", corsair="pirate"), "british", table, MISTRAL) == 5
    guard = auxiliary(cls="light", side="bourbon", corsair="guardacostas", base="cadiz")
    assert reach.operational_range(guard, "bourbon", table, COLD_WAVES) == 3
    corsair = auxiliary(cls="light", side="bourbon", corsair="privateer", base="st_malo")
    assert reach.operational_range(corsair, "bourbon", table, COLD_WAVES) == 6


def test_a_rank_lengthens_the_range():
    """By one."""
    ranked = state(settings=mistral_settings(ranks_british=("rear_admiral_white",)))
    assert reach.operational_range(auxiliary(cls="light"), "british", ranked.table, MISTRAL) == 5


def test_range_is_counted_in_places_from_the_base():
    """From Port Mahon Space #7 and the Balearic Sea are one step, Space #14 two, Marseilles four."""
    one = state()
    found = reach.reach(auxiliary(cls="light"), "british", one.table, one.secret("british"), MISTRAL)
    assert found["space_7"] == found["balearic_sea"] == 1
    assert found["space_14"] == 2
    assert found["marseilles"] == 4
    assert max(found.values()) == 4
    assert "atlantic_edge" not in found


def test_galleys_keep_out_of_sea_zones_but_those_of_corsairs_do_not():
    """Those of Algiers come into the channel."""
    one = state()
    galley = reach.reach(auxiliary(cls="galley"), "british", one.table, one.secret("british"), MISTRAL)
    assert "balearic_sea" not in galley
    pirate = auxiliary(cls="galley", side="", corsair="pirate", base="algiers")
    assert "sicilian_channel" in reach.reach(pirate, "british", one.table, None, MISTRAL)


def test_a_corsair_zone_counts_large_spaces_and_sea_zones_only_where_its_row_says_so():
    """The zone of St Malo has no SZ, that of the Salee rovers has."""
    one = state("cold_waves")
    privateer = auxiliary(cls="light", side="bourbon", corsair="privateer", base="st_malo")
    within = reach.reach(privateer, "bourbon", one.table, one.secret("bourbon"), COLD_WAVES)
    assert max(within.values()) == 6
    assert not [id for id in within if COLD_WAVES.places[id].kind == "sea_zone"]
    rover = auxiliary(cls="galley", side="", corsair="pirate", base="salee_rovers")
    assert [
        id
        for id in reach.reach(rover, "british", one.table, None, COLD_WAVES)
        if COLD_WAVES.places[id].kind == "sea_zone"
    ]


def test_light_auxiliaries_do_not_go_into_gales_and_fleet_ones_do():
    """A gale of force 8 is felt in its own space."""
    stormy = state(gales=(Gale("mistral", 8, "space_7"),))
    light = reach.reach(auxiliary(cls="light"), "british", stormy.table, stormy.secret("british"), MISTRAL)
    fleet = reach.reach(auxiliary(), "british", stormy.table, stormy.secret("british"), MISTRAL)
    assert "space_7" not in light
    assert "space_7" in fleet


def test_squalls_stop_galleys_where_the_title_has_them():
    """In Cold Waves."""
    squall = Gale("", 0, "gulf_of_cadiz", freak=True)
    calm, rough = state("cold_waves"), state("cold_waves", gales=(squall,))
    galley = auxiliary(cls="galley", side="bourbon", base="cadiz")
    secret = calm.secret("bourbon")
    assert "gulf_of_cadiz" in reach.reach(galley, "bourbon", calm.table, secret, COLD_WAVES)
    assert "gulf_of_cadiz" not in reach.reach(galley, "bourbon", rough.table, secret, COLD_WAVES)


def interdicted(place: str, side: Any = "bourbon", by: Any = "") -> Station:
    return Station("y1", side, "french", "fleet", "interdict", place, "", by)


def test_no_range_is_traced_through_what_the_enemy_interdicts():
    """P14: into the place, and not through it; one's own interdiction is no hindrance."""
    one = state(stations=(interdicted("space_13"),))
    light = auxiliary(cls="light", base="marseilles", side="bourbon")
    free = reach.reach(light, "bourbon", one.table, one.secret("bourbon"), MISTRAL)
    enemy = reach.reach(replace(light, side="british"), "british", one.table, one.secret("british"), MISTRAL)
    assert "space_12" in free
    assert set(enemy) == {"marseilles", "space_13"}


def test_a_port_blockaded_by_an_auxiliary_lets_no_auxiliary_out():
    """It reaches nothing."""
    one = state(stations=(Station("y1", "british", "british", "fleet", "blockade", "barcelona"),))
    light = auxiliary(cls="light", base="barcelona", side="bourbon")
    assert reach.reach(light, "bourbon", one.table, one.secret("bourbon"), MISTRAL) == {}


def test_the_range_of_one_with_a_formation_is_counted_from_where_that_is():
    """Wherever it is at sea."""
    one = state(formations=[formation("b1", "space_12")])
    aux = auxiliary(base="b1")
    assert reach.reach(aux, "british", one.table, one.secret("british"), MISTRAL)["space_12"] == 0


# Bases


def bases(aux: Any, title: str = "mistral", **changed: Any) -> list[str]:
    one = state(title, **changed)
    side = aux.side
    return reach.bases(view(one, side), aux, MISTRAL if title == "mistral" else COLD_WAVES)


def test_bases_by_class():
    """6.13: lights to ports alone, galleys to galley formations too, fleets to every formation with ships."""
    force = [
        formation("b1"),
        formation("b2", squadrons=[squadron("g", "galley")]),
        dummy("d1"),
        convoy("c1"),
    ]
    ports = {"gibraltar", "port_mahon", "villefranche", "cagliari", "trieste"}
    assert set(bases(auxiliary(cls="light"), formations=force)) == ports
    assert set(bases(auxiliary(cls="galley"), formations=force)) == ports | {"b2"}
    assert set(bases(auxiliary(cls="fleet"), formations=force)) == ports | {"b1", "b2"}
    assert set(bases(auxiliary(cls="marine"), formations=force)) == ports | {"b1", "b2"}


def test_corsairs_have_ports_in_one_title_and_zones_in_the_other():
    """By nation."""
    privateer = auxiliary(cls="light", side="bourbon", corsair="privateer", contingent="spanish")
    assert set(bases(privateer)) == {
        "cadiz", "cartagena", "barcelona", "palma", "melilla", "oran", "toulon", "marseilles",
    }  # fmt: skip
    assert bases(privateer, "cold_waves") == ["bilbao"]
    french = replace(privateer, contingent="french")
    assert bases(french, "cold_waves") == ["st_malo", "dunkerque", "bilbao"]
    dutch = auxiliary(cls="light", corsair="privateer", contingent="dutch")
    assert set(bases(dutch, "cold_waves")) == {"flushing", "hellevoetsluis", "rotterdam", "amsterdam"}


def test_who_has_no_seat_has_no_bases():
    """A spectator assigns nobody."""
    assert reach.bases(View(state().table, None, None), auxiliary(), MISTRAL) == []


# What may be ordered


def test_tasks_by_the_class_tables():
    """Lights do not counter a shadow; nobody but corsairs interdicts in Cold Waves; fireships do nothing else."""
    here = view(state(), "british")
    assert tasking.may(auxiliary(), "counter_shadow", here, MISTRAL)
    assert not tasking.may(auxiliary(cls="light"), "counter_shadow", here, MISTRAL)
    assert tasking.may(auxiliary(), "interdict", here, MISTRAL)
    assert not tasking.may(auxiliary(), "interdict", here, COLD_WAVES)
    assert tasking.may(auxiliary(cls="light", corsair="privateer"), "interdict", here, COLD_WAVES)
    assert not tasking.may(auxiliary(cls="fireship"), "search", here, MISTRAL)
    assert tasking.may(auxiliary(), "levant_trade_table", here, MISTRAL)
    assert not tasking.may(auxiliary(side="bourbon"), "levant_trade_table", here, MISTRAL)
    assert not tasking.may(auxiliary(), "levant_trade_table", here, COLD_WAVES)


def test_every_order_on_the_list_is_legal_and_there_are_not_too_many():
    """At most seventy for one auxiliary."""
    fleet = tuple([auxiliary(f"x{n}", cls) for n, cls in enumerate(("fleet", "fleet_50", "galley", "light"))])
    before = tasked(formation("f1", "space_7", "bourbon"), formation("b1", "space_7"), british=fleet)
    here = view(before)
    for subject in tasking.subjects(here, MISTRAL):
        found = tasking.of(here, subject, MISTRAL)
        assert len(found) <= 70
        assert all(tasking.why_not(here, one, MISTRAL) is None for one in found)
        assert all(
            tasking.words_for(fleet[0]) and auxiliaries.ordered(here, one, MISTRAL) for one in found if one != Ready()
        )
    assert Ready() in tasking.of(here, STEP, MISTRAL)


REFUSED = [
    (Send("x9", "search", "space_7"), "no auxiliary 'x9'"),
    (Send("x1", "fireship_attack", "space_7"), "its class has no such task"),
    (Send("x1", "search", "nowhere"), "'nowhere' is no place"),
    (Send("x1", "interdict", "levant_edge"), "beyond the reach"),
    (Send("x1", "search", "space_12"), "nothing there"),
    (Send("x1", "shadow", "space_7", "f9"), "no counter 'f9'"),
    (Send("x2", "search", "space_7"), "recovery box"),
    (Recall("x1"), "no lasting task"),
    (ChangeRole("x1", "b9"), "must be in one space"),
    (ChangeRole("x3", "b1"), "no mixed role"),
    (Screen("x1"), "no task to screen"),
    (BasePirate("p1", "sale"), "when they recover"),
    ("nonsense", "is not an order"),
]


@pytest.mark.parametrize(("action", "reason"), REFUSED, ids=[str(one[0])[:40] for one in REFUSED])
def test_refusals_name_what_is_wrong(action: Any, reason: str):
    """Class, place, target or box."""
    force = (auxiliary("x1"), auxiliary("x2", box="recovery"), auxiliary("x3", "light"))
    before = tasked(formation("f1", "space_7", "bourbon"), british=force)
    assert reason in (tasking.why_not(view(before), action, MISTRAL) or "")


# Searching and shadowing


def test_an_auxiliary_searches_every_counter_of_a_place_with_a_die_each():
    """Mistral: faces 5 and 6 spot the first and miss the second. The searcher has done its task (R-AUX-SPENT)."""
    foes = [formation("f1", "space_7", "bourbon"), formation("f2", "space_7", "bourbon")]
    before = tasked(*foes, british=(auxiliary(),))
    after, log = play(before, Send("x1", "search", "space_7"), (5, 6))
    assert AuxSearched("british", "space_7", ("f1",)) in log
    assert [one.known for one in after.secret("bourbon").formations] == ["spotted", "hidden"]
    assert box(after, "x1") == "recovery"


def test_where_the_table_has_columns_one_target_is_named():
    """Cold Waves: a search is for one counter."""
    foes = [formation("f1", "ushant", "bourbon"), formation("f2", "ushant", "bourbon")]
    before = tasked(*foes, british=(auxiliary(base="plymouth"),), title="cold_waves")
    found = sends(before, "x1", "search", world=COLD_WAVES)
    assert [one.target for one in found] == ["f1", "f2"]
    after, _ = play(before, found[1], (0,), world=COLD_WAVES)
    assert [one.known for one in after.secret("bourbon").formations] == ["hidden", "spotted"]


def test_a_shadow_follows_whom_the_table_lets_it():
    """SL18: on 2 it may follow; it stays out until it is broken, and everybody sees it."""
    before = tasked(formation("f1", "space_7", "bourbon"), british=(auxiliary(),))
    after, log = play(before, Send("x1", "shadow", "space_7", "f1"), (2,))
    assert AuxSearched("british", "space_7", ("f1",), "f1") in log
    assert box(after, "x1") == "tasked"
    assert [(one.aux, one.task, one.target) for one in after.table.stations] == [("x1", "shadow", "f1")]
    target = after.formation("f1")
    assert target is not None
    assert target.shadows == ("x1",)


def test_the_log_tells_both_looks_at_a_counter_in_sight_too():
    """Three squadrons that are spotted already: on 4 the second look lets it follow, and everybody can read why."""
    squadrons = tuple([squadron(f"s{n}") for n in range(3)])
    seen = formation("f1", "space_7", "bourbon", squadrons=squadrons, known="spotted")
    before = tasked(seen, british=(auxiliary(),))
    dice = ScriptedDice([4])
    tasking.play(before, "british", Send("x1", "shadow", "space_7", "f1"), MISTRAL, dice)
    told = next(one for one in dice.told if isinstance(one.event, AuxSearched))
    assert told.to is None
    assert told.event.shadowed == "f1"
    assert [str(look.cell) for look in told.event.account if look.cell is not None] == ["search[4]", "search[2]"]
    assert not any(look.secret for look in told.event.account)


def test_a_shadow_that_only_spots_comes_home():
    """A 5 spots and does not let it follow, with one squadron to see."""
    before = tasked(formation("f1", "space_7", "bourbon"), british=(auxiliary(),))
    after, log = play(before, Send("x1", "shadow", "space_7", "f1"), (5,))
    assert AuxSearched("british", "space_7", ("f1",)) in log
    assert box(after, "x1") == "recovery"
    assert after.table.stations == ()


def test_a_dummy_is_not_followed():
    """It is found out, and the searcher goes home."""
    before = tasked(dummy("d1", "space_7", "bourbon"), british=(auxiliary(),))
    after, _ = play(before, Send("x1", "shadow", "space_7", "d1"), (0,))
    assert after.formation("d1") is None
    assert box(after, "x1") == "recovery"
    assert after.table.stations == ()


def test_nobody_shadows_in_a_gale():
    """But may search."""
    stormy = tasked(
        formation("f1", "space_7", "bourbon"), british=(auxiliary(),), gales=(Gale("mistral", 8, "space_7"),)
    )
    assert sends(stormy, "x1", "shadow") == []
    assert sends(stormy, "x1", "search") != []
    assert "a gale is felt" in (tasking.why_not(view(stormy), Send("x1", "shadow", "space_7", "f1"), MISTRAL) or "")


def shadowed(cls: str, counter: str) -> State:
    """A British formation that a French auxiliary follows, with one of its own to go against it."""
    before = tasked(
        formation("b1", "space_7", shadows=("y1",), known="spotted"),
        british=(auxiliary("x1", counter, base="b1"),),
        bourbon=(auxiliary("y1", cls, "bourbon", box="tasked", task="shadow", place="space_7", target="b1"),),
    )
    mark = Station("y1", "bourbon", "french", cls, "shadow", "space_7", "b1")  # type: ignore[arg-type]
    return replace(before, table=replace(before.table, stations=(mark,)))


def test_a_shadow_is_fought_by_the_screening_matrix():
    """7.14: fleet against light is yes: both go to the recovery box, and nobody follows any more."""
    after, log = play(shadowed("light", "fleet"), Send("x1", "counter_shadow", "space_7", "y1"))
    assert any(isinstance(one, ShadowFought) and one.broken for one in log)
    assert (box(after, "x1"), box(after, "y1")) == ("recovery", "recovery")
    target = after.formation("b1")
    assert target is not None
    assert target.shadows == ()


def test_a_shadow_that_is_only_partly_stopped_stays():
    """Fleet-50 against fleet is partial: the one that went against it is removed."""
    after, log = play(shadowed("fleet", "fleet_50"), Send("x1", "counter_shadow", "space_7", "y1"))
    assert not any(isinstance(one, ShadowFought) and one.broken for one in log)
    assert (box(after, "x1"), box(after, "y1")) == ("recovery", "tasked")


def test_only_one_assigned_to_the_shadowed_formation_may_fight_the_shadow():
    """Another in the same place may not."""
    before = shadowed("light", "fleet")
    elsewhere = before.with_secret("british", replace(before.secret("british"), auxiliaries=(auxiliary("x1"),)))
    assert sends(elsewhere, "x1", "counter_shadow") == []
    assert sends(before, "x1", "counter_shadow") == [Send("x1", "counter_shadow", "space_7", "y1")]


# Screens


def screened(task: str = "search", cls: str = "fleet", screen: str = "light", **more: Any) -> State:
    """A British task off Toulon, where a French auxiliary can screen."""
    before = tasked(
        formation("f1", "space_12", "bourbon"),
        british=(auxiliary("x1", cls),),
        bourbon=(auxiliary("y1", screen, "bourbon", base="toulon"),),
        **more,
    )
    after, log = play(before, Send("x1", task, "space_12", "" if task == "search" else "f1"))  # type: ignore[arg-type]
    assert isinstance(log[0], TaskSent)
    return after


def test_a_task_is_announced_without_the_one_who_does_it():
    """The other side is asked for a screen, and knows neither class nor name."""
    after = screened()
    assert after.table.phase == Screening("bourbon", "search", "space_12", "", Tasking("british"))
    assert after.secret("british").pending == "x1"
    assert screening.subjects(view(after, "bourbon"), MISTRAL) == ["y1", STEP]
    assert screening.of(view(after, "bourbon"), "y1", MISTRAL) == [Screen("y1")]
    assert screening.of(view(after, "bourbon"), STEP, MISTRAL) == [Ready()]
    assert "x1" not in str(after.table)


MATRIX = [
    ("fleet", "fleet", "yes"),
    ("fleet", "fleet_50", "partial"),
    ("fleet", "galley", "no"),
    ("fleet_50", "light", "no"),
    ("galley", "light", "partial"),
    ("light", "galley", "partial"),
    ("light", "light", "yes"),
]


@pytest.mark.parametrize(("cls", "screen", "result"), MATRIX)
def test_the_screening_matrix(cls: Any, screen: Any, result: str):
    """6.2.10; fleet-50 auxiliaries on a task are read as fleet."""
    assert special.meet(special.Meeting(cls, screen), MISTRAL.charts, ScriptedDice([])) == result


def test_galleys_in_straits_and_ports_have_their_own_row():
    """There a fleet auxiliary does not stop them."""
    assert special.meet(special.Meeting("galley", "fleet", True), MISTRAL.charts, ScriptedDice([])) == "no"
    assert special.meet(special.Meeting("galley", "fleet"), MISTRAL.charts, ScriptedDice([])) == "yes"


def test_a_screen_that_holds_removes_both():
    """And the task does not happen."""
    after, log = play(screened("shadow", "fleet", "fleet"), Screen("y1"), side="bourbon")
    assert any(isinstance(one, Screened) and one.result == "yes" for one in log)
    assert (box(after, "x1"), box(after, "y1")) == ("recovery", "recovery")
    assert after.secret("british").pending == ""
    assert after.formation("f1").known == "hidden"  # type: ignore[union-attr]


def test_a_partial_screen_makes_the_search_worse():
    """Fleet-50 against fleet: the search goes on at +1, and a 5 finds nothing."""
    after, log = play(screened("search", "fleet", "fleet_50"), Screen("y1"), (5,), side="bourbon")
    assert AuxSearched("british", "space_12", ()) in log
    assert (box(after, "x1"), box(after, "y1")) == ("recovery", "recovery")
    free, log = play(screened("search", "fleet", "fleet_50"), Ready(), (5,), side="bourbon")
    assert AuxSearched("british", "space_12", ("f1",)) in log
    assert box(free, "y1") == "assigned"


def test_a_light_that_searches_cannot_be_screened():
    """Nobody is asked."""
    before = tasked(
        formation("f1", "space_12", "bourbon"),
        british=(auxiliary("x1", "light", base="villefranche"),),
        bourbon=(auxiliary("y1", "fleet", "bourbon", base="toulon"),),
    )
    after, _ = play(before, Send("x1", "search", "space_12"), (9,))
    assert not isinstance(after.table.phase, Screening)


def test_who_cannot_reach_the_place_does_not_screen():
    """And only one may."""
    after = screened("search", "fleet", "light")
    far = replace(after.secret("bourbon"), auxiliaries=(auxiliary("y1", "light", "bourbon", base="cadiz"),))
    assert reach.screens(view(after.with_secret("bourbon", far), "bourbon"), MISTRAL) == []
    reason = screening.why_not(view(after, "bourbon"), Screen("y9"), MISTRAL)
    assert "'y9' cannot screen" in (reason or "")
    assert "one screen, or pass" in (
        screening.why_not(view(after, "bourbon"), Send("y1", "search", "toulon"), MISTRAL) or ""
    )


def test_after_a_screen_the_phase_before_goes_on():
    """Between moves the same side moves on; in the step for tasks the other side is asked next."""
    before = screened("shadow", "fleet", "fleet", phase=Sailing("british"))
    after, _ = play(before, Screen("y1"), side="bourbon")
    assert after.table.phase == Sailing("british")


def test_guardacostas_are_stopped_and_not_removed():
    """screening_limit: a yes only stops the task, and they act again in the next impulse."""
    guard = auxiliary("y1", "light", "bourbon", corsair="guardacostas", base="cadiz", contingent="spanish")
    before = tasked(
        formation("b1", "gulf_of_cadiz"),
        bourbon=(guard,),
        british=(auxiliary("x1", "fleet", base="gibraltar"),),
        title="cold_waves",
        phase=Tasking("bourbon"),
    )
    asked, _ = play(before, Send("y1", "shadow", "gulf_of_cadiz", "b1"), side="bourbon", world=COLD_WAVES)
    after, log = play(asked, Screen("x1"), world=COLD_WAVES)
    assert any(isinstance(one, Screened) and one.result == "yes" for one in log)
    found = after.secret("bourbon").auxiliary("y1")
    assert found is not None
    assert (found.box, found.active, found.base) == ("assigned", False, "cadiz")
    spent = replace(after, table=replace(after.table, phase=Tasking("bourbon")))
    reason = tasking.why_not(view(spent, "bourbon"), Send("y1", "search", "gulf_of_cadiz", "b1"), COLD_WAVES)
    assert "guardacostas do so once" in (reason or "")


# Interdiction, blockade, help in battle


def test_an_interdiction_lasts_and_is_seen():
    """By the other side's mark on the place."""
    before = tasked(british=(auxiliary(),))
    after, _ = play(before, Send("x1", "interdict", "space_7"))
    assert [(one.aux, one.task, one.place) for one in after.table.stations] == [("x1", "interdict", "space_7")]
    assert box(after, "x1") == "tasked"
    assert reach.interdicting(after.table, "space_7", "bourbon") == ["x1"]
    assert reach.interdicting(after.table, "space_7", "british") == []


def test_ports_are_not_interdicted_and_no_place_twice():
    """SL19."""
    before = tasked(british=(auxiliary(), auxiliary("x2")), stations=(interdicted("space_7", "british"),))
    places = {one.place for one in sends(before, "x1", "interdict")}
    assert "space_14" in places
    assert not places & {"space_7", "port_mahon", "toulon"}


def test_a_lasting_task_may_be_given_up():
    """Who did it goes to recovery."""
    before = tasked(british=(auxiliary(),))
    out, _ = play(before, Send("x1", "interdict", "space_7"))
    again = replace(out, table=replace(out.table, phase=Tasking("british")))
    after, log = play(again, Recall("x1"))
    assert box(after, "x1") == "recovery"
    assert after.table.stations == ()
    assert isinstance(log[0], StationEnded)


def test_a_hidden_interdiction_turns_auxiliaries_back():
    """SL19: a formation's order is secret; who runs into it is turned back and spent. The way round is long enough."""
    own = formation("b1", "space_13", order="o1")
    before = state(
        "mistral",
        [own],
        british={"orders": (order("o1", "interdict", target=("space_13",), holder="b1", state="in_execution"),)},
        bourbon={"auxiliaries": (auxiliary("y1", "light", "bourbon", base="marseilles"),)},
        phase=Tasking("bourbon"),
        step="tasks",
    )
    after, log = play(before, Send("y1", "interdict", "space_14"), side="bourbon")
    assert TurnedBack("bourbon", "interdict", "space_14") in log
    assert box(after, "y1") == "recovery"
    into, _ = play(before, Send("y1", "interdict", "space_13"), side="bourbon")
    assert box(into, "y1") == "tasked"


def test_auxiliaries_blockade_minor_ports_of_the_enemy_without_an_enemy_before_them():
    """P14: Barcelona and not Cartagena, nor Leghorn, nor where a Spanish formation is at sea."""
    fleet = (auxiliary(),)
    assert "barcelona" in {one.place for one in sends(tasked(british=fleet), "x1", "blockade")}
    places = {one.place for one in sends(tasked(british=fleet), "x1", "blockade")}
    assert not places & {"cartagena", "leghorn", "ajaccio", "villefranche"}
    held = tasked(formation("f1", "barcelona", "bourbon"), british=fleet)
    assert "barcelona" not in {one.place for one in sends(held, "x1", "blockade")}


def test_an_enemy_formation_raises_the_blockade_of_an_auxiliary():
    """SL24: at once."""
    out, _ = play(tasked(british=(auxiliary(),)), Send("x1", "blockade", "barcelona"))
    assert reach.aux_blockade(out.table, "barcelona", "bourbon") == "x1"
    dice = ScriptedDice([])
    after = boxes.settled(out.with_formation(formation("f1", "barcelona", "bourbon")), MISTRAL, dice)
    assert box(after, "x1") == "recovery"
    assert [one.why for one in heard(dice)] == ["an enemy formation drives it off"]
    assert boxes.settled(
        out.with_formation(dummy("d1", "barcelona", "bourbon")), MISTRAL, ScriptedDice([])
    ).table.stations


def test_a_light_helps_in_battle_as_a_fleet_auxiliary_does():
    """SL95: its class lists the task; who comes up has one off the die."""
    before = tasked(
        formation("b1", "space_7"), formation("f1", "space_7", "bourbon"), british=(auxiliary(cls="light"),), serial=7
    )
    after, _ = play(before, Send("x1", "assist_battle_reinforcement", "space_7"))
    assert [one.cls for one in boxes.assisting(after.table, after.secret("british"), "space_7", "british")] == ["light"]
    assert tasking.may(auxiliary(cls="light"), "assist_battle_reinforcement", view(before), COLD_WAVES)


def test_odds_of_coming_up_count_the_help_that_play_counts():
    """Whoever asks before he orders is told of a light that lies on the table, as of his own."""
    before = tasked(
        formation("b1", "space_7"), formation("f1", "space_7", "bourbon"), british=(auxiliary(cls="light"),), serial=7
    )
    after, _ = play(before, Send("x1", "assist_battle_reinforcement", "space_7"))
    light = after.secret("british").auxiliaries[0]
    (mark,) = after.table.stations
    roving = replace(
        after.with_secret("british", replace(after.secret("british"), auxiliaries=())),
        table=replace(after.table, rovers=(replace(light, side=""),), stations=(replace(mark, by="british"),)),
    )
    for known in (after, roving):
        seen = view(known, "british")
        assert seen.own is not None
        assert opening.relief(formation("b1", "space_7"), seen.own, seen.table, MISTRAL).assisted


def test_help_for_a_battle_counts_in_its_own_increment():
    """8.24: it stands by where both sides have ships, and has done its task when the battle or the increment is over."""
    before = tasked(formation("b1", "space_7"), formation("f1", "space_7", "bourbon"), british=(auxiliary(),), serial=7)
    assert sends(before, "x1", "assist_battle_reinforcement") == [Send("x1", "assist_battle_reinforcement", "space_7")]
    after, _ = play(before, Send("x1", "assist_battle_reinforcement", "space_7"))
    assert [one.id for one in boxes.assisting(after.table, after.secret("british"), "space_7", "british")] == ["x1"]
    assert boxes.assisting(after.table, after.secret("bourbon"), "space_7", "bourbon") == []
    assert boxes.assisting(after.table, after.secret("british"), "space_8", "british") == []
    assert boxes.settled(after, MISTRAL, ScriptedDice([])).table.stations != ()
    later = replace(after, table=replace(after.table, serial=8))
    assert boxes.assisting(later.table, later.secret("british"), "space_7", "british") == []
    assert box(boxes.settled(later, MISTRAL, ScriptedDice([])), "x1") == "recovery"
    assert box(boxes.assisted(after, "space_7", ScriptedDice([])), "x1") == "recovery"


def test_the_levant_trade_is_watched_from_boxes():
    """SL25: six boxes, by the British."""
    after, _ = play(tasked(british=(auxiliary(),)), Send("x1", "levant_trade_table", "port_mahon"))
    assert after.table.levant == ("x1",)
    assert box(after, "x1") == "tasked"
    full = tasked(british=(auxiliary(),), levant=("a", "b", "c", "d", "e", "f"))
    assert sends(full, "x1", "levant_trade_table") == []


# What ends by itself


def test_shadows_end_with_whom_they_follow():
    """And go where he goes until then."""
    before = tasked(formation("f1", "space_7", "bourbon"), british=(auxiliary(),))
    out, _ = play(before, Send("x1", "shadow", "space_7", "f1"), (0,))
    assert box(boxes.settled(out.without("f1"), MISTRAL, ScriptedDice([])), "x1") == "recovery"
    moved = out.with_formation(replace(out.formation("f1"), place="space_14"))  # type: ignore[type-var, arg-type]
    followed = boxes.settled(moved, MISTRAL, ScriptedDice([]))
    assert [one.place for one in followed.table.stations] == ["space_14"]
    assert followed.auxiliary("x1").place == "space_14"  # type: ignore[union-attr]


def test_who_loses_its_base_goes_to_recovery_and_only_its_side_hears_it():
    """SL29."""
    before = tasked(british=(auxiliary("x1", base="b9"), auxiliary("x2", base="toulon"), auxiliary("x3")))
    dice = ScriptedDice([])
    after = boxes.settled(before, MISTRAL, dice)
    assert [box(after, one) for one in ("x1", "x2", "x3")] == ["recovery", "recovery", "assigned"]
    assert [one.to for one in dice.told] == [("british",), ("british",)]


def test_guardacostas_without_a_base_wait_for_another():
    """SL29, SL30: they are never in the recovery box, and are told of it once."""
    guard = auxiliary("y1", "light", "bourbon", corsair="guardacostas", base="gibraltar", contingent="spanish")
    dice = ScriptedDice([])
    after = boxes.settled(tasked(bourbon=(guard,), title="cold_waves"), COLD_WAVES, dice)
    assert box(after, "y1") == "available"
    assert len(dice.told) == 1
    assert boxes.settled(after, COLD_WAVES, dice) == after


# Mixed roles


def role(**leader_changed: Any) -> State:
    boss = leader(**leader_changed)
    return tasked(formation("b1", "port_mahon", leader=boss), british=(auxiliary("x1", base="port_mahon"),))


def test_a_fleet_auxiliary_goes_over_to_a_formation_in_port_by_a_check_of_its_leader():
    """6.323: leadership 3 passes on 3. Nobody else hears of it."""
    before = role()
    assert roles.bases(view(before), auxiliary("x1"), MISTRAL) == ["b1"]
    dice = ScriptedDice([3])
    after = tasking.play(before, "british", ChangeRole("x1", "b1"), MISTRAL, dice)
    assert after.secret("british").auxiliary("x1").base == "b1"  # type: ignore[union-attr]
    assert [one.to for one in dice.told] == [("british",)]
    back = replace(after, table=replace(after.table, phase=Tasking("british")))
    assert "has tried" in (tasking.why_not(view(back), ChangeRole("x1", "port_mahon"), MISTRAL) or "")


def test_a_failed_check_leaves_it_where_it_is_until_the_next_impulse():
    """SL20."""
    after, log = play(role(), ChangeRole("x1", "b1"), (4,))
    assert isinstance(log[0], RoleChanged)
    assert not log[0].changed
    found = after.secret("british").auxiliary("x1")
    assert found is not None
    assert (found.base, found.active) == ("port_mahon", False)
    fresh = auxiliaries.STEPS["pirates"](after, MISTRAL, ScriptedDice([]))
    assert fresh.secret("british").auxiliary("x1").active


def test_galleys_have_a_mixed_role_in_one_title():
    """In Mistral they go with galleys only, in Cold Waves with nobody."""
    force = [formation("b1", "port_mahon", squadrons=[squadron("g", "galley")]), formation("b2", "port_mahon")]
    before = tasked(*force)
    assert roles.bases(view(before), auxiliary(cls="galley"), MISTRAL) == ["b1"]
    assert roles.bases(view(before), auxiliary(cls="galley"), COLD_WAVES) == []
    assert roles.bases(view(before), auxiliary(cls="fleet"), MISTRAL) == ["b1", "b2"]


# The phase


def test_both_sides_are_asked_in_turn_until_both_pass():
    """Player B first. A side that can order nothing is passed over."""
    both = tasked(british=(auxiliary(),), bourbon=(auxiliary("y1", side="bourbon", base="toulon"),))
    first = auxiliaries.STEPS["tasks"](both, MISTRAL, ScriptedDice([]))
    assert first.table.phase == Tasking("bourbon", 0)
    passed, _ = play(first, Ready(), side="bourbon")
    assert passed.table.phase == Tasking("british", 1)
    sent, _ = play(passed, Send("x1", "interdict", "space_7"))
    assert sent.table.phase == Tasking("bourbon", 0)
    done, _ = play(passed, Ready())
    assert done.table.phase == Going()
    alone = replace(both.table, date=replace(both.table.date, mpi=2))
    nobody = replace(both, table=alone)
    for side in ("british", "bourbon"):
        nobody = nobody.with_secret(side, replace(nobody.secret(side), auxiliaries=()))
    assert auxiliaries.STEPS["tasks"](nobody, MISTRAL, ScriptedDice([])).table.phase == Going()


def test_the_knights_alone_are_a_reason_to_ask_the_british():
    """The Bourbons cannot hire them."""
    before = tasked()
    assert tasking.options(view(before), STEP, MISTRAL) == [HireKnights()]
    assert tasking.any_options(view(before), MISTRAL)
    assert not tasking.any_options(view(before, "bourbon"), MISTRAL)


def test_what_the_other_side_has_makes_no_difference_to_what_is_offered():
    """Choices come from the view alone: a hidden formation and a dummy look the same."""
    real = tasked(formation("f1", "space_7", "bourbon"), british=(auxiliary(),))
    false = tasked(dummy("f1", "space_7", "bourbon"), british=(auxiliary(),))
    assert tasking.options(view(real), "x1", MISTRAL) == tasking.options(view(false), "x1", MISTRAL)


def test_ranks_for_tasks_help_their_dice():
    """The British one and not the other side's."""
    ranked = state(settings=mistral_settings(ranks_british=("admiral_white",)))
    assert [one.value for one in outcome.ranks(ranked.table, "british", MISTRAL)] == [-1]
    assert outcome.ranks(ranked.table, "bourbon", MISTRAL) == ()


def test_prestige_decides_who_sends_the_pirates():
    """The player with less; tied, the British in Mistral and nobody in Cold Waves (SL27)."""
    tied = state().table
    assert reach.controller(tied, MISTRAL) == "british"
    assert reach.controller(tied, COLD_WAVES) is None
    ahead = tied.with_tally("british", Tally(prestige=2))
    assert reach.controller(ahead, MISTRAL) == reach.controller(ahead, COLD_WAVES) == "bourbon"
