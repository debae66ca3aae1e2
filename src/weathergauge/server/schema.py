"""The tables of the store. Times are milliseconds since 1970; what only Python reads is kept as JSON bytes."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData()

accounts = Table(
    "accounts", metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, unique=True),  # the name in small letters; guests have none
    Column("looks", Text, index=True),  # what names that could be taken for each other share
    Column("password", Text),
    Column("email", Text),
    Column("email_confirmed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("language", Text),  # in which somebody wants to be spoken to; null as each browser wishes
)  # fmt: skip

sessions = Table(
    "sessions", metadata,
    Column("hash", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("seen", BigInteger),  # when it was last used, give or take a while
    Column("agent", Text),  # the browser and the system, in two words
)  # fmt: skip

tries = Table(
    "tries", metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("who", Text, nullable=False),  # a name or an address, hashed
    Column("at", BigInteger, nullable=False),
    Index("tries_who_at", "who", "at"),
)  # fmt: skip

allowances = Table(
    "allowances", metadata,  # of several processes on one database; one alone counts in memory
    Column("who", Text, primary_key=True),  # a limit and whom it is for, hashed
    Column("number", BigInteger, nullable=False),  # of the window, since 1970
    Column("used", BigInteger, nullable=False),
    Column("earlier", BigInteger, nullable=False),  # what was used in the window before
    Column("until", BigInteger, nullable=False),  # from when on it counts for nothing, in seconds
)  # fmt: skip

places = Table(
    "places", metadata,  # open streams of several processes on one database
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("process", Text, nullable=False, index=True),
    Column("whose", Text, index=True),  # the account, or an address without a name, hashed
    Column("address", Text, nullable=False, index=True),  # hashed
    Column("until", BigInteger, nullable=False),  # when it counts no more, unless its process says that it lives
)  # fmt: skip

days = Table(
    "days", metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),  # since 1970, on which the server ran
)  # fmt: skip

tokens = Table(
    "tokens", metadata,
    Column("hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # seat: a private link; program: a bearer token; email, reset: letters
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE")),
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE")),
    Column("seat", Text),
    Column("about", Text),  # the address that is to be confirmed; what a program is called
    Column("expires", BigInteger),
    Column("uses", Integer),  # how often a link may still be opened; null is any number of times
    Column("made", BigInteger),
    Column("used_by", Text),  # the account that used a link up
    Index("tokens_match", "match", "seat"),
)  # fmt: skip

matches = Table(
    "matches", metadata,
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False),  # counts changes: the lock between processes
    Column("status", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("pace", Text, nullable=False),
    Column("deadline_hours", Integer),
    Column("public", Boolean, nullable=False),
    Column("dice", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),  # the server's own, opened at the end
    Column("seeds", LargeBinary, nullable=False),  # the players', by seat
    Column("creator", Text, ForeignKey("accounts.id"), index=True),
    Column("branch_match", Text),
    Column("branch_position", Integer),
    Column("position", LargeBinary),
    Column("written", Text),  # the text of the scenario's file, where it is none of the title's own
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("moved", BigInteger),  # when everybody last heard something: what is done in private does not show
    Column("finished", BigInteger),
    Column("told", LargeBinary, nullable=False),  # the newest event number of each seat, and of spectators
    Column("facts", LargeBinary, nullable=False),  # what a list of matches shows without loading them
    Column("bot_due", Boolean, nullable=False),
    Column("bots_by", Text),
    Column("bots_until", BigInteger, nullable=False),
    Column("standing", LargeBinary, nullable=False, server_default="{}"),  # what each seat has ordered ahead
    Index("matches_lobby", "public", "status", "created"),
    Index("matches_bots", "bot_due", "bots_until"),
)  # fmt: skip

holders = Table(
    "holders", metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("account", Text, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("since", BigInteger),
)  # fmt: skip

lines = Table(
    "lines", metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # a second writer of the same line is refused
    Column("text", LargeBinary, nullable=False),
)  # fmt: skip

snapshots = Table(
    "snapshots", metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)  # fmt: skip

events = Table(
    "events", metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("audience", Text, primary_key=True),  # a seat; empty for spectators
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip

receipts = Table(
    "receipts", metadata,
    Column("scope", Text, primary_key=True),  # a seat of a match, or an account
    Column("key", Text, primary_key=True),
    Column("request", Text, nullable=False),  # the hash of what was asked
    Column("status", Integer, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)  # fmt: skip

companions = Table(
    "companions", metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("last", Integer, nullable=False),
    Column("sheets_made", Integer, nullable=False),
)  # fmt: skip

sheets = Table(
    "sheets", metadata,
    Column("companion", Text, ForeignKey("companions.id", ondelete="CASCADE"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip

companion_events = Table(
    "companion_events", metadata,
    Column("companion", Text, ForeignKey("companions.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip
