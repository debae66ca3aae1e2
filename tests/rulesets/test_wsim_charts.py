"""The charts of wooden ships: readings taken by hand from the document, and the places where it is damaged."""

from typing import Any

import pytest

from weathergauge.charts import Chart
from weathergauge.cli.charts import main
from weathergauge.files.charttext import chart_text
from weathergauge.frame.charts import load_charts
from weathergauge.rulesets import title

CHARTS: dict[str, Chart[Any]] = load_charts(*title("wsim").folders)


def test_every_chart_and_cell_is_there():
    """Forty-three charts, all from the one document."""
    printed = [chart for chart in CHARTS.values() if not chart.ours]
    assert len(printed) == 43
    assert sum(len(chart.cells) for chart in printed) == 1355
    assert all(chart.source.startswith("document 002, ") for chart in printed)


def test_tables_of_ours_say_which_rows_the_rulings_chose():
    """What the base game or a printed label has stands plainly; what a ruling chose is marked, and the source names it."""
    assert not CHARTS["distances"].reconstructed(["hull"])
    assert CHARTS["distances"].reconstructed(["company"])
    assert all(CHARTS["opening_wind"].reconstructed(key) for key in CHARTS["opening_wind"].cells)
    assert "~: chosen by a ruling" in chart_text(CHARTS["opening_wind"])
    for chart in CHARTS.values():
        if chart.ours and any(chart.reconstructed(key) for key in chart.cells):
            assert "WS" in chart.source, chart.id


def test_every_chart_has_a_page(capsys):
    """An effect without any field is shown as none."""
    assert main(["wsim"]) == 0
    assert capsys.readouterr().out.count("Source: ") == len(CHARTS)
    assert "no_effect            │ none" in chart_text(CHARTS["critical_effects"])


# Fire


def test_fire_base_tells_a_shot_of_nothing_from_no_shot():
    """One gun at 5 hexes has a Fire Base of 0; at 6 hexes it cannot fire. The chart ends at 14 guns."""
    fire_base = CHARTS["fire_base"]
    assert [fire_base.at(1, n) for n in range(1, 11)] == [2, 2, 1, 1, 0, None, None, None, None, None]
    assert fire_base.at(4, 10) == 0
    assert (fire_base.at(14, 1), fire_base.at(13, 1), fire_base.at(14, 10)) == (20, 18, 9)
    with pytest.raises(LookupError, match="no guns 15"):
        fire_base.at(15, 1)


def test_a_note_in_the_last_carronade_column_is_no_value():
    """Three carronades add from 5 down to 1, and nothing beyond 5 hexes."""
    carronades = CHARTS["fire_base_carronades"]
    assert [carronades.at(3, n) for n in range(1, 11)] == [5, 4, 2, 1, 1, None, None, None, None, None]


def test_counted_modifiers_say_what_they_count():
    """One off for four hull squares, two for each crew section; a plain one is a number."""
    modifiers = CHARTS["stable_modifiers"]
    assert modifiers.at("hull_loss") == {"modifier": -1, "per": 4, "unit": "hull_square_lost"}
    assert modifiers.at("crew_section_loss") == {"modifier": -2, "per": 1, "unit": "crew_section_lost"}
    assert (modifiers.at("crew_elite"), modifiers.at("crew_poor"), modifiers.at("anchored")) == (6, -4, 3)


def test_rakes_are_read_one_column_to_the_left_and_end_in_doubt():
    """Seven for a stern rake alongside; beyond five hexes the value is lost and that of five is taken."""
    rake = CHARTS["rake"]
    assert [rake.at("bow", n) for n in range(1, 7)] == [5, 4, 3, 2, 1, 1]
    assert [rake.at("stern", n) for n in range(1, 7)] == [7, 6, 4, 3, 2, 2]
    assert [n for n in range(1, 11) if rake.reconstructed(["stern", n])] == [6, 7, 8, 9, 10]
    assert [CHARTS["initial_broadside"].at(n) for n in (1, 2, 3, 4, 5, 6, 10)] == [4, 3, 3, 2, 1, 1, 1]


# Damage


