"""The part that a source file plays, by its path."""

from __future__ import annotations

import re

_TEST_FOLDER = r"(?:^|/)(?:tests?|__tests__|spec|testing)/"
_TEST_FILE = (
    r"(?:^|/)(?:test_[^/]*\.(?:py|cpp|cc|c|lua)|[^/]*_test\.(?:py|go|rb|cpp|cc|dart|lua|exs)|[^/]*_spec\.(?:rb|lua)"
    r"|[^/]*\.(?:test|spec)\.[cm]?[jt]sx?|[^/]*Tests?\.(?:java|kt|swift|cs|php|scala)|[^/]*Spec\.(?:kt|swift|scala|groovy)"
    r"|[^/]*Suite\.scala|test_helpers?[^/]*\.\w+|conftest\.py)$"
)
_TEST = re.compile(f"{_TEST_FOLDER}|{_TEST_FILE}")


def is_test_path(path: str) -> bool:
    """Whether the path is that of a test: in a folder of tests, or named as the tests of its language are."""
    return _TEST.search(path) is not None
