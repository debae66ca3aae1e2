"""The days on which the server ran: what stands still is judged by them, and not by the clock alone."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table("days", sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False))


def downgrade() -> None:
    op.drop_table("days")
