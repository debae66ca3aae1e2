"""Standing orders: what each seat of a match has ordered ahead."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("matches", sa.Column("standing", sa.LargeBinary(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("matches", "standing")
