"""Orders: drawn, received, issued, carried out, and counted when they end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    SIDES,
    YEAR,
    chit,
    convoy,
    formation,
    found,
    heard,
    leader,
    mark,
    order,
    port,
    squadron,
    state,
    view,
)
from weathergauge.ruleset import Told
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.council import closing, sitting
from weathergauge.rulesets.sealords.council.actions import (
    ExtendOrder,
    GiveUpOrder,
    HandOverOrder,
    IssueOrder,
    JoinHolder,
    ReceiveOrder,
)
from weathergauge.rulesets.sealords.forces import Station
from weathergauge.rulesets.sealords.orders import chits, execution, holding
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.phases import Closing, Council, Going
from weathergauge.rulesets.sealords.sequence import OPENING, serial
from weathergauge.rulesets.sealords.state import Date, State, replace
from weathergauge.throwing import ScriptedDice

NOW = serial(Date(YEAR, 3), MISTRAL)
CRUISE = ("space_11", "space_12", "coastal_b")


def council(formations: Any = (), title: str = "mistral", **changed: Any) -> State:
    """A council in an ordinary turn."""
    usual: dict[str, Any] = {"date": Date(YEAR, 3), "step": "council", "phase": Council(SIDES)}
    return state(title, formations, **(usual | changed))


def impulse_ends(now: State, number: int = 1) -> tuple[State, list[Told]]:
    dice = ScriptedDice([])
    now = replace(now, table=replace(now.table, date=replace(now.table.date, impulse=number, mpi=4)))
    return execution.orders_end(now, MISTRAL, dice), dice.told


def ends(log: Sequence[Told]) -> list[tuple[str, str]]:
    """The ends of orders that everybody hears of."""
    ended = [one.event for one in log if isinstance(one.event, OrderEnded) and one.to is None]
    return [(one.outcome, one.reason) for one in ended]


def admiral(**changed: Any) -> Any:
    return leader("mathews", role="fleet_admiral", **changed)


# Drawing


def pool(*types: str, command: str = "british") -> tuple[Any, ...]:
    return tuple([order(f"{one}_{n}", one, state="pool", command=command) for n, one in enumerate(types)])


def test_a_side_draws_types_first_and_then_chits():
    """SL46: each type is as likely as the next, then each chit of it."""
    made = council(british={"orders": pool("cruise", "cruise", "blockade")}, date=Date(YEAR, 5))
    dice = ScriptedDice([2, 2, 1])
    # types: blockade, cruise; second of them, then the second cruise; then of both types the first; then what is left.
    drawn = chits.sorted_out(made, MISTRAL, dice)
    assert [one.state for one in drawn.secret("british").orders] == ["available", "available", "available"]
    assert dice.told[0].to == ("british",)
    assert heard(dice)[0].orders == ("cruise_1", "blockade_2", "cruise_0")


def test_received_orders_count_against_the_draw_and_others_go_back():
    """One that was received is kept, one that was only available is drawn for again."""
    mine = (
        order("a", state="received"),
        order("b", state="available"),
        *pool("interdict", "interdict", "interdict", "interdict"),
    )
    drawn = chits.sorted_out(council(british={"orders": mine}), MISTRAL, ScriptedDice([1, 1, 1, 1, 1, 1]))
    states = [one.state for one in drawn.secret("british").orders]
    assert states.count("received") == 1
    assert states.count("available") == 3


def test_each_command_gets_at_least_one():
    """Three chits for the French may come first; the last of four is then a Spanish one."""
    mine = pool("cruise", "cruise", "cruise", "cruise", command="french")
    mine += (order("s", "cruise", state="pool", command="spanish"),)
    made = council(bourbon={"orders": mine})
    drawn = chits.sorted_out(made, MISTRAL, ScriptedDice([1, 1, 1]))
    available = [one.command for one in drawn.secret("bourbon").orders if one.state == "available"]
    assert sorted(available) == ["french", "french", "french", "spanish"]


def test_the_pool_of_a_title_has_a_chit_for_each_entry():
    """As often as its count, each with an id of its own."""
    made = chits.chits("british", MISTRAL)
    assert (
        len(made)
        == len({one.id for one in made})
        == sum(entry.get("count", 1) for entry in MISTRAL.values.order_pool if entry["side"] == "british")
    )
    assert {one.state for one in made} == {"pool"}


@pytest.mark.parametrize("world", [MISTRAL, COLD_WAVES], ids=["mistral", "cold_waves"])
def test_every_chit_can_be_said_and_its_places_exist(world: Any):
    """In both titles."""
    for side in ("british", "bourbon"):
        for one in chits.chits(side, world):
            assert chits.words(one, world)
            assert all(place in world.places or place in world.contingents for place in one.target), one


# Issuing


def test_an_order_is_received_and_issued_by_one_action_in_harbour():
    """Fitting out or in ordinary needs no check (9.365)."""
    made = council(
        [formation("b1", "port_mahon/harbour", state="fitting_out", leader=admiral())],
        british={"orders": (order("o1", state="available", target=CRUISE),)},
    )
    action = IssueOrder("o1", "b1")
    assert action in sitting.of(view(made), "b1", MISTRAL)
    dice = ScriptedDice([])
    after = sitting.play(made, "british", action, MISTRAL, dice)
    issued = chit(after, "o1", "british")
    assert issued is not None
    assert (issued.state, issued.holder, issued.issued, issued.at_sea) == ("issued", "b1", NOW, 4)
    assert found(after, "b1").order == "o1"
    assert all(one.to == ("british",) for one in dice.told)


@pytest.mark.parametrize(("die", "issued"), [(3, True), (4, False)])
def test_a_formation_at_sea_needs_a_strategy_check(die: int, issued: bool):
    """Strategy 3 passes on 3. What failed is received, and waits for the next council."""
    made = council([formation(leader=admiral())], british={"orders": (order("o1", state="available", target=CRUISE),)})
    after = sitting.play(made, "british", IssueOrder("o1", "b1"), MISTRAL, ScriptedDice([die]))
    assert (found(after, "b1").order == "o1") is issued
    assert chit(after, "o1", "british").state == ("issued" if issued else "received")
    if not issued:
        assert "wait for the next" in (sitting.why_not(view(after), IssueOrder("o1", "b1"), MISTRAL) or "")
        later = sitting.council(after, MISTRAL, ScriptedDice([]))
        assert sitting.why_not(view(later), IssueOrder("o1", "b1"), MISTRAL) is None


def test_new_sail_need_no_check():
    """They come fit from home."""
    fresh = formation(squadrons=(squadron("n", new=4),))
    made = council([fresh], british={"orders": (order("o1", state="received", target=CRUISE),)})
    after = sitting.play(made, "british", IssueOrder("o1", "b1"), MISTRAL, ScriptedDice([]))
    assert found(after, "b1").order == "o1"


def test_the_command_admiral_checks_for_his_own():
    """A Spanish formation asks Navarro (4), not the French Fleet Admiral (1)."""
    made = council(
        [
            formation("f", "toulon", "bourbon", leader=leader("court", "french", sr=1, role="fleet_admiral")),
            formation(
                "s",
                "toulon",
                "bourbon",
                leader=leader("navarro", "spanish", sr=4, role="command_admiral"),
                command="spanish",
            ),
        ],
        bourbon={"orders": (order("o1", state="available", command="spanish", target=CRUISE),)},
    )
    after = sitting.play(made, "bourbon", IssueOrder("o1", "s"), MISTRAL, ScriptedDice([4]))
    assert found(after, "s").order == "o1"


def test_before_the_first_turn_an_issue_counts_as_of_the_turn_before():
    """So that the first turn counts in full."""
    made = council(
        [formation(state="fitting_out", place="port_mahon/harbour")],
        step=OPENING,
        british={"orders": (order("o1", state="received", target=CRUISE),)},
    )
    after = sitting.play(made, "british", IssueOrder("o1", "b1"), MISTRAL, ScriptedDice([]))
    assert chit(after, "o1", "british").issued == NOW - 1


def test_orders_do_not_reach_a_blockaded_port_that_is_supplied_by_sea():
    """SL51: Port Mahon is cut off; nobody is told why."""
    made = council(
        [
            formation("b1", "port_mahon/harbour", state="fitting_out"),
            formation("x", "port_mahon", "bourbon", order="o9"),
        ],
        british={"orders": (order("o1", state="received", target=CRUISE),)},
        bourbon={"orders": (order("o9", "blockade", target=("port_mahon",), command="french"),)},
    )
    after = sitting.play(made, "british", IssueOrder("o1", "b1"), MISTRAL, ScriptedDice([]))
    assert found(after, "b1").order == ""


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (IssueOrder("none", "b1"), "you have no order 'none'"),
        (IssueOrder("o1", "none"), "you have no formation 'none'"),
        (IssueOrder("held", "b1"), "only an available or received order"),
        (IssueOrder("o1", "b2"), "b2 has orders already: blockade of Toulon"),
        (IssueOrder("french", "b1"), "is for the French Command"),
        (IssueOrder("transit", "b1"), "b1 is not at Gibraltar"),
        (IssueOrder("own", "b1"), "Port Mahon is no enemy's"),
        (IssueOrder("convoy", "b1"), "name the route of its convoy"),
        (IssueOrder("convoy", "b1", "french_levant_1"), "cannot go by 'french_levant_1'"),
        (IssueOrder("o1", "b1", "british_levant_1"), "leave the route out"),
        (
            IssueOrder("convoy", "g", "british_levant_1"),
            "the galleys of g cannot follow its convoy through Sicilian Channel",
        ),
        (ReceiveOrder("held"), "no available order 'held'"),
        (GiveUpOrder("o1"), "no issued order 'o1'"),
        (JoinHolder("b1", "b1"), "b1 has no orders of its own"),
        (JoinHolder("b2", "b1"), "b2 cannot be sent to join another"),
        (ExtendOrder("o1"), "nothing a council decides"),
    ],
)
def test_refusals_in_council(action: Any, reason: str):
    """Each order that cannot be given says why."""
    mine = (
        order("o1", state="available", target=CRUISE),
        order("held", "blockade", target=("toulon",)),
        order("french", state="available", target=CRUISE, command="french"),
        order("transit", "transit", state="available", target=("gibraltar", "port_mahon")),
        order("own", "blockade", state="available", target=("port_mahon",)),
        order("convoy", "escort", state="available", target=("the_gut", "maltese_roads"), route="british_levant"),
    )
    rowed = formation("g", squadrons=[squadron("g1", "galley")])
    made = council([formation("b1"), formation("b2", order="held"), rowed], british={"orders": mine})
    assert reason in (sitting.why_not(view(made), action, MISTRAL) or "")


def test_galleys_are_offered_the_convoys_that_keep_to_the_coast():
    """Of four routes to the Levant one passes no sea zone."""
    given = order(
        "o1",
        "escort",
        state="available",
        target=("marseilles", "maltese_roads"),
        route="french_levant",
        command="french",
    )
    offered: dict[str, list[str]] = {}
    for cls in ("galley", "sol"):
        one = formation("f1", "marseilles/harbour", "bourbon", [squadron("s", cls)], state="in_ordinary")
        made = council([one], bourbon={"orders": (given,)})
        issues = [to for to in sitting.of(view(made, "bourbon"), "f1", MISTRAL) if isinstance(to, IssueOrder)]
        offered[cls] = [to.route for to in issues]
    assert offered["galley"] == ["french_levant_1"]
    assert len(offered["sol"]) == 4


def test_an_escort_is_not_handed_over_to_galleys_before_the_open_sea():
    """They could not follow the convoy there."""
    under = order("o1", "escort", state="in_execution", target=("port_mahon", "space_8"), holder="b1", convoy="c1")
    rowed = formation("g", "port_mahon", squadrons=[squadron("g1", "galley")])
    there = [
        formation("b1", "port_mahon", order="o1"),
        rowed,
        convoy("c1", "port_mahon", route=("balearic_sea", "space_8")),
    ]
    made = state(formations=there, british={"orders": (under,)}, phase=Closing(SIDES), step="closing")
    reason = closing.why_not(view(made), HandOverOrder("o1", "g"), MISTRAL)
    assert reason == "g cannot follow c1 through Balearic Sea with its galleys"


# Execution and its ends


def test_a_cruise_needs_eight_impulses_and_two_visits_everywhere():
    """The last visit fulfils it, and its leader has earned a promotion."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW - 1, impulses=7, visits=(2, 5, 1), state="in_execution")
    made = state(formations=[formation(place="space_12", order="o1", leader=admiral())], british={"orders": (mine,)})
    passed, log = impulse_ends(made)
    assert not ends(log)
    assert chit(passed, "o1", "british").visits == (2, 6, 1)
    there = execution.visited(passed.with_formation(replace(found(passed, "b1"), place="coastal_b")), MISTRAL)
    back = there.with_formation(replace(found(there, "b1"), place="space_12"))
    done, log = impulse_ends(back)
    assert ends(log) == [("fulfilled", "")]
    assert done.table.tally("british").fulfilled == 1
    assert chit(done, "o1", "british").state == "pool"
    assert found(done, "b1").order == ""
    assert found(done, "b1").leader.earned


