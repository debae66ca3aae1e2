"""`weathergauge admin`: what an operator looks after on a server: its players, matches and limits, and what may go."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from weathergauge.cli.console import Parser, Wrong, columns, one_of, print_json, whole
from weathergauge.cli.serve import missing, named_database
from weathergauge.frame.words import many

if TYPE_CHECKING:
    from weathergauge.server.settings import Settings

ABOUT = """\
A server's players, matches and limits, for who runs it. `users` and `matches` list what there is. `limits` shows what may be asked for in which time,
and forgives wrong passwords with --forgive. `reset` makes a link by which a player sets a new password: it works once, for a day; send it to
nobody else. `delete` deletes an account for good: its seats in running matches go to a bot, or are resigned. `purge` throws away guests whom
nobody has seen for so many days and who hold no seat, and with --matches also what was finished or called off so long ago; without --yes it only
says what would go. A SQLite database must not be served while accounts or matches are thrown away."""

EXAMPLES = [
    "admin users",
    "admin matches --status playing",
    "admin limits --forgive",
    "admin reset Ann",
    "admin delete Ann",
    "admin purge --days 365 --matches",
    "admin users --database postgresql://wg@db/games",
]

ALSO = "The database and the address players use are those of `weathergauge serve`: see docs/serving.md."
WHAT = ("users", "matches", "limits", "reset", "delete", "purge")
NAMED = ("reset", "delete")
STATUSES = ("gathering", "playing", "finished", "cancelled")


def main(argv: Sequence[str]) -> int:
    """Look after a server; 1 where nothing was thrown away."""
    made = Parser("admin", "users | matches | limits | reset NAME | delete NAME | purge [--database URL] [--json]", ABOUT, EXAMPLES, also=ALSO)  # fmt: skip
    made.add_argument("what", type=one_of(*WHAT), metavar="WHAT", help="users, matches, limits, reset, delete or purge")
    made.add_argument("name", nargs="?", metavar="NAME", help="the player's name, or the id from the list")
    made.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    made.add_argument("--guests", action="store_true", help="users: guests too")
    made.add_argument("--status", type=one_of(*STATUSES), metavar="STATUS", help=f"matches: only those {', '.join(STATUSES[:-1])} or {STATUSES[-1]}")  # fmt: skip
    made.add_argument("--forgive", action="store_true", help="limits: forget the wrong passwords of the last minutes")
    made.add_argument(
        "--running", type=one_of("bot", "resign"), default="bot", metavar="WHAT",
        help="delete: bot or resign, for the seats in running matches (bot)",
    )  # fmt: skip
    made.add_argument(
        "--days", type=whole(1), default=365, metavar="N", help="purge: not seen, or over, for so long (365)"
    )
    made.add_argument("--matches", action="store_true", help="purge: matches too")
    made.add_argument("--yes", action="store_true", help="delete and purge: without asking")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    if args.what in NAMED and args.name is None:
        raise Wrong(f"admin {args.what} needs a name, as in: weathergauge admin {args.what} Ann")
    if args.what not in NAMED and args.name is not None:
        raise Wrong(f"{args.name}: one word too many; admin {args.what} is about all of them")
    try:
        from weathergauge.server.serving import log_to_stderr
        from weathergauge.server.settings import chosen
    except ModuleNotFoundError as error:
        raise missing(error) from None
    settings = chosen(named_database({} if args.database is None else {"database": args.database}))
    log_to_stderr("warning")
    does = {
        "users": _users,
        "matches": _matches,
        "limits": _limits,
        "reset": _reset,
        "delete": _delete,
        "purge": _purge,
    }
    return does[args.what](settings, args)


def _users(settings: Settings, args: argparse.Namespace) -> int:
    from weathergauge.server import operating

    accounts = asyncio.run(operating.users(settings, guests=args.guests))
    rows = [
        (f"{account.name} (guest)" if account.guest else account.name, account.created[:10], (account.seen or "")[:10], str(account.seats), account.email or "", account.id)
        for account in accounts
    ]  # fmt: skip
    _shown(args, accounts, ("name", "since", "last seen", "seats", "address", "id"), rows, "There are no registered players.")  # fmt: skip
    return 0


def _matches(settings: Settings, args: argparse.Namespace) -> int:
    from weathergauge.server import operating

    matches = asyncio.run(operating.matches(settings, args.status))
    rows = [
        (match.id, f"{match.title} {match.scenario}", match.status, ", ".join(match.players), str(match.steps), (match.moved or match.created)[:10])
        for match in matches
    ]  # fmt: skip
    _shown(
        args, matches, ("id", "match", "status", "players", "lines", "last move"), rows, "There are no such matches."
    )
    return 0


def _limits(settings: Settings, args: argparse.Namespace) -> int:
    from weathergauge.server import operating

    limits = asyncio.run(operating.limits(settings, forgive=args.forgive))
    rows = [(limit.words, str(limit.most) if limit.most else "no limit", limit.per, limit.whose) for limit in limits]
    _shown(args, limits, ("limit", "at most", "in", "of"), rows, "")
    return 0


def _reset(settings: Settings, args: argparse.Namespace) -> int:
    from weathergauge.server import operating

    account, link = asyncio.run(operating.reset(settings, args.name))
    if args.json:
        print_json({"name": account.name, "link": link})
    else:
        print(f"Whoever opens this link within a day sets a new password for {account.name}, once:\n\n  {link}")
    return 0


def _delete(settings: Settings, args: argparse.Namespace) -> int:
    from weathergauge.server import operating

    account = asyncio.run(operating.find(settings, args.name))
    if not args.yes and not _sure(account.name):
        print("Nothing was deleted.", file=sys.stderr)
        return 1
    left = asyncio.run(operating.delete(settings, account.id, args.running))
    if args.json:
        print_json(left)
    else:
        print(
            f"{account.name} is deleted. Matches left: {left.matches} "
            f"(a bot plays on: {left.handed_over}; resigned: {left.resigned}; cancelled: {left.cancelled})."
        )
    return 0


def _purge(settings: Settings, args: argparse.Namespace) -> int:
    from weathergauge.server import operating

    gone = asyncio.run(operating.purge(settings, args.days, matches=args.matches, really=args.yes))
    if args.json:
        print_json(gone)
    else:
        what = f"{many(gone.guests, 'guest')} and {many(gone.matches, 'match', 'matches')}"
        print(f"Thrown away: {what}." if args.yes else f"Would go: {what}. Nothing was thrown away; --yes does it.")
    return 0 if args.yes else 1


def _shown(
    args: argparse.Namespace, listed: Sequence[Any], heads: Sequence[str], rows: Sequence[Sequence[str]], none: str
) -> None:
    """A list as one JSON value, or in columns."""
    if args.json:
        print_json(listed)
    else:
        print("\n".join(columns([heads, *rows])) if rows else none)


def _sure(name: str) -> bool:
    """Whether the name is typed again; a program says --yes."""
    if not sys.stdin.isatty():
        raise Wrong("admin delete asks before it deletes: give --yes where nobody can answer.")
    return input(f"This deletes {name} for good. Type the name to go on: ").strip() == name
