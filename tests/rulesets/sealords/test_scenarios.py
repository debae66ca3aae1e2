"""Scenario files of the campaigns: those that come with them can be set out, and what a player writes is read line by line."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from weathergauge.cli.scenario import main
from weathergauge.files.handwritten import Faulty
from weathergauge.rulesets.sealords import scenarios, setting_out, sheets
from weathergauge.rulesets.sealords.orders.execution import UNDER_WAY, needed
from weathergauge.rulesets.sealords.phases import Council
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.state import Date, State
from weathergauge.rulesets.sealords.world import at, titles, world
from weathergauge.throwing import ScriptedDice, SeededDice

ALL = [
    pytest.param(title, name, id=f"{title}-{name}") for title in titles() for name in scenarios.library(title).names()
]
SMALL = """
title = "Two squadrons"
[start]
year = 1744
turn = 3
[end]
year = 1744
turn = 4
[[relation]]
between = ["british", "french"]
is = "war"
[[formation]]
name = "Rowley"
command = "british"
place = "port_mahon"
state = "in_ordinary"
leader = "William Rowley: 4 aggressive 4 3, rear admiral 1743, fleet admiral"
squadrons = ["Barfleur: flagship 90", "V1: sol 4 dps 3 (Boyne, Berwick)"]
[[formation]]
name = "Gabaret"
command = "french"
place = "space_13"
squadrons = ["F4: sol_d 2 shift -1"]
[[auxiliaries]]
command = "british"
class = "fleet"
number = 2
base = "rowley"
[[order]]
command = "british"
type = "blockade"
target = ["toulon"]
holder = "rowley"
"""


def set_out(title: str, scenario: Any) -> State:
    return setting_out.set_out(scenario, world(title), ScriptedDice([]))


def problems(text: str) -> list[tuple[int, str]]:
    with pytest.raises(Faulty) as caught:
        scenarios.library("mistral").from_text(text, "mine.toml")
    return [(problem.line, problem.words) for problem in caught.value.problems]


def test_both_titles_have_the_four_scenarios_in_order_of_length() -> None:
    """From one turn to the whole war."""
    for title in titles():
        assert scenarios.library(title).names()[:4] == ("teaching", "quarter", "year", "campaign")
        turns = [scenarios.library(title).read(name) for name in scenarios.library(title).names()]
        assert turns[0].start == turns[0].last


@pytest.mark.parametrize(("title", "name"), ALL)
def test_every_scenario_is_set_out_with_a_council(title: str, name: str) -> None:
    """Formations lie where their state allows, every id is there once, and nothing is hidden twice."""
    state, of = set_out(title, scenarios.library(title).read(name)), world(title)
    assert isinstance(state.table.phase, Council)
    assert state.table.step == "opening"
    hash(state)
    ids = [one.id for one in state.formations] + [one.id for secret in state.secrets for _, _, one in secret.arrivals]
    assert len(ids) == len(set(ids))
    squadrons = [squadron.id for one in state.formations for squadron in one.squadrons]
    assert len(squadrons) == len(set(squadrons))
    for one in state.formations:
        place = of.places[at(one.place)]
        assert one.state == "ready" or place.port
        assert (one.place != place.id) == (one.state != "ready" and place.port == "key")
    for secret in state.secrets:
        for order in secret.orders:
            holder = secret.formation(order.holder)
            assert (order.state in UNDER_WAY) == (holder is not None)
            assert holder is None or holder.order == order.id
            assert not order.convoy or secret.formation(order.convoy) is not None


def test_counters_do_not_tell_whose_they_are() -> None:
    """A file calls a formation by its admiral; the counter on the table has a number (SL78)."""
    state = set_out("mistral", scenarios.library("mistral").read("quarter"))
    assert {counter.id.rpartition("_")[2][0] for counter in state.table.counters} == {"f"}
    assert all(counter.known == "hidden" and not counter.leader for counter in state.table.counters)


def test_toulon_as_the_orders_of_battle_have_it() -> None:
    """28 British sail of the line under three flags off Hyères, 16 French and 12 Spanish in Toulon (SL76, SL77)."""
    state = set_out("mistral", scenarios.library("mistral").read("quarter"))
    assert sum([one.sail for one in state.at("coastal_a", "british")]) == 28
    lying = state.at("toulon/harbour", "bourbon")
    assert sum([one.sail for one in lying if one.command == "french"]) == 16
    assert sum([one.sail for one in lying if one.command == "spanish"]) == 12
    real_felipe = next(squadron for one in lying for squadron in one.squadrons if squadron.id == "real_felipe")
    assert (real_felipe.ma, real_felipe.shift) == (3, 2)
    assert [order.state for order in state.secret("british").orders if order.type == "blockade"].count("issued") == 3


def test_an_order_with_a_convoy_brings_it_where_it_begins() -> None:
    """Saxe's transports lie at Dunkerque and wait for Barrailh."""
    state = set_out("cold_waves", scenarios.library("cold_waves").read("quarter"))
    order = next(one for one in state.secret("bourbon").orders if one.type == "transport" and one.holder)
    convoy = state.formation(order.convoy)
    assert convoy is not None
    assert convoy.cargo is not None
    assert (at(convoy.place), convoy.cargo.points, convoy.cargo.waits) == ("dunkerque", 24, True)


