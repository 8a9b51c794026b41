"""The leak proof: a seat is sent the same bytes in all worlds that it cannot distinguish.

A match is played on a real server, and every byte to every seat and to a spectator is kept. Then
cards hidden from one viewer are redealt, consistent with all that it had seen up to some move. The
same commands are sent again; up to that move the viewer must receive the same bytes. If anything in
them depended on a hidden card, they would differ.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import httpx
import msgspec

from hanamichi.core import Seat
from tests.reliability.match_scripts import MatchScript, match_script, real_world, redealt_world
from tests.reliability.scripted_table import (
    ScriptedTable,
    Transcript,
    fresh_client,
    frozen_clock_server,
)
from tests.server.live import Server


class Leaks(msgspec.Struct):
    """Counts of what was compared; nothing differed."""

    preset: str
    games: int = 0
    """Complete games over sockets."""
    worlds: int = 0
    """Worlds that a viewer cannot distinguish from the real one."""
    nothing_hidden: int = 0
    """Moves after which no other world was possible."""
    frames: int = 0
    """Compared byte by byte."""
    answers: int = 0
    """Answers to requests, compared byte by byte."""
    sent: int = 0
    """Bytes compared."""
    reconnections: int = 0
    take_backs: int = 0
    refusals: int = 0

    def add(self, stage: ScriptedTable) -> None:
        """Add the counts of a world."""
        self.reconnections += stage.reconnections
        self.take_backs += stage.take_backs
        self.refusals += stage.refusals


async def prove_no_leak(
    preset: str, folder: Path, *, seeds: Sequence[int], worlds: int = 2
) -> Leaks:
    """Play matches of a preset and compare each with other worlds of some viewers."""
    done = Leaks(preset)
    async with (
        frozen_clock_server(folder) as server,
        fresh_client(server) as client,
    ):
        for seed in seeds:
            await _compare(server, client, match_script(preset, seed), worlds, done)
    return done


async def _compare(
    server: Server, client: httpx.AsyncClient, script: MatchScript, worlds: int, done: Leaks
) -> None:
    choice = random.Random(f"viewers {script.seed}")
    real = ScriptedTable(server, client, script, real_world(script))
    await real.play()
    done.games += 1
    done.add(real)
    for number in range(worlds):
        viewer = choice.choice(script.viewers)
        cut = choice.randrange(len(script.moves))
        world = redealt_world(script, viewer, cut, 100 * script.seed + number)
        if world is None:
            done.nothing_hidden += 1
            continue
        other = ScriptedTable(server, client, script, world)
        await other.play()
        done.add(other)
        done.worlds += 1
        seen, should = other.transcripts[viewer], real.transcripts[viewer]
        check_alike(script, viewer, cut, seen, should)
        done.frames += len(seen.frames)
        done.answers += len(seen.answers)
        done.sent += sum(len(text.encode()) for text in (*seen.frames, *seen.answers))


def check_alike(
    script: MatchScript, viewer: Seat | None, cut: int, seen: Transcript, should: Transcript
) -> None:
    """Check that one transcript is a prefix of the other."""
    where = f"{script.preset}, seed {script.seed}, viewer {viewer}, cut {cut}"
    assert len(seen.frames) <= len(should.frames), where
    for number, (one, other) in enumerate(zip(seen.frames, should.frames, strict=False)):
        assert one == other, f"{where}, frame {number}:\n{difference(one, other)}"
    for one, other in zip(seen.answers, should.answers, strict=False):
        assert one == other, f"{where}:\n{difference(one, other)}"
    assert len(seen.answers) <= len(should.answers), where


def difference(one: str, other: str) -> str:
    """The first difference of two texts, with its surroundings."""
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    begin = max(0, place - 120)
    return f"…{one[begin : place + 120]}…\n…{other[begin : place + 120]}…"
