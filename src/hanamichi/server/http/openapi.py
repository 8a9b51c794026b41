"""The OpenAPI document: paths from Litestar, schemas of the bodies from msgspec.

The schemas come from the types that decode the bodies, so they forbid exactly what is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler

from hanamichi.server.protocol.http_bodies import Problem

_REFS = "#/components/schemas/{name}"
_JSON = "application/json"
_UPLOAD_PATH = "/api/replays"
"""The only path whose body is an uploaded file."""


def document(app: Litestar, handlers: Iterable[HTTPRouteHandler]) -> dict[str, Any]:
    """The OpenAPI document of these handlers."""
    outline = app.openapi_schema.to_schema()
    operations = [
        (outline["paths"][path.replace(":str", "")][method.lower()], _body(handler), handler)
        for handler in handlers
        for path in handler.paths
        for method in handler.http_methods
    ]
    answers = [_answer(handler) for _, _, handler in operations]
    described = [body for _, body, _ in operations if body is not None]
    described += [answer for answer in answers if answer is not None]
    schemas, components = msgspec.json.schema_components([Problem, *described], ref_template=_REFS)
    reference = dict(zip([Problem, *described], schemas, strict=True))
    for (operation, body, handler), answer in zip(operations, answers, strict=True):
        _describe(operation, handler, answer and reference[answer], reference[Problem])
        if body is not None:
            _take(operation, reference[body])
        for parameter in operation.get("parameters", []):
            parameter["schema"] = _without_null(parameter["schema"])
    _take(outline["paths"][_UPLOAD_PATH]["post"], {"type": "object", "description": "A record."})
    return {**outline, "components": {"schemas": components}}


def _body(handler: HTTPRouteHandler) -> Any:
    """The type of the request's body."""
    return get_type_hints(handler.fn).get("data")


def _answer(handler: HTTPRouteHandler) -> Any:
    """The type of the response's body; None for files."""
    kind = get_type_hints(handler.fn)["return"]
    if get_origin(kind) is Response:
        (kind,) = get_args(kind)
    return kind if all(map(_is_body, get_args(kind) or [kind])) else None


def _is_body(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _describe(
    operation: dict[str, Any], handler: HTTPRouteHandler, answer: Any, problem: dict[str, Any]
) -> None:
    status, done = next(iter(operation["responses"].items()))
    if answer is not None:
        content = {_JSON: {"schema": answer}}
    elif handler.media_type == _JSON:
        content = {_JSON: {"schema": {"type": "object"}}}
    else:
        content = {str(handler.media_type): {"schema": {"type": "string"}}}
    refused = {"content": {_JSON: {"schema": problem}}}
    operation["responses"] = {
        status: {"description": done["description"], "content": content},
        "4XX": {"description": "Refused: `code` says why, docs/refusals.md what to do", **refused},
        "5XX": {"description": "A fault here; nothing has changed", **refused},
    }


def _take(operation: dict[str, Any], body: dict[str, Any]) -> None:
    operation["requestBody"] = {"required": True, "content": {_JSON: {"schema": body}}}


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be missing is never null."""
    given: list[dict[str, Any]] = schema.get("oneOf", [])
    choices = [each for each in given if each != {"type": "null"}]
    if len(choices) != 1:
        return schema
    rest = {name: value for name, value in schema.items() if name != "oneOf"}
    return choices[0] | rest
