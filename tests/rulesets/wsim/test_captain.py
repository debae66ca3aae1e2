"""The bots of wsim: where they steer, whom they fire at, when they board, and that the admiral looks further."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rulesets.wsim.sea import locked, ship, state, table
from weathergauge.bots import bot
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.series import jobs, series
from weathergauge.bots.wsim.admiral import judgement
from weathergauge.bots.wsim.lie import RAKES, code, lie, read
from weathergauge.bots.wsim.melee import Side, outcomes, solve
from weathergauge.bots.wsim.steer import line, meets, track
from weathergauge.bots.wsim.steer import ordered as under_way
from weathergauge.bots.wsim.watch import Temper, Watch
from weathergauge.frame.events import Ready
from weathergauge.odds import odds
from weathergauge.ruleset import Seat
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.wsim import bearing, hand_to_hand
from weathergauge.rulesets.wsim.actions import Fend, Fire, Grapple, Load, Man, Party, Plot, Repair, Sails, Unfoul
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import EMPTY, ROUND, Loaded, Loads, Secret, State, Table, replace
from weathergauge.rulesets.wsim.terms import BROADSIDES, Shot
from weathergauge.throwing import ScriptedDice

RULES = ruleset("wsim")
CHARTS = charts()
PLACES = st.tuples(st.integers(-11, 11), st.integers(-11, 11))
BOTH = pytest.mark.parametrize("name", ["captain", "admiral"])


def ordered(at: Table | State, name: str = "captain", seat: Seat = "british") -> list[Any]:
    """Everything a bot writes in a step, until it is ready."""
    position = at if isinstance(at, State) else state(at)
    player = Admiral(1, seconds=3600) if name == "admiral" else bot(name, 1)  # whatever the machine's speed
    found: list[Any] = []
    while True:
        view = RULES.view(position, seat)
        action = player.choose(view, RULES.legal(view), RULES)
        if isinstance(action, Ready):
            return found
        found.append(action)
        position = RULES.play(position, seat, action, ScriptedDice([])).state


# What they reckon with


@given(PLACES, st.integers(1, 6), st.integers(1, 6))
def test_they_see_bearings_as_the_rules_do(place: tuple[int, int], heading: int, other: int):
    """Every bearing of two ships that do not lie in one hex, both ways."""
    ships = ship("mars", (0, 0), heading), ship("pluton", place, other, "french")
    if not set(ships[0].hexes).isdisjoint(ships[1].hexes):
        assert lie((0, 0, heading), (*place, other))[2] == 0
        return
    at = table(*ships)
    found = []
    for number in (0, 1):
        marks = [(beam, mark) for beam in (0, 1) for mark in bearing.targets(at, number, BROADSIDES[beam], CHARTS)]
        assert len(marks) < 2
        found.append(sum(code(beam, mark.range, mark.half, RAKES.index(mark.rake)) for beam, mark in marks))
    assert list(lie((0, 0, heading), (*place, other))[:2]) == found


def test_a_ship_that_could_make_way_pays_for_lying_where_she_is():
    """Lying still, or turning on the spot, costs what the temper says; a hex ahead costs nothing, and an anchor holds her."""
    free = table(ship("mars", (0, 0), 2), ship("pluton", (8, 0), 5, "french"))
    watch = Watch(free, Secret(), "british", CHARTS, Temper(stir=0.5))
    costs = {end.moves: watch.idle(0, end) for end in watch.ends(0)}
    still = {moves for moves, cost in costs.items() if cost}
    assert still == {moves for moves in costs if not any(sign in "123456789" for sign in moves)}
    assert still
    assert len(still) < len(costs)
    assert {costs[moves] for moves in still} == {-0.5 * watch.worth(0)}
    anchored = free.with_ship(0, replace(free.ships[0], anchor="A"))
    held = Watch(anchored, Secret(), "british", CHARTS, Temper(stir=0.5))
    assert not any(held.idle(0, end) for end in held.ends(0))


@pytest.mark.parametrize(
    ("mine", "hers"), [(("OBP", 12), ("DBP", 4)), (("OBP", 8), ("OBP", 6)), (("DBP", 5), ("OBP", 9))]
)
def test_their_odds_of_a_melee_are_exact(mine: tuple[Any, int], hers: tuple[Any, int]):
    """Three rounds by hand and by the odds of the rules."""
    one = hand_to_hand.Band((hand_to_hand.Men(mine[1], "crack"),), 3, mine[0])
    other = hand_to_hand.Band((hand_to_hand.Men(hers[1], "average"),), 3, hers[0])
    law = odds(hand_to_hand.whole, hand_to_hand.Pair(one, other), 3, CHARTS, None)
    won = float(law.chance(lambda pair: hand_to_hand.winner(pair, CHARTS) == "one"))
    ours = outcomes(Side(mine[1], "crack", 3, mine[0]), Side(hers[1], "average", 3, hers[0]), 3, CHARTS)
    assert sum(chance for end, *_, chance in ours if end > 0) == pytest.approx(won)
    assert sum(chance for *_, chance in ours) == pytest.approx(1)


def test_a_game_of_simultaneous_choice_is_solved():
    """Scissors, paper, stone with one blow that counts double: the mixture is 1, 2 and 1 in 4."""
    mix, other, value = solve([[0, 1, -1], [-1, 0, 2], [1, -2, 0]], 2000)
    assert value == pytest.approx(0, abs=0.02)
    assert mix == pytest.approx([0.5, 0.25, 0.25], abs=0.03)
    assert other == pytest.approx([0.5, 0.25, 0.25], abs=0.03)


# What they do


@BOTH
def test_they_rake_a_ship_that_cannot_get_out_of_the_way(name: str):
    """A ship in irons lies ahead: after the plot a broadside rakes her stern, close by."""
    mine = ship("mars", (0, 0), 2, speed=3)
    hers = ship("pluton", (4, -1), 4, "french", speed=0, still=1, turning=0)
    at = table(mine, hers, duel=True, velocity=3, wind=1)
    (plot,) = ordered(at, name)
    end = next(end for end in Watch(at, Secret(), "british", CHARTS).ends(0) if end.moves == plot.moves)
    drifted = (4, -2, 4)
    bearing_on_her, _, far = lie(end.pose, drifted)
    assert RAKES[read(bearing_on_her)[3]] == "stern"
    assert far <= 2


def test_they_fire_at_the_hull_close_by_and_at_the_rigging_far_off():
    """Where shot does most for its range."""
    near = table(ship("mars", (0, 0), 1), ship("pluton", (2, 0), 1, "french"), step="combat")
    assert ordered(near) == [Fire("mars", "right", "pluton", "hull")]
    far = table(
        ship("mars", (0, 0), 1, fresh=()), ship("pluton", (6, -3), 1, "french"), step="combat"
    )  # fmt: skip
    assert ordered(far) == [Fire("mars", "right", "pluton", "rigging")]


def test_they_keep_a_first_broadside_for_a_nearer_range():
    """At eight hexes nobody fires it."""
    far = table(ship("mars", (0, 0), 1), ship("pluton", (8, -4), 1, "french"), step="combat")
    assert ordered(far) == []


@BOTH
def test_they_grapple_the_weak_and_not_the_strong(name: str):
    """And fend the strong off, where they are held already."""
    weak = ship("pluton", (1, 0), 1, "french", crew=(1, 0, 0), quality="poor")
    assert ordered(table(ship("mars", (0, 0), 1), weak, step="grappling"), name) == [Grapple("mars", "pluton")]
    strong = ship("pluton", (1, 0), 1, "french", crew=(9, 9, 9), quality="elite")
    worn = ship("mars", (0, 0), 1, crew=(1, 1, 0), quality="green")
    assert ordered(table(worn, strong, step="grappling"), name) == []
    held = locked(table(worn, strong, step="fending"), "mars", "pluton", "grapple")
    assert ordered(held, name) == [Fend("mars", "pluton")]
    fouled = locked(table(worn, strong, step="unfouling"), "mars", "pluton", "foul")
    assert ordered(fouled, name) == [Unfoul("mars", "pluton")]


@BOTH
def test_they_board_a_ship_that_cannot_hold_out(name: str):
    """And man her with two squares more than her prisoners call for."""
    weak = ship("pluton", (1, 0), 1, "french", crew=(0, 0, 2), quality="poor")
    at = locked(table(ship("mars", (0, 0), 1), weak, step="boarding"), "mars", "pluton", "grapple")
    party, crew = ordered(at, name)
    assert isinstance(party, Party)
    assert (party.kind, party.target) == ("OBP", "pluton")
    # The prisoners call for one square: two more stay aboard, that the first shot does not lose her again.
    assert crew == Man("mars", "pluton", 3)


def test_they_keep_their_place_in_a_line_until_the_enemy_is_near():
    """Two in the wake of a third: with nobody near they follow, and with an enemy at six hexes each steers for herself."""
    ours = [ship(name, (0, 2 * place), 1) for place, name in enumerate(("mars", "ajax", "orion"))]
    plots = {order.ship: order.moves for order in ordered(table(*ours, ship("pluton", (14, -14), 4, "french")))}
    assert (plots["ajax"], plots["orion"]) == ("W", "W")
    assert plots["mars"] not in ("", "W")
    near = {order.ship: order.moves for order in ordered(table(*ours, ship("pluton", (6, 0), 4, "french")))}
    assert "W" not in near.values()
    watch = Watch(table(*ours, ship("pluton", (14, -14), 4, "french")), Secret(), "british", CHARTS, Temper(line=99.0))
    assert line(watch) == {}


def test_they_clear_friends():
    """Two of one side that are fouled try to get free."""
    at = table(ship("mars", (0, 0), 1), ship("ajax", (1, 0), 1), ship("pluton", (9, 0), 1, "french"), step="unfouling")
    assert Unfoul("mars", "ajax") in ordered(locked(at, "mars", "ajax", "foul"))


@BOTH
def test_they_let_a_hurricane_part_them(name: str):
    """It counts from the turn's beginning, when fouled ships still write whether to clear: no gun fires in such a wind."""
    at = table(ship("mars", (0, 0), 1), ship("pluton", (-1, 1), 1, "french"), step="unfouling", velocity=7)
    assert ordered(locked(at, "mars", "pluton", "foul"), name) == []


