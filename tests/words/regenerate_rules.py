"""Write the golden rules pages again: `python -m tests.words.regenerate_rules`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hanamichi.catalog import presets
from hanamichi.words import LANGUAGES, rules
from tests.words.tables import HANABI_EIGHT, HANABI_EVERYTHING, KOIKOI_EVERYTHING

FOLDER = Path(__file__).parent.parent / "golden" / "rules"


def pages() -> Iterator[tuple[str, str]]:
    """The name of each golden file and what it should say: every edition, and a few big tables."""
    for lang in LANGUAGES:
        for game, preset in presets():
            page = rules(game.id, preset.options, lang, preset=preset.id)
            yield f"{preset.id.replace('/', '-')}.{lang}.md", page.to_markdown()
        for name, options, players in (
            ("hanabi-all-extensions", HANABI_EVERYTHING, None),
            ("hanabi-eight-fireworks", HANABI_EIGHT, 5),
            ("koikoi-all-of-robin-red", KOIKOI_EVERYTHING, None),
        ):
            page = rules(name.partition("-")[0], options, lang, players=players)
            yield f"{name}.{lang}.md", page.to_markdown()


def main() -> None:
    """Replace the golden pages and remove obsolete ones."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.md"):
        old.unlink()
    for name, text in pages():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
