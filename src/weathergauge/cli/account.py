"""`weathergauge account`: what an operator does to the accounts of a server."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from weathergauge.cli.console import Parser, Wrong, columns, one_of, print_json
from weathergauge.cli.serve import missing, named_database

ABOUT = """\
The accounts of a server, for who runs it. `list` shows who there is. `reset` makes a link by which a player sets a new
password: it works once, for a day; send it to nobody else. `delete` deletes an account for good: its seats in running
matches go to a bot, or are resigned. A SQLite database must not be served while an account is deleted."""

EXAMPLES = [
    "account list",
    "account reset Ann",
    "account delete Ann",
    "account list --database postgresql://wg@db/games",
]

ALSO = "The database and the address players use are those of `weathergauge serve`: see docs/serving.md."


def main(argv: list[str]) -> int:
    """List accounts, make a link for a new password, or delete one; 1 where nothing was deleted."""
    made = Parser("account", "list | reset NAME | delete NAME [--database URL] [--json]", ABOUT, EXAMPLES, also=ALSO)
    made.add_argument("what", type=one_of("list", "reset", "delete"), metavar="WHAT", help="list, reset or delete")
    made.add_argument("name", nargs="?", metavar="NAME", help="the player's name, or the id from the list")
    made.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    made.add_argument("--guests", action="store_true", help="list: guests too")
    made.add_argument(
        "--running", type=one_of("bot", "resign"), default="bot", metavar="WHAT",
        help="delete: bot or resign, for the seats in running matches (bot)",
    )  # fmt: skip
    made.add_argument("--yes", action="store_true", help="delete: without asking")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    if args.what != "list" and args.name is None:
        raise Wrong(f"account {args.what} needs a name, as in: weathergauge account {args.what} Ann")
    if args.what == "list" and args.name is not None:
        raise Wrong(f"{args.name}: one word too many; account list shows all")
    try:
        from weathergauge.server import operating
        from weathergauge.server.serving import log_to_stderr
        from weathergauge.server.settings import chosen
    except ModuleNotFoundError as error:
        raise missing(error) from None
    settings = chosen(named_database({} if args.database is None else {"database": args.database}))
    log_to_stderr("warning")
    if args.what == "list":
        return _list(asyncio.run(operating.listed(settings, guests=args.guests)), args.json)
    if args.what == "reset":
        account, link = asyncio.run(operating.reset(settings, args.name))
        if args.json:
            print_json({"name": account.name, "link": link})
        else:
            print(f"Whoever opens this link within a day sets a new password for {account.name}, once:\n\n  {link}")
        return 0
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


def _list(accounts: list[Any], as_json: bool) -> int:
    if as_json:
        print_json(accounts)
        return 0
    rows = [("name", "since", "last seen", "seats", "address", "id")]
    for account in accounts:
        name = f"{account.name} (guest)" if account.guest else account.name
        rows.append(
            (name, account.created[:10], (account.seen or "")[:10], str(account.seats), account.email or "", account.id)
        )
    print("\n".join(columns(rows)) if accounts else "There are no registered players.")
    return 0


def _sure(name: str) -> bool:
    """Whether the name is typed again; a program says --yes."""
    if not sys.stdin.isatty():
        raise Wrong("account delete asks before it deletes: give --yes where nobody can answer.")
    return input(f"This deletes {name} for good. Type the name to go on: ").strip() == name
