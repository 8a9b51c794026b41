"""Walks through every sequence of moves from a stored position."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from hanamichi.catalog import AnyGame, preset_by_id
from hanamichi.core import build_options
from hanamichi.hanabi import notation as hanabi_notation
from hanamichi.koikoi import notation as koikoi_notation
from tests.golden.stacked_chance import Stacked
from tests.perft.naive_hanabi import NAMES

FOLDER = Path(__file__).parent
Data: TypeAlias = dict[str, Any]


def positions(name: str) -> list[Data]:
    """The positions of a game, with what was counted from each."""
    loaded: list[Data] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return loaded


class InOrder(Stacked):
    """The decks of a position; whatever is shuffled later keeps its order."""

    def shuffle(self, label: str, items: Any) -> Any:
        return tuple(items) if label == "reshuffle" else super().shuffle(label, items)


class Walker:
    """The engine at a position, its moves written as commands."""

    def __init__(self, position: Data) -> None:
        self.game, preset = preset_by_id(position["preset"])
        self.chance = InOrder(0, {"deck": position["deck"], "tiles": position.get("tiles", "")})
        options = build_options(preset.options, position["options"])
        self.players: int = position.get("players", 2)
        self.options = options
        self.state = self.game.start(options, self.players, self.chance).state
        for command in position.get("moves", ()):
            self.state = self.after(self.state, dict(self.moves(self.state))[command])

    def moves(self, state: Any) -> Iterator[tuple[str, Any]]:
        """Every legal action, with the command for it."""
        seat = self.game.to_act(state)
        if seat is None:
            return
        view = self.game.view(state, seat)
        for action in self.game.legal_actions(state, seat):
            yield _command(self.game, action, view), action

    def after(self, state: Any, action: Any) -> Any:
        """The state an action leads to."""
        seat = self.game.to_act(state)
        assert seat is not None
        return self.game.apply(state, seat, action, self.chance).state


def _command(game: AnyGame, action: Any, view: Any) -> str:
    if game.id == "hanabi":
        return hanabi_notation.format_action(action, view, NAMES[: view.players])
    return koikoi_notation.format_action(action)


def count(walker: Walker, state: Any, depth: int) -> int:
    """The number of sequences with this many decisions."""
    seat = walker.game.to_act(state)
    if seat is None:
        return 0
    legal = walker.game.legal_actions(state, seat)
    if depth == 1:
        return len(legal)
    return sum(count(walker, walker.after(state, action), depth - 1) for action in legal)


def walk_together(
    walker: Walker, state: Any, naive: Any, depth: int, compare: Callable[[Any, Any], None]
) -> int:
    """The same count; a second engine must list the same commands at every node."""
    compare(state, naive)
    found = dict(walker.moves(state))
    expected = naive.moves()
    assert sorted(found) == sorted(expected)
    if depth == 1:
        return len(found)
    return sum(
        walk_together(walker, walker.after(state, action), naive.do(command), depth - 1, compare)
        for command, action in found.items()
    )


def endings(walker: Walker, state: Any) -> Counter[str]:
    """Every way to play on to the end, counted by how it ends."""
    outcome: Any = walker.game.outcome(state)
    if outcome is not None:
        return Counter([f"{outcome.termination} {outcome.score}"])
    total: Counter[str] = Counter()
    for _, action in walker.moves(state):
        total += endings(walker, walker.after(state, action))
    return total


def naive_endings(naive: Any) -> Counter[str]:
    """The same by the naive engine."""
    if naive.end is not None:
        return Counter([f"{naive.end} {naive.score()}"])
    total: Counter[str] = Counter()
    for move in naive.moves():
        total += naive_endings(naive.do(move))
    return total
