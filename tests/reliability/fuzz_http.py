"""The HTTP side under fire: schemathesis asks what the schema allows, and what it does not."""

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

from tests.reliability.fuzz_frames import Ground, ground
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
"""What is refused may fit the schema all the same: a nickname nobody can see, an edition there is
not. What does not fit must be refused, and every answer must be as described."""
_OFTEN = 0.7
_SEATS = [{"type": "me"}, {"type": "bot", "bot": "random"}]
_PRESETS = ("hanabi/cocktail", "hanabi/grands-feux", "koikoi/nintendo", "koikoi/robin-red")


class Requests(msgspec.Struct):
    """What was asked, and how it was answered."""

    operations: int = 0
    requests: int = 0
    statuses: Counter[int] = msgspec.field(default_factory=Counter)


async def ask_everything(url: str, folder: Path, *, examples: int, derandomize: bool) -> Requests:
    """So many requests that fit and as many that do not, for every operation of the schema."""
    async with ground(folder, url, "open") as here:
        known = await _things_to_ask_for(here)
        return await asyncio.to_thread(_ask, here.server.address, known, examples, derandomize)


async def _things_to_ask_for(here: Ground) -> dict[str, Any]:
    """Somebody with a finished match, so that requests get further than the door."""
    async with httpx.AsyncClient(base_url=f"http://{here.server.address}") as client:
        cookie = await new_guest(client, "Zoe")
        seats = [{"type": "bot", "bot": "random"}] * 2
        request = {"preset": "koikoi/nintendo", "seats": seats, "options": {"rounds": 1}}
        table = await open_table(client, cookie, {**request, "start": True})
        async with asyncio.timeout(60):
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
            # where nothing is asked for, nothing can be wrong
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
            _lead_further(case, known, choice)
        answer = case.call_and_validate(checks=_CHECKS)
        done.requests += 1
        done.statuses[answer.status_code] += 1

    return ask


def _lead_further(case: AnyCase, known: dict[str, Any], choice: random.Random) -> None:
    """Where anything fits, let it be something that there is."""
    for name in ("table_id", "replay_id", "lesson_id"):
        if case.path_parameters and name in case.path_parameters and choice.random() < _OFTEN:
            case.path_parameters[name] = choice.choice(known[name])
    if choice.random() < _OFTEN and case.path != "/api/me":
        case.headers["Cookie"] = known["cookie"]
    for place in (case.query, case.body):
        if isinstance(place, dict) and isinstance(place.get("preset"), str):
            place["preset"] = choice.choice(_PRESETS)
            if "seats" in place and choice.random() < _OFTEN:
                place |= {"seats": _SEATS, "options": {}}
