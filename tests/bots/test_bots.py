"""Bots: they see what their seat sees, do what their seat may do, and the captain knows his trade."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.rulesets.trafalgar.sea import ALLIED_MOVE, BRITISH_FIRE, BRITISH_MOVE, Sea, ship
from tests.toy import SEATS, TOY
from weathergauge.bots import HOW, NAMES, bot, default, words
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.midshipman import Midshipman
from weathergauge.bots.series import Crew, jobs, play_out, series
from weathergauge.bots.trafalgar.guns import gain, worth
from weathergauge.frame.events import Ready
from weathergauge.match import Match
from weathergauge.ruleset import PROCEED, TABLE, Seat
from weathergauge.rulesets import TITLES, ruleset
from weathergauge.rulesets.trafalgar.actions import Board, Fire, Grapple, Move, Part, Remain, Turn
from weathergauge.rulesets.trafalgar.state import Boarding, Grappling, Moving, Secret, replace
from weathergauge.throwing import RandomDice

RULES = ruleset("trafalgar")
SCENARIOS = {
    "trafalgar": ("duel", "lee_column"),
    "wsim": ("duel", "lake_erie"),
    "ironclads": ("gunnery", "hampton_roads_2"),
}
"""By title: scenarios in which every bot of the title is watched; the first is the smaller one."""


def plays(name: str, title: str) -> bool:
    try:
        bot(name, 0, title)
    except ValueError:
        return False
    return True


KINDS = pytest.mark.parametrize("name", [name for name in NAMES if plays(name, "trafalgar")])
EVERY = pytest.mark.parametrize(
    ("title", "name"), [(title, name) for title in SCENARIOS for name in NAMES if plays(name, title)]
)
PAIRS = [{"british": "captain", "allied": "midshipman"}, {"british": "midshipman", "allied": "captain"}]


def patient(name: str, seed: str) -> Any:
    """The bot of that name. An admiral has no limit of time here: what he orders must not hang on how fast the machine is."""
    return Admiral(seed, samples=1, seconds=3600) if name == "admiral" else bot(name, seed)


class Watched:
    """A bot that is watched: what it was handed, and what it chose."""

    def __init__(self, name: str, seed: str) -> None:
        self.bot = patient(name, seed)
        self.views: list[Any] = []
        self.orders: list[Any] = []
        self.refused: list[str] = []

    def choose(self, view: Any, choices: Any, rules: Any) -> Any:
        action = self.bot.choose(view, choices, rules)
        self.views.append(view)
        self.orders.append(action)
        if (why := choices.why_not(action)) is not None:
            self.refused.append(why)
        return action

    def heard(self, events: Sequence[Any]) -> None:
        self.bot.heard(events)


def ordered(sea: Sea, seat: Seat, name: str = "captain") -> Any:
    """What a bot orders in a position."""
    view = RULES.view(sea.state, seat)
    return bot(name, 1).choose(view, RULES.legal(view), RULES)


def steered(sea: Sea, seat: Seat, *faces: int) -> Sea:
    """The captain steers his one ship until she has moved; the faces are those of her leadership tests."""
    captain, left = bot("captain", 1), list(faces)
    while isinstance(sea.table.phase, Moving) and sea.table.phase.side == seat:
        view = RULES.view(sea.state, seat)
        action = captain.choose(view, RULES.legal(view), RULES)
        sea.play(action, *([left.pop(0)] if isinstance(action, Turn) else []))
    return sea


# All bots


@EVERY
@pytest.mark.parametrize("place", [0, 1])
def test_what_a_bot_orders_is_legal_and_comes_from_its_seats_view(title: str, name: str, place: int):
    """It is never handed a state, nor a view of another seat."""
    rules = ruleset(title)
    card = next(card for card in rules.scenarios() if card.name == SCENARIOS[title][place])
    bots = {seat: Watched(name, seat) for seat in card.seats}
    play_out(rules, rules.scenario(card.name, {"turns": 3}), bots, RandomDice(5))
    for seat, watched in bots.items():
        assert watched.orders
        assert watched.refused == []
        kinds = {type(view) for view in watched.views}
        assert [kind.__name__ for kind in kinds] in (["View"], ["Seated"])
        assert all(view.seat == seat for view in watched.views)
        assert not any(isinstance(held, rules.types.state) for view in watched.views for held in (view.table, view.own))


@EVERY
def test_the_same_seed_plays_the_same_game_and_no_other_chance_is_used(title: str, name: str):
    """Result and orders are equal in two runs, whatever Python's own random numbers are seeded with, and these are
    left untouched."""
    rules, scenario = ruleset(title), SCENARIOS[title][0]
    seats = next(card.seats for card in rules.scenarios() if card.name == scenario)
    played = []
    for global_seed in (1, 2):
        random.seed(global_seed)
        before = random.getstate()
        bots = {seat: Watched(name, f"s:{seat}") for seat in seats}
        result = play_out(rules, rules.scenario(scenario, {"turns": 3}), bots, RandomDice(3))
        played.append((result, bots[seats[1]].orders))
        assert random.getstate() == before
    assert played[0] == played[1]


@pytest.mark.parametrize(
    ("title", "scenario", "turns", "name"),
    [
        (title, scenario, turns, name)
        for title, scenario, turns in (("wsim", "duel", 2), ("ironclads", "mines", 1))
        for name in NAMES
        if plays(name, title)
    ],
)
def test_whatever_the_other_side_may_have_hidden_changes_no_choice(title: str, scenario: str, turns: int, name: str):
    """All through a game where plots and loads, or orders and mines, are secret, others are put in the enemy's place."""
    rules = ruleset(title)
    seats = next(card.seats for card in rules.scenarios() if card.name == scenario)
    bots = {seat: patient(name, seat) for seat in seats}
    dice, differed = RandomDice(4), 0
    state = rules.setup(rules.scenario(scenario, {"turns": turns}), dice)
    while rules.result(state) is None:
        seat = rules.to_act(state)[0]
        action: Any = PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            action = bots[seat].choose(view, rules.legal(view), rules)
            other = rules.imagine(view, RandomDice(len(str(action))))
            differed += other.secrets != state.secrets
            seen = rules.view(other, seat)
            again, first = (bot(name, seat).choose(one, rules.legal(one), rules) for one in (seen, view))
            assert again == first
        state = rules.play(state, seat, action, dice).state
    assert differed > 4  # there was something to hide


