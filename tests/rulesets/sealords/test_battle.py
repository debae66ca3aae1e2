"""Battles step by step: who may attack, the subroutine, and what comes after."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import SIDES, mistral_settings
from weathergauge.dice import Dice
from weathergauge.odds import odds
from weathergauge.ruleset import Told
from weathergauge.rulesets.sealords import battle, casualties, damage, leaders
from weathergauge.rulesets.sealords.battle import aftermath, array, engagement, offering, opening, quarrels, subroutine
from weathergauge.rulesets.sealords.battle.actions import (
    Attack,
    BattleAction,
    BattleEvent,
    CallOff,
    CameUp,
    ConvoyStruck,
    Engage,
    FallUpon,
    Fight,
    Foundered,
    JoinCombat,
    LeaderPlaced,
    LeadersShown,
    Pair,
    PlaceLeader,
    Ransom,
    Reinforce,
    SendFireship,
    Share,
    TakePrize,
    ThrowAgain,
    Withdraw,
)
from weathergauge.rulesets.sealords.battle.combat import Harm
from weathergauge.rulesets.sealords.battle.opening import Flight, Relief, Weatherly
from weathergauge.rulesets.sealords.charts import Casualty
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.council import sitting
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.formations.actions import TransferSail
from weathergauge.rulesets.sealords.phases import Council, Fighting, Going, Offering
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.procedures import calls
from weathergauge.rulesets.sealords.state import Secret, Settings, State, replace, with_battle
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import RandomDice, ScriptedDice

from .sea import COLD_WAVES, MISTRAL, auxiliary, convoy, dummy, formation, heard, leader, order, squadron, state, view

SPACE = "space_7"
ORDERS = {
    "british": {"orders": (order("o1", holder="b1"),)},
    "bourbon": {"orders": (order("o2", holder="f1", command="french"),)},
}


def meeting(*more: Formation, title: str = "mistral", place: str = SPACE, **changed: Any) -> State:
    """A British and a French squadron of the line in one space, the French spotted, both under orders."""
    made = [
        formation("b1", place, order="o1", leader=leader("rowley", lr=4, personality="aggressive")),
        formation("f1", place, "bourbon", order="o2", known="spotted", leader=leader("court", "french")),
    ]
    return state(title, [*made, *more], **(ORDERS | changed))


def asked(of: State, world: World = MISTRAL, dice: Dice | None = None) -> State:
    return offering.begin(of, world, dice or ScriptedDice([]))


def plays(of: State, *moves: tuple[Side, Any], faces: Any = (), world: World = MISTRAL) -> State:
    """Actions one after the other, each held to be legal, with these faces for all of them."""
    dice = faces if isinstance(faces, Dice) else ScriptedDice(list(faces))
    for side, action in moves:
        phase: Any = of.table.phase
        assert phase.side == side, (phase, action)
        chapter = battle.CHAPTERS[type(phase)]
        assert chapter.why_not(view(of, side), action, world) is None, (phase, action)
        of = chapter.play(of, side, action, world, dice)
    if isinstance(dice, ScriptedDice):
        dice.finish()
    return of


def refusal(of: State, action: Any, world: World = MISTRAL) -> str:
    phase: Any = of.table.phase
    found = battle.CHAPTERS[type(phase)].why_not(view(of, phase.side), action, world)
    assert found is not None
    return str(found)


def told(of: State, event: Any) -> bool:
    """Whether an event has its sentence; those of other chapters are theirs to tell."""
    said = event.event if isinstance(event, Told) else event
    return not isinstance(said, BattleEvent) or bool(battle.told(of.table, said, MISTRAL))


def step(of: State) -> tuple[str, str]:
    phase = of.table.phase
    assert isinstance(phase, Fighting), phase
    return phase.side, phase.step


ATTACK: tuple[Side, Attack] = ("british", Attack(SPACE))


# Who may attack


def test_whoever_can_see_the_enemy_is_asked():
    """Only the French are spotted: the British are asked, and if they pass nothing happens."""
    found = asked(meeting())
    assert found.table.phase == Offering("british", SPACE, (), asked=True)
    passed = plays(found, ("british", Ready()))
    assert passed.table.phase == Going()
    assert passed.table.fought == (SPACE,)


def test_player_b_is_asked_first_and_then_the_other():
    """The British are Player A: the Bourbons are asked first where both are seen."""
    both = meeting()
    first = both.formation("b1")
    assert first is not None
    found = asked(both.with_formation(replace(first, known="spotted")))
    assert found.table.phase == Offering("bourbon", SPACE, ())
    assert plays(found, ("bourbon", Ready())).table.phase == Offering("british", SPACE, (), asked=True)


@pytest.mark.parametrize(
    "changed",
    [{"disorganised": True}, {"order": ""}, {"state": "fitting_out"}, {"place": "space_6"}],
)
def test_who_cannot_begin_a_battle(changed: dict[str, Any]):
    """Without orders, in disorder, in port or elsewhere nobody attacks."""
    both = meeting()
    own = both.formation("b1")
    assert own is not None
    assert asked(both.with_formation(replace(own, **changed))).table.phase == Going()


def test_what_is_hidden_is_not_attacked():
    """The step passes without a question."""
    hidden = state("mistral", [formation("b1", order="o1"), formation("f1", SPACE, "bourbon")], **ORDERS)
    assert asked(hidden).table.phase == Going()


def test_an_attack_on_the_hostile_costs_prestige_and_peace_allows_none():
    """SL31. The French before the war: 3 prestige in either title, once it comes to a battle. At peace nobody is asked."""
    for title, world in (("mistral", MISTRAL), ("cold_waves", COLD_WAVES)):
        place = SPACE if title == "mistral" else "ushant"
        hostile = meeting(title=title, place=place, relations=(("british", "french", "hostile"),))
        offered = asked(hostile, world)
        words = battle.ordered(view(offered, "british"), Attack(place), world)
        assert words is not None
        assert words.endswith(", at the price of 3 prestige once the guns fire")
        found = plays(offered, ("british", Attack(place)), world=world)
        assert found.table.tally("british").prestige == 0
        called_off = plays(found, ("british", CallOff()), world=world)
        assert called_off.table.tally("british").prestige == 0
        dice = ScriptedDice([])
        joined = plays(found, ("british", Ready()), ("bourbon", Ready()), world=world, faces=dice)
        assert step(joined) == ("british", "intensity")
        assert joined.table.tally("british").prestige == -3
        assert [one.amount for one in heard(dice) if isinstance(one, PrestigeChanged)] == [-3]
    assert asked(meeting(relations=())).table.phase == Going()


def test_war_with_one_of_them_makes_the_attack_free():
    """Spanish beside the French: the British are at war with them, and the French may fire or not."""
    spanish = formation("s1", SPACE, "bourbon", command="spanish", known="spotted")
    mixed = meeting(spanish, relations=(("british", "french", "hostile"), ("british", "spanish", "war")))
    found = plays(asked(mixed), ATTACK)
    begun = plays(asked(meeting(relations=mixed.table.relations)), ATTACK)
    assert found.table.tally("british").prestige == 0
    spaniards = [formation("s1", SPACE, "bourbon", command="spanish"), formation("f1", SPACE, "bourbon")]
    assert aftermath.paid(begun, spaniards, MISTRAL, ScriptedDice([])).table.tally("british").prestige == 0
    assert aftermath.paid(begun, spaniards[1:], MISTRAL, ScriptedDice([])).table.tally("british").prestige == -3


def test_an_attack_before_the_war_costs_the_british_alone():
    """SL31. The line is "British attack French": the French pay nothing for theirs."""
    hostile = (("british", "french", "hostile"),)
    here = meeting(relations=hostile)
    british, french = ([one for one in here.formations if one.side == side] for side in ("british", "bourbon"))
    assert quarrels.price(here.table, british, french, MISTRAL) == 3
    assert quarrels.price(here.table, french, british, MISTRAL) == 0


def test_falling_upon_a_convoy_of_the_hostile_is_paid_for_too():
    """Three prestige, as for any attack in peace."""
    trade = convoy("c1", SPACE, "bourbon", known="spotted", command="french")
    alone = state(
        "mistral", [formation("b1", SPACE, order="o1"), trade], relations=(("british", "french", "hostile"),), **ORDERS
    )
    found = plays(asked(alone), ATTACK, faces=[9])
    assert found.table.tally("british").prestige == -3


def test_who_flees_into_a_strait_is_worn_and_seen_like_any_other():
    """P10: every squadron but galleys is marked, and the counter shows."""
    fled = formation("f1", SPACE, "bourbon", (squadron("s1"), squadron("s2", "galley")))
    after = aftermath.taken_away(state("mistral", [fled]), "f1", "strait_of_gibraltar", MISTRAL, ScriptedDice([]))
    there = after.formation("f1")
    assert there is not None
    assert [one.strait for one in there.squadrons] == [True, False]
    assert (there.known, there.acted, there.place) == ("spotted", True, "strait_of_gibraltar")


def test_several_battles_come_in_random_order():
    """A die says which is offered first, and passing leads to the next."""
    more = [formation("b2", "space_6", order="o1"), formation("f2", "space_6", "bourbon", known="spotted")]
    found = asked(meeting(*more), dice=ScriptedDice([2]))
    assert found.table.phase == Offering("british", "space_6", (SPACE,), asked=True)
    assert plays(found, ("british", Ready())).table.phase == Offering("british", SPACE, (), asked=True)


def test_a_battle_elsewhere_is_refused():
    """Only the place that is asked about can be attacked."""
    assert "not Iviza channel (#6)" in refusal(asked(meeting()), Attack("space_6"))
    assert "attack, or pass" in refusal(asked(meeting()), CallOff())


# Engagement


def test_who_fights_is_known_to_all():
    """Both sides have one formation each: they are engaged without a question, and everything of them shows."""
    found = plays(asked(meeting()), ATTACK)
    assert step(found) == ("british", "call_off")
    assert [one.known for one in found.table.counters] == ["all", "all"]


def test_an_attacker_names_his_formations():
    """At least one of his there, before he may go on."""
    found = plays(asked(meeting(formation("b2", order="o1"))), ATTACK)
    assert step(found) == ("british", "engage")
    assert "name a formation" in refusal(found, Ready())
    assert "'f1' cannot be engaged: expected one of b1, b2" in refusal(found, Engage("f1"))
    found = plays(found, ("british", Engage("b2")))
    assert step(found) == ("british", "engage")
    found = plays(found, ("british", Ready()))
    assert found.table.battle is not None
    assert found.table.battle.of("british").engaged == ("b2",)
    counter = found.table.counter("b1")
    assert counter is not None
    assert counter.known == "hidden"


def test_a_defender_begins_with_what_is_in_sight():
    """A hidden second formation may keep out of it, the spotted one may not."""
    found = plays(asked(meeting(formation("f2", SPACE, "bourbon"))), ATTACK)
    assert step(found) == ("bourbon", "engage")
    assert found.table.battle is not None
    assert found.table.battle.of("bourbon").engaged == ("f1",)
    assert subroutine.options(view(found, "bourbon"), MISTRAL) == {"f2": [Engage("f2")], STEP: [Ready()]}


def admirals(fleet: bool, command: bool) -> list[Any]:
    found = [leader("gabaret", "french")]
    if fleet:
        found.append(leader("court", "french", role="fleet_admiral"))
    if command:
        found.append(leader("navarro", "spanish", role="command_admiral"))
    return found


@pytest.mark.parametrize(
    ("fleet", "command", "mistral", "cold_waves"),
    [(True, True, True, True), (True, False, True, False), (False, True, False, False), (False, False, False, False)],
)
def test_two_commands_fight_together_only_under_their_admirals(
    fleet: bool, command: bool, mistral: bool, cold_waves: bool
):
    """A Fleet Admiral stands in for either (Mistral) or for one of them (Cold Waves) (SL35)."""
    there = admirals(fleet, command)
    assert opening.together(["french", "spanish"], there, MISTRAL) is mistral
    assert opening.together(["french", "spanish"], there, COLD_WAVES) is cold_waves
    assert opening.together(["french", "french"], there, MISTRAL)


# Weather gauge


def test_chances_of_the_gauge_by_hand():
    """10, less 2 for coming up with the wind, and 4 for the leader: 12. On station 10 - 5 + 3 = 8."""
    found = opening.gauge(Weatherly("with_wind", 4), Weatherly("on_station", 3), MISTRAL.charts, ScriptedDice([]))
    assert found == opening.Gauge(True, (12, 8))


@pytest.mark.parametrize(
    ("side", "chance"),
    [
        (Weatherly("against_wind", 4), 6),
        (Weatherly("catching_the_wind", 4), 8),
        (Weatherly("from_fitting_out", 4), 7),
        (Weatherly("with_wind", 4, fast=True), 14),
        (Weatherly("with_wind", 4, crippled=True), 11),
        (Weatherly("with_wind", 0, galleys=True), 10),
    ],
)
def test_every_line_of_the_gauge_chart(side: Weatherly, chance: int):
    """Each adds what is printed."""
    assert sum([one.value for one in opening.chances(side, MISTRAL.charts)]) == chance


def test_equal_chances_are_settled_by_a_die_for_who_was_there_first():
    """On 4 or less; and who was there first is told by the increment."""
    tied = Weatherly("with_wind", 3)
    assert opening.gauge(tied, tied, MISTRAL.charts, ScriptedDice([4])).first
    assert not opening.gauge(tied, tied, MISTRAL.charts, ScriptedDice([5])).first
    found = meeting()
    early = found.formation("f1")
    assert early is not None
    late = found.with_formation(replace(early, since=3))
    for state_, first in ((found, "bourbon"), (late, "british")):
        begun = plays(asked(state_), ATTACK)
        assert engagement._first_there(begun.table) == first


def test_nobody_lies_on_station_in_the_open_sea():
    """In a zone one comes with the wind, in a space one has waited."""
    at_sea = formation("b1", "balearic_sea")
    assert opening.weatherly([at_sea], 0, MISTRAL).approach == "with_wind"
    assert opening.weatherly([formation("b1")], 0, MISTRAL).approach == "on_station"


def test_the_worst_approach_of_a_side_counts():
    """One formation against the wind spoils it for all."""
    two = [formation("b1", approach="with_wind"), formation("b2", approach="against_wind")]
    assert opening.weatherly(two, 0, MISTRAL).approach == "against_wind"


def test_who_came_in_an_earlier_increment_lies_on_station():
    """However he came."""
    before = formation("b1", approach="against_wind", since=3)
    assert opening.weatherly([before], 3, MISTRAL).approach == "against_wind"
    assert opening.weatherly([before], 4, MISTRAL).approach == "on_station"


# Calling off and withdrawing


def test_the_side_with_the_gauge_may_call_it_off():
    """And nobody else may."""
    found = plays(asked(meeting()), ATTACK, ("british", CallOff()))
    assert found.table.phase == Going()
    assert found.table.battle is None
    assert "call the battle off" in refusal(plays(asked(meeting()), ATTACK), Fight("light"))


def test_a_blockader_cannot_call_it_off():
    """With an order to blockade the port of the battle she stays."""
    orders = {"orders": (order("o1", "blockade", holder="b1", target=("toulon",), state="in_execution"),)}
    found = plays(asked(meeting(place="toulon", british=orders)), ("british", Attack("toulon")))
    assert step(found) != ("british", "call_off")


def test_the_attacked_may_withdraw_with_the_wind():
    """A leadership of 3 passes on 3 or less; then there is nobody left to fight."""
    found = plays(asked(meeting()), ATTACK, ("british", Ready()))
    assert step(found) == ("bourbon", "withdraw")
    ways = engagement.withdrawable(view(found, "bourbon"), MISTRAL)["f1"]
    assert "with the wind" in refusal(found, Withdraw("f1", "tunis"))
    away = plays(found, ("bourbon", Withdraw("f1", ways[0])), faces=[3])
    gone = away.formation("f1")
    assert gone is not None
    assert (gone.place, gone.acted, gone.approach) == (ways[0], True, "with_wind")
    assert away.table.phase == Going()
    stays = plays(found, ("bourbon", Withdraw("f1", ways[0])), faces=[4])
    assert step(stays) == ("british", "intensity")


def test_faster_enemies_hinder_a_withdrawal_and_a_gale_hides_it():
    """Leadership 3, two faster enemies: 3 becomes 5. In a gale 5 is read as 3."""
    assert odds(opening.withdraws, Flight(3, 2), MISTRAL.charts).chance(bool) == odds(
        opening.withdraws, Flight(1), MISTRAL.charts
    ).chance(bool)
    assert opening.withdraws(Flight(3, 0, gale=True), MISTRAL.charts, ScriptedDice([5]))
    assert not opening.withdraws(Flight(3, 0), MISTRAL.charts, ScriptedDice([5]))


def test_the_attacker_does_not_withdraw():
    """The attacked have the gauge: the attacker has nothing to say before the battle."""
    both = meeting()
    french = both.formation("f1")
    assert french is not None
    strong = replace(french, leader=leader("court", "french", lr=9))
    found = plays(asked(both.with_formation(strong)), ATTACK)
    assert step(found) == ("bourbon", "call_off")
    assert step(plays(found, ("bourbon", Ready()))) == ("bourbon", "intensity")


def test_a_strait_is_held_by_who_was_there_first():
    """In open spaces nobody holds anything."""
    table = meeting().table
    mine = formation("b1", "strait_of_gibraltar", since=5)
    theirs = formation("f1", "strait_of_gibraltar", "bourbon", since=3)
    assert opening.holds_strait(table, mine, [theirs], MISTRAL)
    assert not opening.holds_strait(table, theirs, [mine], MISTRAL)
    assert not opening.holds_strait(table, formation("b1", since=5), [formation("f1", since=3)], MISTRAL)


def test_who_flees_runs_with_the_wind_and_not_into_harbour():
    """Down a lane that the seasonal wind favours, not up it; from a sea zone by a way out; from a way in back again."""
    lane = next(one for one in MISTRAL.lanes if len(one.seasonal) == 1)
    wind, to = lane.seasonal[0]
    other = lane.a if to == lane.b else lane.b
    table = replace(meeting().table, winds=(wind,))
    assert to in opening.lee(table, formation("b1", other), MISTRAL)
    assert other not in opening.lee(table, formation("b1", to), MISTRAL)
    assert "balearic_sea/out/space_7" in opening.lee(table, formation("b1", "balearic_sea"), MISTRAL)
    assert opening.lee(table, formation("b1", "balearic_sea/in/space_7"), MISTRAL) == ("space_7",)
    assert not [to for to in opening.lee(table, formation("b1", "port_mahon"), MISTRAL) if "/" in to]


# Reinforcement


@pytest.mark.parametrize(
    ("relief", "modifier"),
    [
        (Relief(3, "cautious", 1, "with_wind"), 0),
        (Relief(3, "timid", 1, "with_wind"), 1),
        (Relief(3, "rash", 1, "with_wind"), -1),
        (Relief(3, "cautious", 4, "with_wind"), 3),
        (Relief(3, "cautious", 1, "on_station"), -2),
        (Relief(3, "cautious", 1, "against_wind"), 1),
        (Relief(3, "cautious", 1, "catching_the_wind"), 2),
        (Relief(3, "cautious", 1, "from_fitting_out"), 2),
        (Relief(3, "cautious", 1, "with_wind", assisted=True), -1),
        (Relief(3, "cautious", 1, "with_wind", assisted=True, light=True), -1),
        (Relief(3, "cautious", 1, "with_wind", damage=1), 1),
    ],
)
def test_every_line_of_the_reinforcement_chart(relief: Relief, modifier: int):
    """An auxiliary's help and light ships do not add up."""
    assert sum([one.value for one in opening.relief_modifiers(relief, MISTRAL.charts)]) == modifier


