"""Bots with parameters on the command line."""

from __future__ import annotations

import pytest

from hanamichi.arena import plan
from hanamichi.arena.roster import remarks_on
from hanamichi.bots.spec import UnfitBot
from tests.bots.fake_bots import fake_bots
from tests.cli.play_scripts import run
from tests.cli.test_errors import error_of

pytestmark = pytest.mark.usefixtures(fake_bots.__name__)


def test_a_parameter_out_of_bounds_is_remarked_on_stderr() -> None:
    result = run("play", "cocktail", "--bots", "all", "--bot", "ponderer:ms=0", "--seed", "1")
    assert result.exit_code == 0
    assert result.stderr.startswith("note: ponderer: ms=0 is not possible")


def test_a_bot_that_cannot_play_here_is_refused_with_the_option() -> None:
    powder = ("--set", "black_powder=on", "--players", "3")
    result = run("play", "grands-feux", *powder, "--bots", "all", "--bot", "purist")
    assert error_of(result) == "bot/unsupported"
    assert "black_powder" in result.stderr
    result = run("arena", "grands-feux", *powder, "--bots", "purist", "--games", "1")
    assert error_of(result) == "bot/unsupported"


def test_a_tournament_lists_bots_by_their_shortest_spec() -> None:
    lineups = [["ponderer:ms=1000"], ["ponderer:ms=0"]]
    tournament = plan("hanabi/online", lineups, games=1, seed=0)
    assert tournament.lineups == (("ponderer",) * 2, ("ponderer:ms=10",) * 2)
    assert "ms=0 is not possible" in remarks_on("hanabi", "ponderer:ms=0")[0]
    with pytest.raises(UnfitBot):
        plan("hanabi/online", [["purist"]], games=1, seed=0)
