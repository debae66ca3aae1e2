"""Winds, searches, battles and auxiliaries of the Sea Lords titles: readings taken by hand from both documents."""

from typing import Any

import pytest

from weathergauge.charts import Chart
from weathergauge.files.charttext import chart_text
from weathergauge.frame.charts import load_charts
from weathergauge.rulesets import title

COLD_WAVES: dict[str, Chart[Any]] = load_charts(*title("cold_waves").folders)
MISTRAL: dict[str, Chart[Any]] = load_charts(*title("mistral").folders)
BOTH = pytest.mark.parametrize("charts", [COLD_WAVES, MISTRAL], ids=["cold_waves", "mistral"])

ALIKE = (
    *("gale_radius", "gale_effects", "damage_effects", "battle_intensity", "personality_matrix"),
    *("battle_intensity_restriction", "weather_gauge", "battle_reinforcement", "strike_colours", "leader_casualty"),
    *("combat_damage", "combat_column_shift", "combat_damage_point_modifier", "combat_extra_squadrons"),
    *("squadron_sail_limit", "fireship_attack", "bombard_attack", "convoy_attack_column", "convoy_attack_modifier"),
)


@pytest.mark.parametrize("id", ALIKE)
def test_what_the_documents_share_is_one_chart(id):
    """The titles read it from one file, and its source names both documents."""
    assert COLD_WAVES[id].cells == MISTRAL[id].cells
    assert all(number in MISTRAL[id].source for number in ("000", "004"))


# Winds and gales


@BOTH
def test_gales_weaken_with_distance(charts):
    """Force 10: three, two and one damage points, then nothing; at its marker auxiliaries fare as at range 1 of 11."""
    gales = charts["gale_effects"]
    assert [gales.at(10, n)["attrition_dp"] for n in range(4)] == [3, 2, 1, None]
    assert gales.at(10, 0)["aux_removed_on"] == gales.at(11, 1)["aux_removed_on"]
    assert gales.at(9, 1) == {
        "attrition_dp": 1,
        "io_dp": -1,
        "ctw_ls_drm": -1,
        "aux_removed_on": {"fleet": None, "fleet_50": None, "light": None, "other": 8},
    }
    assert gales.at(11, 0)["aux_removed_on"]["other"] == "auto"
    assert gales.at(8, 1)["aux_removed_on"] is None


@BOTH
def test_gales_reach_as_far_as_their_radius(charts):
    """Up to the radius there is some effect, beyond it a dash; a squadron in ordinary is never mended by a gale."""
    gales = charts["gale_effects"]
    for force, range_ in gales.cells:
        wear = gales.at(force, range_)["attrition_dp"]
        assert (wear is not None) == (range_ <= charts["gale_radius"].at(force))
        assert wear is None or wear + gales.at(force, range_)["io_dp"] >= 0


def test_winds_are_the_dice_in_the_cells():
    """The levanter of spring blows on 0 to 3, that of summer never; a die lowered below 0 is still a 0."""
    wind = MISTRAL["wind"]
    assert [die for die in range(10) if wind.at("levanter", "spring", die)] == [0, 1, 2, 3]
    assert not any(wind.at("levanter", "summer", die) for die in range(10))
    assert wind.at("levanter", "winter", -1)
    assert COLD_WAVES["wind"].source.startswith("ruling SL02")  # whose document has no winds


def test_contra_winds_never_blow_together():
    """The lines around the pairs are lost; the dice of a pair never meet, and those of the single winds do."""
    wind, contra = MISTRAL["wind"], MISTRAL["wind_contra"]
    for name, die in ((name, die) for (name,) in contra.cells for die in range(10)):
        assert contra.reconstructed([name])
        other = contra.at(name)
        if other != "none":
            assert contra.at(other) == name
            for season in ("spring", "summer", "fall", "winter"):
                assert not (wind.at(name, season, die) and wind.at(other, season, die))
    assert wind.at("scirocco", "spring", 0)
    assert wind.at("gregales", "spring", 0)
    assert wind.at("bora", "spring", 0)