def test_lestock_comes_up_one_time_in_five():
    """Leadership 2, timid +1, three squadrons +2, there from the beginning -2: 0 and 1 pass. His flagship does not count."""
    rear = formation(
        "b1",
        squadrons=[squadron("r1"), squadron("r2", sail=2), squadron("r3", "sol_d", 1), squadron("neptune", "flagship")],
        leader=leader("lestock", lr=2, personality="timid"),
    )
    relief = opening.relief(rear, Secret(), meeting().table, MISTRAL)
    assert relief == Relief(2, "timid", 3, "on_station")
    assert odds(opening.comes_up, relief, MISTRAL.charts).chance(bool) == Fraction(1, 5)


def test_damage_and_frigates_are_read_off_the_formation():
    """For reliefs: worst damage, squadrons, and whether all of them are fast."""
    hurt = formation("b1", squadrons=[squadron("a", dps=7), squadron("b", "frigate", 2)])
    found = opening.relief(hurt, Secret(), meeting().table, MISTRAL)
    assert (found.damage, found.light, found.squadrons) == (1, False, 2)
    swift = formation("b1", squadrons=[squadron("a", "sol_d", 2), squadron("b", "frigate", 2)])
    assert opening.relief(swift, Secret(), meeting().table, MISTRAL).light


