"""Matches stored before the server starts, at positions worth looking at.

Ann has the first seat and bots have the others. Each match is played by the rules from a seed to
the position in its name, and waits there for Ann.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from hanamichi.bots import Choice
from hanamichi.core import Seat, Seeded
from hanamichi.hanabi import ColourClue, Discard, HanabiView, Play, ValueClue
from hanamichi.hanabi.knowledge import is_dead, is_indispensable, is_playable
from hanamichi.koikoi import CallKoiKoi, KoiKoiView, Phase, Stop
from hanamichi.server.protocol.commands import CreateTable
from hanamichi.server.table import moves, seating
from hanamichi.server.table.absence import NOBODY_HERE
from hanamichi.server.table.decision import Actor, Context
from hanamichi.server.table.entries import stored_run
from hanamichi.server.table.state import Table, evolve, load

ANN = Actor("ann", "Ann")
MAX_MOVES = 600
NOW = int(time.time() * 1000)
"""In milliseconds, like all stored times."""
MOVE_MS = 20_000
START_MS = NOW - MAX_MOVES * MOVE_MS

Legal = Sequence[Any]
Choose = Callable[[Table, Seat, Legal, random.Random], Any]


class StoredMatch(NamedTuple):
    """How to reach a position."""

    name: str
    preset: str
    players: int
    until: Callable[[Any], bool]
    """Called with Ann's view on her turn and at the end."""
    choose: Choose
    seed: int = 1
    options: Mapping[str, Any] = MappingProxyType({})
    at: int = START_MS
    """When it started."""

    @property
    def table_id(self) -> str:
        return f"match-{self.name}"

    @property
    def game(self) -> str:
        return self.preset.partition("/")[0]


class Book:
    """A table and its entries."""

    def __init__(self, table_id: str, opening: Sequence[Any], at: int = START_MS) -> None:
        self._at = at
        self.stored = list(stored_run(opening, 0, at))
        self.table = load(table_id, self.stored, 0.0)

    def write(self, entries: Sequence[Any]) -> None:
        """Append these entries, a little later."""
        self._at += MOVE_MS
        for item in stored_run(entries, self.table.seq, self._at):
            self.stored.append(item)
            self.table = evolve(self.table, self.table.id, item, 0.0)


def build(match: StoredMatch) -> Book:
    """The entries of a stored match, and its table."""
    chance, rng = Seeded(match.seed), random.Random(match.seed)
    bot = "casual" if match.game == "hanabi" else "regular"
    plans = [{"type": "me"}, *({"type": "bot", "bot": bot} for _ in range(match.players - 1))]
    request = msgspec.convert(
        {
            "preset": match.preset,
            "options": dict(match.options),
            "seats": plans,
            "bot_pace": "instant",
        },
        CreateTable,
    )
    context = Context(0.0, 0, NOBODY_HERE, chance)
    book = Book(match.table_id, [seating.open_table(ANN, request, "instant")], match.at)
    book.write(seating.begin(book.table, context).entries)
    for _ in range(MAX_MOVES):
        table = book.table
        assert table.play is not None
        state, seat = table.play.state, table.to_act
        if seat in (0, None) and match.until(table.game.view(state, 0)):
            return book
        assert seat is not None, f"{match.name} ended before its position came"
        action = match.choose(table, seat, table.game.legal_actions(state, seat), rng)
        book.write(moves.bot_move(table, seat, Choice(action), context).entries)
    raise AssertionError(f"{match.name} never comes to its position")


# -- how the players of a match play ---------------------------------------------------------------


def play_openly(table: Table, seat: Seat, legal: Legal, rng: random.Random) -> Any:
    """Play with full information: what fits, otherwise clues, otherwise useless discards."""
    assert table.play is not None
    state = table.play.state
    view = table.game.view(state, seat)
    plays = [a for a in legal if isinstance(a, Play) and is_playable(view, state.deck[a.card])]
    clues = [a for a in legal if isinstance(a, ColourClue | ValueClue)]
    discards = [a for a in legal if isinstance(a, Discard)]
    dead = [a for a in discards if is_dead(view, state.deck[a.card])]
    spare = [a for a in discards if not is_indispensable(view, state.deck[a.card])]
    eager = rng.random() < 0.7
    for choices in (plays if eager else (), clues if rng.random() < 0.6 else (), dead, spare):
        if choices:
            return rng.choice(choices)
    return rng.choice([*plays, *clues] or legal)


def play_blindly(_: Table, __: Seat, legal: Legal, rng: random.Random) -> Any:
    """Play anything: it ends badly."""
    return rng.choice([action for action in legal if isinstance(action, Play)] or legal)


def dare(_: Table, __: Seat, legal: Legal, rng: random.Random) -> Any:
    """Call koi-koi whenever possible, otherwise play anything."""
    return next((action for action in legal if isinstance(action, CallKoiKoi)), rng.choice(legal))


def stop_at_once(_: Table, __: Seat, legal: Legal, rng: random.Random) -> Any:
    """Stop whenever possible."""
    return next((action for action in legal if isinstance(action, Stop)), rng.choice(legal))


