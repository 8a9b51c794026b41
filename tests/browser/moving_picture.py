"""Photographs one after the other, as one moving picture (APNG: every browser shows it)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def moving(photographs: Sequence[tuple[bytes, int]]) -> bytes:
    """PNGs of one size, each with the milliseconds for which it is seen, again and again."""
    first = list(_chunks(photographs[0][0]))
    header = next(data for kind, data in first if kind == b"IHDR")
    size = header[:8]
    out = [_SIGNATURE, _chunk(b"IHDR", header)]
    out.append(_chunk(b"acTL", struct.pack(">II", len(photographs), 0)))
    number = 0
    for place, (photograph, milliseconds) in enumerate(photographs):
        control = (
            struct.pack(">I", number)
            + size
            + struct.pack(">IIHHBB", 0, 0, milliseconds, 1000, 0, 0)
        )
        out.append(_chunk(b"fcTL", control))
        number += 1
        image = b"".join(data for kind, data in _chunks(photograph) if kind == b"IDAT")
        if place == 0:
            out.append(_chunk(b"IDAT", image))
        else:
            out.append(_chunk(b"fdAT", struct.pack(">I", number) + image))
            number += 1
    return b"".join([*out, _chunk(b"IEND", b"")])


def _chunks(photograph: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(photograph):
        (length,) = struct.unpack_from(">I", photograph, at)
        yield photograph[at + 4 : at + 8], photograph[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
