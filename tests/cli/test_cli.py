"""The command line: what is asked is answered, and what is asked wrongly is answered with one sentence."""

import importlib.util
import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.gunroom import RULES
from weathergauge import __version__, cli, rulesets
from weathergauge.cli.topics import topics
from weathergauge.frame.compiled import running

SHOT = ["gunroom", "broadside", "band=short", "guns=8"]


@pytest.fixture(autouse=True)
def gunroom(monkeypatch):
    """The made-up title of the tests, beside the real ones."""
    known = rulesets.ruleset
    monkeypatch.setattr(rulesets, "ruleset", lambda name: RULES if name == "gunroom" else known(name))


@pytest.fixture
def ask(capsys):
    """Runs a command; gives its status, what it printed and what it complained about."""

    def run(*words: str) -> tuple[int, str, str]:
        status = cli.main(words)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def refused(answer: tuple[int, str, str]) -> str:
    """The one sentence of a command that was refused."""
    status, out, err = answer
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.strip()


def outside(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as it is run from a shell."""
    command = [sys.executable, "-m", "weathergauge", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=os.environ | environment)


# The command itself


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["help"]])
def test_without_a_command_there_is_help_with_examples(ask, words):
    """It is no error to ask for nothing."""
    status, out, err = ask(*words)
    assert (status, err) == (0, "")
    assert "Examples:\n  weathergauge titles" in out


def test_the_help_lists_only_what_can_be_run(ask):
    """A command whose module is not there is not offered."""
    _, out, _ = ask()
    for name, (module, function, words) in cli.COMMANDS.items():
        there = importlib.util.find_spec(f"weathergauge.cli.{module}") is not None
        assert (f"  {name:<10} {words}" in out) == there
        if there:
            assert callable(getattr(__import__(f"weathergauge.cli.{module}", fromlist=[function]), function))


def test_every_example_in_the_help_names_a_command():
    """No example is of a command that is gone."""
    assert cli.EXAMPLES.keys() <= cli.COMMANDS.keys()
    assert all(line.startswith(f"weathergauge {name}") for name, line in cli.EXAMPLES.items())


def test_a_command_that_is_not_there_yet_is_unknown(ask, monkeypatch):
    """One that is listed without a module is refused as any other."""
    monkeypatch.setitem(cli.COMMANDS, "conquer", ("conquer", "main", "the world"))
    assert refused(ask("conquer")).startswith("There is no command 'conquer': ")


def test_it_knows_its_version(ask):
    """--version says the package's own, and what the free table runs as."""
    assert ask("--version") == (0, f"weathergauge {__version__} (rules: {running()})\n", "")


def test_a_misspelt_command_gets_the_nearest_one(ask):
    """resolv is nearly resolve."""
    assert refused(ask("resolv")) == "There is no command 'resolv': did you mean resolve?"


@pytest.mark.parametrize("name", ["titles", "scenarios", "resolve", "odds", "cases"])
def test_every_command_teaches_by_example(name):
    """Its help has a usage line and something to copy."""
    answer = outside(name, "--help")
    assert answer.returncode == 0
    assert f"usage: weathergauge {name}" in answer.stdout
    assert f"Examples:\n  weathergauge {name}" in answer.stdout


def test_help_can_be_asked_for_a_command(ask):
    """`help titles` is `titles --help`."""
    with pytest.raises(SystemExit) as ended:
        ask("help", "titles")
    assert ended.value.code == 0


def test_a_misspelt_option_gets_the_nearest_one(ask):
    """--jsn is nearly --json, and the sentence names the command."""
    said = refused(ask("odds", *SHOT, "--jsn"))
    assert said == "--jsn: weathergauge odds does not know it; did you mean --json?"


def test_an_option_without_its_value_is_one_sentence(ask):
    """It says what was expected after it."""
    assert refused(ask("resolve", *SHOT, "--dice")) == (
        "--dice: expected FACES after it: faces in the order asked for, such as 3,4,6"
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("charts", f"weathergauge charts needs TITLE (one of {', '.join(title.name for title in rulesets.TITLES)}), as in: weathergauge charts trafalgar"),
        ("charts trafalgar a b", "b: one word too many; expected weathergauge charts TITLE [CHART] [--json]"),
        ("charts trafalgar --jsno", "--jsno: weathergauge charts does not know it; did you mean --json?"),
        ("serve --prt 3", "--prt: weathergauge serve does not know it; did you mean --port?"),
        ("serve --port x", "--port x: expected a whole number from 0 to 65535"),
        ("serve --port 99999", "--port 99999: expected a whole number from 0 to 65535"),
        ("play trafalgar duel --dice tped", "--dice tped: expected typed or server; did you mean typed?"),
        ("simulate trafalgar duel --games x", "--games x: expected a whole number of at least 1"),
        ("simulate trafalgar duel --jobs 0", "--jobs 0: expected a whole number of at least 1"),
        ("simulate trafalgar", "weathergauge simulate needs SCENARIO (a starting position, such as duel), as in: weathergauge simulate trafalgar duel"),
        ("simulate trafalgar duel --set arc=40 --set arc=50", "--set arc=50: arc is given twice"),
        ("odds trafalgar broadside --dice 3", "--dice: odds take no dice, they count every throw; with dice: weathergauge resolve"),
        ("titles --json=3", "--json: expected nothing after it, and was given '3'"),
        ("titles -x", "-x: weathergauge titles does not know it; expected one of --help, --json"),
        ("resolve gunroom --input nofile.toml", "--input nofile.toml: expected a procedure of gunroom to use it with: one of broadside"),
        ("resolve --dice 3", "--dice 3: expected a title and a procedure to use it with, as in: weathergauge resolve trafalgar PROCEDURE"),
        ("resolve gunroom broadside --dice 3", "band: missing (how far off); add band=short"),
    ],
)  # fmt: skip
def test_every_command_complains_in_one_sentence(ask, line, sentence):
    """Never a usage line, always what was expected or the nearest right name, and no option is passed over."""
    said = refused(ask(*line.split()))
    assert said.startswith(sentence)
    assert "usage" not in said