@KINDS
@pytest.mark.parametrize("phase", [Boarding(), Grappling()])
def test_what_the_other_side_has_written_changes_no_choice(name: str, phase: Any):
    """Victory and Redoutable lie locked: whatever the French have written, the British order is the same."""
    ships = (ship("victory", 30, 30, 90, 5), ship("redoutable", 30, 30.8, 90, 5), ship("pluton", 30, 29.24, 90, 5))
    sea = Sea(*ships, phase=phase, locks=("victory grappled redoutable",))
    chosen = []
    for theirs in (Secret(), Secret(board=((1, 0),)), Secret(part=((1, 0),)), Secret(grapple=((2, 0),))):
        view = RULES.view(replace(sea.state, allied=theirs), "british")
        chosen.append([bot(name, seed).choose(view, RULES.legal(view), RULES) for seed in range(5)])
    assert all(one == chosen[0] for one in chosen)


@KINDS
def test_bots_play_a_match_whose_record_holds_every_order(name: str):
    """A crew plays a real match to its result through the same door as people."""
    match = Match.create(RULES, "trafalgar", "duel", {"turns": 3}, dict.fromkeys(RULES.seats, name), seed="bots")
    Crew({seat: bot(name, seat) for seat in RULES.seats}).play(match)
    assert match.result is not None


def test_a_midshipman_plays_any_ruleset():
    """He needs no more than a list of what is legal, and so ends the toy ruleset that no bot knows."""
    result, steps = play_out(TOY, TOY.scenario("duel", {}), {seat: Midshipman(seat) for seat in SEATS}, RandomDice(1))
    assert steps > 8
    assert result.reason


