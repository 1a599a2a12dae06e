"""Parameters and examples of a test of which some run in every tier, and the others only in the higher ones."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice

import pytest
from _pytest.mark import ParameterSet

VARIABLE = "DOWSE_TEST_EXAMPLES"  # `all` or `some`; conftest.py sets it for the tier, unless the user has
_SHARE = 3  # one in so many examples runs below the tier of exhaustive tests


def examples(count: int) -> int:
    """How many of so many generated examples run: all in `make test-all`, and a third in the tiers below."""
    return count if os.environ.get(VARIABLE, "all") == "all" else max(1, count // _SHARE)


def slow_after(count: int, values: Iterable[object]) -> list[ParameterSet]:
    """The values; those after the first `count` are marked slow."""
    remaining = iter(values)
    return [
        *(pytest.param(value) for value in islice(remaining, count)),
        *(pytest.param(value, marks=pytest.mark.slow) for value in remaining),
    ]
