"""The puzzles of the server as messages, built off the event loop and then kept."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from hanamichi.puzzles.collection import collection_of, games_with_puzzles
from hanamichi.puzzles.model import Puzzle, PuzzleKind
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.puzzle_messages import (
    PosedPuzzle,
    PuzzleList,
    PuzzlePack,
    PuzzlesOfGame,
    PuzzleSummary,
)
from hanamichi.server.puzzles.posed_puzzle import pose

T = TypeVar("T")
_PACK_SIZE = 20
"""Puzzles of a pack: some 40 KiB when compressed."""
_DIGEST_CHARACTERS = 16
_GZIP_LEVEL = 6


class ListedPuzzle(Protocol):
    """A puzzle in the index of a collection."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> PuzzleKind: ...
    @property
    def level(self) -> int: ...


class Collection(Protocol):
    """The puzzles of one game."""

    @property
    def entries(self) -> Sequence[ListedPuzzle]: ...
    def puzzle(self, puzzle_id: str) -> Puzzle: ...


class RunInThread(Protocol):
    """Runs something slow off the event loop, in turns between those it is for."""

    def __call__(self, task: Callable[[], T], served: Served) -> Awaitable[T]: ...


class Packed(NamedTuple):
    """An encoded message, plain and compressed."""

    plain: bytes
    compressed: bytes
    etag: str


class _Index(NamedTuple):
    """Everything but the packs."""

    list: Packed
    packs: Mapping[str, tuple[str, tuple[str, ...]]]
    """The game and the puzzles of each pack, by its id."""
    games: Mapping[str, str]
    """The game of each puzzle."""


class PuzzlePacks:
    """The list of puzzles, and its packs: as many as there are, each built when it is wanted."""

    def __init__(
        self,
        collections: Callable[[], Mapping[str, Collection]],
        run_in_thread: RunInThread,
        version: str,
    ) -> None:
        """`version`: of this server, because another may encode a position otherwise."""
        self._read_collections = collections
        self._run_in_thread = run_in_thread
        self._version = version
        self._collections: Mapping[str, Collection] = {}
        self._index: _Index | None = None
        self._packs: dict[str, Packed] = {}
        self._building = asyncio.Lock()
        """One build at a time; others may wait for the same pack."""

    async def list(self, served: Served) -> Packed:
        """The message `PuzzleList`."""
        return (await self._indexed(served)).list

    async def pack(self, pack_id: str, served: Served) -> Packed:
        """The message `PuzzlePack` of this id."""
        index = await self._indexed(served)
        found = index.packs.get(pack_id)
        if found is None:
            raise Refused(
                "puzzle/unknown",
                "There is no such pack of puzzles here: read the list of puzzles again",
                where="pack_id",
            )
        if pack_id not in self._packs:
            async with self._building:
                if pack_id not in self._packs:
                    self._packs[pack_id] = await self._build(pack_id, *found, served)
        return self._packs[pack_id]

    async def _build(self, pack_id: str, game: str, ids: Sequence[str], served: Served) -> Packed:
        posed = [await self._posed(game, each, served) for each in ids]
        pack = PuzzlePack(pack_id, tuple(posed))
        return await self._run_in_thread(lambda: _packed(pack), served)

    async def _posed(self, game: str, puzzle_id: str, served: Served) -> PosedPuzzle:
        """One puzzle at a time, so that nobody's replay waits for a whole pack."""
        collection = self._collections[game]
        return await self._run_in_thread(lambda: pose(collection.puzzle(puzzle_id)), served)

    async def puzzles(self, ids: Iterable[str], served: Served) -> dict[str, Puzzle]:
        """The puzzles of these ids; unknown ones are missing."""
        games = (await self._indexed(served)).games
        known = [each for each in ids if each in games]

        def read() -> dict[str, Puzzle]:
            return {each: self._collections[games[each]].puzzle(each) for each in known}

        return await self._run_in_thread(read, served)

    async def games(self, served: Served) -> Mapping[str, str]:
        """The game of each puzzle."""
        return (await self._indexed(served)).games

    async def _indexed(self, served: Served) -> _Index:
        if self._index is None:
            async with self._building:
                if self._index is None:
                    self._index = await self._run_in_thread(self._read, served)
        return self._index

    def _read(self) -> _Index:
        self._collections = self._read_collections()
        form = hashlib.sha256(msgspec.json.encode(msgspec.json.schema(PuzzlePack)))
        form.update(self._version.encode())
        packs: dict[str, tuple[str, tuple[str, ...]]] = {}
        lists = []
        for game, collection in self._collections.items():
            summaries = []
            of_game = []
            for number, entries in enumerate(_chunks(collection.entries)):
                digest = form.copy()
                for entry in entries:
                    digest.update(msgspec.json.encode(collection.puzzle(entry.id)))
                    summaries.append(PuzzleSummary(entry.id, entry.kind, entry.level, number))
                pack_id = f"{game}-{number}-{digest.hexdigest()[:_DIGEST_CHARACTERS]}"
                of_game.append(pack_id)
                packs[pack_id] = game, tuple(entry.id for entry in entries)
            lists.append(PuzzlesOfGame(game, tuple(of_game), tuple(summaries)))
        games = {entry.id: of.game for of in lists for entry in of.puzzles}
        return _Index(_packed(PuzzleList(tuple(lists))), packs, games)


def shipped_collections() -> Mapping[str, Collection]:
    """The puzzles that come with this version, by game."""
    return {game: collection_of(game) for game in games_with_puzzles()}


def _chunks(entries: Sequence[ListedPuzzle]) -> Iterator[Sequence[ListedPuzzle]]:
    for first in range(0, len(entries), _PACK_SIZE):
        yield entries[first : first + _PACK_SIZE]


def _packed(message: msgspec.Struct) -> Packed:
    plain = msgspec.json.encode(message)
    etag = f'"{hashlib.sha256(plain).hexdigest()[:_DIGEST_CHARACTERS]}"'
    return Packed(plain, gzip.compress(plain, _GZIP_LEVEL, mtime=0), etag)
