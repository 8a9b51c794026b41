"""Links to hanab.live that hold a whole game: `…/shared-replay-json/415pagn…,03ocka…,0`.

Between commas stand the players and the deck, the actions, and the number of the variant; newer
links end with the seed. A hyphen after every 20 characters lets a long link wrap. Names, notes and
options have no place in it.
"""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, NamedTuple
from urllib.parse import unquote

from msgspec import structs

from hanamichi.core import MatchRecord, RecordError, replay
from hanamichi.core.record import plain
from hanamichi.hanabi import HANABI, HanabiOptions
from hanamichi.hanabi.options import hand_size
from hanamichi.records.hanab_live import form
from hanamichi.records.hanab_live.form import LiveAction, LiveGame
from hanamichi.records.hanab_live.reader import record_from
from hanamichi.records.hanab_live.variants import VARIANTS, VARIANTS_BY_ID, unsupported_variant
from hanamichi.records.hanab_live.writer import live_game
from hanamichi.records.parsing import unreadable

_ADDRESS = "https://hanab.live/shared-replay-json/"
_SYMBOLS = ascii_lowercase + digits + ascii_uppercase
_WRAP = 20
_NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily", "Frank")
"""The players of such a game, as hanab.live shows them."""
_NORMAL_END, _STRIKEOUT = 1, 2

_HOST = r"(?:https?://[^/]+/|[\w-]+(?:\.[\w-]+)+(?::\d+)?/)"
_GAME = re.compile(rf"{_HOST}?/?(?:shared-)?replay-json/(?P<data>[^#?]*)(?:[#?].*)?")
_NUMBERED = re.compile(rf"{_HOST}(?:shared-)?replay/(?P<id>\d+)(?:[/#?].*)?")
_BARE = re.compile(r"(?P<data>\d{3}[0-9A-Za-z-]+,[0-9A-Za-z-]+,[0-9-]+(?:,[0-9A-Za-z-]*)?)")


class _Span(NamedTuple):
    """The smallest and the largest of the numbers that share a symbol with another one."""

    low: int
    high: int

    @property
    def size(self) -> int:
        return self.high - self.low + 1


def is_link(text: str) -> bool:
    """Whether a text is meant to be a link to a game of hanab.live."""
    link = _unwrapped(text)
    return any(pattern.fullmatch(link) for pattern in (_GAME, _NUMBERED, _BARE))


def read_link(text: str) -> MatchRecord:
    """The record that a link holds, replayed."""
    link = _unwrapped(text)
    if (numbered := _NUMBERED.fullmatch(link)) is not None:
        raise RecordError(
            f"This link only names game {numbered['id']}, and nothing is fetched from the web: "
            f"save https://hanab.live/export/{numbered['id']} and open the file",
            code="record/unsupported",
        )
    found = _GAME.fullmatch(link) or _BARE.fullmatch(link)
    if found is None:
        raise unreadable("This is no link to a game of hanab.live")
    return record_from(_game(unquote(found["data"])))


def write_link(record: MatchRecord) -> bytes:
    """A link that holds the game; players keep their order, but not their names."""
    game = live_game(record, None)
    _check_hands(game)
    game = _begun_by_the_first(game)
    if any(action.target == form.NOBODY for action in game.actions):
        raise RecordError(
            "A link can only say which player broke the game off, and here it was none of them",
            code="record/unsupported",
            where="abandoned",
        )
    data = _data(game)
    _check_options(game, data, record)
    return f"{_ADDRESS}{data}\n".encode()


def _unwrapped(text: str) -> str:
    """A link without the line breaks of the message it was copied from."""
    return "".join(text.split())


# -- reading ---------------------------------------------------------------------------------------


def _game(data: str) -> dict[str, Any]:
    """The game in hanab.live's JSON."""
    fields = data.split(",", 3)
    if len(fields) < 3:
        raise _damaged("it has no deck, actions and variant")
    deck, actions, variant = (field.replace("-", "") for field in fields[:3])
    if not deck[:1].isdecimal() or int(deck[0]) not in range(2, len(_NAMES) + 1):
        raise _damaged("it does not begin with the number of players")
    if not re.fullmatch(r"[0-9]{1,6}", variant):
        raise _damaged("it does not end with the number of a variant")
    number = int(variant)
    if number not in VARIANTS_BY_ID:
        raise unsupported_variant(f"number {number}", "variant")
    game: dict[str, Any] = {
        "players": list(_NAMES[: int(deck[0])]),
        "deck": _read_deck(deck[1:]),
        "actions": _read_actions(actions),
        "options": {"variant": VARIANTS_BY_ID[number].name},
    }
    last = game["actions"][-1] if game["actions"] else {}
    if last.get("type") == form.END_GAME and last.get("value") in (_NORMAL_END, _STRIKEOUT):
        # Older links say in an action of its own how the moves ended the game.
        game["actions"].pop()
        if last["value"] == _STRIKEOUT:
            game["score"] = 0
    if fields[3:] and fields[3]:
        game["seed"] = fields[3]
    return game


