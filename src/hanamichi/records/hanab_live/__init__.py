"""hanab.live's game JSON and links, read and written for every variant that is a table of ours."""

from hanamichi.records.hanab_live.link import is_link, read_link, write_link
from hanamichi.records.hanab_live.reader import read_hanab_live
from hanamichi.records.hanab_live.variants import VARIANTS, Variant
from hanamichi.records.hanab_live.writer import write_hanab_live

__all__ = [
    "VARIANTS",
    "Variant",
    "is_link",
    "read_hanab_live",
    "read_link",
    "write_hanab_live",
    "write_link",
]
