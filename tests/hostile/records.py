"""Spoil records, and see that nothing believes them: `verify`, `replay`, and the proof in the browser.

Where the seals are whole, because whoever knows the seed made them anew, a head that was kept during the match must
tell; without one an order that changed nothing may pass, as the documentation of the record says.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.golden import record_of
from tests.hostile.figures import Asked, Figures, Hang, within
from tests.hostile.mutants import Mutant, mutants
from tests.ours import TITLES
from weathergauge import cli, rulesets
from weathergauge.match import Replay
from weathergauge.match.record import Record, RecordError
from weathergauge.match.verify import verify

CLIENT = Path(__file__).parents[2] / "client"
FIXTURES = CLIENT / "src" / "lib" / "proof" / "fixtures"
PATIENCE = 20.0
PROVE = Path(__file__).with_name("prove.mjs")


def originals() -> list[bytes]:
    """The golden matches, and those of the browser's own tests: typed dice, sealed words, positions, one's own files."""
    return [record_of(title).read_bytes() for title in TITLES] + [
        path.read_bytes() for path in sorted(FIXTURES.glob("*.jsonl")) if _known(path)
    ]


def _known(path: Path) -> bool:
    """Whether these rules play the title: some are of the toy that only tests know."""
    return Record(path.read_bytes()).header.title in TITLES


def spoilt(seed: str) -> Iterator[tuple[Mutant, str]]:
    """Mutants of all of them in turn, each with the last head of the true record."""
    kept = [(mutants(data, Random(f"{seed} {n}")), Record(data).head()) for n, data in enumerate(originals())]
    while True:
        for made, head in kept:
            yield next(made), head


def run(asked: Asked, figures: Figures) -> None:
    """Spoil records until enough were looked at or the time is over."""
    ends, enough = time.monotonic() + asked.seconds, asked.some(2400, 60)
    with tempfile.TemporaryDirectory() as folder:
        made: list[tuple[Path, Mutant, str]] = []
        for number, (mutant, head) in enumerate(spoilt(asked.seed)):
            if number >= enough or time.monotonic() > ends:
                break
            path = Path(folder) / f"{number}.jsonl"
            path.write_bytes(mutant.data)
            made.append((path, mutant, head))
            _verify(path, mutant, head, figures)
            if number % 4 == 0:
                _replay(path, mutant, figures)
            if number % 8 == 0:
                _command(path, mutant, figures)
        _prove(made, Path(folder), asked, figures)


def _verify(path: Path, mutant: Mutant, head: str, figures: Figures) -> None:
    figures.add("records verified")
    figures.add("sealed again", int(mutant.sealed))
    try:
        with within(PATIENCE):
            found = verify(path, rulesets.ruleset, head=head if mutant.sealed else None)
    except Hang:
        figures.add("hangs")
        figures.fault(f"verify hangs on a record with {mutant.how}")
        return
    except Exception as error:
        figures.add("tracebacks")
        figures.fault(f"verify breaks on a record with {mutant.how}: {type(error).__name__}: {error}")
        return
    if found.ok:
        figures.fault(f"verify believes a record with {mutant.how}: {found.sentence}")
    elif not found.sentence or "\n" in found.sentence:
        figures.fault(f"verify says {found.sentence!r} of a record with {mutant.how}, which is not a sentence")
    else:
        figures.add("refused with a sentence")


def _replay(path: Path, mutant: Mutant, figures: Figures) -> None:
    figures.add("replayed")
    try:
        with within(PATIENCE):
            replay = Replay(path, rulesets.ruleset)
            replay.at(len(replay) - 1)
    except RecordError:
        pass
    except Hang:
        figures.add("hangs")
        figures.fault(f"replay hangs on a record with {mutant.how}")
    except Exception as error:
        figures.add("tracebacks")
        figures.fault(f"replay breaks on a record with {mutant.how}: {type(error).__name__}: {error}")


def _command(path: Path, mutant: Mutant, figures: Figures) -> None:
    """As somebody at a keyboard would ask: no answer is a traceback, and none paints the screen."""
    for words in (
        ["verify", str(path)],
        ["verify", str(path), "--json"],
        ["replay", str(path), "--json"],
        ["replay", str(path)],
    ):
        figures.add("commands")
        out = io.StringIO()
        try:
            with within(PATIENCE), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                status = cli.main(words)
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 1
        except Hang:
            figures.add("hangs")
            figures.fault(f"{words[0]} hangs on a record with {mutant.how}")
            continue
        except Exception as error:
            figures.add("tracebacks")
            figures.fault(f"{words[0]} breaks on a record with {mutant.how}: {type(error).__name__}: {error}")
            continue
        if "Traceback" in out.getvalue():
            figures.fault(f"{words[0]} shows a traceback of a record with {mutant.how}")
        if words[0] == "verify" and status == 0 and not mutant.sealed:
            figures.fault(f"verify ends with 0 for a record with {mutant.how}")


def node(*arguments: str | Path, patience: float = 60.0) -> subprocess.CompletedProcess[str]:
    """Run Node as the client's build does, in client/."""
    command = [sys.executable, CLIENT / "build.py", "run", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False)


def _prove(made: list[tuple[Path, Mutant, str]], folder: Path, asked: Asked, figures: Figures) -> None:
    """Let the browser's own check, bundled into one file, look at all of them in Node."""
    check, rolldown = folder / "prove.bundle.mjs", CLIENT / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    bundled = node(rolldown, CLIENT / "src" / "lib" / "proof" / "record.ts", "--file", check, "--format", "esm")
    if bundled.returncode:
        figures.fault(f"the browser's proof cannot be made ready (make client): {bundled.stderr[-300:]}")
        return
    listed = folder / "list.json"
    told = [{"file": str(path), "head": head if mutant.sealed else ""} for path, mutant, head in made]
    listed.write_text(json.dumps(told), encoding="utf-8")
    done = node(PROVE, check, listed, patience=max(60.0, asked.seconds))
    if done.returncode:
        figures.fault(f"the browser's proof ended with {done.returncode}: {done.stderr[-300:]}")
    for line, (_, mutant, _) in zip(done.stdout.splitlines(), made, strict=False):
        found = json.loads(line)
        figures.add("proofs in the browser")
        if found["verdict"] == "thrown":
            figures.add("tracebacks")
            figures.fault(f"the browser's proof breaks on a record with {mutant.how}: {found['sentence'][:200]}")
        elif found["verdict"] == "holds":
            figures.fault(f"the browser believes a record with {mutant.how}: {found['sentence']}")
        elif found["ms"] > PATIENCE * 1000:
            figures.fault(f"the browser's proof takes {found['ms']:.0f} ms for a record with {mutant.how}")
    if len(done.stdout.splitlines()) < len(made):
        figures.fault(f"the browser's proof looked at {len(done.stdout.splitlines())} of {len(made)} records")