def test_three_impulses_elsewhere_break_a_cruise():
    """Two do not."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW - 1, state="in_execution", impulses=3)
    made = state(formations=[formation(place="space_7", order="o1")], british={"orders": (mine,)})
    for number in (1, 2):
        made, log = impulse_ends(made, number)
        assert not ends(log)
    made, log = impulse_ends(made, 3)
    assert ends(log) == [("failed", "its holder was elsewhere for 3 impulses on end")]
    assert made.table.tally("british").failed == 1


@pytest.mark.parametrize(("place", "counts"), [("toulon", 1), ("coastal_a", 1), ("space_11", 0)])
def test_a_blockade_is_kept_closely_or_from_the_next_space(place: str, counts: int):
    """Farther off it does not count."""
    mine = order("o1", "blockade", target=("toulon",), holder="b1", issued=NOW - 1)
    made = state(formations=[formation(place=place, order="o1")], british={"orders": (mine,)})
    assert (holding.blockading(made, found(made, "b1")) == "toulon") is bool(counts)
    assert (holding.closely(made, found(made, "b1")) == "toulon") is (place == "toulon")
    after, _ = impulse_ends(made)
    assert chit(after, "o1", "british").impulses == counts


def test_who_gets_out_unfought_breaks_a_blockade():
    """Of that port and no other."""
    mine = order("o1", "blockade", target=("toulon",), holder="b1", issued=NOW - 1, state="in_execution")
    made = state(formations=[formation(place="coastal_a", order="o1")], british={"orders": (mine,)})
    dice = ScriptedDice([])
    execution.escaped(made, "toulon", "bourbon", MISTRAL, dice)
    assert ends(dice.events()) == [("failed", "an enemy formation got out unfought")]
    execution.escaped(made, "marseilles", "bourbon", MISTRAL, dice)
    assert not dice.told


def test_an_interdictor_must_not_be_driven_off():
    """Out of its strait it has failed."""
    mine = order(
        "o1", "interdict", target=("elba_straits",), holder="b1", issued=NOW - 1, impulses=2, state="in_execution"
    )
    made = state(formations=[formation(place="space_17", order="o1")], british={"orders": (mine,)})
    _, log = impulse_ends(made)
    assert ends(log) == [("failed", "its holder was driven off")]


def test_a_cruise_interdicts_its_places_but_no_strait():
    """SL48."""
    mine = order("o1", target=("elba_straits", "space_17", "coastal_c"))
    for place, wanted in (("space_17", "space_17"), ("elba_straits", None), ("space_18", None)):
        made = state(formations=[formation(place=place, order="o1")], british={"orders": (mine,)})
        assert holding.interdicting(made, found(made, "b1")) == wanted


def test_a_show_of_force_wants_two_squadrons_of_the_line_and_quells_pirates():
    """A frigate does not count as one."""
    mine = order("o1", "show_of_force", target=("algiers",), holder="b1", issued=NOW - 1, impulses=1)
    one = formation(place="algiers", order="o1", squadrons=(squadron("a"), squadron("f", "frigate")))
    weak, log = impulse_ends(state(formations=[one], british={"orders": (mine,)}))
    assert chit(weak, "o1", "british").impulses == 1
    two = replace(one, squadrons=(squadron("a"), squadron("d", "sol_d")))
    done, log = impulse_ends(state(formations=[two], british={"orders": (mine,)}))
    assert ends(log) == [("fulfilled", "")]
    assert port(done, "algiers").neutralised == YEAR
    assert mark(done, "fulfilled:show_of_force:algiers") is not None


@pytest.mark.parametrize(("sail", "outcome"), [(2, "fulfilled"), (1, "failed")])
def test_a_passage_ends_with_half_the_sail(sail: int, outcome: str):
    """Two of four sail fulfil it, one does not."""
    mine = order(
        "o1", "transit", target=("toulon", "cartagena"), holder="s", issued=NOW - 1, state="in_execution", at_sea=4
    )
    there = formation(
        "s", "cartagena/harbour", "bourbon", (squadron("s1", sail=sail),), state="fitting_out", order="o1"
    )
    _, log = impulse_ends(state(formations=[there], bourbon={"orders": (mine,)}))
    assert ends(log) == [(outcome, f"{sail} of 4 sail arrived")]


@pytest.mark.parametrize(
    ("intensity", "foe", "fought"),
    [("medium", "spanish", True), ("light", "spanish", False), ("heavy", "french", False)],
)
def test_seeking_battle_means_a_hard_one_with_whom_it_names(intensity: str, foe: str, fought: bool):
    """A light one, or with others, is not what was asked."""
    mine = order("o1", "seek_battle", target=("spanish",), holder="b1", issued=NOW - 1)
    them = formation("x", "space_7", "bourbon", (squadron("x1", contingent=foe),), command=foe)
    made = state(formations=[formation(order="o1", leader=leader()), them], british={"orders": (mine,)})
    after = execution.battled(made, ("b1", "x"), intensity, "british", {}, MISTRAL)
    assert found(after, "b1").leader.earned
    assert mark(after, f"fought:british:{foe}") is not None
    _, log = impulse_ends(after)
    assert ends(log) == ([("fulfilled", "")] if fought else [])


def test_those_who_went_down_with_all_hands_have_fought_too():
    """The French squadron is gone from the map: the battle with the French is remembered, and was what the order asked."""
    mine = order("o1", "seek_battle", target=("french",), holder="b1", issued=NOW - 1)
    made = state(formations=[formation(order="o1")], british={"orders": (mine,)})
    after = execution.battled(made, ("b1", "gone"), "heavy", "british", {"french": 4}, MISTRAL)
    assert mark(after, "fought:british:french") is not None
    assert mark(after, "defeat:french") is not None
    _, log = impulse_ends(after)
    assert ends(log) == [("fulfilled", "")]


def test_a_defeat_is_three_sail_lost_and_more_than_the_enemy():
    """SL58."""
    them = formation("x", "space_7", "bourbon", command="french")
    made = state(formations=[formation(), them])
    after = execution.battled(made, ("b1", "x"), "heavy", "british", {"french": 3, "british": 1}, MISTRAL)
    assert mark(after, "defeat:french") is not None
    after = execution.battled(made, ("b1", "x"), "heavy", "british", {"french": 3, "british": 3}, MISTRAL)
    assert mark(after, "defeat:french") is None


def test_an_order_not_begun_in_four_turns_fails_with_the_fourth():
    """At its close, unless it was extended."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW - 4)
    made = state(formations=[formation(order="o1")], british={"orders": (mine,)})
    _, log = impulse_ends(made, 3)
    assert not ends(log)
    _, log = impulse_ends(made, 4)
    assert ends(log) == [("failed", "its time has run out")]
    _, log = impulse_ends(
        made.with_secret("british", replace(made.secret("british"), orders=(replace(mine, extended=1),))), 4
    )
    assert not ends(log)


