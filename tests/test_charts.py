"""Charts: files that look like the page become cells that a rule can trust."""

import json
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from weathergauge import rulesets
from weathergauge.charts import Chart
from weathergauge.cli.charts import main
from weathergauge.dice import Cell, Modifier
from weathergauge.files.chartpage import ChartError, Roll
from weathergauge.files.charttext import chart_text
from weathergauge.frame.charts import as_json, load_charts, typed
from weathergauge.match.opening import charts_digest
from weathergauge.rulesets import TITLES, Misspelt, title

DOCS = Path(__file__).parents[1] / "docs" / "charts.md"


def load(tmp_path: Path, *texts: str) -> dict[str, Chart[Any]]:
    """Charts of one folder for each text, in that order."""
    folders = []
    for number, text in enumerate(texts):
        folders.append(folder := tmp_path / f"{number}")
        folder.mkdir()
        (folder / "sample.toml").write_text(text, encoding="utf-8")
    return load_charts(*folders)


def chart(settings: str, grid: str = "", name: str = "sample") -> str:
    head = f'[{name}]\nname = "Sample"\nsource = "document 000, Sample"\n{settings}\n'
    return head + (f'grid = """\n{grid}\n"""\n' if grid else "")


def refusal(tmp_path: Path, *texts: str) -> str:
    with pytest.raises(ChartError) as caught:
        load(tmp_path, *texts)
    return str(caught.value)


DIE = 'axes = ["die"]\nvalue = "int"'
TWO = 'axes = ["die", "column"]\nvalue = "int"'


def documented(kind: str) -> str:
    blocks = DOCS.read_text(encoding="utf-8").split("```")[1::2]
    return "\n".join(block.partition("\n")[2] for block in blocks if block.partition("\n")[0] == kind)


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Chart[Any]]:
    """Every example of the page that describes the format."""
    return load(
        tmp_path_factory.mktemp("docs"), documented("toml") + documented("toml shared"), documented("toml title")
    )


# What the page promises


def test_one_value_in_a_group_fills_it(examples):
    """Nobody sails into the wind, of whatever nation."""
    movement = examples["maximum_movement"]
    assert movement.at("into", "frigate", "allied") == 0
    assert movement.at("on_bow", "smaller", "any") == 5
    assert len(movement.cells) == 10


def test_columns_exist_only_where_they_are_headed(examples):
    """Smaller ships have one column for all nations."""
    with pytest.raises(LookupError, match="no cell into smaller british"):
        examples["maximum_movement"].at("into", "smaller", "british")


def test_a_range_becomes_one_cell_for_each_number(examples):
    """Cutting loose succeeds on 5 and 6."""
    assert list(examples["cut_loose"].cells) == [(n,) for n in range(1, 7)]
    assert examples["cut_loose"].at(5) == "success"


def test_clamped_axes_read_beyond_both_ends(examples):
    """A die of −1 is a 1, a strength of 300 is the last column, and its key is a number."""
    melee = examples["melee_resolution"]
    assert melee.at(-1, 300) == 2
    assert melee.key(-1, 300) == (1, 31)
    assert melee.key("6", "31+") == (6, 31)


def test_an_open_end_keeps_its_printed_name(tmp_path):
    """10+ is the key of a factor of 14, and asking again finds the same."""
    charts = load(tmp_path, chart('axes = ["factor"]\nvalue = "int"', "factor | boxes\n10+ | 3\n9 | 2\n<=8 | 1"))
    sample = charts["sample"]
    assert list(sample.cells) == [("10+",), (9,), ("<=8",)]
    assert sample.at(14) == sample.at(14) == sample.at("10+") == 3
    assert sample.key(-5) == ("<=8",)


def test_an_axis_with_one_word_has_words_only(tmp_path):
    """Class 3 shares a column with class 4 and is the word "3", however it is asked for."""
    charts = load(tmp_path, chart('axes = ["wind", "class"]\nvalue = "int"', "class | 1 2-3 3,4 rowed\n0-1 | 5 6 7 8"))
    sample = charts["sample"]
    assert [key[1] for key in sample.cells if key[0] == 0] == ["1", "2-3", "3", "4", "rowed"]
    assert sample.at(1, 3) == sample.at(1, "3") == sample.at("1", "4") == 7


