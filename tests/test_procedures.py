"""A procedure is declared once: its inputs are read from what people type, and every mistake has its sentence."""

import contextlib
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gunroom import RULES, Captain, Charts, Loss, Meeting, Nothing, Shot, Squadron, broadside, meeting, wind
from weathergauge.dice import Dice
from weathergauge.files.inputs import BadInput, Field
from weathergauge.odds import Memory
from weathergauge.procedures import Inputs, aimed
from weathergauge.sentences import nearest, spoken
from weathergauge.throwing import ScriptedDice

SHOT = {"band": "short", "guns": "8"}
MET = {"ours.1.sail": "4", "theirs.sail": "3"}


def test_text_becomes_inputs():
    """What is typed is read by the kind of each input."""
    read = broadside.read(SHOT | {"captain": "fierce", "raking": "yes", "aloft": "3"})
    assert read == Shot(band="short", guns=8, captain=Captain.FIERCE, raking=True, aloft=3)


def test_plain_values_become_inputs():
    """A JSON or TOML file has numbers and lists, not texts."""
    read = meeting.read({"ours": [{"sail": 4}, {"sail": 2, "flag": True}], "theirs": {"sail": 3}, "rolls": [1, 2]})
    assert read == Meeting(ours=(Squadron(4), Squadron(2, True)), theirs=Squadron(3), rolls=(1, 2))


def test_a_sweep_finds_what_each_would_by_itself():
    """In the order in which they were asked; what comes to the same is worked out once."""
    shots = [broadside.read(SHOT | {"guns": guns}) for guns in ("8", "3", "8")]
    swept = broadside.sweep(shots, RULES.charts, Memory())
    assert [dict(found) for found in swept] == [dict(broadside.odds(shot, RULES.charts, Memory())) for shot in shots]
    assert swept[0] is swept[2]


def test_nested_inputs_are_typed_with_dots_and_counted_from_one():
    """Lists with commas, numbers with a point."""
    read = meeting.read(MET | {"ours.2.sail": "2", "ours.2.flag": "on", "rolls": "3, 4,6", "offing": "2.5"})
    assert read == Meeting(ours=(Squadron(4), Squadron(2, True)), theirs=Squadron(3), rolls=(3, 4, 6), offing=2.5)


def test_ten_parts_are_counted_as_numbers_not_as_words():
    """Part 10 comes after part 9, not after part 1."""
    read = meeting.read(MET | {f"rolls.{n}": str(n) for n in (10, 2, 9, 1, 3, 8, 4, 7, 5, 6)})
    assert read.rolls == tuple(range(1, 11))  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["yes", "YES", "true", "on", "1"])
def test_yes_can_be_said_in_several_words(text):
    """yes, on, true and their like."""
    assert broadside.read(SHOT | {"raking": text}).raking is True  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["no", "False", "off", "0"])
def test_no_can_be_said_in_several_words(text):
    """no, off, false and their like."""
    assert broadside.read(SHOT | {"raking": text}).raking is False  # type: ignore[attr-defined]


def test_an_input_that_may_be_empty_can_be_typed_as_none():
    """And as any of its values."""
    assert broadside.read(SHOT | {"aloft": "none"}).aloft is None  # type: ignore[attr-defined]
    assert broadside.read(SHOT | {"aloft": "any"}).aloft == "any"  # type: ignore[attr-defined]
    assert broadside.read(SHOT | {"aloft": None}).aloft is None  # type: ignore[attr-defined]


