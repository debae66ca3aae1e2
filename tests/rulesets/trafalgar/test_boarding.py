"""Step 5: boarding, decided in secret and fought hand to hand."""

from typing import Any

from tests.rulesets.trafalgar.sea import Sea, ship
from weathergauge.frame.events import Ready
from weathergauge.ruleset import Proceed
from weathergauge.rulesets.trafalgar.actions import Board, Boarded, Pick, Revealed
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Boarding, Grappling, Melee, Moving, State
from weathergauge.throwing import ScriptedDice


def alongside(**changed: Any) -> Sea:
    """Victory and Redoutable grappled side by side; both have sailed 5 inches."""
    ships = (ship("victory", 30, 30, 90, 5), ship("redoutable", 30, 30.8, 90, 5, **changed))
    return Sea(*ships, phase=Boarding(), locks=("victory grappled redoutable",))


def revealed(sea: Sea, *faces: int) -> Sea:
    """Both sides are ready, and the orders are shown."""
    sea.play(Ready(), by="british")
    sea.play(Ready(), by="allied")
    assert RULES.to_act(sea.state) == ("table",)
    sea.play(Proceed(), *faces)
    return sea


def three() -> Sea:
    """Redoutable between Victory and Temeraire, locked with both."""
    ships = (
        ship("victory", 30, 30, 90, 5), ship("temeraire", 30, 31.6, 90, 5), ship("redoutable", 30, 30.8, 90, 5),
    )  # fmt: skip
    return Sea(*ships, phase=Boarding(), locks=("victory grappled redoutable", "temeraire fouled redoutable"))


def test_a_boarding_is_secret_until_both_sides_are_ready():
    """The Allies see nothing of the order, and are still to decide."""
    sea = alongside()
    before = RULES.view(sea.state, "allied")
    sea.play(Board("victory", "redoutable"))
    assert RULES.view(sea.state, "allied") == before
    assert RULES.view(sea.state, "british").own != before.own
    sea.play(Ready(), by="british")
    assert RULES.to_act(sea.state) == ("allied",)
    assert sea.why_not(Board("victory", "redoutable"), by="british") is not None


def test_a_fight_by_factors_and_average_dice():
    """Victory 8, 3 and 2 off, a face of 6 reads 5: 14. Redoutable 6 and 1, a face of 1 reads 2: 9. Five: one box."""
    sea = alongside()
    sea.play(Board("victory", "redoutable"))
    revealed(sea, 6, 1)
    fought = sea.told(Boarded)[0]
    assert (fought.winner, fought.lost, fought.struck) == ("victory", (0, 1), ())
    assert (sea["victory"].crossed, sea["redoutable"].crossed) == (0, 1)
    assert [event.pairs for event in sea.told(Revealed)] == [(("victory", "redoutable"),), ()]


def test_where_nobody_boards_no_dice_are_thrown():
    """They go on to grappling, and fire at each other next turn."""
    sea = revealed(alongside())
    assert not sea.told(Boarded)
    assert isinstance(sea.table.phase, Grappling)


def test_both_may_be_attackers():
    """9 against 6 − 2 + 1 = 5, and both dice read 3: a difference of 4, one box."""
    sea = alongside()
    sea.play(Board("victory", "redoutable"))
    sea.play(Board("redoutable", "victory"))
    revealed(sea, 2, 3)
    assert sea.told(Boarded)[0].lost == (0, 1)
    assert len(sea.told(Boarded)) == 1


def test_a_tie_costs_each_a_box_and_has_no_winner():
    """Redoutable attacked with 7 and a 5 is 12; Victory 9 and a 3 is 12."""
    sea = alongside()
    sea.play(Board("victory", "redoutable"))
    revealed(sea, 2, 6)
    assert (sea.told(Boarded)[0].winner, sea.told(Boarded)[0].lost) == ("", (1, 1))


def test_ten_more_and_the_loser_strikes_with_boxes_left():
    """Redoutable has 1 hull point left, 1 and 1 and a 2 make 4; Victory 9 and a 5 make 14."""
    sea = alongside(crossed=9)
    sea.play(Board("victory", "redoutable"))
    revealed(sea, 6, 1)
    assert sea.told(Boarded)[0].struck == ("redoutable",)
    assert sea["redoutable"].struck
    assert sea["redoutable"].crossed == 9


