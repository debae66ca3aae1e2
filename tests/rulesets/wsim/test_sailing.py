"""Movement execution: all together, step by step; who has a hex, fouling, wakes, drift, anchors and tows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wsim.sea import heard, locked, ship, state, table
from weathergauge.rulesets.wsim import loading, notation, plots, sailing
from weathergauge.rulesets.wsim.actions import (
    Anchored,
    Collided,
    Drifted,
    Plot,
    Plotted,
    Sails,
    Signal,
    Stepped,
    Tow,
    Towed,
)
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.hexes import stern
from weathergauge.rulesets.wsim.state import Lock, Message, Secret, Settings, Ship, Table, replace
from weathergauge.throwing import RandomDice, ScriptedDice

CHARTS = charts()


class Sailed:
    """A table after phase E, with what was told; every die given must have been used."""

    def __init__(self, at: Table, *orders: Any, dice: Iterable[int] = (), **plots: str) -> None:
        faces = ScriptedDice(dice)
        written = [Plot(id, moves) for id, moves in plots.items()]
        self.state = sailing.resolve(state(at, *written, *orders), CHARTS, faces)
        self.log = heard(faces)
        faces.finish()
        self.table = self.state.table

    def __getitem__(self, id: str) -> Ship:
        return self.table.ships[self.table.number(id)]

    def lies(self, id: str) -> tuple[Any, int]:
        return self[id].bow, self[id].heading

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.log if isinstance(event, kind)]


# By herself


def test_a_plot_is_sailed_item_by_item():
    """Left, a hex, right, a hex: four steps, four factors."""
    after = Sailed(table(ship("mars", (0, 0), 2)), mars="L1R1")
    assert after.lies("mars") == ((1, -2), 2)
    assert [step.moves[0][1] for step in after.of(Stepped)] == ["L", "1", "R", "1"]
    assert after.of(Plotted) == [Plotted("mars", "L1R1")]
    assert (after["mars"].speed, after["mars"].still, after["mars"].moved) == (4, 0, True)
    assert after["mars"].did == ("turned",)


def test_she_turns_about_her_bow():
    """Her stern swings and she has moved."""
    after = Sailed(table(ship("mars", (0, 0), 1, speed=1)), mars="R")
    assert after.lies("mars") == ((0, 0), 2)
    assert after["mars"].stern == (-1, 1)
    assert (after["mars"].speed, after["mars"].still, after["mars"].moved) == (1, 1, True)


def test_backed_sails_are_no_speed():
    """A step in which she stands, a factor, and nothing in her speed."""
    after = Sailed(table(ship("mars", (0, 0), 1)), mars="B2")
    assert (after["mars"].bow, after["mars"].speed) == ((0, -2), 2)
    assert [step.moves[0][1] for step in after.of(Stepped)] == ["B", "1", "1"]


def test_a_free_turn_in_irons_is_no_speed():
    """She comes about and lies."""
    after = Sailed(table(ship("mars", (0, 0), 4, speed=0)), mars="R")
    assert (after["mars"].heading, after["mars"].speed, after["mars"].steady) == (5, 0, 0)


def test_an_illegal_plot_stops_at_the_first_illegal_item():
    """Two hexes and a turn are sailed, the second turn is not (section 9, point 11)."""
    after = Sailed(table(ship("mars", (0, 0), 2)), mars="2LL1")
    assert after.lies("mars") == ((2, -2), 1)
    assert after.of(Plotted) == [Plotted("mars", "2LL1", "item 3, L: she may turn only once in each hex")]


def test_a_ship_without_a_plot_stays_or_goes_on_as_she_must():
    """From 4 she must spend 2 (WS36)."""
    after = Sailed(table(ship("mars", (0, 0), 2, speed=4), ship("ajax", (9, 9), 2, speed=2)))
    assert (after["mars"].bow, after["ajax"].bow) == ((2, -2), (9, 9))
    assert [event.moves for event in after.of(Plotted)] == ["2", "0"]
    assert (after["ajax"].speed, after["ajax"].moved) == (0, False)


def test_oars_row_astern():
    """One hex back on the same heading (WS10)."""
    after = Sailed(table(ship("turk", (0, 0), 1, oars=True, speed=0)), turk="BW")
    assert after.lies("turk") == ((0, 1), 1)
    assert (after["turk"].still, after["turk"].speed) == (0, 0)


def test_all_hands_are_back_from_their_parties_after_the_move():
    """She may sail again."""
    after = Sailed(table(ship("mars", (0, 0), 1, committed=True, speed=3)), mars="0")
    assert not after["mars"].committed


def test_a_ship_that_lay_still_gathers_way():
    """Straight ahead she may set full sails in phase K; with a turn, or still again, she may not."""
    rest = table(ship("mars", (0, 0), 2, still=1, speed=0))
    assert "gathering" not in Sailed(rest, mars="1")["mars"].did
    assert "gathering" in Sailed(rest, mars="1L")["mars"].did
    assert "gathering" in Sailed(replace(rest, velocity=0), mars="0")["mars"].did
    turned = Sailed(rest, mars="1L")
    refused = loading.why_not(turned.table, Secret(), "british", Sails("mars", True), CHARTS)
    assert refused is not None
    assert "she lay still" in refused
    straight = Sailed(rest, mars="1")
    assert loading.why_not(straight.table, Secret(), "british", Sails("mars", True), CHARTS) is None


# Who has a hex


def test_the_ship_already_there_stays():
    """Mars runs into Pluton's side: she steps back, both stop, and a 3 fouls them."""
    at = table(ship("mars", (0, 0), 2), ship("pluton", (2, -2), 1, "french"))
    after = Sailed(at, mars="3", pluton="B1", dice=[3])
    assert after.lies("mars") == ((1, -1), 2)
    assert after.lies("pluton") == ((2, -3), 1)
    after = Sailed(replace(at, ships=(at.ships[0], replace(at.ships[1], speed=0))), mars="3", pluton="0", dice=[3])
    assert after.lies("mars") == ((1, -1), 2)
    met = after.of(Collided)
    assert [(m.ship, m.other, m.place, m.has, m.fouled) for m in met] == [("mars", "pluton", (2, -2), "pluton", True)]
    assert after.table.locks == (Lock(0, 1, "foul"),)
    assert (after["mars"].speed, after["mars"].did) == (0, ("collided",))
    assert met[0].account[-1].cell.chart == "fouling"


