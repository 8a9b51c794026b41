"""Parsing options from text or JSON into typed values, and describing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from hanamichi.core.errors import OptionError

OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The description of an option, for forms, help pages and programs."""

    name: str
    kind: str
    """`flag`, `number`, `choice`, or `list` (of choices)."""
    default: Any
    summary: str
    booklets: tuple[str, ...] = ()
    """Its sources: booklet numbers, or `online` for a convention of online tables."""
    choices: tuple[Any, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    nullable: bool = False


def describe_options(options_type: type[msgspec.Struct]) -> tuple[OptionInfo, ...]:
    """Every option of a game, read from its type annotations."""
    return _described(options_type)


@cache
def _described(options_type: type[msgspec.Struct]) -> tuple[OptionInfo, ...]:
    info = inspect.type_info(options_type)
    assert isinstance(info, inspect.StructType)
    return tuple(_describe(field) for field in info.fields)


def _describe(field: inspect.Field) -> OptionInfo:
    kind = field.type
    summary, booklets = "", ()
    if isinstance(kind, inspect.Metadata):
        schema = kind.extra_json_schema or {}
        summary = schema.get("description", "")
        booklets = tuple((kind.extra or {}).get("booklets", ()))
        kind = kind.type
    nullable = False
    if isinstance(kind, inspect.UnionType):
        nullable = kind.includes_none
        (kind,) = (t for t in kind.types if not isinstance(t, inspect.NoneType))
    described = _kind_of(kind)
    return OptionInfo(
        name=field.name,
        default=msgspec.to_builtins(field.default),
        summary=summary,
        booklets=booklets,
        nullable=nullable,
        **described,
    )


def _kind_of(kind: inspect.Type) -> dict[str, Any]:
    match kind:
        case inspect.BoolType():
            return {"kind": "flag"}
        case inspect.IntType():
            return {"kind": "number", "minimum": kind.ge, "maximum": kind.le}
        case inspect.EnumType():
            return {"kind": "choice", "choices": tuple(member.value for member in kind.cls)}
        case inspect.VarTupleType():
            return _kind_of(kind.item_type) | {"kind": "list"}
        case _:
            raise TypeError(f"options cannot have the type {kind}")


def parse_settings(
    options_type: type[msgspec.Struct],
    settings: Iterable[str],
    offers: Mapping[str, object] = MappingProxyType({}),
) -> dict[str, Any]:
    """`["errors=1", "avalanche=wild"]` as values; lists are written with commas.

    A choice may be switched `on` where the box offers one, and `off` where `none` is a choice.
    """
    known = {info.name: info for info in describe_options(options_type)}
    values: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name = name.strip().replace("-", "_")
        text = text.strip()
        if not equals:
            raise OptionError(f"Write an option as name=value, not {setting!r}", where=setting)
        values[name] = _read(known[name], text, offers.get(name)) if name in known else text
    return values


_YES = {"true", "yes", "on", "1"}
_NO = {"false", "no", "off", "0"}


def _read(info: OptionInfo, text: str, offer: Any) -> Any:
    low = text.lower()
    if info.nullable and low in {"none", "null", "random"}:
        return None
    match info.kind:
        case "flag":
            if low in _YES | _NO:
                return low in _YES
            raise OptionError(f"{info.name} is on or off, not {text!r}", where=info.name)
        case "number":
            try:
                return int(text)
            except ValueError:
                raise OptionError(
                    f"{info.name} is a whole number, not {text!r}", where=info.name
                ) from None
        case "list":
            if low == "none":
                return []
            return [part.strip() for part in low.split(",") if part.strip()]
        case _:
            if low in _YES and offer is not None:
                return msgspec.to_builtins(offer)
            return "none" if low in _NO and "none" in info.choices else low


def build_options(base: OptionsT, changes: Mapping[str, object]) -> OptionsT:
    """The base options with some values changed, each checked for its type."""
    if not isinstance(changes, Mapping):
        raise OptionError(f"Options are given by name, as in {{'name': value}}, not {changes!r}")
    known = {info.name: info for info in describe_options(type(base))}
    for name in changes:
        if name not in known:
            raise OptionError(
                f"There is no option {name!r} here; there are: {', '.join(known)}",
                code="options/unknown",
                where=str(name),
            )
    merged = msgspec.to_builtins(base) | dict(changes)
    try:
        return msgspec.convert(merged, type(base))
    except UnicodeEncodeError as error:  # a lone surrogate: msgspec does not say where
        name = _holder_of(error.object, changes)
        raise OptionError(f"{name} holds broken text", where=name) from None
    except msgspec.ValidationError as error:
        name = _field_of(error)
        raise OptionError(_explain(known.get(name), error), where=name) from None


def _field_of(error: msgspec.ValidationError) -> str:
    """The option named in a msgspec message: `... - at `$.errors`` -> `errors`."""
    path = str(error).rpartition("`$.")[2].rstrip("`")
    return path.partition("[")[0].partition(".")[0]


def _holder_of(text: str, changes: Mapping[str, object]) -> str:
    """The option that has this text for a value, or in its list of values."""
    for name, value in changes.items():
        if value == text or (isinstance(value, list | tuple) and text in value):
            return name
    return ""


def _explain(info: OptionInfo | None, error: msgspec.ValidationError) -> str:
    if info is None:
        return str(error)
    name = info.name
    match info.kind:
        case "flag":
            return f"{name} is true or false"
        case "number":
            return f"{name} is a whole number from {info.minimum} to {info.maximum}"
        case "list":
            return f"{name} is a list of some of: {', '.join(map(str, info.choices))}"
        case _:
            return f"{name} is one of: {', '.join(map(str, info.choices))}"
