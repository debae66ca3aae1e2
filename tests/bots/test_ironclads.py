"""The captain and the admiral of ironclads: what they make of odds, guns, rams, orders and the lie of the land."""

from statistics import pvariance
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, battery, fort, land, ship, table, tube
from tests.rulesets.ironclads.sea import state as laid
from weathergauge.bots import bot
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.ironclads import admiral, worth
from weathergauge.bots.ironclads.admiral import Head
from weathergauge.bots.ironclads.luck import Luck, lead
from weathergauge.bots.ironclads.steer import moves
from weathergauge.bots.ironclads.watch import Temper, Watch, band, lie, sector
from weathergauge.bots.playout import play_on
from weathergauge.bots.reasons import NO_TIME
from weathergauge.bots.series import jobs, series
from weathergauge.ruleset import PROCEED, TABLE
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.ironclads import arcs, steaming, victory
from weathergauge.rulesets.ironclads.actions import (
    Again,
    Board,
    Break,
    Counter,
    Destroy,
    Launch,
    Lead,
    Place,
    Salvo,
    Steam,
)
from weathergauge.rulesets.ironclads.gunfire import Guns
from weathergauge.rulesets.ironclads.state import (
    Activating,
    Breaking,
    Choosing,
    Commanding,
    Countering,
    Destroying,
    Goal,
    Minefield,
    Orders,
    Rethrowing,
    Secret,
    State,
    replace,
)
from weathergauge.rulesets.ironclads.terms import SECTORS
from weathergauge.rulesets.ironclads.waters import Waters
from weathergauge.throwing import RandomDice

RULES = ruleset("ironclads")
MOVE = Activating("blue", 0, "move")
RANKS = pytest.mark.parametrize("name", ["captain", "admiral"])


def sea(*ships: Any, **changed: Any) -> State:
    """Ships on a table, with no order placed for the next turn."""
    return laid(table(*ships, **changed), "full", "")


def ordered(given: State, seat: str = "blue", name: str = "captain") -> Any:
    """What a bot orders in a position; it is always legal."""
    view = RULES.view(given, seat)
    player = Admiral(1, samples=1, seconds=3600) if name == "admiral" else bot(name, 1)  # whatever the machine's speed
    action = player.choose(view, RULES.legal(view), RULES)
    assert RULES.legal(view).why_not(action) is None
    return action


# What blows are worth


def test_each_share_of_a_hull_is_worth_something_and_the_whole_of_it_everything():
    """The worth rises from nothing to one with each twentieth that is lost."""
    steps = [worth.won(n / 20) for n in range(21)]
    assert steps == sorted(steps)
    assert (steps[0], steps[-1]) == (0.0, 1.0)


def test_expected_quarters_of_a_battery_follow_the_charts():
    """Two main guns at close range need 3 to hit and 4 to pierce: 2 × 4/6 × 1/2 × 2 quarters, and a little for sixes."""
    guns = Guns("main", 2, 4, 2, 2, "close", 4, 2)
    found = worth.expected(guns, 20, CHARTS)
    assert 4 / 3 < found < 4 / 3 + 1
    assert worth.expected(replace(guns, band="medium"), 20, CHARTS) < found
    assert worth.expected(replace(guns, reroll=True), 20, CHARTS) > found
    light = Guns("light", 2, 1, 2, 2, "long", 4, 1)
    assert worth.expected(light, 20, CHARTS) == 0.0


def test_the_watch_sees_bands_and_sectors_as_the_rules_do():
    """Ships all round, at several ranges: the same sector, and the same band where she is not near its border."""
    for x, y in ((24, 30), (36, 27), (20, 5), (2, 24.5), (60, 24)):
        here = table(ship("a", heading=20), ship("b", x, y, 75, "red"))
        one, other = here.ships
        gap, ahead, abeam, _, _, _ = lie(one.base, other.base)
        mark = arcs.mark(here, 0, 1)
        assert SECTORS[sector(ahead, abeam)] in mark.sectors
        assert abs(gap - mark.range) < 60
        assert band(gap) in ({"close": (0, 1), "medium": (2,), "long": (3,)}[arcs.band(mark.square, CHARTS)])


