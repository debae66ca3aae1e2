"""Environments: what PettingZoo and Gymnasium ask of theirs holds for every title, and nothing hidden is seen."""

from __future__ import annotations

import re
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.env_registry.registration import make
from pettingzoo.test import api_test, parallel_api_test, seed_test

import weathergauge.envs  # noqa: F401  # it registers the environments
from weathergauge.envs import features, trafalgar_v0, wsim_v0
from weathergauge.envs.alone import Alone
from weathergauge.envs.game import Game, after
from weathergauge.odds import TooLarge
from weathergauge.rulesets import TITLES
from weathergauge.throwing import RandomDice

DOCS = Path(__file__).parents[2] / "docs"
EVERY = pytest.mark.parametrize("title", [title.name for title in TITLES])
FOR_BOARD_GAMES = [
    # PettingZoo says these of its own classics too, but for those that it knows by name.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    # Seats are called as the title calls them.
    pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning"),
    # Gymnasium's checker prefers spaces of one part.
    pytest.mark.filterwarnings("ignore:.*A Box observation space:UserWarning"),
]


def played(env: Any, seed: int, most: int = 400) -> tuple[dict[str, float], list[Any]]:
    """A game by chance: what each seat was given, and all that was seen."""
    chance, seen_by, given = np.random.default_rng(seed), [], {}
    env.reset(seed=seed)
    for seat in env.agent_iter(most):
        seen, reward, terminated, truncated, _ = env.last()
        given[seat] = reward
        if terminated or truncated:
            env.step(None)
            continue
        seen_by.append(seen)
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    return given, seen_by


class TestWhatPettingZooAsks:
    """PettingZoo's and Gymnasium's own checks, for all five titles."""

    pytestmark = FOR_BOARD_GAMES

    @EVERY
    def test_one_seat_after_the_other(self, title: str):
        """`api_test` and `seed_test` hold."""
        module = import_module(f"weathergauge.envs.{title}_v0")
        api_test(module.env(max_cycles=60), num_cycles=80)
        seed_test(module.env, num_cycles=30)

    @EVERY
    def test_all_seats_at_once(self, title: str):
        """`parallel_api_test` holds, and what one does in a step never spoils what another chose beside it."""
        parallel_api_test(import_module(f"weathergauge.envs.{title}_v0").parallel_env(max_cycles=150), num_cycles=80)

    @EVERY
    def test_alone_for_gymnasium(self, title: str):
        """`check_env` holds against a bot, and each is found under its name in both registers."""
        name = f"weathergauge/{title}-v0"
        check_env(gymnasium.make(name, opponent="midshipman", max_cycles=20).unwrapped, skip_render_check=True)
        assert str(make("aec", name)) == str(make("parallel", name)) == f"{title}_v0"


def test_the_winner_is_rewarded_and_the_loser_pays():
    """A duel to its end gives one and minus one, or nought for both."""
    outcomes = {tuple(sorted(played(trafalgar_v0.raw_env(), seed)[0].values())) for seed in range(12)}
    assert outcomes <= {(-1.0, 1.0), (0.0, 0.0)}
    assert (-1.0, 1.0) in outcomes


def test_the_lead_may_be_the_reward():
    """With `reward="lead"` one gains the points that the other lacks."""
    leads = [played(trafalgar_v0.raw_env(reward="lead"), seed)[0] for seed in range(6)]
    assert all(given["british"] == -given["allied"] for given in leads)
    assert any(abs(given["british"]) > 1 for given in leads)


def test_what_is_hidden_is_not_seen():
    """While plots are written, the other seat's view stays as it was, whatever is plotted."""
    env = wsim_v0.raw_env(scenario="duel")
    env.reset(seed=1)
    changed = 0
    for _ in range(12):
        seat = env.agent_selection
        (other,) = set(env.agents) - {seat}
        rules, before = env.game.rules, env.game.state
        unseen, own = env.observe(other)["observation"], env.observe(seat)["observation"]
        order = env.orders()[0]
        env.step(0)
        if env.game.state.table == before.table:
            assert np.array_equal(env.observe(other)["observation"], unseen), rules.say(rules.view(before, seat), order)
            changed += not np.array_equal(env.observe(seat)["observation"], own)
    assert changed


def test_more_orders_than_places_come_in_batches():
    """With four places every order is still reached, and no number of batches plays a step."""
    few, all_of_them = Game("trafalgar", "duel", slots=4), Game("trafalgar", "duel")
    few.begin(3)
    all_of_them.begin(3)
    (seat,) = few.due
    found: list[Any] = []
    while (order := few.orders(seat)[0]) not in found:
        assert few.observe(seat, True)["action_mask"].tolist()[few.last] == 1
        found += few.orders(seat)
        few.act(seat, few.order(seat, few.last))
    assert order == found[0]
    assert found == all_of_them.orders(seat)
    assert few.steps == 0


def test_a_batch_stays_while_the_other_decides():
    """Where both decide at once, whoever asks for the next batch has it, whatever the other orders meanwhile."""
    env = wsim_v0.parallel_env(scenario="duel", slots=4)
    env.reset(seed=1)
    one, other = env.game.due
    before = env.game.orders(other)
    seen, *_ = env.step({one: 0, other: env.game.last})
    assert env.game.orders(other) != before
    assert seen[other]["action_mask"].any()


