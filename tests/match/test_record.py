"""The file of a match: sealed line by line, appended to whole, and never a riddle when something is wrong with it."""

import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.toy import TOY, Toy, play_on, ruleset
from weathergauge.match import Match, Replay
from weathergauge.match.record import File, Journal, Line, Record, RecordError, Seal, key_file
from weathergauge.match.verify import verify

SEED = b"the server's own"


def finished(path: Path, scenario: str = "brush") -> Path:
    play_on(Match.create(TOY, "toy", scenario, path=path, seed=SEED), "a match")
    return path


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short match that is over."""
    return finished(tmp_path_factory.mktemp("records") / "over.jsonl").read_bytes()


def bodies(data: bytes) -> list[bytes]:
    """The lines without their seals."""
    return [line[:-40] + b"}" for line in data.splitlines()]


def sealed(lines: list[bytes]) -> bytes:
    """The lines with new seals, as only somebody who knows the seed can make them."""
    seal, head, text = Seal(SEED), "", b""
    for body in lines:
        head = seal.head(head, body)
        text += body[:-1] + f',"h":"{head}"}}\n'.encode()
    return text


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        (b"", "foreign", "is empty"),
        (b'{"weather', "cut", "cut off in its first line"),
        (b'{"weathergauge":1,"title":"toy"', "cut", "cut off in its first line"),
        (b"Dear Sir,\n", "foreign", "is not a Weather Gauge record"),
        (b"\x89PNG\r\n\x1a\n\0\0", "foreign", "is not a Weather Gauge record"),
        (b"[]\n", "foreign", "is not a Weather Gauge record"),
        (
            b'{"weathergauge":2,"title":"toy"}\n',
            "version",
            "format 2, and this version of Weather Gauge reads format 1",
        ),
        (b'{"weathergauge":1,"title":"toy"}\n', "edited", "its first line is no header"),
        (b'{"weathergauge":1,' + b"[" * 100_000 + b"\n", "edited", "its first line is no header"),
    ],
)
def test_a_file_that_is_no_record_says_what_it_is(data: bytes, kind: str, words: str, tmp_path: Path):
    """Not a record, another format, cut off and edited are four different sentences."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(data)
    with pytest.raises(RecordError) as caught:
        Record.read(path)
    assert caught.value.kind == kind
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert verify(path, ruleset).kind == kind


def test_missing_files_and_folders_are_sentences(tmp_path: Path):
    """A file that is not there, a folder, and a name that no file can have."""
    for path in (tmp_path / "none.jsonl", tmp_path, tmp_path / "nul\0"):
        with pytest.raises(RecordError) as caught:
            Record.read(path)
        assert caught.value.kind == "file"


def test_other_titles_rules_and_charts_are_told_apart(record: bytes):
    """Each names what the record wants, and the version of Weather Gauge that has it."""
    lines = bodies(record)

    def kind_with(old: bytes, new: bytes) -> tuple[str, str]:
        changed = verify(Record(sealed([lines[0].replace(old, new), *lines[1:]])), ruleset)
        return changed.kind, changed.sentence

    assert kind_with(b'"title":"toy"', b'"title":"toyy"')[0] == "title"
    assert "did you mean toy?" in kind_with(b'"title":"toy"', b'"title":"toyy"')[1]
    assert kind_with(b'"rules":"toy 1"', b'"rules":"toy 9"')[0] == "rules"
    assert "with the rules toy 9, and these are toy 1" in kind_with(b'"rules":"toy 1"', b'"rules":"toy 9"')[1]
    assert kind_with(b'"charts":"sha256:', b'"charts":"sha256:0')[0] == "charts"


@settings(deadline=None, max_examples=300)
@given(st.binary() | st.binary().map(lambda tail: b'{"weathergauge":1' + tail))
def test_no_bytes_are_a_traceback(data: bytes):
    """Whatever is read, a sentence comes of it."""
    assert not check(data)


