"""A bot that takes a seat exactly as a browser does. Python 3.11, nothing to install.

    python examples/socket_bot.py http://localhost:8000/table/TABLE-ID --name Otto

It chooses a nickname, keeps the cookie it is given, opens the table's socket, sits down, and then
answers every position with one of the actions it is told are legal. To make it play well, write a
better `choose`; everything else can stay. `docs/protocol.md` explains every message.
"""

from __future__ import annotations

import argparse
import base64
import http.client
import json
import os
import random
import socket
import struct
import sys
import time
import urllib.parse
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def choose(position: Json) -> Json:
    """Your bot. `position["view"]` is all this seat may know, `position["legal"]` all it may do."""
    action: Json = random.choice(position["legal"])
    return action


class WebSocket:
    """As much of RFC 6455 as a client of Hanamichi needs: text frames, pings, and the end."""

    TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA

    def __init__(self, host: str, path: str, cookie: str) -> None:
        name, _, port = host.partition(":")
        self._line = socket.create_connection((name, int(port or 80)))
        self._waiting = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self._line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n"
            f"Connection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self._waiting:
            self._waiting += self._more()
        answer, self._waiting = self._waiting.split(b"\r\n\r\n", 1)
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(answer.split(b"\r\n")[0].decode())

    def send(self, message: Json) -> None:
        """Send one message."""
        self._frame(self.TEXT, json.dumps(message).encode())

    def __iter__(self) -> Iterator[Json]:
        """Every message that comes, until the connection ends."""
        text = b""
        while True:
            first, length = self._take(2)
            kind, last = first & 0x0F, first & 0x80
            if length == 126:
                (length,) = struct.unpack(">H", self._take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._take(8))
            payload = self._take(length)
            if kind == self.CLOSE:
                return
            if kind == self.PING:
                self._frame(self.PONG, payload)
            elif kind != self.PONG:
                text += payload
                if last:
                    yield json.loads(text)
                    text = b""

    def close(self) -> None:
        """Say goodbye."""
        self._frame(self.CLOSE, struct.pack(">H", 1000))
        self._line.close()

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes([0x80 | kind, 0x80 | min(126, size)])
        if size >= 126:
            head += struct.pack(">H", size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
        self._line.sendall(head + mask + masked)

    def _take(self, count: int) -> bytes:
        while len(self._waiting) < count:
            self._waiting += self._more()
        taken, self._waiting = self._waiting[:count], self._waiting[count:]
        return taken

    def _more(self) -> bytes:
        received = self._line.recv(65536)
        if not received:
            raise ConnectionError("the server is gone")
        return received


def introduce(host: str, name: str) -> str:
    """Choose a nickname. The cookie that comes back is the only proof of being that person."""
    connection = http.client.HTTPConnection(host)
    headers = {"Content-Type": "application/json"}
    connection.request("PUT", "/api/me", json.dumps({"name": name}), headers)
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    if response.status != 200:
        raise SystemExit(f"{answer['code']}: {answer['message']}")
    return response.headers["Set-Cookie"].partition(";")[0]


class Player:
    """One bot at one table, from sitting down to the end of the match."""

    def __init__(self, host: str, table: str, name: str) -> None:
        self.host = host
        self.path = f"/api/tables/{table}/socket"
        self.cookie = introduce(host, name)
        self.seen = 0
        self.moved: Json | None = None
        """The last move. It is sent again with the same id if the connection breaks."""

    def play(self) -> Json:
        """Play until the match is over, and return how it ended."""
        while True:
            try:
                line = WebSocket(self.host, f"{self.path}?seen={self.seen}", self.cookie)
                for message in line:
                    ending = self.hear(line, message)
                    if ending is not None:
                        line.close()
                        return ending
            except ConnectionError:
                pass
            print("The connection broke; coming back.", file=sys.stderr)
            time.sleep(1)

    def hear(self, line: WebSocket, message: Json) -> Json | None:
        """Do what a message asks for; at the end, say how it ended."""
        match message["type"]:
            case "snapshot":
                if message["you"]["seat"] is None:
                    if message["table"]["status"] != "open":
                        raise SystemExit("The match has begun without us.")
                    line.send({"type": "sit", "id": "sit"})
                self.answer(line, message["position"])
                return self.ending(message["table"])
            case "table-changed":
                return self.ending(message["table"])
            case "happened":
                self.answer(line, message["position"])
            case "error" if message["code"] == "move/stale":
                self.answer(line, message["position"])
            case "error":
                raise SystemExit(f"{message['code']}: {message['message']}")
            case _:
                pass  # acks, notes, a rematch: nothing to do
        return None

    def answer(self, line: WebSocket, position: Json | None) -> None:
        """Move, when it is our turn: a move answers a ply, and has an id of its own."""
        if position is None:
            return
        self.seen = position["seq"]
        if not position["legal"]:
            return
        if self.moved is None or self.moved["ply"] != position["ply"]:
            name = f"move-{position['seq']}-{random.randrange(1 << 30)}"
            ply, action = position["ply"], choose(position)
            self.moved = {"type": "move", "id": name, "ply": ply, "action": action}
        line.send(self.moved)

    @staticmethod
    def ending(table: Json) -> Json | None:
        """How the match ended, if it has."""
        ending: Json | None = table["ending"]
        return ending


def main() -> None:
    """Play one match."""
    parser = argparse.ArgumentParser(description="A bot that plays Hanabi or Koi-Koi at random.")
    parser.add_argument("address", help="the table's address, as the server shows it")
    parser.add_argument("--name", default="Otto")
    arguments = parser.parse_args()
    parts = urllib.parse.urlsplit(arguments.address)
    table = parts.path.rstrip("/").rpartition("/")[2]
    ending = Player(parts.netloc, table, arguments.name).play()
    print(json.dumps(ending))


if __name__ == "__main__":
    main()