def test_a_four_does_not_foul():
    """They touch and part."""
    at = table(ship("mars", (0, 0), 2), ship("pluton", (2, -2), 1, "french", speed=0))
    after = Sailed(at, mars="3", pluton="0", dice=[4])
    assert after.table.locks == ()
    assert not after.of(Collided)[0].fouled


def test_two_bows_in_one_hex_throw_for_it():
    """5 against 2: Pluton has it; Mars steps back; both stop though Pluton had more to sail."""
    after = Sailed(
        table(ship("mars", (0, 1), 2), ship("pluton", (2, 0), 6, "french")), mars="2", pluton="2", dice=[2, 5, 6]
    )
    assert after.lies("pluton") == ((1, 0), 6)
    assert after.lies("mars") == ((0, 1), 2)
    met = after.of(Collided)[0]
    assert (met.place, met.has, met.fouled) == ((1, 0), "pluton", False)
    assert [look.faces for look in met.account] == [(2, 5), (6,)]


def test_equal_dice_are_thrown_again():
    """4 and 4, then 6 and 1 (WS39)."""
    at = table(ship("mars", (0, 1), 2), ship("pluton", (2, 0), 6, "french"))
    after = Sailed(at, mars="2", pluton="2", dice=[4, 4, 6, 1, 6])
    assert after["mars"].bow == (1, 0)
    assert after["pluton"].bow == (2, 0)


def test_a_bow_moving_in_beats_a_stern_swinging_in():
    """No dice but the one for fouling. Ajax turns on her bow and her stern would swing to where Mars goes."""
    mars = ship("mars", (0, 2), 2)
    ajax = ship("pluton", (1, 0), 2, "french")
    assert ajax.stern == (0, 1)
    after = Sailed(table(mars, ajax), mars="1", pluton="L1", dice=[5])
    assert after["mars"].bow == (1, 1)
    assert after.lies("pluton") == ((1, 0), 2)
    assert after.of(Collided)[0].has == "mars"


