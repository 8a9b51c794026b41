"""Where everything about Koi-Koi is found."""

from __future__ import annotations

from hanamichi.adapters.adapter import GameAdapter
from hanamichi.koikoi import KOIKOI
from hanamichi.koikoi.view import open_view

KOIKOI_ADAPTER = GameAdapter(
    game=KOIKOI,
    open_view=open_view,
    words="hanamichi.words.koikoi_words:KOIKOI_WORDS",
    bots="hanamichi.bots.koikoi.koikoi_bots:KOIKOI_BOTS",
    records="hanamichi.records.koikoi_records:KOIKOI_RECORDS",
    terminal="hanamichi.cli.table.koikoi_terminal:KoiKoiTerminal",
    wire="hanamichi.server.protocol.koikoi_messages:KOIKOI_MESSAGES",
    views="hanamichi.server.views.koikoi_views:KOIKOI_VIEWS",
    results="hanamichi.server.table.koikoi_results:KOIKOI_RESULTS",
    lesson="hanamichi.server.table.lessons.koikoi:KOIKOI_LESSON",
    kernels="hanamichi.batch.koikoi.koikoi_table:KOIKOI_KERNELS",
    environment="hanamichi.envs.koikoi_environment:KOIKOI_ENVIRONMENT",
    arena="hanamichi.arena.koikoi_peek:KOIKOI_ARENA",
    review="hanamichi.review.koikoi.koikoi_review:KOIKOI_REVIEW",
    puzzles="hanamichi.puzzles.koikoi.koikoi_puzzles:KOIKOI_PUZZLES",
)