# Steering


@RANKS
def test_a_ram_goes_for_a_broadside(name: str):
    """An enemy whom no gun pierces lies still across her bow, five inches off: she runs her down."""
    ram = ship("ram", 24, 20, 0, traits=("ram",), order="full", speed=12, activated=True)
    prey = ship("prey", 24, 26, 90, "red", traits=("wooden",), armour=8, hull=12, activated=True)
    here = sea(ram, prey, phase=MOVE)
    order = ordered(here, name=name)
    assert isinstance(order, Steam)
    found = steaming.ram_of(here.table, 0, order, CHARTS)
    assert found is not None
    assert found.struck_edge in ("starboard", "port", "stern")


@RANKS
def test_a_wooden_ship_does_not_ram_an_ironclad_head_on(name: str):
    """Neither captain nor admiral steers the unarmoured ship into a ram's bow."""
    mine = ship("mine", 24, 20, 0, traits=("wooden",), armour=0, order="full", speed=12, activated=True)
    hers = ship("hers", 24, 26, 180, "red", traits=("ram",), activated=True)
    here = sea(mine, hers, phase=MOVE)
    assert steaming.ram_of(here.table, 0, ordered(here, name=name), CHARTS) is None


@RANKS
def test_she_keeps_off_land_shoals_known_mines_and_the_edge(name: str):
    """All that lies ahead of her is dangerous, in one way after another; to either side the sea is clear."""
    mine = ship("mine", 24, 20, 0, order="full", speed=12, activated=True)
    hers = ship("hers", 24, 45, 180, "red", activated=True)
    block = land((20, 23), (28, 23), (28, 25), (20, 25))
    shoal = land((20, 23), (28, 23), (28, 25), (20, 25), kind="shoal")
    field = Minefield("field", 2400, 2450, 150, owner="blue")
    for here in (
        sea(mine, hers, phase=MOVE, shores=(block,)),
        sea(mine, hers, phase=MOVE, shores=(shoal,)),
        sea(mine, hers, phase=MOVE, mines=(field,)),
        sea(mine, hers, phase=MOVE).with_secret("blue", Secret(mines=(field,))),
        sea(replace(mine, y=4400), replace(hers, y=1000), phase=MOVE),
    ):
        action = ordered(here, name=name)
        mines = (*here.table.mines, *here.secret("blue").mines)
        about = Waters(here.table, 0, 600, mines)
        plan = (action.run, action.turn, action.then, action.second, action.last)
        assert steaming.foreseen(about, here.table.ships[0].base, plan, 600) == []


def test_hidden_mines_of_the_enemy_do_not_turn_her_aside():
    """What she does not know she cannot keep off."""
    mine = ship("mine", 24, 20, 0, order="full", speed=12, activated=True)
    hers = ship("hers", 24, 45, 180, "red", activated=True)
    open_sea = sea(mine, hers, phase=MOVE)
    mined = open_sea.with_secret("red", Secret(mines=(Minefield("field", 2400, 2400, 150, owner="red"),)))
    assert ordered(mined) == ordered(open_sea)


def test_a_ship_that_is_to_leave_goes_for_her_edge():
    """With a goal to leave by the north, the runner's move ends farther north than it began."""
    runner = ship("runner", 36, 40, 90, order="full", speed=12, activated=True)
    here = sea(runner, ship("hunter", 10, 5, 0, "red"), phase=MOVE)
    goal = Goal("blue", leave=("runner",), edge="north")
    here = replace(here, table=replace(here.table, goals=(goal,)))
    watch = Watch(here.table, "blue", CHARTS)
    action = ordered(here)
    end = next(move for move in moves(watch, 0, "full") if move.action == action)
    assert end.base[1] > runner.y


