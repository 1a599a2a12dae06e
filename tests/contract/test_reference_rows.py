"""Stored references with numbers that dowse does not write are refused."""

from __future__ import annotations

import zlib

import pytest

from dowse.engines.sqlite.reference_rows import CallRow, calls_naming, unpacked
from dowse.engines.sqlite.sqlite_errors import RowError


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
