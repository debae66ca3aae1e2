"""The charts of ironclads: cells read by hand from document 003."""

from typing import Any

import pytest

from weathergauge.charts import Chart
from weathergauge.frame.charts import load_charts
from weathergauge.rulesets import title

DICE = range(1, 7)


@pytest.fixture(scope="module")
def charts() -> dict[str, Chart[Any]]:
    return load_charts(*title("ironclads").folders)


def test_every_chart_and_cell_of_the_document_is_there(charts):
    """Forty-seven charts, 466 cells, all from document 003."""
    printed = [chart for chart in charts.values() if not chart.ours]
    assert len(printed) == 47
    assert sum(len(chart.cells) for chart in printed) == 466
    assert all(chart.source.startswith("document 003, ") for chart in printed)


def test_tables_of_ours_say_which_rows_the_rulings_chose(charts):
    """A number out of a printed label stands plainly; what a ruling chose is marked, and the source names the ruling."""
    assert charts["distances"].at("point_blank") == 3.5
    assert not charts["distances"].reconstructed(["point_blank"])
    for chart in charts.values():
        if chart.ours and any(chart.reconstructed(key) for key in chart.cells):
            assert "ruling" in chart.source, chart.id
    assert charts["distances"].reconstructed(["in_contact"])
    assert all(charts["eras"].reconstructed(key) for key in charts["eras"].cells)


@pytest.mark.parametrize(
    ("place", "number"),
    [
        (("main", 1, 1, "close"), "4+"),
        (("main", 1, 2, "long"), "6/4+"),
        (("main", 2, 2, "long"), "5+"),
        (("main", 2, 3, "close"), "4+"),
        (("medium", 1, 4, "medium"), "6+"),
        (("medium", 4, 1, "long"), "5+"),
        (("light", "every", 1, "medium"), "4+"),
        (("light", "every", 4, "long"), "-"),
    ],
)
def test_artillery(charts, place, number):
    """Gun, firer's class, target's class, range."""
    assert charts["artillery_to_hit"].at(*place) == number


def test_light_guns_have_one_row_for_all_firers(charts):
    """Two blocks of four rows and one row, each of twelve numbers."""
    artillery = charts["artillery_to_hit"]
    assert len(artillery.cells) == 9 * 12
    with pytest.raises(LookupError, match="no cell light 2 1 close"):
        artillery.at("light", 2, 1, "close")


def test_every_number_of_the_artillery_and_armour_tables_is_spelled_out(charts):
    """A 6/4+ is confirmed by a second die; a dash cannot succeed."""
    spelled = charts["threshold_success"]
    used = {*charts["artillery_to_hit"].cells.values(), *charts["armour_penetration"].cells.values()}
    assert {threshold for threshold, _ in spelled.cells} == used
    assert [spelled.at("3+", die) == "success" for die in DICE] == [False, False, True, True, True, True]
    assert (spelled.at("6/4+", 5), spelled.at("6/4+", 6)) == ("failure", "confirm_on_4_plus")
    assert {spelled.at("-", die) for die in DICE} == {"failure"}


def test_armour_is_pierced_on_one_less_for_each_step(charts):
    """Never, 5+, 4+, 3+, 2+."""
    assert list(charts["armour_penetration"].cells.values()) == ["-", "5+", "4+", "3+", "2+"]


def test_long_range_begins_beyond_twenty_inches_and_has_no_end(charts):
    """Close range ends at 10."""
    bands = charts["gun_range_bands"]
    assert bands.at("close") == {"min_inches": 0, "max_inches": 10, "min_exclusive": False}
    assert bands.at("long") == {"min_inches": 20, "max_inches": None, "min_exclusive": True}


@pytest.mark.parametrize(("ship_class", "least"), [(1, 5), (2, 4), (3, 3), (4, 3)])
def test_large_ships_pass_an_obstacle_with_more_difficulty(charts, ship_class, least):
    """5+, 4+ and 3+."""
    test = charts["water_obstacle_test"]
    assert [die for die in DICE if test.at(ship_class, die) == "success"] == [*range(least, 7)]


def test_land_costs_hull_and_a_marker_that_we_read_as_flooding(charts):
    """Two points in classes 1 and 2, one in the others; the picture of the marker is lost."""
    land = charts["land_collision"]
    assert [land.at(ship_class)["hull_points_lost"] for ship_class in (1, 2, 3, 4)] == [2, 2, 1, 1]
    assert land.at(4) == {"stops": True, "hull_points_lost": 1, "markers": {"flooding": 1}}
    assert all(land.reconstructed(key) for key in land.cells)


def test_ramming_is_harder_from_the_fifth_era_on(charts):
    """A 4 is enough up to era 4, and era 6 is read with era 5."""
    ramming = charts["ramming_success"]
    assert ramming.at(4, 4) == "success"
    assert ramming.key(6, 4) == ("5+", 4)
    assert (ramming.at(6, 4), ramming.at(6, 5)) == ("failure", "success")


