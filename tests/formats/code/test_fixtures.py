"""The symbols and references of one source file in each language, against tables made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.parsed_source import ParsedSource
from dowse.formats.code.symbols import symbols_of

_FOLDER = Path(__file__).parent / "fixtures"
_WITH_SYMBOLS = [name for name, spec in LANGUAGES.items() if spec.grammar]


def source(language: str) -> str:
    """The source text of a fixture."""
    return (_FOLDER / f"{language}.source").read_text("utf-8")


def parsed(language: str) -> ParsedSource:
    """What the parser finds in a fixture."""
    return symbols_of(source(language), LANGUAGES[language])


def table(language: str, ending: str) -> list[str]:
    """The rows of a table, with single blanks; lines that begin with `#` are comments."""
    lines = (_FOLDER / f"{language}.{ending}").read_text("utf-8").splitlines()
    return [" ".join(line.split()) for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("language", _WITH_SYMBOLS)
def test_the_symbols_of_a_file_are_those_of_its_table(language: str) -> None:
    text, found = source(language), parsed(language)
    rows = []
    for symbol in found.symbols:
        first, last = (text.count("\n", 0, at) + 1 for at in (symbol.start, symbol.end - 1))
        parent = "-" if symbol.parent is None else found.symbols[symbol.parent].qualified_name
        exported = "exported" if symbol.exported else "-"
        rows.append(f"{first}-{last} {symbol.kind} {exported} {symbol.qualified_name} {parent}")
    assert rows == table(language, "symbols")


@pytest.mark.parametrize("language", _WITH_SYMBOLS)
def test_the_references_of_a_file_are_those_of_its_table(language: str) -> None:
    found = parsed(language)

    def holder(index: int | None) -> str:
        return "-" if index is None else found.symbols[index].qualified_name

    rows = [
        f"{each.line} import {each.level} {each.module or '-'} {each.name or '-'} {each.alias or '-'}"
        f" {'reexported' if each.reexported else '-'} {holder(each.symbol)}"
        for each in found.imports
    ]
    rows += [
        f"{each.line} {each.relation} {each.subject} {' . '.join(each.base)} {holder(each.symbol)}"
        for each in found.bases
    ]
    rows += [f"{each.line} call {' . '.join(each.callee)} in {holder(each.symbol)}" for each in found.calls]
    assert [" ".join(row.split()) for row in rows] == table(language, "references")


@pytest.mark.parametrize("language", _WITH_SYMBOLS)
def test_a_fixture_has_150_lines_and_no_syntax_error(language: str) -> None:
    assert source(language).count("\n") >= 150
    assert not parsed(language).has_syntax_errors
