"""How often a campaign asks: whole quarters played with standing orders, against a captain."""

from __future__ import annotations

from tests.prompts import Count, letters, turns

QUIET = 8
"""Prompts of a turn in which no enemy is met."""
EMPTY = 0.1
"""The share of prompts in which nothing is ordered."""
WEEKS, A_DAY = 3, 2
"""By correspondence a quarter is played in three weeks, at two answers a day."""


def test_a_quarter_asks_seldom_and_nearly_never_for_nothing():
    """Either side of both titles, two quarters each: quiet turns, empty prompts, and the answers that are sent."""
    everything: list[Count] = []
    for title in ("mistral", "cold_waves"):
        for seat in ("british", "bourbon"):
            for seed in ("quiet", "c"):
                quarter = list(turns(title, "quarter", seat, True, 8, seed).values())
                game = f"{title} {seat} {seed}"
                assert all(turn.prompts <= QUIET for turn in quarter if not turn.met), game
                assert 0 < sum(turn.answers for turn in quarter) <= WEEKS * 7 * A_DAY, game
                everything += quarter
    assert sum(turn.empty for turn in everything) <= EMPTY * sum(turn.prompts for turn in everything)


def test_a_quarter_by_correspondence_takes_three_weeks_at_most():
    """Two players, each with standing orders and two looks a day, six hours after the other's: from the first council to the last."""
    for title in ("mistral", "cold_waves"):
        for seed in ("letters 0", "letters 1"):
            played = letters(title, "quarter", seed)
            assert 0 < played.days <= WEEKS * 7, (title, seed, played)
            assert all(0 < answers <= WEEKS * 7 * A_DAY for answers in played.answers.values()), (title, seed, played)
