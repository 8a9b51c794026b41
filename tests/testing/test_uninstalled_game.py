"""A server that no longer has a game still serves everything else to those who played it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.testing.plugins import TIMEOUT_SECONDS, environment, install
from tests.testing.test_third_game import Person


@contextmanager
def server(folder: Path, database: Path) -> Iterator[str]:
    """A server process, by its address."""
    command = [sys.executable, "-m", "hanamichi", "serve", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        [*command, "--database", f"sqlite:///{database}", "--bot-pace", "instant"],
        env=environment(folder),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "http://" in line)
        try:
            yield re.findall(r"http://\S+", line)[0].rstrip("/")
        finally:
            process.terminate()
            process.wait(TIMEOUT_SECONDS)


def test_matches_of_an_uninstalled_game_are_left_out(tmp_path: Path) -> None:
    database, with_game, without = tmp_path / "tables.db", tmp_path / "with", tmp_path / "without"
    with_game.mkdir()
    without.mkdir()
    install(with_game, "lanterns", "tests.testing.lanterns_adapter:LANTERNS_ADAPTER")
    with server(with_game, database) as address:
        person = Person(address)
        finished, waiting = person.open_table("random"), person.open_table("random")
        person.play(finished, seed=1)
        replay = person.get(f"/api/tables/{finished}")["replay"]
        cookies = person.http.cookies
        person.http.close()
    with (
        server(without, database) as address,
        httpx.Client(base_url=address, cookies=cookies, timeout=TIMEOUT_SECONDS) as client,
    ):

        def get(path: str) -> tuple[int, Any]:
            response = client.get(path)
            return response.status_code, response.json()

        assert get("/api/me/matches") == (200, {"matches": [], "more": False})
        assert get("/api/me/statistics") == (200, {"hanabi": [], "koikoi": [], "yaku": []})
        assert get("/api/me/tables") == (200, {"tables": []})
        assert get("/api/tables") == (200, {"tables": []})
        for path in (f"/api/tables/{waiting}", f"/api/replays/{replay}"):
            status, problem = get(path)
            assert status == 400
            assert problem["code"] == "options/preset"
        opened = client.post(
            "/api/tables",
            json={
                "preset": "hanabi/online",
                "seats": [{"type": "me"}, {"type": "bot", "bot": "random"}],
                "start": True,
            },
        )
        assert opened.status_code == 201
