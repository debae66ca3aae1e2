"""A match at the keyboard: orders in words, a log in sentences, saved as it goes, taken up after anything."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import toy
from tests.keyboard import Person, sit_down
from weathergauge import cli, rulesets
from weathergauge.cli.play import begin, take_up
from weathergauge.cli.table import pages, telling
from weathergauge.cli.table.desk import desk_for
from weathergauge.cli.table.session import Session
from weathergauge.cli.table.trafalgar import hearing
from weathergauge.match import Match
from weathergauge.match.record import Record
from weathergauge.match.verify import verify


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Matches of these tests are kept nowhere else."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))
    return tmp_path


def sensible(session: Session) -> Iterator[str]:
    """Somebody who knows the words and has no plan."""
    chance = random.Random(5)
    while True:
        stage = session.desk.stage(session.view)
        if "move" in stage:
            yield chance.choice(
                ["turn 20 port then steady", "turn 45 starboard; full", "steady", "move least", "1", "done"]
            )
        elif "fire" in stage:
            yield chance.choice(["fire", "fire", "options", "1", "hold", "done", "undo", "why"])
        else:
            yield chance.choice(["options", "board", "grapple", "part", "ready", "done", "pick", "log"])


def play_out(session: Session, person: Person, *first: str, limit: int = 3000) -> str:
    """Type the first lines, then sensible ones, until it is over."""
    lines = sensible(session)

    def ask(prompt: str) -> str:
        nonlocal limit
        limit -= 1
        assert limit, "this match does not end"
        person.prompts.append(prompt)
        return first_lines.pop(0) if first_lines else next(lines)

    first_lines = list(first)
    person.talk._ask = ask
    return session.run()


# Playing


def test_a_whole_duel_against_the_midshipman(tmp_path):
    """From the first order to the end: the record holds, and says who played."""
    path, person = tmp_path / "duel.jsonl", Person()
    session = sit_down(person, path=path)
    assert play_out(session, person) == "over"
    assert re.search(r"(You win|The Allies won|Nobody wins): .+", person.shown)
    assert f"The record is {path}".replace("\n", "") in person.shown.replace("\n", "")
    found = verify(path, rulesets.ruleset)
    assert found.ok, found.sentence
    assert session.match.header.seats == {"british": "me", "allied": "midshipman"}


@pytest.mark.parametrize("scenario", ["frigates", "lee_column", "trafalgar"])
def test_every_scenario_can_be_played_at_the_keyboard(scenario):
    """A person who takes the first thing offered comes to the end of each."""
    person = Person()
    session = sit_down(person, scenario, british="midshipman", allied="me", settings={"turns": 3})
    assert play_out(session, person) == "over"


def test_two_bots_may_be_watched():
    """Nobody sits here: the log is told to the end."""
    person = Person()
    assert sit_down(person, british="midshipman", settings={"turns": 4}).run() == "over"
    assert "── Turn 2" in person.shown
    assert person.prompts == []


def test_the_prompt_says_whose_turn_which_step_and_what_is_left(tmp_path):
    """It stands there before every line that is typed."""
    person = Person("move 5")
    sit_down(person).run()
    assert "turn 1 of 15 · the British move · 1 ship has no orders to sail: Bellerophon" in person.shown
    assert person.prompts == ["british> ", "british> "]


def test_a_line_is_ordered_by_its_lead():
    """Of a whole line the first ship alone is asked for."""
    person = Person()
    sit_down(person, "lee_column").run()
    assert "1 line has no orders to sail: Royal Sovereign" in person.shown


def test_odds_are_shown_before_a_broadside_and_may_be_declined():
    """With a person at the terminal: n cancels and nothing has changed; Enter fires."""
    person = Person(live=True)
    session = sit_down(person, "lee_column", allied="me")
    steps: list[int] = []

    def answer(prompt: str) -> str:
        if "to think again" in prompt:
            return "n" if len(steps) == 1 else ""
        if "the British fire" not in session.desk.stage(session.view):
            return "done"
        steps.append(session.match.course.n)
        if len(steps) == 1:
            person.since()
        return "fire royal" if len(steps) < 3 else "quit"

    person.talk._ask = answer
    session.run()
    shown = person.shown
    assert re.search(r"Her (port|starboard) broadside at .+: \d+ % to hit, \d\.\d boxes on average", shown)
    assert re.search(r"boxes: 0 \d+ %, ", shown)
    assert "Not done." in shown
    assert steps[0] == steps[1] < steps[2]


def test_odds_of_an_order_change_nothing():
    """They are told, refused or asked back, and the match stands where it stood."""
    person = Person("odds bellerophon turn 20 port", "odds bellerophon move 5", "odds bellerophon move 50", "odds")
    session = sit_down(person)
    session.run()
    unasked = sit_down(Person())
    unasked.run()
    assert session.match.course.n == unasked.match.course.n
    assert "A leadership test to come to 070: 67 % to pass" in person.shown
    assert "Nothing is thrown for this itself." in person.shown
    assert "Bellerophon cannot sail 50 inches: this turn from 1.5 inches to 7 inches." in person.shown
    assert "Odds of what?" in person.shown


def test_an_order_is_taken_back_until_dice_are_rolled():
    """A move without dice is withdrawn by a line in the record; a leadership test stands."""
    person = Person("move 3", "undo", "log", "turn 20 port", "undo")
    session = sit_down(person, allied="me", seed="1")
    session.run()
    shown = person.shown
    assert "Taken back: Aigle sails 3 inches." in shown
    assert "A step is taken back by the Allies." in shown
    assert "The Allies have nothing to take back: dice that fell" in shown.replace("\n", " ")
    assert session.match.to_act == ("allied",)


def test_orders_in_one_line_stop_where_a_test_fails():
    """`turn … then move …`: a ship that failed to turn waits for another thought."""
    for seed in ("a", "b", "c", "d", "e", "f"):
        person = Person("turn 20 port then move 5")
        session = sit_down(person, seed=seed)
        session.run()
        failed = "Bellerophon fails a leadership test" in person.shown
        assert ("Bellerophon sails 5 inches" in person.shown) != failed


def test_a_number_picks_from_the_list():
    """Only from a list that was made, and within it."""
    person = Person("7", "options", "3", "99")
    session = sit_down(person, settings={"turns": 2})
    session.run()
    assert "There is no number 7: no list yet: `options` makes one." in person.shown
    assert "1 Bellerophon sails 1.5 inches" in person.shown
    assert "Bellerophon sails 7 inches." in person.shown


def test_a_sheet_shows_boxes_limits_and_what_bears():
    """Her name alone shows it."""
    person = Person("bellerophon")
    sit_down(person).run()
    for part in ("74 guns, third rate, British", "■■■■■■■■■■", "090 E, the wind is aft", "1.5 to 7 inches this turn",
                 "first shot kept; nothing bears"):  # fmt: skip
        assert part in person.shown


def test_the_account_of_a_result_can_be_asked_for():
    """ "why" shows dice, cells and reasons, and "chart" the page they were read on."""
    person = Person(
        "why", "turn 20 port", "why", "why bell", "chart leadership_test", "chart effect", "chart nothing", "chart"
    )
    sit_down(person, allied="captain", seed="7").run()
    assert "leadership   1d6: " in person.shown
    assert "leadership_test[british, " in person.shown
    assert "Source: document 001" in person.shown
    assert "There is no chart 'nothing'" in person.shown


def test_the_log_is_told_as_a_whole_by_turn_or_by_number():
    """Steps are headed by turn and phase."""
    person = Person("done", "done", "done", "done", "log turn 1", "log 2", "log all", "log")
    session = sit_down(person, settings={"turns": 6})
    session.run()
    assert "── Turn 1: the British move ──" in person.shown


def test_a_turn_without_events_and_a_log_that_is_not_understood_are_said():
    """Each with what can be asked instead."""
    person = Person("log turn 77", "log turn x", "log 7x", "log 0")
    sit_down(person, settings={"turns": 6}).run()
    assert "Nothing has happened in turn 77." in person.shown
    assert "There is no `log turn x`: expected `log`, `log 50`, `log turn 3` or `log all`." in person.shown
    assert "There is no `log 7x`: expected" in person.shown
    assert "There is no `log 0`: expected" in person.shown


def test_a_long_step_is_told_in_short():
    """Forty ships that only sail are one sentence; `log all` has each of them."""
    person = Person("log all")
    sit_down(person, "trafalgar", allied="captain").run()
    before, _, after = person.shown.partition("> log all")
    assert re.search(r"and \d+ more sail .+ inches", before)
    assert len(after.splitlines()) > len(before.splitlines())


# Words that are not understood


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("fier", "There is no ship or word 'fier' here: did you mean fire?"),
        ("belerophn move 5", "There is no ship or word 'belerophn' here: did you mean Bellerophon? Nothing is done."),
        ("bell move 99", "Bellerophon cannot sail 99 inches: this turn from 1.5 inches to 7 inches."),
        ("aigle move 2", "Aigle is not yours to order."),
        ("bell fire port at aigle", "That is not done now: the British are moving."),
        ("bell turn 20", "To which side? Say `bellerophon turn 20 port` or `bellerophon turn 20 starboard`."),
        ("bell turn port", "How far? Say so many degrees, as in `bellerophon turn 20 port`."),
        ("bell move", "How far? This turn Bellerophon sails 1.5 to 7 inches: `bellerophon move 7`."),
        ("bell turn 200 port", "Bellerophon cannot turn -200 degrees"),
        ("bell dance", "There is no ship or word 'dance' here"),
        ("show victory", "There is no 'victory' here"),
        ("show", "Which one?"),
        ("zoom sideways", "Zoom which way?"),
        ("board", "Bellerophon has nobody to board now."),
        ("seat french=captain", "There is no seat 'french' here"),
        ("seat allied=captian", "There is no player 'captian': did you mean captain?"),
        ("draw", "A bot agrees to no draw: play on, or resign."),
        ("save", "This match is not kept in a file."),
        ("#9 move 5", "There is no number 9 here: they go from 1 to 2."),
        ("bell steer 90", "Bellerophon is on that heading already."),
        ("????", "is no word here"),
    ],
)  # fmt: skip
def test_what_is_not_understood_gets_one_sentence_and_the_prompt_again(said, answer):
    """Nothing that is typed ends the game or is passed over in silence."""
    person = Person(said)
    session = sit_down(person)
    session.run()
    if said != "????":
        assert answer in " ".join(person.shown.split())
    assert person.prompts[-1] == "british> "


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_typed_it_answers_and_goes_on(seed, tmp_path):
    """Words thrown together by chance, in every step: never an error, and the record holds."""
    chance, path, person = random.Random(seed), tmp_path / "m.jsonl", Person(live=seed % 2 == 0)
    scenario = ("duel", "lee_column", "trafalgar")[seed % 3]
    session = sit_down(
        person, scenario, path, allied=("me", "midshipman")[seed % 2], dice=("server", "typed")[seed > 3]
    )
    ships = [ship.id for ship in session.match.state.table.ships]
    leave = ("quit", "q", "exit", "bye", "resign", "save")
    vocabulary = [word for word in (*pages.WORDS, *pages.ALIASES, *hearing.RESERVED) if word not in leave]
    others = ["0", "5.5", "20°", "-3", "200", "#2", "#99", ";", "then", "é☃", "[bold]", "[/]", "san", "royal"]
    sound = ["done", "ready", "fire all", "options", "1", "undo", "turn 20 port", "steady", "board", "grapple", ""]
    left = 250

    def ask(prompt: str) -> str:
        nonlocal left
        left -= 1
        if not left:
            raise EOFError
        if "d6: " in prompt and chance.random() < 0.8:
            return str(chance.randint(1, 6))
        if chance.random() < 0.4:
            return chance.choice(sound)
        kinds = chance.choices((ships, vocabulary, others), (3, 5, 2), k=chance.randint(1, 6))
        return " ".join(chance.choice(kind) for kind in kinds)

    person.talk._ask = ask
    session.run()
    assert verify(path, rulesets.ruleset).ok


# Saving and going on


def test_leaving_says_where_the_match_is_and_how_to_go_on(tmp_path):
    """The path and the command are on the screen after quit."""
    person = Person("quit")
    assert begin("trafalgar", "duel", seed="x", talk=person.talk) == 0
    path = next((tmp_path / "matches").glob("*.jsonl"))
    assert f"The match is saved: {path}" in person.shown
    assert f"Go on with: weathergauge play --resume {path.stem}" in person.shown


def test_control_c_saves_and_says_so(tmp_path):
    """What was ordered before it is in the record."""
    person = Person("move 5", "^C")
    assert begin("trafalgar", "duel", ["allied=midshipman"], seed="x", talk=person.talk) == 130
    assert "The match is saved" in person.shown
    person = Person("log")
    take_up(next((tmp_path / "matches").glob("*.jsonl")), talk=person.talk)
    assert "Bellerophon sails 5 inches." in person.shown


def test_a_match_goes_on_where_it_was_left(tmp_path):
    """State and log are those of the moment when it was left."""
    path, person = tmp_path / "m.jsonl", Person("move 5")
    session = sit_down(person, path=path)
    session.run()
    state = session.match.state
    again = Person("log 40")
    assert take_up(path, talk=again.talk) == 0
    assert "What happened last:" in again.shown
    assert "Bellerophon sails 5 inches." in again.shown
    with Match.load(path, rulesets.ruleset) as match:
        assert match.state == state


def test_a_match_that_is_over_is_not_gone_on_with(tmp_path):
    """The sentence says how it ended."""
    person = Person("resign")
    path = tmp_path / "m.jsonl"
    sit_down(person, path=path).run()
    assert "The Allies won: the British resigned." in person.shown
    with pytest.raises(ValueError, match="This match is over: the British resigned"):
        take_up(path, talk=person.talk)


def test_a_seat_is_handed_over_while_playing_and_when_going_on(tmp_path):
    """The record knows who plays from then on, and whoever sits there reads it."""
    path = tmp_path / "m.jsonl"
    sit_down(Person("seat allied=captain", "seat"), path=path).run()
    person = Person("seat")
    take_up(path, ["allied=midshipman"], talk=person.talk)
    with Match.load(path, rulesets.ruleset) as match:
        assert match.players == {"british": "me", "allied": "midshipman"}
    assert "From here on the midshipman plays the Allies." in person.shown


def test_a_copy_is_saved_where_it_is_wanted_and_overwrites_nothing(tmp_path):
    """The second save to one name is refused."""
    path, copy = tmp_path / "m.jsonl", tmp_path / "copy.jsonl"
    person = Person("save", f"save {copy}", f"save {copy}")
    sit_down(person, path=path).run()
    assert copy.read_bytes() == path.read_bytes()
    assert "exists already: choose another name." in " ".join(person.shown.split())
    with Match.load(copy, rulesets.ruleset) as match:
        assert match.result is None


def shell(*words: str, home: Path) -> subprocess.Popen[str]:
    """The command as it is run from a shell, with lines to come."""
    command = [sys.executable, "-m", "weathergauge", *words]
    around = os.environ | {"WEATHERGAUGE_HOME": str(home), "PYTHONUTF8": "1"}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, encoding="utf-8", env=around
    )


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
def test_killed_at_any_moment_it_goes_on(tmp_path):
    """Kill the process again and again, at whatever moment, until the match is over: the record holds throughout."""
    chance, path = random.Random(3), tmp_path / "m.jsonl"
    words = [
        "play",
        "trafalgar",
        "lee_column",
        "--seat",
        "allied=midshipman",
        "--seed",
        "k",
        "--save",
        str(path),
        "--set",
        "turns=4",
    ]
    lines = "done\nready\n1\n" * 400
    for killed in range(40):
        with shell(*words, home=tmp_path) as process:
            executioner = threading.Timer(chance.uniform(0.1, 0.5) if killed < 10 else 60, process.kill)
            executioner.start()
            process.communicate(lines)
            executioner.cancel()
        if path.exists() and path.stat().st_size:
            found = verify(path, rulesets.ruleset)
            assert found.ok or found.kind == "cut", found.sentence
            if found.result is not None:
                break
            words = ["play", "--resume", str(path)]
        elif path.exists():
            for file in tmp_path.glob("m.jsonl*"):
                file.unlink()
    assert verify(path, rulesets.ruleset).result is not None


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
def test_stopped_by_a_signal_it_says_where_the_match_is(tmp_path):
    """A real interrupt ends the process with 130 and the path."""
    with shell("play", "trafalgar", "duel", "--seat", "allied=midshipman", home=tmp_path) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "has no orders" in line:
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait() == 130
    assert "The match is saved: " in rest
    assert "Go on with: weathergauge play --resume trafalgar-duel-" in rest


# Dice from a table


def test_dice_from_the_table_are_asked_for_with_what_they_are_for(tmp_path):
    """Impossible and left-over dice are refused, and nothing has changed; killed at the prompt, it asks the same again."""
    path = tmp_path / "m.jsonl"
    person = Person("turn 20 port", "7", "3 4", "x9", "", "port")
    session = sit_down(person, path=path, dice="typed", allied="me")
    session.run()
    asked = "Aigle turns 20 degrees to port: leadership — 1d6: "
    assert person.prompts == ["allied> ", *[asked] * 6]
    assert person.shown.count("expected 1 number from 1 to 6") == 3
    assert "'port' is not what the dice show" in person.shown
    steps = session.match.course.n
    again = Person("6")
    take_up(path, talk=again.talk)
    assert again.prompts[0] == asked
    assert "Aigle passes a leadership test to come to 340." in again.shown
    with Match.load(path, rulesets.ruleset) as match:
        assert match.course.n == steps + 1
        assert match.state.table.ships[1].heading == 340


def test_dice_may_wait(tmp_path):
    """Leaving while a throw is asked for keeps the match where it was."""
    path = tmp_path / "m.jsonl"
    person = Person("turn 20 port", "ships", "undo", "?", "quit")
    assert sit_down(person, path=path, dice="typed", allied="me").run() == "left"
    assert "1d6 are waited for: leadership." in person.shown
    again = Person("resign", "resign")
    assert take_up(path, talk=again.talk) == 0


def test_at_the_end_of_a_step_each_ship_throws_her_own_dice():
    """`done` asks for every ship's dice by her name, one ship after the other."""
    person = Person(more=["done" if n % 2 else "4" for n in range(400)])
    session = sit_down(person, "lee_column", dice="typed", allied="me", settings={"turns": 4})
    session.run()
    asked = {prompt for prompt in person.prompts if "hit and random factor" in prompt}
    assert len({prompt.partition(" fires")[0] for prompt in asked}) > 5
    assert not [prompt for prompt in asked if "the step ends" in prompt]