def test_a_holder_that_goes_into_harbour_or_is_gone_fails():
    """Each with its own reason."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW - 1, state="in_execution")
    inside = formation(place="port_mahon/harbour", state="in_ordinary", order="o1")
    _, log = impulse_ends(state(formations=[inside], british={"orders": (mine,)}))
    assert ends(log) == [("failed", "its holder went into harbour")]
    _, log = impulse_ends(state(british={"orders": (mine,)}))
    assert ends(log) == [("failed", "its holder is gone")]


def test_a_detachment_carries_the_order_on():
    """Where the rest of the formation is lost."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW - 1, state="in_execution")
    apart = formation("b2", "space_12", order="o1", kind="detachment")
    after, log = impulse_ends(state(formations=[apart], british={"orders": (mine,)}))
    assert not ends(log)
    assert chit(after, "o1", "british").holder == "b2"


def test_an_order_that_lost_its_point_is_taken_back_uncounted():
    """SL52: a blockade of a port that came over to one's own side."""
    mine = order("o1", "blockade", target=("genoa",), holder="b1", issued=NOW - 1, state="in_execution")
    made = state(formations=[formation(place="genoa", order="o1")], british={"orders": (mine,)})
    made = replace(made, table=made.table.with_port(replace(port(made, "genoa"), owner="british")))
    after, log = impulse_ends(made)
    assert ends(log) == [("taken back", "Genoa is no enemy's any more")]
    assert after.table.tally("british").failed == 0


