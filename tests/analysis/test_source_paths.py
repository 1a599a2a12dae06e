"""The part that a source file plays, by its path."""

from __future__ import annotations

import pytest

from dowse.analysis.source_paths import is_test_path


@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("tests/mocks.py", True),
        ("t/mocks.py", True),
        ("src/__mocks__/api.js", True),
        ("src/api.test.ts", True),
        ("src/t/mocks.py", False),
        ("src/latest/api.py", False),
    ],
)
def test_a_file_in_a_folder_of_tests_or_named_as_one_is_a_test(path: str, is_test: bool) -> None:
    assert is_test_path(path) == is_test
