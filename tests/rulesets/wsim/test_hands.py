"""The procedures of grapples, fouls, fights, prizes and wrecks."""

from fractions import Fraction

import pytest

from tests.rulesets.wsim.sea import locked, ship, state, table
from weathergauge.files.inputs import BadInput
from weathergauge.procedures import catalogue
from weathergauge.ruleset import Call
from weathergauge.rulesets.wsim.actions import Cut, Fend, Grapple, Load, Party, Unfoul
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.hand_to_hand import Men
from weathergauge.rulesets.wsim.procedures import hands
from weathergauge.rulesets.wsim.state import Crewed, View
from weathergauge.throwing import ScriptedDice

CHARTS = charts()
BY_NAME = catalogue(hands.PROCEDURES)
FIGHT = {
    "squares": 4, "quality": "crack", "ship_class": 3, "enemy_squares": 4, "enemy_quality": "crack", "enemy_class": 3,
}  # fmt: skip


def law(name: str, **given: object):
    procedure = BY_NAME[name]
    return procedure.odds(procedure.read(given), CHARTS)


def test_grapples_and_fouls():
    """Chances of one try and of two, as the charts have them."""
    assert law("grapple")[hands.Held(True)] == Fraction(1, 3)
    assert law("grapple", still=2)[hands.Held(True)] == Fraction(2, 3)
    assert law("ungrapple", grapples=2)[hands.ThrownOff(2, True)] == Fraction(1, 9)
    assert law("unfoul")[hands.Free(True)] == Fraction(1, 3)
    assert law("unfoul", tries=2)[hands.Free(True)] == Fraction(5, 9)


def test_a_round_by_hand():
    """16 points each. The attacker takes a square with 1 to 3, the defender always: 1 to 6 is read as 1 to 4."""
    rounds = law("melee_round", **FIGHT)
    assert rounds[hands.Lost(1, 1, "none")] == Fraction(1, 2)
    assert rounds[hands.Lost(1, 0, "none")] == Fraction(1, 2)


def test_a_fight_of_three_rounds_and_one_to_the_end():
    """In three rounds the attacker wins nothing; to the end somebody must win or all fall."""
    turn = law("melee", **FIGHT)
    assert sum(turn.values()) == 1
    assert turn.chance(lambda left: left.winner == "first") == 0
    end = law("melee", **FIGHT, rounds=None)
    assert sum(end.values()) == 1
    assert end.chance(lambda left: left.winner == "none" and left.left + left.enemy_left > 0) == 0
    assert end.chance(lambda left: left.winner == "second") > end.chance(lambda left: left.winner == "first") > 0


def test_the_first_of_three_rounds_is_a_round():
    """Asked for one, a fight stops after it."""
    one = law("melee", **FIGHT, rounds=1)
    assert one[hands.Left(3, 3, "none")] == Fraction(1, 2)
    rolled = BY_NAME["melee"](BY_NAME["melee"].read(FIGHT | {"rounds": 1}), CHARTS, ScriptedDice([2, 4]))
    assert rolled == hands.Left(3, 3, "none")


def test_two_defenders_do_not_fight():
    """One of them must have come over."""
    with pytest.raises(BadInput, match="one of the two must be an offensive party"):
        BY_NAME["melee"].read(FIGHT | {"kind": "DBP"})
    with pytest.raises(BadInput, match="expected one of elite, crack"):
        BY_NAME["melee_round"].read(FIGHT | {"quality": "drunk"})


def test_prize_crews_and_wrecks():
    """How many squares hold prisoners down, and how long a wreck swims."""
    assert law("prize_crew", prisoners=8, squares=1)[hands.Holds(2, False)] == 1
    assert law("prize_crew", prisoners=6, squares=1)[hands.Holds(1, True)] == 1
    assert law("sinking_check")[hands.Gone(True)] == Fraction(1, 6)
    assert law("sinking_check", phases=2)[hands.Gone(True)] == Fraction(11, 36)


def test_orders_show_their_odds():
    """Each with the procedure that it will use."""
    at = table(ship("mars", (0, 0), 1), ship("pluton", (1, 0), 1, "french", moved=False, crew=(0, 3, 4)))
    at = locked(at, "mars", "pluton", "grapple", "grapple", "foul")
    view = View(at, "british", state(at).secret("british"))

    def called(action) -> list[Call]:
        return hands.calls(view, action, CHARTS)

    assert called(Grapple("mars", "pluton")) == [Call("grapple", hands.Grapple(still=1))]
    assert called(Fend("mars", "pluton")) == [Call("ungrapple", hands.Ungrapple(grapples=2, still=1))]
    assert called(Unfoul("mars", "pluton")) == called(Cut("mars", "left")) == [Call("unfoul", hands.Clear())]
    (fight,) = called(Party("mars", "OBP", (1, 2), "pluton"))
    assert fight.procedure == "melee"
    assert (fight.inputs.pair.one.squares, fight.inputs.pair.other.squares) == (8, 3)
    assert called(Party("mars", "DBP", (1,))) == called(Load("mars", "left")) == []


def test_nothing_is_thrown_for_among_friends_or_on_a_deck_that_is_given_up():
    """So there are no odds to show."""
    at = table(ship("mars", (0, 0), 1), ship("ajax", (1, 0), 1), ship("pluton", (-1, 0), 1, "french", colours="struck"))
    at = locked(at, "mars", "ajax", "grapple")
    view = View(at, "british", state(at).secret("british"))
    for action in (Grapple("mars", "ajax"), Fend("mars", "ajax"), Party("mars", "OBP", (1,), "pluton")):
        assert hands.calls(view, action, CHARTS) == []


def test_a_prize_is_defended_by_her_prize_crew():
    """Not by those who were taken in her."""
    held = ship("pluton", (1, 0), 1, "french", prize=Crewed(2, "green"))
    view = View(table(ship("mars", (0, 0), 1), held), "british", None)
    (fight,) = hands.calls(view, Party("mars", "OBP", (1,), "pluton"), CHARTS)
    assert fight.inputs.pair.other.men == (Men(2, "green"),)
