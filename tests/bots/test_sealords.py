"""The captain and the admiral of the campaigns: what they make of winds, odds, orders, small ships and yards."""

from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    SIDES,
    YEAR,
    auxiliary,
    convoy,
    formation,
    leader,
    order,
    squadron,
    state,
    view,
)
from weathergauge.bots import bot
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import Judgement, guns, pilot
from weathergauge.bots.sealords.leaf import ahead
from weathergauge.bots.sealords.staff import commissions
from weathergauge.bots.sealords.temper import CAPTAIN
from weathergauge.bots.sealords.watch import Memory, Watch
from weathergauge.bots.series import jobs, series
from weathergauge.ruleset import TABLE, Proceed
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.sealords.auxiliaries.actions import Screen, Send
from weathergauge.rulesets.sealords.battle.actions import Attack
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.council.actions import ExtendOrder, IssueOrder, RequestReinforcement
from weathergauge.rulesets.sealords.forces import Cargo, Front, Station
from weathergauge.rulesets.sealords.phases import (
    Closing,
    Council,
    Offering,
    Plotting,
    Requesting,
    Sailing,
    Screening,
    Tasking,
    Yards,
)
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea.actions import DriveOff, Move, Plot
from weathergauge.rulesets.sealords.state import Date, EventMark, Gale, State, replace
from weathergauge.rulesets.sealords.yards.actions import LayUp, Repair
from weathergauge.throwing import RandomDice

TITLES = pytest.mark.parametrize("title", ["mistral", "cold_waves"])
RANKS = pytest.mark.parametrize("name", ["captain", "admiral"])
HOSTILE = (("british", "french", "hostile"), ("british", "spanish", "war"))


def ordered(given: State, seat: Any = "british", name: str = "captain") -> Any:
    """What a bot orders in a position; it is always legal."""
    rules = ruleset(given.table.title)
    view = rules.view(given, seat)
    player = Admiral(1, seconds=3600) if name == "admiral" else bot(name, 1)  # whatever the machine's speed
    action = player.choose(view, rules.legal(view), rules)
    assert rules.legal(view).why_not(action) is None
    return action


def watch(given: State, seat: Any = "british") -> Watch:
    rules = RULES[given.table.title]
    return Watch(view(given, seat), rules.world, CAPTAIN, Memory())


def fleet(id: str, place: str, side: Any = "british", count: int = 3, **changed: Any) -> Any:
    """A flotilla of ships of the line; the British are led by somebody who fights."""
    command = changed.pop("command", "british" if side == "british" else "french")
    ships = tuple([squadron(f"{id}_{n}", contingent=command) for n in range(count)])
    nature = {"lr": 4, "personality": "aggressive"} if side == "british" else {}
    led = leader(f"{id}_leader", command, **nature)
    return formation(id, place, side, ships, kind="flotilla", command=command, leader=led, **changed)


# Passages


def test_a_passage_with_the_wind_is_shorter_than_the_one_back():
    """From the Lizard up the Channel the prevailing wind helps, and the other way it hinders."""
    up = pilot.far("lizard", "dungeness", COLD_WAVES, (), False)
    down = pilot.far("dungeness", "lizard", COLD_WAVES, (), False)
    assert up < down
    assert pilot.far("dungeness", "lizard", COLD_WAVES, ("easterly",), False) < down
    assert pilot.far("portsmouth/harbour", "spithead", COLD_WAVES, (), False) == 2


def test_galleys_go_round_sea_zones_and_dear_places_are_gone_round_too():
    """A zone cannot be crossed by galleys at all, and a passage is longer where a place on it is to be shunned."""
    assert pilot.far("balearic_sea", "space_8", MISTRAL, (), True) == pilot.NEVER
    short = pilot.far("space_13", "coastal_b", MISTRAL, (), False)
    shunned = frozenset([("space_12", 200)])
    assert pilot.far("space_13", "coastal_b", MISTRAL, (), False, shunned) > short


