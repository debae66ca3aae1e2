"""The Sea Lords charts on upkeep, Prestige, Leaders and the turn: readings taken by hand from the two documents."""

from typing import Any

from weathergauge.charts import Chart
from weathergauge.files.charttext import chart_text
from weathergauge.frame.charts import load_charts
from weathergauge.rulesets import title

COLD_WAVES: dict[str, Chart[Any]] = load_charts(*title("cold_waves").folders)
MISTRAL: dict[str, Chart[Any]] = load_charts(*title("mistral").folders)


# Upkeep


def test_attrition_is_shared_and_cold_waves_adds_to_it():
    """Two DPs for a winter at sea in both; frigates, squalls and hurricanes are in Cold Waves alone."""
    for charts in (COLD_WAVES, MISTRAL):
        attrition = charts["attrition"]
        assert attrition.at("end_of_turn_ready_winter") == 2
        assert attrition.at("end_of_turn_in_ordinary") == 0
        assert attrition.at("blockading_port_per_turn") == "blockade_value"
    assert len(MISTRAL["attrition"].cells) == 10
    assert len(COLD_WAVES["attrition"].cells) == 15
    assert COLD_WAVES["attrition"].at("freak_gale") == 2
    assert COLD_WAVES["attrition"].at("frigates") == {"dp": -1, "minimum_dp": 1}


def test_fitting_out_in_a_neutral_port_can_pass_the_last_row():
    """A 4 costs one DP; in a neutral port it is a 6 and costs two, and so does a 9 that has become 11."""
    chart, drm = MISTRAL["attrition_fitting_out"], MISTRAL["attrition_fitting_out_drm"].at("neutral_port")
    assert chart.at(4) == 1
    assert chart.at(4 + drm) == 2
    assert chart.at(9 + drm) == 2


def test_dockyards_of_cold_waves_mend_more():
    """Each table's ten rows; the Dockyards rank takes a 1 to -1, which is still the row of 0."""
    assert [COLD_WAVES["repair"].at(n) for n in range(10)] == [4, 3, 3, 2, 2, 2, 2, 1, 1, 0]
    assert [MISTRAL["repair"].at(n) for n in range(10)] == [2, 2, 2, 1, 1, 1, 1, 0, 0, 0]
    dockyards = COLD_WAVES["player_ranks"].at("dockyards")
    assert dockyards == {"group": "inspectorates", "cost": 5, "effect": "repair_drm", "amount": -2}
    assert COLD_WAVES["repair"].at(1 + dockyards["amount"]) == 4


def test_a_port_and_its_repairs():
    """Port Mahon makes two rolls a Quarter; in Cold Waves the Harbour box has the number."""
    assert MISTRAL["repair_rolls"].at("port_mahon") == {"rolls": 2, "per": "quarter"}
    assert MISTRAL["repair_rolls"].at("port_default") == {"rolls": 1, "per": "turn"}
    assert COLD_WAVES["repair_rolls"].at("port_default") == "number_printed_in_harbour_box"


def test_recovery_has_lost_its_labels_in_mistral_alone():
    """A light Auxiliary is back on 5 or less, a fireship on 1; the rows of Mistral are named after Cold Waves."""
    for charts, damaged in ((COLD_WAVES, False), (MISTRAL, True)):
        recovery = charts["recovery"]
        assert [recovery.at(n, "light") for n in (0, 5, 6, 9)] == [True, True, False, False]
        assert [recovery.at(n, "fireship") for n in (-1, 1, 2)] == [True, True, False]
        assert recovery.reconstructed([3, "marine"]) is damaged
        assert charts["recovery_drm"].at("spanish_galley_or_spanish_corsair") == -2
    assert COLD_WAVES["recovery"].cells == MISTRAL["recovery"].cells


def test_entering_the_map_is_read_twice_by_season():
    """In winter an 8 brings the Formation in on Impulse 4, or with 9 DPs; in fall a 0 costs a single one."""
    entry = COLD_WAVES["map_entry_attrition"]
    assert entry.at(8, "winter") == {"impulse": 4, "dps": 9}
    assert entry.at(7, "summer") == {"impulse": 3, "dps": 5}
    assert entry.at(0, "fall") == {"impulse": 1, "dps": 1}


# Prestige and Leaders


def test_prestige_for_orders_is_quarterly_in_one_title_and_yearly_in_the_other():
    """Up to +3 each Quarter in Cold Waves; in Mistral +1 at the end of the Year, and up to -2 for the other side."""
    assert COLD_WAVES["prestige"].at("net_orders_at_least_5_more_than_opponent_quarterly") == 3
    assert MISTRAL["prestige"].at("more_net_orders_than_opponent_year_end") == 1
    assert MISTRAL["prestige"].at("net_orders_6_or_more_fewer_than_opponent_year_end") == -2
    assert COLD_WAVES["prestige"].at("challenging_the_french") == -3
    assert MISTRAL["prestige"].at("british_attack_french_before_france_declares_war_on_britain") == -3


