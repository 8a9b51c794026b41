"""Several processes on PostgreSQL: the tables that need one, the processes, claims and presence.

The last three tables hold the current state only: they are not backed up and are unlogged.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.Boolean, nullable=False, server_default=sa.false()))
    # The first process to load a table finds out whether it really waits for a bot or a clock.
    op.execute("UPDATE tables SET due = (status = 'playing')")
    op.create_index("tables_by_due", "tables", ["due", "changed"])
    if op.get_bind().dialect.name != "postgresql":
        return
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        prefixes=["UNLOGGED"],
    )
    op.create_table(
        "claims",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column(
            "node", sa.String(64), sa.ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False
        ),
        prefixes=["UNLOGGED"],
    )
    op.create_index("claims_by_node", "claims", ["node"])
    op.create_table(
        "presences",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column(
            "node", sa.String(64), sa.ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("people", sa.ARRAY(sa.String(64)), nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "node"),
        prefixes=["UNLOGGED"],
    )
    op.create_index("presences_by_node", "presences", ["node"])


def downgrade() -> None:
    raise NotImplementedError("Hanamichi only moves forward: restore a backup instead")
