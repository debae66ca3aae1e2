"""What an order leads to is said before it is given: gales, eyes off the port, wear to the turn's end, screens, and the battle."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests import golden
from tests.rulesets.sealords.sea import MISTRAL, auxiliary, formation, leader, order, squadron, state, view
from weathergauge.match import Replay
from weathergauge.match.record import Record
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.sealords.auxiliaries.actions import Screen, Send
from weathergauge.rulesets.sealords.battle import opening
from weathergauge.rulesets.sealords.battle.actions import Attack, GaugeTaken
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.phases import Offering, Plotting, Sailing, Screening, Sighting, Tasking
from weathergauge.rulesets.sealords.sea.actions import Beat, Catch, CloseWith, MarkTime, Move, Plot
from weathergauge.rulesets.sealords.sea.passage import ways
from weathergauge.rulesets.sealords.state import Gale, State, replace
from weathergauge.testing import rules_for

RULES: Any = ruleset("mistral")


def ahead(state: State, action: Any, side: Any = "british") -> dict[str, Any]:
    """The odds of all that lies ahead of an order, by procedure."""
    calls = RULES.preview(view(state, side), action)
    return {call.procedure: RULES.procedures[call.procedure].odds(call.inputs, RULES.charts) for call in calls}


def court(**changed: Any) -> Any:
    """Two squadrons in the harbour of Toulon, with orders to come out."""
    pair = (squadron("f1", contingent="french"), squadron("f2", contingent="french"))
    usual = {"state": "in_ordinary", "order": "o1", "leader": leader("court", "french")}
    return formation("court", "toulon/harbour", "bourbon", pair, **(usual | changed))


def at_toulon(*others: Any, gales: Any = (), phase: Any = None) -> State:
    return state(
        formations=[court(), *others], gales=gales, phase=phase or Sailing("bourbon"), bourbon={"orders": (order(),)}
    )


def test_leaving_port_in_a_gale_tells_what_the_gale_does():
    """Damage points for each squadron, and whether they keep together."""
    found = ahead(at_toulon(gales=(Gale("mistral", 9, "toulon"),)), Move("court", "toulon"), "bourbon")
    gale = found["gale_effects"]
    assert gale.of(lambda result: result.dps).mean() > 0
    assert 0 < gale.chance(lambda result: result.together) < 1
    assert "gale_effects" not in ahead(at_toulon(), Move("court", "toulon"), "bourbon")


def test_a_course_against_the_wind_tells_of_the_gale_that_it_is_kept_in():
    """The first MP of a beat leaves it in the gale where it lies, at no anchor; its second brings it where it goes, and
    catching the wind may do either."""
    lies = formation("b1", "space_7", order="o1")
    foul = next(way.to for way in ways(state().table, lies, MISTRAL) if way.kind == "against")
    here = state(
        formations=[lies], gales=(Gale("mistral", 9, "space_7"),), phase=Sailing("british"), first="bourbon",
        british={"orders": (order(holder="b1"),)},
    )  # fmt: skip
    plotted = replace(here, table=replace(here.table, phase=Plotting("british"), first="british"))
    beating = here.with_formation(replace(lies, beating=foul))

    def gales(at: State, action: Any) -> list[tuple[str, int, bool]]:
        found = [call for call in RULES.preview(view(at), action) if call.procedure == "gale_effects"]
        return [(call.words.partition(" for ")[2], call.inputs.range, call.inputs.sheltered) for call in found]

    stays, away = (0, False), gales(beating, Beat("b1", foul))
    assert gales(here, Beat("b1", foul)) == [("b1 as it beats up", *stays)]
    assert away == ([] if not away else [("b1", 1, False)])
    there = [(f"b1{' if it catches the wind'}", *rest) for _, *rest in away]
    assert gales(plotted, Plot("b1", foul)) == [("b1 as it beats up", *stays), *there]
    assert gales(here, Catch("b1", foul)) == [*there, ("b1 if it does not catch the wind", *stays)]


@pytest.mark.parametrize(("dps", "chance"), [(6, None), (8, Fraction(3, 10))])
def test_a_squadron_that_is_worn_beyond_bearing_is_said_to_founder(dps: int, chance: Any):
    """At the turn's end, wherever it lies; one that can bear its damage makes no check."""
    worn = squadron("f1", contingent="french", dps=dps, rating=6)
    before = state(
        formations=[formation("b1", "port_mahon/harbour", squadrons=(worn,), state="in_ordinary", order="o1")]
    )
    found = ahead(replace(before, table=replace(before.table, phase=Plotting("british"))), Plot("b1", ""))
    assert "attrition" in found
    assert (found["sinking"].chance(lambda result: result.sail == 1) if "sinking" in found else None) == chance


