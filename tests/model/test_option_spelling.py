"""An option has the spelling of the interface."""

from __future__ import annotations

import pytest

from dowse.model.option_spelling import Interface, spelled


@pytest.mark.parametrize(
    ("interface", "name"),
    [
        ("cli", "--min-similarity"),
        ("http", "min_similarity"),
        ("mcp", "minSimilarity"),
        ("library", "min_similarity"),
    ],
)
def test_an_option_is_spelled_as_in_its_interface(interface: Interface, name: str) -> None:
    assert spelled("min_similarity", interface) == name