def test_a_whole_match_with_typed_dice(tmp_path):
    """Played by hand to the end, it can be proven like any other."""
    path, person = tmp_path / "m.jsonl", Person()
    session = sit_down(person, path=path, dice="typed", settings={"turns": 5})
    chance, lines = random.Random(1), sensible(session)
    person.talk._ask = lambda prompt: str(chance.randint(1, 6)) if "d6: " in prompt else next(lines)
    assert session.run() == "over"
    assert verify(path, rulesets.ruleset).ok


# Two at one keyboard


def locked_duel(path: Path | None = None) -> tuple[Session, Person]:
    """A hot seat in which both ships are locked and must decide in secret."""
    person = Person(live=True)
    session = sit_down(person, path=path, allied="me", settings={"turns": 9})
    from msgspec.structs import replace

    from weathergauge.rulesets.trafalgar.state import Boarding, Lock

    table = session.match.state.table
    table = replace(table, locks=(Lock(0, 1, "grappled"),), phase=Boarding())
    session.match.course.state = replace(session.match.state, table=table)
    session.match.course.mark = replace(session.match.course.mark, state=session.match.course.state)
    return session, person


def test_what_one_writes_in_secret_the_other_does_not_see():
    """Between the two the screen is cleared until Enter is pressed."""
    session, person = locked_duel()
    person.type("board", "undo", "board", "ready", "", "show bell", "log", "ready")
    session.run()
    shown = person.shown
    assert shown.count("Bellerophon will board Aigle.") == 2
    first, _, second = shown.partition("Allied to decide: press Enter when they sit here.")
    assert "Bellerophon will board Aigle" in first
    assert "1 ship could board; then say ready" in first
    assert "will board" not in second.partition("allied> ready")[0].partition("allied> log")[0]
    assert "Bellerophon boards Aigle." in second