# The close of an impulse


def test_nobody_is_asked_at_the_close_who_has_nothing_to_decide():
    """With a second formation to hand over to there is."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW, state="in_execution")
    made = state(formations=[formation(order="o1")], british={"orders": (mine,)})
    assert isinstance(closing.closing(made, MISTRAL, ScriptedDice([])).table.phase, Going)
    both = made.with_formation(formation("b2"))
    assert closing.closing(both, MISTRAL, ScriptedDice([])).table.phase == Closing(("british",))


@pytest.mark.parametrize(("die", "passes"), [(3, True), (4, False)])
def test_an_order_is_handed_over_to_a_fresh_formation(die: int, passes: bool):
    """What was done of it is kept."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW, state="in_execution", impulses=5)
    made = state(
        formations=[formation(order="o1", leader=admiral()), formation("b2")],
        british={"orders": (mine,)},
        phase=Closing(("british",)),
    )
    action = HandOverOrder("o1", "b2")
    assert action in closing.of(view(made), "b1", MISTRAL)
    after = closing.play(made, "british", action, MISTRAL, ScriptedDice([die]))
    assert (found(after, "b1").order, found(after, "b2").order) == (("", "o1") if passes else ("o1", ""))
    assert chit(after, "o1", "british").impulses == 5
    if not passes:
        assert "wait for the next impulse" in (closing.why_not(view(after), action, MISTRAL) or "")


