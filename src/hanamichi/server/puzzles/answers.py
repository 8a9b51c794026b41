"""Takes the answers of people to puzzles, and sums them up."""

from __future__ import annotations

from hanamichi.catalog import game_by_id
from hanamichi.core import MoveError
from hanamichi.puzzles.model import Puzzle
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.puzzle_messages import (
    AnsweredPuzzle,
    AnswersTaken,
    GivenAnswer,
    GivenAnswers,
    MyPuzzles,
)
from hanamichi.server.puzzles.packs import PuzzlePacks
from hanamichi.server.puzzles.streaks import streaks
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.puzzle_answers import StoredAnswer, read_answers, write_answers
from hanamichi.server.table.entries import PersonId

_MONTH_MILLISECONDS = 30 * 24 * 3600 * 1000


class PuzzleAnswers:
    """Stores the first answer of each person to each puzzle, at most one for each."""

    def __init__(self, database: Database, packs: PuzzlePacks, clock: Clock) -> None:
        self._database = database
        self._packs = packs
        self._clock = clock

    async def take(self, person: PersonId, given: GivenAnswers, served: Served) -> AnswersTaken:
        """Judge and store answers. Of several to one puzzle the first counts."""
        _check(given)
        now = self._clock.wall_clock()
        puzzles = await self._packs.puzzles({each.puzzle for each in given.answers}, served)
        judged: dict[str, StoredAnswer] = {}
        for each in given.answers:
            puzzle = puzzles.get(each.puzzle)
            if puzzle is not None and puzzle.id not in judged:
                at = min(max(each.at, now - _MONTH_MILLISECONDS), now)
                judged[puzzle.id] = StoredAnswer(puzzle.id, is_right(puzzle, each), at)
        stored = await self._database.run_write(write_answers, (person, list(judged.values())))
        games = await self._packs.games(served)
        return AnswersTaken(
            answers=tuple(AnsweredPuzzle(*each) for each in stored if each.puzzle_id in judged),
            unknown=tuple(
                dict.fromkeys(each.puzzle for each in given.answers if each.puzzle not in puzzles)
            ),
            streaks=streaks(stored, games, now, given.utc_offset),
        )

    async def of(self, person: PersonId | None, utc_offset: int, served: Served) -> MyPuzzles:
        """All answers of a person."""
        games = await self._packs.games(served)
        stored = [] if person is None else await self._database.run_read(read_answers, person)
        return MyPuzzles(
            answers=tuple(AnsweredPuzzle(*each) for each in stored),
            streaks=streaks(stored, games, self._clock.wall_clock(), utc_offset),
        )


def is_right(puzzle: Puzzle, given: GivenAnswer) -> bool:
    """Whether an answer is the best one. What is no legal action is wrong like any other."""
    best = puzzle.answers[0]
    if best.action is None or given.action is None:
        return best.card is not None and given.card == best.card
    game = game_by_id(puzzle.game)
    try:
        return bool(game.parse_action(given.action) == game.parse_action(best.action))
    except MoveError:
        return False


def _check(given: GivenAnswers) -> None:
    for place, each in enumerate(given.answers):
        if (each.action is None) == (each.card is None):
            raise Refused(
                "request/invalid",
                "An answer is either an action or a card",
                where=f"answers[{place}]",
            )
