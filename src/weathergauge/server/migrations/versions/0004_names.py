"""What names look like, so that nobody takes one that could be taken for another's; names of any width sign in."""

import sqlalchemy as sa
from alembic import op

from weathergauge.server.naming import folded, looks

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("looks", sa.Text(), nullable=True))
    op.create_index(op.f("ix_accounts_looks"), "accounts", ["looks"], unique=False)
    accounts = sa.table("accounts", *map(sa.column, ("id", "name", "name_key", "looks")))
    connection = op.get_bind()
    known = {key for (key,) in connection.execute(sa.select(accounts.c.name_key)) if key is not None}
    for id, name, key in connection.execute(sa.select(accounts.c.id, accounts.c.name, accounts.c.name_key)).all():
        values = {"looks": looks(name)}
        if key is not None and folded(name) != key and folded(name) not in known:
            known.add(folded(name))
            values["name_key"] = folded(name)
        connection.execute(accounts.update().where(accounts.c.id == id).values(**values))


def downgrade() -> None:
    op.drop_index(op.f("ix_accounts_looks"), table_name="accounts")
    op.drop_column("accounts", "looks")
