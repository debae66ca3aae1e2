"""`weathergauge serve`: the web app."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

ABOUT = """\
Start the web app: play in the browser, alone against a bot, with friends far away, or as the chart book and dice roller
beside a physical table. Everything is kept in one SQLite file unless a PostgreSQL database is named."""

EXAMPLES = """\
examples:
  weathergauge serve
  weathergauge serve --port 9000
  weathergauge serve --host 0.0.0.0 --database postgresql://wg@db/weathergauge

Every setting can also be given as WEATHERGAUGE_… in the environment: see docs/serving.md."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the server until it is told to stop."""
    parser = argparse.ArgumentParser(
        "weathergauge serve", description=ABOUT, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--host", help="the address to listen at (127.0.0.1: this machine alone)")
    parser.add_argument("--port", type=int, help="the port to listen at (8042); 0 takes a free one")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    args = parser.parse_args(argv)
    try:
        from weathergauge.server.serving import serve
    except ModuleNotFoundError as error:
        raise ValueError(
            f"The web app needs {error.name}, which is not installed: install weathergauge[server], or run `make install`."
        ) from None
    given: dict[str, Any] = {name: value for name, value in vars(args).items() if value is not None}
    if "port" not in given and "WEATHERGAUGE_PORT" not in os.environ and os.environ.get("PORT", "").isdigit():
        given["port"] = int(os.environ["PORT"])
    if "database" not in given and "WEATHERGAUGE_DATABASE" not in os.environ and os.environ.get("DATABASE_URL"):
        given["database"] = os.environ["DATABASE_URL"]
    return serve(given)
