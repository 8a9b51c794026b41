"""Turns every error of a request into one kind of answer: a code and a sentence."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from hanamichi.bots.spec import UnfitBot
from hanamichi.core import HanamichiError
from hanamichi.server.ops.log import REFUSED, report_fault
from hanamichi.server.protocol.error_codes import ErrorCode
from hanamichi.server.protocol.errors import FAULT, STORAGE_FAILED, UNFIT, Refused, retry_after
from hanamichi.server.protocol.http_bodies import Problem
from hanamichi.server.protocol.refusal_page import refusal_page, wants_page
from hanamichi.server.storage.errors import InvalidRow, StorageError

_LOG = logging.getLogger("hanamichi.server")

AnyRequest = Request[Any, Any, State]

_STATUS = {
    "request/not-found": 404,
    "request/host": 421,
    "request/origin": 403,
    "request/timeout": 408,
    "request/too-large": 413,
    "request/too-many": 429,
    "quota/tables": 429,
    "quota/imports": 429,
    "quota/reviews": 429,
    "server/disk-full": 503,
    "person/unknown": 401,
    "person/silenced": 403,
    "person/blocked": 403,
    "address/blocked": 403,
    "table/unknown": 404,
    "lesson/unknown": 404,
    "replay/unknown": 404,
    "puzzle/unknown": 404,
    "replay/over": 409,
    "review/unfinished": 409,
    "review/off": 403,
    "review/not-yours": 403,
    "record/too-large": 413,
    "table/not-over": 409,
    "daily/unknown": 404,
    "daily/off": 404,
    "daily/sealed": 409,
    "server/full": 503,
    "owner/busy": 409,
    "owner/not-signed-in": 401,
    "owner/link": 401,
    "owner/unknown-table": 404,
    "owner/unknown-person": 404,
    "owner/unknown-address": 404,
    "owner/unknown-report": 404,
    "owner/ambiguous": 409,
    "server/storage": 503,
    "server/internal": 500,
}
_BAD_REQUEST = 400
_DISCONNECTED = "client disconnected prematurely"
"""Litestar's text for a client that disconnects in the middle of a request."""
_CODES: dict[int, tuple[ErrorCode, str]] = {
    404: ("request/not-found", "There is nothing at this address"),
    405: ("request/not-found", "This address does not take such a request"),
    413: ("request/too-large", "The request is too large"),
}


def status_of(code: str) -> int:
    """The HTTP status with which a code is sent."""
    return _STATUS.get(code, _BAD_REQUEST)


def _answer(request: AnyRequest, problem: Problem, status: int) -> Response[Any]:
    # A key that the type of a scope does not list.
    request.scope[REFUSED] = problem.code  # type: ignore[literal-required]
    if wants_page(request.scope["path"], request.headers.get("accept", "")):
        page = refusal_page(problem, request.headers.get("accept-language"))
        if page is not None:
            return Response(page, status_code=status, media_type=MediaType.HTML)
    return Response(problem, status_code=status, media_type=MediaType.JSON)


def _refused(request: AnyRequest, error: HanamichiError) -> Response[Any]:
    instead = error.instead if isinstance(error, UnfitBot) else None
    # A code is a string where it is raised; a test checks that each is listed.
    code: Any = error.code
    wait = retry_after(error)
    problem = Problem(
        code, error.message, error.where, instead, msgspec.UNSET if wait is None else wait
    )
    answer = _answer(request, problem, status_of(code))
    if wait is not None:
        answer.headers["retry-after"] = str(wait)
    if code == "request/timeout":
        answer.headers["connection"] = "close"  # the rest of the body may still come
    return answer


def _storage(request: AnyRequest, error: StorageError) -> Response[Any]:
    _LOG.error("storage failed: %s", error)
    return _refused(request, STORAGE_FAILED)


def _invalid_row(request: AnyRequest, _: InvalidRow) -> Response[Any]:
    return _refused(request, Refused("request/invalid", UNFIT))


def _http(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Errors of Litestar, such as an unknown address or an invalid body."""
    known = _CODES.get(error.status_code)
    if known is not None:
        return _answer(request, Problem(*known), error.status_code)
    if error.detail == _DISCONNECTED:
        return _refused(request, Refused("request/invalid", "The request was not sent to its end"))
    if error.status_code >= 500:
        return _internal(request, error)
    return _answer(request, Problem("request/invalid", _reason(error)), error.status_code)


def _reason(error: HTTPException) -> str:
    """What is wrong with a body or a parameter, from Litestar's details."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        key, message = extra[0].get("key"), extra[0].get("message", "")
        if message == repr(key):  # the text of a KeyError
            return f"{'The body' if key == 'data' else key} is missing"
        return f"{key}: {message}" if key else str(message)
    return error.detail


def _too_deep(request: AnyRequest, _: RecursionError) -> Response[Any]:
    return _refused(request, Refused("request/invalid", "This is nested too deeply to be read"))


def _internal(request: AnyRequest, error: Exception) -> Response[Any]:
    report_fault(error)
    return _refused(request, FAULT)


HANDLERS: ExceptionHandlersMap = {
    HanamichiError: _refused,
    StorageError: _storage,
    InvalidRow: _invalid_row,
    HTTPException: _http,
    RecursionError: _too_deep,
    Exception: _internal,
}