def test_they_load_the_side_that_will_bear_and_finish_what_is_half_loaded():
    """Double shot that was begun goes before anything else."""
    ships = ship("mars", (0, 0), 1, fresh=()), ship("pluton", (2, 0), 1, "french")
    at = table(*ships, step="loading")
    assert ordered(state(at, mars=EMPTY)) == [Load("mars", "right", "round")]
    half = Loads(Loaded("double", False), Loaded())
    assert ordered(state(at, mars=half)) == [Load("mars", "left", "double")]


@BOTH
def test_they_load_grape_for_the_last_men_of_a_ship_they_hold(name: str):
    """Two squares of crew are left, and grape from so many guns takes two without a throw."""
    mine, hers = ship("mars", (0, 0), 1, guns=(8, 8), fresh=()), ship("pluton", (1, 0), 1, "french", crew=(0, 0, 2))
    at = locked(table(mine, hers, step="loading", duel=True), "mars", "pluton", "grapple")
    assert ordered(state(at, mars=Loads(ROUND, Loaded())), name) == [Load("mars", "right", "grape")]


@BOTH
def test_they_load_chain_for_the_last_rigging_of_a_ship_that_cannot_get_away(name: str):
    """Two hexes off and both adrift: without rigging she must give up when she is raked. Whole, she gets round shot."""
    still: dict[str, Any] = {"speed": 0, "still": 1, "turning": 0}
    mine = ship("mars", (0, 0), 1, guns=(8, 8), fresh=(), **still)
    cases: list[tuple[tuple[int, ...], Shot]] = [((0, 0, 0, 3), "chain"), ((5, 5, 5, 5), "round")]
    for rigging, shot in cases:
        hers = ship("pluton", (2, -1), 1, "french", rigging=rigging, **still)
        at = table(mine, hers, step="loading", duel=True)
        assert ordered(state(at, mars=Loads(ROUND, Loaded())), name) == [Load("mars", "right", shot)]


