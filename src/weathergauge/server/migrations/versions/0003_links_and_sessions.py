"""Private links that are used up, tokens for programs, since when a seat is held, and what sessions tell of themselves.

Links made before are good for one more use.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NEW: dict[str, dict[str, type[sa.types.TypeEngine[Any]]]] = {
    "tokens": {"uses": sa.Integer, "made": sa.BigInteger, "used_by": sa.Text},
    "holders": {"since": sa.BigInteger},
    "sessions": {"seen": sa.BigInteger, "agent": sa.Text},
}


def upgrade() -> None:
    for table, columns in NEW.items():
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind(), nullable=True))
    op.execute("UPDATE tokens SET uses = 1 WHERE kind = 'seat'")


def downgrade() -> None:
    op.execute("DELETE FROM tokens WHERE kind = 'program' OR uses = 0")
    for table, columns in NEW.items():
        for name in columns:
            op.drop_column(table, name)
