"""Actions worth trying at a position, legal or not, made from the game's action types alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from hanamichi.core import Action, Seat, UnparsableMove
from hanamichi.core.record import AnyGame

_UNBOUNDED = 64
_Plain = dict[str, Any]


class _Unknown(Exception):
    """A type that cannot be filled without knowing the game."""


class Candidates:
    """Draws actions: legal ones with one value changed, then any of the right type."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        info = inspect.type_info(game.action_type)
        kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
        self._forms = {
            kind.tag: kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag
        }

    def draw(self, state: Any, seat: Seat, choose: random.Random, count: int) -> Iterator[Action]:
        """For each action type up to `count` actions, plus as many altered legal ones."""
        acting = self._game.to_act(state)
        asked = seat if acting is None else acting
        legal = [msgspec.to_builtins(a) for a in self._game.legal_actions(state, asked)]
        named = self._named(legal)
        for form in self._forms.values():
            for _ in range(count if form.fields else 1):
                yield from self._parsed(lambda form=form: self._fill(form, named, choose))
        for _ in range(count if legal else 0):
            yield from self._parsed(lambda: self._alter(choose.choice(legal), named, choose))

    def _parsed(self, make: Any) -> Iterator[Action]:
        try:
            yield self._game.parse_action(make())
        except (_Unknown, UnparsableMove):
            return

    def _named(self, legal: list[_Plain]) -> dict[str, list[Any]]:
        """The values in legal actions by type, for example the cards in hand."""
        named: dict[str, list[Any]] = {}
        for action in legal:
            for field in self._form_of(action).fields:
                values = named.setdefault(repr(field.type), [])
                value = action.get(field.encode_name)
                if value is not None and value not in values:
                    values.append(value)
        return named

    def _form_of(self, action: _Plain) -> inspect.StructType:
        return next(
            form for form in self._forms.values() if action[str(form.tag_field)] == form.tag
        )

    def _fill(
        self, form: inspect.StructType, named: dict[str, list[Any]], choose: random.Random
    ) -> _Plain:
        values = {f.encode_name: _value(f.type, named, choose) for f in form.fields}
        return {str(form.tag_field): form.tag, **values}

    def _alter(self, action: _Plain, named: dict[str, list[Any]], choose: random.Random) -> _Plain:
        form = self._form_of(action)
        if not form.fields:
            return action
        field = choose.choice(form.fields)
        return action | {field.encode_name: _value(field.type, named, choose)}


def _value(kind: inspect.Type, named: dict[str, list[Any]], choose: random.Random) -> Any:
    """A random value of a type; a list holds values of the legal actions in random order."""
    match kind:
        case inspect.Metadata():
            return _value(kind.type, named, choose)
        case inspect.BoolType():
            return choose.random() < 0.5
        case inspect.IntType():
            low = 0 if kind.ge is None else kind.ge
            high = low + _UNBOUNDED if kind.le is None else kind.le
            near = named.get(repr(kind))
            if near and choose.random() < 0.5:
                return choose.choice(near)
            return choose.randint(low, high)
        case inspect.EnumType():
            return choose.choice(list(kind.cls)).value
        case inspect.LiteralType():
            return choose.choice(kind.values)
        case inspect.UnionType():
            return _value(choose.choice(kind.types), named, choose)
        case inspect.NoneType():
            return None
        case inspect.VarTupleType() | inspect.ListType():
            items = list(named.get(repr(kind.item_type), []))
            choose.shuffle(items)
            if items and choose.random() < 0.3:
                items.pop()
            return items
        case _:
            raise _Unknown
