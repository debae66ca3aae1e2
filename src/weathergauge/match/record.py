"""The record of a match: one open file, a JSON line for each step, each line sealed to the one before.

The first line says what is played and binds the server's seed by its hash; the second holds the players' own words
for the dice, how they came about, and the throws of the set-up. Then come steps, numbered by `n`, and last the end, which opens the seed. Each `h` is
HMAC-SHA256 over the head before it and the line without `h`, 128 bits of it, with a key made from the server's seed:
until the end nobody can guess a secret order from its seal. Only whole lines count.

While a match is in play its seed lies beside the record in `NAME.key`, readable by its owner alone.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal

from msgspec import Raw, Struct

from weathergauge import codec
from weathergauge.ruleset import Result, Seat
from weathergauge.sentences import spoken

FORMAT = 1
START = b'{"weathergauge":'
NOTHING = Raw()

Put = Callable[[bytes], None]
Word = Literal[
    "resign",
    "offer draw",
    "accept draw",
    "hand over",
    "offer take-back",
    "accept take-back",
    "decline take-back",
    "abandon",
]
"""What a seat can say to the match itself; "abandon" is the table's alone."""

How = Literal["sealed", "plain", "none", "bot"]
"""How a seat came by its words for the dice. Sealed: committed to after the server's hash was shown, and opened when all
had committed. Plain: given openly after the hash. None: no words. Bot: no words, a bot sits there."""


class RecordError(ValueError):
    """A record that cannot be used. The message is a sentence; `kind`, `line` and `step` say the same to a program.

    Kinds: file, exists, foreign, version, cut, edited, title, rules, charts, key, head.
    """

    def __init__(self, kind: str, sentence: str, *, line: int = 0, step: int = 0) -> None:
        super().__init__(sentence)
        self.kind, self.line, self.step = kind, line, step

    def __reduce__(self) -> tuple[Any, ...]:
        """As it goes from a process in which games are played to the one that waits for them."""
        return partial(RecordError, line=self.line, step=self.step), (self.kind, str(self))


