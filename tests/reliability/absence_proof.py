"""The absence proof: an opponent who uses a minute without connection.

    python -m tests.reliability.absence_proof [--seconds 65] [--checkout FOLDER]

Of two people at a match of Koi-Koi one loses the connection in their own turn. After a while the
other tries alone to claim the win, to let a random bot play, to take everything back and to void
the match, from the documented protocol alone. Printed is what the server did. With --checkout it is
that of another copy of this project.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.reliability.rudeness import served
from tests.reliability.server_process import ROOT
from tests.reliability.socket_players import new_guest, open_table

_BOT = {"type": "stand-in", "seat": 1, "bot": "random"}
ACTS: dict[str, tuple[dict[str, Any], ...]] = {
    "claim the win": ({"type": "propose", "what": "claim-win"},),
    "seat a bot": (_BOT,),
    # A bot used to agree to everything.
    "take all back": (_BOT, {"type": "propose", "what": "take-back", "ply": 0}),
    "void the match": (_BOT, {"type": "propose", "what": "end-match"}),
}
_TIMEOUT_SECONDS = 30.0


class Line:
    """A connection to a table, and the last state it showed."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self._sent = 0

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            message: dict[str, Any] = json.loads(await self._socket.recv())
        self.table = message.get("table", self.table)
        self.position = message.get("position") or self.position
        return message

    async def send(self, command: dict[str, Any]) -> dict[str, Any]:
        """The answer to a command."""
        self._sent += 1
        command_id = str(self._sent)
        await self._socket.send(json.dumps({"id": command_id, **command}))
        while (answer := await self.receive()).get("id") != command_id:
            pass
        return answer

    @property
    def ply(self) -> int:
        assert self.position is not None
        return int(self.position["ply"])


async def attempts(folder: Path, seconds: float, checkout: Path = ROOT) -> dict[str, str]:
    """What became of each act: the code of its refusal, `waits` for an answer, or `done`."""
    found = {}
    async with served(folder, checkout) as server:
        for name, acts in ACTS.items():
            found[name] = asyncio.create_task(_attempt(server.address, acts, seconds))
        return {name: await task for name, task in found.items()}


async def _attempt(address: str, acts: Sequence[dict[str, Any]], seconds: float) -> str:
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://{address}"))
        cookies = [await new_guest(client, name) for name in ("Ann", "Bo")]
        seats = [{"type": "me"}, {"type": "open"}]
        options = {"first_dealer": 1}
        request = {"preset": "koikoi/nintendo", "seats": seats, "options": options}
        table = await open_table(client, cookies[0], request)
        address = f"ws://{address}/api/tables/{table}/socket"
        ann = Line(
            await stack.enter_async_context(
                connect(address, additional_headers={"cookie": cookies[0]})
            )
        )
        async with connect(address, additional_headers={"cookie": cookies[1]}) as socket:
            bo = Line(socket)
            await bo.send({"type": "sit"})
            await ann.send({"type": "start"})
            await _play_until_bos_turn(ann, bo)
        await asyncio.sleep(seconds)
        answers = [await ann.send(act) for act in acts]
        if answers[-1]["type"] == "error":
            return str(answers[-1]["code"])
        return "waits" if ann.table["proposal"] is not None else "done"


async def _play_until_bos_turn(ann: Line, bo: Line) -> None:
    """Some moves, so that there is something to take back."""
    for _ in range(20):
        while bo.position is None or ann.position is None or ann.ply != bo.ply:
            await (
                bo if bo.position is None or (ann.position and bo.ply < ann.ply) else ann
            ).receive()
        if bo.ply >= 2 and bo.position["legal"]:
            return
        mover = ann if ann.position["legal"] else bo
        assert mover.position is not None
        move = {"type": "move", "ply": mover.ply, "action": mover.position["legal"][0]}
        assert (await mover.send(move))["type"] == "ack"
    raise AssertionError("it never was Bo's turn")


async def main() -> None:
    """Print the answers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=65)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = await attempts(Path(folder), given.seconds, given.checkout)
    for name, answer in found.items():
        print(f"{name}: {answer}")


if __name__ == "__main__":
    asyncio.run(main())