@RANKS
def test_a_formation_under_orders_is_plotted_towards_its_station(name: str):
    """A cruise off the Catalan coast begins with the place that is nearest."""
    cruise = order("o1", "cruise", target=("space_14", "space_13", "space_12"), holder="b1")
    here = state(
        formations=[formation("b1", "barcelona", order="o1")],
        phase=Plotting("british"),
        british={"orders": (cruise,)},
    )
    assert ordered(here, name=name) == Plot("b1", "space_14")


def test_a_formation_without_orders_goes_into_the_next_port():
    """Off Port Mahon with nothing to do, it plots to go into harbour."""
    here = state(formations=[formation("b1", "port_mahon")], phase=Plotting("british"))
    assert ordered(here) == Plot("b1", "port_mahon/harbour")


def test_home_is_a_port_with_a_yard_though_one_without_is_nearer():
    """In Villefranche nothing is mended, and nobody sails from there without an order."""
    seen = watch(state(formations=[formation("b1", "villefranche")]))
    assert "villefranche" in seen.ports
    home = seen.home(seen.own.formations[0])
    assert home is not None
    assert seen.world.places[home].port == "key"


def test_a_blockade_is_kept_from_roads_next_to_the_port():
    """The space off Toulon wears ships out: Coastal Space A gives shelter, and counts as well."""
    watching = order("o1", "blockade", target=("toulon",), holder="b1")
    here = state(
        formations=[formation("b1", "toulon", order="o1")], phase=Plotting("british"), british={"orders": (watching,)}
    )
    assert ordered(here) == Plot("b1", "coastal_a")


def test_a_weak_squadron_does_not_come_out_to_a_fleet_at_war_and_does_so_with_friends_enough():
    """One fleet stays in Toulon while two British ones lie off it; four of them move."""

    def at_toulon(number: int) -> State:
        theirs = [fleet(f"b{n}", "coastal_a", count=6, known="all") for n in range(2)]
        passages = tuple(
            [order(f"o{n}", "transit", command="spanish", target=("toulon", "cartagena"), holder=f"f{n}") for n in range(number)]
        )  # fmt: skip
        spanish = {"command": "spanish", "place": "toulon/harbour", "state": "fitting_out"}
        ours = [replace(fleet(f"f{n}", "toulon", "bourbon"), **spanish, order=f"o{n}") for n in range(number)]
        return state(formations=[*theirs, *ours], phase=Sailing("bourbon"), bourbon={"orders": passages}, step="sail_b")

    assert ordered(at_toulon(1), "bourbon") == Ready()
    assert isinstance(ordered(at_toulon(4), "bourbon"), Move)


@TITLES
def test_an_escort_comes_out_to_the_convoy_that_waits_for_it(title: str):
    """In the teaching scenario the formation that has the order is at sea before the second impulse."""
    rules = ruleset(title)
    given, dice = rules.setup(rules.scenario("teaching", {}), RandomDice(3)), RandomDice(4)
    escort, player = next(one for one in given.secret("bourbon").formations if one.order).id, bot("captain", 1)
    assert not given.formation(escort).afloat
    while not given.formation(escort).afloat and given.table.date.impulse < 2:
        seat = rules.to_act(given)[0]
        view = rules.view(given, seat)
        action: Any = Proceed() if seat == TABLE else Ready()
        if seat == "bourbon":
            action = player.choose(view, rules.legal(view), rules)
        given = rules.play(given, seat, action, dice).state
    assert given.formation(escort).afloat


def test_what_interdicts_a_convoy_is_driven_off_by_its_escort():
    """The light ship that lies on the convoy's way goes before the convoy sails on."""
    sails = convoy("c1", "space_3", route=("melilla",))
    guard = order("o1", "escort", target=("the_gut", "maltese_roads"), holder="b1", convoy="c1", state="in_execution")
    pest = Station("x9", "bourbon", "spanish", "light", "interdict", "space_3")
    here = state(
        formations=[sails, formation("b1", "space_3", order="o1")],
        stations=(pest,),
        phase=Sailing("british"),
        first="bourbon",
        british={"orders": (guard,)},
    )
    assert ordered(here) == DriveOff("b1", "x9")


