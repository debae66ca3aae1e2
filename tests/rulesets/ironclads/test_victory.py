"""The end of a battle: points, goals, the last turn, and contact."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, fort, heard, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.ironclads import victory
from weathergauge.rulesets.ironclads.actions import Break, Contacted
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import Breaking, Goal, Over, Settings, Table, replace
from weathergauge.throwing import RandomDice, ScriptedDice

SUNK: dict[str, Any] = {"gone": "sunk", "hull": 0, "hull_full": 20}


def red(id: str, x: float = 30, **changed: Any) -> Any:
    return ship(id, x, side="red", **changed)


def contact(at: Table, *faces: int, asked: Any = ()) -> tuple[Over | None, list[Any]]:
    dice = ScriptedDice(faces)
    over = victory.contact(at, asked, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return over, log


# Points


def test_points_are_the_hulls_of_ships_sunk_taken_or_surrendered():
    """Five points each; one that left sorely hurt counts for nobody."""
    at = table(
        ship("mars"), red("ajax", **SUNK), red("hero", gone="taken"), red("juno", surrendered=True), red("zeal", gone="left", hull=4, hull_full=20)
    )  # fmt: skip
    assert victory.score(at) == {"blue": 15, "red": 0}


def test_a_scenario_may_say_what_a_ship_is_worth():
    """Its number goes before that of her class."""
    assert victory.score(table(ship("mars"), red("ajax", points=12, **SUNK))) == {"blue": 12, "red": 0}


def test_a_silenced_fort_counts_its_structure():
    """Twenty-four quarters are six points."""
    assert victory.score(table(ship("mars"), fort("sumter", hull=0, hull_full=24)))["blue"] == 6


def test_a_ship_that_surrendered_and_then_sank_counts_once():
    """Five points and no more."""
    assert victory.score(table(ship("mars"), red("ajax", surrendered=True, **SUNK)))["blue"] == 5


# A side with nothing left


def test_while_both_have_a_ship_the_battle_goes_on():
    """One each is enough."""
    assert victory.ending(table(ship("mars"), red("ajax"))) is None


@pytest.mark.parametrize("lost", [SUNK, {"gone": "taken"}, {"surrendered": True}])
def test_a_side_without_ships_has_lost(lost: dict[str, Any]):
    """IR54."""
    over = victory.ending(table(ship("mars"), red("ajax", **lost)))
    assert over == Over("blue", "Red have no ship left to fight with, 5 points to 0")


def test_a_side_that_has_left_leaves_the_sea_to_the_other():
    """With level points whoever stays has won."""
    over = victory.ending(table(ship("mars"), red("ajax", gone="left", hull=4, hull_full=20)))
    assert over == Over("blue", "Red have no ship left to fight with, 0 points each")


@pytest.mark.parametrize(("hull", "won"), [(20, 3), (11, 3), (10, 0)])
def test_a_ship_that_leaves_without_need_counts_for_half(hull: int, won: int):
    """IR66: five points and twenty quarters; with half or less of them she leaves for nothing."""
    at = table(ship("mars"), red("ajax", gone="left", hull=hull, hull_full=20), red("hero"))
    assert victory.score(at) == {"blue": won, "red": 0}
    assert victory.score(replace(at, settings=Settings(withdrawal="free"))) == {"blue": 0, "red": 0}
    sent = replace(at, goals=(Goal("red", leave=("ajax",), edge="north"),))
    assert victory.score(sent) == {"blue": 0, "red": 0}


def test_nobody_breaks_off_from_a_hunt_or_without_steam():
    """IR67: half of Red's hull is gone and Blue lies alongside; an anchor, a dead engine or a goal holds her there."""
    near = (ship("mars", 20, 20), ship("ajax", 22, 20, 0, "red", hull=8, hull_full=20))
    assert victory.may_ask(table(*near, turn=4)) == ("red",)
    assert victory.may_ask(table(near[0], replace(near[1], anchored=True), turn=4)) == ()
    assert victory.may_ask(table(near[0], replace(near[1], engine_room=1), turn=4)) == ("red",)
    assert victory.may_ask(table(near[0], replace(near[1], engine_room=2), turn=4)) == ()
    assert victory.may_ask(table(*near, turn=4, goals=(Goal("blue", sink=("ajax",)),))) == ()


