"""The database schema. Every change here needs a migration in `migrations/`."""

from __future__ import annotations

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
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

CONTROL_METADATA = MetaData()
"""How the owner reaches the running servers; not in backups."""

CLUSTER_METADATA = MetaData()
"""The state of the processes that share a PostgreSQL."""

people = Table(
    "people",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("name", String(200)),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("restriction", String(16)),
    Index("people_by_seen", "seen"),
)
"""Browsers and programs, each known by the hash of its cookie.

`seen` is the day of the last visit, in milliseconds; `restriction` is `silenced` or `blocked`.
"""

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
    Index("notes_by_person", "person_id"),
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
    Column("size", Integer, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("address", String(64)),
    Column("network", String(64)),
    Index("imports_by_person", "person_id", "at"),
    Index("imports_by_address", "address", "at"),
    Index("imports_by_network", "network", "at"),
    Index("imports_by_use", "used"),
)
"""Records that were imported from files."""

mentions = Table(
    "mentions",
    METADATA,
    Column("table_id", String(64), ForeignKey("tables.id"), nullable=False),
    Column("person_id", String(64), nullable=False),
    PrimaryKeyConstraint("table_id", "person_id"),
    Index("mentions_by_person", "person_id"),
)
"""The people whom the entries of a table name, seated or not: where to erase a person."""

openings = Table(
    "openings",
    METADATA,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("person_id", String(64), nullable=False),
    Column("address", String(64)),
    Column("network", String(64)),
    Column("at", BigInteger, nullable=False),
    Index("openings_by_person", "person_id", "at"),
    Index("openings_by_address", "address", "at"),
    Index("openings_by_network", "network", "at"),
)
"""Who opened a table, and the hash of their address, for quotas and the public list.

`network` is the hash of the /48 network of an IPv6 address.
"""

reviews = Table(
    "reviews",
    METADATA,
    Column("replay_id", String(64), nullable=False),
    Column("depth", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("progress", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("problem", String(64)),
    Column("body", Text),
    Column("node", String(64)),
    PrimaryKeyConstraint("replay_id", "depth"),
    Index("reviews_by_status", "status", "asked"),
)
"""Reviews of finished matches: `waiting`, `running`, `done`, or `failed` with a `problem`.

`node` is the process that makes it, `progress` counts in percent, and `attempts` counts processes
that were lost since it got any further. `body` is the review; until it is done, those seats that
are.
"""

review_requests = Table(
    "review_requests",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("replay_id", String(64), nullable=False),
    Column("depth", String(16), nullable=False),
    Column("person_id", String(64), nullable=False),
    Column("address", String(64)),
    Column("network", String(64)),
    Column("at", BigInteger, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("seconds", Float, nullable=False),
    Index("review_requests_by_replay", "replay_id", "depth"),
    Index("review_requests_by_person", "person_id", "at"),
    Index("review_requests_by_address", "address", "at"),
    Index("review_requests_by_network", "network", "at"),
    Index("review_requests_by_time", "at"),
)
"""Who asked for which review: `active` until it is done or the wish withdrawn, then for a day.

`seconds` is the time that was spent for them, so that everybody has a turn.
"""

reviewed_seats = Table(
    "reviewed_seats",
    METADATA,
    Column("replay_id", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("depth", String(16), nullable=False),
    Column("accuracy", Float),
    Column("summary", Text, nullable=False),
    PrimaryKeyConstraint("replay_id", "seat"),
)
"""What statistics need of the deepest review of each seat."""

puzzle_answers = Table(
    "puzzle_answers",
    METADATA,
    Column("person_id", String(64), nullable=False),
    Column("puzzle_id", String(64), nullable=False),
    Column("right", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("person_id", "puzzle_id"),
    Index("puzzle_answers_by_time", "person_id", "at"),
)
"""The first answer of each person to each puzzle."""

daily_deals = Table(
    "daily_deals",
    METADATA,
    Column("day", String(10), nullable=False),
    Column("preset", String(64), nullable=False),
    Column("key", String(64), nullable=False),
    PrimaryKeyConstraint("day", "preset"),
)
"""The sealed shuffles of each day, `2026-11-16`. The key is secret until the day is over."""

daily_games = Table(
    "daily_games",
    METADATA,
    Column("day", String(10), nullable=False),
    Column("preset", String(64), nullable=False),
    Column("person_id", String(64), nullable=False),
    Column("table_id", String(64), nullable=False, unique=True),
    Column("named", Boolean, nullable=False),
    PrimaryKeyConstraint("day", "preset", "person_id"),
    Index("daily_games_by_person", "person_id"),
)
"""Who plays the deal of a day, and at which table.

`named`: whether the nickname is shown in the list of results.
"""

erasures = Table(
    "erasures",
    METADATA,
    Column("person_hash", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Hashes of the ids of erased people, so that no backup brings them back."""

address_keys = Table(
    "address_keys",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("key", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""The secret keys with which addresses are hashed; the newest is used for new hashes."""

blocked_addresses = Table(
    "blocked_addresses",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("reason", Text, nullable=False),
)
"""Hashed addresses from which nobody may come, for ever or until a time."""

reports = Table(
    "reports",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(64), nullable=False),
    Column("table_id", String(64), nullable=False),
    Column("person_id", String(64)),
    Column("name", String(200)),
    Column("reason", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("closed", BigInteger),
    Index("reports_by_closed", "closed", "at"),
    Index("reports_by_table", "table_id"),
    Index("reports_by_person", "person_id"),
)
"""Tables and names that people reported to the owner."""

owner_acts = Table(
    "owner_acts",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("act", String(64), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("detail", Text, nullable=False),
    Index("owner_acts_by_time", "at"),
)
"""The log of what the owner did."""

owner_access = Table(
    "owner_access",
    CONTROL_METADATA,
    Column("secret_hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""One-time links to the owner's page (`link`), and the cookies that replace them (`cookie`)."""

owner_commands = Table(
    "owner_commands",
    CONTROL_METADATA,
    Column("id", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("node", String(64)),
    Column("answer", Text),
)
"""Commands of the owner to the servers, the process that carries each out, and its answer."""

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
