"""Whatever the text: symbols with spans inside the text, nested, and with unique names."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.formats.code.languages import LANGUAGES, LanguageSpec
from dowse.formats.code.parsed_source import ParsedSource
from dowse.formats.code.symbols import symbols_of
from dowse.model.source_reference import BaseReference, CallReference, ImportReference
from tests.tier_parameters import slow_after

from .test_fixtures import source

WITH_SYMBOLS = [spec for spec in LANGUAGES.values() if spec.grammar]
_MARKS = "(){}[]<>;:,.#\"'`\\/*=+-@$\n\r\t \0\ufeff\u2028é你😀\ud800"


def check(text: str, found: ParsedSource) -> None:
    assert found.outcome == "parsed"
    names = [symbol.qualified_name for symbol in found.symbols]
    assert len(set(names)) == len(names)
    around: list[int] = []  # ends of the spans that contain the present one
    for symbol in found.symbols:
        assert 0 <= symbol.start <= symbol.definition < symbol.end <= len(text)
        while around and around[-1] <= symbol.start:
            around.pop()
        assert not around or symbol.end <= around[-1]
        around.append(symbol.end)
        assert symbol.name
        assert len(symbol.signature) <= 300
        assert symbol.parent is None or 0 <= symbol.parent < len(names)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    references: list[ImportReference | BaseReference | CallReference] = [*found.imports, *found.bases, *found.calls]
    for each in references:
        assert 1 <= each.line <= lines
        assert each.symbol is None or 0 <= each.symbol < len(names)


def mutated(text: str, chance: random.Random) -> str:
    """A piece of the text with parts removed, repeated, exchanged and inserted."""
    first = chance.randrange(len(text))
    text = text[first : first + chance.randrange(200, 2500)]
    for _ in range(chance.randrange(1, 12)):
        a, b = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
        b = min(b, a + chance.randrange(80))
        piece = chance.choice(["", text[a:b] * 2, chance.choice(_MARKS), text[b : b + 30]])
        text = text[:a] + piece + text[b:]
    return text


@pytest.mark.parametrize("language", WITH_SYMBOLS, ids=lambda spec: spec.name)
def test_a_mutated_file_has_nested_spans_and_unique_names(language: LanguageSpec) -> None:
    text, chance = source(language.name), random.Random(language.name)  # noqa: S311  # the same mutations in each run
    for _ in range(15):
        changed = mutated(text, chance)
        check(changed, symbols_of(changed, language, seconds=60))


@pytest.mark.exhaustive
@pytest.mark.slow
@pytest.mark.parametrize("language", WITH_SYMBOLS, ids=lambda spec: spec.name)
def test_a_thousand_mutated_files_have_nested_spans_and_unique_names(language: LanguageSpec) -> None:
    text, chance = source(language.name), random.Random(f"{language.name} at length")  # noqa: S311  # as above
    for _ in range(1000):
        changed = mutated(text, chance)
        check(changed, symbols_of(changed, language))


@settings(derandomize=True, max_examples=100, deadline=None, database=None)
@given(st.sampled_from(WITH_SYMBOLS), st.text() | st.binary().map(lambda data: data.decode("latin-1")))
def test_any_text_is_parsed(language: LanguageSpec, text: str) -> None:
    check(text, symbols_of(text, language, seconds=60))


@pytest.mark.parametrize("language", WITH_SYMBOLS, ids=lambda spec: spec.name)
@pytest.mark.parametrize(
    "opening",
    slow_after(7, ["(", "{", "f(", "class A { ", "if (a) ", "\n  if a:\n", "`", "[", "<", "x.y(z).", "/*", "'"]),
)
def test_deep_nesting_and_long_chains_end_in_time(language: LanguageSpec, opening: str) -> None:
    text = opening * 3000
    found = symbols_of(text, language, seconds=20)
    if found.outcome == "parsed":
        check(text, found)
