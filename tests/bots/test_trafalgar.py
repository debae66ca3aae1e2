"""Bots of the fleet action: the plan, where a position leads, and the admiral's time."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from statistics import pvariance
from typing import Any

import pytest

from benchmarks import fit_leaf
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.budget import Budget
from weathergauge.bots.captain import Captain
from weathergauge.bots.reasons import NO_TIME, why
from weathergauge.bots.trafalgar import admiral as admirals
from weathergauge.bots.trafalgar import leaf
from weathergauge.bots.trafalgar.ahead import Ahead, Head
from weathergauge.bots.trafalgar.plan import Planner
from weathergauge.bots.trafalgar.sketch import Sketch
from weathergauge.bots.trafalgar.steer import Watch
from weathergauge.ruleset import PROCEED, TABLE
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.trafalgar import helm
from weathergauge.rulesets.trafalgar.actions import Move, Turn
from weathergauge.rulesets.trafalgar.charts import charts
from weathergauge.rulesets.trafalgar.state import Moving, Table, View, replace
from weathergauge.throwing import RandomDice

RULES = ruleset("trafalgar")


def table_of(scenario: str) -> Table:
    table: Table = RULES.setup(RULES.scenario(scenario, {}), RandomDice(1)).table
    return table


# The plan


def test_a_plan_falls_upon_a_part_of_the_enemy_that_lies_together():
    """More than one ship, fewer than all, and next to each other in the line."""
    watch = Watch(
        replace(table_of("lee_column"), phase=replace(table_of("lee_column").phase, side="british")), charts()
    )
    plan = watch.plan
    foes = [foe.number for foe in watch.foes]
    places = sorted(foes.index(number) for number in plan.part)
    assert 1 < len(places) < len(foes)
    assert places == list(range(places[0], places[-1] + 1))
    assert plan.reason.startswith("Close with ")


def test_a_part_that_is_fought_draws_ships_and_the_others_do_not():
    """Every quarry of a ship belongs to the part that the plan is to fight."""
    table = table_of("lee_column")
    watch = Watch(replace(table, phase=replace(table.phase, side="british")), charts())
    me = watch.sight(min(watch.ours))
    assert {foe.number for foe in watch.quarries(me)} <= watch.plan.part


def test_a_plan_holds_for_a_turn_unless_a_ship_is_lost():
    """A ship that moved changes nothing; another side, another turn or a struck ship asks for a new plan."""
    table, planner = table_of("lee_column"), Planner()
    plan = Watch(table, charts()).plan
    planner.keep(table, "allied", plan)
    assert planner.plan(table.with_ship(0, replace(table.ships[0], x=100)), "allied") is plan
    assert planner.plan(table, "british") is None
    assert planner.plan(replace(table, turn=table.turn + 1), "allied") is None
    assert planner.plan(table.with_ship(3, replace(table.ships[3], struck=True)), "allied") is None


# Where a position leads


def test_a_position_is_worth_to_one_side_what_it_costs_the_other():
    """Each feature of one side is the other's with its sign changed."""
    sketch = Sketch(table_of("frigates"), charts())
    ours, hers = (leaf.features(sketch, side, 3) for side in ("british", "allied"))
    assert ours == pytest.approx([-one for one in hers])


def test_an_enemy_that_is_hurt_is_worth_more():
    """Five boxes crossed off Aigle make the same position better."""
    table = table_of("duel")
    enemy = table.number("aigle")
    hurt = table.with_ship(enemy, replace(table.ships[enemy], crossed=5))
    plain, better = (leaf.value(Sketch(one, charts()), "british", 1) for one in (table, hurt))
    assert better > plain


def test_weights_of_another_version_are_refused_in_one_sentence(tmp_path: Path):
    """So are weights that leave a feature out; the sentence says how to make them again."""
    path = tmp_path / "leaf.toml"
    path.write_text('version = 7\nfitted = "elsewhere"\n[weights]\nstruck = 1.0\n', encoding="utf-8")
    with pytest.raises(ValueError) as caught:
        leaf.weights(path)
    assert str(caught.value) == (
        f"leaf.toml: version 7 of the weights, and this program reads version {leaf.VERSION}; "
        "make them again with python -m benchmarks.fit_leaf"
    )
    path.write_text(f'version = {leaf.VERSION}\nfitted = "elsewhere"\n[weights]\nstruck = 1.0\n', encoding="utf-8")
    with pytest.raises(ValueError, match="expected a weight for each of struck, guns"):
        leaf.weights(path)


# The admiral's time


def test_with_no_time_left_an_admiral_gives_the_captains_order_and_says_so():
    """His note is that there was no time."""
    view = RULES.view(RULES.setup(RULES.scenario("lee_column", {}), RandomDice(1)), "allied")
    admiral, captain = Admiral(1, "trafalgar", seconds=1e-9), Captain(1, "trafalgar")
    choices = RULES.legal(view)
    assert admiral.choose(view, choices, RULES) == captain.choose(view, choices, RULES)
    reason = why(admiral)
    assert reason is not None
    assert reason.note == NO_TIME


def test_of_a_fleet_an_admiral_compares_manners_of_fighting_and_says_what_came_of_them():
    """His plan names the usual manner and the cautious one."""
    view = RULES.view(RULES.setup(RULES.scenario("weather_column", {}), RandomDice(1)), "allied")
    admiral = Admiral(1, "trafalgar", samples=2, seconds=3600)
    order = admiral.choose(view, RULES.legal(view), RULES)
    reason = why(admiral)
    assert reason is not None
    assert reason.order == order
    assert "as usual" in reason.plan
    assert "cautious" in reason.plan
    assert reason.note == ""


