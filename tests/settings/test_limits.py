"""A settings file has a bounded number of parts: anybody may have written that of a vault."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.model.errors import SettingsError
from dowse.settings.adhoc_profile import mixed
from tests.settings.reading import said

_PROFILE = '[profiles.mine]\nextends = "default"\n'


def _strings(count: int) -> str:
    return ", ".join(f'"a{n}"' for n in range(count))


def _repeated(name: str, count: int) -> str:
    return ", ".join([f'"{name}"'] * count)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            f"{_PROFILE}rewrites = [{_repeated('expansion', 2000)}]",
            r"dowse.toml:3: .*2,000 rewrites; the limit is 3",
        ),
        (f"{_PROFILE}stages = [{_repeated('rerank', 2000)}]", r"dowse.toml:3: .*2,000 stages; the limit is 40"),
        (f"{_PROFILE}stages = [{_repeated('rerank', 4)}]", r"dowse.toml:3: .*4 rerank stages; the limit is 3"),
        (f"{_PROFILE}include_types = [{_strings(40_000)}]", r"dowse.toml:3: .*40,000 types; the limit is 500"),
        (f"[ignore]\npatterns = [{_strings(20_000)}]", r"dowse.toml:2: .*20,000 patterns; the limit is 1,000"),
        ("".join(f'[profiles.p{n}]\nextends = "default"\n' for n in range(1001)), "1,001 profiles; the limit is 1,000"),
        ("[kinds]\n" + "".join(f'"a{n}" = "doc"\n' for n in range(1001)), "1,001 folders; the limit is 1,000"),
        ("[links.roots]\n" + "".join(f'"/a{n}" = "b"\n' for n in range(1001)), "1,001 addresses; the limit is 1,000"),
        (
            "[space]\nchunker = {window = {size = 100, overlap = 99}}",
            r"dowse.toml:2: .*every 1 characters; .*at least 50",
        ),
        ("[space]\nchunker = {window = {size = 2000, overlap = 1900}}", "at least 400"),
        ("[space]\nchunker = {section = {size = 1, least_overlap = 0}}", "at least 50 tokens"),
        ("[space]\nchunker = {paragraph = {size = 1, split_above = 1}}", "at least 50 characters"),
    ],
)
def test_a_part_too_many_is_an_error_with_its_line_and_the_limit(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsError, match=told):
        said(tmp_path, text)


def test_the_profile_of_a_request_has_the_same_limits() -> None:
    with pytest.raises(SettingsError, match="50 rewrites; the limit is 3"):
        mixed({"extends": "default", "rewrites": ["expansion"] * 50})
    with pytest.raises(SettingsError, match="has more than 500 entries"):
        mixed({"extends": "default", "include_types": [f"t{n}" for n in range(40_000)]})