def test_choices_do_not_mind_capitals():
    """ "Fierce" is fierce."""
    assert broadside.read(SHOT | {"captain": "Fierce"}).captain is Captain.FIERCE  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"gun": "8"}, "gun: there is no such input; did you mean guns?"),
        ({"zzz": "8"}, "zzz: there is no such input; expected one of band, guns, captain, raking, aloft"),
        ({"captain": "fearce"}, "captain=fearce: expected one of timid, steady, fierce; did you mean fierce?"),
        ({"captain": "xyz"}, "captain=xyz: expected one of timid, steady, fierce"),
        ({"guns": "15"}, "guns=15: expected a whole number from 1 to 14"),
        ({"guns": "0"}, "guns=0: expected a whole number from 1 to 14"),
        ({"guns": "eight"}, "guns=eight: expected a whole number from 1 to 14"),
        ({"guns": "8.0"}, "guns=8.0: expected a whole number from 1 to 14"),
        ({"guns": "1_0"}, "guns=1_0: expected a whole number from 1 to 14"),
        ({"guns": 8.5}, "guns=8.5: expected a whole number from 1 to 14"),
        ({"guns": True}, "guns=True: expected a whole number from 1 to 14"),
        ({"guns": ""}, "guns=: expected a whole number from 1 to 14"),
        ({"guns": [8]}, "guns: expected a whole number from 1 to 14, and no parts of it"),
        ({"raking": "maybe"}, "raking=maybe: expected yes or no"),
        ({"aloft": "-1"}, "aloft=-1: expected a whole number of at least 0 or any"),
        ({"raking": "yes", "band": "long"}, "nobody rakes at long range"),
        ({"guns.port": "3"}, "guns.port: guns is given both whole and in parts; give one of them"),
    ],
)
def test_a_wrong_input_gets_its_sentence(given, sentence):
    """It names the value, what was expected, and the nearest right spelling where there is one."""
    with pytest.raises(BadInput) as refused:
        broadside.read(SHOT | given)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "band: missing (how far off); add band=short"),
        ({"band": "short"}, "guns: missing (gun squares that bear); add guns=8"),
    ],
)
def test_a_missing_input_is_named_with_an_example(given, sentence):
    """So that one can go on."""
    with pytest.raises(BadInput) as refused:
        broadside.read(given)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"theirs.sail": "3"}, "ours: missing (our squadrons); add ours.1.sail=1"),
        ({"ours.1.flag": "no"}, "theirs: missing (expected its parts: sail, flag); add theirs.sail=1"),
        ({"ours.1.flag": "no", "theirs.sail": "1"}, "ours.1.sail: missing (ships of the line); add ours.1.sail=1"),
        (MET | {"ours.2.sial": "4"}, "ours.2.sial: there is no such input; did you mean sail?"),
        (MET | {"ours.2.sail": "10"}, "ours.2.sail=10: expected a whole number from 1 to 9"),
        (MET | {"ours.3.sail": "1"}, "ours.3: expected ours.2; the parts of ours are numbered 1, 2, 3 …"),
        (MET | {"ours.x.sail": "1"}, "ours.x: expected ours.2; the parts of ours are numbered 1, 2, 3 …"),
        (MET | {"ours.2.sail": "1", "ours.2.flag": "yes"}, "ours.2: an admiral needs two ships"),
        (MET | {f"ours.{n}.sail": "1" for n in (2, 3, 4)}, "ours: 4 given; expected 1 to 3"),
        ({"ours": [], "theirs.sail": "3"}, "ours: 0 given; expected 1 to 3"),
        ({"ours": "4", "theirs.sail": "3"}, "ours.1=4: expected its parts, as in ours.1.sail=…"),
        (MET | {"theirs": "3"}, "theirs: given both whole and in parts; give one of them"),
        (MET | {"rolls": "3,x"}, "rolls.2=x: expected a whole number"),
        (MET | {"offing": "far"}, "offing=far: expected a number from 0 to 20"),
        (MET | {"offing": "20.5"}, "offing=20.5: expected a number from 0 to 20"),
        (MET | {"offing": "nan"}, "offing=nan: expected a number from 0 to 20"),
    ],
)
def test_a_wrong_nested_input_is_named_by_the_way_it_is_typed(given, sentence):
    """Places are counted from 1, as they were typed."""
    with pytest.raises(BadInput) as refused:
        meeting.read(given)
    assert str(refused.value) == sentence


def test_a_procedure_may_need_no_inputs():
    """And then takes none."""
    assert wind.read({}) == Nothing()
    with pytest.raises(BadInput, match="x: there is no such input; there are none"):
        wind.read({"x": "1"})


def test_fields_say_what_a_form_must_ask():
    """Name, kind, limits, default, description and example, all from the one declaration."""
    band, guns, captain, raking, aloft = broadside.fields()
    assert band == Field("band", "choice", "how far off", required=True, example="short", choices=("short", "medium", "long"))  # fmt: skip
    assert guns == Field("guns", "int", "gun squares that bear", required=True, example=8, low=1, high=14)
    assert (captain.default, captain.choices, captain.required) == ("steady", ("timid", "steady", "fierce"), False)
    assert (raking.kind, raking.default) == ("bool", False)
    assert (aloft.kind, aloft.none, aloft.choices, aloft.low) == ("int", True, ("any",), 0)


def test_fields_of_lists_and_groups_are_nested():
    """With how many of each there may be."""
    ours, theirs, rolls, offing = meeting.fields()
    assert (ours.kind, ours.many, ours.least, ours.most) == ("group", True, 1, 3)
    assert [part.name for part in ours.parts] == ["sail", "flag"]
    assert theirs.parts == ours.parts
    assert (rolls.kind, rolls.many) == ("int", True)
    assert (offing.kind, offing.high) == ("number", 20)


