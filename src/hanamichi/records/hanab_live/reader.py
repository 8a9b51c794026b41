"""From hanab.live's game JSON to a record: the game is played again, move by move."""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from hanamichi.core import (
    Abandonment,
    ChanceDraw,
    MatchRecord,
    Move,
    OptionError,
    RecordError,
    Replayed,
)
from hanamichi.core.errors import MoveError
from hanamichi.core.record import plain
from hanamichi.hanabi import (
    HANABI,
    PRESETS,
    Card,
    ColourClue,
    Discard,
    HanabiAction,
    HanabiOptions,
    HanabiState,
    Play,
    PlayFromDeck,
    ValueClue,
)
from hanamichi.hanabi.cards import CARDS
from hanamichi.hanabi.layout import layout_of
from hanamichi.hanabi.options import hand_size
from hanamichi.hanabi.scoring import points_of
from hanamichi.records.hanab_live import form
from hanamichi.records.hanab_live.form import LiveAction, LiveCard, LiveGame, LiveSource
from hanamichi.records.hanab_live.variants import (
    NO_VARIANT,
    VARIANTS,
    Variant,
    unsupported_variant,
)
from hanamichi.records.hanabi_settled import is_settled
from hanamichi.records.parsing import check_names, convert, parse_json
from hanamichi.records.source import kept_fields

PRESET = "hanabi/online"
_KEPT_BYTES = 12 * 1024
"""The most bytes of fields that are kept without being understood."""
_OPTIONS_BYTES = 2 * 1024
_MAX_LEFT_OUT = 20
"""How many names of omitted fields are kept."""
_MAX_NAME = 100
"""The longest name of a variant that an error repeats whole."""


def read_hanab_live(data: bytes) -> MatchRecord:
    """A record from hanab.live's JSON, replayed and its score checked."""
    return record_from(parse_json(data))


def record_from(value: Any) -> MatchRecord:
    """A record from the plain values of a game of hanab.live."""
    if not isinstance(value, dict):
        raise RecordError("A game of hanab.live is a JSON object", code="record/invalid")
    if not value.get("deck") and value.get("seed"):
        raise _unsupported("A game that names a seed instead of its deck is not supported", "deck")
    game = convert(value, LiveGame)
    players = _players(game)
    given = game.options or {}
    variant = _variant(game, given)
    options = _options(given, variant, len(players))
    _check_characters(value.get("characters"), given)
    faces = _faces(game.deck, variant, options)
    replayed = _Replayed(game, options, variant, faces, len(players))
    outcome = HANABI.outcome(replayed.state)
    silent_end = _check_score(game.score, replayed)
    return MatchRecord(
        game=HANABI.id,
        preset=PRESET,
        options=plain(options),
        players=players,
        chance=(ChanceDraw("deck", tuple(face.value for face in faces)),),
        moves=tuple(replayed.moves),
        abandoned=Abandonment("terminated") if silent_end else replayed.abandoned,
        result=None if outcome is None else plain(outcome),
        source=plain(_source(value, given, replayed, silent_end=silent_end)),
    )


def _players(game: LiveGame) -> tuple[str, ...]:
    count = game.player_count
    field = "playerCount" if game.players is None else "players"
    if game.players is not None:
        if count is not None and count != len(game.players):
            raise _impossible(
                f"{len(game.players)} players have names, but playerCount is {count}", "players"
            )
        count = len(game.players)
    if count is None:
        raise RecordError(
            "The game says neither players nor playerCount", code="record/invalid", where="players"
        )
    if count not in HANABI.seat_counts:
        low, high = HANABI.seat_counts[0], HANABI.seat_counts[-1]
        players = "1 player" if count == 1 else f"{count} players"
        raise _unsupported(
            f"A game of {players} is not supported: the booklets have {low} to {high}", field
        )
    check_names(game.players or ())
    return game.players or tuple(f"Player {seat + 1}" for seat in range(count))


def _variant(game: LiveGame, given: Mapping[str, Any]) -> Variant:
    """The variant that the game names, at its top level, among its options, or both."""
    name = given.get("variant")
    where = "options.variant"
    if game.variant:
        if name and name != game.variant:
            raise RecordError(
                f"The game is {_quoted(game.variant)} by its variant, "
                f"but {_quoted(name)} by its options",
                code="record/invalid",
                where="variant",
            )
        name, where = game.variant, "variant"
    name = name or NO_VARIANT
    if not isinstance(name, str) or name not in VARIANTS:
        raise unsupported_variant(_quoted(name), where)
    return VARIANTS[name]