def test_two_people_may_agree_on_a_draw():
    """Offered by one and accepted by the other."""
    person = Person("draw", "draw")
    session = sit_down(person, allied="me")
    assert session.run() == "over"
    assert "Nobody wins: a draw was agreed." in person.shown


# Rulesets without words of their own


def test_any_ruleset_is_played_from_numbered_lists(tmp_path):
    """A ruleset that has no desk here: subjects and actions by number, to the end."""
    match = Match.create(
        toy.TOY, "toy", "brush", seats={"red": "me", "blue": "bot"}, path=tmp_path / "m.jsonl", seed="1"
    )
    person = Person(
        "plot 3",
        "help",
        "help orders",
        "ships",
        "show boat 0",
        "options boat 0",
        "1",
        "options boat 1",
        "2",
        "options orders",
        "1",
        "options",
        "1",
    )
    session = Session(match, {"blue": toy.RandomBot("1")}, person.talk, tmp_path / "m.jsonl")
    assert session.run() == "over", person.shown
    assert "'plot 3' is no order here: `options` lists what can be done, and a number picks." in person.shown
    assert "`options` lists what can be done\n" in person.shown, "with every prompt"
    assert person.shown.count("Orders are picked from a list: ") == 2
    assert "hull: red 5, blue 5" in person.shown, "the table is told in words"


