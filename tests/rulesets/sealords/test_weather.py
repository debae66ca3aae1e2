"""Winds, gales and sudden weather: how they come, how far they reach, where they go."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    convoy,
    dummy,
    formation,
    squadron,
    state,
)
from weathergauge.dice import Told
from weathergauge.odds import odds
from weathergauge.rulesets.sealords.sea import STEPS, gales, told, weather
from weathergauge.rulesets.sealords.sea.actions import (
    BlownAway,
    DrivenOut,
    GaleBegan,
    GaleEnded,
    GaleMoved,
    SuddenWeather,
    WindsFound,
)
from weathergauge.rulesets.sealords.sequence import season
from weathergauge.rulesets.sealords.state import Date, Gale, Settings, State, replace
from weathergauge.throwing import ScriptedDice


def events(log: list[Told], kind: type) -> list[Any]:
    return [told.event for told in log if isinstance(told.event, kind)]


def run(step: str, before: State, world: Any, *faces: int) -> tuple[State, list[Told]]:
    dice = ScriptedDice(faces)
    after = STEPS[step](before, world, dice)
    dice.finish()
    return after, dice.told


# Winds


def test_the_year_of_each_title_has_its_own_seasons():
    """Turn 14 is in the fall of one title and in the winter of the other (SL01)."""
    assert season(Date(1744, 14), MISTRAL) == "fall"
    assert season(Date(1743, 14), COLD_WAVES) == "winter"


def test_a_pair_of_contra_winds_shares_a_die():
    """Winter: 1 brings the levanter and not its contra, 5 neither of the second pair, 9 the tramontana."""
    found = weather.impulse_winds("winter", MISTRAL.charts, ScriptedDice([1, 5, 9, 4, 4]))
    assert found.winds == ("levanter", "tramontana", "bora")
    assert found.nines == 1


def test_a_wind_with_a_dash_is_not_rolled_for():
    """In summer only the libeccio and the scirocco of one title have a number: two dice."""
    dice = ScriptedDice([0, 9])
    assert weather.impulse_winds("summer", MISTRAL.charts, dice).winds == ("libeccio",)
    dice.finish()


def test_the_winds_of_the_other_title_come_by_the_same_method():
    """Two pairs and the trade wind: three dice in every season."""
    dice = ScriptedDice([7, 0, 1])
    found = weather.impulse_winds("winter", COLD_WAVES.charts, dice)
    assert found.winds == ("easterly", "northerly", "portuguese_trade")
    dice.finish()


def test_chance_of_the_mistral_in_winter():
    """It blows in every second impulse."""
    law = odds(weather.impulse_winds, "winter", MISTRAL.charts)
    assert law.chance(lambda found: "mistral" in found.winds) == Fraction(1, 2)


# Gales


@pytest.mark.parametrize(("face", "force", "hurricane"), [(0, 9, False), (6, 11, False), (7, 11, True), (8, 0, False)])
def test_a_wind_becomes_a_gale_by_its_die(face: int, force: int, hurricane: bool):
    """The bora in winter: a hurricane on 7, nothing above."""
    found = weather.gather("bora", "winter", MISTRAL.charts, ScriptedDice([face]))
    assert (found.force, found.hurricane) == (force, hurricane)


def test_an_impulse_begins_with_winds_and_their_gales():
    """Mistral on 0, its gale on 6 is force 11, at the second of its two starts; the other dice bring nothing."""
    after, log = run("winds", state(gales=(Gale("marin", 9, "space_14"),)), MISTRAL, 4, 0, 4, 9, 9, 6, 2)
    assert after.table.winds == ("mistral",)
    assert after.table.gales == (Gale("mistral", 11, "toulon"),)
    assert len(events(log, WindsFound)) == len(events(log, GaleBegan)) == 1
    assert told(after.table, events(log, GaleBegan)[0], MISTRAL) == "A mistral gale of force 11 begins at Toulon."


def test_a_gale_that_lasts_the_turn_stays_and_is_the_only_one_of_its_wind():
    """Gregales in the Ionian Sea: a full turn of four impulses, into the next turn, with no new die for them."""
    lasting = gales.begun("gregales", 9, "ionian_sea", False, MISTRAL)
    assert (lasting.lasts, lasting.left) == (True, 4)
    second = state(gales=(lasting,), date=Date(1744, 3, 2))
    after, _ = run("winds", second, MISTRAL, 4, 5, 4, 0, 9)
    assert after.table.gales == (lasting,)
    after, _ = run("winds", replace(second, table=replace(second.table, date=Date(1744, 4, 1))), MISTRAL, 4, 5, 4, 0, 9)
    assert after.table.gales == (lasting,)
    left = [lasting.left]
    table = second.table
    while table.gales:
        table = weather.calmed(table)
        left += [gale.left for gale in table.gales]
    assert left == [4, 3, 2, 1]


def test_gales_go_on_from_the_second_increment():
    """Holds SL06."""
    before = state(gales=(Gale("mistral", 10, "toulon"),), date=Date(1744, 3, 1, 1))
    assert run("gales_move", before, MISTRAL)[0].table.gales == before.table.gales
    before = replace(before, table=replace(before.table, date=Date(1744, 3, 1, 2)))
    after, log = run("gales_move", before, MISTRAL)
    assert after.table.gales == (Gale("mistral", 10, "space_13"),)
    assert events(log, GaleMoved)


def test_a_gale_with_nowhere_to_go_ends_unless_the_table_keeps_it():
    """By a setting."""
    stuck = (Gale("marin", 9, "toulon"),)
    before = state(gales=stuck, date=Date(1744, 3, 1, 3))
    after, log = run("gales_move", before, MISTRAL)
    assert after.table.gales == ()
    assert events(log, GaleEnded)
    kept = replace(before, table=replace(before.table, settings=Settings(gale_stays=True)))
    assert run("gales_move", kept, MISTRAL)[0].table.gales == stuck


def test_the_bora_and_the_gregales_stay_where_they_end():
    """They have no farther step and last."""
    halted = (Gale("bora", 9, "coastal_g"), Gale("gregales", 8, "space_28"))
    before = state(gales=halted, date=Date(1744, 3, 1, 4))
    assert run("gales_move", before, MISTRAL)[0].table.gales == halted


def test_the_libeccio_ends_or_crosses_sardinia():
    """By a die."""
    before = state(gales=(Gale("libeccio", 9, "space_10"),), date=Date(1744, 3, 1, 2))
    assert run("gales_move", before, MISTRAL, 1)[0].table.gales == ()
    assert run("gales_move", before, MISTRAL, 2)[0].table.gales == (Gale("libeccio", 9, "space_17"),)


def test_a_bora_goes_on_from_coastal_space_f_only_if_it_began_there():
    """From the Dalmatian coast it ends its way on the Italian one; from F it may go to the Ionian Sea."""
    came = state(gales=(Gale("bora", 9, "coastal_f"),), date=Date(1744, 3, 1, 3))
    assert run("gales_move", came, MISTRAL)[0].table.gales == came.table.gales
    began = gales.begun("bora", 9, "coastal_f", False, MISTRAL)
    after, _ = run("gales_move", state(gales=(began,), date=Date(1744, 3, 1, 3)), MISTRAL)
    assert after.table.gales == (replace(began, place="ionian_sea"),)


@pytest.mark.parametrize(
    ("wind", "toward"),
    [("levanter", ("space_5", "space_3")), ("mistral", ("space_14",)), ("marin", ("marseilles", "toulon"))],
)
def test_gales_go_where_the_chart_sends_them(wind: str, toward: tuple[str, ...]):
    """Every step of a track brings them nearer to what `gale_start_locations` names."""
    track = MISTRAL.values.tracks[wind]
    for start, to in track.steps:
        assert min(MISTRAL.distances(place)[to] for place in toward) < min(
            MISTRAL.distances(place)[start] for place in toward
        )
    assert {to for _, to in track.steps} >= {*toward}


def test_a_libeccio_off_space_9_goes_east():
    """To space 15 and nowhere else."""
    assert {to for place, to in MISTRAL.values.tracks["libeccio"].steps if place == "space_9"} == {"space_15"}


def test_every_track_begins_and_goes_on_at_places_of_the_map():
    """And every wind that can become a gale has one."""
    for world in (MISTRAL, COLD_WAVES):
        for wind in weather.winds(world.charts):
            track = world.values.tracks[wind]
            places = [
                *track.starts,
                *track.halts,
                *track.lasts,
                *[place for step in track.steps for place in step if place],
            ]
            assert track.starts
            assert all(place in world.places for place in places)


# How far a gale reaches


def at(place: str, force: int, of: str, **changed: Any) -> Any:
    return gales.gale_at(state(gales=(Gale("mistral", force, place, **changed),)).table, of, MISTRAL)


def test_a_gale_reaches_its_radius():
    """Force 9 reaches one space, where it costs one point instead of two (SL05)."""
    assert at("space_13", 9, "space_13").effect.attrition_dp == 2
    assert at("space_13", 9, "space_14").effect.attrition_dp == 1
    assert at("space_13", 9, "space_7") is None


def test_ships_in_harbour_lie_with_their_port():
    """The gale there is felt at no distance."""
    assert at("toulon", 8, "toulon/harbour").range == 0


def test_the_boxes_of_a_sea_zone_are_a_space_and_the_zone_is_another():
    """SL97: from a space its boxes are one away, the zone proper two, the boxes on the far side three."""
    assert at("space_7", 11, "balearic_sea/in/space_7").range == 1
    assert at("space_7", 11, "balearic_sea/out/space_7").range == 1
    assert at("space_7", 11, "balearic_sea").range == 2
    assert at("space_7", 11, "balearic_sea/in/space_8").range == 3
    assert at("space_7", 11, "space_8") is None
    assert at("balearic_sea", 10, "space_7").range == 2
    assert at("balearic_sea", 10, "balearic_sea/out/barbary_coast").range == 1


def test_the_edge_of_the_map_is_out_of_reach():
    """Of any gale."""
    assert at("the_gut", 11, "atlantic_edge") is None


def test_of_two_gales_the_stronger_effect_counts():
    """Though it is farther off."""
    both = (Gale("mistral", 8, "space_13"), Gale("marin", 10, "space_14"))
    found = gales.gale_at(state(gales=both).table, "space_13", MISTRAL)
    assert found is not None
    assert (found.gale.force, found.range, found.effect.attrition_dp) == (10, 1, 2)


def test_a_hurricane_is_worse_by_two_in_its_own_space():
    """Six points, none off in harbour, +4, fleet auxiliaries on 4, fleet-50 on 2, light ones and others always."""
    effect = at("space_13", 11, "space_13", hurricane=True).effect
    assert (effect.attrition_dp, effect.io_dp, effect.ctw_ls_drm) == (6, 0, 4)
    removed = [gales.removed_on(effect, cls) for cls in ("fleet", "fleet_50", "light", "galley")]
    assert removed == [4, 2, "auto", "auto"]
    assert at("space_13", 11, "space_14", hurricane=True).effect == MISTRAL.charts.gale_effects.at(11, 1)


# Sudden weather


def waters(*formations: Any, **changed: Any) -> State:
    return state("cold_waves", formations, date=Date(1743, 14, 1), **changed)


def test_a_natural_nine_calls_for_an_event():
    """The easterly comes on 9; the event die of 7 is a squall: a point for each ready squadron, and no gale."""
    before = waters(formation("b1", "lizard"))
    after, log = run("winds", before, COLD_WAVES, 9, 5, 5, 7, 5)
    assert events(log, SuddenWeather)[0].place == "lizard"
    assert after.formation("b1").squadrons[0].dps == 1  # type: ignore[union-attr]
    assert gales.squall_at(after.table, "lizard")
    assert gales.gale_at(after.table, "lizard", COLD_WAVES) is None


def test_no_more_than_one_event_in_an_impulse():
    """Two nines: the first event die is without effect, the second a squall; a third nine calls for nothing."""
    before = waters(formation("b1", "lizard"))
    after, log = run("winds", before, COLD_WAVES, 9, 9, 5, 0, 6, 9, 9)
    assert [one.event for one in events(log, SuddenWeather)] == ["no_effect", "squall"]
    assert after.table.winds == ("easterly", "southerly")


def test_a_freak_gale_drives_out_batters_and_removes():
    """At Leith: two points, the frigate fitting out puts to sea, and a galley auxiliary goes on 8."""
    frigates = formation("b1", "leith", squadrons=[squadron("f", "frigate")], state="fitting_out")
    boats = auxiliary("x1", "galley", base="leith")
    before = waters(frigates, british={"auxiliaries": (boats,)})
    after, log = run("winds", before, COLD_WAVES, 9, 5, 5, 8, 8, 5)
    there = after.formation("b1")
    assert there is not None
    assert (there.state, there.squadrons[0].dps) == ("ready", 2)
    assert events(log, DrivenOut)
    assert events(log, BlownAway)
    found = gales.gale_at(after.table, "leith", COLD_WAVES)
    assert found is not None
    assert (found.gale.force, found.range) == (8, 0)
    assert gales.gale_at(after.table, "firth_of_forth", COLD_WAVES) is None


def test_a_freak_gale_leaves_alone_who_is_laid_up_in_a_minor_port():
    """The chart is about ready squadrons; beside them a convoy waits, which it does hurt."""
    laid_up = formation("b1", "leith", state="in_ordinary")
    after, log = run("winds", waters(laid_up, convoy("c1", "leith", state="fitting_out")), COLD_WAVES, 9, 5, 5, 8, 5)
    assert after.formation_of("b1") == laid_up
    assert after.formation_of("c1").load.points == 22
    assert not events(log, DrivenOut)


def test_a_freak_gale_and_a_squall_cost_convoys_cargo():
    """At Leith two points, and the convoy stays where it waits; at sea a squall costs one."""
    waiting = convoy("c1", "leith", state="fitting_out")
    after, _ = run("winds", waters(waiting), COLD_WAVES, 9, 5, 5, 8, 5)
    there = after.formation("c1")
    assert there is not None
    assert (there.state, there.load.points) == ("fitting_out", 22)
    after, _ = run("winds", waters(convoy("c1", "lizard")), COLD_WAVES, 9, 5, 5, 6, 5)
    assert after.formation_of("c1").load.points == 23


def test_a_freak_gale_batters_only_once():
    """At the end of the increment there is no further damage and no further removal, but it is a gale for checks."""
    before = waters(formation("b1", "lizard"), gales=(Gale("freak_gale", 8, "lizard", freak=True),))
    after, _ = run("gales", before, COLD_WAVES)
    assert after.formation("b1").squadrons[0].dps == 0  # type: ignore[union-attr]


def test_the_place_of_an_event_is_drawn_among_counters_at_sea():
    """Two places, a die between them: a dummy counts like any counter, ships in a key port's harbour do not."""
    there = [
        formation("b1", "lizard"),
        dummy("d1", "ushant", "bourbon"),
        formation("b2", "brest/harbour", "bourbon", state="in_ordinary"),
    ]
    after, log = run("winds", waters(*there), COLD_WAVES, 9, 5, 5, 7, 2, 5)
    assert events(log, SuddenWeather)[0].place == "ushant"
    assert after.formation("d1") is not None


def test_a_title_without_events_has_none():
    """Its nines bring no die more: five for the winds, one for the gale of the tramontana."""
    _, log = run("winds", state(formations=[formation()]), MISTRAL, 4, 5, 9, 9, 9, 9)
    assert not events(log, SuddenWeather)