def test_blanks_and_reconstructed_cells_are_told(examples):
    """A printed blank is null where the kind allows it; ~ marks a cell or a row."""
    base = examples["fire_base"]
    assert base.at(2, 5) is None
    assert [key for key in base.cells if base.reconstructed(key)] == [(2, 3), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5)]


def test_columns_become_fields(examples):
    """The printed blanks of fire results are no hits."""
    assert examples["fire_results"].at(3) == {"hull": {"H": 0, "C": 0}, "rigging": {"R": 0}, "critical": 0}
    assert examples["fire_results"].roll == Roll(2, "d6", "final_fire_number")
    assert examples["map_entry"].at(7, "winter") == {"impulse": 2, "dps": 5}


def test_a_group_of_fields_that_is_blank_is_null(tmp_path):
    """Beyond the radius of a gale no auxiliary is removed: there is no number for any."""
    settings = 'axes = ["range"]\nfields = ["dp", "aux.fleet", "aux.light"]\nvalue = "int?"'
    charts = load(tmp_path, chart(settings, "range | dp | aux.fleet aux.light\n0 | 2 | . 8\n1 | . | ."))
    assert charts["sample"].at(0) == {"dp": 2, "aux": {"fleet": None, "light": 8}}
    assert charts["sample"].at(1) == {"dp": None, "aux": None}


def test_notation_is_read(examples):
    """2S* is two points, one sail sunk and a check for the leader."""
    damage = examples["combat_damage"]
    assert damage.at(0, 2) == {"dp": 2, "sail_sunk": 1, "leader_check": True}
    assert damage.at(9, 2) == {"dp": 0, "sail_sunk": 2, "leader_check": False}


def test_cells_that_list_dice(examples):
    """Fleet auxiliaries recover on 0 to 3; the levanter is a gale of force 10 on a 6 in spring and never in summer."""
    assert [examples["recovery"].at(die, "fleet") for die in range(10)] == [True] * 4 + [False] * 6
    gale = examples["gale"]
    assert gale.at("levanter", "spring", 6) == 10
    assert gale.at("levanter", "spring", 7) == "none"
    assert gale.at("levanter", "summer", 0) == "NA"
    assert gale.at("bora", "spring", 9) == "H"
    assert len(gale.cells) == 60


def test_cells_that_list_dice_may_have_open_ends(tmp_path):
    """5+ is 5 and whatever the dice can show above it."""
    settings = 'axes = ["class", "die"]\ninside = "die"\nroll = "1d6 on die"'
    sample = load(tmp_path, chart(settings, "class | on\n1 | 5+\n2 | <=2,6"))["sample"]
    assert [die for die in range(1, 7) if sample.at(1, die)] == [5, 6]
    assert [die for die in range(1, 7) if sample.at(2, die)] == [1, 2, 6]


def test_lists_of_conditions(examples):
    """Each condition may have fields of its own; a dot is a blank; ~ before a label is doubt."""
    rules = examples["movement_rules"]
    assert rules.at("drift_distance") == {"inches": 2, "direction": "with_wind"}
    assert rules.reconstructed(("second_turn_of_drift",))
    assert examples["critical_rake_bonus"].at("rigging", 13)["max_range"] is None


def test_a_later_folder_replaces_single_cells(examples):
    """What differs is repeated, and nothing else."""
    repair = examples["repair"]
    assert [repair.at(die) for die in range(10)] == [2, 2, 2, 2, 2, 2, 2, 0, 0, 0]
    assert (repair.name, repair.source) == ("Repair", "document 004, Repair Table (11.3)")
    assert dict(examples["fitting_out_drm"].cells) == {("neutral_port",): 2, ("minor_port",): 1}


