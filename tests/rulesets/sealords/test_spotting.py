"""Searching, being seen, and slipping out of sight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    convoy,
    dummy,
    formation,
    leader,
    mistral_settings,
    squadron,
    state,
)
from tests.rulesets.sealords.test_weather import events, run
from weathergauge.odds import odds
from weathergauge.rulesets.sealords.charts import Found
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.sea import spotting
from weathergauge.rulesets.sealords.sea.actions import Concealed, DummyFound, Rallied, SearchFailed, Spotted
from weathergauge.rulesets.sealords.sea.spotting import Looker, Sought
from weathergauge.rulesets.sealords.state import Gale, State, replace
from weathergauge.throwing import ScriptedDice

FORMATION = Looker("formation")
FLEET = Looker("auxiliary")


def there(after: State, id: str) -> Formation:
    found = after.formation(id)
    assert found is not None
    return found


def found(looker: Looker, sought: Sought, face: int, world: Any = MISTRAL) -> Found:
    return spotting.search(looker, sought, world.charts, ScriptedDice([face]))


# The die


def test_a_formation_finds_its_target_six_times_in_ten():
    """In both titles."""
    for world in (MISTRAL, COLD_WAVES):
        law = odds(spotting.search, FORMATION, Sought(), world.charts)
        assert law.chance(lambda one: one.spotted) == Fraction(3, 5)


def test_only_auxiliaries_may_shadow():
    """On the best faces."""
    for world in (MISTRAL, COLD_WAVES):
        assert found(FORMATION, Sought(), 0, world) == Found(True, False)
        assert found(FLEET, Sought(), 0, world) == Found(True, True)
        assert found(FLEET, Sought(), 3, world) == Found(True, False)
        assert found(FLEET, Sought(), 6, world) == Found(False, False)


def test_a_second_look_is_easier_at_a_large_target():
    """One title reads the die again for the shadow, one lower for each squadron after the first; unseen stays unseen."""
    assert found(FLEET, Sought(squadrons=4), 5) == Found(True, True)
    assert found(FLEET, Sought(squadrons=3), 5) == Found(True, False)
    assert found(FLEET, Sought(squadrons=9), 6) == Found(False, False)
    assert found(FLEET, Sought(squadrons=4), 5, COLD_WAVES) == Found(True, False)


def test_the_account_tells_both_looks():
    """A 4 spots three squadrons; read again two lower it lets an auxiliary follow. A 2 does so at once, and there is no more
    to read; nor is there for a formation, which follows nobody."""

    def cells(looker: Looker, face: int) -> list[str]:
        dice = ScriptedDice([face])
        spotting.search(looker, Sought(squadrons=3), MISTRAL.charts, dice)
        assert dice.account is not None
        return [
            *[str(one.cell) for look in dice.account for one in look.add],
            *[str(look.cell) for look in dice.account if look.cell is not None],
        ]

    again = "search_drm[per_target_squadron_beyond_first_shadow_check_only]"
    assert cells(FLEET, 4) == [again, "search[4]", "search[2]"]
    assert cells(FLEET, 2) == ["search[2]"]
    assert cells(FORMATION, 4) == ["search[4]"]


def test_poor_searchers_and_screens_make_it_harder():
    """One each."""
    for world in (MISTRAL, COLD_WAVES):
        assert not found(Looker("auxiliary", poor=True), Sought(), 5, world).spotted
        assert not found(Looker("auxiliary", poor=True, screened=True), Sought(), 4, world).spotted


def test_numbers_count_in_the_other_title():
    """Four searching squadrons and six around the target: five off the die. A convoy: four off."""
    assert found(Looker("formation", 4), Sought(2, 6), 9, COLD_WAVES).spotted
    assert not found(Looker("formation", 4), Sought(2, 3), 9, COLD_WAVES).spotted
    assert found(FORMATION, Sought(0, 0, convoy=True), 9, COLD_WAVES).spotted
    assert not found(Looker("formation", 4), Sought(2, 6, convoy=True), 6).spotted


def test_the_sail_of_a_treasure_convoy_are_known():
    """The line on convoys is for those of nobody knows how many sail."""
    for trade, unknown in (("trade", True), ("troop", True), ("azogues", False)):
        prey = convoy("c1", "ushant", "bourbon", trade=trade)
        assert spotting.sought(state("cold_waves", [prey]), prey).convoy is unknown


def test_every_modifier_names_its_cell():
    """And all rows but those of shadows are used."""
    for world in (MISTRAL, COLD_WAVES):
        found = spotting.modifiers(Looker("auxiliary", 4, True, True), Sought(3, 6, True), world.charts)
        assert len(found) == len([row for row in world.charts.search_drm.cells if "shadow" not in str(row)])
        assert all(one.cell is not None and world.charts.search_drm.at(*one.cell.key) for one in found)


def test_a_rank_helps_to_search():
    """By one."""
    before = state(formations=[formation()], settings=mistral_settings(ranks_british=("vice_admiral_white",)))
    looker = spotting.looking(before, before.formations[0], MISTRAL)
    assert [one.value for one in looker.ranks] == [-1]
    assert found(looker, Sought(), 6).spotted


# The step


def test_formations_search_for_each_hidden_enemy_in_their_place():
    """One title: a die for each. The British find the first and miss the second; the Bourbons have a die for the British."""
    before = state(formations=[formation("b1"), formation("f1", side="bourbon"), formation("f2", side="bourbon")])
    after, log = run("search", before, MISTRAL, 5, 6, 6, 6)
    assert [one.known for one in after.formations] == ["hidden", "spotted", "hidden"]
    assert [one.formation for one in events(log, Spotted)] == ["f1"]
    assert len(events(log, SearchFailed)) == 3


def test_in_the_other_title_a_success_finds_one_of_them():
    """Drawn first, then the die; the second counter is left for the next increment."""
    before = state(
        "cold_waves", [formation("b1", "lizard"), dummy("d1", "lizard", "bourbon"), dummy("d2", "lizard", "bourbon")]
    )
    after, log = run("search", before, COLD_WAVES, 2, 0)
    assert [one.id for one in after.formations] == ["b1", "d1"]
    assert [one.formation for one in events(log, DummyFound)] == ["d2"]


def test_other_places_ports_and_the_spotted_are_not_searched():
    """No die is thrown for them."""
    before = state(
        formations=[
            formation("b1", "toulon"),
            formation("f1", "toulon/harbour", "bourbon", state="in_ordinary"),
            formation("f2", "space_12", "bourbon"),
            formation("b2", "palma"),
            formation("f3", "palma", "bourbon", known="spotted"),
        ]
    )
    after, _ = run("search", before, MISTRAL, 9)
    assert [one.known for one in after.formations if one.side == "bourbon"] == ["hidden", "hidden", "spotted"]


def test_whoever_is_in_a_strait_is_spotted():
    """There is nowhere to hide."""
    after, log = run("search", state(formations=[formation(place="elba_straits")]), MISTRAL)
    assert there(after, "b1").known == "spotted"
    assert events(log, Spotted)[0].by == "strait"


def test_dummies_and_bare_convoys_do_not_search():
    """They are searched for and stay."""
    before = state(formations=[dummy("d1"), convoy("c1"), formation("f1", side="bourbon", known="all")])
    after, _ = run("search", before, MISTRAL, 9, 9)
    assert [one.id for one in after.formations] == ["d1", "c1", "f1"]


def test_spotting_shows_classes_and_leader_and_no_more():
    """Damage and names stay hidden."""
    target = formation(
        "f1", side="bourbon", squadrons=[squadron("s", dps=3), squadron("t", "frigate")], leader=leader("navarro")
    )
    after, log = run("search", state(formations=[formation("b1", known="all"), target]), MISTRAL, 0)
    counter = after.table.counter("f1")
    assert counter is not None
    assert (counter.classes, counter.leader, counter.shown) == (("sol", "frigate"), "Navarro", None)
    assert events(log, Spotted)[0].classes == ("sol", "frigate")


def test_a_failed_search_tells_its_side_the_face_alone():
    """What was added would tell how many squadrons are there."""
    many = formation("f1", "lizard", "bourbon", squadrons=[squadron("s"), squadron("t")])
    before = state("cold_waves", [formation("b1", "lizard", known="all"), many])
    _, log = run("search", before, COLD_WAVES, 9)
    assert [entry.to for entry in log] == [("british",)]
    assert all(not look.add for look in events(log, SearchFailed)[0].account)


# Out of sight


def concealed(one: Formation, *others: Formation, **changed: Any) -> bool:
    after, _ = run("conceal", state(formations=[one, *others], **changed), MISTRAL)
    return there(after, one.id).known == "hidden"


@pytest.mark.parametrize("known", ["spotted", "all"])
def test_whoever_is_alone_at_sea_is_lost_to_sight(known: str):
    """At the end of the impulse, whatever was known."""
    assert concealed(formation(known=known))
    _, log = run("conceal", state(formations=[formation(known=known)]), MISTRAL)
    assert events(log, Concealed)[0].formations == ("b1",)


def test_who_stays_in_sight():
    """With the enemy, or a counter that may be a dummy; shadowed; in a strait; off an enemy port."""
    assert not concealed(formation(known="spotted"), formation("f1", side="bourbon"))
    assert not concealed(formation(known="spotted"), dummy("d1", side="bourbon"))
    assert not concealed(formation(known="spotted", shadows=("x1",)))
    assert not concealed(formation(place="strait_of_messina", known="spotted"))
    assert not concealed(formation(place="toulon", known="spotted"))
    assert concealed(formation(place="port_mahon", known="spotted"))


def test_disorder_ends_by_a_check():
    """Leadership 3: in order on 3, not on 4; only its own side hears of it."""
    one = formation(disorganised=True, leader=leader())
    after, log = run("conceal", state(formations=[one]), MISTRAL, 3)
    assert not there(after, "b1").disorganised
    assert [entry.to for entry in log] == [("british",)]
    after, log = run("conceal", state(formations=[one]), MISTRAL, 4)
    assert there(after, "b1").disorganised
    assert events(log, Rallied)[0].rallied is False


def test_with_the_impulse_winds_and_gales_go():
    """But a gale that lasts has an impulse less to last."""
    gales = (Gale("mistral", 9, "toulon"), Gale("gregales", 8, "ionian_sea", lasts=True, left=3))
    after, _ = run("conceal", state(winds=("mistral",), gales=gales), MISTRAL)
    assert (after.table.winds, after.table.gales) == ((), (replace(gales[1], left=2),))
