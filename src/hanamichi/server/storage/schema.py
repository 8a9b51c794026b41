"""The database schema. Every change here needs a migration in `migrations/`."""

from __future__ import annotations

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

METADATA = MetaData()
"""What is stored for good."""

CLUSTER_METADATA = MetaData()
"""The state of the processes that share a PostgreSQL."""

people = Table(
    "people",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("name", String(200)),
    Column("created", BigInteger, nullable=False),
)
"""Browsers and programs, each known by the hash of its cookie."""

tables = Table(
    "tables",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("status", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("to_act", Integer),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Column("due", Boolean, nullable=False),
    Index("tables_by_status", "status", "listed", "created"),
    Index("tables_by_due", "due", "changed"),
)
"""For lists only: everything here follows from the entries."""

entries = Table(
    "entries",
    METADATA,
    Column("table_id", String(64), ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)
"""The source of everything else about tables: append-only, each `seq` once."""

seatings = Table(
    "seatings",
    METADATA,
    Column("table_id", String(64), ForeignKey("tables.id"), nullable=False),
    Column("person_id", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "person_id"),
    Index("seatings_by_person", "person_id"),
)
"""Who has a seat at which table, for the list of one's own tables."""

notes = Table(
    "notes",
    METADATA,
    Column("table_id", String(64), ForeignKey("tables.id"), nullable=False),
    Column("person_id", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    Column("text", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "person_id", "key"),
)
"""Private notes on cards."""

finished = Table(
    "finished",
    METADATA,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("replay_id", String(64), nullable=False, unique=True),
    Column("ended", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("preset", String(64), nullable=False),
    Column("plies", Integer, nullable=False),
    Column("result", Text, nullable=False),
    Column("branch", Text),
    Column("counts", Boolean, nullable=False),
)
"""Results of finished matches: everything here follows from the entries and names no person."""

imports = Table(
    "imports",
    METADATA,
    Column("replay_id", String(64), primary_key=True),
    Column("person_id", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Index("imports_by_person", "person_id", "at"),
)
"""Records that were imported from files."""

nodes = Table(
    "nodes",
    CLUSTER_METADATA,
    Column("id", String(64), primary_key=True),
    Column("seen", DateTime(timezone=True), nullable=False),
)
"""The running processes, each with its last heartbeat."""

claims = Table(
    "claims",
    CLUSTER_METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("node", String(64), ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False),
    Index("claims_by_node", "node"),
)
"""Which process plays the bots of a table and watches its clock."""

presences = Table(
    "presences",
    CLUSTER_METADATA,
    Column("table_id", String(64), nullable=False),
    Column("node", String(64), ForeignKey("nodes.id", ondelete="CASCADE"), nullable=False),
    Column("people", ARRAY(String(64)), nullable=False),
    Column("standing", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "node"),
    Index("presences_by_node", "node"),
)
"""The people whom each process has connected to a table."""
