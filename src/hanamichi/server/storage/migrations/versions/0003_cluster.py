"""Several processes on PostgreSQL: which tables need one, which processes there are, who does what.

The three last tables tell of the present only: no backup has them, and they need no log.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.Boolean, nullable=False, server_default=sa.false()))
    # Which of these really wait for a bot or a clock, the first process to look finds out.
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