def test_only_the_bora_brings_a_hurricane():
    """Bora in winter: no gale of force 8, then 9 on 0 to 2, up to H on a 7."""
    gale = MISTRAL["gale"]
    bora = [gale.at("bora", "winter", die) for die in range(10)]
    assert bora == [9, 9, 9, 10, 10, 11, 11, "H", "none", "none"]
    assert {wind for (wind, _, _), force in gale.cells.items() if force == "H"} == {"bora"}
    assert gale.at("levanter", "winter", 9) == 11


def test_a_wind_without_a_season_has_no_gales_in_it():
    """NA in the one table is a dash in the other, in every place."""
    wind, gale = MISTRAL["wind"], MISTRAL["gale"]
    for name, season in {key[:2] for key in wind.cells}:
        blows = any(wind.at(name, season, die) for die in range(10))
        assert [gale.at(name, season, die) == "NA" for die in range(10)] == [not blows] * 10


def test_the_printed_hurricane_follows_from_force_11():
    """Two worse in the marker's own space: 6 damage points, Fleet auxiliaries removed on 4 and higher."""
    worse, gales = MISTRAL["gale_hurricane"], MISTRAL["gale_effects"]
    plain, by = gales.at(worse.at("treat_as_force"), 0), worse.at("severity_in_marker_space")
    assert worse.at("attrition_dp_in_marker_space") == plain["attrition_dp"] + by == 6
    assert worse.at("fleet_aux_removed_on_in_marker_space") == plain["aux_removed_on"]["fleet"] - by == 4


def test_freak_gales_alone_remove_auxiliaries():
    """A squall on 6 or 7 is one point on each ready squadron; on 8 or 9 two, and the auxiliaries are tried."""
    events = COLD_WAVES["random_events"]
    assert events.at(5) == {"event": "no_effect", "dp_to_ready_squadrons": 0, "aux_removal": False}
    assert events.at(7) == {"event": "squall", "dp_to_ready_squadrons": 1, "aux_removal": False}
    assert events.at(8) == {"event": "freak_gale", "dp_to_ready_squadrons": 2, "aux_removal": True}
    assert "random_events" not in MISTRAL


# Searching


def test_formations_never_shadow_in_cold_waves():
    """A 2 spots for either; only the auxiliary may shadow. Modifiers of -4 still find a row."""
    search = COLD_WAVES["search"]
    assert search.at(2, "formation") == {"spotted": True, "may_shadow": False}
    assert search.at(2, "auxiliary") == {"spotted": True, "may_shadow": True}
    assert search.at(-4, "auxiliary") == search.at(0, "auxiliary")
    assert search.at(6, "formation") == search.at(6, "auxiliary") == {"spotted": False, "may_shadow": False}


def test_mistral_looks_again_for_shadowing():
    """A 4 spots without shadowing; one less for each squadron beyond the first, and three in all make it a 2."""
    search, each = MISTRAL["search"], "per_target_squadron_beyond_first_shadow_check_only"
    assert search.at(4) == {"spotted": True, "may_shadow": False}
    assert search.at(4 + 2 * MISTRAL["search_drm"].at(each))["may_shadow"]
    assert MISTRAL["search_drm"].reconstructed([each])


# Battle


@BOTH
def test_seventeen_damage_points_on_a_rating_of_ten(charts):
    """The printed example: one sail sunk on 7 or less, with the effects of the other rows."""
    damage = charts["damage_effects"]
    assert damage.at("dps_exceed_dr")["sail_sunk"] == 1
    assert damage.at("dps_exceed_dr")["sunk_if_die_at_most"] == "dps_minus_dr"
    assert damage.at("dps_over_two_thirds_dr")["ma_change"] == -1
    assert damage.at("dps_up_to_two_thirds_dr")["battle_reinforcement_drm"] == 1
    assert set(damage.at("dps_up_to_one_third_dr").values()) == {None}


