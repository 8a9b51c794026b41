"""How strong the bots are: plays what has not been measured, and writes docs/bots.md.

    .venv/bin/python -m benchmarks.strength                  # all that is missing
    .venv/bin/python -m benchmarks.strength expert --players 3
    .venv/bin/python -m benchmarks.strength search:ms=100 --games 1000 --again
    .venv/bin/python -m benchmarks.strength --page           # only the page, from what was measured

Figures are stored in benchmarks/results/strength.jsonl as they are finished; one with fewer games
than usual counts as missing. An interrupted figure continues where it stopped. The page has the
command of each, with the arena's decks and seeds, so the numbers are reproducible; only the times
depend on the machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from benchmarks import report_page, strength_page
from benchmarks.strength_data import Figure, measured, read, store
from hanamichi.arena import plan, read_lineups, run
from hanamichi.arena.peeking import PEEK
from hanamichi.bots.registry import bots_for
from hanamichi.bots.spec import UnfitBot, read_bot
from hanamichi.catalog import GAMES, preset_by_id
from hanamichi.core import build_options, parse_settings
from hanamichi.core.record import plain

SEED = 1
HANABI, KOIKOI = "hanabi/online", ("koikoi/nintendo", "koikoi/robin-red")
_GAMES, _MATCHES, _SEARCHED = 10_000, 2_000, 1_000
_SEARCH = "search:rollouts=1000"
"""About 10 ms a move; counted, not timed, so that results are reproducible."""
_ROUNDS = ("rounds=12",)
_SEARCHERS = {2: "search:rollouts=5000"} | dict.fromkeys((3, 4, 5), "search:rollouts=1000")
"""Limited by rollouts, not by time, so that results are reproducible."""


def wanted() -> Iterator[Figure]:
    """Every figure of the page: teams of one bot in Hanabi, each against the next in Koi-Koi."""
    for bot in [*(info.id for info in bots_for("hanabi")), PEEK]:
        for players in GAMES["hanabi"].seat_counts:
            if bot == "search":
                yield Figure(HANABI, _SEARCHERS[players], players, _SEARCHED, SEED)
            elif _can_play(bot, HANABI, players):
                yield Figure(HANABI, bot, players, _GAMES, SEED)
    levels = [info.id for info in bots_for("koikoi")]
    best = [level for level in levels if level != "search"][-1]
    pairs = [*zip(levels[1:-1], levels, strict=False), (_SEARCH, best), (PEEK, best)]
    for preset in KOIKOI:
        for stronger, weaker in pairs:
            yield Figure(preset, f"{stronger},{weaker}", 2, _MATCHES, SEED, _ROUNDS)


def _can_play(bot: str, preset: str, players: int) -> bool:
    if bot == PEEK:
        return True
    game, edition = preset_by_id(preset)
    try:
        read_bot(game.id, bot).check(edition.options, players)
    except UnfitBot:
        return False
    return True


def asked_for(arguments: argparse.Namespace) -> Iterator[Figure]:
    """The figures requested: those of the page, or of a bot with other parameters."""
    every = list(wanted())
    for name in arguments.bots or [figure.lineup for figure in every]:
        known = [
            figure
            for figure in every
            if name in (figure.lineup, *figure.lineup.split(","), *_ids(figure.lineup))
        ]
        # Another budget: the same tables and the same opponents.
        yield from known or (_with_first(figure, name) for figure in every if _alike(figure, name))


def _ids(lineup: str) -> list[str]:
    return [bot.partition(":")[0] for bot in lineup.split(",")]


def _alike(figure: Figure, name: str) -> bool:
    named = _ids(name)
    return _ids(figure.lineup)[: len(named)] == named


def _with_first(figure: Figure, name: str) -> Figure:
    others = figure.lineup.split(",")[len(_ids(name)) :]
    lineup = ",".join([name, *others])
    return Figure(figure.preset, lineup, figure.players, figure.games, figure.seed, figure.settings)


def measure(figure: Figure, workers: int | None) -> None:
    """Play a figure to its end and store it."""
    game, edition = preset_by_id(figure.preset)
    options = build_options(
        edition.options, parse_settings(game.options_type, figure.settings, edition.offers)
    )
    tournament = plan(
        figure.preset,
        read_lineups([figure.lineup]),
        games=figure.games,
        seed=figure.seed,
        players=figure.players,
        options=plain(options),
    )
    shown = 0

    def show_progress(done: int) -> None:
        nonlocal shown
        if done * 10 // figure.games > shown:
            shown = done * 10 // figure.games
            print(f"  {done} of {figure.games}", file=sys.stderr, flush=True)

    print(figure.command, file=sys.stderr, flush=True)
    report = run(tournament, workers=workers, on_progress=show_progress)
    versions = report_page.versions(["numba", "numpy"])
    store(
        measured(
            figure,
            report,
            date=report_page.today(),
            machine=report_page.machine(),
            versions=versions,
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bots", nargs="*", help="only line-ups with these bots")
    parser.add_argument("--players", type=int, help="only tables with this many players")
    parser.add_argument("--preset", help="only this edition")
    parser.add_argument("--games", type=int, help="instead of the usual number")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--again", action="store_true", help="also what was measured before")
    parser.add_argument("--page", action="store_true", help="only write the page")
    arguments = parser.parse_args()
    if not arguments.page:
        have = read()
        for figure in dict.fromkeys(asked_for(arguments)):
            if arguments.players not in (None, figure.players):
                continue
            if arguments.preset not in (None, figure.preset):
                continue
            games = arguments.games or figure.games
            chosen = Figure(
                figure.preset,
                figure.lineup,
                figure.players,
                games,
                arguments.seed,
                figure.settings,
            )
            known = have.get(chosen.key)
            if arguments.again or known is None or known.figure.games < games:
                measure(chosen, arguments.workers)
                strength_page.write()
    strength_page.write()


if __name__ == "__main__":
    main()
