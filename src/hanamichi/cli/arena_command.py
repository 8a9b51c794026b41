"""The command line that plays a tournament again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from hanamichi.catalog import preset_by_id
from hanamichi.cli.parameters import written
from hanamichi.core.record import plain
from hanamichi.words import WORDS

if TYPE_CHECKING:
    from hanamichi.arena import Tournament

_USUAL_TIMEOUT = 60.0


def arena_command(tournament: Tournament) -> str:
    """The tournament as a command: everything that decides its results, and nothing else."""
    command = ["hanamichi", "arena", tournament.preset, "--bots"]
    if tournament.round_robin:
        command += [",".join(tournament.round_robin), "--round-robin"]
    else:
        command += ["/".join(",".join(lineup) for lineup in tournament.lineups)]
    for name, source in tournament.named_bots.items():
        command += ["--bot", f"{name}={source}"]
    command += ["--isolate-all"] if tournament.isolate_all else []
    command += ["--keep-processes"] if tournament.keep_processes else []
    command += ["--players", str(tournament.players), "--games", str(tournament.games)]
    command += ["--seed", str(tournament.seed)]
    if tournament.timeout != _USUAL_TIMEOUT:
        command += ["--timeout", f"{tournament.timeout:g}"]
    game, preset = preset_by_id(tournament.preset)
    usual = plain(preset.options)
    seats = WORDS.of(game.id).seat_options
    for name, value in tournament.options.items():
        if value != usual[name]:
            command += ["--set", f"{name}={written(value, seat=name in seats)}"]
    return shlex.join(command)
