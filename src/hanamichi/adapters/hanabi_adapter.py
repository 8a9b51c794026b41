"""Where everything about Hanabi is found."""

from __future__ import annotations

from hanamichi.adapters.adapter import GameAdapter
from hanamichi.hanabi import HANABI
from hanamichi.hanabi.view import open_view

HANABI_ADAPTER = GameAdapter(
    game=HANABI,
    open_view=open_view,
    words="hanamichi.words.hanabi_words:HANABI_WORDS",
    bots="hanamichi.bots.hanabi.hanabi_bots:HANABI_BOTS",
    records="hanamichi.records.hanabi_records:HANABI_RECORDS",
    terminal="hanamichi.cli.table.hanabi_terminal:HanabiTerminal",
    wire="hanamichi.server.protocol.hanabi_messages:HANABI_MESSAGES",
    views="hanamichi.server.views.hanabi_views:HANABI_VIEWS",
    results="hanamichi.server.table.hanabi_results:HANABI_RESULTS",
    lesson="hanamichi.server.table.lessons.hanabi:HANABI_LESSON",
    kernels="hanamichi.batch.hanabi.hanabi_table:HANABI_KERNELS",
    environment="hanamichi.envs.hanabi_environment:HANABI_ENVIRONMENT",
    arena="hanamichi.arena.hanabi_peek:HANABI_ARENA",
    review="hanamichi.review.hanabi.hanabi_review:HANABI_REVIEW",
    puzzles="hanamichi.puzzles.hanabi.hanabi_puzzles:HANABI_PUZZLES",
)
