"""Rules pages as Markdown and as text."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.words import Bullets, Paragraph, Rules, Section, Steps, Table
from hanamichi.words.rules_document import columns, section, wrap

PAGE = Rules(
    "en",
    "A game",
    (
        Section("First", (Paragraph("Some words that go on."), Bullets(("one", "two and more")))),
        Section("Second", (Steps(("begin", "end")), Table(("A", "B"), (("五光", "five"),)))),
    ),
)


def test_a_page_in_markdown() -> None:
    assert PAGE.to_markdown() == (
        "# A game\n\n"
        "## First\n\nSome words that go on.\n\n- one\n- two and more\n\n"
        "## Second\n\n1. begin\n2. end\n\n| A | B |\n| --- | --- |\n| 五光 | five |\n"
    )


def test_a_page_in_plain_text_has_hanging_lists_and_aligned_columns() -> None:
    assert PAGE.to_text(12) == (
        "A game\n======\n\n"
        "First\n-----\n\nSome words\nthat go on.\n\n• one\n• two and\n  more\n\n"
        "Second\n------\n\n1. begin\n2. end\n\nA     B\n-     -\n五光  five\n"
    )


def test_a_table_too_wide_for_its_columns_becomes_a_list() -> None:
    table = Table(("Name", "Text"), (("something long", "and a good deal more to say"),))
    page = Rules("en", "T", (Section("S", (table,)),))
    assert page.to_text(30).endswith("• something long – and a good\n  deal more to say\n")


def test_a_section_leaves_out_missing_blocks() -> None:
    assert section("S", "text", None) == Section("S", (Paragraph("text"),))


def test_a_japanese_character_takes_two_columns() -> None:
    assert columns("五光") == 4
    assert columns("gokō") == 4
    assert wrap("五光 五光 五光", 9) == ["五光 五光", "五光"]


def test_a_narrow_space_never_breaks() -> None:
    assert wrap("oui\u202f: non", 5) == ["oui\u202f:", "non"]
    assert wrap("a b", 1) == ["a", "b"]


@given(st.text("ab 五\u202f", min_size=1), st.integers(1, 20))
def test_no_line_is_wider_than_asked_unless_one_word_is(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert " ".join(lines) == text
    assert all(columns(line) <= width or " " not in line for line in lines)


def test_a_page_survives_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(PAGE), type=Rules) == PAGE
