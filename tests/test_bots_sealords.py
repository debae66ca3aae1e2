"""The captain and the admiral of the campaigns: orders, passages, small ships, battles and yards."""

import pytest

from weathergauge.simulate import jobs, series

TITLES = pytest.mark.parametrize("title", ["mistral", "cold_waves"])


@TITLES
def test_a_captain_beats_a_midshipman(title: str):
    """The short form of `make ladder`, which plays two hundred."""
    played = series(jobs(title, "quarter", {"british": "captain", "bourbon": "midshipman"}, 4, seed="t"))
    assert all(game.bots[game.result.winner or ""] == "captain" for game in played.games if game.result.winner)
    assert sum(game.result.winner is not None for game in played.games) >= 3
