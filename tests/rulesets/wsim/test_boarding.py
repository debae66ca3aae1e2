"""Phase G: telling off boarding parties."""

from typing import Any

import pytest

from tests.rulesets.wsim.sea import heard, locked, ship, state, table
from weathergauge.rulesets.wsim import boarding
from weathergauge.rulesets.wsim.actions import Man, Manning, Party, Prepared
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.state import Boarders, Crewed, State, Table, replace
from weathergauge.throwing import ScriptedDice

CHARTS = charts()
OBP = Party("mars", "OBP", (1,), "pluton")


def sea(*how: str, enemy: dict[str, Any] | None = None, friend: dict[str, Any] | None = None, **changed: Any) -> Table:
    """Mars between an enemy, Pluton, and a friend, Ajax."""
    at = table(
        ship("mars", (0, 0), 1, **changed),
        ship("pluton", (1, 0), 1, "french", **(enemy or {})),
        ship("ajax", (-1, 0), 1, **(friend or {})),
        step="boarding",
    )
    return locked(at, "mars", "pluton", *how)


def sentence(at: Table, order: Party | Man, *written: Party) -> str | None:
    return boarding.why_not(at, state(at, *written).secret("british"), "british", order, CHARTS)


def done(before: State) -> tuple[State, list[Any]]:
    dice = ScriptedDice([])
    return boarding.resolve(before, CHARTS, dice), heard(dice)


def test_boarders_need_an_enemy_they_are_held_to():
    """By a grapple or a foul; apart, or against a sinking wreck, the party is refused."""
    assert sentence(sea("grapple"), OBP) is None
    assert sentence(sea("foul"), OBP) is None
    apart = "Mars cannot board Pluton; only an enemy that she is fouled or grappled with, and that is no sinking wreck"
    assert sentence(sea(), OBP) == apart
    assert sentence(sea("foul", enemy={"danger": "may_sink"}), OBP) == apart
    assert "cannot board Ajax" in str(sentence(sea("foul"), Party("mars", "OBP", (1,), "ajax")))


def test_a_ship_that_has_struck_may_be_boarded():
    """WS52: to put a prize crew aboard."""
    assert sentence(sea("grapple", enemy={"colours": "struck"}), OBP) is None


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Party("mars", "OBP", (1,)), "OBP: a target is missing; name the ship that the party of Mars is meant for"),
        (Party("mars", "DBP", (1,), "pluton"), "pluton: a defensive party (DBP) has no target; leave it out"),
        (Party("mars", "OBP", (1,), "pluton", True), "OBP: only a defensive party (DBP) crosses over when it wins; leave cross out"),
        (Party("mars", "OBP", (), "pluton"), "sections=none: expected crew sections in rising order, as in 1 or 1, 2"),
        (Party("mars", "OBP", (2, 1), "pluton"), "sections=2, 1: expected crew sections in rising order, as in 1 or 1, 2"),
        (Party("mars", "OBP", (1, 4), "pluton"), "section 4: Mars has crew sections 1 to 3"),
        (Party("mars", "OBP", (2,), "pluton"), "section 1 of Mars is skipped; parties take the lowest numbered sections first"),
        (Party("mars", "OBP", (1, 3), "pluton"), "section 2 of Mars is skipped; parties take the lowest numbered sections first"),
    ],
)  # fmt: skip
def test_a_party_that_cannot_be_told_off_is_refused(order, words):
    """For each way in which it cannot be."""
    assert sentence(sea("foul"), order) == words


def test_an_unknown_target_is_refused():
    """With the nearest name."""
    refused = sentence(sea("foul"), Party("mars", "OBP", (1,), "plut"))
    assert str(refused).endswith("there is no such ship; did you mean pluton?")


def test_empty_sections_and_those_at_the_pumps_do_not_go():
    """WS54: the lowest that are left go first."""
    at = sea("foul", crew=(0, 2, 4), pumps=(3,))
    assert sentence(at, Party("mars", "OBP", (2,), "pluton")) is None
    assert sentence(at, OBP) == "section 1 of Mars has nobody left; take one that has squares"
    assert (
        sentence(at, Party("mars", "OBP", (2, 3), "pluton")) == "section 3 of Mars is tied to the pumps; take another"
    )


def test_parties_share_the_sections_out_among_them():
    """No section is in two, none is skipped, and a new order of a kind takes the place of the old."""
    at = sea("foul")
    assert (
        sentence(at, Party("mars", "DBP", (1,)), OBP) == "section 1 of Mars is in another party already; take another"
    )
    assert sentence(at, Party("mars", "DBP", (2,)), OBP) is None
    assert "section 2 of Mars is skipped" in str(sentence(at, Party("mars", "DBP", (3,)), OBP))
    more = Party("mars", "OBP", (1, 2), "pluton")
    assert sentence(at, more, OBP) is None  # it takes the place of the first
    assert "in another party" in str(sentence(at, more, OBP, Party("mars", "DBP", (2,))))


