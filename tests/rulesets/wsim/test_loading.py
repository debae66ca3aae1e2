"""Phases J and K: loading, repairs and sails, and the guns before the action."""

from random import Random
from typing import Any

import pytest

from tests.rulesets.wsim.sea import heard, locked, ship, state, table
from weathergauge.ruleset import Proceed, Told
from weathergauge.rulesets import ruleset
from weathergauge.rulesets.wsim import loading, orders
from weathergauge.rulesets.wsim.actions import Load, Repair, Repaired, Sailed, Sails
from weathergauge.rulesets.wsim.actions import Loaded as LoadedSide
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.orders import has
from weathergauge.rulesets.wsim.rules import RULES
from weathergauge.rulesets.wsim.state import EMPTY, ROUND, Boarders, Crewed, Loaded, Loads, State, Table
from weathergauge.rulesets.wsim.terms import BROADSIDES
from weathergauge.throwing import RandomDice, ScriptedDice

CHARTS = charts()
NOTHING = Loaded()
HALF = Loaded("double", False)


def sea(turn: int = 5, velocity: int = 3, chain: str = "all", sails: str = "hidden", **changed: Any) -> Table:
    ships = (ship("mars", (0, 0), 1, **changed), ship("pluton", (5, 0), 1, "french"))
    return table(*ships, step="loading", turn=turn, velocity=velocity, chain=chain, sails=sails)


def sentence(at: Table, order: Any, *written: Any, loads: Loads = EMPTY) -> str | None:
    own = state(at, *written, mars=loads).secret("british")
    return loading.why_not(at, own, "british", order, CHARTS)


def done(before: State) -> tuple[State, list[Any]]:
    dice = ScriptedDice([])
    return loading.resolve(before, CHARTS, dice), heard(dice)


def loaded(at: Table, *written: Any, loads: Loads = EMPTY) -> Loads:
    return done(state(at, *written, mars=loads))[0].secret("british").load(0)


def test_one_broadside_is_loaded_a_turn():
    """A second order takes the place of the first."""
    at = sea()
    own = orders.written(state(at, mars=EMPTY).secret("british"), Load("mars", "left", "chain"))
    own = orders.written(own, Load("mars", "right", "grape"))
    assert own.orders == (Load("mars", "right", "grape"),)
    assert loaded(at, Load("mars", "right", "grape")) == Loads(NOTHING, Loaded("grape", True))


def test_what_is_loaded_is_told_to_its_own_side_alone():
    """The table does not change, and the other side knows nothing."""
    dice = ScriptedDice([])
    after = loading.resolve(state(sea(), Load("mars", "left", "chain"), mars=EMPTY), CHARTS, dice)
    assert dice.events() == (Told(LoadedSide("mars", "left", "chain", True), ("british",)),)
    assert after.table == sea()  # nothing to be seen on the table
    assert after.secret("french").load(0) == EMPTY


def test_double_shot_takes_two_phases_and_the_other_side_waits():
    """What was begun is finished first."""
    at = sea()
    first = loaded(at, Load("mars", "left", "double"))
    assert first == Loads(HALF, NOTHING)
    assert loaded(at, Load("mars", "left", "double"), loads=first) == Loads(Loaded("double", True), NOTHING)
    other = "Mars is loading double shot to port, and cannot load to starboard before that is done"
    assert sentence(at, Load("mars", "right", "round"), loads=first) == other
    swap = "Mars has double shot half loaded to port and cannot load round shot there; finish it"
    assert sentence(at, Load("mars", "left", "round"), loads=first) == swap


def test_shot_is_changed_only_by_firing_it_off():
    """A loaded side takes no other."""
    refused = sentence(sea(), Load("mars", "left", "grape"), loads=Loads(ROUND, NOTHING))
    assert refused == "Mars has round shot in her port broadside; it can only be fired off"