def test_a_table_without_a_picture_is_told_in_words_with_what_one_side_alone_knows():
    """Everything in the view of the seat, a line for each part of it."""
    match = Match.create(toy.TOY, "toy", "brush", seats={"red": "me", "blue": "me"}, seed="1")
    match.act("red", toy.Plot(0, 2))
    lines = desk_for(toy.TOY).roster(match.view("red"), 80)
    assert lines[0] == "turn: 1"
    assert lines[-1] == "you alone know: plots 2, sails 0"


# Misspelt orders


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("belerophon turn 20 starboard", "Bellerophon"),
        ("bellerophon sial 3", "sail"),
        ("bellerophon turn 20 starbord", "starboard"),
        ("trun 20 port", "turn"),
        ("belerophon turn 20 port then move 3", "Bellerophon"),
    ],
)
def test_a_misspelt_order_does_nothing_before_it_is_confirmed(line, meant):
    """Neither piped in, where nobody can be asked, nor at a terminal until the answer is yes."""
    person = Person(line)
    session = sit_down(person)
    session.run()
    assert f"did you mean {meant}? Nothing is done." in " ".join(person.shown.split())
    assert not [step for step in session.match.course.tail if step.by == "british"]
    before = session.match.course.n

    for answer in ("n", ""):
        person = Person(line, answer, live=True)
        session = sit_down(person)
        session.run()
        assert f"Did you mean {meant}? y/n: " in person.prompts
        assert "Not done." in person.shown
        assert session.match.course.n == before

    person = Person(line, "y", live=True)
    session = sit_down(person)
    session.thinking_over = False
    session.run()
    assert session.match.course.n > before


