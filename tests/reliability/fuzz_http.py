"""HTTP requests by schemathesis: those that the schema allows, and those that it does not."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.asyncio.client import connect

from tests.reliability.fuzz_frames import AttackedServer, attacked_server
from tests.reliability.socket_players import new_guest, open_table

AnyCase = Case[Any]
AnyOperation = APIOperation[Any, Any, Any, Any]

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
"""A request that fits the schema may be refused, for example for an unknown preset. One that does
not fit must be refused, and every answer must match the schema."""
_KNOWN_RATE = 0.7
_SEATS = [{"type": "me"}, {"type": "bot", "bot": "random"}]
_PRESETS = ("hanabi/cocktail", "hanabi/grands-feux", "koikoi/nintendo", "koikoi/robin-red")


class Requests(msgspec.Struct):
    """Counts of requests and of the answers' status codes."""

    operations: int = 0
    requests: int = 0
    statuses: Counter[int] = msgspec.field(default_factory=Counter)


async def ask_everything(url: str, folder: Path, *, examples: int, derandomize: bool) -> Requests:
    """For every operation, `examples` requests that fit the schema and as many that do not."""
    async with attacked_server(folder, url, "open") as here:
        known = await _known_values(here)
        return await asyncio.to_thread(_ask, here.server.address, known, examples, derandomize)


async def _known_values(here: AttackedServer) -> dict[str, Any]:
    """Ids of existing tables and replays, so that requests reach more code."""
    async with httpx.AsyncClient(base_url=f"http://{here.server.address}") as client:
        cookie = await new_guest(client, "Zoe")
        seats = [{"type": "bot", "bot": "random"}] * 2
        request = {"preset": "koikoi/nintendo", "seats": seats, "options": {"rounds": 1}}
        table = await open_table(client, cookie, {**request, "start": True})
        # Bots play only while somebody looks.
        socket = f"ws://{here.server.address}/api/tables/{table}/socket"
        async with asyncio.timeout(60), connect(socket):
            while True:
                info = (await client.get(f"/api/tables/{table}")).json()
                if info["status"] == "over":
                    break
                await asyncio.sleep(0.05)
    return {
        "cookie": cookie,
        "table_id": [table, *here.tables],
        "replay_id": [info["replay"]],
        "lesson_id": ["hanabi", "koikoi"],
    }


def _ask(address: str, known: dict[str, Any], examples: int, derandomize: bool) -> Requests:  # noqa: FBT001
    schema = schemathesis.openapi.from_url(f"http://{address}/api/openapi.json")
    done = Requests()
    usual = settings(
        max_examples=examples,
        deadline=None,
        derandomize=derandomize,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), "the schema is valid"
        operation = found.ok()
        done.operations += 1
        for mode in GenerationMode:
            # operations without parameters have no invalid requests
            with contextlib.suppress(Unsatisfiable):
                usual(_asking(operation, mode, known, done))()
    return done


def _asking(
    operation: AnyOperation, mode: GenerationMode, known: dict[str, Any], done: Requests
) -> Any:
    choice = random.Random(f"{operation.label} {mode}")

    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: AnyCase) -> None:
        if mode is GenerationMode.POSITIVE:
            _use_known_values(case, known, choice)
        answer = case.call_and_validate(checks=_CHECKS)
        done.requests += 1
        done.statuses[answer.status_code] += 1

    return ask


def _use_known_values(case: AnyCase, known: dict[str, Any], choice: random.Random) -> None:
    """Often replace generated values by existing ones."""
    for name in ("table_id", "replay_id", "lesson_id"):
        if case.path_parameters and name in case.path_parameters and choice.random() < _KNOWN_RATE:
            case.path_parameters[name] = choice.choice(known[name])
    if choice.random() < _KNOWN_RATE and case.path != "/api/me":
        case.headers["Cookie"] = known["cookie"]
    for place in (case.query, case.body):
        if isinstance(place, dict) and isinstance(place.get("preset"), str):
            place["preset"] = choice.choice(_PRESETS)
            if "seats" in place and choice.random() < _KNOWN_RATE:
                place |= {"seats": _SEATS, "options": {}}
