"""`hanamichi mcp`: a scripted client plays whole matches, and nothing breaks the server."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hanamichi.bots import Choice, RandomBot, Sight
from hanamichi.bots.outside.outside_bot import OutsideBotFailed
from hanamichi.catalog import new_match
from hanamichi.cli.bot_choice import ChosenBot
from hanamichi.cli.mcp.json_rpc import MAX_LINE, VERSIONS, McpServer
from hanamichi.cli.mcp.seat import McpSeat
from hanamichi.cli.table import terminal_table_for
from hanamichi.cli.translations import translations
from hanamichi.records import read_any
from tests.cli.play_scripts import run

CLIENT = Path(__file__).parent.parent.parent / "examples" / "mcp_client.py"


def seat_of(preset: str, seat: int = 0) -> McpSeat:
    match = new_match(preset, 2, seed=5)
    table = terminal_table_for(match.game.id, translations("en"), preset, match.players)
    player = McpSeat(match, seat, table, ChosenBot("random", RandomBot), 5)
    player.advance()
    return player


def server_of(player: McpSeat) -> McpServer:
    return McpServer(player.tools, player.instructions)


def asked(server: McpServer, method: str, params: Any = None, call_id: Any = 1) -> Any:
    message = {"jsonrpc": "2.0", "id": call_id, "method": method}
    if params is not None:
        message["params"] = params
    return server.answer(json.dumps(message).encode())


def called(server: McpServer, tool: str, **arguments: Any) -> Any:
    return asked(server, "tools/call", {"name": tool, "arguments": arguments})["result"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("hanabi/online", "--players", "3", "--seat", "p2"),
        ("koikoi/nintendo", "--set", "rounds=3"),
    ],
)
def test_a_scripted_client_plays_a_whole_match(arguments: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    command = [sys.executable, str(CLIENT), *arguments, "--seed", "7", "--save", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "The match is over." in result.stdout
    record = read_any(file.read_bytes())
    assert record.abandoned is None
    assert len(record.moves) > 5


def test_the_example_says_when_the_server_cannot_begin() -> None:
    command = [sys.executable, str(CLIENT), "hanabi/nowhere"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "hanabi/nowhere" in result.stderr
    assert "The server ended" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("preset", ["hanabi/grands-feux", "koikoi/robin-red"])
def test_the_tools_show_what_the_seat_may_see(preset: str) -> None:
    player = seat_of(preset)
    server = server_of(player)
    view = called(server, "view")
    assert view["structuredContent"]["view"]["seat"] == 0
    assert view["structuredContent"]["your_turn"]
    assert view["content"][0]["text"]
    assert called(server, "view")["structuredContent"]["news"] == [], "told once"
    legal = called(server, "legal")["structuredContent"]["legal"]
    assert [each["choice"] for each in legal] == list(range(len(player.match.legal_actions())))
    before = player.match.game.ply(player.match.state)
    answer = called(server, "play", move=legal[0]["move"])
    assert not answer["isError"]
    assert player.match.game.ply(player.match.state) > before
    assert "## " in called(server, "rules")["content"][0]["text"]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"choice": 0, "move": "play 1"},
        {"choice": -1},
        {"choice": 10_000},
        {"choice": True},
        {"choice": "0"},
        {"choice": 0.5},
        {"move": ""},
        {"move": 5},
        {"move": "fly"},
        {"move": "play 99"},
        {"move": "x" * 1000},
    ],
)
def test_a_wrong_move_is_explained_and_changes_nothing(arguments: dict[str, Any]) -> None:
    player = seat_of("hanabi/online")
    state = player.match.state
    answer = called(server_of(player), "play", **arguments)
    assert answer["isError"]
    assert answer["content"][0]["text"]
    assert player.match.state is state


def test_a_bot_that_fails_is_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    player = seat_of("koikoi/nintendo", seat=1)
    server, failing = server_of(player), player._bots[0]

    class Failing(RandomBot):
        def choose(self, sight: Sight, chance: Random) -> Choice:
            raise OutsideBotFailed("The bot otto failed: your hand is red 1")

    player._bots[0] = Failing()
    answer: Any = {"isError": False}
    while not answer["isError"]:
        answer = called(server, "play", choice=0)
    for _ in range(2):
        answer = called(server, "play", choice=0)["content"][0]["text"]
        assert "a bot has failed (bot/failed)" in answer
        assert "red 1" not in answer, "the bot sees what the client does not"
        assert "red 1" in capsys.readouterr().err
        assert not called(server, "view")["structuredContent"]["your_turn"]
    assert "It is not your turn" in called(server, "legal")["content"][0]["text"]
    player._bots[0] = failing
    assert "legal` again" in called(server, "play", choice=0)["content"][0]["text"]
    assert called(server, "legal")["structuredContent"]["legal"]


def test_a_match_that_is_over_says_so() -> None:
    player = seat_of("hanabi/online", seat=1)
    server = server_of(player)
    answer: Any = None
    while player.match.to_act is not None:
        answer = called(server, "play", choice=0)
    assert answer["structuredContent"]["outcome"]["termination"]
    assert "The match is over." in answer["content"][0]["text"]
    assert called(server, "play", choice=0)["isError"]
    assert called(server, "legal")["structuredContent"]["legal"] == []
    assert called(server, "view")["structuredContent"]["over"]


def test_the_protocol_is_agreed_on() -> None:
    server = server_of(seat_of("hanabi/online"))
    for version in (*VERSIONS, "1999-01-01", None):
        hello = asked(server, "initialize", {"protocolVersion": version})["result"]
        assert hello["protocolVersion"] == (version if version in VERSIONS else VERSIONS[0])
        assert hello["capabilities"] == {"tools": {}}
    assert asked(server, "ping")["result"] == {}
    tools = asked(server, "tools/list")["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["view", "legal", "play", "rules"]
    assert [tool["annotations"]["readOnlyHint"] for tool in tools] == [True, True, False, True]
    assert all(tool["inputSchema"]["type"] == "object" for tool in tools)
    assert server.answer(b'{"jsonrpc":"2.0","method":"notifications/initialized"}') is None
    assert server.answer(b'{"jsonrpc":"2.0","id":1,"result":{}}') is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"5", -32600),
        (b'{"id":1,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600),
        (b'{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cheat"}}', -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["view"]}}', -32602),
        (b" " * (MAX_LINE + 1) + b"{}", -32600),
    ],
)
def test_nonsense_gets_an_error_and_the_server_goes_on(line: bytes, code: int) -> None:
    ping = b'{"jsonrpc":"2.0","id":"after","method":"ping"}\n'
    out = io.BytesIO()
    server_of(seat_of("koikoi/nintendo")).serve(io.BytesIO(line + b"\n\n" + ping), out)
    error, after = map(json.loads, out.getvalue().splitlines())
    assert error["error"]["code"] == code
    assert after == {"jsonrpc": "2.0", "id": "after", "result": {}}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--seat", "p9"), "cli/seat"),
        (("--bot", "nobody"), "bot/unknown"),
        (("--players", "9"), "options/players"),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(arguments: tuple[str, ...], code: str) -> None:
    result = run("mcp", "hanabi/online", *arguments)
    assert result.exit_code == 2
    assert f"error[{code}]" in result.output
