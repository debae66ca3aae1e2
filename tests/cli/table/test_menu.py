"""The opening menu: a few short lists, and whatever was left is found again."""

from __future__ import annotations

import json

import pytest

from tests.keyboard import Person
from weathergauge import cli
from weathergauge.cli.table import shelf
from weathergauge.cli.table.menu import Menu
from weathergauge.match.record import RecordError


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def opened(*lines: str) -> tuple[int, str]:
    person = Person(*lines)
    return Menu(person.talk).run(), person.shown


def test_a_new_game_in_five_answers(home):
    """Enter takes the first of everything: new, Trafalgar, duel, British, against the captain."""
    status, shown = opened("", "", "", "", "", "quit")
    assert status == 0
    assert "One ship each: the place to learn." in " ".join(shown.split())
    assert "looks at the odds of each order" in shown
    assert "The match is saved: " in shown
    assert len(list(home.glob("matches/*.jsonl"))) == 1


def test_answers_may_be_words_or_their_beginnings():
    """ "traf" and "lee" are enough."""
    _, shown = opened("new", "traf", "lee", "all", "mid", "quit")
    assert "allied> quit" in shown
    assert "The lee column." in shown


def test_both_sides_at_one_keyboard():
    """ "both" seats two who share it."""
    _, shown = opened("new", "trafalgar", "duel", "both", "quit")
    assert "allied> quit" in shown


def test_a_lopsided_battle_is_offered_with_its_handicap(home):
    """Enter takes it as history had it; the words of the card say what the handicap is."""
    status, shown = opened("new", "wsim", "rosas", "british", "handicap", "mid", "quit")
    assert status == 0
    assert "How shall the sides be?" in shown
    (kept,) = home.glob("matches/*.jsonl")
    assert json.loads(kept.read_text(encoding="utf-8").partition("\n")[0])["settings"] == {"handicap": True}


def test_what_is_none_of_these_is_asked_again():
    """With the nearest word."""
    _, shown = opened("knew", "quit")
    assert "'knew' is none of these: did you mean new?" in shown


def test_a_game_that_was_left_is_offered_newest_first_with_its_turn(home):
    """The one that was played last stands first, and its log is there."""
    opened("new", "trafalgar", "duel", "", "mid", "move 5", "quit")
    opened("new", "trafalgar", "frigates", "", "mid", "quit")
    status, shown = opened("continue", "2", "log", "quit")
    assert status == 0
    listed = [line for line in shown.splitlines() if "trafalgar-" in line]
    assert "trafalgar-frigates" in listed[0]
    assert "trafalgar-duel" in listed[1]
    assert "turn 1 of 15" in shown
    assert "Bellerophon sails 5 inches." in shown


def test_a_game_can_be_walked_through_again():
    """A game that is over is opened as a replay."""
    opened("new", "trafalgar", "duel", "", "mid", "move 5", "resign")
    status, shown = opened("replay", "", "", "b", "q", "quit")
    assert status == 0
    assert "of 4> " in shown or "of 5> " in shown or "of " in shown


def test_a_game_that_is_over_is_not_offered_to_go_on():
    """Only its replay is."""
    opened("new", "trafalgar", "duel", "", "mid", "resign")
    _, shown = opened("quit")
    assert "waiting" not in shown
    assert "replay" in shown


def test_something_else_on_the_shelf_is_said_to_be_so(home):
    """A cut or foreign file is listed with what is wrong, chosen without harm, and left as it is."""
    (home / "matches").mkdir(parents=True)
    other = home / "matches" / "letter.jsonl"
    other.write_text("Dear Emma,\n")
    _, shown = opened("continue", "1", "quit")
    assert " ".join(shown.split()).count("is not a Weather Gauge record") == 2
    assert other.read_text() == "Dear Emma,\n"


def test_going_back_and_leaving():
    """Back, quit, the end of input and Ctrl-C all leave with their own status."""
    assert opened("new", "back", "quit")[0] == 0
    assert opened("new", "quit")[0] == 0
    assert opened()[0] == 0
    assert opened("^C")[0] == 130


def test_play_alone_opens_the_menu(monkeypatch, capsys):
    """Without a title `play` asks."""
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert cli.main(["play"]) == 0
    assert "Weather Gauge" in capsys.readouterr().out


def test_every_new_match_has_a_name_of_its_own(home):
    """Two of one scenario do not collide, are found by their short names, and a wrong name gets the nearest."""
    first = shelf.new_path("trafalgar", "duel")
    first.write_text("")
    second = shelf.new_path("trafalgar", "duel")
    assert first != second
    assert shelf.find(first.stem) == first
    assert shelf.short(first) == first.stem
    with pytest.raises(RecordError, match="did you mean"):
        shelf.find(first.stem[:-1] + "x")
    with pytest.raises(RecordError, match="is a folder, not a record"):
        shelf.find(str(home))


def test_a_folder_that_cannot_be_made_is_one_sentence(home, monkeypatch, capsys):
    """It names the variable by which another can be chosen."""
    home.parent.mkdir(exist_ok=True)
    home.write_text("in the way")
    assert cli.main(["play", "trafalgar", "duel"]) == 2
    assert "WEATHERGAUGE_HOME can name another folder" in capsys.readouterr().err


def test_the_folder_is_the_users_own_where_none_is_named(monkeypatch):
    """Without WEATHERGAUGE_HOME it is the user's data folder."""
    monkeypatch.delenv("WEATHERGAUGE_HOME")
    assert shelf.home().name == "weathergauge"
