"""Looking back: reviews, puzzles and the deal of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _reviews()
    _puzzles()
    _daily()


def _reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("replay_id", sa.String(64), nullable=False),
        sa.Column("depth", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("progress", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("problem", sa.String(64)),
        sa.Column("body", sa.Text),
        sa.Column("node", sa.String(64)),
        sa.PrimaryKeyConstraint("replay_id", "depth"),
    )
    op.create_index("reviews_by_status", "reviews", ["status", "asked"])
    op.create_table(
        "review_requests",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("replay_id", sa.String(64), nullable=False),
        sa.Column("depth", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64)),
        sa.Column("network", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.create_index("review_requests_by_replay", "review_requests", ["replay_id", "depth"])
    op.create_index("review_requests_by_person", "review_requests", ["person_id", "at"])
    op.create_index("review_requests_by_address", "review_requests", ["address", "at"])
    op.create_index("review_requests_by_network", "review_requests", ["network", "at"])
    op.create_index("review_requests_by_time", "review_requests", ["at"])
    op.create_table(
        "reviewed_seats",
        sa.Column("replay_id", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("depth", sa.String(16), nullable=False),
        sa.Column("accuracy", sa.Float),
        sa.Column("summary", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("replay_id", "seat"),
    )


def _puzzles() -> None:
    op.create_table(
        "puzzle_answers",
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("puzzle_id", sa.String(64), nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "puzzle_id"),
    )
    op.create_index("puzzle_answers_by_time", "puzzle_answers", ["person_id", "at"])


def _daily() -> None:
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("day", "preset"),
    )
    op.create_table(
        "daily_games",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False, unique=True),
        sa.Column("named", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("day", "preset", "person_id"),
    )
    op.create_index("daily_games_by_person", "daily_games", ["person_id"])


def downgrade() -> None:
    raise NotImplementedError("Hanamichi only moves forward: restore a backup instead")