def test_head_on_neither_gives_way():
    """Bow to bow with no hex between: each is where the other would go. One die for the pair."""
    at = table(ship("mars", (0, 0), 2), ship("pluton", (1, -1), 5, "french", speed=1), wind=6, velocity=3)
    after = Sailed(at, mars="1", pluton="1", dice=[1])
    assert (after["mars"].bow, after["pluton"].bow) == ((0, 0), (1, -1))
    assert len(after.of(Collided)) == 1
    assert after.of(Stepped) == []


def test_sterns_do_not_change_places():
    """Two ships whose sterns would swing through each other meet instead, and neither turns (WS39)."""
    at = table(ship("mars", (0, 0), 1, speed=1), ship("pluton", (-1, 2), 4, "french", speed=0))
    assert (at.ships[0].stern, at.ships[1].stern) == ((0, 1), (-1, 1))
    assert Sailed(at, mars="R", pluton="L").lies("mars") == ((0, 0), 2)
    after = Sailed(at, mars="R", pluton="R", dice=[6])
    assert (after["mars"].heading, after["pluton"].heading) == (1, 4)
    assert len(after.of(Collided)) == 1


def test_a_line_ahead_at_equal_speed_does_not_run_into_itself():
    """Each enters the hex that the one ahead leaves in the same step."""
    fleet = [ship(id, (0, 2 * n), 1) for n, id in enumerate(("ajax", "mars", "orion", "zeus"))]
    after = Sailed(table(*fleet), ajax="3", mars="3", orion="3", zeus="3")
    assert [s.bow for s in after.table.ships] == [(0, -3), (0, -1), (0, 1), (0, 3)]
    assert after.of(Collided) == []


def test_when_the_head_of_a_line_is_stopped_those_astern_run_up():
    """Ajax meets Pluton, Mars has her bow in Ajax's stern in the same step."""
    at = table(ship("ajax", (0, 0), 1), ship("mars", (0, 2), 1), ship("pluton", (0, -1), 3, "french", speed=0), wind=1)
    after = Sailed(at, ajax="2", mars="2", pluton="0", dice=[6, 6])
    assert [s.bow for s in after.table.ships[:2]] == [(0, 0), (0, 2)]
    assert [(m.ship, m.other) for m in after.of(Collided)] == [("ajax", "pluton"), ("mars", "ajax")]


def test_a_pair_throws_for_fouling_once_and_is_not_fouled_twice():
    """Held fast, she does not even try to pass."""
    at = table(ship("mars", (0, 0), 2), ship("pluton", (1, -1), 1, "french", speed=0))
    fouled = locked(at, "mars", "pluton", "foul")
    assert Sailed(fouled, mars="1", pluton="0").of(Collided) == []  # held fast, she does not even try


# In wake


def test_in_wake_she_turns_where_her_leader_turned():
    """Ajax goes a hex, turns, and goes on; Mars is one hex behind her in the same track (WS07)."""
    at = table(ship("mars", (0, 2), 1), ship("ajax", (0, 0), 1))
    after = Sailed(at, mars="W", ajax="1R1")
    assert after.lies("ajax") == ((1, -2), 2)
    assert after.lies("mars") == ((0, 0), 1)
    then = Sailed(after.table, mars="W", ajax="2")
    assert then.lies("mars") == ((1, -2), 2)
    assert then["mars"].did == ("turned",)
    assert then["mars"].speed == 3


def test_in_wake_her_own_limits_hold_her_back():
    """A slow ship falls behind, and so does one that gathers way slowly (WS07)."""
    at = table(ship("mars", (0, 2), 1, speed=0), ship("ajax", (0, 0), 1, full_sails=True))
    after = Sailed(at, mars="W", ajax="5")
    assert (after["mars"].bow, after["mars"].speed) == ((0, 0), 2)


def test_in_wake_she_stops_with_her_leader_and_does_not_run_into_her():
    """Ajax is stopped by Pluton; Mars waits astern of her (WS07)."""
    at = table(ship("ajax", (0, 0), 1), ship("mars", (0, 2), 1), ship("pluton", (0, -1), 3, "french", speed=0))
    after = Sailed(at, ajax="2", mars="W", pluton="0", dice=[6])
    assert after["mars"].bow == (0, 2)
    assert "collided" not in after["mars"].did


