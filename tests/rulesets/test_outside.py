"""Titles that other packages bring: found without being loaded, played like ours, and one that is broken harms no other."""

import json
import sys
from collections import namedtuple
from collections.abc import Callable
from importlib.metadata import distributions

import pytest

from tests.outside import GOOD, HEAD, install
from weathergauge import cli, rulesets
from weathergauge.bots import bot, default
from weathergauge.cli.table.desk import Desk, desk_for
from weathergauge.rulesets import TITLES, Misspelt, Unplayable, outside

__all__ = ["install"]


@pytest.fixture
def ask(capsys) -> Callable[..., tuple[int, str, str]]:
    """Ask the command line; the status, what it prints, and what it complains of."""

    def asked(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        return cli.main(words), *capsys.readouterr()

    return asked


def test_a_title_is_listed_before_its_package_is_loaded(install, ask):
    """Its `title.toml` says what it is called; only whoever asks for its rules loads it."""
    install()
    known = rulesets.titles()[-1]
    assert (known.name, known.title, known.words, known.package) == (
        "boats",
        "Two Boats",
        "a brush of boats",
        "boats-of-ours",
    )
    assert (known.ruleset, known.written) == ("boats", True)
    assert "boats.rules" not in sys.modules
    assert rulesets.ruleset("boats").seats == ("red", "blue")
    assert ask("titles") == (0, ask("titles")[1], "")
    assert ask("titles")[1].splitlines()[-1].split() == ["boats", *["a", "brush", "of", "boats"]]
    assert json.loads(ask("titles", "--json")[1])[-1] == {
        "name": "boats", "words": "a brush of boats", "ruleset": "boats", "playable": True,
    }  # fmt: skip
    assert ask("scenarios")[1].endswith("boats:\n  duel   A duel   red, blue\n  brush  A brush  red, blue\n")


def test_titles_of_the_project_are_found_without_looking_elsewhere(monkeypatch):
    """Start-up does not wait for what is installed, unless something else is asked for."""
    monkeypatch.setattr(outside, "distributions", lambda: pytest.fail("looked through what is installed"))
    outside.found.cache_clear()
    for title in TITLES:
        assert rulesets.title(title.name) is title


def test_it_is_misspelt_like_any_other(install):
    """The nearest name may be one from outside."""
    install()
    with pytest.raises(Misspelt, match=r"There is no title 'boat': did you mean boats\?"):
        rulesets.title("boat")


def test_bots_that_know_no_title_of_its_own_play_it(install):
    """The midshipman plays everything; a captain says that he does not know it."""
    install()
    assert default("boats") == "midshipman"
    assert bot("midshipman", 1, "boats")
    with pytest.raises(ValueError, match="The captain does not know boats yet"):
        bot("captain", 1, "boats")


def test_a_title_may_bear_the_name_of_a_room_of_ours(install):
    """What is called as a folder or a module of ours is taken neither for a captain nor for a desk."""
    for name in ("measures", "session", "midshipman"):
        rules = GOOD.replace('"boats"', f'"{name}"')
        install(
            f"a-{name}",
            f"{name} = {name}_title.rules:RULES",
            {f"{name}_title/title.toml": HEAD, f"{name}_title/rules.py": rules},
        )
        assert default(name) == "midshipman"
        assert type(desk_for(rulesets.ruleset(name))) is Desk


def test_a_title_on_rules_of_ours_has_their_bots(install):
    """`ruleset` in its `title.toml` names the family whose board, desk and captains it has; its rules must say the same."""
    install(files={
        "boats/title.toml": HEAD + 'ruleset = "wsim"\n',
        "boats/rules.py": """\
            from weathergauge.rulesets.wsim.rules import WoodenShips

            class Boats(WoodenShips):
                name, family = "boats", "wsim"

            RULES = Boats()
            """,
    })  # fmt: skip
    assert rulesets.ruleset("boats").family == "wsim"
    assert default("boats") == "admiral"


def test_rules_with_several_titles_have_a_folder_for_each(install):
    """Charts that they share lie beside the rules, and a title's own in its folder."""
    rules = "from tests.toy import Toy\n\nclass Boats(Toy):\n    family = 'boats'\n\n    def __init__(self, name):\n        super().__init__()\n        self.name = name\n\nRULES = {name: Boats(name) for name in ('red_sea', 'dead_sea')}\n"
    toml = HEAD + 'ruleset = "boats"\n'
    install(
        entries="red_sea = boats.rules:RULES\ndead_sea = boats.rules:RULES",
        files={
            "boats/rules.py": rules, "boats/red_sea/title.toml": toml, "boats/dead_sea/title.toml": toml,
            "boats/charts/a.toml": "", "boats/red_sea/charts/b.toml": "",
        },
    )  # fmt: skip
    assert [title.name for title in rulesets.titles()[-2:]] == ["dead_sea", "red_sea"]
    assert rulesets.ruleset("red_sea").name == "red_sea"
    assert [folder.parent.name for folder in rulesets.title("red_sea").folders] == ["boats", "red_sea"]
    assert [folder.parent.name for folder in rulesets.title("dead_sea").folders] == ["boats"]


def test_until_its_rules_are_written_its_charts_can_be_read(install, ask):
    """As with a title of ours."""
    install(files={
        "boats/title.toml": HEAD,
        "boats/charts/a.toml": '[way]\nname = "Way"\nsource = "ours"\naxes = ["wind"]\nvalue = "int"\ngrid = """\nwind | .\n0 | 1\n1 | 2\n"""\n',
    })  # fmt: skip
    assert ask("titles")[1].endswith("(its charts only, so far)\n")
    assert ask("charts", "boats")[1].startswith("Way (way)")
    with pytest.raises(Unplayable, match="boats cannot be played yet, for its rules are not written"):
        rulesets.ruleset("boats")


def test_scenarios_of_its_own_files_are_checked_and_shown(install, ask, tmp_path):
    """A title on the frame whose library is one of files has all that `scenario` does for ours."""
    install(
        files={
            "boats/title.toml": HEAD,
            "boats/scenarios/calm.toml": 'title = "A calm"\n',
            "boats/rules.py": """\
                from pathlib import Path

                from tests.frame.pilots import SIDES, Harbours
                from weathergauge.files.handwritten import text
                from weathergauge.files.library import Described, Library

                class Scenario(Described, frozen=True):
                    sides: tuple[str, ...] = SIDES

                def made(part):
                    title = part.take("title", text(60), needed="what it is called")
                    return None if title is None else Scenario(title=title)

                class Boats(Harbours):
                    name = "boats"
                    library = Library("boats", Path(__file__).parent / "scenarios", made, ())

                RULES = Boats()
                """,
        }
    )
    assert ask("scenario", "show", "calm", "--title", "boats") == (0, 'title = "A calm"\n', "")
    mine = tmp_path / "mine.toml"
    mine.write_text('titel = "Mine"\n')
    status, out, _ = ask("scenario", "check", str(mine), "--title", "boats")
    assert (status, out.splitlines()[-1]) == (1, "1 problem in mine.toml.")
    mine.write_text('title = "Mine"\n')
    assert ask("scenario", "check", str(mine), "--title", "boats") == (0, "Mine: red, blue\n", "")
    assert ask("scenario", "types", "--title", "boats")[1] == "boats has no list of what a file can name\n"


# What is wrong with one


def rules(body: str, base: str = "Toy") -> dict[str, str]:
    """The files of a title whose rules are the toy's with something else in them."""
    head = "from tests.toy import Toy\nfrom weathergauge.ruleset import Card, Ruleset, Types\n\n"
    made = f"class Boats({base}):\n    name = 'boats'\n    {body}\n\nRULES = Boats()\n"
    return {"boats/title.toml": HEAD, "boats/rules.py": head + made}


WRONG: dict[str, tuple[str, dict[str, str] | None, str]] = {
    "a name that no address can have": ("Two-Boats = boats.rules:RULES", None, "its name must be small letters"),
    "no place": ("boats = boats rules", None, "its entry point is 'boats rules', and should be like boats.rules:RULES"),
    "no such package": ("boats = bots_of_theirs.rules:RULES", None, "there is no module bots_of_theirs"),
    "no title.toml": ("", {"boats/rules.py": GOOD}, "there is no title.toml beside"),
    "a title.toml that is none": ("", {"boats/rules.py": GOOD, "boats/title.toml": "title = "}, r"its title.toml is wrong \(Invalid value"),
    "no words": ("", {"boats/rules.py": GOOD, "boats/title.toml": "title = 'Boats'"}, r"its title.toml is wrong \(words: expected a text\)"),
    "an error when loaded": ("", {"boats/title.toml": HEAD, "boats/rules.py": "1 / 0"}, r"loading boats.rules:RULES failed \(ZeroDivisionError: division by zero\)"),
    "an end when loaded": ("", {"boats/title.toml": HEAD, "boats/rules.py": "raise SystemExit('no')"}, "SystemExit: no"),
    "a library that is missing": ("", {"boats/title.toml": HEAD, "boats/rules.py": "import not_installed"}, "ModuleNotFoundError: No module named 'not_installed'"),
    "no rules": ("", {"boats/title.toml": HEAD, "boats/rules.py": ""}, "AttributeError: module 'boats.rules' has no attribute 'RULES'"),
    "a class": ("", {"boats/title.toml": HEAD, "boats/rules.py": GOOD.replace("Boats()", "Boats")}, r"is the class Boats, and should be rules made of it: Boats\(\)"),
    "anything": ("", {"boats/title.toml": HEAD, "boats/rules.py": "RULES = 7"}, "is of the type int, and should be a Ruleset"),
    "missing members": ("", rules("version = 1", "Ruleset"), "TypeError: Can't instantiate abstract class Boats"),
    "a title of another series": ("", {"boats/title.toml": HEAD, "boats/rules.py": "RULES = {}"}, "KeyError: 'boats'"),
    "another name": ("", {"boats/title.toml": HEAD, "boats/rules.py": GOOD.replace('"boats"', '"ships"')}, "its rules call themselves 'ships'"),
    "another family": ("", {"boats/rules.py": GOOD, "boats/title.toml": HEAD + "ruleset = 'wsim'"}, "its rules are of the family 'boats', and its title.toml says 'wsim'"),
    "no version": ("", rules("def __init__(self): pass"), "its rules do not say their version"),
    "a version in words": ("", rules("def __init__(self): self.version = 'new'"), "the version of its rules should be of the type int, and is 'new'"),
    "version nought": ("", rules("def __init__(self): self.version = 0"), "the version of its rules is 0, and should be 1 or more"),
    "no seats": ("", rules("seats = ()"), "its rules have no seats"),
    "seats in a list": ("", rules("seats = ['red', 'blue']"), "the seats of its rules should be of the type tuple"),
    "a seat that is none": ("", rules("seats = ('red', 'table')"), "its rules have a seat 'table', which cannot be one"),
    "a seat twice": ("", rules("seats = ('red', 'red')"), "its rules have a seat twice"),
    "a side without a seat": ("", rules("sides = {'green': 'the Greens'}"), "its rules name a side 'green', which is not among their seats"),
    "no types": ("", rules("types = None"), "the types of its rules should be of the type Types, and is None"),
    "actions that are none": ("", rules("types = Types(Toy.types.state, int, Toy.types.event)"), "int among the types of its actions should be a subclass of Action"),
    "a state nobody can read": ("", rules("types = Types(Toy.types.state | Card, Toy.types.action, Toy.types.event)"), "the type of its states cannot be read"),
    "charts in a list": ("", rules("chart_set = []"), "chart_set of its rules should be of the type Mapping"),
    "a procedure that is none": ("", rules("procedures = {'fire': print}"), "'fire' in procedures of its rules should be of the type Procedure"),
    "settings that are none": ("", rules("settings = dict"), "the settings of its rules should be None or a msgspec.Struct"),
    "no scenarios": ("", rules("def scenarios(self): return ()"), "it has no scenarios"),
    "a scenario in words": ("", rules("def scenarios(self): return ('duel',)"), "a scenario should be of the type Card, and is 'duel'"),
    "a scenario of strangers": ("", rules("def scenarios(self): return (Card('duel', '', '', ('green',)),)"), "its scenario 'duel' has the seat 'green', and its rules have not"),
    "a scenario twice": ("", rules("def scenarios(self): return (Card('duel', '', '', ('red',)),) * 2"), "it has two scenarios of one name"),
    "scenarios that fail": ("", rules("def scenarios(self): return 1 / 0"), r"its rules could not be looked at \(ZeroDivisionError"),
}  # fmt: skip


@pytest.mark.parametrize(("entries", "files", "fault"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_one_sentence_and_the_other_titles_go_on(install, ask, entries, files, fault):
    """It names package, title and fault; whoever asks for that title hears it, and all others are as they were."""
    install(entries=entries or "boats = boats.rules:RULES", files=files)
    status, out, complaint = ask("titles")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()][: len(TITLES)] == [title.name for title in TITLES]
    assert len(complaint.splitlines()) == 1
    name = entries.partition(" ")[0] or "boats"
    assert complaint.startswith(f"The package boats-of-ours brings the title {name!r}, which cannot be played: ")
    with pytest.raises(Unplayable, match=fault) as error:
        rulesets.ruleset(name)
    assert complaint == f"{error.value}\n"
    assert ask("play", name, "duel") == (2, "", complaint)
    assert ask("scenarios")[0] == 0
    assert ask("scenarios")[2] == complaint
    assert name not in {one["name"] for one in json.loads(ask("titles", "--json")[1]) if one["playable"]}


def test_a_name_of_ours_stays_ours(install, ask):
    """The package is told that it clashes, and the title that comes with the project is played as before."""
    install(entries="wsim = boats.rules:RULES")
    sentence = "The package boats-of-ours brings the title 'wsim', which cannot be played: a title of that name comes with Weather Gauge."
    assert ask("titles")[2] == f"{sentence}\n"
    assert rulesets.ruleset("wsim").name == "wsim"
    assert rulesets.title("wsim").package == ""


def test_two_packages_with_one_name_have_neither(install, ask):
    """A record names its title: whose rules are meant must never depend on what is found first."""
    install()
    install("boats-of-theirs")
    status, out, complaint = ask("titles")
    assert (status, len(out.splitlines())) == (0, len(TITLES))
    assert complaint.splitlines() == [
        "The package boats-of-theirs brings the title 'boats', which cannot be played: boats-of-ours brings a title of that name too.",
        "The package boats-of-ours brings the title 'boats', which cannot be played: boats-of-theirs brings a title of that name too.",
    ]
    with pytest.raises(Unplayable, match="brings a title of that name too"):
        rulesets.ruleset("boats")


def test_entry_points_that_cannot_be_read_are_told(install, ask):
    """A line that is not one: the package is named, and nothing of it is played."""
    install(entries="boats")
    status, _, complaint = ask("titles")
    assert status == 0
    assert complaint.startswith("The titles of the package boats-of-ours cannot be found: its entry_points.txt")


def test_titles_are_found_by_whatever_finds_packages(install, monkeypatch):
    """A library may have put its own finder in Python's place, whose entry points are of another class."""
    install()
    theirs = namedtuple("theirs", "name value group")

    class Seen:
        def __init__(self, dist):
            self.metadata, self.read_text = dist.metadata, dist.read_text
            self.entry_points = [theirs(entry.name, entry.value, entry.group) for entry in dist.entry_points]

    monkeypatch.setattr(outside, "distributions", lambda: map(Seen, distributions()))
    assert rulesets.ruleset("boats").name == "boats"


def test_entry_points_of_others_are_nothing_to_us(install):
    """Other programs have groups of their own."""
    install(group="somebody.else")
    assert rulesets.titles() == TITLES
