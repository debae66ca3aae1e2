"""One playing of a scenario: asked at the door, written down, taken back, broken off and gone on with."""

import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.toy import TOY, Commit, Committed, Hold, Plot, Plotted, Press, Toy, play_on, ruleset
from weathergauge.dice import WrongDice
from weathergauge.match import Match, Replay
from weathergauge.match import course as course_module
from weathergauge.match import match as match_module
from weathergauge.match.course import Stale
from weathergauge.match.opening import believed
from weathergauge.match.record import Record, RecordError, digest, key_file, snapshot_file
from weathergauge.match.talk import DrawOffered, TakenBack
from weathergauge.match.verify import verify
from weathergauge.ruleset import TABLE, Proceed, Refused

ROOT = Path(__file__).parents[2]


def duel(path: Path | None = None, **more: Any) -> Match:
    return Match.create(TOY, "toy", "duel", path=path, **{"seed": "a seed", **more})


def committed(match: Match) -> Match:
    """Both sides have given their orders."""
    for seat in ("red", "blue"):
        for action in (Plot(0, 1), Plot(1, 2), Commit()):
            match.act(seat, action)
    return match


def standing(match: Match) -> tuple[Any, ...]:
    """Everything a match is, as far as anybody can tell."""
    seats = ("red", "blue", None)
    return (
        match.state, match.result, match.head, match.to_act, match.players, match.waiting,
        [match.decision(seat) for seat in seats[:2]], [match.events(seat) for seat in seats],
        [match.standing(seat) for seat in seats[:2]],
    )  # fmt: skip


def test_the_door_refuses_with_the_sentence_of_the_rules(tmp_path: Path):
    """Nothing changes and nothing is written when an action is refused."""
    match = duel(tmp_path / "m.jsonl")
    match.act("red", Plot(0, 1))
    before = standing(match), (tmp_path / "m.jsonl").read_bytes()
    refused = [
        ("red", Plot(0, 2), "boat 0 has her order"),
        ("red", Commit(), "plot both boats first"),
        ("red", Press(), "plot, or commit"),
        ("blue", Plot(0, 9), "boat 0 cannot make 9: boats are 0 and 1, speeds 0 to 3"),
        ("table", Proceed(), "there is no seat 'table': did you mean blue?"),
        ("gren", Commit(), "there is no seat 'gren': did you mean red?"),
    ]
    for seat, action, sentence in refused:
        with pytest.raises(Refused) as caught:
            match.act(seat, action)
        assert str(caught.value) == sentence
    assert (standing(match), (tmp_path / "m.jsonl").read_bytes()) == before


def test_a_seat_that_need_not_act_is_told_who_must():
    """Red has committed, then blue; after that only the table can go on."""
    match = duel()
    for action in (Plot(0, 1), Plot(1, 2), Commit()):
        match.act("red", action)
    with pytest.raises(Refused, match="red has nothing to decide now: blue must act"):
        match.act("red", Plot(0, 1))
    for action in (Plot(0, 1), Plot(1, 2), Commit()):
        match.act("blue", action)
    with pytest.raises(Refused, match="the table can only proceed"):
        match.act(TABLE, Commit())


def test_unknown_scenarios_and_seats_leave_no_file(tmp_path: Path):
    """Both are refused with the nearest name before anything is written."""
    with pytest.raises(ValueError, match="did you mean duel"):
        Match.create(TOY, "toy", "dule", path=tmp_path / "m.jsonl")
    with pytest.raises(Refused, match="did you mean blue"):
        duel(tmp_path / "m.jsonl", seats={"bleu": "me"})
    assert not list(tmp_path.iterdir())