def test_a_wake_through_backed_sails():
    """Who follows stands when her leader stands."""
    at = table(ship("mars", (0, 2), 1), ship("ajax", (0, 0), 1))
    after = Sailed(at, mars="W", ajax="1B1")
    assert (after["ajax"].bow, after["mars"].bow) == ((0, -2), (0, 0))


def test_ships_that_follow_each_other_stay_where_they_are():
    """Side by side on opposite headings, each has the other's stern at her bow."""
    one, other = ship("mars", (0, 0), 1, speed=1), ship("ajax", (1, 0), 4, speed=1)
    at = table(one, other, wind=2)
    assert plots.leaders(at, 0) == [1]
    assert plots.leaders(at, 1) == [0]
    after = Sailed(at, mars="W", ajax="W")
    assert [s.bow for s in after.table.ships] == [one.bow, other.bow]


# Drift


def test_a_ship_drifts_in_her_second_still_turn():
    """A frigate every turn from then on (WS76); her heading does not change, nor does she count as moved."""
    at = table(ship("mars", (0, 0), 2, speed=0))
    first = Sailed(at, mars="0")
    assert (first["mars"].bow, first["mars"].still) == ((0, 0), 1)
    second = Sailed(first.table, mars="D")
    assert (second["mars"].bow, second["mars"].still, second["mars"].moved) == ((0, -1), 2, False)
    assert second.of(Drifted) == [Drifted((("mars", 0, -1),))]
    assert Sailed(second.table, mars="D")["mars"].bow == (0, -2)
    assert Sailed(second.table, mars="1")["mars"].still == 0


def test_a_ship_of_the_line_drifts_every_other_turn():
    """A hex in two turns."""
    at = table(ship("mars", (0, 0), 2, speed=0, ship_class=2, rated=74))
    places = []
    for _ in range(6):
        at = Sailed(at, mars="0").table
        places.append(at.ships[0].bow)
    assert places == [(0, 0), (0, -1), (0, -1), (0, -2), (0, -2), (0, -3)]


@pytest.mark.parametrize(
    ("changed", "at"),
    [({"anchor": "A"}, {}), ({}, {"velocity": 0}), ({"oars": True}, {})],
    ids=["anchor", "becalmed", "oars"],
)
def test_what_keeps_a_ship_from_drifting(changed: dict[str, Any], at: dict[str, Any]):
    """An anchor, no wind, and oars that hold her (WS10)."""
    plot = "RW" if "oars" in changed else "0"
    after = Sailed(table(ship("mars", (0, 0), 2, speed=0, still=3, **changed), **at), mars=plot)
    assert after["mars"].bow == (0, 0)
    assert after["mars"].still == 4


def test_ships_held_together_drift_together():
    """With a ship of the line among them at her pace; and not at all when one of them lies at anchor (WS37)."""
    one = ship("mars", (0, 0), 2, speed=0, still=1)
    other = ship("pluton", (1, 0), 2, "french", speed=0, still=2)
    both = locked(table(one, other), "mars", "pluton", "foul")
    after = Sailed(both)
    assert (after["mars"].bow, after["pluton"].bow) == ((0, -1), (1, -1))
    held = Sailed(both.with_ship(1, replace(other, anchor="A")))
    assert (held["mars"].bow, held["pluton"].bow) == ((0, 0), (1, 0))
    heavy = both.with_ship(1, replace(other, ship_class=1))
    assert Sailed(heavy)["mars"].bow == (0, -1)
    assert Sailed(Sailed(heavy).table)["mars"].bow == (0, -1)


def test_nobody_drifts_into_another_ship():
    """Unless she makes room in the same turn (WS37)."""
    astern = ship("mars", (0, 2), 2, speed=0, still=1)
    ahead = ship("ajax", (0, 1), 2, speed=0, still=0)
    assert Sailed(table(astern, ahead))["mars"].bow == (0, 2)
    after = Sailed(table(astern, replace(ahead, still=1)))
    assert (after["mars"].bow, after["ajax"].bow) == ((0, 1), (0, 0))


def test_a_struck_ship_drifts():
    """Without a plot."""
    after = Sailed(table(ship("mars", (0, 0), 2, speed=3, colours="struck", still=1)))
    assert after["mars"].bow == (0, -1)
    assert after.of(Plotted) == []


