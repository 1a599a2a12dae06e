"""A bracket that nothing closes costs no symbols outside of its definition, in languages with braces."""

from __future__ import annotations

import random

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of
from dowse.formats.code.unclosed_brackets import without_unclosed_brackets

_ABOVE_AND_BELOW = {
    "go": (
        "package a\n\nfunc above() {\n}\n\n",
        "\nfunc below() int {\n\treturn 1\n}\n\ntype Pier struct {\n\tx int\n}\n",
    ),
    "typescript": (
        "export function above() {}\n\n",
        "\nfunction below() {\n  return 1\n}\n\nexport class Pier {\n  x = 1\n}\n",
    ),
}
_NAMES = ["above", "below", "Pier"]
_BODIES = [
    "  call((1\n  other(2)\n",
    "  x = y[(\n",
    "  if (x) {\n    call()\n",
    "  call())\n  y = ]\n",
    "  if (x { {\n    call({ a: (1 })\n",
]
_HEADERS = {"go": "func bad() {\n", "typescript": "function bad() {\n"}


@pytest.mark.parametrize("body", _BODIES)
@pytest.mark.parametrize("language", ["go", "typescript"])
def test_symbols_around_a_broken_function_are_found(language: str, body: str) -> None:
    above, below = _ABOVE_AND_BELOW[language]
    text = f"{above}{_HEADERS[language]}{body}}}\n{below}"
    found = symbols_of(text, LANGUAGES[language])
    names = [symbol.qualified_name for symbol in found.symbols]
    assert [name for name in names if name in _NAMES] == _NAMES
    assert found.has_syntax_errors


@pytest.mark.parametrize(
    ("language", "whole"),
    [
        ("go", "func f() {\n\tx := `(` + \"[\" // {\n\tg('(')\n}\n\ntype T struct{}\n"),
        ("typescript", "define(function () {\n  function inner() {}\n})\n"),
        ("java", "class A { void f((\n"),
        ("go", ""),
    ],
)
def test_a_whole_text_and_one_of_another_language_stay(language: str, whole: str) -> None:
    assert without_unclosed_brackets(whole.encode(), language) == whole.encode()


def test_each_character_but_a_blank_or_a_bracket_keeps_its_place() -> None:
    chance = random.Random(1)  # noqa: S311  # the same texts in each run
    pieces = (
        "\nfunc f(",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "'",
        '"',
        "`",
        "\n",
        " ",
        "x",
        "é",
        "/*",
        "*/",
        "//",
        "\ntype T",
    )
    for _ in range(500):
        data = "".join(chance.choices(pieces, k=40)).encode()
        other = without_unclosed_brackets(data, "go")
        assert len(other) == len(data)
        changed = [(a, b) for a, b in zip(data, other, strict=True) if a != b]
        assert all((a in b"()[]{}" and b == 32) or (a in b" \n" and b == 125) for a, b in changed)


def test_a_text_with_hundreds_of_unclosed_brackets_stays() -> None:
    data = b"func f(\n" * 200
    assert without_unclosed_brackets(data, "go") == data


@pytest.mark.parametrize("quote", ['"', "'"])
@pytest.mark.parametrize("language", ["go", "typescript"])
def test_quotation_marks_without_an_end_are_read_once(language: str, quote: str) -> None:
    """Each would take minutes if all that follows were read for each of them."""
    data = b"func f((\n" + f"\\{quote}".encode() * 400_000
    assert without_unclosed_brackets(data, language) == data


def test_a_bracket_behind_a_quotation_mark_without_an_end_counts() -> None:
    data = b"function f() {\n  x = /[\"']/\n  y = (\n}\n\nfunction g() {}\n"
    assert without_unclosed_brackets(data, "javascript") == data.replace(b"(\n", b" \n")
