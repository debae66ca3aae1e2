"""How far auxiliaries get, and where they may be based."""

import pytest

from tests.rulesets.sealords.errands import bases, interdicted
from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    convoy,
    dummy,
    formation,
    mistral_settings,
    squadron,
    state,
)
from weathergauge.rulesets.sealords.auxiliaries import reach
from weathergauge.rulesets.sealords.forces import Station
from weathergauge.rulesets.sealords.state import Gale, View, replace

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