@pytest.mark.parametrize("title", titles())
def test_orders_of_the_teaching_game_can_be_fulfilled_in_it(title: str) -> None:
    """A cruise is half done, for it needs eight impulses and the game has four; a convoy's end is not counted in impulses."""
    scenario, of = scenarios.library(title).read("teaching"), world(title)
    state, left = set_out(title, scenario), of.charts.turn_structure.of(int, "impulses_per_operations_phase")
    assert scenario.start == scenario.last
    under_way = [order for secret in state.secrets for order in secret.orders if order.state in UNDER_WAY]
    assert [(order.type, order.state) for order in under_way] == [("cruise", "in_execution"), ("transport", "issued")]
    cruise = under_way[0]
    often = of.charts.order_numbers.at("visits_to_each_place_of_a_cruise")
    assert needed(cruise, of.charts) == cruise.impulses + left - 1
    assert sum([max(0, often - been) for been in cruise.visits]) == 2


def test_an_order_that_has_begun_is_told_what_is_wrong_with_it() -> None:
    """More than it needs, visits that do not fit, nobody who holds it, and an order that no impulses fulfil."""
    text = scenarios.library("mistral").printed("teaching")
    for old, new, words in (
        ("impulses = 5", "impulses = 8", "impulses = 8: expected a whole number from 1 to 7"),
        ("visits = [3, 0, 2]", "visits = [3, 0]", "visits = [3, 0]: expected a list of 3 whole numbers from 0 to 5"),
        ("visits = [3, 0, 2]", "", "visits is missing: add visits = [5, 5, 5]"),
        ("visits = [3, 0, 2]", "visits = [3, 0, 1]", "visits: 4 visits are too few for 5 impulses"),
        ('holder = "rowley"\nimpulses', "impulses", "impulses: an order that has begun is in somebody's hands"),
        ('kind = "troop"', 'kind = "troop"\nimpulses = 2', "impulses: there is no such word here"),
    ):
        assert old in text
        said = problems(text.replace(old, new))
        assert any(words in one for _, one in said), said


def test_held_orders_are_not_in_the_pool_as_well() -> None:
    """The chit that is held is the only one of its kind."""
    state = set_out("cold_waves", scenarios.library("cold_waves").read("quarter"))
    blockades = [
        one for one in state.secret("british").orders if one.type == "blockade" and one.target == ("dunkerque",)
    ]
    assert [one.state for one in blockades] == ["issued"]


def test_a_limit_of_turns_counts_over_the_end_of_a_year() -> None:
    """Turn 14 of 1743 and four turns: the last is turn 1 of 1744."""
    scenario = scenarios.library("cold_waves").with_settings(
        scenarios.library("cold_waves").read("campaign"), {"turns": 4}
    )
    assert set_out("cold_waves", scenario).table.last == Date(1744, 1)


def test_a_scenario_of_ones_own() -> None:
    """Two squadrons written by hand stand on the map as they were written."""
    scenario = scenarios.library("mistral").from_text(SMALL, "two_squadrons.toml")
    state = set_out("mistral", scenario)
    british, french = state.formations
    assert scenario.name == "two_squadrons"
    assert (british.place, british.kind, british.order) == ("port_mahon/harbour", "flotilla", "first_1")
    assert british.squadrons[1].dps == 3
    assert british.squadrons[1].name == "Boyne, Berwick"
    assert (french.kind, french.squadrons[0].shift) == ("squadron", -1)
    assert [one.base for one in state.secret("british").auxiliaries] == [british.id, british.id]


@pytest.mark.parametrize(
    ("was", "put", "words"),
    [
        ('place = "space_13"', 'place = "space_99"', 'place = "space_99": expected one of'),
        ('state = "in_ordinary"', 'state = "asleep"', 'state = "asleep": expected one of ready, fitting_out, in_ordinary'),
        ('place = "port_mahon"', 'place = "space_7"', 'expected a port for state = "in_ordinary"'),
        ("4 aggressive 4 3", "4 brave 4 3", "personality (timid, cautious, aggressive or rash)"),
        ("V1: sol 4 dps 3", "V1: sol 5 dps 3", "1 to 4 sail for a squadron of class sol"),
        ("F4: sol_d 2", "F4: brig 2", "is not"),
        ("turn = 4\n", "turn = 17\n", "a whole number from 1 to 16"),
        ('class = "fleet"', 'class = "sloop"', "expected one of fleet"),
        ('type = "blockade"', 'type = "blokade"', "did you mean blockade?"),
        ('target = ["toulon"]', 'target = ["tulon"]', "did you mean toulon?"),
        ('is = "war"', 'is = "anger"', "expected one of war, hostile"),
        ('title = "Two squadrons"', 'titel = "Two squadrons"', "did you mean title?"),
        ('command = "french"', 'command = "swedish"', "expected one of british, french, spanish"),
    ],
)  # fmt: skip
def test_every_mistake_is_named_by_its_line(was: str, put: str, words: str) -> None:
    """The line in which it was made."""
    line = SMALL[: SMALL.index(was)].count("\n") + 1
    found = problems(SMALL.replace(was, put, 1))
    assert any(at_line == line and words in said for at_line, said in found), found


