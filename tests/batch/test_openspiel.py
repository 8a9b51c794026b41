"""OpenSpiel's independent Hanabi plays the same game, bit for bit."""

from __future__ import annotations

import platform
import random
import sys
from collections import Counter

import pytest

from hanamichi.batch.hanabi import row as r
from tests.batch.standard_games import (
    ENDINGS,
    STANDARD,
    KernelGame,
    Shape,
    StoredGame,
    fingerprint,
    some_action,
    stored_games,
)

# As in pyproject.toml: where OpenSpiel has a wheel, it is installed, and this is never skipped.
HAS_WHEEL = sys.version_info < (3, 15) and (
    sys.platform != "darwin" or platform.machine() == "arm64"
)
GAMES = 600


@pytest.mark.skipif(not HAS_WHEEL, reason="OpenSpiel has no wheel for this machine")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_openspiel_plays_and_sees_the_same_games(players: int) -> None:
    assert set(endings_of(players, STANDARD, GAMES)) == set(ENDINGS)


@pytest.mark.skipif(not HAS_WHEEL, reason="OpenSpiel has no wheel for this machine")
@pytest.mark.parametrize(
    ("players", "shape"),
    [
        (2, Shape(2, 5, 2, 3, 1)),  # Hanabi-Small
        (3, Shape(1, 5, 2, 3, 1)),  # Hanabi-Very-Small
        (2, Shape(3, 3, 3, 5, 3)),
        (5, Shape(4, 4, 3, 8, 2)),
        (2, Shape(3, 4, 6, 4, 3)),
    ],
    ids=str,
)
def test_openspiel_plays_and_sees_the_same_small_games(players: int, shape: Shape) -> None:
    assert endings_of(players, shape, GAMES // 4).keys() <= set(ENDINGS)


def endings_of(players: int, shape: Shape, games: int) -> Counter[str | None]:
    """Play games in both engines side by side; how they ended."""
    from tests.batch.record_openspiel import OpenSpielTable

    rng = random.Random(players)
    table = OpenSpielTable(players, shape)
    endings: Counter[str | None] = Counter()
    for _ in range(games):
        deck = shape.whole_deck()
        rng.shuffle(deck)
        table.deal(deck)
        game = KernelGame(players, deck, shape)
        while True:
            shown = table.shown()
            assert game.over == (shown.turn == -1)
            assert game.legal() == shown.legal
            assert [game.observed(seat) for seat in range(players)] == shown.observed
            if game.over:
                break
            assert game.turn == shown.turn
            action = some_action(game, shown.legal, rng)
            assert [game.step(action)] * players == table.step(action)
        assert table.returns == [game.score()] * players
        endings[r.TERMINATIONS[game.row[r.ENDED]]] += 1
    return endings


@pytest.mark.parametrize("stored", stored_games("openspiel-hanabi.jsonl"))
def test_stored_games_of_openspiel_look_the_same(stored: StoredGame) -> None:
    """These stay when OpenSpiel cannot be installed any more."""
    game = KernelGame(stored.players, stored.deck)
    rewards = []
    for action, expected in zip([*stored.actions, -1], stored.fingerprints, strict=True):
        turn = 0 if game.over else game.turn + 1
        seen = [game.observed(seat) for seat in range(stored.players)]
        assert fingerprint(bytes([turn]), bytes(game.legal()), *seen) == expected
        assert game.over == (action == -1)
        if not game.over:
            rewards.append(game.step(action))
    assert rewards == stored.rewards


def test_the_stored_games_are_of_every_size() -> None:
    sizes = Counter(game.players for game in stored_games("openspiel-hanabi.jsonl"))
    assert sizes == {2: 3, 3: 3, 4: 3, 5: 3}
