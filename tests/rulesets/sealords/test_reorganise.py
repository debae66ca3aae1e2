"""Reorganisation: sail, squadrons, leaders and auxiliaries change their places in council."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    SIDES,
    YEAR,
    auxiliary,
    formation,
    found,
    heard,
    leader,
    order,
    squadron,
    state,
    view,
)
from weathergauge.rulesets.sealords.common import STEP, Noticed, Ready
from weathergauge.rulesets.sealords.council import sitting
from weathergauge.rulesets.sealords.council.actions import AssignAuxiliary, CreditAsLoss
from weathergauge.rulesets.sealords.formations.actions import (
    DetachSquadron,
    JoinFormations,
    MoveSquadron,
    PostLeader,
    PromoteLeader,
    RelieveLeader,
    TransferSail,
)
from weathergauge.rulesets.sealords.phases import Council
from weathergauge.rulesets.sealords.state import Date, State, replace
from weathergauge.throwing import RandomDice, ScriptedDice

HOME = "port_mahon/harbour"


def council(formations: Any = (), title: str = "mistral", **changed: Any) -> State:
    return state(title, formations, date=Date(YEAR, 3), step="council", phase=Council(SIDES), **changed)


def done(now: State, action: Any, *dice: int, side: Any = "british", world: Any = MISTRAL) -> State:
    assert sitting.why_not(view(now, side), action, world) is None
    thrown = ScriptedDice(dice)
    after = sitting.play(now, side, action, world, thrown)
    thrown.finish()
    assert all(one.to == (side,) for one in thrown.told)
    return after


def refused(now: State, action: Any, side: Any = "british", world: Any = MISTRAL) -> str:
    return sitting.why_not(view(now, side), action, world) or ""


def fleet(**changed: Any) -> Any:
    """A flotilla of two squadrons under the Fleet Admiral, in harbour."""
    mathews = leader("mathews", role="fleet_admiral", rank="admiral")
    squadrons = (squadron("a", dps=5), squadron("b", sail=2))
    usual: dict[str, Any] = {"place": HOME, "state": "fitting_out", "leader": mathews, "squadrons": squadrons}
    return formation("b1", **(usual | changed))


def test_sail_go_with_their_share_of_the_damage():
    """Two of four sail with 5 damage points take 2 along."""
    after = found(done(council([fleet()]), TransferSail("a", 2, "b"), 3), "b1")
    assert [(one.sail, one.dps) for one in after.squadrons] == [(2, 3), (4, 2)]


def test_a_failed_check_changes_nothing_and_is_not_made_twice():
    """In one council."""
    now = council([fleet()])
    after = done(now, TransferSail("a", 2, "b"), 4)
    assert found(after, "b1") == found(now, "b1")
    assert "tried in this council" in refused(after, TransferSail("a", 1, "b"))


def test_new_sail_move_without_a_check():
    """And stay new."""
    now = council([fleet(squadrons=(squadron("a", new=2), squadron("b", sail=2)))])
    after = found(done(now, TransferSail("a", 2, "b")), "b1")
    assert [(one.sail, one.new) for one in after.squadrons] == [(2, 0), (4, 2)]


def test_the_last_sail_close_a_squadron_and_some_make_a_new_one():
    """Two halves are one whole, and a whole can be parted."""
    now = council([fleet(squadrons=(squadron("a", sail=2), squadron("b", sail=2)))])
    assert [one.id for one in found(done(now, TransferSail("a", 2, "b"), 0), "b1").squadrons] == ["b"]
    whole = council([fleet(squadrons=(squadron("a", sail=4), squadron("b", sail=2)))])
    split = found(done(whole, TransferSail("a", 2), 0), "b1")
    assert [one.sail for one in split.squadrons] == [2, 2, 2]


def test_a_squadron_is_split_into_halves_at_the_least():
    """Each part keeps the whole rating: four sail of the line make two squadrons and no more, two frigates two."""
    fleets = fleet(squadrons=(squadron("a"), squadron("b", sail=3), squadron("c", sail=2), squadron("f", "frigate")))
    now = council([fleets])
    for squadron_id, sail in (("a", 1), ("a", 3), ("b", 1), ("b", 2), ("c", 1)):
        assert "into halves at the least" in refused(now, TransferSail(squadron_id, sail))
    halves = found(done(now, TransferSail("a", 2), 0), "b1")
    assert [one.rating for one in halves.squadrons if one.cls == "sol"] == [10, 10, 10, 10]
    assert "into halves at the least" in refused(done(now, TransferSail("a", 2), 0), TransferSail("a", 1))
    assert len(found(done(now, TransferSail("f", 1), 0), "b1").squadrons) == len(fleets.squadrons) + 1


def test_a_squadron_joins_another_formation_and_a_lone_one_is_absorbed():
    """Its auxiliary comes along and its counter goes."""
    now = council(
        [fleet(), formation("b2", HOME, state="fitting_out")], british={"auxiliaries": (auxiliary(base="b2"),)}
    )
    after = done(now, MoveSquadron("b2_1", "b1"), 2)
    assert found(after, "b2") is None
    assert len(found(after, "b1").squadrons) == 3
    assert after.secret("british").auxiliaries[0].base == "b1"
    assert after.table.counter("b2") is None


def test_joined_formations_are_under_the_senior_leader():
    """The other is ashore."""
    second = formation("b2", HOME, state="fitting_out", leader=leader("lestock", rank="vice_admiral"))
    after = done(council([fleet(), second]), JoinFormations("b1", "b2"), 3)
    assert found(after, "b2").leader.id == "mathews"
    assert [one.id for one in after.secret("british").leaders] == ["lestock"]
    assert found(after, "b2").kind == "flotilla"


def test_a_rendezvous_is_done_by_joining_and_other_orders_are_not_left_behind():
    """Who has orders of its own may not join."""
    mine = (order("o1", holder="b1"), order("r", "rendezvous", target=("b1",), holder="b2"), order("o3", holder="b3"))
    there = [fleet(order="o1"), formation("b2", HOME, state="fitting_out", order="r")]
    there.append(formation("b3", HOME, squadrons=(squadron("c", sail=1),), state="fitting_out", order="o3"))
    now = council(there, british={"orders": mine})
    after = done(now, JoinFormations("b2", "b1"), 3)
    assert [one.id for one in after.secret("british").orders] == ["o1", "o3"]
    assert found(after, "b1").order == "o1"
    assert "orders of its own" in refused(now, JoinFormations("b3", "b1"))
    assert "left for its orders" in refused(now, MoveSquadron("c", "b1"))
    assert "left for its orders" in refused(now, TransferSail("c", 1, "b"))


def test_commands_mix_only_where_the_chart_has_a_line_for_it():
    """CW Ex. 2.35: by a check of the Fleet Admiral."""
    court = leader("court", "french", role="fleet_admiral", sr=3)
    french = formation("f", "toulon/harbour", "bourbon", state="fitting_out", leader=court)
    spanish = formation(
        "s",
        "toulon/harbour",
        "bourbon",
        state="fitting_out",
        command="spanish",
        leader=leader("navarro", "spanish", sr=9, role="command_admiral"),
    )
    assert "different Commands" in refused(council([french, spanish]), JoinFormations("s", "f"), "bourbon")
    ours = [replace(one, place="brest/harbour") for one in (french, spanish)]
    now = council(ours, "cold_waves")
    assert found(done(now, JoinFormations("s", "f"), 4, side="bourbon", world=COLD_WAVES), "s") is not None
    assert found(done(now, JoinFormations("s", "f"), 3, side="bourbon", world=COLD_WAVES), "s") is None


def test_a_detachment_keeps_the_orders_and_an_independent_squadron_does_not():
    """SL64: a detachment only where the chart has the line."""
    now = council([fleet(order="o1")], british={"orders": (order("o1", holder="b1"),)})
    assert "cannot take her orders along in this title" in refused(now, DetachSquadron("b", "detachment"))
    kept = done(now, DetachSquadron("b", "detachment"), 3, world=COLD_WAVES)
    (apart,) = [one for one in kept.secret("british").formations if one.id != "b1"]
    assert (apart.kind, apart.order, apart.squadrons[0].id, apart.leader) == ("detachment", "o1", "b", None)
    free = done(now, DetachSquadron("b"), 3)
    (apart,) = [one for one in free.secret("british").formations if one.id != "b1"]
    assert (apart.kind, apart.order) == ("squadron", "")


def test_where_the_chart_says_so_the_leader_lets_a_squadron_go():
    """CW 3.352: a leadership check (5) without orders, a strategy check (1) with them."""
    norris = leader("norris", lr=5, sr=1, role="fleet_admiral")
    now = council(
        [fleet(leader=norris, place="spithead", state="ready", order="o1")],
        "cold_waves",
        british={"orders": (order("o1", holder="b1"),)},
    )
    assert len(done(now, DetachSquadron("b"), 5, world=COLD_WAVES).secret("british").formations) == 2
    assert len(done(now, DetachSquadron("b", "detachment"), 2, world=COLD_WAVES).secret("british").formations) == 1
    idle = council([fleet(leader=norris, place="spithead", state="ready")], "cold_waves")
    assert "has no orders" in refused(idle, DetachSquadron("b", "detachment"), world=COLD_WAVES)


def test_leaders_take_posts_in_port_and_relieve_their_juniors():
    """Holds SL63."""
    vernon = leader("vernon", rank="admiral", year=1745)
    junior = formation("b2", HOME, state="fitting_out", leader=leader("rowley"))
    now = council([junior, formation("b3", "space_7")], british={"leaders": (vernon,)})
    after = done(now, PostLeader("vernon", "b2"))
    assert found(after, "b2").leader == vernon
    assert [one.id for one in after.secret("british").leaders] == ["rowley"]
    assert "b3 is at sea" in refused(now, PostLeader("vernon", "b3"))
    assert "junior to Vernon" in refused(after, PostLeader("rowley", "b2"))


def test_a_leader_changes_ships_in_the_same_place():
    """His old formation has none."""
    now = council([formation("b2", "space_7", leader=leader("rowley")), formation("b3", "space_7")])
    after = done(now, PostLeader("rowley", "b3"))
    assert (found(after, "b2").leader, found(after, "b3").leader.id) == (None, "rowley")


def test_the_wounded_take_no_post_where_they_are_out_of_play():
    """Until their turns are over."""
    hurt = leader("vernon", wounded=2)
    now = council([formation("b2", HOME, state="fitting_out")], british={"leaders": (hurt,)})
    assert "out of play for 2 turns more" in refused(now, PostLeader("vernon", "b2"))


def test_admirals_of_the_fleet_keep_their_posts_and_flotillas_their_leaders():
    """A small formation may do without one."""
    now = council([fleet(leader=leader("rowley"))])
    assert "needs a leader" in refused(now, RelieveLeader("b1"))
    assert "keeps his post" in refused(council([fleet()]), RelieveLeader("b1"))
    alone = council([formation("b2", HOME, state="fitting_out", leader=leader("rowley"))])
    assert found(done(alone, RelieveLeader("b2")), "b2").leader is None


def test_one_leader_a_quarter_is_promoted_if_he_has_earned_it():
    """Holds SL65."""
    now = council(
        [
            formation("b2", leader=leader("rowley", earned=True, year=1743)),
            formation("b3", leader=leader("medley", earned=True)),
        ]
    )
    after = done(now, PromoteLeader("rowley"))
    risen = found(after, "b2").leader
    assert (risen.rank, risen.year, risen.earned) == ("vice_admiral", YEAR, False)
    assert "one leader was promoted" in refused(after, PromoteLeader("medley"))
    assert "neither won a battle" in refused(council([formation(leader=leader("rowley"))]), PromoteLeader("rowley"))


def test_auxiliaries_go_from_available_to_a_legal_base():
    """And stand there as assigned."""
    now = council(
        [formation()], british={"auxiliaries": (auxiliary("x1", "light", box="available", base=""), auxiliary("x2"))}
    )
    after = done(now, AssignAuxiliary("x1", "gibraltar"))
    assert (after.secret("british").auxiliaries[0].box, after.secret("british").auxiliaries[0].base) == (
        "assigned",
        "gibraltar",
    )
    assert "light cannot be based at b1" in refused(now, AssignAuxiliary("x1", "b1"))
    assert "British fleet auxiliary is assigned, not available" in refused(now, AssignAuxiliary("x2", "gibraltar"))
    assert AssignAuxiliary("x1", "gibraltar") in sitting.of(view(now), "x1", MISTRAL)


def test_an_admiral_who_loses_his_post_by_a_join_is_followed_at_once():
    """SL92. The Fleet Admiral is junior to whom he joins: the senior has the Fleet from now on, and the other no role. Where
    nobody else has a post he keeps it."""
    senior_man = leader("norris", rank="admiral")
    junior = leader("hardy", rank="rear_admiral", role="fleet_admiral", sr=9)
    now = council([formation("b1", leader=senior_man), formation("b2", leader=junior)])
    after = sitting.play(now, "british", JoinFormations("b2", "b1"), MISTRAL, ScriptedDice([0]))
    merged = after.formation("b1")
    assert merged is not None
    assert merged.leader is not None
    assert (merged.leader.id, merged.leader.role) == ("norris", "fleet_admiral")
    assert [(one.id, one.role) for one in after.secrets[0].leaders] == [("hardy", "")]
    alone = council(
        [
            formation("b1", squadrons=(squadron("s1", sail=2),)),
            formation("b2", squadrons=(squadron("s9", sail=1),), leader=junior),
        ]
    )
    gone = sitting.play(alone, "british", TransferSail("s9", 1, "s1"), MISTRAL, ScriptedDice([0]))
    assert [(one.id, one.role) for one in gone.secrets[0].leaders] == [("hardy", "fleet_admiral")]


def test_awards_may_be_taken_as_the_enemys_loss():
    """SL74. In Cold Waves, up to three points of an award; Mistral's chart has no such line. The other side hears of it."""
    now = council()
    dice = ScriptedDice([])
    after = sitting.play(now, "british", CreditAsLoss(1), COLD_WAVES, dice)
    assert heard(dice) == [Noticed("british", "awards")]
    assert after.table.tally("british").as_loss == 1
    assert "already" in (sitting.why_not_credit(view(after), CreditAsLoss(1), COLD_WAVES) or "")
    assert "0 to 3 of each" in (sitting.why_not_credit(view(after), CreditAsLoss(4), COLD_WAVES) or "")
    assert "awards are one's own here" in refused(now, CreditAsLoss(1))
    assert not [one for one in sitting.of(view(now), STEP, MISTRAL) if isinstance(one, CreditAsLoss)]
    offered = [one for one in sitting.of(view(now), STEP, COLD_WAVES) if isinstance(one, CreditAsLoss)]
    assert offered == [CreditAsLoss(1), CreditAsLoss(2), CreditAsLoss(3)]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (TransferSail("none", 1, "b"), "no squadron 'none'"),
        (TransferSail("a", 5, "b"), "move 1 to 4, not 5"),
        (TransferSail("a", 3, "b"), "room for 2 sail, not 3"),
        (TransferSail("a", 1, "f"), "another contingent or class"),
        (TransferSail("flag", 1, "b"), "is a flagship"),
        (TransferSail("a", 4), "would keep no sail"),
        (TransferSail("a", 1, "far_1"), "not in the same place"),
        (MoveSquadron("a", "b1"), "is in b1 already"),
        (MoveSquadron("a", "none"), "no formation of squadrons 'none'"),
        (MoveSquadron("a", "b2"), "b2 has no leader"),
        (JoinFormations("b1", "far"), "not in the same place"),
        (JoinFormations("b1", "b1"), "cannot join itself"),
        (DetachSquadron("far_1"), "is all there is of far"),
        (DetachSquadron("a", "detachment"), "cannot take her orders along"),
        (PostLeader("none", "b1"), "no leader 'none'"),
        (PostLeader("mathews", "far"), "not at north of Majorca and Minorca (#7)"),
        (PromoteLeader("none"), "no leader 'none'"),
        (AssignAuxiliary("none", "gibraltar"), "no auxiliary 'none'"),
    ],
)
def test_refusals(action: Any, reason: str):
    """Each with its reason."""
    flag = squadron("flag", "flagship", name="Namur")
    big = fleet(squadrons=(squadron("a"), squadron("b", sail=2), squadron("f", "frigate", sail=1), flag))
    second = formation("b2", HOME, state="fitting_out")
    assert reason in refused(council([big, second, formation("far", "space_7")]), action)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_no_council_makes_or_loses_sail_damage_or_leaders(seed: int):
    """Whatever is decided in whatever order: everything is still there, and the counters fit."""
    dice = RandomDice(seed)
    second = formation("b2", HOME, state="fitting_out", leader=leader("rowley", earned=True))
    third = formation(
        "b3", HOME, state="fitting_out", squadrons=(squadron("c", sail=3, dps=4), squadron("d", "frigate"))
    )
    now = council([fleet(), second, third], british={"leaders": (leader("vernon", rank="admiral"),)})

    def held(state: State) -> tuple[int, int, list[str]]:
        own = state.secret("british")
        ships = [one for formation in own.formations for one in formation.squadrons]
        names = [one.leader.id for one in own.formations if one.leader is not None] + [one.id for one in own.leaders]
        return sum(one.sail for one in ships), sum(one.dps for one in ships), sorted(names)

    before = held(now)
    for _ in range(8):
        seen = view(now)
        offered = [one for subject in sitting.subjects(seen, MISTRAL) for one in sitting.of(seen, subject, MISTRAL)]
        action = dice.pick([one for one in offered if not isinstance(one, Ready)], why="which?")
        now = sitting.play(now, "british", action, MISTRAL, dice)
        assert held(now) == before, action
        assert {one.id for one in now.table.counters} == {one.id for one in now.secret("british").formations}
        assert all(
            one.sail <= one.full for formation in now.secret("british").formations for one in formation.squadrons
        )
