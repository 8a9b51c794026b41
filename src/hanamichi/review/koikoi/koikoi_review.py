"""The review of Koi-Koi as the rest of the package finds it."""

from __future__ import annotations

import importlib
from typing import Any

from hanamichi.bots.registry import bot_by_id
from hanamichi.bots.spec import is_installed
from hanamichi.koikoi import KoiKoiView
from hanamichi.koikoi.events import RoundStarted
from hanamichi.review.game_review import GameReview, Progress
from hanamichi.review.history import SeatHistory
from hanamichi.review.model import Depth, ReviewError, SeatReview

REVIEWER = "search"
"""The bot whose way of playing judges the moves."""


class KoiKoiReview(GameReview):
    """Judges moves by the chance of winning the match that they leave."""

    def check(self, options: Any, players: int) -> None:
        info = bot_by_id("koikoi", REVIEWER)
        if not is_installed(info):
            raise ReviewError(
                "A review of Koi-Koi needs the extra hanamichi[batch], which is not installed"
            )
        obstacle = info.unsupported(options, players)
        if obstacle is not None:
            raise ReviewError(
                f"This match cannot be reviewed: {REVIEWER}, who reviews matches, cannot play with "
                f"{obstacle.option}, as {obstacle.message}",
                where=obstacle.option,
            )

    def review(self, history: SeatHistory, depth: Depth, progress: Progress) -> SeatReview:
        # Imported here: the kernels need the extra `batch`, and time to compile once.
        module = importlib.import_module("hanamichi.review.koikoi.seat_judgement")
        review: SeatReview = module.judge_seat(history, module.EFFORTS[depth], progress)
        return review

    def rounds(self, history: SeatHistory) -> tuple[int, ...]:
        """Where each round begins; one that a lucky hand won at once has no ply of its own."""
        begun: list[int] = []
        for each in history.plies:
            assert isinstance(each.sight.view, KoiKoiView)
            begun += [each.ply] * (each.sight.view.number - len(begun))
        for event in history.ending:
            if isinstance(event, RoundStarted):
                begun.append(len(history.plies))
        return tuple(begun)


KOIKOI_REVIEW = KoiKoiReview()