def test_bots_are_found_by_name():
    """A slip gets the nearest name, and whoever does not know a title says so before he plays it."""
    assert tuple(HOW) == NAMES
    assert (default("trafalgar"), default("wsim"), default("ironclads")) == ("captain", "admiral", "admiral")
    with pytest.raises(ValueError, match=r"There is no bot 'captian': did you mean captain\?"):
        bot("captian")
    assert isinstance(bot("admiral", title="trafalgar"), Admiral)  # he plays, and is seated where he is asked for
    for name in ("captain", "admiral"):
        with pytest.raises(ValueError, match=f"The {name} does not know toy yet"):
            bot(name).choose(None, None, TOY)


def test_the_words_of_a_bot_name_the_titles_that_it_plays():
    """What he is said to play is what he has a judgement for."""
    for name in NAMES:
        how, _, said = words(name).partition(": plays ")
        assert how == HOW[name]
        known = [title.title for title in TITLES if plays(name, title.name)]
        assert said == "every title" if len(known) == len(TITLES) else said.replace(" and ", ", ").split(", ") == known
    assert words("admiral").endswith(": plays every title")


def test_an_admiral_has_a_budget():
    """No samples and no seconds are refused: he would have nothing to compare orders by."""
    with pytest.raises(ValueError, match="samples=0: expected 1 or more"):
        Admiral(samples=0)
    with pytest.raises(ValueError, match="seconds=0: expected more than 0"):
        Admiral(seconds=0)


# The captain's judgement


def test_a_box_is_worth_the_more_the_nearer_a_ship_is_to_striking():
    """Each box of ten counts at least as much as the one before it."""
    steps = [worth(4, 10, n + 1) - worth(4, 10, n) for n in range(10)]
    assert steps == sorted(steps)


def test_a_stern_rake_is_worth_more_than_a_plain_broadside():
    """A bow rake lies between the two."""

    def shot(rake: Any) -> float:
        return gain(6, "0-5", False, rake, False, "3rd_rate", 4, 10, 0, RULES.charts)

    assert shot("stern") > shot("bow") > shot("")


def test_both_broadsides_are_fired_only_where_the_odds_pay():
    """A first rate does more with two at −3 each; a worn 64 does more with one."""
    strong = Sea(ship("victory", 30, 30), ship("pluton", 33, 30), ship("aigle", 27, 30), phase=BRITISH_FIRE)
    assert ordered(strong, "british") == Fire("victory", port="aigle", starboard="pluton")
    worn = ship("africa", 30, 30, crossed=5)
    weak = Sea(worn, ship("pluton", 33, 30), ship("aigle", 27, 30, crossed=8), phase=BRITISH_FIRE)
    assert ordered(weak, "british") == Fire("africa", port="aigle")


def test_a_test_to_fire_past_the_nearest_is_tried_only_where_it_is_worth_it():
    """A whole first rate is nearest, at 3 inches; a 74 with one box left lies beyond her and a little off."""
    beaten = ship("aigle", 34.5, 32, crossed=9)
    sea = Sea(ship("mars", 30, 30), ship("santa_ana", 33, 29), beaten, phase=BRITISH_FIRE)
    assert ordered(sea, "british") == Fire("mars", starboard="aigle")
    sea = Sea(ship("mars", 30, 30), ship("santa_ana", 33, 29), ship("aigle", 34.5, 32), phase=BRITISH_FIRE)
    assert ordered(sea, "british").starboard in ("santa_ana", "aigle")


@pytest.mark.parametrize(("crossed", "boards"), [(8, True), (0, False)])
def test_she_boards_the_beaten_and_not_the_strong(crossed: int, boards: bool):
    """Mars, fouled with Aigle or the Santa Ana, goes over only where the fight promises something."""
    hers = ship("santa_ana", 30, 30.8, 90, 5) if not boards else ship("aigle", 30, 30.8, 90, 5, crossed=crossed)
    sea = Sea(ship("mars", 30, 30, 90, 5), hers, phase=Boarding(), locks=(f"mars grappled {hers.id}",))
    assert ordered(sea, "british") == (Board("mars", hers.id) if boards else Ready())


