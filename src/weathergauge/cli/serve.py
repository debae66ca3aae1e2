"""`weathergauge serve`: the web app."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError, BooleanOptionalAction
from collections.abc import Sequence
from typing import Any

from weathergauge.cli.console import Parser, Wrong, whole

ABOUT = """\
Start the web app: play in the browser, alone against a bot, with friends far away, or as the chart book and dice roller
beside a physical table. Everything is kept in one SQLite file unless a PostgreSQL database is named."""

EXAMPLES = ["serve", "serve --port 9000", "serve --host 0.0.0.0 --database postgresql://wg@db/weathergauge"]

ALSO = "Every setting can also be given as WEATHERGAUGE_… in the environment: see docs/serving.md."

PORTS = whole(0, 65535)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the server until it is told to stop."""
    made = Parser(
        "serve", "[--host HOST] [--port PORT] [--database URL] [--processes N] [--open]", ABOUT, EXAMPLES, also=ALSO
    )
    made.add_argument("--host", metavar="HOST", help="the address to listen at (127.0.0.1: this machine alone)")
    made.add_argument("--port", metavar="PORT", type=PORTS, help="the port to listen at (8042); 0 takes a free one")
    made.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    made.add_argument(
        "--processes", metavar="N", type=whole(1, 64), help="how many serve behind it; PostgreSQL only (1)"
    )
    made.add_argument(
        "--open", action=BooleanOptionalAction, default=False, help="open it in the browser, where there is a screen"
    )
    args = made.told(argv)
    try:
        from weathergauge.server.serving import serve
    except ModuleNotFoundError as error:
        raise missing(error) from None
    wanted = vars(args).pop("open")
    given: dict[str, Any] = {name: value for name, value in vars(args).items() if value is not None}
    if "port" not in given and "WEATHERGAUGE_PORT" not in os.environ and os.environ.get("PORT"):
        try:
            given["port"] = PORTS(os.environ["PORT"])
        except ArgumentTypeError as error:
            raise Wrong(f"PORT={error}") from None
    return serve(quiet_at_a_terminal(named_database(given)), open_page if wanted and has_screen() else None)


def missing(error: ModuleNotFoundError) -> Wrong:
    """What to do where the server's own libraries are not there."""
    return Wrong(
        f"The web app needs {error.name}, which is not installed: install weathergauge[server], or run `make install`."
    )


def named_database(given: dict[str, Any]) -> dict[str, Any]:
    """The settings with the database that the environment names, as hosts do, where none was given otherwise."""
    if "database" in given or "WEATHERGAUGE_DATABASE" in os.environ or not os.environ.get("DATABASE_URL"):
        return given
    return {**given, "database": os.environ["DATABASE_URL"]}


def quiet_at_a_terminal(given: dict[str, Any]) -> dict[str, Any]:
    """The settings with a log of what went wrong alone, where somebody reads along: a line for each request hides the address."""
    if not sys.stderr.isatty() or "WEATHERGAUGE_LOG_LEVEL" in os.environ:
        return given
    return {**given, "log_level": "warning"}


def has_screen() -> bool:
    """Whether somebody sits before this terminal and can see a browser."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return sys.stdout.isatty() and (named or sys.platform in ("darwin", "win32"))


def open_page(address: str) -> None:
    """Open it in the browser, without waiting for that."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()
