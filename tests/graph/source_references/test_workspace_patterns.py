"""Patterns of the folders of a workspace."""

from __future__ import annotations

import re
from itertools import product

from dowse.graph.source_references.workspace_patterns import WorkspacePatterns

_FOLDERS = ["/".join(parts) for length in range(1, 6) for parts in product(("a", "ab"), repeat=length)]


def _expression(pattern: str) -> re.Pattern[str]:
    """The same as a regular expression over a folder with a slash after each part."""
    parts = (
        "(?:[^/]+/)*" if each == "**" else re.escape(each).replace(r"\*", "[^/]*") + "/" for each in pattern.split("/")
    )
    return re.compile("".join(parts))


def test_a_pattern_selects_what_the_regular_expression_of_it_matches() -> None:
    for length in range(1, 5):
        for parts in product(("a", "*b", "*", "**"), repeat=length):
            pattern = "/".join(parts)
            expression, patterns = _expression(pattern), WorkspacePatterns([pattern])
            expected = [folder for folder in _FOLDERS if expression.fullmatch(f"{folder}/")]
            assert [folder for folder in _FOLDERS if patterns.selects(folder)] == expected, pattern


def test_dots_and_slashes_of_a_pattern_mean_nothing() -> None:
    patterns = WorkspacePatterns(["./libs/core/", "!./apps/*/"])
    assert patterns.selects("libs/core")
    assert not patterns.excludes("libs/core")
    assert patterns.excludes("apps/web")
    assert not patterns.selects("apps/web")


def test_a_list_of_folders_without_stars_has_any_length() -> None:
    patterns = WorkspacePatterns([f"libs/part-{number}" for number in range(400)] + ["apps/*"])
    assert patterns.selects("libs/part-399")
    assert patterns.selects("apps/web")


def test_runs_of_two_stars_are_one() -> None:
    patterns = WorkspacePatterns(["**/" * 160 + "z"])
    assert patterns.selects("a/z")
    assert not patterns.selects("a/y")
