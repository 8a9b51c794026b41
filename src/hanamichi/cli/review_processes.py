"""The seats of a match reviewed side by side, each in a process of its own."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait

import msgspec

from hanamichi.bots.worker_process import WorkerProcess, cores
from hanamichi.core import HanamichiError, MatchRecord, Seat
from hanamichi.records import read_record, write_record
from hanamichi.review import Depth, ReviewError, SeatReview, review_match, review_seat
from hanamichi.review.game_review import Progress

_ENVIRONMENT = {"PYTHONHASHSEED": "0"}
"""So that nothing depends on the order of a set of strings."""


class _Share(msgspec.Struct, frozen=True, tag="share"):
    """How much of a seat is done, 0 to 1."""

    share: float


class _Done(msgspec.Struct, frozen=True, tag="done"):
    """The review of a seat."""

    review: SeatReview


class _Refused(msgspec.Struct, frozen=True, tag="refused"):
    """An error that has a code."""

    code: str
    message: str
    where: str | None


class _Broken(msgspec.Struct, frozen=True, tag="broken"):
    """A fault of the program."""

    text: str


_ANSWER: msgspec.json.Decoder[_Share | _Done | _Refused | _Broken] = msgspec.json.Decoder(
    _Share | _Done | _Refused | _Broken
)


def review_seats(
    record: MatchRecord,
    seats: Sequence[Seat],
    company: Sequence[str | None] | None,
    depth: Depth,
    progress: Progress,
) -> list[SeatReview]:
    """The reviews of these seats, in their order, on the cores there are."""
    if len(seats) == 1 or cores() == 1:
        whole = review_match(record, seats=seats, company=company, depth=depth, progress=progress)
        return list(whole.seats)
    data = write_record(record)
    waiting = list(seats)
    running: dict[Connection, tuple[Seat, WorkerProcess]] = {}
    shares = dict.fromkeys(seats, 0.0)
    done: dict[Seat, SeatReview] = {}
    try:
        while waiting or running:
            while waiting and len(running) < cores():
                seat = waiting.pop(0)
                process = WorkerProcess(
                    _review_in_process, data, seat, company, depth, environment=_ENVIRONMENT
                )
                running[process.pipe] = seat, process
            for pipe in wait(list(running)):
                assert isinstance(pipe, Connection)
                seat, process = running[pipe]
                answer = received(process)
                if isinstance(answer, _Share):
                    shares[seat] = answer.share
                else:
                    shares[seat], done[seat] = 1.0, answer.review
                    del running[pipe]
                    process.close()
                progress(sum(shares.values()) / len(seats))
    finally:
        for _, process in running.values():
            process.close()
    return [done[seat] for seat in seats]


def received(process: WorkerProcess) -> _Share | _Done:
    """What a process says next; raises what it could not do."""
    try:
        answer = _ANSWER.decode(process.pipe.recv_bytes())
    except (EOFError, OSError):
        raise ReviewError(
            f"The review was cut short: {process.exit_reason()}", code="review/failed"
        ) from None
    if isinstance(answer, _Refused):
        raise ReviewError(answer.message, code=answer.code, where=answer.where)
    if isinstance(answer, _Broken):
        raise RuntimeError(answer.text)
    return answer


def _review_in_process(
    pipe: Connection,
    data: bytes,
    seat: Seat,
    company: Sequence[str | None] | None,
    depth: Depth,
) -> None:
    def tell(answer: _Share | _Done | _Refused | _Broken) -> None:
        pipe.send_bytes(msgspec.json.encode(answer))

    try:
        review = review_seat(
            read_record(data),
            seat,
            company=company,
            depth=depth,
            progress=lambda share: tell(_Share(share)),
        )
    except HanamichiError as error:
        tell(_Refused(error.code, error.message, error.where))
    except Exception:
        tell(_Broken(traceback.format_exc()))
    else:
        tell(_Done(review))