def test_every_slip_of_an_order_is_asked_about():
    """Name and verb each get their question, and yes carries the order out."""
    person = Person("belerophon sial 3", "y", "y", live=True)
    sit_down(person).run()
    asked = [prompt for prompt in person.prompts if prompt.startswith("Did")]
    assert asked == ["Did you mean Bellerophon? y/n: ", "Did you mean sail? y/n: "]
    assert "Bellerophon sails 3 inches." in person.shown


def test_the_first_letters_of_a_name_are_no_slip():
    """ "bell" is Bellerophon without a question."""
    person = Person("bell move 3", live=True)
    sit_down(person).run()
    assert "Bellerophon sails 3 inches." in person.shown
    assert not [prompt for prompt in person.prompts if prompt.startswith("Did")]


def test_looking_at_a_misspelt_ship_asks_nothing():
    """To show the wrong ship does no harm."""
    person = Person("show belerophon", "belerophon", live=True)
    sit_down(person).run()
    assert "she turns up to 180 degrees to either side: `bellerophon turn 20 port`" in person.shown
    assert not [prompt for prompt in person.prompts if prompt.startswith("Did")]


# The command line


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["play", "trafalgr", "duel"], "There is no title 'trafalgr': did you mean trafalgar?"),
        (["play", "trafalgar", "dual"], "There is no scenario of trafalgar 'dual': did you mean duel?"),
        (["play", "trafalgar"], "play trafalgar needs a scenario: one of duel, "),
        (["play", "trafalgar", "duel", "--seat", "british"], "--seat british: expected a seat and who plays it"),
        (["play", "trafalgar", "duel", "--seat", "britsh=me"], "there is no seat 'britsh' in trafalgar; did you mean british?"),
        (["play", "trafalgar", "duel", "--seat", "allied=captian"], "There is no player 'captian': did you mean captain?"),
        (["play", "trafalgar", "duel", "--set", "turn=3"], "turn: no such setting of trafalgar; did you mean turns?"),
        (["play", "trafalgar", "duel", "--set", "turns"], "--set turns: expected a setting as key=value"),
        (["play", "trafalgar", "duel", "--set", "turns=soon"], "turns=soon: expected a whole number from 1 to 200"),
        (["play", "trafalgar", "duel", "--set", "lines=pas"], "lines=pas: expected one of pass, collide; did you mean pass?"),
        (["play", "trafalgar", "duel", "--set", "arc=4", "--set", "arc=5"], "--set arc=5: arc is given twice"),
        (["play", "trafalgar", "duel", "--set", "into_below=100"], "into_below=100, on_bow_below=90 and quarter_below=150: expected"),
        (["play", "trafalgar", "duel", "--dise", "typed"], "did you mean --dice?"),
        (["play", "mistral", "x"], "There is no scenario of mistral 'x': expected one of teaching, quarter, year"),
        (["play", "--resume"], "no match waits to be gone on with in "),
        (["play", "--resume", "nothing"], "There is no match 'nothing': none is saved in "),
        (["play", "--resume", "nothing.jsonl"], "nothing.jsonl: there is no such file"),
        (["play", "trafalgar", "duel", "--resume"], "--resume goes on with a match as it is"),
        (["play", "trafalgar", "duel", "--save", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl cannot be written: "),
    ],
)  # fmt: skip
def test_what_is_asked_wrongly_is_one_sentence_and_writes_nothing(words, answer, capsys, tmp_path):
    """No record is begun by a command that is refused."""
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert answer in err
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_record_is_never_overwritten(tmp_path, capsys):
    """The file that lies there stays as it is."""
    path = tmp_path / "m.jsonl"
    path.write_text("mine")
    assert cli.main(["play", "trafalgar", "duel", "--save", str(path)]) == 2
    assert "exists already; choose another name" in capsys.readouterr().err
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (b"hello\n", "is not a Weather Gauge record"),
        (b"", "is empty"),
        (b'{"weathergauge":9}\n', "is a record of format 9"),
        (b'{"weathergauge":1,"title"', "is cut off in its first line"),
    ],
)
def test_what_is_no_record_is_not_gone_on_with(text, answer, tmp_path, capsys):
    """Play, replay and verify each say so in words and leave the file alone."""
    path = tmp_path / "m.jsonl"
    path.write_bytes(text)
    for command in (["play", "--resume"], ["replay"], ["verify"]):
        assert cli.main([*command, str(path)]) in (1, 2, 3)
        out, err = capsys.readouterr()
        assert answer in out + err
        assert "Traceback" not in out + err
    assert path.read_bytes() == text


