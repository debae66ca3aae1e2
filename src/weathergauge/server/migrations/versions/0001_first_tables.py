"""The first tables: accounts, matches with their lines and events, companion tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("email_confirmed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name_key"),
    )
    op.create_table(
        "companions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("sheets_made", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "receipts",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key"),
    )
    op.create_index(op.f("ix_receipts_at"), "receipts", ["at"], unique=False)
    op.create_table(
        "tries",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tries_who_at", "tries", ["who", "at"], unique=False)
    op.create_table(
        "companion_events",
        sa.Column("companion", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["companion"], ["companions.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("companion", "number"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("settings", sa.LargeBinary(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("deadline_hours", sa.Integer(), nullable=True),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("seeds", sa.LargeBinary(), nullable=False),
        sa.Column("creator", sa.Text(), nullable=True),
        sa.Column("branch_match", sa.Text(), nullable=True),
        sa.Column("branch_position", sa.Integer(), nullable=True),
        sa.Column("position", sa.LargeBinary(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("moved", sa.BigInteger(), nullable=True),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("told", sa.LargeBinary(), nullable=False),
        sa.Column("facts", sa.LargeBinary(), nullable=False),
        sa.Column("bot_due", sa.Boolean(), nullable=False),
        sa.Column("bots_by", sa.Text(), nullable=True),
        sa.Column("bots_until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["creator"],
            ["accounts.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_matches_creator"), "matches", ["creator"], unique=False)
    op.create_index("matches_bots", "matches", ["bot_due", "bots_until"], unique=False)
    op.create_index("matches_lobby", "matches", ["public", "status", "created"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index(op.f("ix_sessions_account"), "sessions", ["account"], unique=False)
    op.create_table(
        "sheets",
        sa.Column("companion", sa.Text(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["companion"], ["companions.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("companion", "id"),
    )
    op.create_table(
        "events",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "audience", "number"),
    )
    op.create_table(
        "holders",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "seat", "account"),
    )
    op.create_index(op.f("ix_holders_account"), "holders", ["account"], unique=False)
    op.create_table(
        "lines",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "n"),
    )
    op.create_table(
        "snapshots",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("match", sa.Text(), nullable=True),
        sa.Column("seat", sa.Text(), nullable=True),
        sa.Column("about", sa.Text(), nullable=True),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("tokens_match", "tokens", ["match", "seat"], unique=False)


def downgrade() -> None:
    op.drop_index("tokens_match", table_name="tokens")
    op.drop_table("tokens")
    op.drop_table("snapshots")
    op.drop_table("lines")
    op.drop_index(op.f("ix_holders_account"), table_name="holders")
    op.drop_table("holders")
    op.drop_table("events")
    op.drop_table("sheets")
    op.drop_index(op.f("ix_sessions_account"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_index("matches_lobby", table_name="matches")
    op.drop_index("matches_bots", table_name="matches")
    op.drop_index(op.f("ix_matches_creator"), table_name="matches")
    op.drop_table("matches")
    op.drop_table("companion_events")
    op.drop_index("tries_who_at", table_name="tries")
    op.drop_table("tries")
    op.drop_index(op.f("ix_receipts_at"), table_name="receipts")
    op.drop_table("receipts")
    op.drop_table("companions")
    op.drop_table("accounts")
