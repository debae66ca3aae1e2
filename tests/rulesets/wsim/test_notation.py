"""Movement notation: the language of the log, what a ship may plot, and the sentence that refuses."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wsim.sea import locked, ship, table
from weathergauge.rulesets.wsim import notation, plots
from weathergauge.rulesets.wsim.actions import Plot, Signal, Tow
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import Secret, Table

CHARTS = charts()


def why(moves: str, heading: int = 2, wind: int = 1, velocity: int = 3, **changed: Any) -> str | None:
    """Why Mars may not plot this; None when she may. The wind blows north, and she has it on her quarter."""
    return plots.check(table(ship("mars", (0, 0), heading, **changed), wind=wind, velocity=velocity), 0, moves, CHARTS)


def of(at: Table, moves: str) -> str | None:
    return plots.check(at, 0, moves, CHARTS)


# The language


@pytest.mark.parametrize(
    "moves", ["1", "4", "L1", "l1r1", "1 R 1", "1L1T", "B2", "2B", "1A", "1AB", "2as".replace("a", "A")]
)
def test_plots_that_can_be_read_and_sailed(moves: str):
    """Small letters and spaces do no harm."""
    assert why(moves) is None


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("", "the plot is empty: write 0 for a ship that stays where she is"),
        ("1" * 41, "the plot has 41 characters: no plot needs more than 40"),
        ("11", "item 2, 1: the hexes of item 1 run on: write them together as one digit"),
        ("1x", "item 2, x: that is no move; expected L, R, T, B, a digit from 1 to 9, or an anchor"),
        ("1٣", "item 2, ٣: that is no move; expected L, R, T, B, a digit from 1 to 9, or an anchor"),
        ("10", "item 2, 0: 0 stays where she is and stands alone"),
        ("1D", "item 2, D: D drifts and stands alone"),
        ("1W", "item 2, W: W follows in wake and stands alone"),
        ("1(A)", "item 2, (: (A) weighs the anchor and stands alone"),
        ("1a", "item 2, a: a small a cuts the cable and stands alone; an anchor is dropped with A, AB or AS"),
        ("A1", "item 1, A1: an anchor, A, AB or AS, ends the plot"),
    ],
)
def test_what_cannot_be_read_is_explained(moves: str, sentence: str):
    """The item, its place, and what was expected."""
    assert why(moves) == sentence


# Costs and limits


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("5", "item 1, 5: she has 4 movement factors this turn, and they are used up"),
        ("L1R2", "item 4, 2: she has 4 movement factors this turn, and they are used up"),
        ("B4", "item 2, 4: she has 4 movement factors this turn, and they are used up"),
        ("LL", "item 2, L: she may turn only once in each hex"),
        ("1LR", "item 3, R: she may turn only once in each hex"),
        ("T", "item 1, T: there is no turn before it in this plot to take back"),
        ("R2", "item 2, 2: close hauled (C) she may enter 1 hex and no more"),
    ],
)
def test_items_that_break_a_limit(moves: str, sentence: str):
    """A frigate with speed 4 on the quarter."""
    assert why(moves) == sentence


def test_turning_to_a_better_attitude_gives_no_more_factors():
    """Before the wind she has 3; turned to the quarter, where 4 would be hers, she still has 3 in all."""
    assert why("L2", heading=1) is None
    assert why("L3", heading=1) == "item 2, 3: she has 3 movement factors this turn, and they are used up"


def test_the_turning_ability_less_what_the_steering_lost():
    """Two turns at most, and one after a hit on the rudder."""
    assert why("L1L1", full_sails=True, turning=2) is None
    assert why("L1L1", turning=2, steering_lost=1) == "item 3, L: her turning ability is 1, and it is used up"
    assert why("L1", turning=2, steering_lost=2) == "item 1, L: her turning ability is 0, and it is used up"


def test_turning_back_costs_a_factor_and_no_turning_ability():
    """With one turn in all she may still jog; the second T finds nothing (WS06)."""
    assert why("L1T1", turning=1) is None
    assert why("L1R1", turning=1) == "item 3, R: her turning ability is 1, and it is used up"
    assert why("L1T2", turning=1) == "item 4, 2: she has 4 movement factors this turn, and they are used up"
    fast = {"full_sails": True, "turning": 1, "speed": 5}
    assert why("L1T1T", **fast) == "item 5, T: there is no turn before it in this plot to take back"
    assert plots.judge(table(ship("mars", (0, 0), 2, turning=1)), 0, "L1T1", CHARTS).items == ("L", "1", "R", "1")


def test_a_turn_into_the_wind_ends_the_move():
    """From close hauled into irons."""
    assert why("L", heading=5) is None
    assert why("L1", heading=5, full_sails=True) == "item 2, 1: she has turned into the wind, which ends her move"


def test_without_factors_she_may_turn_once_in_place():
    """In irons, and becalmed; it costs nothing, and a first rate may do it too (WS35, WS75)."""
    for changed in ({"heading": 4}, {"velocity": 0}):
        assert why("L", speed=0, still=2, turning=1, **changed) is None
        assert (
            why("LR", speed=0, **changed)
            == "item 2, R: she has no movement factors, and has turned once in place already"
        )
        assert why("1", speed=0, **changed) is not None
    assert why("L", heading=4, turning=1, steering_lost=1) is not None


def test_a_ship_that_lay_still_goes_straight_or_turns_in_place():
    """One turn less, and none before her first hex unless it is all she does (WS35)."""
    still = {"still": 1, "speed": 0}
    assert why("L", **still) is None
    assert why("1L", **still) is None
    assert why("L1", **still) == "item 2, 1: she lay still last turn: if she turns in place she does nothing else"
    short = "item 2, L: her turning ability is 0, one less because she lay still last turn, and it is used up"
    assert why("1L", turning=1, **still) == short


def test_speed_is_bounded_by_last_turns():
    """From 1 a frigate comes to 3 at most; from 4 she keeps 2 at least (WS08)."""
    assert why("4", speed=1) == "item 1, 4: she made 1 last turn and can make 3 at most in this one"
    assert why("3", speed=1) is None
    assert why("3B", speed=1) is None
    slow = "1: she made 4 last turn and cannot lose her way at once; she must spend at least 2 factors on hexes and turns, not 1"
    assert why("1", speed=4) == slow
    assert why("1B", speed=4) is not None
    assert why("0", speed=4) is not None
    assert why("0", speed=2) is None


def test_irons_and_a_lower_allowance_break_the_lower_bound():
    """A first rate at 5 keeps 4, unless the wind carries her no farther (WS08)."""
    first = {
        "ship_class": 1,
        "rated": 98,
        "full_sails": True,
        "full_speed": 5,
        "battle_speed": 3,
        "speed": 5,
        "turning": 2,
    }
    assert why("2", **first) is not None
    assert why("R2", **first) is None
    assert why("R1", **first) is not None
    assert why("R2R", **first) is None
    assert why("R1R", **first) is None


def test_wreckage_over_the_side_keeps_her_from_turning():
    """And takes a factor."""
    assert why("3", hanging=("left",)) is None
    assert why("4", hanging=("left",)) is not None
    assert why("L1", hanging=("left",)) == "item 1, L: her turning ability is 0, and it is used up"


def test_a_ship_with_no_rigging_turns_when_she_has_waited():
    """Three turns, two or one for a turning ability of 1, 2 or 3."""
    bare: dict[str, Any] = {"rigging": (0, 0, 0, 0), "speed": 0}
    for turning, wait in ((1, 3), (2, 2), (3, 1)):
        assert why("L", turning=turning, steady=wait, **bare) is None
        assert why("L", turning=turning, steady=wait - 1, **bare) is not None
    assert why("LL", steady=5, **bare) is not None
    assert why("1", steady=5, **bare) == "item 1, 1: Mars has no rigging left and can only drift"
    assert why("L", turning=2, steady=1, **bare) == (
        "item 1, L: Mars has no rigging left and can only drift; she may turn once she has not turned for 2 turns"
    )


def test_oars_need_no_rigging():
    """A gunboat without a mast rows on (WS34)."""
    boat: dict[str, Any] = {"ship_class": 7, "oars": True, "rigging": (0,), "rigging_full": (0,), "speed": 0}
    assert why("2", **boat) is None
    assert why("2", velocity=5, **boat) == "item 1, 2: Mars goes by oars and can only drift in this wind"
    shot_away = boat | {"rigging": (0, 0), "rigging_full": (2, 2)}
    assert why("2", **shot_away) is None


def test_oars_row_astern_and_hold():
    """BW and RW, for a vessel that could stop (WS10); irons mean nothing to her (WS02)."""
    boat: dict[str, Any] = {"ship_class": 6, "oars": True, "speed": 1}
    assert why("BW", **boat) is None
    assert why("rw", **boat) is None
    assert why("R1", heading=3, **boat) is None
    assert why("BW", velocity=5, **boat) == "BW: Mars goes by oars and can only drift in this wind"
    assert why("RW") == "RW: Mars has no oars"
    assert why("BW", velocity=0, **(boat | {"speed": 4})) == "BW: she made 4 last turn and cannot lose her way at once"


def test_held_and_committed_ships_do_not_move():
    """Fouled, grappled, or with all hands in boarding parties last turn."""
    two = (ship("mars", (0, 0), 2, speed=0), ship("pluton", (1, 0), 2, "french"))
    assert of(locked(table(*two), "mars", "pluton", "foul"), "L") == (
        "item 1, L: Mars is fast to Pluton and can neither move nor turn"
    )
    assert of(locked(table(*two), "mars", "pluton", "grapple"), "0") is None
    assert why("1", committed=True) == (
        "item 1, 1: Mars had all her crew in boarding parties last turn and cannot move in this one"
    )


def test_d_is_for_a_ship_that_lay_still():
    """With way on she cannot drift."""
    assert why("D", still=1, speed=0) is None
    assert why("D") == "D: Mars has way on; only a ship that lay still last turn drifts"


# Anchors


def test_anchors_are_dropped_weighed_and_cut():
    """Plain, on a spring at the bow or at the stern; the circled A is written (A)."""
    for anchor in ("A", "AB", "AS"):
        assert why(f"1{anchor}") is None
        assert why(anchor, speed=0) is None
        assert why("(A)", anchor=anchor, speed=0) is None
        assert why("a", anchor=anchor, speed=0) is None
        assert why("1", anchor=anchor, speed=0) == "item 1, 1: Mars lies at anchor"
    assert why("a") == "Mars is not at anchor: there is no cable to weigh or to cut"
    assert why("0A", speed=0) is None


def test_who_may_not_anchor():
    """Where the scenario has none, without a cable, or at anchor already; nor fast to others (WS37)."""
    assert why("1A", may_anchor=False) == "item 2, A: Mars has lost her cable and cannot anchor again"
    assert why("A", anchor="AB", speed=0) == "item 1, A: Mars lies at anchor already"
    calm = table(ship("mars", (0, 0), 2), anchoring=False)
    assert of(calm, "1A") == "item 2, A: there is no anchoring in this action"
    fast = locked(table(ship("mars", (0, 0), 2), ship("pluton", (1, 0), 2, "french")), "mars", "pluton", "foul")
    assert of(fast, "A") == "item 1, A: Mars cannot anchor while she is fast to another ship"


def test_on_a_spring_she_swings_120_degrees():
    """At a plain anchor not at all."""
    assert why("LL", anchor="AB", speed=0) is None
    assert why("LLL", anchor="AB", speed=0) == "item 3, L: on the spring she swings 120 degrees at most in a turn"
    assert why("L", anchor="A", speed=0) == "item 1, L: Mars lies at anchor"


def test_an_anchor_holds_from_the_turn_after_it_was_dropped_to_that_after_it_was_cut():
    """And weighing takes two turns."""
    assert why("1", anchoring="A", speed=0) is not None
    assert why("1", anchor="A", cutting=True, may_anchor=False, speed=0) is None
    assert why("1", anchor="A", weighing=1, speed=0) is not None
    assert why("1", anchor="A", weighing=2, speed=0) is None


# In wake


def line(*more: Any, **changed: Any) -> Table:
    """Mars with her bow at the stern of Ajax, both before the wind."""
    return table(ship("mars", (0, 2), 1, **changed), ship("ajax", (0, 0), 1), *more)


def test_she_follows_the_friend_at_whose_stern_she_lies():
    """By W alone, by the leader's number in the list, or by her id (WS07)."""
    for moves in ("W", "w", "W2", "Wajax"):
        assert plots.judge(line(), 0, moves, CHARTS).leader == 1
    assert of(line(), "W9") == "W9: there is no such ship; she could follow Ajax (W2)"
    assert of(line(), "W1") == "W1: Mars must have her bow at the stern of Mars, a friend under way"


