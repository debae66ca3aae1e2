"""Standing orders of a campaign: what they come to in a step, what wakes their owner, and what is suspended."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.fights import paired, plays
from tests.rulesets.sealords.sea import MISTRAL, auxiliary, convoy, dummy, formation, order, squadron, state, view
from weathergauge.match import Match
from weathergauge.match import standing as ahead
from weathergauge.ruleset import Refused
from weathergauge.rulesets.sealords.auxiliaries.actions import Send
from weathergauge.rulesets.sealords.battle.actions import (
    Attack,
    BattleDeclined,
    BattleOffered,
    CombatFought,
    Foundered,
    JoinCombat,
)
from weathergauge.rulesets.sealords.common import Began, Ready
from weathergauge.rulesets.sealords.phases import (
    Council,
    Decoying,
    Offering,
    Plotting,
    Sailing,
    Screening,
    Sighting,
    Tasking,
)
from weathergauge.rulesets.sealords.ports import berth
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea.actions import Battered, Beat, Catch, GaleBegan, MarkTime, Move, Plot, Spotted
from weathergauge.rulesets.sealords.sea.passage import ways
from weathergauge.rulesets.sealords.standing import Course, StandingOrders
from weathergauge.rulesets.sealords.state import Date, Gale, State, Tally, replace, with_battle

RULES_OF = RULES["mistral"]
HERE = "space_7"
FAIR = next(way.to for way in ways(state().table, formation("b1", HERE), MISTRAL) if way.kind == "run")
FOUL = next(way.to for way in ways(state().table, formation("b1", HERE), MISTRAL) if way.kind == "against")


def stands(before: State, orders: StandingOrders, heard: Any = (), side: Any = "british") -> Any:
    """What orders come to that were given in the very step."""
    seen = view(before, side)
    return RULES_OF.stand(seen, RULES_OF.stand_by(seen, orders), heard)


def at_sea(phase: Any = None, first: Any = "bourbon", one: Any = None, **more: Any) -> State:
    """A British formation with an order and an MP to spend; the other side is player A unless it is said otherwise."""
    mine = one or formation("b1", HERE, order="o1")
    return state(formations=[mine], phase=phase or Sailing("british"), first=first, british={"orders": (order(holder="b1"),)}, **more)  # fmt: skip


def test_a_course_is_sailed_with_a_fair_wind():
    """The next place of the shortest way, in the words of an ordinary move."""
    assert stands(at_sea(), StandingOrders(courses=(Course("b1", FAIR),))).action == Move("b1", FAIR)


@pytest.mark.parametrize(
    ("rule", "action"),
    [("beat", Beat("b1", FOUL)), ("catch", Catch("b1", FOUL)), ("wait", MarkTime("b1")), ("ask", None)],
)
def test_a_contrary_wind_is_met_by_the_rule_of_the_course(rule: Any, action: Any):
    """Beat up, try to catch it, wait, or ask."""
    assert stands(at_sea(), StandingOrders(courses=(Course("b1", FOUL, contrary=rule),))).action == action


@pytest.mark.parametrize(("rule", "action"), [("go", Move("b1", FAIR)), ("wait", MarkTime("b1")), ("ask", None)])
def test_a_gale_on_the_way_is_met_by_the_rule_of_the_course(rule: Any, action: Any):
    """Of a place that the gale is felt at, from one where it is not."""
    before = at_sea(gales=(Gale("mistral", 8, FAIR, freak=True),))
    assert stands(before, StandingOrders(courses=(Course("b1", FAIR, gale=rule),))).action == action


@pytest.mark.parametrize(("rule", "to"), [("beat", FOUL), ("wait", "")])
def test_player_a_plots_a_course(rule: Any, to: str):
    """Where the wind stands against it and the rule is to wait, to stay is plotted."""
    before = at_sea(Plotting("british"), "british")
    assert stands(before, StandingOrders(courses=(Course("b1", FOUL, contrary=rule),))).action == Plot("b1", to)


def test_who_has_no_course_is_asked_about_or_passed():
    """Nothing is done for a formation that was not named, unless moves are passed; nothing in the way is ever attacked so."""
    assert stands(at_sea(), StandingOrders()).action is None
    assert stands(at_sea(), StandingOrders(passes=("sailing",))).action == Ready()
    assert stands(at_sea(), StandingOrders(until="impulse")).action == Ready()
    offered = at_sea(Offering("british", HERE))
    every = StandingOrders(passes=("decoying", "plotting", "sailing", "tasking", "closing"), until="turn")
    assert stands(offered, every).action is None


def test_passing_to_the_end_of_an_increment_ends_with_it():
    """The next increment is asked about again."""
    before = at_sea()
    orders = RULES_OF.stand_by(view(before), StandingOrders(until="increment"))
    later = replace(before, table=replace(before.table, date=Date(1744, 3, 1, 2)))
    assert RULES_OF.stand(view(before), orders, ()).action == Ready()
    stood: Any = RULES_OF.stand(view(later), orders, ())
    assert (stood.action, stood.orders.until) == (None, "")


def test_a_course_that_is_run_wakes_its_owner():
    """And is taken off the list; who does not want to be woken is only asked."""
    before = at_sea()
    orders = RULES_OF.stand_by(view(before), StandingOrders(courses=(Course("b1", FAIR),)))
    there = before.with_formation(formation("b1", FAIR, order="o1"))
    stood: Any = RULES_OF.stand(view(there), orders, ())
    assert stood.orders.courses == ()
    assert stood.woken == (f"b1 has come to {MISTRAL.places[FAIR].name}",)


@pytest.mark.parametrize("port", ["port_mahon", "villefranche"])
def test_a_course_into_a_harbour_ends_in_port_and_not_in_its_roads(port: str):
    """From the roads it goes in, of a key port and of a minor one; there the course is run."""
    roads = at_sea(one=formation("b1", port, order="o1"))
    course = StandingOrders(courses=(Course("b1", f"{port}/harbour"),))
    assert stands(roads, course).action == Move("b1", f"{port}/harbour")
    orders = RULES_OF.stand_by(view(roads), course)
    lies = formation("b1", berth(port, MISTRAL), order="o1", state="in_ordinary")
    stood: Any = RULES_OF.stand(view(roads.with_formation(lies)), orders, ())
    assert stood.orders.courses == ()
    assert stood.woken == (f"b1 has come to {MISTRAL.places[port].name} harbour",)


@pytest.mark.parametrize(("port", "shut"), [("toulon", True), ("algiers", True), ("leghorn", False)])
def test_a_course_leads_into_no_harbour_that_is_shut(port: str, shut: bool):
    """Bad input: of an enemy's port or a pirate's the waters off it are named, before a formation is sent for nothing; a neutral takes it."""
    course = StandingOrders(courses=(Course("b1", f"{port}/harbour"),))
    if not shut:
        assert RULES_OF.stand_by(view(at_sea()), course).courses[0].to == f"{port}/harbour"
        return
    with pytest.raises(Refused, match="is shut to you: give a course to the waters off it"):
        RULES_OF.stand_by(view(at_sea()), course)


def test_a_course_home_leads_to_the_nearest_harbour_of_the_own_side():
    """By its name from then on."""
    before = at_sea(Plotting("british"))
    orders = RULES_OF.stand_by(view(before), StandingOrders(courses=(Course("b1", "home"),)))
    assert orders.courses[0].to == "port_mahon/harbour"


def test_a_course_that_cannot_be_run_is_suspended_and_the_others_go_on():
    """Bad input of a course: its formation is gone. The owner is woken once, with a sentence."""
    before = state(
        formations=[formation("b1", HERE, order="o1"), formation("b2", HERE, order="o2")],
        phase=Sailing("british"), first="bourbon", british={"orders": (order(holder="b1"), order("o2", holder="b2"))},
    )  # fmt: skip
    both = StandingOrders(courses=(Course("b1", FAIR), Course("b2", FAIR)))
    orders = RULES_OF.stand_by(view(before), both)
    stood: Any = RULES_OF.stand(view(before.without("b1")), orders, ())
    assert stood.woken == (
        f"the course to {MISTRAL.places[FAIR].name} is suspended: b1 is no formation of its own any more",
    )
    assert [bool(course.suspended) for course in stood.orders.courses] == [True, False]
    assert RULES_OF.stand(view(before.without("b1")), stood.orders, ()).action == Move("b2", FAIR)


def test_a_formation_is_followed_behind_another_counter():
    """Counters of dummies and formations change hands: the course goes with the name."""
    before = at_sea()
    orders = RULES_OF.stand_by(view(before), StandingOrders(courses=(Course("b1", FAIR),)))
    mixed = at_sea(one=formation("b9", HERE, order="o1", name="b1")).with_formation(dummy("b1", HERE, name="a dummy"))
    assert RULES_OF.stand(view(mixed), orders, ()).action == Move("b9", FAIR)


@pytest.mark.parametrize(
    ("course", "words"),
    [
        (Course("f7", FAIR), "'f7' is no formation of yours that can be given a course: expected b1"),
        (Course("c1", FAIR), "'c1' is no formation of yours that can be given a course: expected b1"),
        (Course("b1", "atlantis"), "there is no place 'atlantis' on the map for b1 to go to: name a place of it"),
        (Course("b1", f"{HERE}/in/toulon"), f"there is no place '{HERE}/in/toulon' on the map for b1 to go to: name a place of it"),
    ],
)  # fmt: skip
def test_a_course_that_makes_no_sense_is_refused(course: Course, words: str):
    """In a sentence, and whatever stood before stands on."""
    before = at_sea().with_formation(convoy())
    with pytest.raises(Refused) as refused:
        stands(before, StandingOrders(courses=(course,)))
    assert str(refused.value) == words


def test_two_courses_of_one_formation_are_refused():
    """She can run one alone."""
    with pytest.raises(Refused, match="b1 has two courses: give it one"):
        stands(at_sea(), StandingOrders(courses=(Course("b1", FAIR), Course("b1", FOUL))))


def test_what_comes_in_reach_is_searched_for_once_in_an_increment():
    """By the first auxiliary that can; then tasks are asked about again, or passed."""
    scout = auxiliary("x1", "light", base="port_mahon")
    before = state(
        formations=[formation("f1", "port_mahon", "bourbon")], phase=Tasking("british"), step="tasks",
        british={"auxiliaries": (scout, auxiliary("x2", "light", base="port_mahon"))},
    )  # fmt: skip
    stood = stands(before, StandingOrders(search=True, passes=("tasking",)))
    assert isinstance(stood.action, Send)
    assert (stood.action.aux, stood.action.task, stood.action.place) == ("x1", "search", "port_mahon")
    assert RULES_OF.stand(view(before), stood.orders, ()).action == Ready()
    assert stands(before, StandingOrders(search=True)).action is not None
    assert stands(before, StandingOrders()).action is None


@pytest.mark.parametrize(
    ("squadrons", "known", "rule", "action"),
    [
        (1, "spotted", "odds", Attack(HERE)),
        (2, "spotted", "odds", Ready()),
        (1, "hidden", "odds", None),
        (1, "spotted", "decline", Ready()),
        (1, "spotted", "ask", None),
    ],
)
def test_battle_is_offered_at_the_odds_that_were_ordered(squadrons: int, known: Any, rule: Any, action: Any):
    """Two to one as a rule, of what can be seen; where a hidden counter lies with them the owner is asked."""
    mine = formation("b1", HERE, squadrons=[squadron("a"), squadron("b")], order="o1")
    foes = formation("f1", HERE, "bourbon", [squadron(f"f{n}") for n in range(squadrons)], known="spotted")
    before = at_sea(Offering("british", HERE), one=mine).with_formation(foes)
    if known == "hidden":
        before = before.with_formation(formation("f2", HERE, "bourbon"))
    assert stands(before, StandingOrders(battle=rule, alone=False)).action == action


def test_screens_and_sightings_are_answered_as_ordered():
    """A task is let pass, or the owner is asked; whoever declines battle lets those who come out go."""
    screening = at_sea(Screening("british", "search", HERE, "", Tasking("bourbon")))
    assert stands(screening, StandingOrders(screen="pass")).action == Ready()
    assert stands(screening, StandingOrders(alone=False)).action is None
    sighting = at_sea(Sighting("british", "f1", HERE, Sailing("bourbon"))).with_formation(
        formation("f1", HERE, "bourbon")
    )
    assert stands(sighting, StandingOrders(battle="decline")).action == Ready()
    assert stands(sighting, StandingOrders(battle="odds")).action is None


@pytest.mark.parametrize(
    ("event", "wake", "words"),
    [
        (Spotted("f1", "bourbon", HERE, ("sol",)), "sighted", "an enemy is sighted north of Majorca and Minorca (#7)"),
        (Battered("b1", "b1", "a gale", ()), "gale", "a gale is upon b1"),
        (Battered("b1", "b1", "a gale", (), (("b1", 1),)), "lost", "ships are lost"),
        (Foundered("british", "b1", "b1", 1), "lost", "ships are lost"),
        (CombatFought(1, (3, 9), (1, 0)), "lost", "ships are lost"),
    ],
)
def test_what_was_heard_wakes_the_owner_who_wants_it(event: Any, wake: Any, words: str):
    """And nobody else; a turn that is no quarterly one wakes nobody."""
    before = at_sea()
    assert stands(before, StandingOrders(passes=("sailing",), wake=(wake,)), (event,)).woken == (words,)
    assert stands(before, StandingOrders(passes=("sailing",), wake=()), (event,)).action == Ready()
    plain = Began(Date(1744, 4), "sinking")
    assert stands(before, StandingOrders(passes=("sailing",), wake=(wake,)), (plain,)).action == Ready()


def test_the_owner_is_woken_in_the_first_step_in_which_he_can_do_anything():
    """What is heard while dummies are decided waits for directions, and the end of a quarter for its council."""
    wake = StandingOrders(passes=("decoying", "sailing"))
    seen = Spotted("f1", "bourbon", HERE, ("sol",))
    waits: Any = stands(at_sea(Decoying(("british",))), wake, (seen, Began(Date(1744, 5), "sinking")))
    assert (waits.action, waits.woken, len(waits.orders.due)) == (Ready(), (), 2)
    moves: Any = RULES_OF.stand(view(at_sea()), waits.orders, ())
    assert moves.woken == ("an enemy is sighted north of Majorca and Minorca (#7)",)
    council: Any = RULES_OF.stand(view(at_sea(Council(("british", "bourbon")))), moves.orders, ())
    assert council.woken == ("a quarterly turn has come to its end",)
    assert council.orders.due == ()


def test_nobody_is_woken_twice_for_the_same():
    """An enemy once an impulse, a gale once a turn, and never for one that a course has a rule for."""
    wake, seen = StandingOrders(passes=("sailing",)), Spotted("f1", "bourbon", HERE, ("sol",))
    stormy = at_sea(gales=(Gale("mistral", 8, HERE),))
    once: Any = stands(stormy, wake, (seen,))
    assert len(once.woken) == 2
    assert RULES_OF.stand(view(stormy), once.orders, (seen,)).action == Ready()
    later = replace(stormy, table=replace(stormy.table, date=Date(1744, 3, 2, 1)))
    assert len(RULES_OF.stand(view(later), once.orders, (seen,)).woken) == 1
    provided = replace(wake, courses=(Course("b1", FAIR, gale="go"),))
    assert stands(stormy, provided).woken == ()


def test_a_council_to_which_nothing_new_has_come_is_passed():
    """What an earlier one let lie is not asked about again; a formation that is new to it is, and the whole council then."""
    before = at_sea(Council(("british", "bourbon")))
    wake = StandingOrders(news=True, wake=())
    orders = RULES_OF.stand_by(view(before), wake)
    next_turn = replace(before, table=replace(before.table, date=Date(1744, 4)))
    assert RULES_OF.stand(view(next_turn), orders, ()).action == Ready()
    joined = next_turn.with_formation(formation("b2", "port_mahon"))
    asked: Any = RULES_OF.stand(view(joined), orders, ())
    assert (asked.action, asked.woken) == (None, ())
    assert RULES_OF.stand(view(joined), asked.orders, ()).action is None
    assert stands(before, StandingOrders(wake=())).action is None


def test_a_battle_that_was_let_be_is_not_asked_about_again_in_that_turn():
    """While the same formations lie there; if it was sought it is."""
    foe = formation("f1", HERE, "bourbon", known="spotted")
    before = at_sea(Offering("british", HERE)).with_formation(foe)
    asked: Any = stands(before, StandingOrders(wake=(), alone=False))
    assert asked.action is None
    assert RULES_OF.stand(view(before), asked.orders, (BattleDeclined(HERE),)).action == Ready()
    assert RULES_OF.stand(view(before), asked.orders, (BattleOffered("british", HERE),)).action is None
    let_be: Any = RULES_OF.stand(view(before), asked.orders, (BattleDeclined(HERE),))
    more = before.with_formation(formation("f2", HERE, "bourbon", known="spotted"))
    assert RULES_OF.stand(view(more), let_be.orders, ()).action is None


def test_squadrons_left_over_join_by_strength():
    """In one battle or in every one, turn by turn; what holds for one battle ends with it, and nobody joins unbidden."""
    begun = paired()
    assert stands(begun, StandingOrders(wake=())).action is None
    first: Any = stands(begun, StandingOrders(wake=(), join="battle"))
    assert first.action == JoinCombat("b_flag", 1)
    assert first.orders.join == "battle"
    theirs = plays(begun, ("british", first.action))
    one: Any = stands(theirs, StandingOrders(wake=(), join="strength"), side="bourbon")
    assert one.action == JoinCombat("f_flag", 1)
    ours = plays(theirs, ("bourbon", one.action))
    assert RULES_OF.stand(view(ours, "bourbon"), one.orders, ()).action == JoinCombat("f_3", 2)
    after: Any = RULES_OF.stand(view(at_sea()), first.orders, ())
    assert (after.orders.join, after.orders.joining) == ("ask", "")
    elsewhere = with_battle(begun, replace(begun.table.fighting, place="space_9"))
    assert RULES_OF.stand(view(elsewhere), first.orders, ()).action is None
    every: Any = RULES_OF.stand(view(at_sea()), StandingOrders(join="strength"), ())
    assert every.orders.join == "strength"
    begun_later: Any = RULES_OF.stand(view(at_sea()), StandingOrders(join="battle"), ())
    assert begun_later.orders.join == "battle"


def test_galleys_are_led_along_the_coast():
    """No course takes them through a sea zone, and one into it is refused."""
    mine = formation("b1", "space_13", "bourbon", [squadron("g", "galley")], order="o1")
    before = state(
        formations=[mine], phase=Sailing("bourbon"), first="british", bourbon={"orders": (order(holder="b1"),)}
    )
    before = replace(before, table=replace(before.table, date=Date(1744, 3, 1, 4)))
    first = stands(before, StandingOrders(courses=(Course("b1", "maltese_roads"),)), side="bourbon").action
    assert first.to in [way.to for way in ways(before.table, mine, MISTRAL)]
    with pytest.raises(Refused, match="no way leads b1 to Golfe du Lion"):
        stands(before, StandingOrders(courses=(Course("b1", "golfe_du_lion"),)), side="bourbon")


def test_a_gale_that_comes_upon_own_ships_wakes_and_one_elsewhere_or_losses_of_the_enemy_do_not():
    """Only those who lie in it."""
    wake = StandingOrders(passes=("sailing",), wake=("gale", "lost"))
    for place, woken in ((HERE, ("a gale is upon b1",)), ("algiers", ())):
        gale = Gale("mistral", 8, place)
        assert stands(at_sea(gales=(gale,)), wake, (GaleBegan(gale),)).woken == woken
    beaten = (CombatFought(1, (3, 9), (0, 1)), Foundered("bourbon", "f1", "f1", 1), Foundered("british", "b1", "b1", 0))
    assert stands(at_sea(), wake, beaten).woken == ()


def test_an_own_formation_that_is_spotted_wakes_nobody():
    """The enemy's eyes are told of, and are no sighting."""
    seen = Spotted("b1", "british", HERE, ("sol",))
    assert stands(at_sea(), StandingOrders(passes=("sailing",)), (seen,)).action == Ready()