def test_time_is_asked_for_when_it_runs_out():
    """SL49: in the last impulse of the turn with which the order would fail."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW - 4)
    made = state(
        formations=[formation(order="o1", leader=admiral())], british={"orders": (mine,)}, date=Date(YEAR, 3, 4, 4)
    )
    assert ExtendOrder("o1") in closing.of(view(made), "b1", MISTRAL)
    after = closing.play(made, "british", ExtendOrder("o1"), MISTRAL, ScriptedDice([0]))
    assert chit(after, "o1", "british").extended == 1
    early = replace(made, table=replace(made.table, date=Date(YEAR, 3, 3, 4)))
    assert "does not run out" in (closing.why_not(view(early), ExtendOrder("o1"), MISTRAL) or "")


@pytest.mark.parametrize(("dps", "die", "gone"), [(0, 4, False), (7, 4, True), (8, 5, True), (8, 6, False)])
def test_a_battered_formation_is_let_off_more_easily(dps: int, die: int, gone: bool):
    """Strategy 3, -1 for every 4 damage points."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW)
    worn = formation(order="o1", leader=admiral(), squadrons=(squadron("a", dps=dps),))
    made = council([worn], british={"orders": (mine,)})
    dice = ScriptedDice([die])
    after = sitting.play(made, "british", GiveUpOrder("o1"), MISTRAL, dice)
    assert (found(after, "b1").order == "") is gone
    assert ends(dice.told) == ([("failed", "it was given up")] if gone else [])