def test_a_ship_aground_is_ordered_slow_and_backs_off():
    """She needs slow to come off, and then goes astern."""
    bank = land((20, 23), (28, 23), (28, 27), (20, 27), kind="shoal")
    stuck = ship("stuck", 24, 24, 0, grounded=True)
    here = sea(stuck, ship("hers", 60, 40, 180, "red"), phase=Commanding(), shores=(bank,))
    assert ordered(here) == Place("stuck", "slow")
    here = sea(replace(stuck, order="slow", activated=True), here.table.ships[1], phase=MOVE, shores=(bank,))
    assert ordered(here).run < 0


def test_orders_for_the_next_turn_are_full_where_nothing_speaks_against_it():
    """With the enemy thirty inches off there is no reason to go slower."""
    here = sea(ship("mine", 24, 10, 0), ship("hers", 24, 40, 180, "red"), phase=Commanding())
    here = here.with_secret("blue", Secret(orders=(Orders("half", ""),)))
    assert ordered(here) == Place("mine", "full")


def test_orders_are_slow_where_a_helpless_enemy_can_be_boarded():
    """Boarding needs slow or stop, so a ship that stands by a wreck does not make full speed."""
    mine = ship("mine", 24, 20, 0, marines=2)
    helpless = ship("hers", 25.2, 20, 0, "red", ship_class=3, engine_room=2)
    here = sea(mine, helpless, phase=Commanding()).with_secret("blue", Secret(orders=(Orders("stop", ""),)))
    assert ordered(here) == Place("mine", "slow")


# Fire


def test_fire_goes_where_it_hurts_most():
    """An ironclad that her guns cannot pierce lies nearer than a wooden ship that is nearly done for."""
    near = ship("near", 28, 24, 0, "red", armour=8)
    beaten = ship("beaten", 30, 25, 0, "red", armour=0, hull_full=20, hull=6)
    action = ordered(sea(ship("mine"), near, beaten))
    assert isinstance(action, Salvo)
    assert {aim.target for aim in action.shots} == {"beaten"}


def test_torpedoes_are_launched_where_they_do_more_than_the_guns():
    """A boat with one light gun and a tube uses the tube on a ship that is stopped."""
    boat = ship("boat", ship_class=4, batteries=(battery("light", 1, 1),), tubes=(tube(damage="D4"),))
    assert isinstance(ordered(sea(boat, ship("big", 26.5, 24, 0, "red", order="stop"))), Launch)


def test_a_ship_that_has_acted_answers_with_everything_and_one_that_has_not_saves_what_is_worth_more_later():
    """An ironclad fires that she can only set on fire; a wooden enemy is near, whom she could fire at instead."""
    firer, mine = ship("firer", 24, 24, 270, "red", armour=8), ship("mine", 30, 24, 0)
    soft = ship("soft", 35, 24, 0, "red", armour=0)
    phase = Countering("blue", 0, (), (1,))
    assert ordered(sea(firer, replace(mine, activated=True), soft, phase=phase)) == Counter("mine", (2,))
    assert ordered(sea(firer, mine, soft, phase=phase)) == Counter("mine", ())
    assert ordered(sea(replace(firer, armour=0), mine, soft, phase=phase)) == Counter("mine", (2,))


def test_whoever_can_be_boarded_is_boarded():
    """Where she touches a smaller enemy at stop, the order is to board."""
    hers = ship("hers", 24.81, 24, 0, "red", ship_class=3, order="stop")
    assert ordered(sea(ship("mine"), hers)) == Board("mine", "hers")


@pytest.mark.parametrize(("ours", "again"), [(2, True), (5, False)])
@pytest.mark.parametrize("name", ["captain", "admiral"])
def test_a_specialist_throws_a_poor_die_again(name: str, ours: int, again: bool):
    """Only a die that he can hope to better is thrown again."""
    decks = ship("mine", captain="boarding_specialist"), ship("hers", 24.9, 24, 0, "red", order="stop")
    assert ordered(sea(*decks, phase=Rethrowing("blue", 0, 1, ours)), name=name) == Again(again)


