"""What the owner of a server may set, read from a TOML file."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from hanamichi.core import HanamichiError
from hanamichi.server.ops.paths import data_folder

VARIABLE = "HANAMICHI_CONFIG"
FILE_NAME = "config.toml"

Positive: TypeAlias = Annotated[int, Meta(ge=1)]
NotNegative: TypeAlias = Annotated[int, Meta(ge=0)]


class ConfigError(HanamichiError):
    """A configuration that cannot be read."""

    code = "serve/config"


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of the file. Every field has a default, and its docstring is its documentation."""


class BotsConfig(_Section, frozen=True, kw_only=True):
    """Bots and their thinking."""

    max_thinking_ms: Annotated[int, Meta(ge=10, le=600_000)] = 5_000
    """The most milliseconds that a bot may think about one move."""
    unwatched_minutes: NotNegative = 30
    """A match of bots that nobody has watched for this long ends; 0 never ends it."""


class LimitsConfig(_Section, frozen=True, kw_only=True):
    """Limits for one address, one person and one table."""

    connections: Positive = 256
    """Connections of one address at a time, without the sockets of tables; behind a trusted proxy,
    its requests. A whole club may share an address."""
    uploads: Positive = 4
    """Bodies of more than 64 KiB that one address may send at a time."""
    sockets: Positive = 400
    """Sockets of tables that one address may have open. A table with many entries in its log counts
    as one more for every 250."""
    sockets_per_person: Positive = 40
    """The same for one person."""
    new_sockets_per_second: Positive = 10
    """Sockets that one address may open each second, and 20 times as many at once."""
    commands_per_second: Positive = 100
    """Commands on one socket each second, and 3 times as many at once."""
    work_ms_per_second: Positive = 300
    """Milliseconds of work that the requests and commands of one address may take each second, and
    10 times as many at once."""
    person_work_ms_per_second: Positive = 100
    """The same for one person, of what costs more than a move."""
    spectator_work_ms_per_second: Positive = 100
    """The same for all spectators of one table together, and 3 times as many at once."""
    writes_per_second: Positive = 10
    """Requests of one address that change something each second, and 12 times as many at once."""
    newcomers_per_minute: Positive = 60
    """New visitors of one address (browsers without a cookie) each minute; all may come at once."""
    newcomers_per_day: Positive = 2_000
    """The same each day: each of them is stored until they have been away for `guests_days`."""
    renames_per_hour: Positive = 20
    """Times that one person may change their nickname each hour; all may come at once."""
    reports_per_hour: Positive = 10
    """Reports of one person, or of one address, each hour; all may come at once."""
    notes_per_day: Positive = 10_000
    """Notes on cards that the people of one address may write each day; all may come at once."""
    table_changes_per_hour: Positive = 240
    """Times that the people of one address may take or leave seats, propose something or ask for
    seat links each hour, at each table; all may come at once."""


class QuotasConfig(_Section, frozen=True, kw_only=True):
    """How much one person and one address may store; 0 sets no limit. Clubs share an address."""

    unfinished_tables_per_person: NotNegative = 50
    """Tables that wait for players or are played."""
    unfinished_tables_per_address: NotNegative = 500
    """The same for all people of an address."""
    tables_per_day_per_person: NotNegative = 200
    """Tables that a person may open within 24 hours."""
    tables_per_day_per_address: NotNegative = 2_000
    """The same for all people of an address."""
    listed_tables_per_person: NotNegative = 3
    """Tables of a person that the public list shows, the newest first; links lead to all."""
    listed_tables_per_address: NotNegative = 10
    """The same for all people of an address."""
    imports_per_person: NotNegative = 100
    """Imported records; a new one replaces the oldest."""
    import_mb_per_person: NotNegative = 10
    """Megabytes of imported records; a new one replaces the oldest."""
    imports_per_day_per_address: NotNegative = 500
    """Records that the people of an address may import within 24 hours."""
    import_mb_per_day_per_address: NotNegative = 20
    """Megabytes that the people of an address may import within 24 hours."""
    import_mb_per_address: NotNegative = 50
    """Megabytes of imported records of all people of an address."""
    notes_per_person: NotNegative = 5_000
    """Notes on cards, at all tables together."""