def test_whom_she_cannot_follow():
    """Enemies, ships too far off, and those that lie abeam (WS07)."""
    alone = "W: Mars has her bow at the stern of no friend whom she could follow"
    assert of(table(ship("mars", (0, 2), 1), ship("ajax", (0, 0), 1, "french")), "W") == alone
    assert of(table(ship("mars", (0, 3), 1), ship("ajax", (0, 0), 1)), "W") == alone
    assert of(table(ship("mars", (0, 2), 3), ship("ajax", (0, 0), 1)), "W") == alone


def test_several_leaders_must_be_told_apart():
    """One ahead, one on the bow."""
    assert of(line(ship("orion", (1, 0), 1)), "W") == "W: Mars could follow Ajax (W2) or Orion (W3); name one of them"
    assert of(line(ship("orion", (1, 0), 1)), "W3") is None


# All the plots


@pytest.mark.parametrize(
    ("heading", "changed"),
    [
        (2, {}),
        (1, {"full_sails": True, "speed": 5}),
        (3, {"speed": 1}),
        (4, {"speed": 0, "still": 1}),
        (2, {"speed": 0, "still": 1}),
        (2, {"speed": 4, "turning": 1, "ship_class": 1, "rated": 98}),
        (6, {"ship_class": 6, "oars": True, "speed": 1}),
        (2, {"anchor": "AS", "speed": 0}),
        (2, {"rigging": (0, 0, 0, 0), "speed": 0, "steady": 2}),
        (5, {"full_sails": True, "speed": 6}),
    ],
)
def test_the_listed_plots_are_all_that_are_legal(heading: int, changed: dict[str, Any]):
    """Every row of hexes and turns is either listed or refused, and never both."""
    at = table(ship("mars", (3, -2), heading, **changed))
    listed = [moves for moves, *_ in notation.plots(at, 0, CHARTS)]
    assert len(set(listed)) == len(listed)
    tried = {"0", "BW", "RW"}
    for length in range(1, 7):
        for items in product("1LR", repeat=length):
            tried.add(written_short("".join(items)))
    legal = {moves for moves in tried if of(at, moves) is None}
    assert legal == set(listed)