def test_a_formation_that_comes_up_is_engaged_and_one_that_fails_stays_hidden():
    """The second British formation passes on 0 to 5 (leadership 3, in the space before: -2)."""
    second = formation("b2", order="o1", leader=leader("martin", lr=3))
    begun = plays(asked(meeting(second)), ATTACK, ("british", Engage("b1")), ("british", Ready()))
    begun = plays(begun, ("british", Ready()), ("bourbon", Ready()))
    assert step(begun) == ("british", "reinforce")
    assert "'f1' cannot come up" in refusal(begun, Reinforce("f1"))
    dice = ScriptedDice([6])
    late = plays(begun, ("british", Reinforce("b2")), faces=dice)
    assert late.table.battle is not None
    assert late.table.battle.of("british").engaged == ("b1",)
    counter = late.table.counter("b2")
    assert counter is not None
    assert counter.known == "hidden"
    assert [one.to for one in dice.told if isinstance(one.event, CameUp)] == [("british",)]
    came = plays(begun, ("british", Reinforce("b2")), faces=[5])
    assert came.table.battle is not None
    assert came.table.battle.of("british").engaged == ("b1", "b2")


# Fireships


def test_a_fireship_needs_twice_the_sail_of_its_target_and_is_spent():
    """Four sail: 8 or 9. Column 4, a 1: 5 damage points."""
    ship = auxiliary("fire", "fireship", base="b1")
    begun = plays(
        asked(meeting(british=ORDERS["british"] | {"auxiliaries": (ship,)})),
        ATTACK,
        ("british", Ready()),
        ("bourbon", Ready()),
    )
    assert step(begun) == ("british", "fireships")
    assert "'f9' is no enemy squadron" in refusal(begun, SendFireship("fire", "f1", "f9"))
    assert "'sloop' is no fireship" in refusal(begun, SendFireship("sloop", "f1", "f1_1"))
    burnt = plays(begun, ("british", SendFireship("fire", "f1", "f1_1")), faces=[8, 4, 1])
    target = burnt.formation("f1")
    assert target is not None
    assert target.dps == 5
    spent = burnt.secret("british").auxiliary("fire")
    assert spent is not None
    assert spent.box == "recovery"
    in_vain = plays(begun, ("british", SendFireship("fire", "f1", "f1_1")), faces=[7])
    assert in_vain.formation("f1") == begun.formation("f1")
    assert step(in_vain) == ("british", "intensity")