# -- the positions ---------------------------------------------------------------------------------


def after(plies: int) -> Callable[[Any], bool]:
    """After this many plies, at an ordinary turn of Ann."""
    return lambda view: view.ply >= plies and getattr(view, "pending", None) is None


def over(view: Any) -> bool:
    """The match has ended."""
    return bool(view.to_act is None)


def hanabi(
    name: str,
    players: int,
    until: Callable[[HanabiView], bool],
    *,
    preset: str = "hanabi/cocktail",
    choose: Choose = play_openly,
    seed: int = 1,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> StoredMatch:
    """A stored Hanabi match; Ann begins."""
    return StoredMatch(name, preset, players, until, choose, seed, {"first_seat": 0, **options})


def koikoi(
    name: str,
    until: Callable[[KoiKoiView], bool],
    *,
    preset: str = "koikoi/nintendo",
    choose: Choose = dare,
    seed: int = 1,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> StoredMatch:
    """A stored Koi-Koi match; Ann deals first."""
    return StoredMatch(name, preset, 2, until, choose, seed, {"first_dealer": 0, **options})


EVERYTHING = {"avalanche": "wild", "black_powder": True, "flamboyants": True, "first_seat": 0}
"""All three extensions of Grands Feux."""


def busy(view: KoiKoiView) -> bool:
    """A full field, and many captures on both sides."""
    return view.phase is Phase.PLAY and len(view.field) >= 10 and min(map(len, view.captures)) >= 8


def laden(view: KoiKoiView) -> bool:
    """Nearly everything captured, on both sides."""
    return view.phase is Phase.PLAY and min(map(len, view.captures)) >= 15


def rich_decision(view: KoiKoiView) -> bool:
    """Ann decides, with several yaku to count."""
    return view.phase is Phase.DECIDE and len(view.yaku[0]) >= 3


def laden_decision(view: KoiKoiView) -> bool:
    """The same with large piles on both sides."""
    return rich_decision(view) and min(map(len, view.captures)) >= 12


def crowded_decision(view: KoiKoiView) -> bool:
    """Ann decides early: a full hand, a full field."""
    return view.phase is Phase.DECIDE and len(view.hand or ()) >= 4 and len(view.field) >= 7


STORED_MATCHES: tuple[StoredMatch, ...] = (
    hanabi("hanabi-2", 2, after(24), seed=2),
    hanabi("hanabi-3", 3, after(24), seed=3),
    hanabi("hanabi-4", 4, after(28), seed=4),
    hanabi("hanabi-5", 5, after(30), seed=5),
    hanabi("hanabi-six", 5, after(20), preset="hanabi/xii-singes", options={"avalanche": "sixth"}),
    hanabi("hanabi-seven", 5, after(30), preset="hanabi/grands-feux", options=EVERYTHING),
    hanabi(
        "hanabi-tile",
        4,
        lambda view: view.pending is not None,
        preset="hanabi/grands-feux",
        options=EVERYTHING,
        seed=9,
    ),
    *(
        hanabi(
            f"hanabi-seven-{players}",
            players,
            after(24),
            preset="hanabi/grands-feux",
            options=EVERYTHING,
            seed=players,
        )
        for players in (2, 3, 4)
    ),
    hanabi("hanabi-last", 3, lambda view: view.turns_left is not None, seed=1),
    hanabi("hanabi-won", 3, over, seed=3),
    hanabi("hanabi-lost", 2, over, choose=play_blindly),
    hanabi("hanabi-done", 5, over, preset="hanabi/grands-feux", options=EVERYTHING, seed=5),
    koikoi("koikoi-start", after(0)),
    koikoi("koikoi-swap", after(0), preset="koikoi/robin-red", options={"first_dealer": 1}),
    koikoi("koikoi-full", busy, seed=101),
    koikoi("koikoi-wide", lambda view: len(view.field) >= 14, seed=472, options={"rounds": 1}),
    koikoi("koikoi-turned", lambda view: view.phase is Phase.TURNED),
    koikoi(
        "koikoi-joker",
        lambda view: (
            len(view.field) >= 8
            and view.phase is Phase.PLAY
            and any(str(card) == "11a" for card in view.hand or ())
        ),
        preset="koikoi/robin-red",
        options={"gaji": True, "hand_swap": False},
    ),
    *(
        koikoi(
            name,
            rich_decision,
            preset="koikoi/robin-red",
            options={"hand_swap": False},
            seed=43,
        )
        for name in ("koikoi-decide", "koikoi-decided")
    ),
    koikoi("koikoi-laden", laden, seed=3),
    koikoi("koikoi-laden-decide", laden_decision, seed=42),
    koikoi("koikoi-crowded-decide", crowded_decision, seed=16),
    koikoi("koikoi-over", over, choose=stop_at_once, seed=21),
    koikoi("koikoi-short", over, choose=dare, seed=5, options={"rounds": 1}),
)
