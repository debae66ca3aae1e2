"""What becomes of a ship: squares, pumps, masts, a destroyed hull, explosions."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.wsim.sea import heard, locked, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.wsim import damage, firepower
from weathergauge.rulesets.wsim.actions import Critical, Fate, Masted, Squares
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.firepower import Fall
from weathergauge.rulesets.wsim.squares import rigging_gone
from weathergauge.rulesets.wsim.state import Boarders, Crewed, Settings, Ship, State, Table, replace
from weathergauge.throwing import ScriptedDice

CHARTS = charts()


def lost(*faces: int, options: Any = None, squares: Any = None, **changed: Any) -> tuple[Ship, list[Any]]:
    """Pluton after losing squares, with these dice, all of which must be asked for."""
    at = state(table(ship("pluton", (0, 0), 1, "french", **changed), **(options or {})))
    dice = ScriptedDice(faces)
    before = at.table.ships[0]
    marked = damage.marked(before, **({"hull": 0, "crew": 0, "rigging": 0} | squares))
    gone = rigging_gone(marked) - rigging_gone(before)
    sea = damage.masts(at.table.with_ship(0, marked), 0, gone, CHARTS, dice)
    after = damage.consequences(replace(at, table=sea), 0, before, CHARTS, dice)
    dice.finish()
    return after.table.ships[0], heard(dice)


def test_squares_are_crossed_out_from_the_first_section_up():
    """Hull, crew and rigging, each from its own."""
    pluton, log = lost(squares={"hull": 2, "crew": 5, "rigging": 6})
    assert (pluton.hull, pluton.crew, pluton.rigging) == (10, (0, 3, 4), (0, 4, 5, 5))
    assert log == []


def test_the_first_rigging_section_takes_the_full_sails_with_it():
    """With its last square."""
    assert lost(squares={"rigging": 4}, full_sails=True)[0].full_sails
    assert not lost(squares={"rigging": 5}, full_sails=True)[0].full_sails


def test_with_nobody_left_she_lies_inert():
    """And takes no orders."""
    pluton, log = lost(squares={"crew": 20})
    assert not pluton.able
    assert log == [Fate("pluton", "no_crew")]


def test_on_a_prize_odd_losses_are_the_prize_crews():
    """WS78."""
    pluton, _ = lost(squares={"crew": 3}, prize=Crewed(3, "crack"))
    assert (pluton.prize, pluton.crew) == (Crewed(1, "crack"), (3, 4, 4))


# The pumps


def test_another_section_takes_the_place_of_one_emptied_at_the_pumps():
    """The highest living one (WS28)."""
    pluton, log = lost(squares={"crew": 4}, crew=(4, 2, 3), pumps=(1,))
    assert (pluton.pumps, log) == ((3,), [])


def test_with_no_other_section_she_may_sink():
    """Section 1 pumps and is emptied, and 2 and 3 pump already."""
    pluton, log = lost(squares={"crew": 4}, pumps=(1, 3, 2))
    assert (pluton.danger, pluton.pumps) == ("may_sink", (3, 2))
    assert log == [Fate("pluton", "may_sink")]


def test_a_prize_crew_pumps_without_sections():
    """WS46."""
    pluton, log = lost(squares={"crew": 2}, crew=(1, 0, 0), pumps=(1,), prize=Crewed(4, "crack"))
    assert (pluton.danger, log) == ("", [])


# A destroyed hull


@pytest.mark.parametrize(
    ("options", "face", "fate"),
    [
        ({}, 1, "strikes"),
        ({}, 4, "strikes"),
        ({}, 5, "may_sink"),
        ({}, 6, "strikes"),
        ({"destroyed_six": "sinks"}, 6, "may_sink"),
        ({"destroyed_six": "explodes"}, 6, "may_explode"),
        ({"exploding": True}, 6, "may_explode"),
        ({"exploding": True, "destroyed_six": "sinks"}, 6, "may_explode"),
    ],
)
def test_a_hull_without_squares(options: dict[str, Any], face: int, fate: str):
    """1 to 4 she strikes, 5 she may sink; a 6 is an explosion only with rule X or by agreement (WS25)."""
    pluton, log = lost(face, squares={"hull": 15}, options=options)
    assert pluton.hull == 0
    assert log[0].what == fate
    assert (pluton.colours == "struck", pluton.danger) == (fate == "strikes", "" if fate == "strikes" else fate)


def test_nobody_throws_twice_for_a_hull():
    """Not for one that struck, nor for one that will blow up in any case."""
    assert lost(squares={"hull": 3}, hull=0, colours="struck")[1] == []
    assert lost(squares={"hull": 3}, hull=2, danger="will_explode")[1] == []


def test_the_odds_of_a_destroyed_hull():
    """One in six sinks; with a 6 read as sinking one in three."""
    assert odds(damage.destroyed, False, "strikes", CHARTS)["may_sink"] == Fraction(1, 6)
    assert odds(damage.destroyed, False, "sinks", CHARTS)["may_sink"] == Fraction(1, 3)


# Masts (rule VIII)


def test_masts_fall_only_where_rule_viii_is_played():
    """Two sections lost are two masts: one falls free, one hangs to port."""
    assert lost(squares={"rigging": 10})[1] == []
    pluton, log = lost(2, 1, 3, squares={"rigging": 10}, options={"masts": True})
    assert pluton.hanging == ("left",)
    assert [(event.hangs, type(event)) for event in log] == [("", Masted), ("left", Masted)]


def beside(**options: Any) -> Table:
    """Pluton with Mars close to port, Ajax close to starboard and Hero right ahead."""
    return table(
        ship("pluton", (0, 0), 1, "french"), ship("mars", (-1, 0), 1), ship("ajax", (1, 0), 1), ship("hero", (0, -2), 1, "french"),
        **options,
    )  # fmt: skip


def test_a_hanging_mast_may_foul_ships_on_its_side_alone():
    """To starboard: Ajax throws for fouling, Mars and Hero do not."""
    sea = beside(masts=True)
    assert damage.alongside(sea, 0, "left") == [1]
    assert damage.alongside(sea, 0, "right") == [2]
    for face, fouled in ((3, True), (4, False)):
        dice = ScriptedDice([1, 2, face])
        after = damage.masts(sea, 0, 1, CHARTS, dice)
        dice.finish()
        assert after.fouled(0, 2) is fouled
        assert not after.fouled(0, 1)
        assert heard(dice)[0].fouls == (("ajax",) if fouled else ())


def test_ships_already_fouled_do_not_throw_again():
    """A mast that falls across both fouls them no more."""
    sea = locked(beside(masts=True), "pluton", "ajax", "foul")
    dice = ScriptedDice([1, 2])
    after = damage.masts(sea, 0, 1, CHARTS, dice)
    dice.finish()
    assert len(after.locks) == 1


# Explosions


def blown(at: State, *faces: int) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = damage.explode(at, 0, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


def test_without_rule_x_her_neighbours_are_unharmed():
    """She is gone, and every line that held her with her (WS25)."""
    sea = locked(beside(), "pluton", "mars", "foul", "grapple")
    after, log = blown(state(sea))
    assert log == [Fate("pluton", "explodes")]
    assert after.table.ships[0].gone == "exploded"
    assert after.table.locks == ()
    assert after.table.ships[1:] == sea.ships[1:]


def test_a_blast_is_twice_the_fire_base_of_an_undamaged_broadside():
    """4 guns and 2 carronades at 1 hex are 11, so 22 (WS24); of two broadsides the stronger (WS45)."""
    for guns, carronades, number in (((4, 4), (2, 2), 22), ((1, 8), (0, 0), 24)):
        assert firepower.explosion(guns, carronades, Fall(), CHARTS, ScriptedDice([3, 4])).number == number + 7


def test_every_ship_beside_her_feels_the_blast():
    """Friend and enemy alike, rigging columns of 22 and two dice, then a fire each."""
    # Mars: 3 and 4 are row 29, 4 rigging; burns 2 turns. Ajax: 4 and 4 are row 30, 1 hull and 3 rigging; 1 turn.
    # Hero: 1 and 1 are row 24, 1 rigging; out of control.
    after, log = blown(state(beside(exploding=True)), 3, 4, 2, 4, 4, 1, 1, 1, 6)
    _, mars, ajax, hero = after.table.ships
    assert (mars.rigging, mars.fires) == ((1, 5, 5, 5), ((2, 2),))
    assert (ajax.hull, ajax.rigging, ajax.fires) == (11, (2, 5, 5, 5), ((1, 1),))
    assert (hero.rigging, hero.danger) == ((4, 5, 5, 5), "will_explode")
    assert [type(event) for event in log[:3]] == [Fate, Squares, Critical]
    assert log[1].why == "the explosion of Pluton"


def test_a_blast_can_destroy_a_neighbour():
    """Ajax has one hull square: it goes, and a 6 makes her next."""
    sea = table(
        ship("pluton", (0, 0), 1, "french"), ship("ajax", (1, 0), 1, hull=1, full_sails=True, parties=(Boarders("DBP", (1,)),)),
        exploding=True,
    )  # fmt: skip
    after, log = blown(state(sea), 4, 4, 1, 6)
    ajax = after.table.ships[1]
    assert (ajax.hull, ajax.danger) == (0, "may_explode")
    assert ajax.rigging == (0, 4, 5, 5)  # Three, doubled under full sails.
    assert log[-1].what == "may_explode"


def test_who_is_gone_cannot_explode_again():
    """Nothing is thrown or told."""
    at = state(table(ship("pluton", (0, 0), 1, gone="exploded")))
    assert blown(at) == (at, [])


def test_a_tow_is_let_go_when_her_tow_blows_up():
    """The ship that towed has nobody."""
    sea = table(ship("pluton", (0, 0), 1), ship("mars", (0, -2), 1, tow=0))
    assert damage.remove(sea, 0, "exploded").ships[1].tow == -1


def test_what_doubles_rigging_hits():
    """Full sails, unless the option spares a fore-and-aft rig."""
    schooner = ship("wasp", (0, 0), 1, full_sails=True, fore_and_aft=True)
    assert damage.doubles(schooner, Settings())
    assert not damage.doubles(schooner, Settings(fore_and_aft=True))
    assert not damage.doubles(ship("wasp", (0, 0), 1), Settings())