def test_a_port_from_the_environment_is_blamed_by_its_own_name(ask, monkeypatch):
    """The sentence names PORT, not an option that nobody gave."""
    monkeypatch.delenv("WEATHERGAUGE_PORT", raising=False)
    monkeypatch.setenv("PORT", "99999")
    assert refused(ask("serve")) == "PORT=99999: expected a whole number from 0 to 65535"


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("shot.toml", b"\x80\xff", "this is no text: its byte 1 is not UTF-8"),
        ("shot.json", b"\x80\xff", "this is no JSON: invalid character (byte 0)"),
        ("shot.json", b'{"band":', "it is cut off"),
    ],
)
def test_a_file_that_cannot_be_read_is_said_in_our_words(ask, tmp_path, name, data, sentence):
    """No error of Python's reaches a person."""
    file = tmp_path / name
    file.write_bytes(data)
    assert refused(ask("resolve", "gunroom", "broadside", "--input", str(file))) == f"{file}: {sentence}"


def test_a_reader_that_goes_away_is_no_error():
    """`weathergauge … | head -1` ends quietly."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "weathergauge", "titles"]
    answer = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True)
    os.close(write)
    assert (answer.returncode, answer.stderr) == (141, "")


def test_stopping_it_is_a_short_word_and_130(ask, monkeypatch):
    """Ctrl-C ends a command without a traceback."""

    def stopped(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rulesets, "ruleset", stopped)
    assert ask("resolve", *SHOT) == (130, "", "\nStopped.\n")


def test_a_developer_can_ask_for_the_traceback(ask, monkeypatch):
    """With WEATHERGAUGE_DEBUG the error comes through."""
    monkeypatch.setenv("WEATHERGAUGE_DEBUG", "1")
    with pytest.raises(ValueError, match="did you mean resolve"):
        ask("resolv")


# Titles and scenarios


def test_titles_are_listed(ask):
    """In the order of the house, as lines and as JSON."""
    status, out, _ = ask("titles")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == [title.name for title in rulesets.TITLES]
    told = json.loads(ask("titles", "--json")[1])
    assert [one["name"] for one in told] == [title.name for title in rulesets.TITLES]
    assert all(one["playable"] for one in told)


def test_a_title_without_rules_says_what_there_is_of_it(ask, monkeypatch):
    """Its charts can be read; it has no scenarios to list."""
    unwritten = [replace(title, file=title.home / "nothing.py") for title in rulesets.TITLES]
    monkeypatch.setattr(rulesets, "TITLES", tuple(unwritten))
    assert all(line.endswith("(its charts only, so far)") for line in ask("titles")[1].splitlines())
    assert ask("scenarios") == (0, "", "")
    assert refused(ask("scenarios", "mistral")).startswith("mistral cannot be played yet")


def test_scenarios_are_listed(ask):
    """Name, words and seats, as lines and as JSON."""
    assert ask("scenarios", "gunroom") == (0, "gunroom:\n  duel  A duel  red, blue\n", "")
    (duel,) = json.loads(ask("scenarios", "gunroom", "--json")[1])
    assert duel["name"] == "duel"
    assert duel["seats"] == ["red", "blue"]


# Resolve


def test_a_title_alone_lists_its_procedures(ask):
    """`resolve` without a procedure says which there are."""
    status, out, _ = ask("resolve", "gunroom")
    assert status == 0
    assert "  broadside  One broadside at one target." in out
    assert [one["name"] for one in json.loads(ask("resolve", "gunroom", "--json")[1])] == [*RULES.procedures]


@pytest.mark.parametrize("words", [["gunroom", "broadside"], [*SHOT, "--help"], ["gunroom", "broadside", "-h"]])
@pytest.mark.parametrize("command", ["resolve", "odds"])
def test_a_procedure_alone_says_what_it_asks_for(ask, command, words):
    """Name, kind and limits, default, description, and an example that works."""
    status, out, _ = ask(command, *words)
    assert status == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "guns a whole number from 1 to 14 needed gun squares that bear" in lines
    assert "captain one of timid, steady, fierce otherwise steady" in lines
    example = out.splitlines()[-1].split()
    assert example[:2] == ["weathergauge", command]
    assert ask(*example[1:])[0] == 0


def test_nested_inputs_are_shown_as_they_are_typed(ask):
    """With their dots, and an example that works."""
    _, out, _ = ask("resolve", "gunroom", "meeting")
    assert "  ours.1.sail  a whole number from 1 to 9" in out
    assert out.endswith("weathergauge resolve gunroom meeting ours.1.sail=1 theirs.sail=1\n")


def test_what_a_procedure_asks_for_can_be_had_as_json(ask):
    """Field by field, in its order."""
    shown = json.loads(ask("resolve", "gunroom", "broadside", "--help", "--json")[1])
    assert [field["name"] for field in shown["inputs"]] == ["band", "guns", "captain", "raking", "aloft"]


def test_the_arithmetic_is_shown(ask):
    """4 and 4, a fierce captain and raking are 11: three boxes, and the critical's 5 takes a mast."""
    status, out, _ = ask("resolve", *SHOT, "captain=fierce", "raking=yes", "--dice", "4,4,5")
    assert status == 0
    assert (
        out
        == """\
Fury of the Captain
    fury[fierce] → 1
the broadside
    2d6: 4 4
    +1  fierce captain  fury[fierce]
    +2  raking
    = 11
    gunnery[11, short] → 3
the critical
    1d6: 5
    critical[5] → mast
type hit, hull 3

Result
  hull      3
  critical  mast
"""
    )