def _quoted(name: Any) -> str:
    """A name as it was given, whole unless it is longer than any of a variant."""
    return repr(name) if isinstance(name, str) and len(name) <= _MAX_NAME else reprlib.repr(name)


def _options(given: Mapping[str, Any], variant: Variant, players: int) -> HanabiOptions:
    form.check_habits(given)
    options = structs.replace(
        PRESETS[PRESET].options,
        **variant.options,
        first_seat=_setting(given, "startingPlayer", 0),
        deck_play=_setting(given, "deckPlays", False),
        empty_clues=_setting(given, "emptyClues", False),
        final_bouquet=_setting(given, "allOrNothing", False),
        hand_size=_hand_size(given, players),
    )
    try:
        HANABI.check(options, players)
    except OptionError as error:
        theirs = {ours: name for name, ours in form.RULE_OPTIONS.items()}
        field = theirs.get(error.where or "")
        raise _impossible(error.message, f"options.{field}" if field else "options") from None
    return options


def _hand_size(given: Mapping[str, Any], players: int) -> int | None:
    """None for hands as the booklets deal them."""
    switched_on = [name for name in form.HAND_OPTIONS if _setting(given, name, False)]
    if len(switched_on) > 1:
        raise _impossible(f"A table has only one of {', '.join(switched_on)}", "options")
    if not switched_on:
        return None
    return hand_size(HanabiOptions(), players) + form.HAND_OPTIONS[switched_on[0]]


def _setting(given: Mapping[str, Any], name: str, default: int) -> Any:
    value = given.get(name)
    if value is None:
        return default
    if type(value) is not type(default):
        kind = "true or false" if isinstance(default, bool) else "a whole number"
        raise RecordError(f"{name} is {kind}", code="record/invalid", where=f"options.{name}")
    return value


def _check_characters(characters: Any, given: Mapping[str, Any]) -> None:
    if not given.get("detrimentalCharacters") or not isinstance(characters, list):
        return
    for seat, character in enumerate(characters):
        name = character.get("name") if isinstance(character, dict) else None
        if isinstance(name, str) and name in form.CHARACTERS_WITH_RULES:
            raise _unsupported(
                f"The detrimental character {name} changes the rules and is not supported",
                f"characters[{seat}]",
            )


def _faces(deck: Sequence[LiveCard], variant: Variant, options: HanabiOptions) -> list[Card]:
    """The deck in our cards, each of them there as often as it should be."""
    layout = layout_of(options)
    if len(deck) != len(layout.deck):
        raise _impossible(
            f"The deck of {variant.name} has {len(layout.deck)} cards, not {len(deck)}", "deck"
        )
    suits = variant.suits
    faces: list[Card] = []
    seen: Counter[Card] = Counter()
    for index, card in enumerate(deck):
        where = f"deck[{index}]"
        if card.suit_index not in range(len(suits)):
            raise _impossible(
                f"The suits of {variant.name} are 0 to {len(suits) - 1}, not {card.suit_index}",
                where,
            )
        if card.value not in range(1, 6):
            raise _impossible(f"Ranks are 1 to 5, not {card.value}", where)
        suit = suits[card.suit_index]
        face = CARDS[suit.index * 5 + card.value - 1]
        seen[face] += 1
        copies = layout.copies[face.index]
        if seen[face] > copies:
            times = "once" if copies == 1 else f"{copies} times"
            raise _impossible(
                f"The {variant.name_of(suit)} {card.value} is in the deck {times}, "
                f"and here once more",
                where,
            )
        faces.append(face)
    return faces