@BOTH
def test_a_rash_leader_with_the_gauge_presses_an_aggressive_one(charts):
    """Two columns to the right: a 5 under light is damage level 1, under heavy 5."""
    assert charts["personality_matrix"].at("rash", "aggressive") == 2
    assert charts["personality_matrix"].at("aggressive", "rash") == 0
    assert [charts["battle_intensity"].at(5, column) for column in ("light", "medium", "heavy")] == [1, 4, 5]


@BOTH
def test_the_gauge_of_a_formation_that_comes_with_the_wind(charts):
    """Ten, less two, plus two for its movement allowance of 5: ten and the leader's rating."""
    gauge = charts["weather_gauge"]
    lines = ("base_chance", "approaching_with_wind", "formation_has_ma_of_5")
    assert sum(gauge.at(line) for line in lines) == 10
    assert gauge.at("formation_leader_lr") == "+LR"


@BOTH
def test_combat_results_have_points_sail_and_leaders(charts):
    """A number before an S is damage points, each S a sail, a star a leader to check."""
    damage = charts["combat_damage"]
    assert damage.at(0, 6) == {"dp": 2, "sail_sunk": 1, "leader_check": True}
    assert damage.at(0, 8) == {"dp": 0, "sail_sunk": 2, "leader_check": True}
    assert damage.at(2, 8) == {"dp": 3, "sail_sunk": 1, "leader_check": False}
    assert damage.at(4, 7) == {"dp": 5, "sail_sunk": 0, "leader_check": True}
    assert damage.at(9, 0) == {"dp": 0, "sail_sunk": 0, "leader_check": False}


@BOTH
def test_a_convoy_attack_with_a_partial_screen_can_roll_ten(charts):
    """A Fleet auxiliary against one escorting sail attacks in column 3; a 9 raised by one is still a 9."""
    modifiers = charts["convoy_attack_modifier"]
    column = charts["convoy_attack_column"].at("fleet") + modifiers.at("column_shift_per_escorting_sail")
    assert column == 3
    assert charts["combat_damage"].at(9 + modifiers.at("die_roll_if_partially_screened"), column)["dp"] == 1


@BOTH
def test_shifts_past_the_right_end_are_worth_a_point_each(charts):
    """The number after the plus sign is missing in both documents; the left end has one."""
    modifiers = charts["combat_damage_point_modifier"]
    assert modifiers.at("per_shift_right_of_column_8") == -modifiers.at("per_shift_left_of_column_0") == 1
    assert [key for key in modifiers.cells if modifiers.reconstructed(key)] == [("per_shift_right_of_column_8",)]


@BOTH
def test_after_the_battle(charts):
    """On a 3 two fifths of the sunk are prizes; a leader hit on a 3 is wounded for two turns, on a 5 unhurt."""
    assert charts["strike_colours"].at(3) == 40
    assert charts["leader_casualty"].at(3) == {"result": "wounded", "turns": 2}
    assert charts["leader_casualty"].at(5) == {"result": "none", "turns": None}


# Auxiliaries


def test_each_title_adds_its_own_tasks():
    """Bombs of cold waves may escalade, Fleets of mistral trade; a Light has no counter shadow in either."""
    ours, theirs = COLD_WAVES["auxiliary_tasks"], MISTRAL["auxiliary_tasks"]
    assert (len(ours.cells), len(theirs.cells)) == (30, 29)
    assert ours.cells.keys() - theirs.cells.keys() == {
        ("corsair", "interdiction"),
        ("corsair", "rebase_cz_to_cz"),
        ("bomb", "escalade"),
    }
    assert theirs.cells.keys() - ours.cells.keys() == {
        ("fleet", "levant_trade_table"),
        ("fleet_50", "levant_trade_table"),
    }
    assert (ours.at("marine", "raid")["rule"], theirs.at("marine", "raid")["rule"]) == ("6.25", "6.26")
    with pytest.raises(LookupError):
        theirs.at("light", "counter_shadow")


