"""Initiative, weather, speed, shoals, land and mines by themselves: as the table plays them, with exact odds."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.ironclads.sea import CHARTS, heard, land, ship, state, table
from weathergauge.files.inputs import BadInput
from weathergauge.rulesets.ironclads import passage, speed
from weathergauge.rulesets.ironclads.actions import Lead, Mined, Steam
from weathergauge.rulesets.ironclads.procedures import hits, sea
from weathergauge.rulesets.ironclads.state import Minefield, Secret, View
from weathergauge.throwing import RandomDice, ScriptedDice


def resolved(of: Any, *faces: int, **given: Any) -> Any:
    dice = ScriptedDice(faces)
    found = of(of.read(given), CHARTS, dice)
    dice.finish()
    return found


def chances(of: Any, **given: Any) -> Any:
    return of.odds(of.read(given), CHARTS)


def test_initiative():
    """Ties are thrown again, and a flagship helps."""
    assert resolved(sea.initiative, 3, 3, 4, 2).yours
    assert resolved(sea.initiative, 3, 3, flagship=True).yours
    assert chances(sea.initiative, enemy_flagship=True).chance(lambda won: won.yours) == Fraction(10, 31)


def test_weather_of_the_first_turn_and_of_later_ones():
    """Direction and strength are thrown at first, and shift later within bounds."""
    assert resolved(sea.weather_change, 2, 1, 6, first=True) == sea.NewWeather("SE", "gale")
    assert resolved(sea.weather_change, 2, 1, 6, first=True, roughest="moderate_breeze").strength == "moderate_breeze"
    assert resolved(sea.weather_change, 5, 3, wind="N", strength="storm") == sea.NewWeather("NW", "gale")
    found = chances(sea.weather_change, strength="calm")
    assert found.chance(lambda new: new.strength == "calm") == Fraction(1, 2)


def test_weather_refuses_bounds_that_cross():
    """The calmest cannot be rougher than the roughest."""
    with pytest.raises(BadInput, match="calmest=gale: expected no more than the roughest, calm"):
        sea.weather_change.read({"calmest": "gale", "roughest": "calm"})


def test_mines_in_a_storm():
    """Each field by its own die: all three are gone in one case of eight."""
    assert chances(sea.storm_mines, fields=3).chance(lambda swept: swept.gone == 3) == Fraction(1, 8)
    assert resolved(sea.storm_mines, 4, 3, fields=2).gone == 1


def test_speed_limit_is_that_of_the_table():
    """The procedure and a ship in play give the same knots."""
    at = table(ship("mars", knots=10, flooding=4, traits=("poor_seakeeping",)), level=6)
    found = resolved(sea.speed_limit, knots=10, order="full", wind="storm", traits=["poor_seakeeping"], flooding=4)
    played = speed.limit(at, 0, "full", CHARTS)
    assert (found.order, found.knots, found.inches, found.held_by) == ("slow", 3, 1.25, "the storm")
    assert (played.order, played.knots, played.run, played.why) == ("slow", 3, 125, "the storm")
    assert resolved(sea.speed_limit, knots=10, order="full").held_by == "her order"


@pytest.mark.parametrize(("given", "passed"), [({"ship_class": 1}, (1, 3)), ({"ship_class": 1, "easy": True}, (2, 3))])
def test_a_shoal(given: Any, passed: tuple[int, int]):
    """How often it is passed depends on size and on knowing it; who strikes takes two points and a flood."""
    assert chances(sea.obstacle, hull=5, **given).chance(lambda s: s.passed) == Fraction(*passed)
    assert resolved(sea.obstacle, 1, hull=5, **given) == sea.Strike(False, 2, 1, False)


def test_land_and_coming_off():
    """Land costs what hull there is, and a middling ship comes off in half of her tries."""
    assert resolved(sea.land, ship_class=3, hull=0.75) == sea.Strike(False, 0.75, 1, True)
    assert chances(sea.come_off, ship_class=2).chance(lambda c: c.off) == Fraction(1, 2)


def test_hull_is_in_quarters():
    """A tenth of a point cannot be typed."""
    with pytest.raises(BadInput, match=r"hull=1\.1: expected quarters of a point, as in 2\.75"):
        sea.land.read({"ship_class": 3, "hull": 1.1})


def test_mines_one_after_the_other():
    """Two hits: a 4 damages her rudder, the second 4 floods her in its place; six and a quarter points gone."""
    found = resolved(hits.mine_test, 6, 6, 1, 4, 1, 4, ship_class=2, hull=9)
    assert found == hits.Mined(2, 6.25, 5, True, 0, False, False)


def test_a_ship_that_has_sunk_needs_no_more_dice():
    """Three mines and the hull is gone: no flood is thrown for."""
    found = resolved(hits.mine_test, 6, 6, 6, 3, ship_class=2, hull=2)
    assert (found.hits, found.sunk) == (3, True)


def test_chance_of_a_mine():
    """Class 4 throws one die."""
    assert chances(hits.mine_test, ship_class=4, hull=2).chance(lambda m: m.hits > 0) == Fraction(1, 6)


@settings(deadline=None)
@given(st.integers(0, 5000), st.sampled_from([1, 2, 3, 4]), st.integers(2, 40), st.sampled_from(["D2", "D3", "D4"]))
def test_mines_do_what_they_do_on_the_table(seed: int, size: int, hull: int, kind: Any):
    """The same dice, once by the procedure and once under a ship that steams onto the field."""
    field = Minefield("bank", 2400, 2900, damage=kind)
    far = ship("pluton", 60, 5, side="red")
    at = state(table(ship("mars", ship_class=size, hull=hull, order="full"), far, mines=(field,)))
    dice = RandomDice(seed)
    one = passage.steam(at, 0, Steam("mars", 600), CHARTS, dice).table.ships[0]
    log = heard(dice)
    inputs = hits.MineTest(ship_class=size, damage=kind, hull=hull / 4)
    found = hits.mine_test(inputs, CHARTS, RandomDice(seed))
    assert found.hits == next(e.hits for e in log if isinstance(e, Mined))
    assert found.sunk == (one.gone == "sunk")
    assert found.hull == (hull - one.hull) / 4
    if not found.sunk:
        assert (found.flooding, found.rudder, found.engine_room, found.listing) == (
            one.flooding, bool(one.rudder), one.engine_room, one.heavy_list,
        )  # fmt: skip


# What an order will use


SHOAL = land((10, 27), (40, 27), (40, 28), (10, 28), kind="shoal", name="The bank")
SHORE = land((10, 29), (40, 29), (40, 40), (10, 40), name="the spit")


def calls(action: Any, *, own: Secret | None = None, **changed: Any) -> list[Any]:
    mars: dict[str, Any] = {"order": "full"} | {
        key: changed.pop(key) for key in ("grounded", "order", "y") if key in changed
    }
    at = table(ship("mars", **mars), ship("pluton", 60, 5, side="red"), **changed)
    return sea.calls(View(at, "blue", own or Secret()), action, CHARTS)


def test_a_way_names_its_shoals_its_land_and_the_mines_that_the_side_knows():
    """In the order in which they are met, and nothing where the run ends before them."""
    shores = (SHOAL, SHORE)
    hidden = Secret((), (Minefield("our field", 2400, 2650),))
    found = calls(Steam("mars", 600), shores=shores, own=hidden)
    assert [(c.procedure, c.words) for c in found] == [
        ("mine_test", "through our field"), ("obstacle", "entering the bank"), ("land", "running onto the spit"),
    ]  # fmt: skip
    assert calls(Steam("mars", 100), shores=shores) == []


def test_coming_off_is_previewed():
    """For a run astern, not for lying still."""
    found = calls(Steam("mars", -100), shores=(SHORE,), grounded=True, order="slow", y=27.5)
    assert [c.procedure for c in found] == ["come_off"]
    assert calls(Steam("mars"), shores=(SHORE,), grounded=True, order="slow", y=27.5) == []


def test_naming_player_a_previews_the_weather():
    """On odd turns, unless the scenario keeps it; a storm that lasts has mines to sweep."""
    assert [c.procedure for c in calls(Lead("blue"), turn=3)] == ["weather_change"]
    assert calls(Lead("blue"), turn=3, fixed_weather=True) == []
    assert calls(Lead("blue"), turn=4) == []
    storm = calls(Lead("blue"), turn=4, level=6, mines=(Minefield("bank", 0, 0),))
    assert [c.procedure for c in storm] == ["storm_mines"]


def test_every_call_can_be_resolved():
    """The odds of each preview add up to one."""
    for call in (*calls(Steam("mars", 600), shores=(SHOAL, SHORE)), *calls(Lead("blue"), turn=1)):
        of = next(p for p in sea.PROCEDURES if p.name == call.procedure)
        assert sum(of.odds(call.inputs, CHARTS).values()) == 1
