"""A third game, installed as a plugin, is played from the catalogue through everything there is."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from hanamichi.records import read_record
from tests.cli.terminal import Terminal
from tests.testing.plugins import TIMEOUT_SECONDS, environment, hanamichi, install


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Lanterns installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder, "lanterns", "tests.testing.lanterns_adapter:LANTERNS_ADAPTER")
    return folder


# -- in a terminal -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record(folder: Path) -> Path:
    """A match against a bot, played to its end in a terminal and saved."""
    file = folder / "match.json"
    arguments = ("play", "lanterns/box", "--names", "Ana,Ben", "--bots", "1", "--seed", "3")
    with Terminal(*arguments, "--save", str(file), **environment(folder)) as terminal:
        while terminal.until(" Ana>", "hung", "why") == " Ana>":
            hang = re.findall(r"hang \d+", terminal.screen.text)
            terminal.type(hang[-1] if hang else "pass")
        terminal.type("")
        assert terminal.finish() == 0
        assert "Ben hung" in terminal.raw
    return file


def test_a_match_played_in_a_terminal_is_replayed(folder: Path, record: Path) -> None:
    told = hanamichi(folder, "replay", str(record))
    assert told.returncode == 0, told.stderr
    assert "Lanterns" in told.stdout
    assert re.search(r"Ben hangs \d+\.", told.stdout)
    assert re.search(r"Ana hung \d+\.", told.stdout)
    shown = hanamichi(folder, "replay", str(record), "--ply", "1", "--seat", "Ana").stdout
    assert re.search(r"Ben: \? \?", shown)
    opened = hanamichi(folder, "replay", str(record), "--ply", "1").stdout
    assert "?" not in opened
    checked = hanamichi(folder, "replay", str(record), "--verify", "--json")
    assert json.loads(checked.stdout)["verified"] is True


def test_the_rules_are_printed_from_the_options(folder: Path) -> None:
    page = hanamichi(folder, "rules", "lanterns/feast").stdout
    assert "Shuffle 24 lanterns." in page
    changed = hanamichi(folder, "rules", "lanterns/box", "--set", "refill=off").stdout
    assert "No lantern is taken after the deal." in changed
    assert "Refill" in changed


def test_the_catalogue_lists_the_game_in_every_language(folder: Path) -> None:
    for lang in ("en", "fr"):
        games = json.loads(hanamichi(folder, "games", "--json", "--lang", lang).stdout)["games"]
        assert [game["id"] for game in games] == ["hanabi", "koikoi", "lanterns"]


def test_bots_meet_in_the_arena(folder: Path) -> None:
    arguments = ("lanterns/box", "--bots", "climber,random", "--games", "4")
    report = hanamichi(folder, "arena", *arguments, "--seed", "1")
    assert report.returncode == 0, report.stderr
    assert "climber" in report.stdout


def test_there_are_no_kernels_for_it_and_the_refusal_says_so(folder: Path) -> None:
    refused = hanamichi(folder, "bench", "lanterns/box")
    assert refused.returncode == 2
    assert "error[batch/unsupported]: There are no kernels for lanterns" in refused.stderr


# -- on a server -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """A server in a process of its own, by its address."""
    command = [sys.executable, "-m", "hanamichi", "serve", "--host", "127.0.0.1", "--port", "0"]
    database = f"sqlite:///{folder}/tables.db"
    with subprocess.Popen(
        [*command, "--database", database, "--bot-pace", "instant"],
        env=environment(folder),
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        line = next(line for line in server.stdout if "http://" in line)
        yield re.findall(r"http://\S+", line)[0].rstrip("/")
        server.terminate()
        server.wait(TIMEOUT_SECONDS)


class Person:
    """A client of the server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=TIMEOUT_SECONDS)
        self.http.put("/api/me", json={"name": "Ana"}).raise_for_status()

    def get(self, path: str, **parameters: Any) -> Any:
        """The answer to a request."""
        response = self.http.get(path, params=parameters)
        assert response.status_code == 200, response.text
        return response.json()

    def open_table(self, bot: str) -> str:
        """A table with a bot, started."""
        body = {
            "preset": "lanterns/box",
            "seats": [{"type": "me"}, {"type": "bot", "bot": bot}],
            "start": True,
        }
        response = self.http.post("/api/tables", json=body)
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def connected(self, table: str) -> ClientConnection:
        """A socket to a table."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"{self.address.replace('http', 'ws')}/api/tables/{table}/socket"
        return connect(address, additional_headers={"Cookie": cookies})

    def play(self, table: str, seed: int) -> list[Any]:
        """Play a match to its end at random; returns every message."""
        choice, received, answered = random.Random(seed), [], -1
        with self.connected(table) as socket:
            while True:
                message = msgspec.json.decode(socket.recv(TIMEOUT_SECONDS))
                received.append(message)
                assert message["type"] != "error", message
                if message.get("table", {}).get("status") == "over":
                    return received
                position = message.get("position")
                if not position or not position["legal"] or position["ply"] == answered:
                    continue
                answered = position["ply"]
                action = choice.choice(position["legal"])
                move = {"type": "move", "id": f"m{answered}", "ply": answered, "action": action}
                socket.send(msgspec.json.encode(move).decode())


@pytest.fixture(scope="module")
def person(address: str) -> Iterator[Person]:
    """A person with a nickname."""
    person = Person(address)
    yield person
    person.http.close()


def test_a_bot_gives_a_hint_with_a_reason(person: Person) -> None:
    table = person.open_table("random")
    with person.connected(table) as socket:
        message: Any = {}
        while not (message.get("position") or {}).get("legal"):
            message = msgspec.json.decode(socket.recv(TIMEOUT_SECONDS))
        socket.send('{"type":"hint","id":"h"}')
        while message["type"] != "hinted":
            message = msgspec.json.decode(socket.recv(TIMEOUT_SECONDS))
    assert message["action"]["type"] in ("hang", "pass")
    assert message["why"]["code"] in ("lowest", "none-fits")


@pytest.fixture(scope="module")
def finished(person: Person) -> tuple[str, list[Any]]:
    """The replay of a finished match, and what its player received."""
    table = person.open_table("random")
    received = person.play(table, seed=1)
    return person.get(f"/api/tables/{table}")["replay"], received


def test_a_match_on_the_server_shows_a_seat_its_own_hand_only(
    finished: tuple[str, list[Any]],
) -> None:
    _, received = finished
    positions = [message["position"] for message in received if message.get("position")]
    assert len(positions) > 2
    for position in positions:
        assert position["game"] == "lanterns"
        own, other = position["view"]["hands"]
        assert own is not None
        assert other is None
    entries = [entry for message in received for entry in message.get("entries", ())]
    assert {entry["game"] for entry in entries} == {"lanterns"}


def test_a_finished_match_is_replayed_frame_by_frame(
    person: Person, finished: tuple[str, list[Any]]
) -> None:
    replay_id, _ = finished
    replay = person.get(f"/api/replays/{replay_id}")
    assert replay["table"]["game"] == "lanterns"
    assert replay["forms"] == ["hanamichi"]
    frames = person.get(f"/api/replays/{replay_id}/frames")["frames"]
    assert len(frames) == min(replay["plies"] + 1, 50)
    assert all(None not in frame["position"]["view"]["hands"] for frame in frames)
    seen = person.get(f"/api/replays/{replay_id}/frames", seat=0)["frames"]
    assert all(frame["position"]["view"]["hands"][1] is None for frame in seen)
    assert all(frame["upcoming"] is None for frame in seen)
    page = person.get(f"/api/replays/{replay_id}/rules", lang="en")
    assert "Lanterns" in page["title"]
    record = person.http.get(f"/api/replays/{replay_id}/record").content
    assert msgspec.json.decode(record)["game"] == "lanterns"


def test_the_server_shows_the_rules_and_the_catalogue(person: Person) -> None:
    page = person.get("/api/rules", preset="lanterns/box", lang="en")
    assert [section["heading"] for section in page["sections"]] == ["Setup", "Your turn"]
    games = person.get("/api/catalog", lang="de")["games"]
    lanterns = games[-1]
    assert lanterns["name"] == "Lanterns"
    assert [bot["id"] for bot in lanterns["bots"]] == ["random", "climber"]
    assert lanterns["usual_bot"] == "climber"
    schema = json.dumps(person.get("/api/openapi.json"))
    assert "LanternsPosition" in schema
    assert "LanternsStatistics" in schema


def test_a_finished_match_counts_in_the_statistics(
    person: Person, finished: tuple[str, list[Any]]
) -> None:
    (match,) = person.get("/api/me/matches")["matches"]
    assert match["result"]["game"] == "lanterns"
    assert match["replay"] == finished[0]
    statistics = person.get("/api/me/statistics")
    assert statistics["hanabi"] == statistics["koikoi"] == statistics["yaku"] == []
    (edition,) = statistics["lanterns"]
    assert edition["matches"] == 1
    assert edition["hung"] == match["result"]["scores"][0]


def test_a_record_from_a_terminal_opens_on_the_server(person: Person, record: Path) -> None:
    response = person.http.post("/api/replays", content=record.read_bytes())
    assert response.status_code == 201, response.text


def test_a_record_of_a_game_that_is_not_installed_is_refused(record: Path) -> None:
    with pytest.raises(Exception, match="There is no game 'lanterns' here"):
        read_record(record.read_bytes())
