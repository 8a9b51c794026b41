"""The conformance suite: one named check per requirement, and a runner without pytest.

    from hanamichi.testing import check_game
    check_game(MY_GAME)

With pytest, parametrize over `CHECKS` and `sample_matches(MY_GAME)`. A check is a function of one
`SampleMatch`: it returns if the game conforms and raises `NonConformance` if it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from hanamichi.core import Options
from hanamichi.core.record import AnyGame
from hanamichi.testing.play_checks import (
    check_gestures,
    check_legal_actions_are_accepted,
    check_nothing_after_the_end,
    check_other_actions_are_refused,
    check_outcome,
    check_ply,
    check_presets,
    check_seat_counts,
    check_termination,
    check_turns,
    check_unparsable_moves,
    check_wrong_seats_are_refused,
)
from hanamichi.testing.sample_match import (
    LIMIT,
    NonConformance,
    Player,
    SampleMatch,
    at_random,
    sample_matches,
)
from hanamichi.testing.secrecy_checks import (
    check_events_keep_secrets,
    check_imagined_states_can_be_played,
    check_legal_actions_keep_secrets,
    check_redaction,
    check_redeals,
    check_refusals_keep_secrets,
    check_spectators,
    check_unknown_seats,
    check_views_keep_secrets,
)
from hanamichi.testing.value_checks import (
    check_actions_json,
    check_apply_is_pure,
    check_events_json,
    check_options_json,
    check_questions_change_nothing,
    check_record_json,
    check_replay,
    check_states_are_values,
    check_views_json,
)

Check: TypeAlias = Callable[[SampleMatch], None]

CHECKS: tuple[Check, ...] = (
    check_presets,
    check_seat_counts,
    check_options_json,
    check_termination,
    check_turns,
    check_outcome,
    check_ply,
    check_gestures,
    check_legal_actions_are_accepted,
    check_other_actions_are_refused,
    check_wrong_seats_are_refused,
    check_nothing_after_the_end,
    check_unparsable_moves,
    check_states_are_values,
    check_views_json,
    check_actions_json,
    check_events_json,
    check_apply_is_pure,
    check_questions_change_nothing,
    check_replay,
    check_record_json,
    check_redaction,
    check_views_keep_secrets,
    check_legal_actions_keep_secrets,
    check_refusals_keep_secrets,
    check_events_keep_secrets,
    check_spectators,
    check_unknown_seats,
    check_imagined_states_can_be_played,
    check_redeals,
)
"""Every check, the simple ones first: a later one may rely on an earlier one."""


class Finding(NamedTuple):
    """A failed check."""

    check: str
    message: str

    def __str__(self) -> str:
        return f"{self.check}: {self.message}"


def findings(samples: Iterable[SampleMatch], checks: Iterable[Check] = CHECKS) -> Iterator[Finding]:
    """The first failure of each check on each sample."""
    checks = tuple(checks)
    for sample in samples:
        for check in checks:
            try:
                check(sample)
            except NonConformance as broken:
                yield Finding(check.__name__, str(broken))
            except Exception as error:
                # any other exception is a failure too, and the other checks still run
                yield Finding(check.__name__, f"{sample!r}: {type(error).__name__}: {error}")


def check_game(
    game: AnyGame,
    *,
    seeds: Iterable[int] = range(2),
    option_sets: Iterable[tuple[Options, int]] | None = None,
    checks: Iterable[Check] = CHECKS,
    limit: int = LIMIT,
    player: Player = at_random,
) -> None:
    """Run all checks on a game, with every preset and table size or with the given ones.

    Random choices may never reach a rare rule; a `player` can be written to look for it.
    Raises `NonConformance` naming each check that failed and where it failed first.
    """
    samples = sample_matches(game, seeds=seeds, option_sets=option_sets, limit=limit, player=player)
    first: dict[str, str] = {}
    for check, message in findings(samples, checks):
        first.setdefault(check, message)
    if first:
        lines = [f"  {check}: {message}" for check, message in first.items()]
        raise NonConformance("\n".join([f"{game.id} does not conform:", *lines]))
