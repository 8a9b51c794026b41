"""The clients of all seats of a table, on our server and on boardgame.io's.

`move` sends a random legal move of the seat to act; `seen` is called when every seat has received
it and, on our server, its sender has the acknowledgement.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from benchmarks.websocket_client import Line
from hanamichi.server.protocol.commands import Aids


class Invitation(NamedTuple):
    """A table and its players' cookies."""

    table: str
    cookies: tuple[str, ...]


class ClientTable(ABC):
    """A table and its clients' sockets."""

    def __init__(self, invitation: Invitation) -> None:
        self.id = invitation.table
        self.seen: Callable[[ClientTable], None] = lambda _: None
        """Called when all seats have received a move."""
        self.over = False
        self.moves = 0
        """How many were made and received by all seats."""
        self.due = 0.0
        """When the move in flight should have been sent."""
        self.refused: list[str] = []
        """The errors that the server answered with."""
        self.lines: list[Line] = []
        self._invitation = invitation
        self._rng = random.Random(invitation.table)
        self._received = [-1] * len(invitation.cookies)
        self._sent: int | None = None
        """The position that the move in flight was made in."""

    async def connect(self, port: int) -> None:
        """Open every seat's socket. The table is `ready` once each has received the position."""
        for seat, cookie in enumerate(self._invitation.cookies):
            line = Line(port, self._path(), partial(self._receive, seat), cookie=cookie)
            self.lines.append(line)
            await line.open()

    @property
    def ready(self) -> bool:
        """Whether all seats have received the same position and a move may be sent."""
        return self._sent is None and not self.over and min(self._received) >= 0

    @property
    def bytes_in(self) -> int:
        """How much the server has sent to all seats."""
        return sum(line.bytes_in for line in self.lines)

    def move(self, due: float | None = None) -> None:
        """Send a move."""
        self.due = perf_counter() if due is None else due
        self._sent = self._received[0]
        self._send_move()

    def close(self) -> None:
        """Close all sockets."""
        for line in self.lines:
            line.close()

    def _check(self) -> None:
        """After every frame: have all seats received the move?"""
        if self._sent is not None and min(self._received) > self._sent and self._is_answered():
            self._sent = None
            self.moves += 1
            self.seen(self)

    @abstractmethod
    def _path(self) -> str: ...

    @abstractmethod
    def _receive(self, seat: int, frame: bytes) -> None: ...

    @abstractmethod
    def _send_move(self) -> None: ...

    @abstractmethod
    def _is_answered(self) -> bool: ...


# -- ours --


class _Position(msgspec.Struct):
    ply: int
    to_act: int | None
    legal: list[msgspec.Raw]


class _PositionMessage(msgspec.Struct):
    position: _Position


class _Ack(msgspec.Struct):
    id: str
    seq: int


class HanamichiTable(ClientTable):
    """A table of our server; records what was acknowledged."""

    def __init__(self, invitation: Invitation, *, aids: Aids = "table") -> None:
        super().__init__(invitation)
        self._aids = aids
        self.acknowledged: dict[str, int] = {}
        """The log index of each command that was carried out."""
        self._legal: list[msgspec.Raw] = []
        self._to_act = 0
        self._position = msgspec.json.Decoder(_PositionMessage)
        self._ack = msgspec.json.Decoder(_Ack)

    def _path(self) -> str:
        return f"/api/tables/{self.id}/socket?aids={self._aids}"

    def _send_move(self) -> None:
        action = bytes(self._rng.choice(self._legal))
        ply = self._received[0]
        frame = b'{"type":"move","id":"m%d","ply":%d,"action":%s}' % (ply, ply, action)
        self.lines[self._to_act].send(frame)

    def _is_answered(self) -> bool:
        return f"m{self._sent}" in self.acknowledged

    def _receive(self, seat: int, frame: bytes) -> None:
        if frame.startswith((b'{"type":"happened"', b'{"type":"snapshot"')):
            position = self._position.decode(frame).position
            self._received[seat] = position.ply
            self.over = position.to_act is None
            if position.legal:
                self._legal, self._to_act = position.legal, seat
        elif frame.startswith(b'{"type":"ack"'):
            ack = self._ack.decode(frame)
            self.acknowledged[ack.id] = ack.seq
        elif frame.startswith(b'{"type":"error"'):
            self.refused.append(frame.decode())
            return
        self._check()


# -- boardgame.io's --


class _Card(msgspec.Struct):
    colour: int | None = None
    value: int | None = None


class _Game(msgspec.Struct):
    hands: list[list[_Card]]
    clues: int


class _Context(msgspec.Struct):
    currentPlayer: str  # noqa: N815  # its own name for it
    gameover: Any = None


class _State(msgspec.Struct):
    G: _Game
    ctx: _Context
    number: int = msgspec.field(name="_stateID")


class _Sync(msgspec.Struct):
    state: _State


_NAMESPACE = b"/hanabi,"
_MAX_CLUES = 8


class BoardgameTable(ClientTable):
    """A match of boardgame.io, in the frames of socket.io and engine.io beneath it."""

    def __init__(self, invitation: Invitation) -> None:
        super().__init__(invitation)
        self._states: list[_State | None] = [None] * len(invitation.cookies)
        self._updates = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw])
        self._syncs = msgspec.json.Decoder(tuple[str, str, _Sync])

    def _path(self) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def _send_move(self) -> None:
        state = self._states[self._to_act]
        assert state is not None
        kind, *arguments = self._rng.choice(_legal(state.G, self._to_act))
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": kind, "args": arguments, "playerID": str(self._to_act)},
        }
        self._emit(self._to_act, "update", action, state.number, self.id, str(self._to_act))

    @property
    def _to_act(self) -> int:
        state = self._states[0]
        assert state is not None
        return int(state.ctx.currentPlayer)

    def _is_answered(self) -> bool:
        return True  # it acknowledges nothing

    def _emit(self, seat: int, *event: Any) -> None:
        self.lines[seat].send(b"42" + _NAMESPACE + msgspec.json.encode(event))

    def _receive(self, seat: int, frame: bytes) -> None:
        if frame.startswith(b'42/hanabi,["update"'):
            self._take(seat, self._updates.decode(frame[10:])[2])
        elif frame.startswith(b'42/hanabi,["sync"'):
            self._take(seat, self._syncs.decode(frame[10:])[2].state)
        elif frame.startswith(b"40/hanabi,"):
            self._emit(seat, "sync", self.id, str(seat), None, len(self._received))
        elif frame.startswith(b"0"):
            self.lines[seat].send(b"40" + _NAMESPACE)
        elif frame == b"2":
            self.lines[seat].send(b"3")

    def _take(self, seat: int, state: _State) -> None:
        self._states[seat] = state
        self._received[seat] = state.number
        self.over = state.ctx.gameover is not None
        self._check()


def _legal(game: _Game, seat: int) -> list[tuple[Any, ...]]:
    """The legal moves, as boardgame.io's own client would compute them."""
    slots: Sequence[int] = range(len(game.hands[seat]))
    legal: list[tuple[Any, ...]] = [("play", slot) for slot in slots]
    if game.clues < _MAX_CLUES:
        legal += [("discard", slot) for slot in slots]
    if game.clues > 0:
        others = game.hands[1 - seat]
        legal += [("clue", "colour", colour) for colour in {card.colour for card in others}]
        legal += [("clue", "value", value) for value in {card.value for card in others}]
    return legal