def test_gales_and_superior_enemies_are_shunned():
    """The places of both cost something to go through, and a quiet one does not."""
    here = state(
        formations=[formation("b1", "space_7"), fleet("f1", "space_14", "bourbon", 6, known="all")],
        gales=(Gale("mistral", 10, "space_13"),),
    )
    shunned = dict(watch(here).shunned(here.secret("british").formations[0]))
    assert shunned["space_14"] > 0
    assert shunned["space_13"] > 0
    assert "cadiz" not in shunned


# Battles


def test_a_battle_is_worth_more_to_the_stronger_and_as_much_less_to_the_other():
    """At every intensity; between equals it is worth next to nothing."""
    here = state()
    strong, weak = [fleet("b1", "space_7", count=6)], [fleet("f1", "space_7", "bourbon", 3)]
    for chosen in ("light", "medium", "heavy"):
        gain = guns.battle(strong, weak, chosen, False, False, here.table, MISTRAL)
        assert gain > 0
        assert guns.battle(weak, strong, chosen, False, False, here.table, MISTRAL) < 0
    even = guns.battle(strong, [fleet("f1", "space_7", "bourbon", 6)], "medium", False, False, here.table, MISTRAL)
    assert abs(even) < 0.2 * guns.battle(strong, weak, "medium", False, False, here.table, MISTRAL) + 0.2


def test_stakes_follow_the_prestige_chart():
    """In the Mediterranean a ship of the line costs her side as much as it brings the other; elsewhere damage pays too."""
    assert guns.stakes("mistral").line == 1.0
    assert guns.stakes("mistral").flagship == 2.0
    assert guns.stakes("cold_waves").line == 0.5
    assert guns.stakes("cold_waves").dp > 1 / 8


@RANKS
def test_a_superior_fleet_attacks_and_an_inferior_one_does_not(name: str):
    """Six squadrons fall upon two, and two let six be."""

    def met(ours: int, theirs: int, **changed: Any) -> State:
        cruise = order("o1", "cruise", target=("space_7",), holder="b1", state="in_execution")
        one = fleet("b1", "space_7", count=ours, order="o1")
        other = fleet("f1", "space_7", "bourbon", theirs, known="all")
        phase = Offering("british", "space_7")
        return state(formations=[one, other], phase=phase, british={"orders": (cruise,)}, step="battles", **changed)

    assert ordered(met(6, 2), name=name) == Attack("space_7")
    assert ordered(met(2, 6), name=name) == Ready()
    assert ordered(met(4, 4, relations=HOSTILE), name=name) == Ready()  # three prestige are more than it can bring


def test_a_convoy_that_is_caught_alone_is_attacked():
    """Troops without an escort are prey for a fleet that cruises there."""
    cruise = order("o1", "cruise", target=("space_7",), holder="b1", state="in_execution")
    troops = convoy("c1", "space_7", "bourbon", cargo=Cargo("troop", 24, 24), known="spotted", command="spanish")
    here = state(
        formations=[fleet("b1", "space_7", order="o1"), troops],
        phase=Offering("british", "space_7"),
        british={"orders": (cruise,)},
        step="battles",
    )
    assert ordered(here) == Attack("space_7")


def test_an_attack_and_a_passage_come_with_their_reason():
    """What the battle promises against what would not be worth it; where she is bound for, and by which order."""
    cruise = order("o1", "cruise", target=("space_7",), holder="b1", state="in_execution")
    here = fleet("b1", "space_7", count=6, order="o1")
    given = state(
        formations=[here, fleet("f1", "space_7", "bourbon", 2, known="all")],
        phase=Offering("british", "space_7"),
        british={"orders": (cruise,)},
        step="battles",
    )
    found = Judgement().decide(watch(given))
    assert isinstance(found, Reason)
    assert [one.what for one in found.weighed] == [Attack("space_7"), Ready()]
    assert found.weighed[0].worth > found.weighed[1].worth
    cruise = replace(cruise, target=("space_14", "space_13"))
    away = state(formations=[here], phase=Plotting("british"), british={"orders": (cruise,)})
    found = Judgement().decide(watch(away))
    assert isinstance(found, Reason)
    assert found.plan.endswith("cruise off Catalan coast (#14) and off Marseilles (#13).")


