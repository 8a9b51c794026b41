"""The owner's configuration file."""

from __future__ import annotations

import contextlib
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanamichi.server.ops.config import (
    DEFAULT_CONFIG,
    VARIABLE,
    ConfigError,
    find_config,
    read_config,
)
from tests.server.config_reference import PAGE, with_reference


def test_without_a_file_everything_has_its_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANAMICHI_DATA", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    assert find_config() == DEFAULT_CONFIG


def test_a_file_is_found_in_the_data_folder_by_variable_and_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANAMICHI_DATA", str(tmp_path))
    for number, name in enumerate(("config.toml", "other.toml", "given.toml"), 1):
        (tmp_path / name).write_text(f"[bots]\nmax_thinking_ms = {1000 * number}\n")
    monkeypatch.delenv(VARIABLE, raising=False)
    assert find_config().bots.max_thinking_ms == 1000
    monkeypatch.setenv(VARIABLE, str(tmp_path / "other.toml"))
    assert find_config().bots.max_thinking_ms == 2000
    assert find_config(str(tmp_path / "given.toml")).bots.max_thinking_ms == 3000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[bots", "end of document"),
        ("[bot]\n", "unknown field `bot`"),
        ("[bots]\nmax_thinking = 5\n", "unknown field `max_thinking`"),
        ("[bots]\nmax_thinking_ms = 'long'\n", "$.bots.max_thinking_ms"),
        ("[bots]\nmax_thinking_ms = 0\n", "$.bots.max_thinking_ms"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as refused:
        read_config(file)
    assert refused.value.code == "serve/config"
    assert said in refused.value.message


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        read_config(tmp_path / "none.toml")


@given(st.binary())
def test_any_file_is_read_or_refused(data: bytes) -> None:
    with NamedTemporaryFile() as file, contextlib.suppress(ConfigError):
        file.write(data)
        file.flush()
        read_config(Path(file.name))


def test_the_page_about_hosting_lists_every_setting() -> None:
    page = PAGE.read_text()
    assert with_reference(page) == page, "run python -m tests.server.config_reference"
