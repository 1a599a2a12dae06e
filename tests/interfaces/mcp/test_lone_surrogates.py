from __future__ import annotations

import json

import pytest

from dowse.serving.lone_surrogates import is_text, replace_lone_surrogates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ud800", "\ufdd0"),
        ("a\udfffb", "a\ufdd0b"),
        ("\ud800\ud800", "\ufdd0\ufdd0"),
        ("\ud800x\udc00", "\ufdd0x\ufdd0"),
        ("😀", "😀"),
        ("\\ud800", "\\ud800"),
        ("\\\ud800", "\\\ufdd0"),
        ("plain", "plain"),
    ],
)
def test_a_lone_surrogate_in_json_becomes_a_noncharacter(text: str, expected: str) -> None:
    for value in ({"a": text}, {text: 1}, [text, [text]]):
        replaced = json.loads(replace_lone_surrogates(json.dumps(value).encode()).decode())
        assert replaced == json.loads(json.dumps(value).replace(json.dumps(text)[1:-1], json.dumps(expected)[1:-1]))


def test_upper_case_escapes_are_read_too() -> None:
    assert replace_lone_surrogates(rb'"\uD800 \uD83D\uDE00"') == rb'"\ufdd0 \uD83D\uDE00"'


@pytest.mark.parametrize("value", ["\ud800", "\ufdd0", {"key": "\ud800"}, {"\ud800": 1}, ["a", "\udfff"]])
def test_a_value_with_a_lone_surrogate_is_no_text(value: object) -> None:
    assert not is_text(value)


@pytest.mark.parametrize("value", ["", "é😀\ufffd", {"key": None}, ["a", 1], 7, None])
def test_other_values_are_text(value: object) -> None:
    assert is_text(value)