@pytest.mark.parametrize(
    ("was", "put", "words"),
    [
        ('base = "rowley"', 'base = "rowly"', "there is no port, zone or formation"),
        ('holder = "rowley"', 'holder = "nobody"', "there is no formation"),
        ('holder = "rowley"', 'holder = "gabaret"', "not of the side"),
        ('squadrons = ["F4: sol_d 2 shift -1"]', 'squadrons = ["V1: sol_d 2"]', 'the squadron "v1" is there 2 times'),
        ('name = "Gabaret"', 'name = "Toulon"', "is called like a place"),
        ('name = "Gabaret"', 'name = "Rowley"', 'the formation "rowley" is there 2 times'),
    ],
)
def test_what_does_not_fit_together_is_said_at_its_line(was: str, put: str, words: str) -> None:
    """For each mistake."""
    line = SMALL[: SMALL.index(was)].count("\n") + 1
    found = problems(SMALL.replace(was, put))
    assert any(at_line == line and words in said for at_line, said in found), found


def test_what_is_missing_is_said_at_the_top() -> None:
    """It has no line of its own."""
    found = problems(SMALL.replace('command = "french"', 'command = "british"'))
    assert any(line == 1 and "the bourbon side has no formation" in said for line, said in found)
    assert any(
        "the campaign ends before it begins" in said for _, said in problems(SMALL.replace("turn = 4\n", "turn = 2\n"))
    )


def test_what_clashes_with_shared_forces_is_said() -> None:
    """A squadron cannot be there twice."""
    clash = SMALL.replace('title = "Two squadrons"', 'title = "Two squadrons"\nforces = ["toulon_1744"]')
    assert any('the squadron "v1" is there 2 times' in said for _, said in problems(clash))


def test_unknown_shared_forces_scenarios_and_ranks_are_sentences() -> None:
    """With the nearest."""
    found = problems(SMALL.replace('title = "Two squadrons"', 'title = "x"\nforces = ["toulon_1743"]'))
    assert "did you mean toulon_1744?" in found[0][1]
    with pytest.raises(ValueError, match="no such scenario of mistral"):
        scenarios.library("mistral").read("trafalgar")
    with pytest.raises(ValueError, match="there is no rank 'captian'; did you mean captain"):
        scenarios.library("mistral").with_settings(
            scenarios.library("mistral").read("quarter"), {"ranks_british": ["captian"]}
        )
    with pytest.raises(ValueError, match="There is no title"):
        scenarios.library("tsushima")


def test_sheets_have_a_box_for_every_sail_and_damage_point() -> None:
    """And the leader in a line."""
    found = sheets.sheets(scenarios.library("mistral").from_text(SMALL, "x"), world("mistral"))
    assert found[0]["name"] == "Barfleur (Rowley)"
    assert "three decks" in found[0]["kind"]
    assert found[0]["notes"] == "rear admiral William Rowley: leadership 4, aggressive, strategy 4, control 3"
    assert found[1]["tracks"][1] == {"name": "damage", "boxes": [1] * 10, "marked": 3}


def test_the_example_of_the_page_is_a_scenario() -> None:
    """docs/scenarios.md: the whole example can be set out, and every word it uses is explained."""
    page = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    page = page.partition("# Scenarios of the campaigns")[2]
    example = page.partition("```toml\n")[2].partition("```")[0]
    state = set_out("mistral", scenarios.library("mistral").from_text(example, "mahon.toml"))
    assert [one.kind for one in state.secret("british").formations] == ["flotilla", "convoy"]
    assert len(state.secret("british").arrivals) == len(state.table.rovers) == 1
    told = page.partition("## The words of the campaigns")[2]
    assert not {word for word in re.findall(r"^(\w+) *=", example, re.MULTILINE) if f"`{word}`" not in told} - {
        "british"
    }


def test_the_command_line_reads_scenarios_of_both_titles(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`show` prints a file, `check` says what it holds or what is wrong with it, `types` lists the classes."""
    file = tmp_path / "mine.toml"
    for title in titles():
        assert main(["show", "teaching", "--title", title]) == 0
        file.write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(["check", str(file), "--title", title]) == 0
        assert "3 formations" in capsys.readouterr().out
    file.write_text(SMALL.replace("sol 4", "sol 9"), encoding="utf-8")
    assert main(["check", str(file), "--title", "mistral"]) == 1
    assert "1 problem in" in capsys.readouterr().out
    assert main(["types", "--title", "mistral"]) == 0
    assert "sol_d" in capsys.readouterr().out


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
def test_a_position_can_be_sent_to_another_process(title: str):
    """Where bots think: the types of a title are made when it is read, and are found again there."""
    rules = RULES[title]
    state = rules.setup(rules.scenario(rules.scenarios()[0].name, {}), SeededDice(b"sent"))
    for value in (state, rules.view(state, rules.seats[0])):
        assert pickle.loads(pickle.dumps(value)) == value
