"""When an action ends, who has won, and who hoists her colours again."""

from typing import Any

import pytest

from tests.rulesets.wsim.sea import heard, ship, table
from weathergauge.rulesets.wsim import victory
from weathergauge.rulesets.wsim.actions import Fate
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import Crewed, Over, Table, replace
from weathergauge.throwing import ScriptedDice

CHARTS = charts()


def sea(mars: dict[str, Any] | None = None, pluton: dict[str, Any] | None = None, **changed: Any) -> Table:
    one = replace(ship("mars", (0, 0), 1, points=10), **(mars or {}))
    other = replace(ship("pluton", (4, 0), 1, "french", points=7), **(pluton or {}))
    return table(one, other, **changed)


def fleet(**lost: dict[str, Any]) -> Table:
    """Two ships a side, worth 10, 12, 7 and 9."""
    ships = (
        ship("mars", (0, 0), 1, points=10), ship("ajax", (3, 0), 1, points=12),
        ship("pluton", (4, 0), 1, "french", points=7), ship("heros", (8, 0), 1, "french", points=9),
    )  # fmt: skip
    return table(*(replace(one, **lost.get(one.id, {})) for one in ships))


STRUCK = {"colours": "struck"}
PRIZE = {"side": "british", "prize": Crewed(2, "crack")}


@pytest.mark.parametrize(
    ("pluton", "reason"),
    [
        (STRUCK, "Pluton has struck"),
        ({"colours": "surrendered"}, "Pluton has surrendered"),
        ({"gone": "sunk"}, "Pluton has sunk"),
        ({"gone": "exploded"}, "Pluton has blown up"),
        ({"danger": "may_sink"}, "Pluton is a wreck"),
        ({"crew": (0, 0, 0)}, "Pluton has no crew left"),
        (PRIZE, "Pluton is taken"),
    ],
)
def test_a_duel_ends_with_the_first_ship_beaten(pluton, reason):
    """In whichever way she is."""
    assert victory.ending(sea(duel=True), CHARTS) is None
    assert victory.ending(sea(pluton=pluton, duel=True), CHARTS) == Over("british", reason)


def test_both_at_once_is_a_draw():
    """Whatever became of each."""
    over = victory.ending(sea(STRUCK, {"gone": "exploded"}, duel=True), CHARTS)
    assert over == Over(None, "Mars and Pluton are beaten together")


def test_a_fleet_action_goes_on_while_both_sides_have_a_ship():
    """Then points decide."""
    assert victory.ending(fleet(pluton=STRUCK), CHARTS) is None
    over = victory.ending(fleet(pluton=STRUCK, heros={"gone": "sunk"}), CHARTS)
    assert over == Over("british", "one side can fight no more, 16 points to 0")


def test_both_sides_score_for_what_they_have_done():
    """A prize of 12 counts 24, a struck ship of 10 once; the losers have 9."""
    over = victory.ending(
        fleet(mars=STRUCK, ajax={"side": "french", "prize": Crewed(2, "crack")}, heros=STRUCK), CHARTS
    )
    assert over == Over("french", "one side can fight no more, 34 points to 9")


def test_points_of_struck_sunk_and_exploded_ships_are_the_same_and_prizes_count_twice():
    """WS26."""
    for lost in (STRUCK, {"gone": "sunk"}, {"gone": "exploded"}, {"danger": "may_sink"}, {"crew": (0, 0, 0)}):
        assert victory.score(fleet(pluton=lost), CHARTS) == {"british": 7, "french": 0}
    assert victory.score(fleet(pluton=PRIZE), CHARTS) == {"british": 14, "french": 0}
    assert victory.score(fleet(pluton=PRIZE | STRUCK), CHARTS) == {"british": 14, "french": 0}
    assert victory.score(fleet(pluton=PRIZE | {"gone": "sunk"}), CHARTS) == {"british": 7, "french": 0}
    assert victory.score(fleet(pluton={"gone": "left"}), CHARTS) == {"british": 0, "french": 0}


def test_the_limit_of_turns_counts_when_a_turn_is_over():
    """Not in the midst of it; level points are a draw."""
    at = replace(fleet(heros=STRUCK), turn=40)
    assert victory.ending(at, CHARTS) is None
    assert victory.ending(at, CHARTS, True) == Over("british", "the time is up, 9 points to 0")
    assert victory.ending(replace(at, turn=39), CHARTS, True) is None
    level = replace(sea(duel=True), turn=40)
    assert victory.ending(level, CHARTS, True) == Over(None, "the time is up, level at 0 points")


def test_a_hurricane_ends_every_action():
    """On the points as they stand."""
    over = victory.ending(replace(fleet(), velocity=7), CHARTS)
    assert over == Over(None, "a hurricane parts the ships, level at 0 points")


def test_a_ship_that_surrendered_recovers_with_a_friend_within_five_hexes():
    """Who still fights himself."""
    given_up = {"colours": "surrendered"}
    dice = ScriptedDice([])
    assert victory.recover(fleet(mars=given_up), CHARTS, dice).ships[0].able
    assert heard(dice) == [Fate("mars", "recovers", "ajax")]
    far = given_up | {"bow": (-3, 0)}
    assert not victory.recover(fleet(mars=far), CHARTS, ScriptedDice([])).ships[0].able
    for friend in (STRUCK, given_up, {"side": "french", "prize": Crewed(2, "crack")}):
        assert not victory.recover(fleet(mars=given_up, ajax=friend), CHARTS, ScriptedDice([])).ships[0].able


def test_neither_struck_nor_boarded_ships_recover():
    """Their colours are down for good."""
    at = fleet(mars=STRUCK)
    assert victory.recover(at, CHARTS, ScriptedDice([])) == at
    taken = fleet(mars={"colours": "surrendered", "side": "french", "prize": Crewed(1, "crack")})
    assert victory.recover(taken, CHARTS, ScriptedDice([])) == taken


def test_points_given_at_the_start_decide_a_duel_that_runs_out():
    """WS82: the French were given a point; whoever strikes loses all the same."""
    over = victory.ending(sea(duel=True, head_start=-1, turn=40), CHARTS, turn_over=True)
    assert over == Over("french", "the time is up, 1 point to 0, 1 of them given")
    assert victory.ending(sea(pluton=STRUCK, duel=True, head_start=-1), CHARTS) == Over("british", "Pluton has struck")
