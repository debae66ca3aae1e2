"""Orders compared by playing them on."""

from __future__ import annotations

from weathergauge.bots.playout import compared, preferred


def test_an_order_that_is_plainly_worse_is_given_up_after_a_round():
    """The better half goes on, and the usual order always does."""
    worth = {"usual": 0.0, "good": 0.1, "bad": -1.0, "best": 0.2}
    values = compared(list(worth), lambda order, battle: worth[order], [2, 2], 3600)
    assert [len(found) for found in values] == [4, 2, 2, 4]


def test_comparing_ends_when_only_the_usual_order_is_left():
    """Once the other order has been given up, no more battles are played for its sake."""
    values = compared(["usual", "bad"], lambda order, battle: -float(order == "bad"), [4, 50], 3600)
    assert [len(found) for found in values] == [4, 4]


def test_one_battle_gives_up_nobody_but_the_worse_half():
    """An order that did worse in the first battle and better in all others is chosen in the end."""
    worth = {"usual": lambda battle: 0.0, "other": lambda battle: 1.0 if battle else -0.5}
    values = compared(list(worth), lambda order, battle: worth[order](battle), [1, 1, 2, 4], 3600)
    assert preferred(list(worth), values) == "other"


def test_without_time_nothing_is_compared():
    """A budget of no seconds leaves every list of results empty."""
    assert compared(["usual", "other"], lambda order, battle: 1.0, [4], 0) == [[], []]


def test_another_order_is_preferred_only_if_it_did_better_than_chance_explains():
    """Four battles that agree are enough, three are not, and an order that was given up on the way never wins."""
    usual = [0.0, 0.1, 0.0, 0.1]
    assert preferred(["usual", "other"], [usual, [0.3, -0.2, 0.3, -0.1]]) == "usual"
    assert preferred(["usual", "other"], [usual, [0.3, 0.2, 0.3, 0.2]]) == "other"
    assert preferred(["usual", "other"], [usual[:3], [0.3, 0.2, 0.3]]) == "usual"  # three battles prove nothing
    assert preferred(["usual", "other"], [usual, [9.0, 9.0]]) == "usual"  # given up on the way
