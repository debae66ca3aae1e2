"""A study played for somebody who watches, in a process of its own: `python -m weathergauge.studies.trial FOLDER WORKERS`.

It plays `study.toml` in the folder, says on its output how the study stands, a JSON value a line, and writes the report and the
games when it ends. It stops, and keeps what was played, when its input ends: also when whoever started it was killed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from weathergauge.studies import folder
from weathergauge.studies.glance import Glance, glance
from weathergauge.studies.page import read
from weathergauge.studies.run import Outcome, run

STUDY, STANDING = "study.toml", "glance.json"
LONGEST = 15.0
"""Seconds after which it ends in the midst of games, once nobody listens: those that are over are on disk."""
EVERY = 0.5
"""Seconds between two looks; a look may take a tenth of the time at most."""


class Began(Struct, frozen=True, tag=True):
    """The study can be played: from now on there are games."""


class Wrong(Struct, frozen=True, tag=True):
    """It cannot be played or kept, for a reason that a person can mend."""

    sentence: str


class Stands(Struct, frozen=True, tag=True):
    """How it stands: games that are played now, of so many, and seconds that are left as far as one can tell."""

    done: int
    total: int
    left: float | None
    glance: Glance


class Ended(Struct, frozen=True, tag=True):
    """It is over, or was stopped, and all that came of it is written."""

    stopped: bool
    files: list[str]
    wanting: str
    glance: Glance


Word = Began | Wrong | Stands | Ended


class Trial:
    """Plays a study, and says how it stands."""

    def __init__(self, folder: Path, workers: int, out: IO[bytes]) -> None:
        self.folder, self.workers, self.out = folder, workers, out
        self._outcome: Outcome | None = None
        self._began = self._next = 0.0

    def say(self, word: Word) -> None:
        with contextlib.suppress(BrokenPipeError):
            self.out.write(msgspec.json.encode(word) + b"\n")
            self.out.flush()

    def play(self) -> None:
        """Play it to its end, or until it is stopped; then write what came of it."""
        study = read(self.folder / STUDY)
        outcome = run(study, self.folder, workers=self.workers, progress=self._played, begins=self._begins)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # what was played is written in any case
        written = folder.write(outcome, self.folder)
        stands = glance(outcome)
        aside = self.folder / "glance.part"
        aside.write_bytes(msgspec.json.encode(stands))
        aside.replace(self.folder / STANDING)
        self.say(Ended(outcome.stopped, [file.name for file in written.files], written.wanting, stands))

    def _begins(self, outcome: Outcome) -> None:
        self._outcome, self._began = outcome, time.monotonic()
        self.say(Began())

    def _played(self, done: int, total: int) -> None:
        """Say how it stands, now and then."""
        now = time.monotonic()
        if self._outcome is None or now < self._next:
            return
        left = (now - self._began) / done * (total - done)
        self.say(Stands(done, total, round(left, 1), glance(self._outcome)))
        after = time.monotonic()
        self._next = after + max(EVERY, 9 * (after - now))


def stop_when_nobody_listens() -> None:
    """End the games as Ctrl-C does, once the input has ended."""
    while os.read(0, 4096):  # not through sys.stdin, whose lock would be held when Python ends
        pass
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
    elif (player := threading.main_thread().ident) is not None:
        signal.pthread_kill(player, signal.SIGINT)  # so that it wakes from whatever it waits for
    time.sleep(LONGEST)
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # with the workers, in the midst of their games
    os._exit(1)


def main() -> None:
    """Play a study until it is over or nobody listens."""
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # what anything prints is no word of ours
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    threading.Thread(target=stop_when_nobody_listens, daemon=True).start()
    trial = Trial(Path(sys.argv[1]), int(sys.argv[2]), out)
    try:
        trial.play()
    except KeyboardInterrupt:
        return  # nobody listens, and no game was begun
    except ValueError as error:
        trial.say(Wrong(str(error)))
    except OSError as error:
        trial.say(Wrong(f"the study cannot be kept: {error}"))


if __name__ == "__main__":
    main()
