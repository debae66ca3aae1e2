"""The command line, ``weathergauge``."""

import argparse
from collections.abc import Sequence

from weathergauge import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = argparse.ArgumentParser(prog="weathergauge", description="Play five chart-driven naval wargames.")
    parser.add_argument("--version", action="version", version=f"weathergauge {__version__}")
    parser.parse_args(argv)
    parser.print_help()
    return 0