def test_a_side_that_leaves_with_more_points_has_not_won_by_it():
    """IR62: it keeps what it has won, and leaves the sea to the other."""
    at = table(ship("mars", gone="left", hull=4, hull_full=20), red("ajax", **SUNK), red("hero"))
    assert victory.ending(at) == Over(
        None, "Blue have no ship left to fight with, 5 points to 0, but Blue left the sea to Red"
    )
    assert victory.ending(table(ship("mars", gone="left", hull=4, hull_full=20), red("ajax", **SUNK))) == Over(
        "blue", "Blue and Red have no ship left to fight with, 5 points to 0"
    )


def test_the_last_ship_may_go_and_her_side_still_win_by_points():
    """Red's last ship sinks, having sunk two of Blue's."""
    at = table(ship("mars"), ship("orion", **SUNK), ship("thor", **SUNK), red("ajax", **SUNK))
    over = victory.ending(at)
    assert over is not None
    assert over.winner == "red"


def test_both_gone_and_even_is_drawn():
    """Nobody is left to win."""
    over = victory.ending(table(ship("mars", **SUNK), red("ajax", **SUNK)))
    assert over == Over(None, "Blue and Red have no ship left to fight with, 5 points each")


def test_a_fort_does_not_hold_a_side_up():
    """IR54."""
    at = table(ship("mars"), red("ajax", **SUNK), fort("sumter"))
    over = victory.ending(at)
    assert over is not None
    assert over.winner == "blue"


def test_forts_alone_hold_a_side_that_has_nothing_else():
    """Until they are silenced."""
    assert victory.ending(table(ship("mars"), fort("sumter"))) is None
    over = victory.ending(table(ship("mars"), fort("sumter", hull=0, hull_full=24)))
    assert over is not None
    assert over.winner == "blue"


# Goals


def roads(*goals: Goal, **changed: dict[str, Any]) -> Table:
    """Blue's Virginia and Jamestown against red's Cumberland and Congress."""
    ships = [ship("virginia"), ship("jamestown", 20), red("cumberland"), red("congress", 36)]
    places = {one.id: {"x": one.x / 100, "y": one.y / 100} for one in ships}
    ships = [ship(one.id, side=one.side, **(places[one.id] | changed.get(one.id, {}))) for one in ships]
    return table(*ships, goals=goals)


FIRST_DAY = Goal("blue", sink=("cumberland", "congress"), keep=("virginia",))


def test_a_goal_that_is_met_ends_the_battle_at_once():
    """Sunk or taken, both count."""
    over = victory.ending(roads(FIRST_DAY, cumberland=SUNK, congress={"surrendered": True}))
    assert over == Over("blue", "Cumberland and Congress are sunk or taken")


def test_half_a_goal_is_none():
    """One of the two ships is not enough."""
    assert victory.ending(roads(FIRST_DAY, cumberland=SUNK)) is None


def test_a_goal_out_of_reach_ends_it_for_the_other_side():
    """Whom to keep is lost, or whom to sink has left."""
    assert victory.ending(roads(FIRST_DAY, virginia=SUNK)) == Over("red", "Virginia is lost")
    assert victory.ending(roads(FIRST_DAY, congress={"gone": "left"})) == Over("red", "Congress has escaped")


def test_prey_gets_away_by_its_own_edge_and_is_driven_off_over_any_other():
    """IR61."""
    hunt = replace(FIRST_DAY, edge="north")
    north, east = ({"gone": "left", **place} for place in ({"y": 48}, {"x": 72}))
    assert victory.ending(roads(hunt, cumberland=SUNK, congress=north)) == Over("red", "Congress has escaped")
    assert victory.ending(roads(hunt, cumberland=SUNK, congress=east)) == Over(
        "blue", "Cumberland and Congress are sunk, taken or driven off"
    )


def test_a_goal_not_met_by_the_last_turn_is_the_other_sides():
    """The sentence names what was left undone."""
    at = roads(FIRST_DAY, cumberland=SUNK)
    over, _ = contact(replace(at, turn=12))
    assert over == Over("red", "the last of 12 turns is over, and Congress is still afloat")


def test_what_only_had_to_be_kept_is_kept_at_the_end():
    """The second day: one side must sink her, the other keep her."""
    goals = (Goal("blue", sink=("congress",)), Goal("red", keep=("congress",)))
    at = roads(*goals)
    assert victory.ending(at) is None
    assert victory.decided(at, "time is up") == Over("red", "time is up, and Congress is safe")
    assert victory.ending(roads(*goals, congress=SUNK)) == Over("blue", "Congress is sunk or taken")