def written_short(items: str) -> str:
    """Single items as they are written: hexes together in one digit."""
    text, run = "", 0
    for item in items + " ":
        if item == "1":
            run += 1
            continue
        text += (str(run) if run else "") + item.strip()
        run = 0
    return text


def test_the_ends_of_the_plots():
    """Two hexes ahead, a turn to the right, and one hex more."""
    at = table(ship("mars", (3, -2), 1, full_sails=True, speed=4))
    ends = {moves: rest for moves, *rest in notation.plots(at, 0, CHARTS)}
    assert ends["2R1"] == [(4, -5), 2, 4]
    anchored = table(ship("mars", (0, 0), 1, anchor="AS", speed=0))
    assert {moves: end for moves, end, *_ in notation.plots(anchored, 0, CHARTS)} == {
        "0": (0, 0), "L": (-1, 1), "LL": (-1, 2), "R": (1, 0), "RR": (1, 1),
    }  # fmt: skip


@given(st.text(alphabet="LRTBDWAaS0123()x", max_size=8), st.integers(1, 6), st.integers(0, 6), st.integers(0, 4))
@settings(max_examples=300, deadline=None)
def test_any_text_is_judged_and_its_legal_part_is_legal(moves: str, heading: int, velocity: int, still: int):
    """No text breaks the reader; what stands before the first illegal item can be sailed."""
    at = table(ship("mars", (0, 0), heading, speed=0, still=still), velocity=velocity)
    course = plots.judge(at, 0, moves, CHARTS)
    if set(course.items) <= set("1LR"):
        assert of(at, written_short("".join(course.items)) or "0") is None


