"""Serves the built client: files with hashes cached permanently, its page at any other path."""

from __future__ import annotations

import asyncio
import mimetypes
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from hanamichi.server.protocol.errors import Refused

AnyRequest = Request[Any, Any, State]

PACKED = "packed"
"""Marks handlers whose responses are compressed already."""
FOLDER = Path(__file__).parent.parent / "static"
_PAGE = "index.html"
_HASHED = "assets"
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""In order of preference; the build of `web/` writes compressed files next to the plain ones."""

NOT_BUILT = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Hanamichi</title>
<h1>Hanamichi</h1>
<p>The server runs, but the browser client has not been built yet.
<p>Build it once, in the folder of the project:
<pre>make web</pre>
<p>Then load this page again. Programs can play already: see <a href="/api/docs">/api/docs</a>.
</html>
"""


class Asset(NamedTuple):
    """A file to send."""

    content: bytes
    headers: dict[str, str]


def find_asset(folder: Path, path: str, accepted: str) -> Asset | None:
    """The file at a path, or the page if the path is one of the client's own."""
    name = path.strip("/") or _PAGE
    file = _inside(folder, name)
    if file is None and not PurePosixPath(name).suffix:
        file = _inside(folder, _PAGE)
    if file is None:
        return None
    headers = {
        "content-type": _content_type(file),
        "vary": "accept-encoding",
        "cache-control": "public, max-age=31536000, immutable"
        if file.parent == folder / _HASHED
        else "no-cache",
    }
    for encoding, suffix in _ENCODINGS.items():
        packed = file.with_name(file.name + suffix)
        if accepts(accepted, encoding) and packed.is_file():
            file = packed
            headers["content-encoding"] = encoding
            break
    status = file.stat()
    headers["etag"] = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
    return Asset(file.read_bytes(), headers)


def _inside(folder: Path, name: str) -> Path | None:
    """The file of this name, if there is one and it is really in the folder."""
    try:
        file = (folder / name).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # a name no file system would take
        return None


# Some systems say text/plain for JavaScript, which browsers then refuse to run.
_CONTENT_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


def _content_type(file: Path) -> str:
    guessed = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return _CONTENT_TYPES.get(file.suffix, guessed)


def accepts(header: str, encoding: str) -> bool:
    """Whether a client takes this encoding, by its header `Accept-Encoding`."""
    offers = (offer.partition(";") for offer in header.split(","))
    return any(
        name.strip() == encoding and weight.replace(" ", "") != "q=0" for name, _, weight in offers
    )


@get("/", include_in_schema=False, opt={PACKED: True})
async def get_page(request: AnyRequest) -> Response[bytes]:
    """The client's page."""
    return await _answer(request, "")


@get("/{path:path}", include_in_schema=False, opt={PACKED: True})
async def get_client(request: AnyRequest, path: FromPath[str]) -> Response[bytes]:
    """A file of the client, or its page."""
    if path.startswith("/api/"):
        raise Refused("request/not-found", "There is nothing at this address")
    return await _answer(request, path)


async def _answer(request: AnyRequest, path: str) -> Response[bytes]:
    folder: Path = request.app.state.client
    accepted = request.headers.get("accept-encoding", "")
    asset = await asyncio.to_thread(find_asset, folder, path, accepted)
    if asset is None:
        if (folder / _PAGE).is_file():
            raise Refused("request/not-found", "There is no such file")
        return Response(NOT_BUILT, media_type="text/html")
    content_type = asset.headers.pop("content-type")
    if request.headers.get("if-none-match") == asset.headers["etag"]:
        return Response(b"", status_code=304, headers=asset.headers, media_type=content_type)
    return Response(asset.content, headers=asset.headers, media_type=content_type)


HANDLERS = [get_page, get_client]