def test_goals_that_neither_has_reached_leave_it_to_the_points():
    """When the time is up."""
    goals = (Goal("blue", sink=("congress",)), Goal("red", sink=("virginia",)))
    assert victory.decided(roads(*goals, jamestown=SUNK), "time is up") == Over("red", "time is up, 5 points to 0")


def test_goals_that_both_meet_at_once_leave_it_to_the_points():
    """Neither was first."""
    goals = (Goal("blue", sink=("congress",)), Goal("red", sink=("virginia",)))
    over = victory.ending(roads(*goals, congress=SUNK, virginia={**SUNK, "points": 9}))
    assert over == Over("red", "both have met their goals, 9 points to 5")


@pytest.mark.parametrize(
    ("x", "y", "heading", "edge"),
    [(36, 47, 0, "north"), (36, 1, 180, "south"), (71, 24, 90, "east"), (1, 24, 270, "west")],
)
def test_the_edge_that_a_ship_went_over(x: float, y: float, heading: int, edge: str):
    """By where she was and where she headed."""
    at = table(ship("mars", x, y, heading, gone="left"), red("ajax"))
    assert victory.edge_left(at, at.ships[0]) == edge


@pytest.mark.parametrize(("y", "heading", "winner"), [(47, 0, "blue"), (1, 180, "red")])
def test_a_ship_that_must_leave_by_an_edge(y: float, heading: int, winner: str):
    """North is hers; south loses the battle."""
    goal = Goal("blue", leave=("mars",), edge="north")
    over = victory.ending(table(ship("mars", 36, y, heading, gone="left"), red("ajax"), goals=(goal,)))
    assert over is not None
    assert over.winner == winner


def test_a_ship_that_must_leave_and_is_sunk():
    """Her goal is lost with her."""
    goal = Goal("blue", leave=("mars",), edge="north")
    assert victory.ending(table(ship("mars", **SUNK), red("ajax"), goals=(goal,))) == Over("red", "Mars is lost")


def test_a_ship_that_must_leave_and_has_not():
    """At the end she has failed, and the edge is named."""
    goal = Goal("blue", leave=("mars",), edge="north")
    over = victory.decided(table(ship("mars"), red("ajax"), goals=(goal,)), "time is up")
    assert over == Over("red", "time is up, and Mars has not got away by the north edge")


# Contact


APART = table(ship("mars", 10), red("ajax", 40))
NEAR = table(ship("mars", 10, hull=10, hull_full=20), red("ajax", 20))


def test_twenty_inches_are_contact():
    """A hundredth more is not, and an enemy who has surrendered is nobody."""
    assert not victory.apart(table(ship("mars", 10), red("ajax", 30.9)))
    assert victory.apart(table(ship("mars", 10), red("ajax", 30.91)))
    assert victory.apart(table(ship("mars", 10), red("ajax", 20, surrendered=True)))


@pytest.mark.parametrize(("face", "on"), [(3, False), (4, True)])
def test_apart_the_battle_goes_on_with_4(face: int, on: bool):
    """Lower, contact is broken."""
    over, log = contact(APART, face)
    assert (over is None) is on
    assert log == [Contacted(on, "no opponents are within 20 inches", log[0].account)]
    if over is not None:
        assert over.reason == "contact is broken, 0 points each"


def test_contact_is_not_tested_before_the_third_turn():
    """Nothing is thrown in the second."""
    assert contact(replace(APART, turn=2)) == (None, [])


def test_near_it_is_tested_only_when_asked():
    """And holds on one less."""
    assert contact(NEAR) == (None, [])
    over, log = contact(NEAR, 2, asked=("blue",))
    assert over is not None
    assert log[0].why == "Blue would break off"
    assert contact(NEAR, 3, asked=("blue",))[0] is None


def test_who_asked_to_break_off_yields_the_field_when_points_are_even():
    """IR63: with more points he has won, and if both asked nobody yields."""
    over, _ = contact(NEAR, 2, asked=("blue",))
    assert over == Over("red", "contact is broken, 0 points each, and Blue yield the field")
    over, _ = contact(NEAR, 2, asked=("blue", "red"))
    assert over == Over(None, "contact is broken, 0 points each")
    ahead = table(ship("mars", hull=10, hull_full=20), red("ajax"), red("hero", **SUNK))
    over, _ = contact(ahead, 2, asked=("blue",))
    assert over == Over("blue", "contact is broken, 5 points to 0")


