"""Parameters of a test of which some run in every tier, and the others only from `make test` on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest
from _pytest.mark import ParameterSet


def slow_after(count: int, values: Iterable[object]) -> list[ParameterSet]:
    """The values; those after the first `count` are marked slow."""
    remaining = iter(values)
    return [
        *(pytest.param(value) for value in islice(remaining, count)),
        *(pytest.param(value, marks=pytest.mark.slow) for value in remaining),
    ]
