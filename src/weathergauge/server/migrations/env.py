"""Run by Alembic: brings the tables up to date over the connection it was given."""

from alembic import context

from weathergauge.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
