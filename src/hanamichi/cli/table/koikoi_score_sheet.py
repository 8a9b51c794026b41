"""The score sheet of a Koi-Koi match."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from hanamichi.cli.table.koikoi_story import KoiKoiStory
from hanamichi.cli.text_layout import WIDTH, cell, folded
from hanamichi.core import Event
from hanamichi.koikoi import RoundResult
from hanamichi.koikoi import events as ev

_MAX_ROWS = 12
_MAX_TOLD = 8
_NUMBER_WIDTH = 10
_POINTS_WIDTH = 13


def score_sheet(story: KoiKoiStory, events: Sequence[Event], told: Sequence[str]) -> list[Text]:
    """The score sheet after rounds that just ended, with their last captures; empty without one.

    `told` is what happened before, since somebody at the keyboard last moved.
    """
    ends = [n for n, event in enumerate(events) if isinstance(event, ev.RoundEnded)]
    if not ends:
        return []
    words = story.words
    ended: list[ev.RoundEnded] = []
    lines = [Text()]
    start = 0
    for end in ends:
        event = events[end]
        assert isinstance(event, ev.RoundEnded)
        ended.append(event)
        result = event.result
        title = words.say("sheet.round", number=result.number)
        lines += [Text(f"  {title}", "bold"), Text()]
        sentences = [*told, *story.tell(events[start:end])]
        last = [line for sentence in sentences for line in _indented(sentence, "dim")]
        lines += [*last[-_MAX_TOLD:], Text()] if last else []
        told, start = (), end + 1
        lines += _indented(story.ended(result))
        if result.value is not None and result.value.yaku:
            lines += _indented(words.yaku(result.value.yaku))
        lines.append(Text())
    lines += _indented(words.say("sheet.score", score=story.score(ended[-1].scores)), "bold")
    return [*lines, Text()]


def final_sheet(
    story: KoiKoiStory, results: Sequence[RoundResult], scores: Sequence[int]
) -> list[Text]:
    """All rounds of a match, or the last of many, and who won."""
    words, names = story.words, story.names
    head = Text.assemble(
        "  ",
        cell(words.say("sheet.rounds"), _NUMBER_WIDTH),
        *(cell(name, _POINTS_WIDTH, right=True) for name in names),
    )
    head.stylize("dim")
    lines = [head]
    if len(results) > _MAX_ROWS:
        lines.append(Text("  …", "dim"))
    for result in results[-_MAX_ROWS:]:
        points = [
            cell(str(result.points) if seat == result.winner else "·", _POINTS_WIDTH, right=True)
            for seat in range(len(names))
        ]
        how = words.say(f"sheet.ending.{result.ending.value}")
        lines.append(
            Text.assemble("  ", cell(str(result.number), _NUMBER_WIDTH), *points, f"   {how}")
        )
    total = Text.assemble(
        "  ",
        cell(words.say("sheet.total"), _NUMBER_WIDTH),
        *(cell(str(score), _POINTS_WIDTH, right=True) for score in scores),
    )
    total.stylize("bold")
    best = max(scores)
    winners = [name for name, score in zip(names, scores, strict=True) if score == best]
    verdict = (
        words.say("sheet.won", name=winners[0]) if len(winners) == 1 else words.say("sheet.drawn")
    )
    return [*lines, total, Text(), Text(f"  {verdict}", "bold")]


def _indented(text: str, style: str = "") -> list[Text]:
    return [Text.assemble("  ", line) for line in folded(text, WIDTH - 4, style=style)]
