"""Phase I: hand to hand, captures, transfers and prizes."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wsim.sea import heard, locked, ship, state, table
from weathergauge.odds import odds
from weathergauge.rulesets.wsim import hand_to_hand, loading, melee
from weathergauge.rulesets.wsim.actions import Fate, Melee, Prepared, Repair, Squares, Transferred
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.hand_to_hand import Band, Men, Pair
from weathergauge.rulesets.wsim.state import EMPTY, ROUND, Boarders, Crewed, Loads, State, Table, replace
from weathergauge.rulesets.wsim.terms import QUALITIES
from weathergauge.throwing import RandomDice, ScriptedDice

CHARTS = charts()


def band(squares: int, kind: str = "OBP", quality: str = "crack", ship_class: int = 3) -> Band:
    return Band((Men(squares, quality),), ship_class, kind)  # type: ignore[arg-type]


def sea(
    mine: tuple[Boarders, ...] = (),
    hers: tuple[Boarders, ...] = (),
    *,
    friend: tuple[Boarders, ...] = (),
    mars: dict[str, Any] | None = None,
    pluton: dict[str, Any] | None = None,
    ajax: dict[str, Any] | None = None,
) -> Table:
    """Mars (0) and Ajax (2) on either side of Pluton (1), all fast to one another."""
    at = table(
        replace(ship("mars", (0, 0), 1, parties=mine), **(mars or {})),
        replace(ship("pluton", (1, 0), 1, "french", parties=hers), **(pluton or {})),
        ship("ajax", (2, -1), 1, parties=friend, **(ajax or {})),
        step="combat",
    )
    return locked(locked(at, "mars", "pluton", "grapple"), "pluton", "ajax", "foul")


def obp(target: int, *sections: int) -> Boarders:
    return Boarders("OBP", sections, target)


def fought(at: Table | State, *faces: int) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = melee.fight(state(at) if isinstance(at, Table) else at, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


def test_strength_is_rounded_up_once_for_the_whole_side():
    """Three squares of seasoned men from each of two ships: 21, not 11 and 11."""
    both = Band((Men(3, "seasoned"), Men(3, "seasoned")), 3, "OBP")
    assert hand_to_hand.strength(both, CHARTS) == 21
    assert hand_to_hand.strength(band(3, quality="seasoned"), CHARTS) == 11


def test_attackers_add_one_and_defenders_take_two():
    """Sixteen points each: a 2 is read as 3, and a 4 as 2; each takes a square."""
    dice = ScriptedDice([2, 4])
    after = hand_to_hand.one_round(Pair(band(4), band(4, "DBP")), CHARTS, dice)
    assert (after.one.squares, after.other.squares) == (3, 3)
    assert dice.account is not None
    attack, defence = dice.account
    assert [(m.reason, m.value) for m in attack.add] == [("attacking defenders", 1)]
    assert [(m.reason, m.value) for m in defence.add] == [("defending", -2)]


def test_a_frigate_that_boards_a_three_decker_cannot_hurt_her_with_ten_points():
    """Her best die, 1, is read as 4."""
    law = odds(hand_to_hand.blow, band(2), band(4, "DBP", ship_class=1), CHARTS)
    assert law[0] == 1
    assert odds(hand_to_hand.blow, band(4, "DBP", ship_class=1), band(2), CHARTS)[1] == 1


def test_the_largest_ship_counts_where_classes_are_mixed():
    """WS23: a ship of the line with a sloop fights as a ship of the line."""
    at = sea((obp(1, 1),), friend=(obp(1, 1),), mars={"ship_class": 2}, ajax={"ship_class": 5})
    log = fought(at, 1, 6)[1]
    reasons = [modifier.reason for event in log if isinstance(event, Melee) for modifier in event.account[0].add]
    assert reasons[0] == "a larger ship"


def test_each_side_throws_for_its_own_men():
    """The throws know their seats."""
    log = fought(sea((obp(1, 1),), friend=(obp(1, 1),)), 1, 6)[1]
    thrown = [look for event in log if isinstance(event, Melee) for look in event.account if look.faces]
    assert [(look.seat, look.faces) for look in thrown] == [("british", (1,)), ("french", (6,))]


def test_a_die_is_never_read_beyond_its_faces():
    """Modifiers lead to its last row at most."""
    assert odds(hand_to_hand.blow, band(1, "DBP", "poor", 1), band(1), CHARTS)[1] == Fraction(5, 6)


def test_losses_are_simultaneous_and_three_to_one_decides():
    """One square each: both die at once, and nobody has won (WS77)."""
    after = hand_to_hand.one_round(Pair(band(1), band(1)), CHARTS, ScriptedDice([1, 1]))
    assert hand_to_hand.winner(after, CHARTS) == "nobody"
    assert hand_to_hand.winner(Pair(band(3), band(1)), CHARTS) == "one"
    assert hand_to_hand.winner(Pair(band(1), band(3)), CHARTS) == "other"
    assert hand_to_hand.winner(Pair(band(5), band(2)), CHARTS) == ""
    assert hand_to_hand.winner(Pair(band(5), band(0)), CHARTS) == "one"


def test_strengths_are_not_compared_before_the_first_round():
    """Nine against one have to fight it."""
    law = odds(hand_to_hand.whole, Pair(band(9), band(1)), 1, CHARTS, None)
    assert law.chance(lambda pair: pair.one.squares < 9) > 0


@settings(deadline=None)
@given(
    st.integers(1, 30), st.integers(1, 30), st.sampled_from(QUALITIES), st.sampled_from(QUALITIES),
    st.integers(1, 7), st.integers(1, 7), st.integers(0, 10**6),
)  # fmt: skip
def test_no_fight_makes_men(squares, enemy, quality, other, ship_class, enemy_class, seed):
    """On neither side."""
    pair = Pair(band(squares, "OBP", quality, ship_class), band(enemy, "DBP", other, enemy_class))
    after = hand_to_hand.whole(pair, 3, CHARTS, None, RandomDice(seed))
    assert 0 <= after.one.squares <= squares
    assert 0 <= after.other.squares <= enemy


@settings(deadline=None)
@given(st.sampled_from(range(1, 7)), st.integers(1, 100))
def test_more_strength_never_takes_less(die, strength):
    """At the same die."""
    chart = CHARTS.melee_resolution
    assert chart.at(die, strength) <= chart.at(die, strength + 1)


def test_an_attacked_ship_stands_to_with_her_first_section():
    """WS22. Attackers throw 1, read as 2, and defenders 5, read as 3: with 8 points that is too little for them."""
    after, log = fought(sea((obp(1, 1),)), 1, 5, 1, 5, 1, 5)
    assert log[0] == Prepared("pluton", "DBP", (1,))
    rounds = [event for event in log if isinstance(event, Melee)]
    assert [(event.round, event.strength, event.lost) for event in rounds] == [
        (1, (16, 16), (1, 1)), (2, (12, 12), (1, 1)), (3, (8, 8), (0, 1)),
    ]  # fmt: skip
    mars, pluton, ajax = after.table.ships
    assert (mars.crew, pluton.crew) == ((2, 4, 4), (1, 4, 4))
    assert (mars.fought, pluton.fought, ajax.fought) == ((1,), (0,), ())
    assert "fought" in mars.did
    assert "fought" in pluton.did
    assert (mars.parties, pluton.parties) == ((obp(1, 1),), (Boarders("DBP", (1,)),))


def test_with_the_first_section_empty_the_lowest_living_one_stands_to():
    """WS22; and where the first is away in a party, nobody does."""
    log = fought(sea((obp(1, 1),), pluton={"crew": (0, 3, 4)}), 6, 6, 6, 6, 6, 6)[1]
    assert log[0] == Prepared("pluton", "DBP", (2,))
    carried, log = fought(sea((obp(1, 1),), (Boarders("TBP", (1,), 0),)))
    assert log == [Fate("pluton", "captured", "mars")]
    assert carried.table.ships[1].side == "british"


def test_defenders_shot_away_are_replaced():
    """WS22: a defensive party without men is none."""
    at = sea((obp(1, 1),), (Boarders("DBP", (1,)),), pluton={"crew": (0, 4, 4)})
    assert fought(at, 6, 6, 6, 6, 6, 6)[1][0] == Prepared("pluton", "DBP", (2,))


def test_three_to_one_takes_the_ship():
    """Pluton has one square to defend: it falls to a 2, read as 3, of 48 points. Twelve boarders leave two for eight prisoners."""
    at = sea((obp(1, 1, 2, 3),), pluton={"crew": (1, 4, 4)})
    before = state(at, pluton=Loads(ROUND, ROUND))
    after, log = fought(before, 2, 6)
    pluton = after.table.ships[1]
    assert log[-1] == Fate("pluton", "captured", "mars")
    assert (pluton.side, pluton.built, pluton.crew, pluton.prize) == (
        "british",
        "french",
        (0, 4, 4),
        Crewed(2, "crack"),
    )
    assert (pluton.fresh, pluton.parties) == ((), ())
    assert pluton.able
    assert loading.no_gunners(pluton) == "Pluton cannot load: her men came aboard only this turn"
    assert after.table.ships[0].crew == (2, 4, 4)
    assert after.table.ships[0].parties == ()
    assert after.secret("french").load(1) == EMPTY
    assert after.secret("british").load(1) == EMPTY


def test_several_boarders_add_up():
    """Two parties of four squares are 32 points; the prize crew comes from the larger (WS57)."""
    at = sea((obp(1, 1),), friend=(obp(1, 1, 2),), pluton={"crew": (1, 4, 1)})
    after, log = fought(at, 1, 6)
    assert [event.strength for event in log if isinstance(event, Melee)] == [(48, 4)]
    assert log[-1] == Fate("pluton", "captured", "ajax")
    assert after.table.ships[2].crew == (3, 4, 4)
    assert (after.table.ships[0].fought, after.table.ships[2].fought) == ((1,), (1,))


def test_boarders_meet_boarders_first_and_the_winner_meets_the_defenders():
    """WS56: 4 squares against 1. It is taken in the first round; two are left for the defenders, who lose one of one."""
    at = sea((obp(1, 1),), (obp(0, 1), Boarders("DBP", (2,))), pluton={"crew": (1, 1, 4)})
    after, log = fought(at, 1, 6, 1, 6)
    rounds = [event for event in log if isinstance(event, Melee)]
    assert [(event.round, event.strength) for event in rounds] == [(1, (16, 4)), (2, (16, 4))]
    assert [len(event.account[0].add) for event in rounds] == [0, 1]
    assert after.table.ships[1].side == "british"


def test_a_beaten_boarding_party_is_taken_and_its_ship_fights_on():
    """WS55: four squares against twelve lose two, and two give up. Mars keeps her other sections."""
    at = sea((obp(1, 1),), (Boarders("DBP", (1, 2, 3)),))
    after, log = fought(at, 6, 6)
    assert log[-1] == Squares("mars", "capture", crew=2)
    assert after.table.ships[0].crew == (0, 4, 4)
    assert after.table.ships[0].able
    assert after.table.ships[0].parties == after.table.ships[1].parties == ()


def test_defenders_who_win_cross_over_if_told_to():
    """WS55: in the rounds that are left, as boarders; Mars stands to with what she has left."""
    at = sea((obp(1, 1),), (Boarders("DBP", (1, 2, 3), cross=True),), mars={"crew": (1, 1, 0)})
    after, log = fought(at, 6, 6, 1, 6)
    assert Prepared("mars", "DBP", (2,)) in log
    assert log[-1] == Fate("mars", "captured", "pluton")
    mars, pluton, _ = after.table.ships
    assert (mars.side, mars.prize) == ("french", Crewed(1, "crack"))
    assert sum(pluton.crew) == 11
    stays = sea((obp(1, 1),), (Boarders("DBP", (1, 2, 3)),), mars={"crew": (1, 1, 0)})
    assert fought(stays, 6, 6)[0].table.ships[0].side == "british"


def test_all_hands_away_keep_her_from_moving_next_turn_only():
    """Then they are back."""
    everybody = (obp(1, 1, 2, 3),)
    after, _ = fought(sea(everybody, (Boarders("DBP", (1, 2, 3)),)), 6, 6, 6, 6, 6, 6)
    assert after.table.ships[0].committed
    alone = replace(after.table, ships=tuple(replace(one, parties=()) for one in after.table.ships))
    later = melee.fight(replace(after, table=alone), CHARTS, ScriptedDice([]))
    assert not later.table.ships[0].committed
    assert later.table.ships[0].fought == ()


def test_a_ship_that_does_not_resist_is_taken_possession_of():
    """WS52, WS57: one that has struck stays out of the action, one that surrendered fights for her captor."""
    after, log = fought(sea((obp(1, 1),), pluton={"colours": "struck", "hull": 0}))
    assert log == [Fate("pluton", "captured", "mars")]
    pluton = after.table.ships[1]
    assert (pluton.side, pluton.colours, pluton.able, pluton.prize) == ("british", "struck", False, Crewed(2, "crack"))
    assert after.table.ships[0].fought == ()
    assert fought(sea((obp(1, 1),), pluton={"colours": "surrendered"}))[0].table.ships[1].able
    empty = fought(sea((obp(1, 1),), pluton={"crew": (0, 0, 0)}))[0].table.ships[1]
    assert (empty.side, empty.prize) == ("british", Crewed(1, "crack"))


@pytest.mark.parametrize("now", [{"danger": "may_sink"}, {"gone": "sunk"}])
def test_nobody_boards_a_wreck(now):
    """The party stays at home and nothing is told."""
    after, log = fought(sea((obp(1, 1),), pluton=now))
    assert log == []
    assert after.table.ships[0].parties == ()


def test_transfers_refill_what_was_lost_latest_losses_first():
    """WS58: four men cross, three find places; the quality is that of the ship they join."""
    at = sea((Boarders("TBP", (1,), 2),), mars={"bow": (3, -1)}, ajax={"crew": (3, 2, 4), "quality": "green"})
    after, log = fought(at)
    assert log == [Transferred("mars", "ajax", 3)]
    assert after.table.ships[0].crew == (1, 4, 4)
    assert after.table.ships[2].crew == (4, 4, 4)
    assert after.table.ships[2].quality == "green"


def test_men_who_cross_to_an_empty_ship_do_not_load_this_turn():
    """A transfer is useless until the next turn (WS58); men who were there go on loading."""
    transfer = (Boarders("TBP", (1,), 2),)
    for crew, words in (((0, 0, 0), "Ajax cannot load: her men came aboard only this turn"), ((0, 0, 1), None)):
        after, _ = fought(sea(transfer, mars={"bow": (3, -1)}, ajax={"crew": crew}))
        assert loading.no_gunners(after.table.ships[2]) == words


@pytest.mark.parametrize(
    ("sections", "loads", "repairs"), [((1,), True, True), ((1, 2), True, False), ((1, 2, 3), False, False)]
)
def test_sections_that_stood_by_to_defend_do_no_other_work(sections: tuple[int, ...], loads: bool, repairs: bool):
    """WS54: nobody came, but the turn is spent. Repairs take two sections that were in no party."""
    after, _ = fought(sea((Boarders("DBP", sections),), mars={"hull": 8}))
    mars = after.table.ships[0]
    assert (loading.no_gunners(mars) is None) is loads
    why = loading.why_not(after.table, after.secret("british"), "british", Repair("mars", "hull"), CHARTS)
    assert why == (
        None if repairs else "Mars told off too many hands as boarders this turn and cannot repair; try next turn"
    )


def test_transfers_to_a_prize_join_the_prize_crew():
    """WS58."""
    prize = {"side": "british", "prize": Crewed(1, "average")}
    after, log = fought(sea((Boarders("TBP", (1,), 1),), pluton=prize))
    assert after.table.ships[1].prize == Crewed(5, "average")
    assert log == [Transferred("mars", "pluton", 4)]


def test_prisoners_take_a_ship_back_from_too_small_a_crew():
    """One square for every six prisoners: twelve want two."""
    small = {"side": "british", "prize": Crewed(1, "crack")}
    after, log = fought(sea(pluton=small))
    assert log == [Fate("pluton", "retaken")]
    pluton = after.table.ships[1]
    assert (pluton.side, pluton.prize, pluton.able, pluton.fresh) == ("french", None, True, ())
    enough = {"side": "british", "prize": Crewed(2, "crack")}
    assert fought(sea(pluton=enough))[1] == []
    assert [melee.needed(n, CHARTS) for n in (0, 1, 6, 7, 12, 13)] == [0, 1, 1, 2, 2, 3]


def test_a_new_prize_is_safe_until_the_next_turn():
    """WS57: one boarder for twelve prisoners is too few, but more can be sent first."""
    at = sea((obp(1, 1),), (Boarders("TBP", (1,), 0),), mars={"crew": (1, 4, 4)})
    after, _ = fought(at)
    assert after.table.ships[1].prize == Crewed(1, "crack")
    assert fought(after)[1] == [Fate("pluton", "retaken")]


def test_friends_who_board_a_prize_set_her_crew_free():
    """The prize crew of one defends itself and falls; she is French again, with her own crew."""
    prize = {"side": "french", "built": "british", "prize": Crewed(1, "poor")}
    after, log = fought(sea((obp(1, 1),), pluton=prize | {"crew": (2, 0, 0)}), 1, 6)
    assert log[-1] == Fate("pluton", "retaken", "mars")
    pluton = after.table.ships[1]
    assert (pluton.side, pluton.prize, pluton.crew) == ("british", None, (2, 0, 0))
    assert after.table.ships[0].crew == (4, 4, 4)


def test_boarders_who_retake_a_ship_without_a_crew_man_her():
    """WS67: half of them stay and take the places of the fallen; the enemy does not walk in next turn."""
    empty = {"side": "french", "built": "british", "crew": (0, 0, 0), "prize": Crewed(1, "poor")}
    after, log = fought(sea((obp(1, 1),), pluton=empty), 1, 6)
    assert log[-2:] == [Fate("pluton", "retaken", "mars"), Transferred("mars", "pluton", 2)]
    mars, pluton = after.table.ships[:2]
    assert (pluton.side, pluton.prize, pluton.crew, pluton.able) == ("british", None, (0, 0, 2), True)
    assert mars.crew == (2, 4, 4)
    assert loading.no_gunners(pluton) == "Pluton cannot load: her men came aboard only this turn"


def test_a_captain_may_send_more_or_fewer_to_a_ship_that_he_retakes():
    """WS67: as many as he said, if there is room; to one that struck nobody goes unless he says so."""
    empty = {"side": "french", "built": "british", "crew": (0, 0, 0), "prize": Crewed(1, "poor")}
    after, _ = fought(sea((obp(1, 1),), pluton=empty, mars={"manning": ((1, 4),)}), 1, 6)
    assert after.table.ships[1].crew == (0, 0, 4)
    after, _ = fought(sea((obp(1, 1),), pluton=empty | {"crew": (4, 4, 3)}, mars={"manning": ((1, 4),)}), 1, 6)
    assert (after.table.ships[0].crew, after.table.ships[1].crew) == ((3, 4, 4), (4, 4, 4))
    after, log = fought(sea((obp(1, 1),), pluton=empty | {"colours": "struck", "prize": Crewed(0, "poor")}))
    assert log == [Fate("pluton", "retaken", "mars")]
    assert after.table.ships[0].crew == (4, 4, 4)


@pytest.mark.parametrize(("wish", "crew"), [(0, 2), (1, 1), (4, 4), (9, 4)])
def test_a_prize_crew_is_as_large_as_was_ordered(wish: int, crew: int):
    """WS68: twelve prisoners want two, which is what stays where nothing was said; no more stay than there are."""
    manning = ((1, wish),) if wish else ()
    at = sea((obp(1, 1),), (Boarders("TBP", (1,), 0),), mars={"manning": manning})
    after, _ = fought(at)
    assert after.table.ships[1].prize == Crewed(crew, "crack")
    assert after.table.ships[0].manning == ()
    assert bool(fought(after)[1]) is (crew < 2)  # the prisoners rise against one


def test_a_prize_crew_defends_a_ship_that_has_struck():
    """WS57: nobody walks in over the captors who stand on her deck; here they beat the boarders off."""
    prize = {"side": "french", "built": "british", "colours": "struck", "prize": Crewed(4, "crack")}
    after, log = fought(sea((obp(1, 1),), pluton=prize), 6, 6, 6, 6, 6, 6)
    assert [type(event) for event in log] == [Melee, Melee, Melee, Squares]
    assert after.table.ships[1].side == "french"
    assert after.table.ships[0].crew == (0, 4, 4)


def test_boarding_a_ship_of_the_line_provokes_her():
    """Like grappling her."""
    at = sea((obp(1, 1),), pluton={"ship_class": 1})
    assert fought(at, 6, 6, 6, 6, 6, 6)[0].table.ships[0].provoked == at.turn


def test_a_phase_without_parties_changes_nothing():
    """Not even the state's identity."""
    before = state(sea())
    assert melee.fight(before, CHARTS, ScriptedDice([])) is before


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_fights_of_three_ships_keep_their_books(seed):
    """No square appears; parties that go on name living sections of able ships; prizes have loads of their new side."""
    at = sea(
        (obp(1, 1), Boarders("DBP", (2,), cross=True)),
        (obp(0, 1), Boarders("DBP", (2, 3), cross=True)),
        friend=(obp(1, 1, 2),),
    )
    after = melee.fight(state(at), CHARTS, RandomDice(seed))
    for old, new in zip(at.ships, after.table.ships, strict=True):
        prize = new.prize.squares if new.prize is not None else 0
        assert sum(new.crew) <= sum(old.crew)
        assert prize >= 0
        assert all(0 <= left <= full for left, full in zip(new.crew, new.crew_full, strict=True))
        assert (new.prize is None) == (new.side == new.built)
        if new.parties:
            assert new.able
    total = sum(one.hands + (sum(one.crew) if one.prize else 0) for one in after.table.ships)
    assert total <= sum(one.hands for one in at.ships)


def test_pumps_that_a_fight_empties_are_manned_again():
    """Boarders are told off, and then a shot ties their section to the pumps; when they fall another pumps (WS28)."""
    hers = (Boarders("OBP", (1,), 0),)
    after, log = fought(sea((), hers, pluton={"crew": (1, 4, 4), "pumps": (1,)}), 6, 1)
    assert (after.table.ships[1].crew, after.table.ships[1].pumps) == ((0, 4, 4), (3,))
    assert not [fate for fate in log if isinstance(fate, Fate)]


def test_pumps_that_nobody_is_left_for_after_a_fight():
    """Her last men, tied to the pumps, fall on the enemy's deck: without a crew she may sink (WS28)."""
    hers = (Boarders("OBP", (1,), 0),)
    at = sea((), hers, pluton={"crew": (1, 0, 0), "pumps": (1,)})
    after, log = fought(at, 6, 1)
    assert [fate.what for fate in log if isinstance(fate, Fate)] == ["no_crew", "may_sink"]
    assert (after.table.ships[1].danger, after.table.ships[1].parties) == ("may_sink", ())
