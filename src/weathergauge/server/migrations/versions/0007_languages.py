"""The language in which somebody wants to be spoken to, wherever they sign in."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("language", sa.Text()))


def downgrade() -> None:
    op.drop_column("accounts", "language")
