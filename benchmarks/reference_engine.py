"""The reference engine's actions per second, and OpenSpiel's Hanabi in the same run.

An action is: ask for the legal actions, choose one at random, apply it. Dealing is part of it, as
it is part of playing. Times are processor times, so that a busy machine disturbs little.

`make bench` prints it; `.venv-bench/bin/python -m benchmarks.reference_engine --write` also puts it
in docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import report_page
from hanamichi.catalog import preset_by_id
from hanamichi.core import Seeded, build_options

try:
    import pyspiel
except ImportError:  # no wheel for this Python: only Hanamichi is measured
    pyspiel = None

CHUNK = 20_000
"""Actions in one measurement."""
MEMORY_ACTIONS = 1_000_000
ALLOCATOR_NOISE_BYTES = 2 * 1024 * 1024
"""Growth below this is noise of the allocator."""
CARDS = 50

EXTENSIONS = {"avalanche": "wild", "black_powder": True, "flamboyants": True}

Runner = Callable[[int, random.Random], int]
"""Plays whole matches until at least this many actions are done; returns how many were."""


class Case(NamedTuple):
    """A game and engine to be measured."""

    label: str
    run: Runner
    peer: str | None = None
    """The label of what it is compared with."""


# -- players -----------------------------------------------------------------------------------


def ours(preset_id: str, players: int, changes: Mapping[str, Any]) -> Runner:
    """Random play at a table of ours."""
    game, preset = preset_by_id(preset_id)
    options = build_options(preset.options, changes)

    def run(actions: int, choose: random.Random) -> int:
        done = 0
        chance = Seeded(choose.getrandbits(32))
        start, to_act, legal_actions, apply = (
            game.start,
            game.to_act,
            game.legal_actions,
            game.apply,
        )
        while done < actions:
            state, _ = start(options, players, chance)
            while (seat := to_act(state)) is not None:
                legal = legal_actions(state, seat)
                action = legal[int(choose.random() * len(legal))]
                state, _ = apply(state, seat, action, chance)
                done += 1
        return done

    return run


def open_spiel(players: int, *, sampled: bool) -> Runner:
    """Random play of OpenSpiel's Hanabi; only players' actions count, not its chance nodes.

    Not sampled, its deck is shuffled once a game, as ours is: the least that can be asked of it.
    Sampled, each chance node is asked for its outcomes, as OpenSpiel's own examples do.
    """
    game = pyspiel.load_game("hanabi", {"players": players})
    first = game.new_initial_state().chance_outcomes()
    deck = [action for action, share in first for _ in range(round(share * CARDS))]
    assert len(deck) == CARDS

    def run(actions: int, choose: random.Random) -> int:
        done = 0
        while done < actions:
            state = game.new_initial_state()
            order = list(deck)
            choose.shuffle(order)
            while not state.is_terminal():
                if state.is_chance_node():
                    if sampled:
                        faces, shares = zip(*state.chance_outcomes(), strict=True)
                        state.apply_action(choose.choices(faces, shares)[0])
                    else:
                        state.apply_action(order.pop())
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(choose.random() * len(legal))])
                done += 1
        return done

    return run


def cases() -> list[Case]:
    """Everything that is measured, the peers first."""
    peers = []
    if pyspiel is not None:
        for players in (2, 5):
            peers += [
                Case(f"OpenSpiel hanabi, {players} players", open_spiel(players, sampled=False)),
                Case(
                    f"OpenSpiel hanabi, {players} players, chance nodes sampled",
                    open_spiel(players, sampled=True),
                ),
            ]
    two, five = (f"OpenSpiel hanabi, {players} players" for players in (2, 5))
    return [
        *peers,
        Case("hanabi/online, 2 players", ours("hanabi/online", 2, {}), two),
        Case("hanabi/online, 5 players", ours("hanabi/online", 5, {}), five),
        Case(
            "hanabi/grands-feux, all extensions, 5 players",
            ours("hanabi/grands-feux", 5, EXTENSIONS),
        ),
        Case("koikoi/nintendo", ours("koikoi/nintendo", 2, {})),
        Case("koikoi/robin-red", ours("koikoi/robin-red", 2, {})),
        Case("koikoi/robin-red, gaji", ours("koikoi/robin-red", 2, {"gaji": True})),
    ]


# -- measuring ---------------------------------------------------------------------------------


def measure(measured: list[Case], repetitions: int) -> dict[str, float]:
    """Actions per second of each case: the median of repetitions that take turns."""
    found: dict[str, list[float]] = {case.label: [] for case in measured}
    for case in measured:
        case.run(CHUNK // 4, random.Random(0))
    for repetition in range(repetitions):
        for case in measured:
            gc.collect()
            began = time.process_time()
            done = case.run(CHUNK, random.Random(repetition))
            found[case.label].append(done / (time.process_time() - began))
    return {label: statistics.median(rates) for label, rates in found.items()}


def resident() -> int | None:
    """Bytes of memory this process holds; `None` where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def memory(label: str, run: Runner, actions: int) -> str:
    """Whether memory grows over very many actions, as a line of the report."""
    run(actions // 20, random.Random(1))
    gc.collect()
    before = resident()
    run(actions, random.Random(2))
    gc.collect()
    after = resident()
    if before is None or after is None:
        return f"{label}: this system does not tell how much memory a process holds"
    verdict = "flat" if after - before < ALLOCATOR_NOISE_BYTES else "NOT FLAT"
    mib = 1024 * 1024
    return (
        f"{label}: {before / mib:.1f} MiB before {actions:,} actions, "
        f"{after / mib:.1f} MiB after: {verdict}"
    )


# -- reporting ---------------------------------------------------------------------------------


def table(measured: list[Case], by_label: Mapping[str, float]) -> list[str]:
    """The rates as a Markdown table."""
    lines = [
        "| random play | actions per second | of OpenSpiel | of OpenSpiel, chance sampled |",
        "|---|---:|---:|---:|",
    ]
    for case in measured:
        rate = by_label[case.label]
        ratios = ["", ""]
        if case.peer is not None and case.peer in by_label:
            sampled = by_label[f"{case.peer}, chance nodes sampled"]
            ratios = [f"{rate / by_label[case.peer]:.2f}", f"{rate / sampled:.2f}"]
        lines.append(f"| {case.label} | {rate:,.0f} | {ratios[0]} | {ratios[1]} |")
    return lines


def main() -> None:
    """Measure, print, and write the page if requested."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--memory-actions", type=int, default=MEMORY_ACTIONS)
    parser.add_argument("--write", action="store_true", help="also write docs/benchmarks.md")
    arguments = parser.parse_args()

    measured = cases()
    lines = table(measured, measure(measured, arguments.repetitions))
    lines += ["", "Memory:", ""]
    for case in measured:
        if case.label in ("hanabi/online, 2 players", "koikoi/robin-red, gaji"):
            lines.append(f"- {memory(case.label, case.run, arguments.memory_actions)}")
    lines += [
        "",
        f"{report_page.today()} · {report_page.machine()} · "
        f"{report_page.versions(('msgspec', 'open_spiel'))} · median of {arguments.repetitions} "
        f"interleaved repetitions of {CHUNK:,} actions.",
    ]
    report = "\n".join(lines)
    print(report)
    if pyspiel is None:
        print("OpenSpiel is not installed for this Python, so there is nothing to compare with.")
    if arguments.write:
        report_page.write("reference-engine", report)


if __name__ == "__main__":
    main()