def test_ramming_effect(charts):
    """The worst for each ship, the ram lost on a 2, and everything from 8 on in one row."""
    effect = charts["ramming_effect"]
    assert effect.at(1) == {"ramming_ship": {"sunk": True}, "rammed_ship": {"hull_quarters": 2}}
    assert effect.at(2)["ramming_ship"]["loses_ram_modifier"]
    assert (
        effect.at(4)["ramming_ship"] == effect.at(4)["rammed_ship"] == {"hull_quarters": 8, "markers": {"flooding": 1}}
    )
    assert effect.at(6)["ramming_ship"] == {"hull_quarters": 4}
    assert effect.at(7)["rammed_ship"] == {"half_original_hull": True, "markers": {"flooding": 1}}
    assert effect.at(11) == {"ramming_ship": {"hull_quarters": 2}, "rammed_ship": {"sunk": True}}
    assert [key for (key,) in effect.cells if effect.reconstructed([key])] == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("kind", "die", "value"),
    [
        ("D4", 1, {"misfire": True, "hull_points": 0, "markers": {"flooding": 0}, "extra": "none"}),
        ("D2", 2, {"misfire": False, "hull_points": 1, "markers": {"flooding": 1}, "extra": "none"}),
        ("D3", 3, {"misfire": False, "hull_points": 3, "markers": {"flooding": 2}, "extra": "none"}),
        ("D3", 4, {"misfire": False, "hull_points": 4, "markers": {"flooding": 2}, "extra": "rudder_damage_critical"}),
        ("D2", 5, {"misfire": False, "hull_points": 4, "markers": {"flooding": 2}, "extra": "engine_room_damage"}),
        ("D4", 6, {"misfire": False, "hull_points": 7, "markers": {"flooding": 2}, "extra": "heavy_listing"}),
    ],
)
def test_mines_and_torpedoes(charts, kind, die, value):
    """Each type costs one point more than the one before."""
    assert charts["mine_torpedo_effects"].at(kind, die) == value


def test_larger_ships_roll_more_dice_against_mines(charts):
    """Four for the first class, one for the fourth."""
    assert [charts["mine_hit_dice"].at(ship_class) for ship_class in (1, 2, 3, 4)] == [4, 3, 2, 1]


def test_critical_hits(charts):
    """A raised roll past 6 is the ammunition chamber; a second bridge hit is a fire, a second rudder hit a flood."""
    critical = charts["critical_hit_effect"]
    assert critical.at(9)["effect"] == "ammunition_chamber_hit"
    assert (critical.at(2)["repeat"], critical.at(3)["repeat"]) == ("fire", "flooding_of_section")
    assert critical.at(5)["markers"] == {"flooding": 1}
    assert {value["roll"] for value in critical.cells.values() if "roll" in value} <= charts.keys()


def test_an_ammunition_chamber_blows_up_on_a_six(charts):
    """One point on 3, half the hull on 4."""
    chamber = charts["ammunition_chamber_explosion"]
    assert chamber.at(3)["hull_quarters"] == 4
    assert chamber.at(4)["half_original_hull"]
    assert chamber.at(6)["sunk"]


@pytest.mark.parametrize("name", ["unextinguished_fire", "failed_flood_containment"])
def test_fires_and_floods_cost_the_same_until_ten(charts, name):
    """A quarter, half or whole point; ten or more and she is lost."""
    scores = charts[name]
    assert [scores.at(score)["hull_quarters"] for score in range(2, 10)] == [1, 1, 1, 2, 2, 4, 4, 4]
    assert [scores.at(score)["sunk"] for score in (9, 10, 14)] == [False, True, True]


def test_hull_losses_are_counted_in_quarters(charts):
    """The squares printed beside the losses."""
    squares = charts["hull_point_squares"]
    assert [squares.at(part) for part in ("1/4", "1/2", "1")] == [1, 2, 4]


def test_wind(charts):
    """East and west are twice as likely as north and south; a storm never grows, a calm never falls."""
    assert [charts["wind_direction"].at(die) for die in DICE] == ["N", "E", "E", "S", "W", "W"]
    assert [charts["wind_strength_alteration"].at(die) for die in DICE] == [-1, -1, 0, 0, 1, 1]
    assert max(charts["wind_strength_change_storm"].cells.values()) == 0
    assert min(charts["wind_strength_change_calm"].cells.values()) == 0
    assert charts["wind_strength_effects"].at("storm", "guns_firing_per_battery") == {"fraction": 0.5, "rounding": "up"}


def test_surrender(charts):
    """A raised die is still a failure; with no enemy near, a ship that would surrender sinks."""
    assert charts["surrender_test"].at(3) == "no_effect_remains_in_battle"
    assert charts["surrender_test"].at(8) == "roll_surrender_failure"
    assert charts["surrender_failure"].at(3) == {"enemy_within_10_inches": "surrenders", "otherwise": "sunk"}