def test_a_plain_result_stands_on_one_line(ask):
    """After the account of the dice."""
    assert ask("resolve", "gunroom", "wind", "--dice", "5")[1] == "the wind\n    1d6: 5 → veers\n\nResult: veers\n"


def test_a_procedure_without_needed_inputs_is_resolved_at_once(ask):
    """Nothing has to be typed after its name."""
    assert "Result: " in ask("resolve", "gunroom", "wind")[1]


def test_resolving_as_json_gives_one_value_with_everything(ask):
    """Result, inputs, dice, account with cells and reasons, and what was told."""
    status, out, err = ask("resolve", *SHOT, "--dice", "4 5 6", "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert told["result"] == {"hull": 3, "critical": "fire"}
    assert told["inputs"]["guns"] == 8
    assert told["dice"] == ["2d6: 4 5", "1d6: 6"]
    assert told["account"][1]["cell"] == {"chart": "gunnery", "key": [9, "short"]}
    assert told["account"][1]["add"][0]["reason"] == "steady captain"
    assert told["told"] == [{"type": "hit", "hull": 3}]


def test_the_same_seed_gives_the_same_dice(ask):
    """And other seeds others."""
    first, second = (ask("resolve", *SHOT, "--seed", "monday", "--json") for _ in range(2))
    assert first == second
    assert len({ask("resolve", *SHOT, "--seed", str(n), "--json")[1] for n in range(20)}) > 5


def test_without_a_seed_the_dice_are_fresh(ask):
    """Twenty shots are not all alike."""
    assert len({ask("resolve", *SHOT, "--json")[1] for _ in range(20)}) > 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--dice", "4"], "The dice run out: next is 2d6 for the broadside; add its faces to --dice"),
        (["--dice", ""], "The dice run out: next is 2d6 for the broadside; add its faces to --dice"),
        (["--dice", "4,5"], "The dice run out: next is 1d6 for the critical; add its faces to --dice"),
        (["--dice", "4,7"], "7 is not on a d6 (1 to 6), asked for the broadside"),
        (["--dice", "2,3,4"], "left-over dice: 4 (only 2 asked for); leave them out"),
        (["--dice", "2,x"], "--dice 2,x: expected faces such as 3,4,6"),
        (["captain=feirce"], "captain=feirce: expected one of timid, steady, fierce; did you mean fierce?"),
        (["raking"], "raking: expected an input as name=value"),
        (
            ["--dice", "5", "6"],
            "6: expected an input as name=value; several dice are written together, as in --dice 3,4",
        ),
        (["guns=9"], "guns=9: guns is given twice"),
        (["--input", "nowhere.json"], "nowhere.json: no such file or directory"),
        (["--dice", "3", "--seed", "x"], "--seed: not together with --dice; give one of them"),
    ],
)
def test_what_cannot_be_resolved_is_refused_before_anything_is_shown(ask, words, sentence):
    """The sentence stands alone on the error stream."""
    assert refused(ask("resolve", *SHOT, *words)) == sentence