def test_the_decision_locks_a_seats_own_answers_only():
    """The same answer sent twice is refused; six private steps of the other side change nothing."""
    match = duel()
    assert match.decision("blue") == "0.0"
    for action in (Plot(0, 1), Plot(1, 2), Commit()):
        match.act("red", action, decision=match.decision("red"))
    assert (match.decision("red"), match.decision("blue")) == ("0.3", "0.0")
    match.act("blue", Plot(0, 1), decision="0.0")
    with pytest.raises(Stale):
        match.act("blue", Plot(0, 1), decision="0.0")
    match.take_back("blue")
    assert match.decision("blue") == "0.2"
    for action in (Plot(0, 1), Plot(1, 2), Commit()):
        match.act("blue", action)
    match.settle()
    assert (match.decision("red"), match.decision("blue")) == ("1.0", "1.0")


def test_settle_lets_the_table_proceed_until_somebody_must_decide():
    """Both have committed, and after the guns red decides."""
    match = committed(duel())
    assert match.to_act == (TABLE,)
    assert match.settle() is None
    assert match.to_act == ("red",)


def test_any_own_step_since_the_last_fence_can_be_taken_back():
    """What others did meanwhile stands; the newest goes unless another is named by its own number."""
    match = duel()
    match.act("red", Plot(0, 1))
    match.act("blue", Plot(0, 3))
    match.act("red", Plot(1, 2))
    assert match.standing("red") == {1: Plot(0, 1), 2: Plot(1, 2)}
    match.take_back("red", 1)
    assert match.state.secrets["red"].plots == (None, 2)
    assert match.state.secrets["blue"].plots == (3, None)
    assert match.standing("red") == {2: Plot(1, 2)}
    match.take_back("red")
    assert match.state.secrets["red"].plots == (None, None)
    with pytest.raises(Refused, match="red has nothing to take back"):
        match.take_back("red")
    with pytest.raises(Refused, match="blue has no step 7 to take back"):
        match.take_back("blue", 7)


def test_a_step_on_which_another_rests_stays():
    """Only the seat's own later steps are given their reason; another's would tell what is secret."""
    match = duel()
    for action in (Plot(0, 1), Plot(1, 2), Commit()):
        match.act("red", action)
    with pytest.raises(Refused, match=r"your later step 3 rests on it \(plot both boats first\)"):
        match.take_back("red", 1)
    match = committed(duel())
    match.settle()
    match.act("red", Hold())
    match.act("blue", Hold())
    with pytest.raises(Refused, match="what blue did since rests on it"):
        match.take_back("red")
    match.take_back("blue")
    match.take_back("red")
    assert match.to_act == ("red",)


def test_a_secret_step_of_another_falls_with_what_it_rests_on():
    """Blue begins the turn again whether red has plotted in secret or not: a refusal would tell her that red has."""
    answers = []
    for plots in ((), (Plot(0, 1), Plot(1, 2))):
        match = committed(duel())
        match.settle()
        match.act("red", Hold())
        match.act("blue", Hold())
        for plot in plots:
            match.act("red", plot)
        match.take_back("blue")
        assert match.to_act == ("blue",)
        assert match.state.secrets["red"].plots == (None, None)
        assert [heard.event for heard in match.events("red")].count(TakenBack("red")) == len(plots)
        match.act("blue", Hold(), decision=match.decision("blue"))
        match.act("red", Plot(0, 3), decision=match.decision("red"))
        answers.append((match.view("blue"), match.events("blue"), match.decision("blue"), match.to_act))
    assert answers[0] == answers[1]


def test_nothing_is_taken_back_across_a_fence():
    """Neither what the table carried out nor what a die decided."""
    match = committed(duel())
    match.settle()
    with pytest.raises(Refused, match="dice that fell and orders that were carried out stand"):
        match.take_back("red")
    match.act("red", Press())
    with pytest.raises(Refused, match="nothing to take back"):
        match.take_back("red")


def test_those_who_heard_of_a_step_hear_of_its_withdrawal():
    """Others heard that red had committed, and not what he had plotted."""
    match = duel()
    for action in (Plot(0, 1), Plot(1, 2), Commit()):
        match.act("red", action)
    match.take_back("red")
    match.take_back("red")
    assert [heard.event for heard in match.events("blue")] == [Committed("red"), TakenBack("red")]
    assert [heard.event for heard in match.events(None)] == [Committed("red"), TakenBack("red")]
    assert [heard.event for heard in match.events("red", 3)] == [TakenBack("red")] * 2


