"""Makes the reviews that people asked for, in a few processes that yield to all others.

What is to be made stands in the database, so that it outlives this process and others may do it.
One loop claims reviews, starts the processes and stores what comes of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

from hanamichi.bots.worker_process import cores
from hanamichi.core import HanamichiError, Seat
from hanamichi.server.bots.warmup import Warmup
from hanamichi.server.ops.background_tasks import BackgroundTasks
from hanamichi.server.ops.clock import Clock
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.ops.log import log_event, report_fault
from hanamichi.server.ops.metrics import Metrics
from hanamichi.server.protocol.error_codes import ErrorCode
from hanamichi.server.replays.library import ReplayLibrary
from hanamichi.server.reviews.job import ReviewJob, job_of
from hanamichi.server.reviews.process import (
    Answer,
    Failed,
    Piece,
    Refused,
    Reviewed,
    ReviewProcess,
    ReviewProcessLost,
)
from hanamichi.server.reviews.turns import in_turn
from hanamichi.server.storage import review_work
from hanamichi.server.storage.database import Database
from hanamichi.server.storage.errors import StorageError
from hanamichi.server.storage.review_deletion import delete_reviews
from hanamichi.server.storage.review_work import FAILED, PendingReview
from hanamichi.server.storage.reviews import ReviewKey

_LOG = logging.getLogger("hanamichi.server")
_STORE_SECONDS = 1.0
"""How often progress is stored, and cancelled reviews are noticed, while reviews are made."""
_POLL_SECONDS = 60.0
"""How often to look for work that nobody announced."""
_SHARED_POLL_SECONDS = 3.0
"""The same where other processes may have been killed."""
_IDLE_SECONDS = 60.0
"""Unused processes end after this long."""
_STALL_SECONDS = 900.0
"""A process that says nothing for so long is taken for lost. The first compiles kernels."""
_NOBODY = Served("", None)
_CODES = set(get_args(ErrorCode))


class ReviewQueue:
    """The reviews that this process makes."""

    def __init__(
        self,
        database: Database,
        library: ReplayLibrary,
        warmup: Warmup,
        tasks: BackgroundTasks,
        metrics: Metrics,
        clock: Clock,
        processes: int,
        new_process: Callable[[], ReviewProcess] = ReviewProcess,
    ) -> None:
        self.slots = processes or max(1, cores() // 2)
        """How many seats are reviewed at the same time."""
        self.waiting = 0
        """Reviews that waited when this process last looked."""
        self.jobs: dict[ReviewKey, ReviewJob] = {}
        """The reviews that this process has claimed."""
        self._database = database
        self._library = library
        self._warmup = warmup
        self._tasks = tasks
        self._metrics = metrics
        self._clock = clock
        self._new_process = new_process
        self._threads = ThreadPoolExecutor(self.slots, "hanamichi-review")
        self._processes: set[ReviewProcess] = set()
        """All of them, busy or not."""
        self._free: list[ReviewProcess] = []
        self._used_at = 0.0
        """When a process was last given back."""
        self._changed = asyncio.Event()
        self._look_at = 0.0
        """When to look for reviews of processes that are gone."""
        self._closed = False
        metrics.watch_queue("reviews", self)

    @property
    def busy(self) -> int:
        """Seats that are being reviewed."""
        return sum(len(job.running) for job in self.jobs.values())

    def wake(self) -> None:
        """A review was asked for or cancelled, or another process left some."""
        self._look_at = 0.0
        self._changed.set()

    async def run(self) -> None:
        """Make reviews until cancelled."""
        while True:
            self._changed.clear()
            try:
                await self._step()
            except StorageError as error:
                _LOG.error("reviews wait for the database: %s", error)
            except Exception as error:
                report_fault(error)
            shared = self._database.shared
            poll = _SHARED_POLL_SECONDS if shared else _POLL_SECONDS
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_STORE_SECONDS if self.jobs else poll):
                    await self._changed.wait()

    async def _step(self) -> None:
        for job in list(self.jobs.values()):
            await self._store(job)
        if self._clock.now() >= self._look_at:
            self._look_at = self._clock.now() + _SHARED_POLL_SECONDS
            taken = await self._database.run_write(review_work.take_over, self._database.node)
            if taken:
                log_event("took reviews over", reviews=taken)
        await self._start_pieces()
        if self._free and self._clock.now() - self._used_at > _IDLE_SECONDS:
            self._end_idle()

    # -- what came of the pieces --

    async def _store(self, job: ReviewJob) -> None:
        """Store how far a job is, or its end; drop it if it is not wanted any more."""
        database, node = self._database, self._database.node
        if job.problem is not None:
            await database.run_write(review_work.fail_review, (job.key, node, job.problem))
            self._metrics.reviews.labels("failed").inc()
            wanted = False
        elif job.lost:
            job.lost -= 1
            wanted = await database.run_write(review_work.count_attempt, (job.key, node))
            if not wanted:
                self._metrics.reviews.labels("failed").inc()
        elif job.complete:
            wanted = False
            await self._finish(job)
        elif len(job.done) > job.saved_seats:
            count = len(job.done)
            wanted = await database.run_write(
                review_work.store_seats, (job.key, node, job.seats_json())
            )
            job.saved_seats = count
        elif (progress := job.progress) != job.saved_progress:
            wanted = await database.run_write(review_work.store_progress, (job.key, node, progress))
            job.saved_progress = progress
        else:
            wanted = await database.run_read(review_work.is_claimed, (job.key, node))
        if not wanted:
            job.kill()
            del self.jobs[job.key]

    async def _finish(self, job: ReviewJob) -> None:
        """Store a whole review. One that cannot be put together fails, and holds up no other."""
        database, node = self._database, self._database.node
        try:
            finished = await asyncio.to_thread(job.finished, node)
        except Exception as error:
            report_fault(error)
            await database.run_write(review_work.fail_review, (job.key, node, FAILED))
            self._metrics.reviews.labels("failed").inc()
            return
        if await database.run_write(review_work.finish_review, finished):
            self._metrics.reviews.labels("done").inc()

    # -- starting pieces --

    async def _start_pieces(self) -> None:
        while self.busy < self.slots and not self._closed:
            job = await self._next_job()
            if job is None:
                return
            seat = job.waiting[0]
            job.running[seat] = None
            self._tasks.spawn(self._make(job, seat))

    async def _next_job(self) -> ReviewJob | None:
        """The job of which a seat is to be reviewed next."""
        now = self._clock.wall_clock()
        pending = await self._database.run_read(review_work.pending_reviews, now)
        self.waiting = sum(review.node is None for review in pending.reviews)
        for review in in_turn(pending, filter(self._is_open, pending.reviews)):
            job = self.jobs.get(review.key) or await self._claim(review)
            if job is not None:
                return job
        return None

    def _is_open(self, review: PendingReview) -> bool:
        """Whether this process may begin a seat of a review."""
        job = self.jobs.get(review.key)
        if job is not None:
            return bool(job.waiting) and not (job.lost or job.problem)
        # It was claimed by this process if that was interrupted.
        return review.node is None or review.node == self._database.node

    async def _claim(self, review: PendingReview) -> ReviewJob | None:
        """Claim a review, unless another process was quicker or there is nothing to do."""
        mine = review.key, self._database.node
        if review.node is not None:
            await self._database.run_write(review_work.release_review, mine)
        seats = await self._database.run_write(review_work.claim_review, mine)
        if seats is None:
            return None
        try:
            replay = await self._library.load(review.key.replay_id, _NOBODY)
            job = await asyncio.to_thread(job_of, review, replay, seats)
        except StorageError:
            raise
        except Exception as error:
            if isinstance(error, HanamichiError) and error.code == "replay/unknown":
                await self._database.run_write(delete_reviews, [review.key.replay_id])
                return None
            if not isinstance(error, HanamichiError):
                report_fault(error)
            problem = _known(getattr(error, "code", FAILED))
            await self._database.run_write(review_work.fail_review, (*mine, problem))
            return None
        self.jobs[review.key] = job
        if job.complete:  # it only had to be put together
            self._changed.set()
            return None
        return job

    # -- pieces --

    async def _make(self, job: ReviewJob, seat: Seat) -> None:
        """Have one seat reviewed by a process."""
        game = job.game
        process: ReviewProcess | None = None
        began = time.monotonic()
        try:
            await self._warmup.wait_for_game(game)
            began = time.monotonic()
            process = await self._take()
            job.running[seat] = process
            if job.ended or self._closed:
                return
            answer = await self._watch(process, job.piece(seat))
            self._metrics.review_seconds.labels(game).observe(time.monotonic() - began)
            _note(job, seat, answer)
        except ReviewProcessLost:
            if not (job.ended or self._closed):
                _LOG.warning("a process that made a review was lost")
                job.lost += 1
        except Exception as error:
            report_fault(error)
            job.problem = FAILED
        finally:
            del job.running[seat]
            if process is not None:
                self._give_back(process)
            self._changed.set()
        if job.request is not None:
            with contextlib.suppress(StorageError):
                spent = time.monotonic() - began
                await self._database.run_write(review_work.charge, (job.request, spent))

    async def _watch(self, process: ReviewProcess, piece: Piece) -> Answer:
        loop = asyncio.get_running_loop()
        answer = loop.run_in_executor(self._threads, process.review, piece)
        # It may end after this task was cancelled.
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        while not answer.done():
            await asyncio.wait([answer], timeout=_STORE_SECONDS)
            if time.monotonic() - process.told > _STALL_SECONDS:
                process.kill()
        return await answer

    async def _take(self) -> ReviewProcess:
        while self._free:
            process = self._free.pop()
            if process.usable:
                return process
            self._end(process)
        process = await asyncio.get_running_loop().run_in_executor(self._threads, self._new_process)
        self._processes.add(process)
        return process

    def _give_back(self, process: ReviewProcess) -> None:
        self._used_at = self._clock.now()
        if process.usable:
            self._free.append(process)
        else:
            self._end(process)

    def _end_idle(self) -> None:
        idle, self._free = self._free, []
        for process in idle:
            self._end(process)

    def _end(self, process: ReviewProcess) -> None:
        self._processes.discard(process)
        self._threads.submit(process.close)

    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [each.pid for each in self._processes if each.alive and each.pid is not None]

    async def close(self) -> None:
        """End every process, and leave the reviews to be made by others or after a restart."""
        if self._closed:
            return
        self._closed = True
        for process in self._processes:
            process.kill()  # which ends the waiting of its thread
        self._threads.shutdown()
        for process in self._processes:
            process.close()
        with contextlib.suppress(StorageError):  # others notice, or the next start does
            await self._database.run_write(review_work.release_reviews, self._database.node)


def _note(job: ReviewJob, seat: Seat, answer: Answer) -> None:
    """Keep what came of a seat."""
    match answer:
        case Reviewed(review):
            job.done[seat] = review
        case Refused(code):
            job.problem = _known(code)
        case Failed(kind):
            _LOG.error("a review failed: %s", kind)
            job.problem = FAILED


def _known(code: str) -> str:
    """A code that may be sent."""
    return code if code in _CODES else FAILED