def test_missing_inputs_are_an_error_where_json_is_wanted(ask):
    """A program must not take a help page for an answer."""
    assert refused(ask("resolve", "gunroom", "broadside", "--json")) == "band: missing (how far off); add band=short"


def test_a_misspelt_procedure_gets_the_nearest_one(ask):
    """brodside is nearly broadside."""
    said = refused(ask("resolve", "gunroom", "brodside"))
    assert said == "There is no procedure of gunroom 'brodside': did you mean broadside?"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shot.json", '{"ours": [{"sail": 4}, {"sail": 2}], "theirs": {"sail": 3}}'),
        ("shot.toml", "theirs = {sail = 3}\n[[ours]]\nsail = 4\n[[ours]]\nsail = 2\n"),
    ],
)
def test_inputs_can_come_from_a_file_and_be_changed_beside_it(ask, tmp_path, name, text):
    """What is typed counts for more than what the file says."""
    file = tmp_path / name
    file.write_text(text)
    told = json.loads(ask("resolve", "gunroom", "meeting", "--input", str(file), "ours.2.sail=1", "--json")[1])
    assert told["inputs"]["ours"] == [{"sail": 4, "flag": False}, {"sail": 1, "flag": False}]


@pytest.mark.parametrize(("text", "reason"), [("{", "it is cut off"), ("[1]", "expected inputs by name, as in")])
def test_a_broken_input_file_is_one_sentence(ask, tmp_path, text, reason):
    """It begins with the file and says what is wrong in it."""
    file = tmp_path / "shot.json"
    file.write_text(text)
    assert refused(ask("odds", "gunroom", "meeting", "--input", str(file))).startswith(f"{file}: {reason}")


