"""Events: when a box is looked at, what it does, and ports that are lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    YEAR,
    auxiliary,
    formation,
    found,
    heard,
    mark,
    order,
    port,
    squadron,
    state,
)
from weathergauge.dice import Dice
from weathergauge.rulesets.sealords.council import conditions, events, turning
from weathergauge.rulesets.sealords.council.actions import EventHappened, EventLooked, PortLost
from weathergauge.rulesets.sealords.happenings import EventNode
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.state import Date, EventMark, State, replace
from weathergauge.rulesets.sealords.terms import Season
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import ScriptedDice

HOSTILE = (("british", "french", "hostile"), ("british", "spanish", "war"))


class Chart(World):
    """The Mediterranean with an event chart of the test's own."""

    def __init__(self, *nodes: EventNode) -> None:
        super().__init__("mistral")
        self.__dict__["events"] = nodes


def node(id: str = "e", **changed: Any) -> EventNode:
    return EventNode(id, f"event {id}", **changed)


def at(turn: int, year: int = YEAR, **changed: Any) -> State:
    return state(date=Date(year, turn), step="events", **changed)


def happen(now: State, *nodes: EventNode, dice: tuple[int, ...] = ()) -> tuple[State, list[str]]:
    thrown = ScriptedDice(dice)
    after = events.events(now, Chart(*nodes), thrown)
    thrown.finish()
    return after, [one.event for one in heard(thrown) if isinstance(one, EventHappened)]


def test_a_box_is_looked_at_in_quarterly_turns_unless_it_says_each_turn():
    """Turn 3 is none, turn 5 is one."""
    assert happen(at(3), node())[1] == []
    assert happen(at(5), node())[1] == ["e"]
    assert happen(at(3), node(each="turn"))[1] == ["e"]


@pytest.mark.parametrize(("die", "comes"), [(5, True), (6, False)])
def test_the_die_is_at_most_the_number(die: int, comes: bool):
    """Higher, it was looked at and nothing came."""
    dice = ScriptedDice([die])
    events.events(at(5), Chart(node(die=5)), dice)
    (event,) = heard(dice)
    assert type(event) is (EventHappened if comes else EventLooked)
    assert event.account


def test_dates_and_seasons_bound_it():
    """Before and after them, and in other seasons, nothing happens."""
    bounded = node(from_year=1744, from_turn=6, to_year=1745, to_turn=9)
    assert [happen(at(turn, year), bounded)[1] for turn, year in ((5, 1744), (9, 1744), (9, 1745), (13, 1745))] == [
        [],
        ["e"],
        ["e"],
        [],
    ]
    summer: tuple[Season, ...] = ("summer",)
    assert happen(at(5), node(seasons=summer))[1] == []
    assert happen(at(9), node(seasons=summer))[1] == ["e"]


def test_one_time_yearly_and_stepwise():
    """Once for all, once a year, or as often as it has steps."""
    once = (EventMark("e", 1744, 1),)
    assert happen(at(5, events=once), node())[1] == []
    assert happen(at(5, events=once), node(yearly=True))[1] == []
    assert happen(at(5, 1745, events=once), node(yearly=True))[1] == ["e"]
    after, came = happen(at(5, events=once), node(steps=3))
    assert came == ["e"]
    assert mark(after, "e").count == 2
    assert happen(at(9, events=(EventMark("e", 1744, 5, 3),)), node(steps=3))[1] == []


def test_what_must_come_before_it_is_seen_in_the_same_phase():
    """Unless there is to be a turn between them; part of its steps is not enough."""
    assert happen(at(5), node("b", after=("a",)), node("a"))[1] == ["a", "b"]
    assert happen(at(5), node("b", after=("a",), delay=1), node("a"))[1] == ["a"]
    earlier = (EventMark("a", 1744, 1),)
    assert happen(at(5, events=earlier), node("b", after=("a",), delay=1), node("a"))[1] == ["b"]
    part = (EventMark("a", 1744, 1, 1),)
    assert happen(at(3, events=part), node("b", after=("a",), each="turn"), node("a", steps=2))[1] == []


