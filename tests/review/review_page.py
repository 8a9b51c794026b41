"""The tables of sentences in docs/review.md: `python -m tests.review.review_page` updates them."""

from __future__ import annotations

import re
from pathlib import Path

from hanamichi.words import words

PAGE = Path(__file__).parent.parent.parent / "docs" / "review.md"
_BLOCK = re.compile(r"(<!-- sentences: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def sentences_of(game: str) -> str:
    """Every code of a game with its English sentence, as a table."""
    prefix = f"review.{game}."
    rows = []
    for key, message in words("en").messages.items():
        if key.startswith(prefix):
            text = message if isinstance(message, str) else message["they"]
            rows.append(f"| `{key.removeprefix(prefix)}` | {text} |\n")
    return f"\n| code | sentence |\n|---|---|\n{''.join(rows)}\n" if rows else ""


def renewed(page: str) -> str:
    """The page with current tables."""
    return _BLOCK.sub(lambda found: found[1] + sentences_of(found[2]) + found[3], page)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
    print(f"wrote {PAGE}")