# The step


def test_the_step_offers_plots_anchors_and_wakes():
    """Until a plot is written; signals have words of their own and are not listed."""
    at = line()
    offered = notation.options(at, Secret(), "british", 0, CHARTS)
    moves = [order.moves for order in offered if isinstance(order, Plot)]
    assert {"W", "3", "2"} <= set(moves)
    assert len(set(moves)) == len(moves)
    assert all(notation.why_not(at, Secret(), "british", order, CHARTS) is None for order in offered)
    assert notation.options(at, Secret(orders=(Plot("mars", "2"),)), "british", 0, CHARTS) == []
    anchored = table(ship("mars", (0, 0), 1, anchor="AB", speed=0))
    assert notation.options(anchored, Secret(), "british", 0, CHARTS) == [
        Plot("mars", moves) for moves in ("0", "L", "LL", "R", "RR", "(A)", "a")
    ]


def test_a_side_with_nothing_to_decide_is_passed_over():
    """One ship, held fast; not when she has an anchor to weigh, or a friend to signal to."""
    held = locked(table(ship("mars", (0, 0), 1), ship("pluton", (1, 0), 1, "french")), "mars", "pluton", "foul")
    assert not notation.wanted(held, "british", CHARTS)
    assert notation.wanted(table(ship("mars", (0, 0), 1), ship("pluton", (5, 0), 1, "french")), "british", CHARTS)
    anchored = locked(
        table(ship("mars", (0, 0), 1, anchor="A"), ship("pluton", (1, 0), 1, "french")), "mars", "pluton", "foul"
    )
    assert notation.wanted(anchored, "british", CHARTS)
    assert not notation.wanted(table(ship("mars", (0, 0), 1, colours="struck")), "british", CHARTS)