def test_two_last_boxes_are_lost_together():
    """Both have 1 hull point, and the totals differ by one: each loses her last box and both strike."""
    ships = (ship("mars", 30, 30, 90, crossed=9), ship("pluton", 30, 30.8, 90, crossed=9))
    sea = Sea(*ships, phase=Boarding(), locks=("mars grappled pluton",))
    sea.play(Board("pluton", "mars"))
    revealed(sea, 1, 1)
    assert sea.told(Boarded)[0].struck == ("mars", "pluton")


def test_a_ship_boards_once_a_turn():
    """She is locked with two and may go aboard one (TR17)."""
    sea = three()
    sea.play(Board("redoutable", "victory"))
    assert (
        sea.why_not(Board("redoutable", "temeraire")) == "Redoutable boards already: one boarding a turn for each ship"
    )


def test_who_is_attacked_twice_picks_the_order():
    """Her owner takes Temeraire first, and what she loses there counts against Victory (TR17).

    Temeraire 7 + 2 − 2 + 2 = 9 against 6 + 1 + 5 = 12: two boxes to one. Then Victory 9 + 3 = 12 against 7 + 3 = 10.
    """
    sea = three()
    sea.play(Board("victory", "redoutable"))
    sea.play(Board("temeraire", "redoutable"))
    revealed(sea)
    assert isinstance(sea.table.phase, Melee)
    assert RULES.to_act(sea.state) == ("allied",)
    assert sea.why_not(Pick("redoutable", "mars")) == "pick one of the fights before her"
    sea.play(Pick("redoutable", "temeraire"), 1, 6, 3, 3)
    assert [(event.ship, event.lost) for event in sea.told(Boarded)] == [("temeraire", (2, 1)), ("victory", (1, 2))]
    assert [sea[id].crossed for id in ("victory", "temeraire", "redoutable")] == [1, 2, 3]


def test_a_second_fight_is_not_fought_with_a_ship_that_has_struck():
    """Redoutable has one box: she loses it to Temeraire, and Victory throws no dice."""
    ships = (
        ship("victory", 30, 30, 90, 5), ship("temeraire", 30, 31.6, 90, 5), ship("redoutable", 30, 30.8, 90, 5, crossed=9),
    )  # fmt: skip
    sea = Sea(*ships, phase=Boarding(), locks=("victory grappled redoutable", "temeraire fouled redoutable"))
    sea.play(Board("victory", "redoutable"))
    sea.play(Board("temeraire", "redoutable"))
    revealed(sea)
    sea.play(Pick("redoutable", "temeraire"), 1, 6)
    assert [event.ship for event in sea.told(Boarded)] == ["temeraire"]


def test_who_boards_one_and_is_boarded_by_another_fights_both():
    """Redoutable goes aboard Victory while Temeraire comes aboard her: two fights, in the order of the ships (TR40)."""
    sea = three()
    sea.play(Board("redoutable", "victory"))
    sea.play(Board("temeraire", "redoutable"))
    revealed(sea, 1, 1, 1, 1)
    assert [(event.ship, event.other) for event in sea.told(Boarded)] == [
        ("victory", "redoutable"),
        ("temeraire", "redoutable"),
    ]


def test_only_an_enemy_she_is_locked_with_can_be_boarded():
    """Alongside is not enough, and a friend is no prize."""
    ships = (
        ship("mars", 30, 30, 90),
        ship("ajax", 30, 29.2, 90),
        ship("pluton", 30, 30.8, 90),
        ship("aigle", 33, 33, 0),
    )
    sea = Sea(*ships, phase=Boarding(), locks=("mars grappled pluton", "mars fouled ajax"))
    for target in ("ajax", "aigle"):
        assert "only an enemy she is locked with" in str(sea.why_not(Board("mars", target)))


def test_without_enemies_locked_together_the_step_is_passed_over():
    """Friends who are fouled have nobody to board; a struck ship is past it."""
    ships = (ship("mars", 30, 30, 90, 5), ship("pluton", 30, 30.8, 90, 5, struck=True))
    sea = Sea(*ships, locks=("mars grappled pluton",), phase=Moving("british"))
    assert RULES.steps.after(State(sea.table), "allied_fire", ScriptedDice(())).table.phase == Grappling()