def test_what_a_counter_showed_is_remembered_when_it_is_out_of_sight():
    """Whoever saw five squadrons once takes the hidden counter for more than one who never did."""
    seen = state(formations=[fleet("f1", "space_7", "bourbon", 5, known="all")])
    memory = Memory()
    memory.look(seen.table, "british")
    found = seen.formation("f1")
    assert found is not None
    hidden = state(formations=[replace(found, known="hidden", place="space_14")])
    rules = RULES["mistral"]
    fresh, wise = (Watch(view(hidden), rules.world, CAPTAIN, one) for one in (Memory(), memory))
    assert fresh.enemies("space_14") == []
    assert len(wise.enemies("space_14")[0].squadrons) == 5


def test_an_admiral_counts_what_is_left_afloat():
    """Sail lost and damage put a side behind by as much as the other is ahead."""
    before = state(formations=[fleet("b1", "space_7"), fleet("f1", "space_7", "bourbon")])
    mine = before.formation("b1")
    assert mine is not None
    hurt = before.with_formation(mine.with_squadron(replace(mine.squadrons[0], sail=2, dps=4)))
    assert ahead(before, "british", MISTRAL) == 0
    assert ahead(hurt, "british", MISTRAL) < 0 < ahead(hurt, "bourbon", MISTRAL)


# The council


def test_an_order_goes_to_whoever_can_carry_it_out_soonest():
    """The formation at Port Mahon has it, not the one at Gibraltar."""
    cruise = order("o1", "cruise", state="available", target=("space_14", "space_13", "space_7"))
    near, distant = [replace(fleet(id, place), state="fitting_out") for id, place in
                     (("b1", "port_mahon/harbour"), ("b2", "gibraltar/harbour"))]  # fmt: skip
    here = state(formations=[distant, near], phase=Council(SIDES), british={"orders": (cruise,)}, step="council")
    assert ordered(here) == IssueOrder("o1", "b1")


def test_a_formation_that_is_not_fit_for_all_of_an_order_is_not_given_it():
    """A cruise in winter takes three turns, and about nine points of each squadron."""
    cruise = order("o1", "cruise", state="available", target=("space_14", "space_13", "space_7"))
    for dps, expected in ((4, IssueOrder("o1", "b1")), (18, Ready())):
        worn = formation(
            "b1", "port_mahon/harbour", state="in_ordinary", squadrons=(squadron("s1", rating=20, dps=dps),)
        )
        here = state(formations=[worn], phase=Council(SIDES), british={"orders": (cruise,)}, step="council")
        assert ordered(here) == expected


def test_help_for_an_army_in_the_field_is_worth_more_than_for_one_at_rest():
    """Support, troops and stores for its coast; a cruise is worth what it was."""
    ship = replace(fleet("b1", "port_mahon/harbour"), state="fitting_out")
    chits = (
        order("o1", "support_the_army", target=("coastal_b",)),
        order("o2", "escort", target=("port_mahon", "villefranche_coast"), kind="support"),
        order("o3", "escort", target=("port_mahon", "villefranche_coast"), kind="trade"),
        order("o4", "cruise", target=("space_11", "space_12", "coastal_b")),
    )
    worths = []
    for fought in (True, False):
        front = Front("liguria", 2, "army_in_liguria", fought)
        seen = Watch(view(state(formations=[ship], campaigns=(front,))), MISTRAL, CAPTAIN, Memory())
        worths.append([commissions.worth(seen, one, ship) for one in chits])
    assert [round(one - other, 6) for one, other in zip(*worths, strict=True)] == [commissions.CAMPAIGN] * 2 + [0.0] * 2


