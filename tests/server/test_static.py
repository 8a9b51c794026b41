"""Files of the browser client: compressed, cached for ever when hashed, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanamichi.server.http.static_files import find_asset


@pytest.fixture
def client(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(b"<page>")
    (folder / "icon.svg").write_bytes(b"<svg>")
    (folder / "assets" / "app-1a2b.js").write_bytes(b"plain")
    (folder / "assets" / "app-1a2b.js.br").write_bytes(b"br")
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(b"gz")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    return folder


@pytest.mark.parametrize("path", ["", "/", "/table/abc", "/rules", "/index.html"])
def test_every_path_of_the_client_serves_its_page(client: Path, path: str) -> None:
    asset = find_asset(client, path, "")
    assert asset is not None
    assert asset.content == b"<page>"
    assert asset.headers["cache-control"] == "no-cache"
    assert asset.headers["content-type"] == "text/html"


@pytest.mark.parametrize(
    ("accepted", "content", "encoding"),
    [
        ("", b"plain", None),
        ("gzip", b"gz", "gzip"),
        ("gzip, deflate, br", b"br", "br"),
        ("br;q=0, gzip;q=0.5", b"gz", "gzip"),
        ("identity", b"plain", None),
    ],
)
def test_a_hashed_file_is_compressed_and_cached_for_ever(
    client: Path, accepted: str, content: bytes, encoding: str | None
) -> None:
    asset = find_asset(client, "/assets/app-1a2b.js", accepted)
    assert asset is not None
    assert asset.content == content
    assert asset.headers.get("content-encoding") == encoding
    assert asset.headers["content-type"] == "text/javascript"
    assert "immutable" in asset.headers["cache-control"]
    assert asset.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/app-old.js",
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%00.js",
        "/\x00.js",
        "/missing.png",
    ],
)
def test_a_missing_file_does_not_serve_the_page(client: Path, path: str) -> None:
    assert find_asset(client, path, "br") is None


def test_nothing_is_found_before_the_client_is_built(tmp_path: Path) -> None:
    assert find_asset(tmp_path / "static", "/", "") is None