# Rendezvous


def test_a_rendezvous_brings_a_second_formation_to_the_holder():
    """Holds SL53."""
    mine = order("o1", target=CRUISE, holder="b1", issued=NOW)
    made = council([formation(order="o1", leader=admiral()), formation("b2", "space_14")], british={"orders": (mine,)})
    action = JoinHolder("b2", "b1")
    assert action in sitting.of(view(made), "b2", MISTRAL)
    after = sitting.play(made, "british", action, MISTRAL, ScriptedDice([3]))
    assert holding.holds(after.secret("british"), found(after, "b2"), "rendezvous")
    met = after.with_formation(replace(found(after, "b2"), place="space_7"))
    met, _ = impulse_ends(met)
    assert chit(met, found(met, "b2").order).state == "in_execution"
    alone = met.with_formation(replace(found(met, "b1"), order=""))
    over, log = impulse_ends(alone)
    assert found(over, "b2").order == ""
    assert [one.event.outcome for one in log if one.to is not None and isinstance(one.event, OrderEnded)] == [
        "taken back"
    ]
    assert over.table.tally("british").failed == 1  # of the cruise that nobody holds any more, not of the rendezvous


def test_a_title_without_the_line_has_no_rendezvous():
    """In Cold Waves the order is refused."""
    made = council(
        [formation(order="o1", place="ushant"), formation("b2", "lizard")],
        "cold_waves",
        british={"orders": (order("o1"),)},
    )
    assert "no rendezvous order" in (sitting.why_not(view(made), JoinHolder("b2", "b1"), COLD_WAVES) or "")