def test_the_answers_are_secret_until_both_are_in():
    """IR64: both may ask; the second sees no more than that the first has answered."""
    at = state(
        table(ship("mars", hull=10, hull_full=20), red("ajax", hull=10, hull_full=20), phase=Breaking(("blue", "red")))
    )
    yes, no = (RULES.play(at, "blue", Break(ask), ScriptedDice([])) for ask in (True, False))
    assert RULES.view(yes.state, "red") == RULES.view(no.state, "red")
    assert yes.events == no.events == ()
    assert RULES.view(yes.state, "blue").own != RULES.view(no.state, "blue").own
    guesses = {RULES.imagine(RULES.view(yes.state, "red"), RandomDice(n)).secret("blue").asks for n in range(20)}
    assert guesses == {True, False}
    after = RULES.play(yes.state, "red", Break(False), ScriptedDice([2])).state
    assert after.table.phase == Over("red", "contact is broken, 0 points each, and Blue yield the field")
    assert not any(secret.asks for secret in after.secrets)


def test_the_last_turn_ends_the_battle_without_dice():
    """The test of contact is not made any more."""
    assert contact(replace(APART, turn=12)) == (Over(None, "the last of 12 turns is over, 0 points each"), [])


def test_every_turn_from_the_sixth_by_setting():
    """4+ apart and 3+ near (IR26)."""
    every = table(contact="from_turn_6").settings
    assert contact(replace(NEAR, turn=5, settings=every)) == (None, [])
    assert contact(replace(NEAR, turn=6, settings=every), 3)[0] is None
    assert contact(replace(NEAR, turn=6, settings=every), 2)[0] is not None
    assert contact(replace(APART, turn=6, settings=every), 3)[0] is not None


def test_who_may_ask_to_break_off():
    """Half of the hull is gone, in contact, from turn 3 and before the last."""
    assert victory.may_ask(NEAR) == ("blue",)
    assert victory.may_ask(table(ship("mars", hull=11, hull_full=20), red("ajax"))) == ()
    assert victory.may_ask(replace(NEAR, turn=2)) == ()
    assert victory.may_ask(replace(NEAR, turn=12)) == ()
    assert victory.may_ask(table(ship("mars", 10, hull=10, hull_full=20), red("ajax", 40))) == ()
    assert victory.may_ask(replace(NEAR, turn=6, settings=table(contact="from_turn_6").settings)) == ()


def test_a_lost_ship_has_lost_all_her_hull_and_one_that_left_only_what_she_lost():
    """For the question whether half of a side's hull is gone."""
    assert victory.halved(table(ship("mars"), ship("orion", surrendered=True), red("ajax")), "blue")
    assert not victory.halved(table(ship("mars"), ship("orion", gone="left"), red("ajax")), "blue")


def test_odds_of_contact():
    """A 4 comes in half of all throws, a 3 in two thirds."""
    assert odds(victory.goes_on, 4, CHARTS)[True] == Fraction(1, 2)
    assert odds(victory.goes_on, 3, CHARTS)[True] == Fraction(2, 3)


def test_who_was_to_be_brought_out_is_free_when_nobody_is_left_to_bar_the_way():
    """IR71: the last of Red is sunk, and Mars, who was to leave by the north, has won; she need not steam there."""
    goals = (Goal("blue", leave=("mars",), edge="north"),)
    over = victory.ending(table(ship("mars"), red("ajax", **SUNK), goals=goals))
    assert over == Over("blue", "Mars is free to go to the north")
    assert victory.ending(table(ship("mars"), red("ajax"), goals=goals)) is None


def test_points_given_at_the_start_come_after_goals():
    """IR73: Red was given six points for her five, and with a goal that Blue reaches they are nothing."""
    at = table(ship("mars"), red("ajax", **SUNK), settings=Settings(head_start=-6))
    assert victory.score(at) == {"blue": 5, "red": 6}
    assert victory.ending(at) == Over("red", "Red have no ship left to fight with, 6 points to 5, 6 of them given")
    won = victory.ending(replace(at, goals=(Goal("blue", sink=("ajax",)),)))
    assert won is not None
    assert won.winner == "blue"