# Anchors


def test_an_anchor_takes_effect_in_the_next_turn():
    """She sails a hex and anchors; in the next turn she lies there and does not drift."""
    after = Sailed(table(ship("mars", (0, 0), 2, speed=1)), mars="1AB")
    assert (after["mars"].anchor, after["mars"].anchoring) == ("", "AB")
    then = Sailed(after.table, mars="0")
    assert (then["mars"].anchor, then["mars"].anchoring) == ("AB", "")
    assert then.of(Anchored) == [Anchored("mars", "down")]


def test_on_a_spring_she_swings_about_bow_or_stern():
    """Two turns of 60 degrees, and no way made."""
    bow = Sailed(table(ship("mars", (0, 0), 1, anchor="AB", speed=0)), mars="RR")
    assert bow.lies("mars") == ((0, 0), 3)
    aft = Sailed(table(ship("mars", (0, 0), 1, anchor="AS", speed=0)), mars="RR")
    assert (aft["mars"].stern, aft["mars"].heading) == ((0, 1), 3)
    assert aft["mars"].did == ("turned",)
    assert (aft["mars"].still, aft["mars"].moved, aft["mars"].speed) == (1, True, 0)


def test_weighing_takes_two_turns():
    """Free in the third; a turn without it, and it begins again."""
    one = Sailed(table(ship("mars", (0, 0), 2, anchor="A", speed=0)), mars="(A)")
    assert (one["mars"].weighing, one["mars"].did) == (1, ("weighed",))
    assert Sailed(one.table, mars="0")["mars"].weighing == 0
    two = Sailed(one.table, mars="(A)")
    assert (two["mars"].weighing, two["mars"].anchor) == (2, "A")
    three = Sailed(two.table, mars="2")
    assert (three["mars"].bow, three["mars"].anchor, three["mars"].weighing) == ((2, -2), "", 0)
    assert three.of(Anchored) == [Anchored("mars", "up")]


def test_a_cut_cable_frees_her_in_the_next_turn_and_for_good():
    """She cannot anchor again."""
    one = Sailed(table(ship("mars", (0, 0), 2, anchor="AB", speed=0)), mars="a")
    assert (one["mars"].anchor, one["mars"].cutting, one["mars"].may_anchor) == ("AB", True, False)
    assert one.of(Anchored) == [Anchored("mars", "cut")]
    two = Sailed(one.table, mars="2")
    assert (two["mars"].bow, two["mars"].anchor, two["mars"].cutting) == ((2, -2), "", False)


# Tows and signals


def test_a_tow_follows_the_track():
    """The line is passed after the move, and counts from the next turn; it is cast off the same way (WS38)."""
    bare = ship("mars", (0, 3), 1, rigging=(0, 0, 0, 0), speed=0)
    at = table(bare, ship("ajax", (0, 0), 1, speed=2), towing=True)
    assert Sailed(at, Tow("ajax", "mars"), ajax="0")["ajax"].tow == -1
    near = at.with_ship(0, replace(bare, bow=(0, 2)))
    first = Sailed(near, Tow("ajax", "mars"), ajax="0")
    assert first["ajax"].tow == 0
    assert first.of(Towed) == [Towed("ajax", "mars", True)]
    under_way = first.table.with_ship(1, replace(first["ajax"], speed=3, still=0, full_sails=True))
    second = Sailed(under_way, ajax="1R1")
    assert second.lies("ajax") == ((1, -2), 2)
    assert second.lies("mars") == ((0, 0), 1)
    third = Sailed(second.table, ajax="1L")
    assert third.lies("mars") == ((0, -1), 1)
    assert third["ajax"].tow == 0
    fourth = Sailed(third.table, Tow("ajax"), ajax="1")
    assert fourth["ajax"].tow == -1


def test_signals_are_kept_for_the_next_turn():
    """By their own side alone (WS04)."""
    at = table(ship("mars", (0, 0), 2, speed=0), ship("ajax", (9, 9), 2, speed=0), ship("pluton", (5, 0), 1, "french"))
    after = Sailed(at, Signal("mars", ("ajax",), " Chase "))
    assert after.state.secret("british").signals == (Message("mars", ("ajax",), "Chase", 5),)
    assert after.state.secret("french").signals == ()