# Intensity, pairs, joining, sharing


def by_rule(of: State) -> State:
    """Leaders stay where the rule has them."""
    while step(of)[1] == "post":
        of = plays(of, (step(of)[0], Ready()))
    return of


def lines(british: int, bourbon: int, **changed: Any) -> State:
    """A battle of so many squadrons of the line on each side, with a flagship each, up to the choice of intensity."""
    return by_rule(lined_up(british, bourbon, **changed))


def lined_up(british: int, bourbon: int, **changed: Any) -> State:
    """The same, up to where leaders are placed."""

    def fleet(prefix: str, number: int) -> list[Any]:
        flag = squadron(f"{prefix}_flag", "flagship", shift=1, name="Victory")
        return [flag, *[squadron(f"{prefix}_{n}") for n in range(1, number + 1)]]

    table = changed.pop("table", {})
    both = state(
        "mistral",
        [
            formation(
                "b1", squadrons=fleet("b", british), order="o1", leader=leader("rowley", lr=4, personality="rash")
            ),
            formation(
                "f1",
                SPACE,
                "bourbon",
                fleet("f", bourbon),
                order="o2",
                known="spotted",
                leader=leader("court", "french"),
            ),
        ],
        **(ORDERS | changed | table),
    )
    return plays(asked(both), ATTACK, ("british", Ready()), ("bourbon", Ready()))


def test_the_side_with_the_gauge_chooses_and_rolls():
    """Rash against cautious: one shift up, from light to medium. A 5 there is level 4."""
    begun = lines(2, 2)
    assert step(begun) == ("british", "intensity")
    found = plays(begun, ("british", Fight("light")), faces=[5])
    assert found.table.battle is not None
    assert (found.table.battle.intensity, found.table.battle.level) == ("medium", 4)
    assert step(found) == ("british", "pair")


def test_light_intensity_is_refused_in_a_strait():
    """There is no room to keep apart."""
    place = "strait_of_gibraltar"
    begun = plays(asked(meeting(place=place)), ("british", Attack(place)), ("british", Ready()), ("bourbon", Ready()))
    assert "in a strait cannot be fought at light" in refusal(begun, Fight("light"))


def test_leaders_go_with_flagships_first_and_then_with_the_most_sail():
    """A poor squadron of more sail, too."""
    begun = lines(2, 2)
    assert begun.table.battle is not None
    assert dict(begun.table.battle.leaders) == {"b1": "b_flag", "f1": "f_flag"}
    small = formation("b1", squadrons=[squadron("a", sail=2), squadron("b", sail=4, shift=-1)])
    assert array.post(small) == "b"  # a poor squadron of more sail, too


def test_each_side_places_its_leaders_behind_its_screen():
    """The side with the gauge first; the other does not see where, and all are shown when both are ready."""
    begun = lined_up(2, 2)
    assert step(begun) == ("british", "post")
    assert subroutine.options(view(begun, "british"), MISTRAL) == {
        "b1": [PlaceLeader("b1", "b_flag"), PlaceLeader("b1", "b_1"), PlaceLeader("b1", "b_2")],
        STEP: [Ready()],
    }
    dice = ScriptedDice([])
    after = plays(begun, ("british", PlaceLeader("b1", "b_2")), faces=dice)
    assert step(after) == ("bourbon", "post")
    assert after.secret("british").posts == (("b1", "b_2"),)
    assert after.table.battle == begun.table.battle
    assert [(one.event, one.to) for one in dice.told] == [(LeaderPlaced("british", "Rowley", "b_2"), ("british",))]
    shown = plays(after, ("bourbon", Ready()), faces=dice)
    assert step(shown) == ("british", "intensity")
    assert shown.table.battle is not None
    assert dict(shown.table.battle.leaders) == {"b1": "b_2", "f1": "f_flag"}
    assert shown.secret("british").posts == ()
    assert [one.event for one in dice.told if one.to is None] == [
        LeadersShown("british", (("Rowley", "b_2"),)),
        LeadersShown("bourbon", (("Court", "f_flag"),)),
    ]


def test_a_leader_counts_where_he_was_placed():
    """Rowley leads by one: with b_2 he shifts the combat of b_2, and that of b_1 has nobody to shift it."""
    begun = plays(lined_up(2, 2), ("british", PlaceLeader("b1", "b_2")), ("bourbon", Ready()))
    laid = plays(begun, ("british", Fight("light")), ("british", Pair("b_1", "f_1")), faces=[5])
    battle = laid.table.fighting
    assert [array.led_by(laid.table, "british", pair.gauge, MISTRAL) is not None for pair in battle.combats] == [
        False,
        True,
    ]


