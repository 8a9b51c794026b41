"""The examples play whole matches as their own processes, from the table's address alone."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.live import live, person, running

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def node_command() -> list[str] | None:
    """Node with a WebSocket, where there is one."""
    node = shutil.which("node")
    if node is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    major = int(version.removeprefix("v").partition(".")[0])
    flags = ["--experimental-websocket"] if major < 22 else []
    return [node, *flags, str(EXAMPLES / "socket_bot.mjs")] if major >= 20 else None


PYTHON = [sys.executable, str(EXAMPLES / "socket_bot.py")]
PROGRAMS = {"python": PYTHON, "node": node_command()}


@pytest.mark.parametrize(
    ("language", "preset", "options"),
    [
        ("python", "hanabi/cocktail", {"errors": 10}),
        ("python", "koikoi/robin-red", {"rounds": 1}),
        ("node", "koikoi/nintendo", {"rounds": 1}),
    ],
)
@live
async def test_a_program_takes_a_seat_and_plays(
    tmp_path: Path, language: str, preset: str, options: dict[str, object]
) -> None:
    program = PROGRAMS[language]
    if program is None:
        pytest.skip("no Node.js with WebSocket here")
    async with running(tmp_path) as server, person(server, "Ann") as ann:
        table = await ann.open_table(preset, "random", "open", options=options)
        process = await asyncio.create_subprocess_exec(
            *program,
            f"{server.http}/table/{table}",
            *(["--name", "Otto"] if language == "python" else ["Otto"]),
            stdout=asyncio.subprocess.PIPE,
        )
        async with ann.at(table) as line:
            await line.until(lambda: line.table["seats"][1]["name"] == "Otto")
            await line.ok("start")
            await line.until(lambda: line.table["status"] == "over", seconds=40)
            output, _ = await asyncio.wait_for(process.communicate(), 10)
            assert process.returncode == 0
            assert json.loads(output) == line.table["ending"]
