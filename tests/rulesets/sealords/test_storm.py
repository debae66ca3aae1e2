"""What gales do to formations, ships in harbour and auxiliaries."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    MISTRAL,
    auxiliary,
    convoy,
    dummy,
    formation,
    found,
    leader,
    mistral_settings,
    order,
    squadron,
    state,
)
from tests.rulesets.sealords.test_weather import events, run
from weathergauge.ruleset import Told
from weathergauge.rulesets.sealords.forces import Formation, Station
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea import storm
from weathergauge.rulesets.sealords.sea.actions import Battered, BlownAway, DrivenOut, HeldTogether, Parted, Swamped
from weathergauge.rulesets.sealords.state import Gale, Settings, State, replace
from weathergauge.throwing import ScriptedDice

NINE = (Gale("mistral", 9, "space_13"),)


def struck(before: State, id: str = "b1", faces: Any = ()) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = storm.struck(before, id, MISTRAL, dice)
    dice.finish()
    return after, dice.told


def there(after: State, id: str = "b1") -> Formation:
    found = after.formation(id)
    assert found is not None
    return found


def test_each_ready_squadron_takes_the_attrition():
    """Force 9 at range 0: two points."""
    after, log = struck(state(formations=[formation(place="space_13")], gales=NINE))
    assert there(after).squadrons[0].dps == 2
    assert log == [Told(events(log, Battered)[0], ("british",))]


def test_once_in_an_increment():
    """However often the step looks."""
    after, _ = struck(state(formations=[formation(place="space_13")], gales=NINE))
    assert struck(after)[0] is after
    again, _ = run("gales", after, MISTRAL)
    assert there(again).squadrons[0].dps == 2


@pytest.mark.parametrize(("force", "dps"), [(8, 0), (9, 0), (10, 1), (11, 2)])
def test_ships_in_harbour_are_hurt_less(force: int, dps: int):
    """Attrition and the IO entry together, not below 0."""
    inside = formation(place="toulon/harbour", side="bourbon", state="in_ordinary")
    before = state(formations=[inside], gales=(Gale("mistral", force, "toulon"),))
    after, _ = run("gales", before, MISTRAL)
    assert there(after).squadrons[0].dps == dps


def test_those_fitting_out_at_a_minor_port_are_driven_to_sea_first():
    """They are ready then, and take the whole of it."""
    inside = formation(place="villefranche", state="fitting_out")
    after, log = run("gales", state(formations=[inside], gales=(Gale("mistral", 8, "villefranche"),)), MISTRAL)
    assert there(after).state == "ready"
    assert there(after).approach == "from_fitting_out"
    assert there(after).squadrons[0].dps == 1
    assert events(log, DrivenOut)


@pytest.mark.parametrize(("place", "known"), [("villefranche", "spotted"), ("villefranche_coast", "hidden")])
def test_whom_a_gale_drives_out_a_close_blockade_sees(place: str, known: str):
    """SL13: as whoever comes out; one who watches from the next space has not looked."""
    watch = formation("f1", place, "bourbon", order="o1")
    orders = (order("o1", "blockade", target=("villefranche",), holder="f1", state="in_execution"),)
    inside = formation(place="villefranche", state="fitting_out")
    gales = (Gale("mistral", 8, "villefranche"),)
    after, _ = run("gales", state(formations=[inside, watch], gales=gales, bourbon={"orders": orders}), MISTRAL)
    assert (there(after).state, there(after).known) == ("ready", known)


def test_at_anchor_off_a_coast_one_is_sheltered():
    """Force 10 in Coastal Space A: three points at sea, one in the roads, and nobody parts; without the ruling, three."""
    pair = formation(place="coastal_a", squadrons=[squadron("s1"), squadron("s2")])
    before = state(formations=[pair], gales=(Gale("mistral", 10, "coastal_a"),))
    after, _ = run("gales", before, MISTRAL)
    assert [one.dps for one in there(after).squadrons] == [1, 1]
    plain = replace(before, table=replace(before.table, settings=Settings(roads=False)))
    after, _ = run("gales", plain, MISTRAL, 0)
    assert [one.dps for one in there(after).squadrons] == [3, 3]


@pytest.mark.parametrize(
    ("place", "anchored"), [("port_mahon", True), ("genoa", True), ("toulon", False), ("space_7", False)]
)
def test_roads_are_coasts_and_ports_not_the_enemys(place: str, anchored: bool):
    """There one lies at anchor."""
    one = formation(place=place)
    assert storm.anchorage(state(formations=[one]).table, one, MISTRAL) is anchored


def test_whoever_moved_or_beats_is_not_at_anchor():
    """And feels the gale in full."""
    for changed in ({"moved": True}, {"beating": "space_12"}):
        one = formation(place="coastal_a", **changed)
        after, _ = run("gales", state(formations=[one], gales=(Gale("mistral", 9, "coastal_a"),)), MISTRAL)
        assert there(after).squadrons[0].dps == 2


def test_a_squadron_beyond_its_rating_may_founder():
    """Nine points and two more are one beyond ten: on 1 or less one of four sail goes down with two points."""
    worn = formation(place="space_13", squadrons=[squadron("s1", dps=9)])
    before = state(formations=[worn], gales=NINE)
    after, log = struck(before, faces=[1])
    assert (there(after).squadrons[0].sail, there(after).squadrons[0].dps) == (3, 9)
    assert events(log, Battered)[0].sunk == (("s1", 1),)
    assert there(struck(before, faces=[2])[0]).squadrons[0].sail == 4


def test_a_formation_that_founders_leaves_play_and_its_leader_ashore():
    """Its counter is gone too."""
    last = formation(place="space_13", squadrons=[squadron("s1", "flagship", dps=6)], leader=leader("anson"))
    after, _ = struck(state(formations=[last], gales=NINE), faces=[0])
    assert after.formation("b1") is None
    assert after.table.counter("b1") is None
    assert [one.id for one in after.secret("british").leaders] == ["anson"]


def test_a_leader_keeps_his_squadrons_together_or_loses_the_last():
    """Leadership 3 and -2 of force 9: passed on 5, failed on 6. The flagship stays with him."""
    pair = formation(
        place="space_13",
        squadrons=[squadron("s1"), squadron("s2", "flagship")],
        leader=leader(),
        order="o1",
        known="spotted",
    )
    before = state(formations=[pair], gales=NINE)
    after, log = struck(before, faces=[5])
    assert len(there(after).squadrons) == 2
    assert events(log, HeldTogether)
    after, log = struck(before, faces=[6])
    assert [one.id for one in there(after).squadrons] == ["s2"]
    alone = there(after, events(log, Parted)[0].new)
    assert [one.id for one in alone.squadrons] == ["s1"]
    assert (alone.kind, alone.place, alone.order, alone.leader, alone.known) == (
        "squadron",
        "space_13",
        "",
        None,
        "spotted",
    )
    assert len(after.table.counters) == 2


def test_without_a_leader_nothing_helps_but_the_chart():
    """A notional leader has 0: with -2 he passes on 2."""
    pair = formation(place="space_13", squadrons=[squadron("s1"), squadron("s2")])
    before = state(formations=[pair], gales=NINE)
    assert len(there(struck(before, faces=[2])[0]).squadrons) == 2
    assert len(there(struck(before, faces=[3])[0]).squadrons) == 1


def test_dummies_feel_nothing():
    """They stay as they were."""
    before = state(formations=[dummy(place="space_13")], gales=NINE)
    assert run("gales", before, MISTRAL)[0].formations == before.formations


@pytest.mark.parametrize(
    ("place", "how", "gale", "left"),
    [
        ("space_13", "ready", 9, 22),
        ("space_13", "ready", 11, 20),
        ("toulon/harbour", "fitting_out", 10, 24),
        ("barcelona", "fitting_out", 10, 21),
        ("coastal_b", "ready", 9, 24),
    ],
)
def test_a_gale_costs_a_convoy_cargo(place: str, how: Any, gale: int, left: int):
    """Two points at force 9, four at force 11. In the harbour of a key port, two away from force 10, it is safe; in the roads of a
    minor one it is not, and at anchor off a coast it is."""
    at_gale = "space_13" if place == "toulon/harbour" else place
    one = convoy(side="bourbon", place=place, state=how)
    after, log = run("gales", state(formations=[one], gales=(Gale("mistral", gale, at_gale),)), MISTRAL)
    assert found(after, "c1").cargo.points == left
    told = [entry.to for entry in log if isinstance(entry.event, Swamped)]
    assert told == ([("bourbon",)] if left < 24 else [])


def test_a_convoy_may_be_lost_in_a_gale_and_treasure_ships_are_not():
    """Azogues keep their points."""
    gale = (Gale("mistral", 11, "space_13"),)
    after, log = run("gales", state(formations=[convoy(place="space_13", points=3)], gales=gale), MISTRAL)
    assert found(after, "c1") is None
    assert events(log, Swamped)[0].left == 0
    rich = convoy(place="space_13", trade="azogues", points=3)
    after, _ = run("gales", state(formations=[rich], gales=gale), MISTRAL)
    assert found(after, "c1").cargo.points == 3


def test_a_setting_spares_convoys():
    """All of them."""
    before = state(formations=[convoy(place="space_13")], gales=NINE, settings=mistral_settings(convoys_spared=True))
    assert found(run("gales", before, MISTRAL)[0], "c1").cargo.points == 24


def test_auxiliaries_with_a_formation_go_by_their_class():
    """Force 9 at range 0: fleet-50 on 9, light on 8, others on 6, fleet never; one die each that can be removed."""
    force = [auxiliary(cls, cls, base="b1") for cls in ("fleet", "fleet_50", "fireship")]
    before = state(formations=[formation(place="space_13")], gales=NINE, british={"auxiliaries": tuple(force)})
    after, log = struck(before, faces=[8, 6])
    assert [one.box for one in after.secret("british").auxiliaries] == ["assigned", "assigned", "recovery"]
    assert [entry.to for entry in log if isinstance(entry.event, BlownAway)] == [("british",)]


def test_auxiliaries_of_ports_and_on_stations_have_their_die_at_the_end():
    """A light one at Toulon and one that interdicts off it: 8 and more removes them, and the mark goes with it."""
    light = auxiliary("x1", "light", "bourbon", base="toulon")
    away = auxiliary("x2", "light", "bourbon", box="tasked", base="toulon", task="interdict", place="space_13")
    mark = Station("x2", "bourbon", "french", "light", "interdict", "space_13")
    gale = (Gale("mistral", 9, "toulon"), Gale("marin", 9, "space_13"))
    before = state(gales=gale, stations=(mark,), bourbon={"auxiliaries": (light, away)})
    after, log = run("gales", before, MISTRAL, 7, 8)
    assert [one.box for one in after.secret("bourbon").auxiliaries] == ["assigned", "recovery"]
    assert after.table.stations == ()
    assert [entry.to for entry in log if isinstance(entry.event, BlownAway)] == [None]


def test_a_shadow_is_lost_in_a_gale():
    """Before its die: it cannot follow where the gale is."""
    target = formation(place="space_13", known="spotted", shadows=("x1",))
    shadow = auxiliary(
        "x1", "fleet", "bourbon", box="tasked", base="toulon", task="shadow", place="space_13", target="b1"
    )
    mark = Station("x1", "bourbon", "french", "fleet", "shadow", "space_13", "b1")
    before = state(formations=[target], gales=NINE, stations=(mark,), bourbon={"auxiliaries": (shadow,)})
    after, _ = run("gales", before, MISTRAL)
    assert there(after).shadows == ()
    assert after.secret("bourbon").auxiliaries[0].box == "recovery"


def test_the_log_calls_squadrons_and_formations_as_players_do():
    """No ids in the sentences: her first ship, or the mark on her counter; an auxiliary is with a formation or at a place."""
    was = state("mistral", [formation("british_f1", squadrons=(squadron("v3", name="Warwick, Kingston"),))])
    lost = Battered("british_f1", "Van", "a gale", (("v3", 3),), (("v3", 1), ("real_felipe", 1), ("british_s14", 1)))
    said = RULES["mistral"].tell_to(was, lost, ("british",))
    assert said.endswith("Lost: 1 sail of Warwick and 1 more, 1 sail of Real Felipe, 1 sail of squadron 14.")
    swept = [RULES["mistral"].tell(was, BlownAway("a", "fireship", place)) for place in ("british_f1", "toulon")]
    assert swept[0] == "The gale sends a fireship at the British counter 1 to recover."
    assert swept[1] == "The gale sends a fireship at Toulon to recover."
