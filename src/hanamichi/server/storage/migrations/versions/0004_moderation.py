"""For servers that are open to strangers: quotas, retention, and what the owner does.

The tables `owner_access` and `owner_commands` hold the current state only and are not backed up.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _people()
    _tables()
    _imports()
    _addresses()
    _owner()


def _people() -> None:
    op.add_column("people", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE people SET seen = created")
    op.add_column("people", sa.Column("restriction", sa.String(16)))
    op.create_index("people_by_seen", "people", ["seen"])
    op.create_table(
        "erasures",
        sa.Column("person_hash", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _tables() -> None:
    op.create_table(
        "mentions",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person_id"),
    )
    _find_mentions(op.get_bind())
    op.create_index("mentions_by_person", "mentions", ["person_id"])
    op.create_index("notes_by_person", "notes", ["person_id"])
    op.create_table(
        "openings",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64)),
        sa.Column("network", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("openings_by_person", "openings", ["person_id", "at"])
    op.create_index("openings_by_address", "openings", ["address", "at"])
    op.create_index("openings_by_network", "openings", ["network", "at"])


_NAMING_ENTRIES = sa.text(
    "SELECT table_id, seq, body FROM entries WHERE (table_id, seq) > (:table_id, :seq)"
    " AND (body LIKE '%\"person\":%' OR body LIKE '%\"host\":%' OR body LIKE '%\"devices\":%')"
    " ORDER BY table_id, seq LIMIT 5000"
)
_MENTION = sa.text(
    "INSERT INTO mentions (table_id, person_id) VALUES (:table_id, :person_id)"
    " ON CONFLICT DO NOTHING"
)


def _find_mentions(connection: sa.Connection) -> None:
    """Store whom the entries of earlier versions name."""
    after = {"table_id": "", "seq": 0}
    while rows := connection.execute(_NAMING_ENTRIES, after).all():
        after = {"table_id": rows[-1].table_id, "seq": rows[-1].seq}
        found = {(row.table_id, person) for row in rows for person in _people_in(row.body)}
        if found:
            mentions = [{"table_id": table, "person_id": person} for table, person in sorted(found)]
            connection.execute(_MENTION, mentions)


def _people_in(body: str) -> set[str]:
    """The ids of people in an entry; none in one that cannot be read."""
    try:
        entry = json.loads(body)
    except ValueError:
        return set()
    if not isinstance(entry, dict):
        return set()
    found = {entry.get("host"), entry.get("person")}
    for seat in entry.get("chairs", ()):
        found |= {seat.get("person"), *seat.get("devices", ())}
    return {person for person in found if isinstance(person, str)}


def _imports() -> None:
    op.add_column("imports", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    op.add_column("imports", sa.Column("used", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE imports SET size = length(body), used = at")
    op.create_index("imports_by_use", "imports", ["used"])
    op.add_column("imports", sa.Column("address", sa.String(64)))
    op.create_index("imports_by_address", "imports", ["address", "at"])
    op.add_column("imports", sa.Column("network", sa.String(64)))
    op.create_index("imports_by_network", "imports", ["network", "at"])


def _addresses() -> None:
    op.create_table(
        "address_keys",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "blocked_addresses",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("reason", sa.Text, nullable=False),
    )


def _owner() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(64)),
        sa.Column("name", sa.String(200)),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.create_index("reports_by_closed", "reports", ["closed", "at"])
    op.create_index("reports_by_table", "reports", ["table_id"])
    op.create_index("reports_by_person", "reports", ["person_id"])
    op.create_table(
        "owner_acts",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("act", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("owner_acts_by_time", "owner_acts", ["at"])
    op.create_table(
        "owner_access",
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "owner_commands",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("node", sa.String(64)),
        sa.Column("answer", sa.Text),
    )


def downgrade() -> None:
    raise NotImplementedError("Hanamichi only moves forward: restore a backup instead")