def test_she_holds_on_to_the_weak_and_parts_from_the_strong():
    """Mars, whole, beside a worn 74; and Mars, worn, beside a whole first rate."""
    weak = Sea(ship("mars", 30, 30, 90, 2), ship("aigle", 30, 30.75, 90, 2, crossed=6), phase=Grappling())
    assert ordered(weak, "british") == Grapple("mars", "aigle")
    ships = (ship("mars", 30, 30, 90, 2, crossed=6), ship("santa_ana", 30, 30.75, 90, 2))
    strong = Sea(*ships, phase=Grappling(), locks=("mars grappled santa_ana",))
    assert ordered(strong, "british") == Part("mars", "santa_ana")
    assert ordered(strong, "allied") == Remain("santa_ana", "mars")


def test_she_parts_from_friends():
    """Two ships of one side that are fouled try to get clear of each other."""
    ships = (ship("mars", 30, 30, 90, 2), ship("tonnant", 30, 30.75, 90, 2), ship("aigle", 40, 30))
    sea = Sea(*ships, phase=Grappling(), locks=("mars fouled tonnant",))
    assert isinstance(ordered(sea, "british"), Part)


def test_a_line_is_steered_by_its_lead():
    """The Allies of the lee column: one order for nine ships."""
    state = RULES.setup(RULES.scenario("lee_column", {}), RandomDice(1))
    view = RULES.view(state, "allied")
    action = bot("captain").choose(view, RULES.legal(view), RULES)
    assert isinstance(action, Move | Turn)
    assert action.ship == "santa_ana"
    assert not isinstance(action, Turn) or action.manner == "succession"


def test_a_ship_in_irons_gets_under_way():
    """Head to wind after two turns adrift: she turns off the wind, and makes the two inches that give seaway."""
    adrift = ship("mars", 30, 30, 0, drifting=3)
    sea = steered(Sea(adrift, ship("aigle", 40, 20, 90, 3), phase=BRITISH_MOVE), "british", 6)
    assert 45 <= abs((sea["mars"].heading + 180) % 360 - 180) <= 90
    assert sea["mars"].sailed >= 200


def test_she_turns_back_rather_than_leave_the_table():
    """Five inches from the edge and steering for it at seven, with the enemy behind her."""
    sea = Sea(ship("mars", 55, 30, 90, 7), ship("aigle", 40, 30, 90, 3), phase=BRITISH_MOVE)
    sea = steered(sea, "british", 6)
    assert not sea["mars"].gone
    assert sea["mars"].heading != 90


def test_she_never_points_into_the_wind_by_choice():
    """With the enemy dead to windward she stays off the wind's eye."""
    for seat, mine, hers in (("british", "mars", "aigle"), ("allied", "aigle", "mars")):
        phase = BRITISH_MOVE if seat == "british" else ALLIED_MOVE
        sea = steered(Sea(ship(mine, 30, 20, 90, 5), ship(hers, 30, 35, 90, 3), phase=phase), seat, 6)
        assert 45 <= sea[mine].heading <= 315


def test_she_crosses_a_stern_when_she_can():
    """A 74 lies a short sail ahead, stern on: after the captain's move his broadside rakes her."""
    sea = Sea(ship("mars", 26, 26, 90, 5), ship("aigle", 30, 30, 0, 0, sailed=200), phase=BRITISH_MOVE, wind=180)
    sea = steered(sea, "british", 6)
    fire = ordered(sea, "british")
    assert isinstance(fire, Fire)
    assert [call.inputs.rake for call in RULES.preview(RULES.view(sea.state, "british"), fire)] == ["stern"]


def test_a_captain_beats_a_midshipman():
    """The short form of `make ladder`, which plays two hundred."""
    played = series(jobs("trafalgar", "duel", PAIRS[0], 12, seed="test"), workers=1)
    assert played.of_bot("captain").won >= 9