def test_an_override_keeps_the_kind_of_its_axis_and_clears_doubt(tmp_path):
    """Class "1" stays a word when only it is repeated, and a plain reading takes the place of a doubtful one."""
    shared = chart('axes = ["class"]\nvalue = "int"', "class | speed\n1 | 3 | ~\nrowed | 2 | ~")
    own = '[sample]\noverride = "cells"\ncells.1 = 4\n'
    sample = load(tmp_path, shared, own)["sample"]
    assert dict(sample.cells) == {("1",): 4, ("rowed",): 2}
    assert (sample.reconstructed(["1"]), sample.reconstructed(["rowed"])) == (False, True)


def test_a_later_folder_replaces_a_whole_chart(tmp_path):
    """Axes and all."""
    shared = chart(DIE, "die | n\n1-6 | 0")
    own = chart('override = "chart"\naxes = ["side"]\nvalue = "int"', "side | n\nbritish | 1")
    assert dict(load(tmp_path, shared, own)["sample"].cells) == {("british",): 1}


def test_charts_are_themselves_and_nothing_else(tmp_path):
    """Odds remember results by chart: equal cells do not make two charts one."""
    one, two = load(tmp_path, chart(DIE, "die | n\n1 | 0", "one") + chart(DIE, "die | n\n1 | 0", "two")).values()
    assert len({one, two, one}) == 2
    assert repr(one) == "<Chart one: 1 cells by die>"


def test_a_wrong_question_is_answered_with_a_sentence(examples):
    """What is asked, what there is."""
    with pytest.raises(LookupError, match=r"cut_loose has no die_roll 7: it has 1, 2, 3, 4, 5, 6"):
        examples["cut_loose"].at(7)
    with pytest.raises(LookupError, match="maximum_movement is read by wind, ship_type, nationality: 1 values given"):
        examples["maximum_movement"].at("into")


