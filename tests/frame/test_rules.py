"""A match on the frame: chapters are played, steps follow each other until somebody must decide, and it ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.frame.pilots import RULES, Bid, Bidding, Board, Harbour, Pilot, Pilots, Setting, Toast, Toasts
from weathergauge import codec
from weathergauge.dice import Told
from weathergauge.frame.chapter import Chapter, Page
from weathergauge.frame.events import Began, Committed, Ended, Ready
from weathergauge.frame.sequence import Steps
from weathergauge.frame.table import NamesWaiting, Over, Seated
from weathergauge.ruleset import PROCEED, TABLE, Refused, Result
from weathergauge.server.bridge import ruleset_schemas
from weathergauge.throwing import ScriptedDice

START = RULES.setup(None, ScriptedDice(()))


def test_an_order_is_carried_out_by_the_chapter_that_takes_it():
    """A pilot is set down by the chapter of pilots."""
    assert RULES.play(START, "red", Pilot(), ScriptedDice(())).state.table.pilots == 1


def test_a_closed_step_goes_on_to_the_next_in_which_somebody_must_decide():
    """Without pilots nobody bids: the bids close by themselves, and the next turn begins with the pilots again."""
    played = RULES.play(START, "red", Ready(), ScriptedDice(()))
    assert played.state.table == Board(Setting("red"), turn=2)
    assert played.events == (Told(Began(2, "pilots")),)


def test_where_both_decide_at_once_the_table_proceeds_when_both_are_ready():
    """Red bids two and blue one; neither sees it before the table proceeds, and then it is over."""
    state = Harbour(Board(Bidding(), pilots=1), (0, 0))
    for seat, amount in (("red", 2), ("blue", 1)):
        assert seat in RULES.to_act(state)
        state = RULES.play(state, seat, Bid(amount), ScriptedDice(())).state
        played = RULES.play(state, seat, Ready(), ScriptedDice(()))
        assert played.events == (Told(Committed(seat)),)
        state = played.state
    assert RULES.to_act(state) == (TABLE,)
    assert RULES.view(state, "blue").own == 1
    played = RULES.play(state, TABLE, PROCEED, ScriptedDice(()))
    assert played.events == (Told(Ended("red", "2 to 1")),)
    assert RULES.to_act(played.state) == ()
    assert RULES.result(played.state) == Result("red", "2 to 1", {"red": 1, "blue": 0})


def test_nothing_is_proceeded_with_where_a_side_decides_alone_or_all_is_over():
    """The table's action is refused in both."""
    for state in (START, START.with_phase(Over(None, "fog"))):
        with pytest.raises(Refused):
            RULES.play(state, TABLE, PROCEED, ScriptedDice(()))


def test_only_those_who_play_have_a_seat_and_a_secret():
    """Spectators and seats of other titles see the table alone."""
    assert isinstance(RULES.view(START, "red"), Seated)
    for seat in (None, "green"):
        view = RULES.view(START, seat)
        assert (view.seat, view.own) == (None, None)


def test_an_imagined_state_keeps_what_the_seat_knows():
    """Red's own 3 stays, and blue's is thrown for."""
    state = Harbour(Board(Bidding(), pilots=1), (3, 1))
    assert RULES.imagine(RULES.view(state, "red"), ScriptedDice([2])).secrets == (3, 2)


def test_what_is_being_done_is_said_by_the_open_chapter_or_it_is_over():
    """In the words of the chapter, and at the end in those of the title."""
    assert RULES.now(RULES.view(START, "blue")) == "red sets pilots down"
    assert RULES.now(RULES.view(START.with_phase(Over(None, "fog")), None)) == "the battle is over"


def test_an_order_that_no_open_chapter_takes_is_not_played():
    """A bid in the step of pilots is refused with what is being done."""
    with pytest.raises(Refused, match="that is not done now: red sets pilots down"):
        RULES.play(START, "red", Bid(1), ScriptedDice(()))


def test_a_chapter_may_take_whatever_the_others_of_its_phase_do_not():
    """As the files of a campaign do, beside ranks that are spent at any time."""

    class Anything(Chapter[Any, Any, None, Any]):
        takes = None

    page: Page[Any, Any, Any] = Page([Anything(None), Toasts(None)])
    assert type(page.takers.get(Toast, page.rest)) is Toasts
    assert type(page.takers.get(Bid, page.rest)) is Anything


def test_words_and_scenarios_come_from_the_title():
    """Events, orders, subjects and scenarios."""
    view = RULES.view(START, "red")
    assert RULES.tell(START, "fog") == "turn 1: fog"
    assert (RULES.say(view, Pilot()), RULES.subject(view, "north")) == ("Pilot", "North")
    assert [card.name for card in RULES.scenarios()] == ["calm"]
    assert RULES.scenario("calm", {}) == "calm"


def test_a_title_whose_scenarios_are_not_files_reads_none():
    """Whoever asks for one from a file is told so."""
    assert not RULES.reads_files
    for ask in (lambda: RULES.scenario_from("", "calm", {}), lambda: RULES.card("calm")):
        with pytest.raises(Refused, match="harbours does not play scenarios from files"):
            ask()


def test_a_printed_step_that_no_chapter_begins_is_found_at_once():
    """When the steps are put together, not when a match comes to it."""
    with pytest.raises(ValueError, match="no chapter begins the step bids"):
        Steps(("pilots", "bids"), [Pilots(None)])


class Loading(NamesWaiting, frozen=True, tag="loading"):
    waiting: tuple[str, ...] = ("red", "blue")


@pytest.mark.parametrize("phase", [Bidding(), Loading()])
def test_a_phase_says_who_is_ready_or_who_is_waited_for(phase: Bidding | Loading):
    """Both ways of counting leave the same sides undecided."""
    sides = ("red", "blue")
    assert phase.undecided(sides) == sides
    assert phase.decided("red", sides).undecided(sides) == ("blue",)
    assert phase.decided("blue", sides).decided("red", sides).undecided(sides) == ()


def test_how_a_position_is_written_down_is_its_fields_and_nothing_more():
    """Records and snapshots go by this text."""
    assert codec.encode(START) == (
        b'{"table":{"phase":{"type":"setting","side":"red"},"pilots":0,"turn":1,"sides":["red","blue"]},"secrets":[0,0]}'
    )
    assert codec.decode(codec.encode(START), Harbour) == START


def test_views_are_described_by_the_type_that_the_title_named():
    """Also those of rules that are made of the title's: the description of the server's interface goes by it."""
    assert "Board" in ruleset_schemas("harbours", RULES)["harbours.View"]["properties"]["table"]["$ref"]

    class Tidal(type(RULES)):  # type: ignore[misc]  # whatever they are
        pass

    assert Tidal().view_type == RULES.view_type