def test_fields_survive_json():
    """The companion's form is built from them in a browser."""
    for procedure in (broadside, meeting, wind):
        data = msgspec.json.encode(procedure.fields())
        assert msgspec.json.decode(data, type=tuple[Field, ...]) == procedure.fields()


@given(band=st.sampled_from(["short", "medium", "long"]), guns=st.integers(1, 14), aloft=st.none() | st.integers(0, 50))
def test_whatever_is_legal_reads_back(band, guns, aloft):
    """Typed or given as plain values, the same inputs come out."""
    plain = {"band": band, "guns": guns, "aloft": aloft}
    typed = {name: "none" if value is None else str(value) for name, value in plain.items()}
    assert broadside.read(plain) == broadside.read(typed) == Shot(**plain)


@given(st.dictionaries(st.sampled_from(["band", "guns", "captain", "raking", "aloft", "x", "guns.1", ""]), st.text()))
def test_whatever_is_typed_is_read_or_refused(given):
    """Nothing that can be typed ends in another error than the one with a sentence."""
    with contextlib.suppress(BadInput):
        assert isinstance(broadside.read(given), Shot)


def test_a_procedure_resolves_with_the_dice_it_is_given():
    """4 and 5 with a fierce captain are read as 10: three boxes, and the critical's 6 is a fire."""
    shot = broadside.read(SHOT | {"captain": "fierce"})
    assert broadside(shot, RULES.charts, ScriptedDice([4, 5, 6])) == Loss(3, "fire")


def test_the_words_of_a_procedure_are_those_of_its_inputs():
    """The first line of their docstring."""
    assert broadside.words == "One broadside at one target."


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("hul", ["hull", "rigging"], "did you mean hull?"),
        ("HULL", ["Hull", "rigging"], "did you mean Hull?"),
        ("zzz", ["hull", "rigging"], "expected one of hull, rigging"),
        ("zzz", [f"aa{n}" for n in range(20)], "expected one of " + ", ".join(f"aa{n}" for n in range(12)) + " …"),
    ],
)
def test_the_nearest_spelling_is_offered(word, known, hint):
    """Or the whole list, where nothing is near."""
    assert nearest(word, known) == hint


class Ranged(Inputs):
    """A shot by its range in inches."""

    inches: int


def band_of(shot: Ranged) -> str:
    return "short" if shot.inches < 5 else "long"


def at_least(band: str) -> Ranged:
    return Ranged(inches=1 if band == "short" else 5)


@aimed(band_of, at_least)
def ranged(band: str, charts: Charts, dice: Dice) -> int:
    return dice.look_up(charts.gunnery, why="the broadside", band=band)


def test_a_procedure_may_be_aimed_first():
    """The rule gets what its inputs come to, and odds are remembered by that: two ranges of one band are one answer."""
    assert ranged.words == "A shot by its range in inches."
    assert ranged.inputs is Ranged
    assert ranged.resolve(ranged.read({"inches": "4"}), RULES.charts, ScriptedDice([6, 6])) == 5
    memory = Memory()
    first = ranged.odds(Ranged(inches=1), RULES.charts, memory)
    known = len(memory)
    assert ranged.odds(Ranged(inches=4), RULES.charts, memory) == first
    assert len(memory) == known
    assert ranged.odds(Ranged(inches=9), RULES.charts, memory) != first


def test_a_call_may_carry_what_is_aimed_already():
    """A band needs no inches to be thrown for, and has the odds of the form that it is shown as."""
    assert ranged.resolve("short", RULES.charts, ScriptedDice([6, 6])) == 5
    assert ranged.form("long") == Ranged(inches=5)
    assert ranged.odds("long", RULES.charts) == ranged.odds(ranged.form("long"), RULES.charts)
    assert ranged.form(Ranged(inches=9)) == Ranged(inches=9)


def test_a_procedure_without_a_way_back_shows_nothing_aimed():
    """Rather than a form that somebody guessed."""
    with pytest.raises(TypeError, match="ranged has no form for str"):
        aimed(band_of)(ranged.rule).form("short")


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        (dict[str, int], {"a": "x"}, "…: expected a whole number, got a text"),
        (list[int | None], [1, "x"], "2: expected a whole number or nothing, got a text"),
        (Annotated[int, msgspec.Meta(ge=1)], 0, "expected a whole number of at least 1"),
        (Annotated[list[int], msgspec.Meta(max_length=1)], [1, 2], "expected a list of at most 1"),
        (Literal["red", "blue"], "green", "'green' is not known here"),
    ],
)
def test_a_value_of_the_wrong_shape_is_told_in_our_words(kind, value, sentence):
    """Not in those of the library that reads it."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, kind)
    assert spoken(caught.value) == sentence