@pytest.mark.parametrize("name", ["captain", "admiral"])
def test_of_a_fort_the_heaviest_gun_is_destroyed(name: str):
    """Four light dice, and one main gun of AP 8."""
    guns = (battery("light", 4, 1, "all"), battery("main", 1, 8, "all"))
    given = sea(ship("mine"), fort("keep", 34, batteries=guns, guns_owed=1), phase=Destroying("blue", 0))
    assert ordered(given, name=name) == Destroy("keep", 2)


# The battle as a whole


def test_a_side_that_can_strike_goes_first():
    """A ram with prey before her leads; with nobody in reach the other side is left to begin."""
    ram = ship("ram", 24, 20, 0, traits=("ram",))
    prey = ship("prey", 24, 25, 90, "red", traits=("wooden",), armour=0, hull=12, ram_lost=True)
    assert ordered(sea(ram, prey, phase=Choosing("blue"))) == Lead("blue")
    unarmed, far = replace(ram, batteries=()), replace(prey, x=6000, y=4500, batteries=())
    assert ordered(sea(unarmed, far, phase=Choosing("blue"))) == Lead("red")


def test_a_side_breaks_off_when_it_would_win_or_has_nothing_to_hope_for():
    """Ahead in points it breaks off, level it fights on, and nearly sunk it breaks off too."""
    mine, hers = ship("mine", hull_full=20, hull=8), ship("hers", 30, 24, 0, "red")
    lost = ship("lost", 40, 40, 0, "red", gone="sunk", hull=20)
    asked = Breaking(("blue",))
    assert ordered(sea(mine, hers, lost, phase=asked)) == Break(True)
    assert ordered(sea(mine, hers, phase=asked)) == Break(False)
    assert ordered(sea(replace(mine, hull=2), hers, phase=asked)) == Break(True)


# The admiral, who plays on in his head


def test_he_counts_ships_by_how_near_they_are_to_loss():
    """Equal sides stand at nothing, a hurt enemy counts for us, a lost one more, and the same hurts count alike for
    either side."""
    mine, hers = ship("mine", hull_full=20, hull=20), ship("hers", 30, 24, 0, "red", hull_full=20, hull=20)

    def stands(*ships: Any, **changed: Any) -> float:
        return admiral.standing(table(*ships, **changed), "blue")

    hurt, beaten = replace(hers, hull=12), replace(hers, hull=0, gone="sunk")
    assert stands(mine, hers) == 0
    assert 0 < stands(mine, hurt) < stands(mine, beaten) < 1
    assert stands(replace(mine, hull=12), hers) == -stands(mine, hurt)


def test_what_a_salvo_did_beyond_its_odds_is_counted_as_luck_and_taken_out_again():
    """Over some battles from the same order, what is left differs less than what fell."""
    here = sea(ship("mine", 24, 24, 0, activated=True), ship("hers", 28, 24, 0, "red", armour=0, hull=12))
    order = ordered(here)
    assert isinstance(order, Salvo)
    fell, left = [], []
    for battle in range(12):
        luck = Luck("blue", {side: Head() for side in ("blue", "red")}, CHARTS)
        dice = RandomDice(battle)
        before, after = here, RULES.play(here, "blue", order, dice).state
        luck.seen(before, order, after)
        after = play_on(
            RULES, after, luck.heads, dice, lambda state: admiral.over(state.table, here.table.turn), seen=luck.seen
        )
        fell.append(lead(after.table, "blue"))
        left.append(fell[-1] - luck.total)
    assert pvariance(left) < pvariance(fell)