def test_chain_shot_may_be_denied_to_the_british():
    """By a setting, before the action too, and in their prizes."""
    order = Load("mars", "left", "chain")
    assert sentence(sea(), order) is None
    refused = "Mars cannot load chain shot: at this table it is not for the British; take another shot"
    assert sentence(sea(chain="not_british"), order) == refused
    assert sentence(sea(chain="not_british", nation="american"), order) is None
    assert sentence(sea(chain="not_british", nation="french", prize=Crewed(2, "crack")), order) == refused
    assert sentence(sea(turn=0, chain="not_british"), order) == refused


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"guns": (0, 4), "carronades": (0, 0)}, "Mars has no guns to port"),
        ({"weighing": 1}, "Mars is weighing her anchor and cannot load; wait until it is up"),
        ({"anchor": "AS", "did": ("turned",)}, "Mars has turned on her spring and cannot load this turn"),
        (
            {"pumps": (3,), "parties": (Boarders("OBP", (1, 2), 1),)},
            "Mars cannot load: all her crew sections are in parties or at the pumps",
        ),
    ],
)
def test_guns_that_nobody_can_load(changed, words):
    """The sentence says why, and loading is not offered."""
    assert sentence(sea(**changed), Load("mars", "left")) == words
    assert loading.options(sea(**changed), state(sea(), mars=EMPTY).secret("british"), "british", 0, CHARTS)[:1] != [
        Load("mars", "left", "round")
    ]


def test_before_the_action_both_broadsides_take_any_shot_at_once():
    """WS59: they stand loaded with round shot, and double shot is ready too."""
    at = sea(turn=0)
    own = state(at).secret("british")
    for order in (Load("mars", "left", "double"), Load("mars", "right", "grape"), Load("mars", "left", "chain")):
        assert loading.why_not(at, own, "british", order, CHARTS) is None
        own = orders.written(own, order, opening=True)
    assert set(own.orders) == {Load("mars", "left", "chain"), Load("mars", "right", "grape")}
    both = (Load("mars", "left", "double"), Load("mars", "right", "grape"))
    assert loaded(at, *both) == Loads(Loaded("double", True), Loaded("grape", True))
    assert loaded(at, loads=Loads(ROUND, ROUND)) == Loads(ROUND, ROUND)
    assert sentence(at, Repair("mars", "hull")) == "Mars has nothing to repair before the action"
    assert "that the scenario gives her" in str(sentence(at, Sails("mars", True)))


def test_a_ship_without_orders_loads_round_shot_to_port_first():
    """WS59: nobody must ask for what everybody would do."""
    at = sea()
    assert loaded(at) == Loads(ROUND, NOTHING)
    assert loaded(at, loads=Loads(ROUND, NOTHING)) == Loads(ROUND, ROUND)
    assert loaded(at, loads=Loads(HALF, NOTHING)) == Loads(Loaded("double", True), NOTHING)
    assert loaded(at, loads=Loads(NOTHING, HALF)) == Loads(NOTHING, Loaded("double", True))
    assert loaded(at, Repair("mars", "hull")) == EMPTY
    assert loaded(at, Sails("mars", True)) == Loads(ROUND, NOTHING)
    assert loaded(sea(colours="struck")) == EMPTY
    assert loaded(sea(guns=(0, 4), carronades=(0, 2))) == Loads(NOTHING, ROUND)


