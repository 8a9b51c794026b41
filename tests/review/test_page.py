"""docs/review.md describes the whole JSON of a review."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest

from hanamichi.bots import Reason
from hanamichi.review import Alternative, Curve, Depth, Fact, Moment, Review, SeatReview, Verdict
from hanamichi.review.model import CurveName, MistakeKind
from tests.review.review_page import PAGE, renewed

TEXT = PAGE.read_text("utf-8")


def section(title: str) -> str:
    return re.split(r"\n##+ ", TEXT.split(f"\n### {title}\n", 1)[1], maxsplit=1)[0]


@pytest.mark.parametrize(
    "part", [Review, SeatReview, Moment, Alternative, Fact, Curve, Reason], ids=lambda p: p.__name__
)
def test_every_field_is_described_and_no_other(part: type[msgspec.Struct]) -> None:
    rows = re.findall(r"^\| `(\w+)` \|", section(part.__name__), re.MULTILINE)
    assert rows == [field.encode_name for field in msgspec.structs.fields(part)]


@pytest.mark.parametrize("names", [Verdict, Depth, CurveName, MistakeKind])
def test_every_name_is_described(names: Any) -> None:
    assert [name for name in get_args(names) if f"`{name}`" not in TEXT] == []


def test_every_sentence_is_listed() -> None:
    assert renewed(TEXT) == TEXT, "run: python -m tests.review.review_page"