# What is refused


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (chart(DIE, "die | n\n1-3 | 0\n5-6 | 1"), "gap: die has no 4"),
        (chart(DIE + '\nroll = "2d6 on die"', "die | n\n3-12 | 0"), "gap: 2d6 can show 2, which die has not"),
        (chart('axes = ["a", "b"]\nacross = []\nvalue = "int"', "a b | n\nx 1 | 0\ny 2 | 0"), "gap: there is no cell x 2"),
        (chart(DIE) + "[sample.cells]\n1 = 0\n3 = 0\n", "gap: die has no 2"),
        (chart(DIE, "die | n\n1-3 | 0\n3-6 | 1"), "line 9, chart sample, row 3-6: overlap: 3 stands there twice"),
        (chart(DIE, "die | n\n1-3 | 0\n2+ | 1"), "overlap: 2 on die also falls under an open end"),
        (chart(DIE, "die | n\n1 | 0\n2+ | 1\n3+ | 1"), "overlap: 3 on die also falls under an open end"),
        (chart(TWO, "column | 1 1\n1 | 0 0"), "overlap: the column 1 stands there twice"),
        (chart(TWO, "column | 1 2 3\n1 | 0 0"), "line 8, chart sample, row 1: short: '0 0' for 3 columns"),
        (chart(TWO, "column | 1 2 | 3\n1 | 0 0"), "short: 1 groups for 2"),
        (chart(TWO, "column | 1 2 3\n1 | 0 0 0 0"), "long: '0 0 0 0' for 3 columns"),
        (chart(TWO, "column | 1 2\n1 | 0 0 | 0"), "long: 2 groups for 1"),
        (chart(DIE, "die | hits misses\n1 | 0 0"), "unknown columns hits, misses: one value column is expected"),
        (chart(DIE + '\nfields = ["hits"]', "die | hits misses\n1 | 0 0"), "unknown or missing column misses"),
        (chart(DIE + '\nfields = ["hits", "x"]', "die | hits\n1 | 0"), "unknown or missing column x"),
        (chart(DIE, "dice | n\n1 | 0"), "the heading should begin with die, not dice"),
        (chart(DIE, "die | n"), "the grid has no rows"),
        (chart(DIE, "die | n\n1 1 | 0"), "2 labels where die is expected"),
        (chart(DIE, "die | n\n1 | many"), "'many' is no int"),
        (chart(DIE, "die | n\n1 | ."), "a blank, where int is expected"),
        (chart(DIE) + '[sample.cells]\n1 = "many"\n', "row 1: 'many' is no int"),
        (chart(DIE) + "[sample.cells]\n1 = true\n", "True is no int"),
        (chart('axes = ["a", "b"]') + "[sample.cells]\nx = 1\n", "a label of b is expected, not the value 1"),
        (chart('axes = ["die"]\nvalue = "whole"', "die | n\n1 | 0"), "unknown kind of value 'whole'"),
        (chart('axes = ["die"]', "die | n\n1 | 0"), "it needs a value"),
        (chart(DIE), "it needs either a grid or cells"),
        (chart('value = "int"', "die | n\n1 | 0"), "it needs axes"),
        ('[sample]\nname = "Sample"\naxes = ["die"]\n', "line 1, chart sample: it needs a source"),
        ('[sample]\nsource = "document 000"\naxes = ["die"]\n', "it needs a name"),
        (chart(DIE + '\ncolour = "red"', "die | n\n1 | 0"), "unknown setting colour"),
        (chart(DIE + '\nacross = ["side"]', "die | n\n1 | 0"), "side is not among its axes die"),
        (chart(DIE + '\nroll = "a die"', "die | n\n1 | 0"), "a roll reads like 2d6 on die, not 'a die'"),
        (chart(DIE + '\nclamp = ["die"]', "die | n\none | 0"), "clamp is for whole numbers, and die has words"),
        (chart(DIE, "die | n\n6-1 | 0"), "unreachable: 6-1 on die runs backwards"),
        (
            chart('axes = ["a", "die"]\ninside = "die"\nroll = "1d6 on die"', "a | on\nx | 5-7"),
            "unreachable: 1d6 never shows 7",
        ),
        (
            chart('axes = ["a", "die"]\ninside = "die"\nroll = "1d6 on die"', "a | on\nx | 7+"),
            "unreachable: no result of 1d6 is in 7+",
        ),
        (
            chart('axes = ["a", "die"]\ninside = "die"\nroll = "1d6 on die"', "a | on\nx | 6-1"),
            "unreachable: no result of 1d6 is in 6-1",
        ),
        (chart('axes = ["a", "die"]\ninside = "die"', "a | on\nx | 5"), 'need a roll such as "1d10 on die"'),
        (chart('axes = ["a", "die"]\ninside = "die"\nroll = "1d6 on die"', "a | on\nx | O"), "O is no list of dice"),
        (chart('axes = ["a"]\nvalue = { n = "int", s = "count S" }', "a | n\nx | 2T"), "'2T' is no int"),
        (chart('axes = ["a"]\nvalue = { s = "count S" }', "a | n\nx | 2S"), "'2' of '2S' means nothing here"),
        (chart('override = "cells"\n' + DIE, "die | n\n1 | 0"), "no earlier chart of this id to override"),
        ("[sample\n", "sample.toml"),
        (chart('axes = ["die"]\nvalue = "Hext"') + "[sample.cells]\n1 = 0\n", "unknown kind of value 'Hext'"),
        (chart('axes = "die"\nvalue = "int"', "die | n\n1 | 0"), "axes is 'die', where a list of different words is expected"),
        (chart('axes = ["die", "die"]\nvalue = "int"', "die | n\n1 | 0"), "where a list of different words is expected"),
        (chart('axes = ["die"]\nvalue = 1', "die | n\n1 | 0"), "value is 1, where a text or a table of texts is expected"),
        (chart('axes = ["die"]\nvalue = { a = [1] }', "die | n\n1 | 0"), "where a text or a table of texts is expected"),
        (chart(DIE + "\nclamp = true", "die | n\n1 | 0"), "clamp is True, where a list of different words is expected"),
        (chart(DIE + "\nroll = 2", "die | n\n1 | 0"), "roll is 2, where a text is expected"),
        (chart(DIE + "\nblank = [1]", "die | n\n1 | ."), "blank is [1], where a text, a number, true or false is expected"),
        (chart(DIE + '\nroll = "1000000000d6 on die"', "die | n\n1+ | 0"), "a roll reads like 2d6 on die"),
        (chart(DIE + '\nroll = "21d6 on die"', "die | n\n1+ | 0"), "21 dice are rolled, where from 1 to 20 are expected"),
        (chart(DIE + '\nroll = "0d6 on die"', "die | n\n0+ | 0"), "0 dice are rolled"),
        (chart(DIE, "die | n\n1-999999 | 0"), "1-999999 on die are 999999 rows, where at most 2000 are expected"),
        (
            chart('axes = ["a", "b", "c"]\nacross = []\nvalue = "int"', "a b c | n\n1-2000 1-2000 1-2000 | 0"),
            "its axes cross in 8000000000 places, where at most 100000 are expected",
        ),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "9" * 5000, "sample.toml"),
    ],
)  # fmt: skip
def test_a_chart_that_could_fail_later_is_refused(tmp_path, text, reason):
    """File, line, chart, row and reason."""
    message = refusal(tmp_path, text)
    assert reason in message
    assert "sample.toml" in message


