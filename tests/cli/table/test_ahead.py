"""Standing orders at the keyboard: said in words, followed while others play, told of, kept with the match and taken back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.keyboard import Person, at_table, sit_down
from weathergauge.cli.console import Wrong
from weathergauge.cli.play import take_up
from weathergauge.cli.table.ahead import BESIDE
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.sealords.standing import StandingOrders


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Matches of these tests are kept nowhere else."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))


def campaign(person: Person, path: Path | None = None, seed: str = "x1"):
    """The British of the quarter of Toulon, against a captain."""
    return at_table(person, "mistral", "quarter", {"british": "me", "bourbon": "captain"}, path, seed=seed)


def wished(*lines: str) -> tuple[StandingOrders, str]:
    """What stands for the British after these lines, and what was shown."""
    person = Person(*lines)
    session = campaign(person)
    session.run()
    orders = session.ahead.orders("british")
    assert isinstance(orders, StandingOrders)
    return orders, " ".join(person.shown.split())


def test_wishes_of_a_campaign_are_said_in_one_line():
    """Courses with their rules, searches, screens, odds of battle, passed steps and what wakes, parted by commas."""
    orders, shown = wished(
        "standing course van west corsica catch gale wait, course rear space 14, course centre gibraltar harbour beat,"
        " search, repair, news, screen pass, battle 3 to 2, pass moves, tasks, wake sighted, lost"
    )
    assert [(course.to, course.contrary, course.gale) for course in orders.courses] == [
        ("space_11", "catch", "wait"), ("space_14", "beat", "wait"), ("gibraltar/harbour", "beat", "wait"),
    ]  # fmt: skip
    assert (orders.search, orders.repair, orders.news, orders.screen) == (True, True, True, "pass")
    assert (orders.battle, orders.ours, orders.theirs) == ("odds", 3, 2)
    assert orders.passes == ("sailing", "tasking")
    assert orders.wake == ("sighted", "lost")
    assert "Van goes to west Corsica (#11), tries to catch contrary winds and waits before gales." in shown


def test_a_wish_is_changed_and_taken_back_by_itself():
    """A later course takes the place of an earlier one, and `off` ends one thing and leaves the rest."""
    orders, _ = wished(
        "standing course van home, search, battle decline", "standing course van corsica", "standing search off"
    )
    assert [course.to for course in orders.courses] == ["space_11"]
    assert (orders.search, orders.battle) == (False, "decline")
    orders, shown = wished("standing course van corsica", "standing course van off", "standing off")
    assert not orders.courses
    assert "you are asked about everything" in shown


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("standing", "Nothing stands: you are asked about everything."),
        ("standing fly", "Standing fly: expected one of course, search"),
        ("standing course", "name a formation of yours, and where it goes"),
        ("standing course van nowhere", "name one place of the map, or home"),
        ("standing course van corsica maybe", "after the place expected beat, catch, wait, ask against the wind"),
        ("standing pass moves bla", "expected some of dummies, directions, moves, tasks"),
        ("standing pass", "say which of dummies"),
        ("standing battle 20 to 1", "expected a number from 1 to 10"),
        ("standing battle perhaps", "expected ask, decline, or odds such as 2 to 1"),
        ("standing screen", "expected one of ask, pass, send"),
        ("standing join", "expected one of ask, battle, strength"),
        ("standing until sunday", "expected one of increment, impulse, turn, off"),
        ("standing search maybe", "expected one of on, off"),
        ("standing course van barcelona, course van corsica harbour", "has no harbour: name a port"),
    ],
)
def test_what_cannot_be_ordered_ahead_is_answered(said, answer):
    """Each with one sentence that says what would be; nothing stands after it."""
    orders, shown = wished(said)
    assert answer in shown
    assert orders == StandingOrders()


def test_they_are_followed_told_of_and_wake(tmp_path):
    """They pass what they are for, say in brief what they gave and what happened, wake, and are in the record as plain orders."""
    person = Person("standing course rear space 14, battle decline, pass all, search, screen pass, news, wake sighted")
    path = tmp_path / "match.jsonl"
    session = campaign(person, path)
    session.run()
    shown = " ".join(person.shown.split())
    assert "Your standing orders wake you. An enemy is sighted" in shown
    assert "Your standing orders: nothing more to decide (" in shown
    assert "sentences more of what happened meanwhile: `log" in shown
    assert session.match.steps > 20
    assert verify(path, ruleset).ok


def test_they_are_taken_up_with_the_match(tmp_path):
    """Who leaves and comes back finds them as they were; a file that is damaged is named."""
    path = tmp_path / "match.jsonl"
    campaign(Person("standing course van corsica gale go"), path).run()
    again = Person("standing")
    take_up(path, talk=again.talk)
    assert "Van goes to west Corsica (#11), beats up against contrary winds and goes" in " ".join(again.shown.split())
    beside = path.with_name(path.name + BESIDE)
    beside.write_text("{")
    with pytest.raises(Wrong, match=r"standing cannot be read .*: remove it"):
        take_up(path, talk=Person().talk)
    beside.unlink()
    campaign(Person("standing course van corsica", "standing off"), tmp_path / "other.jsonl").run()
    assert not (tmp_path / f"other.jsonl{BESIDE}").exists()


def test_whoever_goes_back_decides_himself():
    """A plot that standing orders gave is taken back, and not given again in that step."""
    stands = "standing course van corsica gale go, pass dummies, screen pass, battle decline, wake lost"
    person = Person(stands, "ready", "ready", "undo", "ships", "hold van")
    session = campaign(person)
    session.run()
    shown = " ".join(person.shown.split())
    assert "Your standing orders: Van is to go to the waters off Provence (#12)." in shown
    assert "Taken back: Van is to go to the waters off Provence (#12)." in shown
    van = next(formation for formation in session.match.view("british").own.formations if formation.name == "Van")
    assert (van.id, "") in session.match.view("british").own.plots


def test_own_formations_have_their_own_names():
    """In the log of whoever leads them; the enemy's are counters, also when they are gone."""
    person = Person(
        "standing course van corsica gale go, battle decline, pass all, search, screen pass, wake lost", "log all"
    )
    session = campaign(person)
    session.run()
    shown = " ".join(person.shown.split())
    assert "Van goes to the waters off Provence (#12)." in shown
    assert "Spotted at the coast A: Van" in shown or "spots Van at the coast A" in shown
    assert " counter 3 " in shown
    assert not re.search(r"(?<!the Bourbon)(?<!The Bourbon)(?<!British) counter \d", shown)