def test_leaving_port_past_whoever_may_watch_it_from_afar_tells_the_odds_to_be_found():
    """By the chart of searches; a formation that lies in no space next to the port is none of them."""
    near, far = formation("watch", "space_12"), formation("watch", "space_7")
    found = ahead(at_toulon(near), Move("court", "toulon"), "bourbon")["search"]
    assert Fraction(0) < found.chance(lambda result: result.spotted) < 1
    assert "search" not in ahead(at_toulon(far), Move("court", "toulon"), "bourbon")


def test_an_enemy_in_the_roads_is_warned_of():
    """A close blockade sees whoever comes out without a die: a sentence says so, and only of ships that come out."""
    shut = at_toulon(formation("watch", "toulon"))
    assert "off Toulon" in RULES.warn(view(shut, "bourbon"), Move("court", "toulon"))
    assert RULES.warn(view(shut, "bourbon"), MarkTime("court")) == ""
    assert RULES.warn(view(at_toulon(), "bourbon"), Move("court", "toulon")) == ""


def test_to_stay_and_to_go_tell_the_wear_of_the_turn():
    """At sea in winter two points by the chart, in harbour none of them."""
    orders = {"orders": (order(),)}
    at_sea = state(formations=[formation("van", "space_7", order="o1")], phase=Plotting("british"), british=orders)
    stays = ahead(at_sea, Plot("van", ""))["attrition"]
    home = ahead(at_sea, Plot("van", "port_mahon/harbour"))["attrition"]
    assert stays.of(lambda one: one.dps).mean() > home.of(lambda one: one.dps).mean()


def test_a_close_blockade_tells_the_blockade_value_in_its_wear():
    """To stay in the space of the port by orders to blockade it costs as many points more as the port is worth."""
    blockade = order("o1", "blockade", target=("toulon",), holder="van")
    lies = formation("van", "toulon", order="o1")
    with_it = state(formations=[lies], phase=Plotting("british"), british={"orders": (blockade,)})
    without = state(formations=[lies], phase=Plotting("british"), british={"orders": (order(),)})
    worn = [ahead(one, Plot("van", ""))["attrition"].of(lambda result: result.dps).mean() for one in (with_it, without)]
    assert worn[0] - worn[1] == RULES.world.places["toulon"].bv


def test_to_close_with_whoever_came_out_tells_what_the_blockade_then_costs():
    """Those who watch from afar lie off the port itself from then on, and wear as a close blockade does."""
    blockade = order("o1", "blockade", target=("toulon",), holder="van")
    van, out = formation("van", "space_12", order="o1"), formation("court", "toulon", "bourbon", known="spotted")
    sighted = Sighting("british", "court", "toulon", Sailing("bourbon"))
    asked = state(formations=[van, out], phase=sighted, british={"orders": (blockade,)})
    near = ahead(asked, CloseWith("court"))["attrition"].of(lambda result: result.dps).mean()
    far = ahead(replace(asked, table=replace(asked.table, phase=Plotting("british"))), Plot("van", ""))["attrition"]
    assert near - far.of(lambda result: result.dps).mean() == RULES.world.places["toulon"].bv
    assert ahead(asked, Ready()) == {}