def test_the_orders_are_said_in_sentences():
    """For the page, the keyboard and whoever listens."""
    orders = StandingOrders(
        courses=(Course("b1", "toulon", "wait", "ask"),), search=True, repair=True, screen="pass", battle="odds",
        passes=("tasking", "closing"), until="turn", wake=("sighted", "arrived"),
    )  # fmt: skip
    seen = view(at_sea())
    assert RULES_OF.stand_in_words(seen, RULES_OF.stand_by(seen, orders)) == (
        "b1 goes to Toulon, waits for fair winds and asks before gales",
        "Auxiliaries search for what comes in reach",
        "Yards repair whoever is worst hurt",
        "No task is screened",
        "Battle is offered from 2 to 1 on, and declined at worse",
        "Passed are tasks and the end of an impulse",
        "All steps at sea are passed to the end of this turn, but for those in which you are woken",
        "You are woken when an enemy is sighted or a course is run",
    )


@pytest.mark.parametrize("first", ["british", "bourbon"])
def test_whoever_is_sighted_wakes_the_owner_before_his_next_decision(first: Any):
    """A Frenchman comes out of Toulon past a blockader under a course. Player B is woken before she sails on; player A has
    plotted already, which binds him, and is told that it was sailed."""
    blockade = order("o1", "blockade", target=("toulon",), holder="b1", state="in_execution")
    ships = [formation("b1", "toulon", order="o1"), formation("f1", "toulon/harbour", "bourbon", state="fitting_out", order="o2")]  # fmt: skip
    before = state(
        formations=ships, phase=Plotting(first), first=first, british={"orders": (blockade,)},
        bourbon={"orders": (order("o2", holder="f1", command="french"),)},
        tallies=(Tally(prestige=int(first == "british")), Tally(prestige=int(first == "bourbon"))),
    )  # fmt: skip
    match = Match.create(RULES_OF, "mistral", "teaching", seed="sortie", position=before)
    wishes = StandingOrders(
        courses=(Course("b1", "port_mahon", gale="go"),), passes=("decoying", "plotting", "sailing", "tasking", "closing"),
        battle="decline",
    )  # fmt: skip
    kept, given, woken = ahead.give(match, "british", wishes), [], ""
    out = (Plot("f1", "toulon"), Move("f1", "toulon"))
    while not woken:
        match.settle()
        seat = match.to_act[0]
        if seat == "british":
            followed: Any = ahead.follow(match, seat, kept)
            kept, woken = followed.kept, followed.woken
            if isinstance(match.state.table.phase, Sighting):
                match.act(seat, Ready())  # let it go, for now
            elif followed.action is not None:
                given.append((type(followed.action), any(isinstance(one.event, Spotted) for one in match.events(seat))))
        else:
            choices = match.legal(seat)
            match.act(seat, next((order for order in out if choices.why_not(order) is None), Ready()))
    assert woken.startswith("An enemy is sighted at Toulon")
    assert ("what was plotted before that has been sailed" in woken) is (first == "british")
    assert (Move, True) not in given
    assert (Plot, True) not in given