def test_lines_can_be_piped_in(tmp_path):
    """They are shown as if typed, and the match can be taken up by another pipe."""
    process = shell("play", "trafalgar", "duel", "--seat", "allied=midshipman", "--seed", "1", home=tmp_path)
    out, _ = process.communicate("ships\nmove 5\n")
    assert process.returncode == 0
    assert "british> move 5" in out
    assert "Bellerophon sails 5 inches." in out
    assert "Go on with: " in out
    again = shell("play", "--resume", home=tmp_path)
    out, _ = again.communicate("log\nresign\n")
    assert "The Allies won: the British resigned." in out


def test_a_seat_may_be_played_by_anybody(tmp_path):
    """`--seat` for both: bots on both sides need nobody."""
    process = shell("play", "trafalgar", "duel", "--seat", "british=midshipman", "--seat", "allied=midshipman",
                    "--set", "turns=3", home=tmp_path)  # fmt: skip
    out, _ = process.communicate("")
    assert process.returncode == 0
    assert "The record is " in out


def test_what_is_said_to_the_match_is_told_in_words():
    """Taken back, resigned, draws and seats handed over are whole sentences."""
    from weathergauge.match.talk import DrawAccepted, DrawOffered, HandedOver, Resigned, TakenBack

    rules = rulesets.ruleset("trafalgar")
    deeds = [event("allied") for event in (TakenBack, Resigned, DrawOffered, DrawAccepted)]
    told = [telling.in_words(rules, deed) for deed in deeds]
    assert all(sentence and sentence.endswith(" by the Allies.") for sentence in told)
    said = telling.in_words(rules, HandedOver("allied", "captain"))
    assert said == "From here on the captain plays the Allies."