def test_automatic_when_needs_neither_die_nor_quarter():
    """It comes in the turn in which its condition holds."""
    war = node(die=0, automatic_when="fought:british:french")
    assert happen(at(3), war)[1] == []
    assert happen(at(3, events=(EventMark("fought:british:french", 1744, 3),)), war)[1] == ["e"]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("relation:british:french:hostile", True),
        ("not relation:british:french:war and owner:genoa:genoese", True),
        ("year:1745 or prestige:british:2", True),
        ("year:1745 or prestige:british:3", False),
        ("happened:a and not marked:a", True),
        ("landed:troop:coastal_b", False),
        ("defeat:french", False),
    ],
)
def test_conditions(condition: str, holds: bool):
    """Each word of a chart holds when it says."""
    made = at(5, relations=HOSTILE, events=(EventMark("a", 1744, 1, marked=False),))
    made = replace(made, table=made.table.with_tally("british", replace(made.table.tally("british"), prestige=2)))
    assert conditions.holds(condition, made, MISTRAL) is holds


def test_war_orders_auxiliaries_and_forces_come():
    """One event may bring all of them."""
    did = node(
        effects=(
            {"do": "relation", "one": "british", "other": "french", "to": "war"},
            {
                "do": "orders",
                "side": "bourbon",
                "into": "available",
                "orders": [{"type": "blockade", "command": "french", "target": ["villefranche"], "count": 2}],
            },
            {
                "do": "auxiliaries",
                "side": "bourbon",
                "contingent": "french",
                "cls": "light",
                "count": 2,
                "corsair": "privateer",
            },
            {
                "do": "formation",
                "contingent": "spanish",
                "formation": {
                    "name": "the treasure escort",
                    "place": "cadiz",
                    "squadrons": [{"id": "t", "cls": "sol", "sail": 2, "full": 4, "rating": 10, "ma": 3}],
                },
            },
            {"do": "convoy", "command": "spanish", "kind": "azogues", "target": ["atlantic_edge", "cadiz"]},
            {"do": "prestige", "side": "british", "amount": -1},
            {"do": "end", "reason": "peace"},
        )
    )
    after, _ = happen(at(5, relations=HOSTILE), did)
    own = after.secret("bourbon")
    assert after.table.relation("french", "british") == "war"
    assert [(one.state, one.event) for one in own.orders] == [("available", "e")] * 2
    assert [(one.cls, one.corsair, one.box) for one in own.auxiliaries] == [("light", "privateer", "available")] * 2
    force, azogues = own.formations
    assert azogues.cargo is not None
    assert (force.command, force.squadrons[0].contingent, force.side) == ("spanish", "spanish", "bourbon")
    assert (azogues.place, azogues.cargo.points, azogues.cargo.waits) == ("atlantic_edge", 3, False)
    assert azogues.cargo.route[-1] == "cadiz"
    assert after.table.tally("british").prestige == -1
    assert after.table.last == Date(YEAR, 5)


def test_effects_come_with_their_step():
    """Those of the first at once, the others when all are done."""
    stepped = node(
        steps=3,
        effects=(
            {"do": "prestige", "side": "british", "amount": 1, "at": 0},
            {"do": "prestige", "side": "bourbon", "amount": 5},
        ),
    )
    first, _ = happen(at(5), stepped)
    assert [one.prestige for one in first.table.tallies] == [1, 0]
    third, _ = happen(at(5, events=(EventMark("e", 1744, 1, 2),)), stepped)
    assert [one.prestige for one in third.table.tallies] == [1, 5]


def test_an_army_goes_into_winter_quarters_with_its_orders():
    """Held ones fail quietly, and the chits of other kinds stay."""
    army = node("army", lasts=2, yearly=True, seasons=("spring",))
    mine = (
        order("a", "support_the_army", target=("coastal_b",), event="army", holder="b1"),
        order("b", "support_the_army", target=("coastal_c",), event="army", state="pool"),
        order("c", "cruise", state="pool"),
    )
    made = at(13, events=(EventMark("army", 1744, 5),), formations=[formation(order="a")], british={"orders": mine})
    dice = ScriptedDice([])
    after = events.events(made, Chart(army), dice)
    assert [(one.outcome, one.reason) for one in heard(dice) if isinstance(one, OrderEnded)] == [
        ("failed", "the army's campaign is over")
    ]
    assert [one.id for one in after.secret("british").orders] == ["c"]
    assert not mark(after, "army").marked