def test_a_file_that_is_not_text_is_refused(tmp_path):
    """The line is named; so is a file that is too long."""
    (tmp_path / "sample.toml").write_bytes(b'[sample]\nname = "Caf\xe9"\n')
    with pytest.raises(ChartError, match=r"sample\.toml, line 2: it is not UTF-8; save the file as UTF-8 text"):
        load_charts(tmp_path)
    (tmp_path / "sample.toml").write_bytes(b"# " + b"x" * 1_000_000)
    with pytest.raises(ChartError, match="more than 1,000,000 bytes"):
        load_charts(tmp_path)


BITS = [
    '[', ']', '"', '|', '=', '\n', '-', '+', '~', '<=', '.', '9', '1-999999', '1000000000d6', 'true', '[]', '{}', '["a"]', '²',
    '{ a = 1 }', '1979-05-27', 'nan', 'value = ', 'axes = ', 'roll = ', 'inside = "a"\n', 'fields = ', 'override = "cells"\n',
]  # fmt: skip
VALUES = [
    "1",
    "true",
    "[]",
    "[1]",
    '""',
    '"x"',
    "{}",
    "{ a = 1 }",
    "nan",
    '["a", "a"]',
    '"1000000000d6 on x"',
    '[["a"]]',
]


def spoilt(data: bytes, chance: random.Random) -> bytes:
    """The bytes of a file with a few slips of the hand in it."""
    for _ in range(chance.randint(1, 4)):
        at, lines = chance.randrange(len(data) + 1), data.split(b"\n")
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                data = data[:at] + chance.choice(BITS).encode() + data[at:]
            case 1:
                data = data[:at] + data[at + chance.randint(1, 40) :]
            case 2:
                data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
            case 3:
                head, equals, _ = lines[one].partition(b"=")
                lines[one] = head + b"= " + chance.choice(VALUES).encode() if equals else lines[one]
                data = b"\n".join(lines)
            case 4:
                lines[one], lines[other] = lines[other], lines[one]
                data = b"\n".join(lines)
            case _:
                data = b"\n".join([*lines[:one], lines[other], *lines[one:]])
    return data


def test_whatever_is_spoilt_in_a_file_is_answered_with_a_sentence(tmp_path):
    """A thousand charts of ours, each with some slips in it: read, or refused with the file's name, and at once."""
    chance = random.Random(1805)
    folder = Path(rulesets.__file__).parent
    files = [path.read_bytes() for path in sorted(folder.glob("*/charts/**/*.toml"))]
    charts = [piece for file in files for piece in re.split(rb"(?m)^(?=\[\w+\]$)", file) if piece.strip()]
    assert len(charts) > 100
    place, said = tmp_path / "sample.toml", list[str]()
    for _ in range(1000):
        place.write_bytes(spoilt(chance.choice(charts), chance))
        began = time.monotonic()
        try:
            load_charts(tmp_path)
        except ChartError as error:
            said.append(str(error))
        assert time.monotonic() - began < 5
    assert 500 < len(said) < 1000
    assert [line for line in said if not line.startswith(str(place)) or "\n" in line.strip()] == []


