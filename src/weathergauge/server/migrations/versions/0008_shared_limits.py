"""What several processes together have given out of each limit, and the streams that are open at each.

Not logged on PostgreSQL: it is written often, and after a crash of the database everybody may begin anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "allowances",
        sa.Column("who", sa.Text(), primary_key=True),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("earlier", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        prefixes=unlogged,
    )
    op.create_table(
        "places",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("whose", sa.Text()),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        prefixes=unlogged,
    )
    for column in ("process", "whose", "address"):
        op.create_index(f"ix_places_{column}", "places", [column])


def downgrade() -> None:
    op.drop_table("places")
    op.drop_table("allowances")
