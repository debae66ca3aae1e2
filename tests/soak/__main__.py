"""Kill the server at random moments while every title is played, and hold it afterwards to all it answered and showed.

`make soak` kills it 150 times: on SQLite, on PostgreSQL with two serving processes and a supervisor, and on a small disk
that is filled up again and again. Two people play, or one against a bot; they order, take back, talk, repeat what was
not answered or drop it, and listen. Every answered order must be in a record that verifies, once and in its order; every
event shown must stay as it was; a repeated order gets its first answer; every head shown is in the record. A process
that dies without being killed is a fault. Ctrl-C ends the run early; the figures are printed all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import time

from tests.soak.figures import Figures, table
from tests.soak.part import PARTS, Soak, shared, soak_on
from tests.soak.processes import PROC

KILLS, AT_ONCE = 150, 8
SHOWN = 30
"""Faults of a part that are told; all are counted."""


class Run:
    """The parts of a soak, one after the other, until all are done or somebody stops them."""

    def __init__(self) -> None:
        self.done: list[Figures] = []
        self.told = 0
        """The signal that ended it early."""
        self._now: Soak | None = None

    async def run(self, kills: dict[str, int], seed: str, at_once: int) -> None:
        loop = asyncio.get_running_loop()
        for which in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(which, self._stop, which)
        for part, count in kills.items():
            if self.told:
                break
            async with soak_on(part, seed, at_once) as soak:
                self._now = soak
                self.done.append(soak.figures)
                saying = asyncio.create_task(self._say(soak.figures, count))
                try:
                    await soak.run(count)
                finally:
                    saying.cancel()

    def _stop(self, which: int) -> None:
        self.told = which
        if self._now is not None:
            self._now.stop()

    async def _say(self, figures: Figures, kills: int) -> None:
        show, known = sys.stderr.isatty(), set[str]()
        while True:
            for fault in figures.faults.keys() - known:
                known.add(fault)
                print("\r" * show + f"FAULT on {figures.part}: {fault}", file=sys.stderr, flush=True)
            text = f"{figures.part}: {figures.killed} of {kills} kills, {figures.records} records verified, "
            text += f"{figures.answered} orders answered, {figures.faults.total()} faults"
            print("\r" * show + text, end="" if show else "\n", file=sys.stderr, flush=True)
            await asyncio.sleep(1 if show else 20)


def main() -> int:
    parser = argparse.ArgumentParser("soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=KILLS, help=f"how often it is killed in all ({KILLS})")
    parser.add_argument("--at-once", type=int, default=AT_ONCE, help=f"matches played at the same time ({AT_ONCE})")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seed", default=str(time.time_ns()), help="what is done, and after which pauses")
    args = parser.parse_args()
    if args.kills < 1 or args.at_once < 1:
        parser.error(f"--kills {args.kills} --at-once {args.at_once}: expected at least 1 of each")
    if not PROC.joinpath("uptime").exists():
        parser.error("a soak finds the processes of a server in /proc, which this system does not have")
    run = Run()
    print(f"seed {args.seed}", file=sys.stderr)
    asyncio.run(run.run(shared(args.kills, args.parts), args.seed, args.at_once))
    print(f"\n{table(run.done)}")
    for figures in run.done:
        for fault, times in figures.faults.most_common(SHOWN):
            print(f"FAULT on {figures.part}{f' ({times:,} times)' if times > 1 else ''}: {fault}")
        if figures.log:
            print(f"The server's log on {figures.part} is kept in {figures.log}")
    if any(figures.faults for figures in run.done):
        return 1
    if run.told:
        print("Stopped early; nothing was lost so far.")
        return 128 + run.told
    print("Nothing was lost, doubled or changed, and nothing died that was not killed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