def results(number: int) -> tuple[list[int], list[int], int]:
    cell = CHARTS["fire_results"].at(number)
    hull, rigging = ([cell[aim][kind] for kind in "HCR"] for aim in ("hull", "rigging"))
    return hull, rigging, cell["critical_number"]


def test_fire_results_where_the_page_is_plain():
    """Rows with all places filled, and those with next to none; beyond the ends the ends are read."""
    assert results(43) == ([4, 2, 1], [1, 2, 5], 8)
    assert results(52) == ([5, 1, 0], [2, 1, 6], 10)
    assert results(11) == ([0, 0, 0], [0, 0, 0], 1)
    assert results(-3) == results(7) == ([0, 0, 0], [0, 0, 0], 0)
    assert results(70) == results(57) == ([6, 3, 2], [2, 2, 7], 10)


def test_fire_results_where_the_columns_are_put_back():
    """A number alone between hull and critical number is rigging, a blank there no hit, a second one hull."""
    assert results(8) == ([1, 0, 0], [0, 0, 1], 0)
    assert results(9) == ([0, 0, 1], [0, 0, 0], 1)
    assert results(37) == ([1, 2, 0], [2, 0, 5], 6)
    assert results(56) == ([6, 2, 2], [1, 0, 6], 10)


def test_fire_results_say_which_rows_are_reconstructed():
    """Twelve rows can be read in one way only; in fourteen of the others a companion of the rigging hits is in doubt."""
    chart = CHARTS["fire_results"]
    plain = [n for n in range(7, 58) if not chart.reconstructed([n])]
    assert plain == [7, 10, 11, 12, 43, 47, 49, 51, 52, 53, 54, 57]
    companions = [n for n in range(7, 58) if results(n)[1][0] and not results(n)[1][1]]
    assert companions == [27, 30, 31, 37, 38, 41, 42, 44, 45, 46, 48, 50, 55, 56]


def test_the_critical_number_never_falls():
    """It rises from 0 to 10 over the rows: this is how its column was found."""
    numbers = [results(n)[2] for n in range(7, 58)]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(11))


def test_critical_hits_from_both_blocks():
    """1 to 8 on the left, 9 to 16 on the right of the page."""
    table = CHARTS["critical_hit_table"]
    assert (table.at("hull", 8), table.at("rigging", 8)) == ("steering_damage", "mast_may_fall")
    assert (table.at("hull", 11), table.at("rigging", 11)) == ("magazine_may_explode", "no_effect")
    assert (table.at("hull", 16), table.at("rigging", 16)) == ("anchor_and_rake_bonus", "rake_bonus")


def test_every_rake_bonus_of_the_table_has_its_line():
    """And no other entry has one."""
    bonus = CHARTS["critical_rake_bonus"]
    raked = {key for key, entry in CHARTS["critical_hit_table"].cells.items() if "rake_bonus" in entry}
    assert raked == set(bonus.cells)
    assert bonus.at("rigging", 1)["max_range"] == 3
    assert bonus.at("rigging", 13) == {
        "requires_rake": True,
        "max_range": None,
        "effect": "lose_one_rigging_section",
        "also": None,
    }
    assert bonus.at("hull", 16)["also"] == "anchor_cable"


def test_a_fire_is_a_number_of_turns_or_the_end():
    """Twice the turns rolled comes off the fire number; a 6 cannot be put out."""
    fire = CHARTS["critical_fire_turns"]
    assert fire.at(4) == {"turns": 4, "modified_fire_number": -8}
    assert fire.at(6) == "ship_explodes"


# Hand to hand


def test_melee_is_held_to_its_first_and_last_rows_and_columns():
    """Strength 80 is still in the last column but one; what lies beyond is read at the end."""
    melee = CHARTS["melee_resolution"]
    assert (melee.at(1, 10), melee.at(3, 10), melee.at(3, 11), melee.at(4, 80), melee.at(4, 81)) == (1, 0, 1, 3, 4)
    assert melee.at(-1, 200) == melee.at(2, 81) == 4
    assert melee.at(9, 95) == melee.at(6, 81) == 2


