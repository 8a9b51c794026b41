"""A client of the Model Context Protocol that plays a whole match. Python 3.11, nothing to install.

    python examples/mcp_client.py hanabi/online --players 3 --seed 7

It starts `hanamichi mcp` with the arguments it is given, as the program around a language model
does, and calls the tools `rules`, `view`, `legal` and `play`. Where a model would think, `decide`
follows a script: it gives a clue when it can, and takes the first action otherwise.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

Json = dict[str, Any]


class Client:
    """A connection to one server."""

    def __init__(self, command: list[str]) -> None:
        self.server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.count = 0

    def send(self, message: Json) -> None:
        """Send one message, a line."""
        assert self.server.stdin is not None
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.server.stdin.flush()

    def ask(self, method: str, params: Json) -> Json:
        """Call a method and wait for its result."""
        self.count += 1
        self.send({"id": self.count, "method": method, "params": params})
        assert self.server.stdout is not None
        line = self.server.stdout.readline()
        if not line:
            raise SystemExit("The server ended; its standard error above says why.")
        answer: Json = json.loads(line)
        assert answer["id"] == self.count
        if "error" in answer:
            raise SystemExit(answer["error"]["message"])
        result: Json = answer["result"]
        return result

    def call(self, tool: str, **arguments: Any) -> Json:
        """Call a tool."""
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if result["isError"]:
            raise SystemExit(result["content"][0]["text"])
        return result

    def begin(self) -> None:
        """Introduce ourselves, as the protocol demands."""
        me = {"name": "scripted-client", "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": me}
        print(self.ask("initialize", hello)["instructions"])
        self.send({"method": "notifications/initialized"})
        tools = {tool["name"] for tool in self.ask("tools/list", {})["tools"]}
        assert {"rules", "view", "legal", "play"} <= tools

    def close(self) -> None:
        """End the server."""
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.close()
        self.server.wait()
        self.server.stdout.close()


def decide(_view: Json, legal: list[Json]) -> int:
    """Your model: it reads the view and the legal actions, and answers with a number."""
    clues = [each["choice"] for each in legal if each["action"]["type"].endswith("-clue")]
    number: int = (clues or [legal[0]["choice"]])[0]
    return number


def main() -> None:
    """Play one match."""
    client = Client([sys.executable, "-m", "hanamichi", "mcp", *sys.argv[1:]])
    client.begin()
    client.call("rules")
    view = client.call("view")
    while not view["structuredContent"]["over"]:
        legal = client.call("legal")["structuredContent"]["legal"]
        played = client.call("play", choice=decide(view["structuredContent"], legal))
        print(played["content"][0]["text"])
        view = client.call("view")
    client.close()


if __name__ == "__main__":
    main()