# Odds


def test_odds_are_a_table_with_fractions_percents_and_bars(ask):
    """The chances of one part of the result, exactly and drawn, with its mean."""
    status, out, _ = ask("odds", *SHOT, "--of", "hull")
    assert status == 0
    assert (
        out
        == """\
hull  chance
   1     1/6  16.7 %  ███████▎
   2     5/9  55.6 %  ████████████████████████
   3     1/4  25.0 %  ██████████▊
   5    1/36   2.8 %  █▎

mean hull 2.167 (13/6)
"""
    )


EACH = ["odds", "trafalgar", "broadside", "hull=6", "--each", "range=4,12", "--each", "target_rate=1st_rate,3rd_rate"]


def test_an_input_may_take_several_values_in_one_question(ask):
    """A line for each combination, with its averages: the same as if each were asked by itself."""
    assert (
        ask(*EACH)[1]
        == """\
range  target_rate  mean boxes  chance  likeliest
4      1st_rate          1.000  66.7 %  boxes 1
4      3rd_rate          1.667  50.0 %  boxes 2
12     1st_rate          0.500  50.0 %  boxes 0
12     3rd_rate          0.667  50.0 %  boxes 0
"""
    )
    for one in json.loads(ask(*EACH, "--json")[1]):
        typed = [f"{name}={value}" for name, value in one.pop("inputs").items()]
        assert one == json.loads(ask(*EACH[:4], *typed, "--json")[1])


def test_values_that_do_not_go_together_leave_the_others_standing(ask):
    """Nobody rakes from five inches; the other three are answered. Where none go together it is said as for a single question."""
    rakes = ["odds", "trafalgar", "broadside", "target_rate=smaller", "hull=6", "--each", "range=4.9,5", "--each"]
    shown = ask(*rakes, "rake=none,stern")[1].splitlines()
    assert [len(shown), shown[-1].split(maxsplit=2)] == [
        5,
        ["5", "stern", "rake=stern: a rake counts under 5 inches only"],
    ]
    told = json.loads(ask(*rakes, "rake=none,stern", "--json")[1])
    assert [sorted(one) for one in told[2:]] == [["inputs", "means", "outcomes", "unresolved"], ["inputs", "refused"]]
    assert refused(ask(*rakes[:5], "rake=stern", "--each", "range=5,9")).startswith("rake=stern: a rake counts under")


def test_points_in_quarters_have_a_mean_too(ask):
    """The hull that a salvo costs, which is what one asks for."""
    guns = [f"batteries.1.{given}" for given in ("kind=main", "dice=2", "ap=4")]
    ships = ["firer_class=2", "target_class=2", "armour=3", "hull=5", "range=8"]
    assert ask("odds", "ironclads", "salvo", *guns, *ships, "--of", "hull")[1].endswith("mean hull 0.537 (3133/5832)\n")


def test_several_values_that_cannot_be_asked_say_why(ask):
    """Given twice, too many of them, one that is none, and no procedure to use them with."""
    assert refused(ask(*EACH, "range=4")) == "--each range: it is given as range=4 too; leave one out"
    assert refused(ask(*EACH[:-1], "target_rate=3rd_rate,none")).startswith("target_rate=none: ")
    many = ",".join(map(str, range(1, 1002)))
    assert refused(ask(*EACH[:4], "target_rate=3rd_rate", "--each", f"range={many}")) == (
        "--each: these are 1001 combinations, and 1000 are the most; give fewer values"
    )
    assert refused(ask("odds", "--each", "range=4,8")).startswith("--each range=4,8: expected a title and a procedure")


