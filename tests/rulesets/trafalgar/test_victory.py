"""Victory: points for what has struck, and when the battle ends (TR22)."""

import pytest

from tests.rulesets.trafalgar.sea import Sea, ship
from weathergauge.frame.events import Ended
from weathergauge.rulesets.trafalgar.actions import Finish
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Moving, Over, Settings, Ship
from weathergauge.rulesets.trafalgar.victory import ending, score


@pytest.mark.parametrize(
    ("id", "points"),
    [
        ("rayo", 6), ("temeraire", 5), ("formidable", 5), ("pluton", 4), ("san_leandro", 4), ("cornelie", 2), ("argus", 1),
        ("victory", 8), ("royal_sovereign", 8), ("bucentaure", 7), ("britannia", 6), ("principe_de_asturias", 6),
    ],
)  # fmt: skip
def test_what_a_ship_is_worth_when_she_strikes(id: str, points: int):
    """By rate, an eighty as much as a second rate, and two more for a flagship."""
    found = score(Sea(ship(id, struck=True)).table)
    assert sorted(found.values()) == [0, points]
    assert found["allied" if ship(id).side == "british" else "british"] == points


def fleets(*struck: str) -> tuple[Ship, ...]:
    ids = ("mars", "ajax", "orion", "pluton", "aigle", "cornelie")
    return tuple(ship(id, struck=id in struck) for id in ids)


@pytest.mark.parametrize(
    ("struck", "winner", "reason"),
    [
        ((), None, "level at 0 points"),
        (("pluton", "mars"), None, "level at 4 points"),
        (("pluton", "aigle", "mars"), "british", "a decisive victory, 8 points to 4"),
        (("pluton", "cornelie", "mars"), "british", "a victory, 6 points to 4"),
        (("mars",), "allied", "a decisive victory, 4 points to 0"),
    ],
)
def test_when_the_turns_are_up_the_higher_score_wins_and_twice_is_decisive(
    struck: tuple[str, ...], winner: str | None, reason: str
):
    """Eight to four is twice; six to four is not."""
    over = ending(Sea(*fleets(*struck), turn=15, turns=15).table)
    assert over == Over(winner, reason)


def test_the_battle_goes_on_while_both_sides_fight_and_turns_are_left():
    """In turn 14 of 15 nobody has won."""
    assert ending(Sea(*fleets("pluton"), turn=14, turns=15).table) is None


def test_it_ends_when_a_side_has_nobody_left():
    """Struck or gone, it makes no difference to the end; only what struck scores (TR26)."""
    ships = (ship("mars"), ship("pluton", struck=True), ship("aigle", gone=True, crossed=6))
    over = ending(Sea(*ships, turn=3).table)
    assert over == Over("british", "a decisive victory, 4 points to 0")


def test_a_prize_that_drifts_off_still_counts():
    """She had struck before she was gone."""
    assert score(Sea(ship("pluton", struck=True, gone=True)).table)["british"] == 4


def test_the_end_is_told_and_nothing_more_is_legal():
    """The last turn's last step ends the battle by itself."""
    sea = Sea(ship("mars", 5, 5, 90, 5), ship("pluton", 50, 50, 90, 5), phase=Moving("british"), turn=15, turns=15)
    sea.play(Finish())
    assert sea.told(Ended) == [Ended("", "level at 0 points")]
    result = RULES.result(sea.state)
    assert result is not None
    assert result.winner is None
    assert result.score == {"british": 0, "allied": 0}
    assert sea.why_not(Finish(), by="british") == "the battle is over"


def test_who_is_left_alone_on_the_table_holds_the_sea():
    """Nobody has struck, and Pluton has sailed away, sorely hurt: the British have it (TR45)."""
    over = ending(Sea(ship("mars"), ship("pluton", gone=True, crossed=6), turn=3).table)
    assert over == Over("british", "level at 0 points, and the enemy has left the sea to them")


def test_points_come_before_holding_the_sea():
    """Mars has struck before the British were gone; Pluton's leaving the sea to nobody changes nothing (TR45)."""
    over = ending(Sea(ship("mars", struck=True), ship("pluton", gone=True, crossed=6), ship("aigle"), turn=3).table)
    assert over == Over("allied", "a decisive victory, 4 points to 0")
    hurt = (ship("mars", gone=True, crossed=6), ship("pluton", gone=True, crossed=6))
    assert ending(Sea(*hurt, turn=3).table) == Over(None, "level at 0 points")


@pytest.mark.parametrize(("crossed", "won"), [(0, 2), (4, 2), (5, 0), (9, 0)])
def test_a_ship_that_leaves_with_more_than_half_of_her_boxes_counts_for_half(crossed: int, won: int):
    """A seventy-four has ten boxes and four points (TR48)."""
    at = Sea(ship("mars"), ship("pluton", gone=True, crossed=crossed)).table
    assert score(at) == {"british": won, "allied": 0}
    free = Sea(ship("mars"), ship("pluton", gone=True), settings=Settings(withdrawal="free")).table
    assert score(free)["british"] == 0


def test_points_given_at_the_start_count_to_the_end():
    """TR50: Pluton strikes for four points, and the Allies were given five."""
    settings = Settings(head_start=-5)
    at = Sea(ship("mars"), ship("pluton", struck=True), turn=3, settings=settings).table
    assert score(at) == {"british": 4, "allied": 5}
    assert ending(at) == Over("allied", "a victory, 5 points to 4, 5 of them given")
    assert score(Sea(ship("mars"), ship("pluton"), settings=Settings(head_start=5)).table) == {
        "british": 5,
        "allied": 0,
    }