def check(data: bytes) -> bool:
    """Read, verify and replay: each gives an answer or a RecordError, never anything else."""
    try:
        found = Record(data)
    except RecordError:
        return False
    ok = verify(found, ruleset).ok
    with suppress(RecordError):
        Match.load(found, ruleset)
    with suppress(RecordError):
        Replay(found, ruleset)
    return ok


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_no_damage_is_a_traceback(record: bytes, data: st.DataObject):
    """Bytes changed, put in and left out anywhere: the seals, or a sentence, catch them."""
    at = data.draw(st.integers(0, len(record) - 1))
    new = record[:at] + data.draw(st.binary(max_size=8)) + record[at + data.draw(st.integers(0, 8)) :]
    assert check(new) == (new == record)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_no_damage_under_good_seals_is_a_traceback(record: bytes, data: st.DataObject):
    """Not even when whoever damaged it could seal it again: rules then see the strangest steps."""
    lines = bodies(record)
    place = data.draw(st.integers(0, len(lines) - 1))
    line = lines[place]
    at = data.draw(st.integers(1, len(line) - 2))
    lines[place] = line[:at] + data.draw(st.text('0123456789{}[]",:atble- né', max_size=4)).encode() + line[at + 1 :]
    check(sealed(lines))


def test_every_cut_is_noticed(record: bytes, tmp_path: Path):
    """A record that is cut anywhere cannot be proven, and says nothing of who won."""
    path = tmp_path / "cut.jsonl"
    ends = {at + 1 for at, byte in enumerate(record) if byte == ord("\n")}
    for at in range(len(record)):
        path.write_bytes(record[:at])
        found = verify(path, ruleset)
        assert (found.outcome, found.result) == ("cannot be proven" if at else "no record", None), found.sentence
        whole = at in ends and at > min(ends)
        assert found.kind == ("sealed" if whole else "cut" if at else "foreign")


def test_every_flipped_bit_is_caught(record: bytes):
    """Each bit of a whole record, one after the other."""
    for at in range(len(record)):
        for bit in range(8):
            flipped = bytearray(record)
            flipped[at] ^= 1 << bit
            with suppress(RecordError):
                assert not verify(Record(bytes(flipped)), ruleset).ok


def test_an_edited_line_is_named(record: bytes):
    """The first line whose seal does not fit is given by its line and its step."""
    lines = record.splitlines(keepends=True)
    swapped = b"".join([*lines[:4], lines[5], lines[4], *lines[6:]])
    assert verify(Record(swapped), ruleset).line == 5
    missing = b"".join([*lines[:4], *lines[5:]])
    found = verify(Record(missing), ruleset)
    assert (found.line, found.step, found.kind) == (5, 4, "edited")
    assert (
        found.sentence
        == "the record, line 5, step 4: this line has been edited, moved or put in: its seal does not fit"
    )


def test_a_seal_hides_what_it_seals(tmp_path: Path):
    """The same order under another seed has another head: trying all orders against it gives nothing away."""
    heads = {Journal(seed, "", None).add(Line(n=1, by="red")) for seed in (b"one", b"two")}
    assert len(heads) == 2
    assert all(len(head) == 32 for head in heads)


def test_a_new_match_overwrites_nothing(tmp_path: Path):
    """Neither a record nor a key that lies there."""
    path = tmp_path / "match.jsonl"
    for taken in (path, key_file(path)):
        taken.write_text("mine")
        with pytest.raises(RecordError, match="exists already; choose another name"):
            Match.create(TOY, "toy", "duel", path=path)
        assert [file.read_text() for file in tmp_path.iterdir()] == ["mine"]
        taken.unlink()
    with pytest.raises(RecordError, match="cannot be written"):
        Match.create(TOY, "toy", "duel", path=tmp_path / "nowhere" / "match.jsonl")


def test_the_key_is_private_while_the_match_lasts(tmp_path: Path):
    """The seed lies beside the record, for its owner alone, until the end reveals it."""
    match = Match.create(TOY, "toy", "brush", path=tmp_path / "match.jsonl", seed=SEED)
    key = key_file(tmp_path / "match.jsonl")
    assert key.stat().st_mode & 0o777 == 0o600 or os.name == "nt"
    assert bytes.fromhex(key.read_text()) == SEED
    assert SEED.hex() not in (tmp_path / "match.jsonl").read_text()
    play_on(match, "x")
    assert [path.name for path in tmp_path.iterdir()] == ["match.jsonl"]
    assert Record.read(tmp_path / "match.jsonl").reveal == SEED


