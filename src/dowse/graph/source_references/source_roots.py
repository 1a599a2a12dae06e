"""The source roots of Java: folders that contain those of packages, such as `src/main/java` and `src/test/java`.

The files of a package lie in several roots, of one module or of several.  A name means what the nearest root has
under it: that of the file itself, then another one of the same source set, the main one of the module, those of other
modules, those of tests.  Only tests see tests.
"""

from __future__ import annotations

import posixpath
import sys
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from operator import eq
from typing import NamedTuple, TypeVar

from ...analysis.code.source_paths import is_test_path
from ...model.lazy_pattern import lazy_pattern

# The layout of Maven and Gradle: the module, the source set and the language.
_LAYOUT = lazy_pattern(r"(?:(.*)/)?src/([^/]+)/[^/]+")
_SETS_OF_TESTS = lazy_pattern(r"\w*[Tt]ests?|test[A-Z]\w*|testing|it|jmh|spec")

K = TypeVar("K")
V = TypeVar("V")
_Distance = tuple[int, int]  # lower is nearer
_OTHER_MODULES, _UNSEEN = (3, -sys.maxsize), (5, 0)  # of roots of other modules, and of those that files do not see


class _SourceSet(NamedTuple):
    module: str  # the folder
    name: str
    is_of_tests: bool
    folders: tuple[str, ...]  # of the path of the module


def source_root(path: str, package: str) -> str:
    """The folder around the folders of the package; the folder of a file that lies in none of these."""
    folder, inner = posixpath.dirname(path), package.replace(".", "/")
    return "" if folder == inner else folder.removesuffix(f"/{inner}")


def by_root(offers: Iterable[tuple[K, str, V]]) -> dict[K, dict[str, V]]:
    """What each name means in each root, out of names, the roots that have them, and what they mean there.

    The first meaning of a name in a root is kept.
    """
    found: dict[K, dict[str, V]] = {}
    for name, root, value in offers:
        found.setdefault(name, {}).setdefault(root, value)
    return found


def nearest(offers: Mapping[str, V], root: str) -> V | None:
    """What a name means in a file of the root, by what it means in each root that has it.

    None if several roots are equally near, and for none that files of the root see.
    """
    if root in offers:
        return offers[root]
    module = _source_set(root).module
    beside = _nearest_roots((other for other in offers if _source_set(other).module == module), root)
    # A name may be in thousands of modules: these are compared only if that of the root has no near one.
    _, roots = beside if beside[0] < _OTHER_MODULES else _nearest_roots(offers, root)
    return offers[roots[0]] if len(roots) == 1 else None


def _nearest_roots(roots: Iterable[str], source: str) -> tuple[_Distance, list[str]]:
    """Those at the lowest distance from the source root, and that distance."""
    lowest, found = _UNSEEN, list[str]()
    for root in roots:
        distance = _distance(root, source)
        if distance < lowest:
            lowest, found = distance, []
        if distance == lowest < _UNSEEN:
            found.append(root)
    return lowest, found


def _distance(root: str, source: str) -> _Distance:
    own, other = _source_set(source), _source_set(root)
    if other[:2] == own[:2]:
        return 1, 0
    if other.is_of_tests and not own.is_of_tests:
        return _UNSEEN
    if other.module == own.module and other.name == "main":
        return 2, 0
    common = sum(1 for _ in takewhile(bool, map(eq, own.folders, other.folders)))
    return 3 + other.is_of_tests, -common


@lru_cache(20_000)
def _source_set(root: str) -> _SourceSet:
    if layout := _LAYOUT.fullmatch(root):
        module, name, is_of_tests = layout[1] or "", layout[2], _SETS_OF_TESTS.fullmatch(layout[2]) is not None
    else:
        is_of_tests = is_test_path(f"{root}/")
        module, name = posixpath.dirname(root), "test" if is_of_tests else "main"
    return _SourceSet(module, name, is_of_tests, tuple(filter(None, module.split("/"))))
