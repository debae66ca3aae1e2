"""Winds, gales, catching the wind and searching by themselves, with their odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import COLD_WAVES, MISTRAL, formation, leader, mistral_settings, state, view
from weathergauge.files.inputs import BadInput
from weathergauge.procedures import Procedure
from weathergauge.rulesets.sealords.procedures import sea
from weathergauge.rulesets.sealords.sea.actions import Catch, Move
from weathergauge.rulesets.sealords.state import Gale
from weathergauge.throwing import ScriptedDice


def procedure(name: str, world: Any = MISTRAL) -> Procedure:
    return next(one for one in sea.procedures(world) if one.name == name)


def chance(name: str, of: Any, world: Any = MISTRAL, **given: Any) -> Fraction:
    one = procedure(name, world)
    found: Fraction = one.odds(one.read(given), world.charts).chance(of)
    return found


def refused(name: str, world: Any = MISTRAL, **given: Any) -> str:
    with pytest.raises(BadInput) as error:
        procedure(name, world).read(given)
    return str(error.value)


def test_each_title_offers_what_it_has_charts_for():
    """Each with words for itself and its fields."""
    usual = ["winds_of_an_impulse", "gale", "gale_effects", "catch_the_wind", "search"]
    assert [one.name for one in sea.procedures(MISTRAL)] == usual
    assert [one.name for one in sea.procedures(COLD_WAVES)] == [*usual, "random_event"]
    for world in (MISTRAL, COLD_WAVES):
        assert all(one.words and all(field.words for field in one.fields()) for one in sea.procedures(world))


def test_winds_of_a_winter_impulse():
    """Pairs exclude each other; the bora has five chances in ten."""
    assert chance("winds_of_an_impulse", lambda found: {"mistral", "marin"} <= set(found.winds), season="winter") == 0
    assert chance("winds_of_an_impulse", lambda found: "bora" in found.winds, season="winter") == Fraction(1, 2)


def test_a_hurricane_comes_one_time_in_ten():
    """From a wind that the title has."""
    assert chance("gale", lambda found: found.hurricane, wind="bora", season="winter") == Fraction(1, 10)
    assert "expected one of westerly" in refused("gale", COLD_WAVES, wind="bora", season="winter")


def test_what_a_gale_does():
    """Force 10 on the marker: three points. Eight and three of ten founder on 1 or less; leadership 3 keeps together on 3;
    of a fleet and a light auxiliary the first goes on 8, the second on 6."""
    given = {"force": 10, "lr": 3, "squadrons.1.dps": 8, "squadrons.2.dps": 0, "auxiliaries": "fleet,light"}
    one = procedure("gale_effects")
    dice = ScriptedDice([1, 4, 8, 5])
    found = one(one.read(given), MISTRAL.charts, dice)
    dice.finish()
    assert (found.dps, found.sunk, found.together, found.removed) == (3, 1, False, 1)
    assert chance("gale_effects", lambda found: found.together, **given) == Fraction(4, 10)
    assert chance("gale_effects", lambda found: found.removed == 2, **given) == Fraction(2, 10) * Fraction(4, 10)


def test_sheltered_ships_are_hurt_less_and_not_scattered():
    """One point and together."""
    one = procedure("gale_effects")
    given = {"force": "10", "sheltered": "yes", "squadrons.1.sail": "4", "squadrons.2.sail": "2"}
    found = one(one.read(given), MISTRAL.charts, ScriptedDice([]))
    assert (found.dps, found.together) == (1, True)


def test_gales_out_of_reach_do_nothing():
    """At two places' distance a force of 8 is not felt."""
    one = procedure("gale_effects")
    given = {"force": "8", "range": "2", "squadrons.1.sail": "4", "squadrons.2.sail": "2"}
    found = one(one.read(given), MISTRAL.charts, ScriptedDice([]))
    assert (found.dps, found.sunk, found.together, found.removed) == (0, 0, True, 0)


def test_a_hurricane_counts_as_force_11():
    """Any other force beside it is refused."""
    assert "a hurricane counts as force 11" in refused("gale_effects", force=9, hurricane=True)
    assert "a hurricane counts as force 11" in refused("catch_the_wind", gale=0, hurricane=True)


def test_catching_the_wind_by_itself():
    """A box of 6, leadership 5, a contrary wind and force 11 on the marker: 6 + 2 - 2 - 2, five chances in ten."""
    given = {"base": 6, "lr": 5, "seasonal": "against", "gale": 11}
    assert chance("catch_the_wind", lambda found: found.caught, **given) == Fraction(5, 10)
    assert chance("catch_the_wind", lambda found: found.caught) == Fraction(5, 10)


def test_searching_by_itself():
    """Each title has its own inputs."""
    assert chance("search", lambda found: found.may_shadow, searcher="auxiliary", target_squadrons=4) == Fraction(6, 10)
    given = {"searcher": "formation", "squadrons": 4, "around": 2}
    assert chance("search", lambda found: found.spotted, COLD_WAVES, **given) == Fraction(9, 10)
    assert "there is no such input" in refused("search", squadrons=4)


def test_sudden_weather_by_itself():
    """A freak gale in one case of five."""
    assert chance("random_event", lambda found: found.event == "freak_gale", COLD_WAVES) == Fraction(1, 5)


def test_an_order_to_catch_the_wind_shows_its_odds():
    """The inputs are those the order would use: leader, wind, gale and ranks."""
    one = formation("b1", "port_mahon", order="o", leader=leader(lr=5))
    before = state(
        formations=[one],
        winds=("mistral",),
        gales=(Gale("mistral", 11, "space_7"),),
        settings=mistral_settings(ranks_british=("rear_admiral_red",)),
    )
    (call,) = sea.calls(view(before), Catch("b1", "space_7"), MISTRAL)
    assert call.procedure == "catch_the_wind"
    assert call.inputs == sea.Catching(base=4, lr=5, seasonal="against", gale=11, range=1, drm=-1)
    law = procedure("catch_the_wind").odds(call.inputs, MISTRAL.charts)
    assert law.chance(lambda found: found.caught) == Fraction(5, 10)
    assert sea.calls(view(before), Move("b1", "palma"), MISTRAL) == []