# Whatever is written


def shared(at: Table) -> list[Any]:
    """Hexes with more than one ship in them."""
    places = [place for s in at.ships if s.afloat for place in s.hexes]
    return [place for place in set(places) if places.count(place) > 1]


@st.composite
def fleets(draw: st.DrawFn) -> Table:
    """Up to nine ships in narrow waters, on any heading, some of them held, anchored or struck."""
    taken: set[Any] = set()
    ships: list[Ship] = []
    for n in range(draw(st.integers(2, 9))):
        bow = (draw(st.integers(-3, 3)), draw(st.integers(-3, 3)))
        heading = draw(st.integers(1, 6))
        if bow in taken or stern(bow, heading) in taken:
            continue
        taken |= {bow, stern(bow, heading)}
        changed: dict[str, Any] = draw(
            st.sampled_from(
                ({}, {}, {}, {"full_sails": True}, {"still": 2}, {"anchor": "AS"}, {"anchor": "AB"}, {"colours": "struck"},
                 {"rigging": (0, 0, 0, 0), "steady": 3, "still": 3}, {"oars": True}, {"ship_class": 1, "still": 1})
            )
        )  # fmt: skip
        side = "british" if n % 2 else "french"
        ships.append(ship(f"ship{n}", bow, heading, side, **({"speed": draw(st.integers(0, 3))} | changed)))
    at = table(*ships, wind=draw(st.integers(1, 6)), velocity=draw(st.integers(0, 6)))
    if len(ships) > 1 and draw(st.booleans()):
        at = replace(at, locks=(Lock(0, 1, "foul"),))
    if draw(st.booleans()):
        at = replace(at, settings=Settings(towing=True))
        at = at.with_ship(0, replace(ships[0], tow=1 if len(ships) > 1 and not at.locks else -1))
    return at


@given(fleets(), st.data(), st.integers(0, 10**6))
@settings(max_examples=150, deadline=None)
def test_no_two_ships_share_a_hex_after_the_move(at: Table, data: st.DataObject, seed: int):
    """Whatever is written, legal or not, and however the dice fall; and the same again from the same dice."""
    orders = []
    for n, s in enumerate(at.ships):
        if s.able:
            listed = [p[0] for p in notation.plots(at, n, CHARTS)] + ["W", "B2", "1B1", "1LT", "BW"]
            moves = data.draw(st.sampled_from(listed) | st.text(alphabet="LRTB123W", max_size=6))
            orders.append(Plot(s.id, moves))
    before = state(at, *orders)
    dice = RandomDice(seed)
    after = sailing.resolve(before, CHARTS, dice)
    log = heard(dice)
    assert shared(after.table) == []
    again = RandomDice(seed)
    assert sailing.resolve(before, CHARTS, again) == after
    assert heard(again) == log
    for was, now in zip(at.ships, after.table.ships, strict=True):
        assert now.speed <= max(was.full_speed, was.battle_speed)
        assert not (now.still and now.bow != was.bow and at.velocity == 0 and not now.anchor)
    lies = {s.id: (s.bow, s.heading) for s in at.ships}
    for step in (event for event in log if isinstance(event, Stepped)):
        for id, _, q, r, heading in step.moves:
            lies[id] = ((q, r), heading)
        places = [place for bow, heading in lies.values() for place in (bow, stern(bow, heading))]
        assert len(set(places)) == len(places)


@given(st.integers(2, 6), st.integers(1, 6), st.integers(1, 3), st.lists(st.sampled_from("LR1"), max_size=3))
@settings(deadline=None)
def test_a_line_in_wake_never_collides_with_itself(count: int, heading: int, velocity: int, more: list[str]):
    """However its leader sails."""
    step = {1: (0, 1), 2: (-1, 1), 3: (-1, 0), 4: (0, -1), 5: (1, -1), 6: (1, 0)}[heading]
    fleet = [ship(f"s{n}", (2 * n * step[0], 2 * n * step[1]), heading) for n in range(count)]
    at = table(*fleet, velocity=velocity)
    orders = [Plot("s0", "1" + "".join(more)), *(Plot(f"s{n}", "W") for n in range(1, count))]
    after = Sailed(at, *orders)
    assert after.of(Collided) == []
    assert shared(after.table) == []
