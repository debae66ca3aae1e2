"""What comes after a battle: prizes, disorder, damage and leaders."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.fights import (
    SPACE,
    decided,
    plays,
    refusal,
    step,
)
from tests.rulesets.sealords.sea import (
    MISTRAL,
    formation,
    heard,
    leader,
    squadron,
    view,
)
from weathergauge.rulesets.sealords import damage, leaders
from weathergauge.rulesets.sealords.battle import aftermath, subroutine
from weathergauge.rulesets.sealords.battle.actions import (
    CallOff,
    Foundered,
    TakePrize,
)
from weathergauge.rulesets.sealords.battle.combat import Harm
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.formations.actions import TransferSail
from weathergauge.throwing import RandomDice, ScriptedDice

# After the battle


def test_prizes_join_squadrons_with_room():
    """Two sail lost, a 0 takes both. One goes to each squadron with room, with 2 damage points; a frigate to nobody."""
    own = formation("b1", squadrons=[squadron("a", sail=3), squadron("b", sail=3)], order="o1")
    begun = decided(
        own, formation("f1", SPACE, "bourbon"), bourbon={"lost": (("frigate", 1), ("sol", 2)), "dps": 4, "began": 9}
    )
    found = aftermath.decided(begun, MISTRAL, ScriptedDice([0]))
    assert step(found) == ("british", "prizes")
    assert subroutine.options(view(found, "british"), MISTRAL)[STEP] == [
        TakePrize("sol", "a"),
        TakePrize("sol", "b"),
        Ready(),
    ]
    assert "cannot go to 'c'" in refusal(found, TakePrize("sol", "c"))
    taken = plays(found, ("british", TakePrize("sol", "a")))
    prize = taken.formation("b1")
    assert prize is not None
    assert [(one.sail, one.dps) for one in prize.squadrons] == [(4, 2), (4, 2)]


def test_a_captured_flagship_joins_the_line():
    """Three sail and the prize are four."""
    own = formation("b1", squadrons=[squadron("a", sail=3)], order="o1")
    begun = decided(own, formation("f1", SPACE, "bourbon"), bourbon={"lost": (("flagship", 1),), "began": 9})
    found = aftermath.decided(begun, MISTRAL, ScriptedDice([0]))
    after = found.formation("b1")
    assert after is not None
    assert after.sail == 4


@pytest.mark.parametrize(
    ("british", "bourbon", "disordered"),
    [
        ((("sol", 1),), (("sol", 2),), ("f1",)),
        ((("sol", 2),), (("sol", 2),), ()),
        ((("sol", 4),), (("sol", 4),), ("b1", "f1")),
        ((), (), ()),
    ],
)
def test_more_sail_lost_or_half_the_sail_disorganises(british: Any, bourbon: Any, disordered: tuple[str, ...]):
    """By what each side lost and began with."""
    begun = decided(
        formation("b1", order="o1"),
        formation("f1", SPACE, "bourbon"),
        british={"lost": british, "began": 8},
        bourbon={"lost": bourbon, "began": 8},
    )
    found = aftermath.decided(begun, MISTRAL, RandomDice(0))
    assert tuple([one.id for one in found.formations if one.disorganised]) == disordered


def test_squadrons_beyond_their_rating_are_checked_after_the_battle():
    """13 points on a rating of 10: a 3 sinks a sail, which counts as lost in battle."""
    hurt = formation("f1", SPACE, "bourbon", [squadron("a", dps=13)])
    begun = decided(formation("b1", order="o1"), hurt)
    dice = ScriptedDice([3, 9])
    found = aftermath.decided(begun, MISTRAL, dice)
    left = found.formation("f1")
    assert left is not None
    assert (left.sail, left.dps) == (3, 10)
    assert [one.sail for one in heard(dice) if isinstance(one, Foundered)] == [1]


def test_a_formation_that_is_lost_leaves_its_leader_without_a_post():
    """He is ashore again."""
    last = formation("f1", SPACE, "bourbon", [squadron("a", "frigate", 1)], leader=leader("court", "french"))
    begun = decided(formation("b1", order="o1"), last)
    gone = aftermath.harmed(begun, "bourbon", ("a",), Harm((0,), (1,)))
    assert gone.formation("f1") is None
    assert [one.id for one in gone.secret("bourbon").leaders] == ["court"]


def test_what_has_fought_may_be_reorganised_in_its_space():
    """Two of its squadrons have room: a sail may go from one to the other, by a strategy check; nothing is detached.

    Holds SL45.
    """
    beaten = formation(
        "f1", SPACE, "bourbon", [squadron("a", sail=2), squadron("b", sail=1)], leader=leader("court", "french")
    )
    begun = decided(formation("b1", order="o1"), beaten, bourbon={"dps": 3, "began": 3})
    found = aftermath.decided(begun, MISTRAL, ScriptedDice([]))
    assert step(found) == ("bourbon", "reorganise")
    options = subroutine.options(view(found, "bourbon"), MISTRAL)
    assert TransferSail("b", 1, "a") in options["b"]
    assert "DetachSquadron" not in {type(one).__name__ for several in options.values() for one in several}
    assert "reorganise what has fought" in refusal(found, CallOff())
    moved = plays(found, ("bourbon", TransferSail("b", 1, "a")), faces=[0])
    after = moved.formation("f1")
    assert after is not None
    assert [(one.id, one.sail) for one in after.squadrons] == [("a", 3)]


# Damage and leaders by themselves


@pytest.mark.parametrize(
    ("dps", "rows", "modifier", "slower"), [(3, 1, 0, 0), (4, 1, 1, 0), (6, 1, 1, 0), (7, 2, 1, 1), (11, 3, 1, 1)]
)
def test_rows_of_damage_add_up(dps: int, rows: int, modifier: int, slower: int):
    """A rating of 10: over a third, over two thirds, beyond. Over two thirds keeps the +1 of the row before."""
    hurt = formation("b1", squadrons=[squadron("a", dps=dps), squadron("b")])
    assert len(damage.bands(hurt.squadrons[0].dps, hurt.squadrons[0].rating, MISTRAL.charts)) == rows
    assert sum([one.value for one in damage.reinforcement(hurt, MISTRAL.charts)]) == modifier
    assert damage.allowance(hurt, MISTRAL.charts) == 4 - slower


def test_a_check_passes_on_at_most_the_rating():
    """A 0 always passes, and where nobody leads the rating is 0."""
    assert leaders.passes(3, (), ScriptedDice([3]), why="a check")
    assert not leaders.passes(3, (), ScriptedDice([4]), why="a check")
    assert leaders.passes(0, (), ScriptedDice([0]), why="a check")
    assert (leaders.lr(None, MISTRAL.charts), leaders.personality(None)) == (0, "timid")


def test_who_is_senior():
    """Rank, then ensign, then the year of promotion, then leadership."""
    vice = leader("lestock", rank="vice_admiral", ensign="white", year=1743)
    red = leader("norris", rank="vice_admiral", ensign="red", year=1743)
    early = leader("old", rank="vice_admiral", ensign="white", year=1734)
    abler = leader("abler", rank="vice_admiral", ensign="white", year=1743, lr=5)
    rear = leader("rowley", ensign="red", lr=9)
    for better in (red, early, abler):
        assert leaders.senior([vice, rear, better, None], MISTRAL.charts) == better
    assert leaders.senior([None], MISTRAL.charts) is None
