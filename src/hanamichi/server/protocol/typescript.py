"""Write the messages as TypeScript: `python -m hanamichi.server.protocol.typescript [FILE]`.

The types are read from the modules of this package, so that the browser client cannot disagree with
the server; a test fails when the written file differs.
"""

from __future__ import annotations

import ast
import inspect as source_of
import sys
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, get_args

import msgspec
from msgspec import inspect

from hanamichi.catalog import GAMES
from hanamichi.puzzles.model import PuzzleKind
from hanamichi.review import model as review
from hanamichi.server.protocol import (
    commands,
    daily_messages,
    error_codes,
    http_bodies,
    match_messages,
    messages,
    owner_messages,
    progress_messages,
    puzzle_messages,
    replay_messages,
    review_messages,
)
from hanamichi.server.protocol.match_messages import MESSAGES
from hanamichi.words.rules_document import Block

DEFAULT_TARGET = Path("web/src/lib/net/messages.ts")

# Unions have no name at run time; the client uses these.
_INPUT_UNIONS = {
    "ClientMessage": commands.ClientMessage,
    "SeatPlan": commands.SeatPlan,
    "OwnerCommand": owner_messages.AnyOwnerCommand,
    **{f"{of.prefix}Action": GAMES[game_id].action_type for game_id, of in MESSAGES.all().items()},
}
_OUTPUT_UNIONS = {
    "ServerMessage": messages.ServerMessage,
    "Position": messages.Position,
    "LogEntry": messages.LogEntry,
    "TableEvent": match_messages.TableEvent,
    "Proposal": messages.Proposal,
    "Frame": replay_messages.Frame,
    "MatchResult": replay_messages.MatchResult,
    "ReviewState": review_messages.ReviewState,
    **{f"{of.prefix}Event": GAMES[game_id].event_type for game_id, of in MESSAGES.all().items()},
    "RulesBlock": Block,
}
_LITERALS = {
    "ErrorCode": error_codes.ErrorCode,
    "GameId": messages.GameId,
    "BotPace": commands.BotPace,
    "TableStatus": messages.TableStatus,
    "RecordForm": replay_messages.RecordForm,
    "Restriction": owner_messages.Restriction,
    "ReportReason": owner_messages.ReportReason,
    "QueueName": owner_messages.QueueName,
    "Depth": review.Depth,
    "Verdict": review.Verdict,
    "CurveName": review.CurveName,
    "MistakeKind": review.MistakeKind,
    "PuzzleKind": PuzzleKind,
    "CardKind": progress_messages.CardKind,
}
_PREFIXES = {
    "hanamichi.words": "Rules",
    **{
        type(GAMES[game_id]).__module__.rpartition(".")[0]: of.prefix
        for game_id, of in MESSAGES.all().items()
    },
}
"""What the types of a package are called before their own name, where that is not unique."""

_HEADER = """\
// Written by `python -m hanamichi.server.protocol.typescript` from hanamichi/server/protocol.
// Do not edit: change the Python and write it again.
"""


Named: TypeAlias = inspect.StructType | inspect.EnumType
"""A type with a name of its own."""


def reachable(roots: Iterable[Any]) -> dict[type, Named]:
    """The structs and enums that these types are made of."""
    found: dict[type, Named] = {}
    waiting = [*inspect.multi_type_info(roots)]
    while waiting:
        info = waiting.pop()
        if isinstance(info, Named):
            if info.cls in found:
                continue
            found[info.cls] = info
        waiting += _inside(info)
    return found