def test_a_leader_whose_ship_is_burnt_goes_on_by_the_rule():
    """He is with the flagship again."""
    begun = plays(lined_up(2, 2), ("british", PlaceLeader("b1", "b_2")), ("bourbon", Ready()))
    ship = begun.formation_of("b1")
    burnt = begun.with_formation(ship.with_squadron(replace(ship.squadron_of("b_2"), sail=0)))
    assert array.posted(burnt.table.fighting, burnt.formation_of("b1")) == "b_flag"


def test_leaders_are_placed_by_the_rule_where_the_table_wants_it():
    """With that setting nobody is asked."""
    assert step(lined_up(2, 2, table={"settings": mistral_settings(leaders_by_rule=True)})) == ("british", "intensity")


def test_a_leader_with_one_squadron_is_not_asked_about():
    """There is nothing to choose."""
    assert step(plays(asked(meeting()), ATTACK, ("british", Ready()), ("bourbon", Ready())))[1] == "intensity"


def test_refusals_where_leaders_are_placed():
    """The sentence names who and where one could."""
    begun = lined_up(2, 2)
    assert "'b9' has no leader to be placed: expected one of b1" in refusal(begun, PlaceLeader("b9", "b_1"))
    assert "'f_1' is not a squadron of 'b1': expected one of b_flag, b_1, b_2" in refusal(
        begun, PlaceLeader("b1", "f_1")
    )
    assert "place leaders with squadrons, or pass" in refusal(begun, Fight("light"))


def test_pairs_are_laid_in_turn_until_a_side_has_none_left():
    """Two against three: the gauge pairs, the other pairs, then one is left over. Flagships are not paired."""
    begun = plays(lines(2, 3), ("british", Fight("light")), faces=[5])
    assert "'b_flag' cannot be paired" in refusal(begun, Pair("b_flag", "f_1"))
    assert "'f_flag' cannot be paired" in refusal(begun, Pair("b_1", "f_flag"))
    begun = plays(begun, ("british", Pair("b_1", "f_2")))
    assert step(begun) == ("bourbon", "pair")
    begun = plays(begun, ("bourbon", Pair("f_1", "b_2")))
    assert step(begun) == ("british", "join")
    assert begun.table.battle is not None
    assert [(one.gauge, one.other) for one in begun.table.battle.combats] == [
        (("b_1",), ("f_2",)),
        (("b_2",), ("f_1",)),
    ]


def paired() -> State:
    """Two combats at medium intensity, damage level 4, the flagships and one French squadron left over."""
    return plays(
        lines(2, 3),
        ("british", Fight("light")),
        ("british", Pair("b_1", "f_2")),
        ("bourbon", Pair("f_1", "b_2")),
        faces=[5],
    )


def test_squadrons_left_over_join_in_turn_within_the_limit():
    """Each side in turn, and no combat beyond its room."""
    begun = plays(paired(), ("british", JoinCombat("b_flag", 1)), ("bourbon", JoinCombat("f_3", 1)))
    assert step(begun) == ("bourbon", "join")
    assert "'f_3' can join no combat" in refusal(begun, JoinCombat("f_3", 2))
    assert "cannot join combat 9" in refusal(begun, JoinCombat("f_flag", 9))
    begun = plays(begun, ("bourbon", JoinCombat("f_flag", 1)))
    assert begun.table.battle is not None
    assert begun.table.battle.combats[0].other == ("f_2", "f_3", "f_flag")


def test_both_may_leave_squadrons_out():
    """The battle goes on without them."""
    begun = plays(paired(), ("british", Ready()), ("bourbon", Ready()), faces=RandomDice(1))
    assert not isinstance(begun.table.phase, Fighting) or begun.table.phase.step != "join"


def test_the_better_leader_shares_out_his_shifts():
    """4 against 3: one shift, to his own side or against the enemy. Then the combats are fought."""
    begun = plays(paired(), ("british", JoinCombat("b_flag", 1)), ("bourbon", JoinCombat("f_flag", 1)))
    begun = plays(begun, ("bourbon", Ready()))
    assert step(begun) == ("british", "share")
    assert subroutine.options(view(begun, "british"), MISTRAL)[STEP] == [Share(1, 0), Share(1, 1)]
    assert "0 to 1 of its shifts" in refusal(begun, Share(1, 2))
    assert begun.table.battle is not None
    found = array.combat_of(begun.table, begun.table.battle.combats[0], MISTRAL)
    assert (found.level, found.gauge.lr, found.other.lr) == (4, 4, 3)


def test_a_battle_from_end_to_end():
    """Level 4. Combat 1, columns 6 and 5 (flagship +1, led +1; flagship +1): a 1 costs the French 2 and a sail by lot,
    the British 6. Combat 2 at 4 each: a 9, one point each. The French have lost more sail: they are beaten and disordered;
    7 on the strike table takes no prize; they run to leeward."""
    begun = plays(
        paired(),
        ("british", JoinCombat("b_flag", 1)),
        ("bourbon", JoinCombat("f_flag", 1)),
        ("bourbon", Ready()),
    )
    dice = ScriptedDice([1, 1, 9, 7])
    found = plays(begun, ("british", Share(1, 1)), faces=dice)
    beaten, winner = found.formation("f1"), found.formation("b1")
    assert beaten is not None
    assert winner is not None
    assert beaten.disorganised
    assert not winner.disorganised
    assert (beaten.sail, winner.sail) == (12, 9)
    assert (beaten.dps, winner.dps) == (3, 7)
    assert found.table.tally("bourbon").lost == (("sol", 1),)
    assert step(found) == ("bourbon", "reorganise")
    found = plays(found, ("bourbon", Ready()))
    assert step(found) == ("bourbon", "retreat")
    ways = subroutine.options(view(found, "bourbon"), MISTRAL)["f1"]
    over = plays(found, ("bourbon", ways[0]))
    assert over.table.phase == Going()
    assert over.table.battle is None
    gone = over.formation("f1")
    assert gone is not None
    assert gone.place == ways[0].to
    assert all(told(over, event) for event in heard(dice))


def test_every_choice_has_a_sentence_and_a_random_battle_ends():
    """Fleets that choose at random: every option is legal and told, and each battle comes to an end."""
    for seed in range(40):
        dice = RandomDice(seed)
        intensity = ("light", "medium", "heavy")[seed % 3]
        changed = {"settings": Settings(mulligans=seed % 2 == 0, die_per_side=seed % 5 == 0)}
        now = lines(3, 4, table=changed)
        now = plays(now, ("british", Fight(intensity)), faces=dice)  # type: ignore[arg-type]
        steps = 0
        while isinstance(now.table.phase, Fighting):
            side = now.table.phase.side
            options = subroutine.options(view(now, side), MISTRAL)
            every = [one for several in options.values() for one in several]
            assert every
            of_battle = [one for one in every if isinstance(one, BattleAction)]
            assert all(battle.ordered(view(now, side), one, MISTRAL) for one in of_battle)
            action = dice.pick(every, why="a choice")
            now = plays(now, (side, action), faces=dice)
            assert all(told(now, one.event) for one in dice.events())
            steps += 1
            assert steps < 60
        assert now.table.battle is None