def test_the_larger_ship_has_the_better_die():
    """Class 3 stands for itself and all that is smaller."""
    classes = CHARTS["melee_class_modifiers"]
    assert (classes.at(1, 2), classes.at(1, 7), classes.at(2, 3)) == (-1, -1, -1)
    assert (classes.at(2, 1), classes.at(5, 2), classes.at(7, 1), classes.at(6, 3)) == (1, 1, 2, 0)


def test_grapples_thrown_at_ships_that_lie_still():
    """Two motionless ships take a 1 to -1, which is still a 1."""
    assert [die for die in range(-1, 7) if CHARTS["grappling"].at(die)] == [-1, 0, 1, 2]
    assert [die for die in range(1, 7) if CHARTS["fouling"].at(die)] == [1, 2, 3]
    assert CHARTS["crew_melee_strength"].at("seasoned") == 3.5


# Wind and sailing


def test_wind_effects_of_merged_cells():
    """Nobody but the rowers moves in a calm, rowers only drift in gale and storm, a hurricane ends it for all."""
    wind = CHARTS["wind_effects"]
    assert (wind.at(0, 3, "A"), wind.at(0, "rowed", "A")) == ("may_not_move", 0)
    assert (wind.at(5, "rowed", "D"), wind.at(6, "rowed", "A")) == ("drift_only", "drift_only")
    assert wind.at(7, 6, "C") == wind.at(7, "rowed", "B") == "scenario_ended"
    assert [wind.at(1, 1, attitude) for attitude in "ABCD"] == [-3, -2, -2, 0]
    assert [wind.at(5, 4, attitude) for attitude in "ABCD"] == [-1, -1, -1, 0]
    assert [wind.at(4, 6, attitude) for attitude in "ABCD"] == [-2, -2, -1, 0]


def test_gale_and_storm_by_class():
    """The lines under the table, one class at a time; 5 and 6 are not mentioned for a storm."""
    assert [CHARTS["wind_gunnery"].at(5, n) for n in range(1, 7)] == [-2, 0, 0, 0, -2, -2]
    assert [CHARTS["wind_gunnery"].at(6, n) for n in range(1, 7)] == [-4, -2, -2, -4, 0, 0]
    assert [CHARTS["wind_full_sails_allowed"].at(5, n) for n in range(1, 7)] == [True] * 4 + [False] * 2
    assert not any(CHARTS["wind_full_sails_allowed"].at(6, n) for n in range(1, 7))


def test_the_wind_changes_on_the_dice_listed():
    """For the wind shift number 4 on 2, 3, 11 and 12; numbers below 4 are not printed."""
    change = CHARTS["wind_change"]
    assert [total for total in range(2, 13) if change.at(4, total)] == [2, 3, 11, 12]
    assert [total for total in range(2, 13) if change.at(6, total)] == [2, 12]
    with pytest.raises(LookupError, match="no wsn 3"):
        change.at(3, 2)
    assert [CHARTS["wind_direction_change"].at(die) for die in (1, 2, 6)] == ["initial_direction", 0, -120]


def test_acceleration_has_a_row_for_ships_of_80_guns_and_one_with_blanks():
    """The starred rows lose one after the first rigging section; oared craft have one speed."""
    acceleration = CHARTS["acceleration"]
    assert (acceleration.at("80_gun")["max_deceleration"], acceleration.at("80_gun")["turn_allowance"]) == (1, 2)
    starred = [label for (label,), row in acceleration.cells.items() if list(row.values())[1]]
    assert starred == ["3", "4", "5", "6", "7"]
    oared = acceleration.at(7)
    assert (oared["turn_allowance"], oared["battle_sail_speed"], oared["full_sail_speed"]) == (None, 4, None)


def test_only_starred_notes_can_be_circled():
    """Anchors on a spring and cut ones have no star."""
    notes = CHARTS["log_notes"]
    circled = {label: row["circled_meaning"] for (label,), row in notes.cells.items() if row["circled_meaning"]}
    assert circled == {"G": "ungrappled", "F": "unfouled", "A": "anchor_raised", "FS": "battle_sails"}
    assert notes.at("a")["meaning"] == "anchor_cut"
    assert CHARTS["log_loading"].at("/") == {"meaning": "fired", "turns_to_load": None}