@BOTH
def test_they_load_double_shot_before_an_action_that_begins_alongside(name: str):
    """It reaches her, and there was time for it; far off both broadsides keep their round shot."""
    mine, hers = ship("mars", (0, 0), 1), ship("pluton", (1, 0), 1, "french")
    at = locked(table(mine, hers, step="loading", turn=0, duel=True), "mars", "pluton", "grapple")
    assert ordered(at, name) == [Load("mars", "right", "double")]
    far = table(mine, ship("pluton", (14, 0), 1, "french"), step="loading", turn=0, duel=True)
    assert ordered(far, name) == []


def test_they_keep_full_sails_to_beat_up_to_a_ship_to_windward():
    """In light airs battle sails do not carry her to windward; to leeward they are taken in at that distance."""
    mine = ship("mars", (0, 0), 2, full_sails=True, speed=1)
    to_windward = table(mine, ship("pluton", (0, -8), 1, "french"), step="loading", wind=4, velocity=1)
    assert ordered(to_windward) == []
    to_leeward = table(mine, ship("pluton", (0, 8), 1, "french"), step="loading", wind=4, velocity=3)
    assert ordered(to_leeward) == [Sails("mars", False)]


def test_a_ship_adrift_is_met_where_she_drifts_to():
    """She lies abeam in light airs, where no heading leads; but the wind carries her down to who waits for her."""
    mine = ship("mars", (0, 0), 5, speed=0, still=1)
    hers = ship("pluton", (-7, 0), 1, "french", speed=0, still=3)
    at = table(mine, hers, wind=4, velocity=1)
    adrift = Watch(at, Secret(), "british", CHARTS)
    steady = Watch(at.with_ship(1, replace(hers, still=0)), Secret(), "british", CHARTS)
    poses = adrift.pose[0], 1, adrift.pose[1], adrift.allow(0)
    assert adrift.coming_up(*poses) < steady.coming_up(*poses) / 2