class _Replayed:
    """The game played by our rules, as far as the actions go."""

    def __init__(
        self,
        game: LiveGame,
        options: HanabiOptions,
        variant: Variant,
        faces: Sequence[Card],
        players: int,
    ) -> None:
        self.variant = variant
        self.chance = Replayed([ChanceDraw("deck", tuple(face.value for face in faces))])
        self.state: HanabiState = HANABI.start(options, players, self.chance).state
        self.moves: list[Move] = []
        self.abandoned: Abandonment | None = None
        self.end: LiveAction | None = None
        bent = bool((game.options or {}).get("detrimentalCharacters"))
        for index, action in enumerate(game.actions):
            try:
                self._take(action, f"actions[{index}]")
            except MoveError as error:
                if bent:
                    raise _unsupported(
                        f"By our rules this cannot be: {error.message}. The option "
                        "detrimentalCharacters may have changed the rules",
                        f"actions[{index}]",
                    ) from None
                raise _impossible(error.message, f"actions[{index}]") from None

    def _take(self, action: LiveAction, where: str) -> None:
        if self.end is not None:
            raise _impossible("An action follows after the game was ended", where)
        if action.type in (form.END_GAME, form.END_BY_VOTE):
            if self.state.ended is not None:
                raise _impossible("The game had ended by its rules already", where)
            self.abandoned = form.abandonment_of(action, self.state.players, where)
            self.end = action
            return
        seat, move = self.state.turn, self._move(action, where)
        self.state = HANABI.apply(self.state, seat, move, self.chance).state
        self.moves.append(Move(seat, plain(move)))

    def _move(self, action: LiveAction, where: str) -> HanabiAction:
        match action:
            case LiveAction(form.PLAY | form.DISCARD, _, value) if value:
                raise _impossible(
                    f"A play or a discard has no value, and here it is {value}", where
                )
            case LiveAction(form.PLAY, card):
                last = len(self.state.deck) - 1
                if self.state.options.deck_play and card == self.state.drawn == last:
                    return PlayFromDeck()
                return Play(card)
            case LiveAction(form.DISCARD, card):
                return Discard(card)
            case LiveAction(form.COLOUR_CLUE, target, value):
                colours = self.variant.clue_colours
                if value is None or value not in range(len(colours)):
                    raise _impossible(
                        f"The colours of a clue in {self.variant.name} are 0 to "
                        f"{len(colours) - 1}, not {_shown(value)}",
                        where,
                    )
                return ColourClue(self._seat(target, where), colours[value])
            case LiveAction(form.VALUE_CLUE, target, value):
                if value is None or value not in range(1, 6):
                    raise _impossible(
                        f"A clue names a rank from 1 to 5, not {_shown(value)}", where
                    )
                return ValueClue(self._seat(target, where), value)
            case _:
                raise RecordError(
                    f"hanab.live has no action of type {action.type}",
                    code="record/invalid",
                    where=where,
                )

    def _seat(self, target: int, where: str) -> int:
        if target not in range(self.state.players):
            raise _impossible(f"No player {target} sits here to be told something", where)
        return target


def _check_score(recorded: int | None, replayed: _Replayed) -> bool:
    """Compare the scores. True when only a score of 0 tells that the game was broken off."""
    if recorded is None:
        return False
    state, outcome = replayed.state, HANABI.outcome(replayed.state)
    lost = replayed.abandoned is not None or (outcome is not None and outcome.result == "lost")
    theirs = form.live_score(state.fireworks, lost=lost)
    # Some collections may count the black powder as the booklet does.
    ours = 0 if lost else points_of(state.options, state.fireworks)
    if recorded in (theirs, ours):
        return False
    if recorded == 0 and outcome is None and not is_settled(state):
        # Every end that costs the points is scored 0 there, and not each is written as an action.
        return True
    raise RecordError(
        f"The moves lead to a score of {theirs}, but {recorded} is recorded",
        code="record/mismatch",
        where="score",
    )


def _source(
    value: Mapping[str, Any], given: Mapping[str, Any], replayed: _Replayed, *, silent_end: bool
) -> LiveSource:
    others = {name: field for name, field in value.items() if name not in form.FIELDS}
    kept = kept_fields(others, _KEPT_BYTES)
    left_out = [name for name in others if name not in kept and len(name) <= _MAX_NAME]
    end = replayed.end
    if replayed.abandoned is not None and end == form.end_action(replayed.abandoned):
        end = None
    return LiveSource(
        fields=tuple(name for name in value if name in form.FIELDS or name in kept),
        options=kept_fields(given, _OPTIONS_BYTES),
        kept=kept,
        left_out=tuple(left_out[:_MAX_LEFT_OUT]),
        end=end,
        silent_end=silent_end,
    )


def _shown(value: int | None) -> str:
    return "nothing" if value is None else str(value)


def _impossible(message: str, where: str) -> RecordError:
    return RecordError(message, code="record/impossible", where=where)


def _unsupported(message: str, where: str) -> RecordError:
    return RecordError(message, code="record/unsupported", where=where)