def test_of_few_ships_an_admiral_plays_orders_on_one_by_one():
    """In a duel each order has been played on at least four times."""
    view = RULES.view(RULES.setup(RULES.scenario("duel", {}), RandomDice(1)), "allied")
    admiral = Admiral(1, "trafalgar", samples=4, seconds=3600)
    order = admiral.choose(view, RULES.legal(view), RULES)
    reason = why(admiral)
    assert reason is not None
    assert reason.order == order
    assert max(one.games for one in reason.weighed) >= 4
    assert isinstance(reason.weighed[0].what, Turn | Move)


def squadrons() -> Iterator[View]:
    """The four frigates of either side as captains bring them together, each time the British are to steer."""
    state: Any = RULES.setup(RULES.scenario("frigates", {}), RandomDice(2))
    dice, captains = RandomDice(2), {side: Captain(1, "trafalgar") for side in state.table.sides}
    while RULES.result(state) is None:
        seat = RULES.to_act(state)[0]
        view = RULES.view(state, seat)
        if seat == "british" and isinstance(state.table.phase, Moving) and helm.units(state.table):
            yield view
        action = PROCEED if seat == TABLE else captains[seat].choose(view, RULES.legal(view), RULES)
        state = RULES.play(state, seat, action, dice).state


def test_of_squadrons_an_admiral_plays_on_the_orders_of_who_has_an_enemy_in_reach():
    """Until the frigates are in reach his orders are the captain's and nothing is played on; then some are, four times."""
    far, near = 0, None
    for view in squadrons():
        if admirals.engaged(view.table, helm.units(view.table)[0]):
            near = view
            break
        admiral, captain = Admiral(1, "trafalgar", seconds=3600), Captain(1, "trafalgar")
        choices = RULES.legal(view)
        assert admiral.choose(view, choices, RULES) == captain.choose(view, choices, RULES)
        reason = why(admiral)
        assert reason is not None
        assert not any(one.games for one in reason.weighed)
        far += 1
    assert far
    assert near is not None
    admiral = Admiral(1, "trafalgar", samples=1, seconds=3600)
    order = admiral.choose(near, RULES.legal(near), RULES)
    reason = why(admiral)
    assert reason is not None
    assert reason.order == order
    assert max(one.games for one in reason.weighed) >= 4
    assert reason.note == ""


def test_weights_that_cannot_be_used_leave_the_captains_order_and_the_log_says_so(monkeypatch: pytest.MonkeyPatch):
    """A spoilt file costs him his head for numbers and not the game."""

    def refused() -> tuple[float, ...]:
        raise ValueError("leaf.toml: version 7 of the weights, and this program reads version 1")

    monkeypatch.setattr(leaf, "weights", refused)
    view = RULES.view(RULES.setup(RULES.scenario("lee_column", {}), RandomDice(1)), "allied")
    admiral, captain = Admiral(1, "trafalgar"), Captain(1, "trafalgar")
    choices = RULES.legal(view)
    assert admiral.choose(view, choices, RULES) == captain.choose(view, choices, RULES)
    reason = why(admiral)
    assert reason is not None
    assert reason.note == (
        "leaf.toml: version 7 of the weights, and this program reads version 1. This is the captain's order."
    )


def test_what_a_broadside_happened_to_hit_is_taken_out_again():
    """Of the same battle, what is counted differs less from one throw of the dice to the next than what fell."""
    view = RULES.view(RULES.setup(RULES.scenario("duel", {"turns": 3}), RandomDice(1)), "allied")
    fight = Ahead(view, "allied", {side: Head() for side in ("british", "allied")}, "x", charts())
    order = Head().helmsman.order(view.table)[0]
    counted, fell = [], []
    for battle in range(12):
        counted.append(fight(order, battle))
        fell.append(counted[-1] + fight.luck)
    assert pvariance(counted) < pvariance(fell)
    assert fight(order, 3) == counted[3]


def test_a_turn_has_its_time_once_however_many_orders_it_takes():
    """What was spent is gone until the next turn begins, and is shared among the orders that are left."""
    budget = Budget(10.0)
    budget.begin(1)
    budget.spent = 7.0
    assert budget.left() <= 3.0
    budget.begin(1)
    assert budget.share(3) <= 1.0
    budget.begin(2)
    assert budget.left() > 9.0


# The weights


def test_weights_are_fitted_to_what_differs_between_games_of_a_scenario():
    """Margins of twice the first feature and half the third, and ten more wherever the second scenario is played."""
    turns = []
    for game in range(40):
        found = tuple(float((game * step) % 7 - 3) for step in (1, 2, 3, 5, 4, 6))
        for scenario, more in (("one", 0.0), ("other", 10.0)):
            turns.append((scenario, (found, 2 * found[0] + 0.5 * found[2] + more)))
    rows = fit_leaf.compared(turns)
    weights = fit_leaf.fitted(rows)
    assert fit_leaf.explained(rows, weights) > 0.95
    assert fit_leaf.explained(rows, [0.0] * 6) == pytest.approx(0.0)
    read = tomllib.loads("\n".join(fit_leaf.page(weights, "a test")))
    assert read["version"] == leaf.VERSION
    assert set(read["weights"]) == set(leaf.FEATURES)
