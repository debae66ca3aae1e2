"""The matches that were played here, in the user's own folder; WEATHERGAUGE_HOME names another."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from weathergauge import rulesets
from weathergauge.match import Replay
from weathergauge.match.record import Record, RecordError
from weathergauge.sentences import nearest

ENDING = ".jsonl"


def home() -> Path:
    """The folder for whatever a player keeps."""
    if told := os.environ.get("WEATHERGAUGE_HOME"):
        return Path(told).expanduser()
    from platformdirs import user_data_path

    return user_data_path("weathergauge", appauthor=False)


def folder() -> Path:
    return home() / "matches"


def new_path(title: str, scenario: str, now: datetime | None = None) -> Path:
    """A name nobody has used: what is played, the day, and a number if need be."""
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = f"{place} cannot be made: {(error.strerror or str(error)).lower()}; WEATHERGAUGE_HOME can name another folder"
        raise RecordError("file", sentence) from None
    day = (now or datetime.now().astimezone()).strftime("%Y-%m-%d")
    number = 1
    while True:
        name = f"{title}-{scenario}-{day}" + (f"-{number}" if number > 1 else "")
        if not any((place / f"{name}{ending}").exists() for ending in (ENDING, f"{ENDING}.key")):
            return place / f"{name}{ENDING}"
        number += 1


def newest_first() -> list[Path]:
    """Every record on the shelf."""
    try:
        files = [path for path in folder().glob(f"*{ENDING}") if path.is_file()]
        return sorted(files, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    except OSError:
        return []


def find(text: str) -> Path:
    """A record by its path, or by its name on the shelf; a sentence with the nearest where there is none."""
    path = Path(text).expanduser()
    shelved = [folder() / text, folder() / f"{text}{ENDING}"]
    for file in (path, *shelved):
        if file.is_file():
            return file
    if path.parent != Path() or path.suffix or path.is_dir():
        what = "is a folder, not a record" if path.is_dir() else "there is no such file"
        raise RecordError("file", f"{path}: {what}")
    names = [file.stem for file in newest_first()]
    there = nearest(text, names) if names else f"none is saved in {folder()}"
    raise RecordError("file", f"There is no match {text!r}: {there}")


def short(path: Path) -> str:
    """What to call a record on the command line: its name where it is on the shelf, otherwise its path."""
    return path.stem if path.parent == folder() and path.suffix == ENDING else str(path)


class Kept(Struct, frozen=True):
    """A match on the shelf, as a list shows it. `why` says what is wrong where it cannot be gone on with."""

    path: Path
    when: str
    words: str
    over: bool = False
    why: str = ""


def kept(path: Path) -> Kept:
    """What there is to say about a record without playing it on."""
    from weathergauge.cli.table.desk import desk_for  # whoever only looks for a file does not wait for it

    when = datetime.fromtimestamp(path.stat().st_mtime).astimezone().strftime("%d %b %H:%M")
    try:
        record = Record.read(path)
        header = record.header
        replay = Replay(record, rulesets.ruleset)
        state, _ = replay.at(len(replay) - 1)
        stage = desk_for(replay.rules).stage(replay.rules.view(state, None))
        players = ", ".join(f"{seat} {player}" for seat, player in header.seats.items())
        if replay.result is not None:
            winner = replay.result.winner
            stage = f"over, {'nobody' if winner is None else replay.rules.side_words(winner)} won"
        return Kept(path, when, f"{header.title} {header.scenario}: {stage} ({players})", replay.result is not None)
    except (RecordError, ValueError) as error:
        return Kept(path, when, path.stem, why=str(error))


def on_shelf(limit: int = 20) -> list[Kept]:
    """The newest matches."""
    games = []
    for path in newest_first()[:limit]:
        try:
            games.append(kept(path))
        except OSError:
            continue
    return games