class Writer:
    """Collects every type reachable from the roots and names each once."""

    names: dict[type, str]
    """The name of each struct and enum, also in the schema of the socket."""

    def __init__(self) -> None:
        received = reachable(
            [
                *_INPUT_UNIONS.values(),
                *http_bodies.REQUEST_BODIES,
                *replay_messages.REQUEST_BODIES,
                *review_messages.REQUEST_BODIES,
                *owner_messages.REQUEST_BODIES,
                *daily_messages.REQUEST_BODIES,
                *puzzle_messages.REQUEST_BODIES,
            ]
        )
        self._input = set(received)
        self._types = received | reachable(
            [
                *_OUTPUT_UNIONS.values(),
                *http_bodies.RESPONSE_BODIES,
                *replay_messages.RESPONSE_BODIES,
                *progress_messages.RESPONSE_BODIES,
                *owner_messages.RESPONSE_BODIES,
                *daily_messages.RESPONSE_BODIES,
                *puzzle_messages.RESPONSE_BODIES,
            ]
        )
        self.names = self._name_all()
        self._unions = {
            frozenset(get_args(union)): name
            for name, union in (_INPUT_UNIONS | _OUTPUT_UNIONS).items()
        }
        self._literals = {frozenset(get_args(literal)): name for name, literal in _LITERALS.items()}

    def write(self) -> str:
        """The whole file."""
        parts = [_HEADER]
        for name, literal in _LITERALS.items():
            parts.append(f"export type {name} ={_choice(map(_quoted, get_args(literal)))};\n")
        for name, union in (_INPUT_UNIONS | _OUTPUT_UNIONS).items():
            members = (self.names[member] for member in get_args(union))
            parts.append(f"export type {name} ={_choice(members)};\n")
        for cls in sorted(self._types, key=lambda cls: self.names[cls]):
            info = self._types[cls]
            if isinstance(info, inspect.EnumType):
                # `EnumType` guarantees it, but `cls` is typed as a plain class.
                values = (_quoted(member.value) for member in cls)  # type: ignore[attr-defined]
                lines = [f"export type {self.names[cls]} ={_choice(values)};\n"]
            else:
                lines = list(self._interface(cls, info))
            parts.append("\n".join([*_comment(cls.__doc__), *lines]))
        return "\n".join(parts)

    def _name_all(self) -> dict[type, str]:
        plain = [cls.__name__ for cls in self._types]
        return {
            cls: _name(cls, clash=plain.count(cls.__name__) > 1 or "words" in cls.__module__)
            for cls in self._types
        }

    def _interface(self, cls: type, info: inspect.StructType) -> Iterator[str]:
        documented = field_comments(cls)
        yield f"export interface {self.names[cls]} {{"
        if info.tag_field is not None:
            yield f"  {info.tag_field}: {_quoted(info.tag)};"
        # `StructType` guarantees it, as above.
        leaves_out = bool(cls.__struct_config__.omit_defaults)  # type: ignore[attr-defined]
        for field in info.fields:
            # A field that may be unset has no default here, and is not required.
            left_out = leaves_out or field.default is field.default_factory is msgspec.NODEFAULT
            optional = not field.required and (left_out or cls in self._input)
            mark = "?" if optional else ""
            comment = documented.get(field.name) or _given(field.type, "comment")
            yield from _comment(comment, "  ")
            yield f"  {field.encode_name}{mark}: {self._type(field.type)};"
        yield "}\n"

    def _type(self, info: inspect.Type) -> str:
        match info:
            case inspect.Metadata(type=inner):
                return _given(info, "typescript") or self._type(inner)
            case inspect.AnyType():
                return "unknown"
            case inspect.NoneType():
                return "null"
            case inspect.BoolType():
                return "boolean"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.LiteralType(values=values):
                known = self._literals.get(frozenset(values))
                return known or " | ".join(map(_quoted, values))
            case inspect.EnumType() | inspect.StructType():
                return self.names[info.cls]
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                text = self._type(item)
                return f"({text})[]" if "|" in text else f"{text}[]"
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(map(self._type, items))}]"
            case inspect.DictType(key_type=key, value_type=value):
                record = f"Record<{self._type(key)}, {self._type(value)}>"
                return f"Partial<{record}>" if isinstance(key, inspect.EnumType) else record
            case inspect.UnionType():
                return self._union(info)
            case _:
                raise TypeError(f"{info} cannot cross the wire")

    def _union(self, info: inspect.UnionType) -> str:
        structs = [t for t in info.types if isinstance(t, inspect.StructType)]
        named = self._unions.get(frozenset(t.cls for t in structs))
        if named is None:
            return " | ".join(map(self._type, info.types))
        others = [self._type(t) for t in info.types if t not in structs]
        return " | ".join([named, *others])


def _given(info: inspect.Type, what: str) -> str | None:
    """What a field's own annotation says about it."""
    if not isinstance(info, inspect.Metadata):
        return None
    found: str | None = (info.extra or {}).get(what)
    return found


def _inside(info: inspect.Type) -> Iterable[inspect.Type]:
    """The types a type is made of."""
    match info:
        case inspect.StructType(fields=fields):
            return [field.type for field in fields]
        case inspect.Metadata(type=inner):
            return [inner]
        case inspect.UnionType(types=types):
            return types
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [item]
        case inspect.TupleType(item_types=items):
            return items
        case inspect.DictType(key_type=key, value_type=value):
            return [key, value]
        case _:
            return []


def _name(cls: type, *, clash: bool) -> str:
    prefix = _PREFIXES.get(cls.__module__.rpartition(".")[0], "")
    if clash and not cls.__name__.startswith(prefix):
        return prefix + cls.__name__
    return cls.__name__


def _choice(members: Iterable[str]) -> str:
    members = list(members)
    line = " " + " | ".join(members)
    return line if len(line) < 60 else "".join(f"\n  | {member}" for member in members)


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _comment(text: str | None, indent: str = "") -> list[str]:
    if not text:
        return []
    lines = textwrap.wrap(" ".join(text.split()), 96 - len(indent))
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]


def field_comments(cls: type) -> dict[str, str]:
    """The docstrings under the fields of a class and of its bases."""
    found: dict[str, str] = {}
    for owner in reversed(cls.__mro__):
        if owner.__module__.startswith("hanamichi."):
            written = _classes(owner.__module__).get(owner.__name__)
            found |= {} if written is None else dict(_commented(written))
    return found


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The syntax trees of the classes of a module."""
    tree = ast.parse(source_of.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _commented(tree: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for node, after in zip(tree.body, tree.body[1:], strict=False):
        match node, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, text
            case _:
                pass


def render() -> str:
    """The TypeScript of every message."""
    return Writer().write()


def main(arguments: list[str]) -> None:
    """Write the file, by default where the browser client expects it."""
    target = Path(arguments[0]) if arguments else DEFAULT_TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(render(), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
