"""Where people ask for reviews, see how far they are, and cancel them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from hanamichi.review import Depth, Review, ReviewError, check_reviewable
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.config import ReviewsConfig
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.errors import Refused
from hanamichi.server.protocol.review_messages import (
    NoReview,
    ReviewDone,
    ReviewFailed,
    ReviewRunning,
    ReviewState,
    ReviewWaiting,
)
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.replays.replay import MatchReplay
from hanamichi.server.reviews.queue import ReviewQueue
from hanamichi.server.reviews.turns import in_turn
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.quotas import Storer
from hanamichi.server.storage.review_work import pending_reviews
from hanamichi.server.storage.reviews import (
    ReviewKey,
    StoredReview,
    Wish,
    ask_for_review,
    find_review,
    note_unreviewable,
    withdraw_wish,
)

_MAX_DEEP_PLIES = 600
"""Longer matches get standard reviews only: a deep one of more than some twenty rounds of Koi-Koi
would take a core for half an hour and longer, while everybody else waits."""
_PLACES_SECONDS = 1.0
"""How long the places in the queue are remembered."""


class ReviewDesk:
    """Answers for the reviews of all processes, because all of them are in the database."""

    def __init__(
        self,
        database: Database,
        library: ReplayLibrary,
        queue: ReviewQueue,
        clock: Clock,
        config: ReviewsConfig,
    ) -> None:
        self._database = database
        self._library = library
        self._queue = queue
        self._clock = clock
        self._config = config
        self._places: Mapping[ReviewKey, int] = {}
        self._places_at = float("-inf")

    async def state(self, key: ReviewKey, served: Served) -> ReviewState:
        """How far a review is, and the review itself when it is done.

        Only for those who may see the replay: today's deals are secret until one has played them.
        """
        replay = await self._library.find(key.replay_id, served)
        found = await self._database.run_read(find_review, (key, served.person))
        depths = self._depths(replay)
        return NoReview(depths=depths) if found is None else await self._message(found, depths)

    async def ask(self, key: ReviewKey, storer: Storer, served: Served) -> ReviewState:
        """Have a review made, unless it was or will be."""
        # Matches that are still played have no replay.
        replay = await self._library.find(key.replay_id, served)
        found = await self._database.run_read(find_review, (key, served.person))
        if found is None or found.status != "done":
            self._require_offered(key.depth, replay)
            try:
                await self._library.run_in_thread(lambda: check_reviewable(replay.record), served)
            except ReviewError as error:
                if error.where is not None:  # an option of the table, which never changes
                    noted = key, error.code, storer.at
                    await self._database.run_write(note_unreviewable, noted)
                raise
            await self._database.run_write(ask_for_review, Wish(key, storer, self._config))
            self._queue_changed()
        return await self.state(key, served)

    async def cancel(self, key: ReviewKey, served: Served) -> ReviewState:
        """Withdraw a person's wish."""
        await self._database.run_write(withdraw_wish, (key, served.person))
        self._queue_changed()
        return await self.state(key, served)

    def _queue_changed(self) -> None:
        self._places_at = float("-inf")
        self._queue.wake()

    def _depths(self, replay: MatchReplay) -> tuple[Depth, ...]:
        if not self._config.enabled:
            return ()
        deep = self._config.deep and replay.plies <= _MAX_DEEP_PLIES
        return ("standard", "deep") if deep else ("standard",)

    def _require_offered(self, depth: Depth, replay: MatchReplay) -> None:
        if not self._config.enabled:
            raise Refused(
                "review/off", "This server makes no reviews; `hanamichi review` does, at home"
            )
        if depth not in self._depths(replay):
            raise Refused(
                "review/off",
                "This server makes no deep review of this match: ask for a standard one",
                where="depth",
            )

    async def _message(self, found: StoredReview, depths: tuple[Depth, ...]) -> ReviewState:
        depth = found.key.depth
        if found.body is not None:
            # It is sent as it is stored.
            return ReviewDone(
                depths=depths, review=cast("Review", msgspec.Raw(found.body.encode()))
            )
        if found.status == "failed":
            code: Any = found.problem
            return ReviewFailed(depths=depths, depth=depth, code=code)
        if found.status == "running":
            return ReviewRunning(
                depths=depths, depth=depth, progress=found.progress, yours=found.yours
            )
        place = await self._place(found.key)
        return ReviewWaiting(depths=depths, depth=depth, place=place, yours=found.yours)

    async def _place(self, key: ReviewKey) -> int:
        now = self._clock.now()
        if now - self._places_at > _PLACES_SECONDS:
            self._places_at = now
            pending = await self._database.run_read(pending_reviews, self._clock.wall_clock())
            waiting = (review for review in pending.reviews if review.node is None)
            turns = in_turn(pending, waiting)
            self._places = {review.key: place for place, review in enumerate(turns, 1)}
        # It may have been begun meanwhile.
        return self._places.get(key, 1)