def test_odds_that_take_too_long_are_given_up_with_what_to_do(ask):
    """Fewer ships or more steps; with the usual number it works."""
    sail = ["combats.1.gauge.squadrons.1.sail=4", "combats.1.other.squadrons.1.sail=4"]
    said = refused(ask("odds", "mistral", "battle", *sail, "--steps", "100"))
    assert "battle: there are too many ways for this to go: it takes more than 100 steps" in said
    assert "ask with fewer ships, guns or dice, or allow more with --steps 1000" in said
    assert ask("odds", "mistral", "battle", *sail)[0] == 0


def test_odds_of_several_parts_have_a_column_each(ask):
    """And a mean for each that is a number."""
    _, out, _ = ask("odds", *SHOT)
    assert out.splitlines()[:2] == [
        "hull  critical  chance",
        "   2  none         5/9  55.6 %  ████████████████████████",
    ]
    assert out.endswith("mean hull 2.167 (13/6)\n")


def test_odds_as_json_add_up_to_one(ask):
    """With what was left unresolved, as fractions."""
    told = json.loads(ask("odds", *SHOT, "--json")[1])
    assert sum(Fraction(one["chance"]) for one in told["outcomes"]) + Fraction(told["unresolved"]) == 1
    assert told["outcomes"][0] == {"value": {"hull": 2, "critical": "none"}, "chance": "5/9", "p": 5 / 9}
    assert told["means"] == {"hull": "13/6"}


def test_what_is_possible_is_never_shown_as_nothing():
    """Only what cannot happen is 0.0 %, and only what must is 100.0 %."""
    from weathergauge.cli.odds import percent

    assert percent(Fraction(1, 100_000)) == "< 0.1 %"
    assert percent(Fraction(99_999, 100_000)) == "> 99.9 %"
    assert [percent(Fraction(n)) for n in (0, 1)] == ["0.0 %", "100.0 %"]


def test_a_long_list_of_odds_is_cut_and_says_so(ask, monkeypatch):
    """How much is left out, together how likely, and how to see it."""
    monkeypatch.setattr("weathergauge.cli.odds.LINES", 3)
    cut = ask("odds", *SHOT)[1]
    assert "and 5 more, together 11.1 %: add --all, or ask --of one part" in cut
    assert len(ask("odds", *SHOT, "--all")[1].splitlines()) == len(cut.splitlines()) + 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([*SHOT, "--of", "hul"], "--of hul: did you mean hull?"),
        (["gunroom", "wind", "--of", "hull"], "--of hull: the result has no parts"),
    ],
)
def test_a_part_that_no_result_has_is_refused(ask, words, sentence):
    """With the parts that there are."""
    assert refused(ask("odds", *words)) == sentence


# The real titles

PLAYABLE = [title.name for title in rulesets.TITLES]


@pytest.mark.parametrize("title", PLAYABLE)
def test_every_procedure_can_be_used_from_its_help(ask, title):
    """Each says what it asks for, and its example resolves and has odds that add up to one."""
    for name in rulesets.ruleset(title).procedures:
        status, out, _ = ask("resolve", title, name, "--help")
        assert status == 0
        example = out.splitlines()[-1].split()[1:]
        assert example[:3] == ["resolve", title, name]
        assert ask(*example)[0] == 0, example
        told = json.loads(ask("odds", *example[1:], "--json")[1])
        assert sum(Fraction(one["chance"]) for one in told["outcomes"]) == 1


@pytest.mark.parametrize("title", PLAYABLE)
def test_every_title_has_scenarios(ask, title):
    """None of the list is empty."""
    assert json.loads(ask("scenarios", title, "--json")[1])