def test_words_are_asked_for_after_the_hash_is_shown(tmp_path):
    """The record has them as given openly, and that the bot gave none; without --words nobody gave any."""
    from weathergauge.cli.play import begin

    path = tmp_path / "m.jsonl"
    person = Person(" five sail in sight ", "quit")
    begin("trafalgar", "duel", save=str(path), talk=person.talk, words=True)
    record = Record.read(path)
    shown = "".join(person.shown.split())
    assert shown.index(record.header.seed_hash) < shown.index("fivesailinsight")
    assert (record.seeds, record.words) == ({"british": "five sail in sight"}, {"british": "plain", "allied": "bot"})
    begin("trafalgar", "duel", save=str(tmp_path / "n.jsonl"), talk=Person("quit").talk)
    record = Record.read(tmp_path / "n.jsonl")
    assert (record.seeds, record.words) == ({}, {"british": "none", "allied": "bot"})


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["trafalgar", "duel", "--words", "--seed", "1"], "leave out one of them"),
        (["--words"], "--words needs a title and a scenario"),
        (["--resume", "--words"], "--resume goes on with a match as it is"),
    ],
)
def test_words_where_they_prove_nothing_are_refused(words, answer, capsys):
    """With a seed of one's own, without a scenario, and in a match that goes on."""
    assert cli.main(["play", *words]) == 2
    assert answer in capsys.readouterr().err


def test_a_dispatch_tells_what_happened_since_the_last_move():
    """What the other side did, and after a move what came of it; nobody's being ready."""
    person = Person("dispatch", "move 3", "dispatch", "quit")
    sit_down(person).run()
    first, _, second = person.shown.partition("Bellerophon sails 3 inches")
    assert "\n- Aigle sails" in first
    assert "\n- Aigle fires her port broadside" in second
    assert not [line for line in person.shown.splitlines() if line.startswith("- ") and "ready" in line]