def test_galleys_are_kept_from_squalls_in_one_title_and_mixed_role_in_the_other():
    """Corsairs differ too; the other six classes have the same notes in both."""
    ours, theirs = COLD_WAVES["auxiliary_restrictions"], MISTRAL["auxiliary_restrictions"]
    assert {key for key in ours.cells if ours.at(*key) != theirs.at(*key)} == {("galley",), ("corsair",)}
    assert "no_or_into_gale_or_squall_space" in ours.at("galley")
    assert "mixed_role" in theirs.at("galley")


def test_guardacostas_are_a_row_of_cold_waves():
    """Stopped like a Light, but never removed."""
    ours, theirs = COLD_WAVES["screening_matrix"], MISTRAL["screening_matrix"]
    assert {key[0] for key in ours.cells.keys() - theirs.cells.keys()} == {"guardacostas"}
    for screen in ("fleet", "fleet_50", "galley", "light"):
        assert ours.at("guardacostas", screen) == ours.at("light", screen)
    assert theirs.at("fleet", "fleet_50") == "partial"
    assert COLD_WAVES["screening_limit"].at("guardacostas") == {"uses_per_impulse": 1, "removed_to_recovery": False}


def test_marines_need_low_dice():
    """A raid succeeds on 0 to 3, cutting out a troop convoy on 0 to 5; enemy troops ashore make a raid harder by two."""
    tasks = COLD_WAVES["marine_tasks"]
    assert [die for die in range(10) if tasks.at(die, "raid_port")] == [0, 1, 2, 3]
    assert [die for die in range(10) if tasks.at(die, "cutting_out_troop_convoy")] == [0, 1, 2, 3, 4, 5]
    assert COLD_WAVES["marine_tasks_drm"].at("raid_port_enemy_land_units_in_space") == 2
    assert not tasks.at(9 + 2, "raid_port")


# Corsairs, pirates and convoys


def test_only_the_pirates_of_cold_waves_reach_into_sea_zones():
    """Their zones are the three southern ones; the rovers of Salé go farthest, nine large spaces."""
    zones = COLD_WAVES["corsair_zones"]
    assert {zone for (zone,), value in zones.cells.items() if value["count_sea_zones"]} == {
        "salee_rovers",
        "madeira",
        "canaries",
    }
    assert zones.at("salee_rovers")["range_large_spaces"] == 9
    assert zones.at("bilbao")["corsairs"] == ["french_privateers", "spanish_privateers"]


def test_each_pirate_base_is_active_on_two_dice():
    """One die for itself and one together with a neighbour."""
    pirates = MISTRAL["pirate_activation"]
    active = {base: [die for die in range(10) if pirates.at(die, base)] for base in pirates.page.reach["base"].labels}
    assert active == {"sale": [4, 8], "algiers": [5, 8], "tunis": [6, 9], "tripoli": [7, 9]}


def test_the_second_middle_route_differs_like_the_other_pairs():
    """A passes by Space #23 and B by Space #27; the name of route 4 is ours and marked so."""
    routes = MISTRAL["convoy_routes"]
    for a, b in ((1, 2), (3, 4), (5, 6)):
        first, second = routes.at(f"british_levant_{a}"), routes.at(f"british_levant_{b}")
        assert [place.replace("#23", "#27") for place in first["spaces"]] == second["spaces"]
        assert (first["name"][-2:], second["name"][-2:]) == (" A", " B")
    assert [key for key in routes.cells if routes.reconstructed(key)] == [("british_levant_4",)]
    assert all(routes.at(f"french_levant_{n}")["spaces"][-2:] == ["Space #13", "Marseilles"] for n in range(1, 5))


def test_pages_look_like_the_printed_ones():
    """The gale table has its seasons over its forces, and the combat table its notation."""
    assert "season     │ spring" in chart_text(MISTRAL["gale"])
    assert "0      │ 1  3  4  S  S*  S*  2S*  SS*  SS*" in chart_text(MISTRAL["combat_damage"])
