"""What is not taken back alone: a step that showed its side what the enemy hid, or that he has answered since."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.fights import SPACE, asked, meeting
from tests.rulesets.sealords.sea import formation, order, state, view
from weathergauge.match import Match
from weathergauge.ruleset import Refused
from weathergauge.rulesets.sealords.battle.actions import Attack, BattleDeclined, Engaged
from weathergauge.rulesets.sealords.common import Committed, Noticed
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.state import State

RULES_OF = RULES["mistral"]


def match_at(position: State) -> Match:
    return Match.create(RULES_OF, "mistral", "teaching", seed="learnt", position=position)


def test_an_attack_is_not_taken_back_once_the_enemy_has_shown_himself():
    """He is made to engage, his ships and the gauge are told, and no die has fallen: a refusal all the same."""
    match = match_at(asked(meeting()))
    match.act("british", Attack(SPACE))
    assert any(isinstance(one.event, Engaged) and one.event.side == "bourbon" for one in match.events("british"))
    (step,) = [step for step in match.tail if step.by == "british"]
    assert match.learnt(step) is not None
    with pytest.raises(Refused, match="shown since what others did or hid"):
        match.take_back("british")
    match.offer_take_back("british")  # all may still agree to it


def test_an_attack_is_taken_back_before_anybody_is_shown():
    """Where the attacker has still to name who engages, the enemy has neither answered nor been seen."""
    ours: Any = {"british": {"orders": (order("o1", holder="b1"), order("o3", holder="b2"))}}
    before = asked(meeting(formation("b2", SPACE, order="o3"), **ours))
    match = match_at(before)
    match.act("british", Attack(SPACE))
    assert match.tail
    match.take_back("british")
    assert match.state == before


@pytest.mark.parametrize(
    ("heard", "learnt"),
    [
        (Committed("bourbon"), False),
        (Noticed("bourbon", "dice"), False),
        (Committed("british"), False),
        (BattleDeclined(SPACE), True),
        (Engaged("british", ("b1",), ("b1",)), False),
        (Engaged("bourbon", ("f1",), ("f1",)), True),
    ],
)
def test_whatever_is_heard_of_the_enemy_counts_but_that_he_is_ready(heard: Any, learnt: bool):
    """In a council both decide at once: that he is ready, or rolls dice behind his screen, is no answer to an order."""
    seen = view(meeting())
    assert RULES_OF.learnt(seen, seen, [heard]) is learnt


def test_a_counter_of_the_enemy_that_is_made_out_counts_and_an_own_one_does_not():
    """What both see of him is compared from before the step to now."""
    before = state(formations=[formation("b1", SPACE), formation("f1", SPACE, "bourbon")])
    spotted = before.with_formation(formation("f1", SPACE, "bourbon", known="spotted"))
    own = before.with_formation(formation("b1", SPACE, known="spotted"))
    assert RULES_OF.learnt(view(before), view(spotted), ())
    assert not RULES_OF.learnt(view(before), view(own), ())
