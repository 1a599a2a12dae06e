"""The source roots of Java: folders that contain those of packages, such as `src/main/java` and `src/test/java`.

The files of a package lie in several roots, of one module or of several.  A name means what the nearest root has
under it: that of the file itself, then another one of the same source set, the main one of the module, those of other
modules, those of tests.  Only tests see tests.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ...analysis.source_paths import is_test_path

# The layout of Maven and Gradle: the module, the source set and the language.
_LAYOUT = re.compile(r"(?:(.*)/)?src/([^/]+)/[^/]+")
_SETS_OF_TESTS = re.compile(r"\w*[Tt]ests?|test[A-Z]\w*|testing|it|jmh|spec")

K = TypeVar("K")
V = TypeVar("V")
_Distance = tuple[int, int]  # lower is nearer


class _SourceSet(NamedTuple):
    module: str  # the folder
    name: str
    is_of_tests: bool


def source_root(path: str, package: str) -> str:
    """The folder around the folders of the package; the folder of a file that lies in none of these."""
    folder, inner = posixpath.dirname(path), package.replace(".", "/")
    return "" if folder == inner else folder.removesuffix(f"/{inner}")


def nearest(offers: Iterable[tuple[K, str, V]], root: str) -> dict[K, V]:
    """What each name means in a file of the root, out of names, the roots that have them, and what they mean there.

    A name that several roots have that are equally near means nothing.
    """
    found: dict[K, tuple[_Distance, str, V | None]] = {}
    for name, other, value in offers:
        distance = _distance(other, root)
        if distance is None:
            continue
        known = found.get(name)
        if known is None or distance < known[0]:
            found[name] = distance, other, value
        elif distance == known[0] and other != known[1]:
            found[name] = distance, known[1], None
    return {name: value for name, (_, _, value) in found.items() if value is not None}


def is_seen(root: str, source: str) -> bool:
    """Whether files of the root `source` see those of the other one."""
    return _distance(root, source) is not None


@lru_cache(4096)
def _distance(root: str, source: str) -> _Distance | None:
    """None for a root that files of the source root do not see."""
    if root == source:
        return 0, 0
    own, other = _source_set(source), _source_set(root)
    if other[:2] == own[:2]:
        return 1, 0
    if other.is_of_tests and not own.is_of_tests:
        return None
    if other.module == own.module and other.name == "main":
        return 2, 0
    common = posixpath.commonpath((f"/{own.module}", f"/{other.module}")).rstrip("/").count("/")
    return 3 + other.is_of_tests, -common


def _source_set(root: str) -> _SourceSet:
    if layout := _LAYOUT.fullmatch(root):
        return _SourceSet(layout[1] or "", layout[2], _SETS_OF_TESTS.fullmatch(layout[2]) is not None)
    is_of_tests = is_test_path(f"{root}/")
    return _SourceSet(posixpath.dirname(root), "test" if is_of_tests else "main", is_of_tests)
