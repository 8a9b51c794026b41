"""The shape of hanab.live's game JSON, and what its numbers and options mean."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field

from hanamichi.core import Abandonment, RecordError

SITE = "hanab.live"

PLAY, DISCARD, COLOUR_CLUE, VALUE_CLUE, END_GAME, END_BY_VOTE = range(6)
NOBODY = -1
"""The target of an end that no player brought about."""

Reason: TypeAlias = Literal["timeout", "terminated", "idle", "vote"]
END_REASONS: Mapping[int, Reason] = MappingProxyType(
    {3: "timeout", 4: "terminated", 6: "idle", 10: "vote"}
)
"""Their end conditions that cut a game short. The others follow from the moves."""

RULE_OPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "startingPlayer": "first_seat",
        "deckPlays": "deck_play",
        "emptyClues": "empty_clues",
        "allOrNothing": "final_bouquet",
    }
)
"""Their options that are options of ours. Left out, each is 0 or false."""
HAND_OPTIONS: Mapping[str, int] = MappingProxyType({"oneExtraCard": 1, "oneLessCard": -1})
"""Their options that deal so many cards more to every hand. Left out, each is false."""
HABITS = frozenset(
    {
        "cardCycle",
        "detrimentalCharacters",
        "speedrun",
        "tableName",
        "timeBase",
        "timePerTurn",
        "timed",
    }
)
"""Options that change what people do at their table, but not what comes of a move at ours."""
CHARACTERS_WITH_RULES = frozenset({"Contrarian", "Follower", "Genius", "Panicky", "Quacker"})
"""Detrimental characters that bend the turn itself; the others only forbid or hide something."""


class LiveCard(Struct, frozen=True, rename="camel"):
    """A card of the deck."""

    suit_index: int
    value: int = field(name="rank")


class LiveAction(Struct, frozen=True):
    """A move, or the end of a game that people broke off."""

    type: int
    target: int
    value: int | None = None


class LiveGame(Struct, frozen=True, rename="camel"):
    """A game as the site exports it, or with names removed as collections of games have it."""

    deck: tuple[LiveCard, ...]
    """The top first."""
    actions: tuple[LiveAction, ...]
    players: tuple[str, ...] | None = None
    player_count: int | None = None
    options: Mapping[str, Any] | None = None
    variant: str | None = None
    """Some collections name the variant here, and not among the options."""
    score: int | None = None


FIELDS = tuple(LiveGame.__struct_encode_fields__)


class LiveSource(Struct, frozen=True, omit_defaults=True, tag_field="site", tag=SITE):
    """What a record keeps of the game it was made from, so that the export gives it back."""

    fields: tuple[str, ...] = ()
    """The fields the game had, in their order."""
    options: Mapping[str, Any] = {}
    kept: Mapping[str, Any] = {}
    """Fields that are not ours to interpret: id, seed, notes."""
    left_out: tuple[str, ...] = ()
    """Fields too long to be kept."""
    end: LiveAction | None = None
    """How the site wrote that the game was broken off, where we would write it differently."""
    silent_end: bool = False
    """The game was broken off, and no action says so: only its score of 0."""


def check_habits(options: Mapping[str, Any]) -> None:
    """Refuse every option that would change the rules in a way we do not play."""
    for name, value in options.items():
        if value and name not in HABITS | RULE_OPTIONS.keys() | HAND_OPTIONS.keys() | {"variant"}:
            raise RecordError(
                f"The hanab.live option {name} is not supported",
                code="record/unsupported",
                where=f"options.{name}",
            )


def abandonment_of(end: LiveAction, players: int, where: str) -> Abandonment:
    """Who broke the game off, and why."""
    reason: Reason | None = "vote"
    if end.type == END_GAME:
        reason = None if end.value is None else END_REASONS.get(end.value)
    if reason is None:
        raise RecordError(
            f"A game that ended in the way {end.value} is not supported; supported are: "
            + ", ".join(f"{value} ({name})" for value, name in END_REASONS.items()),
            code="record/unsupported",
            where=where,
        )
    if end.target not in range(NOBODY, players):
        raise RecordError(
            f"No player {end.target} sits here to end the game",
            code="record/impossible",
            where=where,
        )
    return Abandonment(reason, None if end.target == NOBODY else end.target)


def end_action(abandoned: Abandonment) -> LiveAction:
    """How hanab.live writes today that a game was broken off."""
    if abandoned.reason == "vote" and abandoned.seat is None:
        value = next(value for value, reason in END_REASONS.items() if reason == "vote")
        return LiveAction(END_BY_VOTE, NOBODY, value)
    written = "idle" if abandoned.reason == "absence" else abandoned.reason
    value = next(value for value, reason in END_REASONS.items() if reason == written)
    return LiveAction(END_GAME, NOBODY if abandoned.seat is None else abandoned.seat, value)


def live_score(fireworks: tuple[int, ...], *, lost: bool) -> int:
    """Their score: every firework adds its cards, the reversed one too; a loss is 0."""
    return 0 if lost else sum(fireworks)
