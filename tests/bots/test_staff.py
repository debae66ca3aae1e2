"""The staff of the campaigns: who rests, who is fit for what, who leads, who is relieved, and why."""

from typing import Any

from tests.rulesets.sealords.sea import (
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
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.captain import Captain
from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import Judgement, sortie
from weathergauge.bots.sealords.staff import alarm, awards, commissions, decoys, officers, reliefs, stops, wear, yards
from weathergauge.bots.sealords.temper import CAPTAIN, Stopper, Temper
from weathergauge.bots.sealords.watch import Memory, Watch
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.sealords.battle.actions import ConvoyStruck
from weathergauge.rulesets.sealords.council.actions import HandOverOrder, IssueOrder, JoinHolder
from weathergauge.rulesets.sealords.forces import Station, counter_of
from weathergauge.rulesets.sealords.formations.actions import (
    DetachSquadron,
    JoinFormations,
    PostLeader,
    PromoteLeader,
    TransferSail,
)
from weathergauge.rulesets.sealords.phases import Closing, Council, Decoying, Sailing, Tasking, Yards
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea.actions import Decoy, MarkTime, Move
from weathergauge.rulesets.sealords.state import Date, State, replace
from weathergauge.rulesets.sealords.yards.actions import FitOut, LayUp

IN_PORT: dict[str, Any] = {"state": "in_ordinary"}


def watch(given: State, seat: Any = "british", temper: Temper = CAPTAIN) -> Watch:
    return Watch(view(given, seat), RULES[given.table.title].world, temper, Memory())


SPRING = Date(YEAR, 6)


def council(*formations: Any, title: str = "mistral", date: Date = SPRING, **british: Any) -> State:
    return state(
        title=title, formations=list(formations), phase=Council(SIDES), step="council", date=date, british=british
    )


# Wear


def test_the_wear_of_an_order_is_the_charts_own_and_the_weathers():
    """A turn at sea costs a squadron one point, in winter two; weather half as much again."""
    ship = formation("b1", "space_7")
    summer, winter = (watch(council(ship, date=Date(YEAR, turn))) for turn in (9, 2))
    assert wear.at_sea(summer, ship, 4) == 1 + wear.GALES
    assert wear.at_sea(winter, ship, 4) == 2 + 2 * wear.GALES
    assert wear.at_sea(summer, ship, 8) == 2 * wear.at_sea(summer, ship, 4)


def test_who_would_founder_pays_more_for_an_order_than_who_is_sound():
    """A squadron near her rating costs more than the price of foundering beyond a sound one."""
    sound, worn = formation("b1", "space_7"), formation("b2", "space_7", squadrons=(squadron("s2", dps=10),))
    seen = watch(council(sound, worn))
    assert wear.price(seen, worn, 8) > wear.price(seen, sound, 8) + wear.FOUNDERS


# Yards


def test_nobody_fits_out_where_the_yards_work_on_ships_in_ordinary():
    """At Port Mahon the formation is laid up so that it can be repaired."""
    lying = formation("b1", "port_mahon/harbour", state="fitting_out", order="o1")
    passage = order("o1", "transit", target=("port_mahon", "gibraltar"), holder="b1")
    here = state(
        formations=[lying], phase=Yards(SIDES), step="yards", date=Date(YEAR, 4), british={"orders": (passage,)}
    )
    found = yards.see_to(watch(here))
    assert isinstance(found, Reason)
    assert found.order == LayUp("b1")
    assert "do not wear" in found.plan


def test_a_worn_squadron_fits_out_alone_and_a_division_rests():
    """Portsmouth's three rolls mend six points a turn: more than one squadron wears by fitting out, and no more than four do."""

    def lying(count: int) -> State:
        ships = tuple([squadron(f"s{n}", dps=6) for n in range(count)])
        there = formation("b1", "portsmouth/harbour", "british", ships, **IN_PORT)
        return state(title="cold_waves", formations=[there], phase=Yards(SIDES), step="yards", date=Date(YEAR, 6))

    one = yards.see_to(watch(lying(1)))
    assert isinstance(one, Reason)
    assert one.order == FitOut("b1")
    assert not isinstance(yards.see_to(watch(lying(4))), Reason)


# Orders


def test_an_order_is_given_with_its_reason_and_what_else_was_weighed():
    """The plan names what speaks for the holder, and the best choice stands first."""
    cruise = order("o1", "cruise", state="available", target=("space_14", "space_13", "space_7"))
    found = commissions.issue(watch(council(formation("b1", "port_mahon/harbour", **IN_PORT), orders=(cruise,))))
    assert found is not None
    assert found.order == IssueOrder("o1", "b1")
    assert "is fit for all of the cruise" in found.plan
    assert found.weighed[0].what == found.order


def test_an_order_goes_to_a_squadron_detached_where_the_whole_division_would_wear_for_it():
    """Four squadrons wear four times as much as the frigates alone."""
    ships = (squadron("f1", "frigate", rating=5), *[squadron(f"s{n}", dps=7) for n in range(3)])
    division = formation("b1", "port_mahon/harbour", squadrons=ships, kind="flotilla", leader=leader("l1"), **IN_PORT)
    cruise = order("o1", "cruise", state="available", target=("space_14", "space_13", "space_7"))
    found = commissions.issue(watch(council(division, orders=(cruise,))))
    assert found is not None
    assert found.order == DetachSquadron("f1")


def test_a_formation_goes_home_when_to_stay_costs_more_than_its_order():
    """Sound ships stay on their cruise, worn ones leave it."""
    cruise = order("o1", "cruise", state="in_execution", target=("space_14", "space_13", "space_7"), holder="b1")
    for dps, expected in ((0, False), (9, True)):
        ships = tuple([squadron(f"s{n}", dps=dps) for n in range(3)])
        ship = formation("b1", "space_7", squadrons=ships, order="o1")
        seen = watch(council(ship, date=Date(YEAR, 2), orders=(cruise,)))
        assert reliefs.leaves(seen, ship, cruise) is expected


def test_an_admiral_holds_on_to_orders_that_a_captain_goes_home_from():
    """A worn squadron, whose foundering would cost less than a failure counts, stays on her cruise with him."""
    cruise = order("o1", "cruise", state="in_execution", target=("space_14", "space_13", "space_7"), holder="b1")
    ship = formation("b1", "space_7", squadrons=(squadron("s1", dps=8),), order="o1")
    here = council(ship, date=Date(YEAR, 2), orders=(cruise,))
    gone = [reliefs.leaves(watch(here, temper=temper), ship, cruise) for temper in (CAPTAIN, Stopper())]
    assert gone == [True, False]


def test_an_admiral_gives_orders_that_the_end_may_overtake():
    """By the rules nothing is lost where the campaign ends before they are carried out: a captain takes them for failures."""
    ship = formation("b1", "gibraltar/harbour", **IN_PORT)
    cruise = order("o1", "cruise", state="available", target=("space_1", "the_gut", "strait_of_gibraltar"))
    for turn, expected in (
        (SPRING.turn + 1, (False, False)),
        (SPRING.turn + 2, (False, True)),
        (SPRING.turn + 9, (True, True)),
    ):
        here = council(ship, orders=(cruise,))
        here = replace(here, table=replace(here.table, last=Date(YEAR, turn)))
        issued = [commissions.issue(watch(here, temper=temper)) is not None for temper in (CAPTAIN, Stopper())]
        assert tuple(issued) == expected


def test_an_admiral_spares_hulls_for_what_is_left_to_be_done():
    """To founder costs him the same as a captain while a year lies before him, and little in the last turns."""
    worn = formation("b1", "space_7", squadrons=(squadron("s1", dps=10),))
    prices = []
    for last in (Date(YEAR + 1, 6), Date(YEAR, 8)):
        here = council(worn)
        here = replace(here, table=replace(here.table, last=last))
        prices.append([wear.price(watch(here, temper=temper), worn, 4) for temper in (CAPTAIN, Stopper())])
    assert prices[0][0] == prices[0][1]
    assert prices[1][1] < prices[1][0] / 2


def test_who_is_worn_hands_over_to_a_fresh_formation_beside_it():
    """At the close of an impulse the order goes to the ship that can still keep the sea."""
    cruise = order("o1", "cruise", state="in_execution", target=("space_14", "space_13", "space_7"), holder="b1")
    worn = formation("b1", "space_7", squadrons=(squadron("s1", dps=8),), order="o1")
    fresh = formation("b2", "space_7", squadrons=(squadron("s2"),))
    here = state(
        formations=[worn, fresh], phase=Closing(SIDES), step="closing", date=Date(YEAR, 6, 4, 4),
        british={"orders": (cruise,)},
    )  # fmt: skip
    found = reliefs.close(watch(here))
    assert found is not None
    assert found.order == HandOverOrder("o1", "b2")


def test_a_convoy_is_not_sent_past_a_fleet_that_its_escort_cannot_face():
    """Alone in the Channel frigates take the trade; with a flotilla off the Casquets they do not."""
    trade = order("o1", "escort", state="available", target=("portsmouth", "lisbon"), kind="trade")
    ships = tuple([squadron(f"t{n}", "sol", sail=4) for n in range(4)])
    fleet = formation("f1", "casquets", "bourbon", ships, kind="flotilla", known="all")
    frigates = formation("b1", "portsmouth/harbour", squadrons=(squadron("s1", "frigate"),), **IN_PORT)
    alone, watched = (
        council(frigates, *there, title="cold_waves", date=Date(YEAR, 6), orders=(trade,)) for there in ((), (fleet,))
    )
    assert commissions.issue(watch(alone)) is not None
    assert commissions.issue(watch(watched)) is None


# Leaders and divisions


def told(given: State) -> Any:
    found = officers.next_order(watch(given))
    return found.order if found is not None else None


def test_the_best_leader_ashore_takes_over_who_has_none():
    """Of two ashore the abler is posted."""
    ashore = (leader("weak", "british", lr=1), leader("able", "british", lr=4))
    ship = formation("b1", "port_mahon/harbour", **IN_PORT)
    assert told(council(ship, leaders=ashore)) == PostLeader("able", "b1")


def test_who_has_earned_it_is_promoted_if_he_is_able():
    """A leader of rating 4 is, one of 2 is not."""
    for lr, expected in ((4, PromoteLeader("l1")), (2, None)):
        led = formation("b1", "port_mahon/harbour", leader=leader("l1", "british", lr=lr, earned=True), **IN_PORT)
        assert told(council(led)) == expected


def test_half_squadrons_become_whole_ones_and_lone_ones_join():
    """Two half squadrons in one port are put together first."""
    halves = [
        formation(
            f"b{n}", "port_mahon/harbour", squadrons=(squadron(f"s{n}", sail=2),), leader=leader(f"l{n}"), **IN_PORT
        )
        for n in (1, 2)
    ]
    assert told(council(*halves)) == TransferSail("s1", 2, "s2")
    whole = [
        formation(
            f"b{n}", "port_mahon/harbour", squadrons=(squadron(f"s{n}"),), leader=leader(f"l{n}", control=3), **IN_PORT
        )
        for n in (1, 2)
    ]
    assert isinstance(told(council(*whole)), JoinFormations)


def test_a_squadron_past_her_rating_is_divided_in_port_and_detached_at_sea():
    """So that her damage does not sink what is still sound."""
    lying = formation("b1", "port_mahon/harbour", squadrons=(squadron("s1", dps=12),), leader=leader("l1"), **IN_PORT)
    assert told(council(lying)) == TransferSail("s1", 2)
    cruise = order("o1", "cruise", state="in_execution", target=("space_14", "space_13", "space_7"), holder="b1")
    ships = (squadron("s1", dps=12), squadron("s2"))
    afloat = formation("b1", "space_7", squadrons=ships, kind="flotilla", leader=leader("l1"), order="o1")
    assert told(council(afloat, orders=(cruise,))) == DetachSquadron("s1")


# Dummies, awards, and what a player is told


def test_a_dummy_lies_beside_a_weak_formation_under_orders():
    """Where somebody may come for a single frigate, a dummy makes him think twice."""
    cruise = order("o1", "cruise", target=("space_14", "space_13", "space_7"), holder="b1")
    ship = formation("b1", "space_7", squadrons=(squadron("s1", "frigate", sail=2),), order="o1")
    here = state(formations=[ship], phase=Decoying(SIDES), step="dummies", british={"orders": (cruise,)})
    found = decoys.place(watch(here))
    assert found is not None
    assert found.order == Decoy("space_7")


def test_awards_are_taken_as_the_enemys_loss_where_the_title_has_that():
    """Only in Cold Waves, and only for as many points as the order is worth."""
    assert awards.credit(watch(council(title="mistral"))) is None
    found = awards.credit(watch(council(title="cold_waves")))
    assert found is not None
    once = council(title="cold_waves")
    tally = replace(once.table.tally("british"), as_loss=found.order.points)
    assert awards.credit(watch(replace(once, table=once.table.with_tally("british", tally)))) is None


def test_a_large_fleet_at_sea_is_shadowed_and_the_captain_says_why():
    """Six sail and more: who follows them keeps them in sight."""
    ours = formation("b1", "space_7", order="o1")
    theirs = formation("f1", "space_14", "bourbon", tuple([squadron(f"f{n}", contingent="french") for n in range(3)]),
                       kind="flotilla", command="french", known="spotted")  # fmt: skip
    eyes = tuple([auxiliary(f"x{n}", base="port_mahon") for n in range(3)])
    cruise = order("o1", "cruise", target=("space_14", "space_13", "space_7"), holder="b1")
    shut = (Station("x9", "british", "british", "light", "blockade", "barcelona"),)
    here = state(
        formations=[ours, theirs], phase=Tasking("british"), step="tasks", last=Date(YEAR, 4), stations=shut,
        british={"auxiliaries": eyes, "orders": (cruise,)},
    )  # fmt: skip
    rules, captain = ruleset("mistral"), Captain(1)
    seen = rules.view(here, "british")
    sent = captain.choose(seen, rules.legal(seen), rules)
    assert (sent.task, sent.target) == ("shadow", "f1")
    reason = captain.why()
    assert reason is not None
    assert reason.order == sent
    assert "followed" in reason.plan


def test_nobody_is_detached_for_an_order_of_another_command():
    """A squadron of the French could leave her division, and would then have nothing to do."""
    ships = (squadron("f1", "frigate", rating=5), squadron("s1", dps=7))
    division = formation(
        "f1", "toulon/harbour", "bourbon", ships, kind="flotilla", leader=leader("l1", "french"), **IN_PORT
    )
    cruise = order("o1", "cruise", state="available", command="spanish", target=("space_14", "space_13", "space_7"))
    here = state(
        formations=[division], phase=Council(SIDES), step="council", date=SPRING, bourbon={"orders": (cruise,)}
    )
    assert commissions.issue(watch(here, "bourbon")) is None


# What a stop is worth, and the alarm


def test_a_landing_that_an_event_brings_is_worth_more_than_any_convoy():
    """Troops from Dunkerque in the Strait of Dover, or trade off Cape St Vincent: three orders hang on the one besides."""
    title, of = "cold_waves", RULES["cold_waves"].world
    descent, trade = (
        counter_of(convoy("c1", place, "bourbon", known="spotted", command="french"))
        for place in ("dover_strait", "cape_st_vincent")
    )
    assert any(one.landing and "dover_strait" in one.ways for one in stops.errands_of(title, "bourbon"))
    assert stops.worth([descent], 6, 0.5, of) > stops.worth([trade], 6, 0.5, of) + 1.0


def test_a_troop_convoy_counts_whole_and_by_the_squadrons_that_fall_upon_it():
    """Six squadrons take as much as nine, and more than two."""
    of = RULES["cold_waves"].world
    troops = counter_of(convoy("c1", "dover_strait", "bourbon", known="spotted", command="french"))
    assert stops.worth([troops], 2, 0.5, of) < stops.worth([troops], 6, 0.5, of) == stops.worth([troops], 9, 0.5, of)
    assert stops.worth([troops], 6, 0.5, of) > 24 / 8


def test_a_convoy_that_was_fallen_upon_is_worth_no_more_than_is_left_of_it():
    """Five points and the order are not worth the three prestige that another attack in peace costs."""
    of, memory = RULES["cold_waves"].world, Judgement()
    memory.heard([ConvoyStruck("british", "c1", "the troop convoy", "troop", 4, 19, 5)])
    descent = counter_of(convoy("c1", "dover_strait", "bourbon", known="spotted", command="french"))
    before = stops.worth([descent], 4, 0.5, of)
    assert stops.worth([descent], 4, 0.5, of, memory.memory.cargo) < before - 0.5


def test_transports_in_port_draw_cruisers_and_call_idle_ships_together():
    """While something lies at Barcelona, which the armies in Liguria wait for, who is near joins those on the way."""
    cruise = order("o1", "cruise", target=("space_12", "space_11", "coastal_b"), holder="b1")
    holder, idle = formation("b1", "space_12", order="o1"), formation("b2", "coastal_a")
    troops = convoy("c1", "barcelona", "bourbon", command="spanish", state="fitting_out")
    here = state(
        formations=[holder, idle, troops],
        phase=Council(SIDES),
        step="council",
        date=SPRING,
        british={"orders": (cruise,)},
    )
    seen = watch(here)
    assert alarm.draws(seen, "coastal_b") == alarm.DRAWS
    found = alarm.rally(seen)
    assert found is not None
    assert found.order == JoinHolder("b2", "b1")
    assert alarm.rally(watch(here.without("c1"))) is None


def test_ships_without_orders_become_part_of_the_fleet_that_a_landing_must_pass():
    """In the Downs lies a division without orders beside Norris, and something at Dunkerque; he cannot hold six squadrons."""
    cruise = order("o1", "cruise", target=("the_downs", "dover_strait", "dungeness"), holder="b1")
    own = tuple([squadron(f"n{n}") for n in range(3)])
    norris = formation("b1", "the_downs", squadrons=own, kind="flotilla", leader=leader("l1", control=5), order="o1")
    troops = convoy("c1", "dunkerque", "bourbon", command="french", state="fitting_out")
    for size, expected in ((2, JoinFormations("b2", "b1")), (3, None)):
        more = tuple([squadron(f"m{n}") for n in range(size)])
        idle = formation("b2", "the_downs", squadrons=more, kind="flotilla", leader=leader("l2"))
        seen = watch(council(norris, idle, troops, title="cold_waves", orders=(cruise,)))
        found = alarm.rally(seen)
        assert (found.order if found is not None else None) == expected


def test_an_attack_in_peace_must_promise_more_than_its_price():
    """The hurdle rises by prestige that would be lost."""
    assert CAPTAIN.hurdle(0) == CAPTAIN.eager
    assert CAPTAIN.hurdle(3) == CAPTAIN.eager + CAPTAIN.sure


def test_an_attack_in_peace_costs_the_british_alone():
    """By the rules the French may fall upon them for nothing, and their captain looks for it."""
    ours, theirs = formation("b1", "space_7"), formation("f1", "space_7", "bourbon", command="french")
    for relation, falls in (("hostile", True), ("peace", False)):
        here = state(formations=[ours, theirs])
        here = replace(here, table=replace(here.table, relations=(("british", "french", relation),)))
        assert (watch(here).peace, watch(here, "bourbon").peace) == (3.0, 0.0)
        assert watch(here).falls_upon_us("french") is falls
        assert watch(here, "bourbon").falls_upon_us("british") is False


# Sail or stay


def test_an_admiral_asks_whether_to_come_out_only_to_enemies_off_the_port():
    """With nobody in sight there is no question to play on."""
    passage = order("o1", "transit", command="spanish", target=("toulon", "cartagena"), holder="f1")
    lying = formation("f1", "toulon/harbour", "bourbon", command="spanish", order="o1", **IN_PORT)
    off = formation("b1", "coastal_a", known="spotted", order="o2")
    for formations, expected in (((lying, off), MarkTime("f1")), ((lying,), None)):
        here = state(formations=formations, phase=Sailing("bourbon"), step="sail_b", bourbon={"orders": (passage,)})
        assert sortie.stays(watch(here, "bourbon"), Move("f1", "toulon")) == expected


def test_imagined_enemies_off_a_port_have_orders_to_stay_and_can_attack():
    """Without an order they would sail away in his head."""
    ships = formation("b1", "coastal_a", order="")
    kept = sortie.watched(state(formations=[ships]), "british", RULES["mistral"].world)
    order_held = kept.secret("british").order(kept.formation_of("b1").order)
    assert order_held is not None
    assert order_held.target == ("coastal_a",)


def test_an_admiral_without_time_left_sails_as_a_captain_and_says_so():
    """Only the patient one plays the sortie on."""
    passage = order("o1", "transit", command="spanish", target=("toulon", "cartagena"), holder="f0")
    fleets = [
        formation(f"f{n}", "toulon/harbour", "bourbon", [squadron(f"f{n}_{k}") for k in range(3)], command="spanish",
                  order="o1", kind="flotilla", leader=leader(f"l{n}", "spanish"), **IN_PORT)
        for n in range(4)
    ]  # fmt: skip
    off = formation("b1", "coastal_a", known="spotted", order="o2")
    here = state(formations=[*fleets, off], phase=Sailing("bourbon"), step="sail_b", bourbon={"orders": (passage,)})
    rules = ruleset("mistral")
    view_of = rules.view(here, "bourbon")
    hurried, patient = (Admiral(1, seconds=seconds) for seconds in (1e-9, 3600))
    first = hurried.choose(view_of, rules.legal(view_of), rules)
    reason = hurried.why()
    assert reason is not None
    assert reason.order == first == Captain(1).choose(view_of, rules.legal(view_of), rules)
    assert "captain's reckoning" in reason.note
    patient.choose(view_of, rules.legal(view_of), rules)
    other = patient.why()
    assert other is not None
    assert {type(one.what) for one in other.weighed} == {Move, MarkTime}
    assert all(one.games for one in other.weighed)
