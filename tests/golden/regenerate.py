"""Regenerates the golden files: `make golden`, or `python -m tests.golden.regenerate`."""

from __future__ import annotations

import importlib.util
import runpy
from collections.abc import Iterator
from pathlib import Path

from tests.golden import hanabi_scenes, koikoi_scenes
from tests.golden.position_text import HanabiText, KoiKoiText
from tests.golden.transcript import Transcript, write

FOLDER = Path(__file__).parent
# Golden files of other packages, each with its own writer.
OTHERS = ("tests.words.regenerate_rules",)


def transcripts() -> Iterator[Transcript]:
    """Every scene, played."""
    for scene in hanabi_scenes.SCENES:
        yield write(scene, HanabiText())
    for scene in koikoi_scenes.SCENES:
        yield write(scene, KoiKoiText())


def path_of(name: str) -> Path:
    """The file of a transcript."""
    return FOLDER / f"{name}.txt"


def regenerate(folder: Path = FOLDER) -> list[str]:
    """Write every transcript and remove those without a scene; return what changed."""
    before = {path.name: path.read_text("utf-8") for path in folder.glob("*.txt")}
    after = {f"{one.scene.name}.txt": one.text for one in transcripts()}
    for name in before.keys() - after.keys():
        (folder / name).unlink()
    for name, text in after.items():
        (folder / name).write_text(text, "utf-8")
    return sorted(
        name for name in before.keys() | after.keys() if before.get(name) != after.get(name)
    )


def main() -> None:
    """Write everything, and say what changed."""
    changed = regenerate()
    for name in changed:
        print(f"changed: {FOLDER.name}/{name}")
    print(f"{len(list(FOLDER.glob('*.txt')))} transcripts, {len(changed)} changed")
    for module in OTHERS:
        if importlib.util.find_spec(module) is not None:
            runpy.run_module(module, run_name="__main__")


if __name__ == "__main__":
    main()
