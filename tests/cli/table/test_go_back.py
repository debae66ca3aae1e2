"""Going back across dice and reveals: asked by one seat, agreed to by all others, and seen in the record."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.toy import TOY, Commit, Hold, Plot, Press, play_on, ruleset
from weathergauge.match import Match, Replay
from weathergauge.match import match as match_module
from weathergauge.match.record import Record, Seal, digest, snapshot_file
from weathergauge.match.talk import TakeBackAccepted, TakeBackDeclined, TakeBackOffered, WentBack
from weathergauge.match.verify import verify
from weathergauge.ruleset import Refused

SEED = b"a seed"


def duel(path: Path | None = None, **more: Any) -> Match:
    return Match.create(TOY, "toy", "duel", path=path, **{"seed": SEED, **more})


def committed(match: Match) -> Match:
    """Both sides have given their orders."""
    for seat in ("red", "blue"):
        for action in (Plot(0, 1), Plot(1, 2), Commit()):
            match.act(seat, action)
    return match


def sealed(lines: list[bytes]) -> bytes:
    """The lines with new seals, as only somebody who knows the seed can make them."""
    seal, head, text = Seal(SEED), "", b""
    for line in lines:
        head = seal.head(head, line[:-40] + b"}")
        text += line[:-40] + f',"h":"{head}"}}\n'.encode()
    return text


def pressed(match: Match) -> Match:
    """Red has thrown a die for herself, and blue holds: the turn is over."""
    committed(match).settle()
    match.act("red", Press())
    return match


def test_all_may_agree_to_go_back_across_dice(tmp_path: Path):
    """Red asks, blue agrees: it is before her throw again, and the die that fell does not fall a second time."""
    path = tmp_path / "m.jsonl"
    match = committed(duel(path))
    match.settle()
    before, throws = match.state, match.course.mark.throws
    match.act("red", Press())
    match.offer_take_back("red")
    assert match.state != before
    match.accept_take_back("blue")
    assert match.state == before
    assert match.to_act == ("red",)
    assert [heard.event for heard in match.events("blue")][-3:] == [
        TakeBackOffered("red"), TakeBackAccepted("blue"), WentBack("red"),
    ]  # fmt: skip
    assert match.course.mark.throws == throws + 1
    match.act("red", Press())
    *_, first, _, _, second = Record.read(path).lines
    assert (b'"dice"' in first, b'"dice"' in second) == (True, True)
    assert verify(path, ruleset).ok
    again = Match.load(path, ruleset)
    assert (again.state, again.head, again.course.told) == (match.state, match.head, match.course.told)


def test_going_back_needs_everybody_and_ends_when_somebody_acts():
    """A question can be answered once by each, declined with a reason, and falls when play goes on."""
    match = pressed(duel())
    with pytest.raises(Refused, match="nobody asks to go back"):
        match.accept_take_back("blue")
    match.offer_take_back("red")
    with pytest.raises(Refused, match="red has agreed to that already"):
        match.accept_take_back("red")
    with pytest.raises(Refused, match="there is a question to go back already"):
        match.offer_take_back("blue")
    match.decline_take_back("blue", "dice have fallen")
    assert match.events("red")[-1].event == TakeBackDeclined("blue", "dice have fallen")
    match.offer_take_back("red")
    match.act("blue", Hold())
    with pytest.raises(Refused, match="or somebody has acted since"):
        match.accept_take_back("blue")


def test_what_is_done_in_private_does_not_show_in_the_question_to_go_back():
    """Blue plots in secret while red asks: the question stands, and red cannot tell."""
    match = pressed(duel())
    match.act("blue", Hold())
    match.settle()
    match.offer_take_back("red")
    match.act("blue", Plot(0, 1))
    assert match.course.asking is not None
    match.act("blue", Plot(1, 1))
    match.act("blue", Commit())
    assert match.course.asking is None


def test_what_can_be_taken_back_alone_needs_nobody():
    """Without a decision there is nothing to ask for, and a plot that nobody saw is taken back without asking."""
    match = duel()
    with pytest.raises(Refused, match="red has no decision to go back to"):
        match.offer_take_back("red")
    match.act("red", Plot(0, 1))
    with pytest.raises(Refused, match="without asking"):
        match.offer_take_back("red")


def test_a_decision_is_gone_back_to_once():
    """After it was agreed to, the same decision cannot be asked for again."""
    match = pressed(duel())
    match.offer_take_back("red")
    match.accept_take_back("blue")
    with pytest.raises(Refused, match="only the last one can be asked for, and once"):
        match.offer_take_back("red")


def test_a_withdrawn_order_does_not_come_back():
    """Blue plots, red plots and commits, blue takes her plot back; later red goes back to before a step of hers: no
    order that was withdrawn stands then."""
    match = duel()
    match.act("blue", Plot(0, 3))
    match.act("red", Plot(0, 1))
    match.act("red", Plot(1, 1))
    match.take_back("blue")
    assert [one.state.secrets["blue"].plots for one in match.course.before["red"]] == [(None, None)] * 2


def test_a_loaded_match_still_knows_what_to_go_back_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Also where the snapshot is younger than the decision, and where the question was asked before."""
    monkeypatch.setattr(match_module, "SNAPSHOT_EVERY", 1)
    path = tmp_path / "m.jsonl"
    with pressed(duel(path)) as match:
        before = match.course.before["red"][-1].state
    assert snapshot_file(path).exists()
    with Match.load(path, ruleset) as match:
        assert match.course.forgets("red")
        match.offer_take_back("red")
    with Match.load(path, ruleset) as match:
        assert match.course.forgets("blue")
        match.accept_take_back("blue")
        assert match.state == before
        play_on(match, "to the end")
    assert verify(path, ruleset).ok
    states = [Replay(path, ruleset, every=1).at(place)[0] for place in range(len(Replay(path, ruleset)))]
    assert before in states


@pytest.mark.parametrize("what", ["stands", "back"])
def test_a_record_that_goes_back_to_what_never_was_is_refused(tmp_path: Path, what: str):
    """Sealed anew by somebody with the key: the state that stands again is held to how it stood."""
    path = tmp_path / "m.jsonl"
    match = pressed(duel(path))
    match.offer_take_back("red")
    match.accept_take_back("blue")
    match.close()
    *_, offer, accept = Record.read(path).lines
    if what == "back":
        wrong = offer.replace(b'"back":8', b'"back":7')
        assert wrong != offer
    else:
        at = accept.index(b'"hull":{"blue":') + len(b'"hull":{"blue":')
        end = accept.index(b",", at)
        wrong = accept[:at] + b"99" + accept[end:]
        state = msgspec.json.decode(wrong)["stands"]
        wrong = re.sub(rb'"state":"[0-9a-f]+"', b'"state":"%b"' % digest(state).encode(), wrong)
    lines = [wrong if line == (offer if what == "back" else accept) else line for line in Record.read(path).lines]
    found = verify(Record(sealed(lines)), ruleset, seed=SEED)
    assert not found.ok
    assert "step" in found.sentence