class RetentionConfig(_Section, frozen=True, kw_only=True):
    """When stored data is deleted, in days since it was last used; 0 keeps it for ever."""

    unplayed_tables_days: NotNegative = 7
    """Tables whose match never began, and matches that only bots played."""
    abandoned_matches_days: NotNegative = 90
    """Matches that have begun and that nobody goes on with."""
    finished_matches_days: NotNegative = 0
    """Matches that are over, with their replays."""
    guests_days: NotNegative = 90
    """People who have finished no match, sit at no table and imported nothing."""
    imports_days: NotNegative = 180
    """Imported records that nobody looks at."""
    addresses_days: NotNegative = 14
    """Hashes of the addresses that tables and imports came from; those of blocks stay."""
    reports_days: NotNegative = 180
    """Reports that the owner has closed."""
    owner_log_days: NotNegative = 730
    """Lines in the log of what the owner did."""
    warn_free_mb: NotNegative = 1_000
    """Below this many free megabytes beside an SQLite database the log warns."""
    full_free_mb: NotNegative = 200
    """Below this many, new tables, imports and notes are refused; matches go on."""
    max_database_mb: NotNegative = 0
    """From this many megabytes of the database on they are refused too, also on PostgreSQL; the log
    warns from 90 percent on."""


class AbsenceConfig(_Section, frozen=True, kw_only=True):
    """What happens when a player stays away."""

    grace_minutes: Annotated[int, Meta(ge=1, le=43_200)] = 720
    """How long a match without a clock waits for a player who is away before the others may claim
    the win, end it without a result or seat a bot."""
    clock_percent: Annotated[int, Meta(ge=0, le=100)] = 25
    """The same at a table with a clock: this share of a player's time and one increment, at least a
    minute, at most `grace_minutes`."""


class AccessConfig(_Section, frozen=True, kw_only=True):
    """Who may reach what."""

    hosts: tuple[str, ...] = ()
    """Public names of this server, besides IP addresses and names of a local network, such as
    `["play.example.org"]`. Requests to other names are refused; `["*"]` allows every name."""
    hsts_days: NotNegative = 365
    """Days for which browsers that came by https must not use http; 0 does not ask them to."""
    monitors: tuple[str, ...] = ()
    """Addresses or networks that may ask for `/metrics` and `/ready`, besides this machine."""
    seat_link_hours: Annotated[int, Meta(ge=1, le=720)] = 24
    """How long a link opens a person's seat on another device."""

    address_key_days: Positive = 7
    """Addresses are stored only as hashes; after this many days a new secret key is used."""


class DailyConfig(_Section, frozen=True, kw_only=True):
    """The deal of the day."""

    enabled: bool = True
    """Whether there is one, for each edition."""


class ReviewsConfig(_Section, frozen=True, kw_only=True):
    """Reviews of finished matches, made with what others leave of the cores."""

    enabled: bool = True
    """Whether people may ask for reviews; those that are stored can be read in any case."""
    deep: bool = True
    """Whether they may ask for deep ones, which take several times as long; of matches of at most
    600 plies."""
    processes: NotNegative = 0
    """How many processes make reviews at the same time; 0: as many as half of the cores. Where
    several servers share a machine, each has so many."""
    waiting_per_person: NotNegative = 5
    """Reviews that one person may wait for; 0 sets no limit, here and below."""
    waiting_per_address: NotNegative = 50
    """The same for all people of an address."""
    per_day_per_person: NotNegative = 50
    """Reviews that one person may ask for within 24 hours."""
    per_day_per_address: NotNegative = 500
    """The same for all people of an address."""
    deep_per_day_per_person: NotNegative = 10
    """Of those, deep ones."""
    deep_per_day_per_address: NotNegative = 50
    """The same for all people of an address."""


class ServerConfig(_Section, frozen=True, kw_only=True):
    """All settings of a server."""

    bots: BotsConfig = BotsConfig()
    limits: LimitsConfig = LimitsConfig()
    quotas: QuotasConfig = QuotasConfig()
    retention: RetentionConfig = RetentionConfig()
    absence: AbsenceConfig = AbsenceConfig()
    reviews: ReviewsConfig = ReviewsConfig()
    access: AccessConfig = AccessConfig()
    daily: DailyConfig = DailyConfig()


DEFAULT_CONFIG = ServerConfig()
NO_QUOTAS = QuotasConfig(**dict.fromkeys(QuotasConfig.__struct_fields__, 0))
WITHOUT_QUOTAS = ServerConfig(quotas=NO_QUOTAS)
"""For benchmarks."""


def find_config(given: str | None = None) -> ServerConfig:
    """The configuration in a given file, in the one that is usual here, or the defaults."""
    named = given or os.environ.get(VARIABLE)
    if named:
        return read_config(Path(named).expanduser())
    usual = data_folder() / FILE_NAME
    return read_config(usual) if usual.exists() else DEFAULT_CONFIG


def read_config(file: Path) -> ServerConfig:
    """The configuration in a file."""
    try:
        tree = tomllib.loads(file.read_text("utf-8"))
        return msgspec.convert(tree, ServerConfig)
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except UnicodeDecodeError:
        reason = "it is not written in UTF-8"
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        reason = str(error)
    raise ConfigError(f"The configuration {file} cannot be used: {reason}", where="config")
