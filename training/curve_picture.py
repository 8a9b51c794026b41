"""A picture of a learning curve: mean score and share of perfect games by steps.

python -m training.curve_picture training/curves/two_players.json curve.svg
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 400, 60, 580, 50, 350
RED, BLUE = "#b4233a", "#23509b"
LINES = 5
"""Of the grid."""


def line(values: Sequence[float], steps: Sequence[float], colour: str, side: str) -> str:
    """A curve, and its axis on a side of the picture."""
    low, high = min(values), max(values)
    room = max(high - low, 1e-9)

    def y(value: float) -> float:
        return BOTTOM - (value - low) / room * (BOTTOM - TOP)

    points = " ".join(
        f"{LEFT + step / max(steps) * (RIGHT - LEFT):.1f},{y(value):.1f}"
        for step, value in zip(steps, values, strict=True)
    )
    x, anchor = (LEFT - 8, "end") if side == "left" else (RIGHT + 8, "start")
    places = [low + room * n / (LINES - 1) for n in range(LINES)]
    labels = "".join(
        f'<text x="{x}" y="{y(value) + 4:.1f}" text-anchor="{anchor}">{value:.2f}</text>'
        for value in places
    )
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<g fill="{colour}">{labels}</g>'
    )


def picture(points: Sequence[dict[str, float]]) -> str:
    """The curve as an SVG."""
    steps = [point["steps"] / 1e9 for point in points]
    height = (BOTTOM - TOP) / (LINES - 1)
    grid = "".join(
        f'<line x1="{LEFT}" x2="{RIGHT}" y1="{TOP + n * height}" y2="{TOP + n * height}"/>'
        for n in range(LINES)
    )
    ticks = "".join(
        f'<text x="{LEFT + n / 4 * (RIGHT - LEFT):.1f}" y="{BOTTOM + 20}" '
        f'text-anchor="middle">{max(steps) * n / 4:.1f}</text>'
        for n in range(5)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"
font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="white"/>
<text x="{LEFT}" y="28" fill="{RED}" font-size="15">mean score</text>
<text x="{RIGHT}" y="28" fill="{BLUE}" font-size="15" text-anchor="end">perfect games</text>
<g stroke="#ddd">{grid}</g><g fill="#444">{ticks}</g>
{line([point["score"] for point in points], steps, RED, "left")}
{line([point["perfect"] for point in points], steps, BLUE, "right")}
<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">billion steps</text>
</svg>
"""


def main() -> None:
    """Draw the curve of a file into another."""
    curve, out = (Path(name) for name in sys.argv[1:])
    out.write_text(picture(json.loads(curve.read_text("utf-8"))["points"]), "utf-8")


if __name__ == "__main__":
    main()
