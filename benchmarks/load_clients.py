"""Tables as their players' clients know them, all seats connected: ours, and boardgame.io's.

A table is asked to `move`; it sends a random legal move of whoever is to act, and calls `seen` when
every seat has been told of it and, on our server, the mover has its acknowledgement.
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
    """A table that waits for its players' sockets, and what lets each of them in."""

    table: str
    cookies: tuple[str, ...]


class LiveTable(ABC):
    """A table and its sockets."""

    def __init__(self, invitation: Invitation) -> None:
        self.id = invitation.table
        self.seen: Callable[[LiveTable], None] = lambda _: None
        """Called when everybody has seen a move."""
        self.over = False
        self.moves = 0
        """How many were made here and seen by all."""
        self.due = 0.0
        """When the move that is under way should have been sent."""
        self.refused: list[str] = []
        """What the server said when it did not like something. Nothing, if all is well."""
        self.lines: list[Line] = []
        self._invitation = invitation
        self._dice = random.Random(invitation.table)
        self._heard = [-1] * len(invitation.cookies)
        self._sent: int | None = None
        """The position that the move under way answers."""

    async def connect(self, port: int) -> None:
        """Open every seat's socket. The table is `ready` once each was shown the position."""
        for seat, cookie in enumerate(self._invitation.cookies):
            line = Line(port, self._path(), partial(self._receive, seat), cookie=cookie)
            self.lines.append(line)
            await line.open()

    @property
    def ready(self) -> bool:
        """Whether all have been shown the same position, and somebody may act in it."""
        return self._sent is None and not self.over and min(self._heard) >= 0

    @property
    def bytes_in(self) -> int:
        """How much the server has sent to all seats."""
        return sum(line.bytes_in for line in self.lines)

    def move(self, due: float | None = None) -> None:
        """Send somebody's move."""
        self.due = perf_counter() if due is None else due
        self._sent = self._heard[0]
        self._send_move()

    def close(self) -> None:
        """Everybody leaves."""
        for line in self.lines:
            line.close()

    def _check(self) -> None:
        """After every frame: have all seen the move?"""
        if self._sent is not None and min(self._heard) > self._sent and self._is_answered():
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


class _Told(msgspec.Struct):
    position: _Position


class _Ack(msgspec.Struct):
    id: str
    seq: int


class HanamichiTable(LiveTable):
    """A table of ours; what was acknowledged is written down, to be looked for afterwards."""

    def __init__(self, invitation: Invitation, *, aids: Aids = "table") -> None:
        super().__init__(invitation)
        self._aids = aids
        self.acknowledged: dict[str, int] = {}
        """The place in the log of each command that was carried out."""
        self._legal: list[msgspec.Raw] = []
        self._to_act = 0
        self._told = msgspec.json.Decoder(_Told)
        self._ack = msgspec.json.Decoder(_Ack)

    def _path(self) -> str:
        return f"/api/tables/{self.id}/socket?aids={self._aids}"

    def _send_move(self) -> None:
        action = bytes(self._dice.choice(self._legal))
        ply = self._heard[0]
        frame = b'{"type":"move","id":"m%d","ply":%d,"action":%s}' % (ply, ply, action)
        self.lines[self._to_act].send(frame)

    def _is_answered(self) -> bool:
        return f"m{self._sent}" in self.acknowledged

    def _receive(self, seat: int, frame: bytes) -> None:
        if frame.startswith((b'{"type":"happened"', b'{"type":"snapshot"')):
            position = self._told.decode(frame).position
            self._heard[seat] = position.ply
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
_MOST_CLUES = 8


class BoardgameTable(LiveTable):
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
        kind, *arguments = self._dice.choice(_legal(state.G, self._to_act))
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
            self._emit(seat, "sync", self.id, str(seat), None, len(self._heard))
        elif frame.startswith(b"0"):
            self.lines[seat].send(b"40" + _NAMESPACE)
        elif frame == b"2":
            self.lines[seat].send(b"3")

    def _take(self, seat: int, state: _State) -> None:
        self._states[seat] = state
        self._heard[seat] = state.number
        self.over = state.ctx.gameover is not None
        self._check()


def _legal(game: _Game, seat: int) -> list[tuple[Any, ...]]:
    """What may be done, as boardgame.io's own client would work it out."""
    slots: Sequence[int] = range(len(game.hands[seat]))
    legal: list[tuple[Any, ...]] = [("play", slot) for slot in slots]
    if game.clues < _MOST_CLUES:
        legal += [("discard", slot) for slot in slots]
    if game.clues > 0:
        others = game.hands[1 - seat]
        legal += [("clue", "colour", colour) for colour in {card.colour for card in others}]
        legal += [("clue", "value", value) for value in {card.value for card in others}]
    return legal