def _read_deck(text: str) -> list[dict[str, int]]:
    values = _read_span(text)
    cards = [divmod(_number(symbol), values.size) for symbol in text[2:]]
    return [{"suitIndex": suit, "rank": value + values.low} for suit, value in cards]


def _read_actions(text: str) -> list[dict[str, int]]:
    types = _read_span(text)
    if len(text) % 2:
        raise _damaged("half of an action is missing")
    actions = []
    for place in range(2, len(text), 2):
        value, kind = divmod(_number(text[place]), types.size)
        action = {"type": kind + types.low, "target": _number(text[place + 1])}
        if value:
            action["value"] = value - 1
        actions.append(action)
    return actions


def _read_span(text: str) -> _Span:
    if not re.match(r"[0-9]{2}", text) or text[0] > text[1]:
        raise _damaged("a part of it is missing")
    return _Span(int(text[0]), int(text[1]))


def _number(symbol: str) -> int:
    found = _SYMBOLS.find(symbol)
    if found < 0:
        raise _damaged(f"{symbol!r} has no meaning in it")
    return found


def _damaged(reason: str) -> RecordError:
    return unreadable(f"The link is damaged or cut short: {reason}")


# -- writing ---------------------------------------------------------------------------------------


def _data(game: LiveGame) -> str:
    assert game.players is not None
    assert game.variant is not None
    values = _Span(1, 5)
    kinds = [action.type for action in game.actions]
    types = _Span(min(kinds, default=0), max(kinds, default=0))
    deck = "".join(
        _SYMBOLS[card.suit_index * values.size + card.value - values.low] for card in game.deck
    )
    actions = "".join(_symbols(action, types) for action in game.actions)
    data = (
        f"{len(game.players)}{values.low}{values.high}{deck},"
        f"{types.low}{types.high}{actions},{VARIANTS[game.variant].id}"
    )
    return "-".join(data[start : start + _WRAP] for start in range(0, len(data), _WRAP))


def _symbols(action: LiveAction, types: _Span) -> str:
    value = 0 if action.value is None else action.value + 1
    return _SYMBOLS[value * types.size + action.type - types.low] + _SYMBOLS[action.target]


def _begun_by_the_first(game: LiveGame) -> LiveGame:
    """The same game with seats counted from the one that begins: a link cannot name another."""
    assert game.players is not None
    assert game.options is not None
    count = len(game.players)
    first = game.options.get("startingPlayer", 0)
    if not first:
        return game
    size = hand_size(HanabiOptions(), count)
    dealt = [(seat + first) % count * size + card for seat in range(count) for card in range(size)]
    number_of = {old: new for new, old in enumerate(dealt)}

    def moved(action: LiveAction) -> LiveAction:
        if action.type in (form.PLAY, form.DISCARD):
            target = number_of.get(action.target, action.target)
        elif action.target == form.NOBODY:
            target = form.NOBODY
        else:
            target = (action.target - first) % count
        return structs.replace(action, target=target)

    return structs.replace(
        game,
        deck=(*(game.deck[card] for card in dealt), *game.deck[len(dealt) :]),
        actions=tuple(moved(action) for action in game.actions),
    )


def _check_hands(game: LiveGame) -> None:
    """Refuse hands of another size: a link names no options, and deals as the booklets do."""
    for name in form.HAND_OPTIONS:
        if (game.options or {}).get(name):
            raise RecordError(
                f"A link names no options, and this game was dealt with {name}",
                code="record/unsupported",
                where="options.hand_size",
            )


def _check_options(game: LiveGame, data: str, record: MatchRecord) -> None:
    """Refuse a game that takes another course without its options."""
    given = game.options or {}
    options = [name for name in form.RULE_OPTIONS if given.get(name) and name != "startingPlayer"]
    if not options:
        return
    *_, last = replay(HANABI, record)
    outcome = HANABI.outcome(last.state)
    try:
        same = record_from(_game(data)).result == (None if outcome is None else plain(outcome))
    except RecordError:
        same = False
    if not same:
        raise RecordError(
            f"A link names no options, and without {' and '.join(options)} this game would have "
            "gone another way",
            code="record/unsupported",
            where="options",
        )