def test_attack_tells_the_battle_before_it_is_sought():
    """Who may have the weather gauge, and what a battle with all in sight may cost; nothing of who is hidden."""
    foe = formation("court", "space_7", "bourbon", (squadron("f1", contingent="french"),), known="spotted")
    van = formation("van", "space_7", order="o1", leader=leader())
    asked = state(formations=[van, foe], phase=Offering("british", "space_7"), british={"orders": (order(),)})
    found = ahead(asked, Attack("space_7"))
    assert found["weather_gauge"].of(lambda result: result.other_chance).mean() > 0
    assert found["battle"].of(lambda result: result.other_dps).mean() > 0
    unseen = state(
        formations=[van, formation("court", "space_7", "bourbon")],
        phase=Offering("british", "space_7"), british={"orders": (order(),)},
    )  # fmt: skip
    assert ahead(unseen, Attack("space_7")) == {}


def test_attack_tells_the_battle_for_either_gauge_and_the_prestige_at_stake():
    """The same battle with the gauge and without it, and what the chart pays for sail: a convoy's lines where one is there."""
    foe = formation("court", "space_7", "bourbon", (squadron("f1", contingent="french"),), known="spotted")
    van = formation("van", "space_7", order="o1", leader=leader())
    asked = state(formations=[van, foe], phase=Offering("british", "space_7"), british={"orders": (order(),)})
    calls = [call for call in RULES.preview(view(asked), Attack("space_7")) if call.procedure == "battle"]
    ours, his = (RULES.procedures["battle"].odds(call.inputs, RULES.charts) for call in calls)
    assert "you to windward" in calls[0].words
    assert "the enemy to windward" in calls[1].words
    assert ours.chance(lambda one: one.gauge_wins) > 1 - his.chance(lambda one: one.gauge_wins)
    stake = RULES.warn(view(asked), Attack("space_7"))
    assert "1 for every flagship sunk or taken" in stake
    assert "1 for every 2 ships of the line sunk or taken" in stake
    assert "loses as much" in stake
    assert "convoy" not in stake
    load = replace(
        asked, table=replace(asked.table, counters=tuple([replace(one, kind="convoy") for one in asked.table.counters]))
    )
    assert "1 for every 8 points of damage to a convoy" in RULES.warn(view(load), Attack("space_7"))


def test_a_search_and_a_screen_tell_what_they_may_do():
    """A search its chance; a screen whom it stops and whom it hampers, which takes no die."""
    light = auxiliary("x1", "light")
    tasking = state(
        formations=[formation("court", "space_7", "bourbon")],
        phase=Tasking("british"),
        british={"auxiliaries": (light,)},
    )
    found = ahead(tasking, Send("x1", "search", "space_7", ""))["search"]
    assert 0 < found.chance(lambda result: result.spotted) < 1
    screening = state(
        phase=Screening("british", "search", "port_mahon", "", Tasking("bourbon")), british={"auxiliaries": (light,)}
    )
    calls = RULES.preview(view(screening), Screen("x1"))
    assert [call.procedure for call in calls] == ["screening"] * 4
    assert len({call.words for call in calls}) == 4


def attacks(title: str) -> Iterator[tuple[Any, State, Attack, GaugeTaken]]:
    """The attacks of the golden match that came to a battle, each with the gauge that was then taken."""
    replay = Replay(Record.read(golden.record_of(title)), rules_for)
    asked: tuple[State, Attack] | None = None
    for position in range(1, len(replay)):
        before, action = replay.at(position - 1)[0], replay.action(position)
        asked = (before, action) if isinstance(action, Attack) else asked
        for one in replay.at(position)[1]:
            if isinstance(one.event, GaugeTaken) and asked is not None:
                yield replay.rules, *asked, one.event


