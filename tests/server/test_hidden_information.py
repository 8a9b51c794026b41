"""What a seat is sent: its view, its events, its choices. Nothing else, and nothing hidden."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from hanamichi.core import Seeded, event_for
from hanamichi.core.record import plain
from hanamichi.server.protocol.messages import ServerMessage
from hanamichi.server.table.state import Table, load
from hanamichi.server.views import projection
from tests.server.live import Json, Socket, live, person, play_out, running

MATCHES = [
    ("hanabi/cocktail", 3, {"errors": 10}),
    (
        "hanabi/grands-feux",
        2,
        {"errors": 10, "avalanche": "wild", "black_powder": True, "flamboyants": True},
    ),
    ("koikoi/nintendo", 2, {"rounds": 2}),
    ("koikoi/robin-red", 2, {"rounds": 2, "gaji": True}),
]


@pytest.mark.parametrize(("preset", "players", "options"), MATCHES)
@live
async def test_frames_hold_nothing_that_their_reader_may_not_know(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    preset: str,
    players: int,
    options: dict[str, Any],
) -> None:
    caplog.set_level(logging.DEBUG)
    async with running(tmp_path, seed=5) as server, AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(person(server, f"P{n}")) for n in range(players + 1)
        ]
        seats = ["me"] + ["open"] * (players - 1)
        table = await people[0].open_table(preset, *seats, options=options)
        lines = [await stack.enter_async_context(someone.at(table)) for someone in people]
        for line in lines[1:players]:
            await line.ok("sit")
        await lines[0].ok("start")
        for line in lines:
            await line.until(lambda line=line: line.position is not None)  # type: ignore[misc]
        await play_out(*lines, seed=8)
        stored = await server.app.database.entries(table)
    moments = {}
    for n in range(1, len(stored) + 1):
        moments[n] = load(table, stored[:n], 0.0)
    for seat, line in enumerate(lines):
        check_frames(line, seat if seat < players else None, moments)
    ours = "".join(r.getMessage() for r in caplog.records if not r.name.startswith("websockets"))
    for _, _, entry in stored:
        draws = getattr(entry, "draws", ())
        for draw in draws:
            assert str(draw.order[:4])[1:-1] not in ours


def check_frames(line: Socket, seat: int | None, moments: dict[int, Table]) -> None:
    positions = 0
    for frame, message in zip(line.frames, line.messages, strict=True):
        # No field that the wire does not know.
        decoded: Any = msgspec.json.decode(frame, type=ServerMessage)
        assert msgspec.json.encode(decoded).decode() == frame
        if message["type"] in ("snapshot", "happened") and message["position"]:
            positions += 1
            check_position(message["position"], seat, moments[message["position"]["seq"]])
            for entry in message["entries" if message["type"] == "happened" else "log"]:
                check_entry(entry, seat, moments[entry["seq"]])
    assert positions > 10


def check_position(position: Json, seat: int | None, table: Table) -> None:
    game, play = table.game, table.play
    assert play is not None
    assert position["view"] == plain(game.view(play.state, seat))
    acting = seat is not None and seat == table.to_act
    legal = plain(game.legal_actions(play.state, seat or 0)) if acting else []
    assert position["legal"] == legal
    # Whatever else the seat takes to be possible, it would have been sent the same bytes.
    sent = projection.encode(projection.position(table, seat, 0.0))  # type: ignore[arg-type]
    for seed in range(3):
        other = structs.replace(play, state=game.imagine(play.state, seat, Seeded(seed)))
        imagined = projection.position(structs.replace(table, play=other), seat, 0.0)
        assert projection.encode(imagined) == sent  # type: ignore[arg-type]
    if table.settings.game == "hanabi" and table.status == "playing":
        check_own_hand(position, seat, play.state)


def check_own_hand(position: Json, seat: int | None, state: Any) -> None:
    """No face beside the id of a card that is still in one's own hand."""
    owners = range(state.players) if seat is None else [seat]
    hidden = {card for owner in owners for card in state.hands[owner]}
    for part in objects_in(position["view"]):
        if part.get("id") in hidden:
            assert part.get("face") is None


def check_entry(entry: Json, seat: int | None, table: Table) -> None:
    (item,) = (item for item in table.log if item.seq == entry["seq"])
    seen = [event_for(event, seat) for event in item.events]
    assert entry["events"] == [plain(event) for event in seen if event is not None]


def objects_in(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects_in(inner)


@live
async def test_a_record_is_closed_until_the_match_is_over(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table("hanabi/cocktail", "me", "random", start=True)
        answer = await ann.client.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["code"]) == (409, "table/not-over")


@live
async def test_refused_moves_and_http_answers_tell_no_card(tmp_path: Path) -> None:
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(
            "hanabi/cocktail", "me", "random", options={"first_seat": 0}, start=True
        )
        play = (await server.table(table)).play
        assert play is not None
        faces = {str(card) for card in play.state.deck}
        async with ann.at(table) as line:
            answers = [
                await line.move({"type": "discard", "card": 0}),
                await line.move({"type": "play", "card": 30}),
                await line.move({"type": "return-card", "card": "r1"}),
                await line.move({"type": "value-clue", "target": 0, "value": 1}),
                await line.move({"type": "rearrange", "cards": [0, 0, 1, 2, 3]}),
            ]
            info = await ann.request("GET", f"/api/tables/{table}")
        for answer in [*answers, info]:
            text = msgspec.json.encode(answer).decode()
            assert not any(f'"{face}"' in text or f" {face}" in text for face in faces - {"r1"})