def test_a_broadside_at_trafalgar(ask):
    """Six hull points and a 5 at point blank stay 6: two boxes of a third rate."""
    words = ["trafalgar", "broadside", "hull=6", "range=4", "target_rate=3rd_rate"]
    _, out, _ = ask("resolve", *words, "--dice", "5")
    assert "    effect_of_firing[3rd_rate, 6] → 2\n" in out
    told = json.loads(ask("odds", *words, "--json")[1])
    assert {one["value"]["boxes"]: one["chance"] for one in told["outcomes"]} == {
        2: "1/2",
        0: "1/6",
        1: "1/6",
        3: "1/6",
    }
    assert told["means"] == {"boxes": "5/3"}
    assert refused(ask("odds", *words[:2], "hull=6", "range=16", "target_rate=3rd_rate")) == (
        "range=16: expected a number from 0 to 15"
    )


# Colour, and start-up


def test_colour_is_for_terminals_and_can_be_refused(monkeypatch):
    """NO_COLOR and a pipe get plain text."""
    from weathergauge.cli import console

    assert console.bold("x") == "x"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert console.bold("x") == "\x1b[1mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert console.bold("x") == "x"


def test_starting_loads_only_what_the_command_needs():
    """Start-up is felt at every call: help needs no rules, and resolving needs no odds."""
    code = "import sys; from weathergauge.cli import main; main([{}]); print(*sys.modules, file=sys.stderr)"
    loaded = {}
    for name, words in {"help": "", "titles": "'titles'", "resolve": "'resolve', '--help'"}.items():
        answer = subprocess.run([sys.executable, "-c", code.format(words)], capture_output=True, text=True)
        loaded[name] = {*answer.stderr.split()}
    assert not loaded["help"] & {"msgspec", "argparse", "weathergauge.dice", "typing"}
    assert not loaded["titles"] & {"weathergauge.dice", "weathergauge.charts"}
    assert not loaded["resolve"] & {"weathergauge.odds", "rich", "asyncio", "difflib", "fractions"}


def test_an_empty_list_is_none_of_them(ask, tmp_path):
    """A ship without guns is not one with all of them, which is what is taken where nothing is said."""
    file = tmp_path / "hit.json"
    for guns in ([], ["main"]):
        file.write_text(json.dumps({"hull": 5, "guns": guns}))
        status, out, err = ask("resolve", "ironclads", "critical_hit", "--input", str(file), "--json")
        assert (status, err) == (0, "")
        assert json.loads(out)["inputs"]["guns"] == guns
        out = ask("odds", "ironclads", "critical_hit", "--input", str(file))[1]
        assert ("weapon destruction" in out) == bool(guns)


def test_a_procedure_alone_lists_its_inputs_even_where_it_needs_none(ask):
    """As the help says; dice fall where something is said, and where there is nothing to say."""
    status, out, err = ask("resolve", "trafalgar", "cut_loose")
    assert (status, err) == (0, "")
    assert "contested" in out
    assert "Example:\n  weathergauge resolve trafalgar cut_loose contested=yes" in out
    assert "Result" not in out
    assert "Result" in ask("resolve", "trafalgar", "cut_loose", "contested=yes", "--seed", "nile")[1]
    assert "Result" in ask("resolve", "trafalgar", "cut_loose", "--seed", "nile")[1]
    assert "Result" in ask("resolve", "trafalgar", "foul", "--seed", "nile")[1]
    assert "Result" in ask("resolve", "trafalgar", "foul")[1]


def test_help_shows_a_page_of_the_documentation(ask):
    """By its name; each page that the list names is there, and a misspelt one is answered with the nearest."""
    status, out, err = ask("help", "playing")
    assert (status, err) == (0, "")
    assert out.startswith("# Playing")
    named = ask("--help")[1].rpartition("weathergauge help ")[2].strip().removesuffix(", …").split(", ")
    assert {*named} <= topics().keys()
    assert refused(ask("help", "plaing")) == "plaing: there is no such command or page; did you mean playing?"
    assert ask("help", "odds")[1].startswith("usage: weathergauge odds")
