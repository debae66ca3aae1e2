"""The studies of the workbench: a folder each, and the process that plays one of them, beside the server and its requests.

A folder holds the file of the study, its games, its report, and `about.json`: who asked for what. What `weathergauge study` reads
and writes is the same. One study is played at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from weathergauge import codec
from weathergauge.files.handwritten import Faulty
from weathergauge.ruleset import Seat
from weathergauge.server.problem import Problem
from weathergauge.server.settings import Settings
from weathergauge.server.store import now
from weathergauge.studies import Study, Variant, page
from weathergauge.studies.folder import CSV, PARQUET, REPORT
from weathergauge.studies.glance import Glance
from weathergauge.studies.rows import FILE as GAMES
from weathergauge.studies.text import text
from weathergauge.studies.trial import STANDING, STUDY, Began, Ended, Stands, Word, Wrong

log = structlog.get_logger()

ABOUT = "about.json"
FILES = (REPORT, CSV, PARQUET, STUDY)
"""What can be taken away of a study."""
CHANGED = "changed"
"""The variant that has what was changed."""
LATELY = 5
"""Studies that nobody kept: the latest remain."""
PATIENCE, GRACE = 60.0, 10.0
"""Seconds in which a study must begin, and in which one that is stopped must have written what came of it."""
LONGEST_LINE = 1 << 24


class Wanted(Struct, frozen=True):
    """What was asked for: the games of a scenario as printed, and with some changes."""

    title: str
    scenario: str
    bots: dict[Seat, str]
    changes: dict[str, dict[str, Any]]
    settings: dict[str, Any]
    games: int
    seed: str
    swap: bool
    name: str

    @property
    def study(self) -> Study:
        """The study that plays it."""
        changed = Variant(CHANGED, charts=self.changes, settings=self.settings)
        return Study(
            self.name, self.title, scenario=self.scenario, games=self.games, seed=self.seed, swap=self.swap,
            bots=self.bots, variants=(changed,) if self.changes or self.settings else (),
        )  # fmt: skip


class About(Struct, frozen=True):
    """A study of the workbench: what was asked for, when and by whom, and whether it is to stay."""

    wanted: Wanted
    made: int
    by: str
    kept: bool = False


class Playing:
    """The study that is played now."""

    def __init__(self, id: str, process: asyncio.subprocess.Process) -> None:
        self.id, self.process = id, process
        self.begun: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """Done when there are games: with a sentence where there can be none."""
        self.stands: Stands | None = None
        self.ended: Ended | None = None
        self.wrong = ""
        self.reading: asyncio.Task[None]


class Trials:
    """Keeps studies in folders, and plays one at a time."""

    def __init__(self, settings: Settings, heard: Callable[[str], None]) -> None:
        self.folder = settings.studies_folder
        self.settings = settings
        self.playing: Playing | None = None
        self.troubles: dict[str, str] = {}
        """What went wrong when a study was last played, or could not be written."""
        self._heard = heard
        self._numbers: dict[str, int] = {}
        self._door = asyncio.Lock()

    def number(self, id: str) -> int:
        """How often there was something new of a study."""
        return self._numbers.get(id, 1)

    def place(self, id: str) -> Path:
        """The folder of a study."""
        found = self.folder / id
        if not re.fullmatch("[0-9a-f]{8}", id) or not (found / ABOUT).is_file():
            raise Problem("not-found", f"There is no study {id[:20]!r} on this workbench.")
        return found

    def about(self, id: str) -> About:
        return codec.decode((self.place(id) / ABOUT).read_bytes(), About)

    def glance(self, id: str) -> Glance | None:
        """How a study stood when its games last ended; None where they never did."""
        try:
            return codec.decode((self.place(id) / STANDING).read_bytes(), Glance)
        except (FileNotFoundError, msgspec.MsgspecError):
            return None

    def played(self, id: str) -> int:
        """How many games of a study are on disk, whatever has been seen of them."""
        try:
            return max(0, (self.place(id) / GAMES).read_bytes().count(b"\n") - 1)
        except FileNotFoundError:
            return 0

    def files(self, id: str) -> list[str]:
        """What can be taken away of a study."""
        return [name for name in FILES if (self.place(id) / name).is_file()]

    def all(self) -> dict[str, About]:
        """Every study, the latest first."""
        found = {}
        for path in self.folder.glob(f"*/{ABOUT}"):
            with contextlib.suppress(Problem, OSError, msgspec.MsgspecError):
                found[path.parent.name] = self.about(path.parent.name)
        return dict(sorted(found.items(), key=lambda pair: -pair[1].made))

    async def begin(self, wanted: Wanted, by: str) -> str:
        """Play a new study; a Problem says why it cannot be."""
        async with self._door:
            self._one_at_a_time()
            id = secrets.token_hex(4)
            try:
                await asyncio.to_thread(self._write, id, About(wanted, now(), by))
                await self._play(id)
            except BaseException:
                await asyncio.to_thread(shutil.rmtree, self.folder / id, ignore_errors=True)
                raise
            await asyncio.to_thread(self._clear)
            return id

    async def go_on(self, id: str, games: int) -> None:
        """Play what is wanting of a study, up to so many games of each variant."""
        async with self._door:
            self._one_at_a_time()
            about = self.about(id)
            await asyncio.to_thread(self._write, id, replace(about, wanted=replace(about.wanted, games=games)))
            try:
                await self._play(id)
            except Problem:
                await asyncio.to_thread(self._write, id, about)
                raise

    async def stop(self, id: str, grace: float = GRACE) -> None:
        """End the games of a study; what was played is kept."""
        playing = self.playing
        if playing is None or playing.id != id:
            return
        if playing.process.stdin is not None:
            playing.process.stdin.close()
        await asyncio.wait({playing.reading}, timeout=grace)
        if not playing.reading.done():  # in the midst of long games: those that are over are on disk
            _kill(playing.process)
            await asyncio.wait({playing.reading})

    async def keep(self, id: str, name: str) -> None:
        """Let a study stay, under a name."""
        about = self.about(id)
        wanted = replace(about.wanted, name=name)
        await asyncio.to_thread(self._write, id, replace(about, wanted=wanted, kept=True))

    async def remove(self, id: str) -> None:
        """Throw a study away."""
        folder = self.place(id)
        await self.stop(id)
        await asyncio.to_thread(shutil.rmtree, folder)
        self.troubles.pop(id, None)

    async def close(self) -> None:
        """The server stops: so does what is played."""
        if self.playing is not None:
            await self.stop(self.playing.id, grace=1.0)

    def _one_at_a_time(self) -> None:
        if self.playing is not None:
            raise Problem("conflict", "Another study is being played: stop it, or wait until it is over.")

    def _write(self, id: str, about: About) -> None:
        """Write a study down, and read it as it will be read: whatever is wrong with it is a sentence."""
        folder = self.folder / id
        folder.mkdir(parents=True, exist_ok=True)
        aside = folder / "study.part"
        aside.write_text(text(about.wanted.study), encoding="utf-8")
        try:
            page.read(aside)
        except Faulty as faulty:
            aside.unlink()
            raise Problem("bad-input", " ".join(f"{problem.words}." for problem in faulty.problems)) from None
        aside.replace(folder / STUDY)
        aside.write_bytes(msgspec.json.encode(about))
        aside.replace(folder / ABOUT)

    def _clear(self) -> None:
        """Throw away what nobody kept, but for the latest."""
        loose = [id for id, about in self.all().items() if not about.kept]
        for id in loose[LATELY:]:
            shutil.rmtree(self.folder / id, ignore_errors=True)

    async def _play(self, id: str) -> None:
        """Start the games of a study; they have begun, or a Problem says why they cannot."""
        command = sys.executable, "-m", "weathergauge.studies.trial", str(self.folder / id)
        process = await asyncio.create_subprocess_exec(
            *command, str(self.settings.workbench_workers),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=LONGEST_LINE, start_new_session=os.name != "nt",
        )  # fmt: skip
        playing = self.playing = Playing(id, process)
        self.troubles.pop(id, None)
        playing.reading = asyncio.create_task(self._read(playing))
        try:
            wrong = await asyncio.wait_for(asyncio.shield(playing.begun), PATIENCE)
        except BaseException as error:
            await self.stop(id, grace=0)
            if isinstance(error, TimeoutError):
                raise Problem("unavailable", "The server has too much to do for this: try again.", retry=5) from None
            raise
        if wrong:
            await asyncio.wait({playing.reading})
            raise Problem("bad-input", f"{wrong}.")

    async def _read(self, playing: Playing) -> None:
        """Hear what the process says, until it has nothing more to say."""
        out = playing.process.stdout
        try:
            while out is not None and (line := await out.readline()):
                self._take(playing, codec.decode(line, Word))
            status = await playing.process.wait()
            if playing.ended is None and not playing.wrong and status > 0:
                playing.wrong = "The games could not be played: the log of the server says why"
                log.error("study-failed", study=playing.id, status=status)
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            playing.wrong = "The games could not be played: the log of the server says why"
            log.error("study-failed", study=playing.id, error=type(error).__name__)
            _kill(playing.process)
        finally:
            self._over(playing)

    def _take(self, playing: Playing, word: Word) -> None:
        match word:
            case Began():
                playing.begun.set_result("")
            case Wrong():
                playing.wrong = word.sentence
                if not playing.begun.done():
                    playing.begun.set_result(word.sentence)
            case Stands():
                playing.stands = word
            case Ended():
                playing.ended = word
        self._say(playing.id)

    def _over(self, playing: Playing) -> None:
        if not playing.begun.done():
            playing.begun.set_result(playing.wrong or "it was stopped before it began")
        if trouble := playing.wrong or (playing.ended.wanting if playing.ended is not None else ""):
            self.troubles[playing.id] = trouble
        if playing.ended is None and playing.stands is not None:  # it was killed: as it was last seen
            with contextlib.suppress(OSError):
                (self.folder / playing.id / STANDING).write_bytes(msgspec.json.encode(playing.stands.glance))
        if self.playing is playing:
            self.playing = None
        self._say(playing.id)

    def _say(self, id: str) -> None:
        self._numbers[id] = self.number(id) + 1
        self._heard(id)


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a process that we started, with those that it started."""
    with contextlib.suppress(ProcessLookupError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