def test_a_section_that_fights_on_leaves_the_others_to_their_order():
    """WS54: the third section is away since last turn; the first goes next."""
    at = sea("foul", parties=(Boarders("OBP", (3,), 1),))
    assert sentence(at, Party("mars", "DBP", (1,))) is None
    assert "section 1 of Mars is skipped" in str(sentence(at, Party("mars", "DBP", (2,))))


def test_a_prize_crew_tells_off_nobody():
    """WS57."""
    at = sea("foul", prize=Crewed(2, "crack"))
    assert sentence(at, OBP) == "Mars is a prize: her prize crew watches the prisoners and tells off no parties"
    assert boarding.options(at, state(at).secret("british"), "british", 0, CHARTS) == []


def test_a_ship_that_weighs_does_not_board():
    """Her hands are at the capstan."""
    at = sea("foul", weighing=1)
    assert sentence(at, OBP) == "Mars is weighing her anchor and cannot board; wait until it is up"


def test_transfers_go_to_a_friend_beside_her():
    """Not to one who has struck, sinks or is an enemy."""
    to_ajax = Party("mars", "TBP", (1,), "ajax")
    assert sentence(sea(), to_ajax) is None
    assert sentence(sea(friend={"crew": (0, 0, 0)}), to_ajax) is None
    for friend in ({"colours": "struck"}, {"danger": "may_sink"}, {"gone": "sunk"}):
        assert "cannot send men to Ajax" in str(sentence(sea(friend=friend), to_ajax))
    assert "cannot send men to Pluton" in str(sentence(sea(), Party("mars", "TBP", (1,), "pluton")))


def test_the_step_is_asked_for_an_enemy_held_or_a_friend_in_need():
    """WS51."""
    assert not boarding.wanted(sea(), "british", CHARTS)
    assert boarding.wanted(sea("foul"), "british", CHARTS)
    assert boarding.wanted(sea("foul"), "french", CHARTS)
    assert boarding.wanted(sea(friend={"crew": (0, 4, 4)}), "british", CHARTS)
    assert not boarding.wanted(sea(friend={"crew": (3, 4, 4)}), "british", CHARTS)
    assert not boarding.wanted(sea("foul", pumps=(1, 2, 3)), "british", CHARTS)


def test_every_option_is_legal_and_takes_the_next_sections():
    """From the first that has men."""
    at = sea("foul", friend={"crew": (0, 4, 4)})
    own = state(at, OBP).secret("british")
    offered = boarding.options(at, own, "british", 0, CHARTS)
    assert all(boarding.why_not(at, own, "british", order, CHARTS) is None for order in offered)
    assert Party("mars", "DBP", (2, 3), "", True) in offered
    assert Party("mars", "TBP", (2,), "ajax") in offered
    assert {order.sections for order in offered if isinstance(order, Party)} == {(2,), (2, 3)}


def test_parties_are_shown_and_join_those_that_fight_on():
    """WS54: new sections join the fight of last turn."""
    at = sea("foul", parties=(Boarders("OBP", (1,), 1),))
    assert "in another party" in str(sentence(at, OBP))
    join = Party("mars", "OBP", (2,), "pluton")
    assert sentence(at, join) is None
    after, log = done(state(at, join, Party("mars", "DBP", (3,), "", True)))
    assert after.table.ships[0].parties == (Boarders("OBP", (1, 2), 1), Boarders("DBP", (3,), -1, True))
    assert log == [Prepared("mars", "OBP", (2,), "pluton"), Prepared("mars", "DBP", (3,))]


def test_the_prize_crew_is_told_off_with_the_boarders():
    """WS68: any number up to those who board, once a party is written or fights on."""
    at = sea("foul")
    assert (
        sentence(at, Man("mars", "pluton", 2)) == "Mars has no boarders for Pluton; tell off a party against her first"
    )
    own = state(at, OBP).secret("british")
    offered = [order for order in boarding.options(at, own, "british", 0, CHARTS) if isinstance(order, Man)]
    assert offered == [Man("mars", "pluton", squares) for squares in (1, 2, 3, 4)]
    assert all(sentence(at, order, OBP) is None for order in offered)
    many = "squares=5: Mars has 4 squares of boarders for Pluton; expected 1 to 4"
    assert sentence(at, Man("mars", "pluton", 5), OBP) == many
    assert "no such ship" in str(sentence(at, Man("mars", "x", 1), OBP))
    assert sentence(sea("foul", parties=(Boarders("OBP", (1,), 1),)), Man("mars", "pluton", 4)) is None


def test_a_prize_crew_is_shown_and_forgotten_when_the_party_is():
    """WS68: without a party against her it means nothing."""
    wish = Man("mars", "pluton", 3)
    after, log = done(state(sea("foul"), OBP, wish))
    assert log == [Prepared("mars", "OBP", (1,), "pluton"), Manning("mars", "pluton", 3)]
    assert after.table.ships[0].manning == ((1, 3),)
    assert done(state(sea("foul"), wish))[1] == []
    assert boarding.recalled(replace(after.table, locks=())).ships[0].manning == ()
