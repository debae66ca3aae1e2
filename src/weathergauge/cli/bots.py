"""`weathergauge bots`: the bots of a server's matches, in processes of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.cli.console import Parser, whole
from weathergauge.cli.serve import missing, named_database, quiet_at_a_terminal

ABOUT = """\
Play the bots of all servers on one PostgreSQL database, on this machine or another one: those serve with WEATHERGAUGE_BOT_WORKERS=0, and thinking takes nothing
from them. As many of these may run as there is work for; each match is one's at a time, and where it dies another goes on within WEATHERGAUGE_BOT_LEASE.
It answers to /healthz, /livez and /metrics, and to nothing else."""

EXAMPLES = ["bots --database postgresql://wg@db/games", "bots --workers 4 --port 8050"]

ALSO = "The settings are those of `weathergauge serve`; `weathergauge settings` explains them."


def main(argv: Sequence[str] | None = None) -> int:
    """Play bots until told to stop."""
    made = Parser("bots", "[--workers N] [--database URL] [--host HOST] [--port PORT]", ABOUT, EXAMPLES, also=ALSO)
    made.add_argument("--workers", metavar="N", type=whole(1, 64), help="processes in which they think (1)")
    made.add_argument("--database", metavar="URL", help="postgresql://USER@HOST/NAME, that of the servers")
    made.add_argument("--host", metavar="HOST", help="where to answer to health and figures (127.0.0.1)")
    made.add_argument("--port", metavar="PORT", type=whole(0, 65535), help="at which port (8043); 0 takes a free one")
    args = made.told(argv)
    try:
        from weathergauge.server.serving import bots
    except ModuleNotFoundError as error:
        raise missing(error) from None
    names = {"workers": "bot_workers", "port": "bot_port"}
    given: dict[str, Any] = {names.get(name, name): value for name, value in vars(args).items() if value is not None}
    return bots(quiet_at_a_terminal(named_database(given)))
