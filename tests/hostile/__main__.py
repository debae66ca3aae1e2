"""Try what a hostile stranger would, against this copy of the project and servers of its own; exit status 1 if anything failed.

    python -m tests.hostile                     everything, within about half an hour
    python -m tests.hostile --quick             a little of everything
    python -m tests.hostile --section records   one section; may be given again
    python -m tests.hostile --section secrecy --comparisons 1000000 --figures build/secrecy.json

Each section prints its figures and ends with its time. A refusal must be a sentence; a traceback, a hang, an answer of
500 or more, a server that died and a secret that shows are faults.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from tests.hostile.figures import Asked, Figures

SECTIONS: dict[str, tuple[str, float, float]] = {
    "records": ("tests.hostile.records:run", 300, 10),
    "files": ("tests.hostile.files:run", 200, 10),
    "orders": ("tests.hostile.orders:run", 240, 10),
    "requests": ("tests.hostile.requests:run", 240, 20),
    "bombs": ("tests.hostile.bombs:run", 240, 15),
    "odds": ("tests.hostile.odds:run", 180, 15),
    "costs": ("tests.hostile.costs:run", 180, 15),
    "floods": ("tests.hostile.floods:run", 120, 20),
    "half-open": ("tests.hostile.attacks:run_half_open", 20, 5),
    "streams": ("tests.hostile.attacks:run_streams", 20, 5),
    "secrecy": ("tests.hostile.secrecy:run", 900, 20),
}
"""Where each section is, and the seconds it has in a whole run and in a quick one."""


def run(name: str, asked: Asked) -> Figures:
    """Run one section; what it did not expect is a fault too."""
    figures = Figures(name)
    module, _, function = SECTIONS[name][0].partition(":")
    section: Callable[[Asked, Figures], Any] = getattr(importlib.import_module(module), function)
    try:
        section(asked, figures)
    except Exception as error:
        figures.fault(f"the section broke: {type(error).__name__}: {error}")
    if not figures.counts:
        figures.fault("nothing was tried")
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sections that are asked for and print what they came to."""
    made = argparse.ArgumentParser("tests.hostile", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    made.add_argument("--section", action="append", choices=SECTIONS, help="only this one; may be given again")
    made.add_argument("--quick", action="store_true", help="a few seconds of each")
    made.add_argument("--seed", default="hostile", help="what chance is made of")
    made.add_argument("--seconds", type=float, help="for each section, in place of its own time")
    made.add_argument("--comparisons", type=int, default=1_000_000, help="enough for the section secrecy")
    made.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="for the section secrecy")
    made.add_argument("--figures", default="", help="a file that keeps the figures of secrecy, to go on from")
    told = made.parse_args(arguments)
    failed = False
    for name in told.section or SECTIONS:
        _, long, short = SECTIONS[name]
        seconds = told.seconds or (short if told.quick else long)
        enough = min(told.comparisons, 20_000) if told.quick else told.comparisons
        figures = run(name, Asked(seconds, told.quick, told.seed, enough, told.processes, told.figures))
        print(*figures.lines(), sep="\n", flush=True)
        failed = failed or bool(figures.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