class TestChance:
    """The exact law of what comes next is of what `step` plays."""

    @EVERY
    def test_what_happens_is_in_the_law(self, title: str):
        """Whatever falls, the state it leads to is listed, and the chances add up to one."""
        env = import_module(f"weathergauge.envs.{title}_v0").raw_env()
        env.reset(seed=5)
        chance, several = np.random.default_rng(5), 0
        for _ in range(40):
            if not env.game.due:
                break
            place = int(chance.choice(len(env.orders())))
            try:
                law = env.law(place, steps=20_000)
            except TooLarge:
                env.step(place)
                continue
            assert sum(law.values()) == 1
            env.step(place)
            assert env.game.state in law
            several += len(law) > 1
        assert several

    def test_it_is_as_often_as_dice_fall(self):
        """Of 400 first broadsides of a duel by lot, each result comes about as often as the law says."""
        env = trafalgar_v0.raw_env(scenario="duel")
        env.reset(seed=3)
        while not any(type(order).__name__ == "Fire" for order in env.orders()):
            env.step(0)
        place = next(at for at, order in enumerate(env.orders()) if type(order).__name__ == "Fire")
        law, seat, order = env.law(place), env.agent_selection, env.orders()[place]
        fell = [after(env.game.rules, env.game.state, seat, order, RandomDice(seed)) for seed in range(400)]
        for state, chance in law.items():
            assert abs(fell.count(state) / 400 - chance) < 0.1
        assert len(law) > 1


class TestBots:
    """Opponents."""

    @pytest.mark.parametrize("opponent", ["midshipman", "captain", "admiral"])
    def test_a_seat_against_a_bot(self, opponent: str):
        """The only seat left to learn is asked until it is over."""
        env = trafalgar_v0.raw_env(scenario="duel", bots={"allied": opponent})
        given, seen = played(env, 2)
        assert set(given) == {"british"}
        assert seen

    def test_a_good_opponent_wins_more(self):
        """Against a captain orders by chance win less often than against a midshipman, with the same dice."""
        won = {}
        for opponent in ("midshipman", "captain"):
            env = trafalgar_v0.raw_env(scenario="duel", bots={"allied": opponent}, width=1)
            won[opponent] = sum(played(env, seed)[0]["british"] > 0 for seed in range(12))
        assert won["captain"] < won["midshipman"]


class TestBadInput:
    """One sentence, before anything is played."""

    @pytest.mark.parametrize(
        ("asked", "words"),
        [
            ({"scenario": "dual"}, "did you mean duel"),
            ({"bots": {"french": "captain"}}, "no seat french; expected british or allied"),
            ({"bots": {"allied": "captin"}}, "did you mean captain"),
            ({"bots": {"allied": "captain", "british": "captain"}}, "leave one to learn"),
            ({"reward": "glory"}, "expected outcome or lead"),
            ({"slots": 1}, "slots=1: expected 2 or more"),
        ],
    )
    def test_what_is_asked_of_an_environment(self, asked: dict[str, Any], words: str):
        """The value, and what was expected."""
        with pytest.raises(ValueError, match=re.escape(words)):
            trafalgar_v0.raw_env(**asked)

    def test_a_seat_that_is_not_there(self):
        """The seats of the scenario are named."""
        with pytest.raises(ValueError, match="seat='french': expected british or allied"):
            Alone("trafalgar", "duel", seat="french")

    def test_an_empty_place(self):
        """Refused in a sentence, and nothing is played."""
        env = trafalgar_v0.raw_env()
        env.reset(seed=1)
        before = env.game.state
        with pytest.raises(ValueError, match=r"action 99: \w+ has \d+ orders to choose from here"):
            env.step(99)
        assert env.game.state == before

    def test_who_has_nothing_to_decide_waits(self):
        """In parallel an order of a seat that is not due is refused."""
        env = trafalgar_v0.parallel_env()
        env.reset(seed=1)
        (due,) = env.game.due
        (other,) = set(env.agents) - {due}
        with pytest.raises(ValueError, match=f"{other} has nothing to decide now; expected 127"):
            env.step({due: 0, other: 0})


def test_every_number_has_a_name():
    """Numbers stand under their fields, words are numbers of their own, and several are called by their ids."""
    value = {"turn": 3, "wind": "nw", "ships": [{"id": "mars", "hull": 6, "adrift": True, "target": None}]}
    assert dict(features.named(value)) == {
        "turn": 3.0,
        "wind=nw": 1.0,
        "ships.mars.id=mars": 1.0,
        "ships.mars.hull": 6.0,
        "ships.mars.adrift": 1.0,
    }


def test_the_examples_of_the_page_run():
    """Each block of Python in docs/envs.md, as it stands there."""
    for block in re.findall(r"^```python\n(.*?)^```$", (DOCS / "envs.md").read_text(encoding="utf-8"), re.M | re.S):
        exec(compile(block, "docs/envs.md", "exec"), {})


def test_the_learner_learns():
    """Eight rounds are enough to lose seldom to the midshipman, with dice that were not learnt from; by chance a third is lost."""
    learner = runpy.run_path(str(DOCS / "examples" / "learn_duel.py"))
    *_, (weights, _) = learner["learn"](8)
    won, drawn = learner["measure"](weights, 60, 1_000_000)
    assert won > 30
    assert 60 - won - drawn < 12
