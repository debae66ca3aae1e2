"""Matches of scenarios that players wrote: the text of the file."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("written", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "written")