def test_no_id_is_used_twice(tmp_path):
    """In one folder; a later folder has to say that it means to."""
    one = chart(DIE, "die | n\n1 | 0")
    assert "override" in refusal(tmp_path, one, one)
    (tmp_path / "0" / "second.toml").write_text(one, encoding="utf-8")
    with pytest.raises(ChartError, match=r"second\.toml, line 1, chart sample: .* already in sample\.toml"):
        load_charts(tmp_path / "0")


def test_an_override_keeps_the_axes(tmp_path):
    """Other axes are another chart."""
    own = '[sample]\noverride = "cells"\naxes = ["side"]\ncells.british = 1\n'
    assert "the chart it overrides has the axes die" in refusal(tmp_path, chart(DIE, "die | n\n1 | 0"), own)


def test_an_empty_folder_is_no_title(tmp_path):
    """A misplaced folder is noticed."""
    with pytest.raises(ChartError, match="no chart files"):
        load_charts(tmp_path)


# Typed charts


class Boarding(Struct, frozen=True, forbid_unknown_fields=True):
    loser: int
    strikes: bool = False


class Charts(Struct, frozen=True, eq=False):
    boarding: Chart[Boarding]
    order: Chart[tuple[str, ...]]


BOARDING = (
    chart('axes = ["difference"]', name="boarding")
    + "[boarding.cells]\n0 = {loser = 1}\n1 = {loser = 2, strikes = true}\n"
)
ORDER = chart('axes = ["side"]', name="order") + '[order.cells]\nbritish = ["move", "fire"]\n'


def test_cells_become_values_of_the_type_the_struct_names(tmp_path):
    """Frozen and hashable, with defaults for the fields a row does not print."""
    charts = typed(load(tmp_path, BOARDING + ORDER), Charts)
    assert charts.boarding.at(0) == Boarding(1)
    assert charts.order.at("british") == ("move", "fire")
    assert hash(charts) == hash(charts)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BOARDING, "names charts that no file holds: order"),
        (BOARDING + ORDER + chart(DIE, "die | n\n1 | 0"), "does not name these charts of the files: sample"),
        (BOARDING.replace("loser = 2", "loser = 2.5") + ORDER, "chart boarding, cell 1: "),
        (BOARDING.replace("strikes", "sinks") + ORDER, "unknown field `sinks`"),
    ],
)
def test_files_and_struct_have_to_agree(tmp_path, text, reason):
    """No chart is left unused, and none is missing."""
    charts = load(tmp_path, text)
    with pytest.raises(ChartError) as caught:
        typed(charts, Charts)
    assert reason in str(caught.value)


def test_a_cell_of_one_kind_on_a_chart_of_several(tmp_path):
    """Where rows hold numbers and words, a rule says which it reads, and hears of its mistake by chart and row."""
    text = 'axes = ["condition"]\nvalue = "int|text"'
    factors = load(tmp_path, chart(text, "condition | factor\nfirst_shot | +2\nhull | as_marked"))["sample"]
    assert factors.of(int, "first_shot") == 2
    assert factors.of(str, "hull") == "as_marked"
    with pytest.raises(LookupError, match="sample has 'as_marked' at hull, where int is expected"):
        factors.of(int, "hull")


def test_a_modifier_says_where_it_stands(tmp_path):
    """Its value comes from the cell, as often as it counts."""
    table = load(tmp_path, chart(DIE, "die | n\n1 | 3\n2+ | -2"))["sample"]
    assert table.modifier("greed", 7, times=2) == Modifier("greed", -4, Cell("sample", ("2+",)))


def test_values_have_to_be_hashable(tmp_path):
    """Odds merge equal results."""

    class Loose(Struct, frozen=True):
        order: Chart[list[str]]

    with pytest.raises(ChartError, match="unhashable"):
        typed(load(tmp_path, ORDER), Loose)


# What leaves the program


def test_the_fingerprint_covers_cells_and_not_their_order(tmp_path):
    """Rows may be sorted anew; a number that changes is another set of charts."""
    texts = ["die | n\n1 | 0\n2 | 1", "die | n\n2 | 1\n1 | 0", "die | n\n1 | 0\n2 | 2", "die | n\n1 | 0\n2+ | 1"]
    prints = []
    for number, grid in enumerate(texts):
        (tmp_path / str(number)).mkdir()
        prints.append(charts_digest(load(tmp_path / str(number), chart(DIE, grid))))
    assert prints[0].startswith("sha256:")
    assert prints[0] == prints[1]
    assert len(set(prints)) == 3