def test_ships_are_ordered_ahead_too():
    """In the tactical titles by the words of their fleets; what does not fit is answered."""
    person = Person(
        "standing fire nearest, sail on, near 8, hand bellerophon, other captains", "standing", "standing sail follow",
        "standing rest off", "standing hand aigle", "standing near", "standing load round", "standing help", "standing off",
    )  # fmt: skip
    sit_down(person, allied="midshipman").run()
    shown = " ".join(person.shown.split())
    assert "Ships go on as they were until an enemy is within 8 inches." in shown
    assert "Every broadside is fired at the nearest." in shown
    assert "Captains decide whatever else is asked." in shown
    assert "expected one of ask, on, captains" in shown
    assert "expected a number from 0 to 60" in shown
    assert "'aigle' is no ship of yours" in shown
    assert "Standing load: expected one of sail, near, met, fire, other, hand, rest" in shown


def test_a_captain_orders_the_rest_of_a_turn():
    """`standing rest` is given once, and the next question is one of the next turn."""
    person = Person("standing rest")
    session = sit_down(person, allied="midshipman")
    session.run()
    assert session.desk.turn(session.match.view(None)) == 2
    assert "Your standing orders: " in person.shown


def test_nothing_is_ordered_ahead_in_a_lesson():
    """The voice leads there: a sentence says how to go on without it."""
    from weathergauge.cli.play import learn

    person = Person("", "standing")
    learn("trafalgar", None, person.talk)
    assert "Orders cannot be given ahead while your guide leads you" in " ".join(person.shown.split())
