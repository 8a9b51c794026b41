"""JSON-RPC 2.0 in lines, as the Model Context Protocol speaks it on standard input and output."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import metadata
from typing import Any, BinaryIO, TypeAlias

import msgspec

from hanamichi.cli.mcp.tools import Tool, ToolError

PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602
VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
"""The versions of the Model Context Protocol that are spoken, the newest first."""
MAX_LINE = 1 << 20
"""The longest message that is read."""

Json: TypeAlias = dict[str, Any]


class RpcError(Exception):
    """A message that is answered with an error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class McpServer:
    """Answers the messages of one client."""

    def __init__(self, tools: Mapping[str, Tool], instructions: str) -> None:
        self._tools = tools
        self._instructions = instructions
        self._methods: Mapping[str, Callable[[Json], Json]] = {
            "initialize": self._initialize,
            "ping": lambda _: {},
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
        }

    def serve(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        """Answer until the input ends."""
        while line := incoming.readline(MAX_LINE + 1):
            if not line.strip():
                continue
            answer = self.answer(line)
            if len(line) > MAX_LINE:
                while line and not line.endswith(b"\n"):  # the rest of a line that is too long
                    line = incoming.readline(MAX_LINE)
            if answer is not None:
                outgoing.write(msgspec.json.encode(answer) + b"\n")
                outgoing.flush()

    def answer(self, line: bytes) -> Json | None:
        """The answer to a message; None to a notification."""
        call_id: Any = None
        try:
            message = _parsed(line)
            call_id = _id_of(message)
            method = message.get("method")
            if not isinstance(method, str) or message.get("jsonrpc") != "2.0":
                if "result" in message or "error" in message:
                    return None  # we ask nothing, so it answers nothing
                raise RpcError(INVALID_REQUEST, 'A request has "jsonrpc": "2.0" and a method')
            if "id" not in message:
                return None
            handler = self._methods.get(method)
            if handler is None:
                raise RpcError(UNKNOWN_METHOD, f"There is no method {method[:80]!r}")
            params = message.get("params", {})
            if not isinstance(params, dict):
                raise RpcError(INVALID_PARAMS, "params is an object")
            return {"jsonrpc": "2.0", "id": call_id, "result": handler(params)}
        except RpcError as error:
            problem = {"code": error.code, "message": str(error)}
            return {"jsonrpc": "2.0", "id": call_id, "error": problem}

    def _initialize(self, params: Json) -> Json:
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {
                "name": "hanamichi",
                "title": "Hanamichi",
                "version": metadata.version("hanamichi"),
            },
            "instructions": self._instructions,
        }

    def _list_tools(self, params: Json) -> Json:
        return {
            "tools": [
                {
                    "name": name,
                    "description": tool.description,
                    "inputSchema": tool.schema,
                    "annotations": {"readOnlyHint": tool.read_only, "openWorldHint": False},
                }
                for name, tool in self._tools.items()
            ]
        }

    def _call_tool(self, params: Json) -> Json:
        name, arguments = params.get("name"), params.get("arguments") or {}
        tool = self._tools.get(name) if isinstance(name, str) else None
        if tool is None:
            raise RpcError(INVALID_PARAMS, f"There is no tool {str(name)[:80]!r}")
        if not isinstance(arguments, dict):
            raise RpcError(INVALID_PARAMS, "arguments is an object")
        try:
            found = tool.call(arguments)
        except ToolError as error:  # for the model to read, and try again
            return {"content": [{"type": "text", "text": str(error)}], "isError": True}
        answer: Json = {"content": [{"type": "text", "text": found.text}], "isError": False}
        if found.data is not None:
            answer["structuredContent"] = found.data
        return answer


def _parsed(line: bytes) -> Json:
    if len(line) > MAX_LINE:
        raise RpcError(INVALID_REQUEST, f"A message has at most {MAX_LINE} bytes")
    try:
        message = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RpcError(PARSE_ERROR, f"This is no JSON: {error}") from None
    if not isinstance(message, dict):
        raise RpcError(INVALID_REQUEST, "A message is one object")
    return message


def _id_of(message: Json) -> Any:
    call_id = message.get("id")
    if call_id is None and "id" not in message:
        return None
    if isinstance(call_id, bool) or not isinstance(call_id, int | str):
        raise RpcError(INVALID_REQUEST, "An id is a number or a string")
    return call_id