def test_what_else_counts_as_an_order():
    """An Order counts one in both; Mistral adds raiders, pirates and the Levant trade, in the order of its list."""
    assert list(COLD_WAVES["order_equivalents"].cells.values()) == [{"fulfilled": 1}, {"failed": 1}]
    added = list(MISTRAL["order_equivalents"].cells.values())[2:]
    assert [next(iter(value)) for value in added] == ["british_failed", "failed", "french_fulfilled_options"]


def test_a_captain_chooses_the_sign_of_his_modifier():
    """A Lieutenant may lower a die once a Turn; a Commodore may raise or lower one three times."""
    ranks = MISTRAL["player_ranks"]
    assert ranks is not COLD_WAVES["player_ranks"]
    assert ranks.cells == COLD_WAVES["player_ranks"].cells
    assert (ranks.at("lieutenant")["drm"], ranks.at("commodore")["drm"]) == ([-1], [-1, 1])
    assert ranks.at("commodore")["uses_per_turn"] == 3
    assert (
        sum(rank["cost"] for rank in ranks.cells.values()) == 1 + 2 + 2 + 3 + 4 + 5 + 3 + 3 + 4 + 4 + 4 + 5 + 5 + 6 + 7
    )


def test_rule_numbers_of_the_same_check_differ_by_edition():
    """Holding a Formation together in a Gale is 5.37 or 5.338; both are Leadership Checks and stay text."""
    action = "avoid_squadron_detachment_due_to_gale"
    assert COLD_WAVES["leadership_summary"].at(action) == {"check": "LC", "rule": "5.37"}
    assert MISTRAL["leadership_summary"].at(action) == {"check": "LC", "rule": "5.338"}


def test_an_admiral_is_relieved_at_the_end_of_winter():
    """The last Turn in Cold Waves, the first in Mistral; either way he stays on 9 or less."""
    for charts, turn in ((COLD_WAVES, 16), (MISTRAL, 1)):
        relief = charts["fleet_admiral_relief"]
        assert relief.at("turn") == turn
        assert (relief.at("remains_if_modified_die_at_most"), relief.at("drm_per_net_prestige_point_lost")) == (9, 2)


# Counters, coasts and the turn


def test_rowley_is_the_leader_whose_counter_survives():
    """4 ▲ 4 3, RA 43; whether a second triangle is lost cannot be known."""
    samples = COLD_WAVES["counter_samples"]
    rowley = samples.at("william_rowley")
    assert (rowley["lr"], rowley["personality"], rowley["sr"], rowley["control"]) == (4, "aggressive", 4, 3)
    assert samples.reconstructed(["william_rowley"])
    assert MISTRAL["counter_samples"].at("real_felipe")["guns"] == 112


def test_coastal_spaces_lie_on_each_titles_own_land_maps():
    """P is a box on one map only; G holds its northern end and not its southern one."""
    assert COLD_WAVES["coastal_spaces"].at("P", "charlies_year") == "naval_holding_box"
    assert COLD_WAVES["coastal_spaces"].at("P", "cockpit_of_europe") == "not_applicable"
    assert MISTRAL["coastal_spaces"].at("G") == {
        "from": "Pescara",
        "to": "Giulia",
        "from_inclusive": False,
        "to_inclusive": True,
        "excludes": [],
    }
    assert COLD_WAVES["great_ports"].at("Flushing") == {"equals": "Middelburg"}


def test_how_an_allowance_is_spread_over_the_increments():
    """Three MPs skip the first increment, two keep to the middle, and five begin before everybody else."""
    spent = MISTRAL["movement_point_increments"]
    rows = {allowance: [spent.at(allowance, mpi) for mpi in range(5)] for allowance in range(1, 6)}
    assert rows == {1: [0, 0, 1, 0, 0], 2: [0, 0, 1, 1, 0], 3: [0, 0, 1, 1, 1], 4: [0, 1, 1, 1, 1], 5: [1, 1, 1, 1, 1]}
    assert all(sum(row) == allowance for allowance, row in rows.items())


def test_every_season_begins_with_a_quarterly_turn():
    """Winter comes first, and the four Quarterly Turns are the first of each Season."""
    structure, season = MISTRAL["turn_structure"], MISTRAL["season_of_turn"]
    turns = range(1, structure.at("turns_per_year") + 1)
    first = [turn for turn in turns if turn == 1 or season.at(turn) != season.at(turn - 1)]
    assert first == structure.at("quarterly_turns")
    assert [season.at(turn) for turn in first] == ["winter", "spring", "summer", "fall"]


def test_the_administrative_phase_has_more_steps_than_announced():
    """Eight are announced and eleven listed, the relief of Admirals last."""
    sequence, structure = MISTRAL["administrative_sequence"], MISTRAL["turn_structure"]
    assert len(sequence.cells) == structure.at("administrative_steps_listed") == 11
    assert structure.at("administrative_steps_stated") == 8
    assert sequence.at(11) == {"name": "fleet_admiral_relief", "rule": "3.484", "when": "winter_quarterly_turn"}


def test_a_chart_with_its_titles_own_rows_has_a_page():
    """The page of Cold Waves shows shared rows and added ones, and names its own document."""
    page = chart_text(COLD_WAVES["attrition"])
    assert "end_of_turn_ready_winter" in page
    assert "freak_gale" in page
    assert "Source: document 000, Naval Attrition Chart (11.2)." in page