def test_a_ship_that_got_away_as_a_goal_would_have_it_counts_for_her_side():
    """The nearer she is to her edge the better, and best when she has left by it."""
    runner, hunter = ship("runner", 24, 44, 0), ship("hunter", 24, 10, 0, "red")
    goal = Goal("blue", leave=("runner",), edge="north")
    near, far = (admiral.standing(table(replace(runner, y=y), hunter, goals=(goal,)), "blue") for y in (4400, 2000))
    away = admiral.standing(table(replace(runner, gone="left"), hunter, goals=(goal,)), "blue")
    assert far < near < away


def test_he_thinks_about_moves_that_differ():
    """Of all moves he plays on the best one and a few that end plainly elsewhere."""
    here = sea(ship("mine", 24, 20, 0, order="full", speed=12, activated=True), ship("hers", 24, 40, 180, "red"))
    watch = Watch(here.table, "blue", CHARTS)
    found = {move.action: move for move in moves(watch, 0, "full")}
    runs = [*admiral.runs(moves(watch, 0, "full"))]
    assert found[runs[0]].value == max(move.value for move in found.values())
    assert 3 < len(runs) < len(found)
    assert all(admiral.differ(found[one].base, found[other].base) for one in runs for other in runs if one != other)


def battle(count: int) -> State:
    """So many ships a side in each other's reach, with one of them about to move."""
    ours = [ship(f"b{n}", 20 + 3 * n, 20, 0, order="full", speed=12, activated=n == 0) for n in range(count)]
    theirs = [ship(f"r{n}", 20 + 3 * n, 34, 180, "red", armour=0, hull=10) for n in range(count)]
    return sea(*[replace(one, order="full" if one.activated else "") for one in ours], *theirs, phase=MOVE)


def test_he_plays_on_only_while_there_is_time():
    """Otherwise he orders what a captain would, and says so; of a fleet he plays on those about the ship that moves."""
    begun: list[Any] = []

    class Counted(admiral.Admiral):
        def once(self, view: Any, order: Any, battle: int) -> float:
            begun.append(order)
            return super().once(view, order, battle)

    def orders(count: int, seconds: float) -> Any:
        begun.clear()
        view, he = RULES.view(battle(count), "blue"), Counted(1, 1, seconds)
        order, reason = he.order(view, RULES.legal(view)), he.why()
        return order, len(begun), reason and reason.note

    assert orders(2, 3600)[1:] >= (4, "")
    assert orders(5, 3600)[1:] >= (4, "")
    assert orders(5, 1e-9) == (ordered(battle(5)), 0, NO_TIME)
    assert orders(2, 1e-9) == (ordered(battle(2)), 0, NO_TIME)


def opening(ship: str) -> State:
    """The opening of the gunnery trial, as captains play it until a ship is to move."""
    dice = RandomDice("g0")
    state: State = RULES.setup(RULES.scenario("gunnery", {}), dice)
    bots: dict[str, Any] = {side: bot("captain", 1) for side in state.table.sides}
    for _ in range(40):
        phase = state.table.phase
        if isinstance(phase, Activating) and phase.stage == "move" and state.table.ships[phase.ship].id == ship:
            return state
        seat = RULES.to_act(state)[0]
        view = RULES.view(state, seat)
        action = PROCEED if seat == TABLE else bots[seat].choose(view, RULES.legal(view), RULES)
        state = RULES.play(state, seat, action, dice).state
    raise AssertionError(f"{ship} never moved")


def test_he_does_not_hold_off_because_fire_comes_before_blows():
    """Two turns before they meet, full speed is worth more than half of it: with a shorter look holding off was worth more."""
    here = opening("resolute")
    view = RULES.view(here, "blue")
    he = admiral.Admiral(0)
    full, half = Steam("resolute", 600, -30), Steam("resolute", 100, -15, 250)
    gains = [he.once(view, full, battle) - he.once(view, half, battle) for battle in range(24)]
    assert sum(gains) > 0


