"""The part that a source file plays, by its path."""

from __future__ import annotations

import re
from functools import lru_cache

from ..model.document import Head
from ..model.lazy_pattern import lazy_pattern

_TEST_FOLDER = r"(?:^t|(?:^|/)(?:tests?|__tests__|__mocks__|spec|testing))/"  # `t` as in Perl, at the top alone
_TEST_FILE = (
    r"(?:^|/)(?:test_[^/]*\.(?:py|cpp|cc|c|lua)|[^/]*_test\.(?:py|go|rb|cpp|cc|dart|lua|exs)|[^/]*_spec\.(?:rb|lua)"
    r"|[^/]*\.(?:test|spec)\.[cm]?[jt]sx?|[^/]*Tests?\.(?:java|kt|swift|cs|php|scala)|[^/]*Spec\.(?:kt|swift|scala|groovy)"
    r"|[^/]*Suite\.scala|test_helpers?[^/]*\.\w+|conftest\.py)$"
)
_TEST = lazy_pattern(f"{_TEST_FOLDER}|{_TEST_FILE}")
_ASIDE = lazy_pattern(r"(?:^|/)(?:_?compat|legacy|_?examples?|docs?_src)/|^docs/")
_CHANGELOG = lazy_pattern(
    r"(?:^|/)(?:change-?logs?|changes|history|news|release[-_]?notes|releases)(?:\.\w+)?$", re.IGNORECASE
)


def is_test_path(path: str) -> bool:
    """Whether the path is that of a test: in a folder of tests, or named as the tests of its language are."""
    return _TEST.search(path) is not None


@lru_cache(4096)  # a search reads the paths of some hundred files, most of them those of the search before
def is_aside_path(path: str) -> bool:
    """Whether the path is that of a test, of an example, of compatibility code or of the documentation."""
    return is_test_path(path) or _ASIDE.search(path) is not None


@lru_cache(4096)  # as above
def is_changelog(path: str) -> bool:
    """Whether the file lists the changes of each version, by its name."""
    return _CHANGELOG.search(path) is not None


def is_aside(head: Head) -> bool:
    """Whether the document is source code, but not that of the application: a test, an example, a generated file."""
    return head.kind == "code" and (head.facts.get("generated") is True or is_aside_path(head.path))
