"""Checks of records: the same in another process, with take-backs and typed dice, and cut at any byte."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from typing import Any, Literal, NamedTuple

from weathergauge.match import Match
from weathergauge.match.record import Record, RecordError, digest
from weathergauge.match.verify import verify
from weathergauge.ruleset import Rules
from weathergauge.testing.hints import Start, seats, start
from weathergauge.testing.play import Player, play_on

RULES_FOR = "weathergauge.rulesets:ruleset"
How = Literal["server", "typed"]


class Moment(NamedTuple):
    """Where a match stood when its record was so long."""

    length: int
    digest: str
    waits_for: str


class Written:
    """A random match with take-backs, its record, and where it stood after each line."""

    def __init__(
        self,
        rules: Rules,
        title: str,
        start: Start,
        seed: str,
        dice: How,
        *,
        steps: int = 100_000,
        player: Player | None = None,
    ) -> None:
        self.rules, self.title, self.seed, self.dice = rules, title, seed, dice
        self.text = b""
        seeds = {seat: f"{seed} of {seat}" for seat in seats(rules, start)}
        match = Match.create(
            rules, title, start.scenario, seed=seed, dice=dice, seeds=seeds, put=self._put, position=start.position
        )
        self.moments = [self._moment(match)]
        for _ in play_on(match, player or Player(rules, seed), take_backs=0.15, steps=steps):
            self.moments.append(self._moment(match))
        self.told = {type(heard.event) for seat in (*match.seats, None) for heard in match.events(seat)}
        self.result = match.result
        self.state = match.state

    def _put(self, text: bytes) -> None:
        self.text += text

    def _moment(self, match: Match) -> Moment:
        waits = "" if match.waiting is None else f"{match.waiting.dice} for {match.waiting.why}"
        return Moment(len(self.text), digest(match.state), waits)

    def load(self, length: int | None = None) -> Match:
        return Match.load(Record(self.text[:length]), lambda _: self.rules, seed=self.seed.encode())


def check_cuts(written: Written, cuts: int, chance: Random) -> None:
    """Cut anywhere, the record resumes where its last whole line leaves it, and can be played on to a sound end."""
    size = len(written.text)
    places = {*chance.sample(range(size), min(cuts, size)), size, size - 1}
    for place in sorted(places):
        whole = written.text.rfind(b"\n", 0, place) + 1
        stood = [moment for moment in written.moments if moment.length <= whole]
        if not stood:
            assert _kind(written, place) == "cut", f"cut at byte {place}, before the match began"
            continue
        match = written.load(place)
        waits = "" if match.waiting is None else f"{match.waiting.dice} for {match.waiting.why}"
        # The last step and the end are two lines: where only the end is lost, it is written again.
        last = written.moments[-1] if match.result is not None else stood[-1]
        assert waits == last.waits_for, f"cut at byte {place}: waits for {waits!r}, not {last.waits_for!r}"
        assert digest(match.state) == last.digest, f"cut at byte {place}: another position"


def _kind(written: Written, place: int) -> str:
    """Why a record that was cut there cannot be loaded."""
    try:
        written.load(place)
    except RecordError as error:
        return error.kind
    return ""


def check_torn_file(written: Written, folder: Path, place: int) -> None:
    """A torn file is cut to whole lines, played on, and holds to its end."""
    path = folder / "torn.jsonl"
    path.write_bytes(written.text[:place])
    (folder / "torn.jsonl.key").write_text(written.seed.encode().hex() + "\n", encoding="ascii")
    with Match.load(path, lambda _: written.rules) as match:
        for _ in play_on(match, Player(written.rules, f"after {written.seed}")):
            pass
    held = verify(path, lambda _: written.rules)
    assert held.ok, f"torn at byte {place} and played on: {held.sentence}"
    assert held.result == match.result


def check_verifies(written: Written) -> None:
    """Everything the record claims is borne out."""
    held = verify(Record(written.text), lambda _: written.rules, seed=written.seed.encode())
    assert held.ok, held.sentence
    assert held.result == written.result


class Job(NamedTuple):
    """A match to play in another process, by names alone."""

    title: str
    start: str
    seed: str
    dice: How

    def play(self, rules: Rules) -> Written:
        return Written(rules, self.title, start(rules, self.start), self.seed, self.dice, steps=150)


def check_elsewhere(jobs: list[Job], rules_for: str = RULES_FOR) -> None:
    """In processes that hash otherwise, matches of the same seeds have equal records, and ours load to equal states."""
    rules = resolve_name(rules_for)
    ours = [job.play(rules(job.title)) for job in jobs]
    texts = [written.text.decode() for written in ours]
    ours_shown = [(_print(written.text), digest(written.state)) for written in ours]
    for hash_seed in ("1", "2"):
        for job, here, there in zip(jobs, ours_shown, _elsewhere(jobs, texts, hash_seed, rules_for), strict=True):
            assert here[0] == there[0], f"{job}: another record in another process"
            assert here[1] == there[1], f"{job}: the record loads to another state in another process"


def _elsewhere(jobs: list[Job], texts: list[str], hash_seed: str, rules_for: str) -> list[list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "weathergauge.testing.records", rules_for],
        input=json.dumps([jobs, texts]), capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def _print(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _here(rules_for: str) -> None:
    """The other process: play each match again, and load the record that was made elsewhere."""
    jobs, texts = json.loads(sys.stdin.read())
    for job, text in zip(map(Job._make, jobs), texts, strict=True):
        rules: Any = resolve_name(rules_for)(job.title)
        played = job.play(rules)
        loaded = Match.load(Record(text.encode()), resolve_name(rules_for), seed=job.seed.encode())
        print(_print(played.text), digest(loaded.state))


if __name__ == "__main__":
    _here(sys.argv[1])