@pytest.mark.parametrize("seed", range(6))
def test_a_battle_of_the_other_title_ends(seed: int):
    """Off Ushant, whatever is chosen: a leader may be hurt and stays, and somebody leaves."""
    dice = RandomDice(seed)
    now = plays(
        asked(meeting(title="cold_waves", place="ushant"), COLD_WAVES), ("british", Attack("ushant")), world=COLD_WAVES
    )
    while isinstance(now.table.phase, Fighting):
        side = now.table.phase.side
        options = subroutine.options(view(now, side), COLD_WAVES)
        action = dice.pick([one for several in options.values() for one in several], why="a choice")
        now = plays(now, (side, action), faces=dice, world=COLD_WAVES)
    assert now.table.phase == Going()
    assert now.table.fought == ("ushant",)


# Mulligans


def test_a_mulligan_costs_prestige_and_throws_again():
    """With the setting and a point of prestige the die of the level is thrown again: 0 instead of 9 (SL43)."""
    begun = lines(1, 1, table={"settings": Settings(mulligans=True)})
    tally = replace(begun.table.tally("british"), prestige=1)
    begun = replace(begun, table=begun.table.with_tally("british", tally))
    found = plays(begun, ("british", Fight("light")), faces=[9])
    assert step(found) == ("british", "regret_intensity")
    again = plays(found, ("british", ThrowAgain()), faces=[0])
    assert again.table.battle is not None
    assert again.table.battle.level == 6
    assert again.table.tally("british").prestige == 0


def test_without_prestige_or_the_setting_nobody_is_asked():
    """Whether to throw again is a question only where one can pay for it."""
    begun = plays(lines(2, 2), ("british", Fight("light")), faces=[9])
    assert step(begun) == ("british", "pair")
    poor = plays(lines(2, 2, table={"settings": Settings(mulligans=True)}), ("british", Fight("light")), faces=[9])
    assert step(poor) == ("british", "pair")


def test_the_admiral_of_the_fleet_has_one_for_nothing():
    """Once, and no prestige is spent."""
    begun = lines(2, 2, table={"settings": mistral_settings(ranks_british=("admiral_red_of_the_fleet",))})
    found = plays(begun, ("british", Fight("light")), faces=[9])
    assert step(found) == ("british", "regret_intensity")
    again = plays(found, ("british", ThrowAgain()), faces=[0])
    assert again.table.tally("british").prestige == 0
    assert not subroutine.may_throw_again(again.table, "british", MISTRAL)


# Leaders


def test_a_wound_puts_a_leader_out_of_play_or_halves_him():
    """Mistral: he waits ashore for two turns. Cold Waves: he stays with half his ratings."""
    begun = meeting()
    out = casualties.hit(begun, "b1", Casualty("wounded", 2), MISTRAL, ScriptedDice([]))
    assert out.formation("b1").leader is None  # type: ignore[union-attr]
    assert [(one.id, one.wounded) for one in out.secret("british").leaders] == [("rowley", 2)]
    stays = casualties.hit(begun, "b1", Casualty("wounded", 2), COLD_WAVES, ScriptedDice([]))
    assert stays.formation("b1").leader.wounded == 2  # type: ignore[union-attr]


def test_a_lost_admiral_is_followed_by_the_next_senior():
    """A killed Fleet Admiral: the vice admiral takes over, whose side alone hears it."""
    fleet = formation("b1", leader=leader("mathews", role="fleet_admiral", rank="admiral"))
    others = [formation("b2", leader=leader("lestock", rank="vice_admiral")), formation("b3", leader=leader("rowley"))]
    dice = ScriptedDice([])
    found = casualties.hit(state("mistral", [fleet, *others]), "b1", Casualty("killed"), MISTRAL, dice)
    heir = found.formation("b2")
    assert heir is not None
    assert heir.leader is not None
    assert heir.leader.role == "fleet_admiral"
    assert [one.to for one in dice.told if one.to is not None] == [("british",)]


def test_a_captured_leader_may_be_ransomed():
    """He comes back without a post, for a point of prestige; else he is lost."""
    begun = plays(asked(meeting()), ATTACK, ("british", Ready()), ("bourbon", Ready()))
    begun = casualties.hit(begun, "f1", Casualty("captured"), MISTRAL, ScriptedDice([]))
    assert begun.table.battle is not None
    begun = with_battle(begun, replace(begun.table.battle, winner="british"))
    asked_for = aftermath.ransoms(begun, MISTRAL, ScriptedDice([]))
    assert step(asked_for) == ("bourbon", "ransom")
    assert "'rowley' is not in the enemy's hands" in refusal(asked_for, Ransom("rowley"))
    paid = plays(asked_for, ("bourbon", Ransom("court")))
    assert paid.table.tally("bourbon").prestige == -1
    assert [one.id for one in paid.secret("bourbon").leaders] == ["court"]
    assert plays(asked_for, ("bourbon", Ready())).secret("bourbon").leaders == ()


def test_nobody_ransoms_a_commodore():
    """The prestige chart has a price for admirals only, of whatever rank."""
    lying = formation("f1", "toulon/harbour", "bourbon", leader=leader("court", "french", rank="commodore"))
    taken = casualties.hit(
        state("mistral", [lying], phase=Council(SIDES)), "f1", Casualty("captured"), MISTRAL, ScriptedDice([])
    )
    assert (taken.secret("bourbon").captives, taken.secret("bourbon").leaders) == ((), ())
    begun = plays(asked(meeting()), ATTACK, ("british", Ready()), ("bourbon", Ready()))
    junior = begun.formation("f1")
    assert junior is not None
    assert junior.leader is not None
    begun = begun.with_formation(replace(junior, leader=replace(junior.leader, rank="commodore")))
    begun = casualties.hit(begun, "f1", Casualty("captured"), MISTRAL, ScriptedDice([]))
    assert begun.table.battle is not None
    assert begun.table.battle.of("bourbon").captured == ()


def test_a_leader_taken_in_harbour_may_be_ransomed_in_council():
    """A fireship among the ships of Toulon: no battle, so the council decides, now or later."""
    lying = formation("f1", "toulon/harbour", "bourbon", state="in_ordinary", leader=leader("court", "french"))
    taken = casualties.hit(
        state("mistral", [lying], phase=Council(SIDES)), "f1", Casualty("captured"), MISTRAL, ScriptedDice([])
    )
    assert [one.id for one in taken.secret("bourbon").captives] == ["court"]
    seen = view(taken, "bourbon")
    assert "court" in sitting.subjects(seen, MISTRAL)
    assert sitting.of(seen, "court", MISTRAL) == [Ransom("court")]
    assert sitting.why_not(seen, Ransom("navarro"), MISTRAL) == "'navarro' is not in the enemy's hands: expected court"
    assert battle.ordered(seen, Ransom("court"), MISTRAL) == "ransom Court"
    back = sitting.play(taken, "bourbon", Ransom("court"), MISTRAL, ScriptedDice([]))
    assert back.table.tally("bourbon").prestige == -1
    assert [one.id for one in back.secret("bourbon").leaders] == ["court"]
    assert back.secret("bourbon").captives == ()