def test_the_fingerprint_leaves_out_tables_of_ours(tmp_path):
    """A number that the rules chose, or read out of a label, goes with their version: old records can still be followed."""
    printed = chart(DIE, "die | n\n1 | 0\n2 | 1")
    both = load(tmp_path, printed, chart(f"ours = true\n{DIE}", "die | n\n1 | 4 | ~", name="chosen"))
    assert both["chosen"].ours
    assert not both["sample"].ours
    assert charts_digest(both) == charts_digest({"sample": both["sample"]})


def test_json_names_every_axis_of_every_cell(tmp_path):
    """The shape that programs read."""
    charts = load(tmp_path, chart('unit = "boxes"\n' + TWO, "column | 9 10+\n1 | 0 ~1"))
    assert as_json("wsim", charts)["charts"]["sample"] == {
        "name": "Sample",
        "source": "document 000, Sample",
        "axes": ("die", "column"),
        "across": ["column"],
        "unit": "boxes",
        "cells": [
            {"die": 1, "column": 9, "value": 0},
            {"die": 1, "column": "10+", "value": 1, "reconstructed": True},
        ],
    }


def test_a_chart_is_shown_as_on_its_page(tmp_path):
    """Groups, blanks and doubt as printed; what a reader needs below."""
    settings = TWO.replace("int", "int?") + '\nroll = "1d6 on die"\nlegend = { 0 = "printed X" }'
    charts = load(tmp_path, chart(settings, "column | 1 2 | 3\n1-3 | 0 | .\n4-6 | 10 4 | 0 | ~"))
    assert chart_text(charts["sample"]).splitlines() == [
        "Sample (sample)",
        "───────────────",
        "column │ 1   2 │ 3",
        "───────┼───────┼──",
        "1-3    │ 0     │ ·",
        "4-6    │ 10  4 │ 0 │ ~",
        "",
        "Read by die, column.",
        "Roll 1d6 for die.",
        "0: printed X",
        "·: printed blank",
        "~: reconstructed, the place is damaged in the document",
        "Source: document 000, Sample.",
    ]


def test_a_list_of_conditions_is_shown_line_by_line(examples):
    """Fields in columns where all lines have the same, named where they differ."""
    assert "drift_distance       │ inches 2; direction with_wind" in chart_text(examples["movement_rules"])
    assert "rigging  7     │ ·          lose_one_rigging_section" in chart_text(examples["critical_rake_bonus"])
    assert "8        │ 0" in chart_text(examples["repair"])


def test_the_command_prints_one_json_value(capfd):
    """And nothing else."""
    assert main(["trafalgar", "effect_of_firing", "--json"]) == 0
    shown = json.loads(capfd.readouterr().out)
    assert shown["title"] == "trafalgar"
    assert shown["charts"]["effect_of_firing"]["cells"][0] == {
        "target_rate": "1st_rate",
        "final_factor": "10+",
        "value": 3,
    }


def test_the_command_knows_the_nearest_name(capsys):
    """One sentence and status 2 for a title or a chart that is misspelt."""
    assert main(["trafalgr"]) == 2
    assert main(["trafalgar", "maximum_movment"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "There is no title 'trafalgr': did you mean trafalgar?",
        "There is no chart of trafalgar 'maximum_movment': did you mean maximum_movement?",
    ]
    with pytest.raises(Misspelt, match=f"expected one of {', '.join(known.name for known in TITLES)}"):
        title("zzz")


def test_trafalgar_has_all_its_charts(capsys):
    """Twenty-two charts of the document, some tables of ours, and a page for each."""
    charts = load_charts(*title("trafalgar").folders)
    printed = [chart for chart in charts.values() if not chart.ours]
    assert (len(printed), sum(len(chart.cells) for chart in printed)) == (22, 211)
    assert main(["trafalgar"]) == 0
    assert capsys.readouterr().out.count("Source: ") == len(charts)
