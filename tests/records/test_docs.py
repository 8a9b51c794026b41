"""docs/records.md agrees with the code."""

import re
from pathlib import Path

import hanamichi.core.errors
from hanamichi.core import HanamichiError, MatchRecord
from hanamichi.core.names import MAX_NAME
from hanamichi.records import read_record, summarise, write_record
from hanamichi.records.hanab_live import VARIANTS
from hanamichi.records.hanab_live.form import (
    CHARACTERS_WITH_RULES,
    HABITS,
    HAND_OPTIONS,
    RULE_OPTIONS,
)
from hanamichi.records.parsing import MAX_BYTES, MAX_DEPTH
from tests.records.games import ROOT

PAGE = (ROOT / "docs" / "records.md").read_text("utf-8")


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    return re.split(r"^#+ ", PAGE.partition(f"# {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def first_column(text: str) -> list[str]:
    """What stands in code type in the first column of a table."""
    cells = re.findall(r"^\| (`[^|]*) \|", text, flags=re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def known_codes() -> set[str]:
    """Every code that `core.errors` documents: those of its classes, and those they list."""
    text = Path(hanamichi.core.errors.__file__).read_text("utf-8")
    codes = set(re.findall(r"`([a-z]+/[a-z-]+)`", text))
    kinds = [HanamichiError]
    for kind in kinds:
        kinds += kind.__subclasses__()
        if kind.__module__ == hanamichi.core.errors.__name__ and not kind.__subclasses__():
            codes.add(kind.code)
    return codes


def test_the_example_is_a_record_exactly_as_we_write_it() -> None:
    example = PAGE.partition("```json\n")[2].partition("```")[0].encode()
    record = read_record(example)
    assert write_record(record) == example
    assert summarise(record).outcome["termination"] == "abandoned"


def test_every_field_is_described() -> None:
    assert first_column(section("Our form")) == list(MatchRecord.__struct_fields__)


def test_every_error_code_is_in_the_table() -> None:
    assert sorted(first_column(section("When something is wrong"))) == sorted(known_codes())


def test_every_suit_and_every_rule_of_a_variant_is_in_the_tables() -> None:
    families = [name.partition(" (")[0] for name in VARIANTS]
    parts = {part for family in families for part in family.split(" & ")}
    kinds = {re.sub("-(Ones|Fives)$", "-…", part) for part in parts}
    assert set(first_column(section("Variants"))) == kinds
    assert f"{len(VARIANTS):,} variants" in section("Variants")


def test_every_option_of_hanab_live_is_in_the_table() -> None:
    assert set(first_column(section("Options"))) == {*RULE_OPTIONS, *HAND_OPTIONS, *HABITS}
    for name in CHARACTERS_WITH_RULES:
        assert name in section("Options")


def test_the_documented_limits_are_those_of_the_code() -> None:
    assert f"at most {MAX_BYTES // 1024**2} MiB" in PAGE
    assert f"more than {MAX_DEPTH}\ndeep" in PAGE
    assert f"at most {MAX_NAME} characters" in PAGE
