"""Alembic's entry point. `connections.migrate` passes an open connection; nothing else runs it."""

from __future__ import annotations

from alembic import context

from hanamichi.server.storage.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=METADATA, render_as_batch=True, compare_type=True
)
with context.begin_transaction():
    context.run_migrations()
