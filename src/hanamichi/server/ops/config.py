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
    """Sockets of tables that one address may have open."""
    sockets_per_person: Positive = 40
    """Sockets of tables that one person may have open."""
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
    """The same for all spectators of one table together."""
    writes_per_second: Positive = 10
    """Requests of one address that change something each second, and 12 times as many at once."""
    newcomers_per_minute: Positive = 60
    """Browsers of one address without a cookie each minute, or all of them at once."""


class QuotasConfig(_Section, frozen=True, kw_only=True):
    """How much one person and one address may store."""


class RetentionConfig(_Section, frozen=True, kw_only=True):
    """When stored data is deleted."""


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
    """For how long browsers that came by https may not come by http; 0 does not tell them so."""
    monitors: tuple[str, ...] = ()
    """Addresses or networks that may ask for `/metrics` and `/ready`, besides this machine."""
    seat_link_hours: Annotated[int, Meta(ge=1, le=720)] = 24
    """How long a link opens a person's seat on another device."""

    address_key_days: Positive = 7
    """Addresses are stored only as hashes; after this many days a new secret key is used."""


class ServerConfig(_Section, frozen=True, kw_only=True):
    """All settings of a server."""

    bots: BotsConfig = BotsConfig()
    limits: LimitsConfig = LimitsConfig()
    quotas: QuotasConfig = QuotasConfig()
    retention: RetentionConfig = RetentionConfig()
    absence: AbsenceConfig = AbsenceConfig()
    access: AccessConfig = AccessConfig()


DEFAULT_CONFIG = ServerConfig()


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
