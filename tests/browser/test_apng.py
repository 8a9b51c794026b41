"""The APNG encoder of the docs pictures."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from tests.browser.apng import Pixels, moving

PAPER, INK = (244, 238, 226), (34, 30, 27)


def photograph(*ink: tuple[int, int]) -> Pixels:
    """A white frame with black pixels, by column and row."""
    pixels = np.full((20, 30, 3), PAPER, np.uint8)
    for x, y in ink:
        pixels[y, x] = INK
    return pixels


def played(picture: bytes) -> list[tuple[Pixels, int]]:
    """Decode: each frame over the one before, with its duration."""
    palette, shown = np.zeros((256, 3), np.uint8), np.zeros((20, 30, 3), np.uint8)
    frames: list[tuple[Pixels, int]] = []
    area, time, at = (0, 0, 0, 0), 0, 8
    while at < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, at)
        data = picture[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", picture, at + 8 + length)[0] == zlib.crc32(kind + data)
        at += length + 12
        if kind == b"PLTE":
            palette = np.frombuffer(data, np.uint8).reshape(256, 3)
        elif kind == b"fcTL":
            width, height, left, top, time = struct.unpack_from(">IIIIH", data, 4)
            area = (width, height, left, top)
        elif kind in (b"IDAT", b"fdAT"):
            width, height, left, top = area
            rows = np.frombuffer(zlib.decompress(data[4 * (kind == b"fdAT") :]), np.uint8)
            indices = rows.reshape(height, width + 1)[:, 1:]
            part = shown[top : top + height, left : left + width]
            part[indices != 255] = palette[indices[indices != 255]]
            frames.append((shown.copy(), time))
    return frames


def test_every_frame_is_decoded_as_encoded() -> None:
    taken = [photograph(), photograph((3, 4)), photograph((5, 9), (6, 9)), photograph()]
    seen = played(moving([(pixels, 40) for pixels in taken]))
    assert [time for _, time in seen] == [40] * 4
    for (shown, _), pixels in zip(seen, taken, strict=True):
        assert (shown == pixels).all()


def test_unchanged_frames_are_merged() -> None:
    still = photograph((3, 4))
    (_, first), (_, second) = played(moving([(still, 40), (still, 60), (photograph(), 50)]))
    assert (first, second) == (100, 50)


def test_too_many_colours_are_quantized() -> None:
    shades = np.arange(30 * 20, dtype=np.uint16) % 256
    sky = np.stack([shades, shades // 2, 255 - shades], axis=1).astype(np.uint8).reshape(20, 30, 3)
    sunset = sky[::-1].copy()
    sunset[:, :, 1] = 200
    for (shown, _), pixels in zip(
        played(moving([(sky, 40), (sunset, 40)])), (sky, sunset), strict=True
    ):
        assert np.abs(shown.astype(int) - pixels).max() <= 8