def test_the_withdrawal_of_a_secret_step_is_heard_where_it_shows():
    """Red turns a plotted boat about in the open; without the plot, taken back later, she would lie where she was."""

    class Showing(Toy):
        def play(self, state: Any, seat: str, action: Any, dice: Any) -> Any:
            played = super().play(state, seat, action, dice)
            if not isinstance(action, Commit):
                return played
            plotted = sum(speed is not None for speed in state.secrets[seat].plots)
            table = replace(played.state.table, wind=plotted)
            return replace(played, state=replace(played.state, table=table))

        def legal(self, view: Any) -> Any:
            found = super().legal(view)
            found.why_not = lambda action: None  # type: ignore[method-assign]
            return found

    match = Match.create(Showing(), "toy", "duel", seed="a seed")
    for action in (Plot(0, 1), Plot(1, 2), Commit()):
        match.act("red", action)
    seen = match.view("blue")
    match.take_back("red", 1)
    assert match.view("blue") != seen
    assert [heard.event for heard in match.events("blue")] == [Committed("red"), TakenBack("red")]


def test_events_are_numbered_for_each_seat_without_gaps():
    """What a seat does not hear has no number that he could miss."""
    match = play_on(duel(), "any")
    for seat in ("red", "blue", None):
        assert [heard.number for heard in match.events(seat)] == list(range(1, len(match.events(seat)) + 1))
        whole = match.events(seat)
        for since in range(len(whole) + 2):
            assert match.events(seat, since) == whole[since:]
    plots = [heard.event for heard in match.events("blue") if isinstance(heard.event, Plotted)]
    assert plots
    assert not [heard for heard in match.events(None) if isinstance(heard.event, Plotted)]