class Header(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line: what is played, by whom, and what the dice are bound to."""

    weathergauge: int
    title: str
    rules: str
    package: str
    charts: str
    scenario: str
    settings: dict[str, Any]
    seats: dict[Seat, str]
    dice: Literal["server", "typed"]
    seed_hash: str
    position: Raw = NOTHING
    """Where the match is played on from: a state of the ruleset instead of the scenario's own start."""
    written: str = ""
    """The text of the scenario's file, where it is none of the title's own."""
    h: str = ""


class Open(Struct, frozen=True):
    """A step that waits for dice a hand must throw."""

    by: Seat
    do: Raw


class Line(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any later line. What is not said is left out; which field is there says what kind of line it is."""

    n: int = 0
    seeds: dict[Seat, str] | None = None
    by: Seat = ""
    do: Raw = NOTHING
    dice: tuple[str, ...] = ()
    state: str = ""
    back: int = 0
    open: Open | None = None
    given: str = ""
    match: Word | None = None
    to: str = ""
    rules: str = ""
    package: str = ""
    charts: str = ""
    position: Raw = NOTHING
    end: Result | None = None
    reveal: str = ""
    stands: Raw = NOTHING
    """The state that stands again, on the line by which the last seat agreed to go back."""
    commits: dict[Seat, str] | None = None
    """SHA-256 of the words of each seat that sealed its own, as they were shown before anybody opened theirs."""
    words: dict[Seat, How] | None = None
    """How each seat came by its words; None in records of versions that did not say."""
    h: str = ""


BESIDE: dict[str, tuple[str, ...]] = {
    "seeds": ("dice", "state", "commits", "words"),
    "end": ("reveal",),
    "position": ("rules", "package", "charts"),
    "do": ("by", "dice", "state"),
    "match": ("by",),
    "back": ("by",),
    "open": (),
    "given": (),
}
"""What each kind of line says besides, by the field that makes it one."""
OF_WORDS: dict[Word, tuple[str, ...]] = {
    "hand over": ("to",),
    "offer take-back": ("back",),
    "accept take-back": ("state", "stands"),
    "decline take-back": ("to",),
}
"""What is said beside a word to the match."""


def says_more(line: Line) -> bool:
    """Whether a line is of no kind, or says what lines of its kind do not: somebody else might read it otherwise."""
    # Nearly every line is a plain order: it is asked for by itself, because that is many times quicker.
    if line == Line(n=line.n, by=line.by, do=line.do, dice=line.dice, state=line.state, h=line.h):
        return line.do == NOTHING
    kind = next((name for name in BESIDE if getattr(line, name) != getattr(_BLANK, name)), "")
    if not kind:
        return True
    fields = ["h", kind, *BESIDE[kind], *(OF_WORDS.get(line.match, ()) if line.match and kind == "match" else ())]
    fields += ["n"] if kind != "seeds" else []
    return line != Line(**{name: getattr(line, name) for name in fields})


_BLANK = Line()


def digest(state: object) -> str:
    """Make a short fingerprint of a state, kept on each table step."""
    return hashlib.sha256(codec.encode(state)).hexdigest()[:12]


_HEADER = codec.decoder(Header)
_LINE = codec.decoder(Line)


def dice_key(seed: bytes, seeds: Mapping[Seat, str]) -> bytes:
    """What the dice of a match are drawn from: the server's seed and one from every player who gave one."""
    return hmac.digest(seed, b"dice" + codec.encode(dict(seeds)), "sha256")


def seed_hash(seed: bytes) -> str:
    """The full hash that is published before the first order."""
    return hashlib.sha256(seed).hexdigest()


def commitment(words: str) -> str:
    """What a player shows of words for the dice until all have committed."""
    return hashlib.sha256(words.encode()).hexdigest()


def bot_key(seed: bytes, seat: Seat) -> str:
    """What a bot draws its own chance from: nothing about the dice can be worked out from it."""
    return hmac.digest(seed, b"bot:" + seat.encode(), "sha256").hex()


class Seal:
    """The keyed chain. The two halves of the HMAC are kept ready, which makes a seal three times as quick."""

    def __init__(self, seed: bytes) -> None:
        key = hmac.digest(seed, b"chain", "sha256").ljust(64, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))

    def head(self, before: str, body: bytes) -> str:
        inner = self._inner.copy()
        inner.update(before.encode() + body)
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.hexdigest()[:32]


class Journal:
    """Encodes, seals and puts away one line after the other; a line that could not be put away was never written."""

    def __init__(self, seed: bytes, head: str, put: Put | None) -> None:
        self.head = head
        self._seal = Seal(seed)
        self._put = put

    def add(self, *lines: Header | Line) -> str:
        """Write the lines at once and give the new head."""
        head, text = self.head, b""
        for line in lines:
            body = codec.encode(line)
            head = self._seal.head(head, body)
            text += b'%b,"h":"%b"}\n' % (body[:-1], head.encode())
        if self._put is not None:
            self._put(text)
        self.head = head
        return head


class File:
    """A record on disk, opened for appending at the first line that is put there."""

    def __init__(self, path: Path, size: int, torn: int = 0, *, sync: bool = False) -> None:
        self.path, self.size, self.sync = path, size, sync
        self._expected = size + torn
        self._fd = -1

    def put(self, text: bytes) -> None:
        """Append whole lines and hand them to the system; a torn end is cut off first, a failed write undone."""
        if self._fd < 0:
            self._fd = os.open(self.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        if os.fstat(self._fd).st_size != self._expected:
            raise RecordError(
                "file", f"{self.path} has been written to by somebody else since it was opened; load it again"
            )
        if self._expected != self.size:
            os.ftruncate(self._fd, self.size)
        try:
            if os.write(self._fd, text) != len(text):
                raise OSError(f"{self.path}: the disk is full; nothing of this step was kept")
            if self.sync:
                os.fsync(self._fd)
        except BaseException:
            os.ftruncate(self._fd, self.size)
            raise
        self.size = self._expected = self.size + len(text)

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def key_file(path: Path) -> Path:
    """Where the seed of a match is kept while it is played: beside its record."""
    return path.with_name(path.name + ".key")


def snapshot_file(path: Path) -> Path:
    """Where a record's snapshot is kept, from which it is loaded without being replayed whole."""
    return path.with_name(path.name + ".snapshot")


def new_file(path: Path, seed: bytes, *, sync: bool = False) -> File:
    """An empty record and its key beside it; whatever is there already is left alone."""
    taken = next((file for file in (path, key_file(path)) if file.exists()), None)
    if taken is not None:
        raise RecordError("exists", f"{taken} exists already; choose another name")
    made: list[Path] = []
    try:
        for file, text in ((path, b""), (key_file(path), seed.hex().encode() + b"\n")):
            fd = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if file is path else 0o600)
            made.append(file)
            with os.fdopen(fd, "wb") as out:
                out.write(text)
                out.flush()
                os.fsync(fd)
    except OSError as error:
        for file in made:
            with suppress(OSError):
                file.unlink()
        reason = (error.strerror or str(error)).lower()
        raise RecordError(
            "file", f"{path} cannot be written: {reason}; nothing was begun, so mend that or name another place"
        ) from error
    return File(path, 0, sync=sync)


class Record:
    """A record that was read: its header and its whole lines, not yet believed."""

    def __init__(self, data: bytes, name: str = "the record", path: Path | None = None) -> None:
        self.name, self.path = name, path
        *self.lines, torn = data.split(b"\n")
        self.torn = len(torn)
        self.size = len(data) - self.torn
        first = self.lines[0] if self.lines else torn
        if not (first.startswith(START) or (not self.lines and START.startswith(first))):
            raise RecordError("foreign", f"{name} is not a Weather Gauge record: its first line is no header", line=1)
        if not data:
            raise RecordError("foreign", f"{name} is empty: it is no record of a match", line=1)
        if not self.lines:
            raise RecordError("cut", f"{name} is cut off in its first line: nothing of the match is left", line=1)
        version = re.match(rb"(\d{1,9})[,}]", first[len(START) :])
        if version and int(version[1]) != FORMAT:
            raise RecordError(
                "version",
                f"{name} is a record of format {int(version[1])}, and this version of Weather Gauge reads format "
                f"{FORMAT}; open it with the version that wrote it, or a newer one",
                line=1,
            )
        try:
            self.header = _HEADER.decode(first)
        except (ValueError, RecursionError) as error:
            raise RecordError(
                "edited", f"{name} has been edited: its first line is no header ({spoken(error)})", line=1
            ) from None

    @classmethod
    def read(cls, path: Path | str) -> Record:
        path = Path(path)
        try:
            return cls(path.read_bytes(), str(path), path)
        except FileNotFoundError:
            raise RecordError("file", f"{path}: there is no such file") from None
        except (OSError, ValueError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError("file", f"{path} cannot be read: {getattr(error, 'strerror', error)}") from error

    def line(self, index: int) -> Line:
        """A line after the first; one that says nothing known is an error that names it."""
        try:
            return _LINE.decode(self.lines[index])
        except (ValueError, RecursionError) as error:
            raise self.wrong(index, f"this is no line of a record ({spoken(error)})") from None

    def check_kind(self, index: int, line: Line | None = None) -> None:
        """Refuse a line that is of two kinds at once."""
        if says_more(line or self.line(index)):
            raise self.wrong(index, "this line says more than one thing, or what does not belong to it")

    def step(self, index: int) -> int:
        """The step a line says it is, 0 where it says nothing."""
        found = re.match(rb'\{"n":(\d{1,9})\D', self.lines[index] if index < len(self.lines) else b"")
        return int(found[1]) if found else 0

    def wrong(self, index: int, sentence: str, kind: str = "edited") -> RecordError:
        """The error that names a line and its step."""
        step = self.step(index)
        place = f"{self.name}, line {index + 1}" + (f", step {step}" if step else "")
        return RecordError(kind, f"{place}: {sentence}", line=index + 1, step=step)

    def head(self, index: int = -1) -> str:
        return self.lines[index][-34:-2].decode("ascii", "replace")

    @property
    def seeds(self) -> dict[Seat, str]:
        """The players' seeds, from the second line."""
        if len(self.lines) < 2:
            raise RecordError("cut", f"{self.name} is cut off before the match began; start a new one", line=2)
        seeds = self.line(1).seeds
        if seeds is None:
            raise self.wrong(1, "the players' seeds are expected here")
        return seeds

    @property
    def words(self) -> dict[Seat, How] | None:
        """How each seat came by its words, held to the commitments; None where the record does not say."""
        seeds, line = self.seeds, self.line(1)
        commits, words = line.commits or {}, line.words
        if words is None:
            if commits:
                raise self.wrong(1, "there are commitments here, and it is not said how the words came about")
            return None
        if {*words} != {*self.header.seats}:
            raise self.wrong(1, "how the words came about is expected here for every seat, and for no other")
        for seat in {*seeds, *commits, *words}:
            how = words.get(seat, "none")
            if (seat in seeds) != (how in ("sealed", "plain")) or (seat in commits) != (how == "sealed"):
                raise self.wrong(1, f"the words of {seat} do not fit what is said of them: {how}")
            if how == "sealed" and commitment(seeds[seat]) != commits[seat]:
                raise self.wrong(1, f"the words of {seat} are not those that {seat} had committed to")
        return words

    @property
    def reveal(self) -> bytes | None:
        """The server's seed, where the match is over and has opened it."""
        if b'"reveal":"' not in self.lines[-1] or len(self.lines) < 2:
            return None
        last = len(self.lines) - 1
        text = self.line(last).reveal
        try:
            return bytes.fromhex(text) or None
        except ValueError:
            raise self.wrong(last, "the seed that is revealed is not hex digits") from None

    def key(self) -> bytes:
        """The seed of a match in play, from the key file beside its record."""
        if self.path is None:
            raise RecordError("key", f"{self.name} is still in play, and no key was given to go on with")
        try:
            return bytes.fromhex(key_file(self.path).read_text(encoding="ascii"))
        except FileNotFoundError:
            sentence = f"{self.path} is still in play, and its key {key_file(self.path).name} is missing beside it: "
            raise RecordError("key", sentence + "it can be replayed, but not played on") from None
        except (OSError, ValueError):
            raise RecordError(
                "key", f"{key_file(self.path)} is no key: it should hold one line of hex digits"
            ) from None

    def check_seals(self, seed: bytes) -> None:
        """Hold every line to the one before; the first that does not fit is named."""
        if seed_hash(seed) != self.header.seed_hash:
            if seed != self.reveal:
                raise RecordError("key", f"the key is not that of {self.name}: its hash differs from the first line's")
            last = len(self.lines) - 1
            raise self.wrong(last, "the seed that is revealed has not the hash that was published in the first line")
        seal, head = Seal(seed), ""
        for index, line in enumerate(self.lines):
            head = seal.head(head, line[:-40] + b"}")
            if line[-40:] != b',"h":"%b"}' % head.encode():
                raise self.wrong(index, "this line has been edited, moved or put in: its seal does not fit")
