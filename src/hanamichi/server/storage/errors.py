"""How the database fails. The texts hold no rows, because rows hold decks."""

from __future__ import annotations


class StorageError(Exception):
    """The database failed. Nothing new was sent to any client."""


class Conflict(StorageError):
    """Another process wrote to the table first; its entries must be read again."""


class InvalidRow(StorageError):
    """The database works, but cannot hold the given values."""


class NewerSchema(StorageError):
    """A newer version has migrated the database."""
