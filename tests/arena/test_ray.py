"""The same tournament on a real Ray cluster, of one machine."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hanamichi.arena import ArenaError, plan, ray_workers, run

ROOT = Path(__file__).parent.parent.parent
# A cluster in a process of its own: Ray's threads and warnings stay there.
HEAD = """
import sys, ray
ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="ERROR")
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
ray.shutdown()
"""

pytest.importorskip("ray", reason="Ray has no wheel for this Python")


# A cluster lets in who has its token; this one is made here and ends with the test.
TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


@contextmanager
def ray_cluster() -> Iterator[str]:
    """A cluster; its address."""
    head = subprocess.Popen(
        [sys.executable, "-c", HEAD],
        cwd=ROOT,
        env=os.environ | TOKEN,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert head.stdout is not None
    try:
        yield head.stdout.readline().strip()
    finally:
        head.communicate(timeout=60)


def arena(*arguments: str) -> dict[str, Any]:
    result = subprocess.run(
        [sys.executable, "-m", "hanamichi", "arena", *arguments, "--json"],
        cwd=ROOT,
        env=os.environ | TOKEN,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_a_cluster_gives_the_same_numbers_and_bots_fail_there_as_here() -> None:
    lineups = "casual/random/tests.arena.failing_bots:Dier,random"
    command = ["online", "--bots", lineups, "--games", "6", "--seed", "9"]
    with ray_cluster() as address:
        there = arena(*command, "--ray", address)
    here = arena(*command, "--workers", "1")
    assert there["seconds_per_move"] > 0
    assert there["differences"] == here["differences"]
    for name in ("games", "mean", "stderr", "perfect", "histogram", "failures"):
        assert [each[name] for each in there["lineups"]] == [each[name] for each in here["lineups"]]
    (failure,) = there["lineups"][2]["failures"]
    assert (failure["kind"], failure["games"]) == ("died", 6)


def refusal_of(address: str) -> ArenaError:
    tournament = plan("hanabi/online", [["random"]], games=1, seed=0)
    with pytest.raises(ArenaError) as refusal:
        run(tournament, ray=address)
    assert refusal.value.code == "arena/ray"
    return refusal.value


def test_an_address_where_nothing_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    assert str(refusal_of(f"127.0.0.1:{port}")).startswith("Nobody answers at 127.0.0.1:")


def test_a_listener_that_is_not_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_workers, "_PROBE_SECONDS", 3.0)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"127.0.0.1:{mute.getsockname()[1]}"
        assert "does not answer as Ray does" in str(refusal_of(address))


@pytest.mark.parametrize("address", ["nowhere", "host:", ":6379", "host:99999", "host:ssh", ""])
def test_a_malformed_address(address: str) -> None:
    assert "A Ray address is auto, local or host:port" in str(refusal_of(address))


def test_long_errors_of_ray_are_shortened_to_a_line() -> None:
    said = "Traceback …\nray.exceptions.AuthenticationError: RPC error: …\nConnectionError: no"
    assert (
        ray_workers.reason_in(said)
        == "it wants a token: set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"
    )
    assert ray_workers.reason_in("Traceback …\nConnectionError: no such cluster\n").endswith(
        "cluster"
    )
