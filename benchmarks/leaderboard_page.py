"""The tables of docs/leaderboard.md, from the rows that Hanamichi comes with.

.venv/bin/python -m benchmarks.leaderboard_page
"""

from __future__ import annotations

from pathlib import Path

from benchmarks import report_page
from hanamichi.arena.leaderboard import published
from hanamichi.cli.leaderboard_table import published_lines

PAGE = Path(__file__).parent.parent / "docs" / "leaderboard.md"


def written(page: str) -> str:
    """The page with its tables as they are today."""
    rows = published()
    for game_id in dict.fromkeys(row.game for row in rows):
        tables = "\n".join(published_lines(rows, game_id)).strip()
        page = report_page.filled(page, f"{game_id}-leaderboard", tables)
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
