"""The leak proof: what a seat is sent is the same in every world that it takes for the real one.

A match is played on a real server while every byte to every seat and to a spectator is kept. Then
cards that one of them could not know are dealt anew, true to all that viewer had seen up to some
moment; the same people do the same things on the same server, and the viewer must be sent the same
bytes up to that moment: had anything in them depended on a hidden card, they would differ.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import httpx
import msgspec

from hanamichi.core import Seat
from tests.reliability.match_scripts import MatchScript, real_world, redealt_world, story
from tests.reliability.scripted_table import (
    ScriptedTable,
    Transcript,
    fresh_client,
    frozen_clock_server,
)
from tests.server.live import Server


class Leaks(msgspec.Struct):
    """What was compared; nothing of it differed."""

    preset: str
    games: int = 0
    """Complete ones, played by people over sockets."""
    worlds: int = 0
    """Others that a viewer could not tell from them."""
    nothing_hidden: int = 0
    """Moments at which no other world was possible."""
    frames: int = 0
    """Compared byte by byte."""
    answers: int = 0
    """To requests, compared byte by byte."""
    sent: int = 0
    """Bytes compared."""
    reconnections: int = 0
    take_backs: int = 0
    refusals: int = 0

    def add(self, stage: ScriptedTable) -> None:
        """Count what happened in a world."""
        self.reconnections += stage.reconnections
        self.take_backs += stage.take_backs
        self.refusals += stage.refusals


async def prove_no_leak(
    preset: str, folder: Path, *, seeds: Sequence[int], worlds: int = 2
) -> Leaks:
    """So many matches of an edition, each compared with other worlds of some viewers."""
    done = Leaks(preset)
    async with (
        frozen_clock_server(folder) as server,
        fresh_client(server) as client,
    ):
        for seed in seeds:
            await _compare(server, client, story(preset, seed), worlds, done)
    return done


async def _compare(
    server: Server, client: httpx.AsyncClient, told: MatchScript, worlds: int, done: Leaks
) -> None:
    choice = random.Random(f"viewers {told.seed}")
    real = ScriptedTable(server, client, told, real_world(told))
    await real.play()
    done.games += 1
    done.add(real)
    for number in range(worlds):
        viewer = choice.choice(told.viewers)
        cut = choice.randrange(len(told.acts))
        world = redealt_world(told, viewer, cut, 100 * told.seed + number)
        if world is None:
            done.nothing_hidden += 1
            continue
        other = ScriptedTable(server, client, told, world)
        await other.play()
        done.add(other)
        done.worlds += 1
        seen, should = other.transcripts[viewer], real.transcripts[viewer]
        check_alike(told, viewer, cut, seen, should)
        done.frames += len(seen.frames)
        done.answers += len(seen.answers)
        done.sent += sum(len(text.encode()) for text in (*seen.frames, *seen.answers))


def check_alike(
    told: MatchScript, viewer: Seat | None, cut: int, seen: Transcript, should: Transcript
) -> None:
    """One transcript is the beginning of the other."""
    where = f"{told.preset}, seed {told.seed}, viewer {viewer}, cut {cut}"
    assert len(seen.frames) <= len(should.frames), where
    for number, (one, other) in enumerate(zip(seen.frames, should.frames, strict=False)):
        assert one == other, f"{where}, frame {number}:\n{difference(one, other)}"
    for one, other in zip(seen.answers, should.answers, strict=False):
        assert one == other, f"{where}:\n{difference(one, other)}"
    assert len(seen.answers) <= len(should.answers), where


def difference(one: str, other: str) -> str:
    """Where two texts differ first, and what is around it."""
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    begin = max(0, place - 120)
    return f"…{one[begin : place + 120]}…\n…{other[begin : place + 120]}…"