def test_events_no_longer_kept_are_found_in_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Memory holds the newest; numbers and contents are the same whether or not the match was loaded since."""
    whole = play_on(duel(), "any", steps=40)
    monkeypatch.setattr(course_module.Course.__init__, "__defaults__", (3,))
    monkeypatch.setattr(match_module, "SNAPSHOT_EVERY", 5)
    short = play_on(duel(tmp_path / "m.jsonl"), "any", steps=40)
    assert len(short.course.log["red"]) == 3
    assert short.events("red") == whole.events("red")
    again = Match.load(tmp_path / "m.jsonl", ruleset)
    assert again.events("red") == whole.events("red")
    assert again.events("blue", 2) == whole.events("blue", 2)


@pytest.mark.parametrize("dice", ["server", "typed"])
def test_a_record_replays_to_the_same_state_in_a_fresh_process(tmp_path: Path, dice: str):
    """Take-backs and typed dice included, whatever the order of Python's sets."""
    path = tmp_path / "m.jsonl"
    match = play_on(duel(path, dice=dice), "any", steps=60)
    code = (
        "import sys; from tests.toy import ruleset\n"
        "from weathergauge.match.record import digest; from weathergauge.match import Match\n"
        "m = Match.load(sys.argv[1], ruleset)\n"
        "print(m.course.n, m.decision('red'), m.head, digest(m.state), len(m.events('red')), m.waiting)"
    )
    for hash_seed in ("1", "2"):
        fresh = subprocess.run(
            [sys.executable, "-c", code, str(path)],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        here = [match.course.n, match.decision("red"), match.head, digest(match.state), len(match.events("red"))]
        assert fresh.strip() == " ".join(map(str, [*here, match.waiting]))


def test_a_match_loaded_at_any_moment_is_the_same_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """With snapshots every few steps, and with none."""
    for every in (3, 10_000):
        monkeypatch.setattr(match_module, "SNAPSHOT_EVERY", every)
        match = duel(tmp_path / f"{every}.jsonl", dice="typed")
        for moment in range(200):
            play_on(match, f"{moment}", steps=1)
            again = Match.load(tmp_path / f"{every}.jsonl", ruleset)
            assert standing(again) == standing(match)
            match = again
            if match.result is not None:
                break
        assert match.result is not None
        assert verify(tmp_path / f"{every}.jsonl", ruleset).ok


def test_a_snapshot_is_believed_only_if_the_record_bears_it_out(tmp_path: Path):
    """A changed byte, another record or another step makes it worth nothing."""
    path = tmp_path / "m.jsonl"
    with play_on(duel(path), "any", steps=30) as match:
        pass
    saved = snapshot_file(path).read_bytes()
    record = Record.read(path)
    found = believed(saved, record, TOY)
    assert found is not None
    assert found[0] > 5
    other = play_on(duel(seed="another"), "any", steps=30).snapshot()
    told = msgspec.msgpack.encode(replace(found[1], state=replace(match.state, secrets={})))
    for wrong in (b"", b"\x93garbage", saved[:-9], other, told):
        assert believed(wrong, record, TOY) is None
        snapshot_file(path).write_bytes(wrong)
        assert standing(Match.load(path, ruleset)) == standing(match)
    snapshot_file(path).unlink()
    assert standing(Match.load(path, ruleset)) == standing(match)


def test_memory_does_not_grow_with_the_match():
    """Only the last fence and the steps since are held, and a bounded number of events."""
    match = Match.create(TOY, "toy", "duel", {"turns": 400, "hull": 10_000})
    play_on(match, "any")
    assert match.course.n > 3000
    assert len(match.course.tail) < 20
    assert len(match.course.log["red"]) <= course_module.KEPT


def test_typed_dice_wait_and_nothing_happens_meanwhile(tmp_path: Path):
    """The step stays open while a hand throws; impossible faces are refused with what is expected."""
    match = committed(duel(tmp_path / "m.jsonl", dice="typed"))
    before = match.state
    roll = match.settle()
    assert roll is not None
    assert (roll.dice, roll.why) == ("2d6", "red's boat 0 fires")
    for faces in ([7, 1], [1], []):
        with pytest.raises(WrongDice, match="expected 2 numbers from 1 to 6, for red's boat 0 fires"):
            match.supply(faces)
    for closed in (lambda: match.act("red", Hold()), lambda: match.take_back("red"), lambda: match.offer_draw("red")):
        with pytest.raises(Refused, match="2d6 are waited for: red's boat 0 fires"):
            closed()
    assert match.supply([3, 4]) is None
    assert match.state == before
    match.supply([6, 6])
    match.supply([1, 1])
    assert match.supply([2, 2]) is not None
    with pytest.raises(Refused, match="no dice are waited for"):
        match.supply([1])
    last = Record.read(tmp_path / "m.jsonl").line(-1)
    assert last.dice[:4] == ("2d6 typed: 3 4", "2d6 typed: 6 6", "2d6 typed: 1 1", "2d6 typed: 2 2")
    assert all(" typed" not in secret for secret in last.dice[4:])
    assert len(last.dice) == 6


def test_a_match_killed_at_every_prompt_goes_on_at_the_same_one(tmp_path: Path):
    """No die that was typed is typed again, and the end is that of a match that was never killed."""
    calm = play_on(duel(tmp_path / "calm.jsonl", dice="typed"), "hands", take_backs=0)
    chance, prompts = random.Random("hands"), 0
    match = duel(tmp_path / "killed.jsonl", dice="typed")
    while match.result is None:
        if match.waiting is not None:
            prompts += 1
            asked = match.waiting
            match = Match.load(tmp_path / "killed.jsonl", ruleset)
            assert match.waiting == asked
            match.supply([chance.choice(asked.die.faces) for _ in range(asked.count)])
        elif match.to_act == (TABLE,):
            match.settle()
        else:
            seat = chance.choice(match.to_act)
            chance.random() if match.standing(seat) else None
            match.act(seat, chance.choice(list(match.legal(seat))))
    assert prompts > 10
    assert standing(match) == standing(calm)
    assert (tmp_path / "killed.jsonl").read_bytes() == (tmp_path / "calm.jsonl").read_bytes()
    assert verify(tmp_path / "killed.jsonl", ruleset).ok


@pytest.mark.parametrize("dice", ["server", "typed"])
def test_cut_at_any_byte_a_match_goes_on_to_a_record_that_holds(tmp_path: Path, dice: str):
    """It goes on at the last whole line; only in the first two lines there is nothing left to go on with."""
    path, cut = tmp_path / "m.jsonl", tmp_path / "cut.jsonl"
    match = duel(path, dice=dice)
    key = key_file(path).read_bytes()
    play_on(match, "cut", steps=14)
    match.close()
    whole = path.read_bytes()
    begun = whole.index(b"\n", whole.index(b"\n") + 1) + 1
    for at in range(len(whole)):
        cut.write_bytes(whole[:at])
        key_file(cut).write_bytes(key)
        shutil.copyfile(snapshot_file(path), snapshot_file(cut))
        if at < begun:
            with pytest.raises(RecordError) as caught:
                Match.load(cut, ruleset)
            assert caught.value.kind == ("cut" if at else "foreign")
            continue
        again = Match.load(cut, ruleset)
        assert again.course.n == Record.read(cut).step(-1) - (again.waiting is not None)
        play_on(again, f"{at}", steps=5 if at % 16 else 10_000)
        again.close()
        found = verify(cut, ruleset)
        assert found.ok, found.sentence
        assert cut.read_bytes().startswith(whole[: whole.rfind(b"\n", 0, at) + 1])


@pytest.mark.parametrize("lines", [0, 1])
def test_a_kill_before_the_end_was_written_is_made_good(tmp_path: Path, lines: int):
    """The deciding step is there, or a resignation, and the end is not: loading writes it."""
    path = tmp_path / "m.jsonl"
    match = duel(path)
    key = key_file(path).read_bytes()
    play_on(match, "x", steps=9)
    if lines:
        match.resign("red")
    else:
        play_on(match, "x")
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    key_file(path).write_bytes(key)
    assert Match.load(path, ruleset).result == match.result
    assert path.read_bytes() == whole
    assert not key_file(path).exists()


def test_two_secret_doings_look_alike_from_the_other_seat():
    """What red plots, takes back and plots again is nothing to blue: view, list, numbers, lock, refusals and turn."""
    for seed in range(150):
        chance = random.Random(seed)
        one, two = (duel(seed=f"{seed}") for _ in range(2))
        final = [Plot(0, chance.randrange(4)), Plot(1, chance.randrange(4))]
        blues: list[Any] = [Plot(0, chance.randrange(4)), Plot(1, chance.randrange(4)), Commit()]
        play_secretly(two, chance, chance.randrange(1, 8))
        for action in final:
            one.act("red", action)
        early = chance.random() < 0.5
        if early:
            settle_plots(two, final)
        for match in (one, two):
            if early:
                match.act("red", Commit())
        for action in blues:
            assert received(one) == received(two)
            if not early and action == blues[1]:
                play_secretly(two, chance, 5)
            one.act("blue", action, decision=one.decision("blue"))
            two.act("blue", action, decision=two.decision("blue"))
        if not early:
            settle_plots(two, final)
            one.act("red", Commit())
            two.act("red", Commit())
        assert received(one) == received(two)
        one.settle(), two.settle()
        assert received(one) == received(two)
        assert one.state == two.state


def play_secretly(match: Match, chance: random.Random, steps: int) -> None:
    """Red plots and takes back without committing."""
    for _ in range(steps):
        plots = [action for action in match.legal("red") if isinstance(action, Plot)]
        if plots and chance.random() < 0.7:
            match.act("red", chance.choice(plots))
        elif match.standing("red"):
            match.take_back("red", chance.choice(list(match.standing("red"))))


def settle_plots(match: Match, final: list[Plot]) -> None:
    """Red changes her mind until her orders are these."""
    while match.standing("red"):
        match.take_back("red")
    for action in final:
        match.act("red", action)


def received(match: Match) -> list[Any]:
    """Everything that reaches blue, and whoever looks on."""
    refusals = [match.legal("blue").why_not(action) for action in (Plot(0, 0), Plot(1, 9), Commit(), Press())]
    return [
        match.view("blue"), match.view(None), list(match.legal("blue")), match.events("blue"), match.events(None),
        match.decision("blue"), match.to_act, match.standing("blue"), refusals, match.waiting, match.result,
    ]  # fmt: skip


def test_resigning_ends_the_match_and_reveals_the_seed(tmp_path: Path):
    """The other side has won, and nothing more can be done."""
    match = duel(tmp_path / "m.jsonl")
    match.resign("red")
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("blue", "red resigned")
    for late in (lambda: match.act("blue", Plot(0, 1)), lambda: match.resign("blue"), lambda: match.take_back("red")):
        with pytest.raises(Refused, match="the match is over: red resigned"):
            late()
    assert match.to_act == ()
    found = verify(tmp_path / "m.jsonl", ruleset)
    assert (found.ok, found.result) == (True, match.result)
    assert found.sentence.endswith("m.jsonl holds: 2 steps, blue won: red resigned")


def test_a_seat_may_resign_while_dice_are_waited_for(tmp_path: Path):
    """Nobody has to throw them any more, and the record holds."""
    match = committed(duel(tmp_path / "m.jsonl", dice="typed"))
    match.settle()
    match.supply([3, 4])
    match.resign("blue")
    assert match.waiting is None
    assert verify(tmp_path / "m.jsonl", ruleset).ok


def test_a_draw_is_agreed_by_all_and_lapses_at_the_next_fence(tmp_path: Path):
    """One cannot accept one's own offer, nor one that play has gone past."""
    match = duel(tmp_path / "m.jsonl")
    with pytest.raises(Refused, match="nobody has offered red a draw"):
        match.accept_draw("red")
    match.offer_draw("red")
    assert match.events("blue")[-1].event == DrawOffered("red")
    for wrong in (lambda: match.accept_draw("red"), lambda: match.offer_draw("blue")):
        with pytest.raises(Refused):
            wrong()
    committed(match).settle()
    with pytest.raises(Refused, match="nobody has offered blue a draw since the last dice"):
        match.accept_draw("blue")
    match.offer_draw("blue")
    match = Match.load(tmp_path / "m.jsonl", ruleset)
    match.accept_draw("red")
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (None, "a draw was agreed")
    assert verify(tmp_path / "m.jsonl", ruleset).ok


def test_a_seat_can_be_handed_to_a_bot(tmp_path: Path):
    """Whoever takes the match up again finds the bot there."""
    match = duel(tmp_path / "m.jsonl", seats={"red": "me"})
    match.hand_over("red", "captain")
    assert Match.load(tmp_path / "m.jsonl", ruleset).players == {"red": "captain", "blue": "player"}


def test_lines_can_be_kept_anywhere():
    """A store that keeps lines itself gets each one before the step counts, and can refuse it."""
    lines: list[bytes] = []
    match = play_on(duel(put=lines.append), "x", steps=20)
    again = Match.load(Record(b"".join(lines)), ruleset, seed=b"a seed", snapshot=match.snapshot(), put=lines.append)
    assert (again.state, again.head, again.standing("red")) == (match.state, match.head, match.standing("red"))
    assert again.events("red")[-1] == match.events("red")[-1]
    play_on(again, "y")
    assert verify(Record(b"".join(lines)), ruleset).ok

    def full(line: bytes) -> None:
        raise OSError("no room")

    match = duel()
    match._journal._put = full
    before = standing(match)
    with pytest.raises(OSError, match="no room"):
        match.act("red", Plot(0, 1))
    assert standing(match) == before


def test_only_a_head_that_was_given_out_proves_an_altered_order(tmp_path: Path):
    """Whoever holds the seed can play another match under it; the head a player kept is not in that one."""
    heads = []
    for speed in (1, 2):
        match = duel(tmp_path / f"{speed}.jsonl")
        for action in (Plot(0, speed), Plot(1, 2), Commit()):
            match.act("red", action)
        for action in (Plot(0, 1), Plot(1, 2), Commit()):
            match.act("blue", action)
        match.settle()
        heads.append(match.head)
        match.resign("red")
    assert verify(tmp_path / "2.jsonl", ruleset).ok
    assert verify(tmp_path / "1.jsonl", ruleset, head=heads[0]).ok
    found = verify(tmp_path / "2.jsonl", ruleset, head=heads[0])
    assert (found.ok, found.kind) == (False, "head")
    assert f"does not have the head {heads[0]}" in found.sentence


def test_heads_are_those_of_fences():
    """Between fences the head stays: it must not tell that the other side has worked in private."""
    match = duel()
    head = match.head
    committed(match)
    assert match.head == head
    match.settle()
    assert match.head != head


def test_the_same_seeds_give_the_same_dice_and_other_players_others():
    """A player's own words change what falls."""

    def faces(**seeds: str) -> tuple[str, ...]:
        lines: list[bytes] = []
        committed(duel(seeds=seeds, put=lines.append)).settle()
        return Record(b"".join(lines)).line(-1).dice

    assert faces() == faces() != faces(red="five sail in sight")


def test_private_dithering_moves_no_dice():
    """Plots that are taken back leave the dice of the table as they were."""
    one, two = duel(), duel()
    for _ in range(5):
        two.act("red", Plot(0, 3))
        two.take_back("red")
    committed(one).settle(), committed(two).settle()
    assert one.state == two.state


def test_a_later_version_goes_on_from_the_position(tmp_path: Path):
    """Its line carries the position; the older part is left to the package that played it."""
    path = tmp_path / "m.jsonl"
    with play_on(duel(path), "x", steps=25) as match:
        pass
    newer = Toy(version=2, hits_on=3)
    with pytest.raises(RecordError, match="with the rules toy 1, and these are toy 2") as caught:
        Match.load(path, lambda title: newer)
    assert caught.value.kind == "rules"
    again = Match.load(path, lambda title: newer, go_on=True)
    assert again.state == match.state
    assert len(again.events("red")) <= len(match.events("red"))
    play_on(again, "y", steps=5)
    play_on(Match.load(path, lambda title: newer), "z")
    found = verify(path, lambda title: newer)
    assert (found.outcome, found.kind, found.result) == ("cannot be proven", "rules", None)
    assert "were played with the rules toy 1, and only their seals and dice are checked here" in found.sentence
    assert verify(path, ruleset).kind == "rules"
    data = path.read_bytes().splitlines(keepends=True)
    assert Replay(Record(b"".join(data)), lambda title: newer).result is not None


def test_a_later_version_needs_to_know_the_position(tmp_path: Path):
    """Without a snapshot of it the match stays with the version that it was begun with."""
    path = tmp_path / "m.jsonl"
    play_on(duel(path), "x", steps=25)
    with pytest.raises(RecordError, match="leave it with that version first"):
        Match.load(path, lambda title: Toy(version=2), go_on=True)


def test_a_replay_walks_forwards_and_backwards(tmp_path: Path):
    """At every position the state is the one that was, whichever way it is come to."""
    path = tmp_path / "m.jsonl"
    match = duel(path, dice="typed")
    states = {0: match.state}
    for moment in range(1000):
        play_on(match, f"{moment}", steps=1)
        states[match.course.n - match.course.ended] = match.state
    replay = Replay(path, ruleset, every=7)
    assert len(replay._kept) > 2
    assert replay.result == match.result
    by_n = {line.n: place for place, line in enumerate(replay.lines)}
    places = [by_n[n] for n in states]
    for order in (places, places[::-1], random.Random(1).sample(places, len(places))):
        for place in order:
            state, events = replay.at(place)
            assert state == states[replay.lines[place].n]
            assert bool(events) == (place > 0)
    assert replay.at(len(replay) - 1)[0] == match.state
    first = next(place for place, line in enumerate(replay.lines) if line.by == "red" and not line.back)
    assert isinstance(replay.action(first), Plot)
    assert replay.action(0) is None


def test_every_kind_of_match_verifies(tmp_path: Path):
    """Random matches with take-backs, drawn and typed: all hold, and their last line is the end."""
    for seed in range(20):
        path = tmp_path / f"{seed}.jsonl"
        match = play_on(duel(path, seed=f"{seed}", dice=("server", "typed")[seed % 2]), f"{seed}")
        found = verify(path, ruleset, head=match.head)
        assert found.ok, found.sentence
        assert found.result == match.result
        assert found.steps == match.course.n


def test_steps_that_are_out_of_order_are_named_even_under_good_seals():
    """A step out of turn, an illegal one and one after the end, each at its place."""
    from tests.match.test_record import SEED, bodies, sealed

    lines: list[bytes] = []
    match = play_on(Match.create(TOY, "toy", "brush", seed=SEED, put=lines.append), "x", take_backs=0)
    assert match.result is not None
    good = bodies(b"".join(lines))
    assert verify(Record(sealed(good)), ruleset).ok

    def with_line(place: int, body: bytes) -> tuple[int, str]:
        found = verify(Record(sealed([*good[:place], body, *good[place + 1 :]])), ruleset)
        assert not found.ok
        return found.line, found.sentence

    assert with_line(2, b'{"n":1,"by":"table","do":{"type":"proceed"}}') == (
        3,
        "the record, line 3, step 1: it is not the turn of table",
    )
    illegal = with_line(2, b'{"n":1,"by":"red","do":{"type":"commit"}}')
    assert illegal == (3, "the record, line 3, step 1: red may not do this: plot both boats first")
    assert with_line(2, good[3]) == (3, "the record, line 3, step 2: step 1 is expected here")
    assert with_line(2, b'{"n":1,"by":"red","back":1}')[0] == 3
    assert with_line(2, b'{"n":1}')[1].endswith("this line says nothing that belongs here")
    assert with_line(len(good) - 1, good[-1].replace(b'"reason":"', b'"reason":"not '))[1].count("ended otherwise") == 1
    after = verify(Record(sealed([*good, good[-1].replace(b'"n":', b'"n":1')])), ruleset)
    assert "this comes after the end of the match" in after.sentence


def test_a_match_is_played_on_from_a_position_of_another(tmp_path: Path):
    """The record holds the position, and is checked, replayed and loaded from it; where all is over nothing begins."""
    old = play_on(duel(), "before", steps=9)
    path = tmp_path / "branch.jsonl"
    new = Match.create(TOY, "toy", "duel", {}, {"red": "ann"}, path=path, seed="another", position=old.state)
    assert digest(new.state) == digest(old.state)
    assert new.to_act == old.to_act
    play_on(new, "after")
    checked = verify(path, ruleset)
    assert checked.ok, checked.sentence
    assert digest(Replay(path, ruleset).at(0)[0]) == digest(old.state)
    assert digest(Match.load(path, ruleset).state) == digest(new.state)
    with pytest.raises(Refused, match="the match is over in that position"):
        Match.create(TOY, "toy", "duel", position=new.state)


def test_a_position_that_was_altered_is_found(tmp_path: Path):
    """The digest beside it says which state the match began with."""
    lines: list[bytes] = []
    play_on(Match.create(TOY, "toy", "brush", seed="s", put=lines.append, position=duel().state), "x")
    text = b"".join(lines).replace(b'"hull":{"blue":5,', b'"hull":{"blue":6,', 1)
    assert not verify(Record(text), ruleset).ok