def test_what_counts_at_the_end_counts_late_and_blows_to_come_count_always():
    """A ship sunk is worth more in the last turns than as much damage; who lies where she can strike next stands better."""
    mine, hers = ship("mine", 24, 20, 0), ship("hers", 24, 26, 90, "red", armour=0)
    sunk = ship("sunk", 50, 40, 0, "red", gone="sunk", hull=0)
    early, late = (admiral.standing(table(mine, hers, sunk, turn=turn), "blue") for turn in (3, 12))
    assert early < late
    away = replace(hers, x=6000, y=4500)
    assert admiral.promise(table(mine, away), "blue") < admiral.promise(
        table(mine, replace(hers, batteries=())), "blue"
    )


def test_who_goes_first_is_played_on_too():
    """The winner of the initiative weighs both: first, or second."""
    here = battle(2)
    here = replace(here, table=replace(here.table, phase=Choosing("blue")))
    he = admiral.Admiral(1, 1, 3600)
    view = RULES.view(here, "blue")
    he.order(view, RULES.legal(view))
    reason = he.why()
    assert reason is not None
    assert {weighed.what for weighed in reason.weighed} == {Lead("blue"), Lead("red")}


def test_of_a_fleet_he_imagines_the_nearest_of_both_sides_and_those_of_a_small_battle_all():
    """Of seven a side the nearest three fight in his head, and nobody has points for the others; of three a side all do."""
    fleet, few = (admiral.abreast(battle(count), "blue").table.ships for count in (7, 3))
    fighting = [one.id for one in fleet if one.able]
    assert sorted(fighting) == ["b0", "b1", "b2", "r0", "r1", "r2"]
    assert set(victory.score(admiral.abreast(battle(7), "blue").table).values()) == {0}
    assert all(one.able for one in few)


def test_he_takes_another_order_only_if_it_did_better_than_chance_explains():
    """Games that say one thing as often as the other do not move him; what holds in every game does."""
    view = RULES.view(battle(2), "blue")
    usual, other = ordered(battle(2)), Steam("b0", 100)
    results = {usual: [0.0, 0.1, 0.0, 0.1], other: [0.3, -0.2, 0.3, -0.19]}

    class Dreaming(admiral.Admiral):
        def once(self, view: Any, order: Any, battle: int) -> float:
            return results[order][battle % 4]

    assert Dreaming(1, 1, 3600).search(view, [usual, other], 3600) == usual
    results[other] = [0.3, 0.2, 0.3, 0.2]
    assert Dreaming(1, 1, 3600).search(view, [usual, other], 3600) == other


def test_orders_that_the_enemy_has_hidden_change_nothing_he_does():
    """Whatever lies face down on the other side, his order is the same."""
    here = battle(2)
    hidden = [replace(here.secret("red"), orders=(Orders(one, one),) * 4) for one in ("stop", "slow", "full")]
    assert len({ordered(here.with_secret("red", one), name="admiral") for one in hidden}) == 1


def test_nobody_goes_home_because_the_side_is_ahead():
    """Three enemies are beaten: those of ours who are sound still have no edge to leave by, and leaving costs."""
    beaten = [ship(f"r{n}", 30 + 3 * n, 30, 180, "red", surrendered=True) for n in range(3)]
    here = sea(ship("mine", 2, 20, 270), ship("other", 24, 20, 0), ship("hers", 24, 40, 180, "red"), *beaten)
    watch = Watch(here.table, "blue", CHARTS)
    assert watch.lead > 0
    assert watch.way_out(watch.ships[0]) is None
    assert watch.leaving(0, "west") < 0
    careless = Watch(here.table, "blue", CHARTS, Temper(stands=0.0))
    assert watch.leaving(0, "west") < careless.leaving(0, "west")


def test_a_captain_beats_a_midshipman_and_an_admiral_plays_him():
    """The short form of `make ladder`, which plays two hundred."""
    played = series(jobs("ironclads", "gunnery", {"blue": "captain", "red": "midshipman"}, 16, seed="test"), workers=1)
    assert played.of_bot("captain").won >= 13
