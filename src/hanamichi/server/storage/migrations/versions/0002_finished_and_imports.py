"""Results of finished matches, and imported records.

`MatchHistory.store_missing_results` adds those of earlier matches, because that needs the rules.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "finished",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("replay_id", sa.String(64), nullable=False, unique=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("branch", sa.Text),
        sa.Column("counts", sa.Boolean, nullable=False),
    )
    op.create_table(
        "imports",
        sa.Column("replay_id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("imports_by_person", "imports", ["person_id", "at"])


def downgrade() -> None:
    raise NotImplementedError("Hanamichi only moves forward: restore a backup instead")
