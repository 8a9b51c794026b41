"""Cards, what is known of them, moves, and moves that were made."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

COLOR_CHAR = ["R", "Y", "G", "W", "B"]
CHANCE_PLAYER_ID = -1


def color_idx_to_char(color_idx: int) -> str | None:
    """The letter of a colour; None for -1."""
    assert isinstance(color_idx, int)
    return None if color_idx == -1 else COLOR_CHAR[color_idx]


def color_char_to_idx(color_char: str) -> int:
    """The index of a colour's letter."""
    assert isinstance(color_char, str)
    if color_char not in COLOR_CHAR:
        raise ValueError(f"Invalid color: {color_char}. Should be one of {COLOR_CHAR}.")
    return COLOR_CHAR.index(color_char)


class HanabiCard:
    """A card; one that may not be seen has colour and rank -1."""

    __slots__ = ("_color", "_rank")

    def __init__(self, color: int, rank: int) -> None:
        self._color = color
        self._rank = rank

    def color(self) -> int:
        """The index of its colour."""
        return self._color

    def rank(self) -> int:
        """Its value, from 0."""
        return self._rank

    def valid(self) -> bool:
        """Whether it may be seen."""
        return self._color >= 0 and self._rank >= 0

    def to_dict(self) -> dict[str, Any]:
        """As observations of `rl_env` show it."""
        return {"color": color_idx_to_char(self._color), "rank": self._rank}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, HanabiCard)
            and self._color == other.color()
            and self._rank == other.rank()
        )

    def __hash__(self) -> int:
        return hash((self._color, self._rank))

    def __str__(self) -> str:
        return f"{COLOR_CHAR[self._color]}{self._rank + 1}" if self.valid() else "XX"

    __repr__ = __str__


class HanabiCardKnowledge:
    """What clues said of a card: bits of the colours and ranks it can be, and those it was told."""

    __slots__ = ("_colors", "_colours_told", "_ranks", "_ranks_told", "_sizes")

    def __init__(
        self, colors: int, ranks: int, colours_told: int, ranks_told: int, sizes: tuple[int, int]
    ) -> None:
        self._colors, self._ranks = colors, ranks
        self._colours_told, self._ranks_told = colours_told, ranks_told
        self._sizes = sizes

    def color(self) -> int | None:
        """The colour it was told to be; None if no clue said it."""
        return self._colours_told.bit_length() - 1 if self._colours_told else None

    def color_plausible(self, color_index: int) -> bool:
        """Whether no clue says that it is not of this colour."""
        return bool(self._colors >> color_index & 1)

    def rank(self) -> int | None:
        """The rank it was told to be; None if no clue said it."""
        return self._ranks_told.bit_length() - 1 if self._ranks_told else None

    def rank_plausible(self, rank_index: int) -> bool:
        """Whether no clue says that it is not of this rank."""
        return bool(self._ranks >> rank_index & 1)

    def to_dict(self) -> dict[str, Any]:
        """As observations of `rl_env` show it."""
        color = self.color()
        return {"color": None if color is None else COLOR_CHAR[color], "rank": self.rank()}

    def __str__(self) -> str:
        color, rank = self.color(), self.rank()
        told = ("X" if color is None else COLOR_CHAR[color]) + (
            "X" if rank is None else str(rank + 1)
        )
        colors, ranks = self._sizes
        left = [COLOR_CHAR[n] for n in range(colors) if self.color_plausible(n)]
        left += [str(n + 1) for n in range(ranks) if self.rank_plausible(n)]
        return f"{told}|{''.join(left)}"

    __repr__ = __str__


class HanabiMoveType(enum.IntEnum):
    """Kinds of moves; DEAL is what chance does."""

    INVALID = 0
    PLAY = 1
    DISCARD = 2
    REVEAL_COLOR = 3
    REVEAL_RANK = 4
    DEAL = 5


class Move(NamedTuple):
    """A kind of move and what belongs to it; -1 where it has no meaning."""

    kind: HanabiMoveType
    card_index: int = -1
    target_offset: int = -1
    color: int = -1
    rank: int = -1


