"""Records on paper: our own JSON, and the ecosystem's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from hanamichi.core import MatchRecord
from hanamichi.records import hanamichi_form
from hanamichi.records.hanab_live import read_hanab_live, write_hanab_live
from hanamichi.records.hanab_live.reader import record_from as record_from_hanab_live
from hanamichi.records.hanabi_settled import is_settled
from hanamichi.records.hanamichi_form import read_record, write_line, write_record
from hanamichi.records.parsing import MAX_BYTES, parse_json, unreadable
from hanamichi.records.summary import Summary, summarise

WRITERS: Mapping[str, Callable[[MatchRecord], bytes]] = MappingProxyType(
    {"hanamichi": write_record, "hanab-live": write_hanab_live}
)
"""The forms a record can be written in."""


def read_any(data: bytes) -> MatchRecord:
    """A record in whichever form it is: ours, or a game of hanab.live."""
    value = parse_json(data)
    match value:
        case {"format": _} | {"game": _, "moves": _}:
            return hanamichi_form.record_from(value)
        case {"deck": _} | {"actions": _}:
            return record_from_hanab_live(value)
        case [dict(), *_]:
            raise unreadable("This is a list of games; give one of them alone")
        case _:
            raise unreadable("This is neither a record of Hanamichi nor a game of hanab.live")


__all__ = [
    "MAX_BYTES",
    "WRITERS",
    "Summary",
    "is_settled",
    "read_any",
    "read_hanab_live",
    "read_record",
    "summarise",
    "write_hanab_live",
    "write_line",
    "write_record",
]
