"""Options described from their types, read from text, and checked."""

from __future__ import annotations

import enum
from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from hanamichi.core import OptionError, OptionInfo, build_options, describe_options, parse_settings
from hanamichi.core import Options as CoreOptions
from hanamichi.hanabi import HanabiOptions


class Fruit(enum.Enum):
    NONE = "none"
    PLUM = "plum"
    PEAR = "pear"


class Orchard(CoreOptions, frozen=True, kw_only=True):
    """Every kind of option there is."""

    gate: Annotated[bool, Meta(description="Shut at night.", extra={"booklets": ("000",)})] = True
    trees: Annotated[int, Meta(ge=1, le=9)] = 3
    fruit: Fruit = Fruit.NONE
    baskets: tuple[Fruit, ...] = ()
    keeper: Annotated[int, Meta(ge=0)] | None = None


def test_every_kind_of_option_is_described() -> None:
    assert describe_options(Orchard) == (
        OptionInfo("gate", "flag", True, "Shut at night.", ("000",)),
        OptionInfo("trees", "number", 3, "", minimum=1, maximum=9),
        OptionInfo("fruit", "choice", "none", "", choices=("none", "plum", "pear")),
        OptionInfo("baskets", "list", (), "", choices=("none", "plum", "pear")),
        OptionInfo("keeper", "number", None, "", minimum=0, nullable=True),
    )


def test_every_option_of_hanabi_says_what_it_is_and_where_it_comes_from() -> None:
    for info in describe_options(HanabiOptions):
        assert info.summary.endswith(".")
        assert set(info.booklets) <= {"000", "001", "002", "online"}
        assert info.booklets


def test_an_option_of_an_unsupported_type_raises_a_type_error() -> None:
    class Odd(msgspec.Struct):
        weight: float = 1.0

    with pytest.raises(TypeError, match="cannot have the type"):
        describe_options(Odd)


@pytest.mark.parametrize(
    ("setting", "name", "value"),
    [
        ("gate=yes", "gate", True),
        ("gate=ON", "gate", True),
        ("gate=0", "gate", False),
        ("gate = false", "gate", False),
        ("trees=7", "trees", 7),
        ("fruit=plum", "fruit", "plum"),
        ("fruit=Plum", "fruit", "plum"),
        ("fruit=off", "fruit", "none"),
        ("fruit=on", "fruit", "pear"),
        ("baskets=plum,Pear", "baskets", ["plum", "pear"]),
        ("baskets=", "baskets", []),
        ("keeper=none", "keeper", None),
        ("keeper=random", "keeper", None),
        ("keeper=2", "keeper", 2),
        ("no-such=thing", "no_such", "thing"),
        ("fruit=a=b", "fruit", "a=b"),
    ],
)
def test_settings_are_read_as_values(setting: str, name: str, value: object) -> None:
    assert parse_settings(Orchard, [setting], {"fruit": Fruit.PEAR}) == {name: value}


def test_the_last_setting_counts() -> None:
    assert parse_settings(Orchard, ["trees=1", "trees=2"]) == {"trees": 2}


@pytest.mark.parametrize("setting", ["gate", "gate=ajar", "trees=", "trees=seven", "trees=1.5"])
def test_settings_that_cannot_be_read_are_refused(setting: str) -> None:
    with pytest.raises(OptionError) as refusal:
        parse_settings(Orchard, [setting])
    assert refusal.value.code == "options/invalid"
    assert refusal.value.where == setting.partition("=")[0]


def test_changes_are_applied_to_the_base() -> None:
    base = Orchard(trees=5)
    assert build_options(base, {}) == base
    changed = build_options(base, {"fruit": "plum", "baskets": ["pear"], "keeper": 1})
    assert changed == Orchard(trees=5, fruit=Fruit.PLUM, baskets=(Fruit.PEAR,), keeper=1)
    assert base == Orchard(trees=5)


@pytest.mark.parametrize(
    ("name", "value"),
    [("gate", 1), ("trees", 10), ("trees", "3"), ("fruit", "fig"), ("baskets", ["fig"])],
)
def test_invalid_values_are_refused_with_the_option(name: str, value: object) -> None:
    with pytest.raises(OptionError) as refusal:
        build_options(Orchard(), {name: value})
    assert (refusal.value.code, refusal.value.where) == ("options/invalid", name)
    assert refusal.value.message.startswith(name)


def test_an_unknown_option_is_refused_with_a_list_of_those_there_are() -> None:
    with pytest.raises(OptionError, match="gate, trees, fruit, baskets, keeper") as refusal:
        build_options(Orchard(), {"weather": "fine"})
    assert (refusal.value.code, refusal.value.where) == ("options/unknown", "weather")


def test_broken_text_is_refused_with_the_option() -> None:
    for changes in ({"fruit": "\ud800"}, {"gate": False, "baskets": ["plum", "\ud800"]}):
        with pytest.raises(OptionError) as refusal:
            build_options(Orchard(), changes)
        assert refusal.value.code == "options/invalid"
        assert refusal.value.where == list(changes)[-1]
        refusal.value.message.encode()
