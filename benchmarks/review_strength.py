"""Whether reviews tell strong players from weak ones: bots play, and their matches are reviewed.

    .venv/bin/python -m benchmarks.review_strength koikoi
    .venv/bin/python -m benchmarks.review_strength koikoi --preset koikoi/robin-red --games 60
    .venv/bin/python -m benchmarks.review_strength hanabi
    .venv/bin/python -m benchmarks.review_strength koikoi --table        # only what was measured

Every reviewed match is stored in benchmarks/results/ at once, so that an interrupted run goes on
where it stopped. The table has, for each bot, what it lost per decision, its accuracy, and how
closely accuracy and results go together. docs/review.md shows it.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import numpy as np

from hanamichi.bots import Sight
from hanamichi.bots.spec import read_bot
from hanamichi.catalog import preset_by_id
from hanamichi.core import Match, MatchRecord, Seat, Seeded, build_options
from hanamichi.review import Curve, Moment, SeatReview
from hanamichi.review.hanabi.comparison import Effort as HanabiEffort
from hanamichi.review.hanabi.judgement import judge_with
from hanamichi.review.history import history_of
from hanamichi.review.koikoi.action_values import Effort
from hanamichi.review.koikoi.seat_judgement import judge_seat

RESULTS = Path(__file__).parent / "results"


class Pairing(msgspec.Struct, frozen=True):
    """A match to play and to review."""

    preset: str
    lineup: tuple[str, ...]
    """The bot of each seat."""
    seed: int


class ReviewedSeat(msgspec.Struct, frozen=True):
    """What the review of one seat says, in numbers."""

    bot: str
    decisions: int
    """Those that were judged."""
    loss: float
    """By all decisions together: losses within their errors are 0."""
    points: float | None
    """Koi-Koi: the points that the best actions would have brought more, all together."""
    accuracy: float
    result: float
    """Koi-Koi: points ahead at the end. Hanabi: the score."""
    marked: int = 0
    """How many decisions were slips, mistakes or blunders."""
    expected: float | None = None
    """Hanabi: the score to expect at the first decision."""


class ReviewedMatch(msgspec.Struct, frozen=True):
    """A pairing and its reviews."""

    pairing: Pairing
    seats: tuple[ReviewedSeat, ...]


class Study(ABC):
    """What is played and reviewed of one game."""

    presets: ClassVar[tuple[str, ...]]
    games: ClassVar[int]
    """How many matches of each line-up."""
    changes: ClassVar[Mapping[str, Any]] = {}
    """Options that differ from those of the preset."""

    @abstractmethod
    def lineups(self) -> Iterator[tuple[str, ...]]:
        """The bots that play together."""

    def seats(self, pairing: Pairing) -> Sequence[Seat]:
        """The seats that are reviewed: all of them."""
        return range(len(pairing.lineup))

    @abstractmethod
    def review(self, record: MatchRecord, seat: Seat, lineup: Sequence[str]) -> SeatReview:
        """The review of a seat, with less effort than people get: there are many matches."""

    @abstractmethod
    def result(self, record: MatchRecord, seat: Seat) -> float:
        """How well a seat did."""


class KoiKoiStudy(Study):
    """Every bot against every other one."""

    presets = ("koikoi/nintendo", "koikoi/robin-red")
    games = 12
    changes: ClassVar[Mapping[str, Any]] = {"rounds": 6}
    bots = ("random", "novice", "regular", "sharp", "search:rollouts=200")
    effort = Effort(worlds=256, hands=256, exact=256)

    def lineups(self) -> Iterator[tuple[str, ...]]:
        return itertools.combinations(self.bots, 2)

    def review(self, record: MatchRecord, seat: Seat, lineup: Sequence[str]) -> SeatReview:
        return judge_seat(history_of(record, seat), self.effort, lambda _: None)

    def result(self, record: MatchRecord, seat: Seat) -> float:
        assert record.result is not None
        scores = msgspec.convert(record.result["scores"], tuple[int, int])
        return float(scores[seat] - scores[1 - seat])


class HanabiStudy(Study):
    """Teams of one kind of bot: three of them, one of which is reviewed."""

    presets = ("hanabi/cocktail",)
    games = 40
    players = 3
    bots = ("random", "novice", "casual", "companion", "expert")
    effort = HanabiEffort(seed=2, listed=200, rounds=((16, 12), (5, 24)), final=96)

    def lineups(self) -> Iterator[tuple[str, ...]]:
        return ((bot,) * self.players for bot in self.bots)

    def seats(self, pairing: Pairing) -> Sequence[Seat]:
        return (pairing.seed % self.players,)

    def review(self, record: MatchRecord, seat: Seat, lineup: Sequence[str]) -> SeatReview:
        judgement = judge_with(history_of(record, seat, tuple(lineup)), self.effort, lambda _: None)
        curve = Curve(name="expected", plies=(0,), values=judgement.expected[:1])
        return SeatReview(
            seat=seat, accuracy=judgement.accuracy, moments=judgement.moments, curves=(curve,)
        )

    def result(self, record: MatchRecord, seat: Seat) -> float:
        assert record.result is not None
        return float(msgspec.convert(record.result["score"], int))


STUDIES: dict[str, Study] = {"koikoi": KoiKoiStudy(), "hanabi": HanabiStudy()}


def play(pairing: Pairing) -> MatchRecord:
    """A match between bots."""
    game, preset = preset_by_id(pairing.preset)
    options = build_options(preset.options, STUDIES[game.id].changes)
    players = len(pairing.lineup)
    match = Match(game, options, players, Seeded(pairing.seed))
    bots = [read_bot(game.id, bot).make() for bot in pairing.lineup]
    chances = [Random(f"{pairing.seed}, {seat}") for seat in range(players)]
    while (seat := match.to_act) is not None:
        sight = Sight(match.view(seat), match.log(seat), match.legal_actions())
        match.play(bots[seat].choose(sight, chances[seat]).action)
    return match.record()


def reviewed(pairing: Pairing) -> ReviewedMatch:
    """Play a match and review its seats."""
    study = STUDIES[pairing.preset.partition("/")[0]]
    record = play(pairing)
    seats = []
    for seat in study.seats(pairing):
        review = study.review(record, seat, pairing.lineup)
        judged = [moment for moment in review.moments if moment.verdict is not None]
        seats.append(
            ReviewedSeat(
                pairing.lineup[seat],
                len(judged),
                sum(moment.loss for moment in judged),
                points_lost(judged),
                review.accuracy or 0.0,
                study.result(record, seat),
                sum(moment.kind is not None for moment in judged),
                _first_expected(review),
            )
        )
    return ReviewedMatch(pairing, tuple(seats))


def _first_expected(review: SeatReview) -> float | None:
    """What was to be expected before the first decision, where there is a curve of it."""
    values = [curve.values[0] for curve in review.curves if curve.name == "expected"]
    return values[0] if values else None


def points_lost(moments: Sequence[Moment]) -> float | None:
    """How many points fewer than the best actions those chosen were expected to bring."""
    lost = 0.0
    for moment in moments:
        best = moment.alternatives[0]
        made = next(each for each in moment.alternatives if each.action == moment.action)
        if best.points is None or made.points is None:
            return None
        lost += best.points - made.points
    return lost


def pairings(study: Study, preset: str, games: int) -> Iterator[Pairing]:
    """All matches of a study, a few of each line-up first, each bot in every seat."""
    for seed in range(games):
        for lineup in study.lineups():
            turned = lineup[seed % len(lineup) :] + lineup[: seed % len(lineup)]
            yield Pairing(preset, turned, seed)


def file_of(preset: str) -> Path:
    """Where the reviewed matches of a preset are kept."""
    return RESULTS / f"review_strength_{preset.replace('/', '_')}.jsonl"


def read(preset: str) -> dict[Pairing, ReviewedMatch]:
    """The matches reviewed so far."""
    file = file_of(preset)
    lines = file.read_bytes().splitlines() if file.exists() else []
    done = [msgspec.json.decode(line, type=ReviewedMatch) for line in lines]
    return {match.pairing: match for match in done}


def run(study: Study, preset: str, games: int, processes: int) -> None:
    """Play and review what is missing."""
    have = read(preset)
    missing = [pairing for pairing in pairings(study, preset, games) if pairing not in have]
    with ProcessPoolExecutor(processes) as pool, file_of(preset).open("ab") as file:
        for done, match in enumerate(pool.map(reviewed, missing), 1):
            file.write(msgspec.json.encode(match) + b"\n")
            file.flush()
            print(f"{done} of {len(missing)}: {match.pairing}", file=sys.stderr, flush=True)


def table(matches: Sequence[ReviewedMatch]) -> Iterator[str]:
    """The figures of each bot as a table in Markdown, the strongest first."""
    seats: dict[str, list[ReviewedSeat]] = {}
    for match in matches:
        for seat in match.seats:
            seats.setdefault(seat.bot, []).append(seat)
    yield (
        "| bot | matches | decisions | loss per decision | points | accuracy | result "
        "| slips and worse | expected |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for bot in sorted(seats, key=lambda bot: _per_decision(seats[bot], "loss")[0]):
        some = seats[bot]
        loss, error = _per_decision(some, "loss")
        points = "" if some[0].points is None else f"{_per_decision(some, 'points')[0]:.2f}"
        accuracy = np.mean([seat.accuracy for seat in some])
        result = np.mean([seat.result for seat in some])
        marked = 100 * sum(seat.marked for seat in some) / sum(seat.decisions for seat in some)
        hopes = [seat.expected for seat in some if seat.expected is not None]
        hoped = f"{np.mean(hopes):.1f}" if hopes else ""
        yield (
            f"| `{bot}` | {len(some)} | {sum(seat.decisions for seat in some)} "
            f"| {loss:.4f} ± {error:.4f} | {points} | {accuracy:.0f} | {result:+.1f} "
            f"| {marked:.0f} % | {hoped} |"
        )


def _per_decision(seats: Sequence[ReviewedSeat], what: str) -> tuple[float, float]:
    """The mean loss of a decision and its standard error; matches are independent of each other."""
    losses = np.array([getattr(seat, what) for seat in seats])
    decisions = np.array([seat.decisions for seat in seats])
    mean = losses.sum() / decisions.sum()
    spread = losses - mean * decisions
    return float(mean), float((spread**2).sum() ** 0.5 / decisions.sum())


def correlations(matches: Sequence[ReviewedMatch]) -> Iterator[str]:
    """How closely accuracy goes with results: of bots, of seats, and within one match."""
    seats = [seat for match in matches for seat in match.seats]
    bots = sorted({seat.bot for seat in seats})
    means = np.array(
        [
            np.mean([(seat.accuracy, seat.result) for seat in seats if seat.bot == bot], axis=0)
            for bot in bots
        ]
    )
    yield f"Correlation of a bot's accuracy with its result: {np.corrcoef(means.T)[0, 1]:.2f}."
    every = np.corrcoef([seat.accuracy for seat in seats], [seat.result for seat in seats])[0, 1]
    yield f"Correlation of a seat's accuracy with its result: {every:.2f} ({len(seats)} seats)."
    if len({seat.result for seat in matches[0].seats}) > 1:
        ahead = np.array([match.seats[0].accuracy - match.seats[1].accuracy for match in matches])
        won = np.array([match.seats[0].result for match in matches])
        within = np.corrcoef(ahead, won)[0, 1]
        decided = won != 0
        right = np.mean(np.sign(ahead[decided]) == np.sign(won[decided]))
        yield (
            f"Of the accuracy ahead of the other player with the points ahead: {within:.2f}; "
            f"the more accurate player won {100 * right:.0f} % of {decided.sum()} decided matches."
        )


def main() -> None:
    """Play, review and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=STUDIES)
    parser.add_argument("--preset", help="only this edition")
    parser.add_argument("--games", type=int, help="matches of each line-up")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="play nothing")
    arguments = parser.parse_args()
    study = STUDIES[arguments.game]
    for preset in [arguments.preset] if arguments.preset else study.presets:
        if not arguments.table:
            run(study, preset, arguments.games or study.games, arguments.processes)
        matches = list(read(preset).values())
        if matches:
            print(f"\n{preset}, {len(matches)} matches\n")
            print(*table(matches), "", *correlations(matches), sep="\n")


if __name__ == "__main__":
    main()
