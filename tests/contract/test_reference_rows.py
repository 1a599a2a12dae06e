"""Stored references with numbers that dowse does not write are refused."""

from __future__ import annotations

import zlib

import pytest

from dowse.engines.sqlite.links.reference_rows import CallRow, calls_naming, has_name_with, packed, unpacked
from dowse.engines.sqlite.sqlite_errors import RowError
from dowse.model.source_reference import CallReference, SourceReferences


def _stored(line: str, symbol: str = "-1") -> bytes:
    return zlib.compress(f'[[],[],[[["pour"]],[{line}],[{symbol}]],[]]'.encode())


def test_a_call_is_read_from_its_row() -> None:
    assert calls_naming(_stored("7"), {"pour"}) == [CallRow(("pour",), 7, -1)]


@pytest.mark.parametrize("number", ["9" * 40, "9" * 5_000, "-2"], ids=["40 digits", "5,000 digits", "below -1"])
def test_a_number_that_is_no_line_and_no_symbol_is_refused(number: str) -> None:
    for data in (_stored(number), _stored("7", number)):
        with pytest.raises(RowError):
            calls_naming(data, {"pour"})
        with pytest.raises(RowError):
            unpacked(data, 1)


@pytest.mark.parametrize(
    ("text", "has_it"),
    [("pour", True), ("tea-cup", True), ("naïve", True), ("$x", True), ("cup", True), ("our", False), ("x", True)],
)
def test_references_have_a_name_with_a_text_only_as_a_word(text: str, has_it: bool) -> None:
    names = ("pour()", "tea-cup", "naïve", "$x")
    calls = tuple(CallReference((each,), 1, None) for each in names)
    assert has_name_with(packed(SourceReferences(calls=calls)), text) == has_it