def test_they_set_full_sails_for_a_chase_and_take_them_in_to_fight():
    """At twenty hexes and at four."""
    far = table(ship("mars", (0, 0), 1), ship("pluton", (20, 0), 1, "french"), step="loading")
    assert ordered(far) == [Sails("mars", True)]
    near = table(ship("mars", (0, 0), 1, full_sails=True), ship("pluton", (4, 0), 1, "french"), step="loading")
    assert ordered(near) == [Sails("mars", False)]


def test_they_repair_when_nobody_is_near():
    """Loaded on both sides and with a damaged hull."""
    hurt = ship("mars", (0, 0), 1, hull=6, full_speed=0)
    at = table(hurt, ship("pluton", (20, 0), 1, "french"), step="loading")
    assert ordered(state(at, mars=Loads(ROUND, ROUND))) == [Repair("mars", "hull")]


@BOTH
def test_they_come_out_of_irons(name: str):
    """Head to wind with an enemy to leeward: she turns."""
    adrift = ship("mars", (0, 0), 4, speed=0, still=2)
    (plot,) = ordered(table(adrift, ship("pluton", (0, -12), 1, "french")), name)
    assert plot.moves in ("L", "R")


@BOTH
def test_friends_do_not_run_into_each_other(name: str):
    """Three in line ahead with an enemy abeam: whatever they plot, nobody enters a friend's hex."""
    line = [ship(id, (0, 2 * n), 1, speed=3) for n, id in enumerate(("mars", "ajax", "orion"))]
    at = table(*line, ship("pluton", (6, -2), 1, "french"))
    plots = ordered(at, name)
    assert len(plots) == 3
    tracks = [
        track((*one.bow, one.heading), plot.moves)
        for one, plot in zip(line, sorted(plots, key=lambda p: at.number(p.ship)), strict=True)
    ]
    assert not any(meets(tracks[a], tracks[b]) for a, b in ((0, 1), (0, 2), (1, 2)))


def test_friends_who_have_not_plotted_are_taken_to_sail_on():
    """Else nobody astern of them could move, and a line could not weigh."""
    at = table(ship("mars", (0, 0), 1, speed=3), ship("pluton", (9, -2), 1, "french"))
    _, tracks, _ = under_way(Watch(at, state(at).secret("british"), "british", CHARTS))
    assert len(tracks[0]) == 4  # where she lies, and three hexes on


def test_lying_head_to_wind_costs_something_wherever_the_enemy_is():
    """Of six headings one alone is worse."""
    at = table(ship("mars", (0, 0), 1), ship("pluton", (0, 9), 1, "french"))
    watch = Watch(at, state(at).secret("british"), "british", CHARTS)
    free = Watch(at, state(at).secret("british"), "british", CHARTS, Temper(irons=0.0))
    heads = [
        watch.lies(0, (0, 0, heading), 1, (0, 9, 1)) - free.lies(0, (0, 0, heading), 1, (0, 9, 1))
        for heading in range(1, 7)
    ]
    assert [head < 0 for head in heads] == [False, False, False, True, False, False]


def test_an_admiral_guesses_what_a_captain_plots():
    """In the enemy's place a captain writes what the admiral holds most likely."""
    at = table(ship("mars", (0, 0), 2), ship("pluton", (7, -2), 5, "french"), duel=True)
    position = state(at)
    _, sailed = judgement(1).guess(Watch(at, position.secret("british"), "british", CHARTS))
    (plot,) = ordered(at, "captain", "french")
    assert max(sailed[1])[1] == plot.moves


def test_a_captain_beats_a_midshipman():
    """The short form of `make ladder`, which plays two hundred."""
    seats = {"british": "captain", "french": "midshipman"}
    played = series(jobs("wsim", "duel", seats, 12, seed="test"), workers=1)
    assert played.of_bot("captain").won >= 10


@pytest.mark.parametrize("heading", [1, 2, 5, 6])
def test_a_captain_on_a_spring_does_not_swing_while_her_guns_bear(heading: int):
    """Who swings does not fire in that turn; with both broadsides ready and an enemy abeam she lies as she lies."""
    mars = ship("mars", (0, 0), 1, anchor="AB", speed=0, still=2)
    assert ordered(table(mars, ship("pluton", (3, 0), heading, "french"))) == [Plot("mars", "0")]