# What is hidden


def test_the_other_side_hears_of_an_order_only_when_it_ends():
    """Holds SL47."""
    mine = order("o1", "interdict", target=("space_7",), holder="b1", issued=NOW, impulses=3)
    made = state(formations=[formation(order="o1")], british={"orders": (mine,)})
    _, log = impulse_ends(made)
    public = [one.event for one in log if one.to is None]
    assert [type(one) for one in public] == [OrderEnded]


def test_a_step_always_offers_to_be_done():
    """Ready is the last of what is offered, and orders of another step are refused."""
    made = council([formation()])
    assert sitting.of(view(made), STEP, MISTRAL)[-1] == Ready()
    assert sitting.why_not(view(made), Ready(), MISTRAL) is None
    assert closing.why_not(view(made), Ready(), MISTRAL) is None
    assert "wait for the council" in (closing.why_not(view(made), ReceiveOrder("o1"), MISTRAL) or "")


def test_everything_offered_is_legal_and_can_be_said():
    """In council, subject by subject."""
    mine = (
        order("o1", state="available", target=CRUISE),
        order("convoy", "escort", state="available", target=("the_gut", "maltese_roads"), route="british_levant"),
        order("o2", target=CRUISE, holder="b2", issued=NOW),
    )
    from weathergauge.rulesets.sealords.council import ordered

    made = council(
        [
            formation("b1", leader=admiral()),
            formation("b2", order="o2"),
            formation("b3", squadrons=(squadron("p"), squadron("q", sail=2))),
        ],
        british={"orders": mine},
    )
    seen = view(made)
    offered = [one for subject in sitting.subjects(seen, MISTRAL) for one in sitting.of(seen, subject, MISTRAL)]
    assert len(offered) > 15
    for one in offered:
        assert sitting.why_not(seen, one, MISTRAL) is None
        assert isinstance(one, Ready) or ordered(seen, one, MISTRAL)


def test_stations_of_auxiliaries_shut_a_port_to_convoys_alone():
    """Formations come and go."""
    from weathergauge.rulesets.sealords.orders.holding import shut

    made = state(stations=(Station("x", "bourbon", "french", "light", "blockade", "port_mahon"),))
    assert shut(made, "port_mahon", "british", convoys=True)
    assert not shut(made, "port_mahon", "british")