class HanabiMove:
    """A move of a player or of chance."""

    __slots__ = ("_move",)

    def __init__(self, move: Move) -> None:
        self._move = move

    def type(self) -> HanabiMoveType:
        """Its kind."""
        return self._move.kind

    def card_index(self) -> int:
        """The place of the card that is played or discarded, from 0."""
        return self._move.card_index

    def target_offset(self) -> int:
        """How many seats further the player sits who is told something."""
        return self._move.target_offset

    def color(self) -> int:
        """The colour that is told or dealt."""
        return self._move.color

    def rank(self) -> int:
        """The rank that is told or dealt."""
        return self._move.rank

    @staticmethod
    def get_discard_move(card_index: int) -> HanabiMove:
        """Discard a card."""
        return HanabiMove(Move(HanabiMoveType.DISCARD, card_index=card_index))

    @staticmethod
    def get_play_move(card_index: int) -> HanabiMove:
        """Play a card."""
        return HanabiMove(Move(HanabiMoveType.PLAY, card_index=card_index))

    @staticmethod
    def get_reveal_color_move(target_offset: int, color: int) -> HanabiMove:
        """Tell a player about a colour."""
        move = Move(HanabiMoveType.REVEAL_COLOR, target_offset=target_offset, color=color)
        return HanabiMove(move)

    @staticmethod
    def get_reveal_rank_move(target_offset: int, rank: int) -> HanabiMove:
        """Tell a player about a rank."""
        return HanabiMove(Move(HanabiMoveType.REVEAL_RANK, target_offset=target_offset, rank=rank))

    @staticmethod
    def get_deal_specific_move(color: int, rank: int) -> HanabiMove:
        """Deal this card."""
        return HanabiMove(Move(HanabiMoveType.DEAL, color=color, rank=rank))

    def to_dict(self) -> dict[str, Any]:
        """As actions of `rl_env` are written."""
        kind = self._move.kind
        found: dict[str, Any] = {"action_type": kind.name}
        match kind:
            case HanabiMoveType.PLAY | HanabiMoveType.DISCARD:
                found["card_index"] = self._move.card_index
            case HanabiMoveType.REVEAL_COLOR:
                found["target_offset"] = self._move.target_offset
                found["color"] = color_idx_to_char(self._move.color)
            case HanabiMoveType.REVEAL_RANK:
                found["target_offset"] = self._move.target_offset
                found["rank"] = self._move.rank
            case HanabiMoveType.DEAL:
                found["color"] = color_idx_to_char(self._move.color)
                found["rank"] = self._move.rank
            case HanabiMoveType.INVALID:
                raise ValueError(f"Unsupported move: {self}")
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HanabiMove) and self._move == other._move

    def __hash__(self) -> int:
        return hash(self._move)

    def __str__(self) -> str:
        move = self._move
        match move.kind:
            case HanabiMoveType.PLAY | HanabiMoveType.DISCARD:
                return f"({move.kind.name.title()} {move.card_index})"
            case HanabiMoveType.REVEAL_COLOR:
                letter = COLOR_CHAR[move.color]
                return f"(Reveal player +{move.target_offset} color {letter})"
            case HanabiMoveType.REVEAL_RANK:
                return f"(Reveal player +{move.target_offset} rank {move.rank + 1})"
            case HanabiMoveType.DEAL:
                return f"(Deal {HanabiCard(move.color, move.rank)})"
            case HanabiMoveType.INVALID:
                return "(INVALID)"

    __repr__ = __str__


class Done(NamedTuple):
    """A move that was made, by whom and with what result."""

    move: HanabiMove
    player: int
    scored: bool = False
    information_token: bool = False
    color: int = -1
    rank: int = -1
    revealed: int = 0
    newly_revealed: int = 0
    deal_to: int = -1

    def seen_by(self, observer: int, players: int, *, all_cards: bool) -> Done:
        """The same, seats counted from the observer's, who sees no card dealt to it."""
        if self.player != CHANCE_PLAYER_ID:
            return self._replace(player=(self.player - observer) % players)
        deal_to = (self.deal_to - observer) % players
        if deal_to == 0 and not all_cards:
            return self._replace(deal_to=deal_to, move=HanabiMove(Move(HanabiMoveType.DEAL)))
        return self._replace(deal_to=deal_to)


class HanabiHistoryItem:
    """A move that was made."""

    __slots__ = ("_item",)

    def __init__(self, item: Done) -> None:
        self._item = item

    def move(self) -> HanabiMove:
        """The move."""
        return self._item.move

    def player(self) -> int:
        """Who made it."""
        return self._item.player

    def scored(self) -> bool:
        """Whether a card was added to its firework."""
        return self._item.scored

    def information_token(self) -> bool:
        """Whether it brought a clue token."""
        return self._item.information_token

    def color(self) -> int:
        """The colour of the card played or discarded."""
        return self._item.color

    def rank(self) -> int:
        """The rank of the card played or discarded."""
        return self._item.rank

    def card_info_revealed(self) -> list[int]:
        """The places of the cards that a clue touched."""
        return _places(self._item.revealed)

    def card_info_newly_revealed(self) -> list[int]:
        """Those of them that had not been told it before."""
        return _places(self._item.newly_revealed)

    def deal_to_player(self) -> int:
        """Who got a card that was dealt."""
        return self._item.deal_to

    def __str__(self) -> str:
        item = self._item
        text = f"<{item.move}"
        if item.player >= 0:
            text += f" by player {item.player}"
        text += " scored" * item.scored + " info_token" * item.information_token
        if item.color >= 0:
            text += f" {HanabiCard(item.color, item.rank)}"
        if item.revealed:
            text += " reveal " + ",".join(map(str, _places(item.revealed)))
        return text + ">"

    __repr__ = __str__


def _places(bits: int) -> list[int]:
    return [place for place in range(8) if bits >> place & 1]
