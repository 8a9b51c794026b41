"""Photographs one after the other, as one moving picture (APNG: every browser shows it).

All of them share one palette, and each tells only what has changed since the one before.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows of pixels, each red, green and blue."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = 255
_UNCHANGED = 255
"""The transparent index after the last colour: the previous frame stays visible."""
_KEEP, _OVER = 0, 1


class _Frame(NamedTuple):
    indices: Pixels
    left: int
    top: int
    milliseconds: int


def moving(photographs: Sequence[tuple[Pixels, int]]) -> bytes:
    """An endless APNG of frames of one size, each with its duration in milliseconds."""
    palette, indexed = _share_a_palette([pixels for pixels, _ in photographs])
    frames = list(_changes(indexed, [milliseconds for _, milliseconds in photographs]))
    height, width = indexed[0].shape
    opaque = bytes([255] * _COLOURS + [0])
    out = [
        _SIGNATURE,
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        _chunk(b"acTL", struct.pack(">II", len(frames), 0)),
        _chunk(b"PLTE", palette.tobytes() + bytes(3)),
        _chunk(b"tRNS", opaque),
    ]
    number = 0
    for frame in frames:
        high, wide = frame.indices.shape
        where = struct.pack(">IIIII", number, wide, high, frame.left, frame.top)
        out.append(
            _chunk(b"fcTL", where + struct.pack(">HHBB", frame.milliseconds, 1000, _KEEP, _OVER))
        )
        number += 1
        image = _packed(frame.indices)
        if number == 1:
            out.append(_chunk(b"IDAT", image))
        else:
            out.append(_chunk(b"fdAT", struct.pack(">I", number) + image))
            number += 1
    return b"".join([*out, _chunk(b"IEND", b"")])


def _changes(indexed: Sequence[Pixels], times: Sequence[int]) -> Iterator[_Frame]:
    """The first frame whole, then the changed parts; unchanged frames extend the one before."""
    last = _Frame(indexed[0], 0, 0, times[0])
    shown = indexed[0]
    for indices, milliseconds in zip(indexed[1:], times[1:], strict=True):
        changed = indices != shown
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if rows.size == 0:
            last = last._replace(milliseconds=last.milliseconds + milliseconds)
            continue
        yield last
        top, left = int(rows[0]), int(columns[0])
        part = np.s_[top : rows[-1] + 1, left : columns[-1] + 1]
        only_new = np.where(changed[part], indices[part], np.uint8(_UNCHANGED))
        last = _Frame(only_new, left, top, milliseconds)
        shown = indices
    yield last


def _share_a_palette(pictures: Sequence[Pixels]) -> tuple[Pixels, list[Pixels]]:
    """A palette, and every frame in its indices."""
    codes = [
        picture.astype(np.uint32) @ np.array([65536, 256, 1], np.uint32) for picture in pictures
    ]
    known, counts = np.unique(np.concatenate([code.ravel() for code in codes]), return_counts=True)
    colours = np.stack([known >> 16, known >> 8 & 255, known & 255], axis=1).astype(np.float64)
    palette = _median_cut(colours, counts.astype(np.float64))
    nearest = np.concatenate(
        [
            ((part[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)
            for part in np.array_split(colours, max(1, len(colours) // 2000))
        ]
    ).astype(np.uint8)
    filled = np.zeros((_COLOURS, 3), np.uint8)
    filled[: len(palette)] = palette.round()
    return filled, [nearest[np.searchsorted(known, code)] for code in codes]


def _median_cut(colours: NDArray[np.float64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """A palette by median cut: split the box with the largest error again and again."""
    # Rare colours count more than their pixels: the background is one colour only.
    weights = np.sqrt(counts)
    boxes = [np.arange(len(colours))]

    def error(box: NDArray[np.intp]) -> float:
        if len(box) == 1:
            return 0.0
        middle = np.average(colours[box], axis=0, weights=weights[box])
        return float((((colours[box] - middle) ** 2).sum(axis=1) * weights[box]).sum())

    errors = [error(boxes[0])]
    while len(boxes) < _COLOURS and max(errors) > 0:
        worst = int(np.argmax(errors))
        box = boxes.pop(worst)
        errors.pop(worst)
        spread = np.ptp(colours[box], axis=0).argmax()
        box = box[np.argsort(colours[box, spread], kind="stable")]
        half = np.searchsorted(np.cumsum(weights[box]), weights[box].sum() / 2)
        cut = min(max(1, int(half)), len(box) - 1)
        for part in (box[:cut], box[cut:]):
            boxes.append(part)
            errors.append(error(part))
    return np.array([np.average(colours[box], axis=0, weights=weights[box]) for box in boxes])


def _packed(indices: Pixels) -> bytes:
    rows = np.zeros((indices.shape[0], indices.shape[1] + 1), np.uint8)
    rows[:, 1:] = indices
    return zlib.compress(rows.tobytes(), 9)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
