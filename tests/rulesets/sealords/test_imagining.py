"""What a side imagines behind the enemy's counters, and what it sees of him while both decide."""

from __future__ import annotations

from tests.rulesets.sealords.sea import SIDES
from weathergauge.ruleset import TABLE, Proceed, Told
from weathergauge.rulesets.sealords.common import Committed, Ready
from weathergauge.rulesets.sealords.phases import Decoying, Offering, Plotting
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea.actions import Decoy, Plot
from weathergauge.throwing import SeededDice

from .sea import convoy, dummy, formation, leader, order, squadron, state, view

RULES_OF = RULES["mistral"]


def test_a_hidden_counter_may_be_anything_that_could_be_there():
    """Warships with and without a leader, a convoy, or nothing at all."""
    there = state(formations=(formation("b1"), formation("f1", "space_14", "bourbon")))
    kinds = set()
    for n in range(60):
        guess = RULES["mistral"].imagine(view(there), SeededDice(f"guess {n}".encode())).formation("f1")
        assert guess is not None
        kinds.add(guess.kind)
    assert kinds == {"squadron", "flotilla", "convoy", "dummy"}


def test_what_is_imagined_shows_as_the_counters_do():
    """What was spotted keeps its colours, classes and leader; what fought is known wholly."""
    spotted = formation(
        "f1", "space_14", "bourbon", (squadron("a"), squadron("b", "frigate")), leader=leader("court", "french"),
        known="spotted",
    )  # fmt: skip
    there = state(
        formations=(
            formation("b1"), spotted, formation("f2", "space_13", "bourbon", known="all"),
            convoy("f3", "space_12", "bourbon", known="spotted"), dummy("f4", "space_11", "bourbon"),
        )
    )  # fmt: skip
    for n in range(20):
        guess = RULES["mistral"].imagine(view(there), SeededDice(f"guess {n}".encode()))
        assert guess.shown().table.counters == there.table.counters


def test_a_side_that_is_asked_for_battle_is_imagined_with_somebody_to_fight():
    """However many dummies may lie there, one counter at least has guns, orders and a quarrel."""
    seen = formation("b1", known="spotted")
    there = state(
        formations=(seen, formation("f1", "space_7", "bourbon", order="o"), dummy("f2", "space_7", "bourbon")),
        phase=Offering("bourbon", "space_7"),
    )
    for n in range(30):
        guess = RULES["mistral"].imagine(view(there), SeededDice(f"guess {n}".encode()))
        able = [one for one in guess.at("space_7", "bourbon") if one.squadrons and one.order]
        assert any(there.table.relation(one.command, "british") == "war" for one in able)


def test_nobody_sees_what_is_placed_before_both_are_ready():
    """A dummy is behind the screen until the table proceeds."""
    there = state(
        formations=(formation("b1"), formation("f1", "space_14", "bourbon")), phase=Decoying(SIDES), step="dummies"
    )
    placed = RULES_OF.play(there, "british", Decoy("space_7"), SeededDice(b"none"))
    assert RULES_OF.view(placed.state, "bourbon") == RULES_OF.view(there, "bourbon")
    assert all(told.to == ("british",) for told in placed.events)
    after = placed.state
    for side in ("british", "bourbon"):
        after = RULES_OF.play(after, side, Ready(), SeededDice(b"none")).state
    assert RULES_OF.to_act(after) == (TABLE,)
    went_on = RULES_OF.play(after, TABLE, Proceed(), SeededDice(b"on")).state
    assert len(went_on.table.counters) == 3


def test_what_is_plotted_waits_for_the_table():
    """The last plot tells that its side is ready, and no more."""
    cruise = order("o", "cruise", holder="b1", target=("space_13", "space_14", "space_7"))
    there = state(
        formations=(formation("b1", order="o"), formation("f1", "space_14", "bourbon")),
        british={"orders": (cruise,)},
        phase=Plotting("british"),
    )
    done = RULES_OF.play(there, "british", Ready(), SeededDice(b"none"))
    assert RULES_OF.to_act(done.state) == (TABLE,)
    assert done.events == (Told(Committed("british")),)
    plots = [one for one in RULES_OF.legal(RULES_OF.view(there, "british")) if isinstance(one, Plot) and one.to]
    plotted = RULES_OF.play(there, "british", plots[0], SeededDice(b"none")).state
    assert plotted.table.counters == there.table.counters
