"""Schemas for programs, and `/api/docs`: plain HTML that loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State

from hanamichi.server.http.costs import LARGE_PAGE
from hanamichi.server.http.openapi import document
from hanamichi.server.protocol.socket_schema import socket_schema

AnyRequest = Request[Any, Any, State]

_STYLE = """\
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
code { font-size: .95em } h2 code { font-size: 1rem } dt { margin-top: .5rem }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; color: #e8e6e1 }
  a { color: #8cf }
}
"""


@get("/api/openapi.json", include_in_schema=False, cost=LARGE_PAGE)
async def get_schema(request: AnyRequest) -> dict[str, Any]:
    """Every endpoint and every body, for programs."""
    return _schema(request)


@get("/api/socket-schema.json", include_in_schema=False, cost=LARGE_PAGE)
async def get_socket_schema() -> dict[str, Any]:
    """Every frame of the socket, for programs."""
    return socket_schema()


@get("/api/docs/style.css", include_in_schema=False, media_type="text/css")
async def get_style() -> str:
    """The style sheet; a separate file, because the page allows no inline styles."""
    return _STYLE


@get("/api/docs", include_in_schema=False, media_type=MediaType.HTML, cost=LARGE_PAGE)
async def get_reference(request: AnyRequest) -> Response[str]:
    """Every endpoint and every body, for people."""
    return Response("\n".join(_page(_schema(request))))


def _schema(request: AnyRequest) -> dict[str, Any]:
    """Generated on the first request."""
    state = request.app.state
    if "openapi" not in state:
        state.openapi = document(request.app, state.handlers)
    schema: dict[str, Any] = state.openapi
    return schema


def _page(schema: dict[str, Any]) -> Iterator[str]:
    title = escape(schema["info"]["title"])
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width"><link rel="stylesheet"'
    yield f'href="/api/docs/style.css"><h1>{title}</h1>'
    yield f"<p>{escape(schema['info']['description'])}"
    yield '<p>For programs: <a href="/api/openapi.json">openapi.json</a> for HTTP, and'
    yield '<a href="/api/socket-schema.json">socket-schema.json</a> for the frames of the socket.'
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield from _operation(operation)
    yield "<h1>Bodies</h1>"
    for name, body in sorted(schema.get("components", {}).get("schemas", {}).items()):
        yield f'<h2 id="{escape(name)}"><code>{escape(name)}</code></h2>'
        yield f"<p>{escape(body.get('description') or '')}<dl>"
        for field, kind in (body.get("properties") or {}).items():
            note = escape(kind.get("description") or "")
            yield f"<dt><code>{escape(field)}</code>: {_kind(kind)}<dd>{note}"
        yield "</dl>"
    yield "</html>"


def _operation(operation: dict[str, Any]) -> Iterator[str]:
    yield f"<p>{escape(operation.get('description') or operation.get('summary') or '')}<dl>"
    for parameter in operation.get("parameters", []):
        need = "required" if parameter.get("required") else "optional"
        note = escape(parameter.get("description") or "")
        yield f"<dt><code>{escape(parameter['name'])}</code> ({need})<dd>{note}"
    body = operation.get("requestBody")
    if body:
        (content,) = body["content"].values()
        yield f"<dt>body<dd>{_kind(content['schema'])}"
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            for content in response.get("content", {}).values():
                yield f"<dt>answer<dd>{_kind(content['schema'])}"
    yield "</dl>"


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}"><code>{name}</code></a>'
    choices = schema.get("oneOf") or schema.get("anyOf")
    if choices:
        return " or ".join(dict.fromkeys(map(_kind, choices)))
    if schema.get("type") == "array":
        items = schema.get("items") or {}
        return f"list of {_kind(items)}" if items else "list"
    if "enum" in schema:
        return ", ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    return escape(str(schema.get("type") or "anything"))


HANDLERS = [get_schema, get_socket_schema, get_reference, get_style]