def test_a_refusal_names_the_ship():
    """And the item of her plot."""
    at = table(ship("mars", (0, 0), 2))
    assert notation.why_not(at, Secret(), "british", Plot("mars", "9"), CHARTS) == (
        "Mars: item 1, 9: she has 4 movement factors this turn, and they are used up"
    )


@pytest.mark.parametrize(
    ("to", "words", "sentence"),
    [
        (("ajax",), "Engage the enemy more closely", None),
        (("ajax",), " ", "a signal has 1 to 120 characters in one line, and this one has 1"),
        (("ajax",), "x" * 121, "a signal has 1 to 120 characters in one line, and this one has 121"),
        (("ajax",), "two\nlines", "a signal has 1 to 120 characters in one line, and this one has 9"),
        ((), "Anybody?", "Mars signals to nobody; name the friends who are to read it"),
        (("ajax", "ajax"), "Twice", "a ship is named twice among those who are to read the signal"),
        (("ajxa",), "Who?", "'ajxa': there is no such ship; did you mean ajax?"),
        (("mars",), "Self", "Mars may signal to her friends only, and Mars is none"),
        (("pluton",), "Strike!", "Mars may signal to her friends only, and Pluton is none"),
        (("orion",), "Hello", "Orion can read no signals any more"),
    ],
)
def test_signals(to: tuple[str, ...], words: str, sentence: str | None):
    """To friends who can read them, in 1 to 120 characters (WS04)."""
    at = line(ship("pluton", (9, 9), 1, "french"), ship("orion", (5, 5), 1, colours="struck"))
    assert notation.why_not(at, Secret(), "british", Signal("mars", to, words), CHARTS) == sentence


def test_no_signals_while_the_admiral_is_mourned():
    """Until the turn that the sentence names."""
    own = Secret(silent_until=8)
    assert notation.why_not(line(), own, "british", Signal("mars", ("ajax",), "Hm"), CHARTS) == (
        "no signals before turn 8: the admiral is dead"
    )


def test_tow_lines():
    """An option; a friend whose bow can come to her stern, and nothing that holds either (WS38)."""

    def tow(at: Table, other: str) -> str | None:
        return notation.why_not(at, Secret(), "british", Tow("ajax", other), CHARTS)

    mars, ajax, pluton = ship("mars", (0, 2), 1), ship("ajax", (0, 0), 1), ship("pluton", (9, 9), 1, "french")
    on = table(mars, ajax, pluton, towing=True)
    assert tow(on, "mars") is None
    assert Tow("ajax", "mars") in notation.options(on, Secret(), "british", 1, CHARTS)
    assert tow(table(mars, ajax, pluton), "mars") == "towing is an optional rule, and is not played in this action"
    assert tow(on, "") == "Ajax has no ship in tow"
    assert tow(on, "pluton") == "Ajax may take only a friend in tow, and Pluton is none"
    assert tow(on, "nobody") is not None
    far = table(ship("mars", (0, 9), 1), ajax, towing=True)
    assert tow(far, "mars") == "Mars is too far off: her bow must come to the stern of Ajax by the end of the move"
    towing = table(mars, ship("ajax", (0, 0), 1, tow=0), towing=True)
    assert tow(towing, "") is None
    assert tow(towing, "mars") == "Ajax has Mars in tow already"
    assert of(towing, "1") == "item 1, 1: Mars is in tow and goes where Ajax takes her"


def test_a_ship_without_a_plot_goes_on_as_far_as_she_must():
    """She stays if she can (WS36)."""
    assert notation.unwritten(table(ship("mars", (0, 0), 2, speed=4)), 0, CHARTS) == "2"
    assert notation.unwritten(table(ship("mars", (0, 0), 2, speed=1)), 0, CHARTS) == "0"
    assert notation.unwritten(table(ship("mars", (0, 0), 2, speed=0, still=1)), 0, CHARTS) == "D"


@given(st.integers(1, 6), st.integers(0, 6), st.integers(0, 7), st.booleans(), st.integers(0, 3))
@settings(deadline=None)
def test_a_ship_always_has_a_legal_plot(heading: int, velocity: int, speed: int, full: bool, still: int):
    """Whatever her speed was, and what is written for her by default is one of them (WS36)."""
    at = table(
        ship("mars", (0, 0), heading, speed=0 if still else speed, full_sails=full, still=still), velocity=velocity
    )
    assert notation.plots(at, 0, CHARTS)
    assert of(at, notation.unwritten(at, 0, CHARTS)) is None