# Ports


def turn(made: State) -> tuple[State, list[Any]]:
    dice = ScriptedDice([])
    lost = node(effects=({"do": "owner", "ports": ["villefranche", "cagliari"], "to": "french"},))
    return events.events(made, Chart(lost), dice), heard(dice)


def test_ships_put_to_sea_when_their_port_turns_against_them():
    """SL56, R-PORT-LOST."""
    inside = formation(place="villefranche", state="fitting_out")
    after, log = turn(at(5, formations=[inside], british={"auxiliaries": (auxiliary(base="villefranche"),)}))
    assert (found(after, "b1").place, found(after, "b1").state) == ("villefranche", "ready")
    assert port(after, "villefranche").owner == "french"
    assert [one.struck for one in log if isinstance(one, PortLost)] == [False]
    assert (after.secret("british").auxiliaries[0].box, after.secret("british").auxiliaries[0].base) == (
        "available",
        "",
    )


def test_ships_strike_when_the_enemy_blockades_the_port(monkeypatch: pytest.MonkeyPatch):
    """Who lies inside is scored to the blockader."""
    counted: list[Any] = []

    def scored(state: State, winner: str, lost: Any, dps: int, convoy: int, dice: Dice) -> State:
        counted.append((winner, lost))
        return state

    monkeypatch.setattr(turning, "scored", scored)
    inside = formation(place="villefranche", state="fitting_out", squadrons=(squadron("a"), squadron("f", "frigate")))
    foe = formation("x", "villefranche", "bourbon", order="o9")
    made = at(5, formations=[inside, foe], bourbon={"orders": (order("o9", "blockade", target=("villefranche",)),)})
    after, _ = turn(made)
    assert found(after, "b1") is None
    assert counted == [("bourbon", (("sol", 4), ("frigate", 2)))]


def test_a_neutral_closes_for_a_year_and_opens_again():
    """Holds SL57."""
    closing = node("closing", effects=({"do": "close", "ports": ["naples"], "side": "bourbon", "turns": 16},))
    inside = formation("f", "naples/harbour", "bourbon", state="fitting_out")
    after, _ = happen(at(5, formations=[inside]), closing)
    assert port(after, "naples").closed == "bourbon"
    assert (found(after, "f").place, found(after, "f").state) == ("naples", "ready")
    later = replace(after, table=replace(after.table, date=Date(YEAR + 1, 4)))
    assert port(happen(later, closing)[0], "naples").closed == "bourbon"
    later = replace(after, table=replace(after.table, date=Date(YEAR + 1, 5)))
    assert port(happen(later, closing)[0], "naples").closed == ""


# The data of the titles


@pytest.mark.parametrize("world", [MISTRAL, COLD_WAVES], ids=["mistral", "cold_waves"])
def test_the_charts_of_the_titles_are_sound(world: Any):
    """No problem is found in those that come with the game."""
    assert world.events
    assert [problem for one in world.events for problem in events.problems(one, world)] == []


def test_a_slip_in_a_chart_is_named():
    """Five mistakes are five sentences."""
    wrong = node(
        when="weather:fine and year",
        after=("nothing",),
        effects=({"do": "magic"}, {"do": "owner", "ports": ["atlantis"]}),
    )
    found = events.problems(wrong, MISTRAL)
    assert len(found) == 5
    assert "no condition 'weather'" in found[0]
    assert "takes 1 words after it, 0 given" in found[1]
    assert "comes after 'nothing', which is no event" in found[2]
    assert "no effect 'magic'" in found[3]
    assert "'atlantis' is no place of the map" in found[4]


@pytest.mark.parametrize("of", [MISTRAL, COLD_WAVES])
def test_france_declares_no_war_that_is_on_already(of: World):
    """Neither by the die nor because of a battle (SL80)."""
    node = next(one for one in of.events if one.id == "france_declares_war")
    for relation, expected in (("hostile", True), ("war", False)):
        here = state(of.title, relations=(("british", "french", relation),))
        assert conditions.holds(node.when, here, of) is expected
        assert not conditions.holds(node.automatic_when, here, of)