def test_no_order_is_given_that_cannot_be_carried_out_before_the_end():
    """In the last turn a distant cruise would only fail."""
    cruise = order("o1", "cruise", state="available", target=("maltese_roads", "space_28", "space_27"))
    ship = replace(fleet("b1", "gibraltar/harbour"), state="fitting_out")
    here = state(
        formations=[ship], phase=Council(SIDES), british={"orders": (cruise,)}, step="council", last=Date(YEAR, 3),
        date=Date(YEAR, 3),
    )  # fmt: skip
    assert ordered(here) == Ready()


def test_reinforcements_are_asked_for_where_they_cost_nothing_and_come_in_time():
    """In the last turn they are not: they would come after the end."""
    here = state(formations=[fleet("b1", "space_7")], phase=Requesting(SIDES), step="requests", date=Date(YEAR, 5))
    assert ordered(here) == RequestReinforcement("british", pay=False)
    last = replace(here, table=replace(here.table, last=Date(YEAR, 5)))
    assert ordered(last) == Ready()


def test_more_time_is_asked_for_an_order_that_runs_out():
    """A passage in its last turn is extended rather than failed."""
    passage = order("o1", "transit", target=("gibraltar", "port_mahon"), holder="b1", issued=YEAR * 16 + 3 - 6)
    here = state(
        formations=[formation("b1", "space_7", order="o1")], phase=Closing(SIDES), british={"orders": (passage,)},
        date=Date(YEAR, 3, 4, 4), step="closing",
    )  # fmt: skip
    assert ordered(here) == ExtendOrder("o1")


# Yards and small ships


def test_yards_repair_first_who_may_founder_and_idle_ships_rest():
    """The first roll is for the worst hurt; with no rolls left a formation without orders is laid up."""
    worse, better = squadron("s1", dps=12), squadron("s2", dps=3)
    lying = formation("b1", "cadiz/harbour", "bourbon", (better, worse), command="spanish", state="fitting_out")
    here = state(formations=[lying], phase=Yards(SIDES), step="yards", date=Date(YEAR, 4))
    assert ordered(here, "bourbon") == Repair("b1", "s1")
    idle = replace(here, secrets=(here.secrets[0], replace(here.secrets[1], rolls=(("cadiz", 9),))))
    assert ordered(idle, "bourbon") == LayUp("b1")


def test_british_ships_watch_the_levant_only_if_it_is_counted_in_time():
    """Where the campaign ends before the next count, the auxiliary does something else."""
    craft = {"auxiliaries": (auxiliary("x1"),)}
    here = state(phase=Tasking("british"), british=craft, step="tasks")
    assert ordered(here) == Send("x1", "levant_trade_table", "port_mahon")
    assert ordered(replace(here, table=replace(here.table, last=Date(YEAR, 4)))) != ordered(here)


def test_marines_take_ships_rather_than_raid_a_yard():
    """A prize is more than a repair roll, and an army over the walls more than either."""
    boats = formation("b1", "barcelona", "british", (squadron("s1"),), kind="flotilla", leader=leader("Cooper"))
    lying = formation(
        "f1", "barcelona", "bourbon", (squadron("s2", "frigate", 2),), command="spanish", state="fitting_out"
    )
    craft = {"auxiliaries": (auxiliary("x1", "marine", base="b1"),)}
    here = state(formations=[boats, lying], phase=Tasking("british"), british=craft, step="tasks")
    assert ordered(here) == Send("x1", "cutting_out", "barcelona", "f1")


