"""What a player sees of a game."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from hanamichi.batch.arrays import Row
from hanamichi.batch.hanabi import kernel, observation
from hanamichi.batch.hanabi import row as r
from hanamichi.envs.hle.moves import (
    CHANCE_PLAYER_ID,
    COLOR_CHAR,
    Done,
    HanabiCard,
    HanabiCardKnowledge,
    HanabiHistoryItem,
    HanabiMove,
)

if TYPE_CHECKING:
    from hanamichi.envs.hle.game import HanabiGame

MINIMAL, SEER = 0, 2


def _slots(game: HanabiGame, row: Row, seat: int) -> list[list[int]]:
    """The cards of a hand, each with its clues."""
    at = r.SLOTS + seat * game.hand_size() * r.SLOT_BYTES
    cells = row[at : at + int(row[r.HAND_SIZES + seat]) * r.SLOT_BYTES]
    slots: list[list[int]] = cells.reshape(-1, r.SLOT_BYTES).tolist()
    return slots


def hands_of(game: HanabiGame, row: Row) -> list[list[HanabiCard]]:
    """All hands."""
    return [
        [HanabiCard(*divmod(slot[r.CARD], 5)) for slot in _slots(game, row, seat)]
        for seat in range(game.num_players())
    ]


def told_of(game: HanabiGame, row: Row, seat: int) -> list[HanabiCardKnowledge]:
    """What clues said of each card of a hand."""
    sizes = (game.num_colors(), game.num_ranks())
    return [
        HanabiCardKnowledge(
            slot[r.SUITS_LEFT],
            slot[r.VALUES_LEFT],
            slot[r.COLOURS_TOLD],
            slot[r.VALUES_TOLD],
            sizes,
        )
        for slot in _slots(game, row, seat)
    ]


class HanabiObservation:
    """What a player sees, seats counted from its own. It keeps nothing that the player may not
    know.
    """

    def __init__(
        self,
        game: HanabiGame,
        row: Row,
        player: int,
        *,
        current: int,
        discards: Sequence[int],
        history: Sequence[Done],
    ) -> None:
        players, kind = game.num_players(), int(game.observation_type())
        order = [(player + offset) % players for offset in range(players)]
        hands = hands_of(game, row)
        self._hands = [hands[seat] for seat in order]
        if kind != SEER:
            self._hands[0] = [HanabiCard(-1, -1) for _ in self._hands[0]]
        self._told = [told_of(game, row, seat) for seat in order]
        if kind == MINIMAL:
            sizes = (game.num_colors(), game.num_ranks())
            unknown = HanabiCardKnowledge((1 << sizes[0]) - 1, (1 << sizes[1]) - 1, 0, 0, sizes)
            self._told = [[unknown for _ in hand] for hand in self._told]
        self._current = current if current == CHANCE_PLAYER_ID else (current - player) % players
        self._life = game.max_life_tokens() - int(row[r.ERRORS])
        self._tokens = int(row[r.TOKENS])
        self._fireworks: list[int] = row[r.FIREWORKS : r.FIREWORKS + game.num_colors()].tolist()
        self._deck = int(row[r.DECK_SIZE]) - int(row[r.DRAWN])
        self._discards = [HanabiCard(*divmod(code, 5)) for code in discards]
        self._legal: list[HanabiMove] = []
        if self._current == 0:
            word = int(kernel.legal_word(row, game.table.vector))
            numbers = range(game.max_moves())
            self._legal = [game.get_move(number) for number in numbers if word >> number & 1]
        self._last = _last_moves(history, player, players, all_cards=kind == SEER)
        self._bits = _bits(game, row, player)

    def observation(self) -> HanabiObservation:
        """Itself: what encoders of the original ask for."""
        return self

    def cur_player_offset(self) -> int:
        """Who is to act; -1 while a card is to be dealt."""
        return self._current

    def num_players(self) -> int:
        """How many play."""
        return len(self._hands)

    def observed_hands(self) -> list[list[HanabiCard]]:
        """All hands; the own cards are not valid."""
        return [list(hand) for hand in self._hands]

    def card_knowledge(self) -> list[list[HanabiCardKnowledge]]:
        """What clues said of every card."""
        return [list(hand) for hand in self._told]

    def discard_pile(self) -> list[HanabiCard]:
        """The discards, in order."""
        return list(self._discards)

    def fireworks(self) -> list[int]:
        """How many cards each firework has."""
        return list(self._fireworks)

    def deck_size(self) -> int:
        """How many cards are left in the deck."""
        return self._deck

    def last_moves(self) -> list[HanabiHistoryItem]:
        """The moves since the player's own last one, the latest first."""
        return [HanabiHistoryItem(done) for done in self._last]

    def information_tokens(self) -> int:
        """How many clue tokens are left."""
        return self._tokens

    def life_tokens(self) -> int:
        """How many errors are left."""
        return self._life

    def legal_moves(self) -> list[HanabiMove]:
        """What the player may do; nothing while it is not to act."""
        return list(self._legal)

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Whether a card fits its firework."""
        return 0 <= color < len(self._fireworks) and self._fireworks[color] == rank

    def encoded(self) -> list[int]:
        """The canonical vector of bits."""
        return list(self._bits)

    def __str__(self) -> str:
        fireworks = "".join(
            f"{letter}{height} "
            for letter, height in zip(COLOR_CHAR, self._fireworks, strict=False)
        )
        lines = [
            f"Life tokens: {self._life}",
            f"Info tokens: {self._tokens}",
            f"Fireworks: {fireworks}",
            "Hands:",
        ]
        for offset, (hand, told) in enumerate(zip(self._hands, self._told, strict=True)):
            lines += ["-----"] * (offset > 0) + ["Cur player"] * (offset == self._current)
            lines += [f"{card} || {known}" for card, known in zip(hand, told, strict=True)]
        lines.append(f"Deck size: {self._deck}")
        lines.append("Discards:" + "".join(f" {card}" for card in self._discards))
        return "\n".join(lines)

    __repr__ = __str__


def _last_moves(
    history: Sequence[Done], player: int, players: int, *, all_cards: bool
) -> list[Done]:
    """The latest moves up to the player's own, without the first deal."""
    start = next(
        (n for n, done in enumerate(history) if done.player != CHANCE_PLAYER_ID), len(history)
    )
    found = []
    for done in reversed(history[start:]):
        found.append(done.seen_by(player, players, all_cards=all_cards))
        if done.player == player:
            break
    return found


