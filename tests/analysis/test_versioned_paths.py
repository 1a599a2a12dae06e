"""Paths of pages in folders of versions."""

from __future__ import annotations

import pytest

from dowse.analysis.versioned_paths import are_versions


@pytest.mark.parametrize(
    ("one", "other", "claim"),
    [
        ("5.1/a.md", "7.0/a.md", True),
        ("www/versioned_docs/version-9.x/a.md", "www/docs/a.md", True),
        ("5.1/a.md", "7.0/b.md", False),
        ("a.md", "b.md", False),
    ],
)
def test_paths_show_whether_pages_are_versions(one: str, other: str, *, claim: bool) -> None:
    assert are_versions(one, other) == are_versions(other, one) == claim