def test_the_french_shut_the_sea_where_the_war_on_commerce_counts_it():
    """Three places that their small ships interdict at the end of a turn are a failure of the British; before it is on, who has
    few small ships keeps them to look out."""
    craft = {"auxiliaries": tuple([auxiliary(f"x{n}", "light", "bourbon", base="toulon") for n in (1, 2)])}
    here = state(phase=Tasking("bourbon"), bourbon=craft, step="tasks", date=Date(YEAR, 6, 1, 1))
    assert ordered(here, "bourbon") == Ready()
    marked = replace(here, table=replace(here.table, events=(EventMark("guerre_de_course", YEAR, 5),)))
    sent = ordered(marked, "bourbon")
    assert isinstance(sent, Send)
    assert sent.task == "interdict"


def test_convoys_in_sight_are_attacked_and_screened():
    """A light ship attacks, and the other side puts its own before the convoy."""
    trade = convoy("c1", "space_7", "bourbon", known="spotted", command="spanish")
    hunters = {"auxiliaries": (auxiliary("x1"),)}
    here = state(formations=[trade], phase=Tasking("british"), british=hunters, step="tasks")
    assert ordered(here) == Send("x1", "convoy_attack", "space_7", "c1")
    guard = {"auxiliaries": (auxiliary("x9", "fleet", "bourbon", base="palma"),)}
    phase = Screening("bourbon", "convoy_attack", "space_7", "c1", Tasking("british"))
    pending = {**hunters, "pending": "x1"}
    screened = state(formations=[trade], phase=phase, british=pending, bourbon=guard, step="tasks")
    assert ordered(screened, "bourbon") == Screen("x9")


def test_a_friend_is_helped_up_to_an_attack_that_is_worth_it():
    """One who has no orders may not begin a battle, only come up to it; frigates come up as soon without help."""
    cruise = order("o1", "cruise", target=("space_7",), holder="b1", state="in_execution")
    craft = {"auxiliaries": (auxiliary("x1", base="b1"),), "orders": (cruise,)}

    def met(friend: Any, ours: int = 6, theirs: int = 2) -> Any:
        there = [
            fleet("b1", "space_7", count=ours, order="o1"),
            friend,
            fleet("f1", "space_7", "bourbon", theirs, known="all"),
        ]
        given = state(formations=there, phase=Tasking("british"), british=craft, step="tasks")
        return ordered(replace(given, table=replace(given.table, last=Date(YEAR, 4))))  # no trade is counted by then

    assert met(fleet("b2", "space_7", count=1)) == Send("x1", "assist_battle_reinforcement", "space_7")
    frigates = (squadron("b2_1", "frigate", 2),)
    for friend in (formation("b2", "space_7", "british", frigates, leader=leader("Boys")), fleet("b2", "space_13")):
        assert getattr(met(friend), "task", "") != "assist_battle_reinforcement"
    assert getattr(met(fleet("b2", "space_7", count=1), ours=2, theirs=6), "task", "") != "assist_battle_reinforcement"


# Whole games


@TITLES
@RANKS
def test_every_order_of_a_game_is_the_bots_own(title: str, name: str):
    """No phase is left to chance: what the judgement says is legal from the first council to the second."""
    rules = ruleset(title)
    dice = RandomDice(f"{title} {name}")
    given = rules.setup(rules.scenario("quarter", {}), dice)
    players = {seat: bot(name, seat, title) for seat in rules.seats}
    for _ in range(160):
        if rules.result(given) is not None:
            break
        seat = rules.to_act(given)[0]
        action: Any = Proceed()
        if seat != TABLE:
            view = rules.view(given, seat)
            choices = rules.legal(view)
            action = players[seat].choose(view, choices, rules)
            said = players[seat].judgement.order(view, choices)  # type: ignore[attr-defined]
            assert said is not None
            assert choices.why_not(said) is None
        given = rules.play(given, seat, action, dice).state


@TITLES
def test_a_captain_beats_a_midshipman(title: str):
    """The short form of `make ladder`, which plays two hundred."""
    played = series(jobs(title, "quarter", {"british": "captain", "bourbon": "midshipman"}, 4, seed="t"), workers=1)
    assert played.of_bot("captain").won >= 3
