"""Spoil files that people write: scenarios, charts and cases. Each is taken, or refused with a sentence, and soon."""

from __future__ import annotations

import contextlib
import io
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.hostile.figures import Asked, Figures, Hang, within
from tests.hostile.mutants import spoilt_text
from tests.ours import TITLES
from weathergauge import cli, rulesets
from weathergauge.files.chartpage import ChartError
from weathergauge.frame.charts import load_charts
from weathergauge.testing import rules_for
from weathergauge.throwing import SeededDice

PATIENCE = 10.0
ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "src" / "weathergauge" / "rulesets"


def run(asked: Asked, figures: Figures) -> None:
    """Spoil files of the three kinds in turn until enough were tried or the time is over."""
    chance, ends = Random(asked.seed), time.monotonic() + asked.seconds
    kinds: list[tuple[str, Callable[[Random, Path], None]]] = [
        ("scenarios", _scenario), ("charts", _chart), ("cases", _cases),
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(asked.some(700, 25)):
            for name, attempt in kinds:
                if time.monotonic() > ends:
                    return
                figures.add(name)
                _watched(name, lambda attempt=attempt: attempt(chance, Path(folder)), figures)  # type: ignore[misc]


def _watched(name: str, attempt: Callable[[], Any], figures: Figures) -> None:
    """Try it: a ValueError with a sentence is a refusal, and everything else that is raised a fault."""
    try:
        with within(PATIENCE):
            attempt()
    except Hang:
        figures.add("hangs")
        figures.fault(f"one of the spoilt {name} is not done with after {PATIENCE:g} seconds")
    except ValueError as refused:
        sentence = str(refused)
        if isinstance(refused, UnicodeError) or not sentence or "object at 0x" in sentence:
            figures.fault(f"one of the spoilt {name} is refused with {type(refused).__name__}: {sentence[:200]!r}")
        else:
            figures.add("refused with a sentence")
    except Exception as error:
        figures.add("tracebacks")
        figures.fault(f"one of the spoilt {name} breaks: {type(error).__name__}: {str(error)[:200]}")


def _scenario(chance: Random, folder: Path) -> None:
    """A scenario file: read as a player's own, and set out if it is taken."""
    written = [title for title in TITLES if rules_for(title).reads_files]
    title = chance.choice(written)
    rules = rules_for(title)
    home = RULESETS / rulesets.title(title).ruleset
    files = sorted([*home.glob("scenarios/*.toml"), *home.glob(f"{title}/scenarios/*.toml")])
    spoilt = spoilt_text(chance.choice(files).read_text(encoding="utf-8"), chance)
    path = folder / "mine.toml"
    path.write_bytes(spoilt)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        cli.main(["scenario", "check", str(path), "--title", title])
    text = spoilt.decode("utf-8", "replace")
    scenario = rules.scenario_from(text, "mine", {})
    rules.card(scenario)
    rules.result(rules.setup(scenario, SeededDice(b"hostile")))


def _chart(chance: Random, folder: Path) -> None:
    """A chart file among those of its title."""
    source = chance.choice(sorted(RULESETS.glob("**/charts")))
    copy = folder / "charts"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(source, copy)
    file = chance.choice(sorted(copy.glob("*.toml")))
    file.write_bytes(spoilt_text(file.read_text(encoding="utf-8"), chance))
    try:
        load_charts(copy)
    except ChartError as refused:
        raise ValueError(str(refused)) from None


def _cases(chance: Random, folder: Path) -> None:
    """A file of cases, as `weathergauge cases FILE` runs it."""
    source = chance.choice(sorted(ROOT.glob("cases/*/*.toml")))
    place = folder / source.parent.name
    place.mkdir(exist_ok=True)
    path = place / source.name
    path.write_bytes(spoilt_text(_few(source.read_text(encoding="utf-8"), chance), chance))
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        cli.main(["cases", str(path)])
    if "Traceback" in out.getvalue():
        raise RuntimeError(out.getvalue()[-300:])


def _few(text: str, chance: Random) -> str:
    """Three cases of a file: hundreds would only cost time."""
    first, *rest = text.split("[[case]]")
    return "[[case]]".join([first, *chance.sample(rest, min(3, len(rest)))])
