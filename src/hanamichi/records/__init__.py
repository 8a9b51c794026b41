"""Match records: our own JSON, and the forms of other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from hanamichi.core import MatchRecord
from hanamichi.records import hanamichi_form
from hanamichi.records.game_records import RECORDS, ForeignForm, GameRecords
from hanamichi.records.hanab_live import read_hanab_live, write_hanab_live, write_link
from hanamichi.records.hanamichi_form import read_record, write_line, write_record
from hanamichi.records.parsing import MAX_BYTES, parse_json, unreadable
from hanamichi.records.summary import Summary, summarise

_MAX_LINK_BYTES = 4096
"""No text of more bytes is tried as a link."""


@cache
def writers() -> Mapping[str, Callable[[MatchRecord], bytes]]:
    """The forms a record can be written in."""
    foreign = {form.id: form.write for form in _foreign_forms()}
    return MappingProxyType({"hanamichi": write_record, **foreign})


def plain_text_forms() -> frozenset[str]:
    """The forms that are one line of text, such as a link, and not JSON."""
    return frozenset(form.id for form in _foreign_forms() if form.plain_text)


def _foreign_forms() -> list[ForeignForm]:
    return [form for game in RECORDS.all().values() for form in game.forms]


def is_link(text: str) -> bool:
    """Whether a text is itself a record, such as a link that holds a game."""
    return any(form.plain_text and form.recognises(text) for form in _foreign_forms())


def read_any(data: bytes) -> MatchRecord:
    """A record in any known form: ours, or a foreign one such as hanab.live's."""
    if len(data) <= _MAX_LINK_BYTES:
        text = data.decode("utf-8-sig", "replace")
        for form in _foreign_forms():
            if form.plain_text and form.recognises(text):
                return form.read(text)
    value = parse_json(data)
    match value:
        case {"format": _} | {"game": _, "moves": _}:
            return hanamichi_form.record_from(value)
        case [dict(), *_]:
            raise unreadable("This is a list of games; give one of them alone")
        case _:
            pass
    forms = [form for form in _foreign_forms() if not form.plain_text]
    for form in forms:
        if form.recognises(value):
            return form.read(value)
    known = " nor ".join(["a record of Hanamichi", *(form.label for form in forms)])
    raise unreadable(f"This is neither {known}")


__all__ = [
    "MAX_BYTES",
    "RECORDS",
    "ForeignForm",
    "GameRecords",
    "Summary",
    "is_link",
    "plain_text_forms",
    "read_any",
    "read_hanab_live",
    "read_record",
    "summarise",
    "write_hanab_live",
    "write_line",
    "write_link",
    "write_record",
    "writers",
]