# After the battle


def decided(own: Formation, foe: Formation, **changed: Any) -> State:
    """A battle whose guns are silent, with what it cost each side."""
    begun = state("mistral", [replace(own, known="all"), replace(foe, known="all")], **ORDERS)
    begun = plays_into(begun)
    assert begun.table.battle is not None
    sides = {"british": begun.table.battle.sides[0], "bourbon": begun.table.battle.sides[1]}
    sides = {side: replace(one, **changed.get(side, {})) for side, one in sides.items()}
    now = replace(begun.table.battle, gauge="british", intensity="medium", sides=(sides["british"], sides["bourbon"]))
    return with_battle(begun, now)


def plays_into(of: State) -> State:
    """Into the battle, up to the first question after the gauge."""
    offered = replace(of, table=replace(of.table, phase=Offering("british", SPACE)))
    return engagement.begin(offered, "british", SPACE, MISTRAL, RandomDice(0))


def test_prizes_join_squadrons_with_room():
    """Two sail lost, a 0 takes both. One goes to each squadron with room, with 2 damage points; a frigate to nobody."""
    own = formation("b1", squadrons=[squadron("a", sail=3), squadron("b", sail=3)], order="o1")
    begun = decided(
        own, formation("f1", SPACE, "bourbon"), bourbon={"lost": (("frigate", 1), ("sol", 2)), "dps": 4, "began": 9}
    )
    found = aftermath.decided(begun, MISTRAL, ScriptedDice([0]))
    assert step(found) == ("british", "prizes")
    assert subroutine.options(view(found, "british"), MISTRAL)[STEP] == [
        TakePrize("sol", "a"),
        TakePrize("sol", "b"),
        Ready(),
    ]
    assert "cannot go to 'c'" in refusal(found, TakePrize("sol", "c"))
    taken = plays(found, ("british", TakePrize("sol", "a")))
    prize = taken.formation("b1")
    assert prize is not None
    assert [(one.sail, one.dps) for one in prize.squadrons] == [(4, 2), (4, 2)]


def test_a_captured_flagship_joins_the_line():
    """Three sail and the prize are four."""
    own = formation("b1", squadrons=[squadron("a", sail=3)], order="o1")
    begun = decided(own, formation("f1", SPACE, "bourbon"), bourbon={"lost": (("flagship", 1),), "began": 9})
    found = aftermath.decided(begun, MISTRAL, ScriptedDice([0]))
    after = found.formation("b1")
    assert after is not None
    assert after.sail == 4


@pytest.mark.parametrize(
    ("british", "bourbon", "disordered"),
    [
        ((("sol", 1),), (("sol", 2),), ("f1",)),
        ((("sol", 2),), (("sol", 2),), ()),
        ((("sol", 4),), (("sol", 4),), ("b1", "f1")),
        ((), (), ()),
    ],
)
def test_more_sail_lost_or_half_the_sail_disorganises(british: Any, bourbon: Any, disordered: tuple[str, ...]):
    """By what each side lost and began with."""
    begun = decided(
        formation("b1", order="o1"),
        formation("f1", SPACE, "bourbon"),
        british={"lost": british, "began": 8},
        bourbon={"lost": bourbon, "began": 8},
    )
    found = aftermath.decided(begun, MISTRAL, RandomDice(0))
    assert tuple([one.id for one in found.formations if one.disorganised]) == disordered


def test_squadrons_beyond_their_rating_are_checked_after_the_battle():
    """13 points on a rating of 10: a 3 sinks a sail, which counts as lost in battle."""
    hurt = formation("f1", SPACE, "bourbon", [squadron("a", dps=13)])
    begun = decided(formation("b1", order="o1"), hurt)
    dice = ScriptedDice([3, 9])
    found = aftermath.decided(begun, MISTRAL, dice)
    left = found.formation("f1")
    assert left is not None
    assert (left.sail, left.dps) == (3, 10)
    assert [one.sail for one in heard(dice) if isinstance(one, Foundered)] == [1]


def test_a_formation_that_is_lost_leaves_its_leader_without_a_post():
    """He is ashore again."""
    last = formation("f1", SPACE, "bourbon", [squadron("a", "frigate", 1)], leader=leader("court", "french"))
    begun = decided(formation("b1", order="o1"), last)
    gone = aftermath.harmed(begun, "bourbon", ("a",), Harm((0,), (1,)))
    assert gone.formation("f1") is None
    assert [one.id for one in gone.secret("bourbon").leaders] == ["court"]


def test_what_has_fought_may_be_reorganised_in_its_space():
    """Two of its squadrons have room: a sail may go from one to the other, by a strategy check; nothing is detached.

    Holds SL45.
    """
    beaten = formation(
        "f1", SPACE, "bourbon", [squadron("a", sail=2), squadron("b", sail=1)], leader=leader("court", "french")
    )
    begun = decided(formation("b1", order="o1"), beaten, bourbon={"dps": 3, "began": 3})
    found = aftermath.decided(begun, MISTRAL, ScriptedDice([]))
    assert step(found) == ("bourbon", "reorganise")
    options = subroutine.options(view(found, "bourbon"), MISTRAL)
    assert TransferSail("b", 1, "a") in options["b"]
    assert "DetachSquadron" not in {type(one).__name__ for several in options.values() for one in several}
    assert "reorganise what has fought" in refusal(found, CallOff())
    moved = plays(found, ("bourbon", TransferSail("b", 1, "a")), faces=[0])
    after = moved.formation("f1")
    assert after is not None
    assert [(one.id, one.sail) for one in after.squadrons] == [("a", 3)]


# Convoys


def test_an_unescorted_convoy_is_fallen_upon():
    """One squadron, a 1 in column 6: 2 points and a sail, 6 points of cargo."""
    prey = convoy("c1", SPACE, "bourbon", known="spotted", trade="troop")
    begun = state("mistral", [formation("b1", order="o1"), prey], **ORDERS)
    dice = ScriptedDice([1])
    found = plays(asked(begun), ATTACK, faces=dice)
    left = found.formation("c1")
    assert left is not None
    assert left.cargo is not None
    assert left.cargo.points == 18
    assert found.table.phase == Going()
    assert [(one.points, one.left) for one in heard(dice) if isinstance(one, ConvoyStruck)] == [(6, 18)]