def test_every_third_entry_restores_two_squares():
    """WS79: entries of hull and rigging are counted by themselves."""
    at = sea(hull=5, rigging=(0, 0, 4, 5), repairs=(1, 2))
    after, log = done(state(at, Repair("mars", "hull")))
    assert (after.table.ships[0].hull, after.table.ships[0].repairs) == (5, (2, 2))
    assert log == [Repaired("mars", "hull", 0)]
    after, log = done(state(after.table, Repair("mars", "hull")))
    assert (after.table.ships[0].hull, after.table.ships[0].repairs) == (7, (0, 2))
    after, log = done(state(after.table, Repair("mars", "rigging")))
    assert after.table.ships[0].rigging == (0, 1, 5, 5)  # the latest losses first
    assert log == [Repaired("mars", "rigging", 2)]
    last = sea(hull=11, repairs=(2, 0))
    assert done(state(last, Repair("mars", "hull")))[0].table.ships[0].hull == 12


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"hull": 12}, "the hull of Mars is whole; there is nothing to repair"),
        ({"prize": Crewed(2, "crack")}, "Mars is a prize: her prize crew makes no repairs"),
        ({"weighing": 1}, "Mars is weighing her anchor and cannot repair; wait until it is up"),
        ({"did": ("turned",)}, "Mars has turned this turn and cannot repair; try next turn"),
        ({"did": ("fired",)}, "Mars has fired this turn and cannot repair; try next turn"),
        ({"did": ("fought",)}, "Mars has fought hand to hand this turn and cannot repair; try next turn"),
        ({"did": ("collided",)}, "Mars has collided this turn and cannot repair; try next turn"),
        ({"crew": (0, 4, 4), "pumps": (3,)}, "Mars cannot repair: it takes 2 free crew sections, and she has 1"),
    ],
)
def test_repairs_want_a_quiet_turn_and_hands(changed, words):
    """Whatever disturbs them is named."""
    assert sentence(sea(**({"hull": 5} | changed)), Repair("mars", "hull")) == words


def test_repairs_and_sails_do_not_go_together():
    """Whichever was written first is to be taken back."""
    at = sea(hull=5)
    repairs = "Mars repairs this turn and cannot change sails; take that back first"
    assert sentence(at, Sails("mars", True), Repair("mars", "hull")) == repairs
    sails = "Mars changes sails this turn and cannot repair; take that back first"
    assert sentence(at, Repair("mars", "hull"), Sails("mars", True)) == sails


def test_sails_change_at_once():
    """In the step in which it was written."""
    after, log = done(state(sea(), Sails("mars", True)))
    assert after.table.ships[0].full_sails
    assert after.table.ships[0].did == ("sails",)
    assert Sailed("mars", True) in log


@pytest.mark.parametrize(
    ("changed", "velocity", "words"),
    [
        ({}, 3, None),
        ({"full_sails": True}, 3, "Mars is under full sails already"),
        ({"full_speed": 0}, 3, "Mars has no full sails"),
        ({"rigging": (0, 5, 5, 5)}, 3, "Mars cannot set full sails: the first section of her rigging is gone"),
        ({}, 5, None),
        ({"ship_class": 5}, 5, "Mars cannot set full sails in this wind; wait until it drops"),
        ({"ship_class": 7}, 5, "Mars cannot set full sails in this wind; wait until it drops"),
        ({"ship_class": 1}, 6, "Mars cannot set full sails in this wind; wait until it drops"),
        ({"ship_class": 1}, 7, "Mars cannot set full sails in this wind; wait until it drops"),
        (
            {"did": ("turned", "gathering")},
            3,
            "Mars cannot set full sails: she lay still and must first go a hex straight ahead without turning",
        ),
    ],
)
def test_when_full_sails_may_be_set(changed, velocity, words):
    """By wind, rigging and what else she does."""
    assert sentence(sea(velocity=velocity, **changed), Sails("mars", True)) == words


def test_full_sails_come_in_when_the_wind_forbids_them():
    """WS59: a gale is too much for a sloop, a storm for everybody."""
    sloop = sea(velocity=5, full_sails=True, ship_class=5)
    dice = ScriptedDice([])
    assert not loading.shortened(sloop, CHARTS, dice).ships[0].full_sails
    assert heard(dice) == [Sailed("mars", False)]
    for kept in (sea(velocity=5, full_sails=True), sea(velocity=6)):
        assert loading.shortened(kept, CHARTS, dice) is kept
    assert heard(dice) == []


def test_sails_may_always_come_in():
    """Unless they are in."""
    assert sentence(sea(velocity=6, full_sails=True), Sails("mars", False)) is None
    assert sentence(sea(), Sails("mars", False)) == "Mars is under battle sails already"


