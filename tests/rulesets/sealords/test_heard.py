"""What each side hears of what the other does: whatever can be seen is heard, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.fights import ATTACK, SPACE, asked, decided, meeting, plays, step
from tests.rulesets.sealords.sea import MISTRAL, formation, leader, squadron, state
from tests.rulesets.sealords.test_sailing import moving
from tests.rulesets.sealords.test_weather import run
from weathergauge.ruleset import Told
from weathergauge.rulesets.sealords.battle import aftermath
from weathergauge.rulesets.sealords.battle.actions import Engage, Engaged, Named
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.formations.actions import PostLeader, Reorganised
from weathergauge.rulesets.sealords.phases import Going, Sailing
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea.actions import Beat, BeatUp, MarkedTime, MarkTime
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.throwing import RandomDice, RecordedDice, ScriptedDice

MISTRAL_RULES = RULES["mistral"]


def heard(before: State, action: Any, side: str = "british") -> list[Told]:
    """What is told of an order without dice."""
    return list(MISTRAL_RULES.play(before, side, action, RecordedDice(())).events)


@pytest.mark.parametrize(
    ("action", "event", "words"),
    [
        (
            Beat("b1", "space_7"),
            BeatUp("b1", "b1", "space_7"),
            "B1 begins to beat up to the waters north of Majorca and Minorca (#7).",
        ),
        (MarkTime("b1"), MarkedTime("b1", "b1"), "B1 marks time."),
    ],
)
def test_all_hear_what_a_formation_that_lies_open_does(action: Any, event: Any, words: str):
    """Holds SL93."""
    before = moving(formation("b1", "port_mahon", order="o", known="all"), formation("b2", "palma", order="o"))
    assert heard(before, action) == [Told(event)]
    assert MISTRAL_RULES.tell(before, event) == words
    after = MISTRAL_RULES.play(before, "british", action, RecordedDice(())).state
    assert MISTRAL_RULES.view(after, "bourbon") != MISTRAL_RULES.view(before, "bourbon")


@pytest.mark.parametrize("action", [Beat("b1", "space_7"), MarkTime("b1")])
def test_what_a_hidden_formation_does_its_own_side_hears_alone(action: Any):
    """Holds SL93: nothing that the other side can see changes either."""
    before = moving(formation("b1", "port_mahon", order="o"), formation("b2", "palma", order="o"))
    played = MISTRAL_RULES.play(before, "british", action, RecordedDice(()))
    assert all(told.to == ("british",) for told in played.events)
    assert MISTRAL_RULES.view(played.state, "bourbon") == MISTRAL_RULES.view(before, "bourbon")


def test_formations_are_named_for_a_battle_in_the_open():
    """Holds SL93: by their counters, since what they are is shown only when all are named."""
    dice = ScriptedDice([])
    found = plays(asked(meeting(formation("b2", order="o1"))), ATTACK)
    found = plays(found, ("british", Engage("b2")), faces=dice)
    assert dice.events() == (Told(Named("british", "b2")),)
    assert (
        MISTRAL_RULES.tell(found, Named("british", "b2")) == "The British name the British counter b2 for the battle."
    )
    after = RandomDice(0)
    plays(found, ("british", Ready()), faces=after)
    assert [type(one.event) for one in after.told if isinstance(one.event, Named | Engaged)] == [Engaged, Engaged]


def test_a_new_leader_after_a_battle_is_heard_by_all():
    """Holds SL93: the two formations have fought, and nothing of them is hidden."""
    second = formation("f2", SPACE, "bourbon", [squadron("c")], leader=leader("gabaret", "french"), known="all")
    junior = leader("court", "french", rank="commodore")
    beaten = formation("f1", SPACE, "bourbon", [squadron("a", sail=2)], leader=junior)
    begun = decided(formation("b1", order="o1"), beaten, bourbon={"dps": 3, "began": 3})
    begun = begun.with_formation(second)
    assert begun.table.battle is not None
    sides = begun.table.battle.sides
    fought = replace(sides[1], engaged=("f1", "f2"))
    begun = replace(begun, table=replace(begun.table, battle=replace(begun.table.battle, sides=(sides[0], fought))))
    found = aftermath.decided(begun, MISTRAL, ScriptedDice([]))
    assert step(found) == ("bourbon", "reorganise")
    told = MISTRAL_RULES.play(found, "bourbon", PostLeader("gabaret", "f1"), RecordedDice(())).events
    assert Told(Reorganised("bourbon", "Gabaret takes command of f1")) in told


def test_a_side_with_nothing_to_decide_is_passed_over():
    """Holds SL93: the British have nothing at sea, so the table goes on without a word."""
    after, log = run("sail_b", state(formations=[formation("f1", "toulon", "bourbon")], first="bourbon"), MISTRAL)
    assert (after.table.phase, log) == (Going(), [])
    after, log = run("sail_b", state(formations=[formation("b1", order="o")], first="bourbon"), MISTRAL)
    assert after.table.phase == Sailing("british")
