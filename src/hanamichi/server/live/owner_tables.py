"""Tables for the owner's page: as they are stored, and how many have each open."""

from __future__ import annotations

import msgspec

from hanamichi.server.cluster.peers import Peers
from hanamichi.server.live.live_tables import LiveTables
from hanamichi.server.protocol.messages import TableStatus
from hanamichi.server.protocol.owner_messages import OwnerTables
from hanamichi.server.storage.owner_lists import OwnerLists


class OwnerTableList:
    """Adds to the stored tables how many have them open, in all processes."""

    def __init__(self, lists: OwnerLists, tables: LiveTables, peers: Peers) -> None:
        self._lists = lists
        self._tables = tables
        self._peers = peers

    async def tables(
        self,
        limit: int,
        *,
        status: TableStatus | None = None,
        person: str | None = None,
        address: str | None = None,
        table: str | None = None,
        live: bool = False,
    ) -> OwnerTables:
        """Tables, the last changed first; with `live`, only those that somebody has open."""
        viewers = await self._peers.viewers_elsewhere()
        # A table in memory here counts those elsewhere too.
        viewers |= {key: each.viewers for key, each in self._tables.all_loaded().items()}
        ids = sorted(filter(viewers.get, viewers), key=lambda key: -viewers[key]) if live else None
        found = await self._lists.tables(
            limit, status=status, person=person, address=address, table=table, ids=ids
        )
        listed = (
            msgspec.structs.replace(each, viewers=viewers.get(each.id, 0)) for each in found.tables
        )
        return OwnerTables(tables=tuple(listed), more=found.more)