def _bits(game: HanabiGame, row: Row, player: int) -> list[int]:
    packed = np.zeros(-(-game.table.observation_bits // 64), np.uint64)
    observation.observe(row, game.table.vector, player, packed)
    bits = np.unpackbits(packed.view(np.uint8), bitorder="little")
    numbers: list[int] = bits[: encoded_length(game)].tolist()
    return numbers


def encoded_length(game: HanabiGame) -> int:
    """The length of the vector; a minimal one ends before what clues said."""
    if int(game.observation_type()) != MINIMAL:
        return game.table.observation_bits
    colors, ranks = game.num_colors(), game.num_ranks()
    told = game.num_players() * game.hand_size() * (colors * ranks + colors + ranks)
    return game.table.observation_bits - told


class ObservationEncoderType(enum.IntEnum):
    """The kinds of vectors."""

    CANONICAL = 0


class ObservationEncoder:
    """Turns observations into vectors."""

    def __init__(
        self,
        game: HanabiGame,
        enc_type: ObservationEncoderType = ObservationEncoderType.CANONICAL,
    ) -> None:
        self._length = encoded_length(game)

    def shape(self) -> list[int]:
        """The length of a vector, in a list."""
        return [self._length]

    def encode(self, observation: HanabiObservation) -> list[int]:
        """An observation as bits."""
        return observation.encoded()
