"""A game as it stands, chance included."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hanamichi.batch.arrays import Row
from hanamichi.batch.hanabi import kernel, setup
from hanamichi.batch.hanabi import row as r
from hanamichi.envs.hle.errors import IllegalMove
from hanamichi.envs.hle.moves import (
    CHANCE_PLAYER_ID,
    COLOR_CHAR,
    Done,
    HanabiCard,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
)
from hanamichi.envs.hle.observation import HanabiObservation, hands_of, told_of
from hanamichi.hanabi.cards import Card

if TYPE_CHECKING:
    from hanamichi.envs.hle.game import HanabiGame


class HanabiEndOfGameType(enum.IntEnum):
    """How a game ended."""

    NOT_FINISHED = 0
    OUT_OF_LIFE_TOKENS = 1
    OUT_OF_CARDS = 2
    COMPLETED_FIREWORKS = 3


_ENDINGS = {
    r.ENDED_ERRORS: HanabiEndOfGameType.OUT_OF_LIFE_TOKENS,
    r.ENDED_COMPLETE: HanabiEndOfGameType.COMPLETED_FIREWORKS,
}


class HanabiState:
    """A game. Between a move and the next one, chance deals a card: then nobody is to act.

    The kernels draw as part of a move, so the last cards of the row may not be dealt yet:
    `_waiting` has the seats that they go to.
    """

    _waiting: list[int]
    _discards: list[int]
    _history: list[Done]
    _ended: HanabiEndOfGameType

    def __init__(
        self,
        game: HanabiGame | None,
        c_state: HanabiState | None = None,
        *,
        deck: Sequence[Card] | None = None,
    ) -> None:
        if c_state is not None:
            self._game: HanabiGame = c_state._game
            self._row: Row = c_state._row.copy()
            self._waiting = list(c_state._waiting)
            self._discards = list(c_state._discards)
            self._history = list(c_state._history)
            self._ended = c_state._ended
            return
        assert game is not None
        self._game = game
        table = game.table
        self._row = setup.template(table.options, deck=deck)
        kernel.deal(self._row, table.vector, self._row.copy(), game.rng, 0)
        self._waiting = [
            seat for seat in range(game.num_players()) for _ in range(game.hand_size())
        ]
        self._discards = []
        self._history = []
        self._ended = HanabiEndOfGameType.NOT_FINISHED

    def copy(self) -> HanabiState:
        """A game that goes on by itself from here; chance deals it other cards."""
        return HanabiState(None, self)

    # -- what there is to see ----------------------------------------------------------------

    def observation(self, player: int) -> HanabiObservation:
        """What a player sees."""
        if not 0 <= player < self.num_players():
            raise IllegalMove(f"Players are 0 to {self.num_players() - 1}", where="player")
        return HanabiObservation(
            self._game,
            self._dealt_row(),
            player,
            current=self.cur_player(),
            discards=self._discards,
            history=self._history,
        )

    def cur_player(self) -> int:
        """Who is to act; -1 while a card is to be dealt."""
        return CHANCE_PLAYER_ID if self._waiting else int(self._row[r.TURN])

    def deck_size(self) -> int:
        """How many cards are left in the deck."""
        return int(self._row[r.DECK_SIZE]) - self._drawn()

    def discard_pile(self) -> list[HanabiCard]:
        """The discards, in order."""
        return [HanabiCard(*divmod(code, 5)) for code in self._discards]

    def fireworks(self) -> list[int]:
        """How many cards each firework has."""
        heights: list[int] = self._row[r.FIREWORKS : r.FIREWORKS + self._game.num_colors()].tolist()
        return heights

    def player_hands(self) -> list[list[HanabiCard]]:
        """All hands, the oldest card first."""
        return hands_of(self._game, self._dealt_row())

    def information_tokens(self) -> int:
        """How many clue tokens are left."""
        return int(self._row[r.TOKENS])

    def life_tokens(self) -> int:
        """How many errors are left."""
        return self._game.max_life_tokens() - int(self._row[r.ERRORS])

    def num_players(self) -> int:
        """How many play."""
        return self._game.num_players()

    def score(self) -> int:
        """The score; 0 once there are no lives left."""
        return sum(self.fireworks()) if self.life_tokens() > 0 else 0

    def end_of_game_status(self) -> HanabiEndOfGameType:
        """Whether and how the game has ended."""
        return self._ended

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._ended is not HanabiEndOfGameType.NOT_FINISHED

    def move_history(self) -> list[HanabiHistoryItem]:
        """Every move so far, deals included."""
        return [HanabiHistoryItem(done) for done in self._history]

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Whether a card fits its firework."""
        heights = self.fireworks()
        return 0 <= color < len(heights) and heights[color] == rank

    # -- moves -------------------------------------------------------------------------------

    def legal_moves(self) -> list[HanabiMove]:
        """What the player to act may do."""
        if self._waiting:
            return []
        word = int(kernel.legal_word(self._row, self._game.table.vector))
        numbers = range(self._game.max_moves())
        return [self._game.get_move(number) for number in numbers if word >> number & 1]

    def move_is_legal(self, move: HanabiMove) -> bool:
        """Whether a move is legal now."""
        if move.type() is HanabiMoveType.DEAL:
            return bool(self._waiting) and self._place_of(move) is not None
        number = self._game.get_move_uid(move)
        vector = self._game.table.vector
        return (
            not self._waiting and number >= 0 and bool(kernel.is_legal(self._row, vector, number))
        )

    def deal_random_card(self) -> None:
        """Deal the next card."""
        if not self._waiting:
            raise IllegalMove("There is no card to deal", where="move")
        seat = self._waiting.pop(0)
        code = int(self._row[r.DECK + self._drawn() - 1])
        move = HanabiMove.get_deal_specific_move(*divmod(code, 5))
        self._history.append(Done(move, CHANCE_PLAYER_ID, deal_to=seat))

    def apply_move(self, move: HanabiMove) -> None:
        """Make a move. One that is not legal raises and changes nothing."""
        if not self.move_is_legal(move):
            raise IllegalMove(f"Illegal action: {move}", where="action")
        if move.type() is HanabiMoveType.DEAL:
            self._put_next(move)
            self.deal_random_card()
            return
        if self.is_terminal():
            raise IllegalMove("There is no game going on: reset() begins one", where="action")
        row, vector, seat = self._row, self._game.table.vector, int(self._row[r.TURN])
        newly = self._newly_told(move)
        drawn = self._drawn()
        kernel.step(row, vector, self._game.get_move_uid(move), self._game.rng, 0)
        if row[r.ENDED]:
            self._ended = _ENDINGS.get(int(row[r.ENDED]), HanabiEndOfGameType.OUT_OF_CARDS)
            self._go_on(seat)
        self._waiting = [seat] * (self._drawn() - drawn)
        self._note(move, seat, newly)

    def _note(self, move: HanabiMove, seat: int, newly: int) -> None:
        """Put a move into the history, and its card among the discards."""
        row = self._row
        if move.type() in (HanabiMoveType.REVEAL_COLOR, HanabiMoveType.REVEAL_RANK):
            touched = int(row[r.LAST_TOUCHED])
            self._history.append(Done(move, seat, revealed=touched, newly_revealed=touched & newly))
            return
        played, code = move.type() is HanabiMoveType.PLAY, int(row[r.LAST_CARD])
        scored = played and bool(row[r.LAST_SCORED])
        token = bool(row[r.LAST_TOKEN]) if played else True
        if not scored:
            self._discards.append(code)
        self._history.append(Done(move, seat, scored, token, *divmod(code, 5)))

    def _newly_told(self, move: HanabiMove) -> int:
        """A bit for each card of the player told that no such clue has touched before."""
        if move.type() not in (HanabiMoveType.REVEAL_COLOR, HanabiMoveType.REVEAL_RANK):
            return 0
        target = (int(self._row[r.TURN]) + move.target_offset()) % self.num_players()
        about_color = move.type() is HanabiMoveType.REVEAL_COLOR
        told = told_of(self._game, self._row, target)
        known = [each.color() if about_color else each.rank() for each in told]
        return sum(1 << place for place, what in enumerate(known) if what is None)

    def _go_on(self, seat: int) -> None:
        """The original environment shows the final position as if the game continued.

        It pays the clue token of the last firework, draws the card of the last turn and passes
        the turn.
        """
        row, vector = self._row, self._game.table.vector
        if row[r.ENDED] == r.ENDED_COMPLETE and row[r.TOKENS] < vector[r.O_TOKENS]:
            row[r.TOKENS] += 1
            row[r.LAST_TOKEN] = 1
        row[r.ENDED] = 0
        if row[r.HAND_SIZES + seat] < vector[r.O_HAND] and row[r.DRAWN] < row[r.DECK_SIZE]:
            kernel.add_card(row, vector, seat, kernel.pick(row, self._game.rng, 0))
        row[r.TURN] = (seat + 1) % self.num_players()

    # -- cards that wait for chance ----------------------------------------------------------

    def _drawn(self) -> int:
        """How many cards have been dealt."""
        return int(self._row[r.DRAWN]) - len(self._waiting)

    def _dealt_row(self) -> Row:
        """The row without the cards that are not dealt yet."""
        row = self._row.copy()
        for seat in self._waiting:
            row[r.HAND_SIZES + seat] -= 1
        row[r.DRAWN] -= len(self._waiting)
        return row

    def _place_of(self, move: HanabiMove) -> int | None:
        """Where in the deck the first such card is, among those that are not dealt yet."""
        if not 0 <= move.rank() < 5:
            return None
        code = 5 * move.color() + move.rank()
        left = self._row[r.DECK + self._drawn() : r.DECK + int(self._row[r.DECK_SIZE])].tolist()
        return self._drawn() + left.index(code) if code in left else None

    def _put_next(self, move: HanabiMove) -> None:
        """Exchange the next card with one of this kind."""
        row, at, place = self._row, self._drawn(), self._place_of(move)
        assert place is not None
        row[r.DECK + at], row[r.DECK + place] = row[r.DECK + place], row[r.DECK + at]
        dealt = self._dealt_row()
        for n, seat in enumerate(self._waiting):
            slot = int(dealt[r.HAND_SIZES + seat])
            cell = r.SLOTS + (seat * self._game.hand_size() + slot) * r.SLOT_BYTES
            row[cell + r.CARD] = row[r.DECK + at + n]
            dealt[r.HAND_SIZES + seat] += 1

    def __str__(self) -> str:
        row = self._dealt_row()
        hands = hands_of(self._game, row)
        lines = [
            f"Life tokens: {self.life_tokens()}",
            f"Info tokens: {self.information_tokens()}",
            "Fireworks: "
            + "".join(
                f"{letter}{height} "
                for letter, height in zip(COLOR_CHAR, self.fireworks(), strict=False)
            ),
            "Hands:",
        ]
        for seat, hand in enumerate(hands):
            lines += ["-----"] * (seat > 0) + ["Cur player"] * (seat == self.cur_player())
            told = told_of(self._game, row, seat)
            lines += [f"{card} || {known}" for card, known in zip(hand, told, strict=True)]
        lines.append(f"Deck size: {self.deck_size()}")
        lines.append("Discards:" + "".join(f" {card}" for card in self.discard_pile()))
        return "\n".join(lines)

    __repr__ = __str__
