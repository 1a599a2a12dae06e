"""The part that a source file plays, by its path."""

from __future__ import annotations

import pytest

from dowse.analysis.source_paths import is_aside_path, is_changelog, is_test_path


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


@pytest.mark.parametrize(
    ("path", "is_aside"),
    [
        ("docs/conf.py", True),
        ("docs/Makefile", True),
        ("docs/code/uvcat/main.c", True),
        ("examples/app.py", True),
        ("doc/man_pages.go", False),
        ("src/app/docs/views.py", False),
        ("src/docs.py", False),
    ],
)
def test_source_code_of_the_documentation_is_no_code_of_the_application(path: str, is_aside: bool) -> None:
    """A Go package may be called `doc`, and a part of an application `docs`."""
    assert is_aside_path(path) == is_aside


@pytest.mark.parametrize(
    ("path", "lists_changes"),
    [
        ("CHANGES.rst", True),
        ("docs/changelog.md", True),
        ("CHANGELOG", True),
        ("HISTORY.md", True),
        ("docs/release-notes.md", True),
        ("docs/changes/index.md", False),
        ("history/rome.md", False),
        ("Exchanges.md", False),
    ],
)
def test_a_list_of_changes_is_known_by_its_name(path: str, lists_changes: bool) -> None:
    assert is_changelog(path) == lists_changes