def test_a_missing_or_wrong_key_is_a_sentence(tmp_path: Path):
    """Loading refuses, and verifying says what cannot be proven."""
    path = tmp_path / "match.jsonl"
    play_on(Match.create(TOY, "toy", "duel", path=path), "x", steps=5)
    for text, words in (("zz", "is no key"), ("00", "the key is not that of"), (None, "is missing beside it")):
        key_file(path).write_text(text) if text else key_file(path).unlink()
        with pytest.raises(RecordError, match=words) as caught:
            Match.load(path, ruleset)
        assert caught.value.kind == "key"
    found = verify(path, ruleset)
    assert (found.outcome, found.kind) == ("cannot be proven", "sealed")
    assert found.sentence.endswith("has not revealed its seed, so that neither its seals nor its dice can be checked")


def test_a_torn_end_is_cut_off_before_the_first_append(tmp_path: Path):
    """Only whole lines count. Reading alone changes nothing."""
    path = tmp_path / "match.jsonl"
    match = play_on(Match.create(TOY, "toy", "duel", path=path), "x", steps=4)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"n":99,"by":"re')
    again = Match.load(path, ruleset)
    assert path.read_bytes() == whole + b'{"n":99,"by":"re'
    assert again.state == match.state
    play_on(again, "y", steps=1)
    assert path.read_bytes().startswith(whole + b'{"n":5,')


def test_two_programs_do_not_write_one_record(tmp_path: Path):
    """The second is refused, and neither file nor state has changed."""
    path = tmp_path / "match.jsonl"
    one = Match.create(TOY, "toy", "duel", path=path)
    other = Match.load(path, ruleset)
    play_on(one, "x", steps=1)
    before = path.read_bytes(), other.state
    with pytest.raises(RecordError, match="written to by somebody else"):
        play_on(other, "y", steps=1)
    assert (path.read_bytes(), other.state) == before


def test_a_line_that_cannot_be_written_was_never_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A full disk leaves neither half a line in the file nor a step in the match."""
    path = tmp_path / "match.jsonl"
    match = play_on(Match.create(TOY, "toy", "duel", path=path), "x", steps=3)
    before, write = (path.read_bytes(), match.state, match.decision("red")), os.write
    monkeypatch.setattr(os, "write", lambda fd, text: write(fd, text[:7]))
    with pytest.raises(OSError, match="disk is full"):
        play_on(match, "y", steps=1)
    assert (path.read_bytes(), match.state, match.decision("red")) == before
    monkeypatch.undo()
    play_on(match, "y")
    assert verify(path, ruleset).ok


def test_lines_can_be_forced_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One line, one wait for the disk."""
    forced: list[int] = []
    monkeypatch.setattr(os, "fsync", forced.append)
    path = tmp_path / "file"
    path.touch()
    File(path, 0, sync=True).put(b"one\n")
    assert len(forced) == 1


def test_a_forged_throw_is_named_at_its_step(record: bytes):
    """Whoever knows the seed can seal a changed die again, and is caught by the seed."""
    lines = bodies(record)
    place = next(at for at, line in enumerate(lines) if b'"by":"table"' in line)
    shown = lines[place].split(b'"2d6: ')[1][:3]
    other = b"6 6" if shown != b"6 6" else b"1 1"
    lines[place] = lines[place].replace(b'"2d6: ' + shown, b'"2d6: ' + other, 1)
    found = verify(Record(sealed(lines)), ruleset)
    assert (found.ok, found.line) == (False, place + 1)
    assert f"2d6: {other.decode()} is recorded, and the seed gives 2d6: {shown.decode()}" in found.sentence
    lines[place] = lines[place].replace(b'"2d6: ' + other, b'"2d6 typed: ' + other, 1)
    assert "not those that hands have thrown" in verify(Record(sealed(lines)), ruleset).sentence


def test_changed_rules_are_caught_where_they_differ(record: bytes):
    """A corrected number cannot quietly rewrite an old match."""
    found = verify(Record(record), lambda title: Toy(hits_on=2))
    assert not found.ok
    assert "the state after this step is not the one that was recorded" in found.sentence
