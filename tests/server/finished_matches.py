"""Finished matches for tests of replays and statistics."""

from __future__ import annotations

from typing import Any

from tests.server.live import Person, Server, play_out


async def finished(
    someone: Person, preset: str, *bots: str, seed: int = 0, options: dict[str, Any] | None = None
) -> str:
    """Play a match with bots to its end by random moves; the table's id."""
    table = await someone.open_table(preset, "me", *bots, options=options or {}, start=True)
    async with someone.at(table) as line:
        await play_out(line, seed=seed)
    return table


async def replay_of(server: Server, table: str) -> str:
    """The id of the replay of a finished match."""
    info = (await server.app.tables.get(table)).info()
    assert info.replay is not None
    return info.replay


async def all_frames(
    someone: Person, replay: str, seat: int | None = None, count: int = 50
) -> list[dict[str, Any]]:
    """Every frame of a replay, page by page."""
    viewer = "" if seat is None else f"&seat={seat}"
    plies = (await someone.request("GET", f"/api/replays/{replay}"))["plies"]
    frames: list[dict[str, Any]] = []
    while len(frames) <= plies:
        path = f"/api/replays/{replay}/frames?first={len(frames)}&count={count}{viewer}"
        page = await someone.request("GET", path)
        assert page["first"] == len(frames)
        frames += page["frames"]
    return frames