def test_a_convoy_that_nobody_has_spotted_is_not_fallen_upon():
    """Two lie in the place: the one in sight loses 6 points, the other stays hidden and whole."""
    unseen = convoy("c1", SPACE, "bourbon")
    prey = convoy("c2", SPACE, "bourbon", known="spotted", trade="troop")
    begun = state("mistral", [formation("b1", order="o1"), unseen, prey], **ORDERS)
    found = plays(asked(begun), ATTACK, faces=[1])
    assert found.formation("c1") == unseen
    struck = found.formation("c2")
    assert struck is not None
    assert struck.load.points == 18


def test_of_several_convoys_in_sight_the_winner_chooses_one():
    """He is asked which, and may let them go; the other keeps its cargo."""
    fleet = [convoy(id, SPACE, "bourbon", known="spotted", trade="troop") for id in ("c1", "c2")]
    begun = state("mistral", [formation("b1", order="o1"), *fleet], **ORDERS)
    found = plays(asked(begun), ATTACK)
    assert step(found) == ("british", "plunder")
    here = view(found, "british")
    assert subroutine.of(here, STEP, MISTRAL) == [FallUpon("c1"), FallUpon("c2"), Ready()]
    assert battle.ordered(here, FallUpon("c2"), MISTRAL) == "fall upon the Bourbon counter c2"
    assert "'b1' is no convoy in sight here: expected one of c1, c2" in refusal(found, FallUpon("b1"))
    (call,) = calls(here, FallUpon("c2"), MISTRAL)
    assert (call.procedure, call.inputs.squadrons) == ("caught_convoy", 1)
    after = plays(found, ("british", FallUpon("c2")), faces=[1])
    assert [one.load.points for one in after.secret("bourbon").formations] == [24, 18]
    assert after.table.phase == Going()
    spared = plays(found, ("british", Ready()))
    assert [one.load.points for one in spared.secret("bourbon").formations] == [24, 24]


def test_naval_ordnance_counts_for_each_attack_on_a_caught_convoy():
    """The 1 in column 6 again, with a point more: 7 points of cargo. A face of 9 that does 2 does 3."""
    prey = convoy("c1", SPACE, "bourbon", known="spotted", trade="troop")
    ranks = mistral_settings(ranks_british=("naval_ordnance",))
    begun = state("mistral", [formation("b1", order="o1"), prey], settings=ranks, **ORDERS)
    for face, left in ((1, 17), (9, 21)):
        convoyed = plays(asked(begun), ATTACK, faces=[face]).formation("c1")
        assert convoyed is not None
        assert convoyed.load.points == left


def test_naval_ordnance_counts_for_a_fireship_in_battle():
    """Column 4, a 1: five damage points and one more."""
    ship = auxiliary("fire", "fireship", base="b1")
    ranks = mistral_settings(ranks_british=("naval_ordnance",))
    begun = asked(meeting(british=ORDERS["british"] | {"auxiliaries": (ship,)}, settings=ranks))
    begun = plays(begun, ATTACK, ("british", Ready()), ("bourbon", Ready()))
    target = plays(begun, ("british", SendFireship("fire", "f1", "f1_1")), faces=[8, 4, 1]).formation("f1")
    assert target is not None
    assert target.dps == 6


def test_an_escort_in_sight_must_be_fought_first():
    """The convoy keeps all its points until then."""
    prey = convoy("c1", SPACE, "bourbon", known="spotted")
    found = plays(asked(meeting(prey)), ATTACK)
    assert step(found) == ("british", "call_off")
    untouched = found.formation("c1")
    assert untouched is not None
    assert untouched.cargo is not None
    assert untouched.cargo.points == 24


def test_a_hidden_escort_may_keep_out_of_it():
    """It is asked, and if it does not fight the convoy is lost to its fate."""
    escort = formation("f2", SPACE, "bourbon")
    prey = convoy("c1", SPACE, "bourbon", known="spotted")
    begun = state("mistral", [formation("b1", order="o1"), escort, prey], **ORDERS)
    found = plays(asked(begun), ATTACK)
    assert step(found) == ("bourbon", "engage")
    over = plays(found, ("bourbon", Ready()), faces=[9])
    counter = over.table.counter("f2")
    assert counter is not None
    assert counter.known == "hidden"
    assert over.table.phase == Going()


def test_dummies_and_convoys_fight_no_battle():
    """With nobody else there is none to offer."""
    lone = state("mistral", [dummy("b1", order="o1"), formation("f1", SPACE, "bourbon", known="spotted")], **ORDERS)
    assert asked(lone).table.phase == Going()


# The end of the operations phase


def test_every_squadron_beyond_her_rating_is_checked_and_her_side_alone_hears_it():
    """In harbour too: 12 on 10 founders on 0, 1 and 2."""
    worn = formation("b1", "toulon/harbour", squadrons=[squadron("a", dps=12)], state="fitting_out")
    dice = ScriptedDice([2])
    found = aftermath.sinking(state("mistral", [worn, formation("b2")]), MISTRAL, dice)
    dice.finish()
    left = found.formation("b1")
    assert left is not None
    assert (left.sail, left.dps) == (3, 9)
    assert [one.to for one in dice.told] == [("british",)]
    kept = aftermath.sinking(state("mistral", [worn]), MISTRAL, ScriptedDice([3]))
    assert kept.formation("b1") == worn


# Damage and leaders by themselves


@pytest.mark.parametrize(
    ("dps", "rows", "modifier", "slower"), [(3, 1, 0, 0), (4, 1, 1, 0), (6, 1, 1, 0), (7, 2, 1, 1), (11, 3, 1, 1)]
)
def test_rows_of_damage_add_up(dps: int, rows: int, modifier: int, slower: int):
    """A rating of 10: over a third, over two thirds, beyond. Over two thirds keeps the +1 of the row before."""
    hurt = formation("b1", squadrons=[squadron("a", dps=dps), squadron("b")])
    assert len(damage.bands(hurt.squadrons[0].dps, hurt.squadrons[0].rating, MISTRAL.charts)) == rows
    assert sum([one.value for one in damage.reinforcement(hurt, MISTRAL.charts)]) == modifier
    assert damage.allowance(hurt, MISTRAL.charts) == 4 - slower


def test_a_check_passes_on_at_most_the_rating():
    """A 0 always passes, and where nobody leads the rating is 0."""
    assert leaders.passes(3, (), ScriptedDice([3]), why="a check")
    assert not leaders.passes(3, (), ScriptedDice([4]), why="a check")
    assert leaders.passes(0, (), ScriptedDice([0]), why="a check")
    assert (leaders.lr(None, MISTRAL.charts), leaders.personality(None)) == (0, "timid")


def test_who_is_senior():
    """Rank, then ensign, then the year of promotion, then leadership."""
    vice = leader("lestock", rank="vice_admiral", ensign="white", year=1743)
    red = leader("norris", rank="vice_admiral", ensign="red", year=1743)
    early = leader("old", rank="vice_admiral", ensign="white", year=1734)
    abler = leader("abler", rank="vice_admiral", ensign="white", year=1743, lr=5)
    rear = leader("rowley", ensign="red", lr=9)
    for better in (red, early, abler):
        assert leaders.senior([vice, rear, better, None], MISTRAL.charts) == better
    assert leaders.senior([None], MISTRAL.charts) is None
