"""Plays matches to the end over the socket, with the cookie of a browser."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.sync.client import connect

from tests.browser.person import Person

TIMEOUT_SECONDS = 60.0


class Finished(NamedTuple):
    """A finished match: its table and its replay."""

    table: str
    replay: str


def finish(
    someone: Person,
    preset: str,
    *bots: str,
    options: dict[str, Any] | None = None,
    seed: int = 0,
) -> Finished:
    """Play a match with bots at random to its end, as this person."""
    plans = [{"type": "me"}, *({"type": "bot", "bot": bot} for bot in bots)]
    body = {"preset": preset, "seats": plans, "start": True, "options": options or {}}
    return _finish(someone, "/api/tables", body, seed)


def finish_daily(someone: Person, preset: str, seed: int = 0) -> Finished:
    """Play the deal of the day at random to its end, as this person."""
    return _finish(someone, f"/api/daily/{preset}", None, seed)


def _finish(someone: Person, path: str, body: dict[str, Any] | None, seed: int) -> Finished:
    cookie = {c["name"]: c["value"] for c in someone.context.cookies()}["hanamichi"]
    with httpx.Client(base_url=someone.server.url, cookies={"hanamichi": cookie}) as client:
        table = client.post(path, json=body).json()["id"]
        _play(f"{someone.server.url.replace('http', 'ws')}/api/tables/{table}/socket", cookie, seed)
        return Finished(table, client.get(f"/api/tables/{table}").json()["replay"])


def _play(address: str, cookie: str, seed: int) -> None:
    choice, moves, answered = random.Random(seed), 0, -1
    with connect(address, additional_headers={"Cookie": f"hanamichi={cookie}"}) as socket:
        while True:
            message = msgspec.json.decode(socket.recv(TIMEOUT_SECONDS))
            if message.get("table", {}).get("status") == "over":
                return
            position = message.get("position")
            if not position or not position["legal"] or position["ply"] == answered:
                continue
            answered, moves = position["ply"], moves + 1
            action = choice.choice(position["legal"])
            move = {"type": "move", "id": f"m{moves}", "ply": answered, "action": action}
            socket.send(msgspec.json.encode(move).decode())
