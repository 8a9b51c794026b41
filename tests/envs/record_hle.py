"""Store games of the real Hanabi Learning Environment, version 0.0.4, for tests/envs/test_hle.py.

It has no wheels and is not a dependency: build it from its source distribution with CMake,
put it on PYTHONPATH with cffi installed, then `python -m tests.envs.record_hle` writes
tests/fixtures/hle-games.jsonl and hle-moves.json.
"""

from __future__ import annotations

import json
from typing import Any

from hanabi_learning_environment import rl_env

from tests.batch.standard_games import ENDINGS, FIXTURES, StoredGame, actions_to, card_number
from tests.envs.fingerprints import fingerprint_of

GAMES, MOVES = "hle-games.jsonl", "hle-moves.json"


def plain(observation: dict[str, Any]) -> dict[str, Any]:
    """The observations without the wrapped C objects."""
    for seen in observation["player_observations"]:
        del seen["pyhanabi"]
    return observation


def environment(players: int, seed: int) -> Any:
    return rl_env.HanabiEnv({"players": players, "seed": seed, "observation_type": 1})


def deck_of(players: int, seed: int) -> list[int]:
    """The deck of a seed; a game without plays draws all of it."""
    env = environment(players, seed)
    hand, done = env.game.hand_size(), False
    observation = env.reset()
    while not done:
        legal = observation["player_observations"][observation["current_player"]]
        action = next(n for n in legal["legal_moves_as_int"] if not hand <= n < 2 * hand)
        observation, _, done, _ = env.step(action)
    moves = [item.move().to_dict() for item in env.state.move_history()]
    dealt = [move for move in moves if move["action_type"] == "DEAL"]
    return [card_number(f"{move['color']}{move['rank'] + 1}") for move in dealt]


def record(players: int, seed: int, ending: str) -> StoredGame:
    """One game with actions chosen by our kernels, as their environment reports it."""
    deck = deck_of(players, seed)
    env = environment(players, seed)
    game = StoredGame(players, deck, [], [], [fingerprint_of(plain(env.reset()))])
    for action in actions_to(ending, players, deck):
        observation, reward, done, _ = env.step(action)
        game.actions.append(action)
        game.rewards.append(reward)
        game.fingerprints.append(fingerprint_of(plain(observation)))
        assert done == env.state.is_terminal()
    assert env.state.is_terminal()
    return game


def main() -> None:
    """A game of every ending, and all moves, for each number of players."""
    games = [
        record(players, seed, ending)
        for players in (2, 3, 4, 5)
        for seed, ending in enumerate(ENDINGS)
    ]
    (FIXTURES / GAMES).write_text("".join(game.line() + "\n" for game in games), "utf-8")
    moves = {}
    for players in (2, 3, 4, 5):
        game = environment(players, 0).game
        moves[players] = [str(game.get_move(number)) for number in range(game.max_moves())]
    (FIXTURES / MOVES).write_text(json.dumps(moves, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