def test_sails_are_changed_in_secret_unless_the_table_wants_them_open():
    """WS69: written, they are told to their own side and change when all is shown; open, they change before all eyes."""
    for sails, changed, hears in (("hidden", False, ("british",)), ("open", True, None)):
        played = RULES.play(state(sea(sails=sails)), "british", Sails("mars", True), ScriptedDice([]))
        after = played.state
        assert after.table.ships[0].full_sails is changed
        assert [told.to for told in played.events] == [hears]
        assert RULES.view(after, "french").table.ships[0].full_sails is changed


def test_open_sails_are_changed_once_a_turn_and_keep_hands_from_repairs():
    """WS69: a counter that was placed stays."""
    at = sea(sails="open", hull=5)
    after = RULES.play(state(at), "british", Sails("mars", True), ScriptedDice([])).state
    assert sentence(after.table, Sails("mars", False)) == "Mars has changed sails this turn already; wait for the next"
    assert "has changed sails" in str(sentence(after.table, Repair("mars", "hull")))
    own = after.secret("british")
    assert not any(isinstance(order, Sails) for order in loading.options(after.table, own, "british", 0, CHARTS))


def test_whether_the_step_is_asked_for_does_not_depend_on_loads():
    """Else the table would show who has loaded."""
    assert loading.wanted(sea(), "british", CHARTS)
    assert not loading.wanted(sea(colours="struck"), "british", CHARTS)


def test_every_option_is_legal_and_not_yet_written():
    """Repairs of what is whole are left out."""
    at = locked(sea(hull=3), "mars", "pluton", "grapple")
    own = state(at, mars=Loads(ROUND, NOTHING)).secret("british")
    offered = loading.options(at, own, "british", 0, CHARTS)
    assert {order.broadside for order in offered if isinstance(order, Load)} == {"right"}
    assert Repair("mars", "hull") in offered
    assert Repair("mars", "rigging") not in offered
    own = orders.written(own, Load("mars", "right", "round"))
    assert loading.options(at, own, "british", 0, CHARTS) == [Sails("mars", True)]


@pytest.mark.parametrize("scenario", ["duel", "algeciras", "gunboats"])
@pytest.mark.parametrize("chain", ["all", "not_british"])
def test_what_is_listed_is_all_that_the_judge_lets_pass(scenario, chain):
    """Through a random action: the list, made without asking about each order, is what asking about each would give."""
    rules, dice, random = ruleset("wsim"), RandomDice(4), Random(4)
    state = rules.setup(rules.scenario(scenario, {"chain": chain, "turns": 12}), dice)
    listed = 0
    while rules.result(state) is None:
        seat = rules.to_act(state)[0]
        action = Proceed()
        if seat != "table":
            view = rules.view(state, seat)
            if view.table.phase.step == "loading":
                listed += sum(_listed_as_judged(view, number) for number, ship in enumerate(view.table.ships))
            choices = rules.legal(view)
            action = random.choice(choices.of(random.choice(choices.subjects())))
        state = rules.play(state, seat, action, dice).state
    assert listed > 20


def _listed_as_judged(view, number: int) -> int:
    """How many orders of a ship are listed, once they are what the judge lets pass."""
    table, own = view.table, view.own
    ship, opening = table.ships[number], table.turn == 0
    if ship.side != view.seat or not ship.able:
        return 0
    tries: list[Any] = [Load(ship.id, beam, shot) for beam in BROADSIDES for shot in loading.KINDS]
    tries += [Repair(ship.id, "hull"), Repair(ship.id, "rigging"), Sails(ship.id, True), Sails(ship.id, False)]
    judged = [
        order
        for order in tries
        if not has(own, order, opening) and loading.why_not(table, own, view.seat, order, CHARTS) is None
    ]
    listed = loading.options(table, own, view.seat, number, CHARTS)
    assert sorted(listed, key=repr) == sorted(judged, key=repr)
    return len(listed)