def hopes(rules: Any, before: State, attack: Attack) -> list[tuple[dict[str, int], str]]:
    """What each side's chance of the gauge is said to be before an attack, by side, and in which words."""
    side = before.table.phase.side  # type: ignore[union-attr]
    found = []
    for call in rules.preview(rules.view(before, side), attack):
        if call.procedure == "weather_gauge":
            odds = rules.procedures["weather_gauge"].odds(call.inputs, rules.charts)
            both = [int(odds.of(of).mean()) for of in (lambda one: one.first_chance, lambda one: one.other_chance)]
            first = side if call.words.startswith("you have") else rules.world.enemy(side)
            found.append((dict(zip((first, rules.world.enemy(first)), both, strict=True)), call.words))
    return found


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
def test_the_gauge_that_is_taken_is_as_it_was_told_before_the_attack(title: str) -> None:
    """The enemy's chance lies within what is said of him at worst and at best for him, and the own is the very number, in
    every battle of the golden match."""
    seen = 0
    for rules, before, attack, taken in attacks(title):
        side = before.table.phase.side  # type: ignore[union-attr]
        real = dict(zip(rules.world.sides, taken.chances, strict=True))
        told = hopes(rules, before, attack)
        foe = rules.world.enemy(side)
        assert {one[side] for one, _ in told} == {real[side]}
        assert min(one[foe] for one, _ in told) <= real[foe] <= max(one[foe] for one, _ in told)
        seen += 1
    assert seen


@pytest.mark.parametrize(("ours", "theirs", "first"), [(3, 5, "british"), (5, 3, "bourbon"), (4, 4, "british")])
def test_the_gauge_against_an_enemy_who_has_shown_all_is_told_as_it_is(ours: int, theirs: int, first: str) -> None:
    """One line with the inputs of the throw itself, and who was there first; of those who came together it is Player B."""
    van: Any = {"since": ours, "approach": "with_wind", "order": "o1", "leader": leader()}
    court_: Any = {"since": theirs, "approach": "with_wind", "known": "all", "leader": leader("court", "french", lr=5)}
    french = (squadron("f1", contingent="french", dps=9),)
    here = state(
        formations=[formation("van", "space_7", **van), formation("court", "space_7", "bourbon", french, **court_)],
        phase=Offering("british", "space_7"), british={"orders": (order(),)},
    )  # fmt: skip
    if ours == theirs:
        first = here.table.enemy(here.table.first)
    (call,) = [call for call in RULES.preview(view(here), Attack("space_7")) if call.procedure == "weather_gauge"]
    assert call.words.startswith("you have" if first == "british" else "the enemy has")
    sides = {"british": here.formation("van"), "bourbon": here.formation("court")}
    for comer, side in ((call.inputs.first, first), (call.inputs.other, here.table.enemy(first))):
        real = opening.weatherly([sides[side]], here.table.serial, RULES.world)  # type: ignore[list-item]
        assert (comer.approach, comer.lr, comer.fast, comer.crippled) == (
            real.approach, real.lr, real.fast, real.crippled,
        )  # fmt: skip


def test_an_enemy_of_whom_no_more_than_his_ships_is_known_is_never_said_to_be_beaten_for_certain() -> None:
    """A leader whose worth is hidden may be the best there is: then the gauge is no longer sure."""
    foe: Any = {"known": "spotted", "leader": leader("court", "french", lr=5)}
    here = state(
        formations=[formation("van", "space_7", order="o1", leader=leader()), formation("court", "space_7", "bourbon", **foe)],
        phase=Offering("british", "space_7"), british={"orders": (order(),)},
    )  # fmt: skip
    told = hopes(RULES, here, Attack("space_7"))
    assert len(told) == 2
    assert all("what you do not know of the enemy" in words for _, words in told)
    assert told[0][0]["bourbon"] < told[1][0]["bourbon"]
